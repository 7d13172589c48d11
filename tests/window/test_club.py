"""The club in a real window: from the shelf through its door and its lobby to a table, with real servers."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.endurance.net import cluster
from game.net.bots import Autopilot
from game.net.club.happenings import TableOpened
from rules.catalog import GAMES
from tests.kit.club import ClubHere
from tests.kit.players.club import ADDRESS
from tests.kit.tiny import SEED
from tests.kit.xscreen import Screen, needs_window

pytestmark = [*needs_window, pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not())]
GAME = next(game for game in GAMES if GAMES[game].players == (2, 2) and not GAMES[game].hidden_hands)
PLAYER = "tests.kit.players.club:by_hand"


def test_somebody_enters_a_club_by_hand_sits_down_and_moves(tmp_path: Path) -> None:
    club, screen = ClubHere(tmp_path / "club"), Screen(tmp_path / "data")
    try:
        worker = club.worker()
        ben = club.guest("Ben")
        ben.visit.open_table(GAME, "classic", ("remote", "remote"))
        ben.visit.go_to(ben.wait(TableOpened).table)
        (screen.folder / "settings.yaml").write_text(
            f'speed: "none"\nseen_tutorials: "{GAME}"\nname: "Ada"\n', encoding="utf-8")
        screen.environment[ADDRESS] = f"{cluster.HERE}:{worker.port}"
        screen.open_watched(SEED)
        seen, mark, pilot = list[str](), None, None
        while ben.client is None or ben.client.mirror is None or "Ada" not in _movers(ben):
            answer = screen.ask(PLAYER, mark)
            assert answer is not None
            mark = answer["mark"]
            seen += [] if mark[0] in seen else [mark[0]]
            screen.do(answer["acts"])
            ben.happened += ben.visit.poll()
            if ben.visit.client is not None:
                ben.client = ben.visit.client
                pilot = pilot or Autopilot(ben.client, "easy", timed=False)
                pilot.take(ben.client.poll())
                pilot.act()
    finally:
        screen.close()
        club.close()
    assert seen[:4] == ["Shelf", "Join", "Door", "Lobby"] and seen[-1].startswith("Remote")
    assert "Traceback" not in screen.complaints()


def _movers(guest) -> set[str]:
    """Return who has moved at the table of a guest."""
    mirror = guest.client.mirror
    return {mirror.seats[ply.by].name for _, ply in mirror.history()}
