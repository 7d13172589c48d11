"""A toast: a newly earned honour, shown in the upper right corner of any scene for a few seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.draw import chrome, shapes
from game.ui.stage import Sprite
from game.ui.tween import Tween, wait

if TYPE_CHECKING:
    from game.data.results import Earned
    from game.ui.scene import Scene

TOAST_Z = 970


def toast_width(scene: Scene, earned: Earned) -> int:
    """Return the width of the upper right corner that a toast covers."""
    image, margin = _toast_image(scene, earned)
    return image.get_width() - 2 * margin + scene.look.px(24)


def toast_place(scene: Scene, earned: Earned) -> pygame.Rect:
    """Return where a toast rests: in the upper right corner, or below a headline that reaches into it."""
    look = scene.look
    image, margin = _toast_image(scene, earned)
    place = image.get_rect().inflate(-2 * margin, -2 * margin)
    place.topright = look.size[0] - look.px(24), look.px(16)
    if place.colliderect(scene.kept_clear):
        place.top = scene.kept_clear.bottom + look.px(8)
    return place


def show_toast(scene: Scene, earned: Earned) -> None:
    """Slide a toast in from the right and out again; it takes no clicks and blocks nothing."""
    look = scene.look
    image, margin = _toast_image(scene, earned)
    right, top = toast_place(scene, earned).move(-margin, -margin).topleft
    sprite = scene.stage.add(Sprite(image, (right, top), z=TOAST_Z, moving=True))
    token = look.design["motion"]["toast"]
    ms, ease = look.motion("toast")
    way = look.px(60)
    if ms:
        sprite.set(pos=(right + way, top))
        scene.toasts.add(Tween(ms, ease, lambda t: sprite.set(pos=(round(right + way * (1 - t)), top))))
    scene.toasts.add(wait(ms + token["stay"], sprite.remove))
    scene.app.sounds.play("star")


def _toast_image(scene: Scene, earned: Earned) -> tuple[pygame.Surface, int]:
    """Return the panel and its shadow margin: the honour's icon on a brass disc, its name and owner."""
    look = scene.look
    honour, several = earned.honour, len(scene.app.history.people.all()) > 1
    head = scene.say("honours.toast_by", name=earned.person.name) if several else scene.say("honours.toast")
    title = scene.say(f"{honour.key}.title")
    if honour.language:
        title = scene.say("honours.with_words", title=title, language=scene.say(
            f"word.language.{honour.language}"))
    disc = look.line_height("label") + look.line_height("family") + look.px(10)
    room = min(look.px(620), look.size[0] - look.px(120)) - disc
    width = disc + look.px(68) + min(room, max(look.width(head, "label"), look.width(title, "family")))
    height, margin = disc + look.px(28), look.px(44)
    image = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
    box = pygame.Rect(margin, margin, width, height)
    chrome.draw_panel(look, image, box, radius=look.px(18), shadow="float", alpha=0.97,
                      stroke=look.theme.brass)
    draw_medal(scene, image, (box.left + look.px(16) + disc // 2, box.centery), disc, honour.icon)
    x = box.left + disc + look.px(34)
    upper, lower = look.line_height("label"), look.line_height("family")
    y = box.centery - (upper + lower) / 2
    look.write(image, head, "label", (x, y + upper / 2), "midleft", look.theme.dim,
               fit=box.right - look.px(20) - x)
    look.write(image, title, "family", (x, y + upper + lower / 2), "midleft", fit=box.right - look.px(20) - x)
    return image, margin


def draw_medal(scene: Scene, surface: pygame.Surface, centre: tuple[int, int], px: int, icon: str, *,
               earned: bool = True) -> None:
    """Draw the icon of an honour: on a brass disc, or as an outline if it is not earned yet."""
    look = scene.look
    if earned:
        coin = shapes.disc(px, look.theme.brass)
        surface.blit(coin, coin.get_rect(center=centre))
        inner = round(px * 0.86)
        shapes.draw_box(surface, (centre[0] - inner // 2, centre[1] - inner // 2, inner, inner), inner / 2,
                        None, 1,
                        "#4a230a", 0.55, max(1.0, 1.6 * look.k))
        look.draw_icon(surface, icon, centre, px * 0.56, "#2a1608", 2.3)
        return
    shapes.draw_dashed_box(surface, (centre[0] - px // 2, centre[1] - px // 2, px, px), px / 2,
                           look.theme.dim, 0.7, max(1.2, 1.6 * look.k))
    look.draw_icon(surface, icon, centre, px * 0.5, look.theme.dim)
