"""The small cards below Play on: today's deals, and whatever else the house offers besides its boxes.

`CARDS` lists their makers. A maker returns None while it has nothing to offer; the others share the room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import pygame

from game import routes
from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.screen import Screen
from game.ui.widgets import Area
from game.ui.widgets.labels import legible
from rules.catalog import GAMES

IVORY, PALE, DARK = "#fff7e3", "#eadbc0", "#14100c"
GAP = 22
"""Between two cards, as between the boxes, in design pixels."""


@dataclass(frozen=True)
class Mark:
    """A small disc at the foot of a card, named if there is room; done ones are full and have a tick."""

    colour: Colour
    done: bool
    name: str


@dataclass(frozen=True)
class Card:
    """What a card says and the screen that it opens."""

    icon: str
    title: str
    line: str
    route: routes.Route
    colour: Colour
    ground: tuple[Colour, Colour]
    """Its colours, above and below; both dark."""
    spoken: str
    on_icon: str = ""
    """A text on the icon, such as the day on a calendar."""
    line_icon: str = ""
    marks: tuple[Mark, ...] = ()
    note: str = ""
    """At the right end of its foot."""


Maker = Callable[[Screen, date], Card | None]


def todays_deals(screen: Screen, day: date) -> Card | None:
    """Return the card of the deals of the day: a mark for every game, and one streak for all."""
    games = list(GAMES.values())
    app, look, say = screen.app, screen.look, screen.say
    done = [app.history.daily_done(game.id, day, profile=app.me) for game in games]
    streak = app.history.daily_streak(None, day, profile=app.me)
    still = [game for game, is_done in zip(games, done, strict=True) if not is_done]
    left = say("today.open", n=len(still)) if still else say("today.all_done")
    titles = (say(f"game.{game.id}.title") + (f" ({say('today.done')})" if is_done else "")
              for game, is_done in zip(games, done, strict=True))
    return Card("calendar", say("today.title"), say("today.streak", n=streak) if streak else left,
                routes.Calendar((still or games)[0].id), look.design["gold"]["on_dark"],
                ("#3a2410", "#24150a"), f"{say('today.title')}, {left}: {', '.join(titles)}",
                on_icon=str(day.day), line_icon="flame" if streak else "",
                marks=tuple(Mark(look.theme.box_accent(game.id), is_done, say(f"game.{game.id}.title"))
                            for game, is_done in zip(games, done, strict=True)))


def join_a_table(screen: Screen, _day: date) -> Card | None:
    """Return the card that leads to the tables of other computers; a seat that waits there is named."""
    look, say = screen.look, screen.say
    title, line = say("together.join"), say("together.with_a_code")
    if (screen.app.store.folder / "seats").is_dir():
        from game.net.entry.keys import seats_kept  # noqa: PLC0415 - only needed for stored seats

        waits = next((key for key in seats_kept(screen.app.store.folder) if key.game in GAMES), None)
        if waits is not None:
            line = say("together.seat_waits", game=say(f"game.{waits.game}.title"),
                       names=", ".join(waits.names))
    return Card("people", title, line, routes.Join(), look.theme.accent(None), ("#173a2c", "#0d241b"),
                f"{title}. {line}")


CARDS: tuple[Maker, ...] = (todays_deals, join_a_table)


def build_cards(screen: Screen, day: date, rect: pygame.Rect) -> None:
    """Build the cards that have something to offer, side by side or, in a high place, one below the other."""
    cards = [card for make in CARDS if (card := make(screen, day)) is not None]
    gap, upright = screen.px(GAP), rect.h > rect.w
    for number, card in enumerate(cards):
        whole = rect.h if upright else rect.w
        start = number * (whole + gap) // len(cards)
        length = (number + 1) * (whole + gap) // len(cards) - gap - start
        place = (pygame.Rect(rect.left, rect.top + start, rect.w, length) if upright else
                 pygame.Rect(rect.left + start, rect.top, length, rect.h))
        _build(screen, card, place)


def _build(screen: Screen, card: Card, rect: pygame.Rect) -> None:
    def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
        _paint(screen, card, surface, box, lit=widget.hovered)

    def go() -> None:
        screen.app.open(card.route)

    Area(screen, rect, go, paint_over=paint, spoken=card.spoken, tip=card.spoken)


def _paint(screen: Screen, card: Card, surface: pygame.Surface, box: pygame.Rect, *, lit: bool) -> None:
    look, px = screen.look, screen.px
    chrome.draw_shadow(look, surface, box, px(20), "panel")
    if lit:
        shapes.draw_soft_box(surface, box, px(20), card.colour, 0.7, 12 * look.k)
    shapes.draw_gradient_box(surface, box, px(20), *card.ground)
    shapes.draw_box(surface, box, px(20), None, 1, card.colour, 1 if lit else 0.7,
                    max(1.2, (3 if lit else 2) * look.k))
    foot = max(px(20), 12)
    heads = look.line_height("family") + look.line_height("label")
    has_foot = bool(card.marks or card.note) and box.h >= heads + foot + px(20)
    middle = box.top + (box.h - (foot + px(8) if has_foot else 0)) / 2
    room = pygame.Rect(0, 0, box.w - px(34), heads)
    room.midleft = box.left + px(20), round(middle)
    side = min(px(56), round(heads * 1.1))
    if legible(look, card.title, "family", room.w - side - px(16)):  # else the icon gives way
        _paint_icon(screen, card, surface, (room.left + side / 2, middle), side)
        room.w -= side + px(16)
        room.left += side + px(16)
    _paint_heads(screen, card, surface, room)
    if has_foot:
        _paint_foot(screen, card, surface, box, box.bottom - foot / 2 - px(14))


def _paint_icon(screen: Screen, card: Card, surface: pygame.Surface, centre: tuple[float, float],
                side: int) -> None:
    look = screen.look
    look.draw_icon(surface, card.icon, centre, side, card.colour, 1.7)
    if card.on_icon:
        look.write(surface, card.on_icon, "key", (centre[0], centre[1] + side * 0.2), "center", card.colour,
                   at_most=max(9, round(side * 0.36)))


def _paint_heads(screen: Screen, card: Card, surface: pygame.Surface, room: pygame.Rect) -> None:
    """Write the title and its line, or the title alone, in two lines if it is too long for one."""
    look, step, below = screen.look, screen.look.line_height("family"), screen.look.line_height("label")
    lines = [card.title]
    if not legible(look, card.title, "family", room.w):
        first, *rest = look.wrap(card.title, "family", room.w)
        lines = [first, " ".join(rest)] if rest else [first]
    flame = round(look.m.text_px("label") * 1.15) + screen.px(6) if card.line_icon else 0
    has_line = len(lines) == 1 and look.fitting(card.line, "label", room.w - flame) >= look.least("label")
    top = room.centery - (len(lines) * step + (below if has_line else 0)) / 2
    for number, line in enumerate(lines):
        look.write(surface, line, "family", (room.left, top + (number + 0.5) * step), "midleft", IVORY,
                   fit=room.w)
    if not has_line:
        return
    lower = room.bottom - below / 2 + screen.px(2)
    if card.line_icon:
        size = flame - screen.px(6)
        look.draw_icon(surface, card.line_icon, (room.left + size / 2, lower), size, card.colour)
    look.write(surface, card.line, "label", (room.left + flame, lower), "midleft", PALE, fit=room.w - flame)


def _paint_foot(screen: Screen, card: Card, surface: pygame.Surface, box: pygame.Rect, y: float) -> None:
    look, px = screen.look, screen.px
    if card.marks:
        room, x = box.w - px(40), box.left + px(20)
        size = round(min(px(20), room / len(card.marks) * 0.8))
        names = [look.width(mark.name, "label") + px(8) for mark in card.marks]
        named = sum(names) + len(names) * (size + px(20)) <= room
        step = min(px(34), room / len(card.marks))
        for mark, name in zip(card.marks, names, strict=True):
            disc = pygame.Rect(x, round(y - size / 2), size, size)
            x += round(size + name + px(20) if named else step)
            if named:
                look.write(surface, mark.name, "label", (disc.right + px(8), y), "midleft", PALE)
            shapes.draw_box(surface, disc, size / 2, mark.colour if mark.done else None, 1, mark.colour, 1,
                            max(1.2, 1.8 * look.k))
            if mark.done:
                look.draw_icon(surface, "check", disc.center, size * 0.72, DARK, 3)
    if card.note:
        look.write(surface, card.note, "label", (box.right - px(18), y), "midright", IVORY)
