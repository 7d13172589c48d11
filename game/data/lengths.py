"""The length of a game or a turn: numbers of a rule file that the setup screen offers, by dotted key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Length:
    """One such number, its text keys and what can be chosen."""

    key: str
    caption: str
    unit: str
    options: Sequence[int]
    divisor: int = 1
    """How many make one of the unit: 60 seconds a minute."""
    none: str = ""
    """The text key for 0."""

    def of(self, values: Mapping[str, Any]) -> int | None:
        """Return the value in the rules; None if they have no such number."""
        found: Any = values
        for part in self.key.split("."):
            if not isinstance(found, Mapping) or part not in found:
                return None
            found = found[part]
        return found if isinstance(found, int) else None


LENGTHS = (Length("target", "setup.target", "setup.points", range(50, 1001, 50)),
           Length("match.games", "setup.match", "setup.games", range(1, 10)),
           Length("turn.seconds", "setup.turn_time", "setup.minutes", (0, 60, 120, 180, 300), 60,
                  "setup.no_time"))


def lengths_in(values: Mapping[str, Any]) -> Iterator[Length]:
    """Return the lengths that these rules have."""
    return (length for length in LENGTHS if length.of(values) is not None)


def read_lengths(kept: Mapping[str, Any]) -> dict[str, int | None]:
    """Return the last choices; values out of range become None."""
    found: dict[str, int | None] = {}
    for length in LENGTHS:
        value, low, high = kept.get(length.key), length.options[0], length.options[-1]
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        found[length.key] = value if fits else None
    return found


def with_lengths(values: Mapping[str, Any], choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a rule file with the chosen lengths."""
    out = dict(values)
    for length in lengths_in(values):
        if choices.get(length.key) is not None:
            _put(out, length.key.split("."), choices[length.key])
    return out


def _put(table: dict[str, Any], path: list[str], value: int) -> None:
    if len(path) > 1:
        table[path[0]] = inner = dict(table[path[0]])
        _put(inner, path[1:], value)
    else:
        table[path[0]] = value
