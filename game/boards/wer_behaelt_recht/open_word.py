"""The open word of Wer behält recht?: its missing squares, the strip above the field, the speech bubble."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.boards.kit.part import Part
from game.boards.letters.draft import Square
from game.boards.letters.field import LETTER_Z, LetterField
from game.boards.wer_behaelt_recht.announce import Announcement
from game.draw import chrome, shapes
from game.table.host import WordHost
from game.ui.grammar import Who
from game.ui.stage import Sprite
from rules.games.wer_behaelt_recht.line import Word
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import WerState

IVORY = "#fff7e3"
"""The paper of the speech bubbles."""
MISSING_Z = 26
"""Above the letters of the table, below hints and the marks of a review."""


class OpenWordBoard(Protocol):
    """The interface of a board for the open word."""

    @property
    def rules(self) -> WerBehaeltRecht: ...

    @property
    def state(self) -> WerState: ...


class OpenWord(Part[WordHost]):
    """Shows the announced word, or the one being announced."""

    def __init__(self, host: WordHost, field: LetterField, board: OpenWordBoard):
        super().__init__(host)
        self.field, self.board = field, board
        self.marks: list[Sprite] = []
        self._strip = pygame.Rect(0, 0, 0, 0)
        self._bubble: Sprite | None = None

    def build(self, strip: pygame.Rect) -> None:
        """Use another place for the strip, and drop the sprites of an earlier layout."""
        self._strip, self.marks, self._bubble = strip, [], None

    def show(self, announcement: Announcement | None) -> None:
        """Draw the missing squares dashed, with their letters; an announcement shows its own word."""
        for sprite in self.marks:
            sprite.remove()
        self.marks = []
        state, taken = self.board.state, set[Square]()
        word = state.word
        if announcement is not None:
            spot, move = announcement.spot, announcement.move
            taken.add(spot.square)
            self.marks.append(self.field.lay(spot.square, announcement.letter, lifted=True, z=LETTER_Z))
            if move is not None:
                word = self.board.rules.line(state, spot, announcement.letter).word(move.word, move.at)
        if word is not None:
            self._show_missing(word, taken)
        self._show_strip(state)

    def _show_missing(self, word: Word, taken: set[Square]) -> None:
        look = self.look
        accent = self.glow_colour
        for square, mark in word.missing(self.board.state.letters).items():
            if square in taken:
                continue
            rect = self.field.view.rect(square).inflate(-look.px(6), -look.px(6))
            image = pygame.Surface((rect.w + 8, rect.h + 8), pygame.SRCALPHA)
            box = pygame.Rect(4, 4, rect.w, rect.h)
            shapes.draw_dashed_box(image, box, look.px(12), accent, 0.95, max(1.5, 2.6 * look.k),
                                   (8 * look.k, 6 * look.k))
            ghost = self.field.faint(mark, rect.w, 120)
            image.blit(ghost, ghost.get_rect(center=box.center))
            self.marks.append(self.put(image, (rect.left - 4, rect.top - 4), MISSING_Z))
        if len(word.text) > 1:
            self.marks.append(self.field.outline(word.squares, accent, z=MISSING_Z + 1, soft=0.35))

    def _show_strip(self, state: WerState) -> None:
        """Draw one line above the field; parts that do not fit are dropped from the end."""
        look, strip = self.look, self._strip
        parts = self.strip_parts(state)
        roles = ["name" if strong else "label" for _, strong in parts]
        gap, end = look.px(18), look.px(20)
        needs = [look.width(text, role) for (text, _), role in zip(parts, roles, strict=True)]
        most = strip.w - (self._bubble_width(state.word.text) if state.word is not None else 0)
        while len(parts) > 1 and 2 * end + sum(needs) + gap * (len(parts) - 1) > most:
            parts, needs = parts[:-1], needs[:-1]
        width = min(most, 2 * end + sum(needs) + gap * (len(parts) - 1))
        image = pygame.Surface((width, strip.h), pygame.SRCALPHA)
        chrome.draw_panel(look, image, image.get_rect(), radius=look.px(16), shadow=None, alpha=0.9)
        x = end
        for (text, strong), role, need in zip(parts, roles, needs, strict=False):
            look.write(image, text, role, (x, strip.h // 2), "midleft",
                       look.theme.text if strong else look.theme.dim, fit=width - end - x)
            x += need + gap
        self.marks.append(self.put(image, strip.topleft, 43))

    def strip_parts(self, state: WerState) -> list[tuple[str, bool]]:
        """Return the texts of the strip and whether each is emphasised.

        They are the open word, its author, the missing letters, and when it must be completed.
        """
        if state.word is not None:
            missing = " ".join(state.word.missing(state.letters).values())
            assert state.author is not None
            author = Who((self.host.seats[state.author].name,), state.author == self.host.viewer)
            when = self.say("wer.completes_now", name=author) if state.must_complete else self.say(
                "wer.will_complete", name=author, n=self._turns_to(state))
            return [(state.word.text, True), (self.say("wer.said_by", name=author), False),
                    (self.say("wer.missing", letters=missing), False), (when, False)]
        if state.fragment is not None:
            return [(state.fragment.text, True), (self.say("wer.nobody_said"), False)]
        if state.last is None and not state.letters:
            return [(self.say("wer.first_letter"), False)]
        if state.anywhere or state.last is None:
            return [(self.say("wer.cross_any"), False)]
        return [(state.last.text, True), (self.say("wer.cross_last"), False)]

    @staticmethod
    def _turns_to(state: WerState) -> int:
        """Return the number of turns before the author's; after a premium the player comes again last."""
        seat, turns = state.after(state.player) if state.premium else state.player, 0
        while seat != state.author and turns < len(state.hands):
            seat, turns = state.after(seat), turns + 1
        return turns

    def show_bubble(self, state: WerState) -> None:
        """Draw the author's word as a speech bubble beside their plate."""
        if self._bubble is not None:
            self._bubble.remove()
            self._bubble = None
        look, plate = self.look, self.host.side.plate(state.author) if state.author is not None else None
        if state.word is None or plate is None or look.m.shape == "classic_4_3":
            return  # in a 4:3 window plates are above the board, and the strip has the same text
        box = pygame.Rect(0, 0, self._bubble_width(state.word.text) - look.px(22), look.px(54))
        image = pygame.Surface((box.w + look.px(22), look.px(62)), pygame.SRCALPHA)
        shapes.draw_box(image, box, look.px(18), IVORY)
        tail = [(box.right - look.px(4), box.centery - look.px(10)), (box.right + look.px(18), box.centery),
                (box.right - look.px(4), box.centery + look.px(10))]
        pygame.draw.polygon(image, IVORY, tail)
        look.write(image, state.word.text, "name", box.center, "center", "#2a1c10")
        left = plate.left - image.get_width() + look.px(6)
        self._bubble = self.put(image, (left, plate.centery - box.h // 2), 66)

    def hide_bubble(self, *, hidden: bool) -> None:
        """Hide the speech bubble while the panel of an announcement is open."""
        if self._bubble is not None:
            self._bubble.show(not hidden)

    def _bubble_width(self, word: str) -> int:
        return self.look.width(word, "name") + self.px(66)
