"""The values of a rule file as a table: name, value here, value in classic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pygame

from game.draw import shapes
from game.draw.svg import Colour
from game.ui.look import Look
from game.ui.names import rule_name
from game.ui.paper.blocks import domino_chip
from game.ui.paper.sheet import Sheet
from game.ui.text import Texts

Differing = list[tuple[str, Any, Any]]
"""(dotted key, value, classic value)."""


class ValueSheet(Sheet):
    """All classic values, or the values that differ first and the rest in small rows below."""

    def __init__(self, look: Look, accent: Colour, texts: Texts, game: str, values: Mapping[str, Any],
                 differing: Differing | None, width: int):
        super().__init__(look, accent)
        self.texts, self.game, self.values, self.width = texts, game, values, width
        self.alone = differing is None
        """Whether the classic values themselves are shown, without a comparison."""
        if differing is not None and not differing:
            y = self.text(texts("rulefiles.nothing"), "body", 0, look.px(4), width)
            self.tall = self._lay_rest(set(), y + look.px(8))
        else:
            self.tall = self._lay(differing or [(name, value, None) for name, value in flattened(values)])

    def _lay(self, rows: Differing) -> int:
        look = self.look
        heads = ["rule", "value"] if self.alone else ["rule", "here", "classic"]
        parts = (0.56, 0.44) if self.alone else (0.46, 0.29, 0.25)
        edges = [round(self.width * sum(parts[:i])) for i in range(len(parts) + 1)]
        for head, x in zip(heads, edges, strict=False):
            self.text(self.texts(f"rulefiles.{head}"), "label", x, look.px(2), edges[1], look.theme.dim)
        y = look.px(2) + look.line_height("label") + look.px(6)
        for name, value, classic in rows:
            y = self._lay_row(name, [value] if self.alone else [value, classic], edges, y)
        return y if self.alone else self._lay_rest({name for name, _, _ in rows}, y + look.px(14))

    def _lay_rest(self, told: set[str], y: int) -> int:
        """Lay out the unchanged values in small rows below the changed ones."""
        look, dim, gap = self.look, self.look.theme.dim, self.look.px(6)
        if told:
            y = self.text(self.texts("rulefiles.the_rest"), "label", 0, y, self.width) + gap
        for name, value in flattened(self.values):
            if name in told:
                continue
            text = value_text(self.texts, value)
            room = min(look.width(text, "label"), self.width // 2)
            end = self.text(text, "label", self.width - room, y, room, dim)
            y = max(end, self.text(rule_name(self.texts, self.game, name), "label", 0, y,
                                   self.width - room - 2 * gap, dim)) + gap
        return y

    def _lay_row(self, name: str, values: list[Any], edges: list[int], y: int) -> int:
        theme, gap = self.look.theme, self.look.px(12)
        line = pygame.Rect(0, y, edges[-1], max(1, self.look.px(1.5)))
        self.add(line, lambda surface, r: shapes.draw_box(surface, r, 0, theme.line, theme.line_alpha))
        y += gap
        called = rule_name(self.texts, self.game, name)
        below, named = y, called != name
        if named:
            below = self.text(called, "body", 0, y, edges[1] - gap)
        below = self.line(name, "label", 0, below, edges[1] - gap, theme.dim if named else None)
        for index, value in enumerate(values):
            x, room = edges[index + 1], edges[index + 2] - edges[index + 1] - gap
            end = self.text(value_text(self.texts, value), "button" if index == 0 else "body", x, y, room,
                            None if index == 0 else theme.dim, like="body")
            below = max(below, end)
        return below + gap


def value_text(texts: Texts, value: Any) -> str:
    """Return the display text of a rule file value."""
    if isinstance(value, bool):
        return texts("value.true" if value else "value.false")
    if isinstance(value, (list, tuple)):
        return " ".join(value_text(texts, item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {value_text(texts, item)}" for key, item in value.items())
    return texts("rulefiles.empty") if value == "" else domino_chip(value)


def flattened(values: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (dotted key, value) of every value in a rule file."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from flattened(value, f"{within}{key}.")
        else:
            yield f"{within}{key}", value
