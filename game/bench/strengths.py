"""The strength of the levels, long: every level against the one below it; writes rules/strengths.yaml.

`--count N` plays N games a pair. In a solitaire every level plays N deals.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from game.boards.measures.figures import Row, report
from game.commands.match import Match, play_game
from rules.catalog import GAMES, Game
from rules.session import LEVELS
from rules.strengths import FILE, par_of

PAIRS = 400
"""Games of a pair."""


def main() -> None:
    count = int(sys.argv[sys.argv.index("--count") + 1]) if "--count" in sys.argv else PAIRS
    rows, lines = [], [*_head()]
    for game in GAMES.values():
        lines.append(f"{game.id}:")
        par = par_of(game.id)
        lines += [f"  par: {par}"] if par is not None else []
        for level in LEVELS if game.solitaire else LEVELS[1:]:
            won = measure(game, level, count)
            print(f"  {game.id}, {level}: {won:g} of {count}", file=sys.stderr, flush=True)
            lines.append(f"  {level}: {{won: {won:g}, games: {count}}}")
            rows.append(Row("strength", 100 * won / count, "%", game=f"{game.id}, {level}"))
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    report(rows)


def _head() -> Iterator[str]:
    """Yield the comment above the figures, as the file has it."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        yield line
    yield ""


def measure(game: Game, level: str, count: int) -> float:
    """Return how many games a level wins: against the level below, in a solitaire against the deal."""
    if game.solitaire:
        match, par = Match(game.id, "classic", (level,), 1, count, 1), par_of(game.id)
        played = [play_game(match, number) for number in range(count)]
        return float(sum(bool(one.winners) if par is None else one.scores[0] >= par for one in played))
    below = LEVELS[LEVELS.index(level) - 1]
    match, won = Match(game.id, "classic", (level, below), 2, count, 1), 0.0
    for number in range(count):
        one = play_game(match, number)
        seat = one.seating.index(0)
        won += (1 / len(one.winners) if seat in one.winners else 0.0) if one.winners else 0.5
    return won


if __name__ == "__main__":
    main()
