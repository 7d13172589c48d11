"""The bots of Turris, the fast twin they search on, the analysis, and the puzzles."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
import yaml

from game.data.cache import parse
from rules.base import Outcome
from rules.files.variants import load
from rules.games.turris import search as turris_search
from rules.games.turris.bots import BOTS, ByPlayouts, TurrisEngine, why
from rules.games.turris.rules import Lay, Pass, TakeOut, Turris, TurrisState
from rules.games.turris.search import Exact, TooLong, grow_tree, never
from rules.games.turris.tower import (
    COVERS_MIDDLE,
    PASS,
    Tower,
    move_of,
    moves_in,
    number_of,
    places_for,
    playout,
)
from rules.kit.shuffle import pick, rng_for
from rules.session import LEVELS

ROOT = Path(__file__).resolve().parents[4]
FOLDER = ROOT / "rules" / "variants" / "turris"


def rules_of(variant: str = "classic", **changes) -> Turris:
    values = load(Turris, variant, [FOLDER]).values
    return Turris({**values, **changes}, variant)


CLASSIC = rules_of()
ONLY_REMOVAL = rules_of(bonus={"block": False, "removal": True, "chain": False})


def random_state(seed: int, left: int, rules: Turris = CLASSIC) -> TurrisState:
    """Return a state with at most `left` blocks left and no open bonus."""
    state, rng = rules.new_game(2, seed), rng_for("state", seed)
    while sum(state.stock) > left or state.bonus:
        state = rules.apply(state, pick(rng, list(rules.legal_moves(state)))).state
    return state


# --- the twin ---


@pytest.mark.parametrize("rules", [
    CLASSIC, rules_of("chain"), rules_of("peaceful"), rules_of("compact"), ONLY_REMOVAL,
    rules_of(unfinished_levels=1), rules_of(unfinished_levels=2), rules_of(unfinished_levels=7)],
    ids=lambda rules: f"{rules.variant}-{rules.unfinished_levels}")
def test_the_fast_tower_is_equal_to_the_rules(rules):
    for seed in range(3):
        state, rng = rules.new_game(2, seed), rng_for("twin", rules.variant, seed)
        twin = Tower.of(rules, state)
        while state.ended is None:
            fresh = Tower.of(rules, state)
            assert fresh.key() == twin.key() and fresh.joined == twin.joined
            legal = list(rules.legal_moves(state))
            assert {move_of(twin, number) for number in twin.moves()} == set(legal)
            assert (twin.player, twin.bonus, twin.stock) == (state.player, state.bonus, list(state.stock))
            # Removals are most error-prone in the twin: take every chance.
            move = pick(rng, [move for move in legal if isinstance(move, TakeOut)] or legal)
            assert move_of(twin, number_of(move)) == move
            before = twin.copy()
            state = rules.apply(state, move).state
            twin.make(number_of(move))
            assert before.key() == fresh.key(), "a copy stays as it was"
            assert twin.points() == state.points and twin.over == (state.ended is not None)
        assert twin.mask() == 0


def test_the_safeguards_are_never_reached_in_many_games_of_the_twin():
    """As proved in test_rules.py; here with players who cover middles and take out whenever they can."""
    for seed in range(150):
        tower, rng, seen = Tower(CLASSIC), rng_for("fierce", seed), Counter()
        while not tower.over:
            moves = tower.moves()
            wild = [move for move in moves if move > PASS] or [
                move for move in moves if move < PASS and COVERS_MIDDLE[move]]
            tower.make(pick(rng, wild or moves))
            seen[tower.blocks, tower.player] += 1
        assert tower.stock == [0, 0] and max(seen.values()) <= 2


def test_a_playout_lays_all_blocks_and_changes_nothing():
    tower = Tower.of(CLASSIC, random_state(1, 30))
    before = tower.key()
    leads = {playout(tower, Random(seed).random) for seed in range(30)}
    assert len(leads) > 3 and tower.key() == before
    assert playout(tower, Random(7).random) == playout(tower, Random(7).random)


def test_a_playout_of_a_finished_or_stuck_tower_ends():
    stiff = rules_of(unfinished_levels=1)
    assert playout(Tower(stiff), Random(1).random) > 0
    tower = Tower.of(CLASSIC, random_state(1, 1))
    tower.make(tower.moves()[0])
    assert playout(tower, Random(1).random) == tower.lead()


def test_every_shape_has_a_place_for_a_block():
    """The same proof as in test_rules.py, on the table that the twin really uses."""
    places, rng = places_for(3), rng_for("shapes")
    for _ in range(3000):
        heights = [int(rng.random() * 4) for _ in range(9)]
        heights = [height - min(heights) for height in heights]
        levels = sum(1 << column + 9 * k for column, height in enumerate(heights) for k in range(height))
        found = moves_in(places[levels])
        uprights = [move for move in found if move < 9]
        assert uprights or len(found) > 1, heights


def test_scorings_and_playouts_are_fast():
    rng = Random(1)
    towers = [Tower.of(CLASSIC, random_state(seed, 10)) for seed in range(3)]
    for tower in towers:  # hits the cache
        playout(tower, rng.random)
    start = time.process_time()
    for _ in range(1000):
        for tower in towers:
            tower.points()
    scorings = 3000 / (time.process_time() - start)
    empty = Tower(CLASSIC)
    for _ in range(300):
        playout(empty, rng.random)
    start = time.process_time()
    for _ in range(300):
        playout(empty, rng.random)
    playouts = 300 / (time.process_time() - start)
    assert scorings > 50_000 and playouts > 1_000, (scorings, playouts)


# --- the searches ---


def minimax(rules: Turris, state: TurrisState) -> int:
    """Return the lead of seat 0 with optimal play, by plain minimax on the rules."""
    if state.ended is not None:
        return state.points[0] - state.points[1]
    leads = [minimax(rules, rules.apply(state, move).state) for move in rules.legal_moves(state)]
    return min(leads) if state.player else max(leads)


@pytest.mark.parametrize("seed", range(6))
def test_the_exact_search_finds_what_trying_everything_finds(seed):
    state = random_state(seed, 2 + seed % 2)
    tower = Tower.of(CLASSIC, state)
    assert Exact(10_000).lead(tower) == minimax(CLASSIC, state)
    leads = Exact(10_000).leads(tower)
    assert leads == {number_of(move): minimax(CLASSIC, CLASSIC.apply(state, move).state)
                     for move in CLASSIC.legal_moves(state)}


def test_the_line_of_the_exact_search_reaches_its_value():
    tower = Tower.of(CLASSIC, random_state(4, 4))
    exact = Exact(50_000)
    lead = exact.lead(tower)
    for move in exact.line(tower):
        tower.make(move)
    assert tower.over and tower.lead() == lead


def test_the_exact_search_gives_up_when_it_takes_too_long():
    tower = Tower.of(CLASSIC, random_state(4, 12))
    with pytest.raises(TooLong):
        Exact(200).lead(tower)
    with pytest.raises(TooLong):
        Exact(100_000, enough=lambda: True).lead(tower)


def test_the_tree_knows_every_move_and_prefers_what_wins():
    """With two blocks left the tree agrees with the exact search where that is clear."""
    tower = Tower.of(CLASSIC, random_state(9, 3))
    tried = grow_tree(tower, 800, Random(1).random, never)
    assert {one.move for one in tried} == set(tower.moves()) and sum(one.visits for one in tried) <= 800
    leads = Exact(10_000).leads(tower)
    sign = -1 if tower.player else 1
    assert sign * leads[tried[0].move] >= max(sign * lead for lead in leads.values()) - 1


def test_the_tree_ends_early_only_when_nothing_can_change_any_more(monkeypatch):
    for seed in (3, 9):
        for left in (30, 12):
            tower = Tower.of(CLASSIC, random_state(seed, left))
            with monkeypatch.context() as patched:
                patched.setattr(turris_search, "is_settled", lambda root, left: False)
                whole = grow_tree(tower, 300, Random(1).random, never)
            early = grow_tree(tower, 300, Random(1).random, never)
            assert early[0].move == whole[0].move and sum(one.visits for one in whole) == 300
            assert sum(one.visits for one in early) <= 300


# --- the levels ---


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legal_moves_with_a_reason(level):
    bot = BOTS[level] if level in LEVELS[:2] else ByPlayouts(100, exact_blocks=4, exact_nodes=300)
    state, rng = CLASSIC.new_game(2, 8), rng_for("bot", level)
    while state.ended is None:
        player = bot if state.player == 0 else BOTS["easy"]
        choice = player.choose(CLASSIC, state, state.player, rng)
        assert CLASSIC.why_illegal(state, choice.move) is None
        assert choice.reason.key.startswith("hint.turris.")
        state = CLASSIC.apply(state, choice.move).state


@pytest.mark.parametrize("level", LEVELS[:3])
def test_without_a_deadline_the_answer_depends_on_the_random_numbers_alone(level):
    for left in (30, 5):
        state = random_state(3, left)
        choices = [BOTS[level].choose(CLASSIC, state, state.player, rng_for("same", level)) for _ in range(2)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("left", [40, 8, 7])
def test_the_master_answers_when_its_time_is_up(left):
    state = random_state(5, left)
    start = time.process_time()  # CPU time: the machine may be busy
    choice = BOTS["master"].choose(CLASSIC, state, state.player, Random(1), time.monotonic() + 0.2)
    assert time.process_time() - start < 0.8 and CLASSIC.why_illegal(state, choice.move) is None
    at_once = BOTS["master"].choose(CLASSIC, state, state.player, Random(1), None, lambda: True)
    assert CLASSIC.why_illegal(state, at_once.move) is None


@pytest.mark.parametrize(("strong", "weak", "games"), [("medium", "easy", 6), ("hard", "medium", 2)])
def test_a_level_beats_the_one_below(strong, weak, games):
    """The README has the real measurement; this only detects a broken level."""
    won = 0.0
    for game in range(games):
        state, rng = CLASSIC.new_game(2, game // 2), rng_for("pair", strong, game)
        while state.ended is None:
            level = strong if (state.player + game) % 2 == 0 else weak
            state = CLASSIC.apply(state, BOTS[level].choose(CLASSIC, state, state.player, rng).move).state
        seat = game % 2
        won += 0.5 if len(state.ended.winners) == 2 else state.ended.winners == (seat,)
    assert won / games >= 0.65


def test_near_the_end_the_master_plays_exactly():
    state = random_state(12, 4)
    tower = Tower.of(CLASSIC, state)
    leads = Exact(50_000).leads(tower)
    sign = -1 if state.player else 1
    choice = BOTS["master"].choose(CLASSIC, state, state.player, Random(1))
    assert sign * leads[number_of(choice.move)] == max(sign * lead for lead in leads.values())


# --- reasons ---


def at(moves: str) -> TurrisState:
    return CLASSIC.start({"starter": 0, "moves": moves.split("; ")}, 2)


def test_a_reason_names_what_can_be_seen():
    state = at("V 0,0,0; V 1,0,0")
    grows = why(CLASSIC, state, Lay("V", 0, 1, 0), 4)
    assert grows.key == "hint.turris.grows" and (grows.values["before"], grows.values["after"]) == (2, 4)
    assert grows.values["face"].key == "turris.face.west"
    assert why(CLASSIC, state, Lay("V", 1, 1, 0), 4).key == "hint.turris.bonus"
    assert why(CLASSIC, state, Lay("V", 0, 1, 0), 1).key == "hint.turris.only"
    bonus = at("V 0,0,0; V 1,0,0; V 0,1,0; V 2,0,0; V 1,1,0")
    assert why(CLASSIC, bonus, Pass(), 5).key == "hint.turris.declines_ahead"
    out = why(CLASSIC, bonus, TakeOut(1, 0, 0), 5)
    assert out.key in ("hint.turris.cuts", "hint.turris.grows", "hint.turris.takes_out")


# --- puzzles ---

PUZZLES = [level for path in sorted((ROOT / "levels" / "turris").glob("[1-3]*.yaml"))
           for level in parse(path)["levels"]]
"""Those with names; the script that found the others has proved them in the same way."""
every_puzzle = pytest.mark.parametrize("level", PUZZLES, ids=lambda level: level["id"])


def test_there_are_twenty_puzzles_with_names_in_both_languages():
    ids = [level["id"] for level in PUZZLES]
    assert len(ids) == len(set(ids)) == 20
    for language in ("de", "en"):
        text = (ROOT / "game" / "locale" / language / "levels_turris.yaml").read_text("utf-8")
        assert sorted(yaml.safe_load(text)["level"]["turris"]) == sorted(ids)


@every_puzzle
def test_a_puzzle_has_exactly_one_first_move_and_its_proof_solves_it(level):
    rules = rules_of(level["variant"])
    state = rules.start(level["setup"], 2)
    puzzle = state.puzzle
    tower = Tower.of(rules, state)
    leads = Exact(500_000, whole_turn=puzzle.until == "turn").leads(tower)
    solving = [number for number, lead in leads.items() if lead >= puzzle.lead]
    assert state.player == puzzle.seat == 0 and max(leads.values()) == puzzle.lead and len(leads) >= 3
    assert [rules.write_move(move_of(tower, number)) for number in solving] == level["proof"][:1]
    for text in level["proof"]:
        assert state.ended is None
        state = rules.apply(state, rules.read_move(text)).state
    assert state.ended == Outcome((0,), level["goal"]) == Outcome((0,), "solved")


@pytest.mark.parametrize("level", [level for level in PUZZLES if level["setup"]["puzzle"]["until"] == "turn"],
                         ids=lambda level: level["id"])
def test_a_best_bonus_is_the_only_one_by_the_rules_themselves(level):
    def solutions(state: TurrisState, line: tuple[str, ...]):
        if state.ended is not None:
            return [line] if state.ended.why == "solved" else []
        return [found for move in CLASSIC.legal_moves(state)
                for found in solutions(CLASSIC.apply(state, move).state, (*line, CLASSIC.write_move(move)))]

    assert solutions(CLASSIC.start(level["setup"], 2), ()) == [tuple(level["proof"])]


@every_puzzle
def test_a_hint_is_the_solving_move(level):
    state = CLASSIC.start(level["setup"], 2)
    choice = BOTS["hard"].choose(CLASSIC, state, 0, Random(1))
    assert CLASSIC.write_move(choice.move) == level["proof"][0]


@every_puzzle
def test_the_review_finds_the_solving_move_beside_another_one(level):
    state = CLASSIC.start(level["setup"], 2)
    right = CLASSIC.read_move(level["proof"][0])
    assert TurrisEngine(CLASSIC).review(state, right, 0.02, lambda: False).loss == 0.0


def test_a_drawn_end_is_worth_half_a_win_in_the_review():
    state, move = random_state(94, 1), Lay("V", 2, 1, 7)
    assert Tower.of(CLASSIC, CLASSIC.apply(state, move).state).lead() == 0
    assert TurrisEngine(CLASSIC).review(state, move, 0.02, lambda: False).value == 0.5
