"""The scene of a network table: shows the messages of the host and sends it every move."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import routes
from game.data.occasion import Occasion
from game.data.seat_colours import SeatLook
from game.net.happenings import (
    Happening,
    LineChanged,
    Moved,
    Place,
    RecordKept,
    RoomChanged,
    RoundDealt,
    Spoken,
    TableSet,
    TakeBackAsked,
    TakenBack,
    TurnTimed,
    WishRefused,
)
from game.table.end import RoundEnd
from game.table.remote.seated import Seated
from game.table.remote.talk import Talk
from game.table.scene import TableScene
from game.ui.dialogs import Dialog
from game.ui.grammar import Who
from rules.base import Outcome
from rules.kit.phrases import Phrase
from rules.session import Session

if TYPE_CHECKING:
    from game.app import App

WAITS_AFTER = 0.15
"""Seconds after which a piece that was laid shows that it waits for the host."""
STAND_IN = "medium"


class RemoteEnd(RoundEnd):
    """After a round the people say that they are ready; the result comes with the record of the host."""

    def open_result(self) -> None:
        if isinstance(self.scene, RemoteTable):
            self.scene.round_is_over()


class RemoteTable(TableScene):
    """A table whose moves are made at the host's; every seat sees only its own pieces."""

    may_undo = True
    hears_others = True

    def __init__(self, app: App, seated: Seated):
        mirror = seated.client.mirror
        assert mirror is not None, "the game has begun"
        self.seated, self.client = seated, seated.client
        super().__init__(app, mirror, Occasion(counts=False))
        self.end = RemoteEnd(self)
        self.end.told = False  # also for a player who returns after the end
        self._end_waits = False
        """The game is over here, but the record is still on its way."""
        self._offered: set[int] = set()
        """The seats for which a bot was offered."""
        self._asked_at: float | None = None
        self._start: tuple[int, int] | None = None
        self._until: TurnTimed | None = None
        self._second = -1
        self._question: Dialog | None = None
        self._record: Path | None = None
        seated.begun()

    # --- who sees what ---

    @property
    def viewer(self) -> int | None:
        return self.client.seat

    def curtain_needed(self) -> bool:
        return False

    def who(self, *seats: int) -> Who:
        return Who(tuple(self.seats[seat].name for seat in seats), you=[*seats] == [self.client.seat])

    def seat_looks(self) -> list[SeatLook]:
        places = self._places()
        if len(places) != len(self.session.seats):
            return super().seat_looks()
        return [SeatLook(place.colour, place.face) for place in places]

    def _places(self) -> tuple[Place, ...]:
        return self.client.room.places if self.client.room is not None else ()

    def people_won(self, outcome: Outcome) -> bool:
        if self.client.seat is None:
            return bool(outcome.winners)
        return self.client.seat in outcome.winners

    def pills(self) -> list[tuple[str, str]]:
        """Return the labels without the number of the deal, which is secret until the end."""
        watching = self.client.room.watching if self.client.room is not None else 0
        seen = [("eye", self.say("together.watching", n=watching))] if watching else []
        return [("people", self.say("together.pill")), *seen, *super().pills()[1:]]

    def log_rows(self) -> list[tuple[int | None, str, str]]:
        return [*super().log_rows()[:-1], (None, self.say("together.pill"), "")]

    def plate_line(self, seat: int) -> str:
        parts = [super().plate_line(seat)]
        for place in self._places():
            if place.seat == seat and place.kind != "bot":
                if not place.here:
                    parts.append(self.say("together.away"))
                if place.sits_in:
                    parts.append(self.say("together.sits_in"))
                if place.hints:
                    parts.append(self.say("together.hints", n=place.hints))
        return "  \u00b7  ".join(part for part in parts if part)

    # --- moves ---

    @property
    def my_turn(self) -> bool:
        return (self.session.outcome is None and self.state.player == self.client.seat
                and not self.client.waiting and self.client.line == "here" and not self._host_waits)

    @property
    def _host_waits(self) -> bool:
        """Whether the host has continued the game, but still waits for others."""
        return self.client.room is not None and self.client.room.phase == "waiting"

    def play(self, move: Any, start: tuple[int, int] | None = None) -> None:
        """Ask the host for a move; it is shown when the host has made it."""
        if not self.my_turn:
            return
        refusal = self.session.rules.why_illegal(self.state, move)
        if refusal is not None:
            self.refuse(move)
            self.board.sync(self.state)
            return
        self._asked_at, self._start = time.monotonic(), start
        self.client.play(move)

    def let_bot_think(self) -> None:
        """Do nothing: bots think on the host."""

    def state_to_think_about(self) -> Any:
        assert self.client.seat is not None
        return self.session.rules.filled_in(self.state, self.client.seat)

    def hint(self) -> None:
        if not self.my_turn:
            return
        if self.client.room is None or not self.client.room.hints:
            self.set_status(self.say("net.refuse.no_hints"), mood="warn")
            return
        if self.advice.found is None:
            self.client.used_hint()
        super().hint()

    def undo(self) -> None:
        self.client.ask_to_take_back()

    def redo(self) -> None:
        """Do nothing: network games have no redo."""

    # --- nothing is saved here: the save of the host is the table ---

    def save(self, session: Session) -> None:
        """Do nothing: the host saves."""

    def restart(self) -> None:
        self._leave()

    def new_deal(self) -> None:
        self._leave()

    # --- events of the host ---

    def advance(self, ms: float) -> None:
        super().advance(ms)
        for happening in self.seated.poll():
            self.happened(happening)
        self._show_waiting()
        self._offer_to_sit_in()
        self._tick()

    @property
    def restless(self) -> bool:
        return super().restless or self.client.waiting

    def _show_waiting(self) -> None:
        asked = self._asked_at
        if asked is not None and self.client.waiting and time.monotonic() - asked > WAITS_AFTER:
            self._asked_at = None
            self.set_status(self.say("together.waits"), icon="clock")

    def _tick(self) -> None:
        """Show the seconds of a turn with an agreed time."""
        if self._until is None or self.session.outcome is not None:
            return
        left = max(0, round(self._until.until - time.monotonic()))
        if left != self._second and self.client.line == "here":
            self._second = left
            self.idle_status()

    def refresh_side(self) -> None:
        super().refresh_side()
        plays = self.session.outcome is None and self.client.seat is not None
        if "undo" in self.tools:
            self.tools["undo"].enable(plays and self.session.moves > 0)
        if "hint" in self.tools and (self.client.room is None or not self.client.room.hints):
            self.tools["hint"].enable(False)

    @property
    def waits_for_person(self) -> bool:
        """Whether a person at another computer is in turn."""
        return (self.session.outcome is None and self.state.player != self.client.seat
                and not self.session.seats[self.state.player].is_bot)

    def idle_status(self) -> None:
        if self.waits_for_person:
            self.set_status(self.say("together.their_turn", name=self.seats[self.state.player].name))
        else:
            super().idle_status()
        if self._until is not None and self.session.outcome is None and self.status_now:
            text, more, mood, icon, _ = self.status_now
            clock = self.texts.clock(max(0, round(self._until.until - time.monotonic())))
            self.set_status(text, clock if not more else f"{clock}  \u00b7  {more}", mood=mood, icon=icon)

    def happened(self, happening: Happening) -> None:
        """Show an event of the host."""
        match happening:
            case Moved(ply, before):
                self._until = None
                start, self._start, self._asked_at = self._start, None, None
                self.tweens.finish()
                self.show_ply(ply, before, start if ply.by == self.client.seat else None)
            case WishRefused(_, why):
                self._start = self._asked_at = None
                self.app.sounds.play("refuse")
                self.board.sync(self.state)
                self.refresh_side()
                self.set_status(self.say(why), mood="bad")
            case TableSet(mirror):
                self.session = mirror
                self.rebuild()
                self.jumped()
                if self.end.is_here:
                    self.end.tell()
            case RoundDealt():
                self.round_dealt()
            case TakenBack():
                self.interrupt()
                self.jumped()
            case TakeBackAsked():
                self._show_question(happening)
            case Spoken(_, name, phrase, text):
                said = self.say(f"net.phrase.{phrase}") if phrase else text
                self.set_status(self.say("log.by", name=name, text=said), icon="speech")
                self.app.sounds.play("hint")
            case TurnTimed():
                self._until, self._second = happening, -1
            case RoomChanged():
                self.refresh_side()
                if self._host_waits:
                    self._wait_for_host()
            case RecordKept(record):
                self._record = self.seated.finish(self.app, record)
                if self._end_waits:
                    self._end_waits = False
                    self.round_is_over()
            case LineChanged(line, why):
                self._line_is(line, why)
            case _:
                pass

    def _line_is(self, line: str, why: Phrase | None) -> None:
        self._start = self._asked_at = None
        self.board.sync(self.state)
        if line == "lost":
            self._wait_for_host(self.say("together.lost"))
        elif line == "here":
            self.idle_status()
        elif line == "closed" and not self.seated.is_over:
            self._go_home_after(self.say(why) if why is not None else self.say("net.closed.by_host"))

    def _wait_for_host(self, why: str = "") -> None:
        host = next((place.name for place in self._places() if place.kind == "here"), "")
        text, more = (self.say("together.waiting_for", name=host), why) if host else (why, "")
        self.set_status(text, more, mood="warn", icon="clock")

    def _go_home_after(self, sentence: str) -> None:
        self.app.push(Dialog(self.app, self.say("together.closed"), sentence,
                             [(self.say(self._home_key), self._leave, "home")], icon="warning"))

    # --- taking back ---

    def _show_question(self, asked: TakeBackAsked) -> None:
        if not asked.open:
            self._close_question()
            self.set_status(self.say("together.agreed" if asked.yes else "together.declined"),
                            mood="good" if asked.yes else "warn", icon="undo")
            return
        name = self.seats[asked.by].name
        if asked.by == self.client.seat or self.client.seat is None:
            self.set_status(self.say("together.asked"), icon="undo")
            return
        moves = "\n".join(self.say("log.by", name=self.seats[ply.by].name, text=self.board.log_text(ply))
                          for _, ply in self.shown_history()[asked.moves:])
        self._question = Dialog(self.app, self.say("together.may_take_back", name=name), moves, [
            (self.say("together.agree"), partial(self._answer, asked.question, yes=True), "check"),
            (self.say("together.decline"), partial(self._answer, asked.question, yes=False), "cross")],
            game=self.game, icon="undo")
        self.app.push(self._question)

    def _answer(self, question: int, *, yes: bool) -> None:
        self._question = None
        self.client.answer_question(question, yes=yes)

    def _close_question(self) -> None:
        if self._question is not None and self.app.top is self._question:
            self.app.pop()
        self._question = None

    # --- rounds and the end ---

    def round_is_over(self) -> None:
        """Say how the round ended; the game goes on when all are ready."""
        over = self.session.game_outcome is not None
        if over and self.client.record is None:
            self._end_waits = True
            return
        scores = "\n".join(self.say("log.by", name=seat.name, text=self.texts.number(points))
                           for seat, points in zip(self.seats, self.state.scores, strict=True))
        outcome = self.session.game_outcome or self.session.outcome
        assert outcome is not None
        why = self.say(f"game.{self.game}.why.{outcome.why}")
        end = "_nobody" if not outcome.winners else "_other" if over and not self.people_won(outcome) else ""
        title = self.say(("sheet.won" if over else "sheet.why.won") + end, name=self.who(*outcome.winners))
        choices = [*self._end_choices(), (self.say(self._home_key), self._leave, "home")]
        self.app.push(Dialog(self.app, title, f"{why}\n{scores}", choices, game=self.game, icon="trophy",
                             esc_closes=True))

    def _end_choices(self) -> list[Any]:
        """Return how the game goes on after a round, or what is left of it."""
        if self.session.game_outcome is not None:
            return [(self.say("together.see_record"), self._open_record, "replay")] if self._record else []
        choices: list[Any] = []
        if self.session.outcome is not None and self.client.seat is not None:
            choices.append((self.say("together.ready"), self.client.ready, "check"))
        if self.session.outcome is not None and self.seated.hosts:
            choices.append((self.say("together.go_on"), self.client.next_round, "next"))
        return choices

    def _open_record(self) -> None:
        record = self._record
        self._leave()
        if record is not None:
            self.app.open(routes.Record(record))

    @property
    def _home_key(self) -> str:
        return "menu.shelf" if self.seated.home is None else "lobby.back"

    def _leave(self) -> None:
        self.app.home(self.seated.home)

    def go_home(self) -> None:
        self._leave()

    def close(self) -> None:
        self.seated.close()

    def leave(self) -> None:
        self.tweens.finish()
        self.hand.cancel(quiet=True)

    # --- the menu ---

    def open_menu(self) -> None:
        self.interrupt()
        say = self.say
        choices: list[Any] = [(say("button.play_on"), None, "play"), *self._end_choices()]
        if self.client.room is not None and self.client.room.talk:
            choices.append((say("together.talk"), self.open_talk, "speech"))
        choices += [(say("menu.rules"), self.open_rules, "book"), *self.own_choices(),
                    *self._sit_in_choices(), (say("spoken.menu"), self.open_spoken, "speech"),
                    (say("together.leave"), self._leave, "home")]
        more = say("together.leave_more")
        if self.seated.kept is not None:
            code = self.seated.kept.host.setting.code
            more = f"{say('log.by', name=say('together.code'), text=code)}\n{say('together.leave_host')}"
        self.app.push(Dialog(self.app, say(f"game.{self.game}.title"), more, choices,
                             game=self.game, column=True, esc_closes=True,
                             shortcuts={pygame.K_F1: self.open_rules}))

    def _long_away(self) -> list[Place]:
        """Return the seats on which the host may let a bot sit in."""
        room = self.client.room
        if room is None or not self.seated.hosts or self.session.game_outcome is not None:
            return []
        return [place for place in room.places if room.long_away(place, time.monotonic())]

    def _sit_in_choices(self) -> list[Any]:
        return [(self.say("together.let_bot", name=place.name),
                 partial(self.client.let_bot_sit_in, place.seat, STAND_IN), "robot")
                for place in self._long_away()]

    def _offer_to_sit_in(self) -> None:
        """Ask the host once per long absence whether a bot should sit in."""
        away = self._long_away()
        new = [place for place in away if place.seat not in self._offered]
        self._offered = {place.seat for place in away}
        if new and self.app.top is self:
            self.interrupt()
            self.app.push(Dialog(self.app, self.say("together.away_long", name=new[0].name), "", [
                (self.say("together.keep_waiting"), None, "clock"), *self._sit_in_choices()],
                game=self.game, esc_closes=True, icon="people"))

    def open_talk(self) -> None:
        self.app.push(Talk(self.app, self.client, self.game))

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_F3 and self.client.room is not None and self.client.room.talk:
            self.open_talk()
            return True
        return super().key(event)
