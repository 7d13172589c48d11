"""How letters are written down: capitals, small letters for a Jolly in use, signs for Jollies and backs."""

from __future__ import annotations

from rules.words.language import VOWELS

RED, BLACK = "red", "black"
RED_JOLLY, BLACK_JOLLY = "*", "+"
JOLLIES = RED_JOLLY + BLACK_JOLLY
BACK_OF = {RED: "?", BLACK: "!"}
"""A letter of which only the back, and so the colour, is seen."""
_RED_MARKS = RED_JOLLY + BACK_OF[RED]


def colour_of(letter: str) -> str:
    """Return the colour of a letter, in the hand or on the table."""
    return RED if letter in _RED_MARKS or letter.upper() in VOWELS else BLACK


def jolly_for(letter: str) -> str:
    """Return the Jolly that can represent a letter."""
    return RED_JOLLY if letter.upper() in VOWELS else BLACK_JOLLY
