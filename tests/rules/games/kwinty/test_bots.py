"""The bots of Kwinty: legal, in time, each level better than the one below; the twin they search on, hints,
the analysis after a game, and the puzzles.
"""

from __future__ import annotations

import pickle
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.data.cache import parse
from rules.engine import Choice
from rules.games.kwinty import make_levels as make_kwinty_levels
from rules.games.kwinty.board import board_of, listed, turned
from rules.games.kwinty.bots import (
    BOTS,
    HARD,
    Ahead,
    Foresee,
    KwintyEngine,
    PlainTree,
    as_balance,
    as_chance,
    why,
)
from rules.games.kwinty.rules import PASS, Kwinty, KwintyState, Lay
from rules.games.kwinty.search import BY_FOURS, SURE, WIN, Proof, Search, near_and_fours, near_rows
from rules.games.kwinty.tree import Tree, best_after, playout
from rules.games.kwinty.yardstick import plain_playout
from rules.kit.shuffle import rng_for
from rules.kit.skill import SECONDS, deadline_for
from rules.session import LEVELS
from tests.kit.asking import ask
from tests.rules.games.kwinty.test_rules import (
    CLASSIC,
    board,
    random_session,
    shipped,
    with_values,
)

BOARD = board_of(CLASSIC)
TALL = with_values(wall={"width": 5, "height": 12}, row={"win": 4, "count": 3}, blocks=7)
WIDE = with_values(wall={"width": 12, "height": 5}, row={"win": 6, "count": 3}, blocks=50)


def states_of(rules: Kwinty, seed: int, *, peaceful: bool = True) -> list[KwintyState]:
    rounds = random_session(rules, seed, peaceful=peaceful).rounds
    return [state for round_ in rounds for state in (round_.start, *(ply.state for ply in round_.plies))]


def going_on(rules: Kwinty, seed: int, every: int = 4) -> list[KwintyState]:
    return [state for state in states_of(rules, seed) if not state.ended][::every]


# --- the twin ---


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("rules", [CLASSIC, shipped("small"), TALL, WIDE],
                         ids=["classic", "small", "tall", "wide"])
def test_the_twin_equals_the_rules(rules, seed):
    twin = board_of(rules)
    for state in states_of(rules, seed):
        position = twin.position(state)
        own, other = position[0] | position[1], position[2] | position[3]
        by = state.player
        assert twin.fours(own) == len(rules.fours(state, by))
        assert twin.fours(other) == len(rules.fours(state, 1 - by))
        assert twin.has_row(own) == any(len(line) >= rules.win for line in state.wall.lines(by))
        if state.ended:
            assert state.ended.why == "five" or twin.moves(position) == []
            continue
        assert twin.moves(position) == list(rules.legal_moves(state))
        assert sorted(map(twin.move, twin.winning(position))) == sorted(rules.winning_lays(state, by))
        theirs = map(twin.move, twin.blocks(turned(position)))
        assert sorted(theirs) == sorted(rules.placements(state, 1 - by))
        for move in twin.moves(position):
            after = rules.apply(state, move).state
            assert twin.after(position, move) == twin.position(after if not after.ended else _next(after, by))


def _next(state: KwintyState, by: int) -> KwintyState:
    """Return the state with the turn passed on, as in the twin; a finished state keeps it."""
    return KwintyState(state.wall, 1 - by, state.scores, state.starter, state.won)


def test_what_is_written_out_for_five_equals_what_holds_for_any_length():
    rng = Random(1)
    for _ in range(300):
        own = 0
        for _ in range(rng.randrange(3, 25)):
            own |= BOARD.bit(rng.randrange(-4, 5), rng.randrange(9))
        assert BOARD.completing_five(own) == BOARD.completing_any(own)
        assert near_and_fours(own, BOARD.directions) == (near_rows(own, BOARD.directions, 5),
                                                         BOARD.fours(own))


def test_squares_are_bits_and_back():
    for x in range(-8, 9):
        for y in range(9):
            assert BOARD.square(BOARD.bit(x, y)) == (x, y)
    assert listed(0b101, 0b10) == [("H", 1), ("H", 4), ("V", 2)]


# --- levels ---


def hint(state: KwintyState) -> Choice:
    return KwintyEngine(CLASSIC).hint(state, state.player, "key", lambda: False)


def test_there_is_a_bot_for_every_level():
    assert tuple(BOTS) == LEVELS


@pytest.mark.parametrize("variant", ["classic", "small"])
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_bot_answers_in_time_with_a_legal_move_and_a_reason(level, variant):
    rules = shipped(variant)
    for state in going_on(rules, 5):
        start = time.process_time()
        choice = ask(BOTS[level], rules, state, state.player, rng_for(level, state.ply), deadline_for(level))
        assert time.process_time() - start < 2 * SECONDS[level]
        assert rules.why_illegal(state, choice.move) is None
        assert choice.reason.key.startswith("hint.kwinty.") and pickle.loads(pickle.dumps(choice)) == choice


def test_master_keeps_its_deadline():
    for state in going_on(CLASSIC, 6, 8):
        start = time.process_time()
        choice = ask(BOTS["master"], CLASSIC, state, state.player, Random(1), time.monotonic() + 0.3)
        assert time.process_time() - start < 0.6 and CLASSIC.why_illegal(state, choice.move) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_is_stopped_still_gives_a_legal_move(level):
    for state in going_on(CLASSIC, 6, 6):
        for more in ({"stop": lambda: True}, {"deadline": time.monotonic() - 1}):
            start = time.process_time()
            choice = ask(BOTS[level], CLASSIC, state, state.player, Random(1), **more)
            assert CLASSIC.why_illegal(state, choice.move) is None and time.process_time() - start < 0.4


@pytest.mark.parametrize("bot", [BOTS["easy"], BOTS["medium"], HARD, Foresee(1000, 200), PlainTree(100)],
                         ids=["easy", "medium", "hard", "master, hurried", "yardstick"])
def test_the_same_random_numbers_give_the_same_move(bot):
    for state in going_on(CLASSIC, 7, 6):
        first, again = (ask(bot, CLASSIC, state, state.player, Random(3)) for _ in range(2))
        assert first == again


def test_bots_pass_when_they_must():
    one_wide = with_values(wall={"width": 1, "height": 6})
    state = board("n", "u", rules=one_wide)
    for level in LEVELS:
        choice = ask(BOTS[level], one_wide, state, 0, Random(1))
        assert choice.move == PASS and choice.reason.key == "hint.kwinty.pass"


ACROSS = ("[ ] n . .", "( ) u ( )")
SLANTING = (". . . [ ] .", ". . n A A .", "n n u v v .", "u u ( ) [ ]")


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
@pytest.mark.parametrize("rows", [ACROSS, ("[ ]", "n A", "u v"), SLANTING])
def test_a_win_in_one_is_not_missed_even_without_time(level, rows):
    state = board(*rows)
    choice = ask(BOTS[level], CLASSIC, state, 0, Random(1), time.monotonic() - 1)
    assert choice.move in CLASSIC.winning_lays(state, 0) and choice.reason.key == "hint.kwinty.wins"


def test_easy_overlooks_diagonals_only():
    def moves(*rows: str) -> set[Any]:
        return {ask(BOTS["easy"], CLASSIC, board(*rows), 0, Random(seed)).move for seed in range(9)}

    assert moves(*ACROSS) == {Lay("H", 3, 1)} and len(moves(*SLANTING)) > 1


HURRIED = {"master": Foresee(2_000, 500), "tree": PlainTree(50)}
"""Master and its yardstick with few playouts, to save time; `bench ladder` measures the
real ones."""


def share_of_wins(weaker: str, stronger: str, games: int) -> float:
    """Return the stronger level's share of wins with alternating seats; draws count half."""
    won = 0.0
    for number in range(games):
        seats = (stronger, weaker) if number % 2 else (weaker, stronger)
        state = CLASSIC.start({"starter": 0}, 2)
        while not state.ended:
            bot, rng = (BOTS | HURRIED)[seats[state.player]], rng_for("strength", number, state.ply)
            move = ask(bot, CLASSIC, state, state.player, rng).move
            state = CLASSIC.apply(state, move).state
        winners = [seats[seat] for seat in state.ended.winners]
        won += 0.5 if len(winners) == 2 else stronger in winners
    return won / games


@pytest.mark.parametrize(("weaker", "stronger", "games"), [
    ("easy", "medium", 12), ("medium", "hard", 10), ("hard", "master", 4),
    ("tree", "master", 4)])
def test_each_level_beats_the_one_below_and_master_a_plain_tree(weaker, stronger, games):
    assert share_of_wins(weaker, stronger, games) >= 0.65


# --- requirements for master ---


@cache
def careless_states() -> list[KwintyState]:
    """Return positions of random games, which are full of wins and threats."""
    return [state for seed in range(40, 52) for state in states_of(CLASSIC, seed) if not state.ended]


def test_master_never_misses_a_win_in_one():
    won = [state for state in careless_states() if CLASSIC.winning_lays(state, state.player)]
    assert len(won) > 30
    for state in won:
        assert ask(BOTS["master"], CLASSIC, state, state.player, Random(1)).move in CLASSIC.winning_lays(
            state, state.player)


def test_master_answers_every_threat_that_can_be_answered():
    answered = 0
    for state in careless_states():
        position = BOARD.position(state)
        if BOARD.winning(position) or not BOARD.winning(turned(position)):
            continue
        holding = Proof(BOARD).holding_moves(position, 1)
        if holding:
            # Even if stopped at once; more time must never make it worse.
            hurried = ask(BOTS["master"], CLASSIC, state, state.player, Random(1), time.monotonic() - 1)
            assert hurried.move in holding
            assert Ahead(600, 40).look(CLASSIC, state).move in holding
            answered += len(holding) < len(BOARD.moves(position))
    assert answered > 12


def test_search_and_proof_agree():
    for state in careless_states()[::9]:
        position = BOARD.position(state)
        if len(BOARD.moves(position)) < 8:
            value = Search(BOARD).value(position, 3, -WIN, WIN, 0)
            assert Proof(BOARD).wins(position, 3) == (value >= WIN - 2)


@pytest.mark.parametrize("play", [
    plain_playout, lambda board, position, rng: playout(board, position, rng.random)],
    ids=["plain", "with an eye for rows"])
def test_quick_games_at_random_end_in_every_way(play):
    small, rng = board_of(with_values(wall={"width": 4, "height": 4}, row={"win": 4, "count": 3})), Random(1)
    assert {play(small, (0, 0, 0, 0), rng) for _ in range(200)} == {-1, 0, 1}
    assert {play(BOARD, (0, 0, 0, 0), rng) for _ in range(50)} >= {-1, 1}


def test_the_tree_proves_only_what_is_true():
    """The proof of a tree says nothing about when, so it is compared with an exact search to the end."""
    small = board_of(with_values(blocks=3, wall={"width": 5, "height": 3}, row={"win": 4, "count": 3}))
    proved = set()
    for seed in range(12):
        rng, position = Random(seed), (0, 0, 0, 0)
        for _ in range(4):
            position = small.after(position, rng.choice(small.moves(position)))
        root = Tree(small, rng).grow(position, 2_000, lambda: False)
        value = Search(small).value(position, 99, -WIN, WIN, 0)
        assert root.proved in (None, (value < 0) - (value > 0))
        proved.add(root.proved)
    assert len(proved - {None}) > 1


def test_a_tree_that_is_stopped_at_once_has_no_favourite():
    assert best_after(Tree(BOARD, Random(1)).grow((0, 0, 0, 0), 100, lambda: True))[1].tries == 0


# --- reasons and hints ---


LOW = (". A .", "n v .", "u [ ]")
SLOPE = (". n . . A . . .", ". u ( ) v . . .", "n A [ ] n . . .", "u v n A u . n n", "( ) u v ( ) u u")


@pytest.mark.parametrize(("rows", "player", "move", "reason"), [
    ((), 0, "H 0,0", "first"),
    (("[ ] n . .", "( ) u ( )"), 0, "H 3,1", "wins"),
    (LOW, 1, "H -2,0", "blocks"),
    (("( ) . . .", "A n . . n", "v u [ ] u"), 1, "H 5,0", "blocks_four"),
    (("n A", "u v"), 1, "H 0,2", "threatens"),
    ((". A A", "n v v", "u [ ]"), 0, "V -1,0", "threatens_twice"),
    (("n ( ) . .", "u ( ) [ ]"), 1, "V 1,2", "four"),
    ((". A A .", "n v v n", "u [ ] u"), 1, "H -2,0", "closes_four"),
    (SLOPE, 1, "V 6,2", "opens_four"),
    (("n A", "u v"), 1, "H 2,0", "three"),
    (LOW, 1, "H 3,0", "hinders"),
    (("A", "v"), 0, "H -2,0", "ahead"),
])
def test_the_reason_can_be_checked_on_the_wall(rows, player, move, reason):
    found = why(CLASSIC, board(*rows, player=player), CLASSIC.read_move(move))
    assert found.key == f"hint.kwinty.{reason}"
    assert (found.values["x"], found.values["y"]) == tuple(map(int, move[2:].split(",")))


def test_the_last_block_says_how_the_lines_of_four_stand():
    rules = with_values(blocks=4)
    stacks = ["H 0,0", "H 2,0", "H 0,1", "H 2,1", "H 0,2", "H 2,2", "H 0,3"]
    state = rules.start({"starter": 0, "moves": stacks}, 2)
    assert why(rules, state, rules.read_move("H 2,3")).key == "hint.kwinty.ends_draw"
    assert why(rules, state, rules.read_move("H 0,4")).key == "hint.kwinty.ends_lost"
    other = rules.start({"starter": 0, "moves": ["H 0,0", *stacks[1:6], "H 0,3"]}, 2)
    assert why(rules, other, rules.read_move("H 2,3")).key == "hint.kwinty.ends_draw"


def test_a_hint_is_the_same_every_time_and_has_a_reason():
    for state in going_on(CLASSIC, 8, 6):
        found = hint(state)
        assert isinstance(found, Choice) and found == hint(state)
        assert CLASSIC.why_illegal(state, found.move) is None


def test_a_hint_says_when_the_row_can_be_forced_and_when_it_cannot_be_stopped():
    won = puzzle("201")
    found = hint(won)
    assert (found.reason.key, found.reason.values["n"], found.value) == ("hint.kwinty.forces", 2, 1.0)
    lost = board(". A A .", "n v v n", "u [ ] u", player=1)
    assert hint(lost).reason.key == "hint.kwinty.lost" and hint(lost).value == -1.0


# --- the review ---


def never() -> bool:
    return False


def test_a_value_becomes_a_chance_to_win():
    assert as_balance(WIN) == as_balance(BY_FOURS - 9) == 1.0 and as_balance(9 - WIN) == -1.0
    assert as_balance(0) == 0 and 0 < as_balance(SURE) < 1
    assert (as_chance(WIN), as_chance(-WIN), as_chance(0)) == (1.0, 0.0, 0.5)


def test_the_review_names_the_only_defence():
    for level in ("301", "305", "309"):
        state, right = puzzle(level), proof_of(level)[0]
        wrong = next(move for move in CLASSIC.legal_moves(state) if move != right)
        found = KwintyEngine(CLASSIC).review(state, wrong, 1.0, never)
        assert (found.best.move, found.value) == (right, 0.0) and found.loss > 0.1
        assert KwintyEngine(CLASSIC).review(state, right, 1.0, never).loss == 0.0


# --- puzzles ---

LEVELS_FOLDER = Path(__file__).resolve().parents[4] / "levels" / "kwinty"
LOCALE = Path(__file__).resolve().parents[4] / "game" / "locale"


@cache
def puzzles() -> dict[str, dict[str, Any]]:
    files = [parse(path) for path in sorted(LEVELS_FOLDER.glob("*.yaml"))]
    return {level["id"]: level | {"grade": file["grade"]} for file in files for level in file["levels"]}


def puzzle(level: str) -> KwintyState:
    return CLASSIC.start(puzzles()[level]["setup"], 2)


def proof_of(level: str) -> list[Any]:
    return [CLASSIC.read_move(text) for text in puzzles()[level]["proof"]]


def of_grade(grade: int) -> list[str]:
    return [level for level, entry in puzzles().items() if entry["grade"] == grade]


def test_there_are_forty_puzzles_with_names_in_both_languages():
    assert [len(of_grade(grade)) for grade in (1, 2, 3, 4)] == [10, 10, 10, 10]
    for language in ("de", "en"):
        path = LOCALE / language / "levels_kwinty.yaml"
        names = parse(path)["level"]["kwinty"]
        assert names.keys() <= puzzles().keys() and len(set(names.values())) == 40


@pytest.mark.parametrize(("grade", "plies"), [(1, 1), (2, 3), (4, 5)])
def test_a_win_has_exactly_one_first_move_and_is_not_there_sooner(grade, plies):
    for level in of_grade(grade):
        state, position = puzzle(level), BOARD.position(puzzle(level))
        proof = Proof(BOARD)
        assert state.player == 0 and puzzles()[level]["goal"] == "five"
        assert not proof.wins(position, plies - 2)
        assert proof.winning_moves(position, plies) == proof_of(level)[:1], level


def test_the_proof_of_a_win_makes_five_in_so_many_moves():
    for level in of_grade(1) + of_grade(2) + of_grade(4):
        state = puzzle(level)
        for move in proof_of(level):
            assert not state.ended
            state = CLASSIC.apply(state, move).state
        assert state.ended.why == "five" and state.ended.winners == (0,)
        assert state.ply == puzzles()[level]["within"] == {1: 1, 2: 3, 4: 5}[puzzles()[level]["grade"]]


def test_a_defence_is_the_only_one():
    for level in of_grade(3):
        state, position = puzzle(level), BOARD.position(puzzle(level))
        proof = Proof(BOARD)
        assert state.player == 0 and CLASSIC.winning_lays(state, 1), "the other threatens a row"
        assert proof.holding_moves(position, 3) == proof_of(level), "all others lose within three plies"
        assert not proof.wins(BOARD.after(position, proof_of(level)[0]), 5), "this one does not within five"


@pytest.mark.parametrize("grade", [1, 2, 3, 4])
def test_the_script_finds_these_puzzles_in_their_positions(grade):
    kind = make_kwinty_levels.KINDS[grade - 1]
    measured = (LEVELS_FOLDER / f"{kind.name}.yaml").read_text("utf-8").splitlines(keepends=True)
    text = "".join(line for line in measured if not line.startswith("    found: "))
    for level in of_grade(grade):
        moves = tuple(CLASSIC.read_move(move) for move in puzzles()[level]["setup"]["moves"])
        found = make_kwinty_levels.find(kind, BOARD, moves, BOARD.position(puzzle(level)))
        assert found is not None and make_kwinty_levels.written(int(level), kind, found) in text


def test_the_games_that_puzzles_come_from_are_legal():
    for moves, position in make_kwinty_levels.games(BOARD, rng_for("puzzles")):
        state = CLASSIC.start({"starter": 0, "moves": [str(move) for move in moves]}, 2)
        assert BOARD.position(state) == position


def test_master_finds_forced_wins_of_five_plies():
    for level in of_grade(4):
        assert ask(BOTS["master"], CLASSIC, puzzle(level), 0, Random(1)).move == proof_of(level)[0], level


def test_master_finds_the_only_defence():
    for level in of_grade(3):
        assert Ahead(6_000, 40).look(CLASSIC, puzzle(level)).move == proof_of(level)[0], level
