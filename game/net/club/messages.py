"""Messages between a program and a club in the lobby: schemas in addition to those of a table.

Connection, message format and limits are those of game/net/protocol.py. At a table, the requests `AT_TABLE`
and the notices of a table are valid as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.net.protocol import (
    COUNT,
    HEX,
    NAME,
    NOTICES,
    REQUESTS,
    SEAT,
    WHO,
    Anything,
    Fields,
    Flag,
    OneOf,
    Rows,
    Text,
    Whole,
    fields,
)

TABLE = Text(40)
MOST_ROWS = 30
"""The most rows in one list of the lobby."""
FIRST_LOBBY_NUMBER = 500_000
"""Requests to the lobby are numbered from here, requests to a table below."""
LISTS = ("open", "running", "waiting")

LOBBY_REQUESTS: Mapping[str, Fields] = {
    # entering: identity and proof
    "enter": fields(key=HEX, version=Text(60), **WHO),
    "prove": fields(signature=HEX),
    # in the lobby
    "look": fields({"game": Text(40), "start": COUNT, "text": Text(40)}, kind=OneOf(LISTS)),
    "open": fields({"watch": Flag(), "talk": Flag(), "hints": Flag()}, game=Text(40), variant=NAME,
                   seats=Rows(Text(20), 6)),
    "go_to": fields({"seat": SEAT, "watch": Flag()}, table=TABLE),
    "seek": fields({"variant": NAME, "language": Text(10)}, game=Text(40), players=Whole(2, 6)),
    "unseek": fields(),
    "record": fields(table=TABLE),
}
ENTERING = ("enter", "prove")
AT_TABLE = ("clock", "move", "say", "take_back", "answer", "ready", "hint", "progress", "give_up", "leave",
            "start", "chair", "sit_in", "next", "close")
"""The requests of game/net/protocol.py that are forwarded to the visitor's table."""
CLUB_REQUESTS: Mapping[str, Fields] = {**LOBBY_REQUESTS, **{name: REQUESTS[name] for name in AT_TABLE}}

TABLE_ROW = fields({"event": Text(40)}, table=TABLE, game=Text(40), variant=NAME, names=Rows(NAME, 6),
                   seats=Whole(1, 6), free=Whole(0, 6), phase=OneOf(("waiting", "playing", "over")),
                   watch=Flag())
SEEK_ROW = fields(name=NAME, game=Text(40), variant=NAME, players=Whole(2, 6), language=Text(10),
                  rating=Whole(-10_000, 10_000))
LOBBY_NOTICES: Mapping[str, Fields] = {
    "matched": fields(table=TABLE),
    "seeking": fields(waiting=COUNT),
    "club": fields(addresses=Rows(Text(100), 100), muted=Flag()),
}
CLUB_NOTICES: Mapping[str, Fields] = {**LOBBY_NOTICES, **NOTICES}
WELCOME = fields(name=NAME, id=Text(20), muted=Flag(), addresses=Rows(Text(100), 100),
                 seats=Rows(TABLE_ROW, 100), ratings=Anything())
OPENED = fields(table=TABLE)
SEEKING = fields(waiting=COUNT)
SEEN = fields(total=COUNT, rows=Rows(Anything(), MOST_ROWS))
