"""Hostile guests and hostile tables: the fast twin of `main.py bench net`."""

from __future__ import annotations

import json

import pytest

from game.endurance.net import hidden, hostile
from game.endurance.net.desk import Desk, remote
from game.net import protocol
from game.net.happenings import LineChanged
from game.net.protocol import BadMessage, Joiner, clean, in_parts, read_from_table, read_request
from rules.kit.shuffle import below, pick, rng_for
from tests.game.net.test_table import HIDDEN, any_move, in_turn, tiny


def test_hostile_messages_get_a_refusal_and_change_nothing_for_others():
    found = hostile.run(range(8), each=60)
    assert found.messages == 960 and not found.failures
    assert found.refused > 100 and found.closed > 100


def test_two_games_that_differ_in_hidden_pieces_are_the_same_on_the_wire():
    found = hidden.run(range(5))
    assert found.games == found.changed == 5 and not found.failures


def test_a_hostile_table_is_left_and_never_breaks_a_guest():
    desk = Desk(HIDDEN, remote(2), rules=tiny(HIDDEN))
    one, other = desk.sits("Ada"), desk.sits("Ben")
    desk.table.start(desk.now)
    desk.step()
    for _ in range(4):
        mover, _ = in_turn(desk, one, other)
        mover.play(any_move(mover))
        desk.step()
    sound = desk.wire[desk.member(one)]
    rng = rng_for("hostile table")
    for _ in range(150):
        victim = desk.watches()
        desk.look(victim)
        data = json.loads(pick(rng, sound))
        data["params"]["n"] = desk.member(victim).sent
        spoil(data["params"], rng)
        victim.receive(json.dumps(data))
        desk.look(victim)
        changes = [one for one in desk.happened[victim] if isinstance(one, LineChanged)]
        assert victim.line == "here" or changes[-1].why.key in ("net.closed.bad_table", *LEFT)
        desk.table.gone(desk.member(victim), desk.now)


LEFT = ("net.closed.by_host",)


def spoil(data, rng):
    """Replace a random part of a message by an odd value."""
    while isinstance(data, dict | list) and data:
        key = pick(rng, sorted(data)) if isinstance(data, dict) else below(rng, len(data))
        if not isinstance(data[key], dict | list) or rng.random() < 0.3:
            data[key] = pick(rng, hostile.ODD)
            return
        data = data[key]


@pytest.mark.parametrize("text", [
    "", "x", "[]", "{}", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1,"method":"move","params":{"moves":0}}',
    '{"jsonrpc":"2.0","id":true,"method":"ready","params":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"__init__"}',
    '{"jsonrpc":"2.0","id":1,"method":"ready","params":{"x":1}}', "[" * 100_000, "9" * 5000,
    '{"jsonrpc":"2.0","id":NaN,"method":"ready"}', '{"jsonrpc":"2.0","id":1,"method":["ready"],"params":{}}'])
def test_what_is_no_request_is_no_request(text):
    with pytest.raises(BadMessage):
        read_request(text)


def test_long_messages_go_in_parts_and_only_in_order():
    text = protocol.notice("closed", {"why": {"key": "x", "values": {"a": '"' * 100_000}}})
    assert all(len(part) <= protocol.LARGEST for part in in_parts(text))
    parts = [read_from_table(part) for part in in_parts(text)]
    assert len(parts) > 3 and all(part.method == "part" for part in parts)
    joiner = Joiner()
    assert [joiner.add(part.params) for part in parts][-1] == text
    with pytest.raises(BadMessage):
        Joiner().add(parts[1].params)


def test_texts_of_others_are_cleaned():
    assert clean("a\x00b\u202ec\r\nd\x1b[0m  e", 40) == "abc d[0m e"
    assert clean("x" * 500, 200) == "x" * 200 and clean("\u200b\ufeff", 9) == ""
