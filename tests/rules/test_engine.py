"""The engine: every question, in this process and through the worker."""

from __future__ import annotations

from typing import ClassVar

import pytest

from rules.base import Phrase
from rules.catalog import engine_of
from rules.engine import Choice, Engine, Verdict
from rules.worker import answer
from tests.kit.null_game import CLASSIC, NullGame, NullState


class TakesOne(Engine[NullState, int]):
    """Takes one bead, and records what it was shown."""

    shown: ClassVar[list[NullState]] = []

    def _choose(self, level, state, player, rng, deadline, stop):
        self.shown.append(state)
        return Choice(1, Phrase(f"hint.{level}"))


class Secret(NullGame):
    """The null game with a hidden heap."""

    def guess_hidden(self, state, player, rng):
        return NullState(99, state.player, state.scores)


def never() -> bool:
    return False


RULES = NullGame(CLASSIC)
STATE = NullState(5, 0, (0, 0))


def test_a_bot_gets_only_what_its_seat_can_see():
    TakesOne.shown.clear()
    TakesOne(Secret(CLASSIC)).bot_move("easy", STATE, 0, "key", never)
    TakesOne(Secret(CLASSIC)).hint(STATE, 0, "key", never)
    assert [state.heap for state in TakesOne.shown] == [99, 99]


def test_a_hint_is_by_default_a_move_of_the_hard_level():
    assert TakesOne(RULES).hint(STATE, 0, "key", never) == Choice(1, Phrase("hint.hard"))


def test_what_an_engine_does_not_know_it_does_not_answer():
    engine = TakesOne(RULES)
    assert engine.last_winnable([STATE], never) is engine.can_be_won(STATE, never) is None
    assert engine.solution(STATE, never) is None and engine.remark([STATE], never) is None


def test_a_review_is_by_default_played_out_beside_the_hint():
    found = TakesOne(RULES).review(STATE, 1, 1.0, never)
    assert found.best == Choice(1, Phrase("hint.hard"), found.value) and found.loss == 0.0
    worse = TakesOne(RULES).review(STATE, 2, 1.0, never)
    assert worse.best.value >= worse.value and worse.best.move in (1, 2)


def test_a_review_gets_only_what_the_seat_of_the_move_saw():
    TakesOne.shown.clear()
    TakesOne(Secret(CLASSIC)).review(STATE, 1, 0.01, never)
    assert TakesOne.shown and all(state.heap > STATE.heap for state in TakesOne.shown[:1])


def test_bots_can_stand_in_for_a_whole_deal():
    found = TakesOne(RULES).stand_in(("master", "easy"), 3, never)
    assert found == TakesOne(RULES).stand_in(("master", "easy"), 3, never)
    assert len(found.scores) == 2 and found.winners and found.moves > 0
    assert TakesOne(RULES).stand_in(("master", "easy"), 3, lambda: True) is None


def test_there_is_no_puzzle_where_nothing_scores_or_nothing_can_be_played():
    for heap in (5, 0):
        assert TakesOne(RULES).puzzle("points", NullState(heap, 0, (0, 0)), 0, 1, never) is None


def test_a_loss_is_never_below_nought():
    assert Verdict(3.0, Choice(1, Phrase("x"), 2.0)).loss == 0.0


@pytest.mark.parametrize(("question", "arguments"), [
    ("__class__", (RULES,)), ("_choose", (RULES,)), ("choose", (RULES,)), ("bot_move", ("no rules",)),
    ("bot_move", ()), ("trial", (RULES, 0, 1.0)), ("rules", (RULES,))])
def test_the_worker_answers_only_its_questions(question, arguments):
    with pytest.raises(ValueError, match="no question"):
        answer(question, arguments, never)


def test_the_worker_asks_the_engine_of_the_game():
    from rules.catalog import GAMES, rules_of

    game = next(game for game in GAMES.values() if game.solitaire)
    rules = rules_of(game.id)
    state = rules.new_game(1, 1)
    found = answer("bot_move", (rules, "easy", state, 0, "key"), never)
    assert found == engine_of(rules).bot_move("easy", state, 0, "key", never)
    assert isinstance(found, Choice) and rules.why_illegal(state, found.move) is None
