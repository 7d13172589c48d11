"""Nothing at the table depends on what its viewer cannot see.

Every game with hidden hands is laid out twice: as it is, and with all that the viewer cannot see dealt again,
also in the events that are past. Whatever is drawn, written, said or played as a sound must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pygame
import pytest

from game.app import App
from game.table.scene import TableScene
from game.table.seating import table_scene
from game.table.spoken import tell_ply, tell_table
from rules.base import Drawn, Move, Revealed, RoundOver
from rules.catalog import GAMES, rules_of
from rules.kit.shuffle import rng_for
from rules.session import Seat, Session
from rules.words.language import A_TO_Z, VOWELS
from tests.kit.screens import Make

HIDDEN = [game for game in GAMES if GAMES[game].hidden_hands or GAMES[game].solitaire]
"""Games with hidden hands, a stock or pieces that lie face down."""
VIEWER = 0
SEATS = [Seat("Ada"), Seat("Bruno", "bot", "easy"), Seat("Cleo", "bot", "easy")]
VOWEL, CONSONANT = "".join(sorted(VOWELS)), "".join(letter for letter in A_TO_Z if letter not in VOWELS)


class Heard:
    """Sounds that are only noted."""

    volume = music_volume = 0.0

    def __init__(self) -> None:
        self.played: list[str] = []

    def play(self, name: str, volume: float = 1.0) -> None:
        self.played.append(name)

    def __getattr__(self, name: str) -> Any:
        return lambda *_args, **_more: None


def other_piece(piece: object, exchanged: dict[object, object]) -> object:
    """Return another hidden piece: the one dealt in its place, or another letter of its colour."""
    for letters in (VOWEL, CONSONANT):
        if isinstance(piece, str) and len(piece) == 1 and piece in letters:
            return letters[(letters.index(piece) + 1) % len(letters)]
    return exchanged.get(piece, piece)


def guesses(rules: Any, state: Any, rng: Random) -> list[Any]:
    return [rules.guess_hidden(state, VIEWER, rng) for _ in range(9)]


def dealt_again(session: Session, rng: Random) -> Session:
    """Return a copy of a session in which all that the viewer cannot see is different."""
    rules, true = session.rules, session.state
    guessed = next(state for state in guesses(rules, true, rng) if state != true)
    exchanged = {old: new for seat in range(1, len(session.seats))
                 for old, new in zip(true.hands[seat], guessed.hands[seat], strict=True)}
    copy = Session(rules, session.seats, session.seed, level=session.rounds[0].setup)
    plies = [replace(ply, events=tuple(
        replace(event, pieces=tuple(other_piece(piece, exchanged) for piece in event.pieces))
        if isinstance(event, Drawn) and event.by != VIEWER else event for event in ply.events))
        for ply in session.rounds[0].plies]
    copy.rounds[0].plies = [*plies[:-1], replace(plies[-1], state=guessed)]
    return copy


def moments(game: str) -> list[Session]:
    """Return the latest position of a random game for every choice of kinds of moves, and one of a bot."""
    rng, found = rng_for("hidden", game), {}
    rules = rules_of(game)
    for seed in range(2):
        session = Session(rules, SEATS[:GAMES[game].players[1]], seed)
        while session.outcome is None and session.moves < (9 if rules.has_words else 99):
            moves = list(islice(rules.legal_moves(session.state), 400))
            if session.moves > 4 and any(state != session.state
                                         for state in guesses(rules, session.state, rng)):
                kinds = frozenset(type(move).__name__ for move in moves)
                found[kinds if session.state.player == VIEWER else None] = up_to_now(session)
            tried = moves if seed else [one_of_a_kind(moves, rng) for _ in range(9)]  # the first ones lay
            session.play(next((move for move in tried if rules.outcome(rules.apply(
                session.state, move).state) is None), tried[0]))
    return list(found.values())


def one_of_a_kind(moves: list[Any], rng: Random) -> Move:
    kind = rng.choice(sorted({type(move).__name__ for move in moves}))
    return rng.choice([move for move in moves if type(move).__name__ == kind])


def up_to_now(session: Session) -> Session:
    copy = Session(session.rules, session.seats, session.seed)
    copy.rounds[0].plies = list(session.rounds[0].plies)
    return copy


def open_table(app: App, session: Session) -> TableScene:
    app.scenes.clear()
    app.sounds = Heard()  # type: ignore[assignment]
    scene = table_scene(app, session)
    app.push(scene)
    app.step([], 16)
    return scene


def texts_of(table: TableScene) -> dict[str, object]:
    board = table.board
    return {
        "log": table.log_rows(), "pills": table.pills(), "status": table.status_now,
        "told": tell_table(table),
        "moves": [tell_ply(table, ply) for _, ply in table.session.history()],
        "plates": [table.plate_line(seat) for seat in range(len(table.seats))],
        "tips": [(widget.label, widget.tip, widget.enabled) for widget in table.widgets],
        "actions": [(action.label, action.tip) for action in board.menu_actions()],
        "legal": [table.rules.write_move(move) for move in islice(table.rules.legal_moves(table.state), 400)
                  if table.state.player == VIEWER],
        "pieces": [(piece, [(target.move, board.preview(piece, target), board.points_of(target))
                            for target in board.targets(piece, board.first_turn())[:6]],
                    board.held_status(piece, board.targets(piece, board.first_turn())))
                   for piece in board.pieces()[:6] if table.my_turn]}


def picture(app: App) -> bytes:
    return pygame.image.tobytes(app.screen, "RGB")


def course(app: App, table: TableScene, move: Move) -> list[object]:
    """Play a move and return what is seen and heard on the way."""
    table.play(move)
    seen: list[object] = []
    for _ in range(6):
        app.step([], 90)
        seen.append(hash(picture(app)))
    return [*seen, tuple(table.app.sounds.played), texts_of(table)["log"], tell_table(table)]


def played(session: Session) -> Iterator[Move]:
    """Yield a move of every kind that shows the viewer no piece, except the end of the round."""
    rules, state, kinds = session.rules, session.state, set()
    for move in islice(rules.legal_moves(state), 400):
        if type(move) not in kinds:
            kinds.add(type(move))
            step = rules.apply(state, move)
            shown = any(isinstance(event, (Drawn, Revealed, RoundOver)) and event.by == VIEWER
                        for event in step.events)
            if not shown and rules.outcome(step.state) is None:
                yield move


@pytest.mark.parametrize("game", HIDDEN)
def test_nothing_shown_depends_on_what_the_viewer_cannot_see(game, make: Make, nobody_thinks) -> None:
    app = make((1024, 640), speed="fast")
    found = moments(game)
    assert found
    for number, session in enumerate(found):
        other = dealt_again(session, rng_for("again", game, number))
        shown = [(texts_of(open_table(app, one)), picture(app)) for one in (session, other)]
        for key, value in shown[0][0].items():
            assert value == shown[1][0][key], key
        assert shown[0][1] == shown[1][1], "the picture"
        for move in played(session):
            if other.rules.why_illegal(other.state, move) is None:
                seen = [course(app, open_table(app, up_to_now(one)), move) for one in (session, other)]
                assert seen[0] == seen[1], move
