"""The only list of games: which module holds the rules of one, which its table and its bots.

Modules are named, not imported, so that opening the shelf costs nothing for games nobody plays today.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.home import HOME

if TYPE_CHECKING:
    from rules.base import Rules
    from rules.variants import Variant

SHIPPED = HOME / "rules" / "variants"


@dataclass(frozen=True, slots=True)
class Game:
    """What is known of a game without opening it."""

    id: str
    family: str
    """Where it stands on the shelf: dominoes, blocks, words."""
    players: tuple[int, int]
    rules: str
    table: str
    bots: str
    has_levels: bool = True
    has_daily: bool = False
    hidden_hands: bool = False
    race: bool = False
    """All play at once and against the clock: no turns, and nothing is taken back."""
    aids: tuple[str, ...] = ()
    """Settings that only this game has, offered where it is set up."""

    def load(self, role: str) -> Any:
        """The class behind `rules`, `table` or `bots`, imported now."""
        module, name = getattr(self, role).split(":")
        return getattr(import_module(module), name)

    @property
    def solitaire(self) -> bool:
        return self.players == (1, 1)


_GAMES = (
    Game("turm_domino", "dominoes", (1, 1), "rules.games.turm_domino:TurmDomino",
         "game.tables.turm_domino:TurmTable", "rules.bots.turm_domino:BOTS", has_daily=True),
    Game("tripple_domino", "dominoes", (2, 6), "rules.games.tripple_domino:TrippleDomino",
         "game.tables.tripple_domino:TrippleTable", "rules.bots.tripple_domino:BOTS", hidden_hands=True),
    Game("tripple_solitaire", "dominoes", (1, 1), "rules.games.tripple_solitaire:TrippleSolitaire",
         "game.tables.tripple_domino:SolitaireTable", "rules.bots.tripple_solitaire:BOTS", has_daily=True),
    Game("trio_domino", "dominoes", (1, 4), "rules.games.trio_domino:TrioDomino",
         "game.tables.trio_domino:TrioTable", "rules.bots.trio_domino:BOTS", hidden_hands=True),
    Game("kwinty", "blocks", (2, 2), "rules.games.kwinty:Kwinty", "game.tables.kwinty:KwintyTable",
         "rules.bots.kwinty:BOTS", aids=("open_fours",)),
    Game("turris", "blocks", (2, 2), "rules.games.turris:Turris", "game.tables.turris:TurrisTable",
         "rules.bots.turris:BOTS"),
    Game("kreuzwort", "words", (2, 5), "rules.games.kreuzwort:Kreuzwort",
         "game.tables.kreuzwort:KreuzwortTable", "rules.bots.kreuzwort:BOTS", hidden_hands=True),
    Game("point_typ_dom", "words", (2, 6), "rules.games.point_typ_dom:PointTypDom",
         "game.tables.point_typ_dom:PointTable", "rules.bots.point_typ_dom:BOTS", hidden_hands=True),
    Game("presto", "words", (4, 6), "rules.games.presto:Presto", "game.tables.presto:PrestoTable",
         "rules.bots.presto:BOTS", race=True),
    Game("wer_behaelt_recht", "words", (2, 5), "rules.games.wer_behaelt_recht:WerBehaeltRecht",
         "game.tables.wer_behaelt_recht:WerTable", "rules.bots.wer_behaelt_recht:BOTS", hidden_hands=True, has_levels=False,
         aids=("word_offers",)),
)

GAMES: dict[str, Game] = {game.id: game for game in _GAMES}


@cache
def rules_class(game: str) -> type[Rules]:
    return GAMES[game].load("rules")


def folders(game: str, own: Path | None = None) -> list[Path]:
    """Where the rule files of a game are: the shipped ones, then the player's own."""
    return [SHIPPED / game] + ([own / game] if own is not None else [])


def variants(game: str, own: Path | None = None) -> list[Variant]:
    """All rule files of a game, the faulty ones with their faults."""
    from rules.variants import load_all

    return load_all(rules_class(game), folders(game, own))


def rules_of(game: str, variant: str = "classic", own: Path | None = None) -> Rules:
    """The rules of a game in a variant; raises VariantFault if the file is missing or faulty."""
    from rules.variants import VariantFault, load

    found = load(rules_class(game), variant, folders(game, own))
    if found.values is None:
        raise VariantFault(found)
    return rules_class(game)(found.values, variant)


def rules_from_values(game: str, variant: str, values: dict[str, Any]) -> Rules:
    """The rules a record was played by: its own values, and classic ones for what it leaves out."""
    from rules.faults import shown
    from rules.records import RecordFault
    from rules.variants import BadRules, fill

    if game not in GAMES:
        raise RecordFault("record.unknown_game", game=shown(game), known=", ".join(GAMES))
    kind = rules_class(game)
    try:
        filled = fill(kind, values, rules_of(game).values)
    except BadRules as fault:
        raise RecordFault("record.rules", reason=fault.phrase) from None
    return kind(filled, variant)
