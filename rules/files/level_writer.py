"""Write level files as YAML; shared by the scripts that make the levels of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from rules.base import Setup
from rules.home import HOME

FOLDER = HOME / "levels"
WIDTH = 110


@dataclass(frozen=True)
class Found:
    """A deal or position selected as a level."""

    setup: Setup
    goal: Mapping[str, Any]
    """The keys of the level that define its goal."""
    rating: Mapping[str, float]
    proof: Sequence[str]
    variant: str = "classic"


HEAD = """\
# Levels of {title}, grade {grade}. Made by `python -m rules.{maker}`, which plays, rates
# and discards; names and titles are in game/locale/<language>/levels_{game}.yaml.
{about}grade: {grade}

levels:
"""


def written(level_id: str, found: Found) -> str:
    """Return one level as YAML; texts are quoted because YAML reads some tiles as numbers."""
    numbers = ", ".join(f"{name}: {number:.0f}" for name, number in found.rating.items())
    goal = "".join(f"    {name}: {value}\n" for name, value in found.goal.items())
    setup = "".join(
        f"      {name}:{_value(value)}\n" for name, value in found.setup.items() if value is not None)
    return (f'  - id: "{level_id}"\n    variant: {found.variant}\n    setup:\n{setup}{goal}'
            f"    rating: {{{numbers}}}\n    proof:{_list(found.proof, 6)}\n")


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "".join(f"\n        - {_list(row, 10).strip()}" for row in value)
    if isinstance(value, list):
        return _list(value, 8)
    return f' "{value}"' if isinstance(value, str) else f" {value}"


def _list(texts: Iterable[str], indent: int) -> str:
    """Return a list on one line if it fits, else wrapped between its texts (their blanks hidden as NUL)."""
    line = "[" + ", ".join(f'"{text}"'.replace(" ", "\0") for text in texts) + "]"
    lines = wrap(line, WIDTH - indent, break_long_words=False, break_on_hyphens=False)
    first, *rest = (part.replace("\0", " ") for part in lines)
    if not rest and len(first) < WIDTH - 20:
        return f" {first}"
    return "".join(f"\n{' ' * indent}{part}" for part in (first, *rest))


def say(game: str, number: int, total: int, what: str) -> None:
    """Print the progress to stderr."""
    print(f"{game}: {number} of {total}, {what}", file=sys.stderr, flush=True)


def write(game: str, title: str, maker: str, about: str, grade: int, name: str, levels: Iterable[Found],
          language: str = "") -> Path:
    """Write the file of one grade; those of another language go to a folder of their own. Return its path."""
    folder = FOLDER / game / language
    before = f"{language}_" if language else ""
    folder.mkdir(parents=True, exist_ok=True)
    body = "\n".join(written(f"{before}{grade * 100 + number}", level)
                     for number, level in enumerate(levels, 1))
    head = HEAD.format(title=title, game=game, maker=maker, grade=grade, about=about)
    path = folder / f"{name}.yaml"
    path.write_text(head + body, encoding="utf-8")
    return path
