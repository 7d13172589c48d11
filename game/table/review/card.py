"""The card of a review: the hand of the turn, the best moves with reasons, and buttons to go on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.table.review.round_review import RoundReview
from game.ui.stage import Sprite
from game.ui.widgets import Area, Button, IconButton
from rules.engine import Choice, Verdict

if TYPE_CHECKING:
    from game.ui.look import Look

Paragraph = tuple[str, str, Colour | None]
"""Role, text and colour."""


def sentence(text: str) -> str:
    """Return a reason, which is a line of a hint, with a full stop."""
    return text if text.endswith((".", "!", "?")) else text + "."


class Card:
    """A panel beside the board; its rows of words can be chosen."""

    def __init__(self, scene: RoundReview, rect: pygame.Rect):
        self.scene, self.rect = scene, rect
        look = scene.look
        pad = look.px(20)
        height = max(look.px(56), look.design["sizes"]["hit_min"])
        self._sprite = scene.stage.add(Sprite(z=42))
        self._note_h = look.line_height("label")
        row = pygame.Rect(rect.left + pad, rect.bottom - pad - self._note_h - look.px(6) - height,
                          rect.w - 2 * pad, height)
        self.play_on = Button(scene, row, scene.say("replay.play_on"), scene.play_on, icon="play",
                              kind="primary", z=60)
        self.next = Button(scene, row.move(0, -height - look.px(12)), scene.say("review.next"),
                           scene.next_costly, icon="target", z=60, key="L")
        self.line = Button(scene, self.next.rect.move(0, -height - look.px(10)), scene.say("review.line"),
                           scene.show_line, icon="eye", z=60)
        self.line.sprite.show(False)
        self.line.enable(False)
        self.steps = self._step_buttons(pad)
        self._rows: list[Area] = []

    def _step_buttons(self, pad: int) -> list[IconButton]:
        """Make the buttons for other rounds and for other people."""
        scene, look, rect = self.scene, self.scene.look, self.rect
        made: list[tuple[str, Any, str, str]] = []
        if len(scene.reviewed) > 1:
            after = scene.reviewed[(scene.reviewed.index(scene.seat) + 1) % len(scene.reviewed)]
            made.append(("people", partial(scene.show_seat, after), scene.say("review.other_seat"), ""))
        if len(scene.session.rounds) > 1:
            made += [("back", partial(scene.show_round, -1), scene.say("review.round_before"), ","),
                     ("next", partial(scene.show_round, 1), scene.say("review.round_after"), ".")]
        side = look.design["sizes"]["hit_min"]
        left = rect.right - pad - len(made) * (side + look.px(6))
        return [IconButton(scene, pygame.Rect(left + i * (side + look.px(6)), rect.top + look.px(10), side,
                                              side), icon, action, tip=tip, key=cap, z=60)
                for i, (icon, action, tip, cap) in enumerate(made)]

    @property
    def look(self) -> Look:
        return self.scene.look

    # --- texts ---

    def caption(self) -> str:
        scene = self.scene
        name = scene.session.seats[scene.seat].name
        if len(scene.session.rounds) > 1:
            return scene.say("review.round_of", n=scene.number + 1, of=len(scene.session.rounds))
        return name if len(scene.reviewed) > 1 else scene.say("review.title")

    def paragraphs(self) -> list[Paragraph]:
        """Return what is said about the shown position."""
        scene, theme, say = self.scene, self.look.theme, self.scene.say
        parts: list[Paragraph] = []
        verdict, ply = scene.verdict, scene.ply
        if scene.found.failed:
            return [("body", say("review.failed"), theme.warn)]
        if ply is None:
            parts.append(("body", say("review.end"), None))
        elif ply.by != scene.seat:
            name = scene.session.seats[ply.by].name
            parts.append(("body", f"{name}: {scene.board.log_text(ply)}", theme.dim))
        elif verdict is None:
            parts.append(("body", say("review.not_yet"), theme.dim))
        else:
            parts += self._about(verdict)
        remark = scene.found.remarks.get(scene.number)
        if remark is not None:
            parts.append(("body", say(remark.said), theme.dim))
        return parts

    def _about(self, verdict: Verdict[Any]) -> list[Paragraph]:
        scene, theme, say = self.scene, self.look.theme, self.scene.say
        ply, loss = scene.ply, scene.found.loss(scene.number, scene.index)
        assert ply is not None
        parts: list[Paragraph] = []
        if not verdict.options:
            made = scene.board.log_text(ply) or scene.name_of(ply.move, ply)
            parts.append(("name", made[:1].upper() + made[1:], None))
        if loss:
            red = scene.found.is_red(scene.number, scene.index)
            parts.append(("body", scene.counted("cost", loss),
                          theme.bad if red else theme.warn))
            if not verdict.options:
                parts.append(("name", say("review.better"), theme.good))
            parts.append(("body", sentence(say(verdict.best.reason)), None))
        else:
            parts.append(("body", say("review.nothing_better"), theme.good))
        parts += [("body", say(note), None) for note in verdict.notes]
        key = f"review.unit.{scene.game}"
        if scene.texts.has(key):
            parts.append(("label", say(key), theme.dim))
        return parts

    # --- painting ---

    def refresh(self) -> None:
        scene, look, rect = self.scene, self.look, self.rect
        for row in self._rows:
            row.remove()
        self._rows = []
        margin, pad = look.px(40), look.px(20)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        chrome.draw_panel(look, image, box, radius=look.px(18), shadow="rest")
        x, w, y = box.left + pad, box.w - 2 * pad, box.top + look.px(18)
        free = self.steps[0].rect.left - rect.left - pad - look.px(8) if self.steps else w
        if self.steps or not scene.board.hand_pictures(look.px(20)):
            chrome.draw_caption(look, image, self.caption(), (x, y), within=free)
            y += max(look.line_height("caption"), look.design["sizes"]["hit_min"] if self.steps else 0)
            y += look.px(12)
        y = self._paint_hand(image, pygame.Rect(x, y, w, 0))
        verdict = scene.verdict
        bottom = self.next.rect.top - rect.top + margin - look.px(12)
        remark = scene.found.remarks.get(scene.number)
        self.line.sprite.show(bool(remark and remark.line))
        self.line.enable(bool(remark and remark.line))
        if remark and remark.line:
            bottom = self.line.rect.top - rect.top + margin - look.px(10)
        if verdict is not None and verdict.options:
            y = self._paint_words(image, pygame.Rect(x, y, w, bottom - y), verdict, (margin, margin))
        known, of = scene.found.progress(scene.number)
        if known < of and not scene.found.failed:
            chrome.draw_progress(look, image, pygame.Rect(x, y, w, look.px(10)), known / of, scene.accent)
            y += look.px(24)
        self._paint_parts(image, pygame.Rect(x, y, w, bottom - y))
        note = scene.say("review.uncounted")
        look.write(image, note, "label", (box.centerx, box.bottom - pad // 2 - self._note_h // 2), "center",
                   look.theme.dim, fit=w)
        self._sprite.set(image, (rect.left - margin, rect.top - margin))
        self.next.enable(bool(scene.found.costly(scene.number)))
        self.play_on.enable(scene.session.rules.outcome(scene.state) is None)

    def _paint_hand(self, image: pygame.Surface, room: pygame.Rect) -> int:
        """Paint the pieces that the seat held; return the y below them."""
        look, board = self.look, self.scene.board
        size = min(look.px(44), room.w // 6 - look.px(4))
        pieces = board.hand_pictures(size)
        if not pieces:
            return room.top
        chrome.draw_caption(look, image, self.scene.say("review.hand"), room.topleft, within=room.w)
        y, x = room.top + look.line_height("caption") + look.px(6), room.left
        high = max(piece.get_height() for piece in pieces)
        for piece in pieces:
            if x + size > room.right:
                x, y = room.left, y + high + look.px(2)
            image.blit(piece, (x, y))
            x += size + look.px(4)
        return y + high + look.px(14)

    def _paint_words(self, image: pygame.Surface, room: pygame.Rect, verdict: Verdict[Any],
                     margin: tuple[int, int]) -> int:
        """Paint the lists of words and the row of the move made; return the y below them."""
        look, scene, say = self.look, self.scene, self.scene.say
        height = max(look.line_height("button") + look.px(8), look.px(38))
        y = room.top
        shown = scene.chosen or verdict.best
        for key, choices in (("review.known", verdict.options), ("review.beyond", verdict.beyond)):
            if not choices or y + height > room.bottom:
                continue
            chrome.draw_caption(look, image, say(key), (room.left, y), within=room.w)
            y += look.line_height("caption") + look.px(6)
            for choice in choices:
                if y + height > room.bottom:
                    break
                at = pygame.Rect(room.left - look.px(6), y, room.w + look.px(12), height).move(
                    self.rect.left - margin[0], self.rect.top - margin[1])
                self._rows.append(self._row(at, choice, chosen=choice.move == shown.move))
                y += height + look.px(2)
            y += look.px(8)
        ply = scene.ply
        if ply is not None and y + height <= room.bottom:
            name = scene.name_of(ply.move, ply)
            text = say("review.you", move=name) if name else say("review.you_none")
            self._paint_row(image, pygame.Rect(room.left, y, room.w, height), text,
                            len(name), scene.figure(verdict.value), look.theme.warn)
            y += height + look.px(6)
        return y

    def _row(self, rect: pygame.Rect, choice: Choice[Any], *, chosen: bool) -> Area:
        scene = self.scene
        name, value = scene.name_of(choice.move), scene.figure(choice.value)

        def paint(area: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            look = self.look
            if chosen or area.hovered:
                shapes.draw_box(surface, box, look.px(9), look.theme.text, 0.07,
                                look.theme.good if chosen else look.theme.dim, 1, max(1.5, 2 * look.k))
            self._paint_row(surface, box.inflate(-look.px(18), 0), name, len(name), value, None)

        return Area(scene, rect, partial(scene.choose, choice), paint_over=paint, z=60, radius_name="field",
                    spoken=f"{name}, {value}")

    def _paint_row(self, surface: pygame.Surface, box: pygame.Rect, text: str, letters: int, value: str,
                   colour: Colour | None) -> None:
        look = self.look
        right = look.write(surface, value, "name", (box.right, box.centery), "midright", colour).left
        left = look.width(text, "button")
        note = self.scene.say("letters.left", n=letters) if letters else ""
        if note and box.left + left + look.width(note, "label") + look.px(28) < right:
            look.write(surface, note, "label", (right - look.px(10), box.centery), "midright", look.theme.dim)
        look.write(surface, text, "button", (box.left, box.centery), "midleft", colour,
                   fit=right - box.left - look.px(10))

    def _paint_parts(self, image: pygame.Surface, room: pygame.Rect) -> None:
        """Write the paragraphs; all roles shrink together, and the last ones give way in a small window."""
        look, parts = self.look, self.paragraphs()
        size = 1.0
        while size > 0.75 and self._height(parts, room.w, size) > room.h:
            size -= 0.05
        while len(parts) > 1 and self._height(parts, room.w, size) > room.h:
            parts.pop()
        y = room.top
        for role, text, colour in parts:
            px = look.m.text_px(role) * size
            high = look.paragraph_height(text, role, room.w, px)
            look.paragraph(image, text, role, pygame.Rect(room.left, y, room.w, high), colour, at_most=px)
            y += high + look.px(8)

    def _height(self, parts: list[Paragraph], width: int, size: float) -> int:
        look = self.look
        return sum(look.paragraph_height(text, role, width, look.m.text_px(role) * size) + look.px(8)
                   for role, text, _ in parts)
