"""Book a finished game: its result, missing profiles, the seats, new honours."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

from game.data.history import History, Result, SeatResult
from game.data.index.booked import level_result
from game.data.index.result import Booked
from game.data.occasion import Occasion
from game.data.people import Profile
from game.honours import Honour, honours_in, met
from game.honours.facts import facts_of
from rules.base import Outcome
from rules.session import AnySession

GAME_ID = "id"
"""Note of a session: the id of the game, by which its result is booked once."""


@dataclass(frozen=True, slots=True)
class Earned:
    """An honour and the person who has just earned it."""

    honour: Honour
    person: Profile


@dataclass(frozen=True, slots=True)
class Booking:
    """A result as its record keeps it, and the honours that were earned just now."""

    booked: Booked
    earned: tuple[Earned, ...] = ()


def result_of(session: AnySession, occasion: Occasion, outcome: Outcome | None = None,
              own: Collection[int] | None = None) -> Result:
    """Return a finished game as seen by its first human, or by the first seat in `own`.

    `outcome` is that of the whole game if it is not the one of its last round.
    """
    outcome, tally, scores = outcome or session.outcome, session.tally, session.state.scores
    human = _first(session, own)
    won, stars = outcome is not None and human in outcome.winners, None
    if occasion.level is not None:
        won, stars = level_result(session, occasion.level, won=won)
        stars = stars if session.uncounted is None else None
    if outcome is None:
        outcome = Outcome((), "solved" if won else "missed")
    return Result(
        session.rules.game, session.rules.variant, len(session.seats), session.seed, won, outcome.why,
        scores[human], session.moves, round(tally["seconds"], 1), int(tally["undos"]), int(tally["hints"]),
        session.level_id, occasion.daily, stars,
        max((score for i, score in enumerate(scores) if i != human), default=None),
        time.strftime("%Y-%m-%d %H:%M:%S"))


def _first(session: AnySession, own: Collection[int] | None) -> int:
    return next((i for i, seat in enumerate(session.seats)
                 if (not seat.is_bot if own is None else i in own)), 0)


def book(history: History, session: AnySession, entry: Result, own: Collection[int] | None = None) -> Booking:
    """Store a result with all its seats and award the new honours; change nothing if it is stored already.

    Only people on the seats in `own` sat at this computer and have a profile here; None: all of them.
    """
    people = history.people
    persons = [None if seat.is_bot or (own is not None and i not in own) else people.named(seat.name)
               for i, seat in enumerate(session.seats)]
    seats = _seats(session, entry, persons, _first(session, own))
    if not history.add(entry, seats):
        return Booking(Booked(entry, tuple(seats)))
    won = [(seat, Earned(honour, person)) for seat, person in enumerate(persons) if person is not None
           for honour in _new_honours(history, session, seat, entry, person)]
    for _, one in won:
        people.award(one.person.id, one.honour.game, one.honour.kept, entry.ended[:10])
    return Booking(Booked(entry, tuple(seats), tuple((seat, one.honour.kept) for seat, one in won)),
                   tuple(one for _, one in won))


def _seats(session: AnySession, entry: Result, persons: list[Profile | None],
           first: int) -> list[SeatResult]:
    outcome = session.game_outcome or session.outcome
    winners = outcome.winners if outcome is not None else ()
    return [SeatResult(seat.name, session.state.scores[i], entry.won if i == first else i in winners,
                       person.id if person else None, seat.kind, seat.level)
            for i, (seat, person) in enumerate(zip(session.seats, persons, strict=True))]


def _new_honours(history: History, session: AnySession, seat: int, entry: Result,
                 person: Profile) -> list[Honour]:
    offered = honours_in(entry.game, session.rules.words_language)
    have = history.people.earned(person.id, entry.game) if offered else {}
    missing = [honour for honour in offered if (honour.game, honour.kept) not in have]
    if not missing:
        return []
    facts = facts_of(session, seat, entry, history, person.id)
    return [honour for honour in missing if met(honour, facts)]
