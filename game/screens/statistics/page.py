"""The state of the statistics screen: loaded results and chosen filters."""

from __future__ import annotations

from game.app import App
from game.data.history import Summary
from game.data.played import read_played
from game.screen import Screen
from rules.catalog import GAMES


class StatisticsPage(Screen):
    """The selection; `Statistics`, its lists and plates decide how it is shown."""

    def __init__(self, app: App, person: int | None = None):
        super().__init__(app)
        self.person = person
        """The profile whose results are shown; None for all people."""
        self.variant: str | None = None
        self.players: int | None = None
        self.load()
        self.game = self.games[0] if len(self.games) == 1 else None

    def load(self) -> None:
        """Load finished and unfinished games."""
        self.unfinished = [save for save in self.app.store.unfinished() if save.record.get("game") in GAMES]
        self.records = [read_played(path) for path in self.app.store.finished()]
        self.people = self.app.history.people.all()
        self.groups = [group for group in self.app.history.groups(profile=self.person) if group[0] in GAMES]
        known = {group[0] for group in self.groups} | {played.game for played in self.records}
        known |= {save.record["game"] for save in self.unfinished}
        self.games = [game for game in GAMES if game in known]

    def choose(self, game: str | None) -> None:
        self.game, self.variant, self.players = game, None, None
        self.rebuild()

    def summary(self, game: str | None) -> Summary:
        """Return the figures of a game, or of all games together (without best results and streaks)."""
        history = self.app.history
        if game is not None:
            mine = game == self.game
            return history.summary(game, self.variant if mine else None, self.players if mine else None,
                                   profile=self.person)
        parts = [history.summary(known, profile=self.person) for known in self.games]
        return Summary(sum(part.played for part in parts), sum(part.won for part in parts), None, None, None,
                       sum(part.clean_wins for part in parts), 0, 0)
