"""A seat at a network table, and its actions at the start and the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from game.net.client import Client
from game.net.guest import Guest
from game.net.happenings import Happening
from game.net.keeping import Kept, keep_result
from game.ui.scene import Scene
from rules.records import Record, RecordFault

if TYPE_CHECKING:
    from game.app import App


@dataclass(slots=True)
class Seated:
    """The client of this window, and what is behind it: a table (`kept`), a line (`guest`) or a club."""

    client: Client
    kept: Kept | None = None
    """The table, if this computer hosts it."""
    guest: Guest | None = None
    home: Scene | None = None
    """The lobby of the club that the table belongs to; None leads to the shelf."""
    leave: Callable[[], None] | None = None
    """Leaves the table of a club, but not the club."""
    listen: Callable[[], None] | None = None
    """Handles the events of the club; called at every poll of the table."""
    opened: bool = False
    """Whether this program has opened a table of a club."""
    is_over: bool = False
    held: list[Happening] = field(default_factory=list)
    """Events that one screen received and leaves to the next."""

    def poll(self) -> list[Happening]:
        """Return what has happened since the last screen or the last frame."""
        if self.listen is not None:
            self.listen()
        held, self.held = self.held, []
        return [*held, *self.client.poll()]

    @property
    def hosts(self) -> bool:
        return self.kept is not None or self.opened

    def begun(self) -> None:
        """The game begins: keep the key of the seat, so that it is offered on the shelf after a restart."""
        mirror, seat = self.client.mirror, self.client.seat
        if self.guest is not None and mirror is not None and seat is not None:
            others = tuple(one.name for number, one in enumerate(mirror.seats) if number != seat)
            self.guest.keep(mirror.rules.game, others)

    def finish(self, app: App, record: Record) -> Path | None:
        """Book the result for the people of this computer and keep the record; return its path."""
        self.is_over = True
        if self.guest is not None:
            self.guest.forget()
        own = () if self.client.seat is None else (self.client.seat,)
        try:
            _, path = keep_result(app.store, app.history, record, own,
                                  self.kept.path if self.kept is not None else None)
        except RecordFault:
            return None
        if self.kept is not None:
            self.kept.finish()
        return path

    def close(self) -> None:
        """Leave the table; a hosted one ends, but its save can be continued."""
        if self.kept is not None:
            self.kept.close()
        if self.guest is not None:
            self.guest.close()
        if self.leave is not None:
            self.leave()
