"""Shared by the Typ-Dom word games: letters, board, rules of laying words, bots, level maker."""
