"""Open a table for other computers from the choices of a setup, or a save of one again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from game.data.seat_colours import seat_colours
from game.net.entry.code import new_code
from game.net.find import own_addresses
from game.net.host import Setting, fresh_seed
from game.net.keeping import continued, host_table, own_setup
from game.net.needed import missing
from game.net.table.chairs import Chair, Who
from game.net.table.room import Options
from game.routes import CannotOpen
from game.screens.together.room import WaitingRoom
from game.table.remote.seated import Seated
from rules.base import AnyRules
from rules.records import RecordFault
from rules.session import Seat

if TYPE_CHECKING:
    from game.app import App

OPTIONS = Options()


def hosted(app: App, rules: AnyRules, seats: list[Seat], code: str, address: str, port: int) -> WaitingRoom:
    """Return the waiting room of a new table; seats of kind `remote` are for other computers."""
    _need_packages(app)
    here = [number for number, seat in enumerate(seats) if seat.kind == "human"]
    if len(here) > 1:
        raise CannotOpen(app.texts("together.one_here"))
    seats = [replace(seat, name=seat.name or app.player_name()) if seat.kind == "human" else seat
             for seat in seats]
    looks = seat_colours(((seat.name, seat.is_bot) for seat in seats), app.history.people.all())
    chairs = []
    for seat, look in zip(seats, looks, strict=True):
        if seat.kind == "human":
            chairs.append(Chair("here", who=Who(seat.name, look.colour, look.face)))
        else:
            chairs.append(Chair("bot", seat.level) if seat.is_bot else Chair("remote"))
    seed = fresh_seed()
    setting = Setting(rules, chairs, seed, code or new_code(app.texts),
                      own_setup(app.store, rules, len(chairs), seed), OPTIONS, address=address, port=port)
    return _opened(app, setting, here[0] if here else None)


def resumed(app: App, path: Path) -> WaitingRoom:
    """Return the waiting room of a table that was closed in the middle of its game."""
    _need_packages(app)
    try:
        setting = continued(app.store, path, OPTIONS)
    except (RecordFault, OSError):
        setting = None
    if setting is None:
        raise CannotOpen(app.texts("together.not_continued"))
    here = next((number for number, chair in enumerate(setting.chairs) if chair.kind == "here"), None)
    return _opened(app, setting, here, path)


def _need_packages(app: App) -> None:
    absent = missing()
    if absent:
        raise CannotOpen(app.texts("net.join.missing", n=len(absent), names=", ".join(absent)))


def _opened(app: App, setting: Setting, here: int | None, path: Path | None = None) -> WaitingRoom:
    kept = host_table(app.store, setting, app.texts, path)
    try:
        port = kept.host.open()
    except OSError as fault:
        raise CannotOpen(app.texts("together.not_open", reason=fault.strerror or str(fault))) from None
    seated = Seated(kept.host.client(here), kept=kept)
    return WaitingRoom(app, seated, setting.code, f"{setting.address or own_addresses()[0]}:{port}")
