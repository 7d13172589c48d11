"""The reader: check a file or plain data against a schema; return its values and all faults.

`read_table` reads rule files, levels and settings, `check_plain` the rules of a record. The kinds that
schemas are made of are re-exported here. Faults are untranslated: a key and values.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.files.document import read_document
from rules.files.faults import Enough, Fault, Place, Problem, Report, Unreadable, give_up
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
    Translations,
    Whole,
)
from rules.files.nodes import MOST_LEVELS, Items, Node, Pairs, Scalar

__all__ = [
    "By", "Choice", "Fault", "Kind", "Many", "Number", "Place", "Problem", "Switch", "Table", "Text",
    "Translations", "Whole", "check_plain", "read_table",
]


def read_table(path: Path | str, schema: Table) -> tuple[dict[str, Any], list[Fault], dict[str, Place]]:
    """Return the values of a file, its faults in reading order, and the place of every value by dotted key.

    Faulty values are left out, the others are kept, so that one fault does not reset all settings.
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
    """Return the values of plain JSON data and its faults; keys may be left out, as in a record.

    JSON has only texts as keys: the keys of a `By` are converted to integers.
    """
    report = Report("")
    try:
        node = _plain_node(data, report, level=0)
        values = schema.read(node, Context(report, owner=_NOWHERE, complete=False))
    except (Unreadable, Enough):
        values = FAULTY
    return {} if values is FAULTY else values, report.problems()


def _plain_node(data: Any, report: Report, level: int) -> Node:
    """Convert plain data to nodes, so that kinds need to read nodes only."""
    if level > MOST_LEVELS:
        give_up(report, _NOWHERE, "fault.too_deep", most=MOST_LEVELS)
    if isinstance(data, dict):
        keys = [Scalar(_NOWHERE, str(key), plain=True) for key in data]
        values = [_plain_node(value, report, level + 1) for value in data.values()]
        return Pairs(_NOWHERE, list(zip(keys, values, strict=True)))
    if isinstance(data, list):
        return Items(_NOWHERE, [_plain_node(item, report, level + 1) for item in data])
    if isinstance(data, str):
        return Scalar(_NOWHERE, data, plain=False)
    written = "null" if data is None else str(data).lower() if isinstance(data, bool) else repr(data)
    return Scalar(_NOWHERE, written, plain=True)
