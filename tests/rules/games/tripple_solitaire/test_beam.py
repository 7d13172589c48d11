"""The beam search of the solitaire: its line is legal, its points are those of the rules, wider is better."""

from __future__ import annotations

from rules.games.triangles.layout import Lay
from rules.games.triangles.tripple import TrippleState
from rules.games.tripple_solitaire.beam import best_line
from rules.games.tripple_solitaire.bots import BOTS
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.kit.shuffle import rng_for
from tests.kit.asking import ask
from tests.kit.play import shipped
from tests.rules.games.triangles.play import table

RULES = shipped(TrippleSolitaire)


def all_drawn(seed: int) -> TrippleState:
    """Return a deal after all draws, which a strong player makes first."""
    state = RULES.start(RULES.deal(1, seed), 1)
    while not isinstance(move := ask(BOTS["hard"], RULES, state, 0, rng_for(seed)).move, Lay):
        state = RULES.apply(state, move).state
    return state


def test_a_line_is_legal_and_makes_the_points_that_it_promises() -> None:
    for seed in (1, 2, 3):
        state = all_drawn(seed)
        line, points = best_line(RULES, state, 10, lambda: False)
        for move in line:
            state = RULES.apply(state, move).state
        assert state.ended is not None and state.scores[0] == points


def test_the_wider_beam_makes_more_points() -> None:
    deals = [all_drawn(seed) for seed in range(1, 7)]
    narrow, wide = (sum(best_line(RULES, deal, width, lambda: False)[1] for deal in deals)
                    for width in (1, 30))
    assert wide > narrow + 20 * len(deals)


def test_an_interrupted_search_returns_the_line_so_far() -> None:
    line, _ = best_line(RULES, all_drawn(1), 10, lambda: True)
    assert len(line) == 1 and RULES.why_illegal(all_drawn(1), line[0]) is None


def test_a_tile_without_points_is_laid_too() -> None:
    state = TrippleState(table("001@0,0^:001"), (("000", "555"),), (), 0, (0,), ply=9, drawn_in_all=20)
    line, points = best_line(RULES, state, 5, lambda: False)
    assert [lay.tile for lay in line] == ["000"] and points == -15


def test_after_a_draw_the_line_begins_with_a_drawn_tile() -> None:
    state = TrippleState(table("012@0,0^:012"), (("122", "011"),), (), 0, (0,), ply=9, drawn=1,
                         drawn_in_all=20)
    line, _ = best_line(RULES, state, 5, lambda: False)
    assert line[0].tile == "011"
