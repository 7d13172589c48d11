"""A player who only looks how large the window is."""

from __future__ import annotations

from typing import Any

from tests.kit.players.acts import Turn


def size(app: Any) -> Turn:
    return [*app.look.size], list
