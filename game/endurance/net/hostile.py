"""A hostile guest: mutated messages, and well-formed ones that are wrong, at every state of a table.

Each must be refused or end the connection: no exception, no move, no change for the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from game.endurance.net.desk import Desk, bots, remote
from game.net import protocol
from game.net.bots import Autopilot
from game.net.protocol import (
    REQUESTS,
    BadMessage,
    Kind,
    OneOf,
    Params,
    Real,
    Refused,
    Rows,
    Text,
    Whole,
)
from game.net.table.room import Member
from rules.catalog import GAMES
from rules.kit.plain import Plain
from rules.kit.shuffle import below, pick, rng_for

ODD: tuple[Plain, ...] = (
    None, True, -1, 0, 1, 5, 6, 10**6, 10**18, 10**400, -0.0, 1e308, "", "x", "\x00", "\u202e", "../../etc",
    "0" * 64, "é" * 300, [], {}, [[]], [{}], {"": {}}, [0, 0], [[0, 0, 0]], "pass", "draw", "NaN")


@dataclass(slots=True)
class Found:
    """The results of a run."""

    messages: int = 0
    refused: int = 0
    closed: int = 0
    failures: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Siege:
    """A table at some stage of its game, and a hostile guest."""

    desk: Desk
    enemy: Member
    seat: int | None


STAGES = ("waiting", "playing", "asked", "continued")
OVER = 0.03
"""The share of trials in which the game is played to its end first."""


def besiege(game: str, rng: Random) -> Siege:
    """Return a table at some stage of its game, with an enemy on a seat or watching.

    Before the deal, in the middle, with a question about taking back, continued and waiting, or at
    its end.
    """
    race, most = GAMES[game].race, GAMES[game].players[1]
    chairs = [*remote(2), *bots(below(rng, min(3, most - 1)))]
    desk = Desk(game, chairs, seed=below(rng, 1000), hints=rng.random() < 0.5)
    clients = [desk.sits("Ada"), desk.sits("Ben")]
    stage = "over" if rng.random() < OVER else pick(rng, STAGES)
    if stage != "waiting":
        desk.table.start(desk.now)
        pilots = [Autopilot(client, "easy", timed=False, clock=lambda: desk.now) for client in clients]
        if stage == "over":
            desk.play_out(pilots, seconds=1.0 if race else 0.0)
        for _ in range(below(rng, 12)):
            desk.step(1.0 if race else 0.0)
            desk.fly(pilots)
    if stage == "asked":
        pick(rng, clients).ask_to_take_back()
    if stage == "continued":
        tokens = [desk.drops(client) for client in clients]
        desk = Desk(game, desk.table.chairs, session=desk.table.session, waits=rng.random() < 0.7)
        clients = [desk.returns(token) for token in tokens]
    watches = rng.random() < 0.4
    enemy = desk.watches("Eve") if watches else clients.pop()
    desk.step()
    member = desk.member(enemy)
    return Siege(desk, member, member.seat)


def run(numbers: range, each: int = 200, told: Callable[[int], None] = lambda _: None) -> Found:
    """Attack one table per number, with `each` mutated and as many well-formed messages."""
    found, shared = Found(), [game for game in GAMES if not GAMES[game].solitaire]
    for number in numbers:
        game = shared[number % len(shared)]
        rng = rng_for("hostile", number)
        siege = besiege(game, rng)
        for index in range(2 * each):
            text = mutated(rng) if index % 2 else wrong(siege, rng)
            try:
                _offer(siege, text, found)
            except Exception as fault:  # any exception is a finding
                found.failures.append(f"{game} {number}: {type(fault).__name__} {fault}: {text[:200]}")
        told(number)
    return found


def _offer(siege: Siege, text: str, found: Found) -> None:
    """Give a message to the table as its server does, and look whether anything happened to the others."""
    table, now = siege.desk.table, siege.desk.now
    before = _state(siege)
    found.messages += 1
    try:
        asked = protocol.read_request(text)
        table.handle(siege.enemy, asked.method, asked.params, now)
        if siege.enemy not in table.members:  # leaving is legal
            table.members.append(siege.enemy)
            if siege.seat is not None:
                table.chairs[siege.seat].away_since = None
            return
    except BadMessage:
        found.closed += 1
    except Refused:
        found.refused += 1
    if _state(siege) != before and not _may(siege, text):
        found.failures.append(f"changed the table: {text[:200]}")


def _state(siege: Siege) -> object:
    """Return everything that the hostile guest must not change: the game and the other seats."""
    table = siege.desk.table
    others = [(chair.who, chair.kind, chair.sits_in, chair.token) for seat, chair in enumerate(table.chairs)
              if seat != siege.seat]
    return (table.phase, table.session.state if table.session else None,
            table.session.moves if table.session else 0, others)


def _may(siege: Siege, text: str) -> bool:
    """Return whether a change was a legal move or the consent of the enemy's own seat."""
    method = json.loads(text)["method"]
    return siege.seat is not None and method in ("move", "answer", "take_back", "ready", "give_up")


# --- messages ---


def wrong(siege: Siege, rng: Random) -> str:
    """Return a well-formed message that should not be granted: for others, too late, odd values, too many."""
    method = pick(rng, sorted(REQUESTS))
    kinds = {**REQUESTS[method].needed, **(REQUESTS[method].optional if rng.random() < 0.5 else {})}
    params: Params = {name: fitting(kind, rng) for name, kind in kinds.items()}
    session = siege.desk.table.session
    if method == "move" and session is not None:
        moves = list(_some_moves(siege, rng))
        params = {"text": pick(rng, moves), "moves": session.moves + pick(rng, (0, 0, 1, -1, 10**6))}
    elif method in ("take_back", "answer", "sit_in", "chair") and rng.random() < 0.7:
        params |= {"moves": session.moves if session else 0} if method == "take_back" else {}
        params |= {"question": below(rng, 4), "yes": True} if method == "answer" else {}
        params |= {"seat": below(rng, 6), "level": "easy"} if method in ("sit_in", "chair") else {}
    elif method == "progress" and rng.random() < 0.7:
        params = {"laid": below(rng, 201), "shape": [[below(rng, 9), 0]] * below(rng, 130)}
    try:
        return protocol.request(below(rng, 10**6), method, params)
    except (ValueError, OverflowError):
        return "{}"


def fitting(kind: Kind, rng: Random) -> Plain:
    """Return a value that fits a kind of the schema, likely at its edge."""
    match kind:
        case Whole(low, high):
            return pick(rng, (low, high, low + below(rng, high - low + 1)))
        case Real(low, high):
            return pick(rng, (low, high, low + rng.random() * (high - low)))
        case Text(most):
            return pick(rng, [text for text in ODD if isinstance(text, str)])[:most]
        case OneOf(names):
            return pick(rng, names)
        case Rows(inner, most):
            return [fitting(inner, rng) for _ in range(below(rng, min(most, 30) + 1))]
        case _:
            return rng.random() < 0.5


def _some_moves(siege: Siege, rng: Random) -> list[str]:
    """Return texts of moves: legal ones of another seat in turn, altered ones, and nonsense."""
    session = siege.desk.table.played
    rules, found = session.rules, ["", "x" * 9000, "pass", "draw", "\x00", "finish 0 1.0 - A"]
    if session.outcome is None and session.state.player != siege.seat:
        for _, move in zip(range(5), rules.legal_moves(session.state), strict=False):
            text = rules.write_move(move)
            found += [text, text[::-1], text + " ", text.replace("0", "99999999")]
    for _, ply in zip(range(5), session.history(), strict=False):
        text = rules.write_move(ply[1].move)
        if session.outcome is None and session.state.player == siege.seat:
            text += pick(rng, ("!", "0", "\n"))
        found.append(text)
    return found


def mutated(rng: Random) -> str:
    """Return a message with some characters changed, cut, doubled or nested."""
    method = pick(rng, sorted(REQUESTS))
    text = protocol.request(below(rng, 100), method, {name: pick(rng, ODD[:-1][:8])
                                                      for name in REQUESTS[method].needed})
    way = below(rng, 7)
    at = below(rng, len(text))
    if way == 0:
        return text[:at]
    if way == 1:
        return text[:at] + chr(below(rng, 0x250)) + text[at + 1:]
    if way == 2:
        return text.replace('"params":', '"params":' + "[" * below(rng, 20_000))
    if way == 3:
        return text[:at] + text[at:] * 3
    if way == 4:
        return text.replace(*pick(rng, (("2.0", "1.0"), ('"id":', '"id":1e'), ('"id":', '"id":-'))))
    if way == 5:
        return json.dumps(pick(rng, ODD))
    return text[:at] + text[at + below(rng, 9):]
