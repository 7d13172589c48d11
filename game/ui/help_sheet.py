"""What the painter of a picture on a rules page gets and returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pygame

from game.ui.look import Look
from rules.base import Rules, Setup


@dataclass(frozen=True, slots=True)
class HelpSheet:
    """What a picture of the rules page is drawn for."""

    rules: Rules
    look: Look
    """Of the paper that the picture lies on."""
    table: Look
    """Of the player's table: its cloth and its wood."""
    say: Callable[..., str]
    values: Mapping[str, str]
    """The entries of the page beside the name of the picture, with placeholders filled in."""
    width: int


@dataclass(frozen=True, slots=True)
class HelpBoard:
    """A picture of the rules page and what the rules say about it."""

    picture: pygame.Surface
    fits: bool | None = None
    """True for a tick, False for a cross, None for neither."""
    sentence: str = ""
    legend: tuple[str, ...] = ()
    """Explains the numbers in the picture."""
    setup: Setup | None = None
    """The position that "Try it" opens."""
    moves: tuple[str, ...] = ()
    """Moves played in it before the player takes over, as the rules write them."""
