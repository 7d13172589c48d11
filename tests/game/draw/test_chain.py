"""The layout of a bending line of dominoes: it stays in its area, never overlaps, and equal halves touch."""

from __future__ import annotations

from itertools import combinations, pairwise

import pygame
import pytest

from game.draw.domino import Chain, ChainPlace, lay_out

AREA = pygame.Rect(40, 60, 900, 520)


def line(*values: int) -> list[tuple[int, int]]:
    """Return a chain through these values: 1, 2, 2, 5 is 1|2 2|2 2|5."""
    return list(pairwise(values))


def long_line(count: int) -> list[tuple[int, int]]:
    """Return a chain in which every fourth domino is a double."""
    values = [0]
    for i in range(count):
        values.append(values[-1] if i % 4 == 3 else (values[-1] + 1) % 7)
    return line(*values)


def halves(place: ChainPlace) -> list[tuple[pygame.Rect, int]]:
    """Return both halves of a domino with their values."""
    rect = place.rect
    if place.vertical:
        half = pygame.Rect(rect.left, rect.top, rect.w, rect.h // 2)
        return [(half, place.first), (half.move(0, half.h), place.second)]
    half = pygame.Rect(rect.left, rect.top, rect.w // 2, rect.h)
    return [(half, place.first), (half.move(half.w, 0), place.second)]


def joined(one: ChainPlace, other: ChainPlace) -> bool:
    """Return whether halves of equal value share an edge, or one domino touches the middle of a double."""
    return any(a_value == b_value and a.inflate(2, 2).colliderect(b.inflate(2, 2))
               for a, a_value in halves(one) for b, b_value in halves(other))


def check(chain: Chain, area: pygame.Rect = AREA) -> None:
    rects = [place.rect for place in chain.places]
    assert all(area.contains(rect) for rect in [*rects, chain.left, chain.right])
    assert not [pair for pair in combinations(rects, 2) if pair[0].colliderect(pair[1])]
    assert all(not rect.colliderect(end) for rect in rects for end in (chain.left, chain.right))
    assert all(joined(a, b) for a, b in pairwise(chain.places))


def test_a_short_line_is_straight_and_its_double_lies_across():
    chain = lay_out(line(1, 2, 2, 5), 0, AREA, 40, 120)
    check(chain)
    assert [place.vertical for place in chain.places] == [False, True, False]
    assert {place.rect.centery for place in chain.places} == {AREA.centery}
    assert [(place.first, place.second) for place in chain.places] == [(1, 2), (2, 2), (2, 5)]
    assert chain.unit == 60


@pytest.mark.parametrize("count", [6, 9, 14, 21, 28])
@pytest.mark.parametrize("start", ["first", "middle", "last"])
def test_a_long_line_bends_inside_its_area_and_stays_joined(count, start):
    tiles = long_line(count)
    at = {"first": 0, "middle": count // 2, "last": count - 1}[start]
    chain = lay_out(tiles, at, AREA, 24, 120)
    check(chain)
    assert [sorted((place.first, place.second)) for place in chain.places] == [sorted(tile) for tile in tiles]


def test_a_line_in_a_narrow_area_turns_down_at_the_right_and_up_at_the_left():
    narrow = pygame.Rect(0, 0, 400, 800)
    chain = lay_out(line(0, 1, 2, 3, 4, 5, 6, 0, 2), 4, narrow, 24, 80)
    check(chain, narrow)
    assert chain.places[-1].rect.top >= chain.places[4].rect.bottom
    assert chain.places[0].rect.bottom <= chain.places[4].rect.top


def test_a_longer_line_is_drawn_smaller_but_never_below_the_smallest_size():
    small, large = lay_out(long_line(28), 14, AREA, 24, 120), lay_out(long_line(4), 2, AREA, 24, 120)
    assert small.unit < large.unit == 60
    assert lay_out(long_line(28), 0, pygame.Rect(0, 0, 120, 90), 24, 120).unit == 12


def test_an_empty_line_offers_its_middle():
    chain = lay_out([], 0, AREA, 40, 120)
    assert chain.places == () and chain.left == chain.right and chain.left.center == AREA.center


@pytest.mark.parametrize("count", [1, 5, 9, 14])
def test_the_place_of_a_further_domino_continues_the_line(count):
    tiles = long_line(count)
    chain = lay_out(tiles, count // 2, AREA, 24, 120)
    first, last = tiles[0][0], tiles[-1][1]
    left, right = chain.beyond("left", (first + 1, first)), chain.beyond("right", (last, last + 1))
    assert left.rect == chain.left and right.rect == chain.right
    assert joined(left, chain.places[0]) and joined(chain.places[-1], right)


def test_a_double_lies_across_the_end_where_the_line_runs_straight():
    chain = lay_out(line(1, 2, 5), 0, AREA, 40, 120)
    place = chain.beyond("right", (5, 5))
    assert place.vertical and place.rect.left == chain.places[-1].rect.right
    assert place.rect.centery == chain.places[-1].rect.centery
    image, corner = place.image()
    assert pygame.Rect(corner, image.get_size()).contains(place.rect)
