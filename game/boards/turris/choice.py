"""The panel on which a player of Turris chooses: two turns of a block, three answers to a bonus."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pygame

from game.boards.kit.part import Part
from game.boards.turris.panels import woods_of
from game.boards.turris.view import TowerView, block_picture
from game.draw import chrome, shapes
from game.table.host import TableHost
from game.ui.stage import Sprite
from game.ui.widgets import Button, Widget
from rules.games.turris.rules import Lay, Pass, TakeOut, TurrisState

UPRIGHT, FLAT = "upright", "flat"


class ChoicePanel(Part[TableHost]):
    """A panel instead of a dialog, so that the tower can be turned before answering a bonus.

    `show_marks` is called when the player begins or ends choosing a block to remove.
    """

    def __init__(self, host: TableHost, tower: TowerView, show_marks: Callable[[TurrisState], None]):
        super().__init__(host)
        self.tower, self._show_marks = tower, show_marks
        self.area = pygame.Rect(0, 0, 0, 0)
        self.taking = False
        """Whether the player is choosing a block to remove."""
        self.cards: dict[str, pygame.Rect] = {}
        self.buttons: list[Widget] = []
        self._sprites: list[Sprite] = []

    def build(self, area: pygame.Rect) -> None:
        self.area = area
        self.cards, self.buttons, self._sprites = {}, [], []

    def show(self, state: TurrisState) -> None:
        self._clear()
        self.taking = self.taking and state.bonus
        look, area = self.look, self.area
        if self.host.read_only:
            return
        bonus = state.bonus and self.host.my_turn
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        chrome.draw_panel(look, image, image.get_rect(), radius=look.px(16), shadow=None,
                          stroke=self.accent if bonus else None)
        self._paint_head(image, state, bonus=bonus)
        self._sprites.append(self.put(image, area.topleft, 41))
        head = look.px(14) + look.line_height("name")
        row = pygame.Rect(area.left + look.px(20), area.top + head + look.px(8), area.w - look.px(40),
                          area.h - head - look.px(26))
        if bonus:
            self._bonus_buttons(row, state)
        elif self.host.my_turn:
            self._block_cards(row, state)

    def _clear(self) -> None:
        for widget in self.buttons:
            widget.remove()
        for sprite in self._sprites:
            sprite.remove()
        self.buttons, self.cards, self._sprites = [], {}, []

    def _paint_head(self, image: pygame.Surface, state: TurrisState, *, bonus: bool) -> None:
        look = self.look
        x, box = look.px(20), image.get_rect()
        if not bonus:
            left = state.stock[self.shown_seat(state)]
            look.write(image, self.say("turris.your_block", n=left), "name", (x, look.px(12)), "topleft")
            return
        look.draw_icon(image, "star_full", (x + look.px(12), look.px(12) + look.line_height("name") // 2),
                       look.px(26), look.theme.brass)
        title = look.write(image, self.say("turris.bonus"), "name", (x + look.px(34), look.px(12)), "topleft")
        look.write(image, self.say("turris.bonus_more"), "label", (title.right + look.px(14), title.centery),
                   "midleft",
                   look.theme.dim, fit=box.right - title.right - look.px(30))

    def shown_seat(self, state: TurrisState) -> int:
        """Return the player whose blocks the panel offers."""
        return self.host.viewer if self.host.viewer is not None else state.player

    # --- the bonus ---

    def _bonus_buttons(self, row: pygame.Rect, state: TurrisState) -> None:
        look = self.look
        gap = look.px(12)
        legal = list(self.host.rules.legal_moves(state))
        height = max(look.px(58), look.design["sizes"]["hit_min"])
        width = (row.w - 2 * gap) // 3
        can_lay = any(isinstance(move, Lay) for move in legal)
        can_take = any(isinstance(move, TakeOut) for move in legal)
        entries = [("turris.another", "putin", lambda: self.set_taking(False), can_lay, not self.taking),
                   ("turris.take_out", "takeout", lambda: self.set_taking(True), can_take, self.taking),
                   ("turris.decline", "cross", lambda: self.host.act(Pass()), True, False)]
        for i, (key, icon, action, legal_now, chosen) in enumerate(entries):
            rect = pygame.Rect(row.left + i * (width + gap), row.top, width, height)
            self.buttons.append(Button(self.host.screen, rect, self.say(key), action, icon=icon,
                                       enabled=legal_now, z=60,
                                       kind="primary" if chosen and legal_now else "secondary",
                                       tip=self.say(f"{key}_tip" if legal_now else f"{key}_not")))
        rest = pygame.Rect(row.left, row.top + height + gap, row.w, row.h - height - gap)
        if self.taking:
            self._say(rest, self.say("turris.choose_block"))
        elif can_lay and rest.h > look.px(40):
            self._block_cards(rest, state)

    def _say(self, rect: pygame.Rect, text: str) -> None:
        """Show a sentence instead of the cards."""
        look = self.look
        image = pygame.Surface(rect.size, pygame.SRCALPHA)
        high = look.paragraph_height(text, "body", rect.w - look.px(16))
        look.paragraph(image, text, "body",
                       pygame.Rect(look.px(8), (rect.h - high) // 2, rect.w - look.px(16), high),
                       look.theme.good)
        self._sprites.append(self.put(image, rect.topleft, 45))

    def set_taking(self, taking: bool) -> None:
        """Begin or end choosing a block to remove."""
        state = cast("TurrisState", self.host.state)
        self.host.hand.cancel(quiet=True)
        self.taking = taking
        self._show_marks(state)
        self.show(state)
        if taking:
            self.host.set_status(self.say("turris.choose_block"), icon="takeout")
        else:
            self.host.idle_status()

    # --- a block ---

    def _block_cards(self, row: pygame.Rect, state: TurrisState) -> None:
        """Show two cards to drag a block from, one for each turn; or a pass that is the only move."""
        look = self.look
        if not any(isinstance(move, Lay) for move in self.host.rules.legal_moves(state)):
            if not state.bonus:
                rect = pygame.Rect(row.left, row.top, row.w, min(row.h, look.px(72)))
                self.buttons.append(Button(self.host.screen, rect, self.say("tiles.pass"),
                                           lambda: self.host.act(Pass()), icon="skip",
                                           kind="primary", z=60))
            return
        gap = look.px(12)
        width = (row.w - gap) // 2
        for i, name in enumerate((UPRIGHT, FLAT)):
            rect = pygame.Rect(row.left + i * (width + gap), row.top, width, row.h)
            self._sprites.append(self.put(self._card(name, rect.size), rect.topleft, 45))
            self.cards[name] = rect

    def _card(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        look = self.look
        image = pygame.Surface(size, pygame.SRCALPHA)
        box = image.get_rect()
        held = self.host.hand.holding and self.host.hand.piece == name
        shapes.draw_box(image, box, look.px(14), look.theme.raised, 1,
                        self.accent if held else look.theme.line,
                        1 if held else 0.2, max(1.2, 2 * look.k))
        way = "V" if name == UPRIGHT else "X"
        picture = block_picture(way, round(min(box.h * 0.34, look.px(46))),
                                woods_of(look)[self.host.state.player],
                                round(self.tower.yaw))
        image.blit(picture, picture.get_rect(center=(box.left + box.w // 3, box.centery)))
        look.write(image, self.say(f"block.{name}"), "button",
                   (box.left + box.w // 2 + look.px(10), box.centery),
                   "midleft", fit=box.w // 2 - look.px(20))
        return image
