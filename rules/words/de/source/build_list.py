"""Build the German word list from its sources: `python -m rules.words.de.source.build_list FOLDER`.

See README.md for the contents of FOLDER.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from rules.words.de.source.adjectives import Adjectives, add_small_words
from rules.words.de.source.bands import bands
from rules.words.de.source.draft import Draft
from rules.words.de.source.nouns import Nouns
from rules.words.de.source.sources import Sources, fixes, hand_list
from rules.words.de.source.spelling import fold
from rules.words.de.source.verbs import Verbs
from rules.words.lexicon import list_path
from rules.words.source.bases import write_bases

TARGET = list_path("de")


def draft_of(sources: Sources) -> Draft:
    """Return all words with their classes."""
    draft = Draft()
    verbs = Verbs(sources)
    verbs.add_to(draft)
    adjectives = Adjectives(sources, verbs, draft)
    add_small_words(sources, verbs, draft)
    Nouns(sources, verbs, adjectives, draft)
    _doubt_family_names(draft)
    _correct_by_hand(draft)
    return draft


def _doubt_family_names(draft: Draft) -> None:
    """Remove the class noun from family names that only one source lists as nouns."""
    kept = {fold(word) for word in hand_list("keep_noun")}
    for word, classes in draft.classes.items():
        confirmed = word in kept or draft.witnesses[word, "N"] & {"ding", "posdict"}
        if {"S", "N"} <= classes and not confirmed:
            classes.discard("N")


def _correct_by_hand(draft: Draft) -> None:
    """Apply the hand-written lists."""
    for word in sorted(map(fold, hand_list("brands"))):
        draft.classes[word] -= set("NPCGF")
        draft.classes[word].add("B")
        draft.spellings[word].add(word.capitalize())
    for word in sorted(map(fold, hand_list("surnames"))):
        draft.classes[word].add("S")
        draft.spellings[word].add(word.capitalize())
    for entry in hand_list("block"):
        word, _, letters = entry.partition(":")
        if fold(word) in draft.classes:
            draft.classes[fold(word)] -= set(letters) if letters else draft.classes[fold(word)].copy()
    for entry in sorted(hand_list("extra")):
        word, _, letters = entry.partition(":")
        for letter in letters:
            draft.add(word, letter, "hand")
    for word in [word for word, classes in draft.classes.items() if not classes]:
        del draft.classes[word]


def _add_fixes(draft: Draft, band: dict[str, int]) -> None:
    """Add the classes of hand/fixes.tsv; its band is used only for words that the sources do not have."""
    for word, letters, number, _ in fixes():
        draft.classes[word] |= set(letters)
        band.setdefault(word, number)


def main(folder: Path) -> None:
    sources = Sources(folder)
    draft = draft_of(sources)
    band = bands(draft, sources)
    _add_fixes(draft, band)
    for word in hand_list("rude"):
        if word in draft.classes:
            draft.classes[word].add("R")
    with gzip.GzipFile(TARGET, "wb", 9, mtime=0) as file:
        for word in sorted(draft.classes):
            file.write(f"{word}\t{''.join(sorted(draft.classes[word]))}\t{band[word]}\n".encode())
    print(f"{TARGET.name}: {len(draft.classes):,} words")
    write_bases("de", draft.classes, band, draft.forms)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
