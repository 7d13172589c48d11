"""The rule files screen: variants, differences, faults with their lines, and a player's own file."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import routes
from game.app import App
from game.screens.laboratory.value_sheet import flattened, value_text
from game.screens.rulefiles import folders as folders_module
from game.screens.rulefiles import scene as rulefiles
from game.screens.rulefiles.file_sheet import MOST_LINES, FileSheet
from game.screens.rulefiles.folders import show_folder
from game.screens.rulefiles.own_variant import own_variant_text
from game.screens.rulefiles.renaming import with_title
from game.screens.rulefiles.scene import RuleFiles
from game.table.scene import TableScene
from game.ui.dialogs import Notice
from game.ui.look import Look
from game.ui.text import Texts, languages
from rules.catalog import GAMES, folders, rules_class, rules_of, variants
from rules.files.variants import differences, load
from tests.kit.desk import Desk
from tests.kit.long import LONG
from tests.kit.screens import Make, click, cramped, press

GAME = "turm_domino"
SIZES = [(1024, 640), (1280, 720), (1920, 1080), (1024, 768), (2560, 1080)]
FAULTY = """\
extends: classic
title: {de: Kaputt, en: Broken}
stack:
  max_diference: 2        # misspelt
  wrap: yes
found:
  neighbour_sum: 99
"""


def opened(app: App, choose: str = "classic") -> RuleFiles:
    scene = RuleFiles(app, GAME)
    app.push(scene)
    scene.choose(next(i for i, variant in enumerate(scene.variants) if variant.name == choose))
    app.step([], 16)
    return scene


def own_file(app: App, name: str, content: str | bytes) -> Path:
    path = app.store.own_rules / GAME / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def button(scene: RuleFiles, name: str) -> tuple[int, int]:
    label = scene.say(f"rulefiles.{name}")
    return next(w.rect.center for w in scene.widgets if getattr(w, "label", "") == label)


def told(app: App) -> str:
    """Return the text of the dialog on top; long paths are broken into lines."""
    assert isinstance(app.top, Notice)
    return app.top.text.replace("\n", "") + app.top.text.replace("\n", " ")


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list of every text that is written."""
    texts: list[str] = []
    write = Look.write

    def noting(self: Look, surface: pygame.Surface, text: str, *args: Any, **kwargs: Any) -> pygame.Rect:
        texts.append(text)
        return write(self, surface, text, *args, **kwargs)

    monkeypatch.setattr(Look, "write", noting)
    return texts


# --- contents ---


def test_every_variant_has_a_card_with_its_file_and_where_it_is_from(make: Make, seen: list[str]) -> None:
    app = make((1920, 1080))
    own_file(app, "friday", "extends: classic\ntitle: Friday evening\nopen: true\n")
    opened(app)
    for variant in variants(GAME):
        assert app.texts(f"game.{GAME}.variant.{variant.name}.title") in seen
        assert any(text.startswith(f"{variant.name}.yaml") and app.texts("rulefiles.ours") in text
                   for text in seen)
    assert "Friday evening" in seen
    assert any(text.startswith("friday.yaml") and app.texts("rulefiles.yours") in text for text in seen)


@pytest.mark.parametrize("language", languages())
def test_differences_from_classic_stand_in_a_table(make: Make, seen: list[str], language: str) -> None:
    app = make((1920, 1080), language)
    own_file(app, "friday", "extends: classic\nfound: {neighbour_sum: 12}\nstack: {turn: false}\n")
    scene = opened(app, "friday")
    assert [row[0] for row in scene.differing(scene.variant)] == ["stack.turn", "found.neighbour_sum"]
    for text in ("found.neighbour_sum", "12", "13", "stack.turn", app.texts("value.false"),
                 app.texts("rule_name.turm_domino.found.neighbour_sum")):
        assert text in seen, text


def test_every_value_of_classic_is_listed_with_a_name_for_people(make: Make) -> None:
    app = make()
    names = [name for name, _ in flattened(rules_of(GAME).values)]
    for language in languages():
        assert all(Texts(language).has(f"rule_name.{GAME}.{name}") for name in names)
    opened(app)
    assert value_text(app.texts, ["", "1|6"]) == f"{app.texts('rulefiles.empty')} [1|6]"


@pytest.mark.parametrize("language", languages())
def test_every_fault_is_shown_with_file_line_column_and_sentence(make: Make, seen: list[str],
                                                                 language: str) -> None:
    app = make((1920, 1080), language)
    own_file(app, "broken", FAULTY)
    scene = opened(app, "broken")
    assert [scene.place_of(fault) for fault in scene.variant.faults] == [
        "broken.yaml:4:3:", "broken.yaml:5:9:", "broken.yaml:7:18:"]
    for fault in scene.variant.faults:
        assert scene.place_of(fault) in seen
        sentence = scene.sentence_of(fault)
        assert sentence != fault.key and "{" not in sentence
        assert any(text and sentence.startswith(text) for text in seen), sentence


def test_the_lines_with_faults_are_marked_in_the_file(make: Make) -> None:
    app = make()
    own_file(app, "broken", FAULTY)
    scene = opened(app, "broken")
    view = scene.file_view
    assert view is not None and isinstance(view.sheet, FileSheet)
    marked = {item.rect.top for item in view.sheet.items
              if item.rect.left == 0 and item.rect.w == view.sheet.width}
    assert marked == {view.sheet.line_tops[line] for line in (4, 5, 7)}
    assert len(view.sheet.line_tops) == len(FAULTY.splitlines())


def test_a_click_on_a_fault_shows_its_line(make: Make) -> None:
    app = make()
    filler = "# nothing\n" * 200
    own_file(app, "broken", f"extends: classic\n{filler}open: maybe\n")
    scene = opened(app, "broken")
    assert scene.value_view is not None and scene.file_view is not None
    scene.file_view.scroll_to(0)
    cell = scene.value_view.cells[0].move(scene.value_view.rect.topleft)
    click(app, cell.center)
    assert isinstance(scene.file_view.sheet, FileSheet)
    top = scene.file_view.sheet.line_tops[202]
    assert scene.file_view.offset <= top < scene.file_view.offset + scene.file_view.rect.h


def test_a_fault_of_the_base_leads_to_the_base(make: Make) -> None:
    app = make()
    own_file(app, "broken", FAULTY)
    own_file(app, "child", "extends: broken\n")
    scene = opened(app, "child")
    assert scene.variant.faults[0].key == "fault.base_faults"
    own_file(app, "base", "extends: classic\nfield: {rows: 4}\ntower_row: ['0|0', '0|1', '0|2', '0|3', "
                          "'0|4', '0|5', '0|6', '1|1']\n")
    own_file(app, "clash", "extends: base\nfield: {rows: 5}\n")
    scene.rebuild()
    scene.choose(next(i for i, v in enumerate(scene.variants) if v.name == "clash"))
    index = next(i for i, fault in enumerate(scene.variant.faults) if fault.file.endswith("base.yaml"))
    scene.show_fault(index)
    assert scene.variant.name == "base"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00bad", b"\tx: 1\n", b"a" * 5000,
                                     b"x: 1\n" * (3 * MOST_LINES), b"\x00\x01\x02"])
def test_no_file_is_so_broken_that_the_screen_fails(make: Make, content: bytes) -> None:
    app = make()
    own_file(app, "odd", content)
    scene = opened(app, "odd")
    assert scene.variant.faults and scene.variant.values is None


def test_a_variant_is_chosen_by_mouse_and_by_keyboard(make: Make) -> None:
    app = make((1920, 1080))
    scene = opened(app)
    cards = next(w for w in scene.widgets if getattr(w, "choose", None) == scene.choose)
    click(app, cards.cells[2].move(cards.rect.topleft).center)
    assert scene.variant is scene.variants[2]
    app.shows_focus = True
    scene.focus_on(next(w for w in scene.widgets if getattr(w, "choose", None) == scene.choose))
    press(app, pygame.K_UP)
    press(app, pygame.K_RETURN)
    assert scene.variant is scene.variants[1]


# --- making a variant ---


@pytest.mark.parametrize("language", languages())
def test_making_a_variant_writes_a_file_that_loads_clean(make: Make, language: str) -> None:
    app = make(language=language)
    scene = opened(app)
    click(app, button(scene, "make"))
    path = app.store.own_rules / GAME / "my_table.yaml"
    assert path.is_file() and scene.variant.path == path
    assert scene.variant.faults == () and scene.differing(scene.variant) == []
    assert scene.title_of(scene.variant) == app.texts("rulefiles.my_table.first")
    assert "my_table.yaml" in scene.note


def test_a_second_variant_never_takes_the_place_of_the_first(make: Make) -> None:
    app = make()
    first = own_file(app, "my_table", "extends: classic\nopen: true\n")
    scene = opened(app)
    scene.make_variant()
    scene.make_variant()
    assert first.read_text() == "extends: classic\nopen: true\n"
    assert {path.name for path in first.parent.iterdir()} == {
        "my_table.yaml", "my_table_2.yaml", "my_table_3.yaml"}
    assert scene.title_of(scene.variant) == app.texts("rulefiles.my_table.more", number=3)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", languages())
def test_taking_one_hash_away_makes_a_value_count(tmp_path: Path, language: str, game: str) -> None:
    lines = own_variant_text(Texts(language), game, 'Mein "Tisch"').splitlines()
    keys = [line[1:].split(":")[0] for line in lines if line.startswith("#") and not line.startswith("# ")]
    assert keys == list(rules_of(game).values)
    (tmp_path / game).mkdir()
    for key in keys:
        changed = [line[1:] if line.startswith(f"#{key}:") else line for line in lines]
        (tmp_path / game / "mine.yaml").write_text("\n".join(changed), "utf-8")
        found = load(rules_class(game), "mine", folders(game, tmp_path))
        assert found.faults == () and found.values == rules_of(game).values
        assert found.title == 'Mein "Tisch"'


def test_a_part_of_a_table_is_enough(tmp_path: Path) -> None:
    text = own_variant_text(Texts("en"), GAME, "Mine").replace("#found: {neighbour_sum: 13}",
                                                               "found: {neighbour_sum: 12}")
    text = text.replace("#stack: {max_difference: 1, wrap: true, turn: true}", "stack: {turn: false}")
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / "mine.yaml").write_text(text, "utf-8")
    found = load(rules_class(GAME), "mine", folders(GAME, tmp_path))
    assert found.values is not None
    assert differences(found.values, rules_of(GAME).values) == [
        ("stack.turn", False, True), ("found.neighbour_sum", 12, 13)]


def test_a_full_disk_is_said_in_a_sentence(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes, *, durable: bool = False) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(rulefiles, "write_atomically", full)
    app = make()
    scene = opened(app)
    click(app, button(scene, "make"))
    assert isinstance(app.top, Notice)
    assert "my_table.yaml" in told(app) and os.strerror(errno.ENOSPC) in told(app)
    press(app, pygame.K_RETURN)
    assert app.top is scene


def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(make: Make) -> None:
    app = make()
    app.store.folder.mkdir(parents=True, exist_ok=True)
    app.store.own_rules.write_text("a file where the folder should be")
    scene = opened(app)
    for name in ("make", "open"):
        click(app, button(scene, name))
        assert isinstance(app.top, Notice) and str(scene.folder) in told(app)
        app.pop()
    assert app.store.own_rules.is_file()


# --- the folder ---


def test_the_folder_is_made_and_shown(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make()
    shown: list[Path] = []
    monkeypatch.setattr(rulefiles, "show_folder", lambda folder: shown.append(folder) or True)
    scene = opened(app)
    click(app, button(scene, "open"))
    assert shown == [app.store.own_rules / GAME] and shown[0].is_dir()
    assert app.top is scene and str(shown[0]) in scene.note


def test_without_a_file_manager_the_path_is_told(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make()
    monkeypatch.setattr(rulefiles, "show_folder", lambda folder: False)
    scene = opened(app)
    click(app, button(scene, "open"))
    assert isinstance(app.top, Notice) and str(scene.folder) in told(app)


@pytest.mark.skipif(os.name == "nt", reason="Windows opens folders by itself")
@pytest.mark.parametrize(("script", "shown"), [("exit 0", True), ("exit 3", False), (None, False)])
def test_the_file_manager_of_the_system_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                 script: str | None, shown: bool) -> None:
    if script is not None:
        for name in ("xdg-open", "open"):
            command = tmp_path / name
            command.write_text(f"#!/bin/sh\n{script}\n")
            command.chmod(command.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(folders_module, "PATIENCE", 5)
    assert show_folder(tmp_path) is shown


# --- reading again ---


def test_f5_and_coming_back_to_the_window_read_the_files_again(make: Make) -> None:
    app = make()
    path = own_file(app, "friday", "extends: classic\n")
    scene = opened(app, "friday")
    assert scene.differing(scene.variant) == []
    path.write_text("extends: classic\nopen: true\n")
    press(app, pygame.K_F5)
    assert [row[0] for row in scene.differing(scene.variant)] == ["open"]
    path.write_text("extends: classic\nopen: perhaps\n")
    app.step([pygame.Event(pygame.WINDOWFOCUSLOST), pygame.Event(pygame.WINDOWFOCUSGAINED)], 16)
    assert scene.variant.values is None
    path.unlink()
    press(app, pygame.K_F5)
    assert scene.variant.name == "classic"


@pytest.mark.parametrize(("size", "text_size"), [
    (size, text) for size in SIZES for text in (100, 150) if LONG or text == 150 or size == SIZES[0]])
def test_everything_fits_in_every_window(make: Make, monkeypatch: pytest.MonkeyPatch,
                                         size: tuple[int, int], text_size: int) -> None:
    beyond = cramped(monkeypatch)
    app = make(size, "de", text_size=text_size)
    own_file(app, "broken", FAULTY)
    scene = opened(app, "broken")
    scene.choose(0)
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(widget.rect) and widget.rect.h > 30 for widget in scene.widgets)
    assert not beyond


# --- own files ---


def test_an_own_variant_can_be_played_renamed_and_deleted(tmp_path):
    desk, game = Desk(tmp_path), next(iter(GAMES))
    desk.app.open(routes.RuleFiles(game))
    desk.scene.make_variant()
    files = desk.scene
    path = files.variant.path
    desk.click_button(desk.say("rulefiles.rename"))
    desk.scene.title = "Evening rules"
    desk.scene.take()
    assert desk.scene is files and files.title_of(files.variant) == "Evening rules"
    desk.click_button(desk.say("rulefiles.play"))
    assert isinstance(desk.scene, TableScene) and desk.scene.session.rules.variant == path.stem
    desk.app.pop()
    desk.click_button(desk.say("rulefiles.delete"))
    assert path.exists(), "it is asked first"
    desk.click_button(desk.say("rulefiles.delete"))
    assert not path.exists() and path.with_suffix(".yaml.deleted").exists() and not files.variant.own
    desk.app.close()


def test_a_new_title_changes_nothing_else():
    text = "# head\nextends: classic\ntitle: \"Old\"  # name\nstack:\n  wrap: false\n"
    assert with_title(text, "New \"one\"") == text.replace('title: "Old"  # name', 'title: "New \\"one\\""')
    assert with_title("extends: classic\n", "A") == 'title: "A"\nextends: classic\n'


@pytest.mark.parametrize("language", languages())
def test_every_shipped_variant_has_a_line_in_every_language(language):
    texts = Texts(language)
    assert not [f"{game}.{variant.name}" for game in GAMES for variant in variants(game)
                if not texts.has(f"game.{game}.variant.{variant.name}.about")]
