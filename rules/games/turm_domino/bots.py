"""The bots of Turm-Domino at the four levels, and the hints.

The game is for one player: bots play it in `simulate`, in the demonstration, and to rate levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from rules.base import Phrase
from rules.engine import Bot, Choice, Engine, Goal, Lost, Remark, Verdict
from rules.games.turm_domino.review import remark, review_move
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import Solver, tables_of
from rules.games.turm_domino.state import TurmMove, TurmState
from rules.kit.shuffle import pick
from rules.kit.skill import Stop, softmax, time_is_up


class Taste(NamedTuple):
    """The weights of the features by which a player rates a move."""

    founds: float
    """The move founds a tower."""
    height: float
    """Number of dominoes in the column that the move takes from."""
    playable: float = 0
    """Number of other face-up dominoes that can be moved after it."""
    counted: float = 0
    """How many more of the remaining dominoes fit on the new top than on the covered one."""


CASUAL = Taste(founds=2, height=1)
CAREFUL = Taste(founds=8, height=1, playable=2)
COUNTING = Taste(founds=8, height=2, playable=1, counted=0.5)

SAMPLE_NODES = 300
"""Node limit of the solver in one sampled world; an undecided world counts half."""


# --- rating a move without search -----------------------------------------------------------------


class Look(NamedTuple):
    """The features of a move that need no search."""

    founds: bool
    height: int
    playable: int
    counted: int
    frees_nothing: bool
    """Whether no other face-up domino could have been laid on the covered top."""


def look_at(rules: TurmDomino, state: TurmState, move: TurmMove) -> Look:
    tables = tables_of(rules)
    piece = tables.bit[state.columns[move.column][-1]]
    tower = state.towers[move.tower]
    covered = tables.bit[tower[-1]] if tower else 0
    others = [tables.bit[column[-1]] for i, column in enumerate(state.columns) if column and i != move.column]
    tops = sum(tables.bit[tower[-1]] for tower in state.towers if tower) ^ covered | piece
    rest = sum(tables.bit[domino] for column in state.columns for domino in column) ^ piece
    fits_covered = tables.fits[covered] if covered else 0
    return Look(
        founds=not covered,
        height=len(state.columns[move.column]),
        playable=sum(1 for other in others if tables.fits[other] & tops),
        counted=_size(tables.fits[piece] & rest) - _size(fits_covered & rest),
        frees_nothing=bool(covered) and not fits_covered & sum(others))


def _size(dominoes: int) -> int:
    return dominoes.bit_count()


def worth(look: Look, taste: Taste) -> float:
    return (taste.founds * look.founds + taste.height * look.height
            + taste.playable * look.playable + taste.counted * look.counted)


def why(rules: TurmDomino, state: TurmState, move: TurmMove, legal: Sequence[TurmMove]) -> Phrase:
    """Return the reason for a move, checkable on the table."""
    look, column = look_at(rules, state, move), state.columns[move.column]
    values = {"piece": str(column[-1]), "column": move.column + 1, "tower": move.tower + 1}
    if state.left == 1:
        return Phrase("hint.turm_domino.last", values)
    if len(legal) == 1:
        return Phrase("hint.turm_domino.forced", values)
    if look.founds:
        beside = state.towers[rules.founders(column[-1], state, move.tower)[0]][-1]
        return Phrase("hint.turm_domino.founds", values | {"beside": str(beside)})
    values["top"] = str(state.towers[move.tower][-1])
    if len(column) > 1 and len(column) == max(map(len, state.columns)):
        return Phrase("hint.turm_domino.digs", values)
    if len(column) == 1:
        return Phrase("hint.turm_domino.clears", values)
    if look.frees_nothing:
        return Phrase("hint.turm_domino.alone", values)
    most = max(look_at(rules, state, other).playable for other in legal)
    return Phrase("hint.turm_domino.keeps" if look.playable == most else "hint.turm_domino.fits", values)


# --- the levels -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByTaste:
    """Plays by taste; a higher warmth adds randomness."""

    taste: Taste
    warmth: float = 0.0
    cut: float = 0.0

    def choose(self, rules: TurmDomino, state: TurmState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[TurmMove]:
        legal = list(rules.legal_moves(state))
        values = [worth(look_at(rules, state, move), self.taste) for move in legal]
        if self.warmth:
            move = softmax(legal, values, self.warmth, self.cut, rng)
        else:
            best = max(values)
            move = pick(rng, [move for move, value in zip(legal, values, strict=False) if value == best])
        return Choice(move, why(rules, state, move, legal), values[legal.index(move)])


@dataclass(frozen=True, slots=True)
class ByWorlds:
    """Samples the face-down dominoes, solves each such world, and plays the move that wins most of them."""

    worlds: int
    taste: Taste
    """Breaks ties between moves that win equally often."""

    def choose(self, rules: TurmDomino, state: TurmState, player: int, rng: Random,
               deadline: float | None = None, stop: Stop | None = None) -> Choice[TurmMove]:
        legal = list(rules.legal_moves(state))
        wins, worlds = dict.fromkeys(legal, 0.0), 0
        while len(legal) > 1 and worlds < self._needed(rules, state) and not time_is_up(deadline, stop):
            world = rules.guess_hidden(state, player, rng)
            for move, verdict in Solver(rules, SAMPLE_NODES).verdicts(world).items():
                wins[move] += 0.5 if verdict is None else verdict
            worlds += 1
        most = max(wins.values())
        best = [move for move in legal if wins[move] == most]
        values = [worth(look_at(rules, state, move), self.taste) for move in best]
        move = best[values.index(max(values))]
        return Choice(move, why(rules, state, move, legal), most / worlds if worlds else 0.0)

    def _needed(self, rules: TurmDomino, state: TurmState) -> int:
        hidden = 0 if rules.open else sum(len(column) - 1 for column in state.columns if column)
        return self.worlds if hidden > 1 else 1


BOTS: dict[str, Bot[TurmDomino, TurmState, TurmMove]] = {
    "easy": ByTaste(CASUAL, warmth=3.0, cut=5.0),
    "medium": ByTaste(CAREFUL),
    "hard": ByWorlds(1, CASUAL),
    "master": ByWorlds(32, COUNTING),
}


# --- the engine -----------------------------------------------------------------------------------


class TurmEngine(Engine[TurmState, TurmMove]):
    """The thinking of Turm-Domino. Hints use the whole deal, but only to keep to a winning path."""

    measure = "chance"
    goals = ("won",)
    rules: TurmDomino

    def _choose(self, level: str, state: TurmState, player: int, rng: Random,
                deadline: float | None, stop: Stop | None) -> Choice[TurmMove]:
        return BOTS[level].choose(self.rules, state, player, rng, deadline, stop)

    def _review(self, state: TurmState, move: TurmMove, player: int, rng: Random, share: float,
                stop: Stop) -> Verdict[TurmMove]:
        legal = list(self.rules.legal_moves(state))
        reasons = {other: why(self.rules, state, other, legal) for other in legal}
        return review_move(self.rules, state, move, reasons, rng, share, stop)

    def remark(self, states: Sequence[TurmState], stop: Stop) -> Remark[TurmMove] | None:
        return remark(Solver(self.rules, stop=stop), self.last_winnable(states, stop), states)

    def hint(self, state: TurmState, player: int, key: str, stop: Stop) -> Choice[TurmMove] | Lost:
        """Return the best-looking of the moves that still win; Lost if there is none."""
        rules, legal = self.rules, list(self.rules.legal_moves(state))
        verdicts = Solver(rules, stop=stop).verdicts(state)
        undecided = [move for move in legal if verdicts[move] is None]
        good = [move for move in legal if verdicts[move]] or undecided
        if not good:
            return Lost(Phrase("hint.turm_domino.lost", {"left": state.left}))
        move = max(good, key=lambda move: worth(look_at(rules, state, move), COUNTING))
        only = len(legal) > 1 and list(verdicts.values()).count(False) == len(legal) - 1
        reason = why(rules, state, move, legal)
        if only:
            reason = Phrase("hint.turm_domino.only", reason.values)
        return Choice(move, reason, 1.0 if verdicts[move] else 0.0)

    def last_winnable(self, states: Sequence[TurmState], stop: Stop) -> int | None:
        """Bisect the states: once lost, a game stays lost."""
        solver = Solver(self.rules, stop=stop)
        low, high = -1, len(states) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if solver.winnable(states[middle]):
                low = middle
            else:
                high = middle - 1
        return None if low < 0 else low

    def can_be_won(self, state: TurmState, stop: Stop) -> bool | None:
        return Solver(self.rules, stop=stop).winnable(state)

    def solution(self, state: TurmState, stop: Stop) -> list[TurmMove] | None:
        return Solver(self.rules, stop=stop).line(state)

    def puzzle(self, goal: str, state: TurmState, seat: int, depth: int, stop: Stop) -> Goal[TurmMove] | None:
        """Find moves that build all towers from here."""
        line = self.solution(state, stop)
        return Goal("won", tuple(line), par=2) if line else None
