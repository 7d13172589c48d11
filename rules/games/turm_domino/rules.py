"""Turm-Domino: one player moves a field of dominoes to the tower row above it.

Rule page: spec of the game; the values in `rules/variants/turm_domino/*.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from rules.base import (
    BadSetup,
    Outcome,
    Phrase,
    Placed,
    Refusal,
    Revealed,
    RoundOver,
    Rules,
    Setup,
    Step,
    UnreadableMove,
)
from rules.files.source import Many, Switch, Table, Text, Whole
from rules.files.values import Values
from rules.games.turm_domino.solver import Solver
from rules.games.turm_domino.state import BACK, Domino, Tower, TurmMove, TurmState, domino_set, read_domino
from rules.kit.hands import changed
from rules.kit.shuffle import rng_for, shuffled

REDEALS = 400
"""Maximum number of redeals of a lost deal before it is played (classic: 2 at most in 1000 deals)."""


class TurmDomino(Rules[TurmState, TurmMove]):
    game: ClassVar[str] = "turm_domino"
    seats: ClassVar[range] = range(1, 2)
    schema: ClassVar[Table] = Table({
        "set": Table({"highest": Whole(3, 9)}),
        "field": Table({"columns": Whole(1, 9), "rows": Whole(1, 9)}),
        "tower_row": Many(Text(r"|[0-9]\|[0-9]", "1|6"), 1, 9),
        "open": Switch(),
        "deal": Table({"solvable_only": Switch()}),
        "stack": Table({"max_difference": Whole(0, 9), "wrap": Switch(), "turn": Switch()}),
        "found": Table({"neighbour_sum": Whole(0, 36)}),
    })

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.highest: int = values["set"]["highest"]
        self.open: bool = values["open"]
        self.max_difference: int = values["stack"]["max_difference"]
        self.wrap: bool = values["stack"]["wrap"]
        self.turn: bool = values["stack"]["turn"]
        self.neighbour_sum: int = values["found"]["neighbour_sum"]

    @classmethod
    def check(cls, values: Values) -> Iterator[tuple[str, Phrase]]:
        highest, field = values["set"]["highest"], values["field"]
        dominoes = set(domino_set(highest))
        row: list[Domino] = []
        for index, text in enumerate(values["tower_row"]):
            if not text:
                continue
            try:
                domino = read_domino(text)
            except ValueError:
                yield f"tower_row.{index}", Phrase("fault.turm_domino.low_first", {"text": text})
                continue
            if domino not in dominoes:
                yield f"tower_row.{index}", Phrase(
                    "fault.turm_domino.not_in_set", {"text": text, "highest": highest})
            elif domino in row:
                yield f"tower_row.{index}", Phrase("fault.turm_domino.twice", {"text": text})
            row.append(domino)
        left, size = len(dominoes) - len(row), field["columns"] * field["rows"]
        if left != size:
            yield "tower_row", Phrase("fault.turm_domino.field", {
                "left": left, "columns": field["columns"], "rows": field["rows"], "size": size})
        if not row:
            yield "tower_row", Phrase("fault.turm_domino.no_tower", {})

    # --- a round ---

    def deal(self, players: int, seed: int, before: Any = None) -> Setup:
        """Return the field shuffled by the deal number; a lost deal is dealt again if the rules say so."""
        setup = self.deal_once(seed, 0)
        if self.values["deal"]["solvable_only"]:
            for attempt in range(1, REDEALS):
                if Solver(self).winnable(self.start(setup, players)) is not False:
                    break
                setup = self.deal_once(seed, attempt)
        return setup

    def deal_once(self, seed: int, attempt: int) -> Setup:
        row = self.values["tower_row"]
        standing = {read_domino(text) for text in row if text}
        field = [domino for domino in domino_set(self.highest) if domino not in standing]
        key = (self.game, seed) if attempt == 0 else (self.game, seed, attempt)
        cards = [str(domino) for domino in shuffled(field, rng_for(*key))]
        rows = self.values["field"]["rows"]
        return {"tower": list(row), "columns": [cards[i:i + rows] for i in range(0, len(cards), rows)]}

    def _start(self, setup: Setup, players: int, before: TurmState | None) -> TurmState:
        towers = tuple((domino,) if domino else () for domino in self._read_row(setup, "tower"))
        columns_text = setup.get("columns")
        if not isinstance(columns_text, list) or not 1 <= len(columns_text) <= 9:
            raise BadSetup("setup.turm_domino.columns")
        columns = tuple(tuple(self._read_dominoes(column)) for column in columns_text)
        seen: set[Domino] = set()
        for domino in [d for pile in (*towers, *columns) for d in pile]:
            if domino in seen:
                raise BadSetup("setup.turm_domino.twice", text=str(domino))
            if domino.high > self.highest:
                raise BadSetup("fault.turm_domino.not_in_set", text=str(domino), highest=self.highest)
            seen.add(domino)
        return TurmState(towers, columns)

    def _read_row(self, setup: Setup, key: str) -> Iterator[Domino | None]:
        row = setup.get(key)
        if not isinstance(row, list) or not 1 <= len(row) <= 9:
            raise BadSetup("setup.turm_domino.tower")
        for text in row:
            yield None if text == "" else next(self._read_dominoes([text]))

    def _read_dominoes(self, texts: Any) -> Iterator[Domino]:
        if not isinstance(texts, list):
            raise BadSetup("setup.turm_domino.columns")
        for text in texts:
            try:
                yield read_domino(text)
            except ValueError:
                raise BadSetup("setup.turm_domino.domino", text=str(text)) from None

    def legal_moves(self, state: TurmState) -> Iterator[TurmMove]:
        for column in range(len(state.columns)):
            for tower in range(len(state.towers)):
                move = TurmMove(column, tower)
                if self.why_illegal(state, move) is None:
                    yield move

    def why_illegal(self, state: TurmState, move: TurmMove) -> Refusal | None:
        if not 0 <= move.column < len(state.columns):
            return Refusal("refuse.turm_domino.no_column", {"column": move.column + 1})
        if not 0 <= move.tower < len(state.towers):
            return Refusal("refuse.turm_domino.no_tower", {"tower": move.tower + 1})
        if not state.columns[move.column]:
            return Refusal("refuse.turm_domino.empty_column", {"column": move.column + 1})
        piece = state.columns[move.column][-1]
        if state.towers[move.tower]:
            return self._why_not_on(piece, state.towers[move.tower], move.tower)
        return self._why_not_founded(piece, state, move.tower)

    # --- rule a: on a tower ---

    def distance(self, half: int, covered: int) -> int:
        """Return the difference of two halves in points; with wrap the highest and 0 are neighbours."""
        apart = abs(half - covered)
        return min(apart, self.highest + 1 - apart) if self.wrap else apart

    def ways(self, piece: Domino) -> tuple[tuple[int, int], ...]:
        """Return the orientations of a domino, left half first."""
        if self.turn and piece.low != piece.high:
            return ((piece.low, piece.high), (piece.high, piece.low))
        return ((piece.low, piece.high),)

    def lying(self, tower: Tower) -> list[tuple[int, int]]:
        """Return every domino of a tower as it lies, left half first, turned to fit the one it covers."""
        lies: list[tuple[int, int]] = []
        for piece in tower:
            fitting = [way for way in self.ways(piece) if not lies or self._misfit(way, lies[-1]) is None]
            lies.append(fitting[0] if fitting else (piece.low, piece.high))
        return lies

    def as_laid(self, piece: Domino, tower: Tower) -> tuple[int, int] | None:
        """Return the orientation of the domino on the tower, or None if it does not fit."""
        top = self.lying(tower)[-1]
        return next((way for way in self.ways(piece) if self._misfit(way, top) is None), None)

    def _misfit(self, way: tuple[int, int], top: tuple[int, int]) -> tuple[int, int] | None:
        """Return the pair of halves that differ too much: (laid, covered)."""
        pairs = zip(way, top, strict=True)
        return next((pair for pair in pairs if self.distance(*pair) > self.max_difference), None)

    def _why_not_on(self, piece: Domino, tower: Tower, where: int) -> Refusal | None:
        top = self.lying(tower)[-1]
        if any(self._misfit(way, top) is None for way in self.ways(piece)):
            return None
        nearest = min(self.ways(piece), key=lambda way: sum(map(self.distance, way, top)))
        half, covered = self._misfit(nearest, top)  # type: ignore[misc]
        return Refusal("refuse.turm_domino.differs", {
            "piece": str(piece), "top": str(tower[-1]), "half": half, "covered": covered,
            "difference": self.distance(half, covered), "most": self.max_difference}, where)

    # --- rule b: on an empty position ---

    def founders(self, piece: Domino, state: TurmState, tower: int) -> list[int]:
        """Return the neighbouring towers whose top makes the required sum with this domino."""
        return [n for n in self._neighbours(state, tower)
                if piece.sum + state.towers[n][-1].sum == self.neighbour_sum]

    def _neighbours(self, state: TurmState, tower: int) -> list[int]:
        return [n for n in (tower - 1, tower + 1) if 0 <= n < len(state.towers) and state.towers[n]]

    def _why_not_founded(self, piece: Domino, state: TurmState, tower: int) -> Refusal | None:
        if self.founders(piece, state, tower):
            return None
        neighbours = self._neighbours(state, tower)
        if not neighbours:
            return Refusal("refuse.turm_domino.no_neighbour", {"sum": self.neighbour_sum}, tower)
        beside = state.towers[neighbours[0]][-1]
        return Refusal("refuse.turm_domino.sum", {
            "piece": str(piece), "beside": str(beside), "total": piece.sum + beside.sum,
            "sum": self.neighbour_sum}, tower)

    def _apply(self, state: TurmState, move: TurmMove) -> Step[TurmState]:
        column, tower = state.columns[move.column], state.towers[move.tower]
        piece, rest = column[-1], column[:-1]
        after = TurmState(
            changed(state.towers, move.tower, (*tower, piece)),
            changed(state.columns, move.column, rest), state.ply + 1)
        events: list[Any] = [Placed(0, piece, move.tower, move.column, self._line(state, move, piece))]
        if rest and not self.open:
            events.append(Revealed(0, rest[-1], move.column))
        outcome = self.outcome(after)
        if outcome is not None:
            events.append(RoundOver(0, outcome))
        return Step(after, tuple(events))

    def _line(self, state: TurmState, move: TurmMove, piece: Domino) -> Phrase:
        values: dict[str, object] = {
            "piece": str(piece), "column": move.column + 1, "tower": move.tower + 1}
        if state.towers[move.tower]:
            return Phrase("log.turm_domino.on", values | {"top": str(state.towers[move.tower][-1])})
        beside = state.towers[self.founders(piece, state, move.tower)[0]][-1]
        return Phrase("log.turm_domino.beside", values | {"top": str(beside)})

    def outcome(self, state: TurmState) -> Outcome | None:
        if not any(state.columns):
            return Outcome((0,), "won")
        if next(self.legal_moves(state), None) is None:
            return Outcome((), "stuck")
        return None

    @classmethod
    def moves_to_win(cls, setup: Setup) -> int:
        columns = setup.get("columns")
        return sum(map(len, columns)) if isinstance(columns, list) else 0

    # --- writing ---

    def write_move(self, move: TurmMove) -> str:
        return f"{move.column + 1}>{move.tower + 1}"

    def read_move(self, text: str) -> TurmMove:
        match = re.fullmatch(r"([1-9])>([1-9])", text)
        if match is None:
            raise UnreadableMove(text, "3>1")
        return TurmMove(int(match[1]) - 1, int(match[2]) - 1)

    def describe(self, state: TurmState) -> str:
        return self._draw(state, hide=False)

    def view(self, state: TurmState, player: int) -> str:
        return self._draw(state, hide=not self.open)

    def _draw(self, state: TurmState, *, hide: bool) -> str:
        lines = [f"moved {state.ply}, left {state.left}"]
        lines += [f"tower {i}: {' '.join(map(str, tower)) or '-'}" for i, tower in enumerate(state.towers, 1)]
        for i, column in enumerate(state.columns, 1):
            shown = [str(d) if not hide or d is column[-1] else "?|?" for d in column]
            lines.append(f"column {i}: {' '.join(shown) or '-'}")
        return "\n".join(lines) + "\n"

    def seen_by(self, state: TurmState, seat: int | None) -> TurmState:
        if self.open:
            return state
        columns = tuple((BACK,) * (len(column) - 1) + column[-1:] for column in state.columns)
        return TurmState(state.towers, columns, state.ply)

    def guess_hidden(self, state: TurmState, player: int, rng: Random) -> TurmState:
        """Return the state with the face-down dominoes shuffled."""
        if self.open:
            return state
        hidden = sorted(d for column in state.columns for d in column[:-1])
        pool = iter(shuffled(hidden, rng))
        columns = tuple((*(next(pool) for _ in column[:-1]), *column[-1:]) for column in state.columns)
        return TurmState(state.towers, columns, state.ply)


