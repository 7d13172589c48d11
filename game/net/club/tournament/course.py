"""The state of a tournament: entrants, rounds and results, folded from plain events.

Only plan and events are stored: `Course(plan).after_all(events)` restores the course after any restart.
An event that does not fit, or is repeated, raises `BadEvent`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

from game.net.club.tournament.plan import Plan
from rules.kit.plain import BadPlain, Plain, from_plain, to_plain

NONE, HALF, ONE = Fraction(), Fraction(1, 2), Fraction(1)


class BadEvent(ValueError):
    """An event that is malformed or contradicts the previous ones."""


# --- events ---


@dataclass(frozen=True, slots=True)
class Entered:
    """A person or a bot enters, or a person returns after leaving; bots have a level."""

    key: str
    name: str
    level: str | None = None
    id: str = ""
    """The public id of the key; empty for a bot."""


@dataclass(frozen=True, slots=True)
class Left:
    """An entrant withdraws from all further rounds."""

    key: str


@dataclass(frozen=True, slots=True)
class Match:
    """The entrants of one table in one round, by number, in the seat order of the first game."""

    players: tuple[int, ...]

    def seats(self, game: int) -> tuple[int, ...]:
        """Return the entrants by seat in a game (from 0); the seats rotate by one per game."""
        shift = game % len(self.players)
        return self.players[shift:] + self.players[:shift]


@dataclass(frozen=True, slots=True)
class Paired:
    """A round was paired."""

    matches: tuple[Match, ...]
    byes: tuple[int, ...] = ()
    at: float = 0.0
    """The time of pairing in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game is over; seats are those of this game. Absent entrants get no points, even if their bot won."""

    round: int
    """From 0, like `match` and `game`."""
    match: int
    game: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    absent: tuple[int, ...] = ()
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Missing:
    """A game starts with bots in the seats of absent entrants."""

    round: int
    match: int
    game: int
    absent: tuple[int, ...]


Event: TypeAlias = Entered | Left | Paired | Missing | Played
_KINDS: dict[str, type[Event]] = {"entered": Entered, "left": Left, "paired": Paired, "missing": Missing,
                                  "played": Played}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def written(event: Event) -> Plain:
    """Return an event as plain data."""
    return {"event": _NAMES[type(event)], **to_plain(event)}


def read_event(data: Plain) -> Event:
    """Parse an event from plain data; raise BadEvent."""
    kind = _KINDS.get(str(data.get("event"))) if isinstance(data, dict) else None
    if kind is None:
        raise BadEvent("not an event")
    try:
        return from_plain(kind, {key: value for key, value in data.items() if key != "event"})
    except BadPlain as fault:
        raise BadEvent(str(fault)) from None


# --- the course ---


@dataclass(frozen=True, slots=True)
class Entrant:
    key: str
    name: str
    level: str | None = None
    id: str = ""
    here: bool = True
    """False after leaving."""


GameId: TypeAlias = tuple[int, int, int]
"""Round, match and game, each from 0."""


@dataclass(frozen=True, slots=True)
class Course:
    """The immutable state of a tournament."""

    plan: Plan
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Paired, ...] = ()
    missing: dict[GameId, tuple[int, ...]] = field(default_factory=dict)
    """The seats of absent entrants, by game that was started with bots in their place."""
    played: dict[GameId, Played] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        return bool(self.rounds)

    @property
    def length(self) -> int:
        """The number of rounds; Swiss tables for two have no more than possible without repeated pairings."""
        count = len(self.entrants)
        circle = max(1, count - 1 + count % 2)
        if self.plan.system == "round_robin":
            return self.plan.rounds or circle
        return min(self.plan.rounds, circle) if self.plan.seats == 2 else self.plan.rounds

    @property
    def open_games(self) -> list[GameId]:
        """The games of the current round that have no result yet."""
        if not self.rounds:
            return []
        number = len(self.rounds) - 1
        return [(number, match, game) for match in range(len(self.rounds[-1].matches))
                for game in range(self.plan.games) if (number, match, game) not in self.played]

    @property
    def over(self) -> bool:
        here = sum(entrant.here for entrant in self.entrants)
        return self.begun and not self.open_games and (len(self.rounds) >= self.length
                                                       or here < min(self.plan.sizes))

    def number_of(self, key: str) -> int | None:
        """Return the number of the entrant with this key."""
        return next((number for number, one in enumerate(self.entrants) if one.key == key), None)

    def results(self) -> Iterator[tuple[tuple[int, ...], Played]]:
        """Yield the entrants by seat and the result of every game played, in order."""
        for (number, match, game), result in sorted(self.played.items()):
            yield self.rounds[number].matches[match].seats(game), result

    def byes(self, number: int) -> int:
        return sum(number in one.byes for one in self.rounds)

    # --- changes ---

    def after(self, event: Event) -> Course:
        """Return the course after an event; raise BadEvent if it does not fit."""
        match event:
            case Entered():
                return self._entered(event)
            case Left(key):
                return self._left(key)
            case Paired():
                return self._paired(event)
            case Missing():
                game = self._open_game(event, event.absent)
                return replace(self, missing={**self.missing, game: event.absent})
            case Played():
                game = self._open_game(event, (*event.winners, *event.absent))
                if len(event.scores) != len(self.rounds[event.round].matches[event.match].players):
                    raise BadEvent("not the result of this game")
                return replace(self, played={**self.played, game: event})

    def after_all(self, events: Iterable[Event]) -> Course:
        """Return the course after several events in order; raise BadEvent."""
        course = self
        for event in events:
            course = course.after(event)
        return course

    def _entered(self, event: Entered) -> Course:
        number = self.number_of(event.key)
        if number is not None and not self.entrants[number].here:
            return self._with(number, here=True)
        filler = event.level is not None and self.plan.system == "swiss" and not self.open_games
        if number is not None or (self.begun and not filler):
            raise BadEvent("entered too late or twice")
        return replace(self, entrants=(*self.entrants, Entrant(event.key, event.name, event.level, event.id)))

    def _with(self, number: int, *, here: bool) -> Course:
        changed = replace(self.entrants[number], here=here)
        return replace(self, entrants=(*self.entrants[:number], changed, *self.entrants[number + 1:]))

    def _left(self, key: str) -> Course:
        number = self.number_of(key)
        if number is None or not self.entrants[number].here:
            raise BadEvent("nobody to leave")
        if not self.begun:
            return replace(self, entrants=self.entrants[:number] + self.entrants[number + 1:])
        return self._with(number, here=False)

    def _paired(self, event: Paired) -> Course:
        named = [number for match in event.matches for number in match.players] + list(event.byes)
        known = set(range(len(self.entrants)))
        if self.open_games or len(set(named)) < len(named) or not set(named) <= known:
            raise BadEvent("not a round")
        if any(len(match.players) not in self.plan.sizes for match in event.matches):
            raise BadEvent("not tables of this tournament")
        return replace(self, rounds=(*self.rounds, event))

    def _open_game(self, event: Missing | Played, seats: Iterable[int]) -> GameId:
        """Return the open game of an event; raise BadEvent if it is not open or lacks one of the seats."""
        game = event.round, event.match, event.game
        if game not in self.open_games:
            raise BadEvent("no such game is open")
        if not set(seats) <= set(range(len(self.rounds[event.round].matches[event.match].players))):
            raise BadEvent("no such seats")
        return game


# --- points ---


def shares(result: Played) -> tuple[Fraction, ...]:
    """Return the points of every seat: 1 for beating all others, 1/2 for a tie with all of them."""
    return tuple(sum(row, NONE) / (len(result.scores) - 1) for row in compared(result))


def compared(result: Played) -> list[list[Fraction]]:
    """Return the result of every seat against every other: 1 for a win, 1/2 for a tie, else 0.

    Winners rank first, the others by score; a game without winners is a tie. An absent entrant gets 0
    against all; the others are compared with the bot in that seat.
    """
    seats = range(len(result.scores))
    places = [(seat not in result.winners,
               0 if seat in result.winners or not result.winners else -result.scores[seat]) for seat in seats]

    def against(seat: int, other: int) -> Fraction:
        if seat == other or seat in result.absent or places[seat] > places[other]:
            return NONE
        return ONE if places[seat] < places[other] else HALF

    return [[against(seat, other) for other in seats] for seat in seats]


def bye_points(plan: Plan) -> Fraction:
    """Return the points of a bye: those of all games of a pairing."""
    return plan.games * {"win": ONE, "draw": HALF, "none": NONE}[plan.bye]


def points(course: Course) -> list[Fraction]:
    """Return the points of all entrants."""
    found = [course.byes(number) * bye_points(course.plan) for number in range(len(course.entrants))]
    for seats, result in course.results():
        for number, share in zip(seats, shares(result), strict=True):
            found[number] += share
    return found


def firsts(course: Course, number: int) -> int:
    """Return an entrant's balance of first seats: above 0 for more than an equal share, below 0 for fewer."""
    found = 0
    for one in course.rounds:
        for match in one.matches:
            if number in match.players:
                found += len(match.players) - 1 if match.players[0] == number else -1
    return found


def meetings(course: Course) -> dict[tuple[int, int], int]:
    """Count the pairings of every two entrants, the lower number first."""
    found: dict[tuple[int, int], int] = {}
    for one in course.rounds:
        for match in one.matches:
            for pair in pairs_of(match.players):
                found[pair] = found.get(pair, 0) + 1
    return found


def pairs_of(players: Sequence[int]) -> list[tuple[int, int]]:
    """Return all pairs of a table, the lower number first."""
    ordered = sorted(players)
    return [(low, high) for index, low in enumerate(ordered) for high in ordered[index + 1:]]
