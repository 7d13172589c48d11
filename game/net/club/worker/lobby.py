"""The lobby of a club at one worker: lists of tables and people, opening tables, matchmaking."""

from __future__ import annotations

import re
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.data.index.rating import newcomer, points_of
from game.net.club.desk import TABLE_ID, Entry, Order, Person, SeatOrder, Taken
from game.net.club.messages import MOST_ROWS
from game.net.club.store.bucket import NatsBucket
from game.net.club.store.bus import UNREACHABLE
from game.net.club.worker.house import House
from game.net.club.worker.limits import Most
from game.net.club.worker.pairing import Seek, groups, variant_of
from game.net.club.worker.people import People
from game.net.club.worker.story import BadStory, shipped_rules
from game.net.protocol import LONGEST_NAME, Fields, Params, Refused, clean
from rules.catalog import GAMES, folders, rules_class
from rules.files.variants import VariantFault, language_named, load_in_language
from rules.session import LEVELS

LIST_SECONDS = 1.0
"""Seconds for which a list of tables is cached."""


class Events(Protocol):
    """The interface of tournaments to a club."""

    @property
    def requests(self) -> Mapping[str, Fields]:
        """The additional requests of the lobby, with their schemas."""

    async def step(self, now: float) -> None:
        """Advance all tournaments; called once a second in one worker of the club."""

    async def handle(self, who: Person, method: str, params: Params) -> Params:
        """Answer an additional request; raise Refused."""


@dataclass(slots=True)
class Buckets:
    """The buckets that the lobby reads and writes."""

    tables: NatsBucket
    seeks: NatsBucket


class Lobby:
    """Answers requests in the lobby, and pairs people who search for opponents."""

    def __init__(self, buckets: Buckets, house: House, people: People, most: Most, events: Events | None):
        self._tables, self._seeks = buckets.tables, buckets.seeks
        self._house, self._people, self._most = house, people, most
        self.events = events
        self._of_person: defaultdict[str, set[str]] = defaultdict(set)
        """By person id, the tables that the person has opened or has a seat at."""
        self._lists: dict[str, tuple[float, list[tuple[str, Entry]]]] = {}
        for table, entry in self._tables.known().items():
            self._heard(table, None, entry)
        self._tables.watchers.append(self._heard)
        self._actions: dict[str, Callable[[Person, Params], Awaitable[Params]]] = {
            "look": self._look, "open": self._open, "seek": self._seek, "unseek": self._unseek,
            "record": self._record}

    async def handle(self, person: Person, method: str, params: Params) -> Params:
        """Answer a request; raise Refused."""
        try:
            if method in self._actions:
                return await self._actions[method](person, params)
            if self.events is not None and method in self.events.requests:
                return await self.events.handle(person, method, params)
        except UNREACHABLE:
            raise Refused("club.refuse.unreachable") from None
        raise Refused("net.refuse.not_now")

    def _heard(self, table: str, before: Entry | None, now: Entry | None) -> None:
        for entry, known in ((before, False), (now, True)):
            for person in {*entry.value["ids"], entry.value["opener"]} - {""} if entry is not None else ():
                if known:
                    self._of_person[person].add(table)
                else:
                    self._of_person[person].discard(table)
                    if not self._of_person[person]:
                        del self._of_person[person]

    # --- lists ---

    async def _look(self, _: Person, params: Params) -> Params:
        wanted, game = clean(params.get("text", ""), LONGEST_NAME).casefold(), params.get("game", "")
        start = params.get("start", 0)

        def fits(value: Params, names: list[str]) -> bool:
            return (not game or value["game"] == game) and (
                not wanted or any(wanted in name.casefold() for name in names))

        if params["kind"] == "waiting":
            people = [row for row in self._waiting() if fits(row, [row["name"]])]
            return {"total": len(people), "rows": people[start:start + MOST_ROWS]}
        found = [pair for pair in self._listed(params["kind"]) if fits(pair[1].value, pair[1].value["names"])]
        return {"total": len(found), "rows": [table_row(*pair) for pair in found[start:start + MOST_ROWS]]}

    def _listed(self, kind: str) -> list[tuple[str, Entry]]:
        """Return the tables of a kind, the last changed first; rebuilt at most once a second."""
        made, found = self._lists.get(kind, (0.0, []))
        if time.monotonic() - made > LIST_SECONDS:
            found = sorted(((table, entry) for table, entry in self._tables.known().items()
                            if _is_listed(kind, entry.value)), key=lambda pair: -pair[1].revision)
            self._lists[kind] = time.monotonic(), found
        return found

    def _waiting(self) -> list[Params]:
        found = sorted(self._seeks.known().values(), key=lambda entry: entry.value["since"])
        return [{"name": entry.value["name"], "game": entry.value["game"], "variant": entry.value["variant"],
                 "players": entry.value["players"], "language": entry.value["language"],
                 "rating": points_of(entry.value["rating"])} for entry in found]

    def seats_of(self, person: Person) -> list[Params]:
        """Return the tables at which a person has a seat."""
        return [table_row(table, entry) for table, entry in self._tables_of(person)
                if person.id in entry.value["ids"]][:100]

    def _tables_of(self, person: Person) -> list[tuple[str, Entry]]:
        """Return the unfinished tables of a person."""
        entries = self._tables.known()
        return [(table, entries[table]) for table in sorted(self._of_person.get(person.id, ()))
                if entries[table].value["phase"] != "over"]

    # --- opening ---

    async def _open(self, person: Person, params: Params) -> Params:
        opened = sum(entry.value["opener"] == person.id for _, entry in self._tables_of(person))
        if opened >= self._most.tables_per_key:
            raise Refused("club.refuse.enough_tables", n=self._most.tables_per_key)
        game = params["game"]
        low, high = GAMES[game].players if game in GAMES else (0, 0)
        seats = tuple(_seat(word) for word in params["seats"])
        if not max(2, low) <= len(seats) <= high or all(seat.level for seat in seats):
            raise Refused("club.refuse.table")
        variant = _variant(game, params["variant"], "")
        table = secrets.token_hex(5)
        await self._house.order(Order(
            table, game, variant, seats, opener=person.key, watch=params.get("watch", True),
            talk=params.get("talk", True), hints=params.get("hints", False)))
        return {"table": table}

    async def _record(self, _: Person, params: Params) -> Params:
        if not TABLE_ID.fullmatch(params["table"]):
            raise Refused("club.refuse.no_table")
        try:
            record = await self._house.record(params["table"])
        except BadStory:
            record = None
        if record is None:
            raise Refused("club.refuse.no_table")
        return {"record": record}

    # --- matchmaking ---

    async def _seek(self, person: Person, params: Params) -> Params:
        game = params["game"]
        low, high = GAMES[game].players if game in GAMES else (0, 0)
        if not max(2, low) <= params["players"] <= high:
            raise Refused("club.refuse.table")
        variant, language = params.get("variant", ""), params.get("language", "")
        languages = rules_class(game).word_languages
        language = (language if language in languages else next(iter(languages))) if languages else ""
        if variant:
            variant = _variant(game, variant, language)
        rating = (await self._people.ratings(person.key)).get(game) or newcomer(game)
        await self._seeks.put(person.id, {
            "key": person.key, "name": person.name, "game": game, "variant": variant, "language": language,
            "players": params["players"], "rating": rating.strength, "since": time.time()})
        return {"waiting": len(self._seeks.known())}

    async def _unseek(self, person: Person, _: Params) -> Params:
        await self.stops_seeking(person)
        return {}

    async def stops_seeking(self, person: Person) -> None:
        if person.id in self._seeks.known():
            await self._seeks.delete(person.id)

    async def pair(self, now: float) -> None:
        """Open tables for matching people; call only in the directing worker."""
        entries = dict(self._seeks.known())
        seeks = [Seek(person, value["game"], value["players"], points_of(value["rating"]), value["since"],
                      value["variant"], value["language"])
                 for person, value in ((person, entry.value) for person, entry in entries.items())]
        for group in groups(seeks, now):
            await self._seat_group(group, entries)

    async def _seat_group(self, group: Sequence[Seek], entries: Mapping[str, Entry]) -> None:
        taken: list[Seek] = []
        for seek in group:
            try:
                await self._seeks.delete(seek.id, entries[seek.id].revision)
                taken.append(seek)
            except Taken:  # this search has ended or changed meanwhile: restore the others
                for other in taken:
                    await self._seeks.put(other.id, entries[other.id].value)
                return
        first = group[0]
        variant = variant_of(group) or _variant(first.game, "classic", first.language)
        seats = tuple(SeatOrder(entries[seek.id].value["key"], entries[seek.id].value["name"])
                      for seek in sorted(group, key=lambda _: secrets.randbits(32)))
        await self._house.order(Order(secrets.token_hex(5), first.game, variant, seats))


def table_row(table: str, entry: Entry) -> Params:
    """Return the public row of a table."""
    return {"table": table, **{key: entry.value[key] for key in (
        "game", "variant", "names", "seats", "free", "phase", "watch", "event")}}


def _is_listed(kind: str, value: Params) -> bool:
    """Return whether a table belongs to a list: `open` (with free seats) or `running` (can be watched)."""
    if kind == "open":
        return bool(value["phase"] == "waiting" and value["free"])
    return bool(value["phase"] == "playing" and value["watch"])


def _seat(word: str) -> SeatOrder:
    """Parse a seat: `remote`, or a bot like `bot:easy`; raise Refused."""
    found = re.fullmatch("remote|bot:([a-z]+)", word)
    if found is None or (found[1] and found[1] not in LEVELS):
        raise Refused("club.refuse.table")
    return SeatOrder(level=found[1] or "")


def _variant(game: str, name: str, language: str) -> str:
    """Return the full name of a shipped variant in a language of words; raise Refused."""
    kind = rules_class(game)
    try:
        found = load_in_language(kind, name, language or language_named(kind, name), folders(game))
        shipped_rules(game, found.name)
    except VariantFault:
        raise Refused("club.refuse.variant") from None
    return found.name


