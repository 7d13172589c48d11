"""Plays the sounds and the music of sprites/sounds by name.

A sound is the file `<name>.ogg` or `<name>.wav`; a player may replace the files. The music is the sound
called `music`. Nothing here raises because of a device or a file: errors are kept in `reason` and `problems`,
for the settings screen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame

ENDINGS = (".ogg", ".wav")  # the first readable one is used
MUSIC = "music"
FREQUENCY, FORMAT, SPEAKERS, BUFFER = 44100, -16, 2, 1024
VOICES = 16  # simultaneous sounds
SAME = 2  # simultaneous instances of the same sound
HANDOVER = 12  # milliseconds to fade out the oldest instance: long enough not to click
MUSIC_IN, MUSIC_OUT = 1200, 400  # milliseconds


@contextmanager
def _quiet_library() -> Iterator[None]:
    """Silence stderr, which the system library fills if there is no sound device; see `Sounds.reason`."""
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
    """The sounds of one folder; the device is opened when the first one is played."""

    def __init__(self, folder: Path | str, volume: float = 0.7, music_volume: float = 0.4):
        self.folder = Path(folder)
        self.volume, self.music_volume = _within(volume), _within(music_volume)
        self.reason = ""
        """Why there is no sound; empty if everything works or nothing was tried yet."""
        self.problems: dict[str, str] = {}
        """Sounds that could not be read, with the reason."""
        self._tried = self._paused = False
        self._music_wanted = self._music_loaded = self._music_playing = False
        self.loaded: dict[str, pygame.mixer.Sound | None] = {}
        self.voices: dict[str, list[pygame.mixer.Channel]] = {}

    @property
    def available(self) -> bool:
        """Whether the sound device works, as far as it was tried."""
        return not self.reason

    def prepare(self) -> None:
        """Open the device and read every file in advance; optional, to be called after the first frame."""
        if self._open():
            names = {path.stem for path in self.folder.glob("*.*") if path.suffix in ENDINGS}
            for name in sorted(names - {MUSIC}):
                self._load(name)

    def play(self, name: str, volume: float = 1.0) -> None:
        """Play a sound once; if too many instances of it play, fade out the oldest."""
        if self._paused or not self.volume or not self._open():
            return
        sound = self._load(name)
        if sound is None:
            return
        voices = [voice for voice in self.voices.get(name, ()) if voice.get_sound() is sound]
        if len(voices) >= SAME:
            voices.pop(0).fadeout(HANDOVER)
        voice = sound.play()
        if voice is not None:  # None if all channels are in use
            voice.set_volume(_gain(self.volume) * _within(volume))
            voices.append(voice)
        self.voices[name] = voices

    def set_volume(self, volume: float) -> None:
        """Set the volume (0 to 1) of all later sounds."""
        self.volume = _within(volume)

    def set_music_volume(self, volume: float) -> None:
        """Set the volume (0 to 1) of the music immediately."""
        self.music_volume = _within(volume)
        self._follow_music()

    def music(self, on: bool) -> None:
        """Start the music in a loop, or fade it out."""
        self._music_wanted = on
        self._follow_music()

    def pause(self) -> None:
        """Pause everything and play nothing new; called when the window loses the focus."""
        self._paused = True
        if self._is_open:
            pygame.mixer.pause()
            pygame.mixer.music.pause()

    def resume(self) -> None:
        """Resume after `pause`."""
        self._paused = False
        if self._is_open:
            pygame.mixer.unpause()
            pygame.mixer.music.unpause()
        self._follow_music()

    def close(self) -> None:
        """Close the device; the next sound opens it again."""
        if self._is_open:
            pygame.mixer.quit()
        self.loaded.clear()
        self.voices.clear()
        self._tried = self._music_wanted = self._music_loaded = self._music_playing = False

    @property
    def _is_open(self) -> bool:
        return self._tried and not self.reason and pygame.mixer.get_init() is not None

    def _open(self) -> bool:
        """Open the device on the first call. Return whether it is open."""
        if not self._tried:
            self._tried, self.reason = True, ""
            try:
                with _quiet_library():
                    pygame.mixer.init(FREQUENCY, FORMAT, SPEAKERS, BUFFER)
                pygame.mixer.set_num_channels(VOICES)
            except (pygame.error, NotImplementedError) as error:  # NotImplementedError: pygame without mixer
                self.reason = str(error) or type(error).__name__
        return self._is_open

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self.loaded:
            self.loaded[name] = self._first_readable(name, pygame.mixer.Sound)
        return self.loaded[name]

    def _follow_music(self) -> None:
        """Start, stop or adjust the music according to the wanted state."""
        if self._tried and not self._is_open:
            return
        wanted = self._music_wanted and self.music_volume > 0
        if wanted and not self._music_playing:
            if self._paused or not self._open() or not self._load_music():
                return  # `resume` calls this again
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
        # Load only once: loading while the old music fades out would block until it has ended.
        if not self._music_loaded and MUSIC not in self.problems:
            self._first_readable(MUSIC, pygame.mixer.music.load)
            self._music_loaded = MUSIC not in self.problems
        return self._music_loaded

    def _first_readable(self, name: str, read: Callable[[str], Any]) -> Any:
        """Return the result of `read` for the first readable file of this name, or None."""
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
    """The same interface without a device, for headless runs and tests; `played` lists all sounds."""

    available = False
    reason = "silent"

    def __init__(self, folder: Path | str = "", volume: float = 0.7, music_volume: float = 0.4):
        self.folder = Path(folder)
        self.volume, self.music_volume = _within(volume), _within(music_volume)
        self.problems: dict[str, str] = {}
        self.loaded: dict[str, pygame.mixer.Sound | None] = {}
        self.voices: dict[str, list[pygame.mixer.Channel]] = {}
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
    """Return the amplitude for a slider position: squared, so that half way sounds half as loud."""
    # The mixer has 128 steps; the lowest position above zero must be audible.
    return max(volume * volume, 1.5 / 128) if volume else 0.0
