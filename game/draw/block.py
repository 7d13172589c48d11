"""Wooden blocks of one square by two, seen from the front, with grain along their length."""

from __future__ import annotations

import random
from functools import lru_cache

from game.draw.slab import Finish, Piece, slab

SQUARE, PAD = 100.0, 18.0
MAPLE, EBONY, CHERRY = "#ecd3a4", "#4d3a34", "#c4573b"
GRAIN = {MAPLE: "#6b3d14", EBONY: "#000000", CHERRY: "#3a1206"}
SEAM = 1.2
"""Half the gap between two blocks, in units of a square of 100."""


@lru_cache(maxsize=256)
def block(wide: int, high: int, square: int, base: str, seed: int = 1, *, lifted: bool = False) -> Piece:
    """A block of so many squares; `square` is the side of one in pixels."""
    w, h = SQUARE * wide, SQUARE * high
    outline = [(SEAM, SEAM), (w - SEAM, SEAM), (w - SEAM, h - SEAM), (SEAM, h - SEAM)]
    return slab(outline, (w, h), Finish(base, 9, 5, 7, 0.6, lifted), square / SQUARE,
                _grain(w, h, base, seed, along=wide >= high), PAD)


def _grain(w: float, h: float, base: str, seed: int, *, along: bool) -> str:
    rng = random.Random(seed)
    colour = GRAIN.get(base, "#2a1407")
    body = ""
    for i in range(18):
        style = (f'fill="none" stroke="{colour}" stroke-opacity="{0.2 * rng.uniform(0.3, 1):.3f}" '
                 f'stroke-width="{rng.uniform(0.7, 2.6):.2f}"')
        bends = (rng.uniform(-7, 7), rng.uniform(-7, 7), rng.uniform(-4, 4))
        if along:
            y = PAD + h * (i + rng.random()) / 18
            body += (f'<path d="M0,{y:.1f} C{w * 0.3:.1f},{y + bends[0]:.1f} {w * 0.6:.1f},{y + bends[1]:.1f} '
                     f'{w + 40},{y + bends[2]:.1f}" {style}/>')
        else:
            x = PAD + w * (i + rng.random()) / 18
            body += (f'<path d="M{x:.1f},0 C{x + bends[0]:.1f},{h * 0.3:.1f} {x + bends[1]:.1f},{h * 0.6:.1f} '
                     f'{x + bends[2]:.1f},{h + 40}" {style}/>')
    return body
