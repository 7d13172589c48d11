"""The rules of a game as pages on paper, with pictures that can be tried."""
