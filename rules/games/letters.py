"""The letters of Typ-Dom: red vowels, black consonants, two Jollies; what its four games share about them.

A letter in a hand or a stock is a capital, `*` is the red Jolly and `+` the black one. On the table a Jolly is
the small letter of what it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from string import ascii_uppercase
from typing import Any

from rules.base import BadSetup, Phrase, Setup
from rules.shuffle import shuffled
from rules.source import Kind, Table, Text, Whole

RED, BLACK = "red", "black"
COLOURS = (RED, BLACK)
RED_JOLLY, BLACK_JOLLY = "*", "+"
JOLLIES = RED_JOLLY + BLACK_JOLLY
ALPHABET = ascii_uppercase
CLASSES = "NPVAOGFCKDZHXSBQ"
"""The classes of the word list that a rule file may allow; what they mean stands in the classic rule files."""

Hand = str
"""In the order in which the letters were taken, the latest last."""

COUNT = Whole(0, 99)
LETTERS_SCHEMA: Mapping[str, Kind] = {
    "words": Table({"classes": Text(rf"(?!.*(.).*\1)[{CLASSES}]+", example="NPVAOGF")}),
    "letters": Table({letter: COUNT for letter in ALPHABET}),
    "jollies": Table({colour: COUNT for colour in COLOURS}),
    "vowels": Text(r"(?!.*(.).*\1)[A-Z]+", example="AEIOUY"),
}
"""The part of a rule file that says which letters and which words there are."""


@dataclass(frozen=True)
class Letters:
    """The letters of a rule file: how many there are of each, and which are red."""

    counts: Mapping[str, int]
    vowels: str

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Letters:
        jollies = {RED_JOLLY: values["jollies"][RED], BLACK_JOLLY: values["jollies"][BLACK]}
        return cls({**values["letters"], **jollies}, values["vowels"])

    def colour(self, letter: str) -> str:
        """The colour of a letter, in the hand or as it is spelled on the table."""
        return RED if letter == RED_JOLLY or letter.upper() in self.vowels else BLACK

    def jolly(self, letter: str) -> str:
        """The Jolly that can stand for a letter."""
        return RED_JOLLY if letter.upper() in self.vowels else BLACK_JOLLY

    def needed(self, spelled: str) -> str:
        """What must be taken from the hand to lay a letter as it is spelled: itself, or a Jolly."""
        return self.jolly(spelled) if spelled.islower() else spelled

    def all(self, colour: str) -> str:
        """Every letter of a colour, sorted."""
        return "".join(sorted(letter * count for letter, count in self.counts.items()
                              if self.colour(letter) == colour))

    def of_colour(self, hand: Iterable[str], colour: str) -> str:
        return "".join(letter for letter in hand if self.colour(letter) == colour)

    # --- dealing ---

    def deal(self, players: int, red: int, black: int, rng: Random) -> tuple[list[Hand], str, str]:
        """The hands, the red stock, the black stock. If the letters do not suffice, all get equally fewer."""
        stocks, hands = [], [""] * players
        for colour, wanted in ((RED, red), (BLACK, black)):
            stock = "".join(shuffled(self.all(colour), rng))
            size = min(wanted, len(stock) // players)
            hands = [hand + stock[seat * size:(seat + 1) * size] for seat, hand in enumerate(hands)]
            stocks.append(stock[players * size:])
        return hands, stocks[0], stocks[1]

    def read(self, setup: Setup, players: int) -> tuple[tuple[Hand, ...], str, str]:
        """Hands and stocks of a setup; how many letters there are is not asked: what it says stands."""
        hands = setup.get("hands")
        if not isinstance(hands, list) or len(hands) != players:
            raise BadSetup("setup.letters.hands", players=players)
        for text in (*hands, setup.get(RED), setup.get(BLACK)):
            _check_letters(text)
        for colour in COLOURS:
            foreign = next((letter for letter in setup[colour] if self.colour(letter) != colour), None)
            if foreign is not None:
                raise BadSetup("setup.letters.colour", letter=foreign, stock=Phrase(f"letters.stock.{colour}"))
        return tuple(hands), setup[RED], setup[BLACK]

    # --- what a seat knows ---

    def guess(self, hands: Sequence[Hand], red: str, black: str, player: int, known: Sequence[str],
              rng: Random) -> tuple[tuple[Hand, ...], str, str]:
        """Other hands and stocks dealt anew. How many of each colour a hand holds can be seen, and `known`
        are the letters of each hand that everybody saw it take."""
        found: list[Hand] = [""] * len(hands)
        stocks = []
        for colour, stock in ((RED, red), (BLACK, black)):
            shown = [self.of_colour(known[seat], colour) for seat in range(len(hands))]
            held = [self.of_colour(hand, colour) for hand in hands]
            others = [seat for seat in range(len(hands)) if seat != player]
            unseen = [letter for seat in others for letter in without(held[seat], shown[seat])]
            pool = iter(shuffled(sorted([*unseen, *stock]), rng))
            for seat in others:
                found[seat] += shown[seat] + _next(pool, len(held[seat]) - len(shown[seat]))
            stocks.append(_next(pool, len(stock)))
        found[player] = hands[player]
        return tuple(found), stocks[0], stocks[1]


def _next(pool: Iterator[str], count: int) -> str:
    return "".join(islice(pool, count))


def _check_letters(text: Any) -> None:
    if not isinstance(text, str):
        raise BadSetup("setup.letters.text")
    foreign = next((letter for letter in text if letter not in ALPHABET + JOLLIES), None)
    if foreign is not None:
        raise BadSetup("setup.letters.letter", letter=foreign)


def without(hand: Hand, letters: Iterable[str]) -> Hand:
    """The hand without these letters, which it holds; of equal ones the first goes."""
    for letter in letters:
        hand = hand.replace(letter, "", 1)
    return hand


def missing(hand: Hand, letters: Iterable[str]) -> str | None:
    """The first of these letters that the hand does not hold, or holds too few of."""
    held = Counter(hand)
    for letter in letters:
        held[letter] -= 1
        if held[letter] < 0:
            return letter
    return None


def nearest_to_z(hands: Sequence[Hand]) -> int:
    """The seat that begins: whose hand holds the letter nearest to Z; a Jolly does not count, of equal seats
    the earlier begins."""
    last = [max((letter for letter in hand if letter not in JOLLIES), default="") for hand in hands]
    return last.index(max(last))


def read_words(setup: Setup, key: str) -> tuple[str, ...]:
    """The words that a setup names under a key, separated by blanks."""
    text = setup.get(key, "")
    if not isinstance(text, str):
        raise BadSetup("setup.letters.words", key=key)
    words = text.split()
    foreign = next((word for word in words if not set(word) <= set(ALPHABET)), None)
    if foreign is not None:
        raise BadSetup("setup.letters.word", key=key, word=foreign[:40])
    return tuple(words)
