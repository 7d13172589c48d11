"""The solver of Turm-Domino: its twin follows the same rules, its verdicts are true, and it is fast."""

from __future__ import annotations

import time
from random import Random

import pytest

from rules.catalog import rules_of
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import ORDERS, Solver, Undecided
from rules.games.turm_domino.state import TurmMove, TurmState, domino_set
from rules.kit.shuffle import below, pick, rng_for, shuffled

VARIANTS = ("classic", "strict", "open", "three_towers")


def rules_with(variant: str = "classic", **changes) -> TurmDomino:
    """Return a variant with single values changed: `stack={"wrap": False}`."""
    values = dict(rules_of("turm_domino", variant).values)
    for key, change in changes.items():
        values[key] = {**values[key], **change} if isinstance(change, dict) else change
    return TurmDomino(values, variant)


ODD_RULES = {
    "without wrap": {"stack": {"wrap": False}},
    "equal halves only": {"stack": {"max_difference": 0}},
    "two points apart": {"stack": {"max_difference": 2}},
    "sum of twelve": {"found": {"neighbour_sum": 12}},
    "sum of six": {"found": {"neighbour_sum": 6}},
}
SUBJECTS = [(name, rules_of("turm_domino", name)) for name in VARIANTS] + [
    (name, rules_with(variant, **changes)) for name, changes in ODD_RULES.items()
    for variant in ("classic", "strict")]
IDS = [f"{name}-{rules.variant}" for name, rules in SUBJECTS]
ALL_RULES = [rules for _, rules in SUBJECTS]


def small_deal(rules: TurmDomino, rng: Random, most: int) -> TurmState:
    """Return a random field of up to `most` dominoes below a random row with gaps."""
    cards = shuffled(map(str, domino_set(rules.highest)), rng)
    row = [cards.pop() if rng.random() < 0.6 else "" for _ in range(1 + below(rng, 5))]
    row[below(rng, len(row))] = cards.pop()
    columns = [[] for _ in range(1 + below(rng, 4))]
    for _ in range(1 + below(rng, most)):
        pick(rng, columns).append(cards.pop())
    return rules.start({"tower": row, "columns": columns}, 1)


def naive(rules: TurmDomino, state: TurmState, known: dict) -> bool:
    """Return whether a position can be won, by exhaustive search with the real rules."""
    key = state.columns, tuple(tower[-1:] for tower in state.towers)
    if key not in known:
        known[key] = not state.left or any(
            naive(rules, rules.apply(state, move).state, known) for move in rules.legal_moves(state))
    return known[key]


def position(solver: Solver) -> tuple:
    return solver.heights, solver.rest, solver.tops, solver.top_set


# --- the twin ---


@pytest.mark.parametrize("rules", ALL_RULES, ids=IDS)
def test_the_twin_has_the_legal_moves_of_the_rules(rules):
    rng, solver = rng_for("twin", rules), Solver(rules)
    for _ in range(40):
        state = small_deal(rules, rng, 12)
        while True:
            solver.read(state)
            legal = list(rules.legal_moves(state))
            for order in ORDERS:
                assert sorted(TurmMove(column, tower) for _, column, _, tower in solver.moves(order)) == legal
            if not legal:
                break
            state = rules.apply(state, pick(rng, legal)).state


@pytest.mark.parametrize("rules", ALL_RULES, ids=IDS)
def test_a_move_of_the_twin_leads_where_apply_leads(rules):
    rng, solver, other = rng_for("apply", rules), Solver(rules), Solver(rules)
    for _ in range(40):
        state = small_deal(rules, rng, 12)
        solver.read(state)
        while moves := solver.moves():
            _, column, piece, tower = pick(rng, moves)
            solver.make(column, piece, tower)
            state = rules.apply(state, TurmMove(column, tower)).state
            other.read(state)
            assert position(solver) == position(other)


def test_unmaking_a_move_restores_the_twin():
    rules = rules_of("turm_domino")
    solver, state = Solver(rules), rules.new_game(1, 5)
    solver.read(state)
    for _, column, piece, tower in solver.moves():
        before = [list(part) if isinstance(part, list) else part for part in position(solver)]
        covered = solver.make(column, piece, tower)
        solver.unmake(column, piece, tower, covered)
        assert list(position(solver)) == before


# --- the verdicts ---


@pytest.mark.parametrize("rules", ALL_RULES, ids=IDS)
def test_verdicts_are_those_of_trying_everything(rules):
    rng, verdicts = rng_for("naive", rules), []
    for _ in range(60):
        state = small_deal(rules, rng, 9)
        expected = naive(rules, state, {})
        assert Solver(rules).winnable(state) is expected, rules.describe(state)
        verdicts.append(expected)
    assert False in verdicts
    assert True in verdicts or not rules.max_difference  # without any difference nothing can be stacked


def test_one_solver_stays_right_over_many_positions_of_a_deal_and_over_other_deals():
    rules = rules_of("turm_domino")
    rng, solver = rng_for("remembering"), Solver(rules)
    for _ in range(25):
        start = small_deal(rules, rng, 9)
        known: dict = {}
        for _ in range(6):
            state = start
            while legal := list(rules.legal_moves(state)):
                assert solver.winnable(state) is naive(rules, state, known)
                state = rules.apply(state, pick(rng, legal)).state


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_line_wins(variant):
    rules = rules_of("turm_domino", variant)
    for seed in range(15):
        start = rules.new_game(1, seed)
        solver, state = Solver(rules), start
        solver.winnable(start)  # cached results must not shorten the line
        for move in solver.line(start):
            state = rules.apply(state, move).state
        assert rules.outcome(state).why == "won"


def test_good_moves_are_those_that_keep_the_win():
    rules, rng = rules_of("turm_domino"), rng_for("good")
    for _ in range(30):
        state = small_deal(rules, rng, 8)
        good = [move for move in rules.legal_moves(state) if naive(rules, rules.apply(state, move).state, {})]
        assert Solver(rules).good_moves(state) == good


def test_an_empty_field_is_won_and_its_line_is_empty():
    rules = rules_of("turm_domino")
    state = rules.start({"tower": ["1|6"], "columns": [[]]}, 1)
    assert Solver(rules).winnable(state) is True
    assert Solver(rules).line(state) == []


def test_order_of_towers_matters_only_beside_an_empty_position():
    rules = rules_of("turm_domino")

    def key(*row: str):
        solver = Solver(rules)
        solver.read(rules.start({"tower": list(row), "columns": [["0|0"]]}, 1))
        return solver.key()

    assert key("1|6", "2|5", "3|4") == key("3|4", "1|6", "2|5")
    assert key("", "1|6", "2|5", "3|4") == key("", "1|6", "3|4", "2|5")
    assert key("", "1|6", "2|5", "3|4") == key("3|4", "2|5", "1|6", "")
    assert key("", "1|6", "2|5", "3|4") != key("", "2|5", "1|6", "3|4")


# --- time ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_deal_is_decided_quickly(variant):
    rules = rules_of("turm_domino", variant)
    took, won = [], 0
    for seed in range(150):
        state = rules.start(rules.deal_once(seed, 0), 1)
        start = time.process_time()
        verdict = Solver(rules).winnable(state)
        took.append(time.process_time() - start)
        assert verdict is not None
        won += verdict
    assert won / 150 > (0.85 if variant == "strict" else 0.95)
    assert sum(took) / len(took) < 0.015 and max(took) < 0.4


def test_the_search_can_be_stopped():
    rules = rules_with("strict")
    hard = rules.start(rules.deal_once(4773, 0), 1)  # the longest search of 6,000 deals
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 2

    solver = Solver(rules, stop=stop)
    assert solver.winnable(hard) is None and len(asked) == 2 and solver.nodes == 2000
    with pytest.raises(Undecided):
        Solver(rules, stop=lambda: True).solve(hard)
    assert Solver(rules).winnable(hard) is True


def test_the_number_of_positions_can_be_limited():
    rules = rules_with("strict")
    hard = rules.start(rules.deal_once(4773, 0), 1)
    solver = Solver(rules, nodes=50)
    assert solver.winnable(hard) is None and solver.line(hard) is None and solver.nodes == 50


def test_a_dealt_game_can_be_won():
    for variant in VARIANTS:
        rules = rules_of("turm_domino", variant)
        for seed in range(60):
            assert Solver(rules).winnable(rules.new_game(1, seed)) is True


def test_a_deal_with_dominoes_that_can_never_be_moved_is_lost_without_a_search():
    rules = rules_with()
    setup = {"tower": ["2|4", ""], "columns": [["0|2", "4|4", "3|4"], ["0|4", "1|4", "2|5"]]}
    solver = Solver(rules)
    assert solver.winnable(rules.start(setup, 1)) is False and solver.nodes == 1
