"""Measure how hard levels are: bots try to solve them, and the files are ordered by how many do.

`python -m rules.grading GAME [LANGUAGE ...]` measures the shipped levels of a game again; the scripts that
make levels do it by themselves. The result depends on the bots and on nothing else.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from rules.base import AnyRules, Move, State
from rules.catalog import engine_of, rules_of
from rules.engine import HINT_LEVEL, AnyEngine
from rules.files.level_files import level_files
from rules.files.levels import JUDGES, Level, load_file
from rules.kit.shuffle import rng_for
from rules.race import RaceRules
from rules.session import LEVELS

PLAYERS = ("easy", *JUDGES)
TRIES, RACES = 10, 5
"""How often each of them tries a level; fewer for a race, as planning it for all seats takes longer."""
ABOUT = """\
# found: the share of easy, medium and hard players who solve it; the order follows medium and hard.
"""


def shares(level: Level, tries: int = 0) -> dict[str, float]:
    """Return the share of players of each level who solve a puzzle in so many tries; 0: the usual number."""
    rules = rules_of(level.game, level.variant)
    tries = tries or (RACES if isinstance(rules, RaceRules) else TRIES)
    engine, start = engine_of(rules), level.start(rules)
    found = {}
    for player in PLAYERS:
        solved = sum(is_solved(level, rules, engine, start, player, number) for number in range(tries))
        found[player] = solved / tries
    return found


def is_solved(level: Level, rules: AnyRules, engine: AnyEngine, state: State, player: str, number: int
              ) -> bool:
    """Return whether a bot solves a level at its number-th attempt, against opponents as at the table."""
    seat, own, line = state.player, 0, list(level.proof)
    while (verdict := level.verdict(rules, state, own)) is None:
        rng = rng_for("grading", level.game, level.id, player, number, own)
        if isinstance(rules, RaceRules):
            state = _raced(level, rules, engine, state, player, f"{number}")
            return level.reached(rules, state, 1)
        if state.player == seat:
            move = engine.seek(player, state, seat, rng).move
            own += 1
        elif line:  # the answers of the proof are the best ones
            move = rules.read_move(line[0])
        else:
            move = engine.choose(HINT_LEVEL, state, state.player, rng).move
        line = line[1:] if line and rules.write_move(move) == line[0] else []
        state = rules.apply(state, move).state
    return verdict


def _raced(level: Level, rules: RaceRules[State, Move, object], engine: AnyEngine, state: State, player: str,
           key: str) -> State:
    """Return the end of a race against bots whose level rises with the grade."""
    other = LEVELS[min(level.grade, len(LEVELS)) - 1]
    claims = [engine.choose(player if seat == state.player else other, state, seat,
                            rng_for("grading", level.id, player, key, seat)).move
              for seat in range(level.players)]
    for move in rules.in_order(state, claims):
        state = rules.apply(state, move).state
    return state


def grade_file(game: str, path: Path, *, renumber: bool = False, keep: int = 0) -> None:
    """Write the shares into a level file and put its levels in order.

    `renumber` is for levels without names; with `keep` only so many stay, those that fewest bots solve.
    """
    text = path.read_text("utf-8")
    head, *blocks = re.split(r"(?m)^(?=  - id: )", text)
    levels = {level.id: level for level in load_file(game, path).levels}
    found: dict[str, dict[str, float]] = {}
    for name in map(_id_of, blocks):
        found[name] = shares(levels[name])
        print(f"{game} {name}: {found[name]}", file=sys.stderr, flush=True)

    def order(block: str) -> tuple[float, float]:
        measured = found[_id_of(block)]
        return -sum(measured[judge] for judge in JUDGES), -measured["easy"]

    ids = sorted(found)
    written = [_with_found(block, found[_id_of(block)]) for block in sorted(blocks, key=order)][-keep:]
    if renumber:
        written = [re.sub('id: "[a-z0-9_]+"', f'id: "{number}"', block, count=1)
                   for number, block in zip(ids, written, strict=False)]
    if ABOUT not in head:
        head = re.sub(r"(?m)^(?=grade: )", ABOUT, head, count=1)
    path.write_text(head + "\n".join(written), encoding="utf-8")


def _id_of(block: str) -> str:
    return block.split('"')[1]


def _with_found(block: str, measured: dict[str, float]) -> str:
    """Return the text of a level with its shares after its rating."""
    line = "    found: {" + ", ".join(f"{name}: {share:.1f}" for name, share in measured.items()) + "}\n"
    block = re.sub(r"(?m)^    found: .*\n", "", block.rstrip("\n") + "\n")
    return re.sub(r"(?m)^    rating: .*\n", lambda rating: rating[0] + line, block, count=1)


def main() -> None:
    game, *languages = sys.argv[1:]
    chosen = [path for language in languages for path in level_files(game, language)]
    for path in chosen or level_files(game):
        grade_file(game, path)


if __name__ == "__main__":
    main()
