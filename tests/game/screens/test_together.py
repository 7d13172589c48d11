"""Several computers in the window: hosting from the setup, joining by code, playing, talking, leaving.

Host and guest are two whole programs without windows in this process; their lines go over the loopback.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.net.find import Found, Notice
from game.net.host import Setting
from game.net.keeping import host_table
from game.net.table.chairs import Chair, Who
from game.screens.together.join import Join
from game.screens.together.room import WaitingRoom
from game.table.remote.race import RemoteRace
from game.table.remote.scene import RemoteTable
from game.table.remote.seated import Seated
from game.ui.dialogs import Dialog
from rules.catalog import GAMES, rules_of
from tests.kit.desk import Desk

CODE = "7 Turm Regal"
RACE = next(game.id for game in GAMES.values() if game.race)
BLOCKS = next(game.id for game in GAMES.values() if not game.race and game.players == (2, 2))


class Nowhere:
    """Finds what it was given, without a network."""

    def __init__(self, *found: Found):
        self.found = list(found)

    def open(self) -> None:
        """Nothing to open."""

    def close(self) -> None:
        """Nothing to close."""


class Pair:
    """A host and a guest, each a whole program."""

    def __init__(self, folder: Path, game: str):
        self.host, self.guest = Desk(folder / "host"), Desk(folder / "guest")
        for desk in (self.host, self.guest):
            desk.app.settings.speed = "none"
        self.guest.app.settings.name = "Klara"
        setting = Setting(rules_of(game), [Chair("here", who=Who("Ada")), Chair("remote")], 5, CODE,
                          address="127.0.0.1", announce=False)
        kept = host_table(self.host.store, setting, self.host.app.texts, processes=False)
        self.port = kept.host.open()
        self.host.app.push(WaitingRoom(self.host.app, Seated(kept.host.client(0), kept=kept), CODE,
                                       f"127.0.0.1:{self.port}"))

    def until(self, ready: Callable[[], object], what: str) -> None:
        end = time.monotonic() + 30
        while not ready():
            assert time.monotonic() < end, what
            for desk in (self.host, self.guest):
                desk.app.step([], 16)
            time.sleep(0.002)

    def until_moves(self, count: int) -> None:
        host, guest = self.tables
        self.until(lambda: host.session.moves == guest.session.moves == count, f"both see {count} moves")

    def join(self, code: str = CODE) -> Join:
        join = Join(self.guest.app, Nowhere())
        self.guest.app.push(join)
        join.code, join.address = code, f"127.0.0.1:{self.port}"
        join.sit_down()
        return join

    def begin(self) -> None:
        self.join()
        self.until(lambda: isinstance(self.guest.scene, WaitingRoom), "the guest is let in")
        self.until(lambda: self.host.scene.start_button.enabled, "the host sees the guest")
        self.host.scene.start()
        self.until(lambda: all(isinstance(desk.scene, RemoteTable) for desk in (self.host, self.guest)),
                   "both sit at the table")

    @property
    def tables(self) -> tuple[RemoteTable, RemoteTable]:
        return self.host.scene, self.guest.scene

    def close(self) -> None:
        for desk in (self.guest, self.host):
            desk.app.close()


@contextmanager
def pair(folder: Path, game: str) -> Iterator[Pair]:
    found = Pair(folder, game)
    try:
        yield found
    finally:
        found.close()


def first_move(table: RemoteTable) -> object:
    return next(iter(table.session.rules.legal_moves(table.state)))


def test_a_guest_joins_and_both_play_talk_and_ask_to_take_back(tmp_path: Path) -> None:
    with pair(tmp_path, BLOCKS) as both:
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
    with pair(tmp_path, BLOCKS) as both:
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
    areas = [widget for widget in desk.scene.widgets if "Paul" in str(vars(widget).get("spoken", ""))]
    assert len(areas) == 2
    desk.click(areas[0].rect.center)
    assert desk.scene.fault == desk.say("net.join.version")
    desk.app.close()


def test_a_closed_table_sends_its_guests_home_with_a_sentence(tmp_path: Path) -> None:
    with pair(tmp_path, BLOCKS) as both:
        both.begin()
        both.tables[0].client.close_table()
        both.until(lambda: isinstance(both.guest.scene, Dialog), "the guest is told")
        assert both.guest.say("net.closed.by_host") in both.guest.scene.heading


def test_a_race_starts_for_all_at_once_and_shows_everybodys_lane(tmp_path: Path) -> None:
    with pair(tmp_path, RACE) as both:
        both.begin()
        host, guest = both.tables
        assert isinstance(host, RemoteRace) and isinstance(guest, RemoteRace)
        host.go()
        guest.go()
        both.until(lambda: host.my_turn and guest.my_turn, "the race runs")
        assert abs(host.race.elapsed - guest.race.elapsed) < 0.5
        guest.client.show_progress(3, [(0, 0), (1, 0), (2, 0)])
        both.until(lambda: host.race.laid(1) == 3, "the host sees the lane")
        guest.give_up()
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
