"""The board of Kwinty: a wall seen from the front that grows to both sides, and a pile of blocks below it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from game.boards.kit.contract import Board
from game.boards.kit.targets import PlacedImage, Preview, Target
from game.boards.kwinty.marks import RING, WallMarks
from game.boards.kwinty.pile import Pile
from game.boards.kwinty.result import KwintyResult
from game.boards.kwinty.spoken import KwintySpeech
from game.boards.kwinty.wall import Wall
from game.draw import chrome, shapes, surfaces
from game.table.host import TableHost
from game.ui.flight import run_light
from game.ui.paper.result_page import ResultScreen
from game.ui.particles import burst
from game.ui.tween import Tween
from rules.base import Scored
from rules.games.kwinty.rules import FLAT, PASS, UPRIGHT, Kwinty, KwintyState, Lay, Move, Way
from rules.kit.phrases import Phrase
from rules.session import Ply

PIECE = "block"
"""All blocks of a colour are equal, so every piece has this name."""
REFUSAL_MS = 1600
REFUSAL_Z, FLYING_Z = 34, 800


class KwintyBoard(Board[TableHost, KwintyState, Move, str]):
    """All pieces are named `block`. Turn 0 is flat, turn 1 is upright."""

    points_game = True
    points_decide = False
    help_boards = "game.boards.kwinty.help:BOARDS"
    help_facts = "game.boards.kwinty.help:facts"

    draws_pointers = True

    def __init__(self, host: TableHost):
        super().__init__(host)
        assert isinstance(host.rules, Kwinty)
        self.kwinty = host.rules
        self.wall = Wall(host)
        self.marks = WallMarks(host, self.wall, self.kwinty)
        self.pile = Pile(host, self.kwinty, self._choose_way)
        self._way = 0
        """The turn with which the next block is picked up."""
        self._ring = lru_cache(maxsize=16)(self._draw_ring)

    def make_speech(self) -> KwintySpeech:
        return KwintySpeech(self.host)

    # --- the picture ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        look = self.look
        rack, usual = look.m.region("rack"), look.m.region("board")
        assert rack is not None and usual is not None
        low = min(rack.h, look.px(look.design["sizes"]["rack"]["low"]))
        rail = pygame.Rect(rack.left, rack.bottom - low, rack.w, low)
        plank = look.px(40)
        # The rail is lower than other racks. A review leaves less room: its strip lies above the rail.
        foot = rail.top if area.bottom >= usual.bottom else area.bottom
        board = pygame.Rect(area.left, area.top, area.w, foot - area.top)
        room = board.h - plank - look.px(96)
        smallest, largest = look.design["sizes"]["board_piece"]["block"]
        span = 2 * self.kwinty.width - 1
        u = int(max(look.px(smallest) * 0.7, min(look.px(largest), room / self.kwinty.height,
                                                 board.w / min(span, 15))))
        self.wall.build(board, u, foot - plank - look.px(16))
        self._paint_plank(ground, plank)
        self.pile.build(rail, ground)
        self._ring.cache_clear()

    def _paint_plank(self, ground: pygame.Surface, height: int) -> None:
        look = self.look
        rect = pygame.Rect(self.wall.area.left + look.px(90), self.wall.ground_y,
                           self.wall.area.w - look.px(180), height)
        image = look.pictures.get(
            f"plank:{rect.size}:{look.theme.rail}",
            lambda: surfaces.wood(rect.w, rect.h, look.theme.rail, 12, radius=look.px(14)))
        chrome.draw_shadow(look, ground, rect, look.px(14), "float")
        ground.blit(image, rect)
        shapes.draw_box(ground, rect, look.px(14), None, 1, "#ffffff", 0.2)

    def status_centre(self) -> tuple[int, int]:
        return self.wall.area.centerx, self.wall.area.top + self.px(30)

    def sync(self, state: KwintyState) -> None:
        self.wall.centre(state)
        self.wall.clear()
        self.marks.show_reach(state)
        for number, laid in enumerate(state.wall.laid):
            self.wall.put_block(laid.lay, laid.by, number)
        self.marks.show_columns(state)
        self.marks.show_last()
        self.marks.show_rows(state)
        self.marks.show_pointers(state, self.pointers, self.pointer_colour)
        self.pile.show(state, self._way)

    def _choose_way(self, way: int) -> None:
        """Turn the next block, or the held one, to `way`."""
        self._way = way
        hand = self.host.hand
        if not hand.holding:
            self.sync(self.state)
        elif hand.turn != way:
            hand.turn_piece(1)

    # --- the pieces ---

    def piece_at(self, pos: tuple[int, int]) -> str | None:
        return PIECE if any(rect.collidepoint(pos) for rect in self.pile.rects) else None

    def pieces(self) -> list[str]:
        return [PIECE] if self.pile.rects else []

    def piece_rect(self, piece: str) -> pygame.Rect:
        return self.pile.rects[-1] if self.pile.rects else self.pile.rail

    def turns(self, piece: str) -> int:
        return 2

    def first_turn(self) -> int:
        return self._way

    def held_image(self, piece: str, turn: int, near: Target[Move] | None = None) -> pygame.Surface:
        way = near.move.way if near is not None and isinstance(near.move, Lay) else _way_of(turn)
        made = self.wall.block(self.state.player, way, 1, lifted=True)
        return _tilted(made.image, near is None)

    def targets(self, piece: str, turn: int) -> list[Target[Move]]:
        """Return the places for the block as it is held, and those that only the other turn fits."""
        way = _way_of(turn)
        legal = [move for move in self.kwinty.legal_moves(self.state) if isinstance(move, Lay)]
        mine = [move for move in legal if move.way == way]
        taken = {square for move in mine for square in move.squares}
        others = [move for move in legal if move.way != way and not taken & set(move.squares)]
        return [Target(move, (move.x, move.y), self.wall.lay_rect(move)) for move in (*mine, *others)]

    def reach(self) -> int:
        return round(self.wall.u * 1.3)

    def attempt(self, piece: str, pos: tuple[int, int]) -> Lay | None:
        """Return the block on the squares it covers most."""
        wall = self.wall
        if not wall.area.collidepoint(pos):
            return None
        way = _way_of(self.host.hand.turn)
        x = (pos[0] - wall.left_x) / wall.u - (1 if way == FLAT else 0.5)
        y = (wall.ground_y - pos[1]) / wall.u - (0.5 if way == FLAT else 1)
        return Lay(way, round(x), max(0, round(y)))

    def show_picked(self, piece: str, how: str | None) -> None:
        self.pile.show_picked(dragged=how == "drag")

    def hover(self, pos: tuple[int, int]) -> None:
        self.pile.hover(pos)

    def draw_lifted(self, piece: str) -> None:
        self.pile.draw_lifted()

    def glow(self, target: Target[Move], *, nearest: bool) -> PlacedImage:
        image, margin = self._ring(target.rect.size, nearest)
        return image, (target.rect.left - margin, target.rect.top - margin)

    def _draw_ring(self, size: tuple[int, int], nearest: bool) -> tuple[pygame.Surface, int]:
        look = self.look
        token = look.design["glow"]["target" if nearest else "possible"]
        colour = self.glow_colour
        margin = look.px(token["blur"] * 2 + 8)
        image = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, *size).inflate(-6, -6)
        if nearest:
            shapes.draw_ring_glow(image, box, look.px(10), colour, token["alpha"], token["blur"] * look.k)
            shapes.draw_box(image, box, look.px(10), colour, token["fill"], colour, 1,
                            max(2.0, token["line"] * look.k))
        else:
            shapes.draw_box(image, box, look.px(10), colour, 0.08)
            shapes.draw_dashed_box(image, box, look.px(10), colour, 0.75,
                                   max(1.2, token["line"] * look.k * 0.8),
                                   (9 * look.k, 7 * look.k))
        return image, margin

    def ghost(self, piece: str, target: Target[Move]) -> PlacedImage:
        assert isinstance(target.move, Lay)
        made = self.wall.block(self.state.player, target.move.way, 1)
        return made.image, (target.rect.left - made.pad, target.rect.top - made.pad)

    def show_refusal(self, where: object) -> None:
        """Mark the square that forbids a move."""
        assert isinstance(where, tuple)
        x, y = where
        rect = self.wall.square_rect((x, y))
        image, margin = chrome.ring(self.look, rect.size, RING, self.look.theme.bad, dashed=False)
        mark = self.put(image, (rect.left - margin, rect.top - margin), REFUSAL_Z)
        self.after(REFUSAL_MS, mark.remove)

    def points_of(self, target: Target[Move]) -> int:
        return sum(event.points for event in self.kwinty.apply(self.state, target.move).events
                   if isinstance(event, Scored))

    def preview(self, piece: str, target: Target[Move]) -> Preview:
        after = self.kwinty.apply(self.state, target.move).state
        if after.ended is not None and after.ended.why == "five":
            return [(self.say("kwinty.wins", win=self.kwinty.win), True)]
        gained = self.points_of(target)
        return [(self.say("kwinty.four", n=gained, count=self.kwinty.counted), True)] if gained else []

    def held_status(self, piece: str, targets: list[Target[Move]]) -> tuple[str, str]:
        way = "upright" if self.host.hand.turn % 2 else "flat"
        return self.say(f"block.held_{way}"), self.say("block.held_more")

    # --- animation ---

    def animate(self, ply: Ply, before: KwintyState, start: tuple[int, int] | None,
                done: Callable[[], None]) -> None:
        """Move a block above its place and let it fall."""
        move = ply.move
        if not isinstance(move, Lay):
            self.after(200 * self.look.speed, done)
            return
        rect, fall_height = self.wall.lay_rect(move), self.wall.u * 0.7
        made = self.wall.block(ply.by, move.way, len(before.wall.laid))
        above = (rect.left - made.pad, rect.top - made.pad - fall_height)
        first = ((start[0] - made.image.get_width() / 2, start[1] - made.image.get_height() / 2) if start else
                 (self.pile.rail.left + self.px(80), self.pile.rail.top))
        flying = self.put(made.image, first, FLYING_Z, moving=True)
        self.wall.keep(flying)
        ms, ease = self.look.motion("snap" if start else "bot")

        def glide(t: float) -> None:
            flying.set(pos=(first[0] + (above[0] - first[0]) * t, first[1] + (above[1] - first[1]) * t))

        def fall() -> None:
            self.host.tweens.add(Tween(110 * self.look.speed, "linear", drop, landed))

        def drop(t: float) -> None:
            flying.set(pos=(above[0], above[1] + fall_height * t * t))

        def landed() -> None:
            flying.remove()
            self.host.sounds.play("block")
            self._celebrate(ply, rect.center)
            done()

        self.host.tweens.add(Tween(ms, ease, glide, fall))

    def _celebrate(self, ply: Ply, centre: tuple[int, int]) -> None:
        gained = sum(event.points for event in ply.events if isinstance(event, Scored))
        won = ply.state.ended is not None and ply.state.ended.why == "five"
        if (gained <= 0 and not won) or self.look.speed == 0:
            return
        rows = self.kwinty.winning_rows(ply.state) if won else self.kwinty.fours(ply.state, ply.by)
        for row in rows:
            if won or set(row) & set(ply.move.squares):
                run_light(self.host.screen, [self.wall.square_rect(square).center for square in row],
                          closed=False)
        token = self.look.design["motion"]["celebrate"]
        burst(self.host.stage, self.host.tweens, centre,
              [self.look.theme.brass, *self.look.design["players"][:3]],
              token["particles"] if won else 24, token["ms"] * min(1.0, self.look.speed), self.look.k)
        self.host.sounds.play("bonus")

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        return self.wall.lay_rect(ply.move).center if isinstance(ply.move, Lay) else self.wall.area.center

    def near_end(self) -> bool:
        """Return whether a player could complete a row with the next block."""
        return any(self.kwinty.winning_lays(self.state, seat) for seat in (0, 1))

    def result_page(self, screen: ResultScreen) -> KwintyResult:
        return KwintyResult(screen)

    # --- keys and texts ---

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_p and self.kwinty.why_illegal(self.state, PASS) is None:
            self.host.act(PASS)
            return True
        if event.key == pygame.K_r and not self.host.hand.holding:
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
            "tiles.left", n=self.kwinty.blocks_left(self.state, seat))

    def log_phrases(self, ply: Ply) -> list[Phrase]:
        """Name a column by the number that it has below the wall as it is now."""
        phrases = super().log_phrases(ply)
        if not isinstance(ply.move, Lay):
            return phrases
        column = self.state.wall.number(ply.move.x)
        return [Phrase(phrase.key, {**phrase.values, "column": column}) for phrase in phrases]

    def log_value(self, ply: Ply) -> str:
        points = sum(event.points for event in ply.events if isinstance(event, Scored))
        return self.host.texts.gain(points) if points else ""

    def idle_line(self) -> tuple[str, str] | None:
        """Say that only a pass is left; warn of a threat that must be answered, if that setting is on."""
        if self.kwinty.why_illegal(self.state, PASS) is None:
            return self.your_turn, self.say("tiles.only_pass")
        other = 1 - self.state.player
        if not self.host.settings.is_on("open_fours") or not self.state.wall.laid:
            return None
        if self.kwinty.winning_lays(self.state, other):
            return self.say("kwinty.threat", name=self.host.who(other)), self.say("kwinty.threat_more")
        return None

    def hint_piece(self, move: Move) -> str | None:
        return PIECE if isinstance(move, Lay) and self.pile.rects else None

    def hint_where(self, move: Move) -> pygame.Rect | None:
        """Return the columns of the block: marking one of many equal blocks would tell nothing."""
        if not isinstance(move, Lay):
            return None
        rect = self.wall.lay_rect(move)
        top = self.wall.square_rect((0, self.kwinty.height - 1)).top
        return pygame.Rect(rect.left, top, rect.w, self.wall.ground_y - top)

    def hint_rect(self, move: Move) -> pygame.Rect | None:
        return self.pile.buttons[0].rect if self.pile.buttons else None


def _way_of(turn: int) -> Way:
    return UPRIGHT if turn % 2 else FLAT


@lru_cache(maxsize=16)
def _tilted(image: pygame.Surface, tilt: bool) -> pygame.Surface:
    return pygame.transform.rotozoom(image, 6, 1) if tilt else image
