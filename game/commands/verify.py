"""`main.py verify`: replay records and print `ok` or the first departure from the rules for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from game.commands.command_line import CommandLine, misused, reason
from game.ui.text import Texts
from rules import records
from rules.catalog import rules_from_values
from rules.kit.phrases import Phrase
from rules.kit.visible import visible
from rules.session import Session


def run(args: list[str], texts: Texts) -> int:
    """Run the command; return 0 if all records are valid, else 1."""
    line = CommandLine("verify", texts)
    line.takes("file", many=True)
    found = line.parse(args)
    if found is None:
        return 0
    if not found.file:
        misused("cli.fault.needs_file", command="verify")
    checked = faulty = 0
    for path, fault in _records(found.file):
        phrase = fault or check(path)
        sound = phrase.key == "cli.verify.ok"
        print(f"{visible(str(path))}: {visible(texts(phrase))}")
        checked, faulty = checked + 1, faulty + (not sound)
    if checked > 1:
        print(texts("cli.verify.sum", n=checked, faulty=faulty))
    return 1 if faulty else 0


def _records(names: list[str]) -> Iterator[tuple[Path, Phrase | None]]:
    """Yield the files given and those in folders given, each with a fault if it cannot be read."""
    for path in map(Path, names):
        try:
            path.stat()
            inside = sorted(path.rglob("[!.]*.json")) if path.is_dir() else None
        except (OSError, ValueError) as fault:  # ValueError: a NUL in the name
            why = reason(fault) if isinstance(fault, OSError) else str(fault)
            yield path, Phrase("record.unreadable", {"reason": why})
            continue
        if inside is None:
            yield path, None
        elif inside:
            yield from ((entry, None) for entry in inside)
        else:
            yield path, Phrase("cli.verify.empty_folder")


def check(path: Path) -> Phrase:
    """Return the verdict on one record."""
    try:
        return _praise(records.verify(records.read_file(path), rules_from_values))
    except records.RecordFault as fault:
        return fault.phrase
    except Exception as fault:
        return Phrase("cli.verify.crash", {"problem": f"{type(fault).__name__}: {fault}"})


def _praise(session: Session) -> Phrase:
    outcome = session.game_outcome
    values = {"game": session.rules.game, "variant": session.rules.variant, "moves": session.moves}
    if outcome is None:
        return Phrase("cli.verify.ok", values | {"result": Phrase("cli.verify.unfinished")})
    scores = ":".join(map(str, session.state.scores))
    winners = ", ".join(session.seats[seat].name for seat in outcome.winners)
    key = "cli.verify.won_by" if winners else "cli.verify.nobody"
    return Phrase("cli.verify.ok", values | {"result": Phrase(key, {"scores": scores, "winners": winners})})
