"""The plates of the statistics: a few figures of one game, or of all games together."""

from __future__ import annotations

from datetime import date

from game.data.history import Summary
from game.screens.plates import Plate
from game.screens.statistics.page import StatisticsPage
from rules.catalog import GAMES, rules_class

MOST_LANGUAGES = 3
"""So many longest words have a plate of their own."""
NOTHING = "\u2013"


def plates_of_all(scene: StatisticsPage) -> list[Plate]:
    """Return the plates of all games together: played, won, games tried."""
    tried = ("play", scene.say("statistics.plate.games"), str(len(scene.games)),
             scene.say("statistics.plate.games_more", total=len(GAMES)))
    return [*_common_plates(scene, scene.summary(None)), tried]


def plates_of(scene: StatisticsPage, game: str) -> list[Plate]:
    """Return the plates of one game."""
    summary, info = scene.summary(game), GAMES[game]
    played, won, clean = _common_plates(scene, summary)
    plates = [played, won, _best_plate(scene, summary, solitaire=info.solitaire), clean,
              ("flame", scene.say("statistics.plate.streak"), str(summary.streak),
               scene.say("statistics.plate.streak_more", longest=summary.best_streak))]
    history = scene.app.history
    total = history.daily_total(game, profile=scene.person)
    if total:
        days = history.daily_streak(game, date.today(), profile=scene.person)
        plates.append(("calendar", scene.say("statistics.plate.daily"), str(total),
                       scene.say("statistics.plate.daily_more", days=days)))
    return plates + _word_plates(scene, game)


def _common_plates(scene: StatisticsPage, summary: Summary) -> list[Plate]:
    return [("dice", scene.say("statistics.plate.played"), str(summary.played), ""),
            ("trophy", scene.say("statistics.plate.won"), str(summary.won),
             scene.say("statistics.percent", percent=summary.percent)),
            ("check", scene.say("statistics.plate.clean"), str(summary.clean_wins),
             scene.say("statistics.plate.clean_more"))]


def _best_plate(scene: StatisticsPage, summary: Summary, *, solitaire: bool) -> Plate:
    if solitaire:
        seconds = summary.best_seconds
        return ("clock", scene.say("statistics.plate.time"),
                NOTHING if seconds is None else scene.texts.clock(seconds),
                scene.say("statistics.plate.time_none") if seconds is None else "")
    if summary.best_score is None or summary.mean_score is None:
        return "star", scene.say("statistics.plate.score"), NOTHING, ""
    return ("star", scene.say("statistics.plate.score"), scene.texts.number(summary.best_score),
            scene.say("statistics.plate.score_more", mean=scene.texts.number(round(summary.mean_score))))


def _word_plates(scene: StatisticsPage, game: str) -> list[Plate]:
    """Return the plates of words laid: number, longest, best; from the records kept.

    Languages are kept apart: the one of most words has the plates, the others follow with their longest.
    """
    by_language: dict[str, list[tuple[str, int]]] = {}
    for played in scene.records:
        if played.game == game and played.words and scene.variant in (None, played.variant):
            by_language.setdefault(played.language, []).extend(played.words)
    if not by_language:
        return []
    languages = sorted(by_language, key=lambda code: -len(by_language[code]))
    words = by_language[languages[0]]
    best, points = max(words, key=lambda word: word[1])
    plates = [("book", scene.say("statistics.plate.words"), str(len(words)),
               scene.say(f"word.language.{languages[0]}"))]
    plates += [_longest_plate(scene, by_language[code], code) for code in languages[:MOST_LANGUAGES]]
    if rules_class(game).scores_words:
        plates.append(("star", scene.say("statistics.plate.best_word"), best,
                       scene.say("letters.points", n=points)))
    return plates


def _longest_plate(scene: StatisticsPage, words: list[tuple[str, int]], language: str) -> Plate:
    longest = max(words, key=lambda word: len(word[0]))[0]
    return ("flat", scene.say("statistics.plate.longest"), longest,
            f"{language.upper()}, {scene.say('letters.left', n=len(longest))}")
