"""The lesson of a game: a few small positions explained by a coach. Steps can be skipped and repeated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import routes
from game.data import cache as data
from game.data.choices import read_choices
from game.data.occasion import Occasion
from game.draw import chrome, shapes
from game.table.scene import TableScene
from game.table.side import PlatesSide
from game.ui.dialogs import Dialog
from game.ui.paper.blocks import page_blocks, page_values
from game.ui.stage import Sprite
from game.ui.widgets import Button, IconButton
from rules.base import Move, Phrase, Placed, Rules, Scored, State, UnreadableMove
from rules.catalog import rules_class, rules_of
from rules.engine import Choice
from rules.files.variants import CLASSIC, merge
from rules.session import Ply, Round, Seat, Session

if TYPE_CHECKING:
    from game.app import App

LESSONS = Path(__file__).resolve().parent.parent / "lessons"
PUPIL = 0
"""The seat of the human."""
PARTNERS = ("Bruno", "Cleo", "Dario")
SMALLEST_TEXT = 12


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a step: the round won, or all of the other conditions, in any order."""

    word: str = ""
    """`won`, or `hint`: the pupil asked for a hint, then won the round."""
    laid: int = 0
    scored: tuple[str, ...] = ()
    """Kinds of points that must be scored."""
    moves: tuple[str, ...] = ()
    """Moves that must be played, in the notation of the rules; `buy` matches any that begins with it."""

    @classmethod
    def read(cls, until: str | Mapping[str, Any]) -> Goal:
        if isinstance(until, str):
            return cls(word=until)
        return cls(laid=until.get("laid", 0), scored=_all_of(until.get("scored", ())),
                   moves=_all_of(until.get("move", ())))

    def reached(self, rules: Rules, plies: Iterable[Ply]) -> bool:
        """Return whether the pupil has met all conditions except `word`."""
        own = [ply for ply in plies if ply.by == PUPIL]
        return self.wanted(rules, own) is None and _laid(own) >= self.laid and not self._lacking(own)

    def wanted(self, rules: Rules, plies: Iterable[Ply]) -> str | None:
        """Return the first of the required moves that the pupil has not played yet."""
        played = [rules.write_move(ply.move) for ply in plies if ply.by == PUPIL]
        return next((move for move in self.moves if not any(is_move(text, move) for text in played)), None)

    def missed(self, plies: Iterable[Ply]) -> bool:
        """Return whether the required pieces were laid without scoring the required points."""
        own = [ply for ply in plies if ply.by == PUPIL]
        return bool(self._lacking(own)) and _laid(own) >= max(1, self.laid)

    def _lacking(self, own: Iterable[Ply]) -> set[str]:
        return set(self.scored) - {event.kind for ply in own for event in ply.events
                                   if isinstance(event, Scored) and event.by == PUPIL}


def _all_of(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def is_move(text: str, wanted: str) -> bool:
    """Return whether a written move is the wanted one, or begins with it as its first word."""
    return text == wanted or text.startswith(f"{wanted} ")


def _laid(plies: Iterable[Ply]) -> int:
    return sum(isinstance(event, Placed) for ply in plies for event in ply.events)


def read_steps(game: str, language: str = "") -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return the steps of a lesson and the words it teaches with; only word games have these, by language."""
    content = data.load(LESSONS / f"{game}.yaml")
    if isinstance(content, list):
        return content, {}
    words = content["words"].get(language) or next(iter(content["words"].values()))
    return _with_words(content["steps"], words), words


def _with_words(node: Any, words: Mapping[str, str]) -> Any:
    """Put the words into all texts of the steps: `{word}`, or a letter of one, `{word[1]}`."""
    if isinstance(node, str):
        return node.format_map(words)
    if isinstance(node, list):
        return [_with_words(item, words) for item in node]
    return {key: _with_words(value, words) for key, value in node.items()} if isinstance(node, dict) else node


def lesson_session(rules: Rules, step: Mapping[str, Any], name: str) -> Session:
    """Return the session of a step in its first position; undo cannot go behind it."""
    if "rules" in step:
        rules = type(rules)(merge(rules.values, step["rules"]), rules.variant)
    others = step.get("players", rules.seats[0]) - 1
    seats = [Seat(name), *(Seat(partner, "bot") for partner in PARTNERS[:others])]
    session = Session(rules, seats, 0, level=step["setup"])
    for move in step.get("moves", ()):
        session.play(rules.read_move(move))
    session.rounds = [Round(step["setup"], session.state)]
    return session


class Lesson(TableScene):
    """One step of a lesson on a real table. Bots play their first legal move without thinking."""

    has_coach = True

    def __init__(self, app: App, game: str, index: int = 0):
        language = read_choices(app.store, game, "", app.texts.language)["words"]
        self.steps, self.taught_words = read_steps(game, language)
        self.index = index
        step = self.steps[index]
        self.goal = Goal.read(step["until"])
        self.done = self.asked = False
        self.failed = False
        """Whether the round is over without the goal being reached."""
        rules = rules_of(game, rules_class(game).word_languages.get(language, CLASSIC))
        session = lesson_session(rules, step, app.player_name())
        super().__init__(app, session, Occasion(counts=False))

    # --- the coach ---

    def make_side(self) -> PlatesSide:
        return LessonSide(self)

    def build_coach(self, rect: pygame.Rect) -> None:
        """Build the coach's panel, as high as its text needs, with the buttons at the bottom."""
        look = self.look
        pad, gap = look.px(20), look.px(14)
        height = max(look.px(54), look.line_height("button") + look.px(18), look.design["sizes"]["hit_min"])
        head = look.line_height("caption") + look.line_height("name") + look.px(68)
        room = rect.h - head - 2 * height - gap - 2 * pad
        part, width = self.part(), rect.w - 2 * pad
        size: float = look.m.text_px("body")
        while size > SMALLEST_TEXT and self._text_height(part, width, size) > room:
            size -= 1
        self.text_px, self.text_h = size, min(room, self._text_height(part, width, size))
        self.coach_rect = pygame.Rect(rect.left, rect.top, rect.w, rect.h - room + self.text_h)
        self._coach = self.stage.add(Sprite(z=42))
        skip = pygame.Rect(rect.left + pad, self.coach_rect.bottom - pad - height, width, height)
        Button(self, skip, self.say("tutorial.skip"), self.skip, kind="ghost")
        key, needed = self.say("key.enter"), look.width(self.say("tutorial.next"), "button") + look.px(70)
        roomy = needed + chrome.keycap_width(look, key) < width
        self.next_button = Button(self, skip.move(0, -height - gap), "", self.go_on, kind="primary",
                                  icon="next", key=key if roomy else "")
        self._refresh_coach()

    def part(self) -> dict[str, str]:
        """Return title, text and praise of this step, filled with the numbers of the rules."""
        values = page_values(self.session.rules.values, self.taught_words)
        return page_blocks(self.texts, f"tutorial.{self.game}", values)[self.index]

    def _text_height(self, part: Mapping[str, str], width: int, size: float) -> int:
        return max(self.look.paragraph_height(part[key], "body", width, size) for key in ("text", "done"))

    def _refresh_coach(self) -> None:
        if self.failed:
            self.next_button.set_label(self.say("tutorial.again"), "rotate")
        else:
            self.next_button.set_label(self.say(self._next_key()), "next")
        self.next_button.enable(self.done or self.failed)
        self._paint_coach()

    def _next_key(self) -> str:
        if self.index + 1 < len(self.steps):
            return "tutorial.next"
        return "tutorial.finish" if self.leads_to_a_deal else "tutorial.close"

    def _paint_coach(self) -> None:
        look, rect = self.look, self.coach_rect
        margin, pad = look.px(40), look.px(20)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        chrome.draw_panel(look, image, box, radius=look.px(18), stroke=self.accent)
        x, w, y = box.left + pad, box.w - 2 * pad, box.top + look.px(18)
        step = self.say("tutorial.step", at=self.index + 1, of=len(self.steps))
        chrome.draw_caption(look, image, step, (x, y))
        y = self._paint_dots(image, x, y + look.line_height("caption") + look.px(8))
        part = self.part()
        look.write(image, part["title"], "name", (x, y), "topleft", fit=w)
        y += look.line_height("name") + look.px(10)
        text, colour = (part["done"], look.theme.good) if self.done else (part["text"], None)
        look.paragraph(image, text, "body", pygame.Rect(x, y, w, self.text_h), colour, at_most=self.text_px)
        self._coach.set(image, (rect.left - margin, rect.top - margin))

    def _paint_dots(self, image: pygame.Surface, x: int, y: int) -> int:
        look = self.look
        d = look.px(12)
        for i in range(len(self.steps)):
            reached = i < self.index or (i == self.index and self.done)
            shapes.draw_box(image, (x + i * (d + look.px(8)), y, d, d), d / 2,
                            self.accent if reached or i == self.index else "#000000",
                            1.0 if reached else 0.45, look.theme.line, 0.25)
        return y + d + look.px(16)

    def pills(self) -> list[tuple[str, str]]:
        return [("school", self.say("tutorial.title"))]

    # --- course of a step ---

    def rebuild(self) -> None:
        """Rebuild the scene and judge the step again, because rebuilding cancels pending animations."""
        super().rebuild()
        if self.app.top is self:
            self._judge()

    def enter(self) -> None:
        self.app.thinker.start()
        self._judge()

    def _settled(self) -> None:
        self.board.sync(self.state)
        self._judge()

    def _judge(self) -> None:
        """Finish the step, mark it as failed, or start the next turn."""
        if self.done:
            return
        if self._reached():
            self._step_done()
        elif self.session.outcome is not None:
            self._over()
        elif self._strayed():
            self._fail()
        else:
            self._next_turn()
            self.idle_status()

    def _strayed(self) -> bool:
        """Return whether the pupil's turn is over without the move that this step is about."""
        plies = self.session.rounds[-1].plies
        own = any(ply.by == PUPIL for ply in plies)
        return own and self.state.player != PUPIL and self.goal.wanted(self.session.rules, plies) is not None

    def _reached(self) -> bool:
        outcome = self.session.outcome
        if self.goal.word:
            won = outcome is not None and PUPIL in outcome.winners
            return won and (self.goal.word != "hint" or self.asked)
        return self.goal.reached(self.session.rules, self.session.rounds[-1].plies)

    def _over(self) -> None:
        if self.goal.word == "hint" and PUPIL in self.session.outcome.winners:  # type: ignore[union-attr]
            self.set_status(self.say("tutorial.without_hint"), mood="warn")
            self.after(1400 * self.look.speed, self._again)
        else:
            self._fail()

    def _fail(self) -> None:
        if not self.failed:
            self.failed = True
            self.app.sounds.play("lose")
            self._refresh_coach()
            self.idle_status()

    def _again(self) -> None:
        if self.session.outcome is not None:
            self.back_to(0)

    def jumped(self) -> None:
        self.failed = False
        super().jumped()
        self._refresh_coach()

    def let_bot_think(self) -> None:
        """Let the bot play its first legal move after a short pause."""
        if self.done or self.session.outcome is not None or not self.session.seats[self.state.player].is_bot:
            return
        revision, move = self.session.revision, next(iter(self.session.rules.legal_moves(self.state)))
        pause = self.look.design["motion"]["bot"]["think_min"] * self.look.speed
        self.after(pause, lambda: self._bot_plays(revision, move))

    def _step_done(self) -> None:
        self.done = True
        self.app.sounds.play("star")
        self._refresh_coach()
        self.idle_status()

    def idle_status(self) -> None:
        if self.done:
            self.set_status(self.say("tutorial.well_done"), mood="good")
        elif self.failed and self.session.outcome is None:
            self.set_status(self.say("tutorial.elsewhere"), self.say("tutorial.undo"), mood="warn")
        elif self.failed:
            self.set_status(self.say("tutorial.not_so"), self.say("tutorial.undo"), mood="warn")
        elif self.my_turn and self.goal.missed(self.session.rounds[-1].plies):
            self.set_status(self.say("tutorial.not_yet"), self.say("tutorial.undo"), mood="warn")
        else:
            super().idle_status()

    def hint(self) -> None:
        self.asked = True
        super().hint()

    def own_hint(self) -> Choice[Any] | None:
        """Return the move that the step asks for, or one that makes it possible: hints agree with it."""
        rules, state = self.session.rules, self.state
        wanted = self.goal.wanted(rules, self.session.rounds[-1].plies)
        if wanted is None:
            return None
        found = self._as_move(state, wanted)
        if found is None:
            found = next((move for move in rules.legal_moves(state)
                          if self._as_move(rules.apply(state, move).state, wanted) is not None), None)
        return Choice(found, Phrase("tutorial.hint")) if found is not None else None

    def _as_move(self, state: State, wanted: str) -> Move | None:
        """Return the wanted move if the pupil may play it in a state."""
        rules = self.session.rules
        if state.player != PUPIL:
            return None
        try:
            move = rules.read_move(wanted)
        except UnreadableMove:  # only the first word of one
            return next((move for move in rules.legal_moves(state)
                         if is_move(rules.write_move(move), wanted)), None)
        return move if rules.why_illegal(state, move) is None else None

    def offer_way_back(self) -> None:
        self.set_status(self.say("status.lost_position"), self.say("tutorial.undo"), mood="warn")

    def toggle_drawer(self) -> bool:
        """Ignore the key: the coach has the place of the drawer."""
        return True

    # --- from step to step ---

    def go_on(self) -> None:
        """React to the large button: open the next step, or repeat this one if it failed."""
        if self.done:
            self.next_step()
        elif self.failed:
            self.restart()

    def next_step(self) -> None:
        if self.index + 1 < len(self.steps):
            self.app.open(routes.Lesson(self.game, self.index + 1), instead=True)
        else:
            self._end()

    def skip(self) -> None:
        self._end()

    @property
    def leads_to_a_deal(self) -> bool:
        """Whether a real deal follows: on the first lesson, if it was opened from the shelf."""
        return not self.app.settings.saw_tutorial(str(self.game)) and len(self.app.scenes) <= 2

    def _end(self) -> None:
        """Mark the lesson as seen; open a real deal or return to the previous screen."""
        deal = self.leads_to_a_deal
        self.app.settings.note_tutorial(str(self.game))
        self.app.store.write_settings(self.app.settings)
        self.app.pop()
        if deal:
            self.app.open(routes.PlayAgain(self.game))

    def open_menu(self) -> None:
        self.interrupt()
        dialog = Dialog(self.app, self.say("tutorial.title"), "", [
            (self.say("button.play_on"), None, "play"),
            (self.say("tutorial.again"), self.restart, "rotate"),
            (self.say("tutorial.skip"), self.skip, "next"),
        ], game=self.game, column=True, esc_closes=True)
        self.app.push(dialog)

    def restart(self) -> None:
        self.app.open(routes.Lesson(self.game, self.index), instead=True)

    def key(self, event: pygame.Event) -> bool:
        ready = (self.done or self.failed) and self.focus is None and not self.hand.holding
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and ready:
            self.go_on()
            return True
        return super().key(event)


class LessonSide(PlatesSide):
    """A plate for every player, the tools of a solitaire, and the coach in the place of the log."""

    scene: Lesson

    def __init__(self, scene: Lesson):
        self.scene, self.log, self._shown_deltas = scene, None, ({}, -1)
        look = scene.look
        seats = len(scene.session.seats)
        self._sprites = [scene.stage.add(Sprite(z=40)) for _ in range(seats)]
        self.rects: list[pygame.Rect] = []
        row = look.m.shape == "classic_4_3"
        coach = self._build_row(seats) if row else self._build_column(seats)
        scene.build_coach(coach)

    def _build_row(self, seats: int) -> pygame.Rect:
        """Lay out a 4:3 window: a row under the top bar, the coach on the cloth. Return the coach area."""
        look = self.scene.look
        row, coach = look.m.region("plates"), look.m.region("drawer")
        assert row is not None and coach is not None
        gap = look.px(10)
        left = row.w
        if seats == 1:
            tools = pygame.Rect(0, 0, min(row.w // 2, look.px(560)), self._tool_height())
            tools.midright = (row.right, row.centery)
            self._build_tools(tools)
            left -= tools.w + gap
        width = (left - gap * (seats - 1)) // seats
        self.rects = [pygame.Rect(row.left + i * (width + gap), row.top, width, row.h) for i in range(seats)]
        if self.scene.board.has_rack:
            coach.h -= look.px(84)  # room for the turn line
        return coach

    def _build_column(self, seats: int) -> pygame.Rect:
        """Lay out plates and tools as a column. Return the area of the coach: the rest, or its own column."""
        look = self.scene.look
        column, log = look.m.region("side") or look.m.region("plates"), look.m.region("log")
        assert column is not None
        height = max(look.px(92), look.line_height("name") + look.px(30))
        y = column.top
        for _ in range(seats):
            self.rects.append(pygame.Rect(column.left, y, column.w, height))
            y += height + look.px(12)
        if seats == 1:
            self._build_tools(pygame.Rect(column.left, y, column.w, self._tool_height()))
            y += self._tool_height() + look.px(16)
        return log or pygame.Rect(column.left, y, column.w, column.bottom - y)

    def _tool_height(self) -> int:
        look = self.scene.look
        return max(look.px(56), look.design["sizes"]["hit_min"])

    def _build_tools(self, rect: pygame.Rect) -> None:
        """Show hint with a label, undo and redo as icons; with several seats they are in the top bar."""
        scene, gap = self.scene, self.scene.look.px(10)
        hint = pygame.Rect(rect.left, rect.top, rect.w - 2 * (rect.h + gap), rect.h)
        scene.tools["hint"] = Button(scene, hint, scene.say("button.hint"), scene.hint, icon="hint",
                                     key=scene.keycap("H"), tip=scene.say("tip.hint"))
        x = hint.right + gap
        for name, key, action in (("undo", "U", scene.undo), ("redo", "Y", scene.redo)):
            square = pygame.Rect(x, rect.top, rect.h, rect.h)
            scene.tools[name] = IconButton(scene, square, name, action, key=scene.keycap(key),
                                           tip=scene.say(f"tip.{name}"))
            x += rect.h + gap

    def paint(self, seat: int) -> None:
        """Show the board's own count instead of points in games without points."""
        scene, look = self.scene, self.scene.look
        progress = scene.board.progress()
        if scene.board.points_game or progress is None:
            super().paint(seat)
            return
        rect, margin = self.rects[seat], look.px(40)
        image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        box = pygame.Rect(margin, margin, rect.w, rect.h)
        chrome.draw_panel(look, image, box, radius=look.px(16), shadow="rest")
        number = look.write(image, progress.number, "score", (box.left + look.px(24), box.centery), "midleft")
        x = number.right + look.px(14)
        look.write(image, progress.line, "name", (x, box.centery), "midleft", fit=box.right - look.px(20) - x)
        self._sprites[seat].set(image, (rect.left - margin, rect.top - margin))
