"""Tests of Trio-Domino: one for each sentence of the rule page, then whole games."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import product

import pytest

from rules import records
from rules.base import BadSetup, Drawn, Outcome, Placed, RoundOver, Said, UnreadableMove
from rules.files.variants import load_all
from rules.games.triangles.layout import Layout, value
from rules.games.trio_domino.rules import TILES, TrioDomino, TrioState, draw_for_start
from rules.kit.hands import Draw
from rules.kit.lattice import Cell, around
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

RULES = shipped(TrioDomino)
PLAY_OUT = shipped(TrioDomino, "play_out")
ALL = changed_rules(TrioDomino, colour={"agree": "all"})

# With R2B1G0 at the origin its right side requires 2 and 1: R2G1B1 fits there in one way, and nowhere else.
FIRST = table("R2B1G0@0,0^:R2B1G0")
FITS = "R2G1B1@0,0v:R2G1B1"


def state(layout: Layout, *hands: str, stock: str = "", player: int = 0, ply: int = 1) -> TrioState:
    return TrioState(layout, tuple(tuple(hand.split()) for hand in hands), tuple(stock.split()), player,
                     (0,) * len(hands), ply=ply)


# --- material ---


def test_there_are_27_value_combinations_in_two_senses_of_rotation():
    assert len(TILES) == len(set(TILES)) == 54
    for r, b, g in product(range(3), repeat=3):
        assert f"R{r}B{b}G{g}" in TILES and f"R{r}G{g}B{b}" in TILES


@pytest.mark.parametrize("players", TrioDomino.seats)
def test_each_player_is_dealt_eight_tiles_and_one_lies(players):
    setup = RULES.deal(players, 3)
    assert [len(hand) for hand in setup["hands"]] == [8] * players
    tiles = [setup["start"], *(tile for hand in setup["hands"] for tile in hand), *setup["stock"]]
    assert sorted(tiles) == sorted(TILES) and setup["starter"] in range(players)
    assert list(setup) == ["hands", "stock", "start", "starter"]


# --- start ---


def test_the_highest_drawn_tile_is_laid_and_its_player_starts():
    assert draw_for_start(["R0B0G0", "R2B2G2", "R1B1G1"], 2) == (1, "R2B2G2")


def test_those_with_equal_highest_tiles_draw_again():
    stock = ["R1B1G1", "R0B0G1", "R1G1B1", "R0B0G0", "R0B1G0", "R2B2G2"]
    assert draw_for_start(stock, 3) == (2, "R0B1G0")


def test_the_draw_for_the_start_ends_even_if_the_stock_does():
    assert draw_for_start(["R1B1G1", "R1G1B1", "R2B1G0"], 2) == (0, "R1B1G1")


def test_the_starters_are_spread_over_the_seats():
    starters = Counter(RULES.deal(3, seed)["starter"] for seed in range(90))
    assert set(starters) == {0, 1, 2} and min(starters.values()) > 15


def test_the_first_tile_lies_at_the_origin_with_red_at_the_first_corner_and_scores_nothing():
    setup = RULES.deal(2, 1)
    first = RULES.start(setup, 2)
    assert [str(move) for move in first.layout.laid] == [f"{setup['start']}@0,0^:{setup['start']}"]
    assert first.layout.laid[0].corners[0] == "R" and first.scores == (0, 0)
    assert first.player == setup["starter"]


def test_the_starter_lays_one_or_passes_even_if_one_fits_and_does_not_draw():
    first = state(FIRST, "R2G1B1", "R0B0G0", stock="R1B1G1", ply=0)
    assert spelled(RULES, first) == {FITS, "pass"}
    assert refused(RULES, first, "draw 1") == "first_turn"
    after = play(RULES, first, "pass")
    assert after.player == 1 and after.scores == (0, 0)
    assert refused(RULES, after, "pass") == "pass_draw"


def test_the_starter_may_pass_even_with_an_empty_stock():
    assert spelled(RULES, state(FIRST, "R2G1B1", "R0B0G0", ply=0)) == {FITS, "pass"}


# --- a turn ---


def test_a_player_lays_or_takes_one_or_two():
    position = state(FIRST, "R2G1B1", "R0B0G0", stock="R1B1G1 R1G1B1 R2B2G2")
    assert spelled(RULES, position) == {FITS, "draw 1", "draw 2"}


def test_who_has_drawn_waits_for_the_next_turn():
    position = state(FIRST, "R2G1B1", "R0B0G0", stock="R1B1G1 R1G1B1 R2B2G2")
    step = RULES.apply(position, Draw(2))
    assert step.state.hands[0] == ("R2G1B1", "R1B1G1", "R1G1B1") and step.state.stock == ("R2B2G2",)
    assert step.state.player == 1 and step.state.scores == (0, 0)
    assert isinstance(step.events[0], Drawn) and step.events[0].pieces == ("R1B1G1", "R1G1B1")


def test_two_are_drawn_only_from_a_stock_of_two():
    position = state(FIRST, "R2G1B1", "R0B0G0", stock="R1B1G1")
    assert spelled(RULES, position) == {FITS, "draw 1"}
    assert refused(RULES, position, "draw 2") == "stock_small"


def test_draw_most_is_a_value_of_the_rules():
    rules = changed_rules(TrioDomino, draw={"most": 3})
    position = state(FIRST, "R2G1B1", "R0B0G0", stock="R1B1G1 R1G1B1 R2B2G2 R2G2B2")
    assert spelled(rules, position) == {FITS, "draw 1", "draw 2", "draw 3"}
    assert refused(RULES, position, "draw 3") == "draw_most"


def test_nobody_passes_while_the_stock_holds_tiles():
    position = state(FIRST, "R0B0G0", "R0G0B0", stock="R1B1G1")
    assert spelled(RULES, position) == {"draw 1"} and refused(RULES, position, "pass") == "pass_draw"


def test_with_an_empty_stock_who_can_lay_must_lay():
    position = state(FIRST, "R2G1B1 R0B0G0", "R0G0B0")
    assert spelled(RULES, position) == {FITS} and refused(RULES, position, "pass") == "pass_fits"
    assert refused(RULES, position, "draw 1") == "stock_empty"


def test_with_an_empty_stock_who_cannot_lay_passes():
    assert spelled(RULES, state(FIRST, "R0B0G0", "R2G1B1")) == {"pass"}


def test_a_player_without_tiles_who_went_on_draws_while_there_is_a_stock():
    assert spelled(RULES, state(FIRST, "", "R2G1B1", stock="R1B1G1 R1G1B1")) == {"draw 1", "draw 2"}


def test_a_player_without_tiles_who_went_on_passes_when_the_stock_is_empty():
    assert spelled(RULES, state(FIRST, "", "R2G1B1")) == {"pass"}


def test_one_player_plays_the_same_alone():
    first = RULES.start(RULES.deal(1, 2), 1)
    assert "pass" in spelled(RULES, first) and "draw 1" not in spelled(RULES, first)
    after = play(RULES, first, "pass")
    assert after.player == 0 and {"draw 1", "draw 2"} <= spelled(RULES, after)


# --- laying ---


def test_a_tile_must_share_a_whole_side():
    assert refused(RULES, state(FIRST, "R1B1G1", "", stock="R2B2G2"), "R1B1G1@1,0^:R1B1G1") == "no_side"


def test_each_corner_must_carry_the_points_it_meets():
    position = state(FIRST, "R2G1B1", "", stock="R2B2G2")
    assert refused(RULES, position, "R2G1B1@0,0v:G1B1R2") == "corner"
    refusal = RULES.why_illegal(position, lay("R2G1B1@0,0v:G1B1R2"))
    assert refusal.where == (0, 1) and (refusal.values["number"], refusal.values["there"]) == (1, 2)


def test_colours_need_not_agree():
    position = state(FIRST, "R1B2G1", "", stock="R2B2G2")
    assert "R1B2G1@0,0v:B2G1R1" in spelled(RULES, position)


def test_a_tile_of_three_equal_numbers_may_lie_in_three_ways():
    position = state(table("R1B1G1@0,0^:R1B1G1"), "R1G1B1", "", stock="R2B2G2")
    assert len([move for move in spelled(RULES, position) if "@0,0v" in move]) == 3


def equal(*cells: str) -> Layout:
    """Return a layout of cells filled with tiles of three ones."""
    return table(*(f"R1B1G1@{cell}:R1B1G1" for cell in cells))


LINE = ("0,0^", "0,0v", "1,0^", "1,0v", "2,0^")


def test_one_tile_leaves_three_directions_open():
    assert RULES.open_directions(state(equal("0,0^"), "R1B1G1")) == [0, 1, 2]


def test_five_in_a_line_fix_the_direction():
    assert RULES.open_directions(state(equal(*LINE[:4]), "R1B1G1"))[1:] != []
    assert RULES.open_directions(state(equal(*LINE), "R1B1G1")) == [0]


def test_a_full_hexagon_leaves_three_directions_open():
    ring = equal(*map(str, around((0, 0))))
    assert RULES.open_directions(state(ring, "R1B1G1")) == [0, 1, 2]


def test_eight_tiles_may_leave_two_directions_open_and_the_ninth_decides():
    """As on the sheet: a hexagon and two more."""
    ring = [str(cell) for cell in around((0, 0))]
    eight = equal(*ring, "0,0v", "-1,-1^")
    assert RULES.open_directions(state(eight, "R1B1G1")) == [0, 1]
    assert RULES.open_directions(state(eight.lay(lay("R1B1G1@1,0^:R1B1G1")), "R1B1G1")) == [0]


def test_a_third_row_is_refused_and_named():
    position = state(equal(*LINE, "0,1^"), "R1G1B1", "", stock="R2B2G2")
    assert RULES.open_directions(position) == [0]
    assert any("@1,1^:" in move for move in spelled(RULES, position)), "above the line the second row grows"
    assert refused(RULES, position, "R1G1B1@1,-1v:R1G1B1") == "double_row"
    refusal = RULES.why_illegal(position, lay("R1G1B1@1,-1v:R1G1B1"))
    assert refusal.where == Cell(1, -1, False) and refusal.values == {"rows": 2}
    assert RULES.fits(position, "R1G1B1", Cell(1, -1, False)) == []
    assert Cell(1, -1, False) not in RULES.open_cells(position)


def test_the_number_of_rows_is_a_value_of_the_rules():
    rules = changed_rules(TrioDomino, rows=3)
    position = state(equal(*LINE, "0,1^"), "R1G1B1", "", stock="R2B2G2")
    assert any("@1,-1v:" in move for move in spelled(rules, position))
    single = changed_rules(TrioDomino, rows=1)
    position = state(equal(*LINE), "R1G1B1", stock="R2B2G2")
    assert set(map(str, single.open_cells(position))) == {"-1,0v", "2,0v"}


# --- points ---


def test_only_corners_that_touch_are_counted():
    # R2B1G0 at the origin; beside it 2 and 1 touch, the third corner (2 points) does not.
    position = state(FIRST, "R1B2G2", "R0B0G0", stock="R1B1G1")
    assert gained(RULES, position, "R1B2G2@0,0v:B2G2R1") == [(0, 3, "points")]


def test_the_third_corner_counts_if_it_touches_too():
    """Blue 1 + red 2 + green 0 without agreement = 3."""
    layout = table("G1R0B1@0,0^:G1R0B1", "G1B2R0@1,0^:G2R1B0")
    position = state(layout, "R2G0B1 R0B0G0", "", stock="R1B1G1")
    assert gained(RULES, position, "R2G0B1@0,0v:B1R2G0") == [(0, 3, "points")]


def test_agreeing_colours_double_the_points():
    """Corners 1 and 0 with agreement = 2."""
    layout = table("R1B0G2@0,0^:R1B0G2")
    position = state(layout, "R1G2B0 R0B0G0", "", stock="R1B1G1")
    assert gained(RULES, position, "R1G2B0@0,0v:R1G2B0") == [(0, 1, "points"), (0, 1, "colour")]


def test_three_agreeing_twos_are_twelve():
    """Red 2 + blue 2 + green 2 with agreement = 12."""
    layout = table("R2B2G1@0,0^:R2B2G1", "R1G2B2@1,0^:G2R1B2")
    position = state(layout, "R2G2B2 R0B0G0", "", stock="R1B1G1")
    assert gained(RULES, position, "R2G2B2@0,0v:R2G2B2") == [(0, 6, "points"), (0, 6, "colour")]


def test_one_side_that_disagrees_spoils_the_doubling():
    layout = table("R2B2G1@0,0^:R2B2G1", "R1G2B2@1,0^:B2R1G2")
    position = state(layout, "R2G2B2 R0B0G0", "", stock="R1B1G1")
    assert gained(RULES, position, "R2G2B2@0,0v:R2G2B2") == [(0, 6, "points")]


def point_only(colours: str) -> Layout:
    """Return the origin and two tiles that touch its neighbour 0,0v only with points at the corner (1, 1)."""
    first, second = colours
    other = {"R": "BG", "B": "RG", "G": "RB"}
    return table("R1B1G1@0,0^:R1B1G1",
                 f"R1B1G1@1,1^:{other[first][0]}1{other[first][1]}1{first}1",
                 f"R1B1G1@0,1v:{other[second][0]}1{other[second][1]}1{second}1")


def test_a_corner_that_only_meets_points_agrees_with_one_of_them():
    """0,0v shares its side with the origin; its corner (1, 1) meets the points of 1,1^ and 0,1v."""
    for colours, doubled in (("GG", True), ("GR", True), ("RG", True), ("RR", False), ("BR", False)):
        position = state(point_only(colours), "R1G1B1 R0B0G0", "", stock="R2B2G2")
        expected = [(3, "points"), (3, "colour")] if doubled else [(3, "points")]
        assert RULES.score_of(position, lay("R1G1B1@0,0v:R1G1B1")) == expected, colours


def test_with_agree_all_every_corner_meeting_there_must_agree():
    for colours, doubled in (("GG", True), ("GR", False), ("RG", False), ("RR", False)):
        position = state(point_only(colours), "R1G1B1 R0B0G0", "", stock="R2B2G2")
        assert (len(ALL.score_of(position, lay("R1G1B1@0,0v:R1G1B1"))) == 2) == doubled, colours


def test_agree_all_also_asks_the_points_that_meet_at_a_shared_side():
    # 1,-1v touches 0,0v only with its point at (1, 0), which is also an end of the shared side.
    layout = table("R1B1G1@0,0^:R1B1G1", "R1B1G1@0,-1v:G1B1R1", "R1B1G1@1,-1^:R1B1G1")
    position = state(layout, "R1G1B1 R0B0G0", "", stock="R2B2G2")
    move = lay("R1G1B1@0,0v:R1G1B1")
    assert len(RULES.score_of(position, move)) == 2 and len(ALL.score_of(position, move)) == 1


def test_the_factor_is_a_value_of_the_rules():
    rules = changed_rules(TrioDomino, colour={"factor": 3})
    position = state(table("R1B0G2@0,0^:R1B0G2"), "R1G2B0 R0B0G0", "", stock="R1B1G1")
    assert gained(rules, position, "R1G2B0@0,0v:R1G2B0") == [(0, 1, "points"), (0, 2, "colour")]


# --- the end ---


def test_who_laid_the_last_tile_chooses_to_stop_or_to_go_on():
    after = play(RULES, state(FIRST, "R2G1B1", "R0B0G0", stock="R1B1G1"), FITS)
    assert after.player == 0 and after.choosing and spelled(RULES, after) == {"stop", "go on"}
    assert refused(RULES, after, "draw 1") == "choose" and refused(RULES, after, "pass") == "choose"


def test_stop_ends_the_game_at_once_and_unlaid_tiles_are_taken_off():
    position = play(RULES, state(FIRST, "R2G1B1", "R1B2G0 R2B2G2", stock="R1B1G1"), FITS)
    step = RULES.apply(position, RULES.read_move("stop"))
    assert step.state.scores == (6, -9) and RULES.outcome(step.state) == Outcome((0,), "stop")
    assert isinstance(step.events[0], Said) and step.events[-1] == RoundOver(0, Outcome((0,), "stop"))


def test_whoever_stops_the_highest_total_wins():
    position = TrioState(FIRST, ((), ("R1B1G1",)), ("R0B0G0",), 0, (2, 20), 5, choosing=True)
    assert RULES.outcome(play(RULES, position, "stop")) == Outcome((1,), "stop")


def test_equal_totals_share_the_win():
    position = TrioState(FIRST, ((), ("R1B1G1",)), ("R0B0G0",), 0, (2, 5), 5, choosing=True)
    assert RULES.outcome(play(RULES, position, "stop")) == Outcome((0, 1), "stop")


def test_go_on_passes_the_turn_and_draws_when_it_comes_round_again():
    after = play(RULES, state(FIRST, "R2G1B1", "R0B0G0", stock="R1B1G1 R1G1B1 R2B2G2"), FITS, "go on")
    assert after.player == 1 and not after.choosing
    after = play(RULES, after, "draw 1")
    assert after.player == 0 and spelled(RULES, after) == {"draw 1", "draw 2"}


def test_the_choice_is_offered_again_after_the_next_last_tile():
    after = play(RULES, state(FIRST, "R2G1B1", stock="R1B1G1 R1G1B1 R2B2G2"), FITS, "go on", "draw 1")
    move = next(text for text in spelled(RULES, after) if "@" in text)
    assert play(RULES, after, move).choosing


def test_stop_and_go_on_are_offered_to_nobody_else():
    position = state(FIRST, "R2G1B1 R1B1G1", "R0B0G0", stock="R2B2G2")
    assert refused(RULES, position, "stop") == "not_last" and refused(RULES, position, "go on") == "not_last"


def test_there_is_no_choice_when_the_game_is_over_anyway():
    after = play(RULES, state(FIRST, "R2G1B1", "R0B0G0"), FITS)
    assert RULES.outcome(after) == Outcome((0,), "blocked"), "the other hand fits nowhere"
    after = play(RULES, state(FIRST, "R2G1B1", ""), FITS)
    assert RULES.outcome(after) == Outcome((0,), "out"), "the stock and all hands are empty"


def test_with_an_empty_stock_the_choice_remains_while_somebody_can_lay():
    after = play(RULES, state(FIRST, "R2G1B1", "R2B1G1"), FITS)
    assert spelled(RULES, after) == {"stop", "go on"}
    assert play(RULES, after, "go on").player == 1


def test_it_is_over_when_the_stock_is_empty_and_nobody_can_lay_asked_after_a_draw_too():
    position = state(table("R2B2G2@0,0^:R2B2G2"), "R0B0G0", "R0G0B0", stock="R0B1G0")
    blocked = play(RULES, position, "draw 1")
    assert RULES.outcome(blocked) == Outcome((1,), "blocked") and blocked.scores == (-1, 0)
    assert gained(RULES, position, "draw 1") == [(0, -1, "left")]


def test_it_is_over_after_the_starters_pass_if_nobody_can_lay():
    after = play(RULES, state(table("R2B2G2@0,0^:R2B2G2"), "R0B0G1", "R0G0B0", ply=0), "pass")
    assert RULES.outcome(after) == Outcome((1,), "blocked")


def test_play_out_has_neither_stop_nor_go_on():
    after = play(PLAY_OUT, state(FIRST, "R2G1B1", "R0B0G0", stock="R1B1G1"), FITS)
    assert after.player == 1 and not after.choosing
    assert refused(PLAY_OUT, after, "stop") == "play_out"


def test_play_out_ends_when_all_is_laid_or_nobody_can_lay():
    assert PLAY_OUT.outcome(play(PLAY_OUT, state(FIRST, "R2G1B1", ""), FITS)).why == "out"
    assert PLAY_OUT.outcome(play(PLAY_OUT, state(FIRST, "R2G1B1", "R0B0G0"), FITS)).why == "blocked"


# --- notation, setups, events, rule files ---


@pytest.mark.parametrize("text", ["R2B1G0@1,0v:B1G0R2", "draw 1", "draw 2", "pass", "stop", "go on"])
def test_moves_are_written_and_read_back(text):
    assert RULES.write_move(RULES.read_move(text)) == text


@pytest.mark.parametrize("text", ["draw", "draw 0", "draw 12", "go  on", "R2B1G0", "B1G0R2@0,0^:R2B1G0",
                                  "R3B1G0@0,0^:R3B1G0", "345@0,0^:345", "R2B1G0@0,0^:R2B1"])
def test_other_texts_are_no_moves(text):
    with pytest.raises(UnreadableMove):
        RULES.read_move(text)


@pytest.mark.parametrize(("change", "key"), [
    ({"start": None}, "setup.tiles.start"), ({"starter": 2}, "setup.trio_domino.starter"),
    ({"starter": True}, "setup.trio_domino.starter"), ({"starter": None}, "setup.trio_domino.starter"),
    ({"hands": [[], []], "stock": []}, "setup.tiles.no_tiles"), ({"stock": None}, "setup.tiles.list"),
    ({"hands": [["R2B1G0"], []], "start": "R2B1G0"}, "setup.tiles.twice")])
def test_a_nonsensical_setup_is_refused(change, key):
    good = {"hands": [["R1B1G1"], ["R0B0G0"]], "stock": [], "start": "R2B2G2", "starter": 1}
    assert RULES.start(good, 2).player == 1
    with pytest.raises(BadSetup) as fault:
        RULES.start({**good, **change}, 2)
    assert fault.value.phrase.key == key


def test_a_laid_tile_is_told_with_its_place_and_a_line_for_the_log():
    step = RULES.apply(state(FIRST, "R2G1B1 R0B0G0", "", stock="R1B1G1"), lay(FITS))
    placed = step.events[0]
    assert isinstance(placed, Placed) and placed.piece == "R2G1B1"
    assert placed.place == (Cell(0, 0, False), "R2G1B1")
    assert placed.phrase.values["points"] == 6


def test_shipped_variants_are_clean_and_have_the_numbers_of_the_page():
    found = {variant.name: variant for variant in load_all(TrioDomino, [VARIANTS / "trio_domino"])}
    assert list(found) == ["classic", "play_out"] and not any(variant.faults for variant in found.values())
    classic = {"hand": 8, "draw": {"most": 2}, "rows": 2, "colour": {"factor": 2, "agree": "sides"},
               "play_out": False}
    assert found["classic"].values == classic
    assert found["play_out"].values == {**classic, "play_out": True}


def test_hands_must_leave_a_tile_for_each_player_to_draw_for_the_start():
    assert not list(TrioDomino.check({"hand": 12}))
    assert [key for key, _ in TrioDomino.check({"hand": 13})] == ["hand"]


# --- whole games ---

VARIED = [RULES, PLAY_OUT, ALL, changed_rules(TrioDomino, rows=3, draw={"most": 3}, hand=5)]


@pytest.mark.parametrize("players", TrioDomino.seats)
@pytest.mark.parametrize("rules", VARIED, ids=["classic", "play_out", "all", "three_rows"])
def test_random_games_agree_with_an_independent_referee(rules, players):
    for seed in range(sample(1, 3)):
        judge(recorded(random_session(rules, players, seed, stopping=0.2, drawing=0.1 + 0.2 * seed)))


@pytest.mark.parametrize("players", TrioDomino.seats)
def test_random_games_keep_the_contract(players):
    for number, rules in enumerate(VARIED):
        check_session(random_session(rules, players, 30 + number, stopping=0.1, drawing=0.2))


def test_small_odd_setups_agree_with_the_referee():
    """Few tiles and small stocks end games in ways that full deals rarely do."""
    ends: Counter[str] = Counter()
    for seed in range(sample(90, 150)):
        players = 1 + seed % 3
        deal = RULES.deal(players, seed)
        hands = [hand[:1 + seed % 4] for hand in deal["hands"]]
        setup = {**deal, "hands": hands, "stock": deal["stock"][:seed % 5]}
        session = random_session(VARIED[seed % 3], players, seed, stopping=0.5, setup=setup)
        judge(recorded(session))
        ends[session.outcome.why] += 1
    assert set(ends) == {"stop", "out", "blocked"} and min(ends.values()) > 5, ends


def test_a_guess_keeps_what_the_seat_sees():
    for players in (1, 3):
        session = random_session(RULES, players, 7)
        for index, (_, ply) in enumerate(session.history()):
            check_hidden(RULES, ply.state, index % players, index)


def test_a_seat_does_not_see_other_hands_nor_the_stock():
    text = RULES.view(state(FIRST, "R2G1B1", "R0B0G0 R0G0B0", stock="R1B1G1"), 0)
    assert "R2G1B1" in text and all(tile not in text for tile in ("R0B0G0", "R0G0B0", "R1B1G1"))


def test_states_are_hashable_and_can_be_sent_to_another_process():
    last = random_session(RULES, 2, 2).state
    again = pickle.loads(pickle.dumps(last))
    assert again == last and hash(again) == hash(last) and again.layout.open == last.layout.open


def test_a_tampered_record_is_refused():
    record = recorded(random_session(RULES, 2, 4))
    record["rounds"][0]["moves"][-1]["scores"][0] += 1
    with pytest.raises(records.RecordFault, match=r"record\.differs"):
        records.verify(record, rules_again(TrioDomino))


def test_the_value_of_a_tile_left_over_is_the_sum_of_all_three_corners():
    assert value("R2B1G0") == 3


@pytest.mark.parametrize(("variant", "players", "seed"), [("classic", 2, 4711), ("play_out", 3, 12)])
def test_golden_games(variant, players, seed):
    session = random_session(shipped(TrioDomino, variant), players, seed, drawing=0.1)
    check_golden(f"trio_domino/{variant}_{players}_players_{seed}.txt", transcript(session))
