"""The bots of the triangle games: twins equal to the rules; legal, fair, in time and sensible."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from rules.catalog import engine_of
from rules.engine import Bot
from rules.games.triangles.fast_board import cell_number, cell_of
from rules.games.triangles.layout import Lay
from rules.games.triangles.tripple import TrippleState
from rules.games.trio_domino import bots as trio_bots
from rules.games.trio_domino.rules import TrioDomino, TrioState
from rules.games.trio_domino.twin import Game
from rules.games.tripple_domino import bots as tripple_bots
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_domino.twin import SET, Round
from rules.games.tripple_solitaire import bots as solitaire_bots
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.kit.hands import Draw, Pass
from rules.kit.playouts import best_of
from rules.kit.shuffle import rng_for
from rules.session import LEVELS
from tests.kit.asking import ask
from tests.kit.play import changed_rules, shipped
from tests.rules.games.triangles.play import random_session, table

TRIPPLE, SOLITAIRE, TRIO = shipped(TrippleDomino), shipped(TrippleSolitaire), shipped(TrioDomino)
ENGINES = (tripple_bots.TrippleEngine, solitaire_bots.SolitaireEngine, trio_bots.TrioEngine)
BOTS = {TRIPPLE: tripple_bots.BOTS, SOLITAIRE: solitaire_bots.BOTS, TRIO: trio_bots.BOTS}
GAMES = pytest.mark.parametrize("rules", [TRIPPLE, SOLITAIRE, TRIO], ids=lambda rules: rules.game)


def positions(rules, players: int, seed: int, every: int):
    """Return some positions of an unfinished random game."""
    session = random_session(rules, players, seed, drawing=0.2)
    states = [state for round_ in session.rounds
              for state in (round_.start, *(ply.state for ply in round_.plies))]
    return [state for state in states if rules.outcome(state) is None][::every]


# --- the twins ---


def tripple_move(twin: Round):
    """Make the twin's next move in the twin and return it as a move of the rules."""
    points, cell, tile = twin.board.best(twin.drawn_bits if twin.drawn and twin.only_drawn
                                         else twin.hands[twin.player])
    if points >= 0:
        move = Lay(SET.tiles[tile], cell_of(cell), SET.ways[twin.board.open[cell], tile][0])
        twin.lay_tile(cell, tile)
    elif twin.stock and twin.drawn < twin.draw_most:
        move = Draw()
        twin.draw()
    else:
        move = Pass()
        twin.pass_turn()
    return move


@pytest.mark.parametrize("rules", [
    TRIPPLE, changed_rules(TrippleDomino, draw={"then_lay": "any", "most": 2, "empty_cost": 3}),
    changed_rules(TrippleDomino, blocked_tie="none", bonus={"hexagon_each": False})])
def test_the_twin_of_tripple_domino_plays_by_the_rules(rules):
    for players, seed in ((2, 1), (3, 2), (4, 3), (6, 4), (2, 5)):
        state = rules.start(rules.deal(players, seed), players)
        state = begun = rules.apply(state, rules.opening(state)).state
        twin = Round(rules, state)
        while not twin.over:
            state = rules.apply(state, tripple_move(twin)).state
            if not twin.over and twin.blocked():
                twin.settle_block()
            assert tuple(twin.scores) == state.scores and twin.over == (rules.outcome(state) is not None)
            assert set(twin.board.open) == {cell_number(cell) for cell in state.layout.open}
        assert tuple(Round(rules, begun).finish()) == state.scores


@pytest.mark.parametrize("rules", [
    TRIO, shipped(TrioDomino, "play_out"), changed_rules(TrioDomino, colour={"agree": "all", "factor": 3}),
    changed_rules(TrioDomino, rows=3)])
def test_the_twin_of_trio_domino_plays_by_the_rules(rules):
    for players in (1, 2, 4):
        session = random_session(rules, players, 8, stopping=0.2, drawing=0.2)
        state = session.rounds[0].start
        twin = Game(rules, state)
        for _, ply in session.history():
            if not state.choosing:
                points = [sum(won for won, _ in rules.score_of(state, move))
                          for move in rules.legal_moves(state) if isinstance(move, Lay)]
                assert twin.board.best(twin.hands[twin.player], twin.factor, 0)[0] == max(points, default=-1)
            twin.play(ply.move)
            state = ply.state
            assert tuple(twin.scores) == state.scores and twin.over == (state.ended is not None)
            assert twin.over or (twin.player, twin.choosing) == (state.player, state.choosing)
            assert set(twin.board.open) == {cell_number(cell) for cell in rules.open_cells(state)}


def test_a_line_of_the_solitaire_makes_the_points_of_the_rules():
    state = SOLITAIRE.start(SOLITAIRE.deal(1, 4), 1)
    line = solitaire_bots.Line(SOLITAIRE, state)
    while SOLITAIRE.outcome(state) is None:
        lays = [move for move in SOLITAIRE.legal_moves(state) if isinstance(move, Lay)]
        if lays:
            line.lay(lays[-1])
            state = SOLITAIRE.apply(state, lays[-1]).state
        else:
            state = SOLITAIRE.apply(state, next(iter(SOLITAIRE.legal_moves(state)))).state
            line = solitaire_bots.Line(SOLITAIRE, state) if state.ended is None else line
        if state.ended is None:
            assert line.score == state.scores[0]


# --- requirements for every bot ---


@GAMES
def test_there_is_a_bot_for_every_level(rules):
    assert tuple(BOTS[rules]) == LEVELS
    assert isinstance(engine_of(rules), ENGINES)


@GAMES
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_answers_with_a_legal_move_and_a_reason(rules, level):
    players = max(rules.seats[0], min(3, rules.seats[-1]))
    for number, state in enumerate(positions(rules, players, 3, every=40 if level == "master" else 12)):
        choice = ask(BOTS[rules][level], rules, state, state.player, rng_for(number), time.monotonic() + 0.2)
        assert rules.why_illegal(state, choice.move) is None
        assert choice.reason.key.startswith("hint.")


def hurried(bot: Bot) -> Bot:
    """Return the bot with a smaller search, to save time; a clock would make it non-deterministic."""
    few = {name: 6 for name in ("worlds", "lines", "width") if hasattr(bot, name)}
    return replace(bot, **few) if few else bot


@GAMES
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_sees_only_what_its_seat_sees(rules, level):
    """Two states that look alike from a seat give the same move with the same random numbers."""
    for number, state in enumerate(positions(rules, rules.seats[-1], 5, every=60)):
        other = rules.guess_hidden(state, state.player, rng_for("elsewhere", number))
        bot = hurried(BOTS[rules][level])
        first = ask(bot, rules, state, state.player, rng_for(number)).move
        assert ask(bot, rules, other, state.player, rng_for(number)).move == first


@GAMES
def test_without_time_a_bot_still_answers(rules):
    state = positions(rules, rules.seats[-1], 6, every=1)[5]
    for level in LEVELS:
        begun = time.process_time()  # CPU time: the machine may be busy
        choice = ask(BOTS[rules][level], rules, state, state.player, Random("1"), time.monotonic() - 1.0)
        assert rules.why_illegal(state, choice.move) is None and time.process_time() - begun < 0.3


@GAMES
def test_an_interrupted_bot_answers_with_the_best_so_far(rules):
    state, asked = positions(rules, rules.seats[-1], 6, every=1)[5], []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    choice = ask(BOTS[rules]["master"], rules, state, state.player, Random("1"), stop=stop)
    assert rules.why_illegal(state, choice.move) is None and len(asked) <= 5


# --- knowledge of the bots ---


def test_all_but_easy_close_a_hexagon():
    from rules.kit.lattice import around

    ring = around((0, 0))
    layout = table(*(f"222@{cell}:222" for cell in ring[:5]))
    state = TrippleState(layout, (("022", "222", "355"), ("455", "333")), ("444",), 0, (0, 0), ply=9)
    for level in ("medium", "hard", "master"):
        choice = ask(tripple_bots.BOTS[level], TRIPPLE, state, 0, Random("1"), time.monotonic() + 0.3)
        assert choice.move.cell == ring[5] and choice.reason.key == "hint.tripple_domino.hexagon"


def test_nobody_passes_or_draws_who_can_go_out():
    state = TrippleState(table("345@0,0^:345"), (("334",), ("455", "333")), ("444",), 0, (0, 0), ply=9)
    for level in LEVELS:
        choice = ask(tripple_bots.BOTS[level], TRIPPLE, state, 0, Random("1"))
        assert isinstance(choice.move, Lay) and choice.reason.key == "hint.tripple_domino.last"


@pytest.mark.parametrize(("scores", "word"), [((30, 2), "stop"), ((2, 60), "go on")])
def test_who_is_far_ahead_stops_and_who_is_far_behind_goes_on(scores, word):
    hand = ("R1B1G1", "R2B0G1", "R0B0G1")
    state = TrioState(table("R2B1G0@0,0^:R2B1G0"), ((), hand), TRIO.tiles[-9:-1], 0, scores, 9, choosing=True)
    for level in LEVELS:
        choice = ask(trio_bots.BOTS[level], TRIO, state, 0, Random("1"))
        assert TRIO.write_move(choice.move) == word


def test_moves_are_compared_in_the_same_worlds_and_a_broken_world_does_not_count():
    worlds = []

    def imagine():
        worlds.append(len(worlds))
        return lambda move: move + 100 * worlds[-1]

    move, mean = best_of([1, 3, 2], imagine, 8, lambda: False)
    assert move == 3 and mean == 3 + 350
    calls = iter(range(100))
    move, _ = best_of([1, 3, 2], imagine, 8, lambda: next(calls) >= 1)
    assert move == 1, "without a single whole world the first is taken"


def test_what_is_clearly_worse_is_given_up_early_and_what_is_close_is_played_out():
    def met(*means: float) -> tuple[list[int], int]:
        counts, noise = [0] * len(means), Random("noise")

        def imagine():
            def world(move: int) -> float:
                counts[move] += 1
                return means[move] + noise.random()

            return world

        return counts, best_of(range(len(means)), imagine, 200, lambda: False)[0]

    counts, best = met(0.0, 0.9)
    assert best == 1 and counts[0] == counts[1] < 40
    counts, best = met(0.0, 0.9, 0.92)
    assert counts[0] < 40 and counts[1] == counts[2] == 200
