"""Frozen values of the rules as plain JSON data and back, for the views that leave this computer.

`to_plain` writes a state without naming types; `from_plain` reads it by the annotations of the type that the
reader expects. So no text of a message ever names a class, and whatever does not fit the annotations is a
`BadPlain`.
"""

from __future__ import annotations

import types
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from rules.kit.phrases import Phrase
from rules.kit.visible import visible

T = TypeVar("T")
Plain = Any
"""Data as `json` reads and writes it."""

LONGEST_TEXT = 20_000
"""The most characters of one text, far above any that the rules write."""
LONGEST_SAID = 500
"""The most characters of a text within a phrase; the rest is cut."""
DEEPEST = 12
"""How deep lists may be nested in a value without annotations."""


class BadPlain(ValueError):
    """Data that is not a value of the expected type."""


class Derived(ABC):
    """A dataclass with fields that follow from the others (`compare=False`); they are not written."""

    __slots__ = ()

    @abstractmethod
    def rebuilt(self) -> Derived:
        """Return this value, read without its derived fields, with them."""


_AS_IT_IS = frozenset({type(None), bool, int, float, str})


def to_plain(value: object) -> Plain:
    """Return a state, an event or a part of one as plain data; sets are written in order."""
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, tuple):
        return [part if type(part) in _AS_IT_IS else to_plain(part) for part in value]
    if isinstance(value, int | float | str):
        return value
    if isinstance(value, frozenset):
        return sorted(map(to_plain, value))
    if isinstance(value, Phrase):
        return {"key": value.key, "values": {key: to_plain(part) for key, part in value.values.items()}}
    if is_dataclass(value) and not isinstance(value, type):
        return {name: to_plain(getattr(value, name)) for name in _written(type(value))}
    raise BadPlain(f"{type(value).__name__} cannot be written")


Written: TypeAlias = dict[int, tuple[object, Plain]]
"""Fields that were written already, by their identity; each is kept, so that no other gets its identity."""


def changed_fields(before: T, after: T, written: Written) -> dict[str, Plain]:
    """Return those fields of a dataclass that differ from the value before, as plain data.

    Fields that several values share are written once, if all are given the same `written`.
    """
    found = {}
    for name in _written(cast("type", type(after))):
        value = getattr(after, name)
        if getattr(before, name) != value:
            if id(value) not in written:
                written[id(value)] = value, to_plain(value)
            found[name] = written[id(value)][1]
    return found


def from_plain(kind: type[T], data: Plain) -> T:
    """Return the value of a type from plain data; raise BadPlain."""
    try:
        return cast("T", _reader(cast("Any", kind))(data))
    except (RecursionError, OverflowError):
        raise BadPlain("too deep or too large") from None


def changed_from(before: T, data: Mapping[str, Plain]) -> T:
    """Return the value after `changed_fields`; raise BadPlain."""
    readers = _readers(cast("Any", type(before)))
    if not data.keys() <= readers.keys():
        raise BadPlain("wrong fields")
    try:
        return replace(before, **{name: readers[name](part) for name, part in data.items()})  # type: ignore[type-var]
    except (RecursionError, OverflowError):
        raise BadPlain("too deep or too large") from None


def loose(data: Plain, depth: int = 0) -> Any:
    """Return a value without annotations (a piece or a place of an event): lists become tuples."""
    if data is None or isinstance(data, bool):
        return data
    if isinstance(data, int | float | str):
        return _number(data) if not isinstance(data, str) else _text(data)
    if isinstance(data, list) and depth < DEEPEST:
        return tuple(loose(part, depth + 1) for part in data)
    raise BadPlain("not a value of an event")


def phrase_from(data: Plain, depth: int = 0) -> Phrase:
    """Return a phrase; its values are texts, numbers and further phrases."""
    if not isinstance(data, dict) or set(data) != {"key", "values"} or depth > 2:
        raise BadPlain("not a phrase")
    values = data["values"]
    if not isinstance(values, dict) or len(values) > 20:
        raise BadPlain("not a phrase")
    return Phrase(_text(data["key"]), {_text(key): _said(part, depth) for key, part in values.items()})


def _said(data: Plain, depth: int) -> Any:
    """Return a value of a phrase; unprintable characters of a text are made visible."""
    if isinstance(data, dict):
        return phrase_from(data, depth + 1)
    return visible(data, LONGEST_SAID) if isinstance(data, str) else loose(data)


# --- reading by annotations ---


@cache
def _written(kind: type) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind) if item.compare)


def _number(data: float) -> float:
    if isinstance(data, bool) or not abs(data) < 2**53:
        raise BadPlain("not a number")
    return data


def _text(data: Plain) -> str:
    if not isinstance(data, str) or len(data) > LONGEST_TEXT or not data.isprintable():
        raise BadPlain("not a text")
    return data


def _whole(data: Plain) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not abs(data) < 2**53:
        raise BadPlain("not a whole number")
    return data


def _switch(data: Plain) -> bool:
    if not isinstance(data, bool):
        raise BadPlain("not true or false")
    return data


def _real(data: Plain) -> float:
    if not isinstance(data, int | float):
        raise BadPlain("not a number")
    return float(_number(data))


def _nothing(data: Plain) -> None:
    if data is not None:
        raise BadPlain("not null")


_SIMPLE: Mapping[object, Callable[[Plain], object]] = {
    int: _whole, str: _text, bool: _switch, float: _real, type(None): _nothing}


@cache
def _reader(kind: Any) -> Callable[[Plain], object]:
    """Return the function that reads a value of an annotated type."""
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _one_of([_reader(part) for part in arguments])
    if origin is Literal:
        return _literal(arguments)
    if origin is tuple:
        return _row(arguments)
    if origin is frozenset:
        return _set(_reader(arguments[0]))
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(kind)
    if isinstance(kind, type) and issubclass(kind, tuple):
        return _named(kind)
    raise TypeError(f"{kind!r} has no plain form")


def _one_of(readers: list[Callable[[Plain], object]]) -> Callable[[Plain], object]:
    def read(data: Plain) -> object:
        for reader in readers:
            try:
                return reader(data)
            except BadPlain:
                continue
        raise BadPlain("none of the possible values")
    return read


def _literal(allowed: tuple[object, ...]) -> Callable[[Plain], object]:
    def read(data: Plain) -> object:
        if not isinstance(data, str | int) or data not in allowed:
            raise BadPlain("not an allowed value")
        return data
    return read


def _list(data: Plain) -> list[Plain]:
    if not isinstance(data, list):
        raise BadPlain("not a list")
    return data


def _row(arguments: tuple[Any, ...]) -> Callable[[Plain], object]:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        reader = _reader(arguments[0])
        return lambda data: tuple(reader(part) for part in _list(data))
    readers = [_reader(part) for part in arguments]

    def read(data: Plain) -> object:
        if len(_list(data)) != len(readers):
            raise BadPlain("wrong number of entries")
        return tuple(reader(part) for reader, part in zip(readers, data, strict=True))
    return read


def _set(reader: Callable[[Plain], object]) -> Callable[[Plain], object]:
    return lambda data: frozenset(reader(part) for part in _list(data))


def _named(kind: type) -> Callable[[Plain], object]:
    row = _row(tuple(get_type_hints(kind)[name] for name in kind._fields))  # type: ignore[attr-defined]
    return lambda data: kind(*cast("tuple[object, ...]", row(data)))


@cache
def _readers(kind: type) -> Mapping[str, Callable[[Plain], object]]:
    hints = get_type_hints(kind)
    return {name: _reader(hints[name]) for name in _written(kind)}


def _record(kind: type) -> Callable[[Plain], object]:
    readers = _readers(kind)

    def read(data: Plain) -> object:
        if not isinstance(data, dict) or set(data) != set(readers):
            raise BadPlain("wrong fields")
        found = kind(**{name: reader(data[name]) for name, reader in readers.items()})
        return found.rebuilt() if isinstance(found, Derived) else found
    return read
