"""Game records: a whole game as one JSON document, written, read, verified.

Saves, replays, simulations and undo histories have the same format; see `to_record` for its keys.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from rules.base import RECORD_VERSION, AnyRules, BadSetup, IllegalMove, M, Move, Rules, S, UnreadableMove
from rules.files.faults import shown
from rules.files.values import Values
from rules.kit.phrases import Phrase
from rules.kit.visible import visible
from rules.session import LEVELS, UNCOUNTED, UNCOUNTED_NOTE, AnySession, Seat, Session, is_level

T = TypeVar("T")

FORMAT = "dominothek"
LONGEST_NAME = 200
"""The most characters of the name of a player or a variant."""
LARGEST = 8 * 1024 * 1024
"""Maximum size of a file in bytes, far above any record."""

Record: TypeAlias = dict[str, Any]
"""A JSON object as read from a file, unchecked."""

RulesFor = Callable[[str, str, Values], AnyRules]
"""Game id, variant label and effective values to rules; raises RecordFault."""


class RecordFault(ValueError):
    """A record that cannot be accepted. `phrase` has the reason, with the number of the faulty move if any.
    """

    def __init__(self, key: str, /, **values: object):
        super().__init__(f"{key} {values}")
        self.phrase = Phrase(key, values)


# --- writing ---


def legal_count(rules: Rules[S, M], state: S) -> int:
    """Return the number of legal moves with distinct notation."""
    return len({rules.write_move(move) for move in rules.legal_moves(state)})


def to_record(session: Session[S, M], *, legal: bool = False, playing: bool = False) -> Record:
    """Return the whole game as plain data.

    `legal` counts the legal moves before each move; `playing` adds the data that a save needs besides the
    game.
    """
    rules = session.rules
    record: Record = {
        "format": FORMAT, "version": rules.record_version, "game": rules.game, "variant": rules.variant,
        "rules": dict(rules.values), "seed": session.seed,
        "players": [_write_seat(seat) for seat in session.seats],
        "rounds": [_write_round(session, number, legal) for number in range(len(session.rounds))]}
    outcome = session.game_outcome
    if outcome is not None:
        record["result"] = {"scores": list(session.state.scores), "winners": list(outcome.winners)}
    if playing:
        record["playing"] = {
            "level": session.level_id, "tally": dict(session.tally), "notes": dict(session.notes)}
    return record


def _write_seat(seat: Seat) -> dict[str, str]:
    data = {"name": seat.name, "kind": seat.kind}
    return data | {"level": seat.level} if seat.is_bot and seat.level else data


def _write_round(session: Session[S, M], number: int, legal: bool) -> Record:
    rules, round_ = session.rules, session.rounds[number]
    moves, state = [], round_.start
    for ply in round_.plies:
        entry: Record = {"by": ply.by, **rules.write_entry(ply.move)}
        if legal and rules.lists_moves:
            entry["legal"] = legal_count(rules, state)
        state = ply.state
        moves.append(entry | {"scores": list(state.scores)})
    data: Record = {"setup": round_.setup, "moves": moves}
    outcome = rules.outcome(state)
    if outcome is not None:
        data["result"] = {
            "scores": list(state.scores), "winners": list(outcome.winners), "why": outcome.why}
    return data


def dumps(record: Record) -> str:
    """Return a record as JSON text."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


# --- reading ---


def read_file(path: Path) -> Record:
    """Return the record in a file; raise RecordFault."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise RecordFault("record.unreadable", reason=Phrase("fault.folder"))
        if not stat.S_ISREG(status.st_mode):
            raise RecordFault("record.unreadable", reason=Phrase("fault.no_file"))
        if status.st_size > LARGEST:
            raise RecordFault("record.too_large", limit=LARGEST // 2**20)
        text = path.read_text(encoding="utf-8")
    except RecordFault:
        raise
    except UnicodeDecodeError as fault:
        raise RecordFault("record.not_utf8", byte=fault.start) from None
    except OSError as fault:
        raise RecordFault("record.unreadable", reason=fault.strerror or str(fault)) from None
    except ValueError as fault:  # a NUL in the path
        raise RecordFault("record.unreadable", reason=str(fault)) from None
    return loads(text)


def loads(text: str) -> Record:
    """Return the record of a JSON text; raise RecordFault."""
    if not text.strip():
        raise RecordFault("record.empty")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise RecordFault("record.truncated", line=fault.lineno, column=fault.colno) from None
    except (RecursionError, ValueError):
        raise RecordFault("record.no_record") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordFault("record.no_record")
    _version(data)
    return data


def _version(data: Record) -> int:
    """Return the version of a record; raise RecordFault if it is none that this program knows."""
    found = data.get("version")
    if not isinstance(found, int) or isinstance(found, bool) or not 1 <= found <= RECORD_VERSION:
        raise RecordFault("record.version", found=visible(shown(str(found))), known=RECORD_VERSION)
    return found


def _need(data: object, key: str, kind: type[T], where: str) -> T:
    value = data.get(key) if isinstance(data, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordFault("record.missing", key=key, where=where)
    return value


def _read_seats(data: Record) -> list[Seat]:
    seats: list[Seat] = []
    for entry in _need(data, "players", list, "record"):
        name = _need(entry, "name", str, "players")
        kind = entry.get("kind", "human")
        if kind not in ("human", "bot"):
            raise RecordFault("record.missing", key="kind", where="players")
        seats.append(Seat(visible(name, LONGEST_NAME), kind, _read_level(entry, len(seats) + 1)))
    return seats


def _read_level(entry: Record, seat: int) -> str | None:
    level = entry.get("level")
    if level is None:
        return None
    if not isinstance(level, str) or not is_level(level):
        raise RecordFault("record.level", seat=seat, level=visible(shown(str(level))),
                          known=", ".join(LEVELS))
    return level


def _read_variant(record: Record) -> str:
    variant = str(record.get("variant", "classic"))
    if len(variant) > LONGEST_NAME or not variant.isprintable():
        raise RecordFault("record.missing", key="variant", where="record")
    return variant


def check_save(record: Record) -> None:
    """Raise RecordFault unless a save can be shown on the shelf; its moves are not played."""
    _need(record, "game", str, "record")
    if not isinstance(record.get("variant", ""), str):
        raise RecordFault("record.missing", key="variant", where="record")
    _read_variant(record)
    for entry in _need(record, "players", list, "record"):
        name = _need(entry, "name", str, "players")
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise RecordFault("record.missing", key="name", where="players")
    rounds = _need(record, "rounds", list, "record")
    if not rounds:
        raise RecordFault("record.missing", key="rounds", where="record")
    for round_ in rounds:
        _need(round_, "setup", dict, "rounds")
        _need(round_, "moves", list, "rounds")


def uncounted(record: Record) -> bool:
    """Return whether a record is of a game that does not count; see `Session.uncounted`."""
    playing = record.get("playing")
    notes = playing.get("notes") if isinstance(playing, dict) else None
    return isinstance(notes, dict) and notes.get(UNCOUNTED_NOTE) in UNCOUNTED


def open_session(record: Record, rules_for: RulesFor) -> AnySession:
    """Return a session before the first move of a record; raise RecordFault."""
    seats = _read_seats(record)
    values = record.get("rules", {})
    if not isinstance(values, dict):
        raise RecordFault("record.missing", key="rules", where="record")
    rules = rules_for(_need(record, "game", str, "record"), _read_variant(record), values)
    rules = rules.as_recorded(_version(record))
    if len(seats) not in rules.seats:
        raise RecordFault("record.players", found=len(seats), low=rules.seats[0], high=rules.seats[-1])
    rounds = _need(record, "rounds", list, "record")
    if not rounds:
        raise RecordFault("record.missing", key="rounds", where="record")
    seed = record.get("seed", 0)
    saved = record.get("playing")
    playing: Record = saved if isinstance(saved, dict) else {}
    level_id = playing.get("level")
    try:
        session = Session(rules, seats, seed if isinstance(seed, int) and _is_count(seed) else 0,
                          level=_need(rounds[0], "setup", dict, "rounds"),
                          level_id=level_id if isinstance(level_id, str) else None)
    except BadSetup as fault:
        raise RecordFault(fault.phrase.key, **fault.phrase.values) from fault
    _read_tally(session, playing.get("tally"))
    notes = playing.get("notes")
    if isinstance(notes, dict):
        session.notes = {str(key): value for key, value in notes.items() if isinstance(value, str)}
    return session


def _read_tally(session: AnySession, tally: object) -> None:
    if isinstance(tally, dict):
        for key, value in tally.items():
            if _is_count(value):
                session.tally[key] = value


def _is_count(value: object) -> bool:
    """Return True for a non-negative number below 2**53; booleans, NaN and infinity are rejected."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 2**53


def replay(record: Record, rules_for: RulesFor) -> AnySession:
    """Return the session of a record, played to its last move; raise RecordFault at the first that fails."""
    session = open_session(record, rules_for)
    for number, entry in _entries(session, record):
        _play(session, _read_move(session, entry, number), number)
    return session


def _entries(session: AnySession, record: Record) -> Iterator[tuple[int, Record]]:
    """Yield the moves with their number in the whole game, dealing each further round on the way."""
    number = 0
    for index, round_ in enumerate(record["rounds"]):
        if index:
            _deal_round(session, round_, number)
        for entry in _need(round_, "moves", list, "rounds"):
            number += 1
            yield number, entry


def _deal_round(session: AnySession, round_: object, number: int) -> None:
    over = session.game_outcome is not None and not session.rules.open_end
    if session.outcome is None or over:
        raise RecordFault("record.round_not_over", number=number)
    try:
        session.begin_round(_need(round_, "setup", dict, "rounds"))
    except BadSetup as fault:
        raise RecordFault(fault.phrase.key, **fault.phrase.values) from None


def _read_move(session: AnySession, entry: Record, number: int) -> Move:
    text = _need(entry, "move", str, "moves")
    try:
        return session.rules.read_entry(entry)
    except UnreadableMove as fault:
        raise RecordFault("record.unreadable_move", number=number, move=visible(text[:80]),
                          expected=fault.expected) from None


def _play(session: AnySession, move: Move, number: int) -> None:
    try:
        session.play(move)
    except IllegalMove as fault:
        raise RecordFault("record.illegal_move", number=number, move=session.rules.write_move(move)[:80],
                          reason=fault.refusal) from None


# --- verifying ---


def verify(record: Record, rules_for: RulesFor) -> AnySession:
    """Replay a record and compare everything it claims; raise RecordFault at the first difference."""
    session, number = open_session(record, rules_for), 0
    for index, round_ in enumerate(record["rounds"]):
        if index:
            _deal_round(session, round_, number)
        for entry in _need(round_, "moves", list, "rounds"):
            number += 1
            _verify_move(session, entry, number)
        _same_result(round_, _round_result(session), "record.round_result", index + 1)
    stopped = session.rules.open_end and "result" in record
    outcome = session.rules.standing(session.state) if stopped else session.game_outcome
    result = None if outcome is None else {
        "scores": list(session.state.scores), "winners": list(outcome.winners)}
    _same_result(record, result, "record.result", 0)
    return session


def _verify_move(session: AnySession, entry: Record, number: int) -> None:
    text, rules = _need(entry, "move", str, "moves"), session.rules
    move = _read_move(session, entry, number)
    _same("by", entry.get("by"), rules.mover(session.state, move), number, text)
    if "legal" in entry and rules.lists_moves:
        _same("legal", entry["legal"], legal_count(rules, session.state), number, text)
    _play(session, move, number)
    _same("scores", entry.get("scores"), list(session.state.scores), number, text)


def _round_result(session: AnySession) -> Record | None:
    outcome = session.outcome
    return None if outcome is None else {
        "scores": list(session.state.scores), "winners": list(outcome.winners), "why": outcome.why}


def _same(what: str, found: object, expected: object, number: int, move: str) -> None:
    if found != expected or isinstance(found, bool):
        raise RecordFault("record.differs", what=what, number=number, move=visible(move[:80]),
                          found=_short(found), expected=_short(expected))


def _same_result(data: Record, expected: Record | None, key: str, round_: int) -> None:
    found = data.get("result")
    if isinstance(found, dict) and expected is not None:
        found = {name: found.get(name) for name in expected}
    if found != expected:
        raise RecordFault(key, round=round_, found=_short(found), expected=_short(expected))


def _short(value: object) -> str:
    text = visible(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= 120 else text[:117] + "..."
