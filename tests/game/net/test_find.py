"""The sign of a table is found in the network; here only in that of the loopback."""

from __future__ import annotations

import asyncio
import threading

import pytest

from game.data.people import COLOURS, FACES
from game.endurance.net.lines import HOME, until
from game.net.find import Finder, Notice, Sign, read_sign
from game.net.protocol import VERSION
from rules.catalog import GAMES

GAME = next(game for game in GAMES if not GAMES[game].solitaire)


def test_a_sign_is_found_and_changes():
    sign = Notice(VERSION, GAME, "classic", ("Ada",), 1, "waiting", True, "cd" * 16)
    full = Notice(VERSION, GAME, "classic", ("Ada", "Ben"), 0, "playing", True, "cd" * 16,
                  ((0, FACES[0]), (3, FACES[5])))
    changed, ended = threading.Event(), threading.Event()

    async def show() -> None:
        shown = Sign(4242, only=HOME)
        await shown.show(sign)
        await asyncio.to_thread(changed.wait, 20)
        await shown.show(full)
        await asyncio.to_thread(ended.wait, 20)
        await shown.close()

    thread = threading.Thread(target=lambda: asyncio.run(show()), daemon=True)
    finder = Finder(only=HOME)
    try:
        finder.open()
    except OSError as fault:
        pytest.skip(f"no multicast here: {fault}")
    thread.start()
    try:
        until(lambda: [found.sign for found in finder.found] == [sign])
        assert finder.found[0].port == 4242 and not finder.found[0].other_version
        changed.set()
        until(lambda: [found.sign for found in finder.found] == [full])
    finally:
        changed.set()
        ended.set()
        thread.join(5)
        finder.close()


@pytest.mark.parametrize(("text", "free"), [("0", 0), ("6", 6), ("7", 0), ("12", 0), ("0123456", 0), ("", 0),
                                            ("\u0663", 0), ("-1", 0)])
def test_a_sign_has_at_most_six_free_seats(text, free):
    sign = Notice(VERSION, GAME, "classic", ("Ada",), 1, "waiting", True, "")
    data = {key.encode(): value.encode() for key, value in sign.written().items()}
    assert read_sign(data | {b"free": text.encode()}).free == free


def test_colours_and_faces_that_are_none_become_the_first():
    sign = Notice(VERSION, GAME, "classic", ("Ada",), 1, "waiting", True, "")
    data = {key.encode(): value.encode() for key, value in sign.written().items()}
    read = read_sign(data | {b"looks": "9cat xowl 2<script> \u0663sun".encode() + b" 1sun" * 9})
    assert len(read.looks) == 6
    assert all(0 <= colour < COLOURS and face in FACES for colour, face in read.looks)
