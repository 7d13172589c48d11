"""The base of all tables and screens: a scene that may use everything the app shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.scene import Scene

if TYPE_CHECKING:
    from game.app import App


class Screen(Scene):
    """A scene that knows the whole `App`, where the scenes of the ui know only `Shell`."""

    app: App

    def __init__(self, app: App):
        super().__init__(app)
