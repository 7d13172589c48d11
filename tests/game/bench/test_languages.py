"""How the word games play in every language: what the long measurement counts."""

from __future__ import annotations

from game.bench.languages import cannot_lay
from rules.catalog import GAMES, rules_class, rules_of
from rules.session import Seat, Session

GAME = next(game for game in GAMES if rules_class(game).has_words and not GAMES[game].race)


def test_a_hand_that_cannot_lay_anything_is_told_from_a_player_who_passes() -> None:
    rules = rules_of(GAME, "english")
    session = Session(rules, [Seat("Ada"), Seat("Bea")], 1, level={
        "hands": ["THANK", "QQ"], "red": "", "black": "", "starter": 0})
    for text in ("> 0,0 AN", "pass", "pass"):
        session.play(rules.read_move(text))
    assert cannot_lay(session) == 1, "Ada could lay a word with THK"
