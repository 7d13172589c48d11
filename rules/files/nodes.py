"""The nodes of a parsed file: the text of every value and its place, before a schema interprets it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.files.faults import Place

MOST_LEVELS = 20
"""Maximum nesting depth. No schema needs as much; deeper files only try to exhaust the stack."""


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a file or of plain data, with its place."""

    place: Place


@dataclass(frozen=True, slots=True)
class Scalar(Node):
    """A single value as written; `plain` means without quotes."""

    text: str
    plain: bool

    @property
    def empty(self) -> bool:
        return self.plain and not self.text


@dataclass(frozen=True, slots=True)
class Items(Node):
    """A list."""

    nodes: list[Node]


@dataclass(frozen=True, slots=True)
class Pairs(Node):
    """Keys and values in written order, repeated keys included."""

    pairs: list[tuple[Node, Node]]


@dataclass(frozen=True, slots=True)
class Refused(Node):
    """A node that was already reported (an alias); kinds ignore it."""
