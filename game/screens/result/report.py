"""The content of the sheet after a round: figures, headline, a few facts."""

from __future__ import annotations

from game.app import App
from game.screens.result.ending import Ending
from game.screens.result.figures import Figures
from game.table.scene import TableScene
from game.ui.grammar import Who
from game.ui.paper.report import Fact


class Report(Ending):
    """The content of a sheet; `Sheet` and its panels decide how it is shown."""

    def __init__(self, app: App, table: TableScene):
        super().__init__(app, table)
        self.master = ""
        """How master ends the deal of the day, once that is known."""
        self.figures = Figures(table.session, app.look.design["pieces"]["kinds"])

    def say_kind(self, group: str, kind: str) -> str:
        """Return the name of a kind of points: its own in this group, else the usual one, else "various"."""
        keys = (f"sheet.{group}.{kind}", f"sheet.kind.{kind}")
        return self.say(next((key for key in keys if self.texts.has(key)), f"sheet.{group}.various"))

    def signed(self, points: int) -> str:
        return self.texts.gain(points)

    def headline(self) -> str:
        """Return how the round ended, or who has won the game."""
        figures, outcome = self.figures, self.figures.outcome
        nobody = "" if outcome.winners else "_nobody"
        if figures.solo:
            keys = [f"sheet.{self.game}.solo.{outcome.why}", f"sheet.solo.{outcome.why}", "sheet.solo.over"]
        elif figures.over:
            keys = [f"sheet.won{nobody}" if nobody or self.people_won else "sheet.won_other"]
        else:
            keys = [f"sheet.{self.game}.{outcome.why}{nobody}", self._who_went_out(),
                    f"sheet.why.{outcome.why}{nobody}", f"sheet.why.won{nobody}"]
        key = next((key for key in keys if self.texts.has(key)), keys[-1])
        return self.say(key, name=self.table.who(*outcome.winners), out=self._out)

    @property
    def people_won(self) -> bool:
        """Whether a person (a bot if all are bots) is among the winners."""
        return self.table.people_won(self.figures.outcome)

    @property
    def _out(self) -> Who:
        """The player who went out; without names if none did or the rules do not say."""
        session, outcome = self.table.session, self.figures.outcome
        seat = session.rules.who_is_out(session.state) if outcome.why == "out" else None
        return self.table.who() if seat is None else self.table.who(seat)

    def _who_went_out(self) -> str:
        """Return the key of the headline with the player who went out and the winner; empty if unknown."""
        winners = self.figures.outcome.winners
        if not self._out.names or not winners:
            return ""
        return "sheet.why.out_won" if self.table.who(*winners) == self._out else "sheet.why.out_other"

    def subtitle(self) -> str:
        """Return the line below the headline, with what master made of a deal of the day."""
        if not self.master:
            return self._deal_line()
        return f"{self._deal_line()}  \u00b7  {self.say('result.master', result=self.master)}"

    def _deal_line(self) -> str:
        figures, n = self.figures, len(self.table.session.rounds)
        game = self.say(f"game.{self.game}.title")
        if not figures.many_rounds:
            deal, rules = (pill[1] for pill in self.table.pills()[:2])
            single = self.say("sheet.subtitle.single", game=game, deal=deal, rules=rules)
            why = f"game.{self.game}.why.{figures.outcome.why}"
            if figures.solo or not self.texts.has(why):
                return single
            return f"{self._went_out() or self.say(why)}  \u00b7  {single}"
        if figures.over:
            key = "sheet.subtitle.after" if figures.target is None else "sheet.subtitle.after_target"
        else:
            key = "sheet.subtitle.round" if figures.target is None else "sheet.subtitle.to_target"
        return self.say(key, game=game, n=n, target=figures.target)

    def _went_out(self) -> str:
        """Name the player who went out; empty if none did."""
        return self.say("sheet.went_out", name=self._out) if self._out.names else ""

    def facts(self) -> list[Fact]:
        """Return a few figures: of the round, or of the game once it is over."""
        session = self.table.session
        rows = [Fact("clock", self.say("fact.time"), self.texts.clock(session.tally["seconds"])),
                Fact("steps", self.say("table.moves"), str(session.moves))]
        if self.figures.over and self.table.is_counted:
            summary = self.app.history.summary(self.game, session.rules.variant, len(session.seats),
                                               profile=self.person)
            if summary.played:
                if session.rules.has_words or session.tally["hints"]:
                    rows.append(Fact("hint", self.say("fact.hints"), str(session.tally["hints"])))
                series = self._series()
                if series is not None:
                    rows.append(series)
                rows.append(Fact("flame", self.say("fact.streak"), str(summary.streak)))
                rows.append(Fact("trophy", self.say("result.total"),
                                 self.say("result.of", won=summary.won, played=summary.played)))
                return rows
        return [*rows, Fact("undo", self.say("fact.undos"), str(session.tally["undos"])),
                Fact("hint", self.say("fact.hints"), str(session.tally["hints"]))]

    def _series(self) -> Fact | None:
        """Return how often each of two people has won against the other in this game."""
        seats = self.table.session.seats
        if len(seats) != 2 or any(seat.is_bot for seat in seats) or self.person is None:
            return None
        found = self.app.history.people.versus(self.person, self.game)
        rival = next((row for row in found if row.name.casefold() == seats[1].name.casefold()), None)
        if rival is None:
            return None
        return Fact("people", self.say("sheet.series"),
                    self.say("sheet.series_score", won=rival.won, lost=rival.lost))
