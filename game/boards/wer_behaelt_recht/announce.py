"""Announcing a word in Wer behält recht?: a letter lies on its place, a word is typed or picked from those that fit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

import pygame

from game.boards.letters.draft import Tile, folded
from game.draw import chrome
from game.ui.stage import Sprite
from game.ui.widgets import Button
from rules.base import Refusal

if TYPE_CHECKING:
    from game.boards.wer_behaelt_recht.board import WerTable

MOST = 60
"""So many words are looked at; they are those that people know best."""
WIDTH = 340


class Offer(Button):
    """A word that fits; pointing at it shows where it would stand."""

    def __init__(self, *args: Any, pointed: Callable[[], None], **more: Any):
        self._pointed = pointed
        super().__init__(*args, **more)

    def hover_at(self, pos: tuple[int, int]) -> None:
        self._pointed()


class Announcement:
    """A letter on a spot, waiting for its word. It belongs to the table, not to the game."""

    def __init__(self, table: WerTable, tile: Tile, spot: Any, letter: str):
        self.table, self.tile, self.spot, self.letter = table, tile, spot, letter
        self.typed = ""
        self.chosen = 0
        self._sprites: list[Sprite] = []
        self.offers: list[Offer] = []
        self.choices: list[Any] = []
        self._look_up()

    # --- what can be said ---

    def _look_up(self) -> None:
        """The words that fit what was typed; the open word first, if it can still be said."""
        rules, state = self.table.wer, self.table.state
        found = list(islice(rules.announcements(state, self.spot, self.letter, self.typed), MOST))
        if state.word is not None:
            found.sort(key=lambda move: move.word != state.word.text)
        self.choices = found if self.offering else [move for move in found if move.word == self.typed]
        self.chosen = 0

    @property
    def offering(self) -> bool:
        """Whether words are offered; the player may want to think of them alone."""
        return self.table.scene.app.settings.is_on("word_offers")

    @property
    def move(self) -> Any:
        """What Enter would say: the word that was chosen, or the one that was typed."""
        if self.choices and (self.offering or self.choices[0].word == self.typed):
            return self.choices[self.chosen]
        return None

    def refusal(self) -> Refusal | None:
        """Why the typed word cannot be said."""
        if len(self.typed) < 2 or any(move.word == self.typed for move in self.choices):
            return None
        if self.choices and self.offering:
            return None
        table = self.table
        fragment = table.wer.line(table.state, self.spot, self.letter).fragment.text
        at = max(0, self.typed.find(fragment))
        return table.wer.why_illegal(table.state, self.spot.say(self.letter, self.typed, at))

    # --- keys ---

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.say()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self.choose(self.chosen + (1 if event.key == pygame.K_DOWN else -1))
        elif event.key == pygame.K_BACKSPACE:
            self.type(self.typed[:-1])
        else:
            more = folded(getattr(event, "unicode", ""))
            if not more:
                return False
            self.type(self.typed + more)
        return True

    def type(self, text: str) -> None:
        self.typed = text[:24]
        self._look_up()
        self.table.scene.app.sounds.play("letter")
        self.table.show_announcement()

    def choose(self, number: int) -> None:
        if self.choices:
            number %= len(self.choices)
            if number != self.chosen:
                self.chosen = number
                self.table.show_announcement()

    def say(self) -> None:
        move = self.move
        if move is None:
            refusal = self.refusal()
            scene = self.table.scene
            scene.app.sounds.play("refuse")
            scene.set_status(self.table.say(refusal if refusal is not None else "wer.type_first"), mood="bad")
            return
        self.table.announce(move)

    # --- the panel ---

    def clear(self) -> None:
        for sprite in self._sprites:
            sprite.remove()
        for offer in self.offers:
            offer.remove()
        self._sprites, self.offers = [], []

    def show(self) -> None:
        self.clear()
        look, table = self.table.look, self.table
        area = table.grid.area
        row = max(look.px(44), look.design["sizes"]["hit_min"])
        refusal = self.refusal()
        rows = min(7, len(self.choices)) if self.offering or len(self.choices) > 1 else 0
        note = table.say(refusal) if refusal is not None else "" if rows else table.say("wer.nothing_fits")
        if not note and not self.offering:
            note = table.say("wer.type_it")
        inner = look.px(WIDTH - 44)
        note_h = look.paragraph_height(note, "label", inner) + look.px(8) if note else 0
        high = look.px(62) + look.px(64) + note_h + rows * (row + look.px(6)) + look.px(14)
        box = pygame.Rect(0, 0, look.px(WIDTH), min(high, area.h))
        box.topright = (area.right - look.px(6), area.top + look.px(4))
        spot = table.squares.rect(self.spot.square)
        if box.inflate(look.px(40), look.px(40)).colliderect(spot):
            box.left = area.left + look.px(6)
        self._paint(box, refusal is not None, note)
        y = box.top + look.px(126) + note_h
        first = max(0, min(self.chosen - rows // 2, len(self.choices) - rows))
        for i, move in list(enumerate(self.choices))[first:first + rows]:
            rect = pygame.Rect(box.left + look.px(16), y, box.w - look.px(32), row)
            self.offers.append(Offer(table.scene, rect, move.word, lambda i=i: self._pick(i), role="label", z=182,
                                      icon="check" if i == self.chosen else None,
                                      pointed=lambda i=i: self._point(i)))
            y += row + look.px(6)

    def _pick(self, number: int) -> None:
        self.chosen = number
        self.say()

    def _point(self, number: int) -> None:
        if number != self.chosen:
            self.chosen = number
            self.table.show_open_word()

    def _paint(self, box: pygame.Rect, wrong: bool, note: str) -> None:
        look, table = self.table.look, self.table
        margin = look.px(26)
        image = pygame.Surface((box.w + 2 * margin, box.h + 2 * margin), pygame.SRCALPHA)
        panel = pygame.Rect(margin, margin, box.w, box.h)
        colour = look.theme.bad if wrong else table.scene.accent
        chrome.draw_panel(look, image, panel, radius=look.px(18), shadow="panel", alpha=0.97, stroke=colour)
        chrome.draw_caption(look, image, table.say("wer.announce_with", letter=self.letter.upper()),
                            (panel.left + look.px(22), panel.top + look.px(18)))
        field = pygame.Rect(panel.left + look.px(16), panel.top + look.px(52), panel.w - look.px(32), look.px(62))
        chrome.draw_well(look, image, field, look.px(12), stroke=colour, width=2)
        text = self.typed or table.say("wer.type_here")
        ink = look.theme.text if self.typed else look.theme.dim
        look.write(image, text, "name" if self.typed else "label", (field.left + look.px(16), field.centery), "midleft",
                   ink, fit=field.w - look.px(32))
        if note:
            look.paragraph(image, note, "label", pygame.Rect(panel.left + look.px(22), field.bottom + look.px(10),
                                                             panel.w - look.px(44), panel.h),
                           look.theme.bad if wrong else look.theme.dim)
        self._sprites.append(table.put(image, (box.left - margin, box.top - margin), 180))
