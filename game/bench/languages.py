"""`main.py bench languages`: how the word games play in every language; long.

Bots of one level play against each other, then each level against the one below, seats alternating; of a
race the deals are counted that are laid within a second. Keeps what it counted in languages.yaml beside this
module and continues there the next time. `--games`, `--languages` and `--pairs` choose some, separated by
commas; `--count` is the number of games of each pair.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import yaml

from game.bench.ladder import SAVED_EVERY, WANTED, save_figures, some_of
from game.boards.measures.figures import Row, report
from game.commands.simulate import leave_interrupts
from rules.base import AnyRules
from rules.catalog import GAMES, engine_of, rules_class, rules_of
from rules.kit.shuffle import rng_for
from rules.session import LEVELS, Seat, Session
from rules.words.language import LANGUAGES
from rules.words.solve import build
from rules.words.vocabulary import vocabulary

COUNT = 200
SECOND = 1.0
"""The time limit for building a crossword."""
LEAST_LAID = 95.0
"""Percentage of the deals of a race that have to be laid within it."""
LEAST_MOVES, LONG_LEVELS = 10.0, LEVELS[:2]
"""Moves that a game has to last at the lower levels, on average."""
WITHOUT_A_WORD = ("buy", "pass")
WORD_GAMES = [game for game in GAMES if rules_class(game).has_words]
DEALS = "deals"
"""The name used instead of a pair for the deals of a race."""
PAIRS = {DEALS: (), **{level: (level, level) for level in LEVELS},
         **{f"{higher}-{lower}": (higher, lower) for lower, higher in pairwise(LEVELS)}}
"""By name, the levels that play against each other."""
FILE = Path(__file__).with_suffix(".yaml")


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of some games of one pair, or of some deals of a race."""

    games: int = 0
    moves: int = 0
    no_word: int = 0
    """Turns in which a bot bought a letter or passed."""
    cannot_lay: int = 0
    """Those in which no word of the whole list could be laid."""
    left: int = 0
    """Letters in the hands at the end."""
    won: float = 0.0
    """Games won by the first bot of the pair; a draw counts half."""
    late: int = 0
    """Deals of a race that were not laid within a second."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + theirs for mine, theirs in
                       zip(asdict(self).values(), asdict(other).values(), strict=True)))


@dataclass(frozen=True, slots=True)
class Cell:
    """One pair in one game and language."""

    game: str
    language: str
    pair: str


def all_cells() -> list[Cell]:
    """Return everything that can be measured, weak levels first, which think for the shortest time."""
    order = sorted(PAIRS, key=lambda name: max(map(LEVELS.index, PAIRS[name]), default=0))
    return [Cell(game, language, pair) for pair in order for game in WORD_GAMES
            for language in rules_class(game).word_languages if (pair == DEALS) == GAMES[game].race]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=some_of(WORD_GAMES), default=WORD_GAMES)
    parser.add_argument("--languages", type=some_of([*LANGUAGES]), default=[*LANGUAGES])
    parser.add_argument("--pairs", type=some_of([*PAIRS]), default=[*PAIRS])
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    until = time.monotonic() + 60 * given.minutes
    cells = [cell for cell in all_cells() if cell.game in given.games and cell.pair in given.pairs
             and cell.language in given.languages]
    with get_context("spawn").Pool(given.jobs, initializer=leave_interrupts) as pool:
        for cell in cells:
            if time.monotonic() > until:
                break
            numbers = range(tallies().get(cell, Tally()).games, given.count)
            measure(cell, pool.imap(partial(counted, cell), numbers), until)
        pool.terminate()  # what was begun after the time was up is of no use
    found = tallies()
    report([row for cell in cells if cell in found for row in rows_of(cell, found[cell])])


def measure(cell: Cell, games: Iterable[Tally], until: float) -> None:
    """Add games to what was counted until the time is up, and keep it in the file."""
    tally, saved, begun = tallies().get(cell, Tally()), time.monotonic(), False
    for game in games:
        tally, now, begun = tally + game, time.monotonic(), True
        if now - saved > SAVED_EVERY:
            save(cell, tally)
            saved = now
        if now > until:
            break
    if begun:
        save(cell, tally)
        print(f"  {cell.game} {cell.language} {cell.pair}: {shown(tally)}", file=sys.stderr, flush=True)


def rows_of(cell: Cell, tally: Tally) -> Iterator[Row]:
    """Yield the figures of a cell."""
    game, turns = f"{cell.language} {cell.game}", max(1, tally.moves)
    if cell.pair == DEALS:
        yield Row("languages_laid", 100 - 100 * tally.late / tally.games, "%", None, LEAST_LAID,
                  at_least=True, game=game)
        return
    game = f"{game} {cell.pair}"
    if cell.pair not in LEVELS:
        yield Row("languages_beats", 100 * tally.won / tally.games, "%", None,
                  WANTED[GAMES[cell.game].family], at_least=True, game=game)
        return
    yield Row("languages_moves", tally.moves / tally.games, "", None,
              LEAST_MOVES if cell.pair in LONG_LEVELS else None, at_least=True, game=game)
    yield Row("languages_no_word", 100 * tally.no_word / turns, "%", game=game)
    yield Row("languages_cannot_lay", 100 * tally.cannot_lay / turns, "%", game=game)
    yield Row("languages_left", tally.left / tally.games, "", game=game)


# --- the file ---


def tallies() -> dict[Cell, Tally]:
    """Read what was counted."""
    entries = yaml.safe_load(FILE.read_text(encoding="utf-8")) or {}
    return {Cell(game, language, pair): Tally(**tally) for game, languages in entries.items()
            for language, pairs in languages.items() for pair, tally in pairs.items()}


def save(cell: Cell, tally: Tally) -> None:
    """Put a tally into the file; others may have written there in the meantime."""
    found = tallies() | {cell: tally}
    lines: list[str] = []
    for game in WORD_GAMES:
        for language in rules_class(game).word_languages:
            pairs = {pair: found[key] for pair in PAIRS if (key := Cell(game, language, pair)) in found}
            lines += [f"{game}:"] if pairs and f"{game}:" not in lines else []
            lines += [f"  {language}:"] if pairs else []
            lines += [f"    {pair}: {{{shown(counts)}}}" for pair, counts in pairs.items()]
    save_figures(FILE, lines)


def shown(tally: Tally) -> str:
    """Return what was counted as the file has it."""
    return ", ".join(f"{name}: {value:g}" for name, value in asdict(tally).items() if value)


# --- one game ---


def counted(cell: Cell, number: int) -> Tally:
    """Play a game, or deal a race, and return what there is to count."""
    rules = rules_of(cell.game, rules_class(cell.game).word_languages[cell.language])
    if cell.pair == DEALS:
        return Tally(1, late=is_laid_late(rules, number))
    first, second = PAIRS[cell.pair]
    seat = number % 2
    session = played(rules, (second, first) if seat else (first, second), number)
    plies = [rules.write_move(ply.move) for round_ in session.rounds for ply in round_.plies]
    winners = session.game_outcome.winners if session.game_outcome else ()
    return Tally(1, len(plies), sum(text.startswith(WITHOUT_A_WORD) for text in plies), cannot_lay(session),
                 sum(len(hand) for hand in session.state.hands),
                 (seat in winners) / len(winners) if winners else 0.5)


def is_laid_late(rules: AnyRules, number: int) -> bool:
    """Return whether no crossword of all letters of a deal was built within a second of CPU time."""
    words = vocabulary(rules.values["words"]["classes"], language=rules.words_language)
    hands = rules.deal(rules.seats[0], number)["hands"]
    assert isinstance(hands, list)
    until = time.process_time() + SECOND
    return build(hands[0], words, rng_for("bench languages", number), float("inf"),
                 stop=lambda: time.process_time() > until) is None


def cannot_lay(session: Session) -> int:
    """Count the turns without a word in which no word of the whole list could be laid."""
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
