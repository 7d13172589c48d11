"""The table printed by `simulate`: wins, points, lengths and times, totalled game by game."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.commands.match import Match, Played, Thinking
from game.ui.text import Texts


@dataclass(slots=True)
class Line:
    """The figures of one bot. A bot with two seats at a table counts twice."""

    games: int = 0
    wins: float = 0.0
    """A win shared by two counts half for each."""
    points: int = 0
    best: int | None = None
    thinking: Thinking = field(default_factory=Thinking)


@dataclass(slots=True)
class Span:
    """Mean, minimum and maximum of a figure."""

    count: int = 0
    total: int = 0
    low: int = 0
    high: int = 0

    def add(self, value: int) -> None:
        self.low = min(self.low, value) if self.count else value
        self.high = max(self.high, value) if self.count else value
        self.count += 1
        self.total += value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0


class Scoreboard:
    """Totals of many games; `table` formats them."""

    def __init__(self, match: Match):
        self.match = match
        self.lines = [Line() for _ in match.bots]
        self.lengths, self.rounds = Span(), Span()

    def add(self, played: Played) -> None:
        self.lengths.add(played.moves)
        self.rounds.add(played.rounds)
        for seat, bot in enumerate(played.seating):
            line, points = self.lines[bot], played.scores[seat]
            line.games += 1
            line.points += points
            line.best = points if line.best is None else max(line.best, points)
            if seat in played.winners:
                line.wins += 1 / len(played.winners)
        for bot, thinking in played.thinking.items():
            self.lines[bot].thinking.join(thinking)

    def table(self, texts: Texts) -> str:
        """Return all figures as text for printing."""
        match = self.match
        head = texts("cli.simulate.head", n=self.lengths.count, game=match.game, variant=match.variant,
                     first=match.seed, last=match.seed + max(self.lengths.count, 1) - 1)
        rows = [[texts(f"cli.simulate.column.{name}") for name in _COLUMNS]]
        rows += [_row(name, line, texts) for name, line in zip(match.names, self.lines, strict=True)]
        return "\n".join([head, "", *_aligned(rows), "", *self._below(texts)])

    def _below(self, texts: Texts) -> list[str]:
        total = Thinking()
        for line in self.lines:
            total.join(line.thinking)
        spans = [("cli.simulate.lengths", self.lengths)]
        if self.rounds.high > 1:
            spans.append(("cli.simulate.rounds", self.rounds))
        below = [texts(key, mean=_decimal(span.mean, texts), low=span.low, high=span.high)
                 for key, span in spans]
        mean, worst = _milliseconds(total)
        return [*below, texts("cli.simulate.times", mean=_decimal(mean, texts), worst=_decimal(worst, texts))]


_COLUMNS = ("bot", "games", "wins", "percent", "points", "best", "time", "worst")


def _row(name: str, line: Line, texts: Texts) -> list[str]:
    if not line.games:
        return [name, "0", *["-"] * (len(_COLUMNS) - 2)]
    mean, worst = _milliseconds(line.thinking)
    wins = str(round(line.wins)) if abs(line.wins - round(line.wins)) < 1e-6 else _decimal(line.wins, texts)
    percent, points = 100 * line.wins / line.games, line.points / line.games
    return [name, str(line.games), wins, _decimal(percent, texts), _decimal(points, texts), str(line.best),
            _decimal(mean, texts), _decimal(worst, texts)]


def _milliseconds(thinking: Thinking) -> tuple[float, float]:
    return 1000 * thinking.seconds / max(thinking.moves, 1), 1000 * thinking.worst


def _decimal(value: float, texts: Texts) -> str:
    return f"{value:.1f}".replace(".", texts("cli.simulate.decimal"))


def _aligned(rows: list[list[str]]) -> list[str]:
    """Align columns: names left, figures right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(_COLUMNS))]
    lines = []
    for name, *figures in rows:
        cells = [name.ljust(widths[0]),
                 *(cell.rjust(width) for cell, width in zip(figures, widths[1:], strict=True))]
        lines.append("   ".join(cells))
    return lines
