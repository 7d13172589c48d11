"""The system's voice: in the language of the screen, broken off by a key, heard in a file."""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from game.table.seating import table_scene
from game.ui.devices.speech import Speaker
from game.ui.devices.voice import Command, Voice, find_commands
from game.ui.text import languages
from rules.catalog import GAMES, rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk

ESPEAK = shutil.which("espeak-ng")
LINES = Command(("tell", "{language}"))


class Told:
    """A command that notes what it is told and ends when it is asked to."""

    def __init__(self) -> None:
        self.heard: list[tuple[list[str], str]] = []
        self.code: int | None = None
        self.killed = 0

    def start(self, arguments: Sequence[str], text: str) -> Told:
        self.heard.append((list(arguments), text))
        self.code = None
        return self

    def poll(self) -> int | None:
        return self.code

    def kill(self) -> None:
        self.killed += 1
        self.code = -9


@pytest.mark.parametrize(("platform", "has", "first"), [
    ("linux", {"spd-say", "espeak-ng"}, ["/bin/spd-say", "/bin/espeak-ng"]),
    ("linux", {"espeak"}, ["/bin/espeak"]),
    ("darwin", {"say", "espeak-ng"}, ["/bin/say"]), ("win32", {"powershell"}, ["/bin/powershell"]),
    ("linux", set(), [])])
def test_every_system_has_its_command(platform, has, first):
    found = find_commands(platform, lambda name: f"/bin/{name}" if name in has else None)
    assert [command.arguments[0] for command in found] == first
    assert all("de" in " ".join(command.for_language("de")) for command in found if platform != "darwin")


def test_sentences_wait_for_each_other_and_a_key_breaks_them_off():
    told = Told()
    voice = Voice([LINES], told.start)
    for text in ("one", "two", "three"):
        voice.say(text, "de")
    voice.poll()
    assert told.heard == [(["tell", "de"], "one")]
    told.code = 0
    voice.poll()
    assert [text for _, text in told.heard] == ["one", "two"]
    voice.interrupt()
    voice.poll()
    assert told.killed == 1 and len(told.heard) == 2, "three is forgotten"
    voice.say("four", "en")
    assert told.heard[-1] == (["tell", "en"], "four") and not voice.broken


def test_a_command_that_cannot_fall_silent_gives_way_without_repeating_itself():
    told = Told()

    def start(arguments: Sequence[str], text: str) -> Told:
        if list(arguments) == ["hush"]:
            raise OSError("gone")
        return told.start(arguments, text)

    voice = Voice([Command(("loud",), ("hush",)), LINES], start)
    voice.say("one", "de")
    voice.interrupt()
    voice.poll()
    assert [text for _, text in told.heard] == ["one"] and not voice.broken
    voice.say("two", "de")
    assert told.heard[-1] == (["tell", "de"], "two")


def test_a_command_that_fails_gives_way_to_the_next_and_at_last_to_the_console():
    told, out = Told(), io.StringIO()
    speaker = Speaker(stream=out)
    speaker.voice = Voice([LINES, Command(("other",))], told.start)
    speaker.say("One")
    told.code = 1
    speaker.poll()
    assert told.heard[-1] == (["other"], "One."), "nothing is lost"
    told.code = 1
    speaker.poll()
    speaker.say("Two")
    assert speaker.voice.broken and out.getvalue() == "Two.\n"


def test_every_key_breaks_off_the_voice_and_it_speaks_the_language_of_the_screen(tmp_path):
    desk, told = Desk(tmp_path), Told()
    desk.app.speech.voice = Voice([LINES], told.start)
    desk.app.settings.language = "de"
    desk.app.refresh()
    desk.app.speech.voice = Voice([LINES], told.start)
    desk.key(pygame.K_TAB)
    assert told.heard[-1][0] == ["tell", "de"]
    desk.key(pygame.K_TAB)
    assert told.killed == 1
    desk.app.close()


def test_the_settings_switch_the_voice_on_and_off(monkeypatch):
    monkeypatch.setattr("game.ui.devices.voice.shutil.which", lambda name: None)
    speaker = Speaker()
    monkeypatch.setattr("game.ui.devices.voice.find_commands", list)
    speaker.turn(on=True)
    assert speaker.voice is None and speaker.aloud, "the console where there is no voice"
    monkeypatch.setattr("game.ui.devices.voice.find_commands", lambda: [LINES])
    speaker.turn(on=True)
    assert speaker.voice is not None
    speaker.turn(on=False)
    assert speaker.voice is None


def loudness(path: Path) -> tuple[float, int]:
    """Return the seconds of a WAV file and its loudest sample."""
    with wave.open(str(path)) as file:
        frames = array("h", file.readframes(file.getnframes()))
        return file.getnframes() / file.getframerate(), max(map(abs, frames), default=0)


@pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", languages())
def test_espeak_is_heard_in_every_language(tmp_path, language):
    desk = Desk(tmp_path)
    desk.app.settings.language = language
    desk.app.refresh()
    file = tmp_path / "said.wav"
    subprocess.run([str(ESPEAK), "-v", language, "--stdin", "-w", str(file)],
                   input=desk.say("quit.text").encode(), check=True, timeout=20)
    seconds, loudest = loudness(file)
    assert seconds > 1 and loudest > 1000
    desk.app.close()


FAMILIES = {game.family: game.id for game in reversed(GAMES.values()) if not game.race}
"""The first game of every family."""


@pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("game", FAMILIES.values())
def test_a_game_of_every_family_is_followed_by_ear(tmp_path, game):
    """Two people play some moves; each is told, and the whole is heard in a file."""
    desk = Desk(tmp_path)
    seats = [Seat(name) for name in ("Ada", "Ben")[:GAMES[game].players[0]]]
    scene = table_scene(desk.app, Session(rules_of(game), seats, 4711))
    scene.looking = 0
    desk.app.push(scene)
    said: list[str] = []
    for _ in range(4):
        desk.app.speech.said.clear()
        scene.looking = scene.state.player
        scene.play(next(iter(scene.session.rules.legal_moves(scene.state))))
        desk.run(1500)
        assert desk.app.speech.said, "a move without a sentence"
        said += desk.app.speech.said
    file = tmp_path / "said.wav"
    subprocess.run([str(ESPEAK), "-v", desk.app.texts.language, "--stdin", "-w", str(file)],
                   input="\n".join(said).encode(), check=True, timeout=30)
    seconds, loudest = loudness(file)
    assert seconds > len(said) * 0.5 and loudest > 1000
    desk.app.close()
