"""How much one connection, one key and one address may ask of a worker."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from dataclasses import dataclass

from game.net.protocol import MOST_A_SECOND, Pace, Refused

FAILURES = 5
SHUT_SECONDS = 60.0
"""After so many wrong proofs an address is shut out for so long."""
FORGET = 600.0


@dataclass(frozen=True, slots=True)
class Most:
    """The limits of a worker; a school behind one address needs a higher one for it."""

    connections: int = 5000
    per_address: int = 40
    per_key: int = 3
    """Connections of one key."""
    tables_per_key: int = 4
    """Tables that one key may have opened at the same time."""


class Limits:
    """Counts who is connected, and how fast each key and each address is."""

    def __init__(self, most: Most):
        self.most = most
        self._addresses: Counter[str] = Counter()
        self._keys: Counter[str] = Counter()
        self._paces: dict[str, tuple[Pace, float]] = {}
        self._wrong: dict[str, tuple[int, float]] = {}

    def arrives(self, address: str) -> str:
        """Count a connection and return the mark of its address; raise Refused."""
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
        if self._keys[key] >= self.most.per_key:
            raise Refused("net.refuse.crowded")
        self._keys[key] += 1

    def exits(self, key: str) -> None:
        self._keys[key] -= 1
        if not self._keys[key]:
            del self._keys[key]

    def too_fast(self, key: str, mark: str) -> bool:
        """Count a message of a key at an address; return whether it is one too many of either."""
        now = time.monotonic()
        return any([self._wait(key, 1.5 * MOST_A_SECOND, now),
                    self._wait(mark, MOST_A_SECOND * self.most.per_address / 2, now)])

    def _wait(self, name: str, most: float, now: float) -> bool:
        pace, _ = self._paces.get(name, (None, 0.0))
        pace = pace or Pace(most)
        self._paces[name] = pace, now
        return pace.wait() > 0

    def forget(self) -> None:
        """Forget those who have not been here for long."""
        now = time.monotonic()
        self._paces = {name: pair for name, pair in self._paces.items() if now - pair[1] < FORGET}
        self._wrong = {name: pair for name, pair in self._wrong.items() if now - pair[1] < SHUT_SECONDS}


def _mark(address: str) -> str:
    """Return what counts as one address: of IPv6 the first half, which one home has for itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{found}/64", strict=False).network_address)
    return str(found)
