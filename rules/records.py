"""Game records: everything that was played as one JSON document, written, read, verified.

A save, a replay, a simulation and an undo history are the same format; see `to_record` for its keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rules.base import BadSetup, IllegalMove, Phrase, Rules, UnreadableMove
from rules.files.faults import shown
from rules.session import LEVELS, Seat, Session

FORMAT, VERSION = "dominothek", 1
LARGEST = 8 * 1024 * 1024
"""No record of a game comes near this many bytes."""

RulesFor = Callable[[str, str, dict[str, Any]], Rules]
"""Game id, variant label and effective values to a Rules object; raises RecordFault."""


class RecordFault(ValueError):
    """A record that cannot be taken; `phrase` says why, with the number of the move if it is one."""

    def __init__(self, key: str, /, **values: Any):
        super().__init__(f"{key} {values}")
        self.phrase = Phrase(key, values)


# --- writing ---


def legal_count(rules: Rules, state: Any) -> int:
    """How many different legal moves there are, by spelling."""
    return len({rules.write_move(move) for move in rules.legal_moves(state)})


def to_record(session: Session, *, legal: bool = False, playing: bool = False) -> dict[str, Any]:
    """The whole game as plain data. `playing` adds what a save needs besides the game itself."""
    rules = session.rules
    record: dict[str, Any] = {
        "format": FORMAT, "version": VERSION, "game": rules.game, "variant": rules.variant,
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


def _write_round(session: Session, number: int, legal: bool) -> dict[str, Any]:
    rules, round_ = session.rules, session.rounds[number]
    moves, state = [], round_.start
    for ply in round_.plies:
        entry: dict[str, Any] = {"by": ply.by, **rules.write_entry(ply.move)}
        if legal and rules.lists_moves:
            entry["legal"] = legal_count(rules, state)
        state = ply.state
        moves.append(entry | {"scores": list(state.scores)})
    data: dict[str, Any] = {"setup": round_.setup, "moves": moves}
    outcome = rules.outcome(state)
    if outcome is not None:
        data["result"] = {
            "scores": list(state.scores), "winners": list(outcome.winners), "why": outcome.why}
    return data


def dumps(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


# --- reading ---


def read_file(path: Path) -> dict[str, Any]:
    """The record in a file; raises RecordFault with a reason a person understands."""
    try:
        if path.stat().st_size > LARGEST:
            raise RecordFault("record.too_large", limit=LARGEST // 2**20)
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise RecordFault("record.not_utf8", byte=fault.start) from None
    except OSError as fault:
        raise RecordFault("record.unreadable", reason=fault.strerror or str(fault)) from None
    return loads(text)


def loads(text: str) -> dict[str, Any]:
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
    if data.get("version") != VERSION:
        raise RecordFault("record.version", found=shown(str(data.get("version"))), known=VERSION)
    return data


def _need(data: Any, key: str, kind: type, where: str) -> Any:
    value = data.get(key) if isinstance(data, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordFault("record.missing", key=key, where=where)
    return value


def _read_seats(data: dict[str, Any]) -> list[Seat]:
    seats = []
    for entry in _need(data, "players", list, "record"):
        name = _need(entry, "name", str, "players")
        kind = entry.get("kind", "human")
        if kind not in ("human", "bot"):
            raise RecordFault("record.missing", key="kind", where="players")
        level = entry.get("level")
        seats.append(Seat(name, kind, level if level in LEVELS else None))
    return seats


def open_session(record: dict[str, Any], rules_for: RulesFor) -> Session:
    """A session standing before the first move of a record; raises RecordFault."""
    seats = _read_seats(record)
    values = record.get("rules", {})
    if not isinstance(values, dict):
        raise RecordFault("record.missing", key="rules", where="record")
    rules = rules_for(_need(record, "game", str, "record"), str(record.get("variant", "classic")), values)
    if len(seats) not in rules.seats:
        raise RecordFault("record.players", found=len(seats), low=rules.seats[0], high=rules.seats[-1])
    rounds = _need(record, "rounds", list, "record")
    if not rounds:
        raise RecordFault("record.missing", key="rounds", where="record")
    seed = record.get("seed", 0)
    playing = record.get("playing") if isinstance(record.get("playing"), dict) else {}
    level_id = playing.get("level")
    try:
        session = Session(rules, seats, seed if isinstance(seed, int) and _is_count(seed) else 0,
                          level=_need(rounds[0], "setup", dict, "rounds"),
                          level_id=level_id if isinstance(level_id, str) else None)
    except BadSetup as fault:
        raise RecordFault(fault.phrase.key, **fault.phrase.values) from None
    _read_tally(session, playing.get("tally"))
    notes = playing.get("notes")
    if isinstance(notes, dict):
        session.notes = {str(key): value for key, value in notes.items() if isinstance(value, str)}
    return session


def _read_tally(session: Session, tally: Any) -> None:
    if isinstance(tally, dict):
        for key, value in tally.items():
            if _is_count(value):
                session.tally[key] = value


def _is_count(value: Any) -> bool:
    """A number that every part of the program can hold: no truth value, no NaN, nothing without end."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 2**53


def replay(record: dict[str, Any], rules_for: RulesFor) -> Session:
    """The session a record tells of, played to its last move; raises RecordFault at the first that fails."""
    session = open_session(record, rules_for)
    for number, entry in _entries(session, record):
        _play(session, _read_move(session, entry, number), number)
    return session


def _entries(session: Session, record: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The moves with their number in the whole game, dealing each further round on the way."""
    number = 0
    for index, round_ in enumerate(record["rounds"]):
        if index:
            _deal_round(session, round_, number)
        for entry in _need(round_, "moves", list, "rounds"):
            number += 1
            yield number, entry


def _deal_round(session: Session, round_: Any, number: int) -> None:
    over = session.game_outcome is not None and not session.rules.open_end
    if session.outcome is None or over:
        raise RecordFault("record.round_not_over", number=number)
    try:
        session._begin(_need(round_, "setup", dict, "rounds"))
    except BadSetup as fault:
        raise RecordFault(fault.phrase.key, **fault.phrase.values) from None


def _read_move(session: Session, entry: Any, number: int) -> Any:
    text = _need(entry, "move", str, "moves")
    try:
        return session.rules.read_entry(entry)
    except UnreadableMove as fault:
        raise RecordFault("record.unreadable_move", number=number, move=text[:80],
                          expected=fault.expected) from None


def _play(session: Session, move: Any, number: int) -> None:
    try:
        session.play(move)
    except IllegalMove as fault:
        raise RecordFault("record.illegal_move", number=number, move=session.rules.write_move(move)[:80],
                          reason=fault.refusal) from None


# --- verifying ---


def verify(record: dict[str, Any], rules_for: RulesFor) -> Session:
    """Replay a record and compare everything it claims; raises RecordFault at the first difference."""
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


def _verify_move(session: Session, entry: Any, number: int) -> None:
    text, rules = _need(entry, "move", str, "moves"), session.rules
    move = _read_move(session, entry, number)
    _same("by", entry.get("by"), rules.mover(session.state, move), number, text)
    if "legal" in entry and rules.lists_moves:
        _same("legal", entry["legal"], legal_count(rules, session.state), number, text)
    _play(session, move, number)
    _same("scores", entry.get("scores"), list(session.state.scores), number, text)


def _round_result(session: Session) -> dict[str, Any] | None:
    outcome = session.outcome
    return None if outcome is None else {
        "scores": list(session.state.scores), "winners": list(outcome.winners), "why": outcome.why}


def _same(what: str, found: Any, expected: Any, number: int, move: str) -> None:
    if found != expected or isinstance(found, bool):
        raise RecordFault("record.differs", what=what, number=number, move=move[:80],
                          found=_short(found), expected=_short(expected))


def _same_result(data: dict[str, Any], expected: dict[str, Any] | None, key: str, round_: int) -> None:
    found = data.get("result")
    if isinstance(found, dict) and expected is not None:
        found = {name: found.get(name) for name in expected}
    if found != expected:
        raise RecordFault(key, round=round_, found=_short(found), expected=_short(expected))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "..."
