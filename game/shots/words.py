"""Pictures of the word games: a word being laid, refused or announced, and a race before, during and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.app import App

HANDS = ["AAEEOBDGJMNRV+TIUR", "EIUOOCFHLMNPXS", "EIOU*DFLLRSTW"]
MOVES = ("> 0,0 MEXICO", "v 2,-2 TEXaS", "swap 2,1", "> 2,2 SaRAJEVO", "v 5,-1 POLA", "> 5,-1 PHON", "v 8,-3 WIND",
         "v 9,1 MOND", "v 4,2 RUF", "> 7,4 RUDOLF")
"""The sample game of the sheet up to its last word, with a few more letters so that nobody is out yet."""


def sample_game(app: App, game: str, moves: int = len(MOVES)) -> Any:
    """The table of Kreuzwort or Point-Typ-Dom near the end of the sample game, Ada to move."""
    from game.table.seating import table_scene
    from rules.catalog import rules_of
    from rules.session import Seat, Session

    rules = rules_of(game)
    seats = [Seat("Ada"), Seat("Bruno", "bot", "hard"), Seat("Cleo", "bot", "medium")]
    setup = {"hands": HANDS, "red": "AEIOUAEIO", "black": "BCDFGHKLMNPRSTBCDFGH", "starter": 1}
    session = Session(rules, seats, 305, level=setup)
    for text in MOVES[:moves]:
        session.play(rules.read_move(text))
    scene = table_scene(app, session)
    app.push(scene)
    return scene


def laying(game: str, letters: dict[tuple[int, int], str]) -> Any:
    """A screen with letters of a word on the board."""
    def show(app: App) -> None:
        scene = sample_game(app, game)
        table = scene.board
        for square, mark in letters.items():
            tile = next(tile for tile in table.pieces() if tile.mark == mark)
            table.laying.draft.put(square, tile)
        table.sync(scene.state)
        scene.idle_status()
    return show


RACE_HANDS = ["SPIELALMEICHTRSUNDE", "AEIOUBDGKLMNRSTTHPF", "EEIAOULLNNRSSTDGBMK", "AAEEIOUNNRSTLHGFDWC"]
GRID = {(x, 0): mark for x, mark in enumerate("SPIEL")} | {(1, y): mark for y, mark in enumerate("PALME")} | {
    (4, y): mark for y, mark in enumerate("LICHT")} | {(x + 1, 4): mark for x, mark in enumerate("ERST")} | {
    (2, y + 4): mark for y, mark in enumerate("RUNDE")}
"""A crossword of all letters of the first hand."""


def race(app: App) -> Any:
    """Ada and three bots at Presto, before the start."""
    from game.table.seating import table_scene
    from rules.catalog import rules_of
    from rules.session import Seat, Session

    seats = [Seat("Ada"), Seat("Bruno", "bot", "medium"), Seat("Cleo", "bot", "hard"), Seat("Dario", "bot", "easy")]
    scene = table_scene(app, Session(rules_of("presto"), seats, 77, level={"hands": RACE_HANDS}))
    app.push(scene)
    app.step([], 16)
    return scene


def racing(app: App) -> Any:
    """In the middle of the race: RU is not yet a word."""
    scene = race(app)
    scene.go()
    table = scene.board
    for square in list(GRID)[:-3]:
        table.laying.draft.put(square, next(tile for tile in table.pieces() if tile.mark == GRID[square]))
        table.changed()
        scene.race.advance(2_800)
    scene.tweens.finish()
    return scene


def raced(app: App) -> None:
    """The result of the race."""
    scene = racing(app)
    scene.finish(GRID)
    for _ in range(90):
        app.step([], 16)


OPEN_WORD = ("begin > 0,0 A HAUS@1", "back U HAUS@1")


def open_word(app: App, moves: tuple[str, ...] = OPEN_WORD, starter: int = 1) -> Any:
    """Wer behält recht? with Ada to move."""
    from game.table.seating import table_scene
    from rules.catalog import rules_of
    from rules.session import Seat, Session

    setup = {"hands": ["HSTRNEMB*", "AUSHEIN", "EIOUTNRH"], "red": "AEIOUAEIO", "black": "BCDFGHKLMNPRST",
             "starter": starter}
    rules = rules_of("wer_behaelt_recht")
    seats = [Seat("Ada"), Seat("Bruno", "bot", "hard"), Seat("Cleo", "bot", "medium")]
    session = Session(rules, seats, 305, level=setup)
    for text in moves:
        session.play(rules.read_move(text))
    scene = table_scene(app, session)
    app.push(scene)
    app.step([], 16)
    return scene


def announcing(app: App) -> None:
    """A letter lies before the fragment, and a word is asked for."""
    scene = open_word(app)
    table = scene.board
    tile = next(tile for tile in table.pieces() if tile.mark == "M")
    target = table.targets(tile, 0)[0]
    table.keep(tile, target, None)


def must_complete(app: App) -> None:
    """Ada's word has come back to her."""
    open_word(app, ("begin > 0,0 H HAUS@0", "back A HAUS@0", "back U HAUS@0"), starter=0)


SCREENS: dict[str, Any] = {
    "kreuzwort": laying("kreuzwort", {(11, 2): "G", (11, 3): "E", (11, 5): "B"}),
    "kreuzwort_refused": laying("kreuzwort", {(10, 3): "R", (10, 5): "T"}),
    "point_typ_dom": laying("point_typ_dom", {(11, 2): "G", (11, 3): "E", (11, 5): "B"}),
    "presto_ready": race,
    "presto": racing,
    "presto_result": raced,
    "wer": open_word,
    "wer_announcing": announcing,
    "wer_completing": must_complete,
}
