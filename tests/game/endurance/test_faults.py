"""Short endurance runs with faults: kills during play, damaged files, a failing disk, device or process."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest

from game.data import store as store_module
from game.data.store import Store
from game.endurance import files, folders, kills
from game.screens.shelf.scene import Shelf
from game.screens.trouble import Trouble
from game.table.scene import TableScene
from game.thinking import TRIES, Failed, Thinker
from game.ui.text import Texts
from rules.catalog import GAMES, rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.long import LONG, one_of_each_family

ROOT = Path(__file__).resolve().parents[3]


# --- killed processes ---


@pytest.mark.parametrize("game", GAMES if LONG else one_of_each_family())
def test_no_move_that_was_on_the_screen_is_lost_by_a_kill(tmp_path, game):
    """A thousand kills, each in the game that the one before left, are done by `main.py bench faults`."""
    report = kills.run(tmp_path, 1, seed=game, games=(game,))
    assert report.kills == 1 and not report.failures


def test_a_game_that_was_killed_twice_goes_on_where_it_was(tmp_path):
    game = next(iter(GAMES))
    report = kills.run(tmp_path, 3, seed=game, games=(game,))
    assert report.kills == 3 and not report.failures


def test_what_a_killed_program_left_half_written_is_taken_away(tmp_path):
    store = Store(tmp_path)
    store.saves.mkdir()
    old, new = store.saves / ".a.json.1.tmp", store.saves / ".b.json.2.tmp"
    for path in (old, new):
        path.write_text("half")
    os.utime(old, (1, 1))
    store.tidy()
    assert not old.exists() and new.exists(), "somebody may still be writing the new one"


def test_settings_that_were_written_are_read_without_a_complaint(tmp_path):
    store = Store(tmp_path)
    store.write_settings(store.read_settings())
    Store(tmp_path).read_settings()
    assert not list(tmp_path.glob("*.damaged-*")) and not store.notices


# --- damaged files ---


ONCE_WITHOUT_AN_ANSWER = (3812, 8531, 8827)
"""A level whose fault names a key, a save with a player name of 20,000 letters, a race without people."""
SOME_FILES = (*range(12), *range(75, 87), *range(150, 162), *range(225, 237), *ONCE_WITHOUT_AN_ANSWER)


def test_every_damaged_file_is_answered_by_a_sentence(tmp_path):
    """20,000 of them are tried by `main.py bench faults`."""
    report = files.run(tmp_path, SOME_FILES)
    assert report.files == len(SOME_FILES) and report.refused > 12
    assert not report.failures, report.failures[0][:2000]


def test_a_rule_file_that_asks_for_a_billion_tiles_is_refused_by_range(tmp_path):
    house = files.House(tmp_path)
    kind = files.RuleFile(house)
    for source in kind.sources:
        if b"extends" in source.content:
            continue
        path = kind.path(source)
        path.parent.mkdir(parents=True, exist_ok=True)
        for number in ("1000000000", "-1000000000"):
            path.write_bytes(files.every_number(source.content, number))
            assert kind.offer(files.Case(source.game, path, files.Random(0))) is False
    house.app.close()


def test_no_result_is_lost_in_a_damaged_folder(tmp_path):
    """2,000 of them are tried by `main.py bench faults`."""
    report = folders.run(tmp_path, [*range(8), *range(100, 108)], games=8)
    assert report.files == 16 and not report.failures, report.failures[0]


def test_two_programs_in_one_folder_lose_nothing_when_they_are_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(kills, "SECOND_PROGRAM", 1.0)
    report = kills.run(tmp_path, 2, seed="two", games=(next(iter(GAMES)),))
    assert report.kills == 2 and not report.failures


# --- the disk ---

LIMITED = """
import resource, signal, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.kit.desk import Desk
desk = Desk(Path({folder!r}))
table = desk.table()
desk.run(50)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
from rules.games.turm_domino.solver import Solver
for move in Solver(table.session.rules).line(table.state):
    table.play(move)
    desk.run(700)
desk.run(1500)
print(table.session.moves, len(desk.store.notices), type(desk.scene).__name__)
print(desk.say(desk.store.notices[0]))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs POSIX limits")
@pytest.mark.parametrize("limit", [0, 700])
def test_a_full_disk_is_told_once_and_the_game_goes_on(tmp_path, limit):
    """Limits the size of files: the system refuses to write in the middle of one."""
    code = LIMITED.format(root=str(ROOT), folder=str(tmp_path), limit=limit)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False,
                          env={**os.environ, "DOMINOTHEK_LANG": "en", "DOMINOTHEK_DATA": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    moves, notices, scene = done.stdout.splitlines()[-2].split()
    assert (moves, scene) == ("25", "Result") and int(notices) <= 2
    assert "could not be saved" in done.stdout.splitlines()[-1]
    assert not list(tmp_path.rglob(".*.tmp"))


def test_after_a_full_disk_the_save_is_the_last_one_that_fitted_and_saving_works_again(tmp_path, monkeypatch):
    desk = Desk(tmp_path)
    table = desk.table()
    first, second, third = 0, 0, 0

    def play() -> int:
        table.play(next(iter(table.session.rules.legal_moves(table.state))))
        desk.run(700)
        save = desk.store.latest()
        assert save is not None
        return len(save.record["rounds"][0]["moves"])

    def full(path, data, **how):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    first = play()
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "write_atomically", full)
        second = play()
    third = play()
    assert (first, second, third) == (1, 1, 3)
    assert [notice.key for notice in desk.store.notices] == ["notice.not_saved", "notice.saved_again"]


def test_a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on(tmp_path):
    (tmp_path / "file").write_text("in the way")
    desk = Desk(tmp_path / "file" / "data")
    table = desk.table()
    for _ in range(3):
        table.play(next(iter(table.session.rules.legal_moves(table.state))))
        desk.run(700)
    desk.app.home()
    desk.run(50)
    desk.app.store.write_settings(desk.app.settings)
    assert table.session.moves == 3
    assert [notice.key for notice in desk.store.notices] == ["notice.nothing_kept"]


# --- devices ---


def opened(tmp_path, *arguments, **environment):
    return subprocess.run(
        [sys.executable, "main.py", *arguments], cwd=ROOT, capture_output=True, text=True, check=False,
        timeout=120,
        env={**os.environ, "DOMINOTHEK_LANG": "en", "DOMINOTHEK_DATA": str(tmp_path), **environment})


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_without_a_display_there_is_a_sentence_and_an_exit_code(tmp_path):
    done = opened(tmp_path, SDL_VIDEODRIVER="x11", DISPLAY=":4711")
    assert done.returncode == 1
    assert done.stderr.startswith(Texts("en")("window.no_display", reason=""))
    assert "Traceback" not in done.stderr


SILENT = """
import sys
sys.path.insert(0, {root!r})
from game.app import App
from game.screens.shelf.scene import Shelf
app = App()
app.push(Shelf(app))
app._late_start()
app.sounds.play("lay")
for _ in range(5):
    app.step([], 16)
print("silent" if app.sounds.reason else "sound", app.running)
"""


def test_without_a_sound_device_the_program_runs_silently(tmp_path):
    done = subprocess.run([sys.executable, "-c", SILENT.format(root=str(ROOT))], cwd=ROOT,
                          capture_output=True,
                          text=True, check=False, env={**os.environ, "SDL_AUDIODRIVER": "none_such",
                                                       "DOMINOTHEK_DATA": str(tmp_path)})
    assert done.stdout.splitlines()[-1:] == ["silent True"] and "Traceback" not in done.stderr


# --- the thinking process ---


@pytest.fixture
def thinker():
    thinker = Thinker()
    yield thinker
    thinker.stop()


def wait_for(thinker, answers, seconds=60.0):
    end = time.monotonic() + seconds
    while not answers and time.monotonic() < end:
        thinker.poll()
        time.sleep(0.01)
    assert answers, "no answer came"
    return answers[0]


def question(game="turm_domino", level="easy"):
    session = Session(rules_of(game), [Seat("Ada")] if GAMES[game].solitaire else [Seat("Ada"), Seat("Bo")],
                      3)
    return session, (session.rules, level, session.state, session.state.player, "key")


def test_a_process_that_dies_while_it_thinks_is_started_again_and_answers(thinker):
    session, arguments = question("kwinty", "master")
    answers: list = []
    thinker.ask("bot_move", arguments, answers.append)
    first = thinker.process
    time.sleep(0.3)
    os.kill(first.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    assert wait_for(thinker, answers).move in list(session.rules.legal_moves(session.state))
    assert thinker.process is not first and not thinker.busy


def test_a_process_that_always_dies_is_given_up_and_whoever_waits_is_told(thinker):
    _, arguments = question("kwinty", "master")
    answers: list = []
    thinker.ask("bot_move", arguments, answers.append)
    for _ in range(TRIES):
        os.kill(thinker.process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        thinker.process.join(10)
        thinker.poll()
    assert isinstance(wait_for(thinker, answers), Failed)
    answers.clear()
    session, arguments = question()
    thinker.ask("bot_move", arguments, answers.append)
    move = wait_for(thinker, answers).move
    assert move in list(session.rules.legal_moves(session.state)), "the next one is answered"


def test_a_process_that_dies_after_its_answer_costs_nothing(thinker):
    answers: list = []
    _, arguments = question()
    thinker.ask("bot_move", arguments, answers.append)
    wait_for(thinker, answers)
    os.kill(thinker.process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    thinker.process.join(10)
    thinker.poll()
    thinker.cancel()
    answers.clear()
    thinker.ask("bot_move", arguments, answers.append)
    wait_for(thinker, answers)


def test_a_question_that_fails_in_the_process_is_told_and_the_bot_moves_all_the_same(tmp_path, thinker):
    desk = Desk(tmp_path)
    desk.app.thinker = thinker
    session = Session(rules_of("kwinty"), [Seat("Ada", "bot", "no such level"), Seat("Bo")], 1,
                      level={"starter": 0})
    table = TableScene(desk.app, session)
    desk.app.push(table)
    end = time.monotonic() + 60
    while not session.moves and time.monotonic() < end:
        desk.run(16)
        time.sleep(0.01)
    assert session.moves == 1 and desk.scene is table


# --- the error screen ---


def broken(*_, **__):
    raise ZeroDivisionError("nobody foresaw this")


def test_an_unexpected_fault_keeps_game_and_report_and_leads_back_to_the_game(tmp_path, monkeypatch):
    desk = Desk(tmp_path)
    table = desk.table()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    desk.run(700)
    monkeypatch.setattr(table.board, "piece_at", broken)
    assert desk.app.safe_step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(300, 300), button=1)], 16)
    assert isinstance(desk.scene, Trouble)
    assert "nobody foresaw this" in (tmp_path / "crash.log").read_text("utf-8")
    record = next(tmp_path.glob("crash-*.json"))
    assert str(record) in desk.scene.text and str(tmp_path / "crash.log") in desk.scene.text
    desk.click_button(desk.say("trouble.play_on"))
    desk.run(100)
    assert isinstance(desk.scene, TableScene) and desk.scene is not table
    assert desk.scene.session.moves == 1 and desk.scene.path == table.path
    desk.scene.play(next(iter(desk.scene.session.rules.legal_moves(desk.scene.state))))
    assert len(desk.store.latest().record["rounds"][0]["moves"]) == 2, "the game is saved as before"


def test_an_unexpected_fault_leads_to_the_shelf_as_well(tmp_path, monkeypatch):
    desk = Desk(tmp_path)
    table = desk.table()
    monkeypatch.setattr(table, "advance", broken)
    assert desk.app.safe_step([], 16)
    desk.click_button(desk.say("trouble.to_shelf"))
    desk.run(50)
    assert isinstance(desk.scene, Shelf) and len(desk.app.scenes) == 1


def test_esc_on_the_last_resort_leads_to_the_shelf_and_does_not_quit(tmp_path, monkeypatch):
    desk = Desk(tmp_path)
    monkeypatch.setattr(desk.scene, "advance", broken)
    assert desk.app.safe_step([], 16)
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, Shelf) and desk.app.running


def test_the_last_resort_needs_no_disk(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("in the way")
    desk = Desk(tmp_path / "file" / "data")
    table = desk.table()
    monkeypatch.setattr(table, "advance", broken)
    assert desk.app.safe_step([], 16)
    assert isinstance(desk.scene, Trouble) and "nobody foresaw this" in capsys.readouterr().err


def test_a_fault_that_comes_again_and_again_ends_the_program_with_a_sentence(tmp_path, monkeypatch, capsys):
    desk = Desk(tmp_path)
    monkeypatch.setattr(TableScene, "advance", broken)
    went_on = []
    for _ in range(6):
        if not desk.app.scenes or not isinstance(desk.scene, TableScene):
            desk.app.push(TableScene(desk.app, question()[0]))
        went_on.append(desk.app.safe_step([], 16))
        if not went_on[-1]:
            break
    assert went_on == [True, True, True, False]


def test_a_last_resort_that_fails_itself_ends_the_program_with_a_sentence(tmp_path, monkeypatch, capsys):
    desk = Desk(tmp_path)
    monkeypatch.setattr(desk.scene, "advance", broken)
    monkeypatch.setattr(Trouble, "build", broken)
    assert not desk.app.safe_step([], 16)
    monkeypatch.setattr(pygame, "quit", lambda: None)
    assert desk.app.give_up() == 1
    assert str(tmp_path / "crash.log") in capsys.readouterr().err


@pytest.mark.parametrize(("after", "faults"), [
    ({"a.json": ([["1", "2"]], False)}, 0),
    ({"a.json": ([["1", "2"]], True)}, 0),
    ({"a.json": ([["1", "2", "pass"]], False)}, 0),
    ({"a.json": ([["1", "2"]], False), "b.json": ([[]], False)}, 0),
    ({"a.json": ([["1"]], False)}, 1),
    ({"a.json": ([["1", "2", "3"]], False)}, 1),
    ({}, 1)], ids=["same", "booked", "passed", "new deal", "shorter", "played on", "gone"])
def test_a_start_that_is_killed_before_its_first_frame_keeps_every_move(after, faults):
    found = list(kills.start_faults({"a.json": ([["1", "2"]], False)}, after))
    assert len(found) == faults
    assert len(list(kills.start_faults({"a.json": ([["1", "2"]], True)}, after))) == (after != {
        "a.json": ([["1", "2"]], True)})
