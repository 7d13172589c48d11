"""A player who goes from the shelf to a club, types its address, sits down at the first table and moves."""

from __future__ import annotations

import os
from typing import Any

from game.screens.club.door import Door
from game.screens.club.lobby import Lobby
from game.screens.shelf.scene import Shelf
from game.screens.together.join import Join
from game.table.remote.scene import RemoteTable
from game.ui.widgets import Area, Field, Widget
from tests.kit.players.acts import Turn, click, keys
from tests.kit.players.together import by_mouse, keep_picture

ADDRESS = "DOMINOTHEK_CLUB"
"""The variable that says where the club is."""
SIGNS = {".": "period", ":": "colon"}


def by_hand(app: Any) -> Turn:
    """Return the next acts; the mark of a table is how many moves it has seen."""
    scene = app.top
    keep_picture(app)
    name = type(scene).__name__
    match scene:
        case Shelf():
            card = _first(scene, Area, app.texts("together.join"))
            return [name], lambda: click(card.rect)
        case Join():
            tool = _first(scene, Widget, app.texts("lobby.tool"))
            return [name], lambda: click(tool.rect)
        case Door():
            address = os.environ[ADDRESS]
            field = _first(scene, Field, "")
            if scene.address == address:
                return [name, "typed"], lambda: keys("Return")
            return [name], lambda: [*click(field.rect), *keys(*(SIGNS.get(sign, sign) for sign in address))]
        case Lobby() if scene.rows is not None and scene.shown:
            if scene.chosen is None:
                row = scene.rows.shown_rect(0, scene.rows.rect)
                return [name], lambda: click(row)
            return [name, "chosen"], lambda: click(scene.primary.rect)
        case RemoteTable():
            mark, acts = by_mouse(app)
            return [name, scene.session.moves, mark], acts
        case _:
            return [name, "waits"], list


def _first(scene: Any, kind: type[Any], label: str) -> Any:
    return next(widget for widget in scene.widgets if isinstance(widget, kind)
                and (widget.label or widget.speech()).startswith(label))
