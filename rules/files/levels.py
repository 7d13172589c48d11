"""Read and check level files: fixed deals and puzzles with a goal and a proof.

Faults have file:line:column, as in rule files. A faulty level is left out and does not affect the others.
The names of levels are texts with the key `level.<game>.<id>`; levels of all languages with the same number
share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from rules.base import AnyRules, BadSetup, IllegalMove, M, Rules, S, UnreadableMove
from rules.catalog import GAMES, folders, rules_of
from rules.files.faults import Fault, Place, fault_at, unknown
from rules.files.kinds import Context, Kind
from rules.files.level_files import SHIPPED, language_of, level_files
from rules.files.nodes import Items, Node, Pairs, Scalar
from rules.files.source import Many, Number, Switch, Table, Text, Whole, read_table
from rules.kit.phrases import Phrase

FILE_FORMAT = "dominothek-puzzle"
"""What a file with a level for friends says of itself."""
JUDGES = ("medium", "hard")
"""The bots by which the difficulty of a level is measured."""


@dataclass(frozen=True, slots=True)
class Level:
    """One deal or puzzle.

    Stars: one for the goal, one for using no hint, one for at most `par` undone moves (in a race: seconds).
    """

    game: str
    id: str
    grade: int
    variant: str
    setup: Mapping[str, Any]
    goal: str
    """The `why` of the outcome to reach with a win; `win`: any win; `points`: score `points` points; `laid`:
    lay `points` pieces of the hand; `par`: end with at least `par` points; `found`: play the first move of
    the proof.
    """
    par: int
    rating: Mapping[str, float]
    proof: tuple[str, ...]
    """Moves that reach the goal, written as in records."""
    place: Place
    players: int = 1
    moves: int = 0
    """Maximum number of own moves; 0: unlimited. In files `within` counts the moves of both players."""
    points: int = 0
    """Points to score for the goal `points`, pieces to lay for `laid`."""
    tries: int = 0
    """How often it may be tried by taking back; 0: unlimited."""
    found: Mapping[str, float] = field(default_factory=dict)
    """The share of bots of each level who solve it, measured by rules/grading.py."""
    name: str = ""
    """The name that a player gave to a level of their own; shipped ones are named by the texts."""
    _starts: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def start(self, rules: Rules[S, M]) -> S:
        """Return the first state, computed once, as it may come after many moves; raise BadSetup."""
        if rules not in self._starts:
            self._starts[rules] = rules.start(self.setup, self.players)
        found: S = self._starts[rules]
        return found

    @property
    def ease(self) -> float | None:
        """The share of medium and hard players who solve it, from 0 to 1; None if not measured."""
        shares = [self.found[level] for level in JUDGES if level in self.found]
        return sum(shares) / len(shares) if shares else None

    def next_of_proof(self, rules: Rules[S, M], made: Sequence[str]) -> M | None:
        """Return the move that the proof makes after the moves `made`; None if they left it."""
        on_proof = len(made) < len(self.proof) and tuple(made) == self.proof[:len(made)]
        return rules.read_move(self.proof[len(made)]) if on_proof else None

    def reached(self, rules: Rules[S, M], state: S, own_moves: int | None = None) -> bool:
        return self.verdict(rules, state, own_moves) is True

    def verdict(self, rules: Rules[S, M], state: S, own_moves: int | None = None) -> bool | None:
        """Return True: reached; False: missed; None: undecided. `own_moves` counts the moves of `solver`."""
        outcome = rules.outcome(state)
        seat = self.solver(rules)
        if self.goal == "found":
            return self._found(rules, state) if own_moves else None
        if self.goal in ("points", "laid"):
            start = self.start(rules)
            gained = (state.scores[seat] - start.scores[seat] if self.goal == "points"
                      else rules.held(start, seat) - rules.held(state, seat))
            if gained >= self.points:
                return True
        elif outcome is not None:
            if self.goal == "par":
                return state.scores[seat] >= self.par
            return seat in outcome.winners and self.goal in ("win", outcome.why)
        used_up = bool(self.moves) and own_moves is not None and own_moves >= self.moves
        return False if outcome is not None or used_up else None

    def _found(self, rules: Rules[S, M], state: S) -> bool:
        """Return True if `state` is the one after the first move of the proof."""
        return rules.apply(self.start(rules), rules.read_move(self.proof[0])).state == state

    def solver(self, rules: Rules[S, M]) -> int:
        """Return the seat that has to solve the level: the first to move."""
        return self.start(rules).player

    def stars(self, tally: Mapping[str, float]) -> int:
        """Return the stars of a solved level from the counts of the session (`race`: seconds)."""
        if "race" in tally:
            return 1 + (tally["hints"] == 0) + (tally["race"] <= self.par)
        allowed = 0 if self.goal == "par" else self.par
        return 1 + (tally["hints"] == 0) + (tally["undos"] <= allowed)


@dataclass(frozen=True, slots=True)
class LevelFile:
    """The levels of one file, all of one grade, and the faults of those left out."""

    path: Path
    grade: int
    levels: tuple[Level, ...]
    faults: tuple[Fault, ...]


def load(game: str, folder: Path = SHIPPED, language: str | None = None) -> list[Level]:
    """Return all levels of a game by grade, of one language of its words or of all; no setup is tried."""
    files = sorted(load_all(game, folder, language, begin=False), key=lambda file: file.grade)
    return [level for file in files for level in file.levels]


def find(game: str, level_id: str, folder: Path = SHIPPED) -> Level | None:
    levels = load(game, folder, language_of(game, level_id))
    return next((level for level in levels if level.id == level_id), None)


def load_all(game: str, folder: Path = SHIPPED, language: str | None = None, *,
             prove: bool = False, begin: bool = True) -> list[LevelFile]:
    """Load all files of a game in the order of their names; a repeated id is a fault of the later file."""
    files: list[LevelFile] = []
    for path in level_files(game, language, folder):
        known = {level.id: level.place for file in files for level in file.levels}
        files.append(load_file(game, path, prove=prove, begin=begin, known=known))
    return files


def load_file(game: str, path: Path, *, prove: bool = False, begin: bool = True,
              known: Mapping[str, Place] | None = None) -> LevelFile:
    """Load one file. `prove` also replays the proofs, which is slow; `known` has the ids of other files.

    Without `begin` no game is begun to check a setup: for a list, whose levels are checked when played.
    """
    values, faults, places = read_table(path, SCHEMA)
    reading = _Reading(game, path, values.get("grade", 0), places, faults, dict(known or {}), begin=begin)
    for index, entry in enumerate(values.get("levels", [])):
        reading.take(index, entry, prove=prove)
    return LevelFile(path, reading.grade, tuple(reading.levels), tuple(sorted(faults, key=lambda f: f.place)))


# --- the schema ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plain(Kind):
    """Any JSON value: the setup, whose schema only its game knows."""

    takes: ClassVar[tuple[type[Node], ...]] = (Scalar, Items, Pairs)
    switch: ClassVar[Switch] = Switch()
    whole: ClassVar[Whole] = Whole()

    def interpret(self, node: Node, context: Context) -> Any:
        if isinstance(node, Items):
            return Many(self).interpret(node, context)
        if isinstance(node, Pairs):
            return Table({key.text: self for key, _ in node.pairs if isinstance(key, Scalar)}
                         ).interpret(node, context)
        assert isinstance(node, Scalar)
        if node.plain and node.text in ("true", "false"):
            return self.switch.interpret(node, context)
        if node.plain and self.whole.spelling.fullmatch(node.text):
            return self.whole.interpret(node, context)
        return Text().interpret(node, context)

    def describe(self) -> str:
        return "..."


class PlainTable(Plain):
    """Any JSON object."""

    takes: ClassVar[tuple[type[Node], ...]] = (Pairs,)
    otherwise: ClassVar[str] = "fault.not_table"

    def interpret(self, node: Node, context: Context) -> Any:
        return Plain().interpret(node, context)


@dataclass(frozen=True, slots=True)
class Numbers(Kind):
    """Numbers under arbitrary names: the ratings by the script that made the level."""

    takes: ClassVar[tuple[type[Node], ...]] = (Pairs,)
    otherwise: ClassVar[str] = "fault.not_table"

    def interpret(self, node: Pairs, context: Context) -> Any:
        return Table({key.text: Number() for key, _ in node.pairs if isinstance(key, Scalar)}
                     ).interpret(node, context)

    def describe(self) -> str:
        return "random: 0.38"


@dataclass(frozen=True, slots=True)
class Moves(Kind):
    """Moves: a text separated by blanks, or a list if the moves themselves contain blanks."""

    takes: ClassVar[tuple[type[Node], ...]] = (Scalar, Items)
    otherwise: ClassVar[str] = "fault.not_list"
    text: ClassVar[Text] = Text(r"\S+( \S+)*", "3>1 2>4")

    def interpret(self, node: Node, context: Context) -> Any:
        if isinstance(node, Items):
            return Many(self.text, 1).interpret(node, context)
        assert isinstance(node, Scalar)
        found = self.text.interpret(node, context)
        return found.split(" ") if isinstance(found, str) else found

    def describe(self) -> str:
        return self.text.describe()


LEVEL = Table({
    "id": Text(r"[a-z0-9_]{1,20}", "101"),
    "variant": Text(example="classic"),
    "setup": PlainTable(),
    "goal": Text(r"[a-z_]{1,30}", "won"),
    "par": Whole(0, 999),
    "proof": Moves(),
}, optional={
    "name": Text(r"\S.{0,39}", "The narrow gate"),
    "rating": Numbers(),
    "found": Table({level: Number(0, 1) for level in ("easy", *JUDGES)}),
    "players": Whole(1, 6),
    "moves": Whole(1, 99),
    "points": Whole(1, 9999),
    "within": Whole(1, 99),
})

SCHEMA = Table({"grade": Whole(1, 9), "levels": Many(LEVEL, 1, 500)},
               optional={"format": Text(FILE_FORMAT, FILE_FORMAT), "game": Text(r"[a-z_]{1,30}")})


# --- from entries to levels ----------------------------------------------------------------------


@dataclass
class _Reading:
    """The state of reading one file: the levels read, the known ids, and the faults."""

    game: str
    path: Path
    grade: int
    places: Mapping[str, Place]
    faults: list[Fault]
    known: dict[str, Place]
    begin: bool
    levels: list[Level] = field(default_factory=list)
    _rules: dict[str, AnyRules] = field(default_factory=dict)

    def take(self, index: int, entry: Mapping[str, Any], *, prove: bool) -> None:
        """Add a level or its faults; faults of the schema have been reported already."""
        name = f"levels.{index}"
        if not LEVEL.keys.keys() <= entry.keys() or not self.grade:
            return
        level = Level(
            self.game, entry["id"], self.grade, entry["variant"], entry["setup"], entry["goal"], entry["par"],
            entry.get("rating", {}), tuple(entry["proof"]), self._place(name),
            entry.get("players", self._fewest()), entry.get("moves", (entry.get("within", 0) + 1) // 2),
            entry.get("points", 0), found=entry.get("found", {}), name=entry.get("name", ""))
        wrong = list(self._wrong(level, name, prove=prove))
        self.faults += [fault_at(self._place(key), phrase.key, **phrase.values) for key, phrase in wrong]
        self.known.setdefault(level.id, level.place)
        if not wrong:
            self.levels.append(level)

    def _place(self, name: str) -> Place:
        return self.places.get(name, Place(str(self.path)))

    def _fewest(self) -> int:
        """Return the default number of players: the fewest that the game allows."""
        return GAMES[self.game].players[0]

    def _rules_of(self, variant: str) -> AnyRules:
        if variant not in self._rules:
            self._rules[variant] = rules_of(self.game, variant)
        return self._rules[variant]

    def _wrong(self, level: Level, name: str, *, prove: bool) -> Iterator[tuple[str, Phrase]]:
        if level.id in self.known:
            first = self.known[level.id]
            yield f"{name}.id", Phrase("fault.level.twice", {
                "id": level.id, "file": Path(first.file).name, "line": first.line})
        names = sorted(path.stem for path in folders(self.game)[0].glob("*.yaml"))
        if level.variant not in names:
            yield f"{name}.variant", unknown("fault.unknown_variant", level.variant, names)
            return
        if not self.begin:
            return
        rules = self._rules_of(level.variant)
        try:
            state = level.start(rules)
        except BadSetup as fault:
            yield f"{name}.setup", fault.phrase
            return
        if prove:
            failure = why_not_proved(level, rules, state)
            if failure is not None:
                yield f"{name}.proof", failure


def why_not_proved(level: Level, rules: Rules[S, M], state: S) -> Phrase | None:
    """Return the fault of the proof of a level, or None if it reaches the goal with its last move."""
    seat, own_moves = state.player, 0
    for number, text in enumerate(level.proof, 1):
        own_moves += state.player == seat
        try:
            state = rules.apply(state, rules.read_move(text)).state
        except UnreadableMove as fault:
            return Phrase("fault.level.unreadable_move", {
                "number": number, "move": text, "expected": fault.expected})
        except IllegalMove as fault:
            return Phrase("fault.level.illegal_move", {
                "number": number, "move": text, "reason": fault.refusal})
    if not level.reached(rules, state, own_moves):
        return Phrase("fault.level.not_reached", {"goal": level.goal, "number": len(level.proof)})
    return None

