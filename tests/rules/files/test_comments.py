"""Comments of rule files: those beside a key and directly above it, by dotted key."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.files.comments import comments_in

FILE = """\
# first line
# second line
open: false  # beside

rows: 5  # with "quotes" and a # inside
stack:
  # above an inner key
  wrap: "no # comment"
  most: {low: 1}  # a table on one line
plain: a#b
"""


def comments(text: str, tmp_path: Path) -> dict[str, str]:
    path = tmp_path / "own.yaml"
    path.write_text(text, "utf-8")
    return comments_in(path)


def test_comments_belong_to_the_key_beside_or_below_them(tmp_path: Path) -> None:
    assert comments(FILE, tmp_path) == {
        "open": "first line second line beside",
        "rows": 'with "quotes" and a # inside',
        "stack.wrap": "above an inner key",
        "stack.most": "a table on one line",
    }


@pytest.mark.parametrize("text", ["", "- 1  # in a list\n", "[open", "# only a comment\n"])
def test_a_file_without_keys_has_no_comments(text: str, tmp_path: Path) -> None:
    assert comments(text, tmp_path) == {}


def test_a_file_that_cannot_be_read_has_no_comments(tmp_path: Path) -> None:
    assert comments_in(tmp_path / "none.yaml") == {}
    (tmp_path / "latin.yaml").write_bytes(b"a: \xfc  # b\n")
    assert comments_in(tmp_path / "latin.yaml") == {}
