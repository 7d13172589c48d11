"""Results and statistics: an SQLite index of the records, with streaks, stars and deals of the day."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from game.data.files import is_aside, set_aside
from game.data.index import people_file
from game.data.index.database import checked, created, is_damage, journals
from game.data.index.rescue import FAULTS
from game.data.index.result import RESULT_COLUMNS, SEAT_COLUMNS, Booked, Result, SeatResult
from game.data.people import People
from rules.kit.phrases import Phrase

__all__ = ["DayResult", "DealResult", "HighScore", "History", "PastGame", "Result", "SeatResult",
           "StoredResult", "Summary", "daily_seed"]

WORDS = "??_word-*"
"""SQL: the ids of the words of the day, which are levels; see rules/daily_word.py."""
DONE = "(won or players > 1)"
"""SQL: whether a deal of the day is done."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of one game, variant and number of players."""

    played: int
    won: int
    best_score: int | None
    mean_score: float | None
    best_seconds: float | None
    clean_wins: int
    """Won without hints and undos."""
    streak: int
    best_streak: int

    @property
    def percent(self) -> int:
        """Return the share of games won, in percent."""
        return round(100 * self.won / self.played) if self.played else 0


class PastGame(NamedTuple):
    """One game of the curve of latest games."""

    won: int
    score: int
    seconds: float


class HighScore(NamedTuple):
    """One of the best games."""

    score: int
    seconds: float
    undos: int
    hints: int
    seed: int
    ended: str
    won: int
    level: str | None


class DealResult(NamedTuple):
    """The best result of one deal."""

    won: int
    score: int
    seconds: float
    undos: int
    hints: int


class DayResult(NamedTuple):
    """The result of the deal of one day."""

    done: bool
    """Won, or with opponents played to its end."""
    score: int
    """The best score."""
    seconds: float
    """The shortest time of a won game; 0 if none was won."""
    in_time: bool
    """Whether it was done on the day itself."""


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A result with its number in the file and all its seats."""

    id: int
    result: Result
    seats: tuple[SeatResult, ...]


Progress = Callable[[int, int], None]
"""Called while the index is being filled: records done, records in all."""


def _silent(_done: int, _total: int) -> None: ...


class History:
    """The results of this computer: an index of the records of finished games.

    Whatever the index lacks is read from the records when it is opened. A damaged file is set aside; the new
    one is filled from the records and with the readable rows of the old one. If no file can be opened, the
    index is kept in memory.
    """

    def __init__(self, folder: Path | None, progress: Progress = _silent):
        self.notices: list[Phrase] = []
        self._told = False
        self._people_file: Path | None = None
        self._db, aside = self._open(folder)
        if folder is not None:
            self._fill(folder, aside, progress)

    def _open(self, folder: Path | None) -> tuple[sqlite3.Connection, Path | None]:
        """Return the database and, if its file was damaged, the path where that was set aside."""
        if folder is not None:
            path = folder / "results.sqlite"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                try:
                    return checked(path), None
                except sqlite3.DatabaseError as fault:
                    if not is_damage(fault):
                        raise
                aside = self._set_aside(path)
                return checked(path), aside
            except sqlite3.Error as fault:
                self._tell(str(fault))
            except OSError as fault:
                self._tell(fault.strerror or str(fault))
        return created(sqlite3.connect(":memory:", isolation_level=None)), None

    def _set_aside(self, path: Path) -> Path:
        """Rename a damaged database, with the journals beside it, and name it in a notice."""
        aside = set_aside(path)
        for journal in journals(path):
            if os.path.lexists(journal):
                set_aside(journal)
        self._name(path, aside)
        return aside

    def _name(self, path: Path, aside: Path) -> None:
        self.notices.append(Phrase("notice.set_aside", {
            "file": path.name, "aside": aside.name, "folder": str(path.parent)}))

    # --- filling the index ---

    def _fill(self, folder: Path, aside: Path | None, progress: Progress) -> None:
        """Read what the index lacks: the people from their file, the results from the records."""
        on_disk = self._rows("select file from pragma_database_list where name = 'main' and file != ''")
        people = people_file.read(folder / people_file.NAME)
        if people is people_file.DAMAGED:
            with suppress(OSError):
                self._name(folder / people_file.NAME, set_aside(folder / people_file.NAME))
        known = isinstance(people, list)
        if isinstance(people, list) and not self._rows("select 1 from profiles limit 1"):
            self._add_people(people)
        names = _record_names(folder / "records")
        missing = names - {row[0] for row in self._rows("select name from files")} if names else names
        if aside is not None or missing:
            from game.data.index.refill import refill  # noqa: PLC0415 - nothing is missing at an ordinary start

            refill(self, folder / "records", missing, aside, progress, known=known)
        elif names and self._rows("select 1 from sqlite_master where name = 'upgraded'"):
            from game.data.index.refill import complete_records  # noqa: PLC0415 - once, after version 1.0

            stored = [Booked(one.result, one.seats) for one in self.all_results()
                      if one.result.record in names]
            complete_records(stored, folder / "records", progress)
        self._rows("drop table if exists upgraded")
        if on_disk:
            self._people_file = folder / people_file.NAME
            if not known:
                self._write_people()

    def _add_people(self, people: Sequence[people_file.Person]) -> None:
        for person, honours in people:
            self._rows("insert or ignore into profiles (id, name, colour, face, made) values (?, ?, ?, ?, ?)",
                       person.id, person.name, person.colour, person.face, person.made)
            for (game, honour), day in honours.items():
                self._rows("insert or ignore into honours (profile, game, honour, earned) "
                           "values (?, ?, ?, ?)", person.id, game, honour, day)

    def rescue_people(self, profiles: Sequence[Sequence[Any]], honours: Sequence[Sequence[Any]], *,
                      only_honours: bool) -> None:
        """Add rows of a damaged database; profiles only if no other file has them."""
        for row in () if only_honours else profiles:
            self._rows("insert or ignore into profiles (id, name, colour, face, made) values (?, ?, ?, ?, ?)",
                       *row)
        for row in honours:
            self._rows("insert or ignore into honours (profile, game, honour, earned) "
                       "select ?1, ?2, ?3, ?4 where ?1 in (select id from profiles)", *row)

    def _write_people(self) -> None:
        """Write the profiles and honours to a file of their own, which outlives a damaged database."""
        if self._people_file is not None:
            people = self.people
            try:
                people_file.write(self._people_file, [(one, people.earned(one.id)) for one in people.all()])
            except OSError as fault:
                self._tell(fault.strerror or str(fault))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Store everything inside the block or, if the program ends within it, nothing."""
        self._rows("begin immediate")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:
                self._rows("rollback")
            raise
        if self._db.in_transaction:
            self._rows("commit")

    def _tell(self, reason: str) -> None:
        """Add a notice, once: later queries would fail in the same way."""
        if not self._told:
            self._told = True
            self.notices.append(Phrase("notice.no_statistics", {"reason": reason}))

    def close(self) -> None:
        self._db.close()

    @property
    def people(self) -> People:
        """The profiles, which are stored in the same file."""
        return People(self._db, self._tell, self._write_people)

    def add(self, result: Result, seats: Sequence[SeatResult] = ()) -> bool:
        """Store a finished game. Return False if the result of this game is stored already.

        Without `seats` it was played by a person without a profile.
        """
        if result.record and self._rows("select 1 from results where record = ? limit 1", result.record):
            return False
        seats = seats or [SeatResult("", result.score, result.won)]
        try:
            self._db.execute("savepoint adding")
            columns = ", ".join(RESULT_COLUMNS)
            row = self._db.execute(f"insert into results ({columns}) values ({_marks(len(RESULT_COLUMNS))})",
                                   astuple(result)).lastrowid
            self._db.execute("delete from seats where result = ?", (row,))  # left by a lost result
            self._db.executemany(
                f"insert into seats (result, seat, {', '.join(SEAT_COLUMNS)}) values ({_marks(8)})",
                [(row, number, *astuple(seat)) for number, seat in enumerate(seats)])
            self._db.execute("release adding")
        except FAULTS as fault:
            if self._db.in_transaction:
                self._rows("rollback to adding")
                self._rows("release adding")
            self._tell(str(fault))
        return True

    def rename_record(self, number: int, name: str) -> None:
        """Give the result with this number the name of its record."""
        self._rows("update results set record = ? where id = ?", name, number)

    def note_file(self, name: str) -> None:
        """Remember that the index holds all there is to know about a record."""
        self._rows("insert or ignore into files (name) values (?)", name)

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except FAULTS as fault:
            self._tell(str(fault))
            return []

    def groups(self, game: str | None = None, *, profile: int | None = None) -> list[tuple[str, str, int]]:
        """Return every (game, variant, number of players) that has results."""
        return self._rows(f"select game, variant, players from {_of(profile)} where (? is null or game = ?) "
                          "group by 1, 2, 3 order by 1, min(id), 3", game, game)

    def summary(self, game: str, variant: str | None = None, players: int | None = None, *,
                daily: bool = False, among: Sequence[str] | None = None,
                profile: int | None = None) -> Summary:
        """Return the figures of a game, or of some of its variants; `daily` counts only deals of the day."""
        where = ("game = ? and (? is null or variant = ?) and (? is null or players = ?) "
                 "and (? = 0 or daily is not null)")
        values = [game, variant, variant, players, players, int(daily)]
        if among is not None:
            where += f" and variant in ({_marks(len(among))})"
            values += among
        rows = self._rows(f"select count(*), coalesce(sum(won), 0), max(score), avg(score), "
                          f"min(case when won then seconds end), "
                          f"coalesce(sum(won and undos = 0 and hints = 0), 0) "
                          f"from {_of(profile)} where {where}", *values)
        played, won, best, mean, seconds, clean = rows[0] if rows else (0, 0, None, None, None, 0)
        streak, best_streak = _streaks([bool(row[0]) for row in self._rows(
            f"select won from {_of(profile)} where {where} order by id", *values)])
        return Summary(played, won, best, mean, seconds, clean, streak, best_streak)

    def last_results(self, game: str, variant: str | None, limit: int = 40,
                     players: int | None = None, *, profile: int | None = None) -> list[PastGame]:
        """Return the latest games, the oldest of them first."""
        rows = self._rows(f"select won, score, seconds from {_of(profile)} where game = ? "
                          "and (? is null or variant = ?) and (? is null or players = ?) "
                          "order by id desc limit ?",
                          game, variant, variant, players, players, limit)
        return [PastGame(int(won), int(score), float(seconds)) for won, score, seconds in reversed(rows)]

    def high_scores(self, game: str, variant: str | None = None, players: int | None = None,
                    limit: int = 10, *, profile: int | None = None) -> list[HighScore]:
        """Return the best games, the best first."""
        rows = self._rows(f"select {', '.join(HighScore._fields)} from {_of(profile)} where game = ? "
                          "and (? is null or variant = ?) and (? is null or players = ?) "
                          "order by won desc, score desc, hints, undos, seconds, id limit ?",
                          game, variant, variant, players, players, limit)
        return [HighScore(*row) for row in rows]

    def best_on_deal(self, game: str, variant: str, seed: int, *,
                     profile: int | None = None) -> DealResult | None:
        """Return the best result of one deal, or None if it was never finished."""
        rows = self._rows(f"select {', '.join(DealResult._fields)} from {_of(profile)} where game = ? and "
                          "variant = ? and seed = ? and level is null "
                          "order by won desc, score desc, hints, undos, seconds limit 1", game, variant, seed)
        return DealResult(*rows[0]) if rows else None

    def stars(self, game: str, *, profile: int | None = None) -> dict[str, int]:
        """Return the most stars won on every level that was solved; without the words of the day."""
        return dict(self._rows(f"select level, max(coalesce(stars, 0)) from {_of(profile)} where game = ? "
                               f"and level is not null and level not glob '{WORDS}' and won group by level",
                               game))

    def level_best(self, game: str, *, profile: int | None = None) -> dict[str, float]:
        """Return the shortest time of every level that was solved."""
        return dict(self._rows(f"select level, min(seconds) from {_of(profile)} "
                               "where game = ? and level is not null and won group by level", game))

    # --- the deal of the day ---

    def daily_done(self, game: str, day: date, *, profile: int | None = None) -> bool:
        """Return whether the deal of a day is done: won, or with opponents played to its end."""
        return bool(self._rows(f"select 1 from {_of(profile)} where game = ? and daily = ? and {DONE} "
                               "limit 1",
                               game, day.isoformat()))

    def daily_results(self, game: str, first: date, last: date, *,
                      profile: int | None = None) -> dict[str, DayResult]:
        """Return the results of the daily deals of these days, by day; days without a result are left out."""
        rows = self._rows(f"select daily, max({DONE}), max(score), min(case when won then seconds end), "
                          f"max({DONE} and substr(ended, 1, 10) = daily) from {_of(profile)} "
                          "where game = ? and daily between ? and ? group by daily",
                          game, first.isoformat(), last.isoformat())
        return {day: DayResult(bool(done), score, seconds or 0.0, bool(in_time))
                for day, done, score, seconds, in_time in rows}

    def daily_total(self, game: str, *, profile: int | None = None) -> int:
        """Return how many deals of the day of a game are done."""
        rows = self._rows(f"select count(distinct daily) from {_of(profile)} "
                          f"where game = ? and daily is not null and {DONE}", game)
        return int(rows[0][0]) if rows else 0

    def daily_words(self, *, profile: int | None = None) -> dict[str, bool]:
        """Return the words of the day that were played, by the id of their level: whether they were found."""
        return {level: bool(found) for level, found in self._rows(
            f"select level, max(won) from {_of(profile)} where level glob '{WORDS}' group by level")}

    def daily_streak(self, game: str | None, today: date, *, profile: int | None = None) -> int:
        """Return the current streak of days, up to today or yesterday, whose deal was done on its own day.

        Without a game a day counts if the deal of any game was done.
        """
        days = self._days_in_time(game, profile)
        day = today if today in days else today - timedelta(days=1)
        return _streak_to(day, days)

    def longest_daily_streak(self, game: str | None, *, profile: int | None = None) -> int:
        """Return the longest streak of days whose deal was done on its own day."""
        days = self._days_in_time(game, profile)
        return max((_streak_to(day, days) for day in days if day + timedelta(days=1) not in days), default=0)

    def _days_in_time(self, game: str | None, profile: int | None) -> set[date]:
        rows = self._rows(f"select distinct daily from {_of(profile)} where (? is null or game = ?) and "
                          f"daily is not null and {DONE} and substr(ended, 1, 10) = daily", game, game)
        if game is None:  # the word of the day is a level
            rows += self._rows(f"select distinct substr(level, 9, 10) from {_of(profile)} where won and "
                               f"level glob '{WORDS}' and substr(ended, 1, 10) = substr(level, 9, 10)")
        return {day for row in rows if (day := _day(row[0])) is not None}

    # --- everything ---

    def all_results(self, game: str | None = None) -> list[StoredResult]:
        """Return every result, or those of a game, with its seats, the oldest first."""
        seats: dict[int, list[SeatResult]] = {}
        for result, name, score, won, *rest in self._rows(
                f"select result, {', '.join(SEAT_COLUMNS)} from seats order by result, seat"):
            seats.setdefault(result, []).append(SeatResult(name, score, bool(won), *rest))
        results = self._rows(f"select id, {', '.join(RESULT_COLUMNS)} from results "
                             "where ? is null or game = ? order by id", game, game)
        return [StoredResult(number, _result(row), tuple(seats.get(number, ()))) for number, *row in results]


def _result(row: Sequence[Any]) -> Result:
    values = dict(zip(RESULT_COLUMNS, row, strict=True))
    return Result(**values | {"won": bool(values["won"])})


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _of(profile: int | None) -> str:
    """Return the SQL source of the results: of one person, from their seat; else of the first humans."""
    if profile is None:
        return "results"
    return ("(select r.id, r.game, r.variant, r.players, r.seed, r.level, r.daily, s.won, r.why, s.score, "
            "r.moves, r.seconds, r.undos, r.hints, r.stars, r.ended "
            "from results r join seats s on s.result = r.id "
            f"where s.profile = {int(profile)})")


def _streak_to(day: date, days: set[date]) -> int:
    """Return the number of consecutive days that end with `day`."""
    count = 0
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count


def daily_seed(day: date) -> int:
    """Return the number of the deal of that day, the same on every computer: 20261116."""
    return day.year * 10000 + day.month * 100 + day.day


def _streaks(won: list[bool]) -> tuple[int, int]:
    """Return the current and the longest winning streak."""
    best = current = 0
    for win in won:
        current = current + 1 if win else 0
        best = max(best, current)
    return current, best


def _day(text: str) -> date | None:
    """Return a stored date; None if it is impossible."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _record_names(folder: Path) -> set[str]:
    """Return the names of the records in a folder."""
    try:
        return {entry.name for entry in os.scandir(folder)
                if entry.name.endswith(".json") and not entry.name.startswith(".")
                and not is_aside(Path(entry.name))}
    except OSError:
        return set()
