"""The facts of a finished game by which honours are judged, from the seat of one person.

From the events of the session: `points` and `times` (by kind of points won), `said` (by text key of the log),
`placed`, `drawn`, `removed`, `pile` (pieces laid on one place), `at_once` (pieces laid by one move),
`best_move`. From the game: `won`, `why`, `score`, `lead`, `players`, `beaten` (the strongest bot, easy = 1),
`beaten_people`, `moves`, `rounds`, `seconds`, `undos`, `hints`, `variant`, `at`. From the history, including
this game: `played`, `wins`, `streak` (with words only those of the same language), `days` (streak of deals
of the day), `levels` (solved), `stars` (of this level), `full_levels` (with all stars).
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

from game.data.history import History, Result
from rules.base import Drawn, Placed, Removed, Said, Scored
from rules.files.variants import language_named
from rules.session import LEVELS, Session

ALL_STARS = 3


def facts_of(session: Session, seat: int, entry: Result, history: History, profile: int) -> dict[str, Any]:
    """Return all facts of a game that has just been added to the history."""
    outcome = session.game_outcome or session.outcome
    first = next((i for i, player in enumerate(session.seats) if not player.is_bot), 0)
    won = entry.won if seat == first else outcome is not None and seat in outcome.winners
    return (_events(session, seat) | _table(session, seat, won=won) | _past(history, session, entry, profile)
            | {"won": won, "why": entry.why, "rounds": len(session.rounds), "seconds": entry.seconds,
               "undos": entry.undos, "hints": entry.hints, "variant": session.rules.variant,
               "at": "level" if entry.level else "daily" if entry.daily else "deal"})


def _events(session: Session, seat: int) -> dict[str, Any]:
    """Return the counts of what this seat did."""
    points: Counter[str] = Counter()
    times: Counter[str] = Counter()
    said: Counter[str] = Counter()
    piles: Counter[tuple[int, str]] = Counter()
    count = {"placed": 0, "drawn": 0, "removed": 0, "moves": 0, "best_move": 0, "at_once": 0}
    for number, ply in session.history():
        if ply.by == seat:
            count["moves"] += 1
            count["best_move"] = max(count["best_move"], sum(
                event.points for event in ply.events if isinstance(event, Scored) and event.by == seat))
            count["at_once"] = max(count["at_once"], sum(isinstance(event, Placed) for event in ply.events))
        for event in ply.events:
            if event.by != seat:
                continue
            if isinstance(event, Scored) and event.points > 0:
                points[event.kind] += event.points
                times[event.kind] += 1
            elif isinstance(event, Placed):
                count["placed"] += 1
                piles[number, str(event.place)] += 1
            elif isinstance(event, Drawn):
                count["drawn"] += len(event.pieces)
            elif isinstance(event, Removed):
                count["removed"] += 1
            if isinstance(event, (Placed, Drawn, Removed, Said)) and event.phrase is not None:
                said[event.phrase.key] += 1
    return count | {"points": points, "times": times, "said": said, "pile": max(piles.values(), default=0)}


def _table(session: Session, seat: int, *, won: bool) -> dict[str, Any]:
    """Return score, lead and beaten opponents of one seat."""
    scores = session.state.scores
    others = [(player, scores[i]) for i, player in enumerate(session.seats) if i != seat]
    bots = [LEVELS.index(player.level) + 1 for player, _ in others
            if player.is_bot and player.level in LEVELS]
    return {"score": scores[seat], "lead": scores[seat] - max((score for _, score in others), default=0),
            "players": len(scores), "beaten": max(bots, default=0) if won else 0,
            "beaten_people": sum(not player.is_bot for player, _ in others) if won else 0}


def _past(history: History, session: Session, entry: Result, profile: int) -> dict[str, Any]:
    game = session.rules.game
    summary = history.summary(game, among=_same_words(history, session, profile), profile=profile)
    stars = history.stars(game, profile=profile)
    day = date.fromisoformat(entry.daily) if entry.daily else date.today()
    return {"played": summary.played, "wins": summary.won, "streak": summary.streak,
            "days": history.daily_streak(game, day, profile=profile), "levels": len(stars),
            "stars": entry.stars or 0, "full_levels": sum(count >= ALL_STARS for count in stars.values())}


def _same_words(history: History, session: Session, profile: int) -> list[str] | None:
    """Return the variants already played with words of the same language; None in games without words."""
    rules = session.rules
    if not rules.words_language:
        return None
    played = dict.fromkeys(variant for _, variant, _ in history.groups(rules.game, profile=profile))
    return [variant for variant in played if variant == rules.variant
            or language_named(type(rules), variant) == rules.words_language]
