"""The state of the setup screen, shared with its columns."""

from __future__ import annotations

from abc import abstractmethod

from game.app import App
from game.data.choices import read_choices, usual_level
from game.data.store import Save
from game.screen import Screen
from game.table.seating import new_seed
from game.ui.names import variant_title
from rules.catalog import GAMES, folders, rules_class, variants
from rules.files.variants import CLASSIC, Variant, load, load_in_language


class SetupPage(Screen):
    """The choices for a game; `Setup` decides how they are shown."""

    game: str

    def __init__(self, app: App, game: str):
        super().__init__(app)
        self.game = game
        self.info = GAMES[game]
        self.usual_level = usual_level(app.history, game, app.me)
        self.choices = read_choices(app.store, game, app.player_name(), app.texts.language, self.usual_level)
        self.variants: list[Variant] = []
        """Those to choose from. Classic rules in other languages are chosen by the language of the words."""
        self.unfinished: list[Save] = []
        """The games of this kind that can be played on, the last played first."""
        self.deal_text = str(new_seed(app))

    @abstractmethod
    def start(self) -> None:
        """Open the chosen table."""

    @property
    def variant(self) -> Variant:
        """Return the chosen variant; `build` ensures that it exists and has no faults."""
        return self._chosen

    def read_variants(self) -> None:
        """Read the rule files again, and choose classic rules if the chosen ones are gone or faulty."""
        rules, own = rules_class(self.game), self.app.store.own_rules
        languages, files = rules.word_languages, folders(self.game, own)
        other_languages = set(languages.values()) - {CLASSIC}
        self.variants = [found for found in variants(self.game, own) if found.name not in other_languages]
        if not any(v.name == self.choices["variant"] and v.values for v in self.variants):
            self.choices["variant"] = CLASSIC
        self._chosen = load_in_language(rules, self.choices["variant"], self.choices["words"], files)
        if self._chosen.values is None:  # the letters of that language are faulty
            self.choices["words"] = next(iter(languages))
            self._chosen = load(rules, self.choices["variant"], files)

    def level_sees(self, level: str) -> str:
        """Return what bots of a level see, overlook or forget; empty if the game does not say."""
        keys = (f"level_sees.{self.game}.{level}", f"level_sees.{level}")
        return next((self.say(key) for key in keys if self.texts.has(key)), "")

    def sentence(self) -> str:
        """Return the choice as a sentence, shown above Start."""
        seats = self.choices["seats"]
        title = variant_title(self.texts, self.game, self.variant)
        bots = sum(seat["kind"] == "bot" for seat in seats)
        names = [seat["name"] for seat in seats if seat["kind"] == "human"]
        return f"{self.texts.listed(names + [self.say('setup.bots', n=bots)] * bool(bots))}, {title}"
