"""The file of a tournament: game, system, times, entrants, filler bots and tie-breaks.

Validation reports all faults at once, each with its place, as for rule files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from game.net.protocol import LONGEST_NAME, clean
from rules.catalog import GAMES, folders, rules_class
from rules.files.faults import Fault, Place, fault_at
from rules.files.kinds import Choice
from rules.files.source import Many, Table, Text, Whole, read_table
from rules.files.variants import load_in_language
from rules.kit.phrases import Phrase
from rules.session import LEVELS
from rules.words.language import LANGUAGES

System = Literal["swiss", "round_robin"]
Absent = Literal["bye", "bot"]
Bye = Literal["win", "draw", "none"]
TieBreak = Literal["buchholz", "sonneborn_berger", "head_to_head", "scored"]

MOST_ENTRANTS = 200
MOST_GAMES = 2500
"""The most games of one tournament: it is stored as one bucket entry of less than a megabyte."""
LONGEST_ID = 26
"""Leaves room for round, table and game, which are appended to form a table id."""
TIE_BREAKS: tuple[TieBreak, ...] = ("buchholz", "sonneborn_berger", "head_to_head", "scored")
PERSON = "[0-9a-f]{10}"
"""The pattern of a person's public id."""

SCHEMA = Table(
    {"name": Text(), "game": Choice(*(game.id for game in GAMES.values() if not game.solitaire)),
     "system": Choice("swiss", "round_robin")},
    {"variant": Text(example="classic"), "words": Choice(*LANGUAGES), "rounds": Whole(1, 99),
     "seats": Whole(2, 6), "games": Whole(1, 9), "turn_seconds": Whole(5, 3600),
     "game_seconds": Whole(60, 86400), "wait_seconds": Whole(10, 3600), "break_seconds": Whole(0, 86400),
     "start": Table({}, {"at": Text(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d([+-]\d\d:\d\d)?", "2027-01-16 18:00"),
                         "people": Whole(1, MOST_ENTRANTS)}),
     "entrants": Many(Table({"name": Text()}, {"id": Text(PERSON, "3f09ac81d2")}), 2, MOST_ENTRANTS),
     "most": Whole(2, MOST_ENTRANTS),
     "bots": Table({"level": Choice(*LEVELS)}, {"until": Whole(2, MOST_ENTRANTS)}),
     "absent": Choice("bye", "bot"), "bye": Choice("win", "draw", "none"),
     "tie_breaks": Many(Choice(*TIE_BREAKS), 0, len(TIE_BREAKS))})


@dataclass(frozen=True, slots=True)
class Invited:
    """An entrant named in the file; without an id, the first person who enters under this name."""

    name: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Bots:
    """Filler bots: added until there are `until` entrants and none of them needs a bye."""

    level: str
    until: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as its file describes it."""

    id: str
    """The name of the file, reduced to lower-case letters, digits and hyphens."""
    name: str
    game: str
    system: System
    variant: str = "classic"
    rounds: int = 0
    """0, in a round robin only: each pair of entrants meets once."""
    seats: int = 2
    """Players per table; if the entrants do not divide evenly, some tables have one less."""
    games: int = 1
    """Games per pairing; the seats rotate after each."""
    turn_seconds: int = 0
    """0: the limit of the game's own rules."""
    game_seconds: int = 0
    """A game that takes longer is stopped with its current scores; 0: no limit."""
    wait_seconds: int = 300
    """An entrant who has not arrived this long after the table was opened is absent."""
    break_seconds: int = 60
    start_at: float | None = None
    """Seconds since 1970."""
    start_people: int = 0
    """The number of people required for the start; 0 if not limited."""
    entrants: tuple[Invited, ...] = ()
    """Empty: open to every person in the club."""
    most: int = MOST_ENTRANTS
    bots: Bots | None = None
    absent: Absent = "bye"
    """How the game of an absent entrant is handled: won by the others present, or played by a bot."""
    bye: Bye = "win"
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS

    @property
    def sizes(self) -> tuple[int, ...]:
        """Allowed table sizes, preferred first; one less than `seats` avoids byes, if the game allows it."""
        least = max(2, GAMES[self.game].players[0])
        return (self.seats, self.seats - 1) if self.seats - 1 >= least else (self.seats,)


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A file with its plan and its faults; the plan is None if there are any."""

    path: Path
    plan: Plan | None
    faults: tuple[Fault, ...]


def read_plan(path: Path, own_rules: Path | None = None) -> PlanFile:
    """Read the file of a tournament; `own_rules` is the folder of the player's own variants."""
    values, faults, places = read_table(path, SCHEMA)
    top = Place(str(path))
    for name, phrase in _contradictions(values, own_rules):
        faults.append(fault_at(places.get(name, top), phrase.key, **phrase.values))
    faults.sort(key=lambda fault: fault.place)
    return PlanFile(path, None if faults else _plan(path, values), tuple(faults))


def _plan(path: Path, values: Mapping[str, Any]) -> Plan:
    start, bots = values.get("start", {}), values.get("bots")
    same = ("rounds", "seats", "games", "turn_seconds", "game_seconds", "wait_seconds", "break_seconds",
            "most", "absent", "bye")
    given = {name: values[name] for name in same if name in values}
    given.setdefault("most", next(most for most in range(MOST_ENTRANTS, 1, -1)
                                  if _games(values, most) <= MOST_GAMES))
    return Plan(
        re.sub("[^a-z0-9]+", "-", path.stem.casefold()).strip("-")[:LONGEST_ID] or "cup",
        clean(values["name"], 60), values["game"], values["system"], _variant(values), **given,
        start_at=_time(start["at"]) if "at" in start else None, start_people=start.get("people", 0),
        entrants=tuple(Invited(clean(one["name"], LONGEST_NAME), one.get("id", ""))
                       for one in values.get("entrants", ())),
        bots=Bots(bots["level"], bots.get("until", 0)) if bots is not None else None,
        tie_breaks=tuple(values.get("tie_breaks", TIE_BREAKS)))


def _time(text: str) -> float | None:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return None


def _variant(values: Mapping[str, Any], own_rules: Path | None = None) -> str:
    """Return the variant with the language of its words."""
    game, name = values["game"], values.get("variant", "classic")
    if "words" not in values:
        return str(name)
    return load_in_language(rules_class(game), name, values["words"], folders(game, own_rules)).name


# --- cross-field validation ---


def _contradictions(values: Mapping[str, Any], own_rules: Path | None) -> Iterator[tuple[str, Phrase]]:
    """Yield (dotted key, reason) for every value that is valid alone but contradicts others."""
    if "game" in values:
        yield from _wrong_for_the_game(values, own_rules)
    if values.get("system") == "swiss" and "rounds" not in values:
        yield "system", Phrase("fault.tournament.swiss_rounds")
    if values.get("system") == "round_robin" and values.get("seats", 2) != 2:
        yield "seats", Phrase("fault.tournament.two_at_a_table")
    start = values.get("start", {})
    if "at" in start and _time(start["at"]) is None:
        yield "start.at", Phrase("fault.tournament.no_time", {"name": "start.at", "value": start["at"]})
    if values.get("absent") == "bot" and "bots" not in values:
        yield "absent", Phrase("fault.tournament.which_bots")
    breaks = values.get("tie_breaks", [])
    if len(set(breaks)) < len(breaks):
        yield "tie_breaks", Phrase("fault.tournament.tie_breaks_twice")
    yield from _wrong_numbers(values)
    entrants = len(values.get("entrants", ())) or values.get("most", 2)
    games = _games(values, max(entrants, values.get("bots", {}).get("until", 0)))
    if games > MOST_GAMES:
        yield "system", Phrase("fault.tournament.too_many_games", {"games": games, "most": MOST_GAMES})


def _games(values: Mapping[str, Any], entrants: int) -> int:
    """Return the number of games for `entrants` entrants."""
    rounds = values.get("rounds", entrants - 1 + entrants % 2)
    return int(rounds * (entrants // values.get("seats", 2)) * values.get("games", 1))


def _wrong_for_the_game(values: Mapping[str, Any], own_rules: Path | None) -> Iterator[tuple[str, Phrase]]:
    game = values["game"]
    languages = rules_class(game).word_languages
    if "words" in values and values["words"] not in languages:
        key = "fault.tournament.no_such_words" if languages else "fault.tournament.no_words"
        yield "words", Phrase(key, {"game": game, "allowed": ", ".join(languages)})
        return
    variant = load_in_language(rules_class(game), values.get("variant", "classic"), values.get("words", ""),
                               folders(game, own_rules))
    for fault in variant.faults[:1]:
        yield "variant", Phrase(fault.key, fault.values)
    low, high = GAMES[game].players
    if not low <= values.get("seats", 2) <= high:
        allowed = f"{max(2, low)}..{high}"
        yield "seats", Phrase("fault.tournament.seats", {"name": "seats", "game": game, "allowed": allowed})


def _wrong_numbers(values: Mapping[str, Any]) -> Iterator[tuple[str, Phrase]]:
    entrants = values.get("entrants", [])
    for part in ("name", "id"):
        seen: dict[str, int] = {}
        for index, one in enumerate(entrants):
            given = one.get(part, "").strip().casefold()
            if given and seen.setdefault(given, index) != index:
                yield f"entrants.{index}.{part}", Phrase("fault.tournament.twice", {"value": one[part]})
    for index, one in enumerate(entrants):
        if "name" in one and not clean(one["name"], LONGEST_NAME):
            where = f"entrants.{index}.name"
            yield where, Phrase("fault.no_value", {"name": where, "allowed": '"Ada"'})
    most = len(entrants) or values.get("most", MOST_ENTRANTS)
    if entrants and "most" in values:
        yield "most", Phrase("fault.tournament.most_of_invited")
    people = values.get("start", {}).get("people", 0)
    if people > most:
        yield "start.people", Phrase("fault.tournament.too_few",
                                     {"name": "start.people", "value": people, "most": most})
    until = values.get("bots", {}).get("until", 0)
    all_in = max(most, until)
    if values.get("seats", 2) > all_in:
        yield "seats", Phrase("fault.tournament.too_few",
                              {"name": "seats", "value": values["seats"], "most": all_in})
    if values.get("system") == "swiss" and values.get("seats", 2) == 2 and entrants:
        longest = all_in - 1 + all_in % 2
        if values.get("rounds", 1) > longest:
            yield "rounds", Phrase("fault.tournament.rounds", {"entrants": all_in, "most": longest})
