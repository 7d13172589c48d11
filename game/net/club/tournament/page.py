"""The public view of a tournament, for the window and as JSON; contains names and ids, never keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from game.net.club.tournament.course import Course, shares
from game.net.club.tournament.plan import MOST_ENTRANTS, TieBreak
from game.net.club.tournament.standings import standings
from game.net.protocol import clean
from rules.kit.plain import BadPlain, Plain, from_plain

LONGEST_SHOWN = 60
DEEPEST = 8
LATEST = 32503680000.0
"""The year 3000; operating systems cannot show times far beyond."""
Phase = Literal["entering", "playing", "break", "over"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings."""

    rank: int
    name: str
    id: str
    level: str | None
    """The level of a bot; None for a person."""
    points: float
    tie_breaks: tuple[float, ...]
    won: int
    drawn: int
    lost: int
    here: bool
    you: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One table of the shown round."""

    table: str
    """The table id of the current game, or of the last one if all are over."""
    names: tuple[str, ...]
    ids: tuple[str, ...]
    """Empty for bots."""
    points: tuple[float, ...]
    games: int
    """The number of finished games."""
    over: bool
    you: bool


@dataclass(frozen=True, slots=True)
class Head:
    """One tournament in the list."""

    id: str
    name: str
    game: str
    variant: str
    phase: Phase
    round: int
    """The current round, from 1; 0 before the first."""
    rounds: int
    people: int
    starts_at: float | None
    """The planned start in seconds since 1970; None if the file names none or the tournament has begun."""
    waits_for: int
    """The number of people required for the start; 0 if only the time decides."""
    entered: bool
    may_enter: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A tournament with its standings and one of its rounds."""

    head: Head
    system: Literal["swiss", "round_robin"]
    next_at: float | None
    """The start of the next round in seconds since 1970; None outside a break."""
    tie_breaks: tuple[TieBreak, ...]
    rows: tuple[Row, ...]
    shown: int
    """The round of `tables`, from 1; 0 before the first."""
    tables: tuple[Line, ...]
    byes: tuple[str, ...]
    table: str
    """The table at which the viewer plays now; empty if there is none."""


def table_id(course: Course, number: int, match: int, game: int) -> str:
    return f"{course.plan.id}-r{number + 1}-t{match + 1}-g{game + 1}"


def next_at(course: Course) -> float | None:
    """Return the start of the next round; None during a round, before the first and at the end."""
    if not course.begun or course.open_games or course.over:
        return None
    number = len(course.rounds) - 1
    ends = [result.at for (round_, _, _), result in course.played.items() if round_ == number]
    return max(ends, default=course.rounds[-1].at) + course.plan.break_seconds


def phase_of(course: Course) -> Phase:
    if course.over:
        return "over"
    if not course.begun:
        return "entering"
    return "playing" if course.open_games else "break"


def head_of(course: Course, key: str = "", *, may_enter: bool = False) -> Head:
    """Return the list entry of a tournament for the owner of `key`; an empty key is an anonymous viewer."""
    plan, number = course.plan, course.number_of(key) if key else None
    entered = number is not None and course.entrants[number].here
    return Head(plan.id, plan.name, plan.game, plan.variant, phase_of(course), len(course.rounds),
                course.length if course.begun else plan.rounds,
                sum(one.level is None and one.here for one in course.entrants),
                None if course.begun else plan.start_at, people_needed(course), entered, may_enter)


def people_needed(course: Course) -> int:
    """Return the number of people required for the start; 0 if only the time decides."""
    plan = course.plan
    if plan.start_people or plan.start_at is not None:
        return plan.start_people
    return len(plan.entrants) or plan.most


def page_of(course: Course, shown: int | None = None) -> Page:
    """Return the page for an anonymous viewer; `shown` is a round from 1, None for the current one."""
    shown = len(course.rounds) if shown is None else max(0, min(shown, len(course.rounds)))
    present = course.rounds[shown - 1] if shown else None
    count = len(present.matches) if present else 0
    lines = tuple(_line(course, shown - 1, match) for match in range(count))
    byes = tuple(course.entrants[number].name for number in present.byes) if present else ()
    return Page(head_of(course), course.plan.system, next_at(course), course.plan.tie_breaks,
                tuple(_rows(course)), shown, lines, byes, "")


def seen_by(page: Page, course: Course, key: str, *, may_enter: bool) -> Page:
    """Personalize a page for the owner of `key`."""
    number = course.number_of(key)
    own = course.entrants[number].id if number is not None else None
    lines = tuple(replace(line, you=own in line.ids) if own else line for line in page.tables)
    waits = [line.table for line in lines if line.you and not line.over and page.shown == len(course.rounds)]
    return replace(page, head=head_of(course, key, may_enter=may_enter), tables=lines,
                   rows=tuple(replace(row, you=row.id == own) if own else row for row in page.rows),
                   table=waits[0] if waits else "")


def _rows(course: Course) -> list[Row]:
    rows = []
    for standing in standings(course):
        one = course.entrants[standing.number]
        rows.append(Row(standing.rank, one.name, one.id, one.level, _shown(standing.points),
                        tuple(map(_shown, standing.tie_breaks)), standing.won, standing.drawn, standing.lost,
                        one.here, False))
    return rows


def _line(course: Course, number: int, match: int) -> Line:
    players = course.rounds[number].matches[match].players
    games = [game for game in range(course.plan.games) if (number, match, game) in course.played]
    total = dict.fromkeys(players, Fraction())
    for game in games:
        seats = course.rounds[number].matches[match].seats(game)
        for one, share in zip(seats, shares(course.played[number, match, game]), strict=True):
            total[one] += share
    last = min(len(games), course.plan.games - 1)
    people = [course.entrants[one] for one in players]
    return Line(table_id(course, number, match, last), tuple(one.name for one in people),
                tuple(one.id for one in people), tuple(_shown(total[one]) for one in players), len(games),
                len(games) == course.plan.games, False)


def _shown(value: Fraction) -> float:
    return round(float(value), 2)


# --- parsing ---


def read_head(data: Plain) -> Head:
    """Parse and clean a list entry received from a club; raise BadPlain."""
    head = from_plain(Head, _cleaned(data))
    _check_times(head.starts_at)
    return head


def read_page(data: Plain) -> Page:
    """Parse and clean a page received from a club; raise BadPlain."""
    page = from_plain(Page, _cleaned(data))
    _check_times(page.head.starts_at, page.next_at)
    if (not 0 <= page.shown <= page.head.round or len(page.rows) > MOST_ENTRANTS
            or len(page.tables) > MOST_ENTRANTS or len(page.byes) > MOST_ENTRANTS
            or any(len(row.tie_breaks) != len(page.tie_breaks) for row in page.rows)):
        raise BadPlain("not a page")
    return page


def _check_times(*times: float | None) -> None:
    if any(at is not None and not 0 <= at < LATEST for at in times):
        raise BadPlain("no time of this millennium")


def _cleaned(data: Plain, depth: int = 0) -> Plain:
    if depth > DEEPEST:
        raise BadPlain("too deep")
    if isinstance(data, str):
        return clean(data, LONGEST_SHOWN)
    if isinstance(data, list):
        return [_cleaned(part, depth + 1) for part in data]
    if isinstance(data, dict):
        return {key: _cleaned(part, depth + 1) for key, part in data.items()}
    return data
