"""Pairs of games that differ only in hidden pieces: every byte sent to other seats must be equal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from game.net.protocol import Params, notice
from game.net.table.chairs import Chair, Who
from game.net.table.room import Member, Options
from game.net.table.table import Table
from rules.base import BadSetup, IllegalMove
from rules.catalog import GAMES, engine_of, rules_of
from rules.kit.shuffle import below, pick, rng_for
from rules.session import AnySession, Seat, Session


@dataclass(slots=True)
class Found:
    """The results of a run."""

    games: int = 0
    changed: int = 0
    """Pairs of games in which the deals really differed."""
    failures: list[str] = field(default_factory=list)


def run(numbers: range, told: Callable[[int], None] = lambda _: None) -> Found:
    """Play games with hidden pieces, each again with other hidden pieces, and compare all that is sent."""
    found = Found()
    hidden = [game for game in GAMES if GAMES[game].hidden_hands]
    for number in numbers:
        game = hidden[number % len(hidden)]
        rng = rng_for("hidden run", number)
        session = played(game, number // len(hidden), moves=6 + below(rng, 12))
        seat = pick(rng, [*range(len(session.seats)), None])
        twin = secret_twin(session, seat, rng)
        found.games += 1
        found.changed += twin.rounds[0].start != session.rounds[0].start
        if sent_to(twin, seat) != sent_to(session, seat):
            found.failures.append(f"{game} {number}: seat {seat} is sent what it cannot see")
        told(number)
    return found


def played(game: str, seed: int, moves: int) -> AnySession:
    """Return a first round of random moves, with as many players as the number of the deal says."""
    rules = rules_of(game)
    low, high = rules.seats[0], rules.seats[-1]
    seats = [Seat(f"Seat {seat}") for seat in range(low + seed % (high - low + 1))]
    session: AnySession = Session(rules, seats, seed)
    rng = rng_for("hidden", game, seed)
    for _ in range(moves):
        if session.outcome is not None:
            break
        session.play(_any_move(session, rng))
    return session


def _any_move(session: AnySession, rng: Random) -> object:
    """Return a random legal move; in word games, where listing all is slow, the first or a weak bot's."""
    rules, state = session.rules, session.state
    if rules.has_words and not rules.lists_moves:
        return next(iter(rules.legal_moves(state)))
    if rules.has_words:
        return engine_of(rules).choose("easy", state, state.player, rng).move
    return pick(rng, list(rules.legal_moves(state)))


def sent_to(session: AnySession, seat: int | None) -> list[str]:
    """Return all that a seat is sent while this game is played at a table, until it is over."""
    sent: dict[Member, list[str]] = {}

    def send(member: Member, method: str, params: Params) -> None:
        if method != "record":
            sent.setdefault(member, []).append(notice(method, params, member.sent))

    chairs = [Chair("remote", who=Who(one.name, number)) for number, one in enumerate(session.seats)]
    table = Table(session.rules, chairs, session.seed, send, setup=session.rounds[0].setup,
                  options=Options(pace=0.0))
    members = [table.own(number, 0.0) for number in range(len(chairs))]
    watcher = table.watch(Who("Watcher"), 0.0)
    table.start(0.0)
    for done, (_, ply) in enumerate(session.history()):
        text = session.rules.write_move(ply.move)
        table.handle(members[ply.by], "move", {"text": text, "moves": done}, 0.0)
    return sent[watcher if seat is None else members[seat]]


def secret_twin(session: AnySession, seat: int | None, rng: Random, tries: int = 40) -> AnySession:
    """Return the same game from a deal in which only pieces differ that the seat never sees.

    Pieces of the true deal change places as long as every move stays legal and the table, as text, looks the
    same to the seat after each of them.
    """
    found = session
    for _ in range(tries):
        changed = _with_two_swapped(found, rng)
        if changed is not None and _looks_same(changed, session, seat):
            found = changed
    return found


def _with_two_swapped(session: AnySession, rng: Random) -> AnySession | None:
    """Return the game with two pieces of its first deal swapped, or None if it cannot be played so."""
    setup = dict(session.rounds[0].setup)
    hands = setup["hands"]
    assert isinstance(hands, list)
    piles = {**{("hands", number): list(hand) for number, hand in enumerate(hands)},
             **{(key, 0): list(pile) for key in ("stock", "red", "black")
                if isinstance(pile := setup.get(key), str | list)}}
    places = [(pile, index) for pile, pieces in piles.items() for index in range(len(pieces))]
    (one, i), (two, j) = pick(rng, places), pick(rng, places)
    piles[one][i], piles[two][j] = piles[two][j], piles[one][i]
    as_text = isinstance(hands[0], str)
    whole = {pile: "".join(pieces) if as_text else pieces for pile, pieces in piles.items()}
    setup["hands"] = [whole["hands", number] for number in range(len(hands))]
    setup |= {pile[0]: pieces for pile, pieces in whole.items() if pile[0] != "hands"}
    try:
        twin: AnySession = Session(session.rules, session.seats, session.seed + 1, level=setup)
        for _, ply in session.history():
            twin.play(ply.move)
    except (IllegalMove, BadSetup, ValueError):
        return None
    return twin


def _looks_same(twin: AnySession, session: AnySession, seat: int | None) -> bool:
    """Compare by `Rules.view`, the text of a table as a seat sees it; a spectator is seat -1."""
    rules, viewer = session.rules, -1 if seat is None else seat
    mine, other = twin.rounds[0], session.rounds[0]
    states = zip([mine.start, *(ply.state for ply in mine.plies)],
                 [other.start, *(ply.state for ply in other.plies)], strict=True)
    return all(rules.view(one, viewer) == rules.view(two, viewer) for one, two in states)
