"""CONTRIBUTING.md works as written: its eleventh game is built in a copy of the project and played.

With DOMINOTHEK_LONG=1 in the environment the whole test run is repeated there.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.long import LONG

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("main.py", "pyproject.toml", "requirements.txt", "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
         "LICENSE", "game", "rules", "sprites", "levels", "tests", ".ci")
pytestmark = pytest.mark.early

GAME = "block_dominoes"
MOST_LINES = 400
KITS = ("rules/kit", "game/boards/kit")


class Block(NamedTuple):
    """A fenced block: its language, the file that heads it (or none), its text."""

    language: str
    file: str
    text: str


def guide() -> str:
    return (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def blocks() -> list[Block]:
    """The blocks of the chapter about an eleventh game."""
    chapter = guide().split("## An eleventh game")[1].split("\n## ")[0]
    fenced = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [Block(*found) for found in fenced.findall(chapter)]


def commands() -> list[str]:
    return [line for block in blocks() if block.language == "sh" for line in block.text.strip().splitlines()]


def run(folder: Path, *command: str, language: str = "en", patience: float = 600) -> str:
    # The variables of this pytest would make the one inside believe that it is a worker of it.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"DOMINOTHEK_DATA": str(folder / "data"), "DOMINOTHEK_LANG": language,
                    "DOMINOTHEK_LONG": ""}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True,
                          timeout=patience, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_tests(folder: Path, *arguments: str) -> str:
    return run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which every file of the guide was written, and nothing else was done.

    Bytecode is copied as well, wherever it is: it stays valid, because the copied sources keep their times.
    """
    folder = tmp_path_factory.mktemp("house")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part)
        else:
            shutil.copy(source, folder / part)
    if sys.pycache_prefix is not None:
        kept = Path(sys.pycache_prefix)
        shutil.copytree(kept / ROOT.relative_to("/"), kept / folder.relative_to("/"), dirs_exist_ok=True)
    for block in blocks():
        if block.file:
            _write(folder / block.file, block)
    return folder


def _write(path: Path, block: Block) -> None:
    if block.file == "rules/catalog.py":  # "at the end of `_GAMES`"
        before, after = path.read_text("utf-8").split("\n)\n\nGAMES", 1)
        path.write_text(f"{before}\n{block.text.rstrip()}\n)\n\nGAMES{after}", "utf-8")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    assert not path.exists(), f"{block.file} would be overwritten"
    path.write_text(block.text, "utf-8")


# --- the text of the guide ---


def test_besides_its_own_files_the_game_touches_only_the_catalog() -> None:
    files = {block.file for block in blocks()} - {""}
    assert "rules/catalog.py" in files and all(GAME in file for file in files - {"rules/catalog.py"})
    assert {f"game/locale/{language}/{GAME}.yaml" for language in ("en", "de")} <= files


def test_the_game_is_short() -> None:
    texts = ("game/locale/", "tests/")
    counted = [block for block in blocks() if block.file and not block.file.startswith(texts)]
    assert sum(block.text.count("\n") for block in counted) < MOST_LINES


@pytest.mark.parametrize("folder", KITS)
def test_the_guide_names_every_helper_of_the_kits(folder: str) -> None:
    chapter = guide().split(f"**`{folder}/`**")[1].split("\n**")[0]
    named = set(re.findall(r"`(\w+)`", chapter))
    for path in sorted((ROOT / folder).glob("[!_]*.py")):
        helpers = {node.name for node in ast.parse(path.read_text("utf-8")).body
                   if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")}
        assert not {path.stem, *helpers} - named, path


# --- following it ---


def test_every_command_of_the_guide_succeeds(house: Path) -> None:
    assert commands() and all(command.startswith("python3 main.py ") for command in commands())
    for command in commands():
        words = [sys.executable, *command.split()[1:]]
        printed = run(house, *words, *(["-n", "0", "-q"] if "test" in words else []))
        if "test" in words:
            assert re.search(r"\d+ passed", printed) and "failed" not in printed


def test_the_code_of_the_guide_passes_the_gates(house: Path) -> None:
    if find_spec("ruff") is None or find_spec("mypy") is None:
        pytest.skip("no ruff or mypy on this machine")
    files = [block.file for block in blocks() if block.language == "python"]
    run(house, sys.executable, "-m", "ruff", "check", "--no-cache", *files)
    run(house, sys.executable, "-m", "mypy", "--no-error-summary", "--cache-dir", str(house / "mypy"),
        "-p", f"rules.games.{GAME}", "-p", f"game.boards.{GAME}")


TEXTS = "test_text and (every or values or plural or one_line)"


def test_the_suites_of_all_games_accept_the_eleventh_and_list_the_texts_that_a_language_lacks(
        house: Path) -> None:
    """In one process, because collecting the tests takes longer than running these."""
    printed = run_tests(house, "tests/game/screens", "tests/game/ui/test_speech.py", "tests/rules/files",
                        "tests/rules/test_review.py", "tests/rules/test_views.py", "tests/test_floor_plan.py",
                        "tests/game/ui/test_text.py",
                        "-k", f"{GAME} or test_floor_plan or ({TEXTS})")
    assert re.search(r"\d+ passed", printed)
    assert f"fr/{GAME}.yaml: game.{GAME}.title" in printed and f"de/{GAME}.yaml" not in printed


PLAYED = """
import os, re, sys, time
os.environ["SDL_VIDEODRIVER"] = "dummy"
from pathlib import Path
import pygame
from game import routes
from game.app import App
from game.data.store import Store
from game.table.seating import table_scene
from game.ui.look import Look
from rules.catalog import rules_of
from rules.kit.hands import Draw
from rules.session import Seat, Session

GAME, variant = "block_dominoes", sys.argv[1]
raw, write = [], Look.write

def watched(self, surface, text, *rest, **named):
    if re.fullmatch(r"[a-z_]+([.][a-z_0-9]+)+", text):
        raw.append(text)
    return write(self, surface, text, *rest, **named)

Look.write = watched
app = App(Store(Path("data")), headless=(1280, 720))
app.settings.speed = "none"
app.open(routes.Shelf())
session = Session(rules_of(GAME, variant), [Seat("Ada"), Seat("Bruno", "bot", "easy")], 7)
table = table_scene(app, session)
app.push(table)

def event(kind, **values):
    app.step([pygame.Event(kind, **values)], 16)

def key(code):
    event(pygame.KEYDOWN, key=code, mod=0, unicode="")

def settle():
    end = time.monotonic() + 60
    while time.monotonic() < end:
        app.step([], 50)
        if app.top is not table or table.my_turn:
            break

done = {"dragged": 0, "keyed": 0, "drawn": 0, "passed": 0}
settle()
while app.top is table and session.outcome is None:
    before, board = session.moves, table.board
    playable = [piece for piece in board.pieces() if board.targets(piece, 0)]
    if playable and done["dragged"] <= done["keyed"]:
        start, goal = board.piece_rect(playable[0]).center, board.targets(playable[0], 0)[0].centre
        event(pygame.MOUSEMOTION, pos=start, rel=(1, 1), buttons=(0, 0, 0))
        event(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        for part in (0.3, 0.7, 1.0):
            event(pygame.MOUSEMOTION, rel=(1, 1), buttons=(1, 0, 0),
                  pos=tuple(round(a + (b - a) * part) for a, b in zip(start, goal)))
        event(pygame.MOUSEBUTTONUP, pos=goal, button=1)
        done["dragged"] += 1
    elif playable:
        while table.hand.piece not in playable:
            key(pygame.K_RIGHT)
        key(pygame.K_RETURN)
        key(pygame.K_RETURN)
        done["keyed"] += 1
    elif session.rules.why_illegal(session.state, Draw()) is None:
        event(pygame.MOUSEBUTTONDOWN, pos=board.stock.rect.center, button=1)
        event(pygame.MOUSEBUTTONUP, pos=board.stock.rect.center, button=1)
        done["drawn"] += 1
    else:
        key(pygame.K_p)
        done["passed"] += 1
    settle()
    assert session.moves > before, "a move was not taken"
for route in (routes.Setup(GAME), routes.Help(GAME)):
    app.open(route)
    app.step([], 50)
assert not raw, raw
print(app.texts("game.block_dominoes.title"), done)
app.close()
"""


@pytest.mark.parametrize(("variant", "language", "title"), [
    ("classic", "en", "Block Dominoes"), ("draw", "de", "Block-Domino"), ("classic", "fr", "Block Dominoes")])
def test_the_eleventh_game_is_played_by_mouse_and_keyboard_also_in_a_language_it_lacks(
        house: Path, variant: str, language: str, title: str) -> None:
    printed = run(house, sys.executable, "-c", PLAYED, variant, language=language)
    assert title in printed and re.search(r"'dragged': [1-9].*'keyed': [1-9]", printed)


@pytest.mark.skipif(not LONG, reason="takes long: DOMINOTHEK_LONG=1")
def test_the_whole_test_run_is_green_with_the_eleventh_game(house: Path) -> None:
    run(house, sys.executable, "main.py", "test", "-q", "-n", "2", "--deselect", "tests/test_contributing.py",
        patience=3600)
