"""Functions that open a table: a new deal, a daily deal, a level, a save, a lesson; and choosing the seats.

Most of these are named in the routes of game/routes.py: they return the scene to show.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from game import routes
from game.data.choices import BOT_NAMES, read_choices, rules_for, seats_of, usual_level
from game.data.history import daily_seed
from game.data.index.booked import valid_day
from game.data.occasion import Occasion
from game.data.own.words import OwnWords
from game.table.lesson import Lesson
from game.table.race.lesson import RaceLesson
from game.table.race.scene import RaceScene
from game.table.scene import TableScene
from game.ui.dialogs import Notice
from game.ui.scene import Scene
from rules import records
from rules.base import AnyRules, Setup
from rules.catalog import GAMES, rules_class, rules_from_values, rules_of
from rules.daily_word import word_id, word_of
from rules.files.levels import Level, find
from rules.files.variants import CLASSIC
from rules.kit.phrases import Phrase
from rules.session import LEVELS, MATCH, Seat, Session
from rules.strengths import match_level
from rules.words.language import LANGUAGES
from rules.words.lexicon import BadLexicon

if TYPE_CHECKING:
    from game.app import App
    from game.data.store import Save


def table_scene(app: App, session: Session, occasion: Occasion | None = None,
                path: Path | None = None) -> TableScene:
    """Return the scene in which a game is played; races have their own class."""
    info = GAMES.get(session.rules.game)
    scene = RaceScene if info is not None and info.race else TableScene
    return scene(app, session, occasion, path)


def make_table(app: App, rules: AnyRules, seats: list[Seat], seed: int,
               occasion: Occasion | None = None) -> TableScene:
    seats = matched(app, rules.game, seats)
    return _dealt(app, rules, seats, seed, rules.deal(len(seats), seed), occasion)


def _dealt(app: App, rules: AnyRules, seats: list[Seat], seed: int, setup: Setup,
           occasion: Occasion | None = None) -> TableScene:
    session = Session(rules, seats, seed, level=_with_own_words(app, rules, setup))
    return table_scene(app, session, occasion)


def _with_own_words(app: App, rules: AnyRules, setup: Setup) -> Setup:
    """Return the deal, that of a word game with the players' own and blocked words."""
    if not rules.has_words:
        return setup
    own = OwnWords(app.store.folder, LANGUAGES[rules.words_language])
    app.store.notices += [Phrase("notice.own_words", {"file": fault.place.file, "line": fault.place.line,
                                                      "reason": Phrase(fault.key, fault.values)})
                          for fault in own.faults[:1]]
    if not (own.agreed or own.blocked):
        return setup
    return rules.with_own_words(setup, own.agreed, own.blocked)


# --- seats and deals ---


def matched(app: App, game: str, seats: list[Seat]) -> list[Seat]:
    """Return the seats; a bot that is to play as well as the first person gets that person's strength."""
    if not any((seat.level or "").startswith(MATCH.strip()) for seat in seats):
        return seats
    from game.data.index.rating import newcomer, ratings  # noqa: PLC0415 - only for such a bot

    name = next((seat.name for seat in seats if not seat.is_bot), "")
    person = app.history.people.find(name)
    known = ratings(app.history, game).get(person.id) if person is not None else None
    level = match_level((known or newcomer(game)).strength)
    return [replace(seat, level=level) if (seat.level or "").startswith(MATCH.strip()) else seat
            for seat in seats]


def new_seed(app: App) -> int:
    """Return a deal number short enough to read aloud."""
    return app.chance.randrange(1, 1_000_000)


def bot_seats(app: App, players: int) -> list[Seat]:
    """Seat the person first and bots of medium strength beside them."""
    return [Seat(app.player_name())] + [Seat(name, "bot", "medium") for name in BOT_NAMES[:players - 1]]


def solo_seats(app: App, game: str) -> list[Seat]:
    """Seat the person against as few bots as the game allows, but alone only in a solitaire."""
    return bot_seats(app, 1 if GAMES[game].solitaire else max(2, GAMES[game].players[0]))


def level_seats(app: App, level: Level) -> list[Seat]:
    """Seat a person where the level is to be solved and bots elsewhere: the strongest, in a race by grade."""
    solver = level.solver(rules_of(level.game, level.variant))
    names = iter(BOT_NAMES)
    strength = LEVELS[min(level.grade, len(LEVELS)) - 1] if GAMES[level.game].race else LEVELS[-1]
    return [Seat(app.player_name()) if seat == solver else Seat(next(names), "bot", strength)
            for seat in range(level.players)]


def occasion_of(session: Session) -> Occasion:
    """Return the occasion stored in a save."""
    level_id = session.level_id
    level = (word_of(level_id) or find(session.rules.game, level_id)) if level_id else None
    return Occasion(valid_day(session.notes.get("daily")), level)


# --- opened by routes ---


def new_deal(app: App, session: Session) -> TableScene:
    """Deal again for the same seats under the same rules."""
    rules, seed = session.rules.for_new_game(), new_seed(app)
    seats = matched(app, rules.game, session.seats)
    return _dealt(app, rules, seats, seed, rules.rematch(len(seats), seed, session.state))


def daily_deal(app: App, game: str, day: date) -> TableScene:
    """Return the deal of the day: classic rules, seeded by the date, against the same bots for all players.

    Words are of the language chosen last, at first that of the screen.
    """
    words = str(read_choices(app.store, game, "", app.texts.language)["words"])
    variant = rules_class(game).word_languages.get(words, CLASSIC)
    return make_table(app, rules_of(game, variant), solo_seats(app, game), daily_seed(day),
                      Occasion(daily=day.isoformat()))


def word_of_day(app: App, day: date) -> Scene | None:
    """Return the table with the word of the day, or its save: one move, three tries, of which one set counts.
    """
    level = word_of(word_id(day.isoformat(), app.texts.language))
    assert level is not None
    for save in app.store.unfinished():
        if save.level_id == level.id and app.store.may_play(save.path):
            return resume(app, save)
    session = Session(rules_of(level.game, level.variant), level_seats(app, level), daily_seed(day),
                      level=level.setup, level_id=level.id)
    if level.id in app.history.daily_words(profile=app.me):
        session.uncount("again")
    return table_scene(app, session, Occasion(level=level))


def deal_with_choices(app: App, game: str) -> TableScene:
    """Deal with the last choices, without the setup screen."""
    name = app.player_name()
    level = usual_level(app.history, game, app.me)
    choices = read_choices(app.store, game, name, app.texts.language, level)
    return make_table(app, rules_for(app.store, game, choices), seats_of(choices, name), new_seed(app))


def play_again(app: App, game: str) -> TableScene:
    """Return the unfinished game, else a new deal with the last choices."""
    for save in app.store.unfinished():
        if save.record.get("game") == game and app.store.may_play(save.path):
            scene = resume(app, save)
            if isinstance(scene, TableScene):
                return scene
    return deal_with_choices(app, game)


def first_game(app: App, game: str) -> TableScene:
    """Return the lesson at the very first start, else `play_again`."""
    return play_again(app, game) if app.settings.saw_tutorial(game) else lesson_scene(app, game)


def lesson_scene(app: App, game: str, step: int = 0) -> Lesson:
    """Return a step of a lesson; a race has its own class."""
    return (RaceLesson if GAMES[game].race else Lesson)(app, game, step)


def _reopened(app: App, save: Save) -> Scene | None:
    """Return the waiting room of a table of several computers; say why if it cannot be opened again."""
    again = routes.ReopenTable(save.path)
    try:
        return again.load()(app, *again.values())
    except routes.CannotOpen as fault:
        app.push(Notice(app, app.texts("together.waiting"), str(fault)))
        return None


def resume(app: App, save: Save) -> Scene | None:
    """Return an unfinished game, read-only if another program has it; None for a save that is set aside."""
    try:
        session = records.replay(save.record, rules_from_values)
    except Exception as fault:  # a save is a foreign file: whatever it breaks, the game does not open
        if isinstance(fault.__cause__, BadLexicon):
            raise fault.__cause__ from None  # the save is whole, and can be played when the words can
        why = fault.phrase if isinstance(fault, records.RecordFault) else Phrase("record.no_record")
        app.store.put_aside(save.path, why)
        app.top.rebuild()
        return None
    if (app.store.folder / "tables" / f"{save.path.stem}.json").is_file():
        return _reopened(app, save)
    if not app.store.may_play(save.path):
        shown = routes.Replay(session, occasion_of(session), title=app.texts("replay.other_program"))
        return shown.load()(app, *shown.values())
    app.store.resume(save)
    return table_scene(app, session, occasion_of(session), save.path)
