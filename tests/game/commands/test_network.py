"""`main.py host`, `join` and `tables`: a table between processes, and sentences for what cannot be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from game import app, commands
from game.commands.command_line import Failure
from game.commands.network import verified
from game.net import needed
from game.net.find import Notice, read_sign
from game.routes import Route
from game.ui.text import Texts
from rules import records
from rules.catalog import GAMES, rules_from_values
from rules.home import HOME
from tests.kit.desk import Desk

OPEN = next(game for game in GAMES if GAMES[game].players == (2, 2) and not GAMES[game].hidden_hands)
ALONE = next(game for game in GAMES if GAMES[game].solitaire)


class Said(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    """Run a command line in this process, in English, with its own data folder."""
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    monkeypatch.setenv("DOMINOTHEK_DATA", str(tmp_path / "data"))
    return lambda *words: Said(commands.main(list(words)), *capsys.readouterr())


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "DOMINOTHEK_DATA": str(folder), "DOMINOTHEK_LANG": "en"}
    return subprocess.Popen([sys.executable, "main.py", *words], cwd=HOME, env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_table_is_hosted_and_joined_without_a_window(tmp_path):
    host = start(tmp_path / "host", "host", OPEN, "--headless", "--seats", "remote,bot:easy", "--code",
                 "3 Lamp Oven", "--address", "127.0.0.1", "--out", str(tmp_path / "out"))
    try:
        assert host.stdout.readline() == "Code: 3 Lamp Oven\n"
        port = re.fullmatch(r"Address: 127\.0\.0\.1:(\d+)\n", host.stdout.readline())[1]
        wrong = start(tmp_path / "eve", "join", "--address", f"127.0.0.1:{port}", "--code", "1 Lamp Oven",
                      "--headless", "--as", "bot:easy")
        guest = start(tmp_path / "ada", "join", "--address", f"127.0.0.1:{port}", "--code", "3 lamp oven",
                      "--name", "Ada", "--headless", "--as", "bot:easy", "--out", str(tmp_path / "kept"))
        _, told = wrong.communicate(timeout=30)
        assert wrong.returncode == 1 and "That is not the code." in told
        out, _ = guest.communicate(timeout=60)
        assert guest.returncode == 0 and "Over. Points:" in out
        host.communicate(timeout=30)
        assert host.returncode == 0
    finally:
        host.kill()
    (mine,), (other,) = (list((tmp_path / name).glob("*.json")) for name in ("out", "kept"))
    assert mine.read_bytes() == other.read_bytes()
    session = records.verify(records.read_file(mine), rules_from_values)
    assert session.seats[0].name == "Ada" and session.seats[1].is_bot
    assert not list((tmp_path / "host" / "saves").glob("*.json"))


@pytest.mark.parametrize(("words", "sentence"), [
    (["host"], "host needs a game"),
    (["host", ALONE], "is for one player."),
    (["host", OPEN, "--seats", "remote,remote,remote", "--headless"], "has 2 to 2 seats."),
    (["host", OPEN, "--seats", "remote,cat", "--headless"], "“cat” is not a seat"),
    (["host", OPEN, "--seats", "remote,bot:clever", "--headless"], "clever"),
    (["host", OPEN, "--port", "99999"], "whole numbers from 0 to 65535"),
    (["join"], "The code is missing"),
    (["host", OPEN, "--seats", "human,remote", "--headless"], "A person at this computer needs the window"),
    (["host", OPEN, "--out", "x"], "add --headless"),
    (["join", "--code", "x", "--as", "bot:easy"], "add --headless"),
    (["join", "--code", "x", "--headless"], "--as bot:LEVEL"),
    (["join", "--code", "x", "--headless", "--as", "bot:easy", "--address", "nowhere"], "not an address"),
])
def test_a_wrong_command_line_gets_a_sentence(words, sentence, call):
    said = call(*words)
    assert said.code == 2 and sentence in said.err


@pytest.mark.parametrize("record", [{}, {"game": "../../x", "players": []}, {"game": OPEN, "players": [{}]}])
def test_what_a_host_sends_instead_of_a_record_gets_a_sentence(record):
    with pytest.raises(Failure) as fault:
        verified(record)
    assert Texts("en").has(fault.value.phrase.key)


def test_host_and_join_open_the_window_at_the_table(call, monkeypatch, tmp_path):
    opened: list[Route] = []
    monkeypatch.setattr(app, "play", lambda route: opened.append(route) or 0)
    told = call("host", OPEN, "--seats", "human,remote", "--code", "3 Lamp Oven", "--address", "127.0.0.1")
    assert told == (0, "", "")
    host = Desk(tmp_path / "host")
    host.app.settings.name = "Ben"
    room = host.app.open(opened[0])
    guest = Desk(tmp_path / "guest")
    try:
        told = call("join", "--code", "3 lamp oven", "--address", room.address, "--name", "Ada")
        assert told == (0, "", "")
        guest.app.open(opened[1])
        end = time.monotonic() + 20
        while not (type(guest.scene) is type(room) and room.start_button.enabled):
            assert time.monotonic() < end
            host.run(16)
            guest.run(16)
        assert [place.name for place in room.client.room.places] == ["Ben", "Ada"]
    finally:
        guest.app.close()
        host.app.close()


def test_without_its_packages_the_network_says_what_is_missing(monkeypatch, call):
    monkeypatch.setattr(needed, "find_spec", lambda name: None if name == "spake2" else object())
    for words in (["tables"], ["host", OPEN, "--headless"],
                  ["join", "--code", "x", "--headless", "--as", "bot:easy"]):
        said = call(*words)
        assert said.code == 1 and "A package is missing for playing together: spake2." in said.err


def test_a_sign_of_the_network_is_read_as_it_is_written_and_cleaned():
    sign = Notice("dominothek.1/2", OPEN, "classic", ("Ada", "Ben"), 1, "waiting", True, "ab" * 16)
    data = {key.encode(): value.encode() for key, value in sign.written().items()}
    assert read_sign(data) == sign
    assert read_sign({**data, b"game": b"chess"}) is None and read_sign({}) is None
    odd = read_sign({**data, b"names": b"A\x1bda\t\xff", b"free": b"-7", b"variant": None})
    assert odd.names[0] == "Ada" and odd.free == 0 and odd.variant == ""


# --- tournaments of a club ---


def test_a_faulty_tournament_is_neither_checked_clean_nor_announced(call, tmp_path):
    file = tmp_path / "cup.yaml"
    file.write_text(f"name: Cup\ngame: {OPEN}\nsystem: swiss\nbye: cake\n", "utf-8")
    checked = call("rules", str(file))
    assert checked.code == 1
    assert [line.partition(".yaml:")[2][:3] for line in checked.out.splitlines()[:2]] == ["3:9", "4:6"]
    started = call("club", "--nats", "nats://127.0.0.1:1", "--tournament", str(file))
    assert started.code == 1 and all(f"{file}:{line}:" in started.err for line in (3, 4))
    file.write_text(f"name: Cup\ngame: {OPEN}\nsystem: swiss\nrounds: 3\n", "utf-8")
    assert call("rules", str(file)).code == 0
