"""Advice at the table: hints in three steps (where, what, played), and the way back from a lost position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.draw import shapes
from game.table.frame import TableFrame
from game.table.hand import faint
from game.thinking import Failed
from game.ui.stage import Sprite
from game.ui.widgets import Button, Widget
from rules.engine import Lost


class Advice:
    """The hint that is shown, and the offer to return to the last position that could be won."""

    def __init__(self, scene: TableFrame):
        self.scene = scene
        self.found: tuple[Any, int] | None = None
        """The hint and the number of its steps already shown."""
        self.marks: list[Sprite] = []
        self.offer: list[Widget] = []
        """The buttons of the offer."""
        self._offered_at = -1
        """The position of the last offer, so that it is made only once."""

    def forget(self) -> None:
        """Drop references to sprites and widgets after the stage was rebuilt."""
        self.marks, self.offer = [], []

    def may_offer_again(self) -> None:
        self._offered_at = -1

    def hint(self) -> None:
        """Show where to look; when called again, show the move; a third time, play it."""
        scene = self.scene
        if scene.session.outcome is not None or not scene.my_turn or not scene.app.settings.hints:
            return
        scene.tweens.finish()
        scene.hand.cancel(quiet=True)
        if self.found is not None:
            found, shown = self.found
            if shown >= 2 and not isinstance(found, Lost):
                self.play()
            else:
                self._show_hint(found, shown + 1)
            return
        revision = scene.session.revision
        scene.set_status(scene.say("status.thinking"), icon="hint")

        def answer(found: Any) -> None:
            if revision != scene.session.revision or scene.app.top is not scene:
                return
            if isinstance(found, Failed) or found is None:
                scene.set_status(scene.say("hint.none"), mood="warn")
                return
            scene.session.tally["hints"] += 1
            scene.save(scene.session)
            scene.refresh_side()
            scene.app.sounds.play("hint")
            self._show_hint(found, 1)

        own = scene.own_hint()
        if own is not None:
            answer(own)
            return
        arguments = (scene.session.rules, scene.state_to_think_about(), scene.state.player,
                     scene.random_key())
        scene.app.thinker.ask("hint", arguments, answer)

    def play(self) -> bool:
        """Play the move that a hint shows. Return False if none is shown."""
        if self.found is None or self.found[1] < 2 or not self.scene.my_turn:
            return False
        move = self.found[0].move
        self.clear_hint()
        self.scene.act(move)
        return True

    def _show_hint(self, found: Any, shown: int) -> None:
        scene = self.scene
        if isinstance(found, Lost):
            scene.offer_way_back()
            return
        self.clear_hint()
        self.found = (found, min(shown, 2))
        piece = scene.board.hint_piece(found.move)
        rect = scene.board.hint_rect(found.move) if piece is None else scene.board.piece_rect(piece)
        if shown < 2:
            rect = scene.board.hint_where(found.move) or rect
        outline = scene.board.hint_outline(found.move) if shown < 2 else None
        if outline is not None:
            self._outline(outline)
        elif rect is not None:
            self._hint_mark(rect)
        if shown >= 2 and piece is not None:
            ways = range(scene.board.turns(piece))
            target = next((t for way in ways for t in scene.board.targets(piece, way)
                           if t.move == found.move), None)
            if target is not None:
                image, pos = scene.board.glow(target, nearest=True)
                self.marks.append(scene.stage.add(Sprite(image, pos, z=30)))
                ghost = scene.board.ghost(piece, target)
                if ghost is not None:
                    self.marks.append(scene.stage.add(Sprite(faint(scene.look, ghost[0]), ghost[1], z=31)))
        elif shown >= 2:
            for image, pos in scene.board.hint_ghosts(found.move):
                self.marks.append(scene.stage.add(Sprite(image, pos, z=33)))
        scene.set_status(scene.say(found.reason) if shown >= 2 else scene.say("hint.look"),
                         scene.say("hint.more" if shown < 2 else "hint.play"), icon="hint")

    def _hint_mark(self, rect: pygame.Rect) -> None:
        scene, look = self.scene, self.scene.look
        margin = look.px(40)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h).inflate(look.px(12), look.px(12))
        shapes.draw_ring_glow(image, box, look.px(18), look.theme.good, 0.6, 10 * look.k)
        shapes.draw_box(image, box, look.px(18), None, 1, look.theme.good, 1, max(2.0, 4 * look.k))
        self.marks.append(scene.stage.add(Sprite(image, (rect.left - margin, rect.top - margin), z=47)))

    def _outline(self, points: Sequence[tuple[float, float]]) -> None:
        look = self.scene.look
        whole = tuple((round(x), round(y)) for x, y in points)
        image, left, top = shapes.outline_glow(whole, look.theme.good, look.px(10), 0.6, max(2.0, 4 * look.k),
                                               0.12, look.px(8))
        self.marks.append(self.scene.stage.add(Sprite(image, (left, top), z=47)))

    def clear_hint(self) -> None:
        self.found = None
        for sprite in self.marks:
            sprite.remove()
        self.marks = []

    # --- a position that can no longer be won ---

    def watch(self) -> None:
        """Ask the solver in the background whether the position can still be won; offer to go back if not."""
        scene = self.scene
        if (not scene.board.can_be_solved or not scene.settings.warn_lost or scene.session.moves == 0
                or scene.read_only):
            return
        revision = scene.session.revision

        def answer(winnable: object) -> None:
            if winnable is False and revision == scene.session.revision and scene.app.top is scene:
                scene.offer_way_back()

        scene.app.thinker.ask("can_be_won", (scene.rules, scene.state), answer)

    def offer_way_back(self) -> None:
        """Warn that the position is lost and offer to go back; the player may also play on."""
        scene = self.scene
        if self.offer or scene.session.outcome is not None or self._offered_at == scene.session.revision:
            return
        self._offered_at = scene.session.revision
        self.clear_hint()
        look = scene.look
        labels = [(scene.say("button.go_back"), self._go_back, "undo"),
                  (scene.say("button.play_on"), self._play_on, None)]
        height = max(look.px(48), look.design["sizes"]["hit_min"])
        gap = look.px(12)
        widths = [look.width(label, "button") + look.px(84 if icon else 52) for label, _, icon in labels]
        scene.status_shift = -(sum(widths) + len(widths) * gap) // 2
        scene.set_status(scene.say("status.lost_position"), mood="warn")
        x = scene.status_rect.right + gap
        for (label, action, icon), width in zip(labels, widths, strict=True):
            rect = pygame.Rect(x, scene.status_rect.centery - height // 2, width, height)
            self.offer.append(Button(scene, rect, label, action, icon=icon, z=60,
                                     kind="primary" if icon else "secondary"))
            x += width + gap

    def _go_back(self) -> None:
        scene = self.scene
        self.withdraw()
        revision = scene.session.revision
        round_ = scene.session.rounds[-1]
        earlier = scene.session.moves - len(round_.plies)

        def answer(moves: Any) -> None:
            if revision != scene.session.revision or scene.app.top is not scene:
                return
            if isinstance(moves, int):
                scene.back_to(earlier + moves)
            else:
                scene.set_status(scene.say("status.never_winnable"), mood="warn")

        scene.set_status(scene.say("status.thinking"), icon="hint")
        states = [round_.start, *(ply.state for ply in round_.plies)]
        scene.app.thinker.ask("last_winnable", (scene.session.rules, states), answer)

    def _play_on(self) -> None:
        self.withdraw()
        self.scene.idle_status()

    def withdraw(self) -> None:
        """Remove the buttons of the offer."""
        for widget in self.offer:
            widget.remove()
        self.offer = []
        self.scene.status_shift = 0
