"""Agreeing on a word that the word list does not contain."""

from __future__ import annotations

from collections.abc import Callable

from game.boards.kit.part import Part
from game.table.host import WordHost
from game.ui.dialogs import Choice, Dialog


class Agreement(Part[WordHost]):
    """Asks the players whether a word counts; `agreed` is called when it does."""

    def __init__(self, host: WordHost, agreed: Callable[[], None]):
        super().__init__(host)
        self._agreed = agreed

    def ask(self, word: str) -> None:
        alone = self.host.alone
        choices: list[Choice] = [
            (self.say("letters.agree_now"), lambda: self._accept(word, keep=False), "check"),
            (self.say("letters.agree_always"), lambda: self._accept(word, keep=True), "book")]
        choices.insert(0 if alone else 2, (self.say("letters.agree_not"), None, "cross"))
        title = self.say("letters.agree_title", word=word)
        text = self.say("uncounted.word" if alone else "letters.agree_text")
        self.host.open_dialog(lambda app: Dialog(app, title, text, choices,
                                                 game=self.host.rules.game, icon="book", esc_closes=True))

    def _accept(self, word: str, *, keep: bool) -> None:
        failed = self.host.agree(word, keep=keep)
        if failed is not None:
            self.host.set_status(self.say("letters.agree_unsaved", word=word, reason=failed), mood="warn")
        elif keep:
            self.host.set_status(self.say("letters.agree_saved", word=word), mood="good")
        self._agreed()
        self.host.refresh_side()
