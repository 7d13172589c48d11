"""The strength of the levels, long: every level against the one below it, in a solitaire against the deal.

Writes rules/strengths.yaml every few seconds and continues there the next time; then draws the tables of
both READMEs. Games are the deals from 1 on, with alternating seats, so more games continue the same series.
`--games` and `--pairs` (the stronger level, or a yardstick) choose some, separated by commas; `--anew`
discards the earlier measurements of these pairs.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from game.boards.measures.figures import Row, report
from game.commands.match import Match, Played, play_game
from game.commands.simulate import leave_interrupts
from game.data.files import write_atomically
from game.ui.text import Texts
from rules.catalog import GAMES, engine_class
from rules.home import HOME
from rules.session import LEVELS
from rules.strengths import FILE, Ladder, Score, read_ladders

COUNT = 400
"""Games of a pair."""
WANTED = {"dominoes": 60.0, "blocks": 65.0, "words": 65.0}
"""By family of games: the percentage of games that a level has to win against the one below."""
SAVED_EVERY = 5.0
"""Seconds of play after which the file is written."""
READMES = {"en": HOME / "README.md", "de": HOME / "game" / "locale" / "de" / "README.md"}


@dataclass(frozen=True, slots=True)
class Pair:
    """A level and its opponent; without one it plays a solitaire."""

    game: str
    name: str
    """The name of its score: the level, or the yardstick that it has to beat."""

    @property
    def bots(self) -> tuple[str, ...]:
        if GAMES[self.game].solitaire:
            return (self.name,)
        if self.name in LEVELS:
            return self.name, LEVELS[LEVELS.index(self.name) - 1]
        return engine_class(self.game).yardsticks[self.name], self.name


def all_pairs() -> list[Pair]:
    """Return all pairs, those of weak levels first, which think for the shortest time."""
    found = [Pair(game.id, level) for level in LEVELS for game in GAMES.values()
             if game.solitaire or level != LEVELS[0]]
    return found + [Pair(game, name) for game in GAMES for name in engine_class(game).yardsticks]


# --- measuring ---


def main() -> None:
    names = [*dict.fromkeys(pair.name for pair in all_pairs())]
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=some_of([*GAMES]), default=[*GAMES])
    parser.add_argument("--pairs", type=some_of(names), default=names)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--anew", action="store_true")
    given = parser.parse_args()
    until = time.monotonic() + 60 * given.minutes
    pairs = [pair for pair in all_pairs() if pair.game in given.games and pair.name in given.pairs]
    with get_context("spawn").Pool(given.jobs, initializer=leave_interrupts) as pool:
        for pair in pairs:
            if time.monotonic() > until:
                break
            before = Score(0.0, 0) if given.anew else kept(pair)
            numbers = range(before.games, given.count)
            measure(pair, before, pool.imap(partial(play_game, match_of(pair)), numbers), until)
        pool.terminate()  # what was begun after the time was up is of no use
    draw("ladder", drawn)
    report([row_of(pair, score) for pair in pairs
            if (score := ladder_of(pair.game).scores.get(pair.name)) is not None])


def some_of(known: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a reader of names separated by commas, which refuses those that are not known."""
    def read(text: str) -> list[str]:
        named = text.split(",")
        for name in named:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(known)}")
        return named

    return read


def row_of(pair: Pair, score: Score) -> Row:
    """Return the figure of a pair, with the share that a level has to win against the one below."""
    wanted = WANTED[GAMES[pair.game].family] if len(pair.bots) == 2 and pair.name in LEVELS else None
    return Row("strength", 100 * score.won / score.games, "%", None, wanted, at_least=True,
               game=f"{pair.game}, {' - '.join(pair.bots)}")


def match_of(pair: Pair) -> Match:
    """Return the series of games of a pair, begun with the deal 1."""
    return Match(pair.game, "classic", pair.bots, len(pair.bots), 0, 1)


def kept(pair: Pair) -> Score:
    """Return the score to be continued; an empty one if nothing was measured."""
    return ladder_of(pair.game).scores.get(pair.name) or Score(0.0, 0)


def measure(pair: Pair, score: Score, games: Iterable[Played], until: float) -> None:
    """Add games to a score until the time is up, and keep it in the file."""
    par, saved = ladder_of(pair.game).par, time.monotonic()
    for played in games:
        score, now = with_game(score, played, par), time.monotonic()
        if now - saved > SAVED_EVERY:
            save(pair, score)
            saved = now
        if now > until:
            break
    if score.games:
        save(pair, score)
        print(f"  {pair.game}, {' - '.join(pair.bots)}: {score.won:g} of {score.games}", file=sys.stderr,
              flush=True)


def with_game(score: Score, played: Played, par: int | None) -> Score:
    """Add a game, seen by the first bot of the pair."""
    seat = played.seating.index(0)
    points = 0
    if par is not None:
        points = played.scores[seat]
        won = float(points >= par)
    elif len(played.scores) == 1:
        won = float(bool(played.winners))
    else:
        won = float(seat in played.winners) / len(played.winners) if played.winners else 0.5
    return replace(score, won=score.won + won, games=score.games + 1, moves=score.moves + played.moves,
                   points=score.points + points)


# --- the file ---


def ladder_of(game: str) -> Ladder:
    """Return the scores measured in a game."""
    return read_ladders().get(game, Ladder())


def save(pair: Pair, score: Score) -> None:
    """Write a score to the file, keeping what other runs have written since."""
    ladders = read_ladders()
    ladders.setdefault(pair.game, Ladder()).scores[pair.name] = score
    save_figures(FILE, written(ladders))


def save_figures(path: Path, lines: Iterable[str]) -> None:
    """Write figures below the comments at the head of their file."""
    head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    write_atomically(path, "".join(f"{line}\n" for line in (*head, "", *lines)).encode())


def written(ladders: dict[str, Ladder]) -> Iterator[str]:
    """Yield the lines of the file, one for each figure."""
    order = {pair.name: number for number, pair in enumerate(all_pairs())}
    for game, ladder in ladders.items():
        yield f"{game}:"
        if ladder.par is not None:
            yield f"  par: {ladder.par}"
        for name, score in sorted(ladder.scores.items(), key=lambda entry: order[entry[0]]):
            values = {field.name: getattr(score, field.name) for field in fields(score)}
            shown = ", ".join(f"{key}: {value:g}" if key == "won" else f"{key}: {value}"
                              for key, value in values.items() if value or key == "won")
            yield f"  {name}: {{{shown}}}"


# --- the tables of the READMEs ---


Drawn = Callable[[Texts], Iterable[str]]
"""Returns the lines of tables in a language."""


def draw(mark: str, lines: Drawn) -> None:
    """Draw tables into both READMEs."""
    for language, path in READMES.items():
        write_atomically(path, with_tables(path, language, mark, lines).encode())


def with_tables(path: Path, language: str, mark: str, lines: Drawn) -> str:
    """Return a README with tables drawn anew between the comments `mark` and `/mark`."""
    tables = "\n".join(lines(Texts(language)))
    return re.sub(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", lambda _: f"\n{tables}\n\n",
                  path.read_text(encoding="utf-8"), flags=re.DOTALL)


def drawn(texts: Texts) -> Iterator[str]:
    """Yield the lines of the tables: games of several players, solitaires, yardsticks."""
    ladders = read_ladders()
    names = [texts(f"level_name.{level}") for level in LEVELS]
    against = [texts("bench.ladder.against", level=higher, other=lower)
               for lower, higher in pairwise(names)]
    yield from table([texts("bench.ladder.game"), *against], (
        [texts(f"game.{game}.title"), *(share(ladder.scores.get(level), texts) for level in LEVELS[1:])]
        for game, ladder in ladders.items() if not GAMES[game].solitaire))
    yield ""
    yield from table([texts("bench.ladder.solitaire"), *names], (
        [texts(f"game.{game}.title"), *(_deals(ladder, level, texts) for level in LEVELS)]
        for game, ladder in ladders.items() if GAMES[game].solitaire))
    yield ""
    yield from table([texts("bench.ladder.yardstick"), texts("bench.ladder.won")], (
        [texts("bench.ladder.beats", game=texts(f"game.{game}.title"), level=texts(f"level_name.{level}"),
               other=texts(f"bench.ladder.{name}")), share(ladder.scores.get(name), texts)]
        for game, ladder in ladders.items() for name, level in engine_class(game).yardsticks.items()))


def table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    for cells in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cells)} |"


def share(score: Score | None, texts: Texts) -> str:
    """Return the share of games won with its limits and the number of games."""
    if score is None:
        return ""
    low, high = (texts.number(100 * limit) for limit in score.between)
    return texts("bench.ladder.share", share=texts.percent(100 * score.won / score.games), low=low, high=high,
                 n=score.games)


def _deals(ladder: Ladder, level: str, texts: Texts) -> str:
    """Return what a level makes of a solitaire: the mean of its points, or the share of deals won."""
    score = ladder.scores.get(level)
    if score is None or ladder.par is None:
        return share(score, texts)
    return texts("bench.ladder.points", points=texts.number(score.points / score.games), n=score.games)


if __name__ == "__main__":
    main()
