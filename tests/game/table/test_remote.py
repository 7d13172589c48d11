"""Every game whole between two programs with windows, from the waiting room to the booked record."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.net.bots import think
from game.net.table.room import Options
from game.net.table.table import BotTask
from game.table.race.model import Phase
from game.table.remote.race import RemoteRace
from game.table.remote.scene import RemoteTable
from game.ui.dialogs import Dialog
from rules import records
from rules.base import AnyRules
from rules.catalog import GAMES, rules_from_values, rules_of
from tests.kit.desk import Desk
from tests.kit.tiny import lay_out
from tests.kit.together import Pair, pair

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


def play_to_the_end(both: Pair) -> None:
    host, guest = both.tables

    def over() -> bool:
        for desk in (both.host, both.guest):
            if desk.scene in (host, guest) or isinstance(desk.scene, Dialog):
                act(desk)
        return all(table.seated.is_over for table in (host, guest))

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
