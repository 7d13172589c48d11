"""The last choices for a game: what no longer fits is repaired, and lengths change the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.data.choices import (
    FIRST_GAMES,
    LEVELS_CHOSEN,
    read_choices,
    rules_for,
    seats_of,
    usual_level,
)
from game.data.history import History, Result, SeatResult
from game.data.lengths import LENGTHS, lengths_in, read_lengths, with_lengths
from game.data.store import Store
from rules.catalog import GAMES
from rules.session import Seat

GAME = next(id for id, game in GAMES.items() if game.players[0] == 2)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_at_first_the_player_sits_with_bots_at_a_classic_game(store: Store) -> None:
    choices = read_choices(store, GAME, "Ada", "de")
    assert choices["variant"] == "classic"
    assert [(seat["name"], seat["kind"], seat["level"]) for seat in choices["seats"]] == [
        ("Ada", "human", "easy"), ("Bruno", "bot", "easy")]


def test_bots_are_easy_in_the_first_games_and_then_as_strong_as_the_person(tmp_path: Path) -> None:
    history = History(tmp_path)
    me = history.people.named("Ada")
    assert me is not None
    for number in range(FIRST_GAMES):
        assert usual_level(history, GAME, me.id) == "easy"
        history.add(Result(GAME, "classic", 2, number, won=True, why="won", score=1, moves=1, seconds=1.0),
                    [SeatResult("Ada", 1, True, me.id), SeatResult("Bruno", 0, False, None, "bot", "easy")])
    assert usual_level(history, GAME, me.id) == "match"
    history.close()


def test_levels_follow_the_person_until_one_is_chosen_by_hand(store: Store) -> None:
    choices = read_choices(store, GAME, "Ada", "de")
    store.write_choices(GAME, choices)
    assert read_choices(store, GAME, "Ada", "de", "match")["seats"][1]["level"] == "match"
    choices["seats"][1]["level"], choices[LEVELS_CHOSEN] = "hard", True
    store.write_choices(GAME, choices)
    assert read_choices(store, GAME, "Ada", "de", "match")["seats"][1]["level"] == "hard"


def test_choices_that_no_longer_fit_are_repaired(store: Store) -> None:
    seat = {"name": "A name longer than any", "kind": "ghost", "level": "mighty"}
    store.write_choices(GAME, {"variant": 3, "seats": [seat, "no seat", *[{"name": "B"}] * 9], "target": 7})
    choices = read_choices(store, GAME, "Ada", "de")
    assert choices["variant"] == "classic" and choices["target"] is None
    assert len(choices["seats"]) == GAMES[GAME].players[1]
    assert choices["seats"][0] == {"name": "A name longer ", "kind": "human", "level": "easy"}


def test_a_seat_without_a_name_is_the_players_and_only_bots_have_a_level() -> None:
    chosen = [{"name": " ", "kind": "human", "level": "hard"},
              {"name": " Cleo ", "kind": "bot", "level": "hard"}]
    assert seats_of({"seats": chosen}, "Ada") == [Seat("Ada", "human", None), Seat("Cleo", "bot", "hard")]


def test_a_missing_variant_is_replaced_by_the_classic_rules(store: Store) -> None:
    assert rules_for(store, GAME, {"variant": "no such file"}).variant == "classic"


def test_only_numbers_that_the_rules_have_can_be_chosen() -> None:
    target, games, _ = LENGTHS
    assert list(lengths_in({"target": 400, "match": {"games": "all"}})) == [target]
    assert list(lengths_in({"match": {"games": 3}})) == [games] and games.of({"match": {"games": 3}}) == 3
    assert not list(lengths_in({"match": 3}))


def test_a_chosen_length_replaces_that_of_the_rules_and_nothing_else() -> None:
    values = {"target": 400, "match": {"games": 3, "first": 1}}
    assert with_lengths(values, {"match.games": 5}) == {"target": 400, "match": {"games": 5, "first": 1}}
    assert with_lengths(values, {"target": 100}) == {**values, "target": 100}
    assert values == {"target": 400, "match": {"games": 3, "first": 1}}


@pytest.mark.parametrize(("value", "kept"), [
    (1, 1), (9, 9), (0, None), (10, None), (True, None), ("3", None)])
def test_a_length_out_of_range_is_forgotten(value: object, kept: int | None) -> None:
    assert read_lengths({"match.games": value}) == {
        "target": None, "match.games": kept, "turn.seconds": None}
