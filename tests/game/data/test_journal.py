"""A journal: what was written last outlives the program, and comes into its file sooner or later."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from game.data.files import Journal, recover
from rules.home import HOME

DYING = """
import os, resource, sys, threading
from pathlib import Path
from game.data.files import Journal

path, most = Path(sys.argv[1]), int(sys.argv[2])

def replace(line):
    if path.exists():  # the disk is slow; the program does not see it ready
        threading.Event().wait()
    return bool(path.write_bytes(line))

journal = Journal(path, replace)
for number in range(4):
    if number == 3:
        size = os.path.getsize(path.with_name(".save.json.journal"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + most, size + most))
    journal.write(b'{"moves":%d}\\n' % number)
os._exit(9)
"""


def moves(number: int) -> bytes:
    return b'{"moves":%d}\n' % number


def die(path: Path, most: int = 1000) -> None:
    """Let a program write four contents and die; of the last one `most` bytes reach the journal."""
    subprocess.run([sys.executable, "-c", DYING, str(path), str(most)], cwd=HOME, check=False)


def journals(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix == ".journal"]


@pytest.mark.parametrize("torn", [b"", b'{"mov', b"\0\0\0\n"])
def test_what_a_program_wrote_last_outlives_it(tmp_path, torn):
    path = tmp_path / "save.json"
    die(path)
    assert path.read_bytes() == moves(0)
    (journal,) = journals(tmp_path)
    journal.write_bytes(journal.read_bytes() + torn)
    recover(tmp_path)
    assert path.read_bytes() == moves(3) and not journals(tmp_path)


def test_a_journal_on_a_full_disk_never_goes_back_behind_its_file(tmp_path):
    path = tmp_path / "save.json"
    die(path, 5)
    recover(tmp_path)
    assert path.read_bytes() == moves(0) and not journals(tmp_path)


def test_a_game_that_is_over_does_not_come_back(tmp_path):
    path = tmp_path / "save.json"
    die(path)
    path.unlink()
    recover(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_journal_of_a_living_program_is_its_own_and_ends_with_it(tmp_path):
    path, ready, written = tmp_path / "save.json", Event(), []

    def replace(line: bytes) -> bool:
        assert not written or ready.wait(10)
        written.append(line)
        return bool(path.write_bytes(line))

    journal = Journal(path, replace)
    for number in range(20):
        journal.write(moves(number))
    recover(tmp_path)
    assert path.read_bytes() == moves(0) and journals(tmp_path)
    ready.set()
    journal.close()
    assert path.read_bytes() == moves(19) and not journals(tmp_path)
    assert len(written) <= 3  # several changes are written at once


def test_a_journal_stays_if_its_file_cannot_be_written(tmp_path):
    answers = iter([True, False])
    journal = Journal(tmp_path / "save.json", lambda _: next(answers))
    journal.write(moves(0))
    journal.write(moves(1))
    journal.close()
    assert [path.read_bytes() for path in journals(tmp_path)] == [moves(1)]
