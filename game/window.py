"""The window of the program: opening it, full screen and back."""

from __future__ import annotations

import os
import sys
import warnings
from functools import cached_property
from typing import TYPE_CHECKING

import pygame

from rules.home import HOME

if TYPE_CHECKING:
    from rules.kit.phrases import Phrase

TITLE = "Dominothek"
SMALLEST = (1024, 640)
UNSEEN = ("dummy", "offscreen")
"""Video drivers without visible output. SDL falls back to them if there is no screen."""
X11_LIBRARIES = {"libX11.so.6": "libx11-6", "libXext.so.6": "libxext6", "libXcursor.so.1": "libxcursor1",
                 "libXi.so.6": "libxi6", "libXfixes.so.3": "libxfixes3", "libXrandr.so.2": "libxrandr2"}
"""What SDL loads to open a window of X11, and the Debian packages it comes in."""


class NoScreen(Exception):
    """There is no screen for the window; carries the reason for the player."""

    def __init__(self, reason: Phrase):
        super().__init__(reason.key)
        self.reason = reason


class Window:
    """The display of the program; `surface` is what it showed when it was opened."""

    def __init__(self, *, fullscreen: bool, size: tuple[int, int] | None = None):
        """Open the window, of exactly `size` if given; raise NoScreen or pygame.error if that fails."""
        if pygame.display.get_driver() in UNSEEN and os.environ.get("SDL_VIDEODRIVER") not in UNSEEN:
            pygame.display.quit()
            raise NoScreen(why_no_screen())
        pygame.display.set_caption(TITLE)
        icon = HOME / "sprites" / "icon.png"
        if icon.is_file():
            pygame.display.set_icon(pygame.image.load(icon))
        self._windowed = (1600, 900)
        """The size outside full screen."""
        try:
            self.surface = self._set_mode(fullscreen, size)
        except pygame.error:
            os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None)
            pygame.display.quit()
            pygame.display.init()
            self.surface = self._set_mode(fullscreen, size)

    def _set_mode(self, fullscreen: bool, size: tuple[int, int] | None) -> pygame.Surface:
        if size is not None:
            return pygame.display.set_mode(size)
        desktop = pygame.display.get_desktop_sizes()[0]
        self._windowed = (min(1600, desktop[0] * 9 // 10), min(900, desktop[1] * 9 // 10))
        if fullscreen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        screen = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
        _system_window().minimum_size = SMALLEST
        return screen

    @cached_property
    def line(self) -> int | None:
        """The file number of the connection to the X server, where input comes from; None elsewhere."""
        return _x11_line()

    def set_fullscreen(self, on: bool) -> None:
        """Change to full screen, or back to a window of the size it had before."""
        window = _system_window()
        if on:
            self._windowed = window.size
            window.set_fullscreen(True)
        else:
            window.set_windowed()
            window.resizable = True
            window.minimum_size = SMALLEST
            window.size = self._windowed


def _system_window() -> pygame.Window:
    """Return the window of the display: only its full screen mode restores the old size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def wait_for_input(line: int, seconds: float) -> None:
    """Sleep until something comes through the line of a window, at most so long."""
    import select  # noqa: PLC0415 - the first frames come without it

    select.select([line], [], [], seconds)


def _x11_line() -> int | None:
    """Return the file number of the connection to the X server; None without one."""
    if pygame.display.get_driver() != "x11":
        return None
    import ctypes  # noqa: PLC0415 - the first frames come without it

    pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_in.restype, pointer_in.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    try:
        number = ctypes.CDLL("libX11.so.6").XConnectionNumber
        number.argtypes = [ctypes.c_void_p]
        return int(number(pointer_in(pygame.display.get_wm_info()["display"], b"display")))
    except (OSError, AttributeError, KeyError, ValueError):
        return None


def why_no_screen() -> Phrase:
    """Return what a window would need on this computer."""
    from rules.kit.phrases import Phrase  # noqa: PLC0415 - the picture of the last shelf is shown without it

    if not sys.platform.startswith("linux"):
        return Phrase("window.reason.none")
    display = os.environ.get("DISPLAY")
    if not display and not os.environ.get("WAYLAND_DISPLAY"):
        return Phrase("window.reason.no_session")
    lacking = [package for library, package in X11_LIBRARIES.items() if not _loads(library)]
    if display and lacking:
        return Phrase("window.reason.libraries", {"packages": " ".join(lacking)})
    return Phrase("window.reason.no_answer", {"display": display or os.environ["WAYLAND_DISPLAY"]})


def _loads(library: str) -> bool:
    import ctypes  # noqa: PLC0415 - only without a screen

    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
