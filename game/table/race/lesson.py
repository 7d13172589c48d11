"""The lesson of a race: nobody else builds, and the clock hurries nobody."""

from __future__ import annotations

from game.table.lesson import Lesson
from game.table.race.scene import RaceScene


class RaceLesson(Lesson, RaceScene):
    """One step of a lesson on the table of a race."""

    def plan_next(self) -> None:
        """The others sit there and look on."""
        for seat, player in enumerate(self.session.seats):
            if player.is_bot:
                self.race.plan(seat, [], None, None)
        self.board.refresh_go()
