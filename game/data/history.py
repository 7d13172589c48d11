"""Results and statistics in SQLite: finished games, streaks, stars, deals of the day."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from game.data.files import set_aside
from game.data.people import People
from rules.kit.phrases import Phrase

_TABLES = """
begin immediate;
create table if not exists results (
    id integer primary key, game text not null, variant text not null, players integer not null,
    seed integer not null, level text, daily text, won integer not null, why text not null,
    score integer not null, best_rival integer, moves integer not null, seconds real not null,
    undos integer not null, hints integer not null, stars integer, ended text not null, record text);
create index if not exists results_game on results (game, variant, players);
create table if not exists seats (
    result integer not null, seat integer not null, name text not null, profile integer,
    kind text not null, level text, score integer not null, won integer not null, primary key (result, seat));
create index if not exists seats_profile on seats (profile);
create table if not exists profiles (
    id integer primary key, name text not null, colour integer not null, face text not null,
    made text not null);
create table if not exists honours (
    profile integer not null, game text not null, honour text not null, earned text not null,
    primary key (profile, game, honour));
insert into seats (result, seat, name, kind, score, won)
    select id, 0, '', 'human', score, won from results where id not in (select result from seats);
pragma user_version = 2;
commit;
"""
"""Create the tables and migrate an older file; running it again changes nothing.

Version 1 stored only the first human of a game. Its rows get that one seat, without a name; the first person
to get a profile adopts them.
"""
VERSION = 2


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game, as seen by the first human at the table."""

    game: str
    variant: str
    players: int
    seed: int
    won: bool
    why: str
    score: int
    moves: int
    seconds: float
    undos: int = 0
    hints: int = 0
    level: str | None = None
    daily: str | None = None
    stars: int | None = None
    best_rival: int | None = None
    ended: str = ""
    record: str | None = None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of a finished game: a person, who may have a profile, or a bot with its level."""

    name: str
    score: int
    won: bool
    profile: int | None = None
    kind: str = "human"
    level: str | None = None


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

    won: bool
    score: int
    """The best score."""
    seconds: float
    """The shortest time of a won game; 0 if none was won."""
    in_time: bool
    """Whether it was won on the day itself."""


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A result with its number in the file and all its seats."""

    id: int
    result: Result
    seats: tuple[SeatResult, ...]


RESULT_COLUMNS = tuple(item.name for item in fields(Result))
SEAT_COLUMNS = ("name", "score", "won", "profile", "kind", "level")
"""The fields of a SeatResult, in their order."""

_SOUND = """typeof(game) = 'text' and typeof(variant) = 'text' and typeof(players) = 'integer' and
    typeof(seed) = 'integer' and typeof(won) = 'integer' and typeof(score) = 'integer' and
    typeof(moves) = 'integer' and typeof(seconds) in ('real', 'integer') and typeof(undos) = 'integer' and
    typeof(hints) = 'integer' and typeof(stars) in ('null', 'integer') and
    typeof(level) in ('null', 'text') and typeof(daily) in ('null', 'text') and typeof(ended) = 'text'"""
"""Holds for every row that has not been damaged on disk."""
_KEPT = {
    "results": (", ".join(["id", *RESULT_COLUMNS]), _SOUND),
    "seats": ("result, seat, name, profile, kind, level, score, won",
              "typeof(name) = 'text' and typeof(score) = 'integer' and typeof(won) = 'integer'"),
    "profiles": ("id, name, colour, face, made", "typeof(name) = 'text' and typeof(colour) = 'integer'"),
    "honours": ("profile, game, honour, earned", "typeof(game) = 'text' and typeof(honour) = 'text'"),
}
"""What is recovered from a damaged file: the columns of each table, and the condition for a sound row."""
_DAMAGE = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""Errors of the file itself; others come from outside (a lock, a full disk, a missing permission)."""


class History:
    """The results of this computer. A damaged file is set aside and its readable rows are recovered; if no
    file can be opened, results are kept in memory.
    """

    def __init__(self, folder: Path | None):
        self.notices: list[Phrase] = []
        self._path = folder / "results.sqlite" if folder else None
        self._told = False
        self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        if self._path is not None:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                try:
                    return _checked(self._path)
                except sqlite3.DatabaseError as fault:
                    if not _is_damage(fault):
                        raise
                    return self._renewed(self._path)
            except sqlite3.Error as fault:
                self._tell(str(fault))
            except OSError as fault:
                self._tell(fault.strerror or str(fault))
        db = sqlite3.connect(":memory:", isolation_level=None)
        db.executescript(_TABLES)
        return db

    def _renewed(self, path: Path) -> sqlite3.Connection:
        """Set a damaged file aside and return a new one with all rows that can still be read."""
        aside = set_aside(path)
        self.notices.append(Phrase("notice.set_aside", {
            "file": path.name, "aside": aside.name, "folder": str(path.parent)}))
        db = _checked(path)
        for table, (columns, sound) in _KEPT.items():
            for row in _readable(aside, f"select {columns} from {table} where {sound}"):
                db.execute(f"insert or ignore into {table} ({columns}) values ({_marks(len(row))})", row)
        db.executescript(_TABLES)  # a result whose seats are lost gets one seat
        return db

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
        return People(self._db, self._tell)

    def add(self, result: Result, seats: Sequence[SeatResult] = ()) -> bool:
        """Store a finished game. Return False if a result of the same record is stored already.

        Without `seats` it was played by a person without a profile.
        """
        if result.record and self._rows("select 1 from results where record = ? limit 1", result.record):
            return False
        seats = seats or [SeatResult("", result.score, result.won)]
        try:
            self._db.execute("begin")
            columns = ", ".join(RESULT_COLUMNS)
            row = self._db.execute(f"insert into results ({columns}) values ({_marks(len(RESULT_COLUMNS))})",
                                   astuple(result)).lastrowid
            self._db.executemany(
                f"insert into seats (result, seat, {', '.join(SEAT_COLUMNS)}) values ({_marks(8)})",
                [(row, number, *astuple(seat)) for number, seat in enumerate(seats)])
            self._db.execute("commit")
        except sqlite3.Error as fault:
            if self._db.in_transaction:
                self._db.execute("rollback")
            self._tell(str(fault))
        return True

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as fault:
            self._tell(str(fault))
            return []

    def groups(self, game: str | None = None, *, profile: int | None = None) -> list[tuple[str, str, int]]:
        """Return every (game, variant, number of players) that has results."""
        return self._rows(f"select game, variant, players from {_of(profile)} where (? is null or game = ?) "
                          "group by 1, 2, 3 order by 1, min(id), 3", game, game)

    def summary(self, game: str, variant: str | None = None, players: int | None = None, *,
                daily: bool = False, profile: int | None = None) -> Summary:
        """Return the figures of a game; `daily` counts only deals of the day."""
        where = ("game = ? and (? is null or variant = ?) and (? is null or players = ?) "
                 "and (? = 0 or daily is not null)")
        values = (game, variant, variant, players, players, int(daily))
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
        """Return the most stars won on every level that was solved."""
        return dict(self._rows(f"select level, max(coalesce(stars, 0)) from {_of(profile)} "
                               "where game = ? and level is not null and won group by level", game))

    def level_best(self, game: str, *, profile: int | None = None) -> dict[str, float]:
        """Return the shortest time of every level that was solved."""
        return dict(self._rows(f"select level, min(seconds) from {_of(profile)} "
                               "where game = ? and level is not null and won group by level", game))

    # --- the deal of the day ---

    def daily_done(self, game: str, day: date, *, profile: int | None = None) -> bool:
        return bool(self._rows(f"select 1 from {_of(profile)} where game = ? and daily = ? and won limit 1",
                               game, day.isoformat()))

    def daily_results(self, game: str, first: date, last: date, *,
                      profile: int | None = None) -> dict[str, DayResult]:
        """Return the results of the daily deals of these days, by day; days without a result are left out."""
        rows = self._rows("select daily, max(won), max(score), min(case when won then seconds end), "
                          f"max(won and substr(ended, 1, 10) = daily) from {_of(profile)} "
                          "where game = ? and daily between ? and ? group by daily",
                          game, first.isoformat(), last.isoformat())
        return {day: DayResult(bool(won), score, seconds or 0.0, bool(in_time))
                for day, won, score, seconds, in_time in rows}

    def daily_streak(self, game: str, today: date, *, profile: int | None = None) -> int:
        """Return the current streak of days, up to today or yesterday, whose deal was won on its own day."""
        days = self._days_in_time(game, profile)
        day = today if today in days else today - timedelta(days=1)
        return _streak_to(day, days)

    def longest_daily_streak(self, game: str, *, profile: int | None = None) -> int:
        """Return the longest streak of days whose deal was won on its own day."""
        days = self._days_in_time(game, profile)
        return max((_streak_to(day, days) for day in days if day + timedelta(days=1) not in days), default=0)

    def _days_in_time(self, game: str, profile: int | None) -> set[date]:
        rows = self._rows(f"select distinct daily from {_of(profile)} where game = ? and daily is not null "
                          "and won and substr(ended, 1, 10) = daily", game)
        return {date.fromisoformat(row[0]) for row in rows}

    # --- everything ---

    def all_results(self) -> list[StoredResult]:
        """Return every result with its seats, the oldest first."""
        seats: dict[int, list[SeatResult]] = {}
        for result, name, score, won, *rest in self._rows(
                f"select result, {', '.join(SEAT_COLUMNS)} from seats order by result, seat"):
            seats.setdefault(result, []).append(SeatResult(name, score, bool(won), *rest))
        results = self._rows(f"select id, {', '.join(RESULT_COLUMNS)} from results order by id")
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


def _checked(path: Path) -> sqlite3.Connection:
    """Open the database in a file, create or migrate it; raise DatabaseError if it is damaged."""
    db = sqlite3.connect(path, timeout=2.0, isolation_level=None)
    try:
        if db.execute("pragma user_version").fetchone()[0] < VERSION:
            db.executescript(_TABLES)
        faults = db.execute("pragma quick_check(1)").fetchone()[0]
        if faults != "ok" or db.execute(f"select count(*) from results where not ({_SOUND})").fetchone()[0]:
            raise sqlite3.DatabaseError(faults)
    except sqlite3.Error:
        db.close()
        raise
    return db


def _is_damage(fault: sqlite3.DatabaseError) -> bool:
    return getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in _DAMAGE


def _readable(path: Path, question: str) -> list[tuple[Any, ...]]:
    """Run a query on a damaged file and return the rows before the first error."""
    rows: list[tuple[Any, ...]] = []
    db = sqlite3.connect(path, isolation_level=None)
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        for row in db.execute(question):
            rows.append(row)
    except sqlite3.Error:
        pass  # the rest cannot be read
    finally:
        db.close()
    return rows
