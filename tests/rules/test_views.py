"""Nothing hidden leaves the host: what a seat is sent depends only on what it may see."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.endurance.net.hidden import played, secret_twin, sent_to
from rules.catalog import GAMES, engine_of, rules_of
from rules.kit.plain import BadPlain
from rules.kit.shuffle import rng_for
from rules.views import history, look, mirror_of, read_state

HIDDEN = [game for game in GAMES if GAMES[game].hidden_hands]
SHARED = [game for game in GAMES if not GAMES[game].solitaire]


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_rebuilds_exactly_what_its_seat_sees(game):
    session = played(game, seed=5, moves=24)
    for seat in (*range(len(session.seats)), None):
        wire = json.loads(json.dumps(history(session, seat)))
        mirror = mirror_of(session.rules, session.seats, wire)
        assert [ply.move for _, ply in mirror.history()] == [ply.move for _, ply in session.history()]
        for mine, true in zip(mirror.rounds, session.rounds, strict=True):
            assert mine.start == session.rules.seen_by(true.start, seat)
            for ply, original in zip(mine.plies, true.plies, strict=True):
                assert ply.state == session.rules.seen_by(original.state, seat)
                assert ply.events == tuple(session.rules.event_for(event, seat) for event in original.events)
        assert mirror.outcome == session.outcome and mirror.moves == session.moves


@pytest.mark.parametrize("game", HIDDEN)
def test_every_byte_is_the_same_when_only_hidden_pieces_differ(game):
    differed = 0
    for seed in range(2):
        session = played(game, seed, moves=14)
        for seat in (0, len(session.seats) - 1, None):
            twin = secret_twin(session, seat, rng_for("twin", game, seed, seat), tries=16)
            assert sent_to(twin, seat) == sent_to(session, seat)
            differed += twin.rounds[0].start != session.rounds[0].start
    assert differed >= 4


@pytest.mark.parametrize("game", SHARED)
def test_a_bot_can_play_a_seat_from_its_view_alone(game):
    session = played(game, seed=2, moves=6)
    if session.outcome is not None or GAMES[game].race:
        return
    rules, seat = session.rules, session.state.player
    seen = read_state(rules, look(rules, session.state, seat), len(session.seats))
    filled = rules.filled_in(seen, seat)
    assert rules.seen_by(filled, seat) == seen
    choice = engine_of(rules).choose("easy", filled, seat, Random(1))
    assert rules.why_illegal(session.state, choice.move) is None


def test_the_letters_of_the_others_are_hidden_while_they_build_and_told_when_they_have_finished():
    game = next(game for game in GAMES if GAMES[game].race)
    session = played(game, seed=1, moves=0)
    rules = session.rules
    seen = rules.seen_by(session.state, 1)
    assert seen.hands[1] == session.state.hands[1] and seen.hands[0] != session.state.hands[0]
    assert sorted(map(len, seen.hands)) == sorted(map(len, session.state.hands))
    session.play(next(iter(rules.legal_moves(session.state))))
    assert rules.seen_by(session.state, 1).hands[0] == session.state.hands[0]


@pytest.mark.parametrize("wrong", [
    None, [], {}, {"scores": [0, 0]}, "x", 7, [[[[[[]]]]]], {"hands": None}])
def test_a_view_that_is_none_is_refused(wrong):
    rules = rules_of(SHARED[0])
    with pytest.raises(BadPlain):
        read_state(rules, wrong, 2)


@pytest.mark.parametrize("game", HIDDEN)
def test_a_view_with_pieces_that_the_game_does_not_have_is_refused(game):
    session = played(game, seed=4, moves=2)
    view = json.loads(json.dumps(look(session.rules, session.state, 0)))
    assert read_state(session.rules, view, len(session.seats))
    odd = "\u2603"
    view["hands"][0] = odd if isinstance(view["hands"][0], str) else [odd]
    with pytest.raises(BadPlain):
        read_state(session.rules, view, len(session.seats))
