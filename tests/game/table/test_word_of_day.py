"""The word of the day: the same for everybody, in six languages, three tries, part of the row of days."""

from __future__ import annotations

from datetime import date

import pytest

from game import routes
from game.data.history import Result
from game.draw import chrome
from game.screens.people.calendar import CalendarScene
from game.screens.result.sharing import AHEAD, BEHIND, shared_text
from game.screens.result.solitaire import Result as ResultScreen
from game.table.menu import open_menu
from game.table.seating import occasion_of, word_of_day
from game.ui.names import level_name
from game.ui.text import Texts
from game.ui.widgets import Button
from rules.catalog import GAMES, rules_of
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


def open_word(desk):
    """Open the word of the day; return its table and a move that is not the best."""
    table = desk.app.open(routes.WordOfDay(DAY))
    rules, best = table.session.rules, table.occasion.level.points
    return table, next(move for move in rules.legal_moves(table.session.rounds[0].start)
                       if rules.write_move(move)[0] in ">v" and rules.points_of(move.word) < best)


def labels(desk) -> set[str]:
    return {widget.label for widget in desk.scene.widgets if isinstance(widget, Button)}


def test_there_are_three_tries(desk, monkeypatch):
    drawn, draw_pill = [], chrome.draw_pill
    monkeypatch.setattr(chrome, "draw_pill", lambda look, surface, where, label, icon: (
        drawn.append(label), draw_pill(look, surface, where, label, icon))[1])
    table, worse = open_word(desk)
    for number in (1, 2, 3):
        assert desk.say("table.tries", n=number, of=3) in [label for label in drawn if "2026" in label][-1]
        table.play(worse)
        desk.run(3000)
        assert isinstance(desk.scene, ResultScreen) and desk.scene.may_try_again == (number < 3)
        if number < 3:
            desk.scene.escape()
            assert desk.scene is table


def test_between_the_tries_nothing_tells_the_word_or_gives_new_ones(desk):
    table, worse = open_word(desk)
    table.play(worse)
    desk.run(3000)
    assert labels(desk) == {desk.say("menu.shelf"), desk.say("result.try_again")}
    desk.click_button(desk.say("menu.shelf"))
    again, _ = open_word(desk)
    desk.run(3000)
    assert desk.scene is not again and again.session.tally["undos"] == 0 and again.session.moves == 1
    desk.scene.escape()
    assert desk.say("table.tries", n=2, of=3) in again.pills()[0][1]
    open_menu(again)
    assert desk.say("menu.restart") not in labels(desk)


def test_a_word_that_was_missed_is_not_found_later(desk):
    table, worse = open_word(desk)
    for number in (1, 2, 3):
        table.play(worse)
        desk.run(3000)
        if number < 3:
            desk.scene.escape()
    desk.click_button(desk.say("calendar.open"))
    again, _ = open_word(desk)
    assert again.session.uncounted == "again"
    again.play(again.session.rules.read_move(again.occasion.level.proof[0]))
    desk.run(3000)
    assert desk.scene.won and desk.app.history.daily_words() == {again.occasion.level.id: False}


def test_a_hint_leads_to_the_best_word(desk):
    """Good moves as such miss the goal of a puzzle."""
    table, _ = open_word(desk)
    for _ in range(3):
        table.hint()
        desk.run(200)
    desk.run(3000)
    assert isinstance(desk.scene, ResultScreen) and desk.scene.won and desk.scene.entry.hints == 1


def test_the_shared_text_tells_the_tries_and_not_the_word(desk):
    table, worse = open_word(desk)
    table.play(worse)
    desk.run(3000)
    desk.scene.escape()
    table.play(table.session.rules.read_move(table.occasion.level.proof[0]))
    text = shared_text(desk.app.texts, table.session, table.occasion, table.session.rounds[0].start.player)
    head, result, row = text.split("\n")
    assert level_name(desk.app.texts, GAME.id, table.occasion.level.id) in head
    assert result == desk.say("share.found", n=2, of=3) and row == BEHIND + AHEAD
    assert table.occasion.level.proof[0].split()[-1].upper() not in text.upper()


def test_a_found_word_is_marked_in_the_calendar(desk, monkeypatch):
    level = word_id(DAY.isoformat(), desk.app.texts.language)
    desk.app.history.add(Result(GAME.id, "classic", 2, 1, True, "solved", 17, 1, 61.0, level=level, stars=3,
                                ended="2026-11-17 12:00:00"))
    assert desk.app.history.daily_streak(None, DAY) == 1
    look, written = desk.app.look, []
    write = look.write
    monkeypatch.setattr(look, "write", lambda surface, text, *given, **named: (
        written.append(text), write(surface, text, *given, **named))[1])
    calendar = CalendarScene(desk.app, None, DAY)
    desk.app.push(calendar)
    assert desk.say("calendar.told", n=1, of=len(GAMES) + 1) in calendar.grid.tell(calendar.days.index(DAY))
    assert [plate for plate in written if plate == "1"] == ["1"] * 5, "the first day, and four plates"
    assert not desk.app.history.stars(GAME.id), "it is no puzzle of the game"
    assert word_of_day(desk.app, DAY).occasion.level.id == level
