"""The rules of Kwinty, one test for every sentence of the rule page, on small walls drawn as text."""

from __future__ import annotations

import os
import pickle
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules import records
from rules.base import (
    BadSetup,
    IllegalMove,
    Outcome,
    Phrase,
    Placed,
    RoundOver,
    Said,
    Scored,
    UnreadableMove,
)
from rules.files.variants import fill, load, load_file, merge
from rules.games.kwinty.rules import FLAT, PASS, SIGNS, UPRIGHT, Kwinty, KwintyState, Laid, Lay, Wall, drawn
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session
from tests.kit.long import LONG

ROOT = Path(__file__).resolve().parents[4]
VARIANTS = ROOT / "rules" / "variants" / "kwinty"
GOLDEN = ROOT / "tests" / "golden" / "kwinty"


@cache
def shipped(variant: str = "classic") -> Kwinty:
    found = load(Kwinty, variant, [VARIANTS])
    assert not found.faults, found.faults
    return Kwinty(found.values, variant)


def with_values(**changes: Any) -> Kwinty:
    return Kwinty(merge(deepcopy(dict(shipped().values)), changes), "changed")


CLASSIC = shipped()
BLANK = KwintyState(Wall(), 0, (0, 0), 0, (0, 0))


def board(*rows: str, player: int = 0, x: int = 0, rules: Kwinty = CLASSIC) -> KwintyState:
    """Return a wall drawn as rows of text, the highest first, its left column at `x`; it need not be
    reachable.

    `[]` is flat and `n` above `u` upright for seat 0, `()` and `A` above `v` for seat 1, `.` is empty.
    """
    lays = []
    for y, row in enumerate(reversed(rows)):
        for column, sign in enumerate(row.replace(" ", "")):
            lays += [Laid(seat, Lay(way, x + column, y)) for (seat, way), signs in SIGNS.items()
                     if sign == signs[0]]
    wall = Wall(tuple(lays))
    scores = tuple(len(rules.fours_on(wall, seat)) for seat in (0, 1))
    return KwintyState(wall, player, scores, 0, (0, 0))


def refusal(state: KwintyState, move: str, rules: Kwinty = CLASSIC) -> str | None:
    """Return the last part of the refusal's key, None if legal; legal_moves and apply must agree."""
    read = rules.read_move(move)
    found = rules.why_illegal(state, read)
    assert (found is None) == (read in list(rules.legal_moves(state)))
    if found is not None:
        with pytest.raises(IllegalMove) as caught:
            rules.apply(state, read)
        assert caught.value.refusal == found
    return found and found.key.removeprefix("refuse.kwinty.")


def where(state: KwintyState, move: str, rules: Kwinty = CLASSIC) -> Any:
    return rules.why_illegal(state, rules.read_move(move)).where


def play(state: KwintyState, *moves: str, rules: Kwinty = CLASSIC) -> KwintyState:
    for move in moves:
        state = rules.apply(state, rules.read_move(move)).state
    return state


def spelled(state: KwintyState, rules: Kwinty = CLASSIC) -> list[str]:
    moves = [rules.write_move(move) for move in rules.legal_moves(state)]
    assert len(moves) == len(set(moves)), "a legal move came twice"
    return moves


def faults_of(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "own.yaml"
    path.write_text("extends: classic\n" + text, "utf-8")
    return [fault.key for fault in load_file(Kwinty, path, [VARIANTS]).faults]


# --- material and wall ---


def test_each_colour_has_twenty_blocks_of_one_square_by_two():
    assert [CLASSIC.blocks_left(BLANK, seat) for seat in (0, 1)] == [20, 20]
    assert len(Lay(FLAT, 0, 0).squares) == len(Lay(UPRIGHT, 0, 0).squares) == 2


def test_a_block_laid_is_gone():
    state = play(CLASSIC.start({"starter": 1}, 2), "H 0,0", "V 2,0", "V 0,1")
    assert [CLASSIC.blocks_left(state, seat) for seat in (0, 1)] == [19, 18]


def test_the_wall_is_at_most_nine_squares_wide():
    state = board("() [] () []")
    assert refusal(state, "V 8,0") is None and refusal(state, "V -1,0") is None
    assert refusal(state, "H -2,0") == "too_wide" and where(state, "H -2,0") == (-2, 0)
    nine = board(".. .. .. .. A", "() [] () [] v")
    assert refusal(nine, "V 9,0") == refusal(nine, "V -1,0") == "too_wide"


def test_the_width_counts_the_new_block_too():
    state = board("() [] () []", player=1)
    assert refusal(state, "H 8,0") == "too_wide" and where(state, "H 8,0") == (9, 0)
    assert CLASSIC.why_illegal(state, Lay(FLAT, 8, 0)).values == {"width": 9, "found": 10}


def test_the_wall_is_at_most_nine_squares_high():
    state = board("()", "[]", "()", "[]", "()", "[]", "()", "[]")
    assert refusal(state, "H 0,8") is None
    assert refusal(state, "V 0,8") == "too_high" and where(state, "V 0,8") == (0, 9)
    assert refusal(board("()", "()", "[]", "()", "[]", "()", "[]", "()", "[]"), "H 0,9") == "too_high"


def test_the_first_block_may_grow_into_a_wall_to_either_side():
    state = board("[]", player=1)
    assert refusal(state, "H 2,0") is None and refusal(state, "H -2,0") is None
    grown_left = board("() [] () []", x=-7)
    assert refusal(grown_left, "V 1,0") is None and refusal(grown_left, "V -8,0") is None


def test_the_width_is_that_of_what_is_built_and_not_of_a_fixed_frame():
    assert CLASSIC.reach(board("[]")) == range(-7, 9)
    assert CLASSIC.reach(board("[] ()", x=-2)) == range(-7, 7)
    assert CLASSIC.reach(board(".. .. .. .. A", "() [] () [] v", x=-8)) == range(-8, 1)
    assert CLASSIC.reach(BLANK) == range(-8, 9), "as far as a first upright block could grow"
    assert [CLASSIC.growth(state) for state in (BLANK, board("[]"), board("() [] () []"))] == [9, 7, 1]


def test_squares_count_from_the_lowest_row_and_the_left_square_of_the_first_block():
    assert play(BLANK, "H 0,0").wall.at.keys() == {(0, 0), (1, 0)}
    assert play(BLANK, "V 0,0").wall.at.keys() == {(0, 0), (0, 1)}


def test_x_may_be_negative():
    state = play(BLANK, "V 0,0", "H -2,0")
    assert state.wall.left == -2 and CLASSIC.write_move(Lay(FLAT, -2, 0)) == "H -2,0"


# --- laying ---


def test_one_block_of_the_own_colour_a_turn():
    state = play(CLASSIC.start({"starter": 1}, 2), "H 0,0", "H 2,0")
    assert [block.by for block in state.wall.laid] == [1, 0] and state.player == 1


def test_flat_covers_the_square_to_the_right_and_upright_the_one_above():
    assert Lay(FLAT, 3, 2).squares == ((3, 2), (4, 2))
    assert Lay(UPRIGHT, -3, 2).squares == ((-3, 2), (-3, 3))


def test_the_first_move_is_h_or_v_at_nought():
    assert spelled(BLANK) == ["H 0,0", "V 0,0"]
    for move in ("H 1,0", "V -1,0", "H 0,1", "V 0,-1"):
        assert refusal(BLANK, move) == "first"


def test_a_block_stands_on_the_table_or_on_blocks():
    state = board("()")
    assert refusal(state, "V 2,0") is None, "on the table"
    assert refusal(state, "H 0,1") is None and refusal(state, "V 1,1") is None, "on a block"
    assert refusal(state, "H 0,2") == "overhang" and where(state, "H 0,2")[1] == 1, "on nothing"


def test_it_stands_so_with_all_of_its_lower_side_nothing_hangs_over():
    state = board("()")
    assert refusal(state, "H 1,1") == "overhang" and where(state, "H 1,1") == (2, 0)
    assert refusal(state, "H -1,1") == "overhang" and where(state, "H -1,1") == (-1, 0)
    assert refusal(board(". . A", "( ) v"), "H 1,2") == "overhang"


def test_a_flat_block_may_rest_on_two_blocks():
    assert refusal(board("() ()"), "H 1,1") is None
    assert refusal(board(". . A A", "( ) v v", "( ) ( )"), "H 1,2") == "occupied"
    assert refusal(board("( ) A", "( ) v"), "H 1,2") is None


def test_nothing_goes_below_the_table():
    assert refusal(board("()"), "H 0,-1") == refusal(board("()"), "V 3,-1") == "below_table"


def test_a_square_is_covered_once():
    state = board(". . A", "( ) v")
    assert refusal(state, "V 2,1") == "occupied" and where(state, "V 2,1") == (2, 1)
    assert refusal(state, "H 1,0") == refusal(state, "H 2,0") == refusal(state, "V 0,-1") == "occupied"


def test_from_the_second_block_on_it_touches_a_lying_block_with_a_side():
    state = board("()")
    assert refusal(state, "H 2,0") is None and refusal(state, "V -1,0") is None
    assert refusal(state, "H 3,0") == "no_contact" and where(state, "H 3,0") == (3, 0)
    assert refusal(state, "V -2,0") == "no_contact"


def test_corners_do_not_count():
    """A block that touches only by a corner would also lack support, so contact is tested alone."""
    wall = board("()").wall
    assert CLASSIC.why_apart(wall, Lay(UPRIGHT, 2, 1)).key == "refuse.kwinty.no_contact"
    assert CLASSIC.why_apart(wall, Lay(UPRIGHT, 2, 0)) is None


def test_two_flat_own_blocks_never_lie_end_to_end():
    state = board("[]")
    assert refusal(state, "H 2,0") == "short_side_flat" and where(state, "H 2,0") == (1, 0)
    assert refusal(state, "H -2,0") == "short_side_flat" and where(state, "H -2,0") == (0, 0)


def test_a_flat_block_may_not_close_the_gap_beside_own_flat_ones():
    rows = ("[] .. ()", "() () ()")
    assert refusal(board(*rows), "H 2,1") == refusal(board(*rows, player=1), "H 2,1") == "short_side_flat"


def test_two_upright_own_blocks_never_stand_on_top_of_each_other():
    state = board("n", "u")
    assert refusal(state, "V 0,2") == "short_side_upright" and where(state, "V 0,2") == (0, 1)


def test_only_the_same_colour_matters():
    assert refusal(board("[]", player=1), "H 2,0") is None
    assert refusal(board("n", "u", player=1), "V 0,2") is None


def test_a_short_side_against_a_long_side_is_allowed():
    assert refusal(board("n", "u"), "H 1,0") is None, "the end of a flat block at the side of an upright one"
    assert refusal(board("[]"), "V 2,0") is None, "the side of an upright block at the end of a flat one"
    assert refusal(board("[]"), "V 0,1") is None, "an upright block on a flat one"
    assert refusal(board("n n", "u u"), "H 0,2") is None, "a flat block on upright ones"


def test_long_sides_may_touch():
    assert refusal(board("[]"), "H 0,1") is None and refusal(board("n", "u"), "V 1,0") is None


def test_flat_blocks_in_different_rows_are_not_end_to_end():
    assert refusal(board(". . ( )", "[ ] ( )"), "H 2,2") is None
    assert refusal(board("[ ]", "( )"), "H 2,0") is None


# --- passing ---

ONE_WIDE = with_values(wall={"width": 1, "height": 6})
"""Only upright blocks in one column: the player after the last one cannot lay."""


def test_a_player_who_cannot_lay_while_the_other_can_passes():
    state = board("n", "u", rules=ONE_WIDE)
    assert spelled(state, ONE_WIDE) == ["pass"], "pass is then the only move"
    step = ONE_WIDE.apply(state, PASS)
    assert step.state == replace(state, player=1, ply=state.ply + 1)
    assert step.events == (Said(0, Phrase("log.kwinty.passes")),)
    assert spelled(step.state, ONE_WIDE) == ["V 0,2"]


def test_after_a_pass_the_turn_comes_back():
    state = play(board("n", "u", rules=ONE_WIDE), "pass", "V 0,2", rules=ONE_WIDE)
    assert state.player == 0 and spelled(state, ONE_WIDE) == ["V 0,4"]


def test_who_has_no_block_left_cannot_lay():
    rules = with_values(blocks=1)
    state = board("[]", rules=rules)
    assert refusal(state, "H 0,1", rules) == "no_block" and spelled(state, rules) == ["pass"]


def test_nobody_passes_who_can_lay():
    assert refusal(board("()"), "pass") == "pass_can_lay" and where(board("()"), "pass") == (-2, 0)
    assert refusal(BLANK, "pass") == "pass_can_lay"


# --- end: five in a row ---


def ends(state: KwintyState, move: str, rules: Kwinty = CLASSIC) -> tuple[Outcome | None, list[Any]]:
    assert rules.outcome(state) is None
    after = play(state, move, rules=rules)
    return rules.outcome(after), rules.winning_rows(after)


def row(x: int, y: int, dx: int, dy: int, length: int = 5) -> tuple[tuple[int, int], ...]:
    return tuple((x + i * dx, y + i * dy) for i in range(length))


@pytest.mark.parametrize(("rows", "player", "move", "line"), [
    (("[ ] n . .", "( ) u ( )"), 0, "H 3,1", row(0, 1, 1, 0)),
    (("[ ]", "n A", "u v"), 0, "V 0,3", row(0, 0, 0, 1)),
    ((". . . ( ) .", ". . A n n .", "A A v u u .", "v v [ ] ( )"), 1, "V 4,4", row(0, 0, 1, 1)),
    ((". ( ) . . .", ". n n A . .", ". u u v A A", "( ) [ ] v v"), 1, "V 1,4", row(1, 4, 1, -1)),
], ids=["horizontal", "vertical", "rising", "falling"])
def test_five_own_squares_in_an_unbroken_line_win_at_once(rows, player, move, line):
    assert ends(board(*rows, player=player), move) == (Outcome((player,), "five"), [line])


def test_the_round_is_over_then():
    step = CLASSIC.apply(board("[ ] n . .", "( ) u ( )"), Lay(FLAT, 3, 1))
    assert step.events[-1] == RoundOver(0, Outcome((0,), "five"))
    assert step.state.player == 0 and step.state.won == (1, 0)
    assert spelled(step.state) == [] and refusal(step.state, "pass") == refusal(step.state, "V 0,2") == "over"


def test_four_do_not_win():
    assert ends(board("[ ] n . .", "( ) u ( )"), "V 3,1") == (None, [])


def test_a_line_with_a_foreign_square_or_a_gap_is_broken():
    assert ends(board("[ ] A n . .", "( ) v u ( )"), "H 4,1") == (None, [])
    assert ends(board("n n . [ ] .", "u u ( ) ( )"), "V 5,1") == (None, [])


def test_six_in_a_row_hold_five():
    assert ends(board("[ ] n . . n", "( ) u ( ) u"), "H 3,1") == (
        Outcome((0,), "five"), [row(0, 1, 1, 0, 6)])


def test_one_block_may_make_two_rows():
    state = board("[]", "[]", "[]", "[]")
    assert ends(state, "H 0,4") == (Outcome((0,), "five"), [row(0, 0, 0, 1), row(1, 0, 0, 1)])


def test_how_many_squares_win_is_a_value_of_the_rules():
    four = with_values(row={"win": 4, "count": 3})
    assert ends(board("[ ] n . .", "( ) u ( )"), "V 3,1", four)[0] == Outcome((0,), "five")


# --- end: lines of four ---

FOUR_BLOCKS = with_values(blocks=4)
STACKS = ("H 0,0", "H 2,0", "H 0,1", "H 2,1", "H 0,2", "H 2,2", "H 0,3")
"""Both stack flat blocks; the first player has two lines of four, the last block is the other's."""


def test_when_all_blocks_are_laid_more_lines_of_four_win():
    state = play(BLANK, *STACKS, rules=FOUR_BLOCKS)
    assert FOUR_BLOCKS.outcome(state) is None
    after = play(state, "H 0,4", rules=FOUR_BLOCKS)
    assert FOUR_BLOCKS.outcome(after) == Outcome((0,), "fours") and after.scores == (2, 0)
    assert after.won == (1, 0)


def test_equally_many_are_a_draw_of_both():
    after = play(BLANK, *STACKS, "H 2,3", rules=FOUR_BLOCKS)
    assert FOUR_BLOCKS.outcome(after) == Outcome((0, 1), "draw") and after.scores == (2, 2)
    assert after.won == (0, 0)


def test_when_neither_can_lay_the_round_ends_at_once_without_passes():
    tiny = with_values(wall={"width": 2, "height": 2})
    step = tiny.apply(play(BLANK, "H 0,0", rules=tiny), Lay(FLAT, 0, 1))
    assert tiny.outcome(step.state) == Outcome((0, 1), "draw")
    assert step.events[-1] == RoundOver(1, Outcome((0, 1), "draw"))


def test_the_round_goes_on_while_one_of_them_can_lay():
    state = play(BLANK, "V 0,0", "V 0,2", "V 0,4", rules=ONE_WIDE)
    assert ONE_WIDE.outcome(state) == Outcome((0, 1), "draw"), "nobody has room above"
    higher = with_values(wall={"width": 1, "height": 9}, blocks=2)
    state = play(BLANK, "V 0,0", "V 0,2", "V 0,4", rules=higher)
    assert higher.outcome(state) is None
    assert higher.outcome(play(state, "V 0,6", rules=higher)) == Outcome((0, 1), "draw")


def fours(*rows: str, seat: int = 0) -> list[tuple[tuple[int, int], ...]]:
    return CLASSIC.fours(board(*rows), seat)


def test_lines_of_exactly_four_count_in_the_four_directions():
    assert fours("[ ] n n", "( ) u u") == [row(0, 1, 1, 0, 4)]
    assert fours("[ ]", "[ ]", "n A", "u v") == [row(0, 0, 0, 1, 4)]
    assert fours(". . . ( )", ". . A n n", "A A v u u", "v v [ ] ( )", seat=1) == [row(0, 0, 1, 1, 4)]
    assert fours(". ( ) . . .", ". n n A . .", ". u u v A A", "( ) [ ] v v", seat=1) == [row(2, 3, 1, -1, 4)]


def test_three_are_too_few_and_five_are_no_line_of_four():
    assert fours("[ ] n", "( ) u") == []
    assert fours("[ ] n [ ]", "( ) u ( )") == []


def test_a_foreign_square_between_breaks_the_line():
    assert fours("[ ] A [ ]", "( ) v ( )") == []


def test_every_line_counts_also_if_they_cross_or_stand_side_by_side():
    assert len(fours("[]", "[]", "[]", "[]")) == 2
    assert fours("[ ] . .", "[ ] n n", "n A u u", "u v ( )") == [row(0, 0, 0, 1, 4), row(0, 2, 1, 0, 4)]


def test_how_many_squares_count_is_a_value_of_the_rules():
    assert with_values(row={"count": 3}).fours(board("[ ] n", "( ) u"), 0) == [row(0, 1, 1, 0, 3)]


# --- scores ---


def gained(state: KwintyState, move: str, rules: Kwinty = CLASSIC) -> list[tuple[int, int, str]]:
    step = rules.apply(state, rules.read_move(move))
    return [(event.by, event.points, event.kind) for event in step.events if isinstance(event, Scored)]


def test_the_score_is_the_lines_of_four_so_far():
    state = board("[ ] n . .", "( ) u ( )")
    assert state.scores == (0, 0) and play(state, "V 3,1").scores == (1, 0)
    assert gained(state, "V 3,1") == [(0, 1, "fours")]


def test_a_four_that_became_a_five_is_no_four_any_more():
    state = board("[ ] n n . .", "( ) u u ( )")
    assert state.scores == (1, 0)
    after = play(state, "V 4,1")
    assert after.ended == Outcome((0,), "five") and after.scores == (0, 0)
    assert gained(state, "V 4,1") == [(0, -1, "fours")]


def test_with_a_longer_row_to_win_a_line_can_outgrow_the_count():
    longer = with_values(row={"win": 6})
    state = board("[ ] n n . .", "( ) u u ( )")
    assert play(state, "V 4,1", rules=longer).scores == (0, 0)
    assert longer.outcome(play(state, "V 4,1", rules=longer)) is None


# --- matches ---

THREE_GAMES = shipped("three_games")


def ended(winners: tuple[int, ...], starter: int, won: tuple[int, int] = (0, 0), round_: int = 1
          ) -> KwintyState:
    why = "draw" if len(winners) == 2 else "five"
    return KwintyState(Wall(), 0, (3, 1), starter, won, 20, round_, Outcome(winners, why))


@pytest.mark.parametrize("starter", [0, 1])
def test_the_loser_begins_the_next_game(starter):
    assert THREE_GAMES.deal(2, 1, ended((0,), starter)) == {"starter": 1}
    assert THREE_GAMES.deal(2, 1, ended((1,), starter)) == {"starter": 0}


def test_after_a_draw_the_one_who_did_not_begin_it():
    assert THREE_GAMES.deal(2, 1, ended((0, 1), 0)) == {"starter": 1}
    assert THREE_GAMES.deal(2, 1, ended((0, 1), 1)) == {"starter": 0}


@pytest.mark.parametrize("starter", [0, 1])
def test_in_a_rematch_the_loser_begins(starter):
    assert CLASSIC.rematch(2, 1, ended((0,), starter)) == {"starter": 1}
    assert CLASSIC.rematch(2, 1, ended((1,), starter)) == {"starter": 0}
    assert CLASSIC.rematch(2, 1, ended((0, 1), starter)) == {"starter": 1 - starter}
    assert THREE_GAMES.rematch(2, 1, ended((0,), starter, (1, 2), 3)) == {"starter": 0}, "of the match"


def test_a_game_given_up_for_a_new_deal_leaves_the_starter_to_the_lot():
    state = CLASSIC.start({"starter": 0}, 2)
    assert [CLASSIC.rematch(2, seed, state) for seed in range(8)] == [CLASSIC.deal(2, s) for s in range(8)]


def test_the_first_starter_is_drawn_by_lot():
    starters = [CLASSIC.deal(2, seed)["starter"] for seed in range(200)]
    assert 70 < sum(starters) < 130 and starters[:8] == [CLASSIC.deal(2, s)["starter"] for s in range(8)]


def test_a_classic_match_has_one_game():
    assert CLASSIC.games == 1
    assert CLASSIC.game_outcome(ended((1,), 0)) == Outcome((1,), "five")


def test_a_match_goes_on_until_all_its_games_are_played():
    assert THREE_GAMES.game_outcome(ended((0,), 0, (2, 0), 2)) is None, "also when it is decided"
    assert THREE_GAMES.game_outcome(ended((1,), 0, (2, 1), 3)) == Outcome((0,), "match")


def test_who_won_more_games_wins_the_match_whatever_the_lines_of_four():
    state = ended((1,), 0, (1, 2), 3)
    assert state.scores == (3, 1) and THREE_GAMES.game_outcome(state).winners == (1,)


def test_equally_many_games_are_a_draw_of_both():
    assert THREE_GAMES.game_outcome(ended((0, 1), 0, (1, 1), 3)) == Outcome((0, 1), "draw")


def test_scores_are_added_up_over_the_rounds_and_the_wall_begins_anew():
    state = THREE_GAMES.start({"starter": 1}, 2, ended((0,), 0, (1, 0)))
    assert state == KwintyState(Wall(), 1, (3, 1), 1, (1, 0), 20, 2)
    four = play(state, "V 0,0", "H 1,0", "H -2,0", rules=THREE_GAMES)
    assert four.scores == (3, 1) and spelled(state, THREE_GAMES) == ["H 0,0", "V 0,0"]


# --- notation ---


def test_a_setup_says_who_begins():
    assert [CLASSIC.start({"starter": seat}, 2).player for seat in (0, 1)] == [0, 1]


def test_a_setup_may_begin_in_the_middle():
    state = CLASSIC.start({"starter": 1, "moves": ["H 0,0", "V 2,0", "H 0,1"]}, 2)
    assert [block.by for block in state.wall.laid] == [1, 0, 1]
    assert (state.player, state.starter) == (0, 1)
    assert state.ply == 0, "moves of the setup are no plies of the session"


FOUR_EACH = ["H 0,0", "V 2,0", "H 0,1", "V 3,0", "H 0,2", "V 4,0", "H 0,3", "V 5,0"]
"""Four stacked flat blocks against four upright ones side by side; a fifth block wins."""


def test_lines_of_four_of_the_setup_count():
    assert CLASSIC.start({"starter": 0, "moves": FOUR_EACH}, 2).scores == (2, 2)


@pytest.mark.parametrize(("setup", "key"), [
    ({}, "setup.kwinty.starter"), ({"starter": 2}, "setup.kwinty.starter"),
    ({"starter": "0"}, "setup.kwinty.starter"),
    ({"starter": True}, "setup.kwinty.starter"),
    ({"starter": None}, "setup.kwinty.starter"),
    ({"starter": 0.5}, "setup.kwinty.starter"),
    ({"starter": [0]}, "setup.kwinty.starter"),
    ({"starter": 0, "moves": "H 0,0"}, "setup.earlier.moves"),
    ({"starter": 0, "moves": ["X 0,0"]}, "setup.earlier.unreadable"),
    ({"starter": 0, "moves": [None]}, "setup.earlier.unreadable"),
    ({"starter": 0, "moves": ["H 0,0", "H 5,0"]}, "setup.earlier.illegal"),
    ({"starter": 0, "moves": [*FOUR_EACH, "H 0,4"]}, "setup.earlier.over"),
])
def test_an_impossible_setup_is_refused(setup, key):
    with pytest.raises(BadSetup) as caught:
        CLASSIC.start(setup, 2)
    assert caught.value.phrase.key == key


@pytest.mark.parametrize("text", ["H 0,0", "V 0,0", "H -7,8", "V 12,0", "pass"])
def test_a_move_is_spelled_in_one_way(text):
    assert CLASSIC.write_move(CLASSIC.read_move(text)) == text


@pytest.mark.parametrize("text", [
    "", "H", "H0,0", "H 0, 0", "h 0,0", "V 0", "V -0,0", "H 01,0", " H 0,0", "H 0,0\n", "D 0,0", "passe",
    "Pass", "H \u0661,0", "H +1,0", "V 0,0,0", "H 99999,0"])
def test_anything_else_is_no_move(text):
    with pytest.raises(UnreadableMove):
        CLASSIC.read_move(text)


def test_a_move_tells_where_it_lies_counted_from_the_left_end_of_the_wall():
    placed = CLASSIC.apply(board("[] ()"), Lay(UPRIGHT, -1, 0)).events[0]
    assert isinstance(placed, Placed) and (placed.piece, placed.place) == (UPRIGHT, (-1, 0))
    assert placed.phrase.key == "log.kwinty.upright"
    assert placed.phrase.values == {"column": 1, "row": 1, "x": -1, "y": 0, "fours": 0}
    four = CLASSIC.apply(board("[ ] n . .", "( ) u ( )"), Lay(UPRIGHT, 3, 1)).events[0]
    assert four.phrase.key == "log.kwinty.upright_four"
    assert CLASSIC.apply(board("()"), Lay(FLAT, 0, 1)).events[0].phrase.key == "log.kwinty.flat"


def test_the_table_as_text():
    assert drawn(board(". . n", "[ ] u", x=-1).wall) == ["  1   .  .  n", "  0   [  ]  u", "     -1  0  1"]
    assert drawn(Wall()) == ["(no wall)"]
    assert CLASSIC.describe(board("[]")).splitlines()[:3] == [
        "round 1, ply 0, turn of 0, won 0:0", "player 0: 19 left, 0 fours, score 0",
        "player 1: 20 left, 0 fours, score 0"]


# --- rule files ---


def test_rows_that_cannot_be_are_refused(tmp_path):
    assert faults_of(tmp_path, "row: {win: 10, count: 4}") == ["fault.kwinty.row_too_long"]
    assert faults_of(tmp_path, "row: {win: 5, count: 5}") == ["fault.kwinty.count_below_win"]
    assert faults_of(tmp_path, "wall: {width: 4, height: 4}") == ["fault.clash", "fault.kwinty.row_too_long"]
    assert faults_of(tmp_path, "wall: {width: 12}") == []


# --- for the table ---


def test_a_block_let_go_falls_until_it_rests():
    state = board(". . A", "( ) v")
    assert CLASSIC.fall(state, FLAT, 0) == Lay(FLAT, 0, 1)
    assert CLASSIC.fall(state, UPRIGHT, 2) == Lay(UPRIGHT, 2, 2)
    assert CLASSIC.fall(state, FLAT, 1) == Lay(FLAT, 1, 2), "where it is refused, because it hangs over"
    assert CLASSIC.fall(state, FLAT, 3) == Lay(FLAT, 3, 0)


def test_placements_can_be_asked_for_any_seat_and_one_way():
    state = board("[]")
    assert [str(lay) for lay in CLASSIC.placements(state, 0, FLAT)] == ["H 0,1"]
    assert [str(lay) for lay in CLASSIC.placements(state, 1, FLAT)] == ["H -2,0", "H 0,1", "H 2,0"]
    upright = [str(lay) for lay in CLASSIC.placements(state, 1, UPRIGHT)]
    assert upright == ["V -1,0", "V 0,1", "V 1,1", "V 2,0"]
    assert CLASSIC.reachable(state, 0) == {(-1, 0), (-1, 1), (0, 1), (1, 1), (0, 2), (1, 2), (2, 0), (2, 1)}


def test_blocks_that_would_win_are_known_before_it_is_ones_turn():
    state = board("[ ] n . .", "( ) u ( )", player=1)
    assert [str(lay) for lay in CLASSIC.winning_lays(state, 0)] == ["H 3,1"]
    assert CLASSIC.winning_lays(state, 1) == []


def test_an_open_four_names_the_square_that_is_missing():
    state = board("A [ ] n n . .", "v ( ) u u ( )", player=1)
    (four,) = CLASSIC.open_fours(state, 0)
    assert four.squares == row(1, 1, 1, 0, 4) and four.gap == (5, 1) and four.ready
    assert CLASSIC.open_fours(state, 1) == []


def test_a_four_with_both_ends_open_has_two_squares():
    state = board(". [ ] n n . .", "( ) ( u u ( )", player=1)
    gaps = {four.gap: four.ready for four in CLASSIC.open_fours(state, 0)}
    assert gaps == {(0, 1): True, (5, 1): True}


def test_the_gap_may_be_in_between_and_out_of_reach_for_now():
    state = board("n . n [ ]", "u . u ( )", player=1)
    assert [(four.gap, four.ready) for four in CLASSIC.open_fours(state, 0)] == [((1, 1), True)]
    high = board("[ ] n n .", "( ) u u .", player=1)
    assert {four.gap: four.ready for four in CLASSIC.open_fours(high, 0)} == {(-1, 1): True, (4, 1): True}
    higher = board("[ ] n n", "( ) u u", "( ) [ ]", player=1)
    assert {four.gap: four.ready for four in CLASSIC.open_fours(higher, 0)} == {(-1, 2): False, (4, 2): False}


def test_a_four_that_can_never_become_five_is_not_open():
    narrow = with_values(wall={"width": 4})
    assert narrow.open_fours(board("[ ] n n", "( ) u u"), 0) == []
    closed = board("[ ] n n A", "( ) u u v", x=0)
    assert [four.gap for four in CLASSIC.open_fours(closed, 0)] == [(-1, 1)]


# --- an independent referee: edges and strings instead of columns and runs ---


class Referee:
    """The rule page again, by brute force: blocks are sets of unit edges, lines are found in texts."""

    def __init__(self, values: dict[str, Any], starter: int):
        self.values, self.turn, self.laid = values, starter, []
        self.result: tuple[list[int], str] | None = None

    @staticmethod
    @cache
    def edges(way: str, x: int, y: int) -> tuple[set, set, set]:
        """Return all edges of a block, its short sides, and its lower side; an edge is (direction, x, y)."""
        if way == "H":
            lower = {("-", x, y), ("-", x + 1, y)}
            short = {("|", x, y), ("|", x + 2, y)}
            return lower | short | {("-", x, y + 1), ("-", x + 1, y + 1)}, short, lower
        short = {("-", x, y), ("-", x, y + 2)}
        sides = {("|", x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)}
        return short | sides, short, {("-", x, y)}

    @staticmethod
    @cache
    def cells(way: str, x: int, y: int) -> set:
        return {(x, y), (x + 1, y)} if way == "H" else {(x, y), (x, y + 1)}

    def legal(self, seat: int) -> set[str]:
        if not self.laid:
            return {"H 0,0", "V 0,0"}
        if sum(by == seat for by, *_ in self.laid) == self.values["blocks"]:
            return set()
        built = set().union(*(self.cells(*block) for _, *block in self.laid))
        sides = set().union(*(self.edges(*block)[0] for _, *block in self.laid))
        own_short = set().union(*(self.edges(*block)[1] for by, *block in self.laid if by == seat))
        return {f"{way} {x},{y}" for way in "HV" for x in range(-11, 12) for y in range(-1, 11)
                if self.allowed(self.cells(way, x, y), self.edges(way, x, y), built, sides, own_short)}

    def allowed(self, new: set, edges: tuple[set, set, set], built: set, sides: set, own_short: set) -> bool:
        everything, short, lower = edges
        columns, wall = {x for x, _ in built | new}, self.values["wall"]
        return (not new & built and all(0 <= y < wall["height"] for _, y in new)
                and all(edge in sides or edge[2] == 0 for edge in lower) and bool(everything & sides)
                and max(columns) - min(columns) < wall["width"] and not short & own_short)

    def moves(self) -> set[str]:
        return self.legal(self.turn) or {"pass"}

    def lines(self, seat: int) -> list[int]:
        """Return the lengths of all runs of own squares, read from texts in four directions."""
        own = {cell for by, *block in self.laid if by == seat for cell in self.cells(*block)}
        texts = []
        for y in range(11):
            texts.append("".join("#" if (x, y) in own else " " for x in range(-20, 21)))
        for x in range(-20, 21):
            texts.append("".join("#" if (x, y) in own else " " for y in range(11)))
        for start in range(-35, 36):
            texts.append("".join("#" if (start + y, y) in own else " " for y in range(11)))
            texts.append("".join("#" if (start - y, y) in own else " " for y in range(11)))
        return [len(run) for text in texts for run in text.split()]

    def fours(self) -> list[int]:
        return [self.lines(seat).count(self.values["row"]["count"]) for seat in (0, 1)]

    def play(self, move: str) -> None:
        by, self.turn = self.turn, 1 - self.turn
        if move != "pass":
            way, at = move.split(" ")
            self.laid.append((by, way, *map(int, at.split(","))))
        if max(self.lines(by), default=0) >= self.values["row"]["win"]:
            self.result = [by], "five"
        elif not self.legal(0) and not self.legal(1):
            a, b = self.fours()
            self.result = ([0, 1], "draw") if a == b else ([int(b > a)], "fours")


def judge(record: dict[str, Any]) -> None:
    """Replay a record with the referee alone and compare everything it claims."""
    total, won, starter = [0, 0], [0, 0], None
    for round_ in record["rounds"]:
        if starter is not None:
            assert round_["setup"] == {"starter": starter}
        referee = Referee(record["rules"], round_["setup"]["starter"])
        for entry in round_["moves"]:
            assert referee.result is None and entry["by"] == referee.turn
            moves = referee.moves()
            assert entry["move"] in moves and entry["legal"] == len(moves), (entry, moves)
            referee.play(entry["move"])
            assert entry["scores"] == [a + b for a, b in zip(total, referee.fours(), strict=True)]
        winners, why = referee.result
        total = [a + b for a, b in zip(total, referee.fours(), strict=True)]
        assert round_["result"] == {"scores": total, "winners": winners, "why": why}
        starter = 1 - (winners[0] if len(winners) == 1 else round_["setup"]["starter"])
        for seat in winners:
            won[seat] += 1
    assert len(record["rounds"]) == record["rules"]["match"]["games"]
    best = [0, 1] if won[0] == won[1] else [int(won[1] > won[0])]
    assert record["result"] == {"scores": total, "winners": best}


def again(game: str, variant: str, values: dict[str, Any]) -> Kwinty:
    """Return the rules of a record without the catalog."""
    return Kwinty(fill(Kwinty, values, CLASSIC.values), variant)


def random_session(rules: Kwinty, seed: int, *, peaceful: bool = False) -> Session:
    """Play a whole random match; `peaceful` players avoid winning, so that walls grow and passes occur."""
    session = Session(rules, [Seat("Ada"), Seat("Bruno")], seed)
    rng = rng_for("random game", rules.variant, seed)
    while session.game_outcome is None:
        if session.outcome is not None:
            session.next_round()
            continue
        moves = list(rules.legal_moves(session.state))
        if peaceful and len(moves) > 1:
            wins = set(rules.winning_lays(session.state, session.state.player))
            moves = [move for move in moves if move not in wins] or moves
        session.play(pick(rng, moves))
    return session


def recorded(session: Session) -> dict[str, Any]:
    return records.loads(records.dumps(records.to_record(session, legal=True)))


SESSIONS = [("classic", seed, False) for seed in range(8)] + [("small", seed, False) for seed in range(6)] + [
    ("classic", seed, True) for seed in range(4)] + [("small", seed, True) for seed in range(6)] + [
    ("three_games", seed, seed % 2 == 1) for seed in range(2)]


@pytest.mark.parametrize(("variant", "seed", "peaceful"), SESSIONS if LONG else SESSIONS[::2])
def test_random_games_agree_with_the_referee(variant, seed, peaceful):
    session = random_session(shipped(variant), seed, peaceful=peaceful)
    record = recorded(session)
    judge(record)
    assert records.verify(record, again).state == session.state


def test_the_random_games_see_every_end_and_a_pass():
    ends_seen, passes = set(), 0
    for variant, seed, peaceful in SESSIONS:
        if peaceful or variant == "small":
            session = random_session(shipped(variant), seed, peaceful=peaceful)
            ends_seen |= {shipped(variant).outcome(round_.state).why for round_ in session.rounds}
            passes += sum(ply.move == PASS for _, ply in session.history())
    assert ends_seen == {"five", "fours", "draw"} and passes


# --- the contract ---


@pytest.mark.parametrize("variant", ["classic", "small", "three_games"])
def test_the_contract_holds_in_random_games(variant):
    rules = shipped(variant)
    session = random_session(rules, 77, peaceful=variant == "small")
    for round_ in session.rounds:
        state = round_.start
        for ply in round_.plies:
            check_moves(rules, state)
            before = pickle.dumps(state)
            step = rules.apply(state, ply.move)
            assert step.state == ply.state and hash(step.state) == hash(ply.state)
            assert pickle.dumps(replace(state, wall=Wall(state.wall.laid))) and pickle.loads(before) == state
            gains = [sum(e.points for e in ply.events if isinstance(e, Scored) and e.by == s) for s in (0, 1)]
            assert tuple(a + b for a, b in zip(state.scores, gains, strict=True)) == ply.state.scores
            assert ply.state.ply == state.ply + 1
            for seat in (0, 1):
                assert rules.blocks_left(state, seat) + state.wall.count(seat) == rules.blocks
            state = ply.state
        assert rules.outcome(state) is not None and not list(rules.legal_moves(state))
    last = session.state
    while session.can_undo:
        session.undo()
    while session.can_redo:
        session.redo()
    assert session.state == last


def check_moves(rules: Kwinty, state: KwintyState) -> None:
    """Check that legal means not refused, for every conceivable move; notation is reversible."""
    legal = list(rules.legal_moves(state))
    places = [(x, y) for x in range(-11, 12) for y in range(-1, 11)]
    thinkable = [PASS, *(Lay(way, *place) for way in (FLAT, UPRIGHT) for place in places)]
    for move in thinkable:
        assert rules.read_move(rules.write_move(move)) == move
        assert (rules.why_illegal(state, move) is None) == (move in legal), move
    assert legal and set(legal) <= set(thinkable)


def test_nothing_is_hidden():
    state = board("[] ()")
    assert CLASSIC.view(state, 1) == CLASSIC.describe(state)
    assert CLASSIC.guess_hidden(state, 1, rng_for(1)) == state


# --- counts: lines of 1 to 4 moves ---


def count(rules: Kwinty, state: KwintyState, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(rules, rules.apply(state, move).state, depth - 1) for move in rules.legal_moves(state))


def count_by_referee(values: dict[str, Any], moves: tuple[str, ...], depth: int) -> int:
    referee = Referee(values, 0)
    for move in moves:
        referee.play(move)
    if depth == 0 or referee.result:
        return int(depth == 0)
    return sum(count_by_referee(values, (*moves, move), depth - 1) for move in referee.moves())


@pytest.mark.parametrize(("rules", "counts"), [
    (CLASSIC, (2, 12, 78, 634)), (shipped("small"), (2, 12, 78, 629))], ids=["classic", "small"])
def test_number_of_lines_from_the_start(rules, counts):
    assert tuple(count(rules, BLANK, depth) for depth in (1, 2, 3, 4)) == counts
    assert count_by_referee(rules.values, (), 3) == counts[2]


# --- goldens: whole games; UPDATE_GOLDEN=1 rewrites them, then review the diff ---


def transcript(session: Session) -> str:
    """Return a whole match as text, with the number of legal moves and, after every fourth, the table."""
    rules, lines = session.rules, []
    for number, round_ in enumerate(session.rounds, 1):
        lines += [f"== {rules.variant}, deal {session.seed}, game {number}: {dict(round_.setup)}"]
        state = round_.start
        for index, ply in enumerate(round_.plies, 1):
            legal = sum(1 for _ in rules.legal_moves(state))
            state = ply.state
            scores = ":".join(map(str, state.scores))
            lines.append(f"{ply.by} {rules.write_move(ply.move)} of {legal} -> {scores}")
            if index % 4 == 0 or state.ended:
                lines.append(rules.describe(state))
        lines.append(f"{state.ended.why}, winners {list(state.ended.winners)}\n")
    return "\n".join(lines)


@pytest.mark.parametrize(("variant", "seed", "peaceful", "name"), [
    ("classic", 0, False, "classic_five"), ("small", 11, True, "small_draw_with_a_pass"),
    ("three_games", 1, True, "three_games")])
def test_golden_games(variant, seed, peaceful, name):
    path, text = GOLDEN / f"{name}.txt", transcript(random_session(shipped(variant), seed, peaceful=peaceful))
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
