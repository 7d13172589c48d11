"""The rule laboratory: a form for every value, trials against classic, and valid files."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
import yaml

from game import routes
from game.app import App
from game.screens.laboratory import model
from game.screens.laboratory import trial as trial_module
from game.screens.laboratory.classes import ClassPicker, examples
from game.screens.laboratory.controls import NumberBox
from game.screens.laboratory.model import Draft, allowed, as_typed, entries_of, file_name, note_of
from game.screens.laboratory.scene import Laboratory
from game.screens.laboratory.trial import TrialScene
from game.screens.rulefiles.scene import RuleFiles
from game.thinking import Failed, Thinker
from game.ui.dialogs import Dialog, Notice
from game.ui.names import rule_name
from game.ui.text import Texts, languages
from game.ui.widgets import Button, Field, Segment, Toggle
from rules.catalog import GAMES, SHIPPED, folders, rules_class, rules_of
from rules.files.kinds import By, Choice, Many, Number, Switch, Table, Text, Whole, WordClasses
from rules.files.variants import load
from rules.trial import Trial
from tests.kit.desk import Desk
from tests.kit.long import LONG
from tests.kit.screens import Make, click, cramped, press

GAME = "turm_domino"
SIZES = [(1024, 640), (1280, 720), (1920, 1080), (1024, 768), (2560, 1080)]
LONGEST = list({game.family: game.id for game in sorted(
    GAMES.values(), key=lambda game: (SHIPPED / game.id / "classic.yaml").stat().st_size)}.values())
"""The game of every family with the longest rule file."""


def opened(app: App, game: str = GAME, choose: str = "classic") -> Laboratory:
    files = RuleFiles(app, game)
    app.push(files)
    files.choose(next(i for i, variant in enumerate(files.variants) if variant.name == choose))
    files.edit()
    app.step([], 16)
    assert isinstance(app.top, Laboratory)
    return app.top


def entry(scene: Laboratory, name: str) -> model.Entry:
    return next(e for e in scene.draft.entries if e.name == name)


def control(scene: Laboratory, name: str) -> Any:
    row = scene.draft.entries.index(entry(scene, name))
    scene.form.focus_row(row)
    return scene.form.controls[row]


def kept(app: App, game: str, name: str) -> Any:
    return load(rules_class(game), name, folders(game, app.store.own_rules))


def another(kind: Any, value: Any) -> Any:
    """Return a different value of a kind."""
    if isinstance(kind, Switch):
        return not value
    if isinstance(kind, Choice):
        return next(option for option in kind.options if option != value)
    if isinstance(kind, Whole):
        return value + 1 if kind.high is None or value < kind.high else value - 1
    return None


# --- the values ---


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_game_is_in_the_form(game: str) -> None:
    entries = entries_of(game)
    draft = Draft(game, next(v for v in _variants(game) if v.name == "classic"), "Mine")
    assert {e.name for e in entries} == {name for name, _ in _leaves(rules_of(game).values)}
    for e in entries:
        assert not isinstance(e.kind, (Table, By))
        assert draft.get(e) == draft.classic_of(e) and not draft.differs(e)


def _variants(game: str) -> list[Any]:
    from rules.catalog import variants

    return variants(game)


def _leaves(values: Any, within: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{within}{key}.")
        else:
            yield f"{within}{key}", value


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_value_has_a_name_and_a_comment(game: str, language: str) -> None:
    texts = Texts(language)
    assert not [e.name for e in entries_of(game) if rule_name(texts, game, e.name) == e.name]
    assert not [e.name for e in entries_of(game) if not note_of(texts, game, e.name)]


def test_notes_come_in_the_chosen_language_and_else_from_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Texts("de")
    assert note_of(texts, "tripple_domino", "hand.4").startswith("So viele Steine")
    texts.tree = {name: table for name, table in texts.tree.items() if name != "rule_note"}
    assert note_of(texts, "tripple_domino", "bonus.bridge") == "One side and the opposite point touch."
    monkeypatch.setattr(texts, "find", lambda key: None)
    assert note_of(texts, "tripple_domino", "bonus.bridge") == "one side and the opposite point touch"
    assert note_of(texts, "tripple_domino", "hand.4").startswith("How many tiles each player")


def test_ranges_are_told() -> None:
    texts = Texts("en")
    assert allowed(texts, Whole(3, 9)) == "3 to 9"
    assert allowed(texts, Many(Text(), 1, 9)) == "1 to 9 values"
    assert allowed(texts, Switch()) == allowed(texts, Choice("a", "b")) == ""
    assert allowed(texts, Number(0.5, None)) == ">= 0.5"


@pytest.mark.parametrize(("kind", "typed", "value"), [
    (Text(), "a b", "a b"), (Whole(0, 9), " 7 ", 7), (Number(0, 1), "0,5", 0.5),
    (Number(-9, 1), "\u22122.25", -2.25),
    (Many(Text(r"|[0-9]\|[0-9]")), "- 1|6, 2|5 \u2013", ["", "1|6", "2|5", ""]),
    (Many(Whole(0, 9)), "1 2 3", [1, 2, 3]),
    (Many(Table({"a": Whole(0, 9)})), "[{a: 1}, {a: 2}]", [{"a": 1}, {"a": 2}]),
])
def test_what_is_typed_is_read_by_its_kind(kind: Any, typed: str, value: Any) -> None:
    values, problems = model.check_plain({"x": model.typed_value(kind, typed)}, Table({"x": kind}))
    assert not problems and values["x"] == value
    again, _ = model.check_plain({"x": model.typed_value(kind, as_typed(value))}, Table({"x": kind}))
    assert again["x"] == value


@pytest.mark.parametrize("typed", ["", "1|6 2-5", "x", "[", "1|6 " * 12])
def test_what_is_no_value_is_kept_as_typed_with_the_reason(make: Make, typed: str) -> None:
    app = make()
    scene = opened(app)
    row = entry(scene, "tower_row")
    scene.draft.type(row, typed)
    assert scene.draft.shown(row) == typed and scene.draft.differs(row)
    (name, why), = scene.draft.problems()
    assert name.startswith("tower_row") and app.texts(why) != why.key
    scene.draft.back(row)
    assert scene.draft.problems() == []


@pytest.mark.parametrize(("title", "name"), [
    ("Mein Tisch", "mein_tisch"), ("Größe & Übermut!", "groesse_uebermut"), ("Café 9", "cafe_9"),
    ("  ", "my_table"),
    ("\u4e2d\u6587", "my_table"), ("../../etc", "etc"), ("x" * 99, "x" * 40),
])
def test_a_title_becomes_a_harmless_file_name(title: str, name: str) -> None:
    assert file_name(title) == name


# --- saving ---


@pytest.mark.parametrize("game", GAMES)
def test_each_value_alone_can_be_changed_saved_and_read_back(tmp_path: Path, game: str) -> None:
    classic = next(v for v in _variants(game) if v.name == "classic")
    tried, texts = 0, Texts("en")
    for e in entries_of(game):
        draft = Draft(game, classic, 'Mein "Tisch": #1')
        value = another(e.kind, draft.get(e))
        if value is None:
            continue
        draft.put(e, value)
        if draft.problems():
            continue  # valid only together with another value
        path = draft.save(texts, tmp_path)
        found = load(rules_class(game), path.stem, folders(game, tmp_path))
        assert found.faults == () and found.title == 'Mein "Tisch": #1' and found.extends == "classic"
        differing = [row[0] for row in model.differences(found.values, draft.classic)]
        assert differing == [e.name] or (e.name == "words.language" and e.name in differing)
        written = yaml.safe_load(path.read_text("utf-8"))
        assert set(written) == {"extends", "title", str(e.path[0])}
        tried += 1
    assert tried >= min(3, len(entries_of(game)))


@pytest.mark.parametrize("game", GAMES)
def test_many_changed_values_are_read_back_from_a_file_in_every_language(tmp_path: Path, game: str) -> None:
    """The language chooses the comments beside the values, so they are all written at once."""
    draft = Draft(game, next(v for v in _variants(game) if v.name == "classic"), 'Mein "Tisch": #1')
    for e in entries_of(game):
        value, before = another(e.kind, draft.get(e)), draft.get(e)
        if value is not None and e.name != "words.language":  # that would choose other letters as well
            draft.put(e, value)
            if draft.problems():
                draft.put(e, before)
    changed = [row[0] for row in model.differences(draft.values, draft.classic)]
    assert len(changed) >= min(3, len(entries_of(game)))
    for language in languages():
        path = draft.save(Texts(language), tmp_path)
        found = load(rules_class(game), path.stem, folders(game, tmp_path))
        assert found.faults == () and found.title == 'Mein "Tisch": #1' and found.extends == "classic"
        assert [row[0] for row in model.differences(found.values, draft.classic)] == changed


def test_saving_writes_only_what_differs(make: Make) -> None:
    app = make()
    scene = opened(app, "tripple_domino")
    for name, value in (("hand.2", 12), ("draw.then_lay", "any"), ("bonus.hexagon", 80)):
        scene.draft.put(entry(scene, name), value)
    scene.draft.title = "Friday"
    assert scene.save()
    path = app.store.own_rules / "tripple_domino" / "friday.yaml"
    assert yaml.safe_load(path.read_text("utf-8")) == {
        "extends": "classic", "title": "Friday", "hand": {2: 12}, "draw": {"then_lay": "any"},
        "bonus": {"hexagon": 80}}
    assert "# Bonus for a hexagon (classic: 40)" in path.read_text("utf-8")
    assert "friday.yaml" in scene.note and not scene.draft.changed


def test_saving_twice_keeps_one_file_and_another_variant_gets_another(make: Make) -> None:
    app = make()
    scene = opened(app)
    scene.draft.put(entry(scene, "open"), True)
    scene.save()
    scene.draft.put(entry(scene, "stack.turn"), False)
    scene.save()
    folder = app.store.own_rules / GAME
    assert [path.name for path in folder.iterdir()] == ["my_table.yaml"]
    app.scenes.clear()
    other = opened(app)
    assert other.draft.title == "My table 2"
    other.draft.title = "My table"
    other.draft.put(entry(other, "open"), True)
    other.save()
    assert {path.name for path in folder.iterdir()} == {"my_table.yaml", "my_table_2.yaml"}


def test_a_file_of_the_laboratory_is_edited_on_and_one_made_by_hand_never(make: Make) -> None:
    app = make()
    scene = opened(app)
    scene.draft.put(entry(scene, "open"), True)
    scene.save()
    by_hand = app.store.own_rules / GAME / "friday.yaml"
    by_hand.write_text("# my notes\nextends: classic\ntitle: Friday\nopen: true\n")
    app.scenes.clear()
    again = opened(app, choose="my_table")
    again.draft.put(entry(again, "open"), False)
    again.draft.put(entry(again, "stack.turn"), False)
    again.save()
    assert model.differences(kept(app, GAME, "my_table").values,
                             again.draft.classic) == [("stack.turn", False, True)]
    app.scenes.clear()
    hand = opened(app, choose="friday")
    assert hand.draft.title == "Friday" and hand.draft.get(entry(hand, "open")) is True
    hand.draft.put(entry(hand, "stack.turn"), False)
    hand.save()
    assert "# my notes" in by_hand.read_text() and kept(app, GAME, "friday_2").values is not None


def test_a_name_of_ours_is_never_taken(make: Make) -> None:
    app = make()
    scene = opened(app)
    scene.draft.title = "Strict"
    scene.draft.put(entry(scene, "open"), True)
    scene.save()
    assert kept(app, GAME, "strict_2").faults == ()


def test_a_full_disk_is_said_in_a_sentence(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes, *, durable: bool = False) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(model, "write_atomically", full)
    app = make()
    scene = opened(app)
    scene.draft.put(entry(scene, "open"), True)
    assert not scene.save()
    assert isinstance(app.top, Notice) and os.strerror(errno.ENOSPC) in app.top.text.replace("\n", " ")
    app.pop()
    assert scene.draft.changed


# --- the form, by mouse and by keyboard ---


def test_each_kind_of_value_has_its_control(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app)
    assert isinstance(control(scene, "set.highest"), NumberBox)
    assert isinstance(control(scene, "open"), Toggle)
    assert isinstance(control(scene, "tower_row"), Field)
    app.scenes.clear()
    assert isinstance(control(opened(app, "trio_domino"), "colour.agree"), Segment)


def test_a_number_is_changed_by_clicks_arrows_and_digits(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app, "tripple_domino")
    box = control(scene, "target")
    click(app, box.ends(box.rect)[1].center)
    assert scene.draft.get(entry(scene, "target")) == 310
    press(app, pygame.K_LEFT)
    press(app, pygame.K_LEFT)
    assert scene.draft.get(entry(scene, "target")) == 290
    for key in (pygame.K_1, pygame.K_2, pygame.K_5):
        press(app, key)
    assert scene.draft.get(entry(scene, "target")) == 125
    press(app, pygame.K_BACKSPACE)
    assert scene.draft.get(entry(scene, "target")) == 12
    press(app, pygame.K_DELETE)
    assert scene.draft.get(entry(scene, "target")) == 300 and not scene.draft.differs(entry(scene, "target"))


def test_no_number_leaves_its_range(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app)
    control(scene, "set.highest")
    for key in (pygame.K_9, pygame.K_9, pygame.K_RIGHT):
        press(app, key)
        assert scene.draft.get(entry(scene, "set.highest")) == 9
    press(app, pygame.K_1)
    assert scene.draft.get(entry(scene, "set.highest")) == 3


def test_switches_and_choices_by_mouse_and_keyboard(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app)
    toggle = control(scene, "open")
    click(app, toggle.rect.center)
    assert scene.draft.get(entry(scene, "open")) is True
    control(scene, "open")
    press(app, pygame.K_LEFT)
    assert scene.draft.get(entry(scene, "open")) is False
    app.scenes.clear()
    trio = opened(app, "trio_domino")
    control(trio, "colour.agree")
    press(app, pygame.K_RIGHT)
    assert trio.draft.get(entry(trio, "colour.agree")) == "all"


def test_a_list_is_typed(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app)
    field = control(scene, "tower_row")
    click(app, field.rect.center)
    press(app, pygame.K_BACKSPACE, pygame.KMOD_CTRL)
    assert scene.draft.problems() and not scene.buttons["save"].enabled and field.bad
    app.step([pygame.Event(pygame.TEXTINPUT, text="1|6 2|5 3|4")], 16)
    assert scene.draft.get(entry(scene, "tower_row")) == ["1|6", "2|5", "3|4"]
    assert scene.draft.problems() == [] and scene.buttons["save"].enabled and not field.bad


def test_the_back_button_brings_the_classic_value(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app)
    row = scene.draft.entries.index(entry(scene, "open"))
    assert not scene.form.backs[row].sprite.visible
    click(app, control(scene, "open").rect.center)
    assert scene.form.backs[row].sprite.visible
    click(app, scene.form.backs[row].rect.center)
    assert scene.draft.get(entry(scene, "open")) is False and not scene.form.controls[row].on
    click(app, control(scene, "open").rect.center)
    click(app, scene.all_back.rect.center)
    assert scene.draft.differing() == []


def test_values_that_do_not_go_together_are_marked_and_told(make: Make) -> None:
    app = make()
    scene = opened(app)
    scene.form.put(entry(scene, "field.columns"), 4)
    assert not scene.buttons["save"].enabled and not scene.buttons["try"].enabled
    assert scene.buttons["save"].tip == app.texts("laboratory.first_mend")
    scene.form.put(entry(scene, "field.columns"), 5)
    assert scene.buttons["save"].tip == app.texts("laboratory.same") and not scene.buttons["save"].enabled


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_alone_reaches_every_row(make: Make, game: str) -> None:
    app = make((1024, 640), "de")
    scene = opened(app, game)
    scene.form.focus_row(0)
    for row in range(len(scene.draft.entries)):
        assert scene.form.row_of(scene.focus) == row
        assert scene.panel.contains(scene.focus.rect)
        press(app, pygame.K_TAB if row % 2 else pygame.K_DOWN)
    scene.form.focus_row(len(scene.draft.entries) - 1)
    for row in reversed(range(len(scene.draft.entries))):
        assert scene.form.row_of(scene.focus) == row
        press(app, pygame.K_UP)


def test_the_wheel_scrolls_and_changes_nothing(make: Make) -> None:
    app = make((1024, 640))
    scene = opened(app, "tripple_domino")
    before = dict(scene.draft.values)
    app.step([pygame.Event(pygame.MOUSEMOTION, pos=scene.form.controls[0].rect.center, rel=(1, 1),
                           buttons=(0, 0, 0)),
              pygame.Event(pygame.MOUSEWHEEL, y=-1, x=0)], 16)
    assert scene.form.first == 1 and scene.draft.values == before
    for _ in range(60):
        app.step([pygame.Event(pygame.MOUSEWHEEL, y=-1, x=0)], 16)
    assert len(scene.draft.entries) - 1 in scene.form.controls
    press(app, pygame.K_PAGEUP)
    assert scene.form.first < scene.form.furthest


def test_control_s_saves_and_the_rule_files_show_it(make: Make) -> None:
    app = make()
    scene = opened(app)
    files = app.scenes[-2]
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert not scene.note
    scene.form.put(entry(scene, "open"), True)
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert "my_table.yaml" in scene.note
    press(app, pygame.K_ESCAPE)
    assert app.top is files and isinstance(files, RuleFiles)
    assert files.variant.path == app.store.own_rules / GAME / "my_table.yaml"


def test_unsaved_changes_are_never_lost_without_a_question(make: Make) -> None:
    app = make()
    scene = opened(app)
    scene.form.put(entry(scene, "open"), True)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.top, Dialog)
    press(app, pygame.K_ESCAPE)
    assert app.top is scene
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_RETURN)
    assert isinstance(app.top, RuleFiles) and kept(app, GAME, "my_table").values["open"] is True


def test_changes_can_be_thrown_away(make: Make) -> None:
    app = make()
    scene = opened(app)
    scene.form.put(entry(scene, "field.columns"), 4)
    press(app, pygame.K_ESCAPE)
    dialog = app.top
    click(app, next(w for w in dialog.widgets
                    if isinstance(w, Button) and w.label == app.texts("laboratory.leave")).rect.center)
    assert isinstance(app.top, RuleFiles) and not (app.store.own_rules / GAME).exists()


def test_a_faulty_variant_is_not_edited(make: Make) -> None:
    app = make()
    folder = app.store.own_rules / GAME
    folder.mkdir(parents=True)
    (folder / "broken.yaml").write_text("extends: classic\nopen: maybe\n")
    files = RuleFiles(app, GAME)
    app.push(files)
    files.choose(next(i for i, v in enumerate(files.variants) if v.name == "broken"))
    assert not next(w for w in files.widgets if getattr(w, "icon", "") == "flask").enabled
    files.edit()
    assert app.top is files


# --- the trial ---


def tried(app: App, scene: Laboratory) -> TrialScene:
    scene.level = "easy"
    click(app, scene.buttons["try"].rect.center)
    assert isinstance(app.top, TrialScene)
    return app.top


@pytest.mark.parametrize("language", languages())
def test_a_trial_plays_both_rules_and_shows_them_side_by_side(
        make: Make, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.screens.laboratory.scene.TRIED", 2)
    app = make((1280, 720), language)
    scene = opened(app)
    scene.form.put(entry(scene, "stack.max_difference"), 3)
    trial = tried(app, scene)
    for _ in range(40):
        app.step([], 16)
    assert trial.over and not trial.verdict
    assert [tally.games for tally in trial.tallies] == [2, 2]
    rows = trial.win_rows()
    assert [sum(row[side] for row in rows) for side in (1, 2)] == [1.0, 1.0]
    assert all(" " in trial.why_text(why) for why in ("won", "stuck"))
    press(app, pygame.K_RETURN)
    assert app.top is scene


def test_a_trial_can_be_stopped_and_goes_on_with_other_deals(
        make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_module, "AT_A_TIME", 0.0)
    app = make()
    scene = opened(app)
    scene.form.put(entry(scene, "open"), True)
    trial = tried(app, scene)
    for _ in range(5):
        app.step([], 16)
    assert 0 < trial.done < trial.trial.total
    click(app, trial.go_button.rect.center)
    done = trial.done
    app.step([], 16)
    assert trial.over and trial.done == done and trial.verdict == app.texts("trial.stopped")
    click(app, trial.go_button.rect.center)
    assert not trial.over and trial.trial.seed == 201
    press(app, pygame.K_ESCAPE)
    assert app.top is scene


def test_a_trial_ends_when_its_time_is_up(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_module, "LONGEST", 0.0)
    app = make()
    scene = opened(app)
    scene.form.put(entry(scene, "open"), True)
    trial = tried(app, scene)
    for _ in range(3):
        app.step([], 16)
    assert trial.over and trial.done < trial.trial.total
    assert trial.verdict == app.texts("trial.time_up", seconds=0)


class Mute:
    """A thinking process that never answers, or only with a failure."""

    busy = True

    def __init__(self, answer: Any = None):
        self.answer, self.stopped = answer, False

    def ask(self, function: str, arguments: Any, then: Callable[[Any], None]) -> None:
        if self.answer is not None:
            then(self.answer)

    def cancel(self) -> None: ...

    def poll(self) -> None: ...

    def stop(self) -> None:
        self.stopped = True


def test_rules_that_take_too_long_or_fail_end_the_trial_with_a_sentence(
        make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make()
    values = rules_of(GAME).values
    trial = Trial(GAME, (values, values), "easy", 1, 5, 1)
    for mute, sentence in ((Mute(), app.texts("trial.silent")),
                           (Mute(Failed("no more")), app.texts("trial.failed", reason="no more"))):
        monkeypatch.setattr(app, "thinker", mute)
        monkeypatch.setattr(trial_module, "SILENCE", -1.0)
        app.push(TrialScene(app, trial, "Mine"))
        for _ in range(3):
            app.step([], 16)
        assert app.top.over and app.top.verdict == sentence
        assert mute.stopped or mute.answer is not None


# --- all window sizes ---


@pytest.mark.parametrize(("size", "text_size", "game"), [
    *((size, text, game) for game in LONGEST for size in SIZES for text in (100, 150)
      if LONG or text == 150 or size in (SIZES[0], SIZES[-1])),
    *((SIZES[0], 150, game) for game in GAMES if game not in LONGEST),
])
def test_everything_fits_in_every_window(make: Make, monkeypatch: pytest.MonkeyPatch,
                                         size: tuple[int, int], text_size: int, game: str) -> None:
    beyond = cramped(monkeypatch, slack=1)
    app = make(size, "de", text_size=text_size)
    scene = opened(app, game)
    window = pygame.Rect((0, 0), size)
    while True:
        assert all(window.contains(widget.rect) for widget in scene.widgets)
        tops = sorted(scene.form.controls)
        for one, two in pairwise(tops):
            assert scene.form.controls[one].rect.bottom <= scene.form.controls[two].rect.top
        if scene.form.first == scene.form.furthest:
            break
        scene.form.scroll(3)
    assert scene.legend.h > 0 and not beyond


def test_the_thinking_process_plays_a_trial_and_stops_when_told() -> None:
    values = rules_of(GAME).values
    thinker, answers = Thinker(), []
    try:
        thinker.ask("trial", (Trial(GAME, (values, values), "easy", 1, 2, 1), 0, 60.0), answers.append)
        _wait(thinker, lambda: answers)
        assert [result.side for result in answers[0]] == [0, 1, 0, 1]
        endless = Trial(GAME, (values, values), "easy", 1, 10**6, 1)
        thinker.ask("trial", (endless, 0, 600.0), answers.append)
        thinker.cancel()
        thinker.ask("trial", (endless, 0, 0.0), answers.append)
        _wait(thinker, lambda: len(answers) > 1)
        assert len(answers) == 2 and len(answers[1]) == 1
    finally:
        thinker.stop()


def _wait(thinker: Thinker, until: Callable[[], Any]) -> None:
    for _ in range(3000):
        thinker.poll()
        if until():
            return
        time.sleep(0.02)
    raise AssertionError("no answer")


def test_values_that_follow_from_another_follow_it_there_and_back(tmp_path: Path) -> None:
    classic = next(v for v in _variants("kreuzwort") if v.name == "classic")
    draft = Draft("kreuzwort", classic, "Palabras")
    entries = {e.name: e for e in draft.entries}
    draft.put(entries["deal.red"], 6)
    draft.put(entries["words.language"], "es")
    assert draft.values["letters"]["black"]["Ñ"] == 1 and draft.values["deal"]["red"] == 6
    written = yaml.safe_load(draft.save(Texts("en"), tmp_path).read_text("utf-8"))
    assert written["words"] == {"language": "es"} and "letters" not in written
    draft.put(entries["words.language"], "de")
    assert [row[0] for row in draft.differing()] == ["deal.red"]
    assert draft.values["letters"] == draft.classic["letters"]


def test_word_classes_are_chosen_from_a_list_with_names_and_examples(tmp_path):
    desk = Desk(tmp_path)
    game = next(game for game in GAMES if rules_class(game).has_words)
    desk.app.open(routes.RuleFiles(game))
    desk.scene.edit()
    laboratory = desk.scene
    number = next(at for at, row in enumerate(laboratory.form.rows)
                  if isinstance(row.entry.kind, WordClasses))
    laboratory.form.first = number
    laboratory.rebuild()
    entry = laboratory.form.rows[number].entry
    laboratory.form.controls[number].press()
    picker = desk.scene
    assert isinstance(picker, ClassPicker) and picker.chosen == laboratory.draft.get(entry)
    assert all(examples(letter, "de") for letter in picker.chosen), "every class has examples"
    first = picker.classes[0]
    picker.switch(0)
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is laboratory and first not in laboratory.draft.get(entry)
    desk.app.close()
