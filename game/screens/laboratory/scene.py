"""The rule laboratory: edit a variant in a form, try it with bots, save it; opened from the rule files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game import routes
from game.app import App
from game.draw import chrome, shapes
from game.screen import Screen
from game.screens.laboratory.form import Form
from game.screens.laboratory.model import LONGEST_NAME, draft_of
from game.screens.laboratory.trial import TrialScene
from game.screens.rulefiles.folders import tell_trouble
from game.ui.bar import game_bar
from game.ui.dialogs import Choice, Dialog
from game.ui.names import rule_name
from game.ui.paper.sheet import broken
from game.ui.stage import Sprite
from game.ui.widgets import WIDGET_Z, Button, Field, Segment
from rules.catalog import GAMES, rules_class
from rules.files.variants import Variant
from rules.session import LEVELS
from rules.trial import Trial

TRIED = 200
"""Games that a trial plays with each set of rules."""
TRIAL_LEVELS = LEVELS[:3]
"""Levels offered for trials; the highest takes seconds per move, too slow for hundreds of games."""


class Laboratory(Screen):
    """The form on the left; name, faults, trial and Save on the right."""

    def __init__(self, app: App, game: str, variant: Variant, new_title: str, saved: Callable[[Path], None]):
        super().__init__(app)
        self.game: str = game
        self.draft = draft_of(app.texts, game, variant, new_title)
        self.saved = saved
        """Called with the path after saving."""
        self.form = Form(self, self.draft, self._changed)
        self.level = TRIAL_LEVELS[1]
        low, high = GAMES[game].players
        self.players = max(low, min(2, high))
        self.note = ""

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.paint_cloth((0.4, 0.35))
        game_bar(self, self.say("laboratory.title"), self._open_rules)
        room, gap = look.m.page(), self.px(24)
        side_w = max(round(room.w * 0.29), min(self._side_needs(), round(room.w * 0.36)))
        side = pygame.Rect(room.right - side_w, room.top, side_w, room.h)
        self._build_form(pygame.Rect(room.left, room.top, room.w - side_w - gap, room.h))
        self._build_side(side)
        self._changed()

    def _side_needs(self) -> int:
        return self.look.width(self.say("laboratory.try", n=TRIED), "button") + self.px(130)

    def _build_form(self, rect: pygame.Rect) -> None:
        look, pad = self.look, self.px(24)
        chrome.draw_panel(look, self.stage.ground, rect)
        self.panel = rect
        chrome.draw_caption(look, self.stage.ground, self.say("laboratory.values"),
                            (rect.left + pad, rect.top + pad))
        hint = self.say("laboratory.keys")
        room = rect.w - 3 * pad - look.width(self.say("laboratory.values"), "caption")
        if look.width(hint, "label") <= room:
            middle = rect.top + pad + look.line_height("caption") // 2
            look.write(self.stage.ground, hint, "label", (rect.right - pad, middle), "midright",
                       look.theme.dim)
        top = rect.top + pad + look.line_height("caption") + self.px(8)
        self.form.build(pygame.Rect(rect.left + pad, top, rect.w - pad - self.px(14),
                                    rect.bottom - self.px(12) - top))

    def _build_side(self, rect: pygame.Rect) -> None:
        look, ground, pad = self.look, self.stage.ground, self.px(24)
        chrome.draw_panel(look, ground, rect)
        x, w, y = rect.left + pad, rect.w - 2 * pad, rect.top + pad
        height, caption = self._control, look.line_height("caption") + self.px(8)
        chrome.draw_caption(look, ground, self.say("laboratory.name"), (x, y))
        self.name_field = Field(self, pygame.Rect(x, y + caption, w, height), self.draft.title, self._rename,
                                longest=LONGEST_NAME, placeholder=self.say("rulefiles.my_table.first"))
        y += caption + height + self.px(18)
        bottom = self._build_buttons(pygame.Rect(x, y, w, rect.bottom - pad - y))
        bottom = self._build_trial(x, w, bottom - self.px(14))
        bottom -= self._control + self.px(16)
        self.all_back = Button(self, pygame.Rect(x, bottom, w, self._control),
                               self.say("laboratory.all_back"),
                               self.form.all_back, icon="undo", kind="ghost")
        self.legend = pygame.Rect(x, y, w, bottom - self.px(12) - y)
        self._told = self.stage.add(Sprite(z=WIDGET_Z - 5))

    @property
    def _control(self) -> int:
        return max(self.px(52), self.look.design["sizes"]["hit_min"])

    def _build_buttons(self, rect: pygame.Rect) -> int:
        """Stack the buttons upwards from the bottom; return the top of the highest."""
        height, gap = max(self.px(56), self.look.design["sizes"]["hit_min"]), self.px(12)
        y = rect.bottom - height
        save = Button(self, pygame.Rect(rect.left, y, rect.w, height), self.say("laboratory.save"),
                      self._save,
                      icon="check", kind="primary", key=self.say("laboratory.save_key"))
        y -= height + gap
        trial = Button(self, pygame.Rect(rect.left, y, rect.w, height), self.say("laboratory.try", n=TRIED),
                       self.try_out, icon="flask")
        self.buttons = {"try": trial, "save": save}
        return y

    def _build_trial(self, x: int, w: int, bottom: int) -> int:
        """Add the choice of bots above the trial button; return the top."""
        height, low, high = self._control, *GAMES[self.game].players
        levels = [(level, self.say(f"level_name.{level}")) for level in TRIAL_LEVELS]
        y = bottom - height
        Segment(self, pygame.Rect(x, y, w, height), levels, self.level, self._choose_level)
        if high > max(low, 1) and high > 1:
            y -= height + self.px(8)
            counts = [(n, self.say("laboratory.seats", n=n)) for n in range(max(low, 1), high + 1)]
            if sum(self.look.width(label, "label") + self.px(20) for _, label in counts) > w:
                counts = [(n, str(n)) for n, _ in counts]
            Segment(self, pygame.Rect(x, y, w, height), counts, self.players, self._choose_players)
        y -= self.look.line_height("caption") + self.px(8)
        chrome.draw_caption(self.look, self.stage.ground, self.say("laboratory.trial"), (x, y), within=w)
        return y

    def _choose_level(self, level: object) -> None:
        self.level = str(level)

    def _choose_players(self, players: object) -> None:
        self.players = int(str(players))

    # --- what follows from a change ---

    def _changed(self) -> None:
        """List differences or faults, and enable trial and Save accordingly."""
        problems = self.draft.problems()
        differing = self.draft.differing()
        self._paint_legend(problems, len(differing))
        key = "laboratory.first_mend" if problems else "" if differing else "laboratory.same"
        why = self.say(key) if key else ""
        self.all_back.enable(bool(differing or problems))
        for name, button in self.buttons.items():
            button.enable(not why)
            button.tip = why or self.say(f"laboratory.{name}_tip")

    def _paint_legend(self, problems: list, differing: int) -> None:
        look, theme, rect = self.look, self.look.theme, self.legend
        image = pygame.Surface(rect.size, pygame.SRCALPHA)
        if problems:
            parts = [(theme.bad, f"{rule_name(self.texts, self.game, name)}: {self.say(why)}")
                     for name, why in problems]
        elif differing:
            parts = [(theme.text, self.say("rulefiles.differs", n=differing))]
        else:
            parts = [(theme.text, self.say("rulefiles.nothing"))]
        if self.note:
            parts.append((theme.good, self.note))
        y = 0
        for colour, text in parts:
            for line in broken(look, text, "body", rect.w):
                if y + look.line_height("body") > rect.h:
                    break
                look.write(image, line, "body", (0, y + look.line_height("body") / 2), "midleft", colour)
                y += look.line_height("body")
            y += self.px(8)
        if not problems:
            self._list_changes(image, y)
        self._told.set(image, rect.topleft)

    def _list_changes(self, image: pygame.Surface, y: int) -> None:
        """List as many changed values as fit."""
        look, theme, width = self.look, self.look.theme, image.get_width()
        line, gap = look.line_height("label"), self.px(6)
        changed = [entry for entry in self.draft.entries if self.draft.differs(entry)]
        for number, entry in enumerate(changed):
            value = self.form.value_text(entry, self.draft.get(entry))
            room = min(look.width(value, "label"), width // 2)
            names = broken(look, rule_name(self.texts, self.game, entry.name), "label",
                           width - room - self.px(14))
            below = y + len(names) * line + gap
            if below > image.get_height() - (line if number < len(changed) - 1 else 0):
                look.write(image, f"+ {len(changed) - number}", "label",
                           (0, y + line / 2), "midleft", theme.dim)
                return
            look.write(image, value, "label", (width, y + line / 2), "midright", self.accent, fit=room)
            for name in names:
                look.write(image, name, "label", (0, y + line / 2), "midleft", theme.dim)
                y += line
            shapes.draw_box(image, (0, y + gap // 2, width, 1), 0, theme.line, theme.line_alpha * 0.6)
            y = below

    def _rename(self, text: str) -> None:
        self.draft.title = " ".join(text.split()) or self.say("rulefiles.my_table.first")

    # --- trying and saving ---

    def try_out(self) -> None:
        if self.draft.problems() or not self.draft.differing():
            return
        trial = Trial(self.game, (self.draft.values, self.draft.classic), self.level, self.players, TRIED,
                      seed=1)
        self.app.push(TrialScene(self.app, trial, self.draft.title))

    def _save(self) -> None:
        self.save()

    def save(self) -> bool:
        """Write the file; show an error if that fails. Return whether it was saved."""
        if self.draft.problems():
            return False
        try:
            path = self.draft.save(self.texts, self.app.store.own_rules)
        except OSError as fault:
            folder = self.app.store.own_rules / self.game
            tell_trouble(self, self.say("laboratory.not_written", folder=str(folder),
                                        reason=fault.strerror or str(fault)))
            return False
        self.note = self.say("laboratory.saved", file=path.name)
        self.saved(path)
        self._changed()
        return True

    def _open_rules(self) -> None:
        rules = None if self.draft.problems() else rules_class(self.game)(self.draft.values, "trial")
        self.app.open(routes.Help(self.game, rules))

    # --- events ---

    def _wheel(self, event: pygame.Event) -> bool:
        """Scroll the form; the wheel never changes the value under the mouse."""
        if self.panel.collidepoint(self._mouse):
            self.form.scroll(-event.y)
            return True
        return super()._wheel(event)

    def key(self, event: pygame.Event) -> bool:
        row = self.form.row_of(self.focus)
        if event.key == pygame.K_s and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if self.buttons["save"].enabled:
                self.save()
        elif event.key == pygame.K_F1:
            self._open_rules()
        elif event.key == pygame.K_DELETE and row is not None:
            self.form.back(self.draft.entries[row])
        elif event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
            page = max(1, len(self.form.controls) - 1)
            self.form.scroll(page if event.key == pygame.K_PAGEDOWN else -page)
        elif event.key in (pygame.K_UP, pygame.K_DOWN) and row is not None:
            self.app.show_focus()
            step = 1 if event.key == pygame.K_DOWN else -1
            if not self.form.focus_row(row + step):
                self.focus_next(step)
        else:
            return False
        return True

    def focus_next(self, step: int) -> None:
        """Move the focus through all rows, including those scrolled out of sight."""
        row = self.form.row_of(self.focus)
        if row is not None and self.form.focus_row(row + step):
            return
        super().focus_next(step)

    def escape(self) -> None:
        if not self.draft.changed:
            self.app.pop()
            return
        choices: list[Choice] = [(self.say("laboratory.stay"), None, None),
                                 (self.say("laboratory.leave"), self.app.pop, None)]
        if not self.draft.problems() and self.draft.differing():
            choices.insert(0, (self.say("laboratory.save"), self._save_and_leave, "check"))
        # Esc selects the last choice, so that must be the one that loses nothing.
        choices.append(choices.pop(-2))
        self.app.push(Dialog(self.app, self.say("laboratory.unsaved"), self.say("laboratory.unsaved_more"),
                             choices, game=self.game))

    def _save_and_leave(self) -> None:
        if self.save():
            self.app.pop()
