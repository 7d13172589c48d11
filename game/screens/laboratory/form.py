"""The form of the rule laboratory: one row with a suitable control per value; it scrolls by rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.draw import shapes
from game.screens.laboratory.classes import ClassPicker
from game.screens.laboratory.controls import NumberBox, Switcher, TextBox
from game.screens.laboratory.model import Draft, Entry, allowed, note_of, option_name, step_of
from game.ui.names import rule_name
from game.ui.paper.blocks import domino_chip
from game.ui.paper.sheet import broken
from game.ui.stage import Sprite
from game.ui.widgets import WIDGET_Z, Button, Field, IconButton, Segment, Stepper, Widget
from rules.files.kinds import Choice, Switch, Whole, WordClasses

if TYPE_CHECKING:
    from game.ui.scene import Scene

LONGEST_TEXT = 120


@dataclass(slots=True)
class Row:
    """One row: a value, its label broken into lines, and the height they need."""

    entry: Entry
    name: list[str]
    note: list[str]
    classic: list[str]
    span: str
    """The allowed range."""
    height: int
    begins: bool
    """Whether this row starts a new table of the rule file."""


class Form:
    """The rows, of which only visible ones have widgets. The scene forwards scrolling and focus changes."""

    def __init__(self, scene: Any, draft: Draft, changed: Callable[[], None]):
        self.scene, self.draft, self.changed = scene, draft, changed
        self.first = 0
        self.rows: list[Row] = []
        self.controls: dict[int, Widget] = {}
        self.backs: dict[int, Widget] = {}
        self._tops: dict[int, int] = {}

    # --- layout ---

    def build(self, rect: pygame.Rect) -> None:
        """Lay out the form in `rect`, after the scene has dropped all widgets."""
        look = self.scene.look
        self.look, self.rect = look, rect
        self.bar_w = self.scene.px(14)
        self.pad = self.scene.px(11)
        inner = rect.w - self.bar_w
        side = max(look.px(44), look.design["sizes"]["hit_min"])
        self.control_h = max(look.px(50), look.design["sizes"]["hit_min"])
        self.back_w = side
        self.control_w = max(round(inner * 0.27), look.px(250))
        word = self.scene.say("laboratory.classic", value="").split()[0]
        self.classic_w = max(round(inner * 0.21), look.px(150) + side,
                             look.width(word, "label") + side + look.px(8))
        self.text_w = inner - self.control_w - self.classic_w - 3 * look.px(18)
        self.rows = [self._row(entry, before)
                     for entry, before in zip(self.draft.entries, [None, *self.draft.entries], strict=False)]
        self._sheet = self.scene.stage.add(Sprite(z=WIDGET_Z - 5))
        self._bar = _Bar(self.scene,
                         pygame.Rect(rect.right - self.scene.px(8), rect.top, self.scene.px(8), rect.h), self)
        self.first = min(self.first, self._last_first())
        self.controls, self.backs = {}, {}
        self._fill()

    def _row(self, entry: Entry, before: Entry | None) -> Row:
        look, texts, game = self.look, self.scene.texts, self.draft.game
        room = self.text_w - look.px(18)  # the mark of a changed value indents the label
        name = broken(look, rule_name(texts, game, entry.name), "button", room)
        comment = note_of(texts, game, entry.name)
        if (before is not None and before.path[:-1] == entry.path[:-1]
                and comment == note_of(texts, game, before.name)):
            comment = ""  # show the note on a table only once, at its first value
        note = broken(look, comment, "label", room) if comment else []
        tall = len(name) * self._line("button") + len(note) * self._line("label")
        classic = broken(look, self.scene.say("laboratory.classic",
                                              value=self.value_text(entry, self.draft.classic_of(entry))),
                         "label", self.classic_w - self.back_w - look.px(4))
        span = allowed(texts, entry.kind)
        beside = (len(classic) + bool(span)) * self._line("label")
        begins = before is not None and (len(entry.path) == 1 or before.path[0] != entry.path[0])
        return Row(entry, name, note, classic, span, max(self.control_h, tall, beside) + 2 * self.pad, begins)

    def _line(self, role: str) -> int:
        return max(self.look.line_height(role), self.look.font(role).get_height())

    def _shown_from(self, first: int) -> list[tuple[int, int]]:
        """Return (row number, top) of the rows that fit, starting with row `first`."""
        y = 0
        shown: list[tuple[int, int]] = []
        for number in range(first, len(self.rows)):
            if y + self.rows[number].height > self.rect.h and shown:
                break
            shown.append((number, y))
            y += self.rows[number].height
        return shown

    def _last_first(self) -> int:
        """Return the largest scroll position: the last row is then at the bottom."""
        room, first = self.rect.h, len(self.rows)
        while first and self.rows[first - 1].height <= room:
            first -= 1
            room -= self.rows[first].height
        return min(first, len(self.rows) - 1)

    # --- scrolling ---

    @property
    def furthest(self) -> int:
        return self._last_first()

    def scroll(self, rows: int) -> None:
        self.scroll_to(self.first + rows)

    def scroll_to(self, first: int) -> None:
        first = max(0, min(first, self.furthest))
        if first != self.first:
            self.first = first
            self._slide()

    def _refill(self) -> None:
        """Rebuild all controls after values changed elsewhere; keep the focus in its row."""
        row = self.row_of(self.scene.focus)
        if row is not None:
            self.scene.focus_on(None)
        self._drop(list(self.controls))
        self._fill()
        if row is not None and row in self.controls:
            self.scene.focus_on(self.controls[row])

    def _slide(self) -> None:
        """Scroll: move the rows that stay visible, which is much faster than repainting them."""
        before = self._tops
        after = dict(self._shown_from(self.first))
        self._drop([number for number in before if number not in after])
        for number in before.keys() & after.keys():
            down = after[number] - before[number]
            for widget in (self.controls[number], self.backs[number]):
                widget.rect = widget.rect.move(0, down)
                widget.sprite.set(pos=(widget.sprite.pos[0], widget.sprite.pos[1] + down))
        self._fill()

    def _drop(self, numbers: list[int]) -> None:
        for number in numbers:
            for widget in (self.controls.pop(number), self.backs.pop(number)):
                widget.remove()

    def _fill(self) -> None:
        """Create the controls of visible rows that have none yet."""
        self._tops = dict(self._shown_from(self.first))
        for number, top in self._tops.items():
            if number in self.controls:
                continue
            row = self.rows[number]
            x = self.rect.left + self.text_w + self.look.px(18)
            middle = self.rect.top + top + row.height // 2
            box = pygame.Rect(x, middle - self.control_h // 2, self.control_w, self.control_h)
            self.controls[number] = self._control(row.entry, box)
            back = pygame.Rect(0, 0, self.back_w, self.back_w)
            back.midright = (self.rect.right - self.bar_w - self.look.px(2), middle)
            button = IconButton(self.scene, back, "undo", partial(self.back, row.entry),
                                tip=self.scene.say("laboratory.back"),
                                key=self.scene.say("laboratory.delete_key"))
            button.focusable = False
            self.backs[number] = button
        self._bar.refresh()
        self.refresh()

    # --- the rows ---

    def refresh(self) -> None:
        """Repaint the labels of the rows after a value or a fault changed."""
        image = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        faulty = {name for name, _ in self.draft.problems()}
        for number, top in self._tops.items():
            row = self.rows[number]
            differs = self.draft.differs(row.entry)
            self.backs[number].sprite.show(differs)
            self._paint(image, row, pygame.Rect(0, top, self.rect.w - self.bar_w, row.height),
                        differs=differs, bad=_concerns(row.entry.name, faulty))
        self._sheet.set(image, self.rect.topleft)

    def _paint(self, surface: pygame.Surface, row: Row, rect: pygame.Rect, *, differs: bool,
               bad: bool) -> None:
        look, theme = self.look, self.look.theme
        if row.begins:
            shapes.draw_box(surface, (rect.left, rect.top, rect.w, max(1, look.px(1.5))), 0, theme.line,
                            theme.line_alpha * 1.4)
        x, room = rect.left + look.px(4), self.text_w
        tall = len(row.name) * self._line("button") + len(row.note) * self._line("label")
        y = rect.centery - tall // 2
        if differs or bad:
            mark = pygame.Rect(rect.left - look.px(2), rect.top + self.pad, max(3, look.px(4)),
                               rect.h - 2 * self.pad)
            shapes.draw_box(surface, mark, mark.w / 2, theme.bad if bad else self.scene.accent)
            x += look.px(12)
            room -= look.px(12)
        for lines, role, colour in ((row.name, "button", theme.bad if bad else theme.text),
                                    (row.note, "label", theme.dim)):
            for line in lines:
                look.write(surface, line, role, (x, y + self._line(role) / 2), "midleft", colour, fit=room)
                y += self._line(role)
        self._paint_classic(surface, row, rect, differs=differs)

    def _paint_classic(self, surface: pygame.Surface, row: Row, rect: pygame.Rect, *, differs: bool) -> None:
        """Paint the classic value, and the allowed range below it."""
        look, line = self.look, self._line("label")
        x = self.text_w + self.control_w + 2 * look.px(18)
        room = rect.right - x - self.back_w - look.px(4)
        y = rect.centery - (len(row.classic) + bool(row.span)) * line // 2
        for text, colour in [
            *((text, look.theme.text if differs else look.theme.dim) for text in row.classic),
            (row.span, look.theme.dim),
        ]:
            look.write(surface, text, "label", (x, y + line / 2), "midleft", colour, fit=room)
            y += line

    def value_text(self, entry: Entry, value: Any) -> str:
        """Return the display text of a value."""
        if isinstance(value, bool):
            return self.scene.say("value.true" if value else "value.false")
        if isinstance(entry.kind, Choice):
            return option_name(self.scene.texts, self.draft.game, entry.name, value)
        if isinstance(value, (list, tuple)):
            return " ".join("\u2013" if item == "" else domino_chip(item) for item in value)
        return self.scene.texts.number(value) if isinstance(value, int) else str(value)

    # --- the controls ---

    def _control(self, entry: Entry, box: pygame.Rect) -> Widget:
        kind, value, scene = entry.kind, self.draft.get(entry), self.scene
        if isinstance(kind, Switch):
            return Switcher(scene, box, value, lambda on: self.put(entry, on))
        if isinstance(kind, Whole):
            step = step_of(kind, self.draft.classic_of(entry))
            return NumberBox(scene, box, value, kind, step, lambda number: self.put(entry, number))
        if isinstance(kind, Choice):
            return self._choice(entry, kind, box)
        if isinstance(kind, WordClasses):
            label = scene.say("laboratory.classes", n=len(str(value)), of=len(kind.classes))
            return Button(scene, box, label, lambda: self._choose_classes(entry, kind), icon="list")
        return TextBox(scene, box, self.draft.shown(entry), lambda text: self._type(entry, text),
                       role="button",
                       longest=LONGEST_TEXT, bad=any(name == entry.name for name, _ in self.draft.problems()))

    def _choose_classes(self, entry: Entry, kind: WordClasses) -> None:
        spoken = next((other for other in self.draft.entries if other.name == "words.language"), None)
        language = str(self.draft.get(spoken)) if spoken is not None else ""
        chosen = str(self.draft.get(entry))
        self.scene.app.push(ClassPicker(self.scene.app, self.draft.game, kind.classes, chosen, language,
                                        lambda classes: self._put_classes(entry, classes)))

    def _put_classes(self, entry: Entry, classes: str) -> None:
        self.put(entry, classes)
        self.scene.rebuild()

    def _choice(self, entry: Entry, kind: Choice, box: pygame.Rect) -> Widget:
        """Return a segment if the labels fit side by side, else a stepper."""
        look, value = self.look, self.draft.get(entry)
        names = [option_name(self.scene.texts, self.draft.game, entry.name, option)
                 for option in kind.options]
        needs = sum(look.width(name, "label") + look.px(22) for name in names) + look.px(8)
        if needs <= box.w and len(names) <= 4:
            return Segment(self.scene, box, list(zip(kind.options, names, strict=True)), value,
                           lambda got: self.put(entry, got))
        return Stepper(self.scene, box, kind.options.index(value), 0, len(names) - 1, 1, names.__getitem__,
                       lambda index: self.put(entry, kind.options[index]))

    def put(self, entry: Entry, value: Any) -> None:
        self.draft.put(entry, value)
        self._told()

    def _type(self, entry: Entry, text: str) -> None:
        self.draft.type(entry, text)
        faulty = any(name == entry.name for name, _ in self.draft.problems())
        for number, widget in self.controls.items():
            if isinstance(widget, Field) and self.rows[number].entry is entry:
                widget.set_bad(faulty)
        self._told()

    def _told(self) -> None:
        self.refresh()
        self.changed()

    def back(self, entry: Entry) -> None:
        """Reset an entry to the classic value."""
        self.draft.back(entry)
        self._refill()
        self.changed()

    def all_back(self) -> None:
        self.draft.all_back()
        self._refill()
        self.changed()

    # --- the focus ---

    def row_of(self, widget: Widget | None) -> int | None:
        return next((number for number, control in self.controls.items() if control is widget), None)

    def focus_row(self, number: int) -> bool:
        """Focus a row and scroll to it; return False past the last row."""
        if not 0 <= number < len(self.rows):
            return False
        if number < self.first:
            self.scroll_to(number)
        while number not in self.controls and self.first < self.furthest:
            self.scroll(1)
        self.scene.focus_on(self.controls.get(number))
        return number in self.controls


def _concerns(name: str, faulty: set[str]) -> bool:
    """Return whether a fault concerns this value or a table that contains it."""
    return any(name == other or name.startswith(f"{other}.") for other in faulty)


class _Bar(Widget):
    """A scroll bar that can be dragged."""

    focusable = False
    bleed = 2

    def __init__(self, scene: Scene, rect: pygame.Rect, form: Form):
        super().__init__(scene, rect)
        self.form = form

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self.form.furthest:
            thumb = self._thumb().move(rect.topleft)
            shapes.draw_box(surface, thumb, thumb.w / 2, self.look.theme.dim, 0.8 if self.hovered else 0.45)

    def _thumb(self) -> pygame.Rect:
        rows = len(self.form.rows)
        height = max(self.look.px(40), round(self.rect.h * (rows - self.form.furthest) / rows))
        top = round((self.rect.h - height) * self.form.first / self.form.furthest)
        return pygame.Rect(0, top, self.rect.w, height)

    def drag(self, pos: tuple[int, int]) -> None:
        if self.form.furthest:
            thumb = self._thumb()
            part = (pos[1] - self.rect.top - thumb.h / 2) / max(1, self.rect.h - thumb.h)
            self.form.scroll_to(round(part * self.form.furthest))
