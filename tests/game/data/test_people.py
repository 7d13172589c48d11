"""Profiles: colours and faces are assigned in turn, names are unique, and guests' games are adopted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.data.history import History, Result, SeatResult
from game.data.people import COLOURS, FACES, LONGEST_NAME, People
from game.data.seat_colours import BOT_FACE, seat_colours


@pytest.fixture
def history() -> Iterator[History]:
    history = History(None)
    yield history
    history.close()


@pytest.fixture
def people(history: History) -> People:
    return history.people


def finish(history: History, game: str, *seats: SeatResult) -> None:
    first = seats[0]
    history.add(Result(game, "classic", len(seats), 7, won=first.won, why="last", score=first.score, moves=9,
                       seconds=9.0, ended="2026-11-16 12:00:00"), seats)


def test_everybody_gets_another_colour_and_face_until_all_are_taken(people: People) -> None:
    made = [people.make(f"P{number}") for number in range(COLOURS + 1)]
    assert [one.colour for one in made if one] == [*range(COLOURS), 0]
    assert [one.face for one in made[:3] if one] == list(FACES[:3])


def test_a_colour_and_a_face_that_are_chosen_are_kept(people: People) -> None:
    ada = people.make("Ada", 3, FACES[4])
    assert ada is not None and (ada.colour, ada.face) == (3, FACES[4])


def test_only_what_is_given_is_changed(people: People) -> None:
    ada = people.make("Ada", 3, FACES[4])
    assert ada is not None and people.change(ada.id, name="Eda")
    assert [(one.name, one.colour, one.face) for one in people.all()] == [("Eda", 3, FACES[4])]
    assert people.change(ada.id, colour=COLOURS + 2)
    assert [(one.name, one.colour, one.face) for one in people.all()] == [("Eda", 2, FACES[4])]
    assert people.change(ada.id, face=FACES[1])
    assert [(one.name, one.colour, one.face) for one in people.all()] == [("Eda", 2, FACES[1])]


def test_a_name_belongs_to_one_person(people: People) -> None:
    ada, ben = people.make("Ada"), people.make("Ben")
    assert ada is not None and ben is not None
    assert not people.change(ben.id, name=" ada ") and not people.change(ben.id, name=" ")
    assert people.change(ada.id, name="ADA")


def test_a_new_file_has_no_results_without_a_name(people: People) -> None:
    assert people.ownerless is False


def test_seats_have_different_colours_their_own_first(people: People) -> None:
    for name, colour in (("Ada", 1), ("Ben", 1)):
        people.make(name, colour)
    looks = seat_colours([("Guest", False), ("ada", False), ("Ben", False), ("Bot", True)], people.all())
    assert [look.colour for look in looks] == [0, 1, 2, 3]
    assert looks[0].face == "human" and looks[3].face == BOT_FACE and looks[1].face == FACES[0]


def test_a_long_name_is_cut_to_what_a_plate_can_show(people: People) -> None:
    ada = people.make(" Ada" * 9)
    assert ada is not None and len(ada.name) == LONGEST_NAME == 14


def test_a_deleted_person_keeps_no_honours_and_the_results_are_those_of_a_guest(history: History) -> None:
    people = history.people
    ada = people.make("Ada")
    assert ada is not None
    people.award(ada.id, "null_game", "first", "2026-11-16")
    finish(history, "null_game", SeatResult("Ada", 5, True, ada.id))
    assert people.totals(ada.id) == (1, 1)
    people.delete(ada.id)
    assert people.all() == [] and people.earned(ada.id) == {} and people.totals(ada.id) == (0, 0)
    again = people.named("ada")
    assert again is not None and people.totals(again.id) == (1, 1), "the guest's games are adopted"


def test_the_favourite_is_the_game_finished_most_often(history: History) -> None:
    ada = history.people.make("Ada")
    assert ada is not None and history.people.favourite(ada.id) is None
    for game in ("one", "two", "one"):
        finish(history, game, SeatResult("Ada", 5, True, ada.id))
    assert history.people.favourite(ada.id) == "one"


def test_bots_of_a_level_and_a_person_in_any_spelling_are_one_opponent_each(history: History) -> None:
    ada = history.people.make("Ada")
    assert ada is not None
    for name, level, won in (("Bruno", "easy", True), ("Cleo", "easy", False), ("Cleo", "hard", True)):
        bot = SeatResult(name, 3, not won, None, "bot", level)
        finish(history, "one", SeatResult("Ada", 5, won, ada.id), bot)
    for name in ("BÖRGE", "Börge"):
        finish(history, "one", SeatResult("Ada", 5, True, ada.id), SeatResult(name, 3, False))
    found = [(row.level, row.played, row.won, row.lost) for row in history.people.versus(ada.id)]
    assert found == [(None, 2, 2, 0), ("easy", 2, 1, 1), ("hard", 1, 1, 0)]


def test_a_person_who_was_not_made_has_no_profile(people: People) -> None:
    assert people.named("  ") is None and people.get(99) is None
    ada = people.named("Ada")
    assert ada is not None and people.get(ada.id) == ada == people.find(" ADA ")


def test_the_player_without_a_name_is_one_person_in_every_language(people: People) -> None:
    made = people.make("Du")
    people.guest = "Guest"
    assert made is not None and people.named("Gast") == people.find("You") == people.all()[0]
    assert people.all()[0].name == "Guest" and len(people.all()) == 1
