"""The card of an analysis beside the board: the balance of the position and where the round was lost."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.table.review.round_review import RoundReview
from game.ui.grammar import Who
from game.ui.stage import Sprite
from game.ui.widgets import Button, IconButton
from rules.session import Ply

EVEN, SLIGHT, CLEAR = 0.12, 0.4, 0.75
"""Upper limits of the balance for `even`, `slightly better` and `clearly better`."""
SMALLEST_TEXT = 12

Paragraph = tuple[str, str, Colour | None]
"""Role, text and colour."""


class Card:
    """A panel with the balance of the position as text, the losing move, and a button to play on."""

    def __init__(self, scene: RoundReview, rect: pygame.Rect):
        self.scene, self.rect = scene, rect
        look = scene.look
        pad = look.px(20)
        height = max(look.px(56), look.design["sizes"]["hit_min"])
        self._sprite = scene.stage.add(Sprite(z=42))
        self.play_on = Button(scene, pygame.Rect(rect.left + pad, rect.bottom - pad - height,
                                                 rect.w - 2 * pad, height),
                              scene.say("replay.play_on"), scene.play_on, icon="play", kind="primary", z=60)
        self.show = Button(scene, self.play_on.rect.move(0, -height - look.px(12)),
                           scene.say("analysis.show"), scene.show_losing_move, icon="target", z=60, key="L")
        self.rounds = self._round_buttons(pad) if len(scene.session.rounds) > 1 else []
        self._text_bottom = self.show.rect.top - look.px(14)

    def _round_buttons(self, pad: int) -> list[IconButton]:
        """Make the buttons for the previous and the next game of a match."""
        scene, look, rect = self.scene, self.scene.look, self.rect
        side = look.design["sizes"]["hit_min"]
        made = []
        for i, (icon, step, key, cap) in enumerate((("back", -1, "analysis.round_before", ","),
                                                    ("next", 1, "analysis.round_after", "."))):
            spot = pygame.Rect(rect.right - pad - (2 - i) * (side + look.px(6)), rect.top + look.px(10), side,
                               side)
            made.append(IconButton(scene, spot, icon, partial(scene.show_round, step), tip=scene.say(key),
                                   key=cap, z=60))
        return made

    # --- texts ---

    def _name(self, seat: int) -> Who:
        return self.scene.who(seat)

    def standing(self, value: float | None, ended: Any) -> str:
        """Return the balance of a position as a sentence."""
        say = self.scene.say
        if ended is not None:
            return say("analysis.draw") if len(ended.winners) != 1 else say("analysis.over",
                                                                            name=self._name(ended.winners[0]))
        if value is None:
            return say("analysis.not_yet")
        size = abs(value)
        if size < EVEN:
            return say("analysis.even")
        word = "slight" if size < SLIGHT else "clear" if size < CLEAR else "near" if size < 1.0 else "sure"
        return say(f"analysis.{word}", name=self._name(0 if value > 0 else 1))

    def move_text(self, index: int) -> str:
        """Return a move of the round as the log shows it."""
        scene = self.scene
        ply = scene.round.plies[index]
        return scene.say("log.by", name=scene.seats[ply.by].name, text=scene.board.log_text(ply))

    def _better_text(self, index: int, move: Any) -> str:
        scene = self.scene
        state = scene.states[index]
        step = scene.session.rules.apply(state, move)
        return scene.board.log_text(Ply(state.player, move, step.state, step.events))

    def here(self) -> list[Paragraph]:
        """Return the paragraphs about the shown position."""
        scene = self.scene
        index, state = scene.at - scene.first, scene.state
        head = scene.say("analysis.move", n=index) if index else scene.say("analysis.start")
        parts: list[Paragraph] = [("name", head, None)]
        if index:
            parts.append(("label", self.move_text(index - 1), scene.look.theme.dim))
        parts.append(("body", self.standing(scene.balance_at(index), scene.session.rules.outcome(state)),
                      None))
        if index and index - 1 in scene.mistakes():
            lost = scene.found.point is not None and scene.found.point.index == index - 1
            parts.append(("label", scene.say("analysis.this_lost" if lost else "analysis.this_cost"),
                          scene.look.theme.bad if lost else scene.look.theme.warn))
        return parts

    def verdict(self) -> list[Paragraph]:
        """Return the paragraphs about the round: the losing move and a better one."""
        scene, theme, say = self.scene, self.scene.look.theme, self.scene.say
        found = scene.found
        if found.failed:
            return [("body", say("analysis.failed"), theme.warn)]
        if not found.done:
            known, of = len(found.balances), len(scene.states)
            text = say("analysis.progress", done=known, total=of) if known < of else say("analysis.searching")
            return [("body", text, theme.dim)]
        outcome = scene.session.rules.outcome(scene.states[-1])
        if found.point is None:
            drawn = outcome is None or len(outcome.winners) != 1
            return [("body", say("analysis.drawn" if drawn else "analysis.bit_by_bit"), None)]
        assert outcome is not None
        point, winner = found.point, self._name(outcome.winners[0])
        parts: list[Paragraph] = [
            ("name", say("analysis.lost"), theme.bad),
            ("body", say("analysis.lost_move", n=point.index + 1, move=self.move_text(point.index)), None),
            ("body", say("analysis.proved" if point.proved else "analysis.turned", name=winner), None)]
        if point.better is not None:
            better = say("analysis.better", move=self._better_text(point.index, point.better.move))
            parts += [("body", better, theme.good), ("label", say(point.better.reason) + ".", theme.dim)]
        return parts

    # --- painting ---

    def refresh(self) -> None:
        scene, look, rect = self.scene, self.scene.look, self.rect
        margin, pad = look.px(40), look.px(20)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        chrome.draw_panel(look, image, box, radius=look.px(18), shadow="rest")
        x, w, y = box.left + pad, box.w - 2 * pad, box.top + look.px(18)
        caption = scene.say("analysis.title") if len(scene.session.rounds) == 1 else scene.say(
            "analysis.game_of", n=scene.number + 1, of=len(scene.session.rounds))
        free = self.rounds[0].rect.left - rect.left - pad - look.px(8) if self.rounds else w
        chrome.draw_caption(look, image, caption, (x, y), within=free)
        y += max(look.line_height("caption"), look.px(40) if self.rounds else 0) + look.px(14)
        y = self._paint_balance(image, pygame.Rect(x, y, w, look.px(14))) + look.px(16)
        here, verdict = self.here(), self.verdict()
        bottom = self._text_bottom - rect.top + margin
        size = self._fitting([*here, *verdict], w, bottom - y - look.px(34))
        y = self._paint_parts(image, here, x, y, w, size) + look.px(10)
        shapes.draw_box(image, (x, y, w, max(1, look.px(1.5))), 0, look.theme.line,
                        look.theme.line_alpha * 1.6)
        y += look.px(16)
        if not scene.found.done and not scene.found.failed:
            part = len(scene.found.balances) / max(1, len(scene.states))
            chrome.draw_progress(look, image, pygame.Rect(x, y, w, look.px(10)), part, scene.accent)
            y += look.px(24)
        self._paint_parts(image, verdict, x, y, w, size)
        self._sprite.set(image, (rect.left - margin, rect.top - margin))
        self._refresh_buttons()

    def _refresh_buttons(self) -> None:
        scene = self.scene
        self.show.enable(scene.found.point is not None)
        over = scene.session.rules.outcome(scene.state) is not None
        self.play_on.enable(not over)
        if self.rounds:
            self.rounds[0].enable(scene.number > 0)
            self.rounds[1].enable(scene.number + 1 < len(scene.session.rounds))

    def _paint_balance(self, image: pygame.Surface, bar: pygame.Rect) -> int:
        """Paint one bar, divided between the seats in proportion to the balance. Return the y below it."""
        look, scene = self.look, self.scene
        value = scene.balance_at(scene.at - scene.first)
        value = 0.0 if value is None else value
        shapes.draw_box(image, bar, bar.h / 2, look.theme.seat(1))
        wide = round(bar.w * (1 + value) / 2)
        if wide > 0:
            shapes.draw_box(image, (bar.left, bar.top, max(bar.h, wide), bar.h), bar.h / 2,
                            look.theme.seat(0))
        shapes.draw_box(image,
                        (bar.centerx - 1, bar.top - look.px(4), max(2, look.px(2)), bar.h + look.px(8)), 0,
                        look.theme.text, 0.9)
        y = bar.bottom + look.px(8)
        for seat, anchor, at in ((0, "topleft", bar.left), (1, "topright", bar.right)):
            look.write(image, self.scene.seats[seat].name, "label", (at, y), anchor, look.theme.dim,
                       fit=bar.w // 2 - look.px(10))
        return y + look.line_height("label")

    @property
    def look(self) -> Any:
        return self.scene.look

    def _px(self, role: str, size: float) -> float:
        """Return the text size of `role` scaled by `size`: all roles shrink together in a small window."""
        return self.look.m.text_px(role) * size

    def _height(self, parts: list[Paragraph], width: int, size: float) -> int:
        look = self.look
        return sum(look.paragraph_height(text, role, width, self._px(role, size)) + look.px(8)
                   for role, text, _ in parts)

    def _fitting(self, parts: list[Paragraph], width: int, room: int) -> float:
        size = 1.0
        while self._px("label", size) > SMALLEST_TEXT and self._height(parts, width, size) > room:
            size -= 0.04
        return size

    def _paint_parts(self, image: pygame.Surface, parts: list[Paragraph], x: int, y: int, width: int,
                     size: float) -> int:
        look = self.look
        for role, text, colour in parts:
            px = self._px(role, size)
            high = look.paragraph_height(text, role, width, px)
            look.paragraph(image, text, role, pygame.Rect(x, y, width, high), colour, at_most=px)
            y += high + look.px(8)
        return y
