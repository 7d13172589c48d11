"""A page of the rules: blocks of text and pictures laid out on paper, and the view that scrolls it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pygame

from game.draw import chrome, shapes
from game.draw.svg import Colour
from game.ui.help_sheet import HelpBoard, HelpSheet, Painters
from game.ui.paper.blocks import Block
from game.ui.paper.sheet import Item, Sheet, SheetView, number_badge
from game.ui.widgets import Cells, Host

LINE = 31
"""Width of a text column in ems: about 66 characters per line."""
JOINTS = ("\u2013", "+")
"""Separators allowed between two keycaps, as in "1 + 9"."""
NARROWEST_ASIDE = 0.55
"""Pictures are set beside the text if this fraction of its width is left for them."""


class Layout(Sheet):
    """A page with all its items. A wide page puts pictures beside their text."""

    def __init__(self, sheet: HelpSheet, boards: Painters, blocks: list[Block], accent: Colour,
                 margin: int = 0):
        super().__init__(sheet.look, accent, sheet.look.theme.panel)
        self.sheet, self.boards = sheet, boards
        self.headings: list[tuple[str, int]] = []
        """The headings and their y coordinates."""
        self.tries: list[HelpBoard] = []
        """The boards opened by the "Try it" buttons; these buttons are the cells."""
        width, gap = sheet.width, self.look.px(64)
        text = min(width, LINE * self.look.m.text_px("body"))
        if not _has_boards(blocks) and (width - gap) // 2 >= 0.75 * text:
            text = min(text, (width - gap) // 2)
        aside = min(width - text - gap, round(text * 1.1) if _has_boards(blocks) else text)
        self.wide = aside >= NARROWEST_ASIDE * text
        self.left = margin + ((width - text - gap - aside) // 2 if self.wide else (width - text) // 2)
        self.text_w = text
        self.aside_x, self.aside_w = (self.left + text + gap, aside) if self.wide else (self.left, text)
        self.tall = self._lay(blocks)

    def _lay(self, blocks: list[Block]) -> int:
        """Stack the sections; on a wide page those without pictures are set in two columns."""
        y = self.look.px(34)
        sections = list(_sections(blocks))
        for number, section in enumerate(sections):
            if number and (not self.wide or _has_boards(section) or _has_boards(sections[number - 1])):
                y = self._rule(y + self.look.px(30)) + self.look.px(30)
            if not self.wide:
                y = self._in_order(section, y)
            elif _has_boards(section):
                y = self._beside(section, y)
            elif number == 0 or _has_boards(sections[number - 1]):
                rest = sections[number:]
                end = next((i for i, later in enumerate(rest) if _has_boards(later)), len(rest))
                y = self._in_columns(rest[:end], y)
        return y + self.look.px(48)

    def _in_order(self, blocks: list[Block], y: int) -> int:
        """Set everything in one column."""
        for block in blocks:
            if "board" in block:
                y = self._board(block, self.left, y + self.look.px(6), self.text_w) + self.look.px(6)
            else:
                y = self._block(block, self.left, y, self.text_w)
        return y

    def _beside(self, blocks: list[Block], y: int) -> int:
        """Set text at the left and each picture in the shorter column, starting at the right."""
        left = right = y
        for block in blocks:
            if "board" not in block:
                left = self._block(block, self.left, left, self.text_w)
        for block in blocks:
            if "board" in block and right <= left:
                right = self._board(block, self.aside_x, right, self.aside_w)
            elif "board" in block:
                left = self._board(block, self.left, left + self.look.px(8), self.text_w)
        return max(left, right)

    def _in_columns(self, sections: list[list[Block]], y: int) -> int:
        """Set sections without pictures, each in the shorter column."""
        columns = [(self.left, self.text_w), (self.aside_x, min(self.aside_w, self.text_w))]
        ends = [y, y]
        for section in sections:
            at = 0 if ends[0] <= ends[1] else 1
            x, width = columns[at]
            if ends[at] > y:
                ends[at] = self._rule(ends[at] + self.look.px(26), x, width) + self.look.px(26)
            for block in section:
                ends[at] = self._block(block, x, ends[at], width)
        return max(ends)

    def _block(self, block: Block, x: int, y: int, width: int) -> int:
        gap = round(self.look.m.text_px("body") * 0.55)
        if "h" in block:
            y += 2 * gap if "join" in block else 0
            self.headings.append((block["h"], y))
            return self.text(block["h"], "preview", x, y, width) + gap
        if "p" in block:
            return self.text(block["p"], "body", x, y, width) + gap
        for point in block.get("points", ()):
            y = self._point(point, x, y, width) + gap // 2
        for row in block.get("keys", ()):
            y = self._key_row(row, x, y, width) + gap // 2
        return y + gap // 2

    def _rule(self, y: int, x: int | None = None, width: int = 0) -> int:
        """Add a hairline between two sections."""
        look = self.look
        if x is None:
            x, width = self.left, self.aside_x + self.aside_w - self.left
        line = pygame.Rect(x, y, width, max(1, look.px(1.5)))
        self.add(line, lambda surface, r: shapes.draw_box(
            surface, r, 0, look.theme.line, look.theme.line_alpha))
        return line.bottom

    def _point(self, text: str, x: int, y: int, width: int) -> int:
        look, em = self.look, self.look.m.text_px("body")
        step = max(look.line_height("body"), look.font("body").get_height())
        dot = shapes.disc(max(5, round(em * 0.36)), self.accent)
        self.add(pygame.Rect(x, y, em, step), lambda surface, r: surface.blit(
            dot, dot.get_rect(center=(r.left + round(em * 0.4), r.centery))))
        return self.text(text, "body", x + round(em * 1.25), y, width - round(em * 1.25))

    def _key_row(self, row: Mapping[str, str], x: int, y: int, width: int) -> int:
        """Add keycaps and a description beside them."""
        look, column = self.look, round(self.look.m.text_px("body") * 6)
        cap_h = max(look.px(26), look.line_height("key") + 4)
        step = max(cap_h, look.line_height("body"))

        def paint(surface: pygame.Surface, r: pygame.Rect) -> None:
            x = r.left
            for cap in row["key"].split():
                if cap in JOINTS:
                    joint = look.write(surface, cap, "key", (x, r.centery), "midleft", look.theme.dim)
                    x = joint.right + look.px(8)
                    continue
                x += chrome.keycap_width(look, cap)
                chrome.draw_keycap(look, surface, cap, (x, r.centery), look.theme.text)
                x += look.px(8)

        self.add(pygame.Rect(x, y, column, step), paint)
        top = y + (step - look.line_height("body")) // 2
        return max(self.text(row["text"], "body", x + column, top, width - column), y + step)

    # --- pictures ---

    def _board(self, block: Block, x: int, y: int, width: int) -> int:
        """Add a card with a picture, its explanation, and the button that opens it as a table."""
        look, pad = self.look, self.look.px(18)
        painter = self.boards.get(block["board"])
        board = painter(replace(self.sheet, values=block, width=width - 2 * pad)) if painter else None
        if board is None:
            return y
        at, tried = len(self.items), len(self.tries)
        picture = board.picture.get_rect(topleft=(x + pad, y + pad))
        least = 8 * look.m.text_px("body")
        beside = picture.w <= min((width - 2 * pad) * 0.58, width - 3 * pad - least)
        if beside:
            text = pygame.Rect(picture.right + pad, y + pad, x + width - pad - picture.right - pad, 0)
        else:
            picture.centerx = x + width // 2
            text = pygame.Rect(x + pad, picture.bottom + look.px(14), width - 2 * pad, 0)
        bottom = self._board_text(block, board, text)
        if beside and bottom < picture.bottom:
            self._centre_down(at, (picture.bottom - bottom) // 2, button=len(self.tries) > tried)
        self.add(picture, lambda surface, r: surface.blit(board.picture, r))
        card = pygame.Rect(x, y, width, max(bottom, picture.bottom) + pad - y)
        self.items.insert(at, Item(card, lambda surface, r: shapes.draw_box(
            surface, r, look.px(18), look.theme.raised, 0.75,
            look.theme.line, look.theme.hair, max(1.0, 1.4 * look.k))))
        return card.bottom + look.px(18)

    def _centre_down(self, at: int, down: int, *, button: bool) -> None:
        """Move a short text to the middle of a high picture beside it."""
        self.items[at:] = [Item(item.rect.move(0, down), item.paint) for item in self.items[at:]]
        if button:
            self.cells[-1] = self.cells[-1].move(0, down)

    def _board_text(self, block: Block, board: HelpBoard, room: pygame.Rect) -> int:
        look, y = self.look, room.top
        if block.get("text"):
            y = self.text(block["text"], "label", room.left, y, room.w, look.theme.dim) + look.px(6)
        if board.sentence:
            y = self.text(board.sentence, "body", room.left, y, room.w) + look.px(4)
        for number, text in enumerate(board.legend, start=1):
            y = self._legend(number, text, pygame.Rect(room.left, y, room.w, 0)) + look.px(4)
        if board.setup is not None:
            y = self._try_button(board, pygame.Rect(room.left, y + look.px(8), room.w, 0))
        return y

    def _legend(self, number: int, text: str, room: pygame.Rect) -> int:
        look = self.look
        side = round(look.m.text_px("label") * 1.4)
        badge = number_badge(look, side, number)
        step = max(look.line_height("label"), side)
        self.add(pygame.Rect(room.left, room.top, side, step),
                  lambda surface, r: surface.blit(badge, badge.get_rect(center=r.center)))
        top = room.top + (step - look.line_height("label")) // 2
        below = self.text(text, "label", room.left + side + look.px(10), top, room.w - side - look.px(10))
        return max(below, room.top + step)

    def _try_button(self, board: HelpBoard, room: pygame.Rect) -> int:
        look, label = self.look, self.sheet.say("help.try")
        role = "label"
        icon = round(look.m.text_px(role) * 1.2)
        rect = pygame.Rect(room.left, room.top, 0, max(look.px(46), look.line_height(role) + look.px(16)))
        rect.w = min(room.w, look.width(label, role) + icon + look.px(46))

        def paint(surface: pygame.Surface, r: pygame.Rect) -> None:
            chrome.draw_secondary(look, surface, r, self.accent, "normal", radius=look.px(12))
            look.draw_icon(surface, "play", (r.left + look.px(16) + icon / 2, r.centery), icon, self.accent)
            look.write(surface, label, role, (r.left + look.px(26) + icon, r.centery), "midleft",
                       fit=r.w - icon - look.px(36))

        self.add(rect, paint)
        self.cells.append(rect)
        self.tries.append(board)
        return rect.bottom


def _sections(blocks: list[Block]) -> Iterator[list[Block]]:
    """Split the blocks at headings that do not join the section above."""
    section: list[Block] = []
    for block in blocks:
        if "h" in block and "join" not in block and section:
            yield section
            section = []
        section.append(block)
    if section:
        yield section


def _has_boards(section: list[Block]) -> bool:
    return any("board" in block for block in section)


class Page(SheetView):
    """A page of the help; its cells are the buttons "Try it"."""

    def __init__(self, scene: Host, rect: pygame.Rect, layout: Layout, choose: Callable[[int], None],
                 scrolled: Callable[[], None]):
        self.layout, self.scrolled = layout, scrolled
        super().__init__(scene, rect, layout, choose)

    def scroll_to(self, offset: float) -> None:
        before = self.offset
        super().scroll_to(offset)
        if self.offset != before:
            self.scrolled()

    def key_down(self, event: pygame.Event) -> bool:
        """Scroll with up, down and the page keys; step through the buttons with left and right."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            return self._step(-1 if event.key == pygame.K_LEFT else 1)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return super().key_down(event)
        return super(Cells, self).key_down(event)

    def _step(self, step: int) -> bool:
        """Go to the next button, starting in view; return False at the end, so that the focus moves on."""
        seen = [i for i, cell in enumerate(self.cells)
                if self.offset <= cell.top and cell.bottom <= self.offset + self.rect.h]
        index = self.cursor + step
        if seen and self.cursor not in seen:
            index = seen[0] if step > 0 else seen[-1]
        if not 0 <= index < len(self.cells):
            return False
        self.scene.app.show_focus()
        self.cursor = index
        self.reveal(index)
        self.refresh()
        return True
