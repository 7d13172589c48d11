"""The page of honours: those a person has earned in every game, and those still to earn."""

from __future__ import annotations

import pygame

from game.app import App
from game.draw import chrome, shapes
from game.honours import Honour, days_of, honours_of
from game.screen import Screen
from game.screens.statistics.game_list import GameRow, build_game_list
from game.ui.bar import top_bar
from game.ui.names import written_date
from game.ui.widgets import Scroll, Segment, Stepper, pair_height
from game.ui.widgets.toast import draw_medal
from rules.catalog import GAMES, rules_class


class HonoursScene(Screen):
    """Games with their number of earned honours on the left, the honours of the chosen game on the right."""

    def __init__(self, app: App, game: str | None = None, person: int | None = None):
        super().__init__(app)
        self.games = [name for name in GAMES if honours_of(name)]
        self.chosen = game if game in self.games else self.games[0]
        self.person = person if person is not None else app.me

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.people = self.app.history.people.all()
        if self.person not in {one.id for one in self.people}:
            self.person = self.people[0].id if self.people else None
        self.earned = {} if self.person is None else self.app.history.people.earned(self.person)
        self.paint_cloth((0.5, 0.35))
        title = top_bar(self, self.say("honours.title"), self.escape)
        top = look.m.top
        if len(self.people) > 1:
            self._persons(pygame.Rect(title.right + self.px(40), top.top,
                                      look.size[0] - title.right - self.px(64), top.h))
        area, gap = look.m.page(), self.px(24)
        side = max(look.design["sizes"]["side_min"] + 20, round(area.w * 0.24))
        self._games(pygame.Rect(area.left, area.top, side, area.h))
        self._cards(pygame.Rect(area.left + side + gap, area.top, area.w - side - gap, area.h))

    def _persons(self, rect: pygame.Rect) -> None:
        """Add the choice of the person whose honours are shown."""
        look = self.look
        height = max(self.px(50), look.design["sizes"]["hit_min"])
        need = sum(look.width(one.name, "label") + self.px(50) for one in self.people)
        width = min(rect.w, need)
        box = pygame.Rect(rect.right - width, rect.centery - height // 2, width, height)
        if need <= rect.w:
            Segment(self, box, [(one.id, one.name) for one in self.people], self.person, self._show_person)
            return
        box.w, box.left = min(rect.w, self.px(360)), rect.right - min(rect.w, self.px(360))
        at = next((i for i, one in enumerate(self.people) if one.id == self.person), 0)
        Stepper(self, box, at, 0, len(self.people) - 1, 1, lambda i: self.people[i].name,
                lambda i: self._show_person(self.people[i].id))

    def _show_person(self, number: object) -> None:
        self.person = int(str(number))
        self.rebuild()

    def count(self, game: str) -> tuple[int, int]:
        offered = honours_of(game)
        return sum(bool(days_of(honour, self.earned)) for honour in offered), len(offered)

    # --- left: the games ---

    def _games(self, rect: pygame.Rect) -> None:
        best = max(self.px(84), pair_height(self.look) + self.px(26))
        build_game_list(self, rect, [self._game_row(game) for game in self.games],
                        self.chosen, best, self._open)

    def _game_row(self, game: str) -> GameRow:
        """Return a row with the title, the number earned, and a progress bar if there is room."""
        look, title = self.look, self.say(f"game.{game}.title")
        earned, total = self.count(game)
        count = self.say("honours.count", earned=earned, total=total)

        def paint(surface: pygame.Surface, box: pygame.Rect) -> None:
            x, right = box.left + self.px(18), box.right - self.px(16)
            track = max(4, self.px(8))
            two = box.h >= look.line_height("button") + track + self.px(22)
            y = box.centery - (track / 2 + self.px(4) if two else 0)
            note = look.write(surface, count, "label", (right, y), "midright", look.theme.dim)
            look.write(surface, title, "button", (x, y), "midleft", fit=note.left - self.px(10) - x)
            if two:
                bar = pygame.Rect(x, round(y + look.line_height("button") / 2 + self.px(6)), right - x, track)
                chrome.draw_progress(look, surface, bar, earned / total, look.theme.accent(game))

        return GameRow(game, f"{title}, {count}", paint)

    def _open(self, game: str | None) -> None:
        assert game is not None
        self.chosen = game
        self.rebuild()

    # --- right: the honours of one game ---

    def _cards(self, rect: pygame.Rect) -> None:
        """Lay out two columns of cards in a panel; it scrolls if the text is large."""
        look = self.look
        chrome.draw_panel(look, self.stage.ground, rect)
        pad, gap = self.px(20), self.px(14)
        inner = rect.inflate(-2 * pad, -2 * pad)
        if self.person is None:
            height = look.paragraph_height(self.say("honours.nobody"), "body", inner.w) + self.px(14)
            look.paragraph(self.stage.ground, self.say("honours.nobody"), "body", inner, look.theme.dim)
            inner = pygame.Rect(inner.left, inner.top + height, inner.w, inner.h - height)
        offered = honours_of(self.chosen)
        columns = 2 if inner.w >= 2 * max(self.px(420), look.width("m" * 16, "body")) else 1
        width = (inner.w - self.px(16) - gap * (columns - 1)) // columns
        rows = -(-len(offered) // columns)
        least = max(self._card_height(honour, width) for honour in offered)
        height = max(least, min(self.px(230), (inner.h + gap) // rows - gap))
        content = pygame.Surface((inner.w, rows * (height + gap) - gap), pygame.SRCALPHA)
        for number, honour in enumerate(offered):
            at = pygame.Rect(number % columns * (width + gap), number // columns * (height + gap),
                             width, height)
            self._card(content, at.inflate(-4, -4), honour)
        Scroll(self, inner, content).spoken = ". ".join(self._told(honour) for honour in offered)

    @property
    def _medal(self) -> int:
        return max(self.px(84), round(self.look.m.text_px("family") * 2))

    def _text_width(self, width: int) -> int:
        return width - self._medal - self.px(56)

    def _card_height(self, honour: Honour, width: int) -> int:
        look = self.look
        text = look.paragraph_height(self._text(honour), "body", self._text_width(width))
        return look.line_height("family") + text + self._earned_height(honour, width) + self.px(36)

    def _earned_height(self, honour: Honour, width: int) -> int:
        """Return the height of the day of an honour, and at least that of a line."""
        look = self.look
        told = look.paragraph_height(self._earned(honour), "label", self._text_width(width))
        return max(look.line_height("label"), told)

    def _earned(self, honour: Honour) -> str:
        """Return when an honour was earned, with words in every language; empty if it was not."""
        days = {code: written_date(self.texts, day) for code, day in days_of(honour, self.earned).items()}
        if days and rules_class(honour.game).word_languages:
            each = ", ".join(f"{code.upper()} {day}" for code, day in days.items())
            return self.say("honours.earned_in", days=each)
        return "".join(self.say("honours.earned_on", day=day) for day in days.values())

    def _text(self, honour: Honour) -> str:
        return self.say(f"{honour.key}.text", **honour.numbers)

    def _told(self, honour: Honour) -> str:
        told = [self.say(f"{honour.key}.title"), self._text(honour), self._earned(honour)]
        return ", ".join(filter(None, told))

    def _card(self, surface: pygame.Surface, box: pygame.Rect, honour: Honour) -> None:
        look, theme = self.look, self.look.theme
        earned = self._earned(honour)
        have = bool(earned)
        shapes.draw_box(surface, box, self.px(16), theme.raised, 0.95 if have else 0.35,
                        theme.brass if have else theme.line, 0.9 if have else theme.hair,
                        max(1.0, 1.8 * look.k))
        draw_medal(self, surface, (box.left + self.px(18) + self._medal // 2, box.centery), self._medal,
                   honour.icon,
                   earned=have)
        x, room = box.left + self._medal + self.px(38), self._text_width(box.w)
        text = self._text(honour)
        height = look.line_height("family") + look.paragraph_height(text, "body", room)
        height += look.paragraph_height(earned, "label", room) if have else 0
        y = box.centery - height // 2
        look.write(surface, self.say(f"{honour.key}.title"), "family", (x, y), fit=room,
                   colour=theme.text if have else theme.dim)
        y = look.paragraph(surface, text, "body", pygame.Rect(x, y + look.line_height("family"), room, 1),
                           theme.text if have else theme.dim)
        if have:
            look.paragraph(surface, earned, "label", pygame.Rect(x, y, room, 1),
                           theme.brass if not theme.light else theme.dim)
