"""The screens of game/shots/screens.py that show people: their page, honours, the calendar, the setup."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.app import App


def fill_people(app: App) -> None:
    """A family that plays a lot, with what it has earned."""
    from game.data.history import Result, SeatResult, daily_seed
    from game.honours import honours_of

    people = app.history.people
    family = [people.named(name) for name in ("Ada", "Bruno", "Klara")]
    ids = [one.id for one in family if one is not None]
    today = date.today()
    for i in range(46):
        day = today - timedelta(days=45 - i)
        game, scores = (("kwinty", (i % 5, (i * 3) % 4)), ("tripple_domino", (290 + i * 7 % 60, 240 + i * 13 % 90)),
                        ("turris", (40 + i % 17, 38 + i * 5 % 19)))[i % 3]
        other = ids[1 + i % 2] if i % 4 else None
        won = scores[0] >= scores[1]
        rival = SeatResult("Bruno" if other == ids[1] else "Klara", scores[1], not won, other) if other else SeatResult(
            "Cleo", scores[1], not won, None, "bot", ("medium", "hard")[i % 2])
        app.history.add(Result(game, "classic", 2, 900 + i, won, "out", scores[0], 40, 300.0 + i,
                               ended=f"{day.isoformat()} 19:00:00"), [SeatResult("Ada", scores[0], won, ids[0]), rival])
    for i in range(1, 34):
        day = today - timedelta(days=i)
        if i % 7 != 5:
            won = i % 6 != 0
            app.history.add(
                Result("turm_domino", "classic", 1, daily_seed(day), won, "won" if won else "stuck", 25 if won else 17,
                       25, 120.0 + i * 7, daily=day.isoformat(), ended=f"{day.isoformat()} 08:00:00"),
                [SeatResult("Ada", 25, won, ids[0])])
    for game in ("turm_domino", "tripple_domino", "kwinty", "turris"):
        for number, honour in enumerate(honours_of(game)):
            if number % 3 != 2:
                people.award(ids[0], game, honour.id, (today - timedelta(days=number * 5)).isoformat())


def people(app: App) -> None:
    from game.screens.people.scene import PeopleScene
    from game.screens.shelf import Shelf

    fill_people(app)
    app.push(Shelf(app))
    app.push(PeopleScene(app))


def honours(app: App) -> None:
    from game.screens.people.honours import HonoursScene
    from game.screens.shelf import Shelf

    fill_people(app)
    app.push(Shelf(app))
    app.push(HonoursScene(app))


def calendar(app: App) -> None:
    from game.screens.people.calendar import CalendarScene
    from game.screens.shelf import Shelf

    fill_people(app)
    app.push(Shelf(app))
    app.push(CalendarScene(app))


def picker(app: App) -> None:
    from game.screens.setup.scene import Setup
    from game.screens.shelf import Shelf

    fill_people(app)
    app.push(Shelf(app))
    scene: Any = Setup(app, "tripple_domino")
    app.push(scene)
    app.step([], 16)
    scene.pick_person(0)


def setup_people(app: App) -> None:
    from game.screens.setup.scene import Setup
    from game.screens.shelf import Shelf

    fill_people(app)
    app.push(Shelf(app))
    scene: Any = Setup(app, "tripple_domino")
    scene.choices["seats"] = [{"name": name, "kind": kind, "level": "medium"} for name, kind in (
        ("Ada", "human"), ("Klara", "human"), ("Cleo", "bot"), ("Dario", "bot"))]
    app.push(scene)


def statistics_people(app: App) -> None:
    from game.screens.shelf import Shelf
    from game.screens.statistics.scene import Statistics

    fill_people(app)
    app.push(Shelf(app))
    app.push(Statistics(app))


SCREENS_OF_PEOPLE = {"people": people, "honours": honours, "calendar": calendar, "setup_people": setup_people,
                     "picker": picker, "statistics_people": statistics_people}
