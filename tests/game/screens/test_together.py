"""Several computers in the window: hosting from the setup, joining by code, playing, talking, leaving.

Host and guest are two whole programs without windows in this process; their lines go over the loopback.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import monotonic

import pygame
import pytest

from game.app import IDLE_RATE
from game.net.find import Found, Notice
from game.screens.together.join import Join
from game.screens.together.room import WaitingRoom
from game.table.remote.race import RemoteRace
from game.table.remote.scene import RemoteTable
from game.ui.dialogs import Dialog
from rules.catalog import GAMES, rules_of
from tests.kit.desk import Desk
from tests.kit.together import CODE, Nowhere, pair

RACE = next(game.id for game in GAMES.values() if game.race)
BLOCKS = next(game.id for game in GAMES.values() if not game.race and game.players == (2, 2))


def first_move(table: RemoteTable) -> object:
    return next(iter(table.session.rules.legal_moves(table.state)))


def test_a_guest_joins_and_both_play_talk_and_ask_to_take_back(tmp_path: Path) -> None:
    with pair(tmp_path, rules_of(BLOCKS)) as both:
        both.begin()
        host, guest = both.tables
        assert (host.viewer, guest.viewer) == (0, 1)
        for number in range(4):
            mover = host if host.state.player == 0 else guest
            other = guest if mover is host else host
            assert mover.my_turn and not other.my_turn
            other.play(first_move(other))  # out of turn: nothing happens
            mover.play(first_move(mover))
            both.until_moves(number + 1)
        assert [ply.move for ply in host.plies] == [ply.move for ply in guest.plies]
        guest.client.say_phrase("hello")
        both.until(lambda: guest.say("net.phrase.hello") in host.status_now[0], "the host hears it")
        guest.undo()
        both.until(lambda: isinstance(both.host.scene, Dialog), "the host is asked")
        both.host.key(pygame.K_RETURN)
        both.until(lambda: guest.session.moves < 4 and host.session.moves < 4, "it is taken back")
        assert not list(both.guest.store.saves.glob("*.json")), "only the host saves"
        assert list(both.host.store.saves.glob("*.json"))


def test_a_wrong_code_is_a_sentence_and_costs_a_try(tmp_path: Path) -> None:
    with pair(tmp_path, rules_of(BLOCKS)) as both:
        join = both.join("7 Turm Regel")
        both.until(lambda: join.fault, "the code is refused")
        assert join.fault == both.guest.say("net.refuse.code", n=2)
        join.code = CODE.upper()
        join.sit_down()
        both.until(lambda: isinstance(both.guest.scene, WaitingRoom), "capitals do not matter")


@pytest.mark.parametrize(("code", "address", "key"), [
    ("", "127.0.0.1:1", "together.need_code"), (CODE, "", "together.need_address"),
    (CODE, "127.0.0.1", "together.need_address"), (CODE, "127.0.0.1:99999", "together.need_address")])
def test_what_is_missing_is_said_before_any_try(tmp_path: Path, code: str, address: str, key: str) -> None:
    desk = Desk(tmp_path)
    join = Join(desk.app, Nowhere())
    desk.app.push(join)
    join.code, join.address = code, address
    join.sit_down()
    assert join.fault == desk.say(key)
    desk.app.close()


def test_a_table_of_another_version_says_so_before_any_try(tmp_path: Path) -> None:
    sign = Notice("9.9", BLOCKS, "classic", ("Paul",), 1, "waiting", True, "ab")
    desk = Desk(tmp_path)
    desk.app.push(Join(desk.app, Nowhere(Found("127.0.0.1", 47110, sign),
                                         Found("127.0.0.1", 47111, replace(sign, game="gone")))))
    desk.run(50)
    desk.key(pygame.K_TAB)
    rows = desk.scene.rows
    assert [("Paul" in rows.tell(index)) for index in range(len(rows.cells))] == [True, True]
    desk.click(rows.shown_rect(0, rows.rect).center)
    assert desk.scene.fault == desk.say("net.join.version")
    desk.app.close()


def test_a_screen_that_hears_others_never_rests_for_long(tmp_path: Path, monkeypatch) -> None:
    desk = Desk(tmp_path)
    monkeypatch.setattr("time.monotonic", lambda: monotonic() + 3600)
    alone = desk.app.rate
    desk.app.push(Join(desk.app, Nowhere()))
    assert desk.app.rate == IDLE_RATE > alone
    desk.app.close()


def test_a_closed_table_sends_its_guests_home_with_a_sentence(tmp_path: Path) -> None:
    with pair(tmp_path, rules_of(BLOCKS)) as both:
        both.begin()
        both.tables[0].client.close_table()
        both.until(lambda: isinstance(both.guest.scene, Dialog), "the guest is told")
        assert both.guest.say("net.closed.by_host") in both.guest.scene.heading


def test_a_race_starts_for_all_at_once_and_shows_everybodys_lane(tmp_path: Path) -> None:
    with pair(tmp_path, rules_of(RACE)) as both:
        both.begin()
        host, guest = both.tables
        assert isinstance(host, RemoteRace) and isinstance(guest, RemoteRace)
        host.go()
        guest.go()
        both.until(lambda: host.my_turn and guest.my_turn, "the race runs")
        both.until(lambda: abs(host.race.elapsed - guest.race.elapsed) < 0.5, "both clocks agree")
        guest.client.show_progress(3, [(0, 0), (1, 0), (2, 0)])
        both.until(lambda: host.race.laid(1) == 3, "the host sees the lane")
        guest.give_up()
        assert guest.status_now[0] == guest.say("together.race_others")
        host.give_up()
        both.until(lambda: host.session.outcome is not None, "the host settles the race")


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_nothing_of_the_rooms_overlaps(tmp_path: Path, size: tuple[int, int]) -> None:
    desk = Desk(tmp_path, size)
    for text_size in (100, 150):
        desk.app.settings.text_size = text_size
        desk.app.refresh()
        desk.app.push(Join(desk.app, Nowhere()))
        desk.run(50)
        rects = [widget.rect for widget in desk.scene.widgets]
        assert all(desk.app.screen.get_rect().contains(rect) for rect in rects)
        assert not any(a.colliderect(b) for i, a in enumerate(rects) for b in rects[i + 1:])
        desk.app.pop()
    desk.app.close()


def test_the_host_seats_a_bot_and_frees_a_seat_before_the_start(tmp_path: Path) -> None:
    with pair(tmp_path, rules_of(BLOCKS)) as both:
        room = both.host.scene
        both.until(lambda: room.client.room is not None, "the room is told")
        both.host.click_button(both.host.say("together.seat_bot"))
        both.until(lambda: room.client.room.places[1].kind == "bot", "a bot sits down")
        room.client.free_seat(1)
        both.until(lambda: not room.client.room.places[1].taken, "the bot goes")
        both.join()
        both.until(lambda: isinstance(both.guest.scene, WaitingRoom) and room.start_button.enabled, "let in")
        both.host.key(pygame.K_TAB)
        room.client.free_seat(1)
        both.until(lambda: isinstance(both.guest.scene, Dialog), "the guest is told")
        assert both.guest.say("net.closed.freed") in both.guest.scene.heading
        both.until(lambda: not room.client.room.places[1].taken, "the seat is free")
        room.client.free_seat(0)
        both.until(lambda: both.host.scene is not room, "the own seat stays")
        assert both.host.say("net.refuse.not_now") in both.host.scene.heading
