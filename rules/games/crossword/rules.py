"""The crossword that Kreuzwort and Point-Typ-Dom build together: table, turn, notation, rounds.

Rule page: spec of the Typ-Dom games; the values in `rules/variants/<game>/*.yaml`. Squares are (x, y), y downwards;
the first word begins at (0, 0) and runs to the right.

Setup of a round: `{"hands": ["AEIO*BCD...", ...], "red": "next first", "black": "...", "starter": 0}`. It may
also have `"stake": 2` (what the round counts), `"words"` (exactly these are valid), `"agreed"` and `"blocked"`
(further valid words, and words that are not; all three with blanks between) and `"moves"`: what was played since
the deal. Those must be legal and leave the round open; they are in the scores but not in the ply.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from rules.base import (
    BadSetup,
    Drawn,
    Event,
    IllegalMove,
    Outcome,
    Phrase,
    Placed,
    Refusal,
    Removed,
    RoundOver,
    Rules,
    Said,
    Scored,
    Setup,
    Step,
)
from rules.files.source import Kind, Table, Whole
from rules.games.crossword.board import (
    Board,
    Buy,
    CrosswordState,
    Lay,
    Move,
    Pass,
    Swap,
    read_crossword_move,
)
from rules.games.crossword.letters import (
    BLACK,
    LETTERS_SCHEMA,
    RED,
    Hand,
    Letters,
    agree_on,
    check_lexicon,
    following_language,
    guess_letters,
    language_of,
    nearest_to_z,
    needed_for,
    of_colour,
    read_letters,
    read_words,
    word_lists,
)
from rules.kit.earlier_moves import play_before
from rules.kit.shuffle import rng_for
from rules.words.generate import placements
from rules.words.placement import jolly_for, why_not, without
from rules.words.vocabulary import Vocabulary, vocabulary

CROSSWORD_SCHEMA: Mapping[str, Kind] = {
    **LETTERS_SCHEMA,
    "deal": Table({BLACK: Whole(0, 50), RED: Whole(0, 30)}),
    "buy": Table({"most": Whole(1, 9)}),
    "swap": Table({"sides": Whole(1, 5)}),
    "turn": Table({"seconds": Whole(0, 3600)}),
    "match": Table({"rounds": Whole(1, 99)}),
}
POINTS = Whole(0, 999)


# --- the rules ---


class CrosswordRules(Rules):
    """What the two games share; they differ in buying, passing, points and the end."""

    open_end: ClassVar[bool] = True
    state_kind: ClassVar[type[CrosswordState]] = CrosswordState

    def __init__(self, values: dict[str, Any], variant: str = "classic"):
        super().__init__(values, variant)
        self.letters = Letters.of(values)
        self.language = language_of(values)
        self.classes: str = values["words"]["classes"]
        self.rounds: int = values["match"]["rounds"]
        self.turn_seconds: int = values["turn"]["seconds"]
        self.buy_most: int = values["buy"]["most"]
        self.built_in: int = values["swap"]["sides"]

    @classmethod
    def implied(cls, own: Mapping[str, Any], base: Mapping[str, Any]) -> Mapping[str, Any]:
        return following_language(own, base, ("letters", "words"))

    @classmethod
    def check(cls, values: dict[str, Any]) -> Iterator[tuple[str, Phrase]]:
        letters, players = Letters.of(values), cls.seats[0]
        for colour in (RED, BLACK):
            needed, there = players * values["deal"][colour], len(letters.all(colour))
            if needed > there:
                yield f"deal.{colour}", Phrase("fault.letters.too_few", {
                    "players": players, "needed": needed, "there": there})

    # --- what differs between the two ---

    @abstractmethod
    def points_of(self, word: str) -> int:
        """What a word counts that is laid, spelled with its Jollies in lower case."""

    @abstractmethod
    def rest_of(self, hand: Hand) -> int:
        """What letters count that are left in a hand."""

    @abstractmethod
    def why_no_pass(self, state: CrosswordState) -> Refusal | None: ...

    @abstractmethod
    def ending(self, state: CrosswordState, by: int) -> tuple[Outcome, list[Scored]] | None:
        """Asked after every turn of the seat `by`: if the round is over, how, and what is paid for it."""

    def went_out(self, state: CrosswordState, by: int) -> tuple[CrosswordState, list[Scored]]:
        """What a seat that has laid its last letter gets at once."""
        return state, []

    # --- words ---

    def vocabulary(self, state: CrosswordState) -> Vocabulary:
        """The words that are valid in this round."""
        return vocabulary(self.classes, state.words, state.agreed, state.blocked, self.language.code)

    def agree(self, setup: Setup, word: str) -> Setup:
        """A word that was blocked is so no longer."""
        return agree_on(setup, word)

    # --- a round ---

    def deal(self, players: int, seed: int, before: CrosswordState | None = None) -> Setup:
        number = before.round + 1 if before else 1
        size = self.values["deal"]
        hands, red, black = self.letters.deal(
            players, size[RED], size[BLACK], rng_for(self.game, seed, number))
        setup: dict[str, Any] = {"hands": hands, "red": red, "black": black, "starter": nearest_to_z(hands)}
        if before is None:
            return setup
        setup["starter"] = (before.starter + 1) % players
        stake = self.next_stake(before)
        return (setup | ({"stake": stake} if stake > 1 else {})
                | word_lists(before.words, before.agreed, before.blocked))

    def next_stake(self, state: CrosswordState) -> int:
        """How many times the round after this one counts."""
        return 1

    def is_void(self, state: CrosswordState) -> bool:
        """Whether a round is over that nobody won and that is played again for more."""
        return False

    def start(self, setup: Setup, players: int, before: CrosswordState | None = None) -> CrosswordState:
        hands, red, black = read_letters(setup, players, self.language)
        if "words" not in setup:
            check_lexicon(self.language)
        if not any(hands):
            raise BadSetup("setup.letters.no_letters")
        starter = _read_number(setup, "starter", 0, players - 1, nearest_to_z(hands))
        totals = before.scores if before else (0,) * players
        state = self.state_kind(
            Board(), hands, red, black, starter, totals, starter, before=totals, taken=("",) * players,
            stake=_read_number(setup, "stake", 1, 2**30, 1),
            words=read_words(setup, "words") if "words" in setup else None,
            agreed=read_words(setup, "agreed"), blocked=read_words(setup, "blocked"))
        if before is not None:
            void = before.void + self.is_void(before)
            state = replace(state, ply=before.ply, round=before.round + 1, void=void)
        return play_before(self, setup, state, "setup.crossword")

    # --- moves ---

    def legal_moves(self, state: CrosswordState) -> Iterator[Move]:
        """Words, Jolly exchanges, buying, passing."""
        if state.ended is not None:
            return
        for found in placements(state.letters, state.hand, self.vocabulary(state)):
            yield Lay(*found)
        yield from self.swaps(state)
        yield from self.buys(state)
        if self.why_no_pass(state) is None:
            yield Pass()

    def swaps(self, state: CrosswordState) -> Iterator[Swap]:
        """The Jollies that the player in turn can take."""
        for square, letter in sorted(state.letters.items()):
            if letter.islower() and self.why_no_swap(state, Swap(*square)) is None:
                yield Swap(*square)

    def why_illegal(self, state: CrosswordState, move: Move) -> Refusal | None:
        if state.ended is not None:
            return Refusal("refuse.crossword.over")
        if isinstance(move, Lay):
            return why_not(state.letters, state.hand, move, self.vocabulary(state))
        if isinstance(move, Swap):
            return self.why_no_swap(state, move)
        return self.why_no_buy(state, move) if isinstance(move, Buy) else self.why_no_pass(state)

    def why_no_swap(self, state: CrosswordState, move: Swap) -> Refusal | None:
        letter = state.letters.get(move.square, "")
        if not letter.islower():
            return Refusal("refuse.crossword.no_jolly_there", where=move.square)
        if state.board.sides_built(move.square) >= self.built_in:
            return Refusal("refuse.crossword.built_in", {"sides": self.built_in}, move.square)
        if letter.upper() not in state.hand:
            return Refusal("refuse.crossword.not_in_hand", {"letter": letter.upper()}, move.square)
        return None

    def buys(self, state: CrosswordState) -> Iterator[Buy]:
        """What may be bought now, the fewest first and red before black."""
        for count in range(1, self.buy_most + 1):
            for reds in range(count, -1, -1):
                buy = Buy((RED,) * reds + (BLACK,) * (count - reds))
                if self.why_no_buy(state, buy) is None:
                    yield buy

    def why_no_buy(self, state: CrosswordState, move: Buy) -> Refusal | None:
        if not 1 <= len(move.colours) <= self.buy_most:
            return Refusal("refuse.crossword.buy_most", {"n": self.buy_most})
        for colour in (RED, BLACK):
            wanted, there = move.colours.count(colour), len(state.stock(colour))
            if wanted > there:
                key = "refuse.crossword.stock" if there else "refuse.crossword.stock_empty"
                return Refusal(key, {"stock": Phrase(f"letters.stock.{colour}"), "n": there})
        return None

    def when_time_is_up(self, state: CrosswordState) -> Buy | Pass:
        """The move of a player who took too long: a letter of the larger stock, or nothing."""
        larger = BLACK if len(state.black) >= len(state.red) else RED
        buy = Buy((larger,))
        return buy if self.why_no_buy(state, buy) is None else Pass()

    # --- a move is made ---

    def apply(self, state: CrosswordState, move: Move) -> Step:
        refusal = self.why_illegal(state, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        by = state.player
        after, events = self.made(state, move)
        after = replace(after, ply=state.ply + 1)
        ending = None if self.goes_on(after, move) else self.ending(after, by)
        if ending is not None:
            outcome, paid = ending
            after = replace(self.turn_closed(paid_out(after, paid)), player=by, ended=outcome)
            events += [*paid, RoundOver(by, outcome)]
        return Step(after, tuple(events))

    def made(self, state: CrosswordState, move: Move) -> tuple[CrosswordState, list[Event]]:
        """What a legal move leads to, before anybody asks whether the round is over."""
        if isinstance(move, Lay):
            return self._lay(state, move)
        if isinstance(move, Swap):
            return self._swap(state, move)
        return self._buy(state, move) if isinstance(move, Buy) else self._pass(state)

    def goes_on(self, after: CrosswordState, move: Move) -> bool:
        """Whether the turn goes on after a move, so that the round cannot end with it."""
        return isinstance(move, Swap) or after.second

    def turn_closed(self, state: CrosswordState) -> CrosswordState:
        """Nothing of a turn is left open."""
        return replace(state, second=False)

    def _lay(self, state: CrosswordState, move: Lay) -> tuple[CrosswordState, list[Event]]:
        by, new, points = state.player, move.new_letters(state.letters), self.points_of(move.word)
        needed = [needed_for(letter) for letter in new.values()]
        hand = without(state.hand, needed)
        after = replace(
            state, board=state.board.with_letters(new), hands=changed(state.hands, by, hand), passes=0,
            taken=changed(state.taken, by, without(state.taken[by], needed)))
        events: list[Event] = [Placed(by, letter, square, "hand") for square, letter in new.items()]
        scored = [Scored(by, points, "second" if state.second else "word", (move.x, move.y))] if points else []
        events += [Said(by, self.line_of(state, move)), *scored]
        if not hand:
            after, out = self.went_out(after, by)
            return _turn_over(paid_out(after, [*scored, *out])), [*events, *out]
        after = paid_out(after, scored)
        if move.joins(state.letters) and not state.second:
            return replace(after, second=True), [*events, Said(by, Phrase("log.crossword.second"))]
        return _turn_over(after), events

    def line_of(self, state: CrosswordState, move: Lay) -> Phrase:
        """How the log tells of a word."""
        key = "log.crossword.second_word" if state.second else "log.crossword.lays"
        return Phrase(key, {"word": move.word.upper()})

    def _swap(self, state: CrosswordState, move: Swap) -> tuple[CrosswordState, list[Event]]:
        by, letter = state.player, state.letters[move.square]
        jolly = jolly_for(letter)
        hand = without(state.hand, letter.upper()) + jolly
        after = replace(state, board=state.board.exchanged(move.square), hands=changed(state.hands, by, hand),
                        taken=changed(state.taken, by, state.taken[by] + jolly))
        line = Phrase("log.crossword.swaps", {"letter": letter.upper()})
        return after, [Removed(by, letter, move.square, line), Placed(by, letter.upper(), move.square, "hand")]

    def _buy(self, state: CrosswordState, move: Buy) -> tuple[CrosswordState, list[Event]]:
        by, reds, blacks = state.player, move.colours.count(RED), move.colours.count(BLACK)
        bought = state.red[:reds] + state.black[:blacks]
        after = replace(state, red=state.red[reds:], black=state.black[blacks:], passes=0,
                        hands=changed(state.hands, by, state.hand + bought))
        return _turn_over(after), [Drawn(by, tuple(bought), _line_of_buying(reds, blacks))]

    @staticmethod
    def _pass(state: CrosswordState) -> tuple[CrosswordState, list[Event]]:
        """A second word that is declined does not count as passing."""
        if state.second:
            return _turn_over(state), [Said(state.player, Phrase("log.crossword.declines"))]
        after = _turn_over(replace(state, passes=state.passes + 1))
        return after, [Said(state.player, Phrase("log.crossword.passes"))]

    # --- the end ---

    def outcome(self, state: CrosswordState) -> Outcome | None:
        return state.ended

    def game_outcome(self, state: CrosswordState) -> Outcome | None:
        if state.ended is None or self.is_void(state) or state.round - state.void < self.rounds:
            return None
        return self.standing(state)

    def standing(self, state: CrosswordState) -> Outcome | None:
        if state.ended is None or state.round == 1:
            return state.ended
        best = max(state.scores)
        winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
        return Outcome(winners, state.ended.why)

    # --- writing ---

    def write_move(self, move: Move) -> str:
        return str(move)

    def read_move(self, text: str) -> Move:
        return read_crossword_move(text)

    def describe(self, state: CrosswordState) -> str:
        return self._text(state, None)

    def view(self, state: CrosswordState, player: int) -> str:
        return self._text(state, player)

    def _text(self, state: CrosswordState, seen_by: int | None) -> str:
        turn = f"over: {state.ended.why}" if state.ended else f"turn of {state.player}"
        if state.second:
            turn += ", second word"
        lines = [f"round {state.round}, ply {state.ply}, {turn}",
                 f"starter {state.starter}, passes {state.passes}, stake {state.stake}"]
        for seat, hand in enumerate(state.hands):
            seen = hand if seen_by in (None, seat) else self._from_behind(hand, state.taken[seat])
            out = ", first out" if state.first_out == seat else ""
            lines.append(f"{seat}: {state.scores[seat]} points, {seen or '-'}{out}")
        for colour in (RED, BLACK):
            stock = state.stock(colour)
            lines.append(f"{colour} stock: {len(stock)}" + (f" {stock}" if seen_by is None else ""))
        return "\n".join([*lines, str(state.board)]) + "\n"

    def _from_behind(self, hand: Hand, taken: str) -> str:
        """A hand as others see it: how many of each colour, and the Jollies they saw it take."""
        reds = len(of_colour(hand, RED))
        return f"{reds} red, {len(hand) - reds} black{', ' + ''.join(sorted(taken)) if taken else ''}"

    def guess_hidden(self, state: CrosswordState, player: int, rng: Random) -> CrosswordState:
        hands, red, black = guess_letters(state.hands, state.red, state.black, player, state.taken, rng)
        return replace(state, hands=hands, red=red, black=black)


def changed(row: tuple, index: int, entry: Any) -> tuple:
    """The row with one entry replaced."""
    return (*row[:index], entry, *row[index + 1:])


def _turn_over(state: CrosswordState) -> CrosswordState:
    return replace(state, player=(state.player + 1) % len(state.hands), second=False)


def paid_out(state: CrosswordState, paid: list[Scored]) -> CrosswordState:
    """The state with what was won and lost in the scores."""
    scores = list(state.scores)
    for event in paid:
        scores[event.by] += event.points
    return replace(state, scores=tuple(scores))


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
