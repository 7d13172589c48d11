"""The rules of Turm-Domino, one test for every sentence of the rule page, on small boards written as text."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rules.base import BadSetup, IllegalMove, Outcome, Placed, Revealed, RoundOver, UnreadableMove
from rules.catalog import folders, rules_of
from rules.files.variants import load_file
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import Solver
from rules.games.turm_domino.state import Domino, TurmMove, TurmState, domino_set
from rules.kit.shuffle import pick, rng_for

GOLDEN = Path(__file__).resolve().parents[4] / "tests" / "golden" / "turm_domino"
CLASSIC = rules_of("turm_domino")
STRICT = rules_of("turm_domino", "strict")
OPEN = rules_of("turm_domino", "open")
THREE_TOWERS = rules_of("turm_domino", "three_towers")


def board(row: str, *columns: str, rules: TurmDomino = CLASSIC) -> TurmState:
    """Return a position from text: the tower row (`-` for an empty position), then the columns top down."""
    tower = ["" if text == "-" else text for text in row.split()]
    return rules.start({"tower": tower, "columns": [column.split() for column in columns]}, 1)


def with_values(**changes) -> TurmDomino:
    values = dict(CLASSIC.values)
    for key, change in changes.items():
        values[key] = {**values[key], **change} if isinstance(change, dict) else change
    return TurmDomino(values)


def refusal(state: TurmState, move: str, rules: TurmDomino = CLASSIC) -> str | None:
    """Return the last part of the refusal's key; None if legal."""
    found = rules.why_illegal(state, rules.read_move(move))
    return found and found.key.rpartition(".")[2]


def fits(piece: str, top: str, rules: TurmDomino = CLASSIC) -> bool:
    return refusal(board(top, piece, rules=rules), "1>1", rules) is None


def play(state: TurmState, *moves: str, rules: TurmDomino = CLASSIC) -> TurmState:
    for move in moves:
        state = rules.apply(state, rules.read_move(move)).state
    return state


def spelled(state: TurmState, rules: TurmDomino = CLASSIC) -> list[str]:
    return [rules.write_move(move) for move in rules.legal_moves(state)]


def faults_of(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "own.yaml"
    path.write_text("extends: classic\n" + text, "utf-8")
    return [fault.key for fault in load_file(TurmDomino, path, folders("turm_domino")).faults]


# --- material and deal ---


def test_the_set_is_a_double_six_of_28_dominoes():
    dominoes = domino_set(6)
    assert len(set(dominoes)) == len(dominoes) == 28
    assert all(0 <= domino.low <= domino.high <= 6 for domino in dominoes)


def test_the_field_has_five_columns_of_five():
    assert [len(column) for column in CLASSIC.new_game(1, 1).columns] == [5] * 5


def test_the_three_sevens_open_the_towers_in_the_middle_and_both_ends_are_empty():
    towers = CLASSIC.new_game(1, 1).towers
    assert towers == ((), (Domino(1, 6),), (Domino(2, 5),), (Domino(3, 4),), ())


def test_a_deal_holds_every_domino_once():
    for seed in range(20):
        state = CLASSIC.new_game(1, seed)
        pieces = Counter(piece for pile in (*state.towers, *state.columns) for piece in pile)
        assert pieces == Counter(domino_set(6))


def test_a_row_that_does_not_leave_the_field_its_dominoes_is_refused(tmp_path):
    assert faults_of(tmp_path, 'tower_row: ["", "1|6", "2|5", "3|4", "0|0"]') == ["fault.turm_domino.field"]
    assert faults_of(tmp_path, 'tower_row: ["1|6", "2|5", "3|4"]') == []


@pytest.mark.parametrize(("row", "fault"), [
    ('["6|1", "2|5", "3|4"]', "low_first"), ('["1|7", "2|5", "3|4"]', "not_in_set"),
    ('["2|5", "2|5", "3|4"]', "twice"), ('["", ""]', "no_tower")])
def test_a_row_of_impossible_dominoes_is_refused(tmp_path, row, fault):
    assert f"fault.turm_domino.{fault}" in faults_of(tmp_path, f"tower_row: {row}")


def test_only_the_lowest_domino_of_a_column_is_face_up():
    state = board("- 1|6 -", "0|0 3|3 2|4", "5|5")
    assert CLASSIC.view(state, 0).splitlines()[-2:] == ["column 1: ?|? ?|? 2|4", "column 2: 5|5"]


def test_only_the_lowest_domino_of_a_column_can_move():
    state = board("1|6", "1|5 3|3", "4|4")
    assert spelled(state) == [], "1|5 would fit, but 3|3 lies below it"


def test_when_a_domino_leaves_the_one_above_it_is_turned_up():
    state = board("1|6", "3|3 1|5")
    step = CLASSIC.apply(state, TurmMove(0, 0))
    assert CLASSIC.view(step.state, 0).endswith("column 1: 3|3\n")
    assert Revealed(0, Domino(3, 3), 0) in step.events


def test_the_last_domino_of_a_column_turns_nothing_up():
    step = CLASSIC.apply(board("1|6", "1|5", "3|3"), TurmMove(0, 0))
    assert not any(isinstance(event, Revealed) for event in step.events)


def test_with_open_all_dominoes_are_face_up_but_still_only_the_lowest_can_move():
    state = board("1|6", "1|5 3|3", rules=OPEN)
    assert OPEN.view(state, 0) == OPEN.describe(state) and "?" not in OPEN.view(state, 0)
    assert spelled(state, OPEN) == []


def test_with_open_nothing_is_turned_up_and_nothing_is_hidden():
    state = board("1|6", "3|3 1|5", rules=OPEN)
    assert not any(isinstance(event, Revealed) for event in OPEN.apply(state, TurmMove(0, 0)).events)
    assert OPEN.guess_hidden(state, 0, Random(1)) == state


def test_a_lost_deal_is_dealt_again():
    lost = next(seed for seed in range(200)
                if Solver(CLASSIC).winnable(CLASSIC.start(CLASSIC.deal_once(seed, 0), 1)) is False)
    assert CLASSIC.deal(1, lost) != CLASSIC.deal_once(lost, 0)
    assert Solver(CLASSIC).winnable(CLASSIC.new_game(1, lost)) is True
    anything = with_values(deal={"solvable_only": False})
    assert anything.deal(1, lost) == anything.deal_once(lost, 0)


def test_a_deal_number_gives_the_same_deal_to_everybody():
    assert CLASSIC.deal(1, 4711) == CLASSIC.deal(1, 4711) != CLASSIC.deal(1, 4712)
    first = CLASSIC.deal(1, 1)["columns"][0]
    assert first == ["2|2", "4|5", "0|3", "1|5", "4|4"], "in every Python, for ever"


# --- on a tower ---


@pytest.mark.parametrize(("piece", "top"), [("2|3", "1|4"), ("2|3", "2|2"), ("0|1", "2|6"), ("1|5", "1|6")])
def test_each_half_may_differ_by_one_point(piece, top):
    assert fits(piece, top)


@pytest.mark.parametrize(("piece", "top"), [("3|3", "1|6"), ("2|2", "4|4"), ("1|3", "1|6"), ("1|1", "1|6")])
def test_a_half_may_not_differ_by_two_points(piece, top):
    assert not fits(piece, top)


def test_nought_and_six_are_neighbours():
    assert fits("0|0", "6|6") and fits("6|6", "0|0") and fits("0|6", "0|0")
    assert not fits("0|0", "5|5")


def test_without_wrap_they_are_not():
    straight = with_values(stack={"wrap": False})
    assert not fits("0|0", "6|6", straight) and not fits("0|1", "2|6", straight)
    assert fits("0|0", "1|1", straight)


def test_the_domino_may_be_turned():
    assert fits("0|3", "2|6"), "3 on 2 and 0 on 6"
    assert CLASSIC.as_laid(Domino(0, 3), (Domino(2, 6),)) == (3, 0)


def test_a_turned_domino_is_covered_as_it_lies():
    tower = (Domino(2, 6), Domino(0, 3))
    assert CLASSIC.lying(tower) == [(2, 6), (3, 0)]
    assert CLASSIC.as_laid(Domino(1, 4), tower) == (4, 1)


def test_without_turn_a_domino_is_compared_as_it_lies():
    assert not fits("0|1", "2|6", STRICT), "the last example of the source does not hold"
    assert fits("2|3", "1|4", STRICT) and fits("2|3", "2|2", STRICT)
    assert not fits("0|3", "2|6", STRICT)


def test_max_difference_is_a_value_of_the_rules():
    assert fits("2|2", "4|4", with_values(stack={"max_difference": 2}))
    assert not fits("2|3", "2|2", with_values(stack={"max_difference": 0}))


def test_a_refusal_names_the_halves_that_differ():
    found = CLASSIC.why_illegal(board("1|6", "3|5"), TurmMove(0, 0))
    assert (found.key, found.where) == ("refuse.turm_domino.differs", 0)
    assert found.values == {"piece": "3|5", "top": "1|6", "half": 3, "covered": 1, "difference": 2, "most": 1}


# --- on an empty position ---


def test_a_domino_founds_a_tower_if_it_makes_thirteen_with_the_neighbour():
    state = board("- 1|6 -", "2|4")
    assert spelled(state) == ["1>1", "1>3"]


@pytest.mark.parametrize("row", ["- 1|6", "1|6 -"])
def test_the_neighbour_may_be_left_or_right(row):
    assert spelled(board(row, "2|4")) == [f"1>{row.split().index('-') + 1}"]


def test_one_such_neighbour_is_enough():
    assert "1>2" in spelled(board("1|6 - 0|0", "2|4"))
    assert "1>2" in spelled(board("0|0 - 1|6", "2|4"))


def test_another_sum_does_not_found():
    state = board("- 1|6", "3|4")
    assert refusal(state, "1>1") == "sum"
    assert CLASSIC.why_illegal(state, TurmMove(0, 0)).values == {
        "piece": "3|4", "beside": "1|6", "total": 14, "sum": 13}


def test_only_the_position_directly_beside_counts():
    state = board("- - 1|6", "2|4")
    assert refusal(state, "1>1") == "no_neighbour" and refusal(state, "1>2") is None


def test_it_is_the_top_of_the_neighbour_that_counts():
    state = play(board("- 1|6", "2|4 0|6"), "1>2")
    assert refusal(state, "1>1") == "sum", "6 + 6, since 0|6 covers 1|6"
    assert refusal(play(board("- 1|6", "3|4 0|6"), "1>2"), "1>1") is None, "7 + 6"


def test_halves_do_not_matter_for_founding():
    assert refusal(board("- 1|6", "3|3"), "1>1") is None


def test_the_sum_is_a_value_of_the_rules():
    twelve = with_values(found={"neighbour_sum": 12})
    assert refusal(board("- 1|6", "1|4", rules=twelve), "1>1", twelve) is None


def test_a_founded_tower_is_a_tower_like_any_other():
    state = play(board("- 1|6", "3|5 2|4"), "1>1")
    assert state.towers == ((Domino(2, 4),), (Domino(1, 6),))
    assert refusal(state, "1>1") is None


def test_nothing_can_be_founded_with_three_towers():
    assert THREE_TOWERS.new_game(1, 1).towers == ((Domino(1, 6),), (Domino(2, 5),), (Domino(3, 4),))


def test_a_domino_in_the_tower_row_never_moves_again():
    state = CLASSIC.new_game(1, 3)
    rng = rng_for("towers")
    while legal := list(CLASSIC.legal_moves(state)):
        after = CLASSIC.apply(state, pick(rng, legal)).state
        for old, new in zip(state.towers, after.towers, strict=True):
            assert new[:len(old)] == old
        state = after


# --- illegal moves ---


@pytest.mark.parametrize(("move", "reason"), [
    ("3>1", "no_column"), ("1>2", "no_tower"), ("2>1", "empty_column"), ("9>9", "no_column")])
def test_a_move_from_or_to_nowhere_is_refused(move, reason):
    assert refusal(board("1|6", "1|5", ""), move) == reason


def test_apply_refuses_with_the_same_reason_and_changes_nothing():
    state = board("1|6", "3|5")
    with pytest.raises(IllegalMove) as caught:
        CLASSIC.apply(state, TurmMove(0, 0))
    assert caught.value.refusal == CLASSIC.why_illegal(state, TurmMove(0, 0))
    assert state == board("1|6", "3|5")


def test_a_negative_column_is_refused_and_does_not_count_from_the_end():
    state = board("1|6 1|5", "0|5", "2|6")
    for move in (TurmMove(-1, 0), TurmMove(0, -1)):
        assert CLASSIC.why_illegal(state, move) is not None


# --- end ---


def test_won_when_the_field_is_empty():
    step = CLASSIC.apply(board("1|6", "1|5"), TurmMove(0, 0))
    assert CLASSIC.outcome(step.state) == Outcome((0,), "won")
    assert step.events[-1] == RoundOver(0, Outcome((0,), "won"))


def test_lost_when_no_face_up_domino_fits_anywhere():
    state = board("1|6 2|2", "4|4 1|5", "3|3")
    assert CLASSIC.outcome(state) is None
    after = play(state, "1>1")
    assert CLASSIC.outcome(after) is None, "3|3 fits on 2|2"
    assert CLASSIC.outcome(play(after, "2>2")) is None, "and then 4|4 on 3|3"
    stuck = CLASSIC.apply(board("1|6", "4|4 1|5"), TurmMove(0, 0))
    assert CLASSIC.outcome(stuck.state) == Outcome((), "stuck")
    assert stuck.events[-1] == RoundOver(0, Outcome((), "stuck"))


def test_a_position_without_a_move_at_the_start_is_lost_too():
    assert CLASSIC.outcome(board("1|6", "3|3")) == Outcome((), "stuck")


def test_when_stuck_it_is_known_how_many_are_left():
    assert play(board("1|6", "0|2 4|4 1|5"), "1>1").left == 2


# --- notation ---


def test_a_setup_is_tower_and_columns_each_from_the_top_down():
    setup = {"tower": ["", "1|6"], "columns": [["0|0", "2|4"], []]}
    state = CLASSIC.start(setup, 1)
    assert state.columns == ((Domino(0, 0), Domino(2, 4)), ())
    assert spelled(state) == ["1>1"]


def test_a_setup_stands_also_where_it_departs_from_the_rules():
    state = CLASSIC.start({"tower": ["1|6", "0|0"], "columns": [["1|5"], ["6|6", "3|3"]]}, 1)
    assert state.left == 3 and len(state.towers) == 2


@pytest.mark.parametrize(("setup", "key"), [
    ({}, "setup.turm_domino.tower"),
    ({"tower": "1|6", "columns": [[]]}, "setup.turm_domino.tower"),
    ({"tower": ["1|6"] * 10, "columns": [[]]}, "setup.turm_domino.tower"),
    ({"tower": ["1|6"]}, "setup.turm_domino.columns"),
    ({"tower": ["1|6"], "columns": []}, "setup.turm_domino.columns"),
    ({"tower": ["1|6"], "columns": ["0|0"]}, "setup.turm_domino.columns"),
    ({"tower": ["6|1"], "columns": [[]]}, "setup.turm_domino.domino"),
    ({"tower": ["1|6"], "columns": [["00"]]}, "setup.turm_domino.domino"),
    ({"tower": ["1|6"], "columns": [[""]]}, "setup.turm_domino.domino"),
    ({"tower": ["1|6"], "columns": [[None]]}, "setup.turm_domino.domino"),
    ({"tower": [5], "columns": [[]]}, "setup.turm_domino.domino"),
    ({"tower": ["1|6"], "columns": [["1|6"]]}, "setup.turm_domino.twice"),
    ({"tower": ["1|6"], "columns": [["1|7"]]}, "fault.turm_domino.not_in_set"),
])
def test_an_impossible_setup_is_refused(setup, key):
    with pytest.raises(BadSetup) as caught:
        CLASSIC.start(setup, 1)
    assert caught.value.phrase.key == key


def test_a_move_is_column_and_tower_counted_from_one_at_the_left():
    assert CLASSIC.read_move("3>1") == TurmMove(column=2, tower=0)
    assert CLASSIC.write_move(TurmMove(column=2, tower=0)) == "3>1"


@pytest.mark.parametrize("text", [
    "", "3", "3>", ">1", "3-1", "0>1", "3>0", "10>1", " 3>1", "3>1\n", "٣>1", "a>b"])
def test_anything_else_is_no_move(text):
    with pytest.raises(UnreadableMove):
        CLASSIC.read_move(text)


def test_the_score_is_the_number_of_dominoes_moved():
    state = board("1|6", "0|5 1|5", "0|6")
    assert state.scores == (0,)
    assert play(state, "1>1", "1>1").scores == (2,)


def test_a_move_tells_what_was_laid_on_what():
    on = CLASSIC.apply(board("1|6", "1|5"), TurmMove(0, 0)).events[0]
    assert isinstance(on, Placed) and (on.piece, on.place, on.source) == (Domino(1, 5), 0, 0)
    assert (on.phrase.key, on.phrase.values["top"]) == ("log.turm_domino.on", "1|6")
    beside = CLASSIC.apply(board("0|0 - 1|6", "2|4"), TurmMove(0, 1)).events[0]
    assert (beside.phrase.key, beside.phrase.values["top"]) == ("log.turm_domino.beside", "1|6")


def test_the_table_as_text():
    state = board("- 1|6", "0|0 1|5", "")
    assert CLASSIC.describe(state) == (
        "moved 0, left 2\ntower 1: -\ntower 2: 1|6\ncolumn 1: 0|0 1|5\ncolumn 2: -\n")


# --- hidden information ---


def test_a_guess_moves_only_face_down_dominoes():
    state = CLASSIC.new_game(1, 8)
    guess = CLASSIC.guess_hidden(state, 0, Random(2))
    assert guess != state and CLASSIC.view(guess, 0) == CLASSIC.view(state, 0)
    assert sorted(d for c in guess.columns for d in c) == sorted(d for c in state.columns for d in c)


def test_a_guess_does_not_depend_on_what_lies_there_in_truth():
    state = CLASSIC.new_game(1, 8)
    other = CLASSIC.guess_hidden(state, 0, Random(1))
    assert CLASSIC.guess_hidden(other, 0, Random(2)) == CLASSIC.guess_hidden(state, 0, Random(2))


# --- counts: positions at depth 1 to 3 from fixed deals ---


def count(rules: TurmDomino, state: TurmState, depth: int) -> int:
    """Return the number of lines of `depth` moves (perft)."""
    if depth == 0:
        return 1
    return sum(count(rules, rules.apply(state, move).state, depth - 1) for move in rules.legal_moves(state))


@pytest.mark.parametrize(("rules", "seed", "counts"), [
    (CLASSIC, 1, (9, 57, 332)), (CLASSIC, 4711, (5, 21, 104)), (STRICT, 1, (8, 40, 176)),
    (OPEN, 2, (6, 30, 131)), (THREE_TOWERS, 1, (5, 22, 94)), (THREE_TOWERS, 3, (1, 1, 2)),
], ids=lambda value: getattr(value, "variant", None))
def test_number_of_lines_from_fixed_deals(rules, seed, counts):
    start = rules.new_game(1, seed)
    assert tuple(count(rules, start, depth) for depth in (1, 2, 3)) == counts


# --- goldens: whole games; UPDATE_GOLDEN=1 rewrites them, then review the diff ---


def transcript(rules: TurmDomino, seed: int) -> str:
    """Return a random game as text, with the table after every move."""
    state, rng = rules.new_game(1, seed), rng_for("golden", rules.variant, seed)
    parts = [f"{rules.game}, {rules.variant}, deal {seed}\n\n{rules.describe(state)}"]
    while legal := list(rules.legal_moves(state)):
        move = pick(rng, legal)
        choices = " ".join(rules.write_move(other) for other in legal)
        state = rules.apply(state, move).state
        parts.append(f"of {choices}\n--- {rules.write_move(move)}\n{rules.describe(state)}")
    return "\n".join(parts) + f"\n{rules.outcome(state).why}\n"


@pytest.mark.parametrize(("rules", "seed", "why"), [
    (CLASSIC, 1, "won"), (CLASSIC, 4, "stuck"), (STRICT, 7, "won"), (OPEN, 1, "won"),
    (THREE_TOWERS, 1, "stuck"),
], ids=lambda value: getattr(value, "variant", None))
def test_golden_games(rules, seed, why):
    path, text = GOLDEN / f"{rules.variant}_{seed}.txt", transcript(rules, seed)
    assert text.endswith(f"\n{why}\n")
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
