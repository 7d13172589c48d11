"""The pieces of a letter game and a letter set that makes words easy, for suites that test every game."""

from __future__ import annotations

from collections import Counter
from typing import Any

EASY_LETTERS = """
letters:
  red: {A: 8, E: 14, I: 6, O: 0, U: 0, "Y": 0, jolly: 0}
  black: {"N": 10, R: 8, S: 8, T: 8, L: 6, B: 0, C: 0, D: 0, F: 0, G: 0, H: 0, J: 0, K: 0, M: 0, P: 0,
          Q: 0, V: 0, W: 0, X: 0, Z: 0, jolly: 0}
"""


def letters(state: Any) -> Counter[str]:
    """Count all letters; a Jolly on the table is in lower case and is the same piece for any letter."""
    red, lying = "aeiouy", "".join(state.letters.values())
    laid = ["*" if letter in red else "+" if letter.islower() else letter for letter in lying]
    return Counter((*laid, *"".join(state.hands), *state.red, *state.black))
