"""Data folders of other versions: one of 1.0 opens whole, a newer one is left alone with a sentence."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from game import commands, routes
from game.data.store import FOLDER_VERSION, Store
from game.table.scene import TableScene
from game.ui.text import Texts, languages
from rules.catalog import variants
from tests.kit.desk import Desk

OLD = Path(__file__).parent / "folder_1_0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a data folder that the program 1.0 has written."""
    return Path(shutil.copytree(OLD, tmp_path / "data"))


def test_a_folder_of_1_0_opens_whole(folder: Path) -> None:
    desk = Desk(folder)
    assert desk.store.notices == [] and desk.app.history.notices == []
    assert (desk.app.settings.name, desk.app.settings.theme) == ("Ada", "paper")
    assert len(desk.store.unfinished()) == len(list((OLD / "saves").iterdir()))
    assert [person.name for person in desk.app.history.people.all()] == ["Ada"]
    for record in (OLD / "records").iterdir():
        assert desk.app.history.summary(json.loads(record.read_bytes())["game"]).played == 1
    assert "my_table" in {variant.name for variant in variants("turm_domino", desk.store.own_rules)}
    assert (folder / "version.txt").read_text() == f"{FOLDER_VERSION}\n"


def test_its_unfinished_games_go_on(folder: Path) -> None:
    desk = Desk(folder)
    for save in desk.store.unfinished():
        desk.app.open(routes.Resume(save))
        assert isinstance(desk.scene, TableScene), save.path.name
        desk.app.home()


def test_its_records_are_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = sorted(map(str, (folder / "records").glob("*.json")))
    assert records and commands.main(["verify", *records]) == 0


def test_a_newer_folder_is_left_alone_and_named(folder: Path) -> None:
    (folder / "version.txt").write_text(f"{FOLDER_VERSION + 1}\n")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    store = Store(folder)
    store.claim()
    assert [notice.key for notice in store.notices] == ["notice.newer_folder"] and not store.keeps
    assert store.folder != folder
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    for language in languages():
        assert str(folder) in Texts(language)(store.notices[0])


@pytest.mark.parametrize("content", [b"", b"two", b"9" * 1000, b"\xff\xfe"])
def test_a_damaged_number_counts_as_an_old_folder(folder: Path, content: bytes) -> None:
    (folder / "version.txt").write_bytes(content)
    store = Store(folder)
    store.claim()
    assert store.notices == [] and store.folder == folder
    assert (folder / "version.txt").read_text() == f"{FOLDER_VERSION}\n"
