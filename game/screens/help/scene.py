"""The help screen: the rules page of every game for the chosen variant, and a guide to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game import routes
from game.app import App
from game.boards.loading import help_facts, help_painters
from game.data.occasion import Occasion
from game.draw import chrome, shapes
from game.screen import Screen
from game.screens.help.page import Layout, Page
from game.table.seating import bot_seats
from game.ui.bar import tool_row, top_bar, window_tool
from game.ui.help_sheet import HelpBoard, HelpSheet
from game.ui.names import variant_title
from game.ui.paper.blocks import Block, page_blocks, page_values
from game.ui.paper.sheet import paper_for
from game.ui.widgets import Area, Button, Segment, Stepper
from rules.catalog import GAMES, rules_class, variants
from rules.session import Session

if TYPE_CHECKING:
    from rules.base import Rules

PROGRAM = "program"
"""Id of the page about the program itself."""


class Help(Screen):
    """Pages on the left, the chosen one on paper on the right. Changing a rule file changes its page."""

    def __init__(self, app: App, game: str, rules: Rules | None = None):
        super().__init__(app)
        self.game: str = game
        self.shown = game
        """A game id, or PROGRAM."""
        self.played = rules
        """The rules of the table from which help was opened."""
        self.variant = rules.variant if rules is not None else "classic"
        self.choices: dict[str, tuple[str, Rules]] = {}
        """Display name and rules of every variant that can be shown, by variant."""
        self.page: Page | None = None
        self._at = 0.0
        """Scroll position as a fraction of the page, so that it survives a resize."""
        self.contents: list[Area] = []
        self.section = -1

    def come_back(self) -> None:
        """Reload the page: a rule file may have been changed on the rule files screen."""
        self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.paint_cloth((0.5, 0.35))
        self.choices = self.read_choices() if self.shown != PROGRAM else {}
        self._build_top()
        room, gap = look.m.page(), self.px(24)
        blocks = self.blocks()
        list_w = self._list_width(blocks, room.w)
        right = pygame.Rect(room.left + list_w + gap, room.top, room.w - list_w - gap, room.h)
        if len(self.choices) > 1:
            height = max(self.px(54), look.design["sizes"]["hit_min"])
            self._variant_select(pygame.Rect(right.left, right.top, right.w, height))
            right = pygame.Rect(right.left, right.top + height + self.px(14), right.w,
                                right.h - height - self.px(14))
        self._build_page(right, blocks)
        self._build_list(pygame.Rect(room.left, room.top, list_w, room.h))
        self._scrolled()

    def _build_top(self) -> None:
        bar = top_bar(self, self._entry_title(self.shown), self.escape)
        tools = [window_tool(self)]
        buttons = []
        if self.shown != PROGRAM:
            if self.texts.lines(f"tutorial.{self.game}"):
                buttons.append(("school", self._open_lesson, self.say("help.lesson"),
                                self.say("help.lesson_tip")))
            buttons.append(("list", self._open_rule_files, self.say("help.rule_files"),
                            self.say("help.rule_files_tip")))
        look = self.look
        side = max(self.px(look.design["sizes"]["icon_button"]), look.design["sizes"]["hit_min"])
        widths = [look.width(label, "button") + self.px(84) for _, _, label, _ in buttons]
        x = look.size[0] - self.px(24) - side - self.px(14) - sum(widths) - self.px(12) * len(buttons)
        if x < bar.right + self.px(20):
            tool_row(self, [(icon, action, label, "") for icon, action, label, _ in buttons] + tools)
            return
        tool_row(self, tools)
        for (icon, action, label, tip), width in zip(buttons, widths, strict=True):
            rect = pygame.Rect(x, 0, width, side)
            rect.centery = look.m.top.centery
            Button(self, rect, label, action, icon=icon, tip=tip)
            x += width + self.px(12)

    # --- which variant ---

    def read_choices(self) -> dict[str, tuple[str, Rules]]:
        """Return every variant without faults; add the table's own rules if no file matches them."""
        kind = rules_class(self.game)
        found: dict[str, tuple[str, Rules]] = {}
        for variant in variants(self.game, self.app.store.own_rules):
            if variant.values is not None:
                title = variant_title(self.texts, self.game, variant)
                found[variant.name] = (title, kind(variant.values, variant.name))
        played = self.played
        if played is not None and played.game == self.game:
            same = found.get(played.variant)
            if same is None or same[1].values != played.values:
                found = {"": (self.say("help.this_table"), played)} | found
                if self.page is None:
                    self.variant = ""
        if self.variant not in found:
            self.variant = played.variant if played and played.variant in found else next(iter(found), "")
        return found

    def _variant_select(self, rect: pygame.Rect) -> None:
        """Add a segment per variant, or a stepper if there are too many."""
        look = self.look
        names = list(self.choices)
        needs = sum(look.width(name, "label") + self.px(44) for name, _ in self.choices.values())
        if needs <= rect.w:
            rect.w = min(rect.w, max(needs, self.px(150) * len(names)))
            Segment(self, rect, [(name, self.choices[name][0]) for name in names], self.variant,
                    self._choose_variant)
        else:
            rect.w = min(rect.w, self.px(620))
            Stepper(self, rect, names.index(self.variant), 0, len(names) - 1, 1,
                    lambda index: self.choices[names[index]][0],
                    lambda index: self._choose_variant(names[index]))

    def _choose_variant(self, name: str) -> None:
        self.variant = name
        self.rebuild()

    # --- the page ---

    @property
    def rules(self) -> Rules | None:
        """Return the rules shown on the page."""
        return self.choices[self.variant][1] if self.choices else None

    def blocks(self) -> list[Block]:
        """Return the blocks that apply to the chosen rules, with all numbers filled in."""
        rules = self.rules
        if rules is None:
            folders = {"folder": str(self.app.store.folder), "rules_folder": str(self.app.store.own_rules)}
            return page_blocks(self.texts, f"help.{PROGRAM}.page", folders)
        found = page_blocks(self.texts, f"help.{self.game}.page",
                            page_values(rules.values, help_facts(rules)))
        return found or [{"h": self.say(f"game.{self.game}.title")},
                         {"p": self.say(f"game.{self.game}.about")}, {"p": self.say("help.no_page")}]

    def _build_page(self, rect: pygame.Rect, blocks: list[Block]) -> None:
        paper = paper_for(self.look)
        chrome.draw_panel(paper, self.stage.ground, rect, alpha=1.0)
        inner = rect.inflate(-2 * self.px(10), -2 * self.px(10))
        margin = self.px(34)
        rules = self.rules
        boards = help_painters(self.game) if rules is not None else {}
        width = inner.w - 2 * margin
        sheet = HelpSheet(rules, paper, self.look, self.say, {}, width)  # type: ignore[arg-type]
        accent = paper.theme.accent(self.game) if rules is not None else paper.theme.warn
        layout = Layout(sheet, boards, blocks, accent, margin)
        self.page = Page(self, inner, layout, self.try_example, self._scrolled)
        self.page.scroll_to(self._at * self.page.furthest)

    def try_example(self, index: int) -> None:
        """Open an example as a separate table whose result is not recorded."""
        assert self.page is not None and self.rules is not None
        board: HelpBoard = self.page.layout.tries[index]
        session = Session(self.rules, bot_seats(self.app, self.rules.seats[0]), 0, level=board.setup)
        for move in board.moves:
            session.play(self.rules.read_move(move))
        self.app.open(routes.Table(session, Occasion(counts=False)))

    def _scrolled(self) -> None:
        page = self.page
        if page is None:
            return
        self._at = page.offset / page.furthest if page.furthest else 0.0
        tops = [y for _, y in page.layout.headings]
        at_end = page.furthest > 0 and page.offset >= page.furthest
        reached = [y for y in tops if y <= page.offset + self.px(120) or at_end]
        heading = tops.index(max(reached)) if reached else 0
        if heading != self.section:
            before, self.section = self.section, heading
            for index in (before, heading):
                if 0 <= index < len(self.contents):
                    self.contents[index].refresh()

    # --- the list at the left ---

    def _list_width(self, blocks: list[Block], room: int) -> int:
        """Return the list width: wide enough for the page's headings, but at most 29 % of the room."""
        headings = [self.look.width(block["h"], "label") + self.px(56) for block in blocks if "h" in block]
        return min(max([self.px(320), *headings]), round(room * 0.29))

    def _entry_title(self, name: str) -> str:
        return self.say(f"help.{PROGRAM}.title" if name == PROGRAM else f"game.{name}.title")

    def _build_list(self, rect: pygame.Rect) -> None:
        look, ground, pad = self.look, self.stage.ground, self.px(18)
        least = look.design["sizes"]["hit_min"]
        head = look.line_height("caption") + self.px(14)
        entries = [*GAMES, PROGRAM]
        room = rect.h - 2 * pad - head
        beside = room - self._contents_height() - self.px(20)  # less if the table of contents needs it
        row = max(min(least, room // len(entries) - self.px(6)),
                  min(max(self.px(48), least), beside // len(entries) - self.px(6)))
        panel = pygame.Rect(rect.left, rect.top, rect.w, 2 * pad + head + len(entries) * (row + self.px(6)))
        chrome.draw_panel(look, ground, panel)
        chrome.draw_caption(look, ground, self.say("help.pages"), (panel.left + pad, panel.top + pad))
        y = panel.top + pad + head
        icon = round(look.m.text_px("button") * 1.25)
        room = panel.w - 2 * pad - icon - self.px(34)
        size = min(look.fitting(self._entry_title(entry), "button", room) for entry in entries)
        for entry in entries:
            self._entry(entry, pygame.Rect(panel.left + pad, y, panel.w - 2 * pad, row), size)
            y += row + self.px(6)
        self._build_contents(pygame.Rect(rect.left, panel.bottom + self.px(20), rect.w,
                                         rect.bottom - panel.bottom - self.px(20)))

    def _entry(self, name: str, rect: pygame.Rect, size: float) -> None:
        look, theme = self.look, self.look.theme
        program, label = name == PROGRAM, self._entry_title(name)
        chosen, accent = name == self.shown, theme.accent(None if program else name)
        if program and theme.light:
            accent = theme.warn

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            if chosen:
                shapes.draw_box(surface, box, self.px(12), accent)
            else:
                shapes.draw_box(surface, box, self.px(12), theme.raised, 0.9 if widget.hovered else 0.55,
                                accent if widget.hovered else theme.line, 1 if widget.hovered else theme.hair,
                                max(1.0, 1.5 * look.k))
            colour = theme.ink_on(accent) if chosen else theme.text
            icon = round(look.m.text_px("button") * 1.25)
            look.draw_icon(surface, "help" if program else "book",
                           (box.left + self.px(12) + icon / 2, box.centery), icon, colour)
            x = box.left + self.px(24) + icon
            look.write(surface, label, "button", (x, box.centery), "midleft", colour, at_most=size)

        Area(self, rect, lambda: self.show_page(name), paint_over=paint, radius_name="field")

    def show_page(self, name: str) -> None:
        if name == self.shown:
            return
        self.shown, self._at = name, 0.0
        if name != PROGRAM:
            self.game = name
        self.rebuild()

    def _contents_height(self) -> int:
        """Return the minimum height of the table of contents at the tightest readable spacing."""
        assert self.page is not None
        look = self.look
        return (2 * self.px(18) + look.line_height("caption") + self.px(12)
                + look.line_height("label") * len(self.page.layout.headings))

    def _build_contents(self, rect: pygame.Rect) -> None:
        """List the page's headings; a click jumps to one. Omitted unless all of them fit."""
        self.contents = []
        self.section = -1
        assert self.page is not None
        look, pad, ground = self.look, self.px(18), self.stage.ground
        headings = self.page.layout.headings
        head = look.line_height("caption") + self.px(12)
        close = (rect.h - 2 * pad - head) // max(1, len(headings))
        row = max(look.line_height("label"), min(look.line_height("label") + self.px(12), close))
        height = 2 * pad + head + row * len(headings)
        if not headings or height > rect.h:
            return
        panel = pygame.Rect(rect.left, rect.top, rect.w, height)
        chrome.draw_panel(look, ground, panel)
        chrome.draw_caption(look, ground, self.say("help.on_this_page"), (panel.left + pad, panel.top + pad))
        y = panel.top + pad + head
        size = min(look.fitting(title, "label", panel.w - pad - self.px(24)) for title, _ in headings)
        for index, (title, _) in enumerate(headings):
            self.contents.append(self._contents_row(index, title, size, pygame.Rect(
                panel.left + pad // 2, y, panel.w - pad, row)))
            y += row

    def _contents_row(self, index: int, title: str, size: float, rect: pygame.Rect) -> Area:
        look, theme = self.look, self.look.theme

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            here = index == self.section
            if here or widget.hovered:
                shapes.draw_box(surface, box, self.px(9), theme.raised, 1.0 if here else 0.6)
            if here:
                mark = pygame.Rect(box.left, box.top + box.h // 5, max(2, self.px(4)), box.h * 3 // 5)
                shapes.draw_box(surface, mark, mark.w / 2, self.accent)
            x = box.left + self.px(16)
            look.write(surface, title, "label", (x, box.centery), "midleft",
                       theme.text if here or widget.hovered else theme.dim, at_most=size)

        return Area(self, rect, lambda: self._jump(index), paint_over=paint, radius_name="key")

    def _jump(self, index: int) -> None:
        assert self.page is not None
        self.page.scroll_to(self.page.layout.headings[index][1] - self.px(34))

    # --- keys and other screens ---

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_F1:
            self.app.pop()
            return True
        page = self.page
        if page is None or self.focus is page:
            return False
        far = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)
        near = (pygame.K_UP, pygame.K_DOWN) if self.focus is None else ()
        if event.key == pygame.K_SPACE and self.focus is None:
            page.scroll_to(page.offset + page.rect.h * 0.85)
            return True
        if event.key in (*far, *near):
            page.key_down(event)
            return True
        return False

    def _open_lesson(self) -> None:
        self.app.open(routes.Lesson(self.game))

    def _open_rule_files(self) -> None:
        self.app.open(routes.RuleFiles(self.game))
