"""Make the levels of Turm-Domino: deal, solve, rate and discard, then write levels/turm_domino/*.yaml.

Run with `python -m rules.games.turm_domino.make_levels`; the result is reproducible. The names of the levels
are written by hand, in game/locale/<language>/levels_turm_domino.yaml.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from rules.catalog import rules_of
from rules.games.turm_domino.bots import COUNTING, TurmEngine, look_at, worth
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import Solver
from rules.games.turm_domino.state import TurmMove, TurmState, domino_set, read_domino
from rules.grading import grade_file
from rules.home import HOME
from rules.kit.shuffle import pick, rng_for, shuffled, weighted

FOLDER = HOME / "levels" / "turm_domino"
PLAYOUTS, CAREFUL_PLAYOUTS, LINES = 300, 30, 3
TRIES = 2000
"""Deals tried per level before the script gives up: its window is too narrow."""
MOST_TAKEN_BACK = 12

SEVENS = ("", "1|6", "2|5", "3|4", "")
THREE_TOWERS = SEVENS[1:-1]


@dataclass(frozen=True)
class Wanted:
    """Levels to look for: number, field, and range of wins by simple play (`Rating.ease`)."""

    count: int
    variant: str
    columns: int
    rows: int
    low: float
    high: float
    tower_row: tuple[str, ...] = SEVENS


def full(count: int, variant: str, low: float, high: float) -> Wanted:
    return Wanted(count, variant, 5, 5, low, high, THREE_TOWERS if variant == "three_towers" else SEVENS)


GRADES: tuple[tuple[str, tuple[Wanted, ...]], ...] = (
    ("1_first_steps", (
        Wanted(1, "classic", 3, 3, 0.85, 1.00),
        Wanted(1, "classic", 3, 3, 0.50, 0.95, ("1|6", "3|4")),
        Wanted(2, "classic", 3, 3, 0.50, 0.95, ("", "1|6", "")),
        Wanted(2, "classic", 4, 3, 0.65, 0.95, ("", "1|6", "3|4", "")),
        Wanted(2, "classic", 4, 3, 0.75, 0.99),
        Wanted(2, "open", 4, 4, 0.65, 0.95),
        Wanted(3, "classic", 5, 5, 0.67, 1.00),
    )),
    ("2_fair_wind", (
        full(6, "classic", 0.56, 0.66),
        full(2, "open", 0.56, 0.72),
        Wanted(2, "strict", 4, 4, 0.50, 0.90),
        Wanted(3, "classic", 4, 4, 0.42, 0.65, ("", "1|6", "3|4", "")),
    )),
    ("3_uphill", (
        full(6, "classic", 0.42, 0.54),
        full(1, "open", 0.35, 0.50),
        full(3, "strict", 0.38, 0.60),
        full(1, "three_towers", 0.33, 0.60),
        Wanted(2, "classic", 4, 4, 0.18, 0.40, ("", "2|5", "")),
    )),
    ("4_above_the_clouds", (
        full(5, "classic", 0.26, 0.38),
        full(3, "strict", 0.20, 0.34),
        full(2, "open", 0.15, 0.34),
        full(3, "three_towers", 0.14, 0.28),
    )),
    ("5_master_builders", (
        full(4, "classic", 0.00, 0.24),
        full(3, "strict", 0.00, 0.10),
        full(4, "three_towers", 0.00, 0.06),
        Wanted(2, "open", 4, 4, 0.00, 0.06, ("", "2|5", "", "")),
    )),
)


# --- rating ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """How hard a deal is, in shares from 0 (never) to 1 (always)."""

    random: float
    """Share won by random moves."""
    casual: float
    """Share won by a player who prefers founding and digging."""
    careful: float
    """Share won by the medium bot."""
    kept: float
    """Share of the legal moves along sensible lines that keep the deal winnable."""
    narrow: float
    """Mean number of positions of such a line with only one winning move among several."""
    slips: float
    """Expected number of slips of a random player along such a line."""

    @property
    def ease(self) -> float:
        return (self.random + self.casual + self.careful) / 3


def random_playouts(rules: TurmDomino, state: TurmState, rng: Random, *, casual: bool) -> float:
    """Return the share of games won by simple play, on the solver's fast twin."""
    twin, won = Solver(rules), 0
    for _ in range(PLAYOUTS):
        twin.read(state)
        left = state.left
        while left and (moves := twin.moves()):
            if casual:
                move = weighted(moves, [_liking(twin, column, tower) for _, column, _, tower in moves], rng)
            else:
                move = pick(rng, moves)
            twin.make(*move[1:])
            left -= 1
        won += not left
    return won / PLAYOUTS


def _liking(twin: Solver, column: int, tower: int) -> float:
    return exp((twin.height(column) + (0 if twin.top(tower) else 2)) / 3)


def careful_playouts(rules: TurmDomino, state: TurmState, rng: Random) -> float:
    won = 0
    for _ in range(CAREFUL_PLAYOUTS):
        now = state
        while rules.outcome(now) is None:
            now = rules.apply(now, TurmEngine(rules).choose("medium", now, 0, rng).move).state
        won += not now.left
    return won / CAREFUL_PLAYOUTS


def sensible_line(rules: TurmDomino, state: TurmState, solver: Solver, rng: Random
                  ) -> Iterator[tuple[TurmMove, int, int]]:
    """Yield a winning line by taste: each move, the number of winning moves there, and of all moves."""
    while state.left:
        good, legal = solver.good_moves(state), sum(1 for _ in rules.legal_moves(state))
        # Some noise, so that several lines cover several parts of the deal.
        move = max(good, key=lambda move: worth(look_at(rules, state, move), COUNTING) + 3 * rng.random())
        yield move, len(good), legal
        state = rules.apply(state, move).state


def rate(rules: TurmDomino, state: TurmState, rng: Random, wanted: Wanted) -> Rating | None:
    """Rate a deal; return None as soon as it is known to be outside the window."""
    random = random_playouts(rules, state, rng, casual=False)
    casual = random_playouts(rules, state, rng, casual=True)
    if not wanted.low - 1 / 3 <= (random + casual) / 3 <= wanted.high:
        return None
    careful = careful_playouts(rules, state, rng)
    if not wanted.low <= (random + casual + careful) / 3 <= wanted.high:
        return None
    solver = Solver(rules)
    lines = [list(sensible_line(rules, state, solver, rng)) for _ in range(LINES)]
    shares = [good / legal for line in lines for _, good, legal in line]
    narrow = sum(good == 1 < legal for line in lines for _, good, legal in line)
    return Rating(random, casual, careful, sum(shares) / len(shares), narrow / LINES,
                  sum(1 - share for share in shares) / LINES)


# --- looking for deals ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """A deal selected as a level."""

    variant: str
    setup: dict[str, Any]
    rating: Rating
    proof: str

    @property
    def size(self) -> int:
        return sum(map(len, self.setup["columns"]))

    @property
    def par(self) -> int:
        """Return the par: two undos for every slip, since slips are noticed late, plus one."""
        return min(MOST_TAKEN_BACK, 1 + round(2 * self.rating.slips))


def deal(wanted: Wanted, rng: Random) -> dict[str, Any]:
    """Return a field of some of the dominoes; if it is smaller than the set, the others are not used."""
    standing = {read_domino(text) for text in wanted.tower_row if text}
    cards = [str(d) for d in shuffled((d for d in domino_set(6) if d not in standing), rng)]
    columns = [cards[i * wanted.rows:(i + 1) * wanted.rows] for i in range(wanted.columns)]
    return {"tower": list(wanted.tower_row), "columns": columns}


def look_for(wanted: Wanted, key: str) -> Iterator[Found]:
    rules = TurmDomino(rules_of("turm_domino", wanted.variant).values, wanted.variant)
    found = 0
    for attempt in range(TRIES * wanted.count):
        rng = rng_for("levels", key, attempt)
        setup = deal(wanted, rng)
        state = rules.start(setup, 1)
        if not Solver(rules).winnable(state):
            continue
        rating = rate(rules, state, rng, wanted)
        if rating is not None:
            line = [move for move, _, _ in sensible_line(rules, state, Solver(rules), rng)]
            yield Found(wanted.variant, setup, rating, " ".join(map(rules.write_move, line)))
            found += 1
            if found == wanted.count:
                return
    raise SystemExit(f"{key}: only {found} of {wanted.count} deals within {wanted.low}..{wanted.high}")


# --- writing --------------------------------------------------------------------------------------

HEAD = """\
# Levels of Turm-Domino, grade {grade}. Made by `python -m rules.games.turm_domino.make_levels`, which
# deals, solves, rates and discards; the names stand in game/locale/<language>/levels_turm_domino.yaml.
# columns: each from the top down; the last domino lies face up. par: moves that may be taken back for the
# third star. rating: how often simple play wins (at random, casual, careful), the share of moves that keep
# the deal winnable, and how many positions have only one such move. proof: moves that reach the goal.
grade: {grade}

levels:
"""


def written(level_id: int, found: Found) -> str:
    """Return one level as YAML; dominoes are quoted because YAML would misread some of them."""
    rating = found.rating
    numbers = ", ".join(f"{name}: {getattr(rating, name):.2f}"
                        for name in ("random", "casual", "careful", "kept", "narrow"))
    columns = "".join(f"        - {_list(column)}\n" for column in found.setup["columns"])
    return (f'  - id: "{level_id}"\n    variant: {found.variant}\n    setup:\n'
            f"      tower: {_list(found.setup['tower'])}\n      columns:\n{columns}"
            f'    goal: won\n    par: {found.par}\n    rating: {{{numbers}}}\n    proof: "{found.proof}"\n')


def _list(texts: list[str]) -> str:
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]"


def make_grade(grade: int, name: str, wishes: tuple[Wanted, ...]) -> None:
    found = []
    for index, wanted in enumerate(wishes):
        for level in look_for(wanted, f"{name} {index}"):
            found.append(level)
            print(f"{name}: {len(found)} of {sum(w.count for w in wishes)}, {level.variant}, "
                  f"ease {level.rating.ease:.2f}", file=sys.stderr)
    found.sort(key=lambda level: (level.size if grade == 1 else 0, -level.rating.ease))
    body = "\n".join(written(grade * 100 + number, level) for number, level in enumerate(found, 1))
    path = FOLDER / f"{name}.yaml"
    path.write_text(HEAD.format(grade=grade) + body, encoding="utf-8")
    grade_file(TurmDomino.game, path)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for grade, (name, wishes) in enumerate(GRADES, 1):
        make_grade(grade, name, wishes)


if __name__ == "__main__":
    main()
