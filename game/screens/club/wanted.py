"""The wanted game in a club: game, variant, language of words, number of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.screen import Screen
from game.ui.names import variant_name
from game.ui.widgets import Stepper
from rules.catalog import GAMES, folders, rules_class, variants
from rules.files.variants import CLASSIC, load_in_language

PLAYABLE = [game.id for game in GAMES.values() if not game.solitaire]


@dataclass(slots=True)
class Wanted:
    """The current choice; `set_game` keeps it valid."""

    game: str = PLAYABLE[0]
    variant: str = CLASSIC
    language: str = ""
    """The language of the words; empty in games without words."""
    players: int = 2

    def set_game(self, game: str, language: str) -> None:
        """Choose a game: its classic rules, and words in the language of the program if it has them."""
        languages = list(rules_class(game).word_languages)
        self.game, self.variant = game, CLASSIC
        self.language = language if language in languages else next(iter(languages), "")
        low, high = GAMES[game].players
        self.players = max(low, 2, min(self.players, high))

    @property
    def full_variant(self) -> str:
        """The variant with the language of its words, as tables name it."""
        return load_in_language(rules_class(self.game), self.variant, self.language, folders(self.game)).name

    def variants(self) -> list[str]:
        """Return the variants that every club has; those that only change the language are chosen by it."""
        languages = set(rules_class(self.game).word_languages.values()) - {CLASSIC}
        return [variant.name for variant in variants(self.game) if variant.name not in languages]

    def seats(self) -> list[int]:
        low, high = GAMES[self.game].players
        return list(range(max(2, low), high + 1))


def build_wanted(screen: Screen, area: pygame.Rect, y: int, wanted: Wanted,
                 changed: Callable[[], None]) -> int:
    """Build a stepper for everything that can be chosen of a game; return the y below."""
    say, texts, own = screen.say, screen.texts, screen.app.store.own_rules
    height, gap = max(screen.px(54), screen.look.design["sizes"]["hit_min"]), screen.px(10)

    def add(values: Sequence[str], now: str, name: Callable[[str], str], take: Callable[[str], None]) -> None:
        nonlocal y

        def change(index: int) -> None:
            take(values[index])
            changed()

        if len(values) > 1:
            rect = pygame.Rect(area.left, y, area.w, height)
            Stepper(screen, rect, values.index(now), 0, len(values) - 1, 1, lambda index: name(values[index]),
                    change)
            y += height + gap

    def set_variant(name: str) -> None:
        wanted.variant = name

    def set_language(code: str) -> None:
        wanted.language = code

    def set_players(number: str) -> None:
        wanted.players = int(number)

    add(PLAYABLE, wanted.game, lambda game: say(f"game.{game}.title"),
        lambda game: wanted.set_game(game, texts.language))
    add(wanted.variants(), wanted.variant, lambda name: variant_name(texts, wanted.game, name, own),
        set_variant)
    add(list(rules_class(wanted.game).word_languages), wanted.language,
        lambda code: say("lobby.words", language=say(f"word.language.{code}")), set_language)
    add([str(number) for number in wanted.seats()], str(wanted.players),
        lambda number: say("lobby.players", n=int(number)), set_players)
    return y
