"""What every game promises: each one in the catalog, and the null game, is played at random and watched.

A new game is in this suite as soon as it stands in `rules/catalog.py`. Two tables below may name it, and
need not: how its pieces are counted, and texts that look like its moves. Of a game that cannot list its moves
(`lists_moves`) those it gives are watched; what else it allows and refuses is for its own tests.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import Any

import pytest

from rules import records
from rules.base import BadSetup, IllegalMove, RoundOver, Rules, UnreadableMove
from rules.catalog import GAMES, engine_of, rules_from_values, variants
from rules.kit.shuffle import pick, rng_for, shuffled
from rules.kit.skill import deadline_for
from rules.session import Seat, Session
from tests.kit import null_game
from tests.kit.null_game import NullGame

SEEDS = (1, 2)
MOST_MOVES = 5000
WATCHED = 40
"""Positions of a game that are watched closely; those of longer games are spread evenly."""
FOREIGN = 25
"""Moves from elsewhere tried in every watched position."""
TRIED = 120
"""Legal moves tried in every watched position; of the thousands of words with a Jolly, evenly spread ones."""


def dominoes(state: Any) -> Counter:
    return Counter(piece for pile in (*state.towers, *state.columns) for piece in pile)


def triangles(state: Any) -> Counter:
    laid = (lay.tile for lay in state.layout.laid)
    return Counter((*laid, *state.stock, *(tile for hand in state.hands for tile in hand)))


def letters(state: Any) -> Counter:
    """A Jolly on the table is a small letter; whatever it stands for, it is the same piece."""
    red, lying = "aeiouy", "".join(state.letters.values())
    laid = ["*" if letter in red else "+" if letter.islower() else letter for letter in lying]
    return Counter((*laid, *"".join(state.hands), *state.red, *state.black))


def dealt_letters(state: Any) -> Counter:
    """In a race everybody keeps their letters; a crossword is made of them."""
    return Counter((*"".join(state.hands), *state.unused))


PIECES: dict[str, Callable[[Any], Counter]] = {
    "turm_domino": dominoes,
    "tripple_domino": triangles,
    "tripple_solitaire": triangles,
    "trio_domino": triangles,
    "kreuzwort": letters,
    "point_typ_dom": letters,
    "presto": dealt_letters,
    "wer_behaelt_recht": letters,
}
"""All pieces of a state, wherever they lie; no move may make or lose one."""

SPELLINGS: dict[str, list[str]] = {
    "turm_domino": [f"{column}>{tower}" for column in range(1, 10) for tower in range(1, 10)],
    "null_game": [f"take {beads}" for beads in range(1, 10)],
}
"""Well-formed moves, most of them illegal; every game is also offered the moves of its other positions."""

GARBAGE = ["", " ", "x", "0", "-1>1", "1>", "take", "take 0", "take 10", "\n", "1>1\n", "\x00", "ä",
           "1" * 5000, "None", "()", "１>１", "345@", "draw draw", "?"]


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
    """The rules of a record, also of the null game, which the catalog does not know."""
    return NullGame(values, variant) if game == NullGame.game else rules_from_values(game, variant, values)


def subjects() -> Iterator[Subject]:
    for game in GAMES:
        for variant in variants(game):
            seats = rules_for_subject(game, variant.name).seats
            if GAMES[game].family == "words" and variant.name != "classic":
                seats = (seats[0],)  # thousands of words a position: variants are watched with the fewest players
            for players in seats:
                yield Subject(game, variant.name, players)
    for players in NullGame.seats:
        yield Subject(NullGame.game, "classic", players)


ALL = list(subjects())
every_subject = pytest.mark.parametrize("subject", ALL, ids=lambda s: f"{s.game}-{s.variant}-{s.players}")
every_played = pytest.mark.parametrize(
    ("seed", "subject"), [(seed, subject) for subject in ALL for seed in SEEDS
                          if seed == SEEDS[0] or subject.game not in GAMES or GAMES[subject.game].family != "words"],
    ids=lambda value: str(value) if isinstance(value, int) else f"{value.game}-{value.variant}-{value.players}")
"""Games of words take long: one of each is looked at."""


@cache
def played(subject: Subject, seed: int) -> Session:
    """A whole game at random; the tests look at it and do not change it."""
    session, rng = subject.session(seed), rng_for("contract", subject.game, subject.variant, seed)
    while session.game_outcome is None:
        if session.outcome is not None:
            session.next_round()
        else:
            session.play(pick(rng, list(session.rules.legal_moves(session.state))))
        assert session.moves < MOST_MOVES, "the game does not end"
    return session


def states(session: Session) -> list[Any]:
    """Every state of a game, the last ones of its rounds included."""
    return [state for round_ in session.rounds
            for state in (round_.start, *(ply.state for ply in round_.plies))]


def watched(session: Session) -> list[Any]:
    found = states(session)
    return found[::max(1, len(found) // WATCHED)] + [found[-1]]


def spelled(rules: Rules, state: Any) -> list[str]:
    return [rules.write_move(move) for move in rules.legal_moves(state)]


def some(moves: Iterator[Any] | list[Any]) -> list[Any]:
    found = list(moves)
    return found[::max(1, len(found) // TRIED)]


def fresh(session: Session) -> Session:
    """A copy that may be changed."""
    return records.replay(records.to_record(session), rules_for)


# --- moves ---


@every_played
def test_legal_moves_are_stable_without_repeats_and_empty_only_when_over(subject, seed):
    rules, session = subject.rules, played(subject, seed)
    for state in watched(session):
        moves = spelled(rules, state)
        assert moves == spelled(rules, state)
        assert len(set(moves)) == len(moves)
        assert bool(moves) == (rules.outcome(state) is None)


@every_played
def test_a_move_is_legal_exactly_if_nothing_speaks_against_it(subject, seed):
    rules, session = subject.rules, played(subject, seed)
    pool = {rules.write_move(ply.move) for _, ply in session.history()} | set(SPELLINGS.get(subject.game, ()))
    rng = rng_for("foreign moves", seed)
    for state in watched(session):
        legal = spelled(rules, state)
        for text in some(legal):
            assert rules.why_illegal(state, rules.read_move(text)) is None, text
        for text in shuffled(sorted(pool - set(legal)), rng)[:FOREIGN]:
            refusal = rules.why_illegal(state, rules.read_move(text))
            if refusal is None and not rules.lists_moves:
                continue
            assert refusal is not None, f"{text} in\n{rules.describe(state)}"
            assert refusal.key.startswith("refuse.")


@every_subject
def test_an_illegal_move_raises_its_reason_and_changes_nothing(subject):
    rules, session = subject.rules, played(subject, SEEDS[0])
    pool = {rules.write_move(ply.move) for _, ply in session.history()} | set(SPELLINGS.get(subject.game, ()))
    for state in watched(session)[::3]:
        before = copy.deepcopy(state)
        for text in sorted(pool - set(spelled(rules, state)))[:10]:
            move = rules.read_move(text)
            if not rules.lists_moves and rules.why_illegal(state, move) is None:
                continue
            with pytest.raises(IllegalMove) as caught:
                rules.apply(state, move)
            assert caught.value.refusal == rules.why_illegal(state, move)
        assert state == before


@every_played
def test_writing_and_reading_a_move_are_inverse(subject, seed):
    rules = subject.rules
    for state in watched(played(subject, seed)):
        for move in some(rules.legal_moves(state)):
            text = rules.write_move(move)
            assert rules.read_move(text) == move and text == text.strip() != ""


@every_subject
def test_a_text_that_is_no_move_is_unreadable(subject):
    rules = subject.rules
    for text in GARBAGE:
        try:
            move = rules.read_move(text)
        except UnreadableMove as fault:
            assert fault.text == text and fault.expected
        else:
            assert rules.write_move(move) == text, "what is read must be written the same way"


# --- states ---


@every_played
def test_apply_leaves_the_old_state_equal(subject, seed):
    rules, session = subject.rules, played(subject, seed)
    for state in watched(session):
        before, looks = copy.deepcopy(state), rules.describe(state)
        for move in some(rules.legal_moves(state)):
            rules.apply(state, move)
        assert state == before and hash(state) == hash(before) and rules.describe(state) == looks


@every_subject
def test_apply_gives_the_same_every_time(subject):
    rules, session = subject.rules, played(subject, SEEDS[0])
    for state in watched(session):
        for move in some(rules.legal_moves(state)):
            one, two = rules.apply(state, move), rules.apply(copy.deepcopy(state), move)
            assert one == two and hash(one.state) == hash(two.state)


@every_subject
def test_a_state_is_frozen_and_has_the_common_fields(subject):
    for state in watched(played(subject, SEEDS[0])):
        assert is_dataclass(state) and type(state).__dataclass_params__.frozen
        assert isinstance(state.scores, tuple) and len(state.scores) == subject.players
        assert 0 <= state.player < subject.players
        with pytest.raises(AttributeError):
            state.ply = 99


@every_played
def test_plies_are_counted_over_the_whole_game(subject, seed):
    session = played(subject, seed)
    assert [ply.state.ply for _, ply in session.history()] == list(range(1, session.moves + 1))


# --- a whole game ---


@every_played
def test_the_game_ends_and_says_who_won_and_why(subject, seed):
    session = played(subject, seed)
    for outcome in (session.outcome, session.game_outcome):
        assert set(outcome.winners) <= set(range(subject.players))
        assert len(set(outcome.winners)) == len(outcome.winners) and outcome.why
    last = session.rounds[-1].plies[-1]
    assert [event.outcome for event in last.events if isinstance(event, RoundOver)] == [session.outcome]


@every_played
def test_a_deal_is_the_same_for_the_same_number(subject, seed):
    rules, start = subject.rules, played(subject, seed).rounds[0]
    assert rules.deal(subject.players, seed) == start.setup
    assert rules.new_game(subject.players, seed) == start.start
    assert rules.new_game(subject.players, 0, level=start.setup) == start.start


@every_subject
def test_another_number_is_another_deal(subject):
    deals = [json.dumps(subject.rules.deal(subject.players, seed)) for seed in range(12)]
    assert len(set(deals)) > 1


@every_played
def test_no_piece_comes_or_goes(subject, seed):
    if subject.game == NullGame.game:
        pytest.skip("the null game has only beads, and they are taken away")
    if subject.game not in PIECES:
        pytest.skip(f"PIECES does not say how the pieces of {subject.game} are counted")
    pieces = PIECES[subject.game]
    for round_ in played(subject, seed).rounds:
        dealt = pieces(round_.start)
        assert dealt and all(pieces(ply.state) == dealt for ply in round_.plies)


# --- what a seat knows ---


@every_played
def test_a_guess_looks_the_same_to_the_player_and_allows_the_same(subject, seed):
    rules, rng = subject.rules, rng_for("guess", seed)
    for state in watched(played(subject, seed)):
        for player in range(subject.players):
            guess = rules.guess_hidden(state, player, rng)
            assert rules.view(guess, player) == rules.view(state, player)
            assert (guess.player, guess.scores, guess.ply) == (state.player, state.scores, state.ply)
            if player == state.player:
                assert spelled(rules, guess) == spelled(rules, state)
            if subject.game in PIECES:
                assert PIECES[subject.game](guess) == PIECES[subject.game](state)


@every_subject
def test_a_guess_knows_nothing_of_the_truth(subject):
    """Two states that look alike give the same guess from the same random numbers."""
    rules = subject.rules
    for state in watched(played(subject, SEEDS[0])):
        other = rules.guess_hidden(state, state.player, rng_for("other"))
        assert (rules.guess_hidden(other, state.player, rng_for("same"))
                == rules.guess_hidden(state, state.player, rng_for("same")))


# --- session and record ---


@every_played
def test_undo_to_the_start_and_redo_to_the_end(subject, seed):
    session = fresh(played(subject, seed))
    seen = [session.state]
    while session.can_undo:
        session.undo()
        seen.append(session.state)
    assert session.state == session.rounds[0].start and session.moves == 0 and len(session.rounds) == 1
    for expected in reversed(seen[:-1]):
        session.redo()
        assert session.state == expected
    assert not session.can_redo
    assert records.to_record(session) == records.to_record(played(subject, seed))


@every_played
def test_what_is_saved_is_what_is_loaded(subject, seed):
    session = played(subject, seed)
    text = records.dumps(records.to_record(session, playing=True))
    loaded = records.replay(records.loads(text), rules_for)
    assert states(loaded) == states(session)
    assert [ply.events for _, ply in loaded.history()] == [ply.events for _, ply in session.history()]
    assert records.dumps(records.to_record(loaded, playing=True)) == text


@every_subject
def test_a_game_saved_in_the_middle_goes_on_as_before(subject):
    whole = played(subject, SEEDS[0])
    half = fresh(whole)
    half.back_to(whole.moves // 2)
    loaded = records.replay(records.loads(records.dumps(records.to_record(half))), rules_for)
    assert states(loaded) == states(half) and "result" not in records.to_record(loaded)


@every_played
def test_a_record_with_everything_in_it_verifies(subject, seed):
    record = json.loads(records.dumps(records.to_record(played(subject, seed), legal=True)))
    assert records.verify(record, rules_for).moves == played(subject, seed).moves


@every_subject
def test_a_record_needs_no_seed(subject):
    record = records.to_record(played(subject, SEEDS[0]), legal=True)
    del record["seed"]
    records.verify(record, rules_for)


# --- bots ---


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_quick_levels_of_every_game_give_legal_moves(game, level):
    subject = next(subject for subject in ALL if subject.game == game)
    for state in watched(played(subject, SEEDS[0]))[::10]:
        if subject.rules.outcome(state) is None:
            choice = engine_of(subject.rules).choose(
                level, state, state.player, rng_for("bot"), deadline_for(level))
            assert subject.rules.why_illegal(state, choice.move) is None


# --- setups that begin in the middle ---


def earlier(game: str) -> tuple[Rules, Any, list[str]]:
    """The rules of a game, a deal of it, and the moves of a whole round at random."""
    subject = next(subject for subject in ALL if subject.game == game)
    round_ = played(subject, SEEDS[0]).rounds[0]
    return subject.rules, round_, [subject.rules.write_move(ply.move) for ply in round_.plies]


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_a_setup_are_in_the_state_but_not_in_the_ply(game):
    rules, round_, moves = earlier(game)
    for count in (1, min(3, len(moves) - 1)):
        begun = rules.start({**round_.setup, "moves": moves[:count]}, len(round_.start.scores))
        assert begun.ply == round_.start.ply
        assert (begun.player, rules.outcome(begun)) == (round_.plies[count - 1].state.player, None)
        assert list(rules.legal_moves(begun)) == list(rules.legal_moves(round_.plies[count - 1].state))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("spoilt", "key"), [
    (lambda moves: moves, "over"), (lambda moves: [*moves[:1], "?"], "unreadable"), (lambda moves: [7], "unreadable"),
    (lambda moves: moves[0], "moves"), (lambda moves: [*moves, moves[-1]], "illegal")])
def test_a_setup_whose_moves_are_nonsense_or_end_the_round_is_refused(game, spoilt, key):
    rules, round_, moves = earlier(game)
    with pytest.raises(BadSetup) as fault:
        rules.start({**round_.setup, "moves": spoilt(moves)}, len(round_.start.scores))
    assert fault.value.phrase.key == f"setup.earlier.{key}"
