"""The unfinished games of the setup: each with its picture, its opponents, its state and its date."""

from __future__ import annotations

from datetime import datetime

import pygame

from game import routes
from game.data.store import Save
from game.draw import chrome
from game.draw.svg import masked, raster, round_rect
from game.screens.box_art import game_art
from game.screens.setup.page import SetupPage
from game.screens.unfinished import picture_of, rivals, state_of
from game.ui.names import written_moment
from game.ui.widgets import Cells, pair_height


class UnfinishedList:
    """A list in place of the picture of the game; it scrolls if there are many. A click plays on."""

    def __init__(self, scene: SetupPage):
        self.scene = scene

    def build(self, rect: pygame.Rect, *, wanted: int) -> int:
        """Build the list at the top of a column, about `wanted` high but within it; return the y below."""
        scene, look = self.scene, self.scene.look
        chrome.draw_caption(look, scene.stage.ground, scene.say("unfinished.heading"), rect.topleft,
                            within=rect.w)
        head = look.line_height("caption") + scene.px(10)
        row = max(scene.px(84), look.line_height("button") + 2 * look.line_height("label") + scene.px(26))
        if rect.h - head < row:  # large text in a small window: two lines
            row = max(look.design["sizes"]["hit_min"], pair_height(look) + scene.px(18))
        height = min(len(scene.unfinished) * row, max(row, min(wanted + row, rect.h - head)))
        body = pygame.Rect(rect.left, rect.top + head, rect.w, height)
        content = pygame.Surface((rect.w, row * len(scene.unfinished)), pygame.SRCALPHA)
        bar = scene.px(14) if content.get_height() > height else 0
        cells = [pygame.Rect(0, number * row, rect.w - bar, row - scene.px(8))
                 for number in range(len(scene.unfinished))]
        for save, cell in zip(scene.unfinished, cells, strict=True):
            self._paint(content, cell, save)
        Cells(scene, body, content, cells, self._play_on, tell=lambda at: ", ".join(
            (scene.say("button.play_on"), *self._lines(scene.unfinished[at]))))
        return body.bottom + scene.px(12)

    def _lines(self, save: Save) -> list[str]:
        texts = self.scene.texts
        when = written_moment(texts, datetime.fromtimestamp(save.when))
        who = texts("shelf.deal", number=save.record.get("seed")) if self.scene.info.solitaire else rivals(
            texts, save)
        return [who, state_of(texts, save), when]

    def _play_on(self, index: int) -> None:
        self.scene.app.open(routes.Resume(self.scene.unfinished[index]), instead=True)

    def _paint(self, surface: pygame.Surface, cell: pygame.Rect, save: Save) -> None:
        scene, look = self.scene, self.scene.look
        chrome.draw_choice(look, surface, cell, scene.accent, chosen=False)
        side = cell.h - scene.px(12)
        frame = pygame.Rect(cell.left + scene.px(6), cell.top + scene.px(6), round(side * 1.3), side)
        shot = picture_of(save) or game_art(look, scene.info, frame.size)
        scale = max(frame.w / shot.get_width(), frame.h / shot.get_height())
        grown = pygame.transform.smoothscale_by(shot, scale)
        part = pygame.Surface(frame.size, pygame.SRCALPHA)
        part.blit(grown, grown.get_rect(center=(frame.w // 2, frame.h // 2)))
        shape = round_rect(0, 0, frame.w, frame.h, scene.px(10))
        surface.blit(masked(part, raster(frame.w, frame.h, f'<path d="{shape}" fill="#ffffff"/>')), frame)
        x = frame.right + scene.px(12)
        room = cell.right - scene.px(10) - x
        lines = self._lines(save)
        roles = ["button", "label", "label"]
        heights = [look.line_height(role) for role in roles]
        while sum(heights[:len(lines)]) > cell.h and lines[1:]:
            del lines[1]
        y = cell.centery - sum(heights[:len(lines)]) / 2
        for line, role, height in zip(lines, roles, heights, strict=False):
            look.write(surface, line, role, (x, y + height / 2), "midleft",
                       look.theme.text if role == "button" else look.theme.dim, fit=room)
            y += height
