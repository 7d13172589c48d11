"""Base of the screens after a game: beams, confetti, headline, buttons and their actions."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

import pygame

from game import routes
from game.app import App
from game.data.index.rating import newcomer, ratings, why_unrated
from game.data.results import result_of
from game.data.seat_colours import SeatLook
from game.draw.svg import raster
from game.screen import Screen
from game.screens.levels import next_level, start_level
from game.screens.result.sharing import ask_share
from game.table.file import telling_part
from game.thinking import Failed
from game.ui.grammar import Who
from game.ui.look import Look
from game.ui.particles import shower
from game.ui.scene import dimmed_snapshot
from game.ui.widgets import Button, IconButton
from game.ui.widgets.toast import toast_width
from rules.files.level_files import language_of
from rules.session import Session
from rules.worker import Question

if TYPE_CHECKING:
    from game.table.scene import TableScene

GOLD, GOLD_EDGE, ON_DARK = "#f2c063", "#4a230a", "#f3e3c2"

Choice = tuple[str, Callable[[], None], str]
"""(label, action, icon)."""


class Joy(Enum):
    """How much there is to celebrate at the end, as the bits of confetti on each side.

    A good move is celebrated at the table, by a burst where it happens.
    """

    NONE = 0
    WIN = 46
    RECORD = 92


class Ending(Screen):
    """A screen above the finished table, which stays visible: blurred and dark."""

    game: str

    def __init__(self, app: App, table: TableScene):
        super().__init__(app)
        self.table, self.game = table, table.game
        board = app.look.m.region("board")
        assert board is not None
        self.table_picture = app.screen.subsurface(telling_part(board)).copy()
        """The finished table without its bars and panels."""
        self._behind: tuple[Look, pygame.Surface] | None = None
        self._celebrated_once = False
        self._questions: list[tuple[Question, tuple[object, ...], Callable[[object], None]]] = []
        """What is being asked, and what comes after it."""

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def company(self) -> list[SeatLook]:
        return self.table.company

    @property
    def viewer(self) -> int:
        return next((at for at, seat in enumerate(self.session.seats) if not seat.is_bot), 0)

    def who(self, *seats: int) -> Who:
        return self.table.who(*seats)

    def ask(self, question: Question, values: tuple[object, ...], then: Callable[[object], None]) -> None:
        """Ask the thinking process while this screen is on top; a failure is answered with None.

        Questions are answered one after the other.
        """
        self._questions.append((question, values, then))
        if len(self._questions) == 1:
            self._ask_first()

    def _ask_first(self) -> None:
        question, values, then = self._questions[0]

        def heard(answer: object) -> None:
            self._questions.pop(0)
            then(None if isinstance(answer, Failed) else answer)
            if self._questions:
                self._ask_first()

        self.app.thinker.ask(question, values, heard)

    def leave(self) -> None:
        super().leave()
        self._questions.clear()
        self.app.thinker.cancel()

    @property
    def person(self) -> int | None:
        """Return the profile whose figures are shown: the first human's, else the current player's."""
        name = next((seat.name for seat in self.table.session.seats if not seat.is_bot), "")
        known = self.app.history.people.find(name)
        return known.id if known is not None else self.app.me

    def close(self) -> None:
        super().close()
        self._behind = None

    # --- the ground ---

    def paint_behind(self, joy: Joy) -> None:
        """Paint the table, and over it the beams and the confetti of a win."""
        look, ground = self.look, self.stage.ground
        if self._behind is None or self._behind[0] is not look:
            # Cached in the look: when only this screen is rebuilt, the window already shows this screen.
            self._behind = look, dimmed_snapshot(self.app, 0.62, blur=True)
        ground.blit(self._behind[1], (0, 0))
        if joy is not Joy.NONE:
            self._rays(look.m.content(), 0.07 if joy is Joy.WIN else 0.13)

    def celebrate(self, joy: Joy, bottom: int) -> None:
        """Let confetti fall beside the headline, down to `bottom`; it rests there, and no toast covers it."""
        if joy is Joy.NONE:
            return
        look, area = self.look, self.look.m.content()
        corner = max((toast_width(self, earned) for earned in self.app.toasts), default=0)
        edge = max(self.px(110), corner - (look.size[0] - area.right) + self.px(16) if corner else 0)
        beside = self.kept_clear.left - area.left - edge - self.px(8)
        wide = min(beside, area.w * 3 // 10 + self.px(110) - edge)
        colours = list(look.design["players"][:5]) + [look.theme.brass] * (4 if joy is Joy.RECORD else 0)
        ms = 0.0 if self._celebrated_once else look.motion("celebrate")[0]
        for left in (area.left + edge, area.right - edge - wide) if wide >= self.px(60) else ():
            room = pygame.Rect(left, self.px(10), wide, bottom - self.px(10))
            shower(self.stage, self.tweens, room, colours, joy.value, ms, look.k)
        if joy is Joy.RECORD and not self._celebrated_once:
            self.app.sounds.play("bonus")
        self._celebrated_once = True

    def _rays(self, area: pygame.Rect, alpha: float) -> None:
        """Paint beams behind the headline in the accent colour."""
        w, h = self.look.size
        cx, cy = area.centerx / 2, self.px(150) / 2
        body = ""
        colour, far = self.look.theme.box_accent(self.game), max(w, h)
        for i in range(18):
            a, b = math.radians(i * 20 - 4), math.radians(i * 20 + 4)
            body += (f'<path d="M{cx:.0f},{cy:.0f} '
                     f'L{cx + far * math.cos(a):.0f},{cy + far * math.sin(a):.0f} '
                     f'L{cx + far * math.cos(b):.0f},{cy + far * math.sin(b):.0f}Z" '
                     f'fill="{colour}" fill-opacity="{alpha}"/>')
        rays = raster(w / 2, h / 2, body)
        self.stage.ground.blit(pygame.transform.smoothscale(rays, (w, h)), (0, 0))

    def paint_headline(self, headline: str, subtitle: str) -> int:
        """Paint headline and subtitle; return the y below both."""
        look, ground = self.look, self.stage.ground
        self.heading = f"{headline} {subtitle}" if headline[-1:] in ".!?" else f"{headline}. {subtitle}"
        area = look.m.content()
        room = area.w - self.px(80)
        px = look.fitting(headline, "celebrate", room)
        middle = self.px(92)
        title = look.draw_title(ground, headline, "celebrate", (area.centerx, middle), GOLD, "center",
                                edge=GOLD_EDGE, at_most=px)
        below = look.line_height("body")
        y = max(self.px(162), round(middle + px * 0.6 + below * 0.5))
        below_it = look.write(ground, subtitle, "body", (area.centerx, y), "center", ON_DARK, shadow=True,
                              fit=room)
        self.kept_clear = title.union(below_it)
        return y + below // 2

    # --- the buttons ---

    def button_row(self, left: int, right: int, wide: int, others: list[Choice], primary: Choice, *,
                   note: str = "") -> None:
        """Put the primary button, `wide` pixels wide, at the right end; the others share the rest.

        `note` is written below the primary button.
        """
        look = self.look
        area = look.m.content()
        height = max(self.px(76), look.design["sizes"]["hit_min"] + 6)
        y = area.bottom - self.px(150)
        gap = self.px(16)
        side = max(self.px(56), look.design["sizes"]["hit_min"])
        IconButton(self, pygame.Rect(area.left + self.px(24), self.px(24), side, side), "export",
                   self.share, tip=self.say("share.title"))
        label, action, icon = primary
        Button(self, pygame.Rect(right - wide, y, wide, height), label, action, icon=icon, kind="primary",
               role="button_xl", key=self.say("key.enter"))
        room = right - wide - self.px(24) - left
        cell = min(self.px(280), (room - gap * (len(others) - 1)) // len(others))
        for i, (label, action, icon) in enumerate(others):
            Button(self, pygame.Rect(left + i * (cell + gap), y, cell, height), label, action, icon=icon)
        foot = area.bottom - self.px(34)
        if note:
            look.write(self.stage.ground, note, "label", (right - wide // 2, foot), "center", ON_DARK,
                       shadow=True, fit=wide)
        room = right - wide - left if note else area.w - self.px(80)
        middle = left + room // 2 if note else area.centerx
        look.write(self.stage.ground, self._told_below(), "label", (middle, foot), "center", ON_DARK,
                   shadow=True, fit=room)

    def _told_below(self) -> str:
        """Return the line below the buttons: what the game counts for, or that it is saved."""
        table = self.table
        if table.session.uncounted is not None:
            return self.say(f"uncounted.why.{table.session.uncounted}")
        if table.occasion.level is None and table.is_counted and table.session.game_outcome is not None:
            return self._told_rating()
        own = table.occasion.level is not None and not table.counts
        return self.say("levels.own.uncounted" if own else "result.saved")

    def _told_rating(self) -> str:
        """Return the rating after this game, or why the game does not count for it."""
        table = self.table
        why = why_unrated(result_of(table.session, table.occasion))
        if why is not None:
            return self.say(f"rating.why.{why}")
        known = ratings(self.app.history, self.game)
        rating = (known.get(self.person) if self.person is not None else None) or newcomer(self.game)
        number = self.say("rating.number", points=self.texts.number(rating.points), margin=rating.margin)
        return self.say("log.by", name=self.say("rating.title"), text=number)

    def primary_key(self, event: pygame.Event) -> bool:
        """Return whether a key presses the primary button: Enter, unless another button has the focus."""
        return event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not (self.focus and self.app.shows_focus)

    # --- where they lead ---

    def close_this(self) -> None:
        if self.app.top is self:
            self.app.pop()

    def share(self) -> None:
        """Offer to copy the result, or to save it as a picture or a record."""
        seats = self.table.session.seats
        person = next((seat for seat, player in enumerate(seats) if not player.is_bot), 0)
        ask_share(self, self.table.session, self.table.occasion, person)

    def watch(self, at: int | None = None) -> None:
        """Replay the game from its end, or from the position after `at` moves."""
        self.app.open(routes.Replay(self.table.session, self.table.occasion, at))

    def review(self) -> None:
        """Look at every move again, with what it cost and what was better."""
        self.app.open(routes.Review(self.table.session, self.table.occasion))

    def next_level(self) -> None:
        played = self.table.occasion.level
        level = next_level(self.game, played.id) if played is not None else None
        self.close_this()
        if level is None:
            language = "" if played is None else language_of(self.game, played.id)
            self.app.open(routes.Levels(self.game, language), instead=True)
        else:
            start_level(self.app, self.game, level, replace=True)
