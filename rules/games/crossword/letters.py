"""The letters of Typ-Dom: red vowels, black consonants, two Jollies; dealing and setups.

A letter in a hand or a stock is a capital, `*` is the red Jolly, `+` the black one. On the table a Jolly is
the letter it represents, in lower case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from rules.base import BadSetup, Setup
from rules.files.kinds import WordClasses
from rules.files.source import Choice, Kind, Table
from rules.files.values import Values
from rules.files.variants import differences
from rules.kit.phrases import Phrase
from rules.kit.shuffle import shuffled
from rules.words.language import ALL_LETTERS, LANGUAGES, Language
from rules.words.marks import BACK_OF as BACK_OF
from rules.words.marks import BLACK as BLACK
from rules.words.marks import BLACK_JOLLY, RED_JOLLY, jolly_for
from rules.words.marks import JOLLIES as JOLLIES
from rules.words.marks import RED as RED
from rules.words.marks import colour_of as colour_of
from rules.words.placement import without
from rules.words.tiles import COUNTS_OF_LETTERS, language_values
from rules.words.vocabulary import CLASSES, CLASSIC

COLOURS = (RED, BLACK)
JOLLY_OF = {RED: RED_JOLLY, BLACK: BLACK_JOLLY}

IN_LANGUAGE = {"de": "classic", "en": "english", "es": "spanish", "fr": "french", "it": "italian",
               "nl": "dutch"}
"""The variants of all letter games that have classic rules in another language."""

Hand = str
"""The letters of a hand in the order in which they were taken."""


LETTERS_SCHEMA: Mapping[str, Kind] = {
    "words": Table({"language": Choice(*LANGUAGES),
                    "classes": WordClasses(rf"(?!.*(.).*\1)[{CLASSES}]+", CLASSIC, CLASSES)}),
    "letters": COUNTS_OF_LETTERS,
}
"""The part of a rule file that defines the valid words and the letters."""


def language_of(values: Values) -> Language:
    return LANGUAGES[values["words"]["language"]]


def following_language(own: Values, base: Values, keys: Iterable[str]) -> Values:
    """Return what follows from the language that a rule file names: of `keys` those still unchanged."""
    code = own.get("words", {}).get("language")
    former = base.get("words", {}).get("language")
    if code is None or former is None or code == former:
        return {}
    new, old = language_values(code), language_values(former)
    return {key: new[key] for key in keys if not differences(base[key], old[key])}


def needed_for(spelled: str) -> str:
    """Return what the hand needs to lay a letter: the letter itself, or a Jolly if it is in lower case."""
    return jolly_for(spelled) if spelled.islower() else spelled


def of_colour(hand: Iterable[str], colour: str) -> str:
    return "".join(letter for letter in hand if colour_of(letter) == colour)


@dataclass(frozen=True)
class Letters:
    """The number of each letter in a rule file."""

    counts: Mapping[str, int]

    @classmethod
    def of(cls, values: Values) -> Letters:
        alphabet = language_of(values).alphabet
        return cls({JOLLY_OF[colour] if name == "jolly" else name: count
                    for colour in COLOURS for name, count in values["letters"][colour].items()
                    if name == "jolly" or name in alphabet})

    def all(self, colour: str) -> str:
        """Return all letters of a colour, sorted."""
        return "".join(sorted(letter * count for letter, count in self.counts.items()
                              if colour_of(letter) == colour))

    # --- dealing ---

    def deal(self, players: int, red: int, black: int, rng: Random) -> tuple[list[Hand], str, str]:
        """Return the hands, the red and the black stock. With too few letters all hands are equally smaller.
        """
        stocks, hands = [], [""] * players
        for colour, wanted in ((RED, red), (BLACK, black)):
            stock = "".join(shuffled(self.all(colour), rng))
            size = min(wanted, len(stock) // players)
            hands = [hand + stock[seat * size:(seat + 1) * size] for seat, hand in enumerate(hands)]
            stocks.append(stock[players * size:])
        return hands, stocks[0], stocks[1]


# --- setups ---


def read_letters(setup: Setup, players: int, language: Language) -> tuple[tuple[Hand, ...], str, str]:
    """Return hands and stocks of a setup. The number of each letter is not checked."""
    hands = setup.get("hands")
    if not isinstance(hands, list) or len(hands) != players:
        raise BadSetup("setup.letters.hands", players=players)
    texts = (*hands, setup.get(RED), setup.get(BLACK))
    *checked, red, black = (_checked_letters(text, language) for text in texts)
    for colour, stock in ((RED, red), (BLACK, black)):
        foreign = next((letter for letter in stock if colour_of(letter) != colour), None)
        if foreign is not None:
            raise BadSetup("setup.letters.colour", letter=foreign, stock=Phrase(f"letters.stock.{colour}"))
    return tuple(checked), red, black


def _checked_letters(text: object, language: Language) -> str:
    if not isinstance(text, str):
        raise BadSetup("setup.letters.text")
    foreign = next((letter for letter in text if letter not in language.alphabet + JOLLIES), None)
    if foreign is not None:
        raise BadSetup("setup.letters.letter", letter=foreign)
    return text


def nearest_to_z(hands: Sequence[Hand]) -> int:
    """Return the seat that starts: the first one with the letter nearest to Z, not counting Jollies."""
    last = [max((ALL_LETTERS.index(letter) for letter in hand if letter not in JOLLIES), default=-1)
            for hand in hands]
    return last.index(max(last))


def read_words(setup: Setup, key: str) -> tuple[str, ...]:
    """Return the words of a setup under a key, where they are separated by blanks."""
    text = setup.get(key, "")
    if not isinstance(text, str):
        raise BadSetup("setup.letters.words", key=key)
    words = text.split()
    foreign = next((word for word in words if not set(word) <= set(ALL_LETTERS)), None)
    if foreign is not None:
        raise BadSetup("setup.letters.word", key=key, word=foreign[:40])
    return tuple(words)


def word_lists(words: Iterable[str] | None, agreed: Iterable[str], blocked: Iterable[str]) -> dict[str, str]:
    """Return lists of words in the form of a setup, without empty ones."""
    lists = {"agreed": agreed, "blocked": blocked}
    only = {} if words is None else {"words": " ".join(words)}
    return only | {key: text for key, found in lists.items() if (text := " ".join(found))}


def with_own_words(setup: Setup, agreed: Iterable[str], blocked: Iterable[str]) -> Setup:
    """Return the setup with the words of the players' own files added to its own."""
    more = dict.fromkeys((*read_words(setup, "agreed"), *agreed))
    less = dict.fromkeys((*read_words(setup, "blocked"), *blocked))
    rest = {key: value for key, value in setup.items() if key not in ("agreed", "blocked")}
    return rest | word_lists(None, more, less)


def agree_on(setup: Setup, word: str) -> Setup:
    """Return the setup with one more valid word, even if it was blocked."""
    read_words({"agreed": word}, "agreed")
    blocked = [other for other in read_words(setup, "blocked") if other != word]
    return with_own_words({**setup, "blocked": " ".join(blocked)}, [word], [])


# --- what a seat knows ---


def guess_letters(hands: Sequence[Hand], red: str, black: str, player: int, known: Sequence[str],
                  rng: Random) -> tuple[tuple[Hand, ...], str, str]:
    """Redistribute the letters that `player` cannot see: other hands and stocks. The colours in each hand are
    visible, and `known` has the letters that all players saw each hand take.
    """
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


def from_behind(hand: Hand, known: str = "") -> Hand:
    """Return a hand as others see it: by colour, first the letters they know, then the backs."""
    seen = ""
    for colour in COLOURS:
        shown = "".join(sorted(of_colour(known, colour)))
        seen += shown + BACK_OF[colour] * (len(of_colour(hand, colour)) - len(shown))
    return seen


def are_letters(text: str, language: Language) -> bool:
    """Return whether a text has only letters, Jollies and backs."""
    return set(text) <= {*language.alphabet, *JOLLIES, *BACK_OF.values()}


def are_words(*lists: Iterable[str] | None) -> bool:
    """Return whether these lists have only words."""
    return all(word and set(word) <= set(ALL_LETTERS) for words in lists for word in words or ())


def without_backs(letters: Letters, rows: Sequence[str], gone: Iterable[str]) -> list[str]:
    """Return hands and stocks with unseen letters of the right colour for their backs.

    `gone` has the letters on the table and those that are known.
    """
    pools = {}
    for colour, back in BACK_OF.items():
        pool = list(letters.all(colour))
        for letter in gone:
            if letter in pool:
                pool.remove(letter)
        # A setup may have more of a letter than the rules; any letter does then.
        pools[back] = iter([*pool, *islice(cycle(letters.all(colour)), sum(map(len, rows)))])
    return ["".join(next(pools[letter]) if letter in pools else letter for letter in row) for row in rows]


def _next(pool: Iterator[str], count: int) -> str:
    return "".join(islice(pool, count))
