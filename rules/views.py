"""What one seat may see of a game, as plain data, and the session that a guest builds from it.

`look` and `told` are the only ways by which a state or an event leaves this computer: both hide first what
the seat cannot see. `read_state` and `read_event` are their inverse on the other side. A seat of None only
watches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.base import (
    AnyRules,
    Drawn,
    Event,
    M,
    Outcome,
    Placed,
    Removed,
    Revealed,
    RoundOver,
    Rules,
    S,
    Said,
    Scored,
    Setup,
    State,
    Step,
)
from rules.kit.plain import (
    BadPlain,
    Plain,
    Written,
    changed_fields,
    changed_from,
    from_plain,
    loose,
    phrase_from,
    to_plain,
)
from rules.session import AnySession, Ply, Round, Seat, Session

View = Mapping[str, Plain]
"""The fields of a state as a seat sees it."""

EVENTS: Mapping[str, type[Event]] = {
    "placed": Placed, "revealed": Revealed, "drawn": Drawn, "removed": Removed, "scored": Scored,
    "said": Said, "over": RoundOver}
_NAME_OF = {kind: name for name, kind in EVENTS.items()}
_MOST_EVENTS = 200


# --- on the side of the host ---


def look(rules: AnyRules, state: State, seat: int | None) -> dict[str, Plain]:
    """Return what a seat sees of a state."""
    seen: dict[str, Plain] = to_plain(rules.seen_by(state, seat))
    return seen


def told(rules: AnyRules, events: Sequence[Event], seat: int | None) -> list[Plain]:
    """Return what a seat learns of the events of a move."""
    rows = []
    for event in events:
        shown = rules.event_for(event, seat)
        rows.append({"event": _NAME_OF[type(shown)], **to_plain(shown)})
    return rows


def told_move(rules: AnyRules, ply: Ply[State, Any], before: State, seat: int | None,
              written: Written) -> dict[str, Plain]:
    """Return what a seat learns of a move: who made it, its events, and what it sees change."""
    return {"by": ply.by, "move": rules.write_move(ply.move), "events": told(rules, ply.events, seat),
            "state": changed_fields(rules.seen_by(before, seat), rules.seen_by(ply.state, seat), written)}


def history(session: AnySession, seat: int | None) -> list[Plain]:
    """Return the whole game as a seat sees it: for each round its first view and its moves."""
    rules, rounds = session.rules, []
    for round_ in session.rounds:
        moves, before = [], round_.start
        for ply in round_.plies:
            moves.append(told_move(rules, ply, before, seat, {}))
            before = ply.state
        rounds.append({"state": look(rules, round_.start, seat), "moves": moves})
    return rounds


# --- on the side of the guest ---


def read_state(rules: Rules[S, M], data: Plain, seats: int, seat: int | None) -> S:
    """Return the state of the view of a seat; raise BadPlain."""
    return _checked(rules, from_plain(rules.state_type(), data), seats, seat)


def _checked(rules: Rules[S, M], state: S, seats: int, seat: int | None) -> S:
    if len(state.scores) != seats or not rules.is_plausible(state, seat) or not 0 <= state.player < seats:
        raise BadPlain("not a state of this table")
    _check_winners(rules.outcome(state), seats)
    return state


def _check_winners(outcome: Outcome | None, seats: int) -> None:
    if outcome is not None and not set(outcome.winners) <= set(range(seats)):
        raise BadPlain("a winner without a seat")


def read_event(rules: Rules[S, M], data: Plain, seats: int) -> Event:
    """Return the event of plain data; raise BadPlain."""
    if not isinstance(data, dict) or not isinstance(data.get("event"), str) or data["event"] not in EVENTS:
        raise BadPlain("not an event")
    kind = EVENTS[data["event"]]
    values: dict[str, Any] = {
        name: _read_value(name, value) for name, value in data.items() if name != "event"}
    if kind is Drawn and not isinstance(values.get("pieces"), tuple):
        raise BadPlain("not an event")
    if kind is Scored and not (isinstance(values.get("points"), int) and isinstance(values.get("kind"), str)):
        raise BadPlain("not an event")
    by = values.get("by")
    if not isinstance(by, int) or isinstance(by, bool) or not 0 <= by < seats:
        raise BadPlain("not an event")
    try:
        event = kind(**values)
    except TypeError:
        raise BadPlain("not an event") from None
    if isinstance(event, RoundOver):
        _check_winners(event.outcome, seats)
    if not rules.is_plausible_event(event):
        raise BadPlain("not an event of this game")
    return event


def _read_value(name: str, data: Plain) -> object:
    if name == "outcome":
        return from_plain(Outcome, data)
    if name == "phrase":
        return None if data is None else phrase_from(data)
    return loose(data)


class Mirror(Session[S, M]):
    """The game as one seat sees it, built from views alone; it has no deal and no number of one.

    What happens is told by `dealt`, `moved` and `taken_back`; the seat itself cannot play here.
    """

    def __init__(self, rules: Rules[S, M], seats: Sequence[Seat], first: View, seat: int | None):
        self._start = read_state(rules, first, len(seats), seat)
        self._seat = seat
        super().__init__(rules, seats, 0, level={})

    def _first_round(self, setup: Setup) -> Round[S, M]:
        return Round(setup, self._start)

    def dealt(self, first: View) -> None:
        """Begin a further round."""
        state = read_state(self.rules, first, len(self.seats), self._seat)
        self.rounds.append(Round({}, state))
        self._changed()

    def opened(self, first: View) -> None:
        """Reveal what was hidden at the start of the round; raise BadPlain if a move was made."""
        if self.rounds[-1].plies:
            raise BadPlain("the round has begun")
        self.dealt(first)
        del self.rounds[-2]
        self._changed()

    def moved(self, by: int, move: str, events: Sequence[Plain], changed: View) -> Ply[S, M]:
        """Add a move, with what changed in the view; raise BadPlain or UnreadableMove, changing nothing."""
        if len(events) > _MOST_EVENTS:
            raise BadPlain("too many events")
        state = _checked(self.rules, changed_from(self.state, changed), len(self.seats), self._seat)
        read = self.rules.read_move(move)
        happened = tuple(read_event(self.rules, event, len(self.seats)) for event in events)
        ply = Ply(by, read, state, happened)
        self.rounds[-1].plies.append(ply)
        self._changed()
        return ply

    def taken_back(self, moves: int) -> None:
        """Go back until the whole game has so many moves."""
        while self.moves > moves:
            if self.rounds[-1].plies:
                self.rounds[-1].plies.pop()
            else:
                self.rounds.pop()
        self._changed()

    @property
    def can_undo(self) -> bool:
        return False

    def play(self, move: M) -> Step[S]:
        raise RuntimeError(f"only the host moves, not {move!r}")


def mirror_of(rules: AnyRules, seats: Sequence[Seat], rounds: Plain, seat: int | None) -> Mirror[State, Any]:
    """Return the game of the `history` of a seat; raise BadPlain or UnreadableMove."""
    if not isinstance(rounds, list) or not rounds:
        raise BadPlain("not a game")
    mirror: Mirror[State, Any] | None = None
    for round_ in rounds:
        if not isinstance(round_, dict) or not isinstance(round_.get("moves"), list):
            raise BadPlain("not a round")
        first = round_.get("state")
        if not isinstance(first, dict):
            raise BadPlain("not a round")
        if mirror is None:
            mirror = Mirror(rules, seats, first, seat)
        else:
            mirror.dealt(first)
        for entry in round_["moves"]:
            add_move(mirror, entry)
    assert mirror is not None
    return mirror


def add_move(mirror: Mirror[State, Any], entry: Plain) -> Ply[State, Any]:
    """Add a move of a `history` to a mirror; raise BadPlain or UnreadableMove."""
    match entry:
        case {"by": int(by), "move": str(move), "events": list(events), "state": dict(changed)} if (
                0 <= by < len(mirror.seats)):
            return mirror.moved(by, move, events, changed)
    raise BadPlain("not a move")
