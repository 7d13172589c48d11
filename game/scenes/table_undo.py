"""Back and forth in the moves of a table: a turn is taken back or made again with what the bots answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.scenes.table import TableScene


def take_back(scene: TableScene) -> None:
    session = scene.session
    if not (session.can_undo and scene.may_undo):
        return
    if not scene.interrupt() or not session.can_undo:
        return
    session.undo()
    while session.can_undo and _between_turns(scene):
        session.undo()
    scene.app.sounds.play("undo")
    scene.app.speech.say(scene.say("spoken.undone"))
    scene.jumped()


def make_again(scene: TableScene) -> None:
    session = scene.session
    if not session.can_redo:
        return
    if not scene.interrupt() or not session.can_redo:  # a bot's move that was in the air has landed
        return
    session.redo()
    while session.can_redo and _between_turns(scene):
        session.redo()
    scene.app.sounds.play("lay")
    scene.app.speech.say(scene.say("spoken.redone"))
    scene.jumped()


def _between_turns(scene: TableScene) -> bool:
    """A bot is to move, or a turn against bots is only half taken back or half made again."""
    seats, state = scene.session.seats, scene.state
    against_bots = len(scene.humans) < len(seats)
    return seats[state.player].is_bot or (against_bots and scene.table.mid_turn(state))
