"""Wer behaelt recht?: two to five players announce words for a growing fragment; the author must complete
one.

Rule page: spec of the Typ-Dom games, game 4; the values in `rules/variants/wer_behaelt_recht/*.yaml`. Setup,
buying and Jolly exchanges: crossword/rules.py; payment: crossword/payment.py; the open word: line.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import ClassVar

from rules.base import Event, Outcome, Placed, Refusal, Said, Scored
from rules.files.source import Table
from rules.files.values import Values
from rules.games.crossword.board import Board, Buy, Pass, Swap, is_square
from rules.games.crossword.letters import JOLLIES, Hand, are_words, needed_for
from rules.games.crossword.payment import PAYMENT_SCHEMA, RestPayment
from rules.games.crossword.rules import CrosswordRules, changed, paid_out
from rules.games.wer_behaelt_recht.line import Line, Word, ahead, closes_a_square, run_through
from rules.games.wer_behaelt_recht.state import (
    Begin,
    Complete,
    Grow,
    Move,
    Say,
    Spot,
    WerState,
    read_wer_move,
)
from rules.kit.phrases import Phrase
from rules.words.language import VOWELS
from rules.words.placement import Square, jolly_for, without

SOME_PAIRS, SOME_WORDS = 12, 2
"""`legal_moves` considers this many pairs of letter and spot, and lists this many words for each."""

Made = tuple[WerState, list[Event]]


class WerBehaeltRecht(CrosswordRules[WerState, Move]):
    game: ClassVar[str] = "wer_behaelt_recht"
    seats: ClassVar[range] = range(2, 6)
    schema: ClassVar[Table] = PAYMENT_SCHEMA
    lists_moves: ClassVar[bool] = False

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.payment = RestPayment.of(values)
        self.stake_factor = values["stake"]["factor"]

    def _empty_table(self, hands: tuple[Hand, ...], red: str, black: str, starter: int,
                     scores: tuple[int, ...]) -> WerState:
        return WerState(Board(), hands, red, black, starter, scores, starter)

    def rest_of(self, hand: Hand) -> int:
        return self.payment.rest_of(hand)

    def is_plausible(self, seen: WerState, seat: int | None) -> bool:
        words = [word for word in (seen.fragment, seen.word, seen.last) if word is not None]
        seats = range(len(seen.scores))
        return (super().is_plausible(seen, seat) and are_words(word.text for word in words)
                and all(is_square((word.x, word.y)) for word in words)
                and (seen.word is not None or not seen.premium)
                and (seen.author is None or seen.author in seats) and set(seen.left) <= set(seats))

    # --- places for a letter ---

    def spots(self, state: WerState) -> list[Spot]:
        """Return all places for a letter of the current player, whether or not a word fits there."""
        if state.ended is not None or state.must_complete:
            return []
        if state.fragment is not None:
            return [self._beside(state.fragment, way) for way in ("front", "back")]
        if not state.letters:
            return [Spot("begin", False, 0, 0)]
        beside = ((ahead(crossed, down, step), down)
                  for crossed, down in self._crossable(state) for step in (-1, 1))
        return list(dict.fromkeys(
            Spot("begin", down, *square) for square, down in beside if square not in state.letters))

    @staticmethod
    def _beside(fragment: Word, way: str) -> Spot:
        steps = -1 if way == "front" else len(fragment.text)
        return Spot(way, fragment.down, *ahead((fragment.x, fragment.y), fragment.down, steps))

    def _crossable(self, state: WerState) -> Iterator[tuple[Square, bool]]:
        """Yield the letters that a new word may cross, each with the direction of that word."""
        if state.anywhere or state.last is None:
            for square in sorted(state.letters):
                yield from ((square, not down) for down in (False, True)
                            if len(run_through(state.letters, square, down).text) > 1)
        else:
            yield from ((square, not state.last.down) for square in state.last.squares)

    def crossed(self, state: WerState, spot: Spot) -> list[str]:
        """Return the letters beside a spot that a word started there crosses."""
        beside = {ahead(spot.square, spot.down, step) for step in (-1, 1)}
        return [state.letters[square] for square, down in self._crossable(state)
                if down == spot.down and square in beside]

    # --- announcements ---

    def spellings(self, hand: Hand) -> list[str]:
        """Return every way to lay a letter of a hand: itself, or a Jolly for any letter of its colour."""
        real = sorted(set(hand) - set(JOLLIES))
        small = [letter.lower() for letter in self.language.alphabet if jolly_for(letter) in hand]
        return real + small

    def line(self, state: WerState, spot: Spot, letter: str) -> Line:
        before = state.fragment.text if state.fragment else ""
        return Line(state.letters, spot.square, spot.down, letter, self.vocabulary(state), before)

    def announcements(self, state: WerState, spot: Spot, letter: str, beginning: str = "") -> Iterator[Say]:
        """Yield all announcements with a letter at a spot, common words first.

        With a `beginning` only words that start with it. There can be very many: take only as many as needed.
        """
        line = self.line(state, spot, letter)
        if state.premium:
            yield from self._of_the_open_word(state, spot, letter, line)
            return
        for text, at in line.sayable(beginning):
            if self._why_elsewhere(state, line.word(text, at)) is None:
                yield spot.say(letter, text, at)

    def _of_the_open_word(self, state: WerState, spot: Spot, letter: str, line: Line) -> Iterator[Say]:
        if state.word is not None and state.word.squares.get(spot.square) == letter.upper():
            yield spot.say(letter, state.word.text, _steps(state.word, line.fragment))

    def every_move(self, state: WerState) -> Iterator[Move]:
        """Yield all legal moves; for tables with few words."""
        return self._moves(state, None)

    def legal_moves(self, state: WerState) -> Iterator[Move]:
        """Yield all moves that are not announcements, and some announcements."""
        return self._moves(state, SOME_WORDS)

    def _moves(self, state: WerState, most: int | None) -> Iterator[Move]:
        if state.ended is not None:
            return
        if not state.premium:
            yield from self.swaps(state)
        if state.must_complete:
            yield Complete()
            return
        yield from self._some_announcements(state, most)
        if not state.premium:
            yield from self.buys(state)
        if self.why_no_pass(state) is None:
            yield Pass()

    def _some_announcements(self, state: WerState, most: int | None) -> Iterator[Say]:
        pairs = [(spot, letter) for spot in self.spots(state) for letter in self.spellings(state.hand)]
        if most is not None:
            pairs = pairs[::len(pairs) // SOME_PAIRS + 1]
        for spot, letter in pairs:
            yield from islice(self.announcements(state, spot, letter), most)

    # --- refusals ---

    def why_illegal(self, state: WerState, move: Move) -> Refusal | None:
        if state.ended is not None:
            return Refusal("refuse.crossword.over")
        if isinstance(move, Complete):
            return None if state.must_complete else Refusal("refuse.wer.not_author")
        if isinstance(move, Swap):
            return Refusal("refuse.wer.premium_only") if state.premium else self.why_no_swap(state, move)
        if state.must_complete:
            return Refusal("refuse.wer.must_complete", {"word": state.open_word.text})
        if isinstance(move, (Begin, Grow)):
            return self._why_no_say(state, move)
        return self.why_no_buy(state, move) if isinstance(move, Buy) else self.why_no_pass(state)

    def why_no_buy(self, state: WerState, move: Buy) -> Refusal | None:
        if state.premium:
            return Refusal("refuse.wer.premium_only")
        return Refusal("refuse.wer.bought") if state.bought else super().why_no_buy(state, move)

    def why_no_pass(self, state: WerState) -> Refusal | None:
        if state.premium or state.bought or not (state.red or state.black):
            return None
        return Refusal("refuse.wer.pass_buy", {"red": len(state.red), "black": len(state.black)})

    def _why_no_say(self, state: WerState, move: Say) -> Refusal | None:
        spot = self.spot_of(state, move)
        if isinstance(spot, Refusal):
            return spot
        if needed_for(move.letter) not in state.hand:
            key = "refuse.lay_no_jolly" if move.letter.islower() else "refuse.lay_not_in_hand"
            return Refusal(key, {"letter": move.letter.upper()})
        line = self.line(state, spot, move.letter)
        word = line.word(move.word, move.at)
        if state.premium:
            same = word == state.word and spot.square in word.squares
            return None if same and _contains(line, move) else Refusal(
                "refuse.wer.premium_word", {"word": state.open_word.text})
        return (line.words.why_not(move.word) or _why_not_contained(line, move)
                or self._why_elsewhere(state, word) or _why_no_room(line, move))

    def spot_of(self, state: WerState, move: Say) -> Spot | Refusal:
        """Return the place of the letter of an announcement, or why there is none."""
        if isinstance(move, Grow):
            if state.fragment is None:
                return Refusal("refuse.wer.nothing_open")
            return self._beside(state.fragment, "front" if move.front else "back")
        if state.fragment is not None:
            return Refusal("refuse.wer.still_open", {"word": state.fragment.text})
        spot = Spot("begin", move.down, move.x, move.y)
        if spot in self.spots(state):
            return spot
        if not state.letters:
            return Refusal("refuse.wer.first", where=(0, 0))
        if spot.square in state.letters:
            return Refusal("refuse.lay_taken", {
                "letter": move.letter, "there": state.letters[spot.square]}, spot.square)
        if state.anywhere or state.last is None:
            return Refusal("refuse.wer.cross_any", where=spot.square)
        return Refusal("refuse.wer.cross_last", {"word": state.last.text}, spot.square)

    @staticmethod
    def _why_elsewhere(state: WerState, word: Word) -> Refusal | None:
        if state.word is None or word.text != state.word.text or word == state.word:
            return None
        return Refusal("refuse.wer.elsewhere", {"word": word.text})

    # --- making a move ---

    def made(self, state: WerState, move: Move) -> Made:
        if isinstance(move, (Begin, Grow)):
            return self._say(state, move)
        if isinstance(move, Complete):
            return self._complete(state)
        if isinstance(move, Swap):
            return self._swap(state, move)
        return self._buy(state, move) if isinstance(move, Buy) else self._pass(state)

    def turn_closed(self, state: WerState) -> WerState:
        return replace(state, premium=False, bought=False)

    def _say(self, state: WerState, move: Say) -> Made:
        by, spot = state.player, self.spot_of(state, move)
        assert isinstance(spot, Spot)
        line = self.line(state, spot, move.letter)
        word = line.word(move.word, move.at)
        announced = word != state.word
        after = self._laid(state, {spot.square: move.letter})
        after = replace(after, fragment=line.fragment, word=word, author=by if announced else state.author,
                        anywhere=False)
        key = "log.wer.says" if announced else "log.wer.adds"
        events: list[Event] = [Placed(by, move.letter, spot.square, "hand"),
                               Said(by, Phrase(key, {"word": move.word, "letter": move.letter.upper()}))]
        if not word.missing(after.letters):
            events.append(Said(by, Phrase("log.wer.complete", {"word": word.text})))
            beginner = after.after(by) if announced or after.author is None else after.author
            return self._completed(after, beginner), events
        if not state.premium and after.hands[by] and self.earns_premium(state, spot):
            return replace(after, premium=True), [*events, Said(by, Phrase("log.wer.premium"))]
        return _turn_to(after, after.after(by)), events

    def earns_premium(self, state: WerState, spot: Spot) -> bool:
        """Return True if a letter there completes a block of two by two, or starts a word across a vowel."""
        if closes_a_square(state.letters, spot.square):
            return True
        return spot.way == "begin" and any(
            letter.upper() in VOWELS for letter in self.crossed(state, spot))

    def to_complete(self, state: WerState) -> dict[Square, str] | None:
        """Return the missing letters of the open word as the current player lays them, or None."""
        hand, found = state.hand, {}
        for square, letter in state.open_word.missing(state.letters).items():
            jolly = jolly_for(letter)
            if letter not in hand and jolly not in hand:
                return None
            found[square] = letter if letter in hand else letter.lower()
            hand = without(hand, letter if letter in hand else jolly)
        return found

    def _complete(self, state: WerState) -> Made:
        by, letters = state.player, self.to_complete(state)
        if letters is None:
            return self._leave(state)
        events: list[Event] = [Placed(by, letter, square, "hand") for square, letter in letters.items()]
        events.append(Said(by, Phrase("log.wer.completes", {"word": state.open_word.text})))
        return self._completed(self._laid(state, letters), by), events

    def _leave(self, state: WerState) -> Made:
        """Pay all other seats that still play, and take the author out of the round; the fragment stays."""
        by, rest = state.player, state.stake * self.rest_of(state.hand)
        others = [seat for seat in state.seats_in if seat != by]
        paid = [Scored(by, -rest * len(others), "lacking"),
                *(Scored(seat, rest, "lacking") for seat in others)]
        after = replace(paid_out(state, paid), left=(*state.left, by), word=None, author=None, passes=0)
        leaves = Said(by, Phrase("log.wer.leaves", {"word": state.open_word.text}))
        return _turn_to(after, after.after(by)), [leaves, *paid]

    def _laid(self, state: WerState, letters: dict[Square, str]) -> WerState:
        by, needed = state.player, [needed_for(letter) for letter in letters.values()]
        return replace(
            state, board=state.board.with_letters(letters), passes=0,
            hands=changed(state.hands, by, without(state.hand, needed)),
            taken=changed(state.taken, by, without(state.taken[by], needed)))

    @staticmethod
    def _completed(state: WerState, beginner: int) -> WerState:
        """Close the open word; `beginner` starts the next one across it."""
        after = replace(state, last=state.word, fragment=None, word=None, author=None, anywhere=False)
        return _turn_to(after, beginner)

    def _buy(self, state: WerState, move: Buy) -> Made:
        after, events = self._bought(state, move)
        return replace(after, bought=True), events

    @staticmethod
    def _pass(state: WerState) -> Made:
        by = state.player
        if state.premium:
            return _turn_to(state, state.after(by)), [Said(by, Phrase("log.wer.declines"))]
        after = replace(state, passes=0 if state.bought else state.passes + 1,
                        anywhere=state.anywhere or state.begins)
        return _turn_to(after, after.after(by)), [Said(by, Phrase("log.crossword.passes"))]

    # --- the end ---

    def ending(self, state: WerState, by: int) -> tuple[Outcome, list[Scored]] | None:
        # A seat that had to leave has paid already.
        rests = [0 if seat in state.left else state.stake * self.rest_of(hand)
                 for seat, hand in enumerate(state.hands)]
        if not state.hands[by]:
            return self.payment.settle(rests, by, "out")
        playing = state.seats_in
        if len(playing) == 1:
            return Outcome(playing, "alone"), []
        return self.payment.settle_blocked(rests, playing) if state.passes >= len(playing) else None

    def when_time_is_up(self, state: WerState) -> Move:
        """Return the move of a player who took too long."""
        if state.must_complete:
            return Complete()
        if state.premium or state.bought:
            return Pass()
        return self._buy_or_pass(state)

    # --- writing ---

    def read_move(self, text: str) -> Move:
        return read_wer_move(text)

    def _text(self, state: WerState, seen_by: int | None) -> str:
        word, author = state.word, "nobody" if state.author is None else state.author
        said = "nothing"
        if word:
            said = f"{word.text} {'v' if word.down else '>'} {word.x},{word.y}, author {author}"
        turn = [told for told, true in (("cross any", state.anywhere), ("bought", state.bought),
                                        ("premium", state.premium)) if true]
        last = state.last.text if state.last else "-"
        lines = [f"fragment {state.fragment.text if state.fragment else '-'}, said: {said}",
                 ", ".join([f"last {last}", *turn, f"left: {' '.join(map(str, state.left)) or '-'}"])]
        return super()._text(state, seen_by) + "\n".join(lines) + "\n"


def _turn_to(state: WerState, seat: int) -> WerState:
    return replace(state, player=seat, bought=False, premium=False)


def _steps(word: Word, fragment: Word) -> int:
    """Return the position in the word of the first letter of the fragment."""
    return fragment.y - word.y if word.down else fragment.x - word.x


def _contains(line: Line, move: Say) -> bool:
    return move.word.startswith(line.fragment.text, move.at)


def _why_not_contained(line: Line, move: Say) -> Refusal | None:
    if _contains(line, move):
        return None
    values = {"word": move.word, "letter": move.letter.upper(), "fragment": line.fragment.text}
    if move.letter.upper() not in move.word:
        return Refusal("refuse.wer.lacks_letter", values)
    if line.fragment.text not in move.word:
        return Refusal("refuse.wer.lacks_fragment", values)
    return Refusal("refuse.wer.not_at", values)


def _why_no_room(line: Line, move: Say) -> Refusal | None:
    if not line.makes_sense:
        values = {"letter": move.letter.upper(), "word": move.word}
        return Refusal("refuse.wer.senseless", values, line.square)
    return line.why_no_room(move.word, move.at)
