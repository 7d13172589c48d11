"""The length of a game: numbers of a rule file that can be chosen on the setup screen, by dotted key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Length:
    """One such number, its text keys and its range."""

    key: str
    caption: str
    unit: str
    low: int
    high: int
    step: int

    def of(self, values: Mapping[str, Any]) -> int | None:
        """Return the value in the rules; None if they have no such number."""
        found: Any = values
        for part in self.key.split("."):
            if not isinstance(found, Mapping) or part not in found:
                return None
            found = found[part]
        return found if isinstance(found, int) else None


LENGTHS = (Length("target", "setup.target", "setup.points", 50, 1000, 50),
           Length("match.games", "setup.match", "setup.games", 1, 9, 1))


def lengths_in(values: Mapping[str, Any]) -> Iterator[Length]:
    """Return the lengths that these rules have."""
    return (length for length in LENGTHS if length.of(values) is not None)


def read_lengths(kept: Mapping[str, Any]) -> dict[str, int | None]:
    """Return the last choices; values out of range become None."""
    found: dict[str, int | None] = {}
    for length in LENGTHS:
        value = kept.get(length.key)
        fits = isinstance(value, int) and not isinstance(value, bool) and length.low <= value <= length.high
        found[length.key] = value if fits else None
    return found


def with_lengths(values: Mapping[str, Any], choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a rule file with the chosen lengths."""
    out = dict(values)
    for length in lengths_in(values):
        if choices.get(length.key):
            _put(out, length.key.split("."), choices[length.key])
    return out


def _put(table: dict[str, Any], path: list[str], value: int) -> None:
    if len(path) > 1:
        table[path[0]] = inner = dict(table[path[0]])
        _put(inner, path[1:], value)
    else:
        table[path[0]] = value
