"""Make it.tsv.gz from Morph-it! (npm dictionaries and spaCy's tables) and the hunspell dictionary."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.words.source.draft import Draft
from rules.words.source.finish import finish
from rules.words.source.hunspell import Hunspell
from rules.words.source.names import LOCALES, add_persons, add_places
from rules.words.source.sources import Sources

DICTIONARY = "deb/x_hunspell-it/usr/share/hunspell/it_IT"
FORMS = "deb/x_witalian/usr/share/dict/italian"
CONJUGATED = set("ABCtVZ")
CLITICS = ("lo", "la", "li", "le", "ne", "mi", "ti", "si", "ci", "vi")
ADJECTIVE_ENDINGS = (
    "ico", "oso", "ivo", "ale", "ile", "bile", "ario", "esco", "ante", "ente", "ano", "ino", "ese", "evole",
    "are", "ato", "uto", "ito", "aceo", "ifero", "voro", "forme", "enne", "fobo", "filo", "geno", "oide")
ENDINGS_OF_NOUNS = set("oOQSRnp")
"""Flags of the hunspell dictionary for plurals and feminine forms."""


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)


def repaired(table: dict[str, str]) -> dict[str, str]:
    """Some of spaCy's tables have accents in a wrong encoding."""
    def right(text: str) -> str:
        try:
            return text.encode("latin-1").decode("utf-8")
        except UnicodeError:
            return text
    return {right(form): right(base) for form, base in table.items()}


class Italian:
    def __init__(self, sources: Sources):
        self.sources = sources
        self.draft, self.frequency = Draft("it"), sources.frequencies()
        self.wiktionary = self.sources.freedict("ita-pol", "ita-por", "ita-spa", "ita-swe")
        for word, classes in self.sources.freedict_targets("fra-ita", "nld-ita").items():
            self.wiktionary[word] |= classes
        self.dictionary = Hunspell(sources.folder / DICTIONARY)
        self.flags: dict[str, set[str]] = {}
        for word, flags, _ in self.dictionary.entries():
            self.flags.setdefault(word, set()).update(flags)
        self.persons = set().union(*sources.person_names(LOCALES["it"]))
        self.written = set(self.flags) | set(sources.words(FORMS))
        self.participles: dict[str, str] = {}
        """With their verbs."""
        self.verb_forms: set[str] = set()
        self.nouns: set[str] = set()
        self.adjectives: dict[str, set[str]] = {}
        """Base forms with their other forms."""
        self._verbs()
        self._nouns()
        self._adjectives()
        self._small_words()
        self._dictionary()

    def _npm(self, name: str) -> Any:
        return self.sources.json(f"npm/x_italian-{name}-dict/package/dist/{name}.json")

    def _witness(self, word: str, letter: str) -> bool:
        return letter in self.wiktionary.get(word, ())

    def _verbs(self) -> None:
        for verb, table in self._npm("verbs").items():
            if not verb.endswith("re"):
                continue
            self.draft.add(verb, "V")
            for form in texts(table.get("part", {}).get("past", {})):
                self.participles.setdefault(form, verb)
            for mood in ("ind", "cond", "sub", "impr"):
                for form in texts(table.get(mood, {})):
                    self.verb_forms.add(form)
                    self.draft.add(form, "X", verb)
        for form, verb in repaired(self.sources.spacy_table("it_lemma_lookup_verb")).items():
            if form != verb and self.frequency.get(form, 0) > 0 and verb.endswith("re"):
                self.verb_forms.add(form)
                if form not in self.participles:
                    self.draft.add(form, "Z" if form.endswith(("ando", "endo")) else "X", verb)
        for form, verb in self.participles.items():
            self.draft.add(form, "Z")
            self.draft.forms[self.draft.spelled(form), "Z"].add(self.draft.spelled(verb))

    def _nouns(self) -> None:
        for noun, table in self._npm("words").items():
            self._noun(noun, sure=True)
            for plural in (table.get("P") or "").split("/"):
                if plural:
                    self.draft.add(plural, "P", noun)
        for form, base in repaired(self.sources.spacy_table("it_lemma_lookup_noun")).items():
            if form == base or (form.endswith(("a", "trice")) and base.endswith(("o", "ore"))):
                self._noun(form)
            elif form.islower():
                self.draft.add(form, "P", base)

    def _noun(self, word: str, *, sure: bool = False) -> None:
        if not word.islower():
            return
        known = word in self.written or self._witness(word, "N")
        if not known and (word.capitalize() in self.flags or word.capitalize() in self.persons):
            return  # a name
        self.nouns.add(word)
        self.draft.add(word, "N")
        if not known and not sure and word[-1] not in "aeioàèéìòù":
            self.draft.doubt(word, "N")

    def _adjectives(self) -> None:
        forms: dict[str, set[str]] = {}
        for base, table in self._npm("adjectives").items():
            forms.setdefault(base, set()).update(texts(table))
        for form, base in repaired(self.sources.spacy_table("it_lemma_lookup_adj")).items():
            forms.setdefault(base, set()).add(form)
        for base, others in forms.items():
            if base in self.participles and not self._is_adjective(base):
                continue
            self.adjectives[base] = others
            self._adjective(base, others)

    def _is_adjective(self, participle: str) -> bool:
        """Return whether a participle is also an adjective: it forms an adverb, or Wiktionary lists it."""
        return self._witness(participle, "A") or "Y" in self.flags.get(participle, ())

    def _adjective(self, base: str, others: set[str]) -> None:
        self.draft.add(base, "A")
        for form in others - {base}:
            comparison = "ssim" in form[-6:] and "ssim" not in base[-6:]
            self.draft.add(form, "K" if comparison else "D", base)

    def _small_words(self) -> None:
        for name in ("adv", "det", "adp", "pron", "num", "other", "aux"):
            for form, base in repaired(self.sources.spacy_table(f"it_lemma_lookup_{name}")).items():
                if name == "aux" and form != base:
                    continue
                self.draft.add(form, "V" if name == "aux" and form.endswith("re") else "O")
        for word, classes in self.wiktionary.items():
            if "O" in classes and word.islower() and word in self.flags:
                self.draft.add(word, "O")
        for word in self.sources.hand_list("closed"):
            self.draft.add(word, "O")

    def _dictionary(self) -> None:
        """What Morph-it! lacks, by the affixes of the hunspell dictionary."""
        for word, flags in sorted(self.flags.items()):
            if not word.isalpha() or not word.islower():
                continue
            if word.endswith("re") and flags & CONJUGATED:
                self.draft.add(word, "V")
            if "Y" in flags:
                for form, _ in self.dictionary.forms(word, "Y"):
                    if form.endswith("mente"):
                        self.draft.add(form, "O")
            classed = self.draft.has(word, "NPVAODXZ") or word in self.verb_forms
            if classed or flags & (CONJUGATED | set("EDyM")):
                continue
            if word[:-2] in self.participles and word[-2:] in CLITICS:
                continue
            if word.endswith("mente"):
                self.draft.add(word, "O")
            elif word.endswith(("à", "ù")) and len(word) > 4:
                self._noun(word)
            elif flags & ENDINGS_OF_NOUNS:
                self._new(word, flags)
            else:
                for letter in sorted(self.wiktionary.get(word, set()) & set("NAV")):
                    self.draft.add(word, letter)

    def _new(self, word: str, flags: set[str]) -> None:
        masculine = word[:-1] + "o"
        by_ending = masculine in self.flags and masculine.endswith(ADJECTIVE_ENDINGS)
        known = masculine in self.adjectives or masculine in self.participles
        if word.endswith("a") and (known or by_ending):
            self.draft.add(word, "D", masculine)
            for form in self._others(word, flags):
                self.draft.add(form, "D", masculine)
            return
        kinds = self.wiktionary.get(word, set()) & set("NA")
        looks_like_one = word.endswith(ADJECTIVE_ENDINGS) or bool(flags & set("YW"))
        adjective = "A" in kinds or (not kinds and looks_like_one)
        others = self._others(word, flags)
        if adjective:
            self.adjectives[word] = others
            self._adjective(word, others)
        if not adjective or "N" in kinds:
            self._noun(word)
            for form in others:
                used = self.frequency.get(form, 0) > 0
                if form[-1] == "i" or (form[-1] == "e" and (word[-1] == "a" or used)):
                    self.draft.add(form, "P", word)
                elif form[-1] == "a" and used:
                    self._noun(form)

    def _others(self, word: str, flags: set[str]) -> set[str]:
        flags = flags & ENDINGS_OF_NOUNS
        return {form for flag in sorted(flags) for form, _ in self.dictionary.forms(word, flag)}


def main(folder: Path) -> None:
    sources = Sources(folder, "it")
    italian = Italian(sources)
    names = {word for word in italian.flags if word[:1].isupper()}
    add_persons(italian.draft, sources, italian.frequency, names)
    add_places(italian.draft, sources, italian.frequency, names)
    finish(italian.draft, sources, italian.frequency)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
