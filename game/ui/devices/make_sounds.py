"""Synthesise every sound in sprites/sounds: `python -m game.ui.devices.make_sounds`.

A knock is a sum of decaying partials (like a struck piece of wood) and a short burst of filtered noise (the
contact itself). All notes are in D major, so that sounds and music harmonise. Every run writes the same
bytes; the game itself never imports this module.
"""

from __future__ import annotations

import io
import math
import wave
from array import array
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

FOLDER = Path(__file__).resolve().parents[3] / "sprites" / "sounds"
RATE = 44100
MUSIC_RATE = 16000
MUSIC_SECONDS = 24

# (frequency as a multiple of the lowest partial, amplitude, decay time as a multiple of the lowest partial's)
Partials = tuple[tuple[float, float, float], ...]
BAR: Partials = ((1, 1, 1), (2.76, 0.55, 0.6), (5.4, 0.25, 0.35))  # a loose wooden bar
TABLE: Partials = ((1, 1, 1), (1.62, 0.6, 0.8), (2.41, 0.35, 0.6), (3.53, 0.15, 0.4))  # a board
MARIMBA: Partials = ((1, 1, 1), (3.98, 0.16, 0.28), (9.6, 0.03, 0.1))  # a tuned bar
WARM: Partials = ((1, 1, 1), (2, 0.28, 0.7), (3, 0.07, 0.5), (3.98, 0.08, 0.25))
BELL: Partials = ((1, 1, 1), (2, 0.16, 0.8), (2.76, 0.12, 0.5), (5.4, 0.05, 0.25))

SEMITONES = {"D": -7, "E": -5, "F#": -3, "A": 0, "B": 2}  # the pentatonic scale, counted from A


def pitch(note: str) -> float:
    """Return the frequency of a note such as "F#4" (A4 is 440 Hz)."""
    return 440.0 * 2 ** (SEMITONES[note[:-1]] / 12 + int(note[-1]) - 4)


# --- envelopes, over a time from 0 to 1 ------------------------------------------------------------


def burst(time: float) -> float:
    """Envelope of a contact: a very short attack, then a decay."""
    return min(1.0, time / 0.06) * math.exp(-5 * time)


def swell(time: float) -> float:
    """Envelope that rises and falls."""
    return math.sin(math.pi * time) ** 2


def inhale(time: float) -> float:
    """Reversed contact envelope: a slow rise and a fast end."""
    return (time / 0.8) ** 2.5 if time < 0.8 else math.cos((time - 0.8) / 0.2 * math.pi / 2) ** 2


class Take:
    """A recording buffer: initially silent, with sounds mixed into it.

    In a circular take (music) the decay beyond the end continues at the beginning, so that the loop is
    seamless.
    """

    def __init__(self, seconds: float, seed: str, rate: int = RATE, *, is_round: bool = False):
        self.rate = rate
        self.samples = [0.0] * round(seconds * rate)
        self.random = Random(f"Dominothek {seed}").random
        self.is_round = is_round

    def mix(self, at: float, sound: Iterable[float]) -> None:
        samples, size = self.samples, len(self.samples)
        for place, value in enumerate(sound, round(at * self.rate)):
            if place >= size:
                if not self.is_round:
                    return
                place %= size
            samples[place] += value

    def partial(self, at: float, frequency: float, level: float, fade: float, attack: float) -> None:
        """Mix in one sine that decays to 1/e of its amplitude in `fade` seconds."""
        if frequency < self.rate * 0.4:
            self.mix(at, self._partial(frequency, level, fade, attack))

    def _partial(self, frequency: float, level: float, fade: float, attack: float) -> Iterator[float]:
        # A two-pole resonator with an impulse: a decaying sine for two multiplications per sample.
        angle, shrink = 2 * math.pi * frequency / self.rate, math.exp(-1 / (fade * self.rate))
        turn, keep = 2 * shrink * math.cos(angle), shrink * shrink
        before, now = -level * math.sin(angle) / shrink, 0.0
        rising = max(1, round(attack * self.rate))
        for step in range(round(fade * 8 * self.rate)):
            if step < rising:
                yield now * (0.5 - 0.5 * math.cos(math.pi * step / rising))
            else:
                yield now
            before, now = now, turn * now - keep * before

    def strike(self, at: float, frequency: float, level: float, fade: float,
               partials: Partials = BAR, attack: float = 0.0012) -> None:
        """Mix in a struck body with several partials; `fade` belongs to the lowest one."""
        for multiple, strength, ringing in partials:
            self.partial(at, frequency * multiple, level * strength, fade * ringing, attack)

    def noise(self, at: float, seconds: float, level: float, start: float, end: float,
              shape: Callable[[float], float] = burst, sharpness: float = 0.8) -> None:
        """Mix in noise around a frequency that glides from `start` to `end`; `level` is its peak."""
        low = band = 0.0
        size, sound = round(seconds * self.rate), []
        for step in range(size):
            time = step / size
            g = math.tan(math.pi * start * (end / start) ** time / self.rate)
            damping = 1 / sharpness
            high = (self.random() * 2 - 1 - (g + damping) * band - low) / (1 + g * (g + damping))
            middle = g * high + band
            band, low = g * high + middle, low + 2 * g * middle
            sound.append(middle * shape(time))
        peak = max(map(abs, sound))
        self.mix(at, (value * level / peak for value in sound))

    def soften(self, frequency: float) -> None:
        """Apply a gentle low-pass filter (6 dB per octave, twice)."""
        share = 1 - math.exp(-2 * math.pi * frequency / self.rate)
        for _ in range(2):
            kept = 0.0
            if self.is_round:  # start with the state at the end of the loop, not with silence
                for value in self.samples[-self.rate:]:
                    kept += share * (value - kept)
            for place, value in enumerate(self.samples):
                kept += share * (value - kept)
                self.samples[place] = kept

    def centre(self) -> None:
        """Remove the DC offset and inaudible low frequencies (high-pass filter)."""
        if self.is_round:
            middle = sum(self.samples) / len(self.samples)
            self.samples = [value - middle for value in self.samples]
            return
        kept, share = 0.0, 1 - math.exp(-2 * math.pi * 25 / self.rate)
        for place, value in enumerate(self.samples):
            kept += share * (value - kept)
            self.samples[place] = value - kept

    def fade_ends(self) -> None:
        """Fade both ends to silence, so that the sound does not click."""
        size = len(self.samples)
        rising, falling = round(0.0007 * self.rate), size // 4
        for step in range(rising):
            self.samples[step] *= 0.5 - 0.5 * math.cos(math.pi * step / rising)
        for step in range(falling):
            self.samples[size - 1 - step] *= 0.5 - 0.5 * math.cos(math.pi * step / falling)

    def wav(self, decibels: float) -> bytes:
        """Return the finished WAV file, normalised to a peak of `decibels` (below zero) of full scale."""
        self.centre()
        if not self.is_round:
            self.fade_ends()
        gain = 32767 * 10 ** (decibels / 20) / max(map(abs, self.samples))
        numbers = array("h", (round(value * gain) for value in self.samples))
        file = io.BytesIO()
        with wave.open(file, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(self.rate)
            out.writeframes(numbers.tobytes())
        return file.getvalue()


# --- pieces ---------------------------------------------------------------------------------------


def domino(take: Take, at: float, level: float, *, body: float = 1450, board: float = 225) -> None:
    """Mix in a domino hitting the board: the click of its body and the resonance of the board."""
    take.noise(at, 0.018, 0.35 * level, 2600, 1500)
    take.strike(at, body, 0.8 * level, 0.014)
    take.strike(at + 0.0008, board, 0.6 * level, 0.032, TABLE, 0.002)


def lift() -> bytes:
    take = Take(0.09, "lift")
    take.noise(0, 0.03, 0.25, 1500, 2600, swell)
    take.strike(0.012, 1720, 0.5, 0.009)
    take.strike(0.012, 410, 0.3, 0.014, TABLE)
    take.soften(5000)
    return take.wav(-16)


def lay() -> bytes:
    take = Take(0.19, "lay")
    domino(take, 0.001, 1.0)
    domino(take, 0.019, 0.33, body=1610, board=248)  # one edge touches first
    take.soften(4800)
    return take.wav(-9)


def lay_high() -> bytes:
    take = Take(0.16, "lay_high")
    domino(take, 0.001, 1.0, body=1980, board=335)
    domino(take, 0.015, 0.4, body=2210, board=372)
    take.soften(4600)
    return take.wav(-10)


def flip() -> bytes:
    take = Take(0.22, "flip")
    take.noise(0, 0.12, 0.4, 700, 2300, swell)
    domino(take, 0.1, 0.8, body=1640, board=245)
    take.soften(5000)
    return take.wav(-12)


def refuse() -> bytes:
    take = Take(0.26, "refuse")
    for at, frequency, level in ((0.001, 205, 1.0), (0.115, 172, 0.8)):
        take.strike(at, frequency, level, 0.032, TABLE, 0.003)
        take.noise(at, 0.025, 0.25 * level, 700, 300)
    take.soften(1800)
    return take.wav(-9)


def undo() -> bytes:
    take = Take(0.22, "undo")
    take.noise(0, 0.19, 0.7, 2000, 750, inhale)
    take.strike(0.155, 520, 0.35, 0.016, TABLE, 0.004)
    take.soften(3600)
    return take.wav(-16)


def deal() -> bytes:
    take = Take(0.08, "deal")
    take.noise(0, 0.035, 0.5, 2300, 1300)
    take.strike(0.004, 1180, 0.5, 0.008)
    take.strike(0.005, 265, 0.4, 0.014, TABLE)
    take.soften(4800)
    return take.wav(-14)


def draw() -> bytes:
    take = Take(0.27, "draw")
    # A piece slides over felt, which is uneven.
    take.noise(0, 0.2, 0.4, 1050, 1500,
               lambda t: swell(t) * (0.7 + 0.3 * math.sin(38 * t) * math.sin(61 * t + 1)))
    take.strike(0.19, 1380, 0.4, 0.01)
    take.strike(0.19, 260, 0.35, 0.018, TABLE)
    take.soften(4200)
    return take.wav(-14)


def block() -> bytes:
    take = Take(0.3, "block")
    # It falls, knocks, and bounces twice, each time sooner and softer.
    for at, frequency, level in ((0.002, 312, 1.0), (0.098, 325, 0.34), (0.152, 331, 0.13)):
        take.noise(at, 0.02, 0.3 * level, 1900, 900)
        take.strike(at, frequency, level, 0.03, BAR, 0.0018)
        take.strike(at, 118, 0.45 * level, 0.035, TABLE, 0.003)
    take.soften(3800)
    return take.wav(-9)


def letter() -> bytes:
    take = Take(0.13, "letter")
    for at, level in ((0.001, 1.0), (0.012, 0.3)):
        take.noise(at, 0.014, 0.3 * level, 3000, 1900)
        take.strike(at, 1130 + 900 * at, 0.7 * level, 0.014)
        take.strike(at, 420, 0.4 * level, 0.018, TABLE)
    take.soften(5600)
    return take.wav(-11)


# --- buttons and the clock ------------------------------------------------------------------------


def button() -> bytes:
    take = Take(0.07, "button")
    take.strike(0.001, 880, 0.6, 0.011, MARIMBA, 0.002)
    take.noise(0, 0.012, 0.15, 1800, 1200)
    take.soften(3600)
    return take.wav(-18)


def hover() -> bytes:
    take = Take(0.04, "hover")
    take.strike(0.001, 1175, 0.6, 0.006, MARIMBA, 0.0025)
    take.soften(3600)
    return take.wav(-29)


def tick() -> bytes:
    take = Take(0.07, "tick")
    take.strike(0.001, 1560, 0.6, 0.007, BAR)
    take.strike(0.001, 640, 0.5, 0.012, TABLE)
    take.soften(4200)
    return take.wav(-17)


# --- notes ----------------------------------------------------------------------------------------


def notes(take: Take, score: str, *, step: float, fade: float, partials: Partials,
          attack: float = 0.004) -> None:
    """Mix in a melody in which every note rings on."""
    for number, note in enumerate(score.split()):
        take.strike(0.001 + number * step, pitch(note), 1.0, fade, partials, attack)


def hint() -> bytes:
    take = Take(0.46, "hint")
    notes(take, "A5 D6", step=0.11, fade=0.09, partials=BELL)
    take.soften(5000)
    return take.wav(-14)


def star() -> bytes:
    take = Take(0.44, "star")
    notes(take, "F#6", step=0, fade=0.11, partials=BELL)
    notes(take, "F#5", step=0, fade=0.08, partials=WARM)
    take.soften(5500)
    return take.wav(-14)


def turn() -> bytes:
    take = Take(0.34, "turn")
    notes(take, "A4", step=0, fade=0.085, partials=MARIMBA, attack=0.006)
    take.soften(3600)
    return take.wav(-13)


def bonus() -> bytes:
    take = Take(0.58, "bonus")
    notes(take, "D5 F#5 A5 D6 F#6", step=0.028, fade=0.13, partials=WARM)
    take.soften(5500)
    return take.wav(-11)


def win() -> bytes:
    take = Take(1.06, "win")
    notes(take, "D4 F#4 A4 D5 F#5", step=0.105, fade=0.21, partials=WARM, attack=0.006)
    take.strike(0.001, pitch("D3"), 0.7, 0.26, MARIMBA, 0.01)
    take.strike(0.421, pitch("A5"), 0.3, 0.18, BELL, 0.008)
    take.soften(4200)
    return take.wav(-10)


def lose() -> bytes:
    take = Take(0.66, "lose")
    notes(take, "A4 E4", step=0.2, fade=0.12, partials=WARM, attack=0.008)
    take.soften(2600)
    return take.wav(-13)


# --- music ----------------------------------------------------------------------------------------

# Three parts of eight bars of four beats of 0.75 s in the same harmonies, so that each may follow the other.
# A dot is a rest, a slash separates two simultaneous notes. The scale is pentatonic, so that no note clashes
# with one still ringing, and there are more rests than notes: the music must stay unobtrusive for hours.
BASS = """
    D3  .  .  A3    .  .  D4 .     B2  .  .  F#3   .  .  B3 .
    D3  .  .  A3    .  .  E3 .     A2  .  .  E3    .  .  A3 .
"""
MELODY = """
    F#4 .  A4 .     B4 .  .  A4    .  D5 .  B4     .  .  A4 .
    F#4 .  E4 .     A4/D5 . . .    .  E4 F#4 .     E4/B4 .  .  E4
"""
SLOW_BASS = """
    D3  .  .  .     .  .  A3 .     B2  .  .  .     .  .  F#3 .
    D3  .  .  .     .  .  A3 .     A2  .  .  .     .  .  E3 .
"""
CALLS = """
    .   .  D5 .     .  .  .  .     .  .  F#4 .     .  .  .  .
    .   A4 .  .     .  .  .  D5    .  .  E4 .      .  .  .  .
"""
STEPS = """
    D3  A3 D4 A3    D3 A3 D4 A3    B2 F#3 B3 F#3   B2 F#3 B3 F#3
    D3  A3 D4 A3    E3 B3 E4 B3    A2 E3 A3 E3     A2 E3 A3 E3
"""
HURRY = """
    .   D5 .  A4    .  B4 .  D5    .  F#5 .  D5    .  B4 .  A4
    .   A4 .  F#4   .  E4 .  B4    .  E5 .  D5     .  B4 .  E5
"""


def part(name: str, voices: tuple[tuple[str, float, float], ...]) -> bytes:
    """Return a part of the music; every voice has its beats, its level and how long its notes ring."""
    take = Take(MUSIC_SECONDS, name, MUSIC_RATE, is_round=True)
    for voice, level, fade in voices:
        beats = voice.split()
        for number, beat in enumerate(beats):
            for note in beat.split("/") if beat != "." else ():
                at = number * MUSIC_SECONDS / len(beats) + take.random() * 0.022  # humanised timing
                strong = level * (0.75 + 0.25 * take.random())
                for echo in range(3):  # reverberation of a small room
                    take.strike(at + echo * 0.5625, pitch(note), strong * 0.3 ** echo, fade,
                                MARIMBA, 0.007 + 0.01 * echo)
    for note, swells in (("D3", 2), ("A3", 3), ("D4", 5)):
        take.mix(0, hum(pitch(note), 0.035, swells))
    take.soften(2400)
    return take.wav(-12)


def music_shelf() -> bytes:
    """Return the part of the shelf: calls and answers over a slow bass."""
    return part("music_shelf", ((SLOW_BASS, 0.5, 1.3), (CALLS, 0.36, 1.0)))


def music_table() -> bytes:
    return part("music", ((BASS, 0.5, 1.0), (MELODY, 0.42, 0.7)))


def music_last() -> bytes:
    """Return the part of the last moves: the bass walks, the melody is higher and off the beat."""
    return part("music_last", ((STEPS, 0.4, 0.6), (HURRY, 0.34, 0.5)))


def hum(frequency: float, level: float, swells: int) -> Iterator[float]:
    """Yield a tone that swells and fades; its periods fit into the loop exactly."""
    size, waves = MUSIC_SECONDS * MUSIC_RATE, round(frequency * MUSIC_SECONDS)
    for step in range(size):
        turned = 2 * math.pi * step / size
        yield level * math.sin(waves * turned) * (0.6 - 0.4 * math.cos(swells * turned))


MAKERS: dict[str, Callable[[], bytes]] = {maker.__name__: maker for maker in (
    lift, lay, lay_high, flip, refuse, hint, undo, deal, button, hover, win, lose, bonus, star,
    turn, tick, draw, block, letter, music_shelf, music_table, music_last)}


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in MAKERS.items():
        content = make()
        (folder / f"{name}.wav").write_bytes(content)
        print(f"{name:10} {len(content):9,} bytes")


if __name__ == "__main__":
    main()
