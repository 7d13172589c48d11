"""Letters of other languages on the table: typed, chosen for a Jolly, drawn."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.boards.letters.letter_choice import LetterChoice
from game.boards.loading import help_facts
from game.draw.letter import letter
from game.table.seating import table_scene
from game.ui.paper.blocks import page_blocks, page_values
from rules.catalog import GAMES, rules_class, rules_of
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.screens import painted

GAME = next(game for game in GAMES if rules_class(game).has_words)


@pytest.fixture
def desk(tmp_path: Any) -> Desk:
    return Desk(tmp_path, (1366, 768))


def sit(desk: Desk, variant: str, hand: str, words: str, moves: tuple[str, ...] = ()) -> Any:
    """Open a table with two people, so that no bot moves."""
    setup = {"hands": [hand, "AB"], "red": "AEIO", "black": "BCDFG", "starter": 0, "words": words,
             "moves": list(moves)}
    session = Session(rules_of(GAME, variant), [Seat("Ada"), Seat("Bea")], 1, level=setup)
    scene = table_scene(desk.app, session)
    desk.app.push(scene)
    desk.run(50)
    if desk.scene is not scene:  # the curtain between two people
        desk.key(pygame.K_RETURN)
        desk.run(50)
    return scene


@pytest.mark.parametrize(("variant", "hand", "typed", "word"), [
    ("spanish", "NIÑOS", "niño", "NIÑO"), ("spanish", "ARBOLS", "árbol", "ARBOL"),
    ("french", "COEURS", "cœur", "COEUR"), ("italian", "CITTAS", "città", "CITTA"),
    ("dutch", "IJSEN", "ĳs", "IJS"), ("classic", "GROESSE", "größe", "GROESSE"),
    ("english", "CAFENS", "café", "CAFE")])
def test_a_word_is_typed_as_its_language_writes_it(desk, variant, hand, typed, word):
    scene = sit(desk, variant, hand, word)
    desk.type_word(typed)
    assert "".join(scene.board.laying.draft.letters.values()) == word
    desk.key(pygame.K_RETURN)
    assert scene.session.moves == 1


def test_a_jolly_can_be_an_enye_where_there_is_one(desk):
    scene = sit(desk, "spanish", "NIO+", "NIÑO")
    desk.type_word("niñ")
    assert "".join(scene.board.laying.draft.letters.values()) == "NIñ"
    desk.key(pygame.K_ESCAPE)
    desk.key(pygame.K_ESCAPE)
    desk.key(pygame.K_PLUS, text="+")
    assert isinstance(desk.scene, LetterChoice) and "Ñ" in desk.scene.letters
    desk.key(pygame.K_n, text="ñ")
    assert desk.scene is scene and "ñ" in scene.board.laying.draft.letters.values()


def test_other_languages_offer_no_enye(desk):
    scene = sit(desk, "french", "NIO+", "NON")
    desk.key(pygame.K_PLUS, text="+")
    assert isinstance(desk.scene, LetterChoice) and "Ñ" not in desk.scene.letters and scene is not desk.scene


def test_the_tile_of_an_enye_is_not_that_of_an_n():
    one, other = letter("Ñ", 60).image, letter("N", 60).image
    assert pygame.image.tobytes(one, "RGBA") != pygame.image.tobytes(other, "RGBA")


def test_a_click_on_a_word_tells_what_it_means_and_a_second_one_the_word_across(desk):
    scene = sit(desk, "english", "HOUSEAN", "HOUSE HAT", ("> 0,0 HOUSE",))
    desk.click(scene.board.field.view.rect((0, 0)).center)
    word, more = scene.status_now[:2]
    assert word == "HOUSE" and more.startswith(desk.say("word.is_a.N")) and "dwelling" in more
    crossed = {**scene.board.letters, (0, 1): "A", (0, 2): "T"}
    scene.board.meaning.tell(crossed, (0, 0), scene.board.rules.vocabulary(scene.state))
    assert scene.status_now[0] == "HAT"


def test_the_log_explains_rare_words_of_bots_only(desk):
    scene = sit(desk, "english", "ABACAHO", "HOUSE ABACA")
    desk.type_word("abaca")
    desk.key(pygame.K_RETURN)
    scene.session.seats = [Seat("Cleo", "bot", "hard"), Seat("Ada")]
    row, note = (text for _, text, _ in scene.log_rows()[:2])
    assert "ABACA" in row and note.startswith("a kind of hemp"), "it follows the row of its word"
    scene.session.seats = [Seat("Bea"), Seat("Ada")]
    assert not [text for _, text, _ in scene.log_rows() if "hemp" in text]
    meaning, words = scene.board.meaning, scene.board.rules.vocabulary(scene.state)
    assert not any(meaning.note(word, words, with_class=True) for word in ("HOUSE", "XYZZY"))
    assert meaning.note("ABACA", words, with_class=True).startswith(desk.say("word.is_a.N"))


def test_the_table_names_the_language_of_its_words_and_a_long_meaning_fits_the_turn_line(desk):
    scene = sit(desk, "english", "HOUSEAN", "HOUSE HAT", ("> 0,0 HOUSE",))
    assert ("book", desk.say("setup.words", language=desk.say("word.language.en"))) in scene.pills()
    scene.board.meaning.tell(scene.board.letters, (0, 0), scene.board.rules.vocabulary(scene.state))
    assert 0 < scene.look.width(scene.status_now[1], "label") < scene.look.m.region("board").w


def test_the_letters_of_the_shown_word_lie_above_those_of_the_table(desk, monkeypatch):
    lifted: dict[str, bool] = {}

    def noted(mark, size, value=None, **how):
        lifted[mark] = how["lifted"]
        return letter(mark, size, value, **how)

    monkeypatch.setattr("game.boards.letters.help.letter", noted)
    painted(desk.app, rules_of("kreuzwort"), "lay", table="> 0,0 WORT", move="v 1,-2 MOOR")
    assert lifted["M"] and not lifted["W"]


@pytest.mark.parametrize("game", [game for game in GAMES if rules_class(game).has_words])
def test_the_pictures_of_a_rules_page_hold_in_every_language(desk, game):
    blocks = [block for block in desk.app.texts.lines(f"help.{game}.page")
              if block.get("board") in ("lay", "swap", "say", "grid")]
    verdicts = []
    for variant in ("classic", "english", "spanish"):
        boards = [painted(desk.app, rules_of(game, variant), block["board"], **block) for block in blocks]
        verdicts.append([board and board.fits for board in boards])
    assert verdicts[0] and verdicts[0] == verdicts[1] == verdicts[2]


@pytest.mark.parametrize("game", [game for game in GAMES if rules_class(game).has_words])
def test_the_rules_page_names_the_list_and_the_spelling_of_the_language_played(desk, game):
    for variant, code in (("classic", "de"), ("spanish", "es")):
        rules = rules_of(game, variant)
        values = page_values(rules.values, help_facts(rules))
        page = str(page_blocks(desk.app.texts, f"help.{game}.page", values))
        assert desk.say(f"word.list_of.{code}") in page and ("UE" in page) == (code == "de")
        assert "{word_list}" not in page
