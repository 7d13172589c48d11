"""Wooden blocks of one square by two, seen from the front, with grain along their length."""

from __future__ import annotations

import random
from functools import lru_cache

from game.draw.slab import Finish, Piece, slab

SQUARE, PAD = 100.0, 18.0
MAPLE, EBONY, CHERRY = "#ecd3a4", "#4d3a34", "#c4573b"
EBONY_INLAID, CHERRY_INLAID = "#4b3832", "#b04a30"
INLAY = {EBONY_INLAID: "#f3e6c4", CHERRY_INLAID: "#fff3d0"}
"""Woods with a lozenge on every square, for players who cannot distinguish them from maple by colour."""
GRAIN = {MAPLE: "#6b3d14", EBONY: "#000000", CHERRY: "#3a1206", EBONY_INLAID: "#000000",
         CHERRY_INLAID: "#3a1206"}
SEAM = 1.2
"""Half the gap between two blocks, in units of a square of 100."""


@lru_cache(maxsize=256)
def block(wide: int, high: int, square: int, base: str, seed: int = 1, *, lifted: bool = False) -> Piece:
    """Return a block of `wide` by `high` squares; `square` is the side of one in pixels."""
    w, h = SQUARE * wide, SQUARE * high
    outline = [(SEAM, SEAM), (w - SEAM, SEAM), (w - SEAM, h - SEAM), (SEAM, h - SEAM)]
    return slab(outline, (w, h), Finish(base, 9, 5, 7, 0.6, lifted), square / SQUARE,
                _grain(w, h, base, seed, along=wide >= high) + _inlays(wide, high, base), PAD)


def _inlays(wide: int, high: int, base: str) -> str:
    """Return the lozenges of a wood that has them, as SVG."""
    if base not in INLAY:
        return ""
    body, r = "", SQUARE * 0.2
    for x in range(wide):
        for y in range(high):
            cx, cy = PAD + SQUARE * (x + 0.5), PAD + SQUARE * (y + 0.5)
            body += (f'<path d="M{cx},{cy - r} L{cx + r},{cy} L{cx},{cy + r} L{cx - r},{cy}Z" '
                     f'fill="{INLAY[base]}" '
                     f'stroke="#1c0d05" stroke-width="3" stroke-opacity=".7"/>')
    return body


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
            body += (f'<path d="M0,{y:.1f} C{w * 0.3:.1f},{y + bends[0]:.1f} '
                     f'{w * 0.6:.1f},{y + bends[1]:.1f} '
                     f'{w + 40},{y + bends[2]:.1f}" {style}/>')
        else:
            x = PAD + w * (i + rng.random()) / 18
            body += (f'<path d="M{x:.1f},0 C{x + bends[0]:.1f},{h * 0.3:.1f} '
                     f'{x + bends[1]:.1f},{h * 0.6:.1f} '
                     f'{x + bends[2]:.1f},{h + 40}" {style}/>')
    return body
