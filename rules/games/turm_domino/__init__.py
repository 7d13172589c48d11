"""Turm-Domino: rules, solver, bots, level maker."""
