"""The table of Presto: an own mat for the crossword, the clock, the lanes of the others, and the letters to go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pygame

from game.boards.kit.base import Target
from game.boards.letters.draft import Laid, Square, Tile
from game.boards.letters.draft_table import CARD_Z, LINE_Z
from game.boards.letters.word_card import CardRow, CardText, draw_card
from game.boards.presto.race import RacePanel
from game.boards.presto.rack import RaceRack
from game.draw import shapes
from game.draw.letter import letter
from game.draw.svg import with_alpha
from game.table.race.clock import OVER, PAUSED, RUNNING
from game.ui.stage import Sprite
from rules.base import Phrase, Refusal
from rules.games.presto.grid import Judgement
from rules.games.presto.rules import Finish
from rules.session import Ply
from rules.words.placement import Run

if TYPE_CHECKING:
    from game.boards.letters.letter_choice import LetterChoice

ART = (("P", -1.35, -0.62, 12), ("R", -0.1, -0.82, -7), ("E", 1.15, -0.55, 9), ("S", -1.0, 0.72, -9),
       ("T", 0.28, 0.86, 6), ("O", 1.55, 0.68, 13))
STREAKS = ((-1.98, -0.78, 0.3), (-2.0, -0.5, 0.44), (-1.62, 0.55, 0.36), (-1.66, 0.83, 0.5))
"""Lines of haste behind the letters: the right end of each and how long it is, in sides of a letter."""
MAT_SHARE = 0.63
"""How much of the width of the board the mat has; the race has the rest."""
ROOM = (3, 2)
"""So many squares to each side of the middle of the crossword are always in view."""


class PrestoTable(RaceRack):
    """Four to six players race. The scene runs the race; the table shows one runner's mat and all lanes."""

    help_boards = "game.boards.presto.help:BOARDS"
    help_facts = "game.boards.presto.help:facts"

    def __init__(self, scene: Any):
        super().__init__(scene)
        self.panel = RacePanel(self)
        self.shown_grid: dict[Square, str] = {}
        """A crossword that is only looked at: of a replay, or after the end."""
        self._last: Laid = {}
        self._earlier: list[Laid] = []
        """The mat before each change."""
        self._word: Laid = {}
        """A whole word that is dragged, as it lay."""

    @staticmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        w, h = surface.get_size()
        side = 44 * 1.28 * k
        for x, y, long in STREAKS:
            shapes.draw_box(surface, (w / 2 + (x - long) * side, h / 2 + y * side, long * side, 3.4 * k), 1.7 * k,
                            "#ffffff", 0.42)
        for mark, x, y, angle in ART:
            made = letter(mark, round(side))
            turned = pygame.transform.rotozoom(made.image, angle, 1)
            surface.blit(turned, turned.get_rect(center=(w / 2 + x * side, h / 2 + y * side)))

    # --- the board ---

    def letter_area(self, area: pygame.Rect) -> pygame.Rect:
        """The mat above the turn line."""
        inner = self.mat.inflate(-self.px(24), -self.px(24))
        return pygame.Rect(inner.left, inner.top, inner.w, inner.h - self.px(56))

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        look = self.look
        self.mat = pygame.Rect(area.left + look.px(24), area.top + look.px(8), round(area.w * MAT_SHARE) - look.px(24),
                               area.h - look.px(16))
        self.done_button = self.go_button = None
        super().build(area, ground)
        shapes.draw_box(ground, self.mat, look.px(24), "#000000", 0.16, "#ffffff", 0.10, max(1.5, 2 * look.k))
        left = self.mat.right + look.px(24)
        self.panel.build(pygame.Rect(left, self.mat.top, area.right - left, self.mat.h), ground)

    def laid(self, state: Any) -> Mapping[Square, str]:
        return self.shown_grid

    def cells_to_fit(self, state: Any) -> Any:
        return self._with_room([*self.shown_grid, *self.draft.letters])

    @staticmethod
    def _with_room(cells: list[Square]) -> list[Square]:
        """The squares and a field around their middle: few letters are not shown larger than many."""
        xs, ys = [x for x, _ in cells] or [0], [y for _, y in cells] or [0]
        x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
        return [*cells, (x - ROOM[0], y - ROOM[1]), (x + ROOM[0], y + ROOM[1])]

    def keep_in_view(self, *squares: Square) -> None:
        """All letters and these squares stay on the mat, with a free square around them; it glides if need be."""
        cells = [*self.draft.letters, *squares]
        around = [(x + step, y + step) for x, y in cells for step in (-1, 1)]
        if self.grid.fits(around):
            return
        self.scene.tweens.finish()
        view = self.grid.side, self.grid.origin
        self.grid.view(*self.grid.wanted(self._with_room(cells)))
        self.grid.manual = False
        self.show_board(self.state)
        self.show_draft()
        self.ease_from(*view)

    def sync(self, state: Any) -> None:
        self.shown_grid = self._grid_to_show(state)
        if self.shown_grid or self.race is None:
            self.draft.clear()
        super().sync(state)
        self.show_draft()
        self.panel.refresh()

    def _grid_to_show(self, state: Any) -> dict[Square, str]:
        """After the end the viewer's crossword, or the winner's; in a replay the one that was written last."""
        if self.race is not None and self.race.phase != OVER:
            return {}
        made = [finish for finish in state.finishes if finish.done]
        own = [finish for finish in made if finish.by == self.scene.viewer and self.race is not None]
        shown = own or made[:1] if self.race is not None else made[-1:]
        return shown[0].letters if shown else {}

    def put_tile(self, cell: Square, piece: str) -> Sprite:
        return self.put_letter(cell, piece)

    # --- what the crossword says ---

    def judged(self, letters: Mapping[Square, str]) -> Judgement:
        return self.presto.judge(self.state, self.scene.viewer or 0, letters)

    def show_draft(self, held: tuple[Square, str] | None = None) -> None:
        self.clear_marks()
        if self.hidden:
            self._show_go()
            return
        self._hide_go()
        self.show_letters()
        letters = self.letters_with(held)
        if letters and self.race is not None:
            self._show_runs(self.judged(letters), held)
        self._refresh_done()

    def _show_runs(self, judgement: Judgement, held: tuple[Square, str] | None) -> None:
        """Nothing is wrong during a race: a run is good, or not yet a word. The newest one has a card."""
        theme = self.look.theme
        focus = held[0] if held else next(reversed(self.draft.letters), None)
        open_runs = [run for run in judgement.runs if not run.valid]
        for run in judgement.runs:
            if run.valid and focus in run.squares:
                self._marks.append(self.run_outline(list(run.squares), theme.good, z=LINE_Z, soft=0.4))
        for run in open_runs:
            self._marks.append(self.run_outline(list(run.squares), theme.warn, z=LINE_Z + 1, dashed=True))
        current = next((run for run in open_runs if focus in run.squares), None)
        if current is not None:
            self._show_card(current)

    def _show_card(self, run: Run) -> None:
        image, box = draw_card(self.look, CardText((CardRow(run.word.upper(), "warn", ""),), self.say("presto.not_yet"),
                                                   "", "warn"))
        at = self._card_place(box, self.squares.span(run.squares))
        self._marks.append(self.put(image, (at.left - box.left, at.top - box.top), CARD_Z))

    def _card_place(self, box: pygame.Rect, word: pygame.Rect) -> pygame.Rect:
        """Beside a run of letters, where the card hides the fewest of all."""
        gap, side = self.px(20), self.grid.side
        rows = (word.centery - box.h // 2, word.bottom - side + gap // 4, word.top + side - gap // 4 - box.h)
        corners = [(x, y) for x in (word.right + gap, word.left - gap - box.w) for y in rows]
        corners += [(word.centerx - box.w // 2, y) for y in (word.bottom + gap, word.top - gap - box.h)]
        letters = [self.squares.rect(square) for square in self.draft.letters]
        return min((pygame.Rect(corner, box.size).clamp(self.grid.area) for corner in corners),
                   key=lambda place: len(place.collidelistall(letters)))

    # --- the draft ---

    @property
    def can_take_back(self) -> bool:
        return bool(self._earlier) and self.running

    def take_back_last(self) -> bool:
        """The mat as it was before the last change."""
        if not self.can_take_back:
            return False
        self._last = self._earlier.pop()
        self.draft.restore(self._last)
        self.changed("undo")
        return True

    def changed(self, sound: str = "letter") -> None:
        now = self.draft.copy()
        if now != self._last:
            self._earlier.append(self._last)
            self._last = now
        super().changed(sound)
        if self.race is not None:
            self.race.note(len(self.draft), self._news(), frozenset(self.draft.letters))
            self.panel.refresh()
            self.scene.refresh_log()
            self.scene.refresh_undo()
            self.keep_in_view()

    def _news(self) -> Phrase | None:
        """A word that was not there before is told in the log."""
        if self._held_square is not None:
            return None
        words = {run.word for run in self.judged(self.draft.letters).runs if run.valid}
        new = sorted(words - self.panel.told, key=len)
        self.panel.told |= words
        return Phrase("presto.log_word", {"word": new[-1]}) if new else None

    def ask(self, choice: LetterChoice) -> None:
        """The clock does not wait for the letter of a Jolly."""
        choice.below = self.scene
        self.scene.asking = True
        super().ask(choice)

    def clear_all(self) -> None:
        if self.draft and self.running:
            self.draft.clear()
            self.changed("undo")

    def start_afresh(self) -> None:
        """Another runner, or another round."""
        self.draft.clear()
        self.cursor = None
        self._last, self._earlier = {}, []
        self.panel.told = set()

    # --- a whole word in the hand ---

    def lift_word(self, square: Square) -> bool:
        """Shift or the right button takes the word through a letter, the longer one of two."""
        letters = self.draft.letters
        runs = [run for run in self.judged(letters).runs if square in run.squares]
        if not runs:
            return False
        run = max(runs, key=lambda run: len(run.word))
        lying = self.draft.copy()
        self._word = {at: lying[at] for at in run.squares}
        self._word_from = square
        return True

    def drag_word(self, square: Square) -> bool:
        """The word follows, if all its squares are free there."""
        dx, dy = square[0] - self._word_from[0], square[1] - self._word_from[1]
        if not self._word or (dx, dy) == (0, 0):
            return False
        rest = {at: entry for at, entry in self.draft.copy().items() if at not in self._word}
        moved = {(x + dx, y + dy): entry for (x, y), entry in self._word.items()}
        if moved.keys() & rest.keys():
            return False
        self.draft.restore({**rest, **moved})
        self._word, self._word_from = moved, square
        self.sync_rack()
        self.show_draft()
        return True

    def release_word(self) -> None:
        if self._word:
            self._word = {}
            self.changed()

    # --- the hand ---

    def targets(self, piece: Tile, turn: int) -> list[Target]:
        return []

    def attempt(self, piece: Tile, pos: tuple[int, int]) -> None:
        return None

    def right_click(self, pos: tuple[int, int]) -> bool:
        square = self.squares.cell_at(pos)
        if self.draft.tile_at(square) is not None:
            return self.take_back(square)
        return False

    # --- Fertig! ---

    def refusal(self) -> Refusal | None:
        return self.judged(self.draft.letters).refusal

    def confirm(self) -> None:
        if not self.running:
            self.scene.go()
            return
        refusal = self.refusal()
        if refusal is None:
            self.scene.finish(self.draft.letters)
            return
        self.scene.app.sounds.play("refuse")
        self.scene.set_status(self.say(refusal), mood="bad")
        if isinstance(refusal.where, tuple):
            self._marks.append(self.run_outline([refusal.where], self.look.theme.bad, z=LINE_Z + 2))

    def type_key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.race is not None and self.scene.focus is None:
            if not self.lays_at_cursor():
                self.confirm()
            return True
        return self.running and super().type_key(event)

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_p:
            self.scene.pause_race()
            return True
        return super().key(event)

    # --- words ---

    def advance(self, ms: float) -> None:
        if self.race is not None:
            self.panel.tick()

    def animate(self, ply: Ply, before: Any, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        self.scene.after(0, done)

    def pills(self) -> list[tuple[str, str]]:
        hands, races = self.state.hands, self.rules.values["match"]["rounds"]
        pills = [("people", self.say("presto.pill", players=len(hands), letters=len(hands[0])))]
        if races > 1:
            now = self.say("presto.race_of", n=len(self.scene.session.rounds), of=races)
            pills.insert(0, ("target", now))
        return pills

    def plate_line(self, seat: int) -> str:
        race = self.race
        if race is not None and race.runner == seat and race.phase in (RUNNING, PAUSED):
            return self.say("presto.building")
        return ""

    def log_text(self, ply: Ply) -> str:
        """The time stands at the end of the row already."""
        move = ply.move
        done = isinstance(move, Finish) and move.done and not move.rest
        return self.say("presto.log_done") if done else super().log_text(ply)

    def log_value(self, ply: Ply) -> str:
        move = ply.move
        return self.scene.texts.clock(move.seconds) if isinstance(move, Finish) and move.done else ""

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        """The crossword of a player who finished."""
        if not isinstance(ply.move, Finish) or not ply.move.done:
            return None
        surface = pygame.Surface(size, pygame.SRCALPHA)
        letters = ply.move.letters
        view = self.squares.sibling(surface.get_rect(), 8, round(min(size) * 0.2))
        view.view(*view.wanted(letters))
        for square in sorted(letters, key=lambda square: square[1]):
            rect = view.rect(square)
            made = self.tile(letters[square], view.side - 1)
            surface.blit(made.image, (rect.left - made.pad, rect.top - made.pad))
        return surface

    def show_suggestion(self, found: Any) -> None:
        """The word of a hint as it would lie, or a ring around what is in the way."""
        if found.away is not None:
            self._marks.append(self.run_outline(list(found.away.squares), self.look.theme.bad, z=LINE_Z + 2))
        if found.word is None:
            return
        new = found.word.new_letters(self.draft.letters)
        if not self.draft:
            x, y = self.squares.cell_at(self.mat.center)
            new = {(i - len(new) // 2 + x, y): mark for i, mark in enumerate(new.values())}
        self.keep_in_view(*new)
        for square, mark in new.items():
            ghost = self.put_letter(square, mark, z=LINE_Z + 3)
            assert ghost.image is not None
            ghost.set(with_alpha(ghost.image, 0.75))
            self._marks.append(ghost)

    def hint_rect(self, move: Any) -> pygame.Rect | None:
        return self.mat

    def status_centre(self) -> tuple[int, int] | None:
        return self.mat.centerx, self.mat.bottom - self.px(34)

    def status_width(self) -> int | None:
        return self.mat.w - self.px(40)

    def caption(self) -> str:
        points = self.rules.values["points"]
        return self.say("presto.race", first=points["first"], second=points["second"])

