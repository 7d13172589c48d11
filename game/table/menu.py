"""The menu of a table (button at the upper left, or Esc): other deals, other screens, back to the shelf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game import routes
from game.table.frame import TableFrame
from game.ui.dialogs import Dialog
from rules.session import Session

SOLUTION_SHOWN = "solution"
"""Note of a session whose solution was shown: the same deal again begins with a hint."""


def open_menu(table: TableFrame, *, open_rules: Callable[[], None] | None = None,
              hidden: bool = False) -> None:
    """Open the menu; with `hidden` without all that would show a hand, as above a curtain."""
    app, say = table.app, table.say
    open_rules = open_rules or table.open_rules
    choices: list[Any] = [(say("button.play_on"), None, "play")]
    if table.occasion.level is None or not table.occasion.level.tries:
        choices.append((say("menu.restart"), table.restart, "replay"))
    choices.append((say("menu.new_deal"), table.new_deal, "dice"))
    if table.board.can_be_solved and not hidden:
        choices.append((say("menu.solution"), lambda: show_solution(table), "steps"))
    choices.append((say("menu.rules"), open_rules, "book"))
    if table.rules.has_words:
        language = table.rules.words_language
        choices.append((say("own_words.title"), lambda: app.open(routes.OwnWords(language)), "list"))
    choices.append((say("menu.settings"), lambda: app.open(routes.Settings()), "gear"))
    if table.texts.lines(f"tutorial.{table.game}"):
        choices.append((say("menu.tutorial"), lambda: app.open(routes.Lesson(table.game)), "school"))
    if not hidden:
        choices += [(say("spoken.menu"), table.open_spoken, "speech"), *table.own_choices()]
    choices.append((say("menu.shelf"), table.go_home, "home"))
    more = {} if hidden else {pygame.K_F2: table.open_spoken}
    dialog = Dialog(app, say(f"game.{table.game}.title"), say("menu.saved"), choices, game=table.game,
                    column=True, esc_closes=True,
                    shortcuts={pygame.K_F1: open_rules, **more})
    app.push(dialog)


def show_solution(table: TableFrame) -> None:
    """Open a replay of a winning line from the current position."""
    app, session = table.app, table.session

    def answer(line: Any) -> None:
        if app.top is not table:
            return
        if not isinstance(line, list):
            table.offer_way_back()
            return
        copy = Session(session.rules, session.seats, session.seed, level=session.rounds[0].setup,
                       level_id=session.level_id)
        for _, ply in session.history():
            copy.play(ply.move)
        shown = copy.moves
        for move in line:
            copy.play(move)
        copy.uncount("solution")
        session.tally["hints"] += 1
        session.notes[SOLUTION_SHOWN] = "yes"
        table.save(session)
        app.open(routes.Replay(copy, table.occasion, at=shown, title=app.texts("replay.solution"),
                               first=shown))

    table.set_status(app.texts("status.thinking"), icon="hint")
    app.thinker.ask("solution", (session.rules, table.state), answer)
