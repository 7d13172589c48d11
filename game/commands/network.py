"""`main.py host`, `join` and `tables`: one table, several computers, from the command line."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import NoReturn

from game.commands.command_line import (
    CommandLine,
    Failure,
    a_game,
    complain,
    failed,
    misused,
    one_of,
    reason,
    whole,
)
from game.data.choices import BOT_NAMES
from game.data.files import write_atomically
from game.data.store import Store
from game.net.bots import Autopilot
from game.net.client import Client
from game.net.entry.code import new_code
from game.net.find import Finder, Found, own_addresses
from game.net.guest import Goal, Guest
from game.net.happenings import LineChanged, TableSet, WishRefused
from game.net.host import Setting, fresh_seed
from game.net.keeping import host_table, own_setup
from game.net.needed import missing
from game.net.protocol import LONGEST_NAME, clean
from game.net.table.chairs import Chair, Who
from game.net.table.room import Options
from game.routes import HostTable, Join, Route
from game.ui.text import Texts
from rules import records
from rules.catalog import GAMES, rules_from_values, rules_of, variants
from rules.kit.phrases import Phrase
from rules.records import Record, RecordFault
from rules.session import LEVELS, AnySession, Seat
from rules.words.lexicon import BadLexicon

LOOKING = 3.0
"""Seconds to look for tables."""
FRAME = 0.01


def _need_packages() -> None:
    absent = missing()
    if absent:
        failed("net.join.missing", n=len(absent), names=", ".join(absent))


def host(args: list[str], texts: Texts) -> int:
    """Open a table in the window, or play without one until the game is over."""
    line = CommandLine("host", texts)
    line.takes("game")
    for name, default in (("variant", "classic"), ("seats", None), ("port", "0"), ("code", None),
                          ("address", ""), ("out", None)):
        line.offers(name, default)
    line.switch("headless")
    found = line.parse(args)
    if found is None:
        return 0
    game = a_game(found.game, "host")
    if GAMES[game].solitaire:
        misused("cli.host.solitaire", game=game)
    _need_packages()
    store = Store()
    one_of("cli.fault.variant", found.variant, [entry.name for entry in variants(game, store.own_rules)])
    port = whole("--port", found.port, 0, 65535)
    words = _seat_words(game, found.seats, headless=found.headless)
    rules, seed = rules_of(game, found.variant, store.own_rules), fresh_seed()
    if not found.headless:
        if found.out is not None:
            misused("cli.host.needs_headless")
        return _open_window(HostTable(rules, _seats(words), found.code or "", found.address,
                                      port))

    chairs = [Chair("bot", level) if kind == "bot" else Chair("remote") for kind, level in words]
    code = found.code or new_code(texts)
    try:
        setup = own_setup(store, rules, len(chairs), seed)
    except BadLexicon as fault:
        raise Failure(fault.phrase) from None
    kept = host_table(store, Setting(
        rules, chairs, seed, code, setup,
        Options(stand_in="medium", pace=0.0), address=found.address, port=port), texts)
    try:
        kept.host.open()
    except OSError as fault:
        failed("cli.host.not_open", reason=reason(fault))
    print(texts("cli.host.code_line", code=code))
    shown = found.address or own_addresses()[0]
    print(texts("cli.host.address_line", address=shown, port=kept.host.port), flush=True)
    client = kept.host.client(None)
    try:
        record = _host_until_over(client)
        print(_write_record(Path(found.out) if found.out is not None else store.records, game, record))
        kept.finish()
        time.sleep(0.5)  # the record is on its way to the guests
    finally:
        kept.close()
    return 0


def _seat_words(game: str, seats: str | None, *, headless: bool) -> list[tuple[str, str]]:
    """Return kind and level of every seat from `human,remote,bot:hard`."""
    low, high = GAMES[game].players
    first = "remote" if headless else "human"
    words = seats.split(",") if seats is not None else [first, *["remote"] * (max(2, low) - 1)]
    if not max(2, low) <= len(words) <= high:
        misused("cli.host.seats_number", game=game, low=max(2, low), high=high)
    found = []
    for word in words:
        kind, _, level = word.strip().partition(":")
        if kind == "human" and headless:
            misused("cli.host.needs_window")
        if kind == "bot":
            one_of("cli.fault.bot", level, LEVELS)
        elif word.strip() not in ("human", "remote"):
            misused("cli.host.seat_word", value=word.strip()[:40])
        found.append((kind, level))
    return found


def _seats(words: list[tuple[str, str]]) -> list[Seat]:
    """Return the seats of a table in the window; people are named there."""
    names = iter(BOT_NAMES)
    return [Seat(next(names), "bot", level) if kind == "bot" else Seat("", kind) for kind, level in words]


def _open_window(route: Route) -> int:
    from game.app import play  # noqa: PLC0415 - without a window pygame is not needed

    return play(route)


def _host_until_over(client: Client) -> Record:
    """Start when all have come, and return the record at the end."""
    asked = False
    while True:
        if any(isinstance(one, WishRefused) for one in client.poll()):
            asked = False  # a guest left just before the start
        if client.record is not None:
            return client.record
        room = client.room
        if room is not None and room.phase == "waiting" and not asked and all(
                place.taken for place in room.places):
            asked = True
            client.start()
        client.wait(FRAME)


def join(args: list[str], texts: Texts) -> int:
    """Join a table in the window, or without one: then a bot of this computer plays the seat."""
    line = CommandLine("join", texts)
    for name in ("address", "code", "name", "as", "out"):
        line.offers(name)
    line.switch("headless")
    found = line.parse(args)
    if found is None:
        return 0
    if not found.code:
        misused("cli.join.needs_code")
    bot = vars(found)["as"]
    if not found.headless and (bot is not None or found.out is not None):
        misused("cli.join.needs_headless")
    level = _level(bot) if found.headless else ""
    _need_packages()

    address, port = _address(found.address) if found.address else _only_table(texts)
    if not found.headless:
        return _open_window(Join(f"{address}:{port}", found.code, clean(found.name or "", LONGEST_NAME)))
    store = Store()
    goal = Goal(address, port, Who(found.name or store.read_settings().name or "Bot"), code=found.code)
    guest = Guest(goal, texts, folder=store.folder)
    guest.open()
    try:
        record = _play(guest, Autopilot(guest.client, level), texts)
        guest.forget()
        session = verified(record)
        if found.out is not None:
            print(_write_record(Path(found.out), session.rules.game, record))
        print(texts("cli.join.over", scores=", ".join(map(str, session.state.scores))))
    finally:
        guest.close()
    return 0


def _level(text: str | None) -> str:
    kind, _, level = (text or "").partition(":")
    if kind != "bot":
        misused("cli.join.needs_as")
    return one_of("cli.fault.bot", level, LEVELS)


def _address(text: str) -> tuple[str, int]:
    match = re.fullmatch(r"\[?([^\]]{1,200})\]?:([0-9]{1,5})", text)
    if match is None:
        misused("cli.join.address_form", value=text[:80])
    return match[1], whole("--address", match[2], 1, 65535)


def _only_table(texts: Texts) -> tuple[str, int]:
    """Return the table of this network that has a free seat, if there is just one."""
    found = [table for table in _look() if table.sign.free and not table.other_version]
    if len(found) != 1:
        for table in found:
            complain(_told(table, texts))
        failed("cli.join.which" if found else "cli.tables.none")
    return found[0].address, found[0].port


def _play(guest: Guest, pilot: Autopilot, texts: Texts) -> Record:
    """Let a bot play the seat until the record comes; say what happens on stderr."""
    client, kept = guest.client, False
    while client.record is None:
        happened = client.poll()
        for one in happened:
            if isinstance(one, LineChanged):
                if one.line == "closed":
                    raise_closed(one.why)
                complain(texts(f"cli.join.line.{one.line}"))
            elif isinstance(one, TableSet) and not kept:
                kept = True
                guest.keep(one.mirror.rules.game, tuple(seat.name for seat in one.mirror.seats))
        pilot.take(happened)
        pilot.act()
        client.wait(FRAME)
    return client.record


def verified(record: Record) -> AnySession:
    """Return the game of a record from another computer; raise Failure."""
    try:
        return records.verify(record, rules_from_values)
    except RecordFault as fault:
        raise Failure(fault.phrase) from None


def raise_closed(why: Phrase | None) -> NoReturn:
    """Report why the table is closed to us."""
    phrase = why or Phrase("net.closed.by_host")
    failed(phrase.key, **phrase.values)


def _write_record(folder: Path, game: str, record: Record) -> Path:
    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{game}"
    path = folder / f"{stem}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while path.exists():
            number += 1
            path = folder / f"{stem}-{number}.json"
        write_atomically(path, records.dumps(record).encode())
    except OSError as fault:
        failed("cli.simulate.not_written", file=str(path), reason=reason(fault))
    return path


def tables(args: list[str], texts: Texts) -> int:
    """List the tables found in this network."""
    line = CommandLine("tables", texts)
    if line.parse(args) is None:
        return 0
    _need_packages()
    found = _look()
    for table in found:
        print(_told(table, texts))
    if not found:
        complain(texts("cli.tables.none"))
    return 0


def _look() -> list[Found]:
    finder = Finder()
    try:
        finder.open()
        time.sleep(LOOKING)
        return finder.found
    except OSError as fault:
        failed("cli.tables.not_possible", reason=reason(fault))
    finally:
        finder.close()


def _told(table: Found, texts: Texts) -> str:
    sign = table.sign
    return texts("cli.tables.row", address=table.address, port=table.port, game=sign.game,
                 variant=sign.variant, names=", ".join(sign.names) or "-", free=sign.free)
