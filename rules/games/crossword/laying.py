"""The rules of games in which words are laid across each other; joining two words earns a second one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.base import Event, Placed, Refusal, Said, Scored, UnreadableMove
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
from rules.games.crossword.letters import Hand, needed_for
from rules.games.crossword.rules import CrosswordRules, changed, paid_out
from rules.kit.phrases import Phrase
from rules.words.generate import placements
from rules.words.placement import why_not, without


class LayingRules(CrosswordRules[CrosswordState, Move]):
    """Rules for laying words; the games differ in buying, passing, points and the end of a round."""

    letter_points: Mapping[str, int] = {}
    """The points of a letter in a word, and of a `jolly`; none where words do not score."""

    def points_of(self, word: str) -> int:
        """Return the points of a word, spelled with its Jollies in lower case."""
        points = self.letter_points
        return sum(points["jolly" if letter.islower() else letter] for letter in word) if points else 0


    def held(self, state: CrosswordState, seat: int) -> int:
        return len(state.hands[seat])

    def went_out(self, state: CrosswordState) -> tuple[CrosswordState, list[Scored]]:
        """Return the state and payments after the current player laid the last letter."""
        return state, []

    def _empty_table(self, hands: tuple[Hand, ...], red: str, black: str, starter: int,
                     scores: tuple[int, ...]) -> CrosswordState:
        return CrosswordState(Board(), hands, red, black, starter, scores, starter)

    # --- moves ---

    def legal_moves(self, state: CrosswordState) -> Iterator[Move]:
        """Yield words, Jolly exchanges, buying, passing."""
        if state.ended is not None:
            return
        for found in placements(state.letters, state.hand, self.vocabulary(state)):
            yield Lay(*found)
        yield from self.swaps(state)
        yield from self.buys(state)
        if self.why_no_pass(state) is None:
            yield Pass()

    def why_illegal(self, state: CrosswordState, move: Move) -> Refusal | None:
        if state.ended is not None:
            return Refusal("refuse.crossword.over")
        if isinstance(move, Lay):
            return why_not(state.letters, state.hand, move, self.vocabulary(state))
        if isinstance(move, Swap):
            return self.why_no_swap(state, move)
        return self.why_no_buy(state, move) if isinstance(move, Buy) else self.why_no_pass(state)

    def when_time_is_up(self, state: CrosswordState) -> Move:
        """Return the move of a player who took too long."""
        return self._buy_or_pass(state)

    # --- making a move ---

    def made(self, state: CrosswordState, move: Move) -> tuple[CrosswordState, list[Event]]:
        if isinstance(move, Lay):
            return self._lay(state, move)
        if isinstance(move, Swap):
            return self._swap(state, move)
        return self._buy(state, move) if isinstance(move, Buy) else self._pass(state)

    def _lay(self, state: CrosswordState, move: Lay) -> tuple[CrosswordState, list[Event]]:
        by, new, points = state.player, move.new_letters(state.letters), self.points_of(move.word)
        needed = [needed_for(letter) for letter in new.values()]
        hand = without(state.hand, needed)
        after = replace(
            state, board=state.board.with_letters(new), hands=changed(state.hands, by, hand), passes=0,
            taken=changed(state.taken, by, without(state.taken[by], needed)))
        events: list[Event] = [Placed(by, letter, square, "hand") for square, letter in new.items()]
        kind = "second" if state.second else "word"
        scored = [Scored(by, points, kind, (move.x, move.y))] if points else []
        events += [Said(by, _line_of(state, move)), *scored]
        if not hand:
            after, out = self.went_out(after)
            return _turn_over(paid_out(after, [*scored, *out])), [*events, *out]
        after = paid_out(after, scored)
        if move.joins(state.letters) and not state.second:
            return replace(after, second=True), [*events, Said(by, Phrase("log.crossword.second"))]
        return _turn_over(after), events

    def _buy(self, state: CrosswordState, move: Buy) -> tuple[CrosswordState, list[Event]]:
        after, events = self._bought(state, move)
        return _turn_over(after), events

    @staticmethod
    def _pass(state: CrosswordState) -> tuple[CrosswordState, list[Event]]:
        """Pass; declining a second word does not count as passing."""
        if state.second:
            return _turn_over(state), [Said(state.player, Phrase("log.crossword.declines"))]
        after = _turn_over(replace(state, passes=state.passes + 1))
        return after, [Said(state.player, Phrase("log.crossword.passes"))]

    # --- writing ---

    def read_move(self, text: str) -> Move:
        return read_crossword_move(text)

    @classmethod
    def words_laid(cls, text: str) -> tuple[str, ...]:
        try:
            move = read_crossword_move(text)
        except UnreadableMove:
            return ()
        return (move.word.upper(),) if isinstance(move, Lay) else ()


def _line_of(state: CrosswordState, move: Lay) -> Phrase:
    """Return the line of the log for a word."""
    key = "log.crossword.second_word" if state.second else "log.crossword.lays"
    return Phrase(key, {"word": move.word.upper()})


def _turn_over(state: CrosswordState) -> CrosswordState:
    return replace(state, player=(state.player + 1) % len(state.hands), second=False)
