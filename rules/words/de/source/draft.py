"""The word list under construction: classes, spellings, base forms and witnesses of each folded word."""

from __future__ import annotations

from collections import defaultdict

from rules.words.de.source.spelling import fits, fold


class Draft:
    def __init__(self) -> None:
        self.classes: defaultdict[str, set[str]] = defaultdict(set)
        self.spellings: defaultdict[str, set[str]] = defaultdict(set)
        self.base_forms: defaultdict[str, set[str]] = defaultdict(set)
        self.forms: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        """Base forms by word and class."""
        self.witnesses: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        """The sources that list a word with a class, by word and class."""

    def add(self, word: str, letter: str, witness: str, base: str | None = None) -> None:
        """Add a word with a class, as listed by the source `witness`."""
        if not fits(word):
            return
        folded = fold(word)
        self.classes[folded].add(letter)
        self.spellings[folded].add(word)
        self.witnesses[folded, letter].add(witness)
        if base and fits(base) and base != word:
            self.base_forms[folded].add(fold(base))
            self.forms[folded, letter].add(fold(base))

    def only_witness(self, word: str, letter: str, witness: str) -> bool:
        return self.witnesses[word, letter] == {witness}
