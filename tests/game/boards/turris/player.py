"""Player of Turris: plays like every player of pieces, but uses a bonus to take a block out if it can."""

from __future__ import annotations

from typing import Any

import pygame

from game.table.scene import TableScene
from rules.games.turris.rules import TakeOut
from tests.kit.players.acts import Act, Turn, click, keys
from tests.kit.players.pieces import PiecePlayer


class TurrisPlayer(PiecePlayer):
    def mark(self, scene: TableScene) -> bool:
        return bool(scene.board.choice.taking)

    def acts(self, scene: TableScene, *, mouse: bool) -> list[Act]:
        return self._take_out(scene, mouse=mouse) or super().acts(scene, mouse=mouse)

    def worth(self, table: Any, target: Any) -> int:
        """The bonus that a move brings."""
        return int(table.rules.apply(table.state, target.move).state.bonus)

    def _take_out(self, scene: TableScene, *, mouse: bool) -> list[Act]:
        table = scene.board
        if not scene.state.bonus:
            return []
        if table.choice.taking:
            return _take_by_mouse(table) if mouse else keys("Right", "Return")
        legal = scene.session.rules.legal_moves(scene.state)
        if any(isinstance(move, TakeOut) for move in legal):
            return click(table.choice.buttons[1].rect) if mouse else keys("t")
        return []


def _take_by_mouse(table: Any) -> list[Act]:
    """Click a block that can be seen; if all are hidden, decline the bonus."""
    for block in table.turris.removable(table.state):
        area = table.tower.rect_of(block.squares)
        for y in range(area.top, area.bottom, 6):
            for x in range(area.left, area.right, 6):
                if table.tower.block_at((x, y), table.state.blocks) == block:
                    return click(pygame.Rect(x, y, 1, 1))
    return click(table.choice.buttons[2].rect)


PLAYER = TurrisPlayer()


def by_mouse(app: Any) -> Turn | None:
    return PLAYER.turn(app, mouse=True)


def by_keyboard(app: Any) -> Turn | None:
    return PLAYER.turn(app, mouse=False)


by_pad = by_keyboard
