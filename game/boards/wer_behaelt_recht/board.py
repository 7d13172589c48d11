"""The table of Wer behält recht?: the open word and what it lacks, who said it, and the panel for saying another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pygame

from game.boards.kit.base import Parts, Target
from game.boards.kit.rack import Action
from game.boards.letters.draft import Tile
from game.boards.letters.flight import LetterFlight
from game.boards.wer_behaelt_recht.announce import Announcement
from game.boards.wer_behaelt_recht.show import IVORY, WerShow
from game.draw import shapes
from game.draw.letter import letter, put_letter
from game.ui import assets
from rules.base import Drawn, Placed, Removed, Said
from rules.games.crossword.board import Swap
from rules.games.crossword.letters import JOLLIES
from rules.games.wer_behaelt_recht.state import Begin, Complete, Grow, Spot, WerState
from rules.session import Ply
from rules.words.placement import jolly_for

ART = (("R", -2, 0), ("E", -1, 0), ("C", 0, 0))
ART_MISSING = ((1, 0, "H"), (2, 0, "T"))
ART_SAID = "RECHT!"


@dataclass(frozen=True, slots=True)
class Aim:
    """A letter is held over a place where it may be laid: a word must still be said."""

    spot: Spot


class WerTable(LetterFlight, WerShow):
    """Two to five players."""

    help_boards = "game.boards.wer_behaelt_recht.help:BOARDS"
    help_facts = "game.boards.wer_behaelt_recht.help:facts"

    @staticmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        w, h = surface.get_size()
        side = 44 * k
        left, top = w / 2 - side / 2, h / 2 + side * 0.1
        _paint_said(surface, pygame.Rect(round(left - 1.6 * side), round(top - 1.62 * side), round(3.5 * side),
                                         round(0.94 * side)), k)
        for mark, x, y in ART:
            put_letter(surface, mark, left + x * side, top + y * side, round(side - 1.6 * k))
        for x, y, mark in ART_MISSING:
            rect = pygame.Rect(round(left + x * side), round(top + y * side), round(side - 3 * k), round(side - 3 * k))
            shapes.draw_dashed_box(surface, rect, 7 * k, "#ffffff", 0.8, max(1.2, 2 * k), (6 * k, 5 * k))
            ghost = letter(mark, round(side - 3 * k)).image.copy()
            ghost.set_alpha(70)
            surface.blit(ghost, ghost.get_rect(center=rect.center))

    # --- the board ---

    def build(self, area: pygame.Rect, ground: pygame.Surface) -> None:
        self.word_marks, self._bubble = [], None
        if self.announcement is not None:
            self.announcement._sprites, self.announcement.offers = [], []
        super().build(area, ground)

    def sync(self, state: WerState) -> None:
        if self.announcement is not None and not self._still_possible():
            self.close_announcement()
        super().sync(state)
        if self.announcement is not None:
            self.show_gap(self.announcement.tile)
        self.show_announcement()
        self._show_bubble(state)

    def _still_possible(self) -> bool:
        ann = self.announcement
        assert ann is not None
        return (self.scene.my_turn and ann.tile in self.hand_of(self.state.player)
                and ann.spot in self.wer.spots(self.state))

    def show_board(self, state: Any, without: Any = ()) -> None:
        super().show_board(state, without)
        self.show_open_word()

    # --- announcing ---

    def targets(self, piece: Tile, turn: int) -> list[Target]:
        found = [Target(Aim(spot), spot, self.squares.rect(spot.square)) for spot in self.wer.spots(self.state)
                 if not self.state.premium or self._premium_fits(piece, spot)]
        if not self.state.premium:
            found += [Target(Swap(*square), square, self.squares.rect(square))
                      for square, mark in self.laid(self.state).items() if mark.islower() and mark.upper() == piece.mark
                      and self.rules.why_illegal(self.state, Swap(*square)) is None]
        return found

    def _premium_fits(self, piece: Tile, spot: Spot) -> bool:
        wanted = self.state.word.squares.get(spot.square)
        return wanted is not None and (piece.mark == wanted or piece.mark == jolly_for(wanted))

    def keep(self, piece: Tile, target: Target, start: tuple[int, int] | None) -> bool:
        if not isinstance(target.move, Aim):
            return False
        spot = target.move.spot
        if self.state.premium:
            wanted = self.state.word.squares[spot.square]
            self._open(piece, spot, wanted if piece.mark == wanted else wanted.lower())
        elif piece.mark in JOLLIES:
            self._ask_letter(piece, spot)
        else:
            self._open(piece, spot, piece.mark)
        return True

    def _ask_letter(self, piece: Tile, spot: Spot) -> None:
        from game.boards.letters.letter_choice import LetterChoice

        self.scene.app.push(LetterChoice(self.scene.app, self.scene.game, piece.mark,
                                         lambda mark: self._open(piece, spot, mark.lower()), self.sync_rack))

    def _open(self, piece: Tile, spot: Spot, mark: str) -> None:
        """The letter lies on its place; the panel asks for the word."""
        self.close_announcement()
        self.announcement = Announcement(self, piece, spot, mark)
        self.scene.app.sounds.play("letter")
        if self.state.premium and len(self.announcement.choices) == 1:
            self.announce(self.announcement.choices[0])
            return
        self.sync_rack()
        self.show_gap(piece)
        self.show_announcement()
        self.scene.idle_status()

    def preview(self, piece: Tile, target: Target) -> Parts:
        """A place that earns a premium says so before a letter lies there."""
        state = self.state
        last = len(state.hand) == 1 or state.premium
        if last or not isinstance(target.move, Aim) or not self.wer.earns_premium(state, target.move.spot):
            return []
        return [(self.say("wer.earns"), False), (self.say("wer.earns_premium"), True)]

    def show_announcement(self) -> None:
        self.show_open_word()
        if self.announcement is not None:
            self.announcement.show()
        if self._bubble is not None:
            self._bubble.show(self.announcement is None)
        if self.large_button is not None:
            self.large_button.enable(self.main_button_ready())

    def close_announcement(self) -> None:
        if self.announcement is not None:
            self.announcement.clear()
            self.announcement = None

    def bubble_below(self, target: Target) -> bool:
        """The preview must not cover the letters that the new word crosses."""
        x, y = target.place.square if isinstance(target.place, Spot) else target.place
        return (x, y - 1) in self.laid(self.state)

    def announce(self, move: Begin | Grow) -> None:
        self.close_announcement()
        self.scene.play(move)

    def escape(self) -> bool:
        if self.announcement is None:
            return False
        self.close_announcement()
        self.sync(self.state)
        self.scene.idle_status()
        return True

    def type_key(self, event: pygame.Event) -> bool:
        return self.announcement is not None and self.announcement.key(event)

    def right_click(self, pos: tuple[int, int]) -> bool:
        return self.escape()

    def key(self, event: pygame.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.state.must_complete:
            self.scene.act(Complete())
            return True
        return super().key(event)

    # --- the hand ---

    def piece_at(self, pos: tuple[int, int]) -> Tile | None:
        ann = self.announcement
        found = super().piece_at(pos)
        return None if ann is not None and found == ann.tile else found

    def pieces(self) -> list[Tile]:
        ann = self.announcement
        return [tile for tile in self._rack if ann is None or tile != ann.tile]

    def reach(self) -> int:
        return round(self.grid.side * 0.9)

    def attempt(self, piece: Tile, pos: tuple[int, int]) -> Any:
        """Dropped where no letter may be laid now: the rules say why."""
        if not self.grid.area.collidepoint(pos):
            return None
        square = self.squares.cell_at(pos)
        if self.laid(self.state).get(square, "").islower():
            return Swap(*square)
        if self.state.fragment is not None or piece.mark in JOLLIES:
            return None
        return Begin(False, *square, piece.mark, piece.mark * 2, 0)

    def show_picked(self, piece: Tile, how: str | None) -> None:
        if how is not None and self.announcement is not None:
            self.close_announcement()
            self.sync_rack()
            self.show_open_word()
        self.show_socket(piece, how)
        self.lift_in_rack(piece, how)

    def held_status(self, piece: Tile, targets: list[Target]) -> tuple[str, str]:
        more = "wer.held_none" if not targets else "wer.held_premium" if self.state.premium else "wer.held_more"
        return self.say("letters.held", letter=self.letter_name(piece.mark)), self.say(more)

    # --- buttons ---

    def buying(self) -> list[Action]:
        """Here the turn goes on after buying."""
        return [replace(action, tip=self.say(f"wer.buy_{action.move.colours[0]}_tip")) for action in super().buying()]

    def actions(self) -> list[Action]:
        if self.state.must_complete:
            return []
        return [action for action in super().actions() if action.legal or not self.state.premium]

    def main_button(self) -> tuple[str, str, Any]:
        if self.state.must_complete:
            lacks = self.wer.to_complete(self.state) is None
            return self.say("wer.cannot_complete" if lacks else "wer.complete"), "check", lambda: self.scene.act(Complete())
        return self.say("wer.say_it"), "sound", self._say_it

    def _say_it(self) -> None:
        if self.announcement is not None:
            self.announcement.say()

    def main_button_ready(self) -> bool:
        if self.state.must_complete:
            return True
        return self.announcement is not None and self.announcement.move is not None

    # --- movement ---

    def animate(self, ply: Ply, before: Any, start: tuple[int, int] | None, done: Callable[[], None]) -> None:
        own = ply.by == self.scene.viewer and isinstance(ply.move, (Begin, Grow))
        shown = {event.place: event.piece for event in ply.events if isinstance(event, Placed)} if own else {}
        self._show_bubble(ply.state)
        self.fly(ply, before, shown, start, done)

    def points_spot(self, ply: Ply) -> tuple[int, int]:
        placed = next((event.place for event in ply.events if isinstance(event, Placed)), None)
        return self.squares.rect(placed).center if placed is not None else self.grid.area.center

    # --- words ---

    def pills(self) -> list[tuple[str, str]]:
        return [("book", self.say("letters.german"))]

    def log_text(self, ply: Ply) -> str:
        said = [event.phrase for event in ply.events
                if isinstance(event, (Drawn, Removed, Said)) and event.phrase and event.phrase.key != "log.wer.premium"]
        return ", ".join(self.say(phrase) for phrase in said[:2])

    def plate_line(self, seat: int) -> str:
        if seat in self.state.left:
            return self.say("wer.has_left")
        return self.say("letters.left", n=len(self.state.hands[seat]))

    def idle_line(self) -> tuple[str, str] | None:
        state = self.state
        if self.announcement is not None:
            return self.say("wer.say_word"), self.say("wer.say_word_more")
        if state.must_complete:
            lacks = self.wer.to_complete(state) is None
            return self.say("wer.must_complete", word=state.word.text), self.say(
                "wer.must_leave" if lacks else "wer.must_complete_more")
        if state.premium:
            return self.say("wer.premium"), self.say("wer.premium_more", word=state.word.text)
        if state.begins:
            return self.say("wer.begin"), self.say("wer.begin_more" if state.letters else "wer.begin_first")
        if state.bought:
            return self.say("wer.bought"), self.say("wer.bought_more")
        return self.say("wer.grow"), self.say("wer.grow_more")

    def hint_rect(self, move: Any) -> pygame.Rect | None:
        if isinstance(move, (Begin, Grow)):
            spot = self.wer.spot_of(self.state, move)
            if isinstance(spot, Spot):
                return self.squares.rect(spot.square)
        if isinstance(move, Complete) and self.large_button is not None:
            return self.large_button.rect
        return super().hint_rect(move)

    def hint_ghosts(self, move: Any) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """The letter and the word that the hint would say."""
        if not isinstance(move, (Begin, Grow)):
            return []
        spot = self.wer.spot_of(self.state, move)
        assert isinstance(spot, Spot)
        word = self.wer.line(self.state, spot, move.letter).word(move.word, move.at)
        found = []
        for square, mark in word.missing(self.laid(self.state)).items():
            own = square == spot.square
            made = self.tile(move.letter if own else mark, self.letter_side)
            image = made.image.copy()
            image.set_alpha(230 if own else 110)
            rect = self.squares.rect(square)
            found.append((image, (rect.left + 1 - made.pad, rect.top + 1 - made.pad)))
        return found


def _paint_said(surface: pygame.Surface, box: pygame.Rect, k: float) -> None:
    """The word of the art as a speech bubble over its first letters."""
    shapes.draw_soft_box(surface, box, 12 * k, "#000000", 0.35, 6 * k, down=3 * k)
    tail = [(box.left + 26 * k, box.bottom - 2), (box.left + 50 * k, box.bottom - 2), (box.left + 28 * k, box.bottom + 13 * k)]
    pygame.draw.polygon(surface, IVORY, tail)
    shapes.draw_box(surface, box, 12 * k, IVORY)
    text = assets.font("Manrope-ExtraBold", max(8, round(21 * k))).render(ART_SAID, True, "#0c5a50")
    surface.blit(text, text.get_rect(center=box.center))
