"""Play by rules from the shipped files, told as text: positions, refusals, points, transcripts, goldens."""

from __future__ import annotations

import os
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from rules import records
from rules.base import IllegalMove, Rules, Scored
from rules.files.variants import fill, load, merge
from rules.session import Session

ROOT = Path(__file__).resolve().parents[2]
VARIANTS = ROOT / "rules" / "variants"
GOLDEN = ROOT / "tests" / "golden"


@cache
def shipped(kind: type[Rules], variant: str = "classic") -> Rules:
    found = load(kind, variant, [VARIANTS / kind.game])
    assert not found.faults, found.faults
    return kind(found.values, variant)


def changed_rules(kind: type[Rules], **tables: Any) -> Rules:
    """Return the classic rules with some values changed: `changed_rules(SomeRules, draw={"most": 3})`."""
    return kind(merge(deepcopy(shipped(kind).values), tables), "changed")


def rules_again(kind: type[Rules]):
    """Return the `RulesFor` of a game without the catalog."""
    return lambda game, variant, values: kind(fill(kind, values, shipped(kind).values), variant)


def spelled(rules: Rules, state: Any) -> set[str]:
    moves = [rules.write_move(move) for move in rules.legal_moves(state)]
    assert len(moves) == len(set(moves)), "a legal move came twice"
    return set(moves)


def refused(rules: Rules, state: Any, text: str) -> str:
    """Return the last part of the refusal's key; apply must agree."""
    move = rules.read_move(text)
    refusal = rules.why_illegal(state, move)
    assert refusal is not None, f"{text} is legal"
    try:
        rules.apply(state, move)
    except IllegalMove as fault:
        assert fault.refusal == refusal
    else:
        raise AssertionError("refused, but applied")
    return refusal.key.rpartition(".")[2]


def play(rules: Rules, state: Any, *texts: str) -> Any:
    for text in texts:
        state = rules.apply(state, rules.read_move(text)).state
    return state


def gained(rules: Rules, state: Any, text: str) -> list[tuple[int, int, str]]:
    """Return the points of a move from its events: (seat, points, kind)."""
    step = rules.apply(state, rules.read_move(text))
    return [(event.by, event.points, event.kind) for event in step.events if isinstance(event, Scored)]


def recorded(session: Session) -> dict[str, Any]:
    """Return the record as a file would contain it, every move with its number of legal moves."""
    return records.loads(records.dumps(records.to_record(session, legal=True)))


def transcript(session: Session) -> str:
    """Return a whole game as text: every move with its points, the table at the end of every round."""
    rules, lines = session.rules, []
    for number, round_ in enumerate(session.rounds, 1):
        lines += [f"== round {number}", rules.describe(round_.start)]
        for ply in round_.plies:
            points = [f"{event.by}: {event.kind} {event.points:+}" for event in ply.events
                      if isinstance(event, Scored)]
            lines.append(f"{ply.by} {rules.write_move(ply.move)} -> {' '.join(map(str, ply.state.scores))}"
                         f"{'   (' + ', '.join(points) + ')' if points else ''}")
        outcome = rules.outcome(round_.state)
        lines += [f"{outcome.why}, winners {list(outcome.winners)}", rules.describe(round_.state)]
    return "\n".join(lines)


def check_golden(name: str, text: str) -> None:
    """Compare with a file; DOMINOTHEK_GOLDEN=write rewrites it, to be reviewed before it is committed."""
    path = GOLDEN / name
    if os.environ.get("DOMINOTHEK_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
