"""The common interface of the states and the rules of all triangle games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rules.base import Refusal
from rules.games.triangles.layout import Lay, Layout
from rules.kit.lattice import Cell


class TriangleState(Protocol):
    """The common interface of the states of all triangle games."""

    @property
    def player(self) -> int: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def hands(self) -> Sequence[Sequence[str]]: ...
    @property
    def stock(self) -> Sequence[str]: ...


S = TypeVar("S", bound=TriangleState)
S_contra = TypeVar("S_contra", bound=TriangleState, contravariant=True)


class TriangleRules(Protocol[S_contra]):
    """The common interface of the rules of all triangle games."""

    def fits(self, state: S_contra, tile: str, cell: Cell) -> list[str]: ...
    def open_cells(self, state: S_contra) -> list[Cell]: ...
    def score_of(self, state: S_contra, move: Lay) -> list[tuple[int, str]]: ...
    def why_illegal(self, state: S_contra, move: Lay) -> Refusal | None: ...
