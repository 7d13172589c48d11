"""The usual turn of a game with tiles in hand: lay one if you can, otherwise draw or pass.

A round ends when a hand is empty, or when no player can go on (`rules/kit/rounds.py` settles both). A game
defines which tiles fit, the effect of laying one, whether players draw, and the value of a tile.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import ClassVar, Generic, Protocol, TypeVar

from rules.base import Drawn, Event, Outcome, Refusal, RoundOver, Said, Step, UnreadableMove
from rules.kit.hands import (
    HS,
    Draw,
    Hand,
    HandRules,
    Pass,
    Tile,
    draw_tiles,
    why_not_drawn,
    why_not_held,
    without_tile,
)
from rules.kit.phrases import Phrase
from rules.kit.rounds import blocked, out, settled


class TileMove(Hashable, Protocol):
    """A move that lays a tile; `str` writes it."""

    @property
    def tile(self) -> Tile: ...


L = TypeVar("L", bound=TileMove)


class TileTurns(HandRules[HS, L | Draw | Pass], Generic[HS, L]):
    """Rules in which a turn is one tile, and drawing and passing are for those who cannot lay."""

    example: ClassVar[str]
    """A move as it is written, for the message about a text that is none."""

    @abstractmethod
    def lays(self, state: HS, hand: Hand) -> Iterator[L]:
        """Yield every way to lay a tile of `hand`, regardless of its owner."""

    @abstractmethod
    def _why_no_fit(self, state: HS, move: L) -> Refusal | None:
        """Return why a tile in hand cannot be laid so, or None."""

    @abstractmethod
    def _lay(self, state: HS, move: L) -> tuple[HS, Event]:
        """Return the state after a tile was laid, and what happened; the tile has left its hand already."""

    @abstractmethod
    def _read_lay(self, text: str) -> L | None:
        """Return the move of a text that is neither `draw` nor `pass`, or None if it is no move."""

    @abstractmethod
    def worth(self, tile: Tile) -> int:
        """Return what a tile left in a hand counts."""

    @property
    @abstractmethod
    def drawing(self) -> bool:
        """Whether players who cannot lay draw until they can, as long as there is a stock."""

    # --- the turn ---

    def legal_moves(self, state: HS) -> Iterator[L | Draw | Pass]:
        if state.ended is not None:
            return
        lays = list(self.lays(state, state.hands[state.player]))
        yield from lays
        if not lays:
            yield Draw() if self.can_draw(state) else Pass()

    def can_draw(self, state: HS) -> bool:
        """Return whether the rules and the stock let players draw."""
        return self.drawing and bool(state.stock)

    def why_illegal(self, state: HS, move: L | Draw | Pass) -> Refusal | None:
        if state.ended is not None:
            return Refusal("refuse.tiles.over")
        hand = state.hands[state.player]
        if not isinstance(move, Draw | Pass):
            return why_not_held(hand, move.tile) or self._why_no_fit(state, move)
        fitting = next(self.lays(state, hand), None)
        if fitting is not None:
            key = "refuse.tiles.pass_fits" if isinstance(move, Pass) else "refuse.tiles.draw_fits"
            return Refusal(key, {"tile": fitting.tile})
        if isinstance(move, Pass):
            waiting = self.can_draw(state)
            return Refusal("refuse.tiles.draw_first", {"stock": len(state.stock)}) if waiting else None
        if not self.drawing or move.count != 1:
            return Refusal("refuse.tiles.no_draw")
        return why_not_drawn(state.stock)

    def _apply(self, state: HS, move: L | Draw | Pass) -> Step[HS]:
        by = state.player
        event: Event
        if isinstance(move, Draw):
            hands, stock, taken = draw_tiles(state.hands, state.stock, by)
            after = _changed(state, hands=hands, stock=stock)
            event = Drawn(by, taken, Phrase("log.tiles.draws", {"n": 1, "left": len(stock), "cost": 0}))
        elif isinstance(move, Pass):
            after, event = state, Said(by, Phrase("log.tiles.passes", {"cost": 0}))
        else:
            after, event = self._lay(_changed(state, hands=without_tile(state.hands, by, move.tile)), move)
        following = by if isinstance(move, Draw) else (by + 1) % len(state.hands)
        after = _changed(after, player=following, ply=state.ply + 1)
        ended, paid = self._ending(after, by)
        if ended is None:
            return Step(after, (event,))
        after = _changed(after, player=by, scores=settled(state.scores, paid), ended=ended)
        return Step(after, (event, *paid, RoundOver(by, ended)))

    def _ending(self, state: HS, by: int) -> tuple[Outcome | None, list[Event]]:
        left = [sum(map(self.worth, hand)) for hand in state.hands]
        if not state.hands[by]:
            return out(by, left)
        if self.can_draw(state) or any(True for hand in state.hands for _ in self.lays(state, hand)):
            return None, []
        return blocked(left)

    # --- writing ---

    def write_move(self, move: L | Draw | Pass) -> str:
        if isinstance(move, Draw | Pass):
            return "draw" if isinstance(move, Draw) else "pass"
        return str(move)

    def read_move(self, text: str) -> L | Draw | Pass:
        if text in ("draw", "pass"):
            return Draw() if text == "draw" else Pass()
        move = self._read_lay(text)
        if move is None:
            raise UnreadableMove(text, f"{self.example}, draw, pass")
        return move

def _changed(state: HS, **fields: object) -> HS:
    return replace(state, **fields)  # type: ignore[type-var]  # every state is a dataclass
