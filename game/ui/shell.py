"""The interface of the program for the ui package; implemented by `game.app.App`."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.data.history import History
from game.data.store import Settings
from game.ui.devices.sound import Silent, Sounds
from game.ui.devices.speech import Speaker
from game.ui.look import Look
from game.ui.text import Texts


class Shell(Protocol):
    """The shared services that scenes, widgets and dialogs need."""

    shows_focus: bool
    """Whether the focus ring is visible: from the first use of the keyboard until the mouse moves."""

    @property
    def look(self) -> Look: ...

    @property
    def texts(self) -> Texts: ...

    @property
    def speech(self) -> Speaker: ...

    @property
    def sounds(self) -> Sounds | Silent: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def history(self) -> History: ...

    @property
    def screen(self) -> pygame.Surface: ...

    @property
    def top(self) -> object:
        """The scene that gets the events."""

    def pop(self) -> None:
        """Close the top scene."""

    def show_focus(self) -> None: ...

    def toggle_fullscreen(self) -> None: ...
