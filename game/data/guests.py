"""The player without a name, whom older programs saved as "You" in the language of the day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.session import Seat

_LABELS = frozenset({"Du", "You", "Toi", "Tu", "Jij", "Tú", "Gast", "Guest", "Invité", "Ospite", "Invitado"})


def is_guest(name: str) -> bool:
    """Return whether a name is the label of a player without a name, in any language, now or formerly."""
    return name.strip() in _LABELS


def with_guests(seats: Iterable[Seat], label: str) -> list[Seat]:
    """Return seats whose unnamed players are called by the label of the present language."""
    return [replace(seat, name=label) if not seat.is_bot and is_guest(seat.name) else seat for seat in seats]
