"""The file of the index: its tables, opening it, and telling whether it is damaged."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from game.data.index.rescue import FAULTS, SOUND, forgiving

TABLES = """
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
delete from seats where result not in (select id from results);
create table if not exists files (name text primary key);
insert or ignore into files select record from results where record is not null;
pragma user_version = 3;
commit;
"""
"""Create the tables and migrate an older file; running it again changes nothing.

Version 1 stored only the first human of a game. Its rows get that one seat, without a name; the first person
to get a profile adopts them. Version 2 did not know which records it has an index of: `files`.
"""
VERSION = 3

DAMAGE = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH,
          sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE, sqlite3.SQLITE_INTERNAL, sqlite3.SQLITE_CONSTRAINT}
"""Errors of the file itself; others come from outside (a lock, a full disk, a missing permission)."""


def journals(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in ("-journal", "-wal", "-shm")]


def created(db: sqlite3.Connection) -> sqlite3.Connection:
    """Create the tables or migrate those of an older file."""
    db.text_factory = forgiving
    old = db.execute("pragma user_version").fetchone()[0]
    if old < VERSION:
        db.executescript(TABLES)
        if old:
            db.execute("create table if not exists upgraded (version)")
            db.execute("insert into upgraded values (?)", (old,))
    return db


def checked(path: Path) -> sqlite3.Connection:
    """Open the database in a file, create or migrate it; raise DatabaseError if it is damaged."""
    if any(os.path.lexists(file) and not file.is_file() for file in (path, *journals(path))):
        raise sqlite3.DatabaseError("not an ordinary file")
    db = sqlite3.connect(path, timeout=2.0, isolation_level=None)
    try:
        created(db)
        faults = db.execute("pragma quick_check(1)").fetchone()[0]
        if faults != "ok" or any(db.execute(f"select 1 from {table} where not ({sound}) limit 1").fetchone()
                                 for table, sound in SOUND.items()):
            raise sqlite3.DatabaseError(faults)
        db.execute("delete from seats where result not in (select id from results)")
        db.execute("insert into seats (result, seat, name, kind, score, won) select id, 0, '', 'human', "
                   "score, won from results where id not in (select result from seats)")
        db.execute("select name from files").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    except FAULTS as fault:  # e.g. a check that answers in garbled text
        db.close()
        raise sqlite3.DatabaseError(str(fault)) from None
    return db


def is_damage(fault: sqlite3.DatabaseError) -> bool:
    return getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in DAMAGE
