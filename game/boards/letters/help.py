"""Pictures of letters for the rules pages of the word games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import pygame

from game.boards.kit.help_parts import line_width, patch, picture_width, px
from game.draw import shapes
from game.draw.letter import letter
from game.draw.svg import Colour
from game.ui.help_sheet import HelpBoard, HelpSheet
from game.ui.paper.sheet import verdict_badge
from rules.base import Rules
from rules.games.crossword.laying import LayingRules
from rules.games.crossword.letters import BLACK, JOLLIES, RED, Letters
from rules.words.language import Language
from rules.words.vocabulary import BY_AGREEMENT

Square = tuple[int, int]
LARGEST = 52
"""The side of a letter in pixels of the mock-ups."""


class LetterPicture:
    """A part of a field of letters, large enough for its squares."""

    def __init__(self, sheet: HelpSheet, squares: Iterable[Square], points: Mapping[str, int] | None = None):
        self.sheet, self.points = sheet, points
        shown = list(squares)
        left, right = min(x for x, _ in shown), max(x for x, _ in shown) + 1
        top, bottom = min(y for _, y in shown), max(y for _, y in shown) + 1
        width, pad = picture_width(sheet), px(sheet, 26)
        self.side = min(px(sheet, LARGEST), (width - 2 * pad) // (right - left))
        height = (bottom - top) * self.side + 2 * pad + px(sheet, 6)
        self.left = round(width / 2 - (left + right) / 2 * self.side)
        self.top = pad - top * self.side
        self.surface = patch(sheet, width, height)

    def rect(self, squares: Iterable[Square]) -> pygame.Rect:
        boxes = [pygame.Rect(self.left + x * self.side, self.top + y * self.side, self.side, self.side)
                 for x, y in squares]
        return boxes[0].unionall(boxes[1:])

    def lay(self, letters: Mapping[Square, str], *, lifted: bool = False) -> None:
        for square, mark in sorted(letters.items(), key=lambda entry: entry[0][1]):
            value = self.points.get(mark) if self.points else None
            piece = letter(mark, self.side - 2, value, lifted=lifted)
            box = self.rect([square])
            top = box.top + 1 - piece.pad - (2 if lifted else 0)
            self.surface.blit(piece.image, (box.left + 1 - piece.pad, top))

    def outline(self, squares: Iterable[Square], colour: Colour, *, dashed: bool = False) -> None:
        box = self.rect(squares).inflate(4, 6)
        if dashed:
            shapes.draw_dashed_box(self.surface, box, self.side * 0.16, colour, 1.0,
                                   line_width(self.sheet, 3), (self.side * 0.14, self.side * 0.1))
            return
        shapes.draw_ring_glow(self.surface, box, self.side * 0.16, colour, 0.8, self.side * 0.12)
        shapes.draw_box(self.surface, box, self.side * 0.16, None, 1, colour, 1, line_width(self.sheet, 3.4))

    def missing(self, letters: Mapping[Square, str], colour: Colour) -> None:
        """Draw letters that are still to be laid."""
        for square, mark in letters.items():
            box = self.rect([square]).inflate(-4, -4)
            shapes.draw_dashed_box(self.surface, box, self.side * 0.14, colour, 0.95,
                                   line_width(self.sheet, 2.4), (self.side * 0.14, self.side * 0.1))
            ghost = letter(mark, box.w).image.copy()
            ghost.set_alpha(110)
            self.surface.blit(ghost, ghost.get_rect(center=box.center))

    def verdict(self, fits: bool) -> None:
        side = px(self.sheet, 36)
        badge = verdict_badge(self.sheet.look, side, fits=fits)
        self.surface.blit(badge, badge.get_rect(topright=(self.surface.get_width() - side // 4, side // 4)))


def letter_facts(letters: Letters, classes: str, language: Language) -> dict[str, object]:
    """Return facts derived from the letters, words and their language of a rule file, for its page."""
    reds, blacks = len(letters.all(RED)), len(letters.all(BLACK))
    return {"all_letters": reds + blacks, "all_red": reds, "all_black": blacks,
            "word_list": language.list_name, "has_umlauts": bool(language.spelled_out),
            "more_classes": not (set(classes) - set(language.classic)).isdisjoint(BY_AGREEMENT)}


def paint_letters(sheet: HelpSheet) -> HelpBoard:
    """Draw one of each letter of a `colour`, with their number."""
    rules = sheet.rules
    counts = Counter(Letters.of(rules.values).all(sheet.values["colour"]))
    marks = "".join(sorted(counts, key=lambda mark: (mark in JOLLIES, mark)))
    told = ", ".join(f"{sheet.say('letters.jolly') if mark in JOLLIES else mark} {counts[mark]}"
                     for mark in marks)
    return HelpBoard(letter_row(sheet, marks, printed_points(rules)), sentence=told)


def printed_points(rules: Rules) -> dict[str, int] | None:
    """Return the numbers printed on the letters; None in games without them."""
    if not isinstance(rules, LayingRules) or not rules.letter_points:
        return None
    return {mark: value for mark, value in rules.letter_points.items() if mark in rules.language.alphabet}


def letter_row(sheet: HelpSheet, marks: str, points: Mapping[str, int] | None = None) -> pygame.Surface:
    """Draw letters side by side, in as many rows as they need."""
    columns = min(len(marks), 9)
    squares = {(i % columns, i // columns): mark for i, mark in enumerate(marks)}
    picture = LetterPicture(sheet, squares, points)
    picture.lay(squares)
    return picture.surface
