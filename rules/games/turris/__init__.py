"""Turris: rules, tower, scoring of faces, search, bots, level maker."""
