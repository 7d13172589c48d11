"""The words that people have added for good, by language, with a way to take them out again."""

from __future__ import annotations

from functools import partial

import pygame

from game.app import App
from game.data.own.words import OwnWords
from game.draw import chrome
from game.screen import Screen
from game.ui.bar import top_bar
from game.ui.dialogs import Dialog, Notice
from game.ui.paper.listing import Column, Line, Listing
from game.ui.widgets import Segment
from rules.words.language import LANGUAGES


class OwnWordsScene(Screen):
    """A list of words; choosing one offers to take it out."""

    def __init__(self, app: App, language: str):
        super().__init__(app)
        self.language = language
        self.listing: Listing | None = None

    @property
    def own(self) -> OwnWords:
        return OwnWords(self.app.store.folder, LANGUAGES[self.language])

    def build(self) -> None:
        look = self.look
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say("own_words.title"), self.escape)
        page = look.m.page()
        panel = pygame.Rect(0, page.top, min(page.w, self.px(1100)), page.h)
        panel.centerx = page.centerx
        chrome.draw_panel(look, self.stage.ground, panel)
        inside = panel.inflate(-self.px(56), -self.px(48))
        high = max(self.px(look.design["sizes"]["field"]), look.design["sizes"]["hit_min"])
        Segment(self, pygame.Rect(inside.left, inside.top, inside.w, high),
                [(code, self.say(f"word.language.{code}")) for code in LANGUAGES], self.language, self._show)
        own = self.own
        words, faults, self.listing = sorted(own.agreed), own.faults, None
        rect = pygame.Rect(inside.left, inside.top + high + self.px(18), inside.w, 0)
        about = self.say("own_words.about" if words else "own_words.none")
        y = look.paragraph(self.stage.ground, about, "body", rect, look.theme.dim)
        if faults:
            told = self.say("notice.own_words", file=faults[0].place.file, line=faults[0].place.line,
                            reason=self.say(faults[0].key, **faults[0].values))
            y = look.paragraph(self.stage.ground, told, "label", rect.move(0, y + self.px(10) - rect.top),
                               look.theme.warn)
        if words:
            self._list(pygame.Rect(inside.left, y + self.px(14), inside.w, inside.bottom - y - self.px(14)),
                       words)

    def _list(self, rect: pygame.Rect, words: list[str]) -> None:
        columns = [Column(self.say("own_words.word"), "book"),
                   Column(self.say("own_words.letters"), "flat", right=True, spare=1)]
        self.listing = Listing(self, rect, columns, [Line((word, str(len(word)))) for word in words],
                               lambda index: self._ask(words[index]), end="cross")

    def _show(self, language: str) -> None:
        self.language = language
        self.rebuild()

    def _ask(self, word: str) -> None:
        self.app.push(Dialog(self.app, self.say("own_words.ask", word=word), self.say("own_words.ask_more"), [
            (self.say("own_words.keep"), None, "book"),
            (self.say("own_words.take_out"), partial(self._take_out, word), "cross")], esc_closes=True))

    def _take_out(self, word: str) -> None:
        failed = self.own.take_out(word)
        self.rebuild()
        if failed is not None:
            self.app.push(Notice(self.app, self.say("own_words.title"), self.say(failed)))
