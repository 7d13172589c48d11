"""A translatable message (key and values). Separate from rules/base.py because screens import it cheaply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Phrase:
    """A text key and the values that fill it; game/ui/text.py translates it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
