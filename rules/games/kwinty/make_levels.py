"""Make the puzzles of Kwinty: play, search, rate and discard, then write levels/kwinty/*.yaml.

Run with `python -m rules.games.kwinty.make_levels [FILE ...]`, for all files or those named; the result is
reproducible. Each puzzle has exactly one first move that reaches its goal, proved by checking every move. The
names are written by hand, in game/locale/<language>/levels_kwinty.yaml; the later files are only numbered.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rules.files.levels import load_all
from rules.files.variants import load
from rules.games.kwinty.board import Board, Position, board_of, turned
from rules.games.kwinty.rules import PASS, Kwinty, Move
from rules.games.kwinty.search import Proof, Search
from rules.grading import grade_file
from rules.home import HOME
from rules.kit.shuffle import rng_for
from rules.kit.skill import softmax

ROOT = HOME
FOLDER = ROOT / "levels" / "kwinty"
FIRST_PLY, LAST_PLY = 7, 24
"""The number of blocks in the wall of a puzzle."""
WARMTH, CUT = 40.0, 200.0
"""How carelessly the games that yield the puzzles are played (softmax temperature and cut)."""
HELD = 5
"""Number of plies for which the only defence is proved to hold."""


@dataclass(frozen=True)
class Kind:
    """The type of puzzle in one file."""

    name: str
    goal: str
    plies: int
    """Plies until the row; for a defence, the plies within which everything else loses."""
    par: int
    count: int = 10
    """Puzzles in the file."""
    candidates: int = 60
    """Puzzles found before a selection is kept, from the easiest to the hardest."""
    hardest: bool = False
    """Keep those that fewest bots solve instead."""


KINDS = (
    Kind("1_win_in_one", "five", 1, 0),
    Kind("2_win_in_two", "five", 3, 1),
    Kind("3_only_defence", "found", 3, 1),
    Kind("4_win_in_three", "five", 5, 2),
    Kind("5_more_in_two", "five", 3, 1, 15, 45),
    Kind("6_more_defences", "found", 3, 1, 15, 45),
    Kind("7_more_in_three", "five", 5, 2, 15, 30),
    Kind("8_win_in_four", "five", 7, 3, 15, 99, hardest=True),
)
NAMED = 4
"""The files whose puzzles have names."""


@dataclass(frozen=True)
class Puzzle:
    """A position with exactly one first move."""

    moves: tuple[Move, ...]
    """The moves before it."""
    proof: tuple[Move, ...]
    choices: int
    """Number of legal first moves."""
    traps: int
    """Number of wrong moves that look right: a square that would make five but cannot be covered, a threat
    that wins nothing, an answer to a threat that still loses.
    """
    quiet: bool
    """Whether the right move makes no threat by itself."""

    @property
    def rating(self) -> float:
        return len(self.proof) + 0.5 * self.traps + 2.0 * self.quiet + 0.1 * self.choices


# --- candidates ---------------------------------------------------------------------------------


def games(board: Board, rng: Random) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Yield the positions of a game between two fairly weak players."""
    position: Position = (0, 0, 0, 0)
    moves: list[Move] = []
    while len(moves) < LAST_PLY:
        legal = board.moves(position)
        if board.has_row(position[2] | position[3]) or not legal or legal == [PASS]:
            return
        if len(moves) >= FIRST_PLY:
            yield tuple(moves), position
        search = Search(board)
        values = [max(-300, min(300, search.worth(position, move, 1))) for move in legal]
        move = softmax(legal, values, WARMTH, CUT, rng)
        moves.append(move)
        position = board.after(position, move)


# --- conditions of a puzzle ---------------------------------------------------------------------


def find(kind: Kind, board: Board, moves: tuple[Move, ...], position: Position) -> Puzzle | None:
    """Return the puzzle of this kind that a position holds, or None."""
    proof = Proof(board)
    if kind.goal == "found":
        return _defence(kind, proof, moves, position)
    if kind.plies > 1 and proof.wins(position, kind.plies - 2):
        return None
    # With two blocks to win, no other move may win with three either: a slower way would also be a solution.
    if len(proof.winning_moves(position, 5 if kind.plies == 3 else kind.plies)) != 1:
        return None
    solution = proof.line(position, kind.plies)
    if not solution:
        return None
    alone = kind.plies == 1
    traps = _closed_gaps(board, position) if alone else _threats_besides(board, position, solution[0])
    return _puzzle(board, moves, position, solution, traps)


def _defence(kind: Kind, proof: Proof, moves: tuple[Move, ...], position: Position) -> Puzzle | None:
    """Return the puzzle if the other player threatens a row, one move holds, and all others lose soon."""
    board = proof.board
    if board.winning(position) or not board.winning(turned(position)):
        return None
    holding = proof.holding_moves(position, kind.plies)
    if len(holding) != 1 or proof.wins(board.after(position, holding[0]), HELD) or proof.wins(position, HELD):
        return None
    answers = [move for move in board.moves(position) if not board.winning(board.after(position, move))]
    return _puzzle(board, moves, position, (holding[0],), len(answers) - 1)


def _closed_gaps(board: Board, position: Position) -> int:
    """Return the number of free squares that would make five but that no block can cover now."""
    own, other = position[0] | position[1], position[2] | position[3]
    free = board.in_reach[(own | other) & board.ground] & ~(own | other)
    covered = 0
    for block in board.blocks(position):
        after = board.lay(position, block)
        covered |= after[2] | after[3]
    return (board.completing(own)[2] & free & ~covered).bit_count()


def _threats_besides(board: Board, position: Position, right: Move) -> int:
    """Return the number of other moves that threaten to win with the next block."""
    return sum(bool(board.winning(turned(board.after(position, move))))
               for move in board.moves(position) if move != right)


def _puzzle(board: Board, moves: tuple[Move, ...], position: Position, proof: tuple[Move, ...],
            traps: int) -> Puzzle:
    after = board.after(position, proof[0])
    quiet = not board.has_row(after[2] | after[3]) and not board.winning(turned(after))
    return Puzzle(moves, proof, len(board.moves(position)), traps, quiet)


# --- looking and choosing -----------------------------------------------------------------------


def moves_before_others(kind: Kind) -> set[tuple[str, ...]]:
    """Return the moves before the puzzles of all other files, so that none comes twice."""
    return {tuple(level.setup["moves"]) for file in load_all(Kwinty.game, begin=False)
            if file.path.stem != kind.name for level in file.levels}


def look_for(kind: Kind, rules: Kwinty) -> list[Puzzle]:
    """Return puzzles from many games, the easiest first; about every third candidate is kept, or all."""
    board, number = board_of(rules), 0
    taken = moves_before_others(kind)
    found: list[Puzzle] = []
    while len(found) < kind.candidates:
        number += 1
        for moves, position in games(board, rng_for("kwinty puzzles", kind.name, number)):
            puzzle = find(kind, board, moves, position)
            if puzzle is not None and puzzle.traps and tuple(map(_spelled, moves)) not in taken:
                found.append(puzzle)
                print(f"{kind.name}: {len(found)} of {kind.candidates}, game {number}", file=sys.stderr)
                break
    found.sort(key=lambda puzzle: (puzzle.rating, len(puzzle.moves)))
    if kind.hardest:
        return found
    every = len(found) / kind.count
    return [found[int((index + 0.5) * every)] for index in range(kind.count)]


# --- writing ------------------------------------------------------------------------------------

HEAD = """\
# Puzzles of Kwinty, grade {grade}: {asked}. Made by `python -m rules.games.kwinty.make_levels`, which
# plays, searches, rates and discards; the names stand in game/locale/<language>/levels_kwinty.yaml.
# setup: who laid the first block and all that was laid; seat 0 has the turn. goal: {goal}
# within: so many moves of both together. par: moves that may be taken back for the third star.
# rating: legal first moves; what looks right and is not; 1 if the right move threatens nothing; all in one.
# proof: the only first move, and against the longest resistance the rest.
grade: {grade}

levels:
"""
ASKED = {("five", 1): "win with one block", ("five", 3): "win with two blocks",
         ("found", 3): "find the only defence", ("five", 5): "win with three blocks",
         ("five", 7): "win with four blocks"}
GOALS = {
    "five": "five own squares in a row.",
    "found": "the one move that holds\n"
             f"#   ({HELD} moves are proved); all others lose within {KINDS[2].plies}."}


def written(level_id: int, kind: Kind, puzzle: Puzzle) -> str:
    """Return one puzzle as YAML; moves are quoted because they contain blanks."""
    numbers = (f"choices: {puzzle.choices}, traps: {puzzle.traps}, quiet: {int(puzzle.quiet)}, "
               f"all: {puzzle.rating:.1f}")
    rows = [puzzle.moves[start:start + 8] for start in range(0, len(puzzle.moves), 8)]
    moves = ",\n              ".join(", ".join(f'"{_spelled(move)}"' for move in row) for row in rows)
    return (f'  - id: "{level_id}"\n    variant: classic\n    setup:\n'
            f"      starter: {len(puzzle.moves) % 2}\n      moves: [{moves}]\n"
            f"    goal: {kind.goal}\n    within: {len(puzzle.proof)}\n    par: {kind.par}\n"
            f"    rating: {{{numbers}}}\n"
            f"    proof: [{', '.join(_quoted(move) for move in puzzle.proof)}]\n")


def _spelled(move: Move) -> str:
    return "pass" if move == PASS else str(move)


def _quoted(move: Move) -> str:
    return f'"{_spelled(move)}"'


def main() -> None:
    variant = load(Kwinty, "classic", [ROOT / "rules" / "variants" / "kwinty"])
    assert variant.values is not None
    FOLDER.mkdir(parents=True, exist_ok=True)
    for grade, kind in enumerate(KINDS, 1):
        if sys.argv[1:] and kind.name not in sys.argv[1:]:
            continue
        puzzles = look_for(kind, Kwinty(variant.values))
        head = HEAD.format(grade=grade, asked=ASKED[kind.goal, kind.plies], goal=GOALS[kind.goal])
        body = "\n".join(written(grade * 100 + number, kind, puzzle)
                         for number, puzzle in enumerate(puzzles, 1))
        path = FOLDER / f"{kind.name}.yaml"
        path.write_text(head + body, encoding="utf-8")
        grade_file(Kwinty.game, path, renumber=grade > NAMED, keep=kind.count)


if __name__ == "__main__":
    main()
