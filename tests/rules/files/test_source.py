"""The YAML reader and the variants: every fault at its place; a broken file does not affect the others."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from game.ui.text import Texts
from rules.base import Phrase, Rules
from rules.files import document, nodes, source, variants
from rules.files.faults import MOST_FAULTS, Enough, Place, Report, nearest, shown
from rules.files.source import (
    By,
    Choice,
    Many,
    Number,
    Switch,
    Table,
    Text,
    Translations,
    Whole,
    check_plain,
    read_table,
)

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "rules" / "files"
BAD = sorted((DATA / "bad").glob("*.yaml"))
TEXTS = {language: Texts(language) for language in ("en", "de")}


class Tower(Rules):
    """A minimal game with rule files."""

    game = "tower"
    seats = range(1, 4)
    schema = Table({
        "open": Switch(),
        "rows": Whole(1, 9),
        "speed": Number(0, 2),
        "payment": Choice("credit", "transfer"),
        "tower_row": Many(Text(r"|[0-6]\|[0-6]", example="1|6"), 1, 5),
        "hand": By(1, 3, Whole(1, 20)),
        "stack": Table({
            "wrap": Switch(), "turn": Switch(), "most": Table({"low": Whole(0), "high": Whole(0)})}),
        "prizes": Many(Table({"place": Whole(1), "points": Whole()})),
    })

    @classmethod
    def check(cls, values: dict[str, Any]) -> Iterator[tuple[str, Phrase]]:
        if values["stack"]["most"]["low"] > values["stack"]["most"]["high"]:
            why = {"name": "low", "value": "more", "allowed": "<= high"}
            yield "stack.most.low", Phrase("fault.range", why)
        for index, domino in enumerate(values["tower_row"]):
            if domino == "6|6":
                why = {"name": "row", "value": domino, "allowed": "?"}
                yield f"tower_row.{index}", Phrase("fault.form", why)

    deal = start = legal_moves = why_illegal = apply = outcome = write_move = read_move = describe = None


CLASSIC = """\
title: {de: Klassisch, en: Classic}
open: false
rows: 5
speed: 0.5
payment: credit
tower_row: ["", "1|6"]
hand: {1: 10, 2: 10, 3: 8}
stack:
  wrap: true
  turn: true
  most:
    low: 1
    high: 3
prizes:
  - {place: 1, points: 10}
"""
CLASSIC_VALUES = {
    "open": False, "rows": 5, "speed": 0.5, "payment": "credit", "tower_row": ["", "1|6"],
    "hand": {1: 10, 2: 10, 3: 8}, "stack": {"wrap": True, "turn": True, "most": {"low": 1, "high": 3}},
    "prizes": [{"place": 1, "points": 10}],
}


def say(fault: source.Fault, language: str = "en") -> str:
    """Return the message of a fault, as the player reads it."""
    return TEXTS[language](Phrase(fault.key, fault.values))


def printed(faults: Any, own: Path) -> list[str]:
    """Return the faults as lines; the file is named only if it is another one."""
    lines = []
    for fault in faults:
        other = "" if fault.file == str(own) else f"{Path(fault.file).name}:"
        sentence = say(fault).replace(str(own.parent) + os.sep, "")
        lines.append(f"{other}{fault.line}:{fault.column}: {sentence}")
    return lines


def faults_of(text: str | bytes, tmp_path: Path, schema: Table = Tower.schema) -> list[str]:
    path = tmp_path / "file.yaml"
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return printed(read_table(path, schema)[1], path)


def value_of(text: str, kind: source.Kind, tmp_path: Path) -> Any:
    """Return the value of one key `it`, or the message of the only fault."""
    path = tmp_path / "file.yaml"
    path.write_text(f"it: {text}\n", "utf-8")
    values, faults, _ = read_table(path, Table({"it": kind}))
    return values["it"] if not faults else say(*faults)


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Return a shipped folder that holds classic, and an empty one for the player's own files."""
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    shipped.mkdir()
    own.mkdir()
    (shipped / "classic.yaml").write_text(CLASSIC, "utf-8")
    return [shipped, own]


@pytest.fixture(params=["libyaml", "pure Python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test with and without the C parser, which not every machine has."""
    if request.param == "pure Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text, "utf-8")
    return path


# --- the exact messages of every bad file ---------------------------------------------------------


def expected(path: Path) -> list[str]:
    lines = [line for line in path.read_bytes().split(b"\n") if line.startswith(b"# expect: ")]
    return [line.decode("utf-8").removeprefix("# expect: ") for line in lines]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
@pytest.mark.usefixtures("parser")
def test_a_bad_file_gives_exactly_its_messages(path: Path, folders: list[Path]) -> None:
    variant = variants.load_file(Tower, path, folders)
    assert printed(variant.faults, path) == expected(path)
    assert variant.values is None and variant.faults


def test_there_are_bad_files() -> None:
    assert len(BAD) > 25


# --- texts ---------------------------------------------------------------------------------------


def keys_in_the_sources() -> set[str]:
    modules = ("document", "faults", "kinds", "source", "variants", "yaml_nodes")
    files = [ROOT / "rules" / "files" / f"{name}.py" for name in modules]
    sources = "".join(path.read_text("utf-8") for path in (*files, ROOT / "tests" / "kit" / "null_game.py"))
    keys = set(re.findall(r'"fault\.([a-z_0-9]+)"', sources))
    near = set(re.findall(r'unknown\("fault\.([a-z_]+)"', sources))
    return keys | {f"{key}_near" for key in near}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_fault_has_a_sentence_and_every_sentence_a_fault(language: str) -> None:
    # Those of one game are separate tables, below the id of the game.
    sentences = {key for key, text in TEXTS[language].find("fault").items() if isinstance(text, str)}
    assert sentences == keys_in_the_sources()


# --- the file itself -----------------------------------------------------------------------------


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    assert printed(read_table(path, Tower.schema)[1], path) == ["1:1: there is no such file"]


def test_a_folder_is_a_fault(tmp_path: Path) -> None:
    assert [fault.key for fault in read_table(tmp_path, Tower.schema)[1]] == ["fault.folder"]


def test_a_dangling_link_names_its_target(tmp_path: Path) -> None:
    path = tmp_path / "link.yaml"
    path.symlink_to("gone.yaml")
    assert printed(read_table(path, Tower.schema)[1], path) == [
        "1:1: this is a link to gone.yaml, which does not exist"]


def test_a_link_to_itself_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "link.yaml"
    path.symlink_to("link.yaml")
    assert [fault.key for fault in read_table(path, Tower.schema)[1]] == ["fault.unreadable"]


def test_a_path_with_a_nul_is_a_fault() -> None:
    assert [fault.key for fault in read_table("a\0b", Tower.schema)[1]] == ["fault.unreadable"]


def test_a_file_without_permission_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # chmod would not stop root, as whom some machines run tests
    assert faults_of_existing(tmp_path) == ["fault.no_permission"]


def faults_of_existing(tmp_path: Path) -> list[str]:
    (tmp_path / "file.yaml").touch()
    return [fault.key for fault in read_table(tmp_path / "file.yaml", Tower.schema)[1]]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert [f.key for f in read_table(tmp_path / "pipe.yaml", Tower.schema)[1]] == ["fault.no_file"]


def test_fifty_megabytes_are_refused_without_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("it was opened"))
    assert printed(read_table(path, Tower.schema)[1], path) == [
        "1:1: the file has 50000000 bytes; at most 1000000 are allowed"]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n", "---\n...\n", "\ufeff"])
@pytest.mark.usefixtures("parser")
def test_an_empty_file_is_a_fault(text: str, tmp_path: Path) -> None:
    assert faults_of(text, tmp_path) == ["1:1: the file is empty"]


@pytest.mark.usefixtures("parser")
def test_a_byte_order_mark_means_nothing(tmp_path: Path) -> None:
    assert faults_of("\ufeff" + CLASSIC, tmp_path, titled()) == []
    assert faults_of("\ufeffopn: true\n", tmp_path, Table({}, {"open": Switch()})) == [
        "1:1: unknown key opn; did you mean open? Allowed are open"]


def titled() -> Table:
    return Table(Tower.schema.keys, optional={"title": Translations()})


@pytest.mark.usefixtures("parser")
def test_windows_line_ends_count_as_one(tmp_path: Path) -> None:
    assert faults_of(CLASSIC.replace("\n", "\r\n"), tmp_path, titled()) == []
    assert faults_of("open: true\r\nopen: false\r\n", tmp_path, Table({"open": Switch()})) == [
        "2:1: open is given twice; the first time in line 1"]


def test_a_byte_that_is_not_utf8_is_named_with_its_place(tmp_path: Path) -> None:
    assert faults_of("open: true\ntitle: Tür".encode("latin-1"), tmp_path) == [
        "2:9: byte FC (hexadecimal, at offset 19) is not UTF-8; save the file as UTF-8"]


def test_the_offset_of_a_byte_counts_the_byte_order_mark(tmp_path: Path) -> None:
    assert "2:2: byte FF (hexadecimal, at offset 6)" in faults_of(b"\xef\xbb\xbf\r\nx\xff", tmp_path)[0]


@pytest.mark.usefixtures("parser")
def test_columns_count_characters(tmp_path: Path) -> None:
    assert faults_of('{"ü😀": 1}', tmp_path, Table({}, {"a": Whole()})) == [
        "1:2: unknown key ü😀; allowed are a"]


def test_control_characters_are_reported_once_a_line(tmp_path: Path) -> None:
    assert faults_of("a: \x00\x00\nb: 1\nc: \x1b\x85", tmp_path) == [
        "1:4: the invisible character U+0000 is not allowed",
        "3:4: the invisible character U+001B is not allowed"]


# --- hostile files -------------------------------------------------------------------------------

HOSTILE = {
    "brackets": "[" * 900_000,
    "dashes": "- " * 450_000,
    "tables": "{a: " * 200_000,
    "question marks": "? " * 450_000,
    "unknown keys": "".join(f"rowz{number}: 1\n" for number in range(60_000)),
    "one long key": "x" * 900_000 + ": 1",
    "one long number": "rows: " + "9" * 900_000,
    "one long domino": f"tower_row: ['{'1|' * 400_000}']",
    "list of wrong values": "tower_row: [" + "[1], " * 100_000 + "]",
    "nul bytes": "\x00\n" * 400_000,
    "laughs": "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a, *a, *a]\n" for n in range(20_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_soon(name: str, tmp_path: Path) -> None:
    begin = time.perf_counter()
    faults = faults_of(HOSTILE[name], tmp_path)
    assert faults and len(faults) <= MOST_FAULTS + 1
    assert all(len(fault) < 500 for fault in faults)
    assert time.perf_counter() - begin < 60, "it must not take minutes"


def test_more_faults_than_anybody_reads_end_with_a_word_about_it(tmp_path: Path) -> None:
    text = "".join(f"wrong{number}: 1\n" for number in range(500))
    faults = faults_of(text, tmp_path)
    assert len(faults) == MOST_FAULTS + 1
    assert faults[-1] == "101:1: there are more faults; these are the first 100"


@pytest.mark.usefixtures("parser")
def test_a_tag_constructs_nothing(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    text = f'it: !!python/object/apply:os.mkdir ["{marker}"]\n'
    faults = faults_of(text, tmp_path, Table({"it": Many(Text())}))
    assert faults == ["1:5: tags (starting with !) are not allowed; leave it out, and put a text in quotes"]
    assert not marker.exists()


# --- kinds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, value", [("true", True), ("false", False)])
def test_a_switch_is_true_or_false(text: str, value: bool, tmp_path: Path) -> None:
    assert value_of(text, Switch(), tmp_path) is value


@pytest.mark.parametrize("text", ["yes", "no", "on", "OFF", "True", "TRUE", "1", "~", "y"])
def test_a_switch_knows_no_other_spelling(text: str, tmp_path: Path) -> None:
    assert value_of(text, Switch(), tmp_path) == f"it is {text}; write true or false"


@pytest.mark.parametrize("text, value", [("0", 0), ("7", 7), ("-3", -3), ("123456789", 123456789)])
def test_a_whole_number_is_digits(text: str, value: int, tmp_path: Path) -> None:
    assert value_of(text, Whole(), tmp_path) == value


@pytest.mark.parametrize(
    "text", ["1:2", "0x10", "1_000", "1e3", "3.0", "+3", "0b1", "true", ".inf", "-0", "٣"])
def test_a_whole_number_has_no_other_spelling(text: str, tmp_path: Path) -> None:
    assert value_of(text, Whole(0, 9), tmp_path) == f"it is {text}; write a whole number; allowed: 0..9"


@pytest.mark.parametrize("text", ["010", "-007", "00"])
def test_leading_zeros_are_called_octal(text: str, tmp_path: Path) -> None:
    assert "without leading zeros, which YAML reads as octal" in value_of(text, Whole(), tmp_path)


@pytest.mark.parametrize("kind, allowed", [
    (Whole(1, 6), "1..6"), (Whole(1), ">= 1"), (Whole(high=6), "<= 6"), (Number(0, 0.5), "0..0.5")])
def test_a_number_out_of_range_is_told_the_range(kind: Whole, allowed: str, tmp_path: Path) -> None:
    text = "0" if kind == Whole(1) else "7"
    assert value_of(text, kind, tmp_path) == f"it is {text}; allowed: {allowed}"


def test_a_number_too_long_for_any_program_is_out_of_range(tmp_path: Path) -> None:
    assert value_of("9" * 5000, Whole(), tmp_path).startswith("it is 9999")


@pytest.mark.parametrize("text, value", [("0.5", 0.5), ("2", 2.0), ("-1.25", -1.25)])
def test_a_decimal_number_is_read(text: str, value: float, tmp_path: Path) -> None:
    assert value_of(text, Number(), tmp_path) == value


@pytest.mark.parametrize("text", ["1,5", ".5", "1.", "1e3", ".nan"])
def test_a_decimal_number_has_no_other_spelling(text: str, tmp_path: Path) -> None:
    assert "write a number such as 2 or 0.5" in value_of(text, Number(), tmp_path)


@pytest.mark.parametrize("kind, text", [(Whole(), "3"), (Switch(), "true"), (Number(), "0.5")])
def test_a_number_or_switch_in_quotes_is_told_to_drop_them(
    kind: source.Kind, text: str, tmp_path: Path
) -> None:
    assert f'it is “{text}” in quotes; leave the quotes out' in value_of(f'"{text}"', kind, tmp_path)


@pytest.mark.parametrize("text", ["1:6", "12", "NO", "on", "010", "2024-01-01", "~", "null", "1.5", "0x1F"])
def test_a_text_that_yaml_would_misread_must_stand_in_quotes(text: str, tmp_path: Path) -> None:
    assert value_of(text, Text(), tmp_path).endswith(f'put it in quotes: "{text}"')
    assert value_of(f'"{text}"', Text(), tmp_path) == text


def test_other_texts_need_no_quotes(tmp_path: Path) -> None:
    assert value_of("Turm und 1|6", Text(), tmp_path) == "Turm und 1|6"


def test_an_escaped_control_character_is_refused_too(tmp_path: Path) -> None:
    assert value_of(r'"a\0b"', Text(), tmp_path) == "the invisible character U+0000 is not allowed"


def test_a_text_must_match_its_pattern_as_a_whole(tmp_path: Path) -> None:
    kind = Text(r"[0-6]\|[0-6]", example="1|6")
    assert value_of('"1|6"', kind, tmp_path) == "1|6"
    assert value_of('"1|66"', kind, tmp_path) == 'it is “1|66”; write it like "1|6"'


def test_a_choice_takes_words_that_yaml_would_misread(tmp_path: Path) -> None:
    assert value_of("off", Choice("off", "on"), tmp_path) == "off"


def test_a_wrong_choice_is_told_the_nearest(tmp_path: Path) -> None:
    kind = Choice("credit", "transfer")
    assert value_of("Credti", kind, tmp_path) == (
        "it is Credti; did you mean credit? Allowed are credit, transfer")
    assert value_of("x", kind, tmp_path) == "it is x; allowed are credit, transfer"


def test_words_are_one_text_or_one_for_each_language(tmp_path: Path) -> None:
    assert value_of("Turm", Translations(), tmp_path) == "Turm"
    assert value_of("{de: Turm, en: Tower, no: Tårn}", Translations(), tmp_path) == {
        "de": "Turm", "en": "Tower", "no": "Tårn"}


@pytest.mark.parametrize("text", ["{}", '""', "{de: ''}", "{de: }"])
def test_words_say_something(text: str, tmp_path: Path) -> None:
    assert "has no value" in value_of(text, Translations(), tmp_path)


def test_a_list_has_as_many_entries_as_allowed(tmp_path: Path) -> None:
    assert value_of("[1, 2]", Many(Whole(), 1, 2), tmp_path) == [1, 2]
    assert value_of("[]", Many(Whole(), 1, 2), tmp_path) == "number of entries in it: 0; allowed: 1..2"


def test_a_table_by_number_has_whole_numbers_as_keys(tmp_path: Path) -> None:
    assert value_of("{2: 5, 1: 4}", By(1, 2, Whole()), tmp_path) == {1: 4, 2: 5}


def test_a_table_by_number_must_have_them_all(tmp_path: Path) -> None:
    assert value_of("{1: 4}", By(1, 3, Whole()), tmp_path) == "missing here: 2, 3"


def test_a_key_is_never_taken_for_anything_but_a_word(tmp_path: Path) -> None:
    assert value_of("{ON: 1, N: 2}", Table({"ON": Whole(), "N": Whole()}), tmp_path) == {"ON": 1, "N": 2}


def test_values_come_in_the_order_of_the_schema(tmp_path: Path) -> None:
    value = value_of("{b: 1, a: 2}", Table({"a": Whole(), "b": Whole()}), tmp_path)
    assert list(value) == ["a", "b"]


def test_values_without_fault_are_kept_beside_faulty_ones(tmp_path: Path) -> None:
    path = write(tmp_path, "settings", "sound: true\nvolume: loud\n")
    values, faults, _ = read_table(path, Table({"sound": Switch(), "volume": Whole(0, 100)}))
    assert values == {"sound": True} and len(faults) == 1


def test_the_place_of_every_value_is_known(tmp_path: Path) -> None:
    path = write(tmp_path, "classic", CLASSIC)
    places = read_table(path, titled())[2]
    assert places["rows"] == (str(path), 3, 7)
    assert places["tower_row.1"] == (str(path), 6, 17)
    assert places["stack"] == (str(path), 8, 1)
    assert places["stack.most.high"] == (str(path), 13, 11)
    assert places["prizes.0.points"] == (str(path), 15, 24)


def test_faults_come_in_reading_order(tmp_path: Path) -> None:
    path = write(tmp_path, "file", "zzz: 1\nstack: {most: {low: x}, wrap: 1}\nrows: x\n")
    places = [fault.place for fault in read_table(path, Tower.schema)[1]]
    assert places == sorted(places) and len(places) > 5


# --- variants ------------------------------------------------------------------------------------


def sentences(variant: variants.Variant) -> list[str]:
    return printed(variant.faults, variant.path)


def test_classic_has_the_values_of_its_file(folders: list[Path]) -> None:
    classic = variants.load(Tower, "classic", folders)
    assert (classic.values, classic.faults, classic.extends) == (CLASSIC_VALUES, (), None)
    assert (classic.title, classic.about, classic.own) == ({"de": "Klassisch", "en": "Classic"}, "", False)


def test_values_can_be_written_as_json_and_read_back(folders: list[Path]) -> None:
    values = variants.load(Tower, "classic", folders).values
    assert variants.fill(Tower, json.loads(json.dumps(values)), {}) == values


def test_a_variant_gives_only_what_differs(folders: list[Path]) -> None:
    write(folders[0], "strict", """\
        extends: classic
        title: Strict
        about: {en: Harder}
        tower_row: ["0|0"]
        hand: {2: 7}
        stack: {turn: false, most: {high: 9}}
        prizes: []
        """.replace("        ", ""))
    strict = variants.load(Tower, "strict", folders)
    assert strict.faults == ()
    assert strict.values == {
        **CLASSIC_VALUES, "tower_row": ["0|0"], "hand": {1: 10, 2: 7, 3: 8}, "prizes": [],
        "stack": {"wrap": True, "turn": False, "most": {"low": 1, "high": 9}}}
    assert (strict.title, strict.about, strict.extends) == ("Strict", {"en": "Harder"}, "classic")


def test_a_variant_may_extend_a_variant(folders: list[Path]) -> None:
    write(folders[0], "a", "extends: classic\nrows: 6\nopen: true\n")
    write(folders[1], "b", "extends: a\nrows: 7\n")
    assert variants.load(Tower, "b", folders).values == {**CLASSIC_VALUES, "rows": 7, "open": True}


def test_a_variant_without_title_is_called_by_its_name(folders: list[Path]) -> None:
    write(folders[1], "mine", "extends: classic\n")
    assert variants.load(Tower, "mine", folders).title == "mine"


def test_a_file_without_extends_must_be_complete(folders: list[Path]) -> None:
    write(folders[1], "mine", CLASSIC.replace("rows: 5\n", "").replace("  wrap: true\n", ""))
    assert sentences(variants.load(Tower, "mine", folders)) == [
        '1:1: missing here: rows; the line “extends: classic” would supply them',
        '7:1: missing here: wrap; the line “extends: classic” would supply them']
    write(folders[1], "whole", CLASSIC)
    assert variants.load(Tower, "whole", folders).values == CLASSIC_VALUES


def test_classic_must_be_complete(folders: list[Path]) -> None:
    write(folders[0], "classic", CLASSIC.replace("rows: 5\n", ""))
    assert sentences(variants.load(Tower, "classic", folders)) == ["1:1: missing here: rows"]


def test_classic_extends_nothing(folders: list[Path]) -> None:
    write(folders[0], "classic", "extends: other\n" + CLASSIC)
    assert sentences(variants.load(Tower, "classic", folders)) == [
        "1:10: every variant starts from classic; it cannot extend another"]


def test_a_table_in_a_list_is_always_complete(folders: list[Path]) -> None:
    write(folders[0], "a", "extends: classic\nprizes:\n  - place: 1\n")
    assert sentences(variants.load(Tower, "a", folders)) == ["3:5: missing here: points"]


def test_extending_an_unknown_variant_asks_which_was_meant(folders: list[Path]) -> None:
    write(folders[1], "mine", "title: Mine\nextends: clasic\n")
    assert sentences(variants.load(Tower, "mine", folders)) == [
        "2:10: there is no variant clasic to extend; did you mean classic? There are classic"]


def test_extends_is_a_name_and_no_path(folders: list[Path]) -> None:
    write(folders[0].parent, "secret", CLASSIC)
    write(folders[1], "mine", "extends: ../secret\n")
    assert "there is no variant ../secret" in sentences(variants.load(Tower, "mine", folders))[0]


def test_a_circle_of_variants_is_named_in_each_of_them(folders: list[Path]) -> None:
    write(folders[1], "a", "extends: b\n")
    write(folders[1], "b", "title: B\nextends: a\n")
    write(folders[1], "c", "extends: a\n")
    assert sentences(variants.load(Tower, "a", folders)) == [
        "1:10: variants extend each other in a circle: a -> b -> a"]
    assert sentences(variants.load(Tower, "b", folders)) == [
        "2:10: variants extend each other in a circle: b -> a -> b"]
    assert sentences(variants.load(Tower, "c", folders)) == [
        "1:10: the base a has faults; see a.yaml"]


def test_a_variant_that_extends_itself_is_a_circle(folders: list[Path]) -> None:
    write(folders[1], "a", "extends: a\n")
    assert sentences(variants.load(Tower, "a", folders)) == [
        "1:10: variants extend each other in a circle: a -> a"]


def test_a_thousand_variants_may_extend_each_other(folders: list[Path]) -> None:
    for number in range(1, 1001):
        write(folders[1], f"v{number}", f"extends: {f'v{number - 1}' if number > 1 else 'classic'}\n")
    assert variants.load(Tower, "v1000", folders).values == CLASSIC_VALUES


def test_faults_of_a_base_are_told_once_besides_the_own(folders: list[Path]) -> None:
    write(folders[0], "a", "extends: classic\nrows: many\nopen: perhaps\n")
    write(folders[0], "b", "extends: a\nrows: 10\n")
    assert len(variants.load(Tower, "a", folders).faults) == 2
    assert sentences(variants.load(Tower, "b", folders)) == [
        "1:10: the base a has faults; see a.yaml", "2:7: rows is 10; allowed: 1..9"]


def test_values_that_do_not_go_together_are_a_fault_where_they_were_set(folders: list[Path]) -> None:
    write(folders[0], "a", 'extends: classic\nstack:\n  most: {low: 4}\ntower_row: ["", "6|6"]\n')
    assert sentences(variants.load(Tower, "a", folders)) == [
        "3:15: low is more; allowed: <= high", '4:17: row is “6|6”; write it like ?']


def test_a_clash_with_a_value_of_the_base_is_told_in_both_files(folders: list[Path]) -> None:
    write(folders[0], "a", "extends: classic\nstack: {most: {high: 0}}\n")
    assert sentences(variants.load(Tower, "a", folders)) == [
        "1:10: the value of stack.most.low from the base classic contradicts the values in this file",
        "classic.yaml:12:10: low is more; allowed: <= high"]
    assert variants.load(Tower, "classic", folders).values is not None


def test_an_unknown_variant_is_a_fault_that_can_be_raised(folders: list[Path]) -> None:
    found = variants.load(Tower, "clasic", folders)
    assert found.values is None
    assert sentences(found) == ["1:1: there is no variant clasic; did you mean classic? There are classic"]
    with pytest.raises(ValueError, match=r"clasic.yaml:1:1: fault.unknown_variant_near"):
        raise variants.VariantFault(found)


def test_all_variants_come_classic_first_then_shipped_then_own(folders: list[Path]) -> None:
    for folder, name in ((0, "zebra"), (0, "apple"), (1, "mine"), (1, "better")):
        write(folders[folder], name, "extends: classic\n")
    (folders[1] / ".hidden.yaml").touch()
    (folders[1] / "notes.txt").touch()
    found = variants.load_all(Tower, folders)
    assert [(variant.name, variant.own) for variant in found] == [
        ("classic", False), ("apple", False), ("zebra", False), ("better", True), ("mine", True)]


def test_a_broken_file_leaves_the_others_playable(folders: list[Path]) -> None:
    write(folders[1], "broken", "extends: [\n")
    (folders[1] / "folder.yaml").mkdir()
    (folders[1] / "link.yaml").symlink_to("nowhere")
    write(folders[1], "mine", "extends: classic\n")
    playable = {variant.name: variant.values is not None for variant in variants.load_all(Tower, folders)}
    assert playable == {"classic": True, "broken": False, "folder": False, "link": False, "mine": True}


def test_a_name_of_the_game_cannot_be_taken_by_an_own_file(folders: list[Path]) -> None:
    write(folders[1], "classic", "extends: classic\nrows: 9\n")
    shipped, own = variants.load_all(Tower, folders)
    assert shipped.values == CLASSIC_VALUES
    assert own.own and own.values is None
    assert sentences(own) == [
        "1:1: the name classic is taken by a variant of the game; give the file another name"]
    assert variants.load(Tower, "classic", folders).values == CLASSIC_VALUES


def test_folders_that_are_not_there_hold_no_variants(tmp_path: Path) -> None:
    assert variants.load_all(Tower, [tmp_path / "none", tmp_path / "neither"]) == []


def test_a_file_anywhere_can_be_checked(folders: list[Path], tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    write(elsewhere, "base", "extends: classic\nrows: 6\n")
    path = write(elsewhere, "mine", "extends: base\n")
    assert variants.load_file(Tower, path, folders).values == {**CLASSIC_VALUES, "rows": 6}
    assert variants.load_file(Tower, write(elsewhere, "classic", CLASSIC), folders).faults == ()


def test_a_shipped_file_may_be_given_by_another_spelling(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folders[0], "a", "extends: a\n")
    monkeypatch.chdir(folders[0])
    found = variants.load_file(Tower, Path("a.yaml"), folders)
    assert not found.own
    assert [(fault.file, fault.key) for fault in found.faults] == [("a.yaml", "fault.cycle")]


def test_differences_name_each_value_beside_the_classic_one() -> None:
    values = variants.merge(CLASSIC_VALUES, {"hand": {2: 7}, "tower_row": [], "stack": {"most": {"high": 9}}})
    assert variants.differences(values, CLASSIC_VALUES) == [
        ("tower_row", [], ["", "1|6"]), ("hand.2", 7, 10), ("stack.most.high", 9, 3)]
    assert variants.differences(CLASSIC_VALUES, CLASSIC_VALUES) == []


def test_merging_leaves_the_base_as_it_was() -> None:
    base = {"a": {"b": 1}}
    assert variants.merge(base, {"a": {"b": 2}}) == {"a": {"b": 2}}
    assert base == {"a": {"b": 1}}


# --- the rules of a record -----------------------------------------------------------------------


def test_a_record_is_filled_with_classic_values() -> None:
    partial = {"hand": {"2": 7}, "stack": {"most": {"low": 0}}}
    assert variants.fill(Tower, partial, CLASSIC_VALUES) == {
        **CLASSIC_VALUES, "hand": {1: 10, 2: 7, 3: 8},
        "stack": {"wrap": True, "turn": True, "most": {"low": 0, "high": 3}}}


def plain(data: Any) -> list[tuple[str, str]]:
    return [(name, say(source.Fault("", 0, 0, phrase.key, phrase.values)))
            for name, phrase in check_plain(data, Tower.schema)[1]]


def test_every_problem_of_plain_data_is_told_with_its_dotted_key() -> None:
    data = {"rwos": 5, "open": 1, "stack": {"wrp": True, "most": {"low": True}}, "hand": {"4": 1},
            "rows": "5", "tower_row": ["1|6", "x", 7], "speed": None, "payment": "cash",
            "prizes": [{"place": 1}]}
    assert plain(data) == [
        ("rwos", f"unknown key rwos; did you mean rows? Allowed are {', '.join(Tower.schema.keys)}"),
        ("open", "open is 1; write true or false"),
        ("stack.wrp", "unknown key wrp; did you mean wrap? Allowed are wrap, turn, most"),
        ("stack.most.low", "stack.most.low is true; write a whole number; allowed: >= 0"),
        ("hand.4", "unknown key 4; allowed are the whole numbers 1..3"),
        ("rows", 'rows is “5” in quotes; leave the quotes out; allowed: 1..9'),
        ("tower_row.1", 'tower_row.1 is “x”; write it like "1|6"'),
        ("tower_row.2",
         'tower_row.2 is a text that YAML could take for something else; put it in quotes: "7"'),
        ("speed", "speed is null; write a number such as 2 or 0.5; allowed: 0..2"),
        ("payment", "payment is cash; allowed are credit, transfer"),
        ("prizes.0", "missing here: points"),
    ]


@pytest.mark.parametrize("data", [None, [], "rules", 5, True])
def test_rules_of_a_record_must_be_a_table(data: Any) -> None:
    assert [phrase.key for _, phrase in check_plain(data, Tower.schema)[1]] == ["fault.not_table_top"]


def test_deep_plain_data_is_refused() -> None:
    data: Any = []
    for _ in range(500):
        data = [data]
    assert [phrase.key for _, phrase in check_plain({"rows": data}, Tower.schema)[1]] == ["fault.too_deep"]


def test_not_a_number_is_no_number() -> None:
    data = json.loads('{"speed": NaN, "rows": 3.0}')
    assert [phrase.key for _, phrase in check_plain(data, Tower.schema)[1]] == ["fault.number", "fault.whole"]


def test_filling_raises_what_is_wrong() -> None:
    with pytest.raises(variants.BadRules, match="unknown_key_near") as caught:
        variants.fill(Tower, {"rwos": 5, "open": 1}, CLASSIC_VALUES)
    assert [name for name, _ in caught.value.problems] == ["rwos", "open"]
    assert caught.value.phrase.key == "fault.unknown_key_near"


# --- cost and purity -----------------------------------------------------------------------------


def test_a_small_file_loads_well_under_five_milliseconds(folders: list[Path]) -> None:
    write(folders[0], "strict", "extends: classic\nrows: 6\n")
    variants.load(Tower, "strict", folders)
    costs = []
    for _ in range(20):
        begin = time.perf_counter()
        variants.load(Tower, "strict", folders)
        costs.append(time.perf_counter() - begin)
    assert min(costs) < 0.05


def test_importing_the_reader_imports_neither_yaml_nor_the_screen() -> None:
    heavy = ("yaml", "difflib", "pygame", "game")
    code = f"import sys, rules.files.variants; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_folder_of_rule_files_does_not_hide_the_module() -> None:
    assert Path(variants.__file__).name == "variants.py"


def test_limits_are_those_of_the_documentation() -> None:
    assert (document.MOST_BYTES, nodes.MOST_LEVELS) == (1_000_000, 20)


def test_a_rule_file_anywhere_belongs_to_the_player(folders: list[Path], tmp_path: Path) -> None:
    path = write(tmp_path, "mine", "extends: classic\nrows: 3\n")
    assert variants.load_file(Tower, path, folders).own
    assert not variants.load_file(Tower, folders[0] / "classic.yaml", folders).own


def test_faults_of_the_file_itself_come_before_those_of_its_base(folders: list[Path], tmp_path: Path) -> None:
    (tmp_path / "z").mkdir()
    path = write(tmp_path / "z", "late", "extends: classic\nstack: {most: {high: 0}}\n")
    found = variants.load_file(Tower, path, folders)
    assert [fault.file == str(path) for fault in found.faults] == [True, False]


def test_plain_data_may_leave_out_keys_of_a_table_with_a_base() -> None:
    assert check_plain({}, Table({"rows": Whole()}, base=("extends", "classic"))) == ({}, [])


def test_a_number_has_at_most_eighteen_digits_before_the_point(tmp_path: Path) -> None:
    assert value_of("9" * 18, Whole(), tmp_path) == 10**18 - 1
    assert value_of("9" * 18, Number(), tmp_path) == float(10**18)
    assert "9" * 19 in value_of("9" * 19, Whole(), tmp_path)
    assert "9" * 19 in value_of("9" * 19, Number(), tmp_path)


def test_a_title_of_blanks_is_no_title(tmp_path: Path) -> None:
    assert "has no value" in value_of('"  "', Translations(), tmp_path)


def test_a_language_has_two_letters(tmp_path: Path) -> None:
    assert "deu" in value_of("{deu: Turm}", Translations(), tmp_path)


def test_a_list_with_a_faulty_entry_is_left_out(tmp_path: Path) -> None:
    path = write(tmp_path, "list", "it: [1, two]\nrows: 3\n")
    values, faults, _ = read_table(path, Table({"it": Many(Whole()), "rows": Whole()}))
    assert (values, len(faults)) == ({"rows": 3}, 1)


def test_an_excerpt_of_sixty_characters_is_shown_whole() -> None:
    assert shown("x" * 60) == "x" * 60
    assert shown("x" * 61) == "x" * 59 + "…"


def test_the_remark_about_more_faults_comes_last_wherever_it_was_made() -> None:
    report = Report("own.yaml")
    for number in range(MOST_FAULTS):
        report.add(Place("own.yaml", number + 2), "", "fault.alias", {})
    with pytest.raises(Enough):
        report.add(Place("own.yaml", 1), "", "fault.alias", {})
    assert [fault.key for fault in report.faults()].index("fault.more") == MOST_FAULTS


def test_a_name_is_recognised_whatever_its_capitals() -> None:
    assert nearest("TOWER_ROW", ["Tower_Row", "rows"]) == "Tower_Row"
    assert nearest("entirely different", ["rows"]) == ""
