"""The bots of Trio-Domino at the four levels.

Easy counts points and overlooks the colours; medium sees all points; hard also gets rid of heavy tiles and
leaves less to the next player; master samples the hidden tiles and plays some turns out by simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import ClassVar

from rules.base import Phrase
from rules.engine import Bot, Choice, Engine, Verdict
from rules.games.triangles.fast_board import cell_number
from rules.games.triangles.layout import Lay, Stop, value
from rules.games.trio_domino.review import review_move
from rules.games.trio_domino.rules import GoOn, Move, TrioDomino, TrioState
from rules.games.trio_domino.twin import AGREEING, POINTS, SET, Game, TrioBoard
from rules.kit.hands import Draw
from rules.kit.playouts import World, best_of
from rules.kit.shuffle import pick
from rules.kit.skill import Stop as Interrupt
from rules.kit.skill import softmax, time_is_up

MEAN_TILE = 3.0
"""Average value of a tile in another hand."""
WAIT = 0.0
"""The weight of a draw or a pass while something fits."""
HEAVY = 0.5
"""Fraction of a tile's value counted as a gain when it is laid: tiles left at the end are subtracted."""


# --- rating a move without search -----------------------------------------------------------------


class Ahead:
    """The table after each of several lays; computed once per position."""

    def __init__(self, rules: TrioDomino, state: TrioState):
        self.board, self.factor = TrioBoard(rules, state), rules.factor
        seen = SET.bits([*state.hand, *(lay.tile for lay in state.layout.laid)])
        self.unseen = SET.bits(SET.tiles) & ~seen
        self.next_hand = len(state.hands[(state.player + 1) % len(state.hands)])

    def points_left(self, move: Lay) -> float:
        """Return the next player's expected points: the best lay times the chance to hold its tile."""
        board = self.board.copy()
        board.lay_way(cell_number(move.cell), move.corners)
        count, missing, expected, counted = max(1, self.unseen.bit_count()), 1.0, 0.0, 0
        for points, tiles in sorted(self._offers(board), key=lambda offer: -offer[0]):
            fresh = tiles & ~counted
            counted |= fresh
            chance = 1.0 - (1.0 - fresh.bit_count() / count) ** self.next_hand
            expected += missing * chance * points
            missing *= 1.0 - chance
        return expected

    def _offers(self, board: TrioBoard) -> list[tuple[int, int]]:
        """Return for each open cell the points, and the unseen tiles that score them."""
        offers = []
        for cell, code in board.open.items():
            points, wanted = POINTS[code], board.wants.get(cell)
            offers.append((points, self.unseen & SET.fitting[code]))
            if wanted is not None and points:
                offers.append((points * self.factor, self.unseen & AGREEING.get((code, wanted), 0)))
        return offers


def looks_won(state: TrioState, player: int) -> bool:
    """Return whether the game would probably be won if it ended now, other hands estimated by their size.

    Alone, only points matter, and the stock holds more of them.
    """
    if len(state.hands) == 1:
        return not state.stock
    totals = [score - MEAN_TILE * len(hand) for score, hand in zip(state.scores, state.hands, strict=False)]
    return totals[player] == max(totals)


def why(rules: TrioDomino, state: TrioState, move: Move, legal: Sequence[Move]) -> Phrase:
    """Return the reason for a move, checkable on the table."""
    lays = [other for other in legal if isinstance(other, Lay)]
    if not isinstance(move, Lay):
        return _why_call(move, lays)
    points = rules.score_of(state, move)
    values = {"tile": move.tile, "cell": str(move.cell), "points": sum(won for won, _ in points)}
    if len(state.hand) == 1:
        return Phrase("hint.trio_domino.last", values)
    if len(legal) == 1:
        return Phrase("hint.trio_domino.forced", values)
    if len(points) > 1:
        return Phrase("hint.trio_domino.colours", values)
    if value(move.tile) == max(map(value, state.hand)):
        return Phrase("hint.trio_domino.heavy", values | {"value": value(move.tile)})
    return Phrase("hint.trio_domino.points", values)


def _why_call(move: Move, lays: Sequence[Lay]) -> Phrase:
    if isinstance(move, Draw):
        return Phrase("hint.trio_domino.draw_ahead" if lays else "hint.trio_domino.draw", {"n": move.count})
    if isinstance(move, Stop):
        return Phrase("hint.trio_domino.ends")
    if isinstance(move, GoOn):
        return Phrase("hint.trio_domino.goes_on")
    return Phrase("hint.trio_domino.pass_ahead" if lays else "hint.trio_domino.pass")


# --- the levels -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByWeight:
    """Lays the tile with the highest weight; draws one tile if nothing fits; stops when that looks won."""

    colours: bool
    """Whether it sees that matching colours double the points."""
    heavy: float = 0.0
    """Fraction of a tile's value counted as a gain: tiles left at the end are subtracted."""
    danger: float = 0.0
    """Weight of the points that the next player may score."""
    warmth: float = 0.0
    cut: float = 0.0

    def choose(self, rules: TrioDomino, state: TrioState, player: int, rng: Random,
               deadline: float | None = None, stop: Interrupt | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        moves = self._promising(state, player, legal)
        values = self.weigh(rules, state, moves)
        if self.warmth:
            move = softmax(moves, values, self.warmth, self.cut, rng)
        else:
            best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
            move = pick(rng, best)
        return Choice(move, why(rules, state, move, legal), values[moves.index(move)])

    @staticmethod
    def _promising(state: TrioState, player: int, legal: Sequence[Move]) -> list[Move]:
        if state.choosing:
            return [Stop() if looks_won(state, player) else GoOn()]
        return [move for move in legal if isinstance(move, Lay)] or [legal[0]]

    def weigh(self, rules: TrioDomino, state: TrioState, moves: Sequence[Move]) -> list[float]:
        ahead = Ahead(rules, state) if self.danger and len(moves) > 1 else None
        return [self._weight(rules, state, move, ahead) if isinstance(move, Lay) else 0.0 for move in moves]

    def _weight(self, rules: TrioDomino, state: TrioState, move: Lay, ahead: Ahead | None) -> float:
        points = sum(won for won, kind in rules.score_of(state, move) if self.colours or kind != "colour")
        left = ahead.points_left(move) if ahead else 0.0
        return points + self.heavy * value(move.tile) - self.danger * left


@dataclass(frozen=True, slots=True)
class ByWorlds:
    """Plays the most promising moves out for some turns in sampled worlds and takes the best on average."""

    worlds: int
    width: int
    """The number of lays examined; the moves without a tile always are."""
    plies: int
    """Number of moves simulated; then the tiles in the hands are subtracted, as at the end of a game."""
    weights: ByWeight
    trust: float
    """Number of worlds that the prior weights count for."""

    def choose(self, rules: TrioDomino, state: TrioState, player: int, rng: Random,
               deadline: float | None = None, stop: Interrupt | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        weights = self.worth_a_try(rules, state, player, legal)
        moves = list(weights)
        move, good = moves[0], 0.0
        if len(moves) > 1:
            # Whether to stop depends on winning, which needs the whole rest of the game.
            plies, judge = (None, won) if state.choosing and len(state.hands) > 1 else (self.plies, lead)
            imagine = partial(_imagine, rules, state, Game(rules, state), player, rng, plies, judge)
            known = [self.trust * weight for weight in weights.values()]
            move, good = best_of(moves, imagine, self.worlds, lambda: time_is_up(deadline, stop), known)
        return Choice(move, why(rules, state, move, legal), good)

    def worth_a_try(self, rules: TrioDomino, state: TrioState, player: int,
                    legal: Sequence[Move]) -> dict[Move, float]:
        """Return the moves to examine with their weights; of equally good ones only the first."""
        if state.choosing:
            order = (Stop(), GoOn()) if looks_won(state, player) else (GoOn(), Stop())
            return dict.fromkeys(order, 0.0)
        lays = [move for move in legal if isinstance(move, Lay)]
        weights = dict(zip(lays, self.weights.weigh(rules, state, lays), strict=False))
        best = sorted(lays, key=lambda move: -weights[move])[:self.width]
        others = [move for move in legal if not isinstance(move, Lay)]
        return {move: weights[move] for move in best} | dict.fromkeys(others, WAIT)


Judge = Callable[[Sequence[int], int], float]


def lead(scores: Sequence[int], player: int) -> float:
    """Return the points ahead of the best other player; alone, all points count."""
    return scores[player] - max((score for seat, score in enumerate(scores) if seat != player), default=0)


def won(scores: Sequence[int], player: int) -> float:
    """Return 1 for a win, 0.5 for a shared one, else 0."""
    ahead = lead(scores, player)
    return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0


def _imagine(rules: TrioDomino, state: TrioState, base: Game, player: int, rng: Random,
             plies: int | None, judge: Judge) -> World[Move]:
    """Return a sampled world: the hidden tiles dealt again, in which a move can be played out."""
    guess = rules.guess_hidden(state, player, rng)
    hands = [SET.bits(hand) for hand in guess.hands]
    stock = [SET.number[tile] for tile in reversed(guess.stock)]

    def play_on(move: Move) -> float:
        twin = base.with_hidden(hands, stock)
        twin.play(move)
        return judge(twin.finish(HEAVY, plies), player)

    return play_on


CAREFUL = ByWeight(colours=True, heavy=HEAVY, danger=0.4)
"""A danger of 0.2 to 0.9 beats none in 52 to 54 % of 600 games, 0.4 most."""

MASTER = ByWorlds(worlds=200, width=12, plies=6, weights=CAREFUL, trust=8)

BOTS: dict[str, Bot[TrioDomino, TrioState, Move]] = {
    "easy": ByWeight(colours=False, warmth=1.5, cut=4.0),
    "medium": ByWeight(colours=True, warmth=1.5, cut=3.0),
    "hard": ByWeight(colours=True, heavy=HEAVY, danger=0.15),
    "master": MASTER,
}
YARDSTICKS: dict[str, Bot[TrioDomino, TrioState, Move]] = {
    "patient": replace(MASTER, worlds=10 * MASTER.worlds)}
"""Shows how much of the game is luck: it wins no more against hard than master does."""

REVIEWED = ByWorlds(worlds=0, width=5, plies=12, weights=CAREFUL, trust=0)
"""Which moves a review looks at, and how far it plays on."""


class TrioEngine(Engine[TrioState, Move]):
    """The thinking of Trio-Domino."""

    goals = ("points",)
    yardsticks: ClassVar = {"patient": "hard"}
    rules: TrioDomino

    def _choose(self, level: str, state: TrioState, player: int, rng: Random,
                deadline: float | None, stop: Interrupt | None) -> Choice[Move]:
        return (BOTS | YARDSTICKS)[level].choose(self.rules, state, player, rng, deadline, stop)

    def _review(self, state: TrioState, move: Move, player: int, rng: Random, share: float,
                stop: Interrupt) -> Verdict[Move]:
        rules, legal = self.rules, list(self.rules.legal_moves(state))
        plies = None if state.choosing else REVIEWED.plies
        imagine = partial(_imagine, rules, state, Game(rules, state), player, rng, plies, lead)
        others = list(REVIEWED.worth_a_try(rules, state, player, legal))
        return review_move(rules, state, move, others, imagine,
                           lambda best: why(rules, state, best, legal), share, stop)
