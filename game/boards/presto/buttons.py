"""The buttons of a race: start, finish and the tools, and the number of remaining letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from game.boards.kit.actions import BUTTON_Z, button_widths
from game.boards.kit.part import Part
from game.boards.letters.draft import Draft
from game.boards.letters.field import CARD_Z
from game.boards.letters.rack import LetterRack
from game.table.host import RaceHost
from game.table.race.model import Phase
from game.ui.widgets import Button, Widget
from rules.base import Refusal
from rules.games.presto.rules import PrestoState


class RunningBoard(Protocol):
    """The interface of a board for its race buttons."""

    @property
    def state(self) -> PrestoState: ...

    @property
    def running(self) -> bool:
        """Whether a human is building on this mat now."""

    def refusal(self) -> Refusal | None:
        """Return why the crossword on the mat is not finished."""

    def confirm(self) -> None:
        """Finish, or say what is missing."""

    def clear_all(self) -> None:
        """Return all letters to the rack."""


class RaceButtons(Part[RaceHost]):
    """The right end of the rack, and the start button in the middle of the mat."""

    def __init__(self, host: RaceHost, rack: LetterRack, draft: Draft, board: RunningBoard):
        super().__init__(host)
        self.rack, self.draft, self.board = rack, draft, board
        self.done: Button | None = None
        self.go: Button | None = None
        self._widgets: list[Widget] = []

    def forget_widgets(self) -> None:
        """Drop references to widgets after the stage was rebuilt."""
        self.done, self.go, self._widgets = None, None, []

    # --- during the race ---

    def show(self) -> None:
        """Make all buttons again; there are none unless a human is building."""
        for widget in self._widgets:
            widget.remove()
        self.done, self._widgets = None, []
        if not self.board.running:
            return
        large, row = self.rack.button_rows()
        self.done = Button(self.host.screen, large, self.say("presto.done"), self.board.confirm, icon="check",
                           kind="primary", key=self.say("key.enter"), z=BUTTON_Z, enabled=self._can_finish())
        self._widgets = [self.done, *self._tools(row)]
        self._show_to_go(row.left)

    def refresh(self) -> None:
        if self.done is not None:
            self.done.enable(self._can_finish())

    def _can_finish(self) -> bool:
        return bool(self.draft) and self.board.refusal() is None

    def _tools(self, row: pygame.Rect) -> list[Button]:
        """Make the buttons that shuffle, clear and pause; either all have an icon or none."""
        look, gap, x = self.look, self.px(8), row.left
        tools: tuple[tuple[str, Callable[[], None], str], ...] = (
            ("presto.shuffle", self.rack.shuffle, "dice"), ("presto.clear", self.board.clear_all, "replay"),
            ("presto.pause", self.host.pause_race, "pause"))
        labels = [self.say(key) for key, _, _ in tools]
        _, widths = button_widths(look, labels, row.w - 2 * gap, ("label",))
        icons = all(look.width(label, "label") + look.px(64) <= width
                    for label, width in zip(labels, widths, strict=True))
        made = []
        for (key, action, icon), label, width in zip(tools, labels, widths, strict=True):
            rect = pygame.Rect(x, row.top, width, row.h)
            made.append(Button(self.host.screen, rect, label, action, role="label", z=BUTTON_Z,
                               icon=icon if icons else None, tip=self.say(f"{key}_tip")))
            x += width + gap
        return made

    def _show_to_go(self, right: int) -> None:
        """Write the number of remaining letters if the rack has room for it."""
        look, rail = self.look, self.rack.rail
        free = [self.rack.piece_rect(tile).right for tile in self.rack.pieces() if tile not in self.draft]
        left = max(free, default=rail.left + look.px(38)) + look.px(28)
        room = right - left - look.px(40)
        if room < look.px(240):
            return
        heading, more = self.to_go()
        image = pygame.Surface((room, rail.h), pygame.SRCALPHA)
        below = look.paragraph_height(more, "label", room)
        if below > 2 * look.line_height("label"):
            more, below = "", 0
        high = look.line_height("preview") + look.px(6)
        top = (rail.h - high - below) // 2 - look.px(4)
        look.write(image, heading, "preview", (0, top + high // 2), "midleft", "#f8f1e1", fit=room)
        if more:
            look.paragraph(image, more, "label", pygame.Rect(0, top + high, room, below), "#efe0c8")
        self.rack.add(image, (left, rail.top), 46)

    def to_go(self) -> tuple[str, str]:
        """Return the number of remaining letters; with none left, what is still wrong."""
        count = len(self.board.state.hands[self.host.viewer or 0]) - len(self.draft)
        if count:
            return self.say("presto.to_go", n=count), self.say("presto.to_go_more")
        refusal = self.board.refusal()
        return self.say("presto.all_laid"), self.say("presto.call_done" if refusal is None else refusal)

    # --- before the race ---

    def show_go(self, centre: tuple[int, int]) -> None:
        """Put the large start button in the middle of the mat."""
        race = self.host.race
        if self.go is not None or race is None:
            return
        look = self.look
        paused = race.phase is Phase.PAUSED
        label = self.say("presto.go_on" if paused else "presto.go")
        rect = pygame.Rect(0, 0, max(look.px(320), look.width(label, "button_xl") + look.px(160)),
                           look.px(96))
        rect.center = centre
        self.go = Button(self.host.screen, rect, label, self.host.go, icon="play", kind="primary",
                         role="button_xl", key=self.say("key.enter"), z=CARD_Z + 5,
                         enabled=paused or self.host.ready)

    def hide_go(self) -> None:
        if self.go is not None:
            self.go.remove()
            self.go = None
