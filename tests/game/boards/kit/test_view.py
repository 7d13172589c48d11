"""The view of an unbounded board: squares have their pixels, and zooming keeps what is under the mouse."""

from __future__ import annotations

import pygame
import pytest

from game.boards.kit.squares import Squares

AREA = pygame.Rect(100, 50, 800, 600)


@pytest.fixture
def view() -> Squares:
    return Squares(AREA.copy(), 24, 60)


@pytest.mark.parametrize("square", [(0, 0), (3, -2), (-5, 4)])
def test_the_square_at_the_middle_of_its_pixels_is_itself(view: Squares, square: tuple[int, int]) -> None:
    assert view.cell_at(view.rect(square).center) == view.cell_at(view.rect(square).topleft) == square


def test_zooming_keeps_the_point_under_the_mouse(view: Squares) -> None:
    view.view(40, (300.0, 200.0))
    before = [(pixel - start) / view.side for pixel, start in zip((500, 420), view.origin, strict=True)]
    assert view.zoom(1, (500, 420)) and view.side > 40 and view.manual
    after = [(pixel - start) / view.side for pixel, start in zip((500, 420), view.origin, strict=True)]
    assert after == pytest.approx(before)


def test_zooming_ends_at_the_smallest_and_the_largest_size(view: Squares) -> None:
    while view.zoom(-1, AREA.center):
        pass
    assert view.side == 24
    while view.zoom(1, AREA.center):
        pass
    assert 60 < view.side <= 78


def test_all_squares_of_a_position_fit_with_a_margin(view: Squares) -> None:
    cells = [(x, y) for x in range(-3, 9) for y in range(2)]
    view.view(*view.wanted(cells))
    assert view.fits(cells) and AREA.contains(view.span(cells).inflate(view.side, view.side))
    middle = view.span(cells).center
    assert abs(middle[0] - AREA.centerx) <= 1 and abs(middle[1] - AREA.centery) <= 1


def test_pushing_moves_the_board_and_is_remembered(view: Squares) -> None:
    before = view.rect((0, 0))
    view.push(30, -20)
    assert view.rect((0, 0)) == before.move(30, -20) and view.manual
    assert not view.fits([(99, 99)])


def test_seen_squares_are_completely_in_view(view: Squares) -> None:
    seen = set(view.seen())
    assert (0, 0) in seen and all(AREA.contains(view.rect(square)) for square in seen)
    assert len(seen) >= (AREA.w // 60 - 1) * (AREA.h // 60 - 1)
