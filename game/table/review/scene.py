"""The review after a game: every move of a seat with what it cost, and the better move on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.data.occasion import Occasion
from game.table.review.card import Card
from game.table.review.marks import Marks
from game.table.review.round_review import RoundReview
from game.table.review.strip import Strip
from game.table.scene import TableScene
from game.table.side import Side
from rules.session import Session

if TYPE_CHECKING:
    from game.app import App


class Review(RoundReview):
    """A review on the screen: the strip replaces the rack, the card the plates and the log."""

    has_coach = True

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None, at: int | None = None,
                 seat: int | None = None):
        self.card: Card
        self.strip: Strip
        self.marks = Marks(self)
        super().__init__(app, session, occasion, at, seat)

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
        """Return the labels of the marks: the move made and the better one, with their values."""
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

    # --- stepping ---

    def forward(self) -> None:
        self.chosen = None
        self.marks.clear()
        super().forward()

    def _landed(self) -> None:
        super()._landed()
        self._tell()

    def key(self, event: pygame.Event) -> bool:
        actions = {pygame.K_PAGEUP: lambda: self.next_costly(-1), pygame.K_PAGEDOWN: self.next_costly,
                   pygame.K_l: self.next_costly, pygame.K_RETURN: self.play_on,
                   pygame.K_COMMA: lambda: self.show_round(-1), pygame.K_PERIOD: lambda: self.show_round(1)}
        if self.focus is None and event.key in actions:
            actions[event.key]()
            return True
        return super().key(event)
