"""What a language means for words and letters: alphabet, folding, classes."""

from __future__ import annotations

import pytest

from rules.words.language import ALL_LETTERS, ENCODING, LANGUAGES, VOWELS


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
