"""The pictures of Presto's rules page, judged by the rules of the page."""

from __future__ import annotations

from game.boards.kit.help_parts import shown_if_possible
from game.boards.letters.help import LetterPicture, letter_facts, paint_letters
from game.ui.help_sheet import HelpBoard, HelpSheet, Painters
from rules.games.crossword.letters import needed_for
from rules.games.presto.grid import read_grid
from rules.games.presto.rules import Presto
from rules.words.lexicon import SHORTEST
from rules.words.placement import all_runs


def facts(rules: Presto) -> dict[str, object]:
    """Return facts derived from the rules, as placeholders and conditions of the page."""
    deals = {f"letters_{players}": sum(hand.values()) for players, hand in rules.values["deal"].items()}
    return {**letter_facts(rules.letters, rules.values["words"]["classes"], rules.language),
            "least_players": rules.seats[0], "most_players": rules.seats[-1], "one_over": rules.most_over > 0,
            "is_match": rules.rounds > 1, **deals}


def paint_grid(sheet: HelpSheet) -> HelpBoard:
    """Draw the crossword of `grid`, its rows separated by slashes; `over` are the letters left over."""
    rules = sheet.rules
    assert isinstance(rules, Presto)
    letters = read_grid(tuple(sheet.values["grid"].split("/")))
    hand = "".join(needed_for(mark) for mark in letters.values()) + sheet.values.get("over", "")
    # The words of a picture hold whatever language is played; runs of two letters show what is no word.
    words = " ".join(word for *_, word in all_runs(letters) if len(word) > SHORTEST)
    setup = {"hands": [hand] * rules.seats[0], "agreed": words}
    judgement = rules.judge(rules.start(setup, rules.seats[0]), 0, letters)
    theme = sheet.table.theme
    picture = LetterPicture(sheet, letters)
    picture.lay(letters)
    for run in judgement.runs:
        if not run.valid:
            picture.outline(run.squares, theme.bad)
    for square in judgement.loose:
        picture.outline([square], theme.bad, dashed=True)
    picture.verdict(judgement.sound)
    sentence = sheet.say("help.presto.sound") if judgement.refusal is None else sheet.say(judgement.refusal)
    return HelpBoard(picture.surface, judgement.sound, sentence)


BOARDS: Painters = {
    "grid": shown_if_possible(paint_grid),
    "letters": shown_if_possible(paint_letters),
}
"""The painters of this page, by their names in the page."""
