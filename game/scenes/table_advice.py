"""Advice at the table: hints in two steps, and the way back from a position that can no longer be won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.draw import shapes
from game.draw.svg import with_alpha
from game.stage import Sprite
from game.thinking import Failed
from game.widgets import Button

if TYPE_CHECKING:
    from game.scenes.table import TableScene as Base
else:
    Base = object


class Advice(Base):
    """The part of the table scene that helps. It is mixed into `TableScene`, which holds its state."""

    def hint(self) -> None:
        """First press: where to look; second press: the move."""
        if self.session.outcome is not None or not self.my_turn or not self.app.settings.hints:
            return
        self.tweens.finish()
        self.hand.cancel(quiet=True)
        if self._hint is not None:
            found, shown = self._hint
            self._show_hint(found, shown + 1)
            return
        revision = self.session.revision
        self.set_status(self.say("status.thinking"), icon="hint")

        def answer(found: Any) -> None:
            if revision != self.session.revision or self.app.top is not self:
                return
            if isinstance(found, Failed) or found is None:
                self.set_status(self.say("hint.none"), mood="warn")
                return
            self.session.tally["hints"] += 1
            self._save(self.session)
            self.refresh_side()
            self.app.sounds.play("hint")
            self._show_hint(found, 1)

        arguments = (self.session.rules, self.state, self.state.player, self.random_key())
        self.app.thinker.ask("rules.thoughts:hint", arguments, answer)

    def _show_hint(self, found: Any, shown: int) -> None:
        if getattr(found, "move", None) is None:
            self.offer_way_back()
            return
        self._clear_hint()
        self._hint = (found, min(shown, 2))
        piece = self.table.hint_piece(found.move)
        rect = self.table.hint_rect(found.move) if piece is None else self.table.piece_rect(piece)
        if shown < 2:
            rect = self.table.hint_where(found.move) or rect
        if rect is not None:
            self._hint_mark(rect)
        if shown >= 2 and piece is not None:
            ways = range(self.table.turns(piece))
            target = next((t for way in ways for t in self.table.targets(piece, way) if t.move == found.move), None)
            if target is not None:
                image, pos = self.table.glow(target, nearest=True)
                self._hint_marks.append(self.stage.add(Sprite(image, pos, z=30)))
                ghost = self.table.ghost(piece, target)
                if ghost is not None:
                    faint = with_alpha(ghost[0], self.look.design["glow"]["ghost"]["alpha"])
                    self._hint_marks.append(self.stage.add(Sprite(faint, ghost[1], z=31)))
        elif shown >= 2:
            for image, pos in self.table.hint_ghosts(found.move):
                self._hint_marks.append(self.stage.add(Sprite(image, pos, z=33)))
        self.set_status(self.say(found.reason) if shown >= 2 else self.say("hint.look"),
                        "" if shown >= 2 else self.say("hint.more"), icon="hint")

    def _hint_mark(self, rect: pygame.Rect) -> None:
        look = self.look
        margin = look.px(40)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h).inflate(look.px(12), look.px(12))
        shapes.draw_ring_glow(image, box, look.px(18), look.theme.good, 0.6, 10 * look.k)
        shapes.draw_box(image, box, look.px(18), None, 1, look.theme.good, 1, max(2.0, 4 * look.k))
        self._hint_marks.append(self.stage.add(Sprite(image, (rect.left - margin, rect.top - margin), z=47)))

    def _clear_hint(self) -> None:
        self._hint = None
        for sprite in self._hint_marks:
            sprite.remove()
        self._hint_marks = []

    # --- a position that can no longer be won ---

    def offer_way_back(self) -> None:
        """Say so and offer the way back; playing on is as good."""
        if self._offer or self.session.outcome is not None or self._offered_at == self.session.revision:
            return
        self._offered_at = self.session.revision
        self._clear_hint()
        look = self.look
        labels = [(self.say("button.go_back"), self._go_back, "undo"), (self.say("button.play_on"), self._play_on, None)]
        height = max(look.px(48), look.design["sizes"]["hit_min"])
        gap = look.px(12)
        widths = [look.width(label, "button") + look.px(84 if icon else 52) for label, _, icon in labels]
        self._status_shift = -(sum(widths) + len(widths) * gap) // 2
        self.set_status(self.say("status.lost_position"), mood="warn")
        x = self._status_rect.right + gap
        for (label, action, icon), width in zip(labels, widths):
            rect = pygame.Rect(x, self._status_rect.centery - height // 2, width, height)
            self._offer.append(Button(self, rect, label, action, icon=icon, z=60,
                                      kind="primary" if icon else "secondary"))
            x += width + gap

    def _go_back(self) -> None:
        self._withdraw_offer()
        revision = self.session.revision
        round_ = self.session.rounds[-1]
        earlier = self.session.moves - len(round_.plies)

        def answer(moves: Any) -> None:
            if revision != self.session.revision or self.app.top is not self:
                return
            if isinstance(moves, int):
                self.back_to(earlier + moves)
            else:
                self.set_status(self.say("status.never_winnable"), mood="warn")

        self.set_status(self.say("status.thinking"), icon="hint")
        states = [round_.start, *(ply.state for ply in round_.plies)]
        self.app.thinker.ask("rules.thoughts:last_winnable", (self.session.rules, states), answer)

    def _play_on(self) -> None:
        self._withdraw_offer()
        self.idle_status()

    def _withdraw_offer(self) -> None:
        for widget in self._offer:
            widget.remove()
        self._offer = []
        self._status_shift = 0
