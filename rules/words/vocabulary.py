"""The valid words of one game: classes of the lexicon, agreed words, blocked words.

A word can have several classes: N noun, P plural, V infinitive, A adjective, O adverb and function word, G
geographic name, F given name; by agreement C noun cases, K comparison, D declined adjectives, Z participles,
H inflected geographic names; never X conjugated verb, S surname, B brand, Q abbreviation. R marks a rude
word: it is valid, but bots and hints avoid it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from rules.base import Refusal
from rules.kit.phrases import Phrase
from rules.words.columns import Columns
from rules.words.language import ENCODING, GERMAN, LANGUAGES, Language
from rules.words.lexicon import SHORTEST, Entry, Lexicon
from rules.words.packed_words import containing, joined, removed, split

CLASSIC = "NPVAOGF"
BY_AGREEMENT = "CKDZH"
NEVER = "XSBQ"
RUDE = "R"
CLASSES = CLASSIC + BY_AGREEMENT + NEVER
"""All classes that a rule file can allow."""
MOST_TELLING = "XZDKCHSBQVAONPGF"
"""The order in which one of several classes is chosen to describe a word."""
MOST_FILLERS = 20_000
"""Size of the cache of gaps; a table has a few dozen."""


@lru_cache(maxsize=32)
def vocabulary(classes: str, only: tuple[str, ...] | None = None, agreed: tuple[str, ...] = (),
               blocked: tuple[str, ...] = (), language: str = GERMAN.code) -> Vocabulary:
    """Return the valid words of a game: `classes` and `agreed`, or `only` these; without `blocked` ones."""
    if only is None and not agreed and not blocked:
        return _of_classes(classes, None, language)
    return Vocabulary(classes, only, agreed, blocked, language=LANGUAGES[language])


@lru_cache(maxsize=16)
def _of_classes(classes: str, known_band: int | None, language: str) -> Vocabulary:
    """Return the valid words of the lexicon alone; vocabularies with agreed words share its data."""
    return Vocabulary(classes, known_band=known_band, language=LANGUAGES[language])


class Vocabulary:
    """A set of valid words in capitals; gives the reason why a word is not valid."""

    def __init__(self, classes: str, only: tuple[str, ...] | None = None, agreed: tuple[str, ...] = (),
                 blocked: tuple[str, ...] = (), known_band: int | None = None,
                 language: Language = GERMAN):
        self.classes = classes
        self.language = language
        self.only = None if only is None else frozenset(only)
        self.agreed = frozenset(agreed)
        self.blocked = frozenset(blocked)
        self.known_band = known_band
        """Restricts the words to those up to this band that are not rude; None: no restriction."""
        self._fillers: dict[tuple[str, str], str] = {}
        self._known: dict[int, Vocabulary] = {}
        self._columns: dict[int, Columns] = {}

    def __repr__(self) -> str:
        only = None if self.only is None else tuple(sorted(self.only))
        return (f"Vocabulary({self.classes!r}, {only!r}, {tuple(sorted(self.agreed))!r}, "
                f"{tuple(sorted(self.blocked))!r}, {self.known_band}, {self.language.code!r})")

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon.open(self.language.code)

    # --- one word ---

    def __contains__(self, word: str) -> bool:
        if word in self.blocked:
            return False
        if self.only is not None:
            return word in self.only or word in self.agreed
        return self._in_lexicon(word) or word in self.agreed

    @cached_property
    def _valid_kinds(self) -> tuple[bool, ...]:
        return tuple(self._takes(classes, band) for classes, band in self.lexicon.kinds)

    def _takes(self, classes: str, band: int) -> bool:
        if self.known_band is not None and (RUDE in classes or band > self.known_band):
            return False
        return not set(self.classes).isdisjoint(classes)

    def entry(self, word: str) -> Entry | None:
        """Return the entry of the lexicon for a word, valid here or not."""
        return self.lexicon.entry(word)

    def is_rude(self, word: str) -> bool:
        """Return whether bots and hints avoid a word; agreed words are not rude."""
        entry = None if word in self.agreed else self.entry(word)
        return entry is not None and RUDE in entry.classes

    def why_not(self, word: str) -> Refusal | None:
        """Return None if the word is valid, else the reason for the player."""
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
            return Refusal("refuse.word_unknown", {"word": word, "list": self.language.list_name})
        is_a = class_name(entry.classes)
        return Refusal("refuse.word_class", {"word": word, "is_a": is_a, "allowed": self.allowed()})

    def is_a(self, word: str) -> Phrase:
        """Return the description of a valid word: an infinitive, a given name, an agreed word."""
        entry = self.entry(word)
        if entry is None or set(self.classes).isdisjoint(entry.classes):
            return Phrase("word.is_a.agreed")
        return class_name(entry.classes, self.classes)

    def allowed(self) -> Phrase:
        """Return the list of allowed classes for the player."""
        names = [Phrase(f"word.allowed.{letter}") for letter in CLASSES if letter in self.classes]
        listed = names.pop() if names else Phrase("word.allowed.none")
        for place, name in enumerate(reversed(names)):
            listed = Phrase("word.list" if place else "word.list_end", {"first": name, "rest": listed})
        return listed

    # --- all words ---

    @cached_property
    def _base(self) -> Vocabulary:
        """The same vocabulary without agreed and blocked words."""
        return _of_classes(self.classes, self.known_band, self.language.code)

    def known(self, band: int) -> Vocabulary:
        """Return the words up to a band that are not rude: what a bot or a hint uses.

        Agreed words are always included, and so are all words of a vocabulary with `only`.
        """
        if self.only is not None:
            return self
        if not self.agreed and not self.blocked:
            return _of_classes(self.classes, band, self.language.code)
        if band not in self._known:
            self._known[band] = Vocabulary(
                self.classes, None, tuple(self.agreed), tuple(self.blocked), band, self.language)
        return self._known[band]

    @cached_property
    def letters(self) -> dict[int, bytes]:
        """All valid words by length, concatenated without separators."""
        if self.only is not None:
            return joined(word for word in self.only | self.agreed if word in self)
        if self._base is self:
            return dict(sorted(self.lexicon.letters(self._takes).items()))
        found = dict(self._base.letters)
        for length, more in joined(self.agreed).items():
            new = "".join(word for word in split(more, length) if not self._in_lexicon(word))
            if new:
                found[length] = found.get(length, b"") + new.encode(ENCODING)
        for word in self.blocked:
            found[len(word)] = removed(word, found.get(len(word), b""))
        return {length: words for length, words in sorted(found.items()) if words}

    def _in_lexicon(self, word: str) -> bool:
        kind = self.lexicon.kind(word)
        return kind is not None and self._valid_kinds[kind]

    @cached_property
    def longest(self) -> int:
        """The length of the longest valid word."""
        return max(self.letters, default=0)

    def columns(self, length: int) -> Columns:
        """Return the bit sets of the valid words of one length."""
        if length not in self._columns:
            words = self.letters.get(length, b"")
            shared = self.only is None and self._base is not self and words is self._base.letters.get(length)
            self._columns[length] = self._base.columns(length) if shared else Columns(words, length)
        return self._columns[length]

    def __iter__(self) -> Iterator[str]:
        """Yield all valid words, short ones first."""
        for length, words in self.letters.items():
            yield from split(words, length)

    def __len__(self) -> int:
        return sum(len(words) // length for length, words in self.letters.items())

    def fillers(self, before: str, after: str) -> str:
        """Return the letters that make a valid word between `before` and `after`; one may be empty."""
        key = (before, after)
        found = self._fillers.get(key)
        if found is None:
            if len(self._fillers) >= MOST_FILLERS:
                self._fillers.clear()
            found = self._fillers[key] = "".join(sorted(self._find_fillers(before, after)))
        return found

    def _find_fillers(self, before: str, after: str) -> set[str]:
        length, place = len(before) + 1 + len(after), len(before)
        if length not in self.letters:
            return set()
        columns = self.columns(length)
        bits = columns.all
        for at, letter in enumerate(before + after):
            bits &= columns.at(at + (at >= place), letter)
            if not bits:
                return set()
        return {word[place] for word in columns.words(bits)}

    def words_containing(self, fragment: str) -> list[str]:
        """Return all valid words that contain the fragment, short ones first."""
        found: list[str] = []
        for length, words in self.letters.items():
            if length >= len(fragment):
                found += containing(fragment, words, length)
        return found


def class_name(classes: str, among: str = CLASSES) -> Phrase:
    """Return the description of a word of these classes; of several classes the most telling one."""
    letter = next((letter for letter in MOST_TELLING if letter in classes and letter in among), "N")
    return Phrase(f"word.is_a.{letter}")
