"""Pairing of the next round from the course alone: circle method for a round robin, or a Swiss round.

A Swiss round of tables for two is a minimum-weight perfect matching, computed by `networkx`. The costs, each
outweighing all later ones together: repeated byes, repeated pairings, two entrants who both had the first
seat too often or too rarely by more than one game, distance of score groups, the same imbalance of one game,
and deviation from pairing the upper half of a group with the lower half. Larger tables are filled by rank and
improved by swapping entrants until no swap lowers the cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from game.net.club.tournament.course import Course, Match, Paired, firsts, meetings, pairs_of
from game.net.club.tournament.plan import Plan
from game.net.club.tournament.standings import standings

BYE = -1


def next_round(course: Course) -> Paired:
    """Return the next round; the entrants present must suffice for one table."""
    if course.plan.system == "round_robin":
        return _circle(course)
    rows = [row for row in standings(course) if course.entrants[row.number].here]
    ranked = [row.number for row in rows]
    levels = sorted({row.points for row in rows}, reverse=True)
    groups = {row.number: levels.index(row.points) for row in rows}
    if course.plan.seats == 2:
        return _seated(course, *_matching(course, ranked, groups))
    return _seated(course, *_tables(course, ranked, groups))


def missing_bots(plan: Plan, entrants: int) -> int:
    """Return how many bots to add: up to the plan's number, then until no entrant needs a bye."""
    if plan.bots is None:
        return 0
    count = max(entrants, plan.bots.until, min(plan.sizes))
    while _byes_needed(plan, count):
        count += 1
    return count - entrants


def _byes_needed(plan: Plan, count: int) -> int:
    return count - sum(_sizes(plan, count))


def _sizes(plan: Plan, count: int) -> list[int]:
    """Return the table sizes for `count` entrants: the fewest byes, then the most full tables."""
    full, *less = plan.sizes
    best: list[int] = []
    for tables in range(count // full, -1, -1):
        rest = count - tables * full
        sizes = [full] * tables + (less * (rest // less[0]) if less else [])
        if sum(sizes) > sum(best):
            best = sizes
    return best


# --- round robin ---


def _circle(course: Course) -> Paired:
    """Pair by the circle method: the last entrant is fixed, the others rotate; a full cycle swaps seats."""
    count = len(course.entrants)
    even = count + count % 2
    turn, number = divmod(len(course.rounds), even - 1)
    matches, byes = [], []
    for high, low in _circle_pairs(even, number):
        pair = (high, low) if turn % 2 == 0 else (low, high)
        here = [one for one in pair if one < count and course.entrants[one].here]
        if len(here) == 2:
            matches.append(Match(pair))
        else:
            byes += here
    return Paired(tuple(matches), tuple(byes))


def _circle_pairs(even: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of a round; the first seat alternates for every entrant but one."""
    ring, last = even - 1, even - 1
    first = (number, last) if number % 2 == 0 else (last, number)
    pairs = [((number + step) % ring, (number - step) % ring) for step in range(1, even // 2)]
    return [first, *(pair if step % 2 else pair[::-1] for step, pair in enumerate(pairs))]


# --- Swiss, tables for two ---


Groups: TypeAlias = dict[int, int]
"""The score group of each entrant: 0 for the most points, 1 for the next."""


def _matching(course: Course, ranked: Sequence[int], groups: Groups) -> tuple[list[list[int]], list[int]]:
    from networkx import Graph, min_weight_matching  # noqa: PLC0415 - only the director needs it

    nodes = [*ranked, BYE] if len(ranked) % 2 else list(ranked)
    cost = _cost(course, ranked, groups)
    graph = Graph()
    for index, one in enumerate(nodes):
        for other in nodes[index + 1:]:
            graph.add_edge(one, other, weight=cost(one, other))
    order = {number: place for place, number in enumerate(nodes)}
    pairs = sorted((sorted(pair, key=order.__getitem__) for pair in min_weight_matching(graph)),
                   key=lambda pair: order[pair[0]])
    return [pair for pair in pairs if BYE not in pair], [pair[0] for pair in pairs if BYE in pair]


def _cost(course: Course, ranked: Sequence[int], groups: Groups) -> Callable[[int, int], int]:
    """Return the cost function of a pairing; each criterion outweighs all later ones together."""
    place = {number: index for index, number in enumerate(ranked)}
    size = {group: list(groups.values()).count(group) for group in groups.values()}
    met, begun = meetings(course), {number: firsts(course, number) for number in ranked}
    base = 1 + (1 + len(ranked) + len(course.rounds)) ** 3

    def weigh(*reasons: int) -> int:
        total = 0
        for reason in reasons:
            total = total * base + reason
        return total

    def cost(one: int, other: int) -> int:
        if other == BYE:
            last = max(groups.values())
            return weigh(course.byes(one), 0, 0, (last - groups[one]) ** 2, 0, len(ranked) - place[one])
        again = met.get((min(one, other), max(one, other)), 0)
        both = max(0, min(abs(begun[one]), abs(begun[other]))) if begun[one] * begun[other] > 0 else 0
        apart = abs(place[one] - place[other])
        fold = abs(apart - size[groups[one]] // 2) if groups[one] == groups[other] else apart
        return weigh(0, again, max(0, both - 1), (groups[one] - groups[other]) ** 2, both, fold)

    return cost


# --- Swiss, tables for several ---


def _tables(course: Course, ranked: Sequence[int], groups: Groups) -> tuple[list[list[int]], list[int]]:
    """Fill tables by rank; swap entrants while that reduces repeated meetings, then score differences."""
    sizes = _sizes(course.plan, len(ranked))
    spare = len(ranked) - sum(sizes)
    byes = sorted(ranked[::-1], key=course.byes)[:spare]
    playing = [number for number in ranked if number not in byes]
    tables, at = [], 0
    for size in sizes:
        tables.append(playing[at:at + size])
        at += size
    met = meetings(course)
    cost = partial(_table_cost, met, groups)
    while _exchange(tables, cost):
        pass
    return tables, byes


def _table_cost(met: dict[tuple[int, int], int], groups: Groups, table: Sequence[int]) -> tuple[int, int]:
    pairs = pairs_of(table)
    return (sum(met.get(pair, 0) ** 2 for pair in pairs),
            sum((groups[low] - groups[high]) ** 2 for low, high in pairs))


def _exchange(tables: list[list[int]], cost: Callable[[Sequence[int]], tuple[int, int]]) -> bool:
    """Make the first swap between two tables that lowers the cost; return whether there was one."""
    costs = [cost(table) for table in tables]
    for left in range(len(tables)):
        for right in range(left + 1, len(tables)):
            now = _sum(costs[left], costs[right])
            for i in range(len(tables[left])):
                for j in range(len(tables[right])):
                    one, other = list(tables[left]), list(tables[right])
                    one[i], other[j] = other[j], one[i]
                    if _sum(cost(one), cost(other)) < now:
                        tables[left], tables[right] = one, other
                        return True
    return False


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


# --- first seats ---


def _seated(course: Course, tables: Sequence[Sequence[int]], byes: Sequence[int]) -> Paired:
    """Seat each table by the balance of first seats, lowest first; rotate ties by table and round."""
    matches = []
    for number, table in enumerate(tables):
        shift = (number + len(course.rounds)) % len(table)
        in_turn = [*table[shift:], *table[:shift]]
        matches.append(Match(tuple(sorted(in_turn, key=partial(firsts, course)))))
    return Paired(tuple(matches), tuple(byes))
