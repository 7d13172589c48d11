"""The tables of Tripple Domino and of its solitaire: number triangles, bridges, hexagons."""

from __future__ import annotations

import math

import pygame

from game.boards.kit.base import Progress
from game.boards.kit.rack import Action
from game.boards.triangles.board import TriangleTable, paint_ring, ring_points
from game.draw import shapes
from game.draw.slab import Piece
from game.draw.triangle import IVORY, ROSE, number_triangle
from rules.games.triangles.layout import Stop, value, worth
from rules.games.triangles.tripple import TrippleRules
from rules.games.tripple_domino.rules import TrippleDomino
from rules.games.tripple_solitaire.rules import TrippleSolitaire
from rules.kit.hands import Draw, Pass


class TrippleTable(TriangleTable):
    """Two to six players."""

    help_boards = "game.boards.tripple_domino.help:BOARDS"
    help_facts = "game.boards.tripple_domino.help:facts"
    base = IVORY

    @staticmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        w, h = surface.get_size()
        side = 76 * k
        centre = (w / 2 + 6 * k, h / 2 + 14 * k)
        paint_ring(surface, side, centre, [1, 4, 5, 3, 2, 0], 5, 0, IVORY)
        gap = [(centre[0] + side * math.cos(a), centre[1] - side * math.sin(a)) for a in (math.pi / 3, 2 * math.pi / 3)]
        points = tuple((round(x), round(y)) for x, y in (*gap, centre))
        glow, left, top = shapes.outline_glow(points, "#ff9a62", round(7 * k), 0.8, 2.5 * k, 0.2, 8 * k)
        surface.blit(glow, (left, top))
        lifted = number_triangle("455", round(side * 1.05), False, lifted=True)
        image = pygame.transform.rotozoom(lifted.image, 12, 1)
        surface.blit(image, image.get_rect(center=(round(centre[0] - 16 * k), round(centre[1] - 60 * k))))

    def tile(self, corners: str, side: int, up: bool, *, lifted: bool = False) -> Piece:
        return number_triangle(corners, side, up, lifted=lifted, base=self.base)

    def sort_key(self, piece: str) -> tuple[int, str]:
        return -value(piece), piece

    def pills(self) -> list[tuple[str, str]]:
        rules = self.rules
        assert isinstance(rules, TrippleDomino)
        return [("target", self.say("tripple.round", round=self.state.round, target=rules.target))]

    def stock_line(self) -> tuple[str, str]:
        rules = self.rules
        assert isinstance(rules, TrippleDomino)
        left = rules.draw_most - self.state.drawn
        return self.say("triangle.stock", n=len(self.state.stock)), self.say("tripple.draws_left", n=left)

    def actions(self) -> list[Action]:
        """Draw with its cost; a pass only where the rules allow it, with its cost."""
        rules, state = self.rules, self.state
        assert isinstance(rules, TrippleDomino)
        found = self._draw_actions(rules)
        if rules.why_illegal(state, Pass()) is None:
            price = rules.pass_cost(state)
            label = self.say("triangle.pass") + (f" \u2212{price}" if price else "")
            found.append(Action(Pass(), label, "skip", "P", self.say("tripple.pass_tip", cost=price)))
        return found

    def _draw_actions(self, rules: TrippleRules) -> list[Action]:
        """Draw with its cost, where it is allowed."""
        if rules.why_illegal(self.state, Draw()) is not None:
            return []
        cost = f"\u2212{rules.draw_cost}" if rules.draw_cost else ""
        return [Action(Draw(), f"{self.say('triangle.draw')} {cost}".strip(), "plus", "D",
                       self.say("tripple.draw_tip", cost=rules.draw_cost))]


class SolitaireTable(TrippleTable):
    """One player, one hand, a limited number of draws."""

    base = ROSE

    @staticmethod
    def paint_art(surface: pygame.Surface, k: float) -> None:
        w, h = surface.get_size()
        side = 82 * k
        centre = (w / 2, h / 2 + 2 * k)
        paint_ring(surface, side, centre, [1, 4, 5, 3, 2, 0], 5, None, ROSE)
        points = tuple((round(x), round(y)) for x, y in ring_points(centre, side))
        glow, left, top = shapes.outline_glow(points, "#ff9db0", round(9 * k), 0.86, 3.5 * k, 0, 12 * k)
        surface.blit(glow, (left, top))

    def pills(self) -> list[tuple[str, str]]:
        return []

    def progress(self) -> Progress:
        rules, state = self.rules, self.state
        assert isinstance(rules, TrippleSolitaire)
        return Progress(self.scene.texts.number(state.scores[0]), self.say("tripple.points", n=state.scores[0]),
                        self.say("triangle.left", n=len(state.hands[0])),
                        len(state.layout.at) / (len(rules.tiles) or 1))

    def stock_line(self) -> tuple[str, str]:
        rules = self.rules
        assert isinstance(rules, TrippleSolitaire)
        return (self.say("triangle.stock", n=len(self.state.stock)),
                self.say("tripple.draws_in_all", n=rules.draws_left(self.state)))

    def actions(self) -> list[Action]:
        rules = self.rules
        assert isinstance(rules, TrippleSolitaire)
        found, left = self._draw_actions(rules), worth(self.state.hands[0])
        found.append(Action(Stop(), f"{self.say('triangle.stop')} \u2212{left}", "cross", "X",
                            self.say("tripple.stop_tip", cost=left)))
        return found
