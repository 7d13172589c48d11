"""Endurance runs: what the program must survive. Tests run them briefly, `main.py bench` at length."""
