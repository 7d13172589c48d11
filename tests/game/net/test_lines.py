"""Host and guests over the loopback: letting in, whole games, lost lines, a host that ends and comes back."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from threading import Event

import pytest

from game.data.history import History
from game.data.store import Store
from game.endurance.net import storm
from game.endurance.net.desk import remote
from game.endurance.net.guests import Guests, digest
from game.endurance.net.lines import (
    CODE,
    HOME,
    TEXTS,
    Proxy,
    guest,
    open_host,
    play_out,
    setting,
    until,
    why_closed,
)
from game.net import protocol
from game.net.calling import PAUSES, Calling, pause
from game.net.entry.door import Certificate, guest_context, make_certificate
from game.net.entry.keys import seats_kept
from game.net.guest import Goal, Guest
from game.net.happenings import LineChanged, Spoken
from game.net.keeping import continued, host_table, is_table, keep_result
from game.net.loop import OPENED_AT_ONCE, LoopThread
from game.net.protocol import MOST_CONNECTIONS, SUBPROTOCOL, request
from game.net.table.chairs import Chair, Who
from game.net.wire import MOST_WAITING, WireLink
from rules import records
from rules.catalog import GAMES, rules_from_values
from tests.game.net.test_table import HIDDEN, OPEN, SHARED, tiny

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    return make_certificate()


@pytest.fixture
def closing():
    """A list of what is closed at the end of a test."""
    found = []
    yield found
    for one in reversed(found):
        one.close()


def test_a_whole_game_over_the_loopback(closing):
    host = open_host(tiny(HIDDEN), remote(2))
    guests = [guest(host.port, "Ada"), guest(host.port, "Ben", "7 turm-REGAL")]
    closing += [host, *guests]
    found = play_out(host, guests)
    assert found[0] == found[1] == found[2]
    records.verify(found[0], rules_from_values)


def test_whole_games_of_every_game_between_separate_processes(closing):
    """Two to six guests of another process at eight tables at once."""
    away, hosts, owners = Guests(), {}, {}
    closing.append(away)
    for number, game in enumerate(SHARED):
        count = min(2 + number % 5, GAMES[game].players[1])
        host = open_host(tiny(game), remote(count))
        closing.append(host)
        hosts[host.port], owners[host.port] = host, host.client(None)
        away.send(host.port, [f"Guest{seat}" for seat in range(count)], haste=200.0)
    started = set()
    while len(started) < len(hosts):
        for port, owner in owners.items():
            owner.poll()
            if port not in started and owner.room and all(place.taken for place in owner.room.places):
                started.add(port)
                owner.start()
        time.sleep(0.01)
    for _ in hosts:
        port, found = away.answer()
        until(lambda port=port: owners[port].poll() is not None and owners[port].record)
        assert set(found) == {digest(owners[port].record)}
        records.verify(owners[port].record, rules_from_values)


async def code_after(port: int, sent: list[str | bytes], spoken: str = SUBPROTOCOL) -> int:
    """Return the code with which the host closes the line of somebody who sends this."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    async with connect(f"wss://{HOME}:{port}", ssl=guest_context(), proxy=None,
                       subprotocols=[spoken]) as line:
        with pytest.raises(ConnectionClosed) as fault:
            for text in sent:
                await line.send(text)
            while True:
                await asyncio.wait_for(line.recv(), 5)
    return fault.value.rcvd.code


def test_floods_giants_and_nonsense_are_closed_with_a_reason(closing):
    host = open_host(tiny(OPEN), remote(2))
    guest_ = guest(host.port, "Ada")
    closing += [host, guest_]
    hello = request(1, "clock", {})
    for sent, code in (([hello] * 60, 4003), (["x"], 4004), ([b"\x00"], 4004), (["[" * 5000], 4004),
                       ([request(1, "move", {"text": "H 0,0", "moves": 0})], 4004), (["x" * 70_000], 1009)):
        assert asyncio.run(code_after(host.port, sent)) == code
    assert asyncio.run(code_after(host.port, [], "dominothek.9")) == 4001
    guest_.client.say_phrase("hello")
    until(lambda: any(isinstance(one, Spoken) for one in guest_.client.poll()))


def test_only_so_many_connections_are_taken(closing):
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    host = open_host(tiny(OPEN), remote(2))
    closing.append(host)

    async def knock() -> int:
        async with AsyncExitStack() as stack:
            for _ in range(MOST_CONNECTIONS + 1):
                line = await stack.enter_async_context(connect(
                    f"wss://{HOME}:{host.port}", ssl=guest_context(), proxy=None, subprotocols=[SUBPROTOCOL]))
            with pytest.raises(ConnectionClosed) as fault:
                await asyncio.wait_for(line.recv(), 5)
            return fault.value.rcvd.code

    assert asyncio.run(knock()) == 4002


def test_a_wrong_code_costs_a_try_and_three_shut_the_door(closing):
    host = open_host(tiny(OPEN), remote(2))
    closing.append(host)
    said = []
    for _ in range(4):
        wrong = guest(host.port, "Eve", "8 Turm Regal")
        closing.append(wrong)
        said.append(why_closed(wrong.client).rpartition(".")[2])
    right = guest(host.port, "Ada")
    closing.append(right)
    assert said == ["code", "code", "shut", "shut"] and why_closed(right.client) == "net.refuse.shut"


def test_a_man_in_the_middle_with_his_own_certificate_gets_nobody_in(closing, certificate):
    """He passes on whatever both sides say, inside his own TLS; only the fingerprints differ."""
    host = open_host(tiny(OPEN), remote(2))
    between = LoopThread("between")
    closing += [host, between]

    async def pass_on(reader, writer):
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def meet(reader, writer):
        far_reader, far_writer = await asyncio.open_connection(HOME, host.port, ssl=guest_context())
        await asyncio.gather(pass_on(reader, far_writer), pass_on(far_reader, writer))

    between.open()
    server = between.run(asyncio.start_server(meet, HOME, 0, ssl=certificate.server_context())).result(10)
    fooled = guest(server.sockets[0].getsockname()[1], "Ada")
    closing.append(fooled)
    assert why_closed(fooled.client) == "net.refuse.code" and host.table.free == 2


def test_one_thread_opens_only_some_of_many_lines_at_a_time(closing, monkeypatch):
    opening, most = 0, 0

    async def connect(*_, **__):
        nonlocal opening, most
        opening += 1
        most = max(most, opening)
        await asyncio.sleep(0.001)
        opening -= 1
        raise OSError

    async def call():
        with suppress(OSError):
            async with Calling(thread).line_to(HOME, 1):
                pass

    async def call_often():
        await asyncio.gather(*(call() for _ in range(3 * OPENED_AT_ONCE)))

    monkeypatch.setattr("websockets.asyncio.client.connect", connect)
    thread = LoopThread("lines")
    closing.append(thread)
    thread.open()
    thread.run(call_often()).result(10)
    assert most == OPENED_AT_ONCE


def test_a_listener_hears_neither_the_code_nor_the_game(closing):
    host = open_host(tiny(OPEN), remote(2))
    proxy = Proxy(host.port)
    one = guest(proxy.port, "Adalbert")
    closing += [host, proxy, one]
    until(lambda: one.client.poll() and one.client.room)
    heard = bytes(proxy.heard).lower()
    said = (b"turm", b"regal", b"adalbert", OPEN.encode(), b"jsonrpc")
    assert heard and not any(word in heard for word in said)


def test_who_is_full_gone_or_no_table_is_each_said(closing):
    host = open_host(tiny(OPEN), [Chair("bot", "easy"), *remote(1)])
    first = guest(host.port, "Ada")
    closing += [host, first]
    until(lambda: first.client.poll() and first.client.room)
    late = guest(host.port, "Ben")
    closing.append(late)
    assert why_closed(late.client) == "net.refuse.full"
    host.close()
    gone = guest(host.port, "Ben")
    closing.append(gone)
    assert why_closed(gone.client) == "net.join.no_answer"


def test_a_cut_line_comes_back_by_itself_and_nothing_is_lost(closing):
    host = open_host(tiny(HIDDEN), remote(2))
    proxy = Proxy(host.port, delay=0.002, cuts=0.02, seed=4)
    guests = [guest(host.port, "Ada"), guest(proxy.port, "Ben")]
    closing += [host, proxy, *guests]
    found = play_out(host, guests)
    assert found[0] == found[1] == found[2]
    records.verify(found[0], rules_from_values)


def test_lines_that_break_and_overtake_each_other_leave_every_side_with_the_same_record():
    found = storm.run(range(2), lambda game: tiny(HIDDEN if GAMES[game].race else game))
    assert found.failures == [] and found.games == 2 and found.lost_lines + found.held_lines > 0


def test_a_line_that_breaks_in_the_waiting_room_takes_a_seat_again(closing):
    host = open_host(tiny(OPEN), remote(2))
    proxy = Proxy(host.port)
    one = guest(proxy.port, "Ada")
    closing += [host, proxy, one]
    until(lambda: one.client.poll() and one.client.room)
    proxy.cut()
    until(lambda: host.table.free == 2)
    until(lambda: one.client.poll() is not None and one.client.line == "here" and host.table.free == 1)
    assert host.table.chairs[0].who.name == "Ada"


def test_an_ended_host_continues_its_save_as_the_same_table(closing, tmp_path):
    store = Store(tmp_path / "host")
    rules = tiny(HIDDEN)
    kept = host_table(store, setting(rules, remote(2), seed=9), TEXTS, processes=False)
    port = kept.host.open()
    guests = [guest(port, "Ada", folder=tmp_path / "ada"), guest(port, "Ben")]
    owner = kept.host.client(None)
    until(lambda: owner.poll() is not None and owner.room and all(place.taken for place in owner.room.places))
    owner.start()
    until(lambda: all(one.client.poll() is not None and one.client.mirror for one in guests))
    mover = next(one for one in guests if one.client.mirror.state.player == one.client.seat)
    mover.client.play(next(iter(rules.legal_moves(mover.client.mirror.state))))
    until(lambda: all(one.client.poll() is not None and one.client.mirror.moves == 1 for one in guests))
    guests[0].keep(HIDDEN, ("Ben",))
    guests[0].close()
    kept.close()
    until(lambda: any(True for _ in guests[1].client.poll()) and guests[1].client.line == "lost")

    (key,) = seats_kept(tmp_path / "ada")
    assert key.game == HIDDEN and key.names == ("Ben",) and is_table(store, kept.path)
    same = continued(store, kept.path)
    assert same is not None and same.code == CODE and same.port == port
    same.address, same.announce = HOME, False
    again = host_table(Store(tmp_path / "host"), same, TEXTS, kept.path, processes=False)
    assert again.host.open() == port
    back = Guest(Goal.back_to(key, Who("Ada")), TEXTS)
    back.open()
    closing += [guests[1], again.host, back]
    found = play_out(again.host, [back, guests[1]])
    assert found[0] == found[1] == found[2] and found[0]["rounds"][0]["moves"]
    records.verify(found[0], rules_from_values)
    history = History(tmp_path / "ada")
    booking, path = keep_result(Store(tmp_path / "ada"), history, found[1], [0])
    assert path.is_file() and [seat.profile is not None for seat in booking.booked.seats] == [True, False]
    history.close()


def test_a_slow_disk_delays_no_move_and_a_host_that_dies_has_what_was_seen(closing, tmp_path, monkeypatch):
    store, rules = Store(tmp_path / "host"), tiny(HIDDEN)
    kept = host_table(store, setting(rules, remote(2), seed=9), TEXTS, processes=False)
    guests = [guest(kept.host.open(), "Ada"), guest(kept.host.port, "Ben")]
    owner, ready, sync = kept.host.client(None), Event(), os.fsync
    closing += [kept, *guests]
    until(lambda: owner.poll() is not None and owner.room and all(place.taken for place in owner.room.places))
    owner.start()
    until(lambda: all(one.client.poll() is not None and one.client.mirror for one in guests))
    monkeypatch.setattr(os, "fsync", lambda file: ready.wait(30) and sync(file))
    for done in range(3):
        mover = next(one for one in guests if one.client.mirror.state.player == one.client.seat)
        mover.client.play(next(iter(rules.legal_moves(mover.client.mirror.state))))
        until(lambda done=done: all(
            one.client.poll() is not None and one.client.mirror.moves > done for one in guests))

    copy = tmp_path / "copy"
    shutil.copytree(store.folder, copy)
    ready.set()
    dead = Store(copy)
    dead.claim()
    found = continued(dead, dead.saves / kept.path.name)
    assert found is not None and found.session.moves == 3


def test_who_is_replaced_by_a_second_line_does_not_fight_for_the_seat(closing):
    host = open_host(tiny(OPEN), remote(2))
    one = guest(host.port, "Ada")
    closing += [host, one]
    until(lambda: one.client.poll() and one.client.room)
    second = Guest(Goal(HOME, host.port, Who("Ada"), fingerprint=host.certificate.fingerprint,
                        token=host.table.chairs[0].token), TEXTS)
    second.open()
    closing.append(second)
    assert why_closed(one.client) == "net.closed.elsewhere"
    until(lambda: second.client.poll() and second.client.room)
    time.sleep(0.6)
    second.client.poll()
    assert second.client.line == "here" and len(host.table.members) == 1


def test_a_guest_whose_words_arrive_all_at_once_comes_back(closing, monkeypatch):
    class Pace(protocol.Pace):
        """A guest does not wait, as if its line had been held back."""

        def __init__(self, most: float = protocol.MOST_A_SECOND):
            super().__init__(most)
            self._waits = most == protocol.MOST_A_SECOND

        def wait(self) -> float:
            return super().wait() if self._waits else 0.0

    monkeypatch.setattr(protocol, "Pace", Pace)
    host = open_host(tiny(OPEN), remote(2))
    one = guest(host.port, "Ada")
    closing += [host, one]
    until(lambda: one.client.poll() and one.client.room)
    for _ in range(60):
        one.client.say_phrase("hello")
    seen = []
    until(lambda: seen.extend(one.client.poll()) or LineChanged("lost") in seen)
    until(lambda: one.client.poll() is not None and one.client.line == "here" and host.table.free == 1)


class StuckLine:
    """A connection whose other end does not read any more."""

    def __init__(self, waiting: int):
        self.transport, self.protocol, self.is_cut = self, self, False
        self.state, self._waiting = None, waiting

    def get_write_buffer_size(self) -> int:
        return self._waiting

    def abort(self) -> None:
        self.is_cut = True


def test_the_line_of_a_guest_who_does_not_read_is_cut():
    lines = [StuckLine(MOST_WAITING), StuckLine(MOST_WAITING + 1)]
    for line in lines:
        WireLink(line).send("{}")
    assert [line.is_cut for line in lines] == [False, True]


def test_a_guest_in_the_waiting_room_has_loaded_what_the_first_move_needs(closing):
    host = open_host(tiny(HIDDEN), remote(2))
    closing.append(host)
    module = GAMES[HIDDEN].rules.partition(":")[0]
    code = ("import sys; from game.endurance.net.lines import TEXTS, guest, until; from game.ui import text;"
            f"one = guest({host.port}, 'Ada'); before = {module!r} in sys.modules;"
            "until(lambda: one.client.poll() and one.client.room);"
            "text.data.load = None; TEXTS.has('log'); TEXTS.has('refuse');"  # no text is read any more
            f"print(before, {module!r} in sys.modules); one.close()")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["False", "True"]


def test_start_up_imports_nothing_of_the_network():
    code = ("import sys, game.app, game.screens, game.table.scene, game.commands.dispatch;"
            "print([name for name in ('websockets', 'zeroconf', 'spake2', 'cryptography', 'asyncio', 'ssl',"
            " 'game.net') if name in sys.modules])")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_the_process_of_the_bots_ends_with_a_program_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text("import os, time\nfrom game.net.bots import bot_process\n"
                      "if __name__ == '__main__':\n"
                      "    print(bot_process().submit(os.getpid).result(), flush=True)\n    time.sleep(60)\n")
    program = subprocess.Popen([sys.executable, str(script)], env={**os.environ, "PYTHONPATH": str(ROOT)},
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert program.stdout is not None
    program.stdout.readline()
    program.kill()
    program.communicate(timeout=20)  # its output ends when the last process that could write there has ended


def test_guests_who_lost_the_same_host_do_not_all_come_back_at_once():
    first = [pause(0) for _ in range(50)]
    assert len(set(first)) > 40 and max(first) <= PAUSES[0] and min(first) >= PAUSES[0] / 2
    assert PAUSES[-1] / 2 <= pause(1000) <= PAUSES[-1]
