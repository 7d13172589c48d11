"""The table of Turris: a tower on a turntable that can be seen from all sides, and its five faces."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pygame

from game.draw import chrome, shapes
from game.draw.svg import with_alpha
from game.draw.tower import Cells, View, draw_fast, draw_fine, faces, hull, turntable
from game.stage import Sprite
from game.tables.base import Parts, Pointer, Table, Target
from game.tables.turris_panels import WOODS, paint_faces, paint_ladder, paint_points, woods_of
from game.tween import Tween
from game.widgets import Button, IconButton, Widget
from rules.base import Scored
from rules.games.turris import Lay, Pass, TakeOut, Turris, TurrisState
from rules.games.turris_faces import Block, filled_by, squares_of
from rules.session import Ply

REST_YAW, LOW, HIGH = -32.0, 24.0, 58.0
"""At rest the tower is seen over a corner; the eye is low, or high to look from above."""
UPRIGHT, FLAT = "upright", "flat"


class TurrisTable(Table):
    """Pieces are named by how the block is held: upright or flat."""

    points_game = True
    help_boards = "game.tables.turris_help:BOARDS"
    help_facts = "game.tables.turris_help:facts"
    words_of = "game.tables.turris_words:TurrisWords"

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.yaw, self.pitch = REST_YAW, LOW
        self.view = View(REST_YAW, LOW, 40, (0, 0))
        self.taking = False
        """The bonus is to take a block out: which one is still to be said."""
        self.see_through = False
        self._tower: Sprite | None = None
        self._canvas: pygame.Surface | None = None
        self._marks: list[Sprite] = []
        self._panels: list[Sprite] = []
        self._choice: list[Sprite] = []
        self._widgets: list[Widget] = []
        self._cards: dict[str, pygame.Rect] = {}
        self._turn_from = (0, 0)
        self._turned = False
        self._aimed: Any = None

    @property
    def turris(self) -> Turris:
        rules = self.rules
        assert isinstance(rules, Turris)
        return rules

    # --- the picture on the shelf ---

    @staticmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        w, h = surface.get_size()
        blocks = [("V", 0, 0, 0, 0), ("V", 1, 0, 0, 1), ("V", 2, 0, 0, 0), ("V", 2, 1, 0, 1), ("V", 2, 2, 0, 0),
                  ("V", 0, 1, 0, 1), ("V", 1, 1, 0, 0), ("V", 0, 2, 0, 0), ("V", 1, 2, 0, 1), ("X", 0, 0, 2, 1),
                  ("V", 2, 0, 2, 0), ("V", 2, 1, 2, 1), ("Y", 0, 1, 2, 0), ("V", 1, 1, 2, 0), ("V", 2, 2, 2, 1),
                  ("V", 0, 0, 3, 0), ("V", 1, 1, 4, 1), ("V", 2, 1, 4, 0)]
        cells = {square: (i, WOODS[colour]) for i, (way, x, y, z, colour) in enumerate(blocks)
                 for square in squares_of(way, x, y, z)}
        shapes.draw_soft_box(surface, (w / 2 - 70 * k, h / 2 + 52 * k, 150 * k, 40 * k), 20 * k, "#000000", 0.6, 10 * k)
        surface.blit(draw_fine((w, h), cells, View(REST_YAW, LOW, 27 * k, (w / 2 - 2 * k, h / 2 + 70 * k))), (0, 0))

    # --- the board ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        look = self.look
        self.left = pygame.Rect(area.left, area.top, round(area.w * 0.47), area.h)
        right = self.left.right + look.px(8)
        # After the game nobody chooses any more, and the faces get the room.
        foot = 0 if self.scene.read_only else max(look.px(224), 4 * look.line_height("button") + look.px(80))
        self.faces_area = pygame.Rect(right, area.top + look.px(10), area.right - right,
                                      area.h - foot - look.px(26 if foot else 10))
        self.choice_area = pygame.Rect(right, self.faces_area.bottom + look.px(16), area.right - right, foot)
        self.ladder = pygame.Rect(self.left.left, self.left.top + look.px(10), max(look.px(104), 84),
                                  min(look.px(500), self.left.h - look.px(200)))
        self._tower = None
        self._marks, self._panels, self._choice, self._widgets = [], [], [], []
        self._build_turning()

    def _build_turning(self) -> None:
        look = self.look
        side = max(look.px(52), look.design["sizes"]["hit_min"])
        y = self.left.bottom - look.px(84) - side
        spots = [(self.left.left, "replay", lambda: self.turn(-90), "turris.turn_left", "Q"),
                 (self.left.right - side, "rotate", lambda: self.turn(90), "turris.turn_right", "E")]
        for x, icon, action, key, cap in spots:
            IconButton(self.scene, pygame.Rect(x, y, side, side), icon, action, tip=self.say(key), key=cap)
        IconButton(self.scene, pygame.Rect(self.left.right - side, y - side - look.px(10), side, side), "eye",
                   self.toggle_height, tip=self.say("turris.from_above"), key="A")

    def status_centre(self) -> tuple[int, int]:
        return self.left.centerx, self.left.bottom - self.px(28)

    def status_width(self) -> int:
        return self.left.w - self.px(8)

    def _fit_view(self, state: TurrisState) -> None:
        """As large as the tower fits with two more levels on it."""
        look = self.look
        levels = max(6, len(self.turris.levels(state).filled) + 2)
        cp, sp = math.cos(math.radians(self.pitch)), math.sin(math.radians(self.pitch))
        room_h = self.left.h - look.px(150)
        wide = self.left.w - self.ladder.w - look.px(40)
        u = min(room_h / (levels * cp + 4.6 * sp), wide / 5.4, look.px(92))
        centre = (self.left.left + self.ladder.w + look.px(20) + wide / 2,
                  self.left.bottom - look.px(120) - 2.3 * u * sp)
        self.view = View(self.yaw, self.pitch, u, centre)

    def cells(self, blocks: tuple[Block, ...]) -> Cells:
        return {square: (i, woods_of(self.look)[block.colour]) for i, block in enumerate(blocks) for square in block.squares}

    def sync(self, state: TurrisState) -> None:
        self.taking = self.taking and state.bonus
        self._fit_view(state)
        self._show_tower(state)
        self._show_marks(state)
        self._show_panels(state)
        self._show_choice(state)

    def _tower_rect(self) -> pygame.Rect:
        """No larger than turntable and tower: turning redraws it whole."""
        view, levels = self.view, len(self.turris.levels(self.state).filled)
        cp, sp = math.cos(math.radians(view.pitch)), math.sin(math.radians(view.pitch))
        wide, up = round(view.u * 2.75), round(view.u * (levels * cp + 2.75 * sp)) + 8
        down = round(view.u * (2.75 * sp + 0.35)) + self.px(50)
        rect = pygame.Rect(round(view.centre[0]) - wide, round(view.centre[1]) - up, 2 * wide, up + down)
        return rect.clip(self.left.inflate(8, 8))

    def _show_tower(self, state: TurrisState, *, fast: bool = False) -> None:
        rect = self._tower_rect()
        if fast and self._canvas is not None and self._canvas.get_size() == rect.size:
            image = self._canvas
            image.fill((0, 0, 0, 0))
        else:
            image = self._canvas = pygame.Surface(rect.size, pygame.SRCALPHA).convert_alpha()
        view = View(self.view.yaw, self.view.pitch, self.view.u,
                    (self.view.centre[0] - rect.left, self.view.centre[1] - rect.top))
        table = turntable(round(view.u * 2.6), view.pitch)
        spot = table.get_rect(midtop=(round(view.centre[0]), round(
            view.centre[1] - view.u * 2.6 * math.sin(math.radians(view.pitch)) - 4)))
        if not fast:
            shapes.draw_soft_box(image, spot.inflate(-spot.w // 6, -spot.h // 4).move(0, self.px(26)), spot.h / 2,
                                 "#000000", 0.5, 18 * self.look.k)
        image.blit(table, spot)
        self._letters(image, view)
        cells = self.cells(state.blocks)
        if fast:
            draw_fast(image, cells, view)
        else:
            tower = draw_fine(rect.size, cells, view)
            image.blit(with_alpha(tower, 0.4) if self.see_through else tower, (0, 0))
        if self._tower is None:
            self._tower = self.put(image, rect.topleft, 1)
        self._tower.set_moving(fast)
        self._tower.set(image, rect.topleft)
        self._tower.redraw()

    def _letters(self, image: pygame.Surface, view: View) -> None:
        """South, east, north and west on the rim of the turntable."""
        for name, (x, y) in {"south": (1.5, -0.65), "east": (3.65, 1.5), "north": (1.5, 3.65), "west": (-0.65, 1.5)}.items():
            at = view.point(x, y, 0)
            if view.away(x, y) < 1.2:
                self.look.write(image, self.say(f"turris.face.{name}")[0], "button", at, "center", "#f6dfbd")

    def _show_marks(self, state: TurrisState) -> None:
        """Squares that are closed for this turn; in a removal the blocks that can be taken."""
        for sprite in self._marks:
            sprite.remove()
        self._marks = []
        for square in state.freed:
            self._outline((square,), self.look.theme.bad, dashed=True)
        if self.taking:
            for block in self.turris.removable(state):
                self._outline(block.squares, self.look.theme.good)
        for pointer in self.pointers:
            self._point_at(state, pointer)

    def _point_at(self, state: TurrisState, pointer: Pointer) -> None:
        move, colour = pointer.move, self.pointer_colour(pointer.kind)
        if isinstance(move, TakeOut):
            block = filled_by(state.blocks).get((move.x, move.y, move.z))
            if block is not None:
                self._outline(block.squares, colour, dashed=pointer.kind == "wrong")
        elif isinstance(move, Lay):
            if pointer.kind == "better":
                image, pos = self._block_at(move, WOODS[state.player])
                self._marks.append(self.put(with_alpha(image, 0.7), pos, 23))
            self._outline(_squares(move), colour, dashed=pointer.kind == "wrong")

    def _outline(self, cubes: Any, colour: str, *, dashed: bool = False) -> None:
        points = tuple((round(x), round(y)) for x, y in hull(cubes, self.view))
        look = self.look
        image, left, top = shapes.outline_glow(points, colour, look.px(8), 0.6, max(2.0, 3 * look.k), 0.12, look.px(6),
                                               (9 * look.k, 7 * look.k) if dashed else None)
        self._marks.append(self.put(image, (left, top), 24))

    # --- panels ---

    def _show_panels(self, state: TurrisState, move: Any = None) -> None:
        for sprite in self._panels:
            sprite.remove()
        self._panels = []
        area = self.faces_area
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        now = self.turris.faces(state)
        then = self.turris.faces_after(state, move) if move is not None else now
        changed = {a.name for a, b in zip(now, then) if a.points != b.points or a.seen != b.seen}
        levels = max(len(self.turris.levels(state).filled), 1 + max((s[2] for s in _squares(move)), default=0))
        rest = paint_faces(self, image, image.get_rect(), then, changed, levels)
        points = (sum(face.points[0] for face in now), sum(face.points[1] for face in now))
        after = (sum(face.points[0] for face in then), sum(face.points[1] for face in then))
        paint_points(self, image, rest, points, after if move is not None else None)
        self._panels.append(self.put(image, area.topleft, 40))
        ladder = pygame.Surface(self.ladder.size, pygame.SRCALPHA)
        paint_ladder(self, ladder, ladder.get_rect())
        self._panels.append(self.put(ladder, self.ladder.topleft, 40))

    def _show_choice(self, state: TurrisState) -> None:
        """The bonus with its three answers, or the two ways to hold a block."""
        for widget in self._widgets:
            if self.scene._hovered is widget:
                self.scene._hovered = None
            widget.remove()
        for sprite in self._choice:
            sprite.remove()
        self._widgets, self._cards, self._choice = [], {}, []
        if self.scene.read_only:
            return
        look, area = self.look, self.choice_area
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        box = image.get_rect()
        bonus = state.bonus and self.scene.my_turn
        chrome.draw_panel(look, image, box, radius=look.px(16), shadow=None,
                          stroke=self.scene.accent if bonus else None)
        head = look.px(14) + look.line_height("name")
        x = box.left + look.px(20)
        if bonus:
            look.draw_icon(image, "star_full", (x + look.px(12), look.px(12) + look.line_height("name") // 2), look.px(26),
                           look.theme.brass)
            title = look.write(image, self.say("turris.bonus"), "name", (x + look.px(34), look.px(12)), "topleft")
            look.write(image, self.say("turris.bonus_more"), "label", (title.right + look.px(14), title.centery), "midleft",
                       look.theme.dim, fit=box.right - title.right - look.px(30))
        else:
            left = state.stock[self._seat(state)]
            look.write(image, self.say("turris.your_block", n=left), "name", (x, look.px(12)), "topleft")
        self._choice.append(self.put(image, area.topleft, 41))
        row = pygame.Rect(area.left + look.px(20), area.top + head + look.px(8), area.w - look.px(40),
                          area.h - head - look.px(26))
        if bonus:
            self._bonus_buttons(row, state)
        elif self.scene.my_turn:
            self._block_cards(row, state)

    def _seat(self, state: TurrisState) -> int:
        viewer = self.scene.viewer
        return viewer if viewer is not None and len(self.scene.humans) == 1 else state.player

    def _bonus_buttons(self, row: pygame.Rect, state: TurrisState) -> None:
        scene, look = self.scene, self.look
        gap = look.px(12)
        legal = list(self.rules.legal_moves(state))
        height = max(look.px(58), look.design["sizes"]["hit_min"])
        width = (row.w - 2 * gap) // 3
        can_lay = any(isinstance(move, Lay) for move in legal)
        can_take = any(isinstance(move, TakeOut) for move in legal)
        entries = [("turris.another", "putin", lambda: self._set_taking(False), can_lay, not self.taking),
                   ("turris.take_out", "takeout", lambda: self._set_taking(True), can_take, self.taking),
                   ("turris.decline", "cross", lambda: scene.act(Pass()), True, False)]
        for i, (key, icon, action, legal_now, chosen) in enumerate(entries):
            rect = pygame.Rect(row.left + i * (width + gap), row.top, width, height)
            self._widgets.append(Button(scene, rect, self.say(key), action, icon=icon, enabled=legal_now, z=60,
                                        kind="primary" if chosen and legal_now else "secondary",
                                        tip=self.say(f"{key}_tip")))
        if can_lay and not self.taking:
            side = pygame.Rect(row.left, row.top + height + gap, row.w, row.h - height - gap)
            if side.h > look.px(40):
                self._block_cards(side, state)

    def _set_taking(self, taking: bool) -> None:
        self.scene.hand.cancel(quiet=True)
        self.taking = taking
        self._show_marks(self.state)
        self._show_choice(self.state)
        if taking:
            self.scene.set_status(self.say("turris.choose_block"), icon="takeout")
        else:
            self.scene.idle_status()

    def _block_cards(self, row: pygame.Rect, state: TurrisState) -> None:
        """Two cards from which a block is dragged, one for each way; or a pass that is the only move."""
        scene, look = self.scene, self.look
        if not any(isinstance(move, Lay) for move in self.rules.legal_moves(state)):
            if not state.bonus:
                rect = pygame.Rect(row.left, row.top, row.w, min(row.h, look.px(72)))
                self._widgets.append(Button(scene, rect, self.say("triangle.pass"), lambda: scene.act(Pass()), icon="skip",
                                            kind="primary", z=60))
            return
        gap = look.px(12)
        width = (row.w - gap) // 2
        for i, name in enumerate((UPRIGHT, FLAT)):
            rect = pygame.Rect(row.left + i * (width + gap), row.top, width, row.h)
            image = pygame.Surface(rect.size, pygame.SRCALPHA)
            box = image.get_rect()
            held = scene.hand.holding and scene.hand.piece == name
            shapes.draw_box(image, box, look.px(14), look.theme.raised, 1, scene.accent if held else look.theme.line,
                            1 if held else 0.2, max(1.2, 2 * look.k))
            picture = self._block_picture(name, min(rect.h * 0.34, look.px(46)))
            image.blit(picture, picture.get_rect(center=(box.left + box.w // 3, box.centery)))
            look.write(image, self.say(f"kwinty.{name}"), "button", (box.left + box.w // 2 + look.px(10), box.centery),
                       "midleft", fit=box.w // 2 - look.px(20))
            self._choice.append(self.put(image, rect.topleft, 45))
            self._cards[name] = rect

    def _block_picture(self, name: str, u: float) -> pygame.Surface:
        return _block_picture("V" if name == UPRIGHT else "X", round(u), woods_of(self.look)[self.state.player], round(self.yaw))

    # --- turning ---

    def press_felt(self, pos: tuple[int, int]) -> bool:
        if not self.left.collidepoint(pos):
            return False
        if self.taking:
            block = self.block_at(pos)
            if block is not None:
                self._take(block)
                return False
        self._turn_from, self._turned = pos, False
        return True

    def drag_felt(self, pos: tuple[int, int]) -> None:
        dx, dy = pos[0] - self._turn_from[0], pos[1] - self._turn_from[1]
        self._turn_from = pos
        self._turned = True
        self.yaw = (self.yaw - dx * 0.4 + 180) % 360 - 180
        self.pitch = max(14.0, min(64.0, self.pitch + dy * 0.25))
        self._turn_fast()

    def _turn_fast(self) -> None:
        self._fit_view(self.state)
        for sprite in self._marks:
            sprite.remove()
        self._marks = []
        self._show_tower(self.state, fast=True)

    def release_felt(self) -> None:
        if self._turned:
            self._settle_view()

    def _settle_view(self) -> None:
        self._fit_view(self.state)
        self._show_tower(self.state)
        self._show_marks(self.state)

    def turn(self, by: float) -> None:
        """A quarter turn, to the nearest rest position."""
        self.scene.hand.cancel(quiet=True)
        quarter = round((self.yaw - REST_YAW) / 90) * 90 + REST_YAW
        self._glide(quarter + by, self.pitch)

    def toggle_height(self) -> None:
        self.scene.hand.cancel(quiet=True)
        self._glide(self.yaw, LOW if self.pitch > (LOW + HIGH) / 2 else HIGH)

    def _glide(self, yaw: float, pitch: float) -> None:
        start = (self.yaw, self.pitch)
        ms, ease = self.look.motion("orbit")

        def step(t: float) -> None:
            self.yaw, self.pitch = start[0] + (yaw - start[0]) * t, start[1] + (pitch - start[1]) * t
            if t < 1:
                self._turn_fast()

        def done() -> None:
            self.yaw = (self.yaw + 180) % 360 - 180
            self._settle_view()

        self.scene.tweens.add(Tween(ms, ease, step, done))

    def block_at(self, pos: tuple[int, int]) -> Block | None:
        """The block whose side is seen there."""
        for face in reversed(faces(self.cells(self.state.blocks), self.view)):
            if _inside(pos, face.points):
                return self.state.blocks[face.block]
        return None

    def _take(self, block: Block) -> None:
        move = TakeOut(*block.square)
        if self.rules.why_illegal(self.state, move) is None:
            self.taking = False
            self.scene.act(move)
        else:
            self.scene.refuse(move)

    # --- the hand ---

    def piece_at(self, pos: tuple[int, int]) -> str | None:
        return next((name for name, rect in self._cards.items() if rect.collidepoint(pos)), None)

    def pieces(self) -> list[str]:
        return list(self._cards)

    def piece_rect(self, piece: str) -> pygame.Rect:
        return self._cards.get(piece, self.choice_area)

    def turns(self, piece: str) -> int:
        return 2

    def _held_as(self, piece: str, turn: int) -> str:
        return piece if turn % 2 == 0 else FLAT if piece == UPRIGHT else UPRIGHT

    def held_image(self, piece: str, turn: int, near: Target | None = None) -> pygame.Surface:
        way = near.move.way if near is not None else "V" if self._held_as(piece, turn) == UPRIGHT else "X"
        return _block_picture(way, round(self.view.u), woods_of(self.look)[self.state.player], round(self.yaw))

    def targets(self, piece: str, turn: int) -> list[Target]:
        upright = self._held_as(piece, turn) == UPRIGHT
        found = []
        for move in self.turris.lays(self.state):
            if (move.way == "V") == upright:
                found.append(Target(move, (move.way, move.x, move.y, move.z), self._rect_of(_squares(move))))
        return found

    def _rect_of(self, cubes: Any) -> pygame.Rect:
        """What some cubes cover on the screen."""
        points = hull(cubes, self.view)
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return pygame.Rect(round(min(xs)), round(min(ys)), round(max(xs) - min(xs)), round(max(ys) - min(ys)))

    def reach(self) -> int:
        return round(self.view.u * 1.5)

    def attempt(self, piece: str, pos: tuple[int, int]) -> Lay | None:
        """The column whose top is nearest to where the block was let go."""
        if not self.left.collidepoint(pos):
            return None
        filled = filled_by(self.state.blocks)
        way = "V" if self._held_as(piece, self.scene.hand.turn) == UPRIGHT else "X"
        tops = []
        for x in range(3):
            for y in range(3):
                z = 0
                while (x, y, z) in filled:
                    z += 1
                tops.append((math.dist(self.view.point(x + 0.5, y + 0.5, z + 0.5), pos), x, y, z))
        _, x, y, z = min(tops)
        return Lay(way, x, y, z)

    def show_picked(self, piece: str, how: str | None) -> None:
        self._show_choice(self.state)

    def glow(self, target: Target, *, nearest: bool) -> tuple[pygame.Surface, tuple[int, int]]:
        look = self.look
        token = look.design["glow"]["target" if nearest else "possible"]
        move = target.move
        points = tuple((round(x), round(y)) for x, y in hull(squares_of(move.way, move.x, move.y, move.z), self.view))
        image, left, top = shapes.outline_glow(
            points, look.theme.box_accent(self.scene.game), look.px(token["blur"]), token["alpha"],
            max(2.0, token["line"] * look.k), 0.1, look.px(5), None if nearest else (9 * look.k, 7 * look.k))
        return image, (left, top)

    def ghost(self, piece: str, target: Target) -> tuple[pygame.Surface, tuple[int, int]]:
        return self._block_at(target.move, woods_of(self.look)[self.state.player])

    def _block_at(self, move: Lay, wood: str) -> tuple[pygame.Surface, tuple[int, int]]:
        """A block as it would lie, seen as the tower is seen."""
        area = self._rect_of(_squares(move)).inflate(self.px(20), self.px(20))
        view = View(self.view.yaw, self.view.pitch, self.view.u,
                    (self.view.centre[0] - area.left, self.view.centre[1] - area.top))
        cells = {square: (0, wood) for square in _squares(move)}
        image = pygame.Surface(area.size, pygame.SRCALPHA)
        image.blit(draw_fine(area.size, cells, view), (0, 0))
        return image, area.topleft

    def aim(self, target: Target | None) -> None:
        """The faces show what the ghost would change."""
        move = target.move if target is not None else None
        if move != self._aimed:
            self._aimed = move
            self._show_panels(self.state, move)

    def preview(self, piece: str, target: Target) -> Parts:
        middle = target.move.block(self.state.player).covers_middle
        after = self.rules.apply(self.state, target.move).state
        gain = ((after.points[self.state.player] - after.points[1 - self.state.player])
                - (self.state.points[self.state.player] - self.state.points[1 - self.state.player]))
        parts: Parts = [(f"{gain:+d}".replace("-", "\u2212"), True)]
        if middle and after.bonus:
            parts.append((self.say("turris.and_bonus"), False))
        return parts

    def held_status(self, piece: str, targets: list[Target]) -> tuple[str, str]:
        name = self._held_as(piece, self.scene.hand.turn)
        more = "kwinty.held_more" if targets else "triangle.held_nowhere"
        return self.say(f"kwinty.held_{name}"), self.say(more)

    def view_key(self, event: pygame.Event) -> bool:
        actions: dict[int, Callable[[], None]] = {
            pygame.K_q: lambda: self.turn(-90), pygame.K_e: lambda: self.turn(90), pygame.K_a: self.toggle_height,
            pygame.K_x: self._toggle_see_through}
        if event.key in actions:
            actions[event.key]()
            return True
        return False

    def key(self, event: pygame.Event) -> bool:
        if self.state.bonus and event.key in (pygame.K_t, pygame.K_d):
            if event.key == pygame.K_t:
                self._set_taking(not self.taking)
            else:
                self.scene.act(Pass())
            return True
        if self.taking and event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN):
            return self._choose_by_key(event.key)
        return False

    def _choose_by_key(self, key: int) -> bool:
        """In a removal the arrows go through the blocks that can be taken, Enter takes."""
        blocks = self.turris.removable(self.state)
        if not blocks:
            return False
        at = getattr(self, "_chosen", 0) % len(blocks)
        if key == pygame.K_RETURN:
            self._take(blocks[at])
            return True
        self._chosen = at + (1 if key == pygame.K_RIGHT else -1)
        self._show_marks(self.state)
        self._outline(blocks[self._chosen % len(blocks)].squares, self.look.theme.focus)
        return True

    def _toggle_see_through(self) -> None:
        self.see_through = not self.see_through
        self._show_tower(self.state)

    # --- movement ---

    def animate(self, ply: Ply, before: TurrisState, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        self._aimed = None
        move = ply.move
        if isinstance(move, Lay):
            self._animate_lay(ply, before, start, done)
        elif isinstance(move, TakeOut):
            self.scene.app.sounds.play("draw")
            self.scene.after(260 * self.look.speed, done)
        else:
            self.scene.after(200 * self.look.speed, done)

    def _animate_lay(self, ply: Ply, before: TurrisState, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        move = ply.move
        image = _block_picture(move.way, round(self.view.u), woods_of(self.look)[ply.by], round(self.yaw))
        points = hull(squares_of(move.way, move.x, move.y, move.z), self.view)
        goal = (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
        first = start or (self.choice_area.centerx, self.choice_area.top)
        flying = self.put(image, image.get_rect(center=first).topleft, 800, moving=True)
        ms, ease = self.look.motion("snap" if start else "bot")

        def step(t: float) -> None:
            centre = (round(first[0] + (goal[0] - first[0]) * t), round(first[1] + (goal[1] - first[1]) * t))
            flying.set(pos=image.get_rect(center=centre).topleft)

        def landed() -> None:
            flying.remove()
            self.scene.app.sounds.play("block")
            if ply.state.bonus:
                self.scene.app.sounds.play("bonus")
            done()

        self.scene.tweens.add(Tween(ms, ease, step, landed))

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        return self.left.center

    # --- words ---

    def idle_line(self) -> tuple[str, str] | None:
        if self.state.bonus:
            return self.say("turris.bonus"), self.say("turris.bonus_more")
        return None

    def pills(self) -> list[tuple[str, str]]:
        if self.turris.games == 1:
            return []
        return [("target", self.say("turris.game_of", round=self.state.round, games=self.turris.games))]

    def plate_line(self, seat: int) -> str:
        wood = self.say(f"turris.wood{seat}")
        return f"{wood}  \u00b7  {self.say('triangle.left', n=self.state.stock[seat])}"

    def log_value(self, ply: Ply) -> str:
        gain = sum(event.points if event.by == ply.by else 0 for event in ply.events if isinstance(event, Scored))
        return f"{gain:+d}".replace("-", "\u2212") if gain else ""

    def hint_piece(self, move: Any) -> str | None:
        name = UPRIGHT if isinstance(move, Lay) and move.way == "V" else FLAT
        return name if isinstance(move, Lay) and name in self._cards else None

    def hint_rect(self, move: Any) -> pygame.Rect | None:
        if isinstance(move, TakeOut):
            return self._rect_of(filled_by(self.state.blocks)[move.x, move.y, move.z].squares)
        return self._widgets[-1].rect if self._widgets else None


def _squares(move: Any) -> tuple[Any, ...]:
    return squares_of(move.way, move.x, move.y, move.z) if isinstance(move, Lay) else ()


def _inside(pos: tuple[int, int], points: tuple[tuple[float, float], ...]) -> bool:
    """Whether a pixel lies in a convex polygon."""
    signs = set()
    for i, (x1, y1) in enumerate(points):
        x2, y2 = points[(i + 1) % len(points)]
        cross = (x2 - x1) * (pos[1] - y1) - (y2 - y1) * (pos[0] - x1)
        if cross:
            signs.add(cross > 0)
    return len(signs) <= 1


@lru_cache(maxsize=48)
def _block_picture(way: str, u: int, wood: str, yaw: int) -> pygame.Surface:
    """A block by itself, turned as the tower is turned."""
    side = round(u * 4.4)
    cells = {square: (0, wood) for square in squares_of(way, 1, 1, 0)}
    picture = draw_fine((side, side), cells, View(yaw, LOW, u, (side / 2, side * 0.62)))
    return picture.subsurface(picture.get_bounding_rect()).copy()
