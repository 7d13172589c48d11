"""Unfinished games in words and pictures, read from their saves without replaying them."""

from __future__ import annotations

import pygame

from game.data.store import PICTURES, Save
from game.ui.text import Texts
from rules.catalog import GAMES, rules_class
from rules.kit.visible import visible

NAMES_SHOWN = 3


def rivals(texts: Texts, save: Save) -> str:
    """Return who plays besides the first person: "with Bruno and Cleo"."""
    seats = save.record["players"]
    own = next((at for at, seat in enumerate(seats) if seat.get("kind") != "bot"), 0)
    names = [visible(seat["name"], 14) for at, seat in enumerate(seats) if at != own]
    if not names:
        return texts("unfinished.alone")
    if len(names) > NAMES_SHOWN:
        names = [*names[:NAMES_SHOWN - 1], f"+{len(names) - NAMES_SHOWN + 1}"]
        return texts("unfinished.with", names=", ".join(names))
    ahead = ", ".join(names[:-1]) + texts("list.and") if names[1:] else ""
    return texts("unfinished.with", names=ahead + names[-1])


def state_of(texts: Texts, save: Save) -> str:
    """Return how far the game is, in a few words: pieces left, the round, or the moves made."""
    rounds = save.record["rounds"]
    if GAMES[save.record["game"]].solitaire:
        try:
            dealt = rules_class(save.record["game"]).moves_to_win(rounds[-1]["setup"])
        except (KeyError, TypeError, IndexError, AttributeError):
            return ""
        if dealt is not None:
            return texts("unfinished.left", n=dealt - len(rounds[-1]["moves"]), dealt=dealt)
    if len(rounds) > 1:
        return texts("unfinished.round", n=len(rounds))
    return texts("unfinished.moves", n=len(rounds[0]["moves"]))


def picture_of(save: Save) -> pygame.Surface | None:
    """Return the picture of the table that lies beside the save, if there is one."""
    for path in map(save.path.with_suffix, PICTURES):
        if path.is_file():
            try:
                return pygame.image.load(path)
            except (pygame.error, OSError):
                return None
    return None
