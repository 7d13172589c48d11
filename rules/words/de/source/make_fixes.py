"""Find adjectives that the finished list refuses, and rude words; see README.md.

`python -m rules.words.de.source.make_fixes FOLDER` writes hand/fixes.tsv and hand/rude.txt. An adjective is
added if a dictionary has it as one. Witnesses: `wikt`, German Wiktionary (FreeDict) has an entry of its own
as an adjective; `ding`, Ding has it as an adjective (a participle only if it is not rare and Ding has it as
an adverb too, or its opposite with UN-); `hand`, hand/fix.txt.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rules.words.de.source.sources import HAND, Sources, hand_list
from rules.words.de.source.spelling import fits, fold
from rules.words.lexicon import Entry, list_path
from rules.words.pack import read_list
from rules.words.vocabulary import CLASSIC

DING = re.compile(r"^([a-zäöüß]+) /[^/]*/ (?:\([^)]*\) )?<([^>]+)>")
WIKTIONARY = re.compile(r"^([a-zäöüß]+) (?:/[^<]*/ )?<([a-z]+)[^>]*>$")
DECLINED = re.compile(r".*(ere|ste|[rs]te[rsnm]|eres|erer|erem|eren|stes|sten|ster|stem)$")
PREFIXES = "ge|be|ver|zer|ent|er|emp|miss|über|unter|um|durch|wider"
PARTICIPLE = re.compile(rf".*nd$|(.*{PREFIXES}).*(t|en)$|.*iert$")
DECLINED_ENDINGS = ("e", "er", "es", "en", "em")
LEAST_USED, LEAST_USED_PRESENT = 1e-7, 2e-7
"""Frequency of a participle, and of one in -ND, that may be an adjective."""


class Fix(NamedTuple):
    """Classes to add to a word, and the source that has them."""

    spelling: str
    classes: str
    witness: str


def heads(folder: Path, pattern: re.Pattern[str], *names: str) -> dict[str, set[str]]:
    """Head words of dictionaries with their marks."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name in names:
        for line in (folder / f"{name}.txt").read_text("utf-8", errors="replace").splitlines():
            if match := pattern.match(line):
                found[match[1]].update(match[2].split(", "))
    return found


class Fixes:
    """The adjectives and small words that dictionaries have and the list refuses."""

    def __init__(self, folder: Path, rows: Iterable[Entry]):
        self._sources = Sources(folder)
        self._rows = {row.word: row for row in rows}
        self._ding = heads(folder, DING, "deu-eng")
        self._wiktionary = heads(folder, WIKTIONARY, "deu-fra", "deu-spa")
        self.found: dict[str, Fix] = {}
        refused = hand_list("fix_not")
        for word in sorted({*self._ding, *self._wiktionary} - refused):
            if fits(word) and set(self._classes(word)).isdisjoint(CLASSIC) and (fix := self._fix(word)):
                self.found[fold(word)] = fix
        for entry in sorted(hand_list("fix")):
            word, _, letters = entry.partition(":")
            if set(letters).isdisjoint(self._classes(word)):
                self.found[fold(word)] = Fix(word, letters, "hand")

    def _classes(self, word: str) -> str:
        row = self._rows.get(fold(word))
        return row.classes if row else ""

    def _fix(self, word: str) -> Fix | None:
        classes, used = self._classes(word), self._sources.frequency(word)
        ding, wiktionary = self._ding.get(word, set()), self._wiktionary.get(word, set())
        written = word in self._sources.written_forms
        if DECLINED.match(word) or "K" in classes or word.endswith(("stel", "tus")):
            return None
        declined = classes and set(classes) <= set("DX") and word.endswith(DECLINED_ENDINGS)
        if declined and "adj" not in wiktionary:
            return None
        if "adj" in wiktionary and (classes or written or used > 0):
            return Fix(word, "A", "wikt")
        if "adj" in ding:
            participle = "Z" in classes or (not classes and not written and PARTICIPLE.fullmatch(word))
            if participle:
                opposites = self._ding.get("un" + word, set()) | self._wiktionary.get("un" + word, set())
                opposite = "adj" in opposites
                least = LEAST_USED_PRESENT if word.endswith("nd") else LEAST_USED
                return Fix(word, "A", "ding") if (opposite or "adv" in ding) and used >= least else None
            if (written or used > 0) and not word.endswith(DECLINED_ENDINGS):
                return Fix(word, "A", "ding")
        small = ding & {"adv", "prep", "conj"} and "adv" in wiktionary and "D" not in classes
        return Fix(word, "O", "ding") if small and (written or used >= LEAST_USED) else None

    def band(self, word: str) -> int:
        """Band of a found word: that of the list, or by its frequency measured on pure adjectives."""
        row = self._rows.get(word)
        if row:
            return row.band
        used = self._sources.frequency(self.found[word].spelling)
        return next((band for band, least in self._limits() if used >= least), 5)

    def _limits(self) -> list[tuple[int, float]]:
        """The least frequency of each band."""
        used: defaultdict[int, list[float]] = defaultdict(list)
        for row in self._rows.values():
            frequency = self._sources.frequency(row.word)
            if row.classes == "A" and frequency and not re.search("AE|OE|UE|SS", row.word):
                used[row.band].append(frequency)
        return [(band, sorted(used[band])[len(used[band]) // 20]) for band in (1, 2, 3, 4)]


def rude_words(words: set[str]) -> list[str]:
    """The words that match hand/rude_patterns.txt and not hand/spared_patterns.txt; `*` is any letters."""
    def patterns(name: str) -> tuple[set[str], re.Pattern[str]]:
        listed = [word.upper() for word in hand_list(name) if not word.endswith("-no")]
        stems = (re.escape(word).replace(r"\*", ".*") for word in sorted(listed) if "*" in word)
        return {word for word in listed if "*" not in word}, re.compile("|".join(stems))

    (own, own_stems), (spared, spared_stems) = patterns("rude_patterns"), patterns("spared_patterns")
    return sorted(word for word in words if word in own or (own_stems.fullmatch(word)
                  and word not in spared and not spared_stems.fullmatch(word)))


def main(folder: Path) -> None:
    rows = read_list(list_path("de"))
    fixes = Fixes(folder, rows)
    lines = (f"{word}\t{fix.classes}\t{fixes.band(word)}\t{fix.witness}\n"
             for word, fix in sorted(fixes.found.items()))
    (HAND / "fixes.tsv").write_text("".join(lines), "utf-8")
    rude = rude_words({row.word for row in rows} | set(fixes.found))
    (HAND / "rude.txt").write_text("\n".join(rude) + "\n", "utf-8")
    print(f"fixes.tsv: {len(fixes.found):,} words; rude.txt: {len(rude):,} words")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
