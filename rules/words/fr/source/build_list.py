"""Make fr.tsv.gz from the dictionary of Grammalecte (Dicollecte), which marks every form with its class.

Wiktionary (FreeDict) shows which participles are also adjectives.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rules.words.source.draft import Draft
from rules.words.source.finish import finish
from rules.words.source.hunspell import Hunspell
from rules.words.source.names import add_persons, add_places
from rules.words.source.sources import Sources

DICTIONARY = "deb/x_hunspell-fr-comprehensive/usr/share/hunspell/fr"
WIKTIONARY = ("fra-deu", "fra-ita", "fra-spa", "fra-por", "fra-pol", "fra-swe")
SMALL = {"adv", "mg", "interj", "nb"}
NAMES = {"npr", "prn", "patr"}
VERB_FORMS = {"infi": "V", "ppas": "Z", "ppre": "Z"}
UNITS = ("gramme", "litre", "mètre", "watt")
UNIT_PREFIXES = ("kilo", "hecto", "déca", "déci", "centi", "milli", "micro", "nano")
Form = tuple[str, frozenset[str]]


class French:
    def __init__(self, sources: Sources):
        self.draft = Draft("fr")
        self.names: set[str] = set()
        self._dictionary = Hunspell(sources.folder / DICTIONARY)
        for word, flags, marks in self._dictionary.entries():
            if word.isalpha():
                self._read(word, flags, marks)
        for word, kinds in sorted(sources.freedict(*WIKTIONARY).items()):
            if "A" in kinds and self.draft.has(word, "Z"):  # OUVERT, CONNU
                self.draft.add(word, "A")

    def _read(self, word: str, flags: list[str], marks: list[str]) -> None:
        kinds = {mark[3:] for mark in marks if mark.startswith("po:")}
        if kinds & NAMES:
            self.names.add(word)
            if "prn" in kinds:
                self.draft.add(word, "F")
            if "patr" in kinds:
                self.draft.add(word, "S")
        elif "nbro" in kinds or "||" in flags or word.isupper():
            self.draft.add(word, "Q")
        elif word.islower():
            self._entry(word, flags, marks, kinds)

    def _entry(self, word: str, flags: list[str], marks: list[str], kinds: set[str]) -> None:
        base = next((mark[3:] for mark in marks if mark.startswith("st:")), word)
        forms: set[Form] = {
            (form, frozenset(mark[3:] for mark in (*marks, *more) if mark[:3] in ("po:", "is:")))
            for flag in flags for form, more in self._dictionary.forms(word, flag)}
        if any(kind[0] == "v" and kind[1:2].isdigit() for kind in kinds):
            for form, traits in forms or {(word, frozenset(kinds))}:
                letter = next((letter for trait, letter in VERB_FORMS.items() if trait in traits), "X")
                self.draft.add(form, letter, base)
            return
        if kinds & SMALL:
            for form in {word, *(form for form, _ in forms)} if "mg" in kinds else {word}:
                self.draft.add(form, "O")
        if kinds & {"nom", "adj"}:
            forms |= _of_unit(word) if "Um" in flags else set()
            alone = {(word, frozenset(mark[3:] for mark in marks))}
            self._noun_or_adjective(word, base, kinds, forms or alone)

    def _noun_or_adjective(self, word: str, base: str, kinds: set[str], forms: set[Form]) -> None:
        woman = next((form for form, traits in sorted(forms) if {"fem", "sg"} <= traits), base)
        for form, traits in forms:
            plural, feminine = "pl" in traits, "fem" in traits
            if "nom" in kinds:
                self.draft.add(form, "P" if plural else "N", base)
                if plural and feminine:  # the plural of ACTRICE, not of ACTEUR
                    singulars = self.draft.forms[self.draft.spelled(form), "P"]
                    singulars.discard(self.draft.spelled(base))
                    singulars.add(self.draft.spelled(woman))
            if "adj" in kinds:
                first = not plural and not feminine and base == word
                self.draft.add(form, "A" if first else "D", None if first else base)


def _of_unit(word: str) -> set[Form]:
    """Return singular and plural of a unit of measurement, and of its multiples."""
    forms: set[Form] = {(word, frozenset({"sg"})), (word + "s", frozenset({"pl"}))}
    prefixes = UNIT_PREFIXES if word in UNITS else ()
    return forms | {(prefix + form, traits) for prefix in prefixes for form, traits in forms}


def main(folder: Path) -> None:
    sources = Sources(folder, "fr")
    french, frequency = French(sources), sources.frequencies()
    add_persons(french.draft, sources, frequency, french.names)
    add_places(french.draft, sources, frequency, french.names)
    finish(french.draft, sources, frequency)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
