"""The contract of a board, and the parts that boards are composed of."""
