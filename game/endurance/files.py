"""Damaged files: rules, levels, saves, choices, settings and results must lead to a message or to a game."""

from __future__ import annotations

import json
import re
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pygame

from game import routes
from game.app import App
from game.data.history import History, Result
from game.data.store import Save, Store
from game.endurance.limits import TooLong, within
from game.endurance.mutate import damaged
from game.screens.shelf.scene import Shelf
from game.table.seating import deal_with_choices, make_table, solo_seats
from game.ui.text import Texts, languages
from rules import catalog, records
from rules.base import Phrase, Rules
from rules.catalog import GAMES, rules_class, rules_of
from rules.files import level_files, levels, variants
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session

SIZE = (1024, 640)
KEYS = (pygame.K_RIGHT, pygame.K_UP, pygame.K_RETURN, pygame.K_u, pygame.K_y, pygame.K_TAB, pygame.K_l)
LONGEST = 10.0
"""Maximum CPU seconds per file."""
LONGEST_SENTENCE = 4000
MOST_NOTICES = 3
"""Maximum notices per file."""


class NoAnswer(AssertionError):
    """A file was refused without a readable message."""


@dataclass
class Report:
    """The results of many damaged files."""

    files: int = 0
    refused: int = 0
    taken: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)
    """The number of the file and the traceback."""


class Nobody:
    """A thinker that never answers: these runs test files, not bots."""

    busy = False

    def start(self) -> None: ...

    def ask(self, function: str, arguments: tuple[Any, ...], then: Callable[[Any], None]) -> None: ...

    def cancel(self) -> None: ...

    def poll(self) -> None: ...

    def stop(self) -> None: ...


class House:
    """The program without a window, in its own folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.all_texts = [Texts(language) for language in languages()]
        self.app = self.open()

    def open(self) -> App:
        app = App(Store(self.folder), headless=SIZE)
        app.thinker = Nobody()  # type: ignore[assignment]
        app.push(Shelf(app))
        return app

    def steps(self, number: int = 3) -> None:
        for _ in range(number):
            self.app.step([], 16)

    def in_words(self, phrase: Phrase) -> None:
        """Raise NoAnswer unless a phrase is a readable sentence in every language."""
        for texts in self.all_texts:
            sentence = texts(phrase)
            if sentence == phrase.key or not sentence.strip() or len(sentence) > LONGEST_SENTENCE:
                raise NoAnswer(f"{texts.language}: {phrase.key} {sentence[:200]!r}")

    def notices(self) -> int:
        """Check and clear the pending notices; return their number."""
        found = [*self.app.store.notices, *self.app.history.notices]
        self.app.store.notices.clear()
        self.app.history.notices.clear()
        if len(found) > MOST_NOTICES:
            raise NoAnswer(f"{len(found)} notices for one file")
        for phrase in found:
            self.in_words(phrase)
        return len(found)


class Source(NamedTuple):
    """A good file: the game it belongs to, its name and content."""

    game: str
    name: str
    content: bytes


class Case(NamedTuple):
    """A damaged file to open, and the random numbers of this case."""

    game: str
    path: Path
    rng: Random


class Kind(ABC):
    """One kind of file: its good samples, and how the program opens a damaged one."""

    form = "yaml"
    weight = 1

    def __init__(self, house: House):
        self.house = house
        self.sources = list(self.find())

    @abstractmethod
    def find(self) -> Iterator[Source]:
        """Yield good files."""

    @abstractmethod
    def offer(self, case: Case) -> bool:
        """Let the program open the file of a case; return whether it was accepted."""

    def path(self, source: Source) -> Path:
        return self.house.folder / type(self).__name__ / source.game / source.name


class RuleFile(Kind):
    """A rule file of a player."""

    weight = 7

    def find(self) -> Iterator[Source]:
        for game in GAMES:
            for path in sorted((catalog.SHIPPED / game).glob("*.yaml")):
                yield Source(game, "own.yaml", bare(path.read_bytes()))

    def offer(self, case: Case) -> bool:
        kind = rules_class(case.game)
        variant = variants.load_file(kind, case.path, [*catalog.folders(case.game), case.path.parent])
        for fault in variant.faults:
            self.house.in_words(Phrase(fault.key, fault.values))
        if variant.values is None:
            if not variant.faults:
                raise NoAnswer("no values and no faults")
            return False
        rules = kind(variant.values, variant.name)
        low, high = GAMES[case.game].players
        for players in {low, high}:
            seats = [Seat(name) for name in "ABCDEF"[:players]]
            play_some(Session(rules, seats, case.rng.randrange(10**6)), 12)
        return True


class LevelFile(Kind):
    """A file of levels."""

    weight = 4

    def find(self) -> Iterator[Source]:
        for game in GAMES:
            for path in sorted((level_files.SHIPPED / game).glob("*.yaml")):
                yield Source(game, "levels.yaml", bare(path.read_bytes(), levels_kept=3))

    def offer(self, case: Case) -> bool:
        file = levels.load_file(case.game, case.path, prove=True)
        for fault in file.faults:
            self.house.in_words(Phrase(fault.key, fault.values))
        for level in file.levels[:3]:
            rules = rules_of(case.game, level.variant)
            seats = [Seat(name) for name in "ABCDEF"[:level.players]]
            session = Session(rules, seats, 1, level=level.setup, level_id=level.id)
            level.verdict(rules, session.state, 0)
            play_some(session, 5)
        if not file.levels and not file.faults:
            raise NoAnswer("no levels and no faults")
        return not file.faults


class SaveFile(Kind):
    """An unfinished game that the shelf offers to continue."""

    form, weight = "json", 6

    def find(self) -> Iterator[Source]:
        for game in GAMES:
            for number in range(6):
                low, high = GAMES[game].players
                seats = [Seat("Ada"),
                         *(Seat(name, "bot", "easy") for name in ("Bo", "Cy", "Di", "Ed", "Flo"))]
                session = Session(rules_of(game), seats[:rng_players(low, high, number)], number)
                play_some(session, 4 + 5 * number)
                record = records.to_record(session, playing=True)
                yield Source(game, "game.json", records.dumps(record).encode())

    def path(self, source: Source) -> Path:
        return self.house.folder / "saves" / source.name

    def offer(self, case: Case) -> bool:
        try:
            record = records.read_file(case.path)
            records.check_save(record)  # stricter than for records: the shelf shows more of it
            session = records.replay(record, catalog.rules_from_values)
        except records.RecordFault as fault:
            self.house.in_words(fault.phrase)
            taken = False
        else:
            taken = True
            self._check(record)
            play_some(session, 3)
        if taken or case.rng.random() < 0.1:
            self._continue(taken)
        return taken

    def _check(self, record: dict[str, Any]) -> None:
        try:
            records.verify(record, catalog.rules_from_values)
        except records.RecordFault as fault:
            self.house.in_words(fault.phrase)

    def _continue(self, playable: bool) -> None:
        """Go from the shelf to the table and back, as a player would."""
        house = self.house
        house.app.home()
        house.steps()
        shelf = house.app.top
        assert isinstance(shelf, Shelf)
        save: Save | None = shelf.play_on.save
        if (save is not None and house.app.open(routes.Resume(save)) is not None) is not playable:
            raise NoAnswer(f"{'a sound' if playable else 'a damaged'} save was treated as the other")
        house.steps()
        for key in KEYS if playable else ():
            house.app.step([pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")], 16)
        house.app.home()
        if not house.notices() and not playable:
            raise NoAnswer("a damaged save was not named")


class ChoicesFile(Kind):
    """The last choices on a setup screen."""

    form, weight = "json", 1

    def find(self) -> Iterator[Source]:
        for game in GAMES:
            seats = [{"name": seat.name, "kind": seat.kind, "level": seat.level or "easy"}
                     for seat in solo_seats(self.house.app, game)]
            choices = {"variant": "classic", "seats": seats, "target": 100}
            yield Source(game, f"{game}.json", json.dumps(choices).encode())

    def path(self, source: Source) -> Path:
        return self.house.folder / "choices" / source.name

    def offer(self, case: Case) -> bool:
        app = self.house.app
        app.open(routes.Setup(case.game))
        self.house.steps()
        app.home()
        app.push(deal_with_choices(app, case.game))
        self.house.steps()
        app.home()
        return not self.house.notices()


class SettingsFile(Kind):
    """The settings; whatever they contain, the shelf opens."""

    weight = 2

    def find(self) -> Iterator[Source]:
        app = self.house.app
        app.store.write_settings(app.settings)
        yield Source("", "settings.yaml", (self.house.folder / "settings.yaml").read_bytes())

    def path(self, source: Source) -> Path:
        return self.house.folder / source.name

    def offer(self, case: Case) -> bool:
        self.house.app.close()
        self.house.app = app = self.house.open()
        app.open(routes.Settings())
        self.house.steps()
        taken = not self.house.notices()
        app.home()
        game = case.rng.choice(list(GAMES))
        app.push(make_table(app, rules_of(game), solo_seats(app, game), 1))
        self.house.steps()
        app.home()
        case.path.unlink(missing_ok=True)
        return taken


class ResultsFile(Kind):
    """The database of results."""

    form, weight = "bytes", 1

    def find(self) -> Iterator[Source]:
        folder = self.house.folder / "good"
        history = History(folder)
        for number, game in enumerate(list(GAMES) * 40):
            history.add(Result(game, "classic", 2, number, won=number % 3 == 0, why="won", score=number,
                               moves=9, seconds=60.0 + number, level=str(number), ended="2026-01-01"))
        history.close()
        yield Source("", "results.sqlite", (folder / "results.sqlite").read_bytes())

    def path(self, source: Source) -> Path:
        return self.house.folder / source.name

    def offer(self, case: Case) -> bool:  # noqa: ARG002 - the history finds its file itself
        app = self.house.app
        app.history.close()
        app.history = History(app.store.folder)
        app.home()
        app.open(routes.Statistics())
        self.house.steps()
        app.home()
        return not self.house.notices()


KINDS: tuple[type[Kind], ...] = (RuleFile, LevelFile, SaveFile, ChoicesFile, SettingsFile, ResultsFile)


def run(folder: Path, numbers: Iterable[int], told: Callable[[int], None] = lambda _: None) -> Report:
    """Try the files of these numbers; the damage depends only on the number of a file."""
    house = House(folder)
    kinds = [kind(house) for kind in KINDS]
    report = Report()
    for number in numbers:
        one(number, house, kinds, report)
        told(number)
    house.app.close()
    return report


def one(number: int, house: House, kinds: list[Kind], report: Report) -> None:
    rng = Random(f"damaged file {number}")
    kind = rng.choices(kinds, [kind.weight for kind in kinds])[0]
    source = rng.choice(kind.sources)
    game = source.game
    data = damaged(source.content, rng, kind=kind.form)
    path = kind.path(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    report.files += 1
    started = time.process_time()
    try:
        with within(LONGEST):
            taken = kind.offer(Case(game, path, rng))
        report.taken += taken
        report.refused += not taken
    except (Exception, TooLong):  # any exception is a finding
        what = f"file {number}: {type(kind).__name__} of {game or 'the program'}"
        report.failures.append(f"{what}\n{traceback.format_exc()}")
        house.app.scenes = [Shelf(house.app)]
        house.app.top.rebuild()
    report.slowest = max(report.slowest, time.process_time() - started)
    path.unlink(missing_ok=True)


# --- helpers ---


def play_some(session: Session, moves: int) -> None:
    """Play a few random moves and ask everything that a table would ask."""
    rng = rng_for("trial", session.seed)
    rules: Rules = session.rules
    for _ in range(moves):
        if session.outcome is not None:
            return
        legal = list(rules.legal_moves(session.state))
        if not legal:
            raise AssertionError("a round that is not over without a legal move")
        session.play(pick(rng, legal))
        rules.describe(session.state)
    records.dumps(records.to_record(session))


def rng_players(low: int, high: int, number: int) -> int:
    return low + number % (high - low + 1)


def bare(data: bytes, levels_kept: int = 999) -> bytes:
    """Return a file without comments and with its first levels only, so that damage hits data."""
    lines, seen = [], 0
    for line in data.decode("utf-8").splitlines(keepends=True):
        seen += line.lstrip().startswith("- id:")
        if seen > levels_kept:
            break
        if not line.lstrip().startswith("#"):
            lines.append(line)
    return "".join(lines).encode()


def every_number(source: bytes, number: str) -> bytes:
    """Return a rule file in which every number is replaced by `number`."""
    return re.sub(rb"(?<=[ \[])-?\d+(?=[\s,\]}])", number.encode(), source)
