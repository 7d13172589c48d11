"""`main.py simulate --compare`: the same deals under two variants, with figures and bars side by side."""

from __future__ import annotations

from collections.abc import Iterable

from game.commands.match import Match, Played
from game.ui.text import Texts
from rules.trial import Tally

BAR = 24
"""Characters of the longest bar."""


class Comparison:
    """Totals of two matches that differ only in the variant."""

    def __init__(self, matches: tuple[Match, Match]):
        self.matches = matches
        self.tallies = (Tally(), Tally())

    def add(self, side: int, played: Played) -> None:
        self.tallies[side].add(played, played.seating)

    def table(self, texts: Texts) -> str:
        """Return all figures as text for printing."""
        first, second = self.matches
        n = self.tallies[1].games
        head = texts("cli.simulate.compare_head", n=n, game=first.game, variant=first.variant,
                     other=second.variant, first=first.seed, last=first.seed + max(n, 1) - 1)
        rows = list(self._rows(texts))
        width = max(len(name) for name, _, _ in rows)
        lines = [head, "", f"{'':{width}}   {first.variant:{BAR + 8}}   {second.variant}".rstrip()]
        for name, values, share in rows:
            longest = 1.0 if share else max(*values, 1e-9)
            cells = [_cell(value, longest, texts, share=share) for value in values]
            lines.append(f"{name:{width}}   {cells[0]:{BAR + 8}}   {cells[1]}".rstrip())
        return "\n".join(lines)

    def _rows(self, texts: Texts) -> Iterable[tuple[str, tuple[float, float], bool]]:
        """Return (name, both values, whether they are percentages) per row."""
        one, two = self.tallies
        yield texts("cli.simulate.compare_points"), (one.mean_points, two.mean_points), False
        yield texts("cli.simulate.compare_moves"), (one.mean_length, two.mean_length), False
        for number, name in enumerate(self.matches[0].names):
            yield (texts("cli.simulate.compare_wins", bot=name),
                   (one.win_share(number), two.win_share(number)), True)
        if one.undecided or two.undecided:
            shares = tuple(tally.undecided / max(1, tally.games) for tally in (one, two))
            yield texts("cli.simulate.compare_nobody"), (shares[0], shares[1]), True
        for why, _ in (one.whys + two.whys).most_common():
            yield texts("cli.simulate.compare_ends", why=why), (one.why_share(why), two.why_share(why)), True


def _cell(value: float, longest: float, texts: Texts, *, share: bool) -> str:
    """Return a number and its bar; a negative number has no bar."""
    number = f"{100 * value:.1f}%" if share else f"{value:.1f}"
    bar = "#" * max(0, round(BAR * value / longest))
    return f"{number.replace('.', texts('cli.simulate.decimal')):>7} {bar}"
