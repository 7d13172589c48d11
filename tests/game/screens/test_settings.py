"""The settings screen, headless, with real events: every widget acts at once and is saved."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pygame
import pytest

from game.data.store import Settings, Store, game_aids
from game.screens import settings as module
from game.screens.people.scene import PeopleScene
from game.screens.rulefiles.folders import OPENING
from game.screens.settings import SettingsScene
from game.screens.shelf.scene import Shelf
from game.ui.dialogs import Dialog, Notice
from game.ui.text import languages
from game.ui.widgets import Area, Button, Segment, Slider, Toggle
from tests.kit.desk import Desk
from tests.kit.screens import nothing_overlaps

ROOMY = (1280, 720)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    desk = Desk(tmp_path, ROOMY)
    desk.app.settings.name = "Ada"
    desk.app.push(SettingsScene(desk.app))
    yield desk
    desk.app.close()


def kept(desk) -> Settings:
    """Return the settings as the next start would read them."""
    return Store(desk.store.folder).read_settings()


def segment(desk, value) -> Segment:
    return next(w for w in desk.scene.widgets if isinstance(w, Segment)
                and value in [o[0] for o in w.options])


def choose(desk, value) -> None:
    """Click the part of a segment that offers `value`."""
    widget = segment(desk, value)
    index = [option[0] for option in widget.options].index(value)
    desk.click(widget.cell_rects(widget.rect)[index].center)


def toggle(desk, name) -> Toggle:
    label = desk.say(f"settings.{name}.label")
    return next(w for w in desk.scene.widgets if isinstance(w, Toggle) and w.label == label)


def sliders(desk) -> list[Slider]:
    return [w for w in desk.scene.widgets if isinstance(w, Slider)]


# --- every widget acts and is saved ---


def test_the_language_switches_at_once(desk):
    choose(desk, "de")
    assert desk.app.texts.language == "de"
    assert desk.say("settings.language.caption") == "Sprache"
    assert kept(desk).language == "de"
    choose(desk, "auto")
    assert desk.app.texts.language == "en"


def test_every_language_is_listed_by_its_own_name(desk):
    names = [label for _, label, _ in segment(desk, "auto").options]
    assert names[0] == "Automatic" and {"Deutsch", "English", "Français"} <= set(names)
    assert len(names) == 1 + len(languages())


@pytest.mark.parametrize("name", [
    "safe_colours", "fullscreen", "previews", "hints", "warn_lost", "auto_pass", *game_aids()])
def test_a_switch_acts_at_once_and_is_kept(desk, name):
    before = desk.app.settings.is_on(name)
    desk.click(toggle(desk, name).rect.center)
    assert desk.app.settings.is_on(name) is not before
    assert toggle(desk, name).on is not before
    assert kept(desk).is_on(name) is not before


def test_safe_colours_change_the_look(desk):
    desk.click(toggle(desk, "safe_colours").rect.center)
    assert desk.app.look.theme.safe_colours
    assert all(scene.look is desk.app.look for scene in desk.app.scenes)


def test_a_theme_is_chosen_by_its_picture(desk):
    tiles = [w for w in desk.scene.widgets if isinstance(w, Area)]
    assert len(tiles) == 4
    desk.click(tiles[2].rect.center)
    assert desk.app.look.theme.name == "paper" and kept(desk).theme == "paper"


def test_a_text_size_is_taken_at_once(desk):
    for size in (90, 150):
        choose(desk, size)
        assert desk.app.look.m.text_scale == size / 100 and kept(desk).text_size == size
    assert [option[0] for option in segment(desk, 150).options] == [90, 100, 115, 130, 150]


def test_a_text_size_from_the_file_is_offered_too(desk):
    desk.app.settings.text_size = 75
    desk.app.refresh()
    assert segment(desk, 75).value == 75


def test_the_speed_of_movements(desk):
    for speed, factor in (("none", 0.0), ("slow", 2.0)):
        choose(desk, speed)
        assert desk.app.look.speed == factor and kept(desk).speed == speed


def test_the_way_of_moving_pieces(desk):
    for way in ("drag", "click"):
        choose(desk, way)
        assert desk.app.settings.moving == way and kept(desk).moving == way


def test_the_sliders_turn_the_volumes_and_the_sound_is_heard(desk):
    sound, music = sliders(desk)
    played = len(desk.app.sounds.played)
    desk.drag((sound.rect.left + 60, sound.rect.centery), (sound.rect.left, sound.rect.centery))
    assert desk.app.settings.sound == 0 and desk.app.sounds.volume == 0
    assert len(desk.app.sounds.played) > played
    desk.click((music.track(music.rect).centerx, music.rect.centery))
    assert desk.app.settings.music == 50 and desk.app.sounds.part == "shelf"
    assert (kept(desk).sound, kept(desk).music) == (0, 50)


def test_the_name_leads_to_the_page_of_people(desk):
    desk.click(desk.scene.name_button.rect.center)
    assert isinstance(desk.scene, PeopleScene)
    desk.click(desk.scene.name_field.rect.center)
    desk.key(pygame.K_BACKSPACE, pygame.KMOD_CTRL)
    desk.type("Bruno der Zweite und Dritte")
    desk.key(pygame.K_RETURN)
    assert kept(desk).name == "Bruno der Zwei"
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, SettingsScene) and desk.scene.name_button.label == "Bruno der Zwei"


def test_a_silent_machine_says_why(desk):
    assert len(desk.scene.silence_rows()) == 1
    desk.app.sounds.available = True
    assert desk.scene.silence_rows() == []


# --- keyboard ---


def test_the_focus_stays_where_it_is_when_everything_is_laid_out_anew(desk):
    desk.key(pygame.K_TAB)
    desk.key(pygame.K_TAB)
    assert segment(desk, "auto").focused
    desk.key(pygame.K_RIGHT)
    assert desk.app.texts.language == "de"
    assert segment(desk, "auto").focused and desk.scene.focus is segment(desk, "auto")


def test_all_settings_can_be_reached_by_tab(desk):
    met = set()
    for _ in desk.scene.widgets:
        desk.key(pygame.K_TAB)
        met.add(desk.scene.focus)
    assert met == set(desk.scene.widgets)


def test_f11_shows_in_the_switch(desk):
    before = toggle(desk, "fullscreen").on
    desk.key(pygame.K_F11)
    desk.run(20)
    assert toggle(desk, "fullscreen").on is not before


def test_esc_goes_back_and_the_shelf_shows_the_new_name(desk):
    desk.app.settings.name = "Bruno"
    stage = desk.app.scenes[0].stage
    desk.key(pygame.K_ESCAPE)
    assert isinstance(desk.scene, Shelf) and desk.scene.stage is not stage


# --- the two buttons ---


def test_reset_asks_first(desk):
    choose(desk, "slow")
    desk.click_button(desk.say("settings.reset.button"))
    assert isinstance(desk.scene, Dialog)
    desk.click_button(desk.say("button.cancel"))
    assert desk.app.settings.speed == "slow"


def test_reset_brings_the_defaults_back_but_keeps_the_name(desk):
    desk.app.settings.note_tutorial("turm_domino")
    desk.app.settings.fullscreen = False
    choose(desk, "slow")
    choose(desk, 150)
    choose(desk, "de")
    desk.click_button(desk.say("settings.reset.button"))
    desk.click_button(desk.say("settings.reset.confirm"))
    assert isinstance(desk.scene, SettingsScene)
    expected = Settings(name="Ada", seen_tutorials="turm_domino")
    assert desk.app.settings == expected and kept(desk) == expected
    assert desk.app.look.m.text_scale == 1 and desk.app.texts.language == "en"


def open_data_folder(desk) -> None:
    desk.click_button(desk.say("settings.folder.button"))
    desk.run(OPENING + 50)


def test_the_data_folder_is_opened_by_the_system(desk, monkeypatch):
    asked = []
    monkeypatch.setattr(subprocess, "Popen",
                        lambda args, **_: asked.append(args) or SimpleNamespace(poll=lambda: 0))
    open_data_folder(desk)
    assert asked[0][1] == str(desk.store.folder)
    assert isinstance(desk.scene, SettingsScene)


def test_a_system_without_file_manager_is_told_the_path(desk, monkeypatch):
    def missing(*args, **options):
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "Popen", missing)
    open_data_folder(desk)
    assert isinstance(desk.scene, Notice) and str(desk.store.folder) in desk.scene.text


def test_a_file_manager_that_fails_is_told_the_path_too(desk, monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", lambda *args, **_: SimpleNamespace(poll=lambda: 3))
    open_data_folder(desk)
    assert isinstance(desk.scene, Notice) and str(desk.store.folder) in desk.scene.text


# --- players' own themes, all window sizes ---


def test_a_theme_file_that_cannot_be_read_is_not_offered(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "THEMES", tmp_path)
    (tmp_path / "torn.yaml").write_text("table: [")
    (tmp_path / "poor.yaml").write_text("table: ['#000000', '#000000', '#000000']")
    assert module.theme_tokens("torn") is None and module.theme_tokens("poor") is None
    assert module.theme_tokens("gone") is None


@pytest.mark.parametrize("size", [(1024, 640), (1024, 768), (2560, 1080)])
@pytest.mark.parametrize("text_size", [100, 150])
def test_nothing_overlaps_or_leaves_the_window(desk_of, size, text_size):
    desk = desk_of(size, text_size)
    desk.app.push(SettingsScene(desk.app))
    nothing_overlaps(desk.app)
    for widget in desk.scene.widgets:
        if isinstance(widget, Button):
            assert desk.app.look.fitting(widget.label, "button", widget.rect.w * 0.72) >= 14
