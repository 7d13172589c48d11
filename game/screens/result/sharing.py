"""Sharing a result: three lines of text for the clipboard, a picture, or the record for a friend."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pygame

from game.boards.loading import board_class
from game.data.files import write_atomically
from game.data.occasion import Occasion
from game.data.results import result_of
from game.screen import Screen
from game.screens.rulefiles.folders import open_folder
from game.ui.dialogs import Dialog, Notice
from game.ui.names import name_of_level, written_date
from game.ui.text import Texts
from rules import records
from rules.base import State
from rules.engine import StandIn
from rules.session import AnySession

AHEAD, LEVEL, BEHIND = "\U0001f7e9", "\U0001f7e8", "\U0001f7e5"
"""Green, yellow and red squares: how the person stood after each part of the game, or how a try ended."""
HEIGHTS = "▁▂▃▄▅▆▇█"
"""Alone: the points that each part of the game brought, or else the choices there were."""
STAR = "⭐"
"""One for every star of a puzzle."""
PARTS = 10
"""The most signs of a row."""
ENDING = ".dominothek"
"""How the files of records end that are made for friends; the program opens them."""


Write = Callable[[Path], None]


def shared_text(texts: Texts, session: AnySession, occasion: Occasion, person: int) -> str:
    """Return a result in three lines: game and deal, result, and signs of how it went without its moves."""
    game, level = texts(f"game.{session.rules.game}.title"), occasion.level
    if level is not None:
        deal = texts("share.level", game=game, name=name_of_level(texts, level))
        lines = _told_level(texts, session, occasion, level.tries)
    else:
        deal = (texts("share.daily", game=game, day=written_date(texts, occasion.daily)) if occasion.daily
                else texts("share.deal", game=game, number=session.seed))
        lines = _told_game(texts, session, person), signs(session, person)
    return "\n".join((f"Dominothek: {deal}", *lines))


def _told_game(texts: Texts, session: AnySession, person: int) -> str:
    outcome = session.game_outcome or session.outcome
    scores, winners = session.state.scores, outcome.winners if outcome is not None else ()
    if len(scores) > 1:
        return told_end(texts, session.rules.game, StandIn(scores, winners, session.moves), person)
    if board_class(session.rules.game).points_game:
        return texts("share.over", n=scores[0], score=texts.number(scores[0]))
    return texts("share.won_time", time=texts.clock(session.tally["seconds"])) if winners else texts(
        "share.not_won")


def told_end(texts: Texts, game: str, end: StandIn, seat: int) -> str:
    """Return how a game ended for a seat: won, lost or drawn, with its points if they decide."""
    how = "lost" if seat not in end.winners else "won" if len(end.winners) == 1 else "drawn"
    if board_class(game).points_decide:
        return texts(f"share.{how}", n=end.scores[seat], score=texts.number(end.scores[seat]))
    return texts(f"share.{how}_moves", n=end.moves)


def _told_level(texts: Texts, session: AnySession, occasion: Occasion, tries: int) -> tuple[str, str]:
    """Return the result of a puzzle and its signs: every one of a few tries, or the stars."""
    result = result_of(session, occasion)
    if tries:
        tried = result.undos + 1
        found = texts("share.found", n=tried, of=tries) if result.won else texts("share.not_found")
        return found, BEHIND * (tried - 1) + (AHEAD if result.won else BEHIND)
    solved = texts("share.solved" if result.won else "share.missed")
    return solved, STAR * (result.stars or 1) if result.won else BEHIND


def signs(session: AnySession, person: int) -> str:
    """Return a sign for each part of a game: the lead after it; alone its points, or the choices there were.
    """
    states = [ply.state for _, ply in session.history()]
    if not states:
        return ""
    rules, parts = session.rules, min(PARTS, len(states))
    ends = [len(states) * (part + 1) // parts - 1 for part in range(parts)]
    if len(session.seats) > 1:
        return "".join(_lead(session, states[end], person) for end in ends[:-1]) + _end(session, person)
    if board_class(rules.game).points_game:
        totals = [0, *(states[end].scores[person] for end in ends)]
        values = [max(0, after - before) for before, after in pairwise(totals)]
    else:
        starts = [0, *(end + 1 for end in ends[:-1])]
        values = [sum(1 for _ in rules.legal_moves(states[start])) for start in starts]
    most = max(*values, 1)
    return "".join(HEIGHTS[value * (len(HEIGHTS) - 1) // most] for value in values)


def _lead(session: AnySession, state: State, person: int) -> str:
    progress = [session.rules.progress(state, seat) for seat in range(len(session.seats))]
    own, best = progress.pop(person), max(progress)
    return AHEAD if own > best else BEHIND if own < best else LEVEL


def _end(session: AnySession, person: int) -> str:
    outcome = session.game_outcome or session.outcome
    winners = outcome.winners if outcome is not None else ()
    return BEHIND if person not in winners else AHEAD if len(winners) == 1 else LEVEL


def ask_share(scene: Screen, session: AnySession, occasion: Occasion, person: int) -> None:
    """Offer the three ways to share a result."""
    app, picture = scene.app, scene.app.screen.copy()
    text = shared_text(app.texts, session, occasion, person)
    app.push(Dialog(app, scene.say("share.title"), text, [
        (scene.say("share.copy"), lambda: _copy(scene, text), "copy"),
        (scene.say("share.picture"), lambda: _save_picture(scene, session, picture), "eye"),
        (scene.say("share.record"), lambda: _save_record(scene, session), "export")],
        icon="export", column=True, esc_closes=True))


def _copy(scene: Screen, text: str) -> None:
    try:
        pygame.scrap.put_text(text)
    except pygame.error as fault:
        scene.app.push(Notice(scene.app, scene.say("share.title"),
                              scene.say("share.no_clipboard", reason=str(fault))))


def _save_record(scene: Screen, session: AnySession) -> None:
    def write(path: Path) -> None:
        write_atomically(path, records.dumps(records.to_record(session)).encode("utf-8", "replace"))

    save_for_friends(scene, f"{session.rules.game}-{session.seed}{ENDING}", write)


def _save_picture(scene: Screen, session: AnySession, picture: pygame.Surface) -> None:
    save_for_friends(scene, f"{session.rules.game}-{session.seed}.png",
                     lambda path: pygame.image.save(picture, path))


def save_for_friends(scene: Screen, name: str, write: Write) -> None:
    """Write a file into the folder for friends and say where it is, or why it is not there."""
    app = scene.app
    path = app.store.folder / "shared" / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path)
    except (OSError, pygame.error) as fault:
        app.push(Notice(app, scene.say("share.title"), scene.say("share.failed", reason=str(fault))))
        return
    app.push(Dialog(app, scene.say("share.saved"), str(path), [
        (scene.say("button.ok"), None, "check"),
        (scene.say("export.open"), lambda: open_folder(scene, path.parent), "folder")], icon="export"))
