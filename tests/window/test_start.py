"""The real window under Xvfb: full screen and back, leaving, and the replay of a record."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rules.catalog import engine_of, rules_of
from rules.records import dumps, to_record
from rules.session import Seat, Session
from tests.kit.tiny import SOLITAIRE
from tests.kit.xscreen import ROOT, Screen, needs_window

pytestmark = needs_window


@pytest.fixture
def screen(tmp_path):
    screen = Screen(tmp_path)
    (tmp_path / "settings.yaml").write_text('speed: "fast"\nname: "Ada"\n')
    yield screen
    screen.close()


def test_f11_goes_to_a_window_and_back_to_full_screen(screen):
    screen.open()
    assert screen.geometry() == screen.size
    screen.key("F11")
    screen.until(lambda: screen.geometry() != screen.size, "a window")
    screen.key("F11")
    screen.until(lambda: screen.geometry() == screen.size, "full screen")


def test_leaving_asks_and_ends_with_exit_code_0(screen):
    screen.open()
    assert screen.window in screen.xdotool("search", "--class", "^dominothek$").split()
    screen.key("Escape", "Return")
    assert screen.program.wait(60) == 0
    assert "Traceback" not in screen.complaints()


def test_a_window_at_rest_wakes_at_once_when_the_mouse_moves(screen):
    """It tells how long it slept: without input the whole time, then far less."""
    code = ("from game.window import Window, wait_for_input; import pygame, time; pygame.display.init()\n"
            "window = Window(fullscreen=True); assert window.line\n"
            "def slept(seconds):\n"
            "    pygame.event.get(); began = time.monotonic(); wait_for_input(window.line, seconds)\n"
            "    return time.monotonic() - began\n"
            "while slept(0.5) < 0.5: pass\n"
            "print('ready', flush=True); print(slept(300) < 200)")
    program = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=screen.environment, text=True,
                               stdout=subprocess.PIPE)
    assert program.stdout.readline() == "ready\n"
    for x in range(20, 400, 20):
        screen.xdotool("mousemove", str(x), "50")
        if program.poll() is not None:
            break
    assert program.communicate(timeout=250)[0] == "True\n"


def test_a_record_opens_in_the_replay(screen, tmp_path):
    rules = rules_of(SOLITAIRE)
    session = Session(rules, [Seat("Ada")], 5)
    for move in engine_of(rules).solution(session.state, lambda: False):
        session.play(move)
    path = tmp_path / "game.json"
    path.write_text(dumps(to_record(session)), encoding="utf-8")
    screen.open("replay", str(path))
    screen.key("Right", "Right", "End", "Home", "Escape", "Escape", "Return")
    assert screen.program.wait(60) == 0
    assert json.loads(path.read_text(encoding="utf-8"))["result"]["winners"] == [0]
