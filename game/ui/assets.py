"""Files for drawing: fonts from their packages, icons and sprites from sprites/, and the picture cache."""

from __future__ import annotations

import hashlib
import importlib.util
import math
import os
import struct
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

import pygame

from game.data.files import write_atomically
from game.draw.svg import loaded
from rules.home import HOME, PACKED

ROOT = HOME
SPRITES = ROOT / "sprites"
CACHE_LIMIT = 96 * 2**20
"""Maximum size of the disk cache in bytes; the oldest files are deleted first."""
WINDOWS = 3
"""Size of the memory cache in full windows: the shelf fills one and a half, a table less than one."""
HEAD = "<HHB"
"""How the file of a picture begins: width, height, whether it has transparent parts."""
BGR = (0xFF0000, 0xFF00, 0xFF, 0) if sys.byteorder == "little" else (0xFF00, 0xFF0000, 0xFF000000, 0)
"""The masks of an opaque surface whose bytes are in the order of the files: blue, green, red, unused."""

_FONT_PACKAGES = {"FredokaOne": "font_fredoka_one", "Manrope": "font_manrope",
                  "SourceSerifPro": "font_source_serif_pro"}


@cache
def font_file(name: str) -> str:
    """Return the path of a font such as Manrope-SemiBold, inside the package that contains it."""
    package = importlib.util.find_spec(_FONT_PACKAGES[name.split("-")[0]])
    assert package is not None and package.origin is not None
    return os.path.join(os.path.dirname(package.origin), "files", f"{name}.ttf")


@cache
def font(name: str, px: int) -> pygame.font.Font:
    return pygame.font.Font(font_file(name), px)


@cache
def word_spaces(font: pygame.font.Font) -> dict[int, str]:
    """Return what to draw instead of spaces, for `str.translate`.

    The space of Manrope is a fifth of an em, which leaves too little between the words of small letters.
    HarfBuzz makes a third or a quarter of an em from it; without HarfBuzz these would be drawn as boxes.
    """
    px = font.get_point_size()
    wider = "\N{THREE-PER-EM SPACE}" if px < 12 else "\N{FOUR-PER-EM SPACE}"
    if not font.size(" ")[0] <= font.size(wider)[0] <= math.ceil(px / 3):
        return {}
    return dict.fromkeys(map(ord, " \N{NO-BREAK SPACE}"), wider)


@cache
def sprite_source(folder: str, name: str) -> str:
    """Return the source of an SVG in sprites/, which a player may have replaced."""
    return (SPRITES / folder / f"{name}.svg").read_text(encoding="utf-8")


def recoloured(folder: str, name: str, px: int, colour: str, stroke: float | None = None) -> pygame.Surface:
    """Return a white line drawing from sprites/ in another colour, rasterised for an exact size."""
    source = sprite_source(folder, name).replace("#ffffff", colour)
    if stroke is not None:
        source = source.replace('stroke-width="2.1"', f'stroke-width="{stroke:g}"')
    return loaded(source, (px, px))


class PictureCache:
    """A cache of finished pictures, in memory and as raw pixels on disk; reading is faster than drawing."""

    def __init__(self, folder: Path | None):
        self._folder = folder
        self.memory: dict[str, pygame.Surface] = {}
        """Pictures by key, the least recently used first."""
        self._stamp = _drawing_stamp() if folder else ""

    def get(self, key: str, build: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture of `key`; build it if it is not cached."""
        found = self.memory.pop(key, None)
        if found is None:
            found = self._read(key)
            if found is None:
                found = build()
                self._write(key, found)
                found = found.convert_alpha() if _has_alpha(found) else found.convert()
            self._make_room(_weight(found))
        self.memory[key] = found
        return found

    def _make_room(self, weight: int) -> None:
        """Evict the least recently used pictures: boxes on the shelf get a new picture after every result."""
        screen = pygame.display.get_surface()
        assert screen is not None
        kept = sum(map(_weight, self.memory.values()))
        while self.memory and kept + weight > WINDOWS * _weight(screen):
            kept -= _weight(self.memory.pop(next(iter(self.memory))))

    def has(self, key: str) -> bool:
        """Return whether a picture is cached, in memory or on disk."""
        return key in self.memory or (self._folder is not None and self._path(key).is_file())

    def paint(self, key: str, build: Callable[[], pygame.Surface], target: pygame.Surface) -> None:
        """Draw a picture of the window's size from its file onto `target`, without caching it in memory."""
        if self._pour(key, target):
            return
        picture = self._read(key)
        if picture is None or picture.get_size() != target.get_size():
            picture = build()
            self._write(key, picture)
        target.blit(picture, (0, 0))

    def _pour(self, key: str, target: pygame.Surface) -> bool:
        """Read a picture straight into `target` if both have the same pixels: three copies are spared."""
        if self._folder is None or target.get_masks() != BGR or target.get_pitch() != 4 * target.get_width():
            return False
        try:
            with open(self._path(key), "rb", buffering=0) as file:
                width, height, _ = struct.unpack(HEAD, file.read(struct.calcsize(HEAD)))
                pixels = cast("bytearray", target.get_view("0"))  # the stubs know no type for a buffer
                return (width, height) == target.get_size() and file.readinto(pixels) == 4 * width * height
        except (OSError, struct.error):
            return False

    def _path(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / (hashlib.md5(f"{self._stamp}:{key}".encode()).hexdigest() + ".bgra")

    def _read(self, key: str) -> pygame.Surface | None:
        if self._folder is None:
            return None
        try:
            data = self._path(key).read_bytes()
            width, height, alpha = struct.unpack_from(HEAD, data)
            # Nearly every display has this order of bytes, so that nothing is left to convert.
            pixels = memoryview(data)[struct.calcsize(HEAD):]
            picture = pygame.image.frombuffer(pixels, (width, height), "BGRA")
            return picture if alpha else picture.convert()
        except (OSError, ValueError, struct.error):
            return None

    def _write(self, key: str, picture: pygame.Surface) -> None:
        if self._folder is None:
            return
        head = struct.pack(HEAD, *picture.get_size(), _has_alpha(picture))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path(key), head, pygame.image.tobytes(picture, "BGRA"))
        except OSError:
            self._folder = None  # go on without a disk cache

    def forget(self) -> None:
        """Clear the memory cache: another window size needs other pictures."""
        self.memory.clear()

    def tidy(self) -> None:
        """Delete the oldest files of the disk cache if it is too large."""
        if self._folder is None or not self._folder.is_dir():
            return
        try:
            entries = sorted(
                ((e.stat().st_mtime, e.stat().st_size, e.path) for e in os.scandir(self._folder)),
                reverse=True)
            total = 0
            for _, size, path in entries:
                total += size
                if total > CACHE_LIMIT:
                    os.unlink(path)
        except OSError:
            pass  # another instance of the program tidies at the same time


def _has_alpha(picture: pygame.Surface) -> bool:
    return bool(picture.get_flags() & pygame.SRCALPHA)


def _weight(picture: pygame.Surface) -> int:
    """Return the size of a picture in bytes."""
    return picture.get_pitch() * picture.get_height()


def _drawing_stamp() -> str:
    """Return a hash that changes with any drawing module or sprite, so that no stale picture is used."""
    folders, files = [SPRITES, SPRITES / "icons", SPRITES / "domino"], []
    if PACKED:  # all modules are in one file
        folders.append(HOME)
    else:
        folders += [ROOT / "game" / "draw", ROOT / "game" / "screens" / "shelf"]
        files = [os.path.join(board.path, "art.py") for board in os.scandir(ROOT / "game" / "boards")]
    files += [entry.path for folder in folders for entry in os.scandir(folder)]
    total = hashlib.md5()
    for path in filter(os.path.isfile, sorted(files)):
        stat = os.stat(path)
        total.update(f"{path}{stat.st_mtime_ns}{stat.st_size}".encode())
    return total.hexdigest()
