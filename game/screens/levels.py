"""The levels of a game, opened from its setup: cards by grade, with the stars and the best time of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pygame

from game.app import App
from game.data.choices import read_choices
from game.data.occasion import Occasion
from game.draw import chrome, shapes
from game.screen import Screen
from game.table.seating import level_seats, table_scene
from game.ui.bar import top_bar
from game.ui.dialogs import Notice
from game.ui.names import level_name
from game.ui.text import Texts
from game.ui.widgets import Button, Cells
from rules.base import BadSetup, Phrase
from rules.catalog import GAMES, rules_of
from rules.files.faults import Fault
from rules.files.level_files import SHIPPED, language_of, level_files
from rules.files.levels import Level, load_all
from rules.files.variants import VariantFault
from rules.session import Session

MOST_STARS = 3


@dataclass(frozen=True)
class Card:
    """A level as shown in the grid."""

    level: Level
    number: int
    stars: int | None
    """None if not solved yet."""
    seconds: float | None


class Levels(Screen):
    """All levels of a game; the first unsolved one is marked, and Enter starts it."""

    def __init__(self, app: App, game: str, language: str = ""):
        super().__init__(app)
        self.game: str = game
        self.language = language or read_choices(app.store, game, "", app.texts.language)["words"]
        """The language of the words; empty for games without words."""
        self.levels, self.faults = read_levels(game, self.language)
        self.grid: Grid | None = None

    def come_back(self) -> None:
        """Reload the results: stars may have been earned in the meantime."""
        self.grid = None
        self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        me = self.app.me
        stars = self.app.history.stars(self.game, profile=me)
        best = self.app.history.level_best(self.game, profile=me)
        self.cards = [Card(level, number, stars.get(level.id), best.get(level.id))
                      for number, level in enumerate(self.levels, 1)]
        self.next = next((card for card in self.cards if card.stars is None), None)
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
        won = sum(card.stars or 0 for card in self.cards)
        solved = sum(card.stars is not None for card in self.cards)
        total, stars = len(self.cards), MOST_STARS * len(self.cards)
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
        """Explain the stars if that fits on one line; return the remaining room."""
        look = self.look
        text = self.say("levels.about_race" if GAMES[self.game].race else "levels.about")
        px = look.line_height("label")
        if look.width(text, "label") + 4 * px > rect.w:
            return rect
        left = rect.left + self.px(8)
        x = chrome.draw_stars(look, self.stage.ground, (left, rect.top + px / 2), MOST_STARS, px * 0.9)
        look.write(self.stage.ground, text, "label", (x + self.px(12), rect.top + px // 2), "midleft",
                   look.theme.dim)
        used = px + self.px(14)
        return pygame.Rect(rect.left, rect.top + used, rect.w, rect.h - used)

    def _grid(self, rect: pygame.Rect) -> None:
        kept = self.grid
        first = self.next.number - 1 if self.next else 0
        self.grid = Grid(self, rect, self.cards, cursor=kept.cursor if kept else first)
        self.grid.reveal(self.grid.cursor)
        if kept is None:
            self.focus_on(self.grid)

    # --- playing ---

    def _start(self, card: Card) -> None:
        start_level(self.app, self.game, card.level)

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None and self.next:
            self._start(self.next)
            return True
        return False


class Grid(Cells):
    """The cards of all levels below the titles of their grades; only visible ones are painted."""

    def __init__(self, scene: Levels, rect: pygame.Rect, cards: list[Card], *, cursor: int):
        self.cards, self.levels = cards, scene
        self.heads: list[tuple[int, str, str]] = []
        """(y, title, progress note) of every grade."""
        look = scene.look
        self.margin = look.px(8)
        self.names = [level_name(scene.app.texts, scene.game, card.level.id) for card in cards]
        cells = self._lay_out(scene, rect.w - look.px(18))
        super().__init__(scene, rect, pygame.Surface((1, 1)), cells, lambda index: scene._start(cards[index]),
                         cursor=cursor)

    def _lay_out(self, scene: Levels, width: int) -> list[pygame.Rect]:
        look = scene.look
        gap, head = look.px(16), look.line_height("family") + look.px(24)
        grades = {grade: [card for card in self.cards if card.level.grade == grade]
                  for grade in dict.fromkeys(card.level.grade for card in self.cards)}
        around = look.px(18) + look.width("00", "button") + look.px(12) + look.px(16)
        longest = max(look.width(name, "button") for name in self.names) + around
        word = max((look.width(word, "button") for name in self.names for word in name.split(" ")), default=0)
        least = max(look.px(230), round(look.m.text_px("button") * 10.5), word + around)
        columns = _columns([len(part) for part in grades.values()],
                           (width - 2 * self.margin + gap) // (least + gap))
        card_w = (width - 2 * self.margin - gap * (columns - 1)) // columns
        self.name_lines = 2 if longest > card_w else 1
        card_h = max(look.px(112), self.name_lines * round(look.line_height("button") * 1.15)
                     + look.line_height("label") + look.px(48))
        cells: list[pygame.Rect] = []
        y = 0
        for grade, part in grades.items():
            solved = sum(card.stars is not None for card in part)
            self.heads.append((y, grade_title(scene, grade),
                               scene.say("levels.solved", solved=solved, total=len(part))))
            y += head
            for i in range(len(part)):
                row, column = divmod(i, columns)
                cells.append(pygame.Rect(self.margin + column * (card_w + gap), y + row * (card_h + gap),
                                         card_w, card_h))
            y += -(-len(part) // columns) * (card_h + gap) + look.px(14)
        self._tall = y - look.px(14)
        return cells

    @property
    def tall(self) -> int:
        return self._tall

    def paint_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.set_clip(rect)
        for y, title, note in self.heads:
            self._paint_head(surface, rect, rect.top + y - self.offset, title, note)
        for index, card in enumerate(self.cards):
            box = self.shown_rect(index, rect)
            if box.colliderect(rect):
                self._paint_card(surface, box, card, self.names[index])
        surface.set_clip(None)

    def _paint_head(self, surface: pygame.Surface, rect: pygame.Rect, y: int, title: str, note: str) -> None:
        """Paint the title of a grade, its progress, and a hairline to the right end."""
        look = self.look
        y += look.line_height("family") // 2 + look.px(6)
        if not rect.top - look.px(40) < y < rect.bottom + look.px(40):
            return
        right = rect.right - look.px(18) - self.margin
        left = look.write(surface, title, "family", (rect.left + self.margin, y),
                          "midleft").right + look.px(16)
        if left + look.width(note, "label") < right:
            left = look.write(surface, note, "label", (left, y), "midleft",
                              look.theme.dim).right + look.px(16)
        if left < right:
            shapes.draw_box(surface, (left, y, right - left, max(1, look.px(2))), 0, look.theme.line,
                            look.theme.line_alpha * 1.4)

    def _paint_card(self, surface: pygame.Surface, box: pygame.Rect, card: Card, name: str) -> None:
        look, theme = self.look, self.look.theme
        following, solved = card is self.levels.next, card.stars is not None
        stroke, alpha = (self.accent, 1.0) if following else (theme.line, theme.line_alpha)
        shapes.draw_box(surface, box, self._radius, theme.raised, 1.0 if solved or following else 0.4, stroke,
                        alpha, max(1.0, (3.0 if following else 1.5) * look.k))
        x, right = box.left + look.px(18), box.right - look.px(16)
        y = box.top + look.px(14) + look.line_height("button") // 2
        number = look.write(surface, str(card.number), "button", (x, y), "midleft",
                            self.accent if following else theme.dim)
        left = number.right + look.px(12)
        for line in self._lines(name, right - left):
            look.write(surface, line, "button", (left, y), "midleft", fit=right - left)
            y += round(look.line_height("button") * 1.15)
        y = box.bottom - look.px(16) - look.line_height("label") // 2
        px = max(look.px(28), look.m.text_px("label") * 1.15)
        end = chrome.draw_stars(look, surface, (x, y), card.stars or 0, px)
        if card.seconds is not None:
            text = self.levels.texts.clock(card.seconds)
            look.write(surface, text, "label", (right, y), "midright", theme.dim, fit=right - end)
        elif following:
            look.draw_icon(surface, "play", (right - px / 2, y), px, self.accent)


    def _lines(self, name: str, width: int) -> list[str]:
        """Wrap a name to the lines of a card; shrink the rest to fit the last line."""
        lines = self.look.wrap(name, "button", width)
        last = self.name_lines - 1
        return [*lines[:last], " ".join(lines[last:])] if lines[last:] else lines


def _columns(parts: list[int], most: int) -> int:
    """Return the number of cards per row: many, but preferably without a single card in the last row."""
    most = max(1, most)
    return min(range(-(-most * 7 // 10), most + 1), key=lambda n: (sum(-part % n for part in parts), -n))


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
    files = sorted(load_all(game, SHIPPED, language), key=lambda file: file.grade)
    return (tuple(level for file in files for level in file.levels),
            tuple(fault for file in files for fault in file.faults))


def fault_sentence(texts: Texts, fault: Fault) -> str:
    where = f"{Path(fault.file).name}:{fault.line}:{fault.column}"
    return f"{where}: {texts(Phrase(fault.key, fault.values))}"


def grade_title(scene: Levels, grade: int) -> str:
    key = f"levels.grade.{scene.game}.{grade}"
    return scene.say(key) if scene.texts.has(key) else scene.say("levels.grade_number", number=grade)


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
    table = table_scene(app, session, Occasion(level=level))
    if replace:
        app.replace(table)
    else:
        app.push(table)


def _say_broken(app: App, sentence: str) -> None:
    app.push(Notice(app, app.texts("levels.broken.title"), sentence))
