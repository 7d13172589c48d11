"""The length of a game, chosen on the setup screen: points or games, depending on the rules."""

from __future__ import annotations

import pygame
import pytest

from game.data.choices import read_choices
from game.data.lengths import lengths_in, read_lengths, with_lengths
from game.screens.setup.scene import Setup
from game.table.scene import TableScene
from game.table.seating import deal_with_choices
from game.ui.widgets import Stepper, Toggle
from rules.catalog import GAMES, rules_of
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
    ("turm_domino", [])])
def test_the_rules_say_what_can_be_chosen(game, keys):
    assert [length.key for length in lengths_in(rules_of(game).values)] == keys


def test_what_was_chosen_goes_into_a_copy_of_the_values():
    values = rules_of("kwinty").values
    assert with_lengths(values, {"match.games": 5})["match"]["games"] == 5 and values["match"]["games"] == 1
    assert with_lengths(values, {"match.games": None, "target": 300}) == dict(values)


@pytest.mark.parametrize("kept", [{"match.games": 0}, {"match.games": True}, {"match.games": "3"},
                                  {"target": 10}, {}])
def test_what_cannot_be_chosen_is_forgotten(kept):
    assert read_lengths(kept) == {"target": None, "match.games": None}


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


def test_another_variant_brings_its_own_length(desk):
    scene = Setup(desk.app, "kwinty")
    desk.app.push(scene)
    scene.choices["match.games"] = 5
    variant = next(v for v in scene.variants if v.name == "three_games")
    scene.choose_variant(variant)
    assert steppers(scene)[0].value == 3
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
    assert read_choices(desk.store, "kwinty", "Ada")["match.games"] == 2


@pytest.mark.parametrize("game", list(GAMES))
def test_every_switch_of_the_setup_has_its_words(desk, game):
    scene = Setup(desk.app, game)
    desk.app.push(scene)
    switches = [widget for widget in scene.widgets if isinstance(widget, Toggle)]
    assert switches and not [widget for widget in switches if widget.label.startswith("setup.")]
