"""The screen of words added for good: listed by language and taken out one by one."""

from __future__ import annotations

import pygame

from game import routes
from game.data.own.words import OwnWords
from game.screens.own_words import OwnWordsScene
from game.table.seating import deal_with_choices
from rules.catalog import GAMES, rules_class
from rules.words.language import LANGUAGES


def words_in(desk, language: str) -> list[str]:
    assert isinstance(desk.scene, OwnWordsScene) and desk.scene.language == language
    listing = desk.scene.listing
    return [] if listing is None else [line.texts[0] for line in listing.lines]


def test_words_are_listed_by_language_and_taken_out(english_desk):
    desk, folder = english_desk, english_desk.store.folder
    for code, word in (("de", "QUATSCHKOPP"), ("de", "ABHAENGWORT"), ("fr", "ZUTALORS")):
        assert OwnWords(folder, LANGUAGES[code]).accept(word) is None
    file = OwnWords(folder).own_file
    file.write_text("# ours\n" + file.read_text("utf-8"), "utf-8")
    desk.app.open(routes.OwnWords("fr"))
    assert words_in(desk, "fr") == ["ZUTALORS"]
    desk.app.top.widgets[1].change("de")
    assert words_in(desk, "de") == ["ABHAENGWORT", "QUATSCHKOPP"]
    desk.scene.listing.choose(1)
    desk.key(pygame.K_ESCAPE)
    assert OwnWords(folder).agreed == ("QUATSCHKOPP", "ABHAENGWORT"), "asked first"
    desk.scene.listing.choose(1)
    desk.click_button(desk.say("own_words.take_out"))
    assert words_in(desk, "de") == ["ABHAENGWORT"] and OwnWords(folder).agreed == ("ABHAENGWORT",)
    assert file.read_text("utf-8").startswith("# ours\n") and OwnWords(folder).blocked == ()
    assert OwnWords(folder, LANGUAGES["fr"]).agreed == ("ZUTALORS",)


def test_a_faulty_line_is_named_and_the_others_are_listed(english_desk, written):
    file = OwnWords(english_desk.store.folder).own_file
    file.parent.mkdir(parents=True)
    file.write_text("zwei worte\nquatschkopp\n", "utf-8")
    english_desk.app.open(routes.OwnWords("de"))
    assert words_in(english_desk, "de") == ["QUATSCHKOPP"]
    assert any("own.txt" in text for text in written)


def test_the_menu_of_a_word_table_leads_there(english_desk):
    game = next(game for game in GAMES if rules_class(game).has_words and not GAMES[game].race)
    english_desk.app.push(deal_with_choices(english_desk.app, game))
    english_desk.key(pygame.K_ESCAPE)
    english_desk.click_button(english_desk.say("own_words.title"))
    assert words_in(english_desk, "en") == []
