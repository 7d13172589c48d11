"""Meanings of words: class, base form and a short text, from files that are only mapped when asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.data.cache import parse
from rules.words import meanings
from rules.words.language import LANGUAGES
from rules.words.meanings import (
    base_form,
    bases_path,
    change_of,
    changed,
    explain,
    meaning_of,
    meanings_path,
)
from rules.words.vocabulary import CLASSES, Vocabulary, vocabulary
from rules.words.word_table import WordTable, packed

HELD_OUT = Path(__file__).with_name("base_forms.yaml")
TOLD = {"de": 57, "en": 56, "fr": 56, "it": 56, "es": 60, "nl": 54}
"""How many of the sixty held-out words of a language are told right."""


def words(code: str) -> Vocabulary:
    return vocabulary(LANGUAGES[code].classic, language=code)


@pytest.mark.parametrize(("code", "word", "base", "part"), [
    ("en", "HOUSE", "", "dwelling"), ("en", "MICE", "MOUSE", "rodents"),
    ("en", "HOUSES", "HOUSE", "dwelling"), ("de", "HUNDE", "HUND", "Vierbeiner"),
    ("es", "CASAS", "CASA", "apartamento"), ("es", "ROJAS", "ROJO", ""),
    ("fr", "CHEVAUX", "CHEVAL", "cuvette"),
    ("it", "CASE", "CASA", "abitazione"), ("nl", "HONDEN", "HOND", "")])
def test_a_word_is_explained_in_its_own_language(code: str, word: str, base: str, part: str) -> None:
    known = explain(word, words(code))
    assert known.base == base and part in known.meaning
    assert known.classes[0].key == ("word.is_a.P" if base and base != "ROJO" else known.classes[0].key)


def test_the_common_sense_comes_first() -> None:
    """In German the sense whose head is the word, in English the part of speech that is used most."""
    assert meaning_of("HAUS", "de").startswith("Eigenheim") and meaning_of("WACH", "de") == ""
    assert meaning_of("RUN", "en").startswith("move fast") and "qualities" in meaning_of("GOOD", "en")


def test_words_without_an_entry_have_no_base_form_and_no_meaning() -> None:
    assert base_form("XYZZY", words("en")) == "" == meaning_of("XYZZY", "en") == meaning_of("HOND", "nl")
    assert meaning_of("A", "en") == ""


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_base_form_of_the_held_out_words_is_wrong(code: str) -> None:
    """Chosen words of every class; the base form is right, or nothing is said."""
    known = Vocabulary(CLASSES, language=LANGUAGES[code])
    asked = [word.split(":") for word in parse(HELD_OUT)[code].split()]
    told = {word: explain(word, known).base for word, _ in asked}
    assert {word: told[word] for word, right in asked
            if told[word] and told[word] not in right.split("/")} == {}
    assert sum((told[word] or word) in right.split("/") for word, right in asked) >= TOLD[code]


@pytest.mark.parametrize(("word", "base", "change"), [
    ("MICE", "MOUSE", "3OUSE"), ("HOUSES", "HOUSE", "1"), ("BESSER", "GUT", "6GUT"), ("RESTLESS", "", "")])
def test_a_base_form_is_kept_as_a_change_of_the_word(word: str, base: str, change: str) -> None:
    assert change_of(word, base) == change and changed(word, change) == base


def test_rude_words_are_not_explained() -> None:
    assert words("de").is_rude("ASSI") and meaning_of("ASSI", "de") == ""


def test_packed_meanings_are_found_again(tmp_path: Path) -> None:
    rows = {f"W{number:04}": f"meaning {number}" for number in range(500)}
    path = tmp_path / "xx.meanings"
    path.write_bytes(packed(rows.items()))
    found = WordTable(path)
    assert all(found.get(word) == text for word, text in rows.items())
    assert found.get("A") is found.get("W9") is None


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: b"XXXX" + data[4:],
                                    lambda data: data[:-20], lambda data: data[:14]])
def test_a_damaged_file_means_no_meanings(tmp_path: Path, monkeypatch, damage) -> None:
    path = tmp_path / "xx.meanings"
    path.write_bytes(damage(packed([("HAUS", "Heim"), ("HUT", "Kopfbedeckung")])))
    monkeypatch.setattr(meanings, "meanings_path", lambda code: path)
    monkeypatch.setattr(meanings, "bases_path", lambda code: path)
    assert meaning_of("HAUS", "xx") == "" == base_form("HUNDE", words("de"))


def test_all_meanings_together_stay_small_and_name_their_source() -> None:
    sizes = {code: meanings_path(code).stat().st_size for code in LANGUAGES if meanings_path(code).exists()}
    assert set(sizes) == {"de", "en", "es", "fr", "it"} and sum(sizes.values()) < 5_000_000
    for code in sizes:
        licence = meanings_path(code).with_name(f"LICENCE-{code}.txt").read_text("utf-8")
        assert f"{code}.meanings" in licence


def test_the_base_forms_of_all_languages_are_named_in_their_licence() -> None:
    for code in LANGUAGES:
        assert f"{code}.bases" in bases_path(code).with_name(f"LICENCE-{code}.txt").read_text("utf-8")
