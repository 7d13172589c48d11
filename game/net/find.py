"""Discovery of tables in the local network: hosts publish a sign by multicast DNS, guests collect signs.

A sign contains only public data: version, game, variant, players, free seats, part of the fingerprint.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.data.people import COLOURS, FACES
from game.data.seat_colours import BOT_FACE
from game.net.protocol import LONGEST_NAME, VERSION, clean
from game.net.table.room import Room
from rules.catalog import GAMES

if TYPE_CHECKING:
    from zeroconf import InterfaceChoice, Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

SERVICE = "_dominothek._tcp.local."
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Notice:
    """The content of a sign."""

    version: str
    game: str
    variant: str
    names: tuple[str, ...]
    free: int
    phase: str
    watch: bool
    fingerprint: str
    """The beginning of the certificate's fingerprint, by which a returning guest recognises its table."""
    looks: tuple[tuple[int, str], ...] = ()
    """Colour and face for each of `names`."""

    @classmethod
    def of(cls, table: Room, fingerprint: str) -> Notice:
        people = [chair.who for chair in table.chairs if chair.who is not None]
        return cls(VERSION, table.rules.game, table.rules.variant, tuple(who.name for who in people),
                   table.free, table.phase, table.options.watch, fingerprint[:32],
                   tuple((who.colour, who.face) for who in people))

    def written(self) -> dict[str, str]:
        return {"v": self.version, "game": self.game, "variant": self.variant[:60],
                "names": "\t".join(self.names), "free": str(self.free), "phase": self.phase,
                "watch": str(int(self.watch)), "key": self.fingerprint,
                "looks": " ".join(f"{colour}{face}" for colour, face in self.looks)}


@dataclass(frozen=True, slots=True)
class Found:
    """A table in this network."""

    address: str
    port: int
    sign: Notice

    @property
    def other_version(self) -> bool:
        return self.sign.version != VERSION


def read_sign(data: dict[bytes, bytes | None]) -> Notice | None:
    """Parse and sanitise a sign; None if it is not one of this program's."""
    said = {key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace")[:LONGEST]
            for key, value in data.items()}
    if not said.get("v", "").startswith("dominothek") or said.get("game") not in GAMES:
        return None
    parts = said.get("names", "").split("\t")[:6]
    names = tuple(name for part in parts if (name := clean(part, LONGEST_NAME)))
    free = said.get("free", "0")
    looks = [_read_look(text) for text in said.get("looks", "").split()[:6]]
    return Notice(said["v"][:40], said["game"], clean(said.get("variant", ""), 60), names,
                  int(free) if free in tuple("0123456") else 0, said.get("phase", ""),
                  said.get("watch") == "1", said.get("key", ""), tuple(looks))


def _read_look(text: str) -> tuple[int, str]:
    """Parse a colour and a face; replace an invalid one by the first."""
    colour, face = text[:1], text[1:]
    return (int(colour) % COLOURS if colour in "0123456789" else 0,
            face if face in FACES or face == BOT_FACE else FACES[0])


class Sign:
    """The mDNS service of a table, run by the event loop of its host; a no-op without `zeroconf`."""

    def __init__(self, port: int, only: str = ""):
        self._port, self._only = port, only
        self._zeroconf: AsyncZeroconf | None = None

    async def show(self, notice: Notice) -> None:
        """Publish the sign, or update its content."""
        with suppress(ImportError, OSError):
            from zeroconf import ServiceInfo  # noqa: PLC0415 - only hosts need it
            from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415 - as above

            name = notice.fingerprint[:12]
            addresses = [self._only] if self._only else own_addresses()
            info = ServiceInfo(SERVICE, f"{name}.{SERVICE}", port=self._port, properties=notice.written(),
                               addresses=[socket.inet_aton(address) for address in addresses],
                               server=f"dominothek-{name}.local.")
            if self._zeroconf is None:
                self._zeroconf = AsyncZeroconf(interfaces=_interfaces(self._only))
                await self._zeroconf.async_register_service(info, allow_name_change=True)
            else:
                await self._zeroconf.async_update_service(info)

    async def close(self) -> None:
        if self._zeroconf is not None:
            with suppress(TimeoutError, OSError):
                await asyncio.wait_for(self._zeroconf.async_close(), 3)


class Finder:
    """Collects the signs of this network in threads of `zeroconf`; read `found` at any time."""

    def __init__(self, only: str = "") -> None:
        self._only = only
        """The interface address to search on; empty for all interfaces."""
        self._lock = threading.Lock()
        self._found: dict[str, Found] = {}
        self._zeroconf: Zeroconf | None = None

    def open(self) -> None:
        """Start searching; raise OSError or ImportError."""
        from zeroconf import ServiceBrowser, Zeroconf  # noqa: PLC0415 - only guests need it

        self._zeroconf = Zeroconf(interfaces=_interfaces(self._only))
        ServiceBrowser(self._zeroconf, SERVICE, listener=self)  # type: ignore[arg-type]

    def add_service(self, zeroconf: Zeroconf, kind: str, name: str) -> None:
        info = zeroconf.get_service_info(kind, name, 2000)
        sign = read_sign(info.properties) if info is not None else None
        addresses = info.parsed_addresses() if info is not None else []
        if info is None or sign is None or not addresses or not info.port:
            return
        with self._lock:
            self._found[name] = Found(addresses[0], info.port, sign)

    update_service = add_service

    def remove_service(self, _zeroconf: Zeroconf, _kind: str, name: str) -> None:
        with self._lock:
            self._found.pop(name, None)

    @property
    def found(self) -> list[Found]:
        """The tables announced now, sorted by address."""
        with self._lock:
            return sorted(self._found.values(), key=lambda found: (found.address, found.port))

    def close(self) -> None:
        if self._zeroconf is not None:
            self._zeroconf.close()
            self._zeroconf = None


def _interfaces(only: str) -> list[str] | InterfaceChoice:
    from zeroconf import InterfaceChoice  # noqa: PLC0415 - only hosts and guests need it

    return [only] if only else InterfaceChoice.All


def own_addresses() -> list[str]:
    """Return the addresses at which this computer can be reached, the most likely first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends no packet: only selects the local address
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(entry[4][0]) for entry in named]
    usable = [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]
    return usable or ["127.0.0.1"]
