"""Pictures of the screens that show people: their page, honours, the calendar, the setup."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from game import routes
from game.app import App
from game.boards.measures.shots import Screens, Show
from game.data.history import Result, SeatResult, daily_seed
from game.honours import honours_of
from rules.catalog import GAMES

PLAYED = [game.id for game in GAMES.values() if game.players[0] <= 2 <= game.players[1]][:3]
"""The games played by an invented family."""
DAILY = [game.id for game in GAMES.values() if game.solitaire][:1]
SEATS = (("Ada", "human"), ("Klara", "human"), ("Cleo", "bot"), ("Dario", "bot"))
LARGE = next(game.id for game in GAMES.values() if game.players[1] >= len(SEATS) and game.players[0] > 1)
"""A game with many seats, for the setup screen."""


def fill_people(app: App) -> None:
    """Add three people with many results and honours."""
    people = app.history.people
    family = [people.named(name) for name in ("Ada", "Bruno", "Klara")]
    ids = [person.id for person in family if person is not None]
    today = date.today()
    for i in range(46):
        day = today - timedelta(days=45 - i)
        scores = (290 + i * 7 % 60, 240 + i * 13 % 90)
        other = ids[1 + i % 2] if i % 4 else None
        won = scores[0] >= scores[1]
        rival = (SeatResult("Bruno" if other == ids[1] else "Klara", scores[1], not won, other) if other else
                 SeatResult("Cleo", scores[1], not won, None, "bot", ("medium", "hard")[i % 2]))
        result = Result(PLAYED[i % len(PLAYED)], "classic", 2, 900 + i, won, "out", scores[0], 40, 300.0 + i,
                        ended=f"{day.isoformat()} 19:00:00")
        app.history.add(result, [SeatResult("Ada", scores[0], won, ids[0]), rival])
    for game in DAILY:
        _fill_days(app, game, ids[0], today)
    for game in (*DAILY, *PLAYED):
        for number, honour in enumerate(honours_of(game)):
            if number % 3 != 2:
                people.award(ids[0], game, honour.id, (today - timedelta(days=number * 5)).isoformat())


def _fill_days(app: App, game: str, person: int, today: date) -> None:
    """Add deals of the day, with a gap every week."""
    for i in range(1, 34):
        day = today - timedelta(days=i)
        if i % 7 != 5:
            won = i % 6 != 0
            app.history.add(
                Result(game, "classic", 1, daily_seed(day), won, "won" if won else "stuck",
                       25 if won else 17, 25, 120.0 + i * 7, daily=day.isoformat(),
                       ended=f"{day.isoformat()} 08:00:00"),
                [SeatResult("Ada", 25, won, person)])


def _above_shelf(route: routes.Route) -> Show:
    def show(app: App) -> None:
        fill_people(app)
        app.open(routes.Shelf())
        app.open(route)
    return show


def _picker(app: App) -> None:
    _above_shelf(routes.Setup(LARGE))(app)
    app.step([], 16)
    scene: Any = app.top
    scene.pick_person(0)


def _setup(app: App) -> None:
    fill_people(app)
    app.open(routes.Shelf())
    scene: Any = routes.Setup(LARGE).load()(app, LARGE)
    scene.choices["seats"] = [{"name": name, "kind": kind, "level": "medium"} for name, kind in SEATS]
    app.push(scene)


SCREENS_OF_PEOPLE: Screens = {
    "people": _above_shelf(routes.People()),
    "honours": _above_shelf(routes.Honours()),
    "calendar": _above_shelf(routes.Calendar()),
    "setup_people": _setup,
    "picker": _picker,
    "statistics_people": _above_shelf(routes.Statistics()),
}
