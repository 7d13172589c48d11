"""Speech: sentences for every event, the table as text, the focus, the console."""

from __future__ import annotations

import io
from random import Random

import pygame
import pytest

from game.screens.settings import SettingsScene
from game.table.scene import TableScene
from game.table.seating import table_scene
from game.table.spoken import SpokenPanel, tell_ply, tell_table
from game.ui.devices.speech import Speaker, sentence
from game.ui.grammar import Who
from game.ui.text import Texts, languages
from rules.catalog import GAMES, rules_of
from rules.kit.phrases import Phrase
from rules.session import Seat, Session
from tests.kit.desk import Desk


@pytest.fixture
def desk(english_desk):
    return english_desk


def table_of(desk: Desk, game: str, moves: int = 8) -> TableScene:
    """Open a table of humans after a few moves, always the first legal one."""
    seats = [Seat(name) for name in ("Ada", "Ben", "Cem", "Dana")[:GAMES[game].players[0]]]
    session = Session(rules_of(game), seats, 4711)
    for _ in range(0 if GAMES[game].race else moves):
        if session.outcome is None:
            session.play(next(iter(session.rules.legal_moves(session.state))))
    scene = table_scene(desk.app, session)
    scene.looking = session.state.player
    desk.app.push(scene)
    return scene


# --- sentences ---


@pytest.mark.parametrize(("parts", "text"), [
    (("Your move", "lay a block"), "Your move. Lay a block."), (("[2|5] on [1|6]",), "2|5 on 1|6."),
    (("maple  \u00b7  12 left",), "Maple, 12 left."), (("", "Solved!"), "Solved!"), (("", " "), ""),
    (("1 \u203a 3.",), "1 > 3."),
])
def test_a_sentence_has_no_signs_that_only_the_eye_needs(parts, text):
    assert sentence(*parts) == text


def test_the_same_sentence_is_not_said_twice_in_a_row():
    out = io.StringIO()
    speaker = Speaker(aloud=True, stream=out)
    for text in ("one", "one", "two", "one"):
        speaker.say(text)
    assert out.getvalue() == "One.\nTwo.\nOne.\n"


def test_a_closed_console_ends_the_speech_and_not_the_game():
    out = io.StringIO()
    speaker = Speaker(aloud=True, stream=out)
    out.close()
    speaker.say("one")
    assert not speaker.aloud and list(speaker.said) == ["One."]


@pytest.mark.parametrize("game", GAMES)
def test_every_move_and_every_table_is_told_in_words(desk, game):
    scene = table_of(desk, game)
    for language in languages():
        desk.app.settings.language = language
        desk.app.refresh()
        for _, ply in scene.session.history():
            told = tell_ply(scene, ply)
            assert told and all(text[-1] in ".!?:" and "spoken." not in text for text in told), language
        told = tell_table(scene)
        assert len(told) >= 4 and not [text for text in told if "spoken." in text or "{" in text], language


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_told_as_a_sentence_about_its_player(desk, game):
    """In every language; the only person at a table is addressed as you."""
    players = GAMES[game].players[0]
    seats = [Seat("Ada"), *(Seat(name, "bot", "easy") for name in ("Ben", "Cem", "Dana")[:players - 1])]
    session, rng = Session(rules_of(game), seats, 4711), Random(7)
    while session.outcome is None and session.moves < 60:
        session.play(rng.choice(list(session.rules.legal_moves(session.state))))
    scene = table_scene(desk.app, session)
    phrases = {phrase.key: phrase for _, ply in session.history() for phrase in scene.board.log_phrases(ply)}
    for language in languages():
        texts = Texts(language)
        for key, phrase in phrases.items():
            twin = Phrase(key.replace("log.", "told.", 1), {**phrase.values, "name": Who(("Ben",))})
            assert texts.has(twin.key) and "{" not in texts(twin), (language, key)
            mine = texts(Phrase(twin.key, {**twin.values, "name": Who(("Ada",), you=True)}))
            assert "Ada" not in mine and (mine == texts(twin) or "Ben" in texts(twin)), (language, key)


def test_what_a_rival_drew_is_not_told(desk):
    scene = table_of(desk, "tripple_domino", moves=0)
    session = scene.session
    while not any(type(ply.move).__name__ == "Draw" for _, ply in session.history()):
        moves = list(session.rules.legal_moves(session.state))
        session.play(next((move for move in moves if type(move).__name__ == "Draw"), moves[0]))
    _, ply = list(session.history())[-1]
    drawn = next(event for event in ply.events if type(event).__name__ == "Drawn")
    assert scene.board.speech.piece_name(drawn.pieces[0]) not in " ".join(tell_ply(scene, ply))


# --- occasions ---


def test_moves_places_and_refusals_are_said_while_playing_by_keys(desk):
    scene = desk.table()
    desk.key(pygame.K_RIGHT)
    desk.key(pygame.K_UP)
    assert any(text.startswith("Spot 1 of") for text in desk.app.speech.said)
    desk.key(pygame.K_RETURN)
    desk.run(1500)
    assert any("n tower" in text for text in desk.app.speech.said)
    assert scene.session.moves == 1 and any("> " in text for text in desk.app.speech.said)
    desk.key(pygame.K_u)
    assert desk.say("spoken.undone") + "." in desk.app.speech.said


def test_the_focus_and_what_it_changes_are_said(desk):
    desk.app.push(SettingsScene(desk.app))
    said = desk.app.speech.said
    assert said[-1] == "Settings."
    desk.key(pygame.K_TAB)
    desk.key(pygame.K_TAB)
    assert said[-1] == "Automatic."
    while said[-1] != f"{desk.say('settings.safe_colours.label')}, off.":
        desk.key(pygame.K_TAB)
    desk.key(pygame.K_RETURN)
    assert said[-1] == f"{desk.say('settings.safe_colours.label')}, on." and desk.app.settings.safe_colours


def test_the_panel_shows_the_table_as_text_and_goes_by_the_same_key(desk):
    scene = table_of(desk, "turris")
    desk.key(pygame.K_F2)
    assert isinstance(desk.scene, SpokenPanel) and desk.scene.now == tell_table(scene)
    assert len(desk.scene.before) == scene.session.moves
    desk.key(pygame.K_F2)
    assert desk.scene is scene


def test_speak_is_an_option_of_the_program(monkeypatch):
    from game import commands
    from game.ui.devices.speech import ASKED

    asked = []
    monkeypatch.setenv(ASKED, "")  # so that the change by the command line is undone after the test
    monkeypatch.setattr(commands, "open_program",
                        lambda game: asked.append((game, __import__("os").environ.get(ASKED))) or 0)
    assert commands.main(["kwinty", "--speak"]) == 0 == commands.main(["--speak"])
    assert asked == [("kwinty", "yes"), (None, "yes")]
