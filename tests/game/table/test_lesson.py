"""The lessons of all games: every step can be finished as taught, skipped and repeated."""

from __future__ import annotations

import random
from typing import Any

import pygame
import pytest

from game import routes
from game.app import App
from game.screens.setup.scene import Setup
from game.screens.shelf.scene import Shelf
from game.table.lesson import LESSONS, PUPIL, Goal, Lesson, lesson_session, read_steps
from game.table.race.scene import RaceScene
from game.table.scene import TableScene
from game.table.seating import lesson_scene
from game.ui.dialogs import Dialog
from game.ui.text import Texts, languages
from rules.catalog import GAMES, rules_class, rules_of
from rules.games.triangles.layout import Lay
from rules.words.vocabulary import vocabulary
from tests.kit.lessons import lesson, taught, wait
from tests.kit.long import LONG
from tests.kit.screens import Make, Quiet, cramped, press
from tests.kit.shipped import shipped_games

STEPS = {path.stem: read_steps(path.stem)[0] for path in sorted(LESSONS.glob("*.yaml"))}
EVERY_STEP = [(game, index) for game, steps in STEPS.items() for index in range(len(steps))]
SIZES = [(1024, 640), (1280, 720), (1920, 1080), (1024, 768), (2560, 1080)]

@pytest.fixture
def make(make: Make, nobody_thinks: Quiet) -> Make:
    """The app with bots that never answer; below everything lies a shelf that is never shown."""

    def begin(size: tuple[int, int] = (1280, 720), **settings: Any) -> App:
        app = make(size, **{"name": "Ada", "speed": "none", "language": "de"} | settings)
        app.scenes.append(Shelf(app))
        return app

    return begin


def play(app: App, scene: Lesson, text: str) -> None:
    """Play a move of the pupil, and everything that follows from it."""
    move = scene.session.rules.read_move(text)
    if isinstance(scene, RaceScene):
        scene.go()
        scene.finish(move.letters)
    else:
        assert scene.my_turn
        scene.play(move)
    wait(app)


def finish(app: App, scene: Lesson) -> None:
    if scene.goal.word == "hint":
        press(app, pygame.K_h)
    for text in taught(scene):
        play(app, scene, text)


# --- the files ---


def test_every_shipped_game_has_a_lesson() -> None:
    assert set(shipped_games()) <= set(STEPS) <= set(GAMES)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", STEPS)
def test_every_step_has_its_texts_with_all_numbers_filled_in(make: Make, game: str, language: str) -> None:
    app = make(language=language)
    assert len(Texts(language).lines(f"tutorial.{game}")) == len(STEPS[game])
    for index in range(len(STEPS[game])):
        part = lesson_scene(app, game, index).part()
        assert set(part) == {"title", "text", "done"}
        assert "{" not in "".join(part.values())


@pytest.mark.parametrize(("game", "index"), EVERY_STEP)
def test_every_step_begins_with_the_pupil_and_is_not_yet_done(game: str, index: int) -> None:
    rules, step = rules_of(game), STEPS[game][index]
    session = lesson_session(rules, step, "Ada")
    assert session.state.player == PUPIL and session.outcome is None and not session.can_undo
    goal = Goal.read(step["until"])
    assert goal.word in ("won", "hint") or not goal.reached(rules, [])


def test_a_goal_counts_only_what_the_pupil_does() -> None:
    rules = rules_of("tripple_domino")
    session = lesson_session(rules, STEPS["tripple_domino"][3], "Ada")
    goal = Goal.read({"laid": 1, "scored": ["bridge"], "move": "pass"})
    session.play(rules.read_move("255@0,0v:525"))
    assert not goal.reached(rules, session.rounds[0].plies) and not goal.missed(session.rounds[0].plies)
    session.play(rules.read_move("pass"))
    assert not goal.reached(rules, session.rounds[0].plies)
    assert Goal.read({"scored": "bridge"}).reached(rules, session.rounds[0].plies)
    assert Goal.read({"scored": "hexagon"}).missed(session.rounds[0].plies)


# --- playing ---


@pytest.mark.parametrize(("game", "index"), [step for step in EVERY_STEP if not GAMES[step[0]].race])
def test_whatever_the_pupil_plays_the_turn_comes_back(make: Make, game: str, index: int) -> None:
    app = make()
    scene, rng = lesson(app, game, index), random.Random(index)
    for _ in range(12):
        if scene.done or scene.failed or scene.session.outcome is not None:
            break
        assert scene.my_turn
        rules = scene.session.rules
        play(app, scene, rules.write_move(rng.choice(list(rules.legal_moves(scene.state)))))
    assert app.top is scene
    assert scene.done or scene.failed or scene.my_turn or scene.goal.word == "hint"


def test_a_tile_is_turned_with_the_wheel_until_its_colours_agree(make: Make) -> None:
    app = make()
    scene = lesson(app, "trio_domino", 1)
    tile = "R2G2B2"
    place = scene.board.targets(tile, 0)[0]  # type: ignore[attr-defined]
    start = scene.board.piece_rect(tile).center
    motion = {"rel": (1, 1), "buttons": (1, 0, 0)}
    app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1),
              pygame.Event(pygame.MOUSEMOTION, pos=(start[0] + 20, start[1] - 20), **motion),
              pygame.Event(pygame.MOUSEMOTION, pos=place.centre, **motion),
              pygame.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0),
              pygame.Event(pygame.MOUSEBUTTONUP, pos=place.centre, button=1)], 16)
    wait(app)
    assert scene.done
    factor = scene.session.rules.values["colour"]["factor"]
    assert scene.state.scores[PUPIL] == 4 * factor


def test_points_that_were_missed_are_said_and_can_be_taken_back(make: Make) -> None:
    app = make()
    scene = lesson(app, "trio_domino", 1)
    play(app, scene, "R2G2B2@0,-1v:R2G2B2")
    assert not scene.done and scene.my_turn
    assert scene.status_now[:3] == (app.texts("tutorial.not_yet"), app.texts("tutorial.undo"), "warn")
    press(app, pygame.K_u)
    assert scene.session.moves == 0 and scene.my_turn
    play(app, scene, "R2G2B2@0,-1v:G2B2R2")
    assert scene.done


def test_taking_back_ends_where_the_step_began(make: Make) -> None:
    app = make()
    scene = lesson(app, "tripple_domino", 3)
    lying = len(scene.state.layout.laid)
    play(app, scene, "255@-1,0v:255")
    for _ in range(12):
        press(app, pygame.K_u)
    assert lying == 8 == len(scene.state.layout.laid) and scene.my_turn
    assert not scene.tools["undo"].enabled


def test_a_round_that_ends_otherwise_offers_the_step_again(make: Make) -> None:
    app = make()
    scene = lesson(app, "tripple_solitaire", 1)
    play(app, scene, "stop")
    assert scene.failed and not scene.done
    assert scene.next_button.enabled and scene.next_button.label == app.texts("tutorial.again")
    press(app, pygame.K_RETURN)
    again = app.top
    assert isinstance(again, Lesson) and again is not scene
    assert (again.index, again.failed, again.session.moves) == (1, False, 0)
    play(app, again, "stop")
    press(app, pygame.K_u)
    assert not again.failed and not again.next_button.enabled
    finish(app, again)
    assert again.done


def test_the_hint_step_wants_a_hint(make: Make) -> None:
    app = make()
    scene = lesson(app, "turm_domino", 3)
    for text in taught(scene):
        play(app, scene, text)
    wait(app, 4)
    assert not scene.done and scene.session.moves == 0
    finish(app, scene)
    assert scene.done


def test_a_new_window_size_does_not_lose_the_partners_answer(make: Make) -> None:
    app = make(speed="normal")
    scene = lesson(app, "tripple_domino")
    scene.play(scene.session.rules.read_move("344@0,0v:434"))
    app.refresh()
    wait(app, 80)
    assert scene.session.moves == 2 and scene.my_turn
    scene.play(scene.session.rules.read_move("445@-1,0v:544"))
    app.refresh()
    assert scene.done


def test_the_menu_comes_and_goes_while_the_partner_is_to_answer(make: Make) -> None:
    app = make(speed="normal")
    scene = lesson(app, "tripple_domino")
    scene.play(scene.session.rules.read_move("344@0,0v:434"))
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.top, Dialog)
    press(app, pygame.K_ESCAPE)
    assert app.top is scene
    wait(app, 80)
    assert scene.session.moves == 2 and scene.my_turn


# --- from step to step ---


@pytest.mark.parametrize("game", STEPS)
def test_every_step_is_finished_by_what_it_teaches_and_the_lesson_leads_to_a_real_deal(
        make: Make, game: str) -> None:
    app = make()
    app.open(routes.FirstGame(game))
    for index in range(len(STEPS[game])):
        scene = app.top
        assert isinstance(scene, Lesson) and scene.index == index
        moves = taught(scene)
        if scene.goal.word == "hint":
            press(app, pygame.K_h)
        for text in moves[:-1]:
            play(app, scene, text)
            assert not scene.done and not scene.failed, text
        play(app, scene, moves[-1])
        assert scene.done and scene.next_button.enabled
        assert app.top is scene, "no score sheet, no result"
        assert scene.status_now[0] == app.texts("tutorial.well_done")
        assert "bot_move" not in app.thinker.asked, "the partner does not think"  # type: ignore[attr-defined]
        press(app, pygame.K_RETURN)
    table = app.top
    assert isinstance(table, TableScene) and not isinstance(table, Lesson)
    assert table.occasion.counts and table.game == game
    assert app.settings.saw_tutorial(game) and app.store.read_settings().saw_tutorial(game)
    app.home()
    app.open(routes.FirstGame(game))
    assert not isinstance(app.top, Lesson)


@pytest.mark.parametrize("game", STEPS)
def test_a_lesson_can_be_skipped_at_once(make: Make, game: str) -> None:
    app = make()
    app.open(routes.Lesson(game))
    button = next(w for w in app.top.widgets if getattr(w, "label", "") == app.texts("tutorial.skip"))
    app.step([pygame.Event(pygame.MOUSEMOTION, pos=button.rect.center, rel=(1, 1), buttons=(0, 0, 0)),
              pygame.Event(pygame.MOUSEBUTTONDOWN, pos=button.rect.center, button=1),
              pygame.Event(pygame.MOUSEBUTTONUP, pos=button.rect.center, button=1)], 16)
    assert isinstance(app.top, TableScene) and not isinstance(app.top, Lesson)
    assert app.settings.saw_tutorial(game)


def test_a_lesson_opened_from_the_setup_leads_back_to_it(make: Make) -> None:
    app = make()
    app.push(Setup(app, "trio_domino"))
    app.open(routes.Lesson("trio_domino"))
    scene = lesson(app, "trio_domino", 4)
    assert scene.next_button.label == app.texts("tutorial.close")
    app.pop()
    app.top.skip()  # type: ignore[attr-defined]
    assert isinstance(app.top, Setup)


def test_a_lesson_leaves_no_trace_among_the_games(make: Make) -> None:
    app = make()
    app.open(routes.Lesson("tripple_domino"))
    scene = app.top
    assert isinstance(scene, Lesson)
    finish(app, scene)
    app.home()
    assert app.store.unfinished() == []


def test_a_step_can_be_repeated_from_the_menu(make: Make) -> None:
    app = make()
    scene = lesson(app, "tripple_domino", 2)
    play(app, scene, "draw")
    press(app, pygame.K_ESCAPE)
    dialog = app.top
    again = next(w for w in dialog.widgets if getattr(w, "label", "") == app.texts("tutorial.again"))
    again.click(again.rect.center)
    assert isinstance(app.top, Lesson) and app.top is not scene
    assert app.top.index == 2 and app.top.session.moves == 0


# --- all window sizes ---


def hardest(game: str, language: str) -> set[int]:
    """Return the step with the longest texts and the one with the largest board: the hardest to fit."""
    parts, steps = Texts(language).lines(f"tutorial.{game}"), STEPS[game]
    longest = max(range(len(steps)), key=lambda i: max(len(parts[i]["text"]), len(parts[i]["done"])))
    largest = max(range(len(steps)), key=lambda i: len(steps[i].get("moves", ())))
    return {longest, largest} if language == "de" else {longest}


@pytest.mark.parametrize(("size", "language", "text_size"), [
    (size, language, text_size) for size in SIZES for language, text_size in (
        ("de", 150), *([("de", 100), ("en", 150)] if LONG or size in (SIZES[0], SIZES[-1]) else []))])
def test_the_coach_fits_beside_the_board(make: Make, monkeypatch: pytest.MonkeyPatch,
                                         size: tuple[int, int], language: str, text_size: int) -> None:
    app = make(size, language=language, text_size=text_size)
    faults = cramped(monkeypatch)
    for game in STEPS:
        for index in hardest(game, language):
            scene = lesson(app, game, index)
            app.scenes.pop()
            look, part, coach = scene.look, scene.part(), scene.coach_rect
            width = coach.w - 2 * look.px(20)
            for key in ("text", "done"):
                needed = look.paragraph_height(part[key], "body", width, scene.text_px)
                assert needed <= scene.text_h, (game, index, key)
            window = pygame.Rect((0, 0), size)
            assert window.contains(coach) and not coach.colliderect(scene.board_area())
            assert all(window.contains(widget.rect) for widget in scene.widgets)
            if game not in ("turm_domino", "kwinty", "turris"):
                on_board(scene)
    assert not faults


def on_board(scene: Lesson) -> None:
    """Assert that all pieces and targets are in view and not covered by the coach."""
    board: Any = scene.board
    legal = [move.cell for move in scene.session.rules.legal_moves(scene.state) if isinstance(move, Lay)]
    for cell in (*board.field.laid, *legal):
        assert scene.board_area().contains(board.field.view.rect(cell)), cell


# --- words of the language played ---


@pytest.mark.parametrize("game", [game for game in STEPS if rules_class(game).has_words])
def test_a_lesson_teaches_with_real_words_of_every_language(game: str) -> None:
    for language, variant in rules_class(game).word_languages.items():
        steps, words = read_steps(game, language)
        rules = rules_of(game, variant)
        valid = vocabulary(rules.values["words"]["classes"], language=language)
        assert not [word for word in words.values() if word.upper() not in valid], language
        for step in steps:
            session = lesson_session(rules, step, "Ada")
            goal = Goal.read(step["until"])
            assert all(rules.read_move(move) for move in goal.moves if " " in move)
            assert session.outcome is None


@pytest.mark.parametrize("language", ["en", "es", "fr", "it", "nl"])
def test_a_lesson_follows_the_language_of_the_words(make: Make, language: str) -> None:
    app = make(language=language)
    game = next(game for game in STEPS if rules_class(game).has_words)
    scene = lesson(app, game, 1)
    assert scene.session.rules.words_language == language
    assert scene.taught_words["cross"] in scene.part()["text"]
    play(app, scene, scene.goal.moves[0])
    assert scene.done


# --- honest lessons ---


def hinted(app: App, scene: Lesson) -> str:
    """Return the move that the first hint of a step means."""
    scene.hint()
    wait(app)
    assert scene.advice.found is not None
    return scene.session.rules.write_move(scene.advice.found[0].move)


@pytest.mark.parametrize(("game", "index"), [(game, at) for game, at in EVERY_STEP
                                             if game in ("kreuzwort", "point_typ_dom")])
def test_hints_agree_with_what_the_step_asks(make: Make, game: str, index: int) -> None:
    app = make()
    scene = lesson(app, game, index)
    if scene.goal.moves:
        assert hinted(app, scene) == taught(scene)[0]


def test_real_words_are_not_called_wrong(make: Make) -> None:
    app = make()
    scene = lesson(app, "kreuzwort", 0)
    rules = scene.session.rules
    assert rules.why_illegal(scene.state, rules.read_move("> 0,0 TOR")) is None


def test_another_legal_move_gets_an_answer_and_can_be_taken_back(make: Make) -> None:
    app = make()
    scene = lesson(app, "kreuzwort", 0)
    play(app, scene, "> 0,0 TOR")
    assert scene.failed and not scene.done
    assert scene.status_now[0] == scene.say("tutorial.elsewhere")
    scene.undo()
    assert not scene.failed
    play(app, scene, "> 0,0 WORT")
    assert scene.done


def test_a_refusal_uses_only_what_was_taught(make: Make) -> None:
    app = make()
    first, second = lesson(app, "turm_domino", 0), lesson(app, "turm_domino", 1)
    assert not first.session.rules.values["stack"]["wrap"] and second.session.rules.values["stack"]["wrap"]
