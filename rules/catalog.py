"""The only list of games: the modules of their rules, boards and engines.

Modules are named, not imported, so that opening the shelf costs nothing for games that are not played.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from rules.home import HOME

if TYPE_CHECKING:
    from rules.base import AnyRules
    from rules.engine import AnyEngine
    from rules.files.values import Values
    from rules.files.variants import Variant

SHIPPED = HOME / "rules" / "variants"


@dataclass(frozen=True, slots=True)
class Game:
    """The data of a game that is known without importing it."""

    id: str
    family: str
    """Its place on the shelf: dominoes, blocks, words."""
    players: tuple[int, int]
    rules: str
    """`module:class` of its `Rules`."""
    board: str
    """`module:class` of its board."""
    engine: str
    """`module:class` of its `Engine`."""
    has_levels: bool = True
    hidden_hands: bool = False
    race: bool = False
    """All players play at once against the clock: no turns, no undo."""
    aids: tuple[str, ...] = ()
    """Settings that only this game has, offered in its setup."""
    daily_word: str = ""
    """`module:function` that makes the word of the day; one game has it."""
    bench: str = ""
    """The part of `main.py bench` that measures it, by the module `bench` beside its board."""
    accents: tuple[str, str] | None = None
    """Its colour (#rrggbb) on dark and on light themes: title, main button, glow, box; None for brass."""

    @property
    def solitaire(self) -> bool:
        return self.players == (1, 1)


_GAMES = (
    Game("turm_domino", "dominoes", (1, 1), "rules.games.turm_domino.rules:TurmDomino",
         "game.boards.turm_domino.board:TurmBoard", "rules.games.turm_domino.bots:TurmEngine",
         bench="solver", accents=("#ffc04d", "#8a5800")),
    Game("tripple_domino", "dominoes", (2, 6), "rules.games.tripple_domino.rules:TrippleDomino",
         "game.boards.tripple_domino.board:TrippleBoard", "rules.games.tripple_domino.bots:TrippleEngine",
         hidden_hands=True, bench="triangles", accents=("#ff9a62", "#a8420c")),
    Game("tripple_solitaire", "dominoes", (1, 1), "rules.games.tripple_solitaire.rules:TrippleSolitaire",
         "game.boards.tripple_domino.board:SolitaireBoard",
         "rules.games.tripple_solitaire.bots:SolitaireEngine",
         accents=("#ff9db0", "#a82a4c")),
    Game("trio_domino", "dominoes", (1, 4), "rules.games.trio_domino.rules:TrioDomino",
         "game.boards.trio_domino.board:TrioBoard", "rules.games.trio_domino.bots:TrioEngine",
         hidden_hands=True, accents=("#6cc8ff", "#0d5f96")),
    Game("kwinty", "blocks", (2, 2), "rules.games.kwinty.rules:Kwinty",
         "game.boards.kwinty.board:KwintyBoard",
         "rules.games.kwinty.bots:KwintyEngine", aids=("open_fours",),
         bench="blocks", accents=("#ecd0a0", "#75521a")),
    Game("turris", "blocks", (2, 2), "rules.games.turris.rules:Turris",
         "game.boards.turris.board:TurrisBoard",
         "rules.games.turris.bots:TurrisEngine", bench="blocks", accents=("#f58a6b", "#9c3413")),
    Game("kreuzwort", "words", (2, 5), "rules.games.kreuzwort.rules:Kreuzwort",
         "game.boards.kreuzwort.board:KreuzwortBoard", "rules.games.kreuzwort.bots:KreuzwortEngine",
         hidden_hands=True, bench="words", accents=("#a9e06b", "#3f6b0c")),
    Game("point_typ_dom", "words", (2, 6), "rules.games.point_typ_dom.rules:PointTypDom",
         "game.boards.point_typ_dom.board:PointBoard", "rules.games.point_typ_dom.bots:PointEngine",
         hidden_hands=True, daily_word="rules.games.point_typ_dom.word_of_day:word_of_day",
         accents=("#c8adff", "#5b35a8")),
    Game("presto", "words", (2, 6), "rules.games.presto.rules:Presto", "game.boards.presto.board:PrestoBoard",
         "rules.games.presto.bots:PrestoEngine", race=True,
         bench="words", accents=("#ffe45c", "#6f5a00")),
    Game("wer_behaelt_recht", "words", (2, 5), "rules.games.wer_behaelt_recht.rules:WerBehaeltRecht",
         "game.boards.wer_behaelt_recht.board:WerBoard", "rules.games.wer_behaelt_recht.bots:WerEngine",
         hidden_hands=True, has_levels=False, aids=("word_offers", "decent_offers"),
         accents=("#5fe0d0", "#0b6960")),
)

GAMES: dict[str, Game] = {game.id: game for game in _GAMES}


@cache
def rules_class(game: str) -> type[AnyRules]:
    """Import and return the class of a game's rules."""
    module, name = GAMES[game].rules.split(":")
    found: type[AnyRules] = getattr(import_module(module), name)
    return found


@cache
def engine_class(game: str) -> type[AnyEngine]:
    """Import and return the class of a game's engine."""
    module, name = GAMES[game].engine.split(":")
    found: type[AnyEngine] = getattr(import_module(module), name)
    return found


def engine_of(rules: AnyRules) -> AnyEngine:
    """Return the engine that plays by these rules."""
    return engine_class(rules.game)(rules)


def folders(game: str, own: Path | None = None) -> list[Path]:
    """Return the folders of a game's rule files: the shipped ones, then the player's own."""
    return [SHIPPED / game] + ([own / game] if own is not None else [])


def variants(game: str, own: Path | None = None) -> list[Variant]:
    """Return all rule files of a game, the faulty ones with their faults."""
    from rules.files.variants import load_all  # noqa: PLC0415 - reading YAML is not needed to open the shelf

    return load_all(rules_class(game), folders(game, own))


def rules_of(game: str, variant: str = "classic", own: Path | None = None) -> AnyRules:
    """Return the rules of a game in a variant; raise VariantFault if the file is missing or faulty."""
    from rules.files.variants import VariantFault, load  # noqa: PLC0415 - as above

    found = load(rules_class(game), variant, folders(game, own))
    if found.values is None:
        raise VariantFault(found)
    return rules_class(game)(found.values, found.name)


def rules_from_values(game: str, variant: str, values: Values) -> AnyRules:
    """Return the rules of a record: its values, completed with those of classic."""
    from rules.files.faults import shown  # noqa: PLC0415 - as above
    from rules.files.variants import BadRules, fill  # noqa: PLC0415 - as above
    from rules.records import RecordFault  # noqa: PLC0415 - as above

    if game not in GAMES:
        raise RecordFault("record.unknown_game", game=shown(game), known=", ".join(GAMES))
    kind = rules_class(game)
    try:
        filled = fill(kind, dict(values), rules_of(game).values)
    except BadRules as fault:
        raise RecordFault("record.rules", reason=fault.phrase) from None
    return kind(filled, variant)
