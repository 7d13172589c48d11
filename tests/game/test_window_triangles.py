"""Whole games of the triangle games through the real window, with a real mouse, against bots."""

from __future__ import annotations

import json
import time

import pytest

from game.scenes.table import TableScene
from rules.catalog import rules_from_values
from rules.records import replay, verify
from tests.desk import Desk
from tests.xscreen import Screen, needs_window

pytestmark = needs_window


class Mirror:
    """The same position without a window: it tells where things are on the screen."""

    def __init__(self, folder, size, record):
        self.desk = Desk(folder, size)
        session = replay(record, rules_from_values)
        self.table = TableScene(self.desk.app, session, None, folder / "mirror.json")
        self.desk.app.push(self.table)
        while self.desk.scene is not self.table:
            self.desk.app.pop()
        self.table.tweens.finish()

    @property
    def my_turn(self):
        return self.table.session.outcome is None and self.table.state.player == 0

    def lay(self):
        """Where to drag which piece: the best legal place, or None."""
        table = self.table.table
        found = [(table.points_of(target), piece, target) for piece in table.pieces()
                 for target in table.targets(piece, 0)]
        if not found:
            return None
        _, piece, target = max(found, key=lambda entry: entry[0])
        return table.piece_rect(piece).center, target.centre

    def action(self):
        table = self.table.table
        return next(iter(table._action_rects.values())).center

    def close(self):
        self.desk.app.close()


def play_through(screen, tmp_path, game, most=160):
    """Play the human's turns with the mouse until the game is over."""
    screen.open(game)
    screen._until(screen.save, "a deal on the table")
    seen = -1
    for number in range(most):
        finished = list((screen.folder / "records").glob("2*.json"))
        if finished:
            return json.loads(finished[0].read_text(encoding="utf-8"))
        record = screen.save()
        if record is None:
            time.sleep(0.2)
            continue
        mirror = Mirror(tmp_path / f"mirror{number}", screen.size, record)
        try:
            if mirror.table.session.outcome is not None:
                time.sleep(1.2)
                screen.key("Return")
                time.sleep(0.8)
            elif mirror.my_turn and mirror.table.session.moves != seen:
                seen = mirror.table.session.moves
                spots = mirror.lay()
                if spots is not None:
                    screen.drag(*spots)
                else:
                    screen.click(mirror.action())
                time.sleep(0.4)
            else:
                time.sleep(0.25)
                seen = -1
        finally:
            mirror.close()
    raise AssertionError(f"{game} was not over after {most} looks")


@pytest.mark.parametrize(("game", "target"), [("tripple_domino", 20), ("tripple_solitaire", None), ("trio_domino", None)])
def test_a_whole_game_against_a_bot_is_played_with_the_mouse(tmp_path, game, target):
    screen = Screen(tmp_path / "real")
    (tmp_path / "real").mkdir(exist_ok=True)
    (tmp_path / "real" / "settings.yaml").write_text(f'speed: "none"\nseen_tutorials: "{game}"\nname: "Ada"\n')
    (tmp_path / "real" / "choices").mkdir()
    seats = [{"name": "Ada", "kind": "human", "level": "easy"}, {"name": "Bruno", "kind": "bot", "level": "easy"}]
    seats = seats[:1] if game == "tripple_solitaire" else seats
    (tmp_path / "real" / "choices" / f"{game}.json").write_text(
        json.dumps({"variant": "classic", "seats": seats, "target": target}))
    try:
        record = play_through(screen, tmp_path, game)
    finally:
        screen.close()
    assert record["result"]["winners"] in ([0], [1], [0, 1])
    verify(record, rules_from_values)
