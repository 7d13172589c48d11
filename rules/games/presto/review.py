"""The review of a race: what a player laid, and one crossword that all of the letters make."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Choice, Verdict
from rules.games.presto.grid import write_grid
from rules.games.presto.rules import PRIZES, Finish, Presto, PrestoState
from rules.kit.phrases import Phrase
from rules.words.solve import Crossword


def review_race(rules: Presto, state: PrestoState, move: Finish,
                solve: Callable[[], Crossword | None]) -> Verdict[Finish]:
    """Value a race by its points; the best choice is a crossword of all letters, worth the next prize."""
    own = float(rules.points(state, move))
    made = Choice(move, Phrase("review.presto.laid" if move.done else "review.presto.unfinished"), own)
    time = (Phrase("review.presto.time", {"time": _clock(move.seconds)}),) if move.done else ()
    if move.done and not move.rest:
        return Verdict(own, made, notes=time)
    found = solve()
    if found is None:
        return Verdict(own, made, notes=(*time, Phrase("review.presto.none")))
    solved = Finish(move.by, move.seconds, "", write_grid(found.letters))
    place = min(len(state.finished), len(PRIZES) - 1)
    worth = float(rules.values["points"][PRIZES[place]])
    words = Phrase("review.presto.solution", {"n": len(found.words)})
    return Verdict(own, Choice(solved, words, max(own, worth)), notes=time)


def _clock(seconds: float) -> str:
    """Return a time as a clock shows it."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
