"""The seats of a network table and their owners."""

from __future__ import annotations

import hmac
import time
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from game.data.people import COLOURS, FACES
from game.data.seat_colours import BOT_FACE
from game.net.protocol import LONGEST_NAME, SECONDS, Params, clean
from rules.kit.plain import BadPlain, Plain
from rules.session import LEVELS, Seat

Kind = Literal["here", "remote", "bot"]
KINDS: tuple[Kind, ...] = ("here", "remote", "bot")
TOKEN_BYTES = 16


@dataclass(frozen=True, slots=True)
class Who:
    """A person's name, colour (a palette index) and face (the name of an icon)."""

    name: str
    colour: int = 0
    face: str = FACES[0]

    @classmethod
    def of(cls, data: Params) -> Who:
        """Parse and sanitise a person described by another computer."""
        face = data["face"] if data["face"] in FACES else FACES[0]
        return cls(clean(data["name"], LONGEST_NAME) or "?", data["colour"] % COLOURS, face)


class Line(NamedTuple):
    """A connection: the id of the guest's program (empty: unknown), and its number among that program's."""

    program: str = ""
    number: int = 0

    def is_before(self, other: Line) -> bool:
        """Return whether `other` is a later connection of the same program."""
        return bool(self.program) and self.program == other.program and self.number < other.number


UNKNOWN = Line()


@dataclass(slots=True)
class Chair:
    """A seat: a person at the host's computer (`here`), a person at another one (`remote`), or a bot."""

    kind: Kind
    level: str | None = None
    """The level of a bot."""
    who: Who | None = None
    """None while a seat for another computer is free."""
    token: str = ""
    """The key with which its owner returns."""
    away_since: float | None = None
    """When its owner was disconnected; None while present."""
    sits_in: str | None = None
    """The level of the bot that plays while its owner is away."""
    hints: int = 0
    ready: bool = False
    """Whether its owner is ready for the next round or the start of a race."""
    reserved: bool = False
    """Whether the seat is kept for its owner even before the start."""
    line: Line = UNKNOWN
    """The latest connection of its owner."""

    @property
    def taken(self) -> bool:
        return self.who is not None or self.kind == "bot"

    @property
    def bot(self) -> str | None:
        """The level of the bot that moves here now; None for a person."""
        return self.level if self.kind == "bot" else self.sits_in

    @property
    def present(self) -> bool:
        """Whether the seat has an owner who is connected."""
        return self.kind != "bot" and self.who is not None and self.away_since is None

    def opens_to(self, token: str) -> bool:
        """Return whether a token is the key of this seat."""
        return bool(self.token) and hmac.compare_digest(self.token.encode(), token.encode())

    def told(self, seat: int, now: float) -> Params:
        """Return the public data of this seat."""
        who = self.who or Who("", 0, BOT_FACE if self.kind == "bot" else FACES[0])
        away = 0.0 if self.away_since is None else min(max(0.0, round(now - self.away_since)), SECONDS.high)
        return {"seat": seat, "kind": self.kind, "taken": self.taken, "here": self.away_since is None,
                "away": away, "hints": self.hints, "ready": self.ready, "level": self.level,
                "sits_in": self.sits_in, "name": who.name, "colour": who.colour, "face": who.face}

    def seat(self) -> Seat:
        assert self.who is not None
        return Seat(self.who.name, "bot" if self.kind == "bot" else "human", self.level)

    # --- stored with the save ---

    def kept(self) -> Params:
        return {"kind": self.kind, "level": self.level, "token": self.token, "hints": self.hints,
                "reserved": self.reserved, "who": asdict(self.who) if self.who else None}

    @classmethod
    def of_kept(cls, data: Plain) -> Chair:
        """Read a seat written by `kept`; its owner counts as away. Raise BadPlain."""
        match data:
            case {"kind": "here" | "remote" | "bot" as kind, "level": str() | None as level,
                  "token": str(token), "hints": int(hints), "who": who} if level is None or level in LEVELS:
                person = None
                if isinstance(who, dict):
                    if not (isinstance(who.get("name"), str) and isinstance(who.get("face"), str)
                            and isinstance(who.get("colour"), int)):
                        raise BadPlain("not a person")
                    person = Who.of(who)
                away = time.monotonic() if kind == "remote" and person is not None else None
                return cls(kind, level, person, token, away, hints=max(0, hints),
                           reserved=data.get("reserved") is True)
        raise BadPlain("not a seat")


def place(who: Who, chairs: list[Chair]) -> Who:
    """Return a person with a name and a colour that are unique at the table."""
    others = [chair.who for chair in chairs if chair.who is not None]
    names, colours = {other.name.casefold() for other in others}, {other.colour for other in others}
    name, number = who.name, 1
    while name.casefold() in names:
        number += 1
        name = f"{who.name[:LONGEST_NAME - 2]} {number}"
    colour = next((c for c in (who.colour, *range(COLOURS)) if c not in colours), who.colour)
    return Who(name, colour, who.face)
