"""Honours that a person can earn in a game: each game declares its own in a file beside this module.

A file has a list `honours`; each has an `id`, an `icon`, `at` (deal, daily or level; the default deal means
any dealt game) and `when`: facts of the finished game (see `facts.py`) with the value they must have, or
{least: n}, {most: n}. All of them must hold. The texts are `honour.<game>.<id>` in the locale files. In games
with words each can be earned once in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from game.data import cache as data
from rules.files.variants import IN
from rules.session import LEVELS
from rules.words.language import GERMAN, LANGUAGES

FOLDER = Path(__file__).parent
OCCASIONS = ("deal", "daily", "level")


@dataclass(frozen=True, slots=True)
class Honour:
    """An award that every person can earn once; in games with words once in the language of the words."""

    game: str
    id: str
    icon: str
    at: str
    when: Mapping[str, Any]
    language: str = ""

    @property
    def kept(self) -> str:
        """Return the name by which it is kept: its id, and the language of words unless that is German."""
        return self.id if self.language in ("", GERMAN.code) else f"{self.id}{IN}{self.language}"

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


def honours_in(game: str, language: str) -> tuple[Honour, ...]:
    """Return the honours of a game with words of a language."""
    return tuple(replace(honour, language=language) for honour in honours_of(game))


def days_of(honour: Honour, earned: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """Return the day on which an honour was earned by the language of words; German without words."""
    kept = {code: replace(honour, language=code).kept for code in LANGUAGES}
    return {code: earned[honour.game, name] for code, name in kept.items() if (honour.game, name) in earned}


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
