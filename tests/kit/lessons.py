"""Helpers for tests of lessons: the moves of a model pupil, and opening a lesson."""

from __future__ import annotations

from game.app import App
from game.table.lesson import Lesson
from game.table.seating import lesson_scene
from rules.catalog import engine_of
from tests.kit.facts import facts_of


def taught(scene: Lesson) -> list[str]:
    """Return the moves of a pupil who follows the coach."""
    steps = facts_of(str(scene.game)).taught
    if steps:
        return list(steps[scene.index])
    rules = scene.session.rules
    return [rules.write_move(move) for move in engine_of(rules).solution(scene.state, lambda: False) or []]


def lesson(app: App, game: str, index: int = 0) -> Lesson:
    """Open a step of a lesson."""
    app.push(lesson_scene(app, game, index))
    scene = app.top
    assert isinstance(scene, Lesson)
    return scene


def wait(app: App, frames: int = 12) -> None:
    """Run some frames."""
    for _ in range(frames):
        app.step([], 16)
