"""Profiles of players: results against each other, migration of old files, and the screens."""

from __future__ import annotations

import json
import sqlite3

import pygame
import pytest

from game.data.export import everything, write_export
from game.data.history import History, Result, SeatResult
from game.data.people import FACES, Profile
from game.data.seat_colours import SeatLook, seat_colours
from game.screens.people.scene import PeopleScene
from game.screens.setup.picker import Picker
from game.screens.setup.scene import Setup
from game.screens.shelf.scene import Shelf

VERSION_1 = """
create table results (
    id integer primary key, game text not null, variant text not null, players integer not null,
    seed integer not null, level text, daily text, won integer not null, why text not null,
    score integer not null, best_rival integer, moves integer not null, seconds real not null,
    undos integer not null, hints integer not null, stars integer, ended text not null, record text);
insert into results (game, variant, players, seed, won, why, score, moves, seconds, undos, hints, ended)
    values ('turm_domino', 'classic', 1, 7, 1, 'won', 25, 25, 99.0, 0, 0, '2026-11-15 20:00:00');
pragma user_version = 1;
"""


@pytest.fixture
def history():
    history = History(None)
    yield history
    history.close()


@pytest.fixture
def desk(english_desk):
    return english_desk


def kwinty(history: History, *seats: SeatResult) -> None:
    first = seats[0]
    history.add(Result("kwinty", "classic", len(seats), 1, first.won, "five", first.score, 20, 60.0,
                       ended="2026-11-16 12:00:00"), seats)


def against(history: History, number: int) -> dict[str, tuple[int, int, int]]:
    return {row.level or row.name: (row.played, row.won, row.lost) for row in history.people.versus(number)}


# --- profiles ---


def test_a_person_is_made_once_however_the_name_is_written(history):
    ada = history.people.named("Ada")
    assert history.people.named(" ada ") == ada and len(history.people.all()) == 1
    assert history.people.named("  ") is None


def test_new_people_get_colours_and_faces_that_nobody_has(history):
    made = [history.people.named(name) for name in "abcdef"]
    assert len({one.colour for one in made}) == 6 and len({one.face for one in made}) == 6


def test_a_name_that_is_taken_or_empty_is_refused(history):
    ada, ben = history.people.named("Ada"), history.people.named("Ben")
    assert not history.people.change(ben.id, name="ADA") and not history.people.change(ben.id, name=" ")
    assert history.people.change(ada.id, name="ADA"), "one's own name may be written otherwise"
    assert history.people.change(ben.id, name="Benno", colour=4, face=FACES[5])
    assert history.people.get(ben.id) == Profile(ben.id, "Benno", 4, FACES[5], ben.made)


def test_a_renamed_person_keeps_all_results(history):
    ada = history.people.named("Ada")
    kwinty(history, SeatResult("Ada", 3, True, ada.id), SeatResult("Cleo", 1, False, None, "bot", "hard"))
    history.people.change(ada.id, name="Adele")
    assert history.summary("kwinty", profile=ada.id).won == 1
    assert history.all_results()[0].seats[0].name == "Adele"


def test_the_games_of_a_deleted_person_come_back_with_the_name(history):
    ada = history.people.named("Ada")
    kwinty(history, SeatResult("Ada", 3, True, ada.id), SeatResult("Cleo", 1, False, None, "bot", "hard"))
    history.people.award(ada.id, "kwinty", "first", "2026-11-16")
    history.people.delete(ada.id)
    assert history.summary("kwinty").played == 1 and not history.people.all()
    again = history.people.named("ada")
    assert history.people.totals(again.id) == (1, 1) and not history.people.earned(again.id)


# --- results against each other ---


def test_results_against_each_other_are_seen_from_both_seats(history):
    ada, ben = history.people.named("Ada"), history.people.named("Ben")
    for score in (5, 1, 7):
        won = score > 3
        kwinty(history, SeatResult("Ada", score, won, ada.id), SeatResult("Ben", 3, not won, ben.id))
    kwinty(history, SeatResult("Ben", 2, True, ben.id), SeatResult("Ada", 2, True, ada.id))
    assert against(history, ada.id) == {"Ben": (4, 2, 1)}
    assert against(history, ben.id) == {"Ada": (4, 1, 2)}


def test_bots_of_one_level_are_one_rival(history):
    ada = history.people.named("Ada")
    for name, level in (("Cleo", "hard"), ("Dario", "hard"), ("Elsa", "easy")):
        kwinty(history, SeatResult("Ada", 3, True, ada.id), SeatResult(name, 1, False, None, "bot", level))
    assert against(history, ada.id) == {"hard": (2, 2, 0), "easy": (1, 1, 0)}


def test_everybody_has_figures_of_their_own(history):
    ada, ben = history.people.named("Ada"), history.people.named("Ben")
    kwinty(history, SeatResult("Ada", 5, True, ada.id), SeatResult("Ben", 3, False, ben.id))
    assert (history.summary("kwinty", profile=ada.id).won,
            history.summary("kwinty", profile=ben.id).won) == (1, 0)
    assert history.summary("kwinty", profile=ben.id).best_score == 3
    assert history.summary("kwinty").played == 1, "together it is one game"


# --- files of older versions ---


def test_an_old_file_opens_and_its_results_belong_to_the_first_person(tmp_path):
    db = sqlite3.connect(tmp_path / "results.sqlite")
    db.executescript(VERSION_1)
    db.close()
    history = History(tmp_path)
    assert history.summary("turm_domino").won == 1 and history.people.ownerless and not history.notices
    ada = history.people.make("Ada")
    assert history.summary("turm_domino", profile=ada.id).won == 1 and not history.people.ownerless
    ben = history.people.make("Ben")
    assert history.summary("turm_domino", profile=ben.id).played == 0
    history.close()


def test_a_file_that_an_older_program_has_used_meanwhile_is_mended(tmp_path):
    history = History(tmp_path)
    history.people.make("Ada")
    history.add(Result("turm_domino", "classic", 1, 1, True, "won", 25, 25, 60.0,
                       ended="2026-11-16 12:00:00"))
    history.close()
    db = sqlite3.connect(tmp_path / "results.sqlite")
    db.executescript(VERSION_1.split(";", 1)[1])  # one more result without a seat, and the old version number
    db.close()
    history = History(tmp_path)
    assert history.summary("turm_domino").played == 2 and len(history.people.all()) == 1
    assert [len(row.seats) for row in history.all_results()] == [1, 1]
    history.close()


def test_a_file_of_a_newer_program_is_left_as_it_is(tmp_path):
    History(tmp_path).close()
    db = sqlite3.connect(tmp_path / "results.sqlite")
    db.execute("pragma user_version = 9")
    db.close()
    History(tmp_path).close()
    db = sqlite3.connect(tmp_path / "results.sqlite")
    assert db.execute("pragma user_version").fetchone() == (9,)
    db.close()


# --- colours at a table ---


def test_people_sit_in_their_own_colour_if_it_is_free():
    ada, ben = Profile(1, "Ada", 3, "face_cat"), Profile(2, "Ben", 3, "face_owl")
    seats = [("Ada", False), ("Ben", False), ("Cleo", True), ("somebody", False)]
    company = seat_colours(seats, [ada, ben])
    assert company[0] == SeatLook(3, "face_cat") and company[1].face == "face_owl"
    assert company[2].face == "robot" and company[3].face == "human"
    assert len({place.colour for place in company}) == 4


# --- export ---


def test_everything_is_exported_as_json_and_as_tables(history, tmp_path):
    ada = history.people.named("Ada")
    kwinty(history, SeatResult("Ada", 3, True, ada.id), SeatResult("=1+1", 1, False, None))
    history.people.award(ada.id, "kwinty", "first", "2026-11-16")
    path, = write_export(history, tmp_path / "out", "json", "all")
    assert json.loads(path.read_text("utf-8")) == everything(history)
    results, people, honours = write_export(history, tmp_path / "out", "csv", "all")
    lines = results.read_text("utf-8").splitlines()
    assert len(lines) == 3 and ",Ada,human,," in lines[1]
    assert "'=1+1" in lines[2], "a name must not become a formula"
    assert "Ada" in people.read_text("utf-8") and "kwinty,first" in honours.read_text("utf-8")


# --- the screens ---


def test_the_page_begins_with_who_sits_here(desk):
    desk.app.push(PeopleScene(desk.app))
    assert [one.name for one in desk.scene.people] == ["Ada"] and desk.scene.person.id == desk.app.me


def test_a_new_person_is_named_and_chosen_with_the_keyboard_alone(desk):
    desk.app.push(PeopleScene(desk.app))
    new = next(w for w in desk.scene.widgets if getattr(w, "label", "") == desk.say("people.new"))
    while desk.scene.focus is not new:
        desk.key(pygame.K_TAB)
    desk.key(pygame.K_RETURN)
    desk.type("Klara")
    desk.key(pygame.K_RETURN)
    assert [one.name for one in desk.app.history.people.all()] == ["Ada", "Klara"]
    desk.click_button(desk.say("people.play_as", name="Klara"))
    assert desk.app.settings.name == "Klara" and desk.app.me == desk.scene.person.id
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, Shelf)


def test_a_name_that_is_taken_is_shown_as_bad_and_not_kept(desk):
    desk.app.history.people.make("Ada")
    ben = desk.app.history.people.make("Ben")
    desk.app.push(PeopleScene(desk.app, ben.id))
    desk.click(desk.scene.name_field.rect.center)
    desk.key(pygame.K_BACKSPACE, pygame.KMOD_CTRL)
    desk.type("ada")
    assert desk.scene.name_field.bad
    desk.key(pygame.K_RETURN)
    assert desk.app.history.people.get(ben.id).name == "Ben" and desk.scene.name_field.text == "Ben"


def test_colour_and_face_are_chosen(desk):
    desk.app.push(PeopleScene(desk.app))
    desk.scene.change(colour=4)
    desk.scene.change(face="face_owl")
    assert (desk.scene.person.colour, desk.scene.person.face) == (4, "face_owl")


def test_deleting_asks_first(desk):
    desk.app.push(PeopleScene(desk.app))
    desk.click_button(desk.say("people.delete"))
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, PeopleScene) and len(desk.app.history.people.all()) == 1
    desk.click_button(desk.say("people.delete"))
    desk.click_button(desk.say("people.delete"))
    assert not desk.app.history.people.all()


def test_a_seat_is_given_to_somebody_on_the_setup_screen(desk):
    desk.app.history.people.make("Ada")
    desk.app.history.people.make("Ben")
    desk.app.push(Setup(desk.app, "kwinty"))
    desk.scene.choices["seats"][0].update(name="Ada", kind="human")
    desk.scene.pick_person(1 if desk.scene.choices["seats"][1]["kind"] == "human" else 0)
    assert isinstance(desk.scene, Picker)
    names = [one.name for one in desk.scene.people]
    desk.scene.take(desk.scene.people[names.index("Ben")])
    assert isinstance(desk.scene, Setup) and desk.scene.choices["seats"][0]["name"] == "Ben"
    assert desk.app.settings.name == "Ben"
