"""Display names of variants, levels, rule values and dates, from the texts or from a player's own file."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

from game.ui.text import Texts
from rules.catalog import folders, rules_class
from rules.files.levels import Level
from rules.files.variants import IN, Variant, load
from rules.session import MATCH


def variant_title(texts: Texts, game: str, variant: Variant) -> str:
    """Return the name of a loaded variant; a player's own variant always uses the title in its file."""
    name, _, language = variant.name.partition(IN)
    key = f"game.{game}.variant.{name}.title"
    title = texts(key) if texts.has(key) and not variant.own else texts.told(variant.title, name)
    return _in_language(texts, title, language)


def variant_name(texts: Texts, game: str, variant: str, own_rules: Path) -> str:
    """Return the name of a variant by its id: shipped ones from the texts, others from their file."""
    name, _, language = variant.partition(IN)
    key = f"game.{game}.variant.{name}.title"
    if texts.has(key):
        return _in_language(texts, texts(key), language)
    found = load(rules_class(game), name, folders(game, own_rules))
    return _in_language(texts, texts.told(found.title, name) if found.path.is_file() else name, language)


def _in_language(texts: Texts, title: str, language: str) -> str:
    """Return the name of a variant, with the language of its words if that is not the one of its file."""
    key = f"word.language.{language}"
    return f"{title}, {texts(key)}" if texts.has(key) else title


def bot_level(texts: Texts, level: str) -> str:
    """Return the name of a bot's level; one that was matched to a person has no number of its own."""
    return texts(f"level_name.{MATCH.strip() if level.startswith(MATCH) else level}")


def level_name(texts: Texts, game: str, level_id: str) -> str:
    """Return the name of a level, or the name of its chapter and its number there, as in level 512.

    Levels of other languages share the names of the first one.
    """
    if title := level_title(texts, game, level_id):
        return title
    number = level_id.rpartition("_")[2]
    if number.isdecimal() and texts.has(key := f"levels.grade.{game}.{number[:-2]}"):
        return f"{texts(key)} {int(number[-2:])}"
    day = level_id.partition("_word-")[2]
    return texts("calendar.word_of", day=written_date(texts, day)) if day else level_id


def level_title(texts: Texts, game: str, level_id: str) -> str:
    """Return the name that a level has in the texts; empty if it is only numbered."""
    keys = (f"level.{game}.{number}" for number in (level_id, level_id.partition("_")[2]))
    return next((texts(key) for key in keys if texts.has(key)), "")


def name_of_level(texts: Texts, level: Level) -> str:
    """Return the name of a level, the one that its author gave to it if it is a player's own."""
    return level.name or level_name(texts, level.game, level.id)


def rule_name(texts: Texts, game: str, name: str) -> str:
    """Return the name of a rule value; an entry of a table is named after its table: "In the set: A"."""
    key = f"rule_name.{game}.{name}"
    if texts.has(key):
        return texts(key)
    table, _, last = key.rpartition(".")
    return texts("log.by", name=texts(table), text=last) if isinstance(texts.find(table), str) else name


def written_date(texts: Texts, day: str) -> str:
    """Translate an ISO date, perhaps with a time; return anything else unchanged."""
    try:
        when = date.fromisoformat(day[:10])
    except ValueError:
        return day
    return texts("statistics.date", day=when.day, month=texts.lines("statistics.months")[when.month - 1],
                 year=when.year)


def written_moment(texts: Texts, when: datetime) -> str:
    """Write day and time, without the year."""
    return texts("statistics.moment", day=when.day, time=when.strftime("%H:%M"),
                 month=texts.lines("statistics.months")[when.month - 1])
