"""The stage: what is drawn anew in a frame, and what is taken from its layers."""

from __future__ import annotations

import pygame

from game.ui.particles import shower
from game.ui.stage import Sprite, Stage
from game.ui.tween import Tweens


def picture(colour: str, size: tuple[int, int]) -> pygame.Surface:
    image = pygame.Surface(size)
    image.fill(colour)
    return image


def test_a_still_picture_is_drawn_once_however_often_another_moves_over_it() -> None:
    stage, screen, image = Stage((40, 20)), pygame.Surface((40, 20)), picture("#336699", (40, 20))
    still, moving = stage.add(Sprite(image)), stage.add(Sprite(picture("white", (5, 5)), moving=True))
    for x in (5, 10):
        moving.set(pos=(x, 0))
        stage.draw(screen)
    image.fill("red")
    moving.set(pos=(20, 0))
    stage.draw(screen)
    assert [screen.get_at((x, 2)) for x in (12, 22)] == [pygame.Color("#336699"), pygame.Color("white")]
    still.redraw()
    stage.draw(screen)
    assert [screen.get_at((x, 2)) for x in (12, 22)] == [pygame.Color("red"), pygame.Color("white")]


def test_confetti_is_seen_falling_until_it_lies() -> None:
    stage, tweens, screen = Stage((100, 100)), Tweens(), pygame.Surface((100, 100))
    shower(stage, tweens, stage.area, ["#ffffff"], 20, 100, 1.0)
    seen = []
    for ms in (10, 50, 60):
        stage.draw(screen)
        tweens.advance(ms)
        assert stage.dirty
        stage.draw(screen)
        seen.append(screen.copy().get_buffer().raw)
    assert len(set(seen)) == 3 and not tweens.busy and not stage.dirty
