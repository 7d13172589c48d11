"""Names for people: of variants, levels and rules, from the texts or from a player's own file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.app import App
    from game.ui.text import Texts
    from rules.files.variants import Variant


def variant_title(texts: Texts, game: str, variant: Variant) -> str:
    """The name of a variant that was read: a player's own has the one of its file, whatever it is called."""
    key = f"game.{game}.variant.{variant.name}.title"
    return texts(key) if texts.has(key) and not variant.own else texts.told(variant.title, variant.name)


def variant_name(app: App, game: str, variant: str) -> str:
    """The name of a variant for people: ours from the texts, a player's from the file."""
    key = f"game.{game}.variant.{variant}.title"
    if app.texts.has(key):
        return app.texts(key)
    from rules.catalog import folders, rules_class
    from rules.files.variants import load

    found = load(rules_class(game), variant, folders(game, app.store.own_rules))
    return app.texts.told(found.title, variant) if found.path.is_file() else variant


def level_name(app: App, game: str, level_id: str) -> str:
    key = f"level.{game}.{level_id}"
    return app.texts(key) if app.texts.has(key) else level_id


def rule_name(texts: Texts, game: str, name: str) -> str:
    """What a value of the rule file is called; one of many alike by the name of its table: "In the set: A"."""
    key = f"rule_name.{game}.{name}"
    if texts.has(key):
        return texts(key)
    table, _, last = key.rpartition(".")
    return f"{texts(table)}: {last}" if texts.has(table) and texts(table) != table else name
