"""One module per game: its state, its moves, its scoring."""
