"""The thinking process: bots, hints and solvers run here, so that no frame ever waits for them.

It knows no window. A request names a question and carries a number, which its answer repeats. A new request
or a cancel interrupts the question in progress.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from rules.base import Rules
from rules.catalog import engine_of
from rules.kit.skill import Stop
from rules.trial import Trial, play_some

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

EngineQuestion = Literal["bot_move", "hint", "last_winnable", "can_be_won", "solution", "review", "remark",
                         "stand_in", "race_plan", "suggest", "continued",
                         "puzzle"]
"""A method of `rules.engine.Engine`; its arguments follow the rules of the game."""
Question = EngineQuestion | Literal["trial"]
"""A question for the process. `trial` is `rules.trial.play_some`."""
Request: TypeAlias = tuple[int, Question | None, tuple[object, ...]]
"""Number, question, arguments. Without a question it only cancels."""


def serve(connection: Connection) -> None:
    """Answer requests until the other end is closed."""
    try:
        while True:
            request: Request | None = connection.recv()
            if request is None:
                return
            number, question, arguments = request
            if question is not None:
                connection.send((number, *_attempt(question, arguments, connection.poll)))
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _attempt(question: Question, arguments: tuple[object, ...], stop: Stop) -> tuple[object, str]:
    """Return the answer and, if it failed, why."""
    try:
        return answer(question, arguments, stop), ""
    except Exception as fault:  # whatever went wrong, the game must go on
        return None, f"{type(fault).__name__}: {fault}"


def answer(question: Question, arguments: tuple[object, ...], stop: Stop) -> object:
    """Answer a question in this process. `arguments` begin with the rules of the game, or with the trial."""
    match arguments:
        case (Trial() as trial, int(first), float(seconds)) if question == "trial":
            return play_some(trial, first, seconds, stop)
        case (Rules() as rules, *rest) if question in get_args(EngineQuestion):
            found: object = getattr(engine_of(rules), question)(*rest, stop=stop)
            return found
    raise ValueError(f"{question!r} is no question that can be asked with {arguments!r:.200}")
