"""The people known to a club: by public id, the name and the rating in each game played here."""

from __future__ import annotations

from contextlib import suppress

from game.data.index.rating import FIXED, Rating, newcomer, rated
from game.net.club.desk import Person, Result, Taken, person_id
from game.net.club.store.bucket import NatsBucket
from game.net.protocol import Params
from rules.session import Seat
from rules.strengths import strength_of

TRIES = 5


class People:
    """The bucket `people`."""

    def __init__(self, bucket: NatsBucket):
        self._bucket = bucket

    async def ratings(self, key: str) -> dict[str, Rating]:
        """Return the ratings of a person, by game."""
        entry = await self._bucket.get(person_id(key))
        return {} if entry is None else {game: Rating(strength, deviation) for game, (strength, deviation)
                                         in entry.value.get("ratings", {}).items()}

    async def met(self, person: Person) -> None:
        """Store a person who enters, with the current name."""
        await self._change(person.key, person.name)

    async def played(self, result: Result, game: str, seats: list[Seat]) -> None:
        """Update the ratings of the people of a finished game."""
        before = [(await self.ratings(key)).get(game) or newcomer(game) if key
                  else Rating(strength_of(game, seat.level or "medium"), FIXED)
                  for key, seat in zip(result.keys, seats, strict=True)]
        order = [(seat not in result.winners, -score) for seat, score in enumerate(result.scores)]
        ranks = [1 + sum(other < own for other in order) for own in order]
        for key, seat, (strength, deviation) in zip(result.keys, seats, rated(before, ranks), strict=True):
            if key:
                await self._change(key, seat.name, {game: [strength, deviation]})

    async def _change(self, key: str, name: str, ratings: Params | None = None) -> None:
        for _ in range(TRIES):
            entry = await self._bucket.get(person_id(key))
            value: Params = dict(entry.value) if entry is not None else {"ratings": {}}
            value["name"] = name
            value["ratings"] = {**value["ratings"], **(ratings or {})}
            if entry is not None and entry.value == value:
                return
            with suppress(Taken):
                if entry is None:
                    await self._bucket.create(person_id(key), value)
                else:
                    await self._bucket.update(person_id(key), value, entry.revision)
                return
