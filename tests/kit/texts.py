"""All texts of a language as flat entries, each with its forms and the file it is in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

import yaml

from game.ui.text import LOCALE

DIAGRAM = frozenset({"board", "if", "move", "unless", "table", "tower", "example", "wall", "colour", "laid",
                     "join", "hands", "hand", "way", "grid", "tiles", "levels", "square", "beside", "scores",
                     "drawn", "column", "row", "field", "faces", "key"})
"""Parts of a help page or a lesson that are positions, moves or conditions and not language."""


@dataclass(frozen=True)
class Entry:
    """One key: its forms by their path (`""` for a plain text, `you`, `other.one`) and what chooses them."""

    key: str
    file: str
    forms: Mapping[str, str]
    selectors: frozenset[str]

    @property
    def is_language(self) -> bool:
        """Whether this is read by a person."""
        where = self.key.split(".")
        return not (where[-1] in DIAGRAM and any(part.isdigit() for part in where[:-1]))

    @property
    def values(self) -> set[str]:
        """The values that occur in any form."""
        return set().union(*(fields(text) for text in self.forms.values()))


def fields(text: str) -> set[str]:
    """Return the names of the values in a text."""
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in Formatter().parse(text) if name is not None}


def has_forms(node: Any) -> bool:
    """Return whether a mapping holds the forms of one text, not a group of keys."""
    return isinstance(node, Mapping) and ("select" in node or "other" in node)


def forms_of(node: Any, within: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the path and the text of every form of an entry."""
    if not isinstance(node, Mapping):
        yield within, node
        return
    for name, form in node.items():
        if name != "select":
            yield from forms_of(form, f"{within}.{name}".lstrip("."))


def selectors_of(node: Any) -> Iterator[str]:
    """Yield the names of the values that choose a form."""
    if isinstance(node, Mapping):
        yield node.get("select", "n")
        for name, form in node.items():
            if name != "select":
                yield from selectors_of(form)


def leaves(node: Any, within: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every text or mapping of forms with its dotted key; list items are numbered."""
    if isinstance(node, Mapping) and not has_forms(node):
        for key, value in node.items():
            yield from leaves(value, f"{within}.{key}".lstrip("."))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from leaves(value, f"{within}.{index}")
    else:
        yield within, node


@cache
def entries(language: str) -> dict[str, Entry]:
    """Return every entry of a language by its key; bootstrap.json and other languages' files excluded."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return {key: Entry(key, path.name, dict(forms_of(node)), frozenset(selectors_of(node)))
            for path in sorted((LOCALE / language).glob("*.yaml"))
            for key, node in leaves(yaml.load(path.read_bytes(), loader))}
