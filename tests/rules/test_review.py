"""The review of a game, in all games alike: what every verdict holds, and that it knows nothing hidden."""

from __future__ import annotations

from functools import cache

import pytest

from rules.catalog import GAMES, engine_of, rules_of
from rules.kit.playouts import better_of
from rules.kit.shuffle import pick, rng_for
from rules.review import as_json, review
from rules.session import Seat, Session

WATCHED = 6
"""Moves of a game that are judged, evenly spread."""


def never() -> bool:
    return False


@cache
def played(game: str) -> Session:
    """Return a game that easy bots have played to its end or to its 60th move."""
    rules, low = rules_of(game), GAMES[game].players[0]
    session = Session(rules, [Seat(f"Player {seat}") for seat in range(max(1, low))], 5)
    engine, dice = engine_of(rules), rng_for("review")
    while session.outcome is None and session.moves < 60:
        state = session.state
        legal = list(rules.legal_moves(state)) if rules.lists_moves and not rules.has_words else []
        chosen = engine.choose("easy", state, state.player, dice).move
        session.play(pick(dice, legal) if legal and session.moves % 3 == 0 else chosen)
    return session


def watched(game: str) -> list[tuple[object, object]]:
    """Return some positions with the move made there."""
    round_ = played(game).rounds[0]
    states = [round_.start, *(ply.state for ply in round_.plies)]
    step = max(1, len(round_.plies) // WATCHED)
    return [(states[index], round_.plies[index].move) for index in range(0, len(round_.plies), step)]


@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_is_legal_and_no_worse_than_the_one_made(game):
    rules = rules_of(game)
    engine = engine_of(rules)
    for state, move in watched(game):
        found = engine.review(state, move, 0.004, never)
        assert found.best.value >= found.value and found.loss == found.best.value - found.value
        assert GAMES[game].race or rules.why_illegal(state, found.best.move) is None
        assert engine.measure == "points" or 0 <= found.value <= found.best.value <= 1


@pytest.mark.parametrize(("language", "word"), [("en", "THANK"), ("es", "NIÑOS")])
def test_a_game_in_another_language_is_judged_by_its_own_words(language, word):
    game = next(game for game in GAMES if rules_of(game).words_language and not GAMES[game].race)
    rules = rules_of(game, type(rules_of(game)).word_languages[language])
    session = Session(rules, [Seat("Ada"), Seat("Bea")], 1, level={
        "hands": [word + "E", "AB"], "red": "AEIO", "black": "BCDFG", "starter": 0})
    session.play(rules.read_move(f"> 0,0 {word[1:3] if language == 'en' else 'SI'}"))
    (judged,) = review(session, engine_of(rules))
    best = rules.write_move(judged.verdict.best.move)
    assert best.split()[-1] in rules.vocabulary(session.state) and len(best.split()[-1]) >= len(word)


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].hidden_hands])
def test_a_review_does_not_depend_on_what_the_seat_could_not_see(game):
    """The same move is judged alike whatever the others hold: the words by the letters of the hand alone."""
    rules = rules_of(game)
    engine = engine_of(rules)
    for number, (state, move) in enumerate(watched(game)[:2]):
        player = rules.mover(state, move)
        other = rules.guess_hidden(state, player, rng_for("elsewhere", number))
        assert rules.view(other, player) == rules.view(state, player)
        one, two = (engine.review(where, move, 0.005, never) for where in (state, other))
        if rules.has_words:
            assert one == two
        else:
            assert abs(one.value - two.value) < 60 and one.notes == two.notes


def test_a_whole_game_is_written_as_plain_data():
    session = played(next(game for game in GAMES if GAMES[game].family == "words"))
    judged = list(review(session, engine_of(session.rules)))
    data = as_json(session, judged, [], lambda phrase: phrase.key)
    assert data["game"] == session.rules.game and len(data["moves"]) == session.moves
    first = data["moves"][0]
    assert set(first) == {"round", "number", "by", "move", "value", "best", "best_value", "loss", "reason",
                          "options", "beyond", "notes"}
    assert [word["value"] for word in first["options"]] == sorted(
        (word["value"] for word in first["options"]), reverse=True) and first["options"]
    assert [move["number"] for move in data["moves"]] == list(range(1, session.moves + 1))
    assert all(move["loss"] >= 0 for move in data["moves"])


def test_luck_alone_does_not_look_like_a_better_move():
    dice = rng_for("luck")

    def imagine():
        return lambda move: dice.random()

    falsely = sum(better_of(range(1, 8), 0, imagine, 20, never)[1] != 0 for _ in range(60))
    assert falsely <= 12

    def really():
        return lambda move: dice.random() + (move == 3)

    assert [better_of(range(1, 8), 0, really, 20, never)[1] for _ in range(10)] == [3] * 10
