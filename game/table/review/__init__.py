"""Reviewing a game: replay and analysis."""
