"""Three real servers, three workers as processes, twenty tables: what is killed on the way costs no move."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from game import commands
from game.endurance.net import cluster
from game.endurance.net.club import Party, Player, Times, WorkerProcess
from game.net.club.store.status import ask
from game.net.loop import LoopThread
from rules import records
from rules.catalog import GAMES, rules_from_values

pytestmark = [pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not()), pytest.mark.early]
OPEN = next(game for game in GAMES if GAMES[game].players == (2, 2) and not GAMES[game].hidden_hands)
TABLES = 20


def test_twenty_tables_survive_a_worker_and_a_server_that_are_killed(tmp_path, capsys, monkeypatch):
    servers = cluster.Cluster(tmp_path / "nats", 3)
    workers, parties = [], []
    thread = LoopThread("bots")
    thread.open()

    def play(true, seconds=90.0):
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, [party.moves for party in parties]
            for party in parties:
                party.step()
            time.sleep(0.002)

    try:
        servers.wait()
        workers = [WorkerProcess(servers, tmp_path, "--out", str(tmp_path / "out")) for _ in range(3)]
        ports = [worker.wait().port for worker in workers]
        parties = [Party(OPEN, [Player(f"Bot {number}", ports[(number + seat) % 3], thread)
                                for seat in range(2)], Times(), pace=0.15) for number in range(TABLES)]
        play(lambda: all(party.moves >= 2 for party in parties))
        end = time.monotonic() + 20
        while True:  # each worker tells of itself once a second
            found = asyncio.run(ask([servers.url(0, "status")], servers.ca))
            told = len(found.workers), sum(one["people"] for one in found.workers.values())
            if told == (3, 2 * TABLES):
                break
            assert time.monotonic() < end, told
            soon = time.monotonic() + 0.5
            play(lambda: time.monotonic() > soon)  # noqa: B023 - called at once
        assert found.streams[0].messages > 4 * TABLES and found.streams[0].leader.startswith("club-")

        workers[0].kill()
        before = {party: party.moves for party in parties if not party.over}
        play(lambda: all(party.moves > moves or party.over for party, moves in before.items()))
        servers.kill(1)
        play(lambda: all(party.over for party in parties))

        for party in parties:
            kept = [player.record for player in party.players]
            assert all(record == kept[0] for record in kept)
            records.verify(kept[0], rules_from_values)
            assert json.loads((tmp_path / "out" / f"{party.table}.json").read_text()) == kept[0]
        monkeypatch.setenv("DOMINOTHEK_LANG", "en")
        assert commands.main(["verify", *map(str, sorted((tmp_path / "out").glob("*.json")))]) == 0
        assert capsys.readouterr().out.count("ok") == TABLES
        alive = workers[1:]
        assert sum(len(worker.events("worker_gone")) for worker in alive) == 2
        assert not [event for worker in alive for event in worker.events("table_fault", "table_unreadable")]
    finally:
        for worker in workers:
            worker.kill()
        thread.close()
        servers.close()
