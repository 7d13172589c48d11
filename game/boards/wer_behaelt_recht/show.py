"""How the open word of Wer behält recht? looks: its missing squares, the strip above the board, the author's bubble."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.boards.letters.buying import BuyingBoard
from game.boards.letters.draft import Square
from game.draw import chrome, shapes
from game.ui.stage import Sprite
from rules.base import Said
from rules.games.wer_behaelt_recht.line import Word
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import WerState
from rules.session import Ply

if TYPE_CHECKING:
    from game.boards.wer_behaelt_recht.announce import Announcement

COMPLETED = ("log.wer.complete", "log.wer.completes")
"""What is said of a word that has become whole."""
IVORY = "#fff7e3"
"""The paper of the speech bubbles."""


class WerShow(BuyingBoard):
    """The visible half of `WerTable`."""

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.announcement: Announcement | None = None
        self.strip = pygame.Rect(0, 0, 0, 0)
        """Where the open word is told; from `build` on."""
        self.word_marks: list[Sprite] = []
        self._bubble: Sprite | None = None

    @property
    def wer(self) -> WerBehaeltRecht:
        rules = self.rules
        assert isinstance(rules, WerBehaeltRecht)
        return rules

    def letter_area(self, area: pygame.Rect) -> pygame.Rect:
        """Below the strip that tells of the open word."""
        strip = self.px(64)
        self.strip = pygame.Rect(area.left + self.px(20), area.top + self.px(2), area.w - self.px(40), strip)
        return pygame.Rect(area.left, area.top + strip + self.px(12), area.w, area.h - strip - self.px(86))

    def cells_to_fit(self, state: WerState) -> Any:
        word = [*state.word.squares] if state.word is not None else []
        return [*self.laid(state), *word] or [(-3, 0), (3, 0)]

    def show_extras(self, state: WerState) -> None:
        super().show_extras(state)
        if not state.letters:
            self.show_start([self.first_cell])

    # --- the open word ---

    def show_open_word(self) -> None:
        """The missing squares are dashed and show what is to come; an announcement shows its own."""
        for sprite in self.word_marks:
            sprite.remove()
        self.word_marks = []
        state = self.state
        word, ann = state.word, self.announcement
        if ann is not None:
            self.word_marks.append(self.put_letter(ann.spot.square, ann.letter, lifted=True, z=160))
            if ann.move is not None:
                line = self.wer.line(state, ann.spot, ann.letter)
                word = line.word(ann.move.word, ann.move.at)
        if word is not None:
            taken = {ann.spot.square} if ann is not None else set()
            self._show_missing(word, taken)
        self._show_strip(state)

    def _show_missing(self, word: Word, taken: set[Square]) -> None:
        look = self.look
        accent = look.theme.box_accent(self.scene.game)
        for square, mark in word.missing(self.laid(self.state)).items():
            if square in taken:
                continue
            rect = self.squares.rect(square).inflate(-look.px(6), -look.px(6))
            image = pygame.Surface((rect.w + 8, rect.h + 8), pygame.SRCALPHA)
            box = pygame.Rect(4, 4, rect.w, rect.h)
            shapes.draw_dashed_box(image, box, look.px(12), accent, 0.95, max(1.5, 2.6 * look.k), (8 * look.k, 6 * look.k))
            ghost = self.tile(mark, rect.w).image.copy()
            ghost.set_alpha(120)
            image.blit(ghost, ghost.get_rect(center=box.center))
            self.word_marks.append(self.put(image, (rect.left - 4, rect.top - 4), 120))
        if len(word.text) > 1:
            self.word_marks.append(self.run_outline(list(word.squares), accent, z=121, soft=0.35))

    def _show_strip(self, state: WerState) -> None:
        """One line above the board: the open word, whose it is, what is missing, who will have to complete it."""
        look, strip = self.look, self.strip
        parts = self.strip_parts(state)
        roles = ["name" if strong else "label" for _, strong in parts]
        gap, end = look.px(18), look.px(20)
        needs = [look.width(text, role) for (text, _), role in zip(parts, roles)]
        most = strip.w - (self._bubble_width(state.word.text) if state.word is not None else 0)
        while len(parts) > 1 and 2 * end + sum(needs) + gap * (len(parts) - 1) > most:
            parts, needs = parts[:-1], needs[:-1]  # what comes last matters least
        width = min(most, 2 * end + sum(needs) + gap * (len(parts) - 1))
        image = pygame.Surface((width, strip.h), pygame.SRCALPHA)
        chrome.draw_panel(look, image, image.get_rect(), radius=look.px(16), shadow=None, alpha=0.9)
        x = end
        for (text, strong), role, need in zip(parts, roles, needs):
            look.write(image, text, role, (x, strip.h // 2), "midleft", look.theme.text if strong else look.theme.dim,
                       fit=width - end - x)
            x += need + gap
        self.word_marks.append(self.put(image, strip.topleft, 43))

    def strip_parts(self, state: WerState) -> list[tuple[str, bool]]:
        names = [seat.name for seat in self.scene.session.seats]
        if state.word is not None:
            missing = " ".join(state.word.missing(state.letters).values())
            assert state.author is not None
            who, author = "you" if state.author == self.scene.viewer else "them", names[state.author]
            when = self.say(f"wer.completes_now.{who}", name=author) if state.must_complete else self.say(
                f"wer.will_complete.{who}", name=author, n=self._turns_to(state))
            return [(state.word.text, True), (self.say(f"wer.said_by.{who}", name=author), False),
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
        """How many others come before the author; one who lays a premium comes again only after all of them."""
        seat, turns = state.after(state.player) if state.premium else state.player, 0
        while seat != state.author and turns < len(state.hands):
            seat, turns = state.after(seat), turns + 1
        return turns

    def _show_bubble(self, state: WerState) -> None:
        """The author's word as a speech bubble beside their plate."""
        if self._bubble is not None:
            self._bubble.remove()
            self._bubble = None
        rects = getattr(self.scene.side, "rects", None)
        if state.word is None or state.author is None or not rects:
            return
        look, plate = self.look, rects[state.author]
        box = pygame.Rect(0, 0, self._bubble_width(state.word.text) - look.px(22), look.px(54))
        image = pygame.Surface((box.w + look.px(22), look.px(62)), pygame.SRCALPHA)
        shapes.draw_box(image, box, look.px(18), IVORY)
        tail = [(box.right - look.px(4), box.centery - look.px(10)), (box.right + look.px(18), box.centery),
                (box.right - look.px(4), box.centery + look.px(10))]
        pygame.draw.polygon(image, IVORY, tail)
        look.write(image, state.word.text, "name", box.center, "center", "#2a1c10")
        if look.m.shape == "classic_4_3":
            return  # plates lie in a row above the board: the strip says the same
        self._bubble = self.put(image, (plate.left - image.get_width() + look.px(6), plate.centery - box.h // 2), 66)

    def _bubble_width(self, word: str) -> int:
        return self.look.width(word, "name") + self.px(66)

    # --- the finest move ---

    @staticmethod
    def _completed(ply: Ply) -> Word | None:
        """The word that a move made whole."""
        whole = any(isinstance(event, Said) and event.phrase and event.phrase.key in COMPLETED for event in ply.events)
        return ply.state.last if whole else None

    def merit(self, ply: Ply) -> int:
        word = self._completed(ply)
        return len(word.text) if word is not None else 0

    def feat_of(self, ply: Ply) -> tuple[str, str] | None:
        word = self._completed(ply)
        return (word.text, self.say("letters.left", n=len(word.text))) if word is not None else None

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        word = self._completed(ply)
        return self.word_picture(ply.state.letters, list(word.squares), size) if word is not None else None
