"""The board of Turris: a tower on a turntable that can be viewed from all sides, and its five faces."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.boards.kit.contract import Board
from game.boards.kit.outlines import Outlines, laid_by_others
from game.boards.kit.targets import PlacedImage, Pointer, Preview, Target
from game.boards.turris.art import tower_picture
from game.boards.turris.choice import FLAT, UPRIGHT, ChoicePanel
from game.boards.turris.ladder import Ladder
from game.boards.turris.panels import Panels, woods_of
from game.boards.turris.spoken import TurrisSpeech
from game.boards.turris.view import NEXT_FRAME, TowerView, block_picture
from game.draw.svg import with_alpha
from game.draw.tower import Cube, hull
from game.table.host import TableHost
from game.ui.flight import glide, run_light
from game.ui.tween import Tween
from game.ui.widgets import IconButton
from rules.base import Scored
from rules.games.turris.faces import BASE, Block, filled_by, squares_of
from rules.games.turris.rules import Lay, Move, Pass, TakeOut, Turris, TurrisState
from rules.session import Ply

LAST_BLOCKS = 6
"""With this many blocks to lay the last moves begin."""


class TurrisBoard(Board[TableHost, TurrisState, Move, str]):
    """Pieces are named by the turn of the block: upright or flat."""

    points_game = True
    has_rack = False
    help_boards = "game.boards.turris.help:BOARDS"
    help_facts = "game.boards.turris.help:facts"

    draws_pointers = True

    def __init__(self, host: TableHost):
        super().__init__(host)
        assert isinstance(host.rules, Turris)
        self.turris = host.rules
        self.tower = TowerView(host, self.turris, self.show_marks)
        self.choice = ChoicePanel(host, self.tower, self.show_marks)
        self.panels = Panels(host, self.turris)
        self.ladder = Ladder(host, self.turris)
        self.outlines = Outlines(host)
        self._turning: list[IconButton] = []
        self._turning_side = 0
        self._turn_from = (0, 0)
        self._turned = False
        self._aimed: Move | None = None
        self._tried: tuple[TurrisState, Move, TurrisState] | None = None
        self._waiting: Tween | None = None
        """The pending update of the faces."""
        self._chosen = 0
        """Which of the blocks that can be taken out is chosen with the keys."""

    def make_speech(self) -> TurrisSpeech:
        return TurrisSpeech(self.host)

    # --- the picture ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        """Lay out, from the left: the ladder, the tower with the hand at its foot, the five faces."""
        look = self.look
        top, gap = area.top + look.px(8), look.px(16)
        words = [self.say("turris.begun", n=9), self.say("turris.allowed", n=self.turris.unfinished_levels)]
        ladder = pygame.Rect(area.left, top, Ladder.width(look, words), area.bottom - top)
        side = max(look.px(52), look.design["sizes"]["hit_min"])
        hand = max(look.px(240), 4 * side + 3 * look.px(8))
        faces = pygame.Rect(0, top, max(look.px(296), 2 * look.width("888888", "label") + 3 * gap), ladder.h)
        faces.right = area.right
        stage = pygame.Rect(ladder.right + gap, top, faces.left - ladder.right - 2 * gap, ladder.h)
        # A replay offers no choices, so the tower stands in the middle of the stage.
        room = 0 if self.host.read_only else hand + gap
        self._turning, self._turning_side = [], side
        self.tower.build(stage, pygame.Rect(stage.left, stage.top, stage.w - room, stage.h - look.px(72)))
        self.ladder.build(ladder)
        self.panels.build(faces)
        self.choice.build(pygame.Rect(stage.right - hand, stage.top, hand, stage.h))

    def _show_turning(self) -> None:
        """Show the buttons that turn the tower, in a row above the hand."""
        look, tower, side = self.look, self.tower, self._turning_side
        area = self.choice.area
        y = (tower.area.bottom if self.host.read_only else area.top) - look.px(16) - side
        step = (area.w - side) // 3
        if [button.rect.top for button in self._turning[:1]] == [y]:
            return
        for button in self._turning:
            button.remove()
        actions: tuple[tuple[str, Callable[[], None], str, str], ...] = (
            ("replay", lambda: self.turn(-90), "turris.turn_left", "Q"),
            ("rotate", lambda: self.turn(90), "turris.turn_right", "E"),
            ("up", self.look_from_above, "turris.from_above", "A"),
            ("eye", tower.toggle_see_through, "turris.see_through", "X"))
        self._turning = [IconButton(self.host.screen, pygame.Rect(area.left + i * step, y, side, side), icon,
                                    action, tip=self.say(key), key=cap)
                         for i, (icon, action, key, cap) in enumerate(actions)]

    def status_centre(self) -> tuple[int, int]:
        return self._status_room().center

    def status_width(self) -> int:
        return self._status_room().w

    def _status_room(self) -> pygame.Rect:
        """Return the row below the tower, up to the turning buttons if they are in it (read-only tables)."""
        free, right = self.tower.free, self.tower.free.right
        if self.host.read_only and self._turning:
            right = min(button.rect.left for button in self._turning) - self.px(8)
        return pygame.Rect(free.left + self.px(4), self.tower.area.bottom - self.px(56),
                           right - free.left - self.px(8), self.px(56))

    def sync(self, state: TurrisState) -> None:
        self._aimed = None
        self.tower.fit(state)
        self.tower.show(state)
        self.choice.show(state)
        self._show_turning()
        self.show_marks(state)
        self.panels.show(state)

    # --- marks on the tower ---

    def show_marks(self, state: TurrisState) -> None:
        """Mark the squares that are closed for this turn; in a removal the blocks that can be taken."""
        tower = self.tower
        tower.clear_marks()
        self.ladder.show(self.turris.levels(state), *tower.levels_at())
        if state.freed:
            tower.outline(state.freed, self.look.theme.bad, dashed=True)
        if self.choice.taking:
            for block in self.turris.removable(state):
                tower.outline(block.squares, self.look.theme.good)
        for ply in laid_by_others(self.host):
            if isinstance(ply.move, Lay):
                tower.outline(_squares(ply.move), self.look.theme.avatar(self.host.company[ply.by].colour))
        for pointer in self.pointers:
            self._point_at(state, pointer)

    def _point_at(self, state: TurrisState, pointer: Pointer[Move]) -> None:
        move, colour = pointer.move, self.pointer_colour(pointer.kind)
        if isinstance(move, TakeOut):
            block = filled_by(state.blocks).get((move.x, move.y, move.z))
            if block is not None:
                self.tower.outline(block.squares, colour, dashed=pointer.kind == "wrong")
        elif isinstance(move, Lay):
            if pointer.kind == "better":
                image, pos = self.tower.ghost(state.blocks, _squares(move), woods_of(self.look)[state.player])
                self.tower.marks.append(self.put(with_alpha(image, 0.8), pos, 23))
            self.tower.outline(_squares(move), colour, dashed=pointer.kind == "wrong")

    def show_refusal(self, where: object) -> None:
        """Mark the square that forbids a move."""
        if isinstance(where, tuple) and len(where) == 3:
            self.tower.outline((where,), self.look.theme.bad)
            self.after(1600, self.tower.marks.pop().remove)

    # --- turning ---

    def press_felt(self, pos: tuple[int, int]) -> bool:
        if not self.tower.area.collidepoint(pos):
            return False
        if self.choice.taking:
            block = self.tower.block_at(pos, self.state.blocks)
            if block is not None:
                self._take(block)
                return False
        self._turn_from, self._turned = pos, False
        return True

    def drag_felt(self, pos: tuple[int, int]) -> None:
        dx, dy = pos[0] - self._turn_from[0], pos[1] - self._turn_from[1]
        self._turn_from = pos
        self._turned = True
        self.tower.drag(dx, dy)

    def release_felt(self) -> None:
        if self._turned:
            self.tower.settle()

    def turn(self, by: float) -> None:
        self.host.hand.cancel(quiet=True)
        self.tower.turn(by)

    def look_from_above(self) -> None:
        self.host.hand.cancel(quiet=True)
        self.tower.toggle_height()

    def _take(self, block: Block) -> None:
        move = TakeOut(*block.square)
        if self.rules.why_illegal(self.state, move) is None:
            self.choice.taking = False
            self.host.act(move)
        else:
            self.host.refuse(move)

    # --- the pieces ---

    def piece_at(self, pos: tuple[int, int]) -> str | None:
        return next((name for name, rect in self.choice.cards.items() if rect.collidepoint(pos)), None)

    def pieces(self) -> list[str]:
        return list(self.choice.cards)

    def piece_rect(self, piece: str) -> pygame.Rect:
        return self.choice.cards.get(piece, self.choice.area)

    def turns(self, piece: str) -> int:
        return 2

    def _held_as(self, piece: str, turn: int) -> str:
        return piece if turn % 2 == 0 else FLAT if piece == UPRIGHT else UPRIGHT

    def held_image(self, piece: str, turn: int, near: Target[Move] | None = None) -> pygame.Surface:
        way = "V" if self._held_as(piece, turn) == UPRIGHT else "X"
        if near is not None and isinstance(near.move, Lay):
            way = near.move.way
        return block_picture(way, round(self.tower.view.u), woods_of(self.look)[self.state.player],
                             round(self.tower.yaw))

    def targets(self, piece: str, turn: int) -> list[Target[Move]]:
        upright = self._held_as(piece, turn) == UPRIGHT
        return [Target(move, (move.way, move.x, move.y, move.z), self.tower.rect_of(_squares(move)))
                for move in self.turris.lays(self.state) if (move.way == "V") == upright]

    def reach(self) -> int:
        return round(self.tower.view.u * 1.5)

    def attempt(self, piece: str, pos: tuple[int, int]) -> Lay | None:
        """Return the block on the column whose top is nearest."""
        if not self.tower.area.collidepoint(pos):
            return None
        filled = filled_by(self.state.blocks)
        way = "V" if self._held_as(piece, self.host.hand.turn) == UPRIGHT else "X"
        tops = []
        for x in range(BASE):
            for y in range(BASE):
                z = 0
                while (x, y, z) in filled:
                    z += 1
                tops.append((math.dist(self.tower.view.point(x + 0.5, y + 0.5, z + 0.5), pos), x, y, z))
        _, x, y, z = min(tops)
        return Lay(way, x, y, z)

    def show_picked(self, piece: str, how: str | None) -> None:
        self.choice.show(self.state)

    def hover(self, pos: tuple[int, int]) -> None:
        free = self.host.my_turn and not self.host.hand.holding and self.look.speed > 0
        self.choice.lift(self.piece_at(pos) if free else None)

    def glow(self, target: Target[Move], *, nearest: bool) -> PlacedImage:
        """Draw a dashed footprint where the block may stand, the whole block on the nearest place."""
        squares = _squares(target.move)
        if nearest:
            return self.outlines.target(hull(squares, self.tower.view), nearest=True, corner=5, fill=0.1)
        if not self.tower.can_see_foot(self.state.blocks, squares):
            return pygame.Surface((1, 1), pygame.SRCALPHA), self.tower.area.topleft
        return self.outlines.target(self.tower.foot(squares), nearest=False, corner=4, fill=0.14)

    def ghost(self, piece: str, target: Target[Move]) -> PlacedImage:
        return self.tower.ghost(self.state.blocks, _squares(target.move),
                                woods_of(self.look)[self.state.player])

    def aim(self, target: Target[Move] | None) -> None:
        """Show on the faces what the ghost would change; one frame later, so that a drag never lags."""
        move = target.move if target is not None else None
        if move != self._aimed:
            self._aimed = move
            if self._waiting is not None:
                self._waiting.cancel()
            self._waiting = self.after(NEXT_FRAME, lambda: self.panels.show(self.state, self._aimed))

    def preview(self, piece: str, target: Target[Move]) -> Preview:
        assert isinstance(target.move, Lay)
        own, other = self.state.player, 1 - self.state.player
        gains, gain = self.gains_of(target), self.host.texts.gain
        names = [self.say("turris.you", gain=gain(gains[own]))]
        if gains[other]:
            names.append(f"{self.host.seats[other].name} {gain(gains[other])}")
        parts: Preview = [(", ".join(names), False),
                          (self.say("turris.for_you", gain=gain(gains[own] - gains[other])), True)]
        if target.move.block(own).covers_middle and self._after(target.move).bonus:
            parts.append((self.say("turris.and_bonus"), False))
        return parts

    def _after(self, move: Move) -> TurrisState:
        """Return the state after a move; the last one is kept, because several figures ask for it."""
        if self._tried is None or self._tried[:2] != (self.state, move):
            self._tried = self.state, move, self.turris.apply(self.state, move).state
        return self._tried[2]

    def preview_area(self) -> pygame.Rect:
        return self.tower.area

    def gains_of(self, target: Target[Move]) -> dict[int, int]:
        after = self._after(target.move)
        return {seat: after.points[seat] - self.state.points[seat] for seat in (0, 1)}

    def held_status(self, piece: str, targets: list[Target[Move]]) -> tuple[str, str]:
        name = self._held_as(piece, self.host.hand.turn)
        more = "block.held_more" if targets else "tiles.held_nowhere"
        return self.say(f"block.held_{name}"), self.say(more)

    # --- keys ---

    def view_key(self, event: pygame.Event) -> bool:
        actions: dict[int, Callable[[], None]] = {
            pygame.K_q: lambda: self.turn(-90), pygame.K_e: lambda: self.turn(90),
            pygame.K_a: self.look_from_above,
            pygame.K_x: self.tower.toggle_see_through}
        if event.key in actions:
            actions[event.key]()
            return True
        return False

    def key(self, event: pygame.Event) -> bool:
        if self.state.bonus and event.key == pygame.K_t:
            self.choice.set_taking(not self.choice.taking)
            return True
        if self.state.bonus and event.key == pygame.K_d:
            self.host.act(Pass())
            return True
        if self.choice.taking and event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN):
            return self._choose_by_key(event.key)
        return False

    def _choose_by_key(self, key: int) -> bool:
        """Step through the removable blocks with the arrows and take one with Enter."""
        blocks = self.turris.removable(self.state)
        if not blocks:
            return False
        if key == pygame.K_RETURN:
            self._take(blocks[self._chosen % len(blocks)])
            return True
        self._chosen = (self._chosen + (1 if key == pygame.K_RIGHT else -1)) % len(blocks)
        self.show_marks(self.state)
        self.tower.outline(blocks[self._chosen].squares, self.look.theme.focus)
        return True

    # --- animation ---

    def animate(self, ply: Ply, before: TurrisState, start: tuple[int, int] | None,
                done: Callable[[], None]) -> None:
        move = ply.move
        if isinstance(move, Lay):
            self._fly(ply, start, done)
        elif isinstance(move, TakeOut):
            self._fly_out(ply, before, done)
        else:
            self.after(200 * self.look.speed, done)

    def _fly(self, ply: Ply, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        move: Lay = ply.move
        image = block_picture(move.way, round(self.tower.view.u), woods_of(self.look)[ply.by],
                              round(self.tower.yaw))
        first = start or (self.choice.area.centerx, self.choice.area.top)

        def landed() -> None:
            self.host.sounds.play("block")
            if ply.state.bonus:
                self.host.sounds.play("bonus")
                run_light(self.host.screen, hull(_squares(move), self.tower.view))
            done()

        self._glide(image, first, self._middle(_squares(move)), "snap" if start else "bot", landed)

    def _fly_out(self, ply: Ply, before: TurrisState, done: Callable[[], None]) -> None:
        """Move a removed block towards the plate of its owner."""
        self.host.sounds.play("draw")
        block = filled_by(before.blocks)[ply.move.x, ply.move.y, ply.move.z]
        left = tuple(other for other in before.blocks if other != block)
        image, pos = self.tower.ghost(left, block.squares, woods_of(self.look)[block.colour])
        start = image.get_rect(topleft=pos).center
        self.tower.show(ply.state)
        self._glide(image, start, (start[0] + self.px(220), start[1] - self.px(240)), "bot", done)

    def _middle(self, cubes: tuple[Cube, ...]) -> tuple[float, float]:
        points = hull(cubes, self.tower.view)
        return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)

    def _glide(self, image: pygame.Surface, start: tuple[float, float], goal: tuple[float, float],
               motion: str, done: Callable[[], None]) -> None:
        flying = self.put(image, image.get_rect(center=(round(start[0]), round(start[1]))).topleft, 800,
                          moving=True)

        def arrived() -> None:
            flying.remove()
            done()

        glide(self.host.tweens, flying, start, goal, self.look.motion(motion), arrived)

    def near_end(self) -> bool:
        return sum(self.state.stock) <= LAST_BLOCKS

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        """Draw the tower as the move left it; None if it laid nothing."""
        if not isinstance(ply.move, Lay):
            return None
        woods = woods_of(self.look)
        cells = {square: (number, woods[block.colour]) for number, block in enumerate(ply.state.blocks)
                 for square in block.squares}
        return tower_picture(cells, _squares(ply.move), self.look.theme.focus, size)

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        return self.tower.area.center

    # --- texts ---

    def idle_line(self) -> tuple[str, str] | None:
        if self.state.bonus:
            return self.say("turris.bonus"), self.say("turris.bonus_more")
        if self.turris.why_illegal(self.state, Pass()) is None:
            return self.your_turn, self.say("tiles.only_pass")
        if self.state.freed:
            return self.your_turn, self.say("turris.closed_squares")
        return None

    def pills(self) -> list[tuple[str, str]]:
        if self.turris.games == 1:
            return []
        return [("target", self.say("turris.game_of", round=self.state.round, games=self.turris.games))]

    def plate_line(self, seat: int) -> str:
        wood = self.say(f"turris.wood{seat}")
        return f"{wood}  \u00b7  {self.say('tiles.left', n=self.state.stock[seat])}"

    def log_value(self, ply: Ply) -> str:
        """Return what the preview shows: by how much the move changed the lead."""
        gain = sum(event.points if event.by == ply.by else -event.points for event in ply.events
                   if isinstance(event, Scored))
        return self.host.texts.gain(gain) if gain else ""

    def log_unit(self) -> str:
        return self.say("turris.lead")

    def hint_piece(self, move: Move) -> str | None:
        name = UPRIGHT if isinstance(move, Lay) and move.way == "V" else FLAT
        return name if isinstance(move, Lay) and name in self.choice.cards else None

    def hint_outline(self, move: Move) -> tuple[tuple[float, float], ...] | None:
        """Return the columns of the tower on which the block goes, or the block that is taken out."""
        if isinstance(move, TakeOut):
            return hull(filled_by(self.state.blocks)[move.x, move.y, move.z].squares, self.tower.view)
        columns = {(x, y) for x, y, _ in _squares(move)}
        high = len(self.turris.levels(self.state).filled)
        return hull([(x, y, z) for x, y in columns for z in (0, high)], self.tower.view) if columns else None

    def mid_turn(self, state: TurrisState) -> bool:
        return state.bonus

    def hint_rect(self, move: Move) -> pygame.Rect | None:
        return self.choice.buttons[-1].rect if self.choice.buttons else None


def _squares(move: Move) -> tuple[Cube, ...]:
    return squares_of(move.way, move.x, move.y, move.z) if isinstance(move, Lay) else ()
