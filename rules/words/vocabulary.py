"""What counts as a word in one game: classes of the lexicon, words agreed on, words blocked.

Classes, several a word: N noun, P plural, V infinitive, A adjective, O adverb and small words, G geographic,
F given name; by agreement C noun cases, K comparison, D declined adjectives, Z participles, H inflected
geographic names; never X conjugated verb, S surname, B brand, Q abbreviation. R marks a rude word: it is
valid, but bots and hints avoid it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from rules.base import Refusal
from rules.kit.phrases import Phrase
from rules.words.columns import Columns
from rules.words.lexicon import SHORTEST, Entry, Lexicon
from rules.words.rows import containing, joined, split, without

CLASSIC = "NPVAOGF"
BY_AGREEMENT = "CKDZH"
NEVER = "XSBQ"
RUDE = "R"
CLASSES = CLASSIC + BY_AGREEMENT + NEVER
"""All that a rule file can allow."""
MOST_TELLING = "XZDKCHSBQVAONPGF"
"""A word of several classes is called by the first of these."""
MOST_FILLERS = 20_000
"""Remembered gaps; a table has some dozens."""


@lru_cache(maxsize=32)
def vocabulary(classes: str, only: tuple[str, ...] | None = None, agreed: tuple[str, ...] = (),
               blocked: tuple[str, ...] = ()) -> Vocabulary:
    """The valid words of a game: those of some classes, and `agreed` ones; or `only` these. Never `blocked` ones."""
    if only is None and not agreed and not blocked:
        return _of_classes(classes, None)
    return Vocabulary(classes, only, agreed, blocked)


@lru_cache(maxsize=16)
def _of_classes(classes: str, known_band: int | None) -> Vocabulary:
    """What the lexicon alone says; tables that agree on some words share all the rest with it."""
    return Vocabulary(classes, known_band=known_band)


class Vocabulary:
    """A set of valid words in capitals, and why another is not one of them."""

    def __init__(self, classes: str, only: tuple[str, ...] | None = None, agreed: tuple[str, ...] = (),
                 blocked: tuple[str, ...] = (), known_band: int | None = None):
        self.classes = classes
        self.only = None if only is None else frozenset(only)
        self.agreed = frozenset(agreed)
        self.blocked = frozenset(blocked)
        self.known_band = known_band
        """Of a person who knows words up to this band and avoids rude ones; None: everything."""
        self._fillers: dict[tuple[str, str], str] = {}
        self._known: dict[int, Vocabulary] = {}
        self._columns: dict[int, Columns] = {}

    def __repr__(self) -> str:
        only = None if self.only is None else tuple(sorted(self.only))
        return (f"Vocabulary({self.classes!r}, {only!r}, {tuple(sorted(self.agreed))!r}, "
                f"{tuple(sorted(self.blocked))!r}, {self.known_band})")

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon.open()

    # --- one word ---

    def __contains__(self, word: str) -> bool:
        if word in self.blocked:
            return False
        if self.only is not None:
            return word in self.only or word in self.agreed
        kind = self.lexicon.kind(word)
        return kind is not None and self._valid_kinds[kind] or word in self.agreed

    @cached_property
    def _valid_kinds(self) -> tuple[bool, ...]:
        return tuple(self._takes(classes, band) for classes, band in self.lexicon.kinds)

    def _takes(self, classes: str, band: int) -> bool:
        if self.known_band is not None and (RUDE in classes or band > self.known_band):
            return False
        return not set(self.classes).isdisjoint(classes)

    def entry(self, word: str) -> Entry | None:
        """What the lexicon knows of the word, whether it is valid here or not."""
        return self.lexicon.entry(word)

    def why_not(self, word: str) -> Refusal | None:
        """None if the word is valid, else the reason for the player."""
        if word in self:
            return None
        if len(word) < SHORTEST:
            return Refusal("refuse.word_short", {"word": word})
        if word in self.blocked:
            return Refusal("refuse.word_blocked", {"word": word})
        if self.only is not None:
            return Refusal("refuse.word_not_listed", {"word": word})
        entry = self.entry(word)
        if entry is None:
            return Refusal("refuse.word_unknown", {"word": word})
        is_a = class_name(entry.classes)
        return Refusal("refuse.word_class", {"word": word, "is_a": is_a, "allowed": self.allowed()})

    def is_a(self, word: str) -> Phrase:
        """What a valid word is: an infinitive, a given name, agreed on."""
        entry = self.entry(word)
        if entry is None or set(self.classes).isdisjoint(entry.classes):
            return Phrase("word.is_a.agreed")
        return class_name(entry.classes, self.classes)

    def allowed(self) -> Phrase:
        """The allowed classes as a list in words."""
        names = [Phrase(f"word.allowed.{letter}") for letter in CLASSES if letter in self.classes]
        listed = names.pop() if names else Phrase("word.allowed.none")
        for place, name in enumerate(reversed(names)):
            listed = Phrase("word.list" if place else "word.list_end", {"first": name, "rest": listed})
        return listed

    # --- all words ---

    @cached_property
    def _base(self) -> Vocabulary:
        """The same without words agreed on or blocked."""
        return _of_classes(self.classes, self.known_band)

    def known(self, band: int) -> Vocabulary:
        """What a player knows who knows words up to this band, and is polite: no rude ones.

        Words agreed on are known to everybody, and so are those of a table that names all its words.
        """
        if self.only is not None:
            return self
        if not self.agreed and not self.blocked:
            return _of_classes(self.classes, band)
        if band not in self._known:
            self._known[band] = Vocabulary(self.classes, None, tuple(self.agreed), tuple(self.blocked), band)
        return self._known[band]

    @cached_property
    def letters(self) -> dict[int, bytes]:
        """By length: all valid words, one behind the other, without anything between them."""
        if self.only is not None:
            return joined(word for word in self.only | self.agreed if word in self)
        if self._base is self:
            return dict(sorted(self.lexicon.letters(self._takes).items()))
        found = dict(self._base.letters)
        for length, more in joined(self.agreed).items():
            new = "".join(word for word in split(more, length) if not self._in_lexicon(word))
            if new:
                found[length] = found.get(length, b"") + new.encode()
        for word in self.blocked:
            found[len(word)] = without(word, found.get(len(word), b""))
        return {length: words for length, words in sorted(found.items()) if words}

    def _in_lexicon(self, word: str) -> bool:
        kind = self.lexicon.kind(word)
        return kind is not None and self._valid_kinds[kind]

    @cached_property
    def longest(self) -> int:
        """The length of the longest word."""
        return max(self.letters, default=0)

    def columns(self, length: int) -> Columns:
        """The valid words of one length, to be asked all at once."""
        if length not in self._columns:
            words = self.letters.get(length, b"")
            shared = self.only is None and self._base is not self and words is self._base.letters.get(length)
            self._columns[length] = self._base.columns(length) if shared else Columns(words, length)
        return self._columns[length]

    def __iter__(self) -> Iterator[str]:
        """All valid words, the short ones first."""
        for length, words in self.letters.items():
            yield from split(words, length)

    def __len__(self) -> int:
        return sum(len(words) // length for length, words in self.letters.items())

    def fillers(self, before: str, after: str) -> str:
        """The letters that make a valid word between two pieces, one of which may be empty."""
        key = (before, after)
        found = self._fillers.get(key)
        if found is None:
            if len(self._fillers) >= MOST_FILLERS:
                self._fillers.clear()
            found = self._fillers[key] = "".join(sorted(self._find_fillers(before, after)))
        return found

    def _find_fillers(self, before: str, after: str) -> set[str]:
        found: set[str] = set()
        if self.only is None:
            found = {letter for letter, kind in self.lexicon.fillers(before, after) if self._valid_kinds[kind]}
        length, place = len(before) + 1 + len(after), len(before)
        fitting = {word[place] for word in (self.only or frozenset()) | self.agreed
                   if len(word) == length and word.startswith(before) and word.endswith(after)}
        return {letter for letter in found | fitting if before + letter + after not in self.blocked}

    def words_containing(self, fragment: str) -> list[str]:
        """All valid words with these letters in this order without a gap, the short ones first."""
        found: list[str] = []
        for length, words in self.letters.items():
            if length >= len(fragment):
                found += containing(fragment, words, length)
        return found


def class_name(classes: str, among: str = CLASSES) -> Phrase:
    """What a word of these classes is called; where it could be several things, the most telling."""
    letter = next((letter for letter in MOST_TELLING if letter in classes and letter in among), "N")
    return Phrase(f"word.is_a.{letter}")
