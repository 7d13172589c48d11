"""What is read from disk to draw with: fonts of their packages, icons and parts from sprites/, and the
cache of finished pictures."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import struct
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pygame

from game.data.files import write_atomically
from rules.home import HOME, PACKED

ROOT = HOME
SPRITES = ROOT / "sprites"
CACHE_LIMIT = 96 * 2**20
"""Bytes of finished pictures kept on disk; the oldest go first."""
WINDOWS = 3
"""Windows full of finished pictures kept in memory: the shelf fills one and a half, a table less than one."""

_FONT_PACKAGES = {"FredokaOne": "font_fredoka_one", "Manrope": "font_manrope",
                  "SourceSerifPro": "font_source_serif_pro"}


@cache
def font_file(name: str) -> str:
    """The file of a font such as Manrope-SemiBold, inside the package that carries it."""
    package = importlib.util.find_spec(_FONT_PACKAGES[name.split("-")[0]])
    assert package is not None and package.origin is not None
    return os.path.join(os.path.dirname(package.origin), "files", f"{name}.ttf")


@cache
def font(name: str, px: int) -> pygame.font.Font:
    return pygame.font.Font(font_file(name), px)


@cache
def sprite_source(folder: str, name: str) -> str:
    """The text of an SVG in sprites/, which a player may have replaced."""
    return (SPRITES / folder / f"{name}.svg").read_text(encoding="utf-8")


def recoloured(folder: str, name: str, px: int, colour: str, stroke: float | None = None) -> pygame.Surface:
    """A white line drawing from sprites/ in another colour, for an exact size."""
    source = sprite_source(folder, name).replace("#ffffff", colour)
    if stroke is not None:
        source = source.replace('stroke-width="2.1"', f'stroke-width="{stroke:g}"')
    return pygame.image.load_sized_svg(BytesIO(source.encode()), (px, px))


class PictureCache:
    """Finished pictures, in memory and as raw pixels on disk: faster to read than to draw or to unpack."""

    def __init__(self, folder: Path | None):
        self._folder = folder
        self.memory: dict[str, pygame.Surface] = {}
        """The one that was not asked for longest comes first."""
        self._stamp = _drawing_stamp() if folder else ""

    def get(self, key: str, build: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture of that key, built now if nobody has built it before."""
        found = self.memory.pop(key, None)
        if found is None:
            found = self._read(key)
            if found is None:
                found = build()
                self._write(key, found)
            alpha = found.get_flags() & pygame.SRCALPHA
            found = found.convert_alpha() if alpha else found.convert()
            self._make_room(_weight(found))
        self.memory[key] = found
        return found

    def _make_room(self, weight: int) -> None:
        """A box on the shelf has another picture after every result: the old ones have to go."""
        screen = pygame.display.get_surface()
        assert screen is not None
        kept = sum(map(_weight, self.memory.values()))
        while self.memory and kept + weight > WINDOWS * _weight(screen):
            kept -= _weight(self.memory.pop(next(iter(self.memory))))

    def has(self, key: str) -> bool:
        """Whether the picture need not be built any more."""
        return key in self.memory or (self._folder is not None and self._path(key).is_file())

    def paint(self, key: str, build: Callable[[], pygame.Surface], target: pygame.Surface) -> None:
        """Draw a picture as large as the window from its file onto `target`, without keeping it in memory."""
        picture = self._read(key)
        if picture is None or picture.get_size() != target.get_size():
            picture = build()
            self._write(key, picture)
        target.blit(picture, (0, 0))

    def _path(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / (hashlib.md5(f"{self._stamp}:{key}".encode()).hexdigest() + ".px")

    def _read(self, key: str) -> pygame.Surface | None:
        if self._folder is None:
            return None
        try:
            data = self._path(key).read_bytes()
            width, height, alpha = struct.unpack_from("<HHB", data)
            return pygame.image.frombuffer(memoryview(data)[5:], (width, height), "RGBA" if alpha else "RGBX")
        except (OSError, ValueError, struct.error):
            return None

    def _write(self, key: str, picture: pygame.Surface) -> None:
        if self._folder is None:
            return
        alpha = bool(picture.get_flags() & pygame.SRCALPHA)
        head = struct.pack("<HHB", *picture.get_size(), alpha)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path(key),
                             head + pygame.image.tobytes(picture, "RGBA" if alpha else "RGBX"))
        except OSError:
            self._folder = None  # a cache that cannot be written is only slower

    def forget(self) -> None:
        """Let go of the pictures in memory: another size needs others."""
        self.memory.clear()

    def tidy(self) -> None:
        """Forget the oldest pictures on disk when there are too many."""
        if self._folder is None or not self._folder.is_dir():
            return
        try:
            entries = sorted(((e.stat().st_mtime, e.stat().st_size, e.path)
                              for e in os.scandir(self._folder)),
                             reverse=True)
            total = 0
            for _, size, path in entries:
                total += size
                if total > CACHE_LIMIT:
                    os.unlink(path)
        except OSError:
            pass  # another start of the program tidies at the same time


def _weight(picture: pygame.Surface) -> int:
    """Bytes of its pixels."""
    return picture.get_pitch() * picture.get_height()


def _drawing_stamp() -> str:
    """Changes when a drawing module or a sprite changes, so that no stale picture is shown."""
    total = hashlib.md5()
    # A packed program holds all modules in one file, itself.
    code = [HOME] if PACKED else [ROOT / "game" / "draw", ROOT / "game" / "boards"]
    for folder in (SPRITES, SPRITES / "icons", SPRITES / "domino", *code):
        for entry in sorted(os.scandir(folder), key=lambda e: e.name):
            if entry.is_file():
                stat = entry.stat()
                total.update(f"{entry.name}{stat.st_mtime_ns}{stat.st_size}".encode())
    return total.hexdigest()
