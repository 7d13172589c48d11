"""Slabs: what the pieces of a kind have in common is drawn once."""

from __future__ import annotations

import pygame

from game.draw.slab import Finish, slab

SQUARE = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
DOT = '<circle cx="68" cy="68" r="20" fill="{}"/>'


def test_of_a_second_slab_only_the_pattern_is_drawn(monkeypatch):
    drawn, load = [], pygame.image.load_sized_svg
    monkeypatch.setattr(pygame.image, "load_sized_svg", lambda *args: drawn.append(args) or load(*args))
    finish = Finish("#d8b070", 14, 7)
    red = slab(SQUARE, (100, 100), finish, 0.5, DOT.format("#ff0000"))
    first = len(drawn)
    blue = slab(SQUARE, (100, 100), finish, 0.5, DOT.format("#0000ff"))
    plain = slab(SQUARE, (100, 100), finish, 0.5)
    assert first > 2 and len(drawn) == first + 1
    centre, corner = (34, 34), (14, 14)
    assert red.image.get_at(centre)[:3] == (255, 0, 0) and blue.image.get_at(centre)[:3] == (0, 0, 255)
    assert plain.image.get_at(corner) == red.image.get_at(corner) == blue.image.get_at(corner)
    assert plain.image.get_at(centre) not in (red.image.get_at(centre), blue.image.get_at(centre))
