"""The word of the day: the same for everybody, in six languages, three tries, part of the row of days."""

from __future__ import annotations

from datetime import date

import pytest

from game import routes
from game.data.history import Result
from game.screens.people.calendar import CalendarScene
from game.screens.result.solitaire import Result as ResultScreen
from game.table.seating import occasion_of, word_of_day
from game.ui.names import level_name
from game.ui.text import Texts
from rules.catalog import rules_of
from rules.daily_word import GAME, word_id, word_of
from rules.words.language import LANGUAGES

DAY = date(2026, 11, 17)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_best_word_that_can_be_laid(language):
    level = word_of(word_id(DAY.isoformat(), language))
    rules = rules_of(level.game, level.variant)
    state = rules.start(level.setup, level.players)
    after = rules.apply(state, rules.read_move(level.proof[0])).state
    assert rules.words_language == language and level.reached(rules, after, 1)
    assert level == word_of(word_id(DAY.isoformat(), language))


def test_its_name_has_the_date_as_the_language_writes_it():
    names = {code: level_name(Texts(code), GAME.id, word_id(DAY.isoformat(), code)) for code in LANGUAGES}
    assert names["de"].endswith("17. Nov. 2026") and names["en"].endswith("17 Nov 2026")
    assert all(DAY.isoformat() not in name for name in names.values())


def test_other_ids_are_no_words_of_the_day():
    assert [word_of(level) for level in ("101", "xx_word-2026-11-17", "de_word-soon")] == [None] * 3


def test_it_is_found_by_its_best_word_and_counts_for_the_row_of_days(desk):
    desk.app.push(CalendarScene(desk.app, None, date.today()))
    calendar = desk.scene
    calendar.choose_game("word")
    calendar.play()
    table = desk.scene
    assert table.occasion.level.tries == 3 and occasion_of(table.session).level == table.occasion.level
    table.play(table.session.rules.read_move(table.occasion.level.proof[0]))
    desk.run(3000)
    assert isinstance(desk.scene, ResultScreen) and desk.scene.won
    assert desk.app.history.daily_streak(None, date.today()) == 1


def test_there_are_three_tries(desk):
    table = desk.app.open(routes.WordOfDay(DAY))
    rules, best = table.session.rules, table.occasion.level.points
    worse = next(move for move in rules.legal_moves(table.state)
                 if rules.write_move(move)[0] in ">v" and rules.points_of(move.word) < best)
    for left in (2, 1, 0):
        table.play(worse)
        desk.run(3000)
        assert isinstance(desk.scene, ResultScreen) and desk.scene.may_try_again == (left > 0)
        if left:
            desk.scene.escape()
            assert desk.scene is table


def test_a_found_word_is_marked_in_the_calendar(desk):
    level = word_id(DAY.isoformat(), desk.app.texts.language)
    desk.app.history.add(Result(GAME.id, "classic", 2, 1, True, "solved", 17, 1, 61.0, level=level, stars=3,
                                ended="2026-11-17 12:00:00"))
    assert desk.app.history.daily_streak(None, DAY) == 1
    assert word_of_day(desk.app, DAY).occasion.level.id == level
