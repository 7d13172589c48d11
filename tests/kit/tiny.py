"""Whole games that are soon over, for tests: tiny rules, a folder in which they are chosen, and who plays them."""

from __future__ import annotations

import json
from pathlib import Path

from rules.catalog import GAMES

EASY_LETTERS = """
letters:
  red: {A: 8, E: 14, I: 6, O: 0, U: 0, "Y": 0, jolly: 0}
  black: {"N": 10, R: 8, S: 8, T: 8, L: 6, B: 0, C: 0, D: 0, F: 0, G: 0, H: 0, J: 0, K: 0, M: 0, P: 0, Q: 0, V: 0,
          W: 0, X: 0, Z: 0, jolly: 0}
"""
TINY = {
    "tripple_domino": "hand: {2: 5}\ntarget: 20\n",
    "tripple_solitaire": "hand: {1: 6}\nsolitaire: {draws: 3}\n",
    "trio_domino": "hand: 4\n",
    "kwinty": "blocks: 4\nmatch: {games: 2}\n",
    "turris": "blocks: 6\n",
    "kreuzwort": f"deal: {{red: 3, black: 5}}\n{EASY_LETTERS}",
    "point_typ_dom": f"deal: {{red: 3, black: 4}}\n{EASY_LETTERS}",
    "presto": "deal:\n" + "".join(f"  {n}: {{black: 3, red: 3}}\n" for n in (4, 5, 6)) + EASY_LETTERS,
    "wer_behaelt_recht": f"deal: {{red: 2, black: 3}}\n{EASY_LETTERS}",
}
"""What differs from the rule sheet; a game that is short already stays out. Kwinty has two rounds."""
SEED = 3
"""A deal in which every game is short."""
PLAYERS = {"kreuzwort": "crossword", "point_typ_dom": "crossword", "presto": "presto", "wer_behaelt_recht": "wer"}
"""The module of `tests.kit.players` for a game in which words are laid; all others are played by one for pieces."""
BOTS = ("Bruno", "Cleo", "Dario")


def player_of(game: str, way: str) -> str:
    """Who plays a game, as `tests.kit.watched` is told: `way` is mouse, keyboard or pad."""
    return f"tests.kit.players.{PLAYERS.get(game, 'pieces')}:by_{way}"


def lay_out(folder: Path, game: str) -> None:
    """A data folder where the tiny rules are chosen, Ada sits with few bots, and nothing moves slowly."""
    rules, choices = folder / "rules" / game, folder / "choices"
    for path in (rules, choices):
        path.mkdir(parents=True)
    (rules / "tiny.yaml").write_text(f"extends: classic\n{TINY.get(game, '')}", encoding="utf-8")
    (folder / "settings.yaml").write_text(f'speed: "none"\nseen_tutorials: "{game}"\nname: "Ada"\n', encoding="utf-8")
    others = 0 if GAMES[game].solitaire else max(1, GAMES[game].players[0] - 1)
    seats = [{"name": "Ada", "kind": "human", "level": "easy"}] + [
        {"name": name, "kind": "bot", "level": "easy"} for name in BOTS[:others]]
    (choices / f"{game}.json").write_text(json.dumps({"variant": "tiny", "seats": seats}), encoding="utf-8")
