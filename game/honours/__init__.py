"""Honours: what a person can earn in a game. Each game declares its own in a file beside this module.

A file has a list `honours`; each has an `id`, an `icon`, `at` (deal, daily or level; deal is usual and means any
dealt game) and `when`: facts of the finished game (see `facts.py`) with the value they must have, or {least: n},
{most: n}. All of them must hold. The words for people are `honour.<game>.<id>` in the locale file honours.yaml.
A further game joins by adding a file.
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
    """Something that can be earned once by every person."""

    game: str
    id: str
    icon: str
    at: str
    when: Mapping[str, Any]

    @property
    def key(self) -> str:
        """Where its words are: `.title` and `.text`."""
        return f"honour.{self.game}.{self.id}"

    @property
    def numbers(self) -> dict[str, Any]:
        """The numbers it asks for, by the name of their fact: what its text may quote."""
        found: dict[str, Any] = {}
        for name, wanted in _conditions(self.when):
            bounds = wanted if isinstance(wanted, Mapping) else {"": wanted}
            found.update({name.split(".")[-1]: number for number in bounds.values() if type(number) is int})
        if "seconds" in found:
            found["minutes"] = found["seconds"] // 60
        return found


@cache
def honours_of(game: str) -> tuple[Honour, ...]:
    """All that can be earned in a game, in the order of its file; nothing if it has none."""
    path = FOLDER / f"{game}.yaml"
    if not path.is_file():
        return ()
    return tuple(Honour(game, entry["id"], entry["icon"], entry.get("at", "deal"), entry["when"])
                 for entry in data.load(path)["honours"])


def met(honour: Honour, facts: Mapping[str, Any]) -> bool:
    """Whether a finished game fulfils all that an honour asks for."""
    if honour.at == "level" or facts["at"] == "level":
        fits = honour.at == facts["at"]
    else:
        fits = honour.at in ("deal", facts["at"])  # the deal of the day is a dealt game too
    return fits and all(_holds(_fact(facts, name), wanted) for name, wanted in _conditions(honour.when))


def _conditions(when: Mapping[str, Any], within: str = "") -> list[tuple[str, Any]]:
    """(dotted name of a fact, what it must be)."""
    found: list[tuple[str, Any]] = []
    for name, wanted in when.items():
        if isinstance(wanted, Mapping) and not set(wanted) <= {"least", "most"}:
            found += _conditions(wanted, f"{within}{name}.")
        else:
            found.append((f"{within}{name}", wanted))
    return found


def _fact(facts: Mapping[str, Any], name: str) -> Any:
    """A fact by its dotted name; what never happened happened 0 times."""
    first, _, rest = name.partition(".")
    return facts[first].get(rest, 0) if rest else facts[first]


def _holds(fact: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return fact == wanted
    least, most = _number(wanted.get("least")), _number(wanted.get("most"))
    return (least is None or fact >= least) and (most is None or fact <= most)


def _number(bound: Any) -> Any:
    """A bound; the levels of bots count from 1."""
    return LEVELS.index(bound) + 1 if bound in LEVELS else bound
