"""The shipped data: every YAML file passes the same checks as a player's own."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from game.commands import check
from game.data.cache import parse
from game.ui.names import level_name
from game.ui.text import Texts, languages
from rules.catalog import GAMES, SHIPPED, folders, rules_class, variants
from rules.files import level_files, levels

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ("rules", "levels", "game", "sprites")
YAML = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.y*ml"))


@cache
def everything() -> tuple[check.Checked, ...]:
    """Check all shipped files once."""
    return tuple(check.everything())


def test_all_shipped_files_are_free_of_faults() -> None:
    texts = Texts("en")
    assert not [check.written(fault, texts) for entry in everything() for fault in entry.faults]


def test_no_rule_file_or_level_is_forgotten() -> None:
    looked_at = {entry.path.resolve() for entry in everything()}
    there = {path for path in YAML if path.relative_to(ROOT).parts[0] in ("rules", "levels")
             and path.parent != ROOT / "rules"}  # figures about all games
    assert there == looked_at


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_classic_variant_to_play(game: str) -> None:
    first = variants(game)[0]
    assert first.name == "classic" and first.values is not None
    assert first.path == SHIPPED / game / "classic.yaml"


@pytest.mark.parametrize(("game", "name"), [(game, v.name) for game in GAMES for v in variants(game)])
def test_every_variant_can_be_dealt_for_every_number_of_players(game: str, name: str) -> None:
    kind = rules_class(game)
    values = next(variant.values for variant in variants(game) if variant.name == name)
    rules = kind(values, name)
    for players in kind.seats:
        assert next(rules.legal_moves(rules.new_game(players, seed=1)), None) is not None


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_the_classic_rules_has_a_comment(game: str) -> None:
    lines = (folders(game)[0] / "classic.yaml").read_text("utf-8").splitlines()
    heads = [index for index, line in enumerate(lines) if line.split("#")[0].rstrip().endswith(":")]
    values = [index for index, line in enumerate(lines) if line.split("#")[0].strip() and index not in heads]
    bare = [index for index in values if "#" not in lines[index] and not explained_above(lines, index)]
    assert not [lines[index] for index in bare]


def explained_above(lines: list[str], index: int) -> bool:
    """Return whether a comment above, without an empty line in between, also covers this line."""
    for line in reversed(lines[:index]):
        if not line.strip() or "#" in line:
            return bool(line.strip())
    return False


@pytest.mark.parametrize("language", languages())
def test_every_level_has_a_name_or_a_number_in_a_chapter_with_a_name(language: str) -> None:
    texts = Texts(language)
    assert not [level.id for level in all_levels() if level_name(texts, level.game, level.id) == level.id]


@cache
def all_levels() -> tuple[levels.Level, ...]:
    """Return all levels; reading them takes seconds."""
    return tuple(level for game in GAMES for level in levels.load(game))


def test_every_game_with_levels_has_forty_and_a_player_of_one_language_five_hundred() -> None:
    counts = Counter((level.game, level_files.language_of(level.game, level.id)) for level in all_levels())
    assert {game for game, _ in counts} == {game for game in GAMES if GAMES[game].has_levels}
    assert min(counts.values()) >= 40
    for language in languages():
        assert sum(count for (_, code), count in counts.items() if code in ("", language)) >= 500


def test_no_level_comes_twice() -> None:
    setups = Counter(f"{level.game} {level.setup} {level.goal}" for level in all_levels())
    assert setups.most_common(1)[0][1] == 1


def test_within_a_chapter_fewer_and_fewer_bots_solve_a_level() -> None:
    files: dict[str, list[float]] = {}
    for level in all_levels():
        assert level.ease is not None, f"{level.game} {level.id} is not measured"
        files.setdefault(level.place.file, []).append(level.ease)
    assert not [file for file, eases in files.items() if eases != sorted(eases, reverse=True)]


def test_every_yaml_file_is_valid_and_in_utf8() -> None:
    assert not [path for path in YAML if parse(path) is None]
    assert all(path.read_text("utf-8") for path in YAML)
