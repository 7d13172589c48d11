"""Tables with a hand: the walnut rack with its pieces, the stock and the actions of the turn."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import pygame

from game.boards.kit.base import Table
from game.draw import chrome, shapes
from game.ui.stage import Sprite
from game.ui.widgets import Button, IconButton, Widget


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done instead of laying a piece."""

    move: Any
    label: str
    icon: str | None = None
    key: str = ""
    tip: str = ""
    legal: bool = True
    primary: bool = False


class RackTable(Table):
    """Pieces are what `hand` says they are. The order in the rack is the player's own and no part of the game."""

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.order: dict[int, list[Any]] = {}
        self._rack: dict[Any, tuple[Sprite, pygame.Rect]] = {}
        self._rack_sprites: list[Sprite] = []
        self._action_widgets: list[Widget] = []
        self._action_rects: dict[str, pygame.Rect] = {}
        self._socket: Sprite | None = None
        self.rail = pygame.Rect(0, 0, 0, 0)
        self.stock_rect = pygame.Rect(0, 0, 0, 0)

    # --- what a game says ---

    @abstractmethod
    def hand_of(self, seat: int) -> list[Any]:
        """The pieces of a seat, as they were taken."""

    @abstractmethod
    def rack_piece(self, piece: Any, index: int, width: int) -> tuple[pygame.Surface, int]:
        """A piece in the rack, face up, and the pad around it."""

    @abstractmethod
    def rack_back(self, index: int, width: int) -> tuple[pygame.Surface, int]:
        """A piece of a hand that nobody may see now."""

    @abstractmethod
    def rack_shape(self, index: int, width: int) -> list[tuple[float, float]]:
        """The outline of a piece in the rack, for its empty socket."""

    @abstractmethod
    def actions(self) -> list[Action]:
        """What else the player in turn can do now."""

    @abstractmethod
    def stock_line(self) -> tuple[str, str]:
        """What stands beside the stock."""

    def sort_key(self, piece: Any) -> Any:
        return piece

    # --- building ---

    def build_rack(self, ground: pygame.Surface) -> None:
        look = self.look
        rect = look.m.region("rack")
        assert rect is not None
        self.rail = rect
        chrome.draw_rail(look, ground, rect, look.k, seed=4)
        self._rack, self._rack_sprites, self._action_widgets, self._socket = {}, [], [], None

    @property
    def side_width(self) -> int:
        """The right end of the rail, for stock and actions."""
        return min(self.look.px(336), self.rail.w // 3)

    def piece_width(self) -> int:
        wide = self.look.px(self.look.design["sizes"]["rack"]["piece"][self.family])
        return min(wide, round((self.rail.h - self.look.px(40)) / self.aspect))

    family = "triangle"
    aspect = 0.866
    """Height of a piece over its width."""

    def _slots(self, count: int) -> tuple[int, list[int]]:
        """Width of a piece and the x of each: they shrink to 60 %, then overlap."""
        look = self.look
        left = self.rail.left + look.px(48)
        room = self.rail.right - self.side_width - look.px(84) - left
        width, gap = self.piece_width(), look.px(18)
        if count:
            while width > self.piece_width() * 0.6 and count * (width + gap) - gap > room:
                width -= 2
        step = min(width + gap, (room - width) / max(1, count - 1)) if count > 1 else width + gap
        return width, [round(left + i * step) for i in range(count)]

    def places(self, count: int) -> tuple[int, list[tuple[int, int]]]:
        """Width of a piece and the upper left corner of each."""
        width, slots = self._slots(count)
        top = self.rail.centery - round(width * self.aspect) // 2 - self.look.px(2)
        return width, [(x, top) for x in slots]

    def viewed_hand(self) -> list[Any] | None:
        """The pieces shown, in the player's order; None if nobody may see them now."""
        seat = self.scene.viewer
        if seat is None:
            return None
        hand = self.hand_of(seat)
        kept = [piece for piece in self.order.get(seat, []) if piece in hand]
        self.order[seat] = kept + [piece for piece in hand if piece not in kept]
        return self.order[seat]

    def sync_rack(self) -> None:
        for sprite in (*self._rack_sprites, self._socket):
            if sprite is not None:
                sprite.remove()
        self._rack, self._rack_sprites, self._socket = {}, [], None
        hand = self.viewed_hand()
        seat = self.scene.state.player
        count = len(self.hand_of(seat)) if hand is None else len(hand)
        width, places = self.places(count)
        height = round(width * self.aspect)
        for index, (x, top) in enumerate(places):
            if hand is None:
                image, pad = self.rack_back(index, width)
                self._rack_sprites.append(self.put(image, (x - pad, top - pad), 45 + index))
                continue
            image, pad = self.rack_piece(hand[index], index, width)
            sprite = self.put(image, (x - pad, top - pad), 45 + index)
            self._rack_sprites.append(sprite)
            self._rack[hand[index]] = (sprite, pygame.Rect(x, top, width, height))
        self._sync_actions()

    def _sync_actions(self) -> None:
        """Buttons of the turn; only for the human whose turn it is."""
        scene, look = self.scene, self.look
        for widget in self._action_widgets:
            widget.remove()
        self._action_widgets, self._action_rects = [], {}
        left = self.rail.right - self.side_width
        right = self.rail.right - look.px(28)
        self._show_stock(left)
        actions = self.actions() if scene.my_turn else []
        if not actions:
            return
        height = max(look.px(56), look.design["sizes"]["hit_min"])
        gap = look.px(12)
        y = self.rail.bottom - look.px(20) - height
        room = right - left - gap * (len(actions) - 1)
        role, widths = self.button_widths([action.label for action in actions], room)
        icons = all(look.width(action.label, role) + look.px(62) <= width for action, width in zip(actions, widths))
        x = left
        for action, width in zip(actions, widths):
            rect = pygame.Rect(x, y, width, height)
            x += width + gap
            self._action_rects[self.rules.write_move(action.move)] = rect
            self._action_widgets.append(Button(
                scene, rect, action.label, lambda a=action: scene.act(a.move), role=role,
                icon=action.icon if icons else None,
                key=action.key if len(actions) == 1 else "", tip=action.tip, z=60, enabled=action.legal,
                kind="primary" if action.primary else "secondary"))
        side = max(look.px(44), look.design["sizes"]["hit_min"])
        corner = pygame.Rect(left - side - look.px(16), self.rail.centery - side // 2, side, side)
        self._action_widgets.append(IconButton(scene, corner, "sort", self.sort_rack, tip=self.say("rack.sort"),
                                               key="S", z=60))

    def button_widths(self, labels: list[str], room: int, roles: tuple[str, ...] = ("button", "label")
                      ) -> tuple[str, list[int]]:
        """The size of the labels, one for all, and how wide each button is: equal parts if its label fits into one."""
        look = self.look
        for role in roles:
            needs = [look.width(label, role) + look.px(26) for label in labels]
            if max(needs) * len(needs) <= room:
                return role, [room // len(needs)] * len(needs)
            spare = room - sum(needs)
            if spare >= 0:
                return role, [need + spare // len(needs) for need in needs]
        return roles[-1], [room * need // sum(needs) for need in needs]

    def _show_stock(self, left: int) -> None:
        look = self.look
        text, more = self.stock_line()
        size = look.px(78)
        image = pygame.Surface((self.side_width, look.px(110)), pygame.SRCALPHA)
        count = min(3, self.stock_count())
        x = 0
        for i, (dx, turn) in enumerate(((0, -14), (26, 8), (52, -4))):
            if i < count:
                back, _ = self.rack_back(0, size)
                turned = pygame.transform.rotozoom(back, turn, 1)
                image.blit(turned, turned.get_rect(center=(look.px(48 + dx), look.px(50))))
            x = look.px(48 + dx) + look.px(54)
        room = self.side_width - x - look.px(24)
        if room > look.px(60):
            look.write(image, text, "button", (x, look.px(38)), "midleft", "#f8f1e1", fit=room)
            look.write(image, more, "label", (x, look.px(64)), "midleft", "#e8d6bd", fit=room)
        sprite = self.put(image, (left, self.rail.top + look.px(4)), 44)
        self._rack_sprites.append(sprite)
        self.stock_rect = pygame.Rect(left, self.rail.top + look.px(10), look.px(140), look.px(90))

    @abstractmethod
    def stock_count(self) -> int: ...

    def sort_rack(self) -> None:
        seat = self.scene.viewer
        if seat is not None:
            self.scene.hand.cancel(quiet=True)
            self.order[seat] = sorted(self.hand_of(seat), key=self.sort_key)
            self.sync_rack()

    # --- the hand ---

    def piece_at(self, pos: tuple[int, int]) -> Any:
        hits = [(rect.centerx, piece) for piece, (sprite, rect) in self._rack.items() if rect.collidepoint(pos)]
        return min(hits, key=lambda hit: abs(hit[0] - pos[0]))[1] if hits else None

    def pieces(self) -> list[Any]:
        return list(self._rack)

    def piece_rect(self, piece: Any) -> pygame.Rect:
        return self._rack[piece][1] if piece in self._rack else self.rail

    def dropped(self, piece: Any, centre: tuple[int, int]) -> bool:
        """Over the rack: the piece takes the place it was dropped at."""
        seat = self.scene.viewer
        if seat is None or not self.rail.inflate(0, self.look.px(40)).collidepoint(centre):
            return False
        order = self.order[seat]
        others = [p for p in order if p != piece]
        index = sum(self.before(p, centre) for p in others)
        self.order[seat] = others[:index] + [piece] + others[index:]
        self.sync_rack()
        return True

    def before(self, piece: Any, centre: tuple[int, int]) -> bool:
        """Whether a piece stands in the rack before a point."""
        return piece in self._rack and self._rack[piece][1].centerx < centre[0]

    def show_socket(self, piece: Any, how: str | None) -> None:
        """The rack never reflows while a piece is in the hand: its place stays open."""
        if self._socket is not None:
            self._socket.remove()
            self._socket = None
        entry = self._rack.get(piece)
        if entry is None:
            return
        sprite, rect = entry
        sprite.show(how != "drag")
        if how == "drag":
            index = list(self._rack).index(piece)
            points = tuple((x + rect.left, y + rect.top) for x, y in self.rack_shape(index, rect.w))
            image, left, top = shapes.outline_glow(points, "#ffffff", 0, 0, max(1.5, 2 * self.look.k), 0.05,
                                                   self.look.px(10), (8.0, 7.0))
            self._socket = self.put(image, (left, top), 44)

    def lift_in_rack(self, piece: Any, how: str | None) -> None:
        """A piece that is picked stands out of the rack a little."""
        if piece in self._rack:
            sprite, rect = self._rack[piece]
            _, pad = self.rack_piece(piece, list(self._rack).index(piece), rect.w)
            sprite.set(pos=(rect.left - pad, rect.top - pad - (self.px(14) if how == "pick" else 0)))

    def hint_rect(self, move: Any) -> pygame.Rect | None:
        return self._action_rects.get(self.rules.write_move(move), self.rail)
