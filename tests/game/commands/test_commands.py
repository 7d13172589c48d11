"""The command line: every command does its work, every mistake gets a message and the right exit code."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from game import bench, commands, run_tests
from game.bench import LONG
from game.commands import match, simulate
from game.commands.command_line import COMMANDS
from game.routes import OpenFile, PlayAgain, Route
from game.ui.text import Texts, languages
from rules import catalog
from rules.base import Phrase
from rules.catalog import GAMES
from rules.engine import Choice, Engine
from rules.files import levels
from tests.kit import null_game

ROOT = Path(__file__).resolve().parents[3]


class Said(NamedTuple):
    code: int
    out: str
    err: str


Call = Callable[..., Said]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Run a command line in this process, by default in English, with its own data folder."""
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    monkeypatch.setenv("DOMINOTHEK_DATA", str(tmp_path / "data"))

    def run(*args: object) -> Said:
        code = commands.main([str(arg) for arg in args])
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> list[Route | None]:
    """Replace the window by a list of what it was opened with."""
    opened: list[Route | None] = []
    app = ModuleType("game.app")
    app.play = lambda then=None, window=None: opened.append(then) or 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "game.app", app)
    return opened


@pytest.fixture
def record(call: Call, tmp_path: Path) -> Path:
    """A record of a game of Turm-Domino."""
    said = call("simulate", "turm_domino", "--bots", "easy", "--games", 1, "--seed", 4711, "--legal",
                "--out", tmp_path)
    assert said.code == 0, said.err
    return tmp_path / "turm_domino-4711-000.json"


@pytest.mark.parametrize("more", [("--variant", "english"), ("--compare", "english"), (
    "--variant", "english", "--jobs", 2)])
def test_bots_do_not_play_with_a_list_that_cannot_be_read(call: Call, half_a_list: Path, more) -> None:
    game = next(game for game in GAMES if catalog.rules_class(game).has_words)
    said = call("simulate", game, "--bots", "easy", "--games", 2, *more)
    assert said.code == 1 and said.err.startswith(f"{half_a_list} is incomplete")


def test_no_table_is_opened_with_a_list_that_cannot_be_read(call: Call, half_a_list: Path) -> None:
    game = next(game for game in GAMES if catalog.rules_class(game).has_words)
    said = call("host", game, "--variant", "english", "--headless")
    assert said.code == 1 and said.err.startswith(f"{half_a_list} is incomplete") and not said.out


def changed(path: Path, change: Callable[[dict[str, Any]], Any]) -> Path:
    """Write a changed copy of a record."""
    data = json.loads(path.read_text("utf-8"))
    change(data)
    target = path.with_name("changed.json")
    target.write_text(json.dumps(data), "utf-8")
    return target


def only_line(text: str) -> str:
    assert text.count("\n") == 1, text
    return text.strip()


# --- choosing a command ---


def test_without_arguments_the_window_opens(call: Call, window: list[Route | None]) -> None:
    assert call().code == 0
    assert window == [None]


def test_without_arguments_only_the_window_is_imported() -> None:
    script = ("import sys; app = sys.modules['game.app'] = type(sys)('app'); app.play = lambda window: 0\n"
              "from game import commands; commands.main([])\n"
              "print([m for m in ('argparse', 'yaml', 'rules.catalog', 'game.ui.text') if m in sys.modules])")
    call = [sys.executable, "-c", script]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_opens_its_table(game: str, call: Call, window: list[Route | None]) -> None:
    assert call(game).code == 0
    assert window == [PlayAgain(game)]


def test_a_record_that_is_named_opens_in_the_window(
        record: Path, call: Call, window: list[Route | None]) -> None:
    assert call(str(record)).code == 0
    assert window == [OpenFile(record)]


def test_a_review_of_a_record_is_one_object(record: Path, call: Call) -> None:
    said = call("review", str(record), "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["game"] == "turm_domino" and len(found["moves"]) == len(
        json.loads(record.read_text())["rounds"][0]["moves"])
    assert all(move["loss"] >= 0 and move["best_value"] >= move["value"] for move in found["moves"])
    table = call("review", str(record))
    assert table.code == 0 and len(table.out.splitlines()) >= len(found["moves"]) + 3
    assert found["rounds"][0]["said"] in table.out, "where the deal became lost"


def test_only_a_finished_game_is_reviewed(record: Path, call: Call) -> None:
    data = json.loads(record.read_text())
    del data["result"], data["rounds"][0]["result"], data["rounds"][0]["moves"][-1]
    record.write_text(json.dumps(data))
    said = call("review", str(record))
    assert said.code == 1 and said.err.strip()


def test_the_language_alone_opens_the_window_in_it(call: Call, window: list[Route | None]) -> None:
    assert call("--lang", "de").code == 0
    assert window == [None] and os.environ["DOMINOTHEK_LANG"] == "de"


@pytest.mark.parametrize(("words", "sentence"), [
    (["simulat"], "There is no command or game simulat; did you mean simulate? There are simulate, "),
    (["turm_dominoo"], "There is no command or game turm_dominoo; did you mean turm_domino?"),
    (["xyz"], "There is no command or game xyz; there are simulate,"),
    (["--fullscreen"], "There is no command or game --fullscreen; there are"),
    (["turm_domino", "now"], "turm_domino does not take now."),
    (["--lang", "xx"], "--lang is xx; there are de, en, "),
    (["verify", "--lang"], "--lang needs a value."),
    (["simulate"], "simulate needs a game: turm_domino"),
    (["simulate", "turm"], "There is no game turm; "),
    (["simulate", "turm_domino", "--variant", "clasic"], "There is no variant clasic; did you mean classic?"),
    (["simulate", "turm_domino", "--bots", "easy,hrad"], "There is no bot hrad; did you mean hard?"),
    (["simulate", "turm_domino", "--games", "0"], "--games is 0; allowed are whole numbers from 1 to"),
    (["simulate", "turm_domino", "--games", "ten"], "--games is ten; allowed are"),
    (["simulate", "turm_domino", "--pace", "0.1"], "--pace is 0.1; allowed are whole numbers from 1 to 100"),
    (["simulate", "turm_domino", "--seed", "-1"], "--seed is -1; allowed are"),
    (["simulate", "turm_domino", "--players", "2"], "--players is 2; allowed are whole numbers from"),
    (["simulate", "turm_domino", "--games"], "--games needs a value."),
    (["simulate", "turm_domino", "--legal=yes"], "--legal takes no value."),
    (["simulate", "turm_domino", "--gmes", "3"], "There is no option --gmes; did you mean --games?"),
    (["simulate", "turm_domino", "again"], "simulate does not take again."),
    (["verify"], "verify needs a file."),
    (["replay"], "replay needs a file."),
    (["replay", "a", "b"], "replay does not take b."),
    (["rules", "--game", "turm"], "There is no game turm; "),
    (["shots"], "shots needs a folder."),
    (["shots", "x", "--size", "big"], "--size is big; write it like 1920x1080."),
    (["shots", "x", "--size", "9x9"], "--size is 9; allowed are whole numbers from 320 to 7680."),
    (["shots", "x", "--theme", "flet"], "There is no theme flet; did you mean felt?"),
])
def test_a_wrong_command_line_gets_a_sentence(words: list[str], sentence: str, call: Call) -> None:
    said = call(*words)
    assert said.code == 2 and said.out == ""
    assert only_line(said.err).startswith(sentence)


def test_the_sentences_come_in_german_too(call: Call) -> None:
    said = call("--lang", "de", "simulat")
    assert said.err.startswith("Einen Befehl oder ein Spiel simulat gibt es nicht; ist simulate gemeint? ")


# --- help ---


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help_in_every_language(command: str, language: str, call: Call) -> None:
    said = call(*["--lang", language, command, "--help"] if command else ["--lang", language, "-h"])
    assert said.code == 0 and said.err == ""
    assert said.out.startswith(Texts(language)("cli.help.usage"))
    assert "cli." not in said.out and "{" not in said.out
    for english in ("show this help message", "positional arguments", "optional arguments"):
        assert english not in said.out
    if language == "de":
        assert "options" not in said.out and "arguments" not in said.out


@pytest.mark.parametrize("language", languages())
def test_the_help_of_the_bench_lists_every_long_part_on_its_own_line(language: str, call: Call) -> None:
    out = call("--lang", language, "bench", "--help").out
    listed = [line.split()[0] for line in out.splitlines() if re.match(r"  [a-z]+  ", line)]
    assert listed == sorted(LONG)


@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_the_help_of_a_part_of_the_bench_does_not_run_it(call: Call, monkeypatch: pytest.MonkeyPatch,
                                                         asked: str) -> None:
    monkeypatch.setattr(bench, "main", lambda args: pytest.fail("it ran"))
    assert call("bench", "faults", "--quick", asked) == call("bench", "--help")


def test_the_overview_names_all_commands_and_games(call: Call) -> None:
    out = call("--help").out
    assert all(word in out for word in (*COMMANDS, *GAMES))


# --- simulate ---


@pytest.mark.parametrize("game", GAMES)
def test_what_was_simulated_verifies(game: str, call: Call, tmp_path: Path) -> None:
    out = tmp_path / "records"
    said = call("simulate", game, "--bots", "easy", "--games", 2, "--seed", 7, "--legal", "--out", out)
    assert said.code == 0
    assert all("of 2 games" in line
               for line in said.err.splitlines()), "only a slow computer tells how far it is"
    names = [f"{game}-7-{index:03}.json" for index in range(2)]
    assert sorted(path.name for path in out.iterdir()) == names
    said = call("verify", out)
    assert said.code == 0, said.out
    lines = said.out.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == [str(out / name) for name in names]
    assert all(f": ok ({game}, classic, moves " in line for line in lines[:2])
    assert lines[2] == "2 records, 0 with faults"


def test_records_count_legal_moves_only_if_asked(call: Call, record: Path, tmp_path: Path) -> None:
    call("simulate", "turm_domino", "--games", 1, "--out", tmp_path / "plain")
    plain = json.loads((tmp_path / "plain" / "turm_domino-1-000.json").read_text("utf-8"))
    asked = json.loads(record.read_text("utf-8"))
    assert "legal" not in plain["rounds"][0]["moves"][0]
    assert asked["rounds"][0]["moves"][0]["legal"] >= 1


def test_the_same_numbers_give_the_same_games(call: Call, record: Path, tmp_path: Path) -> None:
    call("simulate", "turm_domino", "--bots", "easy", "--games", 2, "--seed", 4710, "--legal",
         "--out", tmp_path / "again")
    again = tmp_path / "again" / "turm_domino-4710-001.json"
    assert again.read_bytes() == record.read_bytes()


def test_the_table_has_all_figures(call: Call) -> None:
    said = call("simulate", "turm_domino", "--bots", "easy,medium", "--games", 4)
    lines = said.out.splitlines()
    assert lines[0] == "turm_domino, classic: 4 games, deals 1 to 4"
    heads = ["bot", "games", "wins", "win %", "mean points", "best", "ms/move", "worst ms"]
    assert lines[2].split() == " ".join(heads).split()
    assert [line.split()[:2] for line in lines[3:5]] == [["easy", "2"], ["medium", "2"]]
    assert lines[6].startswith("Moves in a game: mean ") and lines[7].startswith("Time for a move: mean ")


def test_the_pace_gives_every_bot_the_same_share_of_its_time(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    from game.commands import match

    asked: list[tuple[str, float]] = []
    deadline_for = match.deadline_for
    monkeypatch.setattr(match, "deadline_for",
                        lambda level, pace: asked.append((level, pace)) or deadline_for(level, pace))
    for option in (["--pace", 10], ["--timed"], []):
        call("simulate", "turm_domino", "--bots", "easy,medium", "--games", 2, *option)
    assert set(asked) == {("easy", 0.1), ("medium", 0.1), ("easy", 1.0), ("medium", 1.0)}


def test_several_processes_play_the_same_games(call: Call, tmp_path: Path) -> None:
    for jobs in (1, 2):
        said = call("simulate", "turm_domino", "--bots", "easy", "--games", 4, "--jobs", jobs,
                    "--out", tmp_path / str(jobs))
        assert said.code == 0, said.err
    for path in sorted((tmp_path / "1").iterdir()):
        assert path.read_bytes() == (tmp_path / "2" / path.name).read_bytes()


def test_the_progress_of_a_long_run_goes_to_stderr(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    from game.commands import simulate

    times = iter(range(0, 1000, 3))
    monkeypatch.setattr(simulate.time, "monotonic", lambda: next(times))
    said = call("simulate", "turm_domino", "--bots", "easy", "--games", 5)
    assert said.err.splitlines()[0] == "2 of 5 games, about 0:09 left"
    assert "about" not in said.out


def test_a_folder_without_permission_is_a_sentence(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(path: Path, **how: Any) -> None:  # not by chmod: root may write everywhere
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    said = call("simulate", "turm_domino", "--games", 1, "--out", tmp_path / "out")
    assert (said.code, said.out) == (1, "")
    assert only_line(said.err) == f"The folder {tmp_path}/out could not be created: permission denied."


def test_a_file_instead_of_the_folder_is_a_sentence(call: Call, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    said = call("simulate", "turm_domino", "--games", 1, "--out", tmp_path / "out")
    assert said.code == 1
    assert only_line(said.err).endswith("/out could not be created: a part of the path is not a folder.")


def test_a_full_disk_is_a_sentence_after_the_games_so_far(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def write(path: Path, data: bytes) -> None:
        if "002" in path.name:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(simulate, "write_atomically", write)
    said = call("simulate", "turm_domino", "--games", 5, "--bots", "easy", "--out", tmp_path)
    assert said.code == 1
    assert only_line(said.err) == f"{tmp_path}/turm_domino-1-002.json could not be written: the disk is full."
    assert said.out.startswith("turm_domino, classic: 2 games, deals 1 to 2\n")


def test_a_faulty_variant_of_ones_own_shows_its_faults(call: Call, tmp_path: Path) -> None:
    own = tmp_path / "data" / "rules" / "turm_domino" / "mine.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("extends: classic\nopen: perhaps\n", "utf-8")
    said = call("simulate", "turm_domino", "--variant", "mine")
    assert said.code == 1
    assert said.err.splitlines() == [f"{own}:2:7: open is perhaps; write true or false",
                                     "The variant mine has faults and cannot be played."]


def test_a_variant_of_ones_own_can_be_simulated(call: Call, tmp_path: Path) -> None:
    own = tmp_path / "data" / "rules" / "turm_domino" / "mine.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("extends: strict\nopen: true\n", "utf-8")
    assert call("simulate", "turm_domino", "--variant", "mine", "--games", 2).code == 0


# --- simulate with several players, with the null game ---


class TakesOne:
    """A bot for the null game: the weak one takes one bead, the strong one takes all if it can."""

    def __init__(self, strong: bool):
        self.strong = strong

    def choose(self, rules: Any, state: Any, *how: Any) -> Choice:
        moves = list(rules.legal_moves(state))
        return Choice(moves[-1 if self.strong and moves[-1] == state.heap else 0], Phrase("hint.none"))


@pytest.fixture
def beads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """Put the null game into the catalog. Return its bots."""
    bots: dict[str, Any] = {"easy": TakesOne(strong=False), "hard": TakesOne(strong=True)}
    module = ModuleType("tests.null_bots")

    class NullEngine(Engine):
        levels = bots  # type: ignore[assignment]

        def _choose(self, level, state, player, rng, deadline, stop):
            return bots[level].choose(self.rules, state, player, rng, deadline, stop)

    module.NullEngine = NullEngine  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(GAMES, "null_game", catalog.Game(
        "null_game", "dominoes", (2, 4), "tests.kit.null_game:NullGame", "", "tests.null_bots:NullEngine"))
    folder = tmp_path / "variants"
    (folder / "null_game").mkdir(parents=True)
    (folder / "null_game" / "classic.yaml").write_text(json.dumps(null_game.CLASSIC), "utf-8")
    monkeypatch.setattr(catalog, "SHIPPED", folder)
    catalog.rules_class.cache_clear()
    catalog.engine_class.cache_clear()
    return bots


def seats(path: Path) -> list[str]:
    return [player["level"] for player in json.loads(path.read_text("utf-8"))["players"]]


def test_seats_alternate_and_rounds_follow_each_other(call: Call, beads: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    said = call("simulate", "null_game", "--bots", "easy,hard", "--games", 4, "--legal", "--out", out)
    assert said.code == 0, said.err
    files = sorted(out.iterdir())
    assert [seats(path) for path in files] == [["easy", "hard"], ["hard", "easy"]] * 2
    assert "Rounds in a game: mean 2.0, 2 to 2" in said.out
    assert call("verify", out).code == 0


def test_a_shared_win_counts_half(call: Call, beads: Any) -> None:
    said = call("simulate", "null_game", "--bots", "easy,easy", "--games", 50)
    rows = [line.split() for line in said.out.splitlines()]
    first, second = float(rows[3][2]), float(rows[4][3])
    assert rows[3][0] == "easy" and rows[4][:2] == ["easy", "2"]
    assert first + second == 50


def test_two_bots_fill_a_larger_table_in_turn(call: Call, beads: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    call("simulate", "null_game", "--bots", "easy,hard", "--players", 3, "--games", 2, "--out", out)
    assert [seats(path) for path in sorted(out.iterdir())] == [
        ["easy", "hard", "easy"], ["hard", "easy", "hard"]]


def test_more_bots_than_seats_are_refused(call: Call, beads: Any) -> None:
    said = call("simulate", "null_game", "--bots", "easy,easy,easy,easy,hard")
    assert said.code == 2 and said.err.startswith("5 bots, but at most 4 can sit at this table;")


def test_a_bot_that_breaks_the_rules_is_named(call: Call, beads: dict[str, Any]) -> None:
    beads["easy"].choose = lambda *how: Choice(9, Phrase("hint.none"))
    said = call("simulate", "null_game", "--bots", "easy", "--seed", 5)
    assert said.code == 1
    assert only_line(said.err) == (
        "Deal 5: the bot easy wanted take 9 as move 1, which is not allowed: Take 1 to 3 beads")


def test_a_game_without_end_is_named(call: Call, beads: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_MOVES", 3)
    said = call("simulate", "null_game", "--bots", "easy", "--seed", 5)
    assert (said.code, said.err) == (1, "Deal 5: the game was not over after 3 moves.\n")


def test_a_game_without_bots_is_a_sentence(call: Call, beads: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tests.null_bots")
    assert call("simulate", "null_game") == (1, "", "null_game has no bots yet.\n")


# --- verify ---


def test_a_missing_record_is_a_sentence(call: Call, tmp_path: Path) -> None:
    said = call("verify", tmp_path / "none.json")
    assert said.code == 1
    assert only_line(said.out).endswith(
        "none.json: the file could not be read: there is no such file or folder")


def test_a_folder_without_records_is_a_sentence(call: Call, tmp_path: Path) -> None:
    said = call("verify", tmp_path)
    assert said.code == 1 and "there are no records (*.json) in this folder" in said.out


@pytest.mark.parametrize(("content", "sentence"), [
    (b"", "the file is empty"),
    (b"hello", "the file is cut off or damaged: no JSON from line 1, column 1 on"),
    (b"\xff\xfe", "the file is not UTF-8 (byte 0 is not allowed there)"),
    (b"[]", "the file is not a game record"),
    (b'{"format": "dominothek", "version": 3}',
     "the record has version 3; this program reads versions 1 to 2"),
    (b'{"format": "dominothek", "version": 1}', '“players” is missing in “record”, or it is not what it'),
    (b"[" * 100_000, "the file is not a game record"),
    (b'{"format": "dominothek", "version": 1' + b"1" * 5000 + b"}", "the file is not a game record"),
])
def test_a_file_that_is_no_record_is_a_sentence(
    content: bytes, sentence: str, call: Call, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    said = call("verify", path)
    assert said.code == 1 and only_line(said.out).startswith(f"{path}: {sentence}")


def test_a_truncated_record_is_a_sentence(call: Call, record: Path) -> None:
    record.write_bytes(record.read_bytes()[:-400])
    said = call("verify", record)
    assert said.code == 1
    assert only_line(said.out).startswith(f"{record}: the file is cut off or damaged: no JSON from line 1, ")


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda moves: moves[2].update(move="9>9"), "move 3, 9>9, is not allowed: There is no column 9"),
    (lambda moves: moves[2].update(move="up"), 'move 3 is “up”; write a move like “3>1”'),
    (lambda moves: moves[2].pop("move"), '“move” is missing in “moves”, or it is not what it should be'),
    (lambda moves: moves[0].update(by=1), "by is 1; by the rules it is 0"),
    (lambda moves: moves[0].update(legal=77), "legal is 77; by the rules it is "),
    (lambda moves: moves[1].update(scores=[3]), "scores is [3]; by the rules it is [2]"),
    (lambda moves: moves.pop(), 'round 1: the result is {"scores"'),
])
def test_the_first_difference_in_a_record_is_named(
    change: Callable[[list[Any]], Any], sentence: str, call: Call, record: Path
) -> None:
    said = call("verify", changed(record, lambda data: change(data["rounds"][0]["moves"])))
    assert said.code == 1 and sentence in only_line(said.out)


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda data: data.update(game="chess"), "there is no game chess; there are turm_domino"),
    (lambda data: data.update(players=data["players"] * 2), "number of players: 2; allowed: 1 to 1"),
    (lambda data: data["rules"].update(open="yes"), "the rules in the record: open is yes"),
    (lambda data: data["result"].update(winners=[3]), "the result of the game is {"),
    (lambda data: data.pop("result"), "the result of the game is null; by the rules it is {"),
    (lambda data: data["rounds"].append(data["rounds"][0]), "a new round begins, but the round before is"),
    (lambda data: data["rounds"][0]["setup"].pop("tower"), 'the setup needs “tower”, a list of 1 to 9'),
    (lambda data: data["rounds"][0]["setup"]["tower"].append("6|1"), '“6|1” in the setup is not a domino'),
])
def test_what_is_wrong_with_the_whole_record_is_named(
    change: Callable[[dict[str, Any]], Any], sentence: str, call: Call, record: Path
) -> None:
    said = call("verify", changed(record, change))
    assert said.code == 1 and sentence in only_line(said.out)


def test_a_game_that_is_not_over_is_in_order(call: Call, record: Path) -> None:
    def cut(data: dict[str, Any]) -> None:
        del data["result"], data["rounds"][0]["result"], data["rounds"][0]["moves"][2:]

    said = call("verify", changed(record, cut))
    assert said.code == 0 and said.out.endswith(": ok (turm_domino, classic, moves 2, not finished)\n")


def test_one_bad_record_does_not_stop_the_others(call: Call, record: Path) -> None:
    changed(record, lambda data: data.update(game="chess"))
    said = call("verify", record.parent)
    assert said.code == 1 and said.out.endswith("2 records, 1 with faults\n")


def test_a_difference_is_named_in_german_too(call: Call, record: Path) -> None:
    bad = changed(record, lambda data: data["rounds"][0]["moves"][2].update(move="9>9"))
    said = call("verify", bad, "--lang", "de")
    assert only_line(said.out) == f"{bad}: Zug 3, 9>9, ist nicht erlaubt: Eine Spalte 9 gibt es nicht"


# --- rules ---


def skip_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not play the puzzles: tests/rules/files/test_shipped.py plays all of them, which takes long."""
    load_all = levels.load_all
    monkeypatch.setattr(levels, "load_all", lambda game, prove: load_all(game, begin=False))


def test_the_shipped_rules_have_no_faults(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    skip_proofs(monkeypatch)
    said = call("rules")
    assert said.code == 0 and said.err == ""
    count, rest = only_line(said.out).split(" ", 1)
    assert int(count) >= 4 and rest == "files, no faults"


def test_the_folder_of_a_file_tells_its_game(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "variants" / "turm_domino" / "mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("extends: classic\nfound:\n  neighbor_sum: 12\n", "utf-8")
    said = call("rules", path)
    assert said.code == 1
    first, last = said.out.splitlines()
    assert first.startswith(f"{path}:3:3: unknown key neighbor_sum; did you mean neighbour_sum? Allowed are ")
    assert last == "files: 1, 1 fault"
    assert call("rules", tmp_path).out == said.out


def test_a_file_elsewhere_needs_its_game(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("extends: classic\nopen: true\n", "utf-8")
    said = call("rules", path)
    assert said.code == 1 and f"{path}:1:1: which game is this for?" in said.out
    assert call("rules", path, "--game", "turm_domino").out == "1 file, no faults\n"


def test_ones_own_rules_are_checked_with_the_shipped_ones(call: Call, tmp_path: Path,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    skip_proofs(monkeypatch)
    own = tmp_path / "data" / "rules"
    for name, text in (("turm_domino/bad.yaml", "open: 3\n"), ("turm_domino/mine.yml", "open: true\n"),
                       ("turm_domin/good.yaml", "extends: classic\n"), ("lost.yaml", "extends: classic\n")):
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text, "utf-8")
    said = call("rules")
    lines = [line for line in said.out.splitlines() if line.startswith(str(own))]
    assert said.code == 1 and len(lines) == 5
    for start in (f"{own}/turm_domino/bad.yaml:1:7: open is 3; write true or false",
                  f"{own}/turm_domino/bad.yaml:1:1: missing here: ",
                  f"{own}/turm_domino/mine.yml:1:1: rule files and puzzles end in .yaml",
                  f"{own}/turm_domin:1:1: no game has the name of this folder; did you mean turm_domino?",
                  f"{own}/lost.yaml:1:1: which game is this for?"):
        assert any(line.startswith(start) for line in lines), start


LEVEL = """\
grade: 1
levels:
  - id: "1"
    variant: classic
    setup:
      tower: ["1|6"]
      columns: [["2|6"], ["1|1"]]
    goal: won
    par: 1
    proof: "{proof}"
"""


@pytest.mark.parametrize("folder", ["levels/turm_domino", "turm_domino"])
@pytest.mark.parametrize(("proof", "sentence"), [
    ("1>1", "the last move of the proof, number 1, does not reach the goal won"),
    ("1>1 1>1", "move 2 of the proof, 1>1, is not allowed: Column 1 is empty"),
    ("up", 'move 1 of the proof is “up”; write a move like “3>1”'),
])
def test_a_level_without_a_valid_proof_is_a_fault(
    folder: str, proof: str, sentence: str, call: Call, tmp_path: Path
) -> None:
    path = tmp_path / folder / "1_mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(LEVEL.replace("{proof}", proof), "utf-8")
    said = call("rules", path)
    assert said.code == 1 and said.out.splitlines()[0] == f"{path}:10:12: {sentence}"


def test_a_level_that_is_no_level_is_a_fault(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "levels" / "turm_domino" / "mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("grade: 1\nlevels: 3\n", "utf-8")
    said = call("rules", path)
    assert said.code == 1 and said.out.startswith(f"{path}:2:1: levels takes a list;")


def test_a_missing_rule_file_is_a_fault(call: Call, tmp_path: Path) -> None:
    said = call("rules", tmp_path / "none.yaml")
    assert said.code == 1 and said.out.startswith(f"{tmp_path / 'none.yaml'}:1:1: there is no such file\n")


# --- replay, shots, bench, test ---


def test_a_record_is_opened_in_the_window(call: Call, record: Path, window: list[Route | None]) -> None:
    assert call("replay", record).code == 0
    assert window == [OpenFile(record)]


def test_a_broken_record_opens_no_window(call: Call, record: Path, window: list[Route | None]) -> None:
    record.write_bytes(record.read_bytes()[:-400])
    said = call("replay", record)
    assert said.code == 1 and not window
    assert only_line(said.err).startswith(f"{record}: the file is cut off or damaged")
    assert call("replay", "none.json").err == "none.json: there is no such file or folder\n"


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replace the screenshots by a list of the requested ones."""
    asked: list[Any] = []
    shots = ModuleType("game.shots.screens")
    shots.draw_all = lambda *how: asked.append(how) or [how[0] / "shelf.png"]  # type: ignore[attr-defined]
    shots.SCREENS = {"shelf": None, "table": None}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "game.shots.screens", shots)
    return asked


def test_shots_are_drawn_and_named(call: Call, screens: list[Any], tmp_path: Path) -> None:
    folder = tmp_path / "new"
    said = call("shots", folder, "--size", "1280x720", "--lang", "de", "--theme", "night", "--only", "shelf")
    assert said == (0, f"{folder / 'shelf.png'}\n", "")
    assert screens == [(folder, (1280, 720), "de", "night", "shelf", 100, None)]
    assert folder.is_dir()


def test_shots_of_a_text_need_its_key(call: Call, screens: list[Any], tmp_path: Path) -> None:
    said = call("shots", tmp_path, "--key", "no.such.key")
    assert said == (2, "", "No text has the key no.such.key.\n") and not screens
    assert call("shots", tmp_path, "--key", "status.solo").code == 0 and screens[0][-1] == "status.solo"


def test_shots_that_cannot_be_written_are_a_sentence(call: Call, screens: list[Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = call("shots", tmp_path / "file")
    assert said.code == 1 and not screens
    assert only_line(said.err).endswith("/file: a part of the path is not a folder.")


def test_no_screen_of_that_name_is_a_sentence(call: Call, screens: list[Any], tmp_path: Path) -> None:
    said = call("shots", tmp_path, "--only", "shelv")
    assert (said.code, said.out) == (2, "")
    assert said.err == "There is no screen shelv; did you mean shelf? There are shelf, table.\n"
    assert not screens


def test_bench_and_test_get_their_arguments(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    bench = ModuleType("game.bench")
    bench.main = lambda args: asked.append(args) or 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "game.bench", bench)
    monkeypatch.setattr(run_tests, "run", lambda args: asked.append(args) or 5)
    assert call("bench", "--quick").code == 0
    assert call("test", "-k", "bots", "--lang", "x").code == 5
    assert asked == [["--quick"], ["-k", "bots", "--lang", "x"]]


# --- interruption ---


def test_ctrl_c_is_a_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    from game.commands import simulate

    def interrupted(match: Any, index: int) -> Any:
        if index == 1:
            raise KeyboardInterrupt
        return play(match, index)

    play = simulate.play_game
    monkeypatch.setattr(simulate, "play_game", interrupted)
    said = call("simulate", "turm_domino", "--bots", "easy", "--games", 9)
    assert (said.code, said.err) == (130, "Stopped.\n")
    assert said.out.startswith("turm_domino, classic: 1 game, deal 1\n")


def test_ctrl_c_in_the_window_is_a_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(game: str | None) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "open_program", play)
    assert call() == (130, "", "Stopped.\n")


def test_the_unforeseen_is_a_sentence_and_a_report(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(commands, "open_program", lambda game: 1 / 0)
    said = call("turm_domino")
    report = tmp_path / "data" / "crash.log"
    assert said.code == 1 and "Traceback" not in said.err
    assert said.err.startswith("Something unexpected went wrong: ZeroDivisionError")
    assert str(report) in said.err and "Traceback" in report.read_text("utf-8")


def program(*args: object, **how: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DOMINOTHEK_LANG": "en"}
    return subprocess.run([sys.executable, "main.py", *map(str, args)], cwd=ROOT, env=environment, text=True,
                          check=False, stderr=subprocess.PIPE, **how)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX pipe")
def test_a_reader_that_goes_away_is_no_fault(record: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = program("verify", record, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (commands.READER_GONE, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_output_to_a_full_disk_is_a_sentence(record: Path) -> None:
    with open("/dev/full", "w") as full:
        done = program("verify", record, stdout=full)
    assert (done.returncode, done.stderr) == (1, "The output could not be written: the disk is full.\n")


def test_a_console_without_umlauts_shows_question_marks(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "DOMINOTHEK_LANG": "de"}
    done = subprocess.run([sys.executable, "main.py", "--help"], cwd=ROOT, env=environment, check=False,
                          capture_output=True)
    assert done.returncode == 0 and b"?ffnet sich das Fenster" in done.stdout


# --- simulate --compare ---


def test_compare_puts_two_variants_side_by_side(call: Call) -> None:
    said = call("simulate", "turm_domino", "--variant", "strict", "--compare", "classic", "--bots", "easy",
                "--games", "12")
    assert said.code == 0
    head, _, names, *rows = said.out.splitlines()
    assert "strict and classic" in head and "12 games each" in head and names.split() == ["strict", "classic"]
    assert [row.split("   ")[0].strip() for row in rows[:3]] == ["mean points", "mean moves", "wins of easy"]
    shares = [float(cell) for row in rows if row.startswith("ends:") for cell in row.split()
              if cell.endswith("%")
              for cell in [cell[:-1]]]
    assert sum(shares[::2]) == pytest.approx(100, abs=0.2) and sum(shares[1::2]) == pytest.approx(100,
                                                                                                  abs=0.2)


def test_a_variant_compared_with_itself_shows_no_difference(call: Call) -> None:
    said = call("simulate", "trio_domino", "--compare", "classic", "--bots", "easy,medium", "--games", "3")
    for row in said.out.splitlines()[3:]:
        figures = [cell for cell in row.split() if cell.rstrip("%").replace(".", "").isdigit()]
        assert len(figures) == 2 and figures[0] == figures[1]


@pytest.mark.parametrize(("args", "words"), [
    (("--compare", "clasic"), "did you mean classic"),
    (("--compare", "classic", "--out", "x"), "--compare writes no records"),
])
def test_a_wrong_comparison_is_answered_by_a_sentence(call: Call, args: tuple[str, ...], words: str) -> None:
    said = call("simulate", "turm_domino", *args)
    assert said.code == 2 and words in said.err and not said.out
