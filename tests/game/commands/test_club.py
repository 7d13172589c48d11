"""`main.py club`: how to start one, and sentences for what cannot be; real clubs: tests/game/net/club."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from game import commands
from game.endurance.net import cluster
from game.net.club.store import bus


class Said(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    monkeypatch.setenv("DOMINOTHEK_DATA", str(tmp_path))
    monkeypatch.delenv("DOMINOTHEK_NATS", raising=False)
    monkeypatch.setattr(bus, "CONNECT", 1.0)
    return lambda *words: Said(commands.main(["club", *words]), *capsys.readouterr())


def test_without_servers_it_says_how_to_start_one_and_what_it_must_allow(call):
    said = call()
    assert said.code == 2 and not said.out
    assert "apt-get install nats-server" in said.err and "$JS.API.>" in said.err and "RUNNING.md" in said.err


@pytest.mark.parametrize(("words", "told"), [
    (("--nats", "http://x"), "is not a NATS server"),
    (("--nats", "nats://127.0.0.1:1", "--ca", "no-such-file"), "no-such-file"),
    (("--nats", "nats://127.0.0.1:1", "--port", "99999"), "99999"),
    (("--nats", "nats://127.0.0.1:1", "--guests", "0"), "--guests")])
def test_a_wrong_option_gets_a_sentence(call, words, told):
    said = call(*words)
    assert said.code == 2 and told in said.err


def test_a_password_of_a_server_is_not_repeated_in_a_fault(call):
    assert "secret" not in call("--nats", "htp://worker:secret@host:4222").err


@pytest.mark.parametrize("words", [(), ("--status",)])
def test_servers_that_do_not_answer_are_reported(call, words):
    said = call("--nats", f"nats://127.0.0.1:{cluster.free_ports(1)[0]}", *words)
    assert said.code == 1 and "No NATS server answers" in said.err


@pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not())
def test_a_wrong_password_is_reported_and_the_status_of_an_empty_club_too(call, tmp_path):
    servers = cluster.Cluster(tmp_path / "nats", 1)
    try:
        servers.wait()
        wrong = call("--nats", servers.url(0).replace(cluster.PASSWORD, "wrong"), "--ca", servers.ca)
        assert wrong.code == 1 and "No NATS server answers" in wrong.err
        empty = call("--nats", servers.url(0, "status"), "--ca", servers.ca, "--status")
        assert empty.code == 1 and "No club runs" in empty.err
    finally:
        servers.close()
