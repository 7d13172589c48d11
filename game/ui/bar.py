"""The bar at the top of most screens: a back button, the title, and tools at the right."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.draw import chrome, shapes
from game.ui.scene import Scene
from game.ui.widgets import Button, IconButton

Tool = tuple[str, Callable[[], None], str, str]
"""Icon, action, tip and key."""


def top_bar(scene: Scene, title: str, back: Callable[[], None], *, icon: str = "back",
            tip: str = "") -> pygame.Rect:
    """Build the back or menu button and the title of a screen. Return the rectangle of the title."""
    look, top = scene.look, scene.look.m.top
    scene.heading = title
    side = max(look.px(look.design["sizes"]["menu_button"]), look.design["sizes"]["hit_min"])
    button = pygame.Rect(0, 0, side, side)
    button.midleft = (look.px(24), top.centery)
    IconButton(scene, button, icon, back, tip=tip or scene.say("tip.back"), key=scene.say("key.escape"))
    return look.draw_title(scene.stage.ground, title, "game", (button.right + look.px(20), top.centery),
                           scene.accent)


def tool_row(scene: Scene, tools: list[Tool]) -> dict[str, IconButton]:
    """Build icon buttons at the right end of the top bar, given from left to right; "|" is a gap."""
    look, top = scene.look, scene.look.m.top
    side = max(look.px(look.design["sizes"]["icon_button"]), look.design["sizes"]["hit_min"])
    step = side + look.px(10)
    x = look.size[0] - look.px(24)
    made: dict[str, IconButton] = {}
    for icon, action, tip, key in reversed(tools):
        if icon == "|":
            line = pygame.Rect(x - look.px(10), top.centery - side // 3, max(1, look.px(2)), side * 2 // 3)
            shapes.draw_box(scene.stage.ground, line, 0, look.theme.line, look.theme.line_alpha * 1.5)
            x -= look.px(22)
            continue
        rect = pygame.Rect(0, 0, side, side)
        rect.midright = (x, top.centery)
        made[icon] = IconButton(scene, rect, icon, action, tip=tip, key=key)
        x -= step
    return made


def named_tools(scene: Scene, tools: list[Tool], right: int) -> int:
    """Build buttons with names in the top bar, the last one ending at `right`; return the x before them."""
    look, top = scene.look, scene.look.m.top
    height = max(look.px(look.design["sizes"]["icon_button"]), look.design["sizes"]["hit_min"])
    for icon, action, name, key in reversed(tools):
        width = look.width(name, "button") + look.px(76)
        rect = pygame.Rect(right - width, top.centery - height // 2, width, height)
        Button(scene, rect, name, action, icon=icon, key=key)
        right = rect.left - look.px(10)
    return right


def rules_tool(scene: Scene, open_rules: Callable[[], None]) -> Tool:
    return "book", open_rules, scene.say("tip.rules"), "F1"


def window_tool(scene: Scene) -> Tool:
    """Return the tool that switches between full screen and window."""
    icon = "windowed" if scene.app.settings.fullscreen else "fullscreen"
    return icon, scene.app.toggle_fullscreen, scene.say("tip.fullscreen"), "F11"


def game_bar(scene: Scene, title: str, open_rules: Callable[[], None]) -> None:
    """Build the bar of a screen about the rules of a game, with the game's name if there is room."""
    look = scene.look
    bar = top_bar(scene, title, scene.escape)
    tools = tool_row(scene, [rules_tool(scene, open_rules), window_tool(scene)])
    label = scene.say(f"game.{scene.game}.title")
    left = min(widget.rect.left for widget in tools.values())
    if bar.right + look.width(label, "label") + look.px(90) < left:
        chrome.draw_pill(look, scene.stage.ground, (bar.right + look.px(28), look.m.top.centery), label)
