"""Word games in six languages: letters, points and classes follow the language; records carry it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.ui.text import Texts
from rules import records
from rules.base import BadSetup
from rules.catalog import SHIPPED, engine_of, rules_class, rules_from_values, rules_of
from rules.files.variants import BadRules, fill, load, load_file
from rules.games.crossword.letters import nearest_to_z
from rules.kit.shuffle import rng_for
from rules.session import Seat, Session
from rules.words import lexicon
from rules.words.language import LANGUAGES
from rules.words.tiles import language_values, letters_faults

GAMES = ["kreuzwort", "presto", "point_typ_dom", "wer_behaelt_recht"]
VARIANTS = {"en": "english", "fr": "french", "it": "italian", "es": "spanish", "nl": "dutch"}
WORDS = {"de": "HAUS", "en": "HOUSE", "fr": "MAISON", "it": "CASA", "es": "NIÑO", "nl": "HUIZEN"}
every_game = pytest.mark.parametrize("game", GAMES)
every_variant = pytest.mark.parametrize("code", VARIANTS)
every_language = pytest.mark.parametrize("code", LANGUAGES)


def rules_in(game: str, code: str):
    return rules_of(game, VARIANTS.get(code, "classic"))


# --- rule files ---


@every_game
def test_the_german_letters_are_those_of_the_sheet(game: str) -> None:
    classic, german = rules_of(game).values, language_values("de")
    assert classic["letters"] == german["letters"]
    assert classic["words"] == {"language": "de", **german["words"]}
    if game == "point_typ_dom":
        assert classic["points"] == german["points"]


@every_game
@every_variant
def test_a_shipped_variant_has_the_letters_and_classes_of_its_language(game: str, code: str) -> None:
    values = rules_in(game, code).values
    assert values["words"] == {"language": code, "classes": LANGUAGES[code].classic}
    assert values["letters"] == language_values(code)["letters"]
    if game == "point_typ_dom":
        assert values["points"] == language_values(code)["points"]


@every_language
def test_a_set_has_fifty_black_and_thirty_red_letters(code: str) -> None:
    assert not letters_faults(code)
    letters = language_values(code)["letters"]
    assert {colour: sum(counts.values()) for colour, counts in letters.items()} == {"red": 30, "black": 50}
    assert set(LANGUAGES[code].alphabet) == {*letters["red"], *letters["black"]} - {"jolly"}


def own_variant(tmp_path: Path, game: str, text: str):
    path = tmp_path / game / "own.yaml"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    return load_file(rules_class(game), path, [SHIPPED / game, path.parent])


def test_a_variant_of_ones_own_can_combine_a_language_with_other_rules(tmp_path: Path) -> None:
    variant = own_variant(tmp_path, "kreuzwort", "extends: three_rounds\nwords: {language: en}\n")
    assert variant.values is not None and not variant.faults
    assert variant.values["match"]["rounds"] == 3
    assert variant.values["letters"] == language_values("en")["letters"]


def test_what_a_file_says_itself_stays(tmp_path: Path) -> None:
    variant = own_variant(tmp_path, "point_typ_dom", """
extends: agreed
words: {language: es}
letters: {red: {A: 9}}
points: {Q: 20}
""")
    assert variant.values is not None and not variant.faults
    assert variant.values["words"] == {"language": "es", "classes": "NPVAOGFCKDZH"}
    assert variant.values["letters"]["red"]["A"] == 9 and variant.values["letters"]["black"]["Ñ"] == 1
    assert variant.values["points"]["Q"] == 20 and variant.values["points"]["Ñ"] == 9


def test_a_language_can_be_left_again(tmp_path: Path) -> None:
    variant = own_variant(tmp_path, "point_typ_dom", "extends: spanish\nwords: {language: de}\n")
    assert variant.values is not None
    rules = rules_class("point_typ_dom")(variant.values, "own")
    assert rules.letters == rules_of("point_typ_dom").letters and "Ñ" not in rules.letters.counts


def test_an_unknown_language_is_named_with_its_place(tmp_path: Path) -> None:
    variant = own_variant(tmp_path, "presto", "extends: classic\nwords: {language: pt}\n")
    fault = variant.faults[0]
    assert variant.values is None and (fault.line, fault.column) == (2, 19)
    assert "de, en, fr, it, es, nl" in Texts("en")(fault.key, **fault.values)


def test_faulty_letters_of_a_language_are_named_and_german_stays(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("rules.words.tiles.FOLDER", tmp_path)
    language_values.cache_clear()
    for code in LANGUAGES:
        (tmp_path / code).mkdir()
        text = (lexicon.FOLDER / code / "letters.yaml").read_text("utf-8")
        (tmp_path / code / "letters.yaml").write_text(text if code == "de" else text[:200], "utf-8")
    try:
        variant = load(rules_class("kreuzwort"), "english", [SHIPPED / "kreuzwort"])
        assert variant.values is None and variant.faults[0].file.endswith("en/letters.yaml")
        with pytest.raises(BadRules):
            fill(rules_class("kreuzwort"), {"words": {"language": "en"}}, rules_of("kreuzwort").values)
        assert load(rules_class("kreuzwort"), "three_rounds", [SHIPPED / "kreuzwort"]).values is not None
    finally:
        language_values.cache_clear()


# --- play ---


def test_nearest_to_z_follows_the_alphabet() -> None:
    assert nearest_to_z(["AÑ", "AO"]) == 1 and nearest_to_z(["AN", "AÑ"]) == 1


@pytest.mark.parametrize("game", ["kreuzwort", "point_typ_dom"])
@every_language
def test_words_of_the_language_can_be_laid_and_others_are_refused(game: str, code: str) -> None:
    rules, word = rules_in(game, code), WORDS[code]
    state = rules.start({"hands": [word + "QQ", "B"], "red": "E", "black": "N", "starter": 0}, 2)
    move = rules.read_move(f"> 0,0 {word}")
    assert rules.why_illegal(state, move) is None and move in list(rules.legal_moves(state))
    refusal = rules.why_illegal(state, rules.read_move("> 0,0 QQ"))
    assert refusal is not None and Texts("en")(refusal).startswith("QQ is not in the ")


def test_a_letter_of_another_alphabet_is_refused() -> None:
    rules = rules_of("kreuzwort")
    with pytest.raises(BadSetup):
        rules.start({"hands": ["NIÑO", "B"], "red": "E", "black": "N", "starter": 0}, 2)
    state = rules.start({"hands": ["NINO", "B"], "red": "E", "black": "N", "starter": 0}, 2)
    assert rules.why_illegal(state, rules.read_move("> 0,0 NIÑO")) is not None


def test_a_jolly_can_stand_for_a_letter_of_its_own() -> None:
    rules = rules_in("kreuzwort", "es")
    state = rules.start({"hands": ["NI+O", "B"], "red": "E", "black": "N", "starter": 0}, 2)
    move = rules.read_move("> 0,0 NIñO")
    assert move in list(rules.legal_moves(state)) and rules.write_move(move) == "> 0,0 NIñO"
    assert not rules.apply(state, move).state.hands[0]


@pytest.mark.parametrize("game", ["kreuzwort", "point_typ_dom", "wer_behaelt_recht"])
@every_variant
def test_a_game_of_bots_and_its_record_are_in_the_language(game: str, code: str) -> None:
    rules = rules_in(game, code)
    session = Session(rules, [Seat(level, "bot", level) for level in ("easy", "medium")], 3)
    while session.outcome is None and session.moves < 6:
        player = session.state.player
        level = session.seats[player].level
        move = engine_of(rules).choose(level, session.state, player, rng_for("words", session.moves)).move
        session.play(move)
    if session.outcome is None:
        assert engine_of(rules).hint(session.state, session.state.player, "hint", lambda: False)
    record = json.loads(records.dumps(records.to_record(session, playing=True)))
    assert record["rules"]["words"]["language"] == code
    again = records.replay(record, rules_from_values)
    assert again.rules.language.code == code and again.state == session.state


@every_variant
def test_presto_is_built_with_words_of_the_language(code: str) -> None:
    rules = rules_in("presto", code)
    state = rules.new_game(4, 5)
    move = engine_of(rules).choose("master", state, 0, rng_for("presto", code)).move
    assert move.done and rules.read_move(rules.write_move(move)) == move
    assert rules.why_illegal(state, move) is None


def test_a_record_without_a_language_is_german() -> None:
    values = fill(rules_class("kreuzwort"), {"words": {"classes": "NP"}}, rules_of("kreuzwort").values)
    assert values["words"] == {"language": "de", "classes": "NP"}


def test_a_record_that_names_only_the_language_has_its_letters() -> None:
    classic = rules_of("point_typ_dom").values
    values = fill(rules_class("point_typ_dom"), {"words": {"language": "nl"}}, classic)
    dutch = language_values("nl")
    assert values["letters"] == dutch["letters"] and values["points"] == dutch["points"]


def test_a_broken_lexicon_is_a_sentence_and_german_stays_playable(half_a_list: Path) -> None:
    with pytest.raises(BadSetup) as fault:
        rules_in("kreuzwort", "en").new_game(2, 1)
    assert str(half_a_list) in Texts("en")(fault.value.phrase)
    assert next(rules_of("kreuzwort").legal_moves(rules_of("kreuzwort").new_game(2, 1)))
