"""The texts of all languages: complete, with the same placeholders, and every key that the sources use."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from game.data import cache as data
from game.data.guests import is_guest
from game.ui.grammar import Who
from game.ui.text import LOCALE, Texts, languages, system_language
from rules.base import Phrase, Refusal
from rules.catalog import GAMES
from tests.kit.shipped import shipped_games
from tests.kit.texts import Entry, entries, leaves

ROOT = Path(__file__).resolve().parents[3]
SOURCES = sorted(path for folder in ("rules", "game") for path in (ROOT / folder).rglob("*.py"))


def in_the_making(path: Path) -> bool:
    """Return whether a text file belongs to a game that is not shipped yet."""
    unshipped = set(GAMES) - set(shipped_games())
    return any(game in path.stem
               for game in unshipped) or bool(unshipped & set((data.load(path) or {}).get("game", ())))


# --- comparing the files ---


def test_there_are_german_and_english() -> None:
    assert {"de", "en"} <= set(languages())


@pytest.mark.parametrize("language", languages())
def test_every_text_exists_in_every_language(language: str) -> None:
    """An unshipped game may lack texts; the missing keys are listed in a warning and fall back to English."""
    own, missing, later = entries(language), [], []
    for entry in entries("en").values():
        if entry.key not in own:
            place = LOCALE / "en" / entry.file
            (later if in_the_making(place) else missing).append(f"{language}/{entry.file}: {entry.key}")
    if later:
        warnings.warn("texts missing of a game that is not shipped:\n" + "\n".join(later), stacklevel=1)
    assert not missing, "\n".join(missing)
    assert not set(own) - set(entries("en"))


@pytest.mark.parametrize("language", languages())
def test_all_languages_use_the_same_values(language: str) -> None:
    """A form may omit the value that chose it: "one tile". A language may choose by any value it gets."""
    faults = []
    for entry in entries(language).values():
        english = entries("en").get(entry.key)
        if english is None:
            continue
        known = english.values | english.selectors
        faults += [f"{language}/{entry.file}: {entry.key}: {{{name}}} is unknown here"
                   for name in (entry.values | entry.selectors) - known - {"n"}]
        faults += [f"{language}/{entry.file}: {entry.key}: {{{name}}} is missing"
                   for name in english.values - entry.values - entry.selectors - english.selectors]
    assert not faults, "\n".join(sorted(faults))


@pytest.mark.parametrize("language", languages())
def test_no_text_is_empty_and_all_are_texts(language: str) -> None:
    assert not [f"{language}/{entry.file}: {entry.key}" for entry in entries(language).values()
                for text in entry.forms.values() if not isinstance(text, str) or not text.strip()]


@pytest.mark.parametrize("language", languages())
def test_plural_forms_are_complete(language: str) -> None:
    faults = []
    for entry in entries(language).values():
        names = {path.rpartition(".")[2] for path in entry.forms}
        if "one" in names and "other" not in names:
            faults.append(f"{language}/{entry.file}: {entry.key} has no form `other`")
        if "other" in names and "n" in entry.selectors and "one" not in names:
            faults.append(f"{language}/{entry.file}: {entry.key} has no form `one`")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", languages())
def test_a_choice_covers_every_form_of_the_english_one(language: str) -> None:
    """The form `other` covers all; without it every form that English tells apart is needed."""
    assert not [f"{language}/{entry.file}: {entry.key}" for entry in entries(language).values()
                if "" not in entry.forms and not any(path.endswith("other") for path in entry.forms)
                and set(entry.forms) < set(entries("en")[entry.key].forms)]


@pytest.mark.parametrize("language", languages())
def test_keys_are_texts_given_once(language: str) -> None:
    # YAML reads an unquoted on, no or yes as a boolean and silently accepts duplicate keys.
    def look(node: yaml.Node, within: str) -> Iterator[str]:
        for child in node.value if isinstance(node, yaml.SequenceNode) else ():
            yield from look(child, within)
        if isinstance(node, yaml.MappingNode):
            names = [key.value for key, _ in node.value]
            yield from (f"{within}.{name} twice" for name in set(names) if names.count(name) > 1)
            yield from (f"{within}.{key.value}: no text" for key, _ in node.value if key.tag.endswith("bool"))
            for key, value in node.value:
                yield from look(value, f"{within}.{key.value}")

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for path in (LOCALE / language).glob("*.yaml"):
        assert not list(look(yaml.compose(path.read_text("utf-8"), loader), "")), path


@pytest.mark.parametrize("language", languages())
def test_no_two_files_say_the_same_key(language: str) -> None:
    met: dict[str, str] = {}
    for path in sorted((LOCALE / language).glob("*.yaml")):
        for key, _ in leaves(data.parse(path)):
            assert key not in met, f"{key} is in {met.get(key)} and in {path.name}"
            met[key] = path.name


@pytest.mark.parametrize("language", languages())
def test_a_refusal_fits_on_one_line(language: str) -> None:
    values = {"piece": "2|3", "top": "1|6", "beside": "1|6"}
    long = [f"{language}/{entry.file}: {entry.key}" for entry in entries(language).values()
            if entry.key.startswith("refuse.") for text in entry.forms.values()
            if len(text.format_map({name: values.get(name, "13") for name in entry.values})) >= 90]
    assert not long, "\n".join(long)


# --- the keys in the sources ---


class Use(NamedTuple):
    """A use of a text key: its place, and the values passed with it (None if they cannot be determined)."""

    where: str
    key: str
    values: frozenset[str] | None


SPEAKERS = {"Phrase", "Refusal", "RecordFault", "Refused", "BadSetup", "texts", "misused", "failed",
            "unknown", "say"}
"""Calls whose first text is a key; `texts` also as an attribute: self.texts("...")."""
ALWAYS_KEYS = re.compile(r"(fault|refuse|setup|record|notice|log|hint|cli)(\.[a-z0-9_]+)+")
"""Strings of this form are keys wherever they occur."""

NAME_OF_A_KEY = re.compile(r'"(Enter|Return|Esc|Escape|Tab|Del|Space|Shift|Ctrl|Alt)"')


def name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def given_values(call: ast.Call, name: str) -> frozenset[str] | None:
    if any(keyword.arg is None for keyword in call.keywords) or name == "unknown":
        return None
    if name not in ("Phrase", "Refusal"):
        return frozenset(keyword.arg for keyword in call.keywords)
    written = call.args[1] if len(call.args) > 1 else None
    if written is None:
        return frozenset() if not call.keywords else None
    if not isinstance(written, ast.Dict) or not all(isinstance(key, ast.Constant) for key in written.keys):
        return None
    return frozenset(key.value for key in written.keys)


def uses_in(path: Path) -> Iterator[Use]:
    module = ast.parse(path.read_text("utf-8"))
    file = path.relative_to(ROOT)
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and name_of(node.func) in SPEAKERS and node.args:
            first, name, where = node.args[0], name_of(node.func), f"{file}:{node.lineno}"
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and "." in first.value:
                yield Use(where, first.value, given_values(node, name))
                if name == "unknown":
                    yield Use(where, f"{first.value}_near", None)
        elif isinstance(node, ast.Constant) and ALWAYS_KEYS.fullmatch(str(node.value)):
            yield Use(f"{file}:{node.lineno}", str(node.value), None)


@cache
def uses() -> tuple[Use, ...]:
    """Return every use of a text key in the sources."""
    return tuple(use for path in SOURCES for use in uses_in(path))


@pytest.mark.parametrize("language", languages())
def test_every_key_in_the_sources_has_a_text(language: str) -> None:
    texts = Texts(language)  # a key that only English has is accepted here; the languages are compared above
    missing = sorted({f"{use.key} in {use.where}" for use in uses() if not texts.has(use.key)})
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("language", languages())
def test_every_text_gets_the_values_it_needs(language: str) -> None:
    lacking = []
    for use in uses():
        entry = entries(language).get(use.key) or Entry(use.key, "", {}, frozenset())
        needed = entry.values | entry.selectors
        if use.values is not None and needed - use.values:
            lacking.append(f"{use.where}: {use.key} lacks {sorted(needed - use.values)}")
    assert not lacking


def test_the_search_for_keys_finds_them() -> None:
    found = {use.key for use in uses()}
    assert {"refuse.turm_domino.differs", "record.differs", "fault.unknown_key_near"} <= found


def test_keys_of_the_keyboard_are_named_as_the_language_does() -> None:
    """In French the key Enter is called Entrée, and Esc Échap."""
    named = [f"{path.name}: {found[0]}" for path in SOURCES
             for found in NAME_OF_A_KEY.finditer(path.read_text("utf-8"))]
    assert not named


# --- translating ---


def test_a_phrase_inside_a_phrase_is_put_into_words() -> None:
    refusal = Refusal("refuse.turm_domino.empty_column", {"column": 3})
    phrase = Phrase("record.illegal_move", {"number": 7, "move": "3>1", "reason": refusal})
    assert Texts("en")(phrase) == "move 7, 3>1, is not allowed: Column 3 is empty"
    assert Texts("de")(phrase) == "Zug 7, 3>1, ist nicht erlaubt: Spalte 3 ist leer"


def test_one_and_many_have_their_own_forms() -> None:
    texts = Texts("en")
    assert texts("cli.rules.clean", n=1) == "1 file, no faults"
    assert texts("cli.rules.clean", n=0) == "0 files, no faults"


def test_a_raw_key_is_never_shown() -> None:
    assert Texts("de")("no.such_key") == "such key" and Texts("en")("game") == "game"


def test_a_key_that_a_language_lacks_is_said_in_english() -> None:
    texts = Texts("de")
    texts.tree = {name: table for name, table in texts.tree.items() if name != "cli"}
    assert texts("cli.rules.clean", n=1) == "1 file, no faults" and texts.has("cli.rules.clean")
    assert texts("value.true") == "ja" and not texts.has("no.such.key")


@pytest.mark.parametrize("broken", ["{wrong}", "{", "{0}"])
def test_a_broken_text_is_said_in_english_and_a_broken_english_one_with_a_gap(broken: str) -> None:
    texts = Texts("de")
    texts.tree = {"status": {"bot": broken}}
    assert texts("status.bot", name="Ada") == Texts("en")("status.bot", name="Ada")
    english = Texts("en")
    english.tree = {"status": {"bot": broken}}
    assert english("status.bot", name="Ada") in ("\u2026", "{", "{0}")


def test_every_value_can_choose_a_form() -> None:
    texts = Texts("en")
    texts.tree = {**texts.tree, "sample": {
        "who": {"select": "name", "you": "You win", "one": "{name} wins", "other": "{name} win",
                "nobody": "-"},
        "stock": {"select": "stock", "red": "red!", "other": "black!"},
        "day": {"select": "day", "1": "first", "other": "{day}th"},
        "both": {"select": "out", "you": {"one": "{n} tile", "other": "{n} tiles"}, "other": "{out}"},
        "flag": {"select": "flag", "true": "yes!", "other": "no!"}}}
    assert texts("sample.who", name=Who(("Guest",), you=True)) == "You win"
    assert texts("sample.who", name=Who(("Ada",))) == "Ada wins" == texts("sample.who", name="Ada")
    assert texts("sample.who", name=Who(("Ada", "Ben", "Cem"))) == "Ada, Ben and Cem win"
    assert texts("sample.who", name=Who(())) == "-"
    assert texts("sample.stock", stock=Phrase("letters.stock.red")) == "red!"
    assert texts("sample.stock", stock=Phrase("letters.stock.black")) == "black!"
    assert [texts("sample.day", day=day) for day in (1, 4)] == ["first", "4th"]
    assert texts("sample.both", out=Who(("Ada",), you=True), n=1) == "1 tile"
    assert texts("sample.both", out=Who(("Ada",)), n=2) == "Ada"
    assert texts("sample.flag", flag=True) == "yes!" and texts("sample.flag", flag=False) == "no!"


@pytest.mark.parametrize("language", languages())
def test_the_player_without_a_name_has_a_label_that_is_known_in_every_language(language: str) -> None:
    assert is_guest(Texts(language)("player.you"))


# --- grammar ---


@pytest.mark.parametrize(("language", "small", "large", "decimal", "percent"), [
    ("en", "1,234", "12,345", "1,234.5", "50%"), ("de", "1.234", "12.345", "1.234,5", "50\u00a0%"),
    ("fr", "1\u00a0234", "12\u00a0345", "1\u00a0234,5", "50\u00a0%"),
    ("it", "1.234", "12.345", "1.234,5", "50%"), ("nl", "1.234", "12.345", "1.234,5", "50%"),
    ("es", "1234", "12.345", "1234,5", "50\u00a0%")])
def test_numbers_are_written_as_the_language_writes_them(language: str, small: str, large: str, decimal: str,
                                                         percent: str) -> None:
    texts = Texts(language)
    assert (texts.number(1234), texts.number(12345)) == (small, large)
    assert (texts.number(1234.5, 1), texts.percent(50)) == (decimal, percent)
    assert texts.number(-5) == "\u22125" and texts.number(-0.01) == "0" and texts.gain(3) == "+3"


@pytest.mark.parametrize(("language", "parts", "listed"), [
    ("en", ["Ada"], "Ada"), ("en", [], ""), ("en", ["Ada", "Ben", "Cem"], "Ada, Ben and Cem"),
    ("es", ["Ana", "In\u00e9s"], "Ana e In\u00e9s"), ("es", ["Ana", "Hilda"], "Ana e Hilda"),
    ("es", ["agua", "hielo"], "agua y hielo"), ("it", ["Ada", "Elsa"], "Ada ed Elsa"),
    ("it", ["Ada", "Ugo"], "Ada e Ugo"), ("de", ["Ada", "Ilse"], "Ada und Ilse")])
def test_lists_sound_right(language: str, parts: list[str], listed: str) -> None:
    assert Texts(language).listed(parts) == listed


def test_spanish_or_becomes_u_before_o() -> None:
    assert Texts("es").listed(["7", "8"], "list.or") == "7 u 8"
    assert Texts("es").listed(["1", "2", "10"], "list.or") == "1, 2 o 10"


def test_a_duration_is_told_in_words() -> None:
    assert Texts("en").duration(125) == "2 minutes and 5 seconds" and Texts("en").duration(0) == "0 seconds"
    assert Texts("de").duration(3601) == "1 Stunde und 1 Sekunde"


def test_an_unknown_language_speaks_english() -> None:
    assert Texts("xx").language == "en"


@pytest.mark.parametrize(("wish", "language"), [
    ("de", "de"), ("de_AT.UTF-8", "de"), ("fr_CA", "fr"), ("xx", "en"), ("en-GB", "en"),
])
def test_the_language_can_be_asked_for(wish: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINOTHEK_LANG", wish)
    assert system_language() == language


@pytest.mark.parametrize("language", languages())
def test_a_topic_is_found_in_every_file_that_has_it(language: str) -> None:
    tree = Texts(language).tree
    listed = {topic: {str(key) for key in table} for topic, table in tree.items()}
    written: dict[str, set[str]] = {}
    for path in (LOCALE / language).glob("*.yaml"):
        for topic, table in (data.load(path) or {}).items():
            written.setdefault(topic, set()).update(map(str, table))
    assert listed == written
