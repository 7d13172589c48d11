"""Write the base forms that the sources of a list know and the ending of a word does not tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from rules.words.meanings import BASE_CLASSES, OWN, bases_path, by_ending, change_of
from rules.words.word_table import packed

Classes = Mapping[str, Set[str]]
Forms = Mapping[tuple[str, str], Set[str]]
"""By inflected word and class its base forms, all folded."""


def write_bases(language: str, classes: Classes, band: Mapping[str, int], forms: Forms) -> None:
    """Write the table of a language for the words of its list."""
    rows = dict(_exceptions(language, classes, band, forms))
    data = packed(rows.items())
    bases_path(language).write_bytes(data)
    print(f"{bases_path(language).name}: {len(rows):,} words, {len(data):,} bytes; without a base form",
          f"{sum(not change for change in rows.values()):,}")


def _exceptions(language: str, classes: Classes, band: Mapping[str, int],
                forms: Forms) -> Iterator[tuple[str, str]]:
    """Yield (word, change) where the base form guessed by the ending differs from that of the sources."""
    for word in classes:
        guessed = by_ending(word, language, lambda word: classes.get(word, frozenset()))
        fitting = [base for kind, wanted in BASE_CLASSES.items() if kind in classes[word]
                   for base in sorted(forms.get((word, kind), ()), key=lambda base: (base != guessed, base))
                   if base != word and not classes.get(base, frozenset()).isdisjoint(wanted)]
        right = min(fitting, key=lambda base: band[base], default="")
        # If the base form is rare, the word was met in another reading: ESERCITO is an army, not of ESERCIRE.
        if right and band[right] > band[word] + OWN.isdisjoint(classes[word]):
            right = ""
        if right != guessed:
            yield word, change_of(word, right)
