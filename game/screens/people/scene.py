"""The profiles of this computer, opened from the shelf, a setup or the statistics."""

from __future__ import annotations

import pygame

from game import routes
from game.app import App
from game.data.people import COLOURS, FACES, LONGEST_NAME, Profile, Versus
from game.draw import chrome, shapes
from game.honours import days_of, honours_of
from game.screen import Screen
from game.screens.people.rating_panel import build_ratings
from game.screens.plates import Plate, draw_plates, plate_height
from game.ui.bar import top_bar
from game.ui.dialogs import Dialog
from game.ui.names import bot_level
from game.ui.paper.listing import Column, Line, Listing
from game.ui.widgets import Button, Cells, Field, pair_height
from rules.catalog import GAMES


class PeopleScene(Screen):
    """All people on the left; on the right name, colour, face, figures and rivals of the chosen person."""

    def __init__(self, app: App, chosen: int | None = None):
        super().__init__(app)
        if not app.history.people.all():
            self._begin(app)
        self.chosen = chosen if chosen is not None else app.me
        self.rated: str | None = None
        """The game whose rating is shown as a curve."""
        self.typed: str | None = None
        """A typed name that cannot be used as it is."""

    @staticmethod
    def _begin(app: App) -> None:
        """Create the first profile for the current player."""
        first = app.history.people.make(app.player_name())
        if first is not None:
            app.settings.name = first.name
            app.apply_settings()

    def come_back(self) -> None:
        self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.people = self.app.history.people.all()
        self.person = next((one for one in self.people if one.id == self.chosen), None) or (
            self.people[0] if self.people else None)
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say("people.title"), self.escape)
        area, gap = look.m.page(), self.px(24)
        side = max(look.design["sizes"]["side_min"] + 30, round(area.w * 0.24))
        self._list(pygame.Rect(area.left, area.top, side, area.h))
        right = pygame.Rect(area.left + side + gap, area.top, area.w - side - gap, area.h)
        if self.person is None:
            self._nobody(right)
        else:
            self._person(right, self.person)

    def _list(self, rect: pygame.Rect) -> None:
        """List all profiles, and a button for a new one."""
        look = self.look
        chrome.draw_panel(look, self.stage.ground, rect)
        pad = self.px(16)
        height = max(self.px(58), look.design["sizes"]["hit_min"], look.line_height("button") + self.px(16))
        Button(self, pygame.Rect(rect.left + pad, rect.bottom - pad - height, rect.w - 2 * pad, height),
               self.say("people.new"), self._new, icon="plus", kind="secondary" if self.people else "primary")
        if not self.people:
            return
        body = pygame.Rect(rect.left + pad, rect.top + pad, rect.w - 2 * pad, rect.h - 3 * pad - height)
        row = max(self.px(84), pair_height(look) + self.px(16))
        content = pygame.Surface((body.w, row * len(self.people)), pygame.SRCALPHA)
        cells = [pygame.Rect(0, i * row, body.w - self.px(12), row - self.px(8))
                 for i in range(len(self.people))]
        for one, cell in zip(self.people, cells, strict=True):
            self._paint_row(content, cell, one)
        at = self.people.index(self.person) if self.person in self.people else 0
        Cells(self, body, content, cells, lambda index: self._choose(self.people[index].id), cursor=at,
              tell=lambda index: self.people[index].name)

    def _paint_row(self, surface: pygame.Surface, cell: pygame.Rect, one: Profile) -> None:
        look, theme = self.look, self.look.theme
        chrome.draw_choice(look, surface, cell.inflate(-4, -4), theme.seat(one.colour),
                           chosen=one == self.person)
        r = min(self.px(28), cell.h // 2 - self.px(8))
        chrome.draw_avatar(look, surface, (cell.left + self.px(16) + r, cell.centery),
                           r, one.colour, one.face)
        x = cell.left + self.px(30) + 2 * r
        room = cell.right - self.px(14) - x
        played, won = self.app.history.people.totals(one.id)
        half = pair_height(look) / 2
        y = cell.centery - half + look.line_height("button") / 2
        px = round(look.m.text_px("label") * 1.2) if one.id == self.app.me else 0
        if px:
            look.draw_icon(surface, "home", (cell.right - self.px(14) - px // 2, y), px, self.accent)
        look.write(surface, one.name, "name", (x, y), "midleft", fit=room - px - self.px(8))
        look.write(surface, self.say("statistics.line", won=won, played=played), "label",
                   (x, cell.centery + half - look.line_height("label") / 2), "midleft", theme.dim, fit=room)

    def _nobody(self, rect: pygame.Rect) -> None:
        look = self.look
        chrome.draw_panel(look, self.stage.ground, rect)
        box = rect.inflate(-2 * self.px(40), -2 * self.px(36))
        look.write(self.stage.ground, self.say("people.nobody.title"), "box", box.topleft)
        look.paragraph(self.stage.ground, self.say("people.nobody.text"), "body",
                       pygame.Rect(box.left, box.top + look.line_height("box") + self.px(14),
                                   min(box.w, self.px(760)), 1), look.theme.dim)

    # --- right: one person ---

    def _person(self, rect: pygame.Rect, one: Profile) -> None:
        look, gap = self.look, self.px(16)
        button_h = max(self.px(58), look.design["sizes"]["hit_min"])
        head = self._identity(rect, one)
        y = head.bottom + gap
        foot = pygame.Rect(rect.left, rect.bottom - button_h, rect.w, button_h)
        self._buttons(foot, one)
        plates_h = plate_height(look)
        least = look.line_height("label") * 2 + self.px(80)
        if foot.top - gap - y - plates_h - gap >= least:
            draw_plates(self, pygame.Rect(rect.left, y, rect.w, plates_h), self._plates(one))
            y += plates_h + gap
        half = (rect.w - gap) * 55 // 100
        self._rivals(pygame.Rect(rect.left, y, half, foot.top - gap - y), one)
        build_ratings(self, pygame.Rect(rect.left + half + gap, y, rect.w - half - gap, foot.top - gap - y),
                      one, self.rated, self._show_rating)

    def _show_rating(self, game: str) -> None:
        """Show the curve of a game."""
        self.rated = game
        self.rebuild()

    def _identity(self, rect: pygame.Rect, one: Profile) -> pygame.Rect:
        """Build the panel with avatar, name, colours and faces."""
        look = self.look
        pad, gap = self.px(24), self.px(14)
        caption = look.line_height("caption") + self.px(6)
        field = max(self.px(54), look.design["sizes"]["hit_min"], look.line_height("name") + self.px(14))
        panel = pygame.Rect(rect.left, rect.top, rect.w, 2 * pad + 2 * caption + 2 * field + gap)
        chrome.draw_panel(look, self.stage.ground, panel)
        r = min((panel.h - 2 * pad) // 2, self.px(80))
        chrome.draw_avatar(look, self.stage.ground, (panel.left + pad + r, panel.centery),
                           r, one.colour, one.face)
        x, right = panel.left + pad + 2 * r + self.px(28), panel.right - pad
        y = panel.top + pad
        name_w = (right - x) * 45 // 100
        ground = self.stage.ground
        chrome.draw_caption(look, ground, self.say("people.name"), (x, y), within=name_w)
        chrome.draw_caption(look, ground, self.say("people.colour"), (x + name_w + self.px(24), y))
        y += caption
        self.name_field = Field(self, pygame.Rect(x, y, name_w, field),
                                one.name if self.typed is None else self.typed,
                                self._type_name, longest=LONGEST_NAME, submit=self._keep_name,
                                bad=self.typed is not None and not self._free(self.typed))
        self._colours(pygame.Rect(x + name_w + self.px(24), y, right - x - name_w - self.px(24), field), one)
        y += field + gap
        chrome.draw_caption(look, ground, self.say("people.face"), (x, y))
        self._faces(pygame.Rect(x, y + caption, right - x, field), one)
        return panel

    def _colours(self, rect: pygame.Rect, one: Profile) -> None:
        cells, content = self._strip(rect, COLOURS)
        for index, cell in enumerate(cells):
            self._choice(content, cell, chosen=index == one.colour)
            r = round(min(cell.w, cell.h) * 0.34)
            disc = shapes.mark(self.look.theme.seat_mark(index), 2 * r, self.look.theme.avatar(index))
            content.blit(disc, disc.get_rect(center=cell.center))
        Cells(self, rect, content, cells, lambda index: self.change(colour=index), cursor=one.colour)

    def _faces(self, rect: pygame.Rect, one: Profile) -> None:
        cells, content = self._strip(rect, len(FACES))
        for face, cell in zip(FACES, cells, strict=True):
            self._choice(content, cell, chosen=face == one.face)
            self.look.draw_icon(content, face, cell.center, min(cell.w, cell.h) * 0.6)
        Cells(self, rect, content, cells, lambda index: self.change(face=FACES[index]),
              cursor=FACES.index(one.face) if one.face in FACES else 0)

    def _strip(self, rect: pygame.Rect, count: int) -> tuple[list[pygame.Rect], pygame.Surface]:
        """Return cells side by side over a rectangle."""
        step = min(rect.w / count, rect.h * 1.3)
        cells = [pygame.Rect(round(i * step), 0, round(step) - 2, rect.h) for i in range(count)]
        return cells, pygame.Surface(rect.size, pygame.SRCALPHA)

    def _choice(self, surface: pygame.Surface, cell: pygame.Rect, *, chosen: bool) -> None:
        if chosen:
            shapes.draw_box(surface, cell.inflate(-4, -4), self.px(12), self.look.theme.raised, 1.0,
                            self.accent, 1.0,
                            max(1.5, 2.6 * self.look.k))

    def _plates(self, one: Profile) -> list[Plate]:
        people = self.app.history.people
        played, won = people.totals(one.id)
        favourite = people.favourite(one.id)
        offered, earned = [honour for game in GAMES for honour in honours_of(game)], people.earned(one.id)
        streak = max((self.app.history.summary(game, profile=one.id).best_streak for game in GAMES),
                     default=0)
        part = round(100 * won / played) if played else 0
        return [("dice", self.say("statistics.plate.played"), str(played), self.say(
                    "people.favourite", game=self.say(f"game.{favourite}.title")) if favourite in GAMES
                 else ""),
                ("trophy", self.say("statistics.plate.won"), str(won),
                 self.say("statistics.percent", percent=part)),
                ("flame", self.say("people.streak"), str(streak), self.say("people.streak_more")),
                ("medal", self.say("honours.title"),
                 str(sum(bool(days_of(honour, earned)) for honour in offered)),
                 self.say("people.of", total=len(offered)))]

    def _rivals(self, rect: pygame.Rect, one: Profile) -> None:
        """List the results of this person against every opponent."""
        look = self.look
        chrome.draw_panel(look, self.stage.ground, rect)
        inner = rect.inflate(-2 * self.px(14), -2 * self.px(10))
        found = self.app.history.people.versus(one.id)
        if not found:
            look.paragraph(self.stage.ground, self.say("people.no_rivals"), "body",
                           inner.inflate(-2 * self.px(10), -2 * self.px(10)), look.theme.dim)
            return
        columns = [Column(self.say("people.rival"), "people"),
                   Column(self.say("statistics.column.played"), "dice", right=True),
                   Column(self.say("people.won"), "trophy", right=True),
                   Column(self.say("people.drawn"), "minus", right=True, spare=1),
                   Column(self.say("people.lost"), "cross", right=True)]
        Listing(self, inner, columns, [self._rival_line(versus) for versus in found])

    def _rival_line(self, versus: Versus) -> Line:
        name = versus.name or self.say("people.guest")
        if versus.level:
            name = self.say("people.bot", level=bot_level(self.texts, versus.level))
        theme, lead = self.look.theme, versus.won - versus.lost
        mark = ("up", theme.good) if lead > 0 else ("down", theme.bad) if lead < 0 else ("minus", theme.dim)
        drawn = versus.played - versus.won - versus.lost
        return Line((name, str(versus.played), str(versus.won), str(drawn), str(versus.lost)), mark)

    def _buttons(self, rect: pygame.Rect, one: Profile) -> None:
        gap = self.px(14)
        mine = one.id == self.app.me
        choices = [(self.say("honours.title"), self._open_honours, "medal"),
                   (self.say("shelf.statistics"), self._open_statistics, "statistics"),
                   (self.say("people.delete"), self._ask_delete, "cross")]
        wide = (rect.w - gap * 3) * 34 // 100
        cell = (rect.w - wide - gap * 3) // 3
        for i, (label, action, icon) in enumerate(choices):
            Button(self, pygame.Rect(rect.left + i * (cell + gap), rect.top, cell, rect.h), label, action,
                   icon=icon)
        label = self.say("people.is_me" if mine else "people.play_as", name=one.name)
        Button(self, pygame.Rect(rect.right - wide, rect.top, wide, rect.h), label, self._play_as,
               icon="home",
               kind="primary", enabled=not mine)

    # --- changes ---

    def _choose(self, number: int) -> None:
        self._keep_name()
        self.chosen, self.typed = number, None
        self.rebuild()

    def _new(self) -> None:
        self._keep_name()
        names = (self.say("people.new_name", n=n) for n in range(1, 1000))
        name = next(name for name in names if self.app.history.people.find(name) is None)
        made = self.app.history.people.make(name)
        if made is not None:
            self.chosen, self.typed = made.id, None
            self.rebuild()
            self.focus_on(self.name_field)
            self.name_field.begin()
            self.name_field.put("")

    def _free(self, name: str) -> bool:
        """Return whether the chosen person may have this name."""
        other = self.app.history.people.find(name)
        return bool(name.strip()) and (other is None or other == self.person)

    def _type_name(self, text: str) -> None:
        self.typed = text
        self.name_field.set_bad(not self._free(text))

    def _keep_name(self) -> None:
        """Store a typed name when the field is left; drop it if it is taken already."""
        if self.person is None or self.typed is None:
            return
        mine, typed = self.person.id == self.app.me, self.typed.strip()
        self.typed = None
        if self.app.history.people.change(self.person.id, name=typed) and mine:
            self.app.settings.name = typed
            self.app.apply_settings()
        self.rebuild()

    def change(self, *, colour: int | None = None, face: str | None = None) -> None:
        self._keep_name()
        assert self.person is not None
        self.app.history.people.change(self.person.id, colour=colour, face=face)
        self.rebuild()

    def _play_as(self) -> None:
        assert self.person is not None
        self._keep_name()
        self.app.settings.name = self.person.name
        self.app.apply_settings()
        self.rebuild()

    def _ask_delete(self) -> None:
        assert self.person is not None
        self._keep_name()
        self.app.push(Dialog(self.app, self.say("people.delete_title", name=self.person.name),
                             self.say("people.delete_text"),
                             [(self.say("people.delete"), self._delete, "cross"),
                              (self.say("button.cancel"), None, None)]))

    def _delete(self) -> None:
        assert self.person is not None
        self.app.history.people.delete(self.person.id)
        self.chosen = self.app.me
        self.rebuild()

    # --- other screens ---

    def _open_honours(self) -> None:
        self._keep_name()
        assert self.person is not None
        self.app.open(routes.Honours(profile=self.person.id))

    def _open_statistics(self) -> None:
        self._keep_name()
        assert self.person is not None
        self.app.open(routes.Statistics(self.person.id))

    def escape(self) -> None:
        self._keep_name()
        self.app.refresh()  # the screens below show names and faces too
        self.app.pop()
