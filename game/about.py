"""What the program says about itself: version, data folder, optional parts, licences of what is not ours."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from game.data import cache
from game.folders import data_folder
from game.version import VERSION
from rules.kit.phrases import Phrase

LICENCES = Path(__file__).resolve().parent / "licences.yaml"
SPEAKERS = ("spd-say", "espeak-ng", "espeak", "say")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the program that may be missing on a computer; the text `about.part.KEY` names it."""

    key: str
    modules: tuple[str, ...] = ()
    other: Callable[[], str | None] = lambda: None
    """Returns what is missing besides modules."""

    @property
    def missing(self) -> str:
        """Return what would have to be installed for it; empty if it is there."""
        absent = [module for module in self.modules if find_spec(module) is None]
        return ", ".join(absent) or self.other() or ""


def _no_speaker() -> str | None:
    if sys.platform in ("win32", "darwin") or any(map(shutil.which, SPEAKERS)):
        return None
    return "speech-dispatcher, espeak-ng"


PARTS = (Part("network", ("websockets", "zeroconf", "spake2", "cryptography")),
         Part("speech", other=_no_speaker))


def lines() -> list[Phrase]:
    """Return version, data folder and optional parts as sentences."""
    parts = [Phrase("about.missing" if part.missing else "about.there",
                    {"part": Phrase(f"about.part.{part.key}"), "missing": part.missing}) for part in PARTS]
    return [Phrase("about.version", {"version": VERSION}),
            Phrase("about.folder", {"folder": str(data_folder())}), *parts]


@dataclass(frozen=True, slots=True)
class Licence:
    """A component that is not ours, and its licence; `file` is the text of a word list's licence."""

    name: str
    licence: str
    file: str = ""


def licences() -> list[Licence]:
    """Return the components of others: packages, fonts, word lists."""
    return [Licence(**entry) for entry in cache.parse(LICENCES)]
