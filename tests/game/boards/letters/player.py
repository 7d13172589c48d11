"""Players of Kreuzwort and Point-Typ-Dom: they lay the longest word, else they buy a letter or pass."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from game.table.scene import TableScene
from rules.games.crossword.board import Lay
from rules.session import Session
from tests.kit.players.acts import Act, Turn, buttons, click, drag, go_on, keys, position, shortcut, tab_to

BUYING = (2, 3)
"""The numbers of moves after which no word is laid, so that letters are bought in every game."""


def _turn(app: Any, lays: Any) -> Turn | None:
    scene = app.top
    if not isinstance(scene, TableScene):
        return go_on(scene, mouse=lays is _drags)
    if not scene.my_turn:
        return None
    board = scene.board
    mark = position(scene, board.cursor.at, sorted(board.laying.draft.letters.items()),
                    getattr(board, "basket", ()))
    return mark, lambda: lays(scene)


@lru_cache(maxsize=1)
def _words(session: Session, revision: int) -> list[Lay]:
    """Return all words that can be laid without a Jolly, those with most letters of the hand first."""
    state = session.state
    if session.moves in BUYING:
        return []
    words = [move for move in session.rules.legal_moves(state)
             if isinstance(move, Lay) and move.word.isupper()]
    return sorted(words, key=lambda move: (-len(move.new_letters(state.letters)), str(move)))


def _missing(scene: TableScene, word: Lay) -> dict[Any, str]:
    """Return the letters of a word that are not on the board yet."""
    there = scene.board.laying.draft.letters
    return {square: mark for square, mark in word.new_letters(scene.state.letters).items()
            if there.get(square) != mark}


# --- with the mouse ---


def _drags(scene: TableScene) -> list[Act]:
    board = scene.board
    seen = board.field.area
    word = next((move for move in _words(scene.session, scene.session.revision)
                 if all(seen.contains(board.field.view.rect(square)) for square in move.squares)), None)
    if word is None or getattr(board, "basket", ()):
        wanted = board.buttons.large if getattr(board, "basket", ()) else _other_button(scene)
        return click(wanted.rect)
    for square, mark in _missing(scene, word).items():
        tile = next(tile for tile in board.pieces() if tile.mark == mark)
        return drag(board.piece_rect(tile).center, board.field.view.rect(square).center)
    return click(board.buttons.large.rect)


def _other_button(scene: TableScene) -> Any:
    """Return the button that buys a letter, or else the one that passes."""
    return next(button for button in buttons(scene) if button is not scene.board.buttons.large)


# --- with the keyboard ---


def _types(scene: TableScene) -> list[Act]:
    board = scene.board
    words = _words(scene.session, scene.session.revision)
    if getattr(board, "basket", ()):
        return keys("Return")
    if not words:
        return keys("Escape") if board.cursor.at is not None else keys(_other_key(scene))
    there = _goes_to(scene, words[0])
    if there:
        return there
    return keys(*words[0].word.lower()) if _missing(scene, words[0]) else keys("Return")


def _other_key(scene: TableScene) -> str:
    """Return the key that buys a letter, or else the one that passes."""
    return shortcut(next(action.key for action in scene.board.actions() if action.legal))


def _goes_to(scene: TableScene, word: Lay) -> list[Act]:
    """Return the keys that move the cursor to the first square of a word, and turn it if necessary."""
    cursor, draft = scene.board.cursor.at, scene.board.laying.draft
    if not _missing(scene, word):
        return []
    if cursor is None:
        return keys("Right")
    if draft:
        return keys("Delete")  # the draft is wrong
    (x, y), (left, top) = cursor.square, word.squares[0]
    way = ["Right"] * (left - x) + ["Left"] * (x - left) + ["Down"] * (top - y) + ["Up"] * (y - top)
    return keys(*way, *["space"] * (cursor.down != word.down))


# --- with a gamepad ---


def _steps(scene: TableScene) -> list[Act]:
    """Step through the rack with the trigger and lay the picked letter with a button."""
    board = scene.board
    words = _words(scene.session, scene.session.revision)
    if getattr(board, "basket", ()):
        return keys("Return")
    if not words:
        return tab_to(scene, _other_button(scene))
    missing = _missing(scene, words[0])
    if not missing:
        return keys("Return")
    there = _goes_to(scene, words[0]) if not board.laying.draft else []
    if there:
        return [["key", "r"] if act == ["key", "space"] else act for act in there]
    wanted = next(iter(missing.values()))
    return pull_to(scene, wanted)


def pull_to(scene: TableScene, wanted: str) -> list[Act]:
    """Pull the trigger until the wanted letter is picked, then lay it."""
    piece = scene.hand.piece
    return keys("Return") if piece is not None and piece.mark == wanted else keys("Page_Down")


by_mouse = partial(_turn, lays=_drags)
by_keyboard = partial(_turn, lays=_types)
by_pad = partial(_turn, lays=_steps)
