"""Faults in data that people write: where, which, and what was probably meant; used by the YAML reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.kit.phrases import Phrase

Problem = tuple[str, Phrase]
"""A fault in data without lines (a record): the dotted key and why. `Rules.check` yields the same."""

MOST_FAULTS = 100
"""Nobody reads further, and a hostile file would keep the search for near words busy for minutes."""

LONGEST_SHOWN = 60


class Place(NamedTuple):
    """Where a value stands; line and column count from 1. Places sort as one reads."""

    file: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a file, not yet in words: printed as `file:line:column: sentence`."""

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
    """Raised inside one reading when there are more faults than anybody wants to see."""


class Report:
    """What one reading of one file finds: its faults, and the place of every value by dotted key."""

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


def shown(text: str) -> str:
    """A piece of a file as it may stand inside a sentence: one line, not too long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or "". Capitals do not matter."""
    if len(word) > LONGEST_SHOWN:
        return ""
    from difflib import get_close_matches  # only a file with faults pays for this import

    by_folded = {name.casefold(): name for name in known}
    close = get_close_matches(word.strip().casefold(), by_folded, n=1)
    return by_folded[close[0]] if close else ""


def unknown(key: str, name: str, known: Iterable[str]) -> Phrase:
    """Says that `name` is unknown; with a near word under the key `..._near`."""
    names = list(known)
    near = nearest(name, names)
    values = {"name": shown(name), "did_you_mean": near, "allowed": ", ".join(names)}
    return Phrase(f"{key}_near" if near else key, values)
