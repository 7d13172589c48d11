"""Sparks and confetti of a celebration: one sprite that is repainted while they fly."""

from __future__ import annotations

import math
import random

import pygame

from game.draw.svg import Colour, rgb
from game.ui.stage import Sprite, Stage
from game.ui.tween import Tween, Tweens

FALLEN_Z = 5
"""Above the panels of a screen, below its widgets."""


def burst(stage: Stage, tweens: Tweens, centre: tuple[int, int], colours: list[Colour], count: int, ms: float,
          k: float) -> None:
    """Animate a short shower of confetti from a point."""
    if ms <= 0:
        return
    rng = random.Random(centre[0] * 7919 + centre[1])
    reach = round(190 * k)
    bits = [(rng.uniform(0, math.tau), rng.uniform(0.25, 1.0), rng.uniform(3, 7) * k,
             rgb(rng.choice(colours)), rng.uniform(0, math.tau)) for _ in range(count)]
    area = pygame.Rect(0, 0, 2 * reach, 2 * reach)
    sprite = stage.add(Sprite(pygame.Surface(area.size, pygame.SRCALPHA),
                              (centre[0] - reach, centre[1] - reach), z=900, moving=True))

    def step(t: float) -> None:
        image = sprite.image
        assert image is not None
        image.fill((0, 0, 0, 0))
        fade = round(255 * max(0.0, 1 - t) ** 0.5)
        for angle, speed, size, colour, turn in bits:
            far = reach * 0.92 * speed * t
            x = reach + math.cos(angle) * far
            y = reach + math.sin(angle) * far * 0.8 + 90 * k * t * t
            _bit(image, x, y, size, turn + t * 9, (*colour, fade))
        sprite.redraw()

    tweens.add(Tween(ms, "out_quad", step, sprite.remove))


def shower(stage: Stage, tweens: Tweens, area: pygame.Rect, colours: list[Colour], count: int, ms: float,
           k: float) -> None:
    """Let confetti fall into an area, where it stays as a still picture; at once if `ms` is 0."""
    rng = random.Random(area.left)
    bits = [(rng.uniform(0, area.w), rng.uniform(0, area.h), rng.uniform(4, 9) * k, rng.uniform(0, math.tau),
             (*rgb(rng.choice(colours)), 210), rng.uniform(0, 0.35)) for _ in range(count)]
    sprite = stage.add(Sprite(pygame.Surface(area.size, pygame.SRCALPHA), area.topleft, z=FALLEN_Z))

    def step(t: float) -> None:
        image = sprite.image
        assert image is not None
        image.fill((0, 0, 0, 0))
        for x, y, size, turn, colour, late in bits:
            left = 1 - min(1.0, max(0.0, (t - late) / (1 - late)))  # how much of its fall is left
            _bit(image, x + math.sin(turn + left * 5) * left * 40 * k, y - left * (area.h + 30 * k), size,
                 turn + left * 8, colour)
        sprite.redraw()

    tweens.add(Tween(ms, "out_quad", step))


def _bit(surface: pygame.Surface, x: float, y: float, size: float, turn: float,
         colour: tuple[int, int, int, int]) -> None:
    c, s = math.cos(turn) * size, math.sin(turn) * size
    pygame.draw.polygon(surface, colour, [(x + c, y + s), (x - s * 0.55, y + c * 0.55), (x - c, y - s),
                                          (x + s * 0.55, y - c * 0.55)])
