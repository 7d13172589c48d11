"""Tests use only public names of the code they test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
OWN = {"self", "cls"}
BY_NAME = {"getattr", "setattr", "delattr", "hasattr"}
"""Calls, also of monkeypatch, whose second argument is the name of an attribute."""


def is_private(name: str) -> bool:
    """Return whether a name, or the last part of a dotted one, begins with one underscore."""
    last = name.rpartition(".")[2]
    return last.startswith("_") and not last.startswith("__") and last != "_"


def names_in(node: ast.AST) -> Iterator[str]:
    """Yield the names of other objects and modules that a node uses."""
    if isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id in OWN):
        yield node.attr
    elif isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in BY_NAME:
            yield from (argument.value for argument in node.args[:2]
                        if isinstance(argument, ast.Constant) and isinstance(argument.value, str))


def private_names(text: str) -> list[str]:
    """Return every private name that a module reaches into, with its line."""
    return [f"{getattr(node, 'lineno', 0)}: {name}" for node in ast.walk(ast.parse(text))
            for name in names_in(node)
            if is_private(name)]


@pytest.mark.parametrize("text", [
    "scene._status", "from game.app import _start", "monkeypatch.setattr(app, '_start', 1)",
    "getattr(app, '_x')",
    "monkeypatch.setattr('game.app._start', 1)"])
def test_private_names_are_found(text: str) -> None:
    assert private_names(text)


@pytest.mark.parametrize("text",
                         ["self._held", "scene.status", "_helper()", "state.__dict__", "a, _ = b", "_.x"])
def test_own_and_public_names_are_allowed(text: str) -> None:
    assert not private_names(text)


def test_no_test_reaches_into_a_private_name() -> None:
    assert not [f"{path.relative_to(TESTS)}:{found}" for path in sorted(TESTS.rglob("*.py"))
                for found in private_names(path.read_text("utf-8"))]
