"""Endurance runs: what the program must survive, briefly in the tests and at length in `main.py bench`."""
