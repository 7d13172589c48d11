"""Tests of the solitaire of Tripple Domino: one for each sentence of the rule page, then whole games."""

from __future__ import annotations

from collections import Counter

import pytest

from rules import records
from rules.base import BadSetup, Outcome, RoundOver, UnreadableMove
from rules.files.variants import load_all
from rules.games.triangles.tripple import TILES, TrippleState
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from tests.kit.play import (
    VARIANTS,
    changed_rules,
    check_golden,
    gained,
    play,
    recorded,
    refused,
    rules_again,
    shipped,
    spelled,
    transcript,
)
from tests.rules.games.triangles.play import check_hidden, check_session, random_session
from tests.rules.games.triangles.referee import judge

RULES = shipped(TrippleSolitaire)
FREE = shipped(TrippleSolitaire, "free")


def begin(hand: str, stock: str = "", start: str = "345", rules: TrippleSolitaire = RULES) -> TrippleState:
    return rules.start({"hands": [hand.split()], "stock": stock.split(), "start": start}, 1)


def test_one_random_tile_ten_in_hand_and_the_rest_are_dealt():
    setup = RULES.deal(1, 9)
    assert len(setup["hands"]) == 1 and len(setup["hands"][0]) == 10 and len(setup["stock"]) == 45
    assert sorted([setup["start"], *setup["hands"][0], *setup["stock"]]) == sorted(TILES)
    assert len({RULES.deal(1, seed)["start"] for seed in range(30)}) > 10


def test_the_first_tile_lies_at_the_origin_and_scores_nothing():
    first = begin("334 000", "001")
    assert [str(lay) for lay in first.layout.laid] == ["345@0,0^:345"] and first.scores == (0,)


def test_laying_drawing_and_stopping_are_legal():
    assert spelled(RULES, begin("334 000", "001")) == {"334@0,0v:334", "draw", "stop"}


def test_each_draw_costs_five():
    position = begin("334 000", "001 002")
    assert gained(RULES, position, "draw") == [(0, -5, "draws")]
    assert play(RULES, position, "draw", "draw").scores == (-10,)


def test_after_a_draw_only_a_tile_drawn_in_this_turn_may_be_laid():
    position = play(RULES, begin("334 000", "345 344 002", start="444"), "draw")
    assert spelled(RULES, position) == {"draw", "stop"}, "345 has no side for 444"
    position = play(RULES, position, "draw")
    assert spelled(RULES, position) == {
        "344@0,0v:434", "344@0,-1v:443", "344@-1,0v:344", "draw", "stop"}
    assert refused(RULES, position, "334@0,0v:334") == "only_drawn"


def test_after_laying_a_drawn_tile_the_whole_hand_is_free_again():
    position = play(RULES, begin("334 000", "344 002 003", start="444"), "draw", "344@0,0v:434")
    assert RULES.layable(position) == ("334", "000") and position.drawn == 0
    assert refused(RULES, position, "pass") == "pass_undrawn"


def test_there_are_three_draws_in_a_turn():
    position = play(RULES, RULES.start(RULES.deal(1, 3), 1), *["draw"] * 3)
    assert "draw" not in spelled(RULES, position) and refused(RULES, position, "draw") == "drawn_enough"
    assert RULES.turn_draws_left(position) == 0 and RULES.draws_left(position) == 17


def test_after_one_or_two_draws_with_draws_left_there_is_no_pass():
    position = begin("334 000", "001 002 003 011")
    for _ in range(2):
        position = play(RULES, position, "draw")
        assert refused(RULES, position, "pass") == "pass_draw"


def test_after_three_draws_passing_is_free_also_if_a_drawn_tile_fits():
    position = play(RULES, begin("334 000", "001 002 344 011", start="444"), "draw", "draw", "draw")
    assert {"pass", "stop", "344@0,0v:434"} <= spelled(RULES, position)
    after = play(RULES, position, "pass")
    assert after.scores == position.scores == (-15,)
    assert RULES.layable(after) == ("334", "000", "001", "002", "344")
    assert "draw" in spelled(RULES, after), "three more in the next turn"


@pytest.mark.parametrize(("stock", "draws"), [("001 002", 20), ("001 002 003 011", 2)])
def test_passing_is_free_when_the_stock_or_the_draws_in_all_are_used_up_in_this_turn(stock, draws):
    rules = changed_rules(TrippleSolitaire, solitaire={"draws": draws})
    position = play(rules, begin("334 000", stock, rules=rules), "draw", "draw")
    assert spelled(rules, position) == {"pass", "stop"}
    assert spelled(rules, play(rules, position, "pass")) == {"334@0,0v:334", "stop"}


def test_passing_is_never_legal_before_a_draw():
    assert refused(RULES, begin("334 000", "001"), "pass") == "pass_undrawn"
    assert refused(RULES, begin("334 000"), "pass") == "pass_undrawn"


def test_in_the_free_variant_any_tile_of_the_hand_may_be_laid_after_a_draw():
    assert FREE.values["draw"] == {"most": 0, "cost": 5, "then_lay": "any"}
    assert "334@0,0v:334" in spelled(FREE, play(FREE, begin("334 000", "001 002", rules=FREE), "draw"))


def test_in_the_free_variant_there_is_no_limit_of_draws_in_a_turn_and_no_pass():
    position = play(FREE, FREE.start(FREE.deal(1, 3), 1), *["draw"] * 19)
    assert "draw" in spelled(FREE, position) and refused(FREE, position, "pass") == "no_pass"
    position = play(FREE, position, "draw")
    assert refused(FREE, position, "pass") == "no_pass"


def test_there_are_twenty_draws_in_all():
    turns = [*["draw", "draw", "draw", "pass"] * 6, "draw", "draw"]
    position = play(RULES, RULES.start(RULES.deal(1, 3), 1), *turns)
    assert position.scores == (-100,) and "draw" not in spelled(RULES, position)
    assert refused(RULES, position, "draw") == "drawn_enough" and RULES.draws_left(position) == 0


def test_a_laid_tile_scores_as_in_the_game_but_no_start_bonus():
    position = begin("334 000", "001")
    assert gained(RULES, position, "334@0,0v:334") == [(0, 10, "tiles")]


def test_an_empty_hand_ends_it_with_twenty_points():
    position = begin("334", "001")
    assert gained(RULES, position, "334@0,0v:334") == [(0, 10, "tiles"), (0, 20, "last")]
    after = play(RULES, position, "334@0,0v:334")
    assert RULES.outcome(after) == RULES.game_outcome(after) == Outcome((0,), "out") and after.scores == (30,)


def test_it_is_stuck_when_the_draws_are_used_up_and_nothing_fits():
    rules = changed_rules(TrippleSolitaire, solitaire={"draws": 1})
    position = begin("000 011", "001 002", rules=rules)
    after = play(rules, position, "draw")
    assert rules.outcome(after) == Outcome((), "stuck") and after.scores == (-5 - 3,)
    assert gained(rules, position, "draw") == [(0, -5, "draws"), (0, -3, "left")]


def test_it_is_stuck_when_the_stock_is_empty_and_nothing_fits():
    after = play(RULES, begin("334 000 112"), "334@0,0v:334")
    assert RULES.outcome(after) == Outcome((), "stuck") and after.scores == (10 - 4,)


def test_it_goes_on_while_a_draw_is_left_or_a_tile_fits():
    assert RULES.outcome(begin("000", "001")) is None
    assert RULES.outcome(begin("334 000")) is None
    waiting = play(RULES, begin("334 000", "001"), "draw")
    assert RULES.outcome(waiting) is None, "334 fits in the next turn"


def test_a_given_deal_may_be_stuck_before_the_first_move():
    position = begin("000 112")
    assert RULES.outcome(position) == Outcome((), "stuck") and position.scores == (-4,)
    assert spelled(RULES, position) == set() and refused(RULES, position, "stop") == "over"


def test_stopping_is_always_legal():
    position = begin("334 000", "001 002 003 011")
    for move in ("draw", "draw", "draw", "pass", "334@0,0v:334"):
        assert "stop" in spelled(RULES, position)
        position = play(RULES, position, move)


def test_stopping_takes_off_what_is_left():
    position = begin("334 555", "001")
    step = RULES.apply(position, RULES.read_move("stop"))
    assert step.state.scores == (-25,) and RULES.outcome(step.state) == Outcome((), "stop")
    assert step.events[-1] == RoundOver(0, Outcome((), "stop"))


@pytest.mark.parametrize("text", ["draw", "pass", "stop", "345@0,0^:345"])
def test_moves_are_written_and_read_back(text):
    assert RULES.write_move(RULES.read_move(text)) == text


@pytest.mark.parametrize("text", ["go on", "draw 2"])
def test_other_texts_are_no_moves(text):
    with pytest.raises(UnreadableMove):
        RULES.read_move(text)


@pytest.mark.parametrize(("setup", "key"), [
    ({"hands": [["012"]], "stock": []}, "setup.tiles.start"),
    ({"hands": [["012"]], "stock": [], "start": None}, "setup.tiles.start"),
    ({"hands": [[]], "stock": ["012"], "start": "345"}, "setup.tiles.no_tiles"),
    ({"hands": [["012"], ["013"]], "stock": [], "start": "345"}, "setup.tiles.hands")])
def test_a_nonsensical_setup_is_refused(setup, key):
    with pytest.raises(BadSetup) as fault:
        RULES.start(setup, 1)
    assert fault.value.phrase.key == key


def test_the_shipped_variants_are_clean_and_has_the_numbers_of_the_page():
    found = load_all(TrippleSolitaire, [VARIANTS / "tripple_solitaire"])
    assert [variant.name for variant in found] == ["classic", "free"]
    assert not any(variant.faults for variant in found)
    assert found[0].values == {
        "hand": {"1": 10}, "draw": {"most": 3, "cost": 5, "then_lay": "drawn"}, "solitaire": {"draws": 20},
        "bonus": {"bridge": 30, "double": 25, "hexagon": 40, "hexagon_each": True, "last": 20}}


def test_a_record_may_name_the_values_for_several_players_too():
    record = recorded(random_session(RULES, 1, 1))
    record["rules"] = {
        "hand": {"1": 10, "2": 10, "3": 8, "4": 8, "5": 6, "6": 6}, "blocked_tie": "each", "target": 300,
        "draw": {"most": 3, "cost": 5, "then_lay": "drawn", "empty_cost": 10, "empty_pass": "forced"},
        "bonus": {"start": 5, "bridge": 30}, "solitaire": {"draws": 20}}
    records.verify(record, rules_again(TrippleSolitaire))


def test_records_of_version_1_stand_for_the_free_draws_and_win_at_any_end():
    record = recorded(random_session(FREE, 1, 3, stopping=0.05))
    assert record["version"] == 2 and record["rounds"][0]["result"]["winners"] == []
    old = {**record, "version": 1, "rules": {"draw": {"cost": 5, "most": 3, "then_lay": "drawn"}}}
    with pytest.raises(records.RecordFault):
        records.verify(old, rules_again(TrippleSolitaire))
    old["rounds"][0]["result"]["winners"] = old["result"]["winners"] = [0]
    session = records.verify(old, rules_again(TrippleSolitaire))
    judge({**old, "rules": RULES.values})
    assert session.rules.values["draw"]["most"] == 0 and session.rules.variant == "free"


def test_a_save_of_version_1_is_continued_as_it_was_meant():
    record = recorded(random_session(FREE, 1, 3, stopping=0.05))
    round_ = record["rounds"][0]
    old = {**record, "version": 1, "variant": "classic", "rules": {"draw": {"cost": 5}},
           "rounds": [{"setup": round_["setup"], "moves": round_["moves"][:3]}]}
    del old["result"]
    session = records.replay(old, rules_again(TrippleSolitaire))
    session.play(session.rules.read_move("stop"))
    again = recorded(session)
    assert again["version"] == 1 and again["result"]["winners"] == [0]
    records.verify(again, rules_again(TrippleSolitaire))
    assert session.rules.for_new_game().record_version == 2


@pytest.mark.parametrize("rules", [
    RULES, FREE, changed_rules(TrippleSolitaire, solitaire={"draws": 45}, draw={"cost": 1}),
    changed_rules(TrippleSolitaire, draw={"most": 0}),
    changed_rules(TrippleSolitaire, draw={"then_lay": "any"}),
    changed_rules(TrippleSolitaire, draw={"most": 1}, solitaire={"draws": 45}),
    changed_rules(TrippleSolitaire, bonus={"hexagon_each": False, "double": 7}, solitaire={"draws": 0})])
def test_random_games_agree_with_an_independent_referee(rules):
    for seed in range(8):
        judge(recorded(random_session(rules, 1, seed, stopping=0.01 * (seed % 4), drawing=0.1)))


def test_small_odd_setups_agree_with_the_referee():
    ends: Counter[str] = Counter()
    for seed in range(60):
        deal = RULES.deal(1, seed)
        setup = {**deal, "hands": [deal["hands"][0][:1 + seed % 4]], "stock": deal["stock"][:seed % 7]}
        session = random_session(RULES, 1, seed, stopping=0.1, setup=setup)
        judge(recorded(session))
        ends[session.outcome.why] += 1
    assert set(ends) == {"out", "stuck", "stop"}, ends


def test_random_games_keep_the_contract():
    for seed in range(12):
        check_session(random_session(RULES, 1, 50 + seed, drawing=0.3))


def test_the_order_of_the_stock_is_hidden():
    session = random_session(RULES, 1, 5)
    for index, (_, ply) in enumerate(session.history()):
        check_hidden(RULES, ply.state, 0, index)


@pytest.mark.parametrize(("rules", "name"), [(RULES, "solitaire_7"), (FREE, "solitaire_free_7")])
def test_golden_game(rules, name):
    check_golden(f"tripple_domino/{name}.txt", transcript(random_session(rules, 1, 7, drawing=0.05)))
