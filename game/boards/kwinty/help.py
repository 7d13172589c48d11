"""The pictures of Kwinty's rules page, judged and counted by the rules of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.boards.kit.help_parts import line_width, patch, picture_width, px, setup_of, shown_if_possible
from game.boards.kwinty.wall import woods_of
from game.draw import shapes, surfaces
from game.draw.block import block
from game.draw.svg import Colour
from game.ui.help_sheet import HelpBoard, HelpSheet, Painters
from game.ui.paper.sheet import verdict_badge
from rules.base import IllegalMove, Refusal
from rules.games.kwinty.rules import FLAT, PASS, Kwinty, KwintyState, Laid, Lay, Line, Square

EXAMPLES: dict[str, tuple[str, ...]] = {
    "pass": (
        ("H 0,0; V 2,0; V 3,0; H 4,0; H 6,0; V 8,0; H 5,1; V 1,1; H 2,2; V 6,2; V 7,1; H 2,3; V 5,2; "
         "V 4,1; V 2,4; V 5,4; V 5,6; V 2,6; V 3,4; V 7,3; V 0,1; V 3,6; H 0,3; H 0,4; V 0,5; H 2,8; "
         "V 1,5; H 0,7; V 7,5; V 7,7; V 8,2; V 8,4; V 8,6"),
        ("H 0,0; V -1,0; V 1,1; V 1,3; V -1,2; V 2,0; V 3,0; H 2,2; V 3,3; V 0,1; V 2,3; H 4,0; "
         "H 4,1; H 1,5; V 4,2; H 1,6; V 5,2; V -1,4; V 0,3; V 5,4"),
    ),
    "end": (
        ("H 0,0; V 1,1; V -1,0; V 0,1; V 2,0; V 2,2; V 0,3; V -1,2; V 2,4; V -2,0; V -3,0; V 3,0; "
         "V -4,0; V -3,2; V -5,0; V -4,2; V -3,4; V -3,6; V -2,2; V -2,4; V 1,3; H 0,5; V 1,6; V 0,6; "
         "H 0,8; V 2,6; V -2,6; H -3,8; V 3,2; V 3,4; V -1,4; V -5,2; H -5,4; V -4,5; V 3,6; V -5,5; "
         "V -4,7; V -1,6; V -5,7; H 2,8"),
        ("V 0,0; V 0,2; H 1,0; H -2,0; V -2,1; H 3,0; V 2,1; V 4,1; V 0,4; V -1,1; V 4,3; V 1,1; "
         "V 3,1; V 3,3; V -1,3; V 2,3; H 3,5; V -1,5; V 1,3; V 1,5; H 3,6; V -2,3; V 2,5"),
    ),
}
"""Long walls, as blocks in the order laid: one for the classic wall, one for the small one."""
FIVES = {
    "across": ("H 0,0; V 0,1; V -1,0; H 2,0", "H -3,0"),
    "up": ("V 0,0; V 1,0; H 0,2; V 2,0", "V 0,3"),
    "rising": ("H 0,0; H 2,0; V 4,0; H 2,1; V 3,2; H -2,0; H 0,1; V 4,2; H 3,4; H 0,2", "V 2,2"),
    "falling": ("V 0,0; V 1,0; H -2,0; V 0,2; V -2,1; V -2,3; V 1,2; V 2,0; V -1,1", "V -1,3"),
}
"""A wall, and the block that completes a row of five in it."""


def facts(rules: Kwinty) -> dict[str, Any]:
    """Return facts derived from the rules, as placeholders and conditions of the page."""
    return {"all_blocks": 2 * rules.blocks, "is_match": rules.games > 1}


def _rules(sheet: HelpSheet) -> Kwinty:
    assert isinstance(sheet.rules, Kwinty)
    return sheet.rules


def moves_of(text: str) -> list[str]:
    """Split moves separated by semicolons."""
    return [move.strip() for move in text.split(";") if move.strip()]


def as_wide_as_allowed(rules: Kwinty) -> list[str]:
    """Return a low wall with no room for another flat block, but for an upright one."""
    flat = [f"H {x},0" for x in range(0, rules.width - 2, 2)]
    return flat if rules.width % 2 else [*flat, f"V {2 * len(flat)},0"]


def wall_of(rules: Kwinty, values: Any) -> list[str]:
    """Return the moves of `wall`; `wide` means a wall of the greatest width."""
    return as_wide_as_allowed(rules) if values["wall"] == "wide" else moves_of(values["wall"])


def example_of(rules: Kwinty, name: str) -> KwintyState:
    """Return the first of these walls that the rules allow."""
    for wall in EXAMPLES[name]:
        state = rules.start({"starter": 0}, 2)
        try:
            for move in moves_of(wall):
                state = rules.apply(state, rules.read_move(move)).state
        except IllegalMove:
            continue
        return state
    raise KeyError(name)


# --- the picture ----------------------------------------------------------------------------------


class WallPicture:
    """Blocks on a plank, on a piece of cloth, large enough for `squares`."""

    def __init__(self, sheet: HelpSheet, squares: Sequence[Square]):
        self.sheet = sheet
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        left, right, low, high = min(xs), max(xs) + 1, min(0, *ys), max(ys) + 1
        width, pad = picture_width(sheet), px(sheet, 26)
        self.u = u = min(px(sheet, 62), (width - 2 * pad) // (right - left))
        plank, top = px(sheet, 16), px(sheet, 46)
        self.ground = top + (high - low) * u
        self.left = round(width / 2 - (left + right) / 2 * u)
        self.surface = patch(sheet, width, self.ground + plank + px(sheet, 20))
        self._plank(pygame.Rect(px(sheet, 14), self.ground, width - 2 * px(sheet, 14), plank))

    def _plank(self, rect: pygame.Rect) -> None:
        look = self.sheet.table
        wood = look.pictures.get(f"plank:{rect.size}:{look.theme.rail}", lambda: surfaces.wood(
            rect.w, rect.h, look.theme.rail, 12, radius=px(self.sheet, 6)))
        self.surface.blit(wood, rect)

    def rect(self, squares: Sequence[Square]) -> pygame.Rect:
        u = self.u
        boxes = [pygame.Rect(self.left + x * u, self.ground - (y + 1) * u, u, u) for x, y in squares]
        return boxes[0].unionall(boxes[1:])

    def lay(self, laid: Sequence[Laid], *, lifted: bool = False) -> None:
        for number, (by, lay) in enumerate(laid):
            wide, high = (2, 1) if lay.way == FLAT else (1, 2)
            piece = block(wide, high, self.u, woods_of(self.sheet.table)[by], number % 6 + 1, lifted=lifted)
            box = self.rect(lay.squares)
            self.surface.blit(piece.image, (box.left - piece.pad, box.top - piece.pad))

    def outline(self, lay: Lay, colour: Colour) -> None:
        box = self.rect(lay.squares).inflate(-4, -4)
        shapes.draw_ring_glow(self.surface, box, self.u * 0.12, colour, 0.9, self.u * 0.1)
        shapes.draw_box(self.surface, box, self.u * 0.12, None, 1, colour, 1, line_width(self.sheet, 4))

    def ring(self, square: Square, colour: Colour) -> None:
        """Mark the square that forbids a move."""
        box = self.rect([square]).inflate(-self.u // 3, -self.u // 3)
        shapes.draw_box(self.surface, box, box.w / 2, None, 1, "#1a0f08", 0.6, line_width(self.sheet, 7))
        shapes.draw_box(self.surface, box, box.w / 2, None, 1, colour, 1, line_width(self.sheet, 4))

    def ribbon(self, line: Line, colour: Colour) -> None:
        """Mark a row that counts."""
        centres = [self.rect([square]).center for square in line]
        for ink, width in (("#1a0f08", 9), (colour, 5)):
            pygame.draw.line(self.surface, ink, centres[0], centres[-1], max(2, px(self.sheet, width)))
            for centre in centres:
                dot = shapes.disc(max(5, px(self.sheet, width * 2 + 4)), ink)
                self.surface.blit(dot, dot.get_rect(center=centre))

    def verdict(self, fits: bool) -> None:
        side = px(self.sheet, 36)
        badge = verdict_badge(self.sheet.look, side, fits=fits)
        self.surface.blit(badge, badge.get_rect(topright=(self.surface.get_width() - side // 4, side // 4)))


def _squares(state: KwintyState, *lays: Lay) -> list[Square]:
    return [*state.wall.at, *(square for lay in lays for square in lay.squares)]


# --- laying ---------------------------------------------------------------------------------------


def paint_lay(sheet: HelpSheet) -> HelpBoard:
    """Draw the block of `move` on the wall of the page block, with the verdict of the rules."""
    rules, theme = _rules(sheet), sheet.table.theme
    setup = setup_of(rules, wall_of(rules, sheet.values))
    state = rules.start(setup, 2)
    move = _move(rules, state, sheet.values["move"])
    refusal = rules.why_illegal(state, move)
    picture = WallPicture(sheet, _squares(state, move))
    picture.lay(state.wall.laid)
    picture.lay([Laid(0, move)], lifted=refusal is not None)
    picture.outline(move, theme.good if refusal is None else theme.bad)
    if refusal is None:
        sentence = _what_it_does(sheet, state, move, picture)
    else:
        _ring_reason(picture, refusal, theme.bad)
        sentence = sheet.say(refusal)
    picture.verdict(refusal is None)
    return HelpBoard(picture.surface, refusal is None, sentence, setup=setup)


def _move(rules: Kwinty, state: KwintyState, text: str) -> Lay:
    """Read a move; `H` or `V` alone means a move at the right end of the wall."""
    if text in ("H", "V"):
        text = f"{text} {state.wall.right + 1},0"
    move = rules.read_move(text)
    assert isinstance(move, Lay)
    return move


def _ring_reason(picture: WallPicture, refusal: Refusal, colour: Colour) -> None:
    if isinstance(refusal.where, tuple) and refusal.key != "refuse.kwinty.no_contact":
        x, y = refusal.where
        picture.ring((x, y), colour)


def _what_it_does(sheet: HelpSheet, state: KwintyState, move: Lay, picture: WallPicture) -> str:
    """Return what a legal block achieves; mark a row that wins or counts."""
    rules, theme = _rules(sheet), sheet.table.theme
    after = rules.apply(state, move).state
    if rows := rules.winning_rows(after):
        for row in rows:
            picture.ribbon(row, theme.good)
        return sheet.say("help.kwinty.wins", n=max(map(len, rows)))
    fours = [line for line in rules.fours(after, 0) if line not in rules.fours(state, 0)]
    for line in fours:
        picture.ribbon(line, theme.brass)
    return sheet.say("help.kwinty.makes_line", n=rules.counted) if fours else sheet.say("help.kwinty.allowed")


def paint_five(sheet: HelpSheet) -> HelpBoard | None:
    """Draw a winning row in the direction `way`. Return None if it does not win by these rules."""
    rules = _rules(sheet)
    wall, move = FIVES[sheet.values["way"]]
    setup = setup_of(rules, moves_of(wall))
    state, lay = rules.start(setup, 2), rules.read_move(move)
    assert isinstance(lay, Lay)
    outcome = rules.outcome(rules.apply(state, lay).state)
    if outcome is None or outcome.why != "five":
        return None
    picture = WallPicture(sheet, _squares(state, lay))
    picture.lay([*state.wall.laid, Laid(0, lay)])
    picture.outline(lay, sheet.table.theme.good)
    sentence = _what_it_does(sheet, state, lay, picture)
    return HelpBoard(picture.surface, sentence=sentence, setup=setup)


# --- passing and the end --------------------------------------------------------------------------


def paint_pass(sheet: HelpSheet) -> HelpBoard | None:
    """Draw a wall on which the player in turn must pass, with the places of the other player marked."""
    rules = _rules(sheet)
    state = example_of(rules, "pass")
    if rules.why_illegal(state, PASS) is not None:
        return None
    places = list(rules.placements(state, 1 - state.player))
    picture = WallPicture(sheet, _squares(state, *places))
    picture.lay(state.wall.laid)
    for place in places:
        picture.outline(place, sheet.table.theme.warn)
    left = rules.blocks_left(state, state.player)
    return HelpBoard(picture.surface, sentence=sheet.say(f"help.kwinty.must_pass{state.player}", n=left))


def paint_end(sheet: HelpSheet) -> HelpBoard | None:
    """Draw a finished wall with its lines. Return None if it is not finished by these rules."""
    rules, theme = _rules(sheet), sheet.table.theme
    state = example_of(rules, "end")
    if state.ended is None or state.ended.why == "five":
        return None
    picture = WallPicture(sheet, _squares(state))
    picture.lay(state.wall.laid)
    lines = [rules.fours(state, seat) for seat in (0, 1)]
    for seat, colour in ((0, theme.brass), (1, theme.good)):
        for line in lines[seat]:
            picture.ribbon(line, colour)
    counts = {"first": len(lines[0]), "second": len(lines[1]), "count": rules.counted}
    winners = state.ended.winners
    key = "draw" if len(winners) > 1 else f"wins_by_lines{winners[0]}"
    return HelpBoard(picture.surface, sentence=sheet.say("help.kwinty.counted", **counts) + " "
                     + sheet.say(f"help.kwinty.{key}"))


BOARDS: Painters = {
    "lay": shown_if_possible(paint_lay),
    "five": shown_if_possible(paint_five),
    "pass": shown_if_possible(paint_pass),
    "end": shown_if_possible(paint_end),
}
"""The painters of this page, by their names in the page."""
