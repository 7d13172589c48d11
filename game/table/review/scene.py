"""The review after a game: every move of a seat with what it cost, and the better move on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.boards.kit.targets import Pointer
from game.data.occasion import Occasion
from game.table.review.card import Card
from game.table.review.findings import Findings
from game.table.review.marks import Marks
from game.table.review.replay import Replay
from game.table.review.strip import Strip
from game.table.scene import TableScene
from game.table.side import Side
from rules.base import Placed
from rules.engine import Choice, Verdict
from rules.session import Ply, Round, Session

if TYPE_CHECKING:
    from game.app import App

SHORT = 9
"""The most characters of a piece that is named in the strip."""


class Review(Replay):
    """One round at a time, seen from one seat: the strip replaces the rack, the card the plates and the log.

    Position `at` is that before the move whose column is marked, so that the board can show what else there
    was to play.
    """

    has_coach = True

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None, at: int | None = None,
                 seat: int | None = None):
        people = [number for number, player in enumerate(session.seats) if not player.is_bot]
        self.reviewed = people or list(range(len(session.seats)))
        """The seats whose moves can be reviewed."""
        self.seat = self.reviewed[0] if seat is None else seat
        self.findings = {seat: Findings(session, seat) for seat in self.reviewed}
        self.number = len(session.rounds) - 1
        self.chosen: Choice[Any] | None = None
        """The word of the card that is shown instead of the best one."""
        self.card: Card
        self.strip: Strip
        self.marks = Marks(self)
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
            return self.say("review.percent", n=round(100 * value))
        rounded = round(value) if abs(value) >= 10 or value == round(value) else round(value, 1)
        return str(rounded).replace("-", "\u2212").replace(".", self.say("cli.simulate.decimal"))

    def counted(self, key: str, value: float) -> str:
        """Return a text about points or chances, with the noun in its number."""
        n = value if self.found.measure == "points" else 2
        return self.say(f"{key}_{self.found.measure}", value=self.figure(value), n=n)

    def pills(self) -> list[tuple[str, str]]:
        return [("statistics", self._what), *super().pills()[1:]]

    # --- building ---

    def build(self) -> None:
        self.marks.forget()
        self._point()
        super().build()

    def make_side(self) -> Side:
        look = self.look
        rect = look.m.region("side") or look.m.region("log") or look.m.region("drawer")
        plates = look.m.region("plates")
        assert rect is not None
        if look.m.region("drawer") is not None and plates is not None:
            rect = pygame.Rect(rect.left, plates.top, rect.w, rect.bottom - plates.top)
        self.card = Card(self, rect)
        return Side()

    def _strip_rect(self) -> pygame.Rect:
        look = self.look
        rack, drawer = look.m.region("rack"), look.m.region("drawer")
        assert rack is not None
        least = look.px(96) + look.design["sizes"]["hit_min"]
        top = min(rack.top, rack.bottom - least)
        if drawer is not None:
            top = max(top, drawer.bottom + look.px(12))
        return pygame.Rect(rack.left, top, rack.w, rack.bottom - top)

    def board_area(self) -> pygame.Rect:
        area = super().board_area()
        area.h = min(area.bottom, self._strip_rect().top - self.look.px(16)) - area.top
        return area

    def _build_controls(self) -> None:
        self.strip = Strip(self, self._strip_rect())
        self.controls = self.strip.controls

    def status_centre(self) -> tuple[int, int]:
        own, strip = self.board.status_centre(), self._strip_rect()
        if own is not None and own[1] < strip.top - self.look.px(30):
            return own
        return self.board_area().centerx, strip.top - self.look.px(46)

    def _tell(self) -> None:
        self.controls["back"].enable(self.at > self.first)
        self.controls["first"].enable(self.at > self.first)
        self.controls["next"].enable(self.at < self.last)
        self.controls["last"].enable(self.at < self.last)
        self.controls["play"].set_icon("pause" if self._playing else "play")
        self.strip.refresh()
        self.card.refresh()
        self._tell_turn()
        self.marks.show(self.board.pointers, self._labels())

    def _tell_turn(self) -> None:
        """Say in the turn line which turn is shown and what the marks mean."""
        turns = self.found.turns(self.number)
        if self.index in turns and self._status is not None:
            better = any(pointer.kind == "better" for pointer in self.board.pointers)
            TableScene.set_status(
                self, self.say("review.turn", n=turns.index(self.index) + 1, of=len(turns)),
                self.say("review.marks" if better else "review.nothing_better") if self.verdict else "",
                icon="statistics")
            self._status.show(True)
        elif self._status is not None:
            self._status.show(False)

    def _labels(self) -> dict[str, str]:
        """Return what stands beside the marks: the move made and the better one, with their values."""
        verdict, ply = self.verdict, self.ply
        if verdict is None or ply is None:
            return {}
        best = self.chosen or verdict.best
        labels = {"made": self._label("review.you_laid", ply.move, verdict.value),
                  "better": self._label("review.would_lay", best.move, best.value)}
        return labels | {"wrong": labels["made"]}

    def _label(self, key: str, move: object, value: float) -> str:
        name = self.name_of(move)
        return self.say(key, move=name, value=self.figure(value)) if name else self.figure(value)

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

    def forward(self) -> None:
        self.chosen = None
        self.marks.clear()
        super().forward()

    def _landed(self) -> None:
        super()._landed()
        self._tell()

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

    def key(self, event: pygame.Event) -> bool:
        actions = {pygame.K_PAGEUP: lambda: self.next_costly(-1), pygame.K_PAGEDOWN: self.next_costly,
                   pygame.K_l: self.next_costly, pygame.K_RETURN: self.play_on,
                   pygame.K_COMMA: lambda: self.show_round(-1), pygame.K_PERIOD: lambda: self.show_round(1)}
        if self.focus is None and event.key in actions:
            actions[event.key]()
            return True
        return super().key(event)

    # --- lifecycle ---

    def enter(self) -> None:
        self._think()

    def leave(self) -> None:
        super().leave()
        self.app.thinker.cancel()
