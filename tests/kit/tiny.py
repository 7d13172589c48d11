"""Short whole games for tests: a data folder with tiny rules, and the players."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from rules.base import Rules
from rules.catalog import GAMES, rules_class
from tests.kit.facts import facts_of
from tests.kit.play import changed_rules

SEED = 3
"""A deal in which every game is short."""
BOTS = ("Bruno", "Cleo", "Dario")
SOLITAIRE = next(game for game in GAMES if GAMES[game].solitaire)
"""The game for tests of screens and windows that only need one: nobody else makes a move in it."""


def player_of(game: str, way: str) -> str:
    """Return the player of a game for `tests.kit.watched`; `way` is mouse, keyboard or pad."""
    return f"{facts_of(game).player}:by_{way}"


def tiny_rules(game: str) -> Rules:
    """Return the rules of a short whole game."""
    return changed_rules(rules_class(game), **(yaml.safe_load(facts_of(game).tiny) or {}))


def lay_out(folder: Path, game: str) -> None:
    """Make a data folder with tiny rules chosen, Ada against few bots, and animations off."""
    rules, choices = folder / "rules" / game, folder / "choices"
    for path in (rules, choices):
        path.mkdir(parents=True)
    (rules / "tiny.yaml").write_text(f"extends: classic\n{facts_of(game).tiny}", encoding="utf-8")
    (folder / "settings.yaml").write_text(f'speed: "none"\nseen_tutorials: "{game}"\nname: "Ada"\n',
                                          encoding="utf-8")
    others = 0 if GAMES[game].solitaire else max(1, GAMES[game].players[0] - 1)
    seats = [{"name": "Ada", "kind": "human", "level": "easy"}] + [
        {"name": name, "kind": "bot", "level": "easy"} for name in BOTS[:others]]
    (choices / f"{game}.json").write_text(json.dumps({"variant": "tiny", "seats": seats}), encoding="utf-8")
