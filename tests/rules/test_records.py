"""Game records: written, read, verified, and refused with a reason if damaged or untrue."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest

from rules import records
from rules.base import Phrase, Refusal
from rules.catalog import rules_from_values, rules_of
from rules.records import RecordFault
from rules.session import Seat, Session
from tests.kit import null_game
from tests.kit.null_game import NullGame

RULES = rules_of("turm_domino")
SETUP = {"tower": ["1|6", "2|5"], "columns": [["0|6", "1|5"], ["3|5"]]}
MOVES = ("1>1", "2>2", "1>1")


def played(*moves: str, seats: tuple[Seat, ...] = (Seat("Ada"),)) -> Session:
    session = Session(RULES, list(seats), 4711, level=copy.deepcopy(SETUP))
    for move in moves:
        session.play(RULES.read_move(move))
    return session


@pytest.fixture
def record() -> dict[str, Any]:
    """Return a won game of three moves, as read from a file."""
    return json.loads(records.dumps(records.to_record(played(*MOVES), legal=True)))


def fault_of(record: Any, check=records.verify) -> Phrase:
    with pytest.raises(RecordFault) as caught:
        check(record, rules_from_values)
    return caught.value.phrase


def fault_in(text: str) -> Phrase:
    with pytest.raises(RecordFault) as caught:
        records.loads(text)
    return caught.value.phrase


# --- writing ---


def test_a_record_tells_the_whole_game():
    record = records.to_record(played(*MOVES), legal=True)
    assert record == {
        "format": "dominothek", "version": 2, "game": "turm_domino", "variant": "classic",
        "rules": RULES.values, "seed": 4711, "players": [{"name": "Ada", "kind": "human"}],
        "rounds": [{"setup": SETUP,
                    "moves": [{"by": 0, "move": "1>1", "legal": 3, "scores": [1]},
                              {"by": 0, "move": "2>2", "legal": 2, "scores": [2]},
                              {"by": 0, "move": "1>1", "legal": 1, "scores": [3]}],
                    "result": {"scores": [3], "winners": [0], "why": "won"}}],
        "result": {"scores": [3], "winners": [0]}}


def test_legal_is_written_only_when_asked_for():
    assert "legal" not in records.to_record(played(*MOVES))["rounds"][0]["moves"][0]


def test_a_game_that_is_not_over_has_no_result():
    record = records.to_record(played("1>1"))
    assert "result" not in record and "result" not in record["rounds"][0]
    records.verify(record, rules_from_values)


def test_a_stuck_game_has_a_result_without_winners():
    session = Session(RULES, [Seat("Ada")], 1, level={"tower": ["1|6"], "columns": [["3|3", "1|5"]]})
    session.play(RULES.read_move("1>1"))
    record = records.to_record(session)
    assert record["rounds"][0]["result"] == {"scores": [1], "winners": [], "why": "stuck"}
    assert record["result"] == {"scores": [1], "winners": []}
    records.verify(record, rules_from_values)


def test_moves_that_were_taken_back_are_not_in_the_record():
    session = played(*MOVES)
    session.undo()
    assert [move["move"] for move in records.to_record(session)["rounds"][0]["moves"]] == ["1>1", "2>2"]


def test_a_bot_is_written_with_its_level():
    record = records.to_record(played(seats=(Seat("Bruno", "bot", "hard"),)))
    assert record["players"] == [{"name": "Bruno", "kind": "bot", "level": "hard"}]
    assert records.replay(record, rules_from_values).seats == [Seat("Bruno", "bot", "hard")]


def test_a_record_is_one_line_of_utf8():
    text = records.dumps(records.to_record(played(seats=(Seat("Jürgen 😀"),))))
    assert text.count("\n") == 1 and "Jürgen 😀" in text


def test_a_record_does_not_change_with_the_game_that_goes_on():
    session = played("1>1")
    record = records.to_record(session, playing=True)
    before = records.dumps(record)
    session.play(RULES.read_move("2>2"))
    session.undo()
    session.tally["hints"] += 1
    session.notes["daily"] = "2026-11-16"
    assert records.dumps(record) == before


# --- reading ---


def test_a_save_comes_back_with_what_was_counted():
    session = Session(RULES, [Seat("Ada")], 5, level=SETUP, level_id="101")
    session.tally.update(undos=3, hints=1, seconds=12.5)
    session.notes["daily"] = "2026-11-16"
    loaded = records.replay(records.to_record(session, playing=True), rules_from_values)
    assert (loaded.level_id, loaded.tally, loaded.notes) == ("101", session.tally, session.notes)
    assert loaded.seed == 5


def test_keys_that_are_left_out_have_the_values_of_classic(record):
    record["rules"] = {"stack": {"turn": False}}
    values = records.replay(record, rules_from_values).rules.values
    assert values["stack"] == {"max_difference": 1, "wrap": True, "turn": False}
    assert values["found"] == RULES.values["found"]
    del record["rules"]
    assert records.replay(record, rules_from_values).rules.values == RULES.values


def test_the_name_of_the_variant_is_only_a_label(record):
    record["variant"] = "grandmother's"
    assert records.verify(record, rules_from_values).rules.variant == "grandmother's"


def test_the_setup_stands_also_where_it_departs_from_the_rules(record):
    assert records.verify(record, rules_from_values).rounds[0].start.left == 3


def test_rounds_are_replayed_from_their_setups_without_the_seed():
    session = Session(NullGame(null_game.CLASSIC), [Seat("Ada"), Seat("Bruno")], 3)
    while session.game_outcome is None:
        if session.outcome is not None:
            session.next_round()
        session.play(1)
    record = records.to_record(session, legal=True)
    record["seed"] = 99
    again = records.verify(record, lambda game, variant, values: NullGame(values, variant))
    assert again.state == session.state and len(again.rounds) == 2


def test_optional_claims_may_be_left_out(record):
    for move in record["rounds"][0]["moves"]:
        del move["legal"]
    del record["seed"]
    records.verify(record, rules_from_values)


# --- files that are not records ---


def test_a_record_is_read_from_a_file(tmp_path, record):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), "utf-8")
    assert records.read_file(path) == record


def file_fault(path: Path) -> Phrase:
    with pytest.raises(RecordFault) as caught:
        records.read_file(path)
    return caught.value.phrase


def test_a_missing_file_and_a_folder_are_unreadable(tmp_path):
    assert file_fault(tmp_path / "none.json").key == "record.unreadable"
    assert file_fault(tmp_path).key == "record.unreadable"


def test_fifty_megabytes_are_refused_without_being_read(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        os.truncate(file.fileno(), 50 * 2**20)
    assert file_fault(path) == Phrase("record.too_large", {"limit": records.LARGEST // 2**20})


@pytest.mark.parametrize(("data", "key"), [
    (b"", "empty"), (b" \n\t", "empty"), (b"\xff\xfe{}", "not_utf8"), (b"{\"format\": \"\xe4\"}", "not_utf8"),
    (b"\x89PNG\r\n", "not_utf8"), (b"hello", "truncated"), (b"\x00\x00", "truncated"), (b"{", "truncated"),
    (b"[]", "no_record"), (b"null", "no_record"), (b"17", "no_record"), (b"{}", "no_record"),
    (b'{"format": "chess", "version": 1}', "no_record"), (b'{"format": ["dominothek"]}', "no_record"),
    (b"[" * 100_000, "no_record"), (b'{"format": ' + b"9" * 5000 + b"}", "no_record")])
def test_garbage_is_refused_with_a_reason(tmp_path, data, key):
    path = tmp_path / "garbage.json"
    path.write_bytes(data)
    assert file_fault(path).key == f"record.{key}"


def test_a_truncated_record_is_refused_wherever_it_ends(record):
    text = json.dumps(record)
    for end in range(1, len(text), 7):
        assert fault_in(text[:end]).key == "record.truncated"


def test_where_a_record_is_cut_off_is_said(record):
    text = json.dumps(record, indent=1)
    end = text.index('"seed"')
    assert fault_in(text[:end + 3]).values["line"] == text[:end].count("\n") + 1


@pytest.mark.parametrize("version", [0, 3, "1", None, 1.5, True])
def test_a_version_that_is_not_known_is_refused_with_both_numbers(record, version):
    record["version"] = version
    assert fault_in(json.dumps(record)) == Phrase("record.version", {"found": str(version), "known": 2})


# --- incomplete or malformed records ---


@pytest.mark.parametrize(("path", "where"), [
    (("players",), "record"), (("players", 0, "name"), "players"), (("game",), "record"),
    (("rounds",), "record"), (("rounds", 0, "setup"), "rounds"), (("rounds", 0, "moves"), "rounds"),
    (("rounds", 0, "moves", 1, "move"), "moves")])
@pytest.mark.parametrize("value", ["left out", None, 5, True, "x", [], {}])
def test_a_part_that_is_missing_or_of_the_wrong_kind_is_named(record, path, where, value):
    part = record
    for step in path[:-1]:
        part = part[step]
    right = part[path[-1]]
    if value == "left out":
        del part[path[-1]]
    else:
        if type(value) is type(right) and value != []:
            pytest.skip("that is the right kind")
        part[path[-1]] = value
    if path[-1] in ("moves", "players") and value == []:
        pytest.skip("an empty list is complete; the result or the number of players then differs")
    assert fault_of(record) == Phrase("record.missing", {"key": path[-1], "where": where})


@pytest.mark.parametrize("broken", [
    {"rounds": [5]}, {"rounds": [{"setup": {}, "moves": [5]}]}, {"players": [5]}, {"players": ["Ada"]},
    {"players": [{"name": "Ada", "kind": "ghost"}]}, {"rules": 5}, {"rules": []}, {"rules": {"stack": 5}},
    {"rules": {"stack": {"turn": "no"}}}, {"rules": {"nonsense": 1}}, {"rounds": [{"setup": {"tower": 1}}]}])
def test_a_malformed_part_is_a_fault_and_no_crash(record, broken):
    assert fault_of({**record, **broken}).key
    assert fault_of({**record, **broken}, records.replay).key


@pytest.mark.parametrize("extra", [
    {"seed": "x"}, {"seed": None}, {"seed": 10**40}, {"seed": -1}, {"seed": True}, {"variant": 5},
    {"playing": 5}, {"playing": {"tally": 5, "level": 5, "notes": 5}},
    {"playing": {"tally": {"undos": "many", "seconds": float("nan"), "hints": 10**400}}}])
def test_what_only_a_save_needs_may_be_nonsense(record, extra):
    session = records.replay({**record, **extra}, rules_from_values)
    assert 0 <= session.seed < 2**53
    assert session.tally == {"undos": 0, "hints": 0, "seconds": 0.0}


def test_an_unknown_game_is_refused_with_those_that_are_known(record):
    phrase = fault_of({**record, "game": "chess"})
    assert phrase.key == "record.unknown_game" and "turm_domino" in phrase.values["known"]


@pytest.mark.parametrize("level", ["grandmaster", "Easy", "", 5, ["easy"], {}, True])
def test_the_level_of_a_seat_must_be_one_that_bots_play_at(record, level):
    record["players"] = [{"name": "Bruno", "kind": "bot", "level": level}]
    phrase = fault_of(record)
    assert (phrase.key, phrase.values["seat"]) == ("record.level", 1) and "master" in phrase.values["known"]
    record["players"][0]["level"] = None
    assert records.replay(record, rules_from_values).seats[0].level is None


def test_the_number_of_players_must_be_one_the_game_can_be_played_with(record):
    record["players"] *= 2
    assert fault_of(record) == Phrase("record.players", {"found": 2, "low": 1, "high": 1})
    record["players"] = []
    assert fault_of(record).key == "record.players"


def test_an_impossible_setup_is_refused_with_the_reason_of_the_game(record):
    record["rounds"][0]["setup"]["tower"] = ["6|1"]
    assert fault_of(record) == Phrase("setup.turm_domino.domino", {"text": "6|1"})


# --- untrue records ---


def test_an_illegal_move_is_named_with_its_number_and_reason(record):
    record["rounds"][0]["moves"][1]["move"] = "2>1"
    phrase = fault_of(record)
    assert (phrase.key, phrase.values["number"], phrase.values["move"]) == ("record.illegal_move", 2, "2>1")
    assert isinstance(phrase.values["reason"], Refusal)
    assert phrase.values["reason"].key == "refuse.turm_domino.differs"
    assert fault_of(record, records.replay) == phrase


def test_a_text_that_is_no_move_is_named_with_an_example(record):
    record["rounds"][0]["moves"][2]["move"] = "up and away " * 100
    phrase = fault_of(record)
    assert (phrase.key, phrase.values["number"]) == ("record.unreadable_move", 3)
    assert phrase.values["expected"] == "3>1"
    assert len(phrase.values["move"]) <= 80


def test_a_move_after_the_end_is_illegal(record):
    record["rounds"][0]["moves"].append({"by": 0, "move": "1>1", "scores": [4]})
    assert fault_of(record).values["number"] == 4


@pytest.mark.parametrize(("what", "value"), [
    ("by", 1), ("by", None), ("by", False), ("legal", 3), ("legal", "2"), ("legal", None),
    ("scores", [1]), ("scores", 2), ("scores", None), ("scores", [2, 0])])
def test_a_wrong_claim_about_a_move_is_named(record, what, value):
    record["rounds"][0]["moves"][1][what] = value
    phrase = fault_of(record)
    assert (phrase.key, phrase.values["what"], phrase.values["number"]) == ("record.differs", what, 2)


@pytest.mark.parametrize("key", ["by", "scores"])
def test_by_and_scores_must_be_there(record, key):
    del record["rounds"][0]["moves"][1][key]
    assert fault_of(record).values["what"] == key


@pytest.mark.parametrize("result", [
    None, {}, [], {"scores": [3], "winners": [], "why": "won"}, {"scores": [2], "winners": [0], "why": "won"},
    {"scores": [3], "winners": [0], "why": "stuck"}, {"scores": [3], "winners": [0]}])
def test_a_wrong_result_of_a_round_is_named(record, result):
    record["rounds"][0]["result"] = result
    phrase = fault_of(record)
    assert (phrase.key, phrase.values["round"]) == ("record.round_result", 1)


@pytest.mark.parametrize("result", [
    None, {}, 5, {"scores": [3], "winners": []}, {"scores": [9], "winners": [0]}])
def test_a_wrong_result_of_the_game_is_named(record, result):
    record["result"] = result
    assert fault_of(record).key == "record.result"


def test_a_finished_game_without_result_and_a_result_of_an_unfinished_one_are_refused(record):
    unfinished = copy.deepcopy(record)
    unfinished["rounds"][0]["moves"].pop()
    assert fault_of(unfinished).key == "record.round_result"
    del record["result"]
    assert fault_of(record).key == "record.result"


def test_a_round_after_the_last_one_is_refused(record):
    record["rounds"].append(copy.deepcopy(record["rounds"][0]))
    assert fault_of(record) == Phrase("record.round_not_over", {"number": 3})


def test_a_long_wrong_value_is_shown_shortened(record):
    record["rounds"][0]["moves"][0]["scores"] = list(range(10_000))
    assert len(fault_of(record).values["found"]) <= 120
