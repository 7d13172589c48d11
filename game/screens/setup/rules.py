"""The left column of the setup: the art of the game and a card for each variant."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.draw import chrome, shapes
from game.draw.svg import masked, raster, round_rect
from game.screens.box_art import game_art
from game.screens.setup.page import SetupPage
from game.screens.setup.unfinished import UnfinishedList
from game.ui.names import variant_title
from game.ui.widgets import Button, Card, Segment
from rules.catalog import rules_class
from rules.files.variants import Variant, differences


class RulesPanel:
    """The variants of a game; a faulty one leads to the rule files."""

    def __init__(self, scene: SetupPage, choose: Callable[[Variant], None],
                 choose_language: Callable[[str], None], compare: Callable[[], None]):
        self.scene = scene
        self.choose, self.choose_language, self.compare = choose, choose_language, compare
        self.languages = sorted(rules_class(scene.game).word_languages)

    def build(self, rect: pygame.Rect) -> None:
        scene, look, ground = self.scene, self.scene.look, self.scene.stage.ground
        chrome.draw_panel(look, ground, rect)
        pad = scene.px(20)
        x, w, y = rect.left + pad, rect.w - 2 * pad, rect.top + pad
        card_h = max(scene.px(76), look.line_height("button") + look.line_height("label") + 8)
        heights = {variant.name: max(card_h, Card.height(look, self._about(variant), w))
                   for variant in scene.variants}
        foot = max(scene.px(54), look.design["sizes"]["hit_min"]) + scene.px(36)
        caption_h = look.line_height("caption") + scene.px(10)
        text = scene.say(f"game.{scene.game}.about")
        text_h = look.paragraph_height(text, "body", w)
        height = max(scene.px(54), look.design["sizes"]["hit_min"])
        words_h = caption_h + height + scene.px(18) if self.languages else 0
        cards_h = words_h + caption_h + sum(heights.values()) + len(heights) * scene.px(10) + foot
        art_h = min(scene.px(250), rect.h - 2 * pad - cards_h - text_h - scene.px(50))
        if scene.unfinished:
            most = rect.h - 2 * pad - caption_h - foot - 2 * (card_h + scene.px(10))
            y = UnfinishedList(scene).build(pygame.Rect(x, y, w, most), wanted=max(art_h, scene.px(110)))
        elif art_h > scene.px(110):
            self._paint_art(pygame.Rect(x, y, w, art_h))
            y += art_h + scene.px(18)
        if rect.bottom - y - cards_h - pad >= text_h + scene.px(14):
            y = look.paragraph(ground, text, "body", pygame.Rect(x, y, w, text_h)) + scene.px(18)
        if self.languages:
            self._language_choice(pygame.Rect(x, y, w, height), caption_h)
            y += words_h
        chrome.draw_caption(look, ground, scene.say("setup.rules"), (x, y))
        y += caption_h
        room = rect.bottom - foot - y
        if sum(heights.values()) + len(heights) * scene.px(10) > room:
            heights = dict.fromkeys(heights, card_h)
        for variant in self._visible(room // (min(heights.values()) + scene.px(10))):
            self._card(variant, pygame.Rect(x, y, w, heights[variant.name]))
            y += heights[variant.name] + scene.px(10)
        Button(scene, pygame.Rect(x, rect.bottom - pad - height, w, height), scene.say("setup.compare"),
               self.compare, icon="eye", kind="ghost")

    def _language_choice(self, rect: pygame.Rect, caption_h: int) -> None:
        """Add the language of the words: named in the caption, chosen by its two letters."""
        scene = self.scene
        names = [scene.say(f"word.language.{code}") for code in self.languages]
        chosen = scene.say(f"word.language.{scene.choices['words']}")
        chrome.draw_caption(scene.look, scene.stage.ground, scene.say("setup.words", language=chosen),
                            rect.topleft)
        Segment(scene, rect.move(0, caption_h), [(code, code.upper()) for code in self.languages],
                scene.choices["words"], self.choose_language, told=names)

    def _visible(self, room: int) -> list[Variant]:
        """Return as many variants as fit, always including the chosen one."""
        scene = self.scene
        shown = scene.variants[:max(1, room)]
        chosen = next((v for v in scene.variants if v.name == scene.choices["variant"]), None)
        if chosen is not None and chosen not in shown:
            shown[-1] = chosen
        return shown

    def _paint_art(self, rect: pygame.Rect) -> None:
        scene = self.scene
        look = scene.look
        art = look.pictures.get(f"art:{scene.game}:{rect.w}x{rect.h}",
                                lambda: game_art(look, scene.info, rect.size))
        mask = raster(rect.w, rect.h,
                      f'<path d="{round_rect(0, 0, rect.w, rect.h, scene.px(16))}" fill="#ffffff"/>')
        scene.stage.ground.blit(masked(art, mask), rect)
        shapes.draw_box(scene.stage.ground, rect, scene.px(16), None, 1, "#ffffff", 0.2)

    def _about(self, variant: Variant) -> str:
        """Return the line about a variant, or what is wrong with it."""
        scene = self.scene
        key = f"game.{scene.game}.variant.{variant.name}"
        if variant.values is None:
            return scene.say("setup.faulty", n=len(variant.faults))
        if scene.texts.has(f"{key}.title") and not variant.own:
            return scene.say(f"{key}.about")
        classic = scene.variants[0].values or {}
        return scene.texts.told(variant.about) or scene.say(
            "setup.differs", n=len(differences(variant.values, classic)))

    def _card(self, variant: Variant, rect: pygame.Rect) -> None:
        scene = self.scene
        Card(scene, rect, variant_title(scene.texts, scene.game, variant), self._about(variant),
             variant.name == scene.choices["variant"] and variant.values is not None,
             lambda: self.choose(variant), faulty=variant.values is None)
