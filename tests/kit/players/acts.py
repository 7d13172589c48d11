"""Turns of players: a mark of the position, and the next acts of mouse, keyboard or gamepad.

A player is a function of the app that returns a turn: a mark, which stays the same until something happens,
and a function that returns the acts; or None if the game is not ready. Players run inside the program that
they play (`tests.kit.watched`) or beside it (`tests.kit.desk`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pygame

from game.screens.result.ending import Ending
from game.table.scene import TableScene
from game.ui.scene import Scene
from game.ui.widgets import Button

Act = list[Any]
"""["click", [x, y]], ["drag", [x, y], [x, y]] or ["key", name]; keys have their X names."""
Turn = tuple[Any, Callable[[], list[Act]]]


def player(name: str) -> Callable[[Any], Turn | None]:
    """Return the player named by `module:function`."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def click(rect: pygame.Rect) -> list[Act]:
    return [["click", [*rect.center]]]


def drag(start: tuple[int, int], end: tuple[int, int]) -> list[Act]:
    return [["drag", [*start], [*end]]]


def keys(*names: str) -> list[Act]:
    return [["key", name] for name in names]


def shortcut(key: str) -> str:
    """Return the key of an action at a table of words, where letters are typed and need Ctrl."""
    return f"ctrl+{key.lower()}" if key.isalpha() else key


def position(scene: TableScene, *more: Any) -> list[str]:
    """Return a mark: number of moves, held piece, focus, and `more`."""
    hand, session = scene.hand, scene.session
    focus = getattr(scene.focus, "label", None)
    return [str(part) for part in (len(session.rounds), session.revision, hand.how, hand.piece, focus, *more)]


def go_on(scene: Scene, *, mouse: bool) -> Turn | None:
    """Return the turn that presses the first button of a screen above the table, e.g. the end of a round."""
    if isinstance(scene, Ending) and scene.table.session.game_outcome is not None:
        return None  # the record is being written
    primary = next(widget for widget in scene.widgets
                   if isinstance(widget, Button) and widget.kind == "primary")
    return [type(scene).__name__], lambda: click(primary.rect) if mouse else keys("Return")


def buttons(scene: TableScene) -> list[Button]:
    """Return the enabled buttons of the turn."""
    tools = list(scene.tools.values())
    return [widget for widget in scene.focusable() if isinstance(widget, Button) and widget not in tools]


def tab_to(scene: TableScene, button: Button) -> list[Act]:
    """Return the Tab keys that lead to a button, past the pieces, and Enter."""
    ring: list[Any] = scene.focusable()
    if scene.board.pieces():
        ring = [None, *ring]
    here = scene.focus if scene.focus is not None or scene.hand.how == "pick" else "nowhere"
    return keys(*["Tab"] * _steps(ring, here, button), "Return")


def choose(scene: TableScene, piece: Any, target: Any) -> list[Act]:
    """Return the arrow keys that choose a piece and one of its targets, and Enter."""
    board, hand, pieces = scene.board, scene.hand, scene.board.pieces()
    first = next(number for number, one in enumerate(pieces)  # where the arrows begin
                 if any(board.targets(one, way) for way in range(board.turns(one))))
    right = _steps(pieces[first:] + pieces[:first], hand.piece if hand.how == "pick" else None, piece)
    targets = board.targets(piece, board.first_turn())
    up = _steps(targets, hand.near if right == 0 else None, target)
    leave = ["Escape"] if scene.focus is not None else []
    return keys(*leave, *["Right"] * right, *["Up"] * up, "Return")


def _steps(ring: list[Any], here: Any, there: Any) -> int:
    """Return the number of steps in a ring; if `here` is not in it, the first step leads to its beginning."""
    if here not in ring:
        return ring.index(there) + 1
    return (ring.index(there) - ring.index(here)) % len(ring)
