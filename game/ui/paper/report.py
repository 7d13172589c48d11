"""Parts of the results that screens and boards share: a panel with its heading, a row of facts."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.ui.look import Look


class Fact(NamedTuple):
    """A figure with its icon; `value` is written large, `label` below it."""

    icon: str
    label: str
    value: str


def draw_report_panel(look: Look, ground: pygame.Surface, rect: pygame.Rect, caption: str) -> pygame.Rect:
    """Draw a panel with its heading; return the room below the heading."""
    chrome.draw_panel(look, ground, rect, shadow="float", alpha=0.96)
    x, y = rect.left + look.px(28), rect.top + look.px(26)
    chrome.draw_caption(look, ground, caption, (x, y), within=rect.w - look.px(56))
    top = y + look.line_height("caption") + look.px(14)
    return pygame.Rect(x, top, rect.w - look.px(56), rect.bottom - look.px(22) - top)


def facts_height(look: Look) -> int:
    return look.line_height("name") + look.line_height("label") + look.px(30)


def draw_facts(look: Look, ground: pygame.Surface, room: pygame.Rect, facts: list[Fact],
               accent: Colour) -> int:
    """Draw facts side by side at the foot of a room, below a hairline; return the y above them."""
    theme = look.theme
    room_each = room.w / max(1, len(facts)) - look.px(54)
    facts = [fact for fact in facts if look.fitting(fact.value, "name", room_each) >= look.least("label")]
    while facts[2:] and any(look.fitting(fact.label, "label", room.w / len(facts) - look.px(54))
                            < look.least("label") for fact in facts):
        facts = facts[:-1]  # large text leaves room for fewer
    upper, lower = look.line_height("name"), look.line_height("label")
    cell = room.w / max(1, len(facts))
    top = room.bottom - facts_height(look) + look.px(10)
    shapes.draw_box(ground, (room.left, top - look.px(10), room.w, max(1, look.px(1.5))), 0, theme.line,
                    theme.line_alpha * 1.4)
    for number, fact in enumerate(facts):
        x = room.left + number * cell
        look.draw_icon(ground, fact.icon, (x + look.px(16), top + (upper + lower) / 2 + look.px(6)),
                       look.px(30), accent)
        left, fit = x + look.px(44), cell - look.px(54)
        look.write(ground, fact.value, "name", (left, top + look.px(6) + upper / 2), "midleft", fit=fit)
        look.write(ground, fact.label, "label", (left, top + look.px(6) + upper + lower / 2), "midleft",
                   theme.dim, fit=fit)
    return top - look.px(10)
