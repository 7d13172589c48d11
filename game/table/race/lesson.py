"""The lesson of a race: one step of a lesson, without a race of the bots."""

from __future__ import annotations

from game.table.lesson import Lesson
from game.table.race.scene import RaceScene


class RaceLesson(Lesson, RaceScene):
    """A step of a lesson on the table of a race."""

    bots_build = False
