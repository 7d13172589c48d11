"""The pictures of the README: `python -m game.handout.pictures` draws them into sprites/screenshots."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.shots.games import best_of_games
from game.shots.screens import draw_all
from rules.home import HOME

FOLDER = HOME / "sprites" / "screenshots"
SCREENS = ("shelf", *best_of_games(), "laboratory")
DRAWN, STORED = (1280, 720), (960, 540)
"""Sizes of the window and of the stored picture, which a README shows in a column."""


def draw(names: tuple[str, ...] = SCREENS, folder: Path = FOLDER) -> list[Path]:
    """Draw pictures into a folder and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    with tempfile.TemporaryDirectory(prefix="dominothek-pictures-") as work:
        for name in names:
            shot = pygame.image.load(draw_all(Path(work), DRAWN, "en", "felt", name)[0])
            path = folder / f"{name}.jpg"
            pygame.image.save(pygame.transform.smoothscale(shot, STORED), path)
            made.append(path)
    return made


if __name__ == "__main__":
    for picture in draw():
        print(f"{picture} {picture.stat().st_size // 1024} KB")
    sys.exit(0)
