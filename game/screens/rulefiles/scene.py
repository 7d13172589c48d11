"""The rule files screen: the variants of a game, their differences from classic, every fault with its line.

Shipped files are never changed here; one button writes a new file for editing, another opens the rule
laboratory, where a variant is edited in a form. Own files can be played, renamed and put aside.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pygame

from game import routes
from game.app import App
from game.data.choices import read_choices, usual_level
from game.data.files import write_atomically
from game.draw import chrome, shapes
from game.screen import Screen
from game.screens.laboratory.value_sheet import ValueSheet
from game.screens.rulefiles.file_sheet import FileSheet, read_lines
from game.screens.rulefiles.folders import show_folder, tell_trouble
from game.screens.rulefiles.own_variant import my_table, own_variant_text
from game.screens.rulefiles.renaming import Renaming, with_title
from game.table.seating import deal_with_choices
from game.ui.bar import game_bar
from game.ui.dialogs import Dialog
from game.ui.names import variant_title
from game.ui.paper.sheet import Sheet, SheetView, broken
from game.ui.widgets import Button
from rules.base import Phrase
from rules.catalog import rules_class, variants
from rules.files.faults import Fault
from rules.files.variants import CLASSIC, Variant, differences


class RuleFiles(Screen):
    """Variants on the left, values or faults of the chosen one in the middle, its file on the right."""

    def __init__(self, app: App, game: str):
        super().__init__(app)
        self.game: str = game
        self.variants: list[Variant] = []
        self.chosen = CLASSIC
        """File stem of the chosen variant, and whether it is the player's own."""
        self.own = False
        self.note = ""
        """Message about the last action."""
        self.file_view: SheetView | None = None
        self.value_view: SheetView | None = None

    @property
    def folder(self) -> Path:
        """Return the folder of the player's own rule files of this game."""
        return self.app.store.own_rules / self.game

    @property
    def variant(self) -> Variant:
        return next((v for v in self.variants if (v.name, v.own) == (self.chosen, self.own)),
                    self.variants[0])

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.variants = variants(self.game, self.app.store.own_rules)
        self.paint_cloth((0.5, 0.35))
        game_bar(self, self.say("rulefiles.title"), self._open_rules)
        room, gap = look.m.page(), self.px(24)
        list_w = max(round(room.w * 0.25), min(self._list_needs(), round(room.w * 0.36)))
        rest = pygame.Rect(room.left + list_w + gap, room.top, room.w - list_w - gap, room.h)
        if rest.w >= 46 * look.m.text_px("label"):
            values = pygame.Rect(rest.left, rest.top, round((rest.w - gap) * 0.46), rest.h)
            file = pygame.Rect(values.right + gap, rest.top, rest.right - values.right - gap, rest.h)
        else:
            values = pygame.Rect(rest.left, rest.top, rest.w, round((rest.h - gap) * 0.52))
            file = pygame.Rect(rest.left, values.bottom + gap, rest.w, rest.bottom - values.bottom - gap)
        self._build_list(pygame.Rect(room.left, room.top, list_w, room.h))
        self._build_values(values)
        self._build_file(file)

    def _list_needs(self) -> int:
        """Return the width that the button labels need."""
        labels = [self.say(f"rulefiles.{name}") for name in ("edit", "make", "open", "again")]
        return max(self.look.width(label, "button") for label in labels) + self.px(120)

    # --- left: the variants ---

    def _build_list(self, rect: pygame.Rect) -> None:
        look, ground, pad = self.look, self.stage.ground, self.px(20)
        chrome.draw_panel(look, ground, rect)
        x, w = rect.left + pad, rect.w - 2 * pad
        chrome.draw_caption(look, ground, self.say("rulefiles.variants"), (x, rect.top + pad))
        bottom = self._build_buttons(pygame.Rect(x, rect.top, w, rect.h - pad))
        if self.note:
            note = "\n".join(broken(look, self.note, "label", w))
            high = look.paragraph_height(note, "label", w)
            if bottom - high - self.px(14) > rect.top + rect.h * 0.4:
                place = pygame.Rect(x, bottom - high - self.px(14), w, high)
                look.paragraph(ground, note, "label", place, look.theme.good)
                bottom -= high + self.px(20)
        top = rect.top + pad + look.line_height("caption") + self.px(12)
        sheet = self._cards(w)
        names = [(v.name, v.own) for v in self.variants]
        cursor = names.index((self.variant.name, self.variant.own))
        cards = SheetView(self, pygame.Rect(x, top, w, bottom - self.px(14) - top), sheet, self.choose,
                          cursor=cursor)
        if sheet.cells:
            cards.reveal(cursor)

    def _build_buttons(self, rect: pygame.Rect) -> int:
        """Stack the buttons upwards from the bottom; return the top of the highest."""
        height, gap = max(self.px(56), self.look.design["sizes"]["hit_min"]), self.px(12)
        y = rect.bottom - height
        for name, action, icon, key in (("again", self.read_again, "replay", "F5"),
                                        ("open", self.open_folder, "folder", ""),
                                        ("make", self.make_variant, "plus", ""),
                                        ("edit", self.edit, "flask", "")):
            able = name != "edit" or self.variant.values is not None
            Button(self, pygame.Rect(rect.left, y, rect.w, height), self.say(f"rulefiles.{name}"), action,
                   icon=icon, kind="primary" if name == "edit" else "secondary", key=key, enabled=able,
                   tip=self.say(f"rulefiles.{name}_tip") if able else self.say("rulefiles.faults_more"))
            y -= height + gap
        if self.variant.own:
            y = self._own_buttons(pygame.Rect(rect.left, y, rect.w, height)) - height - gap
        return y + height + gap

    def _own_buttons(self, rect: pygame.Rect) -> int:
        """Put Play, Rename and Delete of an own file side by side; return their top."""
        gap = self.px(8)
        third = (rect.w - 2 * gap) // 3
        for number, (name, action) in enumerate((("play", self.play), ("rename", self.rename),
                                                 ("delete", self.ask_delete))):
            able = name == "delete" or self.variant.values is not None
            Button(self, pygame.Rect(rect.left + number * (third + gap), rect.top, third, rect.h),
                   self.say(f"rulefiles.{name}"), action, enabled=able, role="label",
                   tip="" if able else self.say("rulefiles.faults_more"))
        return rect.top

    def title_of(self, variant: Variant) -> str:
        return variant_title(self.texts, self.game, variant)

    def differing(self, variant: Variant) -> list[tuple[str, Any, Any]]:
        classic = self.variants[0].values
        return differences(variant.values, classic) if variant.values and classic else []

    def _state_line(self, variant: Variant) -> str:
        if variant.values is None:
            return self.say("rulefiles.faulty", n=len(variant.faults))
        if variant.name == CLASSIC and not variant.own:
            return self.say("rulefiles.begin")
        count = len(self.differing(variant))
        return self.say("rulefiles.differs", n=count) if count else self.say("rulefiles.same")

    def _cards(self, width: int) -> Sheet:
        look, sheet = self.look, Sheet(self.look, self.accent)
        pad, y, right = self.px(14), self.px(3), self.px(12)
        line = look.line_height("label")
        height = 2 * pad + max(look.line_height("button"), look.font("button").get_height()) + 2 * line
        for variant in self.variants:
            rect = pygame.Rect(self.px(3), y, width - right - self.px(6), height)
            sheet.add(rect, partial(self._paint_card, variant))
            sheet.cells.append(rect)
            y = rect.bottom + self.px(10)
        sheet.tall = y
        return sheet

    def _paint_card(self, variant: Variant, surface: pygame.Surface, rect: pygame.Rect) -> None:
        look, theme = self.look, self.look.theme
        chosen, faulty = variant is self.variant, variant.values is None
        shapes.draw_box(surface, rect, self.px(12), theme.raised, 1.0 if chosen else 0.55,
                        self.accent if chosen else theme.line, 1.0 if chosen else theme.hair,
                        max(1.0, (2.6 if chosen else 1.5) * look.k))
        pad, line = self.px(14), look.line_height("label")
        x, room = rect.left + pad, rect.w - 2 * pad
        first = rect.h - 2 * pad - 2 * line
        look.write(surface, self.title_of(variant), "button", (x, rect.top + pad + first // 2), "midleft",
                   fit=room)
        whose = self.say("rulefiles.yours" if variant.own else "rulefiles.ours")
        origin = f"{variant.path.name} \u00b7 {whose}"
        y = rect.top + pad + first + line // 2
        look.write(surface, origin, "label", (x, y), "midleft", theme.dim, fit=room)
        if faulty:
            side = round(line * 0.9)
            look.draw_icon(surface, "warning", (x + side / 2, y + line), side, theme.bad)
            x, room = x + side + self.px(8), room - side - self.px(8)
        look.write(surface, self._state_line(variant), "label", (x, y + line), "midleft",
                   theme.bad if faulty else theme.dim, fit=room)

    def choose(self, index: int) -> None:
        variant = self.variants[index]
        self.chosen, self.own, self.note = variant.name, variant.own, ""
        self.rebuild()

    # --- middle: values or faults ---

    def _build_values(self, rect: pygame.Rect) -> None:
        look, ground, pad = self.look, self.stage.ground, self.px(24)
        chrome.draw_panel(look, ground, rect)
        variant = self.variant
        name = "faults" if variant.values is None else "all_values" if self._is_classic else "what_differs"
        chrome.draw_caption(look, ground, self.say(f"rulefiles.{name}"), (rect.left + pad, rect.top + pad))
        top = rect.top + pad + look.line_height("caption") + self.px(14)
        inner = pygame.Rect(rect.left + pad, top, rect.w - 2 * pad + self.px(12),
                            rect.bottom - self.px(14) - top)
        width = inner.w - self.px(20)
        if variant.values is None:
            sheet = Sheet(look, self.accent)
            self._lay_faults(sheet, width)
        else:
            rows = None if self._is_classic else self.differing(variant)
            sheet = ValueSheet(look, self.accent, self.texts, self.game, variant.values, rows, width)
        self.value_view = SheetView(self, inner, sheet, self.show_fault)

    @property
    def _is_classic(self) -> bool:
        return self.variant.name == CLASSIC and not self.variant.own

    def _lay_faults(self, sheet: Sheet, width: int) -> None:
        """List each fault as file:line:column and message; a click shows the line."""
        look, theme = self.look, self.look.theme
        y, pad = self.px(2), self.px(12)
        for fault in self.variant.faults:
            top, at = y, len(sheet.items)
            y = sheet.text(self.place_of(fault), "name", pad, y + pad, width - 2 * pad, theme.bad)
            y = sheet.text(self.sentence_of(fault), "body", pad, y, width - 2 * pad) + pad
            card = pygame.Rect(self.px(2), top, width - self.px(4), y - top)
            sheet.add(card, lambda surface, r: shapes.draw_box(
                surface, r, self.px(12), theme.raised, 0.7, theme.bad, 0.5, max(1.0, 1.5 * look.k)))
            sheet.items.insert(at, sheet.items.pop())
            sheet.cells.append(card)
            y += self.px(12)
        sheet.tall = sheet.text(self.say("rulefiles.faults_more"), "label", pad, y, width - pad, theme.dim)

    def place_of(self, fault: Fault) -> str:
        return self.say("rulefiles.place", file=Path(fault.file).name, line=fault.line, column=fault.column)

    def sentence_of(self, fault: Fault) -> str:
        return self.say(Phrase(fault.key, fault.values))

    def show_fault(self, index: int) -> None:
        """Scroll to the line of a fault, in another file if necessary."""
        fault = self.variant.faults[index]
        if fault.file != str(self.variant.path):
            other = next((i for i, v in enumerate(self.variants) if str(v.path) == fault.file), None)
            if other is not None:
                self.choose(other)
        view = self.file_view
        if view is not None and isinstance(view.sheet, FileSheet):
            view.scroll_to(view.sheet.line_tops.get(fault.line, 0) - view.rect.h // 3)

    # --- right: the file ---

    def _build_file(self, rect: pygame.Rect) -> None:
        look, ground, pad = self.look, self.stage.ground, self.px(24)
        chrome.draw_panel(look, ground, rect)
        variant = self.variant
        chrome.draw_caption(look, ground, self.say("rulefiles.file"), (rect.left + pad, rect.top + pad))
        caption = look.width(self.say("rulefiles.file"), "caption")
        path = str(variant.path) if variant.own else variant.path.name
        middle = rect.top + pad + look.line_height("caption") // 2
        look.write(ground, path, "label", (rect.right - pad, middle), "midright", look.theme.dim,
                   fit=rect.w - 2 * pad - caption - self.px(24))
        top = rect.top + pad + look.line_height("caption") + self.px(14)
        inner = pygame.Rect(rect.left + self.px(12), top, rect.w - self.px(24),
                            rect.bottom - self.px(14) - top)
        try:
            sheet = FileSheet(look, self.accent, read_lines(variant.path), inner.w - self.px(16),
                              [fault for fault in variant.faults if fault.file == str(variant.path)],
                              self.say("rulefiles.cut"))
        except OSError as fault:
            sheet = FileSheet(look, self.accent, [], inner.w - self.px(16), [], "")
            why = self.say("rulefiles.unreadable", reason=fault.strerror or str(fault))
            sheet.tall = sheet.text(why, "body", self.px(12), 0, inner.w - self.px(28))
        self.file_view = SheetView(self, inner, sheet, lambda _: None)
        first = min((f.line for f in variant.faults if f.file == str(variant.path)), default=1)
        self.file_view.scroll_to(sheet.line_tops.get(first, 0) - inner.h // 3)

    # --- what the buttons do ---

    def read_again(self) -> None:
        self.note = self.say("rulefiles.read")
        self.rebuild()

    def pause(self, away: bool) -> None:
        """Reload the files after the window regained the focus (from a text editor)."""
        if not away and self.app.top is self:
            self.rebuild()

    def open_folder(self) -> None:
        if not self._make_folder():
            return
        if show_folder(self.folder):
            self.note = self.say("rulefiles.opened", folder=str(self.folder))
            self.rebuild()
        else:
            tell_trouble(self, self.say("rulefiles.not_opened", folder=str(self.folder)))

    def _make_folder(self) -> bool:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            tell_trouble(self, self.say("rulefiles.no_folder", folder=str(self.folder),
                                        reason=fault.strerror or str(fault)))
            return False
        return True

    # --- own files ---

    def play(self) -> None:
        """Deal a table by the rules of the chosen variant, for the usual seats."""
        name = self.app.player_name()
        level = usual_level(self.app.history, self.game, self.app.me)
        choices = read_choices(self.app.store, self.game, name, self.app.texts.language, level)
        self.app.store.write_choices(self.game, choices | {"variant": self.variant.name})
        self.app.push(deal_with_choices(self.app, self.game))

    def rename(self) -> None:
        self.app.push(Renaming(self.app, self.game, self.title_of(self.variant), self._take_title))

    def _take_title(self, title: str) -> None:
        path = self.variant.path
        try:
            write_atomically(path, with_title(path.read_text(encoding="utf-8"), title).encode(), durable=True)
        except (OSError, UnicodeDecodeError) as fault:
            tell_trouble(self, self.say("rulefiles.not_written", file=path.name, folder=str(self.folder),
                                        reason=str(fault)))
        self.rebuild()

    def ask_delete(self) -> None:
        title = self.title_of(self.variant)
        self.app.push(Dialog(self.app, self.say("rulefiles.delete_title", title=title),
                             self.say("rulefiles.delete_text"), [
            (self.say("button.cancel"), None, None), (self.say("rulefiles.delete"), self._delete, "cross")],
            game=self.game, esc_closes=True))

    def _delete(self) -> None:
        """Put the file aside under a name that is no rule file, so that it can be fetched back."""
        path = self.variant.path
        try:
            aside = path.with_suffix(".yaml.deleted")
            path.replace(aside)
            self.note = self.say("rulefiles.deleted", file=aside.name)
        except OSError as fault:
            tell_trouble(self, self.say("rulefiles.not_written", file=path.name, folder=str(self.folder),
                                        reason=fault.strerror or str(fault)))
        self.chosen, self.own = CLASSIC, False
        self.rebuild()

    def edit(self) -> None:
        """Open the chosen variant in the rule laboratory."""
        if self.variant.values is not None:
            self.app.open(routes.Laboratory(self.game, self.variant, self._new_title(), self._edited))

    def _edited(self, path: Path) -> None:
        """Select the file that the laboratory saved."""
        self.chosen, self.own, self.note = path.stem, True, ""

    def come_back(self) -> None:
        """Reload the files after returning from the laboratory."""
        if (self.variant.name, self.variant.own) != (self.chosen, self.own) or self.own:
            self.rebuild()

    def _free_number(self) -> int:
        """Return the first unused number for a new file."""
        taken = {variant.name for variant in self.variants}
        if self.folder.is_dir():
            taken |= {path.stem for path in self.folder.iterdir()}
        return next(n for n in range(1, len(taken) + 2) if my_table(n) not in taken)

    def _new_title(self) -> str:
        number = self._free_number()
        return self.say("rulefiles.my_table.first") if number == 1 else self.say(
            "rulefiles.my_table.more", number=number)

    def make_variant(self) -> None:
        """Write a new file with every classic value as a comment; never overwrite an existing one."""
        if not self._make_folder():
            return
        title = self._new_title()
        path = self.folder / f"{my_table(self._free_number())}.yaml"
        try:
            write_atomically(path, own_variant_text(self.texts, self.game, title).encode(), durable=True)
        except OSError as fault:
            tell_trouble(self, self.say("rulefiles.not_written", file=path.name, folder=str(self.folder),
                                        reason=fault.strerror or str(fault)))
            return
        self.chosen, self.own = path.stem, True
        self.note = self.say("rulefiles.made", file=path.name)
        self.rebuild()

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_F5:
            self.read_again()
            return True
        if event.key == pygame.K_F1:
            self._open_rules()
            return True
        far = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)
        if event.key in far and self.file_view is not None and self.focus is None:
            self.file_view.key_down(event)
            return True
        return False

    def _open_rules(self) -> None:
        variant = self.variant
        rules = rules_class(self.game)(variant.values, variant.name) if variant.values is not None else None
        self.app.open(routes.Help(self.game, rules))
