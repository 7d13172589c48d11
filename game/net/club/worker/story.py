"""The stored messages of one table, from its order to its end, and the record made of them.

Each message is a JSON object with some of these keys: `order` (the first one), `owner` (a worker takes the
table, and its previous owner can no longer write), `chairs` (the seats, whenever they change) and `steps`
(the changes of the game, in order): `["start", head]`, `["move", entry]`, `["deal", setup]`,
`["back", moves]`, `["stop"]`, `["close"]`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import TypeAlias

from game.net.club.desk import Order, SeatOrder
from game.net.protocol import LONGEST_NAME, Params, clean
from game.net.table.chairs import Chair, Who
from rules import records
from rules.base import AnyRules
from rules.catalog import rules_from_values, rules_of
from rules.files.values import Values
from rules.files.variants import VariantFault
from rules.kit.plain import BadPlain, Plain
from rules.records import Record
from rules.session import AnySession

LARGEST_SEED = 10**15
Step: TypeAlias = list[Plain]


@cache
def shipped_rules(game: str, variant: str) -> AnyRules:
    """Return the rules of a shipped variant, one object for all tables; raise VariantFault."""
    return rules_of(game, variant)


def _shared_rules(game: str, variant: str, values: Values) -> AnyRules:
    return _rules_of_text(game, variant, json.dumps(values))


@cache
def _rules_of_text(game: str, variant: str, values: str) -> AnyRules:
    return rules_from_values(game, variant, json.loads(values))


class BadStory(ValueError):
    """The messages in the stream are not a table that this program can play."""


def order_of(data: Plain) -> Order:
    """Parse an order written by `asdict`; raise BadStory."""
    try:
        seats = tuple(SeatOrder(**seat) for seat in data["seats"])
        return Order(**{**data, "seats": seats})
    except (TypeError, KeyError):
        raise BadStory("not an order") from None


def opening(order: Order) -> Params:
    """Return the first message of a table: its order with the number of the deal, and its seats."""
    seed = secrets.randbelow(LARGEST_SEED) if order.seed is None else order.seed
    chairs = []
    for seat in order.seats:
        if seat.level:
            chairs.append(Chair("bot", seat.level))
        elif seat.key:
            who = Who(clean(seat.name, LONGEST_NAME) or "?")
            chairs.append(Chair("remote", who=who, token=seat.key, reserved=True))
        else:
            chairs.append(Chair("remote"))
    return {"order": {**asdict(order), "seed": seed}, "chairs": [chair.kept() for chair in chairs]}


@dataclass(slots=True)
class Story:
    """The state of a table, folded from its messages."""

    order: Order
    chairs: list[Plain] = field(default_factory=list)
    head: Record | None = None
    """The record without its rounds; None before the start."""
    rounds: list[Record] = field(default_factory=list)
    stopped: bool = False
    closed: bool = False

    def _flat(self) -> int:
        return sum(len(round_["moves"]) for round_ in self.rounds)

    def add(self, message: Params) -> None:
        """Apply a message; raise BadStory."""
        if "chairs" in message:
            self.chairs = message["chairs"]
        for step in message.get("steps", []):
            match step:
                case ["start", dict(head)]:
                    self.head = head
                    self.rounds = [{"setup": head["setup"], "moves": []}]
                case ["move", dict(entry)] if self.rounds:
                    self.rounds[-1]["moves"].append(entry)
                case ["deal", dict(setup)]:
                    self.rounds.append({"setup": setup, "moves": []})
                case ["back", int(moves)]:
                    while self._flat() > moves:
                        self.rounds[-1]["moves"].pop()
                case ["stop"]:
                    self.stopped = True
                case ["close"]:
                    self.closed = True
                case _:
                    raise BadStory("not a step")

    def rules(self) -> AnyRules:
        """Return the rules of the order; raise BadStory."""
        try:
            return shipped_rules(self.order.game, self.order.variant)
        except (KeyError, VariantFault):
            raise BadStory("unknown rules") from None

    def session(self) -> AnySession | None:
        """Return the session after the last move; None before the start. Raise BadStory."""
        if self.head is None:
            return None
        record = {key: value for key, value in self.head.items() if key != "setup"} | {"rounds": self.rounds}
        try:
            return records.replay(record, _shared_rules)
        except records.RecordFault as fault:
            raise BadStory(str(fault)) from None

    def seats(self) -> list[Chair]:
        try:
            return [Chair.of_kept(chair) for chair in self.chairs]
        except BadPlain:
            raise BadStory("not a seat") from None

    def record(self) -> Record | None:
        """Return the record of the game, finished or not; None before the start. Raise BadStory."""
        session = self.session()
        return None if session is None else records.to_record(session)


def told_by(messages: Iterable[Params]) -> Story:
    """Fold the messages of a subject into a story; raise BadStory."""
    story: Story | None = None
    for message in messages:
        if story is None:
            if "order" not in message:
                raise BadStory("no order")
            story = Story(order_of(message["order"]))
        story.add(message)
    if story is None:
        raise BadStory("nothing is told")
    return story


class Scribe:
    """Records the changes of a session as steps for the stream."""

    def __init__(self, session: AnySession | None):
        self.steps: list[Step] = []
        self._rounds, self._moves = (len(session.rounds), session.moves) if session is not None else (0, 0)

    def changed(self, session: AnySession) -> None:
        """Add the step of the last change of a session."""
        rules = session.rules
        if not self._rounds:
            head = {key: value for key, value in records.to_record(session).items()
                    if key not in ("rounds", "result")}
            self.steps.append(["start", {**head, "setup": session.rounds[0].setup}])
        elif len(session.rounds) > self._rounds:
            self.steps.append(["deal", session.rounds[-1].setup])
        elif session.moves > self._moves:
            ply = session.rounds[-1].plies[-1]
            self.steps.append(["move", {"by": ply.by, **rules.write_entry(ply.move)}])
        elif session.moves < self._moves:
            if self.steps and self.steps[-1][0] == "back":
                self.steps.pop()
            self.steps.append(["back", session.moves])
        self._rounds, self._moves = len(session.rounds), session.moves

    def taken(self) -> list[Step]:
        """Return the steps since the last call."""
        steps, self.steps = self.steps, []
        return steps
