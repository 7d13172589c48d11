"""The pictures of Turris' rules page, judged and counted by the rules of the page."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pygame

from game.boards.kit.help_parts import (
    line_width,
    patch,
    picture_width,
    px,
    setup_of,
    shown_if_possible,
    whole,
)
from game.boards.turris.panels import paint_face, woods_of
from game.boards.turris.view import REST_YAW
from game.draw import shapes
from game.draw.svg import Colour
from game.draw.tower import Cube, View, draw_fine, draw_turntable, hull
from game.ui.help_sheet import HelpBoard, HelpSheet, Painters
from game.ui.paper.sheet import verdict_badge
from rules.games.turris.faces import BASE, MIDDLE, Block, filled_by, squares_of
from rules.games.turris.rules import Lay, Move, Pass, TakeOut, Turris, TurrisState

PITCH = 30.0
EXAMPLES = {
    "faces": "V 1,2,0; V 1,1,0; pass; V 0,1,0; V 2,2,0; V 1,0,0; V 0,2,0; V 2,1,0; V 2,0,0; "
             "V 0,0,0; Y 2,1,2; "
             "Y 1,1,2; pass; V 1,0,2; V 2,0,2; V 0,1,2",
    "recessed": "V 0,2,0; V 1,2,0; V 2,2,0; V 0,1,0; V 2,1,0; V 2,0,0",
    "bonus": "V 0,0,0; V 1,0,0; V 0,1,0; V 2,0,0; V 1,1,0",
    "freed": "V 0,0,0; V 1,0,0; V 0,1,0; V 2,0,0; V 1,1,0; R 1,0,0",
    "carries": "V 0,0,0; V 1,0,0; X 0,0,2; V 0,1,0; V 1,1,0",
}
"""Towers as moves, in the order played."""


def facts(rules: Turris) -> dict[str, Any]:
    """Return facts derived from the rules: the base, and the kinds of bonus as conditions."""
    lays, takes = rules.bonus_block, rules.bonus_removal
    return {
        "base": BASE, "level_squares": BASE * BASE, "edge_squares": BASE * BASE - 1,
        "all_blocks": 2 * rules.blocks, "is_match": rules.games > 1, "any_bonus": lays or takes,
        "both_bonuses": lays and takes, "only_block": lays and not takes, "only_removal": takes and not lays,
        "low_tower": rules.unfinished_levels < 3,
    }


def _rules(sheet: HelpSheet) -> Turris:
    assert isinstance(sheet.rules, Turris)
    return sheet.rules


def tower_of(values: Any) -> list[str]:
    """Return the moves of a page block: `tower`, separated by semicolons, or those of `example`."""
    text = values.get("tower", "") if "example" not in values else EXAMPLES[values["example"]]
    return [move.strip() for move in text.split(";") if move.strip()]


# --- the picture ----------------------------------------------------------------------------------


class TowerPicture:
    """A tower on its turntable, on a piece of cloth, high enough for `squares`."""

    def __init__(self, sheet: HelpSheet, squares: Iterable[Cube]):
        self.sheet = sheet
        levels = max((z + 1 for _, _, z in squares), default=0)
        cp, sp = math.cos(math.radians(PITCH)), math.sin(math.radians(PITCH))
        self.width = picture_width(sheet)
        u = min(px(sheet, 46), self.width / 5.6)
        radius = round(u * 2.6)
        above = round(max(radius * sp, u * (levels * cp + 2.1 * sp))) + px(sheet, 20)
        below = round(radius * sp + u * 0.2) + px(sheet, 20)
        self.surface = patch(sheet, self.width, above + below)
        self.view = View(REST_YAW, PITCH, u, (self.width / 2, above))
        draw_turntable(self.surface, self.view)
        self._base()

    def _base(self) -> None:
        """Draw the squares of the base, with the middle one marked."""
        x, y = MIDDLE
        corners = [self.view.point(*at, 0) for at in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]
        self.outline_points(corners, "#f6dfbd", fill=0.32, line=1.2)
        for i in range(BASE + 1):
            for a, b in (((i, 0), (i, BASE)), ((0, i), (BASE, i))):
                pygame.draw.aaline(self.surface, "#f6dfbd", self.view.point(*a, 0), self.view.point(*b, 0))

    def build(self, blocks: Sequence[Block]) -> None:
        woods = woods_of(self.sheet.table)
        cells = {square: (i, woods[block.colour])
                 for i, block in enumerate(blocks) for square in block.squares}
        self.surface.blit(draw_fine(self.surface.get_size(), cells, self.view), (0, 0))

    def outline(self, squares: Collection[Cube], colour: Colour, *, dashed: bool = False) -> None:
        self.outline_points(hull(squares, self.view), colour, dashed=dashed, glow=True, line=4)

    def outline_points(self, points: Sequence[tuple[float, float]], colour: Colour, *, dashed: bool = False,
                       glow: bool = False, fill: float = 0.1, line: float = 3) -> None:
        sheet = self.sheet
        dash = (line_width(sheet, 7), line_width(sheet, 6)) if dashed else None
        image, left, top = shapes.outline_glow(whole(points), colour, px(sheet, 6) if glow else 0, 0.8,
                                               line_width(sheet, line) if glow else line, fill,
                                               px(sheet, 4), dash)
        self.surface.blit(image, (left, top))

    def verdict(self, fits: bool) -> None:
        side = px(self.sheet, 38)
        badge = verdict_badge(self.sheet.look, side, fits=fits)
        self.surface.blit(badge, badge.get_rect(topright=(self.width - side // 3, side // 3)))


def _cubes(state: TurrisState, move: Move) -> list[Cube]:
    more = squares_of(move.way, move.x, move.y, move.z) if isinstance(move, Lay) else ()
    return [*filled_by(state.blocks), *more]


# --- a move and its verdict -----------------------------------------------------------------------


def paint_move(sheet: HelpSheet) -> HelpBoard:
    """Draw `move`, which lays or removes a block, in the tower of the page block."""
    rules, theme = _rules(sheet), sheet.table.theme
    setup = setup_of(rules, tower_of(sheet.values))
    state, move = rules.start(setup, 2), rules.read_move(sheet.values["move"])
    refusal = rules.why_illegal(state, move)
    picture = TowerPicture(sheet, _cubes(state, move))
    colour = theme.good if refusal is None else theme.bad
    picture.build(state.blocks + ((move.block(0),) if isinstance(move, Lay) else ()))
    if state.freed:
        picture.outline(state.freed, theme.bad, dashed=True)
    if isinstance(move, Lay):
        picture.outline(squares_of(move.way, move.x, move.y, move.z), colour)
    elif isinstance(move, TakeOut):
        picture.outline(filled_by(state.blocks)[move.x, move.y, move.z].squares, colour)
    picture.verdict(refusal is None)
    sentence = sheet.say(refusal) if refusal is not None else _what_it_does(sheet, state, move)
    return HelpBoard(picture.surface, refusal is None, sentence, setup=setup)


def _what_it_does(sheet: HelpSheet, state: TurrisState, move: Move) -> str:
    rules = _rules(sheet)
    after = rules.apply(state, move).state
    if isinstance(move, TakeOut):
        return sheet.say("help.turris.taken")
    told = [sheet.say("help.turris.allowed")]
    if "levels" in sheet.values:
        begun = rules.levels(after).begun
        told.append(sheet.say("help.turris.begun", n=begun, most=rules.unfinished_levels))
    if after.bonus:
        told.append(sheet.say("help.turris.earns"))
    return " ".join(told)


def paint_choice(sheet: HelpSheet) -> HelpBoard | None:
    """Draw all answers to a bonus: removable blocks glow, places for another block are outlined."""
    rules, theme = _rules(sheet), sheet.table.theme
    setup = setup_of(rules, tower_of(sheet.values))
    state = rules.start(setup, 2)
    if not state.bonus:
        return None
    answers = list(rules.legal_moves(state))
    lays = [move for move in answers if isinstance(move, Lay) and move.way == "V"]
    picture = TowerPicture(sheet, [cube for lay in lays for cube in _cubes(state, lay)])
    picture.build(state.blocks)
    for lay in lays:
        picture.outline_points(_floor(picture, lay), sheet.table.theme.accent(rules.game), fill=0.35, line=2)
    for block in rules.removable(state):
        picture.outline(block.squares, theme.good)
    sentence = sheet.say("help.turris.answers", lays=sum(isinstance(move, Lay) for move in answers),
                         takes=sum(isinstance(move, TakeOut) for move in answers))
    assert Pass() in answers
    return HelpBoard(picture.surface, sentence=sentence, setup=setup)


def _floor(picture: TowerPicture, lay: Lay) -> list[tuple[float, float]]:
    """Return the top of the column on which an upright block would be laid."""
    x, y, z, inset = lay.x, lay.y, lay.z, 0.12
    near, far = inset, 1 - inset
    return [picture.view.point(x + a, y + b, z)
            for a, b in ((near, near), (far, near), (far, far), (near, far))]


# --- the faces ------------------------------------------------------------------------------------


def paint_faces(sheet: HelpSheet) -> HelpBoard:
    """Draw a tower and its faces with the largest groups: those named in `faces`, or all five."""
    rules = _rules(sheet)
    setup = setup_of(rules, tower_of(sheet.values))
    state = rules.start(setup, 2)
    names = sheet.values.get("faces", "").split()
    faces = [face for face in rules.faces(state) if not names or face.name in names]
    tower = TowerPicture(sheet, filled_by(state.blocks))
    tower.build(state.blocks)
    rows = max(BASE, len(rules.levels(state).filled))
    table, gap = sheet.table, px(sheet, 10)
    head, foot = table.line_height("label") + table.px(8), max(table.px(36), table.line_height("label") + 8)
    columns = len(faces) if len(faces) < 4 else BASE
    wide = (tower.width - (columns + 1) * gap) // columns
    u = min(px(sheet, 30), (wide - table.px(24)) // BASE)
    lines = -(-len(faces) // columns)
    tall = head + rows * u + foot + table.px(18)
    out = patch(sheet, tower.width, tower.surface.get_height() + lines * (tall + gap))
    out.blit(tower.surface, (0, 0))
    for i, face in enumerate(faces):
        in_row = min(columns, len(faces) - i // columns * columns)
        left = (tower.width - in_row * wide - (in_row - 1) * gap) // 2
        rect = pygame.Rect(left + i % columns * (wide + gap),
                           tower.surface.get_height() + i // columns * (tall + gap), wide, tall)
        paint_face(table, sheet.say(f"turris.face.{face.name}"), out, rect, face, u,
                   BASE if face.name == "roof" else rows)
    return HelpBoard(out, sentence=_counted(sheet, state, names), setup=setup)


def _counted(sheet: HelpSheet, state: TurrisState, names: Sequence[str]) -> str:
    shown = [face for face in _rules(sheet).faces(state) if not names or face.name in names]
    sums = [[face.points[seat] for face in shown] for seat in (0, 1)]
    first, second = (" + ".join(map(str, row)) + (f" = {sum(row)}" if len(row) > 1 else "") for row in sums)
    return sheet.say("help.turris.counted", first=first, second=second)


BOARDS: Painters = {
    "move": shown_if_possible(paint_move),
    "choice": shown_if_possible(paint_choice),
    "faces": shown_if_possible(paint_faces),
}
"""The painters of this page, by their names in the page."""
