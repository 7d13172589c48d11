"""The shelf as it was left: its picture is shown at the next start, while the program is still being loaded.

It is shown only if nothing that the shelf shows has changed, so that the same picture replaces it. Input
meanwhile waits in the event queue of the window.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import pygame

from game.folders import cache_folder
from game.window import NoScreen, Window

NAME = "shelf.bgra"
LANGUAGE = ("DOMINOTHEK_LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")


def show(folder: Path, size: tuple[int, int] | None = None) -> Window | None:
    """Open the window with the picture; None if there is none for this state of the data folder."""
    try:
        with open(cache_folder() / NAME, "rb") as file:
            fullscreen, width, height = map(int, file.readline().split())
            if file.readline() != _state(folder):
                return None
            pixels = file.read()
        picture = pygame.image.frombuffer(pixels, (width, height), "BGRA")
        pygame.display.init()
        window = Window(fullscreen=bool(fullscreen), size=size)
    except (OSError, ValueError, NoScreen, pygame.error):
        return None
    if window.surface.get_size() == (width, height):
        picture.set_alpha(None)
        window.surface.blit(picture, (0, 0))
        pygame.display.flip()
    return window


def keep(picture: pygame.Surface, folder: Path, *, fullscreen: bool) -> None:
    """Store the picture of the shelf with the current state of the data folder."""
    from game.data.files import write_atomically  # noqa: PLC0415 - the picture is shown without it

    width, height = picture.get_size()
    with suppress(OSError):
        write_atomically(cache_folder() / NAME, f"{fullscreen:d} {width} {height}\n".encode(), _state(folder),
                         pygame.image.tobytes(picture, "BGRA"))


def _state(folder: Path) -> bytes:
    """Return what the shelf depends on, as one line: the day, the language, when the data last changed."""
    changed = sorted(f"{entry.name}:{entry.stat().st_mtime_ns}" for entry in os.scandir(folder)
                     if entry.name != "cache")
    language = [os.environ.get(name, "") for name in LANGUAGE]
    return ascii((time.strftime("%Y-%m-%d"), language, changed)).encode() + b"\n"
