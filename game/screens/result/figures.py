"""The figures behind a result: points by kind, standings, the best move, the growth of the totals."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.base import Outcome, Scored
from rules.session import Ply, Session

if TYPE_CHECKING:
    from game.table.scene import TableScene

ALONE = ("tiles", "points")
"""The points of the piece itself; they have no label in a sum."""
JOINED = {"start": "tiles", "last": "out"}
"""Kinds too small for a separate bar, and the kind they are counted with."""
PAD_LINES = {"start": "tiles", "pass": "draws", "last": "end", "out": "end", "left": "end", "lacking": "end",
             "paid": "end"}
"""Kinds that share a line of the score pad."""
GAINED = {"lacking": "paid"}
"""Kinds lost by one player and the kind under which the others gain them."""
SETTLED = frozenset({"out", "left", "lacking"})
"""Paid when a round ends; not credited to a move."""
ORDER = ("tiles", "points", "colour", "bridge", "double", "hexagon", "fours", "south", "east", "north",
         "west", "roof", "word", "second", "finish_first", "finish_second", "paid", "out", "draws", "pass",
         "left", "end")
VARIOUS = "various"

Parts = tuple[tuple[str, int], ...]
"""(kind, points) pairs."""


@dataclass(frozen=True, slots=True)
class Share:
    """A segment of a bar: a kind and its parts."""

    kind: str
    points: int
    parts: Parts


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row: this round by kind, and the total."""

    seat: int
    rank: int
    gains: tuple[Share, ...]
    losses: Parts
    won: int
    """Points of the round, net of losses."""
    total: int
    first: bool
    """Whether the seat won the round or, when it is over, the game."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """The move of a round that gained most against the others."""

    ply: Ply
    number: int
    """Number within its round, from 1."""
    before: int
    """Number of moves made before it in the whole game."""
    points: int
    parts: Parts
    taken: int = 0
    """How many points the others lost by it."""

    @property
    def swing(self) -> int:
        """By how much it changed the lead."""
        return self.points + self.taken

    @property
    def feat(self) -> str:
        """Return the kind that made the move good: the largest bonus, else the piece itself."""
        bonuses = [part for part in self.parts if part[0] not in ALONE] or list(self.parts)
        return max(bonuses, key=lambda part: part[1])[0]


class Figures:
    """All figures of a session whose round is over. `known` are the kinds that have a colour."""

    def __init__(self, session: Session, known: Container[str]):
        self.session, self._known = session, known
        self.solo = len(session.seats) == 1
        self.over = session.game_outcome is not None
        outcome = session.game_outcome or session.outcome
        assert outcome is not None
        self.outcome: Outcome = outcome
        target = session.rules.values.get("target")
        self.target: int | None = target if isinstance(target, int) and not self.solo else None
        self.many_rounds = not self.solo and (
            len(session.rounds) > 1 or not self.over or self.target is not None)

    # --- points of a round ---

    def scored(self, number: int) -> list[dict[str, int]]:
        """Return the points of a round by kind for every seat, without kinds that sum to 0."""
        found: list[dict[str, int]] = [{} for _ in self.session.seats]
        for ply in self.session.rounds[number].plies:
            for event in ply.events:
                if isinstance(event, Scored):
                    kind = GAINED.get(event.kind, event.kind) if event.points > 0 else event.kind
                    found[event.by][kind] = found[event.by].get(kind, 0) + event.points
        for seat, won in enumerate(self.won(number)):
            untold = won - sum(found[seat].values())
            if untold:  # a game may change its scores without a Scored event
                found[seat][VARIOUS] = found[seat].get(VARIOUS, 0) + untold
        return [{kind: points for kind, points in kinds.items() if points} for kinds in found]

    def won(self, number: int) -> list[int]:
        """Return the points of a round for every seat."""
        round_ = self.session.rounds[number]
        return [after - before
                for before, after in zip(round_.start.scores, round_.state.scores, strict=False)]

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self.session.state.scores)

    def standings(self) -> list[Standing]:
        """Return the players' rows of the last round, sorted by rank."""
        number = len(self.session.rounds) - 1
        scored, won, totals = self.scored(number), self.won(number), self.totals
        leaders = self.outcome.winners if self.over else ()
        # A match may be won by games rather than points: its winner comes first regardless.
        places = [(seat not in leaders, -total) for seat, total in enumerate(totals)]
        return [Standing(seat, 1 + sum(place < places[seat] for place in places), self._gains(scored[seat]),
                         _ordered((kind, points) for kind, points in scored[seat].items() if points < 0),
                         won[seat], totals[seat], seat in self.outcome.winners)
                for seat in sorted(range(len(totals)), key=lambda seat: (places[seat], seat))]

    def _gains(self, scored: dict[str, int]) -> tuple[Share, ...]:
        parts: dict[str, list[tuple[str, int]]] = {}
        for kind, gained in scored.items():
            if gained > 0:
                shown = JOINED.get(kind, kind)
                parts.setdefault(shown if shown in self._known else VARIOUS, []).append((kind, gained))
        return tuple(Share(kind, points, _ordered(parts[kind])) for kind, points in _ordered(
            (kind, sum(points for _, points in pieces)) for kind, pieces in parts.items()))

    # --- the best move ---

    def best_move(self) -> BestMove | None:
        """Return the move of the last round that gained most against the others; the last of equals.

        In games that count what lies open, the first pieces bring much and are no feat.
        """
        last = self.session.rounds[-1]
        before = self.session.moves - len(last.plies)
        best: BestMove | None = None
        for index, ply in enumerate(last.plies):
            scored = [event for event in ply.events
                      if isinstance(event, Scored) and event.kind not in SETTLED]
            parts = _netted([(event.kind, event.points) for event in scored if event.by == ply.by])
            points = sum(won for _, won in parts)
            move = BestMove(ply, index + 1, before + index, points, parts,
                            -sum(event.points for event in scored if event.by != ply.by))
            if points > 0 and move.swing >= (best.swing if best else 0):
                best = move
        return best

    def finest_move(self, merit: Callable[[Ply], int]) -> BestMove | None:
        """Return the move with the highest `merit`, for games whose moves score no points."""
        plies = self.session.rounds[-1].plies
        index = max(range(len(plies)), key=lambda i: (merit(plies[i]), -i), default=None)
        if index is None or merit(plies[index]) <= 0:
            return None
        return BestMove(plies[index], index + 1, self.session.moves - len(plies) + index, 0, ())

    def last_move(self) -> BestMove | None:
        """Return the move that ended the round, for rounds in which no move scored."""
        plies = self.session.rounds[-1].plies
        return BestMove(plies[-1], len(plies), self.session.moves - 1, 0, ()) if plies else None

    # --- how the totals grew ---

    def by_round(self) -> list[list[int]]:
        """Return the totals of every seat: before the first round, and after each."""
        rounds = self.session.rounds
        states = [rounds[0].start, *(round_.state for round_ in rounds)]
        return [[state.scores[seat] for state in states] for seat in range(len(self.session.seats))]

    def by_move(self) -> list[list[int]]:
        """Return the points of every seat in the last round: before the first move, and after each."""
        last = self.session.rounds[-1]
        states: list[Any] = [last.start, *(ply.state for ply in last.plies)]
        return [[state.scores[seat] for state in states] for seat in range(len(self.session.seats))]

    # --- the score pad ---

    def pad_kinds(self) -> list[str]:
        """Return the lines of the pad, the same for all rounds."""
        kinds = {self._pad_line(kind) for number in range(len(self.session.rounds))
                 for scored in self.scored(number) for kind in scored}
        return [kind for kind, _ in _ordered((kind, 0) for kind in kinds)]

    def _pad_line(self, kind: str) -> str:
        line = PAD_LINES.get(kind, kind)
        return line if line in self._known or line in ORDER else VARIOUS

    def pad_round(self, number: int) -> list[dict[str, int]]:
        """Return the points of a round by line of the pad for every seat."""
        lines: list[dict[str, int]] = [{} for _ in self.session.seats]
        for seat, scored in enumerate(self.scored(number)):
            for kind, points in scored.items():
                line = self._pad_line(kind)
                lines[seat][line] = lines[seat].get(line, 0) + points
        return lines


def level_stars(table: TableScene) -> int:
    """Return the stars of a level: one for its par of points, one for no hint, one for no undo."""
    session, level = table.session, table.occasion.level
    human = next((i for i, seat in enumerate(session.seats) if not seat.is_bot), 0)
    if level is None or session.state.scores[human] < level.par:
        return 0
    return 1 + (session.tally["hints"] == 0) + (session.tally["undos"] == 0)


def _netted(parts: list[tuple[str, int]]) -> Parts:
    """Return the parts of a move, with gains and losses of the same kind netted."""
    lost = {kind for kind, points in parts if points < 0}
    whole = [(kind, sum(points for other, points in parts if other == kind)) for kind in sorted(lost)]
    return tuple((kind, points) for kind, points in [p for p in parts if p[0] not in lost] + whole if points)


def _ordered(parts: Iterator[tuple[str, int]] | list[tuple[str, int]]) -> Parts:
    """Sort parts in the order of the bars: pieces, bonuses, unknown kinds, end of round, losses."""
    def place(part: tuple[str, int]) -> tuple[int, str]:
        kind = JOINED.get(part[0], part[0])
        return (ORDER.index(kind) if kind in ORDER else ORDER.index("out") - 1, part[0])
    return tuple(sorted(parts, key=place))
