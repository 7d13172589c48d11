"""Plates with one figure each, used by the statistics and by the page of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.draw import chrome

if TYPE_CHECKING:
    from game.ui.look import Look
    from game.ui.scene import Scene

Plate = tuple[str, str, str, str]
"""(icon, label, number, note)."""


def plate_height(look: Look) -> int:
    return max(look.px(118), 2 * look.line_height("label") + look.line_height("score") + look.px(28))


def draw_plates(scene: Scene, rect: pygame.Rect, plates: list[Plate], rows: int = 1) -> None:
    """Draw plates side by side, in `rows` rows."""
    gap = scene.px(16)
    height = (rect.h - gap * (rows - 1)) // rows
    first = -(-len(plates) // rows)
    for row in range(rows):
        part = plates[row * first:(row + 1) * first]
        width = (rect.w - gap * (len(part) - 1)) // max(1, len(part))
        y = rect.top + row * (height + gap)
        for i, plate in enumerate(part):
            draw_plate(scene, pygame.Rect(rect.left + i * (width + gap), y, width, height), plate)


def draw_plate(scene: Scene, rect: pygame.Rect, plate: Plate) -> None:
    look, ground = scene.look, scene.stage.ground
    icon, label, number, more = plate
    chrome.draw_panel(look, ground, rect, radius=scene.px(16), shadow="rest")
    small, big = look.line_height("label"), look.line_height("score")
    x, room = rect.left + scene.px(18), rect.w - scene.px(32)
    px = round(look.m.text_px("label") * 1.25)
    y = rect.centery - (2 * small + big) / 2 - scene.px(2) + small / 2
    beside = px + scene.px(8)
    if look.width(label, "label") + beside > room * 1.08:
        beside = 0  # drop the icon rather than shrink the text
    else:
        look.draw_icon(ground, icon, (x + px // 2, y), px, scene.accent)
    look.write(ground, label, "label", (x + beside, y), "midleft", look.theme.dim, fit=room - beside)
    y += small / 2 + scene.px(2) + big / 2
    look.write(ground, number, "score", (x, y), "midleft", fit=room)
    y += big / 2 + scene.px(2) + small / 2
    if look.width(more, "label") <= room * 1.3:
        look.write(ground, more, "label", (x, y), "midleft", look.theme.dim, fit=room)
