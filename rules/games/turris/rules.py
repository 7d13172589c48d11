"""Turris: two players build one tower and want large areas of their colour on its five faces.

Rule page: spec of the game; the values in `rules/variants/turris/*.yaml`. The letters a to f are those of the
rule sheet. The pictures of a tower are in `faces.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from rules.base import (
    BadSetup,
    Event,
    Outcome,
    Phrase,
    Placed,
    Refusal,
    Removed,
    RoundOver,
    Rules,
    Said,
    Scored,
    Setup,
    Step,
    UnreadableMove,
)
from rules.files.source import Switch, Table, Whole
from rules.files.values import Values
from rules.games.turris.faces import (
    BASE,
    COLUMNS,
    MIDDLE,
    WAYS,
    Block,
    Blocks,
    Face,
    Square,
    beside,
    edge_filled,
    faces_of,
    filled_by,
    gap_in,
    height,
    level_counts,
    points_of,
    resting_on,
    unfinished,
    unfinished_after,
)
from rules.kit.rounds import next_starter
from rules.kit.shuffle import below, rng_for

NONE_FREED: frozenset[Square] = frozenset()
EXAMPLES = "V 0,1,2, R 0,1,2, pass"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a block of the own colour, named by its square of lowest x, y, z."""

    way: str
    x: int
    y: int
    z: int

    def block(self, colour: int) -> Block:
        return Block(self.way, self.x, self.y, self.z, colour)


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Use the bonus to take out an opposing block."""

    x: int
    y: int
    z: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline a bonus, or pass a turn."""


Move = Lay | TakeOut | Pass


class Puzzle(NamedTuple):
    """The goal of a level: the seat has to lead by `lead` points when its turn or the game is over."""

    seat: int
    lead: int
    until: str
    """`turn` or `end`."""


@dataclass(frozen=True, slots=True)
class TurrisState:
    player: int
    stock: tuple[int, int]
    """Number of blocks that each player has still to lay."""
    starter: int
    blocks: Blocks = ()
    """In the order of laying."""
    scores: tuple[int, int] = (0, 0)
    """The points if the game ended now, plus those of earlier games of this match."""
    ply: int = 0
    bonus: bool = False
    """Whether the current player has a bonus to answer."""
    freed: frozenset[Square] = NONE_FREED
    """Squares that the current player may not fill, because a block was just taken out there."""
    passes: int = 0
    """Consecutive passed turns; a declined bonus is not a passed turn."""
    past: tuple[tuple[frozenset[Block], int], ...] = ()
    """Every position of this game up to the current one: the tower and the player to move."""
    ended: Outcome | None = None
    puzzle: Puzzle | None = None
    round: int = 1
    """Number of this game in the match."""
    won: tuple[int, int] = (0, 0)
    """Games of the match won before this one."""
    carried: tuple[int, int] = (0, 0)
    """Points of earlier games of this match."""

    @property
    def points(self) -> tuple[int, int]:
        """The points if this game ended now."""
        return self.scores[0] - self.carried[0], self.scores[1] - self.carried[1]

    @property
    def last_laid(self) -> tuple[Block | None, Block | None]:
        """The block that each player laid last."""
        last: list[Block | None] = [None, None]
        for block in self.blocks:
            last[block.colour] = block
        return last[0], last[1]


class Levels(NamedTuple):
    """The levels of a tower: the number of filled squares of each (of nine), and derived counts."""

    filled: tuple[int, ...]
    begun: int
    """Number of levels started and not full, as counted by rule e."""
    full: int


class Turris(Rules[TurrisState, Move]):
    game: ClassVar[str] = "turris"
    seats: ClassVar[range] = range(2, 3)
    schema: ClassVar[Table] = Table({
        "blocks": Whole(1, 99),
        "unfinished_levels": Whole(1, 99),
        "bonus": Table({"block": Switch(), "removal": Switch(), "chain": Switch()}),
        "match": Table({"games": Whole(1, 99)}),
    })

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.blocks: int = values["blocks"]
        self.unfinished_levels: int = values["unfinished_levels"]
        self.bonus_block: bool = values["bonus"]["block"]
        self.bonus_removal: bool = values["bonus"]["removal"]
        self.chain: bool = values["bonus"]["chain"]
        self.games: int = values["match"]["games"]

    # --- a game of a match ---

    def deal(self, players: int, seed: int, before: TurrisState | None = None) -> Setup:
        """Choose the starter: at random, then the loser of the previous game, after a draw the other seat."""
        if before is None:
            return {"starter": below(rng_for(self.game, seed), 2)}
        return {"starter": next_starter(before.ended, before.starter)}

    def _start(self, setup: Setup, players: int, before: TurrisState | None) -> TurrisState:
        starter = setup.get("starter")
        if type(starter) is not int or starter not in (0, 1):
            raise BadSetup("setup.turris.starter")
        state = TurrisState(starter, (self.blocks, self.blocks), starter, past=((frozenset(), starter),))
        if before is not None:
            state = replace(state, scores=before.scores, carried=before.scores, ply=before.ply,
                            round=before.round + 1, won=_games_won(before))
        return state

    def _begin(self, state: TurrisState, setup: Setup) -> TurrisState:
        """Add the `puzzle` of a level: {"seat": 0, "lead": 5, "until": "turn" or "end"}."""
        puzzle = setup.get("puzzle")
        if puzzle is None:
            return state
        asked = puzzle if isinstance(puzzle, dict) else {}
        seat, lead, until = asked.get("seat"), asked.get("lead"), asked.get("until")
        if type(lead) is not int or type(seat) is not int:
            raise BadSetup("setup.turris.puzzle")
        if seat != state.player or until not in ("turn", "end"):
            raise BadSetup("setup.turris.puzzle")
        return replace(state, puzzle=Puzzle(seat, lead, until))

    # --- moves ---

    def legal_moves(self, state: TurrisState) -> Iterator[Move]:
        if state.ended is not None:
            return
        lays = list(self.lays(state))
        yield from lays
        if state.bonus:
            for block in self.removable(state):
                yield TakeOut(*block.square)
        if state.bonus or not lays:
            yield Pass()

    def why_illegal(self, state: TurrisState, move: Move) -> Refusal | None:
        if state.ended is not None:
            return Refusal("refuse.turris.over")
        if isinstance(move, Lay):
            return self._why_no_lay(state, move)
        if isinstance(move, TakeOut):
            return self._why_no_removal(state, move)
        open_place = None if state.bonus else next(self.lays(state), None)
        if open_place is None:
            return None
        return Refusal("refuse.turris.pass_can_lay", where=open_place.block(state.player).square)

    # --- laying a block ---

    def lays(self, state: TurrisState) -> Iterator[Lay]:
        """Yield all places where the current player may lay a block now, upright ones first."""
        if state.ended is not None or not state.stock[state.player]:
            return
        filled = filled_by(state.blocks)
        for way in WAYS:
            for x, y in COLUMNS:
                # Nothing overhangs or floats: a block can only lie on top of its column.
                lay = Lay(way, x, y, height(filled, (x, y)))
                if self._why_no_lay(state, lay) is None:
                    yield lay

    def _why_no_lay(self, state: TurrisState, lay: Lay) -> Refusal | None:
        if not state.stock[state.player]:
            return Refusal("refuse.turris.no_blocks")
        if state.bonus and not self.bonus_block:
            return Refusal("refuse.turris.no_bonus_block")
        block, filled = lay.block(state.player), filled_by(state.blocks)
        return (_why_no_room(block, filled, state.freed) or _why_misplaced(block, filled)
                or self._why_too_many_levels(block, state.blocks) or _why_no_middle(block, filled))

    def _why_too_many_levels(self, block: Block, blocks: Blocks) -> Refusal | None:
        """Return a refusal by rule e, which does not apply to the first block."""
        begun = unfinished_after(level_counts(blocks), block, 1)
        if not blocks or begun <= self.unfinished_levels:
            return None
        values = {"levels": begun, "n": self.unfinished_levels}
        return Refusal("refuse.turris.levels", values, gap_in(filled_by(blocks)))

    # --- taking a block out ---

    def removable(self, state: TurrisState) -> list[Block]:
        """Return the opposing blocks that a bonus could take out, in the order laid; none without a bonus."""
        if not state.bonus or not self.bonus_removal or state.ended is not None:
            return []
        return [block for block in state.blocks if self._why_not_out(state, block) is None]

    def _why_no_removal(self, state: TurrisState, move: TakeOut) -> Refusal | None:
        square = (move.x, move.y, move.z)
        if not state.bonus:
            return Refusal("refuse.turris.no_bonus", where=square)
        if not self.bonus_removal:
            return Refusal("refuse.turris.not_removable.never", where=square)
        block = filled_by(state.blocks).get(square)
        if block is None:
            return Refusal("refuse.turris.not_removable.nothing", where=square)
        if block.square != square:
            values = {"square": written(block.square)}
            return Refusal("refuse.turris.not_removable.named", values, block.square)
        return self._why_not_out(state, block)

    def _why_not_out(self, state: TurrisState, block: Block) -> Refusal | None:
        if block.colour == state.player:
            return Refusal("refuse.turris.not_removable.own", where=block.square)
        if block == state.last_laid[block.colour]:
            return Refusal("refuse.turris.not_removable.last", where=block.square)
        above = resting_on(block, filled_by(state.blocks))
        if above is not None:
            return Refusal("refuse.turris.not_removable.carries", where=above.square)
        begun = unfinished_after(level_counts(state.blocks), block, -1)
        if begun > self.unfinished_levels:
            return Refusal("refuse.turris.not_removable.levels", {
                "levels": begun, "n": self.unfinished_levels}, block.square)
        return None

    # --- the result of a move ---

    def _apply(self, state: TurrisState, move: Move) -> Step[TurrisState]:
        if isinstance(move, Lay):
            after, event = self._laid(state, move.block(state.player))
        elif isinstance(move, TakeOut):
            after, event = _taken_out(state, filled_by(state.blocks)[move.x, move.y, move.z])
        else:
            after, event = _passed(state)
        after = replace(after, ply=state.ply + 1, scores=_added(state.carried, points_of(after.blocks)),
                        past=(*state.past, (frozenset(after.blocks), after.player)))
        events = [event, *_scored(state.blocks, after.blocks)]
        outcome = self._ending(after)
        if outcome is not None:
            after = replace(after, player=state.player, ended=outcome)
            events.append(RoundOver(state.player, outcome))
        return Step(after, tuple(events))

    def _laid(self, state: TurrisState, block: Block) -> tuple[TurrisState, Event]:
        stock = _added(state.stock, _one(block.colour, -1))
        after = replace(state, blocks=(*state.blocks, block), stock=stock, passes=0)
        earned = self._earns_bonus(after, block)
        way = "upright" if block.upright else "flat"
        key = f"log.turris.{way}_bonus" if earned else f"log.turris.{way}"
        event = Placed(block.colour, block, block.square, "stock", Phrase(key, {"level": block.z + 1}))
        # The freed squares stay closed for the whole turn, including the bonus.
        return (replace(after, bonus=True) if earned else _turn_over(after)), event

    def _earns_bonus(self, after: TurrisState, block: Block) -> bool:
        """Return whether a block earns a bonus; `after` contains the block, with the turn not yet over."""
        possible = self.bonus_block or self.bonus_removal
        return block.covers_middle and possible and any(after.stock) and (self.chain or not after.bonus)

    # --- the end ---

    def _ending(self, after: TurrisState) -> Outcome | None:
        why = self._why_over(after)
        if after.puzzle is not None:
            return _puzzle_outcome(after, after.puzzle, over=why is not None)
        if why is None:
            return None
        first, second = after.points
        return Outcome((0, 1) if first == second else (0,) if first > second else (1,), why)

    def _why_over(self, after: TurrisState) -> str | None:
        if not any(after.stock):
            return "laid"
        # After two passed turns no square is closed any more, for either player.
        if after.passes >= 2 and not any(self._can_lay(after, seat) for seat in (0, 1)):
            return "stuck"
        return "repeated" if after.past.count(after.past[-1]) >= 3 else None

    def _can_lay(self, state: TurrisState, seat: int) -> bool:
        return next(self.lays(replace(state, player=seat, bonus=False, freed=NONE_FREED)), None) is not None

    def is_plausible(self, seen: TurrisState, seat: int | None) -> bool:
        blocks = seen.blocks
        squares = [square for block in blocks if block.way in WAYS for square in block.squares]
        return (len(set(squares)) == 2 * len(blocks) and seen.starter in (0, 1)
                and all(block.colour in (0, 1) for block in blocks)
                and all(0 <= count <= self.blocks for count in seen.stock)
                and all(0 <= x < BASE and 0 <= y < BASE and 0 <= z <= 4 * self.blocks
                        for x, y, z in (*squares, *seen.freed)))

    def outcome(self, state: TurrisState) -> Outcome | None:
        return state.ended

    def game_outcome(self, state: TurrisState) -> Outcome | None:
        """Return the winner of a match by games won, not by points; all its games are played."""
        if state.ended is None or (state.round < self.games and state.puzzle is None):
            return None
        first, second = _games_won(state)
        return Outcome((0, 1) if first == second else (0,) if first > second else (1,), state.ended.why)

    # --- for the table ---

    def faces(self, state: TurrisState) -> tuple[Face, ...]:
        """Return the five pictures: south, east, north, west, roof."""
        return faces_of(state.blocks)

    def faces_after(self, state: TurrisState, move: Move) -> tuple[Face, ...]:
        """Return the five pictures after a move, which need not be legal."""
        if isinstance(move, Lay):
            return faces_of((*state.blocks, move.block(state.player)))
        if isinstance(move, TakeOut):
            square = (move.x, move.y, move.z)
            return faces_of(tuple(block for block in state.blocks if block.square != square))
        return faces_of(state.blocks)

    def levels(self, state: TurrisState) -> Levels:
        counts = level_counts(state.blocks)
        return Levels(counts, unfinished(counts), counts.count(BASE * BASE))

    # --- writing ---

    def write_move(self, move: Move) -> str:
        if isinstance(move, Lay):
            return f"{move.way} {move.x},{move.y},{move.z}"
        return f"R {move.x},{move.y},{move.z}" if isinstance(move, TakeOut) else "pass"

    def read_move(self, text: str) -> Move:
        if text == "pass":
            return Pass()
        number = "(0|[1-9][0-9]?)"
        match = re.fullmatch(f"([VXYR]) {number},{number},{number}", text)
        if match is None:
            raise UnreadableMove(text, EXAMPLES)
        square = int(match[2]), int(match[3]), int(match[4])
        return TakeOut(*square) if match[1] == "R" else Lay(match[1], *square)

    def describe(self, state: TurrisState) -> str:
        """Describe levels from the lowest, each with y = 2 first; v x y are seat 0, V X Y seat 1."""
        turn = f"over: {state.ended.why}" if state.ended else f"turn of {state.player}"
        freed = " ".join(written(square) for square in sorted(state.freed)) or "-"
        last = " ".join("-" if b is None else self._name(b) for b in state.last_laid)
        lines = [f"game {state.round}, ply {state.ply}, {turn}{', bonus' if state.bonus else ''}",
                 f"stock {state.stock[0]} {state.stock[1]}, scores {state.scores[0]} {state.scores[1]}",
                 f"laid last: {last}; freed: {freed}"]
        lines += [f"{face.name:5} {face.points[0]:2} {face.points[1]:2}" for face in self.faces(state)]
        filled = filled_by(state.blocks)
        for z, count in enumerate(self.levels(state).filled):
            rows = ["".join(_letter(filled.get((x, y, z))) for x in range(BASE)) for y in (2, 1, 0)]
            lines.append(f"level {z}: {' '.join(rows)} ({count})")
        return "\n".join(lines) + "\n"

    def _name(self, block: Block) -> str:
        return self.write_move(Lay(*block[:4])).replace(" ", "")


# --- rules without values ---


def _why_no_room(block: Block, filled: Mapping[Square, Block], freed: frozenset[Square]) -> Refusal | None:
    for x, y, z in block.squares:
        if not (0 <= x < BASE and 0 <= y < BASE and z >= 0):
            return Refusal("refuse.turris.outside", where=(x, y, z))
    for square in block.squares:
        if square in filled:
            return Refusal("refuse.turris.occupied", where=square)
        if square in freed:
            return Refusal("refuse.turris.freed", where=square)
    return None


def _why_misplaced(block: Block, filled: Mapping[Square, Block]) -> Refusal | None:
    """Return a refusal by rules a to d; the first block need only be on the ground."""
    for x, y, z in block.lower_side:
        if z and (x, y, z - 1) not in filled:
            return Refusal("refuse.turris.overhang", where=(x, y, z))
    if not filled:
        return None
    sideways = any(near in filled for square in block.squares for near in beside(square))
    if not sideways and not block.z:
        return Refusal("refuse.turris.contact", where=block.square)
    if block.upright:
        return None if sideways else Refusal("refuse.turris.side_contact", where=block.square)
    if not block.z:
        return Refusal("refuse.turris.flat_on_ground", where=block.square)
    below_it = {filled[x, y, z - 1] for x, y, z in block.lower_side}
    return Refusal("refuse.turris.two_blocks", where=below_it.pop().square) if len(below_it) == 1 else None


def _why_no_middle(block: Block, filled: Mapping[Square, Block]) -> Refusal | None:
    """Return a refusal by rule f, also for the first block: the middle needs a filled edge square."""
    for square in block.squares:
        if square[:2] == MIDDLE and not edge_filled(filled, square[2]):
            return Refusal("refuse.turris.middle", {"level": square[2] + 1}, square)
    return None


def _taken_out(state: TurrisState, block: Block) -> tuple[TurrisState, Event]:
    blocks = tuple(other for other in state.blocks if other != block)
    stock = _added(state.stock, _one(block.colour, 1))
    after = _turn_over(replace(state, blocks=blocks, stock=stock, passes=0))
    line = Phrase("log.turris.takes_out", {"level": block.z + 1})
    return replace(after, freed=frozenset(block.squares)), Removed(state.player, block, block.square, line)


def _passed(state: TurrisState) -> tuple[TurrisState, Event]:
    if state.bonus:
        return _turn_over(state), Said(state.player, Phrase("log.turris.declines"))
    key = "log.turris.passes_freed" if state.stock[state.player] else "log.turris.passes_empty"
    return _turn_over(replace(state, passes=state.passes + 1)), Said(state.player, Phrase(key))


def _turn_over(state: TurrisState) -> TurrisState:
    return replace(state, player=1 - state.player, bonus=False, freed=NONE_FREED)


def _scored(before: Blocks, after: Blocks) -> Iterator[Scored]:
    """Yield the change of each face for each colour; their sum is the change of the scores."""
    for old, new in zip(faces_of(before), faces_of(after), strict=False):
        for seat in (0, 1):
            change = new.points[seat] - old.points[seat]
            if change:
                yield Scored(seat, change, new.name, new.name)


def _puzzle_outcome(state: TurrisState, puzzle: Puzzle, *, over: bool) -> Outcome | None:
    if not over and (puzzle.until == "end" or state.player == puzzle.seat):
        return None
    lead = state.points[puzzle.seat] - state.points[1 - puzzle.seat]
    return Outcome((puzzle.seat,), "solved") if lead >= puzzle.lead else Outcome((1 - puzzle.seat,), "missed")


def _games_won(ended: TurrisState) -> tuple[int, int]:
    """Return the games of the match won, including this one; a drawn game counts for neither."""
    assert ended.ended is not None
    winners = ended.ended.winners
    return _added(ended.won, _one(winners[0], 1)) if len(winners) == 1 else ended.won


def _added(row: tuple[int, int], more: tuple[int, int]) -> tuple[int, int]:
    return row[0] + more[0], row[1] + more[1]


def _one(seat: int, count: int) -> tuple[int, int]:
    return (0, count) if seat else (count, 0)


def written(square: Square) -> str:
    return ",".join(map(str, square))


def _letter(block: Block | None) -> str:
    if block is None:
        return "."
    return block.way if block.colour else block.way.lower()
