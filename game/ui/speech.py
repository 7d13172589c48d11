"""What happens as sentences: printed on the console by `--speak`, and shown in the panel of game/table/spoken.py.

A screen reader can take them from the console; everything that the screens say with pictures is said here too:
where the focus is, what is held, what a place would bring, every event of a move.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from typing import TYPE_CHECKING, TextIO

from rules.base import Revealed, RoundOver, Scored
from rules.session import Ply

if TYPE_CHECKING:
    from game.table.scene import TableScene

KEPT = 200
"""Sentences that are remembered."""
ASKED = "DOMINOTHEK_SPEAK"
"""Set in the environment by `--speak`."""
_CHIP = re.compile(r"\[(\d)\|(\d)\]")


class Speaker:
    """Takes sentences; prints them if asked to, and remembers the latest."""

    def __init__(self, *, aloud: bool = False, stream: TextIO | None = None):
        self.aloud, self._stream = aloud, stream
        self.said: deque[str] = deque(maxlen=KEPT)

    def say(self, *parts: str) -> None:
        """One sentence made of parts; the same one is not said twice in a row."""
        text = sentence(*parts)
        if not text or (self.said and self.said[-1] == text):
            return
        self.said.append(text)
        if self.aloud:
            try:
                print(text, file=self._stream or sys.stdout, flush=True)
            except (OSError, ValueError):  # the console was closed; the game goes on
                self.aloud = False


def sentence(*parts: str) -> str:
    """Parts in one line, without the signs that only the eye needs, and with a full stop."""
    texts = [_plain(part).rstrip(".") if part.strip() else "" for part in parts]
    line = ". ".join(text for text in texts if text)
    return line if not line or line[-1] in "!?:…" else f"{line}."


def _plain(text: str) -> str:
    text = _CHIP.sub(r"\1|\2", text).replace("\u00b7", ",").replace("\u203a", ">").replace("\n", " ")
    return re.sub(r"\s+,", ",", re.sub(r"\s+", " ", text)).strip()


# --- a move ---


def tell_ply(scene: TableScene, ply: Ply) -> list[str]:
    """A move in sentences: what was done, what everybody won or lost by it, what came up, how it ended."""
    words = scene.board.speech
    name = "" if scene.solitaire else f"{scene.session.seats[ply.by].name}: "
    told = [name + _done(scene, ply)]
    told += [scene.say("spoken.revealed", piece=words.piece_name(event.piece), place=words.origin(event.place))
             for event in ply.events if isinstance(event, Revealed)]
    ending = next((event.outcome for event in ply.events if isinstance(event, RoundOver)), None)
    told += _points(scene, ply)
    if ending is not None:
        winners = scene.say("list.and").join(scene.session.seats[seat].name for seat in ending.winners)
        key = f"game.{scene.game}.why.{ending.why}"
        told.append(scene.say(key) if scene.texts.has(key) else ending.why)
        if winners and not scene.solitaire:
            told.append(scene.say("spoken.won", n=len(ending.winners), name=winners))
    return [sentence(text) for text in told if text.strip()]


def _done(scene: TableScene, ply: Ply) -> str:
    """The row of the log; a solitaire's value there (a column and a tower) belongs to the sentence."""
    text = scene.board.log_text(ply)
    has_points = any(isinstance(event, Scored) for event in ply.events)
    value = "" if has_points else scene.board.log_value(ply)
    return f"{text}, {value}" if value else text


def _points(scene: TableScene, ply: Ply) -> list[str]:
    """`Ada: +42 points (tile 12, bridge 30)` for everybody whose points changed."""
    kinds: dict[int, dict[str, int]] = {}
    for event in ply.events:
        if isinstance(event, Scored):
            seat = kinds.setdefault(event.by, {})
            seat[event.kind] = seat.get(event.kind, 0) + event.points
    told = []
    for seat, parts in sorted(kinds.items(), key=lambda entry: entry[0] != ply.by):
        total = sum(parts.values())
        listed = ", ".join(f"{_kind(scene, kind)} {points:+d}" for kind, points in parts.items() if points)
        if not any(parts.values()):
            continue
        text = scene.say(scene.board.speech.unit, n=abs(total), points=f"{total:+d}")
        if len([points for points in parts.values() if points]) > 1:
            text += f" ({listed})"
        told.append(text if seat == ply.by else f"{scene.session.seats[seat].name}: {text}")
    return told


def _kind(scene: TableScene, kind: str) -> str:
    keys = (f"points.{kind}", f"{scene.game}.face.{kind}", f"sheet.kind.{kind}")
    return next((scene.say(key) for key in keys if scene.texts.has(key)), kind)


# --- the table as it stands ---


def tell_table(scene: TableScene) -> list[str]:
    """The whole table as its viewer sees it: which game, how everybody stands, the board, the hand, whose turn."""
    words, session = scene.board.speech, scene.session
    told = [", ".join([scene.say(f"game.{scene.game}.title"), *(text for _, text in scene.pills())])]
    if scene.solitaire:
        progress = scene.board.progress()
        told += [f"{progress.number} {progress.line}, {progress.more}"] if progress else []
    else:
        told += [f"{seat.name}: {scene.texts.number(scene.state.scores[i])}, {scene.plate_line(i)}"
                 for i, seat in enumerate(session.seats)]
    told += words.board()
    viewer = scene.viewer
    if viewer is not None and session.outcome is None:
        told += words.hand(viewer)
    told.append(scene.spoken_status)
    return [sentence(text) for text in told if text.strip()]
