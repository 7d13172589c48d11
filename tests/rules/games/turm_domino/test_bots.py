"""The bots of Turm-Domino: legal, fair, in time, each level better than the one below; and the hints."""

from __future__ import annotations

import time
from functools import cache
from random import Random

import pytest

from rules.catalog import engine_of, rules_of
from rules.engine import Choice, Lost
from rules.games.turm_domino.bots import BOTS, TurmEngine, look_at, why
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import Solver
from rules.games.turm_domino.state import TurmMove, TurmState
from rules.kit.shuffle import pick, rng_for
from rules.kit.skill import SECONDS, deadline_for, softmax
from rules.session import LEVELS
from tests.kit.asking import ask
from tests.kit.long import sample

CLASSIC = rules_of("turm_domino")
VARIANTS = ("classic", "strict", "open", "three_towers")


def board(row: str, *columns: str) -> TurmState:
    tower = ["" if text == "-" else text for text in row.split()]
    return CLASSIC.start({"tower": tower, "columns": [column.split() for column in columns]}, 1)


def positions(variant: str, seed: int) -> list[TurmState]:
    """Return some positions of an unfinished random game."""
    rules = rules_of("turm_domino", variant)
    state, rng, found = rules.new_game(1, seed), rng_for("positions", seed), []
    while legal := list(rules.legal_moves(state)):
        found.append(state)
        state = rules.apply(state, pick(rng, legal)).state
    return found[::4]


@cache
def share_won(level: str, variant: str, games: int) -> float:
    rules, won = rules_of("turm_domino", variant), 0
    for seed in range(games):
        state, rng = rules.start(rules.deal_once(seed, 0), 1), rng_for("strength", level, seed)
        while rules.outcome(state) is None:
            state = rules.apply(state, ask(BOTS[level], rules, state, 0, rng).move).state
        won += not state.left
    return won / games


# --- levels ---


def never() -> bool:
    return False


def hint(rules: TurmDomino, state: TurmState) -> Choice | Lost:
    return TurmEngine(rules).hint(state, 0, "key", never)


def test_there_is_a_bot_for_every_level():
    assert tuple(BOTS) == LEVELS == engine_of(CLASSIC).levels


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_answers_in_time_with_a_legal_move_and_a_reason(level, variant):
    rules = rules_of("turm_domino", variant)
    for state in positions(variant, 3):
        start = time.process_time()  # CPU time: the machine may be busy
        choice = ask(BOTS[level], rules, state, 0, rng_for(level, state.ply), deadline_for(level))
        assert time.process_time() - start < 2 * SECONDS[level]
        assert rules.why_illegal(state, choice.move) is None
        assert choice.reason.key.startswith("hint.turm_domino.")


@pytest.mark.parametrize("level", LEVELS)
def test_what_cannot_be_seen_does_not_change_the_move(level):
    for state in positions("classic", 4):
        other = CLASSIC.guess_hidden(state, 0, Random(99))
        choices = [ask(BOTS[level], CLASSIC, seen, 0, Random(1)) for seen in (state, other)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_random_numbers_give_the_same_move(level):
    for state in positions("classic", 5):
        choices = [ask(BOTS[level], CLASSIC, state, 0, Random(7)) for _ in range(2)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("level", ["hard", "master"])
def test_a_bot_that_is_stopped_still_gives_a_legal_move(level):
    state = CLASSIC.new_game(1, 6)
    for more in ({"stop": lambda: True}, {"deadline": time.monotonic() - 1}):
        start = time.process_time()  # CPU time: the machine may be busy
        choice = ask(BOTS[level], CLASSIC, state, 0, Random(1), **more)
        assert CLASSIC.why_illegal(state, choice.move) is None and time.process_time() - start < 1


@pytest.mark.parametrize(("weaker", "stronger", "variant", "games"), [
    ("easy", "medium", "classic", sample(25, 50)), ("medium", "hard", "classic", sample(25, 50)),
    ("hard", "master", "three_towers", 5)])
def test_each_level_wins_more_often_than_the_one_below(weaker, stronger, variant, games):
    """A sample of what `main.py simulate` measures; with hard deals, few games separate the levels."""
    assert share_won(stronger, variant, games) > share_won(weaker, variant, games)


def test_hard_and_master_play_an_open_deal_without_a_fault():
    rules = rules_of("turm_domino", "open")
    for level in ("hard", "master"):
        state, rng = rules.new_game(1, 11), Random(1)
        while rules.outcome(state) is None:
            state = rules.apply(state, ask(BOTS[level], rules, state, 0, rng).move).state
        assert state.left == 0


def test_weak_is_not_stupid():
    """An option that looks far worse than the best is never chosen, all others are."""
    rng = Random(1)
    chosen = {softmax("abc", [5.0, 4.0, -9.0], 3.0, 5.0, rng) for _ in range(200)}
    assert chosen == {"a", "b"}


# --- reasons ---


@pytest.mark.parametrize(("state", "move", "reason"), [
    (board("1|6", "1|5"), "1>1", "last"),
    (board("1|6", "3|3 1|5", "4|4"), "1>1", "forced"),
    (board("- 1|6 2|5", "3|3 2|4", "0|0"), "1>1", "founds"),
    (board("1|6 2|5", "3|3 0|0 1|5", "0|6"), "1>1", "digs"),
    (board("1|6 2|5", "3|3 0|0 1|5", "0|6"), "2>1", "clears"),
    (board("1|6 2|5", "3|3 2|2 1|5", "3|5 0|6", "4|5"), "2>1", "keeps"),
    (board("1|6 2|5", "3|3 2|2 4|4", "3|5 0|6", "2|6"), "2>1", "keeps"),
    (board("1|6 3|3 2|5", "3|4 1|4 2|6", "3|5 0|6"), "2>1", "keeps"),
    (board("1|6 3|3", "0|1 1|4 3|4", "3|5 0|6"), "2>1", "alone"),
])
def test_the_reason_can_be_checked_on_the_table(state, move, reason):
    from rules.games.turm_domino.bots import why

    legal = list(CLASSIC.legal_moves(state))
    found = why(CLASSIC, state, CLASSIC.read_move(move), legal)
    assert found.key == f"hint.turm_domino.{reason}"
    assert (found.values["column"], found.values["tower"]) == tuple(map(int, move.split(">")))


# --- hints ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_whoever_follows_the_hints_wins(variant):
    rules = rules_of("turm_domino", variant)
    for seed in range(4):
        state = rules.new_game(1, seed)
        while rules.outcome(state) is None:
            found = hint(rules, state)
            assert isinstance(found, Choice)
            state = rules.apply(state, found.move).state
        assert rules.outcome(state).why == "won"


def test_a_hint_says_when_it_is_the_only_move_that_wins():
    found = hint(CLASSIC, board("1|6", "0|6 1|5", "0|0"))  # 1|5 does not fit on 0|0
    assert (found.move, found.reason.key) == (CLASSIC.read_move("1>1"), "hint.turm_domino.only")


def test_only_is_said_exactly_where_one_of_several_moves_wins():
    rules, said = rules_of("turm_domino", "three_towers"), 0
    for seed in range(12):
        state, rng = rules.new_game(1, seed), rng_for("only", seed)
        while good := Solver(rules).good_moves(state):
            found, legal = hint(rules, state), list(rules.legal_moves(state))
            assert (found.reason.key == "hint.turm_domino.only") == (len(good) == 1 < len(legal))
            assert found.move in good
            said += len(good) == 1 < len(legal)
            state = rules.apply(state, pick(rng, good)).state
    assert said


def test_a_lost_position_is_called_lost():
    state = board("1|6", "3|3 1|5", "4|4")
    assert hint(CLASSIC, state) == Lost(hint(CLASSIC, state).reason)
    assert hint(CLASSIC, state).reason.key == "hint.turm_domino.lost"


def test_every_game_is_asked_for_its_own_hint():
    state = CLASSIC.new_game(1, 2)
    assert engine_of(CLASSIC).hint(state, 0, "key", never) == hint(CLASSIC, state)
    assert engine_of(CLASSIC).can_be_won(state, never) is True
    for move in engine_of(CLASSIC).solution(state, never):
        state = CLASSIC.apply(state, move).state
    assert CLASSIC.outcome(state).why == "won"


# --- undoing to a winnable position ---


def game_at_random(seed: int) -> list[TurmState]:
    states, rng = [CLASSIC.new_game(1, seed)], rng_for("way back", seed)
    while legal := list(CLASSIC.legal_moves(states[-1])):
        states.append(CLASSIC.apply(states[-1], pick(rng, legal)).state)
    return states


def test_the_last_position_that_could_be_won_is_found():
    found = set()
    for seed in range(12):
        states = game_at_random(seed)
        expected = max(i for i, state in enumerate(states) if Solver(CLASSIC).winnable(state))
        assert engine_of(CLASSIC).last_winnable(states, never) == expected
        found.add(expected == len(states) - 1)
    assert found == {True, False}


def test_from_a_lost_deal_there_is_no_way_back():
    assert engine_of(CLASSIC).last_winnable([board("1|6", "3|3 1|5", "4|4")], never) is None


def test_the_way_back_leads_where_the_session_can_go():
    from rules.session import Seat, Session

    session = Session(CLASSIC, [Seat("Ada")], 1, level={
        "tower": ["1|6", "2|2"], "columns": [["4|4", "1|5"], ["2|3"], ["3|3"]]})
    start = session.state
    for move in ("1>1", "3>2"):
        session.play(CLASSIC.read_move(move))
    states = [session.rounds[-1].start, *(ply.state for ply in session.rounds[-1].plies)]
    back = engine_of(CLASSIC).last_winnable(states, never)
    assert back is not None
    session.back_to(back)
    assert Solver(CLASSIC).winnable(session.state) and (back == 0) == (session.state == start)


def test_moves_are_named_tuples_that_travel_between_processes():
    import pickle

    choice = ask(BOTS["easy"], CLASSIC, CLASSIC.new_game(1, 1), 0, Random(1))
    assert pickle.loads(pickle.dumps(choice)) == choice and isinstance(choice.move, TurmMove)
    assert pickle.loads(pickle.dumps(CLASSIC)).values == CLASSIC.values


def test_only_a_move_that_leaves_the_most_choices_says_so():
    claimed = 0
    for seed in range(1, 12):
        state = CLASSIC.new_game(1, seed)
        while CLASSIC.outcome(state) is None:
            legal = list(CLASSIC.legal_moves(state))
            most = max(look_at(CLASSIC, state, move).playable for move in legal)
            for move in legal:
                if why(CLASSIC, state, move, legal).key == "hint.turm_domino.keeps":
                    assert look_at(CLASSIC, state, move).playable == most
                    claimed += 1
            state = CLASSIC.apply(state, legal[0]).state
    assert claimed
