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
        self.area = self._column = pygame.Rect(0, 0, 0, 0)
        self.taking = False
        """Whether the player is choosing a block to remove."""
        self.cards: dict[str, pygame.Rect] = {}
        self.buttons: list[Widget] = []
        self._sprites: list[Sprite] = []
        self._card_sprites: dict[str, Sprite] = {}
        self._lifted: str | None = None
        """The card whose block is lifted under the mouse."""

    def build(self, column: pygame.Rect) -> None:
        """Use another layout: the panel is at the bottom of `column`, higher for a bonus."""
        self._column = self.area = column
        self.cards, self.buttons, self._sprites = {}, [], []

    def show(self, state: TurrisState) -> None:
        self._clear()
        self.taking = self.taking and state.bonus
        look = self.look
        if self.host.read_only:
            return
        bonus = state.bonus and self.host.my_turn
        head = look.px(14) + look.line_height("name")
        least = head + 2 * self._least_card() + look.px(32)
        if bonus:
            least += 3 * (self._button_height() + look.px(8))
        high = max(look.px(440 if bonus else 352), least)
        area = self.area = pygame.Rect(self._column.left, self._column.bottom - high, self._column.w, high)
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        chrome.draw_panel(look, image, image.get_rect(), radius=look.px(16), shadow=None,
                          stroke=self.accent if bonus else None)
        self._paint_head(image, state, bonus=bonus)
        self._sprites.append(self.put(image, area.topleft, 41))
        row = pygame.Rect(area.left + look.px(16), area.top + head + look.px(8), area.w - look.px(32),
                          area.h - head - look.px(22))
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
        self._card_sprites, self._lifted = {}, None

    def _button_height(self) -> int:
        return max(self.px(46), self.look.design["sizes"]["hit_min"])

    def _least_card(self) -> int:
        return max(self.px(66), 2 * self.look.line_height("label"))

    def _paint_head(self, image: pygame.Surface, state: TurrisState, *, bonus: bool) -> None:
        look = self.look
        x, box, line = look.px(18), image.get_rect(), look.px(12) + look.line_height("name") // 2
        if bonus:
            look.draw_icon(image, "star_full", (x + look.px(10), line), look.px(26), look.theme.brass)
            look.write(image, self.say("turris.bonus"), "name", (x + look.px(30), line), "midleft",
                       fit=box.w - 2 * x - look.px(30))
            return
        left = self.say("tiles.left", n=state.stock[self.shown_seat(state)])
        title = look.write(image, self.say("turris.block"), "name", (x, line), "midleft", fit=box.w - 2 * x)
        if look.width(left, "label") < box.right - x - title.right - look.px(10):
            look.write(image, left, "label", (box.right - x, line), "midright", look.theme.dim)

    def shown_seat(self, state: TurrisState) -> int:
        """Return the player whose blocks the panel offers."""
        return self.host.viewer if self.host.viewer is not None else state.player

    # --- the bonus ---

    def _bonus_buttons(self, row: pygame.Rect, state: TurrisState) -> None:
        look = self.look
        gap, height = look.px(8), self._button_height()
        legal = list(self.host.rules.legal_moves(state))
        can_lay = any(isinstance(move, Lay) for move in legal)
        can_take = any(isinstance(move, TakeOut) for move in legal)
        entries = [("turris.another", "putin", lambda: self.set_taking(False), can_lay, not self.taking),
                   ("turris.take_out", "takeout", lambda: self.set_taking(True), can_take, self.taking),
                   ("turris.decline", "cross", lambda: self.host.act(Pass()), True, False)]
        icons = all(look.width(self.say(key), "label") + look.px(60) <= row.w for key, *_ in entries)
        for i, (key, icon, action, legal_now, chosen) in enumerate(entries):
            rect = pygame.Rect(row.left, row.top + i * (height + gap), row.w, height)
            self.buttons.append(Button(self.host.screen, rect, self.say(key), action,
                                       icon=icon if icons else None, role="label",
                                       enabled=legal_now, z=60,
                                       kind="primary" if chosen and legal_now else "secondary",
                                       tip=self.say(f"{key}_tip" if legal_now else f"{key}_not")))
        used = 3 * (height + gap)
        rest = pygame.Rect(row.left, row.top + used, row.w, row.h - used)
        if self.taking:
            self._say(rest, self.say("turris.choose_block"))
        elif can_lay:
            self._block_cards(rest, state)

    def _say(self, rect: pygame.Rect, text: str) -> None:
        """Show a sentence instead of the cards."""
        look = self.look
        image = pygame.Surface(rect.size, pygame.SRCALPHA)
        high = look.paragraph_height(text, "label", rect.w - look.px(16))
        look.paragraph(image, text, "label",
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
        height = (row.h - gap) // 2
        for i, name in enumerate((UPRIGHT, FLAT)):
            rect = pygame.Rect(row.left, row.top + i * (height + gap), row.w, height)
            self._card_sprites[name] = self.put(self._card(name, rect.size), rect.topleft, 45)
            self._sprites.append(self._card_sprites[name])
            self.cards[name] = rect

    def lift(self, name: str | None) -> None:
        """Lift the block of a card under the mouse, with its shadow, and put down the one before."""
        if name == self._lifted:
            return
        before, self._lifted = self._lifted, name
        for changed in {before, name} & set(self._card_sprites):
            assert changed is not None
            self._card_sprites[changed].set(self._card(changed, self.cards[changed].size))

    def _card(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        """Draw a block and its turn; of a dragged one only its empty place."""
        look, hand = self.look, self.host.hand
        image = pygame.Surface(size, pygame.SRCALPHA)
        box = image.get_rect()
        held = hand.holding and hand.piece == name
        shapes.draw_box(image, box, look.px(14), look.theme.raised, 1,
                        self.accent if held else look.theme.line,
                        1 if held else 0.2, max(1.2, 2 * look.k))
        words = [self.say(f"block.{name}"), *([self.say("turris.in_hand")] if held else [])]
        wide = max(look.width(words[0], "button"), look.width(words[-1], "label"))
        room = max(box.w // 3, min(box.w // 2, box.w - wide - look.px(24)))
        picture = block_picture("V" if name == UPRIGHT else "X",
                                max(8, round(min(box.h * 0.3, room * 0.36, look.px(52)))),
                                woods_of(look)[self.host.state.player], round(self.tower.yaw))
        spot = picture.get_rect(center=(room // 2 + look.px(4), box.centery))
        if held and hand.how == "drag":
            shapes.draw_dashed_box(image, spot, look.px(10), "#ffffff", 0.5, max(1.2, 2 * look.k), (8.0, 7.0))
        else:
            if name == self._lifted:
                shadow = spot.inflate(-spot.w // 3, -spot.h // 2).move(0, spot.h // 4)
                shapes.draw_soft_box(image, shadow, shadow.h / 2, "#000000", 0.4, look.px(8))
            image.blit(picture, spot.move(0, -look.px(5) if name == self._lifted else 0))
        x, apart = room + look.px(10), look.line_height("label") // 2 + 1 if held else 0
        look.write(image, words[0], "button", (x, box.centery - apart), "midleft", fit=box.w - x - look.px(8))
        if held:
            look.write(image, words[1], "label", (x, box.centery + apart), "midleft", look.theme.dim,
                       fit=box.w - x - look.px(8))
        return image
