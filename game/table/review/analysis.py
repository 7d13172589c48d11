"""The analysis after a game: a replay with the balance of every position, the losing move and a better one.

Available for every game whose bots can evaluate a position; see `rules/bots/__init__.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.boards.kit.targets import Pointer
from game.data.occasion import Occasion
from game.table.review.card import Card
from game.table.review.round_review import RoundReview
from game.table.review.strip import Strip
from rules.session import Session

if TYPE_CHECKING:
    from game.app import App

class Analysis(RoundReview):
    """Shows one round at a time: the balance strip replaces the rack, the card is beside the board."""

    has_coach = True

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None, at: int | None = None,
                 number: int | None = None):
        self.card: Card
        self.strip: Strip
        super().__init__(app, session, occasion, at, number)

    # --- building ---

    def build(self) -> None:
        self._point()
        super().build()

    def build_beside(self, rect: pygame.Rect) -> bool:
        self.card = Card(self, rect)
        return True

    def _strip_rect(self) -> pygame.Rect:
        look = self.look
        board = look.m.region("board")
        rack = look.m.region("rack")
        assert board is not None and rack is not None
        height = max(look.px(look.design["sizes"]["rack"]["low"]),
                     look.design["sizes"]["hit_min"] + look.px(64))
        return pygame.Rect(rack.left, rack.bottom - height, rack.w, height)

    def board_area(self) -> pygame.Rect:
        area = super().board_area()
        area.h = min(area.bottom, self._strip_rect().top - self.look.px(16)) - area.top
        return area

    def _build_controls(self) -> None:
        self.strip = Strip(self, self._strip_rect())
        self.controls = self.strip.controls

    def _tell(self) -> None:
        self.controls["back"].enable(self.at > self.first)
        self.controls["first"].enable(self.at > self.first)
        self.controls["next"].enable(self.at < self.last)
        self.controls["last"].enable(self.at < self.last)
        self.controls["play"].set_icon("pause" if self._playing else "play")
        self.strip.refresh()
        self.card.refresh()

    def _point(self) -> None:
        """Set the pointers: the last move; before the losing move, that move and the better one."""
        index, point = self.at - self.first, self.found.point
        pointers: list[Pointer[object]] = []
        if point is not None and index == point.index:
            pointers.append(Pointer(self.round.plies[index].move, "wrong"))
            if point.better is not None:
                pointers.append(Pointer(point.better.move, "better"))
        elif index:
            pointers.append(Pointer(self.round.plies[index - 1].move, "made"))
        self.board.pointers = pointers

    # --- keys ---

    def _step_mistake(self, step: int) -> None:
        here = self.at - self.first
        marked = [index for index in self.mistakes() if (index - here) * step > 0]
        if marked:
            self.go_to(min(marked) if step > 0 else max(marked))

    def key(self, event: pygame.Event) -> bool:
        actions = {pygame.K_PAGEUP: lambda: self._step_mistake(-1),
                   pygame.K_PAGEDOWN: lambda: self._step_mistake(1),
                   pygame.K_l: self.show_losing_move, pygame.K_RETURN: self.play_on,
                   pygame.K_COMMA: lambda: self.show_round(-1), pygame.K_PERIOD: lambda: self.show_round(1)}
        if self.focus is None and event.key in actions:
            actions[event.key]()
            return True
        return super().key(event)
