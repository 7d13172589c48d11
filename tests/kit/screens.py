"""Helpers for tests of screens: bots that never answer, keys and clicks, and checks of written texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib import import_module
from itertools import combinations
from typing import Any

import pygame
import pytest

from game.app import App
from game.boards.loading import board_class
from game.screens.help.scene import Help
from game.ui.help_sheet import HelpBoard, HelpSheet
from game.ui.look import Look
from rules.base import Rules
from rules.catalog import rules_class, rules_of

Make = Callable[..., App]
"""The fixture `make`: returns the app for a window, a language and settings."""


class Quiet:
    """A thinker that never answers and collects the questions."""

    busy = False

    def __init__(self) -> None:
        self.asked: list[str] = []

    def start(self) -> None: ...

    def ask(self, what: str, *rest: Any) -> None:
        self.asked.append(what)

    def cancel(self) -> None: ...

    def poll(self) -> None: ...

    def stop(self) -> None: ...


def press(app: App, key: int, mod: int = 0) -> None:
    app.step([pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")], 16)


def click(app: App, pos: tuple[int, int]) -> None:
    app.step([pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)),
              pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1),
              pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1)], 16)


def cramped(monkeypatch: pytest.MonkeyPatch, slack: int = 0) -> list[str]:
    """Return a list that collects every text written beyond the sides of its surface."""
    faults: list[str] = []
    write = Look.write

    def checked(self: Look, surface: pygame.Surface, text: str, *args: Any, **kwargs: Any) -> pygame.Rect:
        rect = write(self, surface, text, *args, **kwargs)
        if text and (rect.left < 0 or rect.right > surface.get_width() + slack):
            faults.append(f"{text!r} at {rect} on {surface.get_size()}")
        return rect

    monkeypatch.setattr(Look, "write", checked)
    return faults


def nothing_overlaps(app: App) -> None:
    """Assert that every widget is inside the window and none overlaps another."""
    window = pygame.Rect((0, 0), app.look.size)
    rects = [widget.rect for widget in app.top.widgets]
    assert all(window.contains(rect) for rect in rects)
    assert not [(a, b) for a, b in combinations(rects, 2) if a.colliderect(b)]


# --- rules pages ---


def strings(node: Any) -> Iterator[str]:
    """Yield all strings of page blocks."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, (list, dict)):
        for item in node.values() if isinstance(node, dict) else node:
            yield from strings(item)


def unpainted(app: App, game: str, variant: str = "classic") -> Help:
    """Return the help page of a game without painting it."""
    scene = Help(app, game)
    scene.variant = variant
    scene.choices = scene.read_choices()
    return scene


def told(app: App, game: str, variant: str = "classic") -> str:
    """Return all texts of the help page of a game."""
    return " ".join(strings(unpainted(app, game, variant).blocks()))


def painted(app: App, rules: Rules, name: str, **values: str) -> HelpBoard | None:
    """Return a help picture by these rules; None if it does not apply to them."""
    module, _, boards_name = board_class(rules.game).help_boards.partition(":")
    boards = getattr(import_module(module), boards_name)
    board: HelpBoard | None = boards[name](HelpSheet(rules, app.look, app.look, app.texts, values, 560))
    return board


def shown(app: App, rules: Rules, name: str, **values: str) -> HelpBoard:
    board = painted(app, rules, name, **values)
    assert board is not None
    return board


def changed(game: str, **values: Any) -> Rules:
    """Return classic rules with changed values, given by their dotted names with __ for the dot."""
    tree = deepcopy(rules_of(game).values)
    for name, value in values.items():
        *folders, last = name.split("__")
        node: Any = tree
        for folder in folders:
            node = node[folder]
        node[last] = value
    return rules_class(game)(tree, "mine")


def own_variant(app: App, game: str, text: str) -> None:
    """Write a rule file of the player, called "mine"."""
    path = app.store.own_rules / game / "mine.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"extends: classic\n{text}", "utf-8")
