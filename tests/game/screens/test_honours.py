"""Honours: every file is well formed, every condition can be evaluated, and honours are announced once."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from game.data.history import History, Result
from game.data.results import book
from game.honours import FOLDER, OCCASIONS, Honour, honours_of, met
from game.honours.facts import facts_of
from game.screens.people.calendar import CalendarScene
from game.screens.people.honours import HonoursScene
from game.screens.result.solitaire import Result as ResultScene
from game.screens.result.solitaire import enter_result
from game.table.seating import daily_deal
from game.ui.assets import SPRITES
from game.ui.text import Texts, languages
from rules.catalog import GAMES, rules_of
from rules.session import Seat, Session
from tests.kit.shipped import shipped_games

WITH_HONOURS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
ALL = [honour for game in WITH_HONOURS for honour in honours_of(game)]


@pytest.fixture
def desk(english_desk):
    return english_desk


def played(game: str, players: int = 1, seed: int = 3) -> Session:
    """Return a finished game of random moves."""
    session = Session(rules_of(game),
                      [Seat("Ada"), *(Seat(f"B{i}", "bot", "hard") for i in range(1, players))], seed)
    while session.game_outcome is None:
        if session.outcome is not None:
            session.next_round()
        session.play(next(iter(session.rules.legal_moves(session.state))))
    return session


def entry(session: Session, **more) -> Result:
    outcome = session.game_outcome
    given = {"won": 0 in outcome.winners, "why": outcome.why, "ended": "2026-11-16 12:00:00"} | more
    return Result(session.rules.game, "classic", len(session.seats), session.seed,
                  score=session.state.scores[0], moves=session.moves, seconds=100.0, **given)


# --- the files ---


def test_every_shipped_game_has_six_to_eight_honours():
    counted = {game: len(honours_of(game)) for game in GAMES if game in shipped_games() or honours_of(game)}
    assert not {game: count for game, count in counted.items() if not 6 <= count <= 8}


@pytest.mark.parametrize("honour", ALL, ids=lambda honour: f"{honour.game}.{honour.id}")
def test_an_honour_has_words_an_icon_and_an_occasion(honour: Honour):
    assert honour.at in OCCASIONS and (SPRITES / "icons" / f"{honour.icon}.svg").is_file()
    for language in languages():
        texts = Texts(language)
        assert texts.has(f"{honour.key}.title") and "{" not in texts(f"{honour.key}.text", **honour.numbers)


@pytest.mark.parametrize("game", [game for game in WITH_HONOURS if game in GAMES])
def test_every_condition_is_about_a_fact_that_there_is(game: str):
    session = played(game, GAMES[game].players[0])
    history = History(None)
    ada = history.people.make("Ada")
    facts = facts_of(session, 0, entry(session), history, ada.id)
    for honour in honours_of(game):
        met(honour, facts)  # an unknown fact would raise KeyError
    history.close()


def test_ids_are_given_once():
    assert len({(honour.game, honour.id) for honour in ALL}) == len(ALL)


# --- judging ---


def honour(**when) -> Honour:
    return Honour("kwinty", "test", "star", when.pop("at", "deal"), when)


def facts(**more) -> dict:
    return {"at": "deal", "won": True, "score": 30, "beaten": 3, "times": {"bridge": 2}} | more


@pytest.mark.parametrize(("when", "holds"), [
    ({"won": True}, True), ({"won": False}, False), ({"score": {"least": 30}}, True),
    ({"score": {"least": 31}}, False),
    ({"score": {"most": 29}}, False), ({"beaten": {"least": "hard"}}, True),
    ({"beaten": {"least": "master"}}, False),
    ({"times": {"bridge": {"least": 2}}}, True), ({"times": {"hexagon": {"least": 1}}}, False),
    ({"won": True, "score": 31}, False),
])
def test_a_condition_is_a_value_or_bounds(when, holds):
    assert met(honour(**when), facts()) is holds


@pytest.mark.parametrize(("at", "occasion", "fits"), [
    ("deal", "deal", True), ("deal", "daily", True), ("deal", "level", False), ("daily", "deal", False),
    ("daily", "daily", True), ("level", "level", True), ("level", "deal", False),
])
def test_levels_and_deals_are_apart(at, occasion, fits):
    assert met(honour(at=at, won=True), facts(at=occasion)) is fits


# --- earning ---


def test_a_first_win_is_awarded_told_and_never_told_again(desk):
    session = played("kwinty", 2)
    winner = next(iter(session.game_outcome.winners))
    session.seats[0], session.seats[winner] = session.seats[winner], session.seats[0]
    earned = book(desk.app.history, session, entry(session, won=winner == 0)).earned
    names = {one.honour.id for one in earned}
    if winner == 0:
        assert "first" in names
    again = book(desk.app.history, session, entry(session, won=winner == 0)).earned
    assert not names & {one.honour.id for one in again}


def test_a_won_deal_shows_a_toast_that_goes_by_itself(desk):
    from rules.games.turm_domino.solver import Solver

    scene = desk.table()
    for move in Solver(scene.session.rules).line(scene.state):
        scene.play(move)
        scene.tweens.finish()
    desk.run(900)
    assert isinstance(desk.scene, ResultScene) and desk.scene.shows_toast
    assert ("turm_domino", "first") in desk.app.history.people.earned(desk.app.me)
    before = len(desk.app.toasts)
    desk.run(4200)
    assert len(desk.app.toasts) < before or not desk.scene.shows_toast


def test_who_finishes_a_game_has_a_profile_and_is_the_person_here(desk):
    desk.app.settings.name = ""
    session = played("trio_domino", 2)
    enter_result(desk.app, session, entry(session))
    assert [one.name for one in desk.app.history.people.all()] == ["Ada"], "bots have none"
    assert desk.app.settings.name == "Ada" and desk.app.me == desk.app.history.people.find("Ada").id


# --- the pages ---


def test_the_page_shows_what_was_earned_and_what_was_not(desk):
    ada = desk.app.history.people.make("Ada")
    desk.app.history.people.award(ada.id, "kwinty", "first", "2026-11-16")
    desk.app.push(HonoursScene(desk.app, "kwinty"))
    assert desk.scene.count("kwinty") == (1, 8) and desk.scene.count("turris") == (0, 8)


def test_the_calendar_tells_won_days_and_plays_past_ones(desk):
    today = date(2026, 11, 16)
    for back, won in ((1, True), (2, True), (3, False)):
        day = (today - timedelta(days=back)).isoformat()
        desk.app.history.add(Result("turm_domino", "classic", 1, 1, won, "won", 25, 25, 61.0, daily=day,
                                    ended=f"{day} 12:00:00"))
    desk.app.push(CalendarScene(desk.app, "turm_domino", today))
    scene = desk.scene
    found = scene.results["turm_domino"]
    assert [found[f"2026-11-{day}"].done for day in (15, 14, 13)] == [True, True, False]
    assert scene.days[-1] == today and len(scene.days) == 16, "days to come cannot be chosen"
    scene.choose_day(date(2026, 11, 4))
    scene.play()
    assert desk.scene.session.seed == 20261104 and desk.scene.occasion.daily == "2026-11-04"


def test_a_deal_solved_later_does_not_count_for_the_row_of_days(desk):
    today = date(2026, 11, 16)
    history = desk.app.history
    for back in (1, 2):
        day = (today - timedelta(days=back)).isoformat()
        history.add(Result("turm_domino", "classic", 1, 1, True, "won", 25, 25, 61.0, daily=day,
                           ended=f"{'2026-11-16' if back == 2 else day} 12:00:00"))
    assert history.daily_streak("turm_domino", today) == 1 == history.longest_daily_streak("turm_domino")
    results = history.daily_results("turm_domino", date(2026, 11, 1), today)
    assert results["2026-11-14"] == (True, 25, 61.0, False)


def test_every_game_has_a_deal_of_the_day_against_the_same_bots(desk):
    """With opponents it is done when it is played to its end, and counts for the one row of days."""
    today = date(2026, 11, 16)
    for game, info in GAMES.items():
        scene = daily_deal(desk.app, game, today)
        assert scene.session.seed == 20261116 and [seat.is_bot for seat in scene.session.seats][1:] == [
            True] * (len(scene.session.seats) - 1)
        assert (len(scene.session.seats) == 1) == info.solitaire
    history, two = desk.app.history, next(game.id for game in GAMES.values() if game.players == (2, 2))
    history.add(Result(two, "classic", 2, 1, False, "out", 3, 25, 61.0, daily="2026-11-16",
                       ended="2026-11-16 12:00:00"))
    assert history.daily_done(two, today) and history.daily_streak(None, today) == 1
    desk.app.push(CalendarScene(desk.app, two, today))
    desk.scene.choose_game(two)
    assert desk.scene.session.rules.game == two, "the chosen one is played"


def test_the_calendar_turns_its_pages(desk):
    desk.app.push(CalendarScene(desk.app, "turm_domino", date(2026, 3, 2)))
    desk.scene.turn_to(date(2026, 2, 1))
    assert desk.scene.day == date(2026, 2, 28) and len(desk.scene.days) == 28


# --- words ---


def test_the_deal_of_the_day_has_words_of_the_language_chosen_last(desk):
    day = date(2026, 11, 16)
    first = daily_deal(desk.app, WORD_GAME, day).session
    assert first.rules.variant == "english", "at first that of the screen"
    desk.app.store.write_choices(WORD_GAME, {"words": "es"})
    session = daily_deal(desk.app, WORD_GAME, day).session
    assert session.rules.variant == "spanish" and session.seed == 20261116


WORD_GAME = next(game for game in WITH_HONOURS if rules_of(game).words_language)


def won_in(variant: str, seed: int) -> tuple[Session, Result]:
    """Return a game of words, not played, with a win of its first player."""
    session = Session(rules_of(WORD_GAME, variant), [Seat("Ada"), Seat("Bob", "bot", "easy")], seed)
    return session, Result(WORD_GAME, variant, 2, seed, True, "out", 30, 9, 100.0,
                           ended=f"2026-11-16 12:00:{seed:02}")


def test_honours_of_words_are_earned_apart_in_every_language(desk):
    """Three wins in a row must be of one language; each honour is kept, told and shown with its language."""
    history, found = desk.app.history, []
    for seed, variant in enumerate(("classic", "english", "classic", "english", "three_rounds+en")):
        booking = book(history, *won_in(variant, seed))
        found.append({name for _, name in booking.booked.honours if name.startswith(("first", "streak"))})
    assert found == [{"first"}, {"first+en"}, set(), set(), {"streak+en"}]
    assert booking.earned[0].honour.language == "en"
    desk.app.push(HonoursScene(desk.app, WORD_GAME, booking.earned[0].person.id))
    said = " ".join(widget.spoken for widget in desk.scene.widgets if widget.spoken)
    assert "DE 16 Nov 2026, EN 16 Nov 2026" in said and "earned: EN 16" in said
    assert desk.scene.count(WORD_GAME)[0] == len({name.partition("+")[0] for _, name in
                                                  history.people.earned(booking.earned[0].person.id)})
