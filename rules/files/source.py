"""The YAML reader: a file or plain data and a schema in, values and all faults with their places out.

Rule files, levels and settings go through `read_table`, the rules of a record through `check_plain`.
The schema is made of the kinds re-exported here. No sentence is spoken: a fault is a key and values.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.files.document import MOST_LEVELS, Items, Node, Pairs, Scalar, Unreadable, give_up, read_document
from rules.files.faults import Enough, Fault, Place, Problem, Report
from rules.files.kinds import (
    FAULTY,
    By,
    Choice,
    Context,
    Kind,
    Many,
    Number,
    Switch,
    Table,
    Text,
    Whole,
    Words,
)

__all__ = [
    "By", "Choice", "Fault", "Kind", "Many", "Number", "Place", "Problem", "Switch", "Table", "Text", "Whole",
    "Words", "check_plain", "read_table",
]


def read_table(path: Path | str, schema: Table) -> tuple[dict[str, Any], list[Fault], dict[str, Place]]:
    """The values of a file, its faults in reading order, and the place of every value by dotted key.

    Values with faults are left out, the others are there: settings keep what can be kept.
    """
    report = Report(str(path))
    try:
        node = read_document(Path(path), report)
        values = schema.read(node, Context(report, owner=Place(report.file)))
    except (Unreadable, Enough):
        values = FAULTY
    return {} if values is FAULTY else values, report.faults(), report.places


_NOWHERE = Place("", 0, 0)


def check_plain(data: Any, schema: Table) -> tuple[dict[str, Any], list[Problem]]:
    """The values of plain JSON data and what is wrong with them; keys may be left out, as in a record.

    JSON knows only texts as keys: the whole numbers of a `By` come back as whole numbers.
    """
    report = Report("")
    try:
        node = _plain_node(data, report, level=0)
        values = schema.read(node, Context(report, owner=_NOWHERE, complete=False))
    except (Unreadable, Enough):
        values = FAULTY
    return {} if values is FAULTY else values, report.problems()


def _plain_node(data: Any, report: Report, level: int) -> Node:
    """Plain data as if it had been written in a file, so that every kind has one way of reading."""
    if level > MOST_LEVELS:
        give_up(report, _NOWHERE, "fault.too_deep", most=MOST_LEVELS)
    if isinstance(data, dict):
        values = [_plain_node(value, report, level + 1) for value in data.values()]
        return Pairs(_NOWHERE, [(Scalar(_NOWHERE, str(key), plain=True), v) for key, v in zip(data, values)])
    if isinstance(data, list):
        return Items(_NOWHERE, [_plain_node(item, report, level + 1) for item in data])
    if isinstance(data, str):
        return Scalar(_NOWHERE, data, plain=False)
    written = "null" if data is None else str(data).lower() if isinstance(data, bool) else repr(data)
    return Scalar(_NOWHERE, written, plain=True)
