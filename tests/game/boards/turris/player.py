"""Player of Turris: a piece player that uses a bonus to remove a block if possible."""

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

    def worth(self, board: Any, target: Any) -> int:
        """Return the bonus that a move earns."""
        return int(board.rules.apply(board.state, target.move).state.bonus)

    def _take_out(self, scene: TableScene, *, mouse: bool) -> list[Act]:
        board = scene.board
        if not scene.state.bonus:
            return []
        if board.choice.taking:
            return _take_by_mouse(board) if mouse else keys("Right", "Return")
        legal = scene.session.rules.legal_moves(scene.state)
        if any(isinstance(move, TakeOut) for move in legal):
            return click(board.choice.buttons[1].rect) if mouse else keys("t")
        return []


def _take_by_mouse(board: Any) -> list[Act]:
    """Click a visible removable block; if all are hidden, decline the bonus."""
    for block in board.turris.removable(board.state):
        area = board.tower.rect_of(block.squares)
        for y in range(area.top, area.bottom, 6):
            for x in range(area.left, area.right, 6):
                if board.tower.block_at((x, y), board.state.blocks) == block:
                    return click(pygame.Rect(x, y, 1, 1))
    return click(board.choice.buttons[2].rect)


PLAYER = TurrisPlayer()


def by_mouse(app: Any) -> Turn | None:
    return PLAYER.turn(app, mouse=True)


def by_keyboard(app: Any) -> Turn | None:
    return PLAYER.turn(app, mouse=False)


by_pad = by_keyboard
