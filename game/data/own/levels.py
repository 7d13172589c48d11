"""The levels that players made or got from friends.

They are in `levels/<game>/` of the data folder, one in a file; `solved.json` beside them has their stars,
which count in no statistics.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from game.data.files import write_atomically
from rules.base import AnyRules, Move, Setup
from rules.catalog import GAMES, rules_of
from rules.engine import Goal
from rules.files.faults import Fault
from rules.files.levels import FILE_FORMAT, SCHEMA, Level, LevelFile, load_file
from rules.files.source import read_table
from rules.kit.phrases import Phrase
from rules.session import AnySession

OWN = "own_"
"""How the ids of own levels begin."""
GRADE = 2
"""The grade of own levels; in a race it sets how strong the others are."""
LONGEST_NAME = 40
MOST_BYTES = 200_000
"""The largest file of a friend that is read."""
MOST_STARS = 3


def position(session: AnySession, number: int, index: int) -> Setup:
    """Return a round as it was after `index` moves, as the setup of a level."""
    round_, rules = session.rounds[number], session.rules
    made = [] if GAMES[rules.game].race else [rules.write_move(ply.move) for ply in round_.plies[:index]]
    earlier = round_.setup.get("moves", [])
    assert isinstance(earlier, list)
    moves = {"moves": [*earlier, *made]} if earlier or made else {}
    kept = {key: value for key, value in round_.setup.items() if value is not None and key != "puzzle"}
    return {**kept, **moves}


def why_no_puzzle(session: AnySession) -> str | None:
    """Return why no puzzle can be made of a game: it is not `over`, or has custom `rules`; else None.

    A game in play would show hidden pieces: only the open record of a finished one may become a file.
    """
    rules = session.rules
    if session.game_outcome is None and session.level_id is None:
        return "over"
    shipped = _shipped(rules.game, rules.variant)
    return None if shipped is not None and shipped.values == rules.values else "rules"


def _shipped(game: str, variant: str) -> AnyRules | None:
    try:
        return rules_of(game, variant)
    except ValueError:  # a rule file that is not there or faulty
        return None


def written(rules: AnyRules, setup: Setup, players: int, goal: Goal[Move], name: str) -> bytes:
    """Return the file of a level; it is JSON, which YAML includes."""
    level: dict[str, object] = {
        "name": " ".join(name.split())[:LONGEST_NAME], "variant": rules.variant,
        "setup": {**setup, **goal.setup}, "players": players, "goal": goal.goal, "par": goal.par,
        "proof": [rules.write_move(move) for move in goal.proof]}
    level |= {key: value for key, value in (("moves", goal.moves), ("points", goal.points)) if value}
    told = json.dumps([level["variant"], level["setup"], level["goal"]], sort_keys=True)
    level["id"] = OWN + sha256(f"{rules.game} {told}".encode()).hexdigest()[:12]
    content = {"format": FILE_FORMAT, "game": rules.game, "grade": GRADE, "levels": [level]}
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


class BadPuzzle(ValueError):
    """A file that is no level which can be played; `phrase` says why."""

    def __init__(self, phrase: Phrase):
        super().__init__(phrase.key)
        self.phrase = phrase


def is_puzzle(path: Path) -> bool:
    """Return whether a file calls itself a level for friends."""
    try:
        with path.open("rb") as file:
            return FILE_FORMAT.encode() in file.read(200)
    except (OSError, ValueError):
        return False


def read_puzzle(path: Path) -> Level:
    """Return the level in a file of a friend after replaying its proof; raise BadPuzzle."""
    with suppress(OSError):
        if path.stat().st_size > MOST_BYTES:
            raise BadPuzzle(Phrase("fault.too_large", {"size": path.stat().st_size, "most": MOST_BYTES}))
    values, faults, _ = read_table(path, SCHEMA)
    game = values.get("game")
    if faults:
        raise BadPuzzle(_told(faults[0]))
    if game not in GAMES or not GAMES[game].has_levels:
        raise BadPuzzle(Phrase("levels.own.no_game"))
    try:
        file = load_file(game, path, prove=True)
    except Exception as fault:  # a file from outside: refuse the level on any error
        raise BadPuzzle(Phrase("levels.own.broken")) from fault
    if file.faults:
        raise BadPuzzle(_told(file.faults[0]))
    if len(file.levels) != 1:
        raise BadPuzzle(Phrase("levels.own.not_one", {"n": len(file.levels)}))
    return file.levels[0]


def _told(fault: Fault) -> Phrase:
    return Phrase("levels.own.fault", {"line": fault.line, "reason": Phrase(fault.key, fault.values)})


class OwnLevels:
    """The levels of a data folder, read at every access, so that files put there count at once."""

    def __init__(self, folder: Path):
        self.folder = folder / "levels"

    def read(self, game: str) -> tuple[list[Level], list[Fault]]:
        """Return the own levels of a game by name, and the faults of files that cannot be played."""
        files = [self._file(game, path) for path in sorted((self.folder / game).glob("*.yaml"))]
        levels = {level.id: level for file in files for level in file.levels}
        return (sorted(levels.values(), key=lambda level: (level.name.casefold(), level.id)),
                [fault for file in files for fault in file.faults])

    @staticmethod
    def _file(game: str, path: Path) -> LevelFile:
        """Load a file; ids and names are such that no level is taken for a shipped one."""
        file = load_file(game, path)
        return replace(file, levels=tuple(
            replace(level, id=level.id if level.id.startswith(OWN) else f"{OWN}{level.id}",
                    name=level.name or path.stem) for level in file.levels))

    def add(self, game: str, content: bytes) -> Path:
        """Keep a level; raise OSError. The same puzzle again replaces the one before."""
        found = json.loads(content)["levels"][0]["id"]
        path = self.folder / game / f"{found}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
        return path

    def take_in(self, path: Path) -> Level:
        """Keep the level of a friend; raise BadPuzzle or OSError."""
        level = read_puzzle(path)
        rules = rules_of(level.game, level.variant)
        proof = tuple(map(rules.read_move, level.proof))
        goal = Goal(level.goal, proof, level.moves, level.points, level.par)
        content = written(rules, level.setup, level.players, goal, level.name or path.stem)
        return load_file(level.game, self.add(level.game, content)).levels[0]

    def delete(self, level: Level) -> None:
        """Delete a level and its stars; raise OSError."""
        Path(level.place.file).unlink(missing_ok=True)
        stars = {name: count for name, count in self.stars().items() if name != level.id}
        self._write(stars)

    # --- stars ---

    @property
    def _solved(self) -> Path:
        return self.folder / "solved.json"

    def stars(self) -> dict[str, int]:
        """Return the most stars won on own levels that were solved."""
        try:
            found = json.loads(self._solved.read_bytes()[:MOST_BYTES])
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {name: count for name, count in found.items()
                if type(count) is int and 0 <= count <= MOST_STARS}

    def solve(self, level: Level, stars: int) -> None:
        """Note the stars of a solved level; without a place to write they are forgotten."""
        known = self.stars()
        if stars > known.get(level.id, -1):
            with suppress(OSError):
                self._write({**known, level.id: stars})

    def _write(self, stars: Mapping[str, int]) -> None:
        if stars or self._solved.exists():
            write_atomically(self._solved, json.dumps(stars).encode())
