"""people.json: the profiles and their honours once more, for the case that the database is damaged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from game.data.files import write_atomically
from game.data.people import LONGEST_NAME, Profile, sound_profile

NAME = "people.json"
FORMAT, VERSION = "dominothek-people", 1
LARGEST = 4 * 1024 * 1024
DAMAGED: Literal["damaged"] = "damaged"

Person = tuple[Profile, dict[tuple[str, str], str]]
"""A profile, and the day on which each honour was earned by (game, honour id)."""


def write(path: Path, people: Sequence[Person]) -> None:
    """Replace the file; raise OSError."""
    data = {"format": FORMAT, "version": VERSION, "people": [
        {"id": one.id, "name": one.name, "colour": one.colour, "face": one.face, "made": one.made,
         "honours": [[game, honour, day] for (game, honour), day in sorted(honours.items())]}
        for one, honours in people]}
    write_atomically(path, (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode())


def read(path: Path) -> list[Person] | Literal["damaged"] | None:
    """Return the people of the file; None if there is none, DAMAGED if it cannot be used."""
    try:
        if not path.is_file():
            return DAMAGED if path.exists() else None
        if path.stat().st_size > LARGEST:
            return DAMAGED
        data = json.loads(path.read_bytes())
        if data["format"] != FORMAT:
            return DAMAGED
        return [_person(entry) for entry in data["people"]]
    except OSError:
        return None
    except (ValueError, RecursionError, KeyError, TypeError, IndexError, AttributeError):
        return DAMAGED


def _person(entry: Any) -> Person:
    number, name, colour = entry["id"], entry["name"], entry["colour"]
    if not (isinstance(number, int) and 0 < number < 2**53 and isinstance(colour, int)):
        raise ValueError("not a number")
    if not name.strip() or len(name) > LONGEST_NAME:
        raise ValueError("not a name")
    honours = {(str(game), str(honour)): str(day) for game, honour, day in entry["honours"]}
    return sound_profile(number, name, colour, str(entry["face"]), str(entry["made"])), honours
