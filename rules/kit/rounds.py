"""The end of rounds and games: out or blocked, settling the scores, playing rounds to a target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.base import Event, Outcome, Scored


def leaders(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the most points."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def out(by: int, left: Sequence[int]) -> tuple[Outcome, list[Event]]:
    """End a round by the seat that has laid its last tile: it wins what the others have `left`."""
    return Outcome((by,), "out"), [Scored(by, sum(left), "out")]


def blocked(left: Sequence[int], *, ties_win: bool = True) -> tuple[Outcome, list[Event]]:
    """End a round in which no seat can lay or draw: the seat with the least `left` wins the difference.

    It is paid what the others have left and loses what it has left itself. Tied seats are each paid so;
    without `ties_win` a tie has no winner.
    """
    lowest = tuple(seat for seat, value in enumerate(left) if value == min(left))
    if len(lowest) > 1 and not ties_win:
        return Outcome((), "blocked"), []
    paid: list[Event] = []
    for seat in lowest:
        paid += [Scored(seat, sum(left) - left[seat], "out"), Scored(seat, -left[seat], "left")]
    return Outcome(lowest, "blocked"), paid


def settled(scores: Sequence[int], paid: Iterable[Event]) -> tuple[int, ...]:
    """Return the scores after the `Scored` events among these."""
    totals = list(scores)
    for event in paid:
        if isinstance(event, Scored):
            totals[event.by] += event.points
    return tuple(totals)


def next_starter(ended: Outcome | None, starter: int) -> int:
    """Return who starts after a game of two: the loser, after a draw the seat that did not start it."""
    return 1 - (ended.winners[0] if ended is not None and len(ended.winners) == 1 else starter)


def to_target(ended: Outcome | None, scores: Sequence[int], target: int) -> Outcome | None:
    """Return how a game of rounds ended: after a round, once a seat has `target` points, the most win."""
    if ended is None or max(scores) < target:
        return None
    return Outcome(leaders(scores), ended.why)
