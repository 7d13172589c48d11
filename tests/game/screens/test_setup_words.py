"""The language of the words, chosen on the setup screen beside the variant."""

from __future__ import annotations

import json
from datetime import date

import pytest

from game import routes
from game.data.choices import read_choices, rules_for
from game.screens.setup.scene import Setup
from game.table.scene import TableScene
from game.ui.dialogs import Notice
from game.ui.names import variant_name
from game.ui.widgets import Segment
from rules.catalog import GAMES, rules_class, rules_of
from rules.files.variants import VariantFault
from rules.session import Seat, Session
from tests.kit.screens import Quiet

WORD_GAMES = [game for game in GAMES if rules_class(game).has_words]
GAME = next(game for game in WORD_GAMES if GAMES[game].has_levels and not GAMES[game].race)


@pytest.fixture
def desk(desk):
    """A desk whose bots never answer."""
    desk.app.thinker = Quiet()
    return desk


def language_choice(scene) -> Segment:
    return next(widget for widget in scene.widgets if isinstance(widget, Segment) and "EN" in
                [label for _, label, _ in widget.options])


@pytest.mark.parametrize("game", WORD_GAMES)
def test_at_first_words_are_of_the_language_of_the_screen(desk, game):
    for screen, words in (("es", "es"), ("de", "de"), ("xx", "de")):
        assert read_choices(desk.app.store, game, "Ada", screen)["words"] == words


def test_the_last_choice_is_remembered_and_a_former_one_was_a_variant(desk):
    desk.app.store.write_choices(GAME, {"words": "nl"})
    assert read_choices(desk.app.store, GAME, "Ada", "de")["words"] == "nl"
    desk.app.store.write_choices(GAME, {"variant": "english"})
    assert read_choices(desk.app.store, GAME, "Ada", "de")["words"] == "en"
    desk.app.store.write_choices(GAME, {"words": "tlh"})
    assert read_choices(desk.app.store, GAME, "Ada", "de")["words"] == "de"


def test_a_game_without_words_has_no_language(desk):
    other = next(game for game in GAMES if game not in WORD_GAMES)
    assert read_choices(desk.app.store, other, "Ada", "es")["words"] == ""
    desk.app.push(Setup(desk.app, other))
    assert not any(isinstance(widget, Segment) and "EN" in [label for _, label, _ in widget.options]
                   for widget in desk.scene.widgets)


def test_a_variant_combines_with_a_language_and_the_name_says_both(desk):
    rules = rules_for(desk.app.store, GAME, {"variant": "three_rounds", "words": "es"})
    assert rules.words_language == "es" and rules.variant == "three_rounds+es"
    assert rules.values["letters"] == rules_of(GAME, "spanish").values["letters"]
    assert rules.values["match"] == rules_of(GAME, "three_rounds").values["match"]
    assert rules_of(GAME, rules.variant).values == rules.values
    name = variant_name(desk.app.texts, GAME, rules.variant, desk.app.store.own_rules)
    assert name.endswith(desk.say("word.language.es"))
    assert rules_for(desk.app.store, GAME, {"variant": "classic", "words": "es"}).variant == "spanish"
    german = rules_for(desk.app.store, GAME, {"variant": "three_rounds", "words": "de"})
    assert german.variant == "three_rounds"


def test_an_unknown_language_is_no_variant():
    with pytest.raises(VariantFault):
        rules_of(GAME, "three_rounds+tlh")


def test_the_setup_names_the_language_and_starts_the_table_with_it(desk):
    desk.app.push(Setup(desk.app, GAME))
    assert not {variant.name for variant in desk.scene.variants} & {"english", "dutch"}
    choice = language_choice(desk.scene)
    cell = choice.cell_rects(choice.rect)[[value for value, *_ in choice.options].index("fr")]
    desk.click(cell.center)
    assert desk.scene.choices["words"] == "fr" and desk.scene.variant.name == "french"
    desk.scene.start()
    desk.run(50)
    assert isinstance(desk.scene, TableScene) and desk.scene.session.rules.words_language == "fr"
    assert read_choices(desk.app.store, GAME, "Ada", "de")["words"] == "fr"


def test_a_list_that_cannot_be_read_is_a_sentence_and_german_stays_playable(desk, half_a_list):
    desk.app.push(Setup(desk.app, GAME))
    desk.scene.choose_language("en")
    desk.scene.start()
    assert isinstance(desk.scene, Notice) and str(half_a_list) in desk.scene.text
    desk.app.pop()
    desk.scene.choose_language("de")
    desk.scene.start()
    desk.run(50)
    assert isinstance(desk.scene, TableScene)


@pytest.mark.parametrize("route", [
    routes.DailyDeal(GAME, date(2026, 3, 1)), routes.WordOfDay(date(2026, 3, 1)), routes.PlayAgain(GAME),
    routes.Lesson(GAME), routes.HostTable(rules_of(GAME, "english"), [Seat("Ada"), Seat("", "remote")])
], ids=lambda route: type(route).__name__)
def test_every_way_to_a_table_says_that_its_list_cannot_be_read(english_desk, half_a_list, route):
    assert english_desk.app.open(route) is None
    assert isinstance(english_desk.scene, Notice) and str(half_a_list) in english_desk.scene.text


def test_an_unfinished_game_waits_for_its_list(english_desk, half_a_list):
    rules = rules_of(GAME, "english")
    words = {"hands": ["THANK", "HOUSE"], "red": "", "black": "", "starter": 0, "words": "TAN"}
    session = Session(rules, [Seat("Ada"), Seat("Ben")], 1, level=words)
    app = english_desk.app
    path = app.store.save(session, app.store.saves / "game.json")
    record = json.loads(path.read_text("utf-8"))
    del record["rounds"][0]["setup"]["words"]  # as a game with the words of the list has it
    path.write_text(json.dumps(record), "utf-8")
    [save] = app.store.unfinished()
    assert app.open(routes.Resume(save)) is None and path.exists()
    assert isinstance(app.top, Notice) and str(half_a_list) in app.top.text
