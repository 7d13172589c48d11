"""Undo and redo at a table: one call covers a whole turn, including the answers of the bots."""

from __future__ import annotations

from collections.abc import Callable

from game.table.frame import TableFrame


def take_back(scene: TableFrame) -> None:
    session = scene.session
    if scene.may_undo:
        _go(scene, lambda: session.can_undo, session.undo, "undo", "spoken.undone")


def make_again(scene: TableFrame) -> None:
    session = scene.session
    _go(scene, lambda: session.can_redo, session.redo, "lay", "spoken.redone")


def _go(scene: TableFrame, can: Callable[[], bool], step: Callable[[], object], sound: str,
        said: str) -> None:
    """Do one step, and more until a human is to move."""
    if not can() or not scene.interrupt() or not can():  # `interrupt` may have finished the move of a bot
        return
    step()
    while can() and _between_turns(scene):
        step()
    scene.app.sounds.play(sound)
    scene.app.speech.say(scene.say(said))
    scene.jumped()


def _between_turns(scene: TableFrame) -> bool:
    """Return whether a bot is to move, or a turn against bots is only partly undone or redone."""
    seats, state = scene.session.seats, scene.state
    against_bots = len(scene.humans) < len(seats)
    return seats[state.player].is_bot or (against_bots and scene.board.mid_turn(state))
