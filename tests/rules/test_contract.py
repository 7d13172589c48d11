"""The contract of every game: each one in the catalog, and the null game, is played at random and checked.

A new game is in this suite as soon as it is in `rules/catalog.py`. Its facts (`tests/kit/facts.py`) may add
how its pieces are counted and texts that look like its moves. For a game that cannot list its moves
(`lists_moves`) only the listed ones are checked; the rest is left to its own tests.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache, cached_property
from typing import Any

import pytest

from rules import records
from rules.base import BadSetup, IllegalMove, RoundOver, Rules, UnreadableMove
from rules.catalog import GAMES, engine_of, rules_from_values, variants
from rules.kit.shuffle import pick, rng_for, shuffled
from rules.kit.skill import deadline_for
from rules.session import Seat, Session
from tests.kit import null_game
from tests.kit.facts import facts_of
from tests.kit.long import LONG
from tests.kit.null_game import NullGame

SEEDS = (1, 2) if LONG else (1,)
MOST_MOVES = 5000
WATCHED = 40 if LONG else 16
"""Positions of a game that are checked closely, spread evenly over it; more of them in the long run."""
FOREIGN = 25
"""Foreign moves tried in every checked position."""
TRIED = 120 if LONG else 40
"""Legal moves tried in every checked position, evenly spread over the thousands of words with a Jolly."""


NULL_SPELLINGS = [f"take {beads}" for beads in range(1, 10)]
GARBAGE = ["", " ", "x", "0", "-1>1", "1>", "take", "take 0", "take 10", "\n", "1>1\n", "\x00", "ä",
           "1" * 5000, "None", "()", "\uff11>\uff11", "345@", "draw draw", "?"]


@dataclass(frozen=True)
class Subject:
    """A game in a variant for a number of players."""

    game: str
    variant: str
    players: int

    @property
    def rules(self) -> Rules:
        return rules_for_subject(self.game, self.variant)

    def session(self, seed: int) -> Session:
        return Session(self.rules, [Seat(f"Player {i + 1}") for i in range(self.players)], seed)


@cache
def rules_for_subject(game: str, variant: str) -> Rules:
    if game == NullGame.game:
        return NullGame(null_game.CLASSIC)
    values = next(found.values for found in variants(game) if found.name == variant)
    return rules_from_values(game, variant, values)


def rules_for(game: str, variant: str, values: dict[str, Any]) -> Rules:
    """Return the rules of a record, including the null game, which is not in the catalog."""
    return NullGame(values, variant) if game == NullGame.game else rules_from_values(game, variant, values)


def seats_checked(game: str, variant: str) -> list[int]:
    """Return the numbers of players a variant is checked with: all, or the least and the most.

    Slow games are checked with fewer than others, and their variants only with the least.
    """
    seats, classic = rules_for_subject(game, variant).seats, variant == "classic"
    if is_slow(game) and not classic:
        return [seats[0]]
    return [*seats] if LONG or (classic and not is_slow(game)) else sorted({seats[0], seats[-1]})


def is_slow(game: str) -> bool:
    """Return whether a game has thousands of legal moves in a position."""
    return game in GAMES and GAMES[game].family == "words"


def subjects() -> Iterator[Subject]:
    for game in GAMES:
        for variant in variants(game):
            for players in seats_checked(game, variant.name):
                yield Subject(game, variant.name, players)
    for players in NullGame.seats:
        yield Subject(NullGame.game, "classic", players)


ALL = list(subjects())


class Played:
    """A whole random game; the tests do not modify it."""

    def __init__(self, subject: Subject, seed: int):
        self.subject, self.seed = subject, seed
        self.rules = subject.rules
        self.listed: dict[int, list[Any]] = {}
        """The legal moves that were listed while playing, by ply: slow for word games."""

    @cached_property
    def session(self) -> Session:
        subject = self.subject
        session, rng = (subject.session(self.seed),
                        rng_for("contract", subject.game, subject.variant, self.seed))
        while session.game_outcome is None:
            if session.outcome is not None:
                session.next_round()
            else:
                self.listed[session.moves] = list(session.rules.legal_moves(session.state))
                session.play(pick(rng, self.listed[session.moves]))
            assert session.moves < MOST_MOVES, "the game does not end"
        return session

    @cached_property
    def watched(self) -> list[tuple[Any, list[Any]]]:
        """Return the checked positions with their legal moves; a round that is over has none."""
        return [(state, [] if self.rules.outcome(state) else self.listed[state.ply])
                for state in spread(states(self.session))]

    @cached_property
    def applied(self) -> list[tuple[Any, Any, tuple[int, str], list[Any]]]:
        """Return every checked state after some moves were tried, its twin, its earlier looks, the steps.

        Twins come from playing the game again: copying the states takes much longer.
        """
        found = []
        for (state, moves), twin in zip(self.watched, spread(states(fresh(self.session))), strict=True):
            found.append((state, twin, self.looks(state),
                          [self.rules.apply(state, move) for move in some(moves)]))
        return found

    def looks(self, state: Any) -> tuple[int, str]:
        return hash(state), self.rules.describe(state)

    @cached_property
    def pool(self) -> set[str]:
        """Return moves of all positions of the game, and well-formed ones that are mostly illegal."""
        game = self.subject.game
        spellings = NULL_SPELLINGS if game == NullGame.game else facts_of(game).spellings
        return {self.rules.write_move(ply.move) for _, ply in self.session.history()} | set(spellings)


CASES = [(subject, seed) for seed in SEEDS for subject in ALL
         if seed == SEEDS[0] or not is_slow(subject.game)]


def case_name(case: tuple[Subject, int]) -> str:
    subject, seed = case
    return f"{subject.game}-{subject.variant}-{subject.players}-{seed}"


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> Played:
    """Return one case at a time: pytest runs its tests in a row, so slow results are computed once."""
    return Played(*request.param)


every_played = pytest.mark.parametrize("game", CASES, ids=case_name, indirect=True, scope="module")
one_of_every_game = pytest.mark.parametrize(
    "game", [next(case for case in CASES if case[0].game == game) for game in GAMES], ids=case_name,
    indirect=True)


def states(session: Session) -> list[Any]:
    """Return every state of a game, the last ones of its rounds included."""
    return [state for round_ in session.rounds
            for state in (round_.start, *(ply.state for ply in round_.plies))]


def spread(found: list[Any]) -> list[Any]:
    """Return the states that are checked closely."""
    return [*found[::-(-len(found) // WATCHED)], found[-1]]


def some(moves: list[Any]) -> list[Any]:
    """Return at most about TRIED of the moves, evenly spread."""
    return moves[::max(1, len(moves) // TRIED)]


def fresh(session: Session) -> Session:
    """Return a copy that may be changed."""
    return records.replay(records.to_record(session), rules_for)


# --- moves ---


@every_played
def test_legal_moves_are_stable_without_repeats_and_empty_only_when_over(game: Played) -> None:
    for state, moves in game.watched:
        texts = [game.rules.write_move(move) for move in moves]
        assert moves == list(game.rules.legal_moves(state))
        assert len(set(texts)) == len(texts)
        assert bool(moves) == (game.rules.outcome(state) is None)


@every_played
def test_a_move_is_legal_exactly_if_nothing_speaks_against_it(game: Played) -> None:
    rules, rng = game.rules, rng_for("foreign moves", game.seed)
    for state, moves in game.watched:
        legal = [rules.write_move(move) for move in moves]
        for text in some(legal):
            assert rules.why_illegal(state, rules.read_move(text)) is None, text
        for text in shuffled(sorted(game.pool - set(legal)), rng)[:FOREIGN]:
            refusal = rules.why_illegal(state, rules.read_move(text))
            if refusal is None and not rules.lists_moves:
                continue
            assert refusal is not None, f"{text} in\n{rules.describe(state)}"
            assert refusal.key.startswith("refuse.")


@every_played
def test_an_illegal_move_raises_its_reason_and_changes_nothing(game: Played) -> None:
    rules = game.rules
    for state, moves in game.watched[::3]:
        before = copy.deepcopy(state)
        for text in sorted(game.pool - {rules.write_move(move) for move in moves})[:10]:
            move = rules.read_move(text)
            if not rules.lists_moves and rules.why_illegal(state, move) is None:
                continue
            with pytest.raises(IllegalMove) as caught:
                rules.apply(state, move)
            assert caught.value.refusal == rules.why_illegal(state, move)
        assert state == before


@every_played
def test_writing_and_reading_a_move_are_inverse(game: Played) -> None:
    for _, moves in game.watched:
        for move in some(moves):
            text = game.rules.write_move(move)
            assert game.rules.read_move(text) == move and text == text.strip() != ""


@every_played
def test_a_text_that_is_no_move_is_unreadable(game: Played) -> None:
    for text in GARBAGE:
        try:
            move = game.rules.read_move(text)
        except UnreadableMove as fault:
            assert fault.text == text and fault.expected
        else:
            assert game.rules.write_move(move) == text, "what is read must be written the same way"


# --- states ---


@every_played
def test_apply_leaves_the_old_state_equal(game: Played) -> None:
    for state, twin, looks, _ in game.applied:
        assert state == twin and game.looks(state) == looks and hash(twin) == hash(state)


@every_played
def test_apply_gives_the_same_every_time(game: Played) -> None:
    for (_, moves), (_, twin, _, steps) in zip(game.watched, game.applied, strict=True):
        for move, one in zip(some(moves), steps, strict=True):
            two = game.rules.apply(twin, move)
            assert one == two and hash(one.state) == hash(two.state)


@every_played
def test_a_state_is_frozen_and_has_the_common_fields(game: Played) -> None:
    players = game.subject.players
    for state, _ in game.watched:
        assert is_dataclass(state) and type(state).__dataclass_params__.frozen
        assert isinstance(state.scores, tuple) and len(state.scores) == players
        assert 0 <= state.player < players
        with pytest.raises(AttributeError):
            state.ply = 99


@every_played
def test_plies_are_counted_over_the_whole_game(game: Played) -> None:
    session = game.session
    assert [ply.state.ply for _, ply in session.history()] == list(range(1, session.moves + 1))


# --- a whole game ---


@every_played
def test_the_game_ends_and_says_who_won_and_why(game: Played) -> None:
    session, players = game.session, game.subject.players
    for outcome in (session.outcome, session.game_outcome):
        assert outcome is not None and set(outcome.winners) <= set(range(players))
        assert len(set(outcome.winners)) == len(outcome.winners) and outcome.why
    last = session.rounds[-1].plies[-1]
    assert [event.outcome for event in last.events if isinstance(event, RoundOver)] == [session.outcome]


@every_played
def test_a_deal_is_the_same_for_the_same_number(game: Played) -> None:
    rules, players, start = game.rules, game.subject.players, game.session.rounds[0]
    assert rules.deal(players, game.seed) == start.setup
    assert rules.new_game(players, game.seed) == start.start
    assert rules.new_game(players, 0, level=start.setup) == start.start


@every_played
def test_another_number_is_another_deal(game: Played) -> None:
    deals = [json.dumps(game.rules.deal(game.subject.players, seed)) for seed in range(12)]
    assert len(set(deals)) > 1


@every_played
def test_no_piece_comes_or_goes(game: Played) -> None:
    pieces = facts_of(game.subject.game).pieces
    if pieces is None:
        pytest.skip(f"the facts of {game.subject.game} do not say how its pieces are counted")
    for round_ in game.session.rounds:
        dealt = pieces(round_.start)
        assert dealt and all(pieces(ply.state) == dealt for ply in round_.plies)


# --- hidden information ---


@every_played
def test_a_guess_looks_the_same_to_the_player_and_allows_the_same(game: Played) -> None:
    rules, rng, pieces = game.rules, rng_for("guess", game.seed), facts_of(game.subject.game).pieces
    for state, moves in game.watched:
        for player in range(game.subject.players):
            guess = rules.guess_hidden(state, player, rng)
            assert rules.view(guess, player) == rules.view(state, player)
            assert (guess.player, guess.scores, guess.ply) == (state.player, state.scores, state.ply)
            if player == state.player:
                assert list(rules.legal_moves(guess)) == moves
            if pieces is not None:
                assert pieces(guess) == pieces(state)


@every_played
def test_a_guess_knows_nothing_of_the_truth(game: Played) -> None:
    """Two states that look alike give the same guess with the same random numbers."""
    rules = game.rules
    for state, _ in game.watched:
        other = rules.guess_hidden(state, state.player, rng_for("other"))
        assert (rules.guess_hidden(other, state.player, rng_for("same"))
                == rules.guess_hidden(state, state.player, rng_for("same")))


# --- session and record ---


@every_played
def test_undo_to_the_start_and_redo_to_the_end(game: Played) -> None:
    session = fresh(game.session)
    seen = [session.state]
    while session.can_undo:
        session.undo()
        seen.append(session.state)
    assert session.state == session.rounds[0].start and session.moves == 0 and len(session.rounds) == 1
    for expected in reversed(seen[:-1]):
        session.redo()
        assert session.state == expected
    assert not session.can_redo
    assert records.to_record(session) == records.to_record(game.session)


@every_played
def test_what_is_saved_is_what_is_loaded(game: Played) -> None:
    session = game.session
    text = records.dumps(records.to_record(session, playing=True))
    loaded = records.replay(records.loads(text), rules_for)
    assert states(loaded) == states(session)
    assert [ply.events for _, ply in loaded.history()] == [ply.events for _, ply in session.history()]
    assert records.dumps(records.to_record(loaded, playing=True)) == text


@every_played
def test_a_game_saved_in_the_middle_goes_on_as_before(game: Played) -> None:
    half = fresh(game.session)
    half.back_to(game.session.moves // 2)
    loaded = records.replay(records.loads(records.dumps(records.to_record(half))), rules_for)
    assert states(loaded) == states(half) and "result" not in records.to_record(loaded)


@every_played
def test_a_record_with_everything_in_it_verifies(game: Played) -> None:
    counted = LONG or not is_slow(game.subject.game) or game.subject.variant == "classic"
    record = json.loads(records.dumps(records.to_record(game.session, legal=counted)))
    assert records.verify(record, rules_for).moves == game.session.moves


@every_played
def test_a_record_needs_no_seed(game: Played) -> None:
    record = records.to_record(game.session)
    del record["seed"]
    assert records.verify(record, rules_for).moves == game.session.moves


# --- bots ---


@pytest.mark.parametrize("level", ["easy", "medium"])
@one_of_every_game
def test_the_quick_levels_of_every_game_give_legal_moves(game: Played, level: str) -> None:
    for state, moves in game.watched[::10]:
        if moves:
            choice = engine_of(game.rules).choose(level, state, state.player, rng_for("bot"),
                                                  deadline_for(level))
            assert game.rules.why_illegal(state, choice.move) is None


# --- setups with moves ---


def round_of(game: Played) -> tuple[Any, list[str]]:
    """Return the first round of a game and its moves."""
    first = game.session.rounds[0]
    return first, [game.rules.write_move(ply.move) for ply in first.plies]


@one_of_every_game
def test_the_moves_of_a_setup_are_in_the_state_but_not_in_the_ply(game: Played) -> None:
    rules, (first, moves) = game.rules, round_of(game)
    for count in (1, min(3, len(moves) - 1)):
        begun = rules.start({**first.setup, "moves": moves[:count]}, len(first.start.scores))
        assert begun.ply == first.start.ply
        assert (begun.player, rules.outcome(begun)) == (first.plies[count - 1].state.player, None)
        assert list(rules.legal_moves(begun)) == list(rules.legal_moves(first.plies[count - 1].state))


@one_of_every_game
@pytest.mark.parametrize(("spoilt", "key"), [
    (lambda moves: moves, "over"), (lambda moves: [*moves[:1], "?"], "unreadable"),
    (lambda _: [7], "unreadable"),
    (lambda moves: moves[0], "moves"), (lambda moves: [*moves, moves[-1]], "illegal")])
def test_a_setup_whose_moves_are_nonsense_or_end_the_round_is_refused(game: Played, spoilt: Any,
                                                                      key: str) -> None:
    first, moves = round_of(game)
    with pytest.raises(BadSetup) as fault:
        game.rules.start({**first.setup, "moves": spoilt(moves)}, len(first.start.scores))
    assert fault.value.phrase.key == f"setup.earlier.{key}"
