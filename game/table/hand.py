"""The hand: picks up, turns and lays a piece by drag, by two clicks or by keys."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Protocol

import pygame

from game.boards.kit.contract import AnyBoard
from game.boards.kit.targets import Preview, Target
from game.data.store import Settings
from game.draw import chrome, shapes
from game.draw.svg import Colour, ghosted
from game.ui.devices.sound import Silent, Sounds
from game.ui.look import Look
from game.ui.stage import Sprite, Stage
from game.ui.tween import Tween, Tweens
from rules.session import Session

DRAG_AFTER = 6
"""Pixels that the mouse moves with the button down before a click becomes a drag."""


RING_Z = 78
MOST_LEAN, LEAN_STEP, UPRIGHT_AFTER = 9.0, 3, 70.0
"""The greatest lean of a dragged piece in degrees, its steps, and the milliseconds in which it halves."""


@lru_cache(maxsize=48)
def leaning_picture(image: pygame.Surface, degrees: int) -> pygame.Surface:
    """Return the picture of a piece turned by some degrees, with smooth edges."""
    return pygame.transform.rotozoom(image, degrees, 1.0) if degrees else image


def faint(look: Look, ghost: pygame.Surface) -> pygame.Surface:
    """Return the picture of a piece as its ghost."""
    return _faint(ghost, look.design["glow"]["ghost"]["alpha"], look.theme.table[1])


_faint = lru_cache(maxsize=24)(ghosted)
"""A held piece often returns to the same places."""


def _grown(points: Sequence[tuple[float, float]], by: float) -> tuple[tuple[int, int], ...]:
    """Move the corners of a polygon away from its middle."""
    x, y = (sum(part) / len(points) for part in zip(*points, strict=True))
    found = []
    for px, py in points:
        far = math.dist((px, py), (x, y)) or 1
        found.append((round(px + (px - x) / far * by * 1.6), round(py + (py - y) / far * by * 1.6)))
    return tuple(found)


class HandTable(Protocol):
    """The interface of a table for the hand."""

    @property
    def board(self) -> AnyBoard: ...
    @property
    def session(self) -> Session: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def look(self) -> Look: ...
    @property
    def stage(self) -> Stage: ...
    @property
    def tweens(self) -> Tweens: ...
    @property
    def sounds(self) -> Sounds | Silent: ...
    @property
    def accent(self) -> Colour: ...

    def held_changed(self, *, keep_status: bool = False) -> None:
        """Called when a piece was taken or put down; `keep_status` leaves the turn line unchanged."""

    def aimed(self, target: Target[object] | None) -> None:
        """Called when the held piece aims at another target, or at none."""

    def play(self, move: object, start: tuple[int, int] | None = None) -> None:
        """Play a move."""

    def refuse(self, move: object) -> None:
        """Say why a move is not legal."""


class Hand:
    """The held piece. Independent of the game: the board supplies targets and pictures."""

    def __init__(self, scene: HandTable):
        self.scene = scene
        self.piece: object | None = None
        self.how: str | None = None
        """`drag`, `pick` or None."""
        self.turn = 0
        self.targets: list[Target[object]] = []
        self.near: Target[object] | None = None
        self._press: tuple[object, tuple[int, int], bool] | None = None
        self._pressed_at = 0
        """The revision of the game when the button went down."""
        self._offset = (0.0, 0.0)
        self.held_sprite: Sprite | None = None
        self.marks: list[Sprite] = []
        self.ghost: Sprite | None = None
        self.bubble: Sprite | None = None
        self._said: Preview = []
        """The text of the bubble."""
        self._bubble_at = ("", pygame.Rect(0, 0, 0, 0))
        self.figures: list[Sprite] = []
        self._upright: pygame.Surface | None = None
        """The picture of the held piece without its lean."""
        self._lean = 0.0
        """Degrees by which a dragged piece leans back from its motion."""
        self.ring: Sprite | None = None
        """The ring around a picked piece."""
        self.stirred = False
        """The mouse has moved since the last frame."""
        self._ahead: Iterator[None] = iter(())
        """Draws, one after the other, the pictures that taking a piece will show."""
        self._ahead_of = -1
        """The revision of the game for which it draws; -1: for none."""
        self.drawing = False
        """Whether there are more of these pictures to draw."""

    @property
    def holding(self) -> bool:
        return self.how is not None

    @property
    def board(self) -> AnyBoard:
        return self.scene.board

    # --- the mouse ---

    def mouse_down(self, pos: tuple[int, int]) -> bool:
        """Press the left button on the board. Return True if it was used."""
        if self.how == "pick":
            target = self._target_at(pos)
            if target is not None:
                self._lay(target, None)
                return True
        piece = self.board.piece_at(pos)
        if piece is not None:
            self._press = (piece, pos, self.how == "pick" and piece == self.piece)
            self._pressed_at = self.scene.session.revision
            self._ahead, self._ahead_of, self.drawing = self._pictures_of(piece), self._pressed_at, True
            return True
        if self.how == "pick":
            self._refused(pos)
            return True
        return False

    def mouse_move(self, pos: tuple[int, int]) -> bool:
        if self.how == "drag":
            self._follow(pos)
            return True
        self._forget_old_press()
        if self._press is not None and self.scene.settings.moving != "click" \
                and math.dist(pos, self._press[1]) > DRAG_AFTER:
            self._lift(self._press[0], self._press[1], pos)
            return True
        if self.how == "pick":
            self._aim(self._target_at(pos))
        return False

    def mouse_up(self, pos: tuple[int, int]) -> bool:
        self._forget_old_press()
        press, self._press = self._press, None
        if self.how == "drag":
            self._let_go(pos)
            return True
        if press is not None:
            piece, _, again = press
            if again:
                self.cancel()
            elif self.scene.settings.moving != "drag":
                self.pick(piece)
            return True
        return False

    def _forget_old_press(self) -> None:
        """Cancel a press if the game has changed since, e.g. if a key has laid the pressed piece."""
        if self._pressed_at != self.scene.session.revision:
            self._press = None

    def release_all(self) -> None:
        """Cancel a drag whose mouse-up event was missed (other scene, outside the window)."""
        self._press = None
        if self.how == "drag":
            self.cancel(quiet=True)

    # --- picking ---

    def _lift(self, piece: object, pressed: tuple[int, int], pos: tuple[int, int]) -> None:
        self.cancel(quiet=True)
        self._begin(piece, "drag")
        image = self.board.held_image(piece, self.turn)
        rect = self.board.piece_rect(piece)
        self._offset = (rect.centerx - pressed[0], rect.centery - pressed[1])
        self.held_sprite = self.scene.stage.add(Sprite(image, z=800, moving=True))
        self._upright, self._lean = image, 0.0
        self.scene.sounds.play("lift")
        self._follow(pos)

    # --- drawing ahead ---

    def restart_drawing(self) -> None:
        """Begin to draw ahead again: sizes, the view or the piece under the mouse may have changed."""
        self._ahead_of, self.drawing = -1, True

    def draw_ahead(self) -> None:
        """Draw one picture that taking a piece will show, in a frame in which the mouse rests."""
        if self._ahead_of != self.scene.session.revision:
            self._ahead_of, self.drawing = self.scene.session.revision, True
            self._ahead = chain.from_iterable(map(self._pictures_of, self.board.pieces()))
        if not self.stirred and self.drawing:
            self.drawing = next(self._ahead, self) is None
        self.stirred = False

    def _pictures_of(self, piece: object) -> Iterator[None]:
        """Draw what the mouse over a piece, a press and a drag will show; the board keeps it."""
        board, turn = self.board, self.board.first_turn()
        board.draw_lifted(piece)
        yield
        board.held_image(piece, turn)
        yield
        targets = board.targets(piece, turn)
        for target in (*targets[:1], *targets[1:][-1:]):  # the last ones often lie differently
            for nearest in (False, True):
                board.glow(target, nearest=nearest)
                yield
            ghost = board.ghost(piece, target)
            if ghost is not None:
                faint(self.scene.look, ghost[0])
                yield
            board.held_image(piece, turn, target)
            yield

    # --- picking by two clicks or keys ---

    def pick(self, piece: object) -> None:
        """Take a piece without moving it: by the first of two clicks, or by a key."""
        self.cancel(quiet=True)
        self._begin(piece, "pick")
        self.scene.sounds.play("lift")

    def _begin(self, piece: object, how: str) -> None:
        self.scene.tweens.finish()
        self.piece, self.how, self.turn = piece, how, self.board.first_turn()
        self.targets = self.board.targets(piece, self.turn)
        self.board.show_picked(piece, how)
        self._mark()
        if how == "pick":
            self._show_ring(piece)
        self.scene.held_changed()

    def _show_ring(self, piece: object) -> None:
        """Draw a ring around a picked piece, as strong as that of a focused widget."""
        look = self.scene.look
        points = _grown(self.board.picked_outline(piece), look.px(5))
        image, left, top = shapes.outline_glow(points, look.theme.focus, look.px(4), 0.5,
                                               max(2.0, 3 * look.k), 0, look.px(12))
        self.ring = self.scene.stage.add(Sprite(image, (left, top), z=RING_Z))

    def cancel(self, *, quiet: bool = False) -> None:
        """Put the held piece back; `quiet` suppresses the sound."""
        if self.how is None:
            return
        piece = self.piece
        self._clear()
        self.board.show_picked(piece, None)
        if not quiet:
            self.scene.sounds.play("lay")
        self.scene.held_changed()

    def _clear(self) -> None:
        for sprite in (self.held_sprite, self.ghost, self.bubble, self.ring, *self.marks, *self.figures):
            if sprite is not None:
                sprite.remove()
        self.held_sprite = self.ghost = self.bubble = self.ring = None
        self.marks, self.figures = [], []
        self.targets = []
        self.near = None
        self.piece = None
        self.how = None

    def forget(self) -> None:
        """Drop references to sprites after the stage was rebuilt."""
        self.held_sprite = self.ghost = self.bubble = self.ring = None
        self.marks, self.figures = [], []
        self._clear()
        self._press = None
        self.restart_drawing()
        self._warm_up()

    def _warm_up(self) -> None:
        """Draw the parts of a bubble now, so that no frame of a drag waits for them."""
        look = self.scene.look
        chrome.bubble(look, "above", pygame.Rect(0, 0, 100, 50), (0, 0), [("0", True)], self.scene.accent)

    # --- holding ---

    def _mark(self) -> None:
        for sprite in self.marks:
            sprite.remove()
        self.marks = []
        shown = self.targets if self.near is None or self.near in self.targets else [*self.targets, self.near]
        for target in shown:
            image, pos = self.board.glow(target, nearest=target == self.near)
            self.marks.append(self._put(image, pos, 30))

    def _put(self, image: pygame.Surface, pos: tuple[int, int], z: int) -> Sprite:
        """Show something on the board; never on the header."""
        sprite = self.scene.stage.add(Sprite(image, pos, z=z))
        (width, height), top = self.scene.look.size, self.scene.look.m.top.bottom
        sprite.clip_to(pygame.Rect(0, top, width, height - top))
        return sprite

    def _follow(self, pos: tuple[int, int]) -> None:
        assert self.held_sprite is not None and self.held_sprite.image is not None
        centre = (pos[0] + self._offset[0], pos[1] + self._offset[1])
        if self.scene.look.speed > 0:
            pull = centre[0] - self.held_sprite.rect.centerx
            self._lean = max(-MOST_LEAN, min(MOST_LEAN, 0.75 * self._lean - 0.22 * pull))
        self._show_held(centre)
        self._aim(self._nearest(centre))
        if self.bubble is not None and self.near is not None \
                and self.held_sprite.rect.colliderect(self._bubble_at[1]):
            self._place_bubble(self.near)

    def _show_held(self, centre: tuple[float, float]) -> None:
        assert self.held_sprite is not None and self._upright is not None
        image = leaning_picture(self._upright, round(self._lean / LEAN_STEP) * LEAN_STEP)
        self.held_sprite.set(image, (centre[0] - image.get_width() / 2, centre[1] - image.get_height() / 2))

    @property
    def leaning(self) -> bool:
        """Whether a dragged piece has not come upright again."""
        return self.how == "drag" and abs(self._lean) >= 1

    def advance(self, ms: float) -> None:
        """Let a leaning piece come upright."""
        if self.leaning and self.held_sprite is not None:
            self._lean *= 0.5 ** (ms / UPRIGHT_AFTER)
            self._show_held(self.held_sprite.rect.center)

    def _nearest(self, centre: tuple[float, float]) -> Target[object] | None:
        return self.board.nearest(self.piece, self.targets, centre)

    def _target_at(self, pos: tuple[int, int]) -> Target[object] | None:
        return self.board.pointed_at(self.piece, self.targets, pos)

    def _aim(self, target: Target[object] | None) -> None:
        """Move ring, ghost and preview to another target."""
        if target == self.near:
            return
        self.near = target
        self._mark()
        for sprite in (self.ghost, self.bubble, *self.figures):
            if sprite is not None:
                sprite.remove()
        self.ghost = self.bubble = None
        self._bubble_at = ("", pygame.Rect(0, 0, 0, 0))
        self.figures = []
        self._turn_held()
        if target is not None:
            for image, pos in self.board.figures(self.piece, target):
                self.figures.append(self._put(image, pos, 33))
            ghost = self.board.ghost(self.piece, target)
            if ghost is not None:
                image = faint(self.scene.look, ghost[0])
                self.ghost = self._put(image, ghost[1], 31)
            if self.scene.settings.previews:
                self._show_bubble(target)
        self.scene.aimed(target)

    def _show_bubble(self, target: Target[object]) -> None:
        self._said = self.board.preview(self.piece, target)
        if self._said:
            self.bubble = self.scene.stage.add(Sprite(z=820, moving=True))
            self._place_bubble(target)

    def _place_bubble(self, target: Target[object]) -> None:
        """Put the preview where it covers neither its place, nor the held piece, nor the header."""
        assert self.bubble is not None
        look = self.scene.look
        board, top = look.m.region("board"), look.m.top.bottom
        assert board is not None
        column = pygame.Rect(board.left, top + 4, board.w, look.size[1] - top - 12)
        area = self.board.preview_area() or column
        avoid = [sprite.rect for sprite in self.figures] + self.board.spoken_of(target)
        if self.held_sprite is not None:
            held = self.held_sprite.rect
            avoid.append(held.inflate(-held.w // 6, -held.h // 6))
        side, box = chrome.bubble_box(look, self._said, target.rect, area, avoid,
                                      below=self.board.bubble_below(target))
        if (side, box) != self._bubble_at:
            self._bubble_at = side, box
            self.bubble.set(*chrome.bubble(look, side, box, target.rect.center, self._said,
                                           self.scene.accent))

    def _turn_held(self) -> None:
        """Draw the held piece as it must lie on the target it is held over."""
        if self.held_sprite is None or self.held_sprite.image is None:
            return
        image = self.board.held_image(self.piece, self.turn, self.near)
        if image is not self._upright:
            self._upright = image
            self._show_held(self.held_sprite.rect.center)

    def turn_piece(self, step: int) -> bool:
        """Turn the held piece (wheel, right click, R), keeping its target. Return False if it
        cannot be turned."""
        if self.how is None or self.board.turns(self.piece) < 2:
            return False
        self.turn = (self.turn + step) % self.board.turns(self.piece)
        place = self.near.place if self.near is not None else None
        self.targets = self.board.targets(self.piece, self.turn)
        self.near = None
        self._mark()
        self._aim(next((t for t in self.targets if t.place == place), None))
        self._turn_held()
        return True

    # --- laying ---

    def _let_go(self, pos: tuple[int, int]) -> None:
        target = self.near
        assert self.held_sprite is not None
        if target is not None:
            self._lay(target, self.held_sprite.rect.center)
        elif self.board.dropped(self.piece, self.held_sprite.rect.center):
            piece = self.piece
            self._clear()
            self.board.show_picked(piece, None)
            self.scene.held_changed()
        else:
            self._refused(pos)

    def _lay(self, target: Target[object], start: tuple[int, int] | None) -> None:
        piece = self.piece
        self._clear()
        self.board.show_picked(piece, None if start is None else "drag")
        if self.board.keep(piece, target, start):
            self.scene.held_changed()
        else:
            self.scene.play(target.move, start)

    def choose(self, target: Target[object]) -> None:
        """Lay the picked piece on a target that a key chose."""
        self._lay(target, None)

    def try_move(self, move: object) -> None:
        """Lay the picked piece by a move that a key chose, or say why it is not legal."""
        target = next((t for t in self.targets if t.move == move), None)
        if target is not None:
            self._lay(target, None)
        else:
            self.scene.refuse(move)

    def _refused(self, pos: tuple[int, int]) -> None:
        """Return a piece that was released over no target, and say why if a move was meant."""
        piece, held = self.piece, self.held_sprite
        centre = held.rect.center if held is not None else pos
        attempt = self.board.attempt(piece, centre)
        if held is None and attempt is None:
            self.cancel()
            return
        if attempt is not None:
            self.scene.refuse(attempt)
        if held is None:
            return
        self.held_sprite = None
        self._clear()
        self._swing_back(piece, held)
        self.scene.held_changed(keep_status=attempt is not None)

    def _swing_back(self, piece: object, held: Sprite) -> None:
        rect = self.board.piece_rect(piece)
        image = held.image
        assert image is not None
        start = held.pos
        goal = (rect.centerx - image.get_width() / 2, rect.centery - image.get_height() / 2)
        ms, ease = self.scene.look.motion("return")
        swing = self.scene.look.design["motion"]["return"]["swing"]

        def step(t: float) -> None:
            angle = math.sin(t * math.pi * 2) * swing * (1 - t)
            turned = pygame.transform.rotozoom(image, angle, 1.0) if angle else image
            x = start[0] + (goal[0] - start[0]) * t + (image.get_width() - turned.get_width()) / 2
            y = start[1] + (goal[1] - start[1]) * t + (image.get_height() - turned.get_height()) / 2
            held.set(turned, (x, y))

        def done() -> None:
            held.remove()
            self.board.show_picked(piece, None)

        self.scene.tweens.add(Tween(ms, ease, step, done))

    # --- keys ---

    def step_piece(self, step: int) -> None:
        """Pick the next (1) or the previous (-1) piece; at first one that fits somewhere, if there is one."""
        pieces = self.board.pieces()
        if self.how == "pick" and self.piece in pieces:
            self.pick(pieces[(pieces.index(self.piece) + step) % len(pieces)])
        elif pieces:
            ordered = pieces[::step]
            self.pick(next(filter(self._fits, ordered), ordered[0]))

    def _fits(self, piece: object) -> bool:
        return any(self.board.targets(piece, way) for way in range(self.board.turns(piece)))

    def step_target(self, step: int) -> bool:
        """Aim at the next or the previous target of the picked piece. Return False if there is none."""
        if self.how != "pick" or not self.targets:
            return False
        at = self.targets.index(self.near) + step if self.near in self.targets else (0 if step > 0 else -1)
        self._aim(self.targets[at % len(self.targets)])
        return True

    def confirm(self) -> bool:
        """Lay the picked piece on the target it aims at (Enter). Return False if it aims at none."""
        if self.how == "pick" and self.near is not None:
            self._lay(self.near, None)
            return True
        return False
