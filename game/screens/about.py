"""The screen "About": version, data folder, optional parts, owners of the names, licences of others."""

from __future__ import annotations

import pygame

from game import about
from game.draw import chrome
from game.screen import Screen
from game.ui.bar import top_bar
from game.ui.paper.sheet import Paper, Sheet, SheetView, paper_for


class About(Screen):
    """One sheet of paper that scrolls; nothing on it can be chosen."""

    def build(self) -> None:
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say("about.title"), self.escape)
        page = self.look.m.page()
        area = pygame.Rect(0, page.top, min(page.w, self.px(1240)), page.h)
        area.centerx = page.centerx
        paper = paper_for(self.look)
        chrome.draw_panel(paper, self.stage.ground, area)
        inside = area.inflate(-self.px(24), -self.px(24))
        SheetView(self, inside, self._sheet(paper, inside.w), lambda _: None)

    def _sheet(self, paper: Paper, width: int) -> Sheet:
        sheet, pad = Sheet(paper, self.accent, paper.theme.panel), self.px(40)
        width, y = width - 2 * pad, self.px(20)
        version, folder, *parts = map(self.say, about.lines())
        y = sheet.text(version, "game", pad, y, width)
        for line in (folder, self.say("about.free"), self.say("about.owners")):
            y = sheet.text(line, "body", pad, y + self.px(10), width)
        y = sheet.text(self.say("about.parts"), "name", pad, y + self.px(28), width)
        for line in parts:
            y = sheet.text(line, "body", pad, y + self.px(4), width)
        y = sheet.text(self.say("about.others"), "name", pad, y + self.px(28), width)
        column = round(width * 0.4)
        for part in about.licences():
            name = self.say("about.words", language=part.name) if part.file else part.name
            sheet.line(name, "body", pad, y + self.px(4), column - self.px(20))
            told = f"{part.licence} ({part.file})" if part.file else part.licence
            y = sheet.text(told, "body", pad + column, y + self.px(4), width - column, paper.theme.dim)
        sheet.tall = y + self.px(20)
        return sheet
