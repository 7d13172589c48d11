"""A race at a network table: all players build at once, with a common start and a lane for each."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.net.happenings import Happening, Lane, Moved, RaceGoes, RoundDealt, TableSet, WishRefused
from game.table.race.contract import Letters
from game.table.race.model import Mark, Phase, Race, Track
from game.table.race.scene import RaceScene
from game.table.remote.scene import RemoteTable
from game.table.remote.seated import Seated
from game.ui.dialogs import Choice

if TYPE_CHECKING:
    from game.app import App


class HostedRace(Race):
    """A race that only the host ends."""

    def stops_at(self) -> float | None:
        return None


class RemoteRace(RemoteTable, RaceScene):
    """The race as one of its runners sees it; the clock is that of this computer, from the agreed instant."""

    def __init__(self, app: App, seated: Seated):
        self._goes_at: float | None = None
        self._told: Mapping[tuple[int, int], str] = {}
        self._is_ready = False
        self._goes_on = False
        """Whether the race ran before a lost line: what was built still lies."""
        super().__init__(app, seated)

    def _new_race(self) -> Race:
        runner = [] if self.client.seat is None else [self.client.seat]
        race = HostedRace(runner, self.race_board.letters_of_seats(), self.race_rules.prizes)
        for seat in range(len(self.session.seats)):
            race.tracks[seat] = Track()
        if self.session.outcome is not None:
            race.phase = Phase.OVER
        return race

    @property
    def viewer(self) -> int | None:
        return self.client.seat if self.client.seat is not None else 0

    @property
    def my_turn(self) -> bool:
        running = self.race.phase is Phase.RUNNING and self.race.runner is not None and self.client.opened
        return running and not self.client.waiting and self.client.line == "here" and self.app.top is self

    @property
    def waits_for_person(self) -> bool:
        return False  # all run at once

    @property
    def ready(self) -> bool:
        return not self._is_ready or self.race.phase is not Phase.READY

    def plan_bots(self) -> None:
        """Do nothing: the host plans for bots."""

    # --- the course ---

    def go(self) -> None:
        """Say that this seat is ready; the host counts down when all are."""
        if self.race.phase is Phase.READY and not self._is_ready:
            self._is_ready = True
            self.client.ready()
            self.race_board.refresh_start()
            self.set_status(self.say("together.race_waits"), icon="clock")

    def pause_race(self) -> None:
        """Do nothing: a network race has no pause."""

    def pause(self, away: bool) -> None:
        """Only drop what the mouse holds: the race continues without the focus."""
        if away:
            self.let_go()

    def finish(self, letters: Letters) -> None:
        assert self.client.seat is not None
        move = self.race_rules.finish(self.state, self.client.seat, self.race.elapsed, letters)
        self.race.note(len(letters), None, letters)
        self.client.play(move)
        self.race.finish(move)
        self.app.sounds.play("bonus")
        self._wait_for_others()

    def give_up(self) -> None:
        self.client.give_up()
        self.race.give_up()
        self._wait_for_others()

    def own_choices(self) -> list[Choice]:
        started = self.race.phase is Phase.RUNNING and self.race.runner is not None
        return [(self.say(f"{self.game}.give_up"), self.give_up, "quit")] if started else []

    def undo(self) -> None:
        self.race_board.take_back()

    def hint(self) -> None:
        if self.client.room is None or not self.client.room.hints:
            self.set_status(self.say("net.refuse.no_hints"), mood="warn")
            return
        self.client.used_hint()
        RaceScene.hint(self)

    def _wait_for_others(self) -> None:
        self.hand.cancel(quiet=True)
        self.race.phase = Phase.RUNNING if self.session.outcome is None else Phase.OVER
        self.race_board.sync(self.state)
        self.refresh_side()
        self.set_status(self.say("together.race_others"), icon="clock")

    # --- time and events of the host ---

    def advance(self, ms: float) -> None:
        now = time.monotonic()
        if self._goes_at is not None and self.race.phase is Phase.READY and now >= self._goes_at:
            if not self._goes_on:
                self.race_board.start_afresh()
                self.app.sounds.play("flip")
            self._goes_on = False
            self.race.phase = Phase.RUNNING
            self.race_board.sync(self.state)
            self.refresh_side()
            self.idle_status()
        if self._goes_at is not None and self.race.phase is Phase.RUNNING:
            self.race.elapsed = now - self._goes_at - ms / 1000  # the scene adds the frame
        super().advance(ms)
        self._show_own_progress()

    def run_on(self, ms: float) -> None:
        """Do nothing: the clock of the host runs on while a dialog is open."""

    def _show_own_progress(self) -> None:
        built = self.race_board.built
        if self.my_turn and built.keys() != self._told.keys():
            self._told = dict(built)
            self.client.show_progress(len(built), sorted(built))

    def happened(self, happening: Happening) -> None:
        match happening:
            case RaceGoes(at):
                self._goes_at = at
                self.set_status(self.say("together.race_soon"), icon="clock")
            case RoundDealt(opened):
                if opened:
                    self.race.letters = self.race_board.letters_of_seats()
                    self.race_board.sync(self.state)
                else:
                    self._begin_again()
            case Lane():
                self._show_lane(happening)
            case Moved(ply, _):
                if self.session.outcome is not None:
                    self._over()
                else:
                    self.race.tracks[ply.by].finish = self.race.tracks[ply.by].finish or self.race.elapsed
            case TableSet():
                deal, ran = self.session.rounds[-1].start, self.race.phase is Phase.RUNNING
                super().happened(happening)
                self._race = self._new_race()
                self._goes_on = ran and self.session.rounds[-1].start == deal
            case WishRefused():
                super().happened(happening)
                if self.session.outcome is None and self.client.seat is not None:
                    self.race.runner, self.race.phase = self.client.seat, Phase.RUNNING
            case _:
                super().happened(happening)

    def _begin_again(self) -> None:
        self._goes_at, self._told, self._is_ready, self._goes_on = None, {}, False, False
        self.round_dealt()

    def _show_lane(self, lane: Lane) -> None:
        if lane.seat == self.client.seat:
            return
        track = self.race.tracks.setdefault(lane.seat, Track())
        track.marks.append(Mark(lane.at, lane.laid, lane.said, dict.fromkeys(lane.shape, "")))
        if lane.done:
            track.finish = lane.at
        self.refresh_side()

    def _over(self) -> None:
        """Show the results of the round that the host has ended."""
        if self.race.phase is not Phase.OVER:
            self.race.phase, self.race.runner = Phase.OVER, None
            self.tweens.finish()
            self.hand.cancel(quiet=True)
            self.race_board.start_afresh()
            self._settled()
            self.refresh_side()
