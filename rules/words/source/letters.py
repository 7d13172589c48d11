"""Make letters.yaml of languages: how often each letter is in the set and what it counts.

Run `python -m rules.words.source.letters LANGUAGE ...` after the list was packed. The counts follow the
letters of the words (band 1 weighs 16, band 5 weighs 1), smoothed by a power below one, so that rare letters
keep a tile. Of random hands (5 red, 8 black) 95.5 % must hold a word of seven letters or more of bands 1 to
3; until they do, the smoothing is made weaker.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from rules.kit.shuffle import shuffled
from rules.words.generate import Finder, Gap
from rules.words.language import LANGUAGES, VOWELS, Language
from rules.words.lexicon import FOLDER, Entry, Lexicon
from rules.words.vocabulary import vocabulary

RED_TILES, BLACK_TILES = 29, 49
"""Tiles of each colour besides its Jolly."""
WEIGHTS = {1: 16, 2: 8, 3: 4, 4: 2, 5: 1}
POWERS = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0, 1.05, 1.1)
NO_TILE = {"it": "JKWXY", "es": "KQW"}
"""Letters that the official word games of the language leave out: only a Jolly can stand for them. Spanish
has no Q here besides: no word has it without a U, and with a tile one hand of Presto in ten cannot be laid.
"""
NO_TILE_POINTS = 9
LEAST_U = {"it": 5, "nl": 5}
"""Tiles of U where few words have a Q without it: with two or three, one hand of Presto in twenty is lost."""
COMMON = set("NPVAOGF")
NAMES = {"en": "English", "fr": "French", "it": "Italian", "es": "Spanish", "nl": "Dutch"}
"""German is missing: its letters are those of the rule sheet."""
HANDS = 500
FAMILIAR, LONG, WANTED = 3, 7, 0.955
STEPS = ((0.05, 2), (0.03, 3), (0.0125, 4), (0.004, 6), (0.0, 9))
"""Points of a consonant by the least share of its letter, in the steps of the German sheet."""


def shares(entries: list[Entry]) -> dict[str, float]:
    """Return the share of every letter, weighted by band."""
    counts: Counter[str] = Counter()
    for entry in entries:
        if "R" not in entry.classes and COMMON & set(entry.classes):
            for letter in entry.word:
                counts[letter] += WEIGHTS[entry.band]
    return {letter: count / counts.total() for letter, count in counts.items()}


def divided(share: dict[str, float], tiles: int, power: float) -> dict[str, int]:
    """Distribute `tiles` by the shares; every letter gets at least one."""
    smooth = {letter: value ** power for letter, value in share.items()}
    total = sum(smooth.values())
    counts = {letter: max(1, int(tiles * value / total)) for letter, value in smooth.items()}
    while sum(counts.values()) != tiles:
        step = 1 if sum(counts.values()) < tiles else -1
        lack = {letter: step * (tiles * smooth[letter] / total - count) for letter, count in counts.items()
                if step > 0 or count > 1}
        counts[max(lack, key=lambda letter: (lack[letter], letter))] += step
    return counts


def with_least(counts: dict[str, int], letter: str, least: int) -> dict[str, int]:
    """Return the counts with at least so many of a letter, taken from the most frequent ones."""
    found = dict(counts)
    while found[letter] < least:
        found[max(found, key=lambda other: (found[other], other))] -= 1
        found[letter] += 1
    return found


def success(language: Language, red: dict[str, int], black: dict[str, int], seed: int) -> dict[int, float]:
    """Return by length the share of random hands that hold a word of at least that many letters."""
    known = vocabulary(language.classic, language=language.code).known(FAMILIAR)
    rng, found = Random(seed), Counter[int]()
    for _ in range(HANDS):
        hand = _drawn(red, "*", 5, rng) + _drawn(black, "+", 8, rng)
        finder = Finder(hand, known)
        lengths = (length for length in range(len(hand), 1, -1) if finder.words(Gap(length, (), ())))
        found[next(lengths, 0)] += 1
    return {size: sum(count for length, count in found.items() if length >= size) / HANDS
            for size in (LONG - 1, LONG, LONG + 1)}


def _drawn(counts: dict[str, int], jolly: str, size: int, rng: Random) -> str:
    stock = "".join(letter * count for letter, count in sorted(counts.items())) + jolly
    return "".join(shuffled(stock, rng)[:size])


def points(letter: str, share: float) -> int:
    if letter in "AEIOU":
        return 1 if share >= 0.02 else 2
    return next(value for least, value in STEPS if share >= least)


def _line(counts: dict[str, int]) -> str:
    """Return a table for YAML, which takes N and Y for truth values unless they are quoted."""
    return ", ".join(f'"{letter}": {count}' if letter in "NY" else f"{letter}: {count}"
                     for letter, count in sorted(counts.items()))


def main(code: str) -> None:
    language = LANGUAGES[code]
    share = shares(list(Lexicon.open(code)))
    without_tile = NO_TILE.get(code, "")
    reds = {letter: share[letter] for letter in VOWELS & set(share) - set(without_tile)}
    blacks = {letter: share[letter] for letter in set(share) - VOWELS - set(without_tile)}
    for power in POWERS:
        red = with_least(divided(reds, RED_TILES, power), "U", LEAST_U.get(code, 0))
        black = divided(blacks, BLACK_TILES, power)
        if success(language, red, black, 1)[LONG] >= WANTED:
            break
    check = success(language, red, black, 2)
    worth = {letter: points(letter, share.get(letter, 0.0)) for letter in (*red, *black)}
    for letter in without_tile:
        (red if letter in VOWELS else black)[letter] = 0
        worth[letter] = NO_TILE_POINTS
    (FOLDER / code / "letters.yaml").write_text(f"""\
# {NAMES[code]} letters for the word games, in the form of classic.yaml. Made by ../source/letters.py.
# Of {HANDS:,} random hands (5 red, 8 black) {check[LONG]:.1%} hold a word of 7 letters or more in bands 1-3,
# {check[LONG + 1]:.1%} one of 8 or more.

letters:
  # How many there are of each vowel, and of the Jolly that stands for any vowel.
  red: {{{_line(red)}, jolly: 1}}
  # How many there are of each consonant, and of the Jolly that stands for any consonant.
  black: {{{_line(black)}, jolly: 1}}

# What each letter of a laid word counts (Point-Typ-Dom).
points: {{{_line(worth)}, jolly: 0}}
""", "utf-8")
    print(f"{code}: power {power}, {check}")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        main(name)
