"""The table: the screen on which every game is played. What is special to a game is in its table module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game.company import Place, places
from game.drag import Hand
from game.draw import chrome
from game.names import level_name, variant_name
from game.scenes.base import Scene, tool_row, top_bar
from game.scenes.side import PlatesSide, SolitaireSide
from game.scenes.table_advice import Advice
from game.scenes.table_words import Words
from game.speech import tell_ply
from game.stage import Sprite
from game.tables.base import Table, Target
from game.thinking import Failed
from game.tween import Tween
from game.widgets import IconButton, Widget
from rules.base import IllegalMove, Scored
from rules.catalog import GAMES
from rules.session import Ply, Session

if TYPE_CHECKING:
    from game.app import App


@dataclass
class Occasion:
    """Why this game is played: a plain deal, the deal of a day, a level, a lesson."""

    daily: str | None = None
    level: Any = None
    counts: bool = True
    """Whether it is saved and enters the statistics."""


class TableScene(Advice, Words, Scene):
    """A session on the screen: drag, click-click and keys; undo, hints, log; bots that move by themselves."""

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None, path: Path | None = None):
        super().__init__(app)
        self.session = session
        self.occasion = occasion or Occasion()
        self.game = session.rules.game
        self.info = GAMES.get(self.game)
        self.solitaire = len(session.seats) == 1
        self.path = path
        if self.path is None and self.occasion.counts:
            self.path = app.store.new_save_path(self.game)
        self.table: Table = self._make_table()
        self.company: list[Place] = []
        """How everybody at this table looks; from `build` on."""
        self.hand = Hand(self)
        self.tools: dict[str, Widget] = {}
        self.side: SolitaireSide | PlatesSide
        self._status: Sprite | None = None
        self._status_now: tuple[Any, ...] = ()
        self._paused = False
        self._reported = session.game_outcome is not None
        self._shown_second = -1
        self._hint: tuple[Any, int] | None = None
        """The hint that was found, and how much of it was shown."""
        self._hint_marks: list[Sprite] = []
        self._offer: list[Widget] = []
        self._offered_at = -1
        self._looking: int | None = None
        self._panning = False
        self._status_shift = 0
        self._status_rect = pygame.Rect(0, 0, 0, 0)
        if self.occasion.daily:
            session.notes["daily"] = self.occasion.daily
        session.watchers.append(self._save)

    # --- who sits here ---

    @property
    def humans(self) -> list[int]:
        return [i for i, seat in enumerate(self.session.seats) if not seat.is_bot]

    @property
    def viewer(self) -> int | None:
        """Whose hand is shown: the only human's always, among several the one who has looked; bots' if alone."""
        humans = self.humans
        if len(humans) > 1 and self.info is not None and self.info.hidden_hands:
            return self._looking
        return humans[0] if len(humans) == 1 else self.state.player

    def _curtain_needed(self) -> bool:
        player = self.state.player
        return (len(self.humans) > 1 and self.info is not None and self.info.hidden_hands
                and self.session.outcome is None and player in self.humans and player != self._looking)

    def _draw_curtain(self) -> bool:
        """Hide the hands until the next human has come to the screen."""
        if self.read_only or not self._curtain_needed():
            return False
        from game.scenes.curtain import Curtain

        self._looking = None
        self.table.sync(self.state)
        self.refresh_side()
        self.app.push(Curtain(self.app, self, self.state.player))
        return True

    def look_at_hand(self, seat: int) -> None:
        """The human of that seat is at the screen now."""
        self._looking = seat
        self.table.sync(self.state)
        self.idle_status()

    def _make_table(self) -> Table:
        assert self.info is not None
        return self.info.load("table")(self)

    # --- building ---

    @property
    def state(self) -> Any:
        return self.session.state

    def build(self) -> None:
        self.company = places(((seat.name, seat.is_bot) for seat in self.session.seats), self.app.history.people.all())
        self.hand.forget()
        self._offer, self._hint_marks = [], []
        self._status, self._status_now, self._status_shift = None, (), 0
        self.tools = {}
        self.paint_cloth((0.40, 0.44))
        self._build_top()
        self.side = self.make_side()
        self.table.build(self._board_area(), self.stage.ground)
        self._status = self.stage.add(Sprite(z=46))
        self.table.sync(self.state)
        self.refresh_side()
        self.idle_status()
        self._note_second(force=True)

    def rebuild(self) -> None:
        """A move that was still in the air has landed: what it would have started is started now."""
        in_the_air, offered = self.tweens.busy, bool(self._offer)
        super().rebuild()
        if offered:
            self._offered_at = -1
            self.offer_way_back()
        if in_the_air and self.app.scenes and self.app.top is self:
            self._settled()

    def _board_area(self) -> pygame.Rect:
        """The cloth that is free for the board; without a rack it reaches to the bottom."""
        look = self.look
        board = look.m.region("board")
        assert board is not None
        if self.game in look.design["layout"]["no_rack"]:
            board.h = look.size[1] - look.px(24) - board.top
        drawer = look.m.region("drawer")
        if self.has_coach and drawer is not None:
            board.w = drawer.left - board.left - look.px(12)
        return board

    def status_centre(self) -> tuple[int, int]:
        """The middle of the turn line."""
        own = self.table.status_centre()
        if own is not None:
            return own
        look = self.look
        board = look.m.region("board")
        assert board is not None
        if self.game in look.design["layout"]["no_rack"]:
            return board.centerx, look.size[1] - look.px(51)
        return board.centerx, board.bottom - look.px(35)

    def _build_top(self) -> None:
        look = self.look
        title = top_bar(self, self.say(f"game.{self.game}.title"), self.open_menu, icon="menu", key="Esc",
                        tip=self.say("tip.menu"))
        tools: list[tuple[str, Callable[[], None], str, str]] = []
        if not self.solitaire:
            tools += [("undo", self.undo, self.say("tip.undo"), "U"), ("redo", self.redo, self.say("tip.redo"), "Y"),
                      ("hint", self.hint, self.say("tip.hint"), "H"), ("|", self.hint, "", "")]
        quiet = self.app.settings.sound == 0
        full = self.app.settings.fullscreen
        tools += [("book", self.open_rules, self.say("tip.rules"), "F1"),
                  ("mute" if quiet else "sound", self.toggle_sound, self.say("tip.sound"), "M"),
                  ("windowed" if full else "fullscreen", self.app.toggle_fullscreen, self.say("tip.fullscreen"),
                   "F11")]
        made = tool_row(self, tools)
        self.tools.update(made)
        left_of_tools = min(widget.rect.left for widget in made.values())
        x = title.right + look.px(28)
        top = look.m.region("top")
        assert top is not None
        for icon, label in self.pills():
            width = look.width(label, "label") + look.px(60)
            if x + width > left_of_tools - look.px(10):
                break
            x = chrome.draw_pill(look, self.stage.ground, (x, top.centery), label, icon).right + look.px(10)

    def pills(self) -> list[tuple[str, str]]:
        """What a player would read aloud: level or deal number, variant."""
        occasion = self.occasion
        if occasion.level is not None:
            first = ("star", self.say("table.level", name=level_name(self.app, self.game, occasion.level.id)))
        elif occasion.daily:
            first = ("calendar", self.say("table.daily", number=self.session.seed))
        elif not occasion.counts:
            first = ("school", self.say("table.practice"))
        else:
            first = ("dice", self.say("table.deal", number=self.session.seed))
        return [first, ("list", variant_name(self.app, self.game, self.session.rules.variant)), *self.table.pills()]

    # --- what the hand tells ---

    def held_changed(self, *, keep_status: bool = False) -> None:
        self._clear_hint()
        if not self.hand.holding:
            self.table.aim(None)
        if self.hand.holding:
            text, more = self.table.held_status(self.hand.piece, self.hand.targets)
            self.set_status(text, more, icon="target")
        elif not keep_status:
            self.idle_status()

    def aimed(self, target: Target | None) -> None:
        """Another place is nearest: plates show what it would bring."""
        self.table.aim(target)
        targets = self.hand.targets
        if target in targets and self.hand.how == "pick":
            self.app.speech.say(*self.table.in_words.aimed(self.hand.piece, target, targets.index(target) + 1,
                                                        len(targets)))
        if isinstance(self.side, PlatesSide):
            points = self.table.points_of(target) if target is not None else 0
            self.side.show_delta(f"{points:+d}".replace("-", "\u2212") if points else "")

    def refuse(self, move: Any) -> None:
        """Say why a move is not allowed."""
        refusal = self.session.rules.why_illegal(self.state, move)
        if refusal is not None:
            self.app.sounds.play("refuse")
            self.set_status(self.say(refusal), mood="bad")
            if refusal.where is not None:
                self.table.show_refusal(refusal.where)

    # --- moves ---

    @property
    def my_turn(self) -> bool:
        """Whether a human is to move here and now."""
        return (self.session.outcome is None and not self.session.seats[self.state.player].is_bot
                and not self._paused and self.viewer == self.state.player and self.level_verdict() is None)

    def play(self, move: Any, start: tuple[int, int] | None = None) -> None:
        """Make a move that a hand, a key or a bot has chosen."""
        before = self.state
        try:
            self.session.play(move)
        except IllegalMove as fault:
            self.app.sounds.play("refuse")
            self.set_status(self.say(fault.refusal), mood="bad")
            self.table.sync(self.state)
            return
        self._clear_hint()
        self._withdraw_offer()
        self.focus_on(None)  # a button that was reached by Tab has done its work: the arrows choose pieces again
        ply = self.session.rounds[-1].plies[-1]
        self.app.speech.say(" ".join(tell_ply(self, ply)))
        self.table.animate(ply, before, start, self._settled)
        self._fly_points(ply)
        self.refresh_side()
        self.idle_status()

    def act(self, move: Any) -> None:
        """A button of the turn: draw, pass, stop."""
        if self.my_turn:
            self.tweens.finish()
            self.hand.cancel(quiet=True)
            self.play(move)

    def _fly_points(self, ply: Ply) -> None:
        """Points won or lost fly from the board to the plate of their player."""
        gains: dict[int, int] = {}
        for event in ply.events:
            if isinstance(event, Scored):
                gains[event.by] = gains.get(event.by, 0) + event.points
        ms, ease = self.look.motion("number")
        if ms <= 0 or not isinstance(self.side, PlatesSide):
            return
        for seat, points in gains.items():
            if not points:
                continue
            text = f"{points:+d}".replace("-", "\u2212")
            image = self.look.text_image(text, "score", self.look.theme.good if points > 0 else self.look.theme.bad)
            start, goal = self.table.points_spot(ply), self.side.rects[seat].center
            sprite = self.stage.add(Sprite(image, image.get_rect(center=start).topleft, z=850, moving=True))
            self.tweens.add(Tween(ms, ease, _mover(sprite, start, goal), sprite.remove))

    def _settled(self) -> None:
        """The pieces lie still: what comes next?"""
        self.table.sync(self.state)
        if self.session.outcome is not None or self.level_verdict() is not None:
            self._round_over()
            return
        self.table.settled()
        self._next_turn()

    def _next_turn(self) -> None:
        """A bot thinks, a curtain falls, or a pass that is the only move is made by itself."""
        if self._draw_curtain():
            return
        self._let_bot_think()
        if self.my_turn and self.app.settings.auto_pass:
            self._pass_by_itself()

    def _pass_by_itself(self) -> None:
        moves = list(self.session.rules.legal_moves(self.state))
        if len(moves) == 1 and self.session.rules.write_move(moves[0]) == "pass":
            revision = self.session.revision
            self.after(600 * self.look.speed, lambda: self._bot_plays(revision, moves[0]))

    def _let_bot_think(self) -> None:
        seat = self.session.seats[self.state.player]
        if not seat.is_bot or self.session.outcome is not None:
            return
        revision = self.session.revision
        arguments = (seat.level or "easy", self.session.rules, self.state, self.state.player, self.random_key())

        def answer(choice: Any) -> None:
            if revision != self.session.revision or self.app.top is not self:
                return
            move = next(iter(self.session.rules.legal_moves(self.state))) if isinstance(choice, Failed) else choice.move
            # Without movements the pause stays: a move that comes at once is seen by nobody.
            pause = self.look.design["motion"]["bot"]["think_min"] * (self.look.speed or 1)
            self.after(pause, lambda: self._bot_plays(revision, move))

        self.app.thinker.ask("rules.thoughts:choose", arguments, answer)

    def random_key(self) -> str:
        """What bots draw their random numbers from: the same deal and move give the same ones."""
        return f"{self.session.seed}:{self.state.ply}"

    def _bot_plays(self, revision: int, move: Any) -> None:
        if revision == self.session.revision:
            self.play(move)

    def _save(self, session: Session) -> None:
        if self.path is not None:
            self.app.store.save(session, self.path)

    # --- undo, redo ---

    def undo(self) -> None:
        if not (self.session.can_undo and self.may_undo):
            return
        if not self._interrupt() or not self.session.can_undo:
            return
        self.session.undo()
        while self.session.can_undo and self._between_turns():
            self.session.undo()
        self.app.sounds.play("undo")
        self.app.speech.say(self.say("spoken.undone"))
        self._jumped()

    def redo(self) -> None:
        if not self.session.can_redo:
            return
        if not self._interrupt() or not self.session.can_redo:  # a bot's move that was in the air has landed
            return
        self.session.redo()
        while self.session.can_redo and self._between_turns():
            self.session.redo()
        self.app.sounds.play("lay")
        self.app.speech.say(self.say("spoken.redone"))
        self._jumped()

    def _between_turns(self) -> bool:
        """A bot is to move, or a turn against bots is only half taken back or half made again."""
        against_bots = len(self.humans) < len(self.session.seats)
        return self.session.seats[self.state.player].is_bot or (against_bots and self.table.mid_turn(self.state))

    def back_to(self, moves: int) -> None:
        """Go back to an earlier position, e.g. the last one that could be won."""
        if not self._interrupt():
            return
        self.session.back_to(moves)
        self.app.sounds.play("undo")
        self._jumped()

    def _interrupt(self) -> bool:
        """Bring everything to its end; False if that has shown the result, which stands then."""
        self.tweens.finish()
        self.hand.cancel(quiet=True)
        self.app.thinker.cancel()
        self._clear_hint()
        self._withdraw_offer()
        return self.app.top is self

    def _jumped(self) -> None:
        self._reported = False
        self._offered_at = -1
        self.table.sync(self.state)
        self.refresh_side()
        self.idle_status()
        if self.session.outcome is None:
            self.table.settled()
            self._next_turn()

    # --- the end ---

    def level_verdict(self) -> bool | None:
        """Whether a level is solved or missed; None: neither yet, or no level is played."""
        level = self.occasion.level
        if level is None or self.read_only:
            return None
        solver = self.session.rounds[0].start.player
        own = sum(ply.by == solver for _, ply in self.session.history())
        return level.verdict(self.session.rules, self.state, own)

    @property
    def is_puzzle(self) -> bool:
        """A level that is judged by its goal, and not by the points at the end."""
        return self.occasion.level is not None and self.occasion.level.goal != "par"

    def _round_over(self) -> None:
        if self._reported:
            return
        self._reported = True
        outcome, verdict = self.session.outcome, self.level_verdict()
        good = verdict if verdict is not None else bool(outcome and outcome.winners)
        self.app.thinker.cancel()
        self.app.sounds.play("win" if good else "lose")
        self.refresh_side()
        self.idle_status()
        delay = (700 if good else 350) * self.look.speed
        self.after(delay, self._show_result)

    def _show_result(self) -> None:
        if self.session.outcome is None and self.level_verdict() is None:
            return
        if self.table.points_game and not self.is_puzzle:
            from game.scenes.sheet import Sheet, record_sheet

            record_sheet(self)
            if self.app.top is self:
                self.app.push(Sheet(self.app, self))
            return
        from game.scenes.result import Result, record_result

        result = record_result(self)
        if self.app.top is self:
            self.app.push(Result(self.app, self, result))

    def round_dealt(self) -> None:
        """The next round lies on the table."""
        self._reported = False
        self._looking = None
        self.rebuild()
        self.enter()

    def finished(self) -> None:
        """The game is over for good: its save becomes a record."""
        if self.path is not None and self.path.parent == self.app.store.saves:
            self._drop_picture()
            self.path = self.app.store.finish(self.session, self.path)

    # --- time ---

    def pause(self, away: bool) -> None:
        """The window lost the focus: clocks stand still, and what is held is put back."""
        self._paused = away
        if away:
            self.let_go()
        elif self.app.top is self:
            self.table.sync(self.state)  # what is only there in one's own turn
            self.held_changed(keep_status=True)

    def let_go(self) -> None:
        super().let_go()
        self.hand.release_all()
        if self._panning:
            self._panning = False
            self.table.release_felt()

    def advance(self, ms: float) -> None:
        super().advance(ms)
        if not self._paused and self.session.outcome is None and self.app.top is self:
            self.session.tally["seconds"] += ms / 1000
            self._note_second()
            if self.my_turn:
                self.table.advance(ms)

    def _note_second(self, *, force: bool = False) -> None:
        second = int(self.session.tally["seconds"])
        if second != self._shown_second or force:
            self._shown_second = second
            if not self.solitaire:
                return
            if getattr(self.side, "strip", False):
                self.side.refresh_facts()
            else:
                self.side.tick(self.texts.clock(second))

    # --- life ---

    def enter(self) -> None:
        self.app.thinker.start()
        if not self._reported:
            self._save(self.session)
        if self.session.outcome is not None or self.level_verdict() is not None:
            if not self._reported:
                self._round_over()
        else:
            self.table.settled()
            self._next_turn()

    def leave(self) -> None:
        self.tweens.finish()
        self.hand.cancel(quiet=True)
        self.app.thinker.cancel()
        if self.path is not None and self.path.parent == self.app.store.saves and self.session.outcome is None:
            self._save(self.session)

    def close(self) -> None:
        if self._save in self.session.watchers:
            self.session.watchers.remove(self._save)
        if self.path is None or self.path.parent != self.app.store.saves:
            return
        if self.session.moves == 0 and not self.session.can_redo:
            self.app.store.discard(self.path)
            self._drop_picture()
        elif self.session.outcome is None:
            self._keep_picture()

    def _keep_picture(self) -> None:
        """A small picture of the board beside the save, for the Continue box."""
        assert self.path is not None
        board = self._board_area().clip(self.app.screen.get_rect())
        self.stage.touch_all()  # whatever lay above it is still on the screen
        self.stage.draw(self.app.screen)
        try:
            shot = self.app.screen.subsurface(self.table_picture_area(board))
            scale = 400 / shot.get_height()
            small = pygame.transform.smoothscale(shot, (round(shot.get_width() * scale), 400))
            self.path.parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(small, self.path.with_suffix(".png"))
        except (pygame.error, ValueError, OSError):
            pass  # without a picture the box shows the art of the game

    def table_picture_area(self, board: pygame.Rect) -> pygame.Rect:
        """The part of the board that says most: its upper middle."""
        width = min(board.w * 2 // 3, round(board.h * 1.5))
        return pygame.Rect(board.centerx - width // 2, board.top, width, round(width / 1.5)).clip(board)

    def _drop_picture(self) -> None:
        if self.path is not None:
            self.app.store.discard(self.path.with_suffix(".png"))

    # --- events ---

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            if self._panning:
                self.table.drag_felt(event.pos)
                return True
            if self.hand.mouse_move(event.pos):
                self._mouse = event.pos
                return True
        if super().handle(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._board_press(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            if self._panning:
                self._panning = False
                self.table.release_felt()
                return True
            return self.hand.mouse_up(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            step = 1 if event.y > 0 else -1
            return self.hand.turn_piece(step) or (not self.hand.holding and self.table.zoom(step, self._mouse))
        return False

    def _board_press(self, event: pygame.Event) -> bool:
        if event.button == 3:
            if self.my_turn and not self.hand.holding and self.table.right_click(event.pos):
                return True
            if not self.hand.turn_piece(1) and self.hand.how == "pick":
                self.hand.cancel()
            return True
        if event.button != 1:
            return False
        if self.tweens.busy:
            self.tweens.finish()
        if self.my_turn and self.hand.mouse_down(event.pos):
            return True
        self._panning = not self.hand.holding and self.table.press_felt(event.pos)
        return self._panning

    def key(self, event: pygame.Event) -> bool:
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if not control and self.my_turn and self.table.type_key(event):
            return True
        if event.key == pygame.K_u or (control and event.key == pygame.K_z and not event.mod & pygame.KMOD_SHIFT):
            self.undo()
        elif event.key == pygame.K_y or (control and event.key == pygame.K_z):
            self.redo()
        elif event.key == pygame.K_h:
            self.hint()
        elif event.key == pygame.K_F1:
            self.open_rules()
        elif event.key == pygame.K_F2:
            self.open_spoken()
        elif event.key == pygame.K_m:
            self.toggle_sound()
        elif event.key == pygame.K_l and getattr(self.side, "log", None) is None:
            self.toggle_drawer()
        elif event.key == pygame.K_r and self.hand.turn_piece(1):
            pass
        elif self.table.view_key(event) or (self.my_turn and (self.table.key(event) or self._hand_key(event))):
            pass
        else:
            return False
        return True

    def _hand_key(self, event: pygame.Event) -> bool:
        """Pieces with the arrows, places with the arrows once one is picked, Enter lays."""
        if self.focus is not None:
            return False
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1, pygame.K_DOWN: -1}.get(event.key)
        if step is not None:
            self.tweens.finish()
            if event.key in (pygame.K_UP, pygame.K_DOWN) and self.hand.how == "pick":
                return self.hand.step_target(step)
            self.hand.step_piece(step)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return self.hand.confirm() or self.hand.step_target(1)
        return False

    def _focusable(self) -> list[Widget]:
        """The buttons of the turn come first, then the tools of the board, last those of the top bar."""
        top = self.look.m.region("top")
        assert top is not None
        return sorted(super()._focusable(), key=lambda widget: (widget.rect.centery < top.bottom,
                                                                isinstance(widget, IconButton)))

    def toggle_drawer(self) -> None:
        """4:3 windows keep the log in a drawer."""
        from game.scenes.side import Log

        drawer = getattr(self, "_drawer", None)
        if drawer is not None and drawer.scene.stage is self.stage and drawer._sprite._stage is not None:
            drawer.remove()
            self._drawer = None
            return
        rect = self.look.m.region("drawer")
        if rect is not None:
            self._drawer = Log(self, rect)

    def toggle_sound(self) -> None:
        settings = self.app.settings
        settings.sound = 0 if settings.sound else 70
        self.app.apply_settings()
        for name in ("sound", "mute"):
            widget = self.tools.get(name)
            if isinstance(widget, IconButton):
                widget.set_icon("mute" if settings.sound == 0 else "sound")

    def escape(self) -> None:
        if self.hand.holding:
            self.hand.cancel()
        elif self.focus is not None:
            self.focus_on(None)
        elif not self.table.escape():
            self.open_menu()

    # --- other screens ---

    def open_menu(self) -> None:
        from game.scenes.dialogs import Dialog

        if not self._interrupt():
            return
        choices: list[Any] = [(self.say("button.play_on"), None, "play"),
                              (self.say("menu.restart"), self.restart, "replay"),
                              (self.say("menu.new_deal"), self.new_deal, "dice"),
                              (self.say("menu.settings"), self._open_settings, "gear")]
        if self.table.can_be_solved:
            choices.insert(3, (self.say("menu.solution"), self.show_solution, "steps"))
        if self.texts.lines(f"tutorial.{self.game}"):
            choices.append((self.say("menu.tutorial"), self._open_tutorial, "school"))
        choices += [(self.say("spoken.menu"), self.open_spoken, "speech"), *self.own_choices()]
        choices.append((self.say("menu.shelf"), self.app.home, "home"))
        dialog = Dialog(self.app, self.say(f"game.{self.game}.title"), self.say("menu.saved"), choices, game=self.game,
                        column=True)
        dialog.escape = dialog._closing(None)  # type: ignore[method-assign]
        self.app.push(dialog)

    def own_choices(self) -> list[Any]:
        """What else the menu of this table offers."""
        return []

    def open_rules(self) -> None:
        from game.scenes.help import Help

        if not self._interrupt():
            return
        self.app.push(Help(self.app, self.game, self.session.rules))

    def open_spoken(self) -> None:
        """The table as text."""
        from game.scenes.spoken import SpokenPanel

        if not self._interrupt():
            return
        self.app.push(SpokenPanel(self.app, self))

    def _open_settings(self) -> None:
        from game.scenes.settings import SettingsScene

        self.app.push(SettingsScene(self.app))

    def _open_tutorial(self) -> None:
        from game.scenes.tutorial import start_tutorial

        start_tutorial(self.app, self.game)

    def restart(self) -> None:
        """The same deal from the beginning, as a game of its own."""
        session = Session(self.session.rules, self.session.seats, self.session.seed,
                          level=self.session.rounds[0].setup, level_id=self.session.level_id)
        self.app.replace(table_scene(self.app, session, self.occasion))

    def new_deal(self) -> None:
        from game.scenes.seating import make_table, new_seed

        self.app.replace(make_table(self.app, self.game, self.session.rules, self.session.seats, new_seed(self.app)))

    def show_solution(self) -> None:
        from game.scenes.replay import show_solution

        show_solution(self)


def table_scene(app: App, session: Session, occasion: Occasion | None = None, path: Path | None = None) -> TableScene:
    """The scene in which a game is played: a race has one of its own."""
    info = GAMES.get(session.rules.game)
    if info is not None and info.race:
        from game.scenes.race import RaceScene

        return RaceScene(app, session, occasion, path)
    return TableScene(app, session, occasion, path)


def _mover(sprite: Sprite, start: tuple[int, int], goal: tuple[int, int]) -> Callable[[float], None]:
    def step(t: float) -> None:
        assert sprite.image is not None
        centre = (round(start[0] + (goal[0] - start[0]) * t), round(start[1] + (goal[1] - start[1]) * t))
        sprite.set(pos=sprite.image.get_rect(center=centre).topleft)
    return step
