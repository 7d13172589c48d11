"""The rule file that a player gets to edit: it changes nothing yet, but names every value of classic."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from game.ui.text import Texts
from rules.catalog import rules_class, rules_of
from rules.files.source import By, Many
from rules.files.variants import CLASSIC


def my_table(number: int) -> str:
    """The name of the first, second ... file of one's own."""
    return "my_table" if number == 1 else f"my_table_{number}"


def own_variant_text(texts: Texts, game: str, title: str) -> str:
    """A rule file that changes nothing yet: every value of classic stands in it behind a "#"."""
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


def _explained(texts: Texts, game: str, name: str, kind: Any) -> Iterator[str]:
    """What a value is called and what is allowed there; of a table each of its values."""
    inner = getattr(kind, "keys", None)
    if isinstance(inner, Mapping):
        for key, part in inner.items():
            yield from _explained(texts, game, f"{name}.{key}", part)
        return
    key = f"rule_name.{game}.{name}"
    # Of a list or a table by number the value itself shows best what may stand there.
    allowed = "" if kind is None or isinstance(kind, (Many, By)) else f" ({kind.describe()})"
    yield f"{name}: {texts(key)}{allowed}" if texts.has(key) else f"{name}{allowed}"


def written(value: Any) -> str:
    """A value as it is written in a rule file, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
