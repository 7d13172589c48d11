"""What is known of a word: its classes, its base form and a short meaning in its own language.

The files of a language are packed tables of words (word_table.py). `.meanings` has the meanings
(source/meanings.py writes it), `.bases` the base forms that are not told by the ending of a word, as the
sources of the list have them (source/bases.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from rules.kit.phrases import Phrase
from rules.words.lexicon import FOLDER
from rules.words.vocabulary import CLASSES, Vocabulary
from rules.words.word_table import WordTable

Endings = tuple[tuple[str, str], ...]
ENDINGS: Mapping[str, Mapping[str, Endings]] = {
    "de": {"D": (("E", ""), ("EN", ""), ("ER", ""), ("EM", ""), ("ES", ""), ("ERE", ""), ("EREN", ""),
                 ("EREM", ""), ("ERER", ""), ("ERES", "")),
           "P": (("NEN", ""), ("EN", ""), ("E", ""), ("N", ""), ("S", ""), ("ER", "")),
           "K": (("ER", ""), ("STE", ""), ("STEN", "")),
           "C": (("ES", ""), ("S", ""), ("EN", ""), ("N", ""), ("E", "")), "H": (("S", ""),),
           "Z": (("D", ""), ("T", "EN"))},
    "en": {"P": (("IES", "Y"), ("S", ""), ("ES", "")), "K": (("EST", ""), ("ER", ""), ("ST", ""), ("R", "")),
           "Z": (("ED", ""), ("ING", ""), ("D", ""), ("ING", "E"))},
    "es": {"D": (("AS", "O"), ("OS", "O"), ("A", "O"), ("ES", ""), ("S", "")),
           "P": (("S", ""), ("ES", ""), ("CES", "Z")), "Z": (("ANDO", "AR"), ("ADO", "AR"), ("IDO", "IR"))},
    "fr": {"D": (("ES", ""), ("E", ""), ("S", "")), "P": (("S", ""), ("X", ""), ("AUX", "AL"))},
    "it": {"D": (("A", "O"), ("I", "O"), ("E", "O"), ("I", "E")),
           "P": (("I", "O"), ("E", "A"), ("I", "E"), ("CHI", "CO"), ("GHI", "GO"))},
    "nl": {"D": (("E", ""),), "P": (("EN", ""), ("S", ""), ("N", "")), "K": (("ER", ""), ("ST", ""))},
}
"""By class the usual endings of inflected words, and what the base form has instead."""
BASE_CLASSES = {"D": "AZ", "P": "N", "K": "A", "C": "N", "H": "G", "Z": "V"}
"""The classes that the base form of an inflected word has; of a word of several classes the first counts."""
OWN = frozenset("NVAOGF")
"""Classes of base forms."""
CODE = re.compile(r"(\d+)(\D*)")


class Explained(NamedTuple):
    """What is known of a word: its classes, its base form if that is another word, and a meaning."""

    classes: tuple[Phrase, ...]
    base: str
    meaning: str


def explain(word: str, vocabulary: Vocabulary) -> Explained:
    """Return what is known of a valid word; base form and meaning may be empty.

    A word that has a meaning of its own needs no base form.
    """
    entry, code = vocabulary.entry(word), vocabulary.language.code
    meaning = meaning_of(word, code)
    told = meaning and entry is not None and not OWN.isdisjoint(entry.classes)
    base = "" if told else base_form(word, vocabulary)
    return Explained(_classes(word, vocabulary), base, meaning or (meaning_of(base, code) if base else ""))


def _classes(word: str, vocabulary: Vocabulary) -> tuple[Phrase, ...]:
    """Return the allowed classes of a word; of several the commonest first."""
    entry = vocabulary.entry(word)
    valid = set(vocabulary.classes) & set(entry.classes if entry else "")
    return tuple(Phrase(f"word.is_a.{letter}") for letter in sorted(valid, key=CLASSES.index) or ["agreed"])


# --- base forms ---


def base_form(word: str, vocabulary: Vocabulary) -> str:
    """Return the base form of an inflected word; nothing if it is not known for sure."""
    code = vocabulary.language.code
    table = WordTable.open(bases_path(code))
    if table is None:
        return ""
    change = table.get(word)
    return by_ending(word, code, _classes_in(vocabulary)) if change is None else changed(word, change)


def _classes_in(vocabulary: Vocabulary) -> Callable[[str], str]:
    def classes_of(word: str) -> str:
        entry = vocabulary.entry(word)
        return "" if entry is None else entry.classes

    return classes_of


def by_ending(word: str, language: str, classes_of: Callable[[str], Collection[str]]) -> str:
    """Return the first word with a fitting class that the endings make of a word, or nothing."""
    classes = classes_of(word)
    for kind, endings in ENDINGS[language].items():
        if kind in classes:
            for ending, instead in endings:
                base = word[:len(word) - len(ending)] + instead
                if word.endswith(ending) and not set(BASE_CLASSES[kind]).isdisjoint(classes_of(base)):
                    return base
    return ""


def change_of(word: str, base: str) -> str:
    """Return how a table says it: letters to cut off and to put instead (MICE: 3OUSE); empty without a base.
    """
    if not base:
        return ""
    same = next((at for at, (one, other) in enumerate(zip(word, base, strict=False)) if one != other),
                min(len(word), len(base)))
    return f"{len(word) - same}{base[same:]}"


def changed(word: str, change: str) -> str:
    """Return the base form that a change of the table makes of a word."""
    found = CODE.fullmatch(change)
    return word[:len(word) - int(found[1])] + found[2] if found else ""


def bases_path(language: str) -> Path:
    return FOLDER / language / f"{language}.bases"


# --- meanings ---


def meaning_of(word: str, language: str) -> str:
    """Return the meaning of a word; empty if none is known or the file of the language is missing."""
    table = WordTable.open(meanings_path(language))
    return (table and table.get(word)) or ""


def meanings_path(language: str) -> Path:
    return FOLDER / language / f"{language}.meanings"
