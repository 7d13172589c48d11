"""Plays the sounds and the music of sprites/sounds: a scene says a name, and this finds the rest.

A sound is the file `<name>.ogg` or `<name>.wav`; a player may put other files in their place. The
music is the sound called `music`. Nothing here ever raises because of a device or a file: what went
wrong is kept in `reason` and `problems`, for the settings screen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame

ENDINGS = (".ogg", ".wav")  # the first that can be read wins
MUSIC = "music"
FREQUENCY, FORMAT, SPEAKERS, BUFFER = 44100, -16, 2, 512
VOICES = 16  # sounds at the same time
SAME = 2  # of which at most so many are the same one
HANDOVER = 12  # milliseconds in which the older one makes room: long enough not to click
MUSIC_IN, MUSIC_OUT = 1200, 400  # milliseconds


@contextmanager
def _quiet_library() -> Iterator[None]:
    """Silence stderr: without a sound device the system library fills it; the settings screen says why."""
    try:
        kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class Sounds:
    """The sounds in one folder, opened when the first one is needed."""

    def __init__(self, folder: Path | str, volume: float = 0.7, music_volume: float = 0.4):
        self.folder = Path(folder)
        self.volume, self.music_volume = _within(volume), _within(music_volume)
        self.reason = ""
        """Why this machine has no sound; empty when all is well or nothing was tried yet."""
        self.problems: dict[str, str] = {}
        """The sounds that could not be read, and why."""
        self._tried = self._paused = False
        self._music_wanted = self._music_loaded = self._music_playing = False
        self.loaded: dict[str, pygame.mixer.Sound | None] = {}
        self.voices: dict[str, list[pygame.mixer.Channel]] = {}

    @property
    def available(self) -> bool:
        """False once the sound device has refused."""
        return not self.reason

    def prepare(self) -> None:
        """Open the device and read every file; worth a call after the first frame, never needed."""
        if self._open():
            names = {path.stem for path in self.folder.glob("*.*") if path.suffix in ENDINGS}
            for name in sorted(names - {MUSIC}):
                self._load(name)

    def play(self, name: str, volume: float = 1.0) -> None:
        """Let a sound be heard once; of three at a time of the same kind the oldest gives way."""
        if self._paused or not self.volume or not self._open():
            return
        sound = self._load(name)
        if sound is None:
            return
        voices = [voice for voice in self.voices.get(name, ()) if voice.get_sound() is sound]
        if len(voices) >= SAME:
            voices.pop(0).fadeout(HANDOVER)
        voice = sound.play()
        if voice is not None:  # None: all voices are taken, so one sound less is not missed
            voice.set_volume(_gain(self.volume) * _within(volume))
            voices.append(voice)
        self.voices[name] = voices

    def set_volume(self, volume: float) -> None:
        """From 0 to 1; holds from the next sound on."""
        self.volume = _within(volume)

    def set_music_volume(self, volume: float) -> None:
        """From 0 to 1; heard at once."""
        self.music_volume = _within(volume)
        self._follow_music()

    def music(self, on: bool) -> None:
        """Begin the music, over and over, or let it fade away."""
        self._music_wanted = on
        self._follow_music()

    def pause(self) -> None:
        """The window lost the focus: hold everything, and play nothing new."""
        self._paused = True
        if self._is_open:
            pygame.mixer.pause()
            pygame.mixer.music.pause()

    def resume(self) -> None:
        """The focus is back."""
        self._paused = False
        if self._is_open:
            pygame.mixer.unpause()
            pygame.mixer.music.unpause()
        self._follow_music()

    def close(self) -> None:
        """Give the device back; the next sound would open it again."""
        if self._is_open:
            pygame.mixer.quit()
        self.loaded.clear()
        self.voices.clear()
        self._tried = self._music_wanted = self._music_loaded = self._music_playing = False

    @property
    def _is_open(self) -> bool:
        return self._tried and not self.reason and pygame.mixer.get_init() is not None

    def _open(self) -> bool:
        """The device is asked once, at the first need: it takes a moment, and may be missing."""
        if not self._tried:
            self._tried, self.reason = True, ""
            try:
                with _quiet_library():
                    pygame.mixer.init(FREQUENCY, FORMAT, SPEAKERS, BUFFER)
                pygame.mixer.set_num_channels(VOICES)
            except (pygame.error, NotImplementedError) as error:  # the latter: pygame without mixer
                self.reason = str(error) or type(error).__name__
        return self._is_open

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self.loaded:
            self.loaded[name] = self._first_readable(name, pygame.mixer.Sound)
        return self.loaded[name]

    def _follow_music(self) -> None:
        """Bring the music that plays in line with the music that is wanted."""
        if self._tried and not self._is_open:
            return
        wanted = self._music_wanted and self.music_volume > 0
        if wanted and not self._music_playing:
            if self._paused or not self._open() or not self._load_music():
                return  # while paused it waits for `resume`
            pygame.mixer.music.set_volume(_gain(self.music_volume))
            pygame.mixer.music.play(loops=-1, fade_ms=MUSIC_IN)
        elif wanted:
            pygame.mixer.music.set_volume(_gain(self.music_volume))
        elif self._music_playing and self._paused:
            pygame.mixer.music.stop()
        elif self._music_playing:
            pygame.mixer.music.fadeout(MUSIC_OUT)
        self._music_playing = wanted

    def _load_music(self) -> bool:
        # Once only: loading while the old music fades out would halt the game until it has.
        if not self._music_loaded and MUSIC not in self.problems:
            self._first_readable(MUSIC, pygame.mixer.music.load)
            self._music_loaded = MUSIC not in self.problems
        return self._music_loaded

    def _first_readable(self, name: str, read: Callable[[str], Any]) -> Any:
        """What `read` makes of the first file of this name that it can read, or None."""
        problem = "missing"
        for path in (self.folder / (name + ending) for ending in ENDINGS):
            if path.is_file():
                try:
                    return read(str(path))
                except (pygame.error, OSError, ValueError) as error:
                    problem = f"{path.name}: {error}"
        self.problems[name] = problem
        return None


class Silent:
    """The same without a loudspeaker, for headless runs and tests; `played` lists all."""

    available = False
    reason = "silent"

    def __init__(self, folder: Path | str = "", volume: float = 0.7, music_volume: float = 0.4):
        self.folder = Path(folder)
        self.volume, self.music_volume = _within(volume), _within(music_volume)
        self.problems: dict[str, str] = {}
        self.played: list[str] = []
        self.music_on = self.paused = False

    def prepare(self) -> None:
        pass

    def play(self, name: str, volume: float = 1.0) -> None:  # noqa: ARG002 - as in Sounds
        self.played.append(name)

    def set_volume(self, volume: float) -> None:
        self.volume = _within(volume)

    def set_music_volume(self, volume: float) -> None:
        self.music_volume = _within(volume)

    def music(self, on: bool) -> None:
        self.music_on = on

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False

    def close(self) -> None:
        self.music_on = False


def _within(volume: float) -> float:
    return min(1.0, max(0.0, volume))


def _gain(volume: float) -> float:
    """The ear counts in doublings: squared, half way on the slider is heard as half as loud."""
    # The mixer has 128 steps; the lowest position that is not zero is to be heard.
    return max(volume * volume, 1.5 / 128) if volume else 0.0
