"""The worlds that a seat of Tripple Domino imagines: they contradict nothing that it has seen."""

from __future__ import annotations

from dataclasses import replace

from rules.games.triangles.tripple import TrippleState
from rules.games.triangles.tripple_view import Ahead
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_domino.twin import SET, TrippleBoard, fitted
from rules.games.tripple_domino.worlds import Unseen
from rules.kit.shuffle import rng_for
from tests.kit.play import shipped
from tests.rules.games.triangles.play import random_session, table

RULES = shipped(TrippleDomino)


def drawn_game() -> TrippleState:
    """Return a position of three players in which both others had to draw."""
    session = random_session(RULES, 3, 2, drawing=0.0)
    states = [ply.state for ply in session.rounds[0].plies]
    return next(state for state in states
                if state.player == 0 and state.lacked and all(state.lacked[1:]) and state.stock)


def test_in_a_real_game_nobody_holds_what_fitted_when_they_had_to_draw() -> None:
    state = drawn_game()
    for seat in (1, 2):
        assert fitted(RULES, state, seat) and not fitted(RULES, state, seat) & SET.bits(state.hands[seat])


def test_a_world_keeps_what_the_seat_sees_and_remembers_what_the_others_could_not_lay() -> None:
    state = drawn_game()
    unseen, rng = Unseen(RULES, state, 0, remembers=True), rng_for("worlds")
    for _ in range(20):
        hands, stock = unseen.deal(rng)
        assert hands[0] == SET.bits(state.hands[0]) and len(stock) == len(state.stock)
        assert [hand.bit_count() for hand in hands] == [len(hand) for hand in state.hands]
        held = [tile for hand in state.hands for tile in hand]
        assert sum(hands) + sum(1 << tile for tile in stock) == SET.bits([*held, *state.stock])
        assert not any(hands[seat] & fitted(RULES, state, seat) for seat in (1, 2))


def test_who_forgets_imagines_such_tiles_and_who_has_seen_no_draw_knows_nothing() -> None:
    state = drawn_game()
    for known, remembers in ((state, False), (replace(state, lacked=()), True)):
        unseen, rng = Unseen(RULES, known, 0, remembers=remembers), rng_for("worlds")
        assert any(unseen.deal(rng)[0][1] & fitted(RULES, state, 1) for _ in range(20))


def test_a_world_does_not_depend_on_what_is_hidden() -> None:
    state = drawn_game()
    other = RULES.guess_hidden(state, 0, rng_for("elsewhere"))
    worlds = [Unseen(RULES, one, 0, remembers=True).deal(rng_for("same")) for one in (state, other)]
    assert state != other and worlds[0] == worlds[1]


def test_somebody_who_draws_though_a_tile_fits_is_still_dealt_a_whole_hand() -> None:
    state = TrippleState(table("012@0,0^:012"), (("333",), ("011", "022", "122")), (), 0, (0, 0), ply=9,
                         lacked=(0, 1))
    hands, _ = Unseen(RULES, state, 0, remembers=True).deal(rng_for("few"))
    assert hands[1] == SET.bits(state.hands[1])


def test_the_chance_that_the_next_player_is_stuck_counts_the_tiles_that_may_be_held() -> None:
    """Of four unseen tiles two fit beside 012: one held tile fits in half of all deals."""
    lying, hidden = table("012@0,0^:012"), ("012", "333", "344", "355")
    fits = ("011", "122")
    for held, chance in ((1, 1 / 2), (2, 1 / 6)):
        tiles = (*fits, "444", "555")
        state = TrippleState(lying, (hidden, tiles[:held]), tiles[held:], 0, (0, 0), ply=9)
        ahead = Ahead(RULES, state)
        ahead.unseen = SET.bits(tiles)
        assert ahead.blocked(TrippleBoard(RULES, lying)) == chance
