"""The user's data folder: settings, unfinished games, records, own rule files. Nothing is ever lost here.

A save is written at every move and reaches the file system before the move is seen; a second later it
reaches the disk. Damaged files are set aside and named.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.data.files import set_aside, write_atomically
from rules.kit.phrases import Phrase

if TYPE_CHECKING:
    from rules.session import Session

APP = "dominothek"
SPEEDS = {"none": 0.0, "fast": 0.5, "normal": 1.0, "slow": 2.0}
"""Factors on the length of every movement."""
OLD_ENOUGH = 60.0
"""Seconds after which nobody can still be writing a file."""


def data_folder() -> Path:
    asked = os.environ.get("DOMINOTHEK_DATA")
    if asked:
        return Path(asked)
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def cache_folder() -> Path:
    asked = os.environ.get("DOMINOTHEK_DATA")
    if asked:
        return Path(asked) / "cache"
    from platformdirs import user_cache_path

    return user_cache_path(APP, appauthor=False)


@dataclass(slots=True)
class Settings:
    """What a player has chosen. Every field has a place on the settings screen."""

    language: str = "auto"
    fullscreen: bool = True
    theme: str = "felt"
    safe_colours: bool = False
    text_size: int = 100
    """Percent."""
    speed: str = "normal"
    """Of movements: none, fast, normal, slow."""
    sound: int = 70
    music: int = 0
    moving: str = "both"
    """How pieces are moved by mouse: both, drag, click."""
    previews: bool = True
    hints: bool = True
    warn_lost: bool = True
    """Say when a solitaire can no longer be won."""
    auto_pass: bool = False
    word_offers: bool = True
    """Offer the words that can be announced in Wer behält recht?"""
    open_fours: bool = True
    """Kwinty lights rows that lack only one square, and says when one must be stopped."""
    name: str = ""
    seen_tutorials: str = ""
    """Ids of the games whose tutorial was seen or skipped, with blanks between."""

    @property
    def speed_factor(self) -> float:
        return SPEEDS[self.speed]

    def saw_tutorial(self, game: str) -> bool:
        return game in self.seen_tutorials.split()

    def note_tutorial(self, game: str) -> None:
        if not self.saw_tutorial(game):
            self.seen_tutorials = f"{self.seen_tutorials} {game}".strip()


@dataclass(frozen=True, slots=True)
class Save:
    """An unfinished game on disk."""

    path: Path
    record: dict[str, Any]
    when: float


class Store:
    """Reads and writes the data folder. Faults become notices for the player, never exceptions."""

    def __init__(self, folder: Path | None = None):
        self.folder = folder or data_folder()
        self.notices: list[Phrase] = []
        """What a player should know: a damaged file was set aside, the disk is full."""
        self._disk_trouble = False
        self._pending: dict[Path, None] = {}
        self._lock = threading.Lock()
        self._flusher: threading.Thread | None = None

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
        path = self.folder / "settings.yaml"
        settings = Settings()
        if not path.is_file():
            return settings
        from rules.files.source import read_table

        values, faults, _ = read_table(path, _settings_schema())
        for name, value in values.items():
            setattr(settings, name, value)
        if faults:
            self._put_aside(path)
            self.write_settings(settings)
        return settings

    def write_settings(self, settings: Settings) -> None:
        lines = ["# Settings of the Dominothek; the program rewrites this file."]
        for item in fields(settings):
            value = getattr(settings, item.name)
            text = ("true" if value else "false") if isinstance(value, bool) else \
                str(value) if isinstance(value, int) else _quoted(value)
            lines.append(f"{item.name}: {text}")
        self._write(self.folder / "settings.yaml", ("\n".join(lines) + "\n").encode())

    def read_choices(self, game: str) -> dict[str, Any]:
        """What was chosen for this game on its setup screen last time."""
        import json

        path = self.folder / "choices" / f"{game}.json"
        try:
            data = json.loads(path.read_bytes())
            return data if isinstance(data, dict) else {}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            self._put_aside(path)
            return {}

    def write_choices(self, game: str, choices: dict[str, Any]) -> None:
        import json

        self._write(self.folder / "choices" / f"{game}.json", json.dumps(choices, ensure_ascii=False).encode())

    # --- games ---

    def new_save_path(self, game: str) -> Path:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        path = self.saves / f"{stamp}-{game}.json"
        number = 1
        while path.exists() or (self.records / path.name).exists():
            number += 1
            path = self.saves / f"{stamp}-{game}-{number}.json"
        return path

    def save(self, session: Session, path: Path) -> None:
        """Write a game at its present move."""
        from rules import records

        record = records.to_record(session, playing=True)
        self._write(path, records.dumps(record).encode())
        self._flush_later(path)

    def finish(self, session: Session, path: Path) -> Path:
        """A game that is over moves from the saves to the records."""
        from rules import records

        target = self.records / path.name
        record = records.to_record(session, playing=True)
        if self._write(target, records.dumps(record).encode()):
            try:
                path.unlink(missing_ok=True)
            except OSError:
                pass
        return target

    def discard(self, path: Path) -> None:
        """A game that was given up without a move."""
        try:
            path.unlink(missing_ok=True)
        except OSError:
            pass

    def unfinished(self) -> list[Save]:
        """Games that can be continued, the latest first; damaged ones are set aside."""
        from rules import records

        found = []
        for path in self._json_files(self.saves):
            try:
                record = records.read_file(path)
                found.append(Save(path, record, path.stat().st_mtime))
            except records.RecordFault as fault:
                self._put_aside(path, fault.phrase)
            except OSError:
                continue
        return sorted(found, key=lambda save: save.when, reverse=True)

    def latest(self) -> Save | None:
        """The game to continue: only the newest file is read, unless it is damaged."""
        paths = sorted(self._json_files(self.saves), key=lambda p: p.name, reverse=True)
        paths.sort(key=_changed, reverse=True)
        if not paths:
            return None
        from rules import records

        for path in paths:
            try:
                return Save(path, records.read_file(path), _changed(path))
            except records.RecordFault as fault:
                self._put_aside(path, fault.phrase)
        return None

    def set_damaged_aside(self, path: Path, why: Phrase) -> None:
        """A save that could be read but not played."""
        self._put_aside(path, why)

    def finished(self, limit: int = 200) -> list[Path]:
        return sorted(self._json_files(self.records), key=_changed, reverse=True)[:limit]

    def _json_files(self, folder: Path) -> list[Path]:
        try:
            return [path for path in folder.iterdir() if path.suffix == ".json" and ".damaged-" not in path.name
                    and not path.name.startswith(".")]
        except OSError:
            return []

    def tidy(self) -> None:
        """Take away what a program that was killed while writing has left beside its files."""
        for folder in (self.folder, self.saves, self.records, self.folder / "choices"):
            try:
                for path in folder.glob(".*.tmp"):
                    if time.time() - _changed(path) > OLD_ENOUGH:
                        path.unlink()
            except OSError:
                continue

    # --- writing ---

    def _write(self, path: Path, content: bytes) -> bool:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)
        except OSError as fault:
            if not self._disk_trouble:
                self.notices.append(Phrase("notice.not_saved", {
                    "file": path.name, "reason": fault.strerror or str(fault), "folder": str(path.parent)}))
            self._disk_trouble = True
            return False
        if self._disk_trouble:
            self._disk_trouble = False
            self.notices.append(Phrase("notice.saved_again", {}))
        return True

    def _put_aside(self, path: Path, why: Phrase | None = None) -> None:
        try:
            aside = set_aside(path)
        except OSError:
            return
        self.notices.append(Phrase("notice.set_aside", {
            "file": path.name, "aside": aside.name, "folder": str(path.parent)}))

    def _flush_later(self, path: Path) -> None:
        """Bring the file to the disk in the background, so that a power cut loses nothing either."""
        with self._lock:
            self._pending[path] = None
            if self._flusher is None:
                self._flusher = threading.Thread(target=self._flush, daemon=True)
                self._flusher.start()

    def _flush(self) -> None:
        while True:
            with self._lock:
                if not self._pending:
                    self._flusher = None
                    return
                path = next(iter(self._pending))
                del self._pending[path]
            try:
                with open(path, "rb") as file:
                    os.fsync(file.fileno())
            except OSError:
                pass


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def _settings_schema() -> Any:
    """What the file may say: every field of the settings, so that no new one can be forgotten here."""
    from rules.files.source import Choice, Switch, Table, Text, Whole

    special = {"text_size": Whole(70, 150), "speed": Choice(*SPEEDS), "sound": Whole(0, 100), "music": Whole(0, 100),
               "moving": Choice("both", "drag", "click")}
    return Table({}, optional={
        item.name: special.get(item.name) or (Switch() if isinstance(item.default, bool) else Text())
        for item in fields(Settings)})
