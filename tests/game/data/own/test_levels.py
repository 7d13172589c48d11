"""Levels of one's own: kept, shared and deleted; files of friends are checked as hostile."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.data.own.levels import (
    OWN,
    BadPuzzle,
    OwnLevels,
    is_puzzle,
    position,
    read_puzzle,
    why_no_puzzle,
    written,
)
from rules.catalog import rules_of
from rules.engine import Goal
from rules.session import AnySession, Seat, Session

GAME = "turm_domino"
SETUP = {"tower": ["1|6"], "columns": [["1|5"]]}


def session(moves: int = 1) -> AnySession:
    rules = rules_of(GAME)
    played: AnySession = Session(rules, [Seat("Anna")], 1, level=SETUP)
    for _ in range(moves):
        played.play(rules.read_move("1>1"))
    return played


def content(name: str = "The gate") -> bytes:
    rules = rules_of(GAME)
    return written(rules, SETUP, 1, Goal("won", (rules.read_move("1>1"),), par=2), name)


@pytest.fixture
def own(tmp_path: Path) -> OwnLevels:
    return OwnLevels(tmp_path)


def names(own: OwnLevels) -> list[str]:
    return [level.name for level in own.read(GAME)[0]]


# --- making ---


def test_a_position_is_the_deal_with_the_moves_before_it() -> None:
    played = session()
    assert position(played, 0, 0) == SETUP
    assert position(played, 0, 1) == {**SETUP, "moves": ["1>1"]}


def test_only_a_finished_game_becomes_a_puzzle_because_its_hidden_pieces_are_open() -> None:
    assert why_no_puzzle(session(0)) == "over"
    assert why_no_puzzle(session(1)) is None


def test_a_game_by_rules_of_ones_own_becomes_no_puzzle() -> None:
    played = session()
    values = {**played.rules.values, "stack": {**played.rules.values["stack"], "max_difference": 2}}
    other: AnySession = Session(type(played.rules)(values, "my_table"), [Seat("Anna")], 1, level=SETUP)
    other.play(other.rules.read_move("1>1"))
    assert why_no_puzzle(other) == "rules"


# --- keeping ---


def test_a_level_is_kept_and_listed_by_its_name(own: OwnLevels) -> None:
    own.add(GAME, content())
    (level,), faults = own.read(GAME)
    assert not faults and level.name == "The gate" and level.id.startswith(OWN)
    assert (level.goal, level.par, level.proof, level.players) == ("won", 2, ("1>1",), 1)
    assert own.read("kwinty") == ([], [])


def test_the_same_puzzle_again_only_gets_the_new_name(own: OwnLevels) -> None:
    own.add(GAME, content("One"))
    own.add(GAME, content("Two"))
    assert names(own) == ["Two"]


def test_a_file_put_there_by_hand_is_never_taken_for_a_shipped_level(own: OwnLevels) -> None:
    path = own.add(GAME, content())
    found = json.loads(path.read_bytes())
    found["levels"][0] |= {"id": "101"}
    del found["levels"][0]["name"]
    path.rename(path.with_name("mine.yaml"))
    path.with_name("mine.yaml").write_text(json.dumps(found))
    (level,), _ = own.read(GAME)
    assert (level.id, level.name) == ("own_101", "mine")


def test_a_broken_file_is_told_and_stops_no_other(own: OwnLevels) -> None:
    path = own.add(GAME, content())
    (path.parent / "broken.yaml").write_text("grade: [")
    levels, faults = own.read(GAME)
    assert len(levels) == 1 and faults


def test_a_deleted_level_is_gone_with_its_stars(own: OwnLevels) -> None:
    own.add(GAME, content())
    (level,), _ = own.read(GAME)
    own.solve(level, 2)
    own.solve(level, 1)
    assert own.stars() == {level.id: 2}
    own.delete(level)
    assert names(own) == [] and own.stars() == {}


@pytest.mark.parametrize("text", ["", "[]", '{"own_1": "many"}', '{"own_1": 99}', "[" * 5000])
def test_nonsense_in_the_file_of_stars_counts_as_nothing(own: OwnLevels, text: str) -> None:
    own.folder.mkdir()
    (own.folder / "solved.json").write_text(text)
    assert own.stars() == {}


# --- files of friends ---


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "gate.dominothek"
    path.write_bytes(content())
    return path


def test_the_file_of_a_friend_is_taken_in(own: OwnLevels, file: Path) -> None:
    assert is_puzzle(file)
    assert own.take_in(file).name == "The gate" and names(own) == ["The gate"]


def changed(file: Path, **values: object) -> Path:
    found = json.loads(file.read_bytes())
    found["levels"][0] |= values
    file.write_text(json.dumps(found))
    return file


@pytest.mark.parametrize("values", [
    {"proof": ["2>2"]}, {"proof": []}, {"proof": ["up"]}, {"goal": "stuck"}, {"variant": "my_table"},
    {"variant": "../../etc/passwd"}, {"setup": {}}, {"setup": {"tower": [["x"]] * 9}}, {"players": 9},
    {"name": "A\x00B"}, {"name": "A" * 400}, {"id": "../../x"}, {"par": -1}])
def test_a_hostile_file_is_refused_and_nothing_is_written(
        own: OwnLevels, file: Path, values: dict[str, object]) -> None:
    with pytest.raises(BadPuzzle):
        own.take_in(changed(file, **values))
    assert not own.folder.exists()


def test_a_file_of_an_unknown_game_is_refused(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"turm_domino", b"chess"))
    with pytest.raises(BadPuzzle) as fault:
        read_puzzle(file)
    assert fault.value.phrase.key == "levels.own.no_game"


def test_a_huge_file_is_not_read(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b" " * 300_000)
    with pytest.raises(BadPuzzle) as fault:
        read_puzzle(file)
    assert fault.value.phrase.key == "fault.too_large"


def test_a_bomb_of_aliases_is_refused(file: Path) -> None:
    bomb = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))
    file.write_text(f"format: dominothek-puzzle\na0: &a0 [x]\n{bomb}")
    with pytest.raises(BadPuzzle):
        read_puzzle(file)


def test_two_levels_in_a_file_are_refused(file: Path) -> None:
    found = json.loads(file.read_bytes())
    found["levels"].append({**found["levels"][0], "id": "own_2"})
    file.write_text(json.dumps(found))
    with pytest.raises(BadPuzzle) as fault:
        read_puzzle(file)
    assert fault.value.phrase.key == "levels.own.not_one"


def test_a_record_is_no_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "game.dominothek"
    path.write_text('{"format": "dominothek"}')
    assert not is_puzzle(path) and not is_puzzle(tmp_path) and not is_puzzle(tmp_path / "nowhere")


def test_a_level_that_cannot_be_written_raises(own: OwnLevels) -> None:
    own.folder.parent.mkdir(exist_ok=True)
    own.folder.write_text("a file in the way")
    with pytest.raises(OSError):
        own.add(GAME, content())
    own.solve(replace(read_level(own), id="own_1"), 3)
    assert own.stars() == {}


def read_level(own: OwnLevels):
    other = OwnLevels(own.folder.parent / "other")
    other.add(GAME, content())
    return other.read(GAME)[0][0]
