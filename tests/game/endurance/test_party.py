"""The bots of the club's bench pause as people do: after a move, not because a table was away."""

from __future__ import annotations

from types import SimpleNamespace

from game.endurance.net.club import Party, Times
from game.net.happenings import Moved, RoomChanged, TableSet


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
