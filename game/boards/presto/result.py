"""The result of Presto: all crosswords and times, one solution of the viewer's letters, and a curve."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Protocol

import pygame

from game.draw import chrome, shapes
from game.draw.letter import put_letter
from game.draw.race import Runner, draw_race
from game.draw.stopwatch import draw_flag
from game.draw.svg import lighter
from game.table.race.model import Race
from game.ui.names import bot_level
from game.ui.paper.report import draw_report_panel
from game.ui.paper.result_page import ResultPage, ResultScreen
from game.ui.stage import Sprite
from game.ui.widgets import Area
from rules.games.presto.rules import Finish, PrestoState
from rules.words.placement import Square, all_runs

Letters = Mapping[Square, str]
POINTS_OF_CURVE = 6
SEARCHERS = ("hard", "master")
"""The levels that look for a solution: with words that people know, then with rarer ones."""
FAINT = 0.5
"""The opacity of letters that would have continued a crossword."""
LARGE = 560
"""The side of a crossword that was enlarged by a click."""
LARGE_Z = 700


class Step(Protocol):
    """A moment of a bot's plan."""

    @property
    def letters(self) -> Letters: ...

    @property
    def done(self) -> bool: ...


def draw_crossword(surface: pygame.Surface, room: pygame.Rect, letters: Letters, *, largest: int,
                   solid: Container[Square] | None = None) -> None:
    """Draw a crossword as large as it fits into a room, but at most `largest` a letter.

    With `solid`, all letters on other squares are faint.
    """
    if not letters:
        return
    xs, ys = [x for x, _ in letters], [y for _, y in letters]
    wide, high = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    side = max(6, min(largest, room.w // wide, room.h // high))
    left, top = room.centerx - wide * side / 2, room.centery - high * side / 2
    for (x, y), mark in sorted(letters.items(), key=lambda entry: entry[0][1]):
        put_letter(surface, mark, left + (x - min(xs)) * side, top + (y - min(ys)) * side, side - 1,
                   alpha=1.0 if solid is None or (x, y) in solid else FAINT)


def words_of(letters: Letters) -> list[str]:
    """Return the words of a crossword, the longest first."""
    return sorted((word.upper() for _, _, _, word in all_runs(letters)), key=lambda word: (-len(word), word))


class PrestoResult(ResultPage):
    """The runners on the left in the order of their results; on the right the solution and the curve."""

    def __init__(self, screen: ResultScreen, race: Race | None):
        super().__init__(screen)
        self.race = race
        self.found: list[Letters | None] = []
        """The solutions received from the searchers; None for a searcher that found none."""
        self.continuation: Letters | None = None
        """The viewer's unfinished crossword, continued to its end, once it was found."""
        self.enlarged: Area | None = None
        """The crossword that was clicked on."""
        self._asked = False
        self._sprite: Sprite | None = None
        self._room = pygame.Rect(0, 0, 0, 0)

    @property
    def state(self) -> PrestoState:
        state = self.screen.session.rounds[-1].state
        assert isinstance(state, PrestoState)
        return state

    @property
    def solution(self) -> Letters | None:
        """The solution to show: your own crossword, finished, or else the one with the most common words."""
        return self.continuation or next((letters for letters in self.found if letters), None)

    @property
    def unfinished(self) -> Letters:
        """What the viewer had laid, if the race ended before it was a whole crossword."""
        mine = next((finish for finish in self.state.finishes if finish.by == self.screen.viewer), None)
        return {} if mine is None or mine.done else self.letters_of(mine)

    def letters_of(self, finish: Finish) -> Letters:
        """Return what a seat had laid when the race ended."""
        if finish.done or self.race is None:
            return finish.letters
        track = self.race.tracks.get(finish.by)
        return track.seen(finish.seconds).letters if track is not None else {}

    def build(self, frame: pygame.Rect) -> None:
        self.enlarged = None
        gap = self.screen.px(24)
        left = pygame.Rect(frame.left, frame.top, round((frame.w - gap) * 0.628), frame.h)
        right = pygame.Rect(left.right + gap, frame.top, frame.right - left.right - gap, frame.h)
        self._build_rows(left)
        upper = pygame.Rect(right.left, right.top, right.w, round(right.h * 0.6))
        self._build_solution(upper)
        self._build_curve(pygame.Rect(right.left, upper.bottom + gap, right.w,
                                      right.bottom - upper.bottom - gap))

    # --- the runners ---

    def _build_rows(self, rect: pygame.Rect) -> None:
        screen, look, ground = self.screen, self.screen.look, self.screen.stage.ground
        room = draw_report_panel(look, ground, rect, screen.say("page.presto.race"))
        points_w = max(look.width("99", "score"), look.width(screen.say("page.presto.points"), "caption"))
        time_w = max(look.width("9:59", "preview"), look.width(screen.say("page.presto.time"), "caption"))
        points_x, time_x = room.right, room.right - points_w - look.px(36)
        roomy = time_w + points_w + look.px(60) < room.w * 0.32
        if roomy:
            y = rect.top + look.px(26)
            chrome.draw_caption(look, ground, screen.say("page.presto.points"), (points_x, y), "topright")
            chrome.draw_caption(look, ground, screen.say("page.presto.time"), (time_x, y), "topright")
        finishes = self.state.finishes
        row = min(look.px(154), room.h // max(1, len(finishes)))
        for number, finish in enumerate(finishes):
            box = pygame.Rect(room.left - look.px(12), room.top + number * row, room.w + look.px(24),
                              row - look.px(8))
            self._build_row(box, number, finish, time_x, points_x, time_x - time_w - look.px(28))

    def _build_row(self, box: pygame.Rect, rank: int, finish: Finish, time_x: int, points_x: int,
                   end: int) -> None:
        screen, look, ground = self.screen, self.screen.look, self.screen.stage.ground
        theme, seat, place = look.theme, screen.session.seats[finish.by], screen.company[finish.by]
        if finish.by == screen.viewer:
            shapes.draw_box(ground, box, look.px(16), theme.raised, 0.9, theme.seat(place.colour), 1,
                            max(1.5, 2.4 * look.k))
        r = min(look.px(26), box.h // 2 - 4)
        x = box.left + look.px(20) + r
        chrome.draw_avatar(look, ground, (x, box.centery), r, place.colour, place.face)
        x += r + look.px(14)
        whole = end - x
        name_w = round(whole * 0.27)
        sub = bot_level(screen.texts, seat.level) if seat.is_bot and seat.level else screen.say(
            "page.presto.here")
        two = box.h >= look.line_height("name") + look.line_height("label") + look.px(8)
        up = look.line_height("label") / 2 if two else 0
        look.write(ground, seat.name, "name", (x, box.centery - up), "midleft", fit=name_w)
        if two:
            look.write(ground, sub, "label", (x, box.centery + look.line_height("name") / 2), "midleft",
                       theme.dim, fit=name_w)
        x += name_w + look.px(12)
        grid_w = round(whole * 0.32)
        grid = pygame.Rect(x, box.top + look.px(6), grid_w, box.h - look.px(12))
        letters = self.letters_of(finish)
        draw_crossword(ground, grid, letters, largest=look.px(30))
        if letters:
            Area(screen, grid, lambda: self.enlarge(letters), paint_over=_paint_lens,
                 tip=screen.say("page.presto.enlarge", name=seat.name))
        x += grid_w + look.px(16)
        self._build_lane(pygame.Rect(x, box.top, end - x, box.h), rank, finish)
        points = self.screen.session.rounds[-1]
        won = points.state.scores[finish.by] - points.start.scores[finish.by]
        time = screen.texts.clock(finish.seconds) if finish.done else "\u2013"
        look.write(ground, time, "preview", (time_x, box.centery), "midright",
                   theme.text if finish.done else theme.dim)
        look.write(ground, str(won), "score", (points_x, box.centery), "midright",
                   theme.text if won else theme.dim)

    def _build_lane(self, room: pygame.Rect, rank: int, finish: Finish) -> None:
        """Draw how far a runner came: a bar between a line above and one below it, if they fit."""
        screen, look, ground = self.screen, self.screen.look, self.screen.stage.ground
        colour = look.theme.seat(screen.company[finish.by].colour)
        letters, hand = self.letters_of(finish), len(self.state.hands[finish.by])
        laid, words = len(letters), words_of(letters)
        line, bar_h = look.line_height("label"), look.px(22)
        lines = room.h >= 2 * line + bar_h + look.px(16) and room.w >= look.px(220)
        flag = look.px(20)
        bar = pygame.Rect(room.left, room.centery - bar_h // 2, room.w - flag - look.px(6), bar_h)
        shapes.draw_box(ground, bar, bar_h / 2, "#000000", 0.45)
        full = pygame.Rect(bar.left, bar.top, round(bar.w * laid / max(1, hand)), bar_h)
        if full.w >= bar_h:
            shapes.draw_gradient_box(ground, full, bar_h / 2, lighter(colour, 0.25), colour)
        if finish.done:
            ground.blit(draw_flag(look, bar_h + look.px(16)), (bar.right + look.px(6), bar.top - look.px(8)))
        if not lines:
            return
        above = (screen.say(f"page.presto.{('first', 'second')[min(rank, 1)]}") if finish.done else
                 screen.say("page.presto.stopped", n=laid, of=hand))
        rest = finish.rest if finish.done else _rest(self.state.hands[finish.by], letters)
        below = screen.say("page.presto.words", n=len(words), word=words[0]) if words and (
            finish.done or not rest) else screen.say("page.presto.over", letters=" ".join(rest))
        if any(look.fitting(text, "label", room.w) < look.least("label") for text in (above, below)):
            return
        look.write(ground, above, "label", (bar.left, bar.top - line / 2 - look.px(2)), "midleft", fit=room.w)
        look.write(ground, below, "label", (bar.left, bar.bottom + line / 2 + look.px(2)), "midleft",
                   look.theme.dim, fit=room.w)

    def enlarge(self, letters: Letters) -> None:
        """Show a crossword large in the middle of the window, until the next click."""
        look, margin = self.screen.look, self.screen.px(40)
        side = min(look.px(LARGE), look.size[1] - 2 * margin)

        def paint(_: Area, surface: pygame.Surface, rect: pygame.Rect) -> None:
            box = pygame.Rect(0, 0, side, side)
            box.center = rect.center
            chrome.draw_panel(look, surface, box, shadow="float", alpha=1.0, stroke=self.screen.accent)
            draw_crossword(surface, box.inflate(-margin, -margin), letters, largest=look.px(92))

        self.enlarged = Area(self.screen, pygame.Rect((0, 0), look.size), self._put_away, paint_over=paint,
                             z=LARGE_Z, spoken=", ".join(words_of(letters)))

    def _put_away(self) -> None:
        if self.enlarged is not None:
            self.enlarged.remove()
            self.enlarged = None

    # --- a solution ---

    def enter(self) -> None:
        """Let the viewer's crossword be continued, then every searcher look for another one, once."""
        session, seat = self.screen.session, self.screen.viewer
        start = session.rounds[-1].start
        key = f"solution:{session.seed}"
        if self.unfinished and not self._asked:
            self._asked = True
            self.screen.ask("continued", (session.rules, start, seat, self.unfinished, key), self._continued)
            return
        if len(self.found) == len(SEARCHERS) or self.continuation:
            return
        searcher = SEARCHERS[len(self.found)]
        self.screen.ask("race_plan", (session.rules, searcher, start, seat, key), self._heard)

    def _continued(self, answer: object) -> None:
        self.continuation = answer if isinstance(answer, dict) else None
        self._show_solution()
        self.enter()

    def _heard(self, answer: object) -> None:
        last: Step | None = answer[-1][1] if isinstance(answer, list) and answer else None
        self.found.append(dict(last.letters) if last is not None and last.done else None)
        self._show_solution()
        self.enter()

    def remark(self) -> str:
        """Return what there is to say about the solution: yours, of common words, or of fewer, rarer ones."""
        if self.continuation:
            return self.screen.say("page.presto.continued")
        common, rare = (*self.found, None, None)[:2]
        if not common:
            return ""
        say, words, fewer = self.screen.say, words_of(common), words_of(rare) if rare else []
        more = say("page.presto.fewer", n=len(fewer), words=", ".join(fewer))
        return " ".join([say("page.presto.known", n=len(words)),
                         *([more] if 0 < len(fewer) < len(words) else [])])

    def _build_solution(self, rect: pygame.Rect) -> None:
        screen, look = self.screen, self.screen.look
        room = draw_report_panel(look, screen.stage.ground, rect, screen.say("page.presto.solution"))
        self._room = room
        self._sprite = screen.stage.add(Sprite(z=10))
        self._show_solution()

    def _show_solution(self) -> None:
        screen, look, room = self.screen, self.screen.look, self._room
        if self._sprite is None:
            return
        image = pygame.Surface((max(1, room.w), max(1, room.h)), pygame.SRCALPHA)
        line, remark = look.line_height("name"), self.remark()
        small = look.line_height("label") if remark else 0
        box = pygame.Rect(0, 0, room.w, room.h - line - small - look.px(10))
        if self.solution:
            shapes.draw_box(image, box, look.px(16), look.theme.raised, 1, look.theme.line, look.theme.hair)
            draw_crossword(image, box.inflate(-look.px(24), -look.px(20)), self.solution,
                           largest=look.px(46), solid=self.unfinished if self.continuation else None)
            look.write(image, ", ".join(words_of(self.solution)), "name", (0, room.h - small - line / 2),
                       "midleft", fit=room.w)
            if remark:
                look.write(image, remark, "label", (0, room.h - small / 2), "midleft", look.theme.dim,
                           fit=room.w)
        else:
            key = "page.presto.none" if len(self.found) == len(SEARCHERS) else "page.presto.searching"
            look.write(image, screen.say(key), "body", (0, 0), "topleft", look.theme.dim, fit=room.w)
        self._sprite.set(image, room.topleft)

    # --- the curve ---

    def _build_curve(self, rect: pygame.Rect) -> None:
        screen, look = self.screen, self.screen.look
        room = draw_report_panel(look, screen.stage.ground, rect, screen.say("page.presto.laid"))
        end = max((finish.seconds for finish in self.state.finishes), default=0.0)
        times = [end * number / POINTS_OF_CURVE for number in range(POINTS_OF_CURVE + 1)]
        runners = []
        for number, seat in enumerate(screen.session.seats):
            colour = screen.company[number].colour
            runners.append(Runner(seat.name, [self._laid_at(number, at) for at in times],
                                  look.theme.seat(colour), look.theme.seat_mark(colour)))
        draw_race(look, screen.stage.ground, room, runners, lambda n: screen.texts.clock(times[n]), None,
                  screen.accent)

    def _laid_at(self, seat: int, seconds: float) -> int:
        finish = next(finish for finish in self.state.finishes if finish.by == seat)
        if finish.done and seconds >= finish.seconds:
            return len(finish.letters)
        track = self.race.tracks.get(seat) if self.race is not None else None
        return track.seen(seconds).laid if track is not None else 0


def _paint_lens(area: Area, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Ring a crossword that a click enlarges, while the mouse is over it."""
    if area.hovered:
        shapes.draw_box(surface, rect, area.look.px(12), None, 1, area.accent, 1, max(1.5, 2.4 * area.look.k))


def _rest(hand: str, letters: Letters) -> str:
    """Return the letters of a hand that are not laid; a Jolly in use is written in lower case."""
    rest = list(hand)
    for mark in letters.values():
        jolly = next((one for one in rest if not one.isalpha()), mark) if mark.islower() else mark
        if jolly in rest:
            rest.remove(jolly)
    return "".join(sorted(rest))
