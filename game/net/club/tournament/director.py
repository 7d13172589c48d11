"""The director of a club's tournaments: opens tables, hears results, pairs the next round, answers people.

All that is known of a tournament is one entry of a bucket: its plan and its events. Every change replaces the
entry at the revision it was read at, and the ids of tables follow from the tournament, so that two directors
do no harm, and any worker goes on where another one stopped.
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
"""Seconds after which a table that nobody has heard of counts as lost."""
TRIES = 5
"""How often a change is tried again because somebody else was faster."""
_ID, _REVISION = Text(LONGEST_ID), Whole(0, 10**15)
REQUESTS: Mapping[str, Fields] = {
    "tournaments": fields(), "tournament": fields({"round": Whole(0, 999), "known": _REVISION}, id=_ID),
    "enrol": fields(id=_ID), "withdraw": fields(id=_ID)}
"""What people in the lobby may ask for."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The entry of a tournament: its plan and its events."""

    course: Course
    events: tuple[Event, ...] = ()

    def after(self, events: Sequence[Event]) -> Stored:
        """Return the entry with further events; raise BadEvent."""
        return Stored(self.course.after_all(events), (*self.events, *events))

    def kept(self) -> Params:
        return {"plan": to_plain(self.course.plan), "events": [written(event) for event in self.events]}

    @classmethod
    def of_kept(cls, value: Params) -> Stored:
        """Return the entry as `kept` wrote it; raise BadEvent."""
        try:
            plan = from_plain(Plan, value.get("plan"))
            events = tuple(map(read_event, value.get("events", ())))
        except (BadPlain, TypeError):
            raise BadEvent("not a tournament") from None
        return cls(Course(plan).after_all(events), events)


class Director:
    """Directs all tournaments of a club; `step` only in the worker that directs, `handle` in any."""

    requests = REQUESTS

    def __init__(self, bucket: Bucket, tables: Tables):
        self._bucket, self._tables = bucket, tables
        self._read: dict[str, tuple[int, Stored | None]] = {}
        self._pages: dict[tuple[str, int], tuple[int, Page]] = {}
        """The last page of every tournament and round, as a stranger sees it, and its revision."""

    async def announce(self, plan: Plan) -> None:
        """Add a tournament; one that is already there goes on as it was announced."""
        try:
            await self._bucket.create(plan.id, Stored(Course(plan)).kept())
        except Taken:
            return

    def course(self, tournament: str) -> Course | None:
        """Return how far a tournament is, as this computer last heard; None if there is none."""
        stored = self._stored(tournament, self._bucket.known().get(tournament))
        return stored.course if stored is not None else None

    def _stored(self, key: str, entry: Entry | None) -> Stored | None:
        """Return what an entry holds; None if there is none, or it is damaged."""
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
        """Take all tournaments as far as they can go at this time (seconds since 1970)."""
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
        """Close the tables at which nobody will play any more."""
        for event in events:
            if isinstance(event, Played):
                table = table_id(course, event.round, event.match, event.game)
                if self._tables.result(table) is None:
                    await self._tables.stop(table)

    async def _serve(self, course: Course, now: float) -> None:
        """Open the tables of the present round; begin without absent people, end what takes too long."""
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
        """Answer a request of somebody in the lobby; raise Refused."""
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
        """Return the revision of a tournament, and its page unless it is the one that the person knows."""
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
    """Return the line of the file that invites somebody and that nobody else has taken."""
    taken = {one.name.casefold() for one in course.entrants}
    for invited in course.plan.entrants:
        if invited.id == who.id or (not invited.id and invited.name.casefold() == who.name.casefold()
                                    and invited.name.casefold() not in taken):
            return invited
    return None


def _invitation(course: Course, who: Person) -> bool:
    """Return whether somebody may enter, or come back."""
    try:
        return _enrolled(course, who) is not None
    except Refused:
        return False


def _enrolled(course: Course, who: Person) -> Entered | None:
    """Return the event of somebody who enters or comes back; None if already in; raise Refused."""
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


# --- what is due ---


def _due(course: Course, tables: Tables, now: float) -> list[Event]:
    """Return the events that follow by now: results, and people who stay away."""
    found = (_happened(course, game, tables, now) for game in _next_games(course))
    events = [event for event in found if event is not None]
    course = course.after_all(events)
    if course.begun and not course.open_games:
        events += _gone(course)
    return events


async def _next_round(course: Course, now: float) -> list[Event]:
    """Return the events of the next round, none if too few people are left.

    Many people are paired in a thread of their own: it takes seconds, and the tables of this worker go on.
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
    """Return the bots that fill up the next round; the circle of a round robin does not grow any more."""
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
    """Return those who were absent in all games of the present round: they play no further one."""
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
    """Return the game that each table of the present round plays now."""
    found: dict[tuple[int, int], GameId] = {}
    for number, match, game in course.open_games:
        found.setdefault((number, match), (number, match, game))
    return list(found.values())


def _opened(course: Course, game: GameId) -> float:
    """Return when the table of a game was opened: with the round, or after the game before."""
    number, match, index = game
    return course.played[number, match, index - 1].at if index else course.rounds[number].at


def _order(course: Course, game: GameId, table: str) -> Order:
    people = _people(course, game)
    seats = tuple(SeatOrder(name=one.name, level=one.level) if one.level is not None
                  else SeatOrder(one.key, one.name) for one in people)
    plan = course.plan
    return Order(table, plan.game, plan.variant, seats, event=plan.id, turn=plan.turn_seconds)


def _happened(course: Course, game: GameId, tables: Tables, now: float) -> Event | None:
    """Return what became of a game: its result, people who did not come, or nothing new."""
    table, plan = table_id(course, *game), course.plan
    result = tables.result(table)
    if result is not None:
        return _played(course, game, result, now)
    state, waited = tables.state(table), now - _opened(course, game)
    people = _people(course, game)
    if state is None:  # not heard of yet, or lost for good: then nobody is to blame
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
    """Return who sits where in a game."""
    number, match, index = game
    return [course.entrants[one] for one in course.rounds[number].matches[match].seats(index)]


def _played(course: Course, game: GameId, result: Result, now: float) -> Played:
    """Return the result of a table; one that was stopped is won by the highest score of those who came."""
    absent, winners = course.missing.get(game, ()), result.winners
    if not result.finished:
        here = [seat for seat in range(len(result.scores)) if seat not in absent]
        best = max((result.scores[seat] for seat in here), default=0)
        winners = tuple(seat for seat in here if result.scores[seat] == best)
    return Played(*game, winners, result.scores, absent, now)
