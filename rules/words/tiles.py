"""The set of letters of a language: how many tiles there are of each and what they count (letters.yaml)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rules.files.faults import Fault, FaultyFile
from rules.files.source import Kind, Table, Whole, read_table
from rules.files.values import Values
from rules.words.language import A_TO_Z, ALL_LETTERS, LANGUAGES, VOWELS
from rules.words.lexicon import FOLDER


def _for_letters(letters: Iterable[str], kind: Kind, jolly: Kind) -> Table:
    """A table with a value for each letter and the Jolly; only letters A to Z are required."""
    every = set(letters)
    return Table({**{letter: kind for letter in A_TO_Z if letter in every}, "jolly": jolly},
                 optional={letter: kind for letter in ALL_LETTERS if letter in every - set(A_TO_Z)})


JOLLIES = Whole(0, 8)
"""More of a colour fill whole hands, for which nearly every word there is would be offered."""
COUNTS_OF_LETTERS = Table({"red": _for_letters(VOWELS, Whole(0, 99), JOLLIES),
                           "black": _for_letters(set(ALL_LETTERS) - VOWELS, Whole(0, 99), JOLLIES)})
POINTS_OF_LETTERS = _for_letters(ALL_LETTERS, Whole(0, 999), Whole(0, 999))
_SCHEMA = Table({"letters": COUNTS_OF_LETTERS, "points": POINTS_OF_LETTERS})


def letters_file(code: str) -> Path:
    """Return the path of the letters of a language."""
    return FOLDER / code / "letters.yaml"


def letters_faults(code: str) -> list[Fault]:
    return read_table(letters_file(code), _SCHEMA)[1]


@cache
def language_values(code: str) -> Values:
    """Return the letters, their points and the word classes of a language, in the form of a rule file.

    Raise FaultyFile if its letters cannot be read.
    """
    values, faults, _ = read_table(letters_file(code), _SCHEMA)
    if faults:
        raise FaultyFile(faults)
    return {**values, "words": {"classes": LANGUAGES[code].classic}}
