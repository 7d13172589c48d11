"""Add given names, surnames and places to a draft."""

from __future__ import annotations

import re

from rules.words.source.draft import Draft
from rules.words.source.sources import Sources

LOCALES = {"en": ("en_US", "en_GB", "en_NZ", "en_IE", "en"), "fr": ("fr_FR", "fr_BE", "fr_CH", "fr_CA"),
           "it": ("it_IT",), "es": ("es_ES", "es_MX", "es_AR", "es_CO", "es_CL"), "nl": ("nl_NL", "nl_BE"),
           "de": ("de_DE", "de_AT", "de_CH")}
USUAL = 3
"""The first locales of a language, whose given names count even if they are surnames too."""
COUNTRIES = {"en": ("GB", "US", "IE", "AU", "NZ", "CA"), "fr": ("FR", "BE", "CH", "LU", "MC"),
             "it": ("IT", "SM", "CH"), "nl": ("NL", "BE", "SR"),
             "es": ("ES", "MX", "AR", "CL", "CO", "PE", "UY", "VE", "EC", "BO", "PY", "CU", "DO", "GT", "HN",
                    "NI", "CR", "PA", "SV", "PR")}
LEAST_FOREIGN = 1e-7
"""Frequency of a given name of another language that is taken."""
SMALL_TOWN, TOWN, CITY, LARGE_CITY = 15_000, 30_000, 100_000, 300_000
"""Inhabitants."""


def add_persons(draft: Draft, sources: Sources, frequency: dict[str, float], known: set[str],
                least: float = 1e-8) -> None:
    """Add given names of the language, and those of others that its dictionaries (`known`) have; surnames."""
    locales = LOCALES[draft.language]
    own_given, own_family = sources.person_names(locales)
    usual = sources.person_names(locales[:USUAL])[0]
    for name in sorted(own_given):
        if frequency.get(name.lower(), 0.0) >= least and (name in usual or name not in own_family):
            draft.add(name, "F")
    for other in LOCALES.values():
        for name in sorted(sources.person_names(other[:USUAL])[0] & known):
            if frequency.get(name.lower(), 0.0) >= LEAST_FOREIGN:
                draft.add(name, "F")
    for name in sorted(own_family):
        draft.add(name, "S")


def add_places(draft: Draft, sources: Sources, frequency: dict[str, float], known: set[str]) -> None:
    """Add countries and cities in the language; of GeoNames those of its own countries or `known`."""
    for code, name in sources.territories().items():
        if re.match(r"^([A-Z]{2}|\d{3})", code) and " " not in name:
            draft.add(name, "G")
    for name in sources.zone_cities():
        if " " not in name:
            draft.add(name, "G")
    for city in sources.cities():
        own, people = city["countrycode"] in COUNTRIES[draft.language], city["population"]
        used = frequency.get(city["name"].lower(), 0) > 0
        if own and city["name"].isalpha() and people >= SMALL_TOWN and used:
            _place(draft, city["name"], people)
        if people < TOWN:
            continue
        for name in sorted({city["name"], *city["alternatenames"]} & known):
            written = name.isalpha() and name[0].isupper() and not name.isupper() and len(name) >= 3
            if written and (own or people >= CITY or name == city["name"]):
                _place(draft, name, people)
    for name in sources.hand_list("places"):
        draft.add(name, "G")


def _place(draft: Draft, name: str, people: int) -> None:
    word = draft.fold(name)
    if not word:
        return
    classes = draft.classes.get(word, set())
    if "G" not in classes and ("S" not in classes or people >= LARGE_CITY):
        draft.add(name, "G")
        if people < LARGE_CITY and (len(word) <= 5 or classes & set("FS")):
            draft.doubt(name, "G")
