"""The statistics screen, opened from the shelf: figures of every game, replays, unfinished games."""

from __future__ import annotations

from typing import Any

import pygame

from game import routes
from game.app import App
from game.draw import charts, chrome, shapes
from game.screens.plates import draw_plates, plate_height
from game.screens.statistics.exporting import ask_export
from game.screens.statistics.game_list import GameRow, build_game_list
from game.screens.statistics.lists import Lists
from game.screens.statistics.page import StatisticsPage
from game.screens.statistics.plates import plates_of, plates_of_all
from game.ui.bar import named_tools, tool_row, top_bar
from game.ui.names import variant_name
from game.ui.widgets import Button, Segment, Stepper, pair_height
from rules.catalog import GAMES
from rules.files.variants import CLASSIC

LAST = 40
"""Number of results in the chart."""


class Statistics(StatisticsPage):
    """Games on the left; plates, a chart and lists of the chosen one on the right."""

    def __init__(self, app: App, person: int | None = None):
        super().__init__(app, person)
        self.lists = Lists(self)

    def come_back(self) -> None:
        """Reload the results: a game may have been finished in the meantime."""
        self.load()
        self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say("statistics.title"), self.escape)
        export = tool_row(self, [("export", self._export, self.say("export.tip"), "")])["export"]
        named_tools(self, [("medal", self._open_honours, self.say("honours.title"), ""),
                           ("calendar", self._open_calendar, self.say("calendar.title"), ""),
                           ("people", self._open_people, self.say("people.title"), "")],
                    export.rect.left - self.px(16))
        area, gap = look.m.page(), self.px(24)
        if not self.games:
            self._empty(area)
            return
        titles = [self.say(f"game.{game}.title") for game in self.games] + [self.say("statistics.all")]
        side = max(look.width(title, "button") for title in titles) + self.px(110)
        side = max(look.design["sizes"]["side_min"], self.px(300), min(side, round(area.w * 0.25)))
        self._games_panel(pygame.Rect(area.left, area.top, side, area.h))
        self._figures(pygame.Rect(area.left + side + gap, area.top, area.w - side - gap, area.h))

    def _empty(self, area: pygame.Rect) -> None:
        """Show a friendly message and a link to a table if nothing was played yet."""
        look, ground = self.look, self.stage.ground
        panel = pygame.Rect(0, 0, min(area.w, max(self.px(820), 520)), 0)
        pad, icon = self.px(48), round(look.line_height("box") * 1.5)
        text, inner = self.say("statistics.empty.text"), panel.w - 2 * pad
        text_h = look.paragraph_height(text, "body", inner)
        button_h = max(self.px(76), look.line_height("button_xl") + self.px(30))
        panel.h = 2 * pad + icon + self.px(20) + text_h + self.px(34) + button_h
        panel.center = (area.centerx, round(area.top + area.h * 0.45))
        chrome.draw_panel(look, ground, panel)
        x, y = panel.left + pad, panel.top + pad
        look.draw_icon(ground, "trophy", (x + icon // 2, y + icon // 2), icon, self.accent, 1.8)
        look.write(ground, self.say("statistics.empty.title"), "box", (x + icon + self.px(18), y + icon // 2),
                   "midleft", fit=inner - icon - self.px(18))
        y = look.paragraph(ground, text, "body", pygame.Rect(x, y + icon + self.px(20), inner, text_h),
                           look.theme.dim)
        label = self.say("button.play")
        width = max(self.px(320), look.width(label, "button_xl") + self.px(190))
        Button(self, pygame.Rect(x, y + self.px(34), width, button_h), label, self._play, icon="play",
               kind="primary", role="button_xl", key=self.say("key.enter"))

    def _play(self) -> None:
        self.app.open(routes.Setup(next(iter(GAMES))), instead=True)

    def key(self, event: pygame.Event) -> bool:
        if not self.games and self.focus is None and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._play()
            return True
        return False

    # --- left: the games ---

    def _games_panel(self, rect: pygame.Rect) -> None:
        best = max(self.px(84), pair_height(self.look) + self.px(16))
        build_game_list(self, rect, [self._game_row(game) for game in (None, *self.games)], self.game, best,
                        self.choose)

    def _game_row(self, game: str | None) -> GameRow:
        """Return a row with a stripe, the title, and the number of wins if there is room."""
        look = self.look
        title = self.say(f"game.{game}.title") if game else self.say("statistics.all")
        summary = self.summary(game)
        more = self.say("statistics.line", won=summary.won, played=summary.played)
        upper, lower = look.line_height("button"), look.line_height("label")

        def paint(surface: pygame.Surface, box: pygame.Rect) -> None:
            stripe = pygame.Rect(box.left + self.px(14), box.top + box.h // 4, max(3, self.px(6)), box.h // 2)
            shapes.draw_box(surface, stripe, stripe.w / 2, look.theme.accent(game))
            x = stripe.right + self.px(14)
            room, half = box.right - self.px(12) - x, (upper + lower) / 2 + self.px(2)
            two = box.h >= pair_height(look) + self.px(6)
            y = box.centery - half + upper / 2 if two else box.centery
            look.write(surface, title, "button", (x, y), "midleft", fit=room)
            if two:
                look.write(surface, more, "label", (x, box.centery + half - lower / 2), "midleft",
                           look.theme.dim,
                           fit=room)

        return GameRow(game, f"{title}, {more}", paint)

    # --- right: the figures ---

    def _figures(self, rect: pygame.Rect) -> None:
        look = self.look
        gap, y = self.px(16), rect.top
        filters = self.filters()
        if filters:
            height = max(self.px(50), look.design["sizes"]["hit_min"]) + 2 * self.px(10)
            self._filter_panel(pygame.Rect(rect.left, y, rect.w, height), filters)
            y += height + gap
        plate_h = plate_height(look)
        if self.game is None:
            draw_plates(self, pygame.Rect(rect.left, y, rect.w, plate_h), plates_of_all(self))
            y += plate_h + gap
        else:
            height = 2 * plate_h + gap
            width = round(rect.w * 0.56)
            draw_plates(self, pygame.Rect(rect.left, y, width, height), plates_of(self, self.game), 2)
            self._chart(pygame.Rect(rect.left + width + gap, y, rect.w - width - gap, height), self.game)
            y += height + gap
        self.lists.build(pygame.Rect(rect.left, y, rect.w, rect.bottom - y))

    def filters(self) -> list[tuple[str, list[tuple[Any, str]]]]:
        """Return (filter, choices) for the chosen game, only filters with more than one choice."""
        groups = [group for group in self.groups if group[0] == self.game]
        found: list[tuple[str, list[tuple[Any, str]]]] = []
        if len(self.people) > 1:
            found.append(("person", [(None, self.say("statistics.everybody")),
                                     *((one.id, one.name) for one in self.people)]))
        variants = sorted(dict.fromkeys(variant for _, variant, _ in groups),
                          key=lambda name: name != CLASSIC)
        if len(variants) > 1 and self.game is not None:
            names = [(variant, variant_name(self.texts, self.game, variant, self.app.store.own_rules))
                     for variant in variants]
            found.append(("variant", [(None, self.say("statistics.every_variant")), *names]))
        tables = sorted({players for *_, players in groups})
        if len(tables) > 1:
            found.append(("players", [(None, self.say("statistics.every_table")),
                                      *((n, str(n)) for n in tables)]))
        return found

    def _filter_panel(self, rect: pygame.Rect, filters: list[tuple[str, list[tuple[Any, str]]]]) -> None:
        """Add the filters for rules and number of players, as wide as their labels need."""
        look = self.look
        chrome.draw_panel(look, self.stage.ground, rect)
        needs = [sum(look.width(label, "label") + self.px(44) for _, label in options)
                 for _, options in filters]
        pad, gap = self.px(10), self.px(14)
        icon = round(look.m.text_px("label") * 1.3)
        room = rect.w - 2 * pad - (gap + icon + self.px(20)) * len(filters)
        x = rect.left + pad
        for (what, options), need in zip(filters, needs, strict=True):
            width = round(room * need / sum(needs))
            look.draw_icon(self.stage.ground, {"variant": "list", "person": "human"}.get(what, "people"),
                           (x + self.px(10) + icon // 2, rect.centery), icon, look.theme.dim)
            box = pygame.Rect(x + icon + self.px(20), rect.top + pad, width, rect.h - 2 * pad)
            self._filter(box, what, options, fits=need <= width * 1.3)
            x = box.right + gap

    def _filter(self, rect: pygame.Rect, what: str, options: list[tuple[Any, str]], *, fits: bool) -> None:
        def change(value: Any) -> None:
            setattr(self, what, value)
            if what == "person":
                self.variant = self.players = None
                self.load()
            self.rebuild()

        if fits:
            Segment(self, rect, options, getattr(self, what), change)
            return
        values = [value for value, _ in options]
        Stepper(self, rect, values.index(getattr(self, what)), 0, len(values) - 1, 1,
                lambda index: options[index][1], lambda index: change(values[index]))

    # --- the chart ---

    def _chart(self, rect: pygame.Rect, game: str) -> None:
        look, ground = self.look, self.stage.ground
        chrome.draw_panel(look, ground, rect, radius=self.px(16), shadow="rest")
        results = self.app.history.last_results(game, self.variant, LAST, self.players, profile=self.person)
        solitaire = GAMES[game].solitaire
        inner = rect.inflate(-2 * self.px(20), -2 * self.px(16))
        caption = chrome.draw_caption(look, ground, self.say("statistics.chart.caption", n=len(results)),
                                      inner.topleft)
        if not results:
            look.paragraph(ground, self.say("statistics.chart.empty"), "label",
                           pygame.Rect(inner.left, caption.bottom + self.px(12), inner.w, 1), look.theme.dim)
            return
        line = look.line_height("label")
        legend = pygame.Rect(inner.left, inner.bottom - line, inner.w, line)
        plot = pygame.Rect(inner.left, caption.bottom + self.px(8), inner.w,
                           legend.top - caption.bottom - self.px(14))
        if solitaire:
            charts.draw_bars(look, ground, plot, [(bool(won), seconds) for won, _, seconds in results],
                             self.accent, self.texts.clock)
        else:
            charts.draw_curve(look, ground, plot, [(bool(won), score) for won, score, _ in results],
                              self.accent, lambda value: self.texts.number(round(value)))
        charts.draw_legend(look, ground, legend, self.say("statistics.chart.won"),
                           self.say("statistics.chart.lost"), self.accent)

    # --- other screens ---

    def _open_honours(self) -> None:
        self.app.open(routes.Honours(self.game, self.person))

    def _open_calendar(self) -> None:
        self.app.open(routes.Calendar(self.game))

    def _open_people(self) -> None:
        self.app.open(routes.People(self.person))

    def _export(self) -> None:
        ask_export(self)
