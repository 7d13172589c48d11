"""Text on widgets can be read: at least 4.5 to 1 in every theme, on every widget, in every state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.draw.svg import Colour, contrast
from game.screen import Screen
from game.ui.look import themes
from game.ui.theme import Theme
from game.ui.widgets import Button, Card, Field, IconButton, Segment, Stepper, Toggle
from game.ui.widgets.base import Widget
from rules.catalog import GAMES
from tests.kit.desk import Desk

RECT = pygame.Rect(40, 40, 260, 60)
STATES = ("normal", "hovered", "pressed", "disabled", "focused")
Maker = Callable[[Screen, str, bool], Widget]


class Bench(Screen):
    """An empty scene with the accent of a test."""

    heading = "Bench"
    colour: Colour = "#ffffff"

    @property
    def accent(self) -> Colour:
        return self.colour

    def build(self) -> None:
        self.paint_cloth()


def nothing(*_values: object) -> None:
    pass


MAKERS: dict[str, Maker] = {
    "primary": lambda scene, text, on: Button(scene, RECT, text, nothing, kind="primary"),
    "secondary": lambda scene, text, on: Button(scene, RECT, text, nothing),
    "ghost": lambda scene, text, on: Button(scene, RECT, text, nothing, kind="ghost"),
    "icon": lambda scene, text, on: IconButton(scene, RECT, "menu" if text else "minus", nothing, on=on),
    "card": lambda scene, text, on: Card(scene, RECT, text, text, on, nothing),
    "segment": lambda scene, text, on: Segment(scene, RECT, [(on, text), (not on, "")], True, nothing),
    "toggle": lambda scene, text, on: Toggle(scene, RECT, text, text, on, nothing),
    "stepper": lambda scene, text, on: Stepper(scene, RECT, 1, 0, 2, 1, lambda _: text, nothing),
    "field": lambda scene, text, on: Field(scene, RECT, text, nothing),
}


def accents(theme: Theme) -> set[Colour]:
    """Return every colour that a button has somewhere in the program."""
    of_games = {colour for game in (*GAMES, None) for colour in (theme.accent(game), theme.box_accent(game))}
    return of_games | set(theme.design["gold"].values()) | {theme.avatar(seat) for seat in range(6)}


def painted(widget: Widget, ground: Colour) -> pygame.Surface:
    """Return the widget as it lies on a ground."""
    out = pygame.Surface((340, 140))
    out.fill(ground)
    widget.paint(out, RECT.copy())
    return out


def readable(ground: pygame.Surface, written: pygame.Surface) -> float:
    """Return the contrast of the full strokes of a text against what lies below them."""
    best = 0.0
    strokes = pygame.mask.from_threshold(written, (0, 0, 0), (1, 1, 1, 255), ground)
    strokes.invert()
    for x in range(RECT.left, RECT.right, 2):
        for y in range(RECT.top, RECT.bottom):
            if strokes.get_at((x, y)):
                best = max(best, contrast(hexed(written.get_at((x, y))), hexed(ground.get_at((x, y)))))
    return best


def hexed(colour: pygame.Color) -> Colour:
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


def bench_of(theme: str, folder: Path) -> Bench:
    desk = Desk(folder)
    desk.app.settings.theme = theme
    desk.app.apply_settings()
    bench = Bench(desk.app)
    desk.app.push(bench)
    return bench


@pytest.mark.parametrize("name", themes())
def test_the_text_of_every_button_can_be_read_on_every_accent(name: str, tmp_path: Path) -> None:
    bench = bench_of(name, tmp_path)
    theme = bench.look.theme
    for colour in accents(theme):
        bench.colour = colour
        ink = theme.ink_on(colour)
        for state in ("normal", "hovered", "pressed"):
            blank = Button(bench, RECT, "", nothing, kind="primary")
            if state != "normal":
                blank.set_state(**{state: True})
            shown = painted(blank, theme.panel)
            for y in (RECT.centery - 12, RECT.centery, RECT.centery + 12):  # the height of a label
                assert contrast(ink, hexed(shown.get_at((RECT.centerx, y)))) >= 4.5, (colour, state)


@pytest.mark.parametrize("name", themes())
def test_the_text_of_every_widget_can_be_read_in_every_state(name: str, tmp_path: Path) -> None:
    bench = bench_of(name, tmp_path)
    theme = bench.look.theme
    bench.colour = theme.box_accent(next(iter(GAMES)))
    for kind, make in MAKERS.items():
        for on in (False, True):
            for state in STATES:
                pair = []
                for text in ("", "HHHH"):
                    widget = make(bench, text, on)
                    if state != "normal":
                        widget.set_state(**({"enabled": False} if state == "disabled" else {state: True}))
                    pair.append(painted(widget, theme.panel))
                    widget.remove()
                assert readable(*pair) >= 4.5, (kind, on, state)
