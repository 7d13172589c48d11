"""The bots of the crossword games: legal, fair, polite, in time, each level better than the one below."""

from __future__ import annotations

import time
from functools import cache
from typing import Any, cast

import pytest

from game.ui.text import Texts
from rules.catalog import engine_of, rules_of
from rules.engine import Choice
from rules.games.crossword.board import Buy, Lay, Pass, Swap
from rules.games.crossword.bot import CrosswordBot, colour_to_buy
from rules.games.crossword.plans import Option, Outlook, around, packed, unpacked
from rules.games.kreuzwort.bots import KreuzwortBot
from rules.kit.shuffle import rng_for
from rules.kit.skill import SECONDS, deadline_for
from rules.session import LEVELS, Seat, Session
from rules.words.language import GERMAN
from rules.words.vocabulary import Vocabulary, vocabulary
from tests.rules.games.crossword.play import position

GAMES = ["kreuzwort", "point_typ_dom"]
every_game = pytest.mark.parametrize("game", GAMES)
every_level = pytest.mark.parametrize("level", LEVELS)


@cache
def bots_play(game: str, seed: int, *levels: str) -> Session:
    """Play one round between bots."""
    rules = rules_of(game)
    session = Session(rules, [Seat(level, "bot", level) for level in levels], seed)
    while session.outcome is None:
        player = session.state.player
        session.play(choose(game, levels[player], session.state, session.moves).move)
    return session


def choose(game: str, level: str, state: Any, key: Any = 1) -> Choice:
    return engine_of(rules_of(game)).choose(level, state, state.player, rng_for("bots", key))


# --- packed hands ---


@pytest.mark.parametrize(("hand", "word"), [("AABC*", "AB*"), ("ABC", "BC"), ("AB", ""), ("+", "")])
def test_the_next_word_is_the_first_that_a_packed_hand_holds(hand: str, word: str) -> None:
    outlook = Outlook({}, "", vocabulary("N"), lambda _: 0.0)
    outlook.options = [Option(Lay(False, 0, 0, letters), packed(letters), letters, frozenset(), False)
                       for letters in ("BB", "+*", "AAA", "AB*", "BC")]
    found = outlook.next_word(packed(hand), set())
    assert (found.taken if found is not None else "") == word


def test_a_packed_hand_is_unpacked_again():
    assert sorted(unpacked(packed("AABC*") - packed("AB"))) == sorted("AC*")


def test_around_are_the_squares_and_their_neighbours():
    assert around([(0, 0)]) == {(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)}


def test_only_uncommon_words_and_long_ones_cost_a_level_effort():
    def effort(bot: CrosswordBot[Any], word: str) -> float:
        option = Option(Lay(False, 0, 0, word), 0, "", frozenset(), False)
        return bot.effort(cast("Vocabulary", {"HAUS"}), option)

    rare, short = KreuzwortBot(bands=(5,), obscure=1.5), KreuzwortBot(bands=(5,), longest=3)
    assert [effort(rare, word) for word in ("HAUS", "HAuS", "HAUT")] == [0.0, 0.0, 1.5]
    assert effort(short, "HAUT") == effort(short, "HAUS") > effort(short, "HUT") == 0.0


# --- opponents of newcomers ---


@every_game
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_an_opponent_of_newcomers_looks_for_short_words(game, level):
    """Games of newcomers were over after six moves, because the bots laid nine and ten letters at once."""
    state = bots_play(game, 1, "easy", "medium").rounds[0].start
    words = [choose(game, level, state, key).move.word for key in range(6)]
    assert max(map(len, words)) <= 5
    assert len(choose(game, "hard", state).move.word) > 5, "there are longer ones"


def test_a_long_word_is_laid_if_there_is_no_other():
    rules = rules_of("kreuzwort")
    state = rules.start({"hands": ["HAUSTIER", "XYZ"], "red": "", "black": "", "starter": 0,
                         "words": "HAUSTIER"}, 2)
    assert choose("kreuzwort", "easy", state).move.word == "HAUSTIER"


# --- requirements for every level ---


@every_game
@every_level
def test_every_level_gives_legal_moves_with_a_reason_in_both_languages(game, level):
    rules, session = rules_of(game), bots_play(game, 1, "easy", "medium")
    for state in [session.rounds[0].start, *(ply.state for ply in session.rounds[0].plies)][:-1:4]:
        choice = choose(game, level, state)
        assert rules.why_illegal(state, choice.move) is None
        assert all(Texts(language).has(choice.reason.key) for language in ("de", "en"))


@every_game
@every_level
def test_states_that_look_alike_give_the_same_move(game, level):
    rules = rules_of(game)
    state = bots_play(game, 2, "easy", "easy").rounds[0].plies[1].state
    other = rules.guess_hidden(state, state.player, rng_for("another world"))
    assert other.hands != state.hands
    assert choose(game, level, state).move == choose(game, level, other).move


@every_game
@pytest.mark.parametrize("level", ["hard", "master"])
def test_time_that_is_up_ends_the_thinking(game, level):
    state = rules_of(game).start(rules_of(game).deal(2, 4), 2)
    choose(game, level, state)  # warm up: load the words
    begun = time.monotonic()
    choice = engine_of(rules_of(game)).choose(level, state, state.player, rng_for(1), begun)
    assert rules_of(game).why_illegal(state, choice.move) is None
    assert time.monotonic() - begun < 60, "seconds on a busy machine, never minutes"


@every_game
@every_level
def test_a_level_answers_within_twice_its_time(game, level):
    rules = rules_of(game)
    state = bots_play(game, 1, "easy", "medium").rounds[0].plies[1].state
    choose(game, level, state)
    begun = time.process_time()
    engine_of(rules).choose(level, state, state.player, rng_for(1), deadline_for(level))
    assert time.process_time() - begun < 2 * SECONDS[level]


# --- words ---


@every_game
def test_a_level_lays_only_words_that_it_knows(game):
    for level, most in (("easy", 1), ("medium", 2), ("hard", 4)):
        session = bots_play(game, 3, level, level)
        words = session.rules.vocabulary(session.state)
        laid = [ply.move.word.upper() for _, ply in session.history() if isinstance(ply.move, Lay)]
        assert laid and all(words.entry(word).band <= most for word in laid)


@every_game
@every_level
@pytest.mark.parametrize("word", ["ARSCH", "ABGEFUCKT"])
def test_no_level_lays_a_rude_word(game, level, word):
    rules = rules_of(game)
    state = rules.start({"hands": [word, "B"], "red": "E", "black": "N", "starter": 0}, 2)
    assert Lay(False, 0, 0, word) in list(rules.legal_moves(state))
    assert choose(game, level, state).move != Lay(False, 0, 0, word)


@every_game
def test_a_reason_to_buy_says_what_is_lacking_only_if_there_was_a_choice(game):
    rules = rules_of(game)
    for red, black, key in (("E", "N", "hint.crossword.buy_red"), ("", "N", "hint.crossword.buy_left")):
        state = rules.start({"hands": ["BCDFGHK", "BN"], "red": red, "black": black, "starter": 0}, 2)
        found = choose(game, "hard", state)
        assert not isinstance(found.move, Buy) or found.reason.key == key


@every_game
@pytest.mark.parametrize("word", ["ARSCH", "ABGEFUCKT"])
def test_no_hint_offers_a_rude_word(game, word):
    rules = rules_of(game)
    state = rules.start({"hands": [word, "B"], "red": "E", "black": "N", "starter": 0}, 2)
    found = engine_of(rules).hint(state, 0, "hint", lambda: False)
    assert isinstance(found, Choice) and found.move != Lay(False, 0, 0, word)


@every_game
@every_level
def test_words_of_the_setup_are_known_to_everybody(game, level):
    rules = rules_of(game)
    state = rules.start({"hands": ["QXQX", "B"], "red": "E", "black": "N", "starter": 0, "words": "QXQX"}, 2)
    assert choose(game, level, state).move == Lay(False, 0, 0, "QXQX")


# --- skill ---


@pytest.mark.parametrize(("game", "level"), [
    ("kreuzwort", "medium"), ("kreuzwort", "hard"), ("kreuzwort", "master"), ("point_typ_dom", "master")])
def test_the_last_letters_are_laid_if_they_can_be(game, level):
    state = position(rules_of(game), "HAUS", "UT", "BBBBB", black="X", words="HAUS HUT HU TU SU")
    choice = choose(game, level, state)
    assert choice.move == Lay(True, 0, 0, "HUT") and choice.reason.key == "hint.crossword.out"


@every_game
@pytest.mark.parametrize("level", ["hard", "master"])
def test_a_word_is_chosen_that_leaves_a_word_for_the_rest(game, level):
    """RAD leaves UT for HUT; the others leave nothing that can be laid."""
    state = position(rules_of(game), "HAUSR", "ADUT", "BBBBB", black="X", words="HUT RAD RUD RAT")
    choice = choose(game, level, state)
    assert choice.move in (Lay(True, 4, 0, "RAD"), Lay(True, 0, 0, "HUT"))
    assert choice.reason.key == "hint.crossword.out_next"


@every_game
@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_a_jolly_is_taken_if_it_makes_a_word(game, level):
    state = position(rules_of(game), "HaUS", "AT", "BBBBB", black="X", words="HAUS HUT")
    choice = choose(game, level, state)
    assert choice.move == Swap(1, 0) and choice.reason.key == "hint.crossword.swap"


@every_level
def test_in_kreuzwort_the_colour_is_bought_that_the_hand_lacks(level):
    for hand, colour in (("BCDFG", "red"), ("AEIOU", "black")):
        state = position(rules_of("kreuzwort"), "QQ", hand, "B", red="A", black="X", words="QQ")
        assert choose("kreuzwort", level, state).move == Buy((colour,))
        assert colour_to_buy(state, GERMAN) == colour


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_in_point_nothing_is_bought_when_the_round_is_about_to_end(level):
    rules = rules_of("point_typ_dom")
    state = position(rules, "QQ", "BCDFG", "B", red="A", black="X", words="QQ")
    assert choose("point_typ_dom", level, state).move == Pass()
    early = position(rules, "QQ", "BCDFG", "BCDFGH", red="A", black="X", words="QQ")
    assert choose("point_typ_dom", level, early).move == Buy(("red",))


def test_in_point_a_pass_ends_a_round_that_is_won():
    rules = rules_of("point_typ_dom")
    state = position(rules, "QQ", "BCD", "BCDFGH", red="A", black="X", words="QQ", passes=1, scores=(30, 0))
    assert choose("point_typ_dom", "hard", state).move == Pass()


def test_the_master_prefers_a_word_that_people_know():
    rules = rules_of("kreuzwort")
    words = rules.vocabulary(rules.start({"hands": ["A", "B"], "red": "", "black": "", "starter": 0}, 2))
    session = bots_play("kreuzwort", 5, "master", "master")
    laid = [ply.move.word.upper() for _, ply in session.history() if isinstance(ply.move, Lay)]
    assert sum(words.entry(word).band <= 3 for word in laid) >= len(laid) / 2


@every_game
def test_medium_beats_easy(game):
    won = 0.0
    for number in range(16):
        levels = ("medium", "easy") if number % 2 else ("easy", "medium")
        winners = bots_play(game, number // 2, *levels).outcome.winners
        won += levels.index("medium") in winners and 1 / len(winners)
    assert won >= 8
