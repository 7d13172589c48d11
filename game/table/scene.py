"""The table scene, on which every game is played. Everything specific to a game is in its board."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import routes
from game.boards.kit.targets import Target
from game.data.index.result import Booked
from game.data.occasion import Occasion
from game.data.results import GAME_ID
from game.data.seat_colours import SeatLook, seat_colours
from game.table.advice import Advice
from game.table.curtain import Curtain
from game.table.end import RoundEnd
from game.table.file import GameFile
from game.table.frame import TableFrame
from game.table.hand import Hand
from game.table.input import TableInput
from game.table.menu import SOLUTION_SHOWN, open_menu
from game.table.side import Log, PlatesSide, Side, SolitaireSide
from game.table.spoken import SpokenPanel, tell_ply
from game.table.undo import costs_the_result, make_again, refused, take_back
from game.thinking import Failed
from game.ui.dialogs import Dialog
from game.ui.stage import Sprite
from rules.base import IllegalMove, Phrase
from rules.engine import Choice
from rules.session import Ply, Session
from rules.strengths import level_for_move

if TYPE_CHECKING:
    from game.app import App

SEEN_MS = 900
"""Milliseconds for which a move at one screen is seen before the curtain; a click or a key shortens it."""


class TableScene(TableFrame):
    """A session on the screen: moves by drag, clicks and keys; undo, hints, log; bots that move."""

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None,
                 path: Path | None = None):
        super().__init__(app, session, occasion)
        self.hand: Hand = Hand(self)
        self.side: Side
        self._drawer: Log | None = None
        if path is None and self.occasion.counts:
            path = app.store.new_save_path(self.game)
            session.notes[GAME_ID] = path.name
        self.file = GameFile(app.store, path)
        self._paused = False
        outcome = session.game_outcome
        self.end = RoundEnd(self, waits=self.file.is_save and outcome is not None
                            and (bool(outcome.winners) or not self.solitaire))
        self._shown_second = -1
        self.advice = Advice(self)
        self.input = TableInput(self, self.hand)
        if self.occasion.daily:
            session.notes["daily"] = self.occasion.daily
        session.watchers.append(self.save)

    @property
    def path(self) -> Path | None:
        """The path of the save or record."""
        return self.file.path

    # --- several people at one screen ---

    def curtain_needed(self) -> bool:
        """Whether another person has to come to the screen before a hand is shown."""
        player = self.state.player
        return (len(self.humans) > 1 and self.info is not None and self.info.hidden_hands
                and self.session.outcome is None and player in self.humans and player != self.looking)

    def _draw_curtain(self) -> bool:
        """Hide the hands until the next human has come to the screen."""
        if self.read_only or not self.curtain_needed():
            return False
        if self.looking is not None and self.looking == self._last_mover():
            revision = self.session.revision  # the move is seen to its end before the cloth falls
            self.after(SEEN_MS, lambda: self._close_curtain(revision))
            return True
        self._close_curtain(self.session.revision)
        return True

    def _last_mover(self) -> int | None:
        plies = self.session.rounds[-1].plies
        return plies[-1].by if plies else None

    def _close_curtain(self, revision: int) -> None:
        if revision != self.session.revision or self.app.top is not self or not self.curtain_needed():
            return
        if self.looking is not None:
            self.looking = None
            self.board.sync(self.state)
            self.refresh_side()
        self.app.push(Curtain(self.app, self, self.state.player))

    def look_at_hand(self, seat: int) -> None:
        """Show the hand of `seat`, whose human is at the screen now."""
        self.looking = seat
        self.board.sync(self.state)
        self.idle_status()

    # --- building ---

    def build(self) -> None:
        self.company = self.seat_looks()
        self.hand.forget()
        self.advice.forget()
        self._status, self.status_now, self.status_shift = None, (), 0
        self._drawer = None
        self.tools = {}
        self.paint_cloth((0.40, 0.44))
        self.build_top()
        self.side = self.make_side()
        self.board.build(self.board_area(), self.stage.ground)
        self._status = self.stage.add(Sprite(z=46))
        self.board.sync(self.state)
        self.refresh_side()
        self.idle_status()
        self._note_second(force=True)

    def seat_looks(self) -> list[SeatLook]:
        """Return the colour and the face of every seat."""
        return seat_colours(((seat.name, seat.is_bot) for seat in self.session.seats),
                            self.app.history.people.all())

    def rebuild(self) -> None:
        """Rebuild the scene; if that cancelled the animation of a move, continue as after its end."""
        in_the_air, offered = self.tweens.busy, bool(self.advice.offer)
        super().rebuild()
        self.end.laid_out_anew()
        if offered:
            self.advice.may_offer_again()
            self.offer_way_back()
        if in_the_air and self.app.scenes and self.app.top is self:
            self._settled()

    # --- beside the board ---

    def make_side(self) -> Side:
        """Make the panel beside the board."""
        return SolitaireSide(self) if self.solitaire else PlatesSide(self)

    def refresh_side(self) -> None:
        self.side.refresh()
        undo, redo, hint = (self.tools.get(name) for name in ("undo", "redo", "hint"))
        if undo is not None:
            shut = refused(self)
            undo.enable(self.session.can_undo and self.may_undo and not shut)
            undo.tip = self.say("uncounted.refused" if shut else "uncounted.tip" if costs_the_result(self)
                                else "tip.undo")
        if redo is not None:
            redo.enable(self.session.can_redo)
        if hint is not None:
            hint.enable(self.session.outcome is None and self.app.settings.hints)

    def toggle_drawer(self) -> bool:
        if self.side.log is not None:
            return False
        rect = self.look.m.region("drawer")
        if self._drawer is not None:
            self._drawer.remove()
            self._drawer = None
        elif rect is not None:
            self._drawer = Log(self, rect)
            self._drawer.refresh()
        return True

    # --- callbacks of the hand ---

    def held_changed(self, *, keep_status: bool = False) -> None:
        self._clear_hint()
        if not self.hand.holding:
            self.board.aim(None)
        if self.hand.holding:
            text, more = self.board.held_status(self.hand.piece, self.hand.targets)
            self.set_status(text, more, icon="target")
        elif not keep_status:
            self.idle_status()

    def aimed(self, target: Target | None) -> None:
        """Show on the plates what the new target would score; say a target chosen with the keys aloud."""
        self.board.aim(target)
        targets = self.hand.targets
        if target in targets and self.hand.how == "pick":
            self.app.speech.say(*self.board.speech.aimed(target, targets.index(target) + 1, len(targets),
                                                         self.board.preview(self.hand.piece, target)))
        gains = self.board.gains_of(target) if target is not None else {}
        self.side.show_deltas({seat: self.texts.gain(points) for seat, points in gains.items() if points})

    def refuse(self, move: object) -> None:
        """Say why a move is not played: it is not legal, or the piece was released too far from its place."""
        refusal = self.session.rules.why_illegal(self.state, move)
        self.app.sounds.play("refuse")
        self.set_status(self.say(refusal if refusal is not None else "status.out_of_reach"), mood="bad")
        if refusal is not None and refusal.where is not None:
            self.board.show_refusal(refusal.where)

    # --- moves ---

    @property
    def my_turn(self) -> bool:
        """Whether a human may move now."""
        return (self.session.outcome is None and not self.session.seats[self.state.player].is_bot
                and not self._paused and self.viewer == self.state.player and self.level_verdict() is None)

    def play(self, move: Any, start: tuple[int, int] | None = None) -> None:
        """Play a move chosen by hand, by key or by a bot."""
        before = self.state
        try:
            self.session.play(move)
        except IllegalMove as fault:
            self.app.sounds.play("refuse")
            self.set_status(self.say(fault.refusal), mood="bad")
            self.board.sync(self.state)
            return
        self.show_ply(self.session.rounds[-1].plies[-1], before, start)

    def show_ply(self, ply: Ply, before: Any, start: tuple[int, int] | None) -> None:
        """Tell and animate a move that was made; then the turn goes on."""
        self._clear_hint()
        self._withdraw_offer()
        self.focus_on(None)  # after Tab and Enter on a button the arrows choose pieces again
        self.app.speech.say(" ".join(tell_ply(self, ply)))
        self.board.animate(ply, before, start, self._settled)
        self.side.fly_points(ply)
        self.refresh_side()
        self.idle_status()

    def act(self, move: Any) -> None:
        """Play the move of a button; ask first if the board wants it."""
        question = self.board.question(move) if self.my_turn else None
        if question is None:
            self._act(move)
        else:
            self.app.push(Dialog(self.app, question.title, question.text, [
                (question.no, None, "play"), (question.yes, lambda: self._act(move), "check")],
                game=self.game, esc_closes=True))

    def _act(self, move: Any) -> None:
        """Play the move of a button, unless finishing the animations has played another one."""
        if self.my_turn:
            revision = self.session.revision
            self.tweens.finish()
            self.hand.cancel(quiet=True)
            if revision == self.session.revision:
                self.play(move)

    def _settled(self) -> None:
        """Continue after the animation of a move: end the round or start the next turn."""
        self.board.sync(self.state)
        if self.end.is_here:
            self.end.tell()
            return
        self._at_rest()
        self._next_turn()

    def _at_rest(self) -> None:
        """Called when a position has come to rest: after a move, loading, undo and redo."""
        self.music_part = "last" if self.board.near_end() else "table"
        self.board.settled()
        self.advice.watch()

    def _next_turn(self) -> None:
        """Draw the curtain, or let the bot think, or play a pass that is the only move."""
        if self._draw_curtain():
            return
        self.let_bot_think()
        if self.my_turn and self.app.settings.auto_pass:
            self._pass_by_itself()

    def _pass_by_itself(self) -> None:
        moves = list(self.session.rules.legal_moves(self.state))
        if len(moves) == 1 and self.session.rules.write_move(moves[0]) == "pass":
            revision = self.session.revision
            self.after(600 * self.look.speed, lambda: self._bot_plays(revision, moves[0]))

    def let_bot_think(self) -> None:
        """Ask for the move of a bot whose turn it is."""
        seat = self.session.seats[self.state.player]
        if not seat.is_bot or self.session.outcome is not None:
            return
        revision = self.session.revision
        level = level_for_move(self.game, seat.level or "easy", self.random_key())
        arguments = (self.session.rules, level, self.state, self.state.player, self.random_key())

        def answer(choice: Any) -> None:
            if self.app.top is not self:
                return
            # Keep the pause even if animations are off: an immediate move is easily missed.
            pause = self.look.design["motion"]["bot"]["think_min"] * (self.look.speed or 1)
            self.after(pause,
                       lambda: self._bot_plays(revision, None if isinstance(choice, Failed) else choice.move))

        self.app.thinker.ask("bot_move", arguments, answer)

    def random_key(self) -> str:
        """Return the random seed of a bot's move; equal deals and positions give equal seeds."""
        return f"{self.session.seed}:{self.state.ply}"

    def _bot_plays(self, revision: int, move: object | None) -> None:
        """Play a bot's move, or the first legal one if `move` is None. Drop it if `revision` is outdated."""
        if revision == self.session.revision:
            self.play(move if move is not None else next(iter(self.session.rules.legal_moves(self.state))))

    def save(self, session: Session) -> None:
        self.file.write(session)

    # --- advice ---

    def hint(self) -> None:
        """Show where to look; when called again, show the move; a third time, play it."""
        self.advice.hint()

    def play_hint(self) -> bool:
        return self.advice.play()

    def offer_way_back(self) -> None:
        self.advice.offer_way_back()

    def _clear_hint(self) -> None:
        self.advice.clear_hint()

    def _withdraw_offer(self) -> None:
        self.advice.withdraw()

    # --- undo, redo ---

    def undo(self) -> None:
        take_back(self)

    def redo(self) -> None:
        make_again(self)

    def back_to(self, moves: int) -> None:
        """Go back to the position after `moves` moves, e.g. the last one that could be won."""
        if not self.interrupt():
            return
        self.session.back_to(moves)
        self.app.sounds.play("undo")
        self.jumped()

    def interrupt(self) -> bool:
        """Stop everything in progress: finish animations, put the held piece back, cancel the bot. Return
        False if this opened the result screen."""
        self.tweens.finish()
        self.hand.cancel(quiet=True)
        self.app.thinker.cancel()
        self._clear_hint()
        self._withdraw_offer()
        return self.app.top is self

    def jumped(self) -> None:
        """Show a position that no animated move led to (undo, redo, loading)."""
        self.end.told = False
        self.advice.may_offer_again()
        self.board.sync(self.state)
        self.refresh_side()
        self.idle_status()
        if self.session.outcome is None:
            self._at_rest()
            self._next_turn()

    def own_hint(self) -> Choice[Any] | None:
        """Return the next move of the proof as long as a puzzle follows it: a good move may miss the goal."""
        level, rules = self.occasion.level, self.session.rules
        if level is None or self.board.can_be_solved:
            return None
        made = [rules.write_move(ply.move) for ply in self.session.rounds[-1].plies]
        move = level.next_of_proof(rules, made)
        return Choice(move, Phrase("hint.puzzle")) if move is not None else None

    # --- the end ---

    def level_verdict(self) -> bool | None:
        """Return True for a solved level, False for a missed one, None if undecided or without a level."""
        level = self.occasion.level
        if level is None or self.read_only:
            return None
        solver = self.session.rounds[0].start.player
        own = sum(ply.by == solver for _, ply in self.session.history())
        return level.verdict(self.session.rules, self.state, own)

    @property
    def is_puzzle(self) -> bool:
        """Whether this is a level judged by its goal, not by its points."""
        return self.occasion.level is not None and self.occasion.level.goal != "par"

    def round_dealt(self) -> None:
        """Show the next round."""
        self.end.told = False
        self.looking = None
        self.rebuild()
        self.enter()

    def finished(self, booked: Booked | None) -> None:
        """The game is over for good: its save becomes a record, which keeps the result."""
        self.file.finish(self.session, booked)

    # --- time ---

    def pause(self, away: bool) -> None:
        """Stop the clocks and put the held piece back when the window loses the focus."""
        self._paused = away
        if away:
            self.let_go()
        elif self.app.top is self:
            self.board.sync(self.state)  # restore what is only shown in the player's own turn
            self.held_changed(keep_status=True)

    def let_go(self) -> None:
        super().let_go()
        self.hand.release_all()
        self.input.release_felt()

    @property
    def restless(self) -> bool:
        return super().restless or self.hand.leaning or (self.my_turn and self.hand.drawing)

    def advance(self, ms: float) -> None:
        super().advance(ms)
        self.hand.advance(ms)
        if not self._paused and self.session.outcome is None and self.app.top is self:
            self.session.tally["seconds"] += ms / 1000
            self._note_second()
            if self.my_turn:
                self.board.advance(ms)
                if not self.tweens.busy:
                    self.hand.draw_ahead()

    def _note_second(self, *, force: bool = False) -> None:
        second = int(self.session.tally["seconds"])
        if second != self._shown_second or force:
            self._shown_second = second
            if not self.solitaire:
                return
            self.side.tick(self.texts.clock(second))

    # --- lifecycle ---

    def enter(self) -> None:
        self.app.thinker.start()
        if not self.end.told:
            self.save(self.session)
        if self.end.is_here:
            self.end.tell()
        else:
            self._at_rest()
            self._next_turn()

    def leave(self) -> None:
        self.tweens.finish()
        self.hand.cancel(quiet=True)
        self.app.thinker.cancel()
        if self.file.is_save and self.session.outcome is None:
            self.save(self.session)

    def close(self) -> None:
        if self.save in self.session.watchers:
            self.session.watchers.remove(self.save)
        if self.session.moves == 0 and not self.session.can_redo:
            self.file.discard()
        elif self.file.is_save and self.session.outcome is None:
            self.stage.touch_all()  # the scene above has painted over the whole screen
            self.stage.draw(self.app.screen)
            self.file.keep_picture(self.app.screen, self.board_area())

    # --- events ---

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.hand.stirred = True
            if self.input.push_felt(event.pos):
                return True
            if self.hand.mouse_move(event.pos):
                self._mouse = event.pos
                return True
            self.board.hover(event.pos)
        else:
            self.hand.restart_drawing()
        return super().handle(event) or self.input.handle(event, self._mouse)

    def key(self, event: pygame.Event) -> bool:
        return self.input.key(event)

    def focus_next(self, step: int) -> None:
        self.input.tab(step)

    def escape(self) -> None:
        if self.hand.holding:
            self.hand.cancel()
        elif self.focus is not None:
            self.focus_on(None)
        elif not self.board.escape():
            self.open_menu()

    # --- other screens ---

    def open_menu(self) -> None:
        if self.interrupt():
            open_menu(self)

    def own_choices(self) -> list[Any]:
        """Return additional entries of the menu."""
        if not self.my_turn:
            return []
        return [(action.label, partial(self.act, action.move), action.icon)
                for action in self.board.menu_actions()]

    def open_rules(self) -> None:
        if self.interrupt():
            self.app.open(routes.Help(self.game, self.session.rules))

    def open_spoken(self) -> None:
        """Show the table as text."""
        if self.interrupt():
            self.app.push(SpokenPanel(self.app, self))

    def restart(self) -> None:
        """Play the same deal from the beginning as a new game."""
        session = Session(self.session.rules.for_new_game(), self.session.seats, self.session.seed,
                          level=self.session.rounds[0].setup, level_id=self.session.level_id)
        if SOLUTION_SHOWN in self.session.notes or self.session.uncounted == "solution":
            session.tally["hints"] = 1
            session.notes[SOLUTION_SHOWN] = "yes"
        kept = self.file.is_save and self.session.moves > 0
        opened = self.app.open(routes.Table(session, self.occasion), instead=True)
        if kept and isinstance(opened, TableScene):
            opened.set_status(self.say("status.kept"), icon="home")

    def new_deal(self) -> None:
        self.app.open(routes.NewDeal(self.session), instead=True)
