"""Somebody who plays through the real window with the keyboard alone; a second table without a window plans the keys."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pygame

from game.scenes.table import TableScene, table_scene
from game.trials.files import Nobody
from rules.bots import solution
from rules.catalog import rules_from_values
from rules.records import replay
from tests.desk import Desk
from tests.xscreen import Screen

NAMES = {pygame.K_RIGHT: "Right", pygame.K_UP: "Up", pygame.K_RETURN: "Return", pygame.K_TAB: "Tab",
         pygame.K_s: "s"}
MOST_TABS = 24
PATIENCE = 30.0
"""Seconds until a move must be in the save; only a busy machine comes near."""


class Planner:
    """A table in the same position; it finds the keys that make a good move."""

    def __init__(self, folder: Path):
        self.desk = Desk(folder, (1024, 640))  # the order of pieces and places is that of every size
        self.desk.app.thinker = Nobody()  # type: ignore[assignment]
        self.folder = folder

    def sit_down(self, record: dict[str, Any]) -> TableScene:
        """At the position of a save, as the real window shows it."""
        self.desk.app.home()
        self.desk.app.shows_focus = False
        table = table_scene(self.desk.app, replay(record, rules_from_values), None, self.folder / "planned.json")
        self.desk.app.push(table)
        while self.desk.scene is not table:
            self.desk.app.pop()
        table.tweens.finish()
        return table

    def keys_for(self, record: dict[str, Any], table: TableScene) -> list[int]:
        """Arrows and Enter for the best place of a piece; if there is none, Tab and Enter for a button."""
        keys = self._lay(table)
        if keys and self._moves(table, keys):
            return keys
        for number in range(1, MOST_TABS):
            keys = [pygame.K_TAB] * number + [pygame.K_RETURN]
            if self._moves(self.sit_down(record), keys):
                return keys
        raise AssertionError(f"no keys make a move after {record['rounds'][-1]['moves'][-3:]}")

    def _lay(self, table: TableScene) -> list[int]:
        first = [pygame.K_s] if hasattr(table.table, "sort_rack") else []
        for key in first:  # the real rack has a history, a sorted one has none
            self.desk.key(key)
        wanted = solution(table.session.rules, table.state) if table.solitaire else None
        pieces = list(table.table.pieces())
        ways = [(table.table.points_of(target), -piece, -place) for piece in range(len(pieces))
                for place, target in enumerate(table.table.targets(pieces[piece], table.table.first_turn()))
                if not wanted or target.move == wanted[0]]
        if not ways:
            return []
        _, piece, place = max(ways)
        return first + [pygame.K_RIGHT] * (1 - piece) + [pygame.K_UP] * (1 - place) + [pygame.K_RETURN]

    def _moves(self, table: TableScene, keys: list[int]) -> bool:
        """Whether these keys make a move, and nothing but a move."""
        before = table.session.moves
        for key in keys:
            if self.desk.scene is not table:
                return False
            self.desk.key(key)
        return table.session.moves == before + 1

    def close(self) -> None:
        self.desk.app.close()


def play_through(screen: Screen, folder: Path, game: str, most: int = 2000) -> dict[str, Any]:
    """Play the human's turns by keys until the game is over; its record."""
    planner = Planner(folder / "planner")
    seen = None
    try:
        for _ in range(most):
            finished = list((screen.folder / "records").glob("2*.json"))
            if finished:
                return json.loads(finished[0].read_text(encoding="utf-8"))
            record = screen.save()
            if record is None or record["rounds"] == seen:
                time.sleep(0.05)
                continue
            seen = record["rounds"]
            _turn(screen, planner, record)
    finally:
        planner.close()
    raise AssertionError(f"{game} was not over after {most} looks")


def _turn(screen: Screen, planner: Planner, record: dict[str, Any]) -> None:
    """Make a move if it is our turn, or deal the next round."""
    table = planner.sit_down(record)
    session, rounds = table.session, len(record["rounds"])
    if session.outcome is not None:
        if session.game_outcome is None:
            screen._until(lambda: _pressed_on(screen, rounds), "the next round", PATIENCE)
        return
    if session.seats[session.state.player].is_bot:
        return
    count = session.moves
    keys = planner.keys_for(record, table)
    screen.xdotool("key", "--delay", "20", *(NAMES[key] for key in keys))
    screen._until(lambda: _moved(screen, count), f"a move by {[NAMES[key] for key in keys]}", PATIENCE)


def _pressed_on(screen: Screen, rounds: int) -> bool:
    """Enter deals the next round, once the score sheet is there."""
    record = screen.save()
    if record is None or len(record["rounds"]) > rounds:
        return True
    screen.xdotool("key", "Return")
    time.sleep(0.5)
    return False


def _moved(screen: Screen, count: int) -> bool:
    record = screen.save()
    if record is None or list((screen.folder / "records").glob("2*.json")):
        return True
    return sum(len(round_["moves"]) for round_ in record["rounds"]) > count
