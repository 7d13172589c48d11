"""`main.py rules`: check rule files, levels, word files and tournaments; print each fault with its place."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from game.commands.command_line import CommandLine, one_of
from game.data.own.words import OwnWords
from game.data.store import Store
from game.net.club.tournament.plan import read_plan
from game.ui.text import Texts
from rules import catalog
from rules.catalog import GAMES
from rules.files import level_files, levels
from rules.files.faults import Fault, Place, fault_at, unknown
from rules.files.variants import load_file
from rules.kit.phrases import Phrase
from rules.words.language import GERMAN, LANGUAGES
from rules.words.tiles import letters_faults, letters_file
from rules.words.word_files import load_words

ALL_GAMES = ", ".join(GAMES)
WORDS = ".txt"
"""Suffix of word files."""


class Checked(NamedTuple):
    """A checked file and its faults."""

    path: Path
    faults: tuple[Fault, ...]


def run(args: list[str], texts: Texts) -> int:
    """Run the command; return 0 if there is no fault, else 1."""
    line = CommandLine("rules", texts)
    line.takes("file", many=True)
    line.offers("game")
    found = line.parse(args)
    if found is None:
        return 0
    game = None if found.game is None else one_of("cli.fault.game", found.game, GAMES)
    store = Store()
    own = store.own_rules
    checked = _given(found.file, game, own) if found.file else everything(own, store.own_words)
    return _print(checked, texts)


def _print(checked: Iterable[Checked], texts: Texts) -> int:
    """Print each fault once, even if it affects several files, and a summary; return the exit code."""
    files: set[Path] = set()
    lines: dict[str, None] = {}
    for entry in checked:
        files.add(entry.path)
        for fault in entry.faults:
            line = written(fault, texts)
            if line not in lines:
                lines[line] = None
                print(line)
    if lines:
        print(texts("cli.rules.faulty", n=len(lines), files=len(files)))
        return 1
    print(texts("cli.rules.clean", n=len(files)))
    return 0


def written(fault: Fault, texts: Texts) -> str:
    """Format a fault; files below the current folder get a relative path."""
    path = fault.file
    if os.path.isabs(path) and Path(path).is_relative_to(Path.cwd()):
        path = os.path.relpath(path)
    return f"{path}:{fault.line}:{fault.column}: {texts(Phrase(fault.key, fault.values))}"


# --- all files ---


def everything(own: Path | None = None, words: Path | None = None) -> Iterator[Checked]:
    """Yield all shipped files and the player's own: rule files in `own`, word files in `words`."""
    for game in GAMES:
        for variant in catalog.variants(game, own):
            yield Checked(variant.path, variant.faults)
        for file in levels.load_all(game, prove=True):
            yield Checked(file.path, file.faults)
    yield from (Checked(letters_file(code), tuple(letters_faults(code))) for code in LANGUAGES)
    yield from _stray(catalog.SHIPPED)
    yield from _stray(level_files.SHIPPED)
    if own is not None:
        yield from _stray(own)
    if words is not None:
        for language in LANGUAGES.values():
            folder = OwnWords(words.parent, language).own_file.parent
            yield from (Checked(path, load_words(path, language).faults) for path in _entries(folder)
                        if path.suffix == WORDS)


def _stray(folder: Path) -> Iterator[Checked]:
    """Yield files that the program ignores: unknown game folder or wrong suffix."""
    for entry in _entries(folder):
        if entry.is_dir() and entry.name not in GAMES:
            phrase = unknown("cli.rules.game_folder", entry.name, GAMES)
            yield Checked(entry, (fault_at(Place(str(entry)), phrase.key, **phrase.values),))
        elif entry.is_dir():
            yield from (_wrong_suffix(path) for path in _entries(entry) if path.suffix == ".yml")
        elif entry.suffix in (".yaml", ".yml"):
            yield _one(entry, "cli.rules.which_game", allowed=ALL_GAMES)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(entry for entry in folder.iterdir() if entry.name[0] != ".")
    except OSError:  # no such folder: the player has no files of this kind
        return []


def _one(path: Path, key: str, **values: str) -> Checked:
    return Checked(path, (fault_at(Place(str(path)), key, **values),))


def _wrong_suffix(path: Path) -> Checked:
    return _one(path, "cli.rules.suffix")


# --- files named on the command line ---


def _given(names: list[str], game: str | None, own: Path) -> Iterator[Checked]:
    for path in map(Path, names):
        if not path.is_dir():
            yield _file(path, game, own)
            continue
        inside = sorted(entry for entry in path.rglob("*") if entry.suffix in (".yaml", ".yml", WORDS))
        if not inside:
            yield _one(path, "cli.rules.empty_folder")
        for entry in inside:
            yield _file(entry, game, own)


def _file(path: Path, game: str | None, own: Path) -> Checked:
    """Check any file; its folders determine the game and the kind of file."""
    if not path.exists():
        return _one(path, "fault.missing_file")
    if path.suffix == WORDS:
        return Checked(path, load_words(path, LANGUAGES.get(path.absolute().parent.name, GERMAN)).faults)
    if _has_key(path, "system"):
        return Checked(path, read_plan(path, own).faults)
    around = [folder.name for folder in path.absolute().parents]
    game = game or next((name for name in around if name in GAMES), None)
    if game is None:
        return _one(path, "cli.rules.which_game", allowed=ALL_GAMES)
    if _is_level_file(path, around):
        return Checked(path, levels.load_file(game, path, prove=True).faults)
    faults = load_file(catalog.rules_class(game), path, catalog.folders(game, own)).faults
    if path.suffix == ".yml":
        faults = (*faults, *_wrong_suffix(path).faults)
    return Checked(path, tuple(faults))


def _is_level_file(path: Path, around: list[str]) -> bool:
    """Return whether this is a level file, by its folder or by its list of levels."""
    return "levels" in around[:3] or _has_key(path, "levels")


def _has_key(path: Path, key: str) -> bool:
    """Return whether a line of the file begins with this key."""
    try:
        return path.is_file() and re.search(rf"^{key}:".encode(), path.read_bytes(), re.MULTILINE) is not None
    except OSError:  # the reader of rule files reports the reason
        return False
