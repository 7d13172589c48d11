"""The table of Point-Typ-Dom: letters show their points, words are summed, letters are bought in a basket."""

from __future__ import annotations

from typing import Any

import pygame

from game.boards.kit.rack import Action
from game.boards.letters.crossword import CrosswordTable
from game.draw.letter import put_letter
from rules.base import Scored
from rules.games.crossword.board import Buy, Lay
from rules.games.crossword.letters import JOLLIES
from rules.session import Ply
from rules.words.placement import Run

ART = (("T", -1.5, 0, 3), ("A", -0.5, 0, 1), ("X", 0.5, 0, 9), ("I", 1.5, 0, 1), ("E", 0.5, -1, 1), ("T", 0.5, 1, 3))


class PointTable(CrosswordTable):
    """Two to six players; most points win."""

    help_boards = "game.boards.letters.crossword_help:BOARDS"
    help_facts = "game.boards.letters.crossword_help:facts"

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.basket: list[str] = []

    @staticmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        w, h = surface.get_size()
        side = 48.4 * k
        for mark, x, y, value in sorted(ART, key=lambda entry: entry[2]):
            put_letter(surface, mark, w / 2 + (x - 0.5) * side, h / 2 + (y - 0.5) * side, round(side - 1.6 * k),
                       value=value)

    # --- points ---

    def value_of(self, mark: str) -> int | None:
        return None if mark in JOLLIES or mark.islower() else self.rules.points_of(mark)  # type: ignore[attr-defined]

    def points_of_word(self, word: str) -> int:
        return self.rules.points_of(word)  # type: ignore[attr-defined]

    def run_label(self, run: Run, is_main: bool) -> str:
        label = super().run_label(run, is_main)
        if not (run.valid and is_main):
            return label
        return self.say("letters.points", n=self.points_of_word(run.word))

    def count_sentence(self, main: Run, left: int) -> str:
        values = " + ".join(str(self.points_of_word(mark)) for mark in main.word)
        total = self.points_of_word(main.word)
        return f"{values} = {total}" + (f"  {self.say('letters.out_bonus', n=self._bonus)}" if left == 0 else "")

    @property
    def _bonus(self) -> int:
        return self.rules.bonus  # type: ignore[attr-defined]

    def show_draft(self, held: Any = None) -> None:
        super().show_draft(held)
        side = self.scene.side
        if hasattr(side, "show_delta") and self.scene.my_turn:
            run = self.main_run(self.survey()) if self.draft and held is None else None
            points = self.points_of_word(run.word) if run is not None and run.valid else 0
            side.show_delta(f"+{points}" if points else "")

    def log_text(self, ply: Ply) -> str:
        text = super().log_text(ply)
        return f"{text}, {self.word_kind(ply.move.word)}" if isinstance(ply.move, Lay) else text

    def log_value(self, ply: Ply) -> str:
        points = sum(event.points for event in ply.events if isinstance(event, Scored) and event.by == ply.by)
        return self.scene.texts.gain(points) if points and isinstance(ply.move, Lay) else ""

    # --- buying one to three letters ---

    def sync(self, state: Any) -> None:
        self.basket = []
        super().sync(state)

    def _bought(self, more: str = "") -> Buy:
        colours = [*self.basket, *([more] if more else [])]
        return Buy(tuple(sorted(colours, key=("red", "black").index)))

    def buying(self) -> list[Action]:
        return [Action(Buy((colour,)), self.say(f"letters.{colour}"), None, key, self.say(f"letters.basket_{colour}_tip"),
                       self.rules.why_illegal(self.state, self._bought(colour)) is None)
                for colour, key in (("red", "1"), ("black", "2"))]

    def do(self, action: Action) -> None:
        """Red and black go into the basket; the large button buys it."""
        if not isinstance(action.move, Buy):
            super().do(action)
            return
        if self.draft:
            self.clear_draft()
        self.basket.append(action.move.colours[0])
        self.scene.app.sounds.play("draw")
        self.sync_rack()

    def main_button(self) -> tuple[str, str, Any]:
        if not self.basket:
            return super().main_button()
        return self.say("letters.buy_basket", n=len(self.basket)), "check", self._buy

    def main_button_ready(self) -> bool:
        return bool(self.basket) or super().main_button_ready()

    def _buy(self) -> None:
        move, self.basket = self._bought(), []
        self.scene.act(move)

    def lay_word(self) -> None:
        if self.basket:
            self._buy()
        else:
            super().lay_word()

    def changed(self, sound: str = "letter") -> None:
        self.basket = []
        super().changed(sound)

    def type_key(self, event: pygame.Event) -> bool:
        if self.basket and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._buy()
            return True
        if self.basket and event.key == pygame.K_BACKSPACE:
            self.basket.pop()
            self.sync_rack()
            return True
        return super().type_key(event)

    def escape(self) -> bool:
        if self.basket:
            self.basket = []
            self.sync_rack()
            return True
        return super().escape()
