"""Gamepads as keyboards: arrows, Enter, Esc, Tab and the keys for hint, turn, undo and rules."""

from __future__ import annotations

import pygame

_BUTTONS = {0: pygame.K_RETURN, 1: pygame.K_ESCAPE, 2: pygame.K_h, 3: pygame.K_r, 4: pygame.K_u,
            5: pygame.K_TAB, 6: pygame.K_F1, 7: pygame.K_ESCAPE, 9: pygame.K_y, 10: pygame.K_F2}
_MANY_BUTTONS = {0: pygame.K_RETURN, 1: pygame.K_ESCAPE, 2: pygame.K_h, 3: pygame.K_r, 4: pygame.K_F1,
                 6: pygame.K_ESCAPE, 7: pygame.K_y, 8: pygame.K_F2, 9: pygame.K_u, 10: pygame.K_TAB,
                 11: pygame.K_UP, 12: pygame.K_DOWN, 13: pygame.K_LEFT, 14: pygame.K_RIGHT}
"""Pads that report the D-pad as four buttons number the others differently."""
_MANY = 15
_AXIS_KEYS = {(0, -1): pygame.K_LEFT, (0, 1): pygame.K_RIGHT, (1, -1): pygame.K_UP, (1, 1): pygame.K_DOWN}
_TRIGGERS = {2: pygame.K_PAGEUP, 4: pygame.K_PAGEUP, 5: pygame.K_PAGEDOWN}
"""Axis 2 or 4 is the left trigger, depending on the pad; the other one belongs to a stick."""
_PUSHED, _RELEASED = 0.6, 0.35


class Gamepads:
    """Opens pads when they are connected and translates their events into keys."""

    def __init__(self) -> None:
        self.pads: dict[int, pygame.joystick.JoystickType] = {}
        self._axis: dict[tuple[int, int], int] = {}

    def start(self) -> None:
        try:
            pygame.joystick.init()
        except pygame.error:
            return  # no gamepads on this system

    def key_for(self, event: pygame.Event) -> int | None:
        """Return the key for an event of a pad, or None."""
        if event.type == pygame.JOYDEVICEADDED:
            pad = pygame.joystick.Joystick(event.device_index)
            self.pads[pad.get_instance_id()] = pad
        elif event.type == pygame.JOYDEVICEREMOVED:
            self.pads.pop(event.instance_id, None)
        elif event.type == pygame.JOYBUTTONDOWN:
            return (_MANY_BUTTONS if self._has_many(event) else _BUTTONS).get(event.button)
        elif event.type == pygame.JOYHATMOTION:
            x, y = event.value
            return _AXIS_KEYS.get((0, x)) if x else _AXIS_KEYS.get((1, -y)) if y else None
        elif event.type == pygame.JOYAXISMOTION and event.axis in (0, 1):
            return self._stick(event)
        elif event.type == pygame.JOYAXISMOTION and event.axis in self._triggers(event):
            return self._trigger(event)
        return None

    def _triggers(self, event: pygame.Event) -> tuple[int, int]:
        return (4, 5) if self._has_many(event) else (2, 5)

    def _has_many(self, event: pygame.Event) -> bool:
        pad = self.pads.get(getattr(event, "instance_id", -1))
        return pad is not None and pad.get_numbuttons() >= _MANY

    def _trigger(self, event: pygame.Event) -> int | None:
        """Return the key of a trigger when it is pulled; it rests at -1 and moves to 1."""
        at = (event.instance_id, event.axis)
        before, self._axis[at] = self._axis.get(at, 0), int(event.value > 0)
        return _TRIGGERS[event.axis] if self._axis[at] and not before else None

    def _stick(self, event: pygame.Event) -> int | None:
        """Return the key of a stick when it is pushed, and again only after it was released."""
        at = (event.instance_id, event.axis)
        if abs(event.value) < _RELEASED:
            self._axis[at] = 0
        elif abs(event.value) > _PUSHED and not self._axis.get(at):
            self._axis[at] = 1
            return _AXIS_KEYS[(event.axis, 1 if event.value > 0 else -1)]
        return None
