"""Find adjectives (A), their comparison (K) and declined forms (D), and function words (O)."""

from __future__ import annotations

import re

from rules.words.de.source.draft import Draft
from rules.words.de.source.sources import Sources, hand_list
from rules.words.de.source.spelling import fits, fold
from rules.words.de.source.verbs import PREFIXES, Verbs

ENDINGS = ("e", "em", "en", "er", "es")
VERB_BEGINNINGS = ("be", "ge", "ver", "er", "ent", "emp", "zer", "miss", "um", "über", "unter", "wider",
                   "wieder", "voll", *PREFIXES)
IRREGULAR = {"gut": ("besser", "best"), "viel": ("mehr", "meist"), "hoch": ("höher", "höchst"),
             "nah": ("näher", "nächst"), "groß": ("größer", "größt")}
SMALL_MARKS = {"adv", "prep", "conj", "pron", "int", "num", "art", "ptcl"}
"""Word classes of Ding for function words."""
WITHOUT_UMLAUTS = str.maketrans("äöü", "aou")


class Adjectives:
    """Adjectives in their base form, and the forms derived from them and from participles."""

    def __init__(self, sources: Sources, verbs: Verbs, draft: Draft):
        self._sources, self._verbs, self._draft = sources, verbs, draft
        self._written = sources.written_forms
        self.base: set[str] = set()
        self.declined: set[str] = set()
        self._from_tables()
        self._from_ding()
        self._from_written_forms()
        self._take_out_declined()
        for word in sorted(self.base | verbs.participles):
            self._decline(word)
        for word, (comparative, superlative) in IRREGULAR.items():
            draft.add(comparative, "K", "hand", word)
            for ending in ENDINGS:
                if superlative + ending in self._written:
                    draft.add(superlative + ending, "K", "hand", word)

    def _is_one_in_ding(self, word: str) -> bool:
        return any("adj" in marks for marks in self._sources.ding.get(word, ()))

    def _has_comparison(self, word: str) -> bool:
        """Return True if a participle has a comparative or is negated by un-: it is an adjective, too."""
        return word + "ere" in self._written or word + "eren" in self._written or word.startswith("un")

    def _is_present_participle(self, word: str) -> bool:
        return word.endswith("nd") and word[:-1] in self._verbs.infinitives

    def _take(self, word: str, witness: str) -> None:
        self.base.add(word)
        self._draft.add(word, "A", witness)

    def _from_tables(self) -> None:
        for word in self._sources.adjectives:
            if not word.islower() or not fits(word):
                continue
            participle = word in self._verbs.participles or self._is_present_participle(word) or (
                re.match(".*(ge).*(t|en)$", word) and word not in self._sources.ding)
            in_ding = self._is_one_in_ding(word)
            if participle and not (in_ding and self._has_comparison(word)):
                self._draft.add(word, "Z", "posdict")
            elif in_ding or word in self._written or self._sources.frequency(word) >= 1e-7:
                self._take(word, "posdict")

    def _from_ding(self) -> None:
        verbs = self._verbs
        for word in self._sources.ding:
            if not word.islower() or not fits(word) or word in self.base or not self._is_one_in_ding(word):
                continue
            if word in verbs.finite and word not in verbs.participles:
                continue
            participle = word in verbs.participles or self._is_present_participle(word)
            if participle and not self._has_comparison(word):
                self._draft.add(word, "Z", "ding")
            elif word.endswith("ste"):
                self._draft.add(word, "K", "ding")
            elif word.endswith("e") and word[:-1] in self.base:
                self._draft.add(word, "D", "ding")
            elif word in self._written or self._sources.frequency(word) >= 3e-8:
                self._take(word, "ding")

    def _from_written_forms(self) -> None:
        """Add words that the spelling checker knows with all five endings."""
        verbs = self._verbs
        for word in sorted(self._written):
            if not word.islower() or not fits(word) or word in self.base or len(word) < 3:
                continue
            if word.endswith(("e", "er", "es", "em")):
                continue
            if not all(word + end in self._written for end in ENDINGS):
                continue
            if self._looks_like_participle(word):
                if word not in verbs.infinitives and word not in verbs.finite:
                    self._draft.add(word, "Z", "igerman98")
                    verbs.participles.add(word)
            elif (word + "en" not in verbs.infinitives and not self._is_superlative(word)
                  and self._is_used(word)):
                self._take(word, "igerman98")

    def _looks_like_participle(self, word: str) -> bool:
        verbs = self._verbs
        if word in verbs.participles or word in verbs.finite or word in verbs.infinitives:
            return True
        if word.endswith("nd") and (word[:-1] in verbs.infinitives or word[:-1] in self._written):
            return True
        if word.endswith(("t", "en", "an")) and word.startswith(VERB_BEGINNINGS):
            return True
        if re.search("ge.+(t|en)$", word):
            return True
        return word.endswith("iert")

    def _is_superlative(self, word: str) -> bool:
        if not word.endswith("st"):
            return False
        stems = (word[:-2], word[:-3])
        return word[:-2] in self.base or any(
            stem in self._written or stem.translate(WITHOUT_UMLAUTS) in self._written for stem in stems)

    def _is_used(self, word: str) -> bool:
        return self._sources.is_used(word) or any(self._sources.frequency(word + end) for end in ENDINGS)

    def _take_out_declined(self) -> None:
        """Move declined forms that a source lists as head words out of the base forms."""
        written = self._written
        for word in sorted(self.base):
            only_ding = self._draft.only_witness(fold(word), "A", "ding")
            if word.endswith("er") and word[:-2] in self.base and word[:-2] + "e" in written and only_ding:
                self._move(word, "D", "ding", word[:-2])
            elif word.endswith("ßte") or (word.endswith("e") and (
                    word[:-1] in self.base or word[:-1].endswith(("lich", "ig", "isch"))
                    or (word.endswith("ere") and word[:-3] in self.base))):
                self._move(word, "D", "rule")
            elif (only_ding and word.endswith(("es", "ster", "ste"))
                  and {word[:-2] + "e", word[:-2] + "en"} <= written):
                self._move(word, "D", "ding")
            elif only_ding and self._looks_like_participle(word) and not self._has_comparison(word):
                self._move(word, "Z", "ding")

    def _move(self, word: str, letter: str, witness: str, base: str | None = None) -> None:
        self.base.discard(word)
        self._draft.classes[fold(word)].discard("A")
        self._draft.add(word, letter, witness, base)

    # --- forms derived from a base form ---

    def _decline(self, word: str) -> None:
        stems = {"hoh"} if word == "hoch" else {word}
        if word.endswith(("el", "er")):
            stems.add(word[:-2] + word[-1])
        if word.endswith("e"):
            stems.add(word[:-1])
        for stem in stems:
            self._add_endings(stem, word)
        if word in self.base:
            for stem in stems | {_with_umlaut(word)}:
                self._compare(stem, word)

    def _add_endings(self, stem: str, base: str, compared: tuple[str, ...] = ()) -> None:
        for ending in ENDINGS:
            if stem + ending in self._written:
                self._draft.add(stem + ending, "K" if ending in compared else "D", "igerman98", base)
                self.declined.add(stem + ending)

    def _compare(self, stem: str, base: str) -> None:
        comparative = stem + "er"
        declined = {comparative + "e", comparative + "en"}
        if comparative in self._written and not declined.isdisjoint(self._written):
            self._draft.add(comparative, "K", "igerman98", base)
            self._add_endings(comparative, base)
        for superlative in (stem + "st", stem + "est"):
            if {superlative + "e", superlative + "en"} <= self._written \
                    and superlative not in self._verbs.infinitives:
                self._add_endings(superlative, base, ("e", "en"))


def _with_umlaut(word: str) -> str:
    """Return the word with an umlaut in its last syllable, as in a comparative: ALT, ÄLTER."""
    for place in range(len(word) - 1, -1, -1):
        if word[place] in "aou":
            if word[place] == "u" and place and word[place - 1] == "a":
                place -= 1
            return word[:place] + {"a": "ä", "o": "ö", "u": "ü"}[word[place]] + word[place + 1:]
        if word[place] in "eiäöüy":
            return word
    return word


def add_small_words(sources: Sources, verbs: Verbs, draft: Draft) -> None:
    """Add adverbs, pronouns, prepositions, conjunctions, numerals and interjections."""
    for word, meanings in sources.ding.items():
        if not word.islower() or not fits(word) or not any(SMALL_MARKS & marks for marks in meanings):
            continue
        verbal = word in verbs.participles or word in verbs.finite or (
            word.endswith("nd") and word[:-1] in verbs.infinitives)
        if not verbal and (word in sources.written_forms or sources.frequency(word) >= 1e-7):
            draft.add(word, "O", "ding")
    for word in sorted(hand_list("closed")):
        draft.add(word, "O", "hand")
