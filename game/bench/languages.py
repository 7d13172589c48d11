"""`main.py bench languages`: how the word games play in every language; long.

`--count N` is the number of games of each pair of bots, 20 unless named. Races are measured by the share of
deals that are laid within a second.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from game.boards.measures.figures import Row, report
from rules.base import AnyRules
from rules.catalog import GAMES, engine_of, rules_class, rules_of
from rules.kit.shuffle import rng_for
from rules.session import LEVELS, Seat, Session
from rules.words.solve import build
from rules.words.vocabulary import vocabulary

SECOND = 1.0
"""The time limit for building a crossword."""
WITHOUT_A_WORD = ("buy", "pass")


def main() -> None:
    count = int(sys.argv[sys.argv.index("--count") + 1]) if "--count" in sys.argv else 20
    games = [game for game in GAMES if rules_class(game).has_words]
    rows: list[Row] = []
    for game in games:
        for code, variant in rules_class(game).word_languages.items():
            rules = rules_of(game, variant)
            made = race_figures(rules, 4 * count) if GAMES[game].race else table_figures(rules, count)
            for name, value, unit, what in made:
                rows.append(Row(name, value, unit, game=f"{code} {game} {what}".strip()))
                print(rows[-1].game, name, f"{value:.1f}", unit, file=sys.stderr, flush=True)
    report(rows)


Figure = tuple[str, float, str, str]
"""Name, value, unit and what it was measured with."""


def race_figures(rules: AnyRules, deals: int) -> Iterator[Figure]:
    words = vocabulary(rules.values["words"]["classes"], language=rules.words_language)
    late = 0
    for number in range(deals):
        hands = rules.deal(rules.seats[0], number)["hands"]
        assert isinstance(hands, list)
        is_late = partial(_is_late, time.process_time())
        build(hands[0], words, rng_for("bench languages", number), 60.0, stop=is_late)
        late += is_late()
    yield "languages_laid", 100 - 100 * late / deals, "%", ""


def _is_late(started: float) -> bool:
    return time.process_time() - started > SECOND


def table_figures(rules: AnyRules, count: int) -> Iterator[Figure]:
    """Bots of one level against each other, then each level against the one below, seats alternating."""
    for level in LEVELS:
        moves = stuck = hopeless = left = 0
        for seed in range(count):
            session = played(rules, (level, level), seed)
            plies = [rules.write_move(ply.move) for round_ in session.rounds for ply in round_.plies]
            moves += len(plies)
            stuck += sum(text.startswith(WITHOUT_A_WORD) for text in plies)
            hopeless += cannot_lay(session)
            left += sum(len(hand) for hand in session.state.hands)
        yield "languages_moves", moves / count, "", level
        yield "languages_no_word", 100 * stuck / max(1, moves), "%", level
        yield "languages_cannot_lay", 100 * hopeless / max(1, moves), "%", level
        yield "languages_left", left / count, "", level
    for lower, higher in pairwise(LEVELS):
        won = 0.0
        for seed in range(count):
            seat = seed % 2
            outcome = played(rules, (higher, lower) if seat == 0 else (lower, higher), seed).game_outcome
            won += (seat in outcome.winners) / len(outcome.winners) if outcome and outcome.winners else 0.5
        yield "languages_beats", 100 * won / count, "%", f"{higher} - {lower}"


def cannot_lay(session: Session) -> int:
    """Return the number of turns in which no word of the list could be laid, whoever knew it."""
    rules, found = session.rules, 0
    for round_ in session.rounds:
        state = round_.start
        for ply in round_.plies:
            if rules.write_move(ply.move).startswith(WITHOUT_A_WORD):
                moves = map(rules.write_move, rules.legal_moves(state))
                found += all(text.startswith(WITHOUT_A_WORD) for text in moves)
            state = ply.state
    return found


def played(rules: AnyRules, levels: tuple[str, str], seed: int) -> Session:
    """Return a finished game of two bots."""
    engine = engine_of(rules)
    session = Session(rules, [Seat(level, "bot", level) for level in levels], seed)
    while session.game_outcome is None:
        if session.outcome is not None:
            session.next_round()
            continue
        state = session.state
        rng = rng_for("bench languages", seed, session.moves)
        session.play(engine.choose(levels[state.player], state, state.player, rng, None, lambda: False).move)
    return session


if __name__ == "__main__":
    main()
