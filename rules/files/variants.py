"""The variants of a game: find its rule files, merge each with the file it extends, check the result.

Shipped files are rules/variants/<game>/<variant>.yaml, those of the player are in a separate folder. A faulty
file does not affect the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules.base import M, Rules, S
from rules.files.faults import Fault, FaultyFile, Place, Problem, fault_at, unknown
from rules.files.source import Table, Text, Translations, check_plain, read_table
from rules.kit.phrases import Phrase

CLASSIC = "classic"
ABOUT_THE_FILE = {"extends": Text(example=CLASSIC), "title": Translations(), "about": Translations()}
"""Keys of every rule file; all others belong to the schema of the game."""

IN = "+"
"""Between the name of a variant and the language in which its words are played: `three_rounds+en`."""

Folders = Sequence[Path]
"""The folders with the rule files of one game: the shipped one, then optionally the player's own."""

Translated = str | dict[str, str]
"""A text for all languages, or one for each."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One rule file, read and merged. If it has faults, `values` is None and it cannot be played."""

    name: str
    path: Path
    own: bool
    title: Translated
    about: Translated
    values: dict[str, Any] | None
    faults: tuple[Fault, ...]
    extends: str | None


class VariantFault(ValueError):
    """Raised for playing a variant whose rule file is missing or faulty; `variant` has the faults."""

    def __init__(self, variant: Variant):
        first = variant.faults[0]
        super().__init__(f"{first.file}:{first.line}:{first.column}: {first.key} {dict(first.values)}")
        self.variant = variant


def load(rules_class: type[Rules[S, M]], name: str, folders: Folders) -> Variant:
    """Return a variant by name; for an unknown name one with that fault."""
    shelf = _Shelf(rules_class, folders)
    path = shelf.find(name)
    if path is not None:
        return shelf.variant(path)
    base, _, language = name.partition(IN)
    if language in rules_class.word_languages and (path := shelf.find(base)) is not None:
        return in_language(rules_class, shelf.variant(path), language)
    path = folders[0] / f"{name}.yaml"
    phrase = unknown("fault.unknown_variant", name, shelf.names())
    fault = fault_at(Place(str(path)), phrase.key, **phrase.values)
    return Variant(name, path, False, name, "", None, (fault,), None)


def in_language(rules_class: type[Rules[S, M]], variant: Variant, language: str) -> Variant:
    """Return a variant with words of a language; one that has them already stays as it is."""
    if variant.values is None or variant.values["words"]["language"] == language:
        return variant
    name = f"{variant.name}{IN}{language}"
    try:
        values = over(rules_class.implied, {"words": {"language": language}}, variant.values)
    except FaultyFile as fault:
        return replace(variant, name=name, values=None, faults=tuple(fault.faults))
    return replace(variant, name=name, values=values)


def load_in_language(rules_class: type[Rules[S, M]], name: str, language: str, folders: Folders) -> Variant:
    """Return a variant by name with words of a language; games without words have none."""
    languages = rules_class.word_languages
    if language in languages and name in languages.values():
        return load(rules_class, languages[language], folders)
    variant = load(rules_class, name, folders)
    return in_language(rules_class, variant, language) if language in languages else variant


def language_named(rules_class: type[Rules[S, M]], name: str) -> str:
    """Return the language of words in the name of a variant; that of classic if there is none."""
    languages, told = rules_class.word_languages, name.partition(IN)[2]
    by_variant = {variant: code for code, variant in languages.items()}
    return told if told in languages else by_variant.get(name, next(iter(languages), ""))


def load_file(rules_class: type[Rules[S, M]], path: Path, folders: Folders) -> Variant:
    """Load a rule file from any path; the file it extends is searched in `folders`, then beside it."""
    here = path.parent.resolve()
    # A folder can have two spellings; name files in faults as the caller spelt them.
    spelt = [path.parent if folder.resolve() == here else folder for folder in folders]
    return _Shelf(rules_class, spelt, beside=path.parent).variant(path)


def load_all(rules_class: type[Rules[S, M]], folders: Folders) -> list[Variant]:
    """Return all variants: classic, the other shipped ones by name, the player's own by name."""
    shelf = _Shelf(rules_class, folders)
    return [shelf.variant(path) for path in (*shelf.shipped.values(), *shelf.own.values())]


# --- comparing and merging -----------------------------------------------------------------------


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Merge tables key by key, recursively; lists and scalars of `over` replace those of `base`."""
    merged = dict(base)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(base.get(key), Mapping)
        merged[key] = merge(base[key], value) if both else value
    return merged


Implied = Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]


def over(implied: Implied, own: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Merge the values of a file, and what follows from them, over those of its base."""
    return merge(merge(base, implied(own, base)), own)


def differences(
    values: Mapping[str, Any], classic_values: Mapping[str, Any], within: str = ""
) -> list[tuple[str, Any, Any]]:
    """Return (dotted key, value, classic value) of every difference, in the order of classic."""
    found = []
    for key, classic in classic_values.items():
        value, name = values.get(key), f"{within}{key}"
        if isinstance(value, Mapping) and isinstance(classic, Mapping):
            found += differences(value, classic, f"{name}.")
        elif value != classic:
            found.append((name, value, classic))
    return found


class BadRules(ValueError):
    """Raised for invalid rules in a record; `problems` has the dotted key and reason of each fault."""

    def __init__(self, problems: list[Problem]):
        super().__init__("; ".join(f"{name}: {why.key} {dict(why.values)}" for name, why in problems))
        self.problems = problems

    @property
    def phrase(self) -> Phrase:
        """The reason of the first problem."""
        return self.problems[0][1]


def fill(rules_class: type[Rules[S, M]], partial: Any, classic_values: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the values of a record with those of classic; raise BadRules for invalid ones.

    `Rules.check` is not called: the setup of a record is valid even if it departs from the rules.
    """
    values, problems = check_plain(partial, rules_class.schema)
    if problems:
        raise BadRules(problems)
    try:
        return over(rules_class.implied, values, classic_values)
    except FaultyFile as fault:
        first = fault.faults[0]
        raise BadRules([("", Phrase(first.key, first.values))]) from None


# --- reading the files of one game ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _File:
    """A rule file as written, before it is merged."""

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
    """The values of a file merged with those it extends (None if faulty), and where each was set."""

    values: dict[str, Any] | None
    places: dict[str, Place]
    faults: list[Fault]


class _Shelf:
    """The rule files of one game in both folders; each is read once, on first use."""

    def __init__(self, rules_class: type[Rules[S, M]], folders: Folders, beside: Path | None = None):
        self._schema, self._check, self._implied = rules_class.schema, rules_class.check, rules_class.implied
        self._former = rules_class.former_variants
        self.shipped = _rule_files(folders[0])
        self.own = {name: path for folder in folders[1:] for name, path in _rule_files(folder).items()}
        self.beside = _rule_files(beside) if beside else {}
        self._files: dict[Path, _File] = {}
        self._merged: dict[Path, _Merged] = {}

    def names(self) -> list[str]:
        return list(dict.fromkeys((*self.shipped, *self.own, *self.beside)))

    def find(self, name: str) -> Path | None:
        """Look a name up in the listed files, never as a path: `extends: ../../secret` finds nothing."""
        found = self.shipped.get(name) or self.own.get(name) or self.beside.get(name)
        return found or self.shipped.get(self._former.get(name, ""))

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
            schema = Table(self._schema.keys, optional=ABOUT_THE_FILE, base=base)
            self._files[path] = _File(path, *read_table(path, schema))
        return self._files[path]

    def _ancestors(self, path: Path) -> list[_File]:
        """Return the file, the one it extends and so on, up to a repeated or unknown one."""
        line: dict[Path, _File] = {}
        next_path: Path | None = path
        while next_path is not None and next_path not in line:
            file = line[next_path] = self._file(next_path)
            next_path = self.find(file.extends) if file.extends is not None else None
        return list(line.values())

    def _merge(self, path: Path) -> _Merged:
        """Merge from the oldest ancestor down: a long chain of files needs no recursion."""
        for file in reversed(self._ancestors(path)):
            if file.path not in self._merged:
                self._merged[file.path] = self._over_its_base(file)
        return self._merged[path]

    def _over_its_base(self, file: _File) -> _Merged:
        faults = [*file.faults, *self._base_fault(file), *self._name_fault(file)]
        if faults:
            return _Merged(None, {}, faults)
        base = self._base(file)
        own = {key: value for key, value in file.values.items() if key not in ABOUT_THE_FILE}
        try:
            values = over(self._implied, own, base.values or {})
        except FaultyFile as fault:
            return _Merged(None, {}, fault.faults)
        places = {**base.places, **file.places}
        clashes = self._clashes(file, values, places)
        return _Merged(None if clashes else values, places, clashes)

    def _base(self, file: _File) -> _Merged:
        """Return the merged file that `file` extends; an empty one if it extends nothing known."""
        path = None if file.extends is None else self.find(file.extends)
        return _Merged({}, {}, []) if path is None else self._merged[path]

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
        """Return the names from this file back to itself; empty if its ancestors do not include it."""
        line = self._ancestors(file.path)
        last = line[-1].extends
        if last is None or self.find(last) != file.path:
            return []
        return [*(ancestor.name for ancestor in line), file.name]

    def _name_fault(self, file: _File) -> Iterator[Fault]:
        if file.path in self.own.values() and file.name in self.shipped:
            yield fault_at(Place(str(file.path)), "fault.name_taken", name=file.name)

    def _clashes(self, file: _File, values: dict[str, Any], places: dict[str, Place]) -> list[Fault]:
        """Report the contradictions found by `Rules.check` where the value was set. If that is in a base
        file, which is valid by itself, also report a fault at `extends` of this file.
        """
        faults = []
        for name, phrase in self._check(values):
            place = _place_of(name, places) or Place(str(file.path))
            faults.append(fault_at(place, phrase.key, **phrase.values))
            if place.file != str(file.path):
                faults.append(fault_at(file.place("extends"), "fault.clash", name=name, base=file.extends))
        return faults


def _rule_files(folder: Path) -> dict[str, Path]:
    """Return the rule files of a folder by name, classic first; none if there is no such folder."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix == ".yaml" and path.name[0] != "."]
    except OSError:
        return {}
    return {path.stem: path for path in sorted(paths, key=lambda path: (path.stem != CLASSIC, path.stem))}


def _place_of(name: str, places: Mapping[str, Place]) -> Place | None:
    """Return the place of a dotted key, or of the innermost table around it that has one."""
    while name and name not in places:
        name = name.rpartition(".")[0]
    return places.get(name) if name else None
