"""The source of the Dutch word list: its builder and the lists written by hand."""
