"""A variant being edited in the rule laboratory: its values, their faults and the resulting file."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from game.data.files import write_atomically
from game.screens.rulefiles.own_variant import my_table, written
from game.ui.names import rule_name
from game.ui.text import Texts
from rules.catalog import SHIPPED, folders, rules_class, rules_of
from rules.files.comments import comments_in
from rules.files.faults import Problem
from rules.files.kinds import By, Choice, Kind, Many, Number, Switch, Table, Text, Whole
from rules.files.source import check_plain
from rules.files.variants import CLASSIC, Variant, differences, load, merge, over
from rules.kit.phrases import Phrase

NOTHING = ("-", "\u2013", "_")
"""Ways to type an empty list item; the second is used for display."""
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Entry:
    """One scalar value of the rule file; one row of the form."""

    path: tuple[str | int, ...]
    kind: Kind

    @property
    def name(self) -> str:
        return ".".join(map(str, self.path))


def entries_of(game: str) -> list[Entry]:
    """Return all values of a game in the order of its classic file."""
    return list(_entries(rules_class(game).schema, rules_of(game).values, ()))


def _entries(kind: Kind, value: Any, path: tuple[str | int, ...]) -> Iterator[Entry]:
    if isinstance(kind, Table):
        kinds = {**kind.optional, **kind.keys}
        for key, inner in value.items():
            yield from _entries(kinds[key], inner, (*path, key))
    elif isinstance(kind, By):
        for key, inner in value.items():
            yield from _entries(kind.kind, inner, (*path, key))
    else:
        yield Entry(path, kind)


class Draft:
    """The values of a variant being edited. Only `save` writes to disk."""

    def __init__(self, game: str, variant: Variant, title: str):
        assert variant.values is not None
        self.game, self.title = game, title
        self.classic: dict[str, Any] = dict(rules_of(game).values)
        self.values: dict[str, Any] = deepcopy(variant.values)
        self.entries = entries_of(game)
        self.path: Path | None = None
        """The file this draft was saved to or loaded from unchanged; saving again replaces it."""
        self._unread: dict[str, tuple[str, Phrase]] = {}
        """Invalid inputs by dotted key: the typed text and the reason."""
        self._kept = self._state()

    # --- values ---

    def get(self, entry: Entry, values: Mapping[str, Any] | None = None) -> Any:
        found: Any = self.values if values is None else values
        for key in entry.path:
            found = found[key]
        return found

    def classic_of(self, entry: Entry) -> Any:
        return self.get(entry, self.classic)

    def put(self, entry: Entry, value: Any) -> None:
        """Set a value, and those that follow from it unless they were changed."""
        own = _different(self.values, self._base())
        table: Any = own
        for key in entry.path[:-1]:
            table = table.setdefault(key, {})
        table[entry.path[-1]] = value
        self.values = deepcopy(over(rules_class(self.game).implied, own, self.classic))
        self._unread.pop(entry.name, None)

    def _base(self) -> dict[str, Any]:
        """Classic with what follows from the values of this draft: what its file leaves out."""
        return merge(self.classic, rules_class(self.game).implied(self.values, self.classic))

    def type(self, entry: Entry, text: str) -> None:
        """Set an entry from typed text; keep invalid text together with the reason."""
        values, problems = check_plain({entry.name: typed_value(entry.kind, text)},
                                       Table({entry.name: entry.kind}))
        if problems:
            self._unread[entry.name] = text, problems[0][1]
        else:
            self.put(entry, values[entry.name])

    def shown(self, entry: Entry) -> str:
        """Return the text of a value for an input field."""
        if entry.name in self._unread:
            return self._unread[entry.name][0]
        return as_typed(self.get(entry))

    def differs(self, entry: Entry) -> bool:
        return entry.name in self._unread or self.get(entry) != self.classic_of(entry)

    def back(self, entry: Entry) -> None:
        """Reset an entry to the classic value."""
        self.put(entry, deepcopy(self.classic_of(entry)))

    def all_back(self) -> None:
        for entry in self.entries:
            self.back(entry)

    def differing(self) -> list[tuple[str, Any, Any]]:
        return differences(self.values, self.classic)

    # --- what is wrong ---

    def problems(self) -> list[Problem]:
        """Return invalid inputs; if there are none, return values that contradict each other."""
        if self._unread:
            return [(name, why) for name, (_, why) in self._unread.items()]
        return list(rules_class(self.game).check(self.values))

    @property
    def changed(self) -> bool:
        """Return whether there are unsaved changes."""
        return self._state() != self._kept

    def _state(self) -> str:
        unread = {name: text for name, (text, _) in self._unread.items()}
        return json.dumps([self.title, self.values, unread], sort_keys=True, default=str)

    # --- the file ---

    def text(self, texts: Texts) -> str:
        """Return the rule file: only values that differ from classic, each with its comment."""
        lines = [f"# {texts('laboratory.written', game=texts(f'game.{self.game}.title'))}",
                 f"extends: {CLASSIC}", f"title: {json.dumps(self.title, ensure_ascii=False)}"]
        lines += self._table(texts, self.values, self._base(), ())
        return "\n".join(lines) + "\n"

    def _table(self, texts: Texts, values: Mapping[Any, Any], classic: Mapping[Any, Any],
               path: tuple[str | int, ...]) -> Iterator[str]:
        indent = "  " * len(path)
        for key, was in classic.items():
            value = values[key]
            if value == was:
                continue
            if not path:
                yield ""
            if isinstance(value, Mapping) and isinstance(was, Mapping):
                yield f"{indent}{_key(key)}:"
                yield from self._table(texts, value, was, (*path, key))
                continue
            name = ".".join(map(str, (*path, key)))
            about = " ".join(rule_name(texts, self.game, name).split())
            yield f"{indent}# {about} ({texts('laboratory.classic', value=written(was))})"
            yield f"{indent}{_key(key)}: {written(value)}"

    def save(self, texts: Texts, own_rules: Path) -> Path:
        """Write the file and read it back. Raise OSError on failure; never replace a file made by hand."""
        folder = own_rules / self.game
        folder.mkdir(parents=True, exist_ok=True)
        path = self.path or self._free_path(folder)
        write_atomically(path, self.text(texts).encode(), durable=True)
        found = load(rules_class(self.game), path.stem, folders(self.game, own_rules))
        assert found.values == self.values, found.faults
        self.path, self._kept = path, self._state()
        return path

    def _free_path(self, folder: Path) -> Path:
        taken = {path.stem for where in (folder, SHIPPED / self.game) for path in where.iterdir()}
        name = file_name(self.title)
        numbered = (name if number == 1 else f"{name}_{number}" for number in range(1, len(taken) + 2))
        return folder / f"{next(stem for stem in numbered if stem not in taken)}.yaml"


def _different(values: Mapping[Any, Any], base: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the values that differ from `base`, nested like them."""
    found: dict[Any, Any] = {}
    for key, value in values.items():
        was = base.get(key)
        if isinstance(value, Mapping) and isinstance(was, Mapping):
            if inner := _different(value, was):
                found[key] = inner
        elif value != was:
            found[key] = value
    return found


def draft_of(texts: Texts, game: str, variant: Variant, new_title: str) -> Draft:
    """Return a draft of a variant. Only a file written by the laboratory is replaced when saved."""
    if not variant.own:
        return Draft(game, variant, new_title)
    draft = Draft(game, variant, texts.told(variant.title, variant.name))
    try:
        if variant.path.read_text("utf-8") == draft.text(texts):
            draft.path = variant.path
    except (OSError, UnicodeDecodeError):
        pass
    return draft


UMLAUTS: dict[int, str] = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("ß"): "ss"}


def file_name(title: str) -> str:
    """Return a file name for a title: lower-case ASCII letters, digits and underscores."""
    plain = title.lower().translate(UMLAUTS)
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:LONGEST_NAME] or my_table(1)


def _key(key: str | int) -> str:
    """Return a key as YAML; quote it if other YAML readers might parse it as a boolean."""
    plain = isinstance(key, int) or re.fullmatch(r"[a-z]\w{3,}|[0-9]+", key)
    return str(key) if plain else json.dumps(key, ensure_ascii=False)


# --- typing ---


def typed_value(kind: Kind, text: str) -> Any:
    """Parse typed text into the plain data that `kind` reads."""
    if isinstance(kind, Number):
        return _number(text)
    if isinstance(kind, Many) and isinstance(kind.kind, (Text, Number, Choice)):
        items = text.replace(",", " ").split()
        if isinstance(kind.kind, Number):
            return [_number(item) for item in items]
        return ["" if item in NOTHING else item for item in items]
    if isinstance(kind, (Text, Choice)):
        return text
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return text


def _number(text: str) -> Any:
    """Return `text` as a number if possible, else unchanged, to be refused by the kind."""
    text = text.strip().replace(",", ".").replace("\u2212", "-")
    if re.fullmatch(r"-?\d{1,18}", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d{1,15}\.\d{1,15}", text) else text


def as_typed(value: Any) -> str:
    """Return the text from which `typed_value` reads `value`."""
    if isinstance(value, (list, tuple)) and all(isinstance(item, (str, int, float)) for item in value):
        return " ".join(NOTHING[1] if item == "" else str(item) for item in value)
    return value if isinstance(value, str) else written(value)


# --- texts ---


def note_of(texts: Texts, game: str, name: str) -> str:
    """Return the comment on a value or its table: in the chosen language, else that of the classic file."""
    around = [name.rsplit(".", up)[0] for up in range(name.count(".") + 1)]
    for key in (f"rule_note.{game}.{part}" for part in around):
        if isinstance(texts.find(key), str):  # a table of notes is not itself a note
            return texts(key)
    return next((_comments(game)[part] for part in around if part in _comments(game)), "")


@cache
def _comments(game: str) -> dict[str, str]:
    return comments_in(SHIPPED / game / f"{CLASSIC}.yaml")


def option_name(texts: Texts, game: str, name: str, option: str) -> str:
    """Return the display name of a choice's option."""
    key = f"rule_value.{game}.{name}.{option}"
    return texts(key) if texts.has(key) else option


def allowed(texts: Texts, kind: Kind) -> str:
    """Return the allowed range as text; empty where the control itself shows it."""
    if isinstance(kind, (Switch, Choice, Text)):
        return ""
    if isinstance(kind, Number) and kind.low is not None and kind.high is not None:
        return texts("laboratory.range", low=kind.low, high=kind.high)
    if isinstance(kind, Many) and kind.high is not None:
        return texts("laboratory.items", low=kind.low, high=kind.high)
    return kind.describe()


def step_of(kind: Whole, classic: int) -> int:
    """Return the step of a stepper: 5, 10 or 100 for wide ranges such as points, else 1."""
    span = (kind.high if kind.high is not None else 10**6) - (kind.low or 0)
    if span <= 200 or classic % 5:
        return 1
    return 5 if classic < 100 else 10 if classic < 1000 else 100
