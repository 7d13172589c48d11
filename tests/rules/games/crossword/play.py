"""Shared by the tests of the crossword games: positions as rows of text, random games, a small word list."""

from __future__ import annotations

from typing import Any

from rules.base import Rules
from rules.games.crossword.board import Board, CrosswordState, Lay
from rules.games.crossword.laying import LayingRules
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session

WORDS = """
AB ABER AHA ALT AM AN ARM ART AST AUE AUF AUS BAU BEI BEIN BESEN BIS BROT DA DAS DEN DER DORF DU EI EIN EIS
ELF ENDE ER ERBE ERDE ES ESEL EULE FEE FEIN FEST GAR GAS GELB GERN GUT HAFEN HALM HASE HAUS HAUT HERD HERZ HOF
HOSE HUT IDEE IM IN INSEL IST JA JE KLEE KUR LAMM LAND LANG LAUB LEIM LICHT LOS LUFT MAL MAUS MEER MIT MOND
MUT NAHT NASE NEU NIE NOT NU NUN OB OBST ODER OFEN OHR ORT OST PER RAD RAT REISE REISEN REST RINDE ROSE ROT
RUF RUHE SAND SEE SEIL SIEB SO SONNE STERN TAL TAU TEE TIER TON TOR UFER UHR UM UND UNS VIER VOM WALD WIND
WORT WORTE WUT ZAUN ZEH ZU"""
"""Enough for whole games of everyday words, few enough for brute force."""


def position(rules: LayingRules, rows: str, *hands: str, red: str = "", black: str = "", words: str = "",
             player: int = 0, at: tuple[int, int] = (0, 0), **more: Any) -> CrosswordState:
    """Return a table drawn as rows of text, a dot for an empty square; it need not be reachable."""
    letters = {(x + at[0], y + at[1]): letter for y, row in enumerate(rows.split())
               for x, letter in enumerate(row) if letter != "."}
    setup = {"hands": list(hands), "red": red, "black": black, "starter": 0, "words": words or WORDS}
    state = rules.start(setup, len(hands))
    fields = {"board": Board(tuple(letters.items())), "player": player, **more}
    return type(state)(**{name: fields.get(name, getattr(state, name))
                          for name in state.__dataclass_fields__})


def lays(rules: Rules, state: Any) -> set[str]:
    """Return the words that can be laid, in the notation of records."""
    return {rules.write_move(move) for move in rules.legal_moves(state) if isinstance(move, Lay)}


def random_session(rules: LayingRules, players: int, seed: int, *, laying: float = 0.8,
                   setup: Any = None, rounds: int = 9) -> Session:
    """Play a random game with the small word list and at most `rounds` rounds; prefer words."""
    dealt = {**rules.deal(players, seed), "words": WORDS, **(setup or {})}
    session = Session(rules, [Seat(f"P{seat}") for seat in range(players)], seed, level=dealt)
    rng = rng_for("random game", rules.game, players, seed)
    while session.game_outcome is None:
        if session.outcome is not None:
            if len(session.rounds) >= rounds:
                break
            session.next_round()
            continue
        moves = list(rules.legal_moves(session.state))
        words = [move for move in moves if isinstance(move, Lay)]
        session.play(pick(rng, words if words and rng.random() < laying else moves))
    return session


def small_odd_session(rules: LayingRules, players: int, seed: int, rounds: int = 9) -> Session:
    """Play a random game with few letters and small stocks."""
    deal = rules.deal(players, seed)
    setup = {"hands": [hand[3:6 + seed % 3] for hand in deal["hands"]], "red": deal["red"][:seed % 2],
             "black": deal["black"][:seed % 3]}
    return random_session(rules, players, seed, setup=setup, rounds=rounds)


def count_positions(rules: LayingRules, state: CrosswordState, depth: int) -> int:
    """Return the number of lines of `depth` moves (perft)."""
    if not depth:
        return 1
    return sum(count_positions(rules, rules.apply(state, move).state, depth - 1)
               for move in rules.legal_moves(state))
