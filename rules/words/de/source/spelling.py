"""Fold words to the letters of the tiles; decide which words fit."""

from __future__ import annotations

import re
import unicodedata

SHORTEST, LONGEST = 2, 15
WRITTEN = re.compile(r"^[A-Za-zÄÖÜäöüßéèêëàâáåçñîïíôóòûúÉÅæœøã]+$")
SPELLED_OUT = {"ä": "AE", "ö": "OE", "ü": "UE", "ß": "SS", "æ": "AE", "œ": "OE", "ø": "O", "å": "A"}


def fold(word: str) -> str:
    """Return the word in capitals, umlauts as two letters, without accents."""
    return "".join(SPELLED_OUT.get(letter) or unicodedata.normalize("NFD", letter)[0].upper()
                   for letter in word.lower())


def fits(word: str) -> bool:
    """Return True if the word can be laid: letters only, neither too short nor too long."""
    return bool(WRITTEN.match(word)) and SHORTEST <= len(fold(word)) <= LONGEST


def is_name_like(word: str) -> bool:
    """Return True for a capital followed by lower case, as in nouns and names."""
    return word[:1].isupper() and word[1:].islower()
