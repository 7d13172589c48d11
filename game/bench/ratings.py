"""Ratings, long: simulated careers of known strength, and games against opponents matched to a rating.

Every level plays as a person not known yet would, against bots of its own rating. Keeps the games in
ratings.yaml beside this module and continues there the next time; then draws the tables of both READMEs.
`--games` and `--levels` choose some, separated by commas; `--count` is the number of games of each level.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import exp
from multiprocessing import get_context
from pathlib import Path
from random import Random

import yaml

from game.bench.ladder import draw, save_figures, share, some_of, table
from game.boards.measures.figures import Row, report
from game.commands.match import Match, play_game
from game.commands.simulate import leave_interrupts
from game.data.index.rating import FIXED, SURE, Rating, newcomer, rated
from game.ui.text import Texts
from rules.catalog import GAMES
from rules.session import LEVELS
from rules.strengths import SPREAD, Score, match_level, strength_of, strengths

CAREERS, GAMES_OF_A_CAREER = 100, 100
COUNT = 200
"""Games of a level against bots matched to it."""
STEP = 10
"""Games after which the file is written."""
FAIR = 10.0
"""By how many percentage points the share of such a bot may differ from one half."""
PLAYED = [game.id for game in GAMES.values() if not game.solitaire]
FILE = Path(__file__).with_suffix(".yaml")


@dataclass(frozen=True, slots=True)
class Series:
    """The games of one level of a game against bots matched to its rating."""

    game: str
    level: str
    rating: Rating
    """Of the level, as if it were a person, after these games."""
    won: float = 0.0
    """Games won by the bots; a draw counts half."""
    games: int = 0

    @property
    def score(self) -> Score | None:
        """Return what the bots have won, if there were games."""
        return Score(self.won, self.games) if self.games else None

    @property
    def percentage(self) -> float:
        """Return the percentage of games that the bots have won."""
        return 100 * self.won / self.games


Decided = Callable[[Series, str], float]
"""Lets a level meet a matched bot in the next game of a series; returns what the bot has won."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--games", type=some_of(PLAYED), default=PLAYED)
    parser.add_argument("--levels", type=some_of(LEVELS), default=LEVELS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    rows = [Row("careers", found_careers(CAREERS), "%", None, 95.0, at_least=True)]
    wanted = [key for key in begun() if key[0] in given.games and key[1] in given.levels]
    further = partial(continued, count=given.count)
    with get_context("spawn").Pool(given.jobs, initializer=leave_interrupts) as pool:
        while short := [one for key in wanted if (one := begun()[key]).games < given.count]:
            for series in pool.imap_unordered(further, short):
                save(series)
                print(f"  {series.game}, {series.level}: {series.percentage:.0f} % of {series.games}",
                      file=sys.stderr, flush=True)
    draw("matches", drawn)
    report([*rows, *(row_of(begun()[key]) for key in wanted)])


def row_of(series: Series) -> Row:
    """Return by how much the share of the bots differs from one half."""
    return Row("match", abs(series.percentage - 50), "%", None, FAIR, game=f"{series.game}, {series.level}")


# --- careers ---


def found_careers(count: int) -> float:
    """Return how many of 100 players of a known strength are found within the uncertainty."""
    return 100 * sum(career(PLAYED[seed % len(PLAYED)], seed) for seed in range(count)) / count


def career(game: str, seed: int) -> bool:
    """Simulate games against random levels; return whether the true strength is within the uncertainty."""
    dice, known = Random(seed), strengths(game)
    true, me = dice.uniform(known["easy"], known["master"]), newcomer(game)
    for _ in range(GAMES_OF_A_CAREER):
        other = known[dice.choice(LEVELS)]
        won = dice.random() < 1 / (1 + exp((other - true) / SPREAD))
        me = after_game(me, other, 1.0 if won else 0.0)
    return abs(me.strength - true) <= SURE * me.deviation


def after_game(me: Rating, other: float, won: float) -> Rating:
    """Return the rating after a game against a fixed strength; half a win is a draw."""
    ranks = [1, 1] if won == 0.5 else [1, 2] if won else [2, 1]
    strength, deviation = rated([me, Rating(other, FIXED)], ranks)[0]
    return Rating(strength, deviation)


# --- matches ---


def played(series: Series, matched: str) -> float:
    """Let a level play against a matched bot, the deals from 1 on, seats alternating."""
    found = play_game(Match(series.game, "classic", (series.level, matched), 2, 0, 1), series.games)
    if not found.winners:
        return 0.5
    return float(found.seating.index(1) in found.winners) / len(found.winners)


def continued(series: Series, count: int, decided: Decided = played, step: int = STEP) -> Series:
    """Return a series with some more games, at most `count` in all."""
    for _ in range(min(step, count - series.games)):
        matched = match_level(series.rating.strength)
        won = decided(series, matched)
        rating = after_game(series.rating, strength_of(series.game, matched), 1.0 - won)
        series = Series(series.game, series.level, rating, series.won + won, series.games + 1)
    return series


# --- the file ---


def begun() -> dict[tuple[str, str], Series]:
    """Return all series by game and level, as far as they were played."""
    entries = yaml.safe_load(FILE.read_text(encoding="utf-8")) or {}
    found = {}
    for game in PLAYED:
        for level in LEVELS:
            entry = entries.get(game, {}).get(level)
            found[game, level] = Series(game, level, newcomer(game)) if entry is None else Series(
                game, level, Rating(entry["strength"], entry["deviation"]), entry["won"], entry["games"])
    return found


def save(series: Series) -> None:
    """Put a series into the file."""
    save_figures(FILE, written(begun() | {(series.game, series.level): series}))


def written(found: dict[tuple[str, str], Series]) -> Iterator[str]:
    """Yield the lines of the file."""
    for game in PLAYED:
        some = [one for one in (found[game, level] for level in LEVELS) if one.games]
        if some:
            yield f"{game}:"
        for one in some:
            yield (f"  {one.level}: {{won: {one.won:g}, games: {one.games}, "
                   f"strength: {one.rating.strength:.3f}, deviation: {one.rating.deviation:.3f}}}")


def drawn(texts: Texts) -> Iterator[str]:
    """Yield the lines of the table of the READMEs."""
    names, found = [texts(f"level_name.{level}") for level in LEVELS], begun()
    yield from table([texts("bench.ladder.game"), *names], (
        [texts(f"game.{game}.title"), *(share(found[game, level].score, texts) for level in LEVELS)]
        for game in PLAYED))


if __name__ == "__main__":
    main()
