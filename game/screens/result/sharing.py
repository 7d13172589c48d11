"""Sharing a result: three lines of text for the clipboard, a picture, or the record for a friend."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pygame

from game.data.files import write_atomically
from game.data.occasion import Occasion
from game.screen import Screen
from game.screens.rulefiles.folders import open_folder
from game.ui.dialogs import Dialog, Notice
from game.ui.names import written_date
from game.ui.text import Texts
from rules import records
from rules.session import AnySession

AHEAD, LEVEL, BEHIND = "\U0001f7e9", "\U0001f7e8", "\U0001f7e5"
"""Green, yellow and red squares: how the person stood after each part of the game."""
HEIGHTS = "▁▂▃▄▅▆▇█"
"""Alone: what each part of the game brought."""
PARTS = 10
"""The most signs of a row."""
ENDING = ".dominothek"
"""How the files of records end that are made for friends; the program opens them."""


Write = Callable[[Path], None]


def shared_text(texts: Texts, session: AnySession, occasion: Occasion, person: int) -> str:
    """Return a result in three lines: game and deal, result, and signs of how it went without its moves."""
    game = texts(f"game.{session.rules.game}.title")
    if occasion.daily:
        deal = texts("share.daily", game=game, day=written_date(texts, occasion.daily))
    else:
        deal = texts("share.deal", game=game, number=session.seed)
    outcome = session.game_outcome or session.outcome
    won = outcome is not None and person in outcome.winners
    score = session.state.scores[person]
    result = texts("share.won" if won else "share.over", n=score, score=texts.number(score))
    return "\n".join((f"Dominothek: {deal}", result, signs(session, person)))


def signs(session: AnySession, person: int) -> str:
    """Return a sign for each part of a game: the lead after it, alone the points it brought."""
    scores = [ply.state.scores for _, ply in session.history()]
    if not scores:
        return ""
    parts = min(PARTS, len(scores))
    ends = [len(scores) * (part + 1) // parts - 1 for part in range(parts)]
    if len(session.seats) > 1:
        leads = [scores[end][person] - max(score for seat, score in enumerate(scores[end]) if seat != person)
                 for end in ends]
        return "".join(AHEAD if lead > 0 else BEHIND if lead < 0 else LEVEL for lead in leads)
    totals = [0, *(scores[end][person] for end in ends)]
    gains = [max(0, after - before) for before, after in pairwise(totals)]
    most = max(*gains, 1)
    return "".join(HEIGHTS[gain * (len(HEIGHTS) - 1) // most] for gain in gains)


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
