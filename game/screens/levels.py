"""The levels of a game, opened from its setup: the shipped ones by grade, then those of one's own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame

from game.app import App
from game.data.choices import read_choices
from game.data.occasion import Occasion
from game.data.own.levels import MOST_STARS, OWN, OwnLevels
from game.draw import chrome
from game.screen import Screen
from game.screens.level_grid import Card, Grid
from game.screens.own_levels import ask_about
from game.table.seating import level_seats, table_scene
from game.ui.bar import top_bar
from game.ui.dialogs import Notice
from game.ui.text import Texts
from game.ui.widgets import Button
from rules.base import BadSetup, Phrase
from rules.catalog import GAMES, rules_of
from rules.files.faults import Fault
from rules.files.level_files import SHIPPED, language_of, level_files
from rules.files.levels import Level, load_all
from rules.files.variants import VariantFault
from rules.session import Session


class Levels(Screen):
    """All levels of a game; the first unsolved one is marked, and Enter starts it.

    `shown` is the id of a level to begin at instead of that one.
    """

    def __init__(self, app: App, game: str, language: str = "", shown: str = ""):
        super().__init__(app)
        self.game: str = game
        self.language = language or read_choices(app.store, game, "", app.texts.language)["words"]
        """The language of the words; empty for games without words."""
        self.levels, self.shipped_faults = read_levels(game, self.language)
        self.own_levels = OwnLevels(app.store.folder)
        self.shown = shown
        self.grid: Grid | None = None

    def come_back(self) -> None:
        """Reload the results: stars may have been earned in the meantime."""
        if self.grid is not None and self.cards:
            self.shown = self.cards[self.grid.cursor].level.id
        self.grid = None
        self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        me = self.app.me
        stars = self.app.history.stars(self.game, profile=me)
        best = self.app.history.level_best(self.game, profile=me)
        self.shipped = [Card(level, number, stars.get(level.id), best.get(level.id))
                        for number, level in enumerate(self.levels, 1)]
        own, faults = self.own_levels.read(self.game)
        solved = self.own_levels.stars()
        self.own = [Card(level, number, solved.get(level.id), None, is_own=True)
                    for number, level in enumerate(own, 1)]
        self.cards, self.faults = self.shipped + self.own, self.shipped_faults + faults
        self.next = next((card for card in self.shipped if card.stars is None), None)
        self.paint_cloth((0.5, 0.35))
        title = top_bar(self, self.say(f"game.{self.game}.title"), self.escape)
        top = look.m.top
        right = self._play_button(look.size[0] - self.px(24), top.centery)
        self._pills(title.right + self.px(28), right, top.centery)
        panel = look.m.page()
        chrome.draw_panel(look, self.stage.ground, panel)
        inner = panel.inflate(-2 * self.px(24), -2 * self.px(18))
        inner = self._fault_lines(inner)
        if self.cards:
            self._grid(self._about(inner))
        elif not self.faults:
            look.paragraph(self.stage.ground, self.say("levels.none"), "body", inner, look.theme.dim)

    def _play_button(self, right: int, y: int) -> int:
        """Add the button of the next unsolved level; return the right edge of the room left of it."""
        if self.next is None:
            return right
        look, card = self.look, self.next
        label = self.say("levels.play", number=card.number)
        height = max(self.px(60), look.design["sizes"]["hit_min"])
        width = look.width(label, "button") + chrome.keycap_width(look, self.say("key.enter")) + self.px(116)
        Button(self, pygame.Rect(right - width, y - height // 2 - self.px(2), width, height), label,
               lambda: self._start(card), icon="play", kind="primary", key=self.say("key.enter"))
        return right - width - self.px(16)

    def _pills(self, x: int, right: int, y: int) -> None:
        if not self.cards:
            return
        look = self.look
        won = sum(card.stars or 0 for card in self.shipped)
        solved = sum(card.stars is not None for card in self.shipped)
        total, stars = len(self.shipped), MOST_STARS * len(self.shipped)
        if self.language:
            badge = self.language.upper()
            name = self.say("setup.words", language=self.say(f"word.language.{self.language}"))
            fits = x + look.width(name, "label") + self.px(520) <= right
            x = chrome.draw_pill(look, self.stage.ground, (x, y), name if fits else badge, "book").right
            x += self.px(10)
        for icon, text, short in (
                ("star_full", self.say("levels.stars", won=won, total=stars), f"{won}/{stars}"),
                ("check", self.say("levels.solved", solved=solved, total=total), f"{solved}/{total}")):
            for label in (text, short):
                if x + look.width(label, "label") + self.px(64) <= right:
                    x = chrome.draw_pill(look, self.stage.ground, (x, y), label, icon).right + self.px(10)
                    break

    def _fault_lines(self, rect: pygame.Rect) -> pygame.Rect:
        """List faults in the level files above all levels; return the remaining room."""
        if not self.faults:
            return rect
        look, ground = self.look, self.stage.ground
        icon = round(look.line_height("button") * 1.2)
        y = rect.top
        look.draw_icon(ground, "warning", (rect.left + icon // 2, y + icon // 2), icon, look.theme.warn)
        look.write(ground, self.say("levels.faulty", n=len(self.faults)), "button",
                   (rect.left + icon + self.px(12), y + icon // 2), "midleft",
                   fit=rect.w - icon - self.px(12))
        y += icon + self.px(6)
        for fault in self.faults:
            text = fault_sentence(self.texts, fault)
            if y + look.paragraph_height(text, "label", rect.w) > rect.top + rect.h * 0.4:
                break
            y = look.paragraph(ground, text, "label", pygame.Rect(rect.left, y, rect.w, 1),
                               look.theme.bad) + self.px(4)
        y += self.px(12)
        return pygame.Rect(rect.left, y, rect.w, rect.bottom - y)

    def _about(self, rect: pygame.Rect) -> pygame.Rect:
        """Explain the stars and the percentages if each fits on one line; return the remaining room."""
        look, ground = self.look, self.stage.ground
        px, left, y = look.line_height("label"), rect.left + self.px(8), rect.top
        stars = round(px * 0.9)
        lines = [self.say("levels.about_race" if GAMES[self.game].race else "levels.about"),
                 self.say("levels.about_found")]
        if any(look.width(text, "label") + 4 * px > rect.w for text in lines):
            return rect
        x = chrome.draw_stars(look, ground, (left, y + px / 2), MOST_STARS, stars)
        look.write(ground, lines[0], "label", (x + self.px(12), y + px // 2), "midleft", look.theme.dim)
        wide = look.width(lines[1], "label")
        right = rect.right - self.px(26)
        together = x + look.width(lines[0], "label") + wide + 3 * px < right
        if not together:
            y += px + self.px(4)
        at = right - wide if together else x + self.px(12)
        look.draw_icon(ground, "target", (at - self.px(12) - stars // 2, y + px // 2), stars, look.theme.dim)
        look.write(ground, lines[1], "label", (at, y + px // 2), "midleft", look.theme.dim)
        used = y - rect.top + px + self.px(14)
        return pygame.Rect(rect.left, rect.top + used, rect.w, rect.h - used)

    def _grid(self, rect: pygame.Rect) -> None:
        kept = self.grid
        ids = [card.level.id for card in self.cards]
        first = ids.index(self.shown) if self.shown in ids else self.next.number - 1 if self.next else 0
        self.grid = Grid(self, rect, self.cards, self.next, self.choose,
                         cursor=kept.cursor if kept else first)
        self.grid.reveal(self.grid.cursor)
        if kept is None:
            self.focus_on(self.grid)

    # --- playing ---

    def choose(self, card: Card) -> None:
        """Start a shipped level; ask what to do with one of one's own."""
        if card.is_own:
            ask_about(self, card.level, lambda: self._start(card))
        else:
            self._start(card)

    def _start(self, card: Card) -> None:
        start_level(self.app, self.game, card.level)

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None and self.next:
            self._start(self.next)
            return True
        return False


# --- levels without the screen ---


def read_levels(game: str, language: str = "") -> tuple[list[Level], list[Fault]]:
    """Return the levels of a game, easiest grade first, and the faults in their files; those of a word game
    in one language, its first one if none is named."""
    language = language or language_of(game, "")
    paths = level_files(game, language, SHIPPED)
    stamp = tuple((str(path), path.stat().st_mtime_ns) for path in paths)
    levels, faults = _cached_levels(game, language, stamp)
    return list(levels), list(faults)


@lru_cache(maxsize=16)
def _cached_levels(game: str, language: str, _stamp: tuple[tuple[str, int], ...]
                   ) -> tuple[tuple[Level, ...], tuple[Fault, ...]]:
    """Read the levels; cached until a file changes, because every solved level asks for the next one."""
    files = sorted(load_all(game, SHIPPED, language, begin=False), key=lambda file: file.grade)
    return (tuple(level for file in files for level in file.levels),
            tuple(fault for file in files for fault in file.faults))


def fault_sentence(texts: Texts, fault: Fault) -> str:
    where = f"{Path(fault.file).name}:{fault.line}:{fault.column}"
    return f"{where}: {texts(Phrase(fault.key, fault.values))}"


def next_level(game: str, level_id: str) -> Level | None:
    """Return the level after `level_id`; None after the last."""
    levels, _ = read_levels(game, language_of(game, level_id))
    ids = [level.id for level in levels]
    at = ids.index(level_id) + 1 if level_id in ids else len(ids)
    return levels[at] if at < len(levels) else None


def start_level(app: App, game: str, level: Level, *, replace: bool = False) -> None:
    """Open the table of a level; if it cannot be played, show why."""
    try:
        session = Session(rules_of(game, level.variant), level_seats(app, level), 0, level=level.setup,
                          level_id=level.id)
    except BadSetup as fault:
        _say_broken(app, app.texts(fault.phrase))
        return
    except VariantFault as fault:
        _say_broken(app, fault_sentence(app.texts, fault.variant.faults[0]))
        return
    table = table_scene(app, session, Occasion(level=level, counts=not level.id.startswith(OWN)))
    if replace:
        app.replace(table)
    else:
        app.push(table)


def _say_broken(app: App, sentence: str) -> None:
    app.push(Notice(app, app.texts("levels.broken.title"), sentence))
