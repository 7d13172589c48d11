"""Make es.tsv.gz from the hunspell dictionary of RLA-ES.

Its affixes tell verbs, genders and plurals; Wiktionary (FreeDict) and spaCy tell other word classes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rules.words.source.draft import Draft
from rules.words.source.finish import finish
from rules.words.source.hunspell import Hunspell
from rules.words.source.names import add_persons, add_places
from rules.words.source.sources import Sources

DICTIONARY = "deb/x_hunspell-es/usr/share/hunspell/es_ES"
LEMMAS = "deb/x_wspanish/usr/share/dict/spanish"
CONJUGATED, DERIVED_NOUNS, SMALLER = set("REIX"), set("ABCFJKLMOPQ"), set("NUH")
PREFIXES = set("abcdefghijklmnopqrstuvw")
INFINITIVES = ("ar", "er", "ir", "ír")
ADJECTIVES = ("ble", "al", "il", "ar", "nte", "ico", "oso", "ivo", "ado", "ido", "aco", "áceo", "iento",
              "undo", "uno", "ífero", "esco", "izo", "ense", "voz", "tico", "loco", "fero", "iano", "ario",
              "orio", "eo")
"""Endings of adjectives, where no source knows the class."""
BOTH = ("dor", "sor", "tor", "ero", "ano", "eno", "ino", "és", "ista", "ense", "logo", "grafo", "nta", "iano",
        "ón", "án", "ín")
"""Endings of words that are nouns and adjectives."""


class Spanish:
    def __init__(self, sources: Sources):
        self.sources = sources
        self.draft, self.frequency = Draft("es"), sources.frequencies()
        self.dictionary = Hunspell(sources.folder / DICTIONARY)
        self.lemmas = set(sources.words(LEMMAS))
        self.known = self.sources.freedict("spa-deu")
        translated = sources.freedict_targets("fra-spa", "deu-spa", "ita-spa", "nld-spa")
        for word, classes in translated.items():
            self.known[word] |= classes
        index = self.sources.spacy_table("es_lemma_index")
        for name, letter in (("noun", "N"), ("adj", "A"), ("verb", "V")):
            for word in index[name]:
                if name != "verb" or word.endswith(INFINITIVES):
                    self.known[word].add(letter)
        self.names: set[str] = set()
        self.unmarked: list[str] = []
        self.entries: set[str] = set()
        for word, flags, _ in self.dictionary.entries():
            if not word.isalpha():
                continue
            if not word.islower():
                self.names.add(word)
                continue
            self.entries.add(word)
            self._entry(word, set(flags))
            for flag in sorted(PREFIXES & set(flags)):
                for longer in self.dictionary.prefixed(word, flag):
                    if longer in self.lemmas or self.frequency.get(longer, 0) > 0:
                        self._entry(longer, set(flags) - PREFIXES, word)
        for word in self.unmarked:
            self._unmarked(word)
        for word in self.unmarked:
            self._plural(word)
        for word in (*self.sources.hand_list("closed"), *index["det"], *index["pron"]):
            if word in self.entries or word in self.sources.hand_list("closed"):
                self.draft.add(word, "O")
        for word, classes in self.known.items():
            if "O" in classes and word in self.entries:
                self.draft.add(word, "O")

    def _entry(self, word: str, flags: set[str], like: str | None = None) -> None:
        if flags & CONJUGATED and word.endswith(INFINITIVES):
            self._verb(word, flags)
        for flag in sorted(flags & (DERIVED_NOUNS | SMALLER | {"T"})):
            for form, _ in self.dictionary.forms(word, flag):
                if flag not in SMALLER or self.frequency.get(form, 0) > 0:
                    self._noun_or_adjective(form, {"S"}, {"A"} if flag == "T" else {"N"})
        if flags & {"S", "G"}:
            self._noun_or_adjective(word, flags, self._kinds(word, flags, like))
        elif not flags & CONJUGATED:
            self.unmarked.append(word)

    def _verb(self, word: str, flags: set[str]) -> None:
        self.draft.add(word, "V")
        for flag in sorted(flags & CONJUGATED):
            for form, _ in self.dictionary.forms(word, flag):
                if form.endswith(("ando", "endo")):
                    self.draft.add(form, "Z", word)
                else:
                    self.draft.add(form, "X", word)
        if "D" in flags:
            for form, _ in self.dictionary.forms(word, "D"):
                self.draft.add(form, "Z", word)
                if "A" in self.known.get(form, ()):
                    self.draft.add(form, "A")

    def _kinds(self, word: str, flags: set[str], like: str | None) -> set[str]:
        kinds = (self.known.get(word, set()) | self.known.get(like or "", set())) & {"N", "A"}
        if not kinds and "G" in flags:
            kinds = {"N", "A"} if word.endswith(BOTH) else {"A"}
        elif not kinds:
            kinds = {"A"} if word.endswith(ADJECTIVES) and not word.endswith("miento") else {"N"}
            kinds |= {"N"} if word.endswith(("ista", "ense", "ar", "nte")) else set()
        if "G" in flags and word.endswith(BOTH):
            kinds |= {"N"}
        return kinds

    def _noun_or_adjective(self, word: str, flags: set[str], kinds: set[str]) -> None:
        plurals = {form for form, _ in self.dictionary.forms(word, "S")} if "S" in flags else set()
        feminine = {form for form, _ in self.dictionary.forms(word, "G")} if "G" in flags else set()
        forms = [(form, "P", "D") for form in plurals]
        forms += [(form, "P" if form.endswith("s") else "N", "D") for form in feminine]
        for kind, base, place in (("N", "N", 1), ("A", "A", 2)):
            if kind in kinds:
                self.draft.add(word, base)
                for form in forms:
                    self.draft.add(form[0], form[place], word)

    def _unmarked(self, word: str) -> None:
        """Entries without affixes: adverbs, irregular verb forms, words without a plural."""
        kinds = self.known.get(word, set()) & set("NAV")
        if word.endswith("mente") and len(word) > 7:
            self.draft.add(word, "O")
        elif kinds:
            for kind in sorted(kinds):
                self.draft.add(word, kind)
        elif word.endswith(("ar", "er", "ir")) and len(word) > 4:
            self.draft.add(word, "V")
        elif word in self.lemmas and not self.draft.has(word, "NPAVODXZ"):
            singular = word.endswith("s") and self.draft.has(word[:-1], "NA")
            self.draft.add(word, "P" if singular else "N", word[:-1] if singular else None)
            self.draft.doubt(word, "P" if singular else "N")
        elif not self.draft.has(word, "NPAVODXZ"):
            self.draft.add(word, "X")

    def _plural(self, word: str) -> None:
        """Entries without affixes whose singular has none, because an accent moves: PAÍSES, CARACTERES."""
        if word.endswith("es") and not self.draft.has(word, "NPAD"):
            for kind, letter in (("N", "P"), ("A", "D")):
                if self.draft.has(word[:-2], kind):
                    self.draft.add(word, letter, word[:-2])


def main(folder: Path) -> None:
    sources = Sources(folder, "es")
    spanish = Spanish(sources)
    add_persons(spanish.draft, sources, spanish.frequency, spanish.names)
    add_places(spanish.draft, sources, spanish.frequency, spanish.names)
    finish(spanish.draft, sources, spanish.frequency)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
