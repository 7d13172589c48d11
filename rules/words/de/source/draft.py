"""The word list while it is made: of each folded word its classes, spellings, base forms and witnesses."""

from __future__ import annotations

from collections import defaultdict

from rules.words.de.source.spelling import fits, fold


class Draft:
    def __init__(self) -> None:
        self.classes: defaultdict[str, set[str]] = defaultdict(set)
        self.spellings: defaultdict[str, set[str]] = defaultdict(set)
        self.base_forms: defaultdict[str, set[str]] = defaultdict(set)
        self.witnesses: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        """By word and class: the sources that know it as that."""

    def add(self, word: str, letter: str, witness: str, base: str | None = None) -> None:
        """A word belongs to a class, says a source."""
        if not fits(word):
            return
        folded = fold(word)
        self.classes[folded].add(letter)
        self.spellings[folded].add(word)
        self.witnesses[folded, letter].add(witness)
        if base and fits(base) and base != word:
            self.base_forms[folded].add(fold(base))

    def only_witness(self, word: str, letter: str, witness: str) -> bool:
        return self.witnesses[word, letter] == {witness}
