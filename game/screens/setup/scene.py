"""The setup of a game in three columns: rules, seats, deal."""

from __future__ import annotations

import pygame

from game import routes
from game.app import App
from game.data.choices import seats_of
from game.data.lengths import read_lengths, with_lengths
from game.screens.levels import fault_sentence
from game.screens.setup.deal import DealPanel
from game.screens.setup.offers import Offers
from game.screens.setup.page import SetupPage
from game.screens.setup.picker import Picker
from game.screens.setup.rules import RulesPanel
from game.screens.setup.seats import SeatsPanel
from game.table.seating import make_table, matched, new_seed
from game.ui.bar import rules_tool, tool_row, top_bar, window_tool
from game.ui.dialogs import Notice
from rules.base import AnyRules, BadSetup
from rules.catalog import folders, rules_class
from rules.files.variants import Variant, load_in_language
from rules.session import Seat


class Setup(SetupPage):
    """Set up a table. The last choices are remembered, so that Start is one click away next time."""

    def __init__(self, app: App, game: str):
        super().__init__(app, game)
        offers = Offers(self)
        self.rules_panel = RulesPanel(self, self.choose_variant, self.choose_language, self._open_rule_files)
        self.seats = SeatsPanel(self, offers, self.pick_person)
        self.deal = DealPanel(self, offers)

    def come_back(self) -> None:
        """Read changed rule files whenever this page is on top again."""
        self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.read_variants()
        self.unfinished = [save for save in self.app.store.unfinished() if save.record["game"] == self.game]
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say(f"game.{self.game}.title"), self.escape)
        tool_row(self, [rules_tool(self, self._open_rules),
                        ("gear", self._open_settings, self.say("shelf.settings"), ""),
                        window_tool(self)])
        panels, gap = look.m.page(), self.px(24)
        if look.m.aspect < 1.5:
            rules_w, deal_w = round(panels.w * 0.27), round(panels.w * 0.27)
        else:
            rules_w, deal_w = round(panels.w * 0.224), round(panels.w * 0.24)
        self.rules_panel.build(pygame.Rect(panels.left, panels.top, rules_w, panels.h))
        self.deal.build(pygame.Rect(panels.right - deal_w, panels.top, deal_w, panels.h))
        self.seats.build(pygame.Rect(panels.left + rules_w + gap, panels.top,
                                     panels.w - rules_w - deal_w - 2 * gap, panels.h))

    # --- what the columns change ---

    def choose_variant(self, variant: Variant) -> None:
        if variant.values is None:
            self._open_rule_files()
            return
        if variant.name != self.choices["variant"]:
            self.choices.update(read_lengths({}))  # each variant has its own lengths
        self.choices["variant"] = variant.name
        self._take_language_of(variant)
        self.rebuild()

    def _take_language_of(self, variant: Variant) -> None:
        """Choose the language of the words if a variant names one itself."""
        usual = next(iter(rules_class(self.game).word_languages), "")
        if usual and variant.values and (named := variant.values["words"]["language"]) != usual:
            self.choices["words"] = named

    def choose_language(self, code: str) -> None:
        """Choose the language of the words; if its letters or its list cannot be read, show why."""
        found = load_in_language(rules_class(self.game), self.choices["variant"], code,
                                 folders(self.game, self.app.store.own_rules))
        if found.values is None:
            self._refuse_words(fault_sentence(self.texts, found.faults[0]))
            return
        self.choices["words"] = code
        self._remember()  # levels and the lesson ask for it
        self.rebuild()

    def _refuse_words(self, sentence: str) -> None:
        self.app.push(Notice(self.app, self.say("setup.words_broken"), sentence))

    def pick_person(self, index: int) -> None:
        others = {seat["name"].strip().casefold() for i, seat in enumerate(self.choices["seats"])
                  if i != index and seat["kind"] == "human"}
        people = [one for one in self.app.history.people.all() if one.name.casefold() not in others]
        self.app.push(Picker(self.app, self.game, people, lambda one: self._seat_person(index, one.name)))

    def _seat_person(self, index: int, name: str) -> None:
        self.seats.name_seat(index, name)
        self.rebuild()

    # --- going on ---

    def start(self) -> None:
        if self.deal.fault() is not None:
            self.app.sounds.play("refuse")
            self.focus_on(self.deal.field)
            return
        variant = self.variant
        self._remember()
        rules = rules_class(self.game)(with_lengths(variant.values or {}, self.choices), variant.name)
        seats = seats_of(self.choices, self.app.player_name())
        if any(seat["kind"] == "remote" for seat in self.choices["seats"]):
            self._open_for_others(rules, seats)
            return
        try:
            table = make_table(self.app, rules, seats, int(self.deal_text))
        except BadSetup as fault:  # the word list cannot be read
            self._refuse_words(self.say(fault.phrase))
            return
        self.deal_text = str(new_seed(self.app))
        self.app.replace(table)

    def _open_for_others(self, rules: AnyRules, seats: list[Seat]) -> None:
        """Open the table to other computers and go to its waiting room."""
        try:
            self.app.open(routes.HostTable(rules, matched(self.app, self.game, seats)), instead=True)
        except routes.CannotOpen as fault:
            self.app.push(Notice(self.app, self.say("together.waiting"), str(fault)))

    def _remember(self) -> None:
        self.app.store.write_choices(self.game, self.choices)
        self.app.apply_settings()

    def _open_rules(self) -> None:
        variant = self.variant
        self.app.open(routes.Help(self.game, rules_class(self.game)(variant.values or {}, variant.name)))

    def _open_rule_files(self) -> None:
        self.app.open(routes.RuleFiles(self.game))

    def _open_settings(self) -> None:
        self.app.open(routes.Settings())

    def leave(self) -> None:
        self._remember()

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            self.start()
            return True
        if event.key == pygame.K_F1:
            self._open_rules()
            return True
        return False
