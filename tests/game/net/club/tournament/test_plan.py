"""The file of a tournament: everything in it is read, and every fault has its place."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from game.net.club.tournament import plan
from game.net.club.tournament.plan import Bots, Invited, Plan, read_plan
from rules.catalog import GAMES, rules_class

PAIR = next(game.id for game in GAMES.values() if game.players == (2, 2))
SEVERAL = next(game.id for game in GAMES.values() if game.players[1] >= 4 and not game.solitaire)
WORDS = next(game.id for game in GAMES.values() if len(rules_class(game.id).word_languages) > 1)

WHOLE = f"""
name: Autumn cup
game: {PAIR}
variant: classic
system: swiss
rounds: 5
games: 2
turn_seconds: 60
game_seconds: 1800
wait_seconds: 120
break_seconds: 30
start: {{at: "2027-01-16 18:00", people: 6}}
entrants:
  - {{name: Ada, id: 3f09ac81d2}}
  - {{name: Klara}}
  - {{name: Bruno}}
  - {{name: Emil}}
  - {{name: Frida}}
  - {{name: Gustav}}
bots: {{level: medium, until: 8}}
absent: bot
bye: draw
tie_breaks: [head_to_head, scored]
"""


def read(folder: Path, text: str) -> tuple[Plan | None, list[tuple[int, int, str]]]:
    path = folder / "Autumn Cup 2027.yaml"
    path.write_text(text.lstrip(), "utf-8")
    found = read_plan(path)
    return found.plan, [(fault.line, fault.column, fault.key) for fault in found.faults]


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    found, faults = read(tmp_path, WHOLE)
    assert not faults
    assert found == Plan(
        "autumn-cup-2027", "Autumn cup", PAIR, "swiss", "classic", 5, 2, 2, 60, 1800, 120, 30,
        datetime(2027, 1, 16, 18).timestamp(), 6,
        (Invited("Ada", "3f09ac81d2"), *map(Invited, ("Klara", "Bruno", "Emil", "Frida", "Gustav"))),
        bots=Bots("medium", 8), absent="bot", bye="draw", tie_breaks=("head_to_head", "scored"))


def test_the_example_says_everything_and_has_no_fault() -> None:
    path = Path(plan.__file__).with_name("example.yaml")
    found = read_plan(path)
    assert not found.faults and found.plan is not None
    text = path.read_text("utf-8")
    assert all(f"{key}:" in text for key in (*plan.SCHEMA.keys, *plan.SCHEMA.optional))


def test_three_lines_are_a_tournament(tmp_path: Path) -> None:
    found, faults = read(tmp_path, f"name: Cup\ngame: {PAIR}\nsystem: round_robin\n")
    assert not faults and found is not None and not found.entrants
    assert found.most == 71, "as many as one tournament can hold"


def test_the_language_of_words_is_part_of_the_variant(tmp_path: Path) -> None:
    language, variant = list(rules_class(WORDS).word_languages.items())[1]
    found, faults = read(tmp_path, f"name: Cup\ngame: {WORDS}\nsystem: round_robin\nwords: {language}\n")
    assert not faults and found is not None and variant == found.variant


@pytest.mark.parametrize(("text", "expected"), [
    (f"name: Cup\ngame: {PAIR}\nsystem: swiss\n", [(3, 9, "fault.tournament.swiss_rounds")]),
    (f"name: Cup\ngame: {SEVERAL}\nsystem: round_robin\nseats: 4\n",
     [(4, 8, "fault.tournament.two_at_a_table")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: swiss\nrounds: 2\nseats: 4\n", [(5, 8, "fault.tournament.seats")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: round_robin\nwords: de\n", [(4, 8, "fault.tournament.no_words")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: round_robin\nvariant: none\n", [(4, 10, "fault.unknown_variant")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: round_robin\nabsent: bot\n", [(4, 9, "fault.tournament.which_bots")]),
    (f'name: Cup\ngame: {PAIR}\nsystem: round_robin\nstart: {{at: "2027-02-30 18:00"}}\n',
     [(4, 13, "fault.tournament.no_time")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: round_robin\nstart: {{people: 9}}\nmost: 8\n",
     [(4, 17, "fault.tournament.too_few")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: round_robin\ntie_breaks: [scored, scored]\n",
     [(4, 1, "fault.tournament.tie_breaks_twice")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: swiss\nrounds: 4\nentrants: [name: Ed, name: ed, name: Emil]\n",
     [(4, 9, "fault.tournament.rounds"), (5, 28, "fault.tournament.twice")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: round_robin\nmost: 4\nentrants: [{{name: Ada}}, {{name: Emil}}]\n",
     [(4, 7, "fault.tournament.most_of_invited")]),
    (f"name: Cup\ngame: {PAIR}\nsystem: round_robin\nmost: 100\n",
     [(3, 9, "fault.tournament.too_many_games")]),
])
def test_values_that_contradict_each_other_are_told_with_their_place(
        tmp_path: Path, text: str, expected: list[tuple[int, int, str]]) -> None:
    found, faults = read(tmp_path, text)
    assert found is None and faults == expected


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = f"nam: Cup\ngame: {PAIR}x\nsystem: swis\nrounds: 0\nbots: {{level: strong}}\nabsent: cake\n"
    _, faults = read(tmp_path, text)
    assert [line for line, _, _ in faults] == [1, 2, 3, 4, 5, 6]
