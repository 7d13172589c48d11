"""Tests of Tripple Domino: one for each sentence of the rule page, then whole games."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from rules import records
from rules.base import BadSetup, Drawn, Outcome, Placed, RoundOver, Said, UnreadableMove
from rules.files.variants import load_all
from rules.games.triangles.layout import Layout, value
from rules.games.triangles.tripple import TILES, TrippleState
from rules.games.tripple_domino.rules import TrippleDomino
from rules.kit.hands import Draw, Pass
from rules.kit.lattice import Cell, around, corners, neighbours
from rules.session import Seat, Session
from tests.kit.long import sample
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
from tests.rules.games.triangles.play import check_hidden, check_session, lay, random_session, table
from tests.rules.games.triangles.referee import judge

RULES = shipped(TrippleDomino)
ON_345 = table("345@0,0^:345")


def state(layout: Layout, *hands: str, stock: str = "", player: int = 0, drawn: int = 0) -> TrippleState:
    """Return a position: `state(ON_345, "334 000", "555", stock="012")`."""
    return TrippleState(layout, tuple(tuple(hand.split()) for hand in hands), tuple(stock.split()), player,
                        (0,) * len(hands), ply=1, drawn=drawn)


def begin(*hands: str, stock: str = "", rules: TrippleDomino = RULES) -> TrippleState:
    setup = {"hands": [hand.split() for hand in hands], "stock": stock.split(), "start": None}
    return rules.start(setup, len(hands))


def all_of(number: str, *cells: Cell) -> Layout:
    """Return cells filled with one number at every corner, as if there were many such tiles."""
    return table(*(f"{number * 3}@{cell}:{number * 3}" for cell in cells))


# --- material ---


def test_the_set_is_every_multiset_of_three_numbers_from_0_to_5_in_ascending_order():
    expected = {"".join(sorted(digits)) for digits in product("012345", repeat=3)}
    assert set(TILES) == expected and len(TILES) == 56


@pytest.mark.parametrize(("players", "hand"), [(2, 10), (3, 8), (4, 8), (5, 6), (6, 6)])
def test_hands_are_dealt_by_the_number_of_players_and_the_rest_is_the_stock(players, hand):
    setup = RULES.deal(players, 11)
    assert [len(each) for each in setup["hands"]] == [hand] * players
    assert sorted([*(tile for each in setup["hands"] for tile in each), *setup["stock"]]) == sorted(TILES)
    assert setup["start"] is None and list(setup) == ["hands", "stock", "start"]


def test_two_to_six_players():
    assert list(RULES.seats) == [2, 3, 4, 5, 6]


def test_a_deal_belongs_to_its_number_and_its_round():
    first = RULES.start(RULES.deal(2, 5), 2)
    assert RULES.deal(2, 5) == RULES.deal(2, 5) != RULES.deal(2, 6)
    assert RULES.deal(2, 5, first) != RULES.deal(2, 5)


# --- start ---


def test_who_holds_the_highest_triple_starts_with_it():
    first = begin("455 111", "333 000", "444 012")
    assert first.player == 2 and spelled(RULES, first) == {"444@0,0^:444"}


def test_without_any_triple_the_highest_value_starts():
    first = begin("012 034", "455 001", "355 344")
    assert first.player == 1 and spelled(RULES, first) == {"455@0,0^:455"}


def test_of_equal_values_the_digits_with_the_largest_first_decide():
    # 255 and 345 are both worth 12: 5-5-2 beats 5-4-3.
    first = begin("345 012", "255 001")
    assert first.player == 1 and spelled(RULES, first) == {"255@0,0^:255"}


def test_even_the_lowest_triple_beats_the_highest_value():
    assert spelled(RULES, begin("455 445", "000 012")) == {"000@0,0^:000"}


def test_the_first_tile_scores_its_value_and_five():
    first = begin("345 012", "001 013", stock="002")
    assert gained(RULES, first, "345@0,0^:345") == [(0, 12, "tiles"), (0, 5, "start")]
    assert play(RULES, first, "345@0,0^:345").scores == (17, 0)


@pytest.mark.parametrize(
    "other", ["345@0,0^:453", "345@0,0v:345", "345@1,0^:345", "012@0,0^:012", "draw", "pass"])
def test_nothing_else_is_allowed_at_the_start(other):
    assert refused(RULES, begin("345 012", "001 013", stock="555"), other) == "opening"


# --- laying ---


def test_the_turn_goes_clockwise():
    after = play(RULES, begin("344 012", "001 334", "445 013", stock="002"), "445@0,0^:445")
    assert after.player == 0
    assert play(RULES, after, "344@0,0v:434").player == 1


def test_a_tile_must_share_a_whole_side():
    position = state(ON_345, "444 334", "000", stock="001")
    assert refused(RULES, position, "444@1,0^:444") == "no_side"


def test_each_corner_must_carry_the_number_it_meets():
    position = state(ON_345, "034 334", "000", stock="001")
    assert "334@0,0v:334" in spelled(RULES, position)
    assert refused(RULES, position, "334@0,0v:343") == "corner"
    assert refused(RULES, position, "034@0,0v:340") == "corner"


def test_a_corner_that_only_meets_a_point_must_agree_too():
    layout, cell = first_bridge()
    assert len(layout.shared_sides(cell)) == 1 and None not in layout.open[cell]
    position = state(layout, "000 001 002", "555", stock="333")
    assert {move for move in spelled(RULES, position) if f"@{cell}:" in move} == {f"000@{cell}:000"}
    tip = RULES.bridge(layout, cell)
    way = "".join("1" if vertex == tip else "0" for vertex in corners(cell))
    refusal = RULES.why_illegal(position, lay(f"001@{cell}:{way}"))
    assert refusal.key == "refuse.triangle.corner" and refusal.where == tip
    assert refusal.values == {"tile": "001", "number": 1, "there": 0}


def test_a_tile_is_never_mirrored():
    position = state(ON_345, "345", "000", stock="001")
    assert refused(RULES, position, "345@0,0v:354") == "turned"


def test_a_tile_scores_its_value():
    position = state(ON_345, "334 000", "555", stock="001")
    assert gained(RULES, position, "334@0,0v:334") == [(0, 10, "tiles")]


def test_a_triple_has_one_spelling():
    position = state(table("444@0,0^:444"), "444 000", "555", stock="001")
    lays = [move for move in spelled(RULES, position) if move.startswith("444")]
    assert len(lays) == 3, "one for each of the three open cells"


def test_a_tile_that_is_not_held_cannot_be_laid():
    position = state(ON_345, "000", "334", stock="001")
    assert refused(RULES, position, "334@0,0v:334") == "not_in_hand"


def test_a_cell_holds_one_tile():
    assert refused(RULES, state(ON_345, "345", "334", stock="001"), "345@0,0^:345") == "occupied"


# --- drawing ---


def test_a_player_may_draw_even_when_a_tile_would_fit():
    assert spelled(RULES, state(ON_345, "334", "000", stock="001")) == {"334@0,0v:334", "draw"}


def test_each_draw_takes_the_next_tile_of_the_stock_and_costs_five():
    position = state(ON_345, "334", "000", stock="001 002")
    step = RULES.apply(position, Draw())
    assert step.state.hands[0] == ("334", "001") and step.state.stock == ("002",)
    assert step.state.scores == (-5, 0) and step.state.player == 0
    assert [event.pieces for event in step.events if isinstance(event, Drawn)] == [("001",)]
    assert gained(RULES, position, "draw") == [(0, -5, "draws")]


def test_after_a_draw_only_a_tile_drawn_in_this_turn_may_be_laid():
    position = play(RULES, state(ON_345, "334", "000", stock="344 002"), "draw")
    assert spelled(RULES, position) == {"344@0,0v:344", "draw"}
    assert refused(RULES, position, "334@0,0v:334") == "only_drawn"


def test_any_drawn_tile_of_the_turn_may_be_laid():
    position = play(RULES, state(ON_345, "334", "000", stock="344 000 002"), "draw", "draw")
    assert spelled(RULES, position) == {"344@0,0v:344", "draw"}


def test_then_lay_any_frees_the_hand():
    rules = changed_rules(TrippleDomino, draw={"then_lay": "any"})
    position = play(rules, state(ON_345, "334", "000", stock="344 002"), "draw")
    assert spelled(rules, position) == {"344@0,0v:344", "334@0,0v:334", "draw"}


def test_what_was_drawn_in_an_earlier_turn_belongs_to_the_hand():
    position = state(ON_345, "334", "333", stock="344 002 001 003")
    position = play(RULES, position, "draw", "344@0,0v:344")
    assert position.player == 1 and position.drawn == 0
    position = play(RULES, position, "draw")
    assert spelled(RULES, position) == {"draw"} and refused(RULES, position, "333@0,0v:333") == "only_drawn"


@pytest.mark.parametrize("draws", [1, 2])
def test_after_one_or_two_draws_with_a_stock_there_is_no_pass(draws):
    position = play(RULES, state(ON_345, "334", "000", stock="001 002 011 012"), *["draw"] * draws)
    assert spelled(RULES, position) == {"draw"} and refused(RULES, position, "pass") == "pass_draw"


def test_without_a_draw_there_is_no_pass_while_the_stock_holds_tiles():
    assert refused(RULES, state(ON_345, "000", "001", stock="002"), "pass") == "pass_draw"


def test_after_the_third_draw_one_of_the_drawn_is_laid_or_passed_free_of_charge_even_if_one_fits():
    position = play(RULES, state(ON_345, "334", "000", stock="344 001 002 011"), "draw", "draw", "draw")
    assert spelled(RULES, position) == {"344@0,0v:344", "pass"}
    assert refused(RULES, position, "draw") == "drawn_enough"
    after = play(RULES, position, "pass")
    assert after.scores == (-15, 0) and after.player == 1 and after.drawn == 0


def test_after_the_third_draw_the_pass_is_free_even_if_the_stock_is_now_empty():
    position = play(RULES, state(ON_345, "334", "000", stock="344 001 002"), "draw", "draw", "draw")
    assert spelled(RULES, position) == {"344@0,0v:344", "pass"}
    assert play(RULES, position, "pass").scores == (-15, 0)
    assert gained(RULES, position, "pass") == []


def test_the_number_of_draws_is_a_value_of_the_rules():
    rules = changed_rules(TrippleDomino, draw={"most": 1, "cost": 7})
    position = play(rules, state(ON_345, "334", "000", stock="001 002"), "draw")
    assert spelled(rules, position) == {"pass"} and position.scores == (-7, 0)


# --- the empty stock ---


@pytest.mark.parametrize("stock", ["", "001", "001 002"])
def test_who_would_have_to_draw_from_an_empty_stock_passes_for_ten_points(stock):
    """After 0, 1 or 2 draws in this turn; the other player can still lay, so the round is not blocked."""
    draws = len(stock.split())
    position = play(RULES, state(ON_345, "000", "334", stock=stock), *["draw"] * draws)
    assert spelled(RULES, position) == {"pass"} and refused(RULES, position, "draw") == "stock_empty"
    assert gained(RULES, position, "pass") == [(0, -10, "pass")]
    assert play(RULES, position, "pass").scores == (-5 * draws - 10, 0)


def test_with_an_empty_stock_a_player_who_can_lay_may_not_pass():
    position = state(ON_345, "334 000", "344")
    assert spelled(RULES, position) == {"334@0,0v:334"} and refused(RULES, position, "pass") == "pass_fits"


def test_only_tiles_that_may_be_laid_now_forbid_the_pass():
    """334 fits but was not drawn in this turn."""
    position = play(RULES, state(ON_345, "334", "344", stock="001"), "draw")
    assert spelled(RULES, position) == {"pass"}


FREE_PASS = shipped(TrippleDomino, "free_pass")


def test_a_round_in_which_all_pass_in_a_row_is_over_as_blocked_in_free_pass():
    position = state(ON_345, "334 000", "344 555")
    once = play(FREE_PASS, position, "pass")
    assert FREE_PASS.outcome(once) is None
    after = play(FREE_PASS, once, "pass")
    assert FREE_PASS.outcome(after) == Outcome((0,), "blocked")
    assert after.scores == (-10 + 26 - 10, -10), "both passes are paid"


def test_a_lay_and_a_draw_interrupt_the_passes():
    position = play(FREE_PASS, state(ON_345, "334 000", "344 555"), "pass")
    lay = next(move for move in sorted(spelled(FREE_PASS, position)) if "@" in move)
    assert FREE_PASS.outcome(play(FREE_PASS, position, lay, "pass")) is None
    drawing = state(ON_345, "334 000", "344 555", stock="001 002 003 011 012 013")
    drawing = play(FREE_PASS, drawing, *["draw", "draw", "draw", "pass"] * 2)
    assert FREE_PASS.outcome(drawing) is None and not drawing.stock
    assert FREE_PASS.outcome(play(FREE_PASS, drawing, "pass")) is not None, "now both passed in a row"


def test_passes_in_a_row_do_not_end_a_classic_round():
    position = state(ON_345, "334 000", "001 555", stock="002")
    position = play(RULES, position, "draw", "pass", "pass")
    assert RULES.outcome(position) is None and "334@0,0v:334" in spelled(RULES, position)


def test_free_lets_a_player_pass_at_will():
    rules = FREE_PASS
    position = state(ON_345, "334 000", "344")
    assert spelled(rules, position) == {"334@0,0v:334", "pass"}
    assert gained(rules, position, "pass") == [(0, -10, "pass")]


def test_international_passes_for_five():
    rules = shipped(TrippleDomino, "international")
    assert gained(rules, state(ON_345, "000", "334"), "pass") == [(0, -5, "pass")]


# --- bonuses ---


RING = around((0, 0))


def first_bridge() -> tuple[Layout, Cell]:
    """Return a table with a place for a bridge: surrounded, except on its left and its right side."""
    cell = Cell(0, 0, True)
    right, below, left = neighbours(cell)
    near = {other for vertex in corners(cell) for other in around(vertex)} - {cell, right, left}
    assert below in near
    return all_of("0", *sorted(near)), cell


def test_a_bridge_brings_thirty():
    layout, cell = first_bridge()
    position = state(layout, "000 111", "555", stock="001")
    assert gained(RULES, position, f"000@{cell}:000") == [(0, 0, "tiles"), (0, 30, "bridge")]


def test_one_side_whose_opposite_point_meets_nothing_is_no_bridge():
    layout = all_of("0", *RING[:4])
    assert layout.shared_sides(RING[4]) and RULES.bridge(layout, RING[4]) is None
    position = state(layout, "000 111", "555", stock="001")
    assert gained(RULES, position, f"000@{RING[4]}:000") == [(0, 0, "tiles")]


def test_two_sides_without_a_ring_are_a_double():
    layout = all_of("0", Cell(0, 0, True), Cell(1, 0, True))
    position = state(layout, "000 111", "555", stock="001")
    assert gained(RULES, position, "000@0,0v:000") == [(0, 0, "tiles"), (0, 25, "double")]


def test_three_sides_without_a_ring_are_one_double():
    layout = all_of("0", Cell(0, 0, True), Cell(1, 0, True), Cell(0, 1, True))
    position = state(layout, "000 111", "555", stock="001")
    assert gained(RULES, position, "000@0,0v:000") == [(0, 0, "tiles"), (0, 25, "double")]


def test_a_double_is_no_bridge_even_if_the_third_corner_meets_a_number():
    layout = all_of("0", Cell(0, 0, True), Cell(1, 0, True), Cell(-1, 1, False))
    position = state(layout, "000 111", "555", stock="001")
    assert [kind for _, _, kind in gained(RULES, position, "000@0,0v:000")] == ["tiles", "double"]


def test_a_hexagon_brings_forty_instead_of_the_double():
    position = state(all_of("0", *RING[:5]), "000 111", "555", stock="001")
    assert gained(RULES, position, f"000@{RING[5]}:000") == [(0, 0, "tiles"), (0, 40, "hexagon")]
    assert RULES.rings_closed(position, lay(f"000@{RING[5]}:000")) == [(0, 0)]


def rings_around(cell: Cell, count: int) -> Layout:
    cells = {other for vertex in corners(cell)[:count] for other in around(vertex)} - {cell}
    return all_of("0", *sorted(cells))


@pytest.mark.parametrize("count", [2, 3])
def test_every_ring_closed_by_the_same_tile_counts(count):
    cell = Cell(0, 0, False)
    position = state(rings_around(cell, count), "000 111", "555", stock="001")
    assert gained(RULES, position, f"000@{cell}:000") == [(0, 0, "tiles"), *[(0, 40, "hexagon")] * count]


def test_without_hexagon_each_only_one_ring_counts():
    rules, cell = changed_rules(TrippleDomino, bonus={"hexagon_each": False}), Cell(0, 0, False)
    position = state(rings_around(cell, 3), "000 111", "555", stock="001")
    assert gained(rules, position, f"000@{cell}:000") == [(0, 0, "tiles"), (0, 40, "hexagon")]


def test_the_last_tile_brings_twenty_and_the_value_of_all_other_hands():
    position = state(ON_345, "334", "555 012", "444", stock="001")
    assert gained(RULES, position, "334@0,0v:334") == [(0, 10, "tiles"), (0, 20, "last"), (0, 30, "out")]
    after = play(RULES, position, "334@0,0v:334")
    assert after.scores == (60, 0, 0), "nobody loses points for the tiles in hand"
    assert RULES.outcome(after) == Outcome((0,), "out")


def test_the_values_of_the_bonuses_come_from_the_rules():
    rules = changed_rules(TrippleDomino, bonus={"start": 1, "last": 2, "hexagon": 3})
    assert gained(rules, begin("345", "001"), "345@0,0^:345") == [
        (0, 12, "tiles"), (0, 1, "start"), (0, 2, "last"), (0, 1, "out")]
    position = state(all_of("0", *RING[:5]), "000 111", "555", stock="001")
    assert gained(rules, position, f"000@{RING[5]}:000")[1] == (0, 3, "hexagon")


def test_the_preview_of_a_move_does_not_give_the_other_hands_away():
    position = state(ON_345, "334", "555 012", stock="001")
    assert RULES.score_of(position, lay("334@0,0v:334")) == [(10, "tiles"), (20, "last")]
    assert RULES.score_of(position, Draw()) == [(-5, "draws")]


# --- the end of a round ---


def test_a_round_is_blocked_when_the_stock_is_empty_and_no_tile_of_any_hand_fits():
    position = state(ON_345, "334 111", "000 002", "001")
    after = play(RULES, position, "334@0,0v:334")
    assert RULES.outcome(after) == Outcome((2,), "blocked")
    # Seat 2 has the lowest value, 1: it gets 3 + 2 of the others and loses 1.
    assert after.scores == (10, 0, 4)
    assert gained(RULES, position, "334@0,0v:334") == [(0, 10, "tiles"), (2, 5, "out"), (2, -1, "left")]


def test_a_round_is_not_blocked_while_the_stock_holds_a_tile():
    after = play(RULES, state(ON_345, "334 111", "000 002", stock="001"), "334@0,0v:334")
    assert RULES.outcome(after) is None


def test_a_block_is_asked_after_a_draw_too_and_no_pass_is_paid():
    after = play(RULES, state(ON_345, "000", "002", stock="001"), "draw")
    assert RULES.outcome(after) == Outcome((0,), "blocked")
    assert after.scores == (-5 + 2 - 1, 0)


def test_a_block_asks_for_the_whole_hand_not_only_for_drawn_tiles():
    after = play(RULES, state(ON_345, "334", "002", stock="001"), "draw")
    assert RULES.outcome(after) is None and spelled(RULES, after) == {"pass"}


def test_a_block_is_asked_after_the_first_tile():
    after = play(RULES, begin("345 001", "002 012"), "345@0,0^:345")
    assert RULES.outcome(after) == Outcome((0,), "blocked") and after.scores == (17 + 5 - 1, 0)


def test_a_block_is_asked_after_a_free_pass():
    position = state(ON_345, "000 001 002", "011", "012", drawn=3)
    assert RULES.outcome(play(RULES, position, "pass")).why == "blocked"


def test_equal_lowest_hands_are_each_paid_with_the_tiles_of_the_others_tied_included():
    position = state(ON_345, "334 011", "002", "111")
    after = play(RULES, position, "334@0,0v:334")
    assert RULES.outcome(after) == Outcome((0, 1), "blocked")
    assert after.scores == (10 + 5 - 2, 5 - 2, 0)


def test_with_blocked_tie_none_nobody_scores_and_nobody_wins():
    rules = changed_rules(TrippleDomino, blocked_tie="none")
    after = play(rules, state(ON_345, "334 011", "002", "111"), "334@0,0v:334")
    assert rules.outcome(after) == Outcome((), "blocked") and after.scores == (10, 0, 0)
    alone = play(rules, state(ON_345, "334 001", "002", "111"), "334@0,0v:334")
    assert rules.outcome(alone) == Outcome((0,), "blocked"), "a single lowest hand is no tie"


def test_going_out_comes_before_the_block():
    after = play(RULES, state(ON_345, "334", "000"), "334@0,0v:334")
    assert RULES.outcome(after).why == "out"


def test_a_finished_round_has_no_moves():
    after = play(RULES, state(ON_345, "334", "000", stock="001"), "334@0,0v:334")
    assert spelled(RULES, after) == set() and refused(RULES, after, "draw") == "over"


def test_a_player_without_tiles_from_the_setup_is_not_out_by_passing():
    position = play(RULES, begin("345 334 112", "", "344"), "345@0,0^:345", "pass")
    assert RULES.outcome(position) is None and position.scores == (17, -10, 0)


# --- the end of the game ---


def ended(scores: tuple[int, ...]) -> TrippleState:
    return replace(state(ON_345, "", "000"), scores=scores, ended=Outcome((0,), "out"))


def test_the_game_ends_with_a_round_after_which_somebody_has_300_or_more():
    assert RULES.game_outcome(ended((299, 10))) is None
    assert RULES.game_outcome(ended((300, 10))).winners == (0,)


def test_the_highest_total_wins_whoever_won_the_round():
    assert RULES.game_outcome(ended((305, 310))).winners == (1,)


def test_equal_totals_share_the_win():
    assert RULES.game_outcome(ended((310, 310))).winners == (0, 1)


def test_300_points_within_a_round_end_nothing():
    assert RULES.game_outcome(replace(ended((300, 0)), ended=None)) is None


def test_otherwise_a_new_round_is_dealt_and_the_highest_triple_starts_it():
    session = Session(RULES, [Seat("A"), Seat("B")], 1)
    while session.outcome is None:
        session.play(next(RULES.legal_moves(session.state)))
    before = session.state
    assert session.game_outcome is None
    session.next_round()
    state_ = session.state
    assert (state_.scores, state_.round, state_.ply) == (before.scores, 2, before.ply)
    assert not state_.layout.laid and len(spelled(RULES, state_)) == 1
    best = max((tile for hand in state_.hands for tile in hand),
               key=lambda tile: (len(set(tile)) == 1, value(tile), tile[::-1]))
    assert best in state_.hands[state_.player]


# --- notation and setups ---


@pytest.mark.parametrize("text", ["draw", "pass", "345@0,0^:345", "112@-3,10v:121"])
def test_moves_are_written_and_read_back(text):
    assert RULES.write_move(RULES.read_move(text)) == text


@pytest.mark.parametrize(
    "text", ["stop", "draw 1", "Draw", "", "pass ", "345", "R2B1G0@0,0^:R2B1G0", "543@0,0^:345"])
def test_other_texts_are_no_moves(text):
    with pytest.raises(UnreadableMove):
        RULES.read_move(text)


@pytest.mark.parametrize(("setup", "key"), [
    ({"hands": [[], []], "stock": ["012"]}, "setup.tiles.no_tiles"),
    ({"hands": [["012"], ["013"]], "stock": [], "start": "345"}, "setup.tripple_domino.start"),
    ({"hands": [["012"]], "stock": []}, "setup.tiles.hands")])
def test_a_nonsensical_setup_is_refused(setup, key):
    with pytest.raises(BadSetup) as fault:
        RULES.start(setup, 2)
    assert fault.value.phrase.key == key


def test_a_setup_may_leave_out_start_and_depart_from_the_rules():
    first = RULES.start({"hands": [["012"], ["013", "014"]], "stock": []}, 2)
    assert first.hands == (("012",), ("013", "014")) and first.player == 1


# --- events ---


def test_a_laid_tile_is_told_with_its_place_and_a_line_for_the_log():
    step = RULES.apply(state(ON_345, "334 000", "555", stock="001"), lay("334@0,0v:334"))
    placed = step.events[0]
    assert isinstance(placed, Placed) and placed.piece == "334"
    assert placed.place == (Cell(0, 0, False), "334") and placed.source == "hand"
    assert placed.phrase.key == "log.tripple_domino.lays" and placed.phrase.values["points"] == 10


def test_a_pass_is_said_and_the_end_of_a_round_is_told_last():
    step = RULES.apply(state(ON_345, "000", "334"), RULES.read_move("pass"))
    assert isinstance(step.events[0], Said)
    step = RULES.apply(state(ON_345, "334", "000"), lay("334@0,0v:334"))
    assert step.events[-1] == RoundOver(0, Outcome((0,), "out"))


# --- rule files ---


def test_shipped_variants_are_clean_and_differ_as_the_page_says():
    found = {variant.name: variant for variant in load_all(TrippleDomino, [VARIANTS / "tripple_domino"])}
    assert list(found) == ["classic", "free_pass", "international"]
    assert not any(v.faults for v in found.values())
    assert found["free_pass"].values["draw"]["empty_pass"] == "free"
    classic, other = found["classic"].values, found["international"].values
    assert classic["draw"]["empty_cost"] == 10 and other["draw"]["empty_cost"] == 5
    assert classic == {
        "hand": {1: 10, 2: 10, 3: 8, 4: 8, 5: 6, 6: 6},
        "draw": {"most": 3, "cost": 5, "then_lay": "drawn", "empty_cost": 10, "empty_pass": "forced"},
        "bonus": {"start": 5, "bridge": 30, "double": 25, "hexagon": 40, "hexagon_each": True, "last": 20},
        "blocked_tie": "each", "target": 300, "no_progress": 20}


def test_a_record_may_name_the_values_of_the_solitaire_too():
    session = random_session(RULES, 2, 1)
    record = recorded(session)
    record["rules"]["solitaire"] = {"draws": 20}
    records.verify(record, rules_again(TrippleDomino))


def test_more_tiles_than_there_are_cannot_be_dealt():
    values = {**RULES.values, "hand": {1: 10, 2: 28, 3: 19, 4: 14, 5: 11, 6: 10}}
    assert [key for key, _ in TrippleDomino.check(values)] == ["hand.3", "hand.6"]


# --- whole games ---

VARIED = [
    RULES, shipped(TrippleDomino, "international"), FREE_PASS,
    changed_rules(TrippleDomino, draw={"then_lay": "any", "most": 2, "empty_pass": "free"}, target=60),
    changed_rules(TrippleDomino, blocked_tie="none", bonus={"hexagon_each": False}, target=120)]


@pytest.mark.parametrize("players", TrippleDomino.seats)
@pytest.mark.parametrize(
    "rules", VARIED, ids=["classic", "international", "free_pass", "any_free", "none_once"])
def test_random_games_agree_with_an_independent_referee(rules, players):
    for seed in range(2 if rules is RULES else 1):
        judge(recorded(random_session(rules, players, seed, drawing=0.15)))


@pytest.mark.parametrize("players", TrippleDomino.seats)
def test_random_games_keep_the_contract(players):
    for number, rules in enumerate(VARIED):
        check_session(random_session(rules, players, 100 + number, drawing=0.3))


def test_small_odd_setups_agree_with_the_referee():
    """Few tiles and small stocks end rounds in ways that full deals rarely do."""
    ends: Counter[str] = Counter()
    for seed in range(sample(80, 120)):
        deal = RULES.deal(3, seed)
        size, stock = 1 + seed % 4, seed % 5
        setup = {**deal, "hands": [hand[:size] for hand in deal["hands"]], "stock": deal["stock"][:stock]}
        rules = VARIED[seed % 5]
        low_target = changed_rules(TrippleDomino, **{**rules.values, "target": 1})
        session = random_session(low_target, 3, seed, setup=setup)
        judge(recorded(session))
        ends[session.outcome.why] += 1
    assert ends["out"] > 20 and ends["blocked"] > 20


def test_a_guess_keeps_what_the_seat_sees():
    for players in (2, 4):
        session = random_session(RULES, players, 7)
        for index, (_, ply) in enumerate(session.history()):
            check_hidden(RULES, ply.state, index % players, index)
        check_hidden(RULES, session.rounds[0].start, session.rounds[0].start.player, 1)


def test_a_seat_does_not_see_other_hands_nor_the_stock():
    text = RULES.view(state(ON_345, "334 000", "555 112", stock="001"), 0)
    assert "334 000" in text and "555" not in text and "112" not in text and "001" not in text


def test_states_are_hashable_and_can_be_sent_to_another_process():
    last = random_session(RULES, 2, 2).state
    again = pickle.loads(pickle.dumps(last))
    assert again == last and hash(again) == hash(last) and again.layout.open == last.layout.open


def test_a_tampered_record_is_refused():
    record = recorded(random_session(RULES, 2, 4))
    record["rounds"][0]["moves"][3]["legal"] += 1
    with pytest.raises(records.RecordFault, match=r"record\.differs"):
        records.verify(record, rules_again(TrippleDomino))


@pytest.mark.parametrize(("players", "seed"), [(2, 4711), (4, 12)])
def test_golden_games(players, seed):
    session = random_session(RULES, players, seed, drawing=0.05)
    check_golden(f"tripple_domino/{players}_players_{seed}.txt", transcript(session))


# --- what the others learn from a draw or a pass ---


def test_a_draw_at_the_beginning_of_a_turn_shows_that_nothing_fitted():
    start = state(ON_345, "000 001", "111 112", stock="022 555 333")
    assert start.lacked == ()
    once = RULES.apply(start, Draw()).state
    assert once.lacked == (1, 0) and RULES.apply(once, Draw()).state.lacked == (1, 0)


def test_a_forced_pass_shows_it_too_and_a_free_one_shows_nothing():
    start = state(ON_345, "000", "344")
    assert RULES.apply(start, Pass()).state.lacked == (1, 0)
    free = shipped(TrippleDomino, "free_pass")
    assert free.apply(start, Pass()).state.lacked == ()


def test_in_a_new_round_nothing_is_known_about_the_hands():
    session = random_session(RULES, 2, 3, drawing=0.0)
    assert len(session.rounds) > 1
    assert any(session.rounds[0].state.lacked) and not session.rounds[1].start.lacked
