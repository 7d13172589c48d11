"""A monkey test: random but repeatable input at a table, and invariants that must hold whatever it does.

The monkey moves, drags, clicks, turns and types; it knows where pieces and places are, but not the rules.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pygame

from game.app import App
from game.data.store import Store
from game.screens.shelf.scene import Shelf
from game.table.scene import TableScene
from game.table.seating import make_table
from game.thinking import Failed
from rules import records
from rules.base import Phrase, Rules
from rules.catalog import GAMES, rules_from_values, rules_of, variants
from rules.engine import Choice
from rules.session import Seat, Session

SIZE = (1024, 640)
LOOK_EVERY = 150
"""Events between two checks of all invariants."""
ELSEWHERE = 40
"""Events on other screens after which the monkey returns to a table."""
KEYS = (
    *([pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_SPACE] * 4),
    *range(pygame.K_a, pygame.K_z + 1), *range(pygame.K_0, pygame.K_9 + 1), pygame.K_TAB, pygame.K_TAB,
    pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
    pygame.K_PLUS, pygame.K_MINUS, pygame.K_PERIOD, pygame.K_COMMA, pygame.K_KP_ENTER)
ABOVE = 900
"""Sprites above this z are tips and toasts, which appear and disappear by themselves."""
BY_THE_SHELF = 0.2
"""Fraction of games started from the shelf; building it takes as long as a hundred events."""
LEADING_AWAY = (pygame.K_ESCAPE, pygame.K_F1)
"""Keys that open other screens; pressed rarely, because building those takes long."""


class Broken(AssertionError):
    """An invariant does not hold."""


@dataclass
class Report:
    """The results of a monkey at the tables of one game."""

    game: str
    events: int = 0
    games: int = 0
    moves: int = 0
    looks: int = 0
    failures: list[str] = field(default_factory=list)


class Whims:
    """A thinker that answers after a delay with a random legal move, and sometimes fails."""

    def __init__(self, rng: Random):
        self._rng = rng
        self._waiting: tuple[int, str, tuple[Any, ...], Callable[[Any], None]] | None = None

    @property
    def busy(self) -> bool:
        return self._waiting is not None

    def start(self) -> None: ...

    def ask(self, function: str, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None:
        self._waiting = (self._rng.choice((0, 1, 1, 5, 30)), function, arguments, then)

    def cancel(self) -> None:
        self._waiting = None

    def poll(self) -> None:
        if self._waiting is None:
            return
        frames, function, arguments, then = self._waiting
        if frames:
            self._waiting = (frames - 1, function, arguments, then)
            return
        self._waiting = None
        then(self._answer(function, arguments))

    def stop(self) -> None: ...

    def _answer(self, function: str, arguments: tuple[Any, ...]) -> Any:
        if self._rng.random() < 0.05:
            return Failed("no mood")
        if function in ("bot_move", "hint"):
            rules, state = arguments[0], arguments[2 if function == "bot_move" else 1]
            return Choice(self._rng.choice(list(rules.legal_moves(state))), Phrase("hint.look"))
        if function == "last_winnable":
            return self._rng.choice((None, self._rng.randrange(len(arguments[1]))))
        if function == "can_be_won":
            return self._rng.choice((True, False, None))
        return Failed("not asked of a monkey")


class Monkey:
    """Plays at tables of one game, one after the other."""

    def __init__(self, folder: Path, game: str, seed: int = 1, *,
                 conserved: Callable[[Any], Any] | None = None, size: tuple[int, int] = SIZE):
        self.game, self.rng = game, Random(f"monkey {game} {seed}")
        self.report = Report(game)
        self.conserved = conserved
        """Returns the pieces of a state, for games whose pieces can be counted."""
        self.app = App(Store(folder), headless=size)
        self.app.thinker = Whims(self.rng)  # type: ignore[assignment]
        self.app.chance = self.rng
        self.app.settings.speed = "fast"
        self.app.push(Shelf(self.app))
        self.pos = (0, 0)
        self.button_down = False
        self._away = self._moves = 0
        self._plan: list[Callable[[], pygame.Event]] = []
        self.sit_down()

    # --- tables ---

    def sit_down(self) -> None:
        """Open another table with a random variant and random seats."""
        self.app.running = True
        info = GAMES[self.game]
        variant = self.rng.choice([variant.name for variant in variants(self.game)])
        players = self.rng.randint(*info.players)
        seats = [Seat("Ada"), *(Seat(name, *(("bot", "easy") if self.rng.random() < 0.7 else ("human", None)))
                                for name in ("Bruno", "Cleo", "Dario", "Elsa", "Falk"))]
        self._take_place(make_table(self.app, rules_of(self.game, variant), seats[:players],
                                    self.rng.randrange(10**6)))
        self.button_down = False
        self._away = self._moves = 0
        self.report.games += 1

    def _take_place(self, table: TableScene) -> None:
        """Open a table from the shelf, or replace the last one as `Play again` does."""
        if len(self.app.scenes) != 2 or self.rng.random() < BY_THE_SHELF:
            self.app.home()
            self.app.push(table)
        else:
            self.app.replace(table)

    @property
    def table(self) -> TableScene | None:
        top = self.app.top
        return top if isinstance(top, TableScene) and not top.read_only and not top.has_coach else None

    # --- events ---

    def _event(self) -> pygame.Event:
        """Return the next event of the plan, or a random one."""
        if not self._plan and self.rng.random() < 0.12:
            self._plan_a_move()
        if self._plan:
            return self._plan.pop(0)()
        way = self.rng.choices((self._mouse_move, self._mouse_press, self._mouse_release, self._key,
                                self._wheel, self._text, self._right_click, self._window),
                               (30, 14, 14, 22, 5, 2, 3, 1))[0]
        return way()

    def _plan_a_move(self) -> None:
        """Plan to drag a piece to a legal place, so that the game goes on."""
        table = self.table
        if table is None or not table.my_turn or table.tweens.busy:
            return
        ways = [(piece, target) for piece in table.board.pieces() for target in table.board.targets(
            piece, table.board.first_turn())]
        if ways:
            piece, target = self.rng.choice(ways)
            start, end = table.board.piece_rect(piece).center, target.centre
            self._plan = [self._mouse_release, lambda: self._press_at(start), lambda: self._move_to(end),
                          self._mouse_release_here]

    def play(self, events: int) -> Report:
        """Send `events` events, one or several per frame; stop at the first failure."""
        while self.report.events < events and not self.report.failures:
            batch = [self._event() for _ in range(self.rng.choice((1, 1, 2, 3, 6)))]
            self.report.events += len(batch)
            try:
                self.app.step(batch, self.rng.choice((4, 16, 16, 16, 90)))
                self._look_after_itself()
                if self.report.events // LOOK_EVERY > self.report.looks:
                    self.report.looks += 1
                    self.look()
            except Exception:  # any exception is a finding
                told = "; ".join(map(str, batch))
                self.report.failures.append(
                    f"{self.game}, event {self.report.events}: {told}\n{traceback.format_exc()}")
        return self.report

    def close(self) -> None:
        self.app.close()

    def _look_after_itself(self) -> None:
        """Return to a table after some time on other screens, or when the game is over."""
        if not self.app.running:
            self.sit_down()
            return
        table = self.table
        self._count_moves(table)
        self._away = 0 if table is not None else self._away + 1
        held = table is not None and table.hand.how == "drag"
        if held and not self.button_down:
            raise Broken("a piece is dragged although no button is down")
        if self._away > ELSEWHERE or (table is not None and table.session.moves > 150):
            self.sit_down()

    def _count_moves(self, table: TableScene | None) -> None:
        """Count all moves, including those undone later."""
        if table is not None:
            moves = table.session.moves
            self.report.moves += max(0, moves - self._moves)
            self._moves = moves

    def _move_to(self, pos: tuple[int, int]) -> pygame.Event:
        self.pos = pos
        return pygame.Event(pygame.MOUSEMOTION, pos=self.pos, rel=(1, 1),
                            buttons=(int(self.button_down), 0, 0))

    def _mouse_move(self) -> pygame.Event:
        return self._move_to(self._somewhere())

    def _press_at(self, pos: tuple[int, int]) -> pygame.Event:
        self.pos, self.button_down = pos, True
        return pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)

    def _mouse_release_here(self) -> pygame.Event:
        self.button_down = False
        return pygame.Event(pygame.MOUSEBUTTONUP, pos=self.pos, button=1)

    def _mouse_press(self) -> pygame.Event:
        if self.button_down:
            return self._mouse_move()
        return self._press_at(self._somewhere())

    def _mouse_release(self) -> pygame.Event:
        if not self.button_down:
            return self._mouse_move()
        if self.rng.random() < 0.3:
            self.pos = self._somewhere()
        return self._mouse_release_here()

    def _right_click(self) -> pygame.Event:
        return pygame.Event(pygame.MOUSEBUTTONDOWN, pos=self.pos, button=self.rng.choice((2, 3, 3)))

    def _wheel(self) -> pygame.Event:
        return pygame.Event(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-1, 1)))

    def _key(self) -> pygame.Event:
        away = self.rng.random() < 0.005
        key = self.rng.choice(LEADING_AWAY if away else KEYS)
        mod = self.rng.choice((0, 0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL))
        return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def _text(self) -> pygame.Event:
        return pygame.Event(pygame.TEXTINPUT, text=self.rng.choice("aenrstQXYZ\u00c4\u00df09 -\U0001f600"))

    def _window(self) -> pygame.Event:
        kind = self.rng.choice((pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWEXPOSED,
                                pygame.WINDOWSIZECHANGED, pygame.WINDOWLEAVE))
        return pygame.Event(kind, x=SIZE[0], y=SIZE[1])

    def _somewhere(self) -> tuple[int, int]:
        """Return the position of a piece, a place for it, a button, or a random one."""
        table, rng = self.table, self.rng
        where = rng.random()
        if table is not None and where < 0.6:
            if table.hand.holding and table.hand.targets and where < 0.45:
                return rng.choice(table.hand.targets).centre
            pieces = list(table.board.pieces()) if table.my_turn else []
            if pieces:
                return table.board.piece_rect(rng.choice(pieces)).center
        widgets = self.app.top.widgets
        if widgets and where < (0.66 if table is not None else 0.9):
            return rng.choice(widgets).rect.center
        return rng.randrange(self.app.screen.get_width()), rng.randrange(self.app.screen.get_height())

    # --- invariants ---

    def look(self) -> None:
        """Check all invariants of the table."""
        table = self.table
        if table is None:
            return
        self._look_at_the_session(table.session)
        self.app.step([pygame.Event(pygame.WINDOWFOCUSGAINED), self._mouse_release_here()], 16)
        table.tweens.finish()
        if self.table is not table or table.tweens.busy:
            return
        table.hand.cancel(quiet=True)
        table._clear_hint()
        table._withdraw_offer()
        table.idle_status()
        self._look_at_the_hand(table)
        self._look_at_the_places(table)
        self._look_at_the_picture(table)

    def _look_at_the_session(self, session: Session) -> None:
        again = records.replay(records.to_record(session), rules_from_values)
        if again.state != session.state:
            raise Broken("the record of the game leads to another position")
        if self.conserved is not None and session.rules.game == self.game:  # else it is at another table
            start = session.rounds[-1].start
            if self.conserved(session.state) != self.conserved(start):
                raise Broken("pieces came or went")

    def _look_at_the_hand(self, table: TableScene) -> None:
        hand = table.hand
        left = [sprite for sprite in (hand.held_sprite, hand.ghost, hand.bubble, *hand.marks, *hand.figures)
                if sprite is not None and sprite._stage is not None]
        if hand.holding or left:
            raise Broken(f"an empty hand still shows {len(left)} pictures")

    def _look_at_the_places(self, table: TableScene) -> None:
        """Check that every highlighted place is legal."""
        if not table.my_turn:
            return
        rules, state = table.session.rules, table.state
        pieces = list(table.board.pieces())
        for piece in self.rng.sample(pieces, min(3, len(pieces))):
            for turn in range(table.board.turns(piece)):
                for target in table.board.targets(piece, turn):
                    if is_move(rules, target.move) and rules.why_illegal(state, target.move) is not None:
                        raise Broken(f"{target.move} glows and is not legal")

    def _look_at_the_picture(self, table: TableScene) -> None:
        """Check that rebuilding the table changes no pixel; races are skipped because of their clock."""
        app = self.app
        if GAMES[str(table.game)].race or app.shows_focus or app.thinker.busy or self.table is not table:
            return
        board = table.board_area().clip(self.app.screen.get_rect())
        self.app.step([pygame.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 1), buttons=(0, 0, 0))], 0)
        table.tweens.finish()
        if self.table is not table:
            return
        table.board.sync(table.state)
        lived = self._picture(table, board)
        sprites = _lying(table)
        table.rebuild()
        table.tweens.finish()
        if self.table is not table:
            return
        built = _lying(table)
        if sprites != built:
            raise Broken(f"sprites {sprites}; after building anew {built}")
        if self._picture(table, board) != lived:
            raise Broken("the board looks different after building anew")

    def _picture(self, table: TableScene, board: pygame.Rect) -> bytes:
        for sprite in table.stage.sprites:
            if sprite.z >= ABOVE:
                sprite.show(False)
        table.stage.touch_all()
        table.stage.draw(self.app.screen)
        return pygame.image.tobytes(self.app.screen.subsurface(board), "RGB")


def _lying(table: TableScene) -> list[int]:
    """Return the z of all sprites on the table, without tips and toasts."""
    return sorted(sprite.z for sprite in table.stage.sprites if sprite.rect.w and sprite.z < ABOVE)


def is_move(rules: Rules, move: Any) -> bool:
    """Return whether a target is a whole move; some only start one (the first square of a word)."""
    try:
        return rules.read_move(rules.write_move(move)) == move
    except (AttributeError, TypeError, ValueError):
        return False


def run(folder: Path, game: str, events: int, *, seed: int = 1,
        conserved: Callable[[Any], Any] | None = None) -> Report:
    monkey = Monkey(folder, game, seed, conserved=conserved)
    try:
        return monkey.play(events)
    finally:
        monkey.close()
