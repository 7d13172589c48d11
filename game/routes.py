"""Routes: the names of all screens. `app.open(routes.Setup(game))` imports the screen and pushes it.

A route is data: the values a screen needs, and `opens`, the `module:callable` that is called with the app and
these values. It returns a scene, or None if there is nothing to show, or raises `CannotOpen` with a message
for the player. Thus screens and tables open each other without importing each other, and a screen is imported
when it is first opened. A route that needs a type of a later layer is declared in that layer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast, dataclass_transform

from game.ui.scene import Scene

if TYPE_CHECKING:
    from game.data.occasion import Occasion
    from game.data.store import Save
    from rules.base import AnyRules, Rules
    from rules.files.variants import Variant
    from rules.session import Seat, Session


class CannotOpen(Exception):
    """Raised instead of opening a screen; carries the translated message for the player."""


@dataclass_transform(frozen_default=True)
class Route:
    """A screen by name, and the values it is opened with.

    Subclasses are written and typed like frozen dataclasses; thirty real ones would delay the first frame.
    """

    opens: ClassVar[str]

    def __init__(self, *given: object, **named: object) -> None:
        vars(self).update(zip(self._fields(), given, strict=False), **named)

    @classmethod
    def _fields(cls) -> list[str]:
        return [name for name in cls.__annotations__ if name != "opens"]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.values() == self.values()

    def __hash__(self) -> int:
        return hash((type(self), self.values()))

    def load(self) -> Callable[..., Scene | None]:
        """Import and return the callable that makes the scene."""
        module, _, name = self.opens.partition(":")
        return cast("Callable[..., Scene | None]", getattr(import_module(module), name))

    def values(self) -> tuple[object, ...]:
        """Return the arguments of the callable, after the app."""
        return tuple(getattr(self, name) for name in self._fields())


# --- screens ---


class Shelf(Route):
    opens = "game.screens.shelf.scene:Shelf"


class Setup(Route):
    opens = "game.screens.setup.scene:Setup"
    game: str


class Help(Route):
    """The help of a game; with `rules` it describes these instead of the classic ones."""

    opens = "game.screens.help.scene:Help"
    game: str
    rules: Rules | None = None


class Settings(Route):
    opens = "game.screens.settings:SettingsScene"


class About(Route):
    opens = "game.screens.about:About"


class Join(Route):
    """The tables of other computers; with address and code it sits down at once."""

    opens = "game.screens.together.join:opened"
    address: str = ""
    """Address and port, like 192.168.1.24:47110."""
    code: str = ""
    name: str = ""
    """The name at the table; empty: the one of the settings."""


class Club(Route):
    """The door of a club, with its address filled in; empty: the one visited last."""

    opens = "game.screens.club.door:opened"
    address: str = ""


class HostTable(Route):
    """The waiting room of a new table for several computers; raises CannotOpen if it cannot be opened."""

    opens = "game.screens.together.hosting:hosted"
    rules: AnyRules
    seats: list[Seat]
    code: str = ""
    """Empty: a new one."""
    address: str = ""
    """The address to listen at; empty: all of this computer."""
    port: int = 0
    """0: a free one."""


class ReopenTable(Route):
    """The waiting room of a table that was closed in the middle of its game."""

    opens = "game.screens.together.hosting:resumed"
    path: Path


class OwnWords(Route):
    """The words that people added for good, in a language."""

    opens = "game.screens.own_words:OwnWordsScene"
    language: str


class Statistics(Route):
    opens = "game.screens.statistics.scene:Statistics"
    profile: int | None = None


class People(Route):
    opens = "game.screens.people.scene:PeopleScene"
    profile: int | None = None


class Honours(Route):
    opens = "game.screens.people.honours:HonoursScene"
    game: str | None = None
    profile: int | None = None


class Calendar(Route):
    opens = "game.screens.people.calendar:CalendarScene"
    game: str | None = None


class Levels(Route):
    opens = "game.screens.levels:Levels"
    game: str
    language: str = ""
    """The language of the words; empty: the one chosen last."""
    shown: str = ""
    """The id of a level to begin at."""


class OpenFile(Route):
    """A file from a friend: the replay of a record, or a puzzle, which is kept and listed.

    Raises CannotOpen if it is damaged.
    """

    opens = "game.screens.own_levels:opened"
    path: Path


class RuleFiles(Route):
    opens = "game.screens.rulefiles.scene:RuleFiles"
    game: str


class Laboratory(Route):
    """The rule laboratory with a variant; `saved` is called with every file it writes."""

    opens = "game.screens.laboratory.scene:Laboratory"
    game: str
    variant: Variant
    new_title: str
    saved: Callable[[Path], None]


class Trouble(Route):
    """The error screen; None if showing it would not help."""

    opens = "game.screens.trouble:trouble_scene"
    fault: Exception


# --- tables ---


class Table(Route):
    """A game; `path` is where its save is."""

    opens = "game.table.seating:table_scene"
    session: Session
    occasion: Occasion | None = None
    path: Path | None = None


class NewDeal(Route):
    """Another deal for the same seats under the same rules."""

    opens = "game.table.seating:new_deal"
    session: Session


class DailyDeal(Route):
    opens = "game.table.seating:daily_deal"
    game: str
    day: date


class WordOfDay(Route):
    """The word of a day, in the language of the program."""

    opens = "game.table.seating:word_of_day"
    day: date


class Resume(Route):
    """An unfinished game; None if its save is damaged, which is then set aside."""

    opens = "game.table.seating:resume"
    save: Save


class PlayAgain(Route):
    """The unfinished game, or a new deal with the last choices."""

    opens = "game.table.seating:play_again"
    game: str


class FirstGame(Route):
    """The lesson, unless the player has seen it already; then `PlayAgain`."""

    opens = "game.table.seating:first_game"
    game: str


class Lesson(Route):
    opens = "game.table.seating:lesson_scene"
    game: str
    step: int = 0


class Replay(Route):
    """A session to step through, from position `at`; `first` is the earliest position shown."""

    opens = "game.table.review.replay:Replay"
    session: Session
    occasion: Occasion | None = None
    at: int | None = None
    title: str = ""
    first: int = 0


class Review(Route):
    """The review of a finished game, from position `at`."""

    opens = "game.table.review.scene:Review"
    session: Session
    occasion: Occasion | None = None
    at: int | None = None


class Record(Route):
    """The replay of a record file; raises CannotOpen if it is damaged."""

    opens = "game.table.review.replay:read_replay"
    path: Path
