"""The panels beside the points of a result: best move with picture, curve, high scores, a few figures."""

from __future__ import annotations

from datetime import date
from itertools import groupby

import pygame

from game.draw import chrome, shapes
from game.draw.race import Runner, draw_race, short_names
from game.draw.svg import darker, filled, masked, radial, raster, round_rect
from game.screens.result.figures import ALONE, BestMove, level_stars
from game.screens.result.report import Report
from game.ui.names import level_name
from game.ui.paper.report import draw_facts, draw_report_panel, facts_height
from game.ui.paper.result_page import Course
from game.ui.widgets import Button

MOST_FACTS = 5


# --- the best move ---


def best_height(scene: Report, width: int) -> int:
    """Return the largest useful height for `width`: more would only separate picture and button."""
    look = scene.look
    head = look.px(26) + look.line_height("caption") + look.px(14)
    return head + round((width - look.px(56)) * 0.48) + look.px(20) + _button_height(scene) + look.px(22)


def _button_height(scene: Report) -> int:
    return max(scene.px(52), scene.look.design["sizes"]["hit_min"])


def build_best(scene: Report, rect: pygame.Rect) -> None:
    """Build the panel of the best move: picture, player, sum of its points, and a button to watch it."""
    look = scene.look
    table = scene.table.board
    best = scene.figures.best_move() or scene.figures.finest_move(table.merit) or scene.figures.last_move()
    scored = best is None or bool(best.parts) or table.merit(best.ply) > 0
    room = draw_report_panel(look, scene.stage.ground, rect,
                             scene.say("sheet.best.caption" if scored else "sheet.best.last"))
    if best is None:
        look.paragraph(scene.stage.ground, scene.say("sheet.best.none"), "body", room, look.theme.dim)
        return
    height = _button_height(scene)
    button = pygame.Rect(room.left, room.bottom - height, room.w, height)
    Button(scene, button, scene.say("sheet.best.watch"), lambda: scene.watch(best.before), icon="replay")
    side = min(button.top - look.px(20) - room.top, round(room.w * 0.48))
    picture = pygame.Rect(room.left, room.top, side, side)
    _paint_picture(scene, picture, best)
    left = picture.right + look.px(26)
    _paint_feat(scene, pygame.Rect(left, picture.top, room.right - left, side), best)


def _paint_picture(scene: Report, rect: pygame.Rect, best: BestMove) -> None:
    """Paint the board's picture of the move, else a part of the table, on cloth in the game's colour."""
    look, (w, h) = scene.look, rect.size
    accent = look.theme.box_accent(scene.game)
    cloth = radial("c", (w * 0.5, h * 0.45), w * 0.75, (0, darker(accent, 0.30), 1),
                   (0.55, darker(accent, 0.56), 1), (1, darker(accent, 0.78), 1))
    image = raster(w, h, cloth + filled(w, h, "c"))
    picture = _move_picture(scene, best, w) or _table_part(scene, (w, h))
    image.blit(picture, picture.get_rect(center=(w // 2, h // 2)))
    radius = look.px(18)
    mask = raster(w, h, f'<path d="{round_rect(0, 0, w, h, radius)}" fill="#ffffff"/>')
    scene.stage.ground.blit(masked(image, mask), rect)
    shapes.draw_box(scene.stage.ground, rect, radius, None, 1, scene.accent, 1, max(1.5, 2.4 * look.k))


def _move_picture(scene: Report, best: BestMove, side: int) -> pygame.Surface | None:
    """Return the board's picture of the move, enlarged if its pieces would be tiny in the square."""
    draw = scene.table.board.move_picture
    picture = draw(best.ply, (side, side))
    if picture is None:
        return None
    shown = picture.get_bounding_rect(min_alpha=40)
    grow = min(1.6, side * 0.7 / max(1, shown.w, shown.h))
    if grow > 1.1:
        larger = round(side * grow)
        picture = draw(best.ply, (larger, larger)) or picture
    return picture


def _table_part(scene: Report, size: tuple[int, int]) -> pygame.Surface:
    """Return a part of the finished table, for a move of which the board has no picture."""
    shot = scene.table_picture
    grow = max(size[0] / shot.get_width(), size[1] / shot.get_height())
    return pygame.transform.smoothscale_by(shot, grow)


def _paint_feat(scene: Report, room: pygame.Rect, best: BestMove) -> None:
    """Paint some lines beside the picture, all scaled down if there is too little room."""
    look, theme, ground = scene.look, scene.look.theme, scene.stage.ground
    sizes = {role: look.m.text_px(role) for role in ("game", "body", "hero", "name")}
    lines = [(line, "body", theme.dim) for line in _who(scene, best, room.w)]
    if best.parts:
        told = sum_of(scene, best)
        sums = [told]
        if look.fitting(told, "name", room.w) < sizes["name"] * 0.7:
            sizes["name"] = round(sizes["name"] * 0.75)
            sums = look.wrap(told, "name", room.w, sizes["name"])
        lines = [(scene.say_kind("best.feat", best.feat), "game", scene.accent), *lines,
                 (str(best.swing), "hero", theme.text), *((line, "name", theme.text) for line in sums)]
    elif (feat := scene.table.board.feat_of(best.ply)) is not None:
        lines = [(feat[0], "game", scene.accent), *lines, (feat[1], "name", theme.text)]
    spaced = {"game": 1.15, "body": 1.35, "hero": 1.2, "name": 1.2}
    needed = sum(sizes[role] * spaced[role] for _, role, _ in lines)
    shrink = min(1.0, room.h / needed)
    y = room.top + (room.h - needed * shrink) / 2
    for text, role, colour in lines:
        high, px = sizes[role] * spaced[role] * shrink, max(8, round(sizes[role] * shrink))
        unit = scene.table.board.log_unit() or scene.say("sheet.best.points", n=best.points)
        beside = unit if role == "hero" else ""
        fit = room.w - (look.width(beside, "body") + look.px(14) if beside else 0)
        written = look.write(ground, text, role, (room.left, y + high / 2), "midleft", colour, at_most=px,
                             fit=fit)
        if beside:
            left, foot = written.right + look.px(14), written.bottom - written.h * 0.2
            look.write(ground, beside, "body", (left, foot), "bottomleft", theme.dim, fit=room.right - left)
        y += high


def _who(scene: Report, best: BestMove, room: int) -> list[str]:
    """Return who made the move and when, in one line, or in two if one would be tiny."""
    look = scene.look
    if scene.figures.solo:
        return [scene.say("sheet.best.alone", number=best.number)]
    name = scene.table.session.seats[best.ply.by].name
    who = scene.say("sheet.best.by", name=name, number=best.number)
    if look.fitting(who, "body", room) >= look.m.text_px("body") * 0.7:
        return [who]
    rest = look.width(scene.say("sheet.best.by", name="", number=best.number).rpartition(", ")[0], "body")
    name = short_names(look, [name], "body", max(10, room - rest))[0]
    who = scene.say("sheet.best.by", name=name, number=best.number)
    return [line for line in who.rpartition(", ")[::2] if line]


def sum_of(scene: Report, best: BestMove) -> str:
    """Return the points of a move as a sum that can be checked: "12 + hexagon 40"."""
    told = ""
    for (kind, points), group in groupby(best.parts):
        times = len(list(group))
        number = str(abs(points))
        text = number if kind in ALONE else f"{scene.say_kind('part', kind)} {number}"
        sign = " + " if points > 0 else " \u2212 "
        told += (sign if told or points < 0 else "") + (
            text if times == 1 else scene.say("sheet.twice", times=times, part=text))
    if best.taken:
        told += f", {scene.say('sheet.best.taken', points=scene.texts.gain(-best.taken))}"
    return told.strip()


# --- the curve ---


def paint_curve(scene: Report, rect: pygame.Rect) -> None:
    """Paint the totals over the rounds towards the target; for a single round, the points over its moves."""
    figures, theme = scene.figures, scene.look.theme
    course, target = scene.table.board.result_course(), None
    if course is None:
        course, target = _usual_course(scene), figures.target
    room = draw_report_panel(scene.look, scene.stage.ground, rect, course.caption)
    colours = [place.colour for place in scene.company]
    runners = [Runner(seat.name, course.values[i], theme.seat(colours[i]), theme.seat_mark(colours[i]))
               for i, seat in enumerate(scene.session.seats)]
    draw_race(scene.look, scene.stage.ground, room, runners, course.step, target, scene.accent)


def _usual_course(scene: Report) -> Course:
    figures, rounds = scene.figures, scene.figures.many_rounds
    if figures.target is not None:
        caption = scene.say("sheet.curve.target", target=figures.target)
    else:
        caption = scene.say("sheet.curve.rounds" if rounds else "sheet.curve.moves")
    word = "sheet.curve.round" if rounds else "sheet.curve.move"
    return Course(caption, figures.by_round() if rounds else figures.by_move(),
                  lambda n: scene.say(word, n=n))


# --- a player alone: the best results ---


def paint_scores(scene: Report, room: pygame.Rect) -> None:
    """Paint this deal or level on the left, the best results with these rules on the right."""
    look, ground = scene.look, scene.stage.ground
    line = look.line_height("label")
    if room.h < 3 * line:
        return
    shapes.draw_box(ground, (room.left, room.top, room.w, max(1, look.px(1.5))), 0, look.theme.line,
                    look.theme.line_alpha * 1.4)
    inner = pygame.Rect(room.left, room.top + look.px(20), room.w, room.h - look.px(26))
    half = round(inner.w * 0.42)
    _paint_deal(scene, pygame.Rect(inner.left, inner.top, half - look.px(20), inner.h))
    _paint_list(scene, pygame.Rect(inner.left + half, inner.top, inner.w - half, inner.h))


def _paint_deal(scene: Report, room: pygame.Rect) -> None:
    look, theme, ground = scene.look, scene.look.theme, scene.stage.ground
    session, level = scene.table.session, scene.table.occasion.level
    chrome.draw_caption(look, ground, scene.table.pills()[0][1], room.topleft)
    y = room.top + look.line_height("caption") + look.px(14)
    step = look.line_height("body") + look.px(6)
    if level is not None:
        px = min(look.px(56), (room.w - look.px(10)) / 3.4)
        chrome.draw_stars(look, ground, (room.left, y + px / 2), level_stars(scene.table), px)
        y += round(px) + look.px(12)
        reached = session.state.scores[0] >= level.par
        text = scene.say("sheet.scores.par_reached" if reached else "sheet.scores.par", par=level.par)
        look.write(ground, text, "name", (room.left, y + step / 2), "midleft",
                   theme.good if reached else theme.dim, fit=room.w)
        return
    best = scene.app.history.best_on_deal(session.rules.game, session.rules.variant, session.seed)
    if best is None:
        return
    now = best[1] <= session.state.scores[0]
    number = look.write(ground, scene.texts.number(best[1]), "score", (room.left, y), "topleft",
                        theme.good if now else theme.text)
    look.paragraph(ground, scene.say("sheet.scores.best_now" if now else "sheet.scores.best"), "label",
                   pygame.Rect(room.left, number.bottom + look.px(4), room.w, 10), theme.dim)


def _paint_list(scene: Report, room: pygame.Rect) -> None:
    """Paint as many of the best results as fit, with the current one marked."""
    look, theme, ground = scene.look, scene.look.theme, scene.stage.ground
    rules = scene.table.session.rules
    chrome.draw_caption(look, ground, scene.say("sheet.scores.caption"), room.topleft)
    top = room.top + look.line_height("caption") + look.px(10)
    step = max(look.px(34), look.line_height("label") + look.px(4))
    most = max(1, (room.bottom - top) // step)
    rows = scene.app.history.high_scores(rules.game, rules.variant, 1, limit=most)
    if not rows:
        look.paragraph(ground, scene.say("sheet.scores.none"), "label",
                       pygame.Rect(room.left, top, room.w, step), theme.dim)
    newest = max((row[5] for row in rows), default="")
    for number, (score, _, _, _, seed, ended, _, level) in enumerate(rows):
        y = top + number * step + step // 2
        now = ended == newest and score == scene.table.session.state.scores[0]
        if now:
            box = pygame.Rect(room.left - look.px(10), y - step // 2 + 1, room.w + look.px(20), step - 2)
            shapes.draw_box(ground, box, look.px(10), theme.raised, 0.9, scene.accent, 1,
                            max(1.2, 2 * look.k))
        colour = theme.text if now else theme.dim
        look.write(ground, f"{number + 1}.", "label", (room.left + look.px(30), y), "midright", colour)
        points = look.write(ground, scene.texts.number(score), "name", (room.left + look.px(110), y),
                            "midright", theme.text)
        deal = level_name(scene.app.texts, rules.game, level) if level else scene.say("table.deal",
                                                                                      number=seed)
        left, day = points.right + look.px(24), _day(scene, ended)
        right = room.right - look.px(8)
        if day and left + look.width(deal, "label") + look.width(day, "label") + look.px(30) < right:
            right = look.write(ground, day, "label", (right, y), "midright", theme.dim).left - look.px(10)
        look.write(ground, deal, "label", (left, y), "midleft", colour, fit=right - left)


def _day(scene: Report, ended: str) -> str:
    try:
        day = date.fromisoformat(ended[:10])
    except ValueError:
        return ""
    month = scene.texts.lines("statistics.months")[day.month - 1]
    return scene.say("statistics.date", day=day.day, month=month, year=day.year)


# --- a few figures, where few players leave room ---


def paint_facts(scene: Report, room: pygame.Rect) -> None:
    """Paint time, moves and, when the game is over, the number of wins in a row at the bottom."""
    if room.h >= facts_height(scene.look) + scene.px(20):
        facts = [*scene.table.board.result_facts(), *scene.facts()][:MOST_FACTS]
        draw_facts(scene.look, scene.stage.ground, room, facts, scene.accent)
