"""Limits of connections and message rates: by address at a worker, by key in the whole club."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from game.net.protocol import MOST_A_SECOND, Pace, Refused

FAILURES = 5
SHUT_SECONDS = 60.0
"""An address with `FAILURES` wrong proofs is refused for this many seconds."""
FORGET = 600.0


@dataclass(frozen=True, slots=True)
class Most:
    """The limits of a worker; a school behind one address needs a higher `per_address`."""

    connections: int = 5000
    per_address: int = 40
    per_key: int = 3
    """Connections of one key in the whole club."""
    tables_per_key: int = 4
    """Unfinished tables that one key may have opened."""


class Limits:
    """Counts connections, and limits the message rate of each key and each address."""

    def __init__(self, most: Most):
        self.most = most
        self._addresses: Counter[str] = Counter()
        self._keys: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, int]] = {}
        """By worker, the number of connections of each key there."""
        self._paces: dict[str, tuple[Pace, float]] = {}
        self._wrong: dict[str, tuple[int, float]] = {}

    def arrives(self, address: str) -> str:
        """Count a connection and return the limit key of its address (`_mark`); raise Refused."""
        mark = _mark(address)
        if self._addresses.total() >= self.most.connections or self._addresses[mark] >= self.most.per_address:
            raise Refused("net.refuse.crowded")
        count, since = self._wrong.get(mark, (0, 0.0))
        if count >= FAILURES and time.monotonic() - since < SHUT_SECONDS:
            raise Refused("net.refuse.shut", n=max(1, round(SHUT_SECONDS - (time.monotonic() - since))))
        self._addresses[mark] += 1
        return mark

    def leaves(self, mark: str) -> None:
        self._addresses[mark] -= 1
        if not self._addresses[mark]:
            del self._addresses[mark]

    def failed(self, mark: str) -> None:
        """Count a wrong proof of an address."""
        count, since = self._wrong.get(mark, (0, 0.0))
        now = time.monotonic()
        self._wrong[mark] = (count + 1 if now - since < SHUT_SECONDS else 1), now

    def enters(self, key: str) -> None:
        """Count a connection of a key; raise Refused."""
        if self.connections(key) >= self.most.per_key:
            raise Refused("net.refuse.crowded")
        self._keys[key] += 1

    def exits(self, key: str) -> None:
        self._keys[key] -= 1
        if not self._keys[key]:
            del self._keys[key]

    def connections(self, key: str) -> int:
        """Return the number of connections of a key in the whole club."""
        return self._keys[key] + sum(held.get(key, 0) for held in self._elsewhere.values())

    def held(self, *keys: str) -> dict[str, int]:
        """Return the numbers of connections here of these keys, or of all keys, for the other workers."""
        return {key: self._keys[key] for key in keys or self._keys}

    def heard(self, worker: str, held: Mapping[str, int]) -> None:
        """Update the numbers of connections at another worker."""
        known = self._elsewhere.setdefault(worker, {})
        known.update(held)
        for key in held:
            if not known[key]:
                del known[key]

    def worker_gone(self, worker: str) -> None:
        self._elsewhere.pop(worker, None)

    def too_fast(self, key: str, mark: str) -> bool:
        """Count a message; return whether it exceeds the rate of its key or its address."""
        now = time.monotonic()
        return any([self._wait(key, 1.5 * MOST_A_SECOND, now),
                    self._wait(mark, MOST_A_SECOND * self.most.per_address / 2, now)])

    def _wait(self, name: str, most: float, now: float) -> bool:
        pace, _ = self._paces.get(name, (None, 0.0))
        pace = pace or Pace(most)
        self._paces[name] = pace, now
        return pace.wait() > 0

    def forget(self) -> None:
        """Drop the data of keys and addresses that have been inactive for long."""
        now = time.monotonic()
        self._paces = {name: pair for name, pair in self._paces.items() if now - pair[1] < FORGET}
        self._wrong = {name: pair for name, pair in self._wrong.items() if now - pair[1] < SHUT_SECONDS}


def _mark(address: str) -> str:
    """Return the unit that limits apply to: an IPv4 address, or a /64 network of IPv6 (one household)."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{found}/64", strict=False).network_address)
    return str(found)
