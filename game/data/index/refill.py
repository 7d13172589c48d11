"""Fill the index of results from the records, and from what is left of a damaged one."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from game.data.files import write_atomically
from game.data.index.booked import KEY, read_booked, write_booked
from game.data.index.rescue import Rescue
from game.data.index.result import Booked, Result, SeatResult
from game.data.people import People
from rules import records

Progress = Callable[[int, int], None]
"""Called while the index is being filled: records done, records in all."""


class Kept(Protocol):
    """A result that is stored already, under a number."""

    @property
    def id(self) -> int: ...
    @property
    def result(self) -> Result: ...


class Index(Protocol):
    """The part of the history's interface that refilling uses."""

    @property
    def people(self) -> People: ...
    def add(self, result: Result, seats: Sequence[SeatResult]) -> bool: ...
    def all_results(self) -> Sequence[Kept]: ...
    def rename_record(self, number: int, name: str) -> None: ...
    def note_file(self, name: str) -> None: ...
    def rescue_people(self, profiles: Sequence[Sequence[Any]], honours: Sequence[Sequence[Any]], *,
                      only_honours: bool) -> None: ...
    def together(self) -> AbstractContextManager[None]: ...


def refill(history: Index, folder: Path, names: Collection[str], aside: Path | None, progress: Progress, *,
           known: bool) -> None:
    """Add the results of these records and of the database that was set aside, the oldest first.

    `known`: the profiles are complete, so a person without one has been deleted. Otherwise missing profiles
    are created from the records.
    """
    found: dict[str, Booked] = {}
    rest: list[Booked] = []
    rescue = Rescue(aside) if aside is not None else None
    if rescue is not None:
        history.rescue_people(rescue.profiles, rescue.honours, only_honours=known)
        for old in rescue.results:
            if old.result.record:
                found[old.result.record] = old
            else:
                rest.append(old)
    # A damaged name of a record must not make its game count twice.
    rescued = {_identity(one.result): name for name, one in found.items() if not (folder / name).is_file()}
    stored = {_identity(one.result): one for one in history.all_results()
              if one.result.record and not (folder / one.result.record).is_file()}
    read: list[str] = []
    for number, name in enumerate(sorted(names)):
        progress(number, len(names))
        try:
            booked, written = read_booked(folder / name)
        except records.RecordFault:
            continue  # it is read again at the next start, when it may have been repaired
        read.append(name)
        if booked is None:
            continue
        game_id = booked.result.record or name
        if written or game_id not in found:
            found[game_id] = booked
        if not written:
            _complete(folder / name, found[game_id])
        game = _identity(booked.result)
        if rescued.get(game, game_id) != game_id:
            found.pop(rescued[game], None)
        if game in stored and stored[game].result.record != game_id:
            history.rename_record(stored[game].id, game_id)
    entries = sorted([*found.values(), *rest], key=lambda one: (one.result.ended, one.result.record or ""))
    with history.together():
        for one in entries:
            seats = [_seated(history, seat, known=known) for seat in one.seats]
            if history.add(one.result, seats):
                for seat, honour in one.honours:
                    person = seats[seat].profile
                    if person is not None:
                        history.people.award(person, one.result.game, honour, one.result.ended[:10])
        for name in read:
            history.note_file(name)
    progress(len(names), len(names))


def _identity(result: Result) -> object:
    """Return a key that identifies a game independently of the name of its record."""
    return result.game, result.variant, result.seed, result.ended, result.score, result.moves


def complete_records(stored: Sequence[Booked], folder: Path, progress: Progress) -> None:
    """Write the results of version 1.0, which only the database had, into their records."""
    for number, one in enumerate(stored):
        progress(number, len(stored))
        if one.result.record:
            _complete(folder / one.result.record, one)


def _complete(path: Path, booked: Booked) -> None:
    """Add the part `booked` to a record; its time stays."""
    try:
        record = records.read_file(path)
        if KEY not in record:
            status = path.stat()
            text = records.dumps(record | {KEY: write_booked(booked)})
            write_atomically(path, text.encode())
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    except (records.RecordFault, OSError, UnicodeEncodeError):
        pass  # the database has the result as well


def _seated(history: Index, seat: SeatResult, *, known: bool) -> SeatResult:
    """Return a seat with the profile of its person as it is today."""
    if seat.kind == "bot":
        return seat
    people = history.people
    person = people.get(seat.profile) if seat.profile is not None else None
    if person is None:
        person = people.find(seat.name)
    if person is None and not known and seat.name.strip():
        person = people.make(seat.name)
    return replace(seat, profile=person.id, name=person.name) if person else replace(seat, profile=None)
