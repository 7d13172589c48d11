"""From a file to nodes: what was written and where, before any schema says what it means.

Everything that can be wrong with a file itself is found here: the file, its encoding, its YAML.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from rules.files.faults import Place, Report, shown

MOST_BYTES = 1_000_000
MOST_LEVELS = 20
"""No schema nests nearly as deep; deeper files only try to exhaust the stack."""

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters no text may hold: fonts refuse some, editors count lines differently after others."""

_LINE_END = re.compile("\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a file, or of plain data, and where it stands."""

    place: Place


@dataclass(frozen=True, slots=True)
class Scalar(Node):
    """A single value as written; `plain` is without quotes."""

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
    """Keys with their values, in written order, repeats included."""

    pairs: list[tuple[Node, Node]]


@dataclass(frozen=True, slots=True)
class Refused(Node):
    """Something already reported that no kind needs to complain about again (an alias)."""


class Unreadable(Exception):
    """The file cannot be taken apart any further; the reason is in the report."""


def give_up(report: Report, place: Place, key: str, **values: Any) -> NoReturn:
    report.add(place, "", key, values)
    raise Unreadable


def read_document(path: Path, report: Report) -> Node:
    """The one document of a file; raises Unreadable."""
    return _parse(read_text(path, report), report)


def read_text(path: Path, report: Report) -> str:
    """A file of any kind that people write, without invisible characters; raises Unreadable."""
    text = _decode(_read_bytes(path, report), report)
    _refuse_control_characters(text, report)
    return text


# --- from the file to text -----------------------------------------------------------------------


def _read_bytes(path: Path, report: Report) -> bytes:
    """Looks before it reads: a huge file costs nothing, a pipe does not block."""
    top = Place(report.file)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            give_up(report, top, "fault.folder")
        if not stat.S_ISREG(status.st_mode):
            give_up(report, top, "fault.no_file")
        if status.st_size > MOST_BYTES:
            give_up(report, top, "fault.too_large", size=status.st_size, most=MOST_BYTES)
        with path.open("rb") as file:
            return file.read(MOST_BYTES)
    except FileNotFoundError:
        if path.is_symlink():
            give_up(report, top, "fault.dangling_link", target=os.readlink(path))
        give_up(report, top, "fault.missing_file")
    except PermissionError:
        give_up(report, top, "fault.no_permission")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        give_up(report, top, "fault.unreadable", problem=getattr(error, "strerror", None) or str(error))


def _decode(data: bytes, report: Report) -> str:
    body = data.removeprefix(b"\xef\xbb\xbf")  # Windows editors write a byte order mark; it means nothing
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        lines = _LINE_END.split(body[: error.start].decode("utf-8"))
        place = Place(report.file, len(lines), len(lines[-1]) + 1)
        offset = error.start + len(data) - len(body)
        give_up(report, place, "fault.not_utf8", byte=f"{data[offset]:02X}", offset=offset)


def _refuse_control_characters(text: str, report: Report) -> None:
    if not CONTROL.search(text):
        return
    for number, line in enumerate(_LINE_END.split(text), start=1):
        found = CONTROL.search(line)  # the first of each line says enough
        if found:
            place = Place(report.file, number, found.start() + 1)
            report.add(place, "", "fault.control", {"code": f"U+{ord(found[0]):04X}"})
    raise Unreadable


# --- from text to nodes --------------------------------------------------------------------------


def _parse(text: str, report: Report) -> Node:
    """Builds nodes from the parser's events and not by `yaml.compose`, which follows aliases, recurses as
    deep as the file says, and stops at the first thing we do not allow."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    events = yaml.parse(text, Loader=loader)
    try:
        return _Composer(events, report).document()
    except yaml.MarkedYAMLError as error:
        key, mark, values = _syntax_fault(error, text)
        give_up(report, _place(report.file, mark), key, **values)
    except yaml.YAMLError as error:  # without a mark: not known to happen once control characters are out
        give_up(report, Place(report.file), "fault.syntax", problem=shown(str(error)))


def _place(file: str, mark: Any) -> Place:
    return Place(file, mark.line + 1, mark.column + 1)


class _Composer:
    """Turns the events of one file into nodes, and reports what our files may not use."""

    def __init__(self, events: Iterator[Any], report: Report):
        self.events, self.report = events, report

    def document(self) -> Node:
        import yaml

        next(self.events)  # the stream begins
        if isinstance(next(self.events), yaml.StreamEndEvent):
            give_up(self.report, Place(self.report.file), "fault.empty_file")
        node = self._node(next(self.events), level=0)
        if isinstance(node, Scalar) and node.empty:
            give_up(self.report, Place(self.report.file), "fault.empty_file")
        next(self.events)  # the document ends
        after = next(self.events)
        if isinstance(after, yaml.DocumentStartEvent):
            give_up(self.report, _place(self.report.file, after.start_mark), "fault.second_document")
        return node

    def _node(self, event: Any, level: int) -> Node:
        import yaml

        place = _place(self.report.file, event.start_mark)
        if level > MOST_LEVELS:
            give_up(self.report, place, "fault.too_deep", most=MOST_LEVELS)
        if event.anchor is not None:
            self.report.add(place, "", "fault.alias", {})
        if isinstance(event, yaml.AliasEvent):
            return Refused(place)
        if event.tag is not None:
            self.report.add(place, "", "fault.tag", {})
        if isinstance(event, yaml.ScalarEvent):
            return Scalar(place, event.value, plain=not event.style)
        nodes = list(self._children(level + 1))
        if isinstance(event, yaml.SequenceStartEvent):
            return Items(place, nodes)
        return Pairs(place, list(zip(nodes[::2], nodes[1::2])))

    def _children(self, level: int) -> Iterator[Node]:
        import yaml

        for event in self.events:
            if isinstance(event, yaml.CollectionEndEvent):
                return
            yield self._node(event, level)


# --- what the parser says, made understandable ---------------------------------------------------

_SYNTAX = (
    # (in the parser's context, in its problem, our key, whether the beginning is the place to look at)
    ("", "mapping values are not allowed", "fault.second_colon", False),
    ("quoted scalar", "unexpected end of stream", "fault.open_quote", True),
    ("quoted scalar", "document", "fault.open_quote", True),
    ("quoted scalar", "escape", "fault.escape", True),
    ("quoted scalar", "hexdecimal", "fault.escape", True),
    ("flow sequence", "", "fault.open_bracket", True),
    ("flow mapping", "", "fault.open_bracket", True),
    ("", "could not find expected ':'", "fault.no_colon", True),
    ("tag", "", "fault.tag", True),
    ("", "tag handle", "fault.tag", True),
    ("anchor", "", "fault.alias", True),
    ("alias", "", "fault.alias", True),
    ("block mapping", "", "fault.indentation", False),
    ("block collection", "", "fault.indentation", False),
)
"""Fragments that both parsers, libyaml's and PyYAML's, have in common."""


def _syntax_fault(error: Any, text: str) -> tuple[str, Any, dict[str, Any]]:
    """Our key for a parser's complaint, the mark to look at, and the values of the sentence."""
    context, problem = error.context or "", error.problem or ""
    if "cannot start any token" in problem:
        character = text[error.problem_mark.index]
        key = "fault.tab" if character == "\t" else "fault.reserved"
        return key, error.problem_mark, {"character": character}
    for in_context, in_problem, key, at_beginning in _SYNTAX:
        if in_context in context and in_problem in problem:
            return key, (at_beginning and error.context_mark) or error.problem_mark, {}
    return "fault.syntax", error.problem_mark, {"problem": shown(problem)}
