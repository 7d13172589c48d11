"""Recording a finished game: the winner, and the stored result of every seat."""

from __future__ import annotations

import pytest

from game.data.history import History, Result, SeatResult
from game.data.index.booked import level_result
from game.data.occasion import Occasion
from game.data.results import book, result_of
from rules.files.faults import Place
from rules.files.levels import Level
from rules.session import Seat, Session
from tests.kit import null_game
from tests.kit.null_game import NullGame


class Noting(History):
    """A history that collects the seats it is given."""

    def __init__(self) -> None:
        super().__init__(None)
        self.given: list[SeatResult] = []

    def add(self, result: Result, seats: list[SeatResult] | None = None) -> bool:
        self.given = list(seats or [])
        return super().add(result, seats)


def finished(*seats: Seat) -> Session:
    """Play a game to its end with the first legal moves."""
    session = Session(NullGame(null_game.CLASSIC | {"rounds": 1}), list(seats), 7)
    while session.outcome is None:
        session.play(next(iter(session.rules.legal_moves(session.state))))
    return session


def booked(session: Session, *, won: bool) -> list[SeatResult]:
    history = Noting()
    book(history, session, Result("null_game", "classic", len(session.seats), 7, won=won, why="last", score=0,
                                  moves=session.moves, seconds=9.0, ended="2026-11-16 12:00:00"))
    history.close()
    return history.given


def test_the_first_person_wins_as_the_result_says_and_others_by_the_outcome() -> None:
    """A level can be lost although its last move won: the result decides, not the outcome."""
    session = finished(Seat("Bot", "bot", "easy"), Seat("Ada"), Seat("Ben"))
    winners = session.game_outcome.winners if session.game_outcome else ()
    for won in (True, False):
        given = booked(session, won=won)
        assert [seat.won for seat in given] == [0 in winners, won, 2 in winners]


def test_only_people_get_a_profile() -> None:
    given = booked(finished(Seat("Ada"), Seat("Bot", "bot", "hard")), won=True)
    assert [seat.profile is None for seat in given] == [False, True]
    assert [(seat.name, seat.kind, seat.level) for seat in given] == [
        ("Ada", "human", None), ("Bot", "bot", "hard")]


def test_a_game_without_an_outcome_has_no_winner_but_the_person_of_the_result() -> None:
    session = Session(NullGame(null_game.CLASSIC), [Seat("Ada"), Seat("Ben")], 7)
    assert [seat.won for seat in booked(session, won=True)] == [True, False]


def test_a_game_of_bots_alone_is_seen_from_the_first_seat() -> None:
    session = finished(Seat("Bot", "bot", "easy"), Seat("Bob", "bot", "easy"))
    session.tally["seconds"] = 9.1234
    result = result_of(session, Occasion())
    assert result.seconds == 9.1
    assert (result.score, result.won, result.best_rival) == (0, False, 1) and session.state.scores == (0, 1)


@pytest.mark.parametrize(("par", "result"), [(1, (True, 3)), (2, (False, 0))])
def test_a_level_with_a_par_is_solved_by_the_points_of_the_person(par: int, result: tuple[bool, int]) -> None:
    session = finished(Seat("Bot", "bot", "easy"), Seat("Ada"))
    level = Level("null_game", "toy", 1, "classic", {"heap": 8}, "par", par, {}, (), Place("toy"), players=2)
    assert session.state.scores == (0, 1)
    assert level_result(session, level, won=False) == result
