"""Reads the sources of the word list, each in its own form; README.md says where they come from."""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.words.de.source.spelling import WRITTEN

HAND = Path(__file__).with_name("hand")
DING_LINE = re.compile(r"^(\S+) /[^/]*/ (?:\([^)]*\) )?<([^>]+)>")


def hand_list(name: str) -> set[str]:
    """The words of one of our own lists; `#` begins a comment."""
    lines = (HAND / f"{name}.txt").read_text("utf-8").splitlines()
    return {word for line in lines for word in line.split("#")[0].split()}


def fixes() -> Iterator[tuple[str, str, int, str]]:
    """Yield (folded word, classes to add, band, witness) of hand/fixes.tsv."""
    for line in (HAND / "fixes.tsv").read_text("utf-8").splitlines():
        word, letters, band, witness = line.split("\t")
        yield word, letters, int(band), witness


def flat(value: Any) -> Iterator[str]:
    """All texts in nested tables and lists."""
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from flat(part)


class Sources:
    """Everything that others have collected."""

    def __init__(self, folder: Path):
        self._folder = folder

    def _json(self, name: str) -> Any:
        return json.loads((self._folder / name).read_text("utf-8"))

    @cached_property
    def written_forms(self) -> set[str]:
        """igerman98: every form that a spelling checker takes."""
        return {line.strip() for line in (self._folder / "ngerman").read_text("utf-8").splitlines()}

    @cached_property
    def ding(self) -> dict[str, list[set[str]]]:
        """Head words of the dictionary Ding with their marks, one set for each meaning."""
        found = defaultdict(set)
        with open(self._folder / "deu-eng.txt", encoding="utf-8", errors="replace") as file:
            for line in file:
                match = DING_LINE.match(line)
                if match and WRITTEN.match(match[1]):
                    found[match[1]].add(match[2])
        return {word: [set(marks.split(", ")) for marks in sorted(meanings)] for word, meanings in found.items()}

    @cached_property
    def verbs(self) -> dict[str, Any]:
        return self._json("verbs.json")

    @cached_property
    def adjectives(self) -> dict[str, Any]:
        return self._json("adjectives.json")

    @cached_property
    def declined_nouns(self) -> dict[str, Any]:
        return self._json("words.json")

    @cached_property
    def wiktionary_nouns(self) -> list[dict[str, str]]:
        with open(self._folder / "nouns.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    @cached_property
    def frequencies(self) -> dict[str, float]:
        """wordfreq: by word in small letters, ss for the sharp s."""
        from wordfreq import get_frequency_dict

        return get_frequency_dict("de", "large")

    def frequency(self, word: str) -> float:
        return self.frequencies.get(word.casefold(), 0.0)

    @cached_property
    def log_shares(self) -> dict[str, float]:
        """spaCy: the logarithm of how often a word occurs, capitals as written."""
        with gzip.open(self._folder / "de_lexeme_prob.json.gz", "rt", encoding="utf-8") as file:
            return json.load(file)

    def is_used(self, word: str) -> bool:
        return self.frequency(word) > 0 or word in self.log_shares

    # --- places ---

    def territories(self, language: str) -> dict[str, str]:
        names = self._json(f"cldr/{language}/territories.json")
        return names["main"][language]["localeDisplayNames"]["territories"]

    def zone_cities(self, language: str) -> dict[str, str]:
        """By time zone: the city it is named after."""
        found: dict[str, str] = {}

        def walk(node: dict[str, Any], path: str) -> None:
            if "exemplarCity" in node:
                found[path] = node["exemplarCity"]
            for key, value in node.items():
                if isinstance(value, dict):
                    walk(value, f"{path}/{key}")

        walk(self._json(f"cldr/{language}/timeZoneNames.json"), "")
        return {path.split("/zone/")[1]: city for path, city in found.items() if "/zone/" in path}

    @cached_property
    def american_states(self) -> list[str]:
        return [state["name"] for state in self._json("us_states.json").values()]

    @cached_property
    def cities(self) -> list[dict[str, Any]]:
        return list(self._json("cities15000.json").values())
