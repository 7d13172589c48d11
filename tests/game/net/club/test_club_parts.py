"""The parts of a club that need no server: keys, pairing, limits, the moderator's list, buckets."""

from __future__ import annotations

import asyncio
import io
import os
from types import SimpleNamespace

import pytest
from nats.js.errors import APIError, NotFoundError

from game.net.club.desk import MemoryBucket, MemoryTables, Order, Person, Result, SeatOrder, Taken, person_id
from game.net.club.identity import new_identity, own_identity, proves
from game.net.club.store import bucket as bucket_module
from game.net.club.store import bus
from game.net.club.store.bucket import NatsBucket
from game.net.club.store.log import Log
from game.net.club.visit import ClubGoal
from game.net.club.worker import worker as worker_module
from game.net.club.worker.limits import FAILURES, Limits, Most
from game.net.club.worker.moderation import BadList, Moderation, read_list
from game.net.club.worker.pairing import Seek, groups, variant_of
from game.net.club.worker.worker import Settings, Worker
from game.net.protocol import Refused
from game.net.table.chairs import Who
from game.start.bootstrap import read_requirements
from rules.home import HOME

CHALLENGE, PRINT = "aa" * 32, "bb" * 32


# --- keys ---


def test_a_signature_is_good_for_one_challenge_one_certificate_and_one_key():
    own, other = new_identity(), new_identity()
    signature = own.sign(CHALLENGE, PRINT)
    assert proves(own.key, CHALLENGE, PRINT, signature)
    assert not proves(own.key, "ab" * 32, PRINT, signature)
    assert not proves(own.key, CHALLENGE, "bc" * 32, signature)
    assert not proves(other.key, CHALLENGE, PRINT, signature)
    for broken in ("", "00" * 64, signature[:-2], signature[:-1] + "x", "zz"):
        assert not proves(own.key, CHALLENGE, PRINT, broken)


def test_the_key_pair_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    made = own_identity(tmp_path)
    assert own_identity(tmp_path) == made
    if os.name == "posix":
        assert (tmp_path / "club" / "key").stat().st_mode & 0o077 == 0
    (tmp_path / "club" / "key").write_text("broken")
    assert own_identity(tmp_path) != made


@pytest.mark.parametrize("text", ["", "host", "host:0", "host:99999", "host:1#12", "a b", ":5"])
def test_what_is_no_address_of_a_club_is_refused(text):
    with pytest.raises(Refused):
        ClubGoal.of(text)


def test_an_address_may_carry_the_fingerprint_of_the_certificate():
    assert ClubGoal.of(f"[::1]:4242#{PRINT}") == ClubGoal("::1", 4242, PRINT)
    assert ClubGoal.of("club.example.org:4242").address == "club.example.org:4242"


# --- find me a game ---


def seek(name, rating=1000.0, since=0.0, **more):
    return Seek(name, more.pop("game", "g"), more.pop("players", 2), rating, since, **more)


def names(found):
    return [sorted(one.id for one in group) for group in found]


def test_people_are_paired_with_the_nearest_in_rating():
    found = groups([seek("a", 1000), seek("b", 1110, 1), seek("c", 1010, 2), seek("d", 1120, 3)], 4)
    assert names(found) == [["a", "c"], ["b", "d"]]


def test_people_of_different_games_variants_languages_or_numbers_are_not_paired():
    one = seek("a", variant="v", language="de")
    for other in (seek("b", game="h", variant="v", language="de"), seek("b", variant="w", language="de"),
                  seek("b", variant="v", language="en"), seek("b", players=3, variant="v", language="de")):
        assert not groups([one, other], 1)
    assert variant_of(groups([one, seek("b", language="de")], 1)[0]) == "v"


def test_whoever_waits_longer_meets_people_who_are_further_away():
    far = [seek("a", 1000), seek("b", 1500)]
    assert not groups(far, 1) and names(groups(far, 60)) == [["a", "b"]]


def test_a_table_for_several_is_opened_only_when_all_fit_each_other():
    three = [seek("a", 1000, players=3), seek("b", 1100, players=3), seek("c", 900, players=3)]
    assert not groups(three, 0)
    assert names(groups(three, 20)) == [["a", "b", "c"]]


# --- limits ---


def test_connections_are_limited_by_address_and_by_key():
    limits = Limits(Most(connections=10, per_address=2, per_key=1))
    mark = limits.arrives("10.0.0.1")
    limits.arrives("10.0.0.1")
    with pytest.raises(Refused):
        limits.arrives("10.0.0.1")
    limits.leaves(mark)
    limits.arrives("10.0.0.1")
    limits.enters("k")
    with pytest.raises(Refused):
        limits.enters("k")
    limits.exits("k")
    limits.enters("k")


def test_connections_of_a_key_at_other_workers_count_until_they_end_or_their_worker_does():
    limits = Limits(Most(per_key=2))
    limits.enters("k")
    assert limits.held() == {"k": 1} and limits.held("other") == {"other": 0}
    for end in (lambda: limits.heard("w", {"k": 0}), lambda: limits.worker_gone("w")):
        limits.heard("w", {"k": 1})
        with pytest.raises(Refused):
            limits.enters("k")
        end()
        limits.enters("k")
        limits.exits("k")


def test_the_addresses_of_one_home_count_as_one():
    limits = Limits(Most(per_address=1))
    limits.arrives("2001:db8:0:1::7")
    with pytest.raises(Refused):
        limits.arrives("2001:db8:0:1:ffff::8")
    limits.arrives("2001:db8:0:2::7")


def test_an_address_that_proves_wrongly_again_and_again_is_shut_out():
    limits = Limits(Most())
    mark = limits.arrives("10.0.0.1")
    for _ in range(FAILURES):
        limits.failed(mark)
    with pytest.raises(Refused):
        limits.arrives("10.0.0.1")
    limits.arrives("10.0.0.2")


def test_one_key_with_many_connections_is_not_faster_than_with_one():
    limits = Limits(Most())
    assert any(limits.too_fast("k", "a") for _ in range(60))
    limits.forget()


# --- the moderator's list ---


def test_the_moderators_list_has_ids_and_names(tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("muted: [3f2a90b1c4, 'Loud Name']\n")
    assert read_list(path) == {"muted": ["3f2a90b1c4", "loud name"], "removed": []}
    path.write_text("")
    assert read_list(path) == {"muted": [], "removed": []}


@pytest.mark.parametrize("text", ["muted: 3", "muted: [3]", "banned: [x]", "muted: [x", "- x",
                                  "muted: [{a: b}]", "muted: !!python/object:os.system x", "\x00"])
def test_a_faulty_list_is_refused_with_a_reason(tmp_path, text):
    path = tmp_path / "list.yaml"
    path.write_text(text)
    with pytest.raises(BadList, match=r"\w"):
        read_list(path)


def test_a_list_that_could_not_be_published_is_published_later_although_the_file_is_the_same(tmp_path):
    path, answers, published = tmp_path / "list.yaml", [TimeoutError(), None], []
    path.write_text("muted: [x]")

    class LeaderIsAway:
        def known(self):
            return {}

        async def put(self, _, value):
            answer = answers.pop(0)
            if answer is not None:
                raise answer
            published.append(value)

    async def check():
        moderation = Moderation(LeaderIsAway(), Log("w", io.StringIO()), path)
        with pytest.raises(TimeoutError):
            await moderation.look()
        await moderation.look()
        await moderation.look()
        assert published == [{"muted": ["x"], "removed": []}]

    asyncio.run(check())


# --- results ---


@pytest.mark.parametrize(("fault", "rated"), [(None, 1), (Taken(), 0), (TimeoutError(), 0)])
def test_people_are_rated_only_by_the_worker_that_stored_the_result(monkeypatch, fault, rated):
    async def no_pause(_):
        pass

    monkeypatch.setattr(worker_module, "asyncio", SimpleNamespace(sleep=no_pause))
    monkeypatch.setattr(worker_module.records, "to_record", lambda _: {})
    played = []

    class Results:
        async def create(self, *_):
            if fault is not None:
                raise fault

    class People:
        async def played(self, *arguments):
            played.append(arguments)

    order = Order("t", "g", "classic", (SeatOrder(key="ab" * 32), SeatOrder(level="easy")))
    hosted = SimpleNamespace(id="t", order=order, table=SimpleNamespace(played=SimpleNamespace(seats=[])))
    worker = SimpleNamespace(_settings=Settings(()), results=Results(), people=People())
    asyncio.run(Worker.keep(worker, hosted, Result("t", True, (1, 0), (0,), ("ab" * 32, ""))))
    assert len(played) == rated


# --- buckets and tables in one process ---


def test_an_entry_is_changed_only_by_whoever_knows_its_revision():
    async def check():
        bucket = MemoryBucket()
        first = await bucket.create("a", {"x": 1})
        with pytest.raises(Taken):
            await bucket.create("a", {})
        second = await bucket.update("a", {"x": 2}, first)
        with pytest.raises(Taken):
            await bucket.update("a", {"x": 3}, first)
        with pytest.raises(Taken):
            await bucket.delete("a", first)
        assert (await bucket.get("a")).value == {"x": 2} and bucket.known()["a"].revision == second
        await bucket.delete("a", second)
        assert await bucket.get("a") is None

    asyncio.run(check())


def test_an_entry_is_made_also_while_its_bucket_has_no_leader_for_a_moment(monkeypatch):
    monkeypatch.setattr(bus, "PAUSE", 0.0)
    answers = [TimeoutError(), None]

    class LeaderIsAway:
        async def last(self, *_):
            answer = answers.pop(0)
            if answer is not None:
                raise answer

        async def store(self, *_):
            return 7

    assert asyncio.run(NatsBucket(LeaderIsAway(), "x").create("a", {"x": 1})) == 7 and not answers


@pytest.mark.parametrize("mine", [True, False])
def test_a_worker_knows_its_own_write_whose_answer_was_lost_from_an_equal_one_of_another(monkeypatch, mine):
    monkeypatch.setattr(bucket_module, "PAUSE", 0.0)
    kept, tries = [], []

    class AnswerIsLost:
        async def last(self, *_):
            return kept[-1]

        async def store(self, subject, data, headers):
            tries.append(headers)
            if len(tries) == 1:
                kept.append(bus.Kept(subject, 8, headers if mine else {**headers, "Nats-Msg-Id": "x"}, data))
                raise TimeoutError
            raise APIError(err_code=bus.WRONG_SEQUENCE[0])

    bucket = NatsBucket(AnswerIsLost(), "x")
    if mine:
        assert asyncio.run(bucket.update("a", {"x": 1}, 7)) == 8
    else:
        with pytest.raises(Taken):
            asyncio.run(bucket.update("a", {"x": 1}, 7))
    assert len(tries) == 2 and tries[0] == tries[1]


def test_news_that_were_lost_between_others_are_read_again(monkeypatch):
    monkeypatch.setattr(bucket_module, "PAUSE", 0.0)
    stored = [bus.Kept("$KV.club_x.a", 7, {}, b'{"x": 1}'), bus.Kept("$KV.club_x.b", 9, {}, b'{"x": 2}')]
    tell = []

    class Servers:
        js = SimpleNamespace()

        async def make_bucket(self, *_):
            pass

        async def hear(self, _, heard):
            tell.append(heard)

        async def newest(self, *_):
            return list(stored)

        async def stream_info(self, _):
            return SimpleNamespace(state=SimpleNamespace(last_seq=stored[-1].sequence))

    servers = Servers()
    servers.js.stream_info = servers.stream_info

    def news(kept):
        headers = {"Nats-Subject": kept.subject, "Nats-Sequence": str(kept.sequence)}
        tell[0](SimpleNamespace(subject=kept.subject, headers=headers, data=kept.data))

    async def check():
        bucket = NatsBucket(servers, "x")
        await bucket.open()
        assert not bucket.has_gap
        stored[0] = bus.Kept("$KV.club_x.a", 10, {}, b'{"x": 3}')  # whose news are lost
        stored.append(bus.Kept("$KV.club_x.c", 11, {}, b'{"x": 4}'))
        news(stored[-1])
        assert bucket.has_gap and bucket.known()["a"].value == {"x": 1}
        await bucket.check()
        assert not bucket.has_gap and bucket.known()["a"].value == {"x": 3}

    asyncio.run(check())


def test_a_bucket_that_another_worker_has_just_made_may_not_be_known_to_all_servers_yet(monkeypatch):
    monkeypatch.setattr(bus, "PAUSE", 0.0)
    answers: list[Exception | list] = [NotFoundError(), []]

    class JustMade:
        async def make_bucket(self, *_):
            pass

        hear = make_bucket

        async def newest(self, *_):
            answer = answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer

    asyncio.run(NatsBucket(JustMade(), "x").open())
    assert not answers


def test_a_worker_waits_for_a_server_that_has_not_joined_its_cluster_yet(monkeypatch):
    monkeypatch.setattr(bus, "PAUSE", 0.0)
    answers = [APIError(err_code=bus.NO_PEERS, description="no suitable peers"), None]

    async def stream_info(_):
        raise NotFoundError

    async def add_stream(_):
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    servers = bus.Bus([], Log("x"))
    servers.js = SimpleNamespace(stream_info=stream_info, add_stream=add_stream)
    asyncio.run(servers.make_stream("X", ["x"]))
    assert not answers
    monkeypatch.setattr(bus, "JOINED", 0.0)
    answers.append(APIError(err_code=bus.NO_PEERS, description="no suitable peers"))
    with pytest.raises(bus.Unfit):
        asyncio.run(servers.make_stream("X", ["x"]))


def test_a_table_is_opened_once_and_has_a_result_when_it_is_stopped():
    async def check():
        tables = MemoryTables()
        order = Order("t", "g", "classic", (SeatOrder(key="ab" * 32), SeatOrder(level="easy")))
        await tables.open(order)
        await tables.open(Order("t", "h", "classic", ()))
        await tables.begin("t", "easy")
        assert tables.result("t") is None and tables.begun == {"t": "easy"}
        await tables.stop("t")
        assert tables.orders["t"] is order and tables.result("t").keys == ("ab" * 32, "")

    asyncio.run(check())


def test_the_packages_of_a_club_are_pinned_for_the_tests_as_for_its_workers():
    lists = [read_requirements([str(HOME / name)])
             for name in ("game/net/club/requirements.txt", "tests/requirements.txt")]
    assert lists[0] and set(lists[0]) <= set(lists[1])


def test_the_sign_of_a_person_does_not_tell_the_key():
    key = new_identity().key
    assert Person(key, Who("Ada")).id == person_id(key) and person_id(key) not in key
    assert person_id("") == ""
