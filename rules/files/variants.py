"""The variants of a game: finds its rule files, lays each over the one it extends, and checks the whole.

Shipped files lie at rules/variants/<game>/<variant>.yaml, a player's own in a folder of theirs. A broken
file never stops the others. (The folder `variants` beside this module must not become a package, or it
would hide the module.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.base import Phrase, Rules
from rules.files.faults import Fault, Place, Problem, fault_at, unknown
from rules.files.source import Table, Text, Words, check_plain, read_table

CLASSIC = "classic"
ABOUT_THE_FILE = {"extends": Text(example=CLASSIC), "title": Words(), "about": Words()}
"""Keys that every rule file may have; all others belong to the schema of the game."""

Folders = Sequence[Path]
"""Where the rule files of one game lie: the shipped ones, then the player's own if there are any."""

Told = str | dict[str, str]
"""A text for all languages, or one for each."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One rule file, read and merged. With faults it has no values and cannot be played."""

    name: str
    path: Path
    own: bool
    title: Told
    about: Told
    values: dict[str, Any] | None
    faults: tuple[Fault, ...]
    extends: str | None


class VariantFault(ValueError):
    """A variant was to be played whose rule file is missing or faulty; `variant` has the faults."""

    def __init__(self, variant: Variant):
        first = variant.faults[0]
        super().__init__(f"{first.file}:{first.line}:{first.column}: {first.key} {dict(first.values)}")
        self.variant = variant


def load(rules_class: type[Rules], name: str, folders: Folders) -> Variant:
    """One variant by name; an unknown name is a fault like any other."""
    shelf = _Shelf(rules_class, folders)
    path = shelf.find(name)
    if path is not None:
        return shelf.variant(path)
    path = folders[0] / f"{name}.yaml"
    phrase = unknown("fault.unknown_variant", name, shelf.names())
    fault = fault_at(Place(str(path)), phrase.key, **phrase.values)
    return Variant(name, path, False, name, "", None, (fault,), None)


def load_file(rules_class: type[Rules], path: Path, folders: Folders) -> Variant:
    """A rule file anywhere; what it extends is looked for in the folders, then beside it."""
    here = path.parent.resolve()
    # The same folder may be spelt in two ways; faults should name the file as it was given.
    spelt = [path.parent if folder.resolve() == here else folder for folder in folders]
    return _Shelf(rules_class, spelt, beside=path.parent).variant(path)


def load_all(rules_class: type[Rules], folders: Folders) -> list[Variant]:
    """All variants: classic first, then the shipped by name, then the player's own by name."""
    shelf = _Shelf(rules_class, folders)
    return [shelf.variant(path) for path in (*shelf.shipped.values(), *shelf.own.values())]


# --- comparing and filling -----------------------------------------------------------------------


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key, also those by number; lists and single values replace."""
    merged = dict(base)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(base.get(key), Mapping)
        merged[key] = merge(base[key], value) if both else value
    return merged


def differences(
    values: Mapping[str, Any], classic_values: Mapping[str, Any], within: str = ""
) -> list[tuple[str, Any, Any]]:
    """(dotted key, value, classic value) wherever the two differ, in the order of classic."""
    found = []
    for key, classic in classic_values.items():
        value, name = values.get(key), f"{within}{key}"
        if isinstance(value, Mapping) and isinstance(classic, Mapping):
            found += differences(value, classic, f"{name}.")
        elif value != classic:
            found.append((name, value, classic))
    return found


class BadRules(ValueError):
    """Rules of a record that are none of this game; `problems` has (dotted key, Phrase) of each."""

    def __init__(self, problems: list[Problem]):
        super().__init__("; ".join(f"{name}: {why.key} {dict(why.values)}" for name, why in problems))
        self.problems = problems

    @property
    def phrase(self) -> Phrase:
        """The first problem, for a reader who wants only one."""
        return self.problems[0][1]


def fill(rules_class: type[Rules], partial: Any, classic_values: Mapping[str, Any]) -> dict[str, Any]:
    """All values of a record that may leave out classic ones; raises BadRules for what is not allowed.

    `Rules.check` is not asked: in a record the setup stands, also where it departs from the rules.
    """
    values, problems = check_plain(partial, rules_class.schema)
    if problems:
        raise BadRules(problems)
    return merge(classic_values, values)


# --- reading the files of one game ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _File:
    """A rule file as it stands, before it is laid over another."""

    path: Path
    values: dict[str, Any]
    faults: list[Fault]
    places: dict[str, Place]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def extends(self) -> str | None:
        return self.values.get("extends")

    def place(self, key: str) -> Place:
        return self.places.get(key, Place(str(self.path)))


@dataclass(frozen=True, slots=True)
class _Merged:
    """The values of a file laid over all that it extends (None with faults) and where each was set."""

    values: dict[str, Any] | None
    places: dict[str, Place]
    faults: list[Fault]


class _Shelf:
    """The rule files of one game in both folders; each is read once, when it is first needed."""

    def __init__(self, rules_class: type[Rules], folders: Folders, beside: Path | None = None):
        self.rules_class = rules_class
        self.shipped = _rule_files(folders[0])
        self.own = {name: path for folder in folders[1:] for name, path in _rule_files(folder).items()}
        self.beside = _rule_files(beside) if beside else {}
        self._files: dict[Path, _File] = {}
        self._merged: dict[Path, _Merged] = {}

    def names(self) -> list[str]:
        return list(dict.fromkeys((*self.shipped, *self.own, *self.beside)))

    def find(self, name: str) -> Path | None:
        """Names are looked up, never made into paths: `extends: ../../secret` leads nowhere."""
        return self.shipped.get(name) or self.own.get(name) or self.beside.get(name)

    def variant(self, path: Path) -> Variant:
        file, merged = self._file(path), self._merge(path)
        faults = sorted(merged.faults, key=lambda fault: (fault.file != str(path), fault.place))
        return Variant(
            name=file.name,
            path=path,
            own=path not in self.shipped.values(),
            title=file.values.get("title", file.name),
            about=file.values.get("about", ""),
            values=merged.values,
            faults=tuple(faults),
            extends=file.extends,
        )

    def _file(self, path: Path) -> _File:
        if path not in self._files:
            base = None if path == self.shipped.get(CLASSIC) else ("extends", CLASSIC)
            schema = Table(self.rules_class.schema.keys, optional=ABOUT_THE_FILE, base=base)
            self._files[path] = _File(path, *read_table(path, schema))
        return self._files[path]

    def _ancestors(self, path: Path) -> list[_File]:
        """The file, the one it extends, and so on, up to the first that repeats or extends nothing known."""
        line: dict[Path, _File] = {}
        next_path: Path | None = path
        while next_path is not None and next_path not in line:
            file = line[next_path] = self._file(next_path)
            next_path = self.find(file.extends) if file.extends is not None else None
        return list(line.values())

    def _merge(self, path: Path) -> _Merged:
        """From the oldest ancestor down, so that a long line of files needs no deep recursion."""
        for file in reversed(self._ancestors(path)):
            if file.path not in self._merged:
                self._merged[file.path] = self._over_its_base(file)
        return self._merged[path]

    def _over_its_base(self, file: _File) -> _Merged:
        faults = [*file.faults, *self._base_fault(file), *self._name_fault(file)]
        if faults:
            return _Merged(None, {}, faults)
        own = {key: value for key, value in file.values.items() if key not in ABOUT_THE_FILE}
        if file.extends is None:
            values, places = own, file.places
        else:
            base = self._merged[self.find(file.extends)]
            values, places = merge(base.values, own), {**base.places, **file.places}
        clashes = self._clashes(file, values, places)
        return _Merged(None if clashes else values, places, clashes)

    # --- faults of files among each other ---

    def _base_fault(self, file: _File) -> Iterator[Fault]:
        if file.extends is None:
            return
        place, base = file.place("extends"), self.find(file.extends)
        if file.path == self.shipped.get(CLASSIC):
            yield fault_at(place, "fault.classic_extends")
        elif base is None:
            others = [name for name in self.names() if name != file.name]
            phrase = unknown("fault.unknown_base", file.extends, others)
            yield fault_at(place, phrase.key, **phrase.values)
        elif base in self._merged and self._merged[base].values is not None:
            return
        elif cycle := self._cycle(file):
            yield fault_at(place, "fault.cycle", chain=" -> ".join(cycle))
        else:
            yield fault_at(place, "fault.base_faults", name=file.extends, file=str(base))

    def _cycle(self, file: _File) -> list[str]:
        """The names from this file back to itself, or nothing if its line does not return to it."""
        line = self._ancestors(file.path)
        last = line[-1].extends
        if last is None or self.find(last) != file.path:
            return []
        return [*(ancestor.name for ancestor in line), file.name]

    def _name_fault(self, file: _File) -> Iterator[Fault]:
        if file.path in self.own.values() and file.name in self.shipped:
            yield fault_at(Place(str(file.path)), "fault.name_taken", name=file.name)

    def _clashes(self, file: _File, values: dict[str, Any], places: dict[str, Place]) -> list[Fault]:
        """What `Rules.check` says, each where the value was set. If that is another file, this one says
        so at its `extends`: the other is in order by itself."""
        faults = []
        for name, phrase in self.rules_class.check(values):
            place = _place_of(name, places) or Place(str(file.path))
            faults.append(fault_at(place, phrase.key, **phrase.values))
            if place.file != str(file.path):
                faults.append(fault_at(file.place("extends"), "fault.clash", name=name, base=file.extends))
        return faults


def _rule_files(folder: Path) -> dict[str, Path]:
    """The rule files of a folder by name, classic first. A folder that is not there holds none."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix == ".yaml" and path.name[0] != "."]
    except OSError:
        return {}
    return {path.stem: path for path in sorted(paths, key=lambda path: (path.stem != CLASSIC, path.stem))}


def _place_of(name: str, places: Mapping[str, Place]) -> Place | None:
    """The place of a dotted key, or of the nearest table around it."""
    while name and name not in places:
        name = name.rpartition(".")[0]
    return places.get(name) if name else None
