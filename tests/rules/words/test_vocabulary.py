"""The valid words of one game, and why others are not valid."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest

from game.ui.text import Texts
from rules.kit.phrases import Phrase
from rules.words.packed_words import containing, joined, places, removed, split
from rules.words.vocabulary import BY_AGREEMENT, CLASSES, CLASSIC, Vocabulary, vocabulary


def refused(words: Vocabulary, word: str) -> tuple[str, Mapping[str, object]]:
    """Return the key and the values of a refusal."""
    refusal = words.why_not(word)
    assert refusal is not None
    return refusal.key, refusal.values


@pytest.mark.parametrize("word", ["HAUS", "WORTE", "SEHEN", "GELB", "NIE", "TEXAS", "POLA", "MEXICO", "WORT",
                                  "SARAJEVO", "RUDOLF", "PHON", "WIND", "MOND", "RUF", "EIS", "REISE",
                                  "NAHT"])
def test_classic_rules_allow_the_words_of_the_rule_sheet(word: str) -> None:
    assert word in vocabulary(CLASSIC)
    assert vocabulary(CLASSIC).why_not(word) is None


@pytest.mark.parametrize("word", ["SIEHT", "MEYER", "NIVEA", "LUSTIGES", "XQZ", "E", ""])
def test_classic_rules_refuse_conjugated_verbs_names_of_families_brands_and_nonsense(word: str) -> None:
    assert word not in vocabulary(CLASSIC)
    assert vocabulary(CLASSIC).why_not(word) is not None


def test_a_refusal_says_what_the_word_is_and_what_is_allowed() -> None:
    for classes, word, kind in ((CLASSIC, "SIEHT", "X"), ("A", "SEHEN", "V"), ("NV", "MEYER", "S")):
        words = vocabulary(classes)
        assert refused(words, word) == ("refuse.word_class", {
            "word": word, "is_a": Phrase(f"word.is_a.{kind}"), "allowed": words.allowed()})
    nouns, verbs = Phrase("word.allowed.N"), Phrase("word.allowed.V")
    assert vocabulary("NV").allowed() == Phrase("word.list_end", {"first": nouns, "rest": verbs})


def test_a_refusal_says_that_a_word_is_unknown_short_blocked_or_not_listed() -> None:
    assert refused(vocabulary(CLASSIC), "XQZ") == (
        "refuse.word_unknown", {"word": "XQZ", "list": Phrase("word.list_of.de")})
    for words, word, why in ((vocabulary(CLASSIC), "A", "word_short"),
                             (vocabulary(CLASSIC, None, (), ("HAUS",)), "HAUS", "word_blocked"),
                             (vocabulary(CLASSIC, ("HAUS",)), "HUND", "word_not_listed")):
        assert refused(words, word) == (f"refuse.{why}", {"word": word})


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_class_has_a_name_and_can_be_allowed(language: str) -> None:
    texts = Texts(language)
    for letter in CLASSES:
        assert texts.has(f"word.is_a.{letter}") and texts.has(f"word.allowed.{letter}")
    assert "{" not in texts(vocabulary(CLASSES).allowed())
    assert texts(vocabulary("").allowed()) == texts("word.allowed.none")


@pytest.mark.parametrize(("classes", "word"),
                         [("X", "SIEHT"), ("S", "MEYER"), ("B", "NIVEA"), ("D", "LUSTIGES"),
                                               ("K", "SCHOENER"), ("Z", "GEGANGEN"), ("C", "HAUSES")])
def test_every_class_can_be_switched_on(classes: str, word: str) -> None:
    assert word not in vocabulary(CLASSIC)
    assert word in vocabulary(CLASSIC + classes)


def test_agreement_makes_the_game_larger_and_never_smaller() -> None:
    assert len(vocabulary(CLASSIC)) == 189_512
    assert set(vocabulary(CLASSIC)) < set(vocabulary(CLASSIC + BY_AGREEMENT))


def test_iteration_gives_each_valid_word_once() -> None:
    words = vocabulary("VF", None, ("ABRAKADABRA", "SEHEN"), ("GEHEN",))
    listed = list(words)
    assert len(listed) == len(set(listed)) == len(words)
    assert all(word in words for word in listed[::11])
    assert "ABRAKADABRA" in listed and listed.count("SEHEN") == 1 and "GEHEN" not in listed


def test_agreed_words_are_valid_and_blocked_ones_never() -> None:
    words = vocabulary(CLASSIC, None, ("XQZ", "SIEHT", "HAUS"), ("HUND", "XQZ"))
    assert "SIEHT" in words and "HAUS" in words
    assert "HUND" not in words and "XQZ" not in words
    assert words.fillers("SIE", "T") == "H" and "N" not in words.fillers("HU", "D")


def test_only_means_exactly_these_words() -> None:
    words = vocabulary(CLASSIC, ("HAUS", "XQZ"), ("SIEHT",), ("HAUS",))
    assert sorted(words) == ["SIEHT", "XQZ"]
    assert "XQZ" in words and "HAUS" not in words and "HUND" not in words
    assert words.fillers("X", "Z") == "Q" and words.fillers("H", "US") == ""


def test_what_somebody_knows_ends_at_a_band_and_is_never_rude() -> None:
    words = vocabulary(CLASSIC)
    sizes = [len(words.known(band)) for band in (1, 2, 3, 4, 5)]
    assert sizes == sorted(sizes) and sizes[0] > 5000 and sizes[-1] < len(words)
    assert "ARSCH" in words and "ARSCH" not in words.known(5)
    assert all(words.entry(word).band <= 2 for word in list(words.known(2))[::23])


def test_everybody_knows_the_words_agreed_on_and_those_of_a_listed_table() -> None:
    assert "XQZ" in vocabulary(CLASSIC, None, ("XQZ",)).known(1)
    assert sorted(vocabulary(CLASSIC, ("AACH", "AAK")).known(1)) == ["AACH", "AAK"]


def test_the_log_can_explain_a_word() -> None:
    words = vocabulary(CLASSIC, None, ("XQZ",))
    assert [words.is_a(word).key for word in ("SEHEN", "RUDOLF", "XQZ")] == \
        ["word.is_a.V", "word.is_a.F", "word.is_a.agreed"]


def test_fillers_are_what_looking_up_every_letter_finds() -> None:
    words = vocabulary(CLASSIC, None, ("ZAUS",), ("MAUS",))
    for before, after in [("", "AUS"), ("H", "US"), ("HAU", ""), ("", "A"), ("A", ""), ("REI", "E"),
                          ("QX", "")]:
        slow = "".join(letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if before + letter + after in words)
        assert words.fillers(before, after) == slow


@pytest.mark.parametrize("fragment", ["E", "EI", "SCH", "UNG", "HAUS", "XY", "ZZZ", "HAUSHALTSPLANUNGE"])
def test_words_with_a_fragment_are_all_found_and_fast(fragment: str) -> None:
    words = vocabulary(CLASSIC)
    started = time.process_time()
    found = words.words_containing(fragment)
    assert time.process_time() - started < 2  # the bench measures the figure; this catches a gross mistake
    assert sorted(found) == sorted(word for word in words if fragment in word)


def test_a_fragment_does_not_reach_from_one_word_into_the_next() -> None:
    rows = joined(["ABC", "CAB", "BCA"])[3]
    assert split(rows, 3) == ["ABC", "BCA", "CAB"]
    assert containing("CBC", rows, 3) == [] and list(places("ABC", b"CABCABABC", 3)) == [6]
    assert split(removed("BCA", rows), 3) == ["ABC", "CAB"] and removed("XYZ", rows) == rows


def test_a_vocabulary_is_made_once() -> None:
    assert vocabulary(CLASSIC) is vocabulary(CLASSIC)
    assert vocabulary(CLASSIC).known(3) is vocabulary(CLASSIC).known(3)


def test_tables_that_agree_on_a_word_share_all_other_lengths() -> None:
    vocabulary.cache_clear()  # independent of the tables laid before
    words, more = vocabulary(CLASSIC), vocabulary(CLASSIC, None, ("XABRAKADABR", "HAUS"), ("HUND", "XQZ"))
    assert more.columns(7) is words.columns(7)
    assert more.columns(11).size == words.columns(11).size + 1
    assert more.columns(4).size == words.columns(4).size - 1
    assert more.columns(3) is words.columns(3)
    assert list(more.letters) == list(words.letters)


def test_a_word_of_several_classes_is_described_by_an_allowed_one() -> None:
    entry = vocabulary(CLASSIC).entry("LIEBE")
    assert entry is not None and {"N", "X"} <= set(entry.classes)
    assert vocabulary(CLASSIC).is_a("LIEBE").key == "word.is_a.N"
    assert vocabulary("X").is_a("LIEBE").key == "word.is_a.X"


def test_the_longest_word_gives_the_length() -> None:
    assert vocabulary(CLASSIC, ("EI", "EIS", "REISE")).longest == 5
    assert vocabulary(CLASSIC, ()).longest == 0


def test_vocabularies_of_different_languages_are_different() -> None:
    assert vocabulary(CLASSIC, language="en") is not vocabulary(CLASSIC)
    assert "THANK" in vocabulary(CLASSIC, language="en") and "THANK" not in vocabulary(CLASSIC)


@pytest.mark.parametrize("word", ["WACH", "LAHM", "SCHRAEG", "VERRUECKT", "STEIF", "WILLIG", "OFFENBAR"])
def test_everyday_adjectives_that_are_verb_forms_too_are_valid(word: str) -> None:
    assert word in vocabulary(CLASSIC)
    assert "A" in (vocabulary(CLASSIC).entry(word) or ("", ""))[1]


@pytest.mark.parametrize("word", ["ABGEFUCKT", "JUDENSAU", "ANGEPISST", "MONGO"])
def test_a_rude_word_is_valid_but_known_to_no_bot_and_no_hint(word: str) -> None:
    entry = vocabulary(CLASSIC).entry(word)
    assert entry is not None and "R" in entry.classes
    assert not any(word in vocabulary(CLASSIC).known(band) for band in range(1, 6))
