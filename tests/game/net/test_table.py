"""A table of several computers, without sockets: whole games, who may do what, coming back, consent."""

from __future__ import annotations

import json

import pytest
import yaml

from game.endurance.net.desk import TEXTS, Desk, bots, remote
from game.net.bots import Autopilot
from game.net.client import Client
from game.net.happenings import (
    LineChanged,
    Moved,
    RaceGoes,
    RecordKept,
    RoundDealt,
    Spoken,
    TakeBackAsked,
    TakenBack,
    TurnTimed,
    WishRefused,
)
from game.net.protocol import Refused, notice
from game.net.table.chairs import Chair, Line, Who
from game.net.table.table import AWAY_LONG, Table
from rules import records
from rules.catalog import GAMES, rules_class, rules_from_values, rules_of
from rules.files.variants import fill, load, merge
from rules.kit.phrases import Phrase
from rules.session import Seat, Session
from tests.kit.facts import facts_of
from tests.kit.play import VARIANTS

SHARED = [game for game in GAMES if not GAMES[game].solitaire]
OPEN = next(game for game in SHARED if not GAMES[game].hidden_hands and not GAMES[game].race)
HIDDEN = next(game for game in SHARED if GAMES[game].hidden_hands)
RACE = next(game for game in SHARED if GAMES[game].race)
WORDS = next(game for game in SHARED if GAMES[game].family == "words" and GAMES[game].hidden_hands)


def changed(game, **tables):
    kind = rules_class(game)
    values = load(kind, "classic", [VARIANTS / game]).values
    return kind(fill(kind, merge(dict(values), tables), values), "own")


def tiny(game):
    return changed(game, **(yaml.safe_load(facts_of(game).tiny) or {}))


def pilots(desk, *clients):
    return [Autopilot(client, "easy", timed=False, clock=lambda: desk.now) for client in clients]


def two(game=OPEN, **options):
    """Return a desk at which two guests have just begun."""
    desk = Desk(game, remote(2), rules=tiny(game), **options)
    one, other = desk.sits("Ada"), desk.sits("Ben")
    desk.table.start(desk.now)
    desk.step()
    return desk, one, other


def in_turn(desk, *clients):
    """Return the client in turn, then the others."""
    player = desk.table.session.state.player
    return sorted(clients, key=lambda client: client.seat != player)


def any_move(client):
    return next(iter(client.mirror.rules.legal_moves(client.mirror.state)))


def refusals(desk, client):
    desk.look(client)
    return [one.why.key.rpartition(".")[2] for one in desk.happened[client] if isinstance(one, WishRefused)]


def happened(desk, client, kind):
    desk.look(client)
    return [one for one in desk.happened[client] if isinstance(one, kind)]


# --- whole games ---


@pytest.mark.parametrize("game", SHARED)
def test_a_whole_game_between_guests_gives_everybody_the_same_record(game):
    desk = Desk(game, [*remote(2), *bots(GAMES[game].players[1] > 2)], rules=tiny(game))
    guests = [desk.sits("Ada"), desk.sits("Ben")]
    watcher = desk.watches()
    desk.table.start(desk.now)
    desk.play_out(pilots(desk, *guests), seconds=0.5 if GAMES[game].race else 0.0)
    found = [one.record for client in (*guests, watcher) for one in happened(desk, client, RecordKept)]
    assert len(found) == 3 and found[0] == found[1] == found[2]
    verified = records.verify(found[0], rules_from_values)
    assert verified.game_outcome is not None
    assert all(client.mirror.moves == verified.moves for client in (*guests, watcher))


@pytest.mark.parametrize("game", [game for game in SHARED if GAMES[game].hidden_hands])
def test_until_the_end_no_message_names_the_deal_or_what_a_seat_cannot_see(game):
    seed = 987654321
    desk = Desk(game, remote(2), seed=seed, rules=tiny(game))
    guests = [desk.sits("Ada"), desk.sits("Ben")]
    desk.table.start(desk.now)
    desk.play_out(pilots(desk, *guests))
    for client in guests:
        lines = desk.wire[desk.member(client)]
        last = next(number for number, text in enumerate(lines) if '"method":"record"' in text)
        assert not any(str(seed) in text for text in lines[:last]) and str(seed) in lines[last]


def test_several_rounds_are_dealt_when_everybody_is_ready():
    desk = Desk(OPEN, remote(2), rules=changed(OPEN, match={"games": 2}))
    guests = [desk.sits("Ada"), desk.sits("Ben")]
    desk.table.start(desk.now)
    desk.play_out(pilots(desk, *guests))
    assert len(desk.table.session.rounds) >= 2 and len(guests[0].mirror.rounds) >= 2
    assert happened(desk, guests[1], RoundDealt)


def test_a_bot_says_again_that_it_is_ready_if_it_could_not_be_heard():
    desk = Desk(RACE, remote(2), rules=tiny(RACE))
    guests = [desk.sits("Ada"), desk.sits("Ben")]
    desk.table.start(desk.now)
    desk.step()
    pilot = pilots(desk, *guests)[0]
    said = []
    pilot.client.ready = lambda: said.append("ready")
    for _ in range(2):
        pilot.act()
    pilot.take([WishRefused("ready", Phrase("club.refuse.moving"))])
    pilot.act()
    assert len(said) == 2


def test_the_hosts_own_words_hold_at_every_table():
    rules = tiny(WORDS)
    setup = rules.with_own_words(rules.deal(2, 3), ("XYLPQ",), ("HAUS",))
    desk = Desk(WORDS, remote(2), rules=rules, setup=setup)
    guests = [desk.sits("Ada"), desk.sits("Ben")]
    desk.table.start(desk.now)
    for guest in guests:
        desk.look(guest)
        words = guest.mirror.rules.vocabulary(guest.mirror.state)
        assert "XYLPQ" in words and "HAUS" not in words


# --- who may do what ---


def test_only_the_seat_in_turn_moves_and_only_legally():
    desk, one, other = two()
    mover, waiter = in_turn(desk, one, other)
    waiter.play(any_move(waiter))
    assert refusals(desk, waiter) == ["not_your_turn"]
    for params, why in (({"text": "rubbish", "moves": 0}, "no_move"), ({"text": "", "moves": 7}, "too_late")):
        with pytest.raises(Refused) as fault:
            desk.table.handle(desk.member(mover), "move", params, desk.now)
        assert fault.value.phrase.key == f"net.refuse.{why}"
    mover.play(any_move(mover))
    assert mover.waiting
    desk.step()
    assert not mover.waiting and len(happened(desk, waiter, Moved)) == 1


def test_guests_do_not_start_close_or_let_bots_sit_in():
    desk = Desk(OPEN, remote(2), rules=tiny(OPEN))
    guest = desk.sits("Ada")
    guest.start("easy")
    guest.close_table()
    guest.let_bot_sit_in(0, "easy")
    guest.next_round()
    assert refusals(desk, guest) == ["only_host"] * 4 and desk.table.phase == "waiting"


def test_the_host_starts_when_all_have_come_or_with_bots():
    desk = Desk(OPEN, [Chair("here", who=Who("Host")), *remote(1)], rules=tiny(OPEN))
    host = desk.owns(0)
    host.start()
    assert refusals(desk, host) == ["seats_free"]
    host.start("easy")
    desk.step()
    assert desk.table.phase == "playing" and host.mirror is not None
    assert host.room.places[1].kind == "bot" and host.room.places[1].name


def test_a_full_table_lets_people_watch_who_see_what_nobody_hides():
    desk, one, _ = two(HIDDEN)
    with pytest.raises(Refused) as fault:
        desk.table.sit(Who("Eve"), None, desk.now)
    assert fault.value.phrase.key == "net.refuse.full"
    watcher = desk.watches("Eve")
    desk.step()
    assert watcher.seat is None and watcher.room.watching == 1
    own = desk.table.session.state.hands
    assert not any(set(hand) & set(seen) for hand, seen in zip(own, watcher.mirror.state.hands, strict=True))
    assert one.mirror.state.hands[one.seat] == own[one.seat]
    watcher.play(any_move(one))
    assert refusals(desk, watcher) == ["not_now"]


def test_names_and_colours_are_told_apart_and_cleaned():
    desk = Desk(HIDDEN, remote(3), rules=tiny(HIDDEN))
    clients = [desk.sits("Ada\u202e\x1b[31m\n"), desk.sits("Ada[31m"), desk.sits("")]
    desk.step()
    names = [place.name for place in clients[0].room.places]
    assert len(set(names)) == 3 and all(name.isprintable() for name in names)
    assert len({place.colour for place in clients[0].room.places}) == 3


# --- away and back ---


def test_a_lost_line_keeps_the_seat_and_its_owner_gets_everything_back():
    desk, one, other = two(HIDDEN)
    for _ in range(3):
        mover, _ = in_turn(desk, one, other)
        mover.play(any_move(mover))
        desk.step()
    token = desk.drops(one)
    desk.step(5)
    assert not other.room.places[one.seat].here
    again = desk.returns(token)
    desk.step()
    assert other.room.places[one.seat].here and again.seat == one.seat
    assert again.mirror.state == one.mirror.state and again.mirror.moves == 3
    with pytest.raises(Refused):
        desk.table.come_back("0" * 32, desk.now)


def test_a_second_line_of_the_same_owner_closes_the_first():
    desk, one, _ = two()
    token = desk.table.chairs[one.seat].token
    again = desk.returns(token)
    desk.step()
    assert one.line == "closed" and again.line == "here"
    assert happened(desk, one, LineChanged)[-1].why.key == "net.closed.elsewhere"


def test_after_a_minute_a_bot_may_sit_in_until_the_owner_is_back():
    desk = Desk(OPEN, [Chair("here", who=Who("Host")), *remote(1)], rules=tiny(OPEN))
    host, guest = desk.owns(0), desk.sits("Ada")
    host.start()
    desk.step()
    token = desk.drops(guest)
    host.let_bot_sit_in(1, "easy")
    assert refusals(desk, host) == ["not_away"]
    desk.step(AWAY_LONG + 1)
    host.let_bot_sit_in(1, "easy")
    desk.step()
    if desk.table.session.state.player == 0:
        host.play(any_move(host))
    for _ in range(3):
        desk.step(1)
    assert any(ply.by == 1 for _, ply in desk.table.session.history())
    assert host.room.places[1].sits_in == "easy"
    desk.returns(token)
    desk.step()
    assert host.room.places[1].sits_in is None


def test_a_seat_that_is_left_before_the_start_is_free_again():
    desk = Desk(OPEN, remote(2), rules=tiny(OPEN))
    guest, other = desk.sits("Ada"), desk.sits("Ben")
    desk.drops(guest)
    desk.step()
    assert desk.table.free == 1 and not other.room.places[0].taken


def test_a_continued_save_is_the_same_table():
    desk, one, other = two(HIDDEN)
    mover, _ = in_turn(desk, one, other)
    mover.play(any_move(mover))
    desk.step()
    record = json.loads(records.dumps(records.to_record(desk.table.session, playing=True)))
    kept = [Chair.of_kept(json.loads(json.dumps(chair.kept()))) for chair in desk.table.chairs]
    session = records.replay(record, rules_from_values)
    later = Desk(HIDDEN, kept, rules=session.rules, session=session)
    back = later.returns(kept[one.seat].token)
    later.step()
    assert back.seat == one.seat and back.mirror.state == one.mirror.state
    assert not back.room.places[other.seat].here


# --- taking back, talking, hints, clocks ---


def test_taking_back_asks_the_others_and_needs_everybody():
    desk, one, other = two()
    mover, waiter = in_turn(desk, one, other)
    before = mover.mirror.state
    mover.play(any_move(mover))
    desk.step()
    for answer in (False, True):
        mover.ask_to_take_back()
        desk.step()
        asked = happened(desk, waiter, TakeBackAsked)[-1]
        assert (asked.by, asked.moves, asked.open) == (mover.seat, 0, True)
        waiter.answer_question(asked.question, yes=answer)
        desk.step()
    assert mover.mirror.state == waiter.mirror.state == before
    assert len(happened(desk, waiter, TakenBack)) == 1


def test_a_move_that_drew_a_hidden_piece_stays():
    desk, one, other = two(HIDDEN)
    for _ in range(60):
        mover, waiter = in_turn(desk, one, other)
        rules, state = mover.mirror.rules, mover.mirror.state
        draw = next((move for move in rules.legal_moves(state) if rules.write_move(move) == "draw"), None)
        mover.play(draw or any_move(mover))
        desk.step()
        if draw:
            break
    mover.ask_to_take_back()
    assert refusals(desk, mover) == ["was_revealed"] and not happened(desk, waiter, TakeBackAsked)


def test_an_unanswered_question_ends_and_a_move_of_another_ends_it_too():
    desk, one, other = two()
    mover, waiter = in_turn(desk, one, other)
    mover.play(any_move(mover))
    desk.step()
    mover.ask_to_take_back()
    desk.step(61)
    assert not happened(desk, mover, TakeBackAsked)[-1].open
    mover.ask_to_take_back()
    desk.step()
    waiter.play(any_move(waiter))
    desk.step()
    assert not happened(desk, mover, TakeBackAsked)[-1].open and desk.table.session.moves == 2


def test_phrases_and_texts_reach_everybody_cleaned_or_nobody():
    desk, one, other = two()
    one.say_phrase("hello")
    one.say_text("  \x1b[2J well\u202e\n" + "x" * 400)
    desk.step()
    first, second = happened(desk, other, Spoken)
    assert first.phrase == "hello" and first.by == one.seat
    assert second.text.startswith("[2J well x") and len(second.text) <= 200 and second.text.isprintable()
    quiet, guest, _ = two(talk=False)
    guest.say_text("hello")
    assert refusals(quiet, guest) == ["no_talk"]


def test_hints_are_off_unless_agreed_and_then_shown():
    desk, one, _ = two()
    one.used_hint()
    assert refusals(desk, one) == ["no_hints"]
    desk, one, other = two(hints=True)
    one.used_hint()
    desk.step()
    assert other.room.places[one.seat].hints == 1


def test_a_turn_that_takes_too_long_is_ended_by_the_host():
    desk = Desk(WORDS, remote(2), rules=changed(WORDS, turn={"seconds": 90}))
    one, other = desk.sits("Ada"), desk.sits("Ben")
    desk.table.start(desk.now)
    desk.step()
    first = desk.table.session.state.player
    timed = happened(desk, one, TurnTimed)[-1]
    assert timed.seat == first and timed.until == pytest.approx(desk.now + 90, abs=1)
    desk.step(89)
    assert desk.table.session.moves == 0
    desk.step(2)
    assert desk.table.session.moves == 1 and happened(desk, other, Moved)[-1].ply.by == first


@pytest.mark.parametrize("game", [OPEN, HIDDEN, WORDS])
def test_a_table_may_agree_on_a_time_for_a_turn_that_the_rules_do_not_have(game):
    desk, one, other = two(game, turn_seconds=60)
    first = desk.table.session.state.player
    assert happened(desk, one, TurnTimed)[-1].until == pytest.approx(desk.now + 60, abs=1)
    desk.step(59)
    assert desk.table.session.moves == 0
    desk.step(2)
    assert happened(desk, other, Moved)[0].ply.by == first


def test_the_time_of_a_turn_follows_the_clock_of_the_computer_that_has_the_table():
    """After another worker of a club took the table over, the host's clock is another one."""
    desk, one, _ = two(turn_seconds=60)
    told = [json.loads(text) for text in desk.wire[desk.member(one)]]
    table = next(message["params"] for message in told if message["method"] == "table")
    del table["n"]
    now, asked, left = 100.0, [], []
    client = Client(lambda number, method, _: asked.append((number, method)), texts=TEXTS, clock=lambda: now)
    client.line_is("here")
    for number, host in enumerate((5000.0, 40.0)):
        client.receive(notice("table", table, 2 * number))
        client.receive(notice("turn", {"seat": 0, "until": host + 60}, 2 * number + 1))
        client.poll()
        now, host = now + 1, host + 1
        client.poll()
        assert asked[-1][1] == "clock"
        client.receive(json.dumps({"jsonrpc": "2.0", "id": asked[-1][0], "result": {"now": host}}))
        timed = [happening for happening in client.poll() if isinstance(happening, TurnTimed)]
        left += [happening.until - now for happening in timed]
    assert left == [59.0, 59.0]


# --- the race ---


def race():
    desk = Desk(RACE, remote(2), rules=tiny(RACE))
    one, other = desk.sits("Ada"), desk.sits("Ben")
    desk.table.start(desk.now)
    desk.step()
    return desk, one, other


def test_the_letters_of_a_race_are_told_at_the_start_and_not_before():
    desk, one, other = race()
    true = desk.table.session.state.hands
    assert one.mirror.state.hands[one.seat] != true[one.seat]
    one.ready()
    desk.step()
    assert not happened(desk, one, RaceGoes)
    other.ready()
    desk.step()
    assert happened(desk, one, RaceGoes)[-1].at == pytest.approx(desk.now + 3, abs=0.1)
    sent = "".join(desk.wire[desk.member(one)])
    assert true[one.seat] not in sent
    desk.step(3.01)
    assert one.mirror.state.hands[one.seat] == true[one.seat]
    assert one.mirror.state.hands[other.seat] != true[other.seat]
    sent = "".join(desk.wire[desk.member(one)])
    assert true[one.seat] in sent and true[other.seat] not in sent


def test_a_time_is_that_of_the_players_clock_bounded_by_when_the_host_heard_of_it():
    from rules.catalog import engine_of

    desk, one, other = race()
    one.ready()
    other.ready()
    desk.step()
    desk.step(3)
    rules = desk.table.rules
    plan = engine_of(rules).race_plan("hard", desk.table.session.state, one.seat, "x", lambda: False)
    letters = dict(plan[-1][1].letters)
    desk.step(50)
    one.play(rules.finish(one.mirror.state, one.seat, 1.0, letters))
    other.give_up()
    desk.step(3)
    finish = desk.table.session.state.finishes[0]
    assert finish.by == one.seat and 47.5 <= finish.seconds <= 50.5
    assert happened(desk, other, Moved)


def test_a_session_of_a_mirror_has_no_deal():
    desk, one, _ = two(HIDDEN)
    assert one.mirror.seed == 0 and one.mirror.rounds[0].setup == {}
    assert isinstance(desk.table.session, Session) and desk.table.session.seats == [
        Seat("Ada"), Seat("Ben")]


def test_a_guest_cut_off_before_the_answer_gets_the_same_seat_with_the_key_it_brought():
    table = Table(tiny(OPEN), remote(2), 1, lambda *_: None)
    first = table.sit(Who("Ada"), None, 0.0, "aa" * 16)
    table.sit(Who("Ben"), None, 0.0, "bb" * 16)
    table.start(1.0)
    table.gone(first, 2.0)
    assert table.sit(Who("Ada"), None, 3.0, "aa" * 16).seat == 0 and table.chairs[0].present
    with pytest.raises(Refused):
        table.sit(Who("Eve"), None, 4.0, "cc" * 16)


def test_the_late_words_of_an_old_line_do_not_cut_the_new_one():
    desk = Desk(OPEN, remote(2), rules=tiny(OPEN))
    one = desk.sits("Ada")
    token = desk.drops(one) or "a" * 32
    seat = desk.table.sit(Who("Ada"), None, desk.now, token, Line("program", 1))
    new = desk.table.come_back(token, desk.now, Line("program", 3))
    with pytest.raises(Refused):
        desk.table.come_back(token, desk.now, Line("program", 2))
    assert new in desk.table.members and seat not in desk.table.members
    other = desk.table.come_back(token, desk.now, Line("another program", 1))
    assert other in desk.table.members and new not in desk.table.members


def test_a_table_whose_word_list_cannot_be_read_is_refused_with_the_reason(half_a_list):
    desk = Desk(WORDS, [*bots(1), *remote(1)], rules=rules_of(WORDS, "english"))
    desk.sits("Ada")
    with pytest.raises(Refused) as refused:
        desk.table.start(desk.now)
    assert refused.value.phrase.values["file"] == str(half_a_list)
