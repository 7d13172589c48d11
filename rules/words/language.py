"""The languages of the word games: alphabet, folding of typed text, classes of the classic rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rules.kit.phrases import Phrase

A_TO_Z = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ALL_LETTERS = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
"""The letters of all languages. Notation, packed hands and bit sets are the same in every language."""
VOWELS = frozenset("AEIOUY")
"""The red letters; Y is red in every language, as on the rule sheet."""
LETTER_PATTERN = "A-ZÑ"
SMALL_LETTER_PATTERN = "a-zñ"
"""For regular expressions that read notation."""
ENCODING = "latin-1"
"""Has one byte for each letter of every language."""
LIGATURES = {"ẞ": "SS", "Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Ĳ": "IJ"}
UMLAUTS = {"Ä": "AE", "Ö": "OE", "Ü": "UE"}


@dataclass(frozen=True)
class Language:
    """What a language means for its words and letters."""

    code: str
    classic: str = "NPVAOGF"
    """Word classes that the classic rules allow."""
    alphabet: str = A_TO_Z
    spelled_out: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Letters that are laid as others, besides ligatures; accents are dropped."""
    vowel_share: float = 0.4
    """Share of vowels in the letters of common words."""
    jolly_vowels: str = "EEEAIOU"
    jolly_consonants: str = "NNRRSSTTLDMH"
    """The letters that a Jolly is most useful for, repeated by weight."""
    hard_letters: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Letters that few words contain; each counts as that many letters more in a hand."""

    @cached_property
    def red(self) -> str:
        """The vowels of the alphabet."""
        return "".join(letter for letter in self.alphabet if letter in VOWELS)

    @cached_property
    def black(self) -> str:
        """The consonants of the alphabet."""
        return "".join(letter for letter in self.alphabet if letter not in VOWELS)

    @cached_property
    def letters(self) -> frozenset[str]:
        """Capital and small letters: what may lie on a table."""
        return frozenset(self.alphabet + self.alphabet.lower())

    @cached_property
    def list_name(self) -> Phrase:
        """The name of its word list, for refusals."""
        return Phrase(f"word.list_of.{self.code}")

    @cached_property
    def spelling(self) -> Phrase:
        """How its words may be written in a file of the players."""
        return Phrase(f"word.spelling.{self.code}")

    def fold(self, text: str) -> str:
        """Return a text in the letters of the tiles: capitals without accents. Other characters stay."""
        return "".join(self._folded(letter) for letter in unicodedata.normalize("NFC", text))

    def typed(self, text: str) -> str:
        """Return what a typed character lays, in letters of the alphabet; empty if that is nothing."""
        laid = self.fold(text)
        return laid if laid and set(laid) <= set(self.alphabet) else ""

    def _folded(self, letter: str) -> str:
        capital = letter.upper()
        if capital in self.alphabet:
            return capital
        laid = self.spelled_out.get(capital) or LIGATURES.get(capital)
        return laid or "".join(
            part for part in unicodedata.normalize("NFD", capital) if not unicodedata.combining(part))


ROMANCE_CLASSES = "NPVAOGFD"
"""French, Italian and Spanish players expect feminine and plural adjectives."""

LANGUAGES: Mapping[str, Language] = {language.code: language for language in (
    Language("de", spelled_out=UMLAUTS, hard_letters={
        "Q": 1.0, "X": 0.9, "Y": 0.9, "J": 0.7, "V": 0.4, "C": 0.4, "W": 0.3, "Z": 0.3, "P": 0.2}),
    Language("en", vowel_share=0.4, jolly_vowels="EEEAAIO", jolly_consonants="SSTTRRNNLLDC", hard_letters={
        "Q": 1.0, "X": 0.9, "Z": 0.9, "J": 0.9, "V": 0.4, "W": 0.4, "Y": 0.3, "K": 0.3, "F": 0.2}),
    Language("fr", ROMANCE_CLASSES, vowel_share=0.44, jolly_vowels="EEEAAIO", jolly_consonants="SSRRTTNNLLCM",
             hard_letters={"K": 1.0, "W": 1.0, "Y": 0.8, "X": 0.7, "J": 0.7, "Z": 0.6, "Q": 0.5, "H": 0.4,
                           "V": 0.3}),
    Language("it", ROMANCE_CLASSES, vowel_share=0.46, jolly_vowels="AAIIOOE", jolly_consonants="RRTTNNSSLLCC",
             hard_letters={"Q": 0.8, "H": 0.5, "Z": 0.3, "V": 0.2, "F": 0.2, "B": 0.2}),
    Language("es", ROMANCE_CLASSES, ALL_LETTERS, vowel_share=0.45, jolly_vowels="AAEEOOI",
             jolly_consonants="RRSSNNTTCCDL", hard_letters={
                 "X": 1.0, "Y": 0.8, "Ñ": 0.7, "Q": 0.7, "J": 0.5, "Z": 0.4, "H": 0.4, "V": 0.4, "F": 0.4}),
    Language("nl", vowel_share=0.4, jolly_vowels="EEEAIOU", jolly_consonants="NNRRTTSSLLDG", hard_letters={
        "Q": 1.0, "X": 1.0, "Y": 0.9, "J": 0.4, "C": 0.4, "F": 0.4, "Z": 0.4, "W": 0.2, "V": 0.2}),
)}
GERMAN = LANGUAGES["de"]
"""The language of rule files and records that name none."""
