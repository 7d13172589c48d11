"""The state of the setup screen, shared with its columns."""

from __future__ import annotations

from game.app import App
from game.data.choices import read_choices
from game.data.store import Save
from game.screen import Screen
from game.table.seating import new_seed
from rules.catalog import GAMES
from rules.files.variants import Variant


class SetupPage(Screen):
    """The choices for a game; `Setup` decides how they are shown."""

    game: str

    def __init__(self, app: App, game: str):
        super().__init__(app)
        self.game = game
        self.info = GAMES[game]
        self.choices = read_choices(app.store, game, app.player_name(), app.texts.language)
        self.variants: list[Variant] = []
        self.unfinished: list[Save] = []
        """The games of this kind that can be played on, the last played first."""
        self.deal_text = str(new_seed(app))

    def start(self) -> None:
        """Open the chosen table."""
        raise NotImplementedError

    @property
    def variant(self) -> Variant:
        """Return the chosen variant; `build` ensures that it exists and has no faults."""
        return next(v for v in self.variants if v.name == self.choices["variant"])

    def sentence(self) -> str:
        """Return the choice as a sentence, shown above Start."""
        seats = self.choices["seats"]
        key = f"game.{self.game}.variant.{self.choices['variant']}.title"
        title = self.say(key) if self.texts.has(key) else self.texts.told(self.variant.title)
        bots = sum(seat["kind"] == "bot" for seat in seats)
        names = [seat["name"] for seat in seats if seat["kind"] == "human"]
        return f"{self.texts.listed(names + [self.say('setup.bots', n=bots)] * bool(bots))}, {title}"
