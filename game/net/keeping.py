"""The files of a network table: the host's save during the game, record and result at its end.

A table continued from the host's save has the same code, certificate and seats.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from game.data.files import Journal
from game.data.occasion import Occasion
from game.data.own.words import OwnWords
from game.data.results import GAME_ID, Booking, book, result_of
from game.data.store import Store, saved_line
from game.net.entry.keys import TableKey, forget_table, keep_table, read_table, table_path
from game.net.host import Host, Setting
from game.net.protocol import Params
from game.net.table.room import Options
from game.ui.text import Texts
from rules import records
from rules.base import AnyRules, Setup
from rules.catalog import rules_from_values
from rules.records import Record
from rules.session import AnySession
from rules.words.language import LANGUAGES
from rules.words.lexicon import Lexicon

if TYPE_CHECKING:
    from game.data.history import History


def own_setup(store: Store, rules: AnyRules, players: int, seed: int) -> Setup | None:
    """Return the deal with the host's own and blocked words; None for the plain one.

    Raise BadLexicon if the words cannot be played at all.
    """
    if not rules.has_words:
        return None
    Lexicon.open(rules.words_language)
    own = OwnWords(store.folder, LANGUAGES[rules.words_language])
    if not (own.agreed or own.blocked):
        return None
    return rules.with_own_words(rules.deal(players, seed), own.agreed, own.blocked)


@dataclass(slots=True)
class Kept:
    """A hosted table with its files."""

    host: Host
    store: Store
    path: Path
    """The path of the save; the record gets the same name."""
    journal: Journal

    def close(self) -> None:
        """End the table; its save can be continued."""
        self.host.close()
        self.journal.close()

    def finish(self) -> None:
        """Delete the save and the key of the table after the end of the game."""
        self.journal.close()
        self.store.discard(self.path)
        forget_table(table_path(self.store.folder, self.path.name))


def host_table(store: Store, setting: Setting, texts: Texts, path: Path | None = None, *,
               processes: bool = True) -> Kept:
    """Return a table that saves itself after every change, before its members are notified.

    `path` is the save to continue; None for a new one.
    """
    path = path or store.new_save_path(setting.rules.game)
    journal = store.journal(path, setting.rules.game)
    kept: list[Params] = []

    def changed(session: AnySession) -> None:
        session.notes.setdefault(GAME_ID, path.name)
        if session.game_outcome is None:
            journal.write(saved_line(session))
            chairs = [chair.kept() for chair in host.table.chairs]
            key = TableKey(setting.code, host.port, host.certificate, tuple(host.table.chairs))
            if chairs != kept and keep_table(table_path(store.folder, path.name), key):
                kept[:] = chairs

    host = Host(setting, texts, changed=changed, processes=processes)
    return Kept(host, store, path, journal)


def is_table(store: Store, path: Path) -> bool:
    """Return whether a save belongs to a network table."""
    return table_path(store.folder, path.name).is_file()


def continued(store: Store, path: Path, options: Options | None = None) -> Setting | None:
    """Return the setting of a saved table; None if its key is missing or unusable. Raise RecordFault."""
    key = read_table(table_path(store.folder, path.name))
    if key is None:
        return None
    session = records.replay(records.read_file(path), rules_from_values)
    if len(key.chairs) != len(session.seats):
        return None
    return Setting(session.rules, list(key.chairs), session.seed, key.code, options=options or Options(),
                   session=session, certificate=key.certificate, port=key.port)


def keep_result(store: Store, history: History, record: Record, own: Collection[int],
                path: Path | None = None) -> tuple[Booking, Path]:
    """Write the record of a finished game and book its result for the seats `own` of this computer.

    `path` is the save of the host; a guest has none. Raise RecordFault if the record is invalid.
    """
    session = records.verify(record, rules_from_values)
    path = path or store.new_save_path(session.rules.game)
    session.notes[GAME_ID] = path.name
    entry = replace(result_of(session, Occasion(), session.game_outcome, own), record=path.name)
    booking = book(history, session, entry, own)
    return booking, store.finish(session, path, booking.booked)
