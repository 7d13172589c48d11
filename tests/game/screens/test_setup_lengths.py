"""The length of a game, chosen on the setup screen: points or games, depending on the rules."""

from __future__ import annotations

import pygame
import pytest

from game.data.choices import read_choices
from game.data.lengths import lengths_in, read_lengths, with_lengths
from game.screens.setup.scene import Setup
from game.table.scene import TableScene
from game.table.seating import deal_with_choices, new_deal
from game.ui.widgets import Stepper, Toggle
from rules.catalog import GAMES, rules_of
from rules.records import to_record
from rules.session import Seat, Session
from tests.kit.screens import Quiet


@pytest.fixture
def desk(desk):
    """A desk whose bots never answer."""
    desk.app.thinker = Quiet()
    return desk


def steppers(scene):
    return [widget for widget in scene.widgets if isinstance(widget, Stepper)]


@pytest.mark.parametrize(("game", "keys"), [
    ("kwinty", ["match.games"]), ("turris", ["match.games"]), ("tripple_domino", ["target"]),
    ("kreuzwort", ["turn.seconds"]), ("point_typ_dom", ["turn.seconds"]),
    ("wer_behaelt_recht", ["turn.seconds"]), ("presto", []), ("turm_domino", [])])
def test_the_rules_say_what_can_be_chosen(game, keys):
    assert [length.key for length in lengths_in(rules_of(game).values)] == keys


def test_what_was_chosen_goes_into_a_copy_of_the_values():
    values = rules_of("kwinty").values
    assert with_lengths(values, {"match.games": 5})["match"]["games"] == 5 and values["match"]["games"] == 1
    assert with_lengths(values, {"match.games": None, "target": 300}) == dict(values)


@pytest.mark.parametrize("kept", [{"match.games": 0}, {"match.games": True}, {"match.games": "3"},
                                  {"target": 10}, {"turn.seconds": -60}, {}])
def test_what_cannot_be_chosen_is_forgotten(kept):
    assert read_lengths(kept) == {"target": None, "match.games": None, "turn.seconds": None}


def test_a_match_of_several_games_is_one_click_away(desk):
    desk.app.push(Setup(desk.app, "kwinty"))
    (stepper,) = steppers(desk.scene)
    desk.click((stepper.rect.right - 10, stepper.rect.centery))
    desk.click((stepper.rect.right - 10, stepper.rect.centery))
    desk.key(pygame.K_RETURN)
    desk.run(50)
    assert isinstance(desk.scene, TableScene) and desk.scene.session.rules.games == 3
    assert ("trophy", desk.say("kwinty.match", first=0, second=0, games=3)) in desk.scene.pills()
    desk.app.home()
    desk.app.push(deal_with_choices(desk.app, "kwinty"))
    assert desk.scene.session.rules.games == 3, "the choice is remembered"


def test_the_time_for_a_turn_is_agreed_on_without_a_rule_file(desk):
    desk.app.push(Setup(desk.app, "kreuzwort"))
    (stepper,) = steppers(desk.scene)
    told = [stepper.write(index) for index in range(stepper.low, stepper.high + 1)]
    assert told == [desk.say("setup.no_time"), *(desk.say("setup.minutes", n=n) for n in (1, 2, 3, 5))]
    for _ in range(3):
        desk.click((stepper.rect.right - 10, stepper.rect.centery))
    desk.key(pygame.K_RETURN)
    desk.run(50)
    session = desk.scene.session
    assert session.rules.turn_seconds == 180
    assert to_record(session)["rules"]["turn"] == {"seconds": 180}
    assert rules_of("kreuzwort").turn_seconds == 0


def test_no_time_can_be_chosen_where_the_rules_have_one():
    values = with_lengths(rules_of("kreuzwort").values, {"turn.seconds": 120})
    assert with_lengths(values, {"turn.seconds": 0})["turn"] == {"seconds": 0}


@pytest.mark.parametrize(("language", "variant"), [
    ("de", "classic"), *((language, "international") for language in ("en", "es", "fr", "it", "nl"))])
def test_the_variant_chosen_at_first_is_that_of_the_sheet_in_the_players_language(desk, language, variant):
    store = desk.store
    assert read_choices(store, "tripple_domino", "Ada", language)["variant"] == variant
    assert read_choices(store, "kwinty", "Ada", language)["variant"] == "classic"
    store.write_choices("tripple_domino", {"variant": "free_pass"})
    assert read_choices(store, "tripple_domino", "Ada", language)["variant"] == "free_pass"


def test_another_variant_brings_its_own_length(desk):
    scene = Setup(desk.app, "kwinty")
    desk.app.push(scene)
    scene.choices["match.games"] = 5
    variant = next(v for v in scene.variants if v.name == "three_games")
    scene.choose_variant(variant)
    assert steppers(scene)[0].speech() == desk.say("setup.games", n=3)
    scene.start()
    assert desk.scene.session.rules.games == 3


def test_kwinty_offers_its_own_switch(desk):
    desk.app.push(Setup(desk.app, "kwinty"))
    toggle = next(w for w in desk.scene.widgets if isinstance(w, Toggle)
                  and w.label == desk.say("setup.open_fours"))
    desk.click(toggle.rect.center)
    assert not desk.app.settings.is_on("open_fours") and not desk.store.read_settings().is_on("open_fours")
    desk.app.push(Setup(desk.app, "turris"))
    assert not any(getattr(w, "label", "") == desk.say("setup.open_fours") for w in desk.scene.widgets)


def test_the_loser_of_a_game_begins_the_next_one_at_the_table(desk):
    scene = Setup(desk.app, "kwinty")
    scene.choices["match.games"] = 2
    desk.app.push(scene)
    scene.start()
    session = desk.scene.session
    while session.outcome is None:
        session.play(next(iter(session.rules.legal_moves(session.state))))
    winners = session.outcome.winners
    began = session.rounds[0].setup["starter"]
    session.next_round()
    assert session.state.player == (1 - began if len(winners) == 2 else 1 - winners[0])
    assert read_choices(desk.store, "kwinty", "Ada", "en")["match.games"] == 2


def test_the_loser_begins_a_rematch_and_its_record_says_so(desk):
    for seed in range(1, 4):
        session = Session(rules_of("kwinty"), [Seat("Ada"), Seat("Bea")], seed)
        while session.outcome is None:
            session.play(next(iter(session.rules.legal_moves(session.state))))
        winners, began = session.outcome.winners, session.state.starter
        again = new_deal(desk.app, session).session
        loser = 1 - winners[0] if len(winners) == 1 else 1 - began
        assert again.state.player == loser
        assert to_record(again)["rounds"][0]["setup"] == {"starter": loser}


@pytest.mark.parametrize("game", list(GAMES))
def test_every_switch_of_the_setup_has_its_words(desk, game):
    scene = Setup(desk.app, game)
    desk.app.push(scene)
    switches = [widget for widget in scene.widgets if isinstance(widget, Toggle)]
    assert switches and not [widget for widget in switches if widget.label.startswith("setup.")]
