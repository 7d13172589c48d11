"""Make nl.tsv.gz from the word list and the hunspell dictionary of OpenTaal, whose affixes tell word classes.

spaCy's index of base forms and Wiktionary (FreeDict) tell more; compounds take the class of their last part.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

from rules.words.source.draft import Draft
from rules.words.source.finish import finish
from rules.words.source.hunspell import Hunspell
from rules.words.source.names import add_persons, add_places
from rules.words.source.sources import Sources

DICTIONARY = "deb/x_hunspell-nl/usr/share/hunspell/nl"
FORMS = "deb/x_wdutch/usr/share/dict/dutch"
ADJECTIVE = {"Aa", "Ab", "Ac", "Ad", "Ae", "Al", "An", "Ao", "Ap", "Aq", "Ar", "As", "Am"}
FINITE = {"V3", "Vp", "Vq", "Va", "Vb"}
MARKS = (("ts:NN2", "P"), ("ts:NN1", "N"), ("ts:AJe", "D"), ("ts:AJc", "K"), ("ts:AJs", "K"), ("ts:i", "D"),
         ("ts:VBpe", "Z"), ("ts:PP", "Z"), ("ts:VB", "X"))
PEOPLE_FORMS = ("ts:NN2", "ts:AJe", "ts:AJc")
LINKS = ("", "s", "e", "en", "er", "n")
"""Letters between the parts of a compound."""
DERIVED = (
    ("s", "N", "P"), ("ën", "N", "P"), ("en", "N", "P"), ("n", "N", "P"), ("je", "N", "N"), ("tje", "N", "N"),
    ("jes", "N", "P"), ("tjes", "N", "P"), ("e", "A", "D"), ("e", "Z", "Z"), ("er", "A", "K"),
    ("ere", "A", "K"), ("st", "A", "K"), ("ste", "A", "K"), ("d", "V", "Z"), ("de", "V", "Z"))
"""Ending, class of the word without it, class of the word with it."""


def plain(text: str) -> str:
    return text.replace("ĳ", "ij").replace("Ĳ", "IJ")


class Dutch:
    def __init__(self, sources: Sources):
        self.sources = sources
        self.draft, self.frequency = Draft("nl"), sources.frequencies()
        self.kinds: defaultdict[str, set[str]] = defaultdict(set)
        """By small word as it is written."""
        self.bases: dict[str, str] = {}
        self.smaller: set[str] = set()
        """Words with a diminutive: surely nouns."""
        self.names: set[str] = set()
        self.forbidden: set[str] = set()
        self.apart = sources.hand_list("separable")
        self.written = {word for word in sources.words(FORMS) if word.isalpha() and word.islower()}
        self._dictionary()
        self._index()
        self._participles()
        self._declined()
        self._compounds()
        for word, kinds in self.kinds.items():
            if word in self.forbidden:
                continue
            for kind in sorted(kinds):
                self.draft.add(word, kind, self.bases.get(word) if kind in "PDKZX" else None)
        self._sure_bases()
        for word in self.sources.hand_list("closed"):
            self.draft.add(word, "O")

    def _dictionary(self) -> None:
        dictionary = Hunspell(self.sources.folder / DICTIONARY)
        for raw, flags, _ in dictionary.entries():
            word, marks = plain(raw), set(flags)
            if "Fw" in marks or not word.isalpha():
                self.forbidden.add(word)
            elif word.islower():
                self._entry(dictionary, raw, marks)
            else:
                self.names.add(word)
                if word[1:].islower() and (marks & ADJECTIVE or "Ll" in marks):
                    self._people(dictionary, raw, marks, "A", "D")
                elif word[1:].islower() and any(flag[0] == "Z" for flag in marks):
                    self._people(dictionary, raw, marks, "N", "P")

    def _people(self, dictionary: Hunspell, raw: str, flags: set[str], letter: str, others: str) -> None:
        """DUITS, DUITSE, DUITSER, DUITSERS: with a capital, but no names."""
        self.draft.add(plain(raw), letter)
        endings = flags & ADJECTIVE if letter == "A" else {flag for flag in flags if flag[0] == "Z"}
        for flag in sorted(endings):
            for form, marks in dictionary.forms(raw, flag):
                if plain(form).isalpha() and marks and marks[0].startswith(PEOPLE_FORMS):
                    self.draft.add(plain(form), others, plain(raw))

    def _entry(self, dictionary: Hunspell, raw: str, flags: set[str]) -> None:
        word = plain(raw)
        if any(flag[0] in "ZY" and flag != "Zm" for flag in flags) or "Ch" in flags:
            self.kinds[word].add("N")
        if any(flag[0] == "Y" for flag in flags):
            self.smaller.add(word)
        if "Vi" in flags:
            self.kinds[word].add("V")
        if flags & ADJECTIVE:
            self.kinds[word].add("A")
        if "Ve" in flags:
            self.kinds[word].add("Z")
        if flags & FINITE:
            self.kinds[word].add("X")
        for flag in sorted(flags):
            for form, marks in dictionary.forms(raw, flag):
                letter = next((letter for mark, letter in MARKS if marks and marks[0].startswith(mark)), None)
                letter = "D" if flag == "Ar" else letter
                form = plain(form)
                if letter and form.isalpha() and form != word:
                    self.kinds[form].add(letter)
                    self.bases.setdefault(form, word)

    def _index(self) -> None:
        """Base forms of spaCy, and of Wiktionary, that OpenTaal writes."""
        plurals = self.sources.hand_list("plurals")
        for word in plurals:
            self.kinds[word].add("P")
        past = set(self.sources.hand_list("strong")) - set(plurals)
        prefixes = (*self.apart, "be", "ver", "ont", "her")
        past |= {prefix + form for prefix in prefixes for form in past} & self.written
        wiktionary = self.sources.freedict("nld-ita", "nld-spa", "nld-pol", "nld-por", "nld-swe")
        for word in sorted(past & self.written):
            if "N" in wiktionary.get(word, ()) or word in self.smaller or self.kinds[word] & set("VA"):
                past.discard(word)
                continue
            self.kinds[word] = {"X"}  # the dictionary makes GINGEN a plural of GING
            for form, base in self.bases.items():
                if base == word and form not in wiktionary:
                    self.kinds[form] = self.kinds[form] - {"P"} | {"X"}
        index = self.sources.spacy_table("nl_lemma_index")
        for name, letter in (("noun", "N"), ("adj", "A"), ("verb", "V"), ("adp", "O"), ("det", "O")):
            for word in index[name]:
                if word in self.written and word not in past and self._believes(word, letter):
                    self.kinds[word].add("D" if letter == "A" and self._looks_declined(word) else letter)
        for word, letters in wiktionary.items():
            if word in self.written and word not in past:
                self.kinds[word] |= letters & set("NAOV")
        for word, letters in self.sources.freedict_targets("fra-nld").items():
            if word in self.written and not self.kinds.get(word):
                self.kinds[word] |= letters & set("NAOV")

    def _believes(self, word: str, letter: str) -> bool:
        """Return whether what spaCy's index says of a word agrees with what is known of it."""
        known = self.kinds.get(word, set())
        if letter == "V":
            return word.endswith("n") and word + "d" in self.written
        if letter == "N":
            inflected = word.endswith(("ere", "ste", "sten", "end")) and not known
            return not inflected and not known & set("PVXZAD")
        return letter != "A" or not known & set("DPX")

    def _looks_declined(self, word: str) -> bool:
        return word.endswith("ende") or (word.endswith("e") and bool(self.kinds.get(word[:-1])))

    def _participles(self) -> None:
        """GEGETEN, AANGEKOMEN: the dictionary does not mark them."""
        parts = "|".join(self.apart)
        participle = re.compile(f"(?:{parts})?ge[^aeiou]*[aeiou]+[^aeiou]+(?:en|[aeiou]*[^aeiou]*[dt])"
                                f"|(?:{parts})ge.*(?:en|d|t)")
        for word in self.written:
            if not self.kinds.get(word) and participle.fullmatch(word):
                self.kinds[word].add("Z")

    def _declined(self) -> None:
        """Plurals, smaller ones and declined forms of known words."""
        for word in sorted(self.written, key=lambda word: (len(word), word)):
            if self.kinds.get(word):
                if self.kinds[word] == {"A"} and word.endswith("e") and "A" in self.kinds.get(word[:-1], ()):
                    self.kinds[word] = {"D"}
                continue
            if word.endswith("ea") and "N" in self.kinds.get(word[:-1] + "um", ()):
                self.kinds[word].add("P")
            for ending, needed, letter in DERIVED:
                base = word[:-len(ending)] if word.endswith(ending) else ""
                if len(base) > 2 and needed in self.kinds.get(base, ()):
                    self.kinds[word].add(letter)
                    self.bases.setdefault(word, base)

    def _compounds(self) -> None:
        known = {word: kinds for word, kinds in self.kinds.items() if kinds & set("NPAVXZDK")}
        for word in sorted(self.written, key=lambda word: (len(word), word)):
            if self.kinds.get(word):
                continue
            for at in range(2, len(word) - 2):
                head, tail = word[:at], word[at:]
                kinds = known.get(tail)
                if not kinds:
                    continue
                verbal = head in self.apart and kinds & set("VXZ")
                nominal = len(head) > 2 and any(
                    head.endswith(link) and head[:len(head) - len(link)] in known for link in LINKS)
                if verbal:
                    self.kinds[word] |= kinds & set("VXZ")
                elif nominal and kinds & set("NPADK"):
                    self.kinds[word] |= kinds & set("NP") or kinds & set("ADK")
                    for letter in "PDK":
                        if letter in kinds and tail in self.bases:
                            self.bases.setdefault(word, head + self.bases[tail])
                else:
                    continue
                break


    def _sure_bases(self) -> None:
        """Prefer the base forms of spaCy's tables: by its ending BOMEN would be a plural of BOM."""
        irregular = self.sources.spacy_table("nl_lemma_exc")
        usual = self.sources.spacy_table("nl_lemma_lookup")
        for kinds, name in (("P", "noun"), ("DK", "adj"), ("Z", "verb")):
            table = usual | {form: bases[0].strip() for form, bases in irregular[name].items()}
            for word, letters in self.kinds.items():
                for kind in letters & set(kinds):
                    smaller = kind == "P" and word.endswith("jes") and "N" in self.kinds.get(word[:-1], ())
                    base = word[:-1] if smaller else self._base_in(table, word)
                    if base:
                        self.draft.forms[self.draft.spelled(word), kind] = {self.draft.spelled(base)}

    def _base_in(self, table: dict[str, str], word: str) -> str:
        """Return the base form of a word, or of a compound by its last part; empty if it is none of ours."""
        for at in range(len(word) - 3):
            base = word[:at] + table.get(word[at:], "")
            if word[at:] in table and base != word and base in self.kinds:
                return base
        return ""


def main(folder: Path) -> None:
    sources = Sources(folder, "nl")
    dutch = Dutch(sources)
    add_persons(dutch.draft, sources, dutch.frequency, dutch.names)
    add_places(dutch.draft, sources, dutch.frequency, dutch.names)
    finish(dutch.draft, sources, dutch.frequency)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
