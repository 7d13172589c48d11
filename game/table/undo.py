"""Undo and redo at a table: one call covers a whole turn, including the answers of the bots.

Taking back a move that showed something hidden (a drawn tile, a piece of another hand) shows it for nothing.
Against bots that is allowed, but the game then does not count; among several people it is not offered.
Solitaires and levels only tally what is taken back: their deals may be tried as often as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.table.frame import TableFrame
from game.ui.dialogs import Dialog
from rules.base import Drawn, Event, Placed, Revealed, RoundOver, State
from rules.session import Ply


def take_back(scene: TableFrame) -> None:
    """Take back the last turn; ask first if the game would no longer count."""
    if not scene.may_undo or not scene.session.can_undo or not scene.interrupt():
        return
    if not scene.session.can_undo:  # `interrupt` may have finished the move of a bot
        return
    if refused(scene):
        scene.set_status(scene.say("uncounted.refused"), mood="bad")
    elif costs_the_result(scene):
        _ask(scene)
    else:
        _take_back(scene)


def make_again(scene: TableFrame) -> None:
    session = scene.session
    if session.can_redo and scene.interrupt() and session.can_redo:
        _go(scene, lambda: session.can_redo, lambda _first: session.redo(), "lay", "spoken.redone")


def refused(scene: TableFrame) -> bool:
    """Return whether the last turn may not be taken back: a person would use what only the others saw."""
    return len(scene.humans) > 1 and _shows_hidden(scene)


def costs_the_result(scene: TableFrame) -> bool:
    """Return whether the game no longer counts once the last turn is taken back."""
    return (len(scene.humans) == 1 and scene.is_counted and scene.occasion.level is None
            and _shows_hidden(scene))


def _ask(scene: TableFrame) -> None:
    def agreed() -> None:
        if scene.session.can_undo and scene.interrupt():
            scene.session.uncount("takeback")
            _take_back(scene)
            scene.rebuild()  # the label beside the title says it from now on

    scene.app.push(Dialog(scene.app, scene.say("uncounted.title"), scene.say("uncounted.takeback"), [
        (scene.say("button.play_on"), None, "play"), (scene.say("uncounted.take_back"), agreed, "undo")],
        game=scene.game, esc_closes=True))


def _take_back(scene: TableFrame) -> None:
    session, told = scene.session, scene.pills()[0]
    _go(scene, lambda: session.can_undo, lambda first: session.undo(tallied=first), "undo", "spoken.undone")
    if scene.pills()[0] != told:
        scene.rebuild()  # the next of a few tries has begun


def _go(scene: TableFrame, can: Callable[[], bool], step: Callable[[bool], object], sound: str,
        said: str) -> None:
    """Do one step, and more until a human is to move; `step` is told whether it is the first."""
    step(True)
    while can() and _between_turns(scene, scene.session.state):
        step(False)
    scene.app.sounds.play(sound)
    scene.app.speech.say(scene.say(said))
    scene.jumped()


def _between_turns(scene: TableFrame, state: State) -> bool:
    """Return whether a bot is to move, or a turn against bots is only partly undone or redone."""
    seats = scene.session.seats
    against_bots = len(scene.humans) < len(seats)
    return seats[state.player].is_bot or (against_bots and scene.board.mid_turn(state))


# --- what a turn has shown ---


def _shows_hidden(scene: TableFrame) -> bool:
    """Return whether the seat that would be to move again has seen pieces that were hidden from it then."""
    if scene.solitaire or scene.info is None or not scene.info.hidden_hands or not scene.session.can_undo:
        return False
    taken: list[object] = list(scene.session.undone)
    state: State = scene.session.state
    for step, before in _steps_back(scene):
        taken.append(step)
        state = before
        if not _between_turns(scene, state):
            break
    return any(not isinstance(step, Ply) or any(_shows(event, state.player) for event in step.events)
               for step in taken)


def _steps_back(scene: TableFrame) -> Iterator[tuple[Ply | None, State]]:
    """Yield every step that undo takes, the newest first (None for a deal), and the position before it."""
    rounds = scene.session.rounds
    for number in reversed(range(len(rounds))):
        states = [rounds[number].start, *(ply.state for ply in rounds[number].plies)]
        yield from zip(reversed(rounds[number].plies), reversed(states[:-1]), strict=True)
        if number:
            yield None, rounds[number - 1].state


def _shows(event: Event, seat: int) -> bool:
    """Return whether an event shows this seat a piece that it could not see before."""
    if isinstance(event, Drawn):
        return event.by == seat
    if isinstance(event, Placed):
        return event.by != seat
    return isinstance(event, (Revealed, RoundOver))
