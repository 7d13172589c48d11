"""Taking back by consent: the affected moves, the seats that must agree, and the preconditions."""

from __future__ import annotations

from dataclasses import dataclass

from game.net.protocol import Params, Refused
from rules.base import Drawn, Revealed
from rules.session import AnySession

ANSWER_SECONDS = 60.0
"""Seconds after which an unanswered question counts as refused."""


@dataclass(slots=True)
class Question:
    """A question to the others whether moves may be taken back."""

    number: int
    by: int
    moves: int
    """The number of moves of the whole game that would remain."""
    waiting: set[int]
    """The seats that have not agreed yet."""
    asked: float

    def told(self, *, open_: bool, yes: bool = False) -> Params:
        return {"question": self.number, "by": self.by, "moves": self.moves, "open": open_, "yes": yes}


def question_about(session: AnySession, seat: int, others: set[int], number: int, now: float) -> Question:
    """Return the question about the last move of a seat and all moves since; raise Refused if impossible.

    A move that revealed or drew a hidden piece cannot be taken back.
    """
    plies = session.rounds[-1].plies
    last = next((index for index in range(len(plies) - 1, -1, -1) if plies[index].by == seat), None)
    if last is None or session.outcome is not None:
        raise Refused("net.refuse.nothing_to_take_back")
    if any(isinstance(event, Drawn | Revealed) for ply in plies[last:] for event in ply.events):
        raise Refused("net.refuse.was_revealed")
    return Question(number, seat, session.moves - (len(plies) - last), others, now)
