"""The players of a result sorted by points: this round as a bar by kind, its sum, the total."""

from __future__ import annotations

import pygame

from game.draw import chrome, shapes
from game.draw.race import short_names
from game.draw.svg import Colour, lighter, masked, raster, round_rect
from game.screens.result.figures import Standing
from game.screens.result.report import Report

INK = "#1a120a"


class PointsTable:
    """Lays out the panel in its rectangle and paints it; `free` is the room below the rows."""

    def __init__(self, scene: Report, rect: pygame.Rect):
        self.scene, self.rect = scene, rect
        self.look, self.ground = scene.look, scene.stage.ground
        self.rows = scene.figures.standings()
        self.with_round = scene.figures.many_rounds
        self._measure()
        end = self.top + self.row * len(self.rows)
        self.free = pygame.Rect(rect.left + self.px(32), end, rect.w - self.px(64), self.bottom - end)

    def px(self, length: float) -> int:
        return self.look.px(length)

    # --- measuring ---

    def _measure(self) -> None:
        look, rect = self.look, self.rect
        self.top = rect.top + self.px(26) + look.line_height("caption") + self.px(14)
        self.legend = self._legend_lines()
        self.legend_step = look.line_height("label") + self.px(8)
        self.bottom = rect.bottom - self.px(22) - len(self.legend) * self.legend_step - self.px(14)
        self.row = min(self.px(172), (self.bottom - self.top) // len(self.rows))
        self.avatar = min(self.px(30), round(self.row * 0.28))
        self.name_left = rect.left + self.px(34) + 2 * self.avatar + self.px(15)
        self.total_right = rect.right - self.px(38)
        say = self.scene.say
        last = say("sheet.total") if self.with_round else say("sheet.score")
        wide = max(look.width(last, "caption"), *(look.width(self._total(row), "score") for row in self.rows))
        self.round_right = left = self.total_right - wide - self.px(32)
        if self.with_round:
            left -= max(look.width(say("sheet.round"), "caption"),
                        *(look.width(self._won(row), "preview") for row in self.rows))
        left -= self.px(40)
        names = [self.scene.table.session.seats[row.seat].name for row in self.rows]
        most = rect.w * 0.21
        self.names = dict(zip((row.seat for row in self.rows),
                              short_names(look, names, "name", most), strict=False))
        self.name_room = round(min(most, max(*(self._name_width(row) for row in self.rows), self.px(96))))
        bar_left = self.name_left + self.name_room + self.px(24)
        self.bar = pygame.Rect(bar_left, 0, left - bar_left, 0)
        self._measure_bars()

    def _measure_bars(self) -> None:
        """Choose the text sizes of the bars and the pixels per point so that everything fits."""
        size = self.look.m.text_px("label")
        self.number_px, self.under_px = size, size
        if not any(row.losses or self._notes(row, self.bar.w) for row in self.rows):
            self.under_px = 0
        crowded = (self.row - self.px(14)) / (self._number_height() + self.under_px * 1.3)
        if crowded < 1:
            self.number_px, self.under_px = max(8, int(size * crowded)), int(self.under_px * crowded)
        while self.number_px > 8 and any(sum(self._least(share.points) for share in row.gains) > self.bar.w
                                         for row in self.rows):
            self.number_px -= 1
        most = max([sum(share.points for share in row.gains) for row in self.rows] + [1])
        low, high = 0.0, self.bar.w * 0.94 / most
        self.scale = high
        for _ in range(20):
            fits = all(sum(self.widths(row)) <= self.bar.w for row in self.rows)
            if fits and self.scale == high:
                return
            low, high = (self.scale, high) if fits else (low, self.scale)
            self.scale = (low + high) / 2
        self.scale = low

    def _number_height(self) -> int:
        return round(self.number_px * 1.15) + self.px(4)

    def _least(self, points: int) -> int:
        return self.look.width(str(points), "name", self.number_px) + self.px(10)

    def widths(self, row: Standing) -> list[int]:
        return [max(self._least(share.points), round(share.points * self.scale)) for share in row.gains]

    def _legend_lines(self) -> list[list[tuple[str, Colour]]]:
        """Return the kinds that occur with their colours, wrapped into lines."""
        theme, game = self.look.theme, self.scene.game
        kinds = dict.fromkeys(share.kind for row in self.rows for share in row.gains)
        ordered = [kind for kind in theme.design["pieces"]["kinds"] if kind in kinds]
        entries = [(self.scene.say_kind("kind", kind), theme.kind(kind, game)) for kind in ordered]
        lost = list(dict.fromkeys(kind for row in self.rows for kind, _ in row.losses))
        if lost:
            name = self.scene.say_kind("kind", lost[0] if len(lost) == 1 else "minus")
            entries.append((name, theme.kind("minus", game)))
        lines: list[list[tuple[str, Colour]]] = [[]]
        room = self.rect.w - self.px(72)
        for entry in entries:
            if lines[-1] and sum(self._entry_width(e) for e in [*lines[-1], entry]) > room + self.px(30):
                lines.append([])
            lines[-1].append(entry)
        return lines

    def _entry_width(self, entry: tuple[str, Colour]) -> int:
        return self.look.width(entry[0], "label") + self.px(27) + self.px(30)

    # --- texts ---

    def _name(self, row: Standing) -> str:
        """Return the name, prefixed with the rank if the row is too low for a second line."""
        name = self.names[row.seat]
        two_lines = self.look.line_height("name") + self.look.line_height("label") <= self.row - self.px(10)
        if two_lines or self.scene.figures.solo:
            return name
        return self.scene.say("sheet.ranked", rank=row.rank, name=name)

    def _name_width(self, row: Standing) -> int:
        return max(self.look.width(self._name(row), "name"), self.look.width(self._rank(row), "label"))

    def _rank(self, row: Standing) -> str:
        """Return the rank; empty if it is shown before the name."""
        alone = self._name(row) == self.names[row.seat] and not self.scene.figures.solo
        return self.scene.say(f"sheet.rank.{row.rank}") if alone else ""

    def _total(self, row: Standing) -> str:
        return self.scene.texts.number(row.total)

    def _won(self, row: Standing) -> str:
        return self.scene.signed(row.won)

    def _losses(self, row: Standing) -> str:
        return ", ".join(f"{self.scene.say_kind('loss', kind)} {self.scene.texts.number(lost)}"
                         for kind, lost in row.losses)

    def _notes(self, row: Standing, room: float) -> str:
        """Return the parts of bonuses that share a bar; if room is short, those of the end stay longest."""
        say, has, own = self.scene.say, self.scene.texts.has, f"game.{self.scene.game}.note"
        kinds = [part for share in row.gains for part in share.parts]
        notes = [say(next(filter(has, (f"{own}.{kind}", f"sheet.note.{kind}"))), points=points)
                 for kind, points in kinds if has(f"{own}.{kind}") or has(f"sheet.note.{kind}")]
        while notes and self.look.width(", ".join(notes), "label", self.under_px) > room:
            notes.pop(0)
        return ", ".join(notes)

    # --- painting ---

    def paint(self) -> None:
        look, rect = self.look, self.rect
        chrome.draw_panel(look, self.ground, rect, shadow="float", alpha=0.96)
        y = rect.top + self.px(26)
        say = self.scene.say
        first = say("sheet.points") if self.with_round else say("sheet.points_all")
        heads = [(self.total_right, say("sheet.total") if self.with_round else say("sheet.score"))]
        if self.with_round:
            heads.append((self.round_right, say("sheet.round")))
        left = rect.right
        for right, text in heads:
            left = chrome.draw_caption(look, self.ground, text, (right, y), "topright").left
        if look.width(first, "caption") < left - rect.left - self.px(50):
            chrome.draw_caption(look, self.ground, first, (rect.left + self.px(32), y))
        for number, row in enumerate(self.rows):
            self._paint_row(pygame.Rect(rect.left + self.px(16), self.top + number * self.row,
                                        rect.w - self.px(32), self.row - self.px(10)), row)
        self._paint_legend()

    def _paint_row(self, box: pygame.Rect, row: Standing) -> None:
        look, theme = self.look, self.look.theme
        if row.first:
            shapes.draw_box(self.ground, box, self.px(18), theme.raised, 0.9,
                            theme.seat(self.scene.table.company[row.seat].colour), 1.0,
                            max(1.5, 2.6 * look.k))
        place = self.scene.table.company[row.seat]
        chrome.draw_avatar(look, self.ground, (self.rect.left + self.px(34) + self.avatar, box.centery),
                           self.avatar, place.colour, place.face)
        self._paint_name(box, row)
        look.write(self.ground, self._total(row), "score", (self.total_right, box.centery), "midright")
        if self.with_round:
            colour = theme.good if row.won > 0 else theme.bad if row.won < 0 else theme.dim
            look.write(self.ground, self._won(row), "preview",
                       (self.round_right, box.centery), "midright", colour)
        self._paint_bar(box, row)

    def _paint_name(self, box: pygame.Rect, row: Standing) -> None:
        look, rank = self.look, self._rank(row)
        upper, lower = look.line_height("name"), look.line_height("label") if rank else 0
        gap = min(self.px(4), box.h - upper - lower) if rank else 0
        top = box.centery - (upper + gap + lower) / 2
        look.write(self.ground, self._name(row), "name", (self.name_left, top + upper / 2), "midleft",
                   fit=self.name_room)
        if rank:
            look.write(self.ground, rank, "label", (self.name_left, top + upper + gap + lower / 2), "midleft",
                       look.theme.dim, fit=self.name_room)

    def _paint_bar(self, box: pygame.Rect, row: Standing) -> None:
        """Paint the bar with its numbers; below it the losses and the points of the end."""
        look = self.look
        lost, wordy = self._losses(row), row.losses or self._notes(row, self.bar.w)
        under = round(self.under_px * 1.3) if wordy else 0
        gap = min(self.px(6), max(0, box.h - self._number_height() - under)) if under else 0
        height = max(self._number_height(), min(self.px(44), box.h - under - gap - self.px(8)))
        top = box.centery - (height + gap + under) // 2
        track = pygame.Rect(self.bar.left, top, self.bar.w, height)
        radius = min(self.px(10), height / 3)
        chrome.draw_well(look, self.ground, track, radius, alpha=0.42, stroke_alpha=0.05)
        if row.gains:
            self._paint_gains(track, row, radius)
        y = top + height + gap + under // 2
        used = 0
        if lost:
            used = look.write(self.ground, lost, "label", (track.left, y), "midleft", look.theme.bad,
                              fit=track.w, at_most=self.under_px).w + self.px(20)
        note = self._notes(row, track.w - used)
        if note:
            look.write(self.ground, note, "label", (track.right, y), "midright", look.theme.dim,
                       at_most=self.under_px)

    def _paint_gains(self, track: pygame.Rect, row: Standing, radius: float) -> None:
        look, theme = self.look, self.look.theme
        widths = self.widths(row)
        image = pygame.Surface((sum(widths), track.h), pygame.SRCALPHA)
        seam = max(1, self.px(2))
        x = 0
        for share, width in zip(row.gains, widths, strict=False):
            base = theme.kind(share.kind, self.scene.game)
            shapes.draw_gradient_box(image, (x, 0, width, track.h), 0, lighter(base, 0.28), base)
            if theme.safe_colours:
                shapes.hatch(image, (x, 0, width, track.h), self._pattern(base), max(8, self.px(14)),
                             alpha=0.3)
            if x:
                image.fill(INK, (x, 0, seam, track.h))
            look.write(image, str(share.points), "name", (x + (width + seam) / 2, track.h / 2), "center", INK,
                       at_most=self.number_px)
            x += width
        size = image.get_size()
        shape = raster(*size, f'<path d="{round_rect(0, 0, *size, radius)}" fill="#ffffff"/>')
        self.ground.blit(masked(image, shape), track.topleft)
        if theme.light:  # pale bars on ivory need an outline
            shapes.draw_box(self.ground, (*track.topleft, *size), radius, None, 1, theme.text, 0.75,
                            max(1.0, 1.5 * look.k))

    def _pattern(self, colour: Colour) -> int:
        """Return the pattern of a kind of points; each has its own, in the order of the legend."""
        colours = [entry[1] for line in self.legend for entry in line]
        return colours.index(colour) if colour in colours else 0

    def _paint_legend(self) -> None:
        look, theme = self.look, self.look.theme
        y = self.bottom + self.px(10)
        left = self.rect.left + self.px(34)
        shapes.draw_box(self.ground, (left, y, self.rect.w - self.px(68), max(1, self.px(1.5))), 0,
                        theme.line, theme.line_alpha * 1.4)
        y += self.px(10) + self.legend_step // 2
        side = max(9, self.px(18))
        for line in self.legend:
            x = left + self.px(2)
            for name, colour in line:
                shapes.draw_box(self.ground, (x, y - side // 2, side, side), side * 0.3, colour, 1,
                                theme.text if theme.light else None, 0.75, max(1.0, 1.2 * look.k))
                if theme.safe_colours:
                    shapes.hatch(self.ground, (x + 1, y - side // 2 + 1, side - 2, side - 2),
                                 self._pattern(colour),
                                 max(6, side // 3))
                look.write(self.ground, name, "label", (x + side + self.px(9), y), "midleft")
                x += look.width(name, "label") + self.px(27) + self.px(30)
            y += self.legend_step
