"""The colour and the face of every seat at a table: all different, a person's own where it is free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.data.people import COLOURS, Profile

BOT_FACE = "robot"


@dataclass(frozen=True, slots=True)
class SeatLook:
    """The look of one seat: the number of a palette colour and the name of an icon."""

    colour: int
    face: str


def seat_colours(seats: Iterable[tuple[str, bool]], people: list[Profile]) -> list[SeatLook]:
    """Return the look of each seat, given as (name, is a bot)."""
    seats = list(seats)
    known = {profile.name.casefold(): profile for profile in people}
    persons = [None if bot else known.get(name.strip().casefold()) for name, bot in seats]
    colours: list[int | None] = []
    for person in persons:
        colours.append(person.colour if person and person.colour not in colours else None)
    free = [colour for colour in range(COLOURS) if colour not in colours]
    for index, colour in enumerate(colours):
        if colour is None:
            wanted = index % COLOURS
            colours[index] = free.pop(free.index(wanted) if wanted in free else 0) if free else wanted
    return [SeatLook(colour or 0, person.face if person else BOT_FACE if bot else "human")
            for colour, person, (_, bot) in zip(colours, persons, seats, strict=True)]
