"""The screen "About" and `--version`: version, folder, parts, and the licences of everything not ours."""

from __future__ import annotations

import pytest

from game import about, commands
from game.start import bootstrap
from game.ui.text import Texts
from game.version import VERSION
from rules.home import HOME


def test_every_package_and_word_list_is_named_with_its_licence() -> None:
    named = {part.name.casefold(): part for part in about.licences()}
    needed = bootstrap.read_requirements([str(HOME / "requirements.txt")])
    assert {bootstrap.package_name(line) for line in needed} <= set(named)
    lists = {path.relative_to(HOME).as_posix() for path in HOME.glob("rules/words/*/LICENCE-*.txt")}
    assert lists and {part.file for part in named.values()} - {""} == lists


def test_the_version_names_folder_and_parts(capsys: pytest.CaptureFixture[str],
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    monkeypatch.setenv("DOMINOTHEK_DATA", "my folder")
    parts = (about.Part("network", ("no_such_module",)), about.Part("speech", ("os",)))
    monkeypatch.setattr(about, "PARTS", parts)
    assert commands.main(["--version"]) == 0
    first, folder, network, speech = capsys.readouterr().out.splitlines()
    assert first == f"Dominothek {VERSION}" and "my folder" in folder
    assert "no_such_module" in network and speech == Texts("en")("about.there", part="Speech", missing="")


def test_every_part_has_a_name() -> None:
    assert all(Texts("en").has(f"about.part.{part.key}") for part in about.PARTS)
