"""The boxes of the games on the shelf: art, title, players and a personal note."""

from __future__ import annotations

import pygame

from game import routes
from game.data.level_count import level_count
from game.draw import chrome, shapes
from game.draw.svg import darker
from game.screen import Screen
from game.screens.box_art import box_face
from game.screens.shelf.undrawn import Undrawn
from game.ui.widgets import Area
from rules.catalog import Game

LEGIBLE, TWO_LINES = 12, 14
"""The smallest size of a title in one line, and its size in two lines, in pixels."""
IVORY = "#fff7e3"


class Boxes:
    """Puts the box of a game on the shelf; a click opens the setup."""

    def __init__(self, screen: Screen, undrawn: Undrawn):
        self.screen, self.undrawn, self.me = screen, undrawn, screen.app.me
        self.look, self.px, self.say = screen.look, screen.px, screen.say

    def add(self, game: Game, rect: pygame.Rect) -> None:
        note = self._note(game)

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            raised = widget.hovered or (widget.focused and self.screen.app.shows_focus)
            if raised:
                self._paint_box(widget, game, note, surface, box.move(0, -self.px(12)), raised)
            else:
                self._paint_resting(widget, game, note, surface, box)

        Area(self.screen, rect, lambda: self._open(game.id), paint_over=paint,
             spoken=f"{self.say(f'game.{game.id}.title')}, {note}")

    def _open(self, game: str) -> None:
        self.screen.app.open(routes.Setup(game))

    def _paint_resting(self, widget: Area, game: Game, note: str, surface: pygame.Surface,
                       box: pygame.Rect) -> None:
        """Paint a box at rest: cached as one picture, once its art is drawn."""
        look = self.look
        key = (f"resting:{game.id}:{note}:{look.size}:{box}:{look.theme.box_accent(game.id)}:"
               f"{look.theme.name}:{self.screen.texts.language}:{self.screen.app.settings.text_size}:{game.players}")
        if look.pictures.has(key):
            surface.blit(look.pictures.get(key, surface.copy), (0, 0))
            return
        self._paint_box(widget, game, note, surface, box, raised=False)
        if not self.undrawn.awaited_by(widget):
            look.pictures.get(key, surface.copy)

    def _paint_box(self, widget: Area, game: Game, note: str, surface: pygame.Surface, box: pygame.Rect,
                   raised: bool) -> None:
        look = self.look
        accent = look.theme.box_accent(game.id)
        radius = self.px(20)
        if raised:
            shapes.draw_soft_box(surface, box, radius, accent, 0.8, 15 * look.k)
        else:
            chrome.draw_shadow(look, surface, box, radius, "panel")
        shapes.draw_box(surface, box.move(0, self.px(5)), radius, darker(accent, 0.80))
        face = self.undrawn.picture(widget, f"box:{game.id}:{box.size}:{accent}",
                             lambda: box_face(look, game, box.size))
        if face is not None:
            surface.blit(face, box)
        else:
            shapes.draw_box(surface, box, radius, darker(accent, 0.72))
        shapes.draw_box(surface, box, radius, None, 1, accent if raised else "#ffffff", 1 if raised else 0.22,
                        max(1.2, (3.4 if raised else 1.8) * look.k))
        art_h = round(box.h * 0.64)
        low, high = game.players
        players = str(low) if low == high else f"{low}\u2013{high}"
        title = self.say(f"game.{game.id}.title")
        if box.h - art_h < look.line_height("box") + look.line_height("button") + self.px(20):
            # Little room: a single line below the picture.
            y = box.top + art_h + (box.h - art_h) // 2
            counted = look.write(surface, players, "button", (box.right - self.px(18), y), "midright",
                                 "#d9d2c2")
            look.write(surface, title, "box", (box.left + self.px(18), y), "midleft", IVORY,
                       fit=counted.left - box.left - self.px(30))
            return
        self._paint_title(surface, title, (box.left + self.px(20), box.top + art_h + self.px(38)),
                          box.w - self.px(36))
        y = box.bottom - self.px(34)
        look.draw_icon(surface, "human" if game.solitaire else "people", (box.left + self.px(30), y),
                       self.px(22),
                       "#f8f1e1" if raised else accent)
        look.write(surface, players, "button", (box.left + self.px(48), y), "midleft", "#f8f1e1")
        if raised:
            self._paint_play(surface, box, y, accent)
        elif look.size[0] >= 1280:
            fresh = note == self.say("shelf.note.new")
            look.write(surface, note, "label", (box.right - self.px(20), y), "midright",
                       accent if fresh else "#d9d2c2", fit=box.w * 0.6)

    def _paint_title(self, surface: pygame.Surface, title: str, pos: tuple[int, int], room: int) -> None:
        """Write the title of a box in one line, or in two if it would become too small."""
        look, (x, y) = self.look, pos
        lines = [title]
        if look.fitting(title, "box", room) < LEGIBLE:
            lines = look.wrap(title, "box", room, TWO_LINES)
        if len(lines) != 2:
            look.write(surface, title, "box", pos, "midleft", IVORY, fit=room)
            return
        step = look.line_height("box", TWO_LINES)
        for number, line in enumerate(lines):
            look.write(surface, line, "box", (x, y + round(step * (number - 0.5))), "midleft", IVORY,
                       at_most=TWO_LINES, fit=room)

    def _paint_play(self, surface: pygame.Surface, box: pygame.Rect, y: int, accent: str) -> None:
        look = self.look
        label = self.say("button.play")
        icon = self.px(24)
        width = look.width(label, "button") + icon + self.px(38)
        rect = pygame.Rect(box.right - self.px(16) - width, y - self.px(24), width, self.px(46))
        chrome.draw_primary(look, surface, rect, accent, "normal")
        look.draw_icon(surface, "play", (rect.left + self.px(12) + icon // 2, rect.centery), icon, "#1a120a")
        look.write(surface, label, "button", (rect.left + self.px(20) + icon, rect.centery), "midleft",
                   "#1a120a")

    def _note(self, game: Game) -> str:
        """Return one personal line: levels solved, wins, or new."""
        history = self.screen.app.history
        if game.has_levels:
            solved = len(history.stars(game.id, profile=self.me))
            total = level_count(game.id) if solved else 0
            if total:
                return self.say("shelf.note.levels", solved=solved, total=total)
        summary = history.summary(game.id, profile=self.me)
        if not summary.played:
            return self.say("shelf.note.new")
        return self.say("shelf.note.wins", n=summary.won)
