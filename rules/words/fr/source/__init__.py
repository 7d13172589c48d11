"""The source of the French word list: its builder and the lists written by hand."""
