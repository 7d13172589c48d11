"""The bots of Turris at the four levels, their reasons, and the analysis after a game.

Easy sees only the immediate effect of a block on the five faces. The others use playouts, the better the
more, and search exactly near the end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rules.base import Phrase
from rules.engine import Bot, Choice, Engine
from rules.games.turris.rules import Lay, Move, Pass, TakeOut, Turris, TurrisState
from rules.games.turris.search import Exact, TooLong, goodness, grow_tree, never
from rules.games.turris.tower import Tower, move_of, number_of
from rules.kit.shuffle import rng_for
from rules.kit.skill import Stop, softmax, time_is_up

# --- reasons ---


def why(rules: Turris, state: TurrisState, move: Move, legal: int) -> Phrase:
    """Return the reason for a move, checkable on the five faces."""
    if isinstance(move, Pass):
        return Phrase("hint.turris.declines" if state.bonus else "hint.turris.passes")
    if legal == 1:
        return Phrase("hint.turris.only")
    if isinstance(move, Lay) and not state.bonus and rules.apply(state, move).state.bonus:
        return Phrase("hint.turris.bonus")
    gain, effect = _largest_effect(rules, state, move)
    if isinstance(move, TakeOut):
        return effect if gain > 0 else Phrase("hint.turris.takes_out")
    return effect if gain > 0 else Phrase("hint.turris.quiet")


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

ANALYSED = 600
"""Playouts for every position of a game: 45 positions take a few seconds."""
BETTER = 2_000
"""Playouts to find the better alternative to the losing move."""
EXACT_BLOCKS, EXACT_NODES = 4, 1500
SLIP = 0.15
"""A fall of the balance that exceeds the noise of so few playouts."""


class TurrisEngine(Engine[TurrisState, Move]):
    """The thinking of Turris."""

    can_analyse = True
    rules: Turris

    def _choose(self, level: str, state: TurrisState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[Move]:
        return BOTS[level].choose(self.rules, state, player, rng, deadline, stop)

    def balance(self, states: Sequence[TurrisState], stop: Stop | None = None) -> list[float]:
        found: list[float] = []
        for state in states:
            if stop is not None and stop():
                break
            if state.ended is None:
                found.append(_standing(Tower.of(self.rules, state), rng_for("balance", state.ply), stop))
            else:
                winners = state.ended.winners
                found.append(0.0 if len(winners) != 1 else -1.0 if winners[0] else 1.0)
        return found

    def losing_move(self, states: Sequence[TurrisState], balances: Sequence[float] | None = None,
                    stop: Stop | None = None) -> tuple[int | None, bool]:
        """Return the loser's move after which the balance fell most; playouts prove nothing."""
        ended = states[-1].ended
        known = balances if balances is not None else self.balance(states, stop)
        if ended is None or len(ended.winners) != 1 or len(known) < len(states):
            return None, False
        loser = 1 - ended.winners[0]
        sign = -1 if loser else 1
        falls = {index: sign * (known[index] - known[index + 1])
                 for index in range(len(states) - 1) if states[index].player == loser}
        worst = max(falls, key=lambda index: falls[index], default=None)
        return (worst if worst is not None and falls[worst] > SLIP else None), False

    def better_move(self, state: TurrisState, stop: Stop | None = None) -> Choice[Move]:
        bot = ByPlayouts(BETTER, exact_blocks=5, exact_nodes=2500)
        return bot.choose(self.rules, state, state.player, rng_for("better", state.ply), None, stop)


def _standing(tower: Tower, rng: Random, stop: Stop | None) -> float:
    while len(moves := tower.moves()) == 1:
        tower.make(moves[0])
    if tower.over:
        return _decided(tower.lead())
    if sum(tower.stock) <= EXACT_BLOCKS:
        try:
            return _decided(Exact(EXACT_NODES, stop).lead(tower))
        except TooLong:
            pass
    first = grow_tree(tower, ANALYSED, rng.random, stop or never)[0]
    return -first.value if tower.player else first.value


def _decided(lead: int) -> float:
    """Return the balance of a game whose end is known: one point decides it."""
    return float((lead > 0) - (lead < 0))
