"""The pictures of the rules pages of Tripple Domino and its solitaire, judged and counted by their rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game.boards.kit.help_parts import patch, picture_width, px, shown_if_possible
from game.boards.triangles.help import (
    Picture,
    draw_hand,
    practice,
    read_lays,
    row_height,
    sum_text,
)
from game.boards.triangles.lattice import ROOT3, ring_points
from game.draw.slab import Piece
from game.draw.triangle import IVORY, ROSE, number_triangle
from game.ui.help_sheet import HelpBoard, HelpSheet, Painters
from rules.base import Scored
from rules.games.triangles.layout import Lay, lying, value, ways
from rules.games.triangles.tripple import TILES, TrippleRules, TrippleState
from rules.games.tripple_domino.rules import TrippleDomino
from rules.kit.lattice import Cell, corners, read_cell
from rules.kit.shuffle import rng_for, shuffled

NUMBERS = {(0, 0): 5, (0, 1): 5, (1, 0): 5, (1, -1): 4, (2, -1): 3, (2, 0): 3, (3, -1): 1, (3, 0): 4,
           (2, 1): 3, (1, 1): 2, (0, 2): 0, (1, 2): 2}
"""The numbers of one position for all bonuses: thirteen tiles around the cell 1,0^. Its first tile is 555."""
BRIDGED = "0,0^ 0,-1v 1,-1^ 1,-1v 2,-1^ 2,-1v 2,0^ 1,0v"
EXAMPLES = {
    "hexagon": ("0,0^ 0,-1v 0,0v 1,0^ 1,-1v", "1,-1^"),
    "bridge": (BRIDGED, "0,0v"),
    "two_hexagons": (f"{BRIDGED} 0,0v", "1,0^"),
    "double": (f"{BRIDGED} 0,0v 1,1^ 0,1v", "0,1^"),
}
"""The filled cells of an example in that position, and the cell that is filled next."""


def facts(rules: TrippleRules) -> dict[str, Any]:
    """Return facts derived from the rules, as placeholders and conditions of the page."""
    values = rules.values
    draw = values["draw"]
    return {
        "set_size": len(TILES), "most_value": max(map(value, TILES)), "least_players": rules.seats[0],
        "most_players": rules.seats[-1], "only_drawn": draw.get("then_lay") == "drawn",
        "forced": draw.get("empty_pass") == "forced", "tie_each": values.get("blocked_tie") == "each",
        "two_hexagons": 2 * rules.bonus["hexagon"],
        "in_stock": len(TILES) - 1 - values["hand"].get("1", 0),
    }


def _tile(sheet: HelpSheet) -> Callable[..., Piece]:
    return partial(number_triangle, base=IVORY if isinstance(sheet.rules, TrippleDomino) else ROSE)


def _rules(sheet: HelpSheet) -> TrippleRules:
    assert isinstance(sheet.rules, TrippleRules)
    return sheet.rules


def _lay_on_numbers(cell: Cell) -> Lay:
    way = "".join(str(NUMBERS[vertex]) for vertex in corners(cell))
    return Lay(next(tile for tile in TILES if way in ways(tile)), cell, way)


def position(rules: TrippleRules, values: Any) -> tuple[list[Lay], Lay]:
    """Return the tiles on the board and the next move: of `example`, or of `table` and `move`."""
    if "example" in values:
        cells, filled = EXAMPLES[values["example"]]
        *table, move = (_lay_on_numbers(read_cell(cell)) for cell in (*cells.split(), filled))
        return table, move
    return read_lays(rules, values["table"]), read_lays(rules, values["move"])[0]


def state_of(rules: TrippleRules, table: list[Lay], hands: list[list[str]], *, stock: bool = True,
             drawn: int = 0) -> TrippleState:
    """Return a state with the first of `hands` in turn; every seat without a hand gets one tile."""
    used = {lay.tile for lay in table} | {tile for hand in hands for tile in hand}
    pile = [tile for tile in TILES if tile not in used]
    hands = [*hands, *([pile.pop()] for _ in range(rules.seats[0] - len(hands)))]
    return TrippleState(lying(table), tuple(map(tuple, hands)), tuple(pile) if stock else (), 0,
                        (0,) * len(hands), len(table), drawn=drawn)


# --- laying ---------------------------------------------------------------------------------------


def paint_lay(sheet: HelpSheet) -> HelpBoard:
    """Draw a tile at its place, with the verdict and its score. `drawn` are tiles drawn in the same turn."""
    rules = _rules(sheet)
    table, move = position(rules, sheet.values)
    drawn = sheet.values.get("drawn", "").split()
    spare = next(tile for tile in TILES if tile not in {move.tile, *drawn, *(lay.tile for lay in table)})
    state = state_of(rules, table, [[move.tile, spare, *drawn]], drawn=len(drawn))
    refusal = rules.why_illegal(state, move)
    picture = Picture(sheet, [*(lay.cell for lay in table), move.cell], _tile(sheet))
    if refusal is None:
        _show_laid(picture, state, move)
        sentence = sheet.say("help.tripple_domino.brings", tile=move.tile,
                             sum=sum_text(sheet, rules.score_of(state, move)))
    else:
        picture.show_refused(table, move, refusal)
        sentence = sheet.say(refusal)
    lies = not isinstance(rules, TrippleDomino)
    setup, moves = practice(rules, TILES, table, [move.tile], drawn=drawn, first_lies=lies) or (None, ())
    return HelpBoard(picture.surface, refusal is None, sentence, setup=setup, moves=moves)


def _show_laid(picture: Picture, state: TrippleState, move: Lay) -> None:
    """Draw a tile and highlight the rings that it closes, or else the tile itself."""
    rings = state.layout.rings_closed(move.cell)
    figures = [ring_points(picture.lattice.pixel(vertex), picture.lattice.side) for vertex in rings]
    picture.show_laid(state.layout.laid, move, figures)


# --- tiles and hands ------------------------------------------------------------------------------


def paint_tiles(sheet: HelpSheet) -> HelpBoard:
    """Draw the `tiles` of the page block with their values."""
    tiles = sheet.values["tiles"].split()
    look, width = sheet.look, picture_width(sheet)
    side = min(px(sheet, 98), round(width / (len(tiles) + 0.8)))
    top, foot = px(sheet, 20), px(sheet, 20) + round(side * ROOT3)
    line = look.line_height("preview")
    surface = patch(sheet, width, foot + line + 2 * px(sheet, 12))
    gap = (width - len(tiles) * side) // (len(tiles) + 1)
    for i, tile in enumerate(tiles):
        piece, x = _tile(sheet)(tile, side, True), gap + i * (side + gap)
        surface.blit(piece.image, (x - piece.pad, top - piece.pad))
        below = (x + side / 2, foot + px(sheet, 12) + line / 2)
        look.write(surface, str(value(tile)), "preview", below, "center", sheet.table.theme.text)
    shown = tiles[len(tiles) // 2]
    return HelpBoard(surface, sentence=sheet.say("help.tripple_domino.worth", sum=" + ".join(shown),
                                                 value=value(shown), tile=shown))


def paint_start(sheet: HelpSheet) -> HelpBoard:
    """Show which player begins and with which tile: `hands` of the page block, separated by |."""
    rules = _rules(sheet)
    assert isinstance(rules, TrippleDomino)
    hands = [hand.split() for hand in sheet.values["hands"].split("|")]
    used = {tile for hand in hands for tile in hand}
    stock = shuffled([tile for tile in TILES if tile not in used], rng_for("help", "start"))
    setup = {"hands": hands, "stock": stock, "start": None}
    state = rules.start(setup, len(hands))
    opening = rules.opening(state)
    assert opening is not None
    row = row_height(sheet)
    surface = patch(sheet, picture_width(sheet), row * len(hands) + px(sheet, 12))
    for seat, hand in enumerate(hands):
        marked = hand.index(opening.tile) if seat == state.player else None
        draw_hand(sheet, surface, px(sheet, 6) + row * seat, seat + 1, hand, _tile(sheet), marked)
    sentence = sheet.say("help.tripple_domino.begins", player=state.player + 1, tile=opening.tile,
                         sum=sum_text(sheet, rules.score_of(state, opening)))
    return HelpBoard(surface, sentence=sentence, setup=setup if len(hands) == rules.seats[0] else None)


# --- the end --------------------------------------------------------------------------------------


def paint_end(sheet: HelpSheet) -> HelpBoard | None:
    """Draw the `move` that ends a round on `table`; `hands` are the remaining tiles, the mover's first."""
    rules = _rules(sheet)
    table, move = position(rules, sheet.values)
    left = [hand.split() for hand in sheet.values.get("hands", "").split("|")]
    state = state_of(rules, table, [[move.tile, *left[0]], *left[1:]], stock=False)
    step = rules.apply(state, move)
    if rules.outcome(step.state) is None:
        return None
    row, shown = row_height(sheet), [seat for seat, hand in enumerate(left) if hand]
    picture = Picture(sheet, [*(lay.cell for lay in table), move.cell], _tile(sheet), below=row * len(shown))
    picture.show_laid(table, move, verdict=False)
    for at, seat in enumerate(shown):
        top = picture.field.bottom - px(sheet, 14) + row * at
        draw_hand(sheet, picture.surface, top, seat + 1, left[seat], _tile(sheet))
    told = []
    for seat in range(len(left)):
        scored = [(event.points, event.kind) for event in step.events if isinstance(event, Scored)
                  and event.by == seat]
        if scored:
            told.append(sheet.say(f"help.{rules.game}.gets", player=seat + 1, sum=sum_text(sheet, scored)))
    return HelpBoard(picture.surface, sentence=" ".join(told))


BOARDS: Painters = {
    "tiles": shown_if_possible(paint_tiles),
    "lay": shown_if_possible(paint_lay),
    "start": shown_if_possible(paint_start),
    "end": shown_if_possible(paint_end),
}
"""The painters of both pages, by their names in the pages."""
