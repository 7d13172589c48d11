"""The packages that network play needs; everything else works without them."""

from __future__ import annotations

from importlib.util import find_spec

PACKAGES = ("websockets", "zeroconf", "spake2", "cryptography")


def missing() -> list[str]:
    """Return the packages that are not installed, without importing any."""
    return [name for name in PACKAGES if find_spec(name) is None]
