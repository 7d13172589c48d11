"""Screenshots of Turm-Domino, and of the screens around a table, with it as the example."""

from __future__ import annotations

from typing import Any

from game import routes
from game.app import App
from game.boards.measures.shots import Screens, drag, laboratory, most_places, review
from game.table.seating import make_table
from rules.catalog import rules_of
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import Solver
from rules.games.turm_domino.state import TurmMove
from rules.session import Seat

GAME = "turm_domino"
DEAL = 4711
LABORATORY = {"stack.max_difference": 2, "open": True}


def _table(app: App, variant: str = "classic", moves: int = 7) -> Any:
    """Open a game after a few moves of a winning line. Return its scene."""
    if not app.scenes:
        app.open(routes.Shelf())
    rules = rules_of(GAME, variant)
    app.push(make_table(app, rules, [Seat("Ada")], DEAL))
    assert isinstance(rules, TurmDomino)
    scene: Any = app.top
    for move in (Solver(rules).line(scene.state) or [])[:moves]:
        scene.play(move)
        scene.tweens.finish()
    scene.session.tally["seconds"] = 192.0
    scene.session.tally["undos"] = 2
    scene.refresh_side()
    return scene


def _shelf(app: App) -> None:
    """Show the shelf with a game to continue."""
    _table(app)
    app.step([], 16)
    app.home()


def _setup(app: App) -> None:
    app.open(routes.Shelf())
    scene: Any = routes.Setup(GAME).load()(app, GAME)
    scene.deal_text = str(DEAL)
    app.push(scene)


def _drag(app: App) -> None:
    """Hold a domino over the tower it fits on."""
    scene = _table(app)
    app.step([], 16)
    piece = most_places(scene)
    goal = scene.board.targets(piece, 0)[0].rect.center
    drag(scene, piece, (20, -20), (goal[0] + scene.px(72), goal[1] + scene.px(52)))


def _picked(app: App) -> None:
    scene = _table(app, "open", 4)
    scene.hand.pick(most_places(scene))


def _refused(app: App) -> None:
    scene = _table(app)
    legal = set(scene.session.rules.legal_moves(scene.state))
    moves = (TurmMove(column, tower) for column in scene.board.pieces() for tower in range(5))
    scene.refuse(next(move for move in moves if move not in legal))


def _hint(app: App) -> None:
    scene = _table(app)
    scene.hint()
    scene.hint()


def _result(app: App) -> None:
    _table(app, moves=25)
    for _ in range(70):
        app.step([], 16)


def _replay(app: App) -> None:
    scene = _table(app, moves=25)
    app.open(routes.Replay(scene.session, scene.occasion, at=12))


BEST = "turm"
SCREENS: Screens = {
    "shelf": _shelf,
    "setup": _setup,
    "turm": _drag,
    "turm_picked": _picked,
    "turm_refused": _refused,
    "turm_hint": _hint,
    "turm_lost": lambda app: _table(app).offer_way_back(),
    "menu": lambda app: _table(app).open_menu(),
    "result": _result,
    "replay": _replay,
    "turm_review": review(GAME, 5, seats=1),
    "laboratory": lambda app: laboratory(app, GAME, LABORATORY),
}
