"""Trio-Domino: rules, bots, and the fast twin of a game that they search."""
