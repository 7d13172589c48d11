"""What each game shows of itself in its result: the wall, the crosswords, the letters, the words."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pygame
import pytest

from game.boards.kwinty.result import KwintyResult, WallPicture
from game.boards.presto.result import PrestoResult, draw_crossword, words_of
from game.screens.result.points import PointsTable
from game.screens.result.sheet import Sheet
from game.table.race.model import Mark, Race
from game.table.seating import table_scene
from game.ui.look import Look
from game.ui.widgets import Button
from rules.catalog import rules_of
from rules.engine import Choice, Verdict
from rules.games.presto.grid import read_grid
from rules.session import Seat, Session
from tests.kit.desk import Desk

GRID = ("HAUT", "...O", "...R")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk(tmp_path, (1366, 768))
    monkeypatch.setattr(desk.app.thinker, "ask", lambda *_: None)
    return desk


def texts_drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects every text written from now on."""
    written: list[str] = []
    write = Look.write

    def noted(look: Look, surface: pygame.Surface, text: str, *rest: object, **more: object) -> pygame.Rect:
        written.append(text)
        return write(look, surface, text, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Look, "write", noted)
    return written


def shown(desk: Desk, session: Session) -> Sheet:
    table = table_scene(desk.app, session)
    desk.app.push(table)
    sheet = Sheet(desk.app, table)
    desk.app.push(sheet)
    return sheet


def at_random(game: str, seed: int, seats: list[Seat]) -> Session:
    session, rng = Session(rules_of(game), seats, seed), Random(seed)
    while session.outcome is None:
        moves = list(session.rules.legal_moves(session.state))
        session.play(rng.choice(moves))
    return session


def for_two() -> list[Seat]:
    return [Seat("Ada"), Seat("Bruno", "bot", "easy")]


def test_kwinty_shows_its_wall_and_the_number_of_blocks_instead_of_bars(desk, monkeypatch):
    session = at_random("kwinty", 3, for_two())
    drawn = texts_drawn(monkeypatch)
    walls: list[WallPicture] = []
    draw = WallPicture.draw
    monkeypatch.setattr(WallPicture, "draw", lambda wall, *rest: (walls.append(wall), draw(wall, *rest)))
    monkeypatch.setattr(PointsTable, "paint", lambda *_: pytest.fail("bars of points"))
    sheet = shown(desk, session)
    assert isinstance(sheet.page, KwintyResult)
    assert walls[0].state == session.state, "the whole wall"
    assert desk.say("page.kwinty.blocks", n=len(session.state.wall.laid)) in drawn


def test_the_squares_of_the_five_are_numbered(desk, monkeypatch):
    games = (at_random("kwinty", seed, for_two()) for seed in range(40))
    session = next(game for game in games if game.outcome.why == "five")
    drawn = texts_drawn(monkeypatch)
    shown(desk, session)
    assert {"1", "2", "3", "4", "5"} <= set(drawn)


def test_a_defeat_is_told_without_a_tick_and_without_a_fanfare(desk, monkeypatch):
    def lost(one: Session) -> bool:
        return one.outcome is not None and one.outcome.winners == (1,)

    session = next(one for seed in range(40) if lost(one := at_random("kwinty", seed, for_two())))
    move = session.rounds[-1].plies[-1].move
    session.undo()
    table = table_scene(desk.app, session)
    desk.app.push(table)
    played: list[str] = []
    monkeypatch.setattr(desk.app.sounds, "play", lambda name, *_: played.append(name), raising=False)
    session.play(move)
    table.end.tell()
    assert table.status_now[2] != "good" and table.status_now[3] != "check"
    assert "win" not in played and "lose" in played
    assert Sheet(desk.app, table).headline() == desk.say("sheet.won_other", name=table.who(1))


def race_of(grids: dict[int, tuple[str, ...]]) -> tuple[Session, Race]:
    """Return a finished race in which some seats have a crossword; the last one has laid two letters."""
    seats = [Seat("Ada"), Seat("Bruno", "bot", "easy"), Seat("Cleo", "bot", "easy")]
    rules = rules_of("presto")
    session = Session(rules, seats, 7, level={"hands": ["HAUTOR"] * 3, "words": "HAUT TOR"})
    race = Race([0], [6] * 3, rules.prizes)
    claims = [rules.finish(session.state, seat, 30.0 + seat, read_grid(grid)) for seat, grid in grids.items()]
    for move in rules.in_order(session.state, claims):
        session.play(move)
    race.plan(2, [Mark(5.0, 2, None, {(0, 0): "H", (1, 0): "A"})], None, None)
    return session, race


def test_presto_shows_everybodys_time_and_crossword(desk, monkeypatch):
    session, race = race_of({1: GRID, 0: GRID})
    drawn = texts_drawn(monkeypatch)
    sheet = shown(desk, session)
    assert isinstance(sheet.page, PrestoResult)
    assert {desk.app.texts.clock(30.0), desk.app.texts.clock(31.0), "\u2013"} <= set(drawn)
    sheet.page.race = race
    built = {finish.by: dict(sheet.page.letters_of(finish)) for finish in session.state.finishes}
    assert built[0] == built[1] == read_grid(GRID) and built[2] == {(0, 0): "H", (1, 0): "A"}
    assert words_of(built[0]) == ["HAUT", "TOR"]


def test_the_curve_of_presto_reaches_all_letters_when_a_runner_finishes(desk, monkeypatch):
    session, _ = race_of({1: GRID, 0: GRID})
    curves: dict[str, list[int]] = {}
    monkeypatch.setattr("game.boards.presto.result.draw_race", lambda look, ground, room, runners, *rest:
                        curves.update((runner.name, runner.values) for runner in runners))
    shown(desk, session)
    assert curves["Ada"][0] == curves["Bruno"][0] == 0 and set(curves["Cleo"]) == {0}
    assert curves["Ada"][-1] == curves["Bruno"][-1] == 6


def test_a_crossword_is_drawn_in_the_middle_of_its_room(desk):
    surface, room = pygame.Surface((400, 300), pygame.SRCALPHA), pygame.Rect(100, 100, 200, 150)
    draw_crossword(surface, room, read_grid(GRID), largest=30)
    drawn = surface.get_bounding_rect(min_alpha=200)
    assert math.dist(drawn.center, room.center) < 6 and drawn.h > 80 and drawn.w > 110


def test_presto_continues_the_crossword_that_a_person_could_not_finish(desk, monkeypatch):
    session, race = race_of({1: GRID})
    mine = read_grid(("HAUT",))
    race.plan(0, [Mark(5.0, 4, None, mine)], None, None)
    asked: list[tuple[str, object]] = []

    def ask(question, values, then):
        asked.append((question, values[3]))
        then(read_grid(GRID))

    sheet = shown(desk, session)
    sheet.page.race = race
    monkeypatch.setattr(sheet, "ask", ask)
    sheet.page.enter()
    assert asked == [("continued", mine)], "nothing else is searched for"
    assert sheet.page.solution == read_grid(GRID)
    assert sheet.page.remark() == desk.say("page.presto.continued")


def test_presto_shows_one_solution_of_the_letters_of_the_person(desk, monkeypatch):
    session, _ = race_of({1: GRID})
    asked: list[tuple[object, ...]] = []

    def ask(question, values, then):
        asked.append((question, values[1:]))
        then(desk_answer(values))

    def desk_answer(values):
        class Step:
            letters, done = read_grid(GRID), True
        return [(1.0, Step())]

    monkeypatch.setattr(desk.app.thinker, "ask", ask)
    drawn = texts_drawn(monkeypatch)
    shown(desk, session)
    assert asked[0][0] == "race_plan" and asked[0][1][2] == 0, "for the seat of the person"
    assert "HAUT, TOR" in drawn
    assert [values[0] for _, values in asked[:2]] == ["hard", "master"], "words that people know come first"
    assert desk.say("page.presto.known", n=2) in drawn


def test_presto_names_rarer_words_if_they_are_fewer(desk):
    session, _ = race_of({1: GRID})
    page = shown(desk, session).page
    common, rare = read_grid(GRID), {(x, 0): mark for x, mark in enumerate("AUTHOR")}
    page.found = [common, rare]
    assert page.solution == common
    assert page.remark().endswith(desk.say("page.presto.fewer", n=1, words="AUTHOR"))
    page.found = [None, common]
    assert page.solution == common and page.remark() == ""


def test_a_click_enlarges_a_crossword_of_presto_and_another_puts_it_away(desk):
    session, _ = race_of({1: GRID})
    sheet = shown(desk, session)
    tip = desk.say("page.presto.enlarge", name="Bruno")
    grid = next(widget for widget in sheet.widgets if widget.tip == tip)
    desk.click(grid.rect.center)
    assert sheet.page.enlarged is not None
    desk.click((5, 5))
    assert sheet.page.enlarged is None


def test_kreuzwort_tells_the_letters_left_the_hints_and_the_longest_word(desk, monkeypatch):
    rules = rules_of("kreuzwort")
    session = Session(rules, for_two(), 5)
    while session.outcome is None:  # some words, then everybody passes
        moves = sorted(rules.legal_moves(session.state), key=lambda move: len(rules.write_move(move)))
        told = [rules.write_move(move) for move in moves]
        session.play(moves[told.index("pass")] if session.moves > 6 and "pass" in told else moves[-1])
    session.tally["hints"] = 3
    drawn = texts_drawn(monkeypatch)
    sheet = shown(desk, session)
    course = sheet.table.board.result_course()
    assert [values[0] for values in course.values] == [len(hand) for hand in session.rounds[0].start.hands]
    assert [values[-1] for values in course.values] == [len(hand) for hand in session.state.hands]
    words = [word for ply in session.rounds[0].plies if ply.by == 0
             for word in rules.words_laid(rules.write_move(ply.move))]
    assert max(words, key=len) in drawn and course.caption.upper() in {text.upper() for text in drawn}
    assert ("hint", "3") in [(fact.icon, fact.value) for fact in sheet.facts()]


def test_the_bonus_for_going_out_is_not_called_letters_of_the_others(desk):
    assert desk.say("game.point_typ_dom.note.out", points=10) != desk.say("sheet.note.out", points=10)


def test_kwinty_names_the_losing_move_and_a_better_one(desk, monkeypatch):
    games = (at_random("kwinty", seed, for_two()) for seed in range(40))
    session = next(game for game in games if game.outcome.winners == (1,))
    plies = session.rounds[-1].plies
    own = [index for index, ply in enumerate(plies) if ply.by == 0]

    def ask(question, values, then):
        rules, state, move, _ = values
        other = next(lay for lay in rules.legal_moves(state) if lay != move)
        lost = len(state.wall.laid) == own[-2]
        then(Verdict(0.1, Choice(other, None, 0.9)) if lost else Verdict(0.5, Choice(move, None, 0.5)))

    monkeypatch.setattr(desk.app.thinker, "ask", ask)
    drawn = texts_drawn(monkeypatch)
    sheet = shown(desk, session)
    assert sheet.page.losing_move() == own[-2]
    assert desk.say("page.kwinty.stood") in drawn
    assert any(text.startswith(desk.say("page.kwinty.better", move="")) for text in drawn)


def test_after_a_defeat_the_review_comes_before_the_rematch(desk):
    games = [at_random("kwinty", seed, for_two()) for seed in range(40)]
    for winner, primary in ((0, "sheet.rematch"), (1, "review.open")):
        sheet = shown(desk, next(game for game in games if game.outcome.winners == (winner,)))
        assert [button.label for button in sheet.widgets if isinstance(button, Button)
                and button.kind == "primary"] == [desk.say(primary)]


def test_the_headline_is_told_with_one_mark_at_its_end(desk):
    games = [at_random("kwinty", seed, for_two()) for seed in range(40)]
    for winner in (0, 1):
        sheet = shown(desk, next(game for game in games if game.outcome.winners == (winner,)))
        assert "!." not in sheet.heading and sheet.heading.startswith(sheet.headline())
