"""Words that the players agree on in mid-round: valid at once, and part of the record."""

from __future__ import annotations

import pytest

from rules import records
from rules.base import BadSetup
from rules.catalog import rules_from_values, rules_of
from rules.games.crossword.letters import with_own_words
from rules.session import Seat, Session
from tests.kit.null_game import CLASSIC, NullGame

SETUP = {"hands": ["HAUSQUUX", "UHRBB"], "red": "AE", "black": "NN", "starter": 0, "blocked": "UHR"}


def playing(game: str = "kreuzwort") -> Session:
    rules = rules_of(game)
    session = Session(rules, [Seat("Ada"), Seat("Bruno")], 1, level=SETUP)
    session.play(rules.read_move("> 0,0 HAUS"))
    session.play(rules.read_move("buy red"))
    return session


def why_not(session: Session, text: str) -> str | None:
    refusal = session.rules.why_illegal(session.state, session.rules.read_move(text))
    return refusal and refusal.key


@pytest.mark.parametrize("game", ["kreuzwort", "point_typ_dom"])
def test_a_word_agreed_on_is_valid_at_once(game):
    session = playing(game)
    assert why_not(session, "v 2,-1 QUUX") == "refuse.word_unknown"
    before, revision = session.state, session.revision
    session.agree("QUUX")
    assert why_not(session, "v 2,-1 QUUX") is None
    assert session.revision > revision and session.moves == 2
    assert (session.state.hands, session.state.letters, session.state.scores, session.state.ply) == (
        before.hands, before.letters, before.scores, before.ply)


def test_a_word_agreed_on_is_in_the_setup_of_the_record():
    session = playing()
    session.agree("QUUX")
    session.play(session.rules.read_move("v 2,-1 QUUX"))
    record = records.loads(records.dumps(records.to_record(session, legal=True)))
    assert record["rounds"][0]["setup"]["agreed"] == "QUUX"
    again = records.verify(record, rules_from_values)
    assert again.state == session.state
    assert "agreed" not in SETUP


def test_undo_and_redo_go_over_an_agreement():
    session = playing()
    session.agree("QUUX")
    session.play(session.rules.read_move("v 2,-1 QUUX"))
    last = session.state
    while session.can_undo:
        session.undo()
    assert session.moves == 0 and session.state.agreed == ("QUUX",)
    while session.can_redo:
        session.redo()
    assert session.state == last


def test_moves_taken_back_can_be_made_again_after_an_agreement():
    session = playing()
    session.undo()
    session.agree("QUUX")
    session.redo()
    assert session.moves == 2


def test_agreeing_lifts_a_block_and_several_words_can_be_agreed_on():
    session = playing()
    session.agree("UHR")
    session.agree("QUUX")
    session.agree("QUUX")
    setup = session.rounds[-1].setup
    assert setup["agreed"] == "UHR QUUX" and "blocked" not in setup


def test_a_word_agreed_on_holds_in_the_next_round():
    rules = rules_of("kreuzwort", "three_rounds")
    setup = {"hands": ["QUUX", "B"], "red": "", "black": "", "starter": 0}
    session = Session(rules, [Seat("Ada"), Seat("Bruno")], 1, level=setup)
    session.agree("QUUX")
    session.play(rules.read_move("> 0,0 QUUX"))
    session.next_round()
    assert session.state.agreed == ("QUUX",) and session.rounds[-1].setup["agreed"] == "QUUX"
    session.agree("XUUQ")
    assert session.state.scores == (1, 0) and session.rounds[0].state.agreed == ("QUUX",)


def test_words_of_the_players_own_files_are_part_of_the_first_setup():
    rules = rules_of("kreuzwort")
    setup = with_own_words(rules.deal(2, 1), ["QUUX", "XUUQ"], ["UHR"])
    state = rules.start(setup, 2)
    assert state.agreed == ("QUUX", "XUUQ") and state.blocked == ("UHR",)
    assert with_own_words(rules.deal(2, 1), [], []) == rules.deal(2, 1)


@pytest.mark.parametrize("word", ["quux", "QÜX", "Q-X"])
def test_what_is_no_word_cannot_be_agreed_on(word):
    session = playing()
    with pytest.raises(BadSetup):
        session.agree(word)
    assert session.moves == 2 and "agreed" not in session.rounds[-1].setup


def test_games_without_words_have_nothing_to_agree_on():
    session = Session(NullGame(CLASSIC), [Seat("Ada"), Seat("Bruno")], 1)
    dealt = session.rounds[-1].setup
    session.agree("QUUX")
    assert session.rounds[-1].setup == dealt
