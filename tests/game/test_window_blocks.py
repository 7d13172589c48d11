"""Whole games of Kwinty and Turris through the real window, with a real mouse, against a bot."""

from __future__ import annotations

import json
import time

import pytest

from rules.catalog import rules_from_values
from rules.games.turris import TakeOut
from rules.records import verify
from tests.game.test_window_triangles import Mirror
from tests.xscreen import Screen, needs_window

pytestmark = needs_window

SEATS = [{"name": "Ada", "kind": "human", "level": "easy"}, {"name": "Bruno", "kind": "bot", "level": "easy"}]


def sit_down(folder, game):
    """A data folder in which the choices are made and nothing waits for movements."""
    (folder / "choices").mkdir(parents=True)
    (folder / "settings.yaml").write_text(f'speed: "none"\nseen_tutorials: "{game}"\nname: "Ada"\n')
    (folder / "choices" / f"{game}.json").write_text(json.dumps({"variant": "classic", "seats": SEATS}))


def make_move(screen, mirror):
    """One move with the mouse: a block is dragged, one is taken out, or a button is pressed."""
    table = mirror.table.table
    taken = next((m for m in mirror.table.session.rules.legal_moves(mirror.table.state) if isinstance(m, TakeOut)), None)
    if taken is not None and mirror.table.session.moves % 2:
        take_out(screen, mirror, taken)
        return
    spots = mirror.lay()
    if spots is not None:
        screen.drag(*spots)
    else:
        buttons = table.choice.buttons if hasattr(table, "choice") else table._buttons
        screen.click(buttons[-1].rect.center)


def take_out(screen, mirror, move):
    """Press the button of the bonus, then click the block; a hidden one is left alone and the bonus declined."""
    table = mirror.table.table
    block = next(b for b in table.turris.removable(mirror.table.state) if b.square == (move.x, move.y, move.z))
    area = table.tower.rect_of(block.squares)
    spot = next(((x, y) for y in range(area.top, area.bottom, 6) for x in range(area.left, area.right, 6)
                 if table.tower.block_at((x, y), mirror.table.state.blocks) == block), None)
    if spot is None:
        screen.click(table.choice.buttons[2].rect.center)
        return
    screen.click(table.choice.buttons[1].rect.center)
    time.sleep(0.4)
    screen.click(spot)


def play_through(screen, tmp_path, game, most=240):
    """Play the human's turns with the mouse until the game is over."""
    screen.open(game)
    screen._until(screen.save, "a deal on the table")
    tried: dict[int, int] = {}
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
            moves = mirror.table.session.moves
            if mirror.my_turn and number - tried.get(moves, -9) > 8:
                tried[moves] = number
                make_move(screen, mirror)
            time.sleep(0.3)
        finally:
            mirror.close()
    raise AssertionError(f"{game} was not over after {most} looks")


@pytest.mark.parametrize("game", ["kwinty", "turris"])
def test_a_whole_game_against_a_bot_is_played_with_the_mouse(tmp_path, game):
    folder = tmp_path / "real"
    sit_down(folder, game)
    screen = Screen(folder)
    try:
        record = play_through(screen, tmp_path, game)
    finally:
        screen.close()
    assert record["result"]["winners"] in ([0], [1], [0, 1])
    verify(record, rules_from_values)
