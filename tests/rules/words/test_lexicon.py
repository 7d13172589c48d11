"""The lexicon: the packed file says what the list says, in every language, and says it at once."""

from __future__ import annotations

import gc
import gzip
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ui.text import Texts
from rules.words import pack as pack_module
from rules.words.language import GERMAN, LANGUAGES
from rules.words.lexicon import FOLDER, BadLexicon, Entry, Lexicon, list_path
from rules.words.pack import BadList, pack, read_list
from rules.words.packed_words import split

ROOT = Path(__file__).resolve().parents[3]
MOST_MEGABYTES = 25
"""All lists and packed lists together."""


@pytest.fixture(scope="module", params=LANGUAGES)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def listed(code: str) -> Iterator[list[Entry]]:
    """The entries of a list; the collector is spared half a million objects, none of which is garbage."""
    gc.disable()
    yield read_list(list_path(code), LANGUAGES[code])
    gc.enable()


def small(tmp_path: Path, *entries: Entry) -> Lexicon:
    path = tmp_path / "small.lexicon"
    path.write_bytes(pack(sorted(entries)))
    return Lexicon(path)


# --- the shipped lists ---


def test_the_packed_file_says_what_the_list_says(code: str, listed: list[Entry]) -> None:
    assert len(Lexicon.open(code)) == len(listed)
    assert list(Lexicon.open(code)) == listed


def test_all_words_of_some_kinds_are_exactly_those_of_the_list(code: str, listed: list[Entry]) -> None:
    letters = Lexicon.open(code).letters(lambda classes, band: "V" in classes and band == 2)
    assert sorted(word for length, words in letters.items() for word in split(words, length)) == \
        [entry.word for entry in listed if "V" in entry.classes and entry.band == 2]


def test_every_word_of_the_list_is_found_with_its_classes_and_band(code: str, listed: list[Entry]) -> None:
    lexicon = Lexicon.open(code)
    assert all(lexicon.entry(entry.word) == entry for entry in listed[::37])


def test_the_list_has_capitals_of_the_alphabet_and_is_sorted(code: str, listed: list[Entry]) -> None:
    words, alphabet = [entry.word for entry in listed], LANGUAGES[code].alphabet
    assert not [word for word in words if word.strip(alphabet)]
    assert {len(word) for word in words} <= {*range(2, 16)}
    assert words == sorted(set(words))
    assert all("".join(sorted(classes)) == classes for classes in {entry.classes for entry in listed})


def test_spanish_has_its_own_letter() -> None:
    lexicon = Lexicon.open("es")
    assert "AÑO" in lexicon and "NIÑA" in lexicon and "ANO" in lexicon
    assert "AÑO" not in Lexicon.open("fr")


def test_spanish_plurals_whose_accent_moves_are_plurals() -> None:
    lexicon = Lexicon.open("es")
    for word in ("PAISES", "AUTOBUSES", "DIOSES", "CARACTERES", "REGIMENES", "ORDENES"):
        assert "P" in lexicon.entry(word).classes


@pytest.mark.parametrize("word", [
    "", "A", "XYZ", "HAUSS", "HAU1", "haus", "HÄUSER", "\0", "WORTE ", "Ω", "H\ud800S"])
def test_what_is_no_word_is_not_found(word: str) -> None:
    assert word not in Lexicon.open()
    assert Lexicon.open().entry(word) is None


def test_all_languages_together_stay_small() -> None:
    files = [path for ending in ("lexicon", "tsv.gz", "bases") for path in FOLDER.glob(f"*/*.{ending}")]
    assert len(files) == 3 * len(LANGUAGES)
    assert sum(path.stat().st_size for path in files) < MOST_MEGABYTES * 1_000_000


def test_every_language_ships_its_licence_its_letters_and_its_source() -> None:
    for code in LANGUAGES:
        for name in (f"LICENCE-{code}.txt", "letters.yaml", "source/build_list.py"):
            assert (FOLDER / code / name).is_file(), (code, name)


# --- packing ---


def test_a_word_may_be_the_beginning_or_the_end_of_another(tmp_path: Path) -> None:
    entries = [Entry("EI", "N", 1), Entry("EIS", "N", 2), Entry("REIS", "G", 3), Entry("REISE", "NP", 1)]
    lexicon = small(tmp_path, *entries)
    assert list(lexicon) == entries
    assert [lexicon.entry(entry.word) for entry in entries] == entries
    assert "RE" not in lexicon and "REI" not in lexicon and "REISEN" not in lexicon


def test_words_of_one_length_are_found_in_every_tier(tmp_path: Path) -> None:
    entries = [Entry("ARSCH", "NR", 2), Entry("HAEND", "X", 1), Entry("HAUSE", "CN", 5),
               Entry("TISCH", "N", 1)]
    lexicon = small(tmp_path, *entries)
    assert [lexicon.entry(entry.word) for entry in entries] == entries
    assert lexicon.letters(lambda classes, band: "N" in classes and "R" not in classes) == {5: b"TISCHHAUSE"}
    assert lexicon.letters(lambda classes, band: "C" in classes or "X" in classes) == {5: b"HAUSEHAEND"}


def test_packing_is_repeatable() -> None:
    entries = [Entry("AB", "O", 1), Entry("ABER", "O", 1), Entry("OB", "O", 1)]
    assert pack(entries) == pack(list(entries))


@pytest.mark.parametrize(("lines", "said"), [
    ("AUTO\tN\t1\nBÄR\tN\t1\n", ":2: BÄR: the letter Ä has no tile in de"),
    ("AUTO\tN\t1\nBAU1\tN\t1\n", ":2: BAU1: the letter 1 has no tile in de"),
    ("OB\tO\t1\nAB\tO\t1\n", ":2: AB does not come after OB"),
    ("A\tO\t1\n", ":1: A: a word has 2 to 99 letters"),
    ("AB O 1\n", ":1: a line has a word, its classes and its band, separated by tabs"),
    ("AB\tOW\t1\n", ":1: AB: OW are no classes"),
    ("AB\tO\t6\n", ":1: AB: 6 is no band"),
])
def test_a_faulty_line_of_a_list_is_named_with_its_place(tmp_path: Path, lines: str, said: str) -> None:
    path = tmp_path / "de.tsv.gz"
    path.write_bytes(gzip.compress(lines.encode()))
    with pytest.raises(BadList) as fault:
        read_list(path)
    assert str(fault.value).startswith(f"{path}{said}")


def test_a_half_written_list_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "de.tsv.gz"
    path.write_bytes(gzip.compress(b"AB\tO\t1\n")[:-9])
    with pytest.raises(BadList, match="not a whole word list"):
        read_list(path)


def test_packing_an_unknown_language_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["pack", "xx"])
    with pytest.raises(SystemExit, match="xx is no language of the word games; there are de, en"):
        pack_module.main()


# --- files that cannot be read ---


@pytest.mark.parametrize(("damage", "said"), [
    (lambda data: b"something else entirely, long enough to be one", "foreign"),
    (lambda data: b"", "unreadable"),
    (lambda data: b"DTW1" + data[4:], "version"),
    (lambda data: data[:4] + struct.pack("<I", 3) + data[8:], "version"),
    (lambda data: data[:-3], "incomplete"),
    (lambda data: data[:10], "foreign"),
    (lambda data: data[:28] + bytes([255] * 4) + data[32:], "foreign"),
    (lambda data: data[:12] + struct.pack("<I", 9) + data[16:], "foreign"),
    (lambda data: data[:16] + struct.pack("<I", 9) + data[20:], "foreign"),
    (lambda data: data[:20] + struct.pack("<I", 9) + data[24:], "foreign"),
], ids=["foreign", "empty", "older", "newer", "half", "header", "table", "kinds", "runs", "words"])
def test_a_damaged_file_is_a_sentence_with_its_place(tmp_path: Path, damage, said: str) -> None:
    path = tmp_path / "en.lexicon"
    path.write_bytes(damage(pack([Entry("HAUS", "N", 1)])))
    with pytest.raises(BadLexicon) as fault:
        Lexicon(path)
    told = Texts("en")(fault.value.phrase)
    assert str(path) in told and fault.value.phrase.key == f"setup.lexicon.{said}"


def test_a_missing_file_is_a_sentence_and_the_other_languages_stay(tmp_path: Path) -> None:
    with pytest.raises(BadLexicon):
        Lexicon(tmp_path / "en.lexicon")
    assert "HAUS" in Lexicon.open(GERMAN.code)


def test_importing_the_words_opens_no_file_and_no_compressor() -> None:
    code = ("import sys, rules.words.vocabulary as v, rules.words.lexicon as l; v.vocabulary(v.CLASSIC);"
            "sys.exit('gzip' in sys.modules or l.Lexicon.open.cache_info().currsize)")
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_only_the_language_in_use_is_opened() -> None:
    code = ("import sys, rules.words.vocabulary as v, rules.words.lexicon as l;"
            "'HOUSE' in v.vocabulary(v.CLASSIC, language='en');"
            "sys.exit(l.Lexicon.open.cache_info().currsize != 1)")
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
