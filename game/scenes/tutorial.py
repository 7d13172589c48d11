"""The lesson of a game: a few small tables, each with a coach beside it. Can be skipped and repeated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import data
from game.draw import chrome, shapes
from game.scenes.table import Occasion, TableScene, start_again
from game.stage import Sprite
from game.widgets import Button
from rules.catalog import rules_of
from rules.session import Seat, Session

if TYPE_CHECKING:
    from game.app import App

LESSONS = Path(__file__).resolve().parent.parent / "lessons"


class Lesson(TableScene):
    """One step of a lesson on the real table."""

    has_coach = True

    def __init__(self, app: App, game: str, index: int = 0):
        self.steps: list[dict[str, Any]] = data.load(LESSONS / f"{game}.yaml")
        self.index = index
        self.done = False
        self.asked = False
        step = self.steps[index]
        session = Session(rules_of(game), [Seat(app.player_name())], 0, level=step["setup"])
        super().__init__(app, session, Occasion(counts=False))

    # --- the coach ---

    def build_beside(self, rect: pygame.Rect) -> bool:
        self._coach_rect = rect
        self._coach = self.stage.add(Sprite(z=42))
        look = self.look
        height = max(look.px(54), look.design["sizes"]["hit_min"])
        pad = look.px(20)
        inner = pygame.Rect(rect.left + pad, rect.bottom - pad - height, rect.w - 2 * pad, height)
        self._skip = Button(self, inner, self.say("tutorial.skip"), self.skip, kind="ghost")
        above = inner.move(0, -height - look.px(14))
        self._next = Button(self, above, self._next_label(), self.next_step, icon="next", kind="primary",
                            enabled=self.done, key=self.say("key.enter"))
        self._paint_coach()
        return True

    def _next_label(self) -> str:
        return self.say("tutorial.finish" if self.index + 1 == len(self.steps) else "tutorial.next")

    def _paint_coach(self) -> None:
        look, rect = self.look, self._coach_rect
        margin = look.px(40)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        chrome.draw_panel(look, image, box, radius=look.px(18), stroke=self.accent)
        pad = look.px(20)
        x, w, y = box.left + pad, box.w - 2 * pad, box.top + look.px(18)
        chrome.draw_caption(look, image, self.say("tutorial.step", at=self.index + 1, of=len(self.steps)), (x, y))
        y += look.line_height("caption") + look.px(8)
        y = self._paint_dots(image, x, y)
        part = self.texts.lines(f"tutorial.{self.game}")[self.index]
        look.write(image, part["title"], "name", (x, y), "topleft", fit=w)
        y += look.line_height("name") + look.px(10)
        text = part["done"] if self.done else part["text"]
        colour = look.theme.good if self.done else None
        room = self._next.rect.top - rect.top + margin - look.px(10) - y
        size: float = look.m.text_px("body")
        while size > 11 and look.paragraph_height(text, "body", w, size) > room:
            size -= 1
        look.paragraph(image, text, "body", pygame.Rect(x, y, w, room), colour, at_most=size)
        self._coach.set(image, (rect.left - margin, rect.top - margin))

    def _paint_dots(self, image: pygame.Surface, x: int, y: int) -> int:
        look = self.look
        d = look.px(12)
        for i in range(len(self.steps)):
            reached = i < self.index or (i == self.index and self.done)
            shapes.draw_box(image, (x + i * (d + look.px(8)), y, d, d), d / 2,
                            self.accent if reached or i == self.index else "#000000",
                            1.0 if reached else 0.45, look.theme.line, 0.25)
        return y + d + look.px(16)

    def pills(self) -> list[tuple[str, str]]:
        return [("school", self.say("tutorial.title"))]

    # --- what happens ---

    def _settled(self) -> None:
        self.table.sync(self.state)
        outcome = self.session.outcome
        if outcome is None:
            return
        if outcome.winners and (self.steps[self.index]["until"] != "hint" or self.asked):
            self._step_done()
        elif outcome.winners:
            self.set_status(self.say("tutorial.without_hint"), mood="warn")
            self.after(1400 * self.look.speed, self._again)
        else:
            self.app.sounds.play("lose")
            self.set_status(self.say("tutorial.stuck"), mood="warn")

    def _again(self) -> None:
        self.session.back_to(0)
        self._jumped()

    def _step_done(self) -> None:
        self.done = True
        self.app.sounds.play("star")
        self._next.enable(True)
        self._paint_coach()
        self.idle_status()

    def hint(self) -> None:
        self.asked = True
        super().hint()

    def enter(self) -> None:
        self.app.thinker.start()

    def offer_way_back(self) -> None:
        self.set_status(self.say("status.lost_position"), self.say("tutorial.undo"), mood="warn")

    def next_step(self) -> None:
        if self.index + 1 < len(self.steps):
            self.app.replace(Lesson(self.app, str(self.game), self.index + 1))
        else:
            self._end()

    def skip(self) -> None:
        self._end()

    def _end(self) -> None:
        """The lesson was seen: on to a real deal, or back to where it was called from."""
        first_time = not self.app.settings.saw_tutorial(str(self.game))
        self.app.settings.note_tutorial(str(self.game))
        self.app.store.write_settings(self.app.settings)
        self.app.pop()
        if first_time and len(self.app.scenes) == 1:
            start_again(self.app, str(self.game))

    def open_menu(self) -> None:
        from game.scenes.dialogs import Dialog

        self._interrupt()
        self.app.push(Dialog(self.app, self.say("tutorial.title"), "", [
            (self.say("button.play_on"), None, "play"), (self.say("tutorial.again"), self._restart_step, "rotate"),
            (self.say("tutorial.skip"), self.skip, "next")], game=self.game, column=True))

    def _restart_step(self) -> None:
        self.app.replace(Lesson(self.app, str(self.game), self.index))

    def restart(self) -> None:
        self._restart_step()

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.done and self.focus is None:
            self.next_step()
            return True
        return super().key(event)


def start_tutorial(app: App, game: str) -> None:
    app.push(Lesson(app, game))
