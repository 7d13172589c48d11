"""The lexicon: the packed file says what the list says, and says it at once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules.words.lexicon import Entry, Lexicon, list_path
from rules.words.make_graph import pack, read_list
from rules.words.packed_words import split

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def listed() -> list[Entry]:
    return read_list(list_path())


def small(tmp_path: Path, *entries: Entry) -> Lexicon:
    path = tmp_path / "small.graph"
    path.write_bytes(pack(sorted(entries)))
    return Lexicon(path)


def test_the_packed_file_says_what_the_list_says(listed: list[Entry]) -> None:
    assert len(Lexicon.open()) == len(listed)
    assert list(Lexicon.open()) == listed


def test_the_packed_groups_hold_the_same_words(listed: list[Entry]) -> None:
    letters = Lexicon.open().letters(lambda *_: True)
    assert sorted(word for length, words in letters.items() for word in split(words, length)) == \
        [entry.word for entry in listed]


def test_the_groups_of_some_kinds_hold_exactly_their_words(listed: list[Entry]) -> None:
    letters = Lexicon.open().letters(lambda classes, band: "V" in classes and band == 2)
    assert sorted(word for length, words in letters.items() for word in split(words, length)) == \
        [entry.word for entry in listed if "V" in entry.classes and entry.band == 2]


def test_every_word_of_the_list_is_found_with_its_classes_and_band(listed: list[Entry]) -> None:
    lexicon = Lexicon.open()
    assert all(lexicon.entry(entry.word) == entry for entry in listed[::37])


def test_the_list_is_folded_to_capitals_and_sorted(listed: list[Entry]) -> None:
    words = [entry.word for entry in listed]
    assert all(re.fullmatch("[A-Z]{2,15}", word) for word in words)
    assert words == sorted(set(words))


@pytest.mark.parametrize("word", ["", "A", "XYZ", "HAUSS", "HAU1", "haus", "HÄUSER", "\0", "WORTE "])
def test_what_is_no_word_is_not_found(word: str) -> None:
    assert word not in Lexicon.open()
    assert Lexicon.open().entry(word) is None


def test_a_word_may_be_the_beginning_or_the_end_of_another(tmp_path: Path) -> None:
    entries = [Entry("EI", "N", 1), Entry("EIS", "N", 2), Entry("REIS", "G", 3), Entry("REISE", "NP", 1)]
    lexicon = small(tmp_path, *entries)
    assert list(lexicon) == entries
    assert [lexicon.entry(entry.word) for entry in entries] == entries
    assert "RE" not in lexicon and "REI" not in lexicon and "REISEN" not in lexicon


def test_equal_endings_are_stored_once() -> None:
    one = pack([Entry("HAUS", "N", 1)])
    two = pack([Entry("HAUS", "N", 1), Entry("LAUS", "N", 1)])
    assert len(two) - len(one) == 4 + 4 + 2 + 4  # one edge, its count, the kind of the word, its letters


def test_packing_is_repeatable_and_wants_sorted_words() -> None:
    entries = [Entry("AB", "O", 1), Entry("ABER", "O", 1), Entry("OB", "O", 1)]
    assert pack(entries) == pack(list(entries))
    with pytest.raises(ValueError, match="AB does not come after ABER"):
        pack([entries[1], entries[0]])


def test_fillers_are_the_letters_between_two_pieces(tmp_path: Path) -> None:
    words = ["AUS", "HAUS", "HAUT", "LAUS", "AUTO"]
    lexicon = small(tmp_path, *(Entry(word, "N", 1) for word in words))
    assert [letter for letter, _ in lexicon.fillers("", "AUS")] == ["H", "L"]
    assert [letter for letter, _ in lexicon.fillers("HAU", "")] == ["S", "T"]
    assert [letter for letter, _ in lexicon.fillers("A", "TO")] == ["U"]
    assert not list(lexicon.fillers("XY", ""))


def test_another_file_is_not_taken_for_a_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "other.graph"
    path.write_bytes(b"something else entirely, long enough")
    with pytest.raises(ValueError, match="no packed word list"):
        Lexicon(path)


def test_importing_the_words_opens_no_file_and_no_compressor() -> None:
    code = ("import sys, rules.words.vocabulary as v, rules.words.lexicon as l; v.vocabulary(v.CLASSIC);"
            "sys.exit('gzip' in sys.modules or l.Lexicon.open.cache_info().currsize)")
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
