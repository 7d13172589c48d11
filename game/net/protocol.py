"""The messages between a table and its guests: JSON-RPC 2.0, each checked against a schema before it is used.

A guest sends requests (`REQUESTS`) and gets an answer or a refusal; a table sends notifications (`NOTICES`).
`clean` sanitises the text of a peer before it is shown.
"""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from rules.base import RECORD_VERSION
from rules.kit.phrases import Phrase
from rules.kit.plain import BadPlain, Plain, phrase_from, to_plain
from rules.kit.visible import visible
from rules.session import LEVELS

SUBPROTOCOL = "dominothek.1"
"""The version of the protocol; a peer with another version is refused before any message."""
LARGEST = 64 * 1024
"""The size limit of a message in bytes."""
LARGEST_WHOLE = 8 * 1024 * 1024
"""The size limit in bytes of a message that a table sends in several parts."""
PART = 30 * 1024
"""Characters of one part; escaping may double them."""
MOST_A_SECOND = 20
MOST_CONNECTIONS = 40
LONGEST_NAME = 14
LONGEST_TEXT = 200
MOST_SQUARES = 120
VERSION = f"{SUBPROTOCOL}/{RECORD_VERSION}"

Params: TypeAlias = dict[str, Plain]
Message: TypeAlias = dict[str, Plain]

PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "thinking", "your_turn", "hurry", "wow",
           "again", "moment", "bye")
"""The quick phrases; each is the text `net.phrase.<name>` in the reader's own language."""


class Refused(Exception):
    """A refused request; `phrase` is the reason."""

    def __init__(self, key: str, /, **values: object):
        super().__init__(key, values)
        self.phrase = Phrase(key, values)

    @classmethod
    def because(cls, phrase: Phrase) -> Refused:
        return cls(phrase.key, **phrase.values)


class BadMessage(ValueError):
    """A message that violates the protocol; the peer is disconnected."""


class Pace:
    """A token bucket: `most` messages per second, with a burst of as many after a pause."""

    def __init__(self, most: float = MOST_A_SECOND):
        self._most = self._left = float(most)
        self._last = time.monotonic()

    def wait(self) -> float:
        """Count a message; return by how many seconds it exceeds the rate."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._last) * self._most) - 1
        self._last = now
        return max(0.0, -self._left / self._most)


# --- the schema ---


class Kind(Protocol):
    """The type and range of a parameter."""

    def fits(self, value: Plain) -> bool: ...


@dataclass(frozen=True, slots=True)
class Text:
    most: int

    def fits(self, value: Plain) -> bool:
        return isinstance(value, str) and len(value) <= self.most


@dataclass(frozen=True, slots=True)
class Whole:
    low: int
    high: int

    def fits(self, value: Plain) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Real:
    low: float
    high: float

    def fits(self, value: Plain) -> bool:
        return (isinstance(value, int | float) and not isinstance(value, bool)
                and self.low <= value <= self.high)


@dataclass(frozen=True, slots=True)
class Flag:
    def fits(self, value: Plain) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class OneOf:
    names: tuple[str, ...]

    def fits(self, value: Plain) -> bool:
        return isinstance(value, str) and value in self.names


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of entries of one kind."""

    kind: Kind
    most: int

    def fits(self, value: Plain) -> bool:
        return isinstance(value, list) and len(value) <= self.most and all(map(self.kind.fits, value))


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with these keys; those in `optional` may be missing."""

    needed: Mapping[str, Kind]
    optional: Mapping[str, Kind]

    def fits(self, value: Plain) -> bool:
        if not isinstance(value, dict) or not self.needed.keys() <= value.keys():
            return False
        known = {**self.needed, **self.optional}
        return all(key in known and known[key].fits(part) for key, part in value.items())


@dataclass(frozen=True, slots=True)
class Nullable:
    kind: Kind

    def fits(self, value: Plain) -> bool:
        return value is None or self.kind.fits(value)


@dataclass(frozen=True, slots=True)
class Anything:
    """Checked elsewhere: views and records by the rules of the game."""

    def fits(self, value: Plain) -> bool:
        return isinstance(value, dict | list)


def fields(optional: Mapping[str, Kind] | None = None, /, **needed: Kind) -> Fields:
    return Fields(needed, optional or {})


HEX = Text(200)
SEAT = Whole(0, 5)
COUNT = Whole(0, 10**6)
SECONDS = Real(0, 24 * 3600)
SQUARE = Rows(Whole(-200, 200), 2)
NAME = Text(200)
MARK = Real(-1e15, 1e15)
WHO: Mapping[str, Kind] = {"name": NAME, "colour": Whole(0, 99), "face": Text(40)}
LINE: Mapping[str, Kind] = {"program": HEX, "line": COUNT}
"""The program and the number of its connection: the last messages of an older one may arrive late."""
LEVEL = Nullable(OneOf(LEVELS))
CHAIR = fields(seat=SEAT, kind=OneOf(("here", "remote", "bot")), taken=Flag(), here=Flag(), away=SECONDS,
               hints=COUNT, ready=Flag(), level=LEVEL, sits_in=LEVEL, **WHO)

REQUESTS: Mapping[str, Fields] = {
    # admission
    "hello": fields(pake=HEX, version=Text(60)),
    "prove": fields(proof=HEX),
    "sit": fields({"seat": SEAT, "token": HEX, **LINE}, **WHO),
    "watch": fields(**WHO),
    "return": fields(LINE, token=HEX, version=Text(60)),
    # at the table
    "clock": fields(),
    "move": fields(text=Text(9000), moves=COUNT),
    "say": fields({"phrase": OneOf(PHRASES), "text": Text(1000)}),
    "take_back": fields(moves=COUNT),
    "answer": fields(question=COUNT, yes=Flag()),
    "ready": fields(),
    "hint": fields(),
    "progress": fields(laid=Whole(0, 200), shape=Rows(SQUARE, MOST_SQUARES)),
    "give_up": fields(),
    "leave": fields(),
    # only from the host's own program
    "start": fields({"bots": Text(20)}),
    "chair": fields(seat=SEAT, level=Text(20)),
    "sit_in": fields(seat=SEAT, level=Text(20)),
    "next": fields(),
    "close": fields(),
}

NOTICES: Mapping[str, Fields] = {
    "room": fields(game=Text(40), variant=NAME, chairs=Rows(CHAIR, 6), watching=Whole(0, 100),
                   phase=OneOf(("waiting", "playing", "over")), hints=Flag(), talk=Flag(), watch=Flag()),
    "table": fields(game=Text(40), variant=NAME, rules=Anything(), version=Whole(1, RECORD_VERSION),
                    seat=Nullable(SEAT), players=Rows(Anything(), 6), rounds=Anything(), opened=Flag()),
    "dealt": fields(state=Anything(), opened=Flag()),
    "moved": fields(by=SEAT, move=Text(9000), events=Anything(), state=Anything()),
    "taken_back": fields(moves=COUNT),
    "question": fields(question=COUNT, by=SEAT, moves=COUNT, open=Flag(), yes=Flag()),
    "said": fields({"phrase": OneOf(PHRASES), "text": Text(LONGEST_TEXT)}, by=Nullable(SEAT), name=NAME),
    "turn": fields(seat=SEAT, until=MARK),
    "go": fields(at=MARK),
    "lane": fields({"said": Anything()}, seat=SEAT, laid=Whole(0, 200), at=SECONDS, done=Flag(),
                   shape=Rows(SQUARE, MOST_SQUARES)),
    "record": fields(record=Anything()),
    "closed": fields(why=Anything()),
    "part": fields(number=Whole(0, 1000), of=Whole(1, 1000), text=Text(PART)),
}
CLOCK = fields(now=MARK)
"""The answer to the request `clock`."""


# --- writing ---


def request(number: int, method: str, params: Params) -> str:
    return written({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def answer(number: int, result: Params) -> str:
    return written({"jsonrpc": "2.0", "id": number, "result": result})


def refusal(number: int | None, phrase: Phrase) -> str:
    """Return an error answer; the reader translates its phrase."""
    return written({"jsonrpc": "2.0", "id": number, "error": {
        "code": -32000, "message": phrase.key, "data": plain_phrase(phrase)}})


def notice(method: str, params: Params, number: int = 0) -> str:
    """Return a notification with its sequence number, by which the guest detects a lost one."""
    return numbered(method, written(params), number)


def numbered(method: str, params: str, number: int) -> str:
    """Return a notification from parameters that are already encoded."""
    more = f'{params[:-1]},"n":{number}}}' if len(params) > 2 else f'{{"n":{number}}}'
    return f'{{"jsonrpc":"2.0","method":"{method}","params":{more}}}'


def in_parts(text: str) -> list[str]:
    """Return a message as it is sent, split into parts if it is longer than `LARGEST`."""
    if len(text) <= LARGEST:  # all of it is ASCII
        return [text]
    pieces = [text[at:at + PART] for at in range(0, len(text), PART)]
    return [notice("part", {"number": number, "of": len(pieces), "text": piece})
            for number, piece in enumerate(pieces)]


_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
"""Encodes to ASCII, so that the length in characters is the length in bytes."""


def written(message: Message) -> str:
    return _ENCODER.encode(message)


def plain_phrase(phrase: Phrase) -> Plain:
    """Return a phrase as data; a value that has no plain form is written as text."""
    values: dict[str, Plain] = {}
    for key, value in phrase.values.items():
        try:
            values[key] = to_plain(value)
        except BadPlain:
            values[key] = str(value)
    return {"key": phrase.key, "values": values}


# --- reading ---


@dataclass(frozen=True, slots=True)
class Request:
    number: int
    method: str
    params: Params


@dataclass(frozen=True, slots=True)
class Notice:
    method: str
    params: Params
    number: int


@dataclass(frozen=True, slots=True)
class Answer:
    number: int
    result: Params | None
    fault: Phrase | None


def _object(text: str | bytes, most: int) -> Message:
    if not isinstance(text, str) or len(text) > most:
        raise BadMessage("not a text, or too long")
    try:
        data = json.loads(text, parse_constant=_no_constant)
        if "\\ud" in text.lower():  # perhaps half a surrogate pair, which no text may contain
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadMessage("not JSON") from None
    if not isinstance(data, dict) or data.get("jsonrpc") != "2.0":
        raise BadMessage("not JSON-RPC 2.0")
    return data


def _no_constant(name: str) -> Plain:
    raise ValueError(name)


def read_request(text: str | bytes, methods: Mapping[str, Fields] = REQUESTS) -> Request:
    """Parse a guest's request; raise BadMessage unless it is one of `methods` with valid parameters."""
    data = _object(text, LARGEST)
    number: Plain = data.get("id")
    method, params = data.get("method"), data.get("params", {})
    if not COUNT.fits(number) or not isinstance(method, str) or method not in methods or len(data) > 4:
        raise BadMessage("not a request")
    if not methods[method].fits(params):
        raise BadMessage(f"wrong parameters of {method}")
    return Request(number, method, params)


def read_from_table(text: str | bytes, most: int = LARGEST,
                    notices: Mapping[str, Fields] = NOTICES) -> Notice | Answer:
    """Parse a notification or an answer from a table; raise BadMessage."""
    data = _object(text, most)
    return _answer(data) if data.get("method") is None else _notice(data, notices)


def _notice(data: Message, notices: Mapping[str, Fields]) -> Notice:
    method = data.get("method")
    params: Plain = data.get("params")
    number: Plain = params.pop("n", None) if isinstance(params, dict) else None
    if (not isinstance(method, str) or method not in notices or not notices[method].fits(params)
            or not COUNT.fits(number)):
        raise BadMessage("not a notice")
    return Notice(method, params, number)


def _answer(data: Message) -> Answer:
    number: Plain = data.get("id")
    result, fault = data.get("result"), data.get("error")
    if isinstance(fault, dict):
        try:
            phrase = phrase_from(fault.get("data"))
        except BadPlain:
            raise BadMessage("not a refusal") from None
        return Answer(number if COUNT.fits(number) else -1, None, phrase)
    if not COUNT.fits(number) or not isinstance(result, dict):
        raise BadMessage("not an answer")
    return Answer(number, result, None)


class Joiner:
    """Reassembles long messages from their parts."""

    def __init__(self) -> None:
        self._pieces: list[str] = []

    def add(self, part: Params) -> str | None:
        """Add a part; return the whole text after the last one. Raise BadMessage if one is out of order."""
        if part["number"] != len(self._pieces) or part["number"] >= part["of"] or (
                part["of"] * PART > LARGEST_WHOLE):
            raise BadMessage("parts out of order")
        self._pieces.append(part["text"])
        if len(self._pieces) < part["of"]:
            return None
        whole = "".join(self._pieces)
        self._pieces = []
        return whole


# --- cleaning ---


def clean(text: str, most: int) -> str:
    """Sanitise a text of another computer for display: one line, no control or format characters."""
    kept = "".join(" " if mark.isspace() else mark for mark in unicodedata.normalize("NFC", text[:4 * most])
                   if mark.isspace() or unicodedata.category(mark)[0] != "C")
    return visible(" ".join(kept.split())[:most].strip())
