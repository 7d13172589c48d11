"""The base class of all tables and screens: a scene with access to everything the app shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.scene import Scene

if TYPE_CHECKING:
    from game.app import App


class Screen(Scene):
    """A scene that knows the whole `App`; scenes of the ui package know only `Shell`."""

    app: App

    def __init__(self, app: App):
        super().__init__(app)
