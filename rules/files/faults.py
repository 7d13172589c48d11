"""Faults in user-written data: the place, the message and a suggestion. Used by all readers of files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from rules.kit.phrases import Phrase

Problem = tuple[str, Phrase]
"""A fault in data without lines (a record): dotted key and reason, as `Rules.check` yields them."""

MOST_FAULTS = 100
"""Maximum number of faults per file; without it, finding similar names in a hostile file takes minutes."""

LONGEST_SHOWN = 60
"""Maximum length of an excerpt of a file inside a message."""


class Place(NamedTuple):
    """The position of a value; line and column count from 1. Places sort in reading order."""

    file: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """One untranslated fault of a file, printed as `file:line:column: sentence`."""

    file: str
    line: int
    column: int
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        return Place(self.file, self.line, self.column)


def fault_at(place: Place, key: str, /, **values: Any) -> Fault:
    return Fault(*place, key, values)


class Enough(Exception):
    """Raised while reading when a file has more than MOST_FAULTS faults."""


class FaultyFile(Exception):
    """Raised for a file of the program itself that is missing or faulty."""

    def __init__(self, faults: list[Fault]):
        super().__init__(f"{faults[0].file}:{faults[0].line}: {faults[0].key}")
        self.faults = faults


class Unreadable(Exception):
    """The file cannot be parsed any further; the reason is in the report."""


class Report:
    """The result of reading one file: its faults, and the place of every value by dotted key."""

    def __init__(self, file: str):
        self.file = file
        self.places: dict[str, Place] = {}
        self._found: list[tuple[Place, str, Phrase]] = []

    def add(self, place: Place, name: str, key: str, values: Mapping[str, Any]) -> None:
        if len(self._found) == MOST_FAULTS:
            self._found.append((place, "", Phrase("fault.more", {"most": MOST_FAULTS})))
            raise Enough
        self._found.append((place, name, Phrase(key, values)))

    def faults(self) -> list[Fault]:
        found = (Fault(*place, phrase.key, phrase.values) for place, _, phrase in self._found)
        return sorted(found, key=lambda fault: (fault.key == "fault.more", fault.place))

    def problems(self) -> list[Problem]:
        return [(name, phrase) for _, name, phrase in self._found]


def give_up(report: Report, place: Place, key: str, **values: Any) -> NoReturn:
    """Report a fault and raise Unreadable."""
    report.add(place, "", key, values)
    raise Unreadable


def shown(text: str) -> str:
    """Return an excerpt of a file for use in a message: one line, truncated to LONGEST_SHOWN."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word most similar to `word`, ignoring case, or ""."""
    if len(word) > LONGEST_SHOWN:
        return ""
    from difflib import get_close_matches  # noqa: PLC0415 - takes 12 ms and is needed for faulty files only

    by_folded = {name.casefold(): name for name in known}
    close = get_close_matches(word.strip().casefold(), by_folded, n=1)
    return by_folded[close[0]] if close else ""


def unknown(key: str, name: str, known: Iterable[str]) -> Phrase:
    """Return the message for an unknown `name`; with a similar known name its key is `<key>_near`."""
    names = list(known)
    near = nearest(name, names)
    values = {"name": shown(name), "did_you_mean": near, "allowed": ", ".join(names)}
    return Phrase(f"{key}_near" if near else key, values)
