"""A club with one real server: entering, the lobby, tables that move, and people who mean no good."""

from __future__ import annotations

import asyncio
import json

import pytest
from nats.errors import Error
from nats.js import JetStreamContext

from game.endurance.net import cluster
from game.endurance.net.hostile import fitting, mutated
from game.net import protocol
from game.net.bots import Autopilot
from game.net.calling import Lost, call, fingerprint_seen, line_to
from game.net.club.desk import Order, SeatOrder, Taken, person_id
from game.net.club.happenings import Answered, Entered, LobbySeen, Matched, Seeking, TableOpened
from game.net.club.identity import new_identity
from game.net.club.messages import CLUB_REQUESTS, ENTERING
from game.net.club.pins import forget_certificate
from game.net.club.store.leases import GONE_BEATS
from game.net.club.store.ledger import Ledger
from game.net.club.store.status import ask
from game.net.club.worker import gate
from game.net.club.worker.limits import Most
from game.net.club.worker.worker import ClubTables
from game.net.happenings import LineChanged, Spoken, TableSet, WishRefused
from game.net.protocol import Refused
from rules import records
from rules.catalog import GAMES, rules_from_values
from rules.kit.shuffle import below, pick, rng_for
from tests.kit.club import ClubHere, until

pytestmark = pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not())
OPEN = next(game for game in GAMES if GAMES[game].players == (2, 2) and not GAMES[game].hidden_hands)
WORDS = next(game for game in GAMES if GAMES[game].family == "words" and GAMES[game].hidden_hands)


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    here = ClubHere(tmp_path_factory.mktemp("club"))
    try:
        here.worker(moderation=here.folder / "list.yaml")
        here.worker()
        yield here
    finally:
        here.close()


def opened(guest, game=OPEN, seats=("remote", "remote"), **more):
    guest.visit.open_table(game, "classic", seats, **more)
    return guest.wait(TableOpened).table


def owner(club, table):
    """Return the worker that has a table, as soon as one has."""
    return until(lambda: next((one for one in club.workers if table in one.house.tables), None))


def two_at_a_table(club, **more):
    ada, ben = club.guest("Ada"), club.guest("Ben", club.workers[1])
    table = opened(ada, **more)
    for one in (ada, ben):
        one.wait(Entered) if one is ben else None
        one.visit.go_to(table)
        one.wait_for(lambda one=one: one.client.room)
    for one in (ada, ben):
        one.wait_for(lambda one=one: one.client.mirror)
    return ada, ben, table


def played_out(*guests, seconds=60.0):
    """Let bots play the seats until the record has come to all; return it."""
    pilots = [Autopilot(one.client, "easy", timed=False) for one in guests]

    def over():
        for pilot, one in zip(pilots, guests, strict=True):
            one.happened += one.visit.poll()
            pilot.take(one.client.poll())
            pilot.act()
        return all(one.client.record is not None for one in guests)

    until(over, seconds)
    assert all(one.client.record == guests[0].client.record for one in guests)
    return guests[0].client.record


# --- the lobby and tables ---


def test_two_people_at_different_workers_play_a_game_and_the_stream_is_its_record(club):
    ada, ben, table = two_at_a_table(club)
    record = played_out(ada, ben)
    records.verify(record, rules_from_values)
    assert club.run(club.workers[0].house.record(table)) == record
    ada.visit.ask("record", {"table": table})
    assert ada.wait(Answered, method="record").result["record"] == record
    result = until(lambda: club.workers[1].results.known().get(table))
    assert result.value["finished"] and len(result.value["keys"]) == 2
    ada.visit.leave_table()
    ada.wait(Answered, method="leave")


def test_the_lobby_lists_open_tables_running_games_and_waiting_people(club):
    ada, ben = club.guest("Lena"), club.guest("Moritz", club.workers[1])
    table = opened(ada, seats=("remote", "bot:easy"))
    ben.wait(Entered)

    def seen(kind, **more):
        ben.visit.look(kind, **more)
        return ben.wait(LobbySeen, kind=kind)

    until(lambda: [row.free for row in seen("open").tables if row.table == table] == [1])
    assert not seen("open", game=WORDS).tables and not seen("open", text="nobody").tables
    ada.visit.go_to(table)
    until(lambda: [row.names for row in seen("running").tables if row.table == table])
    ben.visit.go_to(table, watch=True)
    ben.wait_for(lambda: ben.client.mirror is not None)
    assert ben.client.seat is None
    ada.visit.seek(OPEN, players=2)
    ada.wait(Seeking)
    until(lambda: [row.name for row in seen("waiting").people] == ["Lena"])
    ada.visit.stop_seeking()
    until(lambda: not seen("waiting").people)
    ada.client.close_table()
    ben.wait_for(lambda: ben.client.line == "closed")


def test_find_me_a_game_seats_two_people_who_fit(club):
    ada, ben, eve = club.guest("Ida"), club.guest("Jan", club.workers[1]), club.guest("Kim")
    for one, language in ((ada, "de"), (ben, "de"), (eve, "en")):
        one.visit.seek(WORDS, players=2, language=language)
    table = ada.wait(Matched).table
    assert ben.wait(Matched).table == table
    for one in (ada, ben):
        one.visit.go_to(table)
    for one in (ada, ben):
        one.wait_for(lambda one=one: one.client.mirror)
    assert ada.client.mirror.rules.words_language == "de"
    assert not [one for one in eve.happened if isinstance(one, Matched)]
    eve.visit.stop_seeking()
    eve.wait(Answered, method="unseek")


def test_a_table_that_cannot_be_is_refused(club):
    eve = club.guest("Eve")
    for game, variant, seats in (("chess", "classic", ["remote"] * 2), (OPEN, "../classic", ["remote"] * 2),
                                 (OPEN, "classic", ["remote"]), (OPEN, "classic", ["bot:easy"] * 2),
                                 (OPEN, "classic", ["remote", "bot:god"]), (OPEN, "", ["remote"] * 2)):
        eve.visit.open_table(game, variant, seats)
        assert eve.wait(WishRefused).method == "open"
    eve.visit.go_to("no-such-table")
    eve.wait_for(lambda: eve.client.line == "closed")
    for _ in range(4):
        opened(eve)
    eve.visit.open_table(OPEN, "classic", ["remote"] * 2)
    assert eve.wait(WishRefused).why.key == "club.refuse.enough_tables"


def test_somebody_comes_back_to_the_seat_with_the_same_key_from_another_worker(club):
    ada, ben, table = two_at_a_table(club)
    identity, seat = ada.visit.identity, ada.client.seat
    ada.visit.close()
    ben.wait_for(lambda: not ben.client.room.places[seat].here)
    back = club.guest("Ada", club.workers[1], identity)
    assert [row.table for row in back.wait(Entered).welcome.seats] == [table]
    back.visit.go_to(table)
    back.wait_for(lambda: back.client.mirror is not None)
    assert back.client.seat == seat
    played_out(back, ben)


# --- workers that come and go ---


def test_a_worker_that_leaves_hands_its_tables_on_and_its_guests_stay_at_them(club):
    third = club.worker()
    ada, ben = club.guest("Ada", third), club.guest("Ben")
    ben.wait(Entered)
    table = opened(ada)
    for one in (ada, ben):
        one.visit.go_to(table)
    for one in (ada, ben):
        one.wait_for(lambda one=one: one.client.mirror)
    if owner(club, table) is not third:
        entry = club.run(third.tables.get(table))
        club.run(third.tables.update(table, {**entry.value, "owner": third.id}, entry.revision))
    until(lambda: table in third.house.tables)
    club.end(third)
    assert owner(club, table) is not third
    ben.wait_for(lambda: sum(isinstance(one, TableSet) for one in ben.at_table) > 1)
    played_out(ada, ben)
    assert ada.visit.line == ben.visit.line == "here"
    assert not [one for one in ben.happened if isinstance(one, LineChanged)]


def test_a_worker_with_an_old_lease_that_writes_late_is_refused(club):
    table = "late-writer"
    first, second = club.workers
    club.run(first.house.order(Order(table, OPEN, "classic", (SeatOrder(), SeatOrder()))))
    before = owner(club, table)
    after = second if before is first else first

    async def write_late():
        old = Ledger(before.bus, table)
        await old.read()  # what the old owner knew
        entry = await after.tables.get(table)
        await after.tables.update(table, {**entry.value, "owner": after.id}, entry.revision)
        while table not in after.house.tables:
            await asyncio.sleep(0.01)
        with pytest.raises(Taken):
            await old.append({"steps": [["close"]]})

    club.run(write_late())
    until(lambda: table not in before.house.tables)
    assert not after.house.tables[table].table.closed


def test_a_worker_that_the_others_gave_up_by_mistake_is_back_and_loses_no_move(club):
    ada, ben, table = two_at_a_table(club)
    given_up = owner(club, table)
    other = next(worker for worker in club.workers if worker is not given_up)
    club.run(other.workers.delete(given_up.id))
    until(lambda: "lease_lost" in club.log.getvalue() and given_up.id in other.workers.known())
    record = played_out(ada, ben)
    assert club.run(other.house.record(table)) == record


def test_a_worker_without_a_connection_is_given_up_before_one_that_is_only_silent(club):
    first = club.workers[0]

    async def beat():
        told = {"tables": 1000, "address": ""}
        await first.bus.hear("club.ask.z-busy", lambda _: None)
        for other in ("z-busy", "z-gone"):
            await first.workers.put(other, told)
        for _ in range(GONE_BEATS + 1):
            await first.leases.beat(first.workers.known()[first.id].value)
        for _ in range(50):
            if "z-gone" in first.leases.living():
                await asyncio.sleep(0.01)
        living = first.leases.living()
        await first.workers.delete("z-busy")
        return living

    living = club.run(beat())
    assert "z-busy" in living and "z-gone" not in living


def test_after_a_lost_connection_to_nats_only_those_are_told_again_who_missed_something(club):
    ada, ben, table = two_at_a_table(club)
    worker = owner(club, table)
    lines = worker.house.tables[table].lines
    line = next(line for line, found in lines.items() if found.member.name == "Ben")
    before = {one: sum(isinstance(happening, TableSet) for happening in one.at_table) for one in (ada, ben)}

    async def miss_one():
        lines[line].member.sent += 1  # as if a notice had been lost
        for one in club.workers:
            one.gate.attach_all()

    club.run(miss_one())
    ben.wait_for(lambda: sum(isinstance(one, TableSet) for one in ben.at_table) > before[ben])
    played_out(ada, ben)
    ada.look()
    assert sum(isinstance(one, TableSet) for one in ada.at_table) == before[ada]


def test_a_move_that_was_lost_between_two_workers_can_be_made_again(club, monkeypatch):
    ada, ben, _ = two_at_a_table(club)
    mover, near = next((one, worker) for one, worker in zip((ada, ben), club.workers, strict=True)
                       if one.client.mirror.state.player == one.client.seat)
    passed_on, lost = near.bus.publish, []

    async def lose(subject, text):
        if '"method":"move"' in text:
            lost.append(text)
        else:
            await passed_on(subject, text)

    monkeypatch.setattr(near.bus, "publish", lose)
    mover.client.play(next(iter(mover.client.mirror.rules.legal_moves(mover.client.mirror.state))))
    until(lambda: lost)
    monkeypatch.undo()
    club.thread.call(near.gate.attach_all)
    mover.wait_for(lambda: not mover.client.waiting)
    played_out(ada, ben)


def test_who_asks_the_new_owner_of_a_table_before_it_has_read_it_is_attached_as_soon_as_it_has(
        club, monkeypatch):
    ada, ben, table = two_at_a_table(club)
    before = {one: sum(isinstance(happening, TableSet) for happening in one.at_table) for one in (ada, ben)}
    reads = Ledger.read

    async def slowly(ledger):
        await asyncio.sleep(0.3)
        return await reads(ledger)

    monkeypatch.setattr(Ledger, "read", slowly)
    monkeypatch.setattr(gate, "ATTACH_AGAIN", 60.0)
    other = next(worker for worker in club.workers if worker is not owner(club, table))
    entry = club.run(other.tables.get(table))
    club.run(other.tables.update(table, {**entry.value, "owner": other.id}, entry.revision))
    for one in (ada, ben):
        one.wait_for(lambda one=one: sum(
            isinstance(happening, TableSet) for happening in one.at_table) > before[one], 5)
    played_out(ada, ben)


def test_the_guests_of_a_table_that_its_worker_has_read_again_are_told_without_asking(club):
    ada, ben, table = two_at_a_table(club)
    before = {one: sum(isinstance(happening, TableSet) for happening in one.at_table) for one in (ada, ben)}
    house = owner(club, table).house
    club.thread.call(house.lost, house.tables[table])  # as after any fault
    for one in (ada, ben):
        one.wait_for(lambda one=one: sum(
            isinstance(happening, TableSet) for happening in one.at_table) > before[one], 6)
    played_out(ada, ben)


def test_a_finished_table_of_a_dead_worker_stays_for_those_who_still_sit_there(club):
    ada, ben, table = two_at_a_table(club)
    record = played_out(ada, ben)
    first = club.workers[0]
    until(lambda: first.is_kept(table) and first.tables.known()[table].value["phase"] == "over")
    entry = club.run(first.tables.get(table))
    club.run(first.tables.update(table, {**entry.value, "owner": "dead"}, entry.revision))
    assert until(lambda: first.tables.known().get(table, entry).value["owner"] != "dead")
    owner(club, table)
    late = club.guest("Ada", identity=ada.visit.identity)
    late.wait(Entered)
    late.visit.go_to(table)
    late.wait_for(lambda: late.client.record == record)


def test_the_status_shows_a_stream_whose_leader_does_not_answer(club, monkeypatch):
    async def silent(*_):
        raise TimeoutError

    with monkeypatch.context() as sick:
        sick.setattr(JetStreamContext, "stream_info", silent)
        found = asyncio.run(ask([club.cluster.url(0, "status")], club.cluster.ca))
    assert [(stream.name, stream.leader) for stream in found.streams] == [("CLUB_TABLES_0", "?")]


def test_a_table_is_read_to_its_last_message_whatever_a_consumer_tells(club, monkeypatch):
    ada, ben, table = two_at_a_table(club)
    record = played_out(ada, ben)
    bus = club.workers[0].bus
    told = bus.all

    async def away(*_):
        raise TimeoutError

    async def behind(*where):
        return (await told(*where))[:-3]

    for answer in (away, behind):
        monkeypatch.setattr(bus, "all", answer)
        assert club.run(club.workers[0].house.record(table)) == record


def test_a_worker_that_is_cut_off_from_nats_sends_its_guests_to_another_one(club, monkeypatch):
    cut_off = club.workers[1].bus
    ada = club.guest("Ada", club.workers[1])
    ada.wait(Entered)
    with monkeypatch.context() as cut:
        cut.setattr(type(cut_off), "connected", property(lambda bus: bus is not cut_off))
        ada.wait(LineChanged, line="lost")
        ada.wait(LineChanged, line="here")
        assert club.workers[0].gate.people


def test_a_worker_that_is_back_at_nats_tells_its_guests_before_it_reads_all_entries(club, monkeypatch):
    ada, ben, table = two_at_a_table(club)
    worker, asked = owner(club, table), asyncio.Event()
    monkeypatch.setattr(worker.gate, "attach_all", asked.set)

    async def never():
        await asyncio.sleep(60)

    monkeypatch.setattr(worker.settings, "load", never)
    club.thread.call(worker.bus.back)
    until(asked.is_set, 5)
    monkeypatch.undo()
    played_out(ada, ben)


def test_of_two_workers_that_claim_one_table_one_gets_it(club):
    table = "claimed-twice"
    first, second = club.workers
    club.run(first.house.order(Order(table, OPEN, "classic", (SeatOrder(), SeatOrder()))))
    owner(club, table)

    async def claim():
        entry = await first.tables.get(table)
        found = await asyncio.gather(*(
            worker.tables.update(table, {**entry.value, "owner": worker.id}, entry.revision)
            for worker in (first, second)), return_exceptions=True)
        assert sorted(isinstance(one, Taken) for one in found) == [False, True]
        return (first, second)[[isinstance(one, Taken) for one in found].index(False)]

    winner = club.run(claim())
    until(lambda: [worker for worker in club.workers if table in worker.house.tables] == [winner])


def test_an_order_for_a_table_that_exists_changes_nothing(club):
    order = Order("twice", OPEN, "classic", (SeatOrder(), SeatOrder(level="easy")), seed=3)
    for worker in club.workers:
        club.run(worker.house.order(order))
    hosted = owner(club, "twice").house.tables["twice"]
    assert len(club.run(Ledger(club.workers[0].bus, "twice").read())) == 2 and hosted.order.seed == 3


def test_a_table_of_a_tournament_begins_with_bots_and_can_be_stopped(club):
    ada, absent = club.guest("Ada"), new_identity()
    ada.wait(Entered)
    tables = ClubTables(club.workers[0].house, club.workers[0].tables, club.workers[0].results,
                        club.workers[0].bus)
    order = Order("cup-r1-t1", OPEN, "classic", (SeatOrder(ada.visit.identity.key, "Ada"),
                                                 SeatOrder(absent.key, "Gone")), event="cup")
    club.run(tables.open(order))
    assert ada.wait(Matched).table == "cup-r1-t1"
    ada.visit.go_to("cup-r1-t1")
    ada.wait_for(lambda: ada.client.room)
    assert ada.client.mirror is None
    club.run(tables.begin("cup-r1-t1", "easy"))
    ada.wait_for(lambda: ada.client.mirror is not None)
    club.run(tables.stop("cup-r1-t1"))
    ada.wait_for(lambda: ada.client.line == "closed")
    result = until(lambda: tables.result("cup-r1-t1"))
    assert not result.finished and result.keys == (ada.visit.identity.key, absent.key)


def test_a_worker_can_neither_purge_nor_delete_what_was_played(club):
    bus = club.workers[0].bus

    async def try_it(what):
        with pytest.raises((TimeoutError, Error)):
            await bus.nats.request(f"$JS.API.STREAM.{what}.CLUB_TABLES_0", b"", timeout=0.2)

    before = club.run(bus.js.stream_info("CLUB_TABLES_0")).state.messages
    for what in ("PURGE", "DELETE"):
        club.run(try_it(what))
    assert club.run(bus.js.stream_info("CLUB_TABLES_0")).state.messages >= before > 0


# --- people who mean no good ---


async def entering(port, identity, sign=None, version="x"):
    """Enter by hand; return the connection's answer to the proof."""
    async with line_to(cluster.HERE, port) as connection:
        told = await call(connection, 1, "enter", {"key": identity.key, "version": version, "name": "Eve",
                                                   "colour": 0, "face": "human"})
        signature = (sign or identity.sign)(told["challenge"], fingerprint_seen(connection))
        return signature, await call(connection, 2, "prove", {"signature": signature})


def test_a_forged_a_foreign_and_a_replayed_proof_are_refused(club):
    own, other = new_identity(), new_identity()
    port = club.workers[0].port
    signature, welcome = asyncio.run(entering(port, own))
    assert welcome["id"] == person_id(own.key)
    for sign in (other.sign, lambda *_: signature, lambda *_: "00" * 64,
                 lambda told, _: own.sign(told, "00" * 32)):
        with pytest.raises(Refused) as refused:
            asyncio.run(entering(port, own, sign))
        assert refused.value.phrase.key == "club.refuse.proof"


def test_nothing_can_be_asked_before_the_proof(club):
    async def ask(method, params):
        async with line_to(cluster.HERE, club.workers[0].port) as connection:
            await connection.send(protocol.request(1, method, params))
            await connection.recv()

    for method, params in (("look", {"kind": "open"}), ("prove", {"signature": "00"}),
                           ("move", {"text": "x", "moves": 0}), ("go_to", {"table": "x"}),
                           ("@attach", {}), ("enter", {"key": "zz"})):
        with pytest.raises((Refused, Lost)):
            asyncio.run(ask(method, params))


async def inside(port, texts):
    """Enter properly, then send texts; return how the line ended and what was said."""
    identity, heard = new_identity(), []
    try:
        async with line_to(cluster.HERE, port) as connection:
            told = await call(connection, 1, "enter", {"key": identity.key, "version": "x", "name": "Eve",
                                                       "colour": 0, "face": "human"})
            await call(connection, 2, "prove", {
                "signature": identity.sign(told["challenge"], fingerprint_seen(connection))})
            for text in (*texts, protocol.request(LAST, "unseek", {})):
                await connection.send(text)
            while not heard or f'"id":{LAST}' not in heard[-1]:
                heard.append(await connection.recv())
    except (Refused, Lost) as fault:
        return fault, heard
    return None, heard


LAST = 999_999


def test_floods_giants_and_nonsense_end_the_line_and_nobody_elses(club):
    ada, ben, _ = two_at_a_table(club)
    port = club.workers[0].port
    look = protocol.request(600_000, "look", {"kind": "open"})
    flood, _ = asyncio.run(inside(port, [look] * 60))
    giant, _ = asyncio.run(inside(port, ["x" * 70_000]))
    for sent in ("{", "[]", '{"jsonrpc":"2.0","id":1,"method":"__class__","params":{}}', "\x00",
                 protocol.request(1, "prove", {"signature": "00"})):
        ended, _ = asyncio.run(inside(port, [sent]))
        assert isinstance(ended, Refused) and ended.phrase.key == "net.closed.misunderstood", sent
    assert flood.phrase.key == "net.closed.too_fast" and isinstance(giant, Lost)
    played_out(ada, ben)


def test_odd_messages_at_the_lobby_get_a_refusal_or_end_only_their_own_line(club):
    rng = rng_for("odd lobby")
    faults = len([line for line in club.log.getvalue().splitlines() if "fault" in line])
    for number in range(8):
        port = club.workers[number % 2].port
        ended, heard = asyncio.run(inside(port, [_odd(rng) for _ in range(15)]))
        assert ended is None and len(heard) >= 15
        ended, _ = asyncio.run(inside(port, [mutated(rng)]))
        assert ended is None or isinstance(ended, Refused | Lost)
    assert len([line for line in club.log.getvalue().splitlines() if "fault" in line]) == faults
    club.guest("After").wait(Entered)


def _odd(rng):
    """Return a message of the lobby that fits the schema and likely nothing else."""
    odd = ("", "x", "../../etc/passwd", "club.>", "*", "a.b", "-", "\x00", OPEN, "classic", "remote")
    method = pick(rng, [name for name in sorted(CLUB_REQUESTS) if name not in ENTERING])
    kinds = {**CLUB_REQUESTS[method].needed, **CLUB_REQUESTS[method].optional}
    params = {name: pick(rng, odd)[:kind.most] if isinstance(kind, protocol.Text) else fitting(kind, rng)
              for name, kind in kinds.items()}
    return protocol.request(below(rng, 10**6), method, params)


def test_the_moderators_file_mutes_and_removes_while_the_club_runs(club):
    ada, ben, _ = two_at_a_table(club)
    path = club.folder / "list.yaml"
    path.write_text(f"muted: ['{person_id(ben.visit.identity.key)}']\n")
    until(lambda: "moderation" in club.workers[1].settings.known())
    ben.client.say_text("hello")
    ben.wait_for(lambda: [one for one in ben.at_table if isinstance(one, WishRefused)
                          and one.why.key == "club.refuse.muted"])
    ada.client.say_text("I still can")
    ben.wait_for(lambda: [one for one in ben.at_table if isinstance(one, Spoken)])
    path.write_text(f"removed: ['{person_id(ben.visit.identity.key)}']\n")
    assert ben.wait(LineChanged, line="closed").why.key == "club.refuse.removed"
    late = club.guest("Ben", identity=ben.visit.identity)
    assert late.wait(LineChanged, line="closed").why.key == "club.refuse.removed"
    path.write_text("")


def test_one_key_has_its_few_connections_in_the_whole_club(club):
    me, most = new_identity(), Most().per_key
    held = [club.guest("Ada", club.workers[number % 2], me) for number in range(most)]
    for one in held:
        one.wait(Entered)
    for worker in club.workers:
        late = club.guest("Ada", worker, me)
        assert late.wait(LineChanged, line="closed").why.key == "net.refuse.crowded"
    third = club.worker()
    until(lambda: third.limits.connections(me.key) == most)
    assert club.guest("Ada", third, me).wait(LineChanged, line="closed").why.key == "net.refuse.crowded"
    club.end(third)
    held[0].visit.close()
    until(lambda: all(worker.limits.connections(me.key) < most for worker in club.workers))
    club.guest("Ada", club.workers[1], me).wait(Entered)


def test_another_certificate_at_the_address_of_a_club_is_refused(club, tmp_path):
    club.guest("Ada", folder=tmp_path).wait(Entered)
    pins = tmp_path / "club" / "certificates.json"
    (address, _), = json.loads(pins.read_text()).items()
    pins.write_text(json.dumps({address: "00" * 32}))
    wrong = club.guest("Ada", folder=tmp_path)
    assert wrong.wait(LineChanged, line="closed").why.key == "club.refuse.other_certificate"
    forget_certificate(tmp_path, address)
    club.guest("Ada", folder=tmp_path).wait(Entered)


def test_the_log_has_nothing_hidden_and_nothing_personal(club):
    text = club.log.getvalue()
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines and all({"at", "worker", "event"} <= set(line) for line in lines)
    assert "Ada" not in text and "127.0.0.1" not in text and "for-workers" not in text
    assert not any(isinstance(value, dict | list) for line in lines for value in line.values())
