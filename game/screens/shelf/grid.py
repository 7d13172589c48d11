"""The grid of the shelf: which family goes into which row, and how many columns there are."""

from __future__ import annotations

from itertools import count

from game.ui.theme import Metrics
from rules.catalog import GAMES, Game

PLAY_ON = 2
"""The width of the place of Play on, in columns."""
MORE_COLUMNS = 2
"""Columns added at most before a further row: then boxes are still wide enough for their titles."""
Row = list[tuple[str, int, list[Game]]]
"""One board of the shelf: families with their width in columns and their games."""


def is_wide(metrics: Metrics) -> bool:
    return metrics.aspect >= 1.5


def grid(metrics: Metrics) -> tuple[int, list[Row]]:
    """Return the number of columns and the rows.

    The design's columns and rows if all families fit; else up to MORE_COLUMNS more columns, else more
    rows.
    """
    token = metrics.design["layout"]["shelf"]
    first, most = (token["columns"], token["rows"]) if is_wide(metrics) else (
        token["narrow_columns"], token["narrow_rows"])
    widest = max(map(len, _families().values()))
    for rows_allowed in count(most):
        for columns in range(first, max(widest, first + MORE_COLUMNS) + 1):
            rows = _rows(columns)
            if columns >= widest and len(rows) <= rows_allowed:
                return columns, rows
    raise AssertionError("unreachable: a row for every family always fits")


def _rows(columns: int) -> list[Row]:
    """Put every family into the first row with room for it, Play on first."""
    rows: list[Row] = [[("play_on", PLAY_ON, [])]]
    for family, games in _families().items():
        roomy = (row for row in rows if sum(width for _, width, _ in row) + len(games) <= columns)
        row = next(roomy, None)
        if row is None:
            row = []
            rows.append(row)
        row.append((family, len(games), games))
    return rows


def _families() -> dict[str, list[Game]]:
    """Return the games of every family, in the order of the catalog."""
    found: dict[str, list[Game]] = {}
    for game in GAMES.values():
        found.setdefault(game.family, []).append(game)
    return found
