"""The curtain between two humans at one screen: it hides the hands until the next player is ready.

Before the hand is shown, the cards on it tell what has happened since that player looked last.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

import pygame

from game import routes
from game.draw import chrome, shapes, surfaces
from game.draw.svg import Colour, darker
from game.screen import Screen
from game.table.frame import TableFrame
from game.table.menu import open_menu
from game.table.spoken import tell_ply
from game.ui.bar import rules_tool, tool_row, top_bar, window_tool
from game.ui.stage import Sprite
from game.ui.widgets import Button
from rules.base import Scored
from rules.session import Ply

if TYPE_CHECKING:
    from game.app import App

CARD_Z = 20
ENLARGED = 1.25
"""How much larger the card is that was stepped to."""
MOST = 3
"""Moves in the recap; of more the ones with most points."""


def recap_of(table: TableFrame, seat: int) -> list[Ply]:
    """Return the moves of the others since this seat's last one, in their order: those that matter most."""
    told = [ply for ply in takewhile(lambda ply: ply.by != seat, reversed(table.session.rounds[-1].plies))
            if table.board.log_text(ply)]
    best = sorted(told, key=lambda ply: -abs(_gain(ply)))[:MOST]
    return [ply for ply in reversed(told) if ply in best]


def _gain(ply: Ply) -> int:
    return sum(event.points for event in ply.events if isinstance(event, Scored) and event.by == ply.by)


def _cut_to(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return what is drawn on a picture, without the empty room around it, scaled to fit `size`."""
    drawn = picture.subsurface(picture.get_bounding_rect())
    scale = min(1.0, size[0] / max(1, drawn.get_width()), size[1] / max(1, drawn.get_height()))
    return pygame.transform.smoothscale_by(drawn, scale)


class Curtain(Screen):
    """A closed curtain with the next player's name, a recap, one button and the points of all players."""

    def __init__(self, app: App, table: TableFrame, seat: int):
        super().__init__(app)
        self.table, self.seat, self.game = table, seat, table.game
        self.recap = recap_of(table, seat)
        self.chosen: int | None = None
        """The card that was stepped to."""
        self._cards: list[tuple[pygame.Rect, Sprite]] = []
        self._since: Sprite | None = None
        """The heading above the cards."""

    def build(self) -> None:
        look = self.look
        name, place = self.table.session.seats[self.seat].name, self.table.company[self.seat]
        self._paint_cloth()
        self._build_top()
        self.heading = self.say("curtain.turn", name=name)
        accent, centre = look.theme.avatar(place.colour), look.size[0] // 2
        room = pygame.Rect(self.px(24), look.m.top.bottom + self.px(44), look.size[0] - self.px(48), 0)
        room.h = look.size[1] - self.px(20) - room.top
        rows = self._rows(room)
        y = rows["avatar"]
        radius = self.px(60 if self.recap else 75)
        chrome.draw_avatar(look, self.stage.ground, (centre, y), radius, place.colour, place.face)
        ground = self.stage.ground
        look.draw_title(ground, self.heading, "celebrate", (centre, rows["title"]), accent, "center",
                        edge="#1a120a", at_most=self._title_px(room.w))
        look.write(ground, self._looks_away(), "body", (centre, rows["more"]), "center",
                   shadow=not look.theme.light)
        if self.recap:
            self._build_recap(room, rows["recap"], rows["cards_h"])
        label = self.say("curtain.look")
        width = max(self.px(480), look.width(label, "button_xl") + self.px(190))
        rect = pygame.Rect(0, 0, width, self._button_height())
        rect.center = (centre, rows["button"])
        Button(self, rect, label, self.open, icon="eye", kind="primary", role="button_xl",
               key=self.say("key.enter"), accent=accent)
        self._paint_scores(rows["scores"])
        look.write(self.stage.ground, self.say("curtain.menu"), "label", (centre, rows["foot"]), "center",
                   shadow=not look.theme.light, fit=room.w)

    def _rows(self, room: pygame.Rect) -> dict[str, int]:
        """Return the middle of every row, from above; what has no room shares what is left."""
        look = self.look
        title = look.line_height("celebrate")
        fixed = [("avatar", self.px(130 if self.recap else 170)), ("title", title),
                 ("more", look.line_height("body"))]
        cards = 0
        if self.recap:
            others = self._button_height() + self._score_height() + 2 * look.line_height("label")
            others += self.px(76)
            cards = room.h - sum(high for _, high in fixed) - others - look.line_height("name") - self.px(12)
            cards = max(self.px(120), min(self.px(242), cards))
            fixed.append(("recap", look.line_height("name") + self.px(12) + cards))
        fixed += [("button", self._button_height()), ("scores", self._score_height()),
                  ("foot", look.line_height("label"))]
        spare = max(0, room.h - sum(high for _, high in fixed))
        gap = spare // len(fixed)
        found, y = {"cards_h": cards}, room.top + gap // 2
        for name, high in fixed:
            found[name] = y if name == "recap" else y + high // 2
            y += high + gap
        return found

    def _title_px(self, width: int) -> float:
        return self.look.fitting(self.heading, "celebrate", width * 0.86)

    def _button_height(self) -> int:
        return max(self.px(76), self.look.design["sizes"]["hit_min"])

    def _score_height(self) -> int:
        return max(self.px(66), self.look.line_height("score"))

    def _looks_away(self) -> str:
        plies = self.table.session.rounds[-1].plies
        if not plies or plies[-1].by not in self.table.humans or plies[-1].by == self.seat:
            return self.say("curtain.more")
        return self.say("curtain.away", name=self.table.session.seats[plies[-1].by].name)

    # --- cloth and bar ---

    def _paint_cloth(self) -> None:
        look, top = self.look, self.look.m.top.bottom
        colours = [darker(colour, 0.2) for colour in look.theme.table]

        def paint() -> pygame.Surface:
            image = surfaces.folded(look.size, colours, light=look.theme.light)
            head = pygame.Surface((look.size[0], top))
            head.fill(colours[2])
            image.blit(head, (0, 0))
            surfaces.draw_rod(image, pygame.Rect(0, top - self.px(12), look.size[0], self.px(26)),
                              look.theme.rail, look.theme.brass)
            return image

        look.pictures.paint(f"curtain:{look.theme.name}:{look.size}:{look.theme.table}", paint,
                            self.stage.ground)

    def _build_top(self) -> None:
        look, table = self.look, self.table
        title = top_bar(self, self.say(f"game.{self.game}.title"), self.escape, icon="menu",
                        tip=self.say("tip.menu"))
        icon = "mute" if self.app.settings.sound == 0 else "sound"
        tools = tool_row(self, [rules_tool(self, self._open_rules),
                                (icon, self._toggle_sound, self.say("tip.sound"), ""), window_tool(self)])
        left = min(widget.rect.left for widget in tools.values())
        x = title.right + look.px(28)
        for icon, label in table.pills():
            if x + look.width(label, "label") + look.px(60) > left - look.px(10):
                break
            x = chrome.draw_pill(look, self.stage.ground, (x, look.m.top.centery), label,
                                 icon).right + look.px(10)

    def _open_rules(self) -> None:
        self.app.open(routes.Help(self.table.game, self.table.session.rules))

    def _toggle_sound(self) -> None:
        self.table.toggle_sound()
        self.rebuild()

    # --- the recap ---

    def _build_recap(self, room: pygame.Rect, top: int, height: int) -> None:
        look, gap = self.look, self.px(24)
        width = min(self.px(448), (room.w - (MOST - 1) * gap) // MOST)
        whole = pygame.Rect(0, 0, len(self.recap) * (width + gap) - gap, height)
        whole.midtop = (room.centerx, top + look.line_height("name") + self.px(12))
        head = pygame.Surface((max(whole.w, look.width(self.say("curtain.since"), "name")),
                               look.line_height("name") + self.px(4)), pygame.SRCALPHA)
        line = look.line_height("name") // 2
        heading = look.write(head, self.say("curtain.since"), "name", (0, line), "midleft",
                             shadow=not look.theme.light)
        shapes.draw_box(head, (heading.right + gap, line, max(1, whole.w - heading.right - gap), 2), 0,
                        look.theme.text, 0.35)
        self._since = self.stage.add(Sprite(head, (whole.left, top), CARD_Z - 1))
        self._since.show(self.chosen is None)
        self._cards = []
        for number, ply in enumerate(self.recap):
            rect = pygame.Rect(whole.left + number * (width + gap), whole.top, width, height)
            self._cards.append((rect, self.stage.add(Sprite(z=CARD_Z))))
            self._paint_card(number, ply)

    def _paint_card(self, number: int, ply: Ply) -> None:
        """Paint a move: its picture, who made it, what it was, and the points with their sum."""
        look, theme, table = self.look, self.look.theme, self.table
        rect, sprite = self._cards[number]
        if number == self.chosen:
            foot = rect.midbottom
            rect = rect.inflate(round(rect.w * ENLARGED) - rect.w, round(rect.h * ENLARGED) - rect.h)
            rect.midbottom = foot
            rect.clamp_ip(self.stage.area)
        margin = look.px(30)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        chosen = number == self.chosen
        chrome.draw_panel(look, image, box, radius=look.px(18), shadow="rest", alpha=1.0 if chosen else None,
                          stroke=theme.focus if chosen else None)
        well = pygame.Rect(box.left + look.px(14), box.top + look.px(14), 0, box.h - look.px(28))
        well.w = min(well.h, round(box.w * 0.47))
        picture = table.board.move_picture(ply, (2 * well.w, 2 * well.h))
        if picture is None:
            well.w = 0
        else:
            shapes.draw_box(image, well, look.px(14), "#000000", 0.35, theme.line, theme.line_alpha)
            picture = _cut_to(picture, (well.w - look.px(16), well.h - look.px(16)))
            image.blit(picture, picture.get_rect(center=well.center))
        self._paint_told(image, pygame.Rect(well.right + look.px(18), well.top,
                                            box.right - look.px(12) - well.right - look.px(18), well.h), ply)
        badge = pygame.Rect(0, 0, max(look.px(32), 20), max(look.px(32), 20))
        badge.center = (box.left + look.px(4), box.top + look.px(4))
        shapes.draw_box(image, badge, badge.w / 2, theme.brass)
        look.write(image, str(number + 1), "key", badge.center, "center", theme.ink_on(theme.brass))
        sprite.remove()
        self._cards[number] = self._cards[number][0], self.stage.add(
            Sprite(image, (rect.left - margin, rect.top - margin), CARD_Z + (number == self.chosen)))

    def _paint_told(self, image: pygame.Surface, rect: pygame.Rect, ply: Ply) -> None:
        look, theme, table = self.look, self.look.theme, self.table
        place, line = table.company[ply.by], look.line_height("label")
        radius = min(look.px(18), line)
        chrome.draw_avatar(look, image, (rect.left + radius, rect.top + radius), radius, place.colour,
                           place.face)
        look.write(image, table.session.seats[ply.by].name, "name",
                   (rect.left + 2 * radius + look.px(10), rect.top + radius), "midleft",
                   fit=rect.w - 2 * radius - look.px(10))
        gain = _gain(ply)
        value = table.texts.gain(gain) if gain else table.board.log_value(ply)
        bottom = rect.bottom
        if value:
            colour: Colour = theme.good if gain > 0 else theme.bad if gain < 0 else theme.text
            role = "score" if gain else "label"
            look.write(image, value, role, (rect.left, rect.bottom), "bottomleft", colour, fit=rect.w)
            bottom -= look.line_height(role)
        y = rect.top + 2 * radius + look.px(10)
        for text, ink in ((table.board.log_text(ply), theme.text), (self._sum(ply), theme.dim)):
            for part in look.wrap(text, "label", rect.w) if text else ():
                if y + line > bottom:
                    return
                look.write(image, part, "label", (rect.left, y + line // 2), "midleft", ink, fit=rect.w)
                y += line

    def _sum(self, ply: Ply) -> str:
        """Return the parts of the points, if there are several."""
        parts = [event for event in ply.events if isinstance(event, Scored) and event.by == ply.by]
        if len(parts) < 2:
            return ""
        return " + ".join([str(parts[0].points),
                           *(f"{self.say(f'points.{event.kind}')} {event.points}" for event in parts[1:])])

    def _step(self, step: int) -> None:
        """Step through the cards of the recap and say them aloud."""
        if not self.recap:
            return
        before = self.chosen
        self.chosen = (0 if step > 0 else -1) % len(self.recap) if before is None else (
            before + step) % len(self.recap)
        if self._since is not None:  # the larger card needs its room
            self._since.show(False)
        for number in {before, self.chosen} - {None}:
            assert number is not None
            self._paint_card(number, self.recap[number])
        self.app.speech.say(" ".join(tell_ply(self.table, self.recap[self.chosen])))

    # --- the points ---

    def _paint_scores(self, middle: int) -> None:
        look, theme, table, ground = self.look, self.look.theme, self.table, self.stage.ground
        seats, gap, height = table.session.seats, look.px(15), self._score_height()
        width = min(look.px(262), (look.size[0] - look.px(48) - gap * (len(seats) - 1)) // len(seats))
        left = (look.size[0] - len(seats) * (width + gap) + gap) // 2
        two = height >= look.line_height("name") + look.line_height("label") + look.px(8)
        for seat, player in enumerate(seats):
            box = pygame.Rect(left + seat * (width + gap), middle - height // 2, width, height)
            place = table.company[seat]
            chrome.draw_panel(look, ground, box, radius=look.px(14), shadow=None,
                              stroke=theme.avatar(place.colour) if seat == self.seat else None)
            radius = min(look.px(19), box.h // 3)
            chrome.draw_avatar(look, ground, (box.left + look.px(14) + radius, box.centery), radius,
                               place.colour, place.face)
            points = look.write(ground, table.texts.number(table.state.scores[seat]), "score",
                                (box.right - look.px(16), box.centery), "midright")
            x = box.left + 2 * radius + look.px(26)
            up = look.px(11) if two else 0
            look.write(ground, player.name, "name", (x, box.centery - up), "midleft",
                       fit=max(20, points.left - x - look.px(8)))
            if two:
                look.write(ground, table.board.plate_line(seat).split("\u00b7")[-1].strip(), "label",
                           (x, box.centery + look.px(14)), "midleft", theme.dim,
                           fit=max(20, points.left - x - look.px(8)))

    # --- keys and mouse ---

    def open(self) -> None:
        self.table.look_at_hand(self.seat)
        self.app.sounds.play("turn")
        self.app.pop()

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.open()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and self.recap:
            self._step(1 if event.key == pygame.K_RIGHT else -1)
        elif event.key == pygame.K_F1:
            self._open_rules()
        else:
            return False
        return True

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for number, (rect, _) in enumerate(self._cards):
                if rect.collidepoint(event.pos) and number != self.chosen:
                    self._step(number - (self.chosen if self.chosen is not None else -1))
                    return True
        return super().handle(event)

    def escape(self) -> None:
        """Open the menu above the curtain; no hand is shown below it."""
        open_menu(self.table, open_rules=self._open_rules, hidden=True)
