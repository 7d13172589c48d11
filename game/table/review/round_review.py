"""The review of a round: balances of all positions, computed in the background while the player watches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from game.data.occasion import Occasion
from game.table.review.replay import Replay
from game.thinking import Failed
from rules.engine import TurningPoint
from rules.session import Ply, Round, Session

if TYPE_CHECKING:
    from game.app import App

MISTAKE = 0.5
"""A drop of the balance (which runs from 1 to -1) that counts as a mistake."""


@dataclass
class Findings:
    """The results for one round so far."""

    balances: list[float] = field(default_factory=list)
    point: TurningPoint | None = None
    done: bool = False
    failed: bool = False


class RoundReview(Replay):
    """A replay of one round at a time, with the balances of its positions."""

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None, at: int | None = None,
                 number: int | None = None):
        self.number = len(session.rounds) - 1 if number is None else number
        self._found: dict[int, Findings] = {}
        super().__init__(app, session, occasion, at, title=app.texts("analysis.title"))
        self.first = sum(len(round_.plies) for round_ in session.rounds[:self.number])
        self.at = max(self.first, min(self.last, self.at))

    # --- the round ---

    @property
    def round(self) -> Round:
        return self.session.rounds[self.number]

    @property
    def last(self) -> int:
        return self.first + len(self.round.plies)

    @property
    def states(self) -> list[Any]:
        return [self.round.start, *(ply.state for ply in self.round.plies)]

    @property
    def state(self) -> Any:
        return self.states[self.at - self.first]

    def shown_history(self) -> list[tuple[int, Ply]]:
        return [(self.number, ply) for ply in self.round.plies[:self.at - self.first]]

    @property
    def found(self) -> Findings:
        return self._found.setdefault(self.number, Findings())

    def show_round(self, step: int) -> None:
        """Show the last position of the previous or the next round of the match."""
        number = self.number + step
        if not 0 <= number < len(self.session.rounds) or not self.session.rounds[number].plies:
            return
        self.number = number
        self.first = sum(len(round_.plies) for round_ in self.session.rounds[:number])
        self.at = self.last
        self.rebuild()
        self._think()

    # --- results of the analysis ---

    def balance_at(self, index: int) -> float | None:
        """Return the balance after `index` moves of the round; None if it is not known yet."""
        found = self.found
        if index >= len(found.balances):
            return None
        point, outcome = found.point, self.session.rules.outcome(self.states[-1])
        if point is not None and point.proved and index > point.index and outcome is not None:
            return 1.0 - 2.0 * outcome.winners[0]  # a proof outranks the estimate of a position
        return found.balances[index]

    def cost(self, index: int) -> float:
        """Return how far move `index` lowered the balance of the player who made it."""
        before, after = self.balance_at(index), self.balance_at(index + 1)
        if before is None or after is None:
            return 0.0
        return (before - after) * (1 if self.round.plies[index].by == 0 else -1)

    def mistakes(self) -> list[int]:
        """Return the moves that lowered the balance by at least MISTAKE, and the losing move."""
        lost = [self.found.point.index] if self.found.point is not None else []
        return sorted({index for index in range(len(self.round.plies))
                       if self.cost(index) >= MISTAKE} | set(lost))

    def _think(self) -> None:
        """Request the next missing result, one position at a time, so that the bars appear one by one."""
        found, rules = self.found, self.session.rules
        if found.done or found.failed:
            return
        states, known = self.states, len(found.balances)
        if known < len(states):
            self.app.thinker.ask("balance", (rules, states[known:known + 1]),
                                 lambda answer: self._heard(found, answer))
        else:
            self.app.thinker.ask("turning_point", (rules, states, list(found.balances)),
                                 lambda answer: self._heard_point(found, answer))

    def _heard(self, found: Findings, answer: Any) -> None:
        if isinstance(answer, Failed):
            found.failed = True
        else:
            found.balances += answer
        self._learned(found)

    def _heard_point(self, found: Findings, answer: Any) -> None:
        found.done, found.failed = True, isinstance(answer, Failed)
        found.point = answer if isinstance(answer, TurningPoint) else None
        self._learned(found)

    def _learned(self, found: Findings) -> None:
        if self.app.top is not self or found is not self.found:
            return
        self._tell()
        if found.done:
            self._point()
            self.board.sync(self.state)
        self._think()

    # --- stepping ---

    def go_to(self, index: int) -> None:
        """Show the position after `index` moves of the round."""
        self.go(self.first + index)

    def show_losing_move(self) -> None:
        """Show the position before the losing move, with the better move marked."""
        if self.found.point is not None:
            self.go_to(self.found.point.index)

    # --- lifecycle ---

    def enter(self) -> None:
        self._think()

    def leave(self) -> None:
        super().leave()
        self.app.thinker.cancel()
