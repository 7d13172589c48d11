"""Sharing: the three lines, the files for friends, and records that are dragged onto the window."""

from __future__ import annotations

from functools import cache

import pygame
import pytest

from game.data.occasion import Occasion
from game.screens.result.sharing import (
    AHEAD,
    BEHIND,
    ENDING,
    HEIGHTS,
    LEVEL,
    PARTS,
    STAR,
    ask_share,
    shared_text,
    signs,
)
from game.table.review.replay import Replay
from game.ui.dialogs import Dialog
from rules import records
from rules.catalog import GAMES, engine_of, rules_from_values, rules_of
from rules.session import Seat, Session

TWO = next(game.id for game in GAMES.values() if game.players == (2, 2))
SOLO = next(game.id for game in GAMES.values() if game.solitaire)


@cache
def played(game: str) -> Session:
    rules = rules_of(game)
    seats = [Seat("Ada"), Seat("Bruno", "bot", "easy")]
    session = Session(rules, seats[:1 if GAMES[game].solitaire else 2], 7)
    while session.outcome is None:
        state = session.state
        session.play(engine_of(rules).bot_move("easy", state, state.player, "x", lambda: False).move)
    return session


@pytest.mark.parametrize("game", GAMES)
def test_a_result_is_three_lines_without_a_move_or_a_name(game, desk):
    session = played(game)
    lines = shared_text(desk.app.texts, session, Occasion(daily="2026-11-16"), 0).split("\n")
    assert len(lines) == 3 and desk.say(f"game.{game}.title") in lines[0] and "2026" in lines[0]
    assert lines[2] == signs(session, 0) and 0 < len(lines[2]) <= PARTS
    assert "Ada" not in "".join(lines)
    assert not GAMES[game].solitaire or not set(lines[2]) & {AHEAD, LEVEL, BEHIND}


@pytest.mark.parametrize("game", [game.id for game in GAMES.values() if not game.solitaire])
def test_the_end_of_the_row_and_the_line_above_agree(game, desk):
    session = played(game)
    told = {seat: shared_text(desk.app.texts, session, Occasion(), seat).split("\n") for seat in (0, 1)}
    winners = session.outcome.winners
    for seat, (_, result, row) in told.items():
        how = "lost" if seat not in winners else "won" if len(winners) == 1 else "drawn"
        assert row[-1] == {"lost": BEHIND, "won": AHEAD, "drawn": LEVEL}[how]
        points = session.state.scores[seat]
        assert result in (desk.say(f"share.{how}", n=points, score=desk.app.texts.number(points)),
                          desk.say(f"share.{how}_moves", n=session.moves))
    if len(told[0][2]) > 3:
        assert set(told[0][2][:-1]) != {LEVEL}, "it shows how the game went, not only its end"


def test_the_signs_are_drawn(desk):
    """The fonts have none of them: yellow and red were the same empty box."""
    look = desk.app.look
    pictures = {pygame.image.tobytes(look.text_image(sign, "body", look.theme.text), "RGBA")
                for sign in (AHEAD, LEVEL, BEHIND, STAR, *HEIGHTS)}
    assert len(pictures) == 4 + len(HEIGHTS)


def test_a_record_for_a_friend_opens_when_it_is_dragged_onto_the_window(desk):
    session = played(TWO)
    ask_share(desk.scene, session, Occasion(), 0)
    desk.click_button(desk.say("share.record"))
    assert isinstance(desk.scene, Dialog)
    path = desk.store.folder / "shared" / f"{TWO}-7{ENDING}"
    assert records.verify(records.read_file(path), rules_from_values).moves == session.moves
    desk.key(pygame.K_RETURN)
    desk.app.dispatch(pygame.Event(pygame.DROPFILE, file=str(path)))
    assert isinstance(desk.scene, Replay) and desk.scene.session.moves == session.moves


def test_a_dragged_file_that_is_no_record_gets_a_sentence(desk, tmp_path):
    path = tmp_path / "note.txt"
    path.write_text("hello")
    desk.app.dispatch(pygame.Event(pygame.DROPFILE, file=str(path)))
    assert isinstance(desk.scene, Dialog) and desk.scene.title == "note.txt"


def test_a_picture_is_saved(desk):
    ask_share(desk.scene, played(TWO), Occasion(), 0)
    desk.click_button(desk.say("share.picture"))
    assert (desk.store.folder / "shared" / f"{TWO}-7.png").stat().st_size > 1000
