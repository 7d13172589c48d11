"""The program as main.py starts it, controlled by tests through stdin.

A question is a line of JSON that names a player, `module:function`. The player gets the app after a whole
frame and returns a mark of the position and the next acts, which are the line of the answer. So a test knows
the real positions of things and when everything has come to rest.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

FRAMES = 2
"""Frames drawn after a question, so that earlier clicks and keys are processed before the answer."""
PATIENCE = 1.5
"""Seconds after which an unchanged position is reported again."""
HASTE = 5
"""Factor by which time passes faster, to shorten the pauses of the bots; a race runs at normal speed."""


class Peephole:
    """Inspects the app after every frame and answers questions."""

    def __init__(self, step: Callable[..., None]):
        self._step = step
        self._questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._question: dict[str, Any] | None = None
        self._frames, self._asked = 0, 0.0
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._questions.put(json.loads(line))

    def step(self, app: Any, events: list[Any], ms: float) -> None:
        """Run a frame of the app, then inspect it."""
        self._step(app, events, ms if _racing(app) else ms * HASTE)
        self._frames += 1
        if self._question is None:
            self._fetch()
        elif self._frames >= FRAMES and app.running and _calm(app):
            self._answer(app, self._question)

    def _fetch(self) -> None:
        try:
            self._question = self._questions.get_nowait()
        except Empty:
            return
        self._frames, self._asked = 0, time.monotonic()

    def _answer(self, app: Any, question: dict[str, Any]) -> None:
        from tests.kit.players.acts import player  # noqa: PLC0415 - imports pygame, after the program

        try:
            turn = player(question["player"])(app)
            if turn is None:
                return
            mark, plan = turn
            if mark == question["mark"] and time.monotonic() - self._asked < PATIENCE:
                return
            answer = {"mark": mark, "acts": plan()}
        except Exception:
            answer = {"fault": traceback.format_exc()}
        self._question = None
        print(json.dumps(answer), flush=True)


def _racing(app: Any) -> bool:
    race = getattr(app.top, "race", None) if app.scenes else None
    return race is not None and race.phase == "running"


def _calm(app: Any) -> bool:
    """Return whether nothing moves and no bot is thinking."""
    return app.focused and not app.top.tweens.busy and not app.thinker.busy


def main(seed: int, arguments: list[str]) -> int:
    """Play, with `seed` for every new deal."""
    from game import commands  # noqa: PLC0415 - the program starts here as it does by main.py
    from game.app import App  # noqa: PLC0415 - likewise

    patch("game.screens.setup.scene.new_seed", lambda app: seed).start()
    peephole = Peephole(App.step)
    App.step = lambda app, events, ms: peephole.step(app, events, ms)  # type: ignore[method-assign]
    return commands.main(arguments)


# The thinking process imports this file under another name and must not open a window.
if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
