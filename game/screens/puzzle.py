"""Make a puzzle of a position: choose what it asks for, wait for a proof, give it a name."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game import routes
from game.app import App
from game.data.own.levels import LONGEST_NAME, OwnLevels, position, why_no_puzzle, written
from game.draw import chrome
from game.screen import Screen
from game.thinking import Failed
from game.ui.dialogs import Notice
from game.ui.look import Look
from game.ui.scene import dimmed_snapshot
from game.ui.widgets import Button, Field
from rules.base import Move
from rules.catalog import engine_class, rules_of
from rules.engine import Goal
from rules.session import AnySession


def puzzle_scene(app: App, session: AnySession, number: int, index: int, seat: int) -> Screen | None:
    """Return the panel for the position of round `number` after `index` moves; None after saying why not."""
    game = session.rules.game
    why = why_no_puzzle(session)
    if why is not None:
        app.push(Notice(app, app.texts("puzzle.title"), app.texts(f"puzzle.why.{why}")))
        return None
    return PuzzleMaker(app, session, number, index, seat) if engine_class(game).goals else None


class PuzzleMaker(Screen):
    """A panel over a replay. `goal` is what was chosen, `found` its proof."""

    game: str

    def __init__(self, app: App, session: AnySession, number: int, index: int, seat: int):
        super().__init__(app)
        rules = session.rules
        self.game = rules.game
        self.engine = engine_class(self.game)
        self.rules = rules_of(self.game, rules.variant)
        self.setup = position(session, number, index)
        self.players = len(session.seats)
        self.start = self.rules.start(self.setup, self.players)
        self.seat = seat
        self.goal = ""
        self.depth = 0
        """The depth at which a proof is being looked for; 0 if none is."""
        self.found: Goal[Move] | None = None
        self.failed = ""
        """Why there is no puzzle: the key of a sentence."""
        self._behind: tuple[Look, pygame.Surface] | None = None
        """The replay behind the panel: when the panel is rebuilt, the window shows the panel itself."""
        title = app.texts(f"game.{self.game}.title")
        self.name = app.texts("puzzle.usual_name", game=title, number=index + 1)

    # --- the panel ---

    def build(self) -> None:
        look, ground = self.look, self.stage.ground
        if self._behind is None or self._behind[0] is not look:
            self._behind = look, dimmed_snapshot(self.app, 0.55)
        ground.blit(self._behind[1], (0, 0))
        self.heading = self.say("puzzle.title")
        pad, gap = self.px(40), self.px(14)
        high = max(self.px(58), look.line_height("button") + 20, look.design["sizes"]["hit_min"])
        width = min(self.px(760), look.size[0] - self.px(80))
        text = self._text()
        text_h = look.paragraph_height(text, "body", width - 2 * pad)
        rows = self._rows()
        head = look.line_height("box") + self.px(20)
        panel = pygame.Rect(0, 0, width, 2 * pad + head + text_h + self.px(14) + rows * (high + gap))
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, ground, panel, shadow="float", alpha=0.98)
        x, y, w = panel.left + pad, panel.top + pad, width - 2 * pad
        look.draw_icon(ground, "star", (x + self.px(18), y + look.line_height("box") // 2), self.px(36),
                       self.accent)
        look.write(ground, self.heading, "box", (x + self.px(52), y + look.line_height("box") // 2),
                   "midleft", fit=w - self.px(52))
        y = look.paragraph(ground, text, "body", pygame.Rect(x, y + head, w, text_h)) + self.px(14) + gap
        row = pygame.Rect(x, y, w, high)
        if self.depth:
            self._build_search(row, gap)
        elif self.found is not None:
            self._build_name(row, gap)
        else:
            self._build_goals(row, gap)

    def _text(self) -> str:
        if self.depth:
            return self.say("puzzle.searching", goal=self.say(f"puzzle.goal.{self.goal}"))
        if self.found is not None:
            return self.say("puzzle.found", n=len(self.found.proof), goal=self._asked(self.found))
        return self.say(self.failed or "puzzle.about")

    def _asked(self, found: Goal[Move]) -> str:
        """Return the goal as the table will show it."""
        key = f"levels.goal.{found.goal}"
        if not self.texts.has(key):
            return self.say(f"puzzle.goal.{self.goal}")
        return self.say(key, n=found.moves, points=found.points, par=found.par,
                        time=self.texts.clock(found.par))

    def _rows(self) -> int:
        return 2 if self.depth or self.found is not None else len(self.engine.goals) + 1

    def _build_goals(self, row: pygame.Rect, gap: int) -> None:
        for goal in self.engine.goals:
            Button(self, row, self.say(f"puzzle.goal.{goal}"), partial(self.look_for, goal),
                   kind="primary" if goal == self.engine.goals[0] else "secondary", icon="target")
            row = row.move(0, row.h + gap)
        Button(self, row, self.say("button.cancel"), self.escape, icon="back")
        self.focus_on(self.widgets[0])

    def _build_search(self, row: pygame.Rect, gap: int) -> None:
        bar = pygame.Rect(row.left, row.centery - self.px(6), row.w, self.px(12))
        chrome.draw_progress(self.look, self.stage.ground, bar, (self.depth - 0.5) / self.engine.depths,
                             self.accent)
        Button(self, row.move(0, row.h + gap), self.say("button.cancel"), self.escape, icon="back")
        self.focus_on(self.widgets[0])

    def _build_name(self, row: pygame.Rect, gap: int) -> None:
        self.field = Field(self, row, self.name, self._typed, longest=LONGEST_NAME, submit=self.save)
        half = (row.w - gap) // 2
        low = row.move(0, row.h + gap)
        Button(self, pygame.Rect(low.left, low.top, half, low.h), self.say("button.cancel"), self.escape)
        Button(self, pygame.Rect(low.left + half + gap, low.top, half, low.h), self.say("puzzle.save"),
               self.save, kind="primary", icon="check")
        self.focus_on(self.field)
        self.field.begin()

    def _typed(self, text: str) -> None:
        self.name = text

    # --- looking for a proof ---

    def look_for(self, goal: str) -> None:
        """Ask the engine for a proof, from the smallest depth on."""
        self.goal, self.failed = goal, ""
        self._ask(1)

    def _ask(self, depth: int) -> None:
        self.depth = depth
        self.rebuild()
        self.app.thinker.ask("puzzle", (self.rules, self.goal, self.start, self.seat, depth),
                             partial(self._heard, depth))

    def _heard(self, depth: int, answer: Any) -> None:
        if self.app.top is not self or self.depth != depth:
            return
        if answer is None and depth < self.engine.depths:
            self._ask(depth + 1)
            return
        self.depth = 0
        if isinstance(answer, Goal):
            self.found = answer
        else:
            self.failed = "puzzle.failed" if isinstance(answer, Failed) else f"puzzle.none.{self.goal}"
        self.rebuild()
        self.app.speech.say(self._text())

    def leave(self) -> None:
        if self.depth:
            self.app.thinker.cancel()

    def close(self) -> None:
        super().close()
        self._behind = None

    # --- keeping it ---

    def save(self) -> None:
        """Keep the puzzle and show it in the list; without a name it is not kept."""
        if self.found is None or not self.name.strip():
            return
        content = written(self.rules, self.setup, self.players, self.found, self.name)
        try:
            path = OwnLevels(self.app.store.folder).add(self.game, content)
        except OSError as fault:
            self.app.push(Notice(self.app, self.heading, self.say("share.failed", reason=str(fault))))
            return
        self.app.open(routes.Levels(self.game, self.rules.words_language, path.stem), instead=True)

    def escape(self) -> None:
        """Go one step back: from the search or the name to the choice of a goal, from there to the replay."""
        if self.depth or self.found is not None:
            self.app.thinker.cancel()
            self.depth, self.found = 0, None
            self.rebuild()
        else:
            self.app.pop()
