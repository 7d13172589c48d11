"""The result of games with points: figures that agree with the scores, and buttons that lead on."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random
from types import SimpleNamespace

import pygame
import pytest

from game.data.occasion import Occasion
from game.data.store import Store
from game.draw import race
from game.screens.result.beside import sum_of
from game.screens.result.ending import Joy
from game.screens.result.figures import Figures
from game.screens.result.points import PointsTable
from game.screens.result.sheet import Sheet, record_sheet
from game.screens.shelf.scene import Shelf
from game.table.review.replay import Replay
from game.table.scene import TableScene
from game.ui.grammar import Who
from game.ui.look import Look
from game.ui.particles import FALLEN_Z
from game.ui.stage import Sprite
from game.ui.text import Texts, languages
from game.ui.widgets.toast import toast_place, toast_width
from rules.base import Outcome, Rules, Scored
from rules.catalog import SHIPPED, rules_of
from rules.engine import StandIn
from rules.files.faults import Place
from rules.files.levels import Level
from rules.files.variants import load
from rules.games.kwinty.rules import Kwinty
from rules.games.turris.rules import Turris
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.null_game import CLASSIC, NullGame

NAMES = ["Ada", "Bruno", "Cleo", "Dario", "Emil", "Fritzi"]
LONG = ["Maximiliane Sophie", "Friedrich-Wilhelm II", "Konstantinopolis XY", "Wilhelmina Graubart",
        "Bartholomäus Müller", "Anna-Katharina Weiss"]
KINDS = ("tiles", "points", "colour", "bridge", "double", "hexagon", "fours", "word", "second",
         "finish_first",
         "finish_second", "south", "east", "north", "west", "roof", "paid", "out", "various", "minus")

BLOCKS = {"kwinty": Kwinty, "turris": Turris}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    desk = Desk(tmp_path)
    # The bots at the tables dealt here must not play.
    monkeypatch.setattr(desk.app.thinker, "ask", lambda *arguments: None)
    yield desk
    desk.app.close()


def played(game: str, players: int, seed: int = 5, *, rounds: int = 1, to_the_end: bool = False,
           names: list[str] = NAMES) -> Session:
    """Return a random game up to the end of a round, in which no player stops voluntarily."""
    rules = _rules(game)
    seats = [Seat(name, "bot", "easy") if i else Seat(name) for i, name in enumerate(names[:players])]
    session, rng = Session(rules, seats, seed), Random(seed)
    while True:
        while session.outcome is None:
            moves = list(rules.legal_moves(session.state))
            session.play(rng.choice([m for m in moves if type(m).__name__ != "Stop"] or moves))
        if session.game_outcome is not None or (not to_the_end and len(session.rounds) == rounds):
            return session
        session.next_round()


def _rules(game: str) -> Rules:
    if game == "null_game":
        return NullGame(CLASSIC)
    if game in BLOCKS:
        return BLOCKS[game](load(BLOCKS[game], "classic", [SHIPPED / game]).values)
    return rules_of(game)


def figures_of(session: Session) -> Figures:
    return Figures(session, KINDS)


def show(desk: Desk, session: Session, occasion: Occasion | None = None) -> Sheet:
    """Return the sheet above the table of a session whose round is over."""
    table = TableScene(desk.app, session, occasion)
    table.end.told = True
    desk.app.push(table)
    table.save(session)
    record_sheet(table)
    desk.app.push(Sheet(desk.app, table))
    return desk.scene


# --- the figures ---

GAMES = [("tripple_domino", 2), ("tripple_domino", 6), ("tripple_solitaire", 1), ("trio_domino", 1),
         ("trio_domino", 4), ("null_game", 3), ("kwinty", 2), ("turris", 2)]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_bars_losses_and_pad_add_up_to_the_points_of_the_round(game, players):
    session = played(game, players, rounds=2)
    figures = figures_of(session)
    for row in figures.standings():
        assert sum(share.points for share in row.gains) + sum(lost for _, lost in row.losses) == row.won
        assert all(share.points == sum(points for _, points in share.parts) > 0 for share in row.gains)
        assert row.total == session.state.scores[row.seat]
    for number in range(len(session.rounds)):
        assert [sum(lines.values()) for lines in figures.pad_round(number)] == figures.won(number)
    assert [values[-1] for values in figures.by_round()] == list(session.state.scores)
    assert [values[-1] for values in figures.by_move()] == list(session.state.scores)


def test_start_and_last_tile_count_with_larger_kinds():
    session = next(s for seed in range(40) if (s := played("tripple_domino", 4, seed)).outcome.why == "out")
    parts = {kind: share.kind for row in figures_of(session).standings() for share in row.gains
             for kind, _ in share.parts}
    assert parts["start"] == "tiles" and parts["last"] == "out" and parts["out"] == "out"


def test_what_leavers_pay_is_told_apart_from_what_they_lose_themselves():
    """Ada leaves first and pays Bea and Cleo, then Bea leaves and pays Cleo."""
    rules = rules_of("wer_behaelt_recht")
    setup = {"hands": ["XYQJ", "XYQHH", "HAUSEE"], "red": "", "black": "", "starter": 0,
             "words": "HAUS XYLOPHON"}
    session = Session(rules, [Seat("Ada"), Seat("Bea"), Seat("Cleo")], 1, level=setup)
    for move in ("begin > 0,0 X XYLOPHON@0", "pass", "pass", "complete", "back Y XYLOPHON@0", "pass",
                 "complete"):
        session.play(rules.read_move(move))
    rows = {row.seat: row for row in figures_of(session).standings()}
    assert [kind for kind, _ in rows[1].losses] == ["lacking"] and [share.kind
                                                                    for share in rows[1].gains] == ["paid"]
    assert rows[1].won == rows[1].gains[0].points + rows[1].losses[0][1]


def test_points_that_nobody_explained_are_called_various():
    session = played("null_game", 2)
    last = session.rounds[-1].plies
    last[-1] = type(last[-1])(last[-1].by, last[-1].move, last[-1].state, ())
    gains = [share.kind for row in figures_of(session).standings() for share in row.gains]
    assert gains == ["various"]


def test_ranks_follow_the_totals_and_equals_share_one():
    session = played("tripple_domino", 4)
    figures = figures_of(session)
    object.__setattr__(session.state, "scores", (40, 90, 40, 10))
    rows = figures.standings()
    assert [(row.seat, row.rank) for row in rows] == [(1, 1), (0, 2), (2, 2), (3, 4)]


def test_the_winner_of_a_match_comes_first_whatever_the_points():
    figures = figures_of(played("tripple_domino", 3, to_the_end=True))
    object.__setattr__(figures.session.state, "scores", (40, 90, 70))
    figures.outcome = Outcome((0,), "match")
    assert [(row.seat, row.rank, row.first) for row in figures.standings()] == [
        (0, 1, True), (1, 2, False), (2, 3, False)]


def test_what_was_won_and_lost_again_is_told_as_what_came_of_it():
    session = played("null_game", 2)
    last = session.rounds[-1].plies
    by = last[-1].by
    scored = (Scored(by, 3, "south"), Scored(by, -1, "south"), Scored(by, 1, "roof"), Scored(by, -1, "east"),
              Scored(by, -1, "fours"), Scored(by, 1, "fours"))
    object.__setattr__(last[-1].state, "scores", tuple(2 * (seat == by) for seat in (0, 1)))
    last[-1] = type(last[-1])(by, last[-1].move, last[-1].state, scored)
    row = figures_of(session).standings()[0]
    assert [(share.kind, share.points) for share in row.gains] == [("south", 2), ("roof", 1)]
    assert row.losses == (("east", -1),)
    assert figures_of(session).best_move().parts == (("roof", 1), ("east", -1), ("south", 2))


def test_the_best_move_is_the_one_that_changed_the_lead_most():
    session = played("null_game", 2)
    plies = session.rounds[-1].plies

    def with_points(index: int, own: int, others: int) -> None:
        ply = plies[index]
        events = (Scored(ply.by, own, "start"), Scored(1 - ply.by, others, "start"))
        plies[index] = type(ply)(ply.by, ply.move, ply.state, events)

    for index in range(len(plies)):
        with_points(index, 0, 0)
    with_points(0, 9, 0)
    with_points(-2, 5, -6)
    best = figures_of(session).best_move()
    assert best.ply is plies[-2] and (best.points, best.taken, best.swing) == (5, 6, 11)


def test_the_best_move_leaves_the_settlement_out():
    session = played("tripple_domino", 4, rounds=2)
    best = figures_of(session).best_move()
    plies = [ply for _, ply in session.history()]
    assert best is not None and plies[best.before] is best.ply
    assert best.number == best.before + 1 - len(session.rounds[0].plies)
    assert not {"out", "left"} & {kind for kind, _ in best.parts}
    by, before = best.ply.by, plies[best.before - 1].state
    settled = sum(event.points for event in best.ply.events
                  if isinstance(event, Scored) and event.kind in ("out", "left") and event.by == by)
    assert best.points == best.ply.state.scores[by] - before.scores[by] - settled


def test_without_points_there_is_the_last_move_to_see():
    session = played("null_game", 2)
    last = session.rounds[-1].plies
    last[-1] = type(last[-1])(last[-1].by, last[-1].move, last[-1].state, ())
    figures = figures_of(session)
    assert figures.best_move() is None
    assert figures.last_move().ply is last[-1] and figures.last_move().before == session.moves - 1


def test_a_target_and_rounds_are_known_from_the_rules():
    assert figures_of(played("tripple_domino", 2)).target == 300
    assert figures_of(played("null_game", 2)).many_rounds
    assert not figures_of(played("trio_domino", 3)).many_rounds
    assert not figures_of(played("tripple_solitaire", 1)).many_rounds


# --- sentences ---


@pytest.mark.parametrize("language", languages())
def test_headlines_say_what_happened(desk, language):
    desk.app.texts = Texts(language)
    sheet = show(desk, played("tripple_domino", 3, to_the_end=True))
    sheet.figures.outcome = Outcome((0,), "out")
    assert sheet.headline() == desk.say("sheet.won", name=Who(("Ada",), you=True))
    sheet.figures.outcome = Outcome((0, 1, 2), "out")
    assert sheet.headline() == desk.say("sheet.won", name=Who(("Ada", "Bruno", "Cleo")))
    sheet.figures.over = False
    sheet.figures.outcome = Outcome((1,), "out")
    assert sheet.headline() == desk.say("sheet.tripple_domino.out", name=Who(("Bruno",)))


def out_in_points(desk: Desk, *, over: bool) -> Sheet:
    """Return the sheet of a round in which Ada is out first and Bea has more points."""
    rules = rules_of("point_typ_dom", "points" if over else "three_rounds")
    setup = {"hands": ["HUT", "EXY"], "red": "", "black": "", "starter": 0, "words": "HUT TEXY"}
    session = Session(rules, [Seat("Ada"), Seat("Bea")], 1, level=setup)
    for move in ("> 0,0 HUT", "v 2,0 TEXY"):
        session.play(rules.read_move(move))
    return show(desk, session)


@pytest.mark.parametrize("language", languages())
def test_who_went_out_and_who_won_are_told_as_two_things(desk, language):
    desk.app.texts = Texts(language)
    sheet = out_in_points(desk, over=True)
    assert sheet.headline() == desk.say("sheet.won", name="Bea")
    assert sheet.subtitle().startswith(desk.say("sheet.went_out", name="Ada"))
    sheet = out_in_points(desk, over=False)
    assert sheet.headline() == desk.say("sheet.why.out_won", name="Ada")
    sheet.figures.outcome = Outcome((1,), "out")
    assert sheet.headline() == desk.say("sheet.why.out_other", out="Ada", name="Bea")
    sheet.table.session.seats[1] = Seat("Bea", "bot", "easy")
    assert sheet.headline() == desk.say("sheet.why.out_other", out=Who(("Ada",), you=True), name="Bea")


def test_every_way_a_round_can_end_has_a_headline(desk):
    sheet = show(desk, played("tripple_domino", 2))
    sheet.figures.over = False
    for winners in ((), (0,), (0, 1)):
        for why in ("out", "blocked", "stop", "no_such_reason"):
            sheet.figures.outcome = Outcome(winners, why)
            assert not sheet.headline().startswith("sheet.")


def test_every_kind_of_points_has_its_words_and_its_colour(desk):
    sheet = show(desk, played("trio_domino", 4, seed=3))
    for kind in ("tiles", "start", "bridge", "double", "hexagon", "last", "points", "colour"):
        assert desk.app.texts.has(f"sheet.best.feat.{kind}")
    for kind in ("draws", "pass", "left"):
        assert desk.app.texts.has(f"sheet.loss.{kind}") and desk.app.texts.has(f"sheet.kind.{kind}")
    kinds = desk.app.look.design["pieces"]["kinds"]
    assert set(KINDS) == set(kinds)
    best = sheet.figures.best_move()
    shown = [int(word) for word in sum_of(sheet, best).replace("+", " ").split() if word.isdigit()]
    assert sum(shown) == best.points


# --- navigation ---


def test_the_table_leads_to_the_sheet_and_enter_to_the_next_round(desk):
    session = played("tripple_domino", 3)
    assert session.game_outcome is None
    last = session.rounds[-1].plies[-1].move
    session.undo()
    table = TableScene(desk.app, session)
    desk.app.push(table)
    table.play(last)
    desk.run(2500)
    assert isinstance(desk.scene, Sheet)
    assert desk.app.history.summary("tripple_domino").played == 0
    desk.key(pygame.K_RETURN)
    assert len(session.rounds) == 2 and session.outcome is None
    assert table in desk.app.scenes and not any(isinstance(scene, Sheet) for scene in desk.app.scenes)


def test_escape_goes_to_the_shelf_and_the_next_round_waits_there(desk):
    session = played("tripple_domino", 2)
    show(desk, session)
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, Shelf)
    desk.click_button(desk.say("button.play_on"))
    desk.run(2500)
    assert isinstance(desk.scene, Sheet)
    assert desk.scene.table.state.scores == session.state.scores


def test_a_game_that_is_over_offers_a_rematch_at_the_same_table(desk):
    session = played("tripple_domino", 2, to_the_end=True)
    sheet = show(desk, session)
    assert desk.say("sheet.next_round") not in [getattr(widget, "label", "") for widget in sheet.widgets]
    desk.key(pygame.K_RETURN)
    assert isinstance(desk.scene, TableScene)
    again = desk.scene.session
    assert again is not session and again.moves == 0
    assert (again.seats, again.rules, again.seed == session.seed) == (session.seats, session.rules, False)


def test_a_finished_game_counts_once_for_its_winner(desk):
    session = played("tripple_domino", 3, to_the_end=True)
    sheet = show(desk, session)
    record_sheet(sheet.table)
    summary = desk.app.history.summary("tripple_domino", "classic", 3)
    assert (summary.played, summary.won) == (1, int(0 in session.game_outcome.winners))
    assert summary.best_score == session.state.scores[0]
    assert not list(desk.store.saves.glob("*.json")) and len(list(desk.store.records.glob("*.json"))) == 1


def test_a_round_is_not_counted_as_a_game(desk):
    show(desk, played("tripple_domino", 3))
    assert desk.app.history.summary("tripple_domino").played == 0
    assert len(list(desk.store.saves.glob("*.json"))) == 1


def test_the_best_move_can_be_watched_again(desk):
    sheet = show(desk, played("tripple_domino", 3, rounds=2))
    best = sheet.figures.best_move()
    desk.click_button(desk.say("sheet.best.watch"))
    assert isinstance(desk.scene, Replay) and desk.scene.at == best.before
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is sheet


def test_the_review_button_goes_through_the_whole_game(desk):
    sheet = show(desk, played("trio_domino", 2))
    desk.click_button(desk.say("review.open"))
    assert isinstance(desk.scene, Replay) and desk.scene.session is sheet.table.session


# --- the score pad ---


def test_the_score_pad_has_a_line_for_every_kind_and_running_totals(desk):
    session = played("tripple_domino", 4, rounds=2)
    sheet = show(desk, session)
    desk.click_button(desk.say("sheet.pad.show"))
    pad = sheet.pad
    totals = [line.values for line in pad.lines if line.role == "total"]
    assert totals == [tuple(round_.state.scores) for round_ in session.rounds]
    assert sum(line.role == "head" for line in pad.lines) == len(session.rounds)
    heads = [i for i, line in enumerate(pad.lines) if line.role == "head"]
    first = pad.lines[heads[0] + 1:heads[1] - 1]
    assert [sum(line.values[seat] or 0 for line in first) for seat in range(4)] == list(totals[0])
    desk.key(pygame.K_p)
    assert sheet.pad is None and desk.scene is sheet


def test_a_long_score_pad_scrolls_and_begins_at_its_end(desk):
    rules = NullGame({**CLASSIC, "rounds": 9})
    session = Session(rules, [Seat("Ada"), Seat("Bruno")], 1)
    while session.game_outcome is None:
        while session.outcome is None:
            session.play(1)
        if session.game_outcome is None:
            session.next_round()
    session.rounds *= 4
    table = SimpleNamespace(session=session, game="tripple_domino", is_counted=False,
                            board=SimpleNamespace(move_picture=lambda *_: None, result_page=lambda _: None,
                                                  result_course=lambda: None, result_facts=list,
                                                  log_unit=str),
                            people_won=lambda _: False,
                            occasion=Occasion(counts=False), who=lambda *seats: Who(("Ada",) * len(seats)),
                            company=[SimpleNamespace(colour=i, face="human") for i in range(6)])
    sheet = Sheet(desk.app, table)
    sheet.pad_shown = True
    desk.app.push(sheet)
    assert sheet.pad.offset == sheet.pad.furthest > 0
    desk.move(sheet.pad.rect.center)
    desk.event(pygame.MOUSEWHEEL, y=3, x=0)
    assert sheet.pad.offset < sheet.pad.furthest
    desk.key(pygame.K_HOME)
    assert sheet.pad.offset == 0
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is sheet and sheet.pad is None


# --- solitaire ---


def test_a_solitaire_shows_its_best_results(desk, monkeypatch):
    written = recorded(monkeypatch)
    for seed in (1, 2, 2):
        show(desk, played("tripple_solitaire", 1, seed))
        desk.app.home()
    written.clear()
    session = played("tripple_solitaire", 1, 3)
    sheet = show(desk, session)
    texts = [text for _, text, _ in written]
    assert desk.say("sheet.scores.caption") in texts
    assert desk.say("table.deal", number=3) in texts and texts.count(desk.say("table.deal", number=2)) == 2
    assert desk.app.history.summary("tripple_solitaire").played == 4
    desk.click_button(desk.say("sheet.again"))
    assert desk.scene.session.seed == 3 and desk.scene.session is not sheet.table.session


def stopped(desk: Desk) -> TableScene:
    """Return the table of a solitaire that its player has stopped, below its result."""
    setup = {"hands": [["334", "555"]], "stock": ["001", "002"], "start": "345"}
    session = Session(rules_of("tripple_solitaire"), [Seat("Ada")], 4, level=setup)
    table = TableScene(desk.app, session)
    desk.app.push(table)
    desk.run(50)
    desk.key(pygame.K_x)
    desk.click_button(desk.say("tripple.stop_yes"))
    desk.run(2000)
    assert isinstance(desk.scene, Sheet)
    return table


def test_a_solitaire_that_was_stopped_can_be_taken_back_and_counts_only_when_it_is_left(desk):
    table = stopped(desk)
    assert desk.app.history.summary("tripple_solitaire").played == 0
    desk.click_button(desk.say("result.take_back"))
    desk.run(50)
    assert desk.scene is table and table.session.outcome is None and table.my_turn
    assert desk.app.history.summary("tripple_solitaire").played == 0
    table.act(table.session.rules.read_move("stop"))
    desk.click_button(desk.say("tripple.stop_yes"))
    desk.run(2000)
    desk.app.home()
    summary = desk.app.history.summary("tripple_solitaire")
    assert (summary.played, summary.won) == (1, 0), "counted once, and not as a win"


@pytest.mark.parametrize(("below", "hints", "undos", "stars"), [
    (0, 0, 0, 3), (0, 1, 0, 2), (0, 1, 4, 1), (1, 0, 0, 0)])
def test_a_level_with_a_par_gives_stars(desk, below, hints, undos, stars):
    session = played("tripple_solitaire", 1, 3)
    session.level_id = "7"
    session.tally.update(hints=hints, undos=undos)
    level = Level("tripple_solitaire", "7", 1, "classic", session.rounds[0].setup, "par",
                  session.state.scores[0] + below, {}, (), Place("levels.yaml"))
    sheet = show(desk, session, Occasion(level=level))
    primary = next(widget for widget in sheet.widgets if getattr(widget, "kind", "") == "primary")
    assert primary.label == desk.say("result.next_level" if stars else "sheet.again")
    entry = desk.app.history.high_scores("tripple_solitaire")[0]
    assert bool(entry[6]) == (stars > 0)
    assert desk.app.history.stars("tripple_solitaire").get("7", 0) == stars


# --- layout ---


def recorded(monkeypatch) -> list[tuple[pygame.Surface, str, pygame.Rect]]:
    """Return a list of every text written from now on: surface, text and rectangle."""
    written: list[tuple[pygame.Surface, str, pygame.Rect]] = []
    real = Look.write

    def write(self, surface, text, *arguments, **options):
        rect = real(self, surface, text, *arguments, **options)
        written.append((surface, text, rect))
        return rect

    monkeypatch.setattr(Look, "write", write)
    return written


@pytest.mark.parametrize(("size", "game", "players", "percent", "language"), [
    ((1024, 640), "tripple_domino", 6, 150, "de"), ((1024, 640), "tripple_solitaire", 1, 150, "de"),
    ((1280, 720), "tripple_domino", 2, 150, "en"), ((1024, 768), "tripple_domino", 4, 100, "de"),
    ((1920, 1080), "trio_domino", 4, 150, "de"), ((2560, 1080), "tripple_domino", 6, 100, "en"),
    ((1366, 768), "tripple_domino", 3, 100, "en")])
def test_nothing_overlaps_or_leaves_the_window(tmp_path, monkeypatch, size, game, players, percent, language):
    store = Store(tmp_path)
    settings = store.read_settings()
    settings.text_size, settings.language = percent, language
    store.write_settings(settings)
    desk = Desk(tmp_path, size)
    written = recorded(monkeypatch)
    session = played(game, players, rounds=2, names=LONG)
    table = TableScene(desk.app, session)
    table.end.told = True
    desk.app.push(table)
    sheet = Sheet(desk.app, table)
    desk.app.push(sheet)
    for _ in range(2):
        ground = sheet.stage.ground
        assert_apart(sheet, [(text, rect) for surface, text, rect in written if surface is ground])
        written.clear()
        sheet.turn_over()
    desk.app.close()


def assert_apart(sheet: Sheet, texts: list[tuple[str, pygame.Rect]]) -> None:
    window = pygame.Rect((0, 0), sheet.look.size)
    for widget in sheet.widgets:
        assert window.contains(widget.rect)
    for text, rect in texts:
        assert window.contains(rect), text
    # The glyphs of a line fill about two thirds of its height.
    boxes = [(text, rect.inflate(0, -round(rect.h * 0.34))) for text, rect in texts]
    boxes += [(getattr(widget, "label", "pad"), widget.rect) for widget in sheet.widgets]
    for (text, rect), (other, there) in combinations(boxes, 2):
        assert not rect.colliderect(there), (text, rect, other, there)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_every_bar_is_inside_its_track_and_wide_enough_for_its_number(desk, players):
    sheet = show(desk, played("tripple_domino", players, rounds=2))
    table = PointsTable(sheet, pygame.Rect(40, 120, 520, 400))
    for row in table.rows:
        widths = table.widths(row)
        assert sum(widths) <= table.bar.w
        for share, width in zip(row.gains, widths, strict=True):
            assert width > sheet.look.width(str(share.points), "name", table.number_px)


def test_names_at_the_ends_of_the_curve_keep_apart():
    for wanted in ([5, 5, 5], [0, 100, 100], [98, 99, 100], [10, 50, 90]):
        places = race.apart(wanted, 20, 0, 100)
        assert all(b - a >= 19.99 for a, b in pairwise(places))
        assert places[0] >= 0 and places[-1] <= 100
    assert race.apart([10, 50, 90], 20, 0, 100) == [10, 50, 90]


def test_the_marks_of_the_curve_are_round_numbers_and_the_target():
    assert race.heights(0, 311, 300, 4) == [0, 100, 200, 300]
    assert race.heights(-40, 73, None, 4) == [0, 50]
    assert race.heights(-40, 73, None, 6) == [-40, -20, 0, 20, 40, 60]
    assert 300 in race.heights(0, 320, 300, 1)


def test_a_long_name_is_shortened_to_its_first_part(desk):
    look = desk.app.look
    names = ["Maximiliane Sophie", "Ada", "Ada-Maria Sofie Weiss", "Bo"]
    assert race.short_names(look, names, "name", look.width("Maximiliane", "name") + 4) \
        == ["Maximiliane", "Ada", "Ada-Maria Sofie Weiss", "Bo"]


def test_the_sheet_lies_still(desk):
    sheet = show(desk, played("tripple_domino", 4))
    desk.run(100)
    assert not sheet.restless and not sheet.stage.dirty


# --- the celebration ---


def celebrated(desk: Desk, session: Session) -> tuple[Sheet, list[Sprite]]:
    sheet = show(desk, session)
    return sheet, [sprite for sprite in sheet.stage.sprites if sprite.z == FALLEN_Z]


def won_by(seat: int) -> Session:
    games = (played("kwinty", 2, seed) for seed in range(60))
    return next(game for game in games if game.game_outcome.winners == (seat,))


def test_confetti_falls_beside_the_headline_and_then_rests(desk):
    _, (left, right) = celebrated(desk, won_by(0))
    first = pygame.image.tobytes(left.image, "RGBA")
    desk.run(200)
    assert pygame.image.tobytes(left.image, "RGBA") != first, "it moves"
    desk.run(2000)
    rest = pygame.image.tobytes(left.image, "RGBA")
    desk.run(500)
    assert pygame.image.tobytes(left.image, "RGBA") == rest and not desk.scene.tweens.busy
    assert left.image.get_bounding_rect().w and right.image.get_bounding_rect().w


def test_without_movements_the_confetti_is_a_still_picture_at_once(desk):
    desk.app.settings.speed = "none"
    desk.app.refresh()
    _, (left, _) = celebrated(desk, won_by(0))
    assert left.image.get_bounding_rect().w and not desk.scene.tweens.busy


def test_a_toast_never_covers_the_confetti(desk):
    sheet, bits = celebrated(desk, won_by(0))
    assert desk.app.toasts, "the first win is an honour"
    corner = toast_width(sheet, desk.app.toasts[0])
    assert all(sprite.rect.right <= desk.app.look.size[0] - corner for sprite in bits)


def test_a_toast_never_covers_the_headline(tmp_path, monkeypatch):
    desk = Desk(tmp_path, (1024, 640))
    monkeypatch.setattr(desk.app.thinker, "ask", lambda *arguments: None)
    desk.app.settings.text_size = 150
    desk.app.refresh()
    sheet, _ = celebrated(desk, won_by(0))
    place = toast_place(sheet, desk.app.toasts[0])
    assert not place.colliderect(sheet.kept_clear) and desk.app.screen.get_rect().contains(place)
    desk.app.close()


def test_a_defeat_has_no_confetti_and_a_record_has_more_than_a_win(desk):
    assert celebrated(desk, won_by(1))[1] == []
    assert Joy.NONE.value < Joy.WIN.value < Joy.RECORD.value
    for _ in range(3):
        sheet = show(desk, won_by(0))
    asked = []
    sheet.celebrate = lambda joy, bottom: asked.append(joy)
    sheet.rebuild()
    assert asked == [Joy.RECORD], "the longest row of wins"


def test_a_deal_of_the_day_is_compared_with_what_master_makes_of_it(desk, monkeypatch):
    asked = []
    session = played("trio_domino", 2)
    session.seats[1] = Seat("Bruno", "bot", "medium")
    table = TableScene(desk.app, session, Occasion(daily="2026-11-16", counts=False))
    desk.app.push(table)
    sheet = Sheet(desk.app, table)
    monkeypatch.setattr(desk.app.thinker, "ask", lambda *question: asked.append(question))
    desk.app.push(sheet)
    question, (rules, levels, seed), then = asked[0]
    assert (question, rules, levels, seed) == ("stand_in", session.rules, ("master", "medium"), session.seed)
    then(StandIn((77, 5), (0,), 12))
    told = desk.say("share.won", n=77, score="77")
    assert sheet.master == told and desk.say("result.master", result=told) in sheet.subtitle()
