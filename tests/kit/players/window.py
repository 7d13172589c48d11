"""A player that only reports the window size."""

from __future__ import annotations

from typing import Any

from tests.kit.players.acts import Turn


def size(app: Any) -> Turn:
    return [*app.look.size], list
