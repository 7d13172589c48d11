"""The right end of the rack in the word games: one large button, the two stocks to buy from, passing, the clock."""

from __future__ import annotations

from typing import Any

import pygame

from game.boards.kit.rack import Action
from game.boards.letters.board import LetterBoard
from game.draw import chrome, shapes
from game.draw.letter import BLACK_INK, RED_INK, WOOD
from game.ui.stage import Sprite
from game.ui.widgets import Button
from rules.games.crossword.board import Buy, Pass


class BuyButton(Button):
    """A button that shows the colour of a stock and how many letters it holds."""

    def __init__(self, *args: Any, colour: str, count: int, **more: Any):
        self.colour, self.count = colour, count
        super().__init__(*args, **more)

    def _paint_label(self, surface: pygame.Surface, rect: pygame.Rect, colour: Any) -> None:
        look = self.look
        side = min(look.px(26), rect.h - 8)
        chip = pygame.Rect(rect.left + look.px(12), rect.centery - side // 2, side, side)
        shapes.draw_box(surface, chip, look.px(7), WOOD)
        shapes.draw_box(surface, chip.inflate(-side * 12 // 26, -side * 12 // 26), look.px(4),
                        RED_INK if self.colour == "red" else BLACK_INK)
        number = look.write(surface, str(self.count), self.role, (rect.right - look.px(12), rect.centery), "midright",
                            look.theme.dim if self.enabled else colour)
        left = chip.right + look.px(8)
        look.write(surface, self.label, self.role, (left, rect.centery), "midleft", colour,
                   fit=max(1, number.left - left - look.px(6)))


class BuyingBoard(LetterBoard):
    """Letters can be bought by colour; an agreed time may run."""

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.large_button: Button | None = None
        self._clock: Sprite | None = None
        self._left_ms = 0.0
        self._timed_ply = (-1, -1)

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        self.large_button = self._clock = None
        super().build(area, ground)

    # --- buttons ---

    def buying(self) -> list[Action]:
        """The stocks that can be bought from."""
        return [Action(Buy((colour,)), self.say(f"letters.buy_{colour}"), None, key,
                       self.say(f"letters.buy_{colour}_tip"), self.rules.why_illegal(self.state, Buy((colour,))) is None)
                for colour, key in (("red", "1"), ("black", "2"))]

    def actions(self) -> list[Action]:
        found = self.buying()
        if self.rules.why_illegal(self.state, Pass()) is None:
            found.append(Action(Pass(), self.say("letters.pass"), "skip", "P", self.say("letters.pass_tip")))
        return found

    def key(self, event: pygame.Event) -> bool:
        for action in self.actions():
            if action.key and event.key == pygame.key.key_code(action.key.lower()) and action.legal:
                self.do(action)
                return True
        return super().key(event)

    def do(self, action: Action) -> None:
        """A button of the turn."""
        self.scene.act(action.move)

    def main_button(self) -> tuple[str, str, Any]:
        """Label, icon and action of the large button."""
        raise NotImplementedError

    def main_button_ready(self) -> bool:
        """Whether the large button can be pressed now."""
        raise NotImplementedError

    def _sync_actions(self) -> None:
        scene, look = self.scene, self.look
        for widget in self._action_widgets:
            widget.remove()
        self._action_widgets, self._action_rects, self.large_button = [], {}, None
        large, row = self.button_rows()
        actions = self.actions() if scene.my_turn else []
        if scene.my_turn:
            label, icon, do = self.main_button()
            self.large_button = Button(scene, large, label, do, icon=icon, kind="primary", key=self.say("key.enter"),
                                       z=60, enabled=self.main_button_ready())
            self._action_widgets.append(self.large_button)
        x, gap = row.left, look.px(8)
        room = row.w - gap * (len(actions) - 1)
        labels = self._labels(actions, room)
        for action, label, width in zip(actions, labels, self._shares(actions, labels, room)):
            rect = pygame.Rect(x, row.top, width, row.h)
            self._action_rects[self.rules.write_move(action.move)] = rect
            button = self._low_button(rect, action, label)
            button.spoken = action.label
            self._action_widgets.append(button)
            x += width + gap
        if scene.my_turn:
            self.order_buttons(row.left)

    def _labels(self, actions: list[Action], room: int) -> list[str]:
        """The labels of the lower buttons: all stocks in full, or all by their colour, or by the chip alone."""
        forms = [[form(action) if isinstance(action.move, Buy) else action.label for action in actions]
                 for form in (lambda action: action.label,
                              lambda action: self.say(f"letters.{action.move.colours[0]}"), lambda action: "")]
        return next((labels for labels in forms if sum(map(self._need, actions, labels)) <= room), forms[-1])

    def _need(self, action: Action, label: str) -> int:
        """How wide a lower button must be for its label."""
        look = self.look
        beside = look.px(52) + look.width("00", "label") + look.px(14) if isinstance(action.move, Buy) else look.px(64)
        return look.width(label, "label") + beside

    def _shares(self, actions: list[Action], labels: list[str], room: int) -> list[int]:
        """The widths of the lower buttons: what each needs, and the rest in equal parts."""
        needs = [self._need(action, label) for action, label in zip(actions, labels)]
        spare = room - sum(needs)
        return [need + spare // len(needs) for need in needs] if spare >= 0 else [
            room * need // sum(needs) for need in needs]

    def _low_button(self, rect: pygame.Rect, action: Action, label: str) -> Button:
        if isinstance(action.move, Buy):
            colour = action.move.colours[0]
            return BuyButton(self.scene, rect, label, lambda: self.do(action), tip=action.tip, key=action.key,
                             z=60, enabled=action.legal, role="label", colour=colour,
                             count=len(getattr(self.state, colour)))
        return Button(self.scene, rect, label, lambda: self.do(action), tip=action.tip, key="", z=60,
                      enabled=action.legal, icon=action.icon, role="label")

    # --- the clock of the turn ---

    @property
    def seconds(self) -> int:
        return self.rules.turn_seconds  # type: ignore[attr-defined]

    def advance(self, ms: float) -> None:
        """Over the agreed time means buying; with empty stocks passing."""
        if not self.seconds or not self.scene.occasion.counts:
            return
        turn = (len(self.scene.session.rounds), self.state.ply)
        if turn != self._timed_ply:
            self._timed_ply, self._left_ms = turn, self.seconds * 1000.0
        shown = -(-int(self._left_ms) // 1000)
        self._left_ms -= ms
        left = max(0, -(-int(self._left_ms) // 1000))
        if left != shown:
            self.show_clock(left)
            if left <= 5:
                self.scene.app.sounds.play("tick")
        if self._left_ms <= 0:
            self._time_is_up()

    def _time_is_up(self) -> None:
        move = self.rules.when_time_is_up(self.state)  # type: ignore[attr-defined]
        self.scene.act(move)
        self.scene.set_status(self.say("letters.time_is_up"), mood="warn")

    def show_clock(self, seconds: int) -> None:
        """The agreed time, at the upper right of the board."""
        look = self.look
        image = pygame.Surface((look.px(160), look.px(64)), pygame.SRCALPHA)
        box = pygame.Rect(look.px(10), look.px(8), look.px(140), look.px(46))
        late = seconds <= 10
        colour = look.theme.warn if late else look.theme.text
        chrome.draw_panel(look, image, box, radius=box.h / 2, shadow=None, stroke=colour if late else None)
        look.draw_icon(image, "clock", (box.left + look.px(28), box.centery), look.px(24), colour)
        look.write(image, self.scene.texts.clock(seconds), "name", (box.left + look.px(52), box.centery), "midleft",
                   colour)
        if self._clock is not None:
            self._clock.remove()
        area = self.grid.area
        self._clock = self.put(image, (area.right - look.px(160), area.top), 47)
