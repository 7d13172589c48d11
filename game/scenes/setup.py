"""The setup of a game: which rules, who plays, which deal. Three columns that read as a sentence."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pygame

from game.company import places
from game.draw import chrome, shapes
from game.draw.svg import masked, raster, round_rect
from game.history import daily_seed
from game.scenes.base import Scene, tool_row, top_bar
from game.scenes.lengths import lengths_in, read_lengths, with_lengths
from game.scenes.seating import BOT_NAMES, new_seed
from game.widgets import Area, Button, Card, Field, IconButton, Segment, Stepper, Toggle, pair_height
from rules.catalog import GAMES, rules_class, variants
from rules.session import LEVELS, Seat
from rules.variants import Variant, differences

if TYPE_CHECKING:
    from game.app import App

LARGEST_DEAL = 999_999_999


class Setup(Scene):
    """Chooses a table. The last choices are remembered, so next time Start is one click away."""

    def __init__(self, app: App, game: str):
        super().__init__(app)
        self.game = game
        self.info = GAMES[game]
        self.choices = read_choices(app, game)
        self.variants: list[Variant] = []
        self.deal_text = str(new_seed(self.app))
        self._left = False

    def enter(self) -> None:
        """A changed rule file is read whenever this page opens, also when one comes back to it."""
        if self._left:
            self.rebuild()

    # --- layout ---

    def build(self) -> None:
        look = self.look
        self.variants = variants(self.game, self.app.store.own_rules)
        if not any(v.name == self.choices["variant"] and v.values for v in self.variants):
            self.choices["variant"] = "classic"
        self.paint_cloth((0.5, 0.35))
        top_bar(self, self.say(f"game.{self.game}.title"), self.escape)
        full = self.app.settings.fullscreen
        tool_row(self, [("book", self._open_rules, self.say("tip.rules"), "F1"),
                        ("gear", self._open_settings, self.say("shelf.settings"), ""),
                        ("windowed" if full else "fullscreen", self.app.toggle_fullscreen,
                         self.say("tip.fullscreen"), "F11")])
        top = look.m.region("top")
        assert top is not None
        area = look.m.content()
        gap = self.px(24)
        left, right = area.left + gap, area.right - gap
        panels = pygame.Rect(left, top.bottom + self.px(4), right - left, area.bottom - gap - top.bottom - self.px(4))
        if look.m.aspect < 1.5:
            rules_w, deal_w = round(panels.w * 0.27), round(panels.w * 0.27)
        else:
            rules_w, deal_w = round(panels.w * 0.224), round(panels.w * 0.24)
        self._rules_panel(pygame.Rect(panels.left, panels.top, rules_w, panels.h))
        self._deal_panel(pygame.Rect(panels.right - deal_w, panels.top, deal_w, panels.h))
        self._seats_panel(pygame.Rect(panels.left + rules_w + gap, panels.top,
                                      panels.w - rules_w - deal_w - 2 * gap, panels.h))

    # --- left: which rules ---

    def _rules_panel(self, rect: pygame.Rect) -> None:
        look, ground = self.look, self.stage.ground
        chrome.draw_panel(look, ground, rect)
        pad = self.px(20)
        x, w, y = rect.left + pad, rect.w - 2 * pad, rect.top + pad
        card_h = max(self.px(76), look.line_height("button") + look.line_height("label") + 8)
        foot = max(self.px(54), look.design["sizes"]["hit_min"]) + self.px(36)
        caption_h = look.line_height("caption") + self.px(10)
        text = self.say(f"game.{self.game}.about")
        text_h = look.paragraph_height(text, "body", w)
        cards_h = caption_h + len(self.variants) * (card_h + self.px(10)) + foot
        art_h = min(self.px(250), rect.h - 2 * pad - cards_h - text_h - self.px(50))
        if art_h > self.px(110):
            self._paint_art(pygame.Rect(x, y, w, art_h))
            y += art_h + self.px(18)
        if rect.bottom - y - cards_h - pad >= text_h + self.px(14):
            y = look.paragraph(ground, text, "body", pygame.Rect(x, y, w, text_h)) + self.px(18)
        chrome.draw_caption(look, ground, self.say("setup.rules"), (x, y))
        y += caption_h
        for variant in self._visible_variants((rect.bottom - foot - y) // (card_h + self.px(10))):
            self._variant_card(variant, pygame.Rect(x, y, w, card_h))
            y += card_h + self.px(10)
        height = max(self.px(54), look.design["sizes"]["hit_min"])
        Button(self, pygame.Rect(x, rect.bottom - pad - height, w, height), self.say("setup.compare"),
               self._open_rule_files, icon="eye", kind="ghost")

    def _visible_variants(self, room: int) -> list[Variant]:
        """As many as fit; the chosen one is always among them, the others are on the rule files screen."""
        shown = self.variants[:max(1, room)]
        chosen = next((v for v in self.variants if v.name == self.choices["variant"]), None)
        if chosen is not None and chosen not in shown:
            shown[-1] = chosen
        return shown

    def _paint_art(self, rect: pygame.Rect) -> None:
        from game.scenes.shelf import game_art

        look = self.look
        art = look.pictures.get(f"art:{self.game}:{rect.w}x{rect.h}", lambda: game_art(look, self.info, rect.size))
        mask = raster(rect.w, rect.h, f'<path d="{round_rect(0, 0, rect.w, rect.h, self.px(16))}" fill="#ffffff"/>')
        self.stage.ground.blit(masked(art, mask), rect)
        shapes.draw_box(self.stage.ground, rect, self.px(16), None, 1, "#ffffff", 0.2)

    def _variant_card(self, variant: Variant, rect: pygame.Rect) -> None:
        key = f"game.{self.game}.variant.{variant.name}"
        ours = self.texts.has(f"{key}.title") and not variant.own
        title = self.say(f"{key}.title") if ours else self.texts.told(variant.title, variant.name)
        if variant.values is None:
            more = self.say("setup.faulty", n=len(variant.faults))
        elif ours:
            more = self.say(f"{key}.about")
        else:
            classic = self.variants[0].values or {}
            more = self.texts.told(variant.about) or self.say(
                "setup.differs", n=len(differences(variant.values, classic)))
        Card(self, rect, title, more, variant.name == self.choices["variant"] and variant.values is not None,
             lambda: self._choose_variant(variant), faulty=variant.values is None)

    def _choose_variant(self, variant: Variant) -> None:
        if variant.values is None:
            self._open_rule_files()
            return
        if variant.name != self.choices["variant"]:
            self.choices.update(read_lengths({}))  # how long it is played is part of what a variant says
        self.choices["variant"] = variant.name
        self.rebuild()

    # --- middle: who plays ---

    def _seats_panel(self, rect: pygame.Rect) -> None:
        look, ground = self.look, self.stage.ground
        chrome.draw_panel(look, ground, rect)
        pad = self.px(20)
        x, w = rect.left + pad, rect.w - 2 * pad
        low, high = self.info.players
        head = look.line_height("caption") + self.px(26)
        chrome.draw_caption(look, ground, self.say("setup.players"), (x + self.px(8), rect.top + self.px(24)))
        seats: list[dict[str, Any]] = self.choices["seats"]
        self.company = places(((seat["name"], seat["kind"] == "bot") for seat in seats),
                              self.app.history.people.all())
        if low < high:
            look.write(ground, self.say("setup.count", n=len(seats), low=low, high=high), "label",
                       (x + w - self.px(8), rect.top + self.px(24) + look.line_height("caption") // 2), "midright",
                       look.theme.dim)
        y = rect.top + self.px(24) + head
        row_h = min(self.px(98), (rect.h - head - self.px(200)) // max(1, high))
        row_h = max(row_h, look.design["sizes"]["hit_min"] + 12)
        for i, seat in enumerate(seats):
            self._seat_row(pygame.Rect(x, y, w, row_h), i, seat)
            y += row_h + self.px(14)
        if len(seats) < high:
            self._free_seat(pygame.Rect(x, y, w, row_h), len(seats))
            y += row_h + self.px(14)
        if self.info.solitaire:
            self._solo_box(pygame.Rect(x, y + self.px(10), w, rect.bottom - pad - y - self.px(10)))
        else:
            self._advice(pygame.Rect(x, y, w, rect.bottom - pad - y))

    def _seat_row(self, rect: pygame.Rect, index: int, seat: dict[str, Any]) -> None:
        look, ground = self.look, self.stage.ground
        shapes.draw_box(ground, rect, self.px(16), look.theme.raised, 0.9, look.theme.line, look.theme.hair)
        x = rect.left + self.px(24)
        look.write(ground, str(index + 1), "label", (x, rect.centery), "center", look.theme.dim)
        r = min(self.px(29), rect.h // 2 - 6)
        bot = seat["kind"] == "bot"
        self._avatar(pygame.Rect(x + self.px(20), rect.centery - r, 2 * r, 2 * r), index, bot=bot)
        x += self.px(46) + 2 * r
        h = max(min(self.px(54), rect.h - 12), look.design["sizes"]["hit_min"] - 2)
        right = rect.right - self.px(16)
        if len(self.choices["seats"]) > self.info.players[0]:
            side = h
            IconButton(self, pygame.Rect(right - side, rect.centery - side // 2, side, side), "cross",
                       lambda: self._remove_seat(index), tip=self.say("setup.remove"))
            right -= side + self.px(12)
        name_w = min(self.px(206), round((right - x) * 0.25))
        Field(self, pygame.Rect(x, rect.centery - h // 2, name_w, h), seat["name"],
              lambda text: self._name_seat(index, text), longest=14)
        x += name_w + self.px(16)
        narrow = right - x < self.px(600)
        kind_w = self.px(130) if narrow else min(self.px(220), round((right - x) * 0.40))
        told = [self.say("setup.human"), self.say("setup.bot")]
        labels = ["", ""] if narrow else told
        Segment(self, pygame.Rect(x, rect.centery - h // 2, kind_w, h),
                [("human", labels[0], "human"), ("bot", labels[1], "robot")], seat["kind"],
                lambda kind: self._change_seat(index, kind=kind), told=told)
        x += kind_w + self.px(14)
        if bot:
            self._level_choice(pygame.Rect(x, rect.centery - h // 2, right - x, h), index, seat["level"])
        else:
            text = self.say("setup.here")
            if look.width(text, "label") < right - x:
                look.write(ground, text, "label", (x + self.px(6), rect.centery), "midleft", look.theme.dim)

    def _level_choice(self, rect: pygame.Rect, index: int, level: str) -> None:
        """Four words side by side, or one with a minus and a plus where they have no room."""
        words = [self.say(f"level_name.{name}") for name in LEVELS]
        if sum(self.look.width(word, "label") + self.px(20) for word in words) <= rect.w * 1.15:
            Segment(self, rect, list(zip(LEVELS, words)), level, lambda name: self._change_seat(index, level=name))
            return
        Stepper(self, rect, LEVELS.index(level), 0, len(LEVELS) - 1, 1, lambda at: words[at],
                lambda at: self._change_seat(index, level=LEVELS[at]))

    def _avatar(self, rect: pygame.Rect, index: int, *, bot: bool) -> None:
        """How a seat will look; on that of a person a chevron opens the choice of people."""
        look, place = self.look, self.company[index]
        if bot:
            chrome.draw_avatar(look, self.stage.ground, rect.center, rect.w // 2, place.colour, place.face)
            return

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            if widget.hovered:
                shapes.draw_soft_box(surface, box, box.h / 2, self.accent, 0.7, 10 * look.k)
            chrome.draw_avatar(look, surface, box.center, box.w // 2, place.colour, place.face)
            look.draw_icon(surface, "down", (box.right + self.px(7), box.bottom - self.px(9)), self.px(18),
                           look.theme.text if widget.hovered else look.theme.dim)

        Area(self, rect, lambda: self._pick_person(index), paint_over=paint, tip=self.say("people.choose"),
             radius_name="pill")

    def _pick_person(self, index: int) -> None:
        from game.scenes.picker import Picker

        others = {seat["name"].strip().casefold() for i, seat in enumerate(self.choices["seats"])
                  if i != index and seat["kind"] == "human"}
        people = [one for one in self.app.history.people.all() if one.name.casefold() not in others]
        self.app.push(Picker(self.app, self.game, people, lambda one: self._seat_person(index, one.name)))

    def _seat_person(self, index: int, name: str) -> None:
        self._name_seat(index, name)
        self.rebuild()

    def _free_seat(self, rect: pygame.Rect, index: int) -> None:
        look = self.look

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            shapes.draw_box(surface, box, self.px(16), "#000000", 0.14)
            shapes.draw_dashed_box(surface, box, self.px(16), look.theme.text, 0.8 if widget.hovered else 0.3,
                                   max(1.5, 2 * look.k), (9, 8))
            look.draw_icon(surface, "plus", (box.left + self.px(74), box.centery), self.px(30), look.theme.seat(index))
            look.write(surface, self.say("setup.add"), "button", (box.left + self.px(134), box.centery), "midleft")

        Area(self, rect, self._add_seat, paint_over=paint, radius_name="field", spoken=self.say("setup.add"))

    def _solo_box(self, rect: pygame.Rect) -> None:
        """What else a solitaire offers: the deal of the day, the levels, the lesson."""
        look, ground = self.look, self.stage.ground
        height = max(self.px(64), look.design["sizes"]["hit_min"])
        entries: list[tuple[str, str, str, Any]] = []
        if self.info.has_daily:
            entries.append(("calendar", self.say("shelf.daily"), self._daily_note(), self._open_calendar))
        if self._has_levels:
            entries.append(("star", self.say("setup.levels"), self._levels_note(), self._open_levels))
        if self.texts.lines(f"tutorial.{self.game}"):
            entries.append(("school", self.say("setup.lesson"), self.say("setup.lesson_more"), self._open_tutorial))
        step = min(self.px(112), max(height + self.px(14), rect.h // (len(entries) + 2)))
        y = rect.top
        for icon, title, more, action in entries:
            self._entry(pygame.Rect(rect.left, y, rect.w, step - self.px(14)), icon, title, more, action)
            y += step
        room = rect.bottom - y
        hint = self.say("setup.advice_solo")
        box_h = look.paragraph_height(hint, "label", rect.w - self.px(110)) + self.px(40)
        if room > box_h:
            box = pygame.Rect(rect.left, rect.bottom - box_h, rect.w, box_h)
            self._advice_box(ground, box, hint)

    def _entry(self, rect: pygame.Rect, icon: str, title: str, more: str, action: Any) -> None:
        look = self.look

        def paint(widget: Area, surface: pygame.Surface, box: pygame.Rect) -> None:
            shapes.draw_box(surface, box, self.px(16), look.theme.raised, 0.9 if widget.hovered else 0.55,
                            self.accent if widget.hovered else look.theme.line,
                            1 if widget.hovered else look.theme.hair,
                            max(1.0, 1.6 * look.k))
            look.draw_icon(surface, icon, (box.left + self.px(48), box.centery), self.px(40), self.accent)
            x = box.left + self.px(92)
            room = box.right - self.px(56) - x
            half = pair_height(look) / 2
            look.write(surface, title, "button", (x, box.centery - half + look.line_height("button") / 2 - self.px(1)),
                       "midleft", fit=room)
            look.write(surface, more, "label", (x, box.centery + half - look.line_height("label") / 2 + self.px(2)),
                       "midleft", look.theme.dim, fit=room)
            look.draw_icon(surface, "next", (box.right - self.px(32), box.centery), self.px(26), look.theme.dim)

        Area(self, rect, action, paint_over=paint, radius_name="field", spoken=f"{title}, {more}")

    def _daily_note(self) -> str:
        today = date.today()
        if self.app.history.daily_done(self.game, today, profile=self.app.me):
            return self.say("setup.daily_done")
        return self.say("setup.daily_more", number=daily_seed(today))

    @property
    def _has_levels(self) -> bool:
        from game.scenes.shelf import level_count

        return self.info.has_levels and level_count(self.game) > 0

    def _levels_note(self) -> str:
        from game.scenes.shelf import level_count

        solved = self.app.history.stars(self.game, profile=self.app.me)
        return self.say("setup.levels_more", solved=len(solved), total=level_count(self.game))

    def _advice(self, room: pygame.Rect) -> None:
        """At the bottom of the free room, if it is high enough."""
        humans = sum(seat["kind"] == "human" for seat in self.choices["seats"])
        among_hands = "setup.advice_many" if humans > 1 else "setup.advice_one"
        openly = "setup.advice_race" if self.info.race else "setup.advice_open"
        text = self.say(among_hands if self.info.hidden_hands else openly)
        needed = self.look.paragraph_height(text, "label", room.w - self.px(110)) + self.px(24)
        height = max(self.px(100), needed)
        if height < room.h:
            self._advice_box(self.stage.ground, pygame.Rect(room.left, room.bottom - height, room.w, height), text)

    def _advice_box(self, ground: pygame.Surface, rect: pygame.Rect, text: str) -> None:
        look = self.look
        chrome.draw_well(look, ground, rect, self.px(16), alpha=0.24, stroke_alpha=0.0)
        look.draw_icon(ground, "hint", (rect.left + self.px(42), rect.centery), self.px(32), self.accent)
        w = rect.w - self.px(110)
        h = look.paragraph_height(text, "label", w)
        look.paragraph(ground, text, "label", pygame.Rect(rect.left + self.px(78), rect.centery - h // 2, w, h))

    # --- right: which deal ---

    def _deal_panel(self, rect: pygame.Rect) -> None:
        look, ground = self.look, self.stage.ground
        chrome.draw_panel(look, ground, rect)
        pad = self.px(28)
        x, w, y = rect.left + pad, rect.w - 2 * pad, rect.top + self.px(24)
        chrome.draw_caption(look, ground, self.say("setup.deal"), (x, y))
        y += look.line_height("caption") + self.px(10)
        h = max(self.px(58), look.design["sizes"]["hit_min"])
        self.deal_field = Field(self, pygame.Rect(x, y, w - h - self.px(10), h), self.deal_text, self._type_deal,
                                role="name", longest=12, submit=self.start, bad=self._deal_fault() is not None)
        IconButton(self, pygame.Rect(x + w - h, y, h, h), "dice", self._roll, tip=self.say("setup.roll"))
        y += h + self.px(8)
        self._deal_note_rect = pygame.Rect(x, y, w, look.line_height("label") * 2)
        from game.stage import Sprite

        self._deal_note = self.stage.add(Sprite(z=51))
        self._say_deal()
        y = self._deal_note_rect.bottom + self.px(22)
        start_h = max(self.px(78), look.design["sizes"]["hit_min"] + 8)
        extras = self._extra_buttons()
        small_h = max(self.px(56), look.design["sizes"]["hit_min"])
        foot = start_h + self.px(24) + look.line_height("label") + self.px(30) + len(extras) * (small_h + self.px(14))
        y = self._length_steppers(x, y, w, h)
        toggles: list[tuple[str, str]] = [("hints", "hints")]
        if not self.info.race:
            toggles.append(("warn_lost", "warn_lost") if self.info.solitaire else ("auto_pass", "auto_pass"))
        toggles += [(name, name) for name in (*self.info.aids, "previews")]
        row = max(self.px(72), look.line_height("button") + look.line_height("label"))
        for name, text in toggles:
            if y + row > rect.bottom - foot:
                break
            Toggle(self, pygame.Rect(x, y, w, row), self.say(f"setup.{text}"), self.say(f"setup.{text}_more"),
                   getattr(self.app.settings, name), lambda on, n=name: self._switch(n, on))
            y += row
        bottom = rect.bottom - pad
        for label, icon, action in reversed(extras):
            Button(self, pygame.Rect(x, bottom - small_h, w, small_h), label, action, icon=icon)
            bottom -= small_h + self.px(14)
        Button(self, pygame.Rect(x, bottom - start_h, w, start_h), self.say("button.start"), self.start, icon="play",
               kind="primary", role="button_xl", key=self.say("key.enter"))
        look.write(ground, self._sentence(), "label", (x + w // 2, bottom - start_h - self.px(28)), "center", fit=w)

    def _extra_buttons(self) -> list[tuple[str, str, Any]]:
        """Below Start, in games for several: levels and the lesson."""
        if self.info.solitaire:
            return []
        found: list[tuple[str, str, Any]] = []
        if self._has_levels:
            found.append((self.say("setup.levels"), "star", self._open_levels))
        if self.texts.lines(f"tutorial.{self.game}"):
            found.append((self.say("setup.lesson"), "school", self._open_tutorial))
        return found

    def _length_steppers(self, x: int, y: int, w: int, h: int) -> int:
        """Points or games to which is played, where the rules know such a number."""
        look, values = self.look, self._values()
        for length in lengths_in(values):
            chrome.draw_caption(look, self.stage.ground, self.say(length.caption), (x, y))
            y += look.line_height("caption") + self.px(8)
            Stepper(self, pygame.Rect(x, y, w, h), self.choices.get(length.key) or length.of(values), length.low,
                    length.high, length.step, lambda n, words=length.words: self.say(words, n=n),
                    lambda n, key=length.key: self.choices.update({key: n}))
            y += h + self.px(20)
        return y

    def _values(self) -> dict[str, Any]:
        variant = next((v for v in self.variants if v.name == self.choices["variant"]), None)
        return dict(variant.values or {}) if variant else {}

    def _sentence(self) -> str:
        """The choice in words, above Start."""
        seats = self.choices["seats"]
        variant = next((v for v in self.variants if v.name == self.choices["variant"]), None)
        key = f"game.{self.game}.variant.{self.choices['variant']}.title"
        title = self.say(key) if self.texts.has(key) else self.texts.told(variant.title) if variant else ""
        bots = sum(seat["kind"] == "bot" for seat in seats)
        names = self.say("list.and").join(seat["name"] for seat in seats if seat["kind"] == "human")
        if bots and names:
            names += self.say("list.and") + self.say("setup.bots", n=bots)
        elif bots:
            names = self.say("setup.bots", n=bots)
        return f"{names}, {title}"

    # --- the deal number ---

    def _deal_fault(self) -> str | None:
        text = self.deal_text.strip()
        if not text:
            return self.say("setup.deal_empty")
        if not text.isascii() or not text.isdigit():
            return self.say("setup.deal_no_number")
        if int(text) > LARGEST_DEAL:
            return self.say("setup.deal_too_large", most=LARGEST_DEAL)
        return None

    def _type_deal(self, text: str) -> None:
        self.deal_text = text
        self.deal_field.set_bad(self._deal_fault() is not None)
        self._say_deal()

    def _say_deal(self) -> None:
        """What the number means, or what is wrong with it."""
        look, rect = self.look, self._deal_note_rect
        fault = self._deal_fault()
        image = pygame.Surface((rect.w, rect.h + self.px(6)), pygame.SRCALPHA)
        text = fault or self._deal_best() or self._deal_meaning()
        look.paragraph(image, text, "label", pygame.Rect(0, 0, rect.w, rect.h),
                       look.theme.bad if fault else look.theme.dim)
        self._deal_note.set(image, rect.topleft)

    def _deal_meaning(self) -> str:
        own = f"game.{self.game}.deal_more"
        return self.say(own if self.texts.has(own) else "setup.deal_more")

    def _deal_best(self) -> str | None:
        best = self.app.history.best_on_deal(self.game, self.choices["variant"], int(self.deal_text),
                                             profile=self.app.me)
        if best is None:
            return None
        won, _, seconds, *_ = best
        return self.say("setup.deal_won" if won else "setup.deal_lost", time=self.texts.clock(seconds))

    def _roll(self) -> None:
        self.deal_text = str(new_seed(self.app))
        self.deal_field.put(self.deal_text)
        self._type_deal(self.deal_text)

    # --- changes ---

    def _switch(self, name: str, on: bool) -> None:
        setattr(self.app.settings, name, on)
        self.app.apply_settings()

    def _name_seat(self, index: int, text: str) -> None:
        self.choices["seats"][index]["name"] = text
        if index == 0 and self.choices["seats"][0]["kind"] == "human":
            self.app.settings.name = text.strip()

    def _change_seat(self, index: int, **what: Any) -> None:
        self.choices["seats"][index].update(what)
        self.rebuild()

    def _add_seat(self) -> None:
        seats = self.choices["seats"]
        seats.append({"name": BOT_NAMES[(len(seats) - 1) % len(BOT_NAMES)], "kind": "bot", "level": "medium"})
        self.rebuild()

    def _remove_seat(self, index: int) -> None:
        del self.choices["seats"][index]
        self.rebuild()

    # --- going on ---

    def start(self) -> None:
        if self._deal_fault() is not None:
            self.app.sounds.play("refuse")
            self.focus_on(self.deal_field)
            return
        variant = next(v for v in self.variants if v.name == self.choices["variant"])
        self._remember()
        from game.scenes.seating import make_table

        rules = rules_class(self.game)(with_lengths(variant.values or {}, self.choices), variant.name)
        seed = int(self.deal_text)
        self.deal_text = str(new_seed(self.app))
        self.app.replace(make_table(self.app, self.game, rules, seats_of(self.choices, self.app), seed))

    def _remember(self) -> None:
        self.app.store.write_choices(self.game, self.choices)
        self.app.apply_settings()

    def _open_calendar(self) -> None:
        from game.scenes.calendar import CalendarScene

        self.app.push(CalendarScene(self.app, self.game))

    def _open_levels(self) -> None:
        from game.scenes.levels import Levels

        self.app.push(Levels(self.app, self.game))

    def _open_tutorial(self) -> None:
        from game.scenes.tutorial import start_tutorial

        start_tutorial(self.app, self.game)

    def _open_rules(self) -> None:
        from game.scenes.help import Help

        variant = next(v for v in self.variants if v.name == self.choices["variant"])
        self.app.push(Help(self.app, self.game, rules_class(self.game)(variant.values or {}, variant.name)))

    def _open_rule_files(self) -> None:
        from game.scenes.rulefiles import RuleFiles

        self.app.push(RuleFiles(self.app, self.game))

    def _open_settings(self) -> None:
        from game.scenes.settings import SettingsScene

        self.app.push(SettingsScene(self.app))

    def leave(self) -> None:
        self._left = True
        self._remember()

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is None:
            self.start()
            return True
        if event.key == pygame.K_F1:
            self._open_rules()
            return True
        return False


def read_choices(app: App, game: str) -> dict[str, Any]:
    """The last choices, with everything that no longer fits put right."""
    kept = app.store.read_choices(game)
    low, high = GAMES[game].players
    seats = []
    for seat in kept.get("seats", []) if isinstance(kept.get("seats"), list) else []:
        if isinstance(seat, dict) and isinstance(seat.get("name"), str) and len(seats) < high:
            level = seat.get("level") if seat.get("level") in LEVELS else "medium"
            seats.append({"name": seat["name"][:14], "kind": "bot" if seat.get("kind") == "bot" else "human",
                          "level": level})
    if not seats:
        seats.append({"name": app.player_name(), "kind": "human", "level": "medium"})
    while len(seats) < low:
        seats.append({"name": BOT_NAMES[len(seats) - 1], "kind": "bot", "level": "medium"})
    variant = kept.get("variant")
    return {"variant": variant if isinstance(variant, str) else "classic", "seats": seats, **read_lengths(kept)}


def seats_of(choices: dict[str, Any], app: App) -> list[Seat]:
    return [Seat(seat["name"].strip() or app.player_name(), seat["kind"],
                 seat["level"] if seat["kind"] == "bot" else None) for seat in choices["seats"]]


def start_with_choices(app: App, game: str) -> None:
    """A new deal with the last choices, without the setup screen."""
    from game.scenes.seating import make_table
    from rules.catalog import rules_of
    from rules.variants import VariantFault

    choices = read_choices(app, game)
    try:
        rules = rules_of(game, choices["variant"], app.store.own_rules)
    except VariantFault:
        rules = rules_of(game)
    rules = type(rules)(with_lengths(rules.values, choices), rules.variant)
    app.push(make_table(app, game, rules, seats_of(choices, app), new_seed(app)))
