"""Players of Wer behält recht?: they announce any legal word, else they buy or pass."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.table.scene import TableScene
from rules.games.crossword.letters import JOLLIES
from tests.kit.players.acts import (
    Act,
    Turn,
    buttons,
    choose,
    click,
    drag,
    go_on,
    keys,
    position,
    shortcut,
    tab_to,
)


def _turn(app: Any, plays: Any) -> Turn | None:
    scene = app.top
    if not isinstance(scene, TableScene):
        return go_on(scene, mouse=plays is _with_the_mouse)
    if not scene.my_turn:
        return None
    said = scene.board.announcement
    return position(scene, said is not None and (said.letter, said.typed)), lambda: plays(scene)


def _way(scene: TableScene) -> tuple[Any, Any] | None:
    """Return a letter and a target with which some word can be announced."""
    board = scene.board
    for tile in board.pieces():
        for target in board.targets(tile, 0) if tile.mark not in JOLLIES else ():
            spot = getattr(target.move, "spot", None)
            words = board.rules.announcements(scene.state, spot, tile.mark) if spot is not None else iter(())
            if any(True for _ in words):
                return tile, target
    return None


def _other_button(scene: TableScene) -> Any:
    """Return the button that passes, or else the one that buys."""
    return next(button for button in reversed(buttons(scene)) if button is not scene.board.buttons.large)


def _with_the_mouse(scene: TableScene) -> list[Act]:
    board = scene.board
    if scene.state.must_complete:
        return click(board.buttons.large.rect)
    if board.announcement is not None:
        return click(board.announcement.offers[0].rect)
    way = _way(scene)
    if way is None:
        return click(_other_button(scene).rect)
    return drag(board.piece_rect(way[0]).center, way[1].centre)


def _with_the_keyboard(scene: TableScene) -> list[Act]:
    said = scene.board.announcement
    if said is not None and not said.typed:
        return keys(*said.choices[0].word.lower())
    if said is not None or scene.state.must_complete:
        return keys("Return")
    way = _way(scene)
    if way is None:
        return keys(shortcut(next(action.key for action in reversed(scene.board.actions()) if action.legal)))
    return choose(scene, *way)


def _with_a_pad(scene: TableScene) -> list[Act]:
    said = scene.board.announcement
    if said is not None or scene.state.must_complete:
        return keys("Down", "Return") if said is not None and said.move is None else keys("Return")
    way = _way(scene)
    return tab_to(scene, _other_button(scene)) if way is None else choose(scene, *way)


by_mouse = partial(_turn, plays=_with_the_mouse)
by_keyboard = partial(_turn, plays=_with_the_keyboard)
by_pad = partial(_turn, plays=_with_a_pad)
