"""The curtain between two humans at one screen: it hides the hands until the next player is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.draw import chrome
from game.screen import Screen
from game.table.frame import TableFrame
from game.ui.widgets import Button

if TYPE_CHECKING:
    from game.app import App


class Curtain(Screen):
    """A dark panel over the table with the name of the next player and one button."""

    def __init__(self, app: App, table: TableFrame, seat: int):
        super().__init__(app)
        self.table, self.seat, self.game = table, seat, table.game
        self.heading = self.say("curtain.turn", name=table.session.seats[seat].name)

    def build(self) -> None:
        look, ground = self.look, self.stage.ground
        ground.fill("#080b16")
        centre = (look.size[0] // 2, look.size[1] // 2)
        name, place = self.table.session.seats[self.seat].name, self.table.company[self.seat]
        chrome.draw_avatar(look, ground, (centre[0], centre[1] - self.px(190)), self.px(70), place.colour,
                           place.face)
        accent = look.theme.avatar(place.colour)
        look.draw_title(ground, self.say("curtain.turn", name=name), "celebrate",
                        (centre[0], centre[1] - self.px(46)), accent, "center", edge="#1a120a")
        look.write(ground, self.say("curtain.more"), "body", (centre[0], centre[1] + self.px(34)), "center",
                   "#b9c0dc")
        width = max(self.px(420), look.width(self.say("curtain.look"), "button_xl") + self.px(170))
        height = max(self.px(76), look.design["sizes"]["hit_min"])
        rect = pygame.Rect(0, 0, width, height)
        rect.center = (centre[0], centre[1] + self.px(130))
        Button(self, rect, self.say("curtain.look"), self.open, icon="eye", kind="primary", role="button_xl",
               key=self.say("key.enter"))

    def open(self) -> None:
        self.table.look_at_hand(self.seat)
        self.app.sounds.play("turn")
        self.app.pop()

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.open()
            return True
        return False

    def escape(self) -> None:
        """Return to the shelf without showing a hand; the game can be continued there."""
        self.app.home()
