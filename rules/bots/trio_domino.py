"""Players of Trio-Domino at the four levels."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from rules.base import Phrase
from rules.bots import Bot, Choice
from rules.bots.levels import softmax, time_is_up
from rules.bots.playouts import best_of
from rules.bots.trio_game import SET, Game, TrioBoard
from rules.games.triangle_layout import Draw, Lay, Stop, numbers_of, value
from rules.games.trio_domino import GoOn, TrioDomino
from rules.shuffle import pick


def points_of(rules, state, move):
    return sum(p for p, _ in rules.score_of(state, move))


def left_to_others(rules, state, move):
    """expected best score of next player"""
    board = TrioBoard(rules, state)
    from rules.bots.triangle_board import cell_number
    from rules.bots.trio_game import POINTS, AGREEING
    board.lay_way(cell_number(move.cell), move.corners)
    seen = SET.bits([*state.hand, *(l.tile for l in state.layout.laid)])
    unseen = SET.bits(SET.tiles) & ~seen
    n = max(1, unseen.bit_count())
    held = len(state.hands[(state.player + 1) % len(state.hands)])
    options = []
    for cell, code in board.open.items():
        pts = POINTS[code]
        f = unseen & SET.fitting[code]
        options.append((pts, f))
        w = board.wants.get(cell)
        if w is not None and pts:
            options.append((pts * rules.factor, unseen & AGREEING.get((code, w), 0)))
    options.sort(key=lambda o: -o[0])
    missing, expected, used = 1.0, 0.0, 0
    for pts, f in options:
        f &= ~used
        used |= f
        chance = 1 - (1 - f.bit_count() / n) ** held
        expected += missing * chance * pts
        missing *= 1 - chance
    return expected


@dataclass(frozen=True)
class ByPoints:
    warmth: float
    cut: float = 99
    colour: bool = True
    weight: float = 0.0
    danger: float = 0.0
    tile_guess: float = 3.0

    def weigh(self, rules, state, lays):
        out = []
        for m in lays:
            ps = rules.score_of(state, m)
            v = float(sum(p for p, k in ps if self.colour or k != "colour"))
            v += self.weight * value(m.tile)
            if self.danger:
                v -= self.danger * left_to_others(rules, state, m)
            out.append(v)
        return out

    def choose(self, rules, state, player, rng, deadline=None, stop=None):
        legal = list(rules.legal_moves(state))
        if state.choosing:
            tot = [s - self.tile_guess * len(h) for s, h in zip(state.scores, state.hands)]
            move = Stop() if tot[player] >= max(tot) else GoOn()
            return Choice(move, Phrase("x"))
        lays = [m for m in legal if isinstance(m, Lay)]
        if not lays:
            return Choice(legal[0], Phrase("x"))
        values = self.weigh(rules, state, lays)
        if self.warmth:
            return Choice(softmax(lays, values, self.warmth, self.cut, rng), Phrase("x"))
        best = max(values)
        return Choice(pick(rng, [m for m, v in zip(lays, values) if v == best]), Phrase("x"))


@dataclass(frozen=True)
class ByWorlds:
    worlds: int
    width: int
    scale: float = 5.0
    weight: float = 0.5
    weights: ByPoints = ByPoints(0, weight=0.5, danger=0.0)
    plies: int = 999

    def choose(self, rules, state, player, rng, deadline=None, stop=None):
        legal = list(rules.legal_moves(state))
        if len(legal) == 1:
            return Choice(legal[0], Phrase("x"))
        lays = [m for m in legal if isinstance(m, Lay)]
        other = [m for m in legal if not isinstance(m, Lay)]
        w = self.weights.weigh(rules, state, lays)
        order = sorted(range(len(lays)), key=lambda i: -w[i])
        cands = [lays[i] for i in order[:self.width]] + other
        base = Game(rules, state)

        def imagine():
            g = rules.guess_hidden(state, player, rng)
            hands = [SET.bits(h) for h in g.hands]
            stock = [SET.number[t] for t in reversed(g.stock)]

            def world(move):
                twin = base.with_hidden(hands, stock)
                twin.play(move)
                s = twin.finish(self.weight, self.plies)
                others = [x for i, x in enumerate(s) if i != player]
                if not others:
                    return s[player]
                if not self.scale:
                    return s[player] - max(others)
                return 1 / (1 + exp(max(-30, min(30, (max(others) - s[player]) / self.scale))))
            return world
        move, v = best_of(cands, imagine, self.worlds, lambda: time_is_up(deadline, stop))
        return Choice(move, Phrase("x"), v)
