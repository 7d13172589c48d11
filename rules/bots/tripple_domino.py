"""Players of Tripple Domino at the four levels.

Easy sees what a tile is worth and little else; medium weighs the points against what the move leaves to the
others; hard and master imagine the hidden tiles and play the round out in their heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from rules.base import Phrase
from rules.bots import Bot, Choice, Stop
from rules.bots.levels import softmax, time_is_up
from rules.bots.tripple_round import SET, Round, TrippleBoard
from rules.games.triangle_layout import Draw, Lay, Pass, value
from rules.games.tripple import Move, TrippleState
from rules.games.tripple_domino import TrippleDomino
from rules.shuffle import pick

HALF_SURE = 60.0
"""A lead at the end of a round that is worth e : 1 for the rest of the game."""


# --- judging a move by what lies on the table -----------------------------------------------------


def points_of(rules: TrippleDomino, state: TrippleState, move: Move) -> int:
    return sum(points for points, _ in rules.score_of(state, move))


def left_to_others(rules: TrippleDomino, state: TrippleState, move: Lay) -> float:
    """The bonus that the next player can expect to find after a move: the best one, by how likely it is."""
    board = TrippleBoard(rules, state.layout.lay(move))
    if not board.bonus:
        return 0.0
    mine = SET.bits(state.hand)
    seen = mine | SET.bits([lay.tile for lay in board_tiles(state)])
    unseen = SET.bits(SET.tiles) & ~seen
    held = len(state.hands[(state.player + 1) % len(state.hands)])
    count = max(1, unseen.bit_count())
    missing, expected = 1.0, 0.0
    for cell, bonus in sorted(board.bonus.items(), key=lambda entry: -entry[1]):
        fitting = (unseen & SET.fitting[board.open[cell]]).bit_count()
        chance = 1.0 - (1.0 - fitting / count) ** held
        expected += missing * chance * bonus
        missing *= 1.0 - chance
    return expected


def board_tiles(state: TrippleState) -> Sequence[Lay]:
    return state.layout.laid


def keeps(rules: TrippleDomino, state: TrippleState, move: Lay) -> int:
    """How many of the tiles that stay in the hand fit somewhere after a move."""
    after = state.layout.lay(move)
    rest = frozenset(state.hand) - {move.tile}
    from rules.games.tripple import FITTING

    return len({lay.tile for lay in after.placements(rest, FITTING)})


# --- the levels -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByValue:
    """Looks for a tile worth much and is not too sure; does not think of drawing while something fits."""

    warmth: float
    cut: float
    sees_bonus: bool = True

    def choose(self, rules, state, player, rng, deadline=None, stop=None) -> Choice:
        legal = list(rules.legal_moves(state))
        lays = [move for move in legal if isinstance(move, Lay)] or legal
        values = [float(points_of(rules, state, move) if self.sees_bonus or not isinstance(move, Lay)
                  else value(move.tile)) for move in lays]
        move = softmax(lays, values, self.warmth, self.cut, rng)
        return Choice(move, Phrase("x"), 0)


@dataclass(frozen=True, slots=True)
class ByWeight:
    danger: float = 0.5
    keep: float = 1.0

    def choose(self, rules, state, player, rng, deadline=None, stop=None) -> Choice:
        legal = list(rules.legal_moves(state))
        lays = [move for move in legal if isinstance(move, Lay)] or legal
        if len(lays) == 1:
            return Choice(lays[0], Phrase("x"), 0)
        values = self.weigh(rules, state, lays)
        best = max(values)
        return Choice(pick(rng, [m for m, v in zip(lays, values) if v == best]), Phrase("x"), best)

    def weigh(self, rules, state, lays):
        out = []
        for move in lays:
            v = float(points_of(rules, state, move))
            if isinstance(move, Lay) and state.layout.laid:
                if self.danger:
                    v -= self.danger * left_to_others(rules, state, move)
                if self.keep and len(state.hand) > 1:
                    v += self.keep * keeps(rules, state, move)
            out.append(v)
        return out


@dataclass(frozen=True, slots=True)
class ByWorlds:
    worlds: int
    width: int
    scale: float = HALF_SURE
    weights: ByWeight = ByWeight()

    def choose(self, rules, state, player, rng, deadline=None, stop=None) -> Choice:
        legal = list(rules.legal_moves(state))
        if len(legal) == 1:
            return Choice(legal[0], Phrase("x"), 0)
        lays = [move for move in legal if isinstance(move, Lay)]
        other = [move for move in legal if not isinstance(move, Lay)]
        weights = self.weights.weigh(rules, state, lays)
        order = sorted(range(len(lays)), key=lambda i: -weights[i])
        candidates = [lays[i] for i in order[:self.width]] + other
        if len(candidates) == 1:
            return Choice(candidates[0], Phrase("x"), 0)
        base = Round(rules, state)
        totals = [0.0] * len(candidates)
        alive = list(range(len(candidates)))
        for world in range(self.worlds):
            guess = rules.guess_hidden(state, player, rng)
            hands = [SET.bits(h) for h in guess.hands]
            stock = [SET.number[t] for t in reversed(guess.stock)]
            if world in (self.worlds // 4, self.worlds // 2) and len(alive) > 2:
                alive = sorted(alive, key=lambda i: -totals[i])[:max(2, len(alive) // 2)]
            for i in alive:
                twin = base.with_hidden(hands, stock)
                move = candidates[i]
                if isinstance(move, Lay):
                    twin.lay(move)
                elif isinstance(move, Draw):
                    twin.draw()
                else:
                    twin.pass_turn()
                totals[i] += self.utility(rules, twin.finish(), player)
        best = max(alive, key=lambda i: totals[i])
        return Choice(candidates[best], Phrase("x"), totals[best] / self.worlds)

    def utility(self, rules, scores, player) -> float:
        mine = scores[player]
        other = max(s for i, s in enumerate(scores) if i != player)
        if max(mine, other) >= rules.target:
            return 1.0 if mine > other else 0.5 if mine == other else 0.0
        return 1.0 / (1.0 + exp((other - mine) / self.scale))
