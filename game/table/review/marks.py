"""Marks on the board of a review: the move that was made, dashed, and a better one as it would lie."""

from __future__ import annotations

import pygame

from game.boards.kit.targets import PlacedImage, Pointer
from game.draw import shapes
from game.draw.svg import Colour, with_alpha
from game.table.review.round_review import RoundReview
from game.ui.stage import Sprite

MADE_ALPHA = 0.5
"""How faint the move that was made is drawn."""


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
        taken: list[pygame.Rect] = []
        for pointer in pointers:
            images = [] if self.scene.board.draws_pointers else self._pictures(pointer.move)
            rect = self._rect(pointer.move, images)
            colour = self.scene.board.pointer_colour(pointer.kind)
            for image, pos in images:
                faint = image if pointer.kind == "better" else with_alpha(image, MADE_ALPHA)
                self._add(faint, pos, 30)
            if rect is not None and images:
                self._ring(rect, colour, dashed=pointer.kind != "better")
            if rect is not None and labels.get(pointer.kind):
                taken.append(self._label(labels[pointer.kind], rect, colour, taken))

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
        margin = look.px(30)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h).inflate(look.px(8), look.px(8))
        width = max(2.0, 4 * look.k)
        if dashed:
            shapes.draw_dashed_box(image, box, look.px(10), colour, 1, width, (11 * look.k, 8 * look.k))
        else:
            shapes.draw_ring_glow(image, box, look.px(10), colour, 0.6, 9 * look.k)
            shapes.draw_box(image, box, look.px(10), None, 1, colour, 1, width)
        self._add(image, (rect.left - margin, rect.top - margin), 32)

    def _label(self, text: str, rect: pygame.Rect, colour: Colour, taken: list[pygame.Rect]) -> pygame.Rect:
        """Put a label beside a move, where it covers neither the edge of the board nor another label."""
        look, area = self.scene.look, self.scene.board_area()
        height = max(look.px(40), look.line_height("button") + look.px(10))
        box = pygame.Rect(0, 0, look.width(text, "button") + look.px(32), height)
        gap = look.px(16)
        spots = [("midleft", (rect.right + gap, rect.centery)), ("midright", (rect.left - gap, rect.centery)),
                 ("midbottom", (rect.centerx, rect.top - gap)), ("midtop", (rect.centerx, rect.bottom + gap))]
        for anchor, at in spots:
            setattr(box, anchor, at)
            if area.contains(box) and box.collidelist(taken) < 0:
                break
        else:
            box.clamp_ip(area)
        image = pygame.Surface(box.size, pygame.SRCALPHA)
        shapes.draw_box(image, image.get_rect().inflate(-4, -4), height / 2, look.theme.panel, 0.95, colour,
                        1, max(1.5, 2.5 * look.k))
        look.write(image, text, "button", image.get_rect().center, "center", fit=box.w - look.px(20))
        self._add(image, box.topleft, 34)
        return box
