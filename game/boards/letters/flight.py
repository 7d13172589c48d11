"""Letters in the air: words that others lay, letters bought, a Jolly taken, and what is celebrated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.boards.letters.board import LetterBoard
from game.boards.letters.draft import Square
from game.ui.flight import celebrate, glide
from rules.base import Drawn, Placed, Removed
from rules.session import Ply

LONG_WORD = 7
"""From so many letters on a word is worth sparks."""


class LetterFlight(LetterBoard):
    """The moving half of a table of letters."""

    def fly(self, ply: Ply, before: Any, shown: dict[Square, str], start: tuple[int, int] | None,
            done: Callable[[], None]) -> None:
        """Show a move; `shown` are the letters that stand on the board already, laid by the player's own hand."""
        placed = [event for event in ply.events if isinstance(event, Placed)]
        taken = next((event for event in ply.events if isinstance(event, Removed)), None)
        if placed:
            self._fly_word(ply, placed, set(shown), start, taken, done)
        elif any(isinstance(event, Drawn) for event in ply.events):
            self.fly_drawn(ply.by, (self.rail.right - self.side_width // 2, self.rail.centery), done)
        else:
            self.scene.after(200 * self.look.speed, done)

    def _fly_word(self, ply: Ply, placed: list[Placed], shown: set[Square], start: tuple[int, int] | None,
                  taken: Removed | None, done: Callable[[], None]) -> None:
        view = self.fit(ply.state)
        flying = [event for event in placed if not shown]
        self.show_board(ply.state, without=[event.place for event in flying])
        self.ease_from(*view)
        self.sync_rack()
        if taken is not None:
            self._fly_one(taken.piece, self.squares.rect(taken.place).center, self.seat_spot(ply.by), 0, None)
        first = start or self.seat_spot(ply.by)
        if not flying:
            self.scene.app.sounds.play("lay")
            self._celebrate(ply)
            self.scene.after(200 * self.look.speed, done)
            return
        for i, event in enumerate(flying):
            last = i == len(flying) - 1
            goal = self.squares.rect(event.place).center
            self._fly_one(event.piece, first, goal, i, lambda last=last: self._landed(ply, done, last=last))

    def _landed(self, ply: Ply, done: Callable[[], None], *, last: bool) -> None:
        self.scene.app.sounds.play("letter")
        if last:
            self._celebrate(ply)
            done()

    def _fly_one(self, mark: str, start: tuple[int, int], goal: tuple[int, int], place_in_row: int,
                 landed: Callable[[], None] | None) -> None:
        made = self.tile(mark, self.letter_side, lifted=True)
        sprite = self.put(made.image, made.image.get_rect(center=start).topleft, 800 + place_in_row, moving=True)
        self._extra.append(sprite)
        ms, ease = self.look.motion("bot")
        glide(self.scene.tweens, sprite, start, goal, (ms * 0.8, ease), landed or sprite.remove,
              delay=ms * 0.22 * place_in_row)

    def _celebrate(self, ply: Ply) -> None:
        """A long word or a second one is named, with sparks."""
        word = getattr(ply.move, "word", "")
        second = getattr(ply.state, "second", False)
        if self.look.speed == 0 or (len(word) < LONG_WORD and not second):
            return
        text = self.say("letters.second_name") if second else word.upper()
        celebrate(self.scene, self.points_spot(ply), text)
