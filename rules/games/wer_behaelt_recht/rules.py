"""Wer behaelt recht?: two to five players say words of a growing fragment; who is left with one must complete it.

Rule page: spec of the Typ-Dom games, game 4; the values in `rules/variants/wer_behaelt_recht/*.yaml`. Setup, buying
and Jolly exchanges: crossword.py; payment: kreuzwort.py; the open word and its room: wer_line.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import ClassVar

from rules.base import (
    Event,
    Outcome,
    Phrase,
    Placed,
    Refusal,
    Said,
    Scored,
)
from rules.games.crossword.board import Buy, Pass, Square, Swap
from rules.games.crossword.letters import JOLLIES, Hand, needed_for
from rules.games.crossword.rules import changed, paid_out
from rules.games.kreuzwort.rules import Kreuzwort
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
from rules.words.language import VOWELS
from rules.words.placement import jolly_for, without

SOME_PAIRS, SOME_WORDS = 12, 2
"""Of too many announcements `legal_moves` looks at so many letters with a spot, and gives so many words for each."""

Told = tuple[WerState, list[Event]]


class WerBehaeltRecht(Kreuzwort):
    game: ClassVar[str] = "wer_behaelt_recht"
    lists_moves: ClassVar[bool] = False
    state_kind: ClassVar[type[WerState]] = WerState

    # --- where a letter may be laid ---

    def spots(self, state: WerState) -> list[Spot]:
        """All places for a letter of the player in turn, whether or not a word can be said there."""
        if state.ended is not None or state.must_complete:
            return []
        if state.fragment is not None:
            return [self._beside(state.fragment, way) for way in ("front", "back")]
        if not state.letters:
            return [Spot("begin", False, 0, 0)]
        found = {Spot("begin", down, *square): None for crossed, down in self._crossable(state)
                 for square in (ahead(crossed, down, -1), ahead(crossed, down, 1)) if square not in state.letters}
        return list(found)

    @staticmethod
    def _beside(fragment: Word, way: str) -> Spot:
        steps = -1 if way == "front" else len(fragment.text)
        return Spot(way, fragment.down, *ahead((fragment.x, fragment.y), fragment.down, steps))

    def _crossable(self, state: WerState) -> Iterator[tuple[Square, bool]]:
        """The letters through which a new word may run, each with the direction of that word."""
        if state.anywhere or state.last is None:
            for square in sorted(state.letters):
                yield from ((square, not down) for down in (False, True)
                            if len(run_through(state.letters, square, down).text) > 1)
        else:
            yield from ((square, not state.last.down) for square in state.last.squares)

    def crossed(self, state: WerState, spot: Spot) -> list[str]:
        """The letters beside a spot that a word begun there crosses."""
        beside = {ahead(spot.square, spot.down, step) for step in (-1, 1)}
        return [state.letters[square] for square, down in self._crossable(state)
                if down == spot.down and square in beside]

    # --- what can be said ---

    def spellings(self, hand: Hand) -> list[str]:
        """Every way to lay a letter of a hand: itself, or a Jolly for any of its colour."""
        real = sorted(set(hand) - set(JOLLIES))
        small = [letter.lower() for letter in self.language.alphabet if jolly_for(letter) in hand]
        return real + small

    def line(self, state: WerState, spot: Spot, letter: str) -> Line:
        before = state.fragment.text if state.fragment else ""
        return Line(state.letters, spot.square, spot.down, letter, self.vocabulary(state), before)

    def announcements(self, state: WerState, spot: Spot, letter: str, beginning: str = "") -> Iterator[Say]:
        """All that can be said with a letter at a spot, the words that people know first.

        With a `beginning` only words that begin so. There can be very many: take as many as are needed.
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
        """All legal moves: for a table with few words."""
        return self._moves(state, None)

    def legal_moves(self, state: WerState) -> Iterator[Move]:
        """All that are no announcements, and some of those."""
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

    # --- why not ---

    def why_illegal(self, state: WerState, move: Move) -> Refusal | None:
        if state.ended is not None:
            return Refusal("refuse.crossword.over")
        if isinstance(move, Complete):
            return None if state.must_complete else Refusal("refuse.wer.not_author")
        if isinstance(move, Swap):
            return Refusal("refuse.wer.premium_only") if state.premium else self.why_no_swap(state, move)
        if state.must_complete:
            return Refusal("refuse.wer.must_complete", {"word": state.word.text})
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
            same = (word, True) == (state.word, spot.square in state.word.squares)
            return None if same and _contains(line, move) else Refusal(
                "refuse.wer.premium_word", {"word": state.word.text})
        return (line.words.why_not(move.word) or _why_not_contained(line, move)
                or self._why_elsewhere(state, word) or _why_no_room(line, move))

    def spot_of(self, state: WerState, move: Say) -> Spot | Refusal:
        """Where the letter of an announcement comes to lie, or why it cannot."""
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

    # --- a move is made ---

    def made(self, state: WerState, move: Move) -> Told:
        if isinstance(move, (Begin, Grow)):
            return self._say(state, move)
        return self._complete(state) if isinstance(move, Complete) else super().made(state, move)

    def goes_on(self, after: WerState, move: Move) -> bool:
        """A player is left alone, or without letters, in the middle of a turn too."""
        return False

    def turn_closed(self, state: WerState) -> WerState:
        return replace(state, premium=False, bought=False)

    def _say(self, state: WerState, move: Say) -> Told:
        by, spot = state.player, self.spot_of(state, move)
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
            return self._completed(after, after.after(by) if announced else after.author), events
        if not state.premium and after.hands[by] and self.earns_premium(state, spot):
            return replace(after, premium=True), [*events, Said(by, Phrase("log.wer.premium"))]
        return _turn_to(after, after.after(by)), events

    def earns_premium(self, state: WerState, spot: Spot) -> bool:
        """Whether a letter there closes a square of two by two, or begins a word across a vowel."""
        if closes_a_square(state.letters, spot.square):
            return True
        return spot.way == "begin" and any(letter.upper() in VOWELS
                                           for letter in self.crossed(state, spot))

    def to_complete(self, state: WerState) -> dict[Square, str] | None:
        """The missing letters of the open word as the player in turn lays them; None: one is lacking."""
        hand, found = state.hand, {}
        for square, letter in state.word.missing(state.letters).items():
            jolly = jolly_for(letter)
            if letter not in hand and jolly not in hand:
                return None
            found[square] = letter if letter in hand else letter.lower()
            hand = without(hand, letter if letter in hand else jolly)
        return found

    def _complete(self, state: WerState) -> Told:
        by, letters = state.player, self.to_complete(state)
        if letters is None:
            return self._leave(state)
        events: list[Event] = [Placed(by, letter, square, "hand") for square, letter in letters.items()]
        events.append(Said(by, Phrase("log.wer.completes", {"word": state.word.text})))
        return self._completed(self._laid(state, letters), by), events

    def _leave(self, state: WerState) -> Told:
        """The author pays every other player who is still in, and leaves; the fragment stays."""
        by, rest = state.player, state.stake * self.rest_of(state.hand)
        others = [seat for seat in state.seats_in if seat != by]
        paid = [Scored(by, -rest * len(others), "lacking"), *(Scored(seat, rest, "lacking") for seat in others)]
        after = replace(paid_out(state, paid), left=(*state.left, by), word=None, author=None, passes=0)
        return _turn_to(after, after.after(by)), [Said(by, Phrase("log.wer.leaves", {"word": state.word.text})), *paid]

    def _laid(self, state: WerState, letters: dict[Square, str]) -> WerState:
        by, needed = state.player, [needed_for(letter) for letter in letters.values()]
        return replace(
            state, board=state.board.with_letters(letters), passes=0,
            hands=changed(state.hands, by, without(state.hand, needed)),
            taken=changed(state.taken, by, without(state.taken[by], needed)))

    @staticmethod
    def _completed(state: WerState, beginner: int) -> WerState:
        """The open word lies: somebody begins the next one across it."""
        return _turn_to(replace(state, last=state.word, fragment=None, word=None, author=None, anywhere=False), beginner)

    def _buy(self, state: WerState, move: Buy) -> Told:
        after, events = super()._buy(state, move)
        return replace(after, player=state.player, bought=True), events

    @staticmethod
    def _pass(state: WerState) -> Told:
        by = state.player
        if state.premium:
            return _turn_to(state, state.after(by)), [Said(by, Phrase("log.wer.declines"))]
        after = replace(state, passes=0 if state.bought else state.passes + 1,
                        anywhere=state.anywhere or state.begins)
        return _turn_to(after, after.after(by)), [Said(by, Phrase("log.crossword.passes"))]

    # --- the end ---

    def ending(self, state: WerState, by: int) -> tuple[Outcome, list[Scored]] | None:
        if not state.hands[by]:
            return self._settled(state, by, "out")
        playing = state.seats_in
        if len(playing) == 1:
            return Outcome(playing, "alone"), []
        if state.passes < len(playing):
            return None
        rests = self.rests(state)
        lowest = min(rests[seat] for seat in playing)
        winners = [seat for seat in playing if rests[seat] == lowest]
        return self._settled(state, winners[0], "blocked") if len(winners) == 1 else (Outcome((), "blocked"), [])

    def rests(self, state: WerState) -> list[int]:
        """Who had to leave has paid."""
        return [0 if seat in state.left else rest for seat, rest in enumerate(super().rests(state))]

    def when_time_is_up(self, state: WerState) -> Move:
        if state.must_complete:
            return Complete()
        if state.premium or state.bought:
            return Pass()
        return super().when_time_is_up(state)

    # --- writing ---

    def read_move(self, text: str) -> Move:
        return read_wer_move(text)

    def _text(self, state: WerState, seen_by: int | None) -> str:
        word, author = state.word, "nobody" if state.author is None else state.author
        said = f"{word.text} {'v' if word.down else '>'} {word.x},{word.y}, author {author}" if word else "nothing"
        turn = [told for told, true in (("cross any", state.anywhere), ("bought", state.bought),
                                        ("premium", state.premium)) if true]
        last = state.last.text if state.last else "-"
        lines = [f"fragment {state.fragment.text if state.fragment else '-'}, said: {said}",
                 ", ".join([f"last {last}", *turn, f"left: {' '.join(map(str, state.left)) or '-'}"])]
        return super()._text(state, seen_by) + "\n".join(lines) + "\n"


def _turn_to(state: WerState, seat: int) -> WerState:
    return replace(state, player=seat, bought=False, premium=False)


def _steps(word: Word, fragment: Word) -> int:
    """The number, in the word, of the first letter of the fragment."""
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
        return Refusal("refuse.wer.senseless", {"letter": move.letter.upper(), "word": move.word}, line.square)
    return line.why_no_room(move.word, move.at)
