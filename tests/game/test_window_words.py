"""Whole games of the word games through the real window, with a real mouse, against bots."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

import pytest

from game.scenes.race import RaceScene
from game.scenes.table import table_scene
from rules.catalog import rules_from_values
from rules.games.crossword_board import Lay
from rules.records import replay, verify
from rules.words.solve import build
from tests.desk import Desk
from tests.xscreen import Screen, needs_window

pytestmark = needs_window

EASY_LETTERS = """
letters:
  red: {A: 8, E: 14, I: 6, O: 0, U: 0, "Y": 0, jolly: 0}
  black: {"N": 10, R: 8, S: 8, T: 8, L: 6, B: 0, C: 0, D: 0, F: 0, G: 0, H: 0, J: 0, K: 0, M: 0, P: 0, Q: 0, V: 0,
          W: 0, X: 0, Z: 0, jolly: 0}
"""
SMALL = {
    "kreuzwort": f"extends: classic\ndeal: {{red: 2, black: 2}}\n{EASY_LETTERS}",
    "point_typ_dom": f"extends: classic\ndeal: {{red: 2, black: 2}}\n{EASY_LETTERS}",
    "wer_behaelt_recht": f"extends: classic\ndeal: {{red: 2, black: 3}}\n{EASY_LETTERS}",
    "presto": "extends: classic\ndeal:\n" + "".join(f"  {n}: {{black: 3, red: 3}}\n" for n in (4, 5, 6)) + EASY_LETTERS,
}
"""Letters so plain and hands so small that a game is over in a minute."""


class Mirror:
    """The same position without a window: it tells where things are on the screen."""

    def __init__(self, folder: Any, size: tuple[int, int], record: Any):
        self.desk = Desk(folder, size)
        self.scene: Any = table_scene(self.desk.app, replay(record, rules_from_values), None, folder / "mirror.json")
        self.scene._let_bot_think = lambda: None
        if isinstance(self.scene, RaceScene):
            self.scene._plan_next = lambda: None
        self.desk.app.push(self.scene)
        self.scene.tweens.finish()

    @property
    def table(self) -> Any:
        return self.scene.table

    def close(self) -> None:
        self.desk.app.close()


def sit_down(tmp_path: Any, game: str, players: int) -> Screen:
    screen = Screen(tmp_path / "real")
    folder = tmp_path / "real"
    (folder / "choices").mkdir(parents=True)
    (folder / "rules" / game).mkdir(parents=True)
    (folder / "rules" / game / "small.yaml").write_text(SMALL[game])
    (folder / "settings.yaml").write_text(f'speed: "none"\nseen_tutorials: "{game}"\nname: "Ada"\n')
    seats = [{"name": "Ada", "kind": "human", "level": "easy"}] + [
        {"name": name, "kind": "bot", "level": "medium"} for name in ("Bruno", "Cleo", "Dario")[:players - 1]]
    (folder / "choices" / f"{game}.json").write_text(json.dumps({"variant": "small", "seats": seats}))
    return screen


def finished(screen: Screen) -> Any:
    records = list((screen.folder / "records").glob("2*.json"))
    return json.loads(records[0].read_text(encoding="utf-8")) if records else None


def play_through(screen: Screen, tmp_path: Any, game: str, turn: Any, most: int = 240) -> Any:
    """Play the human's turns until the game is over."""
    screen.open(game)
    screen._until(screen.save, "a deal on the table")
    seen = -1
    for number in range(most):
        record = finished(screen)
        if record is not None:
            return record
        saved = screen.save()
        if saved is None:
            time.sleep(0.2)
            continue
        mirror = Mirror(tmp_path / f"mirror{number}", screen.size, saved)
        try:
            session = mirror.scene.session
            if session.outcome is not None:
                time.sleep(1.0)
            elif session.state.player == 0 and session.moves != seen:
                seen = session.moves
                turn(screen, mirror)
                time.sleep(0.5)
            else:
                time.sleep(0.3)
                seen = -1
        finally:
            mirror.close()
    raise AssertionError(f"{game} was not over after {most} looks")


def lay_a_word(screen: Screen, mirror: Mirror) -> None:
    """The longest word whose squares are all in view, letter by letter; else a letter is bought."""
    table, state = mirror.table, mirror.scene.state
    words = [move for move in mirror.scene.session.rules.legal_moves(state) if isinstance(move, Lay)
             and all(table.grid.area.contains(table.squares.rect(square)) for square in move.squares)
             and not any(letter.islower() for letter in move.word)]
    if not words:
        screen.click(next(iter(table._action_widgets[1:2])).rect.center)
        if mirror.scene.game == "point_typ_dom":
            time.sleep(0.3)
            screen.key("Return")
        return
    best = max(words, key=lambda move: len(move.new_letters(state.letters)))
    free = table.pieces()
    for square, letter in best.new_letters(state.letters).items():
        tile = next(tile for tile in free if tile.mark == letter)
        free.remove(tile)
        screen.drag(table.piece_rect(tile).center, table.squares.rect(square).center)
    screen.click(table.large_button.rect.center)


def announce(screen: Screen, mirror: Mirror) -> None:
    """A letter on a place where some word can be said, and the first word that is offered."""
    table, state, rules = mirror.table, mirror.scene.state, mirror.scene.session.rules
    if state.must_complete:
        screen.key("Return")
        return
    for tile in table.pieces():
        for target in table.targets(tile, 0) if tile.mark not in "*+" else ():
            spot = getattr(target.move, "spot", None)
            if spot is not None and next(iter(rules.announcements(state, spot, tile.mark)), None) is not None:
                screen.drag(table.piece_rect(tile).center, target.centre)
                time.sleep(0.5)
                screen.key("Return")
                return
    screen.key("p" if state.bought or state.premium else "2" if state.black else "1")


@pytest.mark.parametrize(("game", "turn"), [
    ("kreuzwort", lay_a_word), ("point_typ_dom", lay_a_word), ("wer_behaelt_recht", announce)])
def test_a_whole_game_against_a_bot_is_played_with_the_mouse(tmp_path, game, turn):
    screen = sit_down(tmp_path, game, 2)
    try:
        record = play_through(screen, tmp_path, game, turn)
    finally:
        screen.close()
    verify(record, rules_from_values)


def test_a_race_is_won_with_the_mouse(tmp_path):
    screen = sit_down(tmp_path, "presto", 4)
    try:
        screen.open("presto")
        saved = screen._until(screen.save, "a deal on the table")
        mirror = Mirror(tmp_path / "mirror", screen.size, saved)
        scene, table = mirror.scene, mirror.table
        words = scene.session.rules.vocabulary(scene.state)
        crossword = build(scene.state.hands[0], words, Random(1), 20.0)
        assert crossword is not None
        for seat in (1, 2, 3):
            scene.race.plan(seat, [], None, None)
        time.sleep(2.0)  # the others take their seats
        screen.key("Return")
        scene.go()
        letters = crossword.letters
        left, top = min(x for x, _ in letters), min(y for _, y in letters)
        for (x, y), letter in letters.items():
            tile = next(tile for tile in table.pieces() if tile.mark == letter or (letter.islower() and tile.mark in "*+"))
            square = (x - left - 2, y - top - 2)
            screen.drag(table.piece_rect(tile).center, table.squares.rect(square).center)
            if letter.islower():
                time.sleep(0.4)
                screen.key(letter)
            table.draft.put(square, tile, letter if letter.islower() else "")
            table.changed()
        time.sleep(0.4)
        screen.click(table._done_button.rect.center)
        record = screen._until(lambda: finished(screen), "the record")
        mirror.close()
    finally:
        screen.close()
    assert record["result"]["winners"] == [0]
    verify(record, rules_from_values)
