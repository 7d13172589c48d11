"""Announcing a word in Wer behält recht?: the panel in which a word is typed or chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Protocol

import pygame

from game.boards.kit.part import Part
from game.boards.letters.cursor import ENTER
from game.boards.letters.draft import Tile
from game.boards.letters.field import CARD_Z, LetterField
from game.draw import chrome
from game.draw.svg import Colour
from game.table.host import WordHost
from game.ui.scene import Scene
from game.ui.stage import Sprite
from game.ui.widgets import Button
from rules.base import Refusal
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Say, Spot, WerState
from rules.words.placement import jolly_for, without

LOOKED_UP, MOST = 240, 60
"""Number of words looked up, the best known ones first, and of those offered."""
NOTHING = -1
"""The number of the chosen word while none is chosen."""
LONGEST = 24
"""Letters that can be typed."""
ROWS = 7
"""Words shown at the same time."""
WIDTH = 340
OFFER_Z = CARD_Z + 2


class AnnouncingBoard(Protocol):
    """The interface of a board for an announcement."""

    @property
    def rules(self) -> WerBehaeltRecht: ...

    @property
    def state(self) -> WerState: ...

    def show_announcement(self) -> None:
        """Update the panel and the word after another one was typed or chosen."""

    def show_open_word(self) -> None:
        """Show where the chosen word would lie."""

    def announce(self, move: Say) -> None:
        """Play the announcement."""


class Offer(Button):
    """A word that fits, and what the hand lacks for it; pointing at it shows where it would lie."""

    def __init__(self, scene: Scene, rect: pygame.Rect, word: str, press: Callable[[], None], *,
                 pointed: Callable[[], None], chosen: bool, note: str):
        self._pointed, self.note = pointed, note
        super().__init__(scene, rect, word, press, role="label", z=OFFER_Z, icon="check" if chosen else None)

    def speech(self) -> str:
        return f"{super().speech()}, {self.note}" if self.note else super().speech()

    def _paint_label(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour) -> None:
        look = self.look
        if not self.note:
            super()._paint_label(surface, rect, colour)
            return
        written = look.write(surface, self.note, "label", (rect.right - look.px(12), rect.centery),
                             "midright", look.theme.warn, fit=rect.w // 2)
        left = rect.left + look.px(14)
        if self.icon:
            look.draw_icon(surface, self.icon, (left + look.px(9), rect.centery), look.px(22), colour)
            left += look.px(28)
        look.write(surface, self.label, "label", (left, rect.centery), "midleft", colour,
                   fit=max(20, written.left - left - look.px(8)))

    def hover_at(self, pos: tuple[int, int]) -> None:
        self._pointed()


class Announcement(Part[WordHost]):
    """A letter of the hand on a spot, and the word being announced with it."""

    def __init__(self, host: WordHost, board: AnnouncingBoard, field: LetterField, tile: Tile, spot: Spot,
                 letter: str):
        super().__init__(host)
        self.board, self.field = board, field
        self.tile, self.spot, self.letter = tile, spot, letter
        self.typed = ""
        self.chosen = 0
        self.choices: list[Say] = []
        self._lacks: dict[Say, str] = {}
        self.offers: list[Offer] = []
        """The buttons of the words that are shown."""
        self._sprites: list[Sprite] = []
        self._look_up()

    # --- the words ---

    def _look_up(self) -> None:
        """Find the words that match the typed letters: those that the hand completes come first, among them
        the open word; none is chosen that the player could not complete."""
        rules, state = self.board.rules, self.board.state
        fitting = rules.announcements(state, self.spot, self.letter, self.typed)
        found = list(islice((move for move in fitting if self._is_shown(move.word)), LOOKED_UP))
        open_word = state.word.text if state.word is not None else ""
        self._lacks = {move: "" if move.word == open_word else self._lacking(move) for move in found}
        found.sort(key=lambda move: (bool(self._lacks[move]), move.word != open_word))
        found = found[:MOST]
        self.choices = found if self.offering else [move for move in found if move.word == self.typed]
        safe = bool(self.choices) and not self._lacks[self.choices[0]]
        self.chosen = next((i for i, move in enumerate(self.choices) if move.word == self.typed),
                           0 if safe else NOTHING)

    def lacks(self, move: Say) -> str:
        """Return the letters that the hand lacks to complete an announcement."""
        return self._lacks.get(move, "")

    def _lacking(self, move: Say) -> str:
        rules, state = self.board.rules, self.board.state
        word = rules.line(state, self.spot, self.letter).word(move.word, move.at)
        hand, lacks = without(state.hand, self.tile.mark), ""
        for square, mark in word.missing(state.letters).items():
            held = next((letter for letter in (mark, jolly_for(mark)) if letter in hand), None)
            if square == self.spot.square:
                continue
            if held is None:
                lacks += mark
            else:
                hand = without(hand, held)
        return lacks

    def _is_shown(self, word: str) -> bool:
        """Return whether a word may be listed: a rude one only if allowed, typed or already announced."""
        state = self.board.state
        known = word == self.typed or (state.word is not None and word == state.word.text)
        return known or not self.host.settings.is_on("decent_offers") or not (
            self.board.rules.vocabulary(state).is_rude(word))

    @property
    def offering(self) -> bool:
        """Whether words are offered; players may turn this off to find them alone."""
        return self.host.settings.is_on("word_offers")

    @property
    def move(self) -> Say | None:
        """The announcement that Enter makes: the chosen word, or the typed one."""
        return self.choices[self.chosen] if self.choices and self.chosen != NOTHING else None

    def refusal(self) -> Refusal | None:
        """Return why the typed word cannot be announced."""
        if len(self.typed) < 2 or any(move.word == self.typed for move in self.choices):
            return None
        if self.choices and self.offering:
            return None
        rules, state = self.board.rules, self.board.state
        fragment = rules.line(state, self.spot, self.letter).fragment.text
        at = max(0, self.typed.find(fragment))
        return rules.why_illegal(state, self.spot.say(self.letter, self.typed, at))

    # --- keys ---

    def key(self, event: pygame.Event) -> bool:
        if event.key in ENTER:
            self.announce()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self.choose(self.chosen + (1 if event.key == pygame.K_DOWN else -1))
        elif event.key == pygame.K_BACKSPACE:
            self.type(self.typed[:-1])
        else:
            more = self.board.rules.language.typed(getattr(event, "unicode", ""))
            if not more:
                return False
            self.type(self.typed + more)
        return True

    def type(self, text: str) -> None:
        self.typed = text[:LONGEST]
        self._look_up()
        self.host.sounds.play("letter")
        self.board.show_announcement()

    def begin(self, mark: str) -> None:
        """Count the laid letter as the first one typed, if words of this spot may begin with it."""
        self.typed = mark
        self._look_up()
        if not self.choices and self.offering:
            self.typed = ""
            self._look_up()
        self.board.show_announcement()

    def choose(self, number: int) -> None:
        if self.choices:
            number = max(number, 0) if self.chosen == NOTHING else number % len(self.choices)
            if number != self.chosen:
                self.chosen = number
                self.board.show_announcement()

    def announce(self) -> None:
        """Play the announcement or say why it cannot be made."""
        move = self.move
        if move is None:
            refusal = self.refusal()
            self.host.sounds.play("refuse")
            self.host.set_status(self.say(refusal if refusal is not None else "wer.type_first"), mood="bad")
            return
        self.board.announce(move)

    # --- the panel ---

    def clear(self) -> None:
        for sprite in self._sprites:
            sprite.remove()
        for offer in self.offers:
            offer.remove()
        self.forget_widgets()

    def forget_widgets(self) -> None:
        """Drop references to sprites and widgets after the stage was rebuilt."""
        self._sprites, self.offers = [], []

    def show(self) -> None:
        self.clear()
        look, area = self.look, self.field.area
        row = max(look.px(44), look.design["sizes"]["hit_min"])
        refusal = self.refusal()
        rows = min(ROWS, len(self.choices)) if self.offering or len(self.choices) > 1 else 0
        note = self.say(refusal) if refusal is not None else "" if rows else self.say("wer.nothing_fits")
        if not note and not self.offering:
            note = self.say("wer.type_it")
        inner = look.px(WIDTH - 44)
        note_h = look.paragraph_height(note, "label", inner) + look.px(8) if note else 0
        high = self._head + self._well + note_h + rows * (row + look.px(6)) + look.px(26)
        box = pygame.Rect(0, 0, look.px(WIDTH), min(high, area.h))
        box.topright = (area.right - look.px(6), area.top + look.px(4))
        spot = self.field.view.rect(self.spot.square)
        if box.inflate(look.px(40), look.px(40)).colliderect(spot):
            box.left = area.left + look.px(6)
        self._paint(box, note, wrong=refusal is not None)
        y = box.top + self._head + self._well + look.px(12) + note_h
        first = max(0, min(self.chosen - rows // 2, len(self.choices) - rows))
        for i, move in list(enumerate(self.choices))[first:first + rows]:
            rect = pygame.Rect(box.left + look.px(16), y, box.w - look.px(32), row)
            self.offers.append(Offer(self.host.screen, rect, move.word, partial(self._pick, i),
                                     pointed=partial(self._point, i), chosen=i == self.chosen,
                                     note=self.say("wer.lacks", letters=" ".join(self.lacks(move)))
                                     if self.lacks(move) else ""))
            y += row + look.px(6)

    @property
    def _head(self) -> int:
        """The height of the caption."""
        return max(self.px(52), self.look.line_height("caption") + self.px(26))

    @property
    def _well(self) -> int:
        """The height of the field that is typed in."""
        return max(self.px(62), self.look.line_height("name") + self.px(8))

    def _pick(self, number: int) -> None:
        self.chosen = number
        self.announce()

    def _point(self, number: int) -> None:
        if number != self.chosen:
            self.chosen = number
            self.board.show_open_word()

    def _paint(self, box: pygame.Rect, note: str, *, wrong: bool) -> None:
        look = self.look
        margin = look.px(26)
        image = pygame.Surface((box.w + 2 * margin, box.h + 2 * margin), pygame.SRCALPHA)
        panel = pygame.Rect(margin, margin, box.w, box.h)
        colour = look.theme.bad if wrong else self.accent
        chrome.draw_panel(look, image, panel, radius=look.px(18), shadow="panel", alpha=0.97, stroke=colour)
        chrome.draw_caption(look, image, self.say("wer.announce_with", letter=self.letter.upper()),
                            (panel.left + look.px(22), panel.top + look.px(18)))
        field = pygame.Rect(panel.left + look.px(16), panel.top + self._head, panel.w - look.px(32),
                            self._well)
        chrome.draw_well(look, image, field, look.px(12), stroke=colour, width=2)
        text = self.typed or self.say("wer.type_here")
        ink = look.theme.text if self.typed else look.theme.dim
        look.write(image, text, "name" if self.typed else "label", (field.left + look.px(16), field.centery),
                   "midleft", ink, fit=field.w - look.px(32))
        if note:
            below = pygame.Rect(panel.left + look.px(22), field.bottom + look.px(10), panel.w - look.px(44),
                                panel.h)
            look.paragraph(image, note, "label", below, look.theme.bad if wrong else look.theme.dim)
        self._sprites.append(self.put(image, (box.left - margin, box.top - margin), CARD_Z))
