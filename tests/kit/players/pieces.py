"""Player of games with pieces: lays the piece that scores most, else presses a button of the turn."""

from __future__ import annotations

from typing import Any

from game.table.scene import TableScene
from rules.catalog import engine_of
from tests.kit.players.acts import Act, Turn, buttons, choose, click, drag, go_on, keys, position, tab_to


class PiecePlayer:
    """Plays any game whose board offers pieces and targets; subclasses add what is special to a game."""

    def turn(self, app: Any, *, mouse: bool) -> Turn | None:
        """Return the next turn of a player with the mouse or with the keyboard."""
        scene = app.top
        if not isinstance(scene, TableScene):
            return go_on(scene, mouse=mouse)
        if not scene.my_turn:
            return None
        return position(scene, self.mark(scene)), lambda: self.acts(scene, mouse=mouse)

    def mark(self, scene: TableScene) -> Any:
        """Return any further state of the board that changes when something has happened."""
        return None

    def acts(self, scene: TableScene, *, mouse: bool) -> list[Act]:
        """Return the next acts: lay a piece, else press a button."""
        return self.lay(scene, mouse=mouse) or self.press(scene, mouse=mouse)

    def lay(self, scene: TableScene, *, mouse: bool) -> list[Act]:
        """Lay the move that solves a solitaire, else the one that scores most."""
        board = scene.board
        solved = (engine_of(scene.session.rules).solution(scene.state, lambda: False)
                  if scene.solitaire else None)
        ways = [(piece, target) for piece in board.pieces()
                for target in board.targets(piece, board.first_turn())
                if not solved or target.move == solved[0]]
        if not ways:
            return []
        piece, target = max(ways, key=lambda way: self.worth(board, way[1]))
        if mouse:
            return drag(board.piece_rect(piece).center, target.centre)
        return choose(scene, piece, target)

    def worth(self, board: Any, target: Any) -> int:
        """Return the immediate score of a move."""
        return int(board.points_of(target))

    def press(self, scene: TableScene, *, mouse: bool) -> list[Act]:
        """Draw as long as that is legal, else pass or stop."""
        offered = buttons(scene)
        if not offered:
            return keys("Return")
        return click(offered[0].rect) if mouse else tab_to(scene, offered[0])


PLAYER = PiecePlayer()


def by_mouse(app: Any) -> Turn | None:
    return PLAYER.turn(app, mouse=True)


def by_keyboard(app: Any) -> Turn | None:
    return PLAYER.turn(app, mouse=False)


by_pad = by_keyboard
