"""The standings of a tournament: sorted by points, then by the tie-breaks in the order of its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from game.net.club.tournament.course import Course, compared, points
from game.net.club.tournament.plan import TieBreak


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's row of the standings."""

    number: int
    rank: int
    """Shared only by entrants with equal points and tie-breaks."""
    points: Fraction
    tie_breaks: tuple[Fraction, ...]
    """In the order of the plan; head-to-head counts only games against entrants equal in all before it."""
    won: int
    drawn: int
    lost: int


def standings(course: Course) -> list[Standing]:
    """Return the standings, best first; entrants of equal rank are in the order of entering."""
    everybody = range(len(course.entrants))
    total, against, scored = points(course), _against(course), _scored(course)
    values: dict[int, list[Fraction]] = {number: [] for number in everybody}
    groups = _split(list(everybody), total)
    for name in course.plan.tie_breaks:
        found = [Fraction()] * len(total)
        for group in groups:
            for number in group:
                found[number] = _value(name, number, group, total, against, scored)
        for number in everybody:
            values[number].append(found[number])
        groups = [part for group in groups for part in _split(group, found)]
    rows, rank = [], 1
    for group in groups:
        for number in group:
            won, drawn, lost = _tally(course, number)
            rows.append(Standing(number, rank, total[number], tuple(values[number]), won, drawn, lost))
        rank += len(group)
    return rows


def _split(group: Sequence[int], values: Sequence[Fraction]) -> list[list[int]]:
    """Split a group into parts of equal value, the highest first."""
    ordered = sorted(group, key=lambda number: (-values[number], number))
    return [list(part) for _, part in groupby(ordered, key=lambda number: values[number])]


Against = dict[tuple[int, int], list[Fraction]]


def _against(course: Course) -> Against:
    """Map every ordered pair to the results of the first against the second: 1, 1/2 or 0 per game."""
    found: Against = {}
    for seats, result in course.results():
        for seat, row in zip(seats, compared(result), strict=True):
            for other, value in zip(seats, row, strict=True):
                if seat != other:
                    found.setdefault((seat, other), []).append(value)
    return found


def _scored(course: Course) -> list[Fraction]:
    found = [Fraction()] * len(course.entrants)
    for seats, result in course.results():
        for position, number in enumerate(seats):
            if position not in result.absent:
                found[number] += result.scores[position]
    return found


def _value(name: TieBreak, number: int, group: Sequence[int], total: Sequence[Fraction], against: Against,
           scored: Sequence[Fraction]) -> Fraction:
    met = {other: games for (one, other), games in against.items() if one == number}
    if name == "scored":
        return scored[number]
    if name == "head_to_head":
        return sum((sum(met[other], Fraction()) for other in group if other in met), Fraction())
    if name == "buchholz":
        return sum((len(games) * total[other] for other, games in met.items()), Fraction())
    return sum((sum(games, Fraction()) * total[other] for other, games in met.items()), Fraction())


def _tally(course: Course, number: int) -> tuple[int, int, int]:
    """Count the games won, drawn and lost; a shared win counts as drawn, an absence as lost."""
    won = drawn = lost = 0
    for seats, result in course.results():
        if number in seats:
            seat = seats.index(number)
            if seat in result.absent or (result.winners and seat not in result.winners):
                lost += 1
            elif not result.winners or len(result.winners) > 1:
                drawn += 1
            else:
                won += 1
    return won, drawn, lost
