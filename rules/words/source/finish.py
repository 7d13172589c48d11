"""Correct a draft by hand, leave out unused forms, rank the words and write the list with its base forms."""

from __future__ import annotations

import gzip
from collections import Counter

from rules.words.lexicon import FOLDER
from rules.words.source.bases import write_bases
from rules.words.source.draft import Draft
from rules.words.source.rude import mark_rude
from rules.words.source.sources import Sources

RANKED = set("NPVAOG")
"""Only words that are valid without agreement take a rank; the others are measured by them."""
CLASSIC = set("NPVAOGF")
LIMITS = (5_000, 15_000, 40_000, 100_000)
"""The last rank of bands 1 to 4."""


def finish(draft: Draft, sources: Sources, frequency: dict[str, float]) -> None:
    """Turn a draft into the list of its language."""
    _correct_by_hand(draft, sources)
    _leave_out_unseen(draft, frequency)
    mark_rude(draft, sources)
    band = _bands(draft, frequency)
    _write(draft, band)
    write_bases(draft.language, draft.classes, band, draft.forms)


def _correct_by_hand(draft: Draft, sources: Sources) -> None:
    for name in sources.hand_list("brands", ""):
        word = draft.fold(name)
        if word:
            draft.classes[word] -= set("NPGFAVXZ")
            draft.add(name, "B")
    for name in sources.hand_list("surnames"):
        draft.add(name, "S")
    for entry in sources.hand_list("block"):
        text, _, letters = entry.partition(":")
        classes = draft.classes.get(draft.fold(text) or "", set())
        classes -= set(letters) or classes.copy()
    for entry in sources.hand_list("extra"):
        text, _, letters = entry.partition(":")
        for letter in letters or "N":
            draft.add(text, letter)
            draft.doubted[draft.fold(text) or ""].discard(letter)
    for entry in sources.hand_list("bases"):
        form, base = (draft.spelled(text) for text in entry.split(":"))
        draft.forms.update({(form, letter): {base} for letter in draft.classes[form]})
    for word, classes in draft.classes.items():
        if len(word) <= 4 and not set(word) & set("AEIOUY") and classes & set("NPADG"):
            classes -= set("NPADG")  # CD, TV, KB
            classes.add("Q")
    for word in [word for word, classes in draft.classes.items() if not classes]:
        del draft.classes[word]


def _leave_out_unseen(draft: Draft, frequency: dict[str, float]) -> None:
    """Drop conjugated forms that are not in use (ABOLISSIONS), to keep the files small."""
    for word, classes in list(draft.classes.items()):
        if classes <= {"X", "Z"} and not any(text.lower() in frequency for text in draft.spellings[word]):
            del draft.classes[word]


def _bands(draft: Draft, frequency: dict[str, float]) -> dict[str, int]:
    """Rank the words: band 1 has the 5,000 commonest, band 5 the rare ones."""
    single = {word: _frequency(word, classes, draft, frequency) for word, classes in draft.classes.items()}
    found = dict(single)
    for word, classes in draft.classes.items():
        base = max((single.get(form, 0.0) for form in draft.bases[word]), default=None)
        if base is None:
            continue
        if "P" in classes and not classes & set("NVAOG"):
            if classes & set("XZ"):
                found[word] = min(found[word], base)
            found[word] = max(found[word], base / 12)
        elif classes & set("KDZX") and not classes & RANKED:
            found[word] = max(found[word], base / 30)
    ranked = sorted((word for word, classes in draft.classes.items() if classes & RANKED),
                    key=lambda word: (-found[word], word))
    least = [found[ranked[min(limit, len(ranked) - 1)]] for limit in LIMITS]
    return {word: next((band for band, cut in enumerate(least, start=1) if value >= cut and value > 0), 5)
            for word, value in found.items()}


def _frequency(word: str, classes: set[str], draft: Draft, frequency: dict[str, float]) -> float:
    """Return the frequency of all spellings of a word; doubted words and names are made rarer."""
    value = sum(frequency.get(text, 0.0) for text in sorted({text.lower() for text in draft.spellings[word]}))
    ranked = classes & RANKED
    if ranked and ranked <= draft.doubted[word]:
        return min(value * 0.05, 2e-7)
    if ranked and classes & set("FS") and not classes & set("VAOG"):
        return value * 0.3
    return value


def _write(draft: Draft, band: dict[str, int]) -> None:
    path = FOLDER / draft.language / f"{draft.language}.tsv.gz"
    with gzip.GzipFile(path, "wb", 9, mtime=0) as file:
        for word in sorted(draft.classes):
            file.write(f"{word}\t{''.join(sorted(draft.classes[word]))}\t{band[word]}\n".encode())
    counts = Counter(letter for classes in draft.classes.values() for letter in classes)
    classic = [word for word, classes in draft.classes.items() if classes & CLASSIC]
    by_band = [sum(band[word] == number for word in classic) for number in range(1, 6)]
    print(f"{path.name}: {len(draft.classes):,} words, {len(classic):,} classic ones, by band {by_band};",
          " ".join(f"{letter} {count:,}" for letter, count in sorted(counts.items())))
