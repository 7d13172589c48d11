"""The end of a round at the table: announced once with a sound; after a delay the result screen opens."""

from __future__ import annotations

from game.routes import Route
from game.table.frame import TableFrame


class Result(Route):
    """Route to the screen after a round or a game, which records it; None if another scene is on top."""

    opens = "game.screens.result.scene:result_scene"
    table: TableFrame


class RoundEnd:
    """It knows whether the end of this round was told already.

    `waits`: the game is over, but it has not been booked; the program ended before.
    """

    def __init__(self, scene: TableFrame, *, waits: bool = False):
        self.scene = scene
        self.told = scene.session.game_outcome is not None and not waits
        self._good = False
        self._waits = False
        """Announced, with the result screen pending."""

    @property
    def is_here(self) -> bool:
        """Whether play has ended: the round is over, or the level is decided."""
        return self.scene.session.outcome is not None or self.scene.level_verdict() is not None

    def tell(self) -> None:
        if self.told:
            return
        self.told = True
        scene = self.scene
        outcome, verdict = scene.session.outcome, scene.level_verdict()
        self._good = verdict if verdict is not None else outcome is not None and scene.people_won(outcome)
        scene.app.thinker.cancel()
        scene.app.sounds.play("win" if self._good else "lose")
        scene.refresh_side()
        scene.idle_status()
        self._wait()

    def _wait(self) -> None:
        self._waits = True
        self.scene.after((700 if self._good else 350) * self.scene.look.speed, self._show)

    def laid_out_anew(self) -> None:
        """Restart the delay, which rebuilding the scene has cancelled."""
        if self._waits:
            self._wait()

    def _show(self) -> None:
        self._waits = False
        if self.is_here:
            self.open_result()

    def open_result(self) -> None:
        """Open the screen that shows the result and books it."""
        self.scene.app.open(Result(self.scene))
