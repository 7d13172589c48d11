"""Old names of the contract, for the letter boards until they use it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

from game.boards.kit.contract import Board
from game.boards.kit.targets import Pointer, Progress, Target
from game.boards.kit.targets import Preview as Parts
from game.ui.help_sheet import HelpBoard, HelpSheet

__all__ = ["HelpBoard", "HelpSheet", "Parts", "Pointer", "Progress", "Table", "Target"]


class Table(Board):
    """A board that reaches into its scene."""

    words_of: ClassVar[str] = ""

    @property
    def scene(self) -> Any:
        return self.host

    @property
    def in_words(self) -> Any:
        return self.speech

    def make_speech(self) -> Any:
        if not self.words_of:
            return super().make_speech()
        module, name = self.words_of.split(":")
        return getattr(import_module(module), name)(self)
