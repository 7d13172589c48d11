"""The waiting room and the joining screen, by gamepad alone and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.net.find import Found, Notice
from game.net.protocol import SUBPROTOCOL
from game.screens.together.join import Join
from game.screens.together.room import WaitingRoom
from game.table.remote.scene import RemoteTable
from game.ui.devices.pad_typing import ROWS, PadTyping
from rules.catalog import GAMES, rules_of
from tests.game.table.test_by_keys import gamepad, keyboard
from tests.kit.desk import Desk
from tests.kit.together import CODE, Nowhere, pair

ARROWS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
BLOCKS = next(game.id for game in GAMES.values() if not game.race and game.players == (2, 2))
Press = Callable[[int], None]


def reach(desk: Desk, press: Press, wanted: Callable[[], bool]) -> None:
    """Go round by Tab until something has the focus."""
    for _ in range(len(desk.scene.widgets) + 1):
        if wanted():
            return
        press(pygame.K_TAB)
    raise AssertionError([widget.speech() for widget in desk.scene.widgets])


def press_button(desk: Desk, press: Press, label: str) -> None:
    scene = desk.scene
    reach(desk, press, lambda: scene.focus is not None and scene.focus.label == label)
    press(pygame.K_RETURN)


def type_by_pad(desk: Desk, press: Press, text: str) -> None:
    """Type on the keys of the screen with the arrows of a pad."""
    assert isinstance(desk.scene, PadTyping)
    here = 0, 0
    for mark in text.lower():
        row = next((number for number, marks in enumerate(ROWS) if mark in marks), len(ROWS))
        there = row, ROWS[row].index(mark) if row < len(ROWS) else 0
        for _ in range(here[1] - there[1]):
            press(pygame.K_LEFT)
        for _ in range(abs(there[0] - here[0])):
            press(pygame.K_DOWN if there[0] > here[0] else pygame.K_UP)
        for _ in range(there[1] - here[1]):
            press(pygame.K_RIGHT)
        press(pygame.K_RETURN)
        here = there
    press(pygame.K_ESCAPE)


@pytest.mark.parametrize("device", [keyboard, gamepad])
def test_every_control_of_the_joining_screen_is_reached_by_arrows(tmp_path: Path, device) -> None:
    sign = Notice(SUBPROTOCOL, BLOCKS, "classic", ("Paul",), 1, "waiting", True, "ab")
    desk = Desk(tmp_path)
    desk.app.push(Join(desk.app, Nowhere(Found("127.0.0.1", 47110, sign))))
    desk.run(50)
    reached_by_arrows(desk, device(desk))
    desk.app.close()


def reached_by_arrows(desk: Desk, press: Press) -> None:
    """Follow every arrow from every control; a room that is told anew has new ones in the same places."""
    scene, seen = desk.scene, set()
    press(pygame.K_RIGHT)
    waiting = [tuple(scene.focus.rect)]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        for arrow in ARROWS:
            scene.focus_on(next(widget for widget in scene.focusable() if tuple(widget.rect) == here))
            press(arrow)
            waiting.append(tuple(scene.focus.rect))
    assert seen == {tuple(widget.rect) for widget in scene.focusable()}


@pytest.mark.parametrize("device", [keyboard, gamepad])
def test_a_host_seats_a_bot_and_starts_without_a_mouse(tmp_path: Path, device) -> None:
    with pair(tmp_path, rules_of(BLOCKS)) as both:
        room = both.host.scene
        press = device(both.host)
        both.until(lambda: room.client.room is not None, "the room is told")
        reached_by_arrows(both.host, press)
        press_button(both.host, press, both.host.say("together.seat_bot"))
        both.until(lambda: room.client.room.places[1].kind == "bot", "a bot sits down")
        reached_by_arrows(both.host, press)
        room.client.free_seat(1)
        both.join()
        both.until(lambda: isinstance(both.guest.scene, WaitingRoom) and room.start_button.enabled, "let in")
        for name in ("hints", "watch", "talk"):
            before = room.options
            press_button(both.host, press, both.host.say(f"together.option.{name}"))
            assert room.options != before
        press_button(both.host, press, both.host.say("together.start"))
        both.until(lambda: isinstance(both.host.scene, RemoteTable), "the game begins")


def test_a_guest_joins_by_gamepad_alone(tmp_path: Path) -> None:
    with pair(tmp_path, rules_of(BLOCKS)) as both:
        both.guest.app.push(Join(both.guest.app, Nowhere()))
        both.guest.run(32)
        join, press = both.guest.scene, gamepad(both.guest)
        reach(both.guest, press, lambda: join.focus is join.code_field)
        press(pygame.K_RETURN)
        type_by_pad(both.guest, press, CODE)
        assert both.guest.scene is join and join.code == CODE and not join.code_field.editing
        join.address = f"127.0.0.1:{both.port}"
        press_button(both.guest, press, both.guest.say("together.sit_down"))
        both.until(lambda: isinstance(both.guest.scene, WaitingRoom), "the guest is let in")
        reached_by_arrows(both.guest, press)


def test_keys_on_the_screen_keep_to_the_field_and_delete(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.app.push(Join(desk.app, Nowhere()))
    desk.run(32)
    press = gamepad(desk)
    reach(desk, press, lambda: desk.scene.focus is desk.scene.code_field)
    press(pygame.K_RETURN)
    keys = desk.scene
    desk.key(pygame.K_t, text="t")
    desk.key(pygame.K_x, text="x")
    desk.event(pygame.JOYBUTTONDOWN, button=4, instance_id=0)
    press_button(desk, press, desk.say("pad_typing.space"))
    assert keys.typed.text == "t "
    press_button(desk, press, desk.say("button.ok"))
    assert desk.scene.code == "t "
    desk.key(pygame.K_RETURN)
    assert desk.scene.code_field.editing, "a keyboard types in the field itself"
    desk.app.close()
