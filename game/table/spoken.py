"""The table as speech: moves and positions as sentences, and the panel that shows them (F2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.draw import chrome, shapes
from game.table.frame import TableFrame
from game.ui.devices.speech import sentence
from game.ui.scene import Scene, dimmed_snapshot
from game.ui.widgets import Button, Scroll
from rules.base import Revealed, RoundOver, Scored
from rules.kit.phrases import Phrase
from rules.session import Ply

if TYPE_CHECKING:
    from game.app import App

LATEST = 30
"""Number of moves shown."""


class SpokenPanel(Scene):
    """Shows the position, and below it the latest moves."""

    def __init__(self, app: App, table: TableFrame):
        super().__init__(app)
        self.table, self.game = table, table.game
        self.heading = self.say("spoken.title")
        self.now = tell_table(table)
        plies = [ply for _, ply in table.shown_history()][-LATEST:]
        self.before = [" ".join(tell_ply(table, ply)) for ply in reversed(plies)]

    def enter(self) -> None:
        for text in self.now:
            self.app.speech.say(text)

    def build(self) -> None:
        look, ground = self.look, self.stage.ground
        ground.blit(dimmed_snapshot(self.app, 0.6), (0, 0))
        margin = self.px(60)
        panel = pygame.Rect(0, 0, min(look.size[0] - 2 * margin, self.px(1280)), look.size[1] - 2 * margin)
        panel.center = (look.size[0] // 2, look.size[1] // 2)
        chrome.draw_panel(look, ground, panel, shadow="float", alpha=0.98)
        pad = self.px(36)
        x, y, width = panel.left + pad, panel.top + self.px(28), panel.w - 2 * pad
        look.write(ground, self.heading, "box", (x, y), fit=width)
        y += look.line_height("box") + self.px(14)
        button_h = max(self.px(58), look.design["sizes"]["hit_min"], look.line_height("button") + self.px(16))
        body = pygame.Rect(x, y, width, panel.bottom - pad - button_h - self.px(18) - y)
        self.text = Scroll(self, body, self._page(body.w - self.px(24)))
        self.text.focusable = True
        label = self.say("spoken.close")
        wide = max(self.px(320), look.width(label, "button") + self.px(120))
        Button(self, pygame.Rect(x, panel.bottom - pad - button_h, min(width, wide), button_h), label,
               self.escape, icon="back", kind="primary", key="F2")
        self.focus_on(self.text)

    def _page(self, width: int) -> pygame.Surface:
        """Paint both parts as one tall picture."""
        look = self.look
        parts = [(self.say("spoken.on_table"), self.now),
                 (self.say("spoken.happened"), self.before or [self.say("spoken.nothing")])]
        gap, caption = self.px(8), look.line_height("caption") + self.px(10)
        tall = sum(
            caption + self.px(22)
            + sum(look.paragraph_height(text, "body", width - self.px(22)) + gap for text in texts)
            for _, texts in parts)
        page = pygame.Surface((width, tall), pygame.SRCALPHA)
        y = 0
        for heading, texts in parts:
            chrome.draw_caption(look, page, heading, (0, y))
            y += caption
            for text in texts:
                dot = shapes.disc(max(5, self.px(8)), self.accent)
                page.blit(dot, dot.get_rect(center=(self.px(6), y + look.line_height("body") // 2)))
                y = look.paragraph(page, text, "body",
                                   pygame.Rect(self.px(22), y, width - self.px(22), 1)) + gap
            y += self.px(22)
        return page

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_F2 or (event.key == pygame.K_RETURN and self.focus is self.text):
            self.escape()
            return True
        return False


def tell_ply(scene: TableFrame, ply: Ply) -> list[str]:
    """Describe a move in sentences: the move, what it revealed, points won or lost, and the outcome."""
    speech = scene.board.speech
    told = _done(scene, ply)
    told += [scene.say("spoken.revealed", piece=speech.piece_name(event.piece),
                       place=speech.origin(event.place))
             for event in ply.events if isinstance(event, Revealed)]
    ending = next((event.outcome for event in ply.events if isinstance(event, RoundOver)), None)
    told += _points(scene, ply)
    if ending is not None:
        key = f"game.{scene.game}.why.{ending.why}"
        told.append(scene.say(key) if scene.texts.has(key) else ending.why)
        if ending.winners and not scene.solitaire:
            told.append(scene.say("spoken.won", name=scene.who(*ending.winners)))
    return [sentence(text) for text in told if text.strip()]


def _done(scene: TableFrame, ply: Ply) -> list[str]:
    """Return what a move did, and the value that the log shows beside it instead of points."""
    has_points = any(isinstance(event, Scored) for event in ply.events)
    done = [_sentence(scene, ply.by, phrase) for phrase in scene.board.log_phrases(ply)]
    return done if has_points else [*done, scene.board.log_value(ply)]


def _sentence(scene: TableFrame, seat: int, phrase: Phrase) -> str:
    """Return a phrase of the log as a sentence about a player; a game without such texts is read as it is."""
    key = f"told.{phrase.key.removeprefix('log.')}"
    if scene.texts.has(key):
        return scene.say(Phrase(key, {**phrase.values, "name": scene.who(seat)}))
    text = scene.say(phrase)
    return text if scene.solitaire else scene.say("log.by", name=scene.seats[seat].name, text=text)


def _points(scene: TableFrame, ply: Ply) -> list[str]:
    """Return `Ada scores 42 points (tile 12, bridge 30)` for every seat whose points changed."""
    kinds: dict[int, dict[str, int]] = {}
    for event in ply.events:
        if isinstance(event, Scored):
            won = kinds.setdefault(event.by, {})
            won[event.kind] = won.get(event.kind, 0) + event.points
    told = []
    for seat, parts in sorted(kinds.items(), key=lambda entry: entry[0] != ply.by):
        total, counted = sum(parts.values()), {kind: points for kind, points in parts.items() if points}
        if not counted:
            continue
        amount = _amount(scene, abs(total))
        if len(counted) > 1:
            kinds_told = (f"{_kind(scene, kind)} {scene.texts.number(n)}" for kind, n in counted.items())
            amount += f" ({', '.join(kinds_told)})"
        key = "spoken.scores" if total >= 0 else "spoken.loses"
        told.append(scene.say(key, name=scene.who(seat), amount=amount))
    return told


def _amount(scene: TableFrame, points: int) -> str:
    """Return a number of points, or of what the game counts instead."""
    return scene.say(scene.board.speech.unit, n=points, points=scene.texts.number(points))


def _kind(scene: TableFrame, kind: str) -> str:
    keys = (f"points.{kind}", f"{scene.game}.face.{kind}", f"sheet.kind.{kind}")
    return next((scene.say(key) for key in keys if scene.texts.has(key)), kind)


def tell_table(scene: TableFrame) -> list[str]:
    """Tell the whole table as its viewer sees it: game, scores, board, hand, turn."""
    speech, session = scene.board.speech, scene.session
    told = [", ".join([scene.say(f"game.{scene.game}.title"), *(text for _, text in scene.pills())])]
    if scene.solitaire:
        progress = scene.board.progress()
        told += [f"{progress.number} {progress.line}, {progress.more}"] if progress else []
    else:
        told += [f"{scene.say('spoken.has', name=scene.who(seat), amount=_amount(scene, points))}, "
                 f"{scene.plate_line(seat)}" for seat, points in enumerate(scene.state.scores)]
    told += speech.board()
    viewer = scene.viewer
    if viewer is not None and session.outcome is None:
        told += speech.hand(viewer)
    told.append(scene.spoken_status)
    return [sentence(text) for text in told if text.strip()]
