"""`main.py bench solver`: the solver of Turm-Domino on a thousand classic deals."""

from __future__ import annotations

import sys
import time

from game.boards.measures.figures import Row, report
from rules.catalog import rules_of
from rules.games.turm_domino.rules import TurmDomino
from rules.games.turm_domino.solver import Solver


def main() -> None:
    rules = rules_of("turm_domino")
    assert isinstance(rules, TurmDomino)
    deals = 200 if "--quick" in sys.argv else 1000
    times, nodes, undecided, won = [], 0, 0, 0
    for seed in range(deals):
        state = rules.start(rules.deal_once(seed, 0), 1)
        solver = Solver(rules)
        started = time.perf_counter()
        verdict = solver.winnable(state)
        times.append((time.perf_counter() - started) * 1000)
        nodes += solver.nodes
        undecided += verdict is None
        won += verdict is True
    report([Row("solver_undecided", undecided, "", None, 0),
            Row("solver_mean", sum(times) / deals, "ms", None, 30.0),
            Row("solver_worst", max(times), "ms", None, 1000.0),
            Row("solver_nodes", nodes / sum(times), "k/s"), Row("solver_won", won / deals * 100, "%")])


if __name__ == "__main__":
    main()
