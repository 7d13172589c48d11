"""The kinds of values in rule files, levels and records; the schema of a game is a `Table` of kinds.

A kind interprets the text of a node itself. YAML's implicit types (1:6 is 66, NO is false, 010 is 8) are not
used.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

from rules.files.document import CONTROL
from rules.files.faults import Place, Report, shown, unknown
from rules.files.nodes import Items, Node, Pairs, Refused, Scalar
from rules.kit.phrases import Phrase

FAULTY: Final = object()
"""Returned instead of a value that was reported as a fault."""


@dataclass(frozen=True, slots=True)
class Context:
    """The position of the reader: the dotted key, its place, and the report for faults."""

    report: Report
    owner: Place
    name: str = ""
    complete: bool = True
    """True if every required key must be present; False if a base file supplies missing ones."""
    supplier: str = ""
    """The line that would supply missing keys (`extends: classic`), or ""."""

    def inside(self, name: str | int, owner: Place) -> Context:
        return replace(self, name=f"{self.name}.{name}" if self.name else str(name), owner=owner)

    def fault(self, place: Place, key: str, **values: Any) -> Any:
        self.report.add(place, self.name, key, {"name": self.name, **values})
        return FAULTY

    def fault_phrase(self, place: Place, phrase: Phrase) -> Any:
        return self.fault(place, phrase.key, **phrase.values)


# --- kinds ---------------------------------------------------------------------------------------


class Kind(ABC):
    """The type of a value in a file."""

    takes: ClassVar[tuple[type[Node], ...]] = (Scalar,)
    """The nodes it accepts."""
    otherwise: ClassVar[str] = "fault.not_single"
    """The fault of any other node."""

    def read(self, node: Node, context: Context) -> Any:
        """Return the value, or report a fault and return FAULTY."""
        if isinstance(node, Refused):
            return FAULTY
        # A table or a list begins on the line below its key: report the place of the key.
        context.report.places[context.name] = node.place if isinstance(node, Scalar) else context.owner
        if isinstance(node, Scalar) and node.empty:
            return context.fault(context.owner, "fault.no_value", allowed=self.describe())
        if not isinstance(node, self.takes):
            key = self.otherwise if context.name else "fault.not_table_top"
            return context.fault(context.owner, key, allowed=self.describe())
        return self.interpret(node, context)

    @abstractmethod
    def interpret(self, node: Any, context: Context) -> Any:
        """Return the value of a node that `takes` accepts, or report a fault and return FAULTY."""

    @abstractmethod
    def describe(self) -> str:
        """Return the allowed values in a language-independent notation."""


@dataclass(frozen=True, slots=True)
class Switch(Kind):
    """A boolean: `true` or `false`, none of YAML's other spellings."""

    def interpret(self, node: Scalar, context: Context) -> Any:
        if node.text in ("true", "false") and node.plain:
            return node.text == "true"
        key = "fault.quoted" if node.text in ("true", "false") else "fault.switch"
        return context.fault(node.place, key, value=shown(node.text), allowed=self.describe())

    def describe(self) -> str:
        return "true, false"


def _span(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return "..., -1, 0, 1, ..."
    if low is None:
        return f"<= {high}"
    return f">= {low}" if high is None else f"{low}..{high}"


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A decimal number such as 0.5, from `low` to `high` (None: no limit)."""

    low: float | None = None
    high: float | None = None

    spelling: ClassVar[re.Pattern[str]] = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?")
    misspelt: ClassVar[str] = "fault.number"
    value: ClassVar[type] = float

    def interpret(self, node: Scalar, context: Context) -> Any:
        text = node.text
        if not self.spelling.fullmatch(text):
            return context.fault(node.place, self._why_not(text), value=shown(text), allowed=self.describe())
        if not node.plain:
            return context.fault(node.place, "fault.quoted", value=text, allowed=self.describe())
        number = self.value(text)
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            return context.fault(node.place, "fault.range", value=text, allowed=self.describe())
        return number

    def _why_not(self, text: str) -> str:
        if re.fullmatch(r"-?[1-9][0-9]{18,}", text):
            return "fault.range"
        return "fault.leading_zero" if re.fullmatch(r"-?0[0-9]+(\.[0-9]+)?", text) else self.misspelt

    def describe(self) -> str:
        return _span(self.low, self.high)


@dataclass(frozen=True, slots=True)
class Whole(Number):
    """A whole number from `low` to `high` (None: no limit)."""

    low: int | None = None
    high: int | None = None

    # At most 18 digits: fits the 64-bit integers of every program that reads the JSON of a record.
    spelling: ClassVar[re.Pattern[str]] = re.compile(r"0|-?[1-9][0-9]{0,17}")
    misspelt: ClassVar[str] = "fault.whole"
    value: ClassVar[type] = int


def _read_text(node: Scalar, context: Context) -> Any:
    if node.plain:
        from rules.files.yaml_nodes import yaml_would_guess  # noqa: PLC0415 - importing yaml takes 24 ms

        if yaml_would_guess(node.text):
            return context.fault(node.place, "fault.needs_quotes", value=shown(node.text))
    control = CONTROL.search(node.text)
    if control:
        return context.fault(node.place, "fault.control", code=f"U+{ord(control[0]):04X}")
    return node.text


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """A text. With a `pattern` the whole text must match it; `example` is a matching text for messages."""

    pattern: str | None = None
    example: str = ""

    def interpret(self, node: Scalar, context: Context) -> Any:
        text = _read_text(node, context)
        if text is FAULTY or self.pattern is None or re.fullmatch(self.pattern, text):
            return text
        return context.fault(node.place, "fault.form", value=shown(text), allowed=self.describe())

    def describe(self) -> str:
        return f'"{self.example or "..."}"'


@dataclass(frozen=True, slots=True)
class WordClasses(Text):
    """The classes of valid words: a text of distinct letters, one for each; `classes` has them all."""

    classes: str = ""


@dataclass(frozen=True, slots=True, init=False)
class Choice(Kind):
    """One of several fixed values."""

    options: tuple[str, ...]

    def __init__(self, *options: str):
        object.__setattr__(self, "options", options)

    def interpret(self, node: Scalar, context: Context) -> Any:
        if node.text in self.options:
            return node.text
        return context.fault_phrase(node.place, self._unknown(node.text, context))

    def _unknown(self, text: str, context: Context) -> Phrase:
        phrase = unknown("fault.choice", text, self.options)
        return Phrase(phrase.key, {**phrase.values, "name": context.name, "value": shown(text)})

    def describe(self) -> str:
        return ", ".join(self.options)


@dataclass(frozen=True, slots=True)
class Translations(Kind):
    """A text for the player: one for all languages, or one for each: {de: ..., en: ...}."""

    takes: ClassVar[tuple[type[Node], ...]] = (Scalar, Pairs)

    def interpret(self, node: Scalar | Pairs, context: Context) -> Any:
        if isinstance(node, Scalar):
            return self._some_text(node, context)
        texts = {}
        for key, value in _entries(node, context):
            texts[key.text] = self._in_language(key, value, context.inside(key.text, key.place))
        if not texts:
            return context.fault(context.owner, "fault.no_value", allowed=self.describe())
        return FAULTY if FAULTY in texts.values() else texts

    def _in_language(self, key: Scalar, value: Node, context: Context) -> Any:
        if not re.fullmatch("[a-z]{2}", key.text):
            return context.fault(key.place, "fault.language", value=shown(key.text))
        return self._some_text(value, context) if isinstance(value, Scalar) else Text().read(value, context)

    def _some_text(self, node: Scalar, context: Context) -> Any:
        if not node.text.strip():
            return context.fault(context.owner, "fault.no_value", allowed=self.describe())
        return _read_text(node, context)

    def describe(self) -> str:
        return '"...", {de: "...", en: "..."}'


@dataclass(frozen=True, slots=True)
class Many(Kind):
    """A list of `low` to `high` values of one kind."""

    kind: Kind
    low: int = 0
    high: int | None = None

    takes: ClassVar[tuple[type[Node], ...]] = (Items,)
    otherwise: ClassVar[str] = "fault.not_list"

    def interpret(self, node: Items, context: Context) -> Any:
        # A list replaces the whole list of the base file, so nothing supplies missing keys of its tables.
        inner = replace(context, complete=True, supplier="")
        values = [
            self.kind.read(item, inner.inside(index, item.place)) for index, item in enumerate(node.nodes)
        ]
        count = len(values)
        if count < self.low or (self.high is not None and count > self.high):
            allowed = _span(self.low, self.high)
            return context.fault(context.owner, "fault.count", count=count, allowed=allowed)
        return FAULTY if FAULTY in values else values

    def describe(self) -> str:
        return f"[{self.kind.describe()}, ...]"


def _entries(node: Pairs, context: Context) -> Iterator[tuple[Scalar, Node]]:
    """Yield the pairs with a scalar, unrepeated key; report the others."""
    first: dict[str, Place] = {}
    for key, value in node.pairs:
        if isinstance(key, Refused):
            continue
        if not isinstance(key, Scalar) or not key.text:
            context.fault(key.place, "fault.bad_key")
        elif key.text in first:
            at_key = context.inside(shown(key.text), key.place)
            at_key.fault(key.place, "fault.repeated_key", first=first[key.text].line)
        else:
            first[key.text] = key.place
            yield key, value


def _report_missing(names: list[str], context: Context) -> None:
    if not names:
        return
    key = "fault.missing_base" if context.supplier else "fault.missing"
    context.fault(context.owner, key, names=", ".join(names), supplier=context.supplier)


@dataclass(frozen=True, slots=True)
class Table(Kind):
    """A table with fixed keys, each with its kind. `optional` keys may always be left out."""

    keys: Mapping[str, Kind]
    optional: Mapping[str, Kind] = field(default_factory=dict)
    base: tuple[str, str] | None = None
    """The key that names the base file for missing keys, and its usual value: ("extends", "classic")."""

    takes: ClassVar[tuple[type[Node], ...]] = (Pairs,)
    otherwise: ClassVar[str] = "fault.not_table"

    def interpret(self, node: Pairs, context: Context) -> Any:
        inner = self._with_base(node, context)
        kinds = {**self.optional, **self.keys}
        found, seen = {}, set()
        for key, value in _entries(node, context):
            seen.add(key.text)
            if key.text in kinds:
                found[key.text] = kinds[key.text].read(value, inner.inside(key.text, key.place))
            else:
                why = unknown("fault.unknown_key", key.text, kinds)
                context.inside(shown(key.text), key.place).fault_phrase(key.place, why)
                seen.add(why.values["did_you_mean"])  # do not report a misspelt key as missing, too
        if inner.complete:
            _report_missing([name for name in self.keys if name not in seen], inner)
        return {name: found[name] for name in kinds if found.get(name, FAULTY) is not FAULTY}

    def _with_base(self, node: Pairs, context: Context) -> Context:
        if self.base is None:
            return context
        named, usual = self.base
        given = any(isinstance(key, Scalar) and key.text == named for key, _ in node.pairs)
        return replace(context, complete=context.complete and not given, supplier=f"{named}: {usual}")

    def describe(self) -> str:
        return ", ".join({**self.optional, **self.keys})


@dataclass(frozen=True, slots=True)
class By(Kind):
    """A value for every whole number from `low` to `high`, such as the hand by number of players."""

    low: int
    high: int
    kind: Kind

    takes: ClassVar[tuple[type[Node], ...]] = (Pairs,)
    otherwise: ClassVar[str] = "fault.not_table"

    def interpret(self, node: Pairs, context: Context) -> Any:
        wanted = {str(number): number for number in range(self.low, self.high + 1)}
        span = _span(self.low, self.high)
        found, seen = {}, set()
        for key, value in _entries(node, context):
            seen.add(key.text)
            if key.text in wanted:
                found[wanted[key.text]] = self.kind.read(value, context.inside(key.text, key.place))
            else:
                at_key = context.inside(shown(key.text), key.place)
                at_key.fault(key.place, "fault.number_key", value=shown(key.text), allowed=span)
        if context.complete:
            _report_missing([name for name in wanted if name not in seen], context)
        return {number: value for number, value in sorted(found.items()) if value is not FAULTY}

    def describe(self) -> str:
        return f"{{{self.low}: {self.kind.describe()}, ..., {self.high}: {self.kind.describe()}}}"
