"""`main.py club`: a worker of a club, and `--status`, which prints the state of a club."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from game.commands.check import written
from game.commands.command_line import CommandLine, complain, failed, misused, reason, whole
from game.data.files import write_atomically
from game.data.store import Store
from game.net.club.tournament.director import Director, Stored
from game.net.club.tournament.page import page_of
from game.net.club.tournament.plan import Plan, read_plan
from game.net.club.tournament.results import as_csv, as_json, games_csv
from game.net.needed import missing
from game.ui.text import Texts

if TYPE_CHECKING:
    from game.net.club.worker.worker import Settings

SERVERS = "DOMINOTHEK_NATS"
"""Environment variable with the addresses of the servers: keeps passwords out of the process list."""
MOST_STREAMS = 64


def run(args: list[str], texts: Texts) -> int:
    """Start a worker, or print how the club is."""
    line = CommandLine("club", texts)
    for name, default in (("nats", None), ("ca", ""), ("address", ""), ("port", "0"), ("public", ""),
                          ("moderation", None), ("out", None), ("tournament", None), ("results", None),
                          ("guests", "40"), ("streams", "1")):
        line.offers(name, default)
    line.switch("status")
    found = line.parse(args)
    if found is None:
        return 0
    plan = _plan(Path(found.tournament), texts) if found.tournament else None
    named = found.nats or os.environ.get(SERVERS, "")
    servers = tuple(one.strip() for one in named.split(",") if one.strip())
    if not servers:
        complain(texts("cli.club.how"))
        return 2
    for server in servers:
        if not server.startswith(("nats://", "tls://")):
            misused("cli.club.server", value=server.rpartition("@")[2][:80])
    if found.ca and not os.path.isfile(found.ca):
        misused("cli.club.no_file", file=found.ca)
    absent = [*missing(), *(name for name, module in (("nats-py", "nats"), ("networkx", "networkx"))
                            if find_spec(module) is None)]
    if absent:
        failed("cli.club.missing", n=len(absent), names=", ".join(absent))
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    logging.getLogger("nats").setLevel(logging.CRITICAL)
    if found.status:
        return _status(servers, found.ca, texts)
    if found.results:
        return _results(servers, found.ca, found.results, Path(found.out) if found.out else None)
    from game.net.club.worker.limits import Most  # noqa: PLC0415 - nats is there from here on
    from game.net.club.worker.worker import Settings  # noqa: PLC0415 - as above

    return _serve(Settings(
        servers, found.address, whole("--port", found.port, 0, 65535), found.public, found.ca,
        Path(found.moderation) if found.moderation else None, Path(found.out) if found.out else None,
        whole("--streams", found.streams, 1, MOST_STREAMS),
        Most(per_address=whole("--guests", found.guests, 1, 100_000))), plan)


def _plan(path: Path, texts: Texts) -> Plan:
    """Return the tournament of a file; print all its faults and fail if it has any."""
    found = read_plan(path, Store().own_rules)
    for fault in found.faults:
        complain(written(fault, texts))
    if found.plan is None:
        failed("cli.club.faulty_tournament", file=str(path))
    return found.plan


def _serve(settings: Settings, plan: Plan | None) -> int:
    from nats.errors import Error, NoServersError  # noqa: PLC0415 - nats is needed only here

    from game.net.club.store.bus import Unfit  # noqa: PLC0415 - as above
    from game.net.club.worker.worker import Worker  # noqa: PLC0415 - as above

    async def serve() -> None:
        worker = Worker(settings, Director)
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGINT"):
            try:
                loop.add_signal_handler(getattr(signal, name), worker.stop)
            except NotImplementedError:  # Windows: Ctrl-C ends the worker at once, and others take its tables
                break
        await worker.open()
        if plan is not None and isinstance(worker.events, Director):
            await worker.events.announce(plan)
        await worker.run()

    try:
        asyncio.run(serve())
    except Unfit as fault:
        failed("cli.club.unfit", reason=str(fault))
    except (NoServersError, Error, TimeoutError) as fault:
        failed("cli.club.no_server", reason=str(fault) or type(fault).__name__)
    except OSError as fault:
        failed("cli.club.not_open", reason=reason(fault))
    return 0


def _results(servers: tuple[str, ...], ca: str, tournament: str, out: Path | None) -> int:
    """Print the standings of a tournament as CSV, or write CSV and JSON to a folder."""
    from nats.errors import Error  # noqa: PLC0415 - nats is needed only here
    from nats.js.errors import NotFoundError  # noqa: PLC0415 - as above

    from game.net.club.store.status import kept_in  # noqa: PLC0415 - as above

    try:
        entries = asyncio.run(kept_in(servers, ca, "tournaments"))
    except NotFoundError:
        failed("cli.club.no_club")
    except (Error, TimeoutError, OSError) as fault:
        failed("cli.club.no_server", reason=str(fault) or type(fault).__name__)
    if tournament not in entries:
        failed("cli.club.no_tournament", name=tournament, names=", ".join(sorted(entries)) or "-")
    course = Stored.of_kept(entries[tournament]).course
    if out is None:
        print(as_csv(page_of(course)), end="")
        return 0
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in ((f"{tournament}.csv", as_csv(page_of(course))),
                           (f"{tournament}-games.csv", games_csv(course)),
                           (f"{tournament}.json", as_json(course))):
            write_atomically(out / name, text.encode())
            print(out / name)
    except OSError as fault:
        failed("cli.simulate.not_written", file=str(out), reason=reason(fault))
    return 0


def _status(servers: tuple[str, ...], ca: str, texts: Texts) -> int:
    from nats.errors import Error  # noqa: PLC0415 - nats is needed only here
    from nats.js.errors import NotFoundError  # noqa: PLC0415 - as above

    from game.net.club.store.status import ask  # noqa: PLC0415 - as above

    try:
        found = asyncio.run(ask(servers, ca))
    except NotFoundError:
        failed("cli.club.no_club")
    except (Error, TimeoutError, OSError) as fault:
        failed("cli.club.no_server", reason=str(fault) or type(fault).__name__)
    workers = found.workers.values()
    print(texts("cli.club.whole", workers=len(found.workers), tables=sum(one["tables"] for one in workers),
                people=sum(one["people"] for one in workers),
                rate=round(sum(one["per_second"] for one in workers)), lag=found.lag_ms))
    for name, one in sorted(found.workers.items()):
        print(texts("cli.club.worker", name=name, address=one["address"] or "-", tables=one["tables"],
                    people=one["people"], rate=one["per_second"], append=one["append_ms"],
                    late=one["late_ms"], memory=one["memory_mb"]))
    for stream in found.streams:
        print(texts("cli.club.stream", name=stream.name, messages=stream.messages, mb=stream.megabytes,
                    leader=stream.leader, behind="?" if stream.behind < 0 else stream.behind))
    return 0
