"""Accessibility: contrast of every theme, patterns besides colours, large text."""

from __future__ import annotations

import math

import pygame
import pytest

from game.draw import shapes
from game.draw.block import CHERRY, CHERRY_INLAID, EBONY, EBONY_INLAID, INLAY, block
from game.draw.svg import contrast
from game.draw.tower import View, faces
from game.ui.look import Look, themes
from game.ui.widgets import LEGIBLE, comfortable, legible
from rules.catalog import GAMES

SIZE = (1280, 720)


@pytest.mark.parametrize("name", themes())
def test_texts_stand_out_from_every_panel(name):
    theme = Look(SIZE, theme=name).theme
    for ground in (theme.panel, theme.raised):
        for text in ("text", "dim", "good", "bad", "warn"):
            assert contrast(getattr(theme, text), ground) >= 4.5, (text, ground)
        assert contrast(theme.focus, ground) >= 3


def test_the_contrast_theme_holds_seven_to_one_everywhere():
    look = Look(SIZE, theme="contrast")
    theme = look.theme
    for ground in (theme.panel, theme.raised, *theme.table):
        for text in ("text", "dim", "good", "bad", "warn", "focus"):
            assert contrast(getattr(theme, text), ground) >= 7, (text, ground)
    for game in GAMES:
        assert contrast(theme.accent(game), theme.raised) >= 7 <= contrast(theme.ink_on_accent,
                                                                           theme.accent(game))
    assert theme.hair > Look(SIZE).theme.hair


@pytest.mark.parametrize("wood", [EBONY_INLAID, CHERRY_INLAID])
def test_a_wood_with_an_inlay_shows_it(wood):
    plain = {EBONY_INLAID: EBONY, CHERRY_INLAID: CHERRY}[wood]
    made, without = block(2, 1, 60, wood), block(2, 1, 60, plain)
    middle = (made.pad + 30, made.pad + 30)
    shown = made.image.get_at(middle)
    assert sum(abs(a - b) for a, b in zip(shown[:3], without.image.get_at(middle)[:3], strict=False)) > 200


def test_the_tower_carries_the_inlay_on_every_face_of_that_wood():
    cells = {(0, 0, 0): (0, CHERRY_INLAID), (1, 0, 0): (1, "#ecd3a4")}
    found = faces(cells, View(-32, 24, 40, (100, 100)))
    assert {face.inlay for face in found if face.block == 0} == {INLAY[CHERRY_INLAID]}
    assert {face.inlay for face in found if face.block == 1} == {None}


def test_every_pattern_looks_different():
    pictures = set()
    for number in range(shapes.PATTERNS):
        surface = pygame.Surface((48, 24), pygame.SRCALPHA)
        surface.fill("#ffffff")
        shapes.hatch(surface, (0, 0, 48, 24), number, 10)
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == shapes.PATTERNS


def test_large_letters_grow_but_for_those_that_are_large_already():
    pygame.font.init()
    usual, large = Look(SIZE), Look(SIZE, text_scale=1.5)
    assert large.m.text_px("label") == round(usual.m.text_px("label") * 1.5)
    assert large.m.text_px("hero") == usual.m.text_px("hero")
    text = "a text that is rather long"
    room = usual.width(text, "label", math.ceil(usual.m.text_px("label") * LEGIBLE))
    assert legible(usual, text, "label", room) and not legible(large, text, "label", room)


def test_a_shorter_text_takes_over_before_letters_get_smaller_than_their_least():
    """At 1280x720 labels have their minimum size: none may shrink if there is a shorter text."""
    pygame.font.init()
    look = Look(SIZE)
    room = look.width("a text that is rather long", "label")
    assert look.least("label") == look.m.text_px("label")
    assert comfortable(look, "a text that is rather long", "label", room)
    assert not comfortable(look, "a text that is rather long", "label", room - 1)
