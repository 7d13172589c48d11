"""Animations of letters: words laid by others, letters drawn from a stock, a Jolly taken from the field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.boards.kit.outlines import corners_of
from game.boards.kit.part import Part
from game.boards.letters.draft import Square
from game.boards.letters.field import LetterField
from game.boards.letters.rack import LetterRack
from game.draw.letter import letter_back
from game.table.host import WordHost
from game.ui.flight import celebrate, glide, run_light
from rules.base import Drawn, Placed, Removed
from rules.session import Ply

LONG_WORD = 7
"""Words of at least this length are celebrated."""


@dataclass(frozen=True, slots=True)
class Praise:
    """A title shown with sparks at a word on the board."""

    title: str
    squares: Sequence[Square]
    """The word, around which a light runs."""


class LetterFlight(Part[WordHost]):
    """Animates the letters of a move."""

    def __init__(self, host: WordHost, field: LetterField, rack: LetterRack):
        super().__init__(host)
        self.field, self.rack = field, rack

    def fly(self, ply: Ply, reveal: Callable[[list[Square]], None], *, own: bool,
            start: tuple[int, int] | None, praise: Callable[[], Praise | None],
            done: Callable[[], None]) -> None:
        """Show a move and call `done`.

        `reveal` shows the board after the move without the letters on the given squares. `own` letters
        already lie where the player put them; others fly in from `start` or from their owner. `praise` is
        called when the last letter has landed.
        """
        host = self.host
        placed = [event for event in ply.events if isinstance(event, Placed)]
        if not placed:
            if any(isinstance(event, Drawn) for event in ply.events):
                self._fly_drawn(ply.by, done)
            else:
                self.after(200 * self.look.speed, done)
            return
        flying = [] if own else placed
        reveal([event.place for event in flying])
        taken = next((event for event in ply.events if isinstance(event, Removed)), None)
        if taken is not None:
            self._fly_one(taken.piece, self.field.view.rect(taken.place).center, self.rack.seat_spot(ply.by),
                          0, None)

        def landed(*, last: bool) -> None:
            host.sounds.play("letter")
            if last:
                self._celebrate(praise())
                done()

        if not flying:
            host.sounds.play("lay")
            self._celebrate(praise())
            self.after(200 * self.look.speed, done)
        for i, event in enumerate(flying):
            last = i == len(flying) - 1
            goal = self.field.view.rect(event.place).center
            self._fly_one(event.piece, start or self.rack.seat_spot(ply.by), goal, i,
                          partial(landed, last=last))

    def _fly_one(self, mark: str, start: tuple[int, int], goal: tuple[int, int], number: int,
                 landed: Callable[[], None] | None) -> None:
        made = self.field.faces.tile(mark, self.field.letter_side, lifted=True)
        sprite = self.put(made.image, made.image.get_rect(center=start).topleft, 800 + number, moving=True)
        self.field.keep(sprite)
        ms, ease = self.look.motion("bot")
        glide(self.host.tweens, sprite, start, goal, (ms * 0.8, ease), landed or sprite.remove,
              delay=ms * 0.22 * number)

    def _fly_drawn(self, seat: int, done: Callable[[], None]) -> None:
        """Move a letter, face down, from the stocks to the seat that has drawn it."""
        host, rail = self.host, self.rack.rail
        host.sounds.play("draw")
        start = (rail.right - self.rack.side_width // 2, rail.centery)
        image = letter_back(self.rack.piece_width()).image
        sprite = self.put(image, image.get_rect(center=start).topleft, 800, moving=True)
        self.field.keep(sprite)

        def landed() -> None:
            sprite.remove()
            done()

        glide(host.tweens, sprite, start, self.rack.seat_spot(seat), self.look.motion("deal"), landed)

    def _celebrate(self, praise: Praise | None) -> None:
        if praise is not None and self.look.speed > 0:
            word = self.field.view.span(praise.squares)
            celebrate(self.host.screen, word.center, praise.title)
            run_light(self.host.screen, corners_of(word))
