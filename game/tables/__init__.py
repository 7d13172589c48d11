"""One module per game: squares and pixels, pieces and sprites, drops and moves."""
