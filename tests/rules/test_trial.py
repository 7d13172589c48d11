"""Trials of rules, and the comments of rule files: what the rule laboratory uses of the rules package."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.base import Outcome
from rules.catalog import GAMES, SHIPPED, rules_class, rules_of
from rules.files.comments import comments_in
from rules.trial import ENDLESS, Result, Tally, Trial, counted, play_some, steps_for


def trial_of(game: str, values: Any = None, games: int = 2, level: str = "easy") -> Trial:
    classic = rules_of(game).values
    low, high = GAMES[game].players
    return Trial(game, (values or classic, classic), level, max(low, min(2, high)), games, seed=1)


def never() -> bool:
    return False


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_tried(game: str) -> None:
    results = play_some(trial_of(game, games=1), 0, 600.0, never)
    assert [result.side for result in results] == [0, 1]
    for result in results:
        assert result.moves > 0 and result.whys and ENDLESS not in result.whys
        assert len(result.scores) == trial_of(game).players


def test_the_same_rules_give_the_same_games_on_both_sides() -> None:
    results = play_some(trial_of("trio_domino", games=4), 0, 600.0, never)
    assert len(results) == 8
    for one, other in zip(results[::2], results[1::2], strict=True):
        assert ((one.scores, one.winners, one.moves, one.whys)
                == (other.scores, other.winners, other.moves, other.whys))


def test_games_come_a_few_at_a_time_and_never_none() -> None:
    trial = trial_of("turm_domino", games=5)
    parts, at = [], 0
    while at < trial.total:
        part = play_some(trial, at, 0.0, never)
        assert len(part) == 1
        parts += part
        at += len(part)
    assert parts == play_some(trial, 0, 600.0, never)


def test_a_trial_that_nobody_waits_for_ends_at_once() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 30

    assert len(play_some(trial_of("tripple_domino", games=50), 0, 600.0, stop)) < 100


def test_a_changed_value_changes_the_games() -> None:
    values = deepcopy(rules_of("turm_domino").values)
    values["stack"]["max_difference"] = 3
    results = play_some(trial_of("turm_domino", values, games=20), 0, 600.0, never)
    won = [sum(bool(r.winners) for r in results if r.side == side) for side in (0, 1)]
    assert won[0] > won[1]


def test_rules_under_which_nobody_ever_stops_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.trial.MOST_MOVES", 7)
    result = play_some(trial_of("turm_domino", games=1), 0, 600.0, never)[0]
    assert result.moves == 7 and result.whys == (ENDLESS,) and result.winners == ()


def test_winners_are_counted_from_the_player_who_began(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = rules_class("kwinty")
    monkeypatch.setattr(kind, "game_outcome", lambda self, state: Outcome((1 - state.player,), "five"))
    monkeypatch.setattr(kind, "outcome", lambda self, state: Outcome((1 - state.player,), "five"))
    assert all(result.winners == (1,) for result in play_some(trial_of("kwinty", games=3), 0, 600.0, never))


def test_a_shared_win_counts_in_parts_and_an_undecided_game_for_nobody() -> None:
    tally = Tally()
    tally.add(Result(0, (3, 3), (0, 1), 10, ("draw",)))
    tally.add(Result(0, (9, 1), (0,), 20, ("out", "blocked")))
    tally.add(Result(0, (0, 0), (), 30, ("out",)))
    assert (tally.win_share(0), tally.win_share(1)) == (0.5, 0.5 / 3)
    assert tally.undecided == 1 and tally.mean_length == 20 and tally.mean_points == 16 / 6
    assert tally.why_share("out") == 0.5 and tally.why_share("never") == 0


@pytest.mark.parametrize("values", [[0], [5, 5, 5], [-13, 40], list(range(1000)), [1, 99999], [7, 8, 9, 17]])
def test_bars_cover_all_values_in_few_round_steps(values: list[int]) -> None:
    steps = steps_for(values)
    assert 2 <= len(steps) <= 10 and steps[0] <= min(values) and max(values) < steps[-1]
    assert len({after - before for before, after in pairwise(steps)}) == 1
    assert sum(counted(values, steps)) == len(values)


# --- comments ---


@pytest.mark.parametrize("game", GAMES)
def test_the_classic_file_of_every_game_explains_its_values(game: str) -> None:
    comments = comments_in(SHIPPED / game / "classic.yaml")
    assert len(comments) >= len(rules_of(game).values) / 2


def test_comments_beside_and_above_belong_to_their_key(tmp_path: Path) -> None:
    path = tmp_path / "classic.yaml"
    path.write_text('# The file.\n\n# Above\n# in two lines.\nrow: ["#1", "2"]   # beside\n'
                    'draw:\n  most: 3 # "three"\n  cost: 5\n')
    assert comments_in(path) == {"row": "Above in two lines. beside", "draw.most": '"three"'}


def test_a_file_that_cannot_be_read_has_no_comments(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("a: [")
    assert comments_in(tmp_path / "bad.yaml") == comments_in(tmp_path / "missing.yaml") == {}
