"""One thing, one word: the glossary, the typography and the lengths of voice.yaml, in every language."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game.data import cache as data
from game.ui.text import languages
from tests.kit.texts import Entry, entries

VOICE: dict[str, Any] = data.parse(Path(__file__).parent / "voice.yaml")
VALUE = re.compile(r"\{[^}]*\}")
CODE = re.compile(r"`[^`]*`|\[\d\|\d\]|(?<!\w)--?[a-z][\w|=-]*|\b\w+\.(py|yaml|json|txt|csv)\b|\w+:\w+/\S*")
"""Commands, dominoes, options and file names: signs that are not language."""

NO_SENTENCES = ("list.", "cli.", "fault.tag", "fault.needs_quotes", "fault.not_table", "rulefiles.place")
"""Texts with signs of their own: conjunctions, options of commands, YAML, places in a file."""


def report(language: str, faults: list[str]) -> None:
    """Fail with the faults, each with its language, file and key; only warn while the language is edited."""
    if faults and language in VOICE["editing"]:
        warnings.warn(f"{len(faults)} faults in {language}:\n" + "\n".join(faults), stacklevel=2)
        return
    assert not faults, "\n".join(faults)


def sentences(language: str) -> Iterator[tuple[Entry, str]]:
    """Yield every form of every text."""
    for entry in filter(lambda entry: entry.is_language, entries(language).values()):
        for text in entry.forms.values():
            yield entry, text


@cache
def names() -> re.Pattern[str]:
    """Return the pattern of all names of games."""
    titles = {text for language in languages() for entry, text in sentences(language)
              if re.fullmatch(r"game\.\w+\.title", entry.key)}
    return re.compile("|".join(re.escape(title) for title in sorted(titles, key=len, reverse=True)))


@cache
def plain(language: str) -> tuple[tuple[Entry, str], ...]:
    """Return every form of every text without values, code and names of games."""
    return tuple((entry, VALUE.sub("{}", CODE.sub("", names().sub("", text))))
                 for entry, text in sentences(language))


@pytest.mark.parametrize("language", languages())
def test_no_text_uses_a_forbidden_synonym(language: str) -> None:
    faults = []
    for rule in VOICE["words"].get(language, ()):
        pattern = re.compile(rule["word"], re.IGNORECASE)
        wanted, spared = tuple(rule.get("keys", [""])), tuple(rule.get("except", []))
        faults += [f"{language}/{entry.file}: {entry.key}: “{met[0]}”, better: {rule['say']}"
                   for entry, text in plain(language)
                   if entry.key.startswith(wanted) and not (spared and entry.key.startswith(spared))
                   and (met := pattern.search(text))]
    report(language, faults)


@pytest.mark.parametrize("language", languages())
def test_the_typography_is_that_of_the_language(language: str) -> None:
    rules = {re.compile(sign): better for group in ("all", language)
             for sign, better in VOICE["typography"].get(group, {}).items()}
    report(language, [f"{language}/{entry.file}: {entry.key}: {better}: {text}"
                      for entry, text in sentences(language) if not entry.key.startswith(NO_SENTENCES)
                      for shown in (VALUE.sub("x", CODE.sub("x", names().sub("x", text))),)
                      for sign, better in rules.items() if sign.search(shown)])


@pytest.mark.parametrize("language", languages())
def test_texts_are_no_longer_than_their_place(language: str) -> None:
    lengths = {re.compile(key): most for key, most in VOICE["lengths"].items()}
    report(language, [f"{language}/{entry.file}: {entry.key}: {len(shown)} of {most} characters: {text}"
                      for entry, text in sentences(language) for key, most in lengths.items()
                      if key.fullmatch(entry.key) and len(shown := VALUE.sub("1234", text)) > most])
