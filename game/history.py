"""Results and statistics in SQLite: what was played, how it went, streaks, stars, the deal of the day."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from game.files import set_aside
from rules.phrases import Phrase

_TABLES = """
create table if not exists results (
    id integer primary key, game text not null, variant text not null, players integer not null,
    seed integer not null, level text, daily text, won integer not null, why text not null,
    score integer not null, best_rival integer, moves integer not null, seconds real not null,
    undos integer not null, hints integer not null, stars integer, ended text not null, record text);
create index if not exists results_game on results (game, variant, players);
pragma user_version = 1;
"""
VERSION = 1


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game, from the point of view of the first human at the table."""

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
class Summary:
    """The figures of one game, variant and number of players."""

    played: int
    won: int
    best_score: int | None
    mean_score: float | None
    best_seconds: float | None
    clean_wins: int
    """Won without hint and without taking back."""
    streak: int
    best_streak: int


_SOUND = """typeof(game) = 'text' and typeof(variant) = 'text' and typeof(players) = 'integer' and
    typeof(seed) = 'integer' and typeof(won) = 'integer' and typeof(score) = 'integer' and typeof(moves) = 'integer'
    and typeof(seconds) in ('real', 'integer') and typeof(undos) = 'integer' and typeof(hints) = 'integer' and
    typeof(stars) in ('null', 'integer') and typeof(level) in ('null', 'text') and typeof(daily) in ('null', 'text')
    and typeof(ended) = 'text'"""
"""What every row is as long as no disk has garbled it."""


_COLUMNS = ", ".join(["id", *Result.__dataclass_fields__])
_DAMAGE = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""Trouble that is in the file itself, and not around it: a lock, a full disk, a missing permission."""


class History:
    """The results of this computer. A damaged file is set aside, and what can still be read in it is kept;
    without a disk it lives in memory."""

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
        """A new file with all the results that can be read in the damaged one, which is set aside."""
        aside = set_aside(path)
        self.notices.append(Phrase("notice.set_aside", {
            "file": path.name, "aside": aside.name, "folder": str(path.parent)}))
        db = _checked(path)
        for row in _readable(aside):
            db.execute(f"insert or ignore into results ({_COLUMNS}) values ({', '.join('?' for _ in row)})", row)
        return db

    def _tell(self, reason: str) -> None:
        """Once is enough: every later question would fail in the same way."""
        if not self._told:
            self._told = True
            self.notices.append(Phrase("notice.no_statistics", {"reason": reason}))

    def close(self) -> None:
        self._db.close()

    def add(self, result: Result) -> None:
        """Keep a result; of the same record only the first counts."""
        if result.record and self._rows("select 1 from results where record = ? limit 1", result.record):
            return
        names = list(Result.__dataclass_fields__)
        marks = ", ".join("?" for _ in names)
        try:
            self._db.execute(f"insert into results ({', '.join(names)}) values ({marks})",
                             [getattr(result, name) for name in names])
        except sqlite3.Error as fault:
            self._told = False  # a result that is not kept is worth a word of its own
            self._tell(str(fault))

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as fault:
            self._tell(str(fault))
            return []

    def groups(self, game: str | None = None) -> list[tuple[str, str, int]]:
        """Every game, variant and number of players that has results."""
        return self._rows("select game, variant, players from results where (? is null or game = ?) "
                          "group by 1, 2, 3 order by 1, min(id), 3", game, game)

    def summary(self, game: str, variant: str | None = None, players: int | None = None, *,
                daily: bool = False) -> Summary:
        where = ("game = ? and (? is null or variant = ?) and (? is null or players = ?) "
                 "and (? = 0 or daily is not null)")
        values = (game, variant, variant, players, players, int(daily))
        rows = self._rows(f"select count(*), coalesce(sum(won), 0), max(score), avg(score), "
                          f"min(case when won then seconds end), "
                          f"coalesce(sum(won and undos = 0 and hints = 0), 0) from results where {where}", *values)
        played, won, best, mean, seconds, clean = rows[0] if rows else (0, 0, None, None, None, 0)
        streak, best_streak = _streaks([bool(row[0]) for row in self._rows(
            f"select won from results where {where} order by id", *values)])
        return Summary(played, won, best, mean, seconds, clean, streak, best_streak)

    def last_results(self, game: str, variant: str | None, limit: int = 40,
                     players: int | None = None) -> list[tuple[int, int, float]]:
        """(won, score, seconds) of the latest games, the oldest of them first."""
        rows = self._rows("select won, score, seconds from results where game = ? and (? is null or variant = ?) "
                          "and (? is null or players = ?) order by id desc limit ?",
                          game, variant, variant, players, players, limit)
        return [(int(a), int(b), float(c)) for a, b, c in reversed(rows)]

    def high_scores(self, game: str, variant: str | None = None, players: int | None = None,
                    limit: int = 10) -> list[tuple[Any, ...]]:
        """(score, seconds, undos, hints, seed, ended, won, level) of the best games."""
        return self._rows("select score, seconds, undos, hints, seed, ended, won, level from results where game = ? "
                          "and (? is null or variant = ?) and (? is null or players = ?) "
                          "order by won desc, score desc, hints, undos, seconds, id limit ?",
                          game, variant, variant, players, players, limit)

    def best_on_deal(self, game: str, variant: str, seed: int) -> tuple[Any, ...] | None:
        rows = self._rows("select won, score, seconds, undos, hints from results where game = ? and variant = ? and "
                          "seed = ? and level is null order by won desc, score desc, hints, undos, seconds limit 1",
                          game, variant, seed)
        return rows[0] if rows else None

    def stars(self, game: str) -> dict[str, int]:
        """The most stars won on every level."""
        return dict(self._rows("select level, max(coalesce(stars, 0)) from results where game = ? and level is "
                               "not null and won group by level", game))

    def level_best(self, game: str) -> dict[str, float]:
        """The shortest time of every level that was solved."""
        return dict(self._rows("select level, min(seconds) from results where game = ? and level is not null "
                               "and won group by level", game))

    # --- the deal of the day ---

    def daily_done(self, game: str, day: date) -> bool:
        return bool(self._rows("select 1 from results where game = ? and daily = ? and won limit 1",
                               game, day.isoformat()))

    def daily_streak(self, game: str, today: date) -> int:
        """Days in a row, up to today or yesterday, whose deal was won on its own day."""
        days = {row[0] for row in self._rows(
            "select distinct daily from results where game = ? and daily is not null and won and "
            "substr(ended, 1, 10) = daily", game)}
        day = today if today.isoformat() in days else today - timedelta(days=1)
        count = 0
        while day.isoformat() in days:
            count += 1
            day -= timedelta(days=1)
        return count


def daily_seed(day: date) -> int:
    """The number of the deal of that day, the same for everybody: 20261116."""
    return day.year * 10000 + day.month * 100 + day.day


def _streaks(won: list[bool]) -> tuple[int, int]:
    """The present and the longest row of wins."""
    best = current = 0
    for win in won:
        current = current + 1 if win else 0
        best = max(best, current)
    return current, best


def _checked(path: Path) -> sqlite3.Connection:
    """The database in a file, made if there is none; raises DatabaseError if it is damaged."""
    db = sqlite3.connect(path, timeout=2.0, isolation_level=None)
    try:
        if db.execute("pragma user_version").fetchone()[0] != VERSION:
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


def _readable(path: Path) -> list[tuple[Any, ...]]:
    """The sound rows of a damaged file, as far as it can be read."""
    rows: list[tuple[Any, ...]] = []
    db = sqlite3.connect(path, isolation_level=None)
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        for row in db.execute(f"select {_COLUMNS} from results where {_SOUND}"):
            rows.append(row)  # noqa: PERF402 - what came before the damage is kept
    except sqlite3.Error:
        pass  # from here on nothing can be read
    finally:
        db.close()
    return rows
