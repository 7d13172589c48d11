"""The source of the Italian word list: its builder and the lists written by hand."""
