"""Ratings, long: simulated careers of known strength, and the balance of matched opponents.

`--quick` plays a tenth; `--count N` plays N games for every level of every game; `--games` and `--levels`
choose some, separated by commas; with `--pace N` all bots have N percent of their usual time. `--modelled`
lets the measured strengths decide the games of matched opponents, which takes seconds.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from math import exp
from multiprocessing import get_context
from random import Random

from game.bench.ladder import some_of
from game.boards.measures.figures import Row, report
from game.commands.match import Match, play_game
from game.data.index.rating import FIXED, SURE, Rating, rated
from rules.catalog import GAMES
from rules.session import LEVELS
from rules.strengths import SPREAD, match_level, strength_of, strengths

CAREERS, GAMES_OF_A_CAREER = 100, 100
MATCHES = 200


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--count", type=int, default=MATCHES)
    games = [game.id for game in GAMES.values() if not game.solitaire]
    parser.add_argument("--games", type=some_of(games), default=games)
    parser.add_argument("--levels", type=some_of(LEVELS), default=LEVELS)
    parser.add_argument("--pace", type=int)
    parser.add_argument("--modelled", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    count = max(4, given.count // 10) if given.quick else given.count
    rows = [Row("careers", found_careers(CAREERS // 10 if given.quick else CAREERS), "%", None, 95.0,
                at_least=True)]
    players = [*product(given.games, given.levels)]
    play = partial(_matches, count=count, pace=None if given.pace is None else given.pace / 100,
                   modelled=given.modelled)
    with get_context("spawn").Pool(given.jobs) as pool:
        for (game, level), share in zip(players, pool.imap(play, players), strict=True):
            print(f"  {game}, {level}: {100 * share:.0f} % of {count}", file=sys.stderr, flush=True)
            rows.append(Row("match", abs(100 * share - 50), "%", None, 10.0, game=f"{game}, {level}"))
    report(rows)


def found_careers(count: int) -> float:
    """Return how many of 100 players of a known strength are found within the uncertainty."""
    games = [game.id for game in GAMES.values() if not game.solitaire]
    return 100 * sum(career(games[seed % len(games)], seed) for seed in range(count)) / count


def career(game: str, seed: int) -> bool:
    """Simulate games against random levels; return whether the true strength is within the uncertainty."""
    dice, known = Random(seed), strengths(game)
    true, me = dice.uniform(known["easy"], known["master"]), Rating()
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


Decided = Callable[[str, int], float]
"""Lets a player meet a matched bot in a game with this number; returns what the bot has won."""


def matches(decided: Decided, game: str, count: int) -> float:
    """Let a player meet bots matched to its rating; return the share that the bots win."""
    me, bots = Rating(), 0.0
    for number in range(count):
        matched = match_level(me.strength)
        won = decided(matched, number)
        bots += won
        me = after_game(me, strength_of(game, matched), 1.0 - won)
    return bots / count


def played(game: str, level: str, pace: float | None = None) -> Decided:
    """Return how games of a level are decided that are played."""
    def decided(matched: str, number: int) -> float:
        found = play_game(Match(game, "classic", (level, matched), 2, 0, 1, pace=pace), number)
        won = 1 / len(found.winners) if found.seating.index(1) in found.winners else 0.0
        return won if found.winners else 0.5

    return decided


def by_strength(game: str, level: str, dice: Random) -> Decided:
    """Return how games of a level are decided by the measured strengths."""
    def decided(matched: str, _number: int) -> float:
        lead = strength_of(game, level) - strength_of(game, matched)
        return float(dice.random() < 1 / (1 + exp(lead / SPREAD)))

    return decided


def _matches(player: tuple[str, str], count: int, pace: float | None, *, modelled: bool) -> float:
    decided = by_strength(*player, Random(1)) if modelled else played(*player, pace)
    return matches(decided, player[0], count)


if __name__ == "__main__":
    main()
