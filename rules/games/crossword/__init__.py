"""What the four Typ-Dom word games share: letters, board, rules of laying words, bots, level maker."""
