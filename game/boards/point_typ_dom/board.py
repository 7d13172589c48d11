"""The board of Point-Typ-Dom: words are summed, letters show their points and are bought together."""

from __future__ import annotations

import pygame

from game.boards.crossword.board import CrosswordBoard
from game.boards.kit.actions import Action
from game.boards.letters.buttons import STOCKS, MainButton
from game.boards.letters.cursor import ENTER
from game.boards.letters.laying import Held
from game.table.host import WordHost
from rules.base import Scored
from rules.games.crossword.board import Buy, CrosswordState, Lay, Pass
from rules.games.point_typ_dom.rules import PointTypDom
from rules.session import Ply
from rules.words.placement import Run


class PointBoard(CrosswordBoard):
    """Words score the points of their letters; several letters are bought in one turn."""

    def __init__(self, host: WordHost):
        super().__init__(host)
        self.chosen: list[str] = []
        """The colours of the letters to buy."""

    @property
    def rules(self) -> PointTypDom:
        rules = super().rules
        assert isinstance(rules, PointTypDom)
        return rules

    # --- points ---

    def run_label(self, run: Run, *, is_main: bool) -> str:
        if run.valid and is_main:
            return self.say("letters.points", n=self.rules.points_of(run.word))
        return super().run_label(run, is_main=is_main)

    def count_sentence(self, main: Run, left: int) -> str:
        values = " + ".join(str(self.rules.points_of(mark)) for mark in main.word)
        bonus = f"  {self.say('letters.out_bonus', n=self.rules.bonus)}" if left == 0 else ""
        return f"{values} = {self.rules.points_of(main.word)}{bonus}"

    def show_draft(self, held: Held | None = None) -> None:
        super().show_draft(held)
        if self.host.my_turn:
            run = self.judge.main_run(self.judge.survey()) if self.laying.draft and held is None else None
            points = self.rules.points_of(run.word) if run is not None and run.valid else 0
            self.host.side.show_deltas({self.state.player: f"+{points}"} if points else {})

    def log_text(self, ply: Ply) -> str:
        text = super().log_text(ply)
        return f"{text}, {self.word_kind(ply.move.word)}" if isinstance(ply.move, Lay) else text

    def log_value(self, ply: Ply) -> str:
        points = sum(event.points for event in ply.events if isinstance(event, Scored) and event.by == ply.by)
        return self.host.texts.gain(points) if points and isinstance(ply.move, Lay) else ""

    # --- buying several letters ---

    def _purchase(self, *more: str) -> Buy:
        """Return the move that buys the chosen letters and `more`."""
        return Buy(tuple(sorted((*self.chosen, *more), key=("red", "black").index)))

    def _buy(self) -> None:
        move, self.chosen = self._purchase(), []
        self.host.act(move)

    def sync(self, state: CrosswordState) -> None:
        self.chosen = []
        super().sync(state)

    def changed(self, sound: str = "letter") -> None:
        self.chosen = []
        super().changed(sound)

    def actions(self) -> list[Action[Buy | Pass]]:
        """Return one action per stock, which chooses a letter, and passing."""
        stocks: list[Action[Buy | Pass]] = [
            Action(Buy((colour,)), self.say(f"letters.buy_{colour}"), None, key,
                   self.say(f"letters.choose_{colour}_tip"),
                   self.rules.why_illegal(self.state, self._purchase(colour)) is None)
            for colour, key in STOCKS]
        return stocks + self.buttons.passing()

    def do(self, action: Action[Buy | Pass]) -> None:
        """Choose a letter, which the large button buys; play all other actions at once."""
        if not isinstance(action.move, Buy):
            super().do(action)
            return
        self.laying.clear()
        self.chosen.append(action.move.colours[0])
        self.host.sounds.play("draw")
        self.show_rack()
        self.host.idle_status()

    def main_button(self) -> MainButton:
        if not self.chosen:
            return super().main_button()
        return MainButton(self.say("letters.buy_chosen", n=len(self.chosen)), "check", self._buy,
                          ready=True, chosen=self._purchase().colours)

    def idle_line(self) -> tuple[str, str] | None:
        if not self.chosen:
            return super().idle_line()
        return self.say("letters.chosen", n=len(self.chosen)), self.say("letters.chosen_more")

    def confirm(self) -> None:
        if self.chosen:
            self._buy()
        else:
            super().confirm()

    def type_key(self, event: pygame.Event) -> bool:
        if self.chosen and event.key in ENTER:
            self._buy()
        elif self.chosen and event.key == pygame.K_BACKSPACE:
            self.chosen.pop()
            self.show_rack()
            self.host.idle_status()
        else:
            return super().type_key(event)
        return True

    def escape(self) -> bool:
        if not self.chosen:
            return super().escape()
        self.chosen = []
        self.show_rack()
        self.host.idle_status()
        return True
