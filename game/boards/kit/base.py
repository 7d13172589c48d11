"""What the table scene asks of a game's table: where pieces lie, where they may go, how a move looks."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import pygame

from game.ui.look import Look
from game.ui.stage import Sprite
from rules.base import Drawn, Phrase, Placed, Removed, Rules, Said, Setup
from rules.session import Ply

if TYPE_CHECKING:
    from game.boards.kit.spoken import TableWords
    from game.table.scene import TableScene

Parts = list[tuple[str, bool]]
"""The score preview: texts, and whether each is strong."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place where the piece in the hand may be laid, and the move that lays it there."""

    move: Any
    place: Any
    rect: pygame.Rect
    middle: tuple[int, int] | None = None
    """Where it is nearest to, if that is not the middle of its rectangle."""

    @property
    def centre(self) -> tuple[int, int]:
        return self.middle or self.rect.center


@dataclass(frozen=True, slots=True)
class Pointer:
    """A move that the table points at: `made`, one that was `wrong`, or a `better` one that was not made."""

    move: Any
    kind: str


@dataclass(frozen=True, slots=True)
class Progress:
    """The big number of a solitaire, with two lines beside it and how far it has come (0 to 1)."""

    number: str
    line: str
    more: str
    part: float


@dataclass(frozen=True, slots=True)
class HelpSheet:
    """What a picture of the rules page is drawn for."""

    rules: Rules
    look: Look
    """Of the paper that the picture lies on."""
    table: Look
    """Of the table the player sits at: its cloth and its wood."""
    say: Callable[..., str]
    values: Mapping[str, str]
    """What the page says beside the name of the board, its placeholders filled."""
    width: int


@dataclass(frozen=True, slots=True)
class HelpBoard:
    """A picture of the rules page and what the rules say about it."""

    picture: pygame.Surface
    fits: bool | None = None
    """A tick, a cross, or neither."""
    sentence: str = ""
    legend: tuple[str, ...] = ()
    """Explains the numbers in the picture."""
    setup: Setup | None = None
    """The position that "Try it" opens."""
    moves: tuple[str, ...] = ()
    """Moves made in it before the player comes to it, as the rules write them."""


class Table(ABC):
    """The board of one game on the screen. It holds no game state: `sync` rebuilds it from one."""

    points_game = False
    """Whether its result is a sheet of points (and not won or stuck)."""
    can_be_solved = False
    """Whether a solver knows a line that wins."""

    def __init__(self, scene: TableScene):
        self.scene = scene
        self.pointers: list[Pointer] = []
        """What `sync` points at besides; an analysis sets it."""
        self._words: TableWords | None = None

    # --- shorthand ---

    @property
    def look(self) -> Look:
        return self.scene.look

    @property
    def rules(self) -> Rules:
        return self.scene.session.rules

    @property
    def state(self) -> Any:
        return self.scene.state

    def px(self, length: float) -> int:
        return self.look.px(length)

    def say(self, key: str | Phrase, **values: Any) -> str:
        return self.scene.say(key, **values)

    def put(self, image: pygame.Surface, pos: tuple[float, float], z: int = 0, *, moving: bool = False,
            owner: Any = None) -> Sprite:
        return self.scene.stage.add(Sprite(image, pos, z, moving=moving, owner=owner))

    # --- the picture on the shelf ---

    @staticmethod
    @abstractmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        """A small scene of the game, on the cloth of its box."""

    # --- the board ---

    @abstractmethod
    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        """Choose sizes for the area and paint what never changes."""

    @abstractmethod
    def sync(self, state: Any) -> None:
        """Make all sprites anew from a state: the only path for load, undo, resize, skipped animation."""

    @abstractmethod
    def animate(self, ply: Ply, before: Any, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        """Show a move that was made. `start` is where a dragged piece was let go. Ends with `done`."""

    # --- the hand: a piece is whatever the table uses to name one ---

    @abstractmethod
    def piece_at(self, pos: tuple[int, int]) -> Any:
        """The piece there that can be picked up, or None."""

    @abstractmethod
    def pieces(self) -> list[Any]:
        """All pieces that can be picked up, in the order of the keyboard."""

    @abstractmethod
    def piece_rect(self, piece: Any) -> pygame.Rect:
        """Where a piece lies now."""

    @abstractmethod
    def held_image(self, piece: Any, turn: int, near: Target | None = None) -> pygame.Surface:
        """The piece as it looks in the hand, turned for the place it is held over."""

    @abstractmethod
    def targets(self, piece: Any, turn: int) -> list[Target]:
        """The legal places of a piece."""

    @abstractmethod
    def attempt(self, piece: Any, pos: tuple[int, int]) -> Any:
        """The move that dropping the piece there means, legal or not, or None."""

    @abstractmethod
    def show_picked(self, piece: Any, how: str | None) -> None:
        """Mark a piece as held ("drag": its socket is empty; "pick": shown inverted; None: as before)."""

    @abstractmethod
    def glow(self, target: Target, *, nearest: bool) -> tuple[pygame.Surface, tuple[int, int]]:
        """The ring on a legal place and where to put it."""

    def ghost(self, piece: Any, target: Target) -> tuple[pygame.Surface, tuple[int, int]] | None:
        """The piece as it would lie on a place."""
        return None

    def figures(self, piece: Any, target: Target) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """What a bonus is made of, as glowing outlines: a ring of six, a bridge, a row."""
        return []

    def dropped(self, piece: Any, centre: tuple[int, int]) -> bool:
        """The piece was let go where no move is meant, e.g. over the rack to rearrange it; True if used."""
        return False

    def preview(self, piece: Any, target: Target) -> Parts:
        """What laying it there means: a sum that can be checked."""
        return []

    def bubble_below(self, target: Target) -> bool:
        """Whether the preview stands below a place rather than above it."""
        return False

    def aim(self, target: Target | None) -> None:
        """Another place is nearest to the held piece: what beside the board follows it."""

    def points_of(self, target: Target) -> int:
        """What laying the held piece there brings."""
        return 0

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        """Where on the board the points of a move were made."""
        board = self.look.m.region("board")
        assert board is not None
        return board.center

    def held_status(self, piece: Any, targets: list[Target]) -> tuple[str, str]:
        """The turn line while a piece is held."""
        return self.say("status.held"), self.say("status.held_more")

    def turns(self, piece: Any) -> int:
        """In how many ways the piece can be turned in the hand."""
        return 1

    def first_turn(self) -> int:
        """How a piece is turned when it is picked up."""
        return 0

    def status_centre(self) -> tuple[int, int] | None:
        """Where the turn line is, if not at its usual place."""
        return None

    def nearest(self, piece: Any, targets: list[Target], centre: tuple[float, float]) -> Target | None:
        """The place that a piece held there would fall into."""
        best = min(targets, key=lambda target: math.dist(target.centre, centre), default=None)
        return best if best is not None and math.dist(best.centre, centre) <= self.reach() else None

    def pointed_at(self, piece: Any, targets: list[Target], pos: tuple[int, int]) -> Target | None:
        """The place that a click there means."""
        hits = [target for target in targets if target.rect.collidepoint(pos)]
        return min(hits, key=lambda target: math.dist(target.centre, pos), default=None)

    def keep(self, piece: Any, target: Target, start: tuple[int, int] | None) -> bool:
        """Only a part of a move: the table keeps the piece there until the move is whole; True if it does."""
        return False

    def show_refusal(self, where: Any) -> None:
        """Mark the place that forbids a move: a corner, a square, a side."""

    def status_width(self) -> int | None:
        """How wide the turn line may get, if not as wide as the board."""
        return None

    def reach(self) -> int:
        """How far from a place a piece may be let go, in pixels."""
        return self.px(130)

    def key(self, event: pygame.Event) -> bool:
        """Keys of this game."""
        return False

    def type_key(self, event: pygame.Event) -> bool:
        """A key that is meant for a word being typed, before it is a shortcut of the table."""
        return False

    def escape(self) -> bool:
        """Esc, before it opens the menu; True if there was something to leave."""
        return False

    def right_click(self, pos: tuple[int, int]) -> bool:
        return False

    def advance(self, ms: float) -> None:
        """Time passes while a human is to move."""

    def view_key(self, event: pygame.Event) -> bool:
        """Keys that only change how the board is seen: also when it is nobody's turn."""
        return False

    def pointer_colour(self, kind: str) -> str:
        theme = self.look.theme
        return {"made": self.scene.accent, "wrong": theme.bad, "better": theme.good}[kind]

    # --- the felt: boards without bound can be pushed and zoomed ---

    def press_felt(self, pos: tuple[int, int]) -> bool:
        """The mouse goes down beside all pieces; True if the board follows it from now on."""
        return False

    def drag_felt(self, pos: tuple[int, int]) -> None: ...

    def release_felt(self) -> None: ...

    def zoom(self, steps: int, pos: tuple[int, int]) -> bool:
        return False

    # --- in words ---

    words_of: ClassVar[str] = "game.boards.kit.spoken:TableWords"
    """`module:class` that puts this board into words."""

    @property
    def in_words(self) -> TableWords:
        if self._words is None:
            from importlib import import_module

            module, name = self.words_of.split(":")
            self._words = getattr(import_module(module), name)(self)
        return self._words

    # --- the rules page ---

    help_boards: ClassVar[str] = ""
    """`module:NAME` of the pictures of the rules page: a dict from the name that the page uses (`board:`) to
    a painter, which takes a HelpSheet and returns a HelpBoard, or None if these rules have no such thing."""

    help_facts: ClassVar[str] = ""
    """`module:function` that takes the rules and returns what follows from them, by name: more
    placeholders and conditions for the page, e.g. how many dominoes the set has."""

    # --- words beside the board ---

    def pills(self) -> list[tuple[str, str]]:
        """(icon, text) beside the title."""
        return []

    def progress(self) -> Progress | None:
        """For solitaires: the big number of the side column."""
        return None

    def log_text(self, ply: Ply) -> str:
        """A row of the log."""
        phrases = [event.phrase for event in ply.events
                   if isinstance(event, (Placed, Drawn, Removed, Said)) and event.phrase]
        return ", ".join(self.say(phrase) for phrase in phrases)

    def log_value(self, ply: Ply) -> str:
        """What stands at the right end of a row of the log."""
        return ""

    def plate_line(self, seat: int) -> str:
        """What stands below a name: pieces left, and the like."""
        return ""

    def idle_line(self) -> tuple[str, str] | None:
        """The turn line of a special moment; None for the usual one."""
        return None

    # --- hints ---

    def merit(self, ply: Ply) -> int:
        """How fine a move was that brings no points of its own; 0: nothing to speak of."""
        return 0

    def feat_of(self, ply: Ply) -> tuple[str, str] | None:
        """What is told of the finest move: a title and a line."""
        return None

    def hint_piece(self, move: Any) -> Any:
        """The piece that a move moves; None if it moves none."""
        return None

    def hint_rect(self, move: Any) -> pygame.Rect | None:
        """Where to look for a move that moves no piece: a button, the stock."""
        return None

    def hint_ghosts(self, move: Any) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """What the second press on the hint shows of a move that moves no single piece."""
        return []

    def hint_where(self, move: Any) -> pygame.Rect | None:
        """The part of the board to look at first, where the piece itself tells nothing."""
        return None

    def mid_turn(self, state: Any) -> bool:
        """Whether a turn that has begun goes on in this state; against bots whole turns are taken back."""
        return False

    def settled(self) -> None:
        """A move has come to rest (also after loading and taking back)."""
