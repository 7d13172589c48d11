"""Assign bands by frequency: band 1 has the 5,000 most common words, band 5 the rare ones."""

from __future__ import annotations

import math
from collections import defaultdict

from rules.words.de.source.draft import Draft
from rules.words.de.source.sources import Sources

RANKED = set("NPVAOG")
"""Only words of these classes, valid without agreement, define the limits of the bands."""
WITH_CAPITAL = set("NPCGHFSBQ")
LIMITS = (5_000, 15_000, 40_000, 100_000)
RAREST_SHARE = -19.5
"""The log probability that spaCy assigns to very rare words."""


def bands(draft: Draft, sources: Sources) -> dict[str, int]:
    """Return the band of every word."""
    found = {word: _frequency(word, classes & RANKED or classes, draft, sources)
             for word, classes in draft.classes.items()}
    for word, classes in draft.classes.items():
        found[word] = _doubted(word, classes, found[word], draft)
    for word in list(found):
        if draft.base_forms[word] and draft.classes[word] & set("PCKDH"):
            found[word] = _as_known_as_its_base(word, found, draft, sources)
    ranked = sorted((word for word, classes in draft.classes.items() if classes & RANKED),
                    key=lambda word: (-found[word], word))
    least = [found[ranked[min(limit, len(ranked) - 1)]] for limit in LIMITS]
    return {word: next((band for band, limit in enumerate(least, start=1) if value >= limit and value > 0), 5)
            for word, value in found.items()}


def _frequency(word: str, classes: set[str], draft: Draft, sources: Sources) -> float:
    """Return the frequency of a word in its classes. The sources count all meanings of a spelling; the share
    of capitalised occurrences separates nouns from other words.
    """
    written = defaultdict(set)
    for spelling in sorted(draft.spellings[word]):
        written[spelling.casefold()].add(spelling)
    total = 0.0
    for small, spellings in written.items():
        base = sources.frequencies.get(small, 0.0)
        if not base:
            continue
        share = _share_of_capitals({spelling.lower() for spelling in spellings} | {small}, sources)
        capital = bool(classes & WITH_CAPITAL) and any(spelling[0].isupper() for spelling in spellings)
        lower = bool(classes - WITH_CAPITAL) and any(spelling[0].islower() for spelling in spellings)
        if (capital and lower) or share is None:
            total += base
        elif capital:
            total += base * share + 1e-10
        elif lower:
            total += base * (1 - share) + 1e-10
    return total


def _share_of_capitals(spellings: set[str], sources: Sources) -> float | None:
    """Return the share of capitalised occurrences, corrected for starts of sentences; None if unknown."""
    def seen(spelling: str) -> float:
        value = sources.log_shares.get(spelling)
        return math.exp(value) if value is not None and value > RAREST_SHARE else 0.0

    small = capital = 0.0
    for spelling in sorted(spellings):
        small += seen(spelling)
        capital += seen(spelling.capitalize()) + seen(spelling.upper()) * 0.5
    if small + capital == 0:
        return None
    as_noun, as_other = max(0.0, capital - 0.12 * small), max(0.0, small - 0.1 * capital)
    return as_noun / (as_noun + as_other) if as_noun + as_other else 0.5


def _doubted(word: str, classes: set[str], value: float, draft: Draft) -> float:
    """Reduce the frequency of words known only to Wiktionary or GeoNames: they are not everyday words."""
    ranked = classes & RANKED
    if not ranked:
        return value
    witnesses = set().union(*(draft.witnesses[word, letter] for letter in ranked)) - {"geonames"}
    if ranked <= {"G"}:
        if "F" in classes or (len(word) <= 4 and "cldr" not in witnesses):
            return value * 0.02
        if "S" in classes and not witnesses & {"cldr", "hand"}:
            return value * 0.2
        return value if witnesses else min(value * 0.2, 1.6e-6)
    if witnesses <= {"wikt"}:
        if ranked & set("NP") and "F" in classes:
            return min(value, 1e-8)
        if len(word) <= 3:
            return min(value * 0.02, 2e-7)
        if len(word) <= 5:
            return min(value * 0.1, 1.5e-6)
    return value


def _as_known_as_its_base(word: str, found: dict[str, float], draft: Draft, sources: Sources) -> float:
    """Return the frequency of an inflected form, at least a fraction of that of its base form."""
    classes = draft.classes[word]
    if "P" in classes and draft.only_witness(word, "P", "wikt") and not classes & set("NVAOG") \
            and draft.spellings[word].isdisjoint(sources.written_forms):
        return found[word] * 0.3  # a plural listed only by Wiktionary (ICHS, MAERZE)
    base = max((found.get(form, 0.0) for form in draft.base_forms[word]), default=0.0)
    return max(found[word], base / 12 if "P" in classes else base / 30)
