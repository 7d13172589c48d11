"""Read the sources of the word list, each in its own format; README.md lists them."""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.words.de.source.spelling import WRITTEN

HAND = Path(__file__).with_name("hand")
DING_LINE = re.compile(r"^(\S+) /[^/]*/ (?:\([^)]*\) )?<([^>]+)>")


def hand_list(name: str) -> set[str]:
    """Return the words of a hand-written list; `#` starts a comment."""
    lines = (HAND / f"{name}.txt").read_text("utf-8").splitlines()
    return {word for line in lines for word in line.split("#")[0].split()}


def fixes() -> Iterator[tuple[str, str, int, str]]:
    """Yield (folded word, classes to add, band, witness) of hand/fixes.tsv."""
    for line in (HAND / "fixes.tsv").read_text("utf-8").splitlines():
        word, letters, band, witness = line.split("\t")
        yield word, letters, int(band), witness


def flat(value: Any) -> Iterator[str]:
    """Yield all texts in nested tables and lists."""
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from flat(part)


class Sources:
    """The sources in one folder, each read on first use."""

    def __init__(self, folder: Path):
        self._folder = folder

    def _table(self, name: str) -> Mapping[str, Any]:
        table: Mapping[str, Any] = json.loads((self._folder / name).read_text("utf-8"))
        return table

    @cached_property
    def written_forms(self) -> set[str]:
        """igerman98: every form that a spelling checker accepts."""
        return {line.strip() for line in (self._folder / "ngerman").read_text("utf-8").splitlines()}

    @cached_property
    def ding(self) -> dict[str, list[set[str]]]:
        """Ding: head words of the dictionary with their word classes, one set for each meaning."""
        found = defaultdict(set)
        with open(self._folder / "deu-eng.txt", encoding="utf-8", errors="replace") as file:
            for line in file:
                match = DING_LINE.match(line)
                if match and WRITTEN.match(match[1]):
                    found[match[1]].add(match[2])
        return {word: [set(marks.split(", ")) for marks in sorted(meanings)]
                for word, meanings in found.items()}

    @cached_property
    def verbs(self) -> Mapping[str, Any]:
        return self._table("verbs.json")

    @cached_property
    def adjectives(self) -> Mapping[str, Any]:
        return self._table("adjectives.json")

    @cached_property
    def declined_nouns(self) -> Mapping[str, Any]:
        return self._table("words.json")

    @cached_property
    def wiktionary_nouns(self) -> list[dict[str, str]]:
        with open(self._folder / "nouns.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    @cached_property
    def frequencies(self) -> dict[str, float]:
        """wordfreq: by word in lower case, with ss for ß."""
        from wordfreq import (  # type: ignore[import-not-found]  # noqa: PLC0415 - not needed to play
            get_frequency_dict,
        )

        frequencies: dict[str, float] = get_frequency_dict("de", "large")
        return frequencies

    def frequency(self, word: str) -> float:
        return self.frequencies.get(word.casefold(), 0.0)

    @cached_property
    def log_shares(self) -> dict[str, float]:
        """spaCy: the log probability of a word, case-sensitive."""
        with gzip.open(self._folder / "de_lexeme_prob.json.gz", "rt", encoding="utf-8") as file:
            shares: dict[str, float] = json.load(file)
        return shares

    def is_used(self, word: str) -> bool:
        return self.frequency(word) > 0 or word in self.log_shares

    # --- places ---

    def territories(self, language: str) -> dict[str, str]:
        table = self._table(f"cldr/{language}/territories.json")
        names: dict[str, str] = table["main"][language]["localeDisplayNames"]["territories"]
        return names

    def zone_cities(self, language: str) -> dict[str, str]:
        """Return the city that a time zone is named after, by zone."""
        found: dict[str, str] = {}

        def walk(node: Mapping[str, Any], path: str) -> None:
            if "exemplarCity" in node:
                found[path] = node["exemplarCity"]
            for key, value in node.items():
                if isinstance(value, dict):
                    walk(value, f"{path}/{key}")

        walk(self._table(f"cldr/{language}/timeZoneNames.json"), "")
        return {path.split("/zone/")[1]: city for path, city in found.items() if "/zone/" in path}

    @cached_property
    def american_states(self) -> list[str]:
        return [state["name"] for state in self._table("us_states.json").values()]

    @cached_property
    def cities(self) -> list[dict[str, Any]]:
        return list(self._table("cities15000.json").values())
