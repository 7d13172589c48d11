"""The table scene of a race: everybody builds at once, against the clock, until two have finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game.boards.presto.board import PrestoTable
from game.data.occasion import Occasion
from game.table.curtain import Curtain
from game.table.race.clock import OVER, PAUSED, READY, RUNNING, Mark, Race
from game.table.scene import TableScene
from game.thinking import Failed
from rules.kit.phrases import Phrase
from rules.race import RaceRules
from rules.session import Session

if TYPE_CHECKING:
    from game.app import App


class RaceScene(TableScene):
    """People run one after the other; bots follow plans that were made before the start."""

    may_undo = False
    board: PrestoTable

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None, path: Path | None = None):
        super().__init__(app, session, occasion, path)
        self.race = self._new_race()
        self._planning: int | None = None
        self._word_drag = False
        self.asking = False
        """The letter of a Jolly is asked for over the table."""

    @property
    def race_rules(self) -> RaceRules[Any, Any, Any]:
        """The rules, which are those of a race."""
        rules = self.session.rules
        assert isinstance(rules, RaceRules)
        return rules

    def _new_race(self) -> Race:
        race = Race(self.humans, [len(hand) for hand in self.state.hands], self.race_rules.prizes)
        if self.session.outcome is not None:
            race.phase = OVER
        return race

    # --- who sits here ---

    @property
    def viewer(self) -> int | None:
        """The runner; after the race the only human, or the first."""
        race = getattr(self, "race", None)
        if race is not None and race.runner is not None:
            return race.runner
        return self.humans[0] if self.humans else 0

    @property
    def my_turn(self) -> bool:
        return self.board.running and not self._paused and self.app.top is self

    def _draw_curtain(self) -> bool:
        return False

    @property
    def ready(self) -> bool:
        """Whether all bots know what they will do."""
        return all(seat in self.race.tracks for seat, player in enumerate(self.session.seats) if player.is_bot)

    # --- plans ---

    def _next_turn(self) -> None:
        self.plan_next()

    def _let_bot_think(self) -> None:
        """Bots have no turns here."""

    def plan_next(self) -> None:
        """Ask for the plan of one bot after the other; only when all have one it can begin."""
        if self.occasion.level is not None:  # against the clock alone: the others look on
            for other, player in enumerate(self.session.seats):
                if player.is_bot:
                    self.race.plan(other, [], None, None)
        seat = next((seat for seat, player in enumerate(self.session.seats)
                     if player.is_bot and seat not in self.race.tracks), None)
        if seat is None or self.session.outcome is not None or self._planning == seat:
            if seat is None and self.race.phase == READY:
                self.board.refresh_go()
                self.idle_status()
            return
        self._planning = seat
        race = self.race
        arguments = (self.session.rules, self.session.seats[seat].level or "easy", self.state, seat, self._chance(seat))

        def answer(plan: Any) -> None:
            self._planning = None
            if race is not self.race:
                return
            if isinstance(plan, Failed):
                race.plan(seat, [], None, None)
            else:
                self._follow(race, seat, plan)
            self.plan_next()

        self.app.thinker.ask("race_plan", arguments, answer)

    def _follow(self, race: Race, seat: int, plan: Sequence[tuple[float, Any]]) -> None:
        """What a bot will have laid when, and the crossword with which it will finish."""
        marks = [Mark(at, len(build.letters), build.said, frozenset(build.letters)) for at, build in plan]
        at, last = plan[-1]
        claim = self.race_rules.finish(self.state, seat, at, last.letters) if last.done else None
        race.plan(seat, marks, claim, at if last.done else None)

    def _chance(self, seat: int) -> str:
        return f"{self.session.seed}:{len(self.session.rounds)}:{seat}"

    # --- the course of a race ---

    def go(self) -> None:
        """Los! All letters turn; or the race goes on after a pause."""
        if self.race.phase == PAUSED:
            self.race.resume()
        elif self.race.phase == READY and self.ready:
            self.board.start_afresh()
            self.race.go()
            self.app.sounds.play("flip")
        else:
            return
        self.board.sync(self.state)
        self.refresh_side()
        self.idle_status()

    def pause_race(self) -> None:
        """The clock stands and all letters lie face down."""
        if self.race.phase == RUNNING:
            self.hand.cancel(quiet=True)
            self.race.pause()
            self.board.sync(self.state)
            self.idle_status()

    def finish(self, letters: Mapping[tuple[int, int], str]) -> None:
        """Fertig! with a sound crossword."""
        assert self.race.runner is not None
        claim = self.race_rules.finish(self.state, self.race.runner, self.race.elapsed, letters)
        self.session.tally["race"] = self.race.elapsed
        self.race.note(len(letters), Phrase("presto.log_done"))
        self.race.finish(claim)
        self.app.sounds.play("bonus")
        self._runner_left()

    def own_choices(self) -> list[Any]:
        started = self.race.phase in (RUNNING, PAUSED)
        return [(self.say("presto.give_up"), self.give_up, "quit")] if started else []

    def give_up(self) -> None:
        """The runner stops without a crossword: nobody has to wait for bots that do not finish."""
        self.race.give_up()
        self._runner_left()

    def _runner_left(self) -> None:
        """The next of the people comes to the mat, or all is written down."""
        self.hand.cancel(quiet=True)
        self.board.cursor = None
        if self.race.phase == OVER:
            self._write_down()
            return
        self.board.start_afresh()
        self.board.sync(self.state)
        self.refresh_side()
        self.idle_status()
        assert self.race.runner is not None
        self.app.push(Curtain(self.app, self, self.race.runner))

    def look_at_hand(self, seat: int) -> None:
        self.board.sync(self.state)
        self.idle_status()

    def _write_down(self) -> None:
        """The entries of all players, in order of time."""
        for move in self.race_rules.in_order(self.state, self.race.claims.values()):
            self.session.play(move)
        self.board.draft.clear()
        self._settled()
        self.refresh_side()

    def round_dealt(self) -> None:
        self.race = self._new_race()
        self.board.start_afresh()
        super().round_dealt()

    # --- time ---

    def pause(self, away: bool) -> None:
        super().pause(away)
        if away:
            self.pause_race()

    def leave(self) -> None:
        if not self.asking:
            self.pause_race()
        super().leave()

    def advance(self, ms: float) -> None:
        super().advance(ms)
        if self.race.runner is None:
            self.board.advance(ms)  # nobody's turn, and all the more to be seen
        if self.app.top is self and self.race.phase == RUNNING and self.race.advance(ms):
            self._beaten()

    def run_on(self, ms: float) -> None:
        """Time passes while a letter is asked for; if others finish meanwhile, the question is void."""
        if self.race.phase == RUNNING and self.race.advance(ms):
            self.app.pop()
            self._beaten()

    def _beaten(self) -> None:
        self.app.sounds.play("lose")
        self._runner_left()

    @property
    def restless(self) -> bool:
        return super().restless or self.race.phase == RUNNING

    def best_time(self) -> float | None:
        if not self.occasion.counts:
            return None
        return self.app.history.summary(self.game, self.session.rules.variant).best_seconds

    # --- undo is for the mat ---

    def undo(self) -> None:
        self.board.take_back_last()

    def refresh_side(self) -> None:
        super().refresh_side()
        self.refresh_undo()

    def refresh_undo(self) -> None:
        if "undo" in self.tools:
            self.tools["undo"].enable(self.board.can_take_back)

    def redo(self) -> None:
        """Nothing is made again in a race."""

    def hint(self) -> None:
        """A word to go on with, shown where it would lie, or what is in the way."""
        if not self.my_turn or not self.app.settings.hints:
            return
        race = self.race
        arguments = (self.session.rules, self.state, self.viewer, dict(self.board.draft.letters), self._chance(0))

        def answer(found: Any) -> None:
            if race is not self.race or not self.my_turn:
                return
            if isinstance(found, Failed) or found is None:
                self.set_status(self.say("hint.none"), mood="warn")
                return
            self.session.tally["hints"] += 1
            self.app.sounds.play("hint")
            self.set_status(self.say(found.said), icon="hint")
            self.board.show_suggestion(found)

        self.set_status(self.say("status.thinking"), icon="hint")
        self.app.thinker.ask("suggest", arguments, answer)

    # --- events ---

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION and self._word_drag:
            self.board.drag_word(self.board.squares.cell_at(event.pos))
            self._mouse = event.pos
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._word_drag:
            self._word_drag = False
            self.board.release_word()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.my_turn and self._takes_word(event):
            self._word_drag = True
            return True
        return super().handle(event)

    def key(self, event: pygame.Event) -> bool:
        enter = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        if enter and self.race.phase in (READY, PAUSED) and self.focus is None:
            self.go()
            return True
        return super().key(event)

    def _takes_word(self, event: pygame.Event) -> bool:
        """Shift and the left button, or the middle one, take a whole word."""
        shift = event.button == 1 and pygame.key.get_mods() & pygame.KMOD_SHIFT
        if not (shift or event.button == 2) or not self.board.mat.collidepoint(event.pos):
            return False
        return self.board.lift_word(self.board.squares.cell_at(event.pos))

    # --- words ---

    def refresh_log(self) -> None:
        log = getattr(self.side, "log", None)
        if log is not None:
            log.refresh()

    def log_rows(self) -> list[tuple[int | None, str, str]]:
        """The race as it runs; after it what was written down."""
        if self.race.phase == OVER or (self.race.phase == READY and self.race.elapsed == 0):
            return super().log_rows()
        names = self.session.seats
        rows: list[tuple[int | None, str, str]] = [
            (seat, f"{names[seat].name}: {self.say(phrase)}", self.texts.clock(at))
            for at, seat, phrase in self.race.log()]
        return [*rows, (None, self.say("presto.go"), self.texts.clock(0))]

    def _asked(self, runner: int | None) -> str:
        """Whether the one who runs next is ready, or whoever looks on."""
        if runner is None:
            return self.say("presto.ready_bots")
        if len(self.humans) == 1:
            return self.say("presto.ready_alone")
        return self.say("presto.ready", name=self.session.seats[runner].name)

    def idle_status(self) -> None:
        race = getattr(self, "race", None)
        if race is None or race.phase == OVER:
            super().idle_status()
        elif race.phase == READY:
            more = self.say("presto.ready_more") if self.ready else self.say("presto.planning")
            self.set_status(self.level_goal() or self._asked(race.runner), more)
        elif race.phase == PAUSED:
            self.set_status(self.say("presto.paused"), self.say("presto.paused_more"), icon="pause")
        else:
            self.set_status(self.say("presto.run"), self.say("presto.run_more"))

    def open_menu(self) -> None:
        self.pause_race()
        super().open_menu()
