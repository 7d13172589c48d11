"""The connection to the thinking process, with a worker that answers late."""

from __future__ import annotations

from tests.kit.late import LateWorker


def test_an_answer_reaches_whoever_asked() -> None:
    thinker, worker = LateWorker.thinker()
    answers: list[str] = []
    thinker.ask("bot_move", (), answers.append)
    thinker.poll()
    assert answers == [] and thinker.busy
    worker.answer("move")
    thinker.poll()
    assert answers == ["move"] and not thinker.busy


def test_an_answer_to_an_older_question_is_not_handed_out() -> None:
    thinker, worker = LateWorker.thinker()
    older: list[str] = []
    newer: list[str] = []
    thinker.ask("bot_move", (1,), older.append)
    thinker.ask("bot_move", (2,), newer.append)
    worker.answer("stale", request=0)
    thinker.poll()
    assert older == newer == [] and thinker.busy
    worker.answer("fresh", request=1)
    thinker.poll()
    assert older == [] and newer == ["fresh"]


def test_an_answer_to_a_cancelled_question_is_not_handed_out() -> None:
    thinker, worker = LateWorker.thinker()
    answers: list[str] = []
    thinker.ask("bot_move", (), answers.append)
    thinker.cancel()
    worker.answer("stale", request=0)
    thinker.poll()
    assert answers == [] and not thinker.busy
