"""The rules of Turris, one test for every sentence of the rule page, on small towers written as moves."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from rules.base import (
    BadSetup,
    IllegalMove,
    Outcome,
    Phrase,
    Placed,
    Removed,
    RoundOver,
    Said,
    Scored,
    UnreadableMove,
)
from rules.files.variants import fill, load, load_all
from rules.games.turris.faces import Block, faces_of, points_of
from rules.games.turris.rules import Lay, Pass, TakeOut, Turris, TurrisState
from rules.kit.shuffle import pick, rng_for
from rules.records import to_record, verify
from rules.session import Seat, Session
from tests.kit.long import sample
from tests.rules.games.turris.referee import Referee

ROOT = Path(__file__).resolve().parents[4]
FOLDER = ROOT / "rules" / "variants" / "turris"
GOLDEN = ROOT / "tests" / "golden" / "turris"


def rules_of(variant: str = "classic", **changes) -> Turris:
    values = load(Turris, variant, [FOLDER]).values
    return Turris({key: ({**value, **changes[key]} if isinstance(value, dict) else changes[key])
                   if key in changes else value for key, value in values.items()}, variant)


CLASSIC = rules_of()
CHAIN = rules_of("chain")
VARIANTS = [CLASSIC, CHAIN, rules_of("peaceful"), rules_of("compact")]
STIFF = rules_of(unfinished_levels=1)
"""A variant whose tower cannot grow: the only way to get stuck."""


def blocks_of(text: str) -> tuple[Block, ...]:
    """Parse `0V0,0,0 1X1,2,0`: the colour, then the move without its blank."""
    return tuple(Block(word[1], *map(int, word[2:].split(",")), int(word[0])) for word in text.split())


def tower(text: str, player: int = 0, rules: Turris = CLASSIC, **more) -> TurrisState:
    """Return a tower of any blocks, reachable or not; the stock follows from it."""
    blocks = blocks_of(text)
    laid = Counter(block.colour for block in blocks)
    stock = (rules.blocks - laid[0], rules.blocks - laid[1])
    fields = {"stock": stock, "scores": points_of(blocks), "past": ((frozenset(blocks), player),), **more}
    return TurrisState(player=player, starter=0, blocks=blocks, **fields)


def refusal(state: TurrisState, move: str, rules: Turris = CLASSIC) -> str | None:
    """Return the refusal's key without its prefix; None if legal."""
    found = rules.why_illegal(state, rules.read_move(move))
    return found and found.key.removeprefix("refuse.turris.")


def where(state: TurrisState, move: str, rules: Turris = CLASSIC):
    return rules.why_illegal(state, rules.read_move(move)).where


def play(state: TurrisState, *moves: str, rules: Turris = CLASSIC) -> TurrisState:
    for move in moves:
        state = rules.apply(state, rules.read_move(move)).state
    return state


def spelled(state: TurrisState, rules: Turris = CLASSIC) -> list[str]:
    return [rules.write_move(move) for move in rules.legal_moves(state)]


def new(starter: int = 0, rules: Turris = CLASSIC) -> TurrisState:
    return rules.start({"starter": starter}, 2)


def pillars(heights: str, colours: str = "0") -> str:
    """Return upright blocks up to even heights, row y = 0 first: `222 000 000`; colours alternate."""
    words, count = [], 0
    for index, height in enumerate(heights.replace(" ", "")):
        for z in range(0, int(height), 2):
            words.append(f"{colours[count % len(colours)]}V{index % 3},{index // 3},{z}")
            count += 1
    return " ".join(words)


# --- material and tower ---


def test_each_player_has_twenty_blocks():
    assert new().stock == (20, 20)


def test_a_standing_block_fills_two_levels_and_a_lying_one_two_columns():
    assert Block("V", 1, 2, 3, 0).squares == ((1, 2, 3), (1, 2, 4))
    assert Block("X", 1, 2, 3, 0).squares == ((1, 2, 3), (2, 2, 3))
    assert Block("Y", 1, 1, 3, 0).squares == ((1, 1, 3), (1, 2, 3))


@pytest.mark.parametrize("move", ["X 2,0,0", "Y 0,2,0", "V 3,0,0", "V 0,3,0", "X 9,0,0"])
def test_the_base_is_three_by_three(move):
    assert refusal(new(), move) == "outside"


def test_a_square_holds_one_block():
    state = tower("0V0,0,0 1V1,0,0")
    assert refusal(state, "V 0,0,1") == "occupied" and where(state, "V 0,0,1") == (0, 0, 1)
    assert refusal(state, "X 0,0,0") == "occupied"


# --- laying: a ---


def test_the_first_block_stands_or_lies_anywhere_on_the_ground_but_not_in_the_middle():
    edge = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]
    assert spelled(new()) == (
        [f"V {x},{y},0" for x, y in edge]
        + ["X 0,0,0", "X 1,0,0", "X 0,2,0", "X 1,2,0", "Y 0,0,0", "Y 2,0,0", "Y 0,1,0", "Y 2,1,0"])


def test_the_first_block_stays_on_the_ground():
    assert refusal(new(), "V 0,0,1") == "overhang"


def test_every_other_block_touches_one_that_is_placed():
    state = tower("0V0,0,0")
    assert refusal(state, "V 2,0,0") == "contact" and where(state, "V 2,0,0") == (2, 0, 0)
    assert refusal(state, "V 1,0,0") is None


def test_a_corner_is_no_contact():
    assert refusal(tower("0V1,0,0"), "V 2,1,0") == "contact"


# --- laying: b ---


def test_all_of_the_lower_side_rests_on_ground_or_blocks():
    state = tower("0V0,0,0 1V1,0,0 0V0,1,0")
    assert refusal(state, "X 0,0,2") is None
    assert refusal(state, "X 1,0,2") == "overhang" and where(state, "X 1,0,2") == (2, 0, 2)
    assert refusal(state, "X 0,1,2") == "overhang"
    assert refusal(state, "V 2,0,1") == "overhang"


# --- laying: c ---


def test_an_upright_block_needs_a_sideways_contact():
    state = tower("0V0,0,0 1V1,0,0")
    assert refusal(state, "V 0,0,2") == "side_contact", "it would only rest on the block below"
    beside = tower(pillars("222 222 222", "01") + " 1X0,0,2")
    assert refusal(beside, "V 2,0,2") is None, "the flat block beside it is enough"


def test_contact_at_either_of_its_two_squares_is_enough():
    state = tower("0X0,0,0 1V2,0,0", player=0)
    assert refusal(state, "V 1,0,1") is None, "its lower square beside the upper one of the neighbour"


def test_a_sideways_contact_is_a_face_not_a_corner():
    state = tower(pillars("222 222 222") + " 1V0,0,2")
    assert refusal(state, "V 1,0,2") is None
    assert refusal(state, "V 2,1,2") == "side_contact"
    assert refusal(state, "V 1,1,2") == "side_contact", "corner to corner"


def test_the_contact_may_be_with_either_colour():
    for colour in "01":
        assert refusal(tower(f"{colour}V0,0,0"), "V 0,1,0") is None


# --- laying: d ---


def test_a_flat_block_rests_on_two_different_blocks():
    state = tower("0V0,0,0 1V1,0,0 0X0,0,2")
    assert refusal(state, "X 0,0,3") == "two_blocks" and where(state, "X 0,0,3") == (0, 0, 2)
    assert refusal(tower("0V0,0,0 1V1,0,0"), "X 0,0,2") is None


def test_the_two_blocks_may_have_the_same_colour():
    assert refusal(tower("0V0,0,0 0V1,0,0", player=1), "X 0,0,2") is None


def test_none_lies_on_the_ground_after_the_first_block():
    state = tower("0V0,0,0")
    assert refusal(state, "X 1,0,0") == "flat_on_ground"
    assert refusal(state, "Y 1,0,0") == "flat_on_ground"
    assert not [move for move in spelled(state) if move[0] != "V"]


def test_a_flat_block_needs_no_sideways_contact():
    assert refusal(tower("0V0,0,0 1V1,0,0"), "X 0,0,2") is None


# --- laying: e ---


def test_at_most_three_levels_are_begun_and_not_full():
    state = tower("0V0,0,0 1V1,0,0 0X0,0,2")
    assert CLASSIC.levels(state) == ((2, 2, 2), 3, 0)
    other = tower("0V0,0,0 1V1,0,0 0X0,0,2 1V0,1,0 0V1,1,0", player=1)
    assert refusal(other, "V 0,1,2") == "levels", "levels 0 to 3 would be begun and none full"
    assert CLASSIC.why_illegal(other, Lay("V", 0, 1, 2)).values == {"levels": 4, "n": 3}
    assert where(other, "V 0,1,2") == (2, 0, 0), "the first gap of the lowest level"


def test_it_counts_after_the_move():
    full_but_one = pillars("222 222 220", "01")
    state = tower(full_but_one + " 0X0,0,2 1Y2,0,2")
    assert CLASSIC.levels(state).begun == 3
    assert refusal(tower(full_but_one + " 0X0,0,2 1Y2,0,2"), "X 1,0,3") == "levels"
    # The upright block fills levels 0 and 1: afterwards only level 2 is unfinished.
    after = play(state, "V 2,2,0")
    assert CLASSIC.levels(after) == ((9, 9, 4), 1, 2)


def test_the_number_of_levels_is_a_value_of_the_rules():
    state = tower("0V0,0,0 1V1,0,0 0X0,0,2 1V0,1,0 0V1,1,0", player=1)
    assert refusal(state, "V 0,1,2", rules_of(unfinished_levels=4)) is None
    assert refusal(tower("0V0,0,0 1V1,0,0"), "X 0,0,2", rules_of("compact")) == "levels"


def test_the_first_block_obeys_only_f():
    assert refusal(new(rules=STIFF), "V 0,0,0", STIFF) is None, "although it begins two levels"
    assert refusal(new(rules=STIFF), "V 1,1,0", STIFF) == "middle"


# --- laying: f ---


def test_a_middle_needs_a_filled_edge_square_of_its_level():
    ring = tower(pillars("222 222 222", "01"))
    assert refusal(ring, "X 0,1,2") == "middle" and where(ring, "X 0,1,2") == (1, 1, 2)
    assert CLASSIC.why_illegal(ring, Lay("X", 0, 1, 2)).values == {"level": 3}
    assert refusal(tower(pillars("222 222 222", "01") + " 0X0,0,2"), "X 1,1,2") is None


def test_it_counts_before_the_move():
    """The edge square that the same block fills does not help."""
    assert refusal(tower(pillars("222 222 222", "01")), "Y 1,0,2") == "middle"


def test_an_upright_block_in_the_middle_needs_it_on_both_levels():
    low = tower("0X0,0,0 1V0,1,0", player=0)
    assert refusal(low, "V 1,1,0") is None, "0,1 is filled on levels 0 and 1"
    only_first = tower("0X0,0,0 1Y0,1,0")
    assert refusal(only_first, "V 1,1,0") == "middle" and where(only_first, "V 1,1,0") == (1, 1, 1)


# --- bonus ---

READY = "0V0,0,0 1V1,0,0 0V0,1,0 1V2,0,0"
"""The middle of the ground can be covered; nothing else is there yet."""


def test_a_block_that_covers_a_middle_square_earns_a_bonus_at_once():
    state = play(tower(READY), "V 1,1,0")
    assert (state.bonus, state.player) == (True, 0)


def test_any_other_block_ends_the_turn():
    state = play(tower(READY), "V 0,2,0")
    assert (state.bonus, state.player) == (False, 1)


def test_a_flat_block_with_one_half_in_the_middle_earns_it_too():
    state = play(tower(pillars("222 222 222", "01") + " 0X0,0,2"), "X 1,1,2")
    assert (state.bonus, state.player) == (True, 0)


def test_a_bonus_is_always_answered_if_need_be_by_pass():
    state = play(tower(READY), "V 1,1,0")
    assert spelled(state)[-1] == "pass"
    after = play(state, "pass")
    assert (after.player, after.bonus, after.passes) == (1, False, 0)
    no_blocks = play(tower("0V0,0,0 0V0,1,0 1V1,0,0", stock=(1, 5)), "V 1,1,0")
    assert spelled(no_blocks) == ["pass"], "no own block, and the only opposing one was laid last"


def test_another_own_block_by_the_same_rules():
    state = play(tower(READY), "V 1,1,0")
    assert spelled(state) == [
        "V 2,1,0", "V 0,2,0", "V 1,2,0", "X 0,0,2", "X 1,0,2", "Y 0,0,2", "R 1,0,0", "pass"]
    assert refusal(state, "V 2,2,0") == "contact" and refusal(state, "X 0,1,2") == "middle"
    after = play(state, "V 1,2,0")
    assert (after.player, after.stock, after.bonus) == (1, (16, 18), False)


def test_the_bonus_block_earns_no_further_bonus():
    start = tower(pillars("222 202 222", "01") + " 0X0,0,2 1X0,2,2", player=0)
    once = play(start, "V 1,1,0")
    twice = play(once, "X 1,1,2")
    assert (twice.player, twice.bonus) == (1, False)


def test_with_chain_it_does():
    start = tower(pillars("222 202 222", "01") + " 0X0,0,2 1X0,2,2", player=0)
    state = play(start, "V 1,1,0", "X 1,1,2", rules=CHAIN)
    assert (state.player, state.bonus) == (0, True)


def test_or_an_opposing_block_is_taken_out_and_goes_back_to_the_opponent():
    state = play(tower(READY), "V 1,1,0")
    assert "R 1,0,0" in spelled(state)
    after = play(state, "R 1,0,0")
    assert Block("V", 1, 0, 0, 1) not in after.blocks
    assert (after.stock, after.player, after.bonus) == ((17, 19), 1, False)


def test_it_is_named_by_its_square_of_lowest_x_y_z():
    state = tower("0V0,0,0 1V1,0,0 1X0,0,2 0V0,1,0 1V0,2,0", bonus=True)
    assert refusal(state, "R 0,0,2") is None
    assert refusal(state, "R 1,0,2") == "not_removable.named" and where(state, "R 1,0,2") == (0, 0, 2)
    assert refusal(state, "R 2,2,0") == "not_removable.nothing"


def test_only_an_opposing_block():
    assert refusal(tower(READY, bonus=True), "R 0,1,0") == "not_removable.own"


def test_nothing_rests_on_it():
    state = tower("0V0,0,0 1V1,0,0 0X0,0,2 1V2,0,0", bonus=True)
    assert refusal(state, "R 1,0,0") == "not_removable.carries" and where(state, "R 1,0,0") == (0, 0, 2)


def test_it_is_not_the_block_the_opponent_laid_last():
    state = tower(READY, bonus=True)
    assert refusal(state, "R 2,0,0") == "not_removable.last"
    assert refusal(state, "R 1,0,0") is None


def test_of_two_blocks_in_one_turn_only_the_second_is_the_last():
    state = play(new(1), "V 0,0,0", "V 0,1,0", "V 1,1,0", rules=CLASSIC)
    assert refusal(state, "V 0,2,0") is None, "1 lays again as a bonus"
    after = play(state, "V 1,0,0")
    assert after.last_laid[1] == Block("V", 1, 0, 0, 1) and after.player == 0
    after = replace(after, bonus=True)
    assert refusal(after, "R 1,1,0") is None and refusal(after, "R 1,0,0") == "not_removable.last"


def test_the_last_stays_the_last_through_a_passed_turn():
    state = tower("1V0,0,0 1V1,0,0 0V0,1,0", player=1, stock=(5, 0))
    after = replace(play(state, "pass"), bonus=True)
    assert refusal(after, "R 1,0,0") == "not_removable.last" and refusal(after, "R 0,0,0") is None


def test_the_level_rule_still_holds_afterwards():
    full = pillars("222 222 222", "01")
    state = tower(full + " 0X1,0,2 0Y2,1,2 0X1,0,3 1Y0,0,2", bonus=True)
    assert CLASSIC.levels(state).begun == 2
    # Taking out V 1,2,0 would open levels 0 and 1 below the two unfinished ones.
    assert Block("V", 1, 2, 0, 1) in state.blocks
    assert refusal(state, "R 1,2,0") == "not_removable.levels"
    assert CLASSIC.why_illegal(state, TakeOut(1, 2, 0)).values == {"levels": 4, "n": 3}
    assert refusal(state, "R 1,2,0", rules_of(unfinished_levels=4)) is None


def test_contact_of_what_remains_is_not_checked():
    state = tower("0V0,0,0 1V1,0,0 0V2,0,0 1V2,1,0", bonus=True)
    after = play(state, "R 1,0,0")
    assert {block.square for block in after.blocks} == {(0, 0, 0), (2, 0, 0), (2, 1, 0)}, "0,0 stands alone"


def test_without_a_bonus_nothing_is_taken_out():
    assert refusal(tower(READY), "R 1,0,0") == "no_bonus"
    assert not [move for move in spelled(tower(READY)) if move[0] == "R"]


def test_the_freed_squares_may_not_be_filled_in_the_next_turn():
    state = play(tower(READY), "V 1,1,0", "R 1,0,0")
    assert state.freed == {(1, 0, 0), (1, 0, 1)}
    assert refusal(state, "V 1,0,0") == "freed" and where(state, "V 1,0,0") == (1, 0, 0)


def test_bonus_included():
    freed = frozenset({(2, 0, 0), (2, 0, 1)})
    state = play(tower("0V0,0,0 1V1,0,0 0V0,1,0", player=1, freed=freed), "V 1,1,0")
    assert (state.player, state.bonus, state.freed) == (1, True, freed)
    assert refusal(state, "V 2,0,0") == "freed"


def test_after_that_turn_they_are_open_again_for_both():
    state = play(tower(READY), "V 1,1,0", "R 1,0,0", "V 2,1,0")
    assert not state.freed and refusal(state, "V 1,0,0") is None
    assert refusal(play(state, "V 0,2,0"), "V 1,0,0") is None


def test_the_player_who_took_it_out_may_fill_them():
    state = play(tower(READY), "V 1,1,0", "R 1,0,0", "V 2,1,0", "V 1,0,0")
    assert state.blocks[-1] == Block("V", 1, 0, 0, 0)


def test_if_that_leaves_no_move_the_turn_is_passed():
    only = tower("0V0,0,0", player=1, freed=frozenset({(1, 0, 0), (0, 1, 0)}))
    assert spelled(only) == ["pass"]
    after = play(only, "pass")
    assert (after.player, after.passes, after.freed) == (0, 1, frozenset())


def test_a_turn_is_not_passed_while_a_block_can_be_laid():
    assert refusal(tower(READY), "pass") == "pass_can_lay"
    assert where(tower(READY), "pass") == CLASSIC.read_move(spelled(tower(READY))[0]).block(0).square


def test_removal_and_the_further_block_are_values_of_the_rules():
    peaceful = rules_of("peaceful")
    state = play(tower(READY), "V 1,1,0", rules=peaceful)
    assert refusal(state, "R 1,0,0", peaceful) == "not_removable.never"
    assert not [move for move in spelled(state, peaceful) if move[0] == "R"]
    only_out = rules_of(bonus={"block": False})
    state = play(tower(READY), "V 1,1,0", rules=only_out)
    assert spelled(state, only_out) == ["R 1,0,0", "pass"]
    assert refusal(state, "V 0,2,0", only_out) == "no_bonus_block"
    none = rules_of(bonus={"block": False, "removal": False})
    assert play(tower(READY), "V 1,1,0", rules=none).player == 1, "a bonus that allows nothing is none"


# --- end ---


def test_the_game_ends_the_moment_all_blocks_are_laid():
    step = CLASSIC.apply(tower(READY, stock=(1, 0)), Lay("V", 0, 2, 0))
    assert step.state.ended is not None and step.state.ended.why == "laid"
    assert step.events[-1] == RoundOver(0, step.state.ended)
    assert not spelled(step.state) and refusal(step.state, "pass") == "over"


def test_the_last_block_earns_no_bonus():
    state = play(tower(READY, stock=(1, 0)), "V 1,1,0")
    assert state.ended is not None and not state.bonus


def test_the_last_own_block_earns_one_while_the_other_has_blocks():
    state = play(tower(READY, stock=(1, 3)), "V 1,1,0")
    assert state.bonus and spelled(state) == ["R 1,0,0", "pass"]


def test_a_player_without_blocks_plays_pass_and_the_other_goes_on():
    state = play(tower(READY, stock=(2, 0)), "V 0,2,0")
    assert (state.player, spelled(state)) == (1, ["pass"])
    assert refusal(state, "V 1,1,0") == "no_blocks"
    state = play(state, "pass")
    assert state.player == 0 and state.ended is None
    assert play(state, "V 2,1,0").ended == Outcome((0,), "laid")


def test_a_block_taken_out_late_is_laid_again():
    state = play(tower(READY, stock=(2, 0)), "V 1,1,0", "R 1,0,0")
    assert state.stock == (1, 1) and state.ended is None
    assert play(state, "V 2,1,0", "V 0,2,0").ended.why == "laid"


def test_stuck_when_both_passed_and_nobody_with_blocks_can_lay():
    state = play(new(rules=STIFF), "V 0,0,0", rules=STIFF)
    assert spelled(state, STIFF) == ["pass"]
    state = play(state, "pass", rules=STIFF)
    assert state.ended is None
    state = play(state, "pass", rules=STIFF)
    assert state.ended == Outcome((0,), "stuck")


def test_two_passes_are_not_stuck_while_somebody_can_lay():
    """One could not lay because of freed squares, the other had no blocks: the first continues."""
    only = tower("0V0,0,0", player=1, stock=(0, 5), freed=frozenset({(1, 0, 0), (0, 1, 0)}))
    state = play(only, "pass", "pass")
    assert (state.passes, state.ended) == (2, None)
    assert refusal(state, "V 1,0,0") is None


def test_repeated_when_a_position_came_up_three_times():
    state = tower(READY, player=0)
    after = frozenset(state.blocks) | {Block("V", 0, 2, 0, 0)}
    twice = replace(state, past=((after, 1), (after, 1), (after, 0)))
    assert play(twice, "V 0,2,0").ended.why == "repeated"
    assert play(replace(state, past=((after, 1), (after, 0))), "V 0,2,0").ended is None


# --- points ---


def face(text: str, name: str):
    return next(face for face in faces_of(blocks_of(text)) if face.name == name)


def picture(text: str, name: str) -> list[str]:
    """Return rows from the top down, columns from the viewer's left; colours and `.`."""
    shown = face(text, name).seen
    rows = range(max((row for _, row in shown), default=-1), -1, -1)
    return ["".join(str(shown[column, row].colour) if (column, row) in shown else "." for column in range(3))
            for row in rows]


L_SHAPE = "0V0,0,0 1V1,0,0 1X0,0,2 0V2,2,0"


def test_south_looks_along_y_with_x_from_left_to_right():
    assert picture(L_SHAPE, "south") == ["11.", "010", "010"]


def test_north_looks_back_along_y():
    assert picture(L_SHAPE, "north") == [".11", "010", "010"]


def test_west_looks_along_x():
    assert picture(L_SHAPE, "west") == ["..1", "0.0", "0.0"]


def test_east_looks_back_along_x():
    assert picture(L_SHAPE, "east") == ["1..", "1.0", "1.0"]


def test_the_roof_shows_the_highest_block_of_each_column():
    assert picture(L_SHAPE, "roof") == ["..0", "...", "11."], "y = 2 first"


def test_a_square_shows_the_first_block_however_far_back():
    shown = face("0V0,0,0 1V0,1,0 1V2,2,0", "south").seen
    assert (shown[0, 0].colour, shown[0, 0].depth) == (0, 0), "the one behind is hidden"
    assert (shown[2, 0].colour, shown[2, 0].depth) == (1, 2)
    assert (1, 0) not in shown, "nothing at all behind it"


def test_recessed_squares_join_those_in_front():
    text = "0V0,0,0 0V1,2,0 1V2,1,0"
    assert face(text, "south").points == (4, 2)


def test_a_group_is_made_of_sideways_neighbours():
    corners = "0V0,0,0 1V1,0,0 0V2,0,0"
    assert face(corners, "south").points == (2, 2), "0 is parted by 1"
    diagonal = pillars("222 222 222", "1") + " 0X0,0,2 1V2,0,2 0V0,0,3"
    assert picture(diagonal, "south") == ["0..", "0.1", "001", "111", "111"]
    assert face(diagonal, "south").points == (4, 8)


def test_only_the_largest_group_of_each_colour_counts():
    text = "0V0,0,0 1V1,0,0 0V2,0,0 0V2,1,0 0V1,1,0"
    assert face(text, "east").points == (4, 0)
    assert picture(text, "north") == ["000", "000"] and face(text, "north").points == (6, 0)


def test_the_sum_of_the_five_decides():
    faces = faces_of(blocks_of(L_SHAPE))
    assert [one.name for one in faces] == ["south", "east", "north", "west", "roof"]
    assert points_of(blocks_of(L_SHAPE)) == tuple(sum(one.points[c] for one in faces) for c in (0, 1))
    assert points_of(blocks_of(L_SHAPE)) == (2 + 2 + 2 + 2 + 1, 4 + 3 + 4 + 1 + 2)


def test_equal_is_a_draw():
    state = play(tower("0V0,0,0", player=1, stock=(0, 1)), "V 1,0,0")
    assert state.points == (7, 7) and state.ended == Outcome((0, 1), "laid")


def test_an_empty_tower_has_no_points():
    assert points_of(()) == (0, 0) and not CLASSIC.faces(new())[0].seen


def test_scores_are_the_points_if_the_game_ended_now():
    state = play(new(), "V 0,0,0")
    assert state.scores == (9, 0) == points_of(state.blocks)


# --- matches ---


def finished(points: tuple[int, int], starter: int, rules: Turris) -> TurrisState:
    winners = (0, 1) if points[0] == points[1] else (0,) if points[0] > points[1] else (1,)
    return replace(new(starter, rules), scores=points, ended=Outcome(winners, "laid"), ply=44)


THREE = rules_of(match={"games": 3})


def test_the_first_starter_is_drawn_by_lot():
    assert {CLASSIC.deal(2, seed)["starter"] for seed in range(20)} == {0, 1}
    assert CLASSIC.deal(2, 7) == CLASSIC.deal(2, 7)


@pytest.mark.parametrize(("points", "starter", "next_starter"), [
    ((50, 40), 0, 1), ((50, 40), 1, 1), ((40, 50), 0, 0), ((45, 45), 0, 1), ((45, 45), 1, 0)])
def test_the_loser_begins_the_next_game_and_after_a_draw_who_did_not_begin(points, starter, next_starter):
    assert THREE.deal(2, 1, finished(points, starter, THREE)) == {"starter": next_starter}


def test_points_add_up_and_games_decide():
    state = finished((90, 10), 0, THREE)
    assert THREE.game_outcome(state) is None and THREE.outcome(state) == Outcome((0,), "laid")
    for points in ((40, 41), (40, 41)):
        state = THREE.start(THREE.deal(2, 1, state), 2, state)
        assert state.points == (0, 0) and state.stock == (20, 20)
        total = (state.carried[0] + points[0], state.carried[1] + points[1])
        state = replace(state, scores=total, ended=Outcome((1,), "laid"))
    assert state.scores == (170, 92) and state.round == 3 and state.ply == 44
    assert THREE.game_outcome(state) == Outcome((1,), "laid"), "two games to one, in spite of the points"


def test_a_drawn_match_has_two_winners_and_a_game_of_one_round_its_own():
    assert CLASSIC.game_outcome(finished((45, 45), 0, CLASSIC)) == Outcome((0, 1), "laid")
    assert CLASSIC.game_outcome(finished((40, 45), 0, CLASSIC)) == Outcome((1,), "laid")


# --- notation ---


@pytest.mark.parametrize(("text", "move"), [
    ("V 0,1,2", Lay("V", 0, 1, 2)), ("X 1,2,10", Lay("X", 1, 2, 10)), ("Y 0,0,0", Lay("Y", 0, 0, 0)),
    ("R 2,1,3", TakeOut(2, 1, 3)), ("pass", Pass())])
def test_a_move_is_written_as_on_the_page(text, move):
    assert CLASSIC.read_move(text) == move and CLASSIC.write_move(move) == text


@pytest.mark.parametrize("text", [
    "", "V", "V0,0,0", "V 0,0", "V 0, 0, 0", "v 0,0,0", "Z 0,0,0", "V 00,0,0", "V -1,0,0", "V 0,0,100",
    "Pass", "pass ", " V 0,0,0", "V 0,0,0\n", "V 0,0,0 ", "H 0,0"])
def test_anything_else_is_no_move(text):
    with pytest.raises(UnreadableMove):
        CLASSIC.read_move(text)


@pytest.mark.parametrize(("setup", "key"), [
    ({}, "setup.turris.starter"),
    ({"starter": 2}, "setup.turris.starter"),
    ({"starter": True}, "setup.turris.starter"),
    ({"starter": "0"}, "setup.turris.starter"),
    ({"starter": 0, "moves": "V 0,0,0"}, "setup.earlier.moves"),
    ({"starter": 0, "moves": [1]}, "setup.earlier.unreadable"),
    ({"starter": 0, "moves": ["V"]}, "setup.earlier.unreadable"),
    ({"starter": 0, "moves": ["V 1,1,0"]}, "setup.earlier.illegal"),
    ({"starter": 0, "puzzle": []}, "setup.turris.puzzle"),
    ({"starter": 0, "puzzle": {"seat": 1, "lead": 3, "until": "end"}}, "setup.turris.puzzle"),
    ({"starter": 0, "puzzle": {"seat": 0, "lead": 3, "until": "dawn"}}, "setup.turris.puzzle"),
    ({"starter": 0, "puzzle": {"seat": 0, "lead": "3", "until": "end"}}, "setup.turris.puzzle")])
def test_an_impossible_setup_is_refused(setup, key):
    with pytest.raises(BadSetup) as caught:
        CLASSIC.start(setup, 2)
    assert caught.value.phrase.key == key


def test_a_setup_may_begin_after_some_moves():
    state = CLASSIC.start({"starter": 1, "moves": ["V 0,0,0", "V 1,0,0"]}, 2)
    assert state == replace(play(new(1), "V 0,0,0", "V 1,0,0"), ply=0), "no player of this session made them"


def test_a_puzzle_of_one_turn_is_solved_by_the_lead_at_its_end():
    setup = {"starter": 0, "moves": ["V 0,0,0", "V 1,0,0"], "puzzle": {"seat": 0, "lead": 5, "until": "turn"}}
    state = CLASSIC.start(setup, 2)
    assert play(state, "V 2,0,0").ended == Outcome((1,), "missed")
    bonus = play(state, "V 1,1,0")
    assert bonus.ended is None and bonus.bonus
    solved = play(bonus, "V 0,1,0")
    assert solved.points[0] - solved.points[1] >= 5 and solved.ended == Outcome((0,), "solved")
    assert CLASSIC.game_outcome(solved) == Outcome((0,), "solved")


def test_a_puzzle_to_the_end_goes_on_until_the_game_is_over():
    rules = rules_of(blocks=2)
    setup = {"starter": 0, "moves": ["V 0,0,0"], "puzzle": {"seat": 1, "lead": 1, "until": "end"}}
    state = play(rules.start(setup, 2), "V 1,0,0", "V 0,1,0", rules=rules)
    assert state.ended is None
    assert play(state, "V 2,0,0", rules=rules).ended.why in ("solved", "missed")


def test_a_negative_square_is_refused():
    assert CLASSIC.why_illegal(new(), Lay("V", 0, 0, -1)).key == "refuse.turris.outside"
    assert CLASSIC.why_illegal(new(), Lay("X", -1, 0, 0)).key == "refuse.turris.outside"


def test_the_table_as_text():
    state = play(new(), "X 0,0,0", "V 0,1,0")
    assert CLASSIC.describe(state) == (
        "game 1, ply 2, turn of 0\nstock 19 19, scores 7 8\nlaid last: X0,0,0 V0,1,0; freed: -\n"
        "south  2  1\neast   1  2\nnorth  1  2\nwest   1  2\nroof   2  1\n"
        "level 0: ... V.. xx. (3)\nlevel 1: ... V.. ... (1)\n")


# --- events ---


def test_a_block_laid_tells_what_it_is_and_what_it_earned():
    event = CLASSIC.apply(tower(READY), Lay("V", 0, 2, 0)).events[0]
    assert isinstance(event, Placed) and (event.by, event.piece, event.place) == (
        0, Block("V", 0, 2, 0, 0), (0, 2, 0))
    assert (event.phrase.key, event.phrase.values) == ("log.turris.upright", {"level": 1})
    assert CLASSIC.apply(tower(READY), Lay("V", 1, 1, 0)).events[0].phrase.key == "log.turris.upright_bonus"
    flat = CLASSIC.apply(tower(READY), Lay("X", 0, 0, 2)).events[0]
    assert (flat.phrase.key, flat.phrase.values) == ("log.turris.flat", {"level": 3})


def test_a_block_taken_out_and_a_pass_tell_so():
    bonus = play(tower(READY), "V 1,1,0")
    out = CLASSIC.apply(bonus, TakeOut(1, 0, 0)).events[0]
    assert isinstance(out, Removed) and (out.by, out.piece) == (0, Block("V", 1, 0, 0, 1))
    assert out.phrase.key == "log.turris.takes_out"
    assert CLASSIC.apply(bonus, Pass()).events == (Said(0, Phrase("log.turris.declines")),)
    empty = tower(READY, stock=(0, 2))
    assert CLASSIC.apply(empty, Pass()).events[0].phrase.key == "log.turris.passes_empty"
    closed = tower("0V0,0,0", player=1, freed=frozenset({(1, 0, 0), (0, 1, 0)}))
    assert CLASSIC.apply(closed, Pass()).events[0].phrase.key == "log.turris.passes_freed"


def test_the_scored_events_of_a_move_are_the_change_of_the_scores():
    for state, _, step in random_game(CLASSIC, 5):
        for seat in (0, 1):
            told = [event.points for event in step.events if isinstance(event, Scored) and event.by == seat]
            assert sum(told) == step.state.scores[seat] - state.scores[seat]


def test_apply_refuses_with_the_same_reason_and_changes_nothing():
    state = tower(READY)
    with pytest.raises(IllegalMove) as caught:
        CLASSIC.apply(state, Lay("V", 2, 2, 0))
    assert caught.value.refusal == CLASSIC.why_illegal(state, Lay("V", 2, 2, 0)) and state == tower(READY)


def test_the_table_can_ask_what_a_block_would_change():
    state = tower(READY)
    lay = Lay("V", 0, 2, 0)
    assert CLASSIC.faces_after(state, lay) == CLASSIC.faces(CLASSIC.apply(state, lay).state)
    bonus = play(state, "V 1,1,0")
    assert CLASSIC.faces_after(bonus, TakeOut(1, 0, 0)) == CLASSIC.faces(play(bonus, "R 1,0,0"))
    assert CLASSIC.faces_after(bonus, Pass()) == CLASSIC.faces(bonus)
    assert [block.square for block in CLASSIC.removable(bonus)] == [(1, 0, 0)]
    assert not CLASSIC.removable(state)


# --- random games ---


def random_game(rules: Turris, seed: int, *, fierce: bool = False):
    """Yield (state, legal moves, step) of a random game; fierce players cover middles and take blocks out."""
    state, rng = rules.new_game(2, seed), rng_for("random", rules.variant, seed, fierce)
    while rules.outcome(state) is None:
        legal = list(rules.legal_moves(state))
        wild = [move for move in legal if isinstance(move, TakeOut)] or [
            move for move in legal if isinstance(move, Lay) and move.block(0).covers_middle]
        step = rules.apply(state, pick(rng, wild if fierce and wild else legal))
        yield state, legal, step
        state = step.state


ANY_MOVE = [Lay(way, x, y, z) for way in "VXY" for x, y in product(range(3), repeat=2) for z in range(13)]
ANY_MOVE += [TakeOut(x, y, z) for x, y in product(range(3), repeat=2) for z in range(13)]
ANY_MOVE.append(Pass())


@pytest.mark.parametrize("rules", [*VARIANTS, STIFF, THREE], ids=lambda rules: rules.variant)
def test_the_contract(rules):
    for state, legal, step in random_game(rules, 3):
        assert {move for move in ANY_MOVE if rules.why_illegal(state, move) is None} == set(legal)
        assert len(set(legal)) == len(legal) and legal == list(rules.legal_moves(state))
        assert all(rules.read_move(rules.write_move(move)) == move for move in legal)
        assert hash(state) == hash(replace(state)) and step.state.ply == state.ply + 1
        laid = Counter(block.colour for block in step.state.blocks)
        assert all(laid[seat] + step.state.stock[seat] == rules.blocks for seat in (0, 1))
        assert rules.guess_hidden(state, 0, rng_for(1)) == state
    assert not list(rules.legal_moves(step.state)) and isinstance(step.events[-1], RoundOver)


def session_of(rules: Turris, seed: int) -> Session:
    session, rng = Session(rules, [Seat("Ada"), Seat("Bruno")], seed), rng_for("session", seed)
    while session.game_outcome is None:
        if session.outcome is not None:
            session.next_round()
        session.play(pick(rng, list(rules.legal_moves(session.state))))
    return session


def rules_for(game: str, variant: str, values: dict) -> Turris:
    return Turris(fill(Turris, values, CLASSIC.values), variant)


@pytest.mark.parametrize("rules", [CLASSIC, CHAIN, THREE], ids=["classic", "chain", "match"])
def test_a_session_can_be_undone_redone_saved_and_verified(rules):
    session = session_of(rules, 11)
    record, last, moves = to_record(session, legal=True), session.state, session.moves
    assert verify(record, rules_for).state == last
    while session.can_undo:
        session.undo()
    assert session.state == rules.new_game(2, 11)
    while session.can_redo:
        session.redo()
    assert session.state == last and session.moves == moves and to_record(session, legal=True) == record


# --- against the second implementation ---


@pytest.mark.parametrize(("rules", "fierce"), [
    *((rules, fierce) for rules in VARIANTS for fierce in (False, True)), (STIFF, False),
    (rules_of(unfinished_levels=5), True), (rules_of(bonus={"block": False}), True)],
    ids=lambda value: getattr(value, "variant", str(value)))
def test_random_games_agree_with_a_second_implementation(rules, fierce):
    for seed in range(sample(1, 2)):
        referee = Referee(rules.values, rules.deal(2, seed)["starter"])
        for state, legal, step in random_game(rules, seed, fierce=fierce):
            assert (state.player, state.bonus) == (referee.turn, referee.in_bonus)
            assert sorted(map(rules.write_move, legal)) == sorted(referee.legal())
            referee.play(next(rules.write_move(move) for move in legal
                              if rules.apply(state, move).state == step.state))
            assert list(step.state.points) == referee.points()
        assert step.state.ended.why == referee.over


# --- claims of the rule page about the classic rules ---


def heights(state: TurrisState) -> list[int]:
    filled = {square for block in state.blocks for square in block.squares}
    return [sum((x, y, z) in filled for z in range(30)) for y in range(3) for x in range(3)]


@pytest.mark.parametrize("fierce", [False, True])
def test_the_level_rule_equals_the_height_difference(fierce):
    """Nothing hangs over (b) and nothing that carries is taken out, so every column is filled from the ground
    to its height. Then a level is begun if the highest column reaches above it and full if the lowest does:
    begun and not full are exactly the levels between the lowest and the highest column.
    """
    for seed in range(5):
        for _, _, step in random_game(CLASSIC, seed, fierce=fierce):
            tops = heights(step.state)
            squares = {square for block in step.state.blocks for square in block.squares}
            assert all((i % 3, i // 3, z) in squares for i, top in enumerate(tops) for z in range(top))
            assert CLASSIC.levels(step.state).begun == max(tops) - min(tops) <= 3


def test_a_player_with_blocks_can_always_lay_unless_squares_were_freed():
    """By the height difference all that rules b, c, e and f see of a tower are nine heights, 0 to 3 above the
    lowest. For every one of these shapes: either an upright block fits, or two flat ones that share a column
    do, and of those at most one rests on a single block. (That is so only where all columns are level or the
    middle alone is lower by one.) On the ground a shape without an upright place does not occur.
    """
    shapes = [shape for shape in product(range(4), repeat=9) if min(shape) == 0]
    near = [[j for j in range(9) if abs(i % 3 - j % 3) + abs(i // 3 - j // 3) == 1] for i in range(9)]
    edge = [i for i in range(9) if i != 4]
    without = [shape for shape in shapes if not any(
        shape[i] <= 1 and any(shape[j] > shape[i] for j in near[i]) for i in edge)]
    assert len(without) < 2000, "an upright block on an edge column reaches at most 3 above the lowest"
    for shape in without:
        in_the_middle = shape[4] <= 1 and max(shape[i] for i in edge) > shape[4] + 1
        flats = [{i, j} for i in edge for j in near[i] if j != 4 and i < j and shape[i] == shape[j] <= 2]
        assert in_the_middle or any(a & b for a in flats for b in flats if a != b), shape


def test_every_classic_game_lays_all_blocks_and_never_reaches_the_safeguards():
    """Stuck: after a passed turn nothing is freed any more, so who has blocks can lay (see above).

    Repeated: let the same tower come up twice with P to move (the other is Q). P lays in between as many
    blocks as Q takes out, and Q as many as P takes out. A turn lays at least one block and takes out at most
    one, and only after covering a middle; so all blocks in between cover a middle. (If P owed a bonus answer
    the first time only, P may take out one more than it lays; then still all of P's cover a middle.) None of
    P's can be taken out again: the newest is the one P laid last, and every older one in the middle column
    carries a newer one. So if P laid any, the middle column has grown and the tower is not the same. If P
    laid none, Q laid none either: one block at most, and that not on the squares that P had just freed. So
    there were only passes, which cannot last: the tower comes up twice at most.
    """
    for seed in range(8):
        for fierce in (False, True):
            game = list(random_game(CLASSIC, seed, fierce=fierce))
            for state, legal, _ in game:
                if not state.bonus and Pass() in legal:
                    assert state.freed or not state.stock[state.player]
            step = game[-1][2]
            assert step.state.ended.why == "laid" and step.state.stock == (0, 0)
            assert max(Counter(step.state.past).values()) <= 2


# --- counts: lines of depth 1 to 4 ---


def count(rules: Turris, state: TurrisState, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in rules.legal_moves(state))
    return sum(count(rules, rules.apply(state, move).state, depth - 1) for move in rules.legal_moves(state))


LATER = ["V 0,0,0", "V 1,0,0", "V 0,1,0", "V 2,0,0"]


@pytest.mark.parametrize(("rules", "moves", "counts"), [
    (CLASSIC, [], (16, 36, 152, 748)), (CLASSIC, LATER, (6, 33, 182, 973)), (CHAIN, LATER, (6, 33, 182, 977)),
    (rules_of("peaceful"), LATER, (6, 32, 171, 903)), (rules_of("compact"), LATER, (3, 11, 37, 95))],
    ids=["classic", "later", "chain", "peaceful", "compact"])
def test_number_of_lines(rules, moves, counts):
    start = rules.start({"starter": 0, "moves": moves}, 2)
    assert tuple(count(rules, start, depth) for depth in (1, 2, 3, 4)) == counts


# --- data ---


def test_every_shipped_variant_loads_clean():
    assert [(variant.name, variant.faults) for variant in load_all(Turris, [FOLDER])] == [
        (name, ()) for name in ("classic", "chain", "compact", "peaceful")]


def test_the_values_of_classic_are_those_of_the_page():
    assert CLASSIC.values == {"blocks": 20, "unfinished_levels": 3, "match": {"games": 1},
                              "bonus": {"block": True, "removal": True, "chain": False}}


# --- goldens: whole games; UPDATE_GOLDEN=1 rewrites them, then review the diff ---


def transcript(rules: Turris, seed: int) -> str:
    """Return a random game as text, with the table after every move."""
    parts = [f"{rules.game}, {rules.variant}, deal {seed}\n"]
    for state, legal, step in random_game(rules, seed):
        move = next(move for move in legal if rules.apply(state, move).state == step.state)
        choices = "; ".join(rules.write_move(other) for other in legal)
        parts.append(f"{state.player} of {choices}\n--- {rules.write_move(move)}")
        parts.append(rules.describe(step.state))
    return "\n".join(parts) + f"\n{step.state.ended.why} {step.state.ended.winners}\n"


@pytest.mark.parametrize(("rules", "seed"), [(CLASSIC, 1), (CLASSIC, 2), (CHAIN, 1), (STIFF, 1)],
                         ids=["classic_1", "classic_2", "chain_1", "stiff_1"])
def test_golden_games(rules, seed):
    name = "stiff" if rules is STIFF else rules.variant
    path, text = GOLDEN / f"{name}_{seed}.txt", transcript(rules, seed)
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
