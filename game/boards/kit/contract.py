"""The contract between the table scene and the board of one game. Read this first when writing a board.

A board is written as one class that inherits `Board`. Its hooks come in three groups:

- `Picture`: drawing the position (`build`, `sync`, `animate`). All abstract.
- `Pieces`: what can be picked up and where it may be laid (`piece_at`, `targets`, `attempt` ...). The first
  group of its methods is abstract, the others have defaults.
- `Extras`: everything optional (previews, keys, hints, log lines ...). All have defaults.

The order of calls at the table:

1. `build` when the window gets its layout (also after a resize or a change of theme), then `sync`.
2. The player takes a piece: `piece_at` (mouse) or `pieces` (keys), `first_turn`, `targets`, `show_picked`,
   `glow` for every target, `held_image` (drag only), `held_status`.
3. The piece moves: `nearest` (drag) or `pointed_at` (click); when the result changes, `glow`, `held_image`,
   `figures`, `ghost`, `preview`, `aim`, `points_of`. A turn of the piece calls `turns` and `targets` again.
4. The piece is released. Over a target: `keep`, and if that returns False the move is played: `animate`,
   then `sync` and `settled`. Elsewhere: `dropped`, and if that returns False `attempt`: the table says why
   its move is not legal, or that the piece was released too far from a target.
5. After load, undo, redo and a skipped animation: `sync` alone, then `settled`.
6. While the mouse rests in the player's turn, the table draws the pictures for taking a piece in advance, one
   a frame: `draw_lifted`, `held_image`, `targets`, `glow`, `ghost`. A board caches pictures slow to draw.

A board holds no game state: `sync` rebuilds everything from a state. It uses the table through its `host`
(game/table/host.py). Parts that several boards share are in this folder; a board owns the parts it uses.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar, Generic, TypeAlias, TypeVar, cast

import pygame

from game.boards.kit.actions import Action, Question
from game.boards.kit.outlines import corners_of
from game.boards.kit.part import H, Part
from game.boards.kit.spoken import BoardSpeech
from game.boards.kit.targets import PlacedImage, Pointer, Preview, Progress, Target
from game.draw.svg import Colour
from game.table.host import TableHost
from game.ui.paper.report import Fact
from game.ui.paper.result_page import Course, ResultPage, ResultScreen
from rules.base import Drawn, Placed, Removed, Rules, Said, State
from rules.kit.phrases import Phrase
from rules.session import Ply

S = TypeVar("S")
"""The state of the game."""
M = TypeVar("M")
"""Its moves."""
P = TypeVar("P")
"""Any type that the board uses to name a piece: a tile, the number of a column."""


class Picture(ABC, Generic[S]):
    """Draws a position."""

    @abstractmethod
    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        """Choose sizes for `area` and paint everything that never changes onto `ground`.

        Called for every layout of the window. Sprites and widgets of an earlier layout are gone by then.
        """

    @abstractmethod
    def sync(self, state: S) -> None:
        """Replace all sprites by those of a state: the only path for load, undo, resize and skipping."""

    @abstractmethod
    def animate(self, ply: Ply, before: S, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        """Show a move that was just played, and call `done` at the end (also if there is nothing to show).

        `before` is the state before it; `start` is where a dragged piece was released, None for keys and
        bots.
        """


class Pieces(Part[H], ABC, Generic[H, M, P]):
    """Pieces that a player can pick up, and the places where they may be laid."""

    @abstractmethod
    def piece_at(self, pos: tuple[int, int]) -> P | None:
        """Return the piece under a pixel that can be picked up. Called when the left button goes down."""

    @abstractmethod
    def pieces(self) -> list[P]:
        """Return all pieces that can be picked up, in the order of the arrow keys."""

    @abstractmethod
    def piece_rect(self, piece: P) -> pygame.Rect:
        """Return where a piece lies now: the start of a drag, the end of a refused one, a hint's mark."""

    @abstractmethod
    def targets(self, piece: P, turn: int) -> list[Target[M]]:
        """Return the legal places of a piece turned `turn` times. Called when it is picked or turned."""

    @abstractmethod
    def attempt(self, piece: P, pos: tuple[int, int]) -> M | None:
        """Return the move that releasing the piece at `pos` means, legal or not; None if it means no move.

        Called only if no target is within `reach` (drag) or under the mouse (click). The table never plays
        this move: it says why it is not legal, or, for a legal one, that the piece must be released closer to
        its place.
        """

    @abstractmethod
    def held_image(self, piece: P, turn: int, near: Target[M] | None = None) -> pygame.Surface:
        """Draw the piece as it looks in the hand; `near` is the target it is held over."""

    @abstractmethod
    def show_picked(self, piece: P, how: str | None) -> None:
        """Mark a piece as held: `drag` (its socket is empty), `pick` (highlighted), or None (as before)."""

    @abstractmethod
    def glow(self, target: Target[M], *, nearest: bool) -> PlacedImage:
        """Draw the ring on a legal place; `nearest` is the one where the piece would be laid now."""

    # --- with defaults ---

    def turns(self, piece: P) -> int:
        """Return in how many ways the piece can be turned in the hand (wheel, right click, R)."""
        return 1

    def first_turn(self) -> int:
        """Return how a piece is turned when it is picked up."""
        return 0

    def reach(self) -> int:
        """Return the greatest distance in pixels from a target at which a dragged piece still lands on it."""
        return self.px(130)

    def nearest(self, piece: P, targets: list[Target[M]], centre: tuple[float, float]) -> Target[M] | None:
        """Return the target on which a piece dragged to `centre` would land. Called for every motion."""
        best = min(targets, key=lambda target: math.dist(target.centre, centre), default=None)
        return best if best is not None and math.dist(best.centre, centre) <= self.reach() else None

    def pointed_at(self, piece: P, targets: list[Target[M]], pos: tuple[int, int]) -> Target[M] | None:
        """Return the target that a click at `pos` means for a picked piece."""
        hits = [target for target in targets if target.rect.collidepoint(pos)]
        return min(hits, key=lambda target: math.dist(target.centre, pos), default=None)

    def picked_outline(self, piece: P) -> Sequence[tuple[float, float]]:
        """Return the corners of a piece that is picked, for the ring around it."""
        return corners_of(self.piece_rect(piece))

    def keep(self, piece: P, target: Target[M], start: tuple[int, int] | None) -> bool:
        """Take the piece as part of a move that is not complete yet. Return False to play the move."""
        return False

    def dropped(self, piece: P, centre: tuple[int, int]) -> bool:
        """Take a piece released over no target, e.g. over the rack to rearrange it. Return True if taken."""
        return False


class Extras(Part[H], Generic[H, S, M, P]):
    """Optional behaviour. Every method has a default that suits a simple game."""

    # --- facts about the board ---

    points_game: ClassVar[bool] = False
    """The result is a sheet of points; otherwise the game is won or lost."""
    points_decide: ClassVar[bool] = True
    """Whoever has the most points wins; otherwise a short result tells the moves instead of the points."""
    can_be_solved: ClassVar[bool] = False
    """The engine can find a winning line: the menu offers it, and the table warns of lost positions."""
    types_words: ClassVar[bool] = False
    """Letters are typed on this board: the shortcuts of the table need Ctrl, so that no letter is one."""
    has_rack: ClassVar[bool] = True
    """The board uses the strip at the bottom of the table; otherwise its area extends over it."""
    help_boards: ClassVar[str] = ""
    """`module:NAME` of the pictures of the rules page: a dict from the name that the page uses (`board:`) to
    a painter, which takes a HelpSheet and returns a HelpBoard, or None if these rules do not need it."""
    help_facts: ClassVar[str] = ""
    """`module:function` that takes the rules and returns facts derived from them, by name: more placeholders
    and conditions for the page, e.g. how many dominoes the set has."""

    # --- while a piece is held ---

    def ghost(self, piece: P, target: Target[M]) -> PlacedImage | None:
        """Draw the piece as it would lie on `target`; also used for the second step of a hint."""
        return None

    def figures(self, piece: P, target: Target[M]) -> list[PlacedImage]:
        """Draw outlines of pieces that would score a bonus there: a ring of six, a bridge, a row."""
        return []

    def preview(self, piece: P, target: Target[M]) -> Preview:
        """Return the score of laying it there, as a sum that can be checked; empty for no bubble."""
        return []

    def spoken_of(self, target: Target[M]) -> list[pygame.Rect]:
        """Return where the lying pieces are that the preview of a target speaks of, to keep it off them."""
        return []

    def preview_area(self) -> pygame.Rect | None:
        """Return where previews may be shown; None for the board's width."""
        return None

    def bubble_below(self, target: Target[M]) -> bool:
        """Return whether the preview is shown below a target although there is room above it."""
        return False

    def aim(self, target: Target[M] | None) -> None:
        """Update everything beside the board that depends on the target; None if there is no target."""

    def points_of(self, target: Target[M]) -> int:
        """Return the points that laying the held piece there scores, for the plate of the player."""
        return 0

    def gains_of(self, target: Target[M]) -> dict[int, int]:
        """Return by how much laying the held piece there changes the points of each seat."""
        return {self.host.state.player: self.points_of(target)}

    def held_status(self, piece: P, targets: list[Target[M]]) -> tuple[str, str]:
        """Return both sentences of the turn line while a piece is held. Called when it is picked."""
        return self.say("status.held"), self.say("status.held_more")

    # --- refusals, pointers, results ---

    def show_refusal(self, where: object) -> None:
        """Mark the place that forbids a refused move: `where` of the refusal, never None."""

    draws_pointers: ClassVar[bool] = False
    """Whether `sync` draws the pointers of a review; else the review shows them as hints are shown."""

    def pointer_colour(self, kind: str) -> Colour:
        """Return the colour of a pointer of a review."""
        theme = self.look.theme
        return {"made": theme.warn, "wrong": theme.bad, "better": theme.good}[kind]

    def hand_pictures(self, width: int) -> list[pygame.Surface]:
        """Draw the pieces in the hand of the viewer, for the card of a review; none without a hand."""
        return []

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        """Return the pixel from which the points of a move fly to their plate. Called after `animate`."""
        board = self.look.m.region("board")
        assert board is not None
        return board.center

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        """Draw the best move of a game for its result; None to show a part of the table."""
        return None

    def merit(self, ply: Ply) -> int:
        """Rate a move that scores no points, to find the best one; 0 for an ordinary one."""
        return 0

    def feat_of(self, ply: Ply) -> tuple[str, str] | None:
        """Return title and text about the best move for the result."""
        return None

    # --- the result ---

    def result_page(self, screen: ResultScreen) -> ResultPage | None:
        """Return the game's own page of the result; None for points by kind, best move and curve."""
        return None

    def result_course(self) -> Course | None:
        """Return how the game went, for the curve of the usual result; None for the points."""
        return None

    def result_facts(self) -> list[Fact]:
        """Return figures that only this game has, for the foot of the usual result."""
        return []

    # --- keys ---

    def type_key(self, event: pygame.Event) -> bool:
        """Use a key that belongs to a typed word. Called in the player's turn before all shortcuts."""
        return False

    def view_key(self, event: pygame.Event) -> bool:
        """Use a key that changes how the board is seen. Called at any time, also in a replay."""
        return False

    def key(self, event: pygame.Event) -> bool:
        """Use a key of this game. Called in the player's turn, after the shortcuts of the table."""
        return False

    def escape(self) -> bool:
        """Cancel something on Esc. Return False to have the menu opened."""
        return False

    # --- the mouse over the board ---

    def hover(self, pos: tuple[int, int]) -> None:
        """React to the mouse while nothing is pressed or held: lift the piece below it."""

    def draw_lifted(self, piece: P) -> None:
        """Draw a piece as `hover` will show it and keep the picture. Called while the mouse rests."""

    # --- the felt beside the pieces ---

    def press_felt(self, pos: tuple[int, int]) -> bool:
        """React to the left button beside all pieces. Return True to get `drag_felt` until it goes up."""
        return False

    def drag_felt(self, pos: tuple[int, int]) -> None:
        """Follow the mouse after `press_felt` returned True."""

    def release_felt(self) -> None:
        """React to the end of such a drag."""

    def right_click(self, pos: tuple[int, int]) -> bool:
        """Use a right click in the player's turn while no piece is held."""
        return False

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        """Use the wheel while no piece is held; positive steps enlarge."""
        return False

    # --- the turn line ---

    def idle_line(self) -> tuple[str, str] | None:
        """Return the sentences of a special moment of the player's turn; None for the usual ones."""
        return None

    def status_centre(self) -> tuple[int, int] | None:
        """Return the middle of the turn line; None for its usual place."""
        return None

    def status_width(self) -> int | None:
        """Return the greatest width of the turn line; None for that of the board."""
        return None

    # --- texts beside the board ---

    def pills(self) -> list[tuple[str, str]]:
        """Return (icon, text) of further labels beside the title. Called by every layout."""
        return []

    def progress(self) -> Progress | None:
        """Return the large number of a solitaire. Called after every move."""
        return None

    def plate_line(self, seat: int) -> str:
        """Return the line below a player's name: pieces left, and the like. Called after every move."""
        return ""

    def log_phrases(self, ply: Ply) -> list[Phrase]:
        """Return what a move did, under `log.*`; speech uses the texts under `told.*` with the same keys."""
        return [event.phrase for event in ply.events
                if isinstance(event, (Placed, Drawn, Removed, Said)) and event.phrase]

    def log_text(self, ply: Ply) -> str:
        """Return the row of the log for a move; an empty text leaves it out."""
        return ", ".join(self.say(phrase) for phrase in self.log_phrases(ply))

    def log_note(self, ply: Ply) -> str:
        """Return a row of the log that explains a move of a bot; empty for none."""
        return ""

    def move_name(self, move: M) -> str:
        """Return a move in one word, for the strip of a review; empty for that of the piece it lays."""
        return ""

    def log_value(self, ply: Ply) -> str:
        """Return the text at the right end of a row of the log."""
        return ""

    def log_unit(self) -> str:
        """Return what the numbers of the log count, if it is not the points of the player."""
        return ""

    # --- moves that need care ---

    def menu_actions(self) -> list[Action[M]]:
        """Return the moves that the menu of the table offers to the player in turn."""
        return []

    def question(self, move: M) -> Question | None:
        """Return what to ask before the move of a button or a key is played; None plays it at once."""
        return None

    # --- hints ---

    def hint_piece(self, move: M) -> P | None:
        """Return the piece that a hinted move moves; None if it moves none."""
        return None

    def hint_where(self, move: M) -> pygame.Rect | None:
        """Return where to look in the first step of a hint, if marking the piece would tell nothing."""
        return None

    def hint_outline(self, move: M) -> Sequence[tuple[float, float]] | None:
        """Return the outline to look at in the first step of a hint, where a box would not fit the board."""
        return None

    def hint_rect(self, move: M) -> pygame.Rect | None:
        """Return where to look for a hinted move without a piece: a button, the stock."""
        return None

    def hint_ghosts(self, move: M) -> list[PlacedImage]:
        """Draw the second step of a hint for a move without a piece."""
        return []

    # --- time ---

    def near_end(self) -> bool:
        """Return whether the game is in its last moves, for the music; use public information only."""
        return False

    def mid_turn(self, state: S) -> bool:
        """Return whether a state is in the middle of a turn; undo against bots takes back whole turns."""
        return False

    def settled(self) -> None:
        """React to a position that has come to rest: after a move, loading, undo and redo."""

    def advance(self, ms: float) -> None:
        """Let time pass while a human is to move. Called once a frame."""


class Board(Picture[S], Pieces[H, M, P], Extras[H, S, M, P], Generic[H, S, M, P]):
    """The board of one game on the screen."""

    def __init__(self, host: H):
        super().__init__(host)
        self.pointers: list[Pointer[M]] = []
        """Moves that `sync` points at; a review sets them before it calls it."""

    @property
    def rules(self) -> Rules:
        return self.host.rules

    @property
    def state(self) -> S:
        """The position that is shown."""
        return cast("S", self.host.state)

    @property
    def your_turn(self) -> str:
        """The first sentence of the turn line for the player in turn."""
        return self.say("status.your_turn", name=self.host.who(self.host.state.player))

    @cached_property
    def speech(self) -> BoardSpeech[H, M, P]:
        """The speech of this board."""
        return self.make_speech()

    def make_speech(self) -> BoardSpeech[H, M, P]:
        """Make the speech of this board. Called once, when it is first needed."""
        return BoardSpeech(self.host)


AnyBoard: TypeAlias = Board[TableHost, State, object, object]
"""A board as the table handles it, independent of the types of its moves and pieces."""
