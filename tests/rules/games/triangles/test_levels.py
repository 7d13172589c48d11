"""The levels of the triangle games: deals with a par, puzzles with one best move, setups with moves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from game.data.cache import parse
from rules.base import BadSetup
from rules.catalog import rules_of
from rules.files import levels
from rules.games.triangles.layout import Lay
from rules.kit.hands import Draw, Pass

LOCALE = Path(__file__).resolve().parents[4] / "game" / "locale"
SHIPPED = {game: levels.load(game) for game in ("tripple_solitaire", "tripple_domino", "trio_domino")}
PUZZLES = [level for game in ("tripple_domino", "trio_domino") for level in SHIPPED[game]]
every_puzzle = pytest.mark.parametrize("level", PUZZLES, ids=lambda level: f"{level.game}-{level.id}")


def paid(level):
    """Return for every lay in a puzzle: its points including the settlement, the move, and the kinds."""
    rules = rules_of(level.game, level.variant)
    state = rules.start(level.setup, level.players)
    seat = state.player
    return sorted(
        ((rules.apply(state, move).state.scores[seat] - state.scores[seat], str(move),
          [kind for _, kind in rules.score_of(state, move)])
         for move in rules.legal_moves(state) if isinstance(move, Lay)), reverse=True)


@pytest.mark.parametrize(("game", "counts"), [
    ("tripple_solitaire", [10, 10, 10, 10, 20]), ("tripple_domino", [10, 10, 10, 15, 15]),
    ("trio_domino", [10, 10, 20, 20])])
def test_ids_begin_with_the_grade_and_count_its_levels(game, counts):
    found = SHIPPED[game]
    assert sorted(level.id for level in found) == [f"{grade}{n:02}" for grade, count in enumerate(counts, 1)
                                                   for n in range(1, count + 1)]
    assert all(level.id.startswith(str(level.grade)) for level in found)


def test_the_levels_of_the_solitaire_are_played_with_the_draws_they_were_made_for():
    assert {level.variant for level in SHIPPED["tripple_solitaire"]} == {"free"}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", SHIPPED)
def test_every_name_is_that_of_one_level_and_every_grade_has_a_title(game, language):
    texts = parse(LOCALE / language / f"levels_{game}.yaml")
    names, titles = texts["level"][game], texts["levels"]["grade"][game]
    assert set(names) <= {level.id for level in SHIPPED[game]}
    assert len(set(names.values())) == len(names) and all(0 < len(name) <= 28 for name in names.values())
    assert list(titles) == sorted({str(level.grade) for level in SHIPPED[game]})


# --- deals ---


def test_par_lies_between_what_the_easy_and_the_hard_bot_made():
    for level in SHIPPED["tripple_solitaire"]:
        assert level.goal == "par" and level.par % 5 == 0
        assert level.rating["easy"] < level.par <= level.rating["hard"]


def test_a_deal_is_the_whole_set():
    rules = rules_of("tripple_solitaire")
    for level in SHIPPED["tripple_solitaire"]:
        setup = level.setup
        assert sorted([setup["start"], *setup["hands"][0], *setup["stock"]]) == sorted(rules.tiles)
        assert len(setup["hands"][0]) == rules.values["hand"]["1"]


# --- puzzles ---


@every_puzzle
def test_only_the_proof_reaches_the_points_of_a_puzzle(level):
    (most, best, kinds), (second, _, _), *_ = ways = paid(level)
    assert (level.goal, level.moves, level.players, level.par) == ("points", 1, 2, 0)
    assert level.proof == (best,) and level.points == most
    assert most - second >= (10 if level.game == "tripple_domino" else 2)
    assert level.rating["moves"] == len(ways) and level.rating["lead"] == most - second
    assert "colour" in kinds or level.game == "tripple_domino"


def test_the_puzzles_of_tripple_domino_are_of_all_kinds():
    kinds = Counter()
    for level in SHIPPED["tripple_domino"]:
        found = paid(level)[0][2]
        kinds["out" if "last" in found else "rings" if found.count("hexagon") > 1 else found[-1]] += 1
    assert min(kinds[kind] for kind in ("hexagon", "bridge", "out", "double", "rings")) >= 3


# --- setups with moves ---


def test_the_moves_of_a_setup_count_in_the_scores_but_not_in_the_ply():
    rules = rules_of("tripple_domino")
    setup = rules.deal(2, 1)
    dealt = rules.start(setup, 2)
    opening = rules.opening(dealt)
    later = rules.start({**setup, "moves": [str(opening)]}, 2)
    after = rules.apply(dealt, opening).state
    assert (later.ply, later.scores, later.player) == (0, after.scores, after.player)
    assert later.layout == after.layout and rules.start({**setup, "moves": []}, 2) == dealt


def test_after_moves_of_the_setup_the_first_turn_of_trio_domino_is_over():
    rules = rules_of("trio_domino")
    setup = rules.deal(2, 1)
    begun = rules.start({**setup, "moves": ["pass"]}, 2)
    assert rules.start(setup, 2).first_turn and not begun.first_turn and begun.ply == 0
    assert Draw(1) in set(rules.legal_moves(begun)) and Pass() not in set(rules.legal_moves(begun))


@pytest.mark.parametrize("game", ["tripple_domino", "trio_domino"])
@pytest.mark.parametrize(("moves", "key"), [
    ("pass", "moves"), (["up"], "unreadable"), ([5], "unreadable"), (["pass", "pass"], "illegal")])
def test_nonsensical_moves_of_a_setup_are_refused(game, moves, key):
    rules = rules_of(game)
    with pytest.raises(BadSetup) as fault:
        rules.start({**rules.deal(2, 1), "moves": moves}, 2)
    assert fault.value.phrase.key == f"setup.earlier.{key}"


def test_a_setup_whose_moves_end_the_round_is_refused():
    rules = rules_of("tripple_domino")
    with pytest.raises(BadSetup) as fault:
        rules.start({"hands": [["555"], ["012"]], "stock": [], "moves": ["555@0,0^:555"]}, 2)
    assert fault.value.phrase.key == "setup.earlier.over"
