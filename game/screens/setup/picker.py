"""The choice of the person on a seat: a panel over the setup with all profiles."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game import routes
from game.app import App
from game.data.people import Profile
from game.draw import chrome, shapes
from game.screen import Screen
from game.ui.scene import dimmed_snapshot
from game.ui.widgets import Button, Cells

COLUMNS = 3


class Picker(Screen):
    """Faces with names to choose from, and a link to the page of all people."""

    def __init__(self, app: App, game: str, people: list[Profile], choose: Callable[[Profile], None]):
        super().__init__(app)
        self.game, self.people, self.choose = game, people, choose

    def build(self) -> None:
        look = self.look
        self.stage.ground.blit(dimmed_snapshot(self.app, 0.55), (0, 0))
        pad, width = self.px(40), min(self.px(860), look.size[0] - self.px(80))
        inner = width - 2 * pad
        head = look.line_height("box") + self.px(10)
        more = self.say("people.choose_more")
        more_h = look.paragraph_height(more, "body", inner) + self.px(16)
        row = max(self.px(92), look.line_height("name") + self.px(40))
        rows = max(1, -(-len(self.people) // COLUMNS))
        button_h = max(self.px(58), look.line_height("button") + 20)
        most = look.size[1] - self.px(80) - 2 * self.px(34) - head - more_h - button_h - self.px(24)
        body_h = min(rows * row, max(row, most))
        panel = pygame.Rect(0, 0, width, 2 * self.px(34) + head + more_h + body_h + self.px(24) + button_h)
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        ground = self.stage.ground
        chrome.draw_panel(look, ground, panel, shadow="float", alpha=0.98)
        x, y = panel.left + pad, panel.top + self.px(34)
        look.write(ground, self.say("people.choose"), "box", (x, y), fit=inner)
        look.paragraph(ground, more, "body", pygame.Rect(x, y + head, inner, more_h), look.theme.dim)
        body = pygame.Rect(x, y + head + more_h, inner, body_h)
        self._faces(body, row)
        gap = self.px(14)
        half = (inner - gap) // 2
        y = panel.bottom - self.px(34) - button_h
        Button(self, pygame.Rect(x, y, half, button_h), self.say("people.manage"), self._manage,
               icon="people")
        Button(self, pygame.Rect(x + half + gap, y, half, button_h), self.say("button.cancel"), self.escape)

    def _faces(self, body: pygame.Rect, row: int) -> None:
        look = self.look
        cell_w = body.w // COLUMNS
        cells = [pygame.Rect(i % COLUMNS * cell_w, i // COLUMNS * row,
                             cell_w - self.px(10), row - self.px(10))
                 for i in range(len(self.people))]
        content = pygame.Surface((body.w, max(1, row * -(-len(self.people) // COLUMNS))), pygame.SRCALPHA)
        for one, cell in zip(self.people, cells, strict=True):
            shapes.draw_box(content, cell, self.px(14), look.theme.raised, 0.8, look.theme.line,
                            look.theme.hair)
            r = min(self.px(28), cell.h // 2 - 6)
            chrome.draw_avatar(look, content, (cell.left + self.px(14) + r, cell.centery),
                               r, one.colour, one.face)
            x = cell.left + self.px(28) + 2 * r
            look.write(content, one.name, "name", (x, cell.centery), "midleft",
                       fit=cell.right - self.px(10) - x)
        grid = Cells(self, body, content, cells, lambda index: self.take(self.people[index]),
                     tell=lambda index: self.people[index].name)
        if self.people:
            self.focus_on(grid)

    def take(self, person: Profile) -> None:
        self.app.pop()
        self.choose(person)

    def _manage(self) -> None:
        self.app.open(routes.People(), instead=True)
