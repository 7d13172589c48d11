"""Play on: the large box of the game to continue or to begin with, and the cards below or beside it."""

from __future__ import annotations

from datetime import date

import pygame

from game import routes
from game.data.store import Save
from game.draw import chrome, shapes
from game.draw.svg import filled, linear, masked, raster, round_rect
from game.screen import Screen
from game.screens.box_art import game_art
from game.screens.shelf.cards import build_cards
from game.screens.shelf.undrawn import Undrawn
from game.screens.unfinished import picture_of, rivals, state_of
from game.ui.widgets import Area, Button
from rules.catalog import GAMES, Game

IVORY = "#fff7e3"
CARD = 128
"""Height of the cards, in design pixels."""


class PlayOn:
    """The place of the game that was played last, and of the cards."""

    def __init__(self, screen: Screen, undrawn: Undrawn, day: date, save: Save | None):
        self.screen, self.undrawn, self.day, self.save = screen, undrawn, day, save
        self.look, self.px, self.say = screen.look, screen.px, screen.say

    def enter(self) -> None:
        """Continue the last game, or begin the first one."""
        if self.save is not None:
            self.screen.app.open(routes.Resume(self.save))
        else:
            self.screen.app.open(routes.FirstGame(next(iter(GAMES))))

    def build(self, rect: pygame.Rect) -> None:
        look, gap = self.look, self.px(16)
        lines = look.line_height("family") + look.line_height("label")
        card_h = max(self.px(CARD), lines + self.px(24))
        least = self._button_height + self.px(48) + look.line_height("box")
        if rect.h - gap - card_h >= least or rect.w < 2.4 * rect.h:
            card_h = max(lines + self.px(16), min(card_h, rect.h - gap - least))
            upper = pygame.Rect(rect.left, rect.top, rect.w, rect.h - gap - card_h)
            cards = pygame.Rect(rect.left, upper.bottom + gap, rect.w, card_h)
        else:  # a flat place, as in a 4:3 window: the cards are beside the box
            upper = pygame.Rect(rect.left, rect.top, round(rect.w * 0.58), rect.h)
            cards = pygame.Rect(upper.right + gap, rect.top, rect.right - upper.right - gap, rect.h)
        if self.save is not None:
            self._continue_box(upper, self.save)
        else:
            self._start_here(upper)
        build_cards(self.screen, self.day, cards)

    @property
    def _button_height(self) -> int:
        return max(self.px(58), self.look.design["sizes"]["hit_min"])

    def _continue_box(self, rect: pygame.Rect, save: Save) -> None:
        game, texts = GAMES[save.record["game"]], self.screen.texts
        deal = self.say("shelf.deal", number=save.record.get("seed"))
        lines = [deal if game.solitaire else rivals(texts, save), state_of(texts, save)]
        self._hero(rect, game, lines, self.say("button.play_on"), save)

    def _start_here(self, rect: pygame.Rect) -> None:
        game = next(iter(GAMES.values()))
        self._hero(rect, game, [self.say("shelf.start_here"), self.say(f"game.{game.id}.about_short")],
                   self.say("button.start"), None)

    def _hero(self, rect: pygame.Rect, game: Game, lines: list[str], label: str, save: Save | None) -> None:
        """Draw the large box: a picture fading into dark, a sentence, the only large button."""
        look = self.look
        title = self.say(f"game.{game.id}.title")
        accent = look.theme.box_accent(game.id)
        height = self._button_height
        width = min(max(self.px(316), look.width(label, "button") + self.px(150)), rect.w - self.px(48))
        button = pygame.Rect(rect.left + self.px(24), rect.bottom - self.px(20) - height, width, height)
        title_h, line_h = look.line_height("box"), look.line_height("label")
        low = rect.h < height + self.px(36) + title_h + line_h
        if low:  # little room: the button is beside the text, not below it
            button.w = min(width, round(rect.w * 0.46))
            button.midright = (rect.right - self.px(20), rect.centery)
        room = button.left - rect.left - self.px(40) if low else round(rect.w * 0.56)
        end = rect.h if low else button.top - rect.top
        fitting = max(0, min(len(lines), round((end - self.px(8) - title_h) // line_h)))

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            chrome.draw_shadow(look, surface, box, self.px(20), "panel")
            face = self._saved_face(game, box.size, save) if save else self.undrawn.picture(
                widget, f"hero:{game.id}:{box.size}", lambda: self._face(game, box.size, None))
            if face is not None:
                surface.blit(face, box)
            else:
                shapes.draw_box(surface, box, self.px(20), "#071b13")
            shapes.draw_box(surface, box, self.px(20), None, 1, accent, 1, max(1.5, 3 * look.k))
            x, y = box.left + self.px(26), box.top + (end - title_h - fitting * line_h) / 2
            look.write(surface, title, "box", (x, y + title_h / 2), "midleft", IVORY, shadow=True, fit=room)
            for number, line in enumerate(lines[:fitting]):
                look.write(surface, line, "label", (x, y + title_h + (number + 0.5) * line_h), "midleft",
                           "#f8f1e1" if number == 0 else "#cfd9cf", shadow=True, fit=room)

        Area(self.screen, rect, self.enter, paint_over=paint).focusable = False
        Button(self.screen, button, label, self.enter, icon="play", kind="primary", key=self.say("key.enter"),
               accent=accent, z=60)

    def _saved_face(self, game: Game, size: tuple[int, int], save: Save) -> pygame.Surface:
        return self._face(game, size, picture_of(save))

    def _face(self, game: Game, size: tuple[int, int], shot: pygame.Surface | None) -> pygame.Surface:
        w, h = size
        if shot is None:
            art_w = round(h * 1.33)
            shot = self.look.pictures.get(f"art:{game.id}:{art_w}x{h}",
                                          lambda: game_art(self.look, game, (art_w, h)))
        sw = round(shot.get_width() * h / shot.get_height())
        shot = pygame.transform.smoothscale(shot, (sw, h))
        face = pygame.Surface(size, pygame.SRCALPHA)
        face.fill((7, 27, 19, 255))
        face.blit(shot, (w - sw, 0))
        fade = linear("g", (w - sw, 0), (w, 0), (0, "#071b13", 1), (0.28, "#071b13", 0.6),
                      (0.7, "#071b13", 0), (1, "#071b13", 0)) + filled(w, h, "g")
        face.blit(raster(w, h, fade), (0, 0))
        return masked(face, raster(w, h, f'<path d="{round_rect(0, 0, w, h, self.px(20))}" fill="#ffffff"/>'))


def newest_by_game(saves: list[Save]) -> dict[str, Save]:
    """Return the unfinished game of every game that was played last, the very last one first."""
    found: dict[str, Save] = {}
    for save in saves:
        found.setdefault(save.record["game"], save)
    return found
