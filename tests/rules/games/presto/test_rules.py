"""Tests of Presto: one for each sentence of the rule page, then records and whole races."""

from __future__ import annotations

import json
import pickle

import pytest

from rules import records
from rules.base import BadSetup, IllegalMove, Outcome, RoundOver, Said, Scored, UnreadableMove
from rules.games.crossword.letters import of_colour
from rules.games.presto.grid import read_grid, write_grid
from rules.games.presto.rules import Finish, Presto
from rules.session import Seat, Session
from tests.kit.play import changed_rules, rules_again, shipped

RULES = shipped(Presto)
ONE_OVER = shipped(Presto, "one_over")
MATCH = changed_rules(Presto, match={"rounds": 2})

WORDS = "HAUS UHR RAST HAUT TAU AUS HUT"
HANDS = ["HAUSHR", "HAUSHR", "HAUSH+", "HAUSHR", "HAUSHR", "HAUSHR"]
GRID = ("HAUS", "..H.", "..R.")


def start(players: int = 4, rules: Presto = RULES, words: str = WORDS, **setup):
    return rules.start({"hands": HANDS[:players], "words": words, **setup}, players)


def refused(rules: Presto, state, move: Finish) -> str:
    """Return the last part of the refusal's key; apply must agree."""
    refusal = rules.why_illegal(state, move)
    assert refusal is not None, f"{rules.write_move(move)} is legal"
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, move)
    assert caught.value.refusal == refusal
    return refusal.key.removeprefix("refuse.").removeprefix("presto.")


def race(state, *moves: Finish, rules: Presto = RULES):
    for move in moves:
        state = rules.apply(state, move).state
    return state


def done(by: int, seconds: float, rest: str = "", grid=GRID) -> Finish:
    return Finish(by, seconds, rest, tuple(grid))


def nothing(by: int, seconds: float = 0.0) -> Finish:
    return Finish(by, seconds, HANDS[by], ())


# --- the letters ---


@pytest.mark.parametrize(("players", "black", "red"), [
    (2, 12, 7), (3, 12, 7), (4, 12, 7), (5, 10, 6), (6, 8, 5)])
def test_two_to_four_get_12_black_7_red_five_10_and_6_six_8_and_5(players, black, red):
    setup = RULES.deal(players, 7)
    for hand in setup["hands"]:
        assert (len(of_colour(hand, "black")), len(of_colour(hand, "red"))) == (black, red)


def test_the_rest_is_not_used_but_nothing_is_lost():
    setup = RULES.deal(5, 7)
    assert sorted("".join(setup["hands"]) + setup["red"] + setup["black"]) == sorted(
        RULES.letters.all("red") + RULES.letters.all("black"))
    assert len(RULES.start(setup, 5).unused) == 80 - 5 * 16


def test_two_to_six_players():
    assert list(RULES.seats) == [2, 3, 4, 5, 6]


def test_a_setup_needs_only_the_hands():
    assert start().hands == tuple(HANDS[:4])
    with pytest.raises(BadSetup):
        RULES.start({"hands": ["AB"] * 3}, 4)
    with pytest.raises(BadSetup):
        RULES.start({"hands": ["AB", "AB", "AB", "ab"]}, 4)


# --- a valid crossword ---


def test_all_own_letters_connected_and_every_run_a_word():
    assert RULES.why_illegal(start(), done(0, 83.2)) is None


def test_every_run_of_two_or_more_must_be_a_valid_word():
    move = done(0, 83.2, grid=("HAUSR", "..H.."))
    assert refused(RULES, start(), move) == "word_not_listed"
    assert RULES.why_illegal(start(), move).where == (0, 0)
    assert [(run.word, run.valid) for run in RULES.judge(start(), 0, move.letters).runs] == [
        ("HAUSR", False), ("UH", False)]


def test_letters_that_only_touch_at_a_corner_are_not_connected():
    state = RULES.start({"hands": ["HUTTAU", *HANDS[1:4]], "words": WORDS}, 4)
    assert refused(RULES, state, done(0, 9.0, grid=("HUT...", "...TAU"))) == "apart"


def test_two_crosswords_are_not_one():
    state = RULES.start({"hands": ["HAUSHUT", *HANDS[1:4]], "words": WORDS}, 4)
    judgement = RULES.judge(state, 0, read_grid(("HAUS", "....", "HUT.")))
    assert judgement.loose == {(0, 2), (1, 2), (2, 2)}
    assert judgement.refusal.key == "refuse.presto.apart" and judgement.refusal.where == (0, 2)


def test_letters_that_are_not_dealt_cannot_lie():
    assert refused(RULES, start(), done(0, 83.2, grid=("HAUS", "..H.", "..U."))) == "not_yours"
    assert refused(RULES, start(), done(0, 83.2, grid=("HAUS", "..H.", "..r."))) == "not_yours"


def test_a_jolly_is_a_small_letter_and_only_of_its_colour():
    assert RULES.why_illegal(start(), done(2, 83.2, grid=("HAUS", "..H.", "..r."))) is None
    assert refused(RULES, start(), done(2, 83.2)) == "not_yours"
    state = RULES.start({"hands": ["HAUSH*", *HANDS[1:4]], "words": WORDS}, 4)
    assert refused(RULES, state, done(0, 83.2, grid=("HAUS", "..H.", "..r."))) == "not_yours"


def test_with_letters_over_nobody_is_finished():
    assert refused(RULES, start(), done(0, 83.2, rest="HR", grid=("HAUS",))) == "letters_over"


def test_while_it_grows_a_crossword_is_judged_as_it_lies():
    judgement = RULES.judge(start(), 0, {(4, 7): "U", (4, 8): "H"})
    assert sorted(judgement.over) == sorted("HASR") and not judgement.sound and not judgement.loose
    assert [(run.down, run.x, run.y, run.word, run.valid)
            for run in judgement.runs] == [(True, 4, 7, "UH", False)]


def test_an_empty_table_is_no_crossword():
    assert RULES.judge(start(), 0, {}).refusal.key == "refuse.presto.nothing"


def test_the_same_word_may_lie_twice():
    state = RULES.start({"hands": ["HUTHUT", *HANDS[1:4]], "words": "HUT UHU TUT HH UU TT"}, 4)
    assert RULES.why_illegal(state, done(0, 9.0, grid=("HUT", "HUT"))) is None


# --- the race ---


def test_the_first_to_finish_gets_four_points_the_second_two():
    state = race(start(), done(1, 83.2), done(3, 90.0))
    assert state.scores == (0, 4, 0, 2)


def test_after_the_second_it_stops():
    state = race(start(), done(1, 83.2), done(3, 90.0))
    assert refused(RULES, state, done(0, 95.0)) == "stopped"
    state = race(state, nothing(0, 90.0), nothing(2, 90.0))
    assert RULES.outcome(state) == Outcome((1,), "finish") == RULES.game_outcome(state)
    assert state.scores == (0, 4, 0, 2) and state.ply == 4


def test_every_player_has_one_entry():
    state = race(start(), done(1, 83.2))
    assert refused(RULES, state, done(1, 90.0)) == "ended"
    assert refused(RULES, state, Finish(4, 90.0, "", GRID)) == "ended"
    assert RULES.outcome(state) is None and state.racing == (0, 2, 3)


def test_the_order_is_that_of_time():
    assert refused(RULES, race(start(), done(1, 83.2)), done(0, 83.1)) == "order"
    assert RULES.why_illegal(race(start(), done(1, 83.2)), done(0, 83.2)) is None


def test_who_did_not_finish_comes_last():
    state = race(start(), nothing(1))
    assert refused(RULES, state, done(0, 83.2)) == "stopped"


def test_who_did_not_finish_has_all_letters_over():
    assert refused(RULES, start(), Finish(0, 1.0, "HAUS", ())) == "rest"
    assert RULES.why_illegal(start(), Finish(0, 1.0, "SUAHRH", ())) is None


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_a_time_is_a_time(seconds):
    assert refused(RULES, start(), done(0, seconds)) == "seconds"


def test_only_one_may_finish():
    state = race(start(), done(1, 83.2), nothing(0), nothing(2), nothing(3))
    assert RULES.outcome(state) == Outcome((1,), "finish") and state.scores == (0, 4, 0, 0)


def test_nobody_may_finish():
    state = race(start(), nothing(1), nothing(0), nothing(2), nothing(3))
    assert RULES.outcome(state) == Outcome((), "nobody") and state.scores == (0, 0, 0, 0)


# --- with one letter over ---


def test_with_one_letter_over_the_first_gets_two_the_second_one():
    state = start(rules=ONE_OVER, words=WORDS + " UH")
    state = race(state, done(0, 60.0, "R", ("HAUS", "..H.")), done(1, 61.0, "R", ("HAUS", "..H.")),
                 rules=ONE_OVER)
    assert state.scores == (2, 1, 0, 0)


def test_the_first_to_finish_wins_the_round_also_at_equal_points():
    state = start(rules=ONE_OVER, words=WORDS + " UH")
    state = race(state, done(0, 60.0, "R", ("HAUS", "..H.")), done(1, 61.0), nothing(2), nothing(3),
                 rules=ONE_OVER)
    assert state.scores == (2, 2, 0, 0) and ONE_OVER.outcome(state) == Outcome((0,), "finish")
    assert ONE_OVER.game_outcome(state).winners == (0,)


def test_the_rest_that_is_told_must_be_what_is_over():
    state = start(rules=ONE_OVER, words=WORDS + " UH")
    assert refused(ONE_OVER, state, done(0, 60.0, "H", ("HAUS", "..H."))) == "rest"
    assert refused(ONE_OVER, state, done(0, 60.0, "", ("HAUS", "..H."))) == "rest"
    assert refused(ONE_OVER, state, done(0, 60.0, "R", GRID)) == "rest"


def test_two_letters_over_are_too_many():
    assert refused(ONE_OVER, start(rules=ONE_OVER), done(0, 60.0, "HR", ("HAUS",))) == "letters_over"


# --- rounds ---


def test_a_game_has_the_agreed_number_of_rounds_and_the_most_points_win_it():
    session = Session(MATCH, [Seat(f"P{seat}") for seat in range(4)], 1,
                      level={"hands": HANDS[:4], "words": WORDS})
    for move in (done(1, 80.0), done(2, 81.0, grid=("HAUS", "..H.", "..r.")), nothing(0), nothing(3)):
        session.play(move)
    assert session.outcome is not None and session.game_outcome is None
    session.next_round()
    assert session.state.round == 2 and session.state.scores == (0, 4, 2, 0)
    assert session.state.hands != session.rounds[0].start.hands
    session.undo()
    session.redo()
    for move in (MATCH.unfinished(session.state, seat) for seat in range(4)):
        session.play(move)
    assert session.outcome == Outcome((), "nobody") and session.game_outcome == Outcome((1,), "nobody")


def test_the_next_round_is_dealt_anew_from_the_same_number():
    first = MATCH.new_game(4, 5)
    assert MATCH.deal(4, 5, first) != MATCH.deal(4, 5) and MATCH.deal(4, 5, first) == MATCH.deal(4, 5, first)


# --- clocking the race ---


def test_times_are_compared_whoever_was_measured_first():
    state = start()
    claims = [done(0, 99.0), nothing(1, 120.0), done(2, 70.0, grid=("HAUS", "..H.", "..r.")), done(3, 71.5)]
    moves = RULES.in_order(state, claims)
    assert [(move.by, move.seconds, move.done) for move in moves] == [
        (2, 70.0, True), (3, 71.5, True), (0, 71.5, False), (1, 71.5, False)]
    assert race(state, *moves).scores == (0, 0, 4, 2)


def test_a_crossword_on_the_table_becomes_a_move():
    letters = {(x + 11, y - 4): letter for (x, y), letter in read_grid(GRID).items()}
    move = RULES.finish(start(), 0, 83.1999, letters)
    assert move == done(0, 83.2) and move.letters == read_grid(GRID)


def test_a_grid_is_as_small_as_its_frame():
    assert write_grid({(5, 5): "A", (6, 6): "b"}) == ("A.", ".b") and write_grid({}) == ()


# --- events ---


def test_finishing_is_said_and_scored():
    step = RULES.apply(start(), done(1, 83.2))
    assert isinstance(step.events[0], Said) and step.events[0].phrase.key == "log.presto.finishes"
    assert step.events[1] == Scored(1, 4, "finish_first")
    last = RULES.apply(race(start(), done(1, 83.2), nothing(0), nothing(2)), nothing(3))
    assert last.events[-1] == RoundOver(3, Outcome((1,), "finish"))


# --- records ---


def recorded(rules: Presto = RULES, *moves: Finish) -> dict:
    session = Session(rules, [Seat(f"P{seat}") for seat in range(4)], 1,
                      level={"hands": HANDS[:4], "words": WORDS})
    for move in moves or (done(1, 83.2), done(0, 90.0), nothing(2, 90.0), nothing(3, 90.0)):
        session.play(move)
    return json.loads(records.dumps(records.to_record(session, legal=True)))


def test_a_record_has_one_entry_a_player_in_order_of_time():
    assert recorded()["rounds"][0]["moves"] == [
        {"by": 1, "move": "finish", "seconds": 83.2, "rest": "", "grid": list(GRID), "scores": [0, 4, 0, 0]},
        {"by": 0, "move": "finish", "seconds": 90.0, "rest": "", "grid": list(GRID), "scores": [2, 4, 0, 0]},
        {"by": 2, "move": "finish", "seconds": 90.0, "rest": "HAUSH+", "grid": [], "scores": [2, 4, 0, 0]},
        {"by": 3, "move": "finish", "seconds": 90.0, "rest": "HAUSHR", "grid": [], "scores": [2, 4, 0, 0]}]


def test_a_record_verifies_and_is_read_as_it_was_written():
    record = recorded()
    again = records.to_record(records.verify(record, rules_again(Presto)))
    assert json.loads(records.dumps(again)) == record


@pytest.mark.parametrize(("index", "change", "fault"), [
    (0, {"seconds": 91.0}, "illegal_move"), (0, {"grid": ["HAUS", "..H.", "..T."]}, "illegal_move"),
    (0, {"rest": "H"}, "illegal_move"), (0, {"scores": [0, 2, 0, 0]}, "differs"),
    (2, {"by": 1}, "illegal_move"),
    (2, {"rest": "HAUSH"}, "illegal_move"), (2, {"grid": list(GRID), "rest": ""}, "illegal_move"),
    (0, {"move": "pass"}, "unreadable_move"), (0, {"grid": "HAUS"}, "unreadable_move"),
    (0, {"seconds": "83"}, "unreadable_move"), (0, {"by": True}, "unreadable_move"),
    (0, {"grid": ["HA US"]}, "unreadable_move"), (0, {"by": 1.0}, "unreadable_move")])
def test_a_tampered_record_is_refused(index, change, fault):
    record = recorded()
    record["rounds"][0]["moves"][index].update(change)
    with pytest.raises(records.RecordFault, match=rf"record\.{fault}"):
        records.verify(record, rules_again(Presto))


def test_who_did_not_finish_needs_no_time():
    record = recorded()
    del record["rounds"][0]["moves"][3]["seconds"]
    assert records.verify(record, rules_again(Presto)).outcome == Outcome((1,), "finish")


@pytest.mark.parametrize("move", [done(5, 83.2), nothing(3, 7.0), done(0, 1.5, "R", ("HAUS", "..h."))])
def test_writing_and_reading_a_move_are_inverse(move):
    assert RULES.read_move(RULES.write_move(move)) == move
    with pytest.raises(UnreadableMove):
        RULES.read_move(RULES.write_move(move) + " ")


def test_states_are_hashable_and_can_be_sent_to_another_process():
    state = race(start(), done(1, 83.2))
    again = pickle.loads(pickle.dumps(state))
    assert again == state and hash(again) == hash(state)


def test_agreed_words_are_valid_and_blocked_ones_are_not():
    assert refused(RULES, start(words="HAUS"), done(0, 83.2)) == "word_not_listed"
    assert RULES.why_illegal(start(words="HAUS", agreed="UHR"), done(0, 83.2)) is None
    assert refused(RULES, start(blocked="UHR"), done(0, 83.2)) == "word_blocked"
