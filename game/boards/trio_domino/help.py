"""The pictures of Trio-Domino's rules page, judged and counted by the rules of the page."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.boards.kit.help_parts import patch, picture_width, px, shown_if_possible
from game.boards.triangles.help import (
    Picture,
    draw_hand,
    practice,
    read_lays,
    row_height,
)
from game.boards.triangles.lattice import ROOT3
from game.boards.trio_domino.board import ANGLES
from game.draw import shapes
from game.draw.slab import Piece
from game.draw.triangle import coloured_triangle
from game.ui.help_sheet import HelpBoard, HelpSheet, Painters
from rules.base import Scored
from rules.games.triangles.layout import Lay, Stop, lying, numbers_of, value
from rules.games.trio_domino.rules import TILES, TrioDomino, TrioState
from rules.kit.lattice import DIRECTIONS

LINE = "R0B2G0@0,0^:R0B2G0 R1G2B0@0,0v:B0R1G2 R1G0B2@1,0^:R1G0B2 R1G1B0@1,0v:R1G1B0 R0B1G1@2,0^:B1G1R0"
"""Five tiles in a line."""
RING = "R2B1G0@0,0^:R2B1G0 R1B2G0@0,-1v:G0R1B2 R1B2G1@1,-1^:G1R1B2 R0B1G1@1,-1v:G1R0B1 R1B2G2@0,0v:B2G2R1"
"""Five tiles around a point; a sixth closes the hexagon."""
AGREEING = "R1B2G0@0,0^:R1B2G0 R2B1G0@0,-1v:G0R2B1 R0B1G2@1,-1^:G2R0B1 R0G2B2@1,-1v:G2B2R0 R2G2B1@0,0v:B1R2G2"
"""Five other tiles, to which a sixth with three times 2 also fits in colour."""
EXAMPLES = {
    "three": (RING, "R2G0B1@1,0^:R2G0B1"),
    "twelve": (AGREEING, "R2B2G2@1,0^:R2B2G2"),
    "two": ("R2B1G0@0,0^:R2B1G0", "R2G0B1@0,-1v:G0B1R2"),
    "fits": ("R2B1G0@0,0^:R2B1G0", "R1B2G1@0,0v:B2G1R1"),
    "corner": ("R2B1G0@0,0^:R2B1G0", "R2B0G0@0,0v:R2B0G0"),
    "outside": (f"{LINE} R2G1B0@0,1^:R2G1B0", "R0G1B2@1,-1v:B2R0G1"),
    "line": (LINE, ""),
    "second_row": (f"{LINE} R2G1B0@0,1^:R2G1B0", ""),
    "ring": (f"{RING} R2G0B1@1,0^:R2G0B1", ""),
}
"""The tiles on the board, and the tile that is laid next."""


def facts(rules: TrioDomino) -> dict[str, Any]:
    """Return facts derived from the rules, as placeholders and conditions of the page."""
    most = rules.draw_most
    return {
        "set_size": len(TILES), "most_value": max(map(value, TILES)), "least_players": rules.seats[0],
        "most_players": rules.seats[-1], "agree_all": rules.agree_all, "colours_count": rules.factor > 1,
        "two_rows": rules.rows == 2, "take_keys": "1" if most == 1 else f"1 \u2013 {most}",
    }


def _rules(sheet: HelpSheet) -> TrioDomino:
    assert isinstance(sheet.rules, TrioDomino)
    return sheet.rules


def _tile(sheet: HelpSheet) -> Callable[..., Piece]:
    return partial(coloured_triangle, aid=sheet.table.theme.safe_colours)


def position(rules: TrioDomino, name: str) -> tuple[list[Lay], Lay | None]:
    table, move = EXAMPLES[name]
    return read_lays(rules, table), read_lays(rules, move)[0] if move else None


def state_of(table: list[Lay], hands: list[list[str]], scores: tuple[int, ...] | None = None) -> TrioState:
    """Return a state in the middle of a game, with the first of `hands` in turn and a full stock."""
    used = {lay.tile for lay in table} | {tile for hand in hands for tile in hand}
    stock = tuple(tile for tile in TILES if tile not in used)
    return TrioState(lying(table), tuple(map(tuple, hands)), stock, 0, scores or (0,) * len(hands),
                     len(table))


def checked(rules: TrioDomino, table: list[Lay]) -> list[Lay]:
    """Return `table` unchanged. Raise IllegalMove if the rules do not allow this position."""
    state = state_of(table[:1], [[lay.tile for lay in table[1:]] + ["R0B0G0"]])
    for lay in table[1:]:
        state = rules.apply(state, lay).state
    return table


def _tried(rules: TrioDomino, table: list[Lay], hand: list[str]) -> dict[str, Any]:
    """Return `setup` and `moves` of the practice table."""
    setup, moves = practice(rules, TILES, table, hand, first_lies=True) or (None, ())
    return {"setup": setup, "moves": moves}


# --- laying ---------------------------------------------------------------------------------------


def paint_lay(sheet: HelpSheet) -> HelpBoard:
    """Draw the tile of `example` at its place, with the verdict of the rules and its score."""
    rules = _rules(sheet)
    table, move = position(rules, sheet.values["example"])
    assert move is not None
    checked(rules, table)
    state = state_of(table, [[move.tile, "R0B0G0"]])
    refusal = rules.why_illegal(state, move)
    picture = Picture(sheet, [*(lay.cell for lay in table), move.cell], _tile(sheet))
    if refusal is None:
        picture.show_laid(table, move)
        sentence = _count(sheet, state, move)
    else:
        picture.show_refused(table, move, refusal)
        sentence = sheet.say(refusal)
    return HelpBoard(picture.surface, refusal is None, sentence, **_tried(rules, table, [move.tile]))


def _corner(sheet: HelpSheet, move: Lay, corner: int) -> str:
    colour = sheet.say(f"help.trio_domino.colour.{move.corners[2 * corner]}")
    return f"{colour} {numbers_of(move.corners)[corner]}"


def _count(sheet: HelpSheet, state: TrioState, move: Lay) -> str:
    """Explain how the score of a tile is calculated."""
    rules = _rules(sheet)
    touching = rules.touching(state.layout, move.cell)
    points = sum(won for won, _ in rules.score_of(state, move))
    parts = " + ".join(_corner(sheet, move, corner) for corner in touching)
    if rules.factor == 1:
        told = sheet.say("help.trio_domino.plain", sum=parts, points=points)
    elif rules.colours_agree(state.layout, move):
        told = sheet.say("help.trio_domino.agreeing", sum=parts, factor=rules.factor, points=points)
    else:
        told = sheet.say("help.trio_domino.differing", sum=parts, points=points)
    free = [corner for corner in range(3) if corner not in touching]
    for corner in free:
        told += " " + sheet.say("help.trio_domino.touches_nothing", corner=_corner(sheet, move, corner))
    return told


def paint_tiles(sheet: HelpSheet) -> HelpBoard:
    """Draw the `tiles` of the page block side by side."""
    tiles = sheet.values["tiles"].split()
    width = picture_width(sheet)
    side = min(px(sheet, 110), round(width / (len(tiles) + 0.8)))
    surface = patch(sheet, width, round(side * ROOT3) + 2 * px(sheet, 20))
    gap = (width - len(tiles) * side) // (len(tiles) + 1)
    for i, tile in enumerate(tiles):
        piece = _tile(sheet)(tile, side, True)
        surface.blit(piece.image, (gap + i * (side + gap) - piece.pad, px(sheet, 20) - piece.pad))
    return HelpBoard(surface)


# --- the double row -------------------------------------------------------------------------------


def paint_row(sheet: HelpSheet) -> HelpBoard:
    """Mark where any next tile may lie on the board of `example`, and the open directions."""
    rules = _rules(sheet)
    table = checked(rules, position(rules, sheet.values["example"])[0])
    state = state_of(table, [["R0B0G0"]])
    allowed, beside = rules.open_cells(state), list(state.layout.open)
    strip = px(sheet, 64)
    picture = Picture(sheet, [*beside, *state.layout.at], _tile(sheet), below=strip)
    bad = sheet.table.theme.bad
    for cell in beside:
        if cell in allowed:
            picture.outline(_shrunk(picture, cell), picture.accent, dashed=True, fill=0.16)
        else:
            _cross(picture, cell, bad)
    picture.lay(table)
    directions = rules.open_directions(state)
    for direction in DIRECTIONS:
        at = (picture.field.centerx + (direction - 1) * px(sheet, 84),
              picture.field.bottom + strip // 2 - px(sheet, 12))
        _sign(sheet, picture.surface, at, ANGLES[direction], direction in directions)
    tiles = [tile for tile in TILES if tile not in {lay.tile for lay in table}
             and any(state.layout.fits(tile, cell) for cell in allowed)][:3]
    sentence = sheet.say("help.trio_domino.open", n=len(directions))
    if len(allowed) < len(beside):
        sentence += " " + sheet.say("help.trio_domino.outside")
    return HelpBoard(picture.surface, sentence=sentence, **_tried(rules, table, tiles))


def _shrunk(picture: Picture, cell: Any, part: float = 0.12) -> list[tuple[float, float]]:
    points = picture.lattice.polygon(cell)
    cx, cy = sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3
    return [(x + (cx - x) * part, y + (cy - y) * part) for x, y in points]


def _cross(picture: Picture, cell: Any, colour: str) -> None:
    x, y = picture.lattice.middle(cell)
    picture.sheet.look.draw_icon(picture.surface, "cross", (x, y), picture.lattice.side * 0.36, colour, 3.0)


def _sign(sheet: HelpSheet, surface: pygame.Surface, centre: tuple[int, int], angle: int,
          is_open: bool) -> None:
    """Draw two strokes along a direction, struck through if it is closed, as on the board."""
    k = px(sheet, 100) / 100
    box = pygame.Rect(0, 0, round(70 * k), round(48 * k))
    box.center = centre
    colour = "#fffaf0" if is_open else "#b9a98c"
    shapes.draw_box(surface, box, 12 * k, "#12211a", 0.8, colour, 1 if is_open else 0.4, max(1.2, 2 * k))
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for off in (-5, 5):
        ends = [(centre[0] + (along * c + off * s) * k, centre[1] + (-along * s + off * c) * k)
                for along in (-18, 18)]
        pygame.draw.line(surface, colour, ends[0], ends[1], max(2, round(4 * k)))
    if not is_open:
        # Across the strokes, so that both are visible.
        struck = box.inflate(-24 * k, -16 * k)
        ends = [struck.bottomleft, struck.topright] if angle > 90 else [struck.topleft, struck.bottomright]
        pygame.draw.line(surface, "#ff8a80", ends[0], ends[1], max(2, round(3 * k)))


# --- the end --------------------------------------------------------------------------------------


def paint_end(sheet: HelpSheet) -> HelpBoard | None:
    """Draw the choice after the last tile: the result of stopping, from `scores` and the others' `hands`."""
    rules = _rules(sheet)
    table, move = position(rules, sheet.values["example"])
    assert move is not None
    others = [hand.split() for hand in sheet.values["hands"].split("|")]
    scores = tuple(int(text) for text in sheet.values["scores"].split())
    state = rules.apply(state_of(table, [[move.tile], *others], scores), move).state
    if not state.choosing:
        return None
    row = row_height(sheet)
    picture = Picture(sheet, [*(lay.cell for lay in table), move.cell], _tile(sheet), below=row * len(others))
    picture.show_laid(table, move, verdict=False)
    for at, hand in enumerate(others):
        draw_hand(sheet, picture.surface, picture.field.bottom - px(sheet, 14) + row * at, at + 2, hand,
                  _tile(sheet))
    step = rules.apply(state, Stop())
    lost = {event.by: event.points for event in step.events if isinstance(event, Scored)}
    told = []
    for seat, points in enumerate(step.state.scores):
        total = f"{state.scores[seat]} \u2212 {-lost[seat]} = {points}" if seat in lost else str(points)
        told.append(sheet.say("help.trio_domino.has", player=seat + 1, sum=total))
    sentence = sheet.say("help.trio_domino.if_stopped", standing=", ".join(told))
    return HelpBoard(picture.surface, sentence=sentence, **_last_tile(table, move))


def _last_tile(table: list[Lay], move: Lay) -> dict[str, Any]:
    """Return a practice table on which the first tile laid is the last one of the hand."""
    used = {move.tile, *(lay.tile for lay in table)}
    setup = {"hands": [[*(lay.tile for lay in table[1:]), move.tile]], "start": table[0].tile, "starter": 0,
             "stock": [tile for tile in TILES if tile not in used]}
    return {"setup": setup, "moves": tuple(map(str, table[1:]))}


BOARDS: Painters = {
    "tiles": shown_if_possible(paint_tiles),
    "lay": shown_if_possible(paint_lay),
    "row": shown_if_possible(paint_row),
    "end": shown_if_possible(paint_end),
}
"""The painters of this page, by their names in the page."""
