"""The table of figures: limits are compared with the floor of the same run, and failures are named."""

from __future__ import annotations

import pytest

from game import bench
from game.bench import LONG, against_machine, parts
from game.boards.measures.figures import Row
from game.ui.text import Texts

TEXTS = Texts("en")


@pytest.mark.parametrize(("row", "ok"), [
    (Row("a", 3.0, "ms", floor=2.0, limit=2.0), True),
    (Row("a", 5.0, "ms", floor=2.0, limit=2.0), False),
    (Row("a", 5.0, "ms", limit=6.0), True),
    (Row("a", 5.0, "/s", limit=6.0, at_least=True), False),
    (Row("a", 5.0, "ms"), None)])
def test_a_limit_is_one_of_the_ratio_if_there_is_a_floor(row, ok):
    assert row.ok is ok


def test_on_a_machine_half_as_fast_a_limit_in_time_is_twice_as_long():
    assert against_machine(Row("a", 50.0, "ms", limit=30.0), 2.0).ok
    assert not against_machine(Row("a", 70.0, "ms", limit=30.0), 2.0).ok
    assert against_machine(Row("a", 60_000, "/s", limit=100_000, at_least=True), 2.0).ok
    assert not against_machine(Row("a", 40_000, "/s", limit=100_000, at_least=True), 2.0).ok


def test_what_has_its_own_floor_or_no_limit_or_is_a_count_stays_as_it_is():
    for row in (Row("a", 1.0, "ms", floor=3.0, limit=2.0), Row("a", 1.0, "ms"), Row("a", 0, "", limit=0)):
        assert against_machine(row, 2.0) is row


def test_the_last_sentence_names_what_falls_short(capsys):
    rows = [Row("start", 9.0, "ms", 3.0, 2.0), Row("solver_undecided", 0, "", None, 0)]
    bench.print_table(rows, TEXTS)
    bench.print_verdict(rows, TEXTS)
    told = capsys.readouterr().out
    assert "1 of 2 figures falls short:" in told and TEXTS("bench.figure.start") in told.splitlines()[-1]
    bench.print_verdict(rows[1:], TEXTS)
    assert TEXTS("bench.all_well", n=1) in capsys.readouterr().out


def test_every_part_has_its_module_and_its_words():
    from importlib.util import find_spec

    modules = parts() | {name: [f"game.bench.{name}"] for name in LONG}
    for part, names in modules.items():
        assert all(find_spec(name) is not None for name in names)
        for language in ("de", "en"):
            assert Texts(language).has(f"bench.part.{part}"), (language, part)


def test_the_parts_are_those_of_the_command_line():
    assert list(parts()) == ["start", "idle", "drag", "solver", "triangles", "blocks", "words"]


def test_an_unknown_part_is_a_sentence(capsys):
    assert bench.main(["no_such_part"]) == 2
    assert "no_such_part" in capsys.readouterr().err
