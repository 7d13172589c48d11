"""The director of a club's tournaments: opens tables, collects results, pairs rounds, answers requests.

A tournament is stored as one bucket entry: its plan and its events. Every change requires the revision that
was read, and table ids are derived from the tournament, so that two directors at once do no harm, and any
worker can take over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.data.choices import BOT_NAMES
from game.net.club.desk import Bucket, Entry, Order, Person, Result, SeatOrder, Tables, Taken
from game.net.club.tournament.course import (
    BadEvent,
    Course,
    Entered,
    Entrant,
    Event,
    GameId,
    Left,
    Missing,
    Played,
    read_event,
    written,
)
from game.net.club.tournament.page import Page, head_of, next_at, page_of, people_needed, seen_by, table_id
from game.net.club.tournament.pairing import missing_bots, next_round
from game.net.club.tournament.plan import LONGEST_ID, Invited, Plan
from game.net.protocol import Fields, Params, Refused, Text, Whole, fields
from rules.kit.plain import BadPlain, from_plain, to_plain

LOST_AFTER = 120.0
"""Seconds beyond `wait_seconds` after which a table without a known state counts as lost."""
TRIES = 5
"""Attempts at a change while others change the same entry."""
_ID, _REVISION = Text(LONGEST_ID), Whole(0, 10**15)
REQUESTS: Mapping[str, Fields] = {
    "tournaments": fields(), "tournament": fields({"round": Whole(0, 999), "known": _REVISION}, id=_ID),
    "enrol": fields(id=_ID), "withdraw": fields(id=_ID)}
"""The requests about tournaments in the lobby."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The bucket entry of a tournament: its plan and its events."""

    course: Course
    events: tuple[Event, ...] = ()

    def after(self, events: Sequence[Event]) -> Stored:
        """Return the entry with further events; raise BadEvent."""
        return Stored(self.course.after_all(events), (*self.events, *events))

    def kept(self) -> Params:
        return {"plan": to_plain(self.course.plan), "events": [written(event) for event in self.events]}

    @classmethod
    def of_kept(cls, value: Params) -> Stored:
        """Parse an entry written by `kept`; raise BadEvent."""
        try:
            plan = from_plain(Plan, value.get("plan"))
            events = tuple(map(read_event, value.get("events", ())))
        except (BadPlain, TypeError):
            raise BadEvent("not a tournament") from None
        return cls(Course(plan).after_all(events), events)


class Director:
    """Directs all tournaments of a club; call `step` only in the directing worker, `handle` in any."""

    requests = REQUESTS

    def __init__(self, bucket: Bucket, tables: Tables):
        self._bucket, self._tables = bucket, tables
        self._read: dict[str, tuple[int, Stored | None]] = {}
        self._pages: dict[tuple[str, int], tuple[int, Page]] = {}
        """Cache by tournament and round: the revision, and the page for an anonymous viewer."""

    async def announce(self, plan: Plan) -> None:
        """Add a tournament; if its id exists, keep the existing one unchanged."""
        try:
            await self._bucket.create(plan.id, Stored(Course(plan)).kept())
        except Taken:
            return

    def course(self, tournament: str) -> Course | None:
        """Return the locally known state of a tournament; None if it is unknown or damaged."""
        stored = self._stored(tournament, self._bucket.known().get(tournament))
        return stored.course if stored is not None else None

    def _stored(self, key: str, entry: Entry | None) -> Stored | None:
        """Parse an entry, cached by revision; None if it is missing or damaged."""
        if entry is None:
            return None
        revision, stored = self._read.get(key, (-1, None))
        if revision != entry.revision:
            try:
                stored = Stored.of_kept(entry.value)
            except BadEvent:
                stored = None
            self._read[key] = entry.revision, stored
        return stored

    # --- time ---

    async def step(self, now: float) -> None:
        """Advance all tournaments as far as possible at `now` (seconds since 1970)."""
        for key, entry in self._bucket.known().items():
            stored = self._stored(key, entry)
            if stored is None or stored.course.over:
                continue
            events = _due(stored.course, self._tables, now)
            course = stored.course.after_all(events)
            if _round_is_due(course, now):
                events += await _next_round(course, now)
            if events:
                stored = stored.after(events)
                try:
                    await self._bucket.update(key, stored.kept(), entry.revision)
                except Taken:
                    continue  # read again at the next step
                await self._close_unplayed(stored.course, events)
            await self._serve(stored.course, now)

    async def _close_unplayed(self, course: Course, events: Sequence[Event]) -> None:
        """Close the tables of games that were decided without a result of the table."""
        for event in events:
            if isinstance(event, Played):
                table = table_id(course, event.round, event.match, event.game)
                if self._tables.result(table) is None:
                    await self._tables.stop(table)

    async def _serve(self, course: Course, now: float) -> None:
        """Open the tables of the current round, start games with bots for absentees, stop overlong games."""
        plan = course.plan
        for game in _next_games(course):
            table = table_id(course, *game)
            if self._tables.result(table) is not None:
                continue
            await self._tables.open(_order(course, game, table))
            if game in course.missing and plan.bots is not None:
                await self._tables.begin(table, plan.bots.level)
            if plan.game_seconds and now - _opened(course, game) > plan.game_seconds:
                await self._tables.stop(table)

    # --- people ---

    async def handle(self, who: Person, method: str, params: Params) -> Params:
        """Answer a request from the lobby; raise Refused."""
        if method == "tournaments":
            found = [self._stored(key, entry) for key, entry in sorted(self._bucket.known().items())]
            return {"rows": [to_plain(head_of(one.course, who.key, may_enter=_invitation(one.course, who)))
                             for one in found if one is not None]}
        if method == "tournament":
            return await self._page(who, params["id"], params.get("round", 0), params.get("known", 0))
        for _ in range(TRIES):
            entry = await self._bucket.get(params["id"])
            stored = self._known(params["id"], entry)
            event = _enrolled(stored.course, who) if method == "enrol" else _withdrawn(stored.course, who)
            if event is None:
                return {}
            try:
                assert entry is not None
                await self._bucket.update(params["id"], stored.after([event]).kept(), entry.revision)
            except Taken:
                continue
            return {}
        raise Refused("tournament.refuse.busy")

    async def _page(self, who: Person, tournament: str, shown: int, known: int) -> Params:
        """Return the revision of a tournament, and its page unless `known` is that revision."""
        entry = await self._bucket.get(tournament)
        course = self._known(tournament, entry).course
        assert entry is not None
        if entry.revision == known:
            return {"revision": known}
        if (tournament, shown) not in self._pages or self._pages[tournament, shown][0] != entry.revision:
            self._pages[tournament, shown] = entry.revision, page_of(course, shown or None)
        page = seen_by(self._pages[tournament, shown][1], course, who.key, may_enter=_invitation(course, who))
        return {"revision": entry.revision, "page": to_plain(page)}

    def _known(self, tournament: str, entry: Entry | None) -> Stored:
        stored = self._stored(tournament, entry)
        if stored is None:
            raise Refused("tournament.refuse.unknown")
        return stored


# --- entering ---


def _place_for(course: Course, who: Person) -> Invited | None:
    """Return the free invitation of the file that matches a person."""
    taken = {one.name.casefold() for one in course.entrants}
    for invited in course.plan.entrants:
        if invited.id == who.id or (not invited.id and invited.name.casefold() == who.name.casefold()
                                    and invited.name.casefold() not in taken):
            return invited
    return None


def _invitation(course: Course, who: Person) -> bool:
    """Return whether a person may enter or return."""
    try:
        return _enrolled(course, who) is not None
    except Refused:
        return False


def _enrolled(course: Course, who: Person) -> Entered | None:
    """Return the event of entering or returning; None if already entered; raise Refused."""
    plan, number = course.plan, course.number_of(who.key)
    if number is not None:
        one = course.entrants[number]
        return None if one.here else Entered(one.key, one.name, None, one.id)
    if course.begun:
        raise Refused("tournament.refuse.begun")
    if plan.entrants:
        invited = _place_for(course, who)
        if invited is None:
            raise Refused("tournament.refuse.not_invited")
        return Entered(who.key, invited.name, None, who.id)
    if len(course.entrants) >= plan.most:
        raise Refused("tournament.refuse.full", n=plan.most)
    return Entered(who.key, _free_name(course, who.name), None, who.id)


def _free_name(course: Course, name: str) -> str:
    names = {one.name.casefold() for one in course.entrants}
    number, free = 1, name
    while free.casefold() in names:
        number += 1
        free = f"{name[:11]} {number}"
    return free


def _withdrawn(course: Course, who: Person) -> Left | None:
    number = course.number_of(who.key)
    if number is None or not course.entrants[number].here:
        return None
    return Left(who.key)


# --- due events ---


def _due(course: Course, tables: Tables, now: float) -> list[Event]:
    """Return the events due at `now`: results, absences, and withdrawals at the end of a round."""
    found = (_happened(course, game, tables, now) for game in _next_games(course))
    events = [event for event in found if event is not None]
    course = course.after_all(events)
    if course.begun and not course.open_games:
        events += _gone(course)
    return events


async def _next_round(course: Course, now: float) -> list[Event]:
    """Return the events of the next round; none if too few entrants are left.

    Pairing runs in a thread: with many entrants it takes seconds, and this worker's tables must not wait.
    """
    fillers = _fillers(course)
    course = course.after_all(fillers)
    if sum(one.here for one in course.entrants) < min(course.plan.sizes):
        return []
    return [*fillers, replace(await asyncio.to_thread(next_round, course), at=now)]


def _round_is_due(course: Course, now: float) -> bool:
    if course.begun:
        due = next_at(course)
        return due is not None and now >= due
    plan = course.plan
    people = sum(one.level is None for one in course.entrants)
    return now >= (plan.start_at or 0.0) and people >= max(1, people_needed(course))


def _fillers(course: Course) -> list[Entered]:
    """Return the filler bots of the next round; none once a round robin has begun, as its circle is fixed."""
    plan = course.plan
    if plan.bots is None or (course.begun and plan.system == "round_robin"):
        return []
    here = sum(one.here for one in course.entrants)
    until = missing_bots(plan, here)
    bots = sum(one.level is not None for one in course.entrants)
    found: list[Entered] = []
    for number in range(bots, bots + until):
        name = _free_name(course, BOT_NAMES[number % len(BOT_NAMES)])
        found.append(Entered(f"bot-{number + 1}", name, plan.bots.level))
        course = course.after(found[-1])
    return found


def _gone(course: Course) -> list[Left]:
    """Return the withdrawals of people who were absent in all games of the current round."""
    number = len(course.rounds) - 1
    found = []
    for index, match in enumerate(course.rounds[-1].matches):
        for player in match.players:
            entrant = course.entrants[player]
            games = [(match.seats(game), course.played[number, index, game])
                     for game in range(course.plan.games)]
            if entrant.here and entrant.level is None and all(
                    seats.index(player) in played.absent for seats, played in games):
                found.append(Left(entrant.key))
    return found


def _next_games(course: Course) -> list[GameId]:
    """Return the first open game of each table of the current round."""
    found: dict[tuple[int, int], GameId] = {}
    for number, match, game in course.open_games:
        found.setdefault((number, match), (number, match, game))
    return list(found.values())


def _opened(course: Course, game: GameId) -> float:
    """Return when the table of a game was opened: at the pairing, or at the end of the previous game."""
    number, match, index = game
    return course.played[number, match, index - 1].at if index else course.rounds[number].at


def _order(course: Course, game: GameId, table: str) -> Order:
    people = _people(course, game)
    seats = tuple(SeatOrder(name=one.name, level=one.level) if one.level is not None
                  else SeatOrder(one.key, one.name) for one in people)
    plan = course.plan
    return Order(table, plan.game, plan.variant, seats, event=plan.id, turn=plan.turn_seconds)


def _happened(course: Course, game: GameId, tables: Tables, now: float) -> Event | None:
    """Return the due event of a game: its result or an absence; None if nothing is due."""
    table, plan = table_id(course, *game), course.plan
    result = tables.result(table)
    if result is not None:
        return _played(course, game, result, now)
    state, waited = tables.state(table), now - _opened(course, game)
    people = _people(course, game)
    if state is None:  # not reported yet, or lost: then all seats tie
        lost = waited > LOST_AFTER + plan.wait_seconds
        return Played(*game, (), (0,) * len(people), (), now) if lost else None
    absent = tuple(seat for seat, one in enumerate(people)
                   if one.level is None and one.id not in state.arrived)
    if state.begun or waited <= plan.wait_seconds or not absent or game in course.missing:
        return None
    if plan.absent == "bot" and state.arrived:
        return Missing(*game, absent)
    here = tuple(seat for seat in range(len(people)) if seat not in absent)
    return Played(*game, here, (0,) * len(people), absent, now)


def _people(course: Course, game: GameId) -> list[Entrant]:
    """Return the entrants of a game by seat."""
    number, match, index = game
    return [course.entrants[one] for one in course.rounds[number].matches[match].seats(index)]


def _played(course: Course, game: GameId, result: Result, now: float) -> Played:
    """Return the event of a table's result; the highest score of a present entrant wins a stopped game."""
    absent, winners = course.missing.get(game, ()), result.winners
    if not result.finished:
        here = [seat for seat in range(len(result.scores)) if seat not in absent]
        best = max((result.scores[seat] for seat in here), default=0)
        winners = tuple(seat for seat in here if result.scores[seat] == best)
    return Played(*game, winners, result.scores, absent, now)
