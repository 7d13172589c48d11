"""Kwinty: rules, bit board, search, bots, level maker."""
