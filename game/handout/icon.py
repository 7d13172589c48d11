"""The icon, drawn by the program: `python -m game.handout.icon [FOLDER]` writes PNG, ICO and ICNS.

Without a folder it updates sprites/icon.png, the window's icon.
"""

from __future__ import annotations

import os
import struct
import sys
from io import BytesIO
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.data.files import write_atomically
from game.draw.domino import domino
from game.draw.svg import linear, masked, radial, raster, round_rect
from game.draw.triangle import number_triangle
from rules.home import HOME

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
WINDOW = 128
"""Largest size at which a window icon is shown."""
CANVAS = 1024
SMALL = 40
"""Below this size the triangle would be a smudge: only the domino is drawn, larger and upright."""
ICNS_KINDS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}


def draw_icon(px: int) -> pygame.Surface:
    """Draw green cloth in a walnut frame, and on it a domino and a triangle in lamplight."""
    pygame.font.init()
    canvas = _ground()
    if px >= SMALL:
        _lay(canvas, number_triangle("345", 500, True).image, (655, 350), 14)
        _lay(canvas, domino(5, 3, 720, vertical=True).image, (440, 560), 20)
    else:
        _lay(canvas, domino(2, 1, 800, vertical=True).image, (512, 512), 0)
    corners = raster(CANVAS, CANVAS, f'<path d="{round_rect(0, 0, CANVAS, CANVAS, 210)}" fill="#ffffff"/>')
    return pygame.transform.smoothscale(masked(canvas, corners), (px, px))


def _ground() -> pygame.Surface:
    wood = linear("w", (0, 0), (0, CANVAS), (0, "#8a5a36", 1), (1, "#4a2c18", 1))
    lamp = radial("g", (340, 260), 900, (0, "#3f9a72", 1), (0.55, "#1f6a4b", 1), (1, "#0d3526", 1))
    frame = f'<path d="{round_rect(0, 0, CANVAS, CANVAS, 210)}" fill="url(#w)"/>'
    cloth = f'<path d="{round_rect(56, 56, CANVAS - 112, CANVAS - 112, 164)}" fill="url(#g)"/>'
    return raster(CANVAS, CANVAS, f"{wood}{lamp}{frame}{cloth}")


def _lay(canvas: pygame.Surface, piece: pygame.Surface, centre: tuple[int, int], degrees: float) -> None:
    turned = pygame.transform.rotozoom(piece, degrees, 1.0)
    canvas.blit(turned, turned.get_rect(center=centre))


# --- files ---


def png(px: int) -> bytes:
    out = BytesIO()
    pygame.image.save(draw_icon(px), out, "icon.png")
    return out.getvalue()


def ico(pictures: dict[int, bytes]) -> bytes:
    """Encode the Windows format: a header, an entry per size, then the PNG files (up to 256 pixels)."""
    pictures = {px: data for px, data in pictures.items() if px <= 256}
    head = struct.pack("<HHH", 0, 1, len(pictures))
    rows, at = b"", len(head) + 16 * len(pictures)
    for px, data in pictures.items():
        rows += struct.pack("<BBBBHHII", px % 256, px % 256, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return head + rows + b"".join(pictures.values())


def icns(pictures: dict[int, bytes]) -> bytes:
    """Encode the macOS format: for each size a four-letter type, a length, the PNG file."""
    body = b"".join(ICNS_KINDS[px] + struct.pack(">I", len(data) + 8) + data
                    for px, data in pictures.items() if px in ICNS_KINDS)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def write_icons(folder: Path) -> list[Path]:
    """Write all sizes and formats into a folder; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {px: png(px) for px in SIZES}
    contents = {f"dominothek-{px}.png": data for px, data in pictures.items()}
    contents |= {"dominothek.ico": ico(pictures), "dominothek.icns": icns(pictures)}
    for name, data in contents.items():
        write_atomically(folder / name, data)
    return [folder / name for name in contents]


def main(args: list[str]) -> int:
    if args:
        for path in write_icons(Path(args[0])):
            print(path)
        return 0
    path = HOME / "sprites" / "icon.png"
    write_atomically(path, png(WINDOW))
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
