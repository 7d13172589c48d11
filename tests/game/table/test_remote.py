"""Every game whole between two programs with windows, from the waiting room to the booked record."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pygame
import pytest

from game.net import happenings
from game.net.bots import think
from game.net.client import Client
from game.net.happenings import RaceGoes, RoundDealt, TableSet
from game.net.table import table
from game.net.table.room import Options
from game.net.table.table import BotTask
from game.screens.together.join import Join
from game.screens.together.room import WaitingRoom
from game.table.race.model import Phase
from game.table.remote.race import RemoteRace
from game.table.remote.scene import RemoteTable
from game.table.remote.talk import Talk
from game.table.seating import resume
from game.ui.dialogs import Dialog
from rules import records
from rules.base import AnyRules
from rules.catalog import GAMES, rules_from_values, rules_of
from tests.kit.desk import Desk
from tests.kit.tiny import lay_out
from tests.kit.together import CODE, Nowhere, Pair, pair

RACE = next(game.id for game in GAMES.values() if game.race)
OPEN = next(game.id for game in GAMES.values() if game.players == (2, 2) and not game.race)
HIDDEN = next(game.id for game in GAMES.values() if game.hidden_hands)
TOGETHER = [game.id for game in GAMES.values() if not game.solitaire]


def short_rules(game: str, folder: Path) -> AnyRules:
    lay_out(folder, game)
    return rules_of(game, "tiny", folder / "rules")


def act(desk: Desk) -> None:
    """Do what a person would: move, build, say that the next round may come."""
    scene = desk.scene
    if isinstance(scene, Dialog):
        desk.key(pygame.K_RETURN)
    elif isinstance(scene, RemoteRace):
        if scene.race.phase is Phase.READY:
            scene.go()
        elif scene.my_turn:
            scene.give_up()
    elif isinstance(scene, RemoteTable) and scene.my_turn:
        task = BotTask(scene.client.seat, "easy", scene.state_to_think_about(), "test", 0)
        scene.play(think(scene.session.rules, task, timed=False))


def play(both: Pair, moves: int) -> None:
    """Make so many moves."""
    tables = both.tables
    while (made := tables[0].session.moves) < moves:
        for desk in (both.host, both.guest):
            act(desk)
        both.until_moves(made + 1)


def play_to_the_end(both: Pair) -> None:
    host, guest = both.tables

    def over() -> bool:
        for desk in (both.host, both.guest):
            if desk.scene in (host, guest) or isinstance(desk.scene, Dialog):
                act(desk)
        return all(one.seated.is_over for one in (host, guest))

    both.until(over, "the game is over")


@pytest.mark.parametrize("game", TOGETHER)
def test_a_whole_game_between_two_programs_is_booked_and_verified_on_both_sides(
        game: str, tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(game, tmp_path / "rules"), Options(pace=0.0)) as both:
        both.begin()
        play_to_the_end(both)
        kept = [list(desk.store.records.glob("*.json")) for desk in (both.host, both.guest)]
        assert [len(found) for found in kept] == [1, 1]
        moves = [[ply.move for _, ply in records.verify(records.read_file(path), rules_from_values).history()]
                 for path, in kept]
        assert moves[0] == moves[1]
        assert not list(both.host.store.saves.glob("*.json"))
        assert not list((both.guest.store.folder / "seats").glob("*"))


def take_the_seat_that_waits(desk: Desk) -> None:
    """Choose the seat of a game that goes on elsewhere from the list of tables."""
    join = Join(desk.app, Nowhere())
    desk.app.push(join)
    desk.run(32)
    assert "Ada" in join.rows.tell(0)
    desk.click(join.rows.shown_rect(0, join.rows.rect).center)


def test_a_guest_whose_program_ended_gets_its_seat_back_from_the_list(tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(RACE, tmp_path / "rules")) as both:
        both.begin()
        for runner in both.tables:
            runner.go()
        both.until(lambda: both.tables[1].my_turn, "the race runs")
        both.guest.app.close()
        both.guest = Desk(both.guest.store.folder)
        take_the_seat_that_waits(both.guest)
        both.until(lambda: isinstance(both.guest.scene, RemoteRace) and both.guest.scene.my_turn,
                   "the guest is back in the race")
        assert both.guest.scene.race.elapsed > 0


def test_a_runner_whose_line_was_lost_keeps_the_letters_that_lie_and_a_new_round_clears_them(
        tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(RACE, tmp_path / "rules")) as both:
        both.begin()
        for runner in both.tables:
            runner.go()
        guest = both.tables[1]
        both.until(lambda: guest.my_turn, "the race runs")
        tile = guest.board.pieces()[0]
        guest.board.laying.draft.put((0, 0), tile)
        guest.board.changed()
        guest.happened(TableSet(guest.session))  # what a line that comes back brings
        both.until(lambda: guest.my_turn, "the guest is back in the race")
        assert guest.race_board.built == {(0, 0): tile.mark}
        guest.happened(RoundDealt(False))
        both.until(lambda: guest.race.phase is Phase.READY, "another round is dealt")
        guest.happened(RaceGoes(0.0))
        both.until(lambda: guest.my_turn, "it runs")
        assert not guest.race_board.built


def test_whose_turn_it_is_reads_differently_in_every_window(tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(OPEN, tmp_path / "rules")) as both:
        both.begin()
        tables = both.tables
        mine, other = sorted(tables, key=lambda table: not table.my_turn)
        name = mine.seats[mine.client.seat].name
        assert mine.status_now[0] == mine.say("status.your_turn", name=mine.who(mine.client.seat))
        assert other.status_now[0] == other.say("together.their_turn", name=name)


def test_a_host_who_continues_the_save_finds_the_table_and_its_guest_again(tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(OPEN, tmp_path / "rules")) as both:
        both.begin()
        play(both, 2)
        guest = both.tables[1]
        both.until(lambda: guest.my_turn, "the guest is to move")
        both.host.app.close()
        both.until(lambda: guest.client.line == "lost", "the guest waits", alone=both.guest)
        assert "Ada" in guest.status_now[0]
        both.host = Desk(both.host.store.folder)
        [save] = both.host.store.unfinished()
        both.host.app.push(resume(both.host.app, save))
        room = both.host.scene
        assert isinstance(room, WaitingRoom) and room.code == CODE
        both.until(lambda: guest.client.line == "here" and guest.client.room.phase == "waiting", "back")
        assert not guest.my_turn and "Ada" in guest.status_now[0]
        both.until(lambda: all(place.here for place in room.client.room.places), "all are here")
        both.until(lambda: room.start_button.label == both.host.say("button.play_on"), "nobody is missing")
        both.host.key(pygame.K_RETURN)
        both.until(lambda: isinstance(both.host.scene, RemoteTable), "the host sits at the table")
        both.until_moves(2)
        both.until(lambda: guest.client.room.phase == "playing", "the game goes on")
        play_to_the_end(both)


def test_the_host_is_asked_about_a_bot_for_somebody_who_stays_away(tmp_path: Path,
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(happenings, "LONG_AWAY", 0.2)
    monkeypatch.setattr(table, "AWAY_LONG", 0.2)
    with pair(tmp_path / "data", short_rules(OPEN, tmp_path / "rules"), Options(pace=0.0)) as both:
        both.begin()
        host = both.tables[0]
        both.guest.app.close()
        both.guest = Desk(tmp_path / "nobody")
        both.until(lambda: both.host.scene is not host, "the host is asked")
        assert both.host.say("together.away_long", name="Klara") == both.host.scene.title
        both.host.click_button(both.host.say("together.let_bot", name="Klara"))
        both.until(lambda: both.host.say("together.sits_in") in host.plate_line(1), "a bot sits in")

        def moved() -> bool:
            act(both.host)
            return host.session.moves >= 4

        both.until(moved, "the bot plays")


def test_a_continued_game_may_go_on_with_bots_until_its_people_are_back(tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(OPEN, tmp_path / "rules")) as both:
        both.begin()
        play(both, 2)
        for desk in (both.guest, both.host):
            desk.app.close()
        both.host, both.guest = Desk(both.host.store.folder), Desk(both.guest.store.folder)
        [save] = both.host.store.unfinished()
        both.host.app.push(resume(both.host.app, save))
        room = both.host.scene
        both.until(lambda: room.client.room is not None and room.start_button, "it is open", alone=both.host)
        assert room.start_button.label == both.host.say("together.play_on_bots", n=1)
        room.start()
        both.until(lambda: isinstance(both.host.scene, RemoteTable), "it goes on", alone=both.host)
        host = both.host.scene
        assert both.host.say("together.sits_in") in host.plate_line(1)
        take_the_seat_that_waits(both.guest)
        both.until(lambda: isinstance(both.guest.scene, RemoteTable), "the guest is back")
        both.until(lambda: both.host.say("together.sits_in") not in host.plate_line(1), "given back")


@pytest.mark.parametrize("game", [OPEN, HIDDEN, RACE])
def test_somebody_watches_a_whole_game_and_sees_only_what_lies_open(game: str, tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(game, tmp_path / "rules"), Options(pace=0.0)) as both:
        both.begin()
        eye = Desk(tmp_path / "eye")
        eye.app.settings.speed = "none"
        join = Join(eye.app, Nowhere())
        eye.app.push(join)
        join.code, join.address = CODE, f"127.0.0.1:{both.port}"
        join.sit_down()
        both.watch(eye, lambda: join.fault == eye.say("net.refuse.full"), "the table is full")
        eye.click_button(eye.say("together.watch"))
        both.watch(eye, lambda: isinstance(eye.scene, RemoteTable), "the spectator sees the table")
        table, host = eye.scene, both.tables[0]
        assert table.client.seat is None and not table.my_turn
        assert table.state == host.session.rules.seen_by(table.state, None)
        both.until(lambda: ("eye", both.host.say("together.watching", n=1)) in host.pills(), "all know of it")
        play_to_the_end(both)
        both.watch(eye, lambda: table.client.record is not None, "the spectator has the record")
        assert table.client.record == host.client.record
        eye.app.close()


def test_the_phrases_of_a_talk_lie_in_the_middle_of_the_window(desk: Desk) -> None:
    desk.app.push(Talk(desk.app, cast("Client", None), OPEN))
    first, *others = [widget.rect for widget in desk.scene.widgets]
    all_of_them, window = first.unionall(others), desk.app.screen.get_rect()
    assert abs(all_of_them.centerx - window.centerx) < 2 and abs(all_of_them.centery - window.centery) < 60


def test_spectators_go_home_when_the_host_does_not_want_any(tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(OPEN, tmp_path / "rules")) as both:
        both.join(watch=True)
        both.until(lambda: isinstance(both.guest.scene, WaitingRoom), "the spectator is let in")
        both.until(lambda: both.host.scene.client.room.watching == 1, "the host knows of it")
        both.host.click_button(both.host.say("together.option.watch"))
        both.until(lambda: isinstance(both.guest.scene, Dialog), "the spectator is told")
        assert both.guest.say("net.refuse.no_watching") in both.guest.scene.heading
