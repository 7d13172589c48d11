"""CONTRIBUTING.md works as written: its eleventh game is built in a copy of the project, and played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from game.ui.text import languages

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("main.py", "pyproject.toml", "requirements.txt", "game", "rules", "sprites", "levels", "tests")


class Block(NamedTuple):
    """A fenced block: its language, the file named in its head (or none), its text."""

    language: str
    file: str
    text: str


def blocks() -> list[Block]:
    """Return the blocks of the chapter about an eleventh game."""
    chapter = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## An eleventh game")[1].split("\n## ")[0]
    fenced = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [Block(*found) for found in fenced.findall(chapter)]


def run(folder: Path, *command: str) -> str:
    # With these variables the inner pytest would take itself for a worker of this one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"DOMINOTHEK_DATA": str(folder / "data"), "DOMINOTHEK_LANG": "en",
                    "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300,
                          check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which the steps were followed."""
    if shutil.which("sed") is None:
        pytest.skip("no sed on this machine")
    folder = tmp_path_factory.mktemp("house")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / part)
    for block in blocks():
        _follow(folder, block)
    # The guide says "every language"; languages that it does not show start as copies of the English file.
    for language in languages():
        target = folder / "game" / "locale" / language / "beads.yaml"
        if not target.exists():
            shutil.copy(folder / "game" / "locale" / "en" / "beads.yaml", target)
    return folder


def _follow(folder: Path, block: Block) -> None:
    if block.language == "sh":
        for line in block.text.strip().splitlines():
            if not line.startswith("python3 main.py"):  # checks of the game run when it is complete
                run(folder, "sh", "-c", line)
    elif block.file == "rules/catalog.py":
        path = folder / block.file
        before, after = path.read_text("utf-8").split("\n)\n\nGAMES", 1)
        path.write_text(f"{before}\n{block.text.rstrip()}\n)\n\nGAMES{after}", "utf-8")
    else:
        path = folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        assert not path.exists(), f"{block.file} would be overwritten"
        path.write_text(block.text, "utf-8")


def commands() -> list[str]:
    return [line for block in blocks() if block.language == "sh" for line in block.text.strip().splitlines()
            if line.startswith("python3 main.py")]


def test_the_guide_names_every_part_of_a_game() -> None:
    files = {block.file for block in blocks()} - {""}
    assert files == {"rules/variants/beads/classic.yaml", "rules/bots/beads.py", "game/tables/beads.py",
                     "game/locale/en/beads.yaml", "game/locale/de/beads.yaml", "rules/catalog.py"}


def test_every_command_of_the_guide_succeeds(house: Path) -> None:
    assert len(commands()) == 3
    for command in commands():
        words = [sys.executable, *command.split()[1:]]
        printed = run(house, *words, *(["-n", "0", "-q"] if "test" in words else []))
        if "test" in words:
            assert re.search(r"\d+ passed", printed) and "failed" not in printed


PLAYED = """
import os
os.environ["SDL_VIDEODRIVER"] = "dummy"
from pathlib import Path
import pygame
from game.app import App
from game.screens.laboratory.scene import Laboratory
from game.screens.rulefiles.scene import RuleFiles
from game.table.seating import make_table
from game.screens.shelf.scene import Shelf
from game.data.store import Store
from rules.catalog import rules_of
from rules.session import Seat

app = App(Store(Path("data")), headless=(1280, 720))
app.settings.speed = "none"
app.refresh() if app.scenes else None
app.push(Shelf(app))
app.push(make_table(app, rules_of("beads"), [Seat("Ada"), Seat("Bruno", "bot", "hard")], 7))
table = app.top

def event(kind, **values):
    app.step([pygame.Event(kind, **values)], 16)

def settle():
    for _ in range(200):
        app.step([], 50)

settle()
dragged = keyed = 0
while app.top is table and table.session.outcome is None:
    before = table.session.moves
    if dragged == 0:
        start, goal = table.board.piece_rect(2).center, table.board.bowl.center
        event(pygame.MOUSEMOTION, pos=start, rel=(1, 1), buttons=(0, 0, 0))
        event(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        for part in (0.3, 0.7, 1.0):
            event(pygame.MOUSEMOTION, pos=(round(start[0] + (goal[0] - start[0]) * part),
                                           round(start[1] + (goal[1] - start[1]) * part)),
                  rel=(1, 1), buttons=(1, 0, 0))
        event(pygame.MOUSEBUTTONUP, pos=goal, button=1)
        dragged = 1
    else:
        for key in (pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN):
            event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        keyed += 1
    settle()
    assert table.session.moves > before, "a move was not taken"
    assert keyed < 20
pygame.image.save(app.screen, "round.png")
files = RuleFiles(app, "beads")
app.push(files)
files.edit()
assert isinstance(app.top, Laboratory) and len(app.top.draft.entries) == 4
app.close()
print("played", dragged, keyed)
"""


def test_the_eleventh_game_is_played_by_mouse_and_by_keyboard_on_its_table(house: Path) -> None:
    assert "played 1" in run(house, sys.executable, "-c", PLAYED)


def test_the_texts_of_the_eleventh_game_are_complete(house: Path) -> None:
    run(house, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/game/ui/test_text.py",
        "-k", "every_text_exists or same_values or plural or twice")
    run(house, sys.executable, "main.py", "shots", "shots", "--size", "1024x640", "--only", "shelf")
