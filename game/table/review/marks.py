"""Marks on the board of a review: the move that was made, dashed, and a better one as it would lie."""

from __future__ import annotations

import pygame

from game.boards.kit.targets import PlacedImage, Pointer
from game.draw import chrome, shapes
from game.draw.svg import Colour, with_alpha
from game.table.review.round_review import RoundReview
from game.ui.stage import Sprite

MADE_ALPHA = 0.5
"""How faint the move that was made is drawn."""
MOVE_Z, RING_Z, LABEL_Z = 30, 32, 34
"""Heights of what is marked; the pieces of the board lie below."""


class Marks:
    """Draws moves by what a board can show as a hint, for boards that do not draw pointers themselves."""

    def __init__(self, scene: RoundReview):
        self.scene = scene
        self._sprites: list[Sprite] = []

    def clear(self) -> None:
        for sprite in self._sprites:
            sprite.remove()
        self._sprites = []

    def forget(self) -> None:
        """Drop the sprites of an earlier layout."""
        self._sprites = []

    def show(self, pointers: list[Pointer[object]], labels: dict[str, str]) -> None:
        """Show moves with a ring and a label by their kind."""
        self.clear()
        pieces = [sprite.rect for sprite in self.scene.stage.sprites if sprite.z < MOVE_Z]
        about: list[tuple[Pointer[object], pygame.Rect]] = []
        for pointer in pointers:
            images = [] if self.scene.board.draws_pointers else self._pictures(pointer.move)
            rect = self._rect(pointer.move, images)
            for image, pos in images:
                faint = image if pointer.kind == "better" else with_alpha(image, MADE_ALPHA)
                self._add(faint, pos, MOVE_Z)
            if rect is not None and images:
                self._ring(rect, self.scene.board.pointer_colour(pointer.kind),
                           dashed=pointer.kind != "better")
            if rect is not None and labels.get(pointer.kind):
                about.append((pointer, rect))
        area = self.scene.board_area()
        avoid = [piece for piece in pieces if piece.w * piece.h < area.w * area.h / 8]
        avoid += 4 * [rect for _, rect in about]  # what they speak of, before all
        for pointer, rect in about:
            colour = self.scene.board.pointer_colour(pointer.kind)
            avoid += 8 * [self._label(labels[pointer.kind], rect, colour, avoid)]

    def _pictures(self, move: object) -> list[PlacedImage]:
        board = self.scene.board
        piece = board.hint_piece(move)
        if piece is None:
            return board.hint_ghosts(move)
        for way in range(board.turns(piece)):
            for target in board.targets(piece, way):
                if target.move == move:
                    ghost = board.ghost(piece, target)
                    return [ghost] if ghost is not None else []
        return []

    def _rect(self, move: object, images: list[PlacedImage]) -> pygame.Rect | None:
        if self.scene.board.hint_piece(move) is None:
            where = self.scene.board.hint_rect(move)
            if where is not None and images:
                return where
        rects = [image.get_bounding_rect().move(pos) for image, pos in images]
        return rects[0].unionall(rects[1:]) if rects else None

    def _add(self, image: pygame.Surface, pos: tuple[int, int], z: int) -> None:
        self._sprites.append(self.scene.stage.add(Sprite(image, pos, z=z)))

    def _ring(self, rect: pygame.Rect, colour: Colour, *, dashed: bool) -> None:
        look = self.scene.look
        image, margin = chrome.ring(look, rect.size, look.px(8), colour, dashed=dashed)
        self._add(image, (rect.left - margin, rect.top - margin), RING_Z)

    def _label(self, text: str, rect: pygame.Rect, colour: Colour, avoid: list[pygame.Rect]) -> pygame.Rect:
        """Put a label beside a move, where it covers least of `avoid`."""
        look, area = self.scene.look, self.scene.board_area()
        height = max(look.px(40), look.line_height("button") + look.px(10))
        box = pygame.Rect(0, 0, look.width(text, "button") + look.px(32), height)
        gap = look.px(16)
        around = rect.inflate(box.w + 2 * gap, box.h + 2 * gap)
        places = [box.copy() for _ in range(8)]
        for place, centre in zip(places, (around.midright, around.midleft, around.midtop, around.midbottom,
                                          around.topright, around.bottomright, around.topleft,
                                          around.bottomleft), strict=True):
            place.center = centre
            place.clamp_ip(area)
        box = places[chrome.least_covering(places, avoid)]
        image = pygame.Surface(box.size, pygame.SRCALPHA)
        shapes.draw_box(image, image.get_rect().inflate(-4, -4), height / 2, look.theme.panel, 0.95, colour,
                        1, max(1.5, 2.5 * look.k))
        look.write(image, text, "button", image.get_rect().center, "center", fit=box.w - look.px(20))
        self._add(image, box.topleft, LABEL_Z)
        return box
