"""Hidden hands and a face-down stock: deal, draw, guess, read and describe them. For every game with tiles in
hand.

A tile is the text it is written with (`345`, `1|6`), so that setups and records need no translation. Texts
for the player are in `game/locale/<language>/tiles.yaml`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random
from typing import Generic, Protocol, TypeVar

from rules.base import BadSetup, Drawn, Event, M, Outcome, Refusal, Rules, Setup, State
from rules.kit.phrases import Phrase
from rules.kit.shuffle import shuffled

Tile = str
Hand = tuple[Tile, ...]
"""In the order in which the tiles were taken, the latest last."""
BACK: Tile = "?"
"""A tile of which only the back is seen."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Draw:
    """The move that takes tiles from the stock."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Pass:
    """The move that leaves the turn to the next player."""


class HandState(State, Protocol):
    """A state with a hand for each seat and a stock."""

    @property
    def hands(self) -> tuple[Hand, ...]: ...
    @property
    def stock(self) -> Hand: ...
    @property
    def ended(self) -> Outcome | None: ...


HS = TypeVar("HS", bound=HandState)


class HandRules(Rules[HS, M], Generic[HS, M]):
    """Rules of a game in which each player sees only their own hand, and no player sees the stock.

    A subclass deals, lists, checks and makes moves; this class hides what a seat cannot see.
    """

    @abstractmethod
    def unlaid(self, state: HS) -> Iterable[Tile]:
        """Return the tiles of the game that do not lie on the table, always in the same order."""

    def outcome(self, state: HS) -> Outcome | None:
        return state.ended

    def guess_hidden(self, state: HS, player: int, rng: Random) -> HS:
        """Deal the other hands and the stock again, each as large as it is."""
        return _with_tiles(state, *guess_tiles(state.hands, state.stock, player, rng))

    def seen_by(self, state: HS, seat: int | None) -> HS:
        hands = tuple(hand if owner == seat else (BACK,) * len(hand)
                      for owner, hand in enumerate(state.hands))
        return _with_tiles(state, hands, (BACK,) * len(state.stock))

    def event_for(self, event: Event, seat: int | None) -> Event:
        if not isinstance(event, Drawn) or event.by == seat:
            return event
        return replace(event, pieces=(BACK,) * len(event.pieces))

    def is_plausible(self, seen: HS, seat: int | None) -> bool:
        unlaid, held = list(self.unlaid(seen)), list(chain(*seen.hands, seen.stock))
        known = [tile for tile in held if tile != BACK]
        return (len(seen.hands) == len(seen.scores) and len(held) <= len(unlaid)
                and set(known) <= set(unlaid) and len(set(known)) == len(known)
                and (seat is None or BACK not in seen.hands[seat]))

    def filled_in(self, seen: HS, seat: int) -> HS:
        unseen = iter([tile for tile in self.unlaid(seen) if tile not in seen.hands[seat]])
        hands = tuple(hand if owner == seat else tuple(islice(unseen, len(hand)))
                      for owner, hand in enumerate(seen.hands))
        return _with_tiles(seen, hands, tuple(islice(unseen, len(seen.stock))))

    def describe(self, state: HS) -> str:
        return self._text(state, None)

    def view(self, state: HS, player: int) -> str:
        return self._text(state, player)

    def _text(self, state: HS, seen_by: int | None) -> str:
        hands = describe_tiles(state.hands, state.stock, state.scores, seen_by)
        return "\n".join([self._heading(state), *hands, *self._table(state)]) + "\n"

    def _heading(self, state: HS) -> str:
        """Return the first line of `describe`: the ply, whose turn it is or how the round ended."""
        turn = f"over: {state.ended.why}" if state.ended else f"turn of {state.player}"
        return f"ply {state.ply}, {turn}"

    @abstractmethod
    def _table(self, state: HS) -> Sequence[str]:
        """Return the lines of `describe` about what lies on the table."""


def _with_tiles(state: HS, hands: tuple[Hand, ...], stock: Hand) -> HS:
    return replace(state, hands=hands, stock=stock)  # type: ignore[type-var]  # every state is a dataclass


# --- dealing and drawing ---


def deal_hands(
    tiles: Iterable[Tile], players: int, size: int, rng: Random
) -> tuple[list[list[Tile]], list[Tile]]:
    """Shuffle the tiles and return the hands and the stock, as a setup has them."""
    cards = shuffled(tiles, rng)
    hands = [cards[seat * size:(seat + 1) * size] for seat in range(players)]
    return hands, cards[players * size:]


def check_hands(sizes: Mapping[int, int], seats: Iterable[int], tiles: int) -> Iterator[tuple[str, Phrase]]:
    """Yield the faults of a rule file that gives the size of a hand by the number of players, as `hand`."""
    for players in seats:
        fault = too_few_tiles(players, players * sizes[players], tiles)
        if fault is not None:
            yield f"hand.{players}", fault


def too_few_tiles(players: int, needed: int, tiles: int) -> Phrase | None:
    """Return the fault of a rule file that deals more tiles than there are, or None."""
    if needed <= tiles:
        return None
    return Phrase("fault.tiles.too_few", {"players": players, "needed": needed, "tiles": tiles})


def draw_tiles(
    hands: tuple[Hand, ...], stock: Hand, seat: int, count: int = 1
) -> tuple[tuple[Hand, ...], Hand, Hand]:
    """Return the hands and the stock after a seat has drawn, and what it has drawn."""
    taken = stock[:count]
    return changed(hands, seat, (*hands[seat], *taken)), stock[count:], taken


def without_tile(hands: tuple[Hand, ...], seat: int, tile: Tile) -> tuple[Hand, ...]:
    """Return the hands after a seat has laid a tile."""
    return changed(hands, seat, tuple(held for held in hands[seat] if held != tile))


def changed(row: tuple[T, ...], index: int, entry: T) -> tuple[T, ...]:
    """Return the row with one entry replaced."""
    return (*row[:index], entry, *row[index + 1:])


# --- refusals ---


def why_not_held(hand: Hand, tile: Tile) -> Refusal | None:
    """Return why a tile cannot be laid that is not in the hand."""
    return None if tile in hand else Refusal("refuse.tiles.not_in_hand", {"tile": tile})


def why_not_drawn(stock: Hand) -> Refusal | None:
    """Return why nothing can be drawn from an empty stock."""
    return None if stock else Refusal("refuse.tiles.stock_empty")


# --- setups ---


def read_hands(
    setup: Setup, players: int, tiles: Container[Tile]
) -> tuple[tuple[Hand, ...], Hand, Tile | None]:
    """Return the hands, the stock and the tile that lies first (or None) of a setup; raise BadSetup.

    A setup is `{"hands": [[...], [...]], "stock": [...], "start": "345"}`; `start` may be missing.
    """
    hands_text, start = setup.get("hands"), setup.get("start")
    if not isinstance(hands_text, list) or len(hands_text) != players:
        raise BadSetup("setup.tiles.hands", players=players)
    hands = tuple(_read_tiles(hand, tiles) for hand in hands_text)
    stock = _read_tiles(setup.get("stock"), tiles)
    first = _read_tiles([] if start is None else [start], tiles)
    seen: set[Tile] = set()
    for tile in [tile for pile in (first, *hands, stock) for tile in pile]:
        if tile in seen:
            raise BadSetup("setup.tiles.twice", tile=tile)
        seen.add(tile)
    return hands, stock, first[0] if first else None


def _read_tiles(texts: object, tiles: Container[Tile]) -> Hand:
    if not isinstance(texts, list):
        raise BadSetup("setup.tiles.list")
    for text in texts:
        if not isinstance(text, str) or text not in tiles:
            raise BadSetup("setup.tiles.tile", tile=str(text)[:20])
    return tuple(texts)


def read_starter(setup: Setup, players: int, key: str) -> int:
    """Return the seat that starts; raise BadSetup with this text key."""
    starter = setup.get("starter")
    if not isinstance(starter, int) or isinstance(starter, bool) or not 0 <= starter < players:
        raise BadSetup(key, last=players - 1)
    return starter


# --- what a seat knows ---


def guess_tiles(
    hands: tuple[Hand, ...], stock: Hand, player: int, rng: Random
) -> tuple[tuple[Hand, ...], Hand]:
    """Deal the other hands and the stock again, each as large as it is."""
    others = [tile for seat, hand in enumerate(hands) if seat != player for tile in hand]
    # Sorted first, so that the guess depends only on what the seat sees and on `rng`.
    pool = shuffled(sorted([*others, *stock]), rng)
    guessed = []
    for seat, hand in enumerate(hands):
        taken = hand if seat == player else tuple(pool[:len(hand)])
        pool = pool if seat == player else pool[len(hand):]
        guessed.append(taken)
    return tuple(guessed), tuple(pool)


# --- as text ---


def describe_tiles(
    hands: tuple[Hand, ...], stock: Hand, scores: tuple[int, ...], seen_by: int | None = None
) -> list[str]:
    """Return a line for each seat and one for the stock; tiles hidden from `seen_by` are written as `?`."""
    lines = []
    for seat, hand in enumerate(hands):
        shown = [tile if seen_by in (None, seat) else "?" for tile in hand]
        lines.append(f"seat {seat}: {scores[seat]} points, hand {' '.join(shown) or '-'}")
    shown = [tile if seen_by is None else "?" for tile in stock]
    return [*lines, f"stock {len(stock)}: {' '.join(shown) or '-'}"]
