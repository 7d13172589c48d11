"""The pictures of the rules pages of Kreuzwort and Point-Typ-Dom, judged by the rules of the page."""

from __future__ import annotations

from game.boards.kit.help_parts import shown_if_possible
from game.boards.letters.help import (
    LetterPicture,
    Square,
    letter_facts,
    letter_row,
    paint_letters,
    printed_points,
)
from game.ui.help_sheet import HelpBoard, HelpSheet, Painters
from rules.games.crossword.board import Lay, Swap
from rules.games.crossword.laying import LayingRules
from rules.games.crossword.letters import needed_for
from rules.games.crossword.rules import CrosswordRules
from rules.words.placement import survey

STOCK = {"red": "AEIOU", "black": "BDGNRST"}


def facts(rules: CrosswordRules) -> dict[str, object]:
    """Return facts derived from the rules, as placeholders and conditions of the page."""
    return {**letter_facts(rules.letters, rules.classes, rules.language),
            "least_players": rules.seats[0], "most_players": rules.seats[-1], "is_match": rules.rounds > 1,
            "has_clock": rules.turn_seconds > 0, "buys_several": rules.buy_most > 1,
            "transfers": rules.values.get("payment") == "transfer",
            "first_out_wins": rules.values.get("winner") == "out"}


def _rules(sheet: HelpSheet) -> LayingRules:
    assert isinstance(sheet.rules, LayingRules)
    return sheet.rules


def _words(rules: LayingRules, text: str) -> list[Lay]:
    """Read words to lay, separated by semicolons."""
    moves = [rules.read_move(move.strip()) for move in text.split(";") if move.strip()]
    return [move for move in moves if isinstance(move, Lay)]


def position(moves: list[Lay], more: str, word: str = "") -> dict[str, object]:
    """Return a setup after these words, in which the first player holds `more` and a few other letters.

    These words and `word` are agreed, so that the pictures hold whatever language is played.
    """
    lying: dict[Square, str] = {}
    hands = ["", ""]
    seat = starter = len(moves) % 2
    for move in moves:
        new = move.new_letters(lying)
        hands[seat] += "".join(needed_for(mark) for mark in new.values())
        lying.update(new)
        seat = 1 - seat
    return {"hands": [hands[0] + more + "EN", hands[1] + "EN"], "red": STOCK["red"], "black": STOCK["black"],
            "starter": starter, "moves": [str(move) for move in moves],
            "agreed": " ".join(dict.fromkeys([move.word.upper() for move in moves] + [word.upper()])).strip()}


def paint_lay(sheet: HelpSheet) -> HelpBoard:
    """Draw the word of `move` on the words of `table`, with the verdict of the rules."""
    rules, theme = _rules(sheet), sheet.table.theme
    moves, move = _words(rules, sheet.values["table"]), _words(rules, sheet.values["move"])[0]
    lying: dict[Square, str] = {}
    for earlier in moves:
        lying.update(earlier.new_letters(lying))
    new = move.new_letters(lying)
    setup = position(moves, "".join(needed_for(mark) for mark in new.values()), move.word)
    state = rules.start(setup, 2)
    refusal = rules.why_illegal(state, move)
    picture = LetterPicture(sheet, [*lying, *move.squares], printed_points(rules))
    picture.lay(lying)
    picture.lay(new, lifted=True)
    for run in survey(lying, new, rules.vocabulary(state)).runs:
        if not run.valid:
            picture.outline(run.squares, theme.bad)
    if refusal is None or refusal.where is None:
        picture.outline(move.squares, theme.good if refusal is None else theme.bad)
    picture.verdict(refusal is None)
    sentence = _what_it_does(sheet, lying, move) if refusal is None else sheet.say(refusal)
    return HelpBoard(picture.surface, refusal is None, sentence, setup=setup)


def _what_it_does(sheet: HelpSheet, lying: dict[Square, str], move: Lay) -> str:
    rules = _rules(sheet)
    said = []
    if rules.letter_points:
        parts = " + ".join(str(rules.points_of(mark)) for mark in move.word)
        said.append(f"{parts} = {rules.points_of(move.word)}.")
    if move.joins(lying):
        said.append(sheet.say("help.crossword.joins"))
    return " ".join(said) or sheet.say("help.crossword.allowed")


def paint_swap(sheet: HelpSheet) -> HelpBoard:
    """Draw the Jolly on `square` of the words of `table`, with the verdict whether it can be taken."""
    rules, theme = _rules(sheet), sheet.table.theme
    moves = _words(rules, sheet.values["table"])
    x, y = (int(part) for part in sheet.values["square"].split(","))
    lying: dict[Square, str] = {}
    for move in moves:
        lying.update(move.new_letters(lying))
    setup = position(moves, lying[x, y].upper())
    refusal = rules.why_illegal(rules.start(setup, 2), Swap(x, y))
    picture = LetterPicture(sheet, lying, printed_points(rules))
    picture.lay(lying)
    picture.outline([(x, y)], theme.good if refusal is None else theme.bad)
    picture.verdict(refusal is None)
    taken = sheet.say("help.crossword.swap", letter=lying[x, y].upper())
    sentence = taken if refusal is None else sheet.say(refusal)
    return HelpBoard(picture.surface, refusal is None, sentence, setup=setup)


def paint_rest(sheet: HelpSheet) -> HelpBoard:
    """Draw the letters of a `hand` with their value at the end of the game."""
    rules = sheet.rules
    assert isinstance(rules, CrosswordRules)
    hand = sheet.values["hand"]
    return HelpBoard(letter_row(sheet, hand, printed_points(rules)),
                     sentence=sheet.say("help.crossword.rest", n=rules.rest_of(hand)))


BOARDS: Painters = {
    "lay": shown_if_possible(paint_lay),
    "swap": shown_if_possible(paint_swap),
    "letters": shown_if_possible(paint_letters),
    "rest": shown_if_possible(paint_rest),
}
"""The painters of these pages, by their names in the page."""
