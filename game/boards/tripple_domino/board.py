"""The boards of Tripple Domino and of its solitaire: number triangles, bridges, hexagons."""

from __future__ import annotations

from functools import partial

from game.boards.kit.actions import Action, Question
from game.boards.kit.targets import Progress
from game.boards.triangles.board import TriangleBoard
from game.draw.triangle import IVORY, ROSE, number_triangle
from game.table.host import TableHost
from rules.games.triangles.layout import Lay, Stop, worth
from rules.games.triangles.tripple import TrippleRules, TrippleState
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.kit.hands import Draw, Pass


class TrippleBoard(TriangleBoard[TrippleState]):
    """Two to six players."""

    help_boards = "game.boards.tripple_domino.help:BOARDS"
    help_facts = "game.boards.tripple_domino.help:facts"

    def __init__(self, host: TableHost):
        assert isinstance(host.rules, TrippleDomino)
        self.tripple = host.rules
        super().__init__(host, self.tripple, partial(number_triangle, base=IVORY))

    def lit(self) -> list[str]:
        return may_lay(self, self.tripple)

    def idle_line(self) -> tuple[str, str] | None:
        opening = self.tripple.opening(self.state)
        if opening is not None:
            tile = self.tile_name(opening.tile)
            return self.say("tripple.opening", tile=tile), self.say("tripple.opening_more")
        return turn_line(self, self.tripple)

    def pills(self) -> list[tuple[str, str]]:
        return [("target", self.say("tripple.round", round=self.state.round, target=self.tripple.target))]

    def stock_line(self) -> tuple[str, str]:
        left = self.tripple.draw_most - self.state.drawn
        return self.say("tiles.stock", n=len(self.state.stock)), self.say("tripple.draws_left", n=left)

    def actions(self) -> list[Action[object]]:
        """Offer to draw, and to pass where the rules allow it, each with its cost."""
        rules, state = self.tripple, self.state
        found = draw_actions(self, rules)
        if rules.why_illegal(state, Pass()) is None:
            price = rules.pass_cost(state)
            label = self.say("tiles.pass") + (f" \u2212{price}" if price else "")
            found.append(Action(Pass(), label, "skip", "P", self.say("tripple.pass_tip", cost=price)))
        return found


class SolitaireBoard(TriangleBoard[TrippleState]):
    """One player, one hand, a limited number of draws."""

    help_boards = "game.boards.tripple_domino.help:BOARDS"
    help_facts = "game.boards.tripple_domino.help:facts"

    def __init__(self, host: TableHost):
        assert isinstance(host.rules, TrippleSolitaire)
        self.solitaire = host.rules
        super().__init__(host, self.solitaire, partial(number_triangle, base=ROSE))

    def lit(self) -> list[str]:
        return may_lay(self, self.solitaire)

    def idle_line(self) -> tuple[str, str] | None:
        return turn_line(self, self.solitaire)

    def progress(self) -> Progress:
        state = self.state
        return Progress(self.host.texts.number(state.scores[0]),
                        self.say("tiles.points", n=state.scores[0]),
                        self.say("tiles.left", n=len(state.hands[0])),
                        len(state.layout.at) / (len(self.solitaire.tiles) or 1))

    def stock_line(self) -> tuple[str, str]:
        rules, state = self.solitaire, self.state
        left = rules.draws_left(state)
        draws = (self.say("tripple.draws_in_turn", n=rules.turn_draws_left(state), left=left)
                 if rules.draw_most else self.say("tripple.draws_in_all", n=left))
        return self.say("tiles.stock", n=len(state.stock)), draws

    def actions(self) -> list[Action[object]]:
        """Offer to draw, and to pass where the rules allow it; stopping is in the menu."""
        found, left = draw_actions(self, self.solitaire), worth(self.state.hands[0])
        if self.solitaire.why_illegal(self.state, Pass()) is None:
            found.append(Action(Pass(), self.say("tiles.pass"), "skip", "P",
                                self.say("tripple.pass_free_tip")))
        return [*found, Action(Stop(), f"{self.say('tiles.stop')} \u2212{left}", "cross", "X",
                               self.say("tripple.stop_tip", cost=left), in_menu=True)]

    def question(self, move: object) -> Question | None:
        """Ask before the game is stopped: it is lost then."""
        if not isinstance(move, Stop):
            return None
        hand = self.state.hands[0]
        return Question(self.say("tripple.stop_ask"),
                        self.say("tripple.stop_ask_more", n=len(hand), cost=worth(hand)),
                        self.say("tripple.stop_yes"), self.say("tripple.stop_no"))


def draw_actions(board: TriangleBoard[TrippleState], rules: TrippleRules) -> list[Action[object]]:
    """Offer to draw, with its cost, where it is allowed."""
    if rules.why_illegal(board.state, Draw()) is not None:
        return []
    cost = f"\u2212{rules.draw_cost}" if rules.draw_cost else ""
    return [Action(Draw(), f"{board.say('tiles.draw')} {cost}".strip(), "plus", "D",
                   board.say("tripple.draw_tip", cost=rules.draw_cost))]


def may_lay(board: TriangleBoard[TrippleState], rules: TrippleRules) -> list[str]:
    """Return the only tiles that may be laid now: the one that opens, those drawn in this turn."""
    state = board.state
    if not board.host.my_turn or state.ended is not None:
        return []
    opening = rules.opening(state)
    if opening is not None:
        return [opening.tile]
    return list(rules.layable(state)) if state.drawn and rules.only_drawn else []


def turn_line(board: TriangleBoard[TrippleState], rules: TrippleRules) -> tuple[str, str] | None:
    """Return the sentences of a turn in which not every tile may be laid; None for the usual ones."""
    state = board.state
    lays = any(isinstance(move, Lay) for move in rules.legal_moves(state))
    draws = rules.why_illegal(state, Draw()) is None
    if state.drawn and rules.only_drawn:
        rest = "draw" if draws else "pass"
        key = f"lay_or_{rest}" if lays else f"then_{rest}"
        return board.say("tripple.turn.drawn" if lays else "tripple.turn.drawn_nothing"), board.say(
            f"tripple.turn.{key}")
    if not lays:
        rest = "then_draw" if draws else "then_pass"
        return board.say("tripple.turn.nothing"), board.say(f"tripple.turn.{rest}")
    return None if draws else (board.your_turn, board.say("tiles.only_lay"))
