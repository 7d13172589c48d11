"""Ratings, long: careers of a known strength, and whether a match for somebody is won about half.

`--quick` plays a tenth; `--count N` plays N games for every level of every game.
"""

from __future__ import annotations

import sys
from math import exp
from random import Random

from game.boards.measures.figures import Row, report
from game.commands.match import Match, play_game
from game.data.index.rating import FIXED, SURE, Rating, rated
from rules.catalog import GAMES
from rules.session import LEVELS
from rules.strengths import SPREAD, match_level, strengths

CAREERS, GAMES_OF_A_CAREER = 100, 100
MATCHES = 200


def main() -> None:
    quick = "--quick" in sys.argv
    count = int(sys.argv[sys.argv.index("--count") + 1]) if "--count" in sys.argv else MATCHES
    count = max(4, count // 10) if quick else count
    rows = [Row("careers", found_careers(CAREERS // 10 if quick else CAREERS), "%", None, 95.0,
                at_least=True)]
    for game in GAMES.values():
        if not game.solitaire:
            for level in LEVELS:
                share = 100 * matches(game.id, level, count)
                print(f"  {game.id}, {level}: {share:.0f} % of {count}", file=sys.stderr, flush=True)
                rows.append(Row("match", abs(share - 50), "%", None, 10.0, game=f"{game.id}, {level}"))
    report(rows)


def found_careers(count: int) -> float:
    """Return how many of 100 players of a known strength are found within the uncertainty."""
    games = [game.id for game in GAMES.values() if not game.solitaire]
    return 100 * sum(career(games[seed % len(games)], seed) for seed in range(count)) / count


def career(game: str, seed: int) -> bool:
    """Play a career against bots of all levels by chance; return whether its rating tells the strength."""
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


def matches(game: str, level: str, count: int) -> float:
    """Let a player of a level meet bots matched to its rating; return the share that the bots win."""
    me, bots = Rating(), 0.0
    for number in range(count):
        matched = match_level(me.strength)
        played = play_game(Match(game, "classic", (level, matched), 2, count, 1), number)
        seat = played.seating.index(1)
        won = 1 / len(played.winners) if seat in played.winners else 0.0
        won = won if played.winners else 0.5
        bots += won
        me = after_game(me, float(matched.split()[1]), 1.0 - won)
    return bots / count


if __name__ == "__main__":
    main()
