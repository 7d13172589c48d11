"""Blocks of a page: text of the locale file, filled with the values of a rule file.

A block is a table of the locale file: a heading (h), a paragraph (p), a list (points), shortcuts (keys) or
a picture (board). `if` and `unless` name values of the rules, so that a page says only what applies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.ui.text import Texts
from rules.kit.phrases import Phrase

Block = dict[str, Any]


def page_values(values: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Flatten the values of a rule file (`stack.turn` becomes `stack_turn`) and add derived facts."""
    flat: dict[str, Any] = {}

    def walk(node: Mapping[Any, Any], within: str) -> None:
        for key, value in node.items():
            name = f"{within}{key}"
            if isinstance(value, Mapping):
                walk(value, f"{name}_")
            else:
                flat[name] = value

    walk(values, "")
    return flat | dict(facts)


def page_blocks(texts: Texts, key: str, values: Mapping[str, Any]) -> list[Block]:
    """Return the blocks of a page that apply to these values, with all placeholders filled."""
    filling = _Filling({name: _written(value, texts) for name, value in values.items()})
    return [_filled(block, filling) for block in texts.lines(key)
            if _holds(block.get("if", ""), values)
            and not ("unless" in block and _holds(block["unless"], values))]


def _holds(condition: str, values: Mapping[str, Any]) -> bool:
    """Return whether all values named in the condition are true, not zero and not empty."""
    names = [name.strip().replace(".", "_") for name in condition.split(",") if name.strip()]
    return all(values.get(name) for name in names)


class _Filling(dict[str, str]):
    """Values of placeholders; an unknown placeholder stays visible."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def _written(value: Any, texts: Texts) -> str:
    if isinstance(value, bool):
        return texts("value.true" if value else "value.false")
    if isinstance(value, (list, tuple)):
        parts = [domino_chip(item) for item in value if item != ""]
        return texts.listed(parts)
    if isinstance(value, Phrase):
        return texts(value)
    return texts.number(value) if isinstance(value, int) else str(value)


def domino_chip(value: Any) -> str:
    """Return a domino of a rule file in the notation that is drawn within a line; anything else unchanged."""
    text = str(value)
    return f"[{text}]" if len(text) == 3 and text[1] == "|" else text


def _filled(node: Any, filling: Mapping[str, str]) -> Any:
    if isinstance(node, str):
        return node.format_map(filling)
    if isinstance(node, list):
        return [_filled(item, filling) for item in node]
    return {key: _filled(value, filling) for key, value in node.items()}
