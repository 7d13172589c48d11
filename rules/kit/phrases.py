"""A sentence for a person, not yet in words. Apart from the contract, because every screen needs it at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Phrase:
    """A text key and the values that fill it; game/ui/text.py puts it into words."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
