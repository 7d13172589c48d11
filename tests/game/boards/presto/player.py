"""Players of Presto: they know a crossword of all their letters and lay it letter by letter."""

from __future__ import annotations

from functools import lru_cache, partial
from random import Random
from typing import Any

from game.table.race.model import Phase
from game.table.race.scene import RaceScene
from rules.session import Session
from rules.words.solve import build
from tests.game.boards.letters.player import pull_to
from tests.kit.players.acts import Act, Turn, click, drag, go_on, keys, position


def _turn(app: Any, lays: Any) -> Turn | None:
    scene = app.top
    if not isinstance(scene, RaceScene):
        return go_on(scene, mouse=lays is _drags)
    if scene.race.phase is Phase.OVER or not scene.ready:
        return None
    board = scene.board
    if scene.race.phase is Phase.READY:
        return ["ready"], lambda: click(board.buttons.go.rect) if lays is _drags else keys("Return")
    mark = position(scene, board.cursor.at, sorted(board.laying.draft.letters.items()))
    return mark, lambda: lays(scene, _missing(scene))


@lru_cache(maxsize=1)
def _crossword(session: Session, seat: int) -> dict[tuple[int, int], str]:
    """Return the crossword around the middle of the mat, wider than high like the mat."""
    state = session.state
    words = session.rules.vocabulary(state)  # type: ignore[attr-defined]
    made = build(state.hands[seat], words, Random(1), 20.0)
    assert made is not None, f"no crossword of {state.hands[seat]}"
    letters = made.letters
    wide, high = (max(axis) - min(axis) for axis in zip(*letters, strict=True))
    if high > wide:
        letters = {(y, x): mark for (x, y), mark in letters.items()}
    left, top = (min(axis) + (max(axis) - min(axis)) // 2 for axis in zip(*letters, strict=True))
    return {(x - left, y - top): mark for (x, y), mark in letters.items()}


def _missing(scene: RaceScene) -> dict[tuple[int, int], str]:
    there = scene.board.laying.draft.letters
    return {square: mark for square, mark in _crossword(scene.session, scene.viewer or 0).items()
            if there.get(square) != mark}


def _drags(scene: RaceScene, missing: dict[tuple[int, int], str]) -> list[Act]:
    board = scene.board
    if not missing:
        return click(board.buttons.done.rect)  # type: ignore[union-attr]
    square, mark = next(iter(missing.items()))
    tile = next(tile for tile in board.pieces() if tile.mark == mark)
    return drag(board.piece_rect(tile).center, board.field.view.rect(square).center)


def _types(scene: RaceScene, missing: dict[tuple[int, int], str]) -> list[Act]:
    if not missing:
        return keys("Return")
    square, mark = next(iter(missing.items()))
    return _goes_to(scene, square) or keys(mark.lower())


def _steps(scene: RaceScene, missing: dict[tuple[int, int], str]) -> list[Act]:
    """Step through the rack with the trigger and lay the picked letter with a button."""
    if not missing:
        return keys("Return")
    square, mark = next(iter(missing.items()))
    return _goes_to(scene, square) or pull_to(scene, mark)


def _goes_to(scene: RaceScene, square: tuple[int, int]) -> list[Act]:
    cursor = scene.board.cursor.at
    if cursor is None:
        return keys("Right")
    (x, y), (left, top) = cursor.square, square
    return keys(*["Right"] * (left - x), *["Left"] * (x - left), *["Down"] * (top - y), *["Up"] * (y - top))


by_mouse = partial(_turn, lays=_drags)
by_keyboard = partial(_turn, lays=_types)
by_pad = partial(_turn, lays=_steps)
