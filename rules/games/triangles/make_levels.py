"""Make the levels of the triangle games: deals of the solitaire, and puzzles "the best move here".

Run with `python -m rules.games.triangles.make_levels [GAME ...] [FILE ...]`, for all files of the games or
those named; the result is reproducible. It plays, rates and discards, then writes levels/<game>/*.yaml. The
names of the levels are written by hand, in game/locale/<language>/levels_<game>.yaml; those of later files
are only numbered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.base import Setup
from rules.catalog import rules_of
from rules.files.level_writer import Found, say, write
from rules.games.triangles.layout import Lay, Layout
from rules.games.triangles.tripple import TrippleState
from rules.games.trio_domino.rules import TrioDomino, TrioState
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_solitaire.bots import SolitaireEngine
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.grading import grade_file
from rules.kit.hands import Draw
from rules.kit.lattice import Cell, around, corners
from rules.kit.shuffle import below, pick, rng_for

# --- the solitaire: deals with a par --------------------------------------------------------------

MAKER = "games.triangles.make_levels"
VARIANT = "free"
"""The rules of the solitaire's levels: those of version 1.0, for which they were selected."""
PAR = (0.85, 0.88, 0.92, 0.95)
"""The required share of the strong bot's points, by grade."""
DEALS, MORE_DEALS, EASY_GAMES = 40, 20, 5
MORE_FROM = 10_000
"""The number of the first deal for later files, which have other puzzles than the first ones."""
LOWEST = 120
"""Deals in which the strong bot scores less are discarded as too poor."""


def play_alone(rules: TrippleSolitaire, setup: Setup, level: str, rng: Random) -> tuple[int, list[str]]:
    """Return the points of a bot in a deal, and its moves."""
    state, moves = rules.start(setup, 1), []
    while rules.outcome(state) is None:
        move = SolitaireEngine(rules).choose(level, state, 0, rng).move
        moves.append(rules.write_move(move))
        state = rules.apply(state, move).state
    return state.scores[0], moves


def solitaire_deals(count: int, seed: int) -> list[tuple[float, float, int, Setup, list[str]]]:
    """Return deals, the one in which the easy bot comes closest to the hard one first."""
    rules = TrippleSolitaire(rules_of("tripple_solitaire", VARIANT).values, VARIANT)
    deals: list[tuple[float, float, int, Setup, list[str]]] = []
    while len(deals) < count:
        seed += 1
        setup, rng = rules.deal(1, seed), rng_for("levels", rules.game, seed)
        best, proof = play_alone(rules, setup, "hard", rng)
        simple = sum(play_alone(rules, setup, "easy", rng)[0] for _ in range(EASY_GAMES)) / EASY_GAMES
        if best >= LOWEST and simple < PAR[0] * best:
            deals.append((best - simple, simple, best, setup, proof))
            say(rules.game, len(deals), count, f"deal {seed}, hard {best}, easy {simple:.0f}")
    return sorted(deals, key=lambda deal: deal[0])


def solitaire() -> Iterator[list[Found]]:
    """Yield the levels by grade: the further the easy bot falls behind the hard one, the higher the grade."""
    deals = solitaire_deals(DEALS, 0)
    size = DEALS // len(PAR)
    for grade, share in enumerate(PAR):
        yield with_par(deals[grade * size:(grade + 1) * size], share)


def with_par(deals: Sequence[tuple[float, float, int, Setup, list[str]]], share: float) -> list[Found]:
    """Return deals as levels whose par is a share of what the hard bot made."""
    return [Found(setup, {"goal": "par", "par": 5 * int(share * best / 5)},
                  {"easy": simple, "hard": best, "gap": gap}, proof, VARIANT)
            for gap, simple, best, setup, proof in deals]


# --- puzzles: positions with one best move --------------------------------------------------------


Played = TrippleDomino | TrioDomino


@dataclass(frozen=True)
class Position:
    """A position in mid-game in which one move scores clearly more than all others."""

    setup: Setup
    move: str
    kinds: tuple[str, ...]
    """The kinds of points of that move."""
    points: int
    lead: int
    """By how much it is better than the second."""
    moves: int
    """Number of ways to lay a tile."""
    others: int
    """Number of other ways that also score a bonus."""

    def found(self) -> Found:
        rating = {"moves": self.moves, "others": self.others, "lead": self.lead}
        goal = {"players": 2, "goal": "points", "points": self.points, "moves": 1, "par": 0}
        return Found(self.setup, goal, rating, [self.move])


@dataclass(frozen=True)
class Wanted:
    """Puzzles to look for: their kind, number, and range of ways to lay."""

    count: int
    kind: str
    low: int = 2
    high: int = 99
    others: int = 0
    """Minimum number of other moves that also score a bonus."""


def plain(rules: Played, state: Any, move: Lay) -> bool:
    """Return whether a move scores no bonus. Players who avoid bonuses let them accumulate."""
    return not {kind for _, kind in rules.score_of(state, move)} - {"tiles", "points", "last"}


def crowd(layout: Layout, cell: Cell) -> int:
    """Return the number of tiles around a cell; where there are many, rings grow."""
    return sum(near in layout.at for vertex in corners(cell) for near in around(vertex))


def drawn_in(state: TrippleState | TrioState) -> int:
    """Return the draws of the turn; in Trio-Domino a draw ends it."""
    return state.drawn if isinstance(state, TrippleState) else 0


def chance_move(rules: Played, state: Any, legal: list[Any], lays: list[Lay], rng: Random, seed: int) -> Any:
    """Return the move of a player who avoids bonuses, in most games draws often, in some lays compactly."""
    dull = [move for move in lays if plain(rules, state, move)]
    draws = [move for move in legal if isinstance(move, Draw)]
    if draws and not drawn_in(state) and below(rng, 100) < DRAWING[seed % 4]:
        return draws[0]
    if dull and seed % 4 == 1:
        most = max(crowd(state.layout, move.cell) for move in dull)
        dull = [move for move in dull if crowd(state.layout, move.cell) >= most - 1]
    return pick(rng, dull or draws or lays or legal)


def positions(rules: Played, seed: int, lead: int) -> Iterator[Position]:
    """Yield the puzzles that occur in one game of two such players."""
    setup, rng = rules.deal(2, seed), rng_for("levels", rules.game, seed)
    state: Any = rules.start(setup, 2)
    before: list[str] = []
    while rules.outcome(state) is None:
        legal = list(rules.legal_moves(state))
        lays = [move for move in legal if isinstance(move, Lay)]
        sensible = len(state.layout.laid) >= 5 and len(state.hand) <= MOST_HELD and not drawn_in(state)
        if sensible and len(lays) > 1:
            position = best_here(rules, state, lays, lead, {**setup, "moves": list(before)})
            if position is not None:
                yield position
        move = chance_move(rules, state, legal, lays, rng, seed)
        before.append(rules.write_move(move))
        state = rules.apply(state, move).state


def best_here(rules: Played, state: Any, lays: list[Lay], lead: int, setup: Setup) -> Position | None:
    """Return the puzzle of a position if its best move beats the second by `lead` and scores a bonus."""
    def gain(move: Lay) -> int:
        after: int = rules.apply(state, move).state.scores[state.player]
        return after - int(state.scores[state.player])

    # Applying is slow: check the points of the moves first, which is everything but the settlement.
    paid = sorted((sum(points for points, _ in rules.score_of(state, move)) for move in lays), reverse=True)
    if paid[0] - paid[1] < lead:
        return None
    gains = sorted(((gain(move), str(move), move) for move in lays), reverse=True)
    (most, text, best), (second, _, _) = gains[:2]
    if most - second < lead or plain(rules, state, best):
        return None
    kinds = tuple(kind for _, kind in rules.score_of(state, best))
    others = sum(not plain(rules, state, move) for move in lays) - 1
    return Position(setup, text, kinds, most, most - second, len(lays), others)


def tripple_kind(position: Position) -> str:
    if "last" in position.kinds:
        return "out"
    return "rings" if position.kinds.count("hexagon") > 1 else position.kinds[-1]


def trio_kind(position: Position) -> str:
    return "colour" if position.points >= 6 else ""


TRIPPLE = (
    Wanted(3, "rings", 5), Wanted(3, "double", 5), Wanted(5, "out", 2),
    Wanted(2, "hexagon", 6, 7), Wanted(2, "bridge", 6, 7),
    Wanted(3, "hexagon", 8, 12), Wanted(3, "bridge", 8, 12),
    Wanted(5, "hexagon", 13, others=1), Wanted(4, "bridge", 13),
)
TRIO = (
    Wanted(5, "colour", 8, 13), Wanted(5, "colour", 14, 19, 1),
    Wanted(7, "colour", 20, 29, 2), Wanted(3, "colour", 30, 99, 2),
)
BRIDGES = (Wanted(3, "bridge", 6, 9), Wanted(7, "bridge", 10, 14), Wanted(5, "bridge", 15))
HEXAGONS = (Wanted(3, "hexagon", 6, 9), Wanted(6, "hexagon", 10, 14, 1), Wanted(4, "hexagon", 15, others=1),
            Wanted(2, "rings", 5))
COLOURS = (Wanted(6, "colour", 8, 13), Wanted(8, "colour", 14, 19, 1), Wanted(6, "colour", 20, 24, 1))
MANY_COLOURS = (Wanted(12, "colour", 20, 29, 2), Wanted(8, "colour", 30, 99, 2))
DRAWING = (0, 25, 50, 80)
"""How often, of 100 turns, players draw without need; larger hands offer more moves."""
MOST_HELD = 14
"""Positions with a larger hand are skipped: no rack is that long."""
GAMES_PLAYED = 6000
"""After this many games the script gives up: a window is too narrow."""


def puzzles(rules: Played, wishes: Sequence[Wanted], kind_of: Callable[[Position], str], lead: int,
            grades: int = 1, first: int = 1) -> Iterator[list[Found]]:
    """Yield puzzles by grade: the more ways to lay, the higher. One game yields at most one puzzle."""
    game, taken = rules.game, [0] * len(wishes)
    total = sum(wanted.count for wanted in wishes)
    found: list[Position] = []
    for seed in range(first, first + GAMES_PLAYED):
        for position in positions(rules, seed, lead):
            index = next((i for i, wanted in enumerate(wishes)
                          if taken[i] < wanted.count and wanted.kind == kind_of(position)
                          and position.others >= wanted.others
                          and wanted.low <= position.moves <= wanted.high), None)
            if index is not None:
                taken[index] += 1
                found.append(position)
                say(game, len(found), total, f"deal {seed}, {wishes[index].kind}, "
                    f"{position.moves} ways to lay, {position.points} points")
                break
        if len(found) == total:
            break
    else:
        raise SystemExit(f"{game}: only {taken} of {[wanted.count for wanted in wishes]} puzzles")
    found.sort(key=lambda position: (position.moves, position.others, -position.lead))
    size = total // grades
    for grade in range(grades):
        yield [position.found() for position in found[grade * size:(grade + 1) * size]]


# --- writing --------------------------------------------------------------------------------------

ABOUT_DEALS = """\
# par: the points to be had at the end, from what the hard bot made. rating: what the easy bot (on average)
# and the hard bot made, and the gap between them. proof: the game of the hard bot.
"""
ABOUT_PUZZLES = """\
# setup: the deal, and the moves that were made before. points: what the best move brings, and no other.
# par: moves that may be taken back for the third star. rating: how many ways there are to lay a tile, how
# many of the others are paid a bonus too, and by how much the best is better than the second. proof: the best
# move.
"""


def tripple(wishes: Sequence[Wanted], grades: int = 1, first: int = 1) -> Iterator[list[Found]]:
    return puzzles(TrippleDomino(rules_of("tripple_domino").values), wishes, tripple_kind, 10, grades, first)


def trio(wishes: Sequence[Wanted], grades: int = 1, first: int = 1) -> Iterator[list[Found]]:
    return puzzles(TrioDomino(rules_of("trio_domino").values), wishes, trio_kind, 2, grades, first)


@dataclass(frozen=True)
class Batch:
    """Files that are made together."""

    names: tuple[str, ...]
    make: Callable[[], Iterable[list[Found]]]
    is_named: bool = True
    """Whether the levels have names."""


BATCHES: dict[str, tuple[str, str, tuple[Batch, ...]]] = {
    "tripple_domino": ("Tripple Domino", ABOUT_PUZZLES, (
        Batch(("1_first_finds", "2_sharp_eyes", "3_many_corners"), lambda: tripple(TRIPPLE, 3)),
        Batch(("4_bridges",), lambda: tripple(BRIDGES, first=MORE_FROM), is_named=False),
        Batch(("5_hexagons",), lambda: tripple(HEXAGONS, first=2 * MORE_FROM), is_named=False))),
    "trio_domino": ("Trio-Domino", ABOUT_PUZZLES, (
        Batch(("1_three_colours", "2_double_row"), lambda: trio(TRIO, 2)),
        Batch(("3_colour_eyes",), lambda: trio(COLOURS, first=MORE_FROM), is_named=False),
        Batch(("4_full_palette",), lambda: trio(MANY_COLOURS, first=2 * MORE_FROM), is_named=False))),
    "tripple_solitaire": ("Tripple Solitaire", ABOUT_DEALS, (
        Batch(("1_warming_up", "2_fair_hands", "3_thin_stock", "4_honeycombs"), solitaire),
        Batch(("5_second_wind",), lambda: [with_par(solitaire_deals(MORE_DEALS, MORE_FROM), 0.9)],
              is_named=False))),
}


def main() -> None:
    games = [game for game in BATCHES if game in sys.argv[1:]]
    files = [name for name in sys.argv[1:] if name not in games]
    for game in games or BATCHES:
        title, about, batches = BATCHES[game]
        grade = 0
        for batch in batches:
            if not files or set(files) & set(batch.names):
                for number, (name, levels) in enumerate(zip(batch.names, batch.make(), strict=True), 1):
                    path = write(game, title, MAKER, about, grade + number, name, levels)
                    grade_file(game, path, renumber=not batch.is_named)
            grade += len(batch.names)


if __name__ == "__main__":
    main()
