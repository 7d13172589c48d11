"""Two real windows side by side on one screen, a host and a guest, play whole games by mouse."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from rules.catalog import GAMES, rules_from_values
from rules.records import verify
from tests.kit.tiny import SEED, lay_out
from tests.kit.xscreen import PATIENCE, Screen, needs_window

pytestmark = [*needs_window, pytest.mark.skipif(not os.environ.get("DOMINOTHEK_LONG"),
                                                reason="takes long: DOMINOTHEK_LONG=1")]
CODE, PLAYER = "7 Turm Regal", "tests.kit.players.together:by_mouse"
SIZE = (1280, 720)
LONGEST = 10 * PATIENCE


@pytest.mark.parametrize("game", [game for game in GAMES if not GAMES[game].solitaire])
def test_a_whole_game_between_two_windows(tmp_path: Path, game: str) -> None:
    windows = []
    try:
        host = Screen(tmp_path / "host", (2 * SIZE[0] + 40, SIZE[1] + 80))
        windows.append(host)
        guest = Screen(tmp_path / "guest", beside=host)
        windows.append(guest)
        for window, name in ((host, "Ada"), (guest, "Klara")):
            lay_out(window.folder, game)
            settings = window.folder / "settings.yaml"
            settings.write_text(settings.read_text().replace("Ada", name) + "fullscreen: false\n")
        count = max(2, GAMES[game].players[0])
        seats = ",".join(["human", "remote", *["bot:easy"] * (count - 2)])
        port = str(20_000 + os.getpid() % 20_000)
        host.open_watched(SEED, "host", game, "--variant", "tiny", "--seats", seats, "--code", CODE,
                          "--address", "127.0.0.1", "--port", port)
        host.place(0, SIZE)
        guest.open_watched(SEED, "join", "--address", f"127.0.0.1:{port}", "--code", CODE)
        guest.place(SIZE[0] + 20, SIZE)
        end = time.monotonic() + LONGEST
        while not all(window.record_files() for window in windows):
            assert time.monotonic() < end, [window.complaints() for window in windows]
            for window in windows:
                window.activate()
                answer = window.ask(PLAYER)
                window.do(answer["acts"] if answer is not None else [])
        found = [window.wait_for_record() for window in windows]
    finally:
        for window in reversed(windows):
            window.close()
    assert found[0]["rounds"] == found[1]["rounds"] and found[0]["result"] == found[1]["result"]
    for record in found:
        verify(record, rules_from_values)
    assert not any("Traceback" in window.complaints() for window in windows)
