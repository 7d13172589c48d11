"""Make the levels of the triangle games: deals of the solitaire, and puzzles "the best move here".

Run with `python -m rules.games.triangles.make_levels`, optionally with the names of games; the result is
reproducible. It plays, rates and discards, then writes levels/<game>/*.yaml. The names of the levels are
written by hand, in game/locale/<language>/levels_<game>.yaml.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
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
from rules.kit.hands import Draw
from rules.kit.lattice import Cell, around, corners
from rules.kit.shuffle import below, pick, rng_for

# --- the solitaire: deals with a par --------------------------------------------------------------

MAKER = "make_triangle_levels"
VARIANT = "free"
"""The rules of the solitaire's levels: those of version 1.0, for which they were selected."""
GRADES = ("1_warming_up", "2_fair_hands", "3_thin_stock", "4_honeycombs")
PAR = (0.85, 0.88, 0.92, 0.95)
"""The required share of the strong bot's points, by grade."""
DEALS, EASY_GAMES = 40, 5
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


def solitaire() -> Iterator[tuple[str, list[Found]]]:
    """Yield the levels by grade: the further the easy bot falls behind the hard one, the higher the grade."""
    rules = TrippleSolitaire(rules_of("tripple_solitaire", VARIANT).values, VARIANT)
    deals: list[tuple[float, float, int, Setup, list[str]]] = []
    seed = 0
    while len(deals) < DEALS:
        seed += 1
        setup, rng = rules.deal(1, seed), rng_for("levels", rules.game, seed)
        best, proof = play_alone(rules, setup, "hard", rng)
        simple = sum(play_alone(rules, setup, "easy", rng)[0] for _ in range(EASY_GAMES)) / EASY_GAMES
        if best >= LOWEST and simple < PAR[0] * best:
            deals.append((best - simple, simple, best, setup, proof))
            say(rules.game, len(deals), DEALS, f"deal {seed}, hard {best}, easy {simple:.0f}")
    deals.sort(key=lambda deal: deal[0])
    size = DEALS // len(GRADES)
    for grade, name in enumerate(GRADES):
        yield name, [
            Found(setup, {"goal": "par", "par": 5 * int(PAR[grade] * best / 5)},
                  {"easy": simple, "hard": best, "gap": gap}, proof, VARIANT)
            for gap, simple, best, setup, proof in deals[grade * size:(grade + 1) * size]]


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
DRAWING = (0, 25, 50, 80)
"""How often, of 100 turns, players draw without need; larger hands offer more moves."""
MOST_HELD = 14
"""Positions with a larger hand are skipped: no rack is that long."""
GAMES_PLAYED = 6000
"""After this many games the script gives up: a window is too narrow."""


def puzzles(rules: Played, wishes: Sequence[Wanted], kind_of: Callable[[Position], str], lead: int,
            names: Sequence[str]) -> Iterator[tuple[str, list[Found]]]:
    """Yield puzzles by grade: the more ways to lay, the higher. One game yields at most one puzzle."""
    game, taken = rules.game, [0] * len(wishes)
    total = sum(wanted.count for wanted in wishes)
    found: list[Position] = []
    for seed in range(1, GAMES_PLAYED):
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
    size = total // len(names)
    for grade, name in enumerate(names):
        yield name, [position.found() for position in found[grade * size:(grade + 1) * size]]


# --- writing --------------------------------------------------------------------------------------

ABOUT_DEALS = """\
# par: the points to be had at the end, from what the hard bot made. rating: what the easy bot (on average)
# and the hard bot made, and the gap between them. proof: the game of the hard bot.
"""
ABOUT_PUZZLES = """\
# setup: the deal, and the moves that were made before. points: what the best move brings, and no other.
# par: moves
# that may be taken back for the third star. rating: how many ways there are to lay a tile, how many of the
# others are paid a bonus too, and by how much the best is better than the second. proof: the best move.
"""


MAKERS: dict[str, Callable[[], None]] = {
    "tripple_domino": lambda: write(
        "tripple_domino", "Tripple Domino", MAKER, ABOUT_PUZZLES, puzzles(
            TrippleDomino(rules_of("tripple_domino").values), TRIPPLE, tripple_kind, 10,
            ("1_first_finds", "2_sharp_eyes", "3_many_corners"))),
    "trio_domino": lambda: write(
        "trio_domino", "Trio-Domino", MAKER, ABOUT_PUZZLES, puzzles(
            TrioDomino(rules_of("trio_domino").values), TRIO, trio_kind, 2,
            ("1_three_colours", "2_double_row"))),
    "tripple_solitaire": lambda: write(
        "tripple_solitaire", "Tripple Solitaire", MAKER, ABOUT_DEALS, solitaire()),
}


def main() -> None:
    for game in sys.argv[1:] or MAKERS:
        MAKERS[game]()


if __name__ == "__main__":
    main()
