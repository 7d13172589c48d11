"""`main.py review`: what every move of a finished game cost, and what was better."""

from __future__ import annotations

import json
from pathlib import Path

from game.commands.command_line import CommandLine, failed, misused, reason
from game.commands.simulate import Progress
from game.ui.text import Texts
from rules import records
from rules.catalog import engine_of, rules_from_values
from rules.engine import Measure
from rules.kit.visible import visible
from rules.review import Judged, as_json, remarks, review
from rules.session import AnySession


def run(args: list[str], texts: Texts) -> int:
    """Review a record; return 0."""
    line = CommandLine("review", texts)
    line.takes("file")
    line.switch("json")
    found = line.parse(args)
    if found is None:
        return 0
    if found.file is None:
        misused("cli.fault.needs_file", command="review")
    session = _finished(Path(found.file))
    engine = engine_of(session.rules)
    progress, judged = Progress(session.moves, texts, "cli.review.progress"), list[Judged]()
    try:
        for one in review(session, engine):
            judged.append(one)
            progress.show(len(judged))
    finally:
        progress.clear()
    said = list(remarks(session, engine))
    if found.json:
        print(json.dumps(as_json(session, judged, said, texts), ensure_ascii=False, indent=1))
    else:
        _print_table(session, judged, engine.measure, texts)
        for _, remark in said:
            print(visible(texts(remark.said)))
    return 0


def _finished(path: Path) -> AnySession:
    """Return the session of a record; complain about one that is unreadable or not over."""
    try:
        path.stat()
        session = records.replay(records.read_file(path), rules_from_values)
    except OSError as fault:
        failed("cli.replay.faulty", file=str(path), reason=reason(fault))
    except records.RecordFault as fault:
        failed("cli.replay.faulty", file=str(path), reason=fault.phrase)
    if session.outcome is None:
        failed("cli.review.unfinished", file=str(path))
    return session


def _print_table(session: AnySession, judged: list[Judged], measure: Measure, texts: Texts) -> None:
    """Print a line a move, then what each player left lying."""
    write = session.rules.write_move
    rows = [(str(one.number), session.seats[one.ply.by].name, write(one.ply.move), f"{one.verdict.value:.2f}",
             write(one.verdict.best.move) if one.verdict.loss else "",
             f"{one.verdict.best.value:.2f}" if one.verdict.loss else "",
             texts(one.verdict.best.reason) if one.verdict.loss else "") for one in judged]
    head = tuple(texts(f"cli.review.head.{name}") for name in (
        "number", "name", "move", "value", "best", "best_value", "reason"))
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, *rows]:
        print(visible("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()))
    print()
    for seat, player in enumerate(session.seats):
        lost = sum(one.verdict.loss for one in judged if one.ply.by == seat)
        print(visible(texts(f"cli.review.lost.{measure}", name=player.name, value=f"{lost:.2f}")))
