"""What the boards of the word games share."""
