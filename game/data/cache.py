"""A cache for our own YAML files: parsed once, kept as JSON until the file changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.data.files import write_atomically

_cache_folder: Path | None = None
_known: dict[Path, Any] = {}
"""Data loaded earlier, by cache file; callers must not modify it."""


def use_cache(folder: Path | None) -> None:
    """Set the folder of the cache; None disables it."""
    global _cache_folder
    _cache_folder = folder


def load(path: Path) -> Any:
    """Return the content of a shipped YAML file (for files of players see rules/files/source.py)."""
    return cached(path.stem, [path], lambda: parse(path))


def cached(name: str, sources: list[Path], make: Callable[[], Any]) -> Any:
    """Return plain data that `make` builds from some files; it is kept until one of them changes."""
    if _cache_folder is None:
        return make()
    stamp = hashlib.md5()
    for path in sources:
        stat = path.stat()
        stamp.update(f"{path}:{stat.st_mtime_ns}:{stat.st_size}".encode())
    kept = _cache_folder / f"{name}-{stamp.hexdigest()[:16]}.json"
    if kept not in _known:
        try:
            _known[kept] = json.loads(kept.read_bytes())
        except (OSError, ValueError):
            _known[kept] = make()
            _keep(kept, _known[kept])
    return _known[kept]


def parse(path: Path) -> Any:
    """Parse a YAML file."""
    import yaml  # noqa: PLC0415 - with a filled cache no start needs YAML

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_bytes(), loader)


def _keep(path: Path, data: Any) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(data, ensure_ascii=False).encode())
    except (OSError, TypeError):
        pass  # without a cache the next start is only slower
