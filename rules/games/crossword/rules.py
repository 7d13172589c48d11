"""The rules that all turn-based word games share: deal, stocks, Jolly exchanges, rounds, notation.

Squares are (x, y), y downwards; the first word starts at (0, 0) and runs to the right. The values are in
`rules/variants/<game>/*.yaml`.

Setup of a round: `{"hands": ["AEIO*BCD...", ...], "red": "next first", "black": "...", "starter": 0}`.
Optional: `"stake": 2` (factor of the points), `"words"` (the only valid words), `"agreed"` and `"blocked"`
(further valid words and invalid ones; all three separated by blanks), and `"moves"`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import ClassVar, Generic, TypeVar

from rules.base import (
    BadSetup,
    Drawn,
    Event,
    Outcome,
    Placed,
    Refusal,
    Removed,
    RoundOver,
    Rules,
    Scored,
    Setup,
    Step,
)
from rules.files.source import Kind, Table, Whole
from rules.files.values import Values
from rules.games.crossword.board import Buy, CrosswordState, Pass, Swap, is_square
from rules.games.crossword.letters import (
    BLACK,
    IN_LANGUAGE,
    LETTERS_SCHEMA,
    RED,
    Hand,
    Letters,
    agree_on,
    are_letters,
    are_words,
    following_language,
    from_behind,
    guess_letters,
    language_of,
    nearest_to_z,
    needed_for,
    of_colour,
    read_letters,
    read_words,
    with_own_words,
    without_backs,
    word_lists,
)
from rules.kit.phrases import Phrase
from rules.kit.shuffle import rng_for
from rules.words.lexicon import Lexicon
from rules.words.placement import jolly_for, without
from rules.words.vocabulary import Vocabulary, vocabulary

CROSSWORD_SCHEMA: Mapping[str, Kind] = {
    **LETTERS_SCHEMA,
    "deal": Table({BLACK: Whole(1, 20), RED: Whole(0, 15)}),
    "buy": Table({"most": Whole(1, 9)}),
    "swap": Table({"sides": Whole(1, 5)}),
    "turn": Table({"seconds": Whole(0, 3600)}),
    "match": Table({"rounds": Whole(1, 99), "repeats": Whole(0, 9)}),
}
POINTS = Whole(0, 999)

S = TypeVar("S", bound=CrosswordState)
M = TypeVar("M", bound=Hashable)
T = TypeVar("T")


class CrosswordRules(Rules[S, M], Generic[S, M]):
    """The common rules; subclasses define the words, passing, points and the end of a round."""

    open_end: ClassVar[bool] = True
    has_words: ClassVar[bool] = True
    word_languages: ClassVar[Mapping[str, str]] = IN_LANGUAGE

    def __init__(self, values: Values, variant: str = "classic"):
        super().__init__(values, variant)
        self.letters = Letters.of(values)
        self.language = language_of(values)
        self.words_language = self.language.code
        self.classes: str = values["words"]["classes"]
        self.rounds: int = values["match"]["rounds"]
        self.repeats: int = values["match"]["repeats"]
        self.turn_seconds = values["turn"]["seconds"]
        self.buy_most: int = values["buy"]["most"]
        self.built_in: int = values["swap"]["sides"]
        self.stake_factor = 1
        """By how much the stake grows after a void round."""

    @classmethod
    def implied(cls, own: Values, base: Values) -> Values:
        return following_language(own, base, ("letters", "words"))

    @classmethod
    def check(cls, values: Values) -> Iterator[tuple[str, Phrase]]:
        letters, players = Letters.of(values), cls.seats[0]
        for colour in (RED, BLACK):
            needed, there = players * values["deal"][colour], len(letters.all(colour))
            if needed > there:
                yield f"deal.{colour}", Phrase("fault.letters.too_few", {
                    "players": players, "needed": needed, "there": there})

    # --- differences between the games ---

    @abstractmethod
    def _empty_table(self, hands: tuple[Hand, ...], red: str, black: str, starter: int,
                     scores: tuple[int, ...]) -> S:
        """Return the first state of a round with these letters."""

    @abstractmethod
    def rest_of(self, hand: Hand) -> int:
        """Return the points of letters left in a hand."""

    @abstractmethod
    def why_no_pass(self, state: S) -> Refusal | None:
        """Return None if the current player may pass."""

    @abstractmethod
    def made(self, state: S, move: M) -> tuple[S, list[Event]]:
        """Make a legal move; the end of the round is checked afterwards."""

    @abstractmethod
    def ending(self, state: S, by: int) -> tuple[Outcome, list[Scored]] | None:
        """Return the outcome and the payments if the round is over after a move of the seat `by`."""

    def turn_closed(self, state: S) -> S:
        """Reset the fields of an unfinished turn at the end of the round."""
        return replace(state, second=False)

    # --- words ---

    def vocabulary(self, state: S) -> Vocabulary:
        """Return the valid words of this round."""
        return vocabulary(self.classes, state.words, state.agreed, state.blocked, self.words_language)

    def agree(self, setup: Setup, word: str) -> Setup:
        return agree_on(setup, word)

    def with_own_words(self, setup: Setup, agreed: Collection[str], blocked: Collection[str]) -> Setup:
        return with_own_words(setup, agreed, blocked)

    # --- a round ---

    def deal(self, players: int, seed: int, before: S | None = None) -> Setup:
        number = before.round + 1 if before else 1
        size = self.values["deal"]
        hands, red, black = self.letters.deal(
            players, size[RED], size[BLACK], rng_for(self.game, seed, number))
        setup: dict[str, object] = {
            "hands": hands, "red": red, "black": black, "starter": nearest_to_z(hands)}
        if before is None:
            return setup
        stake = before.stake * self.stake_factor if is_void(before) else 1
        return (setup | ({"stake": stake} if stake > 1 else {})
                | word_lists(before.words, before.agreed, before.blocked))

    def _start(self, setup: Setup, players: int, before: S | None) -> S:
        hands, red, black = read_letters(setup, players, self.language)
        if "words" not in setup:
            Lexicon.open(self.language.code)  # raises BadLexicon if it cannot be read
        if not any(hands):
            raise BadSetup("setup.letters.no_letters")
        starter = _read_number(setup, "starter", 0, players - 1, nearest_to_z(hands))
        totals = before.scores if before else (0,) * players
        state = replace(
            self._empty_table(hands, red, black, starter, totals), before=totals, taken=("",) * players,
            stake=_read_number(setup, "stake", 1, 2**30, 1),
            words=read_words(setup, "words") if "words" in setup else None,
            agreed=read_words(setup, "agreed"), blocked=read_words(setup, "blocked"))
        if before is not None:
            void = before.void + is_void(before)
            state = replace(state, ply=before.ply, round=before.round + 1, void=void)
        return state

    # --- Jollies and stocks ---

    def swaps(self, state: S) -> Iterator[Swap]:
        """Yield the exchanges of Jollies that the current player can make."""
        for square, letter in sorted(state.letters.items()):
            if letter.islower() and self.why_no_swap(state, Swap(*square)) is None:
                yield Swap(*square)

    def why_no_swap(self, state: S, move: Swap) -> Refusal | None:
        letter = state.letters.get(move.square, "")
        if not letter.islower():
            return Refusal("refuse.crossword.no_jolly_there", where=move.square)
        if state.board.sides_built(move.square) >= self.built_in:
            return Refusal("refuse.crossword.built_in", {"sides": self.built_in}, move.square)
        if letter.upper() not in state.hand:
            return Refusal("refuse.crossword.not_in_hand", {"letter": letter.upper()}, move.square)
        return None

    def buys(self, state: S) -> Iterator[Buy]:
        """Yield what may be bought now, the fewest first and red before black."""
        for count in range(1, self.buy_most + 1):
            for reds in range(count, -1, -1):
                buy = Buy((RED,) * reds + (BLACK,) * (count - reds))
                if self.why_no_buy(state, buy) is None:
                    yield buy

    def why_no_buy(self, state: S, move: Buy) -> Refusal | None:
        if not 1 <= len(move.colours) <= self.buy_most:
            return Refusal("refuse.crossword.buy_most", {"n": self.buy_most})
        for colour in (RED, BLACK):
            wanted, there = move.colours.count(colour), len(state.stock(colour))
            if wanted > there:
                key = "refuse.crossword.stock" if there else "refuse.crossword.stock_empty"
                return Refusal(key, {"stock": Phrase(f"letters.stock.{colour}"), "n": there})
        return None

    def _buy_or_pass(self, state: S) -> Buy | Pass:
        """Return the move after a timeout: buy a letter of the larger stock, or pass."""
        larger = BLACK if len(state.black) >= len(state.red) else RED
        buy = Buy((larger,))
        return buy if self.why_no_buy(state, buy) is None else Pass()

    # --- making a move ---

    def _apply(self, state: S, move: M) -> Step[S]:
        by = state.player
        after, events = self.made(state, move)
        after = replace(after, ply=state.ply + 1)
        ending = self.ending(after, by)
        if ending is not None:
            outcome, paid = ending
            after = replace(self.turn_closed(paid_out(after, paid)), player=by, ended=outcome)
            events += [*paid, RoundOver(by, outcome)]
        return Step(after, tuple(events))

    def _swap(self, state: S, move: Swap) -> tuple[S, list[Event]]:
        by, letter = state.player, state.letters[move.square]
        jolly = jolly_for(letter)
        hand = without(state.hand, letter.upper()) + jolly
        after = replace(state, board=state.board.exchanged(move.square), hands=changed(state.hands, by, hand),
                        taken=changed(state.taken, by, state.taken[by] + jolly))
        line = Phrase("log.crossword.swaps", {"letter": letter.upper()})
        return after, [Removed(by, letter, move.square, line),
                       Placed(by, letter.upper(), move.square, "hand")]

    def _bought(self, state: S, move: Buy) -> tuple[S, list[Event]]:
        """Move letters from the stocks to the hand of the current player, whose turn continues."""
        by, reds, blacks = state.player, move.colours.count(RED), move.colours.count(BLACK)
        bought = state.red[:reds] + state.black[:blacks]
        after = replace(state, red=state.red[reds:], black=state.black[blacks:], passes=0,
                        hands=changed(state.hands, by, state.hand + bought))
        return after, [Drawn(by, tuple(bought), _line_of_buying(reds, blacks))]

    # --- the end ---

    def outcome(self, state: S) -> Outcome | None:
        return state.ended

    def game_outcome(self, state: S) -> Outcome | None:
        again = state.void < self.repeats if is_void(state) else state.round - state.void < self.rounds
        if state.ended is None or again:
            return None
        return self.standing(state)

    def who_is_out(self, state: S) -> int | None:
        if state.first_out is not None:
            return state.first_out
        return next((seat for seat, hand in enumerate(state.hands) if not hand), None)

    def progress(self, state: S, seat: int) -> float:
        """Return how few letters a seat holds: points are paid at the end."""
        return -len(state.hands[seat])

    def standing(self, state: S) -> Outcome | None:
        if state.ended is None or state.round == 1:
            return state.ended
        best = max(state.scores)
        winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
        return Outcome(winners, state.ended.why)

    # --- writing ---

    def write_move(self, move: M) -> str:
        return str(move)

    def describe(self, state: S) -> str:
        return self._text(state, None)

    def view(self, state: S, player: int) -> str:
        return self._text(state, player)

    def _text(self, state: S, seen_by: int | None) -> str:
        turn = f"over: {state.ended.why}" if state.ended else f"turn of {state.player}"
        if state.second:
            turn += ", second word"
        lines = [f"round {state.round}, ply {state.ply}, {turn}",
                 f"starter {state.starter}, passes {state.passes}, stake {state.stake}"]
        for seat, hand in enumerate(state.hands):
            seen = hand if seen_by in (None, seat) else _told_from_behind(hand, state.taken[seat])
            out = ", first out" if state.first_out == seat else ""
            lines.append(f"{seat}: {state.scores[seat]} points, {seen or '-'}{out}")
        for colour in (RED, BLACK):
            stock = state.stock(colour)
            lines.append(f"{colour} stock: {len(stock)}" + (f" {stock}" if seen_by is None else ""))
        return "\n".join([*lines, str(state.board)]) + "\n"

    def guess_hidden(self, state: S, player: int, rng: Random) -> S:
        hands, red, black = guess_letters(state.hands, state.red, state.black, player, state.taken, rng)
        return replace(state, hands=hands, red=red, black=black)


    def seen_by(self, state: S, seat: int | None) -> S:
        hands = tuple(hand if owner == seat else from_behind(hand, state.taken[owner])
                      for owner, hand in enumerate(state.hands))
        return replace(state, hands=hands, red=from_behind(state.red), black=from_behind(state.black))

    def event_for(self, event: Event, seat: int | None) -> Event:
        if not isinstance(event, Drawn) or event.by == seat:
            return event
        return replace(event, pieces=tuple(from_behind("".join(event.pieces))))

    def is_plausible(self, seen: S, seat: int | None) -> bool:
        held, seats = "".join([*seen.hands, seen.red, seen.black]), len(seen.scores)
        most = len(seen.board.laid)
        return (len(seen.hands) == len(seen.taken) == seats and 0 <= seen.starter < seats
                and len(held) <= sum(self.letters.counts.values()) and are_letters(held, self.language)
                and len(seen.letters) == most
                and all(self._is_letter(letter) for letter in seen.letters.values())
                and all(abs(x) <= most and abs(y) <= most for x, y in seen.letters)
                and are_words(seen.words, seen.agreed, seen.blocked))

    def is_plausible_event(self, event: Event) -> bool:
        match event:
            case Placed(piece=piece, place=place) | Removed(piece=piece, place=place):
                return self._is_letter(piece) and is_square(place)
            case Drawn(pieces=pieces):
                return all(map(self._is_letter, pieces))
            case _:
                return True

    def _is_letter(self, piece: object) -> bool:
        return isinstance(piece, str) and len(piece) == 1 and are_letters(piece.upper(), self.language)

    def filled_in(self, seen: S, seat: int) -> S:
        rows = [*seen.hands, seen.red, seen.black]
        gone = [needed_for(letter) for letter in seen.letters.values()] + list("".join(rows))
        *hands, red, black = without_backs(self.letters, rows, gone)
        return replace(seen, hands=tuple(hands), red=red, black=black)


def is_void(state: CrosswordState) -> bool:
    """Return True if the round is over without a winner; it is repeated with a higher stake."""
    return state.ended is not None and not state.ended.winners


def changed(row: tuple[T, ...], index: int, entry: T) -> tuple[T, ...]:
    """Return the tuple with one entry replaced."""
    return (*row[:index], entry, *row[index + 1:])


def paid_out(state: S, paid: list[Scored]) -> S:
    """Return the state with all payments added to the scores."""
    scores = list(state.scores)
    for event in paid:
        scores[event.by] += event.points
    return replace(state, scores=tuple(scores))


def _told_from_behind(hand: Hand, taken: str) -> str:
    """Describe a hand as others see it: the number of each colour, and the Jollies they saw it take."""
    reds = len(of_colour(hand, RED))
    return f"{reds} red, {len(hand) - reds} black{', ' + ''.join(sorted(taken)) if taken else ''}"


def _line_of_buying(reds: int, blacks: int) -> Phrase:
    if not blacks:
        return Phrase("log.crossword.buys_red", {"n": reds})
    if not reds:
        return Phrase("log.crossword.buys_black", {"n": blacks})
    return Phrase("log.crossword.buys_both", {"red": reds, "black": blacks})


def _read_number(setup: Setup, key: str, low: int, high: int, usual: int) -> int:
    value = setup.get(key, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadSetup("setup.crossword.number", key=key, low=low, high=high)
    return value
