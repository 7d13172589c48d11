"""Routes: the names of all screens. `app.open(routes.Setup(game))` imports the screen and pushes it.

A route is data: the values a screen needs, and `opens`, the `module:callable` that is called with the app and
these values. It returns a scene, or None if there is nothing to show, or raises `CannotOpen` with a message
for the player. Thus screens and tables open each other without importing each other, and a screen is imported
when it is first opened. A route that needs a type of a later layer is declared in that layer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from game.ui.scene import Scene

if TYPE_CHECKING:
    from game.data.occasion import Occasion
    from game.data.store import Save
    from rules.base import Rules
    from rules.files.variants import Variant
    from rules.session import Session


class CannotOpen(Exception):
    """Raised instead of opening a screen; carries the translated message for the player."""


@dataclass(frozen=True)
class Route:
    """A screen by name, and the values it is opened with."""

    opens: ClassVar[str]

    def load(self) -> Callable[..., Scene | None]:
        """Import and return the callable that makes the scene."""
        module, _, name = self.opens.partition(":")
        return cast("Callable[..., Scene | None]", getattr(import_module(module), name))

    def values(self) -> tuple[object, ...]:
        """Return the arguments of the callable, after the app."""
        return tuple(getattr(self, field.name) for field in fields(self))


# --- screens ---


@dataclass(frozen=True)
class Shelf(Route):
    opens = "game.screens.shelf.scene:Shelf"


@dataclass(frozen=True)
class Setup(Route):
    opens = "game.screens.setup.scene:Setup"
    game: str


@dataclass(frozen=True)
class Help(Route):
    """The help of a game; with `rules` it describes these instead of the classic ones."""

    opens = "game.screens.help.scene:Help"
    game: str
    rules: Rules | None = None


@dataclass(frozen=True)
class Settings(Route):
    opens = "game.screens.settings:SettingsScene"


@dataclass(frozen=True)
class About(Route):
    opens = "game.screens.about:About"


@dataclass(frozen=True)
class OwnWords(Route):
    """The words that people added for good, in a language."""

    opens = "game.screens.own_words:OwnWordsScene"
    language: str


@dataclass(frozen=True)
class Statistics(Route):
    opens = "game.screens.statistics.scene:Statistics"
    profile: int | None = None


@dataclass(frozen=True)
class People(Route):
    opens = "game.screens.people.scene:PeopleScene"
    profile: int | None = None


@dataclass(frozen=True)
class Honours(Route):
    opens = "game.screens.people.honours:HonoursScene"
    game: str | None = None
    profile: int | None = None


@dataclass(frozen=True)
class Calendar(Route):
    opens = "game.screens.people.calendar:CalendarScene"
    game: str | None = None


@dataclass(frozen=True)
class Levels(Route):
    opens = "game.screens.levels:Levels"
    game: str
    language: str = ""
    """The language of the words; empty: the one chosen last."""


@dataclass(frozen=True)
class RuleFiles(Route):
    opens = "game.screens.rulefiles.scene:RuleFiles"
    game: str


@dataclass(frozen=True)
class Laboratory(Route):
    """The rule laboratory with a variant; `saved` is called with every file it writes."""

    opens = "game.screens.laboratory.scene:Laboratory"
    game: str
    variant: Variant
    new_title: str
    saved: Callable[[Path], None]


@dataclass(frozen=True)
class Trouble(Route):
    """The error screen; None if showing it would not help."""

    opens = "game.screens.trouble:trouble_scene"
    fault: Exception


# --- tables ---


@dataclass(frozen=True)
class Table(Route):
    """A game; `path` is where its save is."""

    opens = "game.table.seating:table_scene"
    session: Session
    occasion: Occasion | None = None
    path: Path | None = None


@dataclass(frozen=True)
class NewDeal(Route):
    """Another deal for the same seats under the same rules."""

    opens = "game.table.seating:new_deal"
    session: Session


@dataclass(frozen=True)
class DailyDeal(Route):
    opens = "game.table.seating:daily_deal"
    game: str
    day: date


@dataclass(frozen=True)
class Resume(Route):
    """An unfinished game; None if its save is damaged, which is then set aside."""

    opens = "game.table.seating:resume"
    save: Save


@dataclass(frozen=True)
class PlayAgain(Route):
    """The unfinished game, or a new deal with the last choices."""

    opens = "game.table.seating:play_again"
    game: str


@dataclass(frozen=True)
class FirstGame(Route):
    """The lesson, unless the player has seen it already; then `PlayAgain`."""

    opens = "game.table.seating:first_game"
    game: str


@dataclass(frozen=True)
class Lesson(Route):
    opens = "game.table.seating:lesson_scene"
    game: str
    step: int = 0


@dataclass(frozen=True)
class Replay(Route):
    """A session to step through, from position `at`; `first` is the earliest position shown."""

    opens = "game.table.review.replay:Replay"
    session: Session
    occasion: Occasion | None = None
    at: int | None = None
    title: str = ""
    first: int = 0


@dataclass(frozen=True)
class Review(Route):
    """The review of a finished game, from position `at`."""

    opens = "game.table.review.scene:Review"
    session: Session
    occasion: Occasion | None = None
    at: int | None = None


@dataclass(frozen=True)
class Record(Route):
    """The replay of a record file; raises CannotOpen if it is damaged."""

    opens = "game.table.review.replay:read_replay"
    path: Path
