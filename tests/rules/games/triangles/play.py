"""Shared by the tests of the triangle games: rules from the shipped files, random games, transcripts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rules import records
from rules.base import IllegalMove, Rules, Scored
from rules.files.variants import fill, load, merge
from rules.games.triangles.layout import Lay, Layout, Stop, lying, ways
from rules.games.trio_domino.rules import GoOn
from rules.kit.hands import Draw, Pass
from rules.kit.lattice import Cell, read_cell
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session

ROOT = Path(__file__).resolve().parents[4]
VARIANTS = ROOT / "rules" / "variants"
GOLDEN = ROOT / "tests" / "golden"


@cache
def shipped(kind: type[Rules], variant: str = "classic") -> Rules:
    found = load(kind, variant, [VARIANTS / kind.game])
    assert not found.faults, found.faults
    return kind(found.values, variant)


def changed_rules(kind: type[Rules], **tables: Any) -> Rules:
    """Return the classic rules with some values changed: `changed_rules(TrioDomino, draw={"most": 3})`."""
    return kind(merge(deepcopy(shipped(kind).values), tables), "changed")


def rules_again(kind: type[Rules]):
    """Return the `RulesFor` of a game without the catalog."""
    return lambda game, variant, values: kind(fill(kind, values, shipped(kind).values), variant)


def table(*moves: str) -> Layout:
    """Return a layout of these lays; it need not be legal."""
    return lying(lay(move) for move in moves)


def lay(text: str) -> Lay:
    tile, _, rest = text.partition("@")
    cell, _, corners = rest.partition(":")
    return Lay(tile, read_cell(cell), corners)


def spelled(rules: Rules, state: Any) -> set[str]:
    moves = [rules.write_move(move) for move in rules.legal_moves(state)]
    assert len(moves) == len(set(moves)), "a legal move came twice"
    return set(moves)


def refused(rules: Rules, state: Any, text: str) -> str:
    """Return the last part of the refusal's key; apply must agree."""
    move = rules.read_move(text)
    refusal = rules.why_illegal(state, move)
    assert refusal is not None, f"{text} is legal"
    try:
        rules.apply(state, move)
    except IllegalMove as fault:
        assert fault.refusal == refusal
    else:
        raise AssertionError("refused, but applied")
    return refusal.key.rpartition(".")[2]


def play(rules: Rules, state: Any, *texts: str) -> Any:
    for text in texts:
        state = rules.apply(state, rules.read_move(text)).state
    return state


def gained(rules: Rules, state: Any, text: str) -> list[tuple[int, int, str]]:
    """Return the points of a move from its events: (seat, points, kind)."""
    step = rules.apply(state, rules.read_move(text))
    return [(event.by, event.points, event.kind) for event in step.events if isinstance(event, Scored)]


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


def recorded(session: Session) -> dict[str, Any]:
    """Return the record as a file would contain it, every move with its number of legal moves."""
    return records.loads(records.dumps(records.to_record(session, legal=True)))


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
    return list(rules.words.values())


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


# --- goldens ---


def transcript(session: Session) -> str:
    """Return a whole game as text: every move with its points, the table at the end of every round."""
    rules, lines = session.rules, []
    for number, round_ in enumerate(session.rounds, 1):
        lines += [f"== round {number}", rules.describe(round_.start)]
        for ply in round_.plies:
            points = [f"{event.by}: {event.kind} {event.points:+}" for event in ply.events
                      if isinstance(event, Scored)]
            lines.append(f"{ply.by} {rules.write_move(ply.move)} -> {' '.join(map(str, ply.state.scores))}"
                         f"{'   (' + ', '.join(points) + ')' if points else ''}")
        outcome = rules.outcome(round_.state)
        lines += [f"{outcome.why}, winners {list(outcome.winners)}", rules.describe(round_.state)]
    return "\n".join(lines)


def check_golden(name: str, text: str) -> None:
    """Compare with a file; DOMINOTHEK_GOLDEN=write rewrites it, to be reviewed before it is committed."""
    path = GOLDEN / name
    if os.environ.get("DOMINOTHEK_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
