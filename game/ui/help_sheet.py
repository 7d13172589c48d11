"""Input and output of the painters of rules-page pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from game.ui.look import Look
from rules.base import Rules, Setup


@dataclass(frozen=True, slots=True)
class HelpSheet:
    """The input of a painter."""

    rules: Rules
    look: Look
    """The look of the paper that the picture is drawn on."""
    table: Look
    """The look of the player's table: its cloth and its wood."""
    say: Callable[..., str]
    values: Mapping[str, str]
    """The other entries of the page block, with placeholders filled in."""
    width: int


@dataclass(frozen=True, slots=True)
class HelpBoard:
    """A picture for the rules page, and the verdict of the rules on it."""

    picture: pygame.Surface
    fits: bool | None = None
    """True for a tick, False for a cross, None for neither."""
    sentence: str = ""
    legend: tuple[str, ...] = ()
    """Explains the numbers in the picture."""
    setup: Setup | None = None
    """The position that "Try it" opens, with the fewest players that the rules allow."""
    moves: tuple[str, ...] = ()
    """Moves played in it before the player takes over, as the rules write them."""


Painter: TypeAlias = Callable[[HelpSheet], HelpBoard | None]
"""Draws a picture of a rules page; None if these rules do not allow what it shows."""
Painters: TypeAlias = Mapping[str, Painter]
"""The painters of a game by the names that its rules page uses."""
