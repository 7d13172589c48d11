"""Setup of every test session: project on sys.path, no window, no sound, never the real user folder."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from rules.words import lexicon  # noqa: E402 - found by the path above

# Set on import, before any module of the game reads it; tests of the real window override it in a child.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# One folder per process, so that parallel workers do not share saves.
USER_DATA = tempfile.mkdtemp(prefix="dominothek-test-")
os.environ["DOMINOTHEK_DATA"] = USER_DATA
# But one cache for all, also for the programs they start: drawing pictures and parsing texts takes long.
OWN_CACHE = "" if "DOMINOTHEK_CACHE" in os.environ else tempfile.mkdtemp(prefix="dominothek-cache-")
if OWN_CACHE:
    os.environ["DOMINOTHEK_CACHE"] = OWN_CACHE


def pytest_unconfigure() -> None:
    """Remove the folders of this session."""
    shutil.rmtree(USER_DATA, ignore_errors=True)
    if OWN_CACHE:
        shutil.rmtree(OWN_CACHE, ignore_errors=True)


def pytest_collection(session: pytest.Session) -> None:
    """Import all test modules before they are collected, each worker beginning with other ones.

    The first to import a module compiles it for all. In the same order, all would compile at the same time.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args != session.config.getini("testpaths"):
        return
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    first = len(paths) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in paths[first:] + paths[:first]:
        with contextlib.suppress(Exception):  # collecting it will tell what is wrong
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the tests that mostly wait or take long: one worker runs them while the others compute."""
    items.sort(key=lambda item: not any(item.get_closest_marker(name)
                                        for name in ("handout", "window", "early")))


def pytest_collection_finish() -> None:
    """Spare the collector the thousands of collected tests: every table that is closed asks it to run."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def half_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The path of the English word list, of which only the beginning was written."""
    right = lexicon.lexicon_path
    path = tmp_path / "en.lexicon"
    path.write_bytes(right("en").read_bytes()[:1000])
    monkeypatch.setattr(lexicon, "lexicon_path", lambda code="de": path if code == "en" else right(code))
    lexicon.Lexicon.open.cache_clear()
    yield path
    lexicon.Lexicon.open.cache_clear()
