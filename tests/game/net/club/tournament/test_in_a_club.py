"""Tournaments in a real club: workers over a real server, real lines, and a program with its screens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.commands.dispatch import run
from game.endurance.net import cluster
from game.net.bots import Autopilot
from game.net.club.happenings import Answered, Entered, Matched
from game.net.club.identity import new_identity
from game.net.club.pins import visited
from game.net.club.tournament.course import Course
from game.net.club.tournament.director import Director
from game.net.club.tournament.plan import Plan
from game.net.club.worker.worker import Worker
from game.screens.club.door import Door
from game.screens.club.lobby import Lobby
from game.screens.club.tournament import TournamentPage
from game.table.remote.scene import RemoteTable
from rules.catalog import GAMES
from tests.kit.club import ClubHere, Guest
from tests.kit.desk import Desk

pytestmark = pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not())
PAIR = next(game.id for game in GAMES.values() if game.players == (2, 2))
PLAN = Plan("cup", "Cup", PAIR, "swiss", rounds=2, start_people=4, wait_seconds=60, break_seconds=0)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubHere]:
    here = ClubHere(tmp_path_factory.mktemp("club"))
    try:
        here.worker(Director)
        here.worker(Director)
        yield here
    finally:
        here.close()


def announce(club: ClubHere, plan: Plan) -> None:
    club.run(_director(club.workers[0]).announce(plan))


def _director(worker: Worker) -> Director:
    assert isinstance(worker.events, Director)
    return worker.events


def course_of(club: ClubHere, tournament: str) -> Course:
    found = _director(club.workers[-1]).course(tournament)
    assert found is not None
    return found


class Player:
    """A guest whose bot goes to every table that waits for it."""

    def __init__(self, guest: Guest):
        self.guest = guest
        self.pilot: Autopilot | None = None

    def act(self) -> None:
        visit = self.guest.visit
        for one in visit.poll():
            if isinstance(one, Matched):
                self._go_to(one.table)
            elif isinstance(one, Entered):  # the call may have come while the line was lost
                for row in one.welcome.seats:
                    if row.phase == "waiting" and row.table != visit.table:
                        self._go_to(row.table)
        if self.pilot is not None:
            self.pilot.take(self.pilot.client.poll())
            self.pilot.act()

    def _go_to(self, table: str) -> None:
        self.pilot = Autopilot(self.guest.visit.go_to(table), "easy", timed=False)


def test_a_tournament_is_played_to_its_end_although_the_worker_that_directs_it_goes(club: ClubHere) -> None:
    announce(club, PLAN)
    third = club.worker(Director)
    people = [Player(club.guest(name, third)) for name in ("Ada", "Ben", "Clara", "Dan")]
    for one in people:
        one.guest.wait(Entered)
        one.guest.visit.ask("enrol", {"id": "cup"})
        one.guest.wait(Answered, method="enrol")
    moved, end = False, time.monotonic() + 120
    while not course_of(club, "cup").over:
        assert time.monotonic() < end, course_of(club, "cup")
        for one in people:
            one.act()
        if not moved and course_of(club, "cup").played:
            moved = True
            club.end(next(worker for worker in club.workers if worker.leases.directs))
        time.sleep(0.005)
    course = course_of(club, "cup")
    assert moved and len(course.rounds) == 2 and len(course.played) == 4
    assert not any(result.absent for result in course.played.values())


def test_the_results_of_a_tournament_are_printed_and_written(club: ClubHere, tmp_path: Path,
                                                             capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["club", "--nats", ",".join(club.cluster.urls), "--ca", str(club.cluster.ca), "--results", "cup"]
    assert run(asked, lambda _: 1) == 0
    assert capsys.readouterr().out.startswith("rank,name,id,bot,points")
    assert run([*asked, "--out", str(tmp_path)], lambda _: 1) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"cup.csv", "cup-games.csv", "cup.json"}


def test_a_program_enters_a_club_takes_part_and_plays_in_its_window(club: ClubHere, tmp_path: Path) -> None:
    announce(club, replace(PLAN, id="window", rounds=1, start_people=2))
    rival = Player(club.guest("Emil", identity=new_identity()))
    rival.guest.wait(Entered)
    rival.guest.visit.ask("enrol", {"id": "window"})
    rival.guest.wait(Answered, method="enrol")
    desk = Desk(tmp_path)
    desk.app.settings.name = "Klara"
    desk.app.settings.speed = "none"
    door = Door(desk.app)
    desk.app.push(door)
    door.address = f"127.0.0.1:{club.workers[0].port}"
    door.enter_club()

    def wait(ready: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + 60
        while not ready():
            assert time.monotonic() < end, what
            rival.act()
            desk.app.step([], 16)
            time.sleep(0.002)

    wait(lambda: isinstance(desk.scene, Lobby), "the club lets it in")
    lobby = desk.scene
    lobby.show_list("tournaments")
    wait(lambda: any(head.id == "window" for head in lobby.shown), "the tournament is listed")
    lobby.chosen = next(head for head in lobby.shown if head.id == "window")
    lobby.rebuild()
    lobby.primary.action()
    wait(lambda: isinstance(desk.scene, TournamentPage) and desk.scene.page is not None, "its page opens")
    desk.scene.primary.action()
    wait(lambda: isinstance(desk.scene, RemoteTable), "the own table opens by itself")
    table = desk.scene
    pilot = Autopilot(table.client, "easy", timed=False)

    def over() -> bool:
        pilot.act()
        return table.client.record is not None

    wait(over, "the game ends")
    desk.scene.app.home(lobby)
    wait(lambda: course_of(club, "window").over, "the tournament is over")
    assert {row.name for row in course_of(club, "window").entrants} == {"Klara", "Emil"}
    assert Door(desk.app).known == [door.address], "the club is remembered"
    desk.app.close()
    for port in (club.workers[1].port, club.workers[0].port):
        again = club.guest("Klara", identity=new_identity(), folder=tmp_path, worker=next(
            worker for worker in club.workers if worker.port == port))
        again.wait(Entered)
    assert visited(tmp_path) == [door.address, f"127.0.0.1:{club.workers[1].port}"], "the last one first"
