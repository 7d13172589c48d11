"""What tests of lessons share: the moves of a good pupil, and a lesson on the screen."""

from __future__ import annotations

from game.app import App
from game.table.lesson import Lesson
from game.table.seating import lesson_scene

TAUGHT: dict[str, list[list[str]]] = {
    "kwinty": [["H 0,0", "V 2,0", "V 3,0"], ["V 2,0"], ["H 2,0"], ["V -4,0", "V 2,0"], ["V 0,3"]],
    "turris": [["V 0,0,0", "V 0,1,0"], ["X 0,0,2"], ["V 1,1,0", "V 2,0,0"], ["R 1,0,0"], ["V 1,0,0"]],
    "kreuzwort": [["> 0,0 WORT"], ["v 1,-1 TOR"], ["> 0,2 NUR", "v 2,0 TORE"], ["swap 1,0"], ["v 1,-1 TOR"]],
    "presto": [["finish 0 9.0 - HAUT/...O/...R"], ["finish 0 9.0 - ..R/..a/HUT"]],
    "wer_behaelt_recht": [["begin > 0,0 A HAUS@1"], ["front H HAUS@0"], ["back L BALL@1"], ["complete"],
                          ["begin v 0,1 L BALL@1", "back L BALL@1"]],
    "point_typ_dom": [["v 1,-1 TOR"], ["buy red black"], ["v 1,-1 TOR"]],
    "tripple_domino": [
        ["344@0,0v:434", "445@-1,0v:544"], ["345@0,1^:453", "235@1,0^:523"], ["draw", "draw", "445@0,0v:454"],
        ["255@0,0v:525", "235@1,0^:235"], ["445@0,0v:454", "455@0,1^:554"]],
    "tripple_solitaire": [
        ["345@0,-1v:534", "133@0,0v:313"], ["255@0,0v:525", "235@1,0^:235"], ["255@0,0v:525"],
        ["draw", "draw", "445@0,0v:454"], ["344@0,0v:434", "stop"]],
    "trio_domino": [
        ["R1B2G1@0,0v:B2G1R1", "R0B0G2@-1,0v:B0G2R0"], ["R2G2B2@0,-1v:G2B2R2"],
        ["R0G1B2@-1,1v:G1B2R0", "R1B1G0@1,1^:G0R1B1"], ["draw 2", "R2G1B0@0,-1v:R2G1B0"],
        ["R2G0B1@0,0v:R2G0B1", "stop"]],
}
"""The moves that a pupil makes who does what the coach says."""


def lesson(app: App, game: str, index: int = 0) -> Lesson:
    app.push(lesson_scene(app, game, index))
    scene = app.top
    assert isinstance(scene, Lesson)
    return scene


def wait(app: App, frames: int = 12) -> None:
    for _ in range(frames):
        app.step([], 16)
