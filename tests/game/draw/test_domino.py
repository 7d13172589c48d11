"""Pictures of dominoes."""

from __future__ import annotations

import pygame

from game.draw.domino import LONG, SHORT, back, domino


def body(image: pygame.Surface) -> tuple[int, int]:
    """Return the size of a picture without its shadow."""
    return image.get_bounding_rect(min_alpha=250).size


def test_the_back_of_an_upright_domino_is_as_large_as_its_face():
    for vertical in (False, True):
        face, cover = domino(3, 5, LONG, vertical=vertical), back(LONG, vertical=vertical)
        assert cover.image.get_size() == face.image.get_size() and cover.pad == face.pad
        assert body(cover.image) == body(face.image)


def test_an_upright_back_is_high_and_a_lying_one_wide():
    wide, high = body(back(LONG).image), body(back(LONG, vertical=True).image)
    assert wide[0] > wide[1] and high[1] > high[0]
    assert abs(wide[0] - LONG) <= 2 and abs(high[0] - SHORT) <= 2
