"""The story of a table in the stream: what is written down tells the same game again."""

from __future__ import annotations

import json

import pytest

from game.net.club.desk import Order, SeatOrder
from game.net.club.worker.story import BadStory, Scribe, opening, told_by
from rules import records
from rules.catalog import GAMES, rules_from_values, rules_of
from rules.kit.shuffle import below, rng_for
from rules.session import Seat, Session

TURNS = [game for game in GAMES if not GAMES[game].solitaire and not GAMES[game].race]


def played(game: str, moves: int, seed: int = 7):
    """Play at random, now and then taking a move back; return the session and the messages of the stream."""
    seats = SeatOrder(key="ab" * 32, name="Ada"), SeatOrder(level="easy")
    order = Order("t1", game, "classic", seats, seed)
    messages = [opening(order), {"owner": "w1"}]
    session = Session(rules_of(game), [Seat("Ada"), Seat("Bot", "bot", "easy")], seed)
    scribe, rng = Scribe(None), rng_for("story", game)
    scribe.changed(session)
    session.watchers.append(scribe.changed)
    while session.moves < moves and session.game_outcome is None:
        if session.outcome is not None:
            session.next_round()
        elif session.rounds[-1].plies and rng.random() < 0.1:
            session.back_to(session.moves - min(2, len(session.rounds[-1].plies)))
        else:
            legal = list(session.rules.legal_moves(session.state))
            session.play(legal[below(rng, len(legal))])
        messages.append({"steps": scribe.taken()})
    return session, json.loads(json.dumps(messages))


@pytest.mark.parametrize("game", TURNS)
def test_the_stream_tells_the_same_game_again_and_its_record_verifies(game):
    session, messages = played(game, 40)
    story = told_by(messages)
    assert story.record() == records.to_record(session)
    assert records.verify(story.record(), rules_from_values).state == session.state
    assert [chair.kind for chair in story.seats()] == ["remote", "bot"] and story.seats()[0].reserved


def test_a_table_without_a_start_has_its_order_and_no_record():
    order = Order("t1", TURNS[0], "classic", (SeatOrder(), SeatOrder()))
    story = told_by([opening(order)])
    assert story.record() is None and story.order.game == TURNS[0] and story.order.seed is not None


@pytest.mark.parametrize("messages", [
    [], [{"owner": "w1"}], [{"order": {"table": "x"}}], [{"order": 3}],
    [opening(Order("t1", TURNS[0], "classic", ())), {"steps": [["move", {"move": "x"}]]}],
    [opening(Order("t1", TURNS[0], "classic", ())), {"steps": ["fly"]}]])
def test_what_is_no_story_is_not_played(messages):
    with pytest.raises(BadStory):
        told_by(json.loads(json.dumps(messages)))


def test_a_move_that_the_rules_refuse_makes_the_story_unreadable():
    session, messages = played(TURNS[0], 6)
    messages.append({"steps": [["move", {"by": 0, "move": session.rules.write_move(
        session.rounds[0].plies[0].move)}]]})
    with pytest.raises(BadStory):
        told_by(messages).session()
