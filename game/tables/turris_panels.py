"""Beside the tower of Turris: the five faces with their largest groups, the levels, and the points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.draw import chrome, shapes
from game.draw.block import CHERRY, CHERRY_INLAID, INLAY, MAPLE
from game.draw.svg import darker
from game.look import Look
from rules.games.turris_faces import BASE, Face

if TYPE_CHECKING:
    from game.tables.turris import TurrisTable

WOODS = (MAPLE, CHERRY)
WOODS_SAFE = (MAPLE, CHERRY_INLAID)
OUTLINES = ("#fff3d0", "#ff7a55")
INKS = ("#1a120a", "#ffffff")


def woods_of(look: Look) -> tuple[str, str]:
    """The woods of the two players; with the aid on the second has an inlay."""
    return WOODS_SAFE if look.theme.safe_colours else WOODS


def paint_faces(table: TurrisTable, image: pygame.Surface, area: pygame.Rect, faces: tuple[Face, ...],
                changed: set[str], levels: int) -> pygame.Rect:
    """Four sides in a row and the roof below the first; returns where the points have room."""
    look = table.look
    gap = look.px(16)
    width = (area.w - 3 * gap) // 4
    rows = max(6, levels)
    head, foot = look.line_height("label") + look.px(8), max(look.px(36), look.line_height("label") + 8)
    room = round(area.h * 0.60) - head - foot - look.px(20)
    u = min((width - look.px(24)) // BASE, room // rows)
    height = head + rows * u + foot + look.px(18)
    for i, face in enumerate(faces[:4]):
        rect = pygame.Rect(area.left + i * (width + gap), area.top, width, height)
        paint_face(table, image, rect, face, u, rows, face.name in changed)
    top = area.top + height + gap
    roof_u = min(u, (area.bottom - top - head - foot - look.px(18)) // BASE)
    roof = pygame.Rect(area.left, top, width, head + BASE * roof_u + foot + look.px(18))
    paint_face(table, image, roof, faces[4], roof_u, BASE, "roof" in changed)
    return pygame.Rect(roof.right + gap, top, area.right - roof.right - gap, roof.h)


def paint_face(table: TurrisTable, image: pygame.Surface, rect: pygame.Rect, face: Face, u: int, rows: int,
               active: bool) -> None:
    """One picture: recessed squares darker, the largest group of each colour outlined and counted."""
    look = table.look
    chrome.draw_panel(look, image, rect, radius=look.px(14), shadow=None, stroke=table.scene.accent if active else None)
    look.write(image, table.say(f"turris.face.{face.name}"), "label", (rect.centerx, rect.top + look.px(6)), "midtop",
               fit=rect.w - 8)
    left = rect.centerx - BASE * u // 2
    bottom = rect.bottom - max(look.px(36), look.line_height("label") + 8) - look.px(8)
    well = pygame.Rect(left - 3, bottom - rows * u - 3, BASE * u + 6, rows * u + 6)
    shapes.draw_box(image, well, look.px(6), "#000000", 0.3)
    woods = woods_of(look)
    for (column, row), seen in face.seen.items():
        shade = 0.14 * seen.depth if face.name != "roof" else 0.05 * seen.depth
        cell = pygame.Rect(left + column * u, bottom - (row + 1) * u, u, u)
        wood = woods[seen.colour]
        pygame.draw.rect(image, darker(wood, min(0.5, shade)), cell)
        pygame.draw.rect(image, darker(wood, 0.4), cell, 1)
        if wood in INLAY:
            r = max(2, u // 4)
            x, y = cell.center
            pygame.draw.polygon(image, INLAY[wood], [(x, y - r), (x + r, y), (x, y + r), (x - r, y)])
    for colour, group in enumerate(face.groups):
        _outline(image, group, (left, bottom), u, OUTLINES[colour], look)
    _counts(look, image, rect, face)


def _outline(image: pygame.Surface, group: frozenset[Any], origin: tuple[int, int], u: int, colour: str,
             look: Look) -> None:
    left, bottom = origin
    for width, ink in ((max(3, look.px(7)), "#1c0d05"), (max(2, look.px(4)), colour)):
        for column, row in group:
            x, y = left + column * u, bottom - (row + 1) * u
            inset = max(1, look.px(2))
            sides = (((1, 0), (x + u - inset, y), (x + u - inset, y + u)), ((-1, 0), (x + inset, y), (x + inset, y + u)),
                     ((0, 1), (x, y + inset), (x + u, y + inset)), ((0, -1), (x, y + u - inset), (x + u, y + u - inset)))
            for (dx, dy), a, b in sides:
                if (column + dx, row + dy) not in group:
                    pygame.draw.line(image, ink, a, b, width)


def _counts(look: Look, image: pygame.Surface, rect: pygame.Rect, face: Face) -> None:
    height = max(look.px(30), look.line_height("label") + 2)
    width = max(look.px(44), look.width("88", "label") + 8)
    y = rect.bottom - look.px(8) - height // 2
    for colour, points in enumerate(face.points):
        box = pygame.Rect(0, 0, width, height)
        box.center = (rect.centerx + (-1 if colour == 0 else 1) * (width // 2 + look.px(4)), y)
        shapes.draw_box(image, box, look.px(8), WOODS[colour])
        look.write(image, str(points), "name", box.center, "center", INKS[colour], fit=width - 6,
                   at_most=look.m.text_px("label") + 2)


def paint_points(table: TurrisTable, image: pygame.Surface, rect: pygame.Rect, now: tuple[int, int],
                 then: tuple[int, int] | None) -> None:
    """If the game ended now, and with the block in the hand."""
    look, theme = table.look, table.look.theme
    chrome.draw_panel(look, image, rect, radius=look.px(16), shadow=None)
    x, right = rect.left + look.px(20), rect.right - look.px(20)
    chrome.draw_caption(look, image, table.say("turris.if_ended"), (x, rect.top + look.px(14)), within=right - x)
    y = rect.top + look.px(20) + look.line_height("caption") + look.font("score").get_height() // 2
    names = [seat.name for seat in table.scene.session.seats]
    first = look.write(image, str(now[0]), "score", (x, y), "midleft", _bright(look, 0))
    second = look.write(image, str(now[1]), "score", (right, y), "midright", _bright(look, 1))
    half = (second.left - first.right) // 2 - look.px(20)
    look.write(image, names[0], "label", (first.right + look.px(10), y), "midleft", theme.dim, fit=half)
    look.write(image, names[1], "label", (second.left - look.px(10), y), "midright", theme.dim, fit=half)
    bar = pygame.Rect(x, y + look.px(30), right - x, look.px(12))
    if bar.bottom < rect.bottom:
        total = max(1, sum(now))
        shapes.draw_box(image, bar, bar.h / 2, CHERRY)
        part = pygame.Rect(bar.left, bar.top, max(bar.h, round(bar.w * now[0] / total)), bar.h)
        shapes.draw_box(image, part, bar.h / 2, MAPLE)
    if then is not None and bar.bottom + look.px(34) < rect.bottom:
        gain = (then[table.state.player] - then[1 - table.state.player]
                - now[table.state.player] + now[1 - table.state.player])
        line = bar.bottom + look.px(24)
        look.write(image, table.say("turris.with_block", first=then[0], second=then[1]), "button", (x, line), "midleft",
                   fit=(right - x) * 0.66)
        text = f"{gain:+d}".replace("-", "\u2212")
        look.write(image, text, "button", (right, line), "midright", theme.good if gain >= 0 else theme.bad)


def _bright(look: Look, seat: int) -> str:
    if look.theme.light:
        return ("#75521a", "#9c3413")[seat]
    return ("#ecd3a4", "#ff9a7a")[seat]


def paint_ladder(table: TurrisTable, image: pygame.Surface, rect: pygame.Rect) -> None:
    """The levels from below: full, begun, and how many begun ones are allowed."""
    look, theme = table.look, table.look.theme
    levels = table.turris.levels(table.state)
    chrome.draw_panel(look, image, rect, radius=look.px(14), shadow=None)
    look.write(image, table.say("turris.levels"), "caption", (rect.centerx, rect.top + look.px(10)), "midtop", theme.dim,
               fit=rect.w - 6)
    shown = max(8, len(levels.filled) + 1)
    foot = 2 * look.line_height("label") + look.px(10)
    top = rect.top + look.px(16) + look.line_height("caption")
    step = (rect.bottom - foot - top) / shown
    full = BASE * BASE
    for z in range(shown):
        y = round(rect.bottom - foot - (z + 1) * step)
        bar = pygame.Rect(rect.left + look.px(34), y + 2, rect.w - look.px(44), max(6, round(step) - 4))
        look.write(image, str(z + 1), "key", (rect.left + look.px(24), bar.centery), "midright", theme.dim)
        count = levels.filled[z] if z < len(levels.filled) else 0
        shapes.draw_box(image, bar, look.px(5), "#000000", 0.35)
        if count:
            part = pygame.Rect(bar.left, bar.top, max(4, bar.w * count // full), bar.h)
            shapes.draw_box(image, part, look.px(5), theme.good if count == full else table.scene.accent)
            if bar.h > look.line_height("key"):
                text = table.say("turris.full") if count == full else f"{count}/{full}"
                look.write(image, text, "key", bar.center, "center", "#14100c" if count == full else theme.text,
                           fit=bar.w - 4)
    y = rect.bottom - foot + look.px(4)
    look.write(image, table.say("turris.begun", n=levels.begun), "label", (rect.centerx, y), "midtop", fit=rect.w - 8)
    look.write(image, table.say("turris.allowed", n=table.turris.unfinished_levels), "label",
               (rect.centerx, y + look.line_height("label")), "midtop", theme.dim, fit=rect.w - 8)
