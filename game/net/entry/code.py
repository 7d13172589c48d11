"""The code of a table: a number and two words in the player's language, easy to read out by phone."""

from __future__ import annotations

import secrets
import unicodedata

from game.ui.text import Texts

HIGHEST = 99


def new_code(texts: Texts) -> str:
    """Return a fresh code such as `7 Turm Regal`."""
    words = texts.lines("net.code_words")
    first = secrets.choice(words)
    second = secrets.choice([word for word in words if word != first])
    return f"{secrets.randbelow(HIGHEST) + 1} {first} {second}"


def code_key(code: str) -> bytes:
    """Return the normalised code that both sides prove: case-folded, without accents, joined by hyphens."""
    spread = unicodedata.normalize("NFKD", code.casefold())
    plain = "".join(mark if mark.isalnum() else " " for mark in spread if not unicodedata.combining(mark))
    return "-".join(plain.split()).encode()
