"""Pictures of the screens on which people meet: the curtain, a table of several computers, a club."""

from __future__ import annotations

import time
from collections.abc import Callable

from game import routes
from game.app import App
from game.boards.measures.shots import Screens, played
from game.data.people import FACES
from game.net.club.happenings import LobbySeen, TableRow, Welcome
from game.net.club.identity import own_identity
from game.net.club.tournament.page import Head, Page
from game.net.club.tournament.page import Line as Table
from game.net.club.tournament.page import Row as Standing
from game.net.club.visit import ClubGoal, Visit
from game.net.find import Found, Notice
from game.net.host import Setting
from game.net.keeping import host_table
from game.net.protocol import VERSION
from game.net.table.chairs import Chair, Who
from game.screens.club.door import Door
from game.screens.club.lobby import Lobby
from game.screens.club.tournament import TournamentPage
from game.screens.together.join import Join
from game.screens.together.room import WaitingRoom
from game.table.curtain import Curtain
from game.table.remote.scene import RemoteTable
from game.table.remote.seated import Seated
from game.table.scene import TableScene
from rules.catalog import GAMES, rules_of
from rules.session import Seat, Session

MANY = [game.id for game in GAMES.values() if game.players[0] > 1]
GAME = next(game for game in MANY if GAMES[game].players[1] > 3)
"""A game for many people who hide their pieces from each other."""
CODE, ADDRESS, CLUB = "7 Turm Regal", "192.168.1.24:47110", "club.example.org:47200"
PATIENCE = 10.0
"""Seconds within which a table of this program begins."""


def _curtain(app: App) -> None:
    """Show the curtain between two people, after a few moves."""
    app.open(routes.Shelf())
    bots = played(GAME, 7, 5, seats=3)
    session = Session(bots.rules, [Seat("Ada"), Seat("Klara"), Seat("Cleo", "bot", "medium")], 5)
    for ply in bots.rounds[0].plies:
        session.play(ply.move)
    table = TableScene(app, session)
    app.push(table)
    app.push(Curtain(app, table, session.state.player))


# --- a table of several computers ---


def _host(app: App) -> WaitingRoom:
    """Open a table of this program, with one person who has come and one who is awaited."""
    app.open(routes.Shelf())
    chairs = [Chair("here", who=Who("Ada", 0, FACES[0])), Chair("remote", who=Who("Klara", 1, FACES[3])),
              Chair("remote"), Chair("bot", "hard")]
    setting = Setting(rules_of(GAME), chairs, 5, CODE, address="127.0.0.1", announce=False)
    kept = host_table(app.store, setting, app.texts, processes=False)
    kept.host.open()
    room = WaitingRoom(app, Seated(kept.host.client(0), kept=kept), CODE, ADDRESS)
    app.push(room)
    _step_until(app, lambda: room.client.room is not None)
    return room


def _remote_table(app: App) -> None:
    """Begin the game of a table of several computers."""
    _host(app).start()
    _step_until(app, lambda: isinstance(app.top, RemoteTable))


def _step_until(app: App, ready: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not ready() and time.monotonic() < end:
        app.step([], 16)
        time.sleep(0.005)


class _Finder:
    """Finds the tables of an invented network."""

    def __init__(self, found: list[Found]):
        self.found = found

    def open(self) -> None:
        """Nothing to open."""

    def close(self) -> None:
        """Nothing to close."""


def _join(app: App) -> None:
    """Show tables in an invented network: one is chosen, one is full."""
    tables = ((("Klara", "Emil"), 2), (("Bruno",), 1), (("Frida", "Otto"), 0))
    found = [Found(f"192.168.1.{24 + number}", 47110, Notice(
        VERSION, game, "classic", names, free, "waiting", True, "",
        tuple((number + seat, FACES[1 + 2 * number + seat]) for seat in range(len(names)))))
        for number, (game, (names, free)) in enumerate(zip(MANY[-3:], tables, strict=True))]
    app.open(routes.Shelf())
    join = Join(app, _Finder(found))
    app.push(join)
    app.step([], 16)
    join.choose(found[0])


# --- a club ---


def _door(app: App) -> None:
    app.open(routes.Shelf())
    door = Door(app)
    door.known, door.address = [CLUB, "spiele.example.org:47200"], CLUB
    app.push(door)


def _visit(app: App) -> Visit:
    """Return a visit to an invented club, without a line."""
    identity = own_identity(app.store.folder)
    visit = Visit(ClubGoal.of(CLUB), Who("Ada"), identity, app.texts)
    visit.line_is("here")
    visit.poll()
    visit.welcome = Welcome("Ada", "5f3a9c", False, (), {})
    return visit


def _lobby(app: App) -> None:
    app.open(routes.Shelf())
    lobby = Lobby(app, _visit(app), CLUB)
    app.push(lobby)
    sitting = (("Klara",), ("Emil", "Frida"), (), ("Otto", "Paula"))
    tables = tuple(TableRow(game, game, "classic", names, len(names) + free, free, "waiting", True)
                   for game, names, free in zip(MANY[1:], sitting, (1, 2, 2, 1), strict=False))
    lobby.happened(LobbySeen("open", len(tables), tables=tables))


def _tournament(app: App) -> None:
    """Show the second round of a tournament."""
    # Name, points, the opponents' points, and games won, drawn, lost.
    results = (("Emil", 1.5, 0.5, (1, 1, 0)), ("Klara", 1.0, 0.0, (1, 0, 0)), ("Ada", 1.0, 0.0, (1, 0, 0)),
               ("Paula", 0.5, 1.5, (0, 1, 0)), ("Frida", 0.0, 2.5, (0, 0, 2)), ("Otto", 0.0, 1.0, (0, 0, 1)))
    rows = tuple(Standing(place, name, name, None, points, (theirs,), *games, True, name == "Ada")
                 for place, (name, points, theirs, games) in enumerate(results, 1))
    pairs = (("Klara", "Ada"), ("Emil", "Frida"), ("Paula", "Otto"))
    tables = tuple(Table(pair[0], pair, pair, (float(over), 0.0), int(over), over, "Ada" in pair)
                   for pair, over in zip(pairs, (False, True, False), strict=True))
    head = Head("cup", "Autumn cup", GAME, "classic", "playing", 2, 5, len(rows), None, 0, True, False)
    app.open(routes.Shelf())
    scene = TournamentPage(app, _visit(app), "cup", lambda *_: None, lambda _: None)
    scene.page = Page(head, "swiss", None, ("buchholz",), rows, 2, tables, (), "Ada")
    app.push(scene)


SCREENS_OF_COMPANY: Screens = {
    "curtain": _curtain,
    "waiting_room": _host,
    "remote_table": _remote_table,
    "join": _join,
    "club_door": _door,
    "club_lobby": _lobby,
    "club_tournament": _tournament,
}
