"""Shared by the tests of the triangle games: tables as text, random games, what must hold in every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules import records
from rules.base import Rules, Scored
from rules.games.triangles.layout import Lay, Layout, Stop, lying, ways
from rules.games.trio_domino.rules import GoOn
from rules.kit.hands import Draw, Pass
from rules.kit.lattice import Cell, read_cell
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session
from tests.kit.play import recorded, rules_again


def table(*moves: str) -> Layout:
    """Return a layout of these lays; it need not be legal."""
    return lying(lay(move) for move in moves)


def lay(text: str) -> Lay:
    tile, _, rest = text.partition("@")
    cell, _, corners = rest.partition(":")
    return Lay(tile, read_cell(cell), corners)


def random_session(rules: Rules, players: int, seed: int, *, stopping: float = 0.0,
                   drawing: float = 0.5, setup: Any = None) -> Session:
    """Play a whole random game; without `stopping` and with little `drawing` more tiles are laid."""
    session = Session(rules, [Seat(f"P{seat}") for seat in range(players)], seed, level=setup)
    rng = rng_for("random game", rules.game, players, seed)
    while session.game_outcome is None:
        if session.outcome is not None:
            session.next_round()
        else:
            session.play(_random_move(rules, session.state, rng, stopping, drawing))
    return session


def _random_move(rules: Rules, state: Any, rng: Random, stopping: float, drawing: float) -> Any:
    moves = list(rules.legal_moves(state))
    for kinds, chance in (((Stop,), stopping), ((Draw, Pass), drawing)):
        kept = [move for move in moves if not isinstance(move, kinds)]
        if kept and rng.random() >= chance:
            moves = kept
    return pick(rng, moves)


# --- invariants of every game ---


def check_session(session: Session) -> None:
    """Check the whole contract at every state of a played game."""
    rules = session.rules
    for round_ in session.rounds:
        state = round_.start
        pieces = _pieces(state)
        assert len(pieces) == len(set(pieces))
        for ply in round_.plies:
            assert rules.outcome(state) is None and ply.by == state.player
            if ply.state.ply % 3 == 0:  # every state would be slower and show no more
                check_moves(rules, state)
            gains = [0] * len(state.scores)
            for event in ply.events:
                if isinstance(event, Scored):
                    gains[event.by] += event.points
            assert tuple(a + b for a, b in zip(state.scores, gains, strict=True)) == ply.state.scores
            assert _pieces(ply.state) == pieces and ply.state.ply == state.ply + 1
            assert rules.apply(state, ply.move).state == ply.state
            assert hash(rules.apply(state, ply.move).state) == hash(ply.state)
            state = ply.state
        assert rules.outcome(state) is not None and not list(rules.legal_moves(state))
    again = records.verify(recorded(session), rules_again(type(rules)))
    assert again.state == session.state
    while again.can_undo:
        again.undo()
    while again.can_redo:
        again.redo()
    assert again.state == session.state


def _pieces(state: Any) -> list[str]:
    held = [tile for hand in state.hands for tile in hand]
    return sorted([*held, *state.stock, *(lay.tile for lay in state.layout.laid)])


def check_moves(rules: Rules, state: Any) -> None:
    """Check that legal means not refused, for every conceivable move; notation is reversible."""
    legal = set(rules.legal_moves(state))
    assert legal, "a round that goes on has a legal move"
    for move in legal | set(_thinkable(rules, state)):
        assert rules.read_move(rules.write_move(move)) == move
        assert (rules.why_illegal(state, move) is None) == (move in legal), move
    for cell in rules.open_cells(state):
        for tile in state.hand:
            lays = {move for move in legal if isinstance(move, Lay) and move[:2] == (tile, cell)}
            assert {move.corners for move in lays} <= set(rules.fits(state, tile, cell))


def _thinkable(rules: Rules, state: Any) -> Iterator[Any]:
    yield from (move for move in _words(rules))
    near = list(state.layout.open)[:8] + list(state.layout.at)[:1] + [Cell(90, 90, True), Cell(0, 0, True)]
    for cell in near:
        for tile in (*state.hand, *state.stock[:1]):
            yield from (Lay(tile, cell, way) for way in ways(tile))


def _words(rules: Rules) -> list[Any]:
    if rules.game == "trio_domino":
        return [Draw(1), Draw(2), Draw(3), Pass(), Stop(), GoOn()]
    return list(rules.calls.values())


def check_hidden(rules: Rules, state: Any, player: int, seed: int) -> None:
    """Check that a guess keeps what the seat sees, and depends on nothing else."""
    guess = rules.guess_hidden(state, player, rng_for(seed))
    assert rules.view(guess, player) == rules.view(state, player)
    assert guess.hands[player] == state.hands[player]
    assert _pieces(guess) == _pieces(state)
    other = rules.guess_hidden(state, player, rng_for("another"))
    assert rules.guess_hidden(other, player, rng_for(seed)) == guess
    if player == state.player and not rules.outcome(state):
        assert set(rules.legal_moves(guess)) == set(rules.legal_moves(state))
