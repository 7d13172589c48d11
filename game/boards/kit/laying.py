"""Animations of pieces: laying one, drawing one from the stock."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.table.host import TableHost
from game.ui.flight import glide
from game.ui.stage import Sprite
from game.ui.tween import Tween

FLYING_Z = 800


def lay(host: TableHost, image: pygame.Surface, start: tuple[int, int], corner: tuple[int, int],
        done: Callable[[], None], *, dragged: bool, sound: str = "lay") -> Sprite:
    """Move a piece to its place, play its sound, remove the moving sprite and call `done`.

    `start` is the middle of the piece at the beginning, `corner` the upper left corner of `image` at the end.
    A dragged piece snaps quickly; one that was laid by a key or a bot moves slowly enough to follow.
    Return the moving sprite: `sync` must remove it, because a cancelled animation does not land.
    """
    first = (start[0] - image.get_width() / 2, start[1] - image.get_height() / 2)
    flying = host.stage.add(Sprite(image, first, FLYING_Z, moving=True))
    begin = flying.pos

    def step(t: float) -> None:
        up = host.look.px(12) * (1 - t) * min(1.0, 4 * t)  # it comes down on its place
        flying.set(pos=(begin[0] + (corner[0] - begin[0]) * t, begin[1] + (corner[1] - begin[1]) * t - up))

    def landed() -> None:
        flying.remove()
        host.sounds.play(sound)
        done()

    ms, ease = host.look.motion("snap" if dragged else "bot")
    host.tweens.add(Tween(ms, ease, step, landed))
    return flying


def fly_drawn(host: TableHost, image: pygame.Surface, start: tuple[int, int], goal: tuple[int, int],
              done: Callable[[], None]) -> Sprite:
    """Move a piece face down from the stock to the player who drew it; both points are its middle.

    Return the moving sprite, as `lay` does.
    """
    host.sounds.play("draw")
    flying = host.stage.add(Sprite(image, image.get_rect(center=start).topleft, FLYING_Z, moving=True))

    def landed() -> None:
        flying.remove()
        done()

    glide(host.tweens, flying, start, goal, host.look.motion("deal"), landed)
    return flying
