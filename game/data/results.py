"""Record a finished game: create missing profiles, store the result, award honours."""

from __future__ import annotations

from dataclasses import dataclass

from game.data.history import History, Result, SeatResult
from game.data.people import Profile
from game.honours import Honour, honours_of, met
from game.honours.facts import facts_of
from rules.session import AnySession


@dataclass(frozen=True, slots=True)
class Earned:
    """An honour and the person who has just earned it."""

    honour: Honour
    person: Profile


def book(history: History, session: AnySession, entry: Result) -> list[Earned]:
    """Store a result with all its seats and return the newly earned honours; none if it is stored already."""
    people = history.people
    persons = [None if seat.is_bot else people.named(seat.name) for seat in session.seats]
    if not history.add(entry, _seats(session, entry, persons)):
        return []
    earned = [Earned(honour, person) for seat, person in enumerate(persons) if person is not None
              for honour in _new_honours(history, session, seat, entry, person)]
    for one in earned:
        people.award(one.person.id, one.honour.game, one.honour.id, entry.ended[:10])
    return earned


def _seats(session: AnySession, entry: Result, persons: list[Profile | None]) -> list[SeatResult]:
    outcome = session.game_outcome or session.outcome
    winners = outcome.winners if outcome is not None else ()
    first = next((i for i, person in enumerate(persons) if person is not None), 0)
    return [SeatResult(seat.name, session.state.scores[i], entry.won if i == first else i in winners,
                       person.id if person else None, seat.kind, seat.level)
            for i, (seat, person) in enumerate(zip(session.seats, persons, strict=True))]


def _new_honours(history: History, session: AnySession, seat: int, entry: Result,
                 person: Profile) -> list[Honour]:
    offered = honours_of(entry.game)
    have = history.people.earned(person.id, entry.game) if offered else {}
    missing = [honour for honour in offered if (honour.game, honour.id) not in have]
    if not missing:
        return []
    facts = facts_of(session, seat, entry, history, person.id)
    return [honour for honour in missing if met(honour, facts)]
