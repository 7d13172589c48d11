"""Words: the lexicon of each language, the valid words of a game, and where words fit on a table."""
