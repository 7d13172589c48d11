"""Days and moments in the words of the language, for lists and cards."""

from __future__ import annotations

from datetime import date, datetime

from game.ui.text import Texts


def written_date(texts: Texts, day: str) -> str:
    """A day as the history keeps it (2026-05-03, perhaps with a time); anything else stays as it is."""
    try:
        when = date.fromisoformat(day[:10])
    except ValueError:
        return day
    return texts("statistics.date", day=when.day, month=texts.lines("statistics.months")[when.month - 1],
                 year=when.year)


def moment_in_words(texts: Texts, when: datetime) -> str:
    """Day and time of something that was not long ago."""
    return texts("statistics.moment", day=when.day, time=when.strftime("%H:%M"),
                 month=texts.lines("statistics.months")[when.month - 1])
