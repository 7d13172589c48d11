"""Mouse and keyboard input of a table that no widget handled: the hand, the felt, the shortcuts."""

from __future__ import annotations

import pygame

from game.table.frame import TableFrame
from game.table.hand import Hand
from game.ui.widgets import Widget

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class TableInput:
    """Dispatches events to the hand and the board, and tracks whether the felt is being dragged."""

    def __init__(self, scene: TableFrame, hand: Hand):
        self.scene, self.hand = scene, hand
        self._panning = False

    # --- the mouse ---

    def push_felt(self, pos: tuple[int, int]) -> bool:
        """Drag the board if the felt is held. Return True if it is."""
        if self._panning:
            self.scene.board.drag_felt(pos)
        return self._panning

    def release_felt(self) -> bool:
        """End a drag of the felt. Return True if it was held."""
        held, self._panning = self._panning, False
        if held:
            self.scene.board.release_felt()
        return held

    def handle(self, event: pygame.Event, mouse: tuple[int, int]) -> bool:
        """Handle an event that no widget used. Return True if it was used."""
        hand = self.hand
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self.release_felt() or hand.mouse_up(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            step = 1 if event.y > 0 else -1
            return hand.turn_piece(step) or (not hand.holding and self.scene.board.zoom(step, mouse))
        return False

    def _press(self, event: pygame.Event) -> bool:
        scene, hand = self.scene, self.hand
        if event.button == 3:
            if scene.my_turn and not hand.holding and scene.board.right_click(event.pos):
                return True
            if not hand.turn_piece(1) and hand.how == "pick":
                hand.cancel()
            return True
        if event.button != 1:
            return False
        scene.tweens.finish()
        if scene.my_turn and hand.mouse_down(event.pos):
            return True
        self._panning = not hand.holding and scene.board.press_felt(event.pos)
        return self._panning

    # --- the keys ---

    def key(self, event: pygame.Event) -> bool:
        scene, board = self.scene, self.scene.board
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key in ENTER and not self.hand.holding and scene.focus is None and scene.play_hint():
            return True
        if not control and scene.my_turn and board.type_key(event):
            return True
        if board.types_words and not control and event.unicode.isalpha():
            return True  # a letter that is not typed now is never a shortcut
        again = event.mod & pygame.KMOD_SHIFT
        actions = {pygame.K_u: scene.undo, pygame.K_y: scene.redo, pygame.K_h: scene.hint,
                   pygame.K_F1: scene.open_rules, pygame.K_F2: scene.open_spoken,
                   pygame.K_m: scene.toggle_sound}
        if control:
            actions[pygame.K_z] = scene.redo if again else scene.undo
        if event.key in actions:
            actions[event.key]()
            return True
        if event.key == pygame.K_l and scene.toggle_drawer():
            return True
        if event.key == pygame.K_r and self.hand.turn_piece(1):
            return True
        return board.view_key(event) or (scene.my_turn and (board.key(event) or self._hand_key(event)))

    def tab(self, step: int) -> None:
        """Move the focus by Tab: all pieces are one stop, the first, then come the buttons."""
        scene, hand = self.scene, self.hand
        ring = scene.focusable()
        stops: list[Widget | None] = [None, *ring] if scene.my_turn and scene.board.pieces() else [*ring]
        if not stops:
            return
        there = scene.focus in ring or (hand.how == "pick" and None in stops)
        at = stops.index(scene.focus) + step if there else (0 if step > 0 else -1)
        stop = stops[at % len(stops)]
        hand.cancel(quiet=True)
        scene.focus_on(stop)
        if stop is None:
            hand.step_piece(step)

    def _hand_key(self, event: pygame.Event) -> bool:
        """Choose pieces with the arrows, targets with up and down once one is picked; lay it with Enter."""
        scene, hand = self.scene, self.hand
        if scene.focus is not None:
            return False
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1, pygame.K_DOWN: -1}.get(event.key)
        if step is not None:
            scene.tweens.finish()
            if event.key in (pygame.K_UP, pygame.K_DOWN) and hand.how == "pick":
                return hand.step_target(step)
            hand.step_piece(step)
            return True
        if event.key in (*ENTER, pygame.K_SPACE):
            return hand.confirm() or hand.step_target(1)
        return False
