"""The statistics screen, opened from the shelf: figures of every game, replays, unfinished games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game.draw import charts, chrome, shapes
from game.history import Summary
from game.names import level_name, variant_name
from game.scenes.base import Scene, tool_row, top_bar
from game.scenes.dialogs import Notice
from game.scenes.listing import Column, Line, Listing
from game.scenes.plates import Plate, draw_plates, plate_height
from game.scenes.seating import continue_save
from game.store import Save
from game.widgets import Area, Button, Segment, Stepper, pair_height
from rules import records
from rules.catalog import GAMES
from rules.variants import CLASSIC

if TYPE_CHECKING:
    from game.app import App

LAST = 40
"""Results in the chart."""


WORD = re.compile(r"[>v] -?\d+,-?\d+ ([A-Za-z]+)")
"""A word as records spell it."""


@dataclass(frozen=True)
class Played:
    """A record on disk, as far as its line needs it; without a game it is damaged."""

    path: Path
    when: datetime
    game: str = ""
    variant: str = ""
    deal: str = ""
    won: bool = False
    score: str = ""
    words: tuple[tuple[str, int], ...] = ()
    """What people laid in a word game, and what it brought."""


class Statistics(Scene):
    """Left the games, right the figures of the chosen one: plates, a chart, and lists to look through."""

    def __init__(self, app: App, person: int | None = None):
        super().__init__(app)
        self.person = person
        """Whose results are shown; None: those of everybody."""
        self.variant: str | None = None
        self.players: int | None = None
        self.tab = "scores"
        self._left = False
        self._load()
        self.game = self.games[0] if len(self.games) == 1 else None

    def _load(self) -> None:
        """What was played, and what waits to be played on."""
        self.unfinished = [save for save in self.app.store.unfinished() if save.record.get("game") in GAMES]
        self.records = [_read(path, self.app) for path in self.app.store.finished()]
        self.people = self.app.history.people.all()
        self.groups = [group for group in self.app.history.groups(profile=self.person) if group[0] in GAMES]
        known = {group[0] for group in self.groups} | {played.game for played in self.records}
        known |= {save.record["game"] for save in self.unfinished}
        self.games = [game for game in GAMES if game in known]

    def enter(self) -> None:
        if self._left:  # a game may have been finished meanwhile
            self._load()
            self.rebuild()

    def leave(self) -> None:
        self._left = True

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say("statistics.title"), self.escape)
        tool_row(self, [("medal", self._open_honours, self.say("honours.title"), ""),
                        ("calendar", self._open_calendar, self.say("calendar.title"), ""),
                        ("people", self._open_people, self.say("people.title"), ""),
                        ("|", self._export, "", ""),
                        ("export", self._export, self.say("export.tip"), "")])
        top = look.m.region("top")
        assert top is not None
        area, gap = look.m.content(), self.px(24)
        y = max(top.bottom, area.top) + self.px(4)
        area = pygame.Rect(area.left + gap, y, area.w - 2 * gap, area.bottom - gap - y)
        if not self.games:
            self._empty(area)
            return
        titles = [self.say(f"game.{game}.title") for game in self.games] + [self.say("statistics.all")]
        side = max(look.width(title, "button") for title in titles) + self.px(110)
        side = max(look.design["sizes"]["side_min"], self.px(300), min(side, round(area.w * 0.25)))
        self._games_panel(pygame.Rect(area.left, area.top, side, area.h))
        self._figures(pygame.Rect(area.left + side + gap, area.top, area.w - side - gap, area.h))

    def _empty(self, area: pygame.Rect) -> None:
        """Nothing was played yet: a friendly word and the way to a table."""
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
        from game.scenes.setup import Setup

        self.app.replace(Setup(self.app, next(iter(GAMES))))

    def key(self, event: pygame.Event) -> bool:
        if not self.games and self.focus is None and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._play()
            return True
        return False

    # --- left: the games ---

    def _games_panel(self, rect: pygame.Rect) -> None:
        look, pad, gap = self.look, self.px(16), self.px(8)
        entries: list[str | None] = [None, *self.games]
        best = max(self.px(84), pair_height(look) + self.px(16))
        row = max(look.design["sizes"]["hit_min"], min(best, (rect.h - 2 * pad + gap) // len(entries) - gap))
        chrome.draw_panel(look, self.stage.ground,
                          pygame.Rect(rect.left, rect.top, rect.w,
                                      len(entries) * (row + gap) - gap + 2 * pad))
        for number, game in enumerate(entries):
            y = rect.top + pad + number * (row + gap)
            self._game_row(pygame.Rect(rect.left + pad, y, rect.w - 2 * pad, row), game)

    def _game_row(self, rect: pygame.Rect, game: str | None) -> None:
        look = self.look
        title = self.say(f"game.{game}.title") if game else self.say("statistics.all")
        summary = self._summary(game)
        more = self.say("statistics.line", won=summary.won, played=summary.played)
        chosen, accent = game == self.game, look.theme.accent(game)
        upper, lower = look.line_height("button"), look.line_height("label")
        two = rect.h >= pair_height(look) + self.px(6)

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            theme = look.theme
            stroke, alpha = (theme.dim, 0.8) if widget.hovered else (theme.line, theme.hair)
            if chosen:
                stroke, alpha = accent, 1.0
            shapes.draw_box(surface, box, self.px(14), theme.raised, 1.0 if chosen else 0.45, stroke, alpha,
                            max(1.0, (2.6 if chosen else 1.5) * look.k))
            stripe = pygame.Rect(box.left + self.px(14), box.top + box.h // 4, max(3, self.px(6)), box.h // 2)
            shapes.draw_box(surface, stripe, stripe.w / 2, accent)
            x = stripe.right + self.px(14)
            room, half = box.right - self.px(12) - x, (upper + lower) / 2 + self.px(2)
            y = box.centery - half + upper / 2 if two else box.centery
            look.write(surface, title, "button", (x, y), "midleft", fit=room)
            if two:
                look.write(surface, more, "label", (x, box.centery + half - lower / 2), "midleft", theme.dim,
                           fit=room)

        Area(self, rect, lambda: self._choose(game), paint_over=paint, radius_name="field", spoken=f"{title}, {more}")

    def _choose(self, game: str | None) -> None:
        self.game, self.variant, self.players = game, None, None
        self.rebuild()

    # --- right: the figures ---

    def _figures(self, rect: pygame.Rect) -> None:
        look = self.look
        gap, y = self.px(16), rect.top
        filters = self._filters()
        if filters:
            height = max(self.px(50), look.design["sizes"]["hit_min"]) + 2 * self.px(10)
            self._filter_panel(pygame.Rect(rect.left, y, rect.w, height), filters)
            y += height + gap
        plate_h = plate_height(look)
        if self.game is None:
            draw_plates(self, pygame.Rect(rect.left, y, rect.w, plate_h), self._plates_of_all())
            y += plate_h + gap
        else:
            height = 2 * plate_h + gap
            width = round(rect.w * 0.56)
            draw_plates(self, pygame.Rect(rect.left, y, width, height), self._plates_of(self.game), 2)
            self._chart(pygame.Rect(rect.left + width + gap, y, rect.w - width - gap, height), self.game)
            y += height + gap
        self._lists(pygame.Rect(rect.left, y, rect.w, rect.bottom - y))

    def _filters(self) -> list[tuple[str, list[tuple[Any, str]]]]:
        """(what, choices) for the chosen game, where there is more than one thing to choose."""
        groups = [group for group in self.groups if group[0] == self.game]
        found: list[tuple[str, list[tuple[Any, str]]]] = []
        if len(self.people) > 1:
            found.append(("person", [(None, self.say("statistics.everybody")),
                                     *((one.id, one.name) for one in self.people)]))
        variants = sorted(dict.fromkeys(variant for _, variant, _ in groups),
                          key=lambda name: name != CLASSIC)
        if len(variants) > 1 and self.game is not None:
            names = [(variant, variant_name(self.app, self.game, variant)) for variant in variants]
            found.append(("variant", [(None, self.say("statistics.every_variant")), *names]))
        tables = sorted({players for *_, players in groups})
        if len(tables) > 1:
            found.append(("players", [(None, self.say("statistics.every_table")),
                                      *((n, str(n)) for n in tables)]))
        return found

    def _filter_panel(self, rect: pygame.Rect, filters: list[tuple[str, list[tuple[Any, str]]]]) -> None:
        """The rules and the number of players, in the shares of the room that their labels need."""
        look = self.look
        chrome.draw_panel(look, self.stage.ground, rect)
        needs = [sum(look.width(label, "label") + self.px(44) for _, label in options)
                 for _, options in filters]
        pad, gap = self.px(10), self.px(14)
        icon = round(look.m.text_px("label") * 1.3)
        room = rect.w - 2 * pad - (gap + icon + self.px(20)) * len(filters)
        x = rect.left + pad
        for (what, options), need in zip(filters, needs):
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
                self._load()
            self.rebuild()

        if fits:
            Segment(self, rect, options, getattr(self, what), change)
            return
        values = [value for value, _ in options]
        Stepper(self, rect, values.index(getattr(self, what)), 0, len(values) - 1, 1,
                lambda index: options[index][1], lambda index: change(values[index]))

    # --- plates ---

    def _summary(self, game: str | None) -> Summary:
        """The figures of a game, or of all together (then without best results and streaks)."""
        history = self.app.history
        if game is not None:
            mine = game == self.game
            return history.summary(game, self.variant if mine else None, self.players if mine else None,
                                   profile=self.person)
        parts = [history.summary(known, profile=self.person) for known in self.games]
        return Summary(sum(part.played for part in parts), sum(part.won for part in parts), None, None, None,
                       sum(part.clean_wins for part in parts), 0, 0)

    def _common_plates(self, summary: Summary) -> list[Plate]:
        part = round(100 * summary.won / summary.played) if summary.played else 0
        return [("dice", self.say("statistics.plate.played"), str(summary.played), ""),
                ("trophy", self.say("statistics.plate.won"), str(summary.won),
                 self.say("statistics.percent", percent=part)),
                ("check", self.say("statistics.plate.clean"), str(summary.clean_wins),
                 self.say("statistics.plate.clean_more"))]

    def _plates_of(self, game: str) -> list[Plate]:
        summary, info = self._summary(game), GAMES[game]
        played, won, clean = self._common_plates(summary)
        plates = [played, won, self._best_plate(summary, solitaire=info.solitaire), clean,
                  ("flame", self.say("statistics.plate.streak"), str(summary.streak),
                   self.say("statistics.plate.streak_more", longest=summary.best_streak))]
        if info.has_daily:
            days = self.app.history.daily_streak(game, date.today(), profile=self.person)
            plates.append(("calendar", self.say("statistics.plate.daily"),
                           str(self.app.history.summary(game, daily=True, profile=self.person).won),
                           self.say("statistics.plate.daily_more", days=days)))
        return plates + self._word_plates(game)

    def _word_plates(self, game: str) -> list[Plate]:
        """Words laid, the longest and the one that brought most, from the records that are kept."""
        words = [word for played in self.records if played.game == game for word in played.words]
        if not words:
            return []
        longest = max(words, key=lambda word: len(word[0]))[0]
        best, points = max(words, key=lambda word: word[1])
        plates = [("book", self.say("statistics.plate.words"), str(len(words)), ""),
                  ("flat", self.say("statistics.plate.longest"), longest,
                   self.say("letters.left", n=len(longest)))]
        if game == "point_typ_dom":
            plates.append(("star", self.say("statistics.plate.best_word"), best, self.say("letters.points", n=points)))
        return plates

    def _best_plate(self, summary: Summary, *, solitaire: bool) -> Plate:
        if solitaire:
            seconds = summary.best_seconds
            return ("clock", self.say("statistics.plate.time"),
                    "\u2013" if seconds is None else self.texts.clock(seconds),
                    self.say("statistics.plate.time_none") if seconds is None else "")
        if summary.best_score is None or summary.mean_score is None:
            return "star", self.say("statistics.plate.score"), "\u2013", ""
        return ("star", self.say("statistics.plate.score"), self.texts.number(summary.best_score),
                self.say("statistics.plate.score_more", mean=self.texts.number(round(summary.mean_score))))

    def _plates_of_all(self) -> list[Plate]:
        tried = ("play", self.say("statistics.plate.games"), str(len(self.games)),
                 self.say("statistics.plate.games_more", total=len(GAMES)))
        return [*self._common_plates(self._summary(None)), tried]

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

    # --- lists ---

    def _lists(self, rect: pygame.Rect) -> None:
        look = self.look
        chrome.draw_panel(look, self.stage.ground, rect)
        pad = self.px(14)
        names = [("games" if self.game is None else "scores"), "records", "unfinished"]
        tab = self.tab if self.tab in names else names[0]
        height = max(self.px(48), look.design["sizes"]["hit_min"])
        tabs = [(name, self.say(f"statistics.tab.{name}")) for name in names]
        width = min(rect.w - 2 * pad, sum(look.width(label, "label") + self.px(60) for _, label in tabs))
        Segment(self, pygame.Rect(rect.left + pad, rect.top + pad, width, height), tabs, tab, self._open_tab)
        body = pygame.Rect(rect.left + pad, rect.top + pad + height + self.px(6), rect.w - 2 * pad, 0)
        body.h = rect.bottom - self.px(10) - body.top
        {"games": self._games_list, "scores": self._scores_list, "records": self._records_list,
         "unfinished": self._unfinished_list}[tab](body)

    def _open_tab(self, tab: object) -> None:
        self.tab = str(tab)
        self.rebuild()

    def _column(self, name: str, icon: str, *, right: bool = False, spare: int = 0) -> Column:
        return Column(self.say(f"statistics.column.{name}"), icon, right, spare)

    def _say_nothing(self, rect: pygame.Rect, text: str) -> None:
        box = rect.inflate(-2 * self.px(12), -2 * self.px(14))
        self.look.paragraph(self.stage.ground, text, "body", box, self.look.theme.dim)

    def _games_list(self, rect: pygame.Rect) -> None:
        columns = [self._column("game", "list"), self._column("played", "dice", right=True),
                   self._column("won", "trophy", right=True),
                   self._column("part", "statistics", right=True, spare=2),
                   self._column("streak", "flame", right=True, spare=1),
                   self._column("clean", "check", right=True, spare=3)]
        lines = []
        for game in self.games:
            summary = self.app.history.summary(game, profile=self.person)
            part = round(100 * summary.won / summary.played) if summary.played else 0
            lines.append(Line((self.say(f"game.{game}.title"), str(summary.played), str(summary.won),
                               self.say("statistics.percent", percent=part), str(summary.best_streak),
                               str(summary.clean_wins))))
        Listing(self, rect, columns, lines, lambda index: self._choose(self.games[index]), end="next")

    def _scores_list(self, rect: pygame.Rect) -> None:
        assert self.game is not None
        rows = self.app.history.high_scores(self.game, self.variant, self.players, profile=self.person)
        if not rows:
            self._say_nothing(rect, self.say("statistics.no_scores"))
            return
        columns = [self._column("score", "star", right=True), self._column("time", "clock", right=True),
                   self._column("undos", "undo", right=True), self._column("hints", "hint", right=True),
                   self._column("deal", "dice", right=True, spare=1),
                   self._column("date", "calendar", right=True, spare=2)]
        lines = [Line((self.texts.number(score), self.texts.clock(seconds), str(undos), str(hints),
                       level_name(self.app, self.game, level) if level else str(seed), self._date(ended)),
                      self._mark(won)) for score, seconds, undos, hints, seed, ended, won, level in rows]
        Listing(self, rect, columns, lines)

    def _mark(self, won: object) -> tuple[str, str]:
        theme = self.look.theme
        return ("check", theme.good) if won else ("cross", theme.bad)

    def _records_list(self, rect: pygame.Rect) -> None:
        shown = [played for played in self.records if self.game in (None, played.game)
                 and self.variant in (None, played.variant)]
        if not shown:
            self._say_nothing(rect, self.say("statistics.no_records"))
            return
        columns = [*self._game_column(), self._column("result", "trophy"),
                   self._column("score", "star", right=True),
                   self._column("deal", "dice", spare=1), self._column("rules", "list", spare=3),
                   self._column("date", "calendar", right=True, spare=2)]
        Listing(self, rect, columns, [self._record_line(played) for played in shown],
                lambda index: self._replay(shown[index].path), end="replay")

    def _game_column(self) -> list[Column]:
        return [self._column("game", "list")] if self.game is None else []

    def _record_line(self, played: Played) -> Line:
        when = self._moment(played.when)
        if not played.game:
            return Line((self.say("statistics.damaged"), "", "", "", "", when),
                        ("warning", self.look.theme.warn))
        first = (self.say(f"game.{played.game}.title"),) if self.game is None else ()
        result = self.say("statistics.won" if played.won else "statistics.lost")
        return Line((*first, result, played.score, played.deal,
                     variant_name(self.app, played.game, played.variant), when),
                    self._mark(played.won))

    def _replay(self, path: Path) -> None:
        from game.scenes.replay import open_replay

        fault = open_replay(self.app, path)
        if fault is not None:
            self.app.push(Notice(self.app, path.name, fault))

    def _unfinished_list(self, rect: pygame.Rect) -> None:
        shown = [save for save in self.unfinished if self.game in (None, save.record["game"])]
        if not shown:
            self._say_nothing(rect, self.say("statistics.no_unfinished"))
            return
        columns = [*self._game_column(), self._column("moves", "steps", right=True),
                   self._column("deal", "dice", spare=1),
                   self._column("rules", "list", spare=3),
                   self._column("date", "calendar", right=True, spare=2)]
        Listing(self, rect, columns, [self._save_line(save) for save in shown],
                lambda index: self._continue(shown[index]), end="play")

    def _save_line(self, save: Save) -> Line:
        record = save.record
        game, rounds = record["game"], record.get("rounds")
        moves = sum(len(part["moves"]) for part in rounds if isinstance(part, dict) and isinstance(
            part.get("moves"), list)) if isinstance(rounds, list) else 0
        first = (self.say(f"game.{game}.title"),) if self.game is None else ()
        return Line((*first, str(moves), _deal(record, self.app),
                     variant_name(self.app, game, str(record.get("variant"))),
                     self._moment(datetime.fromtimestamp(save.when))))

    def _continue(self, save: Save) -> None:
        if not continue_save(self.app, save):  # it was damaged and is set aside now
            self._load()
            self.rebuild()

    # --- other screens ---

    def _open_honours(self) -> None:
        from game.scenes.honours import HonoursScene

        self.app.push(HonoursScene(self.app, self.game, self.person))

    def _open_calendar(self) -> None:
        from game.scenes.calendar import CalendarScene

        self.app.push(CalendarScene(self.app, self.game))

    def _open_people(self) -> None:
        from game.scenes.people import PeopleScene

        self.app.push(PeopleScene(self.app, self.person))

    def _export(self) -> None:
        from game.scenes.exporting import ask_export

        ask_export(self)

    # --- dates ---

    def _date(self, ended: str) -> str:
        try:
            day = date.fromisoformat(ended[:10])
        except ValueError:
            return ended
        return self.say("statistics.date", day=day.day,
                        month=self.texts.lines("statistics.months")[day.month - 1], year=day.year)

    def _moment(self, when: datetime) -> str:
        return self.say("statistics.moment", day=when.day, time=when.strftime("%H:%M"),
                        month=self.texts.lines("statistics.months")[when.month - 1])


def _read(path: Path, app: App) -> Played:
    """What a record tells about itself, without replaying it."""
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError:
        when = datetime.fromtimestamp(0)
    try:
        record = records.read_file(path)
        game, seats = record["game"], record["players"]
        human = next((i for i, seat in enumerate(seats) if seat.get("kind") != "bot"), 0)
        result = record.get("result") or record["rounds"][-1]["result"]
        if game not in GAMES:
            return Played(path, when)
        return Played(path, when, game, str(record.get("variant")), _deal(record, app),
                      human in result["winners"], app.texts.number(result["scores"][human]),
                      tuple(_words(record)) if GAMES[game].family == "words" else ())
    except (records.RecordFault, KeyError, IndexError, TypeError, AttributeError):
        return Played(path, when)


def _words(record: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """The words that people laid in a game, with what each brought."""
    people = {i for i, seat in enumerate(record["players"]) if seat.get("kind") != "bot"}
    before: dict[int, int] = {}
    for round_ in record["rounds"]:
        for entry in round_["moves"]:
            by, spelled = entry["by"], WORD.fullmatch(entry["move"])
            score = entry["scores"][by]
            if spelled and by in people:
                yield spelled[1].upper(), score - before.get(by, 0)
            before = dict(enumerate(entry["scores"]))


def _deal(record: dict[str, Any], app: App) -> str:
    """The level or the number of the deal of a record."""
    playing = record.get("playing")
    level = playing.get("level") if isinstance(playing, dict) else None
    if isinstance(level, str):
        return level_name(app, record["game"], level)
    return str(record.get("seed", ""))
