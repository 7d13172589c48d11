"""A table of several computers, without sockets."""

from __future__ import annotations

import json

import pytest

from game.net.bots import Autopilot
from game.net.client import (
    LineChanged,
    Moved,
    RecordKept,
    RoomChanged,
    Spoken,
    TableSet,
    TakeBackAsked,
    TakenBack,
    WishRefused,
)
from game.net.protocol import Refused
from rules import records
from rules.catalog import GAMES, rules_from_values
from tests.game.net.desk import Desk, bots, remote
from tests.kit.facts import facts_of
from tests.kit.play import VARIANTS

SHARED = [game for game in GAMES if not GAMES[game].solitaire]


@pytest.mark.parametrize("game", SHARED)
def test_a_whole_game_between_guests_gives_everybody_the_same_record(game):
    desk = Desk(game, [*remote(2), *bots(GAMES[game].players[1] > 2)], rules=tiny(game))
    guests = [desk.sits("Ada"), desk.sits("Ben")]
    watcher = desk.watches()
    desk.table.start(desk.now)
    desk.play_out([Autopilot(guest, "easy", timed=False, clock=lambda: desk.now) for guest in guests],
                  seconds=0.5 if GAMES[game].race else 0.0)
    found = [one.record for client in (*guests, watcher) for one in desk.happened[client]
             if isinstance(one, RecordKept)]
    assert len(found) == 3 and found[0] == found[1] == found[2]
    verified = records.verify(found[0], rules_from_values)
    assert verified.game_outcome is not None
    assert all(client.mirror.moves == verified.moves for client in (*guests, watcher))


def tiny(game):
    import yaml

    from rules.catalog import rules_class
    from rules.files.variants import fill, load, merge

    kind = rules_class(game)
    values = load(kind, "classic", [VARIANTS / game]).values
    return kind(fill(kind, merge(dict(values), yaml.safe_load(facts_of(game).tiny) or {}), values), "tiny")
