"""A scene: one screen with its stage, widgets and animations. The app keeps a stack of scenes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import pygame

from game.draw import chrome, surfaces
from game.draw.svg import Colour
from game.ui.look import Look
from game.ui.shell import Shell
from game.ui.stage import Sprite, Stage
from game.ui.text import Texts
from game.ui.tween import Tween, Tweens, wait
from game.ui.widgets import Widget

TIP_AFTER = 550
"""Milliseconds that the mouse rests on a widget before its tip appears."""
SIDEWAYS = 3
"""Weight of a gap across the direction of an arrow key, relative to the distance along it."""


class Scene(ABC):
    """The base class of all screens. `build` lays everything out for the current window, possibly often."""

    game: str | None = None
    """The game whose accent colours the screen."""
    heading = ""
    """The name of the screen, said aloud when it opens."""

    def __init__(self, app: Shell):
        self.app = app
        self.look: Look = app.look
        self.stage = Stage((1, 1))
        self.tweens = Tweens()
        self.toasts = Tweens()
        """Separate from `tweens`: finishing the animations of a scene does not finish its toasts."""
        self.kept_clear = pygame.Rect(0, 0, 0, 0)
        """Where the scene has a headline that a toast must not cover."""
        self.widgets: list[Widget] = []
        self.focus: Widget | None = None
        self._pressed: Widget | None = None
        self._hovered: Widget | None = None
        self._tip: Sprite | None = None
        self._tip_timer = 0.0
        self._mouse = (-1, -1)

    hears_others = False
    """Whether messages of other computers may arrive at any time, so that the loop must not rest for long."""

    # --- lifecycle ---

    music_part = ""
    """The part of the music that belongs to this scene; empty for that of the scene below."""

    def enter(self) -> None:
        """Called when the scene becomes the top one."""

    def leave(self) -> None:
        """Called when the scene is no longer the top one."""

    def come_back(self) -> None:
        """Called when the scene becomes the top one again; refresh what may have changed."""

    def let_go(self) -> None:
        """Release what the mouse holds, because the scene may miss its mouse-up event."""
        if self._pressed is not None:
            self._pressed.set_state(pressed=False)
            self._pressed = None

    def close(self) -> None:
        """Called when the scene has been removed from the stack."""

    def pause(self, away: bool) -> None:
        """Called when the window loses (`away`) or regains the focus."""

    def rebuild(self) -> None:
        """Rebuild after a change of window, theme or language."""
        focused = self.widgets.index(self.focus) if self.focus in self.widgets else -1
        for widget in self.widgets:
            widget.blur()
        self.look = self.app.look
        self.tweens.cancel()
        self.toasts.cancel()
        self.widgets = []
        self.focus = self._pressed = self._hovered = None
        self._tip = None
        self.stage = Stage(self.look.size)
        self.build()
        if 0 <= focused < len(self.widgets) and self.app.shows_focus:
            self.focus_on(self.widgets[focused])

    @abstractmethod
    def build(self) -> None:
        """Paint the ground and make the widgets."""

    # --- helpers for building ---

    @property
    def texts(self) -> Texts:
        return self.app.texts

    def say(self, key: Any, **values: Any) -> str:
        return self.app.texts(key, **values)

    @property
    def accent(self) -> Colour:
        return self.look.theme.accent(self.game)

    def px(self, length: float) -> int:
        return self.look.px(length)

    def paint_cloth(self, centre: tuple[float, float] = (0.42, 0.42)) -> None:
        look = self.look
        key = f"cloth:{look.theme.name}:{look.size}:{centre}:{look.theme.table}"
        look.pictures.paint(key, lambda: surfaces.cloth(look.size, look.theme.table, centre),
                            self.stage.ground)

    def after(self, ms: float, action: Callable[[], None]) -> Tween:
        """Call `action` after `ms` milliseconds."""
        return self.tweens.add(wait(ms, action))

    # --- focus ---

    def focus_on(self, widget: Widget | None) -> None:
        if widget is self.focus:
            return
        if self.focus is not None:
            self.focus.blur()
            self.focus.set_state(focused=False)
        self.focus = widget
        if widget is not None:
            widget.set_state(focused=True)
            if self.app.shows_focus:
                self.app.speech.say(widget.speech())

    def forget(self, widget: Widget) -> None:
        """Drop every reference to a widget that is removed."""
        if self.focus is widget:
            self.focus_on(None)
        if self._pressed is widget:
            self._pressed = None
        if self._hovered is widget:
            self._hide_tip()
            self._hovered = None
        if widget in self.widgets:
            self.widgets.remove(widget)

    def focusable(self) -> list[Widget]:
        return [w for w in self.widgets if w.focusable and w.enabled and w.sprite.visible]

    def focus_next(self, step: int) -> None:
        ring = self.focusable()
        if ring:
            at = ring.index(self.focus) + step if self.focus in ring else (0 if step > 0 else -1)
            self.focus_on(ring[at % len(ring)])

    def focus_towards(self, dx: int, dy: int) -> bool:
        """Focus the nearest widget in a direction; gaps across it are weighted by SIDEWAYS."""
        ring = self.focusable()
        if self.focus not in ring:
            self.focus_next(1)
            return True
        here = self.focus.rect
        best, best_cost = None, 0.0
        for widget in ring:
            if widget is self.focus:
                continue
            there = widget.rect
            ahead = (there.centerx - here.centerx) * dx + (there.centery - here.centery) * dy
            if dx:
                gap = max(there.top - here.bottom, here.top - there.bottom, 0)
                beyond = there.left >= here.right - 4 if dx > 0 else there.right <= here.left + 4
            else:
                gap = max(there.left - here.right, here.left - there.right, 0)
                beyond = there.top >= here.bottom - 4 if dy > 0 else there.bottom <= here.top + 4
            if not beyond or ahead <= 0:
                continue
            cost = ahead + SIDEWAYS * gap
            if best is None or cost < best_cost:
                best, best_cost = widget, cost
        if best is not None:
            self.focus_on(best)
        return best is not None

    # --- events ---

    def handle(self, event: pygame.Event) -> bool:
        """Offer an event to the widgets, then to the keys of the scene. Return True if it was used."""
        if event.type == pygame.MOUSEMOTION:
            self._mouse = event.pos
            return self._mouse_moved(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._hide_tip()
            return event.button == 1 and self._mouse_down(event.pos)
        if event.type == pygame.MOUSEBUTTONUP:
            return event.button == 1 and self._mouse_up(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.TEXTINPUT:
            if self.focus is None or not self.focus.editing:
                return False
            self.focus.type_text(event.text)
            return True
        if event.type == pygame.KEYDOWN:
            self._hide_tip()
            return self._key(event)
        return False

    def widget_at(self, pos: tuple[int, int]) -> Widget | None:
        hits = [w for w in self.widgets if w.sprite.visible and w.contains(pos)]
        exact = [w for w in hits if w.rect.collidepoint(pos)]
        found = exact or hits
        return found[-1] if found else None

    def _mouse_moved(self, pos: tuple[int, int]) -> bool:
        if self._pressed is not None:
            self._pressed.drag(pos)
            self._pressed.set_state(pressed=self._pressed.contains(pos))
            return True
        widget = self.widget_at(pos)
        if widget is not self._hovered:
            self._hide_tip()
            if self._hovered is not None:
                self._hovered.set_state(hovered=False)
            self._hovered = widget
            if widget is not None:
                widget.set_state(hovered=True)
                self._tip_timer = TIP_AFTER
        if widget is not None:
            widget.hover_at(pos)
        return widget is not None

    def _mouse_down(self, pos: tuple[int, int]) -> bool:
        widget = self.widget_at(pos)
        if self.focus is not None and widget is not self.focus:
            self.focus_on(None)
        if widget is None:
            return False
        if widget.enabled:
            self._pressed = widget
            widget.set_state(pressed=True)
            widget.drag(pos)
        return True

    def _mouse_up(self, pos: tuple[int, int]) -> bool:
        widget, self._pressed = self._pressed, None
        if widget is None:
            return False
        widget.set_state(pressed=False)
        if widget.contains(pos) and widget.enabled:
            widget.click(pos)
        return True

    def _wheel(self, event: pygame.Event) -> bool:
        widget = self.widget_at(self._mouse)
        if widget is None or not widget.wheel(event.y):
            return False
        widget.hover_at(self._mouse)  # another widget may be under the mouse now
        return True

    def _key(self, event: pygame.Event) -> bool:
        if self.focus is not None and self.focus.enabled and self.focus.key_down(event):
            return True
        if event.key == pygame.K_TAB:
            self.app.show_focus()
            self.focus_next(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if self.key(event):
            return True
        return self.navigate(event)

    def navigate(self, event: pygame.Event) -> bool:
        """Move the focus with the arrow keys; click the focused widget with Enter or Space."""
        arrows = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
        if event.key in arrows:
            self.app.show_focus()
            return self.focus_towards(*arrows[event.key])
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and self.focus is not None:
            if self.focus.enabled:
                self.focus.click(self.focus.rect.center)
            return True
        return False

    def key(self, event: pygame.Event) -> bool:  # noqa: ARG002 - a hook
        """Handle the shortcuts of this screen; return True if the key was used."""
        return False

    def escape(self) -> None:
        """Called for Esc: close the scene."""
        self.app.pop()

    # --- time ---

    def advance(self, ms: float) -> None:
        """Advance animations and the tip timer."""
        self.tweens.advance(ms)
        self.toasts.advance(ms)
        if self._tip_timer > 0 and self._hovered is not None:
            self._tip_timer -= ms
            if self._tip_timer <= 0:
                self._show_tip(self._hovered)

    @property
    def restless(self) -> bool:
        """Whether the loop must run at the full rate."""
        tip_waits = self._tip_timer > 0 and self._hovered is not None and bool(self._hovered.tip)
        return self.tweens.busy or self.toasts.busy or tip_waits

    @property
    def shows_toast(self) -> bool:
        return self.toasts.busy

    # --- tips ---

    def _show_tip(self, widget: Widget) -> None:
        if not widget.tip:
            return
        look = self.look
        key_w = chrome.keycap_width(look, widget.key) + look.px(12) if widget.key else 0
        w = look.width(widget.tip, "label") + key_w + look.px(32)
        h = look.line_height("label") + look.px(18)
        margin = look.px(30)
        image = pygame.Surface((w + 2 * margin, h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, w, h)
        chrome.draw_panel(look, image, box, radius=look.px(12), alpha=0.97)
        look.write(image, widget.tip, "label", (box.left + look.px(16), box.centery), "midleft")
        if widget.key:
            chrome.draw_keycap(look, image, widget.key, (box.right - look.px(12), box.centery),
                               look.theme.dim)
        rect = pygame.Rect(0, 0, w, h)
        rect.midtop = (widget.rect.centerx, widget.rect.bottom + look.px(10))
        if rect.bottom > look.size[1] - 8:
            rect.midbottom = (widget.rect.centerx, widget.rect.top - look.px(10))
        rect.clamp_ip(pygame.Rect(8, 8, look.size[0] - 16, look.size[1] - 16))
        self._tip = self.stage.add(Sprite(image, (rect.left - margin, rect.top - margin), z=990))

    def _hide_tip(self) -> None:
        self._tip_timer = 0
        if self._tip is not None:
            self._tip.remove()
            self._tip = None


def dimmed_snapshot(app: Shell, darkness: float, *, blur: bool = False) -> pygame.Surface:
    """Return a darkened copy of the screen, as the ground of a scene above it."""
    shot = app.screen.copy()
    if blur:
        w, h = shot.get_size()
        small = pygame.transform.smoothscale(shot, (max(1, w // 4), max(1, h // 4)))
        radius = max(1, round(3 * app.look.k))
        shot = pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, radius), (w, h)).convert()
    veil = pygame.Surface(shot.get_size())
    veil.fill((3, 14, 10))
    veil.set_alpha(round(255 * darkness))
    shot.blit(veil, (0, 0))
    return shot
