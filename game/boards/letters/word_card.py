"""The card beside a word being laid: every run with its verdict and class, and the reason of a refusal."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.draw import chrome
from game.ui.look import Look


@dataclass(frozen=True, slots=True)
class CardRow:
    """One run of letters."""

    word: str
    mood: str
    """`good`, `bad`, or `warn` for a run that may still become a word."""
    label: str


@dataclass(frozen=True, slots=True)
class CardText:
    """The contents of a card."""

    rows: tuple[CardRow, ...]
    sentence: str
    more: str
    mood: str
    room_below: int = 0
    """Height left free for a button."""


ICONS = {"good": "check", "bad": "cross", "warn": "eye"}
WIDTH = 300
MOST_ROWS = 5


def card_height(look: Look, text: CardText) -> int:
    inner = look.px(WIDTH - 44)
    high = look.px(14) + len(text.rows[:MOST_ROWS]) * _row_height(look)
    if text.sentence:
        high += look.paragraph_height(text.sentence, "label", inner) + look.px(6)
    if text.more:
        high += look.paragraph_height(text.more, "label", inner) + look.px(6)
    return high + look.px(12) + text.room_below


def _row_height(look: Look) -> int:
    return max(look.px(42), look.line_height("name") + look.px(8))


def draw_card(look: Look, text: CardText) -> tuple[pygame.Surface, pygame.Rect]:
    """Return the card and the rectangle of its panel within the picture."""
    theme = look.theme
    colour = {"good": theme.good, "bad": theme.bad, "warn": theme.warn}[text.mood]
    margin = look.px(26)
    box = pygame.Rect(margin, margin, look.px(WIDTH), card_height(look, text))
    image = pygame.Surface((box.w + 2 * margin, box.h + 2 * margin), pygame.SRCALPHA)
    chrome.draw_panel(look, image, box, radius=look.px(18), shadow="panel", alpha=0.97, stroke=colour)
    left, right, y = box.left + look.px(22), box.right - look.px(22), box.top + look.px(14)
    for row in text.rows[:MOST_ROWS]:
        _draw_row(look, image, row, left, right, y)
        y += _row_height(look)
    for sentence, ink in ((text.sentence, theme.text), (text.more, theme.dim)):
        if sentence:
            rect = pygame.Rect(left, y, right - left, box.h)
            y = look.paragraph(image, sentence, "label", rect, ink) + look.px(6)
    return image, box


def _draw_row(look: Look, image: pygame.Surface, row: CardRow, left: int, right: int, top: int) -> None:
    theme = look.theme
    colour = {"good": theme.good, "bad": theme.bad, "warn": theme.warn}[row.mood]
    cy = top + _row_height(look) // 2
    look.draw_icon(image, ICONS[row.mood], (left + look.px(12), cy), look.px(26), colour, 3.0)
    x = left + look.px(40)
    width = look.width(row.label, "label")
    room = right - x - width - look.px(12)
    ink = theme.bad if row.mood == "bad" else theme.text
    if room < look.width(row.word, "name") * 0.8:  # no room for the class beside a long word
        look.write(image, row.word, "name", (x, cy), "midleft", ink, fit=right - x)
        return
    look.write(image, row.word, "name", (x, cy), "midleft", ink, fit=room)
    look.write(image, row.label, "label", (right, cy + look.px(1)), "midright",
               theme.bad if row.mood == "bad" else theme.dim)
