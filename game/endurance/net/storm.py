"""Games over connections that stall, reorder, break and close: every side must end with the same record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from game.endurance.net.desk import remote
from game.endurance.net.lines import Proxy, guest, open_host, play_out
from rules import records
from rules.base import AnyRules
from rules.catalog import GAMES, rules_from_values, rules_of
from rules.kit.shuffle import below, rng_for

HASTE = 200.0
LONGEST = 240.0
HOLDS = 0.02
"""How often a line is held back, so that what others sent later arrives sooner."""


@dataclass(slots=True)
class Found:
    """The results of a run."""

    games: int = 0
    moves: int = 0
    lost_lines: int = 0
    held_lines: int = 0
    failures: list[str] = field(default_factory=list)


def run(numbers: range, rules: Callable[[str], AnyRules] = rules_of,
        told: Callable[[int], None] = lambda _: None) -> Found:
    """Play a game for each number, two to six guests, each over a bad line of its own."""
    found, shared = Found(), [game for game in GAMES if not GAMES[game].solitaire]
    for number in numbers:
        game = shared[number % len(shared)]
        try:
            _play(game, rules(game), number, found)
        except (AssertionError, records.RecordFault) as fault:
            found.failures.append(f"{game} {number}: {type(fault).__name__} {fault}")
        told(number)
    return found


def _play(game: str, rules: AnyRules, number: int, found: Found) -> None:
    rng = rng_for("storm", number)
    count = 2 + below(rng, min(5, GAMES[game].players[1] - 1))
    host = open_host(rules, remote(count), seed=number)
    proxies = [Proxy(host.port, delay=rng.random() * 0.02, cuts=rng.random() * 0.04, holds=HOLDS,
                     seed=10 * number + seat) for seat in range(count)]
    guests = []
    try:
        for seat, proxy in enumerate(proxies):
            guests.append(guest(proxy.port, f"Guest{seat}", patient=True))
        kept = play_out(host, guests, LONGEST, HASTE)
        session = records.verify(kept[0], rules_from_values)
        assert all(record == kept[0] for record in kept), "the records differ"
        found.games += 1
        found.moves += session.moves
        found.lost_lines += sum(proxy.lost for proxy in proxies)
        found.held_lines += sum(proxy.held for proxy in proxies)
    finally:
        for one in guests:
            one.close()
        for proxy in proxies:
            proxy.close()
        host.close()
