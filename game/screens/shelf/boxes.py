"""The boxes of the games on the shelf: art, title, players and a personal note."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game import routes
from game.data.level_count import level_count
from game.data.store import Save
from game.draw import chrome, shapes
from game.draw.svg import darker, raster
from game.screen import Screen
from game.screens.box_art import box_face
from game.screens.shelf.undrawn import Undrawn
from game.screens.unfinished import state_of
from game.ui.widgets import Area, comfortable
from rules.catalog import Game
from rules.files.level_files import language_of

LEGIBLE, TWO_LINES = 13, 14
"""The smallest size of a title in one line, and its size in two lines, in pixels."""
IVORY, INK = "#fff7e3", "#1a120a"


class Box(Area):
    """The box of a game that is under way: it plays on, and a part of it or N sets up a new game."""

    def __init__(self, screen: Screen, rect: pygame.Rect, play: Callable[[], None], new: Callable[[], None],
                 *, paint_over: Callable[[Area, pygame.Surface, pygame.Rect], None], spoken: str):
        self.new = new
        self.new_part: pygame.Rect | None = None
        """Where New is drawn on the raised box, from its corner."""
        super().__init__(screen, rect, play, paint_over=paint_over, spoken=spoken)

    def click(self, pos: tuple[int, int]) -> None:
        part = self.new_part
        if part is not None and part.move(self.rect.topleft).collidepoint(pos):
            self.scene.app.sounds.play("button")
            self.new()
        else:
            super().click(pos)

    def key_down(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_n and self.new_part is not None:
            self.new()
            return True
        return super().key_down(event)


class Boxes:
    """Puts the box of a game on the shelf; a click plays on its unfinished game or opens the setup."""

    def __init__(self, screen: Screen, undrawn: Undrawn, saves: Mapping[str, Save]):
        self.screen, self.undrawn, self.saves, self.me = screen, undrawn, saves, screen.app.me
        self.look, self.px, self.say = screen.look, screen.px, screen.say

    def add(self, game: Game, rect: pygame.Rect) -> None:
        note, save = self._note(game), self.saves.get(game.id)

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            raised = widget.hovered or (widget.focused and self.screen.app.shows_focus)
            if raised:
                self._paint_box(widget, game, note, surface, box.move(0, -self.px(12)), raised)
            else:
                self._paint_resting(widget, game, note, surface, box)

        def set_up() -> None:
            self.screen.app.open(routes.Setup(game.id))

        def play_on() -> None:
            if save is not None:
                self.screen.app.open(routes.Resume(save))

        told = f"{self.say(f'game.{game.id}.title')}, {note}"
        if save is None:
            Area(self.screen, rect, set_up, paint_over=paint, spoken=told)
            return
        Box(self.screen, rect, play_on, set_up, paint_over=paint,
            spoken=f"{told}, {self.say('unfinished.told')}").new_part = self._new_part(rect)

    def _paint_resting(self, widget: Area, game: Game, note: str, surface: pygame.Surface,
                       box: pygame.Rect) -> None:
        """Paint a box at rest: cached as one picture, once its art is drawn."""
        look = self.look
        key = (f"resting:{game.id}:{game.id in self.saves}:{note}:{look.size}:{box}:"
               f"{look.theme.box_accent(game.id)}:"
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
        if game.id in self.saves:
            self._paint_ribbon(surface, box, accent)
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
        choice = raised and game.id in self.saves
        title_y = box.top + art_h + self.px(38)
        if choice:  # large buttons push the title up
            new = self._new_part(box).move(box.left, box.top + self.px(12))
            title_y = min(title_y, new.top - look.line_height("box") // 2)
        self._paint_title(surface, title, (box.left + self.px(20), title_y), box.w - self.px(36),
                          one_line=choice)
        y = box.bottom - self.px(34)
        if choice:
            self._paint_choice(surface, box, new, accent)
            return
        left = self._paint_play(surface, box, y, accent).left if raised else box.right
        if box.left + self.px(54) + look.width(players, "button") <= left:
            look.draw_icon(surface, "human" if game.solitaire else "people", (box.left + self.px(30), y),
                           self.px(22), "#f8f1e1" if raised else accent)
            look.write(surface, players, "button", (box.left + self.px(48), y), "midleft", "#f8f1e1")
        if raised:
            return
        if look.size[0] >= 1280:
            fresh = note == self.say("shelf.note.new")
            look.write(surface, note, "label", (box.right - self.px(20), y), "midright",
                       accent if fresh else "#d9d2c2", fit=box.w * 0.6)

    def _paint_title(self, surface: pygame.Surface, title: str, pos: tuple[int, int], room: int, *,
                     one_line: bool) -> None:
        """Write the title of a box in one line, or in two if it would become too small."""
        look, (x, y) = self.look, pos
        lines = [title]
        if not one_line and look.fitting(title, "box", room) < LEGIBLE:
            parts = title.replace("-", "- ")  # a line may end after a hyphen
            lines = [line.replace("- ", "-") for line in look.wrap(parts, "box", room, TWO_LINES)]
        if len(lines) != 2:
            look.write(surface, title, "box", pos, "midleft", IVORY, fit=room)
            return
        step = look.line_height("box", TWO_LINES)
        for number, line in enumerate(lines):
            look.write(surface, line, "box", (x, y + round(step * (number - 0.5))), "midleft", IVORY,
                       at_most=TWO_LINES, fit=room)

    def _paint_ribbon(self, surface: pygame.Surface, box: pygame.Rect, accent: str) -> None:
        """Hang a ribbon over the right edge of a box whose game is under way."""
        look = self.look
        label = self.say("unfinished.ribbon") if look.size[0] >= 1280 else ""
        height = max(self.px(36), look.line_height("label") + self.px(6))
        icon, notch = round(height * 0.55), round(height * 0.3)
        width = notch + icon + self.px(26) + (look.width(label, "label") + self.px(8) if label else 0)
        rect = pygame.Rect(box.right + self.px(6) - width, box.top + self.px(16), width, height)
        shapes.draw_soft_box(surface, rect, self.px(4), "#000000", 0.4, 6 * look.k, down=3 * look.k)
        edge = [rect.topleft, rect.topright, rect.bottomright, rect.bottomleft,
                (rect.left + notch, rect.centery)]
        path = "M" + "L".join(f"{x - rect.left:g} {y - rect.top:g}" for x, y in edge) + "Z"
        surface.blit(raster(rect.w, rect.h, f'<path d="{path}" fill="{accent}"/>'), rect)
        x = rect.left + notch + self.px(10)
        look.draw_icon(surface, "play", (x + icon / 2, rect.centery), icon, INK)
        if label:
            look.write(surface, label, "label", (x + icon + self.px(8), rect.centery), "midleft", INK)

    def _new_part(self, rect: pygame.Rect) -> pygame.Rect:
        """Return where New is on a raised box, from the corner of the box at rest."""
        height, left = max(self.px(46), self.look.design["sizes"]["hit_min"]), round(rect.w * 0.62)
        return pygame.Rect(left, rect.h - self.px(24) - height, rect.w - self.px(14) - left, height)

    def _paint_choice(self, surface: pygame.Surface, box: pygame.Rect, new: pygame.Rect, accent: str) -> None:
        """Draw Play on and New at the foot of a raised box."""
        look = self.look
        play = pygame.Rect(box.left + self.px(14), new.top, new.left - box.left - self.px(24), new.h)
        chrome.draw_primary(look, surface, play, accent, "normal")
        shapes.draw_box(surface, new, self.px(14), "#14302a", 1, "#ffffff", 0.3, max(1.0, 1.5 * look.k))
        label, icon = self.say("button.play_on"), self.px(24)
        room = play.w - self.px(16)
        if not comfortable(look, label, "button", room - icon):
            label, icon = self.say("unfinished.ribbon").capitalize(), 0
        size = look.fitting(label, "button", room - icon)
        x = play.centerx - (look.width(label, "button", size) + icon) / 2
        if icon:
            look.draw_icon(surface, "play", (x + icon * 0.4, play.centery), icon, INK)
        look.write(surface, label, "button", (x + icon, play.centery), "midleft", INK, at_most=size)
        fresh, room = self.say("unfinished.new"), new.w - self.px(12)
        if look.fitting(fresh, "button", room) >= look.least("label"):
            look.write(surface, fresh, "button", new.center, "center", IVORY, fit=room)
        else:
            look.draw_icon(surface, "plus", new.center, self.px(26), IVORY)

    def _paint_play(self, surface: pygame.Surface, box: pygame.Rect, y: int, accent: str) -> pygame.Rect:
        look = self.look
        label = self.say("button.play")
        icon = self.px(24)
        width = look.width(label, "button") + icon + self.px(38)
        rect = pygame.Rect(box.right - self.px(16) - width, y - self.px(24), width, self.px(46))
        chrome.draw_primary(look, surface, rect, accent, "normal")
        look.draw_icon(surface, "play", (rect.left + self.px(12) + icon // 2, rect.centery), icon, INK)
        look.write(surface, label, "button", (rect.left + self.px(20) + icon, rect.centery), "midleft",
                   INK)
        return rect

    def _note(self, game: Game) -> str:
        """Return one personal line: the state of the game under way, levels solved, wins, or new."""
        if game.id in self.saves:
            return state_of(self.screen.texts, self.saves[game.id])
        history = self.screen.app.history
        if game.has_levels:
            solved = history.stars(game.id, profile=self.me)
            total = level_count(game.id, {language_of(game.id, level) for level in solved})
            if total:
                return self.say("shelf.note.levels", solved=len(solved), total=total)
        summary = history.summary(game.id, profile=self.me)
        if not summary.played:
            return self.say("shelf.note.new")
        return self.say("shelf.note.wins", n=summary.won)
