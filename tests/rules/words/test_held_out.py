"""The word lists against words that were chosen before the lists were read."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.data.cache import parse
from rules.words.language import LANGUAGES
from rules.words.vocabulary import Vocabulary, vocabulary

HELD_OUT = sorted(Path(__file__).with_name("held_out").glob("*.yaml"))
ANOTHER_READING = {
    "en": "THOUGHT SOLD EATS TRUMP THATCHER DICKENS", "fr": "SOMMES MACRON", "it": "DORMITE NUOTATE",
    "es": "HACIA TELEFONICA ZAPATERO BANDERAS", "nl": "LEEST DRONKEN SHELL REMBRANDT"}
"""Conjugated forms and names that are words by another reading: nouns, prepositions, given names."""
DOUBTFUL = {"nl": "PIK"}
"""Rude in one meaning, everyday in another; not marked."""


@pytest.fixture(scope="module", params=HELD_OUT, ids=lambda path: path.stem)
def chosen(request: pytest.FixtureRequest) -> tuple[Vocabulary, dict[str, list[str]]]:
    """The words of the classic rules, and the held-out words folded, by list."""
    language = LANGUAGES[request.param.stem]
    lists = parse(request.param)
    folded = {name: [language.fold(word) for word in text.split()] for name, text in lists.items()}
    return vocabulary(language.classic, language=language.code), folded


@pytest.mark.parametrize(("name", "wanted"), [
    ("everyday", "NPVAOD"), ("infinitives", "V"), ("places", "G"), ("given", "F")])
def test_everyday_words_are_valid_in_their_class(chosen, name: str, wanted: str) -> None:
    words, lists = chosen
    entries = {word: words.entry(word) for word in lists[name]}
    assert [word for word, entry in entries.items()
            if entry is None or not set(wanted) & set(entry.classes) or word not in words] == []


@pytest.mark.parametrize("name", ["conjugated", "names"])
def test_conjugated_forms_surnames_and_brands_are_refused(chosen, name: str) -> None:
    words, lists = chosen
    assert set(lists[name]) & set(words.known(5)) <= set(ANOTHER_READING[words.language.code].split())


def test_rude_words_are_marked(chosen) -> None:
    words, lists = chosen
    entries = {word: words.entry(word) for word in lists["rude"]}
    unmarked = [word for word, entry in entries.items() if entry is None or "R" not in entry.classes]
    assert unmarked == DOUBTFUL.get(words.language.code, "").split()
    assert not any(word in words.known(5) for word in lists["rude"] if word not in unmarked)
