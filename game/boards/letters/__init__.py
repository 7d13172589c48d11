"""Parts that the boards of the word games share."""
