"""The interface of the table for boards. A board knows these protocols, but no scene, session or app.

`TableHost` is enough for most games; `WordHost` adds what typed words need, `RaceHost` what a race needs. The
table scenes implement them; tests may use any object with these names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import pygame

from game.data.store import Settings
from game.ui.devices.sound import Silent, Sounds
from game.ui.grammar import Who
from game.ui.look import Look
from game.ui.scene import Scene
from game.ui.stage import Stage
from game.ui.text import Texts
from game.ui.tween import Tweens
from rules.base import Phrase, Rules, State
from rules.session import Ply, Round, Seat

if TYPE_CHECKING:
    from game.app import App
    from game.data.seat_colours import SeatLook
    from game.table.race.model import Race


class HeldPiece(Protocol):
    """The piece in the player's hand. A board may use any type to name its pieces."""

    @property
    def piece(self) -> object | None:
        """The held piece, or None."""

    @property
    def how(self) -> str | None:
        """`drag` while the mouse button is down, `pick` after a click or a key, None if nothing is held."""

    @property
    def turn(self) -> int:
        """Number of turns of the held piece, starting at `first_turn` of the board."""

    @property
    def holding(self) -> bool:
        """Whether a piece is held."""

    def pick(self, piece: object) -> None:
        """Take a piece as by a click on it."""

    def cancel(self, *, quiet: bool = False) -> None:
        """Put the held piece back; `quiet` suppresses the sound."""

    def step_piece(self, step: int) -> None:
        """Pick the next (1) or the previous (-1) piece of `pieces`."""

    def turn_piece(self, step: int) -> bool:
        """Turn the held piece. Return False if it cannot be turned."""

    def try_move(self, move: object) -> None:
        """Lay the held piece by this move if it is legal; otherwise say why not."""


class SidePanel(Protocol):
    """The panel beside the board: the plates of the players, or the figures of a solitaire."""

    def plate(self, seat: int) -> pygame.Rect | None:
        """Return the plate of a seat; None if there are no plates."""

    def show_deltas(self, deltas: Mapping[int, str]) -> None:
        """Show points to be won or lost beside the scores of these seats, and none beside the others."""


class TableHost(Protocol):
    """The table as every board sees it."""

    # --- the game ---

    @property
    def rules(self) -> Rules: ...

    @property
    def state(self) -> State:
        """The position that is shown; in a replay possibly an earlier one."""

    @property
    def rounds(self) -> Sequence[Round]:
        """The rounds dealt; the last one is the current one."""

    @property
    def plies(self) -> Sequence[Ply]:
        """The moves of this round up to the position that is shown."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The players, by seat."""

    def who(self, *seats: int) -> Who:
        """Return players as a value of a text; the only human at the table is "you"."""

    @property
    def company(self) -> Sequence[SeatLook]:
        """Face and colour of every seat."""

    # --- viewer and turn ---

    @property
    def viewer(self) -> int | None:
        """The seat whose hand is shown; None while all hands are hidden."""

    @property
    def my_turn(self) -> bool:
        """Whether a human may move now."""

    @property
    def read_only(self) -> bool:
        """Whether this is a replay: no moves, no buttons of the turn."""

    # --- moves ---

    def play(self, move: object, start: tuple[int, int] | None = None) -> None:
        """Play and animate a move, or explain its refusal. `start` is where a dragged piece was released."""

    def act(self, move: object) -> None:
        """Play the move of a button if a human may move now; put back a held piece first."""

    def refuse(self, move: object) -> None:
        """Say why a move is not legal and mark the place that forbids it."""

    def set_status(self, text: str, more: str = "", *, mood: str = "turn", icon: str | None = None) -> None:
        """Show a sentence in the turn line and say it aloud. Moods: turn, bad, warn, good."""

    def idle_status(self) -> None:
        """Show the usual sentence in the turn line again."""

    # --- hand, side panel and animations ---

    @property
    def hand(self) -> HeldPiece: ...

    @property
    def side(self) -> SidePanel: ...

    # --- drawing ---

    @property
    def look(self) -> Look: ...

    @property
    def stage(self) -> Stage: ...

    @property
    def tweens(self) -> Tweens: ...

    @property
    def texts(self) -> Texts: ...

    @property
    def sounds(self) -> Sounds | Silent: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def screen(self) -> Scene:
        """The scene that owns the widgets of the board: the first argument of every Button."""


class WordHost(TableHost, Protocol):
    """The table of a game whose moves are typed words."""

    @property
    def counts(self) -> bool:
        """Whether the game is saved and enters the statistics; False in lessons and practice."""

    @property
    def shows_focus(self) -> bool:
        """Whether a widget has the keyboard focus and shows it: the arrow keys belong to it then."""

    def speak(self, *texts: str) -> None:
        """Say a sentence aloud that is not shown."""

    def open_dialog(self, make: Callable[[App], Scene]) -> None:
        """Open a screen above the table."""

    @property
    def alone(self) -> bool:
        """Whether there is no second person at the table, who could agree to a word."""

    def agree(self, word: str, *, keep: bool) -> Phrase | None:
        """Accept a word for this game, with `keep` also for later ones. Return the reason if saving failed.

        A game of one person alone does not count from then on.
        """

    def refresh_side(self) -> None:
        """Redraw the panel beside the board."""


class RaceHost(WordHost, Protocol):
    """The table of a race: all players play at once, against the clock."""

    @property
    def race(self) -> Race | None:
        """The clock and the tracks of all players; None in a replay."""

    @property
    def ready(self) -> bool:
        """Whether all bots have a plan, so that the race can start."""

    def go(self) -> None:
        """Start the race, or resume it after a pause."""

    def pause_race(self) -> None:
        """Stop the clock and hide all letters."""

    def finish(self, letters: Mapping[tuple[int, int], str]) -> None:
        """Claim a finished crossword for the runner."""

    def best_time(self) -> float | None:
        """Return the best time in the history, in seconds."""

    def refresh_log(self) -> None:
        """Redraw the log."""

    def refresh_undo(self) -> None:
        """Enable or disable the undo button."""

    def run_on(self, ms: float) -> None:
        """Let time pass below an open dialog of the board."""

    def pause(self, away: bool) -> None:
        """React to the window losing the focus (True) or getting it back."""

    @property
    def restless(self) -> bool:
        """Whether frames must be drawn although nothing moves."""
