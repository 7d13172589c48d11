"""Profiles: colours and faces are given out in turn, names are unique, and guests' games are adopted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.data.history import History
from game.data.people import COLOURS, FACES, People
from game.data.seat_colours import BOT_FACE, seat_colours


@pytest.fixture
def people() -> Iterator[People]:
    history = History(None)
    yield history.people
    history.close()


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
