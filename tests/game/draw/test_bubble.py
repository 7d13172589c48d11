"""Ghosts and bubbles: nothing shines through a ghost, and a bubble covers nothing it speaks of."""

from __future__ import annotations

import pygame
import pytest

from game.draw import chrome
from game.draw.svg import ghosted
from game.ui.look import Look

PARTS = [("12", True), ("+ hexagon 40", False), ("=", False), ("52", True)]
AREA = pygame.Rect(8, 80, 1264, 620)


def test_a_ghost_looks_the_same_whatever_lies_below_it() -> None:
    piece = pygame.Surface((20, 20), pygame.SRCALPHA)
    piece.fill("#f0e8d8")
    ghost = ghosted(piece, 0.6, "#1b543e")
    colours = set()
    for below in ("#000000", "#ffffff"):
        table = pygame.Surface((20, 20))
        table.fill(below)
        table.blit(ghost, (0, 0))
        colours.add(tuple(table.get_at((10, 10))))
    assert len(colours) == 1 and colours.pop()[:3] != (0xf0, 0xe8, 0xd8)


def test_a_long_bubble_is_no_wider_than_its_board() -> None:
    pygame.font.init()
    look, board = Look((1024, 640), text_scale=1.5), pygame.Rect(12, 60, 300, 500)
    _, box = chrome.bubble_box(look, PARTS, pygame.Rect(250, 300, 60, 60), board, [])
    assert board.contains(box)
    drawn, (left, _) = chrome.bubble(look, "above", box, (280, 300), PARTS, "#e0a030")
    dark = [x for x in range(drawn.get_width()) for y in range(drawn.get_height())
            if drawn.get_at((x, y)) == (0x1a, 0x12, 0x0a, 255)]
    assert box.left < left + min(dark) and left + max(dark) < box.right, "the text fits into it"


@pytest.mark.parametrize("about", [(600, 300, 90, 80), (600, 84, 90, 80), (10, 620, 90, 80),
                                   (1180, 90, 90, 80)])
def test_a_bubble_keeps_off_its_place_the_held_piece_and_the_header(about: tuple[int, int, int, int]) -> None:
    pygame.font.init()
    look, place = Look((1280, 720)), pygame.Rect(about)
    for dx, dy in ((0, -70), (0, 70), (40, 0), (-40, -20)):
        held = place.move(dx, dy)
        side, box = chrome.bubble_box(look, PARTS, place, AREA, [held])
        assert AREA.contains(box) and not box.colliderect(place) and not box.colliderect(held), side
