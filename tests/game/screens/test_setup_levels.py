"""What bots of the chosen levels see, told on the setup screen."""

from __future__ import annotations

import pytest

from game.data.choices import CHOICES
from game.screens.setup.scene import Setup
from game.ui.text import Texts, languages
from game.ui.widgets import Segment, Stepper
from rules.catalog import GAMES
from rules.session import LEVELS

SEVERAL = next(game.id for game in GAMES.values() if game.players[0] <= 4 <= game.players[1])


@pytest.mark.parametrize("language", languages())
def test_the_levels_of_every_game_are_told_apart(language):
    texts = Texts(language)
    for game in GAMES:
        keys = [f"level_sees.{game}.{level}" for level in LEVELS]
        assert all(map(texts.has, keys)) and len(set(map(texts, keys))) == len(LEVELS)


def test_the_setup_tells_what_the_chosen_levels_see_each_once(desk):
    scene = Setup(desk.app, SEVERAL)
    scene.choices["seats"] = [{"name": "Ada", "kind": "human", "level": "hard"},
                              *({"name": "Bot", "kind": "bot", "level": level}
                                for level in ("match", "medium", "medium"))]
    desk.app.push(scene)
    say = desk.app.texts
    medium, match = say(f"level_sees.{SEVERAL}.medium"), say("level_sees.match")
    assert scene.seats.offers.bots_see() == f"{medium} {match}"
    tips = [widget.tip for widget in scene.widgets if isinstance(widget, (Segment, Stepper)) and widget.tip]
    assert tips == [match, medium, medium]


def test_a_game_without_such_texts_tells_only_of_a_match(desk):
    scene = Setup(desk.app, SEVERAL)
    scene.game = "eleventh"
    assert [level for level in CHOICES if scene.level_sees(level)] == ["match"]
