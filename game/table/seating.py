"""Ways to a table: a new deal, the deal of the day, a level, an unfinished game; and who sits at it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from game.table.scene import Occasion, TableScene, table_scene
from rules import records
from rules.catalog import GAMES, rules_from_values, rules_of
from rules.kit.phrases import Phrase
from rules.session import Seat, Session

if TYPE_CHECKING:
    from game.app import App
    from game.data.store import Save

BOT_NAMES = ("Bruno", "Cleo", "Dario", "Elsa", "Falk", "Gesa")


def new_seed(app: App) -> int:
    """A deal number short enough to read aloud."""
    return app.chance.randrange(1, 1_000_000)


def make_table(app: App, game: str, rules: Any, seats: list[Seat], seed: int,
               occasion: Occasion | None = None) -> TableScene:
    return table_scene(app, Session(rules, seats, seed, level=_with_own_words(app, game, rules, seats, seed)), occasion)


def _with_own_words(app: App, game: str, rules: Any, seats: list[Seat], seed: int) -> dict[str, Any] | None:
    """The deal of a word game with the players' own words and those they have blocked; None if there are none."""
    if GAMES[game].family != "words":
        return None
    from game.data.own_words import OwnWords
    from rules.games.crossword.letters import with_own_words

    own = OwnWords(app.store.folder, rules.language)
    app.store.notices += [Phrase("notice.own_words", {"file": fault.place.file, "line": fault.place.line,
                                                      "reason": Phrase(fault.key, fault.values)}) for fault in own.faults[:1]]
    if not (own.agreed or own.blocked):
        return None
    return dict(with_own_words(rules.deal(len(seats), seed), own.agreed, own.blocked))


def solo_seats(app: App, game: str) -> list[Seat]:
    low = GAMES[game].players[0]
    return [Seat(app.player_name())] + [Seat(name, "bot", "medium") for name in BOT_NAMES[:low - 1]]


def level_seats(app: App, level: Any) -> list[Seat]:
    """A person at the seat that has to solve it, the strongest bots at the others."""
    solver = level.solver(rules_of(level.game, level.variant))
    names = iter(BOT_NAMES)
    return [Seat(app.player_name()) if seat == solver else Seat(next(names), "bot", "master")
            for seat in range(level.players)]


def start_daily(app: App, game: str, day: date) -> None:
    """The deal of the day: classic rules, the date as its number."""
    from game.data.history import daily_seed

    app.push(make_table(app, game, rules_of(game), solo_seats(app, game), daily_seed(day),
                        Occasion(daily=day.isoformat())))


def start_again(app: App, game: str) -> None:
    """Straight to a table: the unfinished game, else a new deal with the last choices."""
    for save in app.store.unfinished():
        if save.record.get("game") == game and continue_save(app, save):
            return
    from game.screens.setup.scene import start_with_choices

    start_with_choices(app, game)


def first_game(app: App, game: str) -> None:
    """The very first start: the lesson, unless it was seen."""
    from game.table.lesson import start_tutorial

    if app.settings.saw_tutorial(game):
        start_again(app, game)
    else:
        start_tutorial(app, game)


def continue_save(app: App, save: Save) -> bool:
    """Go on with an unfinished game; a damaged one is set aside."""
    try:
        session = records.replay(save.record, rules_from_values)
    except records.RecordFault as fault:
        app.store.set_damaged_aside(save.path, fault.phrase)
        app.top.rebuild()
        return False
    app.push(table_scene(app, session, occasion_of(session), save.path))
    return True


def occasion_of(session: Session) -> Occasion:
    """Why a saved game is played, from what its save says."""
    level = None
    if session.level_id:
        from rules.files.levels import find

        level = find(session.rules.game, session.level_id)
    return Occasion(session.notes.get("daily"), level)
