"""Open the scene of a table of several computers, once its game has begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.routes import Route
from game.table.remote.race import RemoteRace
from game.table.remote.scene import RemoteTable
from game.table.remote.seated import Seated
from rules.catalog import GAMES

if TYPE_CHECKING:
    from game.app import App


class Begun(Route):
    """Route to the table; races have their own class."""

    opens = "game.table.remote.opening:begun_scene"
    seated: Seated


def begun_scene(app: App, seated: Seated) -> RemoteTable:
    mirror = seated.client.mirror
    assert mirror is not None
    info = GAMES.get(mirror.rules.game)
    return (RemoteRace if info is not None and info.race else RemoteTable)(app, seated)
