"""Every game whole between two programs with windows, from the waiting room to the booked record."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.net import client
from game.net.bots import think
from game.net.table import table
from game.net.table.room import Options
from game.net.table.table import BotTask
from game.screens.together.join import Join
from game.table.race.model import Phase
from game.table.remote.race import RemoteRace
from game.table.remote.scene import RemoteTable
from game.table.seating import resume
from game.ui.dialogs import Dialog
from rules import records
from rules.base import AnyRules
from rules.catalog import GAMES, rules_from_values, rules_of
from tests.kit.desk import Desk
from tests.kit.tiny import lay_out
from tests.kit.together import Nowhere, Pair, pair

RACE = next(game.id for game in GAMES.values() if game.race)
OPEN = next(game.id for game in GAMES.values() if game.players == (2, 2) and not game.race)
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


def test_a_guest_whose_program_ended_gets_its_seat_back_from_the_list(tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(RACE, tmp_path / "rules")) as both:
        both.begin()
        for runner in both.tables:
            runner.go()
        both.until(lambda: both.tables[1].my_turn, "the race runs")
        both.guest.app.close()
        both.guest = Desk(both.guest.store.folder)
        join = Join(both.guest.app, Nowhere())
        both.guest.app.push(join)
        both.guest.run(32)
        offers = [widget for widget in join.widgets if "Ada" in str(vars(widget).get("spoken", ""))]
        both.guest.click(offers[0].rect.center)
        both.until(lambda: isinstance(both.guest.scene, RemoteRace) and both.guest.scene.my_turn,
                   "the guest is back in the race")
        assert both.guest.scene.race.elapsed > 0


def test_a_host_who_continues_the_save_finds_the_table_and_its_guest_again(tmp_path: Path) -> None:
    with pair(tmp_path / "data", short_rules(OPEN, tmp_path / "rules")) as both:
        both.begin()
        play(both, 2)
        guest = both.tables[1]
        both.host.app.close()
        both.until(lambda: guest.client.line == "lost", "the guest waits", alone=both.guest)
        assert "Ada" in guest.status_now[0]
        both.host = Desk(both.host.store.folder)
        [save] = both.host.store.unfinished()
        both.host.app.push(resume(both.host.app, save))
        both.until(lambda: isinstance(both.host.scene, RemoteTable) and guest.client.line == "here",
                   "both are back")
        both.until(lambda: all(place.here for place in both.tables[0].client.room.places), "all are here")
        both.until_moves(2)
        play_to_the_end(both)


def test_the_host_is_asked_about_a_bot_for_somebody_who_stays_away(tmp_path: Path,
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "LONG_AWAY", 0.2)
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
