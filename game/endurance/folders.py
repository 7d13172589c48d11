"""Damaged data folders: database, people, records, special files, finished saves. No result may be lost."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

from game import routes
from game.data.history import History
from game.data.occasion import Occasion
from game.data.results import book, result_of
from game.data.store import Store
from game.endurance.files import LONGEST, House, NoAnswer, Report, play_some
from game.endurance.limits import TooLong, within
from game.endurance.mutate import damaged
from game.screens.result.solitaire import settle_saves
from game.screens.shelf.scene import Shelf
from rules.catalog import GAMES, rules_of
from rules.session import Seat, Session

GAMES_PLAYED = 40
LONGEST_GAME = 400
"""Moves after which a game counts as not worth finishing."""
DATABASE, PEOPLE = "results.sqlite", "people.json"
PAGE = 4096


class Folder:
    """A data folder with finished games, which every trial damages and then repairs."""

    def __init__(self, folder: Path, games: int = GAMES_PLAYED):
        self.folder = folder
        self.house = House(folder)
        store, history = self.house.app.store, self.house.app.history
        self.sessions = finished_games(games)
        for number, session in enumerate(self.sessions):
            file(store, history, session, f"game-{number}.json")
        history.close()
        self.good = {name: (folder / name).read_bytes() for name in (DATABASE, PEOPLE)}
        self.records = {path: path.read_bytes() for path in sorted((folder / "records").iterdir())}
        self.expected = len(self.records)

    def repair(self) -> None:
        """Put everything back."""
        self.house.app.history.close()
        for path in [*self.folder.iterdir(), *(self.folder / "saves").glob("*"),
                     *(self.folder / "records").glob("*")]:
            if path.name.startswith(("results.", "people.")) or path.parent != self.folder:
                path.rmdir() if path.is_dir() else path.unlink()
        for name, data in self.good.items():
            (self.folder / name).write_bytes(data)
        for path, data in self.records.items():
            path.write_bytes(data)

    def look(self) -> int:
        """Open the history, the shelf and the statistics; return the number of results."""
        app = self.house.app
        app.history = History(self.folder)
        settle_saves(app)
        app.home()
        app.top.rebuild()
        app.open(routes.Statistics())
        self.house.steps()
        app.home()
        self.house.notices()
        stored = app.history.all_results()
        ids = [one.result.record for one in stored]
        if len(set(ids)) < len(ids):
            raise NoAnswer("a result was booked twice")
        return len(stored)


def finished_games(count: int) -> list[Session]:
    """Play games to their end, at random, one of every kind in turn."""
    found: list[Session] = []
    seed = 0
    while len(found) < count:
        game = list(GAMES)[seed % len(GAMES)]
        low = GAMES[game].players[0]
        seed += 1
        if GAMES[game].race:
            continue
        session = Session(rules_of(game), [Seat(name) for name in ("Ada", "Ben", "Cy", "Di")[:low]], seed)
        while session.game_outcome is None and session.moves < LONGEST_GAME:
            play_some(session, LONGEST_GAME)
            if session.outcome is not None and session.game_outcome is None:
                session.next_round()
        if session.game_outcome is not None:
            found.append(session)
    return found


def file(store: Store, history: History, session: Session, name: str) -> None:
    """Book a finished game and leave its record."""
    entry = replace(result_of(session, Occasion(), session.game_outcome), record=name)
    with history.together():
        store.finish(session, store.saves / name, book(history, session, entry).booked)


# --- the faults: each returns how many results must be there afterwards ---


def damage_database(trial: Folder, rng: Random) -> int:
    data = bytearray(trial.good[DATABASE])
    way = rng.randrange(3)
    if way == 0:
        page = rng.randrange(len(data) // PAGE)
        data[page * PAGE:(page + 1) * PAGE] = bytes(PAGE)
    elif way == 1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    else:
        data = bytearray(damaged(bytes(data), rng, kind="bytes"))
    (trial.folder / DATABASE).write_bytes(data)
    return trial.expected


def damage_people(trial: Folder, rng: Random) -> int:
    (trial.folder / PEOPLE).write_bytes(damaged(trial.good[PEOPLE], rng, kind="json"))
    if rng.random() < 0.5:
        (trial.folder / DATABASE).unlink()
    return trial.expected


def damage_record(trial: Folder, rng: Random) -> int:
    """Damage a record and lose the database: at most the result of that record is gone."""
    path = rng.choice(list(trial.records))
    path.write_bytes(damaged(trial.records[path], rng, kind="json"))
    (trial.folder / DATABASE).unlink()
    return trial.expected - 1


def put_special_file(trial: Folder, rng: Random) -> int:
    """Put a pipe or a folder in the place of a file."""
    name = rng.choice((DATABASE, f"{DATABASE}-journal", PEOPLE, "saves/x.json", "records/x.json"))
    path = trial.folder / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if rng.random() < 0.5 and hasattr(os, "mkfifo"):
        os.mkfifo(path)
    else:
        path.mkdir()
    return trial.expected


def leave_finished_save(trial: Folder, rng: Random) -> int:
    """End the program between the last move and the result; the record may have been written already."""
    number = rng.randrange(len(trial.sessions))
    session, name = trial.sessions[number], f"game-{number}.json"
    wins = session.game_outcome is not None and session.game_outcome.winners
    if wins and rng.random() < 0.5:
        (trial.folder / "records" / name).unlink()
        (trial.folder / DATABASE).unlink()
    store = trial.house.app.store
    store.save(session, store.new_save_path("x").with_name(name))
    return trial.expected


FAULTS: dict[Callable[[Folder, Random], int], int] = {
    damage_database: 14, damage_people: 1, damage_record: 2, put_special_file: 2, leave_finished_save: 1}


def run(folder: Path, numbers: Iterable[int], *, games: int = GAMES_PLAYED,
        told: Callable[[int], None] = lambda _: None) -> Report:
    """Try the damaged folders of these numbers; the damage depends only on the number of a trial."""
    trial, report = Folder(folder, games), Report()
    for number in numbers:
        one(number, trial, report)
        told(number)
    trial.repair()
    trial.house.app.close()
    return report


def one(number: int, trial: Folder, report: Report) -> None:
    rng = Random(f"damaged folder {number}")
    trial.repair()
    fault = rng.choices(list(FAULTS), list(FAULTS.values()))[0]
    report.files += 1
    started = time.process_time()
    try:
        expected = fault(trial, rng)
        with within(LONGEST):
            found = trial.look()
        if found < expected or found > trial.expected:
            raise NoAnswer(f"{found} results instead of {expected}")
    except (Exception, TooLong):  # any exception is a finding
        report.failures.append(f"folder {number}: {fault.__name__}\n{traceback.format_exc()}")
        trial.house.app.scenes = [Shelf(trial.house.app)]
        trial.house.app.top.rebuild()
    report.slowest = max(report.slowest, time.process_time() - started)
