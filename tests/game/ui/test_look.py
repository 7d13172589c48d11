"""Looks: texts are as wide as they say, pictures are kept, sprites get where they are sent."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.ui import assets
from game.ui.flight import glide, point_on
from game.ui.look import Look, themes
from game.ui.paper.blocks import page_values
from game.ui.paper.sheet import Sheet, number_badge
from game.ui.particles import burst
from game.ui.stage import Sprite
from game.ui.theme import THEMES
from game.ui.tween import Tweens
from game.ui.widgets.labels import comfortable, legible
from tests.kit.desk import Desk


@pytest.fixture
def look(tmp_path: Path) -> Look:
    return Desk(tmp_path).app.look


def test_a_text_is_as_wide_as_its_picture(look: Look) -> None:
    for role in look.design["text"]:
        for text in ("Domino", "Draw [0|5] now", "[0|5]", "now [6|6]"):
            assert look.width(text, role) == look.text_image(text, role, look.theme.text).get_width()


@pytest.mark.parametrize("px", range(9, 31))
def test_words_are_at_least_three_pixels_apart(px: int) -> None:
    """At 12 pixels the space of the font has two, and "Das hat" was read as one word."""
    for name in ("Manrope-Medium", "Manrope-Bold"):
        font = assets.font(name, px)
        space = font.size(" ".translate(assets.word_spaces(font)))[0]
        assert max(3, px // 4) <= space <= px / 3 + 1


def test_a_space_at_which_no_line_is_broken_is_as_wide_as_others(look: Look) -> None:
    assert look.width("a b", "body") == look.width("a\N{NO-BREAK SPACE}b", "body") > look.width("ab", "body")


def test_a_little_domino_stands_between_the_words_around_it(look: Look) -> None:
    alone, before, after = (look.width(text, "body") for text in ("[0|5]", "Draw ", " now"))
    assert look.width("Draw [0|5] now", "body") == before + alone + after
    assert look.width("[0|5] now", "body") == alone + after and alone > 0


def test_the_shipped_themes_come_first_and_none_is_left_out() -> None:
    assert themes()[:4] == ["felt", "night", "paper", "contrast"]
    assert sorted(themes()) == sorted(path.stem for path in THEMES.glob("*.yaml"))


def test_an_unknown_theme_is_felt(look: Look) -> None:
    assert Look((1280, 720), theme="no such").theme.name == "felt"


@pytest.mark.parametrize("size", [(1280, 720), (4000, 720), (720, 1400)])
def test_content_is_centred_in_every_window(size: tuple[int, int]) -> None:
    content = Look(size).m.content()
    assert pygame.Rect(0, 0, *size).contains(content)
    assert abs(content.centerx - size[0] / 2) <= 1 and abs(content.centery - size[1] / 2) <= 1
    low, high = Look(size).design["layout"]["safe_aspect"]
    assert low - 0.01 <= content.w / content.h <= high + 0.01


def test_lines_of_a_paragraph_never_overlap(look: Look) -> None:
    sheet = Sheet(look, look.theme.text)
    below = sheet.text("word " * 60, "body", 10, 20, 300)
    tops = [item.rect.top for item in sheet.items]
    assert len(tops) > 3 and tops[0] == 20 and below == sheet.items[-1].rect.bottom
    assert all(item.rect.h >= look.font("body").get_height() for item in sheet.items)
    assert all(lower - upper == sheet.items[0].rect.h for upper, lower in pairwise(tops))


def test_the_number_of_a_badge_stands_on_a_dark_disc(look: Look) -> None:
    badge = number_badge(look, 40, 1)
    assert badge.get_at((20, 8))[:3] == (0x2a, 0x1f, 0x15) and badge.get_at((20, 1))[:3] != (0x2a, 0x1f, 0x15)


def test_values_of_a_rule_file_are_named_by_their_path() -> None:
    assert page_values({"a": 1, "b": {"c": {"d": 2}}}, {"e": 3}) == {"a": 1, "b_c_d": 2, "e": 3}


def test_every_font_of_the_design_is_a_file(look: Look) -> None:
    assert all(Path(assets.font_file(name)).is_file() for name in look.design["fonts"].values())


def test_a_paragraph_may_have_the_lines_of_a_larger_role(look: Look) -> None:
    larger = max(look.design["text"], key=look.line_height)
    for like in (None, larger):
        sheet = Sheet(look, look.theme.text)
        sheet.text("word", "body", 10, 20, 300, like=like)
        step = max(look.line_height(like or "body"), look.font("body").get_height())
        assert sheet.items[0].rect.h == step


@pytest.mark.parametrize("size", [(320, 200), (1024, 640), (1920, 1080)])
def test_a_text_with_room_to_spare_is_legible_and_comfortable(look: Look, size: tuple[int, int]) -> None:
    small = Look(size)
    for role in small.design["text"]:
        assert legible(small, "a", role, 999) and comfortable(small, "a", role, 999)
        assert not comfortable(small, "a long text " * 20, role, 50)


# --- pictures on disk and in memory ---


def picture(colour: str, size: tuple[int, int] = (8, 6)) -> pygame.Surface:
    made = pygame.Surface(size, pygame.SRCALPHA)
    made.fill(colour)
    return made


def test_a_picture_is_built_once_also_for_the_next_start(look: Look, tmp_path: Path) -> None:
    built: list[str] = []

    def build() -> pygame.Surface:
        built.append("built")
        return picture("#336699")

    for _ in range(2):
        cache = assets.PictureCache(tmp_path / "pictures")
        assert cache.has("a") == bool(built)
        assert cache.get("a", build).get_at((3, 3))[:3] == (0x33, 0x66, 0x99) and cache.has("a")
        assert cache.get("b", lambda: picture("#000000")).get_at((3, 3))[:3] == (0, 0, 0)
    assert built == ["built"]


def test_a_ground_is_read_straight_from_its_file(look: Look, tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    cache = assets.PictureCache(tmp_path / "pictures")
    cache.paint("ground", lambda: picture("#336699").convert(), pygame.Surface((8, 6)))
    monkeypatch.setattr(pygame.image, "frombuffer", lambda *_: pytest.fail("a copy of the whole window"))
    ground = pygame.Surface((8, 6))
    cache.paint("ground", lambda: pytest.fail("it is in its file"), ground)
    assert {ground.get_at((x, y))[:3] for x in range(8) for y in range(6)} == {(0x33, 0x66, 0x99)}


def test_a_ground_of_other_pixels_or_with_a_damaged_file_is_painted_too(look: Look, tmp_path: Path) -> None:
    cache, built = assets.PictureCache(tmp_path / "pictures"), []

    def build() -> pygame.Surface:
        built.append("built")
        return picture("#336699").convert()

    for depth, kept in ((32, None), (24, None), (32, 20), (32, 3)):
        for file in (tmp_path / "pictures").glob("*") if kept else ():
            file.write_bytes(file.read_bytes()[:kept])
        ground = pygame.Surface((8, 6), depth=depth)
        cache.paint("ground", build, ground)
        assert ground.get_at((7, 5))[:3] == (0x33, 0x66, 0x99)
    assert len(built) == 3, "not for the surface of 24 bits"


@pytest.mark.parametrize("drawn_by", ["draw/wood.py", "screens/shelf/wood.py", "boards/kit/art.py"])
def test_a_picture_drawn_by_code_that_has_changed_is_built_again(
        look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn_by: str) -> None:
    monkeypatch.setattr(assets, "ROOT", tmp_path)
    for folder in ("draw", "screens/shelf", "boards/kit"):
        (tmp_path / "game" / folder).mkdir(parents=True)
    assets.PictureCache(tmp_path / "pictures").get("a", lambda: picture("#336699"))
    assert assets.PictureCache(tmp_path / "pictures").has("a")
    (tmp_path / "game" / drawn_by).write_text("COLOUR = 'red'", "utf-8")
    assert not assets.PictureCache(tmp_path / "pictures").has("a")


def test_memory_holds_three_windows_full_of_pictures_and_the_oldest_goes_first(look: Look) -> None:
    cache = assets.PictureCache(None)
    for name in "abcd":
        cache.get(name, lambda: picture("#336699", look.size))
    assert list(cache.memory) == ["b", "c", "d"]


# --- gliding ---


def test_a_sprite_glides_with_its_middle_from_start_to_goal(look: Look) -> None:
    tweens, arrived = Tweens(), []
    sprite = Sprite(picture("#336699", (20, 10)), (0, 0))
    glide(tweens, sprite, (100, 50), (300, 150), (100, "linear"), lambda: arrived.append(sprite.pos))
    tweens.advance(50)
    assert sprite.rect.center == (200, 100) and not arrived
    tweens.advance(50)
    assert sprite.rect.center == (300, 150) and arrived == [sprite.pos]


def test_sparks_fly_from_the_first_moment_until_they_have_gone(tmp_path: Path) -> None:
    stage, tweens = Desk(tmp_path).scene.stage, Tweens()
    before = len(stage.sprites)
    burst(stage, tweens, (200, 200), ["#336699"], 5, 100, 1.0)
    tweens.advance(0.01)
    assert len(stage.sprites) == before + 1
    tweens.advance(200)
    assert len(stage.sprites) == before


def test_coloured_corners_within_a_text_are_drawn_as_a_chip(look: Look) -> None:
    assert look.has_chip("Bruno: legt R0B2G0") and not look.has_chip("R0B2G0@0,0^:R0B2G0")
    image = look.text_image("R0B2G1", "label", "#ffffff")
    colours = {tuple(image.get_at((x, image.get_height() // 2)))[:3] for x in range(image.get_width())}
    assert {(0xd8, 0x34, 0x3c), (0x24, 0x70, 0xd0), (0x2f, 0x9e, 0x55)} <= colours
    assert image.get_width() == look.width("R0B2G1", "label")


def test_a_light_runs_along_the_whole_path():
    ring = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]
    assert point_on(ring, 0) == (0, 0) and point_on(ring, 0.5) == (10, 10) and point_on(ring, 1) == (0, 0)
    assert point_on([(0.0, 0.0), (8.0, 0.0)], 0.25) == (2, 0)


@pytest.mark.parametrize("name", ["x" * 5000, "felt\0", "../themes/night", ""])
def test_a_theme_that_cannot_be_is_felt(name: str) -> None:
    assert Look((1024, 640), theme=name).theme.name == "felt"
