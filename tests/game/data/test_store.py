"""The data folder: writes reach the disk, nothing is lost, unusable files are reported with a reason."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from queue import Queue

import pytest

from game.data.files import write_atomically
from game.data.store import Settings, Store, game_aids
from game.ui.text import Texts, languages
from rules.base import RECORD_VERSION as VERSION
from rules.catalog import GAMES, rules_of
from rules.session import Seat, Session

GAME = next(iter(GAMES))
DAMAGED = ("damaged", "beschädigt", "dañado", "abîmé", "danneggiato", "beschadigd")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def session(game: str = GAME) -> Session:
    return Session(rules_of(game), [Seat(name) for name in "ABCDEF"[:GAMES[game].players[0]]], 7)


def saved(store: Store, name: str, *, seconds: float = 0.0) -> Path:
    """Save a game under `name`, with a modification time `seconds` after 1 January 2026."""
    path = store.saves / f"{name}.json"
    store.save(session(), path)
    os.utime(path, (1767225600 + seconds,) * 2)
    return path


# --- reaching the disk ---


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> Queue[int]:
    """The inodes of everything that is synced to disk, in order."""
    found: Queue[int] = Queue()
    sync = os.fsync

    def noted(descriptor: int) -> None:
        sync(descriptor)
        found.put(os.fstat(descriptor).st_ino)

    monkeypatch.setattr(os, "fsync", noted)
    return found


def inodes(*paths: Path) -> list[int]:
    return [path.stat().st_ino for path in paths]


def next_synced(synced: Queue[int], count: int) -> list[int]:
    return [synced.get(timeout=10) for _ in range(count)]


def test_a_durable_file_is_synced_before_it_replaces_the_old_one_then_its_name(tmp_path, synced, monkeypatch):
    path = tmp_path / "file"
    replace = os.replace
    done_before: list[int] = []

    def noted(source: Path, target: Path) -> None:
        done_before.append(synced.qsize())
        replace(source, target)

    monkeypatch.setattr(os, "replace", noted)
    write_atomically(path, b"new", durable=True)
    assert done_before == [1]
    assert next_synced(synced, 2) == inodes(path, tmp_path)


def test_a_durable_file_has_all_its_content_when_it_is_synced(tmp_path, monkeypatch):
    sizes: list[int] = []
    sync = os.fsync

    def noted(descriptor: int) -> None:
        sizes.append(os.fstat(descriptor).st_size)
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    write_atomically(tmp_path / "file", b"content", durable=True)
    assert sizes[0] == len(b"content")


def test_a_save_reaches_the_disk(store, synced):
    path = store.new_save_path(GAME)
    store.save(session(), path)
    assert next_synced(synced, 2) == inodes(path, path.parent)


def test_settings_reach_the_disk(store, synced):
    store.write_settings(Settings())
    assert next_synced(synced, 2) == inodes(store.folder / "settings.yaml", store.folder)


def test_choices_reach_the_disk(store, synced):
    store.write_choices(GAME, {"variant": "classic"})
    folder = store.folder / "choices"
    assert next_synced(synced, 2) == inodes(folder / f"{GAME}.json", folder)


def test_a_save_is_removed_only_when_its_record_is_on_the_disk(store, synced, monkeypatch):
    path = saved(store, "one")
    next_synced(synced, 2)
    unlink = Path.unlink
    done_before: list[int] = []

    def noted(file: Path, **how: bool) -> None:
        done_before.append(synced.qsize())
        unlink(file, **how)

    monkeypatch.setattr(Path, "unlink", noted)
    record = store.finish(session(), path)
    assert not path.exists() and done_before == [2]
    assert next_synced(synced, 2) == inodes(record, record.parent)


def test_a_save_stays_if_its_record_cannot_be_written(store):
    path = saved(store, "one")
    store.records.write_text("a file in the place of the folder")
    store.finish(session(), path)
    assert path.is_file() and store.latest().path == path
    assert [notice.key for notice in store.notices] == ["notice.not_saved"]


def test_a_small_file_that_fits_does_not_end_the_trouble_of_a_save(store, monkeypatch):
    """A disk almost full takes the settings and refuses the save: one notice, and one when it fits again."""
    def nearly_full(path: Path, content: bytes, **how: bool) -> None:
        if path.parent in (store.saves, store.records):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_atomically(path, content, **how)

    path = store.new_save_path(session().rules.game)
    with monkeypatch.context() as patch:
        patch.setattr("game.data.store.write_atomically", nearly_full)
        store.save(session(), path)
        store.write_settings(Settings())
        store.finish(session(), path)
    assert [notice.key for notice in store.notices] == ["notice.not_saved"]
    store.save(session(), path)
    assert [notice.key for notice in store.notices] == ["notice.not_saved", "notice.saved_again"]


# --- which game goes on ---


def test_the_game_played_last_is_continued_whatever_its_name(store):
    saved(store, "z", seconds=1)
    last = saved(store, "a", seconds=3)
    saved(store, "m", seconds=2)
    assert store.latest().path == last
    assert [save.path.stem for save in store.unfinished()] == ["a", "m", "z"]


def test_a_file_that_has_gone_meanwhile_does_not_stop_the_list(store):
    save = saved(store, "one")
    (store.saves / "two.json").symlink_to(store.saves / "gone")
    assert [found.path for found in store.unfinished()] == [save]


def test_if_the_last_save_is_damaged_the_one_before_is_continued(store):
    before = saved(store, "one", seconds=1)
    saved(store, "two", seconds=2).write_text("{")
    assert store.latest().path == before


def test_every_new_save_has_a_path_of_its_own(store, monkeypatch):
    monkeypatch.setattr("time.strftime", lambda _: "20261116-120000")
    first, second = store.new_save_path(GAME), store.saves / f"20261116-120000-{GAME}-2.json"
    assert first == store.saves / f"20261116-120000-{GAME}.json"
    store.save(session(), first)
    assert store.new_save_path(GAME) == second
    store.finish(session(), first)
    assert not first.exists() and store.new_save_path(GAME) == second, "a record has that name"


def test_only_the_latest_records_are_listed(store):
    for name in "abc":
        store.finish(session(), store.saves / f"{name}.json")
    assert len(store.finished()) == 3 and len(store.finished(limit=2)) == 2


# --- files that cannot be used ---


def test_a_save_of_another_version_is_set_aside_with_that_reason_and_not_called_damaged(store):
    path = saved(store, "one")
    content = path.read_text("utf-8").replace(f'"version":{VERSION}', f'"version":{VERSION + 1}')
    path.write_text(content, "utf-8")
    assert store.latest() is None
    (aside,) = store.saves.iterdir()
    assert "damaged" not in aside.name and aside.read_text("utf-8") == content
    (notice,) = store.notices
    assert notice.values["aside"] == aside.name
    for language in languages():
        told = Texts(language)(notice)
        assert f"{VERSION + 1}" in told and aside.name in told
        assert not any(word in told for word in DAMAGED)


def test_a_file_that_was_set_aside_is_never_read_again(store):
    path = saved(store, "one")
    path.write_text(path.read_text("utf-8").replace(f'"version":{VERSION}', '"version":99'), "utf-8")
    saved(store, "two").write_text("{")
    assert store.unfinished() == [] and len(store.notices) == 2
    assert store.unfinished() == [] and store.latest() is None and len(store.notices) == 2


def test_a_save_that_is_cut_off_is_set_aside_with_the_place_of_the_fault(store):
    saved(store, "one").write_text('{"format": "dominothek", "rou')
    assert store.unfinished() == []
    (notice,) = store.notices
    assert notice.values["reason"].key == "record.truncated"
    assert "column" in Texts("en")(notice)


def test_trouble_with_the_disk_is_told_once_and_so_is_its_end(store):
    blocked = store.folder / "choices"
    blocked.write_text("a file in the place of the folder")
    for _ in range(2):
        store.write_choices(GAME, {})
    blocked.unlink()
    for _ in range(2):
        store.write_choices(GAME, {})
    assert [notice.key for notice in store.notices] == ["notice.not_saved", "notice.saved_again"]


def test_only_old_temporary_files_are_removed(store):
    old, new = store.folder / ".old.tmp", store.folder / ".new.tmp"
    for path in (old, new):
        path.write_text("")
    os.utime(old, (1, 1))
    store.tidy()
    assert not old.exists() and new.exists()


# --- settings ---


def test_at_first_the_window_is_full_and_everything_helps(store):
    settings = store.read_settings()
    assert settings.fullscreen and settings.previews and settings.hints and settings.warn_lost
    assert not settings.safe_colours and not settings.auto_pass and settings.seen_tutorials == ""
    assert (settings.text_size, settings.sound, settings.music) == (100, 70, 20)
    assert settings.speed_factor == 1.0 and all(settings.is_on(aid) for aid in game_aids())


def test_a_switch_is_a_field_or_an_aid_of_a_game():
    settings = Settings()
    for switch in ("hints", *game_aids()):
        assert settings.is_on(switch)
        settings.turn(switch, on=False)
        assert not settings.is_on(switch)
        settings.turn(switch, on=True)
        assert settings.is_on(switch)
    assert settings == Settings()


def test_a_first_start_makes_the_folder(tmp_path):
    store = Store(tmp_path / "new" / "folder")
    store.claim()
    assert store.keeps and store.notices == [] and store.folder == tmp_path / "new" / "folder"


def test_every_kind_of_file_has_its_folder(store):
    folders = (store.saves, store.records, store.own_rules, store.own_words)
    assert folders == tuple(store.folder / name for name in ("saves", "records", "rules", "words"))


def test_settings_come_back_as_they_were_written(store):
    settings = Settings(language="de", text_size=120, hints=False, name='A "b": c')
    settings.note_tutorial(GAME)
    for aid in game_aids():
        settings.turn(aid, on=False)
    store.write_settings(settings)
    assert store.read_settings() == settings and not store.notices


@pytest.mark.parametrize("aid", game_aids())
def test_an_aid_of_a_game_is_a_line_of_the_settings_as_in_version_1_0(store, aid):
    (store.folder / "settings.yaml").write_text(f"{aid}: false\n")
    settings = store.read_settings()
    assert not settings.is_on(aid) and not store.notices
    settings.turn(aid, on=True)
    store.write_settings(settings)
    assert f"{aid}: true" in (store.folder / "settings.yaml").read_text().splitlines()


def test_a_faulty_setting_is_replaced_and_the_sound_ones_are_kept(store):
    (store.folder / "settings.yaml").write_text("text_size: 9000\nlanguage: fr\n")
    assert store.read_settings() == Settings(language="fr")
    assert [notice.key for notice in store.notices] == ["notice.set_aside"]


def test_before_the_first_choice_there_is_none(store):
    assert store.read_choices(GAME) == {} and not store.notices


def test_choices_that_cannot_be_read_just_now_are_none_and_stay(store, monkeypatch):
    store.write_choices(GAME, {"variant": "classic"})

    def busy(path: Path) -> bytes:
        raise OSError(errno.EBUSY, "busy", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", busy)
        assert store.read_choices(GAME) == {}
    assert store.read_choices(GAME) == {"variant": "classic"}


def test_damaged_choices_are_set_aside(store):
    path = store.folder / "choices" / f"{GAME}.json"
    path.parent.mkdir()
    path.write_text("{")
    assert store.read_choices(GAME) == {} and not path.exists()
    store.write_choices(GAME, {"variant": "classic"})
    assert json.loads(path.read_bytes()) == {"variant": "classic"} == store.read_choices(GAME)
