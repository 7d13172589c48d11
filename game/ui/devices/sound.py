"""Plays the sounds and the music of sprites/sounds by name.

A sound is the file `<name>.ogg` or `<name>.wav`; a player may replace the files. A sound that is played again
has another pitch. The music has a part for every place, `music_<part>`. Nothing here raises because of a
device or a file: errors are kept in `reason` and `problems`, for the settings screen.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame

ENDINGS = (".ogg", ".wav")  # the first readable one is used
MUSIC = "music_"
PARTS = ("shelf", "table", "last")
"""The parts of the music: at rest, at a table, and for the last moves."""
MUSIC_ENDED = pygame.event.custom_type()
"""Posted when a part of the music has faded out; then `music_ended` begins the next one."""
PITCHES = (1.0, 0.97, 1.03)
"""Played in turn, as factors."""
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
        self._part: str | None = None
        """The wanted part of the music; None for silence."""
        self._playing: str | None = None
        self._loaded_part: str | None = None
        self._pitched: dict[tuple[str, int], pygame.mixer.Sound] = {}
        self._turns: dict[str, int] = {}
        self.loaded: dict[str, pygame.mixer.Sound | None] = {}
        self.voices: dict[str, list[pygame.mixer.Channel]] = {}

    @property
    def available(self) -> bool:
        """Whether the sound device works; True until it has failed."""
        return not self.reason

    def prepare(self) -> None:
        """Open the device and read every file in advance; optional, to be called after the first frame."""
        if self._open():
            names = {path.stem for path in self.folder.glob("*.*") if path.suffix in ENDINGS}
            for name in sorted(name for name in names if not name.startswith(MUSIC)):
                self._load(name)

    def play(self, name: str, volume: float = 1.0) -> None:
        """Play a sound once, never at the pitch of the time before; too many at once fade the oldest out."""
        if self._paused or not self.volume or not self._open():
            return
        sound = self._next_pitch(name)
        if sound is None:
            return
        voices = [voice for voice in self.voices.get(name, ()) if voice.get_busy()]
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

    def music(self, part: str | None) -> None:
        """Play a part of the music in a loop, after the present one has faded out; None fades to silence."""
        if part != self._part:
            self._part = part
            self._follow_music()

    def music_ended(self) -> None:
        """Begin the wanted part if it waits for the end of another; called for MUSIC_ENDED."""
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

    def rest(self) -> None:
        """Close the device if nothing is heard and no music is wanted: an open one takes time."""
        if self._is_open and self._part is None and not (pygame.mixer.get_busy()
                                                         or pygame.mixer.music.get_busy()):
            self.close()

    def close(self) -> None:
        """Close the device; the next sound opens it again."""
        if self._is_open:
            pygame.mixer.quit()
        self.loaded.clear()
        self.voices.clear()
        self._pitched.clear()
        self._tried = False
        self._part = self._playing = self._loaded_part = None

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

    def _next_pitch(self, name: str) -> pygame.mixer.Sound | None:
        """Return the sound at another pitch than the time before; one that is not WAV has a single pitch."""
        first, turn = self._load(name), self._turns.get(name, -1) + 1
        self._turns[name] = turn = turn % len(PITCHES)
        if first is None or turn == 0:
            return first
        if (name, turn) not in self._pitched:
            self._pitched[name, turn] = _at_pitch(self.folder / f"{name}.wav", PITCHES[turn]) or first
        return self._pitched[name, turn]

    def _follow_music(self) -> None:
        """Start, stop or adjust the music according to the wanted state."""
        if self._tried and not self._is_open:
            return
        part = self._part if self.music_volume > 0 else None
        if part == self._playing:
            if part is not None:
                pygame.mixer.music.set_volume(_gain(self.music_volume))
            return
        if self._playing is not None:
            if self._paused:
                pygame.mixer.music.stop()
            else:
                pygame.mixer.music.fadeout(MUSIC_OUT)
            self._playing = None
        if part is None or self._paused or not self._open() or not self._load_part(part):
            return  # `resume` and `music_ended` call this again
        pygame.mixer.music.set_volume(_gain(self.music_volume))
        pygame.mixer.music.play(loops=-1, fade_ms=MUSIC_IN)
        self._playing = part

    def _load_part(self, part: str) -> bool:
        """Load a part unless it is loaded; return False while another one fades out: loading would wait."""
        name = MUSIC + part
        if self._loaded_part == part:
            return True
        if name in self.problems or pygame.mixer.music.get_busy():
            return False
        self._loaded_part = None
        self._first_readable(name, pygame.mixer.music.load)
        if name in self.problems:
            return False
        pygame.mixer.music.set_endevent(MUSIC_ENDED)
        self._loaded_part = part
        return True

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
        self.part: str | None = None
        """The part of the music that would be heard."""
        self.paused = False

    def prepare(self) -> None:
        pass

    def play(self, name: str, volume: float = 1.0) -> None:  # noqa: ARG002 - as in Sounds
        self.played.append(name)

    def set_volume(self, volume: float) -> None:
        self.volume = _within(volume)

    def set_music_volume(self, volume: float) -> None:
        self.music_volume = _within(volume)

    def music(self, part: str | None) -> None:
        self.part = part

    def music_ended(self) -> None:
        pass

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False

    def rest(self) -> None:
        pass

    def close(self) -> None:
        self.part = None


def _at_pitch(path: Path, factor: float) -> pygame.mixer.Sound | None:
    """Return a WAV file at another pitch: the mixer is told that it was recorded faster or slower."""
    try:
        data = bytearray(path.read_bytes())
        if data[:4] != b"RIFF" or data[12:16] != b"fmt ":
            return None
        rate = int.from_bytes(data[24:28], "little")
        data[24:28] = round(rate * factor).to_bytes(4, "little")
        return pygame.mixer.Sound(io.BytesIO(data))
    except (pygame.error, OSError, ValueError, OverflowError):
        return None


def _within(volume: float) -> float:
    return min(1.0, max(0.0, volume))


def _gain(volume: float) -> float:
    """Return the amplitude for a slider position: squared, so that half way sounds half as loud."""
    # The mixer has 128 steps; the lowest position above zero must be audible.
    return max(volume * volume, 1.5 / 128) if volume else 0.0
