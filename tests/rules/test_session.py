"""The session, the only holder of history, tested with the null game, which has rounds and seats."""

from __future__ import annotations

import pytest

from rules.base import IllegalMove
from rules.session import Seat, Session
from tests.kit import null_game
from tests.kit.null_game import NullGame

ADA_AND_BRUNO = [Seat("Ada"), Seat("Bruno", "bot", "hard")]


@pytest.fixture
def session() -> Session:
    """Return a session of two rounds; five beads in the first, at most three are taken at once."""
    return Session(NullGame(null_game.CLASSIC), ADA_AND_BRUNO, seed=7, level={"heap": 5})


def test_a_new_game_is_dealt_from_its_number():
    rules = NullGame(null_game.CLASSIC)
    session = Session(rules, ADA_AND_BRUNO, seed=7)
    assert session.state == rules.new_game(2, 7) and session.rounds[0].setup == rules.deal(2, 7)
    assert session.moves == 0 and not session.can_undo and not session.can_redo


def test_a_level_is_played_as_it_is_given(session):
    assert session.state.heap == 5


def test_a_move_changes_the_state_and_remembers_who_made_it(session):
    step = session.play(2)
    assert session.state is step.state and session.state.heap == 3
    assert [(number, ply.by, ply.move) for number, ply in session.history()] == [(0, 0, 2)]
    session.play(1)
    assert [ply.by for _, ply in session.history()] == [0, 1]


def test_an_illegal_move_changes_nothing(session):
    session.play(2)
    before, revision = session.state, session.revision
    with pytest.raises(IllegalMove):
        session.play(9)
    assert session.state is before and session.moves == 1 and session.revision == revision


def test_an_illegal_move_keeps_what_was_taken_back(session):
    session.play(2)
    session.undo()
    with pytest.raises(IllegalMove):
        session.play(9)
    assert session.can_redo


def test_undo_takes_back_the_last_move_and_redo_makes_it_again(session):
    start = session.state
    session.play(2)
    after = session.state
    assert session.undo().move == 2 and session.state == start and session.can_redo
    assert session.redo().state == after == session.state and not session.can_redo


def test_undo_is_counted_and_redo_is_not(session):
    session.play(2)
    session.undo()
    session.redo()
    assert session.tally["undos"] == 1


def test_a_new_move_forgets_what_was_taken_back(session):
    session.play(2)
    session.undo()
    session.play(1)
    assert not session.can_redo and session.state.heap == 4


def test_there_is_nothing_to_take_back_at_the_start_and_nothing_to_redo_at_the_end(session):
    with pytest.raises(ValueError, match="nothing to take back"):
        session.undo()
    with pytest.raises(ValueError, match="nothing was taken back"):
        session.redo()
    assert session.tally["undos"] == 0


def play_a_round(session: Session) -> None:
    while session.outcome is None:
        session.play(1)


def test_the_next_round_is_dealt_when_a_round_is_over_and_the_game_goes_on(session):
    with pytest.raises(ValueError):
        session.next_round()
    play_a_round(session)
    assert session.outcome is not None and session.game_outcome is None
    session.next_round()
    assert len(session.rounds) == 2 and session.outcome is None and session.state.scores == (1, 0)
    play_a_round(session)
    assert session.game_outcome is not None
    with pytest.raises(ValueError):
        session.next_round()


def test_undo_goes_back_over_the_deal_of_a_round_and_redo_deals_the_same_again(session):
    play_a_round(session)
    end_of_round = session.state
    session.next_round()
    setup = session.rounds[1].setup
    session.play(2)
    after = session.state
    assert session.undo().move == 2
    assert session.undo() is None and len(session.rounds) == 1 and session.state == end_of_round
    assert session.redo() is None and session.rounds[1].setup == setup
    session.redo()
    assert session.state == after and not session.can_redo


def test_a_round_dealt_anew_forgets_what_was_taken_back(session):
    play_a_round(session)
    session.next_round()
    session.undo()
    session.next_round()
    assert not session.can_redo


def test_going_back_to_a_number_of_moves_can_be_undone(session):
    play_a_round(session)
    states = [ply.state for _, ply in session.history()]
    session.back_to(2)
    assert session.moves == 2 and session.state == states[1]
    while session.can_redo:
        session.redo()
    assert session.state == states[-1]
    session.back_to(99)
    assert session.state == states[-1]
    session.back_to(0)
    assert session.moves == 0


def test_going_back_leads_over_rounds(session):
    play_a_round(session)
    session.next_round()
    session.play(1)
    session.back_to(1)
    assert session.moves == 1 and len(session.rounds) == 1


def test_every_change_is_a_new_revision_and_told_to_the_watchers(session):
    seen = []
    session.watchers.append(lambda changed: seen.append((changed.revision, changed.moves)))
    session.play(1)
    session.undo()
    session.redo()
    play_a_round(session)
    session.next_round()
    assert [revision for revision, _ in seen] == list(range(1, len(seen) + 1))
    assert [moves for _, moves in seen] == [1, 0, 1, 2, 3, 4, 5, 5]


def test_seats_know_who_is_a_bot():
    assert [seat.is_bot for seat in ADA_AND_BRUNO] == [False, True]


def test_changing_the_list_of_seats_afterwards_changes_no_game():
    seats = list(ADA_AND_BRUNO)
    session = Session(NullGame(null_game.CLASSIC), seats, 1)
    seats.pop()
    assert len(session.seats) == 2


def test_a_session_says_where_it_stands(session):
    session.play(1)
    assert repr(session) == "<Session null_game classic deal 7, ply 1>"
