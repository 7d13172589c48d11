"""The stage: a ground, still sprites and moving sprites, drawn by dirty rectangles.

Still sprites are baked into the base layer, so that a frame of dragging costs only what it moves, however
many pieces there are. The first frame does without it, because a layer costs time; the second makes it.
"""

from __future__ import annotations

from typing import Any

import pygame


class Sprite:
    """A picture at a place. Sprites with higher `z` are above; moving ones are above all still ones."""

    __slots__ = ("_image", "_moving", "_pos", "_stage", "_visible", "owner", "z")

    def __init__(self, image: pygame.Surface | None = None, pos: tuple[float, float] = (0, 0), z: int = 0, *,
                 moving: bool = False, owner: Any = None):
        self._image = image
        self._pos = (round(pos[0]), round(pos[1]))
        self._moving = moving
        self._visible = True
        self._stage: Stage | None = None
        self.z = z
        self.owner = owner

    @property
    def image(self) -> pygame.Surface | None:
        return self._image

    @property
    def pos(self) -> tuple[int, int]:
        return self._pos

    @property
    def rect(self) -> pygame.Rect:
        if self._image is None or not self._visible:
            return pygame.Rect(self._pos, (0, 0))
        return self._image.get_rect(topleft=self._pos)

    @property
    def moving(self) -> bool:
        return self._moving

    @property
    def visible(self) -> bool:
        return self._visible

    def set(self, image: pygame.Surface | None = None, pos: tuple[float, float] | None = None) -> None:
        """Change the picture, the position, or both."""
        new_pos = self._pos if pos is None else (round(pos[0]), round(pos[1]))
        new_image = self._image if image is None else image
        if new_pos == self._pos and new_image is self._image:
            return
        self._touch()
        self._image, self._pos = new_image, new_pos
        self._touch()

    def show(self, visible: bool) -> None:
        if visible != self._visible:
            self._touch()
            self._visible = visible
            self._touch()

    def set_moving(self, moving: bool) -> None:
        """Take the sprite out of the base layer, or bake it into it."""
        if moving != self._moving:
            self._touch()
            self._moving = moving
            self._touch()

    def clip_to(self, frame: pygame.Rect) -> None:
        """Cut off what is outside of `frame`."""
        rect = self.rect
        if self._image is None or frame.contains(rect):
            return
        shared = rect.clip(frame)
        if shared.w and shared.h:
            self.set(self._image.subsurface(shared.move(-rect.left, -rect.top)), shared.topleft)
        else:
            self.set(pygame.Surface((1, 1), pygame.SRCALPHA), frame.topleft)

    def redraw(self) -> None:
        """Mark the sprite as dirty after its picture was painted over."""
        self._touch()

    def remove(self) -> None:
        if self._stage is not None:
            self._stage.remove(self)

    def _touch(self) -> None:
        if self._stage is not None:
            self._stage.touch(self.rect, still=not self._moving)


class Stage:
    """All sprites of a scene above its ground."""

    def __init__(self, size: tuple[int, int]):
        self.size = size
        self.area = pygame.Rect((0, 0), size)
        self.ground = pygame.Surface(size)
        self._base: pygame.Surface | None = None
        self._shown = False
        self.sprites: list[Sprite] = []
        self._dirty: list[pygame.Rect] = [self.area.copy()]
        self._base_dirty: list[pygame.Rect] = [self.area.copy()]
        self._sorted = True

    def add(self, sprite: Sprite) -> Sprite:
        sprite._stage = self
        self.sprites.append(sprite)
        self._sorted = False
        sprite._touch()
        return sprite

    def remove(self, sprite: Sprite) -> None:
        sprite._touch()
        sprite._stage = None
        if sprite in self.sprites:
            self.sprites.remove(sprite)

    def clear(self) -> None:
        for sprite in self.sprites:
            sprite._stage = None
        self.sprites.clear()
        self.touch_all()

    def release(self) -> None:
        """Release all pictures: the widgets of a closed scene still refer to it for a while."""
        self.clear()
        self.ground = self._base = pygame.Surface((1, 1))

    def touch(self, rect: pygame.Rect, *, still: bool) -> None:
        rect = rect.clip(self.area)
        if rect.w and rect.h:
            self._dirty.append(rect)
            if still:
                self._base_dirty.append(rect)

    def touch_all(self) -> None:
        self._dirty = [self.area.copy()]
        self._base_dirty = [self.area.copy()]

    @property
    def dirty(self) -> bool:
        return bool(self._dirty)

    def draw(self, screen: pygame.Surface) -> list[pygame.Rect]:
        """Draw the dirty rectangles. Return them."""
        if not self._sorted:
            self.sprites.sort(key=lambda sprite: sprite.z)
            self._sorted = True
        if self._shown:
            self._bake()
        rects = _joined(self._dirty)
        self._dirty = []
        for rect in rects:
            if self._base is None:
                self._compose(screen, self.ground, rect, moving=False)
            self._compose(screen, self._base, rect, moving=True)
        self._shown = self._shown or bool(rects)
        return rects

    def _bake(self) -> None:
        """Bring the base layer up to date."""
        if self._base is None:
            self._base = pygame.Surface(self.size)
        for rect in _joined(self._base_dirty):
            self._compose(self._base, self.ground, rect, moving=False)
        self._base_dirty = []

    def _compose(self, target: pygame.Surface, below: pygame.Surface | None, rect: pygame.Rect, *,
                 moving: bool) -> None:
        """Draw the still or the moving sprites within `rect`, upon `below` or on what is there."""
        target.set_clip(rect)
        if below is not None:
            target.blit(below, rect, rect)
        for sprite in self.sprites:
            if sprite._moving == moving and sprite._visible and sprite._image is not None \
                    and rect.colliderect(sprite._image.get_rect(topleft=sprite._pos)):
                target.blit(sprite._image, sprite._pos)
        target.set_clip(None)


def _joined(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Merge overlapping rectangles, so that nothing is drawn twice."""
    out: list[pygame.Rect] = []
    for rect in rects:
        rect = rect.copy()
        while (hit := rect.collidelist(out)) >= 0:
            rect.union_ip(out.pop(hit))
        out.append(rect)
    return out
