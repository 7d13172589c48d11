"""Shared parts of the pictures on the triangle games' rules pages: positions on cloth, practice setups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pygame

from game.boards.kit.help_parts import Points, line_width, patch, picture_width, px, whole
from game.boards.triangles.lattice import ROOT3, Lattice
from game.draw import shapes
from game.draw.slab import Piece
from game.draw.svg import Colour
from game.ui.help_sheet import HelpSheet
from game.ui.paper.sheet import number_badge, verdict_badge
from rules.base import IllegalMove, Refusal, Rules, Setup
from rules.games.triangles.layout import Lay
from rules.kit.hands import Tile
from rules.kit.lattice import Cell, Vertex, corners, point
from rules.kit.shuffle import rng_for, shuffled

Tiler = Callable[..., Piece]
"""Draws a tile: corners, side, point up, and `lifted`."""


def read_lays(rules: Rules, text: str) -> list[Lay]:
    """Read moves separated by blanks."""
    return [rules.read_move(move) for move in text.split()]


def sum_text(sheet: HelpSheet, scored: Iterable[tuple[int, str]]) -> str:
    """Return `12 + hexagon 40 = 52`, in the form of the preview at the table."""
    parts = list(scored)
    text = ""
    for points, kind in parts:
        sign = "\u2212" if points < 0 else "+" if text else ""
        name = "" if kind in ("tiles", "points") else sheet.say(f"points.{kind}")
        text = " ".join(part for part in (text, sign, name, str(abs(points))) if part)
    total = str(sum(points for points, _ in parts)).replace("-", "\u2212")
    return f"{text} = {total}" if len(parts) > 1 else text


# --- pictures -------------------------------------------------------------------------------------


class Picture:
    """Tiles on a piece of cloth, with `below` pixels of room for other things under them."""

    def __init__(self, sheet: HelpSheet, cells: Iterable[Cell], tile: Tiler, *, below: int = 0):
        self.sheet, self.tile = sheet, tile
        places = [point(vertex) for cell in cells for vertex in corners(cell)]
        left, right = min(x for x, _ in places), max(x for x, _ in places)
        bottom, top = min(y for _, y in places), max(y for _, y in places)
        width, pad = picture_width(sheet), px(sheet, 32)
        side = min(px(sheet, 98), int((width - 2 * pad) / (right - left)))
        high = round((top - bottom) * side) + 2 * pad
        self.field = pygame.Rect(0, 0, width, high)
        self.surface = patch(sheet, width, high + below)
        self.lattice = Lattice(self.field, 1, side)
        self.lattice.view(side, (width / 2 - (left + right) / 2 * side, high / 2 + (top + bottom) / 2 * side))

    @property
    def accent(self) -> Colour:
        return self.sheet.table.theme.accent(self.sheet.rules.game)

    def lay(self, lays: Iterable[Lay], *, lifted: bool = False) -> None:
        for lay in sorted(lays, key=lambda lay: -lay.cell.y):
            piece = self.tile(lay.corners, round(self.lattice.side), lay.cell.up, lifted=lifted)
            rect = self.lattice.rect(lay.cell)
            self.surface.blit(piece.image, (rect.left - piece.pad, rect.top - piece.pad))

    def glow(self, points: Points, colour: Colour) -> None:
        """Draw a glow; call this before drawing the tiles, so that it covers no number."""
        draw_glow(self.sheet, self.surface, points, colour, self.lattice.side)

    def outline(self, points: Points, colour: Colour, *, dashed: bool = False, fill: float = 0.0) -> None:
        dash = (line_width(self.sheet, 7), line_width(self.sheet, 6)) if dashed else None
        line = line_width(self.sheet, 2.4 if dashed else 3.4)
        image, left, top = shapes.outline_glow(whole(points), colour, 0, 0, line, fill,
                                               self.lattice.side * 0.1, dash)
        self.surface.blit(image, (left, top))

    def show_laid(self, table: Sequence[Lay], move: Lay, figures: Sequence[Points] = (), *,
                  verdict: bool = True) -> None:
        """Draw a tile at its place with a tick, and highlight the figures that it makes, or else the tile."""
        own = self.lattice.polygon(move.cell)
        for points in figures or [own]:
            self.glow(points, self.accent)
        self.lay([*table, move])
        for points in figures or [own]:
            self.outline(points, self.accent)
        if figures:
            self.outline(own, self.accent, dashed=True)
        if verdict:
            self.verdict(True)

    def show_refused(self, table: Sequence[Lay], move: Lay, refusal: Refusal) -> None:
        """Draw a tile at an illegal place with a cross, and a ring around the corner that forbids it."""
        bad, own = self.sheet.table.theme.bad, self.lattice.polygon(move.cell)
        self.glow(own, bad)
        self.lay(table)
        self.lay([move], lifted=True)
        self.outline(own, bad)
        if refusal.where in corners(move.cell):
            self.ring(refusal.where, bad)
        self.verdict(False)

    def ring(self, vertex: Vertex, colour: Colour) -> None:
        """Draw a ring around a corner."""
        x, y = self.lattice.pixel(vertex)
        r = self.lattice.side * 0.3
        box = pygame.Rect(0, 0, round(2 * r), round(2 * r))
        box.center = (round(x), round(y))
        shapes.draw_box(self.surface, box, r, None, 1, "#1a0f08", 0.55, line_width(self.sheet, 7))
        shapes.draw_box(self.surface, box, r, None, 1, colour, 1, line_width(self.sheet, 4))

    def verdict(self, fits: bool) -> None:
        """Draw a tick or a cross in the corner of the cloth."""
        side = px(self.sheet, 40)
        badge = verdict_badge(self.sheet.look, side, fits=fits)
        self.surface.blit(badge, badge.get_rect(topright=(self.field.right - side // 3, side // 3)))


def draw_glow(sheet: HelpSheet, surface: pygame.Surface, points: Points, colour: Colour, side: float) -> None:
    image, left, top = shapes.outline_glow(whole(points), colour, round(side * 0.11), 1.0,
                                           line_width(sheet, 4), 0, side * 0.1)
    surface.blit(image, (left, top))


def row_height(sheet: HelpSheet) -> int:
    """Return the height of a hand in a picture."""
    return round(_row_side(sheet) * ROOT3) + px(sheet, 22)


def _row_side(sheet: HelpSheet) -> int:
    return min(px(sheet, 76), round(picture_width(sheet) * 0.21))


def draw_hand(sheet: HelpSheet, surface: pygame.Surface, top: int, number: int, ways: Sequence[str],
              tile: Tiler, marked: int | None = None) -> None:
    """Draw a player's tiles in a row after the player's number; the one with index `marked` glows."""
    side = _row_side(sheet)
    badge = number_badge(sheet.look, round(side * 0.42), number)
    middle = top + row_height(sheet) // 2
    surface.blit(badge, badge.get_rect(midleft=(px(sheet, 16), middle)))
    x = px(sheet, 30) + badge.get_width()
    room = surface.get_width() - x - px(sheet, 16)
    step = min(round(side * 1.06), (room - side) / max(1, len(ways) - 1))
    for i, way in enumerate(ways):
        piece = tile(way, side, True)
        at = (round(x + i * step), middle - round(side * ROOT3 / 2))
        if i == marked:
            foot = at[1] + side * ROOT3
            points = ((at[0] + side / 2, at[1]), (at[0] + side, foot), (at[0], foot))
            draw_glow(sheet, surface, points, sheet.table.theme.accent(sheet.rules.game), side)
        surface.blit(piece.image, (at[0] - piece.pad, at[1] - piece.pad))


# --- practice -------------------------------------------------------------------------------------


def practice(rules: Rules, tiles: Sequence[Tile], table: Sequence[Lay], hand: Sequence[Tile], *,
             first_lies: bool, drawn: Sequence[Tile] = ()) -> tuple[Setup, tuple[str, ...]] | None:
    """Return setup and moves to practise an example: the position, `hand` and two more tiles; None if
    impossible.

    `first_lies`: the first tile belongs to the setup; otherwise a player holds it and lays it. `drawn` are
    tiles that the player draws before the practice begins.
    """
    players = rules.seats[0]
    laid = table[1:] if first_lies else table
    hands: list[list[Tile]] = [[] for _ in range(players)]
    for index, lay in enumerate(laid):
        hands[(index - len(laid)) % players].append(lay.tile)
    used = {*(lay.tile for lay in table), *hand, *drawn}
    rest = shuffled([tile for tile in tiles if tile not in used], rng_for("help", rules.game, len(table)))
    # Keep triples in the stock: the player with the highest one would have to begin with it.
    spare = [tile for tile in rest if len(set(tile)) > 1][:2 + 4 * (players - 1)]
    hands[0] += [*hand, *spare[:2]]
    for seat in range(1, players):
        hands[seat] += spare[2 + 4 * (seat - 1):2 + 4 * seat]
    setup: dict[str, Any] = {"hands": hands, "stock": [*drawn, *(tile for tile in rest if tile not in spare)],
                             "start": table[0].tile if first_lies else None}
    if "starter" in rules.deal(players, 1):
        setup["starter"] = 0
    moves = (*map(str, laid), *("draw" for _ in drawn))
    return (setup, moves) if _leads_to_the_player(rules, setup, moves) else None


def _leads_to_the_player(rules: Rules, setup: Setup, moves: Sequence[str]) -> bool:
    state = rules.start(setup, rules.seats[0])
    try:
        for move in moves:
            state = rules.apply(state, rules.read_move(move)).state
    except IllegalMove:
        return False
    return rules.outcome(state) is None and state.player == 0
