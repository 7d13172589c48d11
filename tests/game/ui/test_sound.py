"""The sounds: the files have no clicks, and the player never fails, whatever is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import wave
from array import array
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.app import MUSIC_AFTER, RESTING_AFTER
from game.ui.devices import make_sounds
from game.ui.devices.sound import PARTS, SAME, Silent, Sounds
from game.ui.dialogs import Dialog
from tests.kit.desk import Desk

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "sprites" / "sounds"
MUSIC = [f"music_{part}" for part in PARTS]
EFFECTS = sorted(set(make_sounds.MAKERS) - set(MUSIC))
LONGEST = {"win": 1.2, "lose": 0.8, "bonus": 0.7}


@pytest.fixture(autouse=True)
def closed_mixer(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def sounds():
    return Sounds(FOLDER)


def samples(name: str) -> tuple[array, int]:
    with wave.open(str(FOLDER / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        numbers = array("h", file.readframes(file.getnframes()))
        return numbers, file.getframerate()


# --- the files ------------------------------------------------------------------------------------


def test_the_folder_holds_what_the_script_makes():
    assert {path.stem for path in FOLDER.glob("*.wav")} == set(make_sounds.MAKERS)
    assert sum((FOLDER / f"{name}.wav").stat().st_size for name in EFFECTS) < 500_000
    assert sum((FOLDER / f"{name}.wav").stat().st_size for name in MUSIC) < 2_400_000


@pytest.mark.parametrize("name", EFFECTS)
def test_a_sound_is_short_soft_and_begins_and_ends_in_silence(name):
    numbers, rate = samples(name)
    assert rate == 44100
    assert len(numbers) / rate < LONGEST.get(name, 0.5)
    assert max(map(abs, numbers)) <= 32768 * 10 ** (-8.9 / 20)
    assert max(map(abs, numbers)) >= 32768 * 10 ** (-30 / 20)
    assert abs(sum(numbers) / len(numbers)) < 3
    assert abs(numbers[0]) < 20 and max(map(abs, numbers[-20:])) < 20


@pytest.mark.parametrize("name", MUSIC)
def test_every_part_of_the_music_repeats_without_a_seam(name):
    numbers, rate = samples(name)
    assert len(numbers) == 24 * rate
    assert max(map(abs, numbers)) < 32768 * 10 ** (-11.9 / 20)
    assert abs(sum(numbers) / len(numbers)) < 3
    around, inside = [*numbers[-2:], *numbers[:2]], numbers[:rate]
    bends, usual = ([abs(a - 2 * b + c) for a, b, c in zip(part, part[1:], part[2:], strict=False)]
                    for part in (around, inside))
    assert max(bends) < min(150, max(usual))  # a click would be a bend of several hundred


@pytest.mark.parametrize("name", ["lay", "draw", "hint"])
def test_the_script_makes_the_same_sound_every_time(name):
    made = make_sounds.MAKERS[name]()
    assert made == make_sounds.MAKERS[name]()
    shipped = (FOLDER / f"{name}.wav").read_bytes()
    assert len(made) == len(shipped) and made[:44] == shipped[:44]
    # The last bit of a sine may be rounded differently on another processor.
    assert all(abs(a - b) <= 1 for a, b in zip(array("h", made[44:]), array("h", shipped[44:]), strict=True))


# --- the player -----------------------------------------------------------------------------------


def test_nothing_is_opened_before_the_first_sound(sounds):
    sounds.set_volume(0.5)
    sounds.pause()
    sounds.resume()
    assert pygame.mixer.get_init() is None
    sounds.play("lay")
    assert pygame.mixer.get_init() == (44100, -16, 2)


def test_a_volume_of_zero_never_opens_the_device():
    sounds = Sounds(FOLDER, volume=0, music_volume=0)
    sounds.play("lay")
    sounds.music("table")
    assert pygame.mixer.get_init() is None


def test_every_sound_can_be_played(sounds):
    sounds.prepare()
    for name in EFFECTS:
        sounds.play(name)
    assert sounds.available and not sounds.reason and not sounds.problems


def test_the_same_sound_is_heard_at_most_twice_at_a_time(sounds):
    sounds.play("win")
    win = sounds.loaded["win"]
    for _ in range(6):
        sounds.play("win")
    time.sleep(0.15)
    assert 1 <= win.get_num_channels() <= SAME


def test_the_volume_reaches_the_voice(sounds):
    sounds.set_volume(1.0)
    sounds.play("win", volume=0.5)
    assert sounds.voices["win"][-1].get_volume() == pytest.approx(0.5, abs=0.01)
    sounds.set_volume(7)
    assert sounds.volume == 1.0
    sounds.set_volume(0.01)
    sounds.play("lose")
    assert sounds.voices["lose"][-1].get_volume() > 0


def test_a_missing_sound_is_silent_and_remembered(sounds):
    sounds.play("no such sound")
    sounds.play("no such sound")
    assert sounds.problems == {"no such sound": "missing"}
    assert sounds.available


@pytest.mark.parametrize("content", [b"", b"not a sound" * 50, b"RIFF" + bytes(60)])
def test_a_damaged_file_is_silent_and_named(tmp_path, content):
    for name in ("lay", "music_table"):
        (tmp_path / f"{name}.wav").write_bytes(content)
    sounds = Sounds(tmp_path)
    sounds.prepare()
    sounds.play("lay")
    sounds.music("table")
    sounds.music("table")
    assert set(sounds.problems) == {"lay", "music_table"}
    assert sounds.problems["lay"].startswith("lay.wav: ")
    assert not pygame.mixer.music.get_busy()


def test_an_ogg_file_goes_before_a_wav_file_unless_it_is_damaged(tmp_path):
    shutil.copy(FOLDER / "lay.wav", tmp_path / "lay.wav")
    shutil.copy(FOLDER / "win.wav", tmp_path / "lay.ogg")  # SDL detects the format by content, not by name
    sounds = Sounds(tmp_path)
    sounds.play("lay")
    assert sounds.loaded["lay"].get_length() > 1
    (tmp_path / "lay.ogg").write_bytes(b"damaged")
    sounds = Sounds(tmp_path)
    sounds.play("lay")
    assert sounds.loaded["lay"].get_length() < 0.3 and not sounds.problems


def wait_for_silence() -> None:
    """Wait until the music has faded out, which takes the mixer half a second of its own time."""
    end = time.monotonic() + 30
    while pygame.mixer.music.get_busy():
        assert time.monotonic() < end, "the music goes on"
        time.sleep(0.02)


def test_music_starts_stops_and_follows_its_volume(sounds):
    music = pygame.mixer.music
    sounds.music("table")
    assert music.get_busy()
    sounds.set_music_volume(1.0)
    assert music.get_volume() == 1.0
    sounds.set_music_volume(0)
    wait_for_silence()
    sounds.set_music_volume(0.5)
    assert music.get_busy()
    began = time.thread_time()
    sounds.music(None)
    sounds.music("table")
    assert time.thread_time() - began < 0.1, "switching the music must not halt the game"
    assert music.get_busy()
    sounds.music(None)
    wait_for_silence()


def test_a_part_of_the_music_follows_when_the_other_has_faded_out(sounds):
    sounds.music("shelf")
    began = time.monotonic()
    sounds.music("table")
    assert time.monotonic() - began < 0.1, "changing the part must not halt the game"
    wait_for_silence()
    sounds.music_ended()
    assert pygame.mixer.music.get_busy()


def test_no_sound_is_heard_twice_in_a_row_at_the_same_pitch(sounds):
    lengths = []
    for _ in range(7):
        sounds.play("lay")
        lengths.append(round(sounds.voices["lay"][-1].get_sound().get_length(), 4))
    assert all(a != b for a, b in pairwise(lengths)) and max(lengths) / min(lengths) < 1.1


def test_a_pause_holds_everything_and_a_resume_goes_on(sounds):
    sounds.music("table")
    sounds.pause()
    assert not pygame.mixer.music.get_busy()
    sounds.play("lay")
    assert "lay" not in sounds.voices
    sounds.resume()
    assert pygame.mixer.music.get_busy()
    sounds.pause()
    sounds.music(None)
    sounds.resume()
    assert not pygame.mixer.music.get_busy()
    sounds.pause()
    sounds.music("table")
    assert not pygame.mixer.music.get_busy()
    sounds.resume()
    assert pygame.mixer.music.get_busy()


def test_a_closed_player_opens_again(sounds):
    sounds.play("lay")
    sounds.music("table")
    sounds.close()
    assert pygame.mixer.get_init() is None and not sounds.loaded and not sounds.voices
    sounds.play("lay")
    sounds.music("table")
    assert pygame.mixer.music.get_busy()


def test_the_device_is_closed_while_nothing_is_heard_and_opens_with_the_next_sound(sounds):
    sounds.play("lay")
    sounds.rest()
    assert pygame.mixer.get_init(), "it is still heard"
    pygame.mixer.stop()
    sounds.rest()
    assert pygame.mixer.get_init() is None
    sounds.play("lay")
    assert pygame.mixer.get_busy()


def test_the_device_stays_open_while_music_is_wanted(sounds):
    sounds.music("table")
    sounds.rest()
    assert pygame.mixer.music.get_busy()


def test_half_a_minute_without_input_closes_the_device_and_the_next_input_opens_it(tmp_path, monkeypatch):
    desk = Desk(tmp_path)
    desk.app.settings.music = 0
    desk.app.sounds = Sounds(FOLDER)
    desk.app.sounds.prepare()
    desk.run(100)
    assert pygame.mixer.get_init()
    later = time.monotonic() + RESTING_AFTER
    monkeypatch.setattr(time, "monotonic", lambda: later)
    desk.run(100)
    assert pygame.mixer.get_init() is None
    desk.move((5, 5))
    assert pygame.mixer.get_init()
    desk.app.close()


def test_a_mixer_closed_by_somebody_else_is_no_error(sounds):
    sounds.music("table")
    sounds.play("lay")
    pygame.mixer.quit()
    sounds.play("lay")
    sounds.pause()
    sounds.resume()
    sounds.set_music_volume(0.9)
    sounds.music(None)
    sounds.close()


def test_a_machine_without_a_sound_device_stays_silent():
    script = f"""
from game.ui.devices.sound import Sounds
sounds = Sounds({str(FOLDER)!r})
assert sounds.available
sounds.prepare(); sounds.play("lay"); sounds.play("no such sound"); sounds.music("table")
sounds.set_volume(0.3); sounds.set_music_volume(0.8); sounds.pause(); sounds.resume()
sounds.music(None)
assert not sounds.available
print(sounds.reason)
sounds.close()
"""
    environment = os.environ | {"SDL_AUDIODRIVER": "nonexistent", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, text=True,
                         capture_output=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip(), "the settings screen wants to say why"


def test_the_silent_twin_has_the_same_interface_and_remembers():
    def public(kind):
        return {name for name in dir(kind(FOLDER)) if name[0] != "_"}

    assert public(Sounds) <= public(Silent)
    silent = Silent()
    silent.play("lift")
    silent.play("lay", volume=0.5)
    silent.music("shelf")
    silent.pause()
    assert silent.played == ["lift", "lay"] and silent.part == "shelf" and silent.paused
    assert pygame.mixer.get_init() is None


# --- the music of the program ---


def test_the_music_begins_in_the_second_minute_and_follows_the_place(tmp_path):
    desk = Desk(tmp_path)
    assert desk.app.settings.music > 0, "softly by default"
    desk.run(1000)
    assert desk.app.sounds.part is None
    desk.app.step([], MUSIC_AFTER)
    assert desk.app.sounds.part == "shelf"
    table = desk.table()
    desk.run(50)
    assert desk.app.sounds.part == "table"
    desk.app.push(Dialog(desk.app, "Title", "Text", [("OK", None, None)]))
    desk.run(50)
    assert desk.app.sounds.part == "table", "a dialog has the music of its table"
    desk.app.pop()
    table.board.near_end = lambda: True
    table.jumped()
    desk.run(50)
    assert desk.app.sounds.part == "last"
    desk.app.settings.music = 0
    desk.app.apply_settings()
    assert desk.app.sounds.part is None
    desk.app.close()
