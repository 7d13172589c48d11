"""The look in numbers: the design tokens, the chosen theme, and one scale factor for the window size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pygame

from game.draw.svg import Colour, contrast, darker
from rules.catalog import GAMES
from rules.home import HOME

DESIGN = Path(__file__).resolve().parent.parent / "design.yaml"
THEMES = HOME / "sprites" / "themes"
INKS = ("#1a120a", "#ffffff")
"""Dark and light text on a coloured ground."""


@dataclass(frozen=True)
class Theme:
    """The colours of table and panels. Pieces have the same colours in every theme."""

    name: str
    tokens: dict[str, Any]
    design: dict[str, Any]
    safe_colours: bool = False

    def __getattr__(self, name: str) -> Any:
        try:
            return self.tokens[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def hair(self) -> float:
        """The opacity of thin lines around rows and cards; the high-contrast theme draws them bold."""
        return self.tokens.get("hair", 0.14)

    def accent(self, game: str | None) -> Colour:
        """Return the accent of a game; brass for other screens."""
        accents = _accents(game)
        if accents is None:
            # A light theme puts white text on it, for which plain brass is too bright.
            return darker(self.tokens["brass"], 0.42) if self.tokens["light"] else self.tokens["brass"]
        return accents[1 if self.tokens["light"] else 0]

    def ink_on(self, ground: Colour) -> Colour:
        """Return the colour of text on a coloured ground: the theme's, if it can be read there."""
        own = self.tokens["ink_on_accent"]
        return own if contrast(own, ground) >= 4.5 else max(INKS, key=lambda ink: contrast(ink, ground))

    def box_accent(self, game: str | None) -> Colour:
        """Return the accent on a box, which is dark in every theme."""
        accents = _accents(game)
        return accents[0] if accents else self.tokens["brass"]

    def seat(self, index: int) -> Colour:
        colour = self.avatar(index)
        return darker(colour, self.design["on_paper_darken"]) if self.tokens["light"] else colour

    def avatar(self, index: int) -> Colour:
        """Return the colour of an avatar's disc, which is bright in every theme."""
        colours = self.design["players_safe" if self.safe_colours else "players"]
        return colours[index % len(colours)]

    def seat_mark(self, index: int) -> str:
        """Return the shape of a seat's dot: a disc for all seats, or different shapes with the colour aid."""
        marks = self.design["player_marks"]
        return marks[index % len(marks)] if self.safe_colours else marks[0]

    def kind(self, name: str, game: str | None) -> Colour:
        """Return the colour of a kind of points in the bars of a result."""
        colour = self.design["pieces"]["kinds"].get(name, "#e9d8a6")
        if colour == "accent":
            return self.box_accent(game)
        return self.tokens["bad"] if colour == "bad" else colour


def _accents(game: str | None) -> tuple[Colour, Colour] | None:
    """Return the colours that a game names in the catalog, for dark and for light themes."""
    info = GAMES.get(game) if game is not None else None
    return info.accents if info is not None else None


@dataclass(frozen=True)
class Metrics:
    """Lengths and text sizes for one window."""

    size: tuple[int, int]
    design: dict[str, Any]
    text_scale: float = 1.0

    @cached_property
    def k(self) -> float:
        """The scale factor of all lengths, in steps of 1/16."""
        fit = min(self.size[0] / 1920, self.size[1] / 1080)
        return round(max(0.53, min(2.2, fit)) * 16) / 16

    @property
    def aspect(self) -> float:
        return self.size[0] / self.size[1]

    def px(self, length: float) -> int:
        """Scale a length of the mock-ups to this window; at least 1."""
        return max(1, round(length * self.k)) if length > 0 else round(length * self.k)

    def text_px(self, role: str, at_most: float | None = None) -> int:
        token = self.design["text"][role]
        scale = min(1.0, self.text_scale) if token.get("fixed") else self.text_scale
        size = max(token["min"], token["size"] * self.k) * scale
        return round(min(size, at_most)) if at_most else round(size)

    @property
    def shape(self) -> str:
        """The arrangement of the table for this window."""
        if self.aspect < 1.5:
            return "classic_4_3"
        if self.aspect < 1.7:
            return "wide_16_10"
        return "wide_16_9" if self.aspect < 2.1 else "ultra_21_9"

    def region(self, name: str) -> pygame.Rect | None:
        """Return a region of the table screen in pixels; None if this arrangement lacks it."""
        part = self.design["layout"]["regions"][self.shape].get(name)
        if part is None:
            return None
        w, h = self.size
        x, y = round(part[0] * w), round(part[1] * h)
        return pygame.Rect(x, y, round((part[0] + part[2]) * w) - x, round((part[1] + part[3]) * h) - y)

    @property
    def top(self) -> pygame.Rect:
        """The bar at the top, which every arrangement has."""
        bar = self.region("top")
        assert bar is not None
        return bar

    def page(self) -> pygame.Rect:
        """Return the area for the panels of a screen: below the top bar, within the outer margin."""
        area, gap = self.content(), self.px(self.design["space"]["window"])
        y = max(self.top.bottom, area.top) + self.px(self.design["space"]["xs"])
        return pygame.Rect(area.left + gap, y, area.w - 2 * gap, area.bottom - gap - y)

    def content(self) -> pygame.Rect:
        """Return the part of the window for shelf, setup and result: centred, with a limited aspect ratio."""
        low, high = self.design["layout"]["safe_aspect"]
        w, h = self.size
        if self.aspect > high:
            width = round(h * high)
            return pygame.Rect((w - width) // 2, 0, width, h)
        if self.aspect < low:
            height = round(w / low)
            return pygame.Rect(0, (h - height) // 2, w, height)
        return pygame.Rect(0, 0, w, h)
