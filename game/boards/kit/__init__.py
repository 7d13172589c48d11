"""The contract of a board and the parts that several boards are composed of."""
