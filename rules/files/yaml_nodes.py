"""Parse YAML text into nodes. The only module, with comments.py, that imports the YAML library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from rules.files.faults import Place, Report, give_up, shown
from rules.files.nodes import MOST_LEVELS, Items, Node, Pairs, Refused, Scalar

Mark = Any
"""A position of the YAML library, which has no types; `yaml.Mark` is not the class that libyaml uses."""


def parse(text: str, report: Report) -> Node:
    """Return the only document of `text`; raise Unreadable.

    Nodes are built from parser events. `yaml.compose` would follow aliases, recurse to any depth and stop at
    the first construct that is not allowed.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is missing on some machines
    events = yaml.parse(text, Loader=loader)
    try:
        return _Composer(events, report).document()
    except yaml.MarkedYAMLError as error:
        key, mark, values = _syntax_fault(error, text)
        give_up(report, _place(report.file, mark), key, **values)
    except yaml.YAMLError as error:  # without a mark: not known to happen once control characters are refused
        give_up(report, Place(report.file), "fault.syntax", problem=shown(str(error)))


def yaml_would_guess(text: str) -> bool:
    """Return True if other YAML readers take this unquoted text for a number, a boolean, a date or null."""
    guesses = yaml.SafeLoader.yaml_implicit_resolvers.get(text[:1], ())
    return any(pattern.match(text) for _, pattern in guesses)


def _place(file: str, mark: Mark) -> Place:
    return Place(file, mark.line + 1, mark.column + 1)


class _Composer:
    """Turn the parser events of one file into nodes; report constructs that are not allowed."""

    def __init__(self, events: Iterator[Any], report: Report):
        self.events, self.report = events, report

    def document(self) -> Node:
        next(self.events)  # start of the stream
        if isinstance(next(self.events), yaml.StreamEndEvent):
            give_up(self.report, Place(self.report.file), "fault.empty_file")
        node = self._node(next(self.events), level=0)
        if isinstance(node, Scalar) and node.empty:
            give_up(self.report, Place(self.report.file), "fault.empty_file")
        next(self.events)  # end of the document
        after = next(self.events)
        if isinstance(after, yaml.DocumentStartEvent):
            give_up(self.report, _place(self.report.file, after.start_mark), "fault.second_document")
        return node

    def _node(self, event: Any, level: int) -> Node:
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
        return Pairs(place, list(zip(nodes[::2], nodes[1::2], strict=True)))

    def _children(self, level: int) -> Iterator[Node]:
        for event in self.events:
            if isinstance(event, yaml.CollectionEndEvent):
                return
            yield self._node(event, level)


# --- messages of the parser -----------------------------------------------------------------------

_SYNTAX = (
    # (part of the parser's context, part of its problem, our key, report the start of the context)
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
"""Fragments of messages that libyaml and PyYAML have in common."""


def _syntax_fault(error: yaml.MarkedYAMLError, text: str) -> tuple[str, Mark, dict[str, str]]:
    """Return our key for a parser error, the mark to report, and the values of the message."""
    context, problem = error.context or "", error.problem or ""
    mark: Mark = error.problem_mark
    if "cannot start any token" in problem:
        character = text[mark.index]
        return "fault.tab" if character == "\t" else "fault.reserved", mark, {"character": character}
    for in_context, in_problem, key, at_start in _SYNTAX:
        if in_context in context and in_problem in problem:
            return key, (at_start and error.context_mark) or mark, {}
    return "fault.syntax", mark, {"problem": shown(problem)}
