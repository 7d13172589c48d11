"""Moving pictures: a sprite glides to its place, a title rises with sparks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.ui.particles import burst
from game.ui.stage import Sprite
from game.ui.tween import Tween, Tweens

if TYPE_CHECKING:
    from game.ui.scene import Scene

Point = tuple[float, float]


def glide(tweens: Tweens, sprite: Sprite, start: Point, goal: Point, motion: tuple[float, str],
          done: Callable[[], None], *, delay: float = 0.0) -> None:
    """Animate the centre of a sprite from `start` to `goal`; `motion` is (milliseconds, easing)."""
    image = sprite.image
    assert image is not None

    def step(t: float) -> None:
        centre = (round(start[0] + (goal[0] - start[0]) * t), round(start[1] + (goal[1] - start[1]) * t))
        sprite.set(pos=image.get_rect(center=centre).topleft)

    ms, ease = motion
    tweens.add(Tween(ms, ease, step, done, delay=delay))


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
