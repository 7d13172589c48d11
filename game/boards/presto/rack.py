"""The rack of Presto: the letters to go in one row or two, and the buttons of a race."""

from __future__ import annotations

from typing import Any

import pygame

from game.boards.letters.draft import Tile
from game.boards.letters.draft_table import CARD_Z, DraftTable
from game.table.race.clock import OVER, PAUSED, READY, RUNNING, Race
from game.ui.widgets import Button
from rules.base import Refusal
from rules.games.presto.rules import Presto

ONE_ROW = 9
"""So many letters stand in one row of the rack; more stand in two."""


class RaceRack(DraftTable):
    """The lower half of `PrestoTable`."""

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.mat = pygame.Rect(0, 0, 0, 0)
        """The cloth of the runner; from `build` on."""
        self.done_button: Button | None = None
        self.go_button: Button | None = None

    @property
    def presto(self) -> Presto:
        rules = self.rules
        assert isinstance(rules, Presto)
        return rules

    @property
    def race(self) -> Race | None:
        return getattr(self.scene, "race", None)

    @property
    def running(self) -> bool:
        """Whether somebody builds on this mat."""
        return self.race is not None and self.race.phase == RUNNING and self.race.runner is not None

    @property
    def hidden(self) -> bool:
        """Letters lie face down before the start and while the clock stands."""
        return self.race is not None and self.race.phase in (READY, PAUSED)

    def refusal(self) -> Refusal | None:
        """Why the crossword on the mat is not finished."""
        raise NotImplementedError

    def clear_all(self) -> None:
        """All letters return to the rack."""
        raise NotImplementedError

    # --- the letters ---

    def viewed_hand(self) -> list[Tile] | None:
        """The letters to go; what lies on the mat leaves the rack, so that the rest has room."""
        if self.hidden:
            return None
        hand = super().viewed_hand()
        if hand is not None and self.race is not None and self.race.phase == OVER:
            return self._left_over(hand)
        dragged = self.draft.tile_at(self._held_square) if self._held_square is not None else None
        return None if hand is None else [tile for tile in hand if tile not in self.draft or tile == dragged]

    def _left_over(self, hand: list[Tile]) -> list[Tile]:
        """After the race: what the viewer did not lay."""
        finish = next((finish for finish in self.state.finishes if finish.by == self.scene.viewer and finish.done), None)
        rest = list(finish.rest) if finish is not None else [tile.mark for tile in hand]
        found = []
        for tile in hand:
            if tile.mark in rest:
                rest.remove(tile.mark)
                found.append(tile)
        return found

    def in_two_rows(self, count: int) -> bool:
        return count > ONE_ROW

    def dropped(self, piece: Tile, centre: tuple[int, int]) -> bool:
        """Over the rack: a letter from the mat comes back, one of the rack takes the place it was dropped at."""
        seat = self.scene.viewer
        if seat is None or not self.rail.inflate(0, self.px(40)).collidepoint(centre):
            return False
        square = self.draft.square_of(piece)
        if square is not None:
            self.draft.take(square)
        others = [tile for tile in self.order[seat] if tile != piece]
        index = sum(self.before(tile, centre) for tile in others)
        self.order[seat] = others[:index] + [piece] + others[index:]
        self._held_square = None
        self.changed("undo")
        return True

    # --- the buttons ---

    def _sync_actions(self) -> None:
        scene = self.scene
        for widget in self._action_widgets:
            widget.remove()
        self._action_widgets, self._action_rects, self.done_button = [], {}, None
        if not self.running:
            return
        large, row = self.button_rows()
        self.done_button = Button(scene, large, self.say("presto.done"), self.confirm, icon="check", kind="primary",
                                   key=self.say("key.enter"), z=60, enabled=bool(self.draft) and self.refusal() is None)
        self._action_widgets = [self.done_button, *self._tools(row)]
        self._show_to_go(row.left)

    def _tools(self, row: pygame.Rect) -> list[Button]:
        """Shuffle, clear and pause, all with their icon or none."""
        look, gap, x = self.look, self.px(8), row.left
        tools = (("presto.shuffle", self.shuffle_rack, "dice"), ("presto.clear", self.clear_all, "replay"),
                 ("presto.pause", self.scene.pause_race, "pause"))
        labels = [self.say(key) for key, _, _ in tools]
        _, widths = self.button_widths(labels, row.w - 2 * gap, ("label",))
        icons = all(look.width(label, "label") + look.px(64) <= width for label, width in zip(labels, widths))
        made = []
        for (key, action, icon), label, width in zip(tools, labels, widths):
            made.append(Button(self.scene, pygame.Rect(x, row.top, width, row.h), label, action, role="label", z=60,
                               icon=icon if icons else None, tip=self.say(f"{key}_tip")))
            x += width + gap
        return made

    def _show_to_go(self, right: int) -> None:
        """How many letters are left, where the rack has become empty enough to say it."""
        look = self.look
        free = [rect.right for tile, (_, rect) in self._rack.items() if tile not in self.draft]
        left = max(free, default=self.rail.left + look.px(38)) + look.px(28)
        room = right - left - look.px(40)
        if room < look.px(240):
            return
        heading, more = self.to_go()
        image = pygame.Surface((room, self.rail.h), pygame.SRCALPHA)
        below = look.paragraph_height(more, "label", room)
        if below > 2 * look.line_height("label"):  # better nothing than half a sentence
            more, below = "", 0
        high = look.line_height("preview") + look.px(6)
        top = (self.rail.h - high - below) // 2 - look.px(4)
        look.write(image, heading, "preview", (0, top + high // 2), "midleft", "#f8f1e1", fit=room)
        if more:
            look.paragraph(image, more, "label", pygame.Rect(0, top + high, room, below), "#efe0c8")
        self._rack_sprites.append(self.put(image, (left, self.rail.top), 46))

    def to_go(self) -> tuple[str, str]:
        """How many letters are left; with none left, what is still wrong."""
        count = len(self.state.hands[self.scene.viewer or 0]) - len(self.draft)
        if count:
            return self.say("presto.to_go", n=count), self.say("presto.to_go_more")
        refusal = self.refusal()
        return self.say("presto.all_laid"), self.say("presto.call_done") if refusal is None else self.say(refusal)

    def _refresh_done(self) -> None:
        if self.done_button is not None:
            self.done_button.enable(bool(self.draft) and self.refusal() is None)

    def _show_go(self) -> None:
        """Before the start: a large button in the middle of the mat."""
        if self.go_button is not None or self.race is None:
            return
        look = self.look
        paused = self.race.phase == PAUSED
        label = self.say("presto.go_on" if paused else "presto.go")
        rect = pygame.Rect(0, 0, max(look.px(320), look.width(label, "button_xl") + look.px(160)), look.px(96))
        rect.center = self.mat.center
        self.go_button = Button(self.scene, rect, label, self.scene.go, icon="play", kind="primary", role="button_xl",
                                 key=self.say("key.enter"), z=CARD_Z + 5, enabled=paused or self.scene.ready)

    def _hide_go(self) -> None:
        if self.go_button is not None:
            self.go_button.remove()
            self.go_button = None

    def refresh_go(self) -> None:
        """The others have taken their seats: it can begin."""
        self._hide_go()
        self.show_draft()
