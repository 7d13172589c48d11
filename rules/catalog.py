"""The only list of games: which module holds the rules of one, which its board and its bots.

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
    from rules.files.variants import Variant

SHIPPED = HOME / "rules" / "variants"


@dataclass(frozen=True, slots=True)
class Game:
    """What is known of a game without opening it."""

    id: str
    family: str
    """Where it stands on the shelf: dominoes, blocks, words."""
    players: tuple[int, int]
    rules: str
    board: str
    bots: str
    has_levels: bool = True
    has_daily: bool = False
    hidden_hands: bool = False
    race: bool = False
    """All play at once and against the clock: no turns, and nothing is taken back."""
    aids: tuple[str, ...] = ()
    """Settings that only this game has, offered where it is set up."""

    def load(self, role: str) -> Any:
        """The class behind `rules`, `board` or `bots`, imported now."""
        module, name = getattr(self, role).split(":")
        return getattr(import_module(module), name)

    @property
    def solitaire(self) -> bool:
        return self.players == (1, 1)


_GAMES = (
    Game("turm_domino", "dominoes", (1, 1), "rules.games.turm_domino.rules:TurmDomino",
         "game.boards.turm_domino.board:TurmBoard", "rules.games.turm_domino.bots:BOTS", has_daily=True),
    Game("tripple_domino", "dominoes", (2, 6), "rules.games.tripple_domino.rules:TrippleDomino",
         "game.boards.tripple_domino.board:TrippleBoard", "rules.games.tripple_domino.bots:BOTS", hidden_hands=True),
    Game("tripple_solitaire", "dominoes", (1, 1), "rules.games.tripple_solitaire.rules:TrippleSolitaire",
         "game.boards.tripple_domino.board:SolitaireBoard", "rules.games.tripple_solitaire.bots:BOTS", has_daily=True),
    Game("trio_domino", "dominoes", (1, 4), "rules.games.trio_domino.rules:TrioDomino",
         "game.boards.trio_domino.board:TrioBoard", "rules.games.trio_domino.bots:BOTS", hidden_hands=True),
    Game("kwinty", "blocks", (2, 2), "rules.games.kwinty.rules:Kwinty", "game.boards.kwinty.board:KwintyBoard",
         "rules.games.kwinty.bots:BOTS", aids=("open_fours",)),
    Game("turris", "blocks", (2, 2), "rules.games.turris.rules:Turris", "game.boards.turris.board:TurrisBoard",
         "rules.games.turris.bots:BOTS"),
    Game("kreuzwort", "words", (2, 5), "rules.games.kreuzwort.rules:Kreuzwort",
         "game.boards.kreuzwort.board:KreuzwortBoard", "rules.games.kreuzwort.bots:BOTS", hidden_hands=True),
    Game("point_typ_dom", "words", (2, 6), "rules.games.point_typ_dom.rules:PointTypDom",
         "game.boards.point_typ_dom.board:PointBoard", "rules.games.point_typ_dom.bots:BOTS", hidden_hands=True),
    Game("presto", "words", (4, 6), "rules.games.presto.rules:Presto", "game.boards.presto.board:PrestoBoard",
         "rules.games.presto.bots:BOTS", race=True),
    Game("wer_behaelt_recht", "words", (2, 5), "rules.games.wer_behaelt_recht.rules:WerBehaeltRecht",
         "game.boards.wer_behaelt_recht.board:WerBoard", "rules.games.wer_behaelt_recht.bots:BOTS", hidden_hands=True, has_levels=False,
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
    from rules.files.variants import load_all

    return load_all(rules_class(game), folders(game, own))


def rules_of(game: str, variant: str = "classic", own: Path | None = None) -> Rules:
    """The rules of a game in a variant; raises VariantFault if the file is missing or faulty."""
    from rules.files.variants import VariantFault, load

    found = load(rules_class(game), variant, folders(game, own))
    if found.values is None:
        raise VariantFault(found)
    return rules_class(game)(found.values, variant)


def rules_from_values(game: str, variant: str, values: dict[str, Any]) -> Rules:
    """The rules a record was played by: its own values, and classic ones for what it leaves out."""
    from rules.files.faults import shown
    from rules.files.variants import BadRules, fill
    from rules.records import RecordFault

    if game not in GAMES:
        raise RecordFault("record.unknown_game", game=shown(game), known=", ".join(GAMES))
    kind = rules_class(game)
    try:
        filled = fill(kind, values, rules_of(game).values)
    except BadRules as fault:
        raise RecordFault("record.rules", reason=fault.phrase) from None
    return kind(filled, variant)
