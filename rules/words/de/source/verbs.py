"""Find verbs: infinitives (V), conjugated forms (X), participles (Z)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rules.words.de.source.draft import Draft
from rules.words.de.source.sources import Sources, flat, hand_list
from rules.words.de.source.spelling import fold

PREFIXES = sorted(hand_list("verb_prefixes"))
_LONGEST_FIRST = sorted([*PREFIXES, "da", "davon", "hinzu", "weiter"], key=len, reverse=True)
WITH_ZU = re.compile(f"^({'|'.join(_LONGEST_FIRST)})zu(.+n)$")
"""An infinitive with zu inside: ANZUSEHEN."""
FINITE_TENSES = ("KJ1", "KJ2", "PRÄ", "PRT", "IMP")
ENDINGS = ("e", "st", "t", "te", "test", "ten", "tet", "est", "et", "ete", "etest", "eten", "etet")


class Verbs:
    """All forms of verbs, unfolded."""

    def __init__(self, sources: Sources):
        self._sources = sources
        self.infinitives: set[str] = set()
        self.finite: set[str] = set()
        self.participles: set[str] = set()
        self._verb_of: dict[str, str] = {}
        """The known infinitives of participles."""
        self._from_tables()
        self._from_ding()
        self._take_out_with_zu()
        self._from_written_forms()
        tables = sources.verbs
        self.infinitives = {word for word in self.infinitives if word in tables or word not in self.finite}
        self.finite.update(hand_list("irregular_verbs"))
        for infinitive in sorted(self.infinitives):
            self._regular_forms(infinitive)

    def _from_tables(self) -> None:
        for key, table in self._sources.verbs.items():
            infinitive = table.get("INF") or key
            if not infinitive.islower() or not infinitive.endswith("n"):
                continue
            self.infinitives.add(infinitive)
            for tense in FINITE_TENSES:
                if tense in table:
                    forms = _separated(table[tense]) if table.get("hasPrefix") else flat(table[tense])
                    self.finite.update(forms)
            self.finite.update(flat(table.get("EIZ", [])))
            for tense in ("PA1", "PA2"):
                self._take_participles(flat(table.get(tense, [])), infinitive)

    def _from_ding(self) -> None:
        written = self._sources.written_forms
        for word, meanings in self._sources.ding.items():
            if not word.islower() or not re.search("(en|eln|ern|tun|sein)$", word):
                continue
            if word in self.infinitives or word in self.finite or word in self.participles:
                continue
            used = word in written or self._sources.frequency(word) >= 1e-7
            if used and any("v" in marks for marks in meanings):
                self.infinitives.add(word)

    def _take_out_with_zu(self) -> None:
        written = self._sources.written_forms
        for word in sorted(self.infinitives | written):
            match = WITH_ZU.match(word)
            if match and word.islower() and word not in self._sources.verbs:
                plain = match[1] + match[2]
                if plain in written or plain in self.infinitives:
                    self.finite.add(word)
                    self.infinitives.discard(word)

    def _from_written_forms(self) -> None:
        """Add infinitives whose participle and a finite form the spelling checker knows."""
        written = self._sources.written_forms
        found = set()
        for word in written:
            if not (word.islower() and word.endswith(("en", "eln", "ern")) and word + "d" in written):
                continue
            if word in self.infinitives or word in self.finite or word in self.participles:
                continue
            stem = stem_of(word)
            parts = (word[len(prefix):] for prefix in PREFIXES if word.startswith(prefix))
            if stem + "t" in written or stem + "te" in written or any(
                    part in written and part + "d" in written for part in parts):
                found.add(word)
        self.infinitives |= found

    def _regular_forms(self, infinitive: str) -> None:
        written, stem = self._sources.written_forms, stem_of(infinitive)
        if infinitive.endswith("en") and len(infinitive) > 4 and infinitive[:-2] in written:
            self.finite.add(infinitive[:-2])
        self.finite.update(stem + ending for ending in ENDINGS if stem + ending in written)
        if infinitive in self._sources.verbs:
            return
        likely = [stem + "t", f"ge{stem}t", stem + "et", f"ge{stem}et", infinitive + "d"]
        likely += [f"{prefix}ge{stem[len(prefix):]}{ending}"
                   for prefix in PREFIXES if infinitive.startswith(prefix) for ending in ("t", "et", "en")]
        self._take_participles((form for form in likely if form in written), infinitive)

    def _take_participles(self, forms: Iterable[str], infinitive: str) -> None:
        for form in forms:
            self.participles.add(form)
            self._verb_of.setdefault(form, infinitive)

    def add_to(self, draft: Draft) -> None:
        for word in sorted(self.infinitives):
            draft.add(word, "V", "verb")
        for word in sorted(self.finite - self.infinitives):
            draft.add(word, "X", "verb")
        for word in sorted(self.participles):
            draft.add(word, "Z", "verb")
            if word in self._verb_of:
                draft.forms[fold(word), "Z"].add(fold(self._verb_of[word]))


def stem_of(infinitive: str) -> str:
    return infinitive[:-2] if infinitive.endswith("en") else infinitive[:-1]


def _separated(tense: Any) -> Iterator[str]:
    """Yield the forms of verbs with a separable prefix: [sehe, an] gives ANSEHE and SEHE."""
    for number in tense.values() if isinstance(tense, dict) else ():
        for form in number.values() if isinstance(number, dict) else (number,):
            if isinstance(form, list) and len(form) == 2:
                yield form[1] + form[0]
                yield form[0]
            elif isinstance(form, str):
                yield form
