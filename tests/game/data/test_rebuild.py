"""The records are the truth: whatever happens to the database, every result is there again."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from game.data.history import History, Result, SeatResult
from game.data.index import database
from game.data.index.booked import KEY, read_booked, write_booked
from game.data.index.result import Booked
from game.data.occasion import Occasion
from game.data.people import FACES
from game.data.results import book, result_of
from game.data.store import Store
from rules import records
from rules.catalog import rules_from_values, rules_of
from rules.kit.shuffle import pick, rng_for
from rules.session import Seat, Session

GAME = "turm_domino"
MANY = 60


def played(seed: int, *names: str) -> Session:
    """Play a solitaire to its end, at random."""
    session = Session(rules_of(GAME), [Seat(name) for name in names or ("Ada",)], seed)
    rng = rng_for("rebuild", seed)
    while session.outcome is None:
        session.play(pick(rng, list(session.rules.legal_moves(session.state))))
    return session


def finish(store: Store, history: History, session: Session, name: str) -> None:
    with history.together():
        day = f"2026-11-{1 + session.seed % 28:02}"
        entry = replace(result_of(session, Occasion()), record=name, ended=day)
        store.finish(session, store.saves / name, book(history, session, entry).booked)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with finished games of two people."""
    folder = tmp_path_factory.mktemp("played")
    store, history = Store(folder), History(folder)
    for seed in range(MANY):
        finish(store, history, played(seed, "Ada" if seed % 3 else "Ben"), f"game-{seed}.json")
    history.close()
    return folder


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    shutil.copytree(folder, tmp_path / "data")
    return tmp_path / "data"


Known = tuple[list[tuple[object, ...]], list[object], list[object]]


def known(folder: Path) -> Known:
    """Return all that the statistics know, in a comparable form."""
    history = History(folder)
    people = {one.id: one.name for one in history.people.all()}
    results = sorted((stored.result.record, stored.result.score, stored.result.won, stored.result.ended,
                      tuple((seat.name, people.get(seat.profile or 0), seat.score) for seat in stored.seats))
                     for stored in history.all_results())
    honours = sorted((one.name, key, day) for one in history.people.all()
                     for key, day in history.people.earned(one.id).items())
    profiles = [(one.name, one.colour, one.face) for one in history.people.all()]
    history.close()
    return results, honours, profiles


def zero_page(number: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:4096 * number] + bytes(4096) + data[4096 * (number + 1):]


@pytest.mark.parametrize("way", [
    lambda data: b"", lambda data: data[:3000], lambda data: b"no database at all" * 999,
    *(zero_page(page) for page in range(8))])
def test_a_damaged_database_is_set_aside_and_every_result_is_there_again(copy, way):
    before = known(copy)
    path = copy / "results.sqlite"
    path.write_bytes(way(path.read_bytes()))
    assert known(copy) == before and len(before[0]) == MANY and before[1]
    assert known(copy) == before, "and it stays so"
    history = History(copy)
    assert not history.notices, "an ordinary start has nothing to tell"
    history.close()


@pytest.mark.parametrize("name", ["gXme-7.json", "ga\udcffe-7.json", "\x14\x13"])
@pytest.mark.parametrize("damaged", [False, True])
def test_a_damaged_name_of_a_record_does_not_make_its_game_count_twice(copy, name, damaged):
    before = known(copy)
    with closing(sqlite3.connect(copy / "results.sqlite", isolation_level=None)) as db:
        db.execute("update results set record = cast(? as text) where record = 'game-7.json'",
                   (name.encode(errors="surrogateescape"),))
        db.execute("delete from files")
        if damaged:
            db.execute("update results set score = 'many' where record = 'game-8.json'")
    assert known(copy) == before


def test_a_missing_database_is_made_again_without_a_word(copy):
    before = known(copy)
    (copy / "results.sqlite").unlink()
    shown: list[tuple[int, int]] = []
    history = History(copy, lambda done, total: shown.append((done, total)))
    assert not history.notices and shown[0] == (0, MANY) and shown[-1] == (MANY, MANY)
    history.close()
    assert known(copy) == before


@pytest.mark.parametrize("part", range(8))
def test_any_bytes_of_the_database_may_be_damaged(copy, part):
    """Among these are files whose check answers in garbled text: 1.0 never started again."""
    before = known(copy)
    path = copy / "results.sqlite"
    good = path.read_bytes()
    for number in range(part * 12, part * 12 + 12):
        rng = random.Random(number)
        data = bytearray(good)
        for _ in range(rng.choice((1, 1, 4, 40))):
            data[rng.randrange(len(data)) if rng.random() < 0.5 else rng.randrange(4096)] = rng.randrange(256)
        for file in copy.glob("results*"):
            file.unlink()
        path.write_bytes(data)
        assert len(known(copy)[0]) == len(before[0]) == MANY


@pytest.mark.parametrize("strict", [False, True])
def test_a_check_that_answers_in_garbled_text_is_damage(copy, monkeypatch, strict):
    """Damage in the list of tables: the check then names a column that is no text."""
    if strict:
        monkeypatch.setattr(database, "forgiving", lambda data: data.decode("utf-8"))
    before = known(copy)
    with closing(sqlite3.connect(copy / "results.sqlite")) as db, db:
        db.execute("pragma writable_schema = on")
        garbled = b'create table files (name text primary key, "\xff" text not null)'
        db.execute("update sqlite_master set sql = cast(? as text) where name = 'files'", (garbled,))
    history = History(copy)
    assert [notice.key for notice in history.notices] == ["notice.set_aside"]
    history.close()
    assert known(copy) == before


def test_a_damaged_record_loses_only_its_own_result(copy):
    before = known(copy)
    (copy / "records" / "game-7.json").write_text("{")
    assert known(copy) == before, "the database still has it"
    (copy / "results.sqlite").write_bytes(b"x" * 5000)
    after = known(copy)
    lost = [row for row in before[0] if row not in after[0]]
    assert [row[0] for row in lost] == ["game-7.json"]


def test_a_damaged_file_of_people_is_set_aside_and_written_again(copy):
    before = known(copy)
    for content in ("{", '{"format": "dominothek-people", "people": [{"id": "x"}]}', ""):
        (copy / "people.json").write_text(content)
        history = History(copy)
        assert [notice.key for notice in history.notices] == ["notice.set_aside"]
        history.close()
        assert known(copy) == before and json.loads((copy / "people.json").read_text("utf-8"))["people"]


def test_a_rebuilt_database_knows_renamed_and_deleted_people(copy):
    history = History(copy)
    ada, ben = history.people.find("Ada"), history.people.find("Ben")
    assert ada is not None and ben is not None
    assert history.people.change(ada.id, name="Eda", colour=4, face=FACES[5])
    history.people.delete(ben.id)
    history.close()
    before = known(copy)
    (copy / "results.sqlite").write_bytes(b"")
    os.remove(copy / "results.sqlite")
    assert known(copy) == before and before[2] == [("Eda", 4, FACES[5])]


def test_the_number_of_a_deleted_person_is_never_given_to_another():
    history = History(None)
    ada = history.people.make("Ada")
    assert ada is not None
    history.people.delete(ada.id)
    ben = history.people.make("Ben")
    eve = history.people.make("Eve")
    assert ben is not None and eve is not None and ben.id != eve.id
    history.close()


def test_seats_without_a_result_do_not_stop_the_next_result(tmp_path):
    history = History(tmp_path)
    history.close()
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as db, db:
        db.executemany("insert into seats (result, seat, name, kind, score, won) "
                       "values (?, 0, '', 'human', 1, 0)", [(number,) for number in range(1, 9)])
    history = History(tmp_path)
    for seed in range(3):
        history.add(Result(GAME, "classic", 1, seed, True, "won", 1, 1, 1.0), [SeatResult("Ada", 1, True)])
    assert history.summary(GAME).played == 3 and not history.notices
    history.close()


def test_results_of_version_1_0_are_kept_and_written_into_their_records(copy):
    """In 1.0 only the database knew the people, the day and the honours."""
    for path in (copy / "records").iterdir():
        record = json.loads(path.read_text("utf-8"))
        del record[KEY]
        path.write_text(records.dumps(record), "utf-8")
        os.utime(path, (1767225600, 1767225600))
    (copy / "people.json").unlink()
    with closing(sqlite3.connect(copy / "results.sqlite")) as db, db:
        db.execute("drop table files")
        db.execute("pragma user_version = 2")
    before = known(copy)
    assert len(before[0]) == MANY
    for path in (copy / "records").iterdir():
        assert KEY in json.loads(path.read_text("utf-8")) and path.stat().st_mtime == 1767225600
    (copy / "results.sqlite").write_bytes(b"damaged" * 1000)
    assert known(copy) == before


def test_records_of_version_1_0_without_a_database_give_their_results(copy):
    before = known(copy)
    for path in (copy / "records").iterdir():
        record = json.loads(path.read_text("utf-8"))
        del record[KEY]
        path.write_text(records.dumps(record), "utf-8")
    (copy / "results.sqlite").unlink()
    (copy / "people.json").unlink()
    after = known(copy)
    assert [row[:3] for row in after[0]] == [row[:3] for row in before[0]]
    assert {row[0] for row in after[2]} == {"Ada", "Ben"}


def derived(path: Path, session: Session) -> Result | None:
    """Return the result of a record as version 1.0 wrote it."""
    path.write_text(records.dumps(records.to_record(session, playing=True)), "utf-8")
    booked, written = read_booked(path)
    assert not written
    return None if booked is None else booked.result


def test_the_honours_of_a_record_are_read_and_what_cannot_be_is_left_out(tmp_path):
    session = played(1, "Ada")
    result, seat = result_of(session, Occasion()), SeatResult("Ada", 1, True)
    data = write_booked(Booked(result, (seat, seat), ((1, "first"),)))
    data["honours"] += [[2, "nobody"], [0, 7], ["first"], "first"]
    path = tmp_path / "honoured.json"
    path.write_text(records.dumps(records.to_record(session) | {KEY: data}), "utf-8")
    booked, written = read_booked(path)
    assert written and booked is not None and booked.honours == ((1, "first"),)


def test_the_day_of_a_daily_deal_is_read_from_a_record_of_version_1_0(tmp_path):
    session = played(1)
    session.notes["daily"] = "2026-11-16"
    result = derived(tmp_path / "daily.json", session)
    assert result is not None and (result.daily, result.moves) == ("2026-11-16", session.moves)


def test_an_unfinished_record_of_version_1_0_has_no_result(tmp_path):
    session = Session(rules_of(GAME), [Seat("Ada")], 1)
    session.play(next(iter(session.rules.legal_moves(session.state))))
    assert derived(tmp_path / "begun.json", session) is None


def test_a_record_with_its_result_is_still_accepted_by_the_referee(folder):
    for path in sorted((folder / "records").iterdir())[:5]:
        records.verify(records.read_file(path), rules_from_values)


@pytest.mark.parametrize("kind", ["folder", "fifo"])
def test_whatever_lies_in_the_place_of_the_database_is_set_aside(copy, kind):
    before = known(copy)
    path = copy / "results.sqlite"
    path.unlink()
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    history = History(copy)
    assert [notice.key for notice in history.notices] == ["notice.set_aside"]
    history.close()
    assert known(copy) == before


def test_faces_names_and_days_that_cannot_be_are_shown_as_defaults(tmp_path):
    history = History(tmp_path)
    history.add(Result(GAME, "classic", 1, 1, True, "won", 1, 1, 1.0, daily="2026-99-99", ended="2026-99-99"))
    history.close()
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as db, db:
        db.execute("insert into profiles values (7, ?, 99, 'no_such_face', '')", ("x\x00" * 500_000,))
    history = History(tmp_path)
    (person,) = history.people.all()
    assert person.face in FACES and person.colour < 6 and len(person.name) <= 14 and person.name.isprintable()
    assert history.longest_daily_streak(GAME) == 0
    history.close()


def test_a_blob_in_the_place_of_a_name_is_damage(copy):
    before = known(copy)
    with closing(sqlite3.connect(copy / "results.sqlite")) as db, db:
        db.execute("update profiles set name = x'00ff'")
        db.execute("update seats set name = x'00ff'")
    assert known(copy) == before


