"""The tabs below the figures of the statistics: games, best results, replays and unfinished games."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pygame

from game import routes
from game.data.played import Deal, Played, deal_of
from game.data.store import Save
from game.draw import chrome
from game.screens.statistics.page import StatisticsPage
from game.ui.dialogs import Notice
from game.ui.names import level_name, variant_name, written_date, written_moment
from game.ui.paper.listing import Column, Line, Listing
from game.ui.widgets import Segment


class Lists:
    """One panel with tabs; the open tab survives a new layout."""

    def __init__(self, scene: StatisticsPage):
        self.scene = scene
        self.tab = "scores"

    def build(self, rect: pygame.Rect) -> None:
        scene, look = self.scene, self.scene.look
        chrome.draw_panel(look, scene.stage.ground, rect)
        pad = scene.px(14)
        lists = {"records": self._records, "unfinished": self._unfinished}
        lists = ({"games": self._games} if scene.game is None else {"scores": self._scores}) | lists
        tab = self.tab if self.tab in lists else next(iter(lists))
        height = max(scene.px(48), look.design["sizes"]["hit_min"])
        tabs = [(name, scene.say(f"statistics.tab.{name}")) for name in lists]
        width = min(rect.w - 2 * pad, sum(look.width(label, "label") + scene.px(60) for _, label in tabs))
        Segment(scene, pygame.Rect(rect.left + pad, rect.top + pad, width, height), tabs, tab, self._open)
        body = pygame.Rect(rect.left + pad, rect.top + pad + height + scene.px(6), rect.w - 2 * pad, 0)
        body.h = rect.bottom - scene.px(10) - body.top
        lists[tab](body)

    def _open(self, tab: object) -> None:
        self.tab = str(tab)
        self.scene.rebuild()

    # --- parts of a list ---

    def _column(self, name: str, icon: str, *, right: bool = False, spare: int = 0) -> Column:
        return Column(self.scene.say(f"statistics.column.{name}"), icon, right, spare)

    def _game_column(self) -> list[Column]:
        return [self._column("game", "list")] if self.scene.game is None else []

    def _game_cell(self, game: str) -> tuple[str, ...]:
        """Return the cell with the game's title in lists of all games."""
        return (self.scene.say(f"game.{game}.title"),) if self.scene.game is None else ()

    def _mark(self, won: object) -> tuple[str, str]:
        theme = self.scene.look.theme
        return ("check", theme.good) if won else ("cross", theme.bad)

    def _say_nothing(self, rect: pygame.Rect, key: str) -> None:
        scene = self.scene
        box = rect.inflate(-2 * scene.px(12), -2 * scene.px(14))
        scene.look.paragraph(scene.stage.ground, scene.say(key), "body", box, scene.look.theme.dim)

    # --- the lists ---

    def _games(self, rect: pygame.Rect) -> None:
        scene = self.scene
        columns = [self._column("game", "list"), self._column("played", "dice", right=True),
                   self._column("won", "trophy", right=True),
                   self._column("part", "statistics", right=True, spare=2),
                   self._column("streak", "flame", right=True, spare=1),
                   self._column("clean", "check", right=True, spare=3)]
        lines = []
        for game in scene.games:
            summary = scene.app.history.summary(game, profile=scene.person)
            lines.append(Line((scene.say(f"game.{game}.title"), str(summary.played), str(summary.won),
                               scene.say("statistics.percent", percent=summary.percent),
                               str(summary.best_streak), str(summary.clean_wins))))
        Listing(scene, rect, columns, lines, lambda index: scene.choose(scene.games[index]), end="next")

    def _scores(self, rect: pygame.Rect) -> None:
        scene, texts, game = self.scene, self.scene.texts, self.scene.game
        assert game is not None
        rows = scene.app.history.high_scores(game, scene.variant, scene.players, profile=scene.person)
        if not rows:
            self._say_nothing(rect, "statistics.no_scores")
            return
        columns = [self._column("score", "star", right=True), self._column("time", "clock", right=True),
                   self._column("undos", "undo", right=True), self._column("hints", "hint", right=True),
                   self._column("deal", "dice", right=True, spare=1),
                   self._column("date", "calendar", right=True, spare=2)]
        lines = [Line((texts.number(score), texts.clock(seconds), str(undos), str(hints),
                       level_name(texts, game, level) if level else str(seed), written_date(texts, ended)),
                      self._mark(won)) for score, seconds, undos, hints, seed, ended, won, level in rows]
        Listing(scene, rect, columns, lines)

    def _records(self, rect: pygame.Rect) -> None:
        scene = self.scene
        shown = [played for played in scene.records if scene.game in (None, played.game)
                 and scene.variant in (None, played.variant)]
        if not shown:
            self._say_nothing(rect, "statistics.no_records")
            return
        columns = [*self._game_column(), self._column("result", "trophy"),
                   self._column("score", "star", right=True),
                   self._column("deal", "dice", spare=1), self._column("rules", "list", spare=3),
                   self._column("date", "calendar", right=True, spare=2)]
        Listing(scene, rect, columns, [self._record_line(played) for played in shown],
                lambda index: self._replay(shown[index].path), end="replay")

    def _record_line(self, played: Played) -> Line:
        scene, when = self.scene, written_moment(self.scene.texts, played.when)
        if not played.game:
            return Line((scene.say("statistics.damaged"), "", "", "", "", when),
                        ("warning", scene.look.theme.warn))
        result = scene.say("statistics.won" if played.won else "statistics.lost")
        if not played.counts:
            result = scene.say("uncounted.short")
        variant = variant_name(scene.texts, played.game, played.variant, scene.app.store.own_rules)
        return Line((*self._game_cell(played.game), result, scene.texts.number(played.score),
                     self._deal_name(played.game, played.deal), variant, when),
                    self._mark(played.won and played.counts))

    def _deal_name(self, game: str, deal: Deal) -> str:
        return deal.number if deal.level is None else level_name(self.scene.texts, game, deal.level)

    def _replay(self, path: Path) -> None:
        app = self.scene.app
        try:
            app.open(routes.Record(path))
        except routes.CannotOpen as fault:
            app.push(Notice(app, path.name, str(fault)))

    def _unfinished(self, rect: pygame.Rect) -> None:
        scene = self.scene
        shown = [save for save in scene.unfinished if scene.game in (None, save.record["game"])]
        if not shown:
            self._say_nothing(rect, "statistics.no_unfinished")
            return
        columns = [*self._game_column(), self._column("moves", "steps", right=True),
                   self._column("deal", "dice", spare=1), self._column("rules", "list", spare=3),
                   self._column("date", "calendar", right=True, spare=2)]
        Listing(scene, rect, columns, [self._save_line(save) for save in shown],
                lambda index: self._continue(shown[index]), end="play")

    def _save_line(self, save: Save) -> Line:
        scene, record = self.scene, save.record
        game, rounds = record["game"], record.get("rounds")
        moves = sum(len(part["moves"]) for part in rounds if isinstance(part, dict) and isinstance(
            part.get("moves"), list)) if isinstance(rounds, list) else 0
        return Line((*self._game_cell(game), str(moves), self._deal_name(game, deal_of(record)),
                     variant_name(scene.texts, game, str(record.get("variant")), scene.app.store.own_rules),
                     written_moment(scene.texts, datetime.fromtimestamp(save.when))))

    def _continue(self, save: Save) -> None:
        if self.scene.app.open(routes.Resume(save)) is None:  # it was damaged and has been set aside
            self.scene.come_back()
