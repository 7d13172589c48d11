"""Tables and guests over the loopback: a host in its thread, a proxy that delays, cuts and drops lines."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from game.net.bots import Autopilot
from game.net.client import Client
from game.net.guest import Goal, Guest
from game.net.happenings import LineChanged, WishRefused
from game.net.host import Host, Setting
from game.net.table.chairs import Chair, Who
from game.net.table.room import Options
from game.ui.text import Texts
from rules.records import Record

TEXTS = Texts("en")
CODE = "7 Turm Regal"
HOME = "127.0.0.1"


def setting(rules: Any, chairs: list[Chair], **more: Any) -> Setting:
    options = more.pop("options", Options(pace=0.0))
    seed = more.pop("seed", 5)
    return Setting(rules, chairs, seed, CODE, address=HOME, announce=False, options=options, **more)


def open_host(rules: Any, chairs: list[Chair], **more: Any) -> Host:
    host = Host(setting(rules, chairs, **more), TEXTS, processes=False)
    host.open()
    return host


def guest(port: int, name: str, code: str = CODE, *, patient: bool = False, **more: Any) -> Guest:
    """Return a guest on its way to a table; a `patient` one tries again also before it was ever let in."""
    folder = more.pop("folder", None)
    found = Guest(Goal(HOME, port, Who(name), code=code, **more), TEXTS, folder=folder, patient=patient)
    found.open()
    return found


def until(true: Callable[[], object], seconds: float = 15.0) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.003)


def why_closed(client: Client) -> str:
    """Wait until a line is closed; return the key of the reason."""
    found: list[LineChanged] = []

    def closed() -> bool:
        found.extend(one for one in client.poll() if isinstance(one, LineChanged) and one.line == "closed")
        return bool(found)

    until(closed)
    assert found[-1].why is not None
    return found[-1].why.key


def piloted(one: Guest, haste: float = 1.0) -> Autopilot:
    """Return a weak bot for a guest's seat, which follows its plan of a race so many times as fast."""
    begun = time.monotonic()
    return Autopilot(one.client, "easy", timed=False,
                     clock=lambda: begun + (time.monotonic() - begun) * haste)


def play_out(host: Host, guests: list[Guest], seconds: float = 60.0, haste: float = 1.0) -> list[Record]:
    """Start a table when all guests have arrived, let bots play their seats; return all records."""
    owner = host.client(None)
    pilots = [piloted(one, haste) for one in guests]
    asked = False

    def over() -> bool:
        nonlocal asked
        if any(isinstance(one, WishRefused) for one in owner.poll()):
            asked = False  # a guest was disconnected just before the start
        if not asked and owner.room and all(place.taken and place.here for place in owner.room.places):
            asked = True
            owner.start()
        for pilot in pilots:
            pilot.take(pilot.client.poll())
            pilot.act()
        return owner.record is not None and all(one.client.record is not None for one in guests)

    until(over, seconds)
    return [owner.record or {}, *(one.client.record or {} for one in guests)]


HOLD = 0.4
"""The most seconds for which a whole line is held back."""


class Proxy:
    """Forwards bytes between guests and a host; can record, delay, and cut connections at random.

    With `holds` it changes the order in which lines arrive: now and then one is held back while the others go
    on, and the last messages of a cut line may reach the host after its guest has come back.
    """

    def __init__(self, port: int, *, delay: float = 0.0, cuts: float = 0.0, holds: float = 0.0,
                 seed: int = 0):
        self.heard = bytearray()
        self.lost = self.held = 0
        """The lines that it has cut, and how often it has held one back."""
        self._target, self._delay, self._cuts, self._rng = port, delay, cuts, random.Random(seed)
        self._holds = holds
        self._listening = socket.create_server((HOME, 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                try:
                    far = socket.create_connection((HOME, self._target), 2)
                except OSError:
                    near.close()
                    continue
                with self._lock:
                    self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self.heard += data
                if self._delay:
                    time.sleep(self._rng.random() * self._delay)
                is_cut = self._rng.random() < self._cuts
                if is_cut:
                    self.lost += 1
                    one.shutdown(socket.SHUT_RDWR)
                if self._rng.random() < self._holds:
                    self.held += 1
                    time.sleep(self._rng.random() * HOLD)
                elif is_cut:
                    break
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self) -> None:
        """Cut all lines."""
        with self._lock:
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def close(self) -> None:
        self._listening.close()
        self.cut()
