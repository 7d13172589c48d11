"""Players of the six games with pieces: they lay the best piece, else they press a button of the turn."""

from __future__ import annotations

from typing import Any

import pygame

from game.boards.kit.contract import AnyBoard
from game.boards.kit.targets import Target
from game.boards.turris.board import TurrisBoard
from game.table.scene import TableScene
from rules.engine import solution
from rules.games.turris.rules import TakeOut
from tests.kit.players.acts import Act, Turn, buttons, choose, click, drag, go_on, keys, position, tab_to


def by_mouse(app: Any) -> Turn | None:
    return _turn(app, mouse=True)


def by_keyboard(app: Any) -> Turn | None:
    return _turn(app, mouse=False)


def _turn(app: Any, *, mouse: bool) -> Turn | None:
    scene = app.top
    if not isinstance(scene, TableScene):
        return go_on(scene, mouse=mouse)
    if not scene.my_turn:
        return None
    table = scene.board
    taking = isinstance(table, TurrisBoard) and table.choice.taking
    return position(scene, taking), lambda: (_takes_out(scene, mouse=mouse) or _lays(scene, mouse=mouse)
                                             or _presses(scene, mouse=mouse))


def _lays(scene: TableScene, *, mouse: bool) -> list[Act]:
    """The move that solves a solitaire, else the one that brings most."""
    table = scene.board
    solved = solution(scene.session.rules, scene.state) if scene.solitaire else None
    ways = [(piece, target) for piece in table.pieces() for target in table.targets(piece, table.first_turn())
            if not solved or target.move == solved[0]]
    if not ways:
        return []
    piece, target = max(ways, key=lambda way: _worth(table, way[1]))
    if mouse:
        return drag(table.piece_rect(piece).center, target.centre)
    return choose(scene, piece, target)


def _worth(table: AnyBoard, target: Target) -> int:
    """What a move brings at once: points, in Turris a bonus."""
    if isinstance(table, TurrisBoard):
        return int(table.rules.apply(table.state, target.move).state.bonus)
    return table.points_of(target)


def _presses(scene: TableScene, *, mouse: bool) -> list[Act]:
    """Draw as long as that is allowed, else pass or stop."""
    first = buttons(scene)[0]
    return click(first.rect) if mouse else tab_to(scene, first)


def _takes_out(scene: TableScene, *, mouse: bool) -> list[Act]:
    """A bonus of Turris is to take a block out, if that can be: nothing else is done with a click on the tower."""
    table = scene.board
    if not isinstance(table, TurrisBoard) or not scene.state.bonus:
        return []
    if table.choice.taking:
        return _take_by_mouse(table) if mouse else keys("Right", "Return")
    legal = scene.session.rules.legal_moves(scene.state)
    if any(isinstance(move, TakeOut) for move in legal):
        return click(table.choice.buttons[1].rect) if mouse else keys("t")
    return []


def _take_by_mouse(table: TurrisBoard) -> list[Act]:
    """A block that can be seen is clicked; if all are hidden the bonus is declined."""
    for block in table.turris.removable(table.state):
        area = table.tower.rect_of(block.squares)
        for y in range(area.top, area.bottom, 6):
            for x in range(area.left, area.right, 6):
                if table.tower.block_at((x, y), table.state.blocks) == block:
                    return click(pygame.Rect(x, y, 1, 1))
    return click(table.choice.buttons[2].rect)
