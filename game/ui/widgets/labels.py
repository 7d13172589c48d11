"""Labels inside widgets: whether they fit, and writing them in one or two lines."""

from __future__ import annotations

import pygame

from game.draw.svg import Colour
from game.ui.look import Look


def pair_height(look: Look) -> int:
    """Return the minimum height of a label with a line below it, at the chosen text size."""
    return look.line_height("button") + look.line_height("label")


LEGIBLE = 0.8
"""Text that would shrink below this fraction of its size is left out or broken into two lines."""
COMFORTABLE = 0.9
"""A text that would shrink below this fraction of its size is replaced by a shorter one, if possible."""


def legible(look: Look, text: str, role: str, room: float) -> bool:
    """Return whether a line fits into `room` at a readable size."""
    return look.fitting(text, role, room) >= look.m.text_px(role) * LEGIBLE


def comfortable(look: Look, text: str, role: str, room: float) -> bool:
    """Return whether a line fits into `room` at the comfortable size of its role."""
    return look.fitting(text, role, room) >= max(look.least(role), look.m.text_px(role) * COMFORTABLE)


def write_lines(surface: pygame.Surface, look: Look, box: pygame.Rect, text: str, colour: Colour) -> None:
    """Write a label in one line, or in two if it would shrink too much and they fit."""
    lines = [text]
    if not legible(look, text, "button", box.w):
        wrapped = look.wrap(text, "button", box.w)
        lines = wrapped if len(wrapped) == 2 and box.h >= 2 * look.line_height("button") else lines
    step = look.line_height("button")
    for number, line in enumerate(lines):
        y = box.centery + (number - (len(lines) - 1) / 2) * step
        look.write(surface, line, "button", (box.left, y), "midleft", colour, fit=box.w)


def explanation(look: Look, text: str, width: int) -> list[str]:
    """Return the lines below a label: one if it is readable, else as many as the text needs."""
    return [text] if legible(look, text, "label", width) else look.wrap(text, "label", width)


def write_pair(surface: pygame.Surface, look: Look, box: pygame.Rect, label: tuple[str, Colour],
               more: tuple[str, Colour]) -> None:
    """Write a label and its explanation below it, vertically centred in a box; alone if they do not fit."""
    upper, lower = look.line_height("button"), look.line_height("label")
    lines = explanation(look, more[0], box.w)
    high = upper + len(lines) * lower
    if not legible(look, label[0], "button", box.w) or (len(lines) > 1 and high > box.h):
        write_lines(surface, look, box, *label)
        return
    gap = max(0, min(look.px(6), box.h - high))
    y = box.centery - (high + gap) / 2
    look.write(surface, label[0], "button", (box.left, y + upper / 2), "midleft", label[1], fit=box.w)
    y += upper + gap
    for line in lines:
        look.write(surface, line, "label", (box.left, y + lower / 2), "midleft", more[1], fit=box.w)
        y += lower
