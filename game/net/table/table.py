"""A network table without sockets: permissions, and the messages to each seat.

`Table` is a synchronous object around one `Session`, the single source of truth. A transport
(game/net/host.py) passes in members' requests (`handle`), the time (`tick`), and bots' moves (`wanted`,
`bot_moved`); messages go out through `send`. All times are readings of the transport's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.net.protocol import Params, Refused
from game.net.table.chairs import Chair
from game.net.table.consent import ANSWER_SECONDS, Question, question_about
from game.net.table.race import Moment, Run
from game.net.table.room import Ask, Member, Options, Room, Send
from rules import records
from rules.base import AnyRules, BadSetup, Move, Setup, State, UnreadableMove
from rules.kit.plain import Written
from rules.race import RaceRules
from rules.session import LEVELS, AnySession, Session
from rules.views import history, look, told_move

AWAY_LONG = 60.0
"""Seconds of absence after which a bot may sit in."""


@dataclass(frozen=True, slots=True)
class BotTask:
    """A decision for a bot: a move, or in a race its whole plan."""

    seat: int
    level: str
    state: State
    key: str
    """The seed of its random numbers."""
    revision: int
    race: bool = False


class Table(Room):
    """One game between several computers, from the first arrival to the record."""

    def __init__(self, rules: AnyRules, chairs: Sequence[Chair], seed: int, send: Send, *,
                 setup: Setup | None = None, options: Options | None = None,
                 session: AnySession | None = None, waits: bool = False):
        super().__init__(rules, chairs, send, options or Options())
        self.session = session
        """None until the deal, unless a save is continued."""
        self._waits = session is None or waits
        """True until the host starts (a continued game only with `waits`): moves are refused."""
        self.changed: Callable[[AnySession], None] = lambda _: None
        """Called after every change of the session, before members are notified; the host saves it."""
        self._seed, self._setup = seed, setup
        self._question: Question | None = None
        self._questions = 0
        self._run: Run | None = None
        self._turn: tuple[int, int, float | None] | None = None
        """The seat in turn, the number of rounds, and the end of its time limit."""
        self._pending: tuple[BotTask, Move, float] | None = None
        self._asked = -1
        self._record_sent = False
        if session is not None:
            self._begin(session)

    # --- facts ---

    @property
    def played(self) -> AnySession:
        """The session of a table that has started."""
        assert self.session is not None
        return self.session

    @property
    def phase(self) -> str:
        if self.session is None or self._waits:
            return "waiting"
        return "over" if self.session.game_outcome is not None else "playing"

    @property
    def is_dealt(self) -> bool:
        return self.session is not None

    # --- requests ---

    def handle(self, member: Member, method: str, params: Params, now: float) -> Params:
        """Execute a request and return the answer; raise Refused. The parameters match the schema."""
        action = _ACTIONS.get(method)
        if action is None or member not in self.members:
            raise Refused("net.refuse.not_now")
        return action(self, Ask(member, params, now)) or {}

    def _clock(self, ask: Ask) -> Params:
        return {"now": ask.now}

    def _start(self, ask: Ask) -> None:
        self._need_owner(ask.member)
        self.start(ask.now, ask.params.get("bots", ""))

    def start(self, now: float, bots: str = "") -> None:
        """Deal, or go on with a continued game; without `bots` all seats must be occupied.

        Bots of this level take the missing seats; in seats with an owner they sit in until the owner returns.
        """
        if not self._waits or (bots and bots not in LEVELS):
            raise Refused("net.refuse.not_now")
        if self.missing and not bots:
            raise Refused("net.refuse.seats_free", n=len(self.missing))
        for seat in self.missing:
            if self.is_dealt or self.chairs[seat].reserved:
                self.chairs[seat].sits_in = bots
            else:
                self.chairs[seat] = Chair("bot", bots, self._bot_of(seat))
        if not self.is_dealt:
            seats = [chair.seat() for chair in self.chairs]
            try:
                self._begin(Session(self.rules, seats, self._seed, level=self._setup))
            except BadSetup as fault:  # the word list cannot be read
                raise Refused.because(fault.phrase) from None
        self._waits = False
        self._tell_room(now)
        for one in self.members:
            self._tell_table(one)
        self._after_change(now)

    def _begin(self, session: AnySession) -> None:
        self.session = session
        session.watchers.append(lambda changed: self.changed(changed))
        self.changed(session)
        self._new_round()

    def resume(self, now: float) -> None:
        """Resume a continued session: the clock of the current turn restarts at `now`."""
        if self.phase == "playing":
            self._after_change(now)

    def _sit_in(self, ask: Ask) -> None:
        self._need_owner(ask.member)
        if ask.params["seat"] >= len(self.chairs) or ask.params["level"] not in LEVELS:
            raise Refused("net.refuse.not_now")
        chair = self.chairs[ask.params["seat"]]
        if chair.away_since is None or ask.now - chair.away_since < AWAY_LONG or self.session is None:
            raise Refused("net.refuse.not_away")
        self._let_bot_sit_in(ask.params["seat"], ask.params["level"], ask.now)

    def _let_bot_sit_in(self, seat: int, level: str, now: float) -> None:
        self.chairs[seat].sits_in = level
        self._asked = -1
        self._tell_room(now)
        self._forget_unanswered(now)

    def _hint(self, ask: Ask) -> None:
        session, seat = self._playing(ask.member)
        if not self.options.hints:
            raise Refused("net.refuse.no_hints")
        self.chairs[seat].hints += 1
        session.tally["hints"] += 1
        self._tell_room(ask.now)

    def _playing(self, member: Member) -> tuple[AnySession, int]:
        if self.session is None or member.seat is None or self.phase != "playing":
            raise Refused("net.refuse.not_now")
        return self.session, member.seat

    # --- moves ---

    def _move(self, ask: Ask) -> None:
        session, seat = self._playing(ask.member)
        if ask.params["moves"] != session.moves:
            raise Refused("net.refuse.too_late")
        try:
            move = self.rules.read_move(ask.params["text"])
        except UnreadableMove:
            raise Refused("net.refuse.no_move") from None
        if session.outcome is not None or self.rules.mover(session.state, move) != seat:
            raise Refused("net.refuse.not_your_turn")
        if self._run is not None:
            self._claim(self._run, seat, move, ask.now)
            return
        refusal = self.rules.why_illegal(session.state, move)
        if refusal is not None:
            raise Refused.because(refusal)
        self._play(move, ask.now)

    def _play(self, move: Move, now: float) -> None:
        """Make a legal move and send each member its own view of it."""
        session = self.played
        before = session.state
        session.play(move)
        ply = session.rounds[-1].plies[-1]
        told_to: dict[int | None, Params] = {}
        written: Written = {}
        for member in self.members:
            if member.seat not in told_to:
                told_to[member.seat] = told_move(self.rules, ply, before, member.seat, written)
            self._send(member, "moved", told_to[member.seat])
        self._end_question(now, yes=False)
        self._after_change(now)

    def _after_change(self, now: float) -> None:
        """Update the state after a move or a deal: set the turn clock, or end the round or the game."""
        session = self.played
        self._pending = None
        if session.outcome is not None:
            self._turn = None
            for chair in self.chairs:
                chair.ready = False
            if session.game_outcome is not None and not self._record_sent:
                self._record_sent = True
                self._tell_record(self.members)
            self._tell_room(now)
            return
        self._set_turn(now)

    def _set_turn(self, now: float) -> None:
        session = self.played
        turn = session.state.player, len(session.rounds)
        if self._run is not None or (self._turn is not None and self._turn[:2] == turn):
            return
        seconds = self.options.turn_seconds or self.rules.turn_seconds
        until = now + seconds if seconds else None
        self._turn = (*turn, until)
        if until is not None:
            self._tell_all("turn", {"seat": turn[0], "until": until})

    # --- rounds ---

    def _new_round(self) -> None:
        """Reset the state of turn, bots and readiness for a new round."""
        session = self.played
        self._turn, self._pending, self._asked = None, None, -1
        self._run = Run(self.rules, session) if isinstance(self.rules, RaceRules) else None
        for chair in self.chairs:
            chair.ready = False

    def _ready(self, ask: Ask) -> None:
        """Mark a seat as ready for the next round or the start of a race."""
        _, seat = self._playing(ask.member)
        self.chairs[seat].ready = True
        self._tell_room(ask.now)
        self._go_on_if_ready(ask.now)

    def _next(self, ask: Ask) -> None:
        """Let the host go on without waiting for players who are not ready."""
        self._need_owner(ask.member)
        self.go_on(ask.now)

    def _go_on_if_ready(self, now: float) -> None:
        if all(chair.ready or not chair.present for chair in self.chairs):
            self.go_on(now)

    def go_on(self, now: float) -> None:
        """Deal the next round or start the race, regardless of readiness; raise Refused unless playing."""
        session = self.session
        if session is None or self.phase != "playing":
            raise Refused("net.refuse.not_now")
        if session.outcome is not None:
            session.next_round()
            self._new_round()
            for member in self.members:
                self._send(member, "dealt", {"state": self._first_view(member.seat), "opened": False})
            self._tell_room(now)
            self._after_change(now)
        elif self._run is not None and self._run.start is None and not self._plans_missing():
            self._tell_all("go", {"at": self._run.count_down(now)})

    def _first_view(self, seat: int | None) -> Params:
        """Return a seat's view of the current round; the letters of a race are hidden before its start."""
        hidden = self._run is not None and not self._run.opened
        return look(self.rules, self.played.state, None if hidden else seat)

    # --- the race ---

    def _plans_missing(self) -> list[int]:
        assert self._run is not None
        return [seat for seat, chair in enumerate(self.chairs)
                if chair.bot and seat not in self._run.plans and not self._run.opened]

    def _claim(self, run: Run, seat: int, move: Move, now: float) -> None:
        if not run.racing(seat):
            raise Refused("net.refuse.not_now")
        seconds = self.rules.write_entry(move).get("seconds", 0.0)
        why = run.claim(seat, move, float(seconds) if isinstance(seconds, int | float) else 0.0, now)
        if why is not None:
            raise Refused.because(why)
        lane = run.lanes.get(seat, {"laid": 0, "shape": []})
        self._tell_all("lane", run.mark(seat, lane["laid"], lane["shape"], now, done=True))

    def _progress(self, ask: Ask) -> None:
        _, seat = self._playing(ask.member)
        if self._run is None or not self._run.racing(seat):
            raise Refused("net.refuse.not_now")
        if any(len(square) != 2 for square in ask.params["shape"]):
            raise Refused("net.refuse.not_now")
        self._tell_all("lane", self._run.mark(seat, ask.params["laid"], ask.params["shape"], ask.now))

    def _give_up(self, ask: Ask) -> None:
        _, seat = self._playing(ask.member)
        if self._run is None or not self._run.racing(seat):
            raise Refused("net.refuse.not_now")
        self._run.out.add(seat)

    def _advance_race(self, run: Run, now: float) -> None:
        if run.start is not None and not run.opened and now >= run.start:
            run.opened = True
            for member in self.members:
                self._send(member, "dealt", {"state": self._first_view(member.seat), "opened": True})
        for lane in run.shown_by_bots(now):
            self._tell_all("lane", lane)
        absent = [seat for seat, chair in enumerate(self.chairs)
                  if chair.away_since is not None and now - chair.away_since > AWAY_LONG]
        if run.is_over(now, absent):
            for move in run.results():
                self._play(move, now)

    # --- taking back ---

    def _take_back(self, ask: Ask) -> None:
        session, seat = self._playing(ask.member)
        if ask.params["moves"] != session.moves:
            raise Refused("net.refuse.too_late")
        if self._question is not None:
            raise Refused("net.refuse.asked_already")
        if self._run is not None:
            raise Refused("net.refuse.no_taking_back")
        others = {number for number, chair in enumerate(self.chairs) if chair.present and number != seat}
        self._questions += 1
        self._question = question = question_about(session, seat, others, self._questions, ask.now)
        self._tell_all("question", question.told(open_=True))
        self._decide(ask.now)

    def _answer(self, ask: Ask) -> None:
        question = self._question
        if (question is None or ask.params["question"] != question.number
                or ask.member.seat not in question.waiting):
            raise Refused("net.refuse.not_now")
        if not ask.params["yes"]:
            self._end_question(ask.now, yes=False)
            return
        question.waiting.discard(ask.member.seat)
        self._decide(ask.now)

    def _decide(self, now: float) -> None:
        if self._question is not None and not self._question.waiting:
            self._end_question(now, yes=True)

    def _forget_unanswered(self, now: float) -> None:
        """Drop the consent of absent people from the open question, and decide it if none is missing."""
        if self._question is not None:
            self._question.waiting &= {seat for seat, chair in enumerate(self.chairs) if chair.present}
            self._decide(now)

    def _end_question(self, now: float, *, yes: bool) -> None:
        question, self._question = self._question, None
        if question is None:
            return
        self._tell_all("question", question.told(open_=False, yes=yes))
        if yes:
            self.played.back_to(question.moves)
            self._turn, self._asked = None, -1
            self._tell_all("taken_back", {"moves": question.moves})
            self._after_change(now)

    # --- time and bots ---

    def tick(self, now: float) -> None:
        """Advance the clock: turn limits, races, open questions, delayed moves of bots."""
        if self.session is None or self.phase != "playing":
            return
        if self._question is not None and now > self._question.asked + ANSWER_SECONDS:
            self._end_question(now, yes=False)
        self._forget_unanswered(now)
        if self.options.stand_in:
            for seat, chair in enumerate(self.chairs):
                if chair.away_since is not None and not chair.sits_in and now - chair.away_since > AWAY_LONG:
                    self._let_bot_sit_in(seat, self.options.stand_in, now)
        if self._run is not None:
            self._advance_race(self._run, now)
        elif self._pending is not None and now >= self._pending[2]:
            _, move, _ = self._pending
            self._play(move, now)
        elif self._turn is not None and self._turn[2] is not None and now >= self._turn[2]:
            self._play(self.rules.when_time_is_up(self.session.state), now)

    def wanted(self) -> BotTask | None:
        """Return the next task for a bot, each only once; None if there is none."""
        session = self.session
        if (session is None or self.phase != "playing" or session.outcome is not None
                or self._question is not None):
            return None
        if self._run is not None:
            return self._wanted_plan(session)
        seat = session.state.player
        level = self.chairs[seat].bot
        if level is None or self._pending is not None or self._asked == session.revision:
            return None
        self._asked = session.revision
        return BotTask(seat, level, session.state, f"{session.seed}:{session.state.ply}", session.revision)

    def _wanted_plan(self, session: AnySession) -> BotTask | None:
        missing = self._plans_missing()
        if not missing or self._asked == missing[0]:
            return None
        self._asked = seat = missing[0]
        level = self.chairs[seat].bot
        assert level is not None
        key = f"{session.seed}:{len(session.rounds)}:{seat}"
        return BotTask(seat, level, session.state, key, session.revision, race=True)

    def bot_moved(self, task: BotTask, move: Move, now: float) -> None:
        """Schedule the move of a bot by `Options.pace`; ignore it if the game has changed since."""
        session = self.session
        if session is None or task.revision != session.revision or self.chairs[task.seat].bot != task.level:
            return
        if self.rules.why_illegal(session.state, move) is not None:
            move = next(iter(self.rules.legal_moves(session.state)))
        pace = self.options.pace
        self._pending = task, move, (now // pace + 1) * pace if pace else now

    def bot_planned(self, task: BotTask, plan: Sequence[tuple[float, Moment]], now: float) -> None:
        """Store a bot's plan for a race, and start the race if all people present are ready."""
        if self._run is not None and self.session is not None and task.revision == self.session.revision:
            self._run.plan(task.seat, plan)
            if not any(chair.present for chair in self.chairs) or all(
                    chair.ready for chair in self.chairs if chair.present):
                self.go_on(now)

    # --- messages ---

    def _tell_table(self, member: Member) -> None:
        session = self.played
        rounds = history(session, member.seat)
        if self._run is not None and not self._run.opened:
            rounds[-1]["state"] = self._first_view(member.seat)
        self._send(member, "table", {
            "game": self.rules.game, "variant": self.rules.variant, "rules": dict(self.rules.values),
            "version": self.rules.record_version, "seat": member.seat, "rounds": rounds,
            "opened": self._run is None or self._run.opened,
            "players": [{"name": seat.name, "kind": seat.kind, "level": seat.level}
                        for seat in session.seats]})
        if self._turn is not None and self._turn[2] is not None:
            self._send(member, "turn", {"seat": self._turn[0], "until": self._turn[2]})
        if self._question is not None:
            self._send(member, "question", self._question.told(open_=True))
        if self._run is not None and self._run.start is not None:
            self._send(member, "go", {"at": self._run.start})
            for lane in self._run.lanes.values():
                self._send(member, "lane", lane)
        if session.game_outcome is not None:
            self._tell_record([member])

    def _tell_record(self, members: Sequence[Member]) -> None:
        """Send the complete record of the finished game, including hidden pieces."""
        record = records.to_record(self.played)
        for member in list(members):
            self._send(member, "record", {"record": record})


_ACTIONS: dict[str, Callable[[Table, Ask], Params | None]] = {
    "clock": Table._clock, "move": Table._move, "say": Table._say, "take_back": Table._take_back,
    "answer": Table._answer, "ready": Table._ready, "hint": Table._hint, "progress": Table._progress,
    "give_up": Table._give_up, "leave": Table._leave, "start": Table._start, "sit_in": Table._sit_in,
    "chair": Table._chair, "next": Table._next, "close": Table._close}
