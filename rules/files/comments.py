"""The comments of a rule file by dotted key: what stands beside a value, or in the lines right above it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml


def comments_in(path: Path) -> dict[str, str]:
    """All comments of a file that belong to a key. A file that cannot be read has none."""
    try:
        text = path.read_text("utf-8")
        root = yaml.compose(text, yaml.SafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return {}
    lines = text.splitlines()
    return {name: said for name, line in _keys(root, "") if (said := _said(lines, line))}


def _keys(node: yaml.Node | None, within: str) -> Iterator[tuple[str, int]]:
    """Every key with its line, counted from 0; of tables written on one line only the outer key."""
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        return
    for key, value in node.value:
        name = f"{within}{key.value}"
        yield name, key.start_mark.line
        yield from _keys(value, f"{name}.")


def _said(lines: list[str], line: int) -> str:
    """The comment lines above, then the one beside, as one text."""
    above = line
    while above and lines[above - 1].lstrip().startswith("#"):
        above -= 1
    parts = [_comment(text) for text in lines[above:line + 1]]
    return " ".join(part for part in parts if part)


def _comment(text: str) -> str:
    """What follows a # that is no part of a quoted value."""
    quote = ""
    for index, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "#" and (index == 0 or text[index - 1].isspace()):
            return text[index + 1:].strip()
    return ""
