"""A replay: steps through a record or a solution; the game can be continued from any position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import routes
from game.data.occasion import Occasion
from game.draw import chrome
from game.routes import CannotOpen, Route
from game.table.scene import TableScene
from game.table.seating import occasion_of, table_scene
from game.ui.tween import Tween
from game.ui.widgets import Button, IconButton
from rules import records
from rules.catalog import GAMES, engine_class, rules_from_values
from rules.session import Ply, Session

if TYPE_CHECKING:
    from game.app import App

PACE = 900
"""Milliseconds between two moves of the automatic playback."""


class MakePuzzle(Route):
    """The panel that makes a puzzle of a position; None if the game offers none, or after saying why."""

    opens = "game.screens.puzzle:puzzle_scene"
    session: Session
    number: int
    """The round."""
    index: int
    """The moves of the round made before."""
    seat: int


class Replay(TableScene):
    """Shows a session without changing it. `at` is the number of moves shown."""

    read_only = True
    may_undo = False

    def __init__(self, app: App, session: Session, occasion: Occasion | None = None, at: int | None = None,
                 title: str = "", first: int = 0):
        self.at = session.moves if at is None else at
        self.first = first
        self._playing: Tween | None = None
        self._what = title
        super().__init__(app, session, Occasion(counts=False, level=occasion.level if occasion else None))
        session.watchers.remove(self.save)

    # --- the shown position ---

    @property
    def state(self) -> Any:
        shown = [ply for _, ply in self.session.history()][:self.at]
        if shown:
            return shown[-1].state
        return self.session.rounds[0].start

    def shown_history(self) -> list[tuple[int, Ply]]:
        return list(self.session.history())[:self.at]

    @property
    def plies(self) -> list[Ply]:
        shown = self.shown_history()
        return [ply for number, ply in shown if number == shown[-1][0]]

    @property
    def last(self) -> int:
        """The position after the last move."""
        return self.session.moves

    @property
    def my_turn(self) -> bool:
        return False

    def build(self) -> None:
        super().build()
        self._build_controls()
        self._tell()

    def pills(self) -> list[tuple[str, str]]:
        first = ("replay", self._what or self.say("replay.title"))
        return [first, ("dice", self.say("table.deal", number=self.session.seed)), *super().pills()[1:]]

    def refresh_side(self) -> None:
        self.side.refresh()
        for name in ("undo", "redo", "hint"):
            if name in self.tools:
                self.tools[name].enable(False)

    def _build_controls(self) -> None:
        """Build the transport buttons above the turn line."""
        look = self.look
        side = max(look.px(52), look.design["sizes"]["hit_min"])
        gap = look.px(10)
        names = [("first", self.to_start, "replay.first", "Home"),
                 ("back", self.back, "replay.back", "\u2190"),
                 ("play", self.toggle_play, "replay.play", " "),
                 ("next", self.forward, "replay.forward", "\u2192"),
                 ("last", self.to_end, "replay.last", "End")]
        if self._can_review():
            names.append(("statistics", self.review, "review.open_tip", "F2"))
        if self.can_be_puzzle:
            names.append(("star", self.make_puzzle, "puzzle.title", "P"))
        centre = self.status_centre()
        label = self.say("replay.play_on")
        wide = look.width(label, "button") + look.px(90)
        total = len(names) * (side + gap) + look.px(14) + wide
        board = look.m.region("board")
        assert board is not None
        told = self._position_width(self.last) + look.px(20)
        x = max(centre[0] - total // 2, min(board.left + told, board.right - total))
        y = centre[1] - side // 2
        self.controls: dict[str, IconButton] = {}
        for icon, action, key, cap in names:
            tip = self.say(key)
            self.controls[icon] = IconButton(self, pygame.Rect(x, y, side, side), icon, action, tip=tip,
                                             key=cap.strip(), z=60)
            x += side + gap
        self.play_on_button = Button(self, pygame.Rect(x + look.px(14), y, wide, side), label, self.play_on,
                                     icon="play", kind="primary", tip=self.say("uncounted.play_on"), z=60)

    def _position_width(self, at: int) -> int:
        """Return the width of "move n of m" with its frame."""
        text = self.say("replay.position", at=at, total=self.last)
        return self.look.width(text, "button") + self.look.px(60)

    def _tell(self) -> None:
        """Show "move n of m" beside the controls."""
        total = self.last
        self.set_status("")
        assert self._status is not None
        look = self.look
        text = self.say("replay.position", at=self.at, total=total)
        image = pygame.Surface((self._position_width(self.at), look.px(54)), pygame.SRCALPHA)
        box = image.get_rect().inflate(-4, -4)
        chrome.draw_panel(look, image, box, radius=box.h / 2, shadow=None)
        look.write(image, text, "button", box.center, "center")
        centre = self.status_centre()
        left = min(widget.rect.left for widget in self.controls.values()) - look.px(20)
        board = look.m.region("board")
        assert board is not None
        x = max(board.left, left - image.get_width())
        self._status.set(image, (x, centre[1] - image.get_height() // 2))
        self.controls["back"].enable(self.at > self.first)
        self.controls["first"].enable(self.at > self.first)
        self.controls["next"].enable(self.at < total)
        self.controls["last"].enable(self.at < total)
        self.controls["play"].set_icon("pause" if self._playing else "play")
        self.play_on_button.enable(self.at < total or self.session.outcome is None)

    def set_status(self, text: str, more: str = "", *, mood: str = "turn", icon: str | None = None) -> None:
        """Do nothing: the controls replace the turn line."""

    def idle_status(self) -> None: ...

    # --- stepping ---

    def go(self, at: int) -> None:
        self.tweens.cancel()
        self._playing = None
        self.at = max(self.first, min(self.last, at))
        self._point()
        self.board.sync(self.state)
        self.refresh_side()
        self._tell()

    def back(self) -> None:
        self.go(self.at - 1)

    def to_start(self) -> None:
        self.go(self.first)

    def to_end(self) -> None:
        self.go(self.last)

    def forward(self) -> None:
        """Animate the next move."""
        self.tweens.finish()
        if self.at >= self.last:
            return
        before = self.state
        if self.board.pointers:
            self.board.pointers = []
            self.board.sync(before)
        self.at += 1
        ply = self.shown_history()[-1][1]
        self.board.animate(ply, before, None, self._landed)
        self.refresh_side()
        self._tell()

    def _landed(self) -> None:
        self._point()
        self.board.sync(self.state)

    def _point(self) -> None:
        """Set the pointers of this position."""

    def toggle_play(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None
        else:
            if self.at >= self.last:
                self.go(self.first)
            self._tick()
        self._tell()

    def _tick(self) -> None:
        self._playing = None
        self.forward()
        if self.at < self.last:
            self._playing = self.after(PACE, self._tick)
        self._tell()

    def play_on(self) -> None:
        """Continue from this position as a new game, which does not count; later moves are dropped."""
        source = self.session
        session = Session(source.rules, source.seats, source.seed, level=source.rounds[0].setup,
                          level_id=source.level_id)
        for number, ply in list(source.history())[:self.at]:
            if number == len(session.rounds):
                session.begin_round(source.rounds[number].setup)
            session.play(ply.move)
        if session.outcome is not None and session.game_outcome is None:
            session.next_round()
        session.uncount(source.uncounted or "replay")
        occasion = occasion_of(session)
        self.app.replace(table_scene(self.app, session, occasion))

    # --- puzzles ---

    @property
    def can_be_puzzle(self) -> bool:
        """Whether positions of this game can be made puzzles."""
        game = self.session.rules.game
        return game in GAMES and GAMES[game].has_levels and bool(engine_class(game).goals)

    def make_puzzle(self) -> None:
        """Make a puzzle of the shown position; of a race there is only its beginning."""
        if not self.can_be_puzzle:
            return
        number, index = self._place()
        self.app.open(MakePuzzle(self.session, number, index, self._solver()))

    def _place(self) -> tuple[int, int]:
        """Return the round of the shown position and how many of its moves were made."""
        shown = self.shown_history()
        number = shown[-1][0] if shown else 0
        return number, len(self.plies) if shown else 0

    def _solver(self) -> int:
        seat = self.viewer if self.info is not None and self.info.race else None
        return self.state.player if seat is None else seat

    # --- the review ---

    def _can_review(self) -> bool:
        """Return whether this is a game with a finished round."""
        return not self._what and self.session.outcome is not None and self.session.moves > 0

    def review(self) -> None:
        if self._can_review():
            self.app.open(routes.Review(self.session, self.occasion, self.at), instead=True)

    def key(self, event: pygame.Event) -> bool:
        actions = {pygame.K_LEFT: self.back, pygame.K_RIGHT: self.forward, pygame.K_HOME: self.to_start,
                   pygame.K_END: self.to_end, pygame.K_SPACE: self.toggle_play, pygame.K_p: self.make_puzzle}
        if self.focus is None and event.key in actions:
            actions[event.key]()
            return True
        if event.key == pygame.K_F1:
            self.open_rules()
        elif event.key == pygame.K_F2 and self._can_review():
            self.review()
        else:
            return self.board.view_key(event)
        return True

    # --- a replay is neither saved nor counted ---

    def enter(self) -> None: ...

    def leave(self) -> None:
        self.tweens.cancel()
        self._playing = None

    def close(self) -> None: ...

    def advance(self, ms: float) -> None:
        self.tweens.advance(ms)

    def open_menu(self) -> None:
        self.app.pop()

    def escape(self) -> None:
        if self.focus is not None:
            self.focus_on(None)
        else:
            self.app.pop()


def read_replay(app: App, path: Path) -> Replay:
    """Return the replay of a record file. Raise CannotOpen with a message if it cannot be shown."""
    try:
        record = records.read_file(path)
        session = records.replay(record, rules_from_values)
    except records.RecordFault as fault:
        raise CannotOpen(app.texts(fault.phrase)) from fault
    if session.rules.game not in GAMES:
        raise CannotOpen(app.texts("record.unknown_game", game=session.rules.game, known=", ".join(GAMES)))
    return Replay(app, session, occasion_of(session), at=0)
