"""The board of Turm-Domino: a walnut tray of towers above five columns of dominoes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from game.boards.kit.contract import Board
from game.boards.kit.outlines import corners_of
from game.boards.kit.targets import PlacedImage, Preview, Progress, Target
from game.boards.turm_domino.geometry import (
    KEY_TOP,
    ROW,
    TRAY_H,
    TRAY_SIDE,
    TRAY_TOP,
    WELL_FOOT,
    WELL_SIDE,
    WELL_TOP,
    Geometry,
    geometry,
)
from game.boards.turm_domino.spoken import TurmSpeech
from game.draw import chrome, shapes
from game.draw.domino import back, domino
from game.draw.slab import Piece
from game.table.host import TableHost
from game.ui.flight import run_light
from game.ui.particles import burst
from game.ui.stage import Sprite
from game.ui.tween import Tween
from rules.base import Placed, Revealed, Scored
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.state import Domino, TurmMove, TurmState
from rules.session import Ply

LAST_DOMINOES = 5
"""With this many dominoes left the last moves begin."""


class TurmBoard(Board[TableHost, TurmState, TurmMove, int]):
    """Pieces are named by the number of their column."""

    can_be_solved = True

    has_rack = False
    help_boards = "game.boards.turm_domino.help:BOARDS"
    help_facts = "game.boards.turm_domino.help:facts"

    def __init__(self, host: TableHost):
        super().__init__(host)
        assert isinstance(host.rules, TurmDomino)
        self.turm = host.rules
        self.g: Geometry = geometry(pygame.Rect(0, 0, 100, 100), 5, 5, 5, 1)
        self.piece_sprites: dict[int, Sprite] = {}
        """The face-up domino of every column."""
        self._sprites: list[Sprite] = []
        self._socket: Sprite | None = None
        self._hovered: int | None = None
        """The column whose domino is lifted under the mouse."""
        self._glow = lru_cache(maxsize=64)(self._draw_glow)

    def make_speech(self) -> TurmSpeech:
        return TurmSpeech(self.host, self.turm)

    # --- the picture on the shelf ---

    # --- the board ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        state: TurmState = self.host.rounds[-1].start
        rows = max(1, max(map(len, state.columns)))
        self.g = geometry(area, len(state.columns), len(state.towers), rows, self.look.k)
        self._glow.cache_clear()
        self._paint_tray(ground)
        for column in range(len(state.columns)):
            self._paint_well(ground, column)
        self._sprites, self.piece_sprites, self._socket = [], {}, None

    def _paint_tray(self, ground: pygame.Surface) -> None:
        g, look = self.g, self.look
        left, right = g.tower_x[0] - g.px(TRAY_SIDE), g.tower_x[-1] + g.long + g.px(TRAY_SIDE)
        rect = pygame.Rect(left, round(g.top + TRAY_TOP * g.s), right - left, g.px(TRAY_H))
        chrome.draw_rail(look, ground, rect, g.s, seed=7)

    def _paint_well(self, ground: pygame.Surface, column: int) -> None:
        g = self.g
        x, y = g.column_spot(column, 0)
        well = pygame.Rect(x - g.px(WELL_SIDE), y - g.px(WELL_TOP), g.long + 2 * g.px(WELL_SIDE),
                           g.px(g.rows * ROW + WELL_TOP + WELL_FOOT))
        shapes.draw_box(ground, well, g.px(20), "#000000", 0.06 if self.look.theme.light else 0.15)

    def key_rect(self, column: int) -> pygame.Rect:
        g = self.g
        x, y = g.column_spot(column, g.rows)
        side = max(g.px(34), self.look.line_height("key") + 6)
        rect = pygame.Rect(0, 0, side, side)
        rect.midtop = (x + g.long // 2, y + g.px(KEY_TOP) - g.px(6))
        return rect

    def sync(self, state: TurmState) -> None:
        self._clear()
        for tower, dominoes in enumerate(state.towers):
            self._show_tower(tower, dominoes, len(dominoes))
        for column, dominoes in enumerate(state.columns):
            self._show_column(column, dominoes)

    def _clear(self) -> None:
        for sprite in (*self._sprites, self._socket):
            if sprite is not None:
                sprite.remove()
        self._sprites, self.piece_sprites, self._socket = [], {}, None
        self._hovered = None

    def _show_tower(self, tower: int, dominoes: tuple[Domino, ...], height: int) -> None:
        """Show a tower with its count, or an empty position with its condition."""
        if not dominoes:
            self._show_empty(tower)
            return
        for layer, halves in enumerate(self.turm.lying(dominoes)):
            self._place(domino(*halves, self.g.long), self.g.tower_spot(tower, layer, height), layer)
        self._show_count(tower, len(dominoes))

    def _show_count(self, tower: int, count: int) -> None:
        g, look = self.g, self.look
        label = f"\u00d7{count}"
        rect = pygame.Rect(0, 0, max(g.px(46), look.width(label, "label") + g.px(16)),
                           max(g.px(30), look.line_height("label")))
        x, y = g.tower_base(tower)
        rect.midtop = (x + g.long // 2, y + g.short + g.px(18))
        image = pygame.Surface((rect.w + 8, rect.h + 8), pygame.SRCALPHA)
        box = pygame.Rect(4, 4, rect.w, rect.h)
        shapes.draw_box(image, box, box.h / 2, look.theme.panel, 1, look.theme.line, 0.3)
        look.write(image, label, "label", box.center, "center", fit=rect.w - 4)
        self._sprites.append(self.put(image, (rect.left - 4, rect.top - 4), 20))

    def _show_empty(self, tower: int) -> None:
        g, look = self.g, self.look
        rect = g.tower_rect(tower, 0)
        image = pygame.Surface((rect.w + 8, rect.h + 8), pygame.SRCALPHA)
        box = pygame.Rect(4, 4, rect.w, rect.h)
        shapes.draw_box(image, box, g.px(14), "#000000", 0.30)
        shapes.draw_dashed_box(image, box, g.px(14), "#f8f1e1", 0.45, max(1.5, 2 * g.s), (9 * g.s, 8 * g.s))
        look.write(image, self.say("turm.sum", sum=self.turm.neighbour_sum), "name",
                   (box.centerx, box.centery - g.px(13)), "center", "#f8f1e1", fit=box.w - g.px(16),
                   at_most=look.m.text_px("button"))
        more, room = self.say("turm.with_neighbour"), box.w - g.px(12)
        if look.fitting(more, "label", room) >= look.least("label"):
            look.write(image, more, "label", (box.centerx, box.centery + g.px(16)), "center", "#e8d6bd",
                       fit=room)
        self._sprites.append(self.put(image, (rect.left - 4, rect.top - 4), 1))

    def _show_column(self, column: int, dominoes: tuple[Domino, ...]) -> None:
        for row, piece in enumerate(dominoes):
            lowest = row == len(dominoes) - 1
            shown = domino(piece.low, piece.high,
                           self.g.long) if lowest or self.turm.open else back(self.g.long)
            sprite = self._place(shown, self.g.column_spot(column, row), row)
            if lowest:
                self.piece_sprites[column] = sprite
        self._show_key(column, bool(dominoes))

    def _show_key(self, column: int, alive: bool) -> None:
        look = self.look
        rect = self.key_rect(column)
        image = pygame.Surface((rect.w + 4, rect.h + 4), pygame.SRCALPHA)
        box = pygame.Rect(2, 2, rect.w, rect.h)
        held = self.host.hand.holding and self.host.hand.piece == column
        shapes.draw_box(image, box, box.h * 0.3, look.theme.panel, 0.85,
                        self.accent if held else look.theme.line,
                        1 if held else 0.25, max(1.2, 2 * look.k))
        look.write(image, str(column + 1), "key", box.center, "center",
                   look.theme.text if alive else look.theme.faint, at_most=rect.h * 0.62)
        self._sprites.append(self.put(image, (rect.left - 2, rect.top - 2), 20, owner=("key", column)))

    def _place(self, piece: Piece, spot: tuple[int, int], z: int) -> Sprite:
        sprite = self.put(piece.image, (spot[0] - piece.pad, spot[1] - piece.pad), z)
        self._sprites.append(sprite)
        return sprite

    # --- the pieces ---

    def piece_at(self, pos: tuple[int, int]) -> int | None:
        return next((column for column in self.piece_sprites if self.piece_rect(column).collidepoint(pos)),
                    None)

    def pieces(self) -> list[int]:
        return sorted(self.piece_sprites)

    def piece_rect(self, piece: int) -> pygame.Rect:
        column = self.state.columns[piece]
        x, y = self.g.column_spot(piece, max(0, len(column) - 1))
        return pygame.Rect(x, y, self.g.long, self.g.short + self.g.px(9))

    def held_image(self, piece: int, turn: int, near: Target[TurmMove] | None = None) -> pygame.Surface:
        return self._held(self.state.columns[piece][-1], self.g.long)

    @staticmethod
    @lru_cache(maxsize=8)
    def _held(held: Domino, long: int) -> pygame.Surface:
        lifted = domino(held.low, held.high, round(long * 1.06), lifted=True)
        return pygame.transform.rotozoom(lifted.image, -5, 1)

    def targets(self, piece: int, turn: int) -> list[Target[TurmMove]]:
        return [self._target(TurmMove(piece, tower)) for tower in range(len(self.state.towers))
                if self.rules.why_illegal(self.state, TurmMove(piece, tower)) is None]

    def _target(self, move: TurmMove) -> Target[TurmMove]:
        rect = self.g.tower_rect(move.tower, len(self.state.towers[move.tower]))
        return Target(move, move.tower, rect.inflate(self.g.px(12), self.g.px(12)))

    def reach(self) -> int:
        return self.g.px(190)

    def attempt(self, piece: int, pos: tuple[int, int]) -> TurmMove | None:
        for tower, dominoes in enumerate(self.state.towers):
            if self.g.tower_rect(tower, len(dominoes)).inflate(self.g.px(70),
                                                               self.g.px(90)).collidepoint(pos):
                return TurmMove(piece, tower)
        return None

    def show_picked(self, piece: int, how: str | None) -> None:
        sprite = self.piece_sprites.get(piece)
        if sprite is None:
            return
        self._hovered = None
        self._lift(piece, lifted=False)
        held = self.state.columns[piece][-1]
        sprite.set(domino(held.low, held.high, self.g.long, inverted=how == "pick").image)
        sprite.show(how != "drag")
        if self._socket is not None:
            self._socket.remove()
            self._socket = None
        if how == "drag":
            rect = self.piece_rect(piece)
            image = pygame.Surface((rect.w + 6, rect.h + 6), pygame.SRCALPHA)
            box = pygame.Rect(3, 3, rect.w, self.g.short)
            shapes.draw_box(image, box, self.g.px(14), "#000000", 0.25)
            shapes.draw_dashed_box(image, box, self.g.px(14), "#ffffff", 0.5, max(1.5, 2 * self.g.s), (8, 7))
            self._socket = self.put(image, (rect.left - 3, rect.top - 3), 1)
        self._refresh_keys()

    def hover(self, pos: tuple[int, int]) -> None:
        free = self.host.my_turn and not self.host.hand.holding and self.look.speed > 0
        piece = self.piece_at(pos) if free else None
        if piece == self._hovered:
            return
        for column, lifted in ((self._hovered, False), (piece, True)):
            if column is not None and column in self.piece_sprites:
                self._lift(column, lifted=lifted)
        self._hovered = piece

    def draw_lifted(self, piece: int) -> None:
        self._free_domino(piece, lifted=True)

    def _free_domino(self, column: int, *, lifted: bool) -> Piece:
        held = self.state.columns[column][-1]
        return domino(held.low, held.high, self.g.long, lifted=lifted)

    def _lift(self, column: int, *, lifted: bool) -> None:
        """Show the free domino of a column above its place with its shadow, or on it."""
        shown = self._free_domino(column, lifted=lifted)
        x, y = self.g.column_spot(column, len(self.state.columns[column]) - 1)
        up = self.px(3) if lifted else 0
        self.piece_sprites[column].set(shown.image, (x - shown.pad, y - shown.pad - up))

    def _refresh_keys(self) -> None:
        for sprite in [s for s in self._sprites if isinstance(s.owner, tuple)]:
            sprite.remove()
            self._sprites.remove(sprite)
            self._show_key(sprite.owner[1], bool(self.state.columns[sprite.owner[1]]))

    def glow(self, target: Target[TurmMove], *, nearest: bool) -> PlacedImage:
        image, margin = self._glow(target.rect.size, nearest)
        return image, (target.rect.left - margin, target.rect.top - margin)

    def _draw_glow(self, size: tuple[int, int], nearest: bool) -> tuple[pygame.Surface, int]:
        """Draw a full ring for the nearest place, a dashed one for the others."""
        look = self.look
        accent = self.glow_colour if look.theme.light else self.accent
        token = look.design["glow"]["target" if nearest else "possible"]
        margin = look.px(token["blur"] * 2 + 10)
        image = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, *size)
        radius = self.g.px(20)
        shapes.draw_ring_glow(image, box, radius, accent, token["alpha"], token["blur"] * look.k)
        if nearest:
            shapes.draw_ring_glow(image, box, radius, accent, token["alpha"], token["blur"] * look.k * 0.45)
            shapes.draw_box(image, box, radius, None, 1, accent, 1, max(2.0, token["line"] * look.k))
        else:
            dash = token["dash"]
            shapes.draw_dashed_box(image, box, radius, accent, 0.9, max(1.5, token["line"] * look.k),
                                   (dash[0] * look.k, dash[1] * look.k))
        return image.convert_alpha(), margin

    def ghost(self, piece: int, target: Target[TurmMove]) -> PlacedImage:
        held, tower = self.state.columns[piece][-1], self.state.towers[target.move.tower]
        way = self.turm.as_laid(held, tower) if tower else (held.low, held.high)
        shown = domino(*(way or held), self.g.long)
        height = len(tower) + 1
        x, y = self.g.tower_spot(target.move.tower, len(tower), height)
        return shown.image, (x - shown.pad, y - shown.pad)

    def preview(self, piece: int, target: Target[TurmMove]) -> Preview:
        held, tower = self.state.columns[piece][-1], self.state.towers[target.move.tower]
        if not tower:
            beside = self.state.towers[self.turm.founders(held, self.state, target.move.tower)[0]][-1]
            return [(self.say("turm.preview_sum", sum=held.sum, beside=beside.sum), False),
                    (str(self.turm.neighbour_sum), True)]
        way = self.turm.as_laid(held, tower)
        top = self.turm.lying(tower)[-1]
        assert way is not None
        pairs = ", ".join(self.say("turm.preview_pair", half=half, covered=covered)
                          for half, covered in zip(way, top, strict=True))
        return [(f"{pairs}:", False), (self.say("turm.fits"), True)]

    def held_status(self, piece: int, targets: list[Target[TurmMove]]) -> tuple[str, str]:
        title = self.say("turm.held", column=piece + 1)
        if not targets:
            return title, self.say("turm.held_nowhere")
        keys = self.host.texts.listed([str(target.move.tower + 1) for target in targets], "list.or")
        return title, self.say("turm.held_more", keys=keys)

    def key(self, event: pygame.Event) -> bool:
        """Pick a column with 1-9, then a tower with 1-9."""
        number = _digit(event)
        if number is None:
            return False
        hand = self.host.hand
        self.host.tweens.finish()
        if hand.how == "pick" and isinstance(hand.piece, int):
            hand.try_move(TurmMove(hand.piece, number - 1))
        elif number - 1 in self.piece_sprites:
            hand.pick(number - 1)
        else:
            self.host.refuse(TurmMove(number - 1, 0))
        return True

    # --- animation ---

    def animate(self, ply: Ply, before: TurmState, start: tuple[int, int] | None,
                done: Callable[[], None]) -> None:
        move: TurmMove = ply.move
        after: TurmState = ply.state
        tower = after.towers[move.tower]
        way = self.turm.lying(tower)[-1]
        origin = pygame.Rect(self.g.column_spot(move.column, len(before.columns[move.column]) - 1),
                             (self.g.long, self.g.short)).center
        height = len(tower)
        spot = self.g.tower_spot(move.tower, height - 1, height)
        goal = (spot[0] + self.g.long // 2, spot[1] + self.g.short // 2)
        self._show_without_top(after, move)
        shown = domino(*way, self.g.long)
        flying = self.put(shown.image, (0, 0), 800, moving=True)
        self._sprites.append(flying)
        first = start or origin
        name = "snap" if start else "bot" if self.host.seats[ply.by].is_bot else "deal"
        ms, ease = self.look.motion(name)
        half = (shown.image.get_width() / 2, self.g.short / 2 + shown.pad)

        def step(t: float) -> None:
            x, y = first[0] + (goal[0] - first[0]) * t, first[1] + (goal[1] - first[1]) * t
            flying.set(pos=(x - half[0], y - half[1]))

        def landed() -> None:
            self.host.sounds.play("lay_high" if height > 1 else "lay")
            self._celebrate(ply, goal)
            done()

        step(0)
        self.host.tweens.add(Tween(ms, ease, step, landed))
        self._flip(ply)

    def _show_without_top(self, after: TurmState, move: TurmMove) -> None:
        """Show the position after a move without the domino that is still moving."""
        self._clear()
        for tower, dominoes in enumerate(after.towers):
            shown = dominoes[:-1] if tower == move.tower else dominoes
            if shown or tower != move.tower:
                self._show_tower(tower, shown, len(dominoes))
        for column, dominoes in enumerate(after.columns):
            self._show_column(column, dominoes)

    def _flip(self, ply: Ply) -> None:
        """Turn up the domino above: its back narrows to a line, its face widens."""
        turned = next((event for event in ply.events if isinstance(event, Revealed)), None)
        if turned is None or self.look.speed == 0:
            return
        sprite = self.piece_sprites.get(turned.place)
        if sprite is None or sprite.image is None:
            return
        face, cover = sprite.image, back(self.g.long).image
        place = sprite.pos
        ms, ease = self.look.motion("flip")
        sprite.set(cover)
        self.after(40 * self.look.speed, lambda: self.host.sounds.play("flip"))

        def step(t: float) -> None:
            if t >= 1:
                sprite.set(face, place)
                return
            image = cover if t < 0.5 else face
            part = max(0.04, abs(1 - 2 * t))
            h = max(1, round(image.get_height() * part))
            sprite.set(pygame.transform.smoothscale(image, (image.get_width(), h)),
                       (place[0], place[1] + (image.get_height() - h) / 2))

        self.host.tweens.add(Tween(ms, ease, step))

    def _celebrate(self, ply: Ply, centre: tuple[int, int]) -> None:
        """Show sparks for a founded tower and for the last domino."""
        founded = any(isinstance(event, Placed) and event.phrase and event.phrase.key.endswith("beside")
                      for event in ply.events)
        won = not any(ply.state.columns)
        if founded or won or any(isinstance(event, Scored) for event in ply.events):
            token = self.look.design["motion"]["celebrate"]
            colours = [self.accent, *self.look.design["players"][:4]]
            place = pygame.Rect(0, 0, self.g.long, self.g.short)
            place.center = centre
            run_light(self.host.screen, corners_of(place))
            burst(self.host.stage, self.host.tweens, centre, colours, token["particles"] if won else 24,
                  token["ms"] * self.look.speed, self.look.k)
            self.host.sounds.play("bonus" if founded and not won else "star")

    # --- texts ---

    def near_end(self) -> bool:
        return self.state.left <= LAST_DOMINOES

    def progress(self) -> Progress:
        left = self.state.left
        dealt = self.host.rounds[-1].start.left
        return Progress(str(left), self.say("turm.dominoes", n=left), self.say("turm.left_of", dealt=dealt),
                        (dealt - left) / max(1, dealt))

    def log_value(self, ply: Ply) -> str:
        return f"{ply.move.column + 1} \u203a {ply.move.tower + 1}"

    # --- hints ---

    def hint_piece(self, move: TurmMove) -> int:
        return move.column


def _digit(event: pygame.Event) -> int | None:
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return None
    if pygame.K_1 <= event.key <= pygame.K_9:
        return event.key - pygame.K_0
    if pygame.K_KP1 <= event.key <= pygame.K_KP9:
        return event.key - pygame.K_KP1 + 1
    return None
