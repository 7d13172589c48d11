"""Shared parts of the network screens: two panels, captions, rows, the player's card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game import routes
from game.data.seat_colours import seat_colours
from game.draw import chrome, shapes
from game.net.needed import missing
from game.net.table.chairs import Who
from game.screen import Screen
from game.screens.box_art import game_art
from game.ui.bar import Tool, named_tools, tool_row, top_bar, window_tool
from game.ui.widgets import Cells, Field, IconButton, Widget
from rules.catalog import GAMES

if TYPE_CHECKING:
    from game.app import App

GAP = 14
"""Between two rows, and below a caption, in design pixels."""
PEOPLE_FROM = 620
"""The width in design pixels from which a row shows faces beside its lines."""


def two_panels(screen: Screen, share: float) -> tuple[pygame.Rect, pygame.Rect]:
    """Draw two panels, the right one with a share of the width; return the room inside each."""
    look, page, gap = screen.look, screen.look.m.page(), screen.px(24)
    right_w = round(page.w * share)
    left = pygame.Rect(page.left, page.top, page.w - right_w - gap, page.h)
    right = pygame.Rect(left.right + gap, page.top, right_w, page.h)
    for panel in (left, right):
        chrome.draw_panel(look, screen.stage.ground, panel)
    pad, top = 2 * screen.px(32), 2 * screen.px(24)
    return left.inflate(-pad, -top), right.inflate(-pad, -top)


class Asking(Screen):
    """A screen of two panels that queries another computer; every failure is shown as a sentence."""

    hears_others = True

    def __init__(self, app: App):
        super().__init__(app)
        self.fault = ""

    def build_frame(self, title: str, share: float,
                    tools: list[Tool] | None = None) -> tuple[pygame.Rect, pygame.Rect]:
        """Build the bar and the panels; return the room inside them."""
        self.paint_cloth((0.5, 0.35))
        top_bar(self, title, self.escape)
        window = tool_row(self, [window_tool(self)])
        if tools:
            named_tools(self, tools, min(tool.rect.left for tool in window.values()) - self.px(10))
        return two_panels(self, share)

    def fail(self, sentence: str) -> None:
        """Say aloud and show why something did not work."""
        self.app.sounds.play("refuse")
        self.app.speech.say(sentence)
        self.fault = sentence
        self.rebuild()

    def absent(self) -> str:
        """Return which packages of the network are missing, as a sentence; empty if none is."""
        names = missing()
        return self.say("net.join.missing", n=len(names), names=", ".join(names)) if names else ""


def draw_caption(screen: Screen, area: pygame.Rect, y: int, text: str, note: str = "") -> int:
    """Draw a caption with a note at the right end, if there is room for it; return the y below."""
    look, ground = screen.look, screen.stage.ground
    height = look.line_height("caption")
    head = chrome.draw_caption(look, ground, text, (area.left, y))
    room = area.right - head.right - screen.px(20)
    if note and look.width(note, "label") <= room * 1.15:
        look.write(ground, note, "label", (area.right, y + height // 2), "midright", look.theme.dim, fit=room)
    return y + height + screen.px(GAP)


def foot_height(screen: Screen) -> int:
    """Return the height of the buttons at the foot of a panel."""
    return max(screen.px(76), screen.look.design["sizes"]["hit_min"])


@dataclass(frozen=True, slots=True)
class Entry:
    """A text field for an address or a code, with a caption above it and a note below."""

    caption: str
    text: str
    change: Callable[[str], None]
    submit: Callable[[], None]
    note: str
    example: str = ""
    """Shown while the field is empty."""
    fault: str = ""
    """What is wrong with the text, shown in a sentence below it."""
    longest: int = 60
    tall: bool = False

    def build(self, screen: Screen, area: pygame.Rect, y: int) -> tuple[Field, int]:
        """Build the field at the height `y`; return it and the y below its note."""
        look, ground = screen.look, screen.stage.ground
        y = draw_caption(screen, area, y, self.caption)
        height = foot_height(screen) if self.tall else max(screen.px(56), look.design["sizes"]["hit_min"])
        field = Field(screen, pygame.Rect(area.left, y, area.w, height), self.text, self.change,
                      role="box" if self.tall else "name", longest=self.longest, submit=self.submit,
                      bad=bool(self.fault), placeholder=self.example)
        y += height + screen.px(10)
        if self.fault:
            y = look.paragraph(ground, self.fault, "label",
                               pygame.Rect(area.left, y, area.w, screen.px(90)), colour=look.theme.bad)
        if look.width(self.note, "label") <= area.w * 1.15:  # else it would be too small to read
            look.write(ground, self.note, "label", (area.left, y), "topleft", look.theme.dim, fit=area.w)
        return field, y + look.line_height("label") + screen.px(36)


class Sentence(Widget):
    """A sentence above the buttons of a panel; one that changes every second is painted again, not built."""

    focusable = False

    def __init__(self, screen: Screen, rect: pygame.Rect, text: str, *, bad: bool = False):
        super().__init__(screen, rect)
        self.text, self._bad = text, bad
        self.refresh()

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        theme = self.look.theme
        self.look.paragraph(surface, self.text, "label", rect, colour=theme.bad if self._bad else theme.dim)

    def change(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.refresh()


# --- rows ---


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list: a picture of its game, up to three lines, and two lines at the right end."""

    game: str
    heads: tuple[str, str, str]
    right: tuple[str, str]
    spoken: str
    chosen: bool = False
    looks: tuple[tuple[int, str], ...] = ()
    """Colour and face of those who sit there, shown between the two if the row is wide enough."""
    names: str = ""
    free: int = 0


def build_rows(screen: Screen, rect: pygame.Rect, rows: Sequence[Row], choose: Callable[[int], None],
               before: Cells | None = None, *, low: bool = False) -> Cells:
    """Build a list that scrolls if it is long; with `before` it stays where the same list was.

    The rows of a `low` list have two lines at the most.
    """
    look, gap = screen.look, screen.px(GAP)
    lines = look.line_height("name") + look.line_height("label" if low else "box") + screen.px(16)
    height = max(min(screen.px(172), (rect.h + gap) // 4 - gap), lines)
    if low:
        height, gap = lines, screen.px(8)
    width = rect.w - screen.px(16) if len(rows) * (height + gap) - gap > rect.h else rect.w
    content = pygame.Surface((rect.w, max(1, len(rows) * (height + gap) - gap)), pygame.SRCALPHA)
    boxes = [pygame.Rect(0, number * (height + gap), width, height) for number in range(len(rows))]
    for row, box in zip(rows, boxes, strict=True):
        _paint_row(screen, content, box, row)
    cells = Cells(screen, rect, content, boxes, choose, cursor=before.cursor if before is not None else 0,
                  tell=lambda index: rows[index].spoken)
    if before is not None:
        cells.scroll_to(before.offset)
    return cells


def _paint_row(screen: Screen, surface: pygame.Surface, box: pygame.Rect, row: Row) -> None:
    look, px = screen.look, screen.px
    box = box.inflate(-2, -2)
    draw_card(screen, surface, box)
    if row.chosen:
        shapes.draw_box(surface, box, px(16), None, 1, screen.accent, 1, max(1.5, 3 * look.k))
    x, edge = box.left + px(24), box.right - px(24)
    side = box.h - px(24)
    if row.game in GAMES:
        picture = pygame.Rect(box.left + px(12), box.top + px(12), round(side * 1.18), side)
        surface.blit(game_art(look, GAMES[row.game], picture.size), picture)
        x = picture.right + px(22)
    widths = [look.width(text, role) for text, role in zip(row.right, ("name", "label"), strict=True)]
    right_w = min(max(widths), (edge - x) // 2)
    width = edge - right_w - px(20) - x
    if row.looks and width > px(PEOPLE_FROM):
        people = pygame.Rect(box.left + round(box.w * 0.5), box.top, 0, box.h)
        people.w = x + width - people.left
        _paint_people(screen, surface, people, row)
        width = people.left - px(16) - x
    steps = (("box", None), ("name", None), ("label", look.theme.dim))
    total = sum(look.line_height(role) for role, _ in steps)
    shown = [(role, colour, text) for (role, colour), text in zip(steps, row.heads, strict=True) if text]
    if total > box.h - 8:
        shown = shown[:2]
    total = sum(look.line_height(role) for role, _, _ in shown)
    gap = min(px(8), max(0, (box.h - px(16) - total) // len(shown)))
    y = box.centery - (total + gap * (len(shown) - 1)) / 2
    for role, colour, text in shown:
        height = look.line_height(role)
        look.write(surface, text, role, (x, y + height / 2), "midleft", colour, fit=width)
        y += height + gap
    upper = look.line_height("name") * (0.6 if row.right[1] else 0)
    look.write(surface, row.right[0], "name", (edge, box.centery - upper), "midright", fit=right_w)
    if row.right[1]:
        look.write(surface, row.right[1], "label", (edge, box.centery + look.line_height("label") * 0.7),
                   "midright", look.theme.dim, fit=right_w)


def _paint_people(screen: Screen, surface: pygame.Surface, rect: pygame.Rect, row: Row) -> None:
    """Paint the faces of those who sit at a table, a ring for every free seat, and the names below."""
    look = screen.look
    radius, line = screen.px(21), look.line_height("label")
    y = rect.centery - line // 2 - screen.px(4)
    for number in range(len(row.looks) + row.free):
        centre = (rect.left + radius + number * (2 * radius + screen.px(12)), y)
        if centre[0] + radius > rect.right:
            break
        if number < len(row.looks):
            chrome.draw_avatar(look, surface, centre, radius, *row.looks[number])
        else:
            ring = pygame.Rect(centre[0] - radius, y - radius, 2 * radius, 2 * radius)
            shapes.draw_dashed_box(surface, ring, radius, look.theme.text, 0.5, max(1.0, 1.4 * look.k),
                                   (5, 5))
    look.write(surface, row.names, "label", (rect.left, y + radius + screen.px(8) + line // 2), "midleft",
               look.theme.dim, fit=rect.w)


def draw_card(screen: Screen, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw the ground of a row or a card."""
    theme = screen.look.theme
    shapes.draw_box(surface, rect, screen.px(16), theme.raised, 0.9, theme.line, theme.hair)


# --- who sits down ---


def own_who(screen: Screen, name: str = "") -> Who:
    """Return the person of this computer as others see it."""
    name = name or screen.app.player_name()
    [look] = seat_colours([(name, False)], screen.app.history.people.all())
    return Who(name, look.colour, look.face)


def person_height(screen: Screen) -> int:
    return max(screen.px(84), screen.look.line_height("name") + screen.px(30))


def build_person(screen: Screen, area: pygame.Rect, y: int, who: Who, more: str = "", *,
                 edit: bool = True) -> int:
    """Build the card of the person who sits down, with a button to change it; return the y below."""
    look, ground = screen.look, screen.stage.ground
    rect = pygame.Rect(area.left, y, area.w, person_height(screen))
    draw_card(screen, ground, rect)
    radius = rect.h // 2 - screen.px(14)
    chrome.draw_avatar(look, ground, (rect.left + screen.px(20) + radius, rect.centery), radius, who.colour,
                       who.face)
    side = rect.h - screen.px(24)
    x = rect.left + screen.px(44) + 2 * radius
    width = rect.right - screen.px(24) - (side if edit else 0) - x
    two = bool(more) and rect.h >= look.line_height("name") + look.line_height("label")
    lift = look.line_height("label") // 2 if two else 0
    look.write(ground, who.name, "name", (x, rect.centery - lift), "midleft", fit=width)
    if two:
        look.write(ground, more, "label", (x, rect.centery + look.line_height("name") // 2), "midleft",
                   look.theme.dim, fit=width)
    if edit:
        at = pygame.Rect(rect.right - side - screen.px(12), rect.centery - side // 2, side, side)
        IconButton(screen, at, "pencil", lambda: _open_people(screen),
                   tip=screen.say("settings.name.caption"))
    return rect.bottom


def build_card(screen: Screen, area: pygame.Rect, y: int, caption: str, who: Who, foot: int) -> int:
    """Build the card of a person below a caption if there is room for it above `foot`; return the y below."""
    if y + screen.look.line_height("caption") + screen.px(GAP) + person_height(screen) >= foot:
        return y
    y = draw_caption(screen, area, y, caption)
    return build_person(screen, area, y, who) + screen.px(20)


def _open_people(screen: Screen) -> None:
    screen.app.open(routes.People())
