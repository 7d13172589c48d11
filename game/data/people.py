"""Profiles of the people who play here, their results against each other, their honours.

Stored in the file of game/data/history.py, and once more in people.json by `changed`. A person is identified
by a name and gets a profile with the first finished game.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from game.data.guests import is_guest
from rules.kit.visible import visible

COLOURS = 6
"""One for every seat of the largest game; see `players` in design.yaml."""
FACES = ("human", "face_cat", "face_bear", "face_owl", "face_fish", "face_snail", "face_flower", "face_leaf",
         "face_sun", "face_moon", "face_crown", "face_ship")
LONGEST_NAME = 14
NOBODY = 0
"""An id that no profile has: a person who has not finished a game yet."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person: a name, a colour (a palette index) and a face (the name of an icon)."""

    id: int
    name: str
    colour: int = 0
    face: str = FACES[0]
    made: str = ""


@dataclass(frozen=True, slots=True)
class Versus:
    """The results of a person against one other person or one level of bots."""

    name: str
    profile: int | None
    level: str | None
    """The level of a bot; None for a person."""
    played: int
    won: int
    """Games won by the person."""
    lost: int
    """Games won by the opponent."""


class People:
    """Reads and writes profiles; faults become notices for the player."""

    def __init__(self, db: sqlite3.Connection, failed: Callable[[str], None],
                 changed: Callable[[], None] = lambda: None):
        self._db, self._failed, self._changed = db, failed, changed
        self.guest = ""
        """The name under which the profile of the player without a name is shown."""

    def _run(self, sql: str, *values: str | int | None) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except (sqlite3.Error, ValueError, OverflowError) as fault:
            self._failed(str(fault))
            return []

    # --- profiles ---

    def all(self) -> list[Profile]:
        """Return all profiles, the oldest first."""
        profiles = [sound_profile(*row) for row in self._run(
            "select id, name, colour, face, made from profiles order by id")]
        return [replace(one, name=self.guest) if self.guest and is_guest(one.name) else one
                for one in profiles]

    def find(self, name: str) -> Profile | None:
        """Return the profile of a name; case and surrounding blanks do not matter."""
        return next((profile for profile in self.all() if _same(profile.name, name)), None)

    def get(self, number: int) -> Profile | None:
        return next((profile for profile in self.all() if profile.id == number), None)

    def named(self, name: str) -> Profile | None:
        """Return the profile of a name and create it if necessary; None for an empty name."""
        return self.find(name) or (self.make(name) if name.strip() else None)

    @property
    def ownerless(self) -> bool:
        """Whether there are results without a name, from version 1 of the file."""
        return bool(self._run("select 1 from seats where name = '' and profile is null limit 1"))

    # --- changes ---

    def make(self, name: str, colour: int | None = None, face: str | None = None) -> Profile | None:
        """Create a profile, by default with an unused colour and face; it adopts games played as a guest."""
        present = self.all()
        name = visible(name.strip()[:LONGEST_NAME])[:LONGEST_NAME]
        if colour is None:
            used = {profile.colour for profile in present}
            colour = next((number for number in range(COLOURS) if number not in used), len(present) % COLOURS)
        if face is None:
            taken = {profile.face for profile in present}
            face = next((name for name in FACES if name not in taken), FACES[len(present) % len(FACES)])
        # Records name people by this number, so that of a deleted profile must never be given out again.
        number = max(int(time.time()), *(profile.id + 1 for profile in present), 1)
        self._run("insert into profiles (id, name, colour, face, made) values (?, ?, ?, ?, ?)", number, name,
                  colour, face, time.strftime("%Y-%m-%d"))
        made = self.find(name)
        if made is not None:
            self._adopt(made, first=not present)
            self._changed()
        return made

    def _adopt(self, person: Profile, *, first: bool) -> None:
        """Give a person the seats of guests of the same name; the first person also those without a name."""
        names = {row[0] for row in self._run(
            "select distinct name from seats where profile is null and kind = 'human'")}
        for name in names:
            if _same(name, person.name) or (first and not name):
                self._run("update seats set profile = ?, name = ? where profile is null and kind = 'human' "
                          "and name = ?", person.id, person.name, name)

    def change(self, number: int, *, name: str | None = None, colour: int | None = None,
               face: str | None = None) -> bool:
        """Change a profile. Return False if the name is empty or belongs to another person."""
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
        self._changed()
        return True

    def delete(self, number: int) -> None:
        """Delete a profile and its honours; the results stay as those of a guest of that name."""
        self._run("delete from honours where profile = ?", number)
        self._run("update seats set profile = null where profile = ?", number)
        self._run("delete from profiles where id = ?", number)
        self._changed()

    # --- against each other ---

    def versus(self, number: int, game: str | None = None) -> list[Versus]:
        """Return the results against every opponent: people first, the most frequent first."""
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
        """Return the game this person has finished most often."""
        rows = self._run("select r.game from seats s join results r on r.id = s.result where s.profile = ? "
                         "group by 1 order by count(*) desc, max(r.id) desc limit 1", number)
        return rows[0][0] if rows else None

    def totals(self, number: int) -> tuple[int, int]:
        """Return (played, won) over all games."""
        rows = self._run("select count(*), coalesce(sum(won), 0) from seats where profile = ?", number)
        return (int(rows[0][0]), int(rows[0][1])) if rows else (0, 0)

    # --- honours ---

    def earned(self, number: int, game: str | None = None) -> dict[tuple[str, str], str]:
        """Return the day on which each honour was earned, by (game, honour id)."""
        rows = self._run("select game, honour, earned from honours "
                         "where profile = ? and (? is null or game = ?)", number, game, game)
        return {(row[0], row[1]): row[2] for row in rows}

    def award(self, number: int, game: str, honour: str, day: str) -> None:
        """Store an honour, once."""
        self._run("insert or ignore into honours (profile, game, honour, earned) values (?, ?, ?, ?)",
                  number, game, honour, day)
        self._changed()


def sound_profile(number: int, name: str, colour: int, face: str, made: str) -> Profile:
    """Return a profile as it can be shown, whatever a damaged file says: a short name, a known face."""
    return Profile(number, visible(name, LONGEST_NAME)[:LONGEST_NAME], colour % COLOURS,
                   face if face in FACES else FACES[0], visible(made, 10))


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold() or (is_guest(one) and is_guest(other))


def _merged(rows: list[Versus]) -> list[Versus]:
    """Merge the rows of one opponent: a person in different spellings, or all bots of one kind of level."""
    found: dict[tuple[int | str | None, ...], Versus] = {}
    for row in rows:
        key = (row.level.split()[0],) if row.level else (row.profile, row.name.casefold())
        old = found.get(key)
        found[key] = row if old is None else Versus(row.name, row.profile, row.level, old.played + row.played,
                                                    old.won + row.won, old.lost + row.lost)
    return list(found.values())
