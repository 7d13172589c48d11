"""Tripple Domino: rules, bots, and the fast twin of a round that they search."""
