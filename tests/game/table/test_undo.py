"""Taking back at the table: one undo counts one, and what has shown something hidden costs the result."""

from __future__ import annotations

import json

import pygame
import pytest

from game.table.scene import TableScene
from rules import records
from rules.base import Drawn
from rules.catalog import GAMES, rules_of
from rules.session import UNCOUNTED, Seat, Session
from tests.kit.desk import Desk
from tests.kit.late import LateThinker

HIDDEN = [game for game in GAMES if GAMES[game].hidden_hands]
ADA, BEA, BOT = Seat("Ada"), Seat("Bea"), Seat("Bruno", "bot", "easy")


@pytest.fixture
def late(english_desk: Desk) -> LateThinker:
    """Bots never answer: the tests move for them."""
    late = LateThinker()
    english_desk.app.thinker = late  # type: ignore[assignment]
    return late


def opened(desk: Desk, game: str, *seats: Seat, seed: int = 1) -> TableScene:
    session = Session(rules_of(game), list(seats), seed)
    table = TableScene(desk.app, session)
    desk.app.push(table)
    if len([seat for seat in seats if not seat.is_bot]) == 1:
        while session.seats[session.state.player].is_bot:
            play_any(table)
    return table


def play_any(table: TableScene, *, drawing: bool = False) -> None:
    """Play the first legal move, or the first that draws."""
    rules, state = table.session.rules, table.state
    table.session.play(next(move for move in rules.legal_moves(state)
                            if not drawing or any(isinstance(event, Drawn)
                                                  for event in rules.apply(state, move).events)))
    table.jumped()


def back_at_the_table(desk: Desk, table: TableScene) -> None:
    """Lift the curtain for whoever is to move."""
    table.look_at_hand(table.state.player)
    while desk.app.top is not table:
        desk.app.pop()


def test_one_undo_of_a_whole_turn_counts_one(english_desk, late):
    table = opened(english_desk, "kwinty", ADA, BOT)
    play_any(table)
    play_any(table)
    english_desk.key(pygame.K_u)
    assert table.session.moves == 0 and table.session.tally["undos"] == 1 and table.is_counted


@pytest.mark.parametrize("game", HIDDEN)
def test_taking_back_what_showed_a_hidden_piece_is_asked_and_costs_the_result(english_desk, late, game):
    table = opened(english_desk, game, ADA, BOT)
    play_any(table)
    while table.session.seats[table.state.player].is_bot:
        play_any(table)
    made = table.session.moves
    english_desk.run(32)
    assert table.tools["undo"].tip == english_desk.say("uncounted.tip")
    english_desk.key(pygame.K_u)
    assert english_desk.scene is not table and table.session.moves == made, "it asks first"
    english_desk.key(pygame.K_ESCAPE)
    assert table.session.moves == made and table.is_counted, "no answer changes nothing"
    english_desk.key(pygame.K_u)
    english_desk.click_button(english_desk.say("uncounted.take_back"))
    assert table.session.moves < made and table.session.tally["undos"] == 1
    assert table.session.uncounted == "takeback" and not table.is_counted
    assert english_desk.say("uncounted.short") in table.pills()[0][1]
    saved = json.loads(table.path.read_text(encoding="utf-8"))
    assert records.uncounted(saved), "the save keeps it"


def test_taking_back_before_anything_hidden_was_seen_costs_nothing(english_desk, late):
    table = opened(english_desk, "trio_domino", ADA, BOT)
    play_any(table)
    english_desk.key(pygame.K_u)
    assert english_desk.scene is table and table.session.uncounted is None


@pytest.mark.parametrize("game", ["tripple_domino", "kreuzwort"])
def test_among_several_people_a_drawn_piece_cannot_be_put_back(english_desk, late, game):
    table = opened(english_desk, game, ADA, BEA)
    back_at_the_table(english_desk, table)
    if game == "tripple_domino":
        while not any(table.session.rules.write_move(move) == "draw"
                      for move in table.session.rules.legal_moves(table.state)):
            play_any(table)
    play_any(table, drawing=True)
    back_at_the_table(english_desk, table)
    made = table.session.moves
    table.refresh_side()
    undo = table.tools["undo"]
    assert not undo.enabled and undo.tip == english_desk.say("uncounted.refused")
    english_desk.key(pygame.K_u)
    assert english_desk.scene is table and table.session.moves == made and table.session.uncounted is None


def test_among_several_people_only_the_last_piece_laid_may_be_taken_back(english_desk, late):
    table = opened(english_desk, "trio_domino", ADA, BEA)
    play_any(table)
    play_any(table)
    back_at_the_table(english_desk, table)
    english_desk.key(pygame.K_u)
    assert table.session.moves == 1, "Bea has seen nothing since"
    back_at_the_table(english_desk, table)
    english_desk.key(pygame.K_u)
    assert table.session.moves == 1, "Ada has seen what Bea laid"


def test_a_deal_taken_back_has_shown_the_hands_of_the_round(english_desk, late):
    table = opened(english_desk, "trio_domino", ADA, BOT)
    session = table.session
    while session.outcome is None:
        session.play(next(iter(session.rules.legal_moves(table.state))))
    assert session.game_outcome is not None or session.next_round() is None
    english_desk.app.top.refresh_side()
    assert table.tools["undo"].tip == english_desk.say("uncounted.tip")


@pytest.mark.parametrize("why", UNCOUNTED)
def test_every_reason_is_told_at_the_table(english_desk, why):
    table = english_desk.table()
    table.session.uncount(why)
    assert english_desk.say(f"uncounted.why.{why}") in [row[1] for row in table.log_rows()]
    assert english_desk.say("uncounted.short") in table.pills()[0][1]
