"""The board of Wer behält recht?: the open word, its missing letters and its author, and announcements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import pygame

from game.boards.kit.actions import Action
from game.boards.kit.targets import PlacedImage, Preview, Target
from game.boards.letters.board import LetterBoard
from game.boards.letters.buttons import STOCKS, MainButton, TurnButtons
from game.boards.letters.cursor import ENTER
from game.boards.letters.draft import Square, Tile, tiles
from game.boards.letters.faces import LetterFaces
from game.boards.letters.field import LetterField
from game.boards.letters.flight import LONG_WORD, LetterFlight, Praise
from game.boards.letters.laying import exchangeable_jollies
from game.boards.letters.letter_choice import LetterChoice
from game.boards.letters.meaning import WordMeaning
from game.boards.letters.rack import LetterRack
from game.boards.letters.spoken import letter_name
from game.boards.letters.turn_clock import TurnClock
from game.boards.wer_behaelt_recht.announce import Announcement
from game.boards.wer_behaelt_recht.first_letter import FirstLetter
from game.boards.wer_behaelt_recht.open_word import OpenWord
from game.table.host import WordHost
from rules.base import Drawn, Placed, Removed, Said
from rules.games.crossword.board import Buy, Pass, Swap
from rules.games.crossword.letters import JOLLIES
from rules.games.wer_behaelt_recht.line import Word
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Begin, Complete, Grow, Move, Say, Spot, WerState
from rules.kit.phrases import Phrase
from rules.session import Ply
from rules.words.placement import jolly_for
from rules.words.vocabulary import Vocabulary

FIRST_SQUARE = (0, 0)
FIRST_VIEW = ((-3, 0), (3, 0))
"""Squares in view before the first letter is laid."""
COMPLETED = ("log.wer.complete", "log.wer.completes")
"""The phrases of events that complete a word."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Pseudo-move of a target: lay a letter there, with a word still to be announced."""

    spot: Spot


LAST_LETTERS = 3
"""With this many letters in a hand the last moves begin."""


class WerBoard(LetterBoard[WordHost, WerState, Move | Aim]):
    """A letter is laid first, then its word is announced."""

    help_boards = "game.boards.wer_behaelt_recht.help:BOARDS"
    help_facts = "game.boards.wer_behaelt_recht.help:facts"

    def __init__(self, host: WordHost):
        faces = LetterFaces()
        field = LetterField(host, faces, first_squares=lambda _view: [FIRST_SQUARE], laid_last=_squares_laid)
        rack = LetterRack(host, faces, lambda seat: tiles(self.state.hands[seat]), self.show_rack)
        super().__init__(host, field, rack, WordMeaning(host))
        self.open_word = OpenWord(host, self.field, self)
        self.buttons = TurnButtons(host, self.rack, self)
        self.clock = TurnClock(host, self.field)
        self.flight = LetterFlight(host, self.field, self.rack)
        self.announcement: Announcement | None = None
        self.first_letter = FirstLetter(host, self.field, self)

    @property
    def rules(self) -> WerBehaeltRecht:
        rules = super().rules
        assert isinstance(rules, WerBehaeltRecht)
        return rules

    @property
    def letters(self) -> Mapping[Square, str]:
        return self.state.letters

    def vocabulary(self) -> Vocabulary:
        return self.rules.vocabulary(self.state)

    # --- the picture ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        strip = self.px(64)
        if self.announcement is not None:
            self.announcement.forget_widgets()
        self.clock.forget_sprites()
        self.buttons.forget_widgets()
        self.open_word.build(pygame.Rect(area.left + self.px(20), area.top + self.px(2),
                                         area.w - self.px(40), strip))
        self.field.use(pygame.Rect(area.left, area.top + strip + self.px(12), area.w,
                                   area.h - strip - self.px(86)))
        self.rack.build(ground)

    def sync(self, state: WerState) -> None:
        if self.announcement is not None and not self._can_announce(self.announcement):
            self._close_announcement()
        self.field.fit([*self.squares_to_fit(state), *self._pointed(state)])
        self._show_field(state)
        self.show_rack()
        self.show_announcement()
        self.open_word.show_bubble(state)

    def _can_announce(self, announcement: Announcement) -> bool:
        """Return whether an announcement begun earlier is still legal."""
        return (self.host.my_turn and announcement.tile in tiles(self.state.hand)
                and announcement.spot in self.rules.spots(self.state))

    def squares_to_fit(self, state: WerState) -> list[Square]:
        word = [*state.word.squares] if state.word is not None else []
        return [*state.letters, *word] or list(FIRST_VIEW)

    def _show_field(self, state: WerState, without: list[Square] | None = None) -> None:
        self.field.show(state.letters, without=without or ())
        self.show_open_word()

    def show_rack(self) -> None:
        self.rack.show()
        if self.announcement is not None:
            self.rack.show_gaps([self.announcement.tile])
        self.buttons.show()

    def show_open_word(self) -> None:
        self.open_word.show(self.announcement)
        self.open_word.marks += self.first_letter.show()

    def show_marks(self) -> None:
        self.show_open_word()

    def animate(self, ply: Ply, before: WerState, start: tuple[int, int] | None,
                done: Callable[[], None]) -> None:
        own = ply.by == self.host.viewer and isinstance(ply.move, (Begin, Grow))
        self.open_word.show_bubble(ply.state)

        def reveal(without: list[Square]) -> None:
            view = self.field.fit(self.squares_to_fit(ply.state))
            self._show_field(ply.state, without)
            self.field.ease_from(*view)
            self.show_rack()

        self.flight.fly(ply, reveal, own=own, start=start, praise=lambda: self._praise(ply), done=done)

    def _praise(self, ply: Ply) -> Praise | None:
        """Celebrate completed words, and long ones that are announced."""
        whole = self._completed(ply)
        if whole is not None:
            return Praise(whole.text, list(whole.squares))
        if isinstance(ply.move, (Begin, Grow)) and len(ply.move.word) >= LONG_WORD:
            return Praise(ply.move.word.upper(), _squares_laid(ply))
        return None

    # --- announcing ---

    def _ask_letter(self, piece: Tile, spot: Spot) -> None:
        """Ask which letter a Jolly stands for, then go on with it."""
        self.host.open_dialog(lambda app: LetterChoice(
            app, self.host.rules, piece.mark, lambda mark: self.open_announcement(piece, spot, mark.lower()),
            self.show_rack))

    def open_announcement(self, piece: Tile, spot: Spot, mark: str) -> None:
        """Lay the letter and ask for the word; after a premium announce the only legal one at once."""
        self._close_announcement()
        self.announcement = Announcement(self.host, self, self.field, piece, spot, mark)
        self.host.sounds.play("letter")
        if self.state.premium and len(self.announcement.choices) == 1:
            self.announce(self.announcement.choices[0])
            return
        self.show_rack()
        self.show_announcement()
        self.host.idle_status()

    def show_announcement(self) -> None:
        self.show_open_word()
        if self.announcement is not None:
            self.announcement.show()
        self.open_word.hide_bubble(hidden=self.announcement is not None)
        self.buttons.refresh(ready=self.main_button().ready)

    def _close_announcement(self) -> None:
        if self.announcement is not None:
            self.announcement.clear()
            self.announcement = None

    def announce(self, move: Say) -> None:
        self._close_announcement()
        self.host.play(move)

    # --- the buttons of the turn ---

    def main_button(self) -> MainButton:
        if self.state.must_complete:
            lacks = self.rules.to_complete(self.state) is None
            return MainButton(self.say("wer.cannot_complete" if lacks else "wer.complete"), "check",
                              lambda: self.host.act(Complete()), ready=True)
        ready = self.announcement is not None and self.announcement.move is not None
        return MainButton(self.say("wer.say_it"), "sound", self._say_it, ready)

    def _say_it(self) -> None:
        if self.announcement is not None:
            self.announcement.announce()

    def actions(self) -> list[Action[Buy | Pass]]:
        """Return buying, after which the turn goes on, and passing; after a premium only what is legal."""
        if self.state.must_complete:
            return []
        buying = [replace(action, tip=self.say(f"wer.buy_{colour}_tip"))
                  for (colour, _), action in zip(STOCKS, self.buttons.buying(), strict=True)]
        return [action for action in buying + self.buttons.passing()
                if action.legal or not self.state.premium]

    def do(self, action: Action[Buy | Pass]) -> None:
        self.host.act(action.move)

    # --- pieces ---

    def piece_at(self, pos: tuple[int, int]) -> Tile | None:
        found = self.rack.piece_at(pos)
        return found if found in self.pieces() else None

    def pieces(self) -> list[Tile]:
        announced = self.announcement.tile if self.announcement is not None else None
        return [tile for tile in self.rack.pieces() if tile != announced]

    def piece_rect(self, piece: Tile) -> pygame.Rect:
        return self.rack.piece_rect(piece)

    def targets(self, piece: Tile, turn: int) -> list[Target[Move | Aim]]:
        """Return the spots for a letter, and the Jollies that it can be exchanged for."""
        rect = self.field.view.rect
        found: list[Target[Move | Aim]] = [
            Target(Aim(spot), spot, rect(spot.square)) for spot in self.rules.spots(self.state)
            if not self.state.premium or self.fits_premium(piece, spot)]
        if not self.state.premium:
            found += [Target(Swap(*square), square, rect(square))
                      for square in exchangeable_jollies(self.host, self.state.letters, piece)]
        return found

    def fits_premium(self, piece: Tile, spot: Spot) -> bool:
        """Return whether a letter is the one that the open word needs on a spot."""
        assert self.state.word is not None
        wanted = self.state.word.squares.get(spot.square)
        return wanted is not None and piece.mark in (wanted, jolly_for(wanted))

    def attempt(self, piece: Tile, pos: tuple[int, int]) -> Move | None:
        """Return the illegal move of a letter dropped on a wrong place, so that the rules explain it."""
        square = self.field.square_at(pos)
        if square is None:
            return None
        if self.state.letters.get(square, "").islower():
            return Swap(*square)
        if self.state.fragment is not None or piece.mark in JOLLIES:
            return None
        return Begin(False, *square, piece.mark, piece.mark * 2, 0)

    def reach(self) -> int:
        return round(self.field.view.side * 0.9)

    def keep(self, piece: Tile, target: Target[Move | Aim], start: tuple[int, int] | None) -> bool:
        if not isinstance(target.move, Aim):
            return False
        spot = target.move.spot
        if self.state.premium:
            assert self.state.word is not None
            wanted = self.state.word.squares[spot.square]
            self.open_announcement(piece, spot, wanted if piece.mark == wanted else wanted.lower())
        elif piece.mark in JOLLIES:
            self._ask_letter(piece, spot)
        else:
            self.open_announcement(piece, spot, piece.mark)
        return True

    def dropped(self, piece: Tile, centre: tuple[int, int]) -> bool:
        if not self.rack.dropped(piece, centre):
            return False
        self.show_rack()
        return True

    def held_image(self, piece: Tile, turn: int, near: Target[Move | Aim] | None = None) -> pygame.Surface:
        return self.field.held(piece.mark)

    def show_picked(self, piece: Tile, how: str | None) -> None:
        if how is not None and self.announcement is not None:
            self._close_announcement()
            self.show_rack()
            self.show_open_word()
        self.rack.show_picked(piece, how)

    def ghost(self, piece: Tile, target: Target[Move | Aim]) -> PlacedImage:
        return self.field.ghost(target.rect, piece.mark)

    def preview(self, piece: Tile, target: Target[Move | Aim]) -> Preview:
        """Return the premium that the spot earns."""
        last = len(self.state.hand) == 1 or self.state.premium
        if last or not isinstance(target.move, Aim):
            return []
        if not self.rules.earns_premium(self.state, target.move.spot):
            return []
        return [(self.say("wer.earns"), False), (self.say("wer.earns_premium"), True)]

    def bubble_below(self, target: Target[Move | Aim]) -> bool:
        """Return True to keep the preview off the letters that the new word crosses."""
        aim = target.move
        x, y = aim.spot.square if isinstance(aim, Aim) else self.field.view.cell_at(target.centre)
        return (x, y - 1) in self.state.letters

    def held_status(self, piece: Tile, targets: list[Target[Move | Aim]]) -> tuple[str, str]:
        premium = "wer.held_premium" if self.state.premium else "wer.held_more"
        more = premium if targets else "wer.held_none"
        return self.say("letters.held", letter=letter_name(self.say, piece.mark)), self.say(more)

    # --- keys and mouse ---

    def type_key(self, event: pygame.Event) -> bool:
        if self.announcement is not None:
            return self.announcement.key(event)
        return self.first_letter.key(event)

    def key(self, event: pygame.Event) -> bool:
        if event.key in ENTER and self.state.must_complete:
            self.host.act(Complete())
            return True
        return self.buttons.key(event) or super().key(event)

    def escape(self) -> bool:
        """Take back the letter laid for an announcement."""
        if self.announcement is None:
            return False
        self._close_announcement()
        self.sync(self.state)
        self.host.idle_status()
        return True

    def right_click(self, pos: tuple[int, int]) -> bool:
        return self.escape()

    def advance(self, ms: float) -> None:
        rules, state = self.rules, self.state
        self.clock.advance(ms, rules.turn_seconds, lambda: rules.when_time_is_up(state))

    # --- texts ---

    def pills(self) -> list[tuple[str, str]]:
        return [("book", self.say("setup.words", language=self.say(
            f"word.language.{self.rules.words_language}")))]

    def log_phrases(self, ply: Ply) -> list[Phrase]:
        said = [event.phrase for event in ply.events
                if isinstance(event, (Drawn, Removed, Said)) and event.phrase
                and event.phrase.key != "log.wer.premium"]
        return said[:2]

    def log_note(self, ply: Ply) -> str:
        """Return the meaning of a rare word that was completed."""
        words = [str(event.phrase.values["word"]) for event in ply.events
                 if isinstance(event, Said) and event.phrase and event.phrase.key in COMPLETED]
        return self.meaning.note(words[-1], self.vocabulary(), with_class=True) if words else ""

    def plate_line(self, seat: int) -> str:
        if seat in self.state.left:
            return self.say("wer.has_left")
        return self.say("letters.left", n=len(self.state.hands[seat]))

    def idle_line(self) -> tuple[str, str] | None:
        state = self.state
        if self.announcement is not None:
            return self.say("wer.say_word"), self.say("wer.say_word_more")
        if state.must_complete:
            assert state.word is not None
            lacks = self.rules.to_complete(state) is None
            return self.say("wer.must_complete", word=state.word.text), self.say(
                "wer.must_leave" if lacks else "wer.must_complete_more")
        if state.premium:
            assert state.word is not None
            return self.say("wer.premium"), self.say("wer.premium_more", word=state.word.text)
        if state.begins:
            where = "any" if state.anywhere or state.last is None else "more"
            return self.say("wer.begin"), self.say(f"wer.begin_{where if state.letters else 'first'}")
        if state.bought:
            return self.say("wer.bought"), self.say("wer.bought_more")
        sells = state.red or state.black
        return self.say("wer.grow"), self.say("wer.grow_more" if sells else "wer.grow_or_pass")

    def _pointed(self, state: WerState) -> list[Square]:
        """Return the squares of the words that a review points at."""
        found: list[Square] = []
        for pointer in self.pointers:
            move = pointer.move
            spot = self.rules.spot_of(state, move) if isinstance(move, (Begin, Grow)) else None
            if isinstance(spot, Spot) and isinstance(move, (Begin, Grow)):
                found += self.rules.line(state, spot, move.letter).word(move.word, move.at).squares
        return found

    def move_name(self, move: Move | Aim) -> str:
        return move.word if isinstance(move, (Begin, Grow)) else ""

    def hand_pictures(self, width: int) -> list[pygame.Surface]:
        return self.rack.pictures(width)

    # --- hints and results ---

    def hint_rect(self, move: Move | Aim) -> pygame.Rect | None:
        if isinstance(move, (Begin, Grow)):
            spot = self.rules.spot_of(self.state, move)
            if isinstance(spot, Spot):
                return self.field.view.rect(spot.square)
        if isinstance(move, Complete) and self.buttons.large is not None:
            return self.buttons.large.rect
        return self.buttons.rect_of(move)

    def hint_ghosts(self, move: Move | Aim) -> list[PlacedImage]:
        """Draw the letter and, fainter, the rest of the word."""
        if not isinstance(move, (Begin, Grow)):
            return []
        spot = self.rules.spot_of(self.state, move)
        assert isinstance(spot, Spot)
        word = self.rules.line(self.state, spot, move.letter).word(move.word, move.at)
        found = []
        for square, mark in word.missing(self.state.letters).items():
            own = square == spot.square
            found.append(self.field.ghost(self.field.view.rect(square), move.letter if own else mark,
                                          alpha=230 if own else 110))
        return found

    def near_end(self) -> bool:
        return min(map(len, self.state.hands)) <= LAST_LETTERS

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        placed = next((event.place for event in ply.events if isinstance(event, Placed)), None)
        return self.field.view.rect(placed).center if placed is not None else self.field.area.center

    @staticmethod
    def _completed(ply: Ply) -> Word | None:
        """Return the word that a move completed."""
        whole = any(isinstance(event, Said) and event.phrase and event.phrase.key in COMPLETED
                    for event in ply.events)
        return ply.state.last if whole else None

    def merit(self, ply: Ply) -> int:
        word = self._completed(ply)
        return len(word.text) if word is not None else 0

    def feat_of(self, ply: Ply) -> tuple[str, str] | None:
        word = self._completed(ply)
        return (word.text, self.say("letters.left", n=len(word.text))) if word is not None else None

    def move_picture(self, ply: Ply, size: tuple[int, int]) -> pygame.Surface | None:
        word = self._completed(ply)
        if word is None:
            return None
        return self.field.word_picture(ply.state.letters, list(word.squares), size)


def _squares_laid(ply: Ply) -> list[Square]:
    """Return where a move laid letters."""
    return [event.place for event in ply.events if isinstance(event, Placed)]
