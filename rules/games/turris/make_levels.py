"""Make the puzzles of Turris: play, search, rate and discard, then write levels/turris/*.yaml.

Run with `python -m rules.games.turris.make_levels [FILE ...]`, for all files or those named; the result is
reproducible. The names of the puzzles are written by hand, in game/locale/<language>/levels_turris.yaml; the
later files are only numbered. The solver is seat 0 in all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.files.variants import load
from rules.games.turris.rules import Turris
from rules.games.turris.search import Exact, TooLong, grow_tree, never
from rules.games.turris.tower import FLAT, PASS, REMOVE, Tower, move_of
from rules.grading import grade_file
from rules.home import HOME
from rules.kit.shuffle import below, pick, rng_for

FOLDER = HOME / "levels" / "turris"
VARIANTS = HOME / "rules" / "variants" / "turris"
TRIES = 4000
"""Games played for one kind of puzzle before the script gives up: its conditions are too narrow."""
NODES = 200_000
PLAYOUTS = 24
"""Playouts per move of the game that leads to a puzzle: enough for a natural-looking tower."""
RANDOM_PLAYS = 200


@dataclass(frozen=True)
class Wanted:
    """Puzzles to look for."""

    count: int
    until: str
    """`turn`: the best turn with its bonus; `end`: the last blocks of the game."""
    stock: tuple[int, int] | None = None
    """Blocks left to the solver and to the other; None: any position in mid-game."""
    in_bonus: bool = False
    """Whether the middle is already covered and only the bonus move is asked for."""
    answer: str = ""
    """The required answer to the bonus: `block` or `removal`; empty: any."""
    wins: bool = False
    """Whether the solution is the only first move that wins."""
    greedy_fails: bool = True
    """Whether taking the most points move by move is not enough."""
    par: int = 2


GRADES: tuple[tuple[str, tuple[Wanted, ...]], ...] = (
    ("1_bonus", (
        Wanted(2, "turn", in_bonus=True, answer="block", greedy_fails=False, par=1),
        Wanted(1, "turn", in_bonus=True, answer="removal", greedy_fails=False, par=1),
        Wanted(3, "turn", answer="block"),
        Wanted(2, "turn", answer="removal"),
    )),
    ("2_alone", (
        Wanted(1, "end", stock=(2, 0), par=2),
        Wanted(2, "end", stock=(3, 0), par=3),
        Wanted(3, "end", stock=(4, 0), par=4),
    )),
    ("3_last_blocks", (
        Wanted(2, "end", stock=(2, 2), par=3),
        Wanted(4, "end", stock=(2, 2), wins=True, par=4),
    )),
    ("4_more_bonus", (
        Wanted(5, "turn", in_bonus=True, answer="block", greedy_fails=False, par=1),
        Wanted(3, "turn", in_bonus=True, answer="removal", greedy_fails=False, par=1),
        Wanted(7, "turn", answer="block"),
        Wanted(5, "turn", answer="removal"),
    )),
    ("5_more_ends", (
        Wanted(6, "end", stock=(3, 0), par=3),
        Wanted(8, "end", stock=(4, 0), par=4),
        Wanted(6, "end", stock=(2, 2), par=3),
    )),
)
NAMED = 3
"""The files whose puzzles have names."""


# --- natural-looking positions --------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    starter: int
    moves: tuple[str, ...]
    tower: Tower


def played(rules: Turris, wanted: Wanted, rng: Random) -> Iterator[Position]:
    """Yield the positions of one game that have the wanted stock, with seat 0 to move."""
    starter = below(rng, 2)
    tower = Tower(rules)
    tower.player = starter
    moves: list[str] = []
    while not tower.over:
        if tower.player == 0 and tower.bonus == wanted.in_bonus and _suits(tower, wanted):
            yield Position(starter, tuple(moves), tower.copy())
        move = _natural(tower, wanted, rng)
        moves.append(rules.write_move(move_of(tower, move)))
        tower.make(move)


def _suits(tower: Tower, wanted: Wanted) -> bool:
    if wanted.stock is None:
        return 8 <= sum(tower.stock) <= 26
    return tuple(tower.stock) == wanted.stock


def _natural(tower: Tower, wanted: Wanted, rng: Random) -> int:
    """Return a plausible move. A seat that is to run out first uses every bonus for a block."""
    if tower.bonus and wanted.stock is not None and wanted.stock[0] != wanted.stock[1]:
        blocks = [move for move in tower.moves() if move < FLAT]
        if tower.player == 0:
            return PASS
        if blocks:
            return pick(rng, blocks)
    return grow_tree(tower, PLAYOUTS, rng.random, never)[0].move


# --- conditions of a puzzle -----------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """A position selected as a puzzle."""

    position: Position
    wanted: Wanted
    lead: int
    line: tuple[int, ...]
    rating: dict[str, float]


def examine(position: Position, wanted: Wanted, rng: Random) -> Found | None:
    """Return the puzzle, or None if it has several solutions, is too easy, or is not of the wanted kind."""
    exact = Exact(NODES, whole_turn=wanted.until == "turn")
    try:
        leads = exact.leads(position.tower)
    except TooLong:
        return None
    ranked = sorted(leads.values(), reverse=True)
    if len(ranked) < 3 or ranked[0] - ranked[1] < 2:
        return None
    lead, second = ranked[0], ranked[1]
    if wanted.wins and not second <= 0 < lead:
        return None
    line = tuple(exact.line(position.tower))
    if wanted.until == "turn" and not _one_way(position.tower, line, lead, wanted):
        return None
    greedy = _solved(position.tower, wanted, lead, exact, None)
    if greedy and wanted.greedy_fails:
        return None
    plays = [_solved(position.tower, wanted, lead, exact, rng) for _ in range(RANDOM_PLAYS)]
    rating = {"random": sum(plays) / RANDOM_PLAYS, "greedy": float(greedy), "first": float(len(ranked)),
              "margin": float(lead - second)}
    return Found(position, wanted, lead, line, rating)


def _one_way(tower: Tower, line: tuple[int, ...], lead: int, wanted: Wanted) -> bool:
    """Return whether the bonus has exactly one best answer, and of the wanted kind."""
    if not wanted.in_bonus:
        if len(line) != 2:
            return False
        tower = tower.copy()
        tower.make(line[0])
    kind = "removal" if line[-1] >= REMOVE else "block"
    if kind != wanted.answer or line[-1] == PASS or not tower.bonus:
        return False
    return list(Exact(NODES, whole_turn=True).leads(tower).values()).count(lead) == 1


def _solved(tower: Tower, wanted: Wanted, lead: int, exact: Exact, rng: Random | None) -> bool:
    """Return whether the solver reaches the lead at random, or (without rng) by taking the most points at
    every move; the other player defends optimally.
    """
    tower, turn = tower.copy(), tower.player
    while not tower.over and (wanted.until == "end" or tower.player == turn):
        moves = tower.moves()
        if tower.player == 0 and rng is not None:
            move = pick(rng, moves)
        elif tower.player == 0:
            move = max(moves, key=lambda move: _after(tower, move).lead())
        else:
            move = min(moves, key=lambda move: exact.lead(_after(tower, move)))
        tower.make(move)
    return tower.lead() >= lead


def _after(tower: Tower, move: int) -> Tower:
    after = tower.copy()
    after.make(move)
    return after


# --- looking and writing --------------------------------------------------------------------------


def look_for(rules: Turris, wanted: Wanted, key: str) -> Iterator[Found]:
    found = 0
    for attempt in range(TRIES):
        rng = rng_for("turris levels", key, attempt)
        for position in played(rules, wanted, rng):
            puzzle = examine(position, wanted, rng)
            if puzzle is not None:
                yield puzzle
                found += 1
                break  # one puzzle per game is enough, or they look alike
        if found == wanted.count:
            return
    raise SystemExit(f"{key}: only {found} of {wanted.count} puzzles")


HEAD = """\
# Puzzles of Turris, grade {grade}. Made by `python -m rules.games.turris.make_levels`, which plays,
# searches to the end, rates and discards; the names stand in game/locale/<language>/levels_turris.yaml.
# setup: the moves that were played before; then it is the turn of seat 0, who must lead by at least `lead`
# points when the turn or the game is over, against the best defence. Exactly one first move can do it.
# par: moves that may be taken back for the third star.
# rating: how often random play solves it, whether taking the most points at every move does (1) or not (0),
# the number of first moves, and by how much the second best misses.
# proof: best play of both.
grade: {grade}

levels:
"""


def written(rules: Turris, level_id: int, found: Found) -> str:
    rating = ", ".join(f"{name}: {value:.2f}" for name, value in found.rating.items())
    tower, proof = found.position.tower.copy(), []
    for move in found.line:
        proof.append(rules.write_move(move_of(tower, move)))
        tower.make(move)
    return (f'  - id: "{level_id}"\n    variant: classic\n    setup:\n'
            f"      starter: {found.position.starter}\n"
            f"      moves: {_list(found.position.moves)}\n"
            f"      puzzle: {{seat: 0, lead: {found.lead}, until: {found.wanted.until}}}\n"
            f"    goal: solved\n    par: {found.wanted.par}\n    rating: {{{rating}}}\n"
            f"    proof: {_list(proof)}\n")


def _list(texts: Any) -> str:
    """Return moves as a YAML list, quoted because they contain commas; eight per line."""
    quoted = [f'"{text}"' for text in texts]
    lines = [", ".join(quoted[start:start + 8]) for start in range(0, len(quoted), 8)]
    return "[" + ",\n              ".join(lines) + "]"


def harder(found: Found) -> tuple[float, ...]:
    """Sort puzzles from the easiest: what greed finds, what chance finds, few moves, a clear margin."""
    rating = found.rating
    return -rating["greedy"], -rating["random"], rating["first"], -rating["margin"]


def make_grade(rules: Turris, grade: int, name: str, wishes: tuple[Wanted, ...]) -> None:
    found: list[Found] = []
    for index, wanted in enumerate(wishes):
        for puzzle in look_for(rules, wanted, f"{name} {index}"):
            found.append(puzzle)
            print(f"{name}: {len(found)} of {sum(w.count for w in wishes)}, {puzzle.rating}", file=sys.stderr)
    found.sort(key=harder)
    body = "\n".join(written(rules, grade * 100 + number, puzzle) for number, puzzle in enumerate(found, 1))
    path = FOLDER / f"{name}.yaml"
    path.write_text(HEAD.format(grade=grade) + body, encoding="utf-8")
    grade_file(rules.game, path, renumber=grade > NAMED)


def main() -> None:
    values = load(Turris, "classic", [VARIANTS]).values
    assert values is not None
    FOLDER.mkdir(parents=True, exist_ok=True)
    for grade, (name, wishes) in enumerate(GRADES, 1):
        if not sys.argv[1:] or name in sys.argv[1:]:
            make_grade(Turris(values), grade, name, wishes)


if __name__ == "__main__":
    main()
