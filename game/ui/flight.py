"""Moving pictures: a sprite glides to its place, a light runs along a path, a title rises with sparks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pygame

from game.draw.svg import Colour, mix, rgb
from game.ui.particles import burst
from game.ui.stage import Sprite
from game.ui.tween import Tween, Tweens

if TYPE_CHECKING:
    from game.ui.scene import Scene

Point = tuple[float, float]


def glide(tweens: Tweens, sprite: Sprite, start: Point, goal: Point, motion: tuple[float, str],
          done: Callable[[], None] | None = None, *, delay: float = 0.0) -> None:
    """Animate the centre of a sprite from `start` to `goal`; `motion` is (milliseconds, easing)."""
    image = sprite.image
    assert image is not None

    def step(t: float) -> None:
        centre = (round(start[0] + (goal[0] - start[0]) * t), round(start[1] + (goal[1] - start[1]) * t))
        sprite.set(pos=image.get_rect(center=centre).topleft)

    ms, ease = motion
    tweens.add(Tween(ms, ease, step, done, delay=delay))


def run_light(scene: Scene, path: Sequence[Point], *, closed: bool = True) -> None:
    """Let a light run along a path on the board, once: round a ring, along a row. Nothing without motion."""
    look = scene.look
    if look.speed == 0 or len(path) < 2:
        return
    corners = [*path, path[0]] if closed else list(path)
    glow = _glow(max(10, look.px(34)), look.theme.box_accent(scene.game))
    half = glow.get_width() // 2
    left, top = min(x for x, _ in corners) - half, min(y for _, y in corners) - half
    size = (round(max(x for x, _ in corners) - left) + half, round(max(y for _, y in corners) - top) + half)
    canvas = pygame.Surface(size, pygame.SRCALPHA)
    sprite = scene.stage.add(Sprite(canvas, (left, top), z=LIGHT_Z, moving=True))

    def step(t: float) -> None:
        image = sprite.image
        assert image is not None
        image.fill((0, 0, 0, 0))
        for number in range(TAIL):
            at = t * (1 + TAIL_SHARE) - TAIL_SHARE * (1 - number / TAIL)
            if 0 <= at <= 1:
                x, y = point_on(corners, at)
                glow.set_alpha(round(255 * ((number + 1) / TAIL) ** 2))
                image.blit(glow, (round(x - left) - half, round(y - top) - half))
        sprite.redraw()

    ms = look.design["motion"]["celebrate"]["ms"] * min(1.0, look.speed)
    scene.tweens.add(Tween(ms, "linear", step, sprite.remove))


LIGHT_Z = 840
TAIL, TAIL_SHARE = 14, 0.28
"""The spots of light behind each other, and the share of the path that they cover."""


def point_on(path: Sequence[Point], share: float) -> Point:
    """Return the point at a share (0 to 1) of the length of a path."""
    rest = share * sum(math.dist(a, b) for a, b in pairwise(path))
    for a, b in pairwise(path):
        long = math.dist(a, b)
        if rest <= long and long:
            return a[0] + (b[0] - a[0]) * rest / long, a[1] + (b[1] - a[1]) * rest / long
        rest -= long
    return path[-1]


@lru_cache(maxsize=8)
def _glow(diameter: int, colour: Colour) -> pygame.Surface:
    """Return a soft spot of light, white in its middle."""
    spot = pygame.Surface((diameter, diameter), pygame.SRCALPHA)
    for part in range(8):
        inner = mix(colour, "#ffffff", part / 7)
        pygame.draw.circle(spot, (*rgb(inner), 26 + part * 22), (diameter / 2, diameter / 2),
                           diameter / 2 * (1 - part / 9))
    return spot


def celebrate(scene: Scene, centre: tuple[int, int], title: str, sparks: int = 26) -> None:
    """Show a title with sparks for a special move, for a limited time and without blocking input."""
    look = scene.look
    ms = look.design["motion"]["celebrate"]["ms"] * min(1.0, look.speed)
    accent = look.theme.box_accent(scene.game)
    burst(scene.stage, scene.tweens, centre, [accent, *look.design["players"][:4]], sparks, ms, look.k)
    scene.app.sounds.play("bonus")
    image, _ = look.title(title, "game", accent)
    origin = image.get_rect(center=(centre[0], centre[1] - look.px(40))).topleft
    banner = scene.stage.add(Sprite(image, origin, z=860, moving=True))
    scene.tweens.add(Tween(ms, "out_cubic",
                           lambda t: banner.set(pos=(origin[0], origin[1] - look.px(50) * t)),
                           banner.remove))
