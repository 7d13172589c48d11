"""A finished game enters the history: everybody at the table gets a profile, and what they earned is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.data.history import Result, SeatResult
from game.data.people import Profile
from game.honours import Honour, honours_of, met
from game.honours.facts import facts_of

if TYPE_CHECKING:
    from game.app import App
    from rules.session import Session


@dataclass(frozen=True, slots=True)
class Earned:
    """An honour and who has just earned it."""

    honour: Honour
    person: Profile


def book(app: App, session: Session, entry: Result) -> list[Earned]:
    """Enter a result with all its seats; returns the new honours, which the app shows as toasts."""
    people = app.history.people
    persons = [None if seat.is_bot else people.named(seat.name) for seat in session.seats]
    first = next((person for person in persons if person is not None), None)
    if first is not None and not app.settings.name:
        app.settings.name = first.name  # the language may change; the person stays the same
        app.store.write_settings(app.settings)
    if not app.history.add(entry, _seats(session, entry, persons)):
        return []
    earned = [Earned(honour, person) for seat, person in enumerate(persons) if person is not None
              for honour in _new_honours(app, session, seat, entry, person)]
    for one in earned:
        people.award(one.person.id, one.honour.game, one.honour.id, entry.ended[:10])
        app.announce(one)
    return earned


def _seats(session: Session, entry: Result, persons: list[Profile | None]) -> list[SeatResult]:
    outcome = session.game_outcome or session.outcome
    winners = outcome.winners if outcome is not None else ()
    first = next((i for i, person in enumerate(persons) if person is not None), 0)
    return [SeatResult(seat.name, session.state.scores[i], entry.won if i == first else i in winners,
                       person.id if person else None, seat.kind, seat.level)
            for i, (seat, person) in enumerate(zip(session.seats, persons))]


def _new_honours(app: App, session: Session, seat: int, entry: Result, person: Profile) -> list[Honour]:
    offered = honours_of(entry.game)
    have = app.history.people.earned(person.id, entry.game) if offered else {}
    missing = [honour for honour in offered if (honour.game, honour.id) not in have]
    if not missing:
        return []
    facts = facts_of(session, seat, entry, app.history, person.id)
    return [honour for honour in missing if met(honour, facts)]
