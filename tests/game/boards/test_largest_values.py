"""The ends of every schema: such a table opens and draws, and its bots move in bounded time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from game.table.seating import table_scene
from rules.catalog import GAMES, engine_of, rules_class, rules_of
from rules.engine import RaceEngine
from rules.files.source import By, Kind, Table, Whole
from rules.kit.skill import deadline_for
from rules.session import Seat, Session
from tests.kit.screens import Make

Path = tuple[str | int, ...]
GRACE = 6.0
"""Seconds of the processor beyond the time of a bot; a busy computer needs some."""


def numbers(kind: Kind, path: Path = ()) -> Iterator[tuple[Path, int, int]]:
    """Yield every number of a schema with its ends."""
    if isinstance(kind, Table):
        for key, inner in kind.keys.items():
            yield from numbers(inner, (*path, key))
    elif isinstance(kind, By):
        for number in range(kind.low, kind.high + 1):
            yield from numbers(kind.kind, (*path, number))
    elif isinstance(kind, Whole) and kind.low is not None and kind.high is not None:
        yield path, kind.low, kind.high


def at_the_ends(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield valid rules: the numbers of each part at one end, then all of them."""
    kind, found = rules_class(game), list(numbers(rules_class(game).schema))
    parts = {str(path[0]): [entry for entry in found if entry[0][0] == path[0]] for path, _, _ in found}
    for name, entries in (*parts.items(), ("all", found)):
        for end in (1, 2):
            values: dict[str, Any] = deepcopy(dict(rules_of(game).values))
            for entry in entries:
                node: Any = values
                for key in entry[0][:-1]:
                    node = node[key if key in node else str(key)]
                last = entry[0][-1]
                node[last if last in node else str(last)] = entry[end]
            if not list(kind.check(values)):
                yield f"{name} {('lowest', 'highest')[end - 1]}", values


@pytest.mark.parametrize("game", GAMES)
def test_the_ends_of_the_schema_can_be_played(game, make: Make, nobody_thinks) -> None:
    app = make((1024, 640), speed="none")
    for name, values in at_the_ends(game):
        rules = rules_class(game)(values, "mine")
        players = GAMES[game].players[1]
        session = Session(rules, [Seat("Ada"), *(Seat(f"B{i}", "bot", "easy") for i in range(1, players))], 7)
        app.scenes.clear()
        app.push(table_scene(app, session))
        app.step([], 16)
        if session.outcome is not None:
            continue
        engine, start = engine_of(rules), time.process_time()
        if isinstance(engine, RaceEngine):
            engine.race_plan("easy", session.state, 0, "ends", lambda: False)
        else:
            session.play(engine.bot_move("easy", session.state, session.state.player, "ends",
                                         lambda: False).move)
        allowed = (deadline_for("easy") or time.monotonic()) - time.monotonic() + GRACE
        assert time.process_time() - start < allowed, name
