"""Make en.tsv.gz: forms of SCOWL, classed by lemminflect (SPECIALIST) and WordNet."""

from __future__ import annotations

import gzip
import importlib.util
import sys
from collections import defaultdict
from pathlib import Path

from rules.words.source.draft import Draft
from rules.words.source.finish import finish
from rules.words.source.names import add_persons, add_places
from rules.words.source.sources import Sources

SCOWL = "deb/x_scowl/usr/share/dict/scowl"
WORDNET = "deb/x_wordnet-base/usr/share/wordnet"
SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
LARGE = 80
"""Words of this size need a second witness."""
SPELLINGS = ("english", "american", "british", "british_z", "variant_1")
WITNESS = {"NOUN": "N", "VERB": "V", "ADJ": "A", "ADV": "O"}
FORMS = {"noun": "P", "verb": "XZZX", "adj": "KK", "adv": "KK"}
"""The forms in a line of lemminflect: past, participle, -ing, -s; comparative, superlative."""
PLACES, NOUNS_WITH_CAPITAL, PERSONS = (15, 17), (4, 7, 10, 14, 18, 24, 28), 18
"""Topics of WordNet: instances that are places; nouns with a capital that are no names; persons."""
PEOPLE = ("inhabitant", "native", "member", "speaker")
LEAST_LARGE, LEAST_UNCLASSED, LEAST_GIVEN = 1e-7, 2e-6, 4e-7
PREFIXES = ("non", "un", "anti", "sub", "over", "super", "semi", "micro", "multi", "inter", "re", "pre",
            "post", "hyper")
ADJECTIVE_ENDINGS = ("able", "ible", "less", "ous", "ful", "ish", "like", "some", "ic", "al", "ive")


class English:
    def __init__(self, sources: Sources):
        self.sources = sources
        self.draft, self.frequency = Draft("en"), sources.frequencies()
        self.small: defaultdict[str, set[str]] = defaultdict(set)
        """WordNet: classes of words in small letters."""
        self.capital: defaultdict[str, set[str]] = defaultdict(set)
        """WordNet: of words with a capital G for places, N or A for others that are no names, or `name`."""
        self._read_wordnet()
        self.table = _inflected_forms()
        lines = (sources.folder / WORDNET / "cntlist.rev").read_text("latin-1").splitlines()
        self.seen_adjectives = {line.split("%")[0] for line in lines if line.split("%")[1][0] in "35"}
        """Adjectives that occur as such in WordNet's corpus."""
        self.written = set().union(*(self._scowl("words", size) for size in SIZES))
        self.written |= {word for word in self._scowl("words", LARGE) if self._second_witness(word)}
        self._class_words()
        self.names = set().union(*(self._scowl(kind, size) for kind in ("upper", "proper-names")
                                   for size in (*SIZES, LARGE)))
        for word in sorted(self.names & set(self.capital)):
            for letter in sorted(self.capital[word] - {"name"}):
                self.draft.add(word, letter)
                if letter == "N" and word + "s" in self.names:
                    self.draft.add(word + "s", "P", word)

    def _scowl(self, kind: str, size: int) -> set[str]:
        """Return words in American or British spelling."""
        paths = (self.sources.folder / SCOWL / f"{spelling}-{kind}.{size}" for spelling in SPELLINGS)
        return {word for path in paths if path.exists() for word in path.read_text("latin-1").split()}

    def _read_wordnet(self) -> None:
        for name, letter in (("noun", "N"), ("verb", "V"), ("adj", "A"), ("adv", "O")):
            path = self.sources.folder / WORDNET / f"data.{name}"
            for line in path.read_text("latin-1").splitlines():
                if not line.startswith(" "):
                    self._read_synset(line, letter)

    def _read_synset(self, line: str, letter: str) -> None:
        parts = line.split(" ")
        topic, count = int(parts[1]), int(parts[3], 16)
        for word in (parts[4 + 2 * number].split("(")[0] for number in range(count)):
            if not word.isalpha():
                continue
            if word.islower():
                self.small[word].add(letter)
            elif word[1:].islower():
                if " @i " in line:
                    self.capital[word].add("G" if topic in PLACES else "name")
                elif letter != "N" or topic in NOUNS_WITH_CAPITAL:
                    is_name = topic == PERSONS and not any(sort in line for sort in PEOPLE)
                    self.capital[word].add("name" if is_name else letter)

    def _second_witness(self, word: str) -> bool:
        used = self.frequency.get(word, 0.0)
        return word in self.small or (word in self.table and used > 0) or used >= LEAST_LARGE

    def _class_words(self) -> None:
        for word in sorted(word for word in self.written if word.isalpha() and word.islower()):
            self._class(word)
        for word in sorted(set(self.sources.hand_list("closed"))):
            self.draft.add(word, "O")
        for word in sorted(self.written):
            folded = self.draft.fold(word)
            unclassed = word.islower() and folded and not self.draft.classes.get(folded)
            if unclassed and self.frequency.get(word, 0) < LEAST_UNCLASSED:
                letter, singulars = self._by_ending(word), self._singulars(word)
                self.draft.add(word, letter)
                self.draft.doubt(word, letter)
                if letter == "P" and len(singulars) == 1:
                    self.draft.forms[self.draft.spelled(word), letter].add(self.draft.spelled(singulars[0]))
        for word in self.sources.hand_list("verbs"):
            self.draft.add(word, "X")

    def _class(self, word: str) -> None:
        forms = self.table.get(word, ())
        inflected = any(letter in "XZP" for letter, _ in forms)
        kinds = set(self.small.get(word, ()))
        own_life = word in self.seen_adjectives or "un" + word in self.small or word + "ly" in self.small
        if inflected and not own_life:
            kinds.discard("A")  # WHISPERED
        for letter in kinds:
            self.draft.add(word, letter)
        for letter, base in forms:
            if letter in "NVAO":
                if not inflected or letter in kinds:  # SPECIALIST has every participle as an adjective
                    self.draft.add(word, letter)
            elif base in self.written:
                self.draft.add(word, letter, base)

    def _singulars(self, word: str) -> list[str]:
        return [base for ending, base in (("s", word[:-1]), ("es", word[:-2]), ("ies", word[:-3] + "y"))
                if word.endswith(ending) and base in self.written]

    def _by_ending(self, word: str) -> str:
        """Guess the class of a word that no other source has."""
        singulars = self._singulars(word)
        if singulars:
            return "X" if singulars[0].endswith(("ise", "ize", "ify")) else "P"
        for prefix in PREFIXES:
            kinds = self.small.get(word[len(prefix):], set()) if word.startswith(prefix) else set()
            if kinds and prefix in ("non", "un", "sub") and len(kinds) > 1:
                return "A" if "A" in kinds else "N"
            if kinds:
                return min(kinds, key="NAVO".index)
        if word.endswith("ly"):
            return "O"
        if word.endswith(("ing", "ed")):
            return "Z"
        if word.endswith(("ise", "ize", "ify")):
            return "V"
        if word.endswith(("er", "est")) and {word[:-2], word[:-3], word[:-3] + "y"} & self.written:
            return "K" if word.endswith("est") else "N"
        return "A" if word.endswith(ADJECTIVE_ENDINGS) else "N"


def _inflected_forms() -> dict[str, list[tuple[str, str]]]:
    """Return lemminflect's (class, base form) by form."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    package = importlib.util.find_spec("lemminflect")
    assert package is not None and package.origin is not None
    with gzip.open(Path(package.origin).parent / "resources/infl_lu.csv.gz", "rt", encoding="utf-8") as file:
        for line in file:
            base, kind, *forms = line.rstrip("\n").split(",")
            found[base].append((WITNESS.get(kind.upper(), "O"), base))
            for letters, form in zip(FORMS.get(kind, ""), forms, strict=False):
                for one in form.split("/"):
                    if one and one != base:
                        found[one].append((letters, base))
            if kind == "verb" and len(forms) > 1 and not forms[1]:
                found[forms[0].split("/")[0]].append(("Z", base))
    return found


def main(folder: Path) -> None:
    sources = Sources(folder, "en")
    english = English(sources)
    add_persons(english.draft, sources, english.frequency, english.names, LEAST_GIVEN)
    add_places(english.draft, sources, english.frequency, english.names)
    finish(english.draft, sources, english.frequency)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
