"""Honours that a person can earn in a game: each game declares its own in a file beside this module.

A file has a list `honours`; each has an `id`, an `icon`, `at` (deal, daily or level; the default deal means
any dealt game) and `when`: facts of the finished game (see `facts.py`) with the value they must have, or
{least: n}, {most: n}. All of them must hold. The texts are `honour.<game>.<id>` in the locale files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from game.data import cache as data
from rules.session import LEVELS

FOLDER = Path(__file__).parent
OCCASIONS = ("deal", "daily", "level")


@dataclass(frozen=True, slots=True)
class Honour:
    """An award that every person can earn once."""

    game: str
    id: str
    icon: str
    at: str
    when: Mapping[str, Any]

    @property
    def key(self) -> str:
        """Return the prefix of its text keys, `.title` and `.text`."""
        return f"honour.{self.game}.{self.id}"

    @property
    def numbers(self) -> dict[str, Any]:
        """Return the numbers of its conditions by fact name, for its text."""
        found: dict[str, Any] = {}
        for name, wanted in _conditions(self.when):
            bounds = wanted if isinstance(wanted, Mapping) else {"": wanted}
            found.update({name.split(".")[-1]: number for number in bounds.values() if type(number) is int})
        if "seconds" in found:
            found["minutes"] = found["seconds"] // 60
        return found


@cache
def honours_of(game: str) -> tuple[Honour, ...]:
    """Return the honours of a game, in the order of its file; none if it has no file."""
    path = FOLDER / f"{game}.yaml"
    if not path.is_file():
        return ()
    return tuple(Honour(game, entry["id"], entry["icon"], entry.get("at", "deal"), entry["when"])
                 for entry in data.load(path)["honours"])


def met(honour: Honour, facts: Mapping[str, Any]) -> bool:
    """Return whether a finished game meets all conditions of an honour."""
    if honour.at == "level" or facts["at"] == "level":
        fits = honour.at == facts["at"]
    else:
        fits = honour.at in ("deal", facts["at"])  # a deal of the day is also a dealt game
    return fits and all(_holds(_fact(facts, name), wanted) for name, wanted in _conditions(honour.when))


def _conditions(when: Mapping[str, Any], within: str = "") -> list[tuple[str, Any]]:
    """Return the conditions as (dotted name of a fact, wanted value or bounds)."""
    found: list[tuple[str, Any]] = []
    for name, wanted in when.items():
        if isinstance(wanted, Mapping) and not set(wanted) <= {"least", "most"}:
            found += _conditions(wanted, f"{within}{name}.")
        else:
            found.append((f"{within}{name}", wanted))
    return found


def _fact(facts: Mapping[str, Any], name: str) -> Any:
    """Return a fact by its dotted name; a count that is missing is 0."""
    first, _, rest = name.partition(".")
    return facts[first].get(rest, 0) if rest else facts[first]


def _holds(fact: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return fact == wanted
    least, most = _number(wanted.get("least")), _number(wanted.get("most"))
    return (least is None or fact >= least) and (most is None or fact <= most)


def _number(bound: Any) -> Any:
    """Return a bound as a number; the levels of bots count from 1."""
    return LEVELS.index(bound) + 1 if bound in LEVELS else bound
