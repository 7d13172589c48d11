"""The people who play here: their profiles, how they did against each other, what they have earned.

Lives in the file of game/data/history.py. A person is known by a name: whoever finishes a game gets a profile.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

COLOURS = 6
"""As many as there are seats at the largest table; see `players` in design.yaml."""
FACES = ("human", "face_cat", "face_bear", "face_owl", "face_fish", "face_snail", "face_flower", "face_leaf",
         "face_sun", "face_moon", "face_crown", "face_ship")
LONGEST_NAME = 14
NOBODY = 0
"""The id of no profile: somebody who has not finished a game yet."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person: a name, a colour (a number of the palette) and a face (the name of an icon)."""

    id: int
    name: str
    colour: int = 0
    face: str = FACES[0]
    made: str = ""


@dataclass(frozen=True, slots=True)
class Versus:
    """How a person did against one other person or one level of bots."""

    name: str
    profile: int | None
    level: str | None
    """Of a bot; None for a person."""
    played: int
    won: int
    """By the person."""
    lost: int
    """Won by the other."""


class People:
    """Reads and writes profiles; faults become notices for the player."""

    def __init__(self, db: sqlite3.Connection, failed: Callable[[str], None]):
        self._db, self._failed = db, failed

    def _run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as fault:
            self._failed(str(fault))
            return []

    # --- who there is ---

    def all(self) -> list[Profile]:
        """In the order in which they came."""
        return [Profile(*row) for row in self._run("select id, name, colour, face, made from profiles order by id")]

    def find(self, name: str) -> Profile | None:
        """By name, as people write it: capital letters and blanks around it do not matter."""
        return next((profile for profile in self.all() if _same(profile.name, name)), None)

    def get(self, number: int) -> Profile | None:
        return next((profile for profile in self.all() if profile.id == number), None)

    def named(self, name: str) -> Profile | None:
        """The person of that name, made now if there is none; None for no name at all."""
        return self.find(name) or (self.make(name) if name.strip() else None)

    @property
    def ownerless(self) -> bool:
        """Whether there are results of a time that knew no names."""
        return bool(self._run("select 1 from seats where name = '' and profile is null limit 1"))

    # --- changes ---

    def make(self, name: str, colour: int | None = None, face: str | None = None) -> Profile | None:
        """A new person, in a colour and with a face that nobody has yet. Games played as a guest come along."""
        present = self.all()
        name = name.strip()[:LONGEST_NAME]
        if colour is None:
            colour = next((c for c in range(COLOURS) if c not in {p.colour for p in present}), len(present) % COLOURS)
        if face is None:
            face = next((f for f in FACES if f not in {p.face for p in present}), FACES[len(present) % len(FACES)])
        self._run("insert into profiles (name, colour, face, made) values (?, ?, ?, ?)", name, colour, face,
                  time.strftime("%Y-%m-%d"))
        made = self.find(name)
        if made is not None:
            self._adopt(made, first=not present)
        return made

    def _adopt(self, person: Profile, *, first: bool) -> None:
        """Seats that were taken under this name, and for the first person those without any name."""
        names = {row[0] for row in self._run("select distinct name from seats where profile is null and kind = 'human'")}
        for name in names:
            if _same(name, person.name) or (first and not name):
                self._run("update seats set profile = ?, name = ? where profile is null and kind = 'human' and "
                          "name = ?", person.id, person.name, name)

    def change(self, number: int, *, name: str | None = None, colour: int | None = None,
               face: str | None = None) -> bool:
        """Rename or repaint a person; False if the name is empty or another person's."""
        if name is not None:
            name = name.strip()[:LONGEST_NAME]
            other = self.find(name)
            if not name or (other is not None and other.id != number):
                return False
            self._run("update profiles set name = ? where id = ?", name, number)
            self._run("update seats set name = ? where profile = ?", name, number)
        if colour is not None:
            self._run("update profiles set colour = ? where id = ?", colour % COLOURS, number)
        if face is not None:
            self._run("update profiles set face = ? where id = ?", face, number)
        return True

    def delete(self, number: int) -> None:
        """The profile and what was earned go; the results stay, as those of a guest of that name."""
        self._run("delete from honours where profile = ?", number)
        self._run("update seats set profile = null where profile = ?", number)
        self._run("delete from profiles where id = ?", number)

    # --- against each other ---

    def versus(self, number: int, game: str | None = None) -> list[Versus]:
        """Everybody this person has met, people first, those met most often first."""
        rows = self._run(
            "select case when o.kind = 'bot' then '' else o.name end, o.profile, "
            "case when o.kind = 'bot' then coalesce(o.level, 'easy') end, count(*), "
            "sum(m.won and not o.won), sum(o.won and not m.won) "
            "from seats m join seats o on o.result = m.result and o.seat != m.seat "
            "join results r on r.id = m.result where m.profile = ? and (? is null or r.game = ?) "
            "and r.level is null group by o.kind, o.profile, lower(o.name), o.level "
            "order by o.kind = 'bot', count(*) desc", number, game, game)
        return _merged([Versus(*row) for row in rows])

    def favourite(self, number: int) -> str | None:
        """The game this person has finished most often."""
        rows = self._run("select r.game from seats s join results r on r.id = s.result where s.profile = ? "
                         "group by 1 order by count(*) desc, max(r.id) desc limit 1", number)
        return rows[0][0] if rows else None

    def totals(self, number: int) -> tuple[int, int]:
        """(played, won) in all games together."""
        rows = self._run("select count(*), coalesce(sum(won), 0) from seats where profile = ?", number)
        return (int(rows[0][0]), int(rows[0][1])) if rows else (0, 0)

    # --- what was earned ---

    def earned(self, number: int, game: str | None = None) -> dict[tuple[str, str], str]:
        """The day on which each honour was earned, by game and id."""
        rows = self._run("select game, honour, earned from honours where profile = ? and (? is null or game = ?)",
                         number, game, game)
        return {(row[0], row[1]): row[2] for row in rows}

    def award(self, number: int, game: str, honour: str, day: str) -> None:
        self._run("insert or ignore into honours (profile, game, honour, earned) values (?, ?, ?, ?)",
                  number, game, honour, day)


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def _merged(rows: list[Versus]) -> list[Versus]:
    """Bots of one level are one rival, whatever their names; so are the rows of one level apart by nothing else."""
    found: dict[tuple[Any, ...], Versus] = {}
    for row in rows:
        key = (row.level,) if row.level else (row.profile, row.name.casefold())
        old = found.get(key)
        found[key] = row if old is None else Versus(row.name, row.profile, row.level, old.played + row.played,
                                                    old.won + row.won, old.lost + row.lost)
    return list(found.values())
