"""The window's side of a network table: requests to the table, and typed events from it.

The thread of a window owns a `Client`: it calls `poll` once per frame for typed events, and sends requests
(`play`, `say_text`, ...) at any time; both return immediately. A transport thread delivers texts (`receive`,
`line_is`) and transmits the arguments of `send`; nothing else is shared. Public attributes (`room`, `mirror`,
`seat`, ...) change only within `poll`, except that `play` sets `waiting`.

The window draws `mirror`, a session built from views alone. It contains a move only after the host sent it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from game.data.people import COLOURS, FACES
from game.data.seat_colours import BOT_FACE
from game.net.happenings import (
    AnyMirror,
    Happening,
    Lane,
    Line,
    LineChanged,
    Moved,
    Place,
    RaceGoes,
    RecordKept,
    RoomChanged,
    RoomView,
    RoundDealt,
    Spoken,
    TableSet,
    TakeBackAsked,
    TakenBack,
    TurnTimed,
    WishRefused,
)
from game.net.inbox import Inbox, sayable
from game.net.protocol import (
    CLOCK,
    LARGEST_WHOLE,
    LONGEST_NAME,
    Answer,
    BadMessage,
    Joiner,
    Notice,
    Params,
    clean,
    read_from_table,
)
from game.ui.text import Texts
from rules.base import AnyRules, Drawn, Move, Placed, Removed, Said, State
from rules.catalog import GAMES, rules_from_values
from rules.kit.phrases import Phrase
from rules.kit.plain import Plain, phrase_from
from rules.race import RaceRules
from rules.records import Record
from rules.session import LEVELS, Ply, Seat
from rules.views import add_move, mirror_of

Send: TypeAlias = Callable[[int, str, Params], None]
"""Called with number, method and parameters of a request."""
CLOCK_TRIES = 5
CLOCK_PAUSE = 0.15


class Client:
    """The client of one table."""

    def __init__(self, send: Send, *, texts: Texts, clock: Callable[[], float] = time.monotonic):
        self.room: RoomView | None = None
        self.mirror: AnyMirror | None = None
        self.seat: int | None = None
        """The seat of this program, known from the start of the game; None for a spectator."""
        self.record: Record | None = None
        self.opened = False
        """Whether the current round has begun; a race begins at its start, when the letters are sent."""
        self.waiting = False
        """Whether a move of this program was sent and is not answered yet."""
        self._send, self._clock, self._texts = send, clock, texts
        self._inbox: Inbox[Happening] = Inbox(self._read, self._heard, texts)
        self._joiner = Joiner()
        self._asked: dict[int, tuple[str, float]] = {}
        self._number = 0
        self._expected: int | None = None
        self._offset: tuple[float, float] | None = None
        """The shortest round trip measured, and the offset of the host's clock computed from it."""
        self._clock_at: list[float] = []
        self._timed: tuple[int, float] | None = None
        """The seat in turn and the end of its time, by the host's clock."""

    @property
    def line(self) -> Line:
        return self._inbox.line

    # --- for the transport, from any thread ---

    @property
    def is_full(self) -> bool:
        """Whether the connection must wait until the window has polled; callable from any thread."""
        return self._inbox.is_full

    def receive(self, text: str) -> None:
        """Queue a text received from the table."""
        self._inbox.put(text)

    def line_is(self, line: Line, why: Phrase | None = None) -> None:
        """Queue a change of the connection: made, lost or closed."""
        self._inbox.put(LineChanged(line, why))

    # --- requests ---

    def play(self, move: Move) -> None:
        """Request a move; `Moved` or `WishRefused` follows."""
        if self.mirror is not None:
            self.waiting = True
            self._ask("move", {"text": self.mirror.rules.write_move(move), "moves": self.mirror.moves})

    def say_phrase(self, phrase: str) -> None:
        self._ask("say", {"phrase": phrase})

    def say_text(self, text: str) -> None:
        self._ask("say", {"text": text})

    def ask_to_take_back(self) -> None:
        if self.mirror is not None:
            self._ask("take_back", {"moves": self.mirror.moves})

    def answer_question(self, question: int, *, yes: bool) -> None:
        self._ask("answer", {"question": question, "yes": yes})

    def ready(self) -> None:
        """Report this seat as ready for the next round, or for the start of a race."""
        self._ask("ready", {})

    def used_hint(self) -> None:
        """Report that a hint is shown; refused if hints are off at this table."""
        self._ask("hint", {})

    def show_progress(self, laid: int, shape: Sequence[tuple[int, int]]) -> None:
        """Send the progress of this seat in a race to all members."""
        self._ask("progress", {"laid": laid, "shape": [list(square) for square in shape]})

    def give_up(self) -> None:
        """Stop building in a race."""
        self._ask("give_up", {})

    def leave(self) -> None:
        """Leave the table; the key of the seat stays valid."""
        self._ask("leave", {})

    # --- requests of the host's own program ---

    def start(self, bots: str = "") -> None:
        """Start the game, with bots of this level in the free seats."""
        self._ask("start", {"bots": bots} if bots else {})

    def seat_bot(self, seat: int, level: str) -> None:
        """Before the start: give a seat to a bot of this level."""
        self._ask("chair", {"seat": seat, "level": level})

    def free_seat(self, seat: int) -> None:
        """Before the start: free a seat, disconnecting its owner."""
        self._ask("chair", {"seat": seat, "level": ""})

    def let_bot_sit_in(self, seat: int, level: str) -> None:
        self._ask("sit_in", {"seat": seat, "level": level})

    def next_round(self) -> None:
        """Start the next round even if some players are not ready."""
        self._ask("next", {})

    def close_table(self) -> None:
        self._ask("close", {})

    def _ask(self, method: str, params: Params) -> None:
        self._number += 1
        self._asked[self._number] = method, self._clock()
        self._send(self._number, method, params)

    # --- events ---

    def wait(self, seconds: float) -> None:
        """Block until there is something to poll, at most `seconds`; for programs without a frame loop."""
        self._inbox.wait(seconds)

    def poll(self) -> list[Happening]:
        """Return the events since the last call, without waiting."""
        self._set_clock()
        return self._inbox.poll()

    def _heard(self, happening: Happening) -> None:
        if not isinstance(happening, LineChanged):
            return
        self.waiting = False
        self._asked.clear()
        self._expected = None
        self._joiner = Joiner()
        if happening.line == "here":
            self._measure_clock()

    def _measure_clock(self) -> None:
        """Measure the host's clock again: a table that moves to another computer follows another clock."""
        now = self._clock()
        self._offset = None if self._offset is None else (math.inf, self._offset[1])
        self._clock_at = [now + CLOCK_PAUSE * number for number in range(CLOCK_TRIES)]

    def _set_clock(self) -> None:
        if self.line == "here" and self._clock_at and self._clock() >= self._clock_at[0]:
            del self._clock_at[0]
            self._ask("clock", {})

    def _read(self, text: str) -> list[Happening]:
        found = read_from_table(text, LARGEST_WHOLE)
        if isinstance(found, Answer):
            return self._answered(found)
        if found.method == "part":
            whole = self._joiner.add(found.params)
            return [] if whole is None else self._read(whole)
        if self._expected is not None and found.number != self._expected:
            raise BadMessage("a notice was lost")
        self._expected = found.number + 1
        return [self._happened(found)]

    def _answered(self, answer: Answer) -> list[Happening]:
        method, sent = self._asked.pop(answer.number, ("", 0.0))
        if method == "clock" and answer.result is not None:
            if not CLOCK.fits(answer.result):
                raise BadMessage("not a clock")
            now = self._clock()
            trip = now - sent
            if self._offset is None or trip < self._offset[0]:
                self._offset = trip, answer.result["now"] - (sent + now) / 2
                return [TurnTimed(self._timed[0], self._here(self._timed[1]))] if self._timed else []
        if method == "move":
            self.waiting = False
        return [] if answer.fault is None else [WishRefused(method, self._sayable(answer.fault))]

    def _here(self, there: float) -> float:
        """Convert an instant of the host's clock to our own."""
        return there - (self._offset[1] if self._offset else 0.0)

    def _happened(self, notice: Notice) -> Happening:
        params = notice.params
        if notice.method in ("table", "dealt", "moved", "taken_back"):
            self._timed = None
        match notice.method:
            case "room":
                self.room = _room(params, self._clock())
                return RoomChanged(self.room)
            case "table":
                return self._set_table(params)
            case "dealt":
                return self._dealt(params)
            case "moved":
                return self._moved(params)
            case "taken_back":
                self._need_mirror().taken_back(params["moves"])
                return TakenBack(params["moves"])
            case "question":
                return TakeBackAsked(**{**params, "by": self._seat(params["by"])})
            case "said":
                return Spoken(params["by"], clean(params["name"], LONGEST_NAME), params.get("phrase", ""),
                              clean(params.get("text", ""), 200))
            case "turn":
                self._timed = self._seat(params["seat"]), params["until"]
                return TurnTimed(self._timed[0], self._here(self._timed[1]))
            case "go":
                return RaceGoes(self._here(params["at"]))
            case "lane":
                return self._lane(params)
            case "record":
                return self._record(params["record"])
            case _:
                return LineChanged("closed", self._sayable(phrase_from(params["why"])))

    def _need_mirror(self) -> AnyMirror:
        if self.mirror is None:
            raise BadMessage("no game yet")
        return self.mirror

    def _seat(self, seat: int) -> int:
        if seat >= len(self._need_mirror().seats):
            raise BadMessage("no such seat")
        return seat

    def _set_table(self, params: Params) -> TableSet:
        rules = self._rules(params)
        seats = [_player(player) for player in params["players"]]
        if len(seats) not in rules.seats:
            raise BadMessage("a wrong number of players")
        if params["seat"] is not None and params["seat"] >= len(seats):
            raise BadMessage("no such seat")
        if self.mirror is not None and (rules.game, len(seats)) != (self.mirror.rules.game,
                                                                    len(self.mirror.seats)):
            raise BadMessage("another game")
        mirror = mirror_of(rules, seats, params["rounds"], params["seat"])
        for _, ply in mirror.history():
            self._check(ply)
        self.mirror, self.seat, self.waiting = mirror, params["seat"], False
        self.opened = params["opened"]
        self._measure_clock()
        return TableSet(mirror)

    @staticmethod
    def _rules(params: Params) -> AnyRules:
        """Build the rules from the host's values, validated like those of a record."""
        rules = params["rules"]
        if not isinstance(rules, dict):
            raise BadMessage("no rules")
        variant = clean(params["variant"], 200)
        return rules_from_values(params["game"], variant, rules).as_recorded(params["version"])

    def _dealt(self, params: Params) -> RoundDealt:
        mirror = self._need_mirror()
        if not isinstance(params["state"], dict):
            raise BadMessage("no state")
        if params["opened"]:
            mirror.opened(params["state"])
        else:
            mirror.dealt(params["state"])
        self.opened = params["opened"] or not isinstance(mirror.rules, RaceRules)
        return RoundDealt(params["opened"])

    def _moved(self, params: Params) -> Moved:
        mirror = self._need_mirror()
        before = mirror.state
        ply = add_move(mirror, params)
        try:
            self._check(ply)
        except BadMessage:
            mirror.taken_back(mirror.moves - 1)
            raise
        if ply.by == self.seat:
            self.waiting = False
        return Moved(ply, before)

    def _lane(self, params: Params) -> Lane:
        shape = frozenset((square[0], square[1]) for square in params["shape"] if len(square) == 2)
        said = self._sayable(phrase_from(params["said"])) if "said" in params else None
        return Lane(self._seat(params["seat"]), params["laid"], params["at"], params["done"], shape, said)

    def _record(self, record: Plain) -> RecordKept:
        mirror = self._need_mirror()
        match record:
            case {"game": mirror.rules.game, "players": list(players)} if len(players) == len(mirror.seats):
                pass
            case _:
                raise BadMessage("no record of this game")
        self.record = record
        return RecordKept(record)

    # --- texts of the host ---

    def _check(self, ply: Ply[State, Any]) -> None:
        for event in ply.events:
            if isinstance(event, Placed | Drawn | Removed | Said) and event.phrase is not None:
                self._sayable(event.phrase)

    def _sayable(self, phrase: Phrase) -> Phrase:
        return sayable(self._texts, phrase)


def _room(params: Params, now: float) -> RoomView:
    if params["game"] not in GAMES:
        raise BadMessage("an unknown game")
    places = tuple(_place(seat, chair) for seat, chair in enumerate(params["chairs"]))
    return RoomView(params["game"], clean(params["variant"], 200), params["phase"], places,
                    params["watching"], params["hints"], params["talk"], params["watch"], now)


def _place(seat: int, chair: Params) -> Place:
    if chair["seat"] != seat:
        raise BadMessage("seats out of order")
    face = chair["face"] if chair["face"] in (*FACES, BOT_FACE) else FACES[0]
    return Place(**{**chair, "name": clean(chair["name"], LONGEST_NAME), "face": face,
                    "colour": chair["colour"] % COLOURS})


def _player(data: Plain) -> Seat:
    match data:
        case {"name": str(name), "kind": "human" | "bot" as kind, "level": str() | None as level} if (
                level is None or level in LEVELS):
            return Seat(clean(name, LONGEST_NAME), kind, level)
    raise BadMessage("not a player")
