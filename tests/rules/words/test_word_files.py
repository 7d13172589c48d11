"""Word files of players: read as people write them, faults with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.commands.check import written
from game.ui.text import Texts
from rules.words.language import GERMAN
from rules.words.word_files import LONGEST, load_words, read_words, with_word, without_word

NO_LETTER = "is not a letter; write words with A to Z and Ä Ö Ü ß, and start a comment with #"


def told(text: str) -> list[str]:
    return [written(fault, Texts("en")) for fault in read_words(text, "own.txt").faults]


@pytest.mark.parametrize(("word", "folded"), [
    ("Häuser", "HAEUSER"), ("Größe", "GROESSE"), ("ÜBEL", "UEBEL"), ("STRAẞE", "STRASSE"), ("Café", "CAFE"),
    ("a\u0308rmel", "AERMEL"), ("haus", "HAUS"), ("Smørrebrød", "SMORREBROD"), ("Œuvre", "OEUVRE"),
])
def test_umlauts_and_accents_are_folded_as_on_the_tiles(word: str, folded: str) -> None:
    assert GERMAN.fold(word) == folded


def test_one_word_a_line_with_comments_and_blank_lines() -> None:
    text = "# our words\n\n  Schnapsidee  # Aunt Ada\nüblich\r\nSCHNAPSIDEE\n"
    assert read_words(text).words == ("SCHNAPSIDEE", "UEBLICH")
    assert read_words(text).faults == ()


@pytest.mark.parametrize(("text", "says"), [
    ("eins zwei", "own.txt:1:6: one word per line; zwei belongs on a line of its own"),
    ("gut\n  go-go", f"own.txt:2:5: go-go: - {NO_LETTER}"),
    ("\nx", "own.txt:2:1: X is too short; a word has at least 2 letters"),
    ("x" * (LONGEST + 1), f"own.txt:1:1: {'X' * (LONGEST + 1)} is too long; a word has at most 40 letters"),
    ("\u0441\u043b\u043e\u0432\u043e", f"own.txt:1:1: \u0441\u043b\u043e\u0432\u043e: \u0441 {NO_LETTER}"),
])
def test_each_fault_has_its_place_and_a_sentence(text: str, says: str) -> None:
    assert told(text) == [says]


def test_lines_without_faults_count_all_the_same() -> None:
    assert read_words("gut\nno way\nbesser").words == ("GUT", "BESSER")


def test_a_file_that_is_no_text_is_a_fault_and_has_no_words(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(b"gut\n\xff\xfe")
    assert load_words(path).words == () and "is not UTF-8" in written(load_words(path).faults[0], Texts("en"))
    assert load_words(tmp_path / "none.txt").faults[0].key == "fault.missing_file"


def test_thousands_of_faults_are_cut_short() -> None:
    assert 100 <= len(read_words("a b\n" * 5000).faults) <= 101


def test_a_word_is_added_once_and_taken_out_again() -> None:
    text = with_word("# ours\nGUT", "BESSER")
    assert text == "# ours\nGUT\nBESSER\n" and with_word(text, "GUT") == text
    assert without_word("# ours\ngut # really\nBESSER\n", "GUT") == "# ours\nBESSER\n"


def test_the_shortest_and_the_longest_word_are_allowed() -> None:
    assert read_words(f"ei\n{'x' * LONGEST}") == (("EI", "X" * LONGEST), ())


def test_a_second_word_is_found_behind_the_first_even_if_that_contains_it() -> None:
    assert [(fault.line, fault.column) for fault in read_words("\n  aha a").faults] == [(2, 7)]


def test_a_word_is_added_although_a_longer_word_or_a_comment_contains_it() -> None:
    assert with_word("HAUSTUER\n", "HAUS") == "HAUSTUER\nHAUS\n"
    assert with_word("# HAUS", "HAUS") == "# HAUS\nHAUS\n"
