"""What a language means for words and letters: alphabet, folding, classes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.files.source import Table, read_table
from rules.words.language import ALL_LETTERS, ENCODING, LANGUAGES, VOWELS
from rules.words.tiles import POINTS_OF_LETTERS, letters_faults


@pytest.mark.parametrize(("code", "typed", "laid"), [
    ("de", "Größe", "GROESSE"), ("de", "Café", "CAFE"), ("de", "Señor", "SENOR"), ("de", "Œuvre", "OEUVRE"),
    ("en", "naïve", "NAIVE"), ("en", "Müller", "MULLER"),
    ("fr", "cœur", "COEUR"), ("fr", "Noël", "NOEL"), ("fr", "garçon", "GARCON"), ("fr", "été", "ETE"),
    ("it", "città", "CITTA"), ("it", "perché", "PERCHE"),
    ("es", "niño", "NIÑO"), ("es", "pingüino", "PINGUINO"), ("es", "n\u0303o", "ÑO"),
    ("es", "árbol", "ARBOL"),
    ("nl", "ĳs", "IJS"), ("nl", "ijs", "IJS"), ("nl", "België", "BELGIE"), ("nl", "knieën", "KNIEEN"),
])
def test_typed_text_is_folded_as_a_speaker_expects(code: str, typed: str, laid: str) -> None:
    assert LANGUAGES[code].fold(typed) == laid


def test_what_is_no_letter_stays() -> None:
    assert LANGUAGES["fr"].fold("l'eau 2") == "L'EAU 2"


@pytest.mark.parametrize(("code", "typed", "laid"), [
    ("de", "ä", "AE"), ("de", "ß", "SS"), ("de", "é", "E"), ("de", "ñ", "N"), ("de", "7", ""), ("de", "", ""),
    ("fr", "œ", "OE"), ("fr", "À", "A"), ("es", "ñ", "Ñ"), ("es", "é", "E"), ("nl", "ĳ", "IJ"),
    ("nl", "ж", "")])
def test_a_typed_key_lays_letters_of_the_alphabet_or_nothing(code: str, typed: str, laid: str) -> None:
    assert LANGUAGES[code].typed(typed) == laid


@pytest.mark.parametrize("code", LANGUAGES)
def test_red_and_black_letters_are_the_alphabet(code: str) -> None:
    language = LANGUAGES[code]
    assert set(language.red) == VOWELS and "Y" in language.red
    assert sorted(language.red + language.black) == sorted(language.alphabet)
    assert set(language.alphabet) <= set(ALL_LETTERS)
    assert all(len(letter.encode(ENCODING)) == 1 for letter in language.alphabet)
    assert ("Ñ" in language.alphabet) == (code == "es")


def test_classes_of_the_classic_rules() -> None:
    assert {code: language.classic for code, language in LANGUAGES.items()} == {
        "de": "NPVAOGF", "en": "NPVAOGF", "nl": "NPVAOGF",
        "fr": "NPVAOGFD", "it": "NPVAOGFD", "es": "NPVAOGFD"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_letters_of_every_language_are_a_sound_file(code: str) -> None:
    assert letters_faults(code) == []


def test_a_letter_without_a_value_is_a_fault_unless_only_some_languages_have_it(tmp_path: Path) -> None:
    values = ", ".join(f'"{letter}": 1' for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY")
    (tmp_path / "letters.yaml").write_text(f"points: {{{values}, jolly: 0}}\n", "utf-8")
    _, faults, _ = read_table(tmp_path / "letters.yaml", Table({"points": POINTS_OF_LETTERS}))
    assert ["Z" in str(fault) for fault in faults] == [True]
