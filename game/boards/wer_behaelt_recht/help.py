"""The pictures of the rules page of Wer behält recht?, judged by the rules of the page."""

from __future__ import annotations

import re

from game.boards.crossword import help as crossword_help
from game.boards.kit.help_parts import shown_if_possible
from game.boards.letters.help import LetterPicture
from game.ui.help_sheet import HelpBoard, HelpSheet, Painters
from rules.games.wer_behaelt_recht.rules import WerBehaeltRecht
from rules.games.wer_behaelt_recht.state import Begin, Grow, Spot, WerState

PLAYERS = 4
NAMES = ("help.wer.first", "help.wer.second", "help.wer.third", "help.wer.fourth")


def facts(rules: WerBehaeltRecht) -> dict[str, object]:
    return crossword_help.facts(rules)


def _state(rules: WerBehaeltRecht, text: str, said: str) -> WerState:
    """Return the state after these moves, separated by semicolons; every hand has all letters.

    The words of the moves and of the one that is `said` next are agreed, so that the pictures hold whatever
    language is played.
    """
    agreed = " ".join(dict.fromkeys(re.findall(r"\b[A-Z]+(?=@)", f"{text} {said}")))
    hands = [rules.language.alphabet * 2] * PLAYERS
    state = rules.start({"hands": hands, "red": "AE", "black": "BD", "starter": 0,
                         "agreed": agreed}, PLAYERS)
    for move in text.split(";"):
        if move.strip():
            state = rules.apply(state, rules.read_move(move.strip())).state
    return state


def paint_say(sheet: HelpSheet) -> HelpBoard:
    """Draw the announcement `move` after the moves of `table`, with the verdict of the rules."""
    rules, theme = sheet.rules, sheet.table.theme
    assert isinstance(rules, WerBehaeltRecht)
    state = _state(rules, sheet.values.get("table", ""), sheet.values["move"])
    move = rules.read_move(sheet.values["move"])
    assert isinstance(move, (Begin, Grow))
    refusal = rules.why_illegal(state, move)
    spot = rules.spot_of(state, move)
    assert isinstance(spot, Spot)
    word = rules.line(state, spot, move.letter).word(move.word, move.at)
    picture = LetterPicture(sheet, [*state.letters, spot.square, *word.squares])
    picture.lay(dict(state.letters))
    picture.lay({spot.square: move.letter}, lifted=True)
    missing = {square: mark for square, mark in word.missing(state.letters).items() if square != spot.square}
    if refusal is None:
        picture.missing(missing, theme.box_accent(rules.game))
    picture.outline([spot.square], theme.good if refusal is None else theme.bad)
    picture.verdict(refusal is None)
    sentence = sheet.say(refusal) if refusal is not None else _told(sheet, rules, state, move)
    return HelpBoard(picture.surface, refusal is None, sentence)


def _told(sheet: HelpSheet, rules: WerBehaeltRecht, state: WerState, move: Begin | Grow) -> str:
    """Return the consequence of an announcement: the new author, a premium, the end of the word."""
    after = rules.apply(state, move).state
    if after.word is None or after.author is None:
        return sheet.say("help.wer.completed", word=move.word)
    said = [sheet.say("help.wer.author", word=move.word, name=sheet.say(NAMES[after.author]))]
    if after.premium:
        said.append(sheet.say("help.wer.premium"))
    return " ".join(said)


BOARDS: Painters = {
    "say": shown_if_possible(paint_say),
    "letters": crossword_help.BOARDS["letters"],
    "rest": crossword_help.BOARDS["rest"],
}
"""The painters of this page, by their names in the page."""
