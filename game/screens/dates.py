"""Dates and times in the chosen language, for lists and cards."""

from __future__ import annotations

from datetime import date, datetime

from game.ui.text import Texts


def written_date(texts: Texts, day: str) -> str:
    """Translate an ISO date, perhaps with a time; return anything else unchanged."""
    try:
        when = date.fromisoformat(day[:10])
    except ValueError:
        return day
    return texts("statistics.date", day=when.day, month=texts.lines("statistics.months")[when.month - 1],
                 year=when.year)


def written_moment(texts: Texts, when: datetime) -> str:
    """Write day and time, without the year."""
    return texts("statistics.moment", day=when.day, time=when.strftime("%H:%M"),
                 month=texts.lines("statistics.months")[when.month - 1])
