"""Export: every result, person and honour is in the file, in a form that other programs can read."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.data.export import everything, write_export
from game.data.history import History, Result, SeatResult

RESULT = Result("null_game", "classic", 2, 7, won=True, why="last", score=5, moves=9, seconds=12.5,
                ended="2026-11-16 12:00:00")


@pytest.fixture
def history() -> Iterator[History]:
    history = History(None)
    ada = history.people.make("=Ada")
    assert ada is not None
    history.people.award(ada.id, "null_game", "first", "2026-11-16")
    bot = SeatResult("Bruno", -3, False, None, "bot", "easy")
    history.add(RESULT, [SeatResult("=Ada", 5, True, ada.id), bot])
    yield history
    history.close()


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


def test_the_json_file_holds_everything(history: History, tmp_path: Path) -> None:
    (path,) = write_export(history, tmp_path / "new" / "folder", "json", "out")
    told = json.loads(path.read_text("utf-8"))
    assert path.name == "out.json" and told == everything(history)
    assert (told["format"], told["version"]) == ("dominothek-export", 1)
    (game,) = told["results"]
    assert (game["id"], game["game"], game["won"], game["seconds"]) == (1, "null_game", True, 12.5)
    assert [[seat[name] for name in ("name", "kind", "level", "score", "won")] for seat in game["seats"]] == [
        ["=Ada", "human", None, 5, True], ["Bruno", "bot", "easy", -3, False]]
    assert told["people"][0]["name"] == "=Ada" and told["honours"][0]["honour"] == "first"


def test_the_results_table_has_a_line_for_every_seat(history: History, tmp_path: Path) -> None:
    results, _, _ = write_export(history, tmp_path, "csv", "out")
    ada, bot = rows(results)
    assert (ada["game_id"], ada["game"], ada["seat"], ada["won"]) == ("1", "null_game", "0", "1")
    assert (bot["name"], bot["kind"], bot["bot_level"], bot["score"], bot["won"]) == (
        "Bruno", "bot", "easy", "-3", "0")
    assert "id" not in ada and "best_rival" not in ada


def test_a_name_is_never_a_formula_of_a_spreadsheet(history: History, tmp_path: Path) -> None:
    results, people, honours = write_export(history, tmp_path, "csv", "out")
    assert rows(results)[0]["name"] == rows(people)[0]["name"] == rows(honours)[0]["name"] == "'=Ada"
    assert rows(results)[1]["name"] == "Bruno"
