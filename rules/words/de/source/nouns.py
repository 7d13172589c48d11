"""Find nouns (N), plurals (P), other cases (C), places (G, H), given names (F) and surnames (S)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rules.words.de.source.adjectives import Adjectives
from rules.words.de.source.draft import Draft
from rules.words.de.source.sources import Sources, flat, hand_list
from rules.words.de.source.spelling import WRITTEN, fits, fold, is_name_like
from rules.words.de.source.verbs import Verbs

NO_WORDS = {"Affix", "Suffix", "Gebundenes Lexem", "Wortverbindung", "Redewendung", "Straßenname",
            "Geflügeltes Wort", "Grußformel", "Deklinierte Form", "Buchstabe", "Symbol"}
"""Parts of speech of Wiktionary that are not words."""
SIGNS = {"Buchstabe", "Symbol"}
GERMAN_SPEAKING = ("DE", "AT", "CH", "LI", "LU")
ADJECTIVAL = ("nde", "ndere", "ndste", "tere", "teste", "ste", "ere")


class Nouns:
    def __init__(self, sources: Sources, verbs: Verbs, adjectives: Adjectives, draft: Draft):
        self._sources, self._verbs, self._adjectives, self._draft = sources, verbs, adjectives, draft
        self._written = sources.written_forms
        self._of_wiktionary: set[str] = set()
        self._names: set[str] = set()
        """Places, people and other proper names."""
        self._from_wiktionary()
        self._places()
        self._from_ding()
        self._from_tables()
        self._sort_plurals_of_ding()

    # --- Wiktionary ---

    def _from_wiktionary(self) -> None:
        for row in self._sources.wiktionary_nouns:
            kinds, word = set(row["pos"].split(",")), row["lemma"]
            if kinds & NO_WORDS:
                if kinds & SIGNS:
                    self._draft.add(word, "Q", "wikt")
            elif "Abkürzung" in kinds or (len(word) > 1 and not is_name_like(word)):
                self._draft.add(word, "Q", "wikt")
            elif WRITTEN.match(word):
                self._entry(word, kinds, row)

    def _entry(self, word: str, kinds: set[str], row: dict[str, str]) -> None:
        if "Toponym" in kinds:
            self._name(word, "G", "wikt")
            for form in _forms(row, "genitiv singular", "nominativ plural"):
                if form != word:
                    self._draft.add(form, "H", "wikt", word)
        elif "Vorname" in kinds:
            self._name(word, "F", "wikt")
        elif "Nachname" in kinds:
            self._name(word, "S", "wikt")
        elif "Eigenname" in kinds:
            self._names.add(word)
        else:
            self._noun(word, kinds, row)

    def _name(self, word: str, letter: str, witness: str) -> None:
        self._names.add(word)
        self._draft.add(word, letter, witness)

    def _noun(self, word: str, kinds: set[str], row: dict[str, str]) -> None:
        self._of_wiktionary.add(word)
        self._draft.add(word, "N", "wikt")
        plural = "C" if "adjektivische Deklination" in kinds else "P"
        for form in _forms(row, "nominativ plural"):
            if form != word:
                self._draft.add(form, plural, "wikt", word)
        for form in _forms(row, "genitiv", "dativ", "akkusativ", "nominativ singular"):
            if form != word and "P" not in self._draft.classes[fold(form)]:
                self._draft.add(form, "C", "wikt", word)

    # --- places ---

    def _places(self) -> None:
        sources = self._sources
        lands, lands_en = sources.territories("de"), sources.territories("en")
        cities, cities_en = sources.zone_cities("de"), sources.zone_cities("en")
        foreign = hand_list("exonyms_en")
        foreign |= {name for zone, name in cities_en.items() if cities.get(zone) != name}
        foreign |= {name for code, name in lands_en.items() if lands.get(code) != name}
        known = [name for code, name in lands.items() if re.match(r"^([A-Z]{2}|\d{3})$", code)]
        for name in (*known, *cities.values()):
            if WRITTEN.match(name):
                self._name(name, "G", "cldr")
        large = [city["name"] for city in sources.cities
                 if is_name_like(city["name"]) and len(city["name"]) >= 3 and self._is_known(city)]
        for name in (*sources.american_states, *large):
            if WRITTEN.match(name) and name not in foreign:
                self._name(name, "G", "geonames")

    def _is_known(self, city: Mapping[str, Any]) -> bool:
        people: int = city["population"]
        frequency = self._sources.frequency(city["name"])
        return ((city["countrycode"] in GERMAN_SPEAKING and people >= 15_000)
                or (people >= 100_000 and frequency >= 1e-7) or (people >= 1_000_000 and frequency > 0))

    # --- Ding and the tables of german-pos-dict ---

    def _only_a_name(self, word: str) -> bool:
        return word in self._names and word not in self._of_wiktionary

    def _from_ding(self) -> None:
        for word, meanings in self._sources.ding.items():
            if not is_name_like(word) or not fits(word) or self._only_a_name(word):
                continue
            if word not in self._of_wiktionary and word.lower() in self._adjectives.declined:
                continue
            used = word in self._written or self._sources.is_used(word)
            if any({"n", "sg"} <= marks or {"n", "pl"} <= marks for marks in meanings):
                if word in self._of_wiktionary:
                    self._draft.witnesses[fold(word), "N"].add("ding")
                elif used or word in self._sources.declined_nouns:
                    self._draft.add(word, "N", "ding")
            elif used and any("pl" in marks for marks in meanings):
                self._draft.add(word, "P", "ding")

    def _from_tables(self) -> None:
        for word, table in self._sources.declined_nouns.items():
            if not is_name_like(word) or not fits(word) or self._only_a_name(word):
                continue
            if self._is_adjectival(word.lower()):
                continue
            if word.lower() in self._verbs.infinitives and word not in self._of_wiktionary:
                # An infinitive used as a noun: only its genitive is a new form.
                for form in flat(table.get("GEN", [])):
                    if form in self._written and form != word:
                        self._draft.add(form, "C", "posdict", word)
                continue
            known = word in self._of_wiktionary or word in self._sources.ding
            if not known:
                used = word in self._written and self._sources.is_used(word)
                if not used or word.lower().endswith(ADJECTIVAL):
                    continue
                self._draft.add(word, "N", "posdict")
            self._cases(word, table)

    def _is_adjectival(self, small: str) -> bool:
        participles = self._verbs.participles
        return (small in self._adjectives.declined or small in participles or small in self._adjectives.base
                or small.rstrip("e") in participles)

    def _cases(self, word: str, table: Mapping[str, Any]) -> None:
        for case in ("NOM", "GEN", "DAT", "AKK"):
            for number, forms in table.get(case, {}).items():
                for form in flat(forms):
                    if form == word or form not in self._written or not is_name_like(form):
                        continue
                    if case == "NOM" and number == "PLU":
                        self._draft.add(form, "P", "posdict", word)
                    elif "P" not in self._draft.classes[fold(form)]:
                        self._draft.add(form, "C", "posdict", word)

    def _sort_plurals_of_ding(self) -> None:
        """Separate plurals from dative plurals (GARTENZWERGE, GARTENZWERGEN) and find the noun of each."""
        draft = self._draft
        for word in list(draft.classes):
            if "P" in draft.classes[word] and draft.only_witness(word, "P", "ding") and word.endswith("N") \
                    and "P" in draft.classes.get(word[:-1], ()):
                draft.classes[word].discard("P")
                draft.classes[word].add("C")
                draft.witnesses[word, "C"].add("ding")
                draft.base_forms[word].add(word[:-1])
        nouns = {word for word, classes in draft.classes.items() if "N" in classes}
        for word, classes in draft.classes.items():
            if "P" in classes and draft.only_witness(word, "P", "ding"):
                singular = next((word[:-cut] for cut in (1, 2, 3) if word[:-cut] in nouns), None)
                if singular:
                    draft.base_forms[word].add(singular)


def _forms(row: dict[str, str], *cases: str) -> Iterator[str]:
    for key, value in row.items():
        if value and key.startswith(cases):
            for form in re.split(r"[,/;]\s*|\s+\(", value):
                if form.strip() and is_name_like(form.strip()):
                    yield form.strip()
