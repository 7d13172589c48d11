"""Extract the comments of a rule file by dotted key: those beside a value and directly above it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml


def comments_in(path: Path) -> dict[str, str]:
    """Return the comments of a file by dotted key; an unreadable file has none."""
    try:
        text = path.read_text("utf-8")
        root = yaml.compose(text, yaml.SafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return {}
    lines = text.splitlines()
    return {name: comment for name, line in _keys(root, "") if (comment := _around(lines, line))}


def _keys(node: yaml.Node | None, within: str) -> Iterator[tuple[str, int]]:
    """Yield every key with its line, counted from 0; for tables on one line only the outer key."""
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        return
    for key, value in node.value:
        name = f"{within}{key.value}"
        yield name, key.start_mark.line
        yield from _keys(value, f"{name}.")


def _around(lines: list[str], line: int) -> str:
    """Return the comment lines above a key and the comment beside it as one text."""
    above = line
    while above and lines[above - 1].lstrip().startswith("#"):
        above -= 1
    parts = [_comment(text) for text in lines[above:line + 1]]
    return " ".join(part for part in parts if part)


def _comment(text: str) -> str:
    """Return the comment of a line: everything after a # outside quotes."""
    quote = ""
    for index, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "#" and (index == 0 or text[index - 1].isspace()):
            return text[index + 1:].strip()
    return ""
