"""Records that the program 1.0 wrote, of every game: they are read, verified and written again unchanged.

Those of word games carry no numbers of legal moves: these depend on the edition of the word list.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import records
from rules.catalog import GAMES, rules_from_values

FILES = sorted((Path(__file__).parent / "records_1_0").glob("*.json"))


def test_there_is_a_record_of_every_game_of_version_1():
    found = {records.read_file(path)["game"] for path in FILES}
    assert len(found) == 10 and found <= set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_of_version_1_verifies(path):
    record = records.read_file(path)
    assert record["version"] == 1
    session = records.verify(record, rules_from_values)
    assert session.game_outcome is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_of_version_1_written_again_tells_the_same_and_verifies(path):
    record = records.read_file(path)
    counted = "legal" in record["rounds"][0]["moves"][0]
    again = records.to_record(records.replay(record, rules_from_values), legal=counted)
    for key in ("game", "seed", "players", "rounds", "result"):
        assert again[key] == record[key], key
    records.verify(records.loads(records.dumps(again)), rules_from_values)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_unfinished_game_of_version_1_goes_on(path):
    record = records.read_file(path)
    record["rounds"] = record["rounds"][:1]
    moves = record["rounds"][0]["moves"]
    cut = 0 if moves[0]["move"] == "finish" else len(moves) // 2
    record["rounds"][0] = {"setup": record["rounds"][0]["setup"], "moves": moves[:cut]}
    del record["result"]
    session = records.replay(record, rules_from_values)
    for entry in moves[cut:]:
        session.play(session.rules.read_entry(entry))
    assert list(session.state.scores) == moves[-1]["scores"] and session.outcome is not None
    records.verify(records.loads(records.dumps(records.to_record(session))), rules_from_values)
