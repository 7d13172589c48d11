"""The trial of the rule laboratory: bots play the same deals by a draft and by classic, shown side by side.

The games are played in the thinking process, a few at a time; the bars grow meanwhile, and a click stops it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.app import App
from game.draw import chrome
from game.draw.compare import Pair, draw_histogram, draw_key, draw_shares
from game.screen import Screen
from game.thinking import Failed
from game.ui.bar import top_bar
from game.ui.stage import Sprite
from game.ui.widgets import WIDGET_Z, Button
from rules.catalog import GAMES
from rules.trial import ENDLESS, Result, Tally, Trial, counted, steps_for

AT_A_TIME = 0.25
"""Seconds of play requested from the worker at a time."""
LONGEST = 60.0
"""Seconds after which a trial ends with the results obtained."""
SILENCE = 20.0
"""Seconds without an answer after which the rules are reported as too slow to deal or to play."""
IVORY = "#d9cdb4"
"""Colour of the classic bars; the variant being tried uses the game's accent colour."""
MOST_ENDINGS = 5


class TrialScene(Screen):
    """Four panels (points, length, winners, endings) and the progress below them."""

    def __init__(self, app: App, trial: Trial, title: str):
        super().__init__(app)
        self.game: str = trial.game
        self.trial, self.title = trial, title
        self._begin()

    def _begin(self) -> None:
        self.tallies = (Tally(), Tally())
        self.done = 0
        self.over = False
        self.verdict = ""
        """The reason if the trial ended early, else empty."""
        self._asked = False
        self._spent = 0.0
        self._last_answer = time.monotonic()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.paint_cloth((0.5, 0.35))
        bar = top_bar(self, self.say("trial.title"), self.escape)
        room = look.m.page()
        key = (bar.right + self.px(48), look.m.top.centery)
        draw_key(look, self.stage.ground, key, (self.title, self.say("trial.classic")), self.colours,
                 room.right - key[0])
        foot = max(self.px(64), look.design["sizes"]["hit_min"], 2 * look.line_height("label"))
        self._build_panels(pygame.Rect(room.left, room.top, room.w, room.h - foot - self.px(18)))
        self._build_foot(pygame.Rect(room.left, room.bottom - foot, room.w, foot))
        self._show()

    @property
    def colours(self) -> Pair:
        return self.accent, "#7a6a4c" if self.look.theme.light else IVORY

    def _build_panels(self, rect: pygame.Rect) -> None:
        look, gap, pad = self.look, self.px(18), self.px(22)
        w, h = (rect.w - gap) // 2, (rect.h - gap) // 2
        self.places: dict[str, pygame.Rect] = {}
        for number, name in enumerate(("points", "length", "wins", "ends")):
            panel = pygame.Rect(rect.left + number % 2 * (w + gap), rect.top + number // 2 * (h + gap), w, h)
            chrome.draw_panel(look, self.stage.ground, panel)
            caption = self.say(f"trial.{name}")
            chrome.draw_caption(look, self.stage.ground, caption, (panel.left + pad, panel.top + self.px(18)),
                                within=w * 0.55)
            top = panel.top + self.px(18) + look.line_height("caption") + self.px(14)
            self.places[name] = pygame.Rect(panel.left + pad, top, w - 2 * pad,
                                            panel.bottom - self.px(14) - top)
        self._charts = self.stage.add(Sprite(z=WIDGET_Z - 5))
        self._area = rect

    def _build_foot(self, rect: pygame.Rect) -> None:
        look, gap = self.look, self.px(14)
        labels = [self.say("trial.stop"), self.say("trial.more"), self.say("trial.back")]
        w = max(look.width(label, "button") for label in labels) + self.px(90)
        y, h = rect.top + self.px(2), rect.h - self.px(8)
        Button(self, pygame.Rect(rect.right - w, y, w, h), labels[2], self.app.pop,
               icon="back", kind="primary")
        self.go_button = Button(self, pygame.Rect(rect.right - 2 * w - gap, y, w, h), labels[0], self._go,
                                icon="pause")
        self._line = pygame.Rect(rect.left, rect.top, rect.w - 2 * w - 2 * gap - self.px(10), rect.h)
        self._progress = self.stage.add(Sprite(z=WIDGET_Z - 5))

    # --- time passes ---

    def advance(self, ms: float) -> None:
        super().advance(ms)
        if self.over:
            return
        if not self._asked:
            self._ask()
        elif time.monotonic() - self._last_answer > SILENCE:
            self.app.thinker.stop()
            self._end(self.say("trial.silent"))

    @property
    def restless(self) -> bool:
        return not self.over or super().restless

    def _ask(self) -> None:
        self._asked = True
        self._last_answer = time.monotonic()
        self.app.thinker.ask("trial", (self.trial, self.done, AT_A_TIME), self._answered)

    def _answered(self, results: list[Result] | Failed) -> None:
        if self.over:
            return
        self._asked = False
        now = time.monotonic()
        self._spent += now - self._last_answer
        if isinstance(results, Failed):
            self._end(self.say("trial.failed", reason=results.reason))
            return
        for result in results:
            self.tallies[result.side].add(result)
        self.done += len(results)
        if self.done >= self.trial.total:
            self._end("")
        elif self._spent > LONGEST:
            self._end(self.say("trial.time_up", seconds=round(LONGEST)))
        else:
            self._show()

    def _end(self, verdict: str) -> None:
        self.over, self.verdict = True, verdict
        self._show()

    def _go(self) -> None:
        """Stop the running trial; if none is running, play the next deals."""
        if not self.over:
            self.app.thinker.cancel()
            self._end(self.say("trial.stopped"))
            return
        self.trial = replace(self.trial, seed=self.trial.seed + self.trial.games)
        self._begin()
        self._show()

    def leave(self) -> None:
        """Cancel the running trial when the scene is left."""
        if not self.over:
            self.app.thinker.cancel()
            self._asked = False

    # --- drawing ---

    def _show(self) -> None:
        self.go_button.set_label(self.say("trial.more" if self.over else "trial.stop"),
                                 "dice" if self.over else "pause")
        self._paint_progress()
        image = pygame.Surface(self._area.size, pygame.SRCALPHA)
        if self.tallies[1].games:
            for name in ("points", "length"):
                self._paint_numbers(image, name)
            draw_shares(self.look, image, self._place("wins"), self.win_rows(), self.colours,
                        self.texts.percent)
            draw_shares(self.look, image, self._place("ends"), self._end_rows(), self.colours,
                        self.texts.percent)
        self._charts.set(image, self._area.topleft)

    def _place(self, name: str) -> pygame.Rect:
        return self.places[name].move(-self._area.left, -self._area.top)

    def _paint_numbers(self, image: pygame.Surface, name: str) -> None:
        """Paint a histogram, with both means to the right of its caption."""
        look, place = self.look, self._place(name)
        lists = [tally.points if name == "points" else tally.lengths for tally in self.tallies]
        steps = steps_for([*lists[0], *lists[1]])
        draw_histogram(look, image, place.inflate(0, -self.px(6)), steps,
                       (counted(lists[0], steps), counted(lists[1], steps)), self.colours)
        x, y = place.right, place.top - self.px(16) - look.line_height("caption") // 2
        for values, colour in reversed(list(zip(lists, self.colours, strict=True))):
            mean = self._decimal(sum(values) / max(1, len(values)))
            written = look.write(image, mean, "preview", (x, y), "midright", colour)
            x = written.left - self.px(20)
        look.write(image, self.say("trial.mean"), "label", (x, y), "midright", look.theme.dim)

    def _decimal(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self.say("cli.simulate.decimal")).replace("-", "\u2212")

    def win_rows(self) -> list[tuple[str, float, float]]:
        if GAMES[self.game].solitaire or self.trial.players == 1:
            return [self._row(self.say("trial.won"), lambda tally: tally.win_share(0)),
                    self._row(self.say("trial.lost"), lambda tally: 1 - tally.win_share(0))]
        rows = [self._row(self.say("trial.begins") if place == 0
                          else self.say("trial.seat", number=place + 1),
                          partial(Tally.win_share, who=place)) for place in range(self.trial.players)]
        nobody = self._row(self.say("trial.nobody"), lambda tally: tally.undecided / max(1, tally.games))
        return [*rows, nobody] if any(nobody[1:]) else rows

    def _row(self, label: str, share: Callable[[Tally], float]) -> tuple[str, float, float]:
        one, other = self.tallies
        return label, share(one), share(other)

    def _end_rows(self) -> list[tuple[str, float, float]]:
        total = self.tallies[0].whys + self.tallies[1].whys
        return [self._row(self.why_text(why), partial(Tally.why_share, why=why))
                for why, _ in total.most_common(MOST_ENDINGS)]

    def why_text(self, why: str) -> str:
        """Return a short text for how a round ended."""
        if why == ENDLESS:
            return self.say("trial.endless")
        for key in (f"trial.why.{self.game}.{why}", f"game.{self.game}.why.{why}"):
            if self.texts.has(key):
                return self.say(key).rstrip(".")
        return why

    def _paint_progress(self) -> None:
        look, theme, rect = self.look, self.look.theme, self._line
        image = pygame.Surface(rect.size, pygame.SRCALPHA)
        games = self.done // 2
        message = self.say("trial.progress", done=games, total=self.trial.games,
                           level=self.say(f"level_name.{self.trial.level}"))
        if self.verdict:
            message = f"{self.verdict} {self.say('trial.so_far', n=games)}"
        elif self.over:
            first, last = self.trial.seed, self.trial.seed + self.trial.games - 1
            message = self.say("trial.done", n=games, level=self.say(f"level_name.{self.trial.level}"),
                               first=first, last=last)
        line = look.line_height("label")
        track = pygame.Rect(0, rect.h // 2 + self.px(6), rect.w, max(6, self.px(12)))
        lines = look.wrap(message, "label", rect.w)
        if line * len(lines) > rect.h:  # then the first sentence has to do
            lines = look.wrap(message.partition(". ")[0], "label", rect.w)
        if self.over:
            y = max(0, (rect.h - line * len(lines)) // 2)
        else:
            y = max(0, track.top - self.px(6) - line * len(lines))
            chrome.draw_progress(look, image, track, self.done / self.trial.total, self.accent)
        for text in lines:
            look.write(image, text, "label", (0, y + line / 2), "midleft", theme.text)
            y += line
        self._progress.set(image, rect.topleft)

    # --- keys ---

    def key(self, event: pygame.Event) -> Any:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            if self.over:
                self.app.pop()
            else:
                self._go()
            return True
        return False
