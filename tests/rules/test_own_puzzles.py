"""Puzzles that engines make of positions: every goal that a game offers is found somewhere, and proved."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from rules.base import AnyRules, Setup
from rules.catalog import GAMES, engine_of, rules_of
from rules.engine import AnyEngine, Goal
from rules.files.faults import Place
from rules.files.levels import Level, why_not_proved
from rules.kit.shuffle import rng_for
from rules.session import Seat, Session

OFFERED = [(game.id, goal) for game in GAMES.values() for goal in engine_of(rules_of(game.id)).goals]
SEEDS = range(1, 12)


def players_of(game: str) -> int:
    return max(GAMES[game].players[0], 1 if GAMES[game].solitaire else 2)


@cache
def setups(game: str, seed: int) -> list[Setup]:
    """Return the positions of a game between easy bots; of a race only its beginning."""
    rules = rules_of(game)
    engine = engine_of(rules)
    session = Session(rules, [Seat(str(seat), "bot", "easy") for seat in range(players_of(game))], seed)
    deal = session.rounds[0].setup
    found = [deal]
    while session.outcome is None and not GAMES[game].race and session.moves < 60:
        state = session.state
        session.play(engine.choose("easy", state, state.player, rng_for(seed, session.moves)).move)
        found.append({**deal, "moves": [rules.write_move(ply.move) for _, ply in session.history()]})
    return found[:-1] if session.outcome is not None else found


def puzzles(rules: AnyRules, engine: AnyEngine, goal: str) -> Iterator[tuple[Setup, Goal]]:
    for seed in SEEDS:
        for setup in setups(rules.game, seed)[::-3]:
            state = rules.start(setup, players_of(rules.game))
            found = engine.puzzle(goal, state, state.player, 1, lambda: False)
            if found is not None:
                yield setup, found


@pytest.mark.parametrize(("game", "goal"), OFFERED)
def test_a_goal_is_found_with_a_proof_that_reaches_it(game: str, goal: str) -> None:
    rules = rules_of(game)
    setup, found = next(puzzles(rules, engine_of(rules), goal))
    whole = {**setup, **found.setup}
    level = Level(game, "own_1", 2, "classic", whole, found.goal, found.par, {},
                  tuple(map(rules.write_move, found.proof)), Place(""), players_of(game), found.moves,
                  found.points)
    assert why_not_proved(level, rules, rules.start(whole, level.players)) is None


def test_a_game_that_is_not_played_for_the_move_alone_offers_no_puzzles() -> None:
    offering = {game for game, _ in OFFERED}
    assert offering == {game.id for game in GAMES.values() if game.has_levels}


@pytest.mark.parametrize("game", [
    game.id for game in GAMES.values() if game.hidden_hands and game.has_levels])
def test_a_puzzle_does_not_depend_on_what_others_hold(game: str) -> None:
    rules = rules_of(game)
    engine = engine_of(rules)
    for goal in engine.goals:
        for setup in setups(game, 1)[::9]:
            state = rules.start(setup, players_of(game))
            other = rules.guess_hidden(state, state.player, rng_for("other"))
            assert (engine.puzzle(goal, state, state.player, 1, lambda: False)
                    == engine.puzzle(goal, other, state.player, 1, lambda: False))


def test_a_stopped_search_ends_without_a_puzzle() -> None:
    rules = rules_of("kwinty")
    state = rules.start(setups("kwinty", 1)[8], 2)
    assert engine_of(rules).puzzle("win", state, state.player, 4, lambda: True) is None
