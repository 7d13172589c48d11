"""Level files: the shipped ones are complete and proved, and every fault is reported with its place."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.catalog import GAMES, rules_class, rules_of
from rules.files import level_files, levels
from rules.files.faults import Place
from rules.session import Seat, Session
from tests.kit.null_game import CLASSIC, NullGame, NullState

ROOT = Path(__file__).resolve().parents[3]
GAME = "turm_domino"
NAMES = [(game, name) for game in GAMES for path in sorted((level_files.SHIPPED / game).glob("*.yaml"))
         for name in re.findall(r'^ *- id: "(\w+)"', path.read_text("utf-8"), re.MULTILINE)]
"""Game and id of every shipped level, without parsing, which would take seconds in every worker. Those of
other languages are proved file by file.
"""


@cache
def shipped() -> dict[tuple[str, str], levels.Level]:
    """Return every shipped level of the first language by game and id."""
    return {(game, level.id): level for game in GAMES
            for level in levels.load(game, language=level_files.language_of(game, ""))}


@pytest.fixture(name="level")
def shipped_level(request: pytest.FixtureRequest) -> levels.Level:
    return shipped()[request.param]


every_level = pytest.mark.parametrize("level", NAMES, ids="-".join, indirect=True)

GOOD = """\
grade: 1
levels:
  - id: "101"
    variant: classic
    setup: {tower: ["1|6"], columns: [["1|5"]]}
    goal: won
    par: 2
    rating: {random: 1}
    proof: "1>1"
"""


# --- the shipped levels, of all games ---


@pytest.mark.parametrize("game", [game for game in GAMES if rules_class(game).has_words])
def test_a_word_game_has_as_many_levels_in_every_language(game):
    counts = {language: [level.id for level in levels.load(game, language=language)]
              for language in rules_class(game).word_languages}
    german = counts.pop("de")
    for language, ids in counts.items():
        assert sorted(ids) == sorted(f"{language}_{number}" for number in german)
        assert not ids or levels.find(game, ids[-1]).variant == rules_class(game).word_languages[language]


@every_level
def test_the_proof_of_a_level_reaches_its_goal_and_not_before(level):
    rules = rules_of(level.game, level.variant)
    seats = [Seat(f"Player {i}") for i in range(level.players)]
    session = Session(rules, seats, 0, level=level.setup, level_id=level.id)
    solver, own = session.state.player, 0
    for text in level.proof:
        assert session.outcome is None and level.verdict(rules, session.state, own) is None
        own += session.state.player == solver
        session.play(rules.read_move(text))
    assert level.reached(rules, session.state, own)


def test_ids_are_unique():
    assert sorted(NAMES) == sorted(shipped())
    ids = [(level.game, level.id) for game in GAMES for level in levels.load(game)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("game", GAMES)
def test_a_level_is_found_by_its_id(game):
    for level in levels.load(game)[:1]:
        assert levels.find(game, level.id) == level
    assert levels.find(game, "no such id") is None


# --- faults, each with its place ---


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a level file with one change."""

    def read(old: str = "", new: str = "", *, text: str = GOOD) -> levels.LevelFile:
        assert old in text
        path = tmp_path / GAME / "1_own.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace(old, new, 1), "utf-8")
        return levels.load_file(GAME, path, prove=True)

    return read


def test_a_good_file_has_no_faults(read):
    file = read()
    assert (file.faults, file.grade, [level.id for level in file.levels]) == ((), 1, ["101"])


def test_the_rating_may_be_left_out(read):
    assert read("    rating: {random: 1}\n", "").faults == ()


@pytest.mark.parametrize(("old", "new", "key", "line", "column"), [
    ("grade: 1", "grade: ten", "fault.whole", 1, 8),
    ("grade: 1\n", "", "fault.missing", 1, 1),
    ('id: "101"', "id: 101", "fault.needs_quotes", 3, 9),
    ('id: "101"', 'id: "One hundred"', "fault.form", 3, 9),
    ("classic", "clasic", "fault.unknown_variant_near", 4, 14),
    ("classic", "chess", "fault.unknown_variant", 4, 14),
    ('"1|6"]', '"6|1"]', "setup.turm_domino.domino", 5, 5),
    ('tower: ["1|6"], ', "", "setup.turm_domino.tower", 5, 5),
    ('["1|6"]', '["1|5"]', "setup.turm_domino.twice", 5, 5),
    ('["1|6"]', "[1:6]", "fault.needs_quotes", 5, 21),
    ("goal: won", "goal: stuck", "fault.level.not_reached", 9, 12),
    ("par: 2", "par: -1", "fault.range", 7, 10),
    ("    par: 2\n", "", "fault.missing", 3, 5),
    ("par: 2", "pars: 2", "fault.unknown_key_near", 7, 5),
    ('proof: "1>1"', 'proof: "1>2"', "fault.level.illegal_move", 9, 12),
    ('proof: "1>1"', 'proof: "up"', "fault.level.unreadable_move", 9, 12),
    ('proof: "1>1"', 'proof: ""', "fault.form", 9, 12),
    ("  - id", "    id", "fault.not_list", 2, 1),
])
def test_a_fault_is_told_where_it_stands_and_the_level_is_left_out(read, old, new, key, line, column):
    file = read(old, new)
    assert (key, line, column) in [(fault.key, fault.line, fault.column) for fault in file.faults]
    assert file.levels == ()


def test_a_faulty_rating_is_told_but_the_level_can_be_played(read):
    file = read("random: 1", "random: often")
    assert [(fault.key, fault.line, fault.column) for fault in file.faults] == [("fault.number", 8, 22)]
    assert len(file.levels) == 1


def test_a_setup_may_hold_whatever_json_can(read):
    text = GOOD.replace("columns: [", "note: {yes: true, three: 3, text: three}, columns: [")
    assert read(text=text).levels[0].setup["note"] == {"yes": True, "three": 3, "text": "three"}


def test_a_setup_that_is_no_table_is_a_fault_and_no_crash(read):
    for setup in ("5", "[]", '"tower"', "{}"):
        file = read('{tower: ["1|6"], columns: [["1|5"]]}', setup)
        assert file.faults and not file.levels


def test_an_id_that_comes_twice_in_a_file_names_the_first(read):
    twice = GOOD + GOOD[GOOD.index("  - id"):]
    file = read(text=twice)
    assert [(fault.key, fault.line) for fault in file.faults] == [("fault.level.twice", 10)]
    assert file.faults[0].values == {"id": "101", "file": "1_own.yaml", "line": 3}
    assert len(file.levels) == 1


def test_an_id_that_comes_in_two_files_is_a_fault_of_the_later(tmp_path):
    (tmp_path / GAME).mkdir()
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / GAME / name).write_text(GOOD, "utf-8")
    first, second = levels.load_all(GAME, tmp_path)
    assert not first.faults and [fault.key for fault in second.faults] == ["fault.level.twice"]
    assert [level.id for level in levels.load(GAME, tmp_path)] == ["101"]


def test_a_broken_level_does_not_stop_the_others(read):
    more = GOOD + GOOD[GOOD.index("  - id"):].replace("101", "102")
    file = read("par: 2", "par: two", text=more)
    assert [level.id for level in file.levels] == ["102"] and len(file.faults) == 1


def test_proofs_are_replayed_only_when_asked_for(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(GOOD.replace('"1>1"', '"1>2"'), "utf-8")
    assert levels.load_file(GAME, path).faults == ()
    assert levels.load_file(GAME, path, prove=True).faults


def test_setups_are_tried_unless_only_a_list_is_wanted(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(GOOD.replace('tower: ["1|6"], ', ""), "utf-8")
    assert levels.load_file(GAME, path).faults
    assert len(levels.load_file(GAME, path, begin=False).levels) == 1


def test_a_missing_folder_holds_no_levels(tmp_path):
    assert levels.load(GAME, tmp_path / "nowhere") == []


def test_stars_are_for_the_goal_for_no_hint_and_for_par():
    level = next(iter(shipped().values()))
    par = level.par
    assert [level.stars({"hints": hints, "undos": undos})
            for hints, undos in ((0, par), (0, par + 1), (1, par), (1, par + 1))] == [3, 2, 2, 1]


# --- goals, with a game of beads: the player who takes the last one wins ---

BEADS = NullGame(CLASSIC)


def level(goal: str, *proof: str, heap: int = 4, **more: int) -> levels.Level:
    par, moves, points = more.get("par", 0), more.get("moves", 0), more.get("points", 0)
    return levels.Level("null_game", "1", 1, "classic", {"heap": heap}, goal, par, {}, proof,
                        Place("own.yaml"),
                        players=2, moves=moves, points=points)


def after(*taken: int, heap: int = 4) -> NullState:
    state = BEADS.start({"heap": heap}, 2)
    for beads in taken:
        state = BEADS.apply(state, beads).state
    return state


def test_a_win_of_another_seat_does_not_reach_the_goal() -> None:
    assert level("win").verdict(BEADS, after(1, 1, 2), 2) is True
    assert level("win").verdict(BEADS, after(1, 3), 1) is False
    assert level("last").verdict(BEADS, after(1, 3), 1) is False


def test_a_goal_named_by_its_reason_asks_for_that_reason() -> None:
    assert level("last").verdict(BEADS, after(1, 1, 2), 2) is True
    assert level("blocked").verdict(BEADS, after(1, 1, 2), 2) is False


def test_the_last_allowed_move_decides_a_puzzle() -> None:
    puzzle = level("win", moves=2)
    assert puzzle.verdict(BEADS, after(1), 1) is None
    assert puzzle.verdict(BEADS, after(1, 1, 1), 2) is False


def test_a_puzzle_without_a_count_of_moves_stays_undecided() -> None:
    assert level("win", moves=1).verdict(BEADS, after(1)) is None
    assert level("win").verdict(BEADS, after(1, 1, 1), 2) is None


def test_par_points_are_enough_for_the_goal_par() -> None:
    assert level("par", par=1).verdict(BEADS, after(1, 1, 2), 2) is True
    assert level("par", par=2).verdict(BEADS, after(1, 1, 2), 2) is False
    assert level("par", par=0).verdict(BEADS, after(1), 1) is None


def test_points_count_from_the_start_of_the_level_and_may_come_before_the_end() -> None:
    assert level("points", points=1).verdict(BEADS, after(1, 1, 2), 2) is True
    assert level("points", points=2).verdict(BEADS, after(1, 1, 2), 2) is False
    assert level("points", points=1).verdict(BEADS, after(1), 1) is None


def test_points_that_were_there_before_do_not_count() -> None:
    class Ahead(NullGame):
        def start(self, *args: Any, **more: Any) -> NullState:
            return replace(super().start(*args, **more), scores=(5, 0))

    rules = Ahead(CLASSIC)
    start = rules.start({"heap": 4}, 2)
    assert level("points", points=3).verdict(rules, start, 0) is None
    assert level("points", points=3).verdict(rules, replace(start, scores=(8, 0)), 1) is True


def test_pieces_laid_are_counted_in_the_hand() -> None:
    class Held(NullGame):
        def held(self, state: NullState, seat: int) -> int:
            return state.heap

    rules = Held(CLASSIC)
    assert level("laid", points=2, moves=1).verdict(rules, after(2), 1) is True
    assert level("laid", points=3, moves=1).verdict(rules, after(2), 1) is False
    assert NullGame(CLASSIC).held(after(), 0) == 0


def test_the_ease_of_a_level_is_the_share_of_medium_and_hard_players() -> None:
    measured = replace(level("win"), found={"easy": 0.0, "medium": 0.4, "hard": 0.8})
    assert measured.ease == pytest.approx(0.6) and level("win").ease is None


def test_shares_and_a_name_are_read(read) -> None:
    measured = '    name: "The gate"\n    found: {easy: 0.1, medium: 0.5, hard: 1.0}\n'
    found = read("    rating: {random: 1}\n", measured)
    assert (found.faults, found.levels[0].name, found.levels[0].ease) == ((), "The gate", 0.75)


def test_a_move_is_found_if_it_is_the_first_of_the_proof() -> None:
    puzzle = level("found", "take 2", "take 1")
    assert puzzle.verdict(BEADS, after(), 0) is None
    assert puzzle.verdict(BEADS, after(2), 1) is True
    assert puzzle.verdict(BEADS, after(1), 1) is False


def test_a_level_is_reached_only_when_it_is_decided() -> None:
    assert not level("win").reached(BEADS, after(1), 1)


def test_only_own_moves_count_in_a_proof() -> None:
    assert levels.why_not_proved(level("win", "take 1", "take 1", "take 2", moves=2), BEADS, after()) is None


def test_the_fault_of_a_proof_names_the_move_by_its_number_from_one() -> None:
    illegal = levels.why_not_proved(level("win", "take 1", "take 4"), BEADS, after())
    unreadable = levels.why_not_proved(level("win", "up"), BEADS, after())
    assert illegal is not None and (illegal.key, illegal.values["number"]) == ("fault.level.illegal_move", 2)
    assert unreadable is not None and unreadable.values["number"] == 1


def test_in_a_race_par_is_seconds_and_a_hint_costs_a_star() -> None:
    race = level("win", par=30)
    assert [race.stars({"hints": hints, "undos": 99, "race": seconds})
            for hints, seconds in ((0, 30), (0, 31), (1, 30), (1, 31))] == [3, 2, 2, 1]


def test_where_par_is_the_goal_the_third_star_asks_for_no_undone_move() -> None:
    puzzle = level("par", par=5)
    assert [puzzle.stars({"hints": 0, "undos": undos}) for undos in (0, 1)] == [3, 2]


def test_moves_of_both_players_leave_the_first_one_the_odd_move(read) -> None:
    assert read("    par: 2\n", "    par: 2\n    within: 3\n").levels[0].moves == 2
    assert read("    par: 2\n", "    par: 2\n    within: 4\n").levels[0].moves == 2


def test_levels_come_by_grade_whatever_their_files_are_called(tmp_path) -> None:
    (tmp_path / GAME).mkdir()
    for name, grade in (("a", 2), ("b", 1)):
        text = GOOD.replace("grade: 1", f"grade: {grade}").replace("101", f"{grade}01")
        (tmp_path / GAME / f"{name}.yaml").write_text(text, "utf-8")
    assert [found.id for found in levels.load(GAME, tmp_path)] == ["101", "201"]


def test_faults_come_in_reading_order(read) -> None:
    more = GOOD.replace("classic", "chess") + GOOD[GOOD.index("  - id"):].replace('"101"', '"102"').replace(
        "par: 2", "par: -1")
    assert [fault.line for fault in read(text=more).faults] == [4, 14]


@pytest.mark.parametrize("game", GAMES)
def test_a_level_is_played_by_the_fewest_players_unless_it_says_otherwise(game: str, tmp_path: Path) -> None:
    fewest = GAMES[game].players[0]
    dealt = rules_of(game).deal(fewest, 1)
    setup = json.dumps({key: value for key, value in dealt.items() if value is not None})
    path = tmp_path / "own.yaml"
    path.write_text(re.sub("setup: .*", lambda _: f"setup: {setup}", GOOD), "utf-8")
    file = levels.load_file(game, path)
    assert (file.faults, [level.players for level in file.levels]) == ((), [fewest])
