"""The bots: legal, fair, using words they know, and careful with words they cannot complete."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from rules.catalog import engine_of
from rules.games.wer_behaelt_recht.bots import BOTS, YARDSTICKS, Mind
from rules.games.wer_behaelt_recht.ideas import Thinker, can_change, lacking, sayable
from rules.games.wer_behaelt_recht.line import Word
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Begin, Grow
from rules.kit.shuffle import rng_for
from rules.session import Seat, Session
from tests.kit.asking import ask
from tests.kit.play import play, shipped

RULES = shipped(WerBehaeltRecht)
WORDS = "HAUS AUS MAUS HAUSE AUSTER UHR USA SAU HUT RAUS RAUM TAU TASSE AST"


def start(*hands: str, words: str = WORDS, red: str = "", black: str = "", starter: int = 0):
    return RULES.start({"hands": list(hands), "red": red, "black": black, "starter": starter, "words": words},
                       len(hands))


def chosen(level: str, state) -> str:
    return str(ask(BOTS[level], RULES, state, state.player, rng_for("bot")).move)


@cache
def game() -> Session:
    """Play the four levels against each other with the whole word list."""
    seed = 1
    session = Session(RULES, [Seat(level, "bot", level) for level in BOTS], seed)
    while session.outcome is None:
        state = session.state
        bot = BOTS[session.seats[state.player].level]
        session.play(ask(bot, RULES, state, state.player, rng_for(seed, session.moves)).move)
    return session


def test_all_levels_play_whole_games():
    session = game()
    assert session.outcome.why in ("out", "alone", "blocked")


@pytest.mark.parametrize(("level", "band"), [("easy", 1), ("medium", 2), ("hard", 3)])
def test_a_level_says_only_words_that_it_knows(level, band):
    words = RULES.vocabulary(game().state).known(band)
    for _, ply in game().history():
        new = isinstance(ply.move, (Begin, Grow)) and ply.state.author == ply.by
        if new and list(BOTS)[ply.by] == level and "log.wer.says" in str(ply.events):
            assert ply.move.word in words


@pytest.mark.parametrize("level", BOTS)
def test_a_bot_knows_only_what_its_seat_can_see(level):
    plies = [ply.state for _, ply in game().history() if RULES.outcome(ply.state) is None]
    for state in plies[2:30:13]:
        other = RULES.guess_hidden(state, state.player, rng_for("other"))
        assert chosen(level, other) == chosen(level, state)


@pytest.mark.parametrize("level", BOTS)
def test_an_author_completes_and_takes_a_jolly_if_that_helps(level):
    state = play(RULES, start("AHUSX", "XY"), "begin > 0,0 A HAUS@1", "pass")
    assert chosen(level, state) == "complete"
    # The A on the table is a Jolly; the own A can be exchanged for it to replace the lacking U.
    state = play(RULES, start("*AHSX", "XY"), "begin > 0,0 a HAUS@1", "pass")
    assert chosen(level, state) == "swap 0,0"
    state = play(RULES, start("AX", "XY"), "begin > 0,0 A HAUS@1", "pass")
    assert chosen(level, state) == "complete", "there is no other move"


@pytest.mark.parametrize("level", BOTS)
def test_the_last_letter_is_laid(level):
    state = play(RULES, start("AXX", "U"), "begin > 0,0 A HAUS@1")
    assert chosen(level, state).startswith("back U")


@pytest.mark.parametrize("level", BOTS)
def test_a_premium_is_taken(level):
    state = play(RULES, start("HAUSTUXX", "XY"), "begin > 0,0 H HAUS@0", "pass", "complete",
                 "begin v 1,-1 T TAU@0")
    assert state.premium and chosen(level, state) == "back U TAU@0"
    state = replace(state, hands=("XX", "XY"))
    assert chosen(level, state) == "pass"


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_a_word_that_can_be_completed_is_preferred_to_one_that_cannot(level):
    state = start("RAUSBCD", "XXYYZZQ", words="RAUS RAUFEN RAUPEN")
    assert "RAUS" in chosen(level, state)


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_nobody_dares_a_word_that_will_surely_come_back(level):
    # After HAUSMEI only HAUSMEISTER continues, and the hand lacks letters of it: do not announce it.
    state = start("AAEIOOE", "SXXXQQQ", words="HAUSMEISTER HAUSMEISTERIN")
    letters = {(x, 0): letter for x, letter in enumerate("HAUSMEI")}
    state = replace(state, board=state.board.with_letters(letters), player=1,
                    fragment=Word("HAUSMEI", False, 0, 0))
    assert chosen(level, state) == "pass"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_silence_does_not_beat_a_bot(level):
    """A player who never lays won by waiting: bots announced words that came back to them incomplete."""
    won = 0
    for seed in (1, 2, 3, 5):
        session = Session(RULES, [Seat("silent"), Seat(level)], seed)
        bots = YARDSTICKS["silent"], BOTS[level]
        while session.outcome is None:
            state = session.state
            bot, rng = bots[state.player], rng_for(seed, session.moves)
            session.play(ask(bot, RULES, state, state.player, rng).move)
        assert not any(isinstance(ply.move, Begin | Grow) for _, ply in session.history() if ply.by == 0)
        won += session.outcome.winners == (1,)
    assert won >= 3


@pytest.mark.parametrize("level", ["hard", "master"])
def test_a_word_is_left_to_an_author_who_cannot_complete_it(level):
    # Only the current player holds an X, without which TAXE cannot be completed.
    state = start("TUUUIIOE", "XOSSTTMM", words="TAXE TAXI", red="", black="")
    letters = {(0, 0): "T", (1, 0): "A"}
    state = replace(state, board=state.board.with_letters(letters), player=1, author=0,
                    fragment=Word("TA", False, 0, 0), word=Word("TAXE", False, 0, 0))
    assert chosen(level, state) == "pass"


def test_master_takes_a_word_from_an_author_who_most_likely_completes_it():
    state = start("XEOOOUUUEEEO", "GEEOTTSS", words="TAXE TAGE", red="EEOOUU", black="SSTTMMSSTTMM")
    letters = {(0, 0): "T", (1, 0): "A"}
    state = replace(state, board=state.board.with_letters(letters), player=1, author=0, bought=True,
                    fragment=Word("TA", False, 0, 0), word=Word("TAXE", False, 0, 0))
    hard, master = (Mind(BOTS[level], RULES, state, rng_for("bot")).waiting() for level in ("hard", "master"))
    assert master < 0 < hard and chosen("master", state) == "back G TAGE@0"


@pytest.mark.parametrize(("hand", "move"), [("T", "begin v 0,-1 T TODESART@0"),
                                            ("TD", "begin v 0,-1 T TODESART@0")])
def test_master_lays_its_last_letters_with_a_word_that_it_cannot_complete(hand, move):
    # A word across the O, a vowel, earns a premium: the D can follow at once.
    state = start("XXXX", hand, words="TODESART ODER", red="", black="")
    word = Word("ODER", False, 0, 0)
    state = replace(state, board=state.board.with_letters(word.squares), player=1, last=word)
    assert chosen("master", state) == move
    then = RULES.apply(state, RULES.read_move(move)).state
    assert then.ended is not None or chosen("master", then) == "back D TODESART@0"


def test_completing_the_word_of_another_is_worth_less_than_completing_ones_own():
    state = start("XXXX", "UXXX", words="TAU UTA")
    state = replace(state, board=state.board.with_letters({(0, 0): "T", (1, 0): "A"}), player=1, author=0,
                    fragment=Word("TA", False, 0, 0), word=Word("TAU", False, 0, 0))
    mind = Mind(BOTS["hard"], RULES, state, rng_for("bot"))
    values = {str(idea.move): mind.value(idea, closely=False)
              for idea in Thinker(RULES, state, RULES.vocabulary(state)).ideas()}
    assert values["back U TAU@0"] < values["front U UTA@0"], "the author would begin the next word"


def test_letters_lacking_are_counted_with_jollies():
    assert lacking("HAUS", "HAUS") == 0 and lacking("HAS", "HAUS") == 1 and lacking("HAS*", "HAUS") == 0
    assert lacking("HAS+", "HAUS") == 1 and lacking("*+", "HAUS") == 2 and lacking("S+", "SSS") == 1


def test_words_that_lack_least_come_first():
    words = RULES.vocabulary(start("X", "X"))
    assert sayable(words, "HASE", "AU")[:2] == ["HAUSE", "HAUS"]
    assert can_change("MSXX", "AU", "HAUS", words) and not can_change("XXX", "AU", "HAUS", words)


def test_every_idea_is_legal():
    for _, ply in list(game().history())[::7]:
        state = ply.state
        if RULES.outcome(state) is None and not state.must_complete and not state.premium:
            known = RULES.vocabulary(state).known(2)
            for idea in Thinker(RULES, state, known).ideas():
                assert RULES.why_illegal(state, idea.move) is None


def test_a_hint_is_a_legal_move_with_its_reason():
    state = start("RAUSBCD", "XXYYZZQ")
    found = engine_of(RULES).hint(state, 0, "key", lambda: False)
    assert RULES.why_illegal(state, found.move) is None and found.reason.key.startswith("hint.wer.")


@pytest.mark.parametrize(("red", "black", "reason"), [
    ("AE", "BC", "hint.wer.buy"), ("AE", "", "hint.crossword.buy_left"),
    ("", "BC", "hint.crossword.buy_left")])
def test_what_helps_is_only_said_where_there_is_a_choice(red, black, reason):
    state = start("XXX", "YYY", red=red, black=black)
    found = engine_of(RULES).hint(state, 0, "key", lambda: False)
    assert str(found.move) == ("buy red" if red else "buy black") and found.reason.key == reason


def test_the_letters_worth_laying_are_those_that_are_hard_in_the_language():
    """German C and P are hard; in Italian words they are common, and H is hard."""
    italian = shipped(WerBehaeltRecht, "italian")
    worth = {}
    for rules in (RULES, italian):
        mind = Mind(BOTS["master"], rules, rules.start(rules.deal(2, 1), 2), rng_for("worth"))
        worth[rules.words_language] = {letter: mind.worth(letter, "AEN") for letter in "CHN"}
    assert worth["de"]["C"] > worth["de"]["N"] == worth["de"]["H"]
    assert worth["it"]["C"] == worth["it"]["N"] < worth["it"]["H"]


@pytest.mark.parametrize("level", BOTS)
def test_whose_time_is_up_looks_no_further_and_still_answers(level):
    for state in [ply.state for _, ply in game().history() if RULES.outcome(ply.state) is None][::5]:
        choice = ask(BOTS[level], RULES, state, state.player, rng_for("bot"), 0.0)
        assert RULES.why_illegal(state, choice.move) is None
        if state.letters and state.fragment is None and not state.must_complete:
            assert Thinker(RULES, state, RULES.vocabulary(state)).ideas(lambda: True) == []
