"""Words at the table: the side column, the log and the turn line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.draw import chrome
from game.names import level_name
from game.scenes.side import PlatesSide, SolitaireSide

if TYPE_CHECKING:
    from game.scenes.table import TableScene as Base
    from rules.session import Ply
else:
    Base = object


class Words(Base):
    """The part of the table scene that says things. It is mixed into `TableScene`, which holds its state."""

    def make_side(self) -> SolitaireSide | PlatesSide:
        """What stands beside the board."""
        return SolitaireSide(self) if self.solitaire else PlatesSide(self)

    def build_beside(self, rect: pygame.Rect) -> bool:
        """Something else in the place of the log; True if it was built."""
        return False

    def caption(self) -> str:
        return self.say("table.solitaire")

    def facts(self) -> list[tuple[str, str, str]]:
        tally = self.session.tally
        rows = [("clock", self.say("fact.time"), self.texts.clock(tally["seconds"])),
                ("undo", self.say("fact.undos"), str(tally["undos"]))]
        if self.occasion.counts and self.occasion.level is None:
            streak = self.app.history.summary(
                self.game, self.session.rules.variant, profile=self.app.me).streak
            rows.append(("flame", self.say("fact.streak"), str(streak)))
        else:
            rows.append(("hint", self.say("fact.hints"), str(tally["hints"])))
        return rows

    def plate_line(self, seat: int) -> str:
        player = self.session.seats[seat]
        level = self.say(f"level_name.{player.level}") if player.is_bot and player.level else ""
        return "  \u00b7  ".join(part for part in (self.table.plate_line(seat), level) if part)

    def plate_lines(self, seat: int) -> list[str]:
        """What may stand below a name, from the fullest line to the shortest."""
        full, short = self.plate_line(seat), self.table.plate_line(seat)
        return [full, short, short.split("\u00b7")[-1].strip()]

    def refresh_side(self) -> None:
        self.side.refresh()
        undo, redo, hint = (self.tools.get(name) for name in ("undo", "redo", "hint"))
        if undo is not None:
            undo.enable(self.session.can_undo and self.may_undo)
        if redo is not None:
            redo.enable(self.session.can_redo)
        if hint is not None:
            hint.enable(self.session.outcome is None and self.app.settings.hints)

    has_coach = False
    """Something stands beside the board all the time; narrow windows leave it room."""
    may_undo = True
    read_only = False
    """A replay: nothing is thought about, nothing is offered."""

    def log_rows(self) -> list[tuple[int | None, str, str]]:
        """(seat, text, value), the newest first."""
        rows: list[tuple[int | None, str, str]] = []
        first = self.say("table.deal", number=self.session.seed)
        if not self.occasion.counts and not self.read_only:
            first = self.say("table.practice")
        if self.occasion.level is not None:
            first = level_name(self.app, self.game, self.occasion.level.id)
        rows.append((None, first, ""))
        for _, ply in self.shown_history():
            text = self.table.log_text(ply)
            if text:
                name = "" if self.solitaire else f"{self.session.seats[ply.by].name}: "
                rows.append((ply.by, name + text, self.table.log_value(ply)))
        return rows[::-1]

    def shown_history(self) -> list[tuple[int, Ply]]:
        return list(self.session.history())

    # --- the turn line ---

    def set_status(self, text: str, more: str = "", *, mood: str = "turn", icon: str | None = None) -> None:
        """The only place for sentences about the turn; a refusal turns it red."""
        now = (text, more, mood, icon, self._status_shift)
        if now == self._status_now or self._status is None:
            return
        self._status_now = now
        self.app.speech.say(text, more)
        look = self.look
        theme = look.theme
        colour = {"turn": self.accent, "bad": theme.bad, "warn": theme.warn, "good": theme.good}[mood]
        icon = icon or {"turn": "human", "bad": "cross", "warn": "warning", "good": "check"}[mood]
        board = look.m.region("board")
        assert board is not None
        height = look.px(140)
        sheet = pygame.Surface((board.w, height), pygame.SRCALPHA)
        rect = chrome.draw_status(look, sheet, (board.w / 2, height / 2), text, more, colour, icon,
                                  self.table.status_width() or board.w - look.px(24))
        cut = rect.inflate(look.px(60), look.px(70)).clip(sheet.get_rect())
        centre = self.status_centre()
        left, top = centre[0] - board.w // 2 + self._status_shift, centre[1] - height // 2
        self._status.set(sheet.subsurface(cut).copy(), (left + cut.left, top + cut.top))
        self._status_rect = rect.move(left, top)

    @property
    def spoken_status(self) -> str:
        """What the turn line says."""
        return ". ".join(part for part in self._status_now[:2] if part)

    def level_goal(self) -> str:
        """What a level asks for, in words; empty if it is only a deal to be won."""
        level = self.occasion.level
        key = f"levels.goal.{level.goal}" if level is not None else ""
        if level is None or not self.texts.has(key):
            return ""
        return self.say(key, n=level.moves, points=level.points, par=level.par, time=self.texts.clock(level.par))

    def idle_status(self) -> None:
        outcome = self.session.outcome
        if outcome is not None:
            self.set_status(self.say(f"game.{self.game}.why.{outcome.why}"), mood="good" if outcome.winners else "warn")
            return
        seat = self.session.seats[self.state.player]
        special = self.table.idle_line() if self.my_turn else None
        asked = self.level_goal() if self.my_turn else ""
        if asked:
            self.set_status(asked, special[1] if special is not None else "", icon="star")
        elif special is not None:
            self.set_status(*special)
        elif seat.is_bot:
            self.set_status(self.say("status.bot", name=seat.name), self.say("status.bot_more"), icon="robot")
        elif self.solitaire:
            self.set_status(self.say("status.solo"), self.say(f"game.{self.game}.todo"))
        else:
            key = "status.your_turn_you" if seat.name == self.say("player.you") else "status.your_turn"
            self.set_status(self.say(key, name=seat.name), self.say(f"game.{self.game}.todo"))
