"""The letters of Typ-Dom: red vowels, black consonants, two Jollies; what its four games share about them.

A letter in a hand or a stock is a capital, `*` is the red Jolly and `+` the black one. On the table a Jolly is
the small letter of what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from rules.base import BadSetup, Phrase, Setup
from rules.files.faults import Fault, FaultyFile
from rules.files.source import Choice, Kind, Table, Text, Whole, read_table
from rules.files.variants import differences
from rules.kit.shuffle import shuffled
from rules.words.language import A_TO_Z, ALL_LETTERS, LANGUAGES, VOWELS, Language
from rules.words.lexicon import FOLDER, BadLexicon, Lexicon
from rules.words.placement import BLACK_JOLLY, RED_JOLLY, jolly_for, without
from rules.words.vocabulary import CLASSES, CLASSIC

RED, BLACK = "red", "black"
COLOURS = (RED, BLACK)
JOLLIES = RED_JOLLY + BLACK_JOLLY
JOLLY_OF = {RED: RED_JOLLY, BLACK: BLACK_JOLLY}

Hand = str
"""In the order in which the letters were taken, the latest last."""


MOST_POINTS = Whole(0, 999)


def _for_letters(letters: Iterable[str], kind: Kind) -> Table:
    """A table with a value for each letter and the Jolly; only letters A to Z are required."""
    every = set(letters)
    return Table({**{letter: kind for letter in A_TO_Z if letter in every}, "jolly": kind},
                 optional={letter: kind for letter in ALL_LETTERS if letter in every - set(A_TO_Z)})


POINTS_OF_LETTERS = _for_letters(ALL_LETTERS, MOST_POINTS)
LETTERS_SCHEMA: Mapping[str, Kind] = {
    "words": Table({"language": Choice(*LANGUAGES),
                    "classes": Text(rf"(?!.*(.).*\1)[{CLASSES}]+", example=CLASSIC)}),
    "letters": Table({
        RED: _for_letters(VOWELS, Whole(0, 99)),
        BLACK: _for_letters(set(ALL_LETTERS) - VOWELS, Whole(0, 99))}),
}
"""The part of a rule file that says which words and which letters there are."""
LETTERS_FILE_SCHEMA = Table({"letters": LETTERS_SCHEMA["letters"], "points": POINTS_OF_LETTERS})


def language_of(values: Mapping[str, Any]) -> Language:
    return LANGUAGES[values["words"]["language"]]


def letters_file(code: str) -> Path:
    """Return the path of the letters of a language."""
    return FOLDER / code / "letters.yaml"


def letters_faults(code: str) -> list[Fault]:
    return read_table(letters_file(code), LETTERS_FILE_SCHEMA)[1]


@cache
def language_values(code: str) -> Mapping[str, Any]:
    """Return the letters, their points and the word classes of a language, in the form of a rule file."""
    values, faults, _ = read_table(letters_file(code), LETTERS_FILE_SCHEMA)
    if faults:
        raise FaultyFile(faults)
    return {**values, "words": {"classes": LANGUAGES[code].classic}}


def following_language(own: Mapping[str, Any], base: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """Return what follows from the language that a rule file names: of `keys` those that were not changed."""
    code = own.get("words", {}).get("language")
    former = base.get("words", {}).get("language")
    if code is None or former is None or code == former:
        return {}
    new, old = language_values(code), language_values(former)
    return {key: new[key] for key in keys if not differences(base[key], old[key])}


def colour_of(letter: str) -> str:
    """The colour of a letter, in the hand or as it is spelled on the table."""
    return RED if letter == RED_JOLLY or letter.upper() in VOWELS else BLACK


def needed_for(spelled: str) -> str:
    """What must be taken from the hand to lay a letter as it is spelled: itself, or a Jolly."""
    return jolly_for(spelled) if spelled.islower() else spelled


def of_colour(hand: Iterable[str], colour: str) -> str:
    return "".join(letter for letter in hand if colour_of(letter) == colour)


@dataclass(frozen=True)
class Letters:
    """The letters of a rule file: how many there are of each."""

    counts: Mapping[str, int]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Letters:
        alphabet = language_of(values).alphabet
        return cls({JOLLY_OF[colour] if name == "jolly" else name: count
                    for colour in COLOURS for name, count in values["letters"][colour].items()
                    if name == "jolly" or name in alphabet})

    def all(self, colour: str) -> str:
        """Every letter of a colour, sorted."""
        return "".join(sorted(letter * count for letter, count in self.counts.items()
                              if colour_of(letter) == colour))

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


# --- setups ---


def check_lexicon(language: Language) -> None:
    """Open the lexicon of a language; raise BadSetup with the reason if it cannot be read."""
    try:
        Lexicon.open(language.code)
    except BadLexicon as fault:
        raise BadSetup(fault.phrase.key, **fault.phrase.values) from None


def read_letters(setup: Setup, players: int, language: Language) -> tuple[tuple[Hand, ...], str, str]:
    """Hands and stocks of a setup; how many letters there are is not asked: what it says stands."""
    hands = setup.get("hands")
    if not isinstance(hands, list) or len(hands) != players:
        raise BadSetup("setup.letters.hands", players=players)
    for text in (*hands, setup.get(RED), setup.get(BLACK)):
        _check_letters(text, language)
    for colour in COLOURS:
        foreign = next((letter for letter in setup[colour] if colour_of(letter) != colour), None)
        if foreign is not None:
            raise BadSetup("setup.letters.colour", letter=foreign, stock=Phrase(f"letters.stock.{colour}"))
    return tuple(hands), setup[RED], setup[BLACK]


def _check_letters(text: Any, language: Language) -> None:
    if not isinstance(text, str):
        raise BadSetup("setup.letters.text")
    foreign = next((letter for letter in text if letter not in language.alphabet + JOLLIES), None)
    if foreign is not None:
        raise BadSetup("setup.letters.letter", letter=foreign)



def nearest_to_z(hands: Sequence[Hand]) -> int:
    """The seat that begins: whose hand holds the letter nearest to Z; a Jolly does not count, of equal seats
    the earlier begins."""
    last = [max((ALL_LETTERS.index(letter) for letter in hand if letter not in JOLLIES), default=-1)
            for hand in hands]
    return last.index(max(last))


def read_words(setup: Setup, key: str) -> tuple[str, ...]:
    """The words that a setup names under a key, separated by blanks."""
    text = setup.get(key, "")
    if not isinstance(text, str):
        raise BadSetup("setup.letters.words", key=key)
    words = text.split()
    foreign = next((word for word in words if not set(word) <= set(ALL_LETTERS)), None)
    if foreign is not None:
        raise BadSetup("setup.letters.word", key=key, word=foreign[:40])
    return tuple(words)


def word_lists(words: Iterable[str] | None, agreed: Iterable[str], blocked: Iterable[str]) -> dict[str, str]:
    """Lists of words as a setup has them; empty ones are left out."""
    lists = {"agreed": agreed, "blocked": blocked}
    only = {} if words is None else {"words": " ".join(words)}
    return only | {key: text for key, found in lists.items() if (text := " ".join(found))}


def with_own_words(setup: Setup, agreed: Iterable[str], blocked: Iterable[str]) -> Setup:
    """The setup of a round in which the words of the players' own files hold besides its own."""
    more = dict.fromkeys((*read_words(setup, "agreed"), *agreed))
    less = dict.fromkeys((*read_words(setup, "blocked"), *blocked))
    rest = {key: value for key, value in setup.items() if key not in ("agreed", "blocked")}
    return rest | word_lists(None, more, less)


def agree_on(setup: Setup, word: str) -> Setup:
    """The setup of a round in which one more word is valid, also one that was blocked."""
    read_words({"agreed": word}, "agreed")
    blocked = [other for other in read_words(setup, "blocked") if other != word]
    return with_own_words({**setup, "blocked": " ".join(blocked)}, [word], [])


# --- what a seat knows ---


def guess_letters(hands: Sequence[Hand], red: str, black: str, player: int, known: Sequence[str],
                  rng: Random) -> tuple[tuple[Hand, ...], str, str]:
    """Other hands and stocks dealt anew. How many of each colour a hand holds can be seen, and `known`
    are the letters of each hand that everybody saw it take."""
    found: list[Hand] = [""] * len(hands)
    stocks = []
    for colour, stock in ((RED, red), (BLACK, black)):
        shown = [of_colour(known[seat], colour) for seat in range(len(hands))]
        held = [of_colour(hand, colour) for hand in hands]
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
