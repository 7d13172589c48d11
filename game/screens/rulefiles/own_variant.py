"""The template of a rule file for players: it changes nothing yet, but lists every classic value."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from game.ui.text import Texts
from rules.catalog import rules_class, rules_of
from rules.files.kinds import By, Kind, Many, Table
from rules.files.variants import CLASSIC


def my_table(number: int) -> str:
    """Return the title of the player's `number`-th rule file."""
    return "my_table" if number == 1 else f"my_table_{number}"


def own_variant_text(texts: Texts, game: str, title: str) -> str:
    """Return a rule file without changes: every classic value is listed in a comment."""
    schema, values = rules_class(game).schema, rules_of(game).values
    head = [texts("rulefiles.written.head", game=texts(f"game.{game}.title")), texts("rulefiles.written.how"),
            texts("rulefiles.written.when")]
    lines = [*(f"# {line}" for line in head), f"extends: {CLASSIC}", "",
             f"# {texts('rulefiles.written.name')}", f"title: {json.dumps(title, ensure_ascii=False)}"]
    for key, value in values.items():
        lines.append("")
        lines += [f"# {line}" for line in _explained(texts, game, key, schema.keys.get(key))]
        lines.append(f"#{key}: {written(value)}")
    return "\n".join(lines) + "\n"


def _explained(texts: Texts, game: str, name: str, kind: Kind | None) -> Iterator[str]:
    """Yield the description and the allowed range of a value, or of each value of a table."""
    if isinstance(kind, Table):
        for key, part in kind.keys.items():
            yield from _explained(texts, game, f"{name}.{key}", part)
        return
    key = f"rule_name.{game}.{name}"
    # For lists and tables by number the classic value is the best example.
    allowed = "" if kind is None or isinstance(kind, (Many, By)) else f" ({kind.describe()})"
    yield f"{name}: {texts(key)}{allowed}" if texts.has(key) else f"{name}{allowed}"


def written(value: Any) -> str:
    """Return a value as one line of YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
