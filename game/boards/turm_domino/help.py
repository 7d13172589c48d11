"""The pictures of Turm-Domino's rules page, drawn and judged by the rules of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame

from game.boards.kit.help_parts import patch
from game.boards.turm_domino.geometry import (
    FIELD_TOP,
    KEY_TOP,
    LONG,
    ROW,
    STEP,
    TRAY_H,
    TRAY_SIDE,
    TRAY_TOP,
    Geometry,
    geometry,
)
from game.draw import shapes, surfaces
from game.draw.domino import back, domino
from game.ui.help_sheet import HelpBoard, HelpSheet, Painter, Painters
from game.ui.look import Look
from game.ui.paper.sheet import number_badge, verdict_badge
from rules.base import Setup
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.state import Domino, TurmMove, TurmState, domino_set, read_domino

SHOWN_DEAL = 4711
"""The deal in the picture of the table; it can be won in every shipped variant."""


def facts(rules: TurmDomino) -> dict[str, Any]:
    """Return facts derived from the rules, e.g. dominoes that can found a tower and ones that cannot."""
    row, field = rules.values["tower_row"], rules.values["field"]
    standing = [read_domino(text) for text in row if text]
    beside = standing[0] if standing else Domino(0, 0)
    wanted = rules.neighbour_sum - beside.sum
    return {
        "set_size": len(domino_set(rules.highest)), "field_size": field["columns"] * field["rows"],
        "positions": len(row), "empties": row.count(""), "founded_beside": str(beside),
        "founder": _of_sum(rules, wanted, standing), "not_founder": _of_sum(rules, wanted - 1, standing),
    }


def _of_sum(rules: TurmDomino, points: int, standing: list[Domino]) -> str:
    """Return the domino with `points` points and the most equal halves, preferably no double, or ""."""
    found = [d for d in domino_set(rules.highest) if d.sum == points and d not in standing]
    return str(min(found, key=lambda d: (d.low == d.high, d.high - d.low))) if found else ""


# --- small positions ------------------------------------------------------------------------------


def _read(rules: TurmDomino, texts: str) -> list[Domino | None]:
    """Read dominoes separated by blanks, "-" for an empty position. Raise ValueError for unknown ones."""
    found = [None if text == "-" else read_domino(text) for text in texts.split()]
    if not found or any(piece is not None and piece.high > rules.highest for piece in found):
        raise ValueError(texts)
    return found


def _one(rules: TurmDomino, text: str) -> Domino:
    piece = _read(rules, text)[0]
    if piece is None:
        raise ValueError(text)
    return piece


def _row(pieces: list[Domino | None]) -> list[str]:
    return ["" if piece is None else str(piece) for piece in pieces]


def practice(rules: TurmDomino, row: list[str], laid: Domino) -> Setup | None:
    """Return a setup to practise: the domino of the example, and a second one so that it can be won."""
    used = {text for text in row if text} | {str(laid)}
    for extra in domino_set(rules.highest):
        if str(extra) not in used:
            setup = {"tower": row, "columns": [[str(laid)], [str(extra)]]}
            if _winnable(rules, rules.start(setup, 1)):
                return setup
    return None


def _winnable(rules: TurmDomino, state: TurmState) -> bool:
    """Return whether a position can be won, by exhaustive search; only for the few dominoes of an example."""
    return not any(state.columns) or any(
        _winnable(rules, rules.apply(state, move).state) for move in rules.legal_moves(state))


def _if_it_can_be_shown(paint: Callable[[HelpSheet, TurmDomino], HelpBoard | None]) -> Painter:
    """An example whose dominoes are not in the set of these rules is left out."""

    def painter(sheet: HelpSheet) -> HelpBoard | None:
        assert isinstance(sheet.rules, TurmDomino)
        try:
            return paint(sheet, sheet.rules)
        except ValueError:
            return None

    return painter


# --- parts of pictures ----------------------------------------------------------------------------


def _lay(surface: pygame.Surface, halves: tuple[int, int] | None, topleft: tuple[float, float], long: int, *,
         lifted: bool = False) -> None:
    """Draw a domino at `topleft`, face down if `halves` is None."""
    piece = back(long) if halves is None else domino(*halves, long, lifted=lifted)
    surface.blit(piece.image, (round(topleft[0]) - piece.pad, round(topleft[1]) - piece.pad))


def _arrow(surface: pygame.Surface, look: Look, centre: tuple[float, float], px: float) -> None:
    """Draw an arrow to the right in a disc, visible on any cloth."""
    disc = shapes.disc(max(8, round(px)), "#fffaf0")
    surface.blit(disc, disc.get_rect(center=(round(centre[0]), round(centre[1]))))
    look.draw_icon(surface, "next", centre, px * 0.7, "#2a1f15", 3.0)


def _empty(surface: pygame.Surface, sheet: HelpSheet, rect: pygame.Rect, s: float) -> None:
    """Draw an empty position with its condition, as on the board."""
    look, rules = sheet.look, sheet.rules
    assert isinstance(rules, TurmDomino)
    shapes.draw_box(surface, rect, 14 * s, "#000000", 0.30)
    shapes.draw_dashed_box(surface, rect, 14 * s, "#f8f1e1", 0.6, max(1.5, 2 * s), (9 * s, 8 * s))
    look.write(surface, sheet.say("turm.sum", sum=rules.neighbour_sum), "name", rect.center, "center",
               "#f8f1e1", fit=rect.w * 0.94, at_most=rect.h * 0.36)


def _small_tray(sheet: HelpSheet, surface: pygame.Surface, rect: pygame.Rect, s: float) -> None:
    surfaces.draw_rail(surface, rect, sheet.table.theme.rail, s, seed=7)


# --- rule a: on a tower ---------------------------------------------------------------------------


def paint_stack(sheet: HelpSheet, rules: TurmDomino) -> HelpBoard:
    """Draw the domino `laid` over a `tower`."""
    laid, top = _one(rules, sheet.values["laid"]), _one(rules, sheet.values["tower"])
    state = TurmState(((top,),), ((laid,),))
    refusal = rules.why_illegal(state, TurmMove(0, 0))
    way = rules.as_laid(laid, (top,))
    w = min(round(sheet.width * 0.40), sheet.look.px(226))
    long = round(w * 0.66)
    short, x = long // 2, (w - long) // 2
    rise = round(short * 1.30)
    margin = round(short * 0.34)
    picture = patch(sheet, w, 2 * margin + rise + short + round(short * 0.1))
    _lay(picture, (top.low, top.high), (x, margin + rise), long)
    _lay(picture, way or (laid.low, laid.high), (x, margin), long, lifted=True)
    side = round(short * 0.62)
    badge = verdict_badge(sheet.look, side, fits=refusal is None)
    picture.blit(badge, badge.get_rect(center=(x + long, margin + rise - round(short * 0.1))))
    if refusal is not None or way is None:
        sentence = sheet.say(refusal)
    else:
        first, second = (sheet.say("turm.preview_pair", half=half, covered=covered)
                         for half, covered in zip(way, (top.low, top.high), strict=True))
        sentence = sheet.say("help.turm_domino.fits", piece=str(laid), top=str(top), first=first,
                             second=second)
    return HelpBoard(picture, refusal is None, sentence, setup=practice(rules, [str(top)], laid))


# --- rule b: on an empty position -----------------------------------------------------------------


def paint_found(sheet: HelpSheet, rules: TurmDomino) -> HelpBoard:
    """Draw the domino `laid` over an empty position with the tower `beside` on its right."""
    laid, beside = _one(rules, sheet.values["laid"]), _one(rules, sheet.values["beside"])
    state = TurmState(((), (beside,)), ((laid,),))
    refusal = rules.why_illegal(state, TurmMove(0, 0))
    w = min(round(sheet.width * 0.54), sheet.look.px(340))
    long = round(w * 0.345)
    short, gap = long // 2, round(long * 0.16)
    s = long / LONG
    tray = pygame.Rect(0, 0, 2 * long + gap + round(96 * s), short + round(76 * s))
    margin = round(short * 0.3)
    tray.midtop = (w // 2, margin + round(short * 0.62))
    picture = patch(sheet, w, tray.bottom + round(short * 0.36))
    _small_tray(sheet, picture, tray, s)
    x, y = tray.left + round(48 * s), tray.top + round(36 * s)
    _empty(picture, sheet, pygame.Rect(x, y, long, short), s)
    _lay(picture, (beside.low, beside.high), (x + long + gap, y), long)
    _lay(picture, (laid.low, laid.high), (x - round(long * 0.04), margin * 0.8), long, lifted=True)
    side = round(short * 0.62)
    badge = verdict_badge(sheet.look, side, fits=refusal is None)
    picture.blit(badge, badge.get_rect(center=(x + long - round(long * 0.04), round(margin * 0.8 + short))))
    sentence = sheet.say(refusal) if refusal is not None else sheet.say(
        "help.turm_domino.founds", piece=str(laid), beside=str(beside), points=laid.sum, other=beside.sum,
        sum=rules.neighbour_sum)
    return HelpBoard(picture, refusal is None, sentence, setup=practice(rules, ["", str(beside)], laid))


# --- turning up, and the end ----------------------------------------------------------------------


def paint_reveal(sheet: HelpSheet, rules: TurmDomino) -> HelpBoard | None:
    """Draw a `column` (from the top down) before and after a move onto `tower`."""
    column = [piece for piece in _read(rules, sheet.values["column"]) if piece is not None]
    state = TurmState(((_one(rules, sheet.values["tower"]),),), (tuple(column),))
    if rules.why_illegal(state, TurmMove(0, 0)) is not None:
        return None
    after = rules.apply(state, TurmMove(0, 0)).state
    w = min(round(sheet.width * 0.54), sheet.look.px(340))
    long = round(w * 0.34)
    short = long // 2
    step, margin = round(short * 1.06), round(short * 0.4)
    picture = patch(sheet, w, 2 * margin + step * len(column))
    for x, shown in ((round(w * 0.09), state), (round(w * 0.57), after)):
        well = pygame.Rect(x, margin, long, step * len(column)).inflate(short * 0.3, short * 0.3)
        shapes.draw_box(picture, well, short * 0.2, "#000000", 0.06 if sheet.table.theme.light else 0.15)
        for row, piece in enumerate(shown.columns[0]):
            up = rules.open or piece is shown.columns[0][-1]
            _lay(picture, (piece.low, piece.high) if up else None, (x, margin + row * step), long)
    _arrow(picture, sheet.look, (w * 0.5, picture.get_height() / 2), short * 0.55)
    return HelpBoard(picture)


def paint_end(sheet: HelpSheet, rules: TurmDomino) -> HelpBoard | None:
    """Draw a finished position from `row` and `field`, and say how it ended."""
    row = _read(rules, sheet.values["row"])
    field = [piece for piece in _read(rules, sheet.values["field"]) if piece is not None]
    state = TurmState(tuple((piece,) if piece else () for piece in row), tuple((piece,) for piece in field))
    outcome = rules.outcome(state)
    if outcome is None:
        return None
    w = min(round(sheet.width * 0.54), sheet.look.px(340))
    long = round(w * 0.345)
    short, gap = long // 2, round(long * 0.16)
    s = long / LONG
    margin = round(short * 0.36)
    tray = pygame.Rect(0, margin, len(row) * (long + gap) - gap + round(96 * s), short + round(60 * s))
    tray.centerx = w // 2
    picture = patch(sheet, w, tray.bottom + 2 * margin + short)
    _small_tray(sheet, picture, tray, s)
    for i, piece in enumerate(row):
        if piece is not None:
            x = tray.left + 48 * s + i * (long + gap)
            _lay(picture, (piece.low, piece.high), (x, tray.top + 28 * s), long)
    left = (w - len(field) * (long + gap) + gap) / 2
    for i, piece in enumerate(field):
        _lay(picture, (piece.low, piece.high), (left + i * (long + gap), tray.bottom + margin), long)
    badge = verdict_badge(sheet.look, round(short * 0.7), fits=bool(outcome.winners))
    picture.blit(badge, badge.get_rect(center=(w // 2, tray.bottom + margin // 2)))
    return HelpBoard(picture, bool(outcome.winners), sheet.say(f"game.turm_domino.why.{outcome.why}"))


# --- the whole table ------------------------------------------------------------------------------


def paint_table(sheet: HelpSheet, rules: TurmDomino) -> HelpBoard:
    """Draw the board as dealt, with numbers that the legend explains."""
    plain = TurmDomino({**rules.values, "deal": {"solvable_only": False}}, rules.variant)
    setup = plain.deal(1, SHOWN_DEAL)
    state = rules.start(setup, 1)
    columns, towers, rows = len(state.columns), len(state.towers), max(map(len, state.columns))
    s = sheet.width / ((max(columns, towers) - 1) * STEP + LONG + 2 * TRAY_SIDE + 2 * 24)
    # Use the geometry of the real board; it reserves room for the turn line, which a picture lacks.
    area = pygame.Rect(0, 0, sheet.width, sheet.width * 4)
    g = geometry(area, columns, towers, rows, s / 1.25)
    high = round((FIELD_TOP + rows * ROW + KEY_TOP + 48) * s)
    picture = patch(sheet, sheet.width, high)
    g = Geometry(g.s, 0, g.column_x, g.tower_x, rows)
    _paint_towers(sheet, picture, g, state)
    for column, pieces in enumerate(state.columns):
        for row, piece in enumerate(pieces):
            up = rules.open or row == len(pieces) - 1
            _lay(picture, (piece.low, piece.high) if up else None, g.column_spot(column, row), g.long)
        _paint_key(sheet, picture, g, column)
    marks = list(_marks(sheet, g, state))
    side = max(15, round(50 * s))
    for number, (_, centre) in enumerate(marks, start=1):
        badge = number_badge(sheet.look, side, number)
        picture.blit(badge, badge.get_rect(center=centre))
    return HelpBoard(picture, legend=tuple(text for text, _ in marks), setup=setup)


def _paint_towers(sheet: HelpSheet, picture: pygame.Surface, g: Geometry, state: TurmState) -> None:
    left, right = g.tower_x[0] - g.px(TRAY_SIDE), g.tower_x[-1] + g.long + g.px(TRAY_SIDE)
    _small_tray(sheet, picture, pygame.Rect(left, g.px(TRAY_TOP), right - left, g.px(TRAY_H)), g.s)
    for tower, pieces in enumerate(state.towers):
        if pieces:
            _lay(picture, (pieces[0].low, pieces[0].high), g.tower_base(tower), g.long)
        else:
            _empty(picture, sheet, g.tower_rect(tower, 0), g.s)


def _paint_key(sheet: HelpSheet, picture: pygame.Surface, g: Geometry, column: int) -> None:
    x, y = g.column_spot(column, g.rows)
    rect = pygame.Rect(0, 0, g.px(40), g.px(40))
    rect.midtop = (x + g.long // 2, y + g.px(KEY_TOP) - g.px(18))
    theme = sheet.table.theme
    shapes.draw_box(picture, rect, rect.h * 0.3, theme.panel, 0.85, theme.line, 0.25)
    sheet.look.write(picture, str(column + 1), "key", rect.center, "center", theme.text, at_most=rect.h * 0.7)


def _marks(sheet: HelpSheet, g: Geometry, state: TurmState) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield (text, place) of every number in the picture that applies to these rules."""
    values, rules = sheet.values, sheet.rules
    assert isinstance(rules, TurmDomino)
    away = g.px((STEP - LONG) / 2)  # between two columns, so that no pip is covered
    first = next(i for i, tower in enumerate(state.towers) if tower)
    yield values["standing"], (g.tower_x[first] + g.long + away, g.tower_base(first)[1] + g.short // 2)
    empty = next((i for i, tower in enumerate(state.towers) if not tower), None)
    if empty is not None:
        rect = g.tower_rect(empty, 0)
        yield values["empty"], (rect.right + away, rect.centery)
    lowest = len(state.columns[0]) - 1
    x, y = g.column_spot(0, lowest)
    yield values["lowest"], (x + g.long + away, y + g.short // 2)
    if lowest > 0:
        x, y = g.column_spot(0, lowest - 1)
        yield values["open" if rules.open else "covered"], (x + g.long + away, y + g.short // 2)
    x, y = g.column_spot(0, g.rows)
    yield values["number"], (x + g.long + away, y + g.px(KEY_TOP))


BOARDS: Painters = {
    "table": _if_it_can_be_shown(paint_table),
    "stack": _if_it_can_be_shown(paint_stack),
    "found": _if_it_can_be_shown(paint_found),
    "reveal": _if_it_can_be_shown(paint_reveal),
    "end": _if_it_can_be_shown(paint_end),
}
"""The painters of this page, by their names in the page."""
