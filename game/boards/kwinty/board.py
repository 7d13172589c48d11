"""The table of Kwinty: a wall seen from the front that grows to either side, and a pile of blocks below it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pygame

from game.boards.kit.base import Parts, Table, Target
from game.boards.kwinty.marks import WallMarks
from game.draw import chrome, shapes, surfaces
from game.draw.block import EBONY, EBONY_INLAID, MAPLE, block
from game.ui.look import Look
from game.ui.stage import Sprite
from game.ui.tween import Tween
from game.ui.widgets import Button, Widget
from rules.base import Scored
from rules.games.kwinty.rules import FLAT, PASS, UPRIGHT, Kwinty, KwintyState, Laid, Lay, Square
from rules.session import Ply

WOODS = (MAPLE, EBONY)
WOODS_SAFE = (MAPLE, EBONY_INLAID)
PIECE = "block"
"""All blocks of a colour are alike: one name for whichever is picked."""


def woods_of(look: Look) -> tuple[str, str]:
    """The woods of the two players; with the aid for eyes on the second has an inlay."""
    return WOODS_SAFE if look.theme.safe_colours else WOODS


class KwintyTable(Table):
    """Squares are those of the rules; y grows upwards."""

    points_game = True
    help_boards = "game.boards.kwinty.help:BOARDS"
    help_facts = "game.boards.kwinty.help:facts"
    words_of = "game.boards.kwinty.spoken:KwintyWords"

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.u = 60
        self.left_x = 0.0
        self.ground_y = 0
        self._sprites: list[Sprite] = []
        self._pile: list[tuple[Sprite, pygame.Rect]] = []
        self._buttons: list[Widget] = []
        self._way = 0
        """0 flat, 1 upright: how the next block is picked up."""
        self.marks = WallMarks(self)
        self._ring = lru_cache(maxsize=16)(self._draw_ring)

    @property
    def kwinty(self) -> Kwinty:
        rules = self.rules
        assert isinstance(rules, Kwinty)
        return rules

    # --- the picture on the shelf ---

    @staticmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        w, h = surface.get_size()
        u = round(37 * k)
        wall = [("H", 0, 0, 0), ("H", 2, 0, 1), ("H", 4, 0, 0), ("V", 0, 1, 1), ("H", 1, 1, 0), ("V", 3, 1, 1),
                ("V", 4, 1, 0), ("V", 5, 1, 1), ("H", 1, 2, 1), ("V", 0, 3, 0), ("H", 3, 3, 0), ("V", 1, 3, 1)]
        left, ground = w / 2 - 3 * u, h / 2 + 2.45 * u
        for i, (way, x, y, seat) in enumerate(wall):
            wide, high = (2, 1) if way == "H" else (1, 2)
            made = block(wide, high, u, WOODS[seat], i + 3)
            surface.blit(made.image, (round(left + x * u) - made.pad, round(ground - (y + high) * u) - made.pad))

    # --- the board ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        look = self.look
        rack = look.m.region("rack")
        assert rack is not None
        low = min(rack.h, look.px(look.design["sizes"]["rack"]["low"]))
        self.rail = pygame.Rect(rack.left, rack.bottom - low, rack.w, low)
        plank = look.px(40)
        self.board = pygame.Rect(area.left, area.top, area.w, self.rail.top - area.top)
        room = self.board.h - plank - look.px(96)
        smallest, largest = look.design["sizes"]["board_piece"]["block"]
        span = 2 * self.kwinty.width - 1
        self.u = int(max(look.px(smallest) * 0.7, min(look.px(largest), room / self.kwinty.height,
                                                      self.board.w / min(span, 15))))
        self.ground_y = self.rail.top - plank - look.px(16)
        self._paint_plank(ground, plank)
        chrome.draw_rail(look, ground, self.rail, look.k, seed=9)
        self._ring.cache_clear()
        self._sprites, self._pile, self._buttons = [], [], []

    def _paint_plank(self, ground: pygame.Surface, height: int) -> None:
        look = self.look
        rect = pygame.Rect(self.board.left + look.px(90), self.ground_y, self.board.w - look.px(180), height)
        image = look.pictures.get(f"plank:{rect.size}:{look.theme.rail}",
                                  lambda: surfaces.wood(rect.w, rect.h, look.theme.rail, 12, radius=look.px(14)))
        chrome.draw_shadow(look, ground, rect, look.px(14), "float")
        ground.blit(image, rect)
        shapes.draw_box(ground, rect, look.px(14), None, 1, "#ffffff", 0.2)

    def status_centre(self) -> tuple[int, int]:
        return self.board.centerx, self.board.top + self.px(30)

    def put_mark(self, image: pygame.Surface, pos: tuple[float, float], z: int) -> None:
        """Something that is gone with the next position."""
        self._sprites.append(self.put(image, pos, z))

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """The lower left corner of a square."""
        return round(self.left_x + x * self.u), round(self.ground_y - y * self.u)

    def square_rect(self, square: Square) -> pygame.Rect:
        x, y = self.pixel(square[0], square[1] + 1)
        return pygame.Rect(x, y, self.u, self.u)

    def lay_rect(self, lay: Lay) -> pygame.Rect:
        first, second = lay.squares
        return self.square_rect(first).union(self.square_rect(second))

    def sync(self, state: KwintyState) -> None:
        wall = state.wall
        middle = (wall.left + wall.right + 1) / 2 if wall.laid else 0.5
        self.left_x = self.board.centerx - middle * self.u
        for sprite in self._sprites:
            sprite.remove()
        self._sprites = []
        self.marks.show_reach(state)
        for number, laid in enumerate(wall.laid):
            self._put_block(laid, number)
        self.marks.show_rows(state)
        self.marks.show_pointers(state)
        self._show_pile(state)

    def _put_block(self, laid: Laid, number: int) -> None:
        rect = self.lay_rect(laid.lay)
        made = self.block_image(laid.by, laid.lay.way, number)
        self._sprites.append(self.put(made.image, (rect.left - made.pad, rect.top - made.pad), z=2))

    def block_image(self, seat: int, way: str, number: int, *, lifted: bool = False) -> Any:
        wide, high = (2, 1) if way == FLAT else (1, 2)
        return block(wide, high, self.u, woods_of(self.look)[seat], number % 6 + 1, lifted=lifted)

    # --- the pile ---

    def _show_pile(self, state: KwintyState) -> None:
        look, scene = self.look, self.scene
        for widget in self._buttons:
            widget.remove()
        self._buttons, self._pile = [], []
        seat = scene.viewer if scene.viewer is not None else state.player
        if len(scene.humans) == 2:
            seat = state.player
        count = self.kwinty.blocks_left(state, seat)
        half = look.px(42)
        left = self.rail.left + look.px(38)
        buttons = 2 * (look.px(160) + look.px(8)) + look.px(40)
        told = ((self.say("kwinty.left", n=count), "button"), (self.say("kwinty.turn"), "label"))
        words = max(look.px(190), min(look.px(300), max(look.width(text, role) for text, role in told)))
        room = self.rail.right - buttons - words - look.px(20) - left
        step = min(2 * half + look.px(10), (room - 2 * half) / max(1, count - 1))
        y = self.rail.centery - half // 2
        for i in range(count):
            made = block(2, 1, half, woods_of(look)[seat], i % 6 + 1)
            rect = pygame.Rect(round(left + i * step), y, 2 * half, half)
            sprite = self.put(made.image, (rect.left - made.pad, rect.top - made.pad), z=45)
            self._sprites.append(sprite)
            self._pile.append((sprite, rect))
        x = self.rail.right - buttons - words
        apart = max(look.px(13), look.line_height("label") // 2)
        for (text, role), dy in zip(told, (-apart, apart)):
            image = look.text_image(text, role, "#f8f1e1", look.fitting(text, role, words))
            self._sprites.append(self.put(image, image.get_rect(midleft=(x, self.rail.centery + dy)).topleft, 45))
        self._show_buttons(state)

    def _show_buttons(self, state: KwintyState) -> None:
        scene, look = self.scene, self.look
        if not scene.my_turn:
            return
        height = max(look.px(64), look.design["sizes"]["hit_min"])
        width = look.px(160)
        y = self.rail.centery - height // 2
        right = self.rail.right - look.px(28)
        if self.rules.why_illegal(state, PASS) is None:
            rect = pygame.Rect(right - 2 * width, y, 2 * width, height)
            self._buttons.append(Button(scene, rect, self.say("triangle.pass"), lambda: scene.act(PASS), icon="skip",
                                        kind="primary", z=60))
            return
        for i, (way, icon) in enumerate((("flat", "flat"), ("upright", "upright"))):
            rect = pygame.Rect(right - (2 - i) * (width + look.px(8)), y, width, height)
            self._buttons.append(Button(scene, rect, self.say(f"kwinty.{way}"), lambda n=i: self._choose_way(n), icon=icon,
                                        kind="primary" if i == self._way else "secondary", z=60))

    def _choose_way(self, way: int) -> None:
        self._way = way
        hand = self.scene.hand
        if not hand.holding:
            self.sync(self.state)
        elif hand.turn != way:
            hand.turn_piece(1)

    # --- the hand ---

    def piece_at(self, pos: tuple[int, int]) -> str | None:
        return PIECE if any(rect.collidepoint(pos) for _, rect in self._pile) else None

    def pieces(self) -> list[str]:
        return [PIECE] if self._pile else []

    def piece_rect(self, piece: str) -> pygame.Rect:
        return self._pile[-1][1] if self._pile else self.rail

    def turns(self, piece: str) -> int:
        return 2

    def first_turn(self) -> int:
        return self._way

    def _way_of(self, turn: int) -> str:
        return UPRIGHT if turn % 2 else FLAT

    def held_image(self, piece: str, turn: int, near: Target | None = None) -> pygame.Surface:
        way = near.move.way if near is not None else self._way_of(turn)
        made = self.block_image(self.state.player, way, 1, lifted=True)
        return _tilted(made.image, near is None)

    def targets(self, piece: str, turn: int) -> list[Target]:
        """Places for the block as it is held, and those where only the other way fits: there it turns by itself."""
        way = self._way_of(turn)
        legal = [move for move in self.rules.legal_moves(self.state) if isinstance(move, Lay)]
        mine = [move for move in legal if move.way == way]
        taken = {square for move in mine for square in move.squares}
        others = [move for move in legal if move.way != way and not taken & set(move.squares)]
        return [Target(move, (move.x, move.y), self.lay_rect(move)) for move in (*mine, *others)]

    def reach(self) -> int:
        return round(self.u * 1.3)

    def attempt(self, piece: str, pos: tuple[int, int]) -> Lay | None:
        if not self.board.collidepoint(pos):
            return None
        way = self._way_of(self.scene.hand.turn)
        x = (pos[0] - self.left_x) / self.u - (1 if way == FLAT else 0.5)
        y = (self.ground_y - pos[1]) / self.u - (0.5 if way == FLAT else 1)
        return Lay(way, round(x), max(0, round(y)))  # type: ignore[arg-type]

    def show_picked(self, piece: str, how: str | None) -> None:
        if self._pile:
            self._pile[-1][0].show(how is None)

    def glow(self, target: Target, *, nearest: bool) -> tuple[pygame.Surface, tuple[int, int]]:
        image, margin = self._ring(target.rect.size, nearest)
        return image, (target.rect.left - margin, target.rect.top - margin)

    def _draw_ring(self, size: tuple[int, int], nearest: bool) -> tuple[pygame.Surface, int]:
        look = self.look
        token = look.design["glow"]["target" if nearest else "possible"]
        colour = look.theme.box_accent(self.scene.game)
        margin = look.px(token["blur"] * 2 + 8)
        image = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, *size).inflate(-6, -6)
        if nearest:
            shapes.draw_ring_glow(image, box, look.px(10), colour, token["alpha"], token["blur"] * look.k)
            shapes.draw_box(image, box, look.px(10), colour, token["fill"], colour, 1, max(2.0, token["line"] * look.k))
        else:
            shapes.draw_box(image, box, look.px(10), colour, 0.08)
            shapes.draw_dashed_box(image, box, look.px(10), colour, 0.75, max(1.2, token["line"] * look.k * 0.8),
                                   (9 * look.k, 7 * look.k))
        return image, margin

    def ghost(self, piece: str, target: Target) -> tuple[pygame.Surface, tuple[int, int]]:
        made = self.block_image(self.state.player, target.move.way, 1)
        return made.image, (target.rect.left - made.pad, target.rect.top - made.pad)

    def show_refusal(self, where: Any) -> None:
        """The square that forbids it: ringed in red for a moment."""
        rect = self.square_rect(where)
        image, margin = self.marks.ring(rect.size, self.look.theme.bad, dashed=False)
        mark = self.put(image, (rect.left - margin, rect.top - margin), 34)
        self.scene.after(1600, mark.remove)

    def points_of(self, target: Target) -> int:
        return sum(event.points for event in self.rules.apply(self.state, target.move).events
                   if isinstance(event, Scored))

    def preview(self, piece: str, target: Target) -> Parts:
        after = self.rules.apply(self.state, target.move).state
        if after.ended is not None and after.ended.why == "five":
            return [(self.say("kwinty.wins", win=self.kwinty.win), True)]
        gained = self.points_of(target)
        return [(self.say("kwinty.four", n=gained, count=self.kwinty.counted), True)] if gained else []

    def held_status(self, piece: str, targets: list[Target]) -> tuple[str, str]:
        way = "upright" if self.scene.hand.turn % 2 else "flat"
        return self.say(f"kwinty.held_{way}"), self.say("kwinty.held_more")

    # --- movement ---

    def animate(self, ply: Ply, before: KwintyState, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        move = ply.move
        if not isinstance(move, Lay):
            self.scene.after(200 * self.look.speed, done)
            return
        rect = self.lay_rect(move)
        made = self.block_image(ply.by, move.way, len(before.wall.laid))
        above = (rect.left - made.pad, rect.top - made.pad - self.u * 0.7)
        first = (start[0] - made.image.get_width() / 2, start[1] - made.image.get_height() / 2) if start else \
            (self.rail.left + self.px(80), self.rail.top)
        flying = self.put(made.image, first, 800, moving=True)
        self._sprites.append(flying)
        ms, ease = self.look.motion("snap" if start else "bot")

        def glide(t: float) -> None:
            flying.set(pos=(first[0] + (above[0] - first[0]) * t, first[1] + (above[1] - first[1]) * t))

        def fall() -> None:
            self.scene.tweens.add(Tween(110 * self.look.speed, "linear", drop, landed))

        def drop(t: float) -> None:
            flying.set(pos=(above[0], above[1] + self.u * 0.7 * t * t))

        def landed() -> None:
            flying.remove()
            self.scene.app.sounds.play("block")
            self._celebrate(ply, rect.center)
            done()

        self.scene.tweens.add(Tween(ms, ease, glide, fall))

    def _celebrate(self, ply: Ply, centre: tuple[int, int]) -> None:
        gained = sum(event.points for event in ply.events if isinstance(event, Scored))
        won = ply.state.ended is not None and ply.state.ended.why == "five"
        if (gained <= 0 and not won) or self.look.speed == 0:
            return
        from game.ui.particles import burst

        token = self.look.design["motion"]["celebrate"]
        burst(self.scene.stage, self.scene.tweens, centre, [self.look.theme.brass, *self.look.design["players"][:3]],
              token["particles"] if won else 24, token["ms"] * min(1.0, self.look.speed), self.look.k)
        self.scene.app.sounds.play("bonus")

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        return self.lay_rect(ply.move).center if isinstance(ply.move, Lay) else self.board.center

    # --- words ---

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_p and self.rules.why_illegal(self.state, PASS) is None:
            self.scene.act(PASS)
            return True
        if event.key == pygame.K_r and not self.scene.hand.holding:
            self._choose_way(1 - self._way)
            return True
        return False

    def pills(self) -> list[tuple[str, str]]:
        games = self.kwinty.games
        if games == 1:
            return []
        won = self.state.won
        return [("trophy", self.say("kwinty.match", first=won[0], second=won[1], games=games))]

    def plate_line(self, seat: int) -> str:
        return self.say(f"kwinty.wood{seat}") + "  \u00b7  " + self.say(
            "triangle.left", n=self.kwinty.blocks_left(self.state, seat))

    def log_value(self, ply: Ply) -> str:
        points = sum(event.points for event in ply.events if isinstance(event, Scored))
        return self.scene.texts.gain(points) if points else ""

    def idle_line(self) -> tuple[str, str] | None:
        """A threat that must be answered is said, if the setting says so."""
        other = 1 - self.state.player
        if not self.scene.app.settings.is_on("open_fours") or not self.state.wall.laid:
            return None
        if self.kwinty.winning_lays(self.state, other):
            return self.say("kwinty.threat", name=self.scene.session.seats[other].name), self.say("kwinty.threat_more")
        return None

    def hint_piece(self, move: Any) -> str | None:
        return PIECE if isinstance(move, Lay) and self._pile else None

    def hint_where(self, move: Any) -> pygame.Rect | None:
        """The columns of the wall in which the block goes; all blocks of the pile are alike."""
        if not isinstance(move, Lay):
            return None
        rect = self.lay_rect(move)
        top = self.square_rect((0, self.kwinty.height - 1)).top
        return pygame.Rect(rect.left, top, rect.w, self.ground_y - top)

    def hint_rect(self, move: Any) -> pygame.Rect | None:
        return self._buttons[0].rect if self._buttons else None


@lru_cache(maxsize=16)
def _tilted(image: pygame.Surface, tilt: bool) -> pygame.Surface:
    return pygame.transform.rotozoom(image, 6, 1) if tilt else image
