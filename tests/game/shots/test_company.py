"""Pictures of the screens on which people meet: each is the screen it is named after."""

from __future__ import annotations

import pytest

from game.screens.club.tournament import TournamentPage
from game.screens.together.join import Join
from game.screens.together.room import WaitingRoom
from game.shots.company import SCREENS_OF_COMPANY
from game.table.curtain import Curtain
from game.ui.scene import Scene
from tests.kit.desk import Desk


@pytest.mark.parametrize(("name", "screen"), [
    ("curtain", Curtain), ("waiting_room", WaitingRoom), ("join", Join), ("club_tournament", TournamentPage)])
def test_a_picture_shows_the_screen_of_its_name(desk: Desk, name: str, screen: type[Scene]) -> None:
    SCREENS_OF_COMPANY[name](desk.app)
    desk.run(16)
    assert isinstance(desk.scene, screen)
