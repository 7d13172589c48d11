"""A word list while it is made: of each folded word its classes, spellings and base forms."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable

SHORTEST, LONGEST = 2, 15
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MORE_LETTERS = {"es": "Ñ"}
SPLIT = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ĳ": "ij", "Ĳ": "IJ", "ø": "o",
                       "Ø": "O", "ł": "l", "Ł": "L"})


class Draft:
    def __init__(self, language: str):
        self.language = language
        self.letters = set(ALPHABET + MORE_LETTERS.get(language, ""))
        self.classes: defaultdict[str, set[str]] = defaultdict(set)
        self.spellings: defaultdict[str, set[str]] = defaultdict(set)
        self.bases: defaultdict[str, set[str]] = defaultdict(set)
        """Folded base forms of inflected words."""
        self.forms: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        """The same by word and class."""
        self.doubted: defaultdict[str, set[str]] = defaultdict(set)
        """Classes with one weak witness; a word with no other class is never common."""

    def spelled(self, text: str) -> str:
        """Return a text in capitals and without accents."""
        text = text.translate(SPLIT).upper()
        if "Ñ" in self.letters:
            text = text.replace("Ñ", "\0")
        text = "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
        return text.replace("\0", "Ñ")

    def fold(self, text: str) -> str | None:
        """Return a word in the letters of the tiles; None if it cannot be laid."""
        text = self.spelled(text)
        return text if SHORTEST <= len(text) <= LONGEST and set(text) <= self.letters else None

    def add(self, text: str, letter: str, base: str | None = None) -> None:
        """Add a class to a word, with the word it is a form of."""
        word = self.fold(text)
        if word is None:
            return
        self.classes[word].add(letter)
        self.spellings[word].add(text)
        if base is not None and base != text:
            folded = self.fold(base)
            if folded and folded != word:
                self.bases[word].add(folded)
                self.forms[word, letter].add(folded)

    def doubt(self, text: str, letter: str) -> None:
        self.doubted[self.fold(text) or ""].add(letter)

    def has(self, text: str, letters: Iterable[str]) -> bool:
        """Return whether a word has one of these classes."""
        return bool(self.classes.get(self.fold(text) or "", set()) & set(letters))
