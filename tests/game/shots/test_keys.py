"""Finding a text on the screens: its key is noticed, its letters are crossed out, its places are framed."""

from __future__ import annotations

import pygame

from game.shots.keys import FRAME, KeyTexts, frame_changes
from rules.kit.phrases import Phrase


def test_a_key_and_those_below_it_are_noticed():
    texts = KeyTexts("en", "status")
    assert texts("button.ok") == "OK" and not texts.used
    texts(Phrase("status.solo"))
    assert texts.used


def test_letters_are_crossed_out_and_moves_on_help_pages_stay():
    texts = KeyTexts("en", "trial", hidden=True)
    page = [{"p": "Lay a tile", "move": "v 1,-1 TOR", "if": "x"}]
    texts.tree = {"trial": {"a": "For {n} of 3!", "page": page}}
    assert texts("trial.a", n=1) == "XXX X XX X!"
    assert texts.lines("trial.page") == [{"p": "XXX X XXXX", "move": "v 1,-1 TOR", "if": "x"}]


def test_only_changed_places_are_framed():
    one, other = (pygame.Surface((100, 60)) for _ in range(2))
    assert not frame_changes(one, other)
    other.fill("white", (40, 20, 10, 10))
    assert frame_changes(one, other)
    assert [one.get_at(at) == pygame.Color(FRAME) for at in ((45, 8), (2, 2))] == [True, False]
