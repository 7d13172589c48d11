"""The people at a network table: joining, watching, being away, chatting, leaving.

All messages are sent through `Room`, which numbers them for each member.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.data.choices import BOT_NAMES
from game.data.seat_colours import BOT_FACE
from game.net.protocol import LONGEST_TEXT, Params, Refused, clean, plain_phrase
from game.net.table.chairs import TOKEN_BYTES, UNKNOWN, Chair, Line, Who, place
from rules.base import AnyRules
from rules.kit.phrases import Phrase
from rules.session import LEVELS

MOST_WATCHING = 20

Send: TypeAlias = Callable[["Member", str, Params], None]


@dataclass(frozen=True, slots=True)
class Options:
    """The options that the host has set."""

    hints: bool = False
    talk: bool = True
    """Whether quick phrases and texts are allowed."""
    watch: bool = True
    """Whether spectators are admitted; they see only what is open to all."""
    stand_in: str = ""
    """The level of the bot that sits in automatically after a long absence; empty: the host decides."""
    turn_seconds: int = 0
    """The time limit of a turn; 0: that of the rules."""
    pace: float = 0.6
    """Show bots' moves at multiples of this many seconds: their thinking time would reveal their hands."""


@dataclass(eq=False, slots=True)
class Member:
    """A connected program: that of a seat, or of a spectator (seat None)."""

    seat: int | None
    name: str
    owner: bool = False
    """Whether this is the host's own program, which may start, let bots sit in and close."""
    sent: int = 0
    """The number of notices it has been sent."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request of a member and its time; the parameters match the schema of the method."""

    member: Member
    params: Params
    now: float


class Room(ABC):
    """The seats and the admitted programs; a table adds the game."""

    def __init__(self, rules: AnyRules, chairs: Sequence[Chair], send: Send, options: Options):
        self.rules = rules
        self.chairs = list(chairs)
        self.options = options
        self.members: list[Member] = []
        self.closed = False
        self._send_to = send
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "bot" and chair.who is None:
                chair.who = self._bot_of(seat)

    def _bot_of(self, seat: int) -> Who:
        return place(Who(BOT_NAMES[seat % len(BOT_NAMES)], face=BOT_FACE), self.chairs)

    @property
    @abstractmethod
    def phase(self) -> str:
        """`waiting` before the start, then `playing` and `over`."""

    @property
    @abstractmethod
    def is_dealt(self) -> bool:
        """Whether seats belong to their owners for the whole game; True for a continued game that waits."""

    @abstractmethod
    def _tell_table(self, member: Member) -> None:
        """Send a member the whole game as its seat sees it, with clock, question and race."""

    @property
    def free(self) -> int:
        """The number of seats for people at other computers that are still free."""
        return sum(not chair.taken for chair in self.chairs)

    @property
    def missing(self) -> list[int]:
        """The seats whose owner has not arrived or is away."""
        return [seat for seat, chair in enumerate(self.chairs)
                if not chair.taken or chair.away_since is not None]

    # --- arriving and leaving ---

    def own(self, seat: int | None, now: float) -> Member:
        """Admit the host's own program."""
        name = self.chairs[seat].who if seat is not None else None
        return self._let_in(Member(seat, name.name if name else "", owner=True), now)

    def sit(self, who: Who, seat: int | None, now: float, token: str = "", line: Line = UNKNOWN) -> Member:
        """Admit a guest to a free seat: the requested one, or any.

        A guest proposes the key of its seat: if the connection is lost before the answer arrives, the same
        key leads back to the same seat, even after the start.
        """
        if token and any(chair.opens_to(token) for chair in self.chairs):
            return self.come_back(token, now, line)
        free = [number for number, chair in enumerate(self.chairs) if not chair.taken]
        if self.is_dealt or not free:
            raise Refused("net.refuse.full")
        if seat is not None and seat not in free:
            raise Refused("net.refuse.seat_taken")
        seat = free[0] if seat is None else seat
        chair = self.chairs[seat]
        chair.who, chair.away_since = place(who, self.chairs), None
        chair.token, chair.line = token or secrets.token_hex(TOKEN_BYTES), line
        return self._let_in(Member(seat, chair.who.name), now)

    def watch(self, who: Who, now: float) -> Member:
        """Admit a spectator."""
        if not self.options.watch:
            raise Refused("net.refuse.no_watching")
        if len(self._watching) >= MOST_WATCHING:
            raise Refused("net.refuse.watching_full")
        return self._let_in(Member(None, who.name), now)

    @property
    def _watching(self) -> list[Member]:
        return [member for member in self.members if member.seat is None and not member.owner]

    def come_back(self, token: str, now: float, line: Line = UNKNOWN) -> Member:
        """Return a seat to its owner and close its older connections; refuse a late older connection."""
        for seat, chair in enumerate(self.chairs):
            if chair.opens_to(token):
                if line.is_before(chair.line):
                    raise Refused("net.refuse.too_late")
                chair.line = line
                for other in [member for member in self.members if member.seat == seat]:
                    self._dismiss(other, Phrase("net.closed.elsewhere"))
                chair.away_since = chair.sits_in = None
                return self._let_in(Member(seat, chair.who.name if chair.who else ""), now)
        raise Refused("net.refuse.unknown_seat")

    def _let_in(self, member: Member, now: float) -> Member:
        self.members.append(member)
        self._tell_room(now)
        if self.phase != "waiting":
            self._tell_table(member)
        return member

    def gone(self, member: Member, now: float) -> None:
        """Handle a lost connection: free the seat before the start (unless reserved), keep it later."""
        if member not in self.members:
            return
        self.members.remove(member)
        if member.seat is not None and not any(other.seat == member.seat for other in self.members):
            chair = self.chairs[member.seat]
            if self.is_dealt or chair.reserved:
                chair.away_since = now
            elif chair.kind == "remote":
                self.chairs[member.seat] = Chair("remote")
        self._tell_room(now)

    def tell_again(self, member: Member, now: float) -> None:
        """Resend everything to a member, numbered from 0, when messages may have been lost."""
        member.sent = 0
        self._send(member, "room", self.room(now))
        if self.phase != "waiting":
            self._tell_table(member)

    def _chair(self, ask: Ask) -> None:
        """Before the start: seat a bot of a level, or free the seat; disconnect a guest on it."""
        self._need_owner(ask.member)
        seat, level = ask.params["seat"], ask.params["level"]
        if (self.is_dealt or seat >= len(self.chairs) or self.chairs[seat].kind == "here"
                or (level and level not in LEVELS)):
            raise Refused("net.refuse.not_now")
        for other in [member for member in self.members if member.seat == seat]:
            self._dismiss(other, Phrase("net.closed.freed"))
        old, self.chairs[seat] = self.chairs[seat], Chair("remote")
        if level:
            self.chairs[seat] = Chair("bot", level, old.who if old.kind == "bot" else self._bot_of(seat))
        self._tell_room(ask.now)

    def _dismiss(self, member: Member, why: Phrase) -> None:
        self._send(member, "closed", {"why": plain_phrase(why)})
        self.members.remove(member)

    def agree(self, options: Options, now: float) -> None:
        """Replace the options; disconnect spectators if they are no longer allowed."""
        self.options = options
        for member in [] if options.watch else self._watching:
            self._dismiss(member, Phrase("net.refuse.no_watching"))
        self._tell_room(now)

    # --- chatting, leaving, closing ---

    def _say(self, ask: Ask) -> None:
        if not self.options.talk:
            raise Refused("net.refuse.no_talk")
        said: Params = {"by": ask.member.seat, "name": ask.member.name}
        if "phrase" in ask.params:
            said["phrase"] = ask.params["phrase"]
        else:
            said["text"] = clean(ask.params.get("text", ""), LONGEST_TEXT)
            if not said["text"]:
                raise Refused("net.refuse.nothing_said")
        self._tell_all("said", said)

    def _leave(self, ask: Ask) -> None:
        self.gone(ask.member, ask.now)

    def _close(self, ask: Ask) -> None:
        self._need_owner(ask.member)
        self.close(Phrase("net.closed.by_host"))

    def close(self, why: Phrase) -> None:
        """Disconnect all members."""
        self.closed = True
        for member in list(self.members):
            self._dismiss(member, why)

    def _need_owner(self, member: Member) -> None:
        if not member.owner:
            raise Refused("net.refuse.only_host")

    # --- messages ---

    def _send(self, member: Member, method: str, params: Params) -> None:
        self._send_to(member, method, params)
        member.sent += 1

    def _tell_all(self, method: str, params: Params) -> None:
        for member in list(self.members):
            self._send(member, method, params)

    def room(self, now: float) -> Params:
        """Return the public data of the people at the table."""
        return {"game": self.rules.game, "variant": self.rules.variant, "phase": self.phase,
                "chairs": [chair.told(seat, now) for seat, chair in enumerate(self.chairs)],
                "watching": len(self._watching),
                "hints": self.options.hints, "talk": self.options.talk, "watch": self.options.watch}

    def _tell_room(self, now: float) -> None:
        self._tell_all("room", self.room(now))
