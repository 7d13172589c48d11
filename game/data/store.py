"""The user's data folder: settings, choices, unfinished games, records, own rule files.

Every write replaces a file atomically before the call returns, so a killed program loses nothing. A
background thread then syncs the file to disk; a power cut can only lose what was written in the last moments.
A save is removed only after its record has been synced. Files that cannot be used are set aside and named in
a notice.
"""

from __future__ import annotations

import errno
import json
import os
import re
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.data.files import (
    DAMAGED,
    OTHER_VERSION,
    Journal,
    hold,
    is_aside,
    is_held,
    lock_folder,
    recover,
    set_aside,
    sync,
    temporary_folder,
    write_atomically,
)
from game.folders import data_folder
from rules.catalog import GAMES
from rules.kit.phrases import Phrase
from rules.kit.visible import visible

if TYPE_CHECKING:
    from game.data.index.result import Booked
    from rules.files.source import Table
    from rules.session import AnySession

FOLDER_VERSION = 2
"""The version of what this program keeps in the data folder, in its file `version.txt`; 1.0 wrote none."""
SPEEDS = {"none": 0.0, "fast": 0.5, "normal": 1.0, "slow": 2.0}
"""Factors on the duration of every animation."""
LARGEST_CHOICES = 2**20
"""Bytes."""
PICTURES = (".jpg", ".png")
"""Suffixes of the picture beside a save: the one that is written, and that of version 1.0."""
OLD_ENOUGH = 60.0
"""Seconds after which a temporary file is certainly abandoned."""
_SECOND = re.compile(r"\d{8}-\d{6}-(\d{1,9})-")
"""The beginning of the name of a save that a second program has begun, with the number of its process."""


@dataclass(slots=True)
class Settings:
    """The player's settings. Every field has a control on the settings screen."""

    language: str = "auto"
    fullscreen: bool = True
    theme: str = "felt"
    safe_colours: bool = False
    text_size: int = 100
    """Percent."""
    speed: str = "normal"
    """Speed of animations: a key of SPEEDS."""
    sound: int = 70
    music: int = 20
    moving: str = "both"
    """How pieces are moved by mouse: both, drag, click."""
    previews: bool = True
    hints: bool = True
    warn_lost: bool = True
    """Whether to warn when a solitaire can no longer be won."""
    auto_pass: bool = False
    speech: bool = False
    """Whether events are spoken by the system's voice."""
    name: str = ""
    seen_tutorials: str = ""
    """Ids of the games whose tutorial was seen or skipped, separated by blanks."""
    aids_off: set[str] = field(default_factory=set)
    """The aids of single games (`Game.aids`) that are switched off; all others are on."""

    @property
    def speed_factor(self) -> float:
        return SPEEDS[self.speed]

    def is_on(self, switch: str) -> bool:
        """Return the state of a switch: a boolean field, or an aid of a game."""
        return bool(getattr(self, switch)) if switch in SWITCHES else switch not in self.aids_off

    def turn(self, switch: str, *, on: bool) -> None:
        """Set a switch: a boolean field, or an aid of a game."""
        if switch in SWITCHES:
            setattr(self, switch, on)
        elif on:
            self.aids_off.discard(switch)
        else:
            self.aids_off.add(switch)

    def saw_tutorial(self, game: str) -> bool:
        return game in self.seen_tutorials.split()

    def note_tutorial(self, game: str) -> None:
        if not self.saw_tutorial(game):
            self.seen_tutorials = f"{self.seen_tutorials} {game}".strip()


SWITCHES = frozenset(item.name for item in fields(Settings) if isinstance(item.default, bool))
"""The boolean fields of the settings."""


def game_aids() -> list[str]:
    """Return the switches that single games add to the settings, in the order of the catalog."""
    return [aid for game in GAMES.values() for aid in game.aids]


Stamp = tuple[int, int, int]
"""What changes whenever a file is replaced: its inode, time and size."""


@dataclass(frozen=True, slots=True)
class Save:
    """An unfinished game on disk."""

    path: Path
    record: dict[str, Any]
    when: float
    stamp: Stamp | None = None
    """What the file was like when it was read."""

    @property
    def may_be_over(self) -> bool:
        """Whether its game may be finished: it has a result, or a level that may be reached."""
        return "result" in self.record or self.level_id is not None

    @property
    def level_id(self) -> str | None:
        """The id of its level, if it has one."""
        playing = self.record.get("playing")
        level = playing.get("level") if isinstance(playing, dict) else None
        return level if isinstance(level, str) else None


class Store:
    """Reads and writes the data folder. Faults become notices for the player, never exceptions."""

    def __init__(self, folder: Path | None = None):
        self.folder = self.asked_folder = folder or data_folder()
        """Where everything is kept, and where it was meant to be: a crash report is never temporary."""
        self.notices: list[Phrase] = []
        """Messages for the player: a file was set aside, the disk is full."""
        self._failed: Path | None = None
        """The file that could not be written, until saving works again."""
        self._unsynced: dict[Path, None] = {}
        """Files that the background thread has yet to sync, in order."""
        self._queue = threading.Lock()
        """Guards `_unsynced` and `_syncer`."""
        self._syncer: threading.Thread | None = None
        self._files = threading.Lock()
        """Held while a file is synced, replaced or removed: Windows refuses to replace an open file."""
        self.is_second = False
        """Whether another program has this folder open: its games are only shown here."""
        self.keeps = True
        """Whether anything outlives the program; else the folder is a temporary one."""
        self._keeps_settings = True
        self._seen: dict[Path, Stamp] = {}
        """The saves as this program has read or written them last."""
        self.own_saves: set[Path] = set()
        """The saves that this program has begun."""

    def claim(self) -> None:
        """Lock the data folder, or run as second program; use a temporary folder if it cannot be used."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self.folder, os.R_OK | os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            newer = self._version() > FOLDER_VERSION
            self.is_second = not newer and not lock_folder(self.folder)
        except OSError as fault:
            self._keep_nothing(Phrase("notice.nothing_kept", {
                "folder": str(self.folder), "reason": fault.strerror or str(fault)}))
            return
        if newer:
            self._keep_nothing(Phrase("notice.newer_folder", {"folder": str(self.folder)}))
        elif not self.is_second and self._version() < FOLDER_VERSION:
            self._write(self._version_file, f"{FOLDER_VERSION}\n".encode())
        if self.is_second:
            self.notices.append(Phrase("notice.second_program", {"folder": str(self.folder)}))
            with suppress(OSError):
                hold(self._lock_of(os.getpid()))
        else:
            recover(self.saves)
            self._forget_locks()

    def _lock_of(self, process: int) -> Path:
        """Return the file that a second program locks, so that no other program continues its saves."""
        return self.folder / f"second-{process}.lock"

    def _forget_locks(self) -> None:
        """Remove the files of second programs that have ended."""
        for path in self.folder.glob("second-*.lock"):
            if not is_held(path):
                with suppress(OSError):
                    path.unlink()

    def _keep_nothing(self, why: Phrase) -> None:
        """Play in a temporary folder, and say why."""
        self.notices.append(why)
        self.folder = temporary_folder()
        self.keeps = False

    @property
    def _version_file(self) -> Path:
        return self.folder / "version.txt"

    def _version(self) -> int:
        """Return the version of the folder; 1 without a readable number."""
        path = self._version_file
        try:
            return int(path.read_text("ascii")) if path.is_file() and path.stat().st_size < 20 else 1
        except (OSError, ValueError):
            return 1

    @property
    def saves(self) -> Path:
        return self.folder / "saves"

    @property
    def records(self) -> Path:
        return self.folder / "records"

    @property
    def own_rules(self) -> Path:
        return self.folder / "rules"

    @property
    def own_words(self) -> Path:
        """The folder of the player's word files."""
        return self.folder / "words"

    # --- settings ---

    def read_settings(self) -> Settings:
        """Read the settings; set a faulty file aside and keep the values that are sound."""
        path = self.folder / "settings.yaml"
        settings = Settings()
        if not os.path.lexists(path):
            return settings
        if not path.is_file():  # a folder or a pipe: never opened
            self.put_aside(path)
            return settings
        try:
            path.open("rb").close()
        except OSError as fault:
            self._keeps_settings = False
            self.notices.append(Phrase("notice.settings_unreadable", {
                "file": path.name, "folder": str(path.parent), "reason": fault.strerror or str(fault)}))
            return settings
        from rules.files.source import read_table  # noqa: PLC0415 - a first start has no settings to parse

        values, faults, _ = read_table(path, _settings_schema())
        for name, value in values.items():
            if isinstance(value, bool):
                settings.turn(name, on=value)
            else:
                setattr(settings, name, value)
        if faults:
            self.put_aside(path)
            self.write_settings(settings)
        return settings

    def write_settings(self, settings: Settings) -> None:
        """Replace the settings file, unless it cannot be read: it is not ours then."""
        if not self._keeps_settings:
            return
        values: dict[str, object] = {item.name: getattr(settings, item.name) for item in fields(settings)}
        del values["aids_off"]
        values |= {aid: settings.is_on(aid) for aid in game_aids()}
        lines = ["# Settings of the Dominothek; the program rewrites this file.",
                 *(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items())]
        self._write(self.folder / "settings.yaml", ("\n".join(lines) + "\n").encode())

    def read_choices(self, game: str) -> dict[str, Any]:
        """Return the last choices on this game's setup screen, unchecked."""
        path = self.folder / "choices" / f"{game}.json"
        try:
            if not path.exists():
                return {}
            if not path.is_file() or path.stat().st_size > LARGEST_CHOICES:
                raise ValueError("no choices")
            data = json.loads(path.read_bytes())
            return data if isinstance(data, dict) else {}
        except OSError:  # unreadable, but perhaps sound
            return {}
        except (ValueError, RecursionError):
            self.put_aside(path)
            return {}

    def write_choices(self, game: str, choices: dict[str, Any]) -> None:
        """Store the choices on this game's setup screen."""
        text = json.dumps(choices, ensure_ascii=False)
        self._write(self.folder / "choices" / f"{game}.json", text.encode())

    # --- games ---

    def new_save_path(self, game: str) -> Path:
        """Return an unused path for the save of a new game, which its record can use too."""
        stamp = time.strftime("%Y%m%d-%H%M%S") + (f"-{os.getpid()}" if self.is_second else "")
        path = self.saves / f"{stamp}-{game}.json"
        number = 1
        while path.exists() or (self.records / path.name).exists():
            number += 1
            path = self.saves / f"{stamp}-{game}-{number}.json"
        self.own_saves.add(path)
        return path

    def save(self, session: AnySession, path: Path) -> Path:
        """Write a game at its present move; return its path.

        A save that another program has written meanwhile is never replaced: the game goes on in a new file.
        """
        path = self._unless_newer(path, session.rules.game)
        self._replace_save(path, saved_line(session))
        return path

    def journal(self, path: Path, game: str) -> Journal:
        """Return the journal of a save, for a game in which others wait for every move."""
        def replace(line: bytes) -> bool:
            nonlocal path
            path = self._unless_newer(path, game)
            return self._replace_save(path, line, durable=True)

        return Journal(path, replace)

    def _unless_newer(self, path: Path, game: str) -> Path:
        """Return the path of a save, or a new one if another program has written it meanwhile."""
        if path not in self._seen or _stamp(path) in (self._seen[path], None):
            return path
        instead = self.new_save_path(game)
        self.notices.append(Phrase("notice.newer_save", {"file": path.name, "instead": instead.name}))
        return instead

    def _replace_save(self, path: Path, line: bytes, *, durable: bool = False) -> bool:
        written = self._write(path, line, durable=durable)
        stamp = _stamp(path)
        if written and stamp is not None:
            self._seen[path] = stamp
        return written

    def resume(self, save: Save) -> None:
        """Go on with a save: from now on it changes only here, or it is never replaced."""
        if save.stamp is not None:
            self._seen[save.path] = save.stamp

    def may_play(self, path: Path) -> bool:
        """Return whether a save may be played on here.

        The first program plays all but those that a second one, which still runs, has begun; a second one
        plays its own.
        """
        if self.is_second:
            return path in self.own_saves
        begun_by = _SECOND.match(path.name)
        return begun_by is None or not is_held(self._lock_of(int(begun_by[1])))

    def finish(self, session: AnySession, path: Path, booked: Booked | None = None) -> Path:
        """Turn the save of a finished game into a record; the save stays if the record cannot be written."""
        from game.data.index.booked import KEY, write_booked  # noqa: PLC0415 - not needed to open the shelf
        from rules import records  # noqa: PLC0415 - not needed to open the shelf

        target = self.records / path.name
        record = records.to_record(session, playing=True)
        if booked is not None:
            record[KEY] = write_booked(booked)
        if self._write(target, records.dumps(record).encode(), durable=True):
            self.discard(path)
        return target

    def discard(self, path: Path) -> None:
        """Remove a save, if it exists."""
        with self._files, suppress(OSError):
            path.unlink(missing_ok=True)

    def discard_picture(self, save: Path) -> None:
        """Remove the picture beside a save, if there is one."""
        for suffix in PICTURES:
            self.discard(save.with_suffix(suffix))

    def unfinished(self) -> list[Save]:
        """Return the games that can be continued, the last played first; set unusable saves aside."""
        return [save for path in self._by_time(self.saves) if (save := self._read_save(path)) is not None]

    def latest(self) -> Save | None:
        """Return the game that was played last. Only its file is read, unless it has to be set aside."""
        return next((save for path in self._by_time(self.saves) if (save := self._read_save(path))), None)

    def finished(self, limit: int = 200) -> list[Path]:
        """Return the latest records, the newest first."""
        return self._by_time(self.records)[:limit]

    def _read_save(self, path: Path) -> Save | None:
        from rules import records  # noqa: PLC0415 - not needed while there are no saves

        try:
            stamp = _stamp(path)
            save = Save(path, records.read_file(path), _changed(path), stamp)
            records.check_save(save.record)
            if save.record["game"] not in GAMES:
                raise records.RecordFault("record.unknown_game", known=", ".join(GAMES),
                                          game=visible(save.record["game"], 60))
        except records.RecordFault as fault:
            self.put_aside(path, fault.phrase)
            return None
        return save

    def _by_time(self, folder: Path) -> list[Path]:
        """Return the JSON files of a folder, the last changed first; of the same moment, the last by name."""
        try:
            found = [path for path in folder.iterdir()
                     if path.suffix == ".json" and not path.name.startswith(".") and not is_aside(path)]
        except OSError:
            return []
        return sorted(found, key=lambda path: (_changed(path), path.name), reverse=True)

    def put_aside(self, path: Path, why: Phrase | None = None) -> None:
        """Rename a file that cannot be used and tell the player, with the reason if `why` gives one."""
        mark = OTHER_VERSION if why is not None and why.key == "record.version" else DAMAGED
        try:
            with self._files:
                aside = set_aside(path, mark)
        except OSError:
            return
        values = {"file": path.name, "aside": aside.name, "folder": str(path.parent)}
        self.notices.append(Phrase("notice.set_aside", values) if why is None else
                            Phrase("notice.set_aside_why", {**values, "reason": why}))

    def tidy(self) -> None:
        """Remove temporary files that a killed program has left behind."""
        for folder in (self.folder, self.saves, self.records, self.folder / "choices"):
            with suppress(OSError):
                for path in folder.glob(".*.tmp"):
                    if time.time() - _changed(path) > OLD_ENOUGH:
                        path.unlink()

    # --- writing ---

    def _write(self, path: Path, content: bytes, *, durable: bool = False) -> bool:
        """Replace a file; sync it at once if `durable`, else in the background. Return False on failure."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._files:
                write_atomically(path, content, durable=durable)
        except OSError as fault:
            if self._failed is None:
                self._failed = path
                self.notices.append(Phrase("notice.not_saved", {
                    "file": path.name, "reason": fault.strerror or str(fault), "folder": str(path.parent)}))
            return False
        # A small file elsewhere, such as the settings, may fit where a save still does not.
        failed = self._failed
        if failed is not None and (path.parent == failed.parent or path.name == failed.name):
            self._failed = None
            self.notices.append(Phrase("notice.saved_again", {}))
        if not durable:
            self._sync_later(path)
        return True

    def _sync_later(self, path: Path) -> None:
        """Sync a file in a background thread, which the program waits for when it exits."""
        with self._queue:
            self._unsynced[path] = None
            if self._syncer is None:
                self._syncer = threading.Thread(target=self._sync_all)
                self._syncer.start()

    def _sync_all(self) -> None:
        while True:
            with self._queue:
                if not self._unsynced:
                    self._syncer = None
                    return
                path = next(iter(self._unsynced))
                del self._unsynced[path]
            with self._files, suppress(OSError):  # it may have been removed or set aside meanwhile
                sync(path)


def saved_line(session: AnySession) -> bytes:
    """Return the content of the save of a game, one line."""
    from rules import records  # noqa: PLC0415 - not needed to open the shelf

    return records.dumps(records.to_record(session, playing=True)).encode("utf-8", "replace")


def _stamp(path: Path) -> Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _settings_schema() -> Table:
    """Return the schema of the settings file: every field of the settings and every aid of a game."""
    from rules.files.source import Choice, Switch, Table, Text, Whole  # noqa: PLC0415 - see read_settings

    special = {"text_size": Whole(70, 150), "speed": Choice(*SPEEDS), "sound": Whole(0, 100),
               "music": Whole(0, 100), "moving": Choice("both", "drag", "click")}
    names = [item.name for item in fields(Settings) if item.name != "aids_off"]
    texts = {name: special.get(name) or Text() for name in names if name not in SWITCHES}
    return Table({}, optional=texts | {name: Switch() for name in (*SWITCHES, *game_aids())})
