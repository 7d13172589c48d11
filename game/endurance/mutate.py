"""Damage copies of good files as editors, disks and people do; the same seed gives the same damage."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from rules.catalog import GAMES

NUMBERS = ("0", "-1", "1", "2", "3", "7", "12", "99", "255", "1000", "65536", "1000000000",
           "99999999999999999",
           "-999999999", "1.5", "1e9", "0x10", "010", "1:6", ".nan", ".inf", "1_000", "٣")
WORDS = ("true", "no", "null", "~", "classic", "won", "''", '"', "'", "[]", "{}", "[1, 2]", "{a: 1}", "- x",
         "&a b",
         "*a", "!!python/object:os.system x", "!t x", "? x", "|", ">", "%", "@", "`", "#", "<<: *a", "---",
         "...",
         "\t", "\u00e4\u00f6\u00fc", "\u202e", "\ufeff", "\x00", "\x1b[2J", "x" * 3000, "\U0001f600", "{0}",
         "%s")
PLAIN: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 5, 99, 10**9, 10**17, 10**40, -10**40, 0.5, 1e308, float("nan"),
    float("inf"), "",
    "x", "0", "pass", "classic", next(iter(GAMES)), "{name}", "\x00", "\ud800", "y" * 20_000, "\u202eabc", [],
    {}, [[]], [0],
    ["x"], {"": 0}, {"a": {"a": {"a": 1}}})


def damaged(source: bytes, rng: Random, *, kind: str) -> bytes:
    """Return a copy with one to three faults; `kind` is `yaml`, `json` or `bytes`."""
    ways = {"yaml": YAML_WAYS, "json": JSON_WAYS, "bytes": ()}[kind] + BYTE_WAYS
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        source = rng.choice(ways)(source, rng)
    return source


# --- any file ---


def _flip(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1:]


def _truncate(data: bytes, rng: Random) -> bytes:
    return data[:rng.randrange(len(data) + 1)]


def _cut(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.randrange(1, 40):]


def _double(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at:at + rng.randrange(1, 200)] * rng.choice((2, 2, 50)) + data[at:]


def _insert(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9))) + data[at:]


def _zeros(data: bytes, rng: Random) -> bytes:
    """Zero the end of a file, as a power cut does on some file systems."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes(len(data) - at)


def _other_encoding(data: bytes, rng: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-16", "latin-1", "utf-8-sig")), "replace")


BYTE_WAYS: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip, _truncate, _cut, _double, _insert, _zeros, _other_encoding)


# --- YAML: by lines and words ---


def _on_text(way: Callable[[str, Random], str]) -> Callable[[bytes, Random], bytes]:
    def on_bytes(data: bytes, rng: Random) -> bytes:
        return way(data.decode("utf-8", "surrogateescape"), rng).encode("utf-8", "surrogateescape")
    return on_bytes


def _one_match(pattern: str, text: str, rng: Random, put: str) -> str:
    matches = list(re.finditer(pattern, text, re.MULTILINE))
    if not matches:
        return text + put
    found = rng.choice(matches)
    return text[:found.start()] + put + text[found.end():]


def _other_number(text: str, rng: Random) -> str:
    return _one_match(r"-?\d+(\.\d+)?", text, rng, rng.choice(NUMBERS))


def _other_value(text: str, rng: Random) -> str:
    return _one_match(r"(?<=: ).*$", text, rng, rng.choice(NUMBERS + WORDS))


def _other_word(text: str, rng: Random) -> str:
    words = re.findall(r"[A-Za-z_]+", text) or ["x"]
    return _one_match(r"[A-Za-z_]+", text, rng, rng.choice([*words, *WORDS]))


def _on_lines(change: Callable[[list[str], int, Random], None]) -> Callable[[str, Random], str]:
    def on_text(text: str, rng: Random) -> str:
        lines = text.split("\n")
        change(lines, rng.randrange(len(lines)), rng)
        return "\n".join(lines)
    return on_text


def _drop_line(lines: list[str], at: int, _: Random) -> None:
    del lines[at]


def _repeat_line(lines: list[str], at: int, rng: Random) -> None:
    lines[at:at] = [lines[at]] * rng.choice((1, 1, 300))


def _move_line(lines: list[str], at: int, rng: Random) -> None:
    lines.insert(rng.randrange(len(lines)), lines.pop(at))


def _indent_line(lines: list[str], at: int, rng: Random) -> None:
    lines[at] = rng.choice(("  ", " ", "\t", "- ", "        ")) + lines[at]


def _outdent_line(lines: list[str], at: int, _: Random) -> None:
    lines[at] = lines[at].lstrip()


def _put_word(lines: list[str], at: int, rng: Random) -> None:
    lines[at] += rng.choice(WORDS)


YAML_WAYS: tuple[Callable[[bytes, Random], bytes], ...] = tuple(_on_text(way) for way in (
    _other_number, _other_number, _other_number, _other_value, _other_value, _other_word, *map(_on_lines, (
        _drop_line, _repeat_line, _move_line, _indent_line, _outdent_line, _put_word))))


# --- JSON: by its tree ---


def _spots(tree: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Collect every place of a tree as (container, key or index)."""
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree))) if isinstance(tree, list) else []
    for key in keys:
        found.append((tree, key))
        _spots(tree[key], found)
    return found


def _on_tree(change: Callable[[Any, Any, Random], None]) -> Callable[[bytes, Random], bytes]:
    def on_bytes(data: bytes, rng: Random) -> bytes:
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            return _flip(data, rng)  # already damaged
        spots = _spots(tree, [])
        if not spots:
            return _insert(data, rng)
        change(*rng.choice(spots), rng)
        return json.dumps(tree, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return on_bytes


def _put_plain(container: Any, key: Any, rng: Random) -> None:
    container[key] = rng.choice(PLAIN)


def _drop(container: Any, key: Any, _: Random) -> None:
    del container[key]


def _add(container: Any, key: Any, rng: Random) -> None:
    if isinstance(container, list):
        container.insert(key, rng.choice((container[key], rng.choice(PLAIN))))
    else:
        value = rng.choice((container[key], *PLAIN))
        container[rng.choice(("x", "moves", "setup", "result", "level", key))] = value


def _swap(container: Any, key: Any, rng: Random) -> None:
    other = rng.choice(list(container) if isinstance(container, dict) else range(len(container)))
    container[key], container[other] = container[other], container[key]


def _nudge(container: Any, key: Any, rng: Random) -> None:
    """Change a value slightly: the damage that is hardest to notice."""
    value = container[key]
    if isinstance(value, bool) or value is None:
        container[key] = not value
    elif isinstance(value, (int, float)):
        container[key] = value + rng.choice((-1, 1, 7, -100, 10**6))
    elif isinstance(value, str) and value:
        at = rng.randrange(len(value))
        other = rng.choice("0123456789-+,;:^>@ abHVxZ\u00c4?*")
        container[key] = value[:at] + other + value[at + rng.choice((0, 1)):]
    else:
        container[key] = rng.choice(PLAIN)


def _deep(container: Any, key: Any, rng: Random) -> None:
    for _ in range(rng.choice((30, 400))):
        container[key] = [container[key]]


JSON_WAYS: tuple[Callable[[bytes, Random], bytes], ...] = tuple(map(_on_tree, (
    _put_plain, _put_plain, _drop, _add, _swap, _nudge, _nudge, _nudge, _deep)))
