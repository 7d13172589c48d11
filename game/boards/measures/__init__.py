"""Shared code for measuring boards and for screenshots: figures, timed frames, prepared tables."""
