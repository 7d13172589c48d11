"""Presto: rules, the grid a racer builds, bots."""
