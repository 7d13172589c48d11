"""The last choices for a game (variant, seats, length), as the setup screen and a quick start use them."""

from __future__ import annotations

from typing import Any

from game.data.history import History
from game.data.lengths import read_lengths, with_lengths
from game.data.store import Store
from rules.base import AnyRules
from rules.catalog import GAMES, folders, rules_class
from rules.files.variants import CLASSIC, load, load_in_language
from rules.kit.visible import visible
from rules.session import LEVELS, MATCH, Seat

CHOICES = (*LEVELS, MATCH.strip())
"""The levels that a bot can be given: the last one plays as well as the person does."""
FIRST_GAMES = 3
"""So many games of a person at a game are against easy bots, unless others are chosen."""
LEVELS_CHOSEN = "levels_chosen"
"""Whether the levels of the bots were chosen by hand; else they follow the person."""
BOT_NAMES = ("Bruno", "Cleo", "Dario", "Elsa", "Falk", "Gesa")


def usual_level(history: History, game: str, profile: int | None) -> str:
    """Return the level of bots for a person: easy in the first games, then one as strong as the person."""
    played = history.summary(game, profile=profile).played
    return LEVELS[0] if played < FIRST_GAMES else MATCH.strip()


def read_choices(store: Store, game: str, player_name: str, language: str,
                 level: str = LEVELS[0]) -> dict[str, Any]:
    """Read the last choices and repair whatever no longer fits the game.

    At first the variant is the one that players of this language know from their rule sheet. Bots have the
    usual `level` of the person until another is chosen.
    """
    kept = store.read_choices(game)
    low, high = GAMES[game].players
    seats: list[dict[str, Any]] = []
    for seat in kept.get("seats", []) if isinstance(kept.get("seats"), list) else []:
        if isinstance(seat, dict) and isinstance(seat.get("name"), str) and len(seats) < high:
            known = kept.get(LEVELS_CHOSEN) is True and str(seat.get("level")) in CHOICES
            seats.append({"name": visible(seat["name"][:14])[:14], "level": seat["level"] if known else level,
                          "kind": "human" if seat.get("kind") not in ("bot", "remote") else "bot"})
    if not seats:
        seats.append({"name": player_name, "kind": "human", "level": level})
    while len(seats) < low:
        seats.append({"name": BOT_NAMES[len(seats) - 1], "kind": "bot", "level": level})
    variant = kept.get("variant")
    usual = rules_class(game).usual_variant(language)
    return {"variant": variant if isinstance(variant, str) else usual, "seats": seats,
            LEVELS_CHOSEN: kept.get(LEVELS_CHOSEN) is True,
            "words": _language_of_words(game, kept, language), **read_lengths(kept)}


def _language_of_words(game: str, kept: dict[str, Any], language: str) -> str:
    """Return the language of the words chosen last; at first that of the texts; empty without words."""
    languages = rules_class(game).word_languages
    if not languages:
        return ""
    by_variant = {variant: code for code, variant in languages.items() if variant != CLASSIC}
    for wanted in (kept.get("words"), by_variant.get(str(kept.get("variant"))), language):
        if wanted in languages:
            return str(wanted)
    return next(iter(languages))


def seats_of(choices: dict[str, Any], player_name: str) -> list[Seat]:
    """Return the chosen seats; a person without a name gets `player_name`."""
    return [Seat(seat["name"].strip() or player_name, seat["kind"],
                 seat["level"] if seat["kind"] == "bot" else None) for seat in choices["seats"]]


def rules_for(store: Store, game: str, choices: dict[str, Any]) -> AnyRules:
    """Return the chosen rules; classic ones if the chosen variant is missing or faulty."""
    variant = load_in_language(rules_class(game), choices["variant"], choices.get("words", ""),
                               folders(game, store.own_rules))
    if variant.values is None:
        variant = load(rules_class(game), CLASSIC, folders(game))
    return rules_class(game)(with_lengths(variant.values or {}, choices), variant.name)
