"""A hostile host or club: whatever it sends ends as a refusal with a sentence, never as an exception."""

from __future__ import annotations

import asyncio
import json
from copy import deepcopy
from dataclasses import astuple

import pytest

from game.data.people import COLOURS, FACES
from game.endurance.net.desk import TEXTS, Desk, bots, remote
from game.net import calling, protocol
from game.net.bots import Autopilot
from game.net.client import Client
from game.net.club import messages
from game.net.club.happenings import welcomed
from game.net.club.identity import new_identity
from game.net.club.visit import ClubGoal, Visit, whole_texts
from game.net.entry.door import Door
from game.net.guest import Goal, Guest
from game.net.happenings import LineChanged
from game.net.inbox import MOST_A_POLL, MOST_WAITING
from game.net.protocol import (
    NOTICES,
    Anything,
    BadMessage,
    Fields,
    Flag,
    Nullable,
    OneOf,
    Real,
    Refused,
    Rows,
    Text,
    Whole,
    read_from_table,
)
from game.net.table.chairs import Chair, Who
from rules.catalog import GAMES
from rules.kit.phrases import Phrase
from rules.kit.shuffle import below, pick, rng_for
from tests.game.net.test_table import tiny
from tests.kit.club import until

TOGETHER = [game for game in GAMES if not GAMES[game].solitaire]
RACE = next(game for game in TOGETHER if GAMES[game].race)
TEXTS_AT_THE_EDGE = ("", "\x00", "\u202e", "\n", "\u00b2", "\U0001f600", "../../x", "{0.__class__}")
NO_NUMBER = (None, True, "", "9", [], {}, 10**400, -10**400, 10**18, 1e308, -1)
WRONG = (*NO_NUMBER, "\ud800", "x" * 9001, [[]], [{}], {"": None}, ["\ud800"], {"\ud800": 1})
RAW = ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 400, "9" * 5000, '"\\ud800"',
       '"\\udc00\\ud800"', "[" * 60 + "]" * 60, '{"a":' * 60 + "1" + "}" * 60,
       "[" * 9000 + "]" * 9000, "1.5", "-0.0")


def edges(kind):
    """Return values that fit a kind of the schema, those at its edges."""
    match kind:
        case Text(most):
            return [*(text[:most] for text in TEXTS_AT_THE_EDGE), "x" * most]
        case Whole(low, high) | Real(low, high):
            return [low, high]
        case Flag():
            return [False, True]
        case OneOf(names):
            return list(names)
        case Nullable(inner):
            return [None, *edges(inner)]
        case Rows(inner, most):
            inside = edges(inner)
            return [[], inside[:most], [inside[-1]] * most]
        case Fields(needed, optional):
            return list(objects(needed, optional))
        case Anything():
            return [{}, [], [[]] * 9, {"": {}}, {"key": "", "values": {}},
                    {"key": "net.refuse.shut", "values": {"n": "x" * 9000}}]
        case _:
            raise AssertionError(kind)


def objects(needed, optional):
    """Yield objects of a schema: without optional keys, with all, and with every value at every edge."""
    least = {key: edges(kind)[0] for key, kind in needed.items()}
    yield least
    for left_out in optional:
        yield {**least, **{key: edges(kind)[0] for key, kind in optional.items() if key != left_out}}
    for key, kind in {**needed, **optional}.items():
        for value in edges(kind):
            yield {**least, key: value}


class Stage:
    """A table at some stage of its game: all that was sent to one of its guests."""

    def __init__(self, game, moves):
        desk = Desk(game, [*remote(2), *bots(max(0, GAMES[game].players[0] - 2))], rules=tiny(game))
        one, other = desk.sits("Ada"), desk.sits("Ben")
        if moves:
            desk.table.start(desk.now)
            desk.step()
        pilots = [Autopilot(client, "easy", timed=False, clock=lambda: desk.now)
                  for client in (one, other)]
        for _ in range(moves):
            desk.fly(pilots)
            desk.step(1.0 if GAMES[game].race else 0.0)
        one.say_text("hello")
        desk.step()
        self.sent = list(desk.wire[desk.member(one)])

    def guest(self):
        """Return a client that has received all that, and is asked for the clock."""
        asked = []
        client = Client(lambda number, method, _: asked.append((number, method)), texts=TEXTS)
        client.line_is("here")
        for text in self.sent:
            client.receive(text)
        client.poll()
        client.poll()
        assert client.line == "here" and asked[-1][1] == "clock"
        return client, asked[-1][0]


STAGES = {"waiting": Stage(TOGETHER[0], 0), "playing": Stage(TOGETHER[0], 3), "race": Stage(RACE, 8)}


def poll(client):
    """Let a window poll; what it gets can be shown, and a line that was closed has a sentence."""
    happened = client.poll()
    for one in happened:
        for why in [getattr(one, "why", None), getattr(one, "said", None)]:
            if why is not None:
                assert isinstance(why, Phrase) and TEXTS(why).isprintable()
    if client.line == "closed":
        assert isinstance(happened[-1], LineChanged) and happened[-1].why is not None
    return happened


def send(stage, method, params):
    client, _ = stage.guest()
    client.receive(protocol.notice(method, params, len(stage.sent)))
    poll(client)
    return client


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("method", NOTICES)
def test_every_notice_at_its_edges_is_read_or_refused(stage, method):
    for params in objects(NOTICES[method].needed, NOTICES[method].optional):
        assert NOTICES[method].fits(params)
        send(STAGES[stage], method, params)


def places(data, path=()):
    """Yield the path of every part of a message."""
    yield path
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in rows:
        yield from places(part, (*path, key))


def spoilt(data, path, raw):
    """Return a message with one part replaced, as text."""
    data = deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = "@@"
    return json.dumps(data).replace('"@@"', raw, 1)


def attack(stage, rng, count):
    """Send a guest its own messages with one part spoilt."""
    wrong = [*RAW, *map(json.dumps, WRONG), *(json.dumps(text) for text in TEXTS_AT_THE_EDGE)]
    for number in [below(rng, len(stage.sent)) for _ in range(count)]:
        sound = json.loads(stage.sent[number])
        client = Client(lambda *_: None, texts=TEXTS)
        client.line_is("here")
        for text in stage.sent[:number]:
            client.receive(text)
        client.receive(spoilt(sound, pick(rng, [path for path in places(sound) if path]), pick(rng, wrong)))
        poll(client)


@pytest.mark.parametrize("game", TOGETHER)
def test_a_message_with_any_part_spoilt_is_read_or_refused(game):
    attack(Stage(game, 6), rng_for("hostile host", game), 60)


NOWHERE = ("a b", "a/b", "a?b", "@", "%zz", "\u00e4" * 70, "a" * 70, "a..b", ".", "x\x00y", "[", "\u2028")


def test_an_address_that_no_computer_can_have_is_refused_with_a_sentence():
    for address in NOWHERE:
        guest = Guest(Goal(address, 47110, Who("Ada"), code="7 Turm Regal"), TEXTS)
        assert closed(guest, guest.client).key.startswith("net.join.")


def closed(line, polled):
    """Open a line that cannot be made; return the reason."""
    line.open()
    try:
        return until(lambda: [one.why for one in polled.poll() if getattr(one, "line", "") == "closed"])[0]
    finally:
        line.close()


@pytest.mark.parametrize(("pake", "proof"), [("\u00b2", ""), (7, ""), (None, "\u00b2"), (None, 7)])
def test_a_proof_that_is_none_is_refused(monkeypatch, pake, proof):
    table = Door("7 Turm Regal", "ab" * 32)

    async def call(_, number, _method, params, *_more):
        if number == 1:
            return {"pake": table.answer(params["pake"], 0.0)[0] if pake is None else pake}
        return {"proof": proof}

    monkeypatch.setattr("game.net.guest.call", call)
    guest = Guest(Goal("127.0.0.1", 1, Who("Ada"), code="7 Turm Regal"), TEXTS)
    with pytest.raises(Refused):
        asyncio.run(guest.prove(None, "ab" * 32))


def test_a_round_that_opens_wrongly_leaves_the_one_that_is_shown():
    client = send(STAGES["race"], "dealt", {"state": {}, "opened": True})
    assert client.line == "closed" and client.mirror.state is not None


def test_a_move_whose_phrase_cannot_be_said_is_not_made(monkeypatch):
    stage = STAGES["playing"]
    moved = [text for text in stage.sent if json.loads(text)["method"] == "moved"][-1]
    client, _ = stage.guest()
    moves = client.mirror.moves

    def cannot_say(_, phrase):
        raise BadMessage(phrase.key)

    monkeypatch.setattr("game.net.client.sayable", cannot_say)
    params = json.loads(moved)["params"] | {"n": len(stage.sent), "state": {}, "events": [
        {"event": "said", "by": 0, "phrase": {"key": "x", "values": {}}}]}
    client.receive(json.dumps({"jsonrpc": "2.0", "method": "moved", "params": params}))
    poll(client)
    assert client.line == "closed" and client.mirror.moves == moves


def test_a_seat_that_the_table_does_not_have_is_refused():
    playing, race = STAGES["playing"], STAGES["race"]
    for stage, method, params in (
            (playing, "turn", {"seat": 5, "until": 0.0}),
            (playing, "question", {"question": 0, "by": 5, "moves": 0, "open": True, "yes": True}),
            (race, "lane", {"seat": 5, "laid": 0, "at": 0, "done": False, "shape": []})):
        assert send(stage, method, params).line == "closed"


def test_a_room_shows_only_games_faces_and_colours_that_there_are():
    room = json.loads(STAGES["waiting"].sent[-2])["params"]
    del room["n"]
    assert send(STAGES["waiting"], "room", room | {"game": "../x"}).line == "closed"
    room["chairs"][0] |= {"face": "../x", "colour": 99}
    place = send(STAGES["waiting"], "room", room).room.places[0]
    assert place.face in FACES and 0 <= place.colour < COLOURS


def test_a_record_is_of_the_game_that_was_played():
    stage = STAGES["playing"]
    game, players = TOGETHER[0], [{"name": "Ada"}, {"name": "Ben"}]
    assert send(stage, "record", {"record": {"game": game, "players": players}}).record is not None
    for record in ({}, [], {"game": RACE, "players": players}, {"game": game, "players": players[:1]}):
        assert send(stage, "record", {"record": record}).line == "closed"


def test_a_table_does_not_become_one_of_another_game():
    table = next(json.loads(text)["params"] for text in STAGES["race"].sent
                 if json.loads(text)["method"] == "table")
    del table["n"]
    assert send(STAGES["race"], "table", table).line == "here"
    assert send(STAGES["playing"], "table", table).line == "closed"


def test_a_clock_that_is_none_is_refused_and_never_becomes_infinite():
    stage = STAGES["playing"]
    for raw in (*RAW, "null", "true", '"1"', "{}", "1e15", "-1e15", "1.1e15"):
        client, number = stage.guest()
        client.receive(f'{{"jsonrpc":"2.0","id":{number},"result":{{"now":{raw}}}}}')
        client.receive(protocol.notice("turn", {"seat": 0, "until": 1e15}, len(stage.sent)))
        for one in poll(client):
            assert isinstance(one, LineChanged) or abs(one.until) < 1e17


def test_a_refusal_is_said_or_refused():
    for raw in (*RAW, *map(json.dumps, NO_NUMBER), '"\\u0000"', '"net"', '"net.refuse.shut"'):
        for data in (raw, f'{{"key":{raw},"values":{{}}}}', f'{{"key":"net.refuse.shut","values":{raw}}}',
                     f'{{"key":"net.refuse.shut","values":{{"n":{raw}}}}}'):
            client, number = STAGES["playing"].guest()
            client.receive(
                f'{{"jsonrpc":"2.0","id":{number},"error":{{"code":1,"message":"","data":{data}}}}}')
            poll(client)


def test_a_reason_in_the_words_of_the_host_is_made_fit_to_show():
    client = Client(lambda *_: None, texts=TEXTS)
    long = Phrase("net.refuse.shut", {"n": "a\x00b\n" + "x" * 9000})
    client.line_is("closed", read_from_table(protocol.refusal(1, long)).fault)
    assert len(TEXTS(poll(client)[-1].why)) < 1000

    client = Client(lambda *_: None, texts=TEXTS)
    client.line_is("closed", Phrase("net.refuse.shut", {"n": "9" * 5000}))  # which no text can say
    poll(client)


def test_half_a_surrogate_pair_is_no_text_but_a_whole_one_is():
    for name, good in (('"\\ud83d\\ude00"', True), ('"\\\\ud800"', True), ('"\\ud800"', False),
                       ('"\\uD800x"', False)):
        text = f'{{"jsonrpc":"2.0","method":"said","params":{{"by":null,"name":{name},"text":"","n":0}}}}'
        if good:
            read_from_table(text)
        else:
            with pytest.raises(BadMessage):
                read_from_table(text)


def test_a_guest_who_is_away_for_days_keeps_no_other_guest_from_reading_the_room():
    chair = Chair("remote", who=Who("Ada"), away_since=0.0)
    assert protocol.CHAIR.fits(chair.told(0, 1e6))


class Flood:
    """A connection on which a host sends without end."""

    def __init__(self, method, params):
        self.method, self.params, self.read = method, params, 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        self.read += 1
        return protocol.notice(self.method, self.params, self.read)


@pytest.mark.parametrize("place", ["table", "lobby", "table of a club"])
def test_a_flood_of_messages_neither_fills_the_memory_nor_stops_the_window(place):
    visit, client = visiting(), Client(lambda *_: None, texts=TEXTS)
    flood = Flood("matched", {"table": "t"}) if place == "lobby" else Flood("said", {"by": None, "name": "A"})
    window = {"table": client, "lobby": visit}.get(place) or visit.go_to("t")

    async def stay():
        line = calling.Calling(NoThread())
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                if place == "table":
                    await line.pass_on(flood, client.receive, lambda: client.is_full)
                else:
                    await line.pass_on(flood, visit.route, visit.is_full)

    asyncio.run(stay())
    assert flood.read == MOST_WAITING
    window.poll()
    asyncio.run(stay())
    assert flood.read == MOST_WAITING + MOST_A_POLL


def test_a_table_that_is_closed_holds_up_neither_the_lobby_nor_the_memory():
    visit = visiting()
    table = visit.go_to("t")
    said = [protocol.notice("said", {"by": None, "name": "A"}, number) for number in (1, *range(3, 2000))]
    for text in said[:MOST_WAITING]:
        visit.route(text)
    assert visit.is_full()
    assert table.poll()[-1].line == "closed", "the second one was lost"
    for text in said[MOST_WAITING:]:
        visit.route(text)
    assert not visit.is_full() and not table.poll()


# --- a hostile club ---


def visiting():
    visit = Visit(ClubGoal("127.0.0.1", 1), Who("Ada"), new_identity(), TEXTS, thread=NoThread())
    visit.line_is("here")
    visit.poll()
    return visit


class NoThread:
    """Calls at once what the window gives to the thread of the loop."""

    is_open = False

    def call(self, function, *args):
        function(*args)

    def run(self, work):
        work.close()


HEADS = ("\u00b2", "\u0663", "9" * 5000, "500001", "-1", "1e9", '"500001"', '"club"', '"part"', "null")


@pytest.mark.parametrize("at_table", [False, True])
def test_every_message_of_a_club_is_read_or_refused(at_table):
    texts = [f'{{"jsonrpc":"2.0","id":{head},{rest}}}' for head in HEADS for rest in (
        '"result":{}', '"error":{"data":{"key":"x","values":{}}}', '"error":{}',
        '"method":"room","params":{"n":0}')]
    texts += [f'{{"jsonrpc":"2.0","method":"{first}","method":{other},"params":{params}}}'
              for first in ("club", "part", "closed", "matched", "\u00b2")
              for other in ('"room"', "null", "1", '"part"')
              for params in ("{}", '{"n":0}', '{"n":0,"number":0,"of":1,"text":"x"}', "[]", "null")]
    texts += [protocol.notice(method, params) for method, schema in messages.CLUB_NOTICES.items()
              for params in objects(schema.needed, schema.optional)]
    for text in texts:
        visit = visiting()
        client = visit.go_to("t") if at_table else None
        for method in ("look", "open", "seek", "record"):
            visit.ask(method, {})
        try:
            whole_texts(visit.route)(text)
        except BadMessage:
            continue  # the line is lost and made again
        visit.poll()
        if client is not None:
            client.poll()


@pytest.mark.parametrize("schema", [messages.WELCOME, messages.SEEN, messages.OPENED, messages.SEEKING])
def test_every_answer_of_a_club_is_read_or_refused(schema):
    for result in [*objects(schema.needed, schema.optional), *({"total": 1, "rows": [row]} for kind in (
            messages.TABLE_ROW, messages.SEEK_ROW) for row in objects(kind.needed, kind.optional))]:
        for ask in (lambda visit: visit.look("open"), lambda visit: visit.look("waiting"),
                    lambda visit: visit.open_table("x", "", []), lambda visit: visit.seek("x"),
                    lambda visit: visit.ask("x", {})):
            visit = visiting()
            ask(visit)
            visit.route(protocol.answer(500_001, result))
            for one in visit.poll():
                for row in (*getattr(one, "tables", ()), *getattr(one, "people", ())):
                    assert all(text.isprintable() for text in astuple(row) if isinstance(text, str))
        try:
            welcome = welcomed(result)
        except BadMessage:
            continue
        assert welcome.name.isprintable() and welcome.id.isprintable()


def test_an_unexpected_fault_ends_a_visit_and_a_guest_with_a_sentence(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(calling, "line_to", broken)
    visit = Visit(ClubGoal("127.0.0.1", 1), Who("Ada"), new_identity(), TEXTS)
    assert closed(visit, visit).key == "net.closed.bad_table"
    guest = Guest(Goal("127.0.0.1", 1, Who("Ada"), code="7 Turm Regal"), TEXTS)
    assert closed(guest, guest.client).key == "net.closed.bad_table"
