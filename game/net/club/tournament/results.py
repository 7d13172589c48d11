"""Export of tournament results: standings and tables as CSV, everything as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from game.net.club.tournament.course import Course
from game.net.club.tournament.page import Line, Page, page_of
from rules.kit.plain import to_plain


def as_csv(page: Page) -> str:
    """Return the standings as CSV, one line per entrant."""
    head = ["rank", "name", "id", "bot", "points", *page.tie_breaks, "won", "drawn", "lost"]
    return _csv(head, ([row.rank, _harmless(row.name), row.id, row.level or "", f"{row.points:g}",
                        *(f"{value:g}" for value in row.tie_breaks), row.won, row.drawn, row.lost]
                       for row in page.rows))


def games_csv(course: Course) -> str:
    """Return all tables of all rounds as CSV, one line per seat."""
    rows = ([number, line.table, place + 1, _harmless(name), f"{points:g}"]
            for number, lines in _rounds(course) for line in lines
            for place, (name, points) in enumerate(zip(line.names, line.points, strict=True)))
    return _csv(["round", "table", "seat", "name", "points"], rows)


def as_json(course: Course) -> str:
    """Return the standings and the tables of all rounds as JSON."""
    rounds = [{"round": number, "tables": [to_plain(line) for line in lines],
               "byes": [course.entrants[one].name for one in course.rounds[number - 1].byes]}
              for number, lines in _rounds(course)]
    plain = to_plain(page_of(course))
    kept = {key: plain[key] for key in ("head", "system", "tie_breaks", "rows")}
    return json.dumps({**kept, "rounds": rounds}, ensure_ascii=False, indent=2) + "\n"


def _rounds(course: Course) -> Iterable[tuple[int, tuple[Line, ...]]]:
    return ((number, page_of(course, number).tables) for number in range(1, len(course.rounds) + 1))


def _csv(head: list[str], rows: Iterable[list[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def _harmless(name: str) -> str:
    """Escape a name that a spreadsheet would read as a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name
