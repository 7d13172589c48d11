"""Nothing hidden leaves the host: what a seat is sent depends only on what it may see."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.endurance.net.hidden import played, secret_twin, sent_to
from rules.catalog import GAMES, engine_of, rules_of
from rules.kit.plain import BadPlain
from rules.kit.shuffle import rng_for
from rules.views import history, look, mirror_of, read_event, read_state

HIDDEN = [game for game in GAMES if GAMES[game].hidden_hands]
SHARED = [game for game in GAMES if not GAMES[game].solitaire]


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_rebuilds_exactly_what_its_seat_sees(game):
    session = played(game, seed=5, moves=24)
    for seat in (*range(len(session.seats)), None):
        wire = json.loads(json.dumps(history(session, seat)))
        mirror = mirror_of(session.rules, session.seats, wire, seat)
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
    seen = read_state(rules, look(rules, session.state, seat), len(session.seats), seat)
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
        read_state(rules, wrong, 2, None)


@pytest.mark.parametrize("game", HIDDEN)
def test_a_view_with_pieces_that_the_game_does_not_have_is_refused(game):
    session = played(game, seed=4, moves=2)
    view = json.loads(json.dumps(look(session.rules, session.state, 0)))
    assert read_state(session.rules, view, len(session.seats), 0)
    odd = "\u2603"
    view["hands"][0] = odd if isinstance(view["hands"][0], str) else [odd]
    with pytest.raises(BadPlain):
        read_state(session.rules, view, len(session.seats), 0)


def refused(session, view, seat=0):
    """Return whether a view is refused."""
    try:
        read_state(session.rules, json.loads(json.dumps(view)), len(session.seats), seat)
    except BadPlain:
        return True
    return False


def changed_in(data, change):
    """Yield copies of plain data, each with one entry changed; `change` returns None to leave an entry."""
    for key, part in data.items() if isinstance(data, dict) else enumerate(data):
        other = change(part)
        copies = [other] if other is not None else []
        if isinstance(part, dict | list):
            copies += changed_in(part, change)
        for copy in copies:
            yield {**data, key: copy} if isinstance(data, dict) else [*data[:key], copy, *data[key + 1:]]


def far_away(part):
    return 2**40 if type(part) is int else None


def emptied(part):
    return "" if isinstance(part, str) and part else None


@pytest.mark.parametrize("change", [far_away, emptied])
@pytest.mark.parametrize("game", [game for game in SHARED if not GAMES[game].race])
def test_a_view_whose_pieces_lie_where_none_can_lie_or_are_none_is_refused(game, change):
    session = played(game, seed=5, moves=8)
    view = look(session.rules, session.state, 0)
    assert not refused(session, view)
    table = next(name for name in ("layout", "wall", "blocks", "board", "line") if name in view)
    assert view[table]
    for odd in changed_in(view[table], change):
        assert refused(session, {**view, table: odd})
    bare = {**view, table: {"laid": []} if isinstance(view[table], dict) else []}
    if not refused(session, bare):
        state = read_state(session.rules, bare, len(session.seats), 0)
        assert session.rules.describe(state) and next(session.rules.legal_moves(state), True)


@pytest.mark.parametrize("game", SHARED)
def test_a_view_without_an_entry_for_each_seat_or_with_a_winner_without_a_seat_is_refused(game):
    session = played(game, seed=5, moves=400)
    view = look(session.rules, session.state, 0)
    assert not refused(session, view)
    for name in ("scores", "hands", "won", "taken"):
        if name in view:
            assert refused(session, {**view, name: view[name][:-1]})
            assert refused(session, {**view, name: [*view[name], *view[name]]})
    if "ended" in view:
        assert view["ended"] is not None
        assert refused(session, {**view, "ended": {"winners": [len(session.seats)], "why": "out"}})


@pytest.mark.parametrize("game", HIDDEN)
def test_a_view_has_no_more_pieces_than_the_game(game):
    session = played(game, seed=5, moves=4)
    view = look(session.rules, session.state, 0)
    assert refused(session, {**view, "hands": [hand * 200 for hand in view["hands"]]})


def test_a_view_in_which_a_seat_does_not_know_its_own_tiles_is_refused():
    session = played(SHARED[0], seed=5, moves=2)
    other = look(session.rules, session.state, 1)
    assert refused(session, other, 0) and not refused(session, other, 1) and not refused(session, other, None)


@pytest.mark.parametrize("game", SHARED)
def test_an_event_with_a_winner_without_a_seat_is_refused(game):
    over = {"event": "over", "by": 0, "outcome": {"winners": [0], "why": "out"}}
    assert read_event(rules_of(game), over, 2)
    with pytest.raises(BadPlain):
        read_event(rules_of(game), {**over, "outcome": {"winners": [2], "why": "out"}}, 2)


@pytest.mark.parametrize("game", [game for game in SHARED
                                  if rules_of(game).has_words and not GAMES[game].race])
def test_an_event_of_a_word_game_has_letters_and_squares(game):
    laid = {"event": "placed", "by": 0, "piece": "A", "place": [0, -1]}
    drawn = {"event": "drawn", "by": 0, "pieces": ["A"]}
    assert read_event(rules_of(game), laid, 2) and read_event(rules_of(game), drawn, 2)
    odd = [{**laid, "piece": piece} for piece in ("", "AB", 7, None, ["A"], "1")]
    odd += [{**laid, "place": place} for place in (0, [0], [0, 0, 0], [0, 10**6], [0, "A"], None, [True, 0])]
    odd += [{**laid, "event": "removed", "piece": ""}, {**drawn, "pieces": [1]}, {**drawn, "pieces": ["AB"]}]
    for event in odd:
        with pytest.raises(BadPlain):
            read_event(rules_of(game), event, 2)
