"""A club in the window: its door, the lobby, tournaments; the club is a double in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.net.club.desk import Result
from game.net.club.happenings import Entered, Matched, SeekRow, TableRow
from game.net.club.messages import MOST_ROWS
from game.net.club.pins import pin, pinned
from game.net.club.tournament.plan import Bots, Plan
from game.net.happenings import LineChanged
from game.net.table.chairs import Chair, Who
from game.screens.club.door import Door
from game.screens.club.lobby import LISTS, Lobby
from game.screens.club.tournament import TournamentPage
from game.screens.together.join import Join
from game.screens.together.room import WaitingRoom
from game.table.remote.scene import RemoteTable
from game.ui.dialogs import Dialog
from rules.catalog import GAMES, rules_class
from rules.kit.phrases import Phrase
from tests.kit.desk import Desk
from tests.kit.fake_club import PAIR, FakeClub, FakeVisit
from tests.kit.together import Nowhere

WORDS = next(game.id for game in GAMES.values() if len(rules_class(game.id).word_languages) > 1)
OPEN = TableRow("a", PAIR, "classic", ("Klara",), 2, 1, "waiting", True)
RUNNING = TableRow("b", PAIR, "classic", ("Klara", "Emil"), 2, 0, "playing", True)
PLAN = Plan("cup", "Autumn cup", PAIR, "swiss", rounds=2, start_people=4, break_seconds=10)


class Visitor:
    """A program in a club."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720)):
        self.desk, self.club = Desk(folder, size), FakeClub()
        self.desk.app.settings.speed = "none"
        self.visit = FakeVisit(self.club, self.desk.app.texts)

    def door(self) -> Door:
        door = Door(self.desk.app, lambda _: self.visit)
        self.desk.app.push(door)
        return door

    def lobby(self) -> Lobby:
        door = self.door()
        door.address = "club.example.org:4242"
        door.enter_club()
        self.desk.run(50)
        assert isinstance(self.desk.scene, Lobby)
        return self.desk.scene

    def choose(self, row: int) -> None:
        rows = self.desk.scene.rows
        self.desk.click(rows.shown_rect(row, rows.rect).center)

    def until(self, kind: type) -> None:
        self.wait(lambda: isinstance(self.desk.scene, kind), kind.__name__)

    def wait(self, ready: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + 30
        while not ready():
            assert time.monotonic() < end, what
            self.desk.run(16)
            time.sleep(0.002)


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    found = Visitor(tmp_path)
    yield found
    found.desk.app.close()
    found.club.close()


# --- the door ---


def test_joining_leads_to_the_door_of_a_club(visitor: Visitor) -> None:
    desk = visitor.desk
    desk.app.push(Join(desk.app, Nowhere()))
    desk.click_button(desk.say("lobby.tool"))
    assert isinstance(desk.scene, Door)


@pytest.mark.parametrize(("address", "key", "values"), [
    ("", "lobby.need_address", {}), ("nonsense", "club.refuse.address", {"value": "nonsense"}),
    ("club:99999", "club.refuse.address", {"value": "club:99999"})])
def test_an_address_that_is_none_is_told_before_any_try(visitor: Visitor, address: str, key: str,
                                                        values: dict[str, str]) -> None:
    door = visitor.door()
    door.address = address
    door.enter_club()
    assert door.fault == visitor.desk.say(key, **values)


@pytest.mark.parametrize("why", [Phrase("net.join.no_answer", {"address": "club", "port": 4242}),
                                 Phrase("club.refuse.removed")])
def test_a_door_that_stays_shut_says_why(visitor: Visitor, why: Phrase) -> None:
    visitor.visit.refuses = why
    door = visitor.door()
    door.address = "club:4242"
    door.enter_club()
    visitor.desk.run(50)
    assert visitor.desk.scene is door and door.fault == visitor.desk.say(why)
    assert visitor.visit.closed


def test_the_new_certificate_of_a_club_is_accepted_only_by_a_second_click(visitor: Visitor) -> None:
    folder, why = visitor.desk.app.store.folder, Phrase("club.refuse.other_certificate")
    pin(folder, "club:4242", "ab" * 32)
    visitor.visit.refuses = why
    door = visitor.door()
    door.address = "club:4242"
    door.enter_club()
    visitor.desk.run(50)
    assert door.fault == visitor.desk.say(why) and pinned(folder, "club:4242")
    visitor.visit.refuses = None
    visitor.desk.click_button(visitor.desk.say("lobby.trust"))
    visitor.desk.run(50)
    assert isinstance(visitor.desk.scene, Lobby) and not pinned(folder, "club:4242")


def test_enter_on_the_keyboard_enters_the_club(visitor: Visitor) -> None:
    door = visitor.door()
    door.address = "club:4242"
    visitor.desk.key(pygame.K_RETURN)
    visitor.desk.run(50)
    assert isinstance(visitor.desk.scene, Lobby)


# --- the lobby ---


def test_all_lists_are_shown_and_an_empty_one_says_what_to_do(visitor: Visitor) -> None:
    lobby = visitor.lobby()
    for name in LISTS:
        lobby.show_list(name)
        visitor.desk.run(50)
        assert lobby.is_known and not lobby.shown
    visitor.club.tables, visitor.club.people = [OPEN, RUNNING], [SeekRow("Frida", PAIR, "", 2, "", 1500)]
    visitor.club.announce(PLAN)
    for name, first in (("open", OPEN), ("running", RUNNING), ("waiting", visitor.club.people[0])):
        lobby.show_list(name)
        visitor.desk.run(50)
        assert lobby.shown == [first]
    lobby.show_list("tournaments")
    visitor.desk.run(50)
    assert lobby.rows.tell(0).startswith(PLAN.name)


def test_a_chosen_table_is_sat_down_at_and_left_for_the_lobby(visitor: Visitor) -> None:
    visitor.club.tables = [OPEN]
    visitor.club.host("a", visitor.desk.app.texts, [Chair("here", who=Who("Ada")), Chair("remote")])
    lobby = visitor.lobby()
    visitor.choose(0)
    assert lobby.primary.label == visitor.desk.say("together.sit_down")
    visitor.desk.key(pygame.K_RETURN)
    visitor.until(WaitingRoom)
    visitor.desk.key(pygame.K_ESCAPE)
    assert visitor.desk.scene is lobby and visitor.visit.left == 1


def test_a_table_is_chosen_with_the_keyboard_alone(visitor: Visitor) -> None:
    visitor.club.tables = [replace(OPEN, table=str(number)) for number in range(6)]
    lobby = visitor.lobby()
    while lobby.focus is not lobby.rows:
        visitor.desk.key(pygame.K_TAB)
    for _ in range(4):
        visitor.desk.key(pygame.K_DOWN)
    assert lobby.rows.offset > 0, "the list follows"
    visitor.desk.key(pygame.K_RETURN)
    assert lobby.chosen == visitor.club.tables[4]
    assert lobby.focus is lobby.rows and lobby.rows.offset > 0, "the list stays where it was"


def test_a_long_list_has_pages(visitor: Visitor) -> None:
    visitor.club.tables = [replace(OPEN, table=str(number)) for number in range(MOST_ROWS + 3)]
    lobby = visitor.lobby()
    visitor.desk.run(50)
    assert lobby.shown == visitor.club.tables[:MOST_ROWS]
    [on] = [one for one in lobby.widgets if one.tip == visitor.desk.say("lobby.page_on")]
    visitor.desk.click(on.rect.center)
    visitor.desk.run(50)
    assert lobby.shown == visitor.club.tables[MOST_ROWS:]
    rects = [widget.rect for widget in lobby.widgets]
    assert not any(a.colliderect(b) for i, a in enumerate(rects) for b in rects[i + 1:])


def test_a_running_game_is_watched(visitor: Visitor) -> None:
    visitor.club.tables = [RUNNING]
    host = visitor.club.host("b", visitor.desk.app.texts, [Chair("bot", "easy"), Chair("bot", "easy")])
    host.client(None).start()
    lobby = visitor.lobby()
    lobby.show_list("running")
    visitor.desk.run(50)
    visitor.choose(0)
    assert lobby.primary.label == visitor.desk.say("together.watch")
    visitor.choose(0)
    visitor.until(RemoteTable)
    assert visitor.desk.scene.viewer is None


def test_one_opens_a_table_and_plays_there_and_finds_the_seat_again(visitor: Visitor) -> None:
    lobby = visitor.lobby()
    lobby.wanted.set_game(PAIR, "en")
    visitor.desk.click_button(visitor.desk.say("lobby.open_table"))
    visitor.until(WaitingRoom)
    room = visitor.desk.scene
    room.client.seat_bot(1, "easy")
    visitor.wait(lambda: all(place.taken for place in room.client.room.places), "a bot sits down")
    room.client.start()
    visitor.until(RemoteTable)
    visitor.desk.scene.go_home()
    assert visitor.desk.scene is lobby
    visitor.desk.run(50)
    assert lobby.rows.tell(0).endswith(visitor.desk.say("button.play_on"))
    visitor.choose(0)
    visitor.choose(0)
    visitor.until(RemoteTable)
    assert visitor.desk.scene.viewer == 0


def test_a_table_that_waits_while_one_sits_at_another_is_gone_to_afterwards(visitor: Visitor) -> None:
    lobby = visitor.lobby()
    lobby.open_table()
    visitor.until(WaitingRoom)
    first = visitor.desk.scene
    visitor.club.host("m", visitor.desk.app.texts, [Chair("here", who=Who("Ada")), Chair("remote")])
    visitor.visit.inbox.append(Matched("m"))
    visitor.desk.run(50)
    assert visitor.desk.scene is first, "nobody is torn from a table"
    visitor.desk.key(pygame.K_ESCAPE)
    visitor.wait(lambda: isinstance(visitor.desk.scene, WaitingRoom) and visitor.desk.scene is not first,
                 "the other table")
    visitor.wait(lambda: visitor.club.hosts["mine"].table.closed, "whoever opened a table closes it by going")


def test_a_table_that_called_while_the_line_was_lost_is_gone_to_when_it_is_back(visitor: Visitor) -> None:
    lobby = visitor.lobby()
    visitor.visit.change_line("lost")
    visitor.club.host("m", visitor.desk.app.texts, [Chair("here", who=Who("Ada")), Chair("remote")])
    visitor.visit.change_line("here")
    waits = replace(OPEN, table="m", free=0, event="cup")
    visitor.visit.inbox.append(Entered(replace(visitor.visit.welcome, seats=(waits,))))
    visitor.until(WaitingRoom)
    visitor.desk.key(pygame.K_ESCAPE)
    visitor.desk.run(100)
    assert visitor.desk.scene is lobby, "but nobody is kept from leaving it"


def test_find_me_a_game_waits_until_the_club_has_found_one(visitor: Visitor) -> None:
    lobby = visitor.lobby()
    lobby.wanted.set_game(WORDS, "de")
    lobby.find()
    assert visitor.visit.sought == [(WORDS, "classic", 2, "de")]
    visitor.desk.run(50)
    assert lobby.primary.label == visitor.desk.say("lobby.stop")
    before = lobby.primary
    visitor.wait(lambda: any("0:01" in str(vars(one).get("text")) for one in lobby.widgets), "it counts")
    assert lobby.primary is before, "nothing else is built again"
    lobby.stop_seeking()
    assert not visitor.visit.sought
    lobby.find()
    visitor.club.host("m", visitor.desk.app.texts, [Chair("here", who=Who("Ada")), Chair("remote")])
    visitor.visit.inbox.append(Matched("m"))
    visitor.until(WaitingRoom)
    assert lobby.seeking is None


def test_somebody_who_waits_can_be_played_with(visitor: Visitor) -> None:
    visitor.club.people = [SeekRow("Frida", WORDS, "classic", 3, "en", 1500)]
    lobby = visitor.lobby()
    lobby.show_list("waiting")
    visitor.desk.run(50)
    visitor.choose(0)
    visitor.desk.click_button(visitor.desk.say("lobby.play_with", name="Frida"))
    assert visitor.visit.sought == [(WORDS, "classic", 3, "en")]


def test_a_table_that_is_gone_is_a_sentence(visitor: Visitor) -> None:
    visitor.club.tables = [OPEN]
    lobby = visitor.lobby()
    visitor.choose(0)
    visitor.choose(0)
    visitor.desk.run(50)
    assert lobby.fault == visitor.desk.say("club.refuse.no_table")


def test_a_lost_line_is_told_and_nothing_can_be_asked_until_it_is_back(visitor: Visitor) -> None:
    lobby = visitor.lobby()
    visitor.visit.change_line("lost")
    visitor.desk.run(50)
    assert not lobby.primary.enabled
    visitor.visit.change_line("here")
    visitor.desk.run(50)
    assert lobby.primary.enabled


def test_somebody_whom_the_moderator_removes_is_told_and_led_out(visitor: Visitor) -> None:
    visitor.lobby()
    visitor.visit.inbox.append(LineChanged("closed", Phrase("club.refuse.removed")))
    visitor.until(Dialog)
    assert visitor.desk.say("club.refuse.removed") in visitor.desk.scene.heading
    visitor.desk.key(pygame.K_RETURN)
    assert not isinstance(visitor.desk.scene, Lobby) and visitor.visit.closed


# --- tournaments ---


def test_one_takes_part_in_a_tournament_and_is_led_to_the_own_table(visitor: Visitor) -> None:
    visitor.club.announce(PLAN, "Klara", "Emil", "Frida")
    lobby = visitor.lobby()
    lobby.show_list("tournaments")
    visitor.desk.run(50)
    visitor.choose(0)
    visitor.choose(0)
    page = visitor.desk.scene
    assert isinstance(page, TournamentPage)
    visitor.desk.run(50)
    assert page.primary.label == visitor.desk.say("tournament.enter")
    visitor.desk.key(pygame.K_RETURN)
    visitor.desk.run(50)
    assert page.primary.label == visitor.desk.say("tournament.withdraw")
    visitor.club.step()
    page.ask_page()
    visitor.desk.run(50)
    assert page.primary.label == visitor.desk.say("tournament.to_table") and page.page.table
    visitor.club.host(page.page.table, visitor.desk.app.texts,
                      [Chair("here", who=Who("Ada")), Chair("remote", who=Who("Klara"))])
    visitor.desk.key(pygame.K_RETURN)
    visitor.until(WaitingRoom)


def test_the_page_shows_standings_and_every_round(visitor: Visitor) -> None:
    visitor.club.announce(replace(PLAN, bots=Bots("easy", 6)), "Klara", "Emil", "Frida", "Ada")
    visitor.club.step()
    for table, order in list(visitor.club.tournament_tables.orders.items()):
        visitor.club.tournament_tables.results[table] = Result(
            table, True, (3, 1), (0,), tuple(seat.key for seat in order.seats))
    visitor.club.step()
    visitor.club.step(PLAN.break_seconds)
    lobby = visitor.lobby()
    lobby.show_list("tournaments")
    visitor.desk.run(50)
    visitor.choose(0)
    visitor.choose(0)
    visitor.desk.run(50)
    page = visitor.desk.scene
    assert page.page.shown == 2 and len(page.page.rows) == 6
    page.show_round(1)
    visitor.desk.run(50)
    assert page.page.shown == 1 and all(line.over for line in page.page.tables)
    visitor.desk.key(pygame.K_ESCAPE)
    assert visitor.desk.scene is lobby


# --- looks ---


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_nothing_of_the_club_overlaps(tmp_path: Path, size: tuple[int, int]) -> None:
    visitor = Visitor(tmp_path, size)
    desk = visitor.desk
    visitor.club.tables = [OPEN] * 6
    visitor.club.announce(PLAN, "Klara", "Emil", "Frida", "Gustav")
    visitor.club.step()
    for text_size in (100, 150):
        desk.app.settings.text_size = text_size
        desk.app.refresh()
        screens = [visitor.door()]
        lobby = visitor.lobby()
        lobby.wanted.set_game(WORDS, "de")
        lobby.rebuild()
        screens.append(lobby)
        for screen in screens:
            _check(desk, screen)
        lobby.show_list("tournaments")
        desk.run(50)
        visitor.choose(0)
        visitor.choose(0)
        desk.run(50)
        _check(desk, desk.scene)
        desk.app.home()
    desk.app.close()


def _check(desk: Desk, screen: object) -> None:
    rects = [widget.rect for widget in screen.widgets]
    assert all(desk.app.screen.get_rect().contains(rect) for rect in rects)
    assert not any(a.colliderect(b) for i, a in enumerate(rects) for b in rects[i + 1:]), rects
