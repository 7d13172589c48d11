"""The connection to the thinking process, with a worker that answers late."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.table.scene import TableScene
from game.thinking import Thinker
from rules.catalog import rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.late import LateWorker
from tests.kit.tiny import SOLITAIRE


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


def test_a_process_that_stands_still_is_replaced_after_the_time_of_the_bot_and_a_few_seconds(
        monkeypatch: pytest.MonkeyPatch) -> None:
    thinker, worker = LateWorker.thinker()
    now = [1000.0]
    monkeypatch.setattr("game.thinking.time.monotonic", lambda: now[0])
    thinker.ask("bot_move", (None, "easy"), lambda _: None)
    worker.answer("move")
    thinker.poll()
    thinker.ask("bot_move", (None, "hard"), lambda _: None)
    now[0] += 5
    thinker.poll()
    assert worker.is_alive(), "a bot may take its time"
    now[0] += 5
    thinker.poll()
    assert not worker.is_alive() and thinker.busy, "the question is put again to another process"


def test_a_process_that_is_not_needed_yet_is_started_by_the_next_poll_with_what_was_asked_meanwhile() -> None:
    thinker, worker = LateWorker.thinker()
    thinker.start()
    thinker.ask("bot_move", (1,), lambda _: None)
    assert thinker.process is None and thinker.busy
    thinker.poll()
    assert [arguments for _, _, arguments in worker.requests] == [(1,)]


def test_a_table_is_drawn_before_the_process_starts(tmp_path: Path) -> None:
    desk, drawn = Desk(tmp_path), []

    def connect() -> tuple[LateWorker, LateWorker]:
        drawn.append(not desk.app.top.stage.dirty)
        worker = LateWorker()
        return worker, worker

    desk.app.thinker = Thinker(connect)
    session = Session(rules_of(SOLITAIRE), [Seat("Ada")], 1)
    desk.scene.after(1, lambda: desk.app.push(TableScene(desk.app, session)))
    desk.run(50)
    assert drawn == [True]
