"""The players' own and blocked words in the data folder, and their check on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import commands
from game.data.own.words import OwnWords
from game.data.store import Store
from game.ui.text import Texts


@pytest.fixture
def own(tmp_path: Path) -> OwnWords:
    return OwnWords(tmp_path)


def test_without_files_there_are_no_words(own: OwnWords) -> None:
    assert own.agreed == own.blocked == own.faults == ()
    assert not own.own_file.parent.exists()


def test_a_word_accepted_for_good_is_there_the_next_time(own: OwnWords, tmp_path: Path) -> None:
    assert own.accept("SCHNAPSIDEE") is own.accept("UEBEL") is own.accept("UEBEL") is None
    assert OwnWords(tmp_path).agreed == ("SCHNAPSIDEE", "UEBEL")
    assert own.own_file.read_text("utf-8") == "SCHNAPSIDEE\nUEBEL\n"
    assert own.own_file.parent == Store(tmp_path).own_words


def test_a_word_taken_out_is_no_longer_there(own: OwnWords) -> None:
    own.accept("HAUS")
    own.accept("MAUS")
    assert own.take_out("HAUS") is None and own.agreed == ("MAUS",)


def test_what_a_player_wrote_by_hand_stays(own: OwnWords) -> None:
    own.own_file.parent.mkdir()
    own.own_file.write_text("# Ada's words\nHäuslich # nice\nno way", "utf-8")
    assert own.accept("GUT") is None
    assert own.own_file.read_text("utf-8") == "# Ada's words\nHäuslich # nice\nno way\nGUT\n"
    assert own.agreed == ("HAEUSLICH", "GUT") and len(own.faults) == 1


def test_a_word_is_either_accepted_or_blocked(own: OwnWords) -> None:
    own.block("HAUS")
    assert own.blocked == ("HAUS",)
    own.accept("HAUS")
    assert own.agreed == ("HAUS",) and own.blocked == ()
    own.block("HAUS")
    assert own.blocked == ("HAUS",) and own.agreed == ()


def test_a_file_that_cannot_be_read_is_never_replaced(own: OwnWords) -> None:
    own.own_file.parent.mkdir()
    own.own_file.write_bytes(b"\xff\xfe")
    assert own.accept("HAUS") is not None
    assert own.own_file.read_bytes() == b"\xff\xfe" and own.agreed == () and own.faults


def test_a_full_disk_is_a_notice_and_not_a_crash(own: OwnWords, tmp_path: Path) -> None:
    (tmp_path / "words").write_text("a file where the folder should be")
    assert "could not be saved" in Texts("en")(own.accept("HAUS"))


def test_the_command_line_checks_word_files(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    monkeypatch.setenv("DOMINOTHEK_DATA", str(tmp_path))
    own = OwnWords(tmp_path)
    own.own_file.parent.mkdir()
    own.own_file.write_text("gut\nno way\n", "utf-8")
    own.blocked_file.write_text("schlecht\n", "utf-8")
    assert commands.main(["rules", str(own.own_file)]) == 1
    assert "own.txt:2:4: one word per line; way belongs on a line of its own" in capsys.readouterr().out
    assert commands.main(["rules", str(own.own_file.parent)]) == 1
    assert "files: 2, 1 fault" in capsys.readouterr().out
    assert commands.main(["rules", str(own.blocked_file)]) == 0
