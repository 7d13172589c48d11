"""The menu of a table, behind the button at its upper left and Esc: other deals, other screens, the way home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.ui.dialogs import Dialog

if TYPE_CHECKING:
    from game.table.scene import TableScene


def open_menu(table: TableScene) -> None:
    from game.table.review.replay import show_solution

    app, say = table.app, table.say
    choices: list[Any] = [(say("button.play_on"), None, "play"),
                          (say("menu.restart"), table.restart, "replay"),
                          (say("menu.new_deal"), table.new_deal, "dice")]
    if table.board.can_be_solved:
        choices.append((say("menu.solution"), lambda: show_solution(table), "steps"))
    choices.append((say("menu.settings"), lambda: _open_settings(table), "gear"))
    if table.texts.lines(f"tutorial.{table.game}"):
        choices.append((say("menu.tutorial"), lambda: _open_tutorial(table), "school"))
    choices += [(say("spoken.menu"), table.open_spoken, "speech"), *table.own_choices(),
                (say("menu.shelf"), app.home, "home")]
    dialog = Dialog(app, say(f"game.{table.game}.title"), say("menu.saved"), choices, game=table.game, column=True)
    dialog.escape = dialog._closing(None)  # type: ignore[method-assign]
    app.push(dialog)


def _open_settings(table: TableScene) -> None:
    from game.screens.settings import SettingsScene

    table.app.push(SettingsScene(table.app))


def _open_tutorial(table: TableScene) -> None:
    from game.table.lesson import start_tutorial

    start_tutorial(table.app, table.game)
