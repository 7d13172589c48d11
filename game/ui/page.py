"""A page on paper: blocks of text and pictures, filled from a rule file and laid out, for the help screen.

A block is a table of the locale file: a heading (h), a paragraph (p), a list (points), shortcuts (keys) or
a picture (board). `if` and `unless` name values of the rules, so that a page says only what holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pygame

from game.ui.help_sheet import HelpBoard, HelpSheet
from game.draw import chrome, shapes
from game.draw.svg import Colour, filled, linear, raster
from game.ui.look import Look
from game.ui.text import Texts
from game.ui.widgets import Cells

if TYPE_CHECKING:
    from game.ui.scene import Scene

Block = dict[str, Any]
Boards = Mapping[str, Callable[[HelpSheet], HelpBoard | None]]

LINE = 31
"""Width of the text in sizes of its letters: 66 characters a line in both languages."""
JOINTS = ("\u2013", "+")
"""What may stand between two keys: "1 \u2013 9"."""
NARROWEST_ASIDE = 0.55
"""Pictures stand beside the text if there is this part of its width for them, else between the paragraphs."""


# --- from the locale file and the rules to blocks -------------------------------------------------


def page_values(values: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a rule file by plain names (`stack.turn` is `stack_turn`), and what follows from them."""
    flat: dict[str, Any] = {}

    def walk(node: Mapping[Any, Any], within: str) -> None:
        for key, value in node.items():
            name = f"{within}{key}"
            if isinstance(value, Mapping):
                walk(value, f"{name}_")
            else:
                flat[name] = value

    walk(values, "")
    return flat | dict(facts)


def page_blocks(texts: Texts, key: str, values: Mapping[str, Any]) -> list[Block]:
    """The blocks of a page that hold for these values, with every placeholder filled."""
    words = _Words({name: _word(value, texts) for name, value in values.items()})
    return [_filled(block, words) for block in texts.lines(key)
            if _holds(block.get("if", ""), values)
            and not ("unless" in block and _holds(block["unless"], values))]


def _holds(condition: str, values: Mapping[str, Any]) -> bool:
    """Whether all values named there are true, not zero, not empty."""
    names = [name.strip().replace(".", "_") for name in condition.split(",") if name.strip()]
    return all(values.get(name) for name in names)


class _Words(dict[str, str]):
    """A placeholder that nothing fills stays visible instead of stopping the page."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def _word(value: Any, texts: Texts) -> str:
    if isinstance(value, bool):
        return texts("value.true" if value else "value.false")
    if isinstance(value, (list, tuple)):
        parts = [domino_chip(item) for item in value if item != ""]
        last = texts("list.and").join(parts[-2:])
        return ", ".join([*parts[:-2], last])
    return texts.number(value) if isinstance(value, int) else str(value)


def domino_chip(value: Any) -> str:
    """A domino of a rule file as it is drawn within a line; anything else as it is."""
    text = str(value)
    return f"[{text}]" if len(text) == 3 and text[1] == "|" else text


def _filled(node: Any, words: Mapping[str, str]) -> Any:
    if isinstance(node, str):
        return node.format_map(words)
    if isinstance(node, list):
        return [_filled(item, words) for item in node]
    return {key: _filled(value, words) for key, value in node.items()}


# --- paper ----------------------------------------------------------------------------------------


class Paper(Look):
    """Dark ink on ivory, whatever the theme; little dominoes get an edge, or they would vanish on it."""

    def _text_image(self, text: str, role: str, colour: Colour,
                    at_most: float | None = None) -> pygame.Surface:
        image = super()._text_image(text, role, colour, at_most)
        font = self.font(role, at_most)
        x = 0
        for part in self._parts(text, font):
            if isinstance(part, str):
                x += font.size(part)[0]
                continue
            h = round(part.height * 0.98)
            box = (x, (part.height - h) // 2, part.face, h - 1)
            shapes.draw_box(image, box, h * 0.26, None, 1, "#a08d6c", 1, max(1.0, self.k))
            x += part.w
        return image


def paper_for(look: Look) -> Paper:
    return Paper(look.size, theme="paper", text_scale=look.m.text_scale, safe_colours=look.theme.safe_colours,
                 speed=look.speed, cache=look.pictures)


def broken(look: Look, text: str, role: str, width: float) -> list[str]:
    """The lines of a paragraph; a word that is wider than a line (a path) is cut."""
    lines: list[str] = []
    for line in look.wrap(text, role, width):
        while look.width(line, role) > width and len(line) > 1:
            end = next((n for n in range(len(line) - 1, 1, -1) if look.width(line[:n], role) <= width), 1)
            lines.append(line[:end])
            line = line[end:]
        lines.append(line)
    return lines


# --- from blocks to places ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Item:
    """Something on the page; `paint` gets where it is on the surface."""

    rect: pygame.Rect
    paint: Callable[[pygame.Surface, pygame.Rect], None]


class Sheet:
    """Items with their places, and which of them can be chosen: what a SheetView shows."""

    def __init__(self, look: Look, accent: Colour, ground: Colour | None = None):
        self.look, self.accent, self.ground = look, accent, ground
        self.items: list[Item] = []
        self.cells: list[pygame.Rect] = []
        self.tall = 0

    def add(self, rect: pygame.Rect, paint: Callable[[pygame.Surface, pygame.Rect], None]) -> None:
        self.items.append(Item(rect, paint))

    def text(self, text: str, role: str, x: int, y: int, width: int, colour: Colour | None = None,
             like: str | None = None) -> int:
        """A paragraph; returns the y below it. Its lines are as high as those of another role (`like`)."""
        look = self.look
        step = max(look.line_height(like or role), look.font(role).get_height())
        for line in broken(look, text, role, width):
            self.add(pygame.Rect(x, y, width, step), lambda surface, r, line=line: look.write(
                surface, line, role, (r.left, r.centery), "midleft", colour))
            y += step
        return y


    def line(self, text: str, role: str, x: int, y: int, width: int, colour: Colour | None = None) -> int:
        """One line, smaller if it must be; returns the y below it."""
        look, step = self.look, self.look.line_height(role)
        self.add(pygame.Rect(x, y, width, step), lambda surface, r: look.write(
            surface, text, role, (r.left, r.centery), "midleft", colour, fit=width))
        return y + step


class Layout(Sheet):
    """A page with all its items. Wide pages put pictures beside the text they belong to."""

    def __init__(self, sheet: HelpSheet, boards: Boards, blocks: list[Block], accent: Colour,
                 margin: int = 0):
        super().__init__(sheet.look, accent, sheet.look.theme.panel)
        self.sheet, self.boards = sheet, boards
        self.headings: list[tuple[str, int]] = []
        """The headings with where they stand."""
        self.tries: list[HelpBoard] = []
        """What the buttons "Try it" open; the buttons are the cells."""
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
        """Sections one below the other; on a wide page those without pictures stand two in a row."""
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
        """Everything in one column."""
        for block in blocks:
            if "board" in block:
                y = self._board(block, self.left, y + self.look.px(6), self.text_w) + self.look.px(6)
            else:
                y = self._block(block, self.left, y, self.text_w)
        return y

    def _beside(self, blocks: list[Block], y: int) -> int:
        """Text at the left; each picture where there is more room, the first ones at the right."""
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
        """Sections without pictures, each in the column that is shorter by now."""
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
        """A hairline between two sections."""
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
        """Keycaps, and beside them what they do."""
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
        """A card with a picture, what the rules say about it, and the button that opens it as a table."""
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
            words = pygame.Rect(picture.right + pad, y + pad, x + width - pad - picture.right - pad, 0)
        else:
            picture.centerx = x + width // 2
            words = pygame.Rect(x + pad, picture.bottom + look.px(14), width - 2 * pad, 0)
        bottom = self._board_words(block, board, words)
        if beside and bottom < picture.bottom:
            self._centre_down(at, (picture.bottom - bottom) // 2, button=len(self.tries) > tried)
        self.add(picture, lambda surface, r: surface.blit(board.picture, r))
        card = pygame.Rect(x, y, width, max(bottom, picture.bottom) + pad - y)
        self.items.insert(at, Item(card, lambda surface, r: shapes.draw_box(
            surface, r, look.px(18), look.theme.raised, 0.75, look.theme.line, look.theme.hair, max(1.0, 1.4 * look.k))))
        return card.bottom + look.px(18)

    def _centre_down(self, at: int, down: int, *, button: bool) -> None:
        """Few words beside a high picture stand at its middle."""
        self.items[at:] = [Item(item.rect.move(0, down), item.paint) for item in self.items[at:]]
        if button:
            self.cells[-1] = self.cells[-1].move(0, down)

    def _board_words(self, block: Block, board: HelpBoard, room: pygame.Rect) -> int:
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
    """The blocks from one heading to the next, unless that one joins what is above it."""
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


def verdict_badge(look: Look, side: int, *, fits: bool) -> pygame.Surface:
    """A white tick on green or a white cross on red."""
    theme = look.theme
    badge = shapes.disc(side, theme.good if fits else theme.bad).copy()
    look.draw_icon(badge, "check" if fits else "cross", (side / 2, side / 2), side * 0.72, "#ffffff", 3.0)
    return badge


def number_badge(look: Look, side: int, number: int) -> pygame.Surface:
    """A number in a picture and in its legend."""
    badge = shapes.disc(side, "#fffaf0").copy()
    inner = shapes.disc(side - max(2, round(side * 0.14)), "#2a1f15")
    badge.blit(inner, inner.get_rect(center=(side // 2, side // 2)))
    look.write(badge, str(number), "key", (side / 2, side / 2), "center", "#fffaf0", at_most=side * 0.62)
    return badge


@lru_cache(maxsize=8)
def _fade(width: int, height: int, colour: Colour, *, upwards: bool) -> pygame.Surface:
    """A colour that fades downwards or upwards into nothing."""
    first, last = (0.0, 1.0) if upwards else (1.0, 0.0)
    strip = raster(1, height, linear("f", (0, 0), (0, height), (0, colour, first), (1, colour, last))
                   + filled(1, height, "f"))
    return pygame.transform.scale(strip, (width, height))


# --- the widget -----------------------------------------------------------------------------------


class SheetView(Cells):
    """A scrolling window on a sheet, which is painted in strips as they first come into sight."""

    def __init__(self, scene: Scene, rect: pygame.Rect, sheet: Sheet, choose: Callable[[int], None], *,
                 cursor: int = 0):
        self.sheet = sheet
        self._strip_h = max(64, rect.h // 2)
        self._strip = lru_cache(maxsize=8)(self._paint_strip)
        super().__init__(scene, rect, pygame.Surface((1, 1)), sheet.cells, choose, cursor=cursor)
        self.look = sheet.look
        self.refresh()

    @property
    def tall(self) -> int:
        return self.sheet.tall

    @property
    def accent(self) -> Colour:
        return self.sheet.accent

    def paint_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.set_clip(rect)
        for number in range(self.offset // self._strip_h, (self.offset + rect.h - 1) // self._strip_h + 1):
            surface.blit(self._strip(number), (rect.left, rect.top - self.offset + number * self._strip_h))
        surface.set_clip(None)
        if self.sheet.ground is not None:
            self._paint_fades(surface, rect, self.sheet.ground)

    def _paint_fades(self, surface: pygame.Surface, rect: pygame.Rect, colour: Colour) -> None:
        """Lines at the edge fade into the paper where the page goes on."""
        high = self.sheet.look.px(26)
        for there, upwards, top in ((self.offset > 0, False, rect.top),
                                    (self.offset < self.furthest, True, rect.bottom - high)):
            if there:
                surface.blit(_fade(rect.w, high, colour, upwards=upwards), (rect.left, top))

    def _paint_strip(self, number: int) -> pygame.Surface:
        sheet = self.sheet
        strip = pygame.Surface((self.rect.w, self._strip_h), 0 if sheet.ground else pygame.SRCALPHA)
        if sheet.ground is not None:
            strip.fill(sheet.ground)
        window = strip.get_rect(top=number * self._strip_h)
        margin = sheet.look.px(30)  # shadows reach beyond what casts them
        for item in sheet.items:
            if item.rect.inflate(2 * margin, 2 * margin).colliderect(window):
                item.paint(strip, item.rect.move(0, -window.top))
        return strip

    def paint_focus(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """The ring on the thing the keyboard is at if it is in sight, else around the window."""
        if self.cells and rect.contains(self.shown_rect(self.cursor, rect)):
            super().paint_focus(surface, rect)
        else:
            chrome.draw_focus(self.look, surface, rect.inflate(-6, -6), self._radius)


class Page(SheetView):
    """A page of the help; its cells are the buttons "Try it"."""

    def __init__(self, scene: Scene, rect: pygame.Rect, layout: Layout, choose: Callable[[int], None],
                 scrolled: Callable[[], None]):
        self.layout, self.scrolled = layout, scrolled
        super().__init__(scene, rect, layout, choose)

    def scroll_to(self, offset: float) -> None:
        before = self.offset
        super().scroll_to(offset)
        if self.offset != before:
            self.scrolled()

    def key_down(self, event: pygame.Event) -> bool:
        """Up, down and the pages scroll; left and right go from one button to the next."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            return self._step(-1 if event.key == pygame.K_LEFT else 1)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return super().key_down(event)
        return super(Cells, self).key_down(event)

    def _step(self, step: int) -> bool:
        """The next button, from the one in sight; False at the end, so that the focus goes elsewhere."""
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
