"""Two programs, folders of somebody else, hostile saves, special files: a sentence, and nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game import commands, routes
from game.data.store import Store
from game.screens.shelf.scene import Shelf
from game.start import bootstrap
from game.table.review.replay import Replay
from game.table.scene import TableScene
from game.ui.text import Texts, languages
from rules import records
from rules.catalog import rules_of
from rules.games.turm_domino.solver import Solver
from rules.session import Seat, Session
from tests.kit.desk import Desk

ROOT = Path(__file__).resolve().parents[3]
GAME = "turm_domino"
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")


def begun(folder: Path, name: str = "one.json", moves: int = 1) -> Path:
    """Save an unfinished game."""
    session = Session(rules_of(GAME), [Seat("Ada")], 7)
    for _ in range(moves):
        session.play(next(iter(session.rules.legal_moves(session.state))))
    path = Store(folder).saves / name
    Store(folder).save(session, path)
    return path


def keys(store: Store) -> list[str]:
    for notice in store.notices:
        for language in languages():
            assert Texts(language)(notice) != notice.key
    return [notice.key for notice in store.notices]


# --- finished saves ---


@pytest.mark.parametrize("times", [1, 3])
def test_a_finished_save_is_booked_once_when_it_is_next_seen(tmp_path, times):
    session = Session(rules_of(GAME), [Seat("Ada")], 4711)
    for move in Solver(session.rules).line(session.state):
        session.play(move)
    assert session.game_outcome is not None and session.game_outcome.winners
    store = Store(tmp_path)
    path = store.saves / "won.json"
    for _ in range(times):  # ended again and again before the save was removed
        store.save(session, path)
        desk = Desk(tmp_path)
        assert desk.app.history.summary(GAME).won == 1 and not path.exists()
        assert "booked" in json.loads((store.records / "won.json").read_text("utf-8"))
        assert desk.store.latest() is None
        desk.app.close()


def test_a_lost_solitaire_stays_a_save_that_can_be_taken_back(tmp_path):
    session = Session(rules_of(GAME), [Seat("Ada")], 3)
    while session.outcome is None:
        session.play(list(session.rules.legal_moves(session.state))[-1])
    assert not session.outcome.winners
    path = Store(tmp_path).saves / "lost.json"
    Store(tmp_path).save(session, path)
    desk = Desk(tmp_path)
    assert path.exists() and desk.app.history.summary(GAME).played == 0
    desk.app.close()


# --- two programs ---

OTHER = """
import sys, time
sys.path.insert(0, {root!r})
from pathlib import Path
from game.data.store import Store
store = Store(Path({folder!r}))
store.claim()
print("second" if store.is_second else "first", flush=True)
sys.stdin.read()
"""


def other_program(folder: Path) -> subprocess.Popen[str]:
    program = subprocess.Popen([sys.executable, "-c", OTHER.format(root=str(ROOT), folder=str(folder))],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None and program.stdout.readline() == "first\n"
    return program


def test_a_second_program_says_so_and_shows_the_games_of_the_first_read_only(tmp_path):
    path = begun(tmp_path)
    before = path.read_bytes()
    first = other_program(tmp_path)
    try:
        desk = Desk(tmp_path)
        assert keys(desk.store) == ["notice.second_program"]
        save = desk.store.latest()
        assert save is not None
        desk.app.open(routes.Resume(save))
        desk.run(50)
        assert isinstance(desk.scene, Replay) and desk.scene.read_only
        desk.app.home()
        desk.app.open(routes.PlayAgain(GAME))
        desk.run(50)
        assert isinstance(desk.scene, TableScene) and not desk.scene.read_only
        assert desk.scene.path != path and path.read_bytes() == before
        desk.app.close()
    finally:
        first.kill()
        first.wait()
        first.communicate()
    again = Store(tmp_path)
    again.claim()
    assert not again.is_second, "the system has released the lock of the killed program"


def test_a_save_that_another_program_has_changed_is_never_replaced(tmp_path):
    path = begun(tmp_path)
    desk = Desk(tmp_path)
    save = desk.store.latest()
    assert save is not None
    table = desk.app.open(routes.Resume(save))
    desk.run(50)
    newer = begun(tmp_path, moves=5).read_bytes()
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    assert path.read_bytes() == newer and table.path != path
    assert len(records.read_file(table.path)["rounds"][0]["moves"]) == 2
    assert keys(desk.store) == ["notice.newer_save"]
    table.play(next(iter(table.session.rules.legal_moves(table.state))))
    assert len(keys(desk.store)) == 1, "told once"
    desk.app.close()


# --- folders and files of somebody else ---


def test_without_a_usable_folder_there_is_a_sentence_and_nothing_is_kept(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file" / "data")
    store.claim()
    assert keys(store) == ["notice.nothing_kept"] and not store.keeps
    store.write_settings(store.read_settings())
    assert len(store.notices) == 1 and (tmp_path / "file").read_text() == "in the way"


STRANGER = """
import os, sys
sys.path.insert(0, {root!r})
sys.dont_write_bytecode = True
from pathlib import Path
from game.data.store import Store
os.setuid(65534)
store = Store(Path({folder!r}))
store.claim()
store.read_settings()
print([notice.key for notice in store.notices], store.latest())
"""


@posix
@pytest.mark.skipif(os.name != "nt" and os.getuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("mode", [0o700, 0o755])
def test_the_folder_of_somebody_else_is_left_alone(tmp_path, mode):
    folder = tmp_path / "data"
    begun(folder)
    folder.chmod(mode)
    done = subprocess.run([sys.executable, "-c", STRANGER.format(root=str(ROOT), folder=str(folder))],
                          capture_output=True, text=True, check=False)
    assert done.stdout == "['notice.nothing_kept'] None\n", done.stderr


def test_an_unreadable_settings_file_is_not_called_damaged_nor_replaced(tmp_path, monkeypatch):
    path = tmp_path / "settings.yaml"
    path.write_text("language: fr\n")
    opened = Path.open

    def refuse(file, *args, **more):
        if file == path:
            raise PermissionError(13, "Permission denied")
        return opened(file, *args, **more)

    store = Store(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        store.write_settings(store.read_settings())
    assert keys(store) == ["notice.settings_unreadable"] and path.read_text() == "language: fr\n"
    assert list(tmp_path.iterdir()) == [path]


# --- hostile saves ---

HOSTILE = {
    "list": lambda record: {**record, "game": []},
    "unknown": lambda record: {**record, "game": "chess"},
    "nul": lambda record: {**record, "players": [{"name": "A\x00B"}]},
    "surrogate": lambda record: {**record, "players": [{"name": "\ud800"}]},
    "variant": lambda record: {**record, "variant": "x" * 100_000},
    "variant_kind": lambda record: {**record, "variant": {"a": []}},
    "no_rounds": lambda record: {**record, "rounds": [7]},
    "players": lambda record: {**record, "players": {"a": 1}},
    "huge": lambda record: {**record, "rules": {"draw": {"most": 10**4000}}},
    "numbers": lambda record: {**record, "rounds": [{"setup": {"tower": 10**100}, "moves": []}]},
}


@pytest.mark.parametrize("way", HOSTILE)
def test_a_hostile_save_is_set_aside_with_its_reason_and_the_others_are_offered(tmp_path, way):
    good = begun(tmp_path, "good.json")
    os.utime(good, (1, 1))
    bad = begun(tmp_path, "bad.json")
    bad.write_text(json.dumps(HOSTILE[way](json.loads(bad.read_text("utf-8")))))
    desk = Desk(tmp_path)
    assert isinstance(desk.scene, Shelf)
    offered = desk.store.latest()
    if offered is not None and offered.path == bad:  # seen when it is opened
        assert desk.app.open(routes.Resume(offered)) is None
    save = desk.store.latest()
    assert save is not None and save.path == good and not bad.exists()
    assert keys(desk.store) == ["notice.set_aside_why"]
    assert desk.app.open(routes.Resume(save)) is not None
    desk.app.close()


def test_deep_nesting_is_set_aside(tmp_path):
    path = begun(tmp_path)
    path.write_text("[" * 100_000)
    store = Store(tmp_path)
    assert store.unfinished() == [] and keys(store) == ["notice.set_aside_why"]


# --- special files ---


@posix
@pytest.mark.parametrize("place", ["saves/a.json", "settings.yaml", f"choices/{GAME}.json", "people.json",
                                   "records/a.json", "results.sqlite", "results.sqlite-journal"])
@pytest.mark.parametrize("kind", ["fifo", "folder"])
def test_a_pipe_or_folder_in_the_place_of_a_file_is_never_opened(tmp_path, place, kind):
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    desk = Desk(tmp_path)
    desk.app.open(routes.Statistics())
    desk.run(50)
    desk.app.home()
    desk.app.open(routes.Setup(GAME))
    desk.run(50)
    desk.app.close()


@posix
@pytest.mark.parametrize("kind", ["fifo", "device", "folder"])
def test_verify_refuses_special_files_with_a_sentence(tmp_path, kind, capsys, monkeypatch):
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    path = Path("/dev/zero") if kind == "device" else tmp_path / "a.json"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        (path / "b.json").mkdir(parents=True)
    assert commands.main(["verify", str(path)]) == 1
    told = capsys.readouterr().out
    assert Texts("en")("fault.folder" if kind == "folder" else "fault.no_file") in told
    with pytest.raises(records.RecordFault):
        records.read_file(path)


# --- what verify prints ---


def test_verify_prints_control_characters_as_escapes(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    path = begun(tmp_path)
    record = json.loads(path.read_text("utf-8"))
    record["rounds"][0]["moves"][0]["move"] = "\x1b[2J\x07boo"
    path.write_text(json.dumps(record))
    assert commands.main(["verify", str(path)]) == 1
    told = capsys.readouterr().out
    assert "\\x1b[2J\\x07boo" in told and told.strip().isprintable()


def test_a_presto_record_with_thousands_of_rows_is_refused_at_once():
    rules = rules_of("presto")
    entry = {"by": 0, "move": "finish", "seconds": 1.0, "rest": "", "grid": ["A" * 200] * 5000}
    with pytest.raises(ValueError):
        rules.read_entry(entry)
    with pytest.raises(ValueError):
        rules.read_entry({**entry, "grid": ["AB"], "seconds": 10**400})


@pytest.mark.parametrize("given", ["", "nonsense", "-5", "9" * 5000, "1.5"])
def test_a_nonsense_number_of_restarts_counts_as_none(monkeypatch, given):
    monkeypatch.setenv(bootstrap.RESTARTS, given)
    assert bootstrap.prepare([]) is None


def test_the_first_program_leaves_what_a_second_one_has_begun_to_it_until_it_ends(tmp_path):
    first = Store(tmp_path)
    first.claim()
    code = ("import sys\nfrom pathlib import Path\nfrom game.data.store import Store\n"
            "store = Store(Path(sys.argv[1]))\nstore.claim()\n"
            f"print(store.new_save_path({GAME!r}).name, flush=True)\nsys.stdin.read()\n")
    second = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    name = second.stdout.readline().strip()
    begun(tmp_path, name)
    assert not first.may_play(first.saves / name)
    assert first.may_play(begun(tmp_path, f"20261118-021500-{GAME}.json"))
    second.kill()
    second.communicate()
    assert first.may_play(first.saves / name)
    again = Store(tmp_path)
    again.claim()
    assert not list(tmp_path.glob("second-*.lock"))


def test_an_endless_name_of_a_language_is_none():
    assert Texts("x" * 5000).language == Texts("en").language
