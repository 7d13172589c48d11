"""Setups that begin in the middle of a round: the moves that were made before.

`"moves": ["555@0,0^:555", "draw", ...]` in a setup are played from its deal on; all of them must be legal and
leave the round open. They are in the scores but not in the ply: no player of this session made them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.base import BadSetup, IllegalMove, Rules, Setup, UnreadableMove


def play_before(rules: Rules, setup: Setup, state: Any, texts: str) -> Any:
    """The state in which a setup begins, from that of its deal; raises BadSetup with one of `texts`."""
    moves, ply = setup.get("moves", []), state.ply
    if not isinstance(moves, list):
        raise BadSetup(f"{texts}.moves")
    for number, text in enumerate(moves, 1):
        move = text if isinstance(text, str) else ""
        try:
            state = rules.apply(state, rules.read_move(move)).state
        except UnreadableMove as fault:
            raise BadSetup(f"{texts}.move", number=number, move=str(text)[:80],
                           expected=fault.expected) from None
        except IllegalMove as fault:
            raise BadSetup(f"{texts}.illegal", number=number, move=move, reason=fault.refusal) from None
    if state.ended is not None and moves:
        raise BadSetup(f"{texts}.over", number=len(moves))
    return replace(state, ply=ply)
