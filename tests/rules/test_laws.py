"""The laws of the architecture, checked in the sources: pure rules, repeatable randomness, separate games."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.catalog import GAMES

ROOT = Path(__file__).resolve().parents[2]
RULES = sorted((ROOT / "rules").rglob("*.py"))

UNREPEATABLE = {name for name in dir(random.Random) if not name.startswith("_")} - {"random", "seed"}
"""Methods whose sequence may change with the version of Python: shuffle, choice, randint and the like."""

FORBIDDEN = {"pickle", "marshal", "shelve", "numpy", "secrets", "uuid"}
"""Modules not allowed in the rules: saves are JSON, and random numbers come from seeds."""



def every_module(holds: Callable[[Path], None]) -> Callable[[], None]:
    """Make one test of all modules out of a check of one: a thousand tests cost more than their checks."""

    def test() -> None:
        for path in RULES:
            try:
                holds(path)
            except AssertionError as fault:
                pytest.fail(f"{path.relative_to(ROOT)}: {fault}")

    test.__doc__ = holds.__doc__
    return test


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield all modules that a module imports, including those inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are spelled out"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_the_rules_are_where_they_are_looked_for():
    assert ROOT / "rules" / "base.py" in RULES


@every_module
def test_rules_import_neither_pygame_nor_the_game(path):
    """Law 1: the rules run in a test, in a worker process, on a server."""
    tops = {name.partition(".")[0] for name in imported(tree_of(path))}
    assert not tops & {"pygame", "game", "main"}


@every_module
def test_rules_do_without_modules_that_have_no_business_there(path):
    assert not {name.partition(".")[0] for name in imported(tree_of(path))} & FORBIDDEN


@pytest.mark.parametrize("modules",
                         [["rules.catalog", "rules.session", "rules.records", "rules.files.levels"],
                                     [game.rules.partition(":")[0] for game in GAMES.values()]])
def test_importing_the_rules_does_not_load_pygame(modules):
    code = f"import sys, {', '.join(modules)}; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@every_module
def test_random_numbers_come_only_from_what_every_python_repeats(path):
    """Python guarantees the sequence of `random()` alone; rules/kit/shuffle.py derives the rest from it."""
    calls = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
    used = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
    assert not used & UNREPEATABLE


@every_module
def test_only_the_class_of_the_random_module_is_used(path):
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            assert "random" not in [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"]


@every_module
def test_no_rules_ask_the_clock_for_anything_but_how_long_they_think(path):
    tree = tree_of(path)
    assert not [name for name in imported(tree) if name.partition(".")[0] == "datetime"]
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    asked = {node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id == "time"}
    assert asked <= {"monotonic", "perf_counter"}


@every_module
def test_what_all_games_share_imports_no_single_game(path):
    """Law 4: apart from a game's own modules only the catalog knows its name, and it imports nothing."""
    within = path.relative_to(ROOT / "rules").parts
    own = within[0] in ("games", "bots") and path.name not in ("__init__.py", "levels.py")
    if own or path.name.startswith("make_"):
        return
    games = [name for name in imported(tree_of(path)) if name.startswith("rules.games.")]
    assert not games


@every_module
def test_every_module_opens_with_a_sentence(path):
    text = ast.get_docstring(tree_of(path))
    assert text and text[0].isupper() and "." in text


@every_module
def test_nothing_is_left_to_do(path):
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        assert "TODO" not in line and "FIXME" not in line, f"{path.name}:{number}"
