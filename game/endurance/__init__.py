"""Trials: what the program has to survive. The tests run them short, `main.py bench` runs them long."""
