"""Everything needed to draw in one window: theme, sizes, fonts, text and the picture cache."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame

from game.data import cache as data
from game.draw import shapes
from game.draw.lettering import lettering
from game.draw.svg import Colour, rgb
from game.draw.triangle import COLOURS, SAFE_COLOURS
from game.ui import assets
from game.ui.theme import DESIGN, THEMES, Metrics, Theme

Pos = tuple[float, float]
_CHIP = re.compile(r"\[(?P<low>\d)\|(?P<high>\d)\]|(?<![:\w])(?P<corners>R\d(?:B\dG\d|G\dB\d))(?![@\w])"
                   r"|(?P<sign>[🟩🟨🟥⭐▁▂▃▄▅▆▇█])")
"""What is drawn within a text: a domino as [0|5], a triangle with coloured corners as R0B2G1, and signs that
the fonts do not have.
"""


class Look:
    """Draws text, icons and titles in the right size and colour. Rebuilt when window or theme change."""

    def __init__(self, size: tuple[int, int], *, theme: str = "felt", text_scale: float = 1.0,
                 safe_colours: bool = False, speed: float = 1.0, cache: assets.PictureCache | None = None):
        self.design: dict[str, Any] = data.load(DESIGN)
        path = THEMES / f"{theme}.yaml"
        if theme not in themes() or not path.is_file():  # the settings may name anything
            theme, path = "felt", THEMES / "felt.yaml"
        self.theme = Theme(theme, data.load(path), self.design, safe_colours)
        self.m = Metrics(size, self.design, text_scale)
        self.speed = speed
        self.pictures = cache or assets.PictureCache(None)
        self.text_image = lru_cache(maxsize=1024)(self._text_image)
        self.width = lru_cache(maxsize=4096)(self._width)
        self.icon = lru_cache(maxsize=256)(self._icon)

    @property
    def size(self) -> tuple[int, int]:
        return self.m.size

    @property
    def k(self) -> float:
        return self.m.k

    def px(self, length: float) -> int:
        return self.m.px(length)

    def motion(self, name: str) -> tuple[float, str]:
        """Return the duration of a movement in ms, scaled by the player's speed, and its easing."""
        token = self.design["motion"][name]
        return token["ms"] * self.speed, token["ease"]

    # --- text ---

    def font(self, role: str, at_most: float | None = None) -> pygame.font.Font:
        token = self.design["text"][role]
        return assets.font(self.design["fonts"][token["font"]], self.m.text_px(role, at_most))

    def _width(self, text: str, role: str, at_most: float | None = None) -> int:
        """Return the width of a text, including tracking and domino chips."""
        if self.design["text"][role].get("tracking"):
            return self._tracked(text, role, self.theme.text).get_width()
        font = self.font(role, at_most)
        return sum(part.w if isinstance(part, _Chip) else font.size(part)[0]
                   for part in self._parts(text, font))

    def line_height(self, role: str, at_most: float | None = None) -> int:
        return round(self.m.text_px(role, at_most) * self.design["text"][role]["line"])

    def _text_image(self, text: str, role: str, colour: Colour,
                    at_most: float | None = None) -> pygame.Surface:
        if self.design["text"][role].get("tracking"):
            return self._tracked(text, role, colour)
        font = self.font(role, at_most)
        parts = self._parts(text, font)
        if len(parts) == 1 and isinstance(parts[0], str):
            return font.render(parts[0], True, rgb(colour))
        height = font.get_height()
        widths = [part.w if isinstance(part, _Chip) else font.size(part)[0] for part in parts]
        out = pygame.Surface((max(1, sum(widths)), height), pygame.SRCALPHA)
        x = 0
        for part, width in zip(parts, widths, strict=True):
            if isinstance(part, _Chip):
                part.draw(self, out, x)
            else:
                out.blit(font.render(part, True, rgb(colour)), (x, 0))
            x += width
        return out

    @staticmethod
    def has_chip(text: str) -> bool:
        """Return whether a text contains a piece that is drawn."""
        return _CHIP.search(text) is not None

    def _parts(self, text: str, font: pygame.font.Font) -> list[str | _Chip]:
        """Split a text into strings and chips, one for every piece in it."""
        parts: list[str | _Chip] = []
        text = text.translate(assets.word_spaces(font))
        at = 0
        for match in _CHIP.finditer(text):
            if match.start() > at:
                parts.append(text[at:match.start()])
            height = font.get_height()
            parts.append(_Corners(match["corners"], height) if match["corners"]
                         else _Sign(match["sign"], height) if match["sign"]
                         else _Domino(match["low"], match["high"], height))
            at = match.end()
        if at < len(text) or not parts:
            parts.append(text[at:])
        return parts

    def _tracked(self, text: str, role: str, colour: Colour) -> pygame.Surface:
        token = self.design["text"][role]
        font = self.font(role)
        if token.get("case") == "upper":
            text = text.upper()
        gap = max(1, round(token["tracking"] * self.k))
        widths = [font.size(char)[0] + gap for char in text]
        out = pygame.Surface((max(1, sum(widths)), font.get_height()), pygame.SRCALPHA)
        x = 0
        for char, width in zip(text, widths, strict=True):
            out.blit(font.render(char, True, rgb(colour)), (x, 0))
            x += width
        return out

    def write(self, surface: pygame.Surface, text: str, role: str, pos: Pos, anchor: str = "topleft",
              colour: Colour | None = None, *, fit: float | None = None, shadow: bool = False,
              at_most: float | None = None) -> pygame.Rect:
        """Write one line of text with its `anchor` (a pygame rect attribute) at `pos`.

        With `fit` the text shrinks to at most that width.
        """
        colour = colour or self.theme.text
        if fit is not None:
            at_most = self.fitting(text, role, fit, at_most)
        image = self.text_image(text, role, colour, at_most)
        rect = image.get_rect(**{anchor: (round(pos[0]), round(pos[1]))})
        if shadow:
            dark = self.text_image(text, role, "#000000", at_most)
            dark.set_alpha(150)
            surface.blit(dark, rect.move(0, max(1, round(2 * self.k))))
        surface.blit(image, rect)
        return rect

    def fitting(self, text: str, role: str, width: float, at_most: float | None = None) -> float:
        """Return the largest font size, up to the role's, at which `text` fits `width`."""
        px = self.m.text_px(role, at_most)
        while px > 8 and self.width(text, role, px) > width:
            px -= 1
        return px

    def least(self, role: str) -> int:
        """Return the smallest comfortable font size of a role."""
        return min(self.m.text_px(role), self.design["text"][role]["min"])

    def wrap(self, text: str, role: str, width: float, at_most: float | None = None) -> list[str]:
        """Break a paragraph into lines no wider than `width`; never break at a no-break space."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in filter(None, paragraph.split(" ")):
                longer = f"{line} {word}" if line else word
                if line and self.width(longer, role, at_most) > width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines

    def paragraph(self, surface: pygame.Surface, text: str, role: str, rect: pygame.Rect,
                  colour: Colour | None = None, *, align: str = "left", at_most: float | None = None) -> int:
        """Write wrapped text from the top of a rectangle. Return the y below it."""
        step = self.line_height(role, at_most)
        y = rect.top
        for line in self.wrap(text, role, rect.w, at_most):
            if line:
                x = {"left": rect.left, "center": rect.centerx, "right": rect.right}[align]
                anchor = {"left": "midleft", "center": "center", "right": "midright"}[align]
                self.write(surface, line, role, (x, y + step / 2), anchor, colour, at_most=at_most)
            y += step
        return y

    def paragraph_height(self, text: str, role: str, width: float, at_most: float | None = None) -> int:
        return self.line_height(role, at_most) * len(self.wrap(text, role, width, at_most))

    # --- icons and titles ---

    def _icon(self, name: str, px: int, colour: Colour, stroke: float | None = None) -> pygame.Surface:
        return assets.recoloured("icons", name, px, colour, stroke)

    def draw_icon(self, surface: pygame.Surface, name: str, centre: Pos, px: float,
                  colour: Colour | None = None, stroke: float | None = None) -> None:
        image = self.icon(name, max(8, round(px)), colour or self.theme.text, stroke)
        surface.blit(image, image.get_rect(center=(round(centre[0]), round(centre[1]))))

    def title(self, text: str, role: str, accent: Colour, *, edge: Colour | None = None,
              at_most: float | None = None) -> tuple[pygame.Surface, int]:
        """Return a title as lettering, and the margin around it."""
        px = self.m.text_px(role, at_most)
        light = self.theme.light and edge is None

        def build() -> pygame.Surface:
            return lettering(assets.font(self.design["fonts"]["title"], px), text, accent, light=light,
                             edge=edge)[0]

        image = self.pictures.get(f"title:{text}:{px}:{accent}:{light}:{edge}", build)
        line, depth = max(2, round(px * 0.045)), max(2, round(px * (0.05 if light else 0.083)))
        return image, line + depth + round(px * 0.25)

    def draw_title(self, surface: pygame.Surface, text: str, role: str, pos: Pos, accent: Colour,
                   anchor: str = "midleft", *, edge: Colour | None = None,
                   at_most: float | None = None) -> pygame.Rect:
        image, margin = self.title(text, role, accent, edge=edge, at_most=at_most)
        rect = image.get_rect().inflate(-2 * margin, -2 * margin)
        setattr(rect, anchor, (round(pos[0]), round(pos[1])))
        surface.blit(image, (rect.left - margin, rect.top - margin))
        return rect


class _Chip(ABC):
    """A small piece within a line of text."""

    height: int
    """The height of the line."""
    face: int
    """Its width."""
    w: int
    """Its width with the gap behind it."""

    @abstractmethod
    def draw(self, look: Look, surface: pygame.Surface, x: int) -> None:
        """Draw it into a line, from the pixel `x` on."""


class _Corners(_Chip):
    """The corners of a coloured triangle, clockwise from red: the number of points on each colour."""

    def __init__(self, corners: str, height: int):
        self.marks = [(corners[i], corners[i + 1]) for i in (0, 2, 4)]
        self.height, self.side = height, round(height * 0.8)
        self.face = 3 * self.side + 4 * self._gap
        self.w = self.face + max(1, round(height * 0.06))

    @property
    def _gap(self) -> int:
        return max(1, round(self.height * 0.08))

    def draw(self, look: Look, surface: pygame.Surface, x: int) -> None:
        h, gap, safe = round(self.height * 0.98), self._gap, look.theme.safe_colours
        top = (self.height - h) // 2
        shapes.draw_box(surface, (x, top, self.face, h), h * 0.26, "#f0e9d7")
        font = assets.font(look.design["fonts"]["strong"], max(8, round(self.height * 0.58)))
        for i, (colour, number) in enumerate(self.marks):
            box = pygame.Rect(x + gap + i * (self.side + gap), 0, self.side, self.side)
            box.centery = top + h // 2
            fill = (SAFE_COLOURS if safe else COLOURS)[colour]
            round_by = {"R": 0.5, "B": 0.0, "G": 0.28}[colour] if safe else 0.28
            shapes.draw_box(surface, box, self.side * round_by, fill)
            image = font.render(number, True, rgb("#ffffff"))
            surface.blit(image, image.get_rect(center=box.center))


class _Domino(_Chip):
    """A small domino."""

    def __init__(self, first: str, second: str, height: int):
        self.first, self.second, self.height = first, second, height
        self.face = round(height * 1.85)
        self.w = self.face + max(1, round(height * 0.06))

    def draw(self, look: Look, surface: pygame.Surface, x: int) -> None:
        h = round(self.height * 0.98)
        top = (self.height - h) // 2
        shapes.draw_box(surface, (x, top, self.face, h), h * 0.26, "#f0e9d7")
        shapes.draw_box(surface,
                        (x + self.face / 2 - 1, top + h * 0.2, max(1, round(self.height * 0.07)), h * 0.6),
                        0, "#8a7a60")
        font = assets.font(look.design["fonts"]["strong"], max(8, round(self.height * 0.62)))
        for number, at in ((self.first, 0.26), (self.second, 0.74)):
            image = font.render(number, True, rgb("#281c14"))
            surface.blit(image, image.get_rect(center=(round(x + self.face * at), round(top + h * 0.5))))


class _Sign(_Chip):
    """A coloured square, a star, or a bar of one of eight heights."""

    def __init__(self, sign: str, height: int):
        self.sign, self.height = sign, height
        self.face = round(height * 0.8)
        self.w = self.face + max(1, round(height * 0.12))

    def draw(self, look: Look, surface: pygame.Surface, x: int) -> None:
        box = pygame.Rect(x, (self.height - self.face) // 2, self.face, self.face)
        colours = {"🟩": look.theme.good, "🟨": look.theme.warn, "🟥": look.theme.bad}
        if self.sign in colours:
            shapes.draw_box(surface, box, self.face * 0.22, colours[self.sign])
        elif self.sign == "⭐":
            look.draw_icon(surface, "star", box.center, self.face, look.theme.warn)
        else:
            bar = box.copy()
            bar.h = max(2, round(self.face * (ord(self.sign) - ord("▁") + 1) / 8))
            bar.bottom = box.bottom
            shapes.draw_box(surface, bar, 1, look.theme.text)


def themes() -> list[str]:
    """Return the names of all themes, the shipped ones first."""
    names = [path.stem for path in sorted(Path(THEMES).glob("*.yaml"))]
    ours = [name for name in ("felt", "night", "paper", "contrast") if name in names]
    return ours + [name for name in names if name not in ours]
