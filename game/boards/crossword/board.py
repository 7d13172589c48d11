"""The board of Kreuzwort and Point-Typ-Dom: words are laid or typed, and judged while they grow."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.boards.crossword.agreement import Agreement
from game.boards.crossword.judge import WordJudge
from game.boards.crossword.marks import WordMarks
from game.boards.kit.actions import Action
from game.boards.kit.squares import Squares
from game.boards.kit.targets import PlacedImage, Target
from game.boards.letters.board import LayingBoard
from game.boards.letters.buttons import MainButton, TurnButtons
from game.boards.letters.draft import Square, Tile, tiles
from game.boards.letters.faces import LetterFaces
from game.boards.letters.field import LetterField
from game.boards.letters.flight import LONG_WORD, LetterFlight, Praise
from game.boards.letters.laying import Held, Put, exchangeable_jollies
from game.boards.letters.meaning import WordMeaning
from game.boards.letters.rack import LetterRack
from game.boards.letters.spoken import letter_name
from game.boards.letters.turn_clock import TurnClock
from game.table.host import WordHost
from game.ui.paper.report import Fact
from rules.base import Drawn, Removed, Said
from rules.games.crossword.board import Buy, CrosswordState, Lay, Move, Pass, Swap
from rules.games.crossword.laying import LayingRules
from rules.games.crossword.letters import BLACK, RED
from rules.kit.phrases import Phrase
from rules.session import Ply
from rules.words.placement import Run
from rules.words.vocabulary import Vocabulary

CLICK_REACH = 6
"""Pixels the mouse may move between press and release of a click on a square."""
FIRST_VIEW = ((-3, 0), (3, 0))
"""Squares in view before the first word is laid."""


def _middle_row(view: Squares) -> list[Square]:
    """Return the squares in view where the first word may lie."""
    return [square for square in view.seen() if square[1] == 0]


LAST_LETTERS = 3
"""With this many letters in a hand the last moves begin."""


class CrosswordBoard(LayingBoard[WordHost, CrosswordState, Move | Put]):
    """A crossword that all players build together.

    Subclasses define how words count and how letters are bought.
    """

    help_boards = "game.boards.crossword.help:BOARDS"
    help_facts = "game.boards.crossword.help:facts"

    def __init__(self, host: WordHost):
        faces = LetterFaces(lambda mark: self.rules.letter_points.get(mark))
        field = LetterField(host, faces, first_squares=_middle_row, click_reach=CLICK_REACH,
                            laid_last=lambda ply: ply.move.squares if isinstance(ply.move, Lay) else ())
        rack = LetterRack(host, faces, lambda seat: tiles(self.state.hands[seat]), self.show_rack)
        super().__init__(host, field, rack, WordMeaning(host))
        self.judge = WordJudge(self.laying, self)
        self.agreement = Agreement(host, self.show_draft)
        self.marks = WordMarks(host, self.judge, self.cursor, self, self.agreement.ask)
        self.buttons = TurnButtons(host, self.rack, self)
        self.clock = TurnClock(host, self.field)
        self.flight = LetterFlight(host, self.field, self.rack)

    @property
    def rules(self) -> LayingRules:
        rules = super().rules
        assert isinstance(rules, LayingRules)
        return rules

    @property
    def letters(self) -> Mapping[Square, str]:
        return self.state.letters

    def vocabulary(self) -> Vocabulary:
        return self.rules.vocabulary(self.state)

    # --- how words count ---

    def run_label(self, run: Run, *, is_main: bool) -> str:
        """Return the right-hand text of a word on the card: its class, or that it is not a word."""
        return self.word_kind(run.word) if run.valid else self.say("letters.no_word")

    def word_kind(self, word: str) -> str:
        """Return the class of a valid word in a word or two."""
        kind = self.vocabulary().is_a(word.upper()).key.rsplit(".", 1)[1]
        return self.say(f"word.kind.{kind}")

    def count_sentence(self, main: Run, left: int) -> str:
        """Return the text about the value of the word; `left` letters stay in the hand."""
        laid = self.say("letters.laid", n=len(self.laying.draft))
        if left == 0:
            return self.say("letters.out", laid=laid)
        return self.say("letters.stay", laid=laid, n=left)

    # --- the picture ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        self.laying.forget_sprites()
        self.clock.forget_sprites()
        self.marks.forget_widgets()
        self.buttons.forget_widgets()
        self.field.use(pygame.Rect(area.left, area.top + self.px(4), area.w, area.h - self.px(74)))
        self.rack.build(ground)

    def sync(self, state: CrosswordState) -> None:
        draft = self.laying.draft
        if not self.host.my_turn:
            draft.clear()
            self.cursor.at = None
        else:
            draft.keep_possible(tiles(state.hand), state.letters)
        pointed = [square for pointer in self.pointers if isinstance(pointer.move, Lay)
                   for square in pointer.move.squares]
        self.field.fit([*self.squares_to_fit(state), *pointed])
        self.field.show(state.letters)
        self.show_rack()
        self.show_draft()

    def squares_to_fit(self, state: CrosswordState) -> list[Square]:
        return [*state.letters, *self.laying.draft.letters] or list(FIRST_VIEW)

    def show_rack(self) -> None:
        self.rack.show()
        self.rack.show_gaps(self.laying.draft)
        self.buttons.show()

    def show_draft(self, held: Held | None = None) -> None:
        self.marks.clear()
        self.laying.show()
        self.cursor.show()
        if self.laying.draft or held is not None:
            self.marks.show(held)
        self.buttons.refresh(ready=held is None and self.main_button().ready)

    def animate(self, ply: Ply, before: CrosswordState, start: tuple[int, int] | None,
                done: Callable[[], None]) -> None:
        own = bool(self.laying.draft)
        self.laying.draft.clear()
        self.laying.hide()
        self.marks.clear()

        def reveal(without: list[Square]) -> None:
            view = self.field.fit(self.squares_to_fit(ply.state))
            self.field.show(ply.state.letters, without=without)
            self.field.ease_from(*view)
            self.show_rack()

        self.flight.fly(ply, reveal, own=own, start=start, praise=lambda: self._praise(ply), done=done)

    def _praise(self, ply: Ply) -> Praise | None:
        """Celebrate long words and second words."""
        if not isinstance(ply.move, Lay):
            return None
        if ply.state.second:
            return Praise(self.say("letters.second_name"), ply.move.squares)
        return Praise(ply.move.word.upper(), ply.move.squares) if len(ply.move.word) >= LONG_WORD else None

    # --- the draft ---

    def is_free(self, square: Square) -> bool:
        """Return whether a letter may be put there; the first word must lie in the middle row."""
        return square not in self.letters and (bool(self.letters) or square[1] == 0)

    def may_type_at(self, square: Square, *, down: bool) -> bool:
        return bool(self.letters) or (square[1] == 0 and not down)

    def keep_in_view(self, square: Square) -> None:
        self.field.scroll_to(square)

    def changed(self, sound: str = "letter") -> None:
        self.judge.reset()
        self.host.sounds.play(sound)
        self.show_rack()
        self.show_draft()

    def confirm(self) -> None:
        """Play the word, or say why it is not legal."""
        if not self.host.my_turn:
            return
        refusal = self.judge.refusal()
        if refusal is not None:
            self.host.sounds.play("refuse")
            self.host.set_status(self.say(refusal), mood="bad")
            return
        move = self.judge.move()
        assert move is not None
        self.cursor.at = None
        self.host.play(move)

    # --- the buttons of the turn ---

    def main_button(self) -> MainButton:
        ready = bool(self.laying.draft) and self.judge.refusal() is None
        return MainButton(self.say("letters.lay"), "check", self.confirm, ready)

    def actions(self) -> list[Action[Buy | Pass]]:
        return self.buttons.buying() + self.buttons.passing()

    def do(self, action: Action[Buy | Pass]) -> None:
        self.host.act(action.move)

    # --- pieces ---

    def targets(self, piece: Tile, turn: int) -> list[Target[Move | Put]]:
        """Return the Jollies that this letter can be exchanged for; laying a single letter is not a move."""
        return [Target(Swap(*square), square, self.field.view.rect(square))
                for square in exchangeable_jollies(self.host, self.state.letters, piece)]

    def nearest(self, piece: Tile, targets: list[Target[Move | Put]],
                centre: tuple[float, float]) -> Target[Move | Put] | None:
        """Return the Jolly exchange at `centre`, or the free square there as a place for the draft."""
        square = self.field.square_at(centre)
        exchange = next((target for target in targets if target.place == square), None)
        if exchange is not None or square is None or not self.laying.is_free(square, piece):
            return exchange
        return Target(Put(square), square, self.field.view.rect(square))

    def attempt(self, piece: Tile, pos: tuple[int, int]) -> Swap | None:
        """Return the illegal exchange if the letter was dropped on a Jolly, so that the rules explain it."""
        square = self.field.square_at(pos)
        return Swap(*square) if square is not None and self.letters.get(square, "").islower() else None

    def dropped(self, piece: Tile, centre: tuple[int, int]) -> bool:
        if not self.laying.drop_on_rack(piece, centre):
            return False
        self.show_rack()
        self.show_draft()
        return True

    def held_status(self, piece: Tile, targets: list[Target[Move | Put]]) -> tuple[str, str]:
        more = "letters.held_swap" if targets else "letters.held_more"
        return self.say("letters.held", letter=letter_name(self.say, piece.mark)), self.say(more)

    # --- keys and mouse ---

    def type_key(self, event: pygame.Event) -> bool:
        return self.cursor.key(event)

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_r:
            chosen = self.judge.choose_other()
            if chosen:
                self.show_draft()
            return chosen
        return self.buttons.key(event) or super().key(event)

    def right_click(self, pos: tuple[int, int]) -> bool:
        """Take back the letter there, else the last one."""
        if not self.laying.draft:
            return False
        if not self.laying.take_back(self.field.view.cell_at(pos)):
            self.cursor.rub_out()
        return True

    def advance(self, ms: float) -> None:
        rules, state = self.rules, self.state
        self.clock.advance(ms, rules.turn_seconds, lambda: rules.when_time_is_up(state))

    # --- texts ---

    def log_phrases(self, ply: Ply) -> list[Phrase]:
        """Return only the first phrase; a possible second word is visible on the board anyway."""
        said = [event.phrase for event in ply.events
                if isinstance(event, (Drawn, Removed, Said)) and event.phrase]
        return said[:1]

    def move_name(self, move: Move | Put) -> str:
        return move.word.upper() if isinstance(move, Lay) else ""

    def log_value(self, ply: Ply) -> str:
        """Return the class of a word."""
        return self.word_kind(ply.move.word) if isinstance(ply.move, Lay) else ""

    def log_note(self, ply: Ply) -> str:
        """Return the meaning of a rare word; its own row has the class."""
        if not isinstance(ply.move, Lay):
            return ""
        return self.meaning.note(ply.move.word.upper(), self.vocabulary(), with_class=False)

    def pills(self) -> list[tuple[str, str]]:
        return [("book", self.say("setup.words", language=self.say(
            f"word.language.{self.rules.words_language}")))]

    def plate_line(self, seat: int) -> str:
        return self.say("letters.left", n=len(self.state.hands[seat]))

    def idle_line(self) -> tuple[str, str] | None:
        sells = any(self.rules.why_illegal(self.state, Buy((colour,))) is None for colour in (RED, BLACK))
        if self.state.second:
            return self.say("letters.second"), self.say(f"letters.second_or_{'buy' if sells else 'pass'}")
        if not self.letters:
            return self.say("letters.begin"), self.say("letters.begin_more")
        if not sells:
            return self.your_turn, self.say("letters.word_or_pass")
        return None

    def hand_pictures(self, width: int) -> list[pygame.Surface]:
        return self.rack.pictures(width)

    # --- hints and results ---

    def hint_rect(self, move: Move | Put) -> pygame.Rect | None:
        """Return the place of a word, or the button of another move."""
        if isinstance(move, Lay):
            return self.field.view.span(move.squares).clip(self.field.area)
        return self.buttons.rect_of(move)

    def hint_ghosts(self, move: Move | Put) -> list[PlacedImage]:
        """Draw the new letters of a word."""
        if not isinstance(move, Lay):
            return []
        return [self.field.ghost(self.field.view.rect(square), mark, alpha=200)
                for square, mark in move.new_letters(self.letters).items()]

    def merit(self, ply: Ply) -> int:
        return len(ply.move.word) if isinstance(ply.move, Lay) else 0

    def feat_of(self, ply: Ply) -> tuple[str, str] | None:
        if not isinstance(ply.move, Lay):
            return None
        return ply.move.word.upper(), self.say("letters.left", n=len(ply.move.word))

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        if isinstance(ply.move, Lay):
            return self.field.view.span(ply.move.squares).center
        return self.rack.rail.centerx, self.rack.rail.top

    def near_end(self) -> bool:
        return min(map(len, self.state.hands)) <= LAST_LETTERS

    def result_facts(self) -> list[Fact]:
        """Return the longest word of the person at the table, by name."""
        own = next((at for at, seat in enumerate(self.host.seats) if not seat.is_bot), 0)
        words = [ply.move.word.upper() for round_ in self.host.rounds for ply in round_.plies
                 if ply.by == own and isinstance(ply.move, Lay)]
        return [Fact("speech", self.say("page.crossword.longest"), max(words, key=len))] if words else []

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        if not isinstance(ply.move, Lay):
            return None
        return self.field.word_picture(ply.state.letters, ply.move.squares, size)
