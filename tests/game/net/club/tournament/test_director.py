"""The director: opens tables, hears results, pairs rounds, and goes on after any restart."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from game.net.club.desk import MemoryBucket, MemoryTables, Person, Result, TableState, Taken
from game.net.club.tournament.course import Course, Entered
from game.net.club.tournament.director import REQUESTS, Director
from game.net.club.tournament.page import Page, read_head, read_page
from game.net.club.tournament.plan import Bots, Invited, Plan
from game.net.club.tournament.results import as_csv, as_json, games_csv
from game.net.protocol import Params, Refused
from game.net.table.chairs import Who
from rules.catalog import GAMES
from rules.kit.plain import BadPlain

PAIR = next(game.id for game in GAMES.values() if game.players == (2, 2))
PLAN = Plan("cup", "Cup", PAIR, "swiss", rounds=3, start_people=4, wait_seconds=60, break_seconds=10)


def person(name: str) -> Person:
    return Person(name.encode().hex().rjust(64, "0"), Who(name))


PEOPLE = [person(name) for name in ("Ada", "Bruno", "Clara", "David", "Emil")]


@dataclass
class Club:
    """A director with the buckets and tables of this process, and a clock."""

    plan: Plan = PLAN
    bucket: MemoryBucket = field(default_factory=MemoryBucket)
    tables: MemoryTables = field(default_factory=MemoryTables)
    now: float = 1000.0

    def __post_init__(self) -> None:
        self.director = Director(self.bucket, self.tables)
        asyncio.run(self.director.announce(self.plan))

    def step(self, seconds: float = 1.0) -> Course:
        self.now += seconds
        asyncio.run(self.director.step(self.now))
        return self.course

    @property
    def course(self) -> Course:
        course = self.director.course(self.plan.id)
        assert course is not None
        return course

    def ask(self, who: Person, method: str, **params: object) -> Params:
        assert REQUESTS[method].fits({"id": self.plan.id, **params} if method != "tournaments" else {})
        return asyncio.run(self.director.handle(who, method, {"id": self.plan.id, **params}))

    def page(self, who: Person) -> Page:
        return read_page(self.ask(who, "tournament")["page"])

    def enrol(self, *people: Person) -> None:
        for one in people:
            self.ask(one, "enrol")

    @property
    def waiting(self) -> list[str]:
        return [table for table in self.tables.orders if table not in self.tables.results]

    def sitter(self, table: str, seat: int) -> Person:
        key = self.tables.orders[table].seats[seat].key
        return next(one for one in PEOPLE if one.key == key)

    def finish(self, table: str, winner: int = 0) -> None:
        seats = self.tables.orders[table].seats
        keys = tuple(one.key for one in seats)
        scores = tuple(10 if seat == winner else 3 for seat in range(len(seats)))
        self.tables.results[table] = Result(table, True, scores, (winner,), keys)

    def arrive(self, table: str, *people: Person, begun: bool = False) -> None:
        self.tables.states[table] = TableState(begun, frozenset(one.id for one in people))


def test_a_tournament_is_played_from_the_first_entry_to_the_last_result() -> None:
    club = Club()
    assert not club.step().begun, "nobody is there"
    club.enrol(*PEOPLE[:4])
    course = club.step()
    assert len(course.rounds) == 1
    club.step()
    assert club.waiting == ["cup-r1-t1-g1", "cup-r1-t2-g1"]
    order = club.tables.orders["cup-r1-t1-g1"]
    assert (order.game, order.event) == (PAIR, "cup")
    assert {seat.key for table in club.waiting for seat in club.tables.orders[table].seats} == {
        one.key for one in PEOPLE[:4]}
    for _ in range(3):
        for table in club.waiting:
            club.finish(table)
        assert not club.step().open_games
        assert club.page(PEOPLE[0]).head.phase in ("break", "over")
        club.step(PLAN.break_seconds)
        club.step()
    assert club.course.over
    page = club.page(PEOPLE[1])
    assert page.head.phase == "over" and [row.you for row in page.rows].count(True) == 1
    assert sum(row.points for row in page.rows) == 6


def test_another_worker_goes_on_where_one_stopped_at_any_moment() -> None:
    """Every step is made by a new director, and by a second one that believes to direct as well."""
    rng = Random(1)
    club = Club(replace(PLAN, games=2))
    club.enrol(*PEOPLE)
    for _ in range(400):
        club.director = Director(club.bucket, club.tables)
        second = Director(club.bucket, club.tables)
        club.step(5)
        asyncio.run(second.step(club.now))
        if club.waiting and rng.random() < 0.7:
            club.finish(rng.choice(club.waiting), rng.randrange(2))
        if club.course.over:
            break
    course = club.course
    assert course.over and len(course.rounds) == 3
    assert len(course.played) == len(club.tables.orders) == 3 * 2 * 2, "nothing is played or counted twice"
    seats = [club.tables.orders[f"cup-r1-t1-g{game}"].seats for game in (1, 2)]
    assert seats[0] == seats[1][::-1], "seats change after each game"


def test_two_directors_never_both_write() -> None:
    club = Club()
    club.enrol(*PEOPLE[:4])
    late = Director(Stale(club.bucket), club.tables)
    course = club.step()
    asyncio.run(late.step(club.now + 50))
    assert club.director.course("cup") == course


class Stale(MemoryBucket):
    """A bucket that has not heard of the last changes yet."""

    def __init__(self, bucket: MemoryBucket):
        super().__init__(dict(bucket.entries), bucket.revision)
        self._bucket = bucket

    async def update(self, key: str, value: Params, revision: int) -> int:
        if self._bucket.entries[key].revision != revision:
            raise Taken
        return await self._bucket.update(key, value, revision)


# --- who does not come ---


def test_somebody_who_does_not_come_loses_by_time_and_plays_no_further_round() -> None:
    club = Club()
    club.enrol(*PEOPLE[:4])
    club.step()
    first, second = club.waiting
    club.arrive(first, club.sitter(first, 1))
    club.arrive(second, begun=True)
    course = club.step(PLAN.wait_seconds + 1)
    assert club.tables.stopped == [first], "a game that has begun is not stopped"
    club.finish(second)
    course = club.step()
    assert course.played[0, 0, 0].absent == (0,) and course.played[0, 0, 0].winners == (1,)
    gone = course.rounds[0].matches[0].players[0]
    assert not course.entrants[gone].here
    course = club.step(PLAN.break_seconds)
    assert len(course.rounds) == 2 and len(course.rounds[1].byes) == 1, "three are left"
    back = next(one for one in PEOPLE if one.key == course.entrants[gone].key)
    assert club.page(back).head.may_enter
    club.enrol(back)
    assert club.course.entrants[gone].here, "whoever comes late plays from the next round on"


def test_a_bot_plays_for_somebody_who_does_not_come_if_the_plan_says_so() -> None:
    club = Club(replace(PLAN, absent="bot", bots=Bots("hard")))
    club.enrol(*PEOPLE[:4])
    club.step()
    table = club.waiting[0]
    club.arrive(table, club.sitter(table, 1))
    club.step(PLAN.wait_seconds + 1)
    assert club.tables.begun == {table: "hard"}
    club.finish(table, 0)
    course = club.step()
    assert course.played[0, 0, 0].absent == (0,)
    assert not any(one.points for one in club.page(PEOPLE[0]).rows), "the bot won, for nobody"


def test_a_game_that_takes_too_long_is_scored_as_it_stands() -> None:
    club = Club(replace(PLAN, game_seconds=600))
    club.enrol(*PEOPLE[:4])
    club.step()
    for table in club.waiting:
        club.arrive(table, *PEOPLE[:4], begun=True)
    club.step(601)
    assert len(club.tables.stopped) == 2
    course = club.step()
    assert [result.winners for result in course.played.values()] == [(0, 1), (0, 1)]


def test_a_table_that_nobody_hears_of_is_waited_for_and_at_last_a_draw() -> None:
    club = Club()
    club.enrol(*PEOPLE[:4])
    club.step()
    assert not club.step(2 * PLAN.wait_seconds).played
    course = club.step(3 * PLAN.wait_seconds)
    assert [result.winners for result in course.played.values()] == [(), ()]
    assert all(one.here for one in course.entrants)


def test_if_nobody_comes_to_a_table_nobody_wins() -> None:
    for plan in (PLAN, replace(PLAN, absent="bot", bots=Bots("easy"))):
        club = Club(plan)
        club.enrol(*PEOPLE[:4])
        club.step()
        for table in club.waiting:
            club.arrive(table)
        course = club.step(PLAN.wait_seconds + 1)
        assert [result.absent for result in course.played.values()] == [(0, 1), (0, 1)]
        assert course.over, "nobody is left"


# --- entering ---


@pytest.mark.parametrize(("plan", "who", "key"), [
    (replace(PLAN, entrants=(Invited("Ada"), Invited("Ed"))), person("Zoe"), "tournament.refuse.not_invited"),
    (replace(PLAN, entrants=(Invited("Zoe", "0123456789"),)), person("Zoe"), "tournament.refuse.not_invited"),
    (replace(PLAN, most=2), person("Zoe"), "tournament.refuse.full")])
def test_who_may_not_enter_is_told_why(plan: Plan, who: Person, key: str) -> None:
    club = Club(plan)
    if not plan.entrants:
        club.enrol(*PEOPLE[:2])
    with pytest.raises(Refused) as refused:
        club.ask(who, "enrol")
    assert refused.value.phrase.key == key
    assert not club.page(who).head.may_enter


def test_the_invited_enter_by_their_id_or_by_the_name_that_is_still_free() -> None:
    club = Club(replace(PLAN, entrants=(Invited("Ada", PEOPLE[0].id), Invited("Bruno"))))
    club.enrol(Person(PEOPLE[0].key, Who("Somebody")), PEOPLE[1])
    assert [one.name for one in club.course.entrants] == ["Ada", "Bruno"]
    with pytest.raises(Refused):
        club.ask(Person("f" * 64, Who("bruno")), "enrol")


def test_two_of_the_same_name_are_told_apart() -> None:
    club = Club()
    club.enrol(PEOPLE[0], Person("f" * 64, Who("ADA")))
    assert [one.name for one in club.course.entrants] == ["Ada", "ADA 2"]


def test_one_may_withdraw_before_and_during_a_tournament() -> None:
    club = Club()
    club.enrol(*PEOPLE[:4])
    club.ask(PEOPLE[0], "withdraw")
    assert len(club.course.entrants) == 3
    club.enrol(PEOPLE[0])
    club.step()
    club.ask(PEOPLE[0], "withdraw")
    assert [one.here for one in club.course.entrants] == [True, True, True, False]
    with pytest.raises(Refused) as refused:
        club.ask(PEOPLE[4], "enrol")
    assert refused.value.phrase.key == "tournament.refuse.begun"


def test_a_tournament_begins_at_its_time_with_bots_for_those_who_are_missing() -> None:
    club = Club(replace(PLAN, start_people=0, start_at=2000.0, bots=Bots("easy", 4)))
    club.enrol(PEOPLE[0])
    assert not club.step(500).begun
    course = club.step(600)
    assert course.begun and [one.level for one in course.entrants] == [None, "easy", "easy", "easy"]
    assert not course.rounds[0].byes


def test_an_unknown_tournament_is_refused_and_a_damaged_entry_left_alone() -> None:
    club = Club()
    asyncio.run(club.bucket.create("bad", {"plan": {"name": 3}, "events": []}))
    club.step()
    assert [row["id"] for row in club.ask(PEOPLE[0], "tournaments")["rows"]] == ["cup"]
    for wrong in ("bad", "none"):
        with pytest.raises(Refused):
            asyncio.run(club.director.handle(PEOPLE[0], "tournament", {"id": wrong}))


def test_nothing_that_is_sent_has_a_key() -> None:
    club = Club()
    club.enrol(*PEOPLE[:4])
    club.step()
    heads = club.ask(PEOPLE[0], "tournaments")
    told = json.dumps([heads, club.ask(PEOPLE[0], "tournament"), as_json(club.course)])
    assert read_head(heads["rows"][0]).entered
    assert not any(one.key in told for one in PEOPLE)
    assert club.page(PEOPLE[0]).table and not club.page(PEOPLE[4]).table


def test_a_page_that_cannot_be_drawn_is_refused() -> None:
    club = Club()
    club.enrol(*PEOPLE[:4])
    club.step()
    page = json.loads(json.dumps(club.ask(PEOPLE[0], "tournament")["page"]))
    assert read_page(page).rows
    head, row = page["head"], page["rows"][0]
    odd = [{**page, "rows": [{**row, "tie_breaks": []}]}, {**page, "rows": [row] * 201},
           {**page, "tables": page["tables"] * 201}, {**page, "byes": [""] * 201}, {**page, "shown": 2},
           {**page, "shown": -1}, {**page, "next_at": 2.0**52}, {**page, "next_at": -1.0},
           {**page, "head": {**head, "starts_at": 2.0**52}}]
    for one in odd:
        with pytest.raises(BadPlain):
            read_page(one)
    with pytest.raises(BadPlain):
        read_head({**head, "starts_at": -1})


def test_a_page_that_is_known_already_is_not_sent_again() -> None:
    club = Club()
    club.enrol(*PEOPLE[:4])
    first = club.ask(PEOPLE[0], "tournament")
    again = club.ask(PEOPLE[0], "tournament", known=first["revision"])
    assert again == {"revision": first["revision"]}
    club.step()
    newer = club.ask(PEOPLE[0], "tournament", known=first["revision"])
    assert newer["revision"] != first["revision"] and newer["page"]["head"]["round"] == 1
    assert club.page(PEOPLE[1]).table != "" and not club.page(PEOPLE[4]).table, "one page, seen by each"


# --- files ---


def test_results_are_written_as_csv_and_json() -> None:
    club = Club()
    club.enrol(Person("e" * 64, Who("=1+1")), *PEOPLE[:3])
    club.step()
    for table in club.waiting:
        club.finish(table)
    course = club.step()
    page = club.page(PEOPLE[0])
    rows = list(csv.DictReader(io.StringIO(as_csv(page))))
    assert [row["points"] for row in rows] == ["1", "1", "0", "0"]
    assert list(rows[0]) == ["rank", "name", "id", "bot", "points", *PLAN.tie_breaks, "won", "drawn", "lost"]
    assert "'=1+1" in {row["name"] for row in rows}, "no spreadsheet takes a name for a formula"
    games = list(csv.DictReader(io.StringIO(games_csv(course))))
    assert [row["table"] for row in games] == ["cup-r1-t1-g1"] * 2 + ["cup-r1-t2-g1"] * 2
    written = json.loads(as_json(course))
    assert written["head"]["name"] == "Cup" and len(written["rounds"][0]["tables"]) == 2


def test_everything_is_rebuilt_from_the_bucket() -> None:
    club = Club()
    club.enrol(*PEOPLE[:4])
    course = club.step()
    assert Director(club.bucket, club.tables).course("cup") == course
    fresh = Course(PLAN).after_all([Entered(one.key, one.name, None, one.id) for one in PEOPLE[:4]])
    assert fresh.entrants == course.entrants
