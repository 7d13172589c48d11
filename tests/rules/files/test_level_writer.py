"""Written level files: they can be read back, with ids by grade and wrapped lists."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rules.files import level_writer
from rules.files.level_writer import WIDTH, Found, write, written

FOUND = Found({"hands": ["AB", "C D"], "rows": [["1|6"], ["2|5", "3|4"]], "text": "01", "number": 3,
               "none": None},
              {"goal": "won", "par": 2}, {"random": 0.6}, ["1>2", "2>3"])


def test_a_level_is_read_as_it_was_made() -> None:
    level = yaml.safe_load(written(101, FOUND))[0]
    assert level == {
        "id": "101", "variant": "classic", "goal": "won", "par": 2, "rating": {"random": 1},
        "setup": {"hands": ["AB", "C D"], "rows": [["1|6"], ["2|5", "3|4"]], "text": "01", "number": 3},
        "proof": ["1>2", "2>3"],
    }


def test_a_long_list_is_wrapped_between_its_texts() -> None:
    proof = [f"> {number},0 WORD" for number in range(40)]
    text = written(1, Found({"heap": 1}, {"goal": "won", "par": 0}, {}, proof))
    assert yaml.safe_load(text)[0]["proof"] == proof
    assert max(map(len, text.split("\n"))) <= WIDTH


def test_ids_begin_with_the_grade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_writer, "FOLDER", tmp_path)
    paths = [write("beads", "Beads", "games.beads.make_levels", "# about\n", grade, name, found)
             for grade, name, found in ((1, "1_a", [FOUND]), (2, "2_b", [FOUND, FOUND]))]
    assert paths == [tmp_path / "beads" / f"{name}.yaml" for name in ("1_a", "2_b")]
    files = [yaml.safe_load(path.read_text("utf-8")) for path in paths]
    assert [[level["id"] for level in file["levels"]] for file in files] == [["101"], ["201", "202"]]
    assert [file["grade"] for file in files] == [1, 2]
