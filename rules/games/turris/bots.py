"""The bots of Turris at the four levels, their reasons, and the review after a game.

Easy sees only the immediate effect of a block on the five faces. The others use playouts, the better the
more, and search exactly near the end of the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from rules.base import Phrase
from rules.engine import Bot, Choice, Engine, Goal, Verdict
from rules.games.turris.rules import Lay, Move, Pass, TakeOut, Turris, TurrisState
from rules.games.turris.search import Exact, TooLong, goodness, grow_tree
from rules.games.turris.tower import Tower, move_of, number_of
from rules.kit.skill import Stop, softmax, time_is_up

# --- reasons ---


def why(rules: Turris, state: TurrisState, move: Move, legal: int) -> Phrase:
    """Return the reason for a move, checkable on the five faces."""
    if isinstance(move, Pass):
        return Phrase("hint.turris.declines_ahead" if state.bonus else "hint.turris.passes")
    if legal == 1:
        return Phrase("hint.turris.only")
    if isinstance(move, Lay) and not state.bonus and rules.apply(state, move).state.bonus:
        return Phrase("hint.turris.bonus")
    gain, effect = _largest_effect(rules, state, move)
    if isinstance(move, TakeOut):
        return effect if gain > 0 else Phrase("hint.turris.takes_out")
    return effect if gain > 0 else Phrase("hint.turris.ahead")


def _largest_effect(rules: Turris, state: TurrisState, move: Move) -> tuple[int, Phrase]:
    """Return the largest change by a move on one face: an own group grows, or an opposing one shrinks."""
    own, other = state.player, 1 - state.player
    effects: list[tuple[int, int, Phrase]] = []
    for before, after in zip(rules.faces(state), rules.faces_after(state, move), strict=False):
        values = {"face": Phrase(f"turris.face.{before.name}")}
        grown = after.points[own] - before.points[own]
        cut = before.points[other] - after.points[other]
        effects.append((grown, after.points[own], Phrase("hint.turris.grows", values | {
            "before": before.points[own], "after": after.points[own]})))
        effects.append((cut, before.points[other], Phrase("hint.turris.cuts", values | {
            "before": before.points[other], "after": after.points[other]})))
    gain, _, phrase = max(effects, key=lambda effect: effect[:2])
    return gain, phrase


# --- the levels ---


@dataclass(frozen=True, slots=True)
class ByScore:
    """Plays the move with the highest immediate lead, with some noise."""

    warmth: float
    cut: float

    def choose(self, rules: Turris, state: TurrisState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        legal = list(rules.legal_moves(state))
        values = [float(_lead_after(rules, state, move)) for move in legal]
        move = softmax(legal, values, self.warmth, self.cut, rng)
        return Choice(move, why(rules, state, move, len(legal)), values[legal.index(move)])


def _lead_after(rules: Turris, state: TurrisState, move: Move) -> int:
    tower = Tower.of(rules, state)
    tower.make(number_of(move))
    return -tower.lead() if state.player else tower.lead()


@dataclass(frozen=True, slots=True)
class ByPlayouts:
    """Builds a tree of playouts; with few blocks left it searches to the end of the game."""

    playouts: int
    exact_blocks: int = 0
    """Maximum number of blocks left for an exact search."""
    exact_nodes: int = 0
    """Node limit of the exact search."""

    def choose(self, rules: Turris, state: TurrisState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[Move]:
        def enough() -> bool:
            return time_is_up(deadline, stop)

        tower = Tower.of(rules, state)
        moves = tower.moves()
        if len(moves) == 1:
            number, value = moves[0], 0.0
        else:
            number, value = self._exact(state, tower, enough) or self._likely(tower, rng, enough)
        move = move_of(tower, number)
        return Choice(move, why(rules, state, move, len(moves)), value)

    def _exact(self, state: TurrisState, tower: Tower, enough: Stop) -> tuple[int, float] | None:
        one_turn = state.puzzle is not None and state.puzzle.until == "turn"
        if sum(state.stock) > self.exact_blocks and not one_turn:
            return None
        try:
            leads = Exact(self.exact_nodes, enough, whole_turn=one_turn).leads(tower)
        except TooLong:
            return None
        sign = -1 if state.player else 1
        best = max(leads, key=lambda number: sign * leads[number])
        return best, goodness(sign * leads[best])

    def _likely(self, tower: Tower, rng: Random, enough: Stop) -> tuple[int, float]:
        first = grow_tree(tower, self.playouts, rng.random, enough)[0]
        return first.move, first.value


BOTS: dict[str, Bot[Turris, TurrisState, Move]] = {
    "easy": ByScore(warmth=1.5, cut=5.0),
    "medium": ByPlayouts(40),
    "hard": ByPlayouts(500, exact_blocks=5, exact_nodes=2500),
    "master": ByPlayouts(6000, exact_blocks=7, exact_nodes=12000),
}


# --- after the game ---

REVIEW_PLAYOUTS, LEAST_PLAYOUTS, MOST_PLAYOUTS = 30_000, 60, 1_000
"""Playouts of a whole review, and for one of the three searches of a move."""
EXACT_BLOCKS, EXACT_NODES = 4, 1500
PUZZLE_NODES = (10_000, 50_000, 200_000)
"""Positions searched for a puzzle, by depth."""


class TurrisEngine(Engine[TurrisState, Move]):
    """The thinking of Turris."""

    measure = "chance"
    goals = ("turn", "end")
    depths = len(PUZZLE_NODES)
    rules: Turris

    def _choose(self, level: str, state: TurrisState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Move]:
        return BOTS[level].choose(self.rules, state, player, rng, deadline, stop)

    def _review(self, state: TurrisState, move: Move, player: int, rng: Random, share: float,
                stop: Stop) -> Verdict[Move]:
        """Search for the best move, then value it and the move made by the same playouts."""
        playouts = max(LEAST_PLAYOUTS, min(MOST_PLAYOUTS, round(share * REVIEW_PLAYOUTS / 3)))
        bot = ByPlayouts(playouts, exact_blocks=EXACT_BLOCKS, exact_nodes=EXACT_NODES)
        best, seed = bot.choose(self.rules, state, player, rng, None, stop), rng.random()

        def chance(tried: Move) -> float:
            after = Tower.of(self.rules, self.rules.apply(state, tried).state)
            lead = _standing(after, playouts, Random(seed), stop)
            return (1.0 - lead if player else 1.0 + lead) / 2

        value = chance(move)
        good = value if best.move == move else chance(best.move)
        if good > value:
            return Verdict(value, replace(best, value=good))
        legal = len(list(self.rules.legal_moves(state)))
        return Verdict(value, Choice(move, why(self.rules, state, move, legal), value))


    def puzzle(self, goal: str, state: TurrisState, seat: int, depth: int, stop: Stop) -> Goal[Move] | None:
        """Find the only best move of the turn, or of the rest of the game, by exhaustive search."""
        tower = Tower.of(self.rules, state)
        exact = Exact(PUZZLE_NODES[depth - 1], stop, whole_turn=goal == "turn")
        try:
            found, line = exact.leads(tower).values(), exact.line(tower)
        except TooLong:
            return None
        leads = sorted((lead if seat == 0 else -lead for lead in found), reverse=True)
        if len(leads) < 2 or leads[0] == leads[1]:
            return None
        proof = []
        for move in line:
            proof.append(move_of(tower, move))
            tower = tower.copy()
            tower.make(move)
        return Goal("solved", tuple(proof), par=len(proof),
                    setup={"puzzle": {"seat": seat, "lead": leads[0], "until": goal}})


def _standing(tower: Tower, playouts: int, rng: Random, stop: Stop) -> float:
    """Return the balance of a position, from 1 (won for seat 0) to -1."""
    while not tower.over and len(moves := tower.moves()) == 1:
        tower.make(moves[0])
    if tower.over:
        return _decided(tower.lead())
    if sum(tower.stock) <= EXACT_BLOCKS:
        try:
            return _decided(Exact(EXACT_NODES, stop).lead(tower))
        except TooLong:
            pass
    first = grow_tree(tower, playouts, rng.random, stop)[0]
    return -first.value if tower.player else first.value


def _decided(lead: int) -> float:
    """Return the balance of a game whose end is known: one point decides it."""
    return float((lead > 0) - (lead < 0))
