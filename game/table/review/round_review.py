"""The model of a review: the round and the seat that are looked at, and what was found about its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.boards.kit.targets import Pointer
from game.data.occasion import Occasion
from game.table.review.findings import Findings
from game.table.review.replay import Replay
from rules.base import Placed
from rules.engine import Choice, Verdict
from rules.session import Ply, Round, Session

if TYPE_CHECKING:
    from game.app import App

SHORT = 9
"""The most characters of a piece that is named in the strip."""


class RoundReview(Replay):
    """One round at a time, seen from one seat; verdicts come in while the player watches.

    Position `at` is that before the move whose column is marked, so that the board can show what else there
    was to play.
    """

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None, at: int | None = None,
                 seat: int | None = None):
        people = [number for number, player in enumerate(session.seats) if not player.is_bot]
        self.reviewed = people or list(range(len(session.seats)))
        """The seats whose moves can be reviewed."""
        own = [number for number in self.reviewed if session.seats[number].name == app.player_name()]
        self.seat = (own or self.reviewed)[0] if seat is None else seat
        self.findings = {seat: Findings(session, seat) for seat in self.reviewed}
        self.number = len(session.rounds) - 1
        self.chosen: Choice[Any] | None = None
        """The word of the card that is shown instead of the best one."""
        super().__init__(app, session, occasion, at, title=app.texts("review.title"))
        self.first = sum(len(round_.plies) for round_ in session.rounds[:self.number])
        turns = self.found.turns(self.number)
        self.at = self.first + turns[0] if at is None and turns else max(self.first, min(self.last, self.at))

    # --- the round and the seat ---

    @property
    def found(self) -> Findings:
        return self.findings[self.seat]

    @property
    def round(self) -> Round:
        return self.session.rounds[self.number]

    @property
    def last(self) -> int:
        return self.first + len(self.round.plies)

    @property
    def index(self) -> int:
        """The number of moves of the round that were made before the shown position."""
        return self.at - self.first

    @property
    def state(self) -> Any:
        return self.round.plies[self.index - 1].state if self.index else self.round.start

    @property
    def viewer(self) -> int | None:
        return self.seat

    def shown_history(self) -> list[tuple[int, Ply]]:
        return [(self.number, ply) for ply in self.round.plies[:self.index]]

    def _place(self) -> tuple[int, int]:
        return self.number, self.index

    @property
    def ply(self) -> Ply | None:
        """The move that was made in the shown position."""
        return self.round.plies[self.index] if self.index < len(self.round.plies) else None

    @property
    def verdict(self) -> Verdict[Any] | None:
        """The verdict on that move, if it is known and of the reviewed seat."""
        return self.found.verdict(self.number, self.index)

    def show_round(self, step: int) -> None:
        """Show the previous or the next round of the game."""
        number = self.number + step
        if not 0 <= number < len(self.session.rounds) or not self.session.rounds[number].plies:
            return
        self.number = number
        self.first = sum(len(round_.plies) for round_ in self.session.rounds[:number])
        self._from_the_start()

    def show_seat(self, seat: int) -> None:
        """Review the moves of another person; the hands of all others stay hidden."""
        self.seat = seat
        self._from_the_start()

    def _from_the_start(self) -> None:
        turns = self.found.turns(self.number)
        self.at, self.chosen = self.first + (turns[0] if turns else 0), None
        self.rebuild()
        self._think()

    # --- words ---

    def name_of(self, move: object, ply: Ply | None = None) -> str:
        """Return a move in a word: the word or the one piece it lays; empty if there is no short name."""
        name = self.board.move_name(move)
        if name or self.board.draws_pointers:
            return name
        events = ply.events if ply is not None else self.session.rules.apply(self.state, move).events
        placed = [str(event.piece) for event in events if isinstance(event, Placed)]
        return placed[0] if len(placed) == 1 and len(placed[0]) <= SHORT else ""

    def figure(self, value: float) -> str:
        """Return a value of the review as text: points, or a chance in percent."""
        if self.found.measure == "chance":
            return self.texts.percent(100 * value)
        whole = abs(value) >= 10 or value == round(value)
        return self.texts.number(value, 0 if whole else 1)

    def counted(self, what: str, value: float) -> str:
        """Return what was `lost` in all, or what a move `cost`, with the noun in its number."""
        n = value if self.found.measure == "points" else 2
        return self.say(f"review.{what}.{self.found.measure}", value=self.figure(value), n=n)

    # --- the better move ---

    def _point(self) -> None:
        """Set the pointers: the move made in this position, and the better one."""
        verdict, ply = self.verdict, self.ply
        pointers: list[Pointer[object]] = []
        open_to_all = self.info is not None and self.info.race
        if ply is not None and (ply.by == self.seat or open_to_all):
            costly = verdict is not None and self.found.is_red(self.number, self.index)
            best = (self.chosen or verdict.best) if verdict is not None else None
            pointers.append(Pointer(ply.move, "wrong" if costly else "made"))
            if best is not None and best.move != ply.move and (
                    self.chosen is not None or self.found.loss(self.number, self.index)):
                pointers.append(Pointer(best.move, "better"))
        self.board.pointers = pointers

    # --- thinking ---

    def _think(self) -> None:
        number, found = self.number, self.found

        def learned() -> None:
            if self.app.top is not self or number != self.number or found is not self.found:
                return
            if (number, self.index) in found.verdicts:
                self._point()
                self.board.sync(self.state)
            self._tell()
            self._think()

        found.ask(self.app.thinker, number, learned)

    def choose(self, choice: Choice[Any]) -> None:
        """Show a word of the card on the board."""
        self.chosen = choice
        self.go(self.at, keep_choice=True)

    def show_line(self) -> None:
        """Step through the line of the round's remark: the way to win, what master made of the deal."""
        remark = self.found.remarks.get(self.number)
        if remark is None or not remark.line:
            return
        session = Session(self.session.rules, self.session.seats, self.session.seed, level=self.round.setup)
        for ply in self.round.plies[:remark.start]:
            session.play(ply.move)
        for move in remark.line:
            session.play(move)
        self.app.push(Replay(self.app, session, at=remark.start, title=self.say("replay.solution"),
                             first=remark.start))

    # --- stepping ---

    def go(self, at: int, *, keep_choice: bool = False) -> None:
        self.chosen = self.chosen if keep_choice else None
        super().go(at)

    def go_to(self, index: int) -> None:
        """Show the position before move `index` of the round."""
        self.go(self.first + index)

    def next_costly(self, step: int = 1) -> None:
        """Show the next turn worth a second look; after the last one the first again."""
        costly = self.found.costly(self.number)
        if costly:
            further = [index for index in costly if (index - self.index) * step > 0]
            around = costly if step > 0 else costly[::-1]
            self.go_to((further if step > 0 else further[::-1] or around)[0] if further else around[0])

    # --- lifecycle ---

    def enter(self) -> None:
        self._think()

    def leave(self) -> None:
        super().leave()
        self.app.thinker.cancel()
