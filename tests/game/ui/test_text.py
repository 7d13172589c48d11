"""The texts of all languages: complete, with the same placeholders, and every key that the sources use."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest
import yaml

from game.data import cache as data
from game.ui.text import LOCALE, ONE, Texts, languages, system_language
from rules.base import Phrase, Refusal
from rules.catalog import GAMES
from tests.kit.shipped import shipped_games

ROOT = Path(__file__).resolve().parents[3]
SOURCES = sorted(path for folder in ("rules", "game") for path in (ROOT / folder).rglob("*.py"))
PLURAL = {"one", "other"}


def tree(language: str) -> dict[str, Any]:
    return Texts(language).tree


def leaves(node: Any, within: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every text with its dotted key; list entries are numbered."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from leaves(value, f"{within}.{key}" if within else key)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from leaves(value, f"{within}.{index}")
    else:
        yield within, node


@cache
def texts_of(language: str) -> dict[str, Any]:
    """Return every text of a language by its dotted key."""
    return dict(leaves(tree(language)))


def in_the_making(path: Path) -> bool:
    """Return whether a text file belongs to a game that is not shipped yet."""
    unshipped = set(GAMES) - set(shipped_games())
    return any(game in path.stem
               for game in unshipped) or bool(unshipped & set((data.load(path) or {}).get("game", ())))


def fields(text: str) -> set[str]:
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in Formatter().parse(text) if name is not None}


# --- comparing the files ---


def test_there_are_german_and_english() -> None:
    assert {"de", "en"} <= set(languages())


@pytest.mark.parametrize("language", languages())
def test_every_text_exists_in_every_language(language: str) -> None:
    """An unshipped game may lack texts; the missing keys are listed in a warning and fall back to English."""
    own, missing, later = texts_of(language), [], []
    for path in sorted((LOCALE / "en").glob("*.yaml")):
        lacking = [f"{language}/{path.name}: {key}" for key, _ in leaves(data.load(path)) if key not in own]
        (later if in_the_making(path) else missing).extend(lacking)
    if later:
        warnings.warn("texts missing of a game that is not shipped:\n" + "\n".join(later), stacklevel=1)
    assert not missing, "\n".join(missing)
    assert not set(own) - set(texts_of("en"))


@pytest.mark.parametrize("language", languages())
def test_all_languages_use_the_same_values(language: str) -> None:
    # If 0 takes the form `one` as well, that form must contain the number: "0 lettre", "1 lettre".
    differing = {key: (fields(text), fields(texts_of("en").get(key) or ""))
                 for key, text in texts_of(language).items()
                 if isinstance(text, str) and fields(text) - _sayable(language, key) !=
                 fields(texts_of("en").get(key) or "") - _sayable(language, key)}
    assert not differing


def _sayable(language: str, key: str) -> set[str]:
    return {"n"} if 0 in ONE.get(language, ()) and key.endswith(".one") else set()


@pytest.mark.parametrize("language", languages())
def test_no_text_is_empty_and_all_are_texts(language: str) -> None:
    assert not [key for key, text in texts_of(language).items()
                if not isinstance(text, str) or not text.strip()]


@pytest.mark.parametrize("language", languages())
def test_plural_forms_are_complete(language: str) -> None:
    def tables(node: Any, within: str) -> Iterator[tuple[str, dict[str, Any]]]:
        if isinstance(node, dict):
            yield within, node
            for key, value in node.items():
                yield from tables(value, f"{within}.{key}")

    plural = [(name, set(table)) for name, table in tables(tree(language), "") if PLURAL & set(table)]
    assert not [name for name, forms in plural if forms != PLURAL]


FILES = sorted(LOCALE.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(LOCALE)))
def test_keys_are_texts_given_once(path: Path) -> None:
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

    assert not list(look(yaml.compose(path.read_text("utf-8")), ""))


@pytest.mark.parametrize("language", languages())
def test_no_two_files_say_the_same_key(language: str) -> None:
    met: dict[str, str] = {}
    for path in sorted((LOCALE / language).glob("*.yaml")):
        for key, _ in leaves(yaml.safe_load(path.read_text("utf-8"))):
            assert key not in met, f"{key} is in {met.get(key)} and in {path.name}"
            met[key] = path.name


@pytest.mark.parametrize("language", languages())
def test_a_refusal_fits_on_one_line(language: str) -> None:
    values = {"piece": "2|3", "top": "1|6", "beside": "1|6"}
    for key, text in texts_of(language).items():
        if key.startswith("refuse."):
            assert len(text.format_map({name: values.get(name, "13") for name in fields(text)})) < 90, key


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
        where = f"{file}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Call) and name_of(node.func) in SPEAKERS and node.args:
            first, name = node.args[0], name_of(node.func)
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and "." in first.value:
                yield Use(where, first.value, given_values(node, name))
                if name == "unknown":
                    yield Use(where, f"{first.value}_near", None)
        elif isinstance(node, ast.Constant) and ALWAYS_KEYS.fullmatch(str(node.value)):
            yield Use(where, str(node.value), None)


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
        forms = [texts_of(language)[key] for key in (use.key, *(f"{use.key}.{form}" for form in PLURAL))
                 if key in texts_of(language)]
        needed = set().union(*(fields(text) for text in forms)) | ({"n"} if len(forms) > 1 else set())
        if use.values is not None and needed - use.values:
            lacking.append(f"{use.where}: {use.key} lacks {sorted(needed - use.values)}")
    assert not lacking


def test_the_search_for_keys_finds_them() -> None:
    found = {use.key for use in uses()}
    assert {"refuse.turm_domino.differs", "record.differs", "fault.unknown_key_near"} <= found


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


def test_an_unknown_key_is_shown_as_it_is() -> None:
    assert Texts("en")("no.such.key") == "no.such.key"


def test_a_key_that_a_language_lacks_is_said_in_english() -> None:
    texts = Texts("de")
    texts.tree = {name: table for name, table in texts.tree.items() if name != "cli"}
    assert texts("cli.rules.clean", n=1) == "1 file, no faults" and texts.has("cli.rules.clean")
    assert texts("value.true") == "ja" and not texts.has("no.such.key")


def test_an_unknown_language_speaks_english() -> None:
    assert Texts("xx").language == "en"


@pytest.mark.parametrize(("wish", "language"), [
    ("de", "de"), ("de_AT.UTF-8", "de"), ("fr_CA", "fr"), ("xx", "en"), ("en-GB", "en"),
])
def test_the_language_can_be_asked_for(wish: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINOTHEK_LANG", wish)
    assert system_language() == language
