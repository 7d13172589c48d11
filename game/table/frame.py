"""The frame of a table: top bar, side column, log and turn line; everything visible except the board.

`TableScene`, the subclass, controls the course of the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.boards.kit.contract import AnyBoard
from game.boards.loading import board_class
from game.data.guests import with_guests
from game.data.occasion import Occasion
from game.data.own.words import OwnWords
from game.data.seat_colours import SeatLook
from game.data.store import Settings
from game.draw import chrome
from game.screen import Screen
from game.table.host import HeldPiece, SidePanel
from game.ui.bar import Tool, rules_tool, tool_row, top_bar, window_tool
from game.ui.devices.sound import Silent, Sounds
from game.ui.grammar import Who
from game.ui.names import bot_level, name_of_level, variant_name
from game.ui.scene import Scene
from game.ui.stage import Sprite
from game.ui.widgets import IconButton, Widget
from rules.base import Outcome, Phrase, Rules
from rules.catalog import GAMES
from rules.engine import Choice
from rules.session import Ply, Round, Seat, Session
from rules.words.language import LANGUAGES

if TYPE_CHECKING:
    from game.app import App
    from game.table.race.model import Race


class TableFrame(Screen, ABC):
    """A session, its board, and everything around the board."""

    game: str
    hand: HeldPiece
    side: SidePanel
    has_coach = False
    """Whether the coach is shown beside the board all the time; narrow windows leave room for it."""
    may_undo = True
    read_only = False
    """Whether this is a replay: no thinking, no moves, no buttons of the turn."""

    def __init__(self, app: App, session: Session, occasion: Occasion | None):
        super().__init__(app)
        session.seats = with_guests(session.seats, self.say("player.you"))
        self.session = session
        self.music_part = "table"
        self.occasion = occasion or Occasion()
        self.game = session.rules.game
        self.info = GAMES.get(self.game)
        self.solitaire = len(session.seats) == 1
        self.board: AnyBoard = self._make_board()
        self.company: list[SeatLook] = []
        """Face and colour of every seat; set by `build`."""
        self.tools: dict[str, Widget] = {}
        self.looking: int | None = None
        """The human at the screen, if there are several."""
        self._status: Sprite | None = None
        self.status_now: tuple[Any, ...] = ()
        self.status_shift = 0
        """Horizontal shift of the turn line in pixels, to make room for buttons beside it."""
        self.status_rect = pygame.Rect(0, 0, 0, 0)

    def _make_board(self) -> AnyBoard:
        assert self.info is not None
        return board_class(self.game)(self)

    # --- the interface for boards (see host.py) ---

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def rules(self) -> Rules:
        return self.session.rules

    @property
    def rounds(self) -> Sequence[Round]:
        return self.session.rounds

    @property
    def plies(self) -> Sequence[Ply]:
        return self.session.rounds[-1].plies

    @property
    def seats(self) -> Sequence[Seat]:
        return self.session.seats

    @property
    def sounds(self) -> Sounds | Silent:
        return self.app.sounds

    @property
    def settings(self) -> Settings:
        return self.app.settings

    @property
    def screen(self) -> Screen:
        return self

    @property
    def race(self) -> Race | None:
        """The race that is run here, if any."""
        return None

    @property
    def counts(self) -> bool:
        return self.occasion.counts

    @property
    def is_counted(self) -> bool:
        """Whether the result will enter the statistics."""
        return self.occasion.counts and self.session.uncounted is None

    @property
    def shows_focus(self) -> bool:
        return self.focus is not None and self.app.shows_focus

    def speak(self, *texts: str) -> None:
        self.app.speech.say(*texts)

    def open_dialog(self, make: Callable[[App], Scene]) -> None:
        self.app.push(make(self.app))

    @property
    def alone(self) -> bool:
        return len(self.humans) < 2

    def agree(self, word: str, *, keep: bool) -> Phrase | None:
        self.session.agree(word)
        if self.alone and self.is_counted:
            self.session.uncount("word")
            self.rebuild()  # the label beside the title says it from now on
        language = LANGUAGES[self.session.rules.words_language]
        return OwnWords(self.app.store.folder, language).accept(word) if keep else None

    # --- implemented by TableScene, for the parts of a table ---

    @property
    @abstractmethod
    def my_turn(self) -> bool:
        """Whether a human may move now."""

    @property
    @abstractmethod
    def is_puzzle(self) -> bool:
        """Whether this is a level judged by its goal, not by its points."""

    @abstractmethod
    def level_verdict(self) -> bool | None:
        """Return True for a solved level, False for a missed one, None if undecided or without a level."""

    @abstractmethod
    def play(self, move: Any, start: tuple[int, int] | None = None) -> None:
        """Play and animate a move, or explain why it is refused."""

    @abstractmethod
    def act(self, move: Any) -> None:
        """Play the move of a button, if a human may move now."""

    @abstractmethod
    def refuse(self, move: Any) -> None:
        """Say why a move is not legal."""

    @abstractmethod
    def undo(self) -> None:
        """Take back a turn."""

    @abstractmethod
    def redo(self) -> None:
        """Play the moves of an undone turn again."""

    @abstractmethod
    def back_to(self, moves: int) -> None:
        """Go back to the position after `moves` moves."""

    @abstractmethod
    def interrupt(self) -> bool:
        """Stop everything in progress. Return False if this opened the result screen."""

    @abstractmethod
    def jumped(self) -> None:
        """Show a position that no animated move led to (undo, redo, loading)."""

    @abstractmethod
    def look_at_hand(self, seat: int) -> None:
        """Show the hand of `seat`, whose human is at the screen now."""

    @abstractmethod
    def save(self, session: Session) -> None:
        """Write the session to its save file."""

    @abstractmethod
    def random_key(self) -> str:
        """Return the random seed of a bot's move; equal deals and positions give equal seeds."""

    @abstractmethod
    def hint(self) -> None:
        """Show where to look; when called again, show the move; a third time, play it."""

    @abstractmethod
    def play_hint(self) -> bool:
        """Play the move that a hint shows. Return False if none is shown."""

    @abstractmethod
    def offer_way_back(self) -> None:
        """Say that the position can no longer be won, and offer to go back."""

    @abstractmethod
    def refresh_side(self) -> None:
        """Redraw the panel beside the board and enable the tools that can be used."""

    @abstractmethod
    def toggle_drawer(self) -> bool:
        """Open or close the drawer with the log. Return False if the log is shown beside the board."""

    @abstractmethod
    def open_menu(self) -> None:
        """Open the menu."""

    @abstractmethod
    def own_choices(self) -> list[Any]:
        """Return additional entries of the menu."""

    @abstractmethod
    def open_rules(self) -> None:
        """Open the page with the rules."""

    @abstractmethod
    def open_spoken(self) -> None:
        """Open the panel that shows the table as text."""

    @abstractmethod
    def restart(self) -> None:
        """Play the same deal from the beginning as a new game."""

    def state_to_think_about(self) -> Any:
        """Return the position that the engine gets for a hint."""
        return self.state

    def own_hint(self) -> Choice[Any] | None:
        """Return the hint that this table itself has for the position; None to ask the engine."""
        return None

    def go_home(self) -> None:
        """Go back to the shelf, where the game can be continued."""
        self.app.home()

    @abstractmethod
    def new_deal(self) -> None:
        """Play another deal with the same players."""

    # --- seats ---

    @property
    def humans(self) -> list[int]:
        return [i for i, seat in enumerate(self.session.seats) if not seat.is_bot]

    def who(self, *seats: int) -> Who:
        alone = len(seats) == 1 and [*seats] == self.humans
        return Who(tuple(self.seats[seat].name for seat in seats), you=alone)

    @property
    def viewer(self) -> int | None:
        """The seat whose hand is shown: the only human, the human at the screen, or the bot in turn."""
        humans = self.humans
        if len(humans) > 1 and self.info is not None and self.info.hidden_hands:
            return self.looking
        return humans[0] if len(humans) == 1 else self.state.player

    # --- around the board ---

    def board_area(self) -> pygame.Rect:
        """Return the area of the board; without a rack it extends to the bottom of the window."""
        look = self.look
        board = look.m.region("board")
        assert board is not None
        if not self.board.has_rack:
            board.h = look.size[1] - look.px(24) - board.top
        drawer = look.m.region("drawer")
        if self.has_coach and drawer is not None:
            board.w = drawer.left - board.left - look.px(12)
        return board

    def status_centre(self) -> tuple[int, int]:
        """Return the middle of the turn line."""
        own = self.board.status_centre()
        if own is not None:
            return own
        look = self.look
        board = look.m.region("board")
        assert board is not None
        if not self.board.has_rack:
            return board.centerx, look.size[1] - look.px(51)
        return board.centerx, board.bottom - look.px(35)

    def build_top(self) -> None:
        look = self.look
        title = top_bar(self, self.say(f"game.{self.game}.title"), self.open_menu, icon="menu",
                        tip=self.say("tip.menu"))
        tools: list[Tool] = []
        if not self.solitaire:
            tools += [("undo", self.undo, self.say("tip.undo"), self.keycap("U")),
                      ("redo", self.redo, self.say("tip.redo"), self.keycap("Y")),
                      ("hint", self.hint, self.say("tip.hint"), self.keycap("H")), ("|", self.hint, "", "")]
        quiet = self.app.settings.sound == 0
        tools += [rules_tool(self, self.open_rules),
                  ("mute" if quiet else "sound", self.toggle_sound, self.say("tip.sound"), self.keycap("M")),
                  window_tool(self)]
        made = tool_row(self, tools)
        self.tools.update(made)
        left_of_tools = min(widget.rect.left for widget in made.values())
        x = title.right + look.px(28)
        for icon, label in self.pills():
            width = look.width(label, "label") + look.px(60)
            if x + width > left_of_tools - look.px(10):
                break
            x = chrome.draw_pill(
                look, self.stage.ground, (x, look.m.top.centery), label, icon).right + look.px(10)

    def keycap(self, letter: str) -> str:
        """Return the shortcut of a tool as its tip shows it."""
        return self.say("key.with_ctrl", letter=letter) if self.board.types_words else letter

    def pills(self) -> list[tuple[str, str]]:
        """Return icon and text of the labels beside the title: deal number or level, variant, the board's."""
        occasion = self.occasion
        if occasion.level is not None:
            first = ("star",
                     self.say("table.level", name=name_of_level(self.texts, occasion.level)))
        elif occasion.daily:
            first = ("calendar", self.say("shelf.daily"))
        elif not occasion.counts:
            first = ("school", self.say("table.practice"))
        else:
            first = ("dice", self.say("table.deal", number=self.session.seed))
        if self.session.uncounted is not None:
            first = ("warning", f"{first[1]}, {self.say('uncounted.short')}")
        elif occasion.level is not None and occasion.level.tries:
            number = min(self.session.tally["undos"] + 1, occasion.level.tries)
            first = ("star", f"{first[1]} · {self.say('table.tries', n=number, of=occasion.level.tries)}")
        variant = variant_name(self.texts, self.game, self.session.rules.variant, self.app.store.own_rules)
        return [first, ("list", variant), *self.board.pills()]

    def focusable(self) -> list[Widget]:
        """Return the focus order: buttons of the turn, then tools of the board, then the top bar."""
        top = self.look.m.top
        return sorted(super().focusable(),
                      key=lambda widget: (widget.rect.centery < top.bottom, isinstance(widget, IconButton)))

    def toggle_sound(self) -> None:
        settings = self.app.settings
        settings.sound = 0 if settings.sound else 70
        self.app.apply_settings()
        for name in ("sound", "mute"):
            widget = self.tools.get(name)
            if isinstance(widget, IconButton):
                widget.set_icon("mute" if settings.sound == 0 else "sound")

    # --- beside the board ---

    def build_beside(self, rect: pygame.Rect) -> bool:  # noqa: ARG002 - the default of a hook
        """Build a panel in the place of the log. Return True if there is one."""
        return False

    def caption(self) -> str:
        return self.say("table.solitaire")

    def facts(self) -> list[tuple[str, str, str]]:
        tally = self.session.tally
        rows = [("clock", self.say("fact.time"), self.texts.clock(tally["seconds"])),
                ("undo", self.say("fact.undos"), str(tally["undos"]))]
        if self.is_counted and self.occasion.level is None:
            streak = self.app.history.summary(
                self.game, self.session.rules.variant, profile=self.app.me).streak
            rows.append(("flame", self.say("fact.streak"), str(streak)))
        else:
            rows.append(("hint", self.say("fact.hints"), str(tally["hints"])))
        return rows

    def plate_line(self, seat: int) -> str:
        player = self.session.seats[seat]
        level = bot_level(self.texts, player.level) if player.is_bot and player.level else ""
        return "  \u00b7  ".join(part for part in (self.board.plate_line(seat), level) if part)

    def plate_lines(self, seat: int) -> list[str]:
        """Return the candidates for the line below a name, from the longest to the shortest."""
        full, short = self.plate_line(seat), self.board.plate_line(seat)
        return [full, short, short.split("\u00b7")[-1].strip()]

    def log_rows(self) -> list[tuple[int | None, str, str]]:
        """Return (seat, text, value) of every row of the log, the newest first."""
        rows: list[tuple[int | None, str, str]] = []
        first = self.say("table.deal", number=self.session.seed)
        if not self.occasion.counts and not self.read_only:
            first = self.say("table.practice")
        if self.occasion.level is not None:
            first = name_of_level(self.texts, self.occasion.level)
        rows.append((None, first, ""))
        if self.session.uncounted is not None:
            rows.append((None, self.say(f"uncounted.why.{self.session.uncounted}"), ""))
        for _, ply in self.shown_history():
            text = self.board.log_text(ply)
            if text:
                if not self.solitaire:
                    text = self.say("log.by", name=self.seats[ply.by].name, text=text)
                if self.seats[ply.by].is_bot and (note := self.board.log_note(ply)):
                    rows.append((None, note, ""))
                rows.append((ply.by, text, self.board.log_value(ply)))
        return rows[::-1]

    def shown_history(self) -> list[tuple[int, Ply]]:
        return list(self.session.history())

    # --- the turn line ---

    def set_status(self, text: str, more: str = "", *, mood: str = "turn", icon: str | None = None) -> None:
        """Show a sentence in the turn line and say it aloud; `mood` sets its colour."""
        now = (text, more, mood, icon, self.status_shift)
        if now == self.status_now or self._status is None:
            return
        self.status_now = now
        self.app.speech.say(text, more)
        look = self.look
        theme = look.theme
        colour = {"turn": self.accent, "bad": theme.bad, "warn": theme.warn, "good": theme.good}[mood]
        icon = icon or {"turn": "human", "bad": "cross", "warn": "warning", "good": "check"}[mood]
        board = look.m.region("board")
        assert board is not None
        height = look.px(140)
        sheet = pygame.Surface((board.w, height), pygame.SRCALPHA)
        width = (self.board.status_width() or board.w - look.px(24)) - 2 * abs(self.status_shift)
        rect = chrome.draw_status(look, sheet, (board.w / 2, height / 2), text, more, colour, icon, width)
        cut = rect.inflate(look.px(60), look.px(70)).clip(sheet.get_rect())
        centre = self.status_centre()
        left, top = centre[0] - board.w // 2 + self.status_shift, centre[1] - height // 2
        self._status.set(sheet.subsurface(cut).copy(), (left + cut.left, top + cut.top))
        self.status_rect = rect.move(left, top)

    @property
    def spoken_status(self) -> str:
        """The text of the turn line."""
        return ". ".join(part for part in self.status_now[:2] if part)

    def level_goal(self) -> str:
        """Return the goal of a level as a sentence; empty if there is no special goal."""
        level = self.occasion.level
        key = f"levels.goal.{level.goal}" if level is not None else ""
        if level is None or not self.texts.has(key):
            return ""
        return self.say(key, n=level.moves, points=level.points, par=level.par,
                        time=self.texts.clock(level.par))

    def people_won(self, outcome: Outcome) -> bool:
        """Return whether a person is among the winners; a bot if only bots play."""
        seats = self.session.seats
        return any(not seats[winner].is_bot for winner in outcome.winners) or (
            bool(outcome.winners) and all(seat.is_bot for seat in seats))

    def idle_status(self) -> None:
        outcome = self.session.outcome
        if outcome is not None:
            won = self.people_won(outcome)
            self.set_status(self.say(f"game.{self.game}.why.{outcome.why}"), mood="good" if won else "warn",
                            icon="robot" if outcome.winners and not won else None)
            return
        seat = self.session.seats[self.state.player]
        special = self.board.idle_line() if self.my_turn else None
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
            self.set_status(self.say("status.your_turn", name=self.who(self.state.player)),
                            self.say(f"game.{self.game}.todo"))
