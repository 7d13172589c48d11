"""The ratings of a person: a line for every game, and the curve of the chosen one."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.data.index.rating import SCALE, Rating, ratings
from game.data.people import Profile
from game.draw import charts, chrome
from game.screen import Screen
from game.ui.paper.listing import Column, Line, Listing
from rules.catalog import GAMES
from rules.strengths import MIDDLE


def ratings_of(scene: Screen, one: Profile) -> dict[str, Rating]:
    """Return the ratings of a person, by game."""
    found = {game: ratings(scene.app.history, game).get(one.id) for game in GAMES}
    return {game: rating for game, rating in found.items() if rating is not None}


def written(scene: Screen, rating: Rating) -> str:
    """Return a rating with its uncertainty."""
    return scene.say("rating.number", points=scene.texts.number(rating.points), margin=rating.margin)


def build_ratings(scene: Screen, rect: pygame.Rect, one: Profile, chosen: str | None,
                  choose: Callable[[str], None]) -> None:
    """Build the panel; `chosen` is the game whose curve is shown, the first one if None."""
    look, ground = scene.look, scene.stage.ground
    chrome.draw_panel(look, ground, rect)
    inner = rect.inflate(-2 * look.px(14), -2 * look.px(10))
    found = ratings_of(scene, one)
    if not found:
        look.paragraph(ground, scene.say("rating.none"), "body",
                       inner.inflate(-2 * look.px(10), -2 * look.px(10)), look.theme.dim)
        return
    games = list(found)
    shown = chosen if chosen in found else games[0]
    curve_h = min(inner.h // 2, look.px(170))
    has_curve = curve_h >= look.px(90)
    columns = [Column(scene.say("rating.game"), "dice"),
               Column(scene.say("rating.title"), "statistics", right=True),
               Column(scene.say("statistics.column.played"), "replay", right=True, spare=1)]
    lines = [Line((scene.say(f"game.{game}.title"), written(scene, rating), str(rating.games)))
             for game, rating in found.items()]
    list_h = inner.h - (curve_h + look.px(16) if has_curve else 0)
    Listing(scene, pygame.Rect(inner.left, inner.top, inner.w, list_h), columns,
            lines, lambda index: choose(games[index]), cursor=games.index(shown))
    if has_curve:
        _draw_curve(scene, pygame.Rect(inner.left, inner.bottom - curve_h, inner.w, curve_h), shown,
                    found[shown])


def _draw_curve(scene: Screen, rect: pygame.Rect, game: str, rating: Rating) -> None:
    """Draw the curve above and below the medium level, which has the rating in the middle."""
    look, middle = scene.look, round(SCALE * MIDDLE)
    caption = scene.say("rating.curve", game=scene.say(f"game.{game}.title"))
    chrome.draw_caption(look, scene.stage.ground, caption, (rect.left + look.px(8), rect.top),
                        within=rect.w - look.px(16))
    top = look.line_height("caption") + look.px(8)
    charts.draw_curve(look, scene.stage.ground,
                      pygame.Rect(rect.left + look.px(8), rect.top + top, rect.w - look.px(16), rect.h - top),
                      [(True, SCALE * strength - middle) for strength in rating.curve], scene.accent,
                      lambda value: str(round(value + middle)))
