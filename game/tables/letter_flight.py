"""Letters in the air: words that others lay, letters bought, a Jolly taken, and what is celebrated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.particles import burst
from game.tables.draft import Square
from game.tables.letter_board import LetterBoard
from game.tween import Tween
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
        drawn = [event for event in ply.events if isinstance(event, Drawn)]
        taken = next((event for event in ply.events if isinstance(event, Removed)), None)
        if placed:
            self._fly_word(ply, placed, set(shown), start, taken, done)
        elif drawn:
            self._fly_bought(ply, drawn, done)
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

        def step(t: float) -> None:
            centre = (round(start[0] + (goal[0] - start[0]) * t), round(start[1] + (goal[1] - start[1]) * t))
            sprite.set(pos=made.image.get_rect(center=centre).topleft)

        def end() -> None:
            if landed is None:
                sprite.remove()
            else:
                landed()

        self.scene.tweens.add(Tween(ms * 0.8, ease, step, end, delay=ms * 0.22 * place_in_row))

    def _fly_bought(self, ply: Ply, drawn: list[Drawn], done: Callable[[], None]) -> None:
        self.scene.app.sounds.play("draw")
        image, _ = self.rack_back(0, self.piece_width())
        goal = self.seat_spot(ply.by)
        start = (self.rail.right - self.side_width // 2, self.rail.centery)
        sprite = self.put(image, image.get_rect(center=start).topleft, 800, moving=True)
        self._extra.append(sprite)
        ms, ease = self.look.motion("deal")

        def step(t: float) -> None:
            centre = (round(start[0] + (goal[0] - start[0]) * t), round(start[1] + (goal[1] - start[1]) * t))
            sprite.set(pos=image.get_rect(center=centre).topleft)

        def end() -> None:
            sprite.remove()
            done()

        self.scene.tweens.add(Tween(ms, ease, step, end))

    def _celebrate(self, ply: Ply) -> None:
        """A long word or a second one is named, with sparks."""
        word = getattr(ply.move, "word", "")
        second = getattr(ply.state, "second", False)
        if self.look.speed == 0 or (len(word) < LONG_WORD and not second):
            return
        look = self.look
        token = look.design["motion"]["celebrate"]
        ms = token["ms"] * min(1.0, look.speed)
        accent = look.theme.box_accent(self.scene.game)
        centre = self.points_spot(ply)
        burst(self.scene.stage, self.scene.tweens, centre, [accent, *look.design["players"][:4]], 26, ms, look.k)
        self.scene.app.sounds.play("bonus")
        text = self.say("letters.second_name") if second else word.upper()
        image, _ = look.title(text, "game", accent)
        banner = self.put(image, image.get_rect(center=(centre[0], centre[1] - look.px(40))).topleft, 860, moving=True)
        origin: tuple[int, int] = banner.pos

        def step(t: float) -> None:
            banner.set(pos=(origin[0], origin[1] - look.px(50) * t))

        self.scene.tweens.add(Tween(ms, "out_cubic", step, banner.remove))
