"""The club's bench: bots that pause as people do, and the records that it compares."""

from __future__ import annotations

from types import SimpleNamespace

from game.endurance.net.club import Party, Times
from game.endurance.net.evening import begun
from game.net.club.desk import Order, SeatOrder
from game.net.club.worker.story import opening
from game.net.happenings import Moved, RoomChanged, TableSet
from rules.catalog import GAMES


class Guest:
    """A player whose client tells what a test gives it."""

    def __init__(self):
        self.acted = self.due = 0.0
        self.told = []
        self.visit = SimpleNamespace(line="here", poll=list, identity=SimpleNamespace(key="x"),
                                     open_table=lambda *_: None)
        self.client = SimpleNamespace(line="here", record=None, mirror=None, poll=self.poll)
        self.pilot = SimpleNamespace(take=lambda _: None, act=self.act)
        self.record = None

    def poll(self):
        told, self.told = self.told, []
        return told

    def act(self):
        self.acted += 1


def test_a_bot_waits_after_a_move_and_thinks_on_while_its_table_is_away():
    guest = Guest()
    party = Party("g", [guest], Times(), pace=60.0)
    guest.told = [Moved(None, None)]
    party.step()
    pause = guest.due
    assert pause and not guest.acted
    guest.told = [RoomChanged(None)]
    party.step()
    assert guest.due == pause and not guest.acted
    guest.told = [TableSet(None), RoomChanged(None)]
    party.step()
    assert guest.acted


def test_a_table_that_was_only_opened_has_no_record_to_compare():
    order = Order("t", next(iter(GAMES)), "classic", (SeatOrder(), SeatOrder()))
    assert begun({"t": [opening(order)]}) == {}
