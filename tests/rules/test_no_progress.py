"""Games that cannot be decided end by their rules, not by a limit of the simulator."""

from __future__ import annotations

from copy import deepcopy

from rules.catalog import rules_class, rules_of
from rules.session import Seat, Session

TWO = [Seat("Ada"), Seat("Bea")]


def changed(game: str, **parts: object):
    values = deepcopy(dict(rules_of(game).values))
    for key, value in parts.items():
        values[key] = {**values[key], **value} if isinstance(value, dict) else value
    return rules_class(game)(values, "mine")


def played_out(session: Session, most: int) -> Session:
    """Play the last legal moves (draws and passes) and all rounds to the end of the game."""
    while session.game_outcome is None and session.moves < most:
        if session.outcome is not None:
            session.next_round()
        session.play(list(session.rules.legal_moves(session.state))[-1])
    return session


def test_a_target_that_nobody_can_reach_ends_after_so_many_rounds() -> None:
    rules = changed("tripple_domino", draw={"cost": 999}, target=99999, no_progress=3)
    session = played_out(Session(rules, TWO, 1), 5000)
    assert session.game_outcome is not None and len(session.rounds) == 3
    best = max(session.state.scores)
    assert session.game_outcome.winners == tuple(i for i, score in enumerate(session.state.scores)
                                                 if score == best)


def test_a_new_highest_total_is_progress() -> None:
    rules = changed("tripple_domino", target=300, no_progress=1)
    session = Session(rules, TWO, 1)
    while session.outcome is None:
        session.play(next(iter(rules.legal_moves(session.state))))
    assert max(session.state.scores) > 0 and session.game_outcome is None


def test_rounds_that_nobody_wins_are_repeated_only_so_often() -> None:
    rules = changed("kreuzwort", match={"rounds": 1, "repeats": 2}, stake={"factor": 9})
    setup = {"hands": ["XX", "XX"], "red": "", "black": "", "starter": 0, "words": "HAUS"}
    session = Session(rules, TWO, 1, level=setup)
    while session.game_outcome is None and len(session.rounds) < 9:
        while session.outcome is None:
            session.play(list(rules.legal_moves(session.state))[-1])
        if session.game_outcome is None:
            session.begin_round(setup)
    assert len(session.rounds) == 3 and session.game_outcome is not None


def test_the_usual_numbers_change_no_ordinary_game() -> None:
    assert rules_of("tripple_domino").values["no_progress"] == 20
    for game in ("kreuzwort", "point_typ_dom", "wer_behaelt_recht"):
        assert rules_of(game).values["match"]["repeats"] == 9
