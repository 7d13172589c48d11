"""The board of Presto: the runner's mat, the remaining letters, the clock, and the lanes of all players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import pygame

from game.boards.kit.targets import Target
from game.boards.letters.board import LayingBoard
from game.boards.letters.cursor import ENTER
from game.boards.letters.draft import Square, Tile, tiles
from game.boards.letters.faces import LetterFaces
from game.boards.letters.field import LINE_Z, LetterField
from game.boards.letters.laying import Held, Put
from game.boards.letters.meaning import WordMeaning
from game.boards.letters.rack import LetterRack
from game.boards.letters.spoken import letter_name
from game.boards.presto.buttons import RaceButtons
from game.boards.presto.marks import RunMarks
from game.boards.presto.mat import MatHistory, WordDrag
from game.boards.presto.panel import RacePanel
from game.boards.presto.result import PrestoResult
from game.draw import shapes
from game.draw.svg import with_alpha
from game.table.host import RaceHost
from game.table.race.contract import RaceBoard, Suggestion
from game.table.race.model import Phase
from game.ui.flight import run_light
from game.ui.paper.result_page import ResultScreen
from rules.base import Refusal
from rules.games.crossword.letters import JOLLIES
from rules.games.presto.grid import Judgement
from rules.games.presto.rules import Finish, Presto, PrestoState
from rules.kit.phrases import Phrase
from rules.session import Ply
from rules.words.placement import Placement, Run, all_runs, jolly_for
from rules.words.vocabulary import Vocabulary

MAT_SHARE = 0.63
"""Share of the board's width for the mat; the panel has the rest."""
ROOM = (3, 2)
"""Squares on each side of the middle of the crossword that are always in view."""
CLICK_REACH = 6
"""Pixels the mouse may move between press and release of a click on a square."""
ONE_ROW = 9
"""Letters in one row of the rack; more of them use two rows."""


class CrosswordHint(Suggestion, Protocol):
    """A hint of the engine of Presto."""

    @property
    def word(self) -> Placement | None:
        """A word to lay."""

    @property
    def away(self) -> Run | None:
        """A run to take away."""


class PrestoBoard(LayingBoard[RaceHost, PrestoState, Finish | Put],
                  RaceBoard[PrestoState, Finish | Put, Tile, CrosswordHint]):
    """The scene runs the race; the board shows the mat of one runner and the progress of all.

    After the race and in a replay a finished crossword is shown instead of the draft.
    """

    draws_pointers = True
    help_boards = "game.boards.presto.help:BOARDS"
    help_facts = "game.boards.presto.help:facts"

    def __init__(self, host: RaceHost):
        faces = LetterFaces()
        rack = LetterRack(host, faces, lambda seat: tiles(self.state.hands[seat]), self.show_rack,
                          shown=self._letters_to_go, row_length=ONE_ROW)
        super().__init__(host, LetterField(host, faces, click_reach=CLICK_REACH), rack,
                         WordMeaning(host, self.status_width), meanwhile=host)
        self.marks = RunMarks(self.laying, self.cursor)
        self.panel = RacePanel(host, self)
        self.buttons = RaceButtons(host, self.rack, self.laying.draft, self)
        self.history = MatHistory(self.laying.draft)
        self.word_drag = WordDrag(self.laying.draft)
        self.mat = pygame.Rect(0, 0, 0, 0)
        """The cloth that the runner builds on."""
        self._finished: dict[Square, str] = {}
        """The finished crossword that is shown."""
        self._told: set[str] = set()
        """Words of the runner that were logged."""

    @property
    def rules(self) -> Presto:
        rules = super().rules
        assert isinstance(rules, Presto)
        return rules

    def vocabulary(self) -> Vocabulary:
        return self.rules.vocabulary(self.state)

    # --- the race ---

    @property
    def running(self) -> bool:
        race = self.host.race
        return race is not None and race.phase is Phase.RUNNING and race.runner is not None

    @property
    def _hidden(self) -> bool:
        """Whether letters are hidden: before the start and in a pause."""
        race = self.host.race
        return race is not None and race.phase in (Phase.READY, Phase.PAUSED)

    def letters_of_seats(self) -> list[int]:
        return [len(hand) for hand in self.state.hands]

    def start_afresh(self) -> None:
        self.laying.draft.clear()
        self.cursor.at = None
        self.history.forget()
        self._told = set()

    def refresh_start(self) -> None:
        self.buttons.hide_go()
        self.show_draft()

    # --- the picture ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        look = self.look
        self.mat = pygame.Rect(area.left + look.px(24), area.top + look.px(8),
                               round(area.w * MAT_SHARE) - look.px(24), area.h - look.px(16))
        self.laying.forget_sprites()
        self.buttons.forget_widgets()
        inner = self.mat.inflate(-look.px(24), -look.px(24))
        self.field.use(pygame.Rect(inner.left, inner.top, inner.w, inner.h - look.px(56)))
        self.rack.build(ground)
        shapes.draw_box(ground, self.mat, look.px(24), "#000000", 0.16, "#ffffff", 0.10, max(1.5, 2 * look.k))
        left = self.mat.right + look.px(24)
        points = self.rules.values["points"]
        caption = self.say("presto.race", first=points["first"], second=points["second"])
        self.panel.build(pygame.Rect(left, self.mat.top, area.right - left, self.mat.h), ground, caption)

    def sync(self, state: PrestoState) -> None:
        self._finished = self._finished_crossword(state)
        if self._finished or self.host.race is None:
            self.laying.draft.clear()
        self.field.fit(self.squares_to_fit(state))
        self.field.show(self._finished)
        self.show_rack()
        self.show_draft()
        self.panel.refresh()

    def squares_to_fit(self, state: PrestoState) -> list[Square]:
        return _with_room([*self._finished, *self.built])

    def _finished_crossword(self, state: PrestoState) -> dict[Square, str]:
        """Return the viewer's or the winner's crossword after the race, in a replay the last one entered.

        A review points at the one it shows.
        """
        pointed = [pointer.move for pointer in self.pointers if isinstance(pointer.move, Finish)]
        if pointed:
            return pointed[-1].letters
        race = self.host.race
        if race is not None and race.phase is not Phase.OVER:
            return {}
        made = [finish for finish in state.finishes if finish.done]
        if race is None:
            shown = made[-1:]
        else:
            shown = [finish for finish in made if finish.by == self.host.viewer] or made[:1]
        return shown[0].letters if shown else {}

    def _letters_to_go(self, hand: list[Tile]) -> list[Tile] | None:
        """Return the letters of the rack: those on the mat leave it to make room."""
        race = self.host.race
        if self._hidden:
            return None
        if race is not None and race.phase is Phase.OVER:
            return self._left_over(hand)
        held_from, draft = self.laying.held_from, self.laying.draft
        dragged = draft.tile_at(held_from) if held_from is not None else None
        return [tile for tile in hand if tile not in draft or tile == dragged]

    def _left_over(self, hand: list[Tile]) -> list[Tile]:
        """Return the letters that the viewer has not laid at the end of the race."""
        viewer = self.host.viewer
        finish = next((finish for finish in self.state.finishes if finish.by == viewer and finish.done), None)
        rest = list(finish.rest) if finish is not None else [tile.mark for tile in hand]
        found = []
        for tile in hand:
            if tile.mark in rest:
                rest.remove(tile.mark)
                found.append(tile)
        return found

    def show_rack(self) -> None:
        self.rack.show()
        self.rack.show_gaps(self.laying.draft)
        self.buttons.show()

    def show_draft(self, held: Held | None = None) -> None:
        self.field.clear_marks()
        self.laying.hide()
        if self._hidden:
            self.buttons.show_go(self.mat.center)
            return
        self.buttons.hide_go()
        self.laying.show()
        self.cursor.show()
        letters = self.laying.letters_with(held)
        if letters and self.host.race is not None:
            newest = held[0] if held else next(reversed(self.built), None)
            self.marks.show(self._judged(letters), newest)
        self.buttons.refresh()

    def animate(self, ply: Ply, before: PrestoState, start: tuple[int, int] | None,
                done: Callable[[], None]) -> None:
        self.after(0, done)

    # --- the draft ---

    @property
    def letters(self) -> Mapping[Square, str]:
        return self._finished

    @property
    def built(self) -> dict[Square, str]:
        return self.laying.draft.letters

    def _judged(self, letters: Mapping[Square, str]) -> Judgement:
        return self.rules.judge(self.state, self.host.viewer or 0, letters)

    def refusal(self) -> Refusal | None:
        return self._judged(self.built).refusal

    def is_free(self, square: Square) -> bool:
        return square not in self._finished

    def may_type_at(self, square: Square, *, down: bool) -> bool:
        return True

    def keep_in_view(self, *squares: Square) -> None:
        """Keep all letters and these squares on the mat, with a free square around them."""
        squares_shown, view = [*self.built, *squares], self.field.view
        if view.fits([(x + step, y + step) for x, y in squares_shown for step in (-1, 1)]):
            return
        self.host.tweens.finish()
        before = view.side, view.origin
        view.view(*view.wanted(_with_room(squares_shown)))
        view.manual = False
        self.field.refresh()
        self.show_draft()
        self.field.ease_from(*before, self.laying.sprites)

    def changed(self, sound: str = "letter") -> None:
        self.history.note()
        self.host.sounds.play(sound)
        self.show_rack()
        self.show_draft()
        race = self.host.race
        if race is not None:
            race.note(len(self.laying.draft), self._news(), self.built)
            self.panel.refresh()
            self.host.refresh_log()
            self.host.refresh_undo()
            self.keep_in_view()

    def _news(self) -> Phrase | None:
        """Return a line of the log about the longest new word."""
        if self.laying.held_from is not None:
            return None
        words = {run.word for run in self._judged(self.built).runs if run.valid}
        new = sorted(words - self._told, key=len)
        self._told |= words
        return Phrase("presto.log_word", {"word": new[-1]}) if new else None

    @property
    def can_take_back(self) -> bool:
        return bool(self.history) and self.running

    def take_back(self) -> None:
        if self.can_take_back:
            self.history.undo()
            self.changed("undo")

    def clear_all(self) -> None:
        if self.running:
            self.laying.clear()

    def confirm(self) -> None:
        """Finish, or say what is missing; before the start, start the race."""
        if not self.running:
            self.host.go()
            return
        refusal = self.refusal()
        if refusal is None:
            self.host.finish(self.built)
            self._light_up()
            return
        self.host.sounds.play("refuse")
        self.host.set_status(self.say(refusal), mood="bad")
        if isinstance(refusal.where, tuple):
            self.field.mark(self.field.outline([refusal.where], self.look.theme.bad, z=LINE_Z + 2))

    def _light_up(self) -> None:
        """Let a light run along every word of the finished crossword."""
        for down, x, y, word in all_runs(self._finished):
            path = [self.field.view.rect((x, y + step) if down else (x + step, y)).center
                    for step in range(len(word))]
            run_light(self.host.screen, path, closed=False)

    # --- dragging a whole word ---

    def grab(self, pos: tuple[int, int]) -> bool:
        if not self.mat.collidepoint(pos):
            return False
        return self.word_drag.lift(self.field.view.cell_at(pos), self._judged(self.built).runs)

    def drag_grabbed(self, pos: tuple[int, int]) -> None:
        if self.word_drag.move(self.field.view.cell_at(pos)):
            self.show_rack()
            self.show_draft()

    def release_grabbed(self) -> None:
        if self.word_drag.release():
            self.changed()

    # --- pieces ---

    def targets(self, piece: Tile, turn: int) -> list[Target[Finish | Put]]:
        """Return no targets: letters are put on any free square."""
        return []

    def attempt(self, piece: Tile, pos: tuple[int, int]) -> None:
        return None

    def nearest(self, piece: Tile, targets: list[Target[Finish | Put]],
                centre: tuple[float, float]) -> Target[Finish | Put] | None:
        square = self.laying.free_square(piece, centre)
        return Target(Put(square), square, self.field.view.rect(square)) if square is not None else None

    def dropped(self, piece: Tile, centre: tuple[int, int]) -> bool:
        if not self.laying.drop_on_rack(piece, centre):
            return False
        self.laying.held_from = None
        self.changed("undo")
        return True

    def held_status(self, piece: Tile, targets: list[Target[Finish | Put]]) -> tuple[str, str]:
        words, draft = self.vocabulary(), self.laying.draft
        lying = next((square for square in self.built if draft.tile_at(square) == piece), None)
        if lying is not None and (line := self.meaning.line(self.built, lying, words)) is not None:
            return line
        name = letter_name(self.say, piece.mark)
        return self.say("letters.held", letter=name), self.say("letters.held_more")

    # --- keys and mouse ---

    def type_key(self, event: pygame.Event) -> bool:
        if event.key in ENTER and self.host.race is not None and self.host.screen.focus is None:
            if not self.cursor.lay_picked():
                self.confirm()
            return True
        return self.running and self.cursor.key(event)

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_p:
            self.host.pause_race()
            return True
        return super().key(event)

    def right_click(self, pos: tuple[int, int]) -> bool:
        return self.laying.take_back(self.field.view.cell_at(pos))

    def advance(self, ms: float) -> None:
        self.panel.tick()

    # --- texts ---

    def pills(self) -> list[tuple[str, str]]:
        hands, races = self.state.hands, self.rules.rounds
        pills = [("people", self.say("presto.pill", players=len(hands), letters=len(hands[0])))]
        if races > 1:
            pills.insert(0, ("target", self.say("presto.race_of", n=len(self.host.rounds), of=races)))
        return pills

    def plate_line(self, seat: int) -> str:
        race = self.host.race
        if race is not None and race.runner == seat and race.phase in (Phase.RUNNING, Phase.PAUSED):
            return self.say("presto.building")
        return ""

    def log_text(self, ply: Ply) -> str:
        """Return the usual text without the time, which is shown at the end of the row."""
        move = ply.move
        done = isinstance(move, Finish) and move.done and not move.rest
        return self.say("presto.log_done") if done else super().log_text(ply)

    def log_value(self, ply: Ply) -> str:
        move = ply.move
        return self.host.texts.clock(move.seconds) if isinstance(move, Finish) and move.done else ""

    def status_centre(self) -> tuple[int, int] | None:
        return self.mat.centerx, self.mat.bottom - self.px(34)

    def status_width(self) -> int:
        return self.mat.w - self.px(40)

    # --- hints and results ---

    def show_suggestion(self, found: CrosswordHint) -> None:
        """Show the word of a hint as a ghost, or outline the run that must be removed."""
        if found.away is not None:
            self.field.mark(self.field.outline(found.away.squares, self.look.theme.bad, z=LINE_Z + 2))
        new = self._suggested(found)
        if new:
            self.keep_in_view(*new)
        for square, mark in new.items():
            ghost = self.field.lay(square, mark, z=LINE_Z + 3)
            assert ghost.image is not None
            ghost.set(with_alpha(ghost.image, 0.75))
            self.field.mark(ghost)

    def _suggested(self, found: CrosswordHint) -> dict[Square, str]:
        """Return the new letters of the word that a hint suggests; the first word lies in the middle."""
        new = found.word.new_letters(self.built) if found.word is not None else {}
        if self.laying.draft:
            return new
        x, y = self.field.view.cell_at(self.mat.center)
        return {(i - len(new) // 2 + x, y): mark for i, mark in enumerate(new.values())}

    def follow(self, found: CrosswordHint) -> None:
        new, draft = self._suggested(found), self.laying.draft
        for square in found.away.squares if found.away is not None else ():
            draft.take(square)
        for square, mark in new.items():
            wanted = mark if mark.isupper() else jolly_for(mark)
            tile = next((tile for tile in self.laying.pieces() if tile.mark == wanted), None)
            if tile is not None:
                draft.put(square, tile, mark if tile.mark in JOLLIES else "")
        self.changed()

    def hint_rect(self, move: Finish | Put) -> pygame.Rect | None:
        return self.mat

    def result_page(self, screen: ResultScreen) -> PrestoResult:
        return PrestoResult(screen, self.host.race)


def _with_room(squares: list[Square]) -> list[Square]:
    """Add squares around the middle, so that few letters are not shown larger than many."""
    xs, ys = [x for x, _ in squares] or [0], [y for _, y in squares] or [0]
    x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    return [*squares, (x - ROOM[0], y - ROOM[1]), (x + ROOM[0], y + ROOM[1])]
