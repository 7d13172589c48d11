"""Pictures of the word games: the sample game of the rule sheet with a word being laid, or one that is refused."""

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
    from game.scenes.table import table_scene
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
        table = scene.table
        for square, mark in letters.items():
            tile = next(tile for tile in table.pieces() if tile.mark == mark)
            table.draft.put(square, tile)
        table.sync(scene.state)
        scene.idle_status()
    return show


SCREENS: dict[str, Any] = {
    "kreuzwort": laying("kreuzwort", {(11, 2): "G", (11, 3): "E", (11, 5): "B"}),
    "kreuzwort_refused": laying("kreuzwort", {(10, 3): "R", (10, 5): "T"}),
    "point_typ_dom": laying("point_typ_dom", {(11, 2): "G", (11, 3): "E", (11, 5): "B"}),
}
