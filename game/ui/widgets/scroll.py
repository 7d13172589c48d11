"""Scrolling views, with or without items to choose."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.draw import chrome, shapes
from game.ui.widgets.base import WIDGET_Z, Host, Widget


class Scroll(Widget):
    """A scrolling view of a tall picture; `pick` gets clicks in the coordinates of the picture."""

    radius_name = "field"
    bleed = 8

    def __init__(self, scene: Host, rect: pygame.Rect, content: pygame.Surface,
                 pick: Callable[[tuple[int, int]], None] | None = None, z: int = WIDGET_Z):
        super().__init__(scene, rect, z=z)
        self.content, self.pick = content, pick
        self.offset = 0
        self._dragging = False
        self.focusable = self.tall > rect.h or pick is not None
        self.refresh()

    @property
    def tall(self) -> int:
        """The height of the content; a subclass may paint it in parts."""
        return self.content.get_height()

    @property
    def furthest(self) -> int:
        return max(0, self.tall - self.rect.h)

    def set_content(self, content: pygame.Surface) -> None:
        self.content = content
        self.offset = min(self.offset, self.furthest)
        self.refresh()

    def scroll_to(self, offset: float) -> None:
        offset = max(0, min(self.furthest, round(offset)))
        if offset != self.offset:
            self.offset = offset
            self.refresh()

    def _bar(self) -> pygame.Rect | None:
        if not self.furthest:
            return None
        width = self.look.px(8)
        height = max(self.look.px(40), round(self.rect.h * self.rect.h / self.tall))
        top = round((self.rect.h - height) * self.offset / self.furthest)
        return pygame.Rect(self.rect.w - width, top, width, height)

    def paint_content(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Paint the part of the content that is in view."""
        surface.blit(self.content, rect, pygame.Rect(0, self.offset, rect.w, rect.h))

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self.paint_content(surface, rect)
        bar = self._bar()
        if bar is not None:
            shapes.draw_box(surface, bar.move(rect.topleft), bar.w / 2, self.look.theme.dim,
                            0.8 if self.hovered else 0.45)

    def wheel(self, steps: int) -> bool:
        self.scroll_to(self.offset - steps * self.look.px(90))
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        bar = self._bar()
        if bar is None:
            return
        if self._dragging or pos[0] >= self.rect.right - self.look.px(28):
            self._dragging = True
            room = max(1, self.rect.h - bar.h)
            self.scroll_to((pos[1] - self.rect.top - bar.h / 2) / room * self.furthest)

    def click(self, pos: tuple[int, int]) -> None:
        if self._dragging:
            self._dragging = False
        elif self.pick:
            self.pick((pos[0] - self.rect.left, pos[1] - self.rect.top + self.offset))

    def key_down(self, event: pygame.Event) -> bool:
        page = self.rect.h * 0.85
        steps = {pygame.K_DOWN: self.look.px(60), pygame.K_UP: -self.look.px(60), pygame.K_PAGEDOWN: page,
                 pygame.K_PAGEUP: -page, pygame.K_HOME: -self.offset, pygame.K_END: self.furthest}
        if event.key in steps and self.furthest:
            before = self.offset
            self.scroll_to(self.offset + steps[event.key])
            return self.offset != before
        return False


class Cells(Scroll):
    """Items in a scroll area, chosen by mouse or by arrows and Enter.

    The content shows them; this class marks the one under the mouse and the one at the keyboard cursor.
    """

    def __init__(self, scene: Host, rect: pygame.Rect, content: pygame.Surface, cells: list[pygame.Rect],
                 choose: Callable[[int], None], *, cursor: int = 0, z: int = WIDGET_Z,
                 tell: Callable[[int], str] | None = None):
        self.cells, self.choose = cells, choose
        self.tell = tell
        """Returns the spoken name of a cell."""
        self.cursor = max(0, min(cursor, len(cells) - 1))
        self.hover_index = -1
        super().__init__(scene, rect, content, self._pick, z=z)
        self.focusable = bool(cells) or self.tall > rect.h

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        super().paint(surface, rect)
        if self.hovered and 0 <= self.hover_index < len(self.cells):
            surface.set_clip(rect.inflate(2, 2))
            shapes.draw_box(surface, self.shown_rect(self.hover_index, rect), self._radius, None, 1,
                            self.accent, 1, max(1.5, 2 * self.look.k))
            surface.set_clip(None)

    def paint_focus(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self.cells:
            gap = self.look.px(5)
            chrome.draw_focus(self.look, surface, self.shown_rect(self.cursor, rect).inflate(-gap, -gap),
                              self._radius)
        else:
            super().paint_focus(surface, rect)

    @property
    def _radius(self) -> int:
        return self.look.px(self.look.design["radius"]["field"])

    def shown_rect(self, index: int, rect: pygame.Rect) -> pygame.Rect:
        return self.cells[index].move(rect.left, rect.top - self.offset)

    def set_state(self, **state: bool) -> None:
        if state.get("focused") and self.cells:
            self.reveal(self.cursor)
        super().set_state(**state)

    def speech(self) -> str:
        return self.tell(self.cursor) if self.tell is not None and self.cells else super().speech()

    def reveal(self, index: int) -> None:
        """Scroll a cell into view, with a margin."""
        cell, margin = self.cells[index], self.look.px(40)
        if cell.top - margin < self.offset:
            self.scroll_to(cell.top - margin)
        elif cell.bottom + margin > self.offset + self.rect.h:
            self.scroll_to(cell.bottom + margin - self.rect.h)

    def _index_at(self, pos: tuple[int, int]) -> int:
        return next((i for i, cell in enumerate(self.cells) if cell.collidepoint(pos)), -1)

    def hover_at(self, pos: tuple[int, int]) -> None:
        index = self._index_at((pos[0] - self.rect.left, pos[1] - self.rect.top + self.offset))
        if index != self.hover_index:
            self.hover_index = index
            self.refresh()

    def _pick(self, pos: tuple[int, int]) -> None:
        index = self._index_at(pos)
        if index >= 0:
            self._take(index)

    def _take(self, index: int) -> None:
        self.cursor = index
        self.scene.app.sounds.play("button")
        self.choose(index)

    def key_down(self, event: pygame.Event) -> bool:
        if not self.cells:
            return super().key_down(event)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self._take(self.cursor)
            return True
        index = self._next(event.key)
        if index is None:
            return False
        self.scene.app.show_focus()
        self.cursor = index
        self.reveal(index)
        self.refresh()
        self.scene.app.speech.say(self.speech())
        return True

    def _next(self, key: int) -> int | None:
        """Return the cell a key leads to; None at the edge, so that the focus moves to another widget."""
        here = self.cells[self.cursor]
        arrows = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
        if key in arrows:
            return self._beside(here, *arrows[key])
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self.cells) - 1}
        pages = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
        if key in pages:
            wanted = here.centery + pages[key] * self.rect.h * 0.85
            return min(range(len(self.cells)), key=lambda i: (abs(self.cells[i].centery - wanted),
                                                              abs(self.cells[i].centerx - here.centerx)))
        return ends.get(key)

    def _beside(self, here: pygame.Rect, dx: int, dy: int) -> int | None:
        """Return the neighbour in the same row, or the nearest cell of the next row."""
        found = []
        for index, cell in enumerate(self.cells):
            across, down = cell.centerx - here.centerx, cell.centery - here.centery
            ahead, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
            if ahead > 0 and not (dx and aside > here.h / 2):
                found.append((ahead, aside, index))
        return min(found)[2] if found else None
