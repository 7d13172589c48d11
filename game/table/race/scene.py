"""The table of a race: all players build at once, against the clock, until the prizes are gone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.data.occasion import Occasion
from game.table.curtain import Curtain
from game.table.race.contract import BuildStep, Letters, RaceBoard, Suggestion
from game.table.race.model import Mark, Phase, Race
from game.table.scene import TableScene
from game.thinking import Failed
from game.ui.dialogs import Choice, Dialog
from game.ui.scene import Scene
from rules.base import State
from rules.kit.phrases import Phrase
from rules.race import RaceRules
from rules.session import Session
from rules.strengths import level_for_move

if TYPE_CHECKING:
    from game.app import App


class RaceScene(TableScene):
    """A race: people run one after the other; bots follow plans made before the start.

    The texts of a race belong to its game: `<game>.go`, `<game>.paused` and so on.
    """

    may_undo = False
    bots_build = True
    """Whether bots take part in the race; otherwise they only have a seat."""

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None,
                 path: Path | None = None):
        super().__init__(app, session, occasion, path)
        assert isinstance(self.board, RaceBoard)
        self.race_board: RaceBoard[State, object, object, Suggestion] = self.board
        self._race = self._new_race()
        self._planning: int | None = None
        self._grabbing = False
        self._asking = False
        self._suggested: tuple[Suggestion, Letters] | None = None
        """The last hint, and the letters that were laid when it was asked for."""

    @property
    def race(self) -> Race:
        return self._race

    @property
    def race_rules(self) -> RaceRules[State, Hashable, Letters]:
        rules = self.session.rules
        assert isinstance(rules, RaceRules)
        return rules

    def _new_race(self) -> Race:
        race = Race(self.humans, self.race_board.letters_of_seats(), self.race_rules.prizes)
        if self.session.outcome is not None:
            race.phase = Phase.OVER
        return race

    def _say_own(self, key: str, **values: object) -> str:
        """Translate a text of this game."""
        return self.say(f"{self.game}.{key}", **values)

    # --- the seats ---

    @property
    def _bots(self) -> list[int]:
        return [seat for seat, player in enumerate(self.session.seats) if player.is_bot]

    @property
    def viewer(self) -> int | None:
        """The runner; after the race the first human, or seat 0."""
        if self.race.runner is not None:
            return self.race.runner
        return self.humans[0] if self.humans else 0

    @property
    def my_turn(self) -> bool:
        running = self.race.phase is Phase.RUNNING and self.race.runner is not None
        return running and not self._paused and self.app.top is self

    def _draw_curtain(self) -> bool:
        return False

    @property
    def ready(self) -> bool:
        """Whether all bots have a plan."""
        return all(seat in self.race.tracks for seat in self._bots)

    # --- plans ---

    def _next_turn(self) -> None:
        self.plan_bots()

    def let_bot_think(self) -> None:
        """Do nothing: there are no turns."""

    def plan_bots(self) -> None:
        """Request the plans of all bots, one after the other. Levels have no bots, only the clock."""
        if not self.bots_build or self.occasion.level is not None:
            for seat in self._bots:
                self.race.plan(seat, [], None, None)
        unplanned = next((seat for seat in self._bots if seat not in self.race.tracks), None)
        if unplanned is None:
            if self.race.phase is Phase.READY:
                self.race_board.refresh_start()
                self.idle_status()
        elif self.session.outcome is None and self._planning != unplanned:
            self._plan(unplanned)

    def _plan(self, seat: int) -> None:
        self._planning = seat
        race = self.race
        level = level_for_move(self.game, self.session.seats[seat].level or "easy", self._chance(seat))
        arguments = (self.session.rules, level, self.state, seat, self._chance(seat))

        def answer(plan: Failed | Sequence[tuple[float, BuildStep]]) -> None:
            self._planning = None
            if race is not self.race:
                return
            if isinstance(plan, Failed):
                race.plan(seat, [], None, None)
            else:
                self._follow(race, seat, plan)
            self.plan_bots()

        self.app.thinker.ask("race_plan", arguments, answer)

    def _follow(self, race: Race, seat: int, plan: Sequence[tuple[float, BuildStep]]) -> None:
        """Turn the plan of a bot into its track."""
        marks = [Mark(at, len(step.letters), step.said, dict(step.letters)) for at, step in plan]
        at, last = plan[-1]
        if last.done:
            race.plan(seat, marks, self.race_rules.finish(self.state, seat, at, last.letters), at)
        else:
            race.plan(seat, marks, None, None)

    def _chance(self, seat: int) -> str:
        """Return the random seed of a seat."""
        return f"{self.session.seed}:{len(self.session.rounds)}:{seat}"

    # --- the course of a race ---

    def go(self) -> None:
        """Start the race and reveal the letters, or resume it after a pause."""
        if self.race.phase is Phase.PAUSED:
            self.race.resume()
        elif self.race.phase is Phase.READY and self.ready:
            self.race_board.start_afresh()
            self.race.go()
            self.app.sounds.play("flip")
        else:
            return
        self.race_board.sync(self.state)
        self.refresh_side()
        self.idle_status()

    def pause_race(self) -> None:
        """Stop the clock and hide all letters."""
        if self.race.phase is Phase.RUNNING:
            self.hand.cancel(quiet=True)
            self.race.pause()
            self.race_board.sync(self.state)
            self.idle_status()

    def finish(self, letters: Letters) -> None:
        """Finish for the runner with `letters`."""
        assert self.race.runner is not None
        move = self.race_rules.finish(self.state, self.race.runner, self.race.elapsed, letters)
        self.session.tally["race"] = self.race.elapsed
        self.race.note(len(letters), Phrase(f"{self.game}.log_done"), letters)
        self.race.finish(move)
        self.app.sounds.play("bonus")
        self._runner_left()

    def own_choices(self) -> list[Choice]:
        started = self.race.phase in (Phase.RUNNING, Phase.PAUSED)
        return [(self._say_own("give_up"), self.give_up, "quit")] if started else []

    def go_home(self) -> None:
        """Ask before a race is left, which cannot be continued later."""
        if self.race.phase not in (Phase.RUNNING, Phase.PAUSED):
            super().go_home()
            return
        self.app.push(Dialog(self.app, self.say("leave_race.title"), self.say("leave_race.text"), [
            (self.say("button.stay"), None, "play"), (self.say("leave_race.leave"), self.app.home, "home")],
            game=self.game, esc_closes=True))

    def give_up(self) -> None:
        """Stop the runner without a result."""
        self.race.give_up()
        self._runner_left()

    def _runner_left(self) -> None:
        """Call the next human to the screen; after the last one play all results."""
        self.hand.cancel(quiet=True)
        self.race_board.start_afresh()
        if self.race.phase is Phase.OVER:
            self._enter_results()
            return
        self.race_board.sync(self.state)
        self.refresh_side()
        self.idle_status()
        assert self.race.runner is not None
        self.app.push(Curtain(self.app, self, self.race.runner))

    def look_at_hand(self, seat: int) -> None:  # noqa: ARG002 - a race has one viewer
        self.race_board.sync(self.state)
        self.idle_status()

    def _enter_results(self) -> None:
        """Play the finishing moves of all players in chronological order."""
        for move in self.race_rules.in_order(self.state, self.race.claims.values()):
            self.session.play(move)
        self._settled()
        self.refresh_side()

    def round_dealt(self) -> None:
        self._race = self._new_race()
        self.race_board.start_afresh()
        super().round_dealt()

    # --- time ---

    def pause(self, away: bool) -> None:
        super().pause(away)
        if away:
            self.pause_race()

    def leave(self) -> None:
        if not self._asking:
            self.pause_race()
        super().leave()

    def open_dialog(self, make: Callable[[App], Scene]) -> None:
        """Open a question of the board without stopping the clock."""
        self._asking = True
        super().open_dialog(make)
        self._asking = False

    def advance(self, ms: float) -> None:
        super().advance(ms)
        if self.race.runner is None:
            self.race_board.advance(ms)
        if self.app.top is self and self.race.phase is Phase.RUNNING and self.race.advance(ms):
            self._beaten()

    def run_on(self, ms: float) -> None:
        """Advance the race while a dialog is open; close the dialog if the race stops."""
        if self.race.phase is Phase.RUNNING and self.race.advance(ms):
            self.app.pop()
            self._beaten()

    def _beaten(self) -> None:
        self.app.sounds.play("lose")
        self._runner_left()

    @property
    def restless(self) -> bool:
        return super().restless or self.race.phase is Phase.RUNNING

    def best_time(self) -> float | None:
        if not self.occasion.counts:
            return None
        return self.app.history.summary(self.game, self.session.rules.variant).best_seconds

    # --- undo and hints concern the letters of the runner ---

    def undo(self) -> None:
        self.race_board.take_back()

    def redo(self) -> None:
        """Races have no redo."""

    def refresh_side(self) -> None:
        super().refresh_side()
        self.refresh_undo()

    def refresh_undo(self) -> None:
        if "undo" in self.tools:
            self.tools["undo"].enable(self.race_board.can_take_back)

    def hint(self) -> None:
        """Ask the engine for a suggestion and let the board show it."""
        if not self.my_turn or not self.app.settings.hints:
            return
        if self.play_hint():
            return
        race, built = self.race, dict(self.race_board.built)
        arguments = (self.session.rules, self.state, self.viewer, built, self._chance(0))

        def answer(found: Failed | Suggestion | None) -> None:
            if race is not self.race or not self.my_turn:
                return
            if isinstance(found, Failed) or found is None:
                self.set_status(self.say("hint.none"), mood="warn")
                return
            self.session.tally["hints"] += 1
            self.app.sounds.play("hint")
            self.set_status(self.say(found.said), self.say("hint.play"), icon="hint")
            self.race_board.show_suggestion(found)
            self._suggested = found, built

        self.set_status(self.say("status.thinking"), icon="hint")
        self.app.thinker.ask("suggest", arguments, answer)

    def play_hint(self) -> bool:
        """Lay what the last hint showed, if the letters have not changed since."""
        shown, self._suggested = self._suggested, None
        if shown is None or not self.my_turn or shown[1] != self.race_board.built:
            return False
        self.race_board.follow(shown[0])
        return True

    # --- events ---

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION and self._grabbing:
            self.race_board.drag_grabbed(event.pos)
            self._mouse = event.pos
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._grabbing:
            self._grabbing = False
            self.race_board.release_grabbed()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.my_turn and self._grabs(event):
            self._grabbing = True
            return True
        return super().handle(event)

    def _grabs(self, event: pygame.Event) -> bool:
        """Return whether a click takes several pieces: Shift and the left button, or the middle one."""
        shift = event.button == 1 and pygame.key.get_mods() & pygame.KMOD_SHIFT
        return bool(shift or event.button == 2) and self.race_board.grab(event.pos)

    def key(self, event: pygame.Event) -> bool:
        enter = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        if enter and self.race.phase in (Phase.READY, Phase.PAUSED) and self.focus is None:
            self.go()
            return True
        return super().key(event)

    # --- texts ---

    def refresh_log(self) -> None:
        if self.side.log is not None:
            self.side.log.refresh()

    def log_rows(self) -> list[tuple[int | None, str, str]]:
        """Return the lines of the running race; afterwards the usual log."""
        if self.race.phase is Phase.OVER or (self.race.phase is Phase.READY and self.race.elapsed == 0):
            return super().log_rows()
        names = self.session.seats
        rows: list[tuple[int | None, str, str]] = [
            (seat, self.say("log.by", name=names[seat].name, text=self.say(phrase)), self.texts.clock(at))
            for at, seat, phrase in self.race.log()]
        return [*rows, (None, self._say_own("go"), self.texts.clock(0))]

    def _ask_ready(self, runner: int | None) -> str:
        """Ask the next runner, or the spectators of a race of bots, whether they are ready."""
        if runner is None:
            return self._say_own("ready_bots")
        if len(self.humans) == 1:
            return self._say_own("ready_alone")
        return self._say_own("ready", name=self.session.seats[runner].name)

    def idle_status(self) -> None:
        race = self.race
        if race.phase is Phase.OVER:
            super().idle_status()
        elif race.phase is Phase.READY:
            more = self._say_own("ready_more" if self.ready else "planning")
            self.set_status(self.level_goal() or self._ask_ready(race.runner), more)
        elif race.phase is Phase.PAUSED:
            self.set_status(self._say_own("paused"), self._say_own("paused_more"), icon="pause")
        else:
            self.set_status(self._say_own("run"), self._say_own("run_more"))

    def open_menu(self) -> None:
        self.pause_race()
        super().open_menu()
